//! Which measures belong together, leaving out those that follow from each other by arithmetic.
//!
//! Uses `explore` and `evidence`. Says how closely, never why.

use super::evidence::{Evidence, Topic};
use super::explore::{pairs, quantities, triples};
use super::subject::Subject;

/// Correlation from which a relation is worth a word.
const NOTABLE: f64 = 0.3;
/// Correlation from which two columns say the same.
const SAME: f64 = 0.995;
/// Rows from which a correlation is worth a word.
const ROWS: u64 = 10;
/// Correlation with a product of two others from which a measure follows from them.
const PRODUCT: f64 = 0.97;
/// The same for a sum.
const SUM: f64 = 0.999;

/// Two measures that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    /// The one that comes first in the file.
    pub left: usize,
    /// The other one.
    pub right: usize,
    /// Pearson's coefficient.
    pub correlation: f64,
    /// Rows that have both.
    pub rows: u64,
    /// The result.
    pub id: String,
}

/// What is known of relations.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Relations {
    /// Those worth a word, the closest first.
    pub notable: Vec<Relation>,
    /// Pairs that say the same.
    pub same: Vec<Relation>,
}

/// Reads the correlations.
pub fn relations(subject: &Subject<'_>, evidence: &Evidence) -> Relations {
    let mut found = Relations::default();
    let Some(answer) = evidence.get(Topic::Relations) else { return found };
    let arithmetic = arithmetic(subject, evidence);
    let mut all: Vec<Relation> = Vec::new();
    for (row, (one, other)) in pairs(&quantities(subject)).into_iter().enumerate() {
        let (Some(correlation), Some(rows)) = (answer.number(row, 3), answer.count(row, 4)) else { continue };
        let (left, right) = (one.min(other), one.max(other));
        all.push(Relation { left, right, correlation, rows, id: answer.id.clone() });
    }
    all.retain(|relation| relation.rows >= ROWS && relation.correlation.abs() >= NOTABLE);
    all.sort_by(|one, other| other.correlation.abs().total_cmp(&one.correlation.abs()));
    for relation in all {
        let follows = arithmetic.contains(&(relation.left, relation.right));
        let subject_shared = subject
            .column(relation.left)
            .zip(subject.column(relation.right))
            .is_some_and(|(left, right)| left.name.shares_subject(&right.name));
        if relation.correlation.abs() >= SAME && !follows {
            found.same.push(relation);
        } else if !follows && !subject_shared {
            found.notable.push(relation);
        }
    }
    found
}

/// Pairs of which one is made of the other: revenue of price and quantity, a total of its parts.
fn arithmetic(subject: &Subject<'_>, evidence: &Evidence) -> Vec<(usize, usize)> {
    let measures = quantities(subject);
    let single = |one: usize, other: usize| {
        let answer = evidence.get(Topic::Relations)?;
        let row = pairs(&measures).iter().position(|pair| *pair == (one, other) || *pair == (other, one))?;
        answer.number(row, 3).map(f64::abs)
    };
    let mut found = Vec::new();
    let with = |topic: Topic, row: usize| evidence.get(topic)?.number(row, 4).map(f64::abs);
    for (row, (whole, one, other)) in triples(&measures).into_iter().enumerate() {
        let best = single(whole, one).unwrap_or(0.0).max(single(whole, other).unwrap_or(0.0));
        let is_sum = with(Topic::Sums, row).is_some_and(|sum| sum >= SUM && sum > best);
        let is_product = with(Topic::Products, row).is_some_and(|product| {
            // What the product leaves unexplained is less than half of what the better factor alone leaves.
            product >= PRODUCT && 1.0 - product.powi(2) < 0.5 * (1.0 - best.powi(2))
        });
        if is_sum || is_product {
            found.extend([(whole.min(one), whole.max(one)), (whole.min(other), whole.max(other))]);
        }
        if is_sum {
            found.push((one.min(other), one.max(other)));
        }
    }
    found
}

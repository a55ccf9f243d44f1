//! Groups: which one dominates, and where a measure differs between them.
//!
//! Uses `explore` and `evidence`. Judges by results; runs no query.

use super::evidence::{Answer, Evidence, Topic};
use super::explore::measured;
use super::roles::Role;
use super::subject::Subject;

/// A group dominates where it has this many times its even part.
const DOMINANT: f64 = 1.3;
/// Share in percent from which one group is nearly all.
const NEARLY_ALL: f64 = 90.0;
/// Part of a measure's variance that groups have to explain to be worth a word.
const EXPLAINED: f64 = 0.1;
/// Groups that can be read at a glance.
const READABLE: usize = 12;
/// Rows of a group that count.
const GROUP_ROWS: f64 = 3.0;

/// The largest group of a category.
#[derive(Debug, Clone, PartialEq)]
pub struct Lead {
    /// The category.
    pub position: usize,
    /// The largest group.
    pub label: String,
    /// Its share in percent, of the main sum or of the rows.
    pub share: f64,
    /// The group after it and its share.
    pub second: Option<(String, f64)>,
    /// Groups of the category.
    pub groups: u64,
    /// How many times its even part the group has.
    pub weight: f64,
    /// The result.
    pub id: String,
}

impl Lead {
    /// Whether the group stands out.
    pub fn is_dominant(&self) -> bool {
        self.weight >= DOMINANT && self.share >= 5.0
    }

    /// Whether the group is nearly all there is.
    pub fn is_nearly_all(&self) -> bool {
        self.share > NEARLY_ALL
    }

    /// Whether the group and the one after it are of about the same size.
    pub fn is_shared(&self) -> bool {
        self.second.as_ref().is_some_and(|(_, share)| self.share - share < 1.0)
    }

    /// Whether all groups are of about the same size.
    pub fn is_even(&self) -> bool {
        self.weight < 1.02
    }

    /// Percent above the even part.
    fn excess(&self) -> f64 {
        self.share * (1.0 - 1.0 / self.weight.max(1.0))
    }
}

/// A measure that differs between the groups of a category.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// The category.
    pub position: usize,
    /// The measure.
    pub measure: usize,
    /// The group with the largest mean, and the mean.
    pub high: (String, f64),
    /// The group with the smallest mean, and the mean.
    pub low: (String, f64),
    /// The part of the variance that the groups explain.
    pub explained: f64,
    /// Groups of the category.
    pub groups: usize,
    /// The result.
    pub id: String,
}

impl Gap {
    /// Many groups explain more by their number alone, and are harder to read.
    fn rank(&self) -> f64 {
        if self.groups > READABLE { self.explained * 0.6 } else { self.explained }
    }
}

/// The largest groups of the categories, those first that stand out.
pub fn leads(subject: &Subject<'_>, evidence: &Evidence) -> Vec<Lead> {
    let mut positions = subject.categories.clone();
    positions.sort_unstable();
    let mut leads: Vec<Lead> = positions.into_iter().filter_map(|position| lead(subject, evidence, position)).collect();
    // The first dominant category in the file's order comes first, then the others by how much their leader stands out.
    let is_dull =
        |lead: &Lead| lead.is_nearly_all() || subject.column(lead.position).is_some_and(|c| c.role == Role::Flag);
    let first = leads.iter().position(|lead| lead.is_dominant() && !is_dull(lead));
    let head = first.map(|index| leads.remove(index));
    let rank = |lead: &Lead| (is_dull(lead), !lead.is_dominant());
    leads.sort_by(|left, right| rank(left).cmp(&rank(right)).then(right.excess().total_cmp(&left.excess())));
    head.into_iter().chain(leads).collect()
}

#[expect(clippy::cast_precision_loss, reason = "groups are few")]
fn lead(subject: &Subject<'_>, evidence: &Evidence, position: usize) -> Option<Lead> {
    let answer = evidence.get(Topic::Groups(position))?;
    let share_column = answer.table.columns.iter().position(|column| column == "share_pct")?;
    let share = answer.number(0, share_column).filter(|share| (0.0..=100.0).contains(share))?;
    let told = answer.table.row_count.max(answer.len() as u64);
    let groups = subject.column(position)?.seen.distinct.unwrap_or(told).max(told);
    let second = answer.text(1, 0).zip(answer.number(1, share_column)).filter(|(_, share)| *share >= 0.0);
    Some(Lead {
        position,
        label: answer.text(0, 0)?,
        share,
        second,
        groups,
        weight: share * groups as f64 / 100.0,
        id: answer.id.clone(),
    })
}

/// The position of a measure in the rows of [`Topic::Groups`].
pub fn group_column(subject: &Subject<'_>, measure: usize) -> Option<usize> {
    measured(subject).iter().position(|candidate| *candidate == measure).map(|index| 2 + 2 * index)
}

/// Where measures differ between groups, the clearest first.
pub fn gaps(subject: &Subject<'_>, evidence: &Evidence) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for position in &subject.categories {
        let Some(answer) = evidence.get(Topic::Groups(*position)) else { continue };
        for measure in measured(subject) {
            let is_mean = measure != *position && subject.column(measure).is_some_and(|column| !column.is_additive());
            if is_mean && let Some(gap) = gap(subject, answer, *position, measure) {
                gaps.push(gap);
            }
        }
    }
    gaps.sort_by(|left, right| right.rank().total_cmp(&left.rank()));
    gaps
}

/// The part of the variance between groups (eta squared).
fn gap(subject: &Subject<'_>, answer: &Answer, position: usize, measure: usize) -> Option<Gap> {
    let at = group_column(subject, measure)?;
    let mut groups: Vec<(String, f64, f64, f64)> = Vec::new();
    for row in 0..answer.len() {
        if let (Some(label), Some(rows), Some(mean)) =
            (answer.text(row, 0), answer.number(row, 1), answer.number(row, at))
            && rows >= GROUP_ROWS
        {
            groups.push((label, rows, mean, answer.number(row, at + 1).unwrap_or(0.0)));
        }
    }
    let total: f64 = groups.iter().map(|(_, rows, _, _)| rows).sum();
    if groups.len() < 2 || answer.table.truncated() || total <= 0.0 {
        return None;
    }
    let grand = groups.iter().map(|(_, rows, mean, _)| rows * mean).sum::<f64>() / total;
    let between: f64 = groups.iter().map(|(_, rows, mean, _)| rows * (mean - grand).powi(2)).sum();
    let within: f64 = groups.iter().map(|(_, rows, _, variance)| rows * variance).sum();
    let explained = between / (between + within);
    if !explained.is_finite() || explained < EXPLAINED {
        return None;
    }
    let high = groups.iter().max_by(|left, right| left.2.total_cmp(&right.2))?;
    let low = groups.iter().min_by(|left, right| left.2.total_cmp(&right.2))?;
    Some(Gap {
        position,
        measure,
        high: (high.0.clone(), high.2),
        low: (low.0.clone(), low.2),
        explained,
        groups: groups.len(),
        id: answer.id.clone(),
    })
}

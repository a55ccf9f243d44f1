//! What usual names say is computed of the columns of one row: a conversion rate, an average order value, two amounts together,
//! a range from the smallest to the largest.
//!
//! Uses the scene, candidates and sources of this room. The name must be said of the number, the columns must be called as the
//! name asks, and the row must be the one that the sentence speaks of; then nothing need be weighed.

use std::ops::Range;

use super::candidate::{Candidate, RowTie, row_tie};
use super::column::{Column, Measure};
use super::mention::{Form, Mention};
use super::naming::RowName;
use super::rounding::{digits, windows};
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use super::words::{Word, family, stems};
use crate::event::Step;
use crate::limits::{EVIDENCE_OPERANDS, EVIDENCE_PAIR_COLUMNS};

/// A quotient with a name of its own.
struct Rate {
    /// What it is called, in stems: each of one of these.
    called: &'static [&'static [&'static str]],
    /// Heads of families of what is divided.
    part: &'static [&'static str],
    /// Of what it is divided by.
    whole: &'static [&'static str],
}

const RATES: [Rate; 9] = [
    Rate {
        called: &[&["conversion", "rate"], &["convert"], &["converted"], &["cvr"]],
        part: &["conversion", "order", "signup", "booking", "transaction", "customer"],
        whole: &["visit", "session", "visitor", "click", "user", "impression", "lead"],
    },
    Rate {
        called: &[&["ctr"], &["click", "through"], &["clickthrough"]],
        part: &["click"],
        whole: &["impression", "view"],
    },
    Rate { called: &[&["roa"], &["return", "ad"]], part: &["revenue"], whole: &["spent", "price"] },
    Rate {
        called: &[&["aov"], &["order", "value"], &["basket"]],
        part: &["revenue", "amount"],
        whole: &["order", "transaction"],
    },
    Rate {
        called: &[&["occupancy"], &["utilisation"], &["utilization"], &["load", "factor"]],
        part: &["occupied", "booked", "rented", "used", "passenger", "taken"],
        whole: &["room", "capacity", "seat", "bed", "available", "space"],
    },
    Rate { called: &[&["margin"]], part: &["profit"], whole: &["revenue"] },
    Rate { called: &[&["cpc"], &["cost", "click"]], part: &["spent", "price"], whole: &["click"] },
    Rate { called: &[&["bounce", "rate"]], part: &["bounce", "bounced"], whole: &["visit", "session"] },
    Rate { called: &[&["churn", "rate"]], part: &["churned", "churn"], whole: &["customer", "user", "subscriber"] },
];

/// Words that say that columns are added up, as stems.
const TOGETHER: [&str; 10] =
    ["plus", "together", "combined", "total", "altogether", "sum", "add", "both", "jointly", "overall"];
/// Words that say how far it is from the smallest to the largest.
const RANGE: [&str; 5] = ["range", "spread", "span", "gap", "difference"];

/// The value that a usual name says, where it fits.
#[must_use]
pub fn usual(scene: &Scene<'_>, mention: &Mention) -> Option<Candidate> {
    let near = near(scene, mention);
    let rates: Vec<&Rate> = RATES.iter().filter(|rate| rate.called.iter().any(|name| says_all(&near, name))).collect();
    let adds = mention.form == Form::Number && scene.says_stem(&TOGETHER);
    let ranges = mention.form == Form::Number && says_any(&near, &RANGE);
    if rates.is_empty() && !adds && !ranges {
        return None;
    }
    scene.sources.iter().enumerate().find_map(|(source, of)| {
        if of.is_file || scene.cited(mention, of) < Cited::Paragraph {
            return None;
        }
        let finder = Finder { scene, mention, source, of };
        spoken_rows(scene, mention, source).into_iter().find_map(|row| {
            let rate = || rates.iter().find_map(|rate| finder.rate(rate, row));
            let sum = || finder.sum(row).filter(|_| adds);
            let range = || finder.range(row).filter(|_| ranges);
            rate().or_else(sum).or_else(range)
        })
    })
}

/// Whether a number is called by the name of a quotient whose columns a result has, and a quotient is of others.
#[must_use]
pub fn is_another_rate(scene: &Scene<'_>, mention: &Mention, of: &Source, part: Place, whole: Place) -> bool {
    let near = near(scene, mention);
    let column = |place: Place| of.columns.get(place.column);
    // `a CTR of 4.03 %, ten times that of Display`: one rate over another.
    let across = part.row == whole.row;
    let (Some(part), Some(whole)) = (column(part), column(whole)) else { return false };
    let mut called = RATES.iter().filter(|rate| rate.called.iter().any(|name| says_all(&near, name))).peekable();
    let known = |rate: &Rate| {
        of.columns.iter().any(|column| rate.divides(column)) && of.columns.iter().any(|column| rate.is_over(column))
    };
    (across || mention.form == Form::Percent)
        && called.peek().is_some_and(|rate| known(rate))
        && (!across || called.all(|rate| !rate.divides(part) || !rate.is_over(whole)))
}

impl Rate {
    /// Whether a column is what is divided.
    fn divides(&self, column: &Column) -> bool {
        self.part.iter().any(|word| column.is_named_by(word))
    }

    /// Whether a column is what it is divided by.
    fn is_over(&self, column: &Column) -> bool {
        self.whole.iter().any(|word| column.is_named_by(word)) && !self.divides(column)
    }
}

/// The stems that are said of a number: in its clause, before it and behind it; in a table, over it.
fn near<'a>(scene: &'a Scene<'_>, mention: &Mention) -> Vec<&'a str> {
    if let Some((_, header)) = scene.passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start)) {
        return header.iter().map(String::as_str).collect();
    }
    let parts = [scene.lead(mention), scene.clause(mention), scene.noun(mention)];
    let inside = |range: &Range<usize>| parts.iter().any(|part| part.start <= range.start && range.end <= part.end);
    scene.passage.words.iter().filter(|word| inside(&word.range)).map(|word| word.stem.as_str()).collect()
}

fn says_all(near: &[&str], words: &[&str]) -> bool {
    words.iter().all(|word| near.contains(word) || near.contains(&family(word)))
}

fn says_any(near: &[&str], words: &[&str]) -> bool {
    near.iter().any(|word| words.contains(word))
}

/// The rows of a result that a number may speak of: those that the words name, or the only one.
#[must_use]
pub fn spoken_rows(scene: &Scene<'_>, mention: &Mention, source: usize) -> Vec<usize> {
    if scene.sources.get(source).is_some_and(|of| of.row_count == 1) {
        return vec![0];
    }
    let names: &[RowName] = scene.naming.get(source).map_or(&[], |naming| naming.rows.as_slice());
    let mut rows: Vec<usize> = names
        .iter()
        .flat_map(|name| name.rows.iter().copied().take(EVIDENCE_OPERANDS))
        .take(EVIDENCE_OPERANDS)
        .collect();
    rows.sort_unstable();
    rows.dedup();
    let place = |row: usize| Place { column: 0, row };
    rows.retain(|row| row_tie(scene, mention, place(*row), source) == RowTie::Named);
    rows
}

/// One number against one result.
struct Finder<'a> {
    scene: &'a Scene<'a>,
    mention: &'a Mention,
    source: usize,
    of: &'a Source,
}

impl Finder<'_> {
    /// The columns of amounts and counts.
    fn amounts(&self) -> impl Iterator<Item = &Column> {
        let is = |column: &&Column| matches!(column.measure, Measure::Count | Measure::Plain) && column.is_additive;
        self.of.columns.iter().filter(is).take(EVIDENCE_PAIR_COLUMNS)
    }

    fn number(&self, column: &Column, row: usize) -> Option<f64> {
        self.of.number(Place { column: column.index, row })
    }

    /// A value as a candidate, where the number stands for it to so many digits.
    fn found(
        &self,
        step: Step,
        value: f64,
        factor: f64,
        row: usize,
        columns: &[&Column],
        least: u32,
    ) -> Option<Candidate> {
        let fits = windows(self.mention).find(|(reading, window)| {
            digits(*reading) >= least && value.is_finite() && window.over(factor).holds(value)
        });
        let (reading, _) = fits?;
        let cells = columns.iter().map(|column| Place { column: column.index, row }).collect();
        Some(Candidate::of_step(self.source, step, value, cells, reading))
    }

    /// A quotient by its name.
    fn rate(&self, rate: &Rate, row: usize) -> Option<Candidate> {
        let factor = if self.mention.form == Form::Percent { 100.0 } else { 1.0 };
        let parts = self.amounts().filter(|column| rate.divides(column));
        parts.flat_map(|part| self.amounts().map(move |whole| (part, whole))).find_map(|(part, whole)| {
            let under = self.number(whole, row).filter(|under| rate.is_over(whole) && *under != 0.0)?;
            self.found(Step::Ratio, self.number(part, row)? / under, factor, row, &[part, whole], 1)
        })
    }

    /// The sum of all columns that the passage names in full, or of those that it joins.
    fn sum(&self, row: usize) -> Option<Candidate> {
        let words = &self.scene.passage.words;
        let said = |word: &String| words.iter().any(|own| own.stem == *word || own.family == family(word));
        let named = |column: &&Column| stems(&column.name).iter().all(said);
        let near = near(self.scene, self.mention);
        let joined = || says_any(&near, &TOGETHER).then(|| self.sum_of(&self.joined(), row)).flatten();
        self.sum_of(&self.amounts().filter(named).collect::<Vec<_>>(), row).or_else(joined)
    }

    /// The columns that the passage joins by `and`, each by its name of one word: `solar and wind together`.
    fn joined(&self) -> Vec<&Column> {
        let words = &self.scene.passage.words;
        let called = |word: &Word| {
            self.amounts().find(|column| {
                let name = column.telling();
                name.contains(&word.stem) || name.contains(&word.family)
            })
        };
        let mut columns: Vec<&Column> = Vec::new();
        for three in words.windows(3) {
            let [first, link, last] = three else { continue };
            let joins = matches!(link.stem.as_str(), "and" | "plus" | "und" | "et");
            if let (true, Some(one), Some(other)) = (joins, called(first), called(last)) {
                for column in [one, other] {
                    if !columns.iter().any(|known| known.index == column.index) {
                        columns.push(column);
                    }
                }
            }
        }
        columns
    }

    fn sum_of(&self, columns: &[&Column], row: usize) -> Option<Candidate> {
        let first = columns.first()?;
        let alike = columns.iter().all(|other| other.measure == first.measure && other.unit == first.unit);
        let factor = self.scene.factor(self.mention, first).filter(|_| alike && columns.len() >= 2)?;
        let values: Option<Vec<f64>> = columns.iter().map(|column| self.number(column, row)).collect();
        self.found(Step::Sum, values?.iter().sum(), factor, row, columns, 2)
    }

    /// The largest less the smallest of what the passage names.
    fn range(&self, row: usize) -> Option<Candidate> {
        let others = |column: &Column, end: &str| {
            let words = stems(&column.name);
            let rest: Vec<String> = words.iter().filter(|word| family(word) != end).cloned().collect();
            (rest.len() < words.len() && !rest.is_empty()).then_some(rest)
        };
        let words = &self.scene.passage.words;
        let said = |word: &String| words.iter().any(|own| own.stem == *word || own.family == family(word));
        let measured = || self.of.columns.iter().filter(|column| column.measure == Measure::Plain);
        measured().find_map(|most| {
            let rest = others(most, "maximum").filter(|rest| rest.iter().any(said))?;
            let least = measured().find(|least| others(least, "minimum").as_ref() == Some(&rest))?;
            let factor = self.scene.factor(self.mention, most)?;
            let value = self.number(most, row)? - self.number(least, row)?;
            self.found(Step::Difference, value, factor, row, &[most, least], 2)
        })
    }
}

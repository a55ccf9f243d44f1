//! The corpora: results, and sentences whose numbers are labelled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use csvchat::event::Step;
use csvchat::table::{Cell, Table};
use serde::Deserialize;

use super::written::{self, Reading};

/// A result as it is stored: the rows that were kept.
#[derive(Debug, Clone, Deserialize)]
pub struct Stored {
    pub set: String,
    pub id: String,
    pub file: String,
    pub query: String,
    #[serde(flatten)]
    pub table: Table,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    pub id: String,
    pub set: String,
    pub question: Option<String>,
    pub text: String,
    pub numbers: Vec<Label>,
}

/// A number of a sentence.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    pub text: String,
    pub start: usize,
    /// Whether it says something of the data.
    pub claim: bool,
    /// Why it is no claim.
    pub why: Option<String>,
    #[serde(rename = "true")]
    pub holds: Option<bool>,
    /// What is wrong with a false one.
    pub fault: Option<String>,
    pub from: Option<Origin>,
    /// Of a true number the value before rounding, of a false one what it should have been.
    pub value: Option<Cell>,
    pub hedge: Option<Hedge>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hedge {
    About,
    Over,
    Under,
}

/// The cell or the step that a number comes from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    pub result: String,
    pub step: Step,
    /// From 1.
    pub row: Option<usize>,
    pub column: Option<String>,
    #[serde(default)]
    pub also: Vec<Place>,
    #[serde(default, rename = "where")]
    pub conditions: Vec<Condition>,
    #[serde(default)]
    pub order: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub row: usize,
    pub column: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub column: String,
    pub op: String,
    pub value: Cell,
}

pub struct Corpus {
    pub name: &'static str,
    pub results: Vec<Stored>,
    pub sentences: Vec<Sentence>,
}

/// The corpora that rules and weights were made with.
pub const FITTED: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// The corpus that nothing was made with.
pub const HELD_OUT: &str = "heldout";

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/evidence")
}

pub fn lines<T: for<'a> Deserialize<'a>>(path: &Path) -> Vec<T> {
    let text = std::fs::read_to_string(path).unwrap();
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(read).collect()
}

impl Corpus {
    pub fn load(name: &'static str) -> Self {
        let folder = if name == FITTED[0] { folder() } else { folder().join(name) };
        let (results, sentences) = (lines(&folder.join("results.jsonl")), lines(&folder.join("sentences.jsonl")));
        Self { name, results, sentences }
    }

    pub fn all() -> impl Iterator<Item = Self> {
        FITTED.into_iter().chain([HELD_OUT]).map(Self::load)
    }

    /// The same corpus with every so many sentences only.
    pub fn every(mut self, step: usize) -> Self {
        let mut index = 0..self.sentences.len();
        self.sentences.retain(|_| index.next().is_some_and(|index| index.is_multiple_of(step)));
        self
    }

    /// The results of a set, in order.
    pub fn of<'a>(&'a self, set: &'a str) -> impl Iterator<Item = &'a Stored> {
        self.results.iter().filter(move |stored| stored.set == set)
    }

    pub fn sets(&self) -> Vec<&str> {
        let mut sets: Vec<&str> = self.results.iter().map(|stored| stored.set.as_str()).collect();
        sets.dedup();
        sets
    }
}

/// The results of all sets with all their rows, by set and id.
pub type Whole = BTreeMap<(String, String), Table>;

/// A cell as a number: days since 1970-01-01 for a date.
pub fn number(cell: &Cell) -> Option<f64> {
    cell.as_f64().or_else(|| cell.as_text()?.parse().ok().map(written::days))
}

pub fn cell<'a>(table: &'a Table, row: usize, column: &str) -> Option<&'a Cell> {
    let index = table.columns.iter().position(|name| name == column)?;
    table.rows.get(row.checked_sub(1)?)?.get(index)
}

pub fn column(table: &Table, name: &str) -> Vec<f64> {
    (1..=table.rows.len()).filter_map(|row| cell(table, row, name).and_then(number)).collect()
}

impl Condition {
    fn meets(&self, table: &Table, row: usize) -> bool {
        let Some(cell) = cell(table, row, &self.column) else { return false };
        let order = match (number(cell), number(&self.value)) {
            (Some(left), Some(right)) => left.partial_cmp(&right),
            _ => cell.as_text().zip(self.value.as_text()).map(|(left, right)| left.cmp(right)),
        };
        order.is_some_and(|order| match self.op.as_str() {
            ">" => order.is_gt(),
            "<" => order.is_lt(),
            ">=" => order.is_ge(),
            "<=" => order.is_le(),
            "=" => order.is_eq(),
            other => panic!("unknown comparison {other}"),
        })
    }
}

impl Origin {
    /// The cells of a step, the first one first.
    pub fn places(&self) -> Vec<Place> {
        let first = self.row.zip(self.column.clone()).map(|(row, column)| Place { row, column });
        first.into_iter().chain(self.also.iter().cloned()).collect()
    }

    /// What comes out, computed anew from the whole result.
    pub fn value(&self, table: &Table) -> Option<f64> {
        let cells: Vec<f64> = self
            .places()
            .iter()
            .map(|place| cell(table, place.row, &place.column).and_then(number))
            .collect::<Option<_>>()?;
        let all = self.column.as_ref().map(|name| column(table, name)).unwrap_or_default();
        let counted = if cells.is_empty() { &all } else { &cells };
        match self.step {
            Step::Cell => cells.first().copied(),
            Step::RowCount => Some(table.row_count as f64),
            Step::ColumnCount => Some(table.columns.len() as f64),
            Step::Distinct => Some(distinct(table, self.column.as_ref()?) as f64),
            Step::Rank => {
                let ascending = self.order.is_some();
                let before = |other: &&f64| if ascending { **other < cells[0] } else { **other > cells[0] };
                Some(1.0 + all.iter().filter(before).count() as f64)
            }
            Step::Count => {
                let meets = |row: &usize| self.conditions.iter().all(|condition| condition.meets(table, *row));
                Some((1..=table.rows.len()).filter(meets).count() as f64)
            }
            Step::Share => Some(100.0 * cells.iter().sum::<f64>() / all.iter().sum::<f64>()),
            Step::Sum => Some(counted.iter().sum()),
            Step::Mean => Some(counted.iter().sum::<f64>() / counted.len() as f64),
            Step::Difference | Step::Ratio | Step::Change => two(self.step, *cells.first()?, *cells.get(1)?),
            Step::Condition => None,
        }
    }
}

pub fn distinct(table: &Table, name: &str) -> usize {
    let cells = (1..=table.rows.len()).filter_map(|row| cell(table, row, name)).filter(|cell| !cell.is_null());
    cells.map(ToString::to_string).collect::<std::collections::BTreeSet<_>>().len()
}

/// A step over two cells.
pub fn two(step: Step, first: f64, second: f64) -> Option<f64> {
    match step {
        Step::Difference => Some(first - second),
        Step::Ratio => Some(first / second),
        Step::Change => Some(100.0 * (first - second) / second),
        Step::Cell
        | Step::RowCount
        | Step::ColumnCount
        | Step::Distinct
        | Step::Rank
        | Step::Share
        | Step::Sum
        | Step::Mean
        | Step::Condition
        | Step::Count => None,
    }
}

/// What a value may be written as: without its sign where words carry it, a fraction in percent.
pub fn spellings(value: f64, step: Step, reading: &Reading, signed: bool) -> Vec<f64> {
    let mut values = vec![value];
    if !signed && (value < 0.0 || matches!(step, Step::Difference | Step::Change)) {
        values.push(-value);
    }
    let fraction = matches!(step, Step::Cell | Step::Difference | Step::Mean | Step::Ratio | Step::Sum);
    if fraction && reading.is_percent() {
        values.extend(values.clone().iter().map(|value| 100.0 * value));
    }
    values
}

/// Whether a value rounds to what is written.
pub fn rounds(text: &str, hedge: Option<Hedge>, step: Step, value: f64) -> bool {
    let signed = written::parts(text).is_some_and(|(before, ..)| before.contains(['-', '−', '+']));
    written::readings(text).iter().any(|reading| {
        let (low, high) = reading.bounds(hedge);
        spellings(value, step, reading, signed).iter().any(|value| (low..=high).contains(value))
    })
}

impl Label {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_true(&self) -> bool {
        self.claim && self.holds == Some(true)
    }
}

//! What is wrong with the data: missing values, values that cannot be right, columns that say nothing, rows twice.
//!
//! Uses `subject`, `survey`, `calendar` and `evidence`. Judges by results; runs no query.

use super::calendar::Calendar;
use super::evidence::{Evidence, Topic};
use super::roles::{Column, Role};
use super::subject::Subject;
use super::survey::suspects;
use crate::analyst::names;
use crate::limits::{ANALYST_DEFECTS, ANALYST_NAME_BYTES};

/// Values below zero are slips where they are at most this share of the column.
const RARE: f64 = 0.02;
/// Values apart from the rest are slips where they are at most this share of the column, or one.
const LONELY: f64 = 0.005;

/// Values of a column that cannot be right.
#[derive(Debug, Clone, PartialEq)]
pub struct Wrong {
    /// The column.
    pub position: usize,
    /// How many.
    pub count: u64,
    /// Which ones.
    pub kind: WrongKind,
}

/// What is wrong with values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WrongKind {
    /// Below zero where that cannot be.
    Negative {
        /// The smallest.
        smallest: f64,
    },
    /// Apart from the rest, from the first to the last.
    Apart {
        /// The one nearest to the rest.
        near: f64,
        /// The one farthest from it.
        far: f64,
        /// Whether they lie above it.
        above: bool,
    },
}

/// The borders between which the values of measures can be right.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Borders {
    /// Column, smallest, largest.
    borders: Vec<(usize, Option<f64>, Option<f64>)>,
    /// What lies outside of them.
    pub wrong: Vec<Wrong>,
}

impl Borders {
    /// Reads the extremes.
    #[expect(clippy::cast_precision_loss, reason = "a share does not need the last digits of a count")]
    pub fn of(subject: &Subject<'_>, evidence: &Evidence) -> Self {
        let mut found = Self::default();
        let Some(answer) = evidence.get(Topic::Extremes) else { return found };
        for (row, suspect) in suspects(subject).into_iter().enumerate() {
            let Some(column) = subject.column(suspect.position) else { continue };
            let filled = column.filled as f64;
            let count = |index| answer.count(row, index).unwrap_or(0);
            let lonely = |count: u64| count > 0 && (count == 1 || count as f64 <= LONELY * filled) && filled >= 20.0;
            let position = suspect.position;
            let (mut low, mut high) = (None, None);
            let (largest_other, smallest_other) = (answer.number(row, 6), answer.number(row, 10));
            if let (Some(near), Some(far), Some(rest), Some(start)) =
                (answer.number(row, 4), answer.number(row, 5), largest_other, smallest_other)
                && lonely(count(3))
                && near - rest >= rest - start
            {
                high = Some(rest);
                found.wrong.push(Wrong {
                    position,
                    count: count(3),
                    kind: WrongKind::Apart { near, far, above: true },
                });
            }
            let negative = count(2);
            if column.name.is_never_negative() && negative > 0 && negative as f64 <= RARE * filled {
                low = Some(0.0);
                let smallest = answer.number(row, 9).unwrap_or(0.0);
                found.wrong.push(Wrong { position, count: negative, kind: WrongKind::Negative { smallest } });
            } else if let (Some(near), Some(far), Some(rest), Some(end)) =
                (answer.number(row, 8), answer.number(row, 9), smallest_other, largest_other)
                && lonely(count(7))
                && rest - near >= end - rest
            {
                low = Some(rest);
                found.wrong.push(Wrong {
                    position,
                    count: count(7),
                    kind: WrongKind::Apart { near, far, above: false },
                });
            }
            found.borders.push((position, low, high));
        }
        found
    }

    /// Whether values of a column were left out that are larger than all others.
    pub fn leaves_out_large(&self, position: usize) -> bool {
        let is_above = |wrong: &Wrong| matches!(wrong.kind, WrongKind::Apart { above: true, .. });
        self.wrong.iter().any(|wrong| wrong.position == position && is_above(wrong))
    }

    /// The smallest and the largest value of a column that can be right.
    pub fn of_column(&self, position: usize) -> (Option<f64>, Option<f64>) {
        self.borders
            .iter()
            .find(|(column, _, _)| *column == position)
            .map_or((None, None), |(_, low, high)| (*low, *high))
    }
}

/// Text that stands for a missing value but was read as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingWord {
    /// The column.
    pub position: usize,
    /// The value as it stands there.
    pub value: String,
    /// The same, made short.
    pub word: String,
    /// How often.
    pub count: u64,
}

/// Columns of groups in which a word like `NA` occurs. Where names hardly repeat, such a word may be a name or a code.
pub fn missing_words(subject: &Subject<'_>) -> Vec<MissingWord> {
    let words = ["na", "n/a", "nan", "null", "none", "-", "?", "missing", "#n/a", ""];
    let mut found = Vec::new();
    for (position, column) in subject.columns.iter().enumerate() {
        let is_group = match column.role {
            Role::Category | Role::Flag => true,
            Role::Label => column.filled >= 100 && !column.name.is_code(),
            Role::Empty
            | Role::Constant
            | Role::Identifier
            | Role::Code
            | Role::Time(_)
            | Role::Measure
            | Role::Latitude
            | Role::Longitude
            | Role::Prose
            | Role::Other
            | Role::Unread => false,
        };
        if !is_group || column.sql.len() > ANALYST_NAME_BYTES / ANALYST_DEFECTS {
            continue;
        }
        for (value, count) in &column.seen.top {
            if let Some(text) = value.as_text().filter(|text| words.contains(&text.trim().to_lowercase().as_str())) {
                let word = names::shortened(text, 10);
                found.push(MissingWord { position, value: text.to_owned(), word, count: *count });
            }
        }
    }
    found.truncate(ANALYST_DEFECTS);
    found
}

/// Columns with values that are infinite or not a number.
pub fn not_finite(subject: &Subject<'_>) -> Vec<usize> {
    let has_some = |column: &Column<'_>| {
        column.seen.not_finite.unwrap_or(0) > 0 && column.sql.len() <= ANALYST_NAME_BYTES / ANALYST_DEFECTS
    };
    let found = subject.columns.iter().enumerate().filter(|(_, column)| has_some(column));
    found.map(|(position, _)| position).take(ANALYST_DEFECTS).collect()
}

/// Rows that are the same as another one in every column.
pub fn repeated_rows(evidence: &Evidence) -> Option<u64> {
    let answer = evidence.get(Topic::Repeats)?;
    let repeated = answer.count(0, 2)?;
    (repeated > 0).then_some(repeated)
}

/// Dates far from the rest, with their column.
pub fn slips(calendar: Option<&Calendar>) -> Option<(usize, &super::calendar::Slips)> {
    calendar.and_then(|calendar| calendar.slips.as_ref().map(|slips| (calendar.position, slips)))
}

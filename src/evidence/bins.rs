//! Rows that stand for a range of values, such as `15-29 min`, `below 150k` and `65+`, and the words that name them.
//!
//! Uses passages, sources and number words of this room. A label and a phrase are each read as a smallest and a largest
//! value; they mean the same where both agree, whatever the words: `two hours or longer` is `120+ min`.

mod classes;

use std::ops::Range;

use super::column::Column;
use super::naming::RowName;
use super::passage::Passage;
use super::source::{Place, Source};
use super::words::{Word, words};
use crate::limits::EVIDENCE_NAMES;
use crate::table::Cell;
use classes::classes;

/// A range of values; an end that is open is none. Spans of time are in minutes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    low: Option<f64>,
    high: Option<f64>,
    /// What its unit is worth in minutes; one where none is written.
    worth: f64,
}

/// Letters beside the range in a label at most: those of a unit and of words such as `or more`.
const UNIT_LETTERS: usize = 12;

/// How far apart the ends of two ranges may lie that are the same, beside by one, as parts of the end.
const NEXT_END: f64 = 0.1;

/// A number of a text, with where it stands and what stands right before and behind it.
#[derive(Debug)]
struct Figure {
    range: Range<usize>,
    value: f64,
    /// What its unit is worth; none where none is written.
    unit: Option<f64>,
}

impl Bin {
    /// The range that a label stands for; none where it is no range.
    #[must_use]
    pub fn of_label(label: &str) -> Option<Self> {
        if !label.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let found = phrases(label, &words(label));
        match found.as_slice() {
            [(range, bin)] => {
                let rest = label
                    .get(..range.start)
                    .unwrap_or_default()
                    .chars()
                    .chain(label.get(range.end..).unwrap_or_default().chars());
                // A name that only holds a range, such as `Line 3-4 North`, is no bin.
                (rest.filter(|character| character.is_alphabetic()).count() <= UNIT_LETTERS).then_some(*bin)
            }
            _ => None,
        }
    }

    /// The range as it is written, whatever its unit.
    fn without_unit(self) -> Self {
        let bare = |end: Option<f64>| end.map(|end| end / self.worth);
        Self { low: bare(self.low), high: bare(self.high), worth: 1.0 }
    }

    /// Whether two ranges are the same: `15 to 30` and `15-29` are, as one is written up to, the other up to before.
    fn is(self, other: Self) -> bool {
        let same = |one: Option<f64>, other: Option<f64>| match (one, other) {
            (Some(one), Some(other)) => {
                (one - other).abs() <= 1.0 + 1e-9 * one.abs() && (one - other).abs() <= one.abs().max(1.0) * NEXT_END
            }
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let zero = |end: Option<f64>| end.filter(|end| *end != 0.0);
        same(zero(self.low), zero(other.low)) && same(self.high, other.high)
    }
}

/// Rows of a result that are ranges and that a passage names.
#[must_use]
pub fn rows(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    let columns = source.columns.iter().enumerate().filter(|(_, column)| column.is_label && column.has_bins);
    for (column, _) in columns {
        let bins: Vec<(usize, Bin)> = (0..source.rows.len())
            .filter_map(|row| match source.cell(Place { column, row }) {
                Cell::Text(label) => Some((row, Bin::of_label(label)?)),
                Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) => None,
            })
            .collect();
        for (range, bin) in phrases(text, &passage.words).into_iter().take(EVIDENCE_NAMES) {
            // A label may leave its unit out: `fewer than 30 hours` is `under 30`.
            let rows_of = |meant: Bin| -> Vec<usize> {
                bins.iter().filter(|(_, own)| own.is(meant)).map(|(row, _)| *row).collect()
            };
            let mut rows = rows_of(bin);
            if rows.is_empty() && (bin.worth - 1.0).abs() > 1e-9 {
                rows = rows_of(bin.without_unit());
            }
            let rows = if rows.is_empty() { together(&bins, bin) } else { rows };
            if !rows.is_empty() {
                found.push(RowName { range, column, rows });
            }
        }
    }
    found.extend(classes(text, passage, source));
    found
}

/// Rows whose ranges are one after the other what a phrase says: `65 or older` of `65-79` and `80+`.
fn together(bins: &[(usize, Bin)], meant: Bin) -> Vec<usize> {
    let least = meant.low.unwrap_or(f64::NEG_INFINITY);
    let most = meant.high.unwrap_or(f64::INFINITY);
    let inside = |(_, bin): &&(usize, Bin)| {
        bin.low.unwrap_or(f64::NEG_INFINITY) >= least && bin.high.unwrap_or(f64::INFINITY) <= most
    };
    let some: Vec<&(usize, Bin)> = bins.iter().filter(inside).collect();
    let lowest = some.iter().map(|(_, bin)| bin.low.unwrap_or(f64::NEG_INFINITY)).fold(f64::INFINITY, f64::min);
    let highest = some.iter().map(|(_, bin)| bin.high.unwrap_or(f64::INFINITY)).fold(f64::NEG_INFINITY, f64::max);
    let end = |value: f64| value.is_finite().then_some(value);
    let whole = Bin { low: end(lowest), high: end(highest), worth: meant.worth };
    if some.len() > 1 && some.len() < bins.len() && whole.is(meant) {
        some.into_iter().map(|(row, _)| *row).collect()
    } else {
        Vec::new()
    }
}

/// Rows of a result whose key is a number within a range that the passage speaks of: `the hours from 16 to 18`, `three or
/// more` of what it names.
#[must_use]
pub fn numbers(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let said = |column: &Column| passage.words.iter().any(|word| column.is_named_by(&word.family));
    let keys = source.columns.iter().enumerate().filter(|(_, column)| column.is_label && said(column));
    let mut found = Vec::new();
    for (column, own) in keys.filter(|(_, own)| own.has_numbers()) {
        for (range, bin) in phrases(text, &passage.words).into_iter().take(EVIDENCE_NAMES) {
            let (low, high) = (bin.low.unwrap_or(f64::NEG_INFINITY), bin.high.unwrap_or(f64::INFINITY));
            let mut rows: Vec<usize> = own.between(low, high).collect();
            rows.sort_unstable();
            // `between 8 and 9` is one hour.
            if rows.len() == 2 && own.is_named_by("hour") && bin.low.is_some() && bin.high.is_some() {
                rows.truncate(1);
            }
            if !rows.is_empty() && (rows.len() as u64) < source.row_count {
                found.push(RowName { range, column, rows });
            }
        }
    }
    found
}

/// The ranges that a text speaks of.
fn phrases(text: &str, words: &[Word]) -> Vec<(Range<usize>, Bin)> {
    let figures: Vec<Figure> =
        words.iter().enumerate().filter_map(|(at, word)| figure(text, words, at, word)).collect();
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(first) = figures.get(index) {
        index += 1;
        if let Some(second) = figures.get(index).filter(|second| spans(text, first, second)) {
            let unit = second.unit.or(first.unit).unwrap_or(1.0);
            let bin = Bin {
                low: Some(first.value * first.unit.unwrap_or(unit)),
                high: Some(second.value * second.unit.unwrap_or(unit)),
                worth: unit,
            };
            found.push((first.range.start..second.range.end, bin));
            index += 1;
        } else if let Some(bin) = open_end(text, first) {
            found.push((first.range.clone(), bin));
        }
    }
    found
}

/// Bytes beside a figure in which a phrase that makes a range of it stands.
const PHRASE_BYTES: usize = 80;

/// The words before a figure, without what belongs to it.
fn lead(text: &str, figure: &Figure) -> String {
    let start = text.floor_char_boundary(figure.range.start.saturating_sub(PHRASE_BYTES));
    let before = text.get(start..figure.range.start).unwrap_or_default();
    before.trim_end_matches(['$', '€', '£', ' ', '(', '[', '*']).to_lowercase()
}

/// Whether two figures are the ends of one range: `15-29`, `15 to 30`, `[10, 20)`, `between one and two`.
fn spans(text: &str, first: &Figure, second: &Figure) -> bool {
    let link = text.get(first.range.end..second.range.start).unwrap_or_default();
    let link = link.trim_matches(['$', '€', '£', ' ', '*']).to_lowercase();
    let opened = text.get(..first.range.start).unwrap_or_default().ends_with(['(', '[']);
    match link.as_str() {
        "-" | "–" | "—" | "to" | "bis" | "à" | "up to" | "through" => true,
        "," => opened,
        "a" => lead(text, first).ends_with("de"),
        "and" | "und" | "et" | "y" => {
            let lead = lead(text, first);
            ["between", "zwischen", "entre"].iter().any(|word| lead.ends_with(word))
        }
        _ => false,
    }
}

/// The range that begins or ends at a figure: `65+`, `two hours or longer`, `below 150k`.
fn open_end(text: &str, figure: &Figure) -> Option<Bin> {
    let lead = lead(text, figure);
    let end = text.ceil_char_boundary(figure.range.end + PHRASE_BYTES);
    let behind = text.get(figure.range.end..end).unwrap_or_default();
    let tail = behind.trim_start_matches([' ', '*']).to_lowercase();
    let starts = |words: &[&str]| words.iter().any(|word| tail.starts_with(word));
    let ends = |words: &[&str]| words.iter().any(|word| lead.ends_with(word));
    let worth = figure.unit.unwrap_or(1.0);
    let value = Some(figure.value * worth);
    match (starts(&OR_MORE) || ends(&MORE_THAN), starts(&OR_LESS) || ends(&LESS_THAN)) {
        (true, false) => Some(Bin { low: value, high: None, worth }),
        (false, true) => Some(Bin { low: None, high: value, worth }),
        (true, true) | (false, false) => None,
    }
}

/// What stands behind a figure with which a range begins.
const OR_MORE: [&str; 22] = [
    "en adelante",
    "und älter",
    "+",
    "and longer",
    "and older",
    "and higher",
    "and up",
    "and later",
    "or more",
    "or longer",
    "or over",
    "or older",
    "or above",
    "and more",
    "and over",
    "and above",
    "or higher",
    "plus",
    "und mehr",
    "et plus",
    "y más",
    "or later",
];

/// What stands before one.
const MORE_THAN: [&str; 11] =
    ["over", "above", "more than", "at least", ">", "≥", ">=", "longer than", "from", "older than", "über"];

/// What stands behind a figure with which a range ends.
const OR_LESS: [&str; 9] = [
    "or less",
    "or fewer",
    "or under",
    "or below",
    "or younger",
    "or shorter",
    "and younger",
    "and under",
    "and below",
];

/// What stands before one.
const LESS_THAN: [&str; 12] = [
    "under",
    "below",
    "less than",
    "fewer than",
    "up to",
    "at most",
    "<",
    "≤",
    "<=",
    "younger than",
    "shorter than",
    "unter",
];

/// A word of a text as a number: `15`, `150k`, `two`, with `min`, `hours` and the like behind it.
fn figure(text: &str, words: &[Word], at: usize, word: &Word) -> Option<Figure> {
    let digits: String = word.stem.chars().take_while(char::is_ascii_digit).collect();
    let (mut value, suffix) = match digits.parse::<f64>() {
        Ok(value) => (value, word.stem.get(digits.len()..).unwrap_or_default()),
        Err(_) => (f64::from(super::spelled::dozen(&word.stem)?), ""),
    };
    let mut end = word.range.end;
    let mut next = at + 1;
    // `300,000` and `1.5` are one number in two words.
    while let Some(part) = words.get(next) {
        let joint = text.get(end..part.range.start).unwrap_or_default();
        let numeric = part.stem.bytes().all(|byte| byte.is_ascii_digit());
        // `200.000` of countries that write decimals behind a comma
        let thousands = joint == "," || joint == "." && part.stem.ends_with("00");
        if thousands && numeric && part.stem.len() == 3 && suffix.is_empty() {
            value = value * 1000.0 + part.stem.parse::<f64>().ok()?;
        } else if (joint == "." || joint == "," && part.stem.len() < 3) && numeric && suffix.is_empty() {
            value += part.stem.parse::<f64>().ok()? / 10_f64.powi(i32::try_from(part.stem.len()).ok()?);
        } else {
            break;
        }
        end = part.range.end;
        next += 1;
    }
    // A part of a number that the word before began.
    if at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| {
        let joint = text.get(before.range.end..word.range.start).unwrap_or_default();
        matches!(joint, "," | ".")
            && before.stem.bytes().all(|byte| byte.is_ascii_digit())
            && word.stem.bytes().all(|byte| byte.is_ascii_digit())
    }) {
        return None;
    }
    // `the 30-39s`, and not the seconds of `30s`
    let before = text.get(..word.range.start).unwrap_or_default();
    let bare = before.strip_suffix(['-', '–']).is_some_and(|start| start.ends_with(|last: char| last.is_ascii_digit()));
    let scale = match suffix {
        "" => 1.0,
        "s" | "er" if bare => 1.0,
        "k" | "tsd" => 1e3,
        "m" | "mn" => 1e6,
        _ => worth(suffix)?,
    };
    let mut unit = None;
    if let Some(behind) = words
        .get(next)
        .filter(|behind| text.get(end..behind.range.start).is_some_and(|gap| gap.trim().is_empty() || gap == "-"))
        && let Some(worth) = worth(&behind.stem)
    {
        unit = Some(worth);
        end = behind.range.end;
    }
    Some(Figure { range: word.range.start..end, value: value * scale, unit })
}

/// What a unit of time is worth in minutes; other units are worth one.
fn worth(word: &str) -> Option<f64> {
    Some(match word {
        "s" | "sec" | "second" => 1.0 / 60.0,
        "h" | "hr" | "hour" => 60.0,
        "min" | "minute" | "mins" | "year" | "yr" | "month" | "day" | "km" | "kg" | "mm" | "cm" | "m" | "g" | "eur"
        | "usd" | "euro" | "dollar" => 1.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_as_ranges() {
        let bin = |low: Option<f64>, high: Option<f64>| Some((low, high));
        for (label, expected) in [
            ("under 15 min", bin(None, Some(15.0))),
            ("15-29 min", bin(Some(15.0), Some(29.0))),
            ("2 hours or more", bin(Some(120.0), None)),
            ("150k-300k", bin(Some(150_000.0), Some(300_000.0))),
            ("65+", bin(Some(65.0), None)),
            ("<18", bin(None, Some(18.0))),
            ("[10, 20)", bin(Some(10.0), Some(20.0))),
            ("1,000 to 1,500", bin(Some(1000.0), Some(1500.0))),
            ("North", None),
            ("Store 12", None),
        ] {
            assert_eq!(Bin::of_label(label).map(|bin| (bin.low, bin.high)), expected, "{label}");
        }
    }

    #[test]
    fn phrases_mean_the_label_that_says_the_same() {
        for (phrase, label) in [
            ("waited between one and two hours", "60-119 min"),
            ("took two hours or longer", "120+ min"),
            ("are below €150,000", "below 150k"),
            ("waited 15 to 29 minutes", "15-29 min"),
            ("between €300k and €500k", "300k-500k"),
        ] {
            let found = phrases(phrase, &words(phrase));
            assert_eq!(found.len(), 1, "{phrase}");
            assert!(found[0].1.is(Bin::of_label(label).unwrap()), "{phrase}");
            assert!(!found[0].1.is(Bin::of_label("200-300 min").unwrap()));
        }
    }

    #[test]
    fn spans_of_time_are_compared_in_minutes() {
        let bin = |text: &str| phrases(text, &words(text)).pop().map(|(_, bin)| (bin.low, bin.high));
        assert_eq!(bin("over 2 hours"), Some((Some(120.0), None)));
        assert_eq!(bin("under 90 seconds"), Some((None, Some(1.5))));
        assert_eq!(bin("1.5 to 2 hours"), Some((Some(90.0), Some(120.0))));
        assert_eq!(bin("1-2 km"), Some((Some(1.0), Some(2.0))), "other units are worth one");
        assert_eq!(bin("2 and 3 hours"), None);
    }

    #[test]
    fn rows_are_named_by_what_their_range_means() {
        let waits = || super::super::example::table("wait|patients", &["under 15 min|7", "15-60 min|8", "60+ min|9"]);
        let source = super::super::example::source(waits());
        let named = |text: &str| {
            let passage = super::super::passage::passages(text).remove(0);
            rows(text, &passage, &source).into_iter().map(|name| name.rows).collect::<Vec<_>>()
        };
        assert_eq!(named("Nine waited one hour or longer."), [[2]]);
        assert_eq!(named("Nine waited less than 15 minutes."), [[0]]);
        assert_eq!(named("Nine waited 20 to 40 minutes."), [[0; 0]; 0]);
        assert_eq!(Bin::of_label("Manufacturing line 3-4 North"), None, "a name that only holds a range");
    }

    #[test]
    fn a_phrase_may_mean_several_ranges_or_keys() {
        let named = |header: &str, lines: &[&str], text: &str| {
            let source = super::super::example::source(super::super::example::table(header, lines));
            let passage = super::super::passage::passages(text).remove(0);
            let found = rows(text, &passage, &source).into_iter().chain(numbers(text, &passage, &source));
            found.map(|name| name.rows).collect::<Vec<_>>()
        };
        let ages = ["0-17|7", "18-39|8", "40-64|3", "65-79|9", "80+|4"];
        assert_eq!(named("age|patients", &ages, "Patients of 65 and older are 13."), [[3, 4]]);
        assert_eq!(named("age|patients", &ages, "Those of 70 and older are 13."), [[0; 0]; 0]);
        let hours = ["14|7", "15|8", "16|3", "17|9"];
        assert_eq!(named("hour|visits", &hours, "The hours from 15 to 17 bring 20."), [[1, 2, 3]]);
        assert_eq!(named("hour|visits", &hours, "The hour from 15 to 16 brings 8."), [[1]]);
        assert_eq!(named("shop|visits", &hours, "The hours from 15 to 17 bring 20."), [[0; 0]; 0]);
    }
}

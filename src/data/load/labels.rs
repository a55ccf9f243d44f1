//! Lines below the names that say more of the columns: units, types, the names in other words, the keys of a survey.
//!
//! Told from the columns' types without them. Pure.

use super::column::Type;
use super::decide::Decision;
use super::numeral;
use super::shape::{Shape, classify, trim};
use super::survey::{Aside, Reason};

/// Lines below the names that are looked at.
pub(super) const ROWS: usize = 3;
/// Characters of the unit of a column.
const UNIT_CHARS: usize = 14;
/// Characters of a unit between brackets.
const BRACKETED_CHARS: usize = 32;

/// What the records right below the names are that are no rows, from the first one on. `behind` tells how many rows stand
/// behind so many records, and what types the columns have by these rows alone.
pub(super) fn told(names: &[Vec<u8>], rows: &[Aside], behind: impl Fn(usize) -> (u64, Vec<Decision>)) -> Vec<Reason> {
    if let Some(at) = rows.iter().rposition(is_survey_row) {
        return vec![Reason::Labels; at + 1];
    }
    if rows.first().is_some_and(|row| names_the_labels(names, row)) && behind(1).0 > 0 {
        return vec![Reason::Labels];
    }
    for count in (1..=rows.len()).rev() {
        let (others, types) = behind(count);
        let lines = rows.get(..count).unwrap_or_default();
        // So few rows tell nothing of what else stands in their columns.
        if others == 0 || !lines.iter().all(|row| is_wordy(row, &types)) {
            continue;
        }
        let kinds: Vec<Option<Reason>> = lines.iter().map(|row| kind(names, row, &types, others)).collect();
        // Beside a line that is certain others need not be.
        if kinds.iter().any(Option::is_some) {
            return kinds.into_iter().map(|kind| kind.unwrap_or(Reason::Labels)).collect();
        }
    }
    Vec::new()
}

/// What a record below the names certainly is; none where it may be a row.
fn kind(names: &[Vec<u8>], row: &Aside, types: &[Decision], others: u64) -> Option<Reason> {
    if is_unit_row(row, types) {
        return Some(Reason::Units);
    }
    let labels = is_width_row(row) || (others > 1 && (is_label_row(row, types) || tells_the_names(names, row, types)));
    labels.then_some(Reason::Labels)
}

/// Whether a record has nothing but words, at least one of them above a column of values, and none that fits such a one.
fn is_wordy(row: &Aside, types: &[Decision]) -> bool {
    if is_width_row(row) {
        return true;
    }
    let wordy = |text: &[u8]| {
        matches!(classify(text).shape, Shape::Text | Shape::Empty | Shape::Blank | Shape::Word)
            && !numeral::is_numeral(text)
    };
    row.texts.iter().all(|text| wordy(text)) && fits_no_value(row, types)
}

/// Whether a record names the labels of the rows, whose column has no name, and nothing else.
fn names_the_labels(names: &[Vec<u8>], row: &Aside) -> bool {
    let label = row.texts.first().map(|text| trim(text)).unwrap_or_default();
    let nameless = names.first().is_some_and(|name| trim(name).is_empty());
    let others = names.iter().skip(1).all(|name| !trim(name).is_empty());
    nameless && others && names.len() > 2 && row.filled() == 1 && !row.short && classify(label).shape == Shape::Text
}

/// Whether a record holds the keys under which a survey's questions are known, as Qualtrics writes them below them.
fn is_survey_row(row: &Aside) -> bool {
    let mut texts = row.texts.iter().map(|text| trim(text)).filter(|text| !text.is_empty()).peekable();
    texts.peek().is_some() && texts.all(|text| text.starts_with(b"{\"ImportId\":") && text.ends_with(b"}"))
}

/// Whether a record holds widths and kinds of columns, as `5s`, `20d` and `14n` below the names of hydrologists' files.
fn is_width_row(row: &Aside) -> bool {
    let is_width = |text: &[u8]| {
        let digits = text.strip_suffix(b"s").or(text.strip_suffix(b"d")).or(text.strip_suffix(b"n"));
        digits.is_some_and(|digits| !digits.is_empty() && digits.len() < 4 && digits.iter().all(u8::is_ascii_digit))
    };
    row.texts.len() > 1 && row.texts.iter().all(|text| is_width(trim(text)))
}

/// Whether the record below the names says in other words what each column is: nothing but words, each once, above
/// columns of which the first and others are no texts.
fn is_label_row(row: &Aside, types: &[Decision]) -> bool {
    let valued = types.iter().filter(|kind| kind.kind != Type::Text).count();
    let first = types.first().is_some_and(|kind| kind.kind != Type::Text);
    let misfits = row.texts.iter().zip(types).all(|(text, kind)| kind.kind == Type::Text || !kind.fits(text));
    let units = row.texts.iter().all(|text| is_unit(&String::from_utf8_lossy(trim(text))));
    first && valued > 1 && misfits && !units && are_words_once(row)
}

/// Whether a record has a word in every field, and none twice.
fn are_words_once(row: &Aside) -> bool {
    let texts: Vec<&[u8]> = row.texts.iter().map(|text| trim(text)).collect();
    let wordy = |text: &&[u8]| classify(text).shape == Shape::Text && !numeral::is_numeral(text);
    let once = texts.iter().enumerate().all(|(at, text)| !texts.get(..at).unwrap_or_default().contains(text));
    once && texts.iter().all(wordy)
}

/// Whether the record below the names begins in most fields with the name of the column, or asks for it: `Population` below
/// `pop`, `How old are you?` above ages.
fn tells_the_names(names: &[Vec<u8>], row: &Aside, types: &[Decision]) -> bool {
    let letters = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).to_lowercase();
        text.chars().filter(|character| character.is_alphanumeric()).collect::<String>()
    };
    let pairs = || names.iter().zip(&row.texts).zip(types);
    let alike = pairs().filter(|((name, text), _)| {
        let name = letters(name);
        !name.is_empty() && letters(text).starts_with(&name)
    });
    let is_question = |text: &[u8]| trim(text).ends_with(b"?") && trim(text).contains(&b' ');
    let asks = pairs().any(|((_, text), kind)| kind.kind != Type::Text && is_question(text));
    let misfits = pairs().all(|((_, text), kind)| kind.kind == Type::Text || !kind.fits(text));
    let alike = alike.count();
    misfits && are_words_once(row) && ((alike > 1 && alike * 2 >= row.texts.len()) || asks)
}

/// Units that columns of measurements have below their names, in lower case.
const UNITS: [&str; 64] = [
    "s", "sec", "ms", "min", "h", "hr", "hrs", "hours", "d", "days", "years", "m", "cm", "mm", "km", "ft", "in", "mi",
    "nm", "kg", "g", "mg", "lb", "lbs", "t", "oz", "l", "ml", "c", "f", "k", "pa", "hpa", "kpa", "bar", "mbar", "v",
    "mv", "a", "ma", "w", "kw", "kwh", "mw", "mwh", "j", "kj", "n", "hz", "khz", "mhz", "ghz", "usd", "eur", "gbp",
    "chf", "jpy", "mol", "ppm", "deg", "rpm", "kcal", "db", "ha",
];

/// Such units in full, and what else stands in their place.
const WORDS: [&str; 45] = [
    "second",
    "seconds",
    "minutes",
    "hour",
    "day",
    "month",
    "months",
    "year",
    "meter",
    "meters",
    "metre",
    "metres",
    "centimeters",
    "centimetres",
    "millimeters",
    "millimetres",
    "kilometers",
    "kilometres",
    "feet",
    "inches",
    "miles",
    "gram",
    "grams",
    "kilogram",
    "kilograms",
    "tonnes",
    "pounds",
    "liters",
    "litres",
    "celsius",
    "fahrenheit",
    "kelvin",
    "degrees",
    "percent",
    "volt",
    "volts",
    "amps",
    "watts",
    "pascal",
    "knots",
    "dollars",
    "euros",
    "utc",
    "unitless",
    "deg c",
];

/// Whether a text is a unit: a known one, one in brackets, one with a sign that only units have, or the way in which dates
/// are written.
pub(super) fn is_unit(text: &str) -> bool {
    let lower = text.to_lowercase();
    is_bracketed(text)
        || UNITS.contains(&lower.as_str())
        || WORDS.contains(&lower.as_str())
        || text.contains(['°', '/', '%', '²', '³', 'µ', '€', '$', '£'])
        || is_date_pattern(&lower)
}

fn is_bracketed(text: &str) -> bool {
    (text.starts_with('(') && text.ends_with(')')) || (text.starts_with('[') && text.ends_with(']'))
}

/// Whether a text in lower case says how dates or times are written: `yyyy-mm-dd hh:mm`.
fn is_date_pattern(text: &str) -> bool {
    let letters = |letter: char| text.chars().filter(|other| *other == letter).count();
    let all = text.chars().all(|character| "ymdhst".contains(character) || "-/.: ".contains(character));
    all && letters('m') > 1 && (letters('y') > 1 || letters('h') > 0) && text.chars().any(|c| "-/.:".contains(c))
}

/// Whether the record below the names holds units: nothing else stands above numbers, and nothing that could be a value
/// above texts.
fn is_unit_row(row: &Aside, types: &[Decision]) -> bool {
    let is_short = |text: &[u8]| {
        let text = String::from_utf8_lossy(trim(text));
        let longest = if is_bracketed(&text) { BRACKETED_CHARS } else { UNIT_CHARS };
        text.chars().count() <= longest
            && (text.is_empty() || is_unit(&text) || matches!(&*text, "-" | "text" | "string"))
    };
    let wordy = |text: &[u8]| matches!(classify(text).shape, Shape::Text | Shape::Empty | Shape::Blank | Shape::Word);
    row.texts.iter().all(|text| wordy(text) && is_short(text) && !numeral::is_numeral(text))
        && fits_no_value(row, types)
}

/// Whether a row stands above the values of at least half of the columns that hold no texts, and fits none of them.
fn fits_no_value(row: &Aside, types: &[Decision]) -> bool {
    let valued = types.iter().filter(|kind| kind.kind != Type::Text).count();
    let pairs = row.texts.iter().zip(types).filter(|(text, kind)| kind.kind != Type::Text && !trim(text).is_empty());
    let (above, fitting) =
        pairs.fold((0, 0), |(above, fitting), (text, kind)| (above + 1, fitting + usize::from(kind.fits(text))));
    above > 0 && fitting == 0 && above * 2 >= valued
}

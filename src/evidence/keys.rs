//! Rows that are named by a number which is their key, or by having none.
//!
//! Uses the passages, sources and number words of this room. `Class 3`, `store 12` and `three-bedroom` name a row; the number
//! in them is part of the name and no figure.

mod clock;

use std::ops::Range;

use super::column::Column;
use super::naming::RowName;
use super::passage::Passage;
use super::source::{Place, Source};
use super::spelled;
use super::words::{Word, family};
use crate::table::Cell;

/// Keys that are hardly a figure by chance: codes of three digits and more.
const CODES: Range<f64> = 100.0..1e6;

/// Digits of a key at most.
const KEY_DIGITS: usize = 6;

/// Bytes at most between a key and the word that it belongs to.
const JOINT_BYTES: usize = 2;

/// Rows named by a number that is a key: `class 3`, `store 12`, `6 cylinders`, `three-bedroom`, and a cell below the name of
/// the key in a table.
#[must_use]
pub fn keys(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    // The smallest and the largest value of a file's column are no keys: `the least dense is Celd with 431`.
    let is_key = |(index, column): &(usize, &Column)| column.is_label && !(source.is_file && *index > 0);
    for (column, of) in source.columns.iter().enumerate().filter(is_key) {
        let mut named = |range: Range<usize>, value: f64| {
            let rows = of.holding(value);
            if !rows.is_empty() {
                found.push(RowName { range, column, rows });
            }
        };
        below_headers(text, passage, of, &mut named);
        behind_links(text, passage, of, &mut named);
        percentages(text, passage, of, &mut named);
        beside_names(text, passage, of, &mut named);
        if of.is_named_by("hour") {
            for (range, hour) in clock::hours(text, passage) {
                named(range, hour);
            }
        }
    }
    found.extend(in_brackets(text, passage, source));
    found.extend(equalled(text, passage, source));
    found
}

/// Codes that a column is said to be: `churned is 0 for 63.3 %`.
fn equalled(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let words = &passage.words;
    let mut found = Vec::new();
    for ((name, link), key) in words.iter().zip(words.iter().skip(1)).zip(words.iter().skip(2)) {
        let behind = text.get(key.range.end..).unwrap_or_default();
        let code = key.stem.bytes().all(|byte| byte.is_ascii_digit()) && behind.starts_with(" for ");
        if link.stem != "is" || !code {
            continue;
        }
        let is_named = |column: &&Column| !source.is_file && column.is_named_by(&name.family);
        for column in source.columns.iter().filter(is_named) {
            let is = |row: &usize| source.cell(Place { column: column.index, row: *row }).as_text() == Some(&key.stem);
            let rows: Vec<usize> = (0..source.rows.len()).filter(is).collect();
            if !rows.is_empty() {
                found.push(RowName { range: key.range.clone(), column: column.index, rows });
            }
        }
    }
    found
}

/// Keys in brackets behind another name of their row: `Old Mint (118)`.
fn in_brackets(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    let keys = source.columns.iter().enumerate().filter(|(_, column)| column.is_label && column.is_whole);
    for (column, of) in keys {
        for key in &passage.words {
            let Some(value) = key.stem.parse::<f64>().ok().filter(|_| key.stem.len() <= KEY_DIGITS) else { continue };
            let before = text.get(passage.range.start..key.range.start).and_then(|before| before.strip_suffix('('));
            let closed = text.get(key.range.end..).is_some_and(|behind| behind.starts_with(')'));
            let Some(before) = before.filter(|_| closed).map(|before| before.trim_end_matches([' ', '*', '_'])) else {
                continue;
            };
            let is_called = |row: &usize| {
                let labels = source.columns.iter().filter(|label| label.is_label && label.index != column);
                let mut names =
                    labels.filter_map(|label| source.cell(Place { column: label.index, row: *row }).as_text());
                names.any(|name| before.ends_with(name))
            };
            let rows: Vec<usize> = of.holding(value).into_iter().filter(is_called).collect();
            if !rows.is_empty() {
                found.push(RowName { range: key.range.clone(), column, rows });
            }
        }
    }
    found
}

/// Cells of a table below a header that names the key.
fn below_headers(text: &str, passage: &Passage, of: &Column, named: &mut dyn FnMut(Range<usize>, f64)) {
    for (range, header) in &passage.cells {
        let cell = text.get(range.clone()).unwrap_or_default().trim();
        if let Ok(value) = cell.parse()
            && header.iter().any(|word| of.is_named_by(word))
        {
            let start = range.start + text.get(range.clone()).and_then(|inside| inside.find(cell)).unwrap_or(0);
            named(start..start + cell.len(), value);
        }
    }
}

/// Words for the classes that keys make, as stems.
const CLASSES: [&str; 9] = ["tier", "band", "bracket", "class", "group", "level", "step", "stufe", "gruppe"];

/// Keys that are percentages: `at 30% off`, `a 5 % discount`.
fn percentages(text: &str, passage: &Passage, of: &Column, named: &mut dyn FnMut(Range<usize>, f64)) {
    for (key, noun) in passage.words.iter().zip(passage.words.iter().skip(1)) {
        let between = text.get(key.range.end..noun.range.start).unwrap_or_default();
        let Some(value) = key.stem.parse().ok().filter(|_| matches!(between, "% " | " % ")) else { continue };
        let is_noun = of.is_named_by(&noun.family)
            || of.is_akin_to(&noun.stem)
            || ["pct", "percent"].iter().any(|word| of.name.to_lowercase().contains(word))
                && CLASSES.contains(&noun.stem.as_str())
            || noun.stem == "off" && of.is_named_by("discount");
        if is_noun {
            named(key.range.start..noun.range.end, value);
        }
    }
}

/// Codes behind a word that leads to one, in a passage that names the key: `41 with status 503 and 18 with 502`.
fn behind_links(text: &str, passage: &Passage, of: &Column, named: &mut dyn FnMut(Range<usize>, f64)) {
    let said = passage.words.iter().any(|word| of.is_named_by(&word.family));
    for (link, key) in passage.words.iter().zip(passage.words.iter().skip(1)).filter(|_| said) {
        let leads = matches!(link.stem.as_str(), "with" | "a" | "an" | "and" | "than" | "by" | "code" | "after" | "as");
        // `25 were 502s`
        let several = key.stem.strip_suffix('s').filter(|_| matches!(link.stem.as_str(), "were" | "was" | "are"));
        let value = several.unwrap_or(&key.stem).parse().ok().filter(|value| CODES.contains(value));
        // The year of `2033-11-02` and the thousands of `203,311` are no keys.
        let mut behind = text.get(key.range.end..).unwrap_or_default().chars();
        let joined = behind.next().is_some_and(|mark| "-.,/:".contains(mark))
            && behind.next().is_some_and(|next| next.is_ascii_digit());
        let plain = text.get(link.range.end..key.range.start) == Some(" ") && !joined;
        if let Some(value) = value.filter(|_| (leads || several.is_some()) && plain) {
            named(key.range.clone(), value);
        }
    }
}

/// Keys right before or behind a word that names them, and those listed with them.
fn beside_names(text: &str, passage: &Passage, of: &Column, named: &mut dyn FnMut(Range<usize>, f64)) {
    let words = || passage.words.iter().zip(&passage.looks);
    for ((first, look), (second, next)) in words().zip(words().skip(1)) {
        let between = text.get(first.range.end..second.range.start).unwrap_or_default();
        if between.len() > JOINT_BYTES || look.number.or(next.number).is_none() {
            continue;
        }
        let pairs = [(first, second, next), (second, first, look)];
        // The 8 of `42.8 minutes` is no key; and hours are called so, but for `17:00`.
        let is_time = || TIMES.iter().any(|time| of.is_named_by(time));
        let is_akin = |name: &str| !is_time() && of.is_akin_to(name);
        let pair = pairs.into_iter().find_map(|(name, key, look)| {
            let value = look.number.filter(|_| !is_rest(text, key) && !is_time_counted(text, key, name, &is_time))?;
            // `Stufe 2` of a `warnstufe`
            let is_end = || name.stem.chars().count() >= 5 && of.words.iter().any(|own| own.ends_with(&name.stem));
            let belongs = of.is_named_by(family(&name.stem)) || is_akin(&name.stem) || is_end();
            belongs.then_some((key, value))
        });
        let Some((key, value)) = pair else { continue };
        named(key.range.clone(), value);
        // `two to three bedrooms`, `the 2 and 3 bedrooms`
        let mut first = key.range.start;
        for word in passage.words.iter().rev().filter(|word| word.range.end < key.range.start) {
            let link = text.get(word.range.end..first).unwrap_or_default().trim();
            if matches!(word.stem.as_str(), "to" | "and" | "or" | "versus" | "vs") && link.len() <= 1 {
                first = word.range.start;
                continue;
            }
            let (Some(value), true) = (small(&word.stem), is_listing(link)) else { break };
            named(word.range.clone(), value);
            first = word.range.start;
        }
        // `hours 3, 4 and 5`, `levels 1 to 3`; of `level 1, 4.2 min` only the level is one.
        let mut last = key.range.end;
        let behind = passage.words.iter().filter(|word| word.range.start > key.range.end);
        for word in behind.take_while(|word| !is_amount(text, word)) {
            let link = text.get(last..word.range.start).unwrap_or_default().trim();
            if matches!(word.stem.as_str(), "to" | "and" | "or" | "until") && link.len() <= 1 {
                last = word.range.end;
                continue;
            }
            let (Some(value), true) = (small(&word.stem), is_listing(link)) else { break };
            named(word.range.clone(), value);
            last = word.range.end;
        }
    }
}

/// Whether times are counted, `seven months`, and none of them is named.
fn is_time_counted(text: &str, key: &Word, name: &Word, is_time: &dyn Fn() -> bool) -> bool {
    let written = text.get(name.range.clone()).unwrap_or_default();
    let plural = ["s", "nate", "naten", "tage", "tagen", "ahre", "ahren", "wochen", "tunden"];
    key.range.end < name.range.start && plural.iter().any(|ending| written.ends_with(ending)) && is_time()
}

/// Families of the names of columns that hold a part of a time.
const TIMES: [&str; 7] = ["hour", "minute", "day", "week", "month", "quarter", "year"];

/// Whether a number goes on before a word: `8` in `42.8`.
fn is_rest(text: &str, word: &Word) -> bool {
    let before = text.get(..word.range.start).unwrap_or_default();
    before.strip_suffix(['.', ',']).is_some_and(|rest| rest.ends_with(|last: char| last.is_ascii_digit()))
}

/// Whether a number goes on behind a word, or has a unit sign: `4.2`, `88,1 %`.
fn is_amount(text: &str, word: &Word) -> bool {
    let behind = text.get(word.range.end..).unwrap_or_default();
    let mut characters = behind.chars();
    let goes_on = characters.next().is_some_and(|mark| matches!(mark, '.' | ',' | '\''))
        && characters.next().is_some_and(|next| next.is_ascii_digit());
    goes_on || behind.trim_start_matches([' ', '\u{a0}', '\u{202f}']).starts_with(['%', '$', '€', '£'])
}

/// Whether what stands between two keys lists them.
fn is_listing(link: &str) -> bool {
    matches!(link, "" | "," | "–" | "-" | "/")
}

/// Rows that are named by what they lack: `no rating`, `without bedrooms`, for a missing value or zero of a key.
#[must_use]
pub fn lacking(passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    for (first, second) in passage.words.iter().zip(passage.words.iter().skip(1)) {
        if !matches!(first.stem.as_str(), "no" | "without" | "missing" | "lack" | "lacking" | "zero" | "unknown") {
            continue;
        }
        for (column, of) in source.columns.iter().enumerate().filter(|(_, column)| column.is_label) {
            if !of.is_named_by(&second.family) {
                continue;
            }
            let lacks = |row: &usize| match source.cell(Place { column, row: *row }) {
                Cell::Null => true,
                Cell::Int(number) => *number == 0,
                Cell::Bool(_) | Cell::Float(_) | Cell::Text(_) => false,
            };
            let rows: Vec<usize> = (0..source.rows.len()).filter(lacks).collect();
            if !rows.is_empty() {
                found.push(RowName { range: first.range.start..second.range.end, column, rows });
            }
        }
    }
    found
}

/// A number of few digits, or a small one in letters.
#[must_use]
pub fn small(word: &str) -> Option<f64> {
    const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let ordinal = ORDINALS.iter().position(|ordinal| *ordinal == word).and_then(|at| u8::try_from(at + 1).ok());
    let ordinal =
        ordinal.or_else(|| ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)?.parse().ok()));
    if let Some(ordinal) = ordinal {
        return Some(f64::from(ordinal));
    }
    spelled::dozen(word).map(f64::from).or_else(|| word.parse().ok().filter(|_| word.len() <= KEY_DIGITS))
}

#[cfg(test)]
mod tests {
    use super::super::example::{source, table};
    use super::super::passage::passages;
    use super::*;

    /// The rows that a text names by numbers: as they are written, with the rows.
    fn named(text: &str, header: &str, rows: &[&str]) -> Vec<(String, Vec<usize>)> {
        let source = source(table(header, rows));
        let passage = passages(text).pop().unwrap();
        let found = keys(text, &passage, &source).into_iter().chain(lacking(&passage, &source));
        found.map(|name| (text[name.range].to_owned(), name.rows)).collect()
    }

    fn one(written: &str, row: usize) -> (String, Vec<usize>) {
        (written.to_owned(), vec![row])
    }

    #[test]
    fn a_key_stands_beside_its_name() {
        let rows = ["1|80", "2|70", "3|60"];
        assert_eq!(named("In class 3 there were 80.", "class|n", &rows), [one("3", 2)]);
        assert_eq!(named("In second class there were 80.", "class|n", &rows), [one("second", 1)]);
        assert_eq!(named("In classes 1 and 3 there were 80.", "class|n", &rows), [one("1", 0), one("3", 2)]);
        assert_eq!(named("There were 3 of them.", "class|n", &rows), []);
        assert_eq!(named("In class 9 there were 80.", "class|n", &rows), []);
    }

    #[test]
    fn a_key_stands_in_brackets_behind_the_name_of_its_row() {
        let rows = ["118|Mint|437", "141|Lawn|571"];
        assert_eq!(named("Mint (118) had 437.", "no|place|votes", &rows), [one("118", 0)]);
        assert_eq!(named("Lawn (118) had 437.", "no|place|votes", &rows), []);
        let hours = ["10|184", "17|178"];
        let text = "At 10 a.m. it was 184, at 17:00 less.";
        assert_eq!(named(text, "hour|tickets", &hours), [one("10 a.m", 0), one("17:00", 1)]);
    }

    #[test]
    fn codes_stand_behind_a_word_that_leads_to_one() {
        let rows = ["404|41", "503|18"];
        let text = "41 ended with status 404, and 18 with 503.";
        assert_eq!(named(text, "status|n", &rows), [one("503", 1), one("404", 0)]);
        assert_eq!(named("The status came as late as 503-11-02, and with 404,100.", "status|n", &rows), []);
    }

    #[test]
    fn a_cell_below_the_name_is_a_key() {
        let text = "| class | n |\n|---|---|\n| 3 | 60 |";
        assert_eq!(named(text, "class|n", &["1|80", "2|70", "3|60"]), [one("3", 2)]);
    }

    #[test]
    fn a_row_is_named_by_what_it_lacks() {
        let rows = ["good|7", "|8", "bad|9"];
        assert_eq!(named("Those without rating were 8.", "rating|n", &rows), [one("without rating", 1)]);
        assert_eq!(named("Those with rating were 8.", "rating|n", &rows), []);
    }
}

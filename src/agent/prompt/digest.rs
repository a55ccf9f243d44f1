//! What is told of a table with more columns than can be told one by one, within a number of bytes.
//!
//! Columns whose names differ in a number are one line. Of the others, those that the question names and those that say most
//! of the data are told in full, as far as there is room beside the names of the rest; names for which there is no room
//! are counted by their beginnings. Lines stand in the order of the file.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::series::{Series, series};
use crate::event::{ColumnProfile, Dataset};
use crate::limits::{DIGEST_BEGINNINGS, DIGEST_NAMES, PROMPT_COLUMNS, Privacy};
use crate::table::{Cell, Kind};
use crate::tools::columns::{self, json_line};

/// How a column is told that has no line of its own.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// Its name and type.
    Named,
    /// As one of a series, whose line stands at its first column.
    InSeries(Option<Value>),
    /// Not at all; it is counted.
    Counted,
}

/// The lines of a table's columns.
pub fn lines(dataset: &Dataset, question: Option<&str>, privacy: Privacy, bytes: usize) -> Vec<Value> {
    let columns = &dataset.columns;
    let mut parts = vec![Part::Named; columns.len()];
    let asked: HashSet<usize> = question.map(|question| named_by(question, columns)).unwrap_or_default();
    let mut left = bytes;
    let names = bytes * DIGEST_NAMES.0 / DIGEST_NAMES.1;
    for series in series(columns) {
        let line = series_line(dataset, &series, privacy);
        let length = length(&line);
        // What does not fit as a series fits even less by name.
        let fits = left.saturating_sub(length) > bytes - names;
        left -= if fits { length } else { 0 };
        let first = series.members.iter().copied().min();
        for place in series.members {
            let line = (Some(place) == first).then(|| line.clone());
            set(&mut parts, place, if fits { Part::InSeries(line) } else { Part::Counted });
        }
    }
    let mut room = left.saturating_sub(bytes - names);
    for (place, column) in columns.iter().enumerate() {
        if parts.get(place) != Some(&Part::Named) {
            continue;
        }
        let length = length(&json!([column.name, columns::type_name(column, privacy)])) + 1;
        if length <= room {
            room -= length;
            left -= length;
        } else {
            set(&mut parts, place, Part::Counted);
        }
    }
    let mut full: BTreeMap<usize, Value> = BTreeMap::new();
    for place in by_interest(dataset, &asked, &parts) {
        let Some(column) = columns.get(place).filter(|_| full.len() < PROMPT_COLUMNS) else { break };
        let line = columns::line(dataset, column, privacy);
        let length = length(&line);
        if length <= left {
            left -= length;
            full.insert(place, line);
        }
    }
    written(dataset, &parts, &full, privacy)
}

fn set(parts: &mut [Part], place: usize, part: Part) {
    if let Some(slot) = parts.get_mut(place) {
        *slot = part;
    }
}

/// Bytes of a line.
fn length(line: &Value) -> usize {
    json_line(line).len() + 1
}

/// Columns whose names, or all words of whose names, stand in the question.
fn named_by(question: &str, columns: &[ColumnProfile]) -> HashSet<usize> {
    let lower = question.to_lowercase();
    let words: HashSet<String> = words(&lower);
    let is_named = |column: &ColumnProfile| {
        let name = column.name.to_lowercase();
        let parts = self::words(&name);
        stands_in(&lower, &name) || (!parts.is_empty() && parts.iter().all(|part| words.contains(part)))
    };
    columns.iter().enumerate().filter(|(_, column)| is_named(column)).map(|(place, _)| place).collect()
}

/// Whether a name stands in a text as a whole.
fn stands_in(text: &str, name: &str) -> bool {
    let goes_on = |character: Option<char>| character.is_some_and(|it| it.is_alphanumeric() || it == '_');
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let (before, behind) = (text.get(..at), text.get(at + name.len()..));
            !goes_on(before.and_then(|before| before.chars().next_back()))
                && !goes_on(behind.and_then(|behind| behind.chars().next()))
        })
}

fn words(text: &str) -> HashSet<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Columns by how much it tells to tell them in full: those that the question names, then some of each kind in turn. Of a
/// series the first column stands for all; of what is not named, only what the question names.
fn by_interest(dataset: &Dataset, asked: &HashSet<usize>, parts: &[Part]) -> Vec<usize> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    for (place, (column, part)) in dataset.columns.iter().zip(parts).enumerate() {
        if asked.contains(&place) {
            found.push((0, place));
        } else if matches!(part, Part::Named | Part::InSeries(Some(_))) {
            let turns = turns(dataset.rows, column);
            let number = seen.entry(turns).or_default();
            *number += 1;
            found.push((turns * *number, place));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, place)| place).collect()
}

/// In which turns columns like this one are told, the lower the oftener: categories and measures, times, texts, what is
/// different in each row, constants and what is nearly empty.
fn turns(rows: u64, column: &ColumnProfile) -> usize {
    let filled = rows.saturating_sub(column.nulls);
    if filled.saturating_mul(20) < rows || column.distinct.is_some_and(|distinct| distinct <= 1) {
        return 30;
    }
    let kind = Kind::of(&column.kind);
    let few = column.distinct.is_some_and(|distinct| distinct <= 50 && distinct.saturating_mul(2) <= filled);
    let many = column.distinct.is_some_and(|distinct| distinct.saturating_mul(2) > filled);
    match (kind.is_temporal(), kind.is_numeric(), few, many) {
        (true, _, _, _) => 4,
        (false, true, _, _) | (false, false, true, _) => 1,
        (false, false, false, false) => 3,
        (false, false, false, true) => 6,
    }
}

fn series_line(dataset: &Dataset, series: &Series, privacy: Privacy) -> Value {
    let members: Vec<&ColumnProfile> = series.members.iter().filter_map(|place| dataset.columns.get(*place)).collect();
    let (Some(first), Some(last)) = (members.first(), members.last()) else { return Value::Null };
    let mut line = Map::new();
    line.insert("series".to_owned(), json!([first.name, last.name]));
    line.insert("of".to_owned(), json!(dataset.table));
    line.insert("count".to_owned(), json!(members.len()));
    if series.step > 1 {
        line.insert("step".to_owned(), json!(series.step));
    }
    line.insert("type".to_owned(), json!(columns::type_name(first, privacy)));
    let range = |numbers: Vec<u64>| json!([numbers.iter().min(), numbers.iter().max()]);
    match privacy {
        Privacy::Schema => return Value::Object(line),
        Privacy::Rows | Privacy::Stats => {
            line.insert("nulls".to_owned(), range(members.iter().map(|column| column.nulls).collect()));
            let distinct: Vec<u64> = members.iter().filter_map(|column| column.distinct).collect();
            if distinct.len() == members.len() {
                line.insert("distinct".to_owned(), range(distinct));
            }
        }
    }
    if privacy == Privacy::Rows && Kind::of(&first.kind).is_numeric() {
        let number = |cell: &&Cell| cell.as_f64().is_some();
        let order = |one: &&Cell, other: &&Cell| one.as_f64().partial_cmp(&other.as_f64()).unwrap_or(Ordering::Equal);
        let smallest = members.iter().map(|column| &column.min).filter(number).min_by(order);
        let largest = members.iter().map(|column| &column.max).filter(number).max_by(order);
        if let (Some(smallest), Some(largest)) = (smallest, largest) {
            line.insert("min".to_owned(), json!(smallest));
            line.insert("max".to_owned(), json!(largest));
        }
    }
    Value::Object(line)
}

/// The lines in the order of the file: names of columns between two others share one.
fn written(dataset: &Dataset, parts: &[Part], full: &BTreeMap<usize, Value>, privacy: Privacy) -> Vec<Value> {
    let mut lines = Vec::new();
    let mut named: Vec<Value> = Vec::new();
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    let close = |named: &mut Vec<Value>, lines: &mut Vec<Value>| {
        if !named.is_empty() {
            lines.push(json!({ "of": dataset.table, "further_columns": std::mem::take(named) }));
        }
    };
    for (place, (column, part)) in dataset.columns.iter().zip(parts).enumerate() {
        let own = full.get(&place);
        if let Part::InSeries(Some(line)) = part {
            close(&mut named, &mut lines);
            lines.push(line.clone());
        }
        if let Some(line) = own {
            close(&mut named, &mut lines);
            lines.push(line.clone());
            continue;
        }
        match part {
            Part::Named => named.push(json!([column.name, columns::type_name(column, privacy)])),
            Part::InSeries(_) => {}
            Part::Counted => *counted.entry(beginning(&column.name)).or_default() += 1,
        }
    }
    close(&mut named, &mut lines);
    let all: usize = counted.values().sum();
    if all > 0 {
        let mut counted: Vec<(&str, usize)> = counted.into_iter().filter(|(_, count)| *count > 1).collect();
        counted.sort_by_key(|(beginning, count)| (std::cmp::Reverse(*count), *beginning));
        counted.truncate(DIGEST_BEGINNINGS);
        lines.push(json!({ "of": dataset.table, "not_listed": all, "names_begin": counted }));
    }
    lines
}

/// The first word of a name, cut to what a beginning needs.
fn beginning(name: &str) -> &str {
    let word = name.split(|character: char| !character.is_alphabetic()).next().unwrap_or_default();
    word.get(..word.char_indices().nth(24).map_or(word.len(), |(at, _)| at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::prompt::series::tests::column;

    fn dataset(columns: Vec<ColumnProfile>) -> Dataset {
        let mut dataset: Dataset = serde_json::from_value(json!({
            "name": "a.csv", "table": "data", "path": "a.csv", "format": "csv", "bytes": 1, "rows": 100, "columns": [],
            "reading": {
                "delimiter": ",", "quote": "\"", "escape": "\"", "encoding": "utf-8", "header": true,
                "missing_words": [], "notes": [],
            },
            "certificate": { "checked": [], "kept": [] },
        }))
        .unwrap();
        dataset.columns = columns;
        dataset
    }

    fn text(lines: &[Value]) -> String {
        lines.iter().map(|line| json_line(line) + "\n").collect()
    }

    fn word(number: usize) -> String {
        let letter = "abcdefghijklmnopqrstuvwxyz".get(number % 26..=number % 26).unwrap();
        format!("col_{}", letter.repeat(number / 26 + 1))
    }

    #[test]
    fn columns_that_differ_in_a_number_are_one_line() {
        let mut columns: Vec<ColumnProfile> =
            (0..1_200).map(|number| column(&format!("m_{number:04}"), "DOUBLE")).collect();
        columns[7].min = Cell::Float(-2.5);
        columns[9].max = Cell::Int(4);
        columns[3].nulls = 5;
        columns.insert(0, column("id", "BIGINT"));
        let lines = lines(&dataset(columns), None, Privacy::Rows, 2_000);
        assert_eq!(
            text(&lines),
            "{\"column\":\"id\",\"of\":\"data\",\"type\":\"BIGINT\",\"nulls\":0,\"distinct\":3}\n\
             {\"series\":[\"m_0000\",\"m_1199\"],\"of\":\"data\",\"count\":1200,\"type\":\"DOUBLE\",\"nulls\":[0,5],\
             \"distinct\":[3,3],\"min\":-2.5,\"max\":4}\n\
             {\"column\":\"m_0000\",\"of\":\"data\",\"type\":\"DOUBLE\",\"nulls\":0,\"distinct\":3}\n"
        );
    }

    #[test]
    fn what_is_told_stays_within_its_bytes_and_nothing_is_lost_silently() {
        for (count, bytes) in [(61, 9_000), (420, 6_000), (3_000, 6_000), (9_000, 20_000)] {
            let columns: Vec<ColumnProfile> = (0..count).map(|number| column(&word(number), "VARCHAR")).collect();
            let lines = lines(&dataset(columns), None, Privacy::Rows, bytes);
            // A line for what is not listed comes on top.
            assert!(text(&lines).len() <= bytes + 600, "{count}: {}", text(&lines).len());
            let told: u64 = lines
                .iter()
                .map(|line| match (line.get("further_columns"), line.get("not_listed")) {
                    (Some(named), _) => named.as_array().unwrap().len() as u64,
                    (None, Some(count)) => count.as_u64().unwrap(),
                    (None, None) => 1,
                })
                .sum();
            assert_eq!(told, count as u64);
        }
    }

    #[test]
    fn columns_that_the_question_names_come_first() {
        let columns: Vec<ColumnProfile> = (0..2_000)
            .map(|number| column(&word(number), "VARCHAR"))
            .chain((0..500).map(|number| column(&format!("m_{number}"), "DOUBLE")))
            .collect();
        let name = word(1_999);
        let question = format!("what is m_499 by {name}, and net price?");
        let mut dataset = dataset(columns);
        dataset.columns.push(column("price (net)", "DOUBLE"));
        let lines = lines(&dataset, Some(&question), Privacy::Rows, 6_000);
        for asked in ["m_499", &name, "price (net)"] {
            assert!(lines.iter().any(|line| line["column"] == asked), "{asked}");
        }
        assert!(lines.iter().any(|line| line["series"][1] == "m_499"));
    }

    #[test]
    fn a_name_within_a_word_is_not_meant() {
        assert!(stands_in("mean of m_1?", "m_1") && stands_in("a", "a") && stands_in("(net) price", "(net) price"));
        assert!(!stands_in("mean of m_12", "m_1") && !stands_in("am_1", "m_1") && !stands_in("x", ""));
    }

    #[test]
    fn levels_tell_no_more_than_they_may() {
        let mut columns: Vec<ColumnProfile> =
            (0..100).map(|number| column(&format!("m_{number}"), "ENUM('secret')")).collect();
        for column in &mut columns {
            (column.min, column.max) = (Cell::Int(4_711), Cell::Int(4_712));
        }
        for (privacy, has_nulls) in [(Privacy::Stats, true), (Privacy::Schema, false)] {
            let text = text(&lines(&dataset(columns.clone()), None, privacy, 6_000));
            assert!(!text.contains("4711") && !text.contains("4712") && !text.contains("secret"), "{text}");
            assert_eq!(text.contains("nulls"), has_nulls, "{text}");
        }
    }
}

//! `describe_columns`: what is known of some columns, of tables with too many to be told at once.
//!
//! Runs no query: it tells what the profile holds, in the words of the opening and no more than the level lets out.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::privacy::Said;
use super::{Tools, columns, input};
use crate::event::{Call, ColumnProfile, Dataset};
use crate::limits::{DESCRIBED_COLUMNS, DESCRIBED_WORDS, MODEL_BYTES, NAMED_COLUMNS, Privacy};

pub const DESCRIPTION: &str = "Tells type and profile of columns, by their names or by words that occur in their names, in any \
    spelling. Without any, it lists names and types.";

/// How alike a word and a name are at least, from 0 to 1.
const ALIKE: f64 = 0.88;

/// The input of `describe_columns`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Names of columns, or words that occur in names.
    #[serde(default)]
    columns: Vec<String>,
    /// One table; all of them unless given.
    #[serde(default)]
    table: Option<String>,
    /// With no columns: the number of the column, from 1, with which the list begins.
    #[serde(default)]
    from: Option<usize>,
}

/// A column and its table.
type Found<'a> = (&'a Dataset, &'a ColumnProfile);

pub fn run(tools: &Tools, call: &Call) -> Said {
    let Input { columns, table, from } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Said::error(message),
    };
    let is_meant = |dataset: &&Dataset| table.as_ref().is_none_or(|table| is_named(dataset, table));
    let datasets: Vec<&Dataset> = tools.datasets.iter().filter(is_meant).collect();
    if datasets.is_empty() {
        let tables: Vec<&str> = tools.datasets.iter().map(|dataset| dataset.table.as_str()).collect();
        let wanted = table.unwrap_or_default();
        return Said::error(format!("there is no table \"{wanted}\"; the tables are {}", tables.join(", ")));
    }
    let all: Vec<Found<'_>> =
        datasets.iter().flat_map(|dataset| dataset.columns.iter().map(|column| (*dataset, column))).collect();
    let (found, missed) = if columns.is_empty() { (Vec::new(), Vec::new()) } else { find(&all, &columns) };
    let told = |privacy| {
        if columns.is_empty() {
            list(&all, from.unwrap_or(1).max(1), privacy)
        } else {
            describe(&found, &missed, privacy)
        }
    };
    let said = if columns.is_empty() || !found.is_empty() { Said::ok } else { Said::error };
    match tools.privacy {
        Privacy::Rows => said(told(Privacy::Rows)),
        level @ (Privacy::Stats | Privacy::Schema) => said(told(level)).or_instead(told(level)),
    }
}

fn is_named(dataset: &Dataset, table: &str) -> bool {
    let names = [Some(&dataset.table), dataset.alias.as_ref(), Some(&dataset.name)];
    names.into_iter().flatten().any(|name| name.eq_ignore_ascii_case(table))
}

/// The columns that words mean, each once, in the order of the words; and the words that mean none.
fn find<'a>(all: &[Found<'a>], words: &[String]) -> (Vec<Found<'a>>, Vec<String>) {
    let (mut found, mut missed): (Vec<Found<'a>>, Vec<String>) = (Vec::new(), Vec::new());
    for word in words.iter().take(DESCRIBED_WORDS) {
        let mut ranked: Vec<(u8, usize)> = Vec::new();
        for (place, (_, column)) in all.iter().enumerate() {
            ranked.extend(closeness(word, column).map(|rank| (rank, place)));
        }
        ranked.sort_unstable();
        // Names that are only alike count where nothing is spelled so.
        let best = ranked.first().map_or(0, |(rank, _)| *rank);
        ranked.retain(|(rank, _)| (*rank <= 2) == (best <= 2));
        if best == 0 && !ranked.is_empty() {
            ranked.retain(|(rank, _)| *rank == 0);
        }
        if ranked.is_empty() {
            missed.push(word.chars().take(80).collect());
        }
        for (_, place) in ranked {
            let Some(column) = all.get(place) else { continue };
            if !found.iter().any(|(dataset, known)| std::ptr::eq(*dataset, column.0) && std::ptr::eq(*known, column.1))
            {
                found.push(*column);
            }
        }
    }
    (found, missed)
}

/// How close a word is to the name of a column: 0 for the name itself, 1 for the same letters, 2 for a part of it, 3 for one
/// that is alike; none for another.
fn closeness(word: &str, column: &ColumnProfile) -> Option<u8> {
    let names = [Some(column.name.as_str()), column.header.as_deref()];
    names.into_iter().flatten().filter_map(|name| close_to(word, name)).min()
}

fn close_to(word: &str, name: &str) -> Option<u8> {
    if word == name {
        return Some(0);
    }
    let (word, name) = (word.trim().to_lowercase(), name.to_lowercase());
    if word == name || (!letters(&word).is_empty() && letters(&word) == letters(&name)) {
        return Some(1);
    }
    let parts: Vec<&str> = split(&word).collect();
    if parts.is_empty() {
        return (!word.is_empty() && name.contains(&word)).then_some(2);
    }
    if parts.iter().all(|part| name.contains(part)) {
        return Some(2);
    }
    let is_alike = |one: &str, other: &str| one.len() > 2 && strsim::jaro_winkler(one, other) >= ALIKE;
    let all_alike = parts.iter().all(|part| split(&name).any(|other| is_alike(part, other)));
    (all_alike || is_alike(&word, &name)).then_some(3)
}

fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty())
}

/// A line for each column as in the opening, then the names of those for which there is no room.
fn describe(found: &[Found<'_>], missed: &[String], privacy: Privacy) -> String {
    let mut text = String::new();
    let mut described = 0;
    for (dataset, column) in found.iter().take(DESCRIBED_COLUMNS) {
        let line = columns::json_line(&columns::line(dataset, column, privacy));
        if text.len() + line.len() > MODEL_BYTES {
            break;
        }
        let _ = writeln!(text, "{line}");
        described += 1;
    }
    let rest = found.get(described..).unwrap_or_default();
    if !rest.is_empty() {
        text.push_str(&named(rest, privacy));
    }
    if !missed.is_empty() {
        let _ = writeln!(text, "{}", columns::json_line(&json!({ "no_column_like": missed })));
    }
    text.trim_end().to_owned()
}

/// Names and types from one column on.
fn list(all: &[Found<'_>], from: usize, privacy: Privacy) -> String {
    match all.get(from - 1..) {
        Some(rest) if !rest.is_empty() => named(rest, privacy).trim_end().to_owned(),
        Some(_) | None => format!("there are {} columns", all.len()),
    }
}

/// Names and types table by table, and how many more there are.
fn named(found: &[Found<'_>], privacy: Privacy) -> String {
    let mut text = String::new();
    let (mut left, mut bytes) = (found, 0);
    while let [(dataset, _), ..] = left {
        let mut names = Vec::new();
        for (_, column) in left.iter().take_while(|(other, _)| std::ptr::eq(*other, *dataset)) {
            let name = json!([column.name, columns::type_name(column, privacy)]);
            bytes += columns::json_line(&name).len() + 1;
            if bytes > MODEL_BYTES || found.len() - left.len() + names.len() >= NAMED_COLUMNS {
                break;
            }
            names.push(name);
        }
        left = left.get(names.len()..).unwrap_or_default();
        let is_cut = left.first().is_some_and(|(other, _)| std::ptr::eq(*other, *dataset));
        if !names.is_empty() {
            let line = json!({ "of": dataset.table, "further_columns": names });
            let _ = writeln!(text, "{}", columns::json_line(&line));
        }
        if is_cut {
            let _ = writeln!(text, "{}", json!({ "more_columns": left.len() }));
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_words_and_slips_find_columns() {
        for (word, name, expected) in [
            ("Net Price", "Net Price", Some(0)),
            ("net_price", "Net Price", Some(1)),
            ("price", "net_price_eur", Some(2)),
            ("eur price", "net_price_eur", Some(2)),
            ("prise", "net_price_eur", Some(3)),
            ("temprature", "temperature_7", Some(3)),
            ("region", "net_price_eur", None),
            ("%", "share %", Some(2)),
            ("", "a", None),
        ] {
            assert_eq!(close_to(word, name), expected, "{word} {name}");
        }
    }
}

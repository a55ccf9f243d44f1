//! The turn before all others where the request leaves out columns: asking for those that the question may mean, or for
//! all names where the data is to be explored.

use super::calls::Calls;
use super::seen::{Seen, SeenColumn};
use crate::limits::{DESCRIBED_COLUMNS, DESCRIBED_WORDS, NAMED_COLUMNS, PROMPT_COLUMNS};
use crate::model::Turn;

/// Letters that a word has at least which may be part of a column's name.
const WORD_LETTERS: usize = 3;

/// That turn, where it is needed and has not been given.
pub fn turn(seen: &Seen) -> Option<Turn> {
    if seen.turns > 0 {
        return None;
    }
    let mut calls = Calls::after(seen.turns);
    match &seen.question {
        Some(question) if seen.tables.iter().any(|table| table.not_listed > 0) => {
            let words = words(question);
            if words.is_empty() {
                return None;
            }
            calls.describe(&words);
        }
        Some(_) => return None,
        None => explore(seen, &mut calls)?,
    }
    Some(calls.turn())
}

/// Asks for all names, and for what is known of columns that are only named, as many as are told of other tables.
fn explore(seen: &Seen, calls: &mut Calls) -> Option<()> {
    let mut asks = false;
    for table in &seen.tables {
        let left_out = usize::try_from(table.not_listed).unwrap_or_default();
        if left_out > 0 {
            for from in (1..=table.columns.len() + left_out).step_by(NAMED_COLUMNS) {
                calls.list(&table.name, from);
                asks = true;
            }
        }
        let (known, others): (Vec<&SeenColumn>, Vec<&SeenColumn>) =
            table.columns.iter().partition(|column| column.distinct.is_some());
        let room = PROMPT_COLUMNS.saturating_sub(known.len());
        let names: Vec<String> = others.iter().take(room).map(|column| column.name.clone()).collect();
        // A table that is told column by column has none that is only named.
        if table.columns.len() + left_out > PROMPT_COLUMNS {
            for names in names.chunks(DESCRIBED_COLUMNS / 2) {
                calls.describe(names);
                asks = true;
            }
        }
    }
    asks.then_some(())
}

/// Words of a question that may be parts of names.
fn words(question: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in question.split(|character: char| !character.is_alphanumeric() && character != '_') {
        if word.chars().count() >= WORD_LETTERS && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words.truncate(DESCRIBED_WORDS);
    words
}

/// Turns that were given so.
pub fn turns(seen: &Seen) -> usize {
    usize::from(seen.described > 0)
}

//! Which values of the data a question names: those that the profile lists, and those that a query looked up.
//!
//! The query that looks up words is written here too.

use super::codes::codes;
use super::lexicon::is_function_word;
use super::words::{Token, value_forms};
use crate::analyst::seen::{Seen, SeenColumn, SeenTable};
use crate::limits::{ASK_LOOKUP_COLUMNS, ASK_LOOKUP_ROWS, PROFILE_VALUE_CHARS};
use crate::sql;
use crate::table::{Cell, Kind};

/// The description of the query that looks words up; by it the analyst knows the query again.
pub const LOOKUP: &str = "Look up words of the question among the values";

/// A value that words name.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The column by position.
    pub column: usize,
    /// The value as the data has it.
    pub value: Cell,
    /// How it was recognised, best first.
    pub how: How,
}

/// How a value was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// The same text.
    Exact,
    /// The same but for case.
    Case,
    /// A plural or a derived form.
    Form,
    /// A code or name that stands for it.
    Code,
}

/// Values by column, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct Known {
    values: Vec<(usize, Cell, String)>,
}

impl Known {
    /// The values that a table's profile lists, and those that were looked up.
    pub fn of(table: &SeenTable, seen: &Seen) -> Self {
        let mut known = Self::default();
        for (at, column) in table.columns.iter().enumerate() {
            if holds_words(column) {
                let known_cells = column.top.iter().map(|(cell, _)| cell).filter(|cell| !is_cut(cell));
                known.values.extend(known_cells.map(|cell| (at, cell.clone(), cell.to_string().to_lowercase())));
            }
        }
        for (name, column, value) in looked_up(seen) {
            let at = table.columns.iter().position(|own| own.name == column);
            if let Some(at) = at.filter(|_| name == table.name) {
                let lower = value.to_string().to_lowercase();
                if !known.values.iter().any(|(own, cell, _)| *own == at && *cell == value) {
                    known.values.push((at, value, lower));
                }
            }
        }
        known
    }

    /// The values that a text names, best first, in one column or all.
    pub fn named(&self, text: &str, only: Option<usize>) -> Vec<Hit> {
        let lower = text.to_lowercase();
        let forms = value_forms(&lower);
        let codes = codes(&lower);
        let hits = self.values.iter().filter(|(column, _, _)| only.is_none_or(|only| only == *column));
        let hits = hits.filter_map(|(column, value, own)| {
            let how = if value.to_string() == text {
                How::Exact
            } else if *own == lower {
                How::Case
            } else if forms.contains(own) || value_forms(own).contains(&lower) && own.chars().count() > 2 {
                How::Form
            } else if codes.iter().any(|code| value.to_string() == *code) {
                How::Code
            } else {
                return None;
            };
            Some(Hit { column: *column, value: value.clone(), how })
        });
        let mut hits: Vec<Hit> = hits.collect();
        hits.sort_by_key(|hit| hit.how);
        let best = hits.first().map(|hit| hit.how);
        // A name that is a value of one column and stands for a code of another may mean either.
        hits.retain(|hit| Some(hit.how) == best || hit.how == How::Code);
        hits
    }

    /// The values that tokens name where no column is said: short function words are never meant.
    pub fn of_tokens(&self, tokens: &[Token]) -> Vec<Hit> {
        let [only] = tokens else {
            let mut hits = self.named(&join(tokens), None);
            // "player by" is no other form of "Player B".
            if tokens.last().is_some_and(|last| is_function_word(&last.lower)) {
                hits.retain(|hit| matches!(hit.how, How::Exact | How::Case));
            }
            return hits;
        };
        let mut hits = self.named(&only.text, None);
        if is_function_word(&only.lower) || only.text.chars().count() < 2 {
            hits.retain(|hit| {
                hit.how == How::Exact && only.text.chars().all(char::is_uppercase) && only.text.len() > 1
            });
        }
        hits
    }
}

/// Tokens as one text.
pub fn join(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn is_cut(cell: &Cell) -> bool {
    cell.as_text().is_some_and(|text| text.chars().count() >= PROFILE_VALUE_CHARS)
}

/// Whether a column's values are words that a question may name.
fn holds_words(column: &SeenColumn) -> bool {
    match column.kind() {
        Kind::Text | Kind::Boolean => true,
        Kind::Integer | Kind::Number | Kind::Date | Kind::Time | Kind::Timestamp | Kind::Other => false,
    }
}

/// Whether a profile lists all values of a column.
fn is_complete(column: &SeenColumn) -> bool {
    !column.about
        && column.distinct.is_some_and(|distinct| distinct == column.top.len() as u64)
        && !column.top.iter().any(|(cell, _)| is_cut(cell))
}

/// Table, column and value of what a query looked up.
fn looked_up(seen: &Seen) -> Vec<(String, String, Cell)> {
    let steps = seen
        .steps
        .iter()
        .filter(|step| step.call.input.get("description").and_then(serde_json::Value::as_str) == Some(LOOKUP));
    let rows = steps.filter_map(super::super::seen::Step::result).flat_map(|(_, table)| table.rows);
    rows.filter_map(|row| match row.as_slice() {
        [Cell::Text(table), Cell::Text(column), value, ..] => Some((table.clone(), column.clone(), value.clone())),
        _ => None,
    })
    .collect()
}

/// Whether words were looked up already.
pub fn was_looked_up(seen: &Seen) -> bool {
    seen.steps.iter().any(|step| step.call.input.get("description").and_then(serde_json::Value::as_str) == Some(LOOKUP))
}

/// The query that looks terms up in all text columns whose values are not all known; none where there is no such column.
pub fn lookup_query(seen: &Seen, terms: &[String]) -> Option<String> {
    let mut wanted: Vec<String> = Vec::new();
    for term in terms {
        let lower = term.to_lowercase();
        for form in value_forms(&lower).into_iter().chain(codes(&lower).iter().map(|code| code.to_lowercase())) {
            if !wanted.contains(&form) {
                wanted.push(form);
            }
        }
    }
    let list = wanted.iter().map(|term| sql::text(term)).collect::<Vec<_>>().join(", ");
    let mut parts = Vec::new();
    for table in &seen.tables {
        let open = |column: &&SeenColumn| column.kind() == Kind::Text && !is_complete(column);
        for column in table.columns.iter().filter(open).take(ASK_LOOKUP_COLUMNS) {
            let name = sql::name(&column.name);
            parts.push(format!(
                "SELECT {} AS \"table\", {} AS \"column\", {name} AS \"value\", count(*) AS \"rows\" FROM {} \
                 WHERE lower({name}) IN ({list}) GROUP BY {name}",
                sql::text(&table.name),
                sql::text(&column.name),
                sql::name(&table.name),
            ));
        }
    }
    if parts.is_empty() || wanted.is_empty() {
        return None;
    }
    Some(format!("{}\nORDER BY \"rows\" DESC, 1, 2, 3 LIMIT {ASK_LOOKUP_ROWS}", parts.join("\nUNION ALL\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyst::ask::words::tokens;

    fn known(values: &[&str]) -> Known {
        let values = values.iter().map(|value| (0, Cell::Text((*value).to_owned()), value.to_lowercase()));
        Known { values: values.collect() }
    }

    fn found(known: &Known, text: &str) -> Vec<String> {
        known.of_tokens(&tokens(text, &[])).into_iter().map(|hit| hit.value.to_string()).collect()
    }

    #[test]
    fn values_are_named_in_other_forms() {
        let known = known(&["female", "male", "rain", "sun", "OR", "TX", "Federated States of Micronesia"]);
        assert_eq!(found(&known, "females"), ["female"]);
        assert_eq!(found(&known, "rainy"), ["rain"]);
        assert_eq!(found(&known, "sunny"), ["sun"]);
        assert_eq!(found(&known, "Texas"), ["TX"]);
        assert_eq!(found(&known, "federated states of micronesia"), ["Federated States of Micronesia"]);
        assert_eq!(found(&known, "or"), [""; 0]);
        assert_eq!(found(&known, "OR"), ["OR"]);
    }
}

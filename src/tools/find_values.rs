//! `find_values`: which columns hold a value, exactly, else nearly.
//!
//! Each look is a query like those of models: gated, bounded, with a result that has an id and that the reader sees. Where
//! values must not be told, only counts over enough rows are.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::privacy::Said;
use super::sql_query::{self, Query};
use super::{Outcome, Tools, input};
use crate::event::{Call, Dataset, Log};
use crate::limits::{
    FIND_CHARS, FIND_COLUMNS, FIND_NAME_BYTES, FIND_ROWS, FIND_STATEMENTS, PRIVATE_GROUP_ROWS, Privacy,
};
use crate::sql;
use crate::table::{Cell, Kind, Table};

pub const DESCRIPTION: &str = "Finds which columns hold a value: the same but for upper and lower case, else values that contain \
    it or are spelled nearly so. Gives columns, values and numbers of rows, as query results.";

/// The input of `find_values`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The value as text, such as a name, a code, a number or a date.
    value: serde_json::Value,
    /// One column to look in; all of them unless given.
    #[serde(default)]
    column: Option<String>,
    /// One table to look in; all of them unless given.
    #[serde(default)]
    table: Option<String>,
}

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Outcome<Said> {
    let Input { value, column, table } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Outcome::Told(Said::error(message)),
    };
    if tools.privacy == Privacy::Schema {
        return Outcome::Told(Said::error("the user lets you see names and types only: no value can be looked for"));
    }
    let value = match value {
        serde_json::Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    };
    if value.is_empty() || value.chars().count() > FIND_CHARS {
        return Outcome::Told(Said::error(format!("a value has between 1 and {FIND_CHARS} characters")));
    }
    let places = match places(&tools.datasets, table.as_deref(), column.as_deref()) {
        Ok(places) => places,
        Err(message) => return Outcome::Told(Said::error(message)),
    };
    let (batches, left_out) = batches(&places, &value);
    let mut found: Vec<(String, Arc<Table>)> = Vec::new();
    // Values that are only near are values: they are looked for only where those may be told.
    let rounds: &[Match] = if tools.privacy == Privacy::Rows { &[Match::Exact, Match::Near] } else { &[Match::Exact] };
    for round in rounds {
        for batch in &batches {
            let query = Query {
                sql: statement(batch, &value, *round),
                description: format!("Which columns hold {} \"{value}\"", round.word()),
            };
            match sql_query::ask(tools, call, &query, log).await {
                Ok((id, Ok((table, _)))) => found.push((id, table)),
                Ok((_, Err(said))) => return Outcome::Told(said),
                Err(outcome) => return outcome,
            }
        }
        if found.iter().any(|(_, table)| table.row_count > 0) {
            break;
        }
    }
    Outcome::Told(said(&found, places.len() - left_out, left_out))
}

/// How values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    /// The same but for upper and lower case, or the same number.
    Exact,
    /// Containing it, or spelled nearly so: accents and signs aside, or with a slip.
    Near,
}

impl Match {
    fn word(self) -> &'static str {
        match self {
            Self::Exact => "exactly",
            Self::Near => "nearly",
        }
    }
}

/// A column to look in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    table: String,
    column: String,
    kind: Kind,
}

fn places(datasets: &[Dataset], table: Option<&str>, column: Option<&str>) -> Result<Vec<Place>, String> {
    let is_table = |dataset: &&Dataset| {
        let names = [Some(&dataset.table), dataset.alias.as_ref()];
        table.is_none_or(|table| names.into_iter().flatten().any(|name| name.eq_ignore_ascii_case(table)))
    };
    let mut found = Vec::new();
    for dataset in datasets.iter().filter(is_table) {
        let is_column = |name: &str| column.is_none_or(|column| name.eq_ignore_ascii_case(column));
        let meant = dataset.columns.iter().filter(|profile| is_column(&profile.name));
        found.extend(meant.map(|profile| Place {
            table: dataset.table.clone(),
            column: profile.name.clone(),
            kind: Kind::of(&profile.kind),
        }));
    }
    if found.is_empty() {
        let wanted = column.or(table).unwrap_or_default();
        return Err(format!("there is no column \"{wanted}\" to look in; describe_columns finds names"));
    }
    Ok(found)
}

/// The columns of one statement each, and how many there is no statement for. Numbers are looked for in all columns, words
/// in all but those of numbers.
fn batches<'a>(places: &'a [Place], value: &str) -> (Vec<Vec<&'a Place>>, usize) {
    let can_hold = |place: &&Place| value.bytes().any(|byte| byte.is_ascii_digit()) || !place.kind.is_numeric();
    let mut batches: Vec<Vec<&Place>> = Vec::new();
    let (mut bytes, mut left_out) = (0, 0);
    for place in places.iter().filter(can_hold) {
        let length = sql::name(&place.column).len();
        let fits = batches
            .last()
            .and_then(|batch| batch.first())
            .is_some_and(|first| first.table == place.table && bytes + length <= FIND_NAME_BYTES)
            && batches.last().is_some_and(|batch| batch.len() < FIND_COLUMNS);
        if fits && let Some(batch) = batches.last_mut() {
            batch.push(place);
            bytes += length;
        } else if batches.len() < FIND_STATEMENTS && length <= FIND_NAME_BYTES {
            batches.push(vec![place]);
            bytes = length;
        } else {
            left_out += 1;
        }
    }
    (batches, left_out)
}

/// The statement that looks in some columns of one table.
fn statement(batch: &[&Place], value: &str, wanted: Match) -> String {
    let table = batch.first().map(|place| sql::name(&place.table)).unwrap_or_default();
    let names: Vec<String> = batch.iter().map(|place| sql::name(&place.column)).collect();
    let texts: Vec<String> = names.iter().map(|name| format!("{name}::VARCHAR AS {name}")).collect();
    let lower = sql::text(&value.to_lowercase());
    let condition = match wanted {
        Match::Exact => {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            let same = number.map(|number| format!(" OR TRY_CAST(value AS DOUBLE) = {number:?}")).unwrap_or_default();
            format!("lower(value) = {lower}{same}")
        }
        Match::Near => {
            let length = value.chars().count();
            // One slip in a short word, two in a longer one; of very short ones everything would be near.
            let slips = if length < 4 { 0 } else { 1 + usize::from(length > 7) };
            let alike = if slips == 0 {
                String::new()
            } else {
                format!(
                    " OR length(value) BETWEEN {} AND {} AND damerau_levenshtein(strip_accents(lower(value)), strip_accents({lower})) <= {slips}",
                    length - slips,
                    length + slips
                )
            };
            // Accents are left out on both sides, and what is neither letter nor digit where nothing else is left.
            let plain = format!("strip_accents({lower})");
            let bare = |text: &str| format!("regexp_replace({text}, '[^\\pL\\pN]+', '', 'g')");
            let (value_bare, wanted_bare) = (bare("strip_accents(lower(value))"), bare(&plain));
            let same = format!("{wanted_bare} <> '' AND {value_bare} = {wanted_bare}");
            format!("contains(strip_accents(lower(value)), {plain}) OR {same}{alike}")
        }
    };
    format!(
        "SELECT column_name, value, count(*) AS rows FROM (UNPIVOT (SELECT {} FROM {table}) ON {} INTO NAME column_name \
         VALUE value) WHERE {condition} GROUP BY ALL ORDER BY rows DESC, column_name, value LIMIT {FIND_ROWS}",
        texts.join(", "),
        names.join(", ")
    )
}

/// What is told of the results.
fn said(found: &[(String, Arc<Table>)], searched: usize, left_out: usize) -> Said {
    let hits: Vec<&(String, Arc<Table>)> = found.iter().filter(|(_, table)| table.row_count > 0).collect();
    let more = (left_out > 0).then(|| format!("{left_out} columns were not looked in: name a column"));
    let results: Vec<serde_json::Value> = hits
        .iter()
        .map(|(id, table)| {
            let more = table.row_count >= FIND_ROWS as u64;
            json!({ "id": id, "columns": table.columns, "rows": table.rows, "may_be_more": more })
        })
        .collect();
    let content = json!({ "results": results, "columns_looked_in": searched, "note": more }).to_string();
    content_or_counts(&hits, content, searched)
}

fn content_or_counts(hits: &[&(String, Arc<Table>)], content: String, searched: usize) -> Said {
    let mut counts: Vec<(String, i64)> = Vec::new();
    for row in hits.iter().flat_map(|(_, table)| &table.rows) {
        if let [Cell::Text(column), _, Cell::Int(rows)] = row.as_slice() {
            match counts.iter_mut().find(|(name, _)| name == column) {
                Some((_, sum)) => *sum += rows,
                None => counts.push((column.clone(), *rows)),
            }
        }
    }
    counts.retain(|(_, rows)| u64::try_from(*rows).is_ok_and(|rows| rows >= PRIVATE_GROUP_ROWS));
    let told = json!({
        "columns": counts,
        "columns_looked_in": searched,
        "told": format!("columns that hold exactly this value in {PRIVATE_GROUP_ROWS} rows or more, with their number"),
    });
    Said::ok(content).or_instead(told.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(table: &str, column: &str, kind: &str) -> Place {
        Place { table: table.to_owned(), column: column.to_owned(), kind: Kind::of(kind) }
    }

    #[test]
    fn statements_name_columns_of_one_table_within_their_bounds() {
        let many: Vec<Place> = (0..5_000)
            .map(|number| place(if number < 300 { "data" } else { "b" }, &format!("c\"{number}"), "VARCHAR"))
            .collect();
        let (batches, left_out) = batches(&many, "x");
        assert_eq!(batches.len(), FIND_STATEMENTS);
        assert_eq!(batches.iter().map(Vec::len).sum::<usize>() + left_out, many.len());
        for batch in &batches {
            assert!(batch.len() <= FIND_COLUMNS && batch.iter().all(|place| place.table == batch[0].table));
            assert!(statement(batch, &"x".repeat(FIND_CHARS), Match::Near).len() <= crate::limits::SQL_BYTES);
        }
    }

    #[test]
    fn words_are_not_looked_for_among_numbers() {
        let both = [place("data", "n", "BIGINT"), place("data", "t", "VARCHAR"), place("data", "d", "DATE")];
        let names =
            |value| -> Vec<&str> { batches(&both, value).0[0].iter().map(|place| place.column.as_str()).collect() };
        assert_eq!(names("North"), ["t", "d"]);
        assert_eq!(names("12"), ["n", "t", "d"]);
    }

    #[test]
    fn a_value_is_text_wherever_it_stands() {
        let odd = place("data", "a\"b", "VARCHAR");
        let sql = statement(&[&odd], "O'Hara'); --", Match::Exact);
        assert!(sql.contains("lower(value) = 'o''hara''); --'") && sql.contains("\"a\"\"b\"::VARCHAR"), "{sql}");
        assert!(statement(&[&odd], "12.50", Match::Exact).contains("TRY_CAST(value AS DOUBLE) = 12.5"));
        assert!(!statement(&[&odd], "inf", Match::Exact).contains("TRY_CAST"));
        assert!(statement(&[&odd], "Nort", Match::Near).contains("BETWEEN 3 AND 5"));
        assert!(!statement(&[&odd], "No", Match::Near).contains("levenshtein"));
    }
}

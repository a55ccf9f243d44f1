//! What is known of a file itself, as a result: a row for each of its columns.
//!
//! Uses the events and sources. `The file has 344 rows` and `sex is missing in 11` need no query.

use std::ops::Range;
use std::sync::Arc;

use super::passage::Passage;
use super::source::Source;
use super::words::{Word, stems};
use crate::event::Dataset;
use crate::table::{Cell, Table};

/// A file as a source: its id is the name of its table.
#[must_use]
pub fn source(dataset: &Dataset) -> Source {
    let columns = ["column", "missing", "distinct", "minimum", "maximum", "average", "median", "negative", "zero"];
    let types = ["VARCHAR", "BIGINT", "BIGINT", "VARCHAR", "VARCHAR", "DOUBLE", "DOUBLE", "BIGINT", "BIGINT"];
    let count =
        |number: Option<u64>| number.and_then(|number| i64::try_from(number).ok()).map_or(Cell::Null, Cell::Int);
    let float = |number: Option<f64>| number.map_or(Cell::Null, Cell::from_f64);
    let rows = dataset
        .columns
        .iter()
        .map(|column| {
            vec![
                Cell::Text(column.name.clone()),
                count(Some(column.nulls)),
                if column.distinct_approximate { Cell::Null } else { count(column.distinct) },
                column.min.clone(),
                column.max.clone(),
                float(column.mean),
                float(column.quantiles.filter(|quantiles| !quantiles.approximate).map(|quantiles| quantiles.p50)),
                count(column.negative),
                count(column.zero),
            ]
        })
        .collect();
    let table = Table {
        columns: columns.map(str::to_owned).to_vec(),
        types: types.map(str::to_owned).to_vec(),
        rows,
        row_count: dataset.columns.len() as u64,
    };
    let mut source = Source::new(&dataset.table, "", "", Arc::new(table));
    source.is_file = true;
    source.row_count = dataset.rows;
    source.column_count = dataset.columns.len() as u64;
    source.subject = stems(dataset.name.split('.').next().unwrap_or_default());
    for column in &mut source.columns {
        column.sum = None;
        column.mean = None;
        column.distinct = None;
    }
    source
}

/// Where a passage calls a file by a name of several words: a number among them is part of the name, such as `Packed twice`.
#[must_use]
pub fn named(passage: &Passage, source: &Source) -> Vec<Range<usize>> {
    let name = &source.subject;
    if !source.is_file || name.len() < 2 {
        return Vec::new();
    }
    let is_name = |window: &&[Word]| window.iter().map(|word| &word.stem).eq(name);
    let whole = |window: &[Word]| Some(window.first()?.range.start..window.last()?.range.end);
    passage.words.windows(name.len()).filter(is_name).filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Ledger;
    use super::*;
    use crate::event::{ClaimStatus, Origin, Step};

    fn penguins() -> Dataset {
        let column = |name: &str, nulls: u64| {
            serde_json::json!({ "name": name, "type": "VARCHAR", "nulls": nulls, "distinct": 3, "distinct_approximate": name == "sex",
                "min": "a", "max": "z", "hints": [], "top": [], "histogram": [] })
        };
        let reading = serde_json::json!({ "delimiter": ",", "quote": "", "escape": "", "encoding": "utf-8", "header": true,
            "missing_words": [], "notes": [] });
        let mut value = serde_json::json!({ "name": "penguins.csv", "table": "data", "path": "penguins.csv", "format": "csv", "bytes": 1,
            "rows": 344, "columns": [column("species", 0), column("sex", 11)], "reading": reading });
        value["certificate"] = serde_json::json!({ "checked": [], "kept": [] });
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_number_in_the_name_of_a_file_is_part_of_it() {
        let mut ledger = Ledger::default();
        ledger.about(None, &[Dataset { name: "packed-twice.csv".to_owned(), ..penguins() }]);
        let claims =
            |title: &str| ledger.check_title(title, &[]).into_iter().map(|claim| claim.text).collect::<Vec<_>>();
        assert_eq!(claims("Packed twice: 344 rows"), ["344"]);
        assert_eq!(claims("Twice as many: 344 rows"), ["Twice", "344"]);
    }

    #[test]
    fn a_file_is_a_result_of_its_columns() {
        let source = source(&penguins());
        assert_eq!((source.row_count, source.column_count, source.is_file), (344, 2, true));
        assert_eq!(source.origin(), Origin::Table("data".to_owned()));
        assert_eq!(source.subject, ["penguin"]);
        assert!(source.columns.iter().all(|column| column.sum.is_none()), "figures of different columns do not add up");
        let cell = |column: usize, row: usize| source.cell(super::super::source::Place { column, row }).clone();
        assert_eq!((cell(0, 1), cell(1, 1)), (Cell::Text("sex".to_owned()), Cell::Int(11)));
        assert_eq!((cell(2, 0), cell(2, 1)), (Cell::Int(3), Cell::Null), "estimates are no evidence");
    }

    #[test]
    fn what_is_known_of_a_file_needs_no_query() {
        let mut ledger = Ledger::default();
        ledger.about(None, &[penguins()]);
        let found = |text: &str| {
            let claims = ledger.check(text);
            claims
                .into_iter()
                .map(|claim| (claim.status, claim.evidence.map(|evidence| evidence.step)))
                .collect::<Vec<_>>()
        };
        assert_eq!(found("The file has 344 rows."), [(ClaimStatus::Verified, Some(Step::RowCount))]);
        assert_eq!(found("Sex is missing in 11 of them."), [(ClaimStatus::Verified, Some(Step::Cell))]);
        assert_eq!(found("The file has 345 rows."), [(ClaimStatus::Unverified, None)]);
    }

    #[test]
    fn the_ends_of_a_files_column_are_no_keys() {
        let mut towns = penguins();
        for (column, least) in towns.columns.iter_mut().zip([Cell::Int(431), Cell::Text("a".to_owned())]) {
            column.min = least;
        }
        let mut ledger = Ledger::default();
        ledger.about(None, &[towns]);
        let claims = ledger.check("The least dense is Celd with 431 people.");
        assert_eq!(claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>(), ["431"]);
    }
}

//! The table with a row for every column of the data: which of the run's tables it is, and what the profile adds.
//!
//! Uses `event`. Never invents a description: where the run gave no such table, the profile alone is there.

use super::{Item, Report, Table};
use crate::event::{ColumnProfile, Dataset};

/// One per-column table: the one that the run gave, or one dataset's profile.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnTable<'a> {
    /// From the run. One profile for each row, where a column of that name is known.
    Given {
        /// The table.
        table: &'a Table,
        /// By row.
        profiles: Vec<Option<&'a ColumnProfile>>,
    },
    /// From a dataset of which the run gave no such table.
    Profile(&'a Dataset),
}

/// The per-column tables, in the order of the datasets.
#[must_use]
pub fn column_tables(report: &Report) -> Vec<ColumnTable<'_>> {
    let given: Vec<ColumnTable<'_>> = report
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Table(table) if is_column_table(table) => {
                Some(ColumnTable::Given { table, profiles: profiles(report, table) })
            }
            Item::Text(_) | Item::Table(_) | Item::Plot(_) => None,
        })
        .collect();
    if given.is_empty() { report.datasets.iter().map(ColumnTable::Profile).collect() } else { given }
}

/// Whether a table has a row for each column of the data: its first header is `Column`, and it speaks of types.
#[must_use]
pub fn is_column_table(table: &Table) -> bool {
    let mut headers = table.headers.iter().map(|header| header.trim().to_lowercase());
    headers.next().is_some_and(|first| first == "column") && headers.any(|header| header == "type")
}

fn profiles<'a>(report: &'a Report, table: &Table) -> Vec<Option<&'a ColumnProfile>> {
    let named = |name: &str| {
        report
            .datasets
            .iter()
            .flat_map(|dataset| &dataset.columns)
            .find(|column| column.name == name || column.header.as_deref() == Some(name))
    };
    table.rows.iter().map(|row| row.first().and_then(|cell| cell.as_text()).and_then(named)).collect()
}

#[cfg(test)]
pub(in crate::render) mod tests {
    use super::*;
    use crate::event::{Certificate, Reading};
    use crate::table::Cell;

    /// A column of which nothing is known.
    pub(in crate::render) fn column(name: &str, kind: &str) -> ColumnProfile {
        ColumnProfile::unknown(name, kind)
    }

    /// A file of those columns.
    pub(in crate::render) fn dataset(columns: Vec<ColumnProfile>) -> Dataset {
        Dataset {
            name: "a.csv".to_owned(),
            table: "data".to_owned(),
            alias: None,
            path: "a.csv".to_owned(),
            format: "csv".to_owned(),
            bytes: 10,
            rows: 1,
            columns,
            reading: Reading {
                delimiter: ",".to_owned(),
                quote: "\"".to_owned(),
                escape: "\"".to_owned(),
                encoding: "utf-8".to_owned(),
                header: true,
                missing_words: Vec::new(),
                notes: Vec::new(),
            },
            certificate: Certificate::default(),
        }
    }

    fn table(headers: &[&str], names: &[&str]) -> Table {
        Table {
            id: "table1".to_owned(),
            title: "Columns".to_owned(),
            headers: headers.iter().map(|header| (*header).to_owned()).collect(),
            rows: names.iter().map(|name| vec![Cell::Text((*name).to_owned()), Cell::Null]).collect(),
            row_count: names.len() as u64,
            ..Table::default()
        }
    }

    #[test]
    fn rows_find_their_profile() {
        let report = Report {
            datasets: vec![dataset(vec![column("a", "BIGINT"), column("b", "DATE")])],
            items: vec![Item::Table(table(&["Column", "Type"], &["b", "gone"]))],
            ..Report::default()
        };
        let tables = column_tables(&report);
        let [ColumnTable::Given { profiles, .. }] = tables.as_slice() else { panic!("{tables:?}") };
        assert_eq!(profiles[0].map(|profile| profile.kind.as_str()), Some("DATE"));
        assert_eq!(profiles[1], None);
    }

    #[test]
    fn without_such_a_table_there_is_the_profile() {
        let report = Report {
            datasets: vec![dataset(vec![column("a", "BIGINT")])],
            items: vec![Item::Table(table(&["Region", "Type"], &["North"]))],
            ..Report::default()
        };
        assert!(matches!(column_tables(&report).as_slice(), [ColumnTable::Profile(_)]));
    }
}

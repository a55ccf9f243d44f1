//! Columns: what their names, expressions and values say.

use super::super::expression::described;
use super::*;

fn column(name: &str, kind: &str, cells: Vec<Cell>, query: &str) -> Column {
    let table = Table {
        columns: vec![name.to_owned()],
        types: vec![kind.to_owned()],
        row_count: cells.len() as u64,
        rows: cells.into_iter().map(|cell| vec![cell]).collect(),
    };
    Column::new(&table, 0, &described(query))
}

#[test]
fn a_column_is_what_its_name_its_expression_and_its_values_say() {
    let floats = |values: &[f64]| values.iter().copied().map(Cell::Float).collect::<Vec<_>>();
    let ints = |values: &[i64]| values.iter().copied().map(Cell::Int).collect::<Vec<_>>();
    assert_eq!(column("share_pct", "DOUBLE", floats(&[11.2, 40.0]), "").measure, Measure::Percent);
    assert_eq!(column("share", "DOUBLE", floats(&[0.2, 0.8]), "").measure, Measure::Fraction);
    let query = "SELECT 100.0 * count(*) / sum(count(*)) OVER () AS p";
    assert_eq!(column("p", "DOUBLE", floats(&[20.0, 80.0]), query).measure, Measure::Percent);
    assert_eq!(column("x", "BIGINT", ints(&[3, 4]), "SELECT count(*) AS x").measure, Measure::Count);
    assert_eq!(column("price", "DOUBLE", floats(&[3.5, 4.0]), "").measure, Measure::Plain);
    assert_eq!(column("region", "VARCHAR", vec![Cell::Text("West".to_owned())], "").measure, Measure::None);
    let counts = column("records", "BIGINT", ints(&[3, 4]), "SELECT count(*) AS records");
    assert!(counts.is_additive, "a record may be the most of something; these are counted");
    let pivot = "SELECT max(n) FILTER (WHERE y = 2024) AS n_2024";
    assert!(column("n_2024", "BIGINT", ints(&[3, 4]), pivot).is_additive);
    assert!(!column("x", "BIGINT", ints(&[3, 4]), "SELECT max(n) AS x").is_additive);
    let whole = |query: &str| column("x", "DOUBLE", floats(&[13.0, 27.0]), query).is_without_decimals;
    assert!(whole("SELECT round(avg(n), 0) AS x") && !whole("SELECT round(avg(n), 2) AS x"));
    let years = column("year", "INTEGER", ints(&[2023, 2024]), "");
    assert_eq!((years.measure, years.periods.iter().flatten().count()), (Measure::None, 2));
}

#[test]
fn rows_that_come_late_are_read_as_the_others() {
    let text = |text: &str| Cell::Text(text.to_owned());
    let mut years = column("year", "INTEGER", vec![Cell::Int(2023), Cell::Int(2024)], "");
    years.push_late(&Cell::Int(2025));
    years.push_late(&Cell::Null);
    assert_eq!(years.periods[2..], [Period::of_year(2025.0), None]);
    let mut months = column("month", "DATE", vec![text("2024-01-01"), text("2024-02-01")], "");
    months.push_late(&text("2024-03-01"));
    months.push_late(&text("2024-03-09"));
    assert_eq!(months.periods[2..], [Period::of_months(2024, 3, 1), Period::of_day(2024, 3, 9)]);
    let mut starts = column("year", "DATE", vec![text("2023-01-01"), text("2024-01-01")], "");
    starts.push_late(&text("2025-01-01"));
    starts.push_late(&text("2025-02-01"));
    assert_eq!(starts.periods[2..], [Period::of_year(2025.0), Period::of_day(2025, 2, 1)]);
    let mut days = column("day", "DATE", vec![text("2024-01-01"), text("2024-02-02")], "");
    days.push_late(&text("2024-03-01"));
    assert_eq!(days.periods[2], Period::of_day(2024, 3, 1));
}

#[test]
fn rows_that_come_late_do_not_change_what_a_column_is() {
    let mut amounts = column("amount", "DOUBLE", vec![Cell::Float(3.0), Cell::Float(4.0)], "");
    assert!(amounts.is_whole && amounts.measure == Measure::Plain);
    amounts.push_late(&Cell::Float(0.5));
    assert!(!amounts.is_whole && amounts.measure == Measure::Plain && amounts.is_additive);
    assert_eq!((amounts.numbers[2], amounts.periods[2]), (Some(0.5), None));
    let mut share = column("share", "DOUBLE", vec![Cell::Float(0.2), Cell::Float(0.8)], "");
    share.push_late(&Cell::Float(1.5));
    assert_eq!(share.measure, Measure::Fraction);
}

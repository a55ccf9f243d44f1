//! Results that the charts of these tests draw by reference.

use csvchat::table::{Cell, Table};

/// All results, by their ids.
pub fn all() -> Vec<(&'static str, Table)> {
    vec![
        ("q1", sales()),
        ("q2", people()),
        ("q3", years()),
        ("q4", odd_names()),
        ("q5", odd_values()),
        ("q6", numbers(5_001)),
        ("q7", numbers(3_000)),
        ("q9", many_numbers(4_000)),
        ("q8", Table { rows: Vec::new(), row_count: 0, ..sales() }),
    ]
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn table(columns: &[(&str, &str)], rows: Vec<Vec<Cell>>) -> Table {
    let (columns, types) = columns.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).unzip();
    Table { columns, types, row_count: rows.len() as u64, rows }
}

/// Two years of sales by month, region and product.
fn sales() -> Table {
    let row = |index: i64| {
        let (month, region, product) = (index / 8, index % 4, index / 4 % 2);
        vec![
            text(["North", "East", "South", "West"][usize::try_from(region).unwrap()]),
            text(["Tea", "Coffee"][usize::try_from(product).unwrap()]),
            text(format!("{}-{:02}-01", 2023 + month / 12, month % 12 + 1)),
            Cell::Int(5 + (index * 37) % 23),
            Cell::Float(100.5 + ((index * 53) % 71) as f64),
            Cell::Float(0.1 + (index % 7) as f64 / 50.0),
        ]
    };
    let columns = [
        ("region", "VARCHAR"),
        ("product", "VARCHAR"),
        ("month", "DATE"),
        ("units", "BIGINT"),
        ("revenue", "DOUBLE"),
        ("profit margin", "DOUBLE"),
    ];
    table(&columns, (0..192).map(row).collect())
}

fn people() -> Table {
    let row = |index: i64| {
        vec![
            text(format!("person {index}")),
            text(["a", "b", "c"][usize::try_from(index % 3).unwrap()]),
            Cell::Int(20 + (index * 17) % 45),
            Cell::Float(50.0 + ((index * 29) % 400) as f64 / 10.0),
            Cell::Int(1 + (index * 7) % 10),
        ]
    };
    let columns =
        [("name", "VARCHAR"), ("group", "VARCHAR"), ("age", "BIGINT"), ("weight", "DOUBLE"), ("score", "BIGINT")];
    table(&columns, (0..90).map(row).collect())
}

fn years() -> Table {
    let row = |year: i64| {
        let value = 10.0 + (year % 5) as f64;
        vec![Cell::Int(year), Cell::Float(value), Cell::Float(value - 2.0), Cell::Float(value + 2.0)]
    };
    let columns = [("year", "BIGINT"), ("value", "DOUBLE"), ("low", "DOUBLE"), ("high", "DOUBLE")];
    table(&columns, (2010..2024).map(row).collect())
}

/// Columns whose names are paths, need quotes, or are words of Vega's own.
fn odd_names() -> Table {
    let names = ["a.b", "c[0]", "it's", "say \"x\"", "Ünï cödé", "key", "value", "count", "constructor"];
    let row = |index: i64| {
        let cell =
            |at: usize| if matches!(at, 1 | 6 | 7) { Cell::Int(index + 1) } else { text(format!("{at}-{index}")) };
        (0..names.len()).map(cell).collect()
    };
    let kinds = ["VARCHAR", "BIGINT", "VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR", "BIGINT", "BIGINT", "VARCHAR"];
    let columns: Vec<(&str, &str)> = names.into_iter().zip(kinds).collect();
    table(&columns, (0..4).map(row).collect())
}

/// Values that are drawn wrongly, or not at all.
fn odd_values() -> Table {
    let row = |index: i64| {
        vec![
            Cell::Int(index + 1),
            text(format!("category {index}")),
            text(format!("facet {}", index % 40)),
            text(format!("{} %", index % 100)),
            text(if index % 4 == 0 { "n/a".to_owned() } else { index.to_string() }),
            text(format!("12/{}/2023", index % 28 + 1)),
            text(format!("2024-Q{}", index % 4 + 1)),
            text(["Jan 2024", "Feb 2024"][usize::try_from(index % 2).unwrap()]),
            Cell::Int(index % 9 - 2),
            Cell::Null,
        ]
    };
    let columns = [
        ("n", "BIGINT"),
        ("many", "VARCHAR"),
        ("forty", "VARCHAR"),
        ("percent", "VARCHAR"),
        ("mixed", "VARCHAR"),
        ("us", "VARCHAR"),
        ("quarter", "VARCHAR"),
        ("short", "VARCHAR"),
        ("zero", "BIGINT"),
        ("nothing", "DOUBLE"),
    ];
    table(&columns, (0..200).map(row).collect())
}

fn numbers(count: i64) -> Table {
    table(&[("n", "BIGINT")], (0..count).map(|index| vec![Cell::Int(index)]).collect())
}

fn many_numbers(count: i64) -> Table {
    let columns = ["a", "b", "c", "d", "e", "f"].map(|name| (name, "BIGINT"));
    let row = |index: i64| (1..=6).map(|factor| Cell::Int(index * factor * 7_919 % 10_007)).collect();
    table(&columns, (0..count).map(row).collect())
}

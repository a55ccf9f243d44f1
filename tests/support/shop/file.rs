//! The shop's file: how it was read, and a profile of each column.

use csvchat::event::{Bin, Certificate, ColumnProfile, Dataset, KeptType, Quantiles, Reading, ValueCount};
use csvchat::table::Cell;

use super::words;

fn column(name: &str, kind: &str) -> ColumnProfile {
    ColumnProfile { distinct: Some(100), ..ColumnProfile::unknown(name, kind) }
}

fn numeric(name: &str, kind: &str, from: f64, to: f64, shape: impl Fn(f64) -> f64) -> ColumnProfile {
    let width = (to - from) / 20.0;
    ColumnProfile {
        min: Cell::Float(from),
        max: Cell::Float(to),
        mean: Some(f64::midpoint(from, to)),
        sd: Some(width * 4.0),
        quantiles: Some(Quantiles { p05: from, p25: from, p50: from, p75: to, p95: to, approximate: false }),
        histogram: (0..20)
            .map(|bin| Bin {
                from: Cell::Float(from + width * f64::from(bin)),
                to: Cell::Float(from + width * f64::from(bin + 1)),
                count: (shape(f64::from(bin) / 20.0) * 500.0) as u64,
            })
            .collect(),
        ..column(name, kind)
    }
}

fn frequent(name: &str, values: &[(&str, u64)]) -> ColumnProfile {
    ColumnProfile {
        top: values.iter().map(|(value, count)| ValueCount { value: words(value), count: *count }).collect(),
        ..column(name, "VARCHAR")
    }
}

/// The shop's file.
pub fn dataset() -> Dataset {
    let mut dates = numeric("order_date", "DATE", 0.0, 731.0, |x| 0.5 + 0.2 * (x * 12.0).sin());
    dates.min = words("2023-01-01");
    dates.max = words("2024-12-31");
    for bin in &mut dates.histogram {
        bin.from = words("2023-01-01");
        bin.to = words("2024-12-31");
    }
    let mut note = frequent("note", &[("leave it with the neighbour", 3), ("ring twice", 2)]);
    note.nulls = 3_810;
    Dataset {
        name: "sales.csv".to_owned(),
        table: "data".to_owned(),
        alias: Some("sales".to_owned()),
        path: "tests/data/sales.csv".to_owned(),
        format: "csv".to_owned(),
        bytes: 251_420,
        rows: 4_212,
        columns: vec![
            numeric("order_id", "BIGINT", 100_001.0, 104_212.0, |_| 0.42),
            dates,
            frequent("region", &[("North", 1_497), ("East", 1_151), ("South", 912), ("West", 652)]),
            numeric("quantity", "BIGINT", 1.0, 12.0, |x| (-((x - 0.2) / 0.2).powi(2)).exp()),
            numeric("unit_price", "DECIMAL(18,2)", -129.0, 129.0, |x| if x < 0.5 { 0.01 } else { 1.4 - x }),
            numeric("discount", "DECIMAL(18,3)", 0.0, 18.0, |x| 1.0 - x),
            frequent("status", &[("paid", 3_900), ("returned", 240), ("open", 72)]),
            note,
        ],
        reading: Reading {
            delimiter: ",".to_owned(),
            quote: "\"".to_owned(),
            escape: "\"".to_owned(),
            encoding: "utf-8".to_owned(),
            header: true,
            missing_words: vec![("discount".to_owned(), vec!["n/a".to_owned(), "-".to_owned()])],
            notes: vec!["The byte order mark at the start was left out.".to_owned()],
        },
        certificate: Certificate {
            checked: ["order_id", "order_date", "quantity", "unit_price", "discount"].map(str::to_owned).to_vec(),
            kept: vec![KeptType {
                column: "discount".to_owned(),
                suggested: "DECIMAL(18,2)".to_owned(),
                kind: "DECIMAL(18,3)".to_owned(),
                values: 14,
                example: "2.125".to_owned(),
            }],
            ..Certificate::default()
        },
    }
}

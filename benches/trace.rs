//! Measures how long it takes to trace 100 numbers against 20 results of 2,000 rows: true and false ones, cited or not; and 50
//! numbers that stand in one sentence.
//!
//! `make bench` runs it; alone, `cargo bench --no-default-features --bench trace` with the prebuilt library. Prints one
//! line a kind of text: the median of eleven checks in milliseconds, indexing not included, and that of indexing.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark prints what it measured")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use csvchat::evidence::Ledger;
use csvchat::table::{Cell, Table};

const RESULTS: i64 = 20;
const ROWS: i64 = 2_000;
const NUMBERS: i64 = 100;
const RUNS: usize = 11;
/// Numbers of the one sentence that gives many.
const NAMED: i64 = 50;

/// The figure of a row of a result: any fixed formula without a pattern.
fn figure(result: i64, row: i64) -> i64 {
    (row * 7_919 + result * 104_729) % 900_001 + 1_000
}

fn table(result: i64) -> Table {
    let row = |row: i64| {
        vec![
            Cell::Text(format!("customer {row}")),
            Cell::Int(row % 37),
            Cell::Float(figure(result, row) as f64 / 100.0),
            Cell::Int(figure(result, row)),
        ]
    };
    Table {
        columns: ["customer", "orders", "price", "revenue"].map(str::to_owned).to_vec(),
        types: ["VARCHAR", "BIGINT", "DOUBLE", "BIGINT"].map(str::to_owned).to_vec(),
        rows: (1..=ROWS).map(row).collect(),
        row_count: ROWS.unsigned_abs(),
    }
}

/// A hundred sentences, one number each; `shift` makes the numbers wrong.
fn text(shift: i64, cited: bool) -> String {
    let mut text = String::new();
    for number in 1..=NUMBERS {
        let (result, row) = (number % RESULTS + 1, number * 19);
        let revenue = figure(result, row) + shift;
        let citation = if cited { format!(" [q{result}]") } else { String::new() };
        let _ = writeln!(text, "- Customer {row} brought a revenue of {revenue}{citation}.");
    }
    text
}

/// The numbers of many rows in one sentence: each may be meant by each of the names.
fn sentence() -> String {
    let figures: Vec<String> =
        (1..=NAMED).map(|row| format!("customer {} brought {}", row * 19, figure(1, row * 19))).collect();
    format!("Of these, {} in revenue [q1].", figures.join(", "))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() {
    let query =
        "SELECT customer, count(*) AS orders, avg(price) AS price, sum(revenue) AS revenue FROM data GROUP BY 1";
    let tables: Vec<Arc<Table>> = (1..=RESULTS).map(|result| Arc::new(table(result))).collect();
    let mut ledger = Ledger::default();
    let mut indexing = Vec::new();
    for (result, table) in (1..).zip(&tables) {
        let start = Instant::now();
        ledger.record(&format!("q{result}"), query, Arc::clone(table));
        indexing.push(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("| tracing 100 numbers, 20 results of 2,000 rows | ms | traced |");
    println!("| --- | ---: | ---: |");
    for (name, text) in [
        ("true, cited", text(0, true)),
        ("true, not cited", text(0, false)),
        ("wrong, cited", text(7, true)),
        ("wrong, not cited", text(7, false)),
        ("50 in one sentence", sentence()),
    ] {
        let mut traced = 0;
        let times = (0..RUNS).map(|_| {
            let start = Instant::now();
            traced = ledger.check(&text).iter().filter(|claim| claim.evidence.is_some()).count();
            start.elapsed().as_secs_f64() * 1e3
        });
        let time = median(times.collect());
        println!("| {name} | {time:.1} | {traced} |");
    }
    println!("| indexing one result | {:.1} | |", median(indexing));
}

//! Small tables of any shape: the analysis always comes to its end, and no query of it fails.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::shown::analyze;
use crate::support::program::Folder;

/// Names that quotes, Markdown, SQL and the analyst's own results could stumble over.
const NAMES: [&str; 16] = [
    "id",
    "date",
    "year",
    "amount",
    "rows",
    "period",
    "share_pct",
    "v1",
    "at",
    "'; DROP TABLE data; --",
    "a\"b",
    "`code` **x**",
    "[q1](http://x)",
    "revenue %",
    "группа",
    "group_label",
];

/// The cells of one column: a kind, and numbers to make values of.
fn cells(kind: u8, seeds: &[u32]) -> Vec<String> {
    let cell = |seed: &u32| match kind % 9 {
        0 => String::new(),
        1 => format!("{}", i64::from(*seed % 2_000) - 1_000),
        2 => format!("{}.{:02}", seed % 500, seed % 97),
        3 => format!("20{:02}-{:02}-{:02}", seed % 30, 1 + seed % 12, 1 + seed % 28),
        4 => ["red", "green", "NA", "a. b) c|d", ""][(seed % 5) as usize].to_owned(),
        5 => "7".to_owned(),
        6 => ["inf", "-inf", "nan", "1.5"][(seed % 4) as usize].to_owned(),
        7 => format!("{}", 1_900 + seed % 130),
        _ => format!("text {seed} <b> `x` $1"),
    };
    seeds.iter().map(|seed| if seed % 11 == 0 { String::new() } else { cell(seed) }).collect()
}

fn field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[test]
fn any_small_table_is_analyzed_to_the_end() {
    let rows = prop_oneof![Just(1_usize), 2..6_usize, 20..60_usize];
    let tables = (rows, prop::collection::vec((0..9_u8, 0..NAMES.len()), 1..6), any::<u64>());
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    runner
        .run(&tables, |(rows, columns, seed)| {
            let mut state = seed;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                u32::try_from(state >> 40).unwrap()
            };
            let made: Vec<Vec<String>> =
                columns.iter().map(|(kind, _)| cells(*kind, &(0..rows).map(|_| next()).collect::<Vec<_>>())).collect();
            let mut text = columns.iter().map(|(_, name)| field(NAMES[*name])).collect::<Vec<_>>().join(",");
            for row in 0..rows {
                text.push('\n');
                text.push_str(&made.iter().map(|column| field(&column[row])).collect::<Vec<_>>().join(","));
            }
            text.push('\n');
            let folder = Folder::new().with("any.csv", &text);
            analyze(&folder, &["any.csv"]).check(&text);
            Ok(())
        })
        .unwrap();
}

//! The read-only gate: what passes, what is refused, what is stopped.

use std::time::{Duration, Instant};

use csvchat::data::QueryError;
use csvchat::limits::Limits;
use serde::Deserialize;

use crate::worker::Bench;

const SCHEMA: &str = include_str!("data/policy/schema.sql");

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    sql: String,
    should: Should,
    stage: Option<Stage>,
    note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Should {
    Allow,
    Deny,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Gate,
    GateOrLimits,
    GateOrError,
}

fn cases(text: &str) -> Vec<Case> {
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// Runs every case under this timeout. The longest time is the watchdog of a hang, wide enough for a busy machine.
async fn check(text: &str, timeout_ms: u64) {
    let limits = Limits { query_timeout_ms: timeout_ms, ..Limits::default() };
    let longest = Duration::from_millis(timeout_ms + 10_000);
    let mut bench = Bench::new(SCHEMA, &limits).await;
    let before = bench.query("FROM data").await.unwrap();
    let mut wrong = Vec::new();
    for case in cases(text) {
        let started = Instant::now();
        let outcome = bench.query(&case.sql).await;
        let took = started.elapsed();
        let right = match (case.should, case.stage, &outcome) {
            (Should::Allow, _, Ok(_)) => true,
            (Should::Allow, _, Err(_)) => case.note.is_some(),
            (Should::Deny, _, Ok(_)) => false,
            (Should::Deny, None | Some(Stage::Gate), Err(error)) => is_refusal(error),
            (Should::Deny, Some(Stage::GateOrLimits), Err(error)) => is_refusal(error) || is_stop(error),
            (Should::Deny, Some(Stage::GateOrError), Err(error)) => !matches!(error, QueryError::Worker(_)),
        };
        if !right {
            wrong.push(format!("{}: {}\n    {outcome:?}", case.id, case.sql.chars().take(300).collect::<String>()));
        }
        if took > longest {
            wrong.push(format!("{} took {took:?}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(bench.query("FROM data").await.unwrap(), before, "the data was changed");
}

/// The gate itself refused: by its own word, or as the parser understood nothing.
fn is_refusal(error: &QueryError) -> bool {
    match error {
        QueryError::Refused(_) => true,
        QueryError::Failed(message) => message.starts_with("Parser Error"),
        _ => false,
    }
}

fn is_stop(error: &QueryError) -> bool {
    matches!(error, QueryError::TimedOut { .. } | QueryError::Exhausted(_))
}

#[tokio::test]
async fn the_policy_cases_hold() {
    check(include_str!("data/policy/cases.jsonl"), 2_000).await;
}

#[tokio::test]
async fn the_cases_of_our_own_hold() {
    check(include_str!("data/policy/own.jsonl"), 2_000).await;
}

#[tokio::test]
async fn bombs_are_stopped() {
    check(include_str!("data/policy/bombs.jsonl"), 500).await;
}

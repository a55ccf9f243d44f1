//! Statements that are known before they are asked for give what they give anyway.

use csvchat::data::QueryError;
use csvchat::limits::{Interrupt, Limits};
use csvchat::table::Cell;

use super::Bench;

/// More than one thread reads at a time, of numbers whose sum depends on the order in which they are added up.
const LARGE: &str = "CREATE TABLE data AS SELECT i AS id, 'n' || (i % 7) AS name, 0.1::DOUBLE * (i * 7919 % 100003) / 3 AS x \
    FROM range(400000) t(i)";

const STATEMENTS: [&str; 6] = [
    "SELECT name, sum(x), avg(x), var_pop(x) FROM data GROUP BY 1",
    "SELECT corr(id, x), regr_count(id, x) FROM data",
    "SELECT count(*), max(x) FROM data",
    "SELECT sum(x) FROM data WHERE id % 3 = 1",
    "SELECT nothing FROM data",
    "SELECT first(name), list(id)[1] FROM data",
];

#[tokio::test]
async fn statements_that_are_foreseen_give_the_same() {
    let mut answers = Vec::new();
    for (threads, foreseen) in [(1, false), (1, true), (2, false), (2, true), (2, true)] {
        let mut bench = Bench::new(LARGE, &Limits { threads: Some(threads), ..Limits::default() }).await;
        if foreseen {
            bench.worker.foresee(&STATEMENTS).await;
        }
        let mut given = Vec::new();
        for sql in STATEMENTS.into_iter().chain(STATEMENTS) {
            given.push(bench.query(sql).await);
        }
        assert!(matches!(&given[4], Err(QueryError::Failed(message)) if message.contains("nothing")), "{given:?}");
        answers.push(given);
    }
    assert!(answers.iter().all(|given| *given == answers[0]));
}

#[tokio::test]
async fn what_is_foreseen_and_not_asked_for_is_forgotten() {
    let mut bench = Bench::new(LARGE, &Limits { threads: Some(2), ..Limits::default() }).await;
    let endless = "SELECT sum(a.x * b.x) FROM data a, data b";
    for _ in 0..3 {
        bench.worker.foresee(&[endless, endless, "SELECT sum(x) FROM data", "SELECT avg(x) FROM data"]).await;
        assert_eq!(bench.table("SELECT count(*) FROM data").await.rows, [[Cell::Int(400_000)]]);
    }
    // An interrupt ends it all, whatever runs.
    let interrupt = Interrupt::new();
    interrupt.set(2);
    assert_eq!(bench.worker.query("SELECT 1", &interrupt).await, Err(QueryError::Interrupted));
}

//! The worker against the real program and the real engine: results, types, limits, death and rebirth.

use std::path::{Path, PathBuf};
use std::time::Duration;

use csvchat::data::{QueryError, Worker};
use csvchat::limits::{Interrupt, Limits};
use csvchat::table::{Cell, Table};

/// A database file made by this SQL, and a worker on it.
pub struct Bench {
    pub folder: tempfile::TempDir,
    pub worker: Worker,
}

pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_csvchat"))
}

pub fn database(folder: &Path, sql: &str) -> PathBuf {
    let file = folder.join("scratch.db");
    let connection = duckdb::Connection::open(&file).unwrap();
    connection.execute_batch(sql).unwrap();
    file
}

impl Bench {
    pub async fn new(sql: &str, limits: &Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = database(folder.path(), sql);
        let mut worker = Worker::start_program(program(), limits).unwrap();
        worker.open(&file).await.unwrap();
        Self { folder, worker }
    }

    pub async fn query(&mut self, sql: &str) -> Result<Table, QueryError> {
        let interrupt = Interrupt::new();
        tokio::time::timeout(Duration::from_secs(60), self.worker.query(sql, &interrupt))
            .await
            .expect("the worker hangs")
    }

    /// The cells of the first row.
    pub async fn row(&mut self, sql: &str) -> Vec<Cell> {
        self.query(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows.remove(0)
    }
}

#[tokio::test]
async fn a_query_gives_columns_types_and_rows() {
    let mut bench =
        Bench::new("CREATE TABLE data AS SELECT 1 AS id, 'a' AS name, 1.5::DOUBLE AS amount", &Limits::default()).await;
    let table = bench.query("FROM data").await.unwrap();
    assert_eq!(table.columns, ["id", "name", "amount"]);
    assert_eq!(table.types, ["INTEGER", "VARCHAR", "DOUBLE"]);
    assert_eq!(table.rows, [vec![Cell::Int(1), Cell::Text("a".to_owned()), Cell::Float(1.5)]]);
    assert_eq!(table.row_count, 1);
}

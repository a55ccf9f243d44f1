//! The worker against the real program and the real engine: results, types, limits, death and rebirth.

mod ahead;
mod stand_in;

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use csvchat::data::{QueryError, Worker};
use csvchat::limits::{self, Interrupt, Limits};
use csvchat::table::{Cell, Table};

/// A database file made by this SQL, and a worker on it.
pub struct Bench {
    pub folder: tempfile::TempDir,
    pub worker: Worker,
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_csvchat"))
}

fn database(folder: &Path, sql: &str) -> PathBuf {
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
        let answer = self.worker.query(sql, &interrupt);
        tokio::time::timeout(Duration::from_mins(1), answer).await.expect("the worker hangs")
    }

    /// A result that has to be there.
    async fn table(&mut self, sql: &str) -> Table {
        self.query(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// A line of the worker's status in `/proc`, in KiB.
    pub fn memory(&self, key: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.worker.id()?)).ok()?;
        status.lines().find(|line| line.starts_with(key))?.split_whitespace().nth(1)?.parse().ok()
    }
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

fn is_alive(id: u32) -> bool {
    // A process that ended and is not waited for yet is a zombie, which runs no more.
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn ends_soon(id: u32) -> bool {
    let started = Instant::now();
    while is_alive(id) && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    !is_alive(id)
}

const SALES: &str =
    "CREATE TABLE data AS SELECT i AS id, 'n' || (i % 7) AS name, i * 1.5::DOUBLE AS amount FROM range(1000) t(i)";

#[tokio::test]
async fn every_type_has_a_cell_and_a_name() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    for (expression, type_name, cell) in [
        ("NULL::INTEGER", "INTEGER", Cell::Null),
        ("true", "BOOLEAN", Cell::Bool(true)),
        ("7::TINYINT", "TINYINT", Cell::Int(7)),
        ("-7::BIGINT", "BIGINT", Cell::Int(-7)),
        ("9007199254740993::BIGINT", "BIGINT", text("9007199254740993")),
        ("18446744073709551615::UBIGINT", "UBIGINT", text("18446744073709551615")),
        (
            "170141183460469231731687303715884105727::HUGEINT",
            "HUGEINT",
            text("170141183460469231731687303715884105727"),
        ),
        ("(-5)::HUGEINT", "HUGEINT", Cell::Int(-5)),
        (
            "340282366920938463463374607431768211455::UHUGEINT",
            "UHUGEINT",
            text("340282366920938463463374607431768211455"),
        ),
        ("12::UHUGEINT", "UHUGEINT", Cell::Int(12)),
        ("0.1::FLOAT", "FLOAT", Cell::Float(0.1)),
        ("0.1::DOUBLE + 0.2::DOUBLE", "DOUBLE", Cell::Float(0.1 + 0.2)),
        ("-0.0::DOUBLE", "DOUBLE", Cell::Float(0.0)),
        ("'nan'::DOUBLE", "DOUBLE", text("NaN")),
        ("'-inf'::DOUBLE", "DOUBLE", text("-Infinity")),
        ("1.10::DECIMAL(18,3)", "DECIMAL(18,3)", Cell::Float(1.1)),
        ("12345678901234.567::DECIMAL(18,3)", "DECIMAL(18,3)", text("12345678901234.567")),
        ("-0.5::DECIMAL(4,2)", "DECIMAL(4,2)", Cell::Float(-0.5)),
        ("DATE '2024-01-31'", "DATE", text("2024-01-31")),
        ("DATE '0044-03-15 (BC)'", "DATE", text("0044-03-15 (BC)")),
        ("'infinity'::DATE", "DATE", text("infinity")),
        ("TIME '09:30:00'", "TIME", text("09:30:00")),
        ("TIMESTAMP '2024-01-31 09:30:00'", "TIMESTAMP", text("2024-01-31 09:30:00")),
        ("TIMESTAMP '2024-01-31 09:30:00.25'", "TIMESTAMP", text("2024-01-31 09:30:00.25")),
        ("'2024-01-31 09:30:00.123456789'::TIMESTAMP_NS", "TIMESTAMP_NS", text("2024-01-31 09:30:00.123456789")),
        ("'2024-01-31 09:30:00'::TIMESTAMP_S", "TIMESTAMP_S", text("2024-01-31 09:30:00")),
        ("'1960-01-31 09:30:00.5'::TIMESTAMP_MS", "TIMESTAMP_MS", text("1960-01-31 09:30:00.5")),
        ("'2024-01-31 09:30:00+02'::TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", text("2024-01-31 07:30:00+00")),
        ("'09:30:00+02'::TIMETZ", "TIME WITH TIME ZONE", text("09:30:00+02")),
        ("INTERVAL '14 months 3 days 04:05:06.5'", "INTERVAL", text("1 year 2 months 3 days 04:05:06.5")),
        ("to_hours(1000000000)", "INTERVAL", text("1000000000:00:00")),
        ("'a\"b'::BLOB || '\\xFF'::BLOB", "BLOB", text("a\\x22b\\xFF")),
        ("'00000000-0000-0000-0000-0000000000ff'::UUID", "UUID", text("00000000-0000-0000-0000-0000000000ff")),
        ("'0101'::BIT", "BIT", text("0101")),
        ("'b'::ENUM('a', 'b')", "ENUM", text("b")),
        ("'{\"a\": 1}'::JSON", "JSON", text("{\"a\": 1}")),
        ("[1, NULL, 3]", "INTEGER[]", text("[1, NULL, 3]")),
        ("[0.1::DOUBLE, 1e20, 1e-5, 100]", "DOUBLE[]", text("[0.1, 1e+20, 1e-05, 100.0]")),
        ("['a', 'b c', 'd,e', '', ' f', 'null']", "VARCHAR[]", text("[a, b c, 'd,e', '', ' f', 'null']")),
        ("[[1], []]", "INTEGER[][]", text("[[1], []]")),
        ("[1, 2]::INTEGER[2]", "INTEGER[2]", text("[1, 2]")),
        ("{'a': 1, 'b c': 'it''s'}", "STRUCT(a INTEGER, \"b c\" VARCHAR)", text("{'a': 1, 'b c': 'it\\'s'}")),
        ("row(1, 'x')", "STRUCT(INTEGER, VARCHAR)", text("(1, x)")),
        ("MAP {'k': [DATE '2024-01-01']}", "MAP(VARCHAR, DATE[])", text("{k=[2024-01-01]}")),
        ("[INTERVAL 1 YEAR]", "INTERVAL[]", text("[1 year]")),
        ("1::UNION(n INTEGER, s VARCHAR)", "UNION(n INTEGER, s VARCHAR)", text("1")),
        ("'日本'", "VARCHAR", text("日本")),
    ] {
        let table = bench.table(&format!("SELECT {expression} AS x, 1 AS x")).await;
        assert_eq!((&table.types[0][..], &table.rows[0][0]), (type_name, &cell), "{expression}");
        assert_eq!((table.columns, &table.rows[0][1]), (vec!["x".to_owned(), "x".to_owned()], &Cell::Int(1)));
    }
}

#[tokio::test]
async fn nested_texts_are_the_engines_own() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    for value in [
        "[TIMESTAMP '2024-01-01 00:00:00.12', NULL]",
        "{'a': {'b': [1.5, 2.25]}, 'c': NULL, 'd': '{x}'}",
        "MAP {'a b': 1, 'c=d': NULL}",
        "['\\', '''', '\"', 'a:b', 'NULL']",
        "[1e15::DOUBLE, 1e16, 123456789.123, 1e-4, 1e-7, -0.5]",
        "[true, false]",
        "[1.10::DECIMAL(10,2), 123456789012345678.5]",
        "['\\x00'::BLOB, 'a''b'::BLOB]",
        "[0.1::FLOAT, 16777216]",
    ] {
        let table = bench.table(&format!("SELECT {value} AS ours, ({value})::VARCHAR AS theirs")).await;
        assert_eq!(table.rows[0][0], table.rows[0][1], "{value}");
    }
}

#[tokio::test]
async fn results_are_bounded_and_counted() {
    let mut bench = Bench::new(SALES, &Limits { max_rows: 10, ..Limits::default() }).await;
    let table = bench.table("SELECT i FROM range(1000000) t(i)").await;
    assert_eq!((table.rows.len(), table.row_count), (limits::PLOT_ROWS, 1_000_000));
    let columns: Vec<String> = (0..100).map(|index| format!("i + {index} AS c{index}")).collect();
    let table = bench.table(&format!("SELECT {} FROM range(10000) t(i)", columns.join(", "))).await;
    assert_eq!((table.rows.len(), table.row_count), (limits::TABLE_CELLS / 100, 10_000));
    let table = bench.table("SELECT repeat('é', 10000) AS s FROM range(9000)").await;
    assert_eq!(table.row_count, 9_000);
    assert!(table.rows.len() < 4_200 && table.rows.len() > 3_000, "{}", table.rows.len());
    let cell = table.rows[0][0].to_string();
    assert!(cell.len() <= limits::CELL_BYTES + '…'.len_utf8() && cell.ends_with("é…"), "{}", cell.len());
    let table = bench.table("SELECT name, id FROM data WHERE id < 0").await;
    assert_eq!((table.columns, table.rows.len(), table.row_count), (vec!["name".to_owned(), "id".to_owned()], 0, 0));
}

#[tokio::test]
async fn a_failure_says_what_is_near() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    for (sql, part) in [
        ("SELECT amuont FROM data", "Nearest columns of the data: amount"),
        ("SELECT d.nam FROM data d", "Nearest columns of the data: name"),
        ("FROM dta", "tables: data"),
        ("SELECT sum(name) FROM data", "sum"),
        ("SELEC 1", "SELEC is not allowed"),
        ("SELECT FROM", "Parser Error"),
        ("SELECT CAST(name AS INTEGER) FROM data", "Conversion Error"),
    ] {
        let message = bench.query(sql).await.expect_err(sql).to_string();
        assert!(message.contains(part), "{sql}: {message}");
        let folder = bench.folder.path().to_str().unwrap();
        assert!(!message.contains(folder) && !message.contains("Stack Trace"), "{message}");
    }
}

#[tokio::test]
async fn threads_do_not_show_in_results() {
    let sql = "CREATE TABLE data AS SELECT i AS id, 'n' || (hash(i) % 1000) AS name, \
               (hash(i * 7) % 100000) / 97.0 AS amount, hash(i * 3) % 20 AS few FROM range(600000) t(i)";
    let mut first: Option<Vec<Table>> = None;
    for threads in [1, 2, 4, 8] {
        let mut bench = Bench::new(sql, &Limits { threads: Some(threads), ..Limits::default() }).await;
        let mut tables = Vec::new();
        for sql in [
            "SELECT name, sum(amount), avg(amount), stddev(amount), [avg(amount)] FROM data GROUP BY name",
            "SELECT few, count(*) AS n FROM data GROUP BY few LIMIT 7",
            "SELECT name FROM data GROUP BY name ORDER BY count(*) // 50 DESC LIMIT 20",
            "SELECT DISTINCT few FROM data",
            "SELECT DISTINCT name FROM data LIMIT 5",
            "SELECT id, few FROM data ORDER BY few LIMIT 30",
            "FROM data ORDER BY few",
            "SELECT a.id, b.few FROM data a JOIN (SELECT DISTINCT few FROM data) b ON a.few = b.few LIMIT 10",
            "WITH top AS (SELECT name, count(*) // 50 AS n FROM data GROUP BY name ORDER BY n DESC LIMIT 4) FROM top ORDER BY name",
            "SELECT few, sum(amount) OVER (PARTITION BY few) FROM data LIMIT 5",
            "SELECT few FROM data UNION SELECT few + 1 FROM data",
            "SELECT few, list(id)[:5], string_agg(name, ',')[:30], first(id), arg_max(name, few), mode(name) FROM data GROUP BY few",
            "SELECT id, row_number() OVER (ORDER BY few) AS n FROM data QUALIFY n <= 20",
            "SELECT count(*) FROM data TABLESAMPLE RESERVOIR (1000 ROWS) REPEATABLE (7) WHERE few = 3",
            "SELECT name, sum(amount) FROM data GROUP BY name UNION ALL SELECT 'all', sum(amount) FROM data",
            "PIVOT (SELECT few % 3 AS f, name, amount FROM data) ON f USING sum(amount) GROUP BY name",
            "SELECT * FROM data WHERE few = 3 LIMIT 10",
            "SELECT corr(amount, few), sum(amount), regr_slope(amount, few), sum(amount) / count(*) FROM data",
            "SELECT 100 * count(DISTINCT amount) / count(*) AS share, count(*) FILTER (few = 3) / 7 AS part FROM data",
            "SELECT column_name, avg, std FROM (SUMMARIZE SELECT amount FROM data)",
        ] {
            tables.push(bench.table(sql).await);
        }
        match &first {
            None => first = Some(tables),
            Some(first) => {
                for (one, other) in first.iter().zip(&tables) {
                    assert_eq!(one, other, "{threads} threads");
                }
            }
        }
    }
}

#[tokio::test]
async fn only_computed_floats_are_rounded() {
    let mut bench =
        Bench::new("CREATE TABLE data AS SELECT CAST('0.12345678901234567' AS DOUBLE) AS x", &Limits::default()).await;
    assert_eq!(bench.table("SELECT x FROM data").await.rows, [[Cell::Float(0.123_456_789_012_345_67)]]);
    assert_eq!(bench.table("SELECT sum(x) FROM data").await.rows, [[Cell::Float(0.123_456_789_012)]]);
}

#[tokio::test]
async fn a_killed_worker_is_replaced() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    let first = bench.worker.id().unwrap();
    assert!(Command::new("kill").args(["-9", &first.to_string()]).status().unwrap().success());
    assert!(ends_soon(first));
    assert_eq!(bench.table("SELECT count(*) FROM data").await.rows, [[Cell::Int(1_000)]]);
    assert_ne!(bench.worker.id(), Some(first));
}

#[tokio::test]
async fn a_worker_killed_at_work_is_replaced_and_the_query_asked_again() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    bench.table("SELECT 1").await;
    let id = bench.worker.id().unwrap();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        assert!(Command::new("kill").args(["-9", &id.to_string()]).status().unwrap().success());
    });
    let table =
        bench.table("SELECT count(*) FROM range(20000) a, range(20000) b WHERE hash(a.range + b.range) = 1").await;
    killer.join().unwrap();
    assert_eq!(table.row_count, 1);
}

#[tokio::test]
async fn what_no_interrupt_stops_is_killed() {
    let mut bench = Bench::new(SALES, &Limits { query_timeout_ms: 300, ..Limits::default() }).await;
    let id = bench.worker.id();
    let error = bench.query("SELECT sum(len(list_sort(range(10000000 + i)))) FROM range(1000) t(i)").await.unwrap_err();
    assert!(matches!(error, QueryError::TimedOut { after_ms: 300 } | QueryError::Exhausted(_)), "{error}");
    let error = bench
        .query("SELECT max(levenshtein(repeat('a', 10000), repeat('b', 10000) || i)) FROM range(100000) t(i)")
        .await;
    assert!(matches!(error, Err(QueryError::TimedOut { after_ms: 300 })), "{error:?}");
    assert_ne!(bench.worker.id(), id);
    assert_eq!(bench.table("SELECT count(*) FROM data").await.rows, [[Cell::Int(1_000)]]);
}

#[tokio::test]
async fn memory_is_bounded_and_what_was_left_of_it_does_not_decide() {
    let memory = 300 * 1024 * 1024;
    let limits = Limits { memory_bytes: memory, threads: Some(2), query_timeout_ms: 20_000, ..Limits::default() };
    let mut bench = Bench::new(SALES, &limits).await;
    let most = (memory + limits::WORKER_HEADROOM + 2 * limits::WORKER_THREAD_HEADROOM) / 1024;
    for sql in [
        "SELECT len(range(1000000000))",
        "SELECT list_resize([1], 2000000000, 0) IS NULL",
        "SELECT printf(concat('%', '900000000', 'd'), i) FROM range(5) t(i)",
        "SELECT string_agg(repeat('x', 10000) || i, '') IS NULL FROM range(10000000) t(i)",
        "SELECT list(i || repeat('x', 1000)) IS NULL FROM range(100000000) t(i)",
    ] {
        let error = bench.query(sql).await.expect_err(sql);
        assert!(matches!(error, QueryError::Exhausted(_)), "{sql}: {error}");
        assert!(bench.memory("VmPeak:").is_none_or(|peak| peak <= most), "{sql}");
        assert_eq!(bench.table("SELECT count(*) FROM data").await.rows, [[Cell::Int(1_000)]], "{sql}");
    }
    assert!(bench.memory("VmHWM:").unwrap() <= most);
}

#[tokio::test]
async fn a_sort_larger_than_memory_spills_to_disk() {
    let limits = Limits { memory_bytes: 100 * 1024 * 1024, threads: Some(2), ..Limits::default() };
    let mut bench = Bench::new(SALES, &Limits { query_timeout_ms: 50_000, ..limits }).await;
    let sorted =
        bench.table("SELECT md5(i::VARCHAR) AS h FROM range(4000000) t(i) ORDER BY h LIMIT 1 OFFSET 2000000").await;
    assert_eq!(sorted.row_count, 1);
}

#[tokio::test]
async fn an_interrupt_ends_a_query_at_once() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    let interrupt = Interrupt::new();
    let flag = interrupt.clone();
    let id = bench.worker.id().unwrap();
    let setter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        flag.set(2);
    });
    let error = bench.worker.query("SELECT count(*) FROM range(1000000000000)", &interrupt).await;
    setter.join().unwrap();
    assert_eq!(error, Err(QueryError::Interrupted));
    assert!(ends_soon(id));
    assert_eq!(bench.worker.query("SELECT 1", &interrupt).await, Err(QueryError::Interrupted));
    assert_eq!(bench.table("SELECT 1").await.row_count, 1);
}

#[tokio::test]
async fn a_caller_that_gives_up_does_not_get_anothers_answer() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    let interrupt = Interrupt::new();
    let slow = bench.worker.query("SELECT count(*) FROM range(1000000000000)", &interrupt);
    assert!(tokio::time::timeout(Duration::from_millis(100), slow).await.is_err());
    assert_eq!(bench.table("SELECT 7 AS x").await.rows, [[Cell::Int(7)]]);
}

#[tokio::test]
async fn the_worker_holds_no_keys() {
    let bench = Bench::new(SALES, &Limits::default()).await;
    let environment = std::fs::read(format!("/proc/{}/environ", bench.worker.id().unwrap())).unwrap();
    let names: Vec<String> = environment
        .split(|&byte| byte == 0)
        .filter(|entry| !entry.is_empty())
        .map(|entry| String::from_utf8_lossy(entry).split('=').next().unwrap().to_owned())
        .collect();
    let known = ["PATH", "TMPDIR", "TEMP", "LD_LIBRARY_PATH", "MALLOC_ARENA_MAX", "TZ"];
    assert!(!names.is_empty() && names.iter().all(|name| known.contains(&name.as_str())), "{names:?}");
}

#[tokio::test]
async fn a_worker_needs_its_database() {
    let mut worker = Worker::start_program(program(), &Limits::default()).unwrap();
    let error = worker.query("SELECT 1", &Interrupt::new()).await.unwrap_err();
    assert!(matches!(error, QueryError::Worker(_)), "{error}");
    let error = worker.open(Path::new("/no/such/folder/scratch.db")).await.unwrap_err();
    assert!(matches!(error, QueryError::Worker(_)), "{error}");
    assert!(Worker::start_program(Path::new("/no/such/program"), &Limits::default()).is_err());
}

/// Not a test by itself: the program that the next one kills.
#[tokio::test]
#[ignore = "started by a_worker_dies_with_its_program"]
async fn a_program_with_a_worker_at_work() {
    let mut bench = Bench::new(SALES, &Limits::default()).await;
    println!("\nworker {}", bench.worker.id().unwrap());
    let _ = bench
        .query("SELECT max(levenshtein(repeat('a', 10000), repeat('b', 10000) || i)) FROM range(1000000) t(i)")
        .await;
}

#[test]
fn a_worker_dies_with_its_program() {
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker::a_program_with_a_worker_at_work", "--ignored", "--nocapture"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(parent.stdout.take().unwrap()).lines();
    let id =
        lines.map_while(Result::ok).find_map(|line| line.strip_prefix("worker ")?.parse().ok()).expect("no worker");
    std::thread::sleep(Duration::from_millis(300));
    assert!(is_alive(id), "it was not at work");
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(ends_soon(id), "an orphan is left");
}

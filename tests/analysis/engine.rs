//! Runs an analysis on a file without the program around it: DuckDB in memory, a profile, and the loop of turns.

use std::fmt::Write as _;
use std::path::Path;

use csvchat::agent::prompt::{Task, opening};
use csvchat::analyst::Analyst;
use csvchat::event::{Call, Certificate, ColumnProfile, Dataset, Quantiles, Reading, Reply, TextLength, ValueCount};
use csvchat::limits::{MODEL_BYTES, MODEL_ROWS, TOP_VALUES};
use csvchat::model::{Message, Model, Request, ToolReply, Turn};
use csvchat::sql;
use csvchat::table::{Cell, Kind, Table, round_significant};
use duckdb::Connection;
use serde_json::{Value, json};

/// Words that are missing values in columns of numbers and dates.
const MISSING: &str = "['', 'NA', 'N/A', 'n/a', '-', '?', 'NULL', 'null', '.']";

/// A database with one or more tables, the first one being `data`.
pub struct Engine {
    connection: Connection,
    /// The tables as the model is told of them.
    pub datasets: Vec<Dataset>,
}

impl Engine {
    /// Reads a file as table `data`, with DuckDB's own detection over all of its rows.
    pub fn open(path: &Path) -> Self {
        let connection = Connection::open_in_memory().unwrap();
        let source = sql::text(path.to_str().unwrap());
        let typed = format!("read_csv({source}, sample_size = -1, nullstr = {MISSING})");
        let raw = format!("read_csv({source}, sample_size = -1, all_varchar = true, header = true, nullstr = [''])");
        let described =
            query(&connection, &format!("SELECT column_name, column_type FROM (DESCRIBE FROM {typed})")).unwrap();
        let columns: Vec<String> = described
            .rows
            .iter()
            .map(|row| {
                let from = if row[1].to_string() == "VARCHAR" { "raw" } else { "typed" };
                format!("{from}.{}", sql::name(&row[0].to_string()))
            })
            .collect();
        let create =
            format!("CREATE TABLE data AS SELECT {} FROM {typed} typed POSITIONAL JOIN {raw} raw", columns.join(", "));
        let simple = format!("CREATE TABLE data AS FROM read_csv({source}, sample_size = -1)");
        if connection.execute_batch(&create).is_err() {
            connection.execute_batch(&simple).unwrap();
        }
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut engine = Self { connection, datasets: Vec::new() };
        engine.tell("data", &file);
        engine
    }

    /// A table made by a statement.
    pub fn of(statements: &str, file: &str) -> Self {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(statements).unwrap();
        let mut engine = Self { connection, datasets: Vec::new() };
        engine.tell("data", file);
        engine
    }

    /// Tells of a further table.
    pub fn tell(&mut self, table: &str, file: &str) {
        let dataset = profile(&self.connection, table, file);
        self.datasets.push(dataset);
    }

    /// What a statement gives.
    pub fn query(&self, statement: &str) -> Result<Table, String> {
        query(&self.connection, statement)
    }

    /// The one cell that a statement gives, as a number.
    pub fn number(&self, statement: &str) -> f64 {
        self.query(statement).unwrap().rows[0][0].as_f64().unwrap()
    }

    /// The one cell that a statement gives, as text.
    pub fn text(&self, statement: &str) -> String {
        self.query(statement).unwrap().rows[0][0].to_string()
    }

    /// The whole analysis.
    pub fn analyze(&self) -> Analysis {
        let opening = opening(&Task::Analyze, &self.datasets).unwrap();
        let mut request = Request {
            system: "analyze".to_owned(),
            tools: Vec::new(),
            messages: vec![Message::User { text: opening }],
        };
        let mut analysis = Analysis::default();
        for _ in 0..10 {
            let reply = turn(&request).reply;
            assert_eq!(reply, turn(&request).reply, "the same request gave another turn");
            analysis.turns += 1;
            let results: Vec<ToolReply> = reply.calls.iter().map(|call| self.run(call, &mut analysis)).collect();
            request.messages.push(Message::Assistant { reply: reply.clone(), items: None });
            request.messages.push(Message::Results { results });
            analysis.replies.push(reply);
            if analysis.title.is_some() {
                return analysis;
            }
        }
        panic!("no finalize within ten turns");
    }

    fn run(&self, call: &Call, analysis: &mut Analysis) -> ToolReply {
        let text = |key: &str| call.input[key].as_str().unwrap_or_default().to_owned();
        let mut reply = ToolReply {
            call_id: call.id.clone(),
            name: call.name.clone(),
            is_error: false,
            content: "done".to_owned(),
        };
        match call.name.as_str() {
            "sql_query" => match self.query(&text("query")) {
                Ok(table) => {
                    let id = format!("q{}", analysis.queries.len() + 1);
                    reply.content = told(&id, &table);
                    analysis.queries.push((text("query"), table));
                }
                Err(error) => {
                    analysis.failures.push(format!("{error}\n{}", text("query")));
                    reply.is_error = true;
                    reply.content = error;
                }
            },
            "output_text" => analysis.texts.push((text("role"), text("text"))),
            "output_table" => {
                let rows = call.input["rows"].as_array().unwrap().iter().map(|row| row.as_array().unwrap().clone());
                analysis.tables.push((text("title"), call.input["headers"].clone(), rows.collect()));
            }
            "create_plot" => {
                analysis.plots.push(Plot {
                    title: text("title"),
                    note: text("note"),
                    spec: call.input["vega_lite_spec"].clone(),
                });
            }
            "finalize" => analysis.title = Some(text("session_title")),
            other => panic!("no tool {other}"),
        }
        reply
    }
}

/// A chart that was shown.
pub struct Plot {
    pub title: String,
    pub note: String,
    pub spec: Value,
}

/// What an analysis showed.
#[derive(Default)]
pub struct Analysis {
    pub turns: usize,
    pub replies: Vec<Reply>,
    pub queries: Vec<(String, Table)>,
    pub failures: Vec<String>,
    pub texts: Vec<(String, String)>,
    pub tables: Vec<(String, Value, Vec<Vec<Value>>)>,
    pub plots: Vec<Plot>,
    pub title: Option<String>,
}

impl Analysis {
    /// The text of the summary.
    pub fn summary(&self) -> &str {
        &self.texts.iter().find(|(role, _)| role == "summary").unwrap().1
    }

    /// Everything that a reader is told in prose.
    pub fn prose(&self) -> String {
        let mut all = self.texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
        for plot in &self.plots {
            write!(all, "\n{}\n{}", plot.title, plot.note).unwrap();
        }
        all
    }

    /// One cell of the table of columns.
    pub fn column(&self, name: &str, header: usize) -> String {
        let row = self.tables.iter().flat_map(|(_, _, rows)| rows).find(|row| row[0] == name).unwrap();
        row[header].as_str().map_or_else(|| row[header].to_string(), str::to_owned)
    }

    /// All of it for a person.
    pub fn shown(&self) -> String {
        let mut all = format!("# {}\n\n", self.title.as_deref().unwrap_or_default());
        for (role, text) in &self.texts {
            writeln!(all, "[{role}] {text}").unwrap();
        }
        for plot in &self.plots {
            writeln!(all, "(plot) {}\n       {}", plot.title, plot.note).unwrap();
        }
        for (title, _, rows) in &self.tables {
            writeln!(all, "| {title} ({} rows)", rows.len()).unwrap();
            for row in rows.iter().take(20) {
                let cells: Vec<String> =
                    row.iter().map(|cell| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned)).collect();
                writeln!(all, "| {}", cells.join(" | ")).unwrap();
            }
        }
        writeln!(all, "turns {}, queries {}", self.turns, self.queries.len()).unwrap();
        all
    }
}

fn turn(request: &Request) -> Turn {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(Analyst.turn(request)).unwrap()
}

/// A result as the loop tells it: at most 100 rows and 16 KB.
fn told(id: &str, table: &Table) -> String {
    let mut rows: Vec<&Vec<Cell>> = Vec::new();
    let mut bytes = 0;
    for row in table.rows.iter().take(MODEL_ROWS) {
        bytes += serde_json::to_string(row).unwrap().len();
        if bytes > MODEL_BYTES {
            break;
        }
        rows.push(row);
    }
    json!({
        "id": id, "columns": table.columns, "types": table.types, "rows": rows, "row_count": table.row_count,
        "shown": format!("rows 1-{} of {}", rows.len(), table.row_count)
    })
    .to_string()
}

fn query(connection: &Connection, statement: &str) -> Result<Table, String> {
    let fail = |error: duckdb::Error| error.to_string();
    let mut table = Table::default();
    let mut described = connection.prepare(&format!("DESCRIBE {statement}")).map_err(fail)?;
    let mut rows = described.query([]).map_err(fail)?;
    while let Some(row) = rows.next().map_err(fail)? {
        table.columns.push(row.get(0).map_err(fail)?);
        table.types.push(row.get(1).map_err(fail)?);
    }
    let list = (1..=table.columns.len()).map(|index| format!("c{index}::VARCHAR")).collect::<Vec<_>>().join(", ");
    let names = (1..=table.columns.len()).map(|index| format!("c{index}")).collect::<Vec<_>>().join(", ");
    let mut all = connection.prepare(&format!("SELECT {list} FROM ({statement}) AS t({names})")).map_err(fail)?;
    let mut rows = all.query([]).map_err(fail)?;
    while let Some(row) = rows.next().map_err(fail)? {
        let cells = (0..table.columns.len()).map(|index| {
            let text: Option<String> = row.get(index).unwrap();
            text.map_or(Cell::Null, |text| cell(text, Kind::of(&table.types[index])))
        });
        table.rows.push(cells.collect());
    }
    table.row_count = table.rows.len() as u64;
    Ok(table)
}

fn cell(text: String, kind: Kind) -> Cell {
    match kind {
        Kind::Boolean => Cell::Bool(text == "true"),
        Kind::Integer => match text.parse::<i64>() {
            Ok(value) if value.abs() <= csvchat::table::EXACT_INTEGER => Cell::Int(value),
            Ok(_) | Err(_) => Cell::Text(text),
        },
        Kind::Number => match text.parse::<f64>() {
            Ok(value) => Cell::from_f64(round_significant(value, 12)),
            Err(_) => Cell::Text(text),
        },
        Kind::Text | Kind::Date | Kind::Time | Kind::Timestamp | Kind::Other => Cell::Text(text),
    }
}

fn profile(connection: &Connection, table: &str, file: &str) -> Dataset {
    let described = query(connection, &format!("SELECT column_name, column_type FROM (DESCRIBE {table})")).unwrap();
    let rows = query(connection, &format!("SELECT count(*) FROM {table}")).unwrap().rows[0][0].as_f64().unwrap();
    let columns = described.rows.iter().map(|row| column(connection, table, &row[0].to_string(), &row[1].to_string()));
    Dataset {
        name: file.to_owned(),
        table: table.to_owned(),
        alias: None,
        path: file.to_owned(),
        format: "csv".to_owned(),
        bytes: 0,
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        rows: rows as u64,
        columns: columns.collect(),
        reading: Reading {
            delimiter: ",".to_owned(),
            quote: "\"".to_owned(),
            escape: "\"".to_owned(),
            encoding: "utf-8".to_owned(),
            header: true,
            missing_words: Vec::new(),
            notes: Vec::new(),
        },
        certificate: Certificate { checked: Vec::new(), kept: Vec::new() },
    }
}

fn column(connection: &Connection, table: &str, name: &str, kind: &str) -> ColumnProfile {
    let quoted = sql::name(name);
    let one = |select: &str| query(connection, &format!("SELECT {select} FROM {table}")).unwrap().rows.remove(0);
    let counts = one(&format!("count(*) - count({quoted}), count(DISTINCT {quoted}), min({quoted}), max({quoted})"));
    let whole = |cell: &Cell| match cell {
        Cell::Int(value) => u64::try_from(*value).unwrap(),
        other => panic!("{other:?} is no count"),
    };
    let mut profile = ColumnProfile {
        name: name.to_owned(),
        header: None,
        kind: kind.to_owned(),
        nulls: whole(&counts[0]),
        distinct: Some(whole(&counts[1])),
        distinct_approximate: false,
        min: counts[2].clone(),
        max: counts[3].clone(),
        mean: None,
        sd: None,
        quantiles: None,
        negative: None,
        zero: None,
        not_finite: None,
        text_length: None,
        histogram: Vec::new(),
        top: Vec::new(),
    };
    if Kind::of(kind).is_numeric() {
        let finite = format!("CASE WHEN isfinite({quoted}::DOUBLE) THEN {quoted}::DOUBLE END");
        let quantile = |q: f64| format!("quantile_cont({finite}, {q})");
        let cells = one(&format!(
            "avg({finite}), stddev_samp({finite}), count(*) FILTER ({quoted} < 0), count(*) FILTER ({quoted} = 0), \
             count(*) FILTER (NOT isfinite({quoted}::DOUBLE)), {}, {}, {}, {}, {}",
            quantile(0.05),
            quantile(0.25),
            quantile(0.5),
            quantile(0.75),
            quantile(0.95)
        ));
        profile.mean = cells[0].as_f64();
        profile.sd = cells[1].as_f64();
        profile.negative = Some(whole(&cells[2]));
        profile.zero = Some(whole(&cells[3]));
        profile.not_finite = Some(whole(&cells[4]));
        if let (Some(p05), Some(p25), Some(p50), Some(p75), Some(p95)) =
            (cells[5].as_f64(), cells[6].as_f64(), cells[7].as_f64(), cells[8].as_f64(), cells[9].as_f64())
        {
            profile.quantiles = Some(Quantiles { p05, p25, p50, p75, p95, approximate: false });
        }
    }
    if Kind::of(kind) == Kind::Text && profile.distinct != Some(0) {
        let cells = one(&format!("min(length({quoted})), avg(length({quoted})), max(length({quoted}))"));
        profile.text_length =
            Some(TextLength { min: whole(&cells[0]), mean: cells[1].as_f64().unwrap(), max: whole(&cells[2]) });
    }
    let few = Kind::of(kind) == Kind::Text || Kind::of(kind) == Kind::Boolean || profile.distinct.unwrap() <= 20;
    if few {
        let top = query(
            connection,
            &format!(
                "SELECT {quoted}, count(*) FROM {table} WHERE {quoted} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {TOP_VALUES}"
            ),
        )
        .unwrap();
        profile.top = top.rows.iter().map(|row| ValueCount { value: row[0].clone(), count: whole(&row[1]) }).collect();
    }
    profile
}

//! What leaves the machine at each level of privacy: the requests that a model gets, over real data and the real worker.

mod file;

use std::path::{Path, PathBuf};

use csvchat::agent::{Agent, Conditions, Ending, Task};
use csvchat::analyst::Analyst;
use csvchat::data::{Loaded, Progress, ReadOptions, Scratch, Source, Worker, load};
use csvchat::event::{Call, Dataset, Event, Log, Reply, Stop};
use csvchat::limits::{Interrupt, Limits, Privacy};
use csvchat::model::{Message, Model, Request, Scripted, Turn};
use csvchat::table::Cell;
use csvchat::tools::{Purpose, Tools};
use serde_json::{Value, json};

use file::canaries;

/// The data of these tests, loaded.
struct Data {
    loaded: Loaded,
    /// Goes away with the value.
    _scratch: Scratch,
    _folder: tempfile::TempDir,
}

/// What a run came to.
struct Ran {
    requests: Vec<Request>,
    events: Vec<Event>,
}

/// Rows, their number, and the error of a query.
type Outcome<'a> = (&'a Vec<Vec<Cell>>, u64, Option<&'a String>);

fn data() -> Data {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("staff.csv");
    std::fs::write(&file, file::csv()).unwrap();
    let scratch = Scratch::new().unwrap();
    let (options, limits, interrupt) = (ReadOptions::default(), Limits::default(), Interrupt::new());
    let loaded = load(&[Source::Path(file)], &options, &limits, &scratch, &interrupt, &Progress::default()).unwrap();
    duckdb::Connection::open(&loaded.database).unwrap().execute_batch(file::NESTED).unwrap();
    Data { loaded, _scratch: scratch, _folder: folder }
}

async fn run(data: &Data, model: &mut dyn Model, privacy: Privacy) -> (Vec<Event>, Ending) {
    let limits = Limits { query_timeout_ms: 5_000, ..Limits::default() };
    let mut worker = Worker::start_program(Path::new(env!("CARGO_BIN_EXE_csvchat")), &limits).unwrap();
    worker.open(&data.loaded.database).await.unwrap();
    let tools = Tools::new(worker, limits.clone(), Interrupt::new(), Purpose::Ask);
    let conditions = Conditions { limits, privacy, ..Conditions::default() };
    let mut log = Log::new(Vec::new());
    let task = Task::Ask { question: "average score by team".to_owned() };
    let mut agent = Agent::new(model, tools, &mut log, conditions);
    let ending = agent.run(&task, &data.loaded.datasets).await;
    drop(agent);
    (log.events().iter().map(|envelope| envelope.event.clone()).collect(), ending)
}

/// Plays these calls, a reply for each list.
async fn played(data: &Data, calls: &[Vec<(&str, Value)>], privacy: Privacy) -> Ran {
    let finish = vec![("output_text", json!({"text": "done"})), ("finalize", json!({"session_title": null}))];
    let turn = |(number, calls): (usize, &Vec<(&str, Value)>)| {
        let call = |(index, (name, input)): (usize, &(&str, Value))| Call {
            id: format!("call_{number}_{index}"),
            name: (*name).to_owned(),
            input: input.clone(),
        };
        let calls = calls.iter().enumerate().map(call).collect();
        Turn { reply: Reply { calls, stop: Stop::ToolUse, ..Reply::default() }, ..Turn::default() }
    };
    // One turn more than there are calls: it is the request before it that holds all that was told.
    let turns = calls.iter().chain([&finish]).enumerate().map(turn).collect();
    let mut model = Scripted::new(turns);
    let (events, ending) = run(data, &mut model, privacy).await;
    assert!(matches!(ending, Ending::Complete), "{ending:?}");
    Ran { requests: model.requests, events }
}

fn sql(query: &str) -> (&'static str, Value) {
    ("sql_query", json!({"query": query, "description": "d"}))
}

impl Ran {
    /// What was told of the calls, in their order.
    fn told(&self) -> Vec<(bool, String)> {
        let mut told = Vec::new();
        for message in &self.requests.last().unwrap().messages {
            match message {
                Message::Results { results } => {
                    told.extend(results.iter().map(|result| (result.is_error, result.content.clone())));
                }
                Message::User { .. } | Message::Assistant { .. } => {}
            }
        }
        told
    }

    /// Every canary in all that left the machine.
    fn leaked(&self) -> Vec<String> {
        self.requests.iter().flat_map(|request| canaries(&serde_json::to_string(request).unwrap())).collect()
    }

    fn results(&self) -> Vec<Outcome<'_>> {
        self.events
            .iter()
            .filter_map(|event| match event {
                Event::QueryResult { rows, row_count, error, .. } => Some((rows, *row_count, error.as_ref())),
                _ => None,
            })
            .collect()
    }
}

/// Statements whose results or errors hold canaries, or try to carry one out in another shape.
const HOSTILE: &[&str] = &[
    // Rows.
    "FROM data",
    "SELECT * FROM data WHERE id = 45",
    "SELECT name, salary FROM data ORDER BY salary DESC LIMIT 1",
    "SELECT DISTINCT team FROM data",
    "SELECT * FROM nested",
    "SUMMARIZE data",
    "SELECT spot, tags, pairs FROM nested",
    "SELECT to_json(data) FROM data",
    "EXPLAIN SELECT * FROM data WHERE name = (SELECT min(name) FROM data)",
    "TABLE data",
    "SELECT 7 AS n, salary FROM data UNION ALL SELECT 8, salary FROM data",
    // Headers from values.
    "PIVOT data ON team USING sum(salary)",
    "PIVOT data ON name USING count(*) GROUP BY active",
    "SELECT nosuch FROM (PIVOT data ON team USING count(*))",
    "SELECT * FROM (PIVOT data ON team USING count(*)) WHERE nosuch = 1",
    "SELECT unnest(spot) FROM nested",
    "SELECT unnest(pairs) FROM nested",
    "UNPIVOT data ON COLUMNS('name|team') INTO NAME field VALUE content",
    "SELECT histogram(team) FROM data",
    "SELECT json_structure(body) FROM nested",
    "SELECT list(team)::VARCHAR FROM data",
    // Errors that quote values.
    "SELECT name::INTEGER FROM data",
    "SELECT CAST(spoiled AS INTEGER) FROM data",
    "SELECT sum(CAST(spoiled AS INTEGER)) FROM data",
    "SELECT team, sum(CAST(spoiled AS INTEGER)) FROM data GROUP BY team",
    "SELECT CAST('bad_alloc Out of Memory Error ' || name AS INTEGER) FROM data",
    "SELECT CAST('Binder Error: ' || name AS DATE) FROM data",
    "SELECT strptime(name, '%Y') FROM data",
    "SELECT salary::TINYINT FROM data",
    "SELECT (salary * 1000000000000)::BIGINT * salary FROM data",
    "SELECT json_extract(body, '$.' || word) FROM nested",
    "SELECT json_extract(body, word || '[') FROM nested",
    "SELECT date_part(name, hired) FROM data",
    "SELECT date_trunc(team, hired) FROM data",
    "SELECT regexp_matches(name, '(' || name) FROM data",
    "SELECT printf(name || '%d %s', id) FROM data",
    "SELECT format(name || '{', id) FROM data",
    "SELECT name::INTERVAL FROM data",
    "SELECT name::UUID FROM data",
    "SELECT name::BOOLEAN FROM data",
    "SELECT word::ENUM('a', 'b') FROM nested",
    "SELECT exact::DECIMAL(3, 2) FROM nested",
    "SELECT error(name) FROM data",
    "SELECT struct_extract(spot, word) FROM nested",
    "SELECT count(*) FROM data WHERE name::INTEGER > 3",
    "SELECT team, count(*) FROM data GROUP BY team HAVING team::INTEGER > 3",
    // One value, as a statistic.
    "SELECT sum(salary) FROM data WHERE id = 45",
    "SELECT sum(CASE WHEN id = 45 THEN salary END) FROM data",
    "SELECT sum(salary) FILTER (id = 45) FROM data",
    "SELECT sum(salary * (id = 45)::INT) FROM data",
    "SELECT avg(salary) FROM data GROUP BY team",
    "SELECT team, sum(salary) FROM data GROUP BY team ORDER BY 2 DESC LIMIT 2",
    "SELECT team, avg(rare) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(rare) FROM data",
    "SELECT max(rare), count(rare) FROM data",
    "SELECT team, avg(fixed) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(fixed) FROM data WHERE team = (SELECT min(team) FROM data)",
    "SELECT avg(fixed) FROM data WHERE fixed > 1000",
    "SELECT team, sum(mostly_zero) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(mostly_zero), stddev(mostly_zero), avg(mostly_zero) FROM data",
    "SELECT sum(code), count(*) FROM data WHERE id <= 10",
    "SELECT team, sum(code), count(*) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(salary) FROM data WHERE salary > 700000 OR mostly_zero > 0",
    "SELECT sum(DISTINCT salary) FROM data WHERE id > 43",
    "SELECT max(salary) * 1.0 FROM data",
    "SELECT max(salary) - 0 * count(*) FROM data",
    "SELECT max(salary) / 10 FROM data",
    "SELECT max(salary::VARCHAR) FROM data",
    "SELECT max(name), min(hired), max(seen) FROM data",
    "SELECT min(salary, 3), max(salary, 3) FROM data",
    "SELECT arg_max(salary, id), first(salary), any_value(name), mode(team), median(salary) FROM data",
    "SELECT quantile_disc(salary, [0, 0.5, 1]) FROM data",
    "SELECT string_agg(name, ', '), list(salary) FROM data",
    "SELECT bit_xor(salary), bit_or(salary), product(salary) FROM data WHERE id = 45",
    "SELECT salary + 0 * count(*) FROM data GROUP BY salary",
    "SELECT salary AS x, count(*) FROM data GROUP BY salary",
    "SELECT fixed AS x, count(*) AS n, avg(fixed) FROM data GROUP BY fixed HAVING count(*) >= 5",
    "SELECT team = team AS \"csvchat check\", team = team AS c2, team = team AS c3, sum(salary) FROM data GROUP BY team",
    "SELECT sum(salary) OVER () FROM data WHERE id = 45",
    "SELECT sum(salary) FROM data, range(5) WHERE id = 45",
    "SELECT sum(salary) FROM data JOIN range(5) r(i) ON true WHERE id = 45",
    "SELECT sum(x) FROM (SELECT salary AS x FROM data WHERE id = 45 UNION ALL SELECT 0 FROM range(5))",
    "WITH one AS (SELECT salary FROM data WHERE id = 45) SELECT sum(salary) FROM one, range(9)",
    "SELECT sum(salary) FROM data WHERE id = 45 GROUP BY unnest([1, 1, 1, 1, 1])",
    "SELECT unnest([1, 1, 1, 1, 1]), sum(salary) FROM data WHERE id = 45 GROUP BY 1",
    "SELECT sum(salary) FROM data GROUP BY ROLLUP (id)",
    "SELECT count(*) FROM data GROUP BY GROUPING SETS ((name), ())",
    // One value, as a number of rows or columns.
    "SELECT unnest(range(salary)) FROM data WHERE id = 45",
    "FROM range((SELECT max(salary) FROM data))",
    "SELECT 1 FROM range(1000000) LIMIT (SELECT max(salary) FROM data)",
    "SELECT count(*) FROM range(1000000) WHERE range < (SELECT max(salary) FROM data)",
    "SELECT a.range FROM range(1000000) a JOIN data b ON a.range < b.salary WHERE b.id = 45",
    "SELECT len(range(salary)) FROM data WHERE id = 45",
];

/// Calls that refer to the results of these statements, and errors of theirs that would name what is in them.
fn references() -> Vec<(&'static str, Value)> {
    let plot = |id: &str, field: &str| {
        let encoding = json!({"x": {"field": field, "type": "nominal"}, "row": {"field": "name"}});
        (
            "create_plot",
            json!({"title": "T", "vega_lite_spec": {"data": {"name": id}, "mark": "bar", "encoding": encoding}}),
        )
    };
    let table = |id: &str| ("output_table", json!({"title": "T", "query": id, "columns": ["nosuch"]}));
    let mut calls = vec![("output_text", json!({"text": "wrong [q999]"})), ("no_such_tool", json!({}))];
    for number in 1..=HOSTILE.len() {
        let id = format!("q{number}");
        calls.extend([plot(&id, "nosuch"), plot(&id, "name"), table(&id)]);
        calls.push(("output_table", json!({"title": "T", "query": id})));
    }
    calls
}

fn hostile() -> Vec<Vec<(&'static str, Value)>> {
    vec![HOSTILE.iter().map(|query| sql(query)).collect(), references()]
}

#[tokio::test]
async fn nothing_of_the_data_leaves_the_machine_under_stats_and_schema() {
    let data = data();
    let open = played(&data, &hostile(), Privacy::Rows).await;
    for privacy in [Privacy::Stats, Privacy::Schema] {
        let closed = played(&data, &hostile(), privacy).await;
        for (call, (_, told)) in hostile().concat().iter().zip(closed.told()) {
            assert!(canaries(&told).is_empty(), "{privacy:?}: {call:?}: {told}");
        }
        assert_eq!(closed.leaked(), Vec::<String>::new(), "{privacy:?}");
        // The reader gets the same as without.
        for (query, (closed, open)) in HOSTILE.iter().zip(closed.results().iter().zip(open.results())) {
            assert!(closed.0 == open.0 && closed.1 == open.1, "{privacy:?}: {query}");
            assert_eq!(closed.2.is_some(), open.2.is_some(), "{privacy:?}: {query}");
        }
        let shown = |ran: &Ran| {
            let is_shown =
                |event: &&Event| matches!(event, Event::Table { .. } | Event::Plot { .. } | Event::PlotRejected { .. });
            ran.events.iter().filter(is_shown).cloned().collect::<Vec<_>>()
        };
        assert_eq!(shown(&closed), shown(&open), "{privacy:?}");
        assert!(!shown(&closed).is_empty());
    }
}

#[tokio::test]
async fn the_canaries_sing_where_rows_may_be_told() {
    let data = data();
    let open = played(&data, &hostile(), Privacy::Rows).await;
    let silent: Vec<&str> = HOSTILE
        .iter()
        .zip(open.told())
        .zip(open.results())
        .filter(|((_, (_, told)), (rows, count, _))| {
            canaries(told).is_empty() && canaries(&json!([rows, count]).to_string()).is_empty()
        })
        .map(|((query, _), _)| *query)
        .collect();
    // Refused, stopped by a limit, or a figure that only could have held one.
    assert!(silent.len() < HOSTILE.len() / 4, "{silent:#?}");
    assert!(canaries(open.requests[0].opening()).len() > 10);
}

#[tokio::test]
async fn under_schema_a_result_is_told_by_its_id_alone() {
    let data = data();
    let queries = [
        "SELECT team, sum(salary) AS s FROM data GROUP BY team",
        "SELECT team, sum(salary) AS s FROM data WHERE false GROUP BY team",
        "SELECT count(*) AS n FROM data",
    ];
    let ran = played(&data, &[queries.map(sql).to_vec()], Privacy::Schema).await;
    let told: Vec<Value> = ran.told().iter().map(|(_, told)| serde_json::from_str(told).unwrap()).collect();
    let kept = "kept for the reader; nothing of its values is told";
    assert_eq!(told[0], json!({"id": "q1", "columns": ["team", "s"], "told": kept}));
    assert_eq!(told[1], json!({"id": "q2", "columns": ["team", "s"], "told": kept}));
    assert_eq!(told[2], json!({"id": "q3", "columns": ["n"], "told": kept}));
    let opening = ran.requests[0].opening();
    assert!(opening.contains(r#"{"column":"salary","of":"data","type":"BIGINT"}"#), "{opening}");
    for key in ["\"rows\"", "\"nulls\"", "\"distinct\"", "\"min\"", "\"notes\"", "45"] {
        assert!(!opening.contains(key), "{key}: {opening}");
    }
}

/// Statistics that may be told, and what is told of them: columns of groups are given by their place.
const HONEST: &[(&str, &[usize])] = &[
    ("SELECT count(*) AS n FROM data", &[]),
    ("SELECT count(*), sum(score), avg(score), stddev(score), count(DISTINCT score) FROM data", &[]),
    (
        "SELECT team, count(*) AS n, sum(score) AS s FROM data GROUP BY team HAVING count(*) >= 5 ORDER BY n DESC, s",
        &[0],
    ),
    ("SELECT active, round(avg(bonus), 2), var_pop(score) FROM data WHERE id <= 40 GROUP BY ALL ORDER BY ALL", &[0]),
    ("SELECT hired < DATE '2019-02-15' AS early, 100.0 * sum(score) / count(*) FROM data GROUP BY 1", &[0]),
    (
        "SELECT date_trunc('month', seen) AS month, team, avg(score) FROM data GROUP BY month, team HAVING count(*) > 4",
        &[0, 1],
    ),
    ("SELECT team, sum(salary) FROM data WHERE id <= 40 GROUP BY team ORDER BY sum(salary)", &[0]),
    ("SELECT team FROM data GROUP BY team HAVING count(*) >= 5", &[0]),
    ("SELECT team, count(spoiled) FROM data GROUP BY team HAVING count(*) = 2", &[0]),
];

#[tokio::test]
async fn under_stats_honest_statistics_reach_the_model() {
    let data = data();
    let ran = played(&data, &[HONEST.iter().map(|(query, _)| sql(query)).collect()], Privacy::Stats).await;
    assert_eq!(ran.leaked(), Vec::<String>::new());
    for (((query, groups), (_, told)), (rows, count, _)) in HONEST.iter().zip(ran.told()).zip(ran.results()) {
        let told: Value = serde_json::from_str(&told).unwrap();
        let mut expected = json!(rows);
        for &column in *groups {
            let mut names: Vec<Value> = Vec::new();
            for row in expected.as_array_mut().unwrap() {
                let name = row[column].take();
                let known = names.iter().position(|known| *known == name);
                let place = known.unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                row[column] = json!(format!("g{}", place + 1));
            }
        }
        assert_eq!(told["rows"], expected, "{query}: {told}");
        assert_eq!(told["row_count"], count, "{query}");
    }
}

#[tokio::test]
async fn under_stats_figures_are_those_of_a_query_by_hand() {
    let data = data();
    let query = "SELECT team, count(*) AS n, avg(score) AS mean, max(salary) AS most FROM data GROUP BY team HAVING \
                 count(*) >= 5 ORDER BY team";
    let ran = played(&data, &[vec![sql(query)]], Privacy::Stats).await;
    let told: Value = serde_json::from_str(&ran.told()[0].1).unwrap();
    let rows: Vec<_> =
        file::csv().lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    let mut expected = Vec::new();
    for (number, team) in ["kanariblue", "kanarigold", "kanarigrey", "kanarired"].into_iter().enumerate() {
        let of_team: Vec<_> = rows.iter().filter(|row| row[2] == team).collect();
        let number_of = |column: usize| of_team.iter().map(move |row| row[column].parse::<f64>().unwrap());
        let mean = number_of(14).sum::<f64>() / of_team.len() as f64;
        let most = number_of(3).fold(f64::MIN, f64::max);
        let most: f64 = format!("{most:.1e}").parse().unwrap();
        expected.push(json!([format!("g{}", number + 1), of_team.len(), mean, most]));
    }
    assert_eq!(told["columns"], json!(["team", "n", "mean", "most"]));
    for (row, expected) in told["rows"].as_array().unwrap().iter().zip(&expected) {
        assert_eq!((&row[0], &row[1], &row[3]), (&expected[0], &expected[1], &expected[3]), "{told}");
        assert!((row[2].as_f64().unwrap() - expected[2].as_f64().unwrap()).abs() < 1e-9, "{told}");
    }
    assert_eq!(told["rows"].as_array().unwrap().len(), expected.len());
}

#[tokio::test]
async fn under_stats_other_results_are_told_by_their_shape() {
    let data = data();
    let queries = [
        ("SELECT name, salary FROM data", json!(45), "rows themselves"),
        ("SELECT name, salary FROM data WHERE id = 45", json!("fewer than 5"), "rows themselves"),
        ("SELECT team, avg(salary) FROM data GROUP BY team", json!(6), "fewer than 5 rows"),
        ("SELECT team, avg(rare) FROM data GROUP BY team HAVING count(*) >= 5", json!("fewer than 5"), "fewer than 5"),
        ("SELECT median(salary) FROM data", json!("fewer than 5"), "plain count"),
        (
            "SELECT a.name FROM data a JOIN data b ON a.id <= b.salary",
            json!("not told: the statement could compute it from a value"),
            "single SELECT",
        ),
        ("SELECT max(name) FROM data", json!("fewer than 5"), "else than numbers"),
        ("SELECT avg(hired) FROM data", json!("fewer than 5"), "of numbers only"),
        ("EXPLAIN ANALYZE FROM data", json!("not told: the statement could compute it from a value"), "single SELECT"),
    ];
    let ran = played(&data, &[queries.iter().map(|(query, ..)| sql(query)).collect()], Privacy::Stats).await;
    for ((query, rows, why), (is_error, told)) in queries.iter().zip(ran.told()) {
        let told: Value = serde_json::from_str(&told).unwrap();
        assert!(!is_error && told.get("rows").is_none(), "{query}: {told}");
        assert_eq!(told["row_count"], *rows, "{query}: {told}");
        assert!(told["withheld"].as_str().unwrap().contains(why), "{query}: {told}");
    }
}

#[tokio::test]
async fn errors_that_hold_no_value_are_told_in_full() {
    let data = data();
    let queries = [
        ("SELECT slary FROM data", "Nearest columns of the data: salary"),
        ("FROM dta", "refused: there is no table dta; tables: data"),
        ("SELECT FROM data", "Parser Error"),
        ("DROP TABLE data", "refused"),
        ("SELECT sum(name) FROM data", "Binder Error: No function matches"),
        ("SELECT name::INTEGER FROM data", "Conversion Error while the statement ran. The message is withheld"),
        ("SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range + b.range = 7", "query timeout"),
    ];
    for privacy in [Privacy::Stats, Privacy::Schema] {
        let ran = played(&data, &[queries.iter().map(|(query, _)| sql(query)).collect()], privacy).await;
        for ((query, words), (is_error, told)) in queries.iter().zip(ran.told()) {
            assert!(is_error && told.contains(words), "{query}: {told}");
        }
    }
}

#[tokio::test]
async fn under_stats_the_opening_holds_statistics() {
    let data = data();
    let ran = played(&data, &[], Privacy::Stats).await;
    let opening = ran.requests[0].opening();
    let line = |column: &str| -> Value {
        let start = format!("{{\"column\":\"{column}\"");
        serde_json::from_str(opening.lines().find(|line| line.starts_with(&start)).unwrap()).unwrap()
    };
    let of =
        |dataset: &Dataset, column: &str| dataset.columns.iter().find(|known| known.name == column).unwrap().clone();
    let salary = of(&data.loaded.datasets[0], "salary");
    assert_eq!(line("salary")["max"], 830_000.0);
    assert_eq!(line("salary")["min"], -610_000.0);
    assert_eq!(line("salary")["mean"], json!(salary.mean));
    assert_eq!(line("salary")["sd"], json!(salary.sd));
    assert_eq!(line("name"), json!({"column": "name", "of": "data", "type": "VARCHAR", "nulls": 0, "distinct": 45}));
    // Too few values, one value among equal ones, dates.
    for column in ["rare", "mostly_zero", "hired", "seen", "team"] {
        for key in ["min", "max", "mean", "sd", "top", "length", "p25"] {
            assert!(line(column).get(key).is_none(), "{column} {key}: {opening}");
        }
    }
    assert!(opening.contains("\"rows\":45"), "{opening}");
}

#[tokio::test]
async fn the_built_in_analyst_is_told_everything_as_it_stays_on_the_machine() {
    let data = data();
    let mut texts = Vec::new();
    for privacy in [Privacy::Rows, Privacy::Schema] {
        let (events, ending) = run(&data, &mut Analyst, privacy).await;
        assert!(matches!(ending, Ending::Complete), "{ending:?}");
        texts.push(
            events
                .into_iter()
                .filter(|event| matches!(event, Event::Text { .. } | Event::Table { .. }))
                .collect::<Vec<_>>(),
        );
    }
    assert!(!texts[0].is_empty());
    assert_eq!(texts[0], texts[1]);
}

#[tokio::test]
async fn a_recording_is_told_what_it_was_told() {
    use csvchat::model::{Pace, Replay};
    let folder = tempfile::tempdir().unwrap();
    let turn = json!({"type": "model_turn", "reply": {"text": "x"}}).to_string();
    for (started, asked, expected) in [
        (json!({"type": "run_started", "privacy": "schema"}), Privacy::Rows, Privacy::Schema),
        (json!({"type": "run_started", "privacy": "rows"}), Privacy::Stats, Privacy::Rows),
        (json!({"type": "run_started"}), Privacy::Stats, Privacy::Stats),
    ] {
        let path = folder.path().join("run.ndjson");
        std::fs::write(&path, format!("{started}\n{turn}\n")).unwrap();
        let replay = Replay::read(path.to_str().unwrap(), Pace::Strict).unwrap();
        assert_eq!(replay.privacy(asked), expected, "{started}");
    }
}

//! What leaves the machine at each level of privacy: the requests that a model gets, over real data and the real worker.

mod charts;
mod file;
mod hostile;
mod numbers;
mod statistics;

use std::path::{Path, PathBuf};

use csvchat::agent::{Agent, Conditions, Ending, Task};
use csvchat::analyst::Analyst;
use csvchat::data::{Loaded, Progress, ReadOptions, Scratch, Source, Worker, load};
use csvchat::event::{Call, Event, Log, Reply, Stop};
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

async fn run(data: &Data, model: &mut dyn Model, privacy: Privacy, limits: &Limits) -> (Vec<Event>, Ending) {
    let limits = limits.clone();
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

/// Plays these calls, a reply for each list. No query of theirs is bounded by time, or a busy machine would decide what
/// they come to.
async fn played(data: &Data, calls: &[Vec<(&str, Value)>], privacy: Privacy) -> Ran {
    played_within(data, calls, privacy, &Limits { query_timeout_ms: 600_000, ..Limits::default() }).await
}

async fn played_within(data: &Data, calls: &[Vec<(&str, Value)>], privacy: Privacy, limits: &Limits) -> Ran {
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
    let (events, ending) = run(data, &mut model, privacy, limits).await;
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
        let limits = Limits { query_timeout_ms: 5_000, ..Limits::default() };
        let calls = [queries.iter().map(|(query, _)| sql(query)).collect()];
        let ran = played_within(&data, &calls, privacy, &limits).await;
        for ((query, words), (is_error, told)) in queries.iter().zip(ran.told()) {
            assert!(is_error && told.contains(words), "{query}: {told}");
        }
    }
}

#[tokio::test]
async fn the_built_in_analyst_is_told_everything_as_it_stays_on_the_machine() {
    let data = data();
    let mut texts = Vec::new();
    for privacy in [Privacy::Rows, Privacy::Schema] {
        let (events, ending) = run(&data, &mut Analyst, privacy, &Limits::default()).await;
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

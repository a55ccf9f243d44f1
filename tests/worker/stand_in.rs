//! Workers that fail in ways that the real one is hard to bring to: a script answers in its place, and then it does.

use std::path::{Path, PathBuf};

use csvchat::agent::{Agent, Conditions, Ending, Task};
use csvchat::analyst::Analyst;
use csvchat::data::{Progress, QueryError, ReadOptions, Scratch, Source, Worker, load};
use csvchat::error::of_ending;
use csvchat::event::{Call, Event, Log, Reply, Stop};
use csvchat::limits::{Interrupt, Limits};
use csvchat::model::{Scripted, Turn};
use csvchat::table::Cell;
use csvchat::tools::{Purpose, Tools};
use serde_json::{Value, json};

use super::{SALES, database, program};

/// A program that is this script when it starts, until a file named `gone` lies beside it, and then the worker itself.
fn stand_in(folder: &Path, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("stand-in");
    let gone = folder.join("gone");
    let text = format!(
        "#!/bin/sh\nif [ ! -e '{gone}' ]; then\n{script}\nfi\nexec '{}' \"$@\"\n",
        program().display(),
        gone = gone.display()
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A shell's words that write one answer of a worker.
fn answer(json: &str) -> String {
    let [one, two, three, four] = (json.len() as u32).to_le_bytes();
    let length = format!("\\{one:03o}\\{two:03o}\\{three:03o}\\{four:03o}");
    format!("printf '{length}%s' '{json}'\n")
}

#[tokio::test]
async fn after_a_fault_of_the_engine_itself_a_fresh_worker_answers() {
    for (message, is_fresh) in [
        ("INTERNAL Error: Attempted to access index 3 within vector of size 3", true),
        ("FATAL Error: Failed: database has been invalidated because of a previous fatal error.", true),
        ("Binder Error: Referenced column \\\"a\\\" not found", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = database(folder.path(), SALES);
        // The first one opens the data, fails once, and hears nothing more.
        let failed = format!("{{\"failed\":\"{message}\"}}");
        let script =
            format!(": >\"${{0%stand-in}}gone\"\n{}{}exec cat >/dev/null", answer("\"opened\""), answer(&failed));
        let limits = Limits { query_timeout_ms: 5_000, ..Limits::default() };
        let mut worker = Worker::start_program(&stand_in(folder.path(), &script), &limits).unwrap();
        worker.open(&file).await.unwrap();
        let (first, interrupt) = (worker.id(), Interrupt::new());
        let error = worker.query("SELECT 1", &interrupt).await.unwrap_err();
        assert_eq!(error, QueryError::Failed(message.replace('\\', "")));
        assert_eq!(worker.id() != first, is_fresh, "{message}");
        if is_fresh {
            let table = worker.query("SELECT count(*) FROM data", &interrupt).await.unwrap();
            assert_eq!(table.rows, [[Cell::Int(1_000)]]);
        }
    }
}

#[tokio::test]
async fn a_worker_that_is_killed_while_it_opens_the_data_is_started_afresh_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = database(folder.path(), SALES);
    let killed = "head -c 1 >/dev/null\nkill -9 $$";
    let once = format!(": >\"${{0%stand-in}}gone\"\n{killed}");
    let mut worker = Worker::start_program(&stand_in(folder.path(), &once), &Limits::default()).unwrap();
    worker.open(&file).await.unwrap();
    let table = worker.query("SELECT count(*) FROM data", &Interrupt::new()).await.unwrap();
    assert_eq!(table.rows, [[Cell::Int(1_000)]]);

    std::fs::remove_file(folder.path().join("gone")).unwrap();
    let mut worker = Worker::start_program(&stand_in(folder.path(), killed), &Limits::default()).unwrap();
    let failure = csvchat::error::Failure::from(worker.open(&file).await.unwrap_err());
    assert_eq!((failure.exit.code(), &failure.code[..]), (1, "worker"));
    let line = failure.to_string();
    for words in ["ended twice while it opened the data", "SIGKILL", "want of memory", "--memory-limit"] {
        assert!(line.contains(words), "{line}");
    }
}

#[tokio::test]
async fn an_analysis_whose_queries_all_fail_is_none_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sales.csv");
    std::fs::write(&path, "region,amount\nNorth,10\nSouth,20\nNorth,30\n").unwrap();
    let scratch = Scratch::new().unwrap();
    let (interrupt, limits) = (Interrupt::new(), Limits { query_timeout_ms: 1, ..Limits::default() });
    let reading = ReadOptions::default();
    let loaded = load(&[Source::Path(path)], &reading, &limits, &scratch, &interrupt, &Progress::default()).unwrap();
    for (each, told, hint) in [
        ("\"timed_out\"", "the first: stopped after 1 ms, the query timeout", Some("--query-timeout allows more")),
        (
            "{\"exhausted\":\"Out of Memory Error: full\"}",
            "Out of Memory Error: full",
            Some("--memory-limit allows more"),
        ),
        ("{\"failed\":\"Binder Error: no\"}", "the first: Binder Error: no", None),
    ] {
        let script = format!("{}{}exec cat >/dev/null", answer("\"opened\""), answer(each).repeat(100));
        let mut worker = Worker::start_program(&stand_in(folder.path(), &script), &limits).unwrap();
        worker.open(&loaded.database).await.unwrap();
        let tools = Tools::new(worker, limits.clone(), interrupt.clone(), Purpose::Analyze);
        let conditions = Conditions { limits: limits.clone(), ..Conditions::default() };
        let (mut model, mut log) = (Analyst, Log::new(Vec::new()));
        let ending = Agent::new(&mut model, tools, &mut log, conditions).run(&Task::Analyze, &loaded.datasets).await;
        let failure = of_ending(ending, None).expect("an analysis without a result is none");
        assert_eq!((failure.exit.code(), &failure.code[..]), (7, "no_result"), "{failure}");
        assert!(failure.message.starts_with("none of ") && failure.message.contains(told), "{failure}");
        assert!(!failure.message.contains("aggregate"), "advice for whoever writes statements: {failure}");
        assert_eq!(failure.hint.as_deref().map(|told| told.starts_with(hint.unwrap_or("-"))), hint.map(|_| true));
    }
}

#[tokio::test]
async fn an_answer_of_which_some_queries_were_stopped_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = database(folder.path(), SALES);
    let table =
        r#"{"result":{"table":{"columns":["n"],"types":["BIGINT"],"rows":[[7]],"row_count":1},"lasting":true}}"#;
    let script =
        [answer("\"opened\""), answer("\"timed_out\""), answer(table), "exec cat >/dev/null".to_owned()].concat();
    let limits = Limits { query_timeout_ms: 1_500, ..Limits::default() };
    let mut worker = Worker::start_program(&stand_in(folder.path(), &script), &limits).unwrap();
    worker.open(&file).await.unwrap();
    let call = |(number, (name, input)): (usize, (&str, Value))| Call {
        id: format!("call_{number}"),
        name: name.to_owned(),
        input,
    };
    let calls = [
        ("sql_query", json!({"query": "SELECT 1", "description": "d"})),
        ("sql_query", json!({"query": "SELECT 7 AS n", "description": "d"})),
        ("output_text", json!({"text": "7 [q2]"})),
        ("finalize", json!({"session_title": null})),
    ];
    let reply =
        Reply { calls: calls.into_iter().enumerate().map(call).collect(), stop: Stop::ToolUse, ..Reply::default() };
    let mut model = Scripted::new(vec![Turn { reply, ..Turn::default() }]);
    let tools = Tools::new(worker, limits.clone(), Interrupt::new(), Purpose::Ask);
    let mut log = Log::new(Vec::new());
    let conditions = Conditions { limits, ..Conditions::default() };
    let task = Task::Ask { question: "?".to_owned() };
    let ending = Agent::new(&mut model, tools, &mut log, conditions).run(&task, &[]).await;
    assert!(matches!(ending, Ending::Complete), "{ending:?}");
    let warned = log.events().iter().find_map(|envelope| match &envelope.event {
        Event::Warning { code, message } if code == "queries_stopped" => Some(message.clone()),
        _ => None,
    });
    let told = "1 query was stopped and may be missed here: stopped after 1.5 s, the query timeout; --query-timeout allows more \
        time for each query";
    assert_eq!(warned.as_deref(), Some(told));
}

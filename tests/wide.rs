//! Tables with more columns than can be told one by one: what a model is told of them, and the tools that tell the rest.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use csvchat::agent::{Agent, Conditions, Ending, Task, prompt};
use csvchat::data::{Loaded, Progress, ReadOptions, Scratch, Source, Worker, load};
use csvchat::event::{Call, Event, Log, Reply, Stop};
use csvchat::limits::{BYTES_A_TOKEN, DIGEST_TOKENS, Interrupt, Limits, Privacy};
use csvchat::model::{Message, Request, Scripted, Turn};
use csvchat::tools::{Purpose, Tools, specifications};
use serde_json::{Value, json};

use crate::support::program::{Folder, of};

/// Values that stand in one row each, and must not be told where values are not.
const LONE: [&str; 3] = ["Lonevalue", "lonelier one", "81726354.5"];

/// Forty rows of a survey: a key, a day, a region, sixty readings that count on, sixty answers by their topics.
fn csv() -> String {
    let topics =
        ["price", "taste", "service", "noise", "light", "queue", "staff", "menu", "music", "parking", "heat", "view"];
    let sides = ["liked", "said", "again", "spent", "seen"];
    let mut text = "visit,day,region,value".to_owned();
    (0..60).for_each(|number| _ = write!(text, ",sensor_{number:03}"));
    let answers = topics.iter().flat_map(|topic| sides.iter().map(move |side| (topic, side)));
    answers.for_each(|(topic, side)| _ = write!(text, ",{topic}_{side}"));
    text.push('\n');
    for row in 0..40 {
        let region = ["North", "South", "North East", "Nort"][if row == 39 { 3 } else { row % 3 }];
        let value = if row == 7 { LONE[2].to_owned() } else { format!("{}.5", row % 10) };
        let _ = write!(text, "{row},2024-01-{:02},{region},{value}", row % 28 + 1);
        (0..60).for_each(|number| _ = write!(text, ",{}", (row * 7 + number) % 50));
        for (place, _) in topics.iter().enumerate() {
            let said = if (row, place) == (5, 3) {
                LONE[0]
            } else if (row, place) == (6, 4) {
                LONE[1]
            } else {
                "fine"
            };
            let _ = write!(
                text,
                ",{},{said},{},{}.25,2024-02-{:02}",
                row % 2 == 0,
                ["yes", "no"][row % 2],
                row + place,
                row % 20 + 1
            );
        }
        text.push('\n');
    }
    text
}

struct Data {
    loaded: Loaded,
    _scratch: Scratch,
    _folder: tempfile::TempDir,
}

fn data(csv: &str) -> Data {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("survey.csv");
    std::fs::write(&file, csv).unwrap();
    let scratch = Scratch::new().unwrap();
    let (options, limits, interrupt) = (ReadOptions::default(), Limits::default(), Interrupt::new());
    let loaded = load(&[Source::Path(file)], &options, &limits, &scratch, &interrupt, &Progress::default()).unwrap();
    Data { loaded, _scratch: scratch, _folder: folder }
}

fn opening(data: &Data, privacy: Privacy) -> String {
    let task = Task::Ask { question: "what was spent on parking, and sensor_042?".to_owned() };
    prompt::opening(&task, &data.loaded.datasets, None, privacy).unwrap()
}

/// What a run came to: its requests, its events, and what was told of the calls.
struct Ran {
    requests: Vec<Request>,
    events: Vec<Event>,
    told: Vec<(bool, String)>,
}

async fn played(data: &Data, calls: &[(&str, Value)], privacy: Privacy) -> Ran {
    let limits = Limits { query_timeout_ms: 600_000, ..Limits::default() };
    let mut worker = Worker::start_program(Path::new(env!("CARGO_BIN_EXE_csvchat")), &limits).unwrap();
    worker.open(&data.loaded.database).await.unwrap();
    let tools = Tools::new(worker, limits.clone(), Interrupt::new(), Purpose::Ask);
    let call = |(number, (name, input)): (usize, &(&str, Value))| Call {
        id: format!("call_{number}"),
        name: (*name).to_owned(),
        input: input.clone(),
    };
    let turn =
        |calls: Vec<Call>| Turn { reply: Reply { calls, stop: Stop::ToolUse, ..Reply::default() }, ..Turn::default() };
    let end = [("output_text", json!({"text": "done"})), ("finalize", json!({"session_title": null}))];
    let mut model = Scripted::new(vec![
        turn(calls.iter().enumerate().map(call).collect()),
        turn(end.iter().enumerate().map(|(number, end)| call((number + 100, end))).collect()),
    ]);
    let mut log = Log::new(Vec::new());
    let conditions = Conditions { limits, privacy, ..Conditions::default() };
    let mut agent = Agent::new(&mut model, tools, &mut log, conditions);
    let ending = agent.run(&Task::Ask { question: "what is there?".to_owned() }, &data.loaded.datasets).await;
    assert!(matches!(ending, Ending::Complete), "{ending:?}");
    drop(agent);
    let mut told = Vec::new();
    for message in &model.requests.last().unwrap().messages {
        if let Message::Results { results } = message {
            told.extend(results.iter().map(|result| (result.is_error, result.content.clone())));
        }
    }
    let events = log.events().iter().map(|envelope| envelope.event.clone()).collect();
    Ran { requests: model.requests, events, told }
}

fn describe(words: &[&str]) -> (&'static str, Value) {
    ("describe_columns", json!({ "columns": words }))
}

fn find(value: &str) -> (&'static str, Value) {
    ("find_values", json!({ "value": value }))
}

#[test]
fn a_wide_table_is_told_by_a_digest() {
    let data = data(&csv());
    insta::assert_snapshot!("wide_opening", opening(&data, Privacy::Rows));
    insta::assert_snapshot!("wide_opening_schema", opening(&data, Privacy::Schema));
}

#[test]
fn the_digest_stays_within_its_tokens() {
    let words = ["alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa", "lambda", "theta", "zeta", "rho", "tau"];
    let mut names = Vec::new();
    for one in words {
        for two in words {
            names.extend(words.iter().map(|three| format!("{one}_{two}_{three}_reading")));
        }
    }
    for columns in [61, 420, 1_700] {
        let names = &names[..columns];
        let row: Vec<String> = (0..columns).map(|number| format!("{}.{number}", number % 89)).collect();
        let csv = format!("{}\n{}\n{}\n", names.join(","), row.join(","), row.join(",").replace('1', "2"));
        for privacy in [Privacy::Rows, Privacy::Stats, Privacy::Schema] {
            let opening = opening(&data(&csv), privacy);
            let bytes = usize::try_from(DIGEST_TOKENS * BYTES_A_TOKEN).unwrap();
            assert!(opening.len() < bytes + 4_000, "{columns} {privacy:?}: {}", opening.len());
        }
    }
}

#[test]
fn narrow_tables_are_told_as_ever_and_offer_no_more_tools() {
    let data = data("a,b\n1,2\n");
    let names = |privacy| -> Vec<String> {
        specifications(&data.loaded.datasets, privacy).into_iter().map(|tool| tool.name).collect()
    };
    assert_eq!(names(Privacy::Rows), ["sql_query", "output_text", "output_table", "create_plot", "finalize"]);
    assert!(!opening(&data, Privacy::Rows).contains("describe_columns"));
    let wide = self::data(&csv());
    let names = |privacy| specifications(&wide.loaded.datasets, privacy).len();
    assert_eq!([names(Privacy::Rows), names(Privacy::Stats), names(Privacy::Schema)], [7, 7, 6]);
}

#[tokio::test]
async fn columns_are_described_by_names_words_and_slips() {
    let data = data(&csv());
    let calls = [
        describe(&["sensor_007", "Region"]),
        describe(&["parking spent"]),
        describe(&["servise"]),
        describe(&["sensor"]),
        describe(&["nothing like this", "day"]),
        describe(&["xyzzy"]),
        ("describe_columns", json!({})),
        ("describe_columns", json!({"table": "survey", "from": 120})),
        ("describe_columns", json!({"from": 1_000})),
        ("describe_columns", json!({"columns": ["day"], "table": "other"})),
        ("describe_columns", json!({"columns": "day"})),
    ];
    let ran = played(&data, &calls, Privacy::Rows).await;
    let columns = |told: &str| -> Vec<String> {
        told.lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).unwrap()["column"].as_str().map(str::to_owned))
            .collect()
    };
    let told: Vec<&str> = ran.told.iter().map(|(_, told)| told.as_str()).collect();
    assert_eq!(columns(told[0]), ["sensor_007", "region"]);
    assert!(told[0].contains("\"top\":[[\"North\",13]"), "{}", told[0]);
    assert_eq!(columns(told[1]), ["parking_spent"]);
    assert_eq!(columns(told[2]).len(), 5, "{}", told[2]);
    assert_eq!(columns(told[3]).len(), 40);
    assert!(told[3].contains("\"further_columns\":[[\"sensor_040\",\"BIGINT\"]"), "{}", told[3]);
    assert_eq!(columns(told[4])[0], "day");
    assert!(told[4].contains("{\"no_column_like\":[\"nothing like this\"]}"), "{}", told[4]);
    assert!(told[6].contains("[\"visit\",\"BIGINT\"]") && told[6].contains("view_seen"), "{}", told[6]);
    assert!(told[7].starts_with("{\"of\":\"data\",\"further_columns\":[[\"view_liked\""), "{}", told[7]);
    assert_eq!(told[8], "there are 124 columns");
    assert!(told[9].contains("no table \"other\"; the tables are data"), "{}", told[9]);
    let errors: Vec<bool> = ran.told.iter().map(|(is_error, _)| *is_error).take(11).collect();
    assert_eq!(errors, [false, false, false, false, false, true, false, false, false, true, true]);
}

#[tokio::test]
async fn values_are_found_exactly_and_else_nearly() {
    let data = data(&csv());
    let calls = [
        find("north"),
        find("Norht"),
        find("lonelier"),
        find("7.50"),
        ("find_values", json!({"value": 3, "column": "sensor_002"})),
        find("2024-02-03"),
        find("nowhere at all"),
        ("find_values", json!({"value": "x", "column": "none"})),
        find(""),
    ];
    let ran = played(&data, &calls, Privacy::Rows).await;
    let rows = |number: usize| -> Vec<Value> {
        let told: Value = serde_json::from_str(&ran.told[number].1).unwrap();
        told["results"].as_array().unwrap().iter().flat_map(|found| found["rows"].as_array().unwrap().clone()).collect()
    };
    assert_eq!(rows(0), [json!(["region", "North", 13])]);
    assert_eq!(rows(1), [json!(["region", "North", 13]), json!(["region", "Nort", 1])]);
    assert_eq!(rows(2), [json!(["light_said", "lonelier one", 1])]);
    assert_eq!(rows(3), [json!(["value", "7.5", 3])]);
    assert_eq!(rows(4)[0][0], "sensor_002");
    assert_eq!(rows(5).len(), 12);
    assert_eq!(rows(6), Vec::<Value>::new());
    assert!(ran.told[7].0 && ran.told[7].1.contains("describe_columns finds names"), "{}", ran.told[7].1);
    assert!(ran.told[8].0);
    // Each look is a query that the reader sees, whose id can be cited.
    let ids: Vec<&String> = ran
        .events
        .iter()
        .filter_map(|event| match event {
            Event::QueryResult { id, is_error: false, .. } => Some(id),
            _ => None,
        })
        .collect();
    let cited: Value = serde_json::from_str(&ran.told[0].1).unwrap();
    assert_eq!(cited["results"][0]["id"], json!(ids[0]));
    assert!(ids.len() > calls.len());
}

#[tokio::test]
async fn values_are_found_without_their_accents_and_signs() {
    let names: Vec<String> = (0..70).map(|number| format!("c{number}")).collect();
    let others = ",2".repeat(69);
    let data = data(&format!("{}\nZürich 36{others}\nA-1{others}\n?{others}\n", names.join(",")));
    let calls = [find("Zurich"), find("a1"), find("A 1"), find("--")];
    let ran = played(&data, &calls, Privacy::Rows).await;
    let found = |number: usize, text: &str| ran.told[number].1.contains(&format!("\"{text}\",1]"));
    assert!(found(0, "Zürich 36") && found(1, "A-1") && found(2, "A-1"), "{:?}", ran.told);
    assert!(!ran.told[3].1.contains("c0"), "{}", ran.told[3].1);
}

#[tokio::test]
async fn levels_of_privacy_hold_for_columns_and_values() {
    let data = data(&csv());
    let words: Vec<String> = data.loaded.datasets[0].columns.iter().map(|column| column.name.clone()).collect();
    let mut calls: Vec<(&str, Value)> =
        words.chunks(40).map(|words| ("describe_columns", json!({ "columns": words }))).collect();
    calls.push(("describe_columns", json!({})));
    let described = calls.len();
    calls.extend([find("fine"), find("North East"), find("Nor"), find("nort"), find("LONEVALUE"), find("lone")]);
    for privacy in [Privacy::Stats, Privacy::Schema] {
        let ran = played(&data, &calls, privacy).await;
        let sent: String = ran
            .requests
            .iter()
            .map(|request| {
                // What the model wrote itself comes back to it.
                let mut messages = request.messages.clone();
                messages.retain(|message| !matches!(message, Message::Assistant { .. }));
                request.opening().to_owned() + &serde_json::to_string(&messages).unwrap()
            })
            .collect();
        for value in LONE.into_iter().chain(["81726354", "North", "fine", "2024-0"]) {
            assert!(!sent.contains(value), "{privacy:?}: {value}");
        }
        let found = &ran.told[described..described + 6];
        if privacy == Privacy::Schema {
            assert!(
                found.iter().all(|(is_error, told)| *is_error && told.contains("names and types only")),
                "{found:?}"
            );
            assert!(!ran.events.iter().any(|event| matches!(event, Event::QueryResult { .. })));
            continue;
        }
        let columns = |number: usize| serde_json::from_str::<Value>(&found[number].1).unwrap()["columns"].clone();
        assert_eq!(columns(0).as_array().unwrap().len(), 12);
        assert_eq!(columns(0)[0], json!(["heat_said", 40]));
        assert_eq!(columns(1), json!([["region", 13]]));
        // Nothing near, and nothing of fewer than five rows.
        assert_eq!((2..6).map(columns).collect::<Vec<_>>(), [json!([]), json!([]), json!([]), json!([])]);
    }
}

#[test]
fn the_built_in_analyst_knows_every_column() {
    let folder = Folder::new().with("survey.csv", csv());
    let ran = folder.run(&["analyze", "survey.csv", "-m", "builtin", "-f", "ndjson", "-q"]).expect(0);
    let events = ran.events();
    let tables = of(&events, "table");
    let columns = tables.iter().find(|table| table["title"] == "Columns").unwrap();
    assert_eq!(columns["row_count"], 124);
    let answer = |question: &str| {
        let ran = folder.run(&["ask", "survey.csv", question, "-m", "builtin", "-q"]).expect(0);
        ran.stdout
    };
    assert!(answer("mean of sensor_042").contains("`sensor_042`"));
    assert!(answer("total of parking_spent by region").contains("`parking_spent` by `region`"));
}

#[test]
fn the_built_in_analyst_asks_for_columns_that_it_was_not_told() {
    let words = ["alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa", "tau"];
    let mut names = Vec::new();
    for one in words {
        for two in words {
            names.extend(words.iter().map(|three| format!("{one}_{two}_{three}_reading")));
        }
    }
    names.push("profit".to_owned());
    let row = |value: &str| (1..names.len()).map(|_| value).collect::<Vec<_>>().join(",");
    let folder = Folder::new().with("a.csv", format!("{}\n{},40\n{},2\n", names.join(","), row("1"), row("3")));
    let ran = folder.run(&["ask", "a.csv", "total profit", "-m", "builtin", "-f", "ndjson", "-q"]).expect(0);
    let events = ran.events();
    let calls: Vec<&Value> =
        of(&events, "tool_call").into_iter().filter(|call| call["name"] == "describe_columns").collect();
    assert!(calls.is_empty() || calls[0]["input"]["columns"] == json!(["total", "profit"]), "{calls:?}");
    assert!(of(&events, "text")[0]["text"].as_str().unwrap().contains("42"));
    let ran =
        folder.run(&["ask", "a.csv", "mean of tau tau kappa reading", "-m", "builtin", "-f", "ndjson", "-q"]).expect(0);
    assert!(of(&ran.events(), "text")[0]["text"].as_str().unwrap().contains("tau_tau_kappa_reading"));
    let ran = folder.run(&["analyze", "a.csv", "-m", "builtin", "-f", "ndjson", "-q"]).expect(0);
    let events = ran.events();
    assert!(of(&events, "tool_call").iter().any(|call| call["input"]["from"] == 401));
    let tables = of(&events, "table");
    assert!(
        tables.iter().any(|table| table["title"] == "Columns" && table["row_count"] == 513),
        "not every column is told"
    );
}

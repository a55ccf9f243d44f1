//! What goes over the wire, for judges that are not ours: with `CSVCHAT_WIRE_DIR` every request that the program makes,
//! and every stream that the scripted server plays, is a file there, as `anthropic-req-1.json` and `anthropic-sse-1.txt`.
//!
//! `make test-wire` has the types of the providers' own SDKs judge them. There are none of Ollama's protocol.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::{CSV, SQL, asked_in, usual};
use crate::support::program::{Folder, of};
use crate::support::server::{Dialect, Server, Step, Stop, Turn, answer, query, talk};

const FOLDER: &str = "CSVCHAT_WIRE_DIR";

/// A run whose traffic is worth a look.
struct Script {
    dialects: &'static [Dialect],
    steps: Vec<Step>,
    arguments: &'static [&'static str],
    /// What the server says of its model, where it says something.
    properties: Value,
    exit: i32,
}

impl Script {
    fn new(dialects: &'static [Dialect], turns: impl IntoIterator<Item = Turn>, exit: i32) -> Self {
        let steps = turns.into_iter().map(Step::Turn).collect();
        Self { dialects, steps, arguments: &[], properties: Value::Null, exit }
    }
}

fn broken(id: &str, input: &str) -> Turn {
    Turn { calls: vec![(id.to_owned(), "sql_query".to_owned(), json!(input))], ..Turn::default() }
}

fn scripts() -> Vec<Script> {
    let stopped = |stop: Stop| Turn { text: "I cannot go on.".to_owned(), stop, ..Turn::default() };
    let as_text = |tool: &str, args: Value| talk(&json!({"tool": tool, "args": args}).to_string());
    let cut = Turn { stop: Stop::Cut, ..query("c", SQL) };
    let refusing: &[Dialect] = &[Dialect::Anthropic, Dialect::Responses];
    let filtering: &[Dialect] = &[Dialect::Responses, Dialect::Chat, Dialect::Gemini];
    let with_texts: &[Dialect] = &[Dialect::Anthropic, Dialect::Responses, Dialect::Chat];
    let closing = [query("a", SQL), query("b", SQL), talk("Sixty, as far as I came [q1].")];
    let words = [
        as_text("sql_query", json!({"query": SQL, "description": "d"})),
        talk("I am not sure."),
        as_text("output_text", json!({"text": "60 [q1]"})),
        as_text("finalize", json!({"session_title": null})),
    ];
    vec![
        Script { steps: usual(), ..Script::new(&Dialect::ALL, [], 0) },
        Script { arguments: &["--max-turns", "3"], ..Script::new(&Dialect::ALL, closing, 6) },
        Script::new(&Dialect::ALL, [cut, query("d", SQL), answer("60 [q1]")], 0),
        Script::new(refusing, [query("a", SQL), stopped(Stop::Refusal)], 7),
        Script::new(filtering, [query("a", SQL), stopped(Stop::Filter)], 7),
        Script::new(&[Dialect::Anthropic], [stopped(Stop::Pause), query("a", SQL), answer("60 [q1]")], 0),
        Script::new(with_texts, [broken("a", "{\"query\": \"sel"), broken("b", ""), query("c", SQL), answer("60")], 0),
        Script {
            properties: json!({"chat_template_caps": {"supports_tools": false}}),
            ..Script::new(&[Dialect::Chat], words, 0)
        },
    ]
}

/// Whether a stream says that its turn is whole, as its protocol says it.
fn ends(dialect: Dialect, stream: &str) -> bool {
    let end = match dialect {
        Dialect::Anthropic => "\"type\":\"message_stop\"",
        Dialect::Responses => "\"type\":\"response.",
        Dialect::Chat => "data: [DONE]",
        Dialect::Gemini => "\"finishReason\":",
        Dialect::Ollama => "\"done\":true",
    };
    stream.trim_end().lines().last().is_some_and(|line| line.contains(end))
}

#[test]
fn what_goes_over_the_wire_is_shown_to_judges() {
    let place = std::env::var_os(FOLDER).map(PathBuf::from);
    let mut counts = std::collections::BTreeMap::new();
    for script in scripts() {
        for dialect in script.dialects {
            let server = Server::start(*dialect, script.steps.clone()).giving("/props", &script.properties);
            let folder = Folder::new().with("a.csv", CSV);
            let events = asked_in(&folder, &server, script.arguments).expect(script.exit).events();
            let (seen, played) = (server.seen(), server.played());
            assert_eq!((seen.len(), played.len()), (script.steps.len(), script.steps.len()), "{dialect:?}");
            assert_eq!(of(&events, "done")[0]["usage"]["requests"], script.steps.len(), "{dialect:?}");
            for (request, stream) in seen.iter().zip(&played) {
                let number: &mut usize = counts.entry(format!("{dialect:?}").to_lowercase()).or_default();
                *number += 1;
                assert!(request.body.is_object(), "{dialect:?}: {}", request.text);
                assert!(ends(*dialect, stream), "{dialect:?}: {stream}");
                if let Some(place) = place.as_ref().filter(|_| *dialect != Dialect::Ollama) {
                    let name = |kind: &str| place.join(format!("{dialect:?}-{kind}").to_lowercase());
                    fs::write(name(&format!("req-{number}.json")), &request.text).unwrap();
                    fs::write(name(&format!("sse-{number}.txt")), stream).unwrap();
                }
            }
        }
    }
    assert_eq!(counts.len(), Dialect::ALL.len());
    let in_words = scripts().pop().unwrap();
    assert!(counts.values().all(|count| *count > in_words.steps.len()), "{counts:?}");
}

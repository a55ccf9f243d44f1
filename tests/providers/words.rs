//! Models that have no tools of their own: the tools are put into words.

use serde_json::{Value, json};

use super::faults::json_answer;
use super::{SQL, answer, asked, asked_in, query};
use crate::support::program::{Folder, of};
use crate::support::server::{Dialect, Server, Step, Turn, talk};

fn call(tool: &str, args: &Value) -> Step {
    Step::Turn(talk(&json!({"tool": tool, "args": args}).to_string()))
}

/// What a model without tools says, with one reply that is none.
fn in_words() -> Vec<Step> {
    vec![
        call("sql_query", &json!({"query": SQL, "description": "d"})),
        Step::Turn(talk("I think that this is a sum.")),
        Step::Turn(talk("```json\n{\"tool\": \"output_text\", \"args\": {\"text\": \"60 [q1]\"}}\n```")),
        call("finalize", &json!({"session_title": null})),
    ]
}

fn assert_answered(events: &[Value], dialect: Dialect) {
    assert_eq!(of(events, "query_result").len(), 1, "{dialect:?}");
    assert_eq!(of(events, "text")[0]["text"], "60 [q1]", "{dialect:?}");
    assert_eq!(of(events, "warning")[0]["code"], "no_tools", "{dialect:?}");
    assert_eq!(of(events, "model_turn").len(), 3, "a reply that is mended is one turn: {dialect:?}");
}

#[test]
fn a_server_that_says_so_is_not_sent_tools() {
    for (dialect, path, said) in [
        (
            Dialect::Chat,
            "/props",
            json!({"chat_template_caps": {"supports_tools": false, "supports_tool_calls": false}}),
        ),
        (Dialect::Ollama, "/api/show", json!({"capabilities": ["completion"], "model_info": {}})),
    ] {
        let server = Server::start(dialect, in_words()).giving(path, &said);
        let events = asked(&server, &[]).expect(0).events();
        assert_answered(&events, dialect);
        assert!(server.asked().iter().any(|asked| asked.ends_with(path)), "{:?}", server.asked());
        for seen in server.seen() {
            assert!(seen.body.get("tools").is_none() && !seen.text.contains("tool_calls"), "{}", seen.text);
        }
        // Local servers hold their models to a schema.
        let schema =
            if dialect == Dialect::Chat { "/response_format/json_schema/schema/anyOf" } else { "/format/anyOf" };
        assert!(server.seen()[0].body.pointer(schema).is_some(), "{dialect:?}");
    }
}

#[test]
fn a_server_that_refuses_tools_is_asked_without() {
    for (dialect, refusal) in [
        (Dialect::Ollama, json!({"error": "registry.ollama.ai/library/x does not support tools"})),
        (Dialect::Chat, json!({"error": {"message": "this model does not support tools", "code": 400}})),
    ] {
        let mut steps = vec![json_answer(400, &[], &refusal)];
        steps.extend(in_words());
        let server = Server::start(dialect, steps);
        let events = asked(&server, &[]).expect(0).events();
        assert_answered(&events, dialect);
        assert!(of(&events, "retry").is_empty(), "{dialect:?}");
        let seen = server.seen();
        assert!(seen[0].body.get("tools").is_some() && seen[1].body.get("tools").is_none(), "{dialect:?}");
    }
}

#[test]
fn a_server_that_knows_no_schema_is_asked_without() {
    let said = json!({"chat_template_caps": {"supports_tools": false}});
    let refusal = json!({"error": {"message": "response_format is not supported", "code": 400}});
    let mut steps = vec![json_answer(400, &[], &refusal)];
    steps.extend(in_words());
    let server = Server::start(Dialect::Chat, steps).giving("/props", &said);
    let events = asked(&server, &[]).expect(0).events();
    assert_answered(&events, Dialect::Chat);
    assert!(server.seen().iter().skip(1).all(|seen| seen.body.get("response_format").is_none()));
}

#[test]
fn a_configuration_may_say_so() {
    for dialect in Dialect::ALL {
        let provider = dialect.model().split('/').next().unwrap();
        let folder = Folder::new()
            .with("a.csv", super::CSV)
            .with("csvchat.toml", format!("[providers.{provider}]\ntools = \"prompt\"\n"));
        // Of these two, a reply and its mending are no messages that go back as they came.
        let mends = !matches!(dialect, Dialect::Anthropic | Dialect::Gemini);
        let mut steps = in_words();
        steps.drain(1..if mends { 1 } else { 2 });
        let server = Server::start(dialect, steps);
        let events = asked_in(&folder, &server, &[]).expect(0).events();
        assert_eq!(of(&events, "text")[0]["text"], "60 [q1]", "{dialect:?}");
        assert!(server.asked().is_empty(), "{dialect:?}: {:?}", server.asked());
    }
}

#[test]
fn a_model_whose_words_stay_wrong_has_said_them() {
    let said = json!({"chat_template_caps": {"supports_tools": false}});
    let steps = vec![
        call("sql_query", &json!({"query": SQL, "description": "d"})),
        Step::Turn(talk("It is sixty [q1].")),
        Step::Turn(talk("It is sixty, as I said [q1].")),
        // Reminded of the tools, it goes on so.
        Step::Turn(talk("Tools? Sixty [q1].")),
        Step::Turn(talk("It is sixty, I say [q1].")),
    ];
    let server = Server::start(Dialect::Chat, steps).giving("/props", &said);
    let ran = asked(&server, &[]);
    let events = ran.events();
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(of(&events, "text")[0]["text"], "It is sixty, I say [q1].");
}

#[test]
fn tools_that_a_server_does_not_mention_are_sent() {
    for (dialect, path) in [(Dialect::Chat, "/props"), (Dialect::Ollama, "/api/show")] {
        let turns: Vec<Turn> = vec![query("a", SQL), answer("60 [q1]")];
        let server = Server::start(dialect, turns.into_iter().map(Step::Turn).collect());
        asked(&server, &[]).expect(0);
        assert!(server.asked().iter().any(|asked| asked.ends_with(path)), "{:?}", server.asked());
        assert!(server.seen()[0].body.get("tools").is_some());
    }
    let said = json!({"chat_template_caps": {"supports_tools": true, "supports_tool_calls": true}});
    let steps = vec![Step::Turn(query("a", SQL)), Step::Turn(answer("60 [q1]"))];
    let server = Server::start(Dialect::Chat, steps).giving("/props", &said);
    asked(&server, &[]).expect(0);
    assert!(server.seen()[0].body.get("tools").is_some());
}

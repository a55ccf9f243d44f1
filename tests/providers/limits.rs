//! Limits hold before a request is sent, and the last one closes the answer without tools.

use serde_json::Value;

use super::{CSV, SQL, asked, asked_in};
use crate::support::program::{Folder, of};
use crate::support::server::{Dialect, Server, Step, Turn, query, talk};

/// Whether a request lets no tool be called, although it names them all.
fn is_closing(dialect: Dialect, body: &Value) -> bool {
    match dialect {
        Dialect::Anthropic => body["tool_choice"]["type"] == "none" && !body["tools"].is_null(),
        Dialect::Responses | Dialect::Chat => body["tool_choice"] == "none" && !body["tools"].is_null(),
        Dialect::Gemini => body["toolConfig"]["functionCallingConfig"]["mode"] == "NONE" && !body["tools"].is_null(),
        Dialect::Ollama => true,
    }
}

#[test]
fn the_last_turn_closes_the_answer_without_tools() {
    for dialect in Dialect::ALL {
        let steps = vec![
            Step::Turn(query("a", SQL)),
            Step::Turn(query("b", SQL)),
            Step::Turn(talk("Sixty, as far as I came [q1].")),
        ];
        let server = Server::start(dialect, steps);
        let ran = asked(&server, &["--max-turns", "3"]).expect(6);
        let events = ran.events();
        assert_eq!(of(&events, "text")[0]["text"], "Sixty, as far as I came [q1].", "{dialect:?}");
        assert_eq!(of(&events, "text")[0]["role"], "answer");
        assert_eq!(of(&events, "error")[0]["code"], "max_turns");
        let closing: Vec<bool> = server.seen().iter().map(|seen| is_closing(dialect, &seen.body)).collect();
        assert!(closing[2], "{dialect:?}");
        assert!(dialect == Dialect::Ollama || !closing[0] && !closing[1], "{dialect:?}");
    }
}

#[test]
fn tokens_are_bounded() {
    let server = Server::start(Dialect::Chat, Vec::new());
    let ran = asked(&server, &["--max-tokens", "300"]).expect(6);
    assert_eq!(of(&ran.events(), "error")[0]["code"], "max_tokens");
    assert_eq!(server.seen().len(), 0, "nothing may be sent");

    // As much as two such requests take, but not three.
    let costly = Turn { prompt_tokens: Some(8_000), ..query("a", SQL) };
    let server = Server::start(Dialect::Chat, vec![Step::Turn(costly), Step::Turn(talk("Sixty [q1]."))]);
    let events = asked(&server, &["--max-tokens", "20000"]).expect(6).events();
    assert_eq!(of(&events, "error")[0]["code"], "max_tokens");
    let last = server.seen().last().unwrap().body["max_tokens"].as_u64().unwrap();
    assert!(last < 20_000 - 8_000 - 8_000, "{last}");
}

#[test]
fn money_is_bounded_where_prices_are_known() {
    let server = Server::start(Dialect::Anthropic, Vec::new());
    let ran = asked(&server, &["--max-cost", "0.001"]).expect(6);
    assert_eq!(of(&ran.events(), "error")[0]["code"], "max_cost");
    assert_eq!(server.seen().len(), 0);
    let server = Server::start(Dialect::Chat, Vec::new());
    let ran = asked(&server, &["--max-cost", "1"]).expect(4);
    assert!(ran.stderr.contains("prices") && ran.stderr.contains("csvchat.toml"), "{}", ran.stderr);
    assert_eq!(server.seen().len(), 0);
}

#[test]
fn requests_that_fail_count_too() {
    // The server says that it read 18,000 tokens, and falls silent for good; twice is too much.
    let whole = Dialect::Anthropic
        .play(&query("a", SQL), 1, false)
        .stream
        .replace("\"input_tokens\":100", "\"input_tokens\":18000");
    let start: String = whole.split_inclusive("\n\n").take(3).collect();
    let server = Server::start(Dialect::Anthropic, vec![Step::Stream(start)]);
    let events = asked(&server, &["--max-tokens", "20000"]).expect(6).events();
    assert_eq!(server.seen().len(), 1);
    assert_eq!(of(&events, "error")[0]["code"], "max_tokens");
    assert!(of(&events, "done")[0]["usage"]["input_tokens"].as_u64().unwrap() >= 18_000);
}

#[test]
fn a_reply_as_long_as_it_may_be_is_cut_whatever_its_server_calls_it() {
    // The scripted server says that each turn took 50 tokens.
    let folder = Folder::new().with("a.csv", CSV).with("csvchat.toml", "[providers.openai]\nmax-output-tokens = 50\n");
    let server = Server::start(Dialect::Responses, vec![Step::Turn(query("a", SQL)), Step::Turn(query("a", SQL))]);
    let events = asked_in(&folder, &server, &[]).expect(6).events();
    assert_eq!(of(&events, "error")[0]["code"], "max_output_tokens");
    assert!(of(&events, "query_result").is_empty());
    // The server thinks that its turn was whole, and misses it.
    assert_eq!(server.violations().len(), 1);
}

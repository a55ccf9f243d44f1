//! The scripted server itself: what it plays is what its script says, and it lets no wrong request pass.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::query;
use crate::support::server::{Dialect, KEY, Server, Step, talk};

/// Sends a request by hand; all that comes back.
fn post(server: &Server, headers: &[(&str, &str)], body: &Value) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let body = body.to_string();
    let mut head = format!("POST {} HTTP/1.1\r\ncontent-length: {}\r\n", server.dialect.path(), body.len());
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

fn headers(dialect: Dialect) -> Vec<(&'static str, String)> {
    let mut headers = vec![("content-type", "application/json".to_owned())];
    headers.extend(dialect.key_header());
    if dialect == Dialect::Anthropic {
        headers.push(("anthropic-version", "2023-06-01".to_owned()));
    }
    headers
}

/// The requests of a conversation of two turns, as they should be.
fn conversation(dialect: Dialect) -> [Value; 2] {
    let turn = dialect.play(&query("c", "select 1"), 1, false).items;
    match dialect {
        Dialect::Anthropic => {
            let first = json!({"role": "user", "content": "q"});
            let second = json!({"role": "user", "content":
                [{"type": "tool_result", "tool_use_id": "c", "content": "1"}]});
            let body =
                |messages| json!({"model": "m", "stream": true, "max_tokens": 9, "tools": [], "messages": messages});
            [body(json!([first])), body(json!([first, {"role": "assistant", "content": turn}, second]))]
        }
        Dialect::Responses => {
            let first = json!({"role": "user", "content": "q"});
            let body = |input| json!({"model": "m", "stream": true, "store": false, "max_output_tokens": 9, "tools": [], "input": input});
            let result = json!({"type": "function_call_output", "call_id": "c", "output": "1"});
            let whole = [vec![first.clone()], turn, vec![result]].concat();
            [body(json!([first])), body(json!(whole))]
        }
        Dialect::Chat => {
            let first = json!({"role": "user", "content": "q"});
            let body =
                |messages| json!({"model": "m", "stream": true, "max_tokens": 9, "tools": [], "messages": messages});
            let result = json!({"role": "tool", "tool_call_id": "c", "content": "1"});
            [body(json!([first])), body(json!([first, turn[0], result]))]
        }
        Dialect::Gemini => {
            let first = json!({"role": "user", "parts": [{"text": "q"}]});
            let body =
                |contents| json!({"tools": [], "contents": contents, "generationConfig": {"maxOutputTokens": 9}});
            let response = json!({"id": "c", "name": "sql_query", "response": {"output": "1"}});
            let second = json!({"role": "user", "parts": [{"functionResponse": response}]});
            [body(json!([first])), body(json!([first, {"role": "model", "parts": turn}, second]))]
        }
        Dialect::Ollama => {
            let first = json!({"role": "user", "content": "q"});
            let options = json!({"num_ctx": 4096, "num_predict": 9});
            let body =
                |messages| json!({"model": "m", "stream": true, "options": options, "tools": [], "messages": messages});
            let result = json!({"role": "tool", "tool_name": "sql_query", "content": "1"});
            [body(json!([first])), body(json!([first, turn[0], result]))]
        }
    }
}

/// Where the messages stand.
fn list(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Anthropic | Dialect::Chat | Dialect::Ollama => "/messages",
        Dialect::Responses => "/input",
        Dialect::Gemini => "/contents",
    }
}

fn as_text<'a>(headers: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    headers.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// Plays a conversation whose second request was changed; what the server finds, and what it said to it.
fn found(dialect: Dialect, change: impl FnOnce(&mut Value, &mut Vec<(&'static str, String)>)) -> (String, String) {
    let server = Server::start(dialect, vec![Step::Turn(query("c", "select 1")), Step::Turn(talk("It is done."))]);
    let mut headers = headers(dialect);
    let [first, mut second] = conversation(dialect);
    post(&server, &as_text(&headers), &first);
    assert_eq!(server.seen().len(), 1);
    change(&mut second, &mut headers);
    let reply = post(&server, &as_text(&headers), &second);
    (server.violations().join("\n"), reply)
}

#[test]
fn the_scripted_server_lets_pass_what_is_right() {
    for dialect in Dialect::ALL {
        let (wrong, reply) = found(dialect, |_, _| {});
        assert_eq!(wrong, "", "{dialect:?}");
        assert!(reply.contains("It is d"), "{dialect:?}: {reply}");
    }
}

#[test]
fn the_scripted_server_finds_what_is_wrong() {
    for dialect in Dialect::ALL {
        let messages = |body: &mut Value, change: &dyn Fn(&mut Vec<Value>)| {
            change(body.pointer_mut(list(dialect)).unwrap().as_array_mut().unwrap());
        };
        let (without_result, _) = found(dialect, |body, _| messages(body, &|list| drop(list.pop())));
        assert!(without_result.contains("has the results []"), "{dialect:?}: {without_result}");
        let (twice, _) = found(dialect, |body, _| messages(body, &|list| list.push(list.last().unwrap().clone())));
        assert!(twice.contains("has the results"), "{dialect:?}: {twice}");
        let (edited, _) =
            found(dialect, |body, _| messages(body, &|list| list[0] = json!({"role": "user", "content": "Q"})));
        assert!(edited.contains("does not begin as the one before"), "{dialect:?}: {edited}");
        let (turned, _) = found(dialect, |body, _| {
            let text = body.to_string().replace("select 1", "select 2");
            *body = serde_json::from_str(&text).unwrap();
        });
        assert!(turned.contains("the turn came back changed"), "{dialect:?}: {turned}");
        let (other_tools, _) = found(dialect, |body, _| body["tools"] = json!([{"name": "x"}]));
        assert!(other_tools.contains("other tools"), "{dialect:?}: {other_tools}");
        let (sampled, _) = found(dialect, |body, _| body["temperature"] = json!(0));
        assert!(sampled.contains("holds temperature"), "{dialect:?}: {sampled}");
        let (uncapped, _) = found(dialect, |body, _| {
            for key in ["max_tokens", "max_output_tokens", "options", "generationConfig"] {
                body.as_object_mut().unwrap().shift_remove(key);
            }
        });
        assert!(uncapped.contains("has no token cap"), "{dialect:?}: {uncapped}");
        let (bare, _) = found(dialect, |_, headers| headers.clear());
        assert!(bare.contains("content-type is None"), "{dialect:?}: {bare}");
        assert!(dialect.key_header().is_none() || bare.contains("is not the key"), "{dialect:?}: {bare}");
        let (other_key, _) = found(dialect, |_, headers| headers.push(("api-key", KEY.to_owned())));
        assert!(other_key.contains("api-key is sent, too"), "{dialect:?}: {other_key}");
        let (leaked, _) = found(dialect, |body, _| body["model"] = json!(KEY));
        assert!(leaked.contains("holds the key"), "{dialect:?}: {leaked}");
    }
}

#[test]
fn the_scripted_server_wants_the_same_request_after_a_fault() {
    for dialect in Dialect::ALL {
        let server = Server::start(dialect, vec![Step::Hang, Step::Turn(talk("done"))]);
        let headers = headers(dialect);
        let [first, _] = conversation(dialect);
        assert_eq!(post(&server, &as_text(&headers), &first), "");
        let mut other = first.clone();
        other["model"] = json!("another");
        post(&server, &as_text(&headers), &other);
        assert!(server.violations().join("\n").contains("is not the one that failed"), "{dialect:?}");
    }
}

//! Turns through a server on loopback that misbehaves.

use serde_json::{Value, json};

use super::*;
use crate::event::{Protocol, Stop};
use crate::model::loopback::{Act, Loopback, answer, events};
use crate::model::wire::samples;
use crate::model::{BaseUrl, Secret, prices_of};

const TEXT: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"42 rows\"},\"finish_reason\":null}]}\n\n\
    data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
    data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10}}\n\ndata: [DONE]\n\n";

fn endpoint(server: &Loopback) -> Endpoint {
    Endpoint {
        base_url: BaseUrl::parse(&server.url).unwrap(),
        tools: ToolMode::Native,
        prices: prices_of("gpt-6.1-sol"),
        ..samples::endpoint(Protocol::Chat)
    }
}

/// What a turn came to, and what was told meanwhile.
struct Told {
    turn: Result<Turn, Box<Fault>>,
    asides: Vec<Aside>,
}

impl Told {
    fn fault(self) -> Fault {
        *self.turn.unwrap_err()
    }

    fn retries(&self) -> Vec<String> {
        self.asides
            .iter()
            .filter_map(|aside| match aside {
                Aside::Retry { attempt, reason, .. } => Some(format!("{attempt}: {reason}")),
                Aside::Text(_) | Aside::Spent(_) | Aside::Uncounted(_) => None,
            })
            .collect()
    }
}

async fn ask(remote: &mut Remote, request: &Request) -> Told {
    let mut asides = Vec::new();
    let turn = remote.answer(request, &mut |aside| asides.push(aside)).await;
    Told { turn, asides }
}

async fn answers(answers: &[String]) -> (Told, Loopback) {
    let server = Loopback::answering(answers);
    let told = ask(&mut Remote::new(endpoint(&server)).unwrap(), &samples::request([])).await;
    (told, server)
}

fn failing(status: &str, body: &str) -> String {
    answer(status, "retry-after-ms: 1\r\n", body)
}

fn bodies(server: &Loopback) -> Vec<Value> {
    let bodies = server.heard().into_iter();
    bodies.map(|heard| serde_json::from_str(heard.split_once("\r\n\r\n").unwrap().1).unwrap_or_default()).collect()
}

#[tokio::test]
async fn a_turn_is_counted_priced_and_told_as_it_comes() {
    let (told, server) = answers(&[events(TEXT)]).await;
    assert_eq!(told.asides, [Aside::Text("42 rows".to_owned())]);
    let turn = told.turn.unwrap();
    assert_eq!((turn.reply.text.as_str(), turn.reply.stop), ("42 rows", Stop::End));
    assert_eq!(turn.usage.requests, 1);
    assert!((turn.usage.cost_usd.unwrap() - 0.0003).abs() < 1e-12);
    assert_eq!(turn.items.unwrap().maker.base_url, server.url);
    assert_eq!(turn.warnings, []);
}

#[tokio::test]
async fn what_is_sketched_is_what_is_sent() {
    for tools in [ToolMode::Native, ToolMode::Auto, ToolMode::Prompt] {
        let silent = answer("404 Not Found", "", "");
        let played = if tools == ToolMode::Auto { vec![silent, events(TEXT)] } else { vec![events(TEXT)] };
        let server = Loopback::answering(&played);
        let mut remote = Remote::new(Endpoint { tools, ..endpoint(&server) }).unwrap();
        let mut request = samples::request([]);
        request.closing = true;
        let sketch = remote.sketch(&request);
        ask(&mut remote, &request).await.turn.unwrap();
        let heard = server.heard().pop().unwrap();
        assert_eq!(heard.split_once("\r\n\r\n").unwrap().1, sketch.body);
        assert_eq!(sketch.url, format!("{}/chat/completions", server.url));
        for (name, value) in sketch.headers {
            assert!(heard.contains(&format!("{name}: {value}\r\n")), "{name}: {value}");
        }
    }
}

#[tokio::test]
async fn faults_that_pass_are_overcome_and_told_before_each_wait() {
    let overloaded = failing("529 O", r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#);
    let (told, server) = answers(&[overloaded.clone(), overloaded, events(TEXT)]).await;
    let reason = "the server is overloaded or not ready (529)";
    assert_eq!(told.retries(), [format!("1: {reason}"), format!("2: {reason}")]);
    let spent = |aside: &Aside| matches!(aside, Aside::Spent(usage) if usage.requests == 1);
    assert!(told.asides.iter().map(spent).eq([true, false, true, false, false]), "{:?}", told.asides);
    assert_eq!(told.turn.unwrap().reply.text, "42 rows");
    let heard = server.heard();
    assert!(heard.len() == 3 && heard[0] == heard[1] && heard[1] == heard[2]);
}

#[tokio::test]
async fn a_stream_that_is_cut_is_asked_for_again_and_its_tokens_count() {
    let half = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"42\"},\"finish_reason\":null}],\"usage\":{\
        \"prompt_tokens\":7,\"completion_tokens\":1}}\n\n";
    let (told, _server) = answers(&[events(half), events(TEXT)]).await;
    assert_eq!(told.retries(), ["1: the reply was cut off"]);
    assert_eq!(told.asides[0], Aside::Text("42".to_owned()));
    assert!(matches!(told.asides[1], Aside::Uncounted(Usage { input_tokens: 0, output_tokens: 0, .. })));
    let Aside::Spent(spent) = &told.asides[2] else { panic!("{:?}", told.asides) };
    assert_eq!((spent.requests, spent.input_tokens, spent.output_tokens), (1, 7, 1));
    assert_eq!(told.turn.unwrap().reply.text, "42 rows");
}

#[tokio::test]
async fn what_no_server_counted_of_a_broken_reply_is_estimated() {
    let text = "word ".repeat(300);
    let half = format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": {"content": text}}]}));
    let overloaded = failing("529 O", "{}");
    let (told, _server) = answers(&[events(&half), overloaded, events(TEXT)]).await;
    let guesses: Vec<&Usage> = told
        .asides
        .iter()
        .filter_map(|aside| if let Aside::Uncounted(guess) = aside { Some(guess) } else { None })
        .collect();
    // A server that refused a request has read none of it.
    let [guess] = guesses[..] else { panic!("{guesses:?}") };
    assert_eq!((guess.input_tokens, guess.output_tokens), (samples::request([]).tokens(), 500));
}

#[tokio::test]
async fn a_turn_that_came_in_full_needs_no_clean_end() {
    let end = TEXT.find("data: {\"choices\":[],").unwrap();
    let text = answer("200 OK", "content-type: text/event-stream\r\ncontent-length: 9000\r\n", &TEXT[..end]);
    let (told, server) = answers(&[text]).await;
    assert_eq!(told.turn.unwrap().reply.text, "42 rows");
    assert_eq!(server.heard().len(), 1);
}

#[tokio::test]
async fn a_fault_that_stays_is_told_with_all_that_helps() {
    let down = failing("503 S", r#"{"error":{"message":"down"}}"#);
    let (told, server) = answers(&[down.clone(), down.clone(), down]).await;
    assert_eq!(told.retries().len(), 2);
    let fault = told.fault();
    assert_eq!(
        fault.to_string(),
        format!(
            "sample: the server is overloaded or not ready: {}/chat/completions answered 503: down (after 3 attempts)",
            server.url
        )
    );
    assert_eq!((fault.attempts, fault.usage.requests), (3, 3));
}

#[tokio::test]
async fn what_cannot_pass_is_not_tried_again() {
    for (status, headers, body, kind) in [
        ("429 T", "retry-after: 1\r\n", r#"{"error":{"code":"insufficient_quota"}}"#, FaultKind::NoCredit),
        ("429 T", "retry-after: 3600\r\n", "", FaultKind::RateLimited),
        ("529 O", "x-should-retry: false\r\n", "", FaultKind::Overloaded),
        ("401 U", "", "", FaultKind::BadKey),
        ("302 F", "location: http://localhost:1/\r\n", "", FaultKind::Redirect),
        ("400 B", "", "", FaultKind::BadRequest),
    ] {
        let (told, server) = answers(&[answer(status, headers, body)]).await;
        assert_eq!((told.retries().len(), server.heard().len()), (0, 1), "{status}");
        assert_eq!(told.fault().kind, kind);
    }
}

#[tokio::test]
async fn a_missing_key_is_told_before_anything_is_sent() {
    let server = Loopback::new(Vec::new());
    let key_variables = vec!["A_KEY".to_owned(), "B_KEY".to_owned()];
    let mut remote = Remote::new(Endpoint { key_variables, ..endpoint(&server) }).unwrap();
    let fault = ask(&mut remote, &samples::request([])).await.fault();
    assert_eq!(fault.kind, FaultKind::MissingKey);
    assert!(fault.to_string().ends_with("/chat/completions: A_KEY and B_KEY are not set"), "{fault}");
    assert_eq!(fault.hint().unwrap(), "set A_KEY or B_KEY to your key; `csvchat models` shows what is configured");
    let shown = remote.sketch(&samples::request([])).headers;
    assert!(shown.contains(&("authorization".to_owned(), "Bearer (from A_KEY or B_KEY, which is not set)".to_owned())));
}

#[tokio::test]
async fn a_server_that_repeats_the_key_does_not_bring_it_out() {
    let echo = TEXT.replace("42 rows", "sk-secret-123");
    let server =
        Loopback::answering(&[events(&echo), answer("401 U", "request-id: sk-secret-123\r\n", "no sk-secret-123")]);
    let mut remote = Remote::new(Endpoint { key: Some(Secret::new("sk-secret-123")), ..endpoint(&server) }).unwrap();
    let told = ask(&mut remote, &samples::request([])).await;
    let shown = format!("{:?} {:?}", told.asides, told.turn.unwrap());
    assert!(!shown.contains("sk-secret-123") && shown.contains("(key)"), "{shown}");
    let fault = ask(&mut remote, &samples::request([])).await.fault();
    assert!(!format!("{fault:?} {:?}", fault.hint()).contains("sk-secret-123"), "{fault:?}");
    assert!(server.heard().iter().all(|heard| heard.contains("authorization: Bearer sk-secret-123\r\n")));
}

#[tokio::test]
async fn an_unknown_model_is_told_with_its_neighbours() {
    let models = answer("200 OK", "", r#"{"data":[{"id":"simple-1"},{"id":"sample-12"},{"id":"other"}]}"#);
    let unknown = answer("404 N", "", r#"{"error":{"message":"The model does not exist","code":"model_not_found"}}"#);
    let (told, server) = answers(&[unknown, models]).await;
    let fault = told.fault();
    assert!(server.heard()[1].starts_with("GET /models HTTP/1.1"));
    assert!(fault.to_string().starts_with("sample: there is no model sample-1: "), "{fault}");
    assert!(fault.hint().unwrap().starts_with("did you mean sample-12 or simple-1? "), "{:?}", fault.hint());
}

#[tokio::test]
async fn a_server_is_asked_once_whether_its_model_calls_tools() {
    let props = |can: bool| answer("200 OK", "", &json!({"chat_template_caps": {"supports_tools": can}}).to_string());
    for can in [true, false] {
        let server = Loopback::answering(&[props(can), events(TEXT), events(TEXT), events(TEXT), events(TEXT)]);
        let mut remote = Remote::new(Endpoint { tools: ToolMode::Auto, ..endpoint(&server) }).unwrap();
        let turn = ask(&mut remote, &samples::request([])).await.turn.unwrap();
        let second = ask(&mut remote, &samples::request([])).await.turn.unwrap();
        assert_eq!(turn.warnings.iter().any(|(code, _)| code == "no_tools"), !can);
        assert_eq!(second.warnings, []);
        let heard = server.heard();
        assert!(heard[0].starts_with("GET /props HTTP/1.1") && !heard[1].starts_with("GET"), "{}", heard[0]);
        assert_eq!(bodies(&server)[1].get("tools").is_some(), can);
        // In words, what is no JSON object is asked for once more.
        assert_eq!(heard.len(), if can { 3 } else { 5 });
    }
}

#[tokio::test]
async fn a_model_without_tools_is_given_them_in_words() {
    let none = answer("400 B", "", r#"{"error":{"message":"sample-1 does not support tools"}}"#);
    let no_schema = answer("400 B", "", r#"{"error":{"message":"response_format is not supported"}}"#);
    let words = |text: &str| {
        let chunk = json!({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 2}});
        events(&format!("data: {chunk}\n\n"))
    };
    let call = words(r#"{"tool":"sql_query","args":{"sql":"a"}}"#);
    let silent = answer("404 N", "", "");
    let server = Loopback::answering(&[silent, none, no_schema, words("I will look."), call]);
    let mut remote = Remote::new(Endpoint { tools: ToolMode::Auto, ..endpoint(&server) }).unwrap();
    let told = ask(&mut remote, &samples::request([])).await;
    assert_eq!(told.retries(), [""; 0]);
    assert!(!told.asides.iter().any(|aside| matches!(aside, Aside::Text(_))), "{:?}", told.asides);
    let turn = told.turn.unwrap();
    assert_eq!(turn.reply.calls, [samples::call("call_1_1", json!({"sql": "a"}))]);
    assert_eq!((turn.usage.requests, turn.usage.input_tokens), (2, 10));
    assert_eq!(turn.warnings.len(), 1);
    assert_eq!(turn.items.unwrap().items.len(), 3);
    let bodies = bodies(&server);
    let has = |key: &str| bodies[1..].iter().map(|body| body.get(key).is_some()).collect::<Vec<_>>();
    assert_eq!(has("tools"), [true, false, false, false]);
    assert_eq!(has("response_format"), [false, true, false, false]);
}

#[tokio::test]
async fn reasoning_that_a_server_no_longer_takes_is_left_out() {
    let edited = answer("400 B", "", r#"{"error":{"message":"Invalid `signature` in `thinking` block"}}"#);
    let server = Loopback::answering(&[edited.clone(), events(TEXT), events(TEXT), edited]);
    let endpoint = endpoint(&server);
    let item = json!({"role": "assistant", "content": "before", "reasoning_content": "thought"});
    let earlier = Message::Assistant {
        reply: crate::event::Reply { text: "before".to_owned(), ..Default::default() },
        items: Some(super::super::Items { maker: endpoint.maker(), items: vec![item] }),
    };
    let mut request = samples::request([earlier, Message::User { text: "Go on.".to_owned() }]);
    let mut remote = Remote::new(endpoint).unwrap();
    let turn = ask(&mut remote, &request).await.turn.unwrap();
    assert_eq!(turn.warnings[0].0, "reasoning_dropped");
    request.messages.push(Message::Assistant { reply: turn.reply, items: turn.items });
    request.messages.push(Message::User { text: "And on.".to_owned() });
    ask(&mut remote, &request).await.turn.unwrap();
    let holds: Vec<bool> = server.heard().iter().map(|heard| heard.contains("thought")).collect();
    assert_eq!(holds, [true, false, false]);
    let bodies = bodies(&server);
    let (second, third) = (bodies[1]["messages"].as_array().unwrap(), bodies[2]["messages"].as_array().unwrap());
    assert!(third.starts_with(second), "{third:?}");
    // Nothing is left to leave out.
    let told = ask(&mut remote, &samples::request([])).await;
    assert_eq!(told.fault().kind, FaultKind::EditedHistory);
}

#[tokio::test]
async fn a_prompt_that_a_local_server_would_cut_is_not_sent() {
    let server = Loopback::new(Vec::new());
    let mut remote = Remote::new(Endpoint { context_window: Some(550), ..endpoint(&server) }).unwrap();
    let told = ask(&mut remote, &samples::request([])).await;
    assert_eq!(told.asides, []);
    let fault = told.fault();
    assert_eq!((fault.kind, fault.attempts), (FaultKind::ContextOverflow, 0));
    assert!(fault.to_string().contains("and the context has 550"), "{fault}");
}

#[tokio::test]
async fn a_turn_that_is_dropped_leaves_the_model_as_it_was() {
    let server = Loopback::new(vec![vec![Act::Stall], vec![Act::Send(events(TEXT).into_bytes())]]);
    let mut remote = Remote::new(endpoint(&server)).unwrap();
    let request = samples::request([]);
    {
        let mut silent = |_: Aside| {};
        let turn = remote.turn(&request, &mut silent);
        tokio::select! {
            _ = turn => panic!("the server says nothing"),
            () = async { while server.heard().is_empty() { tokio::task::yield_now().await } } => {}
        }
    }
    assert_eq!(ask(&mut remote, &request).await.turn.unwrap().reply.text, "42 rows");
}

//! Turns through a server on loopback that misbehaves.

use super::*;
use crate::event::Protocol;
use crate::model::BaseUrl;
use crate::model::loopback::{Act, Loopback, answer, events};
use crate::model::wire::samples;

/// The events of a reply, and the trouble at its end.
type Heard = (Vec<String>, Option<Trouble>);

fn endpoint(url: &str) -> Endpoint {
    Endpoint { base_url: BaseUrl::parse(url).unwrap(), ..samples::endpoint(Protocol::Chat) }
}

async fn hear(endpoint: &Endpoint, framing: Framing) -> Heard {
    let url = endpoint.base_url.join("/v1/chat");
    let headers = headers(endpoint).unwrap();
    let transport = Transport::new(endpoint);
    let mut events = match transport.post(&url, headers, b"{}".to_vec(), framing).await {
        Ok(events) => events,
        Err(trouble) => return (Vec::new(), Some(trouble)),
    };
    let mut heard = Vec::new();
    while let Some(event) = events.next().await {
        match event {
            Ok(data) => heard.push(data),
            Err(trouble) => return (heard, Some(trouble)),
        }
    }
    (heard, None)
}

async fn hear_answer(answer: &str, framing: Framing) -> Heard {
    let server = Loopback::answering(&[answer.to_owned()]);
    hear(&endpoint(&server.url), framing).await
}

async fn trouble_of(answer: &str) -> Trouble {
    hear_answer(answer, Framing::Sse).await.1.unwrap()
}

const STREAM: &str = ": a comment\r\n\r\nevent: x\r\ndata: {\"a\":\"é\"}\r\n\r\n\n: keep-alive\n\nid: 1\ndata: {\"b\":\ndata: 2}\n\nretry: 5\n\ndata: [DONE]\n\n";
const DATA: [&str; 3] = ["{\"a\":\"é\"}", "{\"b\":\n2}", "[DONE]"];

#[tokio::test]
async fn events_are_read_whatever_their_line_ends_and_comments() {
    assert_eq!(hear_answer(&events(STREAM), Framing::Sse).await, (DATA.map(str::to_owned).to_vec(), None));
    let marked = format!("\u{feff}{STREAM}");
    assert_eq!(hear_answer(&events(&marked), Framing::Sse).await.0, DATA);
}

#[tokio::test]
async fn a_stream_in_single_bytes_is_the_same() {
    let acts = events(STREAM).into_bytes().into_iter().map(|byte| Act::Send(vec![byte])).collect();
    let server = Loopback::new(vec![acts]);
    assert_eq!(hear(&endpoint(&server.url), Framing::Sse).await.0, DATA);
}

#[tokio::test]
async fn a_stream_cut_anywhere_gives_whole_events_and_is_known_to_be_cut() {
    let whole = answer("200 OK", &format!("content-length: {}\r\n", STREAM.len()), STREAM).into_bytes();
    let start = whole.len() - STREAM.len();
    let plays = (start..whole.len()).map(|end| vec![Act::Send(whole[..end].to_vec())]).collect();
    let server = Loopback::new(plays);
    let endpoint = endpoint(&server.url);
    for end in start..whole.len() {
        let (heard, trouble) = hear(&endpoint, Framing::Sse).await;
        assert!(DATA.iter().map(ToString::to_string).collect::<Vec<_>>().starts_with(&heard), "{end}: {heard:?}");
        assert_eq!(trouble.map(|trouble| trouble.kind), Some(FaultKind::Cut), "{end}");
    }
}

#[tokio::test]
async fn lines_are_whole_or_the_stream_is_cut() {
    let body = "{\"a\":\"é\"}\r\n\n  \n{\"done\":true}\n";
    let line = |text: &str| text.to_owned();
    let whole = answer("200 OK", "content-type: application/x-ndjson\r\n", body);
    let all = vec![line("{\"a\":\"é\"}"), line("{\"done\":true}")];
    assert_eq!(hear_answer(&whole, Framing::Lines).await, (all.clone(), None));
    let start = whole.len() - body.len();
    for end in start..whole.len() - 1 {
        let server = Loopback::new(vec![vec![Act::Send(whole.as_bytes()[..end].to_vec())]]);
        let (heard, trouble) = hear(&endpoint(&server.url), Framing::Lines).await;
        assert!(heard.len() < 2 && all.starts_with(&heard), "{end}: {heard:?}");
        // At a line's end there is nothing to see; the decoder misses the last event.
        assert!(trouble.is_none_or(|trouble| trouble.kind == FaultKind::Cut), "{end}");
    }
    let single = answer("200 OK", "content-type: application/json\r\n", "{\"done\":true}");
    assert_eq!(hear_answer(&single, Framing::Lines).await, (vec![line("{\"done\":true}")], None));
}

#[tokio::test]
async fn a_reply_that_is_one_value_is_one_event() {
    let body = "\n {\"choices\": [],\n\"x\": 1}";
    for headers in ["content-type: application/json; charset=utf-8\r\n", "content-type: text/event-stream\r\n", ""] {
        let (heard, trouble) = hear_answer(&answer("200 OK", headers, body), Framing::Sse).await;
        assert_eq!((heard.len(), trouble), (1, None), "{headers}");
        assert_eq!(heard[0].trim(), body.trim());
        let (heard, trouble) = hear_answer(&answer("200 OK", headers, "{\"choices\": [],"), Framing::Sse).await;
        assert_eq!((heard.len(), trouble.map(|trouble| trouble.kind)), (0, Some(FaultKind::Cut)), "{headers}");
    }
}

#[tokio::test]
async fn what_is_not_text_or_meant_for_people_is_nonsense() {
    let mut bytes = events("data: {\"a\":\"").into_bytes();
    bytes.extend_from_slice(b"\xff\"}\n\n");
    let server = Loopback::new(vec![vec![Act::Send(bytes)]]);
    let (heard, trouble) = hear(&endpoint(&server.url), Framing::Sse).await;
    assert_eq!((heard.len(), trouble.unwrap().kind), (0, FaultKind::Nonsense));

    let page = answer("200 OK", "content-type: text/html\r\n", "<!doctype html><title>Sign in</title>");
    let trouble = trouble_of(&page).await;
    assert_eq!(trouble.kind, FaultKind::Nonsense);
    assert!(trouble.said.contains("“Sign in”"), "{}", trouble.said);
}

#[tokio::test]
async fn a_silent_server_is_left() {
    let idle_timeout = Some(Duration::from_millis(40));
    let start = events("data: 1\n\n").into_bytes();
    for acts in
        [vec![Act::Stall], vec![Act::Send(events("").into_bytes()), Act::Stall], vec![Act::Send(start), Act::Stall]]
    {
        let server = Loopback::new(vec![acts]);
        let endpoint = Endpoint { idle_timeout, ..endpoint(&server.url) };
        let trouble = hear(&endpoint, Framing::Sse).await.1.unwrap();
        assert_eq!((trouble.kind, trouble.said.as_str()), (FaultKind::Timeout, "nothing came for 40 ms"));
    }
}

#[tokio::test]
async fn a_redirect_is_named_and_not_followed() {
    let server = Loopback::answering(&[answer("307 T", "location: https://elsewhere.example/p?key=1\r\n", "")]);
    let trouble = hear(&endpoint(&server.url), Framing::Sse).await.1.unwrap();
    assert_eq!((trouble.kind, trouble.said.as_str()), (FaultKind::Redirect, "to https://elsewhere.example"));
    assert_eq!(server.heard().len(), 1);
}

#[tokio::test]
async fn an_error_is_read_with_its_id_and_its_wait() {
    let body = r#"{"error":{"type":"rate_limit_error","message":"slow"}}"#;
    let trouble = trouble_of(&answer("429 T", "request-id: req_7\r\nretry-after: 3\r\n", body)).await;
    assert_eq!((trouble.kind, trouble.status, trouble.said.as_str()), (FaultKind::RateLimited, Some(429), "slow"));
    assert_eq!(trouble.request_id.as_deref(), Some("req_7"));
    assert_eq!(trouble.again.after, Some(Duration::from_secs(3)));
    let bare = trouble_of(&answer("502 T", "", "")).await;
    assert_eq!((bare.kind, bare.said.as_str()), (FaultKind::Server, "Bad Gateway"));
    let endless = trouble_of(&answer("500 T", "", &"x".repeat(ERROR_BYTES * 3))).await;
    assert!(endless.said.len() <= ERROR_BYTES);
}

#[tokio::test]
async fn faults_of_the_connection_are_told_apart() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (_, refused) = hear(&endpoint(&format!("http://{closed}")), Framing::Sse).await;
    let refused = refused.unwrap();
    assert_eq!((refused.kind, refused.sent), (FaultKind::Refused, false), "{}", refused.said);

    assert_eq!(trouble_of("").await.kind, FaultKind::Cut);
    assert_eq!(trouble_of("SSH-2.0-OpenSSH_9.6\r\n").await.kind, FaultKind::Nonsense);

    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let plain = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 B\r\n\r\n").unwrap();
        // Until the client has hung up: what it sent is not to be answered by a reset.
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let (_, tls) = hear(&endpoint(&plain), Framing::Sse).await;
    let tls = tls.unwrap();
    assert_eq!(tls.kind, FaultKind::Tls, "{}", tls.said);

    let (_, nowhere) = hear(&endpoint("http://nowhere.invalid"), Framing::Sse).await;
    let nowhere = nowhere.unwrap();
    assert!(matches!(nowhere.kind, FaultKind::NoHost | FaultKind::Proxy), "{} {}", nowhere.kind.code(), nowhere.said);
}

#[tokio::test]
async fn a_request_is_sent_as_it_was_given() {
    let server = Loopback::answering(&[events("data: 1\n\n")]);
    let mut endpoint = endpoint(&server.url);
    endpoint.key = Some(crate::model::Secret::new("sk-secret-1"));
    hear(&endpoint, Framing::Sse).await;
    let heard = &server.heard()[0];
    assert!(heard.starts_with("POST /v1/chat HTTP/1.1\r\n") && heard.ends_with("\r\n\r\n{}"), "{heard}");
    for header in ["content-type: application/json", "accept: text/event-stream", "authorization: Bearer sk-secret-1"] {
        assert_eq!(heard.matches(&format!("{header}\r\n")).count(), 1, "{heard}");
    }
}

#[tokio::test]
async fn a_local_server_gets_a_connection_for_each_request() {
    let body = "data: 1\n\n";
    let kept =
        format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    // What comes over a connection that is kept gets no answer.
    let acts = vec![Act::Send(kept.into_bytes()), Act::Stall];
    let server = Loopback::new(vec![acts.clone(), acts]);
    let endpoint = Endpoint { idle_timeout: Some(Duration::from_secs(20)), ..endpoint(&server.url) };
    let transport = Transport::new(&endpoint);
    for _ in 0..2 {
        let (url, headers) = (endpoint.base_url.join("/v1/chat"), headers(&endpoint).unwrap());
        let mut events = transport.post(&url, headers, b"{}".to_vec(), Framing::Sse).await.unwrap();
        assert_eq!(events.next().await, Some(Ok("1".to_owned())));
        events.drain().await;
    }
    assert_eq!(server.heard().len(), 2);
}

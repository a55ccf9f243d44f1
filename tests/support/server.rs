//! A model server of the tests' own, on loopback: it speaks all five protocols, plays a script, misbehaves where the
//! script says so, and polices every request that it gets.
//!
//! It knows the wire formats from their documentation and shares no code with the program. A request takes this way:
//! [`http::Request`] is read, [`police`](Dialect::police) looks at it, and the next [`Step`] of the script answers.

pub mod dialect;
pub mod http;
mod police;

use std::io::Write;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

pub use dialect::Dialect;

/// The key that every test's program is given; it must appear nowhere but in its header.
pub const KEY: &str = "sk-test-7f3a91c2d4e85b60-canary";

/// A turn of the scripted model.
#[derive(Debug, Clone, Default)]
pub struct Turn {
    pub text: String,
    pub reasoning: String,
    /// Id, name and input; an input that is a text stands as it is, whatever it holds.
    pub calls: Vec<(String, String, Value)>,
    pub stop: Stop,
    /// Tokens of the prompt that the server says it counted; only where it speaks Chat Completions.
    pub prompt_tokens: Option<u64>,
}

/// Why the scripted model stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stop {
    /// Calls, or the end.
    #[default]
    Usual,
    Cut,
    Refusal,
    Filter,
    Pause,
}

/// How the bytes of a turn's stream are delivered.
#[derive(Debug, Clone, Copy, Default)]
pub struct Delivery {
    /// The connection is cut behind so many bytes of the body.
    pub cut: Option<usize>,
    /// Nothing comes behind so many bytes of the body, for ever.
    pub stall: Option<usize>,
    /// The body comes in pieces of so many bytes.
    pub pieces: Option<usize>,
    /// Lines end in CRLF.
    pub crlf: bool,
    /// Comments stand between the events.
    pub comments: bool,
    /// The body is told to be longer than it is.
    pub short: bool,
}

/// What the server does with one request.
#[derive(Debug, Clone)]
pub enum Step {
    /// Plays a turn.
    Turn(Turn),
    /// Plays a turn, delivered so.
    Delivered(Turn, Delivery),
    /// Answers with a status, headers and a body.
    Answer(u16, Vec<(String, String)>, String),
    /// Closes the connection without an answer.
    Hang,
    /// Never answers.
    Silent,
}

/// One request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub text: String,
    pub body: Value,
}

#[derive(Debug, Default)]
struct State {
    steps: Vec<Step>,
    seen: Vec<Seen>,
    /// Bodies of the streams that were played.
    played: Vec<String>,
    violations: Vec<String>,
    police: police::Memory,
    gives: Vec<(String, String)>,
}

/// A running server; it ends with its value, and fails the test where a request was wrong.
pub struct Server {
    pub dialect: Dialect,
    pub port: u16,
    state: Arc<Mutex<State>>,
    stop: Arc<AtomicBool>,
}

impl Server {
    /// Starts a server that plays these steps, one a request.
    pub fn start(dialect: Dialect, steps: Vec<Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State { steps, ..State::default() }));
        let stop = Arc::new(AtomicBool::new(false));
        let (shared, ends) = (Arc::clone(&state), Arc::clone(&stop));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if ends.load(Ordering::SeqCst) {
                    return;
                }
                let (Ok(stream), shared, ends) = (stream, Arc::clone(&shared), Arc::clone(&ends)) else { continue };
                thread::spawn(move || serve(stream, dialect, &shared, &ends));
            }
        });
        Self { dialect, port, state, stop }
    }

    /// With an answer to GET and to questions about the model, by path.
    pub fn giving(self, path: &str, body: &Value) -> Self {
        self.lock().gives.push((path.to_owned(), body.to_string()));
        self
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.dialect.base_path())
    }

    /// The requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.lock().seen.clone()
    }

    /// The streams so far.
    pub fn played(&self) -> Vec<String> {
        self.lock().played.clone()
    }

    /// Takes the faults of requests out, so that they do not fail the test.
    pub fn violations(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().violations)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        let violations = self.violations();
        if !thread::panicking() {
            assert!(violations.is_empty(), "{:?}: {}", self.dialect, violations.join("\n"));
        }
    }
}

/// Answers the requests of one connection.
fn serve(mut stream: TcpStream, dialect: Dialect, state: &Mutex<State>, stop: &AtomicBool) {
    while let Some(request) = http::read(&mut stream) {
        let mut locked = state.lock().unwrap_or_else(PoisonError::into_inner);
        let given = locked.gives.iter().find(|(path, _)| *path == request.path).map(|(_, body)| body.clone());
        if let Some(body) = given {
            drop(locked);
            let headers = [("content-type".to_owned(), "application/json".to_owned())];
            http::answer(&mut stream, 200, &headers, body.as_bytes());
            continue;
        }
        if request.method != "POST" || request.path != dialect.path() {
            drop(locked);
            http::answer(&mut stream, 404, &[], b"{\"error\":\"not found\"}");
            continue;
        }
        let body: Value = serde_json::from_str(&request.body).unwrap_or(Value::Null);
        let memory = &mut locked.police;
        let faults = police::police(dialect, &request, &body, memory);
        locked.violations.extend(faults);
        let number = locked.seen.len() + 1;
        let (path, headers, text) = (request.path, request.headers, request.body);
        locked.seen.push(Seen { path, headers, text, body });
        if locked.steps.is_empty() {
            locked.violations.push(format!("request {number} was not expected"));
            drop(locked);
            http::answer(&mut stream, 400, &[], b"{\"error\":{\"message\":\"no further step\"}}");
            continue;
        }
        let next = locked.steps.remove(0);
        let (turn, delivery) = match next {
            Step::Turn(turn) => (turn, Delivery::default()),
            Step::Delivered(turn, delivery) => (turn, delivery),
            Step::Answer(status, headers, body) => {
                drop(locked);
                http::answer(&mut stream, status, &headers, body.as_bytes());
                continue;
            }
            Step::Hang => return,
            Step::Silent => {
                drop(locked);
                wait(stop);
                return;
            }
        };
        let whole = delivery.cut.is_none() && delivery.stall.is_none() && !delivery.short;
        let played = dialect.play(&turn, number);
        if whole {
            locked.police.expect(dialect, &turn, number);
        }
        locked.played.push(played.clone());
        drop(locked);
        deliver(&mut stream, dialect, &played, delivery, stop);
        let _ = stream.shutdown(Shutdown::Both);
        return;
    }
}

/// Sends a stream as a delivery says, without a length, so that its end is the connection's.
fn deliver(stream: &mut TcpStream, dialect: Dialect, body: &str, delivery: Delivery, stop: &AtomicBool) {
    let mut body = body.to_owned();
    if delivery.comments && dialect != Dialect::Ollama {
        body = format!(": hello\n\n{}", body.replace("\n\n", "\n\n: still here\n\n"));
    }
    if delivery.crlf {
        body = body.replace('\n', "\r\n");
    }
    let length = if delivery.short { format!("content-length: {}\r\n", body.len() + 10) } else { String::new() };
    let kind = if dialect == Dialect::Ollama { "application/x-ndjson" } else { "text/event-stream" };
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nrequest-id: req_7\r\n{length}connection: close\r\n\r\n");
    let end = delivery.cut.or(delivery.stall).unwrap_or(body.len()).min(body.len());
    if stream.write_all(head.as_bytes()).is_err() {
        return;
    }
    for piece in body.as_bytes()[..end].chunks(delivery.pieces.unwrap_or(usize::MAX)) {
        if stream.write_all(piece).and_then(|()| stream.flush()).is_err() {
            return;
        }
        if delivery.pieces.is_some() {
            thread::yield_now();
        }
    }
    if delivery.stall.is_some() {
        wait(stop);
    }
}

/// Waits until the server ends.
fn wait(stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(20));
    }
}

/// A turn that asks for one query.
pub fn query(id: &str, sql: &str) -> Turn {
    let input = json!({"query": sql, "description": "d"});
    Turn { calls: vec![(id.to_owned(), "sql_query".to_owned(), input)], ..Turn::default() }
}

/// A turn that shows a text and ends the run.
pub fn answer(text: &str) -> Turn {
    let calls = [("output_text", json!({"text": text})), ("finalize", json!({"session_title": null}))];
    let named = calls.into_iter().enumerate().map(|(n, (name, input))| (format!("end_{n}"), name.to_owned(), input));
    Turn { calls: named.collect(), ..Turn::default() }
}

/// A turn of text alone.
pub fn talk(text: &str) -> Turn {
    Turn { text: text.to_owned(), ..Turn::default() }
}

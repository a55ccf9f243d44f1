//! A model server of the tests' own, on loopback: it speaks all five protocols, plays a script, misbehaves where the
//! script says so, and polices every request that it gets.
//!
//! It knows the wire formats from their documentation and shares no code with the program. A request takes this way:
//! [`http::Request`] is read, [`police`] looks at it, and the next [`Step`] of the script answers.

pub mod dialect;
pub mod http;
mod police;
mod turns;

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::Value;

pub use dialect::Dialect;
pub use http::{Delivery, End};
pub use turns::{Stop, Turn, answer, query, talk};

/// The key that every test's program is given; it must appear nowhere but in its header.
pub const KEY: &str = "sk-test-7f3a91c2d4e85b60-canary";

/// What the server does with one request.
#[derive(Debug, Clone)]
pub enum Step {
    /// Plays a turn.
    Turn(Turn),
    /// Plays a turn, delivered so.
    Delivered(Turn, Delivery),
    /// Answers with a status, headers and a body.
    Answer(u16, Vec<(String, String)>, String),
    /// Answers 200 with these very bytes as the stream.
    Stream(String),
    /// Closes the connection without an answer.
    Hang,
    /// Resets the connection without an answer.
    Reset,
    /// Never answers.
    Silent,
}

impl Step {
    /// Whether what it does may pass, so that the same request comes again.
    fn may_pass(&self) -> bool {
        match self {
            Self::Hang | Self::Reset | Self::Silent => true,
            Self::Answer(status, _, _) => matches!(status, 429 | 500..),
            Self::Turn(_) | Self::Delivered(..) | Self::Stream(_) => false,
        }
    }
}

/// One request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    pub path: String,
    pub headers: Vec<(String, String)>,
    /// Of the body, the very bytes.
    pub text: String,
    pub body: Value,
}

#[derive(Debug, Default)]
struct State {
    steps: Vec<Step>,
    seen: Vec<Seen>,
    /// Streams that were played.
    played: Vec<String>,
    violations: Vec<String>,
    memory: police::Memory,
    gives: Vec<(String, String)>,
    /// Method and path of the requests that are no part of the conversation.
    asked: Vec<String>,
}

/// A running server; it ends with its value, and fails the test where a request was wrong or did not come.
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

    /// With an answer to questions beside the conversation, by path.
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

    /// Method and path of the requests so far that are no part of the conversation.
    pub fn asked(&self) -> Vec<String> {
        self.lock().asked.clone()
    }

    /// Takes the faults of requests out, and the steps that nobody asked for, so that they do not fail the test.
    pub fn violations(&self) -> Vec<String> {
        let mut state = self.lock();
        let left = std::mem::take(&mut state.steps);
        let left = left.iter().map(|step| format!("not asked for: {step:?}"));
        std::mem::take(&mut state.violations).into_iter().chain(left).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if !thread::panicking() {
            let violations = self.violations();
            assert!(violations.is_empty(), "{:?}: {}", self.dialect, violations.join("\n"));
        }
    }
}

/// Answers the requests of one connection.
fn serve(mut stream: TcpStream, dialect: Dialect, state: &Mutex<State>, stop: &AtomicBool) {
    let _ = stream.set_nodelay(true);
    while let Some(request) = http::read(&stream) {
        let goes_on = if request.method == "POST" && request.path == dialect.path() {
            act(&mut stream, dialect, &request, state, stop)
        } else {
            beside(&mut stream, dialect, &request, state);
            true
        };
        if !goes_on {
            // A reset is one only where nothing ends the connection before.
            drop(stream);
            return;
        }
    }
    let _ = stream.shutdown(Shutdown::Both);
}

/// Answers a question that is no part of the conversation.
fn beside(stream: &mut TcpStream, dialect: Dialect, request: &http::Request, state: &Mutex<State>) {
    let mut state = lock(state);
    state.asked.push(format!("{} {}", request.method, request.path));
    if request.method != "GET" && !(dialect == Dialect::Ollama && request.path == "/api/show") {
        state.violations.push(format!("{} {} is no path of the protocol", request.method, request.path));
    }
    let given = state.gives.iter().find(|(path, _)| *path == request.path).map(|(_, body)| body.clone());
    drop(state);
    let headers = [("content-type".to_owned(), "application/json".to_owned())];
    match given {
        Some(body) => http::answer(stream, 200, &headers, body.as_bytes()),
        None => http::answer(stream, 404, &headers, b"{\"error\":\"not found\"}"),
    }
}

/// Plays the next step; whether the connection can take another request.
fn act(
    stream: &mut TcpStream,
    dialect: Dialect,
    request: &http::Request,
    state: &Mutex<State>,
    stop: &AtomicBool,
) -> bool {
    let mut locked = lock(state);
    let body: Value = serde_json::from_str(&request.body).unwrap_or(Value::Null);
    let number = locked.seen.len() + 1;
    let faults = police::police(dialect, request, &body, &mut locked.memory);
    locked.violations.extend(faults.into_iter().map(|fault| format!("request {number} {fault}")));
    let http::Request { path, headers, body: text, .. } = request.clone();
    locked.seen.push(Seen { path, headers, text, body });
    if locked.steps.is_empty() {
        locked.violations.push(format!("request {number} was not expected"));
        drop(locked);
        http::answer(stream, 400, &[], b"{\"error\":{\"message\":\"no further step\"}}");
        return true;
    }
    let next = locked.steps.remove(0);
    match &next {
        Step::Answer(400..=428 | 430..=499, _, _) => locked.memory.refused(),
        passing if passing.may_pass() => locked.memory.failed(request),
        _ => {}
    }
    let (turn, delivery) = match next {
        Step::Turn(turn) => (turn, Delivery::default()),
        Step::Delivered(turn, delivery) => (turn, delivery),
        Step::Answer(status, headers, body) => {
            drop(locked);
            http::answer(stream, status, &headers, body.as_bytes());
            return true;
        }
        Step::Stream(body) => {
            drop(locked);
            return http::deliver(stream, dialect.content_type(), &body, Delivery::default(), stop);
        }
        Step::Hang => return false,
        Step::Reset => {
            http::reset(stream);
            return false;
        }
        Step::Silent => {
            drop(locked);
            http::wait(stop);
            return false;
        }
    };
    let played = dialect.play(&turn, number, delivery.loose);
    let is_whole = delivery.cut.is_none() && delivery.stall.is_none();
    match turn.stop {
        _ if !is_whole => locked.memory.failed(request),
        Stop::Usual | Stop::Pause => locked.memory.played(&played, delivery.loose),
        Stop::Cut | Stop::Refusal | Stop::Filter | Stop::Overflow => locked.memory.forget(),
    }
    locked.played.push(played.stream.clone());
    drop(locked);
    http::deliver(stream, dialect.content_type(), &played.stream, delivery, stop)
}

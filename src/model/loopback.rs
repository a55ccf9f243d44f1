//! A server on this machine for tests: it plays what it is told, one connection after the other, and keeps what it hears.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What the server does with one connection, once it has read the request.
#[derive(Clone)]
pub enum Act {
    /// Writes bytes.
    Send(Vec<u8>),
    /// Says nothing more until the other side is gone.
    Stall,
}

/// The server.
pub struct Loopback {
    /// `http://127.0.0.1:PORT`
    pub url: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Loopback {
    /// A server that plays one list of acts for each connection, and then no longer listens.
    pub fn new(plays: Vec<Vec<Act>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let log = heard.clone();
        std::thread::spawn(move || {
            for acts in plays {
                let (stream, _) = listener.accept().unwrap();
                // A client that has heard enough may hang up on the rest.
                let _ = play(stream, &acts, &log);
            }
        });
        Self { url, heard }
    }

    /// A server that gives one whole answer for each connection.
    pub fn answering(answers: &[String]) -> Self {
        Self::new(answers.iter().map(|answer| vec![Act::Send(answer.clone().into_bytes())]).collect())
    }

    /// The requests so far: head and body.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

fn play(mut stream: TcpStream, acts: &[Act], log: &Mutex<Vec<String>>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut request = Vec::new();
    let mut piece = [0; 4096];
    while !is_whole(&request) {
        let count = stream.read(&mut piece)?;
        if count == 0 {
            return Ok(());
        }
        request.extend_from_slice(&piece[..count]);
    }
    log.lock().unwrap().push(String::from_utf8(request).unwrap());
    for act in acts {
        match act {
            Act::Send(bytes) => {
                stream.write_all(bytes)?;
                stream.flush()?;
            }
            Act::Stall => while stream.read(&mut piece)? > 0 {},
        }
    }
    Ok(())
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().unwrap())
    });
    body.len() >= length.unwrap_or(0)
}

/// An answer that ends with its connection.
pub fn answer(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}connection: close\r\n\r\n{body}")
}

/// A stream of events.
pub fn events(body: &str) -> String {
    answer("200 OK", "content-type: text/event-stream\r\n", body)
}

//! As much of HTTP/1.1 as a scripted server needs: requests in, answers and streams out, well or badly.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// A request.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    /// With its query.
    pub path: String,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// How the bytes of a stream are delivered.
#[expect(clippy::struct_excessive_bools, reason = "each is a way to deliver, and they go together")]
#[derive(Debug, Clone, Copy, Default)]
pub struct Delivery {
    /// The answer waits so long.
    pub delay: Option<Duration>,
    /// The connection ends behind so many bytes of the body.
    pub cut: Option<usize>,
    /// It ends with a reset.
    pub reset: bool,
    /// Nothing comes behind so many bytes of the body, for ever.
    pub stall: Option<usize>,
    /// The body comes in pieces of so many bytes.
    pub pieces: Option<usize>,
    /// Lines end in CRLF.
    pub crlf: bool,
    /// Comments stand between the events.
    pub comments: bool,
    /// How the end of the body is told.
    pub end: End,
    /// The protocol is spoken loosely.
    pub loose: bool,
}

/// How the end of a body is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum End {
    /// In chunks, the last of which is empty; the connection stays.
    #[default]
    Chunks,
    /// In chunks, without the last one.
    NoLastChunk,
    /// By the connection's end.
    Connection,
    /// By a length that is larger than the body.
    Longer,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The next request of a connection; none when it has ended.
pub fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, length)| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Request { method, path, headers, body: String::from_utf8(body).ok()? })
}

/// Answers with a body of a known length.
pub fn answer(stream: &mut TcpStream, status: u16, headers: &[(String, String)], body: &[u8]) {
    let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    let _ = stream.write_all(format!("{head}\r\n").as_bytes()).and_then(|()| stream.write_all(body));
}

/// Ends a connection so that the other side sees it reset.
pub fn reset(stream: &TcpStream) {
    let _ = rustix::net::sockopt::set_socket_linger(stream, Some(Duration::ZERO));
}

/// Waits until a flag is set.
pub fn wait(stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a body as a delivery says; whether the connection can take another request.
pub fn deliver(stream: &mut TcpStream, kind: &str, body: &str, delivery: Delivery, stop: &AtomicBool) -> bool {
    let mut body = body.to_owned();
    if delivery.comments && kind == "text/event-stream" {
        body = format!(": hello\n\n{}", body.replace("\n\n", "\n\n: still here\n\n"));
    }
    if delivery.crlf {
        body = body.replace('\n', "\r\n");
    }
    if let Some(delay) = delivery.delay {
        thread::sleep(delay);
    }
    let length = match delivery.end {
        End::Chunks | End::NoLastChunk => "transfer-encoding: chunked\r\n".to_owned(),
        End::Connection => "connection: close\r\n".to_owned(),
        End::Longer => format!("content-length: {}\r\n", body.len() + 10),
    };
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nrequest-id: req_7\r\n{length}\r\n");
    let end = delivery.cut.or(delivery.stall).unwrap_or(body.len()).min(body.len());
    if stream.write_all(head.as_bytes()).is_err() {
        return false;
    }
    let in_chunks = matches!(delivery.end, End::Chunks | End::NoLastChunk);
    for piece in body.as_bytes()[..end].chunks(delivery.pieces.unwrap_or(usize::MAX)) {
        if piece_out(stream, piece, in_chunks).is_err() {
            return false;
        }
        if delivery.pieces.is_some() {
            thread::yield_now();
        }
    }
    if delivery.stall.is_some() {
        wait(stop);
        return false;
    }
    if delivery.reset {
        reset(stream);
        return false;
    }
    let is_whole = delivery.cut.is_none() && delivery.end == End::Chunks;
    is_whole && stream.write_all(b"0\r\n\r\n").is_ok()
}

fn piece_out(stream: &mut TcpStream, piece: &[u8], in_chunks: bool) -> std::io::Result<()> {
    if in_chunks {
        let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
        chunk.extend_from_slice(piece);
        chunk.extend_from_slice(b"\r\n");
        stream.write_all(&chunk)?;
    } else {
        stream.write_all(piece)?;
    }
    stream.flush()
}

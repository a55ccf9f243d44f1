//! The bytes of a reply as events: server-sent events, JSON lines, or one JSON body that came in their place.
//!
//! An event is given only when it is whole. The stream may end without a word: whether that is its end, its decoder knows.

use std::io::Cursor;
use std::pin::Pin;
use std::time::Duration;

use futures_util::stream::{self, Stream, StreamExt};
use reqwest::Response;
use serde::de::IgnoredAny;
use sse_stream::SseByteStream;
use tokio::time::{Instant, timeout};

use super::{connection, content_type};
use crate::limits::{DRAIN_TIMEOUT, ERROR_BYTES, EVENT_TIMEOUT, REPLY_BYTES};
use crate::model::fault::{FaultKind, ServerError, Trouble, is_html};
use crate::model::wire::Framing;

/// The data of one event after the other.
type Data = Pin<Box<dyn Stream<Item = Result<String, Trouble>>>>;

/// The events of one reply.
pub struct Events {
    data: Data,
    patience: Duration,
    /// By which the provider finds the request.
    pub request_id: Option<String>,
}

impl Events {
    /// Waits for the first byte of a reply until `deadline`, and tells by it how the rest is to be read.
    ///
    /// # Errors
    /// When none comes, or a page for people.
    pub(super) async fn open(
        response: Response,
        framing: Framing,
        deadline: Instant,
        first_byte: Duration,
        idle: Duration,
    ) -> Result<Self, Trouble> {
        let kind = content_type(response.headers());
        let is_json = kind == "application/json" || kind == "text/json";
        let mut bytes = Bytes { response, deadline: Some(deadline), first_byte, idle, read: 0 };
        let head = bytes.head().await?;
        if kind == "text/html" || head.first() == Some(&b'<') {
            return Err(bytes.page(head).await);
        }
        let is_object = head.first() == Some(&b'{');
        let data: Data = match framing {
            Framing::Lines => Box::pin(lines(bytes, head, is_json)),
            Framing::Sse if is_json || is_object => Box::pin(stream::once(whole(bytes, head))),
            Framing::Sse => Box::pin(server_sent(bytes, head)),
        };
        Ok(Self { data, patience: EVENT_TIMEOUT.max(idle), request_id: None })
    }

    /// The data of the next event; nothing at the end of the stream.
    pub async fn next(&mut self) -> Option<Result<String, Trouble>> {
        timeout(self.patience, self.data.next()).await.unwrap_or_else(|_| {
            let said = format!("the connection was kept alive for {} s without an event", self.patience.as_secs());
            Some(Err(Trouble::new(FaultKind::Timeout, said)))
        })
    }

    /// Reads on to the end of the connection where that comes at once, so that it can serve the next request.
    pub async fn drain(mut self) {
        let _ = timeout(DRAIN_TIMEOUT, async { while let Some(Ok(_)) = self.data.next().await {} }).await;
    }
}

/// The bytes of a reply, bounded in number and in silence.
struct Bytes {
    response: Response,
    /// Until the first one is there.
    deadline: Option<Instant>,
    first_byte: Duration,
    idle: Duration,
    read: usize,
}

impl Bytes {
    /// The next piece; nothing at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Trouble> {
        let (left, whole) = match self.deadline {
            Some(deadline) => (deadline.saturating_duration_since(Instant::now()), self.first_byte),
            None => (self.idle, self.idle),
        };
        let piece = timeout(left, self.response.chunk()).await.map_err(|_| connection::silence(whole))?;
        let piece = piece.map_err(|error| connection::trouble(&error, None))?;
        self.deadline = None;
        let Some(piece) = piece else { return Ok(None) };
        self.read += piece.len();
        if self.read > REPLY_BYTES {
            let said = format!("the reply is larger than {} MB", REPLY_BYTES / 1024 / 1024);
            return Err(Trouble::new(FaultKind::Nonsense, said));
        }
        Ok(Some(piece.to_vec()))
    }

    /// The bytes up to the first one that says something; empty where there is none.
    async fn head(&mut self) -> Result<Vec<u8>, Trouble> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let mut head = Vec::new();
        while let Some(piece) = self.next().await? {
            head.extend_from_slice(&piece);
            if head.len() < MARK.len() && MARK.starts_with(&head) {
                continue;
            }
            let start = head.strip_prefix(MARK).unwrap_or(&head).trim_ascii_start();
            if !start.is_empty() {
                return Ok(start.to_vec());
            }
        }
        Ok(Vec::new())
    }

    /// What a page for people says.
    async fn page(&mut self, mut page: Vec<u8>) -> Trouble {
        while page.len() < ERROR_BYTES {
            let Ok(Some(piece)) = self.next().await else { break };
            page.extend_from_slice(&piece);
        }
        let text = String::from_utf8_lossy(&page);
        let said = if is_html(&text) { ServerError::read(200, &page).message } else { "a page for people".to_owned() };
        Trouble { status: Some(200), ..Trouble::new(FaultKind::Nonsense, format!("{said} came in place of a reply")) }
    }
}

fn not_text() -> Trouble {
    Trouble::new(FaultKind::Nonsense, "the reply is not UTF-8")
}

/// A reply that is one JSON value.
async fn whole(mut bytes: Bytes, mut body: Vec<u8>) -> Result<String, Trouble> {
    while let Some(piece) = bytes.next().await? {
        body.extend_from_slice(&piece);
    }
    let text = String::from_utf8(body).map_err(|_| not_text())?;
    match serde_json::from_str::<IgnoredAny>(&text) {
        Err(error) if error.is_eof() => Err(connection::cut()),
        Ok(IgnoredAny) | Err(_) => Ok(text),
    }
}

/// Server-sent events. What of an event is not data says nothing that the data does not.
fn server_sent(bytes: Bytes, head: Vec<u8>) -> impl Stream<Item = Result<String, Trouble>> {
    let rest = stream::try_unfold(bytes, |mut bytes| async {
        let piece = bytes.next().await?;
        Ok::<_, Trouble>(piece.map(|piece| (Cursor::new(piece), bytes)))
    });
    let all = stream::once(async { Ok(Cursor::new(head)) }).chain(rest);
    SseByteStream::new(Box::pin(all)).filter_map(|event| {
        std::future::ready(match event {
            Ok(event) => event.data.filter(|data| !data.trim().is_empty()).map(Ok),
            Err(sse_stream::Error::Body(error)) => {
                Some(Err(error.downcast::<Trouble>().map_or_else(|_| connection::cut(), |trouble| *trouble)))
            }
            Err(_) => Some(Err(not_text())),
        })
    })
}

/// Lines of JSON. What stands behind the last line break is no line, but for a body that is said to be one value.
fn lines(bytes: Bytes, head: Vec<u8>, is_json: bool) -> impl Stream<Item = Result<String, Trouble>> {
    let lines = Lines { bytes, rest: head, searched: 0, is_json, is_over: false };
    stream::try_unfold(lines, |mut lines| async { Ok(lines.next().await?.map(|line| (line, lines))) })
}

struct Lines {
    bytes: Bytes,
    rest: Vec<u8>,
    /// Bytes of the rest that hold no line break.
    searched: usize,
    is_json: bool,
    is_over: bool,
}

impl Lines {
    async fn next(&mut self) -> Result<Option<String>, Trouble> {
        loop {
            let fresh = self.rest.get(self.searched..).unwrap_or_default();
            if let Some(end) = fresh.iter().position(|byte| *byte == b'\n') {
                let after = self.rest.split_off(self.searched + end + 1);
                self.searched = 0;
                let line = String::from_utf8(std::mem::replace(&mut self.rest, after)).map_err(|_| not_text())?;
                if !line.trim().is_empty() {
                    return Ok(Some(line.trim().to_owned()));
                }
            } else if self.is_over {
                return Ok(None);
            } else {
                self.searched = self.rest.len();
                self.more().await?;
            }
        }
    }

    /// Reads on. At the end, nothing may be left.
    async fn more(&mut self) -> Result<(), Trouble> {
        if let Some(piece) = self.bytes.next().await? {
            self.rest.extend_from_slice(&piece);
            return Ok(());
        }
        self.is_over = true;
        if self.rest.trim_ascii().is_empty() {
            return Ok(());
        }
        if self.is_json && serde_json::from_slice::<IgnoredAny>(&self.rest).is_ok() {
            self.rest.push(b'\n');
            return Ok(());
        }
        Err(connection::cut())
    }
}

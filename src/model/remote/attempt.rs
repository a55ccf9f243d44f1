//! One request, sent once: its events, folded into a turn.

use reqwest::Url;
use reqwest::header::HeaderMap;

use super::redact::Pieces;
use crate::event::Usage;
use crate::limits::BYTES_A_TOKEN;
use crate::model::fault::{Again, FaultKind, Trouble};
use crate::model::transport::{Events, Transport};
use crate::model::wire::{self, Broken, Decoded, Decoder};
use crate::model::{Aside, Endpoint};

/// A request that is to be sent.
pub struct Attempt<'a> {
    pub transport: &'a Transport,
    pub endpoint: &'a Endpoint,
    pub url: Url,
    pub headers: HeaderMap,
}

/// A request that gave no turn, and what it took all the same.
#[derive(Debug)]
pub struct Failed {
    pub trouble: Trouble,
    pub usage: Usage,
    /// Tokens of the reply that came before it failed, as an estimate; none where none began.
    pub heard: Option<u64>,
}

impl From<Trouble> for Failed {
    fn from(trouble: Trouble) -> Self {
        Self { trouble, usage: Usage::default(), heard: None }
    }
}

impl Attempt<'_> {
    /// Sends the request, and reads its reply to the end. Pieces of text are told as they come, without keys.
    pub async fn run(self, body: Vec<u8>, listener: &mut dyn FnMut(Aside)) -> Result<Decoded, Failed> {
        let protocol = self.endpoint.protocol;
        let events = self.transport.post(&self.url, self.headers, body, wire::framing(protocol)).await?;
        let request_id = events.request_id.clone();
        let mut pieces = Pieces::new(self.endpoint);
        let mut tell = |piece: &str| {
            if let Some(text) = pieces.push(piece) {
                listener(Aside::Text(text));
            }
        };
        let outcome = read(events, wire::decoder(protocol), &mut tell).await;
        if let Some(text) = pieces.rest().filter(|_| outcome.is_ok()) {
            listener(Aside::Text(text));
        }
        outcome.map_err(|mut failed| {
            failed.trouble.request_id = failed.trouble.request_id.or(request_id);
            failed
        })
    }
}

/// Folds the events of a reply.
async fn read(
    mut events: Events,
    mut decoder: Box<dyn Decoder>,
    tell: &mut dyn FnMut(&str),
) -> Result<Decoded, Failed> {
    let mut ended = None;
    let (mut count, mut bytes) = (0, 0);
    let mut tell = |piece: &str| {
        bytes += piece.len() as u64;
        tell(piece);
    };
    while let Some(event) = events.next().await {
        let taken = match event {
            Ok(data) => {
                count += 1;
                decoder.take(&data, &mut tell).map_err(broken)
            }
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = taken {
            ended = Some(trouble);
            break;
        }
        if decoder.is_over() {
            events.drain().await;
            break;
        }
    }
    let usage = decoder.usage();
    // Servers send about a token an event, or more text in fewer events.
    let heard = (count > 0).then_some((bytes / BYTES_A_TOKEN).max(count));
    let failed = |trouble| Failed { trouble, usage, heard };
    match ended {
        None => decoder.finish().map_err(|reason| failed(broken(reason))),
        // A turn that had come in full before the connection broke is a turn.
        Some(trouble) if matches!(trouble.kind, FaultKind::Cut | FaultKind::Timeout) && trouble.status.is_none() => {
            decoder.finish().map_err(|_| failed(trouble))
        }
        Some(trouble) => Err(failed(trouble)),
    }
}

fn broken(reason: Broken) -> Trouble {
    match reason {
        Broken::Cut => Trouble::new(FaultKind::Cut, "the stream ended without its last event"),
        Broken::Nonsense(words) => Trouble::new(FaultKind::Nonsense, words),
        Broken::Told(error) => Trouble::told(&error, Again::default()),
    }
}

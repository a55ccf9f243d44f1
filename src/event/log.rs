//! The run's log: numbers events, keeps them, and hands each to those that listen.

use std::time::Instant;

use super::{Envelope, Event, Span, SpanKind, VERSION};

/// Hears each event as it happens: a stream of NDJSON, a progress bar.
pub type Listener = Box<dyn FnMut(&Envelope)>;

/// The events of one run so far.
pub struct Log {
    start: Instant,
    events: Vec<Envelope>,
    spans: Vec<Span>,
    listeners: Vec<Listener>,
}

impl Default for Log {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Log {
    /// An empty log whose clock starts now.
    #[must_use]
    pub fn new(listeners: Vec<Listener>) -> Self {
        Self { start: Instant::now(), events: Vec::new(), spans: Vec::new(), listeners }
    }

    /// Appends an event and tells the listeners.
    pub fn emit(&mut self, event: Event) {
        let envelope = Envelope { v: VERSION, seq: self.events.len() as u64, ms: self.elapsed_ms(), event };
        for listener in &mut self.listeners {
            listener(&envelope);
        }
        self.events.push(envelope);
    }

    /// Milliseconds since the start.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Notes that something took from `start_ms` until now.
    pub fn span(&mut self, kind: SpanKind, name: impl Into<String>, start_ms: u64) {
        let end_ms = self.elapsed_ms();
        self.spans.push(Span { name: name.into(), kind, start_ms, end_ms });
    }

    /// What took time so far.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// All events so far.
    #[must_use]
    pub fn events(&self) -> &[Envelope] {
        &self.events
    }
}

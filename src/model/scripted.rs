//! Plays turns that a test wrote.

use std::collections::VecDeque;

use super::{Listener, Model, ModelError, Request, Turn, TurnFuture};

/// A model that gives the turns of a list, in order, and keeps the requests that it got.
#[derive(Debug, Default)]
pub struct Scripted {
    turns: VecDeque<Turn>,
    /// The requests so far.
    pub requests: Vec<Request>,
}

impl Scripted {
    /// A model that will give these turns.
    #[must_use]
    pub fn new(turns: Vec<Turn>) -> Self {
        Self { turns: turns.into(), requests: Vec::new() }
    }
}

impl Model for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn turn<'a>(&'a mut self, request: &'a Request, _listener: Listener<'a>) -> TurnFuture<'a> {
        self.requests.push(request.clone());
        let next = self.turns.pop_front().ok_or(ModelError::ScriptEnded { turn: self.requests.len() });
        Box::pin(std::future::ready(next))
    }
}

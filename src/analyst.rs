//! The built-in analyst: a [`Model`] that needs no network and no key.
//!
//! It sees what a language model sees, no more: the request. Each turn is worked out anew from the conversation, so the
//! same request always gives the same turn. Uses `limits`, `sql`, `table`, `event` and `model`.

mod analyze;
mod ask;
mod calls;
mod describe;
mod mend;
mod names;
mod numbers;
mod prose;
mod seen;

pub use seen::{Seen, SeenColumn, SeenTable, Step};

use crate::limits::Privacy;
use crate::model::{Listener, Model, Request, TurnFuture};

/// The name that reports show and `-m` takes.
pub const NAME: &str = "builtin";

/// The built-in analyst.
#[derive(Debug, Default)]
pub struct Analyst;

impl Model for Analyst {
    fn name(&self) -> &str {
        NAME
    }

    /// It is part of the program.
    fn privacy(&self, _asked: Privacy) -> Privacy {
        Privacy::Rows
    }

    fn turn<'a>(&'a mut self, request: &'a Request, _listener: Listener<'a>) -> TurnFuture<'a> {
        let seen = Seen::of(request);
        let turn = match describe::turn(&seen) {
            Some(turn) => turn,
            None if seen.question.is_some() => ask::turn(&seen),
            None => analyze::turn(&seen),
        };
        Box::pin(std::future::ready(Ok(turn)))
    }
}

//! Answering: what a question means, the query for it, and what to say of the result.

use super::calls::{Calls, decline};
use super::seen::Seen;
use crate::model::Turn;

/// The next turn of an answer.
pub fn turn(seen: &Seen) -> Turn {
    if seen.data().is_none() {
        return decline("there is no data");
    }
    let mut calls = Calls::after(seen.turns);
    calls.finalize(None);
    calls.turn()
}

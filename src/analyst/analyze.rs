//! Exploring: which queries to run, what to say of their results.

use super::calls::{Calls, decline};
use super::seen::Seen;
use crate::model::Turn;

/// The next turn of an analysis.
pub fn turn(seen: &Seen) -> Turn {
    if seen.data().is_none() {
        return decline("there is no data");
    }
    let mut calls = Calls::after(seen.turns);
    calls.finalize(None);
    calls.turn()
}

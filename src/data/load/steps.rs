//! What the steps of reading take, so that every run can say where its time went.
//!
//! Which steps there are depends on the files alone, never on the clock.

use std::cell::RefCell;
use std::time::{Duration, Instant};

/// One step of reading one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What was done to which file.
    pub name: String,
    /// When it began, from the start of reading.
    pub start: Duration,
    /// When it ended, from the start of reading.
    pub end: Duration,
}

/// The steps so far.
#[derive(Debug)]
pub(super) struct Steps {
    start: Instant,
    done: RefCell<Vec<Step>>,
}

impl Steps {
    /// None yet; time counts from now.
    pub(super) fn begin() -> Self {
        Self { start: Instant::now(), done: RefCell::default() }
    }

    /// Does something and notes what it took, whatever came of it.
    pub(super) fn time<T>(&self, name: impl Into<String>, act: impl FnOnce() -> T) -> T {
        let start = self.start.elapsed();
        let outcome = act();
        let end = self.start.elapsed();
        self.done.borrow_mut().push(Step { name: name.into(), start, end });
        outcome
    }

    /// All steps, in the order in which they ended.
    pub(super) fn into_list(self) -> Vec<Step> {
        self.done.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_kept_with_its_name_and_gives_what_was_done() {
        let steps = Steps::begin();
        assert_eq!(steps.time("first", || steps.time("inner", || 7)), 7);
        let list = steps.into_list();
        assert_eq!(list.iter().map(|step| step.name.as_str()).collect::<Vec<_>>(), ["inner", "first"]);
        assert!(list.iter().all(|step| step.start <= step.end));
        assert!(list[1].start <= list[0].start);
    }
}

//! Statements that are known before they are asked for: of those that one thread has to run, several run at a time.
//!
//! A reply of a model often holds many statements, each of which is asked for when the one before it is answered. Where
//! threads may share the work of one, there is nothing to gain; the others would leave all threads but one without work.
//! What went wrong here is forgotten: the statement runs again when it is asked for, and that is what is told. Uses the runner.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use duckdb::InterruptHandle;

use super::run::Prepared;
use crate::limits::Limits;
use crate::table::Table;

/// What a statement gave, and whether that would be the same the next time.
pub(super) type Given = (Table, bool);

/// The statements on their way. They are stopped when this ends.
pub(super) struct Ahead(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(String, Prepared)>,
    /// By their text; without a result as long as they wait or run.
    known: HashMap<String, Option<Given>>,
    /// What stops those that run.
    running: HashMap<String, Arc<InterruptHandle>>,
    ended: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ahead {
    /// Starts as many threads as the engine may use. Where none can be had, nothing is taken.
    pub(super) fn start(limits: &Limits, timeout: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        let count = thread::available_parallelism().map_or(1, usize::from);
        let count = limits.threads.map_or(count, |most| count.min(most as usize));
        let mut started = 0;
        for _ in 0..count {
            let (shared, limits) = (Arc::clone(&shared), limits.clone());
            let thread = thread::Builder::new().name("ahead".to_owned());
            started += usize::from(thread.spawn(move || work(&shared, timeout, &limits)).is_ok());
        }
        shared.state().ended = started == 0;
        Self(shared)
    }

    /// Has a statement run that will be asked for in these words.
    pub(super) fn add(&self, sql: &str, statement: Prepared) {
        let mut state = self.0.state();
        if !state.ended && !state.known.contains_key(sql) {
            state.known.insert(sql.to_owned(), None);
            state.waiting.push_back((sql.to_owned(), statement));
            self.0.changed.notify_all();
        }
    }

    /// What a statement gave, once: waits for one on its way. None where it has to be run.
    pub(super) fn take(&self, sql: &str, timeout: Duration) -> Option<Given> {
        let started = Instant::now();
        let mut state = self.0.state();
        while state.known.get(sql)?.is_none() {
            let left = timeout.checked_sub(started.elapsed())?;
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.known.remove(sql)?
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.ended = true;
        state.waiting.clear();
        state.running.values().for_each(|running| running.interrupt());
        self.0.changed.notify_all();
    }
}

/// Runs what waits, one after the other.
fn work(shared: &Shared, timeout: Duration, limits: &Limits) {
    let mut state = shared.state();
    while !state.ended {
        let Some((sql, statement)) = state.waiting.pop_front() else {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        state.running.insert(sql.clone(), statement.interrupt_handle());
        drop(state);
        let lasting = statement.is_lasting();
        // Whatever happens, nobody may wait for it in vain.
        let given = catch_unwind(AssertUnwindSafe(|| statement.run(timeout, limits))).ok().and_then(Result::ok);
        state = shared.state();
        state.running.remove(&sql);
        match given {
            Some(table) => state.known.insert(sql, Some((table, lasting))),
            None => state.known.remove(&sql),
        };
        shared.changed.notify_all();
    }
}

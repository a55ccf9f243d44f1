//! The one flag that ends a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use tokio::sync::Notify;

/// The one flag that ends a run early: set by a signal, watched wherever the program waits.
///
/// Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    signal: AtomicI32,
    wake: Notify,
}

impl Interrupt {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag with the number of the signal that came; the first one counts.
    pub fn set(&self, signal: i32) {
        let _ = self.shared.signal.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
        self.shared.wake.notify_waiters();
    }

    /// The signal that came, if one did.
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        match self.shared.signal.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(signal),
        }
    }

    /// Whether a signal came.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.signal().is_some()
    }

    /// Returns once a signal has come.
    pub async fn wait(&self) {
        loop {
            let woken = self.shared.wake.notified();
            tokio::pin!(woken);
            woken.as_mut().enable();
            if self.is_set() {
                return;
            }
            woken.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_signal_counts() {
        let interrupt = Interrupt::new();
        assert!(!interrupt.is_set());
        interrupt.set(2);
        interrupt.set(15);
        assert_eq!(interrupt.signal(), Some(2));
    }

    #[tokio::test]
    async fn waiting_ends_for_a_flag_that_was_set_before() {
        let interrupt = Interrupt::new();
        interrupt.set(2);
        interrupt.wait().await;
    }
}

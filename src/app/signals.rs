//! SIGINT and SIGTERM: the first one ends the run in order, a second one at once.

use tokio::signal::unix::{SignalKind, signal};

use crate::limits::Interrupt;

/// Watches for signals from now on.
///
/// # Errors
/// When the system gives no signal handler.
pub fn watch(interrupt: &Interrupt) -> std::io::Result<()> {
    for (kind, number) in [(SignalKind::interrupt(), 2), (SignalKind::terminate(), 15)] {
        let mut stream = signal(kind)?;
        let interrupt = interrupt.clone();
        tokio::task::spawn_local(async move {
            while stream.recv().await.is_some() {
                if interrupt.is_set() {
                    // Scratch folders that stay behind are swept by the next run.
                    std::process::exit(128 + number);
                }
                interrupt.set(number);
            }
        });
    }
    Ok(())
}

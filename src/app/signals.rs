//! SIGINT, SIGTERM and SIGHUP: the first one ends the run in order, a second one at once. SIGXFSZ: a file that grows
//! too large is an error of writing, not the end of the program.

use std::time::Instant;

use tokio::signal::unix::{SignalKind, signal};

use crate::limits::{Interrupt, SAME_SIGNAL};

/// The signals that end a run, and the one by which its exit code is known: a hang-up asks for the end as SIGTERM does.
const ENDS: [(i32, i32); 3] = [(HANG_UP, 15), (2, 2), (15, 15)];
const HANG_UP: i32 = 1;
/// Linux and macOS give it the same number.
const FILE_TOO_LARGE: i32 = 25;

/// Watches for signals from now on. A hang-up that whoever started the program had it ignore, as `nohup` does, stays so;
/// SIGINT and SIGTERM are heard all the same, since shells let every job in the background of a script ignore the former,
/// and whoever sends one to this very process means it.
///
/// # Errors
/// When the system gives no signal handler.
pub fn watch(interrupt: &Interrupt) -> std::io::Result<()> {
    let ignores_hang_up = ignores_hang_up();
    for (heard, number) in ENDS.into_iter().filter(|(heard, _)| *heard != HANG_UP || !ignores_hang_up) {
        let mut stream = signal(SignalKind::from_raw(heard))?;
        let interrupt = interrupt.clone();
        tokio::task::spawn_local(async move {
            let mut first = None;
            while stream.recv().await.is_some() {
                // `timeout` and some shells send one signal twice, to the program and to its group.
                let again = first.is_some_and(|first: Instant| first.elapsed() < SAME_SIGNAL);
                if interrupt.is_set() && !again {
                    // Scratch folders that stay behind are swept by the next run.
                    std::process::exit(128 + number);
                }
                first.get_or_insert_with(Instant::now);
                interrupt.set(number);
            }
        });
    }
    // A handler that does nothing: the write itself then fails.
    drop(signal(SignalKind::from_raw(FILE_TOO_LARGE))?);
    Ok(())
}

/// Whether a hang-up is ignored. Where the system does not tell, it is taken to be: under `nohup` a run must go on.
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & (1 << (HANG_UP - 1)) != 0)
}

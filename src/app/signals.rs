//! SIGINT, SIGTERM and SIGHUP: the first one ends the run in order, a second one at once. SIGXFSZ: a file that grows
//! too large is an error of writing, not the end of the program.

use tokio::signal::unix::{SignalKind, signal};

use crate::limits::Interrupt;

/// The signals that end a run, and the one by which its exit code is known: a hang-up asks for the end as SIGTERM does.
const ENDS: [(i32, i32); 3] = [(1, 15), (2, 2), (15, 15)];
/// Linux and macOS give it the same number.
const FILE_TOO_LARGE: i32 = 25;

/// Watches for signals from now on. Those that whoever started the program had it ignore, as `nohup` does, stay so.
///
/// # Errors
/// When the system gives no signal handler.
pub fn watch(interrupt: &Interrupt) -> std::io::Result<()> {
    let ignored = ignored();
    for (heard, number) in ENDS.into_iter().filter(|(heard, _)| ignored & (1 << (heard - 1)) == 0) {
        let mut stream = signal(SignalKind::from_raw(heard))?;
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
    // A handler that does nothing: the write itself then fails.
    drop(signal(SignalKind::from_raw(FILE_TOO_LARGE))?);
    Ok(())
}

/// The signals that are ignored, a bit each from 1. Where the system does not tell, a hang-up is taken for one: under
/// `nohup` a run must go on.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(1)
}

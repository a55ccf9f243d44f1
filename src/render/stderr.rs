//! Whatever csvchat says beside its reports: progress, warnings, details, errors. All of it goes through here to standard
//! error, escaped for terminals.
//!
//! Progress is drawn only at a terminal; otherwise warnings alone are printed, details at `-v`, and at `-q` nothing but
//! errors. Never writes to standard output, and never fails: who closed standard error does not want to read.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::escape;
use super::format::{bytes, counted, duration};
use super::progress::{Progress, Step, Steps};
use crate::event::{Envelope, Event, Listener};

/// How much is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors.
    Quiet,
    /// Warnings, and progress at a terminal.
    #[default]
    Normal,
    /// Details too.
    Verbose,
}

/// What csvchat says; clones share the progress line.
#[derive(Clone)]
pub struct Notices {
    verbosity: Verbosity,
    progress: Progress,
    out: Rc<RefCell<dyn Write>>,
}

impl Notices {
    /// Notices on standard error.
    #[must_use]
    pub fn new(verbosity: Verbosity) -> Self {
        let drawn = verbosity != Verbosity::Quiet && io::stderr().is_terminal();
        Self { verbosity, progress: Progress::new(drawn), out: Rc::new(RefCell::new(io::stderr())) }
    }

    /// Why the run cannot go on, and what to do. Always said.
    pub fn error(&self, message: &str, hint: Option<&str>) {
        self.progress.clear();
        self.print("csvchat: error: ", message);
        if let Some(hint) = hint {
            self.print("  hint: ", hint);
        }
    }

    /// Something the user should know.
    pub fn warning(&self, message: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.print("csvchat: warning: ", message);
        }
    }

    /// Something the user is told once, such as which model answers.
    pub fn notice(&self, message: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.print("csvchat: ", message);
        }
    }

    /// A step, for those who asked for details.
    pub fn detail(&self, message: &str) {
        if self.verbosity == Verbosity::Verbose {
            self.print("csvchat: ", message);
        }
    }

    /// Shows a file being read until the next step: `total` bytes, of which `read` counts those that were read.
    pub fn loading(&self, name: &str, total: u64, read: Arc<AtomicU64>) {
        self.progress.load(name, total, read);
        self.detail(&format!("reading {name}, {}", bytes(total)));
    }

    /// Takes the progress line away.
    pub fn clear(&self) {
        self.progress.clear();
    }

    /// Hears the events of the run. Errors are left to whoever ends the run.
    #[must_use]
    pub fn listener(&self) -> Listener {
        let notices = self.clone();
        let mut steps = Steps::default();
        Box::new(move |envelope| {
            match steps.take(envelope) {
                Some(Step::Show(step)) => notices.progress.show(&step),
                Some(Step::Clear) => notices.progress.clear(),
                None => {}
            }
            if let Event::Warning { message, .. } = &envelope.event {
                notices.warning(message);
            } else if notices.verbosity == Verbosity::Verbose
                && let Some(detail) = detail_of(envelope)
            {
                notices.detail(&detail);
            }
        })
    }

    /// Prints a message, its further lines indented, in one write, with the progress line out of the way.
    fn print(&self, prefix: &str, message: &str) {
        let margin = " ".repeat(prefix.len() - prefix.trim_start().len() + 2);
        let text = escape::lines(message).join(&format!("\n{margin}"));
        self.progress.suspend(|| {
            let mut out = self.out.borrow_mut();
            let _ = out.write_all(format!("{prefix}{text}\n").as_bytes());
            let _ = out.flush();
        });
    }
}

/// The line that an event is worth at `-v`.
fn detail_of(envelope: &Envelope) -> Option<String> {
    match &envelope.event {
        Event::Dataset(dataset) => Some(format!(
            "{}: {}, {}, table {}",
            dataset.path,
            counted(dataset.rows, "row"),
            counted(dataset.columns.len() as u64, "column"),
            dataset.table
        )),
        Event::Status { message } => Some(message.clone()),
        Event::ModelTurn { turn, reply, .. } => {
            Some(format!("turn {turn}: {}", counted(reply.calls.len() as u64, "tool call")))
        }
        Event::QueryResult { id, description, row_count, elapsed_ms, error, .. } => Some(match error {
            None => format!("{id}: {description}: {}, {}", counted(*row_count, "row"), duration(*elapsed_ms)),
            Some(error) => format!("{id}: {description}: failed: {error}"),
        }),
        Event::PlotRejected { title, reason } => Some(format!("chart “{title}” was not accepted: {reason}")),
        Event::Retry { attempt, reason, after_ms } => {
            Some(format!("attempt {attempt} failed: {reason}; trying again in {}", duration(*after_ms)))
        }
        Event::Done { elapsed_ms, .. } => Some(format!("done in {}", duration(*elapsed_ms))),
        Event::RunStarted { .. }
        | Event::TextDelta { .. }
        | Event::Reasoning { .. }
        | Event::ToolCall { .. }
        | Event::Text { .. }
        | Event::Table { .. }
        | Event::Plot { .. }
        | Event::ToolResult { .. }
        | Event::SessionUpdate { .. }
        | Event::Usage(_)
        | Event::Warning { .. }
        | Event::Error { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::VERSION;

    fn said(verbosity: Verbosity, action: impl FnOnce(&Notices)) -> String {
        let out = Rc::new(RefCell::new(Vec::new()));
        let notices =
            Notices { verbosity, progress: Progress::new(false), out: Rc::clone(&out) as Rc<RefCell<dyn Write>> };
        action(&notices);
        let bytes = out.borrow().clone();
        String::from_utf8(bytes).unwrap()
    }

    fn everything(notices: &Notices) {
        notices.notice("no key; the built-in analyst answers");
        notices.loading("a.csv", 2_000, Arc::default());
        let mut listener = notices.listener();
        let mut hear = |event| listener(&Envelope { v: VERSION, seq: 0, ms: 0, event });
        hear(Event::Warning { code: "w".to_owned(), message: "odd \u{1b}[2J\nvalues".to_owned() });
        hear(Event::Status { message: "thinking".to_owned() });
        notices.error("no such file", Some("check the path"));
    }

    #[test]
    fn the_verbosity_says_what_is_said() {
        let error = "csvchat: error: no such file\n  hint: check the path\n";
        let warning = "csvchat: warning: odd ␛[2J\n  values\n";
        let notice = "csvchat: no key; the built-in analyst answers\n";
        assert_eq!(said(Verbosity::Quiet, everything), error);
        assert_eq!(said(Verbosity::Normal, everything), format!("{notice}{warning}{error}"));
        let details = "csvchat: reading a.csv, 2.0 kB\n";
        let status = "csvchat: thinking\n";
        assert_eq!(said(Verbosity::Verbose, everything), format!("{notice}{details}{warning}{status}{error}"));
    }
}

//! What is said on stderr.

use std::io::Write;

/// How much is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors only.
    Quiet,
    /// Warnings too.
    #[default]
    Normal,
    /// Each step too.
    Verbose,
}

/// The printer of stderr.
#[derive(Debug, Clone, Copy)]
pub struct Notices {
    verbosity: Verbosity,
}

impl Notices {
    /// A printer.
    #[must_use]
    pub fn new(verbosity: Verbosity) -> Self {
        Self { verbosity }
    }

    /// Says why something was not done.
    pub fn failure(&self, text: &str) {
        let _ = writeln!(std::io::stderr(), "csvchat: {}", super::escape::terminal(text));
    }

    /// Says something unless it is to be quiet.
    pub fn note(&self, text: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.failure(text);
        }
    }
}

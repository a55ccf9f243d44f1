//! What tests share.

pub mod generated;
pub mod hostile;
pub mod kinds;
pub mod program;
pub mod reader;
pub mod server;
pub mod shop;

/// Says what was not tested, past the test runner's capture of output.
pub fn loudly(what: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {what}");
}

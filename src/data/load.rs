//! Reading files into the scratch database.

use std::path::PathBuf;

use super::{DataError, Scratch};
use crate::event::Dataset;
use crate::limits::{Interrupt, Limits};

/// What the user named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A literal path.
    Path(PathBuf),
    /// Standard input.
    Stdin,
}

/// Reading overrides; what is `None` is detected.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// `--delimiter`
    pub delimiter: Option<char>,
    /// `--quote`
    pub quote: Option<char>,
    /// `--escape`
    pub escape: Option<char>,
    /// `--header`, `--no-header`
    pub header: Option<bool>,
}

/// Files that were read.
#[derive(Debug)]
pub struct Loaded {
    /// One for each file, in order; the first one's table is `data`.
    pub datasets: Vec<Dataset>,
    /// What the user must be told: code and message.
    pub warnings: Vec<(String, String)>,
    /// The database file, closed, inside the scratch folder.
    pub database: PathBuf,
}

/// Reads the files into a database in the scratch folder, verifies and profiles them. Blocks; stops soon after the
/// interrupt is set.
///
/// # Errors
/// When a file cannot be read without loss or at all.
pub fn load(
    _files: &[Source],
    _options: &ReadOptions,
    _limits: &Limits,
    _scratch: &Scratch,
    _interrupt: &Interrupt,
) -> Result<Loaded, DataError> {
    Err(DataError::Engine("not built yet".to_owned()))
}

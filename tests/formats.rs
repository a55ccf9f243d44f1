//! Files that are no plain delimited text: wrapped, structured, binary, far away, or several. What reaches a query is
//! what stands in them. `tests/data/formats/` holds files that other programs made.

#[path = "formats/json.rs"]
mod json;
#[path = "formats/parquet.rs"]
mod parquet;
#[path = "formats/workbooks.rs"]
mod workbooks;
#[path = "formats/wrapped.rs"]
mod wrapped;

use std::path::PathBuf;

use csvchat::data::{DataError, ReadOptions, Source};

use crate::reading::{Read, try_read};
use crate::support::program::data;

/// A file of `tests/data/formats/`.
fn fixture(name: &str) -> PathBuf {
    data("formats").join(name)
}

fn open(name: &str) -> Result<Read, DataError> {
    try_read(&[Source::Path(fixture(name))], &ReadOptions::default())
}

fn read(name: &str) -> Read {
    open(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn refused(name: &str) -> DataError {
    match open(name) {
        Err(error) => error,
        Ok(read) => panic!("{name} was read: {:?}", read.dataset()),
    }
}

/// What bytes give, whatever they are called.
fn open_bytes(bytes: impl AsRef<[u8]>) -> Result<Read, DataError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.csv");
    std::fs::write(&path, bytes).unwrap();
    try_read(&[Source::Path(path)], &ReadOptions::default())
}

/// An error as a person reads it: what happened, and what to do.
fn told(error: &DataError) -> String {
    format!("{error}; {}", error.hint().unwrap_or_default())
}

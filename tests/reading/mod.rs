//! Reading files: what reaches a query is what stands in the file, or the reader says what does not.

mod cases;
mod faults;
mod kinds;
mod options;
mod profile;
mod roundtrip;

use std::path::{Path, PathBuf};

use csvchat::data::{DataError, Loaded, Progress, ReadOptions, Scratch, Source, load};
use csvchat::event::{ColumnProfile, Dataset};
use csvchat::limits::{Interrupt, Limits};
use duckdb::{AccessMode, Config, Connection};

/// A file that was read, and its database.
pub struct Read {
    pub loaded: Loaded,
    connection: Connection,
    _scratch: Scratch,
}

impl Read {
    pub fn dataset(&self) -> &Dataset {
        &self.loaded.datasets[0]
    }

    pub fn column(&self, name: &str) -> &ColumnProfile {
        self.dataset().columns.iter().find(|column| column.name == name).unwrap()
    }

    pub fn types(&self) -> Vec<&str> {
        self.dataset().columns.iter().map(|column| column.kind.as_str()).collect()
    }

    pub fn names(&self) -> Vec<&str> {
        self.dataset().columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// The only value that the query gives, as text.
    pub fn value(&self, sql: &str) -> String {
        let sql = format!("SELECT CAST(({sql}) AS VARCHAR)");
        self.connection.query_row(&sql, [], |row| row.get::<_, Option<String>>(0)).unwrap().unwrap_or_default()
    }

    pub fn codes(&self) -> Vec<&str> {
        self.loaded.warnings.iter().map(|(code, _)| code.as_str()).collect()
    }
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases").join(name)
}

pub fn try_read(files: &[Source], options: &ReadOptions) -> Result<Read, DataError> {
    let scratch = Scratch::new()?;
    let limits = Limits::default();
    let loaded = load(files, options, &limits, &scratch, &Interrupt::new(), &Progress::default())?;
    let config = Config::default().access_mode(AccessMode::ReadOnly).unwrap();
    let connection = Connection::open_with_flags(&loaded.database, config).unwrap();
    Ok(Read { loaded, connection, _scratch: scratch })
}

fn read(name: &str) -> Read {
    try_read(&[Source::Path(case(name))], &ReadOptions::default()).unwrap()
}

fn read_text(text: &str) -> Read {
    try_read_text(text.as_bytes()).unwrap()
}

fn try_read_text(bytes: &[u8]) -> Result<Read, DataError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.csv");
    std::fs::write(&path, bytes).unwrap();
    try_read(&[Source::Path(path)], &ReadOptions::default())
}

fn refused(name: &str) -> DataError {
    match try_read(&[Source::Path(case(name))], &ReadOptions::default()) {
        Err(error) => error,
        Ok(read) => panic!("{name} was read: {:?}", read.dataset()),
    }
}

//! What is kept beside a database: of which files it is, by which program it was made, and what the run is told of it.
//!
//! Whatever of it is not as it was written makes the whole entry none. Never decides whether files are unchanged.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::UNIX_EPOCH;

use duckdb::{Config, Connection};
use serde::{Deserialize, Serialize};

use super::fingerprint::{self, Stamp};
use super::{folder, sealed};
use crate::event::Dataset;
use crate::limits::{self, Interrupt};

/// What is kept beside a database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    form: u32,
    program: Program,
    /// The files, for people.
    pub(super) paths: Vec<String>,
    /// What the system said of the files.
    pub(super) stamps: Vec<Stamp>,
    /// A digest of blocks of them.
    pub(super) samples: String,
    /// A digest of all of them, where the system may not show a change.
    pub(super) whole: Option<String>,
    /// The file of the database.
    pub(super) database: String,
    kept: Kept,
    /// What the run is told.
    pub(super) datasets: Vec<Dataset>,
    /// What the user is told: code and message.
    pub(super) warnings: Vec<(String, String)>,
}

/// The program that made it: another build may read files otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Program {
    version: String,
    engine: String,
    bytes: u64,
    modified_ns: u128,
}

/// The database's file as it was when it was kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    bytes: u64,
    inode: u64,
    modified: (i64, i64),
    /// Of its content: a disk may give back another byte than was written.
    digest: String,
}

impl Kept {
    fn of(metadata: &Metadata, digest: String) -> Self {
        let modified = (metadata.mtime(), metadata.mtime_nsec());
        Self { bytes: metadata.len(), inode: metadata.ino(), modified, digest }
    }
}

impl Program {
    /// This one.
    fn running() -> io::Result<Self> {
        let file = std::fs::metadata(std::env::current_exe()?)?;
        let modified = file.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: engine()?.to_owned(),
            bytes: file.len(),
            modified_ns: modified.as_nanos(),
        })
    }
}

/// The version of the database engine, asked once.
fn engine() -> io::Result<&'static str> {
    static VERSION: OnceLock<Option<String>> = OnceLock::new();
    let ask = || {
        let config = Config::default().threads(1)?.enable_autoload_extension(false)?;
        Connection::open_in_memory_with_flags(config)?.version()
    };
    let version = VERSION.get_or_init(|| ask().ok());
    version.as_deref().ok_or_else(|| io::Error::other("the database engine does not tell its version"))
}

impl Entry {
    /// What is to be kept of files; `digest` is that of the database.
    ///
    /// # Errors
    /// When the database, or the program itself, cannot be looked at.
    pub(super) fn new(
        (paths, stamps): (Vec<String>, Vec<Stamp>),
        (samples, whole): (String, Option<String>),
        (path, database, digest): (&Path, String, String),
        (datasets, warnings): (Vec<Dataset>, Vec<(String, String)>),
    ) -> io::Result<Self> {
        let kept = Kept::of(&std::fs::symlink_metadata(path)?, digest);
        let program = Program::running()?;
        let form = limits::CACHE_FORM;
        Ok(Self { form, program, paths, stamps, samples, whole, database, kept, datasets, warnings })
    }

    /// Writes it into a new file.
    ///
    /// # Errors
    /// When it cannot be written, or would not be the same when it is read.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_string(self)?;
        let again: Self = serde_json::from_str(&text)?;
        if serde_json::to_string(&again)? != text {
            return Err(io::Error::other("what is known of the files cannot be written down"));
        }
        sealed::write(path, &text)
    }

    /// Reads one, whichever program wrote it.
    ///
    /// # Errors
    /// When it is not as it was written.
    pub(super) fn read(file: &File) -> io::Result<Self> {
        Ok(serde_json::from_str(&sealed::read(file, limits::CACHE_ENTRY_BYTES)?)?)
    }

    /// Whether it was made by this program with this engine.
    pub(super) fn is_of_this_program(&self) -> bool {
        self.form == limits::CACHE_FORM && Program::running().is_ok_and(|running| running == self.program)
    }

    /// Whether a database's file is the one that was kept, to the last byte.
    ///
    /// # Errors
    /// When it is not, not the user's own, or a signal came.
    pub(super) fn check(&self, database: &Path, interrupt: &Interrupt) -> io::Result<()> {
        let damaged = || io::Error::other("a database in it is damaged");
        let metadata = std::fs::symlink_metadata(database)?;
        folder::own(&metadata)?;
        let same = Kept::of(&metadata, self.kept.digest.clone()) == self.kept;
        let digest = same.then(|| fingerprint::of_file(database, interrupt)).ok_or_else(damaged)??;
        if digest.ok_or(io::ErrorKind::Interrupted)? == self.kept.digest { Ok(()) } else { Err(damaged()) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn entry(folder: &Path) -> Entry {
        let database = folder.join("a-1.duckdb");
        folder::create(&database).unwrap().write_all(b"tables").unwrap();
        let digest = fingerprint::of_file(&database, &Interrupt::default()).unwrap().unwrap();
        Entry::new(
            (vec!["/a.csv".to_owned()], Vec::new()),
            ("00".to_owned(), None),
            (&database, "a-1.duckdb".to_owned(), digest),
            (Vec::new(), vec![("code".to_owned(), "a\u{1b}\n\"b\"".to_owned())]),
        )
        .unwrap()
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let entry = entry(folder.path());
        let path = folder.path().join("a.json");
        entry.write(&path).unwrap();
        let read = Entry::read(&File::open(&path).unwrap()).unwrap();
        assert_eq!(read, entry);
        assert!(read.is_of_this_program());
        assert!(!Entry { form: 0, ..read.clone() }.is_of_this_program());
        let program = Program { engine: "v0".to_owned(), ..read.program.clone() };
        assert!(!Entry { program, ..read }.is_of_this_program());
    }

    #[test]
    fn a_database_that_was_written_to_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let entry = entry(folder.path());
        let database = folder.path().join("a-1.duckdb");
        let check = |entry: &Entry| entry.check(&database, &Interrupt::default());
        check(&entry).unwrap();
        let before = std::fs::metadata(&database).unwrap().modified().unwrap();
        std::fs::write(&database, "Tables").unwrap();
        assert!(check(&entry).is_err());
        // As a disk does it: nothing but a byte changes.
        File::options().write(true).open(&database).unwrap().set_modified(before).unwrap();
        assert!(check(&entry).is_err());
        std::fs::write(&database, "tables").unwrap();
        File::options().write(true).open(&database).unwrap().set_modified(before).unwrap();
        check(&entry).unwrap();
        std::fs::remove_file(&database).unwrap();
        assert!(check(&entry).is_err());
    }
}

//! The cache: databases of files that were read, kept for the next run over the same files.
//!
//! One run takes this way: [`fingerprint`] says what the system tells of the files and makes the entry's name of their
//! paths and the options; [`folder`] finds the entry of that name; [`entry`] says whether this program made it and of
//! which files; where they are unchanged, the database is linked into a folder of this process and the run goes on as if
//! it had read them. Otherwise they are read, and the database is kept if they did not change meanwhile. What statements
//! give is kept beside it, in [`Answers`].
//!
//! Nothing of this ever makes a run fail: where the cache cannot be used, files are read. What a run tells does not
//! depend on the cache.

mod answers;
mod entry;
mod fingerprint;
mod folder;
mod sealed;

use std::fmt::Write as _;
use std::fs::Permissions;
use std::io::{self, Read, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use answers::Answers;
use entry::Entry;
use fingerprint::Wanted;
use folder::Folder;

use super::load::{Loaded, Progress, ReadOptions, Source, load};
use super::{DataError, Scratch};
use crate::limits::{self, CacheBounds, Interrupt, Limits};
use crate::system::reason;

/// A cache that may be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    bounds: CacheBounds,
}

/// Files that were read, in this run or in an earlier one.
#[derive(Debug)]
pub struct Reached {
    /// What reading them gave.
    pub loaded: Loaded,
    /// Holds the database for as long as it is needed, where an earlier run read the files.
    pub held: Option<Held>,
    /// What statements gave in earlier runs, where the database is kept.
    pub answers: Option<Answers>,
    /// What the cache did, for people.
    pub remark: Option<String>,
}

impl Reached {
    /// What was read without a cache.
    #[must_use]
    pub fn by_reading(loaded: Loaded) -> Self {
        Self { loaded, held: None, answers: None, remark: None }
    }
}

/// A database of the cache that stays as long as the value, whatever others remove.
#[derive(Debug)]
pub struct Held {
    _workshop: Scratch,
}

/// Files whose database is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Their paths; none where it cannot be read.
    pub files: Vec<String>,
    /// Bytes of the database.
    pub bytes: u64,
    /// When it was last used.
    pub used: SystemTime,
}

impl Cache {
    /// The cache in a folder, which is made when there is something to keep.
    #[must_use]
    pub fn at(folder: PathBuf, bounds: CacheBounds) -> Self {
        Self { folder, bounds }
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Gives the files as an earlier run read them if they are unchanged; otherwise reads and keeps them. `fresh` reads
    /// them in any case.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn load(
        &self,
        (files, options): (&[Source], &ReadOptions),
        limits: &Limits,
        scratch: &Scratch,
        interrupt: &Interrupt,
        progress: &Progress,
        fresh: bool,
    ) -> Result<Reached, DataError> {
        let begun = SystemTime::now();
        let wanted = Wanted::of(files, options);
        let mut fault = None;
        if let Some(wanted) = wanted.as_ref().filter(|_| !fresh) {
            match self.find(wanted, interrupt) {
                Ok(Some((loaded, held, answers))) => {
                    let remark = Some("read from the cache; --no-cache reads anew".to_owned());
                    return Ok(Reached { loaded, held: Some(held), answers: Some(answers), remark });
                }
                Ok(None) => {}
                Err(error) => fault = Some(error),
            }
        }
        // Of files that may change without showing it, everything is compared the next time: with what is there now.
        let whole = match &wanted {
            Some(wanted) if self.may_keep(wanted.bytes()) && !wanted.is_settled(begun) => wanted.whole(interrupt),
            Some(_) | None => Ok(None),
        };
        let loaded = load(files, options, limits, scratch, interrupt, progress)?;
        let kept = wanted.map_or(Ok(None), |wanted| self.keep(&wanted, whole?, begun, &loaded, interrupt));
        let (answers, remark) = match (kept, fault) {
            (Ok(Some(answers)), _) => (Some(answers), Some("kept in the cache".to_owned())),
            (Err(error), _) | (Ok(None), Some(error)) => {
                (None, Some(format!("the cache, {}, is not used: {}", self.folder.display(), reason(&error))))
            }
            (Ok(None), None) => (None, None),
        };
        Ok(Reached { loaded, held: None, answers, remark })
    }

    /// What is kept, the one used last first.
    ///
    /// # Errors
    /// When the folder cannot be read or is not the user's own.
    pub fn list(&self) -> io::Result<Vec<Kept>> {
        let Some(folder) = Folder::find(&self.folder)? else { return Ok(Vec::new()) };
        let files = |name: &str| Some(Entry::read(&folder.open_entry(name).ok()??).ok()?.paths);
        let places = folder.places()?.into_iter();
        Ok(places
            .map(|place| Kept { files: files(&place.name).unwrap_or_default(), bytes: place.bytes, used: place.used })
            .collect())
    }

    /// Removes all that is kept, and says how many entries of how many bytes it was.
    ///
    /// # Errors
    /// When the folder cannot be written or is not the user's own.
    pub fn clear(&self) -> io::Result<(usize, u64)> {
        let Some(folder) = Folder::find(&self.folder)? else { return Ok((0, 0)) };
        let places = folder.places()?;
        folder.clear()?;
        Ok((places.len(), places.iter().map(|place| place.bytes).sum()))
    }

    /// The files as an earlier run read them.
    fn find(&self, wanted: &Wanted, interrupt: &Interrupt) -> io::Result<Option<(Loaded, Held, Answers)>> {
        let Some(folder) = Folder::find(&self.folder)? else { return Ok(None) };
        let Some(file) = folder.open_entry(&wanted.name)? else { return Ok(None) };
        let entry = Entry::read(&file)?;
        if entry.stamps != wanted.stamps() || !entry.is_of_this_program() {
            return Ok(None);
        }
        let is_same = match &entry.whole {
            Some(whole) => wanted.whole(interrupt)?.as_ref() == Some(whole),
            None => wanted.samples()? == entry.samples,
        };
        if !is_same {
            return Ok(None);
        }
        let workshop = folder.workshop()?;
        // Under the name that it has where it is made: it is that of the catalogue.
        let database = workshop.database();
        std::fs::hard_link(folder.database(&entry.database), &database)?;
        entry.check(&database, interrupt)?;
        Folder::touch(&file);
        let answers = Answers::beside(&self.folder, &entry.database, self.bounds);
        let Entry { datasets, warnings, .. } = entry;
        let loaded = Loaded { datasets, warnings, database, steps: Vec::new() };
        Ok(Some((loaded, Held { _workshop: workshop }, answers)))
    }

    /// Whether files or a database of that size are worth keeping, and can be.
    fn may_keep(&self, bytes: u64) -> bool {
        bytes >= self.bounds.least
    }

    /// Keeps the database, unless it is not worth it or the files changed since. Gives the answers that belong to it.
    fn keep(
        &self,
        wanted: &Wanted,
        whole: Option<String>,
        begun: SystemTime,
        loaded: &Loaded,
        interrupt: &Interrupt,
    ) -> io::Result<Option<Answers>> {
        let bytes = std::fs::metadata(&loaded.database)?.len();
        if !self.may_keep(wanted.bytes().max(bytes)) || bytes > self.bounds.bytes {
            return Ok(None);
        }
        let samples = wanted.samples()?;
        if !wanted.is_unchanged() {
            return Ok(None);
        }
        let whole = match whole {
            None if !wanted.is_settled(begun) => return Ok(None),
            // Reading took so long that a change would show by now, and there was none.
            Some(whole) if wanted.is_settled(SystemTime::now()) => {
                if wanted.whole(interrupt)? != Some(whole) {
                    return Ok(None);
                }
                None
            }
            whole => whole,
        };
        let folder = Folder::make(&self.folder)?;
        let workshop = folder.workshop()?;
        let (made, told) = (workshop.join("made.duckdb"), workshop.join("made.json"));
        if !give(&loaded.database, &made, interrupt)? {
            return Ok(None);
        }
        let Some(digest) = fingerprint::of_file(&made, interrupt)? else { return Ok(None) };
        let database = format!("{}-{}.duckdb", wanted.name, uuid::Uuid::now_v7().simple());
        let told_of = (loaded.datasets.clone(), loaded.warnings.clone());
        let names = (wanted.paths(), wanted.stamps());
        let entry = Entry::new(names, (samples, whole), (&made, database.clone(), digest), told_of)?;
        entry.write(&told)?;
        folder.put(&wanted.name, &told, (&made, &database), &self.bounds)?;
        Ok(Some(Answers::beside(&self.folder, &database, self.bounds)))
    }
}

/// Gives a file a second name, or makes a copy where that is on another disk. Says whether it was done: a signal may
/// come.
fn give(from: &Path, to: &Path, interrupt: &Interrupt) -> io::Result<bool> {
    if std::fs::hard_link(from, to).is_ok() {
        std::fs::set_permissions(to, Permissions::from_mode(0o600))?;
        return Ok(true);
    }
    let mut source = std::fs::File::open(from)?;
    let mut target = folder::create(to)?;
    let mut chunk = vec![0; limits::READ_BYTES];
    loop {
        if interrupt.is_set() {
            return Ok(false);
        }
        match source.read(&mut chunk)? {
            0 => return Ok(true),
            count => target.write_all(chunk.get(..count).unwrap_or_default())?,
        }
    }
}

/// Bytes as digits.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

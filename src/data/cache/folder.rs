//! The folder of the cache: whose it is, who writes to it, and what goes when there is too much in it.
//!
//! An entry is two files: `NAME.json` says what it is and which `NAME-....duckdb` belongs to it; beside the latter may
//! lie `NAME-....answers` with what statements gave. All come into being in
//! a [`Scratch`] folder within the cache, and get these names when they are whole, under a lock that only writers take:
//! readers find what is there or nothing. A reader holds the database by a further link to it in a folder of its own,
//! so that it may go away here while it is read. Links are never followed, and what is another user's, or could have
//! been written by one, is never read.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use rustix::fs::{FlockOperation, OFlags, flock};

use crate::data::{DataError, Scratch};
use crate::limits::{self, CacheBounds};

/// Held by whoever adds or removes entries.
const LOCK: &str = "lock";
/// Tells programs that make copies of disks that nothing here need be copied: <https://bford.info/cachedir/>.
const TAG: (&str, &str) = (
    "CACHEDIR.TAG",
    "Signature: 8a477f597d28d172789f06886806bc55\n# What csvchat read of data files; `csvchat cache clear` removes it.\n",
);
const ENTRY: &str = "json";
const DATABASE: &str = "duckdb";
const ANSWERS: &str = "answers";

/// The folder, which is there and the user's own.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

/// An entry as the file system shows it.
#[derive(Debug)]
pub(super) struct Place {
    /// Its name.
    pub(super) name: String,
    /// Bytes of its databases and answers.
    pub(super) bytes: u64,
    /// When it was last used.
    pub(super) used: SystemTime,
}

impl Folder {
    /// The folder, if there is one.
    ///
    /// # Errors
    /// When it is not the user's own, or others may write to it.
    pub(super) fn find(path: &Path) -> io::Result<Option<Self>> {
        let metadata = match std::fs::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(error),
        };
        if !metadata.is_dir() {
            return Err(io::Error::other("is no folder"));
        }
        if metadata.uid() != own_id() {
            return Err(io::Error::other("is another user's"));
        }
        if metadata.mode() & 0o022 != 0 {
            return Err(io::Error::other("can be written by other users; `chmod 700` or remove it"));
        }
        if metadata.mode() & 0o077 != 0 {
            std::fs::set_permissions(path, Permissions::from_mode(0o700))?;
        }
        Ok(Some(Self { path: path.to_owned() }))
    }

    /// The folder, made where there is none.
    ///
    /// # Errors
    /// When it cannot be made, or is not the user's own.
    pub(super) fn make(path: &Path) -> io::Result<Self> {
        if let Some(found) = Self::find(path)? {
            return Ok(found);
        }
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        // A umask may take away, and somebody may have come first.
        let made = Self::find(path)?.ok_or(ErrorKind::NotFound)?;
        create(&made.path.join(TAG.0))?.write_all(TAG.1.as_bytes())?;
        Ok(made)
    }

    /// A folder of this process within, on the same file system; those of killed processes go away.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) fn workshop(&self) -> io::Result<Scratch> {
        Scratch::within(&self.path).map_err(|error| match error {
            DataError::Scratch { source, .. } => source,
            other @ (DataError::Missing { .. }
            | DataError::Unreadable { .. }
            | DataError::Interrupted
            | DataError::Engine(_)) => io::Error::other(other),
        })
    }

    /// The file that says what an entry is, open, if there is one.
    ///
    /// # Errors
    /// When it is not the user's own.
    pub(super) fn open_entry(&self, name: &str) -> io::Result<Option<File>> {
        open(&self.entry(name))
    }

    /// The file with the answers of a database, open, if there is one.
    ///
    /// # Errors
    /// When it is not the user's own.
    pub(super) fn open_answers(&self, database: &str) -> io::Result<Option<File>> {
        open(&self.database(database).with_extension(ANSWERS))
    }

    /// The path of a database.
    pub(super) fn database(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    /// Gives both files of an entry their names, in the place of those that it had, and removes what is then too much.
    /// `entry` and `database` lie in a workshop.
    ///
    /// # Errors
    /// When another process is writing for too long, or the files cannot be named. Then nothing of them is left.
    pub(super) fn put(
        &self,
        name: &str,
        entry: &Path,
        database: (&Path, &str),
        bounds: &CacheBounds,
    ) -> io::Result<()> {
        let _lock = self.lock()?;
        let old = self.databases_of(name)?;
        let (made, file) = database;
        let named = self.path.join(file);
        std::fs::rename(made, &named)?;
        if let Err(error) = std::fs::rename(entry, self.entry(name)) {
            let _ = std::fs::remove_file(&named);
            return Err(error);
        }
        for old in old {
            let _ = remove_database(&old);
        }
        self.shrink(bounds)
    }

    /// Gives a file with answers its name beside their database, if that is still there, and removes what is then too
    /// much.
    ///
    /// # Errors
    /// When another process is writing for too long, or the file cannot be named.
    pub(super) fn put_answers(&self, database: &str, made: &Path, bounds: &CacheBounds) -> io::Result<()> {
        let _lock = self.lock()?;
        let database = self.database(database);
        if !database.exists() {
            return Ok(());
        }
        std::fs::rename(made, database.with_extension(ANSWERS))?;
        self.shrink(bounds)
    }

    /// Says that an entry was used now.
    pub(super) fn touch(entry: &File) {
        // Only the order in which entries go depends on it.
        let _ = entry.set_modified(SystemTime::now());
    }

    /// Entries, the one that was used last first.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub(super) fn places(&self) -> io::Result<Vec<Place>> {
        let mut places: Vec<Place> = Vec::new();
        for path in self.files(ENTRY)? {
            let (Some(name), Ok(metadata)) = (path.file_stem().and_then(OsStr::to_str), path.symlink_metadata()) else {
                continue;
            };
            let used = metadata.modified()?;
            let databases = self.databases_of(name)?;
            let files = databases.iter().flat_map(|path| [path.clone(), path.with_extension(ANSWERS)]);
            let bytes = files.filter_map(|path| path.symlink_metadata().ok()).map(|file| file.len()).sum();
            places.push(Place { name: name.to_owned(), bytes, used });
        }
        places.sort_by(|one, other| (other.used, &other.name).cmp(&(one.used, &one.name)));
        Ok(places)
    }

    /// Removes all entries, and what killed processes left. Whoever reads one keeps it until the end.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub(super) fn clear(&self) -> io::Result<()> {
        let _lock = self.lock()?;
        for kind in [ENTRY, DATABASE, ANSWERS] {
            self.files(kind)?.iter().try_for_each(|path| remove(path))?;
        }
        drop(self.workshop()?);
        Ok(())
    }

    /// Removes the entries used longest ago beyond the bounds, and databases without an entry. Under the lock.
    fn shrink(&self, bounds: &CacheBounds) -> io::Result<()> {
        let places = self.places()?;
        let mut bytes = 0;
        for (number, place) in places.iter().enumerate() {
            bytes += place.bytes;
            if number < bounds.entries && bytes <= bounds.bytes {
                continue;
            }
            remove(&self.entry(&place.name))?;
            self.databases_of(&place.name)?.iter().try_for_each(|database| remove_database(database))?;
        }
        for database in self.files(DATABASE)? {
            let name = database.file_name().and_then(OsStr::to_str).and_then(|file| file.split('-').next());
            if !name.is_some_and(|name| self.entry(name).exists()) {
                remove_database(&database)?;
            }
        }
        for answers in self.files(ANSWERS)? {
            if !answers.with_extension(DATABASE).exists() {
                remove(&answers)?;
            }
        }
        Ok(())
    }

    fn entry(&self, name: &str) -> PathBuf {
        self.path.join(name).with_extension(ENTRY)
    }

    fn databases_of(&self, name: &str) -> io::Result<Vec<PathBuf>> {
        let begins = format!("{name}-");
        let belongs =
            |path: &PathBuf| path.file_name().and_then(OsStr::to_str).is_some_and(|file| file.starts_with(&begins));
        Ok(self.files(DATABASE)?.into_iter().filter(belongs).collect())
    }

    /// Files of a kind. Folders belong to processes.
    fn files(&self, extension: &str) -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(&self.path)?.collect::<io::Result<Vec<_>>>()?;
        let is_meant = |path: &PathBuf| path.extension() == Some(OsStr::new(extension));
        let files = entries.iter().filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()));
        Ok(files.map(std::fs::DirEntry::path).filter(is_meant).collect())
    }

    /// Waits for the lock as long as a run may be kept waiting: whoever holds it may have been stopped.
    fn lock(&self) -> io::Result<File> {
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .custom_flags(i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default())
            .open(self.path.join(LOCK))?;
        let start = Instant::now();
        while flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
            if start.elapsed() > limits::CACHE_WAIT {
                return Err(io::Error::other("another process is writing to it"));
            }
            std::thread::sleep(limits::WATCH_EVERY);
        }
        Ok(file)
    }
}

/// A file of the user's own, open, if there is one.
fn open(path: &Path) -> io::Result<Option<File>> {
    let no_follow = i32::try_from((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits()).unwrap_or_default();
    let file = match OpenOptions::new().read(true).custom_flags(no_follow).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    own(&file.metadata()?)?;
    Ok(Some(file))
}

/// A new file that only the user may read.
pub(super) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Fails unless it is a file that only the user may read and write.
pub(super) fn own(metadata: &Metadata) -> io::Result<()> {
    if !metadata.is_file() || metadata.uid() != own_id() || metadata.mode() & 0o077 != 0 {
        return Err(io::Error::other("a file in it is not the user's own"));
    }
    Ok(())
}

fn own_id() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Removes a database and its answers.
fn remove_database(path: &Path) -> io::Result<()> {
    remove(&path.with_extension(ANSWERS))?;
    remove(path)
}

/// Removes a file that may be gone by now.
fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn put(folder: &Folder, name: &str, bytes: usize, bounds: &CacheBounds) {
        let workshop = folder.workshop().unwrap();
        std::fs::write(workshop.join("entry"), name).unwrap();
        std::fs::write(workshop.join("database"), vec![0; bytes]).unwrap();
        let file = format!("{name}-{}.duckdb", uuid::Uuid::now_v7().simple());
        folder.put(name, &workshop.join("entry"), (&workshop.join("database"), &file), bounds).unwrap();
    }

    fn names(folder: &Folder) -> Vec<String> {
        folder.places().unwrap().into_iter().map(|place| place.name).collect()
    }

    fn used(folder: &Folder, name: &str, seconds_ago: u64) {
        let time = SystemTime::now() - Duration::from_secs(seconds_ago);
        OpenOptions::new().write(true).open(folder.entry(name)).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn the_folder_is_private_and_tagged() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("cache/csvchat");
        assert!(Folder::find(&path).unwrap().is_none());
        Folder::make(&path).unwrap();
        for folder in [&path, &home.path().join("cache")] {
            assert_eq!(std::fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
        }
        assert!(std::fs::read_to_string(path.join("CACHEDIR.TAG")).unwrap().starts_with("Signature: 8a477f59"));
        std::fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        Folder::find(&path).unwrap().unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
        std::fs::set_permissions(&path, Permissions::from_mode(0o777)).unwrap();
        assert!(Folder::find(&path).unwrap_err().to_string().contains("written by other users"));
        let link = home.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(Folder::find(&link).is_err());
    }

    #[test]
    fn what_was_used_longest_ago_goes_first() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::make(&home.path().join("c")).unwrap();
        let wide = CacheBounds { entries: 3, bytes: 100, least: 0 };
        for (name, ago) in [("a", 30), ("b", 20), ("c", 40)] {
            put(&folder, name, 10, &wide);
            used(&folder, name, ago);
        }
        assert_eq!(names(&folder), ["b", "a", "c"]);
        put(&folder, "d", 10, &wide);
        assert_eq!(names(&folder), ["d", "b", "a"]);
        put(&folder, "e", 85, &wide);
        assert_eq!(names(&folder), ["e", "d"]);
        assert_eq!(folder.files(DATABASE).unwrap().len(), 2);
        // The same once more replaces its database.
        put(&folder, "e", 7, &wide);
        assert_eq!(folder.places().unwrap().iter().map(|place| place.bytes).sum::<u64>(), 17);
        // One that is alone too large does not stay.
        put(&folder, "f", 101, &wide);
        assert_eq!(names(&folder), Vec::<String>::new());
        assert!(folder.files(DATABASE).unwrap().is_empty());
    }

    #[test]
    fn what_killed_processes_left_goes_away() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::make(&home.path().join("c")).unwrap();
        std::fs::write(folder.database("lost-1.duckdb"), "x").unwrap();
        let killed = folder.path.join("csvchat-killed");
        std::fs::create_dir(&killed).unwrap();
        std::fs::write(killed.join("lock"), "").unwrap();
        std::fs::write(killed.join("database"), "x").unwrap();
        put(&folder, "a", 10, &CacheBounds::default());
        assert!(!killed.exists());
        assert_eq!(folder.files(DATABASE).unwrap().len(), 1);
        folder.clear().unwrap();
        assert!(folder.places().unwrap().is_empty() && folder.files(DATABASE).unwrap().is_empty());
    }

    #[test]
    fn nobody_waits_long_for_another_writer() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::make(&home.path().join("c")).unwrap();
        let held = folder.lock().unwrap();
        assert!(folder.clear().unwrap_err().to_string().contains("another process"));
        drop(held);
        folder.clear().unwrap();
    }

    #[test]
    fn entries_that_could_be_somebody_elses_are_not_read() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::make(&home.path().join("c")).unwrap();
        put(&folder, "a", 10, &CacheBounds::default());
        // Made with the mode of the umask.
        std::fs::set_permissions(folder.entry("a"), Permissions::from_mode(0o644)).unwrap();
        assert!(folder.open_entry("a").is_err());
        std::fs::set_permissions(folder.entry("a"), Permissions::from_mode(0o600)).unwrap();
        assert!(folder.open_entry("a").unwrap().is_some());
        std::os::unix::fs::symlink(folder.entry("a"), folder.entry("b")).unwrap();
        assert!(folder.open_entry("b").is_err());
        assert!(folder.open_entry("c").unwrap().is_none());
    }
}

//! The run's private temporary folder, and the sweeping of those that killed runs left.
//!
//! A live run holds a lock on a file in its folder, and the system lets go of it when the process ends, however it
//! ends. A folder whose lock can be taken is nobody's. Only the user's own folders are looked at, and links are never
//! followed.

use std::fs::{File, OpenOptions, Permissions};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::{FlockOperation, OFlags, flock};

use super::DataError;
use crate::limits;

/// What folders of this program begin with.
const PREFIX: &str = "csvchat-";
/// The file that a live run holds.
const LOCK: &str = "lock";

/// A folder of mode 0700 that goes away with the value.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
    // Let go only after the folder is gone: fields are dropped in order.
    _lock: File,
}

impl Scratch {
    /// Makes the folder, and sweeps those that killed runs left.
    ///
    /// # Errors
    /// When the temporary directory cannot be written.
    pub fn new() -> Result<Self, DataError> {
        Self::within(&std::env::temp_dir())
    }

    /// Makes the folder in another place than that for temporary files, and sweeps there.
    ///
    /// # Errors
    /// When the place cannot be written.
    pub(super) fn within(parent: &Path) -> Result<Self, DataError> {
        let failed = |path: &Path, source| DataError::Scratch { path: path.to_owned(), source };
        if parent.as_os_str().as_encoded_bytes().contains(&b'?') {
            // The database engine takes it for the start of parameters and looks for its files elsewhere.
            return Err(failed(parent, std::io::Error::other("its path holds a question mark")));
        }
        sweep(parent);
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(parent)
            .map_err(|source| failed(parent, source))?;
        let lock = lock(folder.path()).map_err(|source| failed(folder.path(), source))?;
        Ok(Self { folder, _lock: lock })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Where the database of the data lies. Its stem is the name of its catalogue.
    #[must_use]
    pub(super) fn database(&self) -> PathBuf {
        self.join("scratch.duckdb")
    }

    /// A path inside the folder.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Makes the lock file, held. It gets its name only once it is held, so that no sweep finds it free.
fn lock(folder: &Path) -> std::io::Result<File> {
    let unnamed = folder.join("lock.new");
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unnamed)?;
    flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    std::fs::rename(&unnamed, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders of runs that are over. What cannot be removed stays; the next run tries again.
fn sweep(parent: &Path) {
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            sweep_one(&entry.path());
        }
    }
}

fn sweep_one(folder: &Path) {
    let Ok(metadata) = std::fs::symlink_metadata(folder) else { return };
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return;
    }
    let no_follow = i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default();
    let lock = OpenOptions::new().read(true).custom_flags(no_follow).open(folder.join(LOCK));
    let abandoned = match &lock {
        Ok(lock) => flock(lock, FlockOperation::NonBlockingLockExclusive).is_ok(),
        // A run that has just begun has no lock yet; one that was killed in that moment is known by its age.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => is_old(metadata.modified()),
        Err(_) => false,
    };
    if abandoned {
        let _ = std::fs::remove_dir_all(folder);
    }
}

fn is_old(modified: std::io::Result<SystemTime>) -> bool {
    modified
        .ok()
        .and_then(|modified| SystemTime::now().duration_since(modified).ok())
        .is_some_and(|age| age > limits::SCRATCH_AGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_private_and_goes_away() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::within(parent.path()).unwrap();
        let path = scratch.path().to_owned();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        drop(scratch);
        assert!(!path.exists());
    }

    #[test]
    fn a_path_that_the_engine_would_cut_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let odd = parent.path().join("what?");
        std::fs::create_dir(&odd).unwrap();
        assert!(Scratch::within(&odd).unwrap_err().to_string().contains("question mark"));
        assert!(std::fs::read_dir(&odd).unwrap().next().is_none());
    }

    #[test]
    fn folders_of_killed_runs_are_swept_and_those_of_live_ones_are_not() {
        let parent = tempfile::tempdir().unwrap();
        let live = Scratch::within(parent.path()).unwrap();
        let killed = parent.path().join("csvchat-killed");
        let fresh = parent.path().join("csvchat-fresh");
        let other = parent.path().join("other");
        for folder in [&killed, &fresh, &other] {
            std::fs::create_dir(folder).unwrap();
        }
        drop(lock(&killed).unwrap());
        std::fs::write(killed.join("data"), "x").unwrap();
        drop(lock(&other).unwrap());
        let second = Scratch::within(parent.path()).unwrap();
        assert!(!killed.exists());
        assert!(live.path().exists() && second.path().exists() && fresh.exists() && other.exists());
    }

    #[test]
    fn an_old_folder_without_a_lock_is_swept() {
        let parent = tempfile::tempdir().unwrap();
        let old = parent.path().join("csvchat-old");
        std::fs::create_dir(&old).unwrap();
        let long_ago = SystemTime::now() - 2 * limits::SCRATCH_AGE;
        File::open(&old).unwrap().set_modified(long_ago).unwrap();
        sweep(parent.path());
        assert!(!old.exists());
    }

    #[test]
    fn links_are_not_followed() {
        let parent = tempfile::tempdir().unwrap();
        let target = tempfile::tempdir().unwrap();
        drop(lock(target.path()).unwrap());
        std::os::unix::fs::symlink(target.path(), parent.path().join("csvchat-link")).unwrap();
        let killed = parent.path().join("csvchat-killed");
        std::fs::create_dir(&killed).unwrap();
        drop(lock(&killed).unwrap());
        std::os::unix::fs::symlink(target.path(), killed.join("inside")).unwrap();
        sweep(parent.path());
        assert!(!killed.exists());
        assert!(target.path().join(LOCK).exists());
    }
}

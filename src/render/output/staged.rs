//! A file that is written beside its target and takes the target's place once it is whole.
//!
//! Never leaves a half-written file under the target's name, and none at all when it is dropped. What a killed run left
//! is removed by the next one that writes to the folder: a live run holds a lock on its file.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Gid, OFlags, Uid, fchown, flock};
use tempfile::NamedTempFile;

use crate::limits::UNFINISHED_AGE;

/// Permissions of new files, of which the process's umask takes its part.
const NEW_FILE: u32 = 0o666;

/// What the names of unfinished files begin and end with.
const AFFIXES: (&str, &str) = (".csvchat-", ".tmp");

/// A file on its way.
#[derive(Debug)]
pub(super) struct Staged {
    target: PathBuf,
    file: NamedTempFile,
}

impl Staged {
    /// Creates the file beside `target`, whose links are resolved. An existing target must itself be writable, and
    /// hands on its permissions.
    pub(super) fn create(target: &Path) -> io::Result<Self> {
        let existing = match OpenOptions::new().write(true).open(target) {
            Ok(file) => Some(file.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = target.parent().unwrap_or(Path::new("."));
        sweep(folder);
        let file = tempfile::Builder::new()
            .prefix(AFFIXES.0)
            .suffix(AFFIXES.1)
            .permissions(Permissions::from_mode(NEW_FILE))
            .tempfile_in(folder)?;
        // File systems without locks have no unfinished files swept either.
        let _ = flock(file.as_file(), FlockOperation::NonBlockingLockExclusive);
        if let Some(existing) = existing {
            inherit(file.as_file(), &existing)?;
        }
        Ok(Self { target: target.to_owned(), file })
    }

    /// The target.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Appends to the file.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_file_mut().write_all(bytes)
    }

    /// Makes sure that all of it is on the disk.
    pub(super) fn seal(&self) -> io::Result<()> {
        self.file.as_file().sync_all()
    }

    /// Puts the file in the target's place, in one step.
    pub(super) fn commit(self) -> io::Result<()> {
        let target = self.target.clone();
        self.commit_as(&target)
    }

    /// Puts the file elsewhere in the target's folder; the target stays as it is.
    pub(super) fn commit_as(self, path: &Path) -> io::Result<()> {
        self.seal()?;
        self.file.persist(path).map(drop).map_err(|error| error.error)
    }
}

/// Removes the user's own unfinished files that no run holds any more.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(AFFIXES.0.as_bytes()) && name.ends_with(AFFIXES.1.as_bytes()) && abandoned(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn abandoned(path: &Path) -> bool {
    let own = |found: &Metadata| found.is_file() && found.uid() == rustix::process::geteuid().as_raw();
    // A file that was just made may not be held yet.
    let old =
        |found: &Metadata| found.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > UNFINISHED_AGE));
    if !fs::symlink_metadata(path).is_ok_and(|found| own(&found) && old(&found)) {
        return false;
    }
    let no_follow = i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default();
    let file = OpenOptions::new().read(true).custom_flags(no_follow).open(path);
    file.is_ok_and(|file| flock(file, FlockOperation::NonBlockingLockExclusive).is_ok())
}

/// Gives the new file the owner, where that is allowed, and the permissions of the old one.
fn inherit(file: &File, existing: &Metadata) -> io::Result<()> {
    let mine = file.metadata()?;
    if (mine.uid(), mine.gid()) != (existing.uid(), existing.gid()) {
        // Only root may give files away; anyone else keeps the new file as their own.
        let _ = fchown(file, Some(Uid::from_raw(existing.uid())), Some(Gid::from_raw(existing.gid())));
    }
    file.set_permissions(existing.permissions())
}

/// Opens what is written as it is: a device, a pipe, a descriptor. A named pipe that nobody reads is an error of kind
/// `NotConnected`, since waiting for a reader could be waiting for ever.
pub(super) fn open_direct(path: &Path) -> io::Result<File> {
    use rustix::fs::{FileType, Mode, OFlags, fcntl_getfl, fcntl_setfl, open};
    let pipe = FileType::from_raw_mode(fs::metadata(path)?.mode()) == FileType::Fifo;
    if !pipe {
        return OpenOptions::new().write(true).open(path);
    }
    let opened = open(path, OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty());
    let pipe = opened.map_err(|error| match error {
        rustix::io::Errno::NXIO => io::Error::from(io::ErrorKind::NotConnected),
        other => other.into(),
    })?;
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
    Ok(File::from(pipe))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.md");
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
        let mut staged = Staged::create(&target).unwrap();
        staged.write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        assert!(names(folder.path()).iter().any(|name| name.starts_with(".csvchat-")));
        staged.commit().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["a.md"]);
    }

    #[test]
    fn dropping_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut staged = Staged::create(&folder.path().join("a.md")).unwrap();
        staged.write(b"half").unwrap();
        drop(staged);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn what_killed_runs_left_is_swept_and_what_live_ones_write_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let live = Staged::create(&folder.path().join("a.md")).unwrap();
        let old = std::time::SystemTime::now() - 2 * UNFINISHED_AGE;
        for name in [".csvchat-killed.tmp", ".csvchat-notes.md", "other.tmp"] {
            File::create(folder.path().join(name)).unwrap().set_modified(old).unwrap();
        }
        live.file.as_file().set_modified(old).unwrap();
        File::create(folder.path().join(".csvchat-fresh.tmp")).unwrap();
        drop(Staged::create(&folder.path().join("b.md")).unwrap());
        let left = names(folder.path());
        assert!(!left.contains(&".csvchat-killed.tmp".to_owned()), "{left:?}");
        assert_eq!(left.len(), 4, "{left:?}");
        live.commit().unwrap();
        assert!(folder.path().join("a.md").exists());
    }

    #[test]
    fn a_new_file_has_the_permissions_that_any_new_file_has() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let target = folder.path().join("a.md");
        Staged::create(&target).unwrap().commit().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&target), mode(&plain));
    }

    #[test]
    fn a_pipe_without_a_reader_is_refused_and_one_with_a_reader_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(open_direct(&path).unwrap_err().kind(), io::ErrorKind::NotConnected);
        let reader = std::thread::spawn({
            let path = path.clone();
            move || fs::read_to_string(path).unwrap()
        });
        let mut file = loop {
            match open_direct(&path) {
                Ok(file) => break file,
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::NotConnected),
            }
        };
        file.write_all(b"through").unwrap();
        drop(file);
        assert_eq!(reader.join().unwrap(), "through");
    }
}

//! Where an output goes: finds out what a path is, and refuses what must not be written.
//!
//! Looks at the file system. Never creates or changes anything.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::OutputError;
use crate::limits::SYMLINKS;

/// Where an output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// Standard output.
    Stdout,
    /// A device, a pipe, an open descriptor: written as it is.
    Direct(PathBuf),
    /// A file, links resolved; it need not exist yet, its folder does.
    File(PathBuf),
}

/// What makes two names one file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Of a file that exists: device and inode, so that hard links are one file.
    Inode(u64, u64),
    /// Of a file that does not exist yet.
    Path(PathBuf),
    /// Standard output.
    Stdout,
}

impl Place {
    /// What the path of an output stands for.
    pub(super) fn of(path: &Path) -> Result<Self, OutputError> {
        let shown = || path.display().to_string();
        if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name)) {
            return Ok(Self::Stdout);
        }
        if path == Path::new("/dev/stderr") || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd") {
            return Ok(Self::Direct(path.to_owned()));
        }
        let unwritable = |source| OutputError::Unwritable { path: shown(), source };
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(OutputError::IsDirectory { path: shown() }),
            Ok(found) if found.is_file() => Ok(Self::File(fs::canonicalize(path).map_err(unwritable)?)),
            Ok(_) => Ok(Self::Direct(path.to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Self::of_missing(path),
            Err(source) => Err(unwritable(source)),
        }
    }

    /// The place of a file that does not exist, or to which a link leads that leads nowhere yet.
    fn of_missing(path: &Path) -> Result<Self, OutputError> {
        let shown = || path.display().to_string();
        let mut leaf = path.to_owned();
        for _ in 0..SYMLINKS {
            let Ok(link) = fs::read_link(&leaf) else { break };
            leaf = leaf.parent().unwrap_or(Path::new("")).join(link);
        }
        let names_file = !leaf.as_os_str().as_bytes().ends_with(b"/");
        let Some(name) = leaf.file_name().filter(|_| names_file) else {
            return Err(OutputError::IsDirectory { path: shown() });
        };
        let folder = leaf.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        match fs::canonicalize(folder) {
            Ok(folder) => Ok(Self::File(folder.join(name))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(OutputError::NoFolder { path: shown(), folder: folder.display().to_string() })
            }
            Err(source) => Err(OutputError::Unwritable { path: shown(), source }),
        }
    }

    /// The folder that a path names: one that exists, or one to be made whose name ends with a slash.
    pub(super) fn folder(path: &Path) -> Result<Option<PathBuf>, OutputError> {
        let shown = || path.display().to_string();
        let unwritable = |source| OutputError::Unwritable { path: shown(), source };
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                let folder = fs::canonicalize(path).map_err(unwritable)?;
                writable(&folder).map_err(unwritable)?;
                Ok(Some(folder))
            }
            Err(error) if error.kind() == ErrorKind::NotFound && path.as_os_str().as_bytes().ends_with(b"/") => {
                let name = path.file_name().ok_or_else(|| OutputError::IsDirectory { path: shown() })?;
                let parent = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
                let folder = fs::canonicalize(parent).map_err(|source| match source.kind() {
                    ErrorKind::NotFound => {
                        OutputError::NoFolder { path: shown(), folder: parent.display().to_string() }
                    }
                    _ => unwritable(source),
                })?;
                writable(&folder).map_err(unwritable)?;
                Ok(Some(folder.join(name)))
            }
            Ok(_) | Err(_) => Ok(None),
        }
    }

    /// What makes another name the same file; nothing for devices and pipes, to which many may write.
    pub(super) fn identity(&self) -> Option<Identity> {
        match self {
            Self::Stdout => Some(Identity::Stdout),
            Self::Direct(path) => regular(fs::metadata(path)),
            Self::File(path) => Some(regular(fs::metadata(path)).unwrap_or_else(|| Identity::Path(path.clone()))),
        }
    }
}

fn regular(metadata: io::Result<Metadata>) -> Option<Identity> {
    metadata.ok().filter(Metadata::is_file).map(|found| Identity::Inode(found.dev(), found.ino()))
}

/// Whether files can be made in a folder.
pub(super) fn writable(folder: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?)
}

/// How a path in the folder of an output is told: as the user named the folder, where the output is no link elsewhere.
pub(super) fn shown_beside(output: &Path, path: &Path) -> PathBuf {
    let beside = output.with_file_name(path.file_name().unwrap_or_default());
    let folder = beside.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let is_there = fs::canonicalize(folder).is_ok_and(|folder| Some(folder.as_path()) == path.parent());
    if is_there { beside } else { path.to_owned() }
}

/// How a path in a folder, or the folder's own, is told where the folder is shown so.
pub(super) fn shown_within(shown: &Path, folder: &Path, path: &Path) -> String {
    let name = path.strip_prefix(folder).ok().and_then(Path::file_name);
    name.map_or_else(|| shown.to_owned(), |name| shown.join(name)).display().to_string()
}

/// The identity of an input, where it is a file that exists.
pub(super) fn input_identity(input: &Path) -> Option<Identity> {
    let path = if input == Path::new("-") { Path::new("/dev/stdin") } else { input };
    regular(fs::metadata(path))
}

/// The path of what was found by a run that failed: `report.partial.html` beside `report.html`, numbered from 2 where
/// that is taken by an input or another output.
pub(super) fn partial(target: &Path, taken: &[Identity]) -> PathBuf {
    let stem = target.file_stem().unwrap_or(OsStr::new("report"));
    let mut path = target.to_owned();
    for number in 1..=taken.len() + 1 {
        let mut name = stem.to_owned();
        name.push(if number == 1 { ".partial".to_owned() } else { format!(".partial-{number}") });
        if let Some(extension) = target.extension() {
            name.push(".");
            name.push(extension);
        }
        path = target.with_file_name(name);
        let identity = regular(fs::metadata(&path)).unwrap_or_else(|| Identity::Path(path.clone()));
        if !taken.contains(&identity) {
            break;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_resolved_even_where_they_lead_nowhere_yet() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(root.join("sub")).unwrap();
        symlink("sub/new.md", root.join("dangling.md")).unwrap();
        symlink("dangling.md", root.join("twice.md")).unwrap();
        symlink("loop.md", root.join("loop.md")).unwrap();
        assert_eq!(Place::of(&root.join("twice.md")).unwrap(), Place::File(root.join("sub/new.md")));
        assert!(matches!(Place::of(&root.join("loop.md")), Err(OutputError::Unwritable { .. })));
        fs::write(root.join("sub/new.md"), "old").unwrap();
        assert_eq!(Place::of(&root.join("twice.md")).unwrap(), Place::File(root.join("sub/new.md")));
    }

    #[test]
    fn what_cannot_be_a_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::write(root.join("plain"), "").unwrap();
        assert!(matches!(Place::of(root), Err(OutputError::IsDirectory { .. })));
        assert!(matches!(Place::of(&root.join("new/")), Err(OutputError::IsDirectory { .. })));
        assert!(matches!(Place::of(&root.join("none/a.md")), Err(OutputError::NoFolder { .. })));
        assert!(matches!(Place::of(&root.join("plain/a.md")), Err(OutputError::Unwritable { .. })));
        assert!(matches!(Place::of(Path::new("")), Err(OutputError::IsDirectory { .. })));
        assert_eq!(Place::of(Path::new("/dev/null")).unwrap(), Place::Direct("/dev/null".into()));
        assert_eq!(Place::of(Path::new("/dev/stdout")).unwrap(), Place::Stdout);
    }

    #[test]
    fn a_partial_report_takes_no_name_that_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("run.ndjson");
        let first = folder.path().join("run.partial.ndjson");
        assert_eq!(partial(&target, &[]), first);
        fs::write(&first, "").unwrap();
        let taken = [input_identity(&first).unwrap()];
        assert_eq!(partial(&target, &taken), folder.path().join("run.partial-2.ndjson"));
        assert_eq!(partial(Path::new("a/report"), &[]), Path::new("a/report.partial"));
    }
}

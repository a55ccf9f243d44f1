//! A folder of pictures: written beside their names, then renamed, so that a name never leads to half a picture.
//!
//! Uses staged files. Replaces pictures of the same names and, where it is told to, removes those of an earlier run;
//! never touches any other file of the folder.

use std::ffi::{OsStr, OsString};
use std::fs::{self, FileType};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::OutputError;
use super::place::{self, Identity};
use super::staged::Staged;
use crate::render::album::Album;

/// Pictures on their way.
#[derive(Debug)]
pub(super) struct Gallery {
    folder: PathBuf,
    /// Whether the folder was made for them.
    made: bool,
    staged: Vec<Staged>,
}

/// The folder of a report's pictures, beside it: `report_files` of `report.md`; of any other name, the whole name counts,
/// so that `report.markdown` has pictures of its own.
pub(super) fn folder_of(report: &Path) -> PathBuf {
    let is_md = report.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    let name = if is_md { report.file_stem() } else { report.file_name() };
    let mut name: OsString = name.unwrap_or(OsStr::new("report")).to_owned();
    name.push("_files");
    report.with_file_name(name)
}

/// Whether pictures can be written to a folder beside a report, as far as that can be known before any work.
pub(super) fn check(folder: &Path, report: &Path) -> Result<(), OutputError> {
    let shown = place::shown_beside(report, folder);
    let taken = |is: &'static str| OutputError::NoPictureFolder {
        path: report.display().to_string(),
        folder: shown.display().to_string(),
        is,
    };
    let unwritable = |source| OutputError::Unwritable { path: shown.display().to_string(), source };
    match fs::symlink_metadata(folder).map(|found| found.file_type()) {
        Ok(kind) if kind.is_dir() => place::writable(folder).map_err(unwritable),
        Ok(kind) => Err(taken(word_of(kind))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(source) => Err(unwritable(source)),
    }
}

fn word_of(kind: FileType) -> &'static str {
    if kind.is_symlink() { "a link" } else { "a file" }
}

/// Whether that is a folder, and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

impl Gallery {
    /// Writes pictures to the folder, under names that nobody looks for. `taken` is what must not be replaced.
    ///
    /// # Errors
    /// With the path at fault. The folder is then as it was.
    pub(super) fn stage(folder: &Path, album: &Album, taken: &[Identity]) -> Result<Self, (PathBuf, io::Error)> {
        let made = match fs::create_dir(folder) {
            Ok(()) => true,
            Err(error) if error.kind() == ErrorKind::AlreadyExists && is_folder(folder) => false,
            Err(error) => return Err((folder.to_owned(), error)),
        };
        let mut gallery = Self { folder: folder.to_owned(), made, staged: Vec::new() };
        for (name, bytes) in album.files() {
            let path = folder.join(name);
            gallery.add(&path, bytes, taken).map_err(|error| (path, error))?;
        }
        Ok(gallery)
    }

    fn add(&mut self, path: &Path, bytes: &[u8], taken: &[Identity]) -> io::Result<()> {
        if place::input_identity(path).is_some_and(|identity| taken.contains(&identity)) {
            return Err(io::Error::new(ErrorKind::AlreadyExists, "it is an input or another output of this run"));
        }
        let mut staged = Staged::create(path)?;
        staged.write(bytes)?;
        staged.seal()?;
        self.staged.push(staged);
        Ok(())
    }

    /// Gives each picture its name.
    ///
    /// # Errors
    /// With the path at fault.
    pub(super) fn commit(mut self) -> Result<(), (PathBuf, io::Error)> {
        for staged in std::mem::take(&mut self.staged) {
            let path = staged.target().to_owned();
            staged.commit().map_err(|error| (path, error))?;
            // From now on the folder holds something.
            self.made = false;
        }
        Ok(())
    }
}

/// A folder that was made for pictures that did not come goes again.
impl Drop for Gallery {
    fn drop(&mut self) {
        if self.made {
            self.staged.clear();
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Removes the pictures of an earlier run, and their folder where nothing else is in it: those that the report that was
/// replaced showed. A file of the same kind of name that it did not show is the user's.
pub(super) fn sweep(folder: &Path, album: &Album, before: &str) {
    if !is_folder(folder) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    let kept: Vec<String> = album.files().map(|(name, _)| name).collect();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let was_shown = name.to_str().is_some_and(|name| before.contains(&format!("/{name})")));
        if is_file && was_shown && is_of_picture(&name) && !kept.iter().any(|kept| name == kept.as_str()) {
            let _ = fs::remove_file(entry.path());
        }
    }
    if kept.is_empty() {
        // Refused where the folder is not empty.
        let _ = fs::remove_dir(folder);
    }
}

/// Whether a file has a name that csvchat gives to pictures.
fn is_of_picture(name: &OsStr) -> bool {
    name.to_str()
        .and_then(|name| name.strip_prefix("plot-"))
        .and_then(|rest| rest.strip_suffix(".svg").or_else(|| rest.strip_suffix(".png")))
        .is_some_and(|number| {
            number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() && !number.starts_with('0')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_report_has_a_folder() {
        for (report, folder) in [
            ("a/report.md", "a/report_files"),
            ("a/report.MD", "a/report_files"),
            ("a/report.partial.md", "a/report.partial_files"),
            ("a/report.markdown", "a/report.markdown_files"),
            ("a/report", "a/report_files"),
            ("a/report.txt", "a/report.txt_files"),
            ("a/.md", "a/.md_files"),
        ] {
            assert_eq!(folder_of(Path::new(report)), Path::new(folder), "{report}");
        }
    }

    #[test]
    fn only_names_of_pictures_are_swept() {
        for (name, is) in [
            ("plot-1.svg", true),
            ("plot-12.png", true),
            ("plot-.svg", false),
            ("plot-01.svg", false),
            ("plot-1.jpg", false),
            ("plot-1.svg.bak", false),
            ("my-plot-1.svg", false),
            ("plot-a.svg", false),
            ("plot-+1.svg", false),
        ] {
            assert_eq!(is_of_picture(OsStr::new(name)), is, "{name}");
        }
    }
}

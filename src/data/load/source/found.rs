//! What the user named, as a regular file: a path is found, a stream is copied once.
//!
//! Uses the scratch folder for copies. Never opens what is not there to be read: a pipe is opened in a thread that may
//! be left behind.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

use super::super::magic;
use super::{Job, fetch, unreadable};
use crate::data::DataError;
use crate::limits;

/// The absolute path of a regular file with the content of what the user named.
pub(super) fn find(path: &Path, job: &Job<'_>) -> Result<PathBuf, DataError> {
    let shown = job.shown.as_str();
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound && magic::is_url(shown) => {
            // As it was given: what is shown of it may be less.
            return fetch::fetch(&path.display().to_string(), job);
        }
        Err(error) => return Err(unreadable(shown, &error)),
    };
    let kind = metadata.file_type();
    if kind.is_dir() {
        return Err(DataError::Unreadable {
            path: shown.to_owned(),
            code: "is_directory",
            reason: "is a directory, not a file".to_owned(),
            hint: Some("name the file inside it".to_owned()),
        });
    }
    if kind.is_fifo() || kind.is_char_device() {
        let path = path.to_owned();
        return spool(move || Opened::Path(path), job);
    }
    if !kind.is_file() {
        return Err(DataError::Unreadable {
            path: shown.to_owned(),
            code: "not_regular_file",
            reason: "is neither a file nor a pipe".to_owned(),
            hint: Some("name a file, or give the data to standard input and - as the file".to_owned()),
        });
    }
    std::fs::canonicalize(path).map_err(|error| unreadable(shown, &error))
}

/// A path that is opened only when it is first read: opening a pipe waits for its writer.
enum Opened {
    Path(PathBuf),
    File(File),
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if let Self::Path(path) = self {
            *self = Self::File(File::open(path)?);
        }
        match self {
            Self::Path(_) => Ok(0),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// Copies a stream into the scratch folder. A thread reads, so that a stream that never comes can be left behind when
/// a signal does; the thread ends with the program.
pub(super) fn spool<R: Read + 'static>(
    open: impl FnOnce() -> R + Send + 'static,
    job: &Job<'_>,
) -> Result<PathBuf, DataError> {
    let (sender, receiver) = sync_channel::<std::io::Result<Vec<u8>>>(4);
    std::thread::spawn(move || {
        let mut stream = open();
        loop {
            let mut chunk = vec![0; limits::READ_BYTES];
            let read = stream.read(&mut chunk);
            let ended = !matches!(&read, Ok(count) if *count > 0)
                && !matches!(&read, Err(error) if error.kind() == ErrorKind::Interrupted);
            let message = read.map(|count| {
                chunk.truncate(count);
                chunk
            });
            if sender.send(message).is_err() || ended {
                return;
            }
        }
    });
    let copy = job.place("spool");
    let mut file = job.create(&copy)?;
    loop {
        match receiver.recv_timeout(limits::WATCH_EVERY) {
            Ok(Ok(chunk)) if chunk.is_empty() => break,
            Ok(Ok(chunk)) => {
                job.progress.add(chunk.len());
                file.write_all(&chunk).map_err(|error| job.scratch_error(error))?;
            }
            Ok(Err(error)) if error.kind() == ErrorKind::Interrupted => {}
            Ok(Err(error)) => return Err(unreadable(&job.shown, &error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        job.go_on()?;
    }
    Ok(copy)
}

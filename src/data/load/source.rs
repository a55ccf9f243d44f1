//! From what the user named to a plain file under a safe name in the scratch folder.
//!
//! A regular file is linked, never copied; a pipe is copied once; a compressed file is unpacked, as only its last bytes
//! prove that it is whole. What is no delimited text is refused here, by its first bytes.

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

use super::magic;
use super::{Progress, Source};
use crate::data::{DataError, Scratch};
use crate::limits::{self, Interrupt};
use crate::system::reason;

/// A file ready to be read.
#[derive(Debug)]
pub(super) struct Prepared {
    /// How messages call it.
    pub(super) shown: String,
    /// As the user gave it; `-` for standard input.
    pub(super) path: String,
    /// The path that gives the table its name.
    pub(super) named: PathBuf,
    /// `csv` or `csv.gz`.
    pub(super) format: &'static str,
    /// Size of the file as it was given.
    pub(super) bytes: u64,
    /// The plain file, under a name in the scratch folder that cannot be mistaken for a pattern.
    pub(super) file: PathBuf,
    /// Bytes of a byte order mark at its start.
    pub(super) mark: usize,
    identity: Identity,
}

/// What stays the same as long as a file does.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    length: u64,
    modified: (i64, i64),
}

impl Identity {
    fn of(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            length: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }
}

impl Prepared {
    /// Fails where the file is not the one that was looked at in the beginning.
    pub(super) fn still_the_same(&self) -> Result<(), DataError> {
        let now = std::fs::metadata(&self.file).map_err(|error| unreadable(&self.shown, &error))?;
        if Identity::of(&now) == self.identity {
            return Ok(());
        }
        Err(DataError::Unreadable {
            path: self.shown.clone(),
            code: "file_changed",
            reason: "the file changed while it was being read".to_owned(),
            hint: Some("run again once nothing writes to it".to_owned()),
        })
    }

    /// Bytes of the plain text.
    pub(super) fn plain_bytes(&self) -> u64 {
        self.identity.length
    }

    /// Removes the copy, if one was made.
    pub(super) fn discard(&self) {
        let _ = std::fs::remove_file(&self.file);
    }

    /// Says of an error of the engine what the user can do about it.
    pub(super) fn explain(&self, error: DataError) -> DataError {
        match error {
            DataError::Engine(text) if text.starts_with("Out of Memory Error") => {
                self.error("out_of_memory", "does not fit into the memory limit", "raise --memory-limit")
            }
            DataError::Engine(text)
                if text.contains("No space left")
                    || text.contains("File too large")
                    || text.contains("max_temp_directory_size") =>
            {
                let hint = "set TMPDIR to a folder that has room for the data";
                self.error("out_of_disk", "does not fit into the temporary folder", hint)
            }
            DataError::Engine(_)
            | DataError::Missing { .. }
            | DataError::Unreadable { .. }
            | DataError::Scratch { .. }
            | DataError::Interrupted => error,
        }
    }

    /// An error about this file.
    pub(super) fn error(&self, code: &'static str, reason: impl Into<String>, hint: &str) -> DataError {
        DataError::Unreadable {
            path: self.shown.clone(),
            code,
            reason: reason.into(),
            hint: (!hint.is_empty()).then(|| hint.to_owned()),
        }
    }
}

/// Makes the `number`th file ready.
pub(super) fn prepare(
    source: &Source,
    number: usize,
    scratch: &Scratch,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Prepared, DataError> {
    let (shown, named) = match source {
        Source::Stdin => ("standard input".to_owned(), PathBuf::from("stdin")),
        Source::Path(path) => (path.display().to_string(), path.clone()),
    };
    let path = match source {
        Source::Stdin => "-".to_owned(),
        Source::Path(_) => shown.clone(),
    };
    let given = match source {
        Source::Stdin => spool(std::io::stdin, &shown, &scratch.join(&format!("spool{number}")), interrupt, progress)?,
        Source::Path(path) => find(path, &shown, number, scratch, interrupt, progress)?,
    };
    let mut file = File::open(&given).map_err(|error| unreadable(&shown, &error))?;
    let bytes = file.metadata().map_err(|error| unreadable(&shown, &error))?.len();
    let mut format = "csv";
    let mut head = read_head(&mut file).map_err(|error| unreadable(&shown, &error))?;
    let plain = scratch.join(&format!("input{number}.csv"));
    if magic::is_gzip(&head) {
        format = "csv.gz";
        unpack(&given, &shown, &plain, interrupt, progress)?;
        if let Source::Stdin = source {
            let _ = std::fs::remove_file(&given);
        }
        let unpacked = File::open(&plain);
        head = unpacked.and_then(|mut file| read_head(&mut file)).map_err(|error| unreadable(&shown, &error))?;
    } else {
        std::os::unix::fs::symlink(&given, &plain).map_err(|error| scratch_error(&plain, error))?;
    }
    let mark = magic::judge(&head, &shown)?;
    let metadata = std::fs::metadata(&plain).map_err(|error| unreadable(&shown, &error))?;
    Ok(Prepared { shown, path, named, format, bytes, file: plain, mark, identity: Identity::of(&metadata) })
}

/// The absolute path of a regular file with the content of what the user named.
fn find(
    path: &Path,
    shown: &str,
    number: usize,
    scratch: &Scratch,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<PathBuf, DataError> {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound && magic::is_url(shown) => {
            return Err(DataError::Unreadable {
                path: shown.to_owned(),
                code: "is_url",
                reason: "is an address, not a file; csvchat reads local files only".to_owned(),
                hint: Some(format!("download it first: curl -fL -o data.csv '{shown}'")),
            });
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
        let copy = scratch.join(&format!("spool{number}"));
        return spool(move || Opened::Path(path), shown, &copy, interrupt, progress);
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
fn spool<R: Read + 'static>(
    open: impl FnOnce() -> R + Send + 'static,
    shown: &str,
    copy: &Path,
    interrupt: &Interrupt,
    progress: &Progress,
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
    let mut file = File::create(copy).map_err(|error| scratch_error(copy, error))?;
    loop {
        match receiver.recv_timeout(limits::WATCH_EVERY) {
            Ok(Ok(chunk)) if chunk.is_empty() => break,
            Ok(Ok(chunk)) => {
                progress.add(chunk.len());
                file.write_all(&chunk).map_err(|error| scratch_error(copy, error))?;
            }
            Ok(Err(error)) if error.kind() == ErrorKind::Interrupted => {}
            Ok(Err(error)) => return Err(unreadable(shown, &error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if interrupt.is_set() {
            return Err(DataError::Interrupted);
        }
    }
    Ok(copy.to_owned())
}

/// Unpacks a gzip file, all of its members, and proves their check sums.
fn unpack(
    given: &Path,
    shown: &str,
    plain: &Path,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<(), DataError> {
    let corrupt = |reason: String| DataError::Unreadable {
        path: shown.to_owned(),
        code: "corrupt_compressed",
        reason,
        hint: Some("get the file again; `gzip -t` tells whether it is whole".to_owned()),
    };
    let packed = File::open(given).map_err(|error| unreadable(shown, &error))?;
    let mut stream = flate2::read::MultiGzDecoder::new(std::io::BufReader::with_capacity(limits::READ_BYTES, packed));
    let mut file = File::create(plain).map_err(|error| scratch_error(plain, error))?;
    let mut chunk = vec![0; limits::READ_BYTES];
    let mut total: u64 = 0;
    loop {
        if interrupt.is_set() {
            return Err(DataError::Interrupted);
        }
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return Err(corrupt("the gzip file is cut off; nothing of it was used".to_owned()));
            }
            Err(error) => return Err(corrupt(format!("the gzip file is damaged ({error}); nothing of it was used"))),
        };
        total += count as u64;
        if total > limits::INFLATED_BYTES {
            return Err(corrupt(format!("unpacks to more than {} bytes", limits::INFLATED_BYTES)));
        }
        progress.add(count);
        file.write_all(chunk.get(..count).unwrap_or_default()).map_err(|error| scratch_error(plain, error))?;
    }
}

/// The first bytes of the plain file.
pub(super) fn head(prepared: &Prepared) -> Result<Vec<u8>, DataError> {
    let file = File::open(&prepared.file);
    file.and_then(|mut file| read_head(&mut file)).map_err(|error| unreadable(&prepared.shown, &error))
}

fn read_head(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(magic::HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

/// What the system said of a file in the scratch folder. The user knows the folder that it lies in, not its own name.
pub(super) fn scratch_error(path: &Path, source: std::io::Error) -> DataError {
    let folder = path.parent().and_then(Path::parent).unwrap_or(path);
    DataError::Scratch { path: folder.to_owned(), source }
}

/// What the system said when a file was opened or read.
pub(super) fn unreadable(shown: &str, error: &std::io::Error) -> DataError {
    let (code, hint) = match error.kind() {
        ErrorKind::NotFound => return DataError::Missing { path: shown.to_owned() },
        ErrorKind::PermissionDenied => ("permission_denied", Some(format!("ls -l '{shown}' tells who may read it"))),
        _ => ("unreadable", Some("check the path, and whether another program can open the file".to_owned())),
    };
    let reason = match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => reason(error),
    };
    DataError::Unreadable { path: shown.to_owned(), code, reason, hint }
}

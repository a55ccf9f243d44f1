//! From what the user named to a plain file under a safe name in the scratch folder.
//!
//! A regular file is linked, never copied; a stream is copied once; a compressed file is unpacked, as only its last bytes
//! prove that it is whole. What a file is, its content says and never its name; what is no table is refused here.

mod archive;
mod fetch;
mod found;
mod json;
mod packed;
mod recode;
mod workbook;
mod written;

use std::fmt::Write as _;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::column::Type;
use super::decide::Decision;
use super::foreign;
use super::magic;
use super::{Progress, ReadOptions, Source};
use crate::data::{DataError, Scratch};
use crate::limits::{self, Interrupt};
use crate::system::reason;
pub(super) use json::mended as mended_json;
pub(super) use written::Written;

pub use fetch::without_keys;
use packed::Packing;
use recode::Wide;

/// A file ready to be read.
#[derive(Debug)]
pub(super) struct Prepared {
    /// How messages call it.
    pub(super) shown: String,
    /// As the user gave it; `-` for standard input.
    pub(super) path: String,
    /// The path that gives the table its name.
    pub(super) named: PathBuf,
    /// `csv`, `json` or the like; `csv.gz` and the like where it was packed.
    pub(super) format: String,
    /// The encoding of a text that was written down in UTF-8 first, and how it is known.
    pub(super) encoded: Option<(String, &'static str)>,
    /// Size of the file as it was given.
    pub(super) bytes: u64,
    /// The plain file, under a name in the scratch folder that cannot be mistaken for a pattern.
    pub(super) file: PathBuf,
    /// What was decided on the way to the plain file, for a person.
    pub(super) notes: Vec<String>,
    /// What was lost on that way: code and message.
    pub(super) warnings: Vec<(String, String)>,
    /// What is known of the plain file where csvchat wrote it itself, from what was no delimited text.
    pub(super) written: Option<Written>,
    /// Whether the plain file is no text, but Parquet, which the engine reads.
    pub(super) is_parquet: bool,
    is_workbook: bool,
    /// SHA-256 of the file as it was given, where the plain file is another one of another kind.
    pub(super) digest: Option<String>,
    /// Further files in the scratch folder.
    copies: Vec<PathBuf>,
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
        Err(changed(&self.shown))
    }

    /// Whether the file is JSON, in lines or as a whole, packed or not.
    pub(super) fn is_json(&self) -> bool {
        self.written.is_some() && self.format.split('.').any(|part| matches!(part, "json" | "ndjson" | "jsonl"))
    }

    /// Whether the file has sheets.
    pub(super) fn is_workbook(&self) -> bool {
        self.is_workbook
    }

    /// The options for the plain file: a text that csvchat wrote itself is read as it was written.
    pub(super) fn options(&self, given: &ReadOptions) -> ReadOptions {
        match &self.written {
            None => given.clone(),
            Some(written) => ReadOptions {
                delimiter: Some(','),
                quote: Some('"'),
                escape: Some('"'),
                header: written.header.or(given.header),
                // Below names that are known, every record is a row.
                skip: if written.header.is_some() { Some(0) } else { given.skip },
                encoding: None,
                ..given.clone()
            },
        }
    }

    /// Leaves columns text whose values were texts, not numbers, before csvchat wrote them.
    pub(super) fn keep_texts(&self, decisions: &mut [Decision], header: bool) {
        let Some(written) = &self.written else { return };
        for (at, decision) in decisions.iter_mut().enumerate() {
            let is_set = |flags: &[bool]| flags.get(at).copied().unwrap_or_default();
            if decision.kind.is_number() && (is_set(&written.textual) || !header && is_set(&written.first)) {
                *decision = Decision::of(Type::Text);
            }
        }
    }

    /// Bytes of the plain text.
    pub(super) fn plain_bytes(&self) -> u64 {
        self.identity.length
    }

    /// Removes the copies that were made.
    pub(super) fn discard(&self) {
        for copy in std::iter::once(&self.file).chain(&self.copies) {
            let _ = std::fs::remove_file(copy);
        }
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
        refusal(&self.shown, code, reason, hint)
    }
}

/// One file on its way: how it is called, where its copies go, and who may stop it.
pub(super) struct Job<'a> {
    /// How messages call the file.
    pub(super) shown: String,
    number: usize,
    scratch: &'a Scratch,
    interrupt: &'a Interrupt,
    /// How far it has come.
    pub(super) progress: &'a Progress,
}

impl Job<'_> {
    /// A path in the scratch folder that is this file's own.
    pub(super) fn place(&self, what: &str) -> PathBuf {
        self.scratch.join(&format!("{what}{}", self.number))
    }

    /// A new file in the scratch folder.
    pub(super) fn create(&self, path: &Path) -> Result<File, DataError> {
        File::create(path).map_err(|error| self.scratch_error(error))
    }

    /// What the system said of a file in the scratch folder. The user knows the folder that it lies in, not its own name.
    pub(super) fn scratch_error(&self, source: std::io::Error) -> DataError {
        let folder = self.scratch.path();
        DataError::Scratch { path: folder.parent().unwrap_or(folder).to_owned(), source }
    }

    /// What the system said of the file itself.
    pub(super) fn unreadable(&self, error: &std::io::Error) -> DataError {
        unreadable(&self.shown, error)
    }

    /// Fails once a signal has come.
    pub(super) fn go_on(&self) -> Result<(), DataError> {
        if self.interrupt.is_set() { Err(DataError::Interrupted) } else { Ok(()) }
    }

    /// An error about the file.
    pub(super) fn error(&self, code: &'static str, reason: impl Into<String>, hint: &str) -> DataError {
        refusal(&self.shown, code, reason, hint)
    }
}

/// Makes the `number`th file ready.
pub(super) fn prepare(
    source: &Source,
    number: usize,
    options: &ReadOptions,
    scratch: &Scratch,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Prepared, DataError> {
    let (shown, address, named) = match source {
        Source::Stdin => ("standard input".to_owned(), "-".to_owned(), PathBuf::from("stdin")),
        Source::Path(path) => {
            let word = path.display().to_string();
            (without_keys(&word).into_owned(), word, path.clone())
        }
    };
    let job = Job { shown, number, scratch, interrupt, progress };
    let given = match source {
        Source::Stdin => found::spool(std::io::stdin, &job)?,
        Source::Path(path) => found::find(path, &job)?,
    };
    let identity = |path: &Path| {
        std::fs::metadata(path).map(|metadata| Identity::of(&metadata)).map_err(|error| job.unreadable(&error))
    };
    let named = if given == job.place("download") { fetch::file_name(&address) } else { named };
    let before = identity(&given)?;
    let mut unpacked = Unpacked {
        file: given.clone(),
        layers: Vec::new(),
        copies: Vec::new(),
        notes: Vec::new(),
        warnings: Vec::new(),
        recoded: false,
        encoded: None,
    };
    let mut book = None;
    while let Some(packing) = Packing::of(&head_of(&unpacked.file, &job)?) {
        book = if packing == Packing::Zip { archive::workbook(&unpacked.file, &job)? } else { None };
        if book.is_some() {
            break;
        }
        unpacked.open(packing, &job)?;
    }
    let (base, written) = unpacked.convert(book, options, &job)?;
    if identity(&given)? != before {
        return Err(changed(&job.shown));
    }
    let plain = job.place("input").with_extension("csv");
    std::os::unix::fs::symlink(&unpacked.file, &plain).map_err(|error| job.scratch_error(error))?;
    let Unpacked { layers, mut copies, notes, warnings, recoded, encoded, .. } = unpacked;
    if given.starts_with(scratch.path()) {
        copies.push(given.clone());
    }
    let format = std::iter::once(base).chain(layers.iter().rev().map(|packing| packing.extension()));
    Ok(Prepared {
        path: without_keys(&address).into_owned(),
        named,
        format: format.collect::<Vec<_>>().join("."),
        bytes: before.length,
        notes,
        warnings,
        encoded,
        digest: if recoded || written.is_some() || base == "parquet" { Some(digest(&given, &job)?) } else { None },
        written,
        is_parquet: base == "parquet",
        is_workbook: ["xlsx", "xlsb", "xls", "ods"].contains(&base),
        copies,
        identity: identity(&plain)?,
        file: plain,
        shown: job.shown,
    })
}

/// A file out of its wrappings.
struct Unpacked {
    file: PathBuf,
    /// The wrappings, outermost first.
    layers: Vec<Packing>,
    copies: Vec<PathBuf>,
    notes: Vec<String>,
    warnings: Vec<(String, String)>,
    /// Whether the text was written down in another encoding, what that was, and how it is known.
    recoded: bool,
    encoded: Option<(String, &'static str)>,
}

impl Unpacked {
    /// Takes one wrapping off.
    fn open(&mut self, packing: Packing, job: &Job<'_>) -> Result<(), DataError> {
        if self.layers.len() >= limits::PACKED_LAYERS {
            let reason = format!("is packed more than {} times", limits::PACKED_LAYERS);
            return Err(job.error("corrupt_compressed", reason, "unpack it first"));
        }
        let to = job.place(&format!("unpacked{}-", self.layers.len()));
        let told = packed::unpack(packing, &self.file, &to, job)?;
        self.notes.extend(told.note);
        self.warnings.extend(told.warning);
        self.replace(to);
        self.layers.push(packing);
        Ok(())
    }

    /// Makes delimited text of what is none; the format, and what is known of the text.
    fn convert(
        &mut self,
        book: Option<workbook::Kind>,
        options: &ReadOptions,
        job: &Job<'_>,
    ) -> Result<(&'static str, Option<Written>), DataError> {
        let mut head = head_of(&self.file, job)?;
        if let Some(wide) = Wide::of(&head).filter(|_| options.encoding.is_none()) {
            self.recode(wide, "its first bytes", job)?;
            head = head_of(&self.file, job)?;
        }
        if let Some(kind) = book.or_else(|| head.starts_with(magic::OLE).then_some(workbook::Kind::Xls)) {
            let to = job.place("table");
            let written = workbook::convert(kind, &self.file, &to, options.sheet.as_deref(), job)?;
            self.replace(to);
            return Ok((kind.name(), Some(written)));
        }
        magic::refuse_substitute(&head, &job.shown)?;
        if magic::is_json(&head) {
            let (written, format) = self.json(options, job)?;
            return Ok((format, Some(written)));
        }
        if head.starts_with(magic::PARQUET) {
            return Ok(("parquet", None));
        }
        magic::judge(&head, &job.shown)?;
        if options.delimiter.is_none() {
            foreign::judge(&head, &job.shown)?;
        }
        Ok(("csv", None))
    }

    /// Goes on with another file; what lay between is needed no longer.
    fn replace(&mut self, file: PathBuf) {
        for between in self.copies.drain(..) {
            let _ = std::fs::remove_file(between);
        }
        self.copies.push(file.clone());
        self.file = file;
    }
}

/// SHA-256 of a file, in hexadecimal digits.
fn digest(path: &Path, job: &Job<'_>) -> Result<String, DataError> {
    let mut file = File::open(path).map_err(|error| job.unreadable(&error))?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; limits::READ_BYTES];
    loop {
        job.go_on()?;
        let count = file.read(&mut chunk).map_err(|error| job.unreadable(&error))?;
        if count == 0 {
            return Ok(hash.finalize().iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }));
        }
        hash.update(chunk.get(..count).unwrap_or_default());
    }
}

/// The first bytes of the plain file.
pub(super) fn head(prepared: &Prepared) -> Result<Vec<u8>, DataError> {
    let mut head = Vec::new();
    File::open(&prepared.file)
        .and_then(|file| file.take(magic::HEAD_BYTES).read_to_end(&mut head))
        .map_err(|error| unreadable(&prepared.shown, &error))?;
    Ok(head)
}

fn head_of(path: &Path, job: &Job<'_>) -> Result<Vec<u8>, DataError> {
    let mut head = Vec::new();
    File::open(path)
        .and_then(|file| file.take(magic::HEAD_BYTES).read_to_end(&mut head))
        .map_err(|error| job.unreadable(&error))?;
    Ok(head)
}

/// An error about a file.
pub(super) fn refusal(shown: &str, code: &'static str, reason: impl Into<String>, hint: &str) -> DataError {
    DataError::Unreadable {
        path: shown.to_owned(),
        code,
        reason: reason.into(),
        hint: (!hint.is_empty()).then(|| hint.to_owned()),
    }
}

fn changed(shown: &str) -> DataError {
    refusal(shown, "file_changed", "the file changed while it was being read", "run again once nothing writes to it")
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

//! Zip archives: what they hold, and the one file that is taken out. Workbooks are archives too, told by their parts.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::Job;
use super::packed::{self, Packing};
use super::workbook::Kind;
use crate::data::DataError;
use crate::limits;

type Archive = ZipArchive<BufReader<File>>;

/// What ods files say of themselves in a part of its own.
const ODS: &[u8] = b"application/vnd.oasis.opendocument.spreadsheet";

/// Which workbook an archive is, if it is one.
pub(super) fn workbook(path: &Path, job: &Job<'_>) -> Result<Option<Kind>, DataError> {
    let file = File::open(path).map_err(|error| job.unreadable(&error))?;
    // An archive that cannot be opened is refused where it is unpacked.
    let Ok(mut archive) = ZipArchive::new(BufReader::new(file)) else { return Ok(None) };
    let has = |name: &str| archive.index_for_name(name).is_some();
    for (part, kind) in [("xl/workbook.xml", Kind::Xlsx), ("xl/workbook.bin", Kind::Xlsb)] {
        if has(part) {
            return Ok(Some(kind));
        }
    }
    if has("word/document.xml") || has("ppt/presentation.xml") {
        return Err(job.error("not_csv_binary", "is an Office document, not a workbook", "export its table as CSV"));
    }
    let mut stated = Vec::new();
    if let Ok(part) = archive.by_name("mimetype") {
        let _ = part.take(ODS.len() as u64).read_to_end(&mut stated);
    }
    Ok((stated == ODS).then_some(Kind::Ods))
}

/// Proves that the parts of a workbook unpack to what they should, within bounds: its reader holds some in memory.
pub(super) fn prove(path: &Path, is_ods: bool, job: &Job<'_>) -> Result<(), DataError> {
    let file = File::open(path).map_err(|error| job.unreadable(&error))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(job, error))?;
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(|error| refused(job, "a part", error))?;
        let name = part.name().map_or_else(|_| String::new(), |name| name.to_lowercase());
        let kind = name.rsplit('.').next().unwrap_or_default();
        if !["xml", "rels", "bin"].contains(&kind) {
            continue;
        }
        let is_streamed = name.contains("worksheets/");
        let bound = if is_streamed { limits::INFLATED_BYTES } else { limits::WORKBOOK_BYTES };
        let mut repeats = Repeats::default();
        let mut chunk = vec![0; limits::READ_BYTES];
        let mut total: u64 = 0;
        loop {
            job.go_on()?;
            let count = part.read(&mut chunk).map_err(|error| Packing::Zip.corrupt(job, &error))?;
            if count == 0 {
                break;
            }
            total += count as u64;
            if is_ods {
                repeats.add(chunk.get(..count).unwrap_or_default());
            }
            if total > bound || repeats.cells > limits::REPEATED_CELLS {
                let reason = format!("the part {name} of the workbook unpacks to more than csvchat holds");
                return Err(job.error("bad_workbook", reason, "export the sheet as CSV"));
            }
        }
    }
    Ok(())
}

/// Cells of an ods sheet that stand for many: a cell or a row with a number behind it. Counts those with a value.
#[derive(Default)]
struct Repeats {
    /// The tag that is being read.
    tag: Vec<u8>,
    open: bool,
    /// Of the row.
    rows: u64,
    cells: u64,
}

impl Repeats {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'<' => {
                    self.tag.clear();
                    self.open = true;
                }
                b'>' if self.open => {
                    self.open = false;
                    self.take();
                }
                other if self.open && self.tag.len() < limits::CELL_BYTES => self.tag.push(other),
                _ => {}
            }
        }
    }

    fn take(&mut self) {
        let number = |name: &str| -> u64 {
            let tag = String::from_utf8_lossy(&self.tag);
            let value = tag.split_once(name).and_then(|(_, rest)| {
                rest.trim_start_matches(['=', '"', '\'', ' ']).split(['"', '\'']).next().map(str::to_owned)
            });
            value.and_then(|value| value.parse().ok()).unwrap_or(1)
        };
        if self.tag.starts_with(b"table:table-row") {
            self.rows = number("table:number-rows-repeated");
        } else if self.tag.starts_with(b"table:table-cell") && contains(&self.tag, b"office:value-type") {
            self.cells =
                self.cells.saturating_add(self.rows.max(1).saturating_mul(number("table:number-columns-repeated")));
        }
    }
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

/// Takes the one file out of an archive; a note that names it.
pub(super) fn unpack(file: File, to: &Path, job: &Job<'_>) -> Result<String, DataError> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(job, error))?;
    let held = files(&mut archive, job)?;
    let (index, name) = match held.as_slice() {
        [one] => one.clone(),
        [] => return Err(job.error("empty_file", "the zip archive holds no file", "")),
        several => return Err(crowded(job, several)),
    };
    let entry = archive.by_index(index).map_err(|error| refused(job, &name, error))?;
    let known = [CompressionMethod::Stored, CompressionMethod::Deflated, CompressionMethod::Deflate64];
    if !known.contains(&entry.compression()) {
        return Err(refused(job, &name, ZipError::UnsupportedArchive("")));
    }
    packed::copy(Packing::Zip, entry, to, job)?;
    Ok(format!("read from {name}, the only file of the zip archive"))
}

/// Number and name of each file; what programs add of their own does not count.
fn files(archive: &mut Archive, job: &Job<'_>) -> Result<Vec<(usize, String)>, DataError> {
    let mut files = Vec::new();
    for index in 0..archive.len() {
        if index % 1_000 == 0 {
            job.go_on()?;
        }
        let entry = archive.by_index_data(index).map_err(|error| damaged(job, error))?;
        let name = entry.name().map_err(|error| damaged(job, error))?;
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let added = name.starts_with("__MACOSX/") || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(&last);
        if !entry.is_dir() && !added {
            files.push((index, name.into_owned()));
        }
    }
    Ok(files)
}

fn crowded(job: &Job<'_>, files: &[(usize, String)]) -> DataError {
    let named: Vec<&str> = files.iter().take(limits::NAMED_LINES).map(|(_, name)| name.as_str()).collect();
    let more = files.len() - named.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let reason = format!("the zip archive holds {} files: {}{more}", files.len(), named.join(", "));
    // The name is shown to be typed; one with a quote in it is better left to the user.
    let wanted = named.first().filter(|name| !name.contains(['\'', '\\', '*', '?', '['])).copied().unwrap_or("NAME");
    let hint = format!("take out the one that you mean: unzip -p '{}' '{wanted}' | csvchat ... -", job.shown);
    job.error("several_files", reason, &hint)
}

/// An archive that cannot be read at all.
fn damaged(job: &Job<'_>, error: ZipError) -> DataError {
    let error = match error {
        ZipError::Io(error) => error,
        // Its table of contents stands at the end.
        ZipError::InvalidArchive(text) if text.contains("EOCD") || text.contains("end") => {
            std::io::ErrorKind::UnexpectedEof.into()
        }
        other => std::io::Error::other(other.to_string()),
    };
    Packing::Zip.corrupt(job, &error)
}

/// A file of an archive that cannot be taken out.
fn refused(job: &Job<'_>, name: &str, error: ZipError) -> DataError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => job.error(
            "encrypted",
            format!("{name} in the zip archive is protected by a password"),
            "unpack it first: unzip asks for the password",
        ),
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => job.error(
            "corrupt_compressed",
            format!("{name} in the zip archive is packed in a way that csvchat does not know"),
            "unpack it first, for instance with 7z x",
        ),
        other => damaged(job, other),
    }
}

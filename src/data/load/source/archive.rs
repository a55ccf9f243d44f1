//! Zip archives: what they hold, and the one file that is taken out.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::Job;
use super::packed::{self, Packing};
use crate::data::DataError;
use crate::limits;

type Archive = ZipArchive<BufReader<File>>;

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

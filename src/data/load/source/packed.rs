//! Taking a file out of its wrapping: gzip, zstd, bzip2, xz, or a zip archive that holds one file.
//!
//! A wrapping is told by its first bytes. What is cut or damaged is refused as a whole: the check sums stand at the end.
//! What stands behind that end is no part of it, and is told.
//! Names inside an archive are shown and never used as paths.

mod members;

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::Path;

use super::{Job, archive};
use crate::data::DataError;
use crate::limits;
use members::{Member, Members, Packed};

/// How a file is wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
    Zip,
}

impl Packing {
    /// What the first bytes of a file say.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        // A zstd stream may begin with a frame that holds no data, as parallel packers write it.
        let skippable = matches!(head.first(), Some(0x50..=0x5f)) && head.get(1..4) == Some(b"\x2a\x4d\x18");
        // Behind the letters stands the size of the blocks, and then the first of them or the end.
        let bzip2 = head.starts_with(b"BZh")
            && matches!(head.get(3), Some(b'1'..=b'9'))
            && matches!(head.get(4..6), Some(b"\x31\x41" | b"\x17\x72"));
        if head.starts_with(b"\x1f\x8b") {
            Some(Self::Gzip)
        } else if skippable || head.starts_with(b"\x28\xb5\x2f\xfd") {
            Some(Self::Zstd)
        } else if bzip2 {
            Some(Self::Bzip2)
        } else if head.starts_with(b"\xfd7zXZ\0") {
            Some(Self::Xz)
        } else if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Some(Self::Zip)
        } else {
            None
        }
    }

    /// What names of such files end with.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Zstd => "zst",
            Self::Bzip2 => "bz2",
            Self::Xz => "xz",
            Self::Zip => "zip",
        }
    }

    /// How messages call it, and the command that tells whether such a file is whole.
    fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::Gzip => ("gzip file", "gzip -t"),
            Self::Zstd => ("zstd file", "zstd -t"),
            Self::Bzip2 => ("bzip2 file", "bzip2 -t"),
            Self::Xz => ("xz file", "xz -t"),
            Self::Zip => ("zip archive", "unzip -t"),
        }
    }

    /// An error about such a file.
    pub(super) fn corrupt(self, job: &Job<'_>, error: &std::io::Error) -> DataError {
        let (name, test) = self.named();
        // Some decoders have a word for needing more memory than they were given, and none has a kind for it.
        let words = error.to_string();
        if words.contains("too much memory") || words.contains("too big for mem_limit") {
            return job.error(
                "corrupt_compressed",
                format!("the {name} needs more memory to unpack than is given to it"),
                "unpack it first, for instance with zstd -d --long=31 or xz -d",
            );
        }
        let reason = if error.kind() == ErrorKind::UnexpectedEof {
            format!("the {name} is cut off; nothing of it was used")
        } else {
            format!("the {name} is damaged ({}); nothing of it was used", crate::system::reason(error))
        };
        job.error("corrupt_compressed", reason, &format!("get the file again; `{test}` tells whether it is whole"))
    }
}

/// What is told of a file that was unpacked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// What a person should know of it.
    pub(super) note: Option<String>,
    /// What was lost on the way: code and message.
    pub(super) warning: Option<(String, String)>,
}

/// Unpacks a file, all of its members, and proves their check sums.
pub(super) fn unpack(packing: Packing, from: &Path, to: &Path, job: &Job<'_>) -> Result<Told, DataError> {
    let file = File::open(from).map_err(|error| job.unreadable(&error))?;
    if packing == Packing::Zip {
        let note = archive::unpack(file, to, job)?;
        return Ok(Told { note: Some(note), warning: None });
    }
    let file = BufReader::with_capacity(limits::READ_BYTES, file);
    match packing {
        Packing::Gzip => return members::<flate2::bufread::GzDecoder<Packed>>(packing, file, to, job),
        Packing::Bzip2 => return members::<bzip2::bufread::BzDecoder<Packed>>(packing, file, to, job),
        Packing::Xz => {
            copy(packing, lzma_rust2::XzReader::new_mem_limit(file, true, limits::XZ_MEMORY_KIB), to, job)?;
        }
        Packing::Zstd => {
            let stream =
                zstd::stream::read::Decoder::with_buffer(file).map_err(|error| packing.corrupt(job, &error))?;
            copy(packing, stream, to, job)?;
        }
        Packing::Zip => {}
    }
    Ok(Told::default())
}

/// Unpacks all members of a file, and says what stands behind them.
fn members<M: Member>(packing: Packing, file: BufReader<File>, to: &Path, job: &Job<'_>) -> Result<Told, DataError> {
    let mut all = Members::<M>::new(Packed::new(file));
    copy(packing, &mut all, to, job)?;
    let (name, _) = packing.named();
    let counted = |count: u64, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
    Ok(match all.behind(job)? {
        (0, _) => Told::default(),
        (count, true) => {
            let bytes = counted(count, "zero byte", "zero bytes");
            Told {
                note: Some(format!("{bytes} behind the end of the {name}, which fill it up, were left out")),
                warning: None,
            }
        }
        (count, false) => {
            let bytes = counted(count, "byte", "bytes");
            let (are, were) = if count == 1 { ("is", "was") } else { ("are", "were") };
            let message = format!(
                "{bytes} behind the end of the {name} {are} no part of it and {were} left out; get the file again, if it was \
                 to hold more"
            );
            Told { note: None, warning: Some(("trailing_bytes".to_owned(), message)) }
        }
    })
}

/// Copies what comes out of a wrapping.
pub(super) fn copy(packing: Packing, mut stream: impl Read, to: &Path, job: &Job<'_>) -> Result<(), DataError> {
    let mut file = job.create(to)?;
    let mut chunk = vec![0; limits::READ_BYTES];
    let mut total: u64 = 0;
    loop {
        job.go_on()?;
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(packing.corrupt(job, &error)),
        };
        total += count as u64;
        if total > limits::INFLATED_BYTES {
            let reason = format!("unpacks to more than {} bytes", limits::INFLATED_BYTES);
            return Err(job.error("corrupt_compressed", reason, "unpack it first, if it is what it should be"));
        }
        job.progress.add(count);
        file.write_all(chunk.get(..count).unwrap_or_default()).map_err(|error| job.scratch_error(error))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrappings_are_told_by_their_first_bytes() {
        for (head, expected) in [
            (b"\x1f\x8b\x08".as_slice(), Some(Packing::Gzip)),
            (b"\x28\xb5\x2f\xfd\x04", Some(Packing::Zstd)),
            (b"\x5a\x2a\x4d\x18\0\0\0\0", Some(Packing::Zstd)),
            (b"BZh91AY&SY", Some(Packing::Bzip2)),
            (b"BZh9\x17\x72\x45\x38", Some(Packing::Bzip2)),
            (b"BZhang,Wei\n1,2\n", None),
            (b"\xfd7zXZ\0\0\x04", Some(Packing::Xz)),
            (b"PK\x03\x04", Some(Packing::Zip)),
            (b"PKW,b\n", None),
            (b"", None),
        ] {
            assert_eq!(Packing::of(head), expected, "{head:?}");
        }
    }
}

//! Files of the cache that say something: a line with a digest, and JSON. Whatever of one is not as it was written makes
//! it none.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{folder, hexadecimal};

/// Writes a text into a new file.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = folder::create(path)?;
    file.write_all(format!("{}\n{text}", digest(text)).as_bytes())?;
    file.flush()
}

/// Reads a text of at most so many bytes.
///
/// # Errors
/// When it is not as it was written.
pub(super) fn read(file: &File, most: u64) -> io::Result<String> {
    let damaged = || io::Error::other("a file of it is damaged");
    let mut whole = String::new();
    file.take(most).read_to_string(&mut whole)?;
    let (sum, text) = whole.split_once('\n').ok_or_else(damaged)?;
    if digest(text) != sum {
        return Err(damaged());
    }
    Ok(text.to_owned())
}

fn digest(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_byte_that_is_not_as_it_was_makes_it_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write(&path, "{\"a\": \"ü\u{1b}\"}").unwrap();
        assert_eq!(read(&File::open(&path).unwrap(), 1000).unwrap(), "{\"a\": \"ü\u{1b}\"}");
        assert!(write(&path, "again").is_err());
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(read(&File::open(&path).unwrap(), 1000).is_err(), "byte {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(read(&File::open(&path).unwrap(), 1000).is_err(), "cut at {at}");
        }
        std::fs::write(&path, &whole).unwrap();
        assert!(read(&File::open(&path).unwrap(), 70).is_err());
    }
}

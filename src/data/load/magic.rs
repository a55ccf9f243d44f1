//! What a file is by its first bytes, whatever it is called.

use encoding_rs::{Encoding, UTF_8};

use super::encoding::by_zeros;
use super::source::refusal;
use crate::data::DataError;

/// Bytes at a file's start that are looked at.
pub(super) const HEAD_BYTES: u64 = 4_096;

/// First bytes of formats that are no delimited text, and their names.
const BINARY: [(&[u8], &str); 13] = [
    (b"PARE", "an encrypted Parquet file"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"ARROW1", "an Arrow file"),
    (b"FEA1", "a Feather file"),
    (b"ORC", "an ORC file"),
    (b"Obj\x01", "an Avro file"),
    (b"\x89HDF", "an HDF5 file"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x7fELF", "a program"),
];

/// First bytes of a Parquet file.
pub(super) const PARQUET: &[u8] = b"PAR1";

/// First bytes of the container that old workbooks lie in.
pub(super) const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// First bytes of archives that are not opened, how they are called, and what takes a file out of them.
const ARCHIVES: [(&[u8], &str, &str); 5] = [
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z x -so"),
    (b"Rar!\x1a\x07", "a RAR archive", "unrar p -inul"),
    (b"\x04\x22\x4d\x18", "an lz4 file", "lz4 -dc"),
    (b"\x1f\x9d", "a file packed by compress", "gzip -dc"),
    (b"PK\x07\x08", "a part of a split zip archive", "unzip -p"),
];

/// Where a tar archive says that it is one.
const TAR_MARK: std::ops::Range<usize> = 257..262;

/// Whether a path that is no file is an address.
pub(super) fn is_url(shown: &str) -> bool {
    shown.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}

/// Refuses what cannot be delimited text.
pub(super) fn judge(head: &[u8], shown: &str) -> Result<(), DataError> {
    let refuse = |code, reason: String, hint: &str| Err(refusal(shown, code, reason, hint));
    if head.is_empty() {
        let hint = "check that its export or download has come to its end";
        return refuse("empty_file", "the file is empty".to_owned(), hint);
    }
    if head.get(TAR_MARK) == Some(b"ustar") {
        let hint = "take out the file that you mean: tar -xOf ARCHIVE NAME | csvchat ... -";
        return refuse("not_csv_binary", "is a tar archive, not delimited text".to_owned(), hint);
    }
    if let Some((_, name, tool)) = ARCHIVES.iter().find(|(first, _, _)| head.starts_with(first)) {
        let hint = format!("unpack it first: {tool} ARCHIVE | csvchat ... -");
        return refuse("not_csv_binary", format!("is {name}, which csvchat does not open"), &hint);
    }
    let duckdb = head.get(8..12) == Some(b"DUCK");
    let known = BINARY.iter().find(|(first, _)| head.starts_with(first)).map(|(_, name)| *name);
    if let Some(name) = known.or(duckdb.then_some("a DuckDB database")) {
        return refuse("not_csv_binary", format!("is {name}, not delimited text"), "export the data as CSV");
    }
    // Every second byte of UTF-16 is zero in most texts.
    if Encoding::for_bom(head).is_some_and(|(encoding, _)| encoding != UTF_8) || by_zeros(head).is_some() {
        return Ok(());
    }
    let odd = head.iter().filter(|&&byte| byte < 0x20 && !b"\t\n\r\x0b\x0c\x1b".contains(&byte)).count();
    // Text that is only in another encoding has hardly any control characters.
    let foreign = std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some());
    if odd * 10 > head.len() || (foreign && odd * 50 > head.len()) {
        return refuse("not_csv_binary", "is a binary file, not delimited text".to_owned(), "export the data as CSV");
    }
    let mark = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let text = head.get(mark..).unwrap_or_default().trim_ascii_start();
    if is_markup(text) {
        let hint = "a download may have given a web page, such as a log-in form; open it in a browser";
        return refuse("not_csv_html", "is a web page or other markup, not delimited text".to_owned(), hint);
    }
    Ok(())
}

fn is_markup(text: &[u8]) -> bool {
    let start: Vec<u8> = text.iter().take(16).map(u8::to_ascii_lowercase).collect();
    let names: [&[u8]; 6] = [b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<!--"];
    names.iter().any(|name| start.starts_with(name))
}

/// Whether the bytes are JSON in UTF-16, which no parser takes.
pub(super) fn is_json_in_utf16(head: &[u8]) -> bool {
    let encoding = Encoding::for_bom(head).map(|(encoding, _)| encoding).or_else(|| by_zeros(head));
    encoding.filter(|encoding| *encoding != UTF_8).is_some_and(|encoding| is_json(encoding.decode(head).0.as_bytes()))
}

/// Whether the bytes begin an object or an array of JSON.
pub(super) fn is_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let Some((first, rest)) = text.split_first() else { return false };
    let next = rest.trim_ascii_start().first().copied();
    match (first, next) {
        (b'{', Some(b'"' | b'}')) | (b'[', Some(b'{')) => true,
        // Lines of a log and names of columns may begin with a bracket too.
        (b'[', Some(b'[' | b'"' | b']' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')) => {
            let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde::de::IgnoredAny>();
            match values.next() {
                Some(Err(error)) => error.is_eof(),
                Some(Ok(_)) => {
                    let behind = text.get(values.byte_offset()..).unwrap_or_default().trim_ascii_start();
                    matches!(behind.first(), None | Some(b'['))
                }
                None => false,
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(head: &[u8]) -> &'static str {
        match judge(head, "x.csv") {
            Ok(_) => "",
            Err(DataError::Unreadable { code, .. }) => code,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn what_is_no_table_is_told_by_its_first_bytes() {
        for (head, expected) in [
            (b"".as_slice(), "empty_file"),
            (b"7z\xbc\xaf\x27\x1crest", "not_csv_binary"),
            (b"SQLite format 3\0", "not_csv_binary"),
            (b"12345678DUCK", "not_csv_binary"),
            (b"a\0\0\0\x01\x02,b", "not_csv_binary"),
            (b"\x03\xe1,\xa7k\x9b\xfd0m\xf3\xc2g\x88\xd4\xee", "not_csv_binary"),
            (b"Stra\xdfe,K\xf6ln\n1,2\n", ""),
            (b"\xff\xfea\0,\0", ""),
            (b"a\0,\0b\0\n\0", ""),
            (b" \n<!DOCTYPE html><html>", "not_csv_html"),
            (b"\xef\xbb\xbf<HTML>", "not_csv_html"),
            (b"a,b\n1,2\n", ""),
            (b"<b>x</b>,y\n", ""),
            (b"{id},[name]\n", ""),
            (b"1,al\0pha,5\n2,beta,6\n3,gamma,7\n", ""),
        ] {
            assert_eq!(code(head), expected, "{:?}", String::from_utf8_lossy(head));
        }
        assert!(judge(b"\xef\xbb\xbfa,b\n", "x.csv").is_ok());
    }

    #[test]
    fn json_begins_with_brackets_that_mean_it() {
        for head in ["[{\"a\":1}]", "{\n  \"a\": 1}", "\u{feff} {}", "[[1,2],", "[1, 2]", "[\"a\", 1]\n[", "[]", "[1"] {
            assert!(is_json(head.as_bytes()), "{head}");
        }
        for head in
            ["{id},[name]\n", "[1],[2]\n3,4\n", "[2024-01-01 10:00] x\n", "[\"a\"],b\n", "[id]", "a", "", "\"a\""]
        {
            assert!(!is_json(head.as_bytes()), "{head}");
        }
    }

    #[test]
    fn addresses_have_a_scheme() {
        for shown in ["https://example.org/a.csv", "s3://bucket/a.csv"] {
            assert!(is_url(shown), "{shown}");
        }
        for shown in ["a.csv", "://a", "a b://c", "C:/x.csv"] {
            assert!(!is_url(shown), "{shown}");
        }
    }
}

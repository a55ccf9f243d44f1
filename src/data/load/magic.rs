//! What a file is by its first bytes, whatever it is called.

use encoding_rs::{Encoding, UTF_8};

use super::encoding::by_zeros;
use crate::data::DataError;

/// Bytes at a file's start that are looked at.
pub(super) const HEAD_BYTES: u64 = 4_096;

/// First bytes of formats that are no delimited text, and their names.
const BINARY: [(&[u8], &str); 22] = [
    (b"PK\x03\x04", "a zip archive or an Excel workbook"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook or Office document"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"ARROW1", "an Arrow file"),
    (b"FEA1", "a Feather file"),
    (b"ORC", "an ORC file"),
    (b"Obj\x01", "an Avro file"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b", "a gzip archive inside a gzip archive"),
];

/// Whether a path that is no file is an address.
pub(super) fn is_url(shown: &str) -> bool {
    shown.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}

/// Whether the bytes are those of a gzip file.
pub(super) fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b")
}

/// Refuses what cannot be delimited text in UTF-8; otherwise the length of the byte order mark at the start.
pub(super) fn judge(head: &[u8], shown: &str) -> Result<usize, DataError> {
    let refuse = |code, reason: String, hint: &str| {
        Err(DataError::Unreadable {
            path: shown.to_owned(),
            code,
            reason,
            hint: (!hint.is_empty()).then(|| hint.to_owned()),
        })
    };
    if head.is_empty() {
        let hint = "check that its export or download has come to its end";
        return refuse("empty_file", "the file is empty".to_owned(), hint);
    }
    let duckdb = head.get(8..12) == Some(b"DUCK");
    let known = BINARY.iter().find(|(first, _)| head.starts_with(first)).map(|(_, name)| *name);
    if let Some(name) = known.or(duckdb.then_some("a DuckDB database")) {
        return refuse("not_csv_binary", format!("is {name}, not delimited text"), "export the data as CSV");
    }
    // Every second byte of UTF-16 is zero in most texts.
    if Encoding::for_bom(head).is_some_and(|(encoding, _)| encoding != UTF_8) || by_zeros(head).is_some() {
        return Ok(0);
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
    if is_json(text) {
        return refuse("not_csv_json", "is JSON, not delimited text".to_owned(), "convert it to CSV first");
    }
    Ok(mark)
}

fn is_markup(text: &[u8]) -> bool {
    let start: Vec<u8> = text.iter().take(16).map(u8::to_ascii_lowercase).collect();
    let names: [&[u8]; 6] = [b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<!--"];
    names.iter().any(|name| start.starts_with(name))
}

/// An object or an array of something, by its first two signs.
fn is_json(text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return false };
    let next = rest.trim_ascii_start().first().copied();
    match first {
        b'{' => matches!(next, Some(b'"' | b'}')),
        b'[' => matches!(next, Some(b'{' | b'[' | b'"' | b']' | b'-' | b'0'..=b'9')),
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
            (b"PK\x03\x04rest", "not_csv_binary"),
            (b"SQLite format 3\0", "not_csv_binary"),
            (b"12345678DUCK", "not_csv_binary"),
            (b"a\0\0\0\x01\x02,b", "not_csv_binary"),
            (b"\x03\xe1,\xa7k\x9b\xfd0m\xf3\xc2g\x88\xd4\xee", "not_csv_binary"),
            (b"Stra\xdfe,K\xf6ln\n1,2\n", ""),
            (b"\xff\xfea\0,\0", ""),
            (b"a\0,\0b\0\n\0", ""),
            (b" \n<!DOCTYPE html><html>", "not_csv_html"),
            (b"\xef\xbb\xbf<HTML>", "not_csv_html"),
            (b"[{\"a\":1}]", "not_csv_json"),
            (b"{\n  \"a\": 1}", "not_csv_json"),
            (b"a,b\n1,2\n", ""),
            (b"<b>x</b>,y\n", ""),
            (b"{id},[name]\n", ""),
            (b"1,al\0pha,5\n2,beta,6\n3,gamma,7\n", ""),
        ] {
            assert_eq!(code(head), expected, "{:?}", String::from_utf8_lossy(head));
        }
        assert_eq!(judge(b"\xef\xbb\xbfa,b\n", "x.csv").unwrap(), 3);
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

//! What a file is by its first bytes, whatever it is called.

use encoding_rs::{Encoding, UTF_8};

use super::encoding::by_zeros;
use super::source::{mended_json, refusal};
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
    // A file that was cut off by a crash may end in zeros; some delimiters are control characters.
    let end = head.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let head = head.get(..end).unwrap_or_default();
    let odd = head.iter().filter(|&&byte| byte < 0x20 && !b"\t\n\r\x0b\x0c\x1b\x01\x1e\x1f".contains(&byte)).count();
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

/// Refuses what stands in the place of a file: a pointer to it, or the message that it could not be had.
pub(super) fn refuse_substitute(head: &[u8], shown: &str) -> Result<(), DataError> {
    if head.starts_with(b"version https://git-lfs.github.com/spec/") {
        let reason = "is a pointer of Git LFS, which stands in the place of the file itself";
        return Err(refusal(shown, "not_csv_pointer", reason, "fetch the file: git lfs pull"));
    }
    let whole = (head.len() as u64) < HEAD_BYTES;
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii();
    if whole && (is_error_object(text) || is_status(text) || is_error_line(text)) {
        let said: String = String::from_utf8_lossy(text).chars().take(80).collect();
        let reason = format!("is the message of an error, not data: {}", said.escape_debug());
        return Err(refusal(shown, "not_csv_error", reason, "download the file again; the server gave no file"));
    }
    Ok(())
}

/// Whether JSON is one object that tells of an error, and has nothing that could be data.
fn is_error_object(text: &[u8]) -> bool {
    let Ok(serde_json::Value::Object(object)) = serde_json::from_slice(text) else { return false };
    let tells = |key: &str| ["error", "errors", "error_description", "errorMessage", "fault"].contains(&key);
    let beside = |key: &str| {
        [
            "message",
            "status",
            "code",
            "detail",
            "details",
            "path",
            "timestamp",
            "success",
            "type",
            "title",
            "request_id",
            "documentation_url",
        ]
        .contains(&key)
    };
    let documented = object.contains_key("message") && object.contains_key("documentation_url");
    (documented || object.keys().any(|key| tells(key))) && object.keys().all(|key| tells(key) || beside(key))
}

/// `Error: permission denied`, and nothing else.
fn is_error_line(text: &[u8]) -> bool {
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    !text.contains(&b'\n') && (begins(b"error: ") || begins(b"fatal: "))
}

/// `404: Not Found`
fn is_status(text: &[u8]) -> bool {
    const PHRASES: [&str; 6] =
        ["not found", "forbidden", "unauthorized", "access denied", "bad request", "internal server error"];
    let text = String::from_utf8_lossy(text).to_lowercase();
    let Some((number, phrase)) = text.split_at_checked(3) else { return false };
    let phrase = phrase.trim_start_matches([':', ' ', '-']).trim_end_matches('.');
    number.parse::<u16>().is_ok_and(|number| (400..600).contains(&number)) && PHRASES.contains(&phrase)
}

fn is_markup(text: &[u8]) -> bool {
    let start: Vec<u8> = text.iter().take(16).map(u8::to_ascii_lowercase).collect();
    let names: [&[u8]; 9] =
        [b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<!--", b"<error>", b"<title>", b"<center>"];
    names.iter().any(|name| start.starts_with(name))
}

/// The kind of UTF-16 that JSON is in, which no parser takes; none where it is no such thing.
pub(super) fn json_in_utf16(head: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_bom(head).map(|(encoding, _)| encoding).or_else(|| by_zeros(head));
    encoding.filter(|encoding| *encoding != UTF_8 && is_json(encoding.decode(head).0.as_bytes()))
}

/// Whether the bytes begin an object or an array of JSON.
pub(super) fn is_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let Some((first, rest)) = text.split_first() else { return false };
    let next = rest.trim_ascii_start().first().copied();
    match (first, next) {
        (b'{', Some(b'"' | b'}')) | (b'[', Some(b'{')) => true,
        // Lines of a log and names of columns may begin with a bracket too.
        (b'[', Some(b'[' | b'"' | b']' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'N' | b'I')) => {
            let mended = mended_json(text);
            let text = mended.as_ref().map_or(text, |(text, _)| text);
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
            Ok(()) => "",
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
    fn what_stands_in_the_place_of_a_file_is_no_table() {
        let code = |text: &str| match refuse_substitute(text.as_bytes(), "x.csv") {
            Ok(()) => "",
            Err(DataError::Unreadable { code, .. }) => code,
            Err(other) => panic!("{other}"),
        };
        for (text, expected) in [
            ("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", "not_csv_pointer"),
            ("{\"error\": \"rate limit\", \"status\": 429}\n", "not_csv_error"),
            ("{\"errors\": [{\"message\": \"x\"}]}", "not_csv_error"),
            ("404: Not Found", "not_csv_error"),
            ("Error: permission denied\n", "not_csv_error"),
            ("error: n\n5\n", ""),
            ("{\"message\": \"Not Found\", \"documentation_url\": \"x\"}", "not_csv_error"),
            ("{\"error\": 0.5, \"id\": 7}", ""),
            ("{\"message\": \"x\"}", ""),
            ("404,Not Found\n", ""),
            ("version,x\n1,2\n", ""),
        ] {
            assert_eq!(code(text), expected, "{text:?}");
        }
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

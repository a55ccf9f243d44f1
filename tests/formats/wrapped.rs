//! Compressed files and archives of one file.

use std::fs;

use csvchat::data::{ReadOptions, Source};

use super::{fixture, open_bytes, read, refused, told};
use crate::reading::try_read;
use crate::support::program::Folder;

#[test]
fn wrapped_files_hold_what_they_held() {
    for (name, format) in [
        ("sales.csv.zst", "csv.zst"),
        ("sales.csv.xz", "csv.xz"),
        ("sales.csv.bz2", "csv.bz2"),
        ("two-frames.zst", "csv.zst"),
        ("two-streams.xz", "csv.xz"),
        ("two-streams.bz2", "csv.bz2"),
        ("skippable.zst", "csv.zst"),
        ("one.zip", "csv.zip"),
        ("packed-twice.zip", "csv.gz.zip"),
        ("escaping.zip", "csv.zip"),
    ] {
        let read = read(name);
        assert_eq!(read.dataset().format, format, "{name}");
        assert_eq!(read.value("SELECT sum(v) FROM data"), "60", "{name}");
        assert_eq!(read.value("SELECT city FROM data WHERE id = 3"), "a \"b\", c", "{name}");
        assert_eq!(read.dataset().bytes, fs::metadata(fixture(name)).unwrap().len(), "{name}");
    }
}

#[test]
fn a_wrapping_is_told_by_content() {
    let bytes = fs::read(fixture("sales.csv.zst")).unwrap();
    assert_eq!(open_bytes(bytes).unwrap().dataset().format, "csv.zst");
}

#[test]
fn names_come_from_the_file_and_notes_from_the_archive() {
    let both = [fixture("sales.csv.bz2"), fixture("one.zip")].map(Source::Path);
    let read = try_read(&both, &ReadOptions::default()).unwrap();
    assert_eq!(read.dataset().alias.as_deref(), Some("sales"));
    assert_eq!(read.loaded.datasets[1].table, "one");
    let notes = &read.loaded.datasets[1].reading.notes;
    assert_eq!(notes, &["read from in/sales.csv, the only file of the zip archive"]);
}

#[test]
fn a_name_in_an_archive_is_no_path() {
    let notes = read("escaping.zip").dataset().reading.notes.clone();
    assert!(notes[0].contains("../../../tmp/escaped.csv"), "{notes:?}");
    assert!(!std::path::Path::new("/tmp/escaped.csv").exists());
}

#[test]
fn cut_and_damaged_files_are_refused_as_a_whole() {
    for name in ["sales.csv.zst", "sales.csv.xz", "sales.csv.bz2", "one.zip", "two-frames.zst", "two-streams.xz"] {
        let whole = fs::read(fixture(name)).unwrap();
        for length in [whole.len() - 1, whole.len() - 5, whole.len() * 2 / 3] {
            let error = open_bytes(&whole[..length]).err().unwrap_or_else(|| panic!("{name}: {length} were read"));
            assert_eq!(error.code(), "corrupt_compressed", "{name} {length}: {error}");
        }
        // Byte after byte: what is read in spite of it is what was written.
        for at in 10..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            if let Ok(read) = open_bytes(&bytes) {
                assert_eq!(read.value("SELECT sum(v) FROM data"), "60", "{name}: byte {at}");
            }
        }
    }
    let told = told(&open_bytes(&fs::read(fixture("sales.csv.xz")).unwrap()[..60]).err().unwrap());
    assert!(
        told.ends_with(
            "the xz file is cut off; nothing of it was used; get the file again; `xz -t` tells whether it is whole"
        ),
        "{told}"
    );
}

#[test]
fn what_stands_behind_the_last_stream_is_told() {
    let whole = fs::read(fixture("two-streams.bz2")).unwrap();
    for (more, codes) in [(&[0; 9], vec![]), (b"odd bytes", vec!["trailing_bytes"])] {
        let read = open_bytes([&whole, more.as_slice()].concat()).unwrap();
        assert_eq!((read.value("SELECT sum(v) FROM data").as_str(), read.codes()), ("60", codes));
    }
    let whole = fs::read(fixture("sales.csv.xz")).unwrap();
    assert_eq!(open_bytes([&whole, b"odd bytes".as_slice()].concat()).err().unwrap().code(), "corrupt_compressed");
}

#[test]
fn what_cannot_be_opened_says_what_to_do() {
    for (name, code, words) in [
        ("several.zip", "several_files", "holds 2 files: in/"),
        ("several.zip", "several_files", "| csvchat ... -"),
        ("locked.zip", "encrypted", "in/sales.csv in the zip archive is protected by a password"),
        ("empty.zip", "empty_file", "the zip archive holds no file"),
        ("lzma.zip", "corrupt_compressed", "packed in a way that csvchat does not know"),
        ("packed-thrice.gz", "corrupt_compressed", "is packed more than 2 times; unpack it first"),
        ("sales.tar.gz", "not_csv_binary", "is a tar archive"),
    ] {
        let error = refused(name);
        assert_eq!(error.code(), code, "{name}: {error}");
        assert!(told(&error).contains(words), "{name}: {}", told(&error));
    }
}

#[test]
fn standard_input_may_be_wrapped() {
    let folder = Folder::new();
    for name in ["sales.csv.zst", "one.zip"] {
        let bytes = fs::read(fixture(name)).unwrap();
        let ran = folder.run_with(&["ask", "-", "SQL: select sum(v) as total from data", "-q"], |command| {
            command.write_stdin(bytes);
        });
        assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
        assert!(ran.stdout.contains("60"), "{name}: {}", ran.stdout);
        assert_eq!(folder.scratch(), [""; 0], "{name}");
    }
    for (name, rows) in [("groups.parquet", "3000"), ("book.xlsx", "3"), ("sales.xls", "2")] {
        let bytes = fs::read(fixture(name)).unwrap();
        let ran = folder.run_with(&["ask", "-", "SQL: select count(*) as n from stdin", "-q"], |command| {
            command.write_stdin(bytes);
        });
        assert!(ran.code == 0 && ran.stdout.replace(',', "").contains(rows), "{name}: {} {}", ran.stdout, ran.stderr);
    }
}

//! Parquet: types as the file names them, and files that were cut or changed.

use std::fs;

use super::{fixture, open_bytes, read, told};

#[test]
fn types_are_those_of_the_file() {
    let read = read("types.parquet");
    assert_eq!((read.dataset().format.as_str(), read.dataset().rows), ("parquet", 3));
    let expected = [
        ("i8", "BIGINT"),
        ("u64", "HUGEINT"),
        ("f32", "DOUBLE"),
        ("f64", "DOUBLE"),
        ("dec", "DECIMAL(18,2)"),
        ("ok", "BOOLEAN"),
        ("day", "DATE"),
        ("ms", "TIMESTAMP"),
        ("ns", "TIMESTAMP_NS"),
        ("utc", "TIMESTAMP"),
        ("at", "TIME"),
        ("zip", "VARCHAR"),
        ("cat", "VARCHAR"),
        ("raw", "VARCHAR"),
        ("bytes", "VARCHAR"),
        ("list", "VARCHAR"),
        ("struct", "VARCHAR"),
        ("it\"s; DROP TABLE data; --", "BIGINT"),
    ];
    assert_eq!(read.names().into_iter().zip(read.types()).collect::<Vec<_>>(), expected);
    for (sql, value) in [
        ("SELECT max(u64) FROM data", "18446744073709551615"),
        ("SELECT sum(dec) FROM data", "-2.25"),
        ("SELECT min(utc) FROM data", "2024-01-31 10:00:00"),
        ("SELECT min(ns) FROM data", "2024-01-31 10:00:00.123456789"),
        ("SELECT min(ms) FROM data", "2024-01-31 10:00:00.123"),
        ("SELECT string_agg(raw, ' ' ORDER BY i8) FROM data", "61 00FF"),
        ("SELECT string_agg(bytes, ' ' ORDER BY i8) FROM data", "b é"),
        ("SELECT string_agg(list, ' ' ORDER BY i8 DESC) FROM data", "[1,2] []"),
        ("SELECT struct FROM data WHERE i8 = 1", "{\"a\":1,\"b\":\"x\"}"),
        ("SELECT zip FROM data WHERE i8 = 1", "00501"),
        ("SELECT sum(\"it\"\"s; DROP TABLE data; --\") FROM types", "60"),
    ] {
        assert_eq!(read.value(sql), value, "{sql}");
    }
    assert_eq!(
        (read.column("i8").nulls, read.column("f64").not_finite, read.column("f32").not_finite),
        (1, Some(1), Some(1))
    );
    let notes = read.dataset().reading.notes.join("\n");
    for note in [
        "utc: times in UTC",
        "list: nested values, shown as JSON text",
        "raw: bytes, shown",
        "bytes: bytes that are all text",
    ] {
        assert!(notes.contains(note), "{note}: {notes}");
    }
    assert!(read.loaded.warnings.is_empty(), "{:?}", read.loaded.warnings);
}

#[test]
fn names_are_made_unique_and_rows_counted() {
    let named = read("names.parquet");
    let distinct: std::collections::HashSet<String> = named.names().iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(distinct.len(), 4, "{:?}", named.names());
    let sums: Vec<String> =
        named.names().iter().map(|name| named.value(&format!("SELECT sum(\"{name}\") FROM data"))).collect();
    assert_eq!(sums, ["3", "7", "11", "15"]);
    assert_eq!(read("no-rows.parquet").dataset().rows, 0);
    let groups = read("groups.parquet");
    assert_eq!((groups.dataset().rows, groups.value("SELECT sum(v) FROM data").as_str()), (3_000, "4498500"));
}

#[test]
fn cut_and_damaged_files_are_refused() {
    for name in ["types.parquet", "groups.parquet"] {
        let whole = fs::read(fixture(name)).unwrap();
        for length in [4, 100, whole.len() / 2, whole.len() - 1] {
            let error = open_bytes(&whole[..length]).err().unwrap_or_else(|| panic!("{name}: {length} were read"));
            assert_eq!(error.code(), "bad_parquet", "{name} {length}: {error}");
        }
        let mut footer = whole.clone();
        let at = whole.len() - 400;
        footer[at..at + 300].fill(0xee);
        let error = open_bytes(&footer).err().unwrap();
        assert_eq!(error.code(), "bad_parquet", "{error}");
        assert!(!told(&error).contains("input0"), "{}", told(&error));
    }
}

#[test]
fn a_wrapped_file_is_parquet_still() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, &fs::read(fixture("groups.parquet")).unwrap()).unwrap();
    let read = open_bytes(packed.finish().unwrap()).unwrap();
    assert_eq!((read.dataset().format.as_str(), read.dataset().rows), ("parquet.gz", 3_000));
}

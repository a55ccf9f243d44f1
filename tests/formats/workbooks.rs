//! Workbooks: sheets, cells of every kind, and what a sheet claims of itself.

use std::fs;

use csvchat::data::{DataError, ReadOptions, Source};

use super::{fixture, open, open_bytes, read, refused, told};
use crate::reading::{Read, try_read};
use crate::support::program::{Folder, of};

fn sheet(name: &str, sheet: &str) -> Result<Read, DataError> {
    let options = ReadOptions { sheet: Some(sheet.to_owned()), ..ReadOptions::default() };
    try_read(&[Source::Path(fixture(name))], &options)
}

#[test]
fn cells_are_what_they_are_stored_as() {
    let read = read("book.xlsx");
    assert_eq!((read.dataset().format.as_str(), read.dataset().rows), ("xlsx", 3));
    let expected = [
        ("zip", "VARCHAR"),
        ("n", "BIGINT"),
        ("price", "DOUBLE"),
        ("day", "DATE"),
        ("at", "TIMESTAMP"),
        ("time", "TIME"),
        ("ok", "BOOLEAN"),
        ("odd", "BIGINT"),
        ("sum", "BIGINT"),
        ("span", "VARCHAR"),
    ];
    assert_eq!(read.names().into_iter().zip(read.types()).collect::<Vec<_>>(), expected);
    for (sql, value) in [
        ("SELECT string_agg(zip, '|' ORDER BY n) FROM data", "00501|10001|a \"b\", c\nd"),
        ("SELECT sum(n) FROM data", "30000000003"),
        ("SELECT sum(price) FROM data", "1234.6"),
        ("SELECT string_agg(day, ' ' ORDER BY n) FROM data", "2024-01-31 2024-02-01 1900-01-01"),
        ("SELECT string_agg(\"at\", ' ' ORDER BY n) FROM data", "2024-01-31 10:30:15 2024-02-01 00:00:00"),
        ("SELECT max(time) FROM data", "23:59:59"),
        ("SELECT sum(odd) || ' ' || count(odd) FROM data", "12 2"),
        ("SELECT sum(sum) FROM data", "60000000006"),
        ("SELECT string_agg(span, ' ' ORDER BY n) FROM data", "26:30:00 01:30:00"),
    ] {
        assert_eq!(read.value(sql), value, "{sql}");
    }
    let notes = read.dataset().reading.notes.join("\n");
    for note in [
        "read from the sheet “Sales 2024”",
        "the workbook has further sheets: Empty, Hidden (hidden); --sheet NAME takes another one",
        "left out of the table: 2 empty rows above it, 2 empty columns left of it, 1 empty row inside it",
    ] {
        assert!(notes.contains(note), "{note}: {notes}");
    }
    assert_eq!(read.codes(), ["error_cells"]);
    assert!(
        read.loaded.warnings[0].1.ends_with("1 cell holds an error instead of a value and was read as missing: #N/A 1")
    );
}

#[test]
fn rows_of_the_sheet_are_counted_all_and_named() {
    let read = read("gaps.xlsx");
    let certificate = &read.dataset().certificate;
    let left: Vec<(&str, u64, &[u64])> =
        certificate.left_out.iter().map(|left| (left.kind.as_str(), left.count, left.lines.as_slice())).collect();
    let blank: &[u64] = &[1, 2, 4, 7, 10, 11, 14, 15, 16];
    // A cell of three lines stands above the gaps.
    assert_eq!(left, [("above_table", 1, [3].as_slice()), ("total", 1, &[13]), ("blank", 9, blank)]);
    assert_eq!((certificate.records, certificate.header_records, read.dataset().rows), (16, 1, 4));
    assert_eq!(read.value("SELECT sum(amount) FROM data"), "65");
    assert_eq!(
        read.loaded.warnings[1].1,
        "left out: 1 line of totals at the end (row 13) (--skip 1 reads every line below)"
    );
    let notes = read.dataset().reading.notes.join("\n");
    let empty = "2 empty rows above it, 4 empty rows inside it (rows 4, 7, 10, 11), 3 empty rows below it";
    assert!(notes.contains(empty), "{notes}");
    for (name, records) in [("book.xlsx", 7), ("sales.ods", 3), ("declared.xlsx", 1_048_576)] {
        let read = self::read(name);
        let left: u64 = read.dataset().certificate.left_out.iter().map(|left| left.count).sum();
        assert_eq!(read.dataset().certificate.records, records, "{name}");
        assert_eq!(read.dataset().certificate.records, read.dataset().rows + 1 + left, "{name}");
    }
}

#[test]
fn every_format_gives_the_same() {
    for (name, format) in [("sales.xls", "xls"), ("sales.ods", "ods"), ("sales.xlsb", "xlsb")] {
        let read = read(name);
        assert_eq!((read.dataset().format.as_str(), read.dataset().rows), (format, 2), "{name}");
        assert_eq!(&read.names()[..4], ["zip", "n", "price", "day"], "{name}");
        assert_eq!(&read.types()[..4], ["VARCHAR", "BIGINT", "DOUBLE", "DATE"], "{name}");
        assert_eq!(
            read.value("SELECT sum(n) || ' ' || sum(price) || ' ' || max(day) FROM data"),
            "3 1234.6 2024-02-01"
        );
        assert_eq!(read.value("SELECT min(zip) FROM data"), "00501", "{name}");
        let whole = fs::read(fixture(name)).unwrap();
        assert_eq!(open_bytes(whole).unwrap().dataset().format, format, "told by content");
    }
}

#[test]
fn currencies_that_cells_show_and_digits_that_they_lack_are_told() {
    let read = read("money.xlsx");
    assert_eq!((read.types(), read.codes()), (vec!["DOUBLE", "DOUBLE"], vec!["rounded", "mixed_currencies"]));
    assert!(
        read.loaded.warnings[1].1.starts_with("column B of the sheet shows its numbers in several currencies ($, €)")
    );
}

#[test]
fn zeros_that_cells_show_before_numbers_are_kept() {
    let read = read("zeros.xlsx");
    assert_eq!(read.types(), ["BIGINT", "VARCHAR"]);
    assert_eq!(read.value("SELECT string_agg(zip, ' ' ORDER BY id) FROM data"), "00501 02134 90210");
    assert!(read.dataset().reading.notes.iter().any(|note| note.starts_with("zeros that cells show before numbers")));
}

#[test]
fn a_sheet_is_named_or_counted() {
    for wanted in ["Hidden", "hidden", "2"] {
        let read = sheet("book.xlsx", wanted).unwrap();
        assert_eq!((read.names(), read.dataset().rows), (vec!["x", "y"], 1), "{wanted}");
    }
    let error = sheet("book.xlsx", "Nowhere").err().unwrap();
    assert_eq!(error.code(), "no_such_sheet");
    assert!(told(&error).ends_with(
        "has no sheet “Nowhere”; it has Empty, Hidden, Sales 2024; --sheet takes a name, or a number from 1"
    ));
    assert_eq!(sheet("book.xlsx", "Empty").err().unwrap().code(), "empty_file");
    assert_eq!(sheet("sales.csv.bz2", "1").err().unwrap().code(), "bad_option");
    assert_eq!(refused("blank.xlsx").code(), "empty_file");
}

#[test]
fn days_are_counted_from_the_year_that_the_workbook_says() {
    let read = read("epoch1904.xlsx");
    assert_eq!(read.value("SELECT min(day) || ' ' || max(day) FROM data"), "2000-02-29 2024-01-31");
}

#[test]
fn what_has_no_value_is_told() {
    let read = read("formulas.xlsx");
    assert_eq!(read.codes(), ["error_cells", "formulas_not_computed"]);
    assert!(read.loaded.warnings[1].1.starts_with("3 formulas have no stored value"), "{:?}", read.loaded.warnings);
    let notes = open("titled.xlsx").unwrap().dataset().reading.notes.join("\n");
    assert!(notes.contains("1 range of merged cells has its value in the first cell only"), "{notes}");
}

#[test]
fn a_strict_reading_takes_no_error_for_missing() {
    let options = ReadOptions { strict: true, ..ReadOptions::default() };
    let error = try_read(&[Source::Path(fixture("book.xlsx"))], &options).err().unwrap();
    assert_eq!(error.code(), "strict_read");
    assert!(told(&error).contains("#N/A 1"), "{}", told(&error));
}

#[test]
fn a_sheet_may_lie_about_its_size() {
    let read = read("declared.xlsx");
    assert_eq!((read.names(), read.dataset().rows), (vec!["a", "b"], 2));
    assert_eq!(read.value("SELECT sum(b) FROM data"), "5");
    assert!(read.dataset().reading.notes.join("\n").contains("1048573 empty rows inside it"));
    assert_eq!(refused("wide.xlsx").code(), "too_many_columns");
    // One cell that stands for seventeen thousand millions of them.
    assert_eq!(refused("bomb.ods").code(), "bad_workbook");
}

#[test]
fn locked_cut_and_damaged_workbooks_are_refused() {
    assert_eq!(refused("locked.xlsx").code(), "encrypted");
    for name in ["book.xlsx", "sales.xls", "sales.ods", "sales.xlsb"] {
        let whole = fs::read(fixture(name)).unwrap();
        for length in [whole.len() / 3, whole.len() / 2, whole.len() - 100] {
            if let Err(error) = open_bytes(&whole[..length]) {
                let codes = ["bad_workbook", "corrupt_compressed", "not_csv_binary", "empty_file"];
                assert!(codes.contains(&error.code()), "{name} {length}: {error}");
            }
        }
        for at in (0..whole.len()).step_by(97) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            // Whatever comes of it, it is an answer.
            let _ = open_bytes(&bytes);
        }
    }
}

#[test]
fn the_option_reaches_the_reader() {
    let folder = Folder::new().with_data("formats/book.xlsx");
    let ran = folder.run(&["ask", "book.xlsx", "SQL: select y from data", "--sheet", "Hidden", "-q", "-f", "ndjson"]);
    let events = ran.expect(0).events();
    assert_eq!(of(&events, "table")[0]["rows"], serde_json::json!([[2]]));
    let line = of(&events, "run_started")[0]["command_line"].as_str().unwrap().to_owned();
    assert!(line.contains("--sheet Hidden"), "{line}");
    assert_eq!(folder.scratch(), [""; 0]);
}

//! Reading files: what reaches a query is what stands in the file, or the reader says what does not.

use std::path::{Path, PathBuf};

use csvchat::data::{DataError, Loaded, Progress, ReadOptions, Scratch, Source, load};
use csvchat::event::{ColumnProfile, Dataset};
use csvchat::limits::{Interrupt, Limits};
use csvchat::table::Cell;
use duckdb::{AccessMode, Config, Connection};

/// A file that was read, and its database.
struct Read {
    loaded: Loaded,
    connection: Connection,
    _scratch: Scratch,
}

impl Read {
    fn dataset(&self) -> &Dataset {
        &self.loaded.datasets[0]
    }

    fn column(&self, name: &str) -> &ColumnProfile {
        self.dataset().columns.iter().find(|column| column.name == name).unwrap()
    }

    fn types(&self) -> Vec<&str> {
        self.dataset().columns.iter().map(|column| column.kind.as_str()).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.dataset().columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// The only value that the query gives, as text.
    fn value(&self, sql: &str) -> String {
        let sql = format!("SELECT CAST(({sql}) AS VARCHAR)");
        self.connection.query_row(&sql, [], |row| row.get::<_, Option<String>>(0)).unwrap().unwrap_or_default()
    }

    fn codes(&self) -> Vec<&str> {
        self.loaded.warnings.iter().map(|(code, _)| code.as_str()).collect()
    }
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases").join(name)
}

fn try_read(files: &[Source], options: &ReadOptions) -> Result<Read, DataError> {
    let scratch = Scratch::new()?;
    let limits = Limits::default();
    let loaded = load(files, options, &limits, &scratch, &Interrupt::new(), &Progress::default())?;
    let config = Config::default().access_mode(AccessMode::ReadOnly).unwrap();
    let connection = Connection::open_with_flags(&loaded.database, config).unwrap();
    Ok(Read { loaded, connection, _scratch: scratch })
}

fn read(name: &str) -> Read {
    try_read(&[Source::Path(case(name))], &ReadOptions::default()).unwrap()
}

fn read_text(text: &str) -> Read {
    try_read_text(text.as_bytes()).unwrap()
}

fn try_read_text(bytes: &[u8]) -> Result<Read, DataError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.csv");
    std::fs::write(&path, bytes).unwrap();
    try_read(&[Source::Path(path)], &ReadOptions::default())
}

fn refused(name: &str) -> DataError {
    match try_read(&[Source::Path(case(name))], &ReadOptions::default()) {
        Err(error) => error,
        Ok(read) => panic!("{name} was read: {:?}", read.dataset()),
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_name() {
    let read = read("utf8_bom.csv");
    assert_eq!(read.names(), ["id", "city", "amount"]);
    assert_eq!(read.types(), ["BIGINT", "VARCHAR", "DOUBLE"]);
    assert_eq!(read.value("SELECT sum(amount) FROM data"), "70.0");
    assert_eq!(read.value("SELECT city FROM data WHERE id = 5"), "Łódź");
    assert_eq!(read.dataset().reading.encoding, "utf-8 (BOM)");
}

#[test]
fn decimals_behind_the_sample_are_kept_and_told() {
    let read = read("decimal_after_20k.csv");
    assert_eq!(read.value("SELECT round(sum(price), 6) FROM data"), "102998.25");
    assert_eq!(read.dataset().rows, 20_600);
    let kept = &read.dataset().certificate.kept;
    assert_eq!((kept[0].suggested.as_str(), kept[0].kind.as_str(), kept[0].values), ("BIGINT", "DOUBLE", 2));
    assert_eq!(read.codes(), ["type_kept"]);
}

#[test]
fn large_numbers_keep_their_digits() {
    let read = read("big_ids.csv");
    assert_eq!(read.types()[0], "HUGEINT");
    assert_eq!(read.value("SELECT count(DISTINCT order_id) FROM data"), "8");
    let one = "SELECT count(*) FROM data WHERE CAST(order_id AS VARCHAR) = '12345678901234567891'";
    assert_eq!(read.value(one), "1");
    assert_eq!(read.column("order_id").distinct, Some(8));
}

#[test]
fn leading_zeros_stay() {
    let read = read("leading_zeros.csv");
    assert_eq!(read.types(), ["VARCHAR", "VARCHAR", "VARCHAR", "BIGINT"]);
    assert_eq!(read.value("SELECT zip FROM data WHERE n = 3"), "00501");
}

#[test]
fn numbers_that_are_not_finite_stay_out_of_the_figures() {
    let read = read("nonfinite.csv");
    let column = read.column("reading");
    assert_eq!((column.not_finite, column.nulls, column.mean), (Some(4), 1, Some(2.0)));
    assert_eq!((&column.min, &column.max), (&Cell::Float(1.5), &Cell::Float(2.5)));
    assert_eq!(column.histogram.iter().map(|bin| bin.count).sum::<u64>(), 2);
    assert_eq!(read.value("SELECT avg(reading) FROM data WHERE isfinite(reading)"), "2.0");
    let json = serde_json::to_string(read.dataset()).unwrap();
    assert!(!json.contains(":inf") && !json.contains(":NaN"), "{json}");
}

#[test]
fn words_for_missing_count_only_where_numbers_are_expected() {
    let markers = read("missing_markers.csv");
    assert_eq!(markers.types(), ["BIGINT", "BIGINT", "DOUBLE", "VARCHAR"]);
    assert_eq!(markers.value("SELECT sum(score) FROM data"), "45");
    assert_eq!(markers.column("score").nulls, 4);
    assert_eq!(markers.value("SELECT count(height) FROM data"), "4");
    let words = &markers.dataset().reading.missing_words;
    assert_eq!(words[0], ("score".to_owned(), ["NA", "null", "#N/A"].map(str::to_owned).to_vec()));
    let namibia = read("namibia.csv");
    assert_eq!(namibia.value("SELECT count(iso2) FROM data WHERE iso2 = 'NA'"), "1");
    assert_eq!(namibia.value("SELECT count(surname) FROM data"), "4");
    assert!(namibia.dataset().reading.missing_words.is_empty());
}

#[test]
fn yes_and_no_stay_words() {
    let read = read("booleans.csv");
    assert_eq!(read.types(), ["BIGINT", "VARCHAR", "VARCHAR", "BOOLEAN", "VARCHAR", "BIGINT"]);
    assert_eq!(read.value("SELECT count(*) FROM data WHERE active = 'Y'"), "3");
    assert_eq!(read.value("SELECT count(*) FROM data WHERE opt"), "2");
}

#[test]
fn one_day_beyond_twelve_settles_the_order_of_day_and_month() {
    let proven = read("dates_dmy.csv");
    assert_eq!(proven.types(), ["DATE", "BIGINT"]);
    assert_eq!(proven.value("SELECT sum(v) FROM data WHERE month(d) = 4"), "7");
    assert!(proven.codes().is_empty());
    let late = read("dmy_evidence_late.csv");
    assert_eq!(late.value("SELECT max(d) FROM data"), "2023-12-06");
    let open = read("dates_ambiguous.csv");
    assert_eq!(open.codes(), ["date_order_ambiguous"]);
    assert_eq!(open.value("SELECT sum(guests) FROM data WHERE month(booked) = 1"), "6");
}

#[test]
fn offsets_from_utc_are_honoured() {
    let read = read("timezones.csv");
    assert_eq!(read.types()[1], "TIMESTAMP");
    assert_eq!(read.value("SELECT count(DISTINCT \"at\") FROM data"), "2");
    assert_eq!(read.value("SELECT \"at\" FROM data WHERE event = 'a'"), "2024-03-31 00:30:00");
}

#[test]
fn a_file_may_have_many_columns() {
    let read = read("wide_1200.csv");
    assert_eq!((read.names().len(), read.dataset().rows), (1_200, 12));
    assert_eq!(read.value("SELECT sum(m_1199) FROM data"), "596");
    assert!(read.dataset().columns.iter().all(|column| column.distinct.is_some()));
}

#[test]
fn a_header_alone_is_a_table_without_rows() {
    let read = read("header_only.csv");
    assert_eq!((read.names(), read.dataset().rows), (vec!["id", "name", "amount"], 0));
    assert_eq!(read.value("SELECT count(*) FROM data"), "0");
    assert_eq!(read.column("amount").distinct, Some(0));
}

#[test]
fn headers_are_data() {
    let words = read("sql_words.csv");
    assert_eq!(words.value("SELECT sum(\"select\") FROM data WHERE \"group\" = 'a'"), "40");
    assert_eq!(words.value("SELECT sum(\"rowid\") FROM data"), "600");
    assert_eq!(words.names().last(), Some(&"*"));
    let quotes = read("quote_names.csv");
    let names = ["foo \"bar\"", "it's", "a`b", "x;y -- z", "c\\d", "'; DROP TABLE data; --", "%s {0} $1"];
    assert_eq!(quotes.names(), names);
    assert_eq!(quotes.value("SELECT sum(\"foo \"\"bar\"\"\") FROM data"), "11");
    assert_eq!(quotes.value("SELECT sum(\"'; DROP TABLE data; --\") FROM data"), "66");
}

#[test]
fn names_become_unique_and_tell_their_header() {
    let read = read("duplicate_headers.csv");
    assert_eq!(read.names(), ["id", "name", "Name_2", "NAME_3", "value", "value_2", "value_1"]);
    assert_eq!(read.column("NAME_3").header.as_deref(), Some("NAME"));
    assert_eq!(read.value("SELECT sum(value_2) FROM data"), "41");
}

#[test]
fn compressed_files_are_read_whole_or_not_at_all() {
    let read = read("plain.csv.gz");
    assert_eq!((read.value("SELECT sum(v) FROM data").as_str(), read.dataset().format.as_str()), ("60", "csv.gz"));
    assert_eq!(refused("truncated.csv.gz").code(), "corrupt_compressed");
}

#[test]
fn what_is_no_table_is_refused_by_its_reason() {
    for (name, code) in [
        ("empty.csv", "empty_file"),
        ("html_named.csv", "not_csv_html"),
        ("nul_bytes.csv", "nul_bytes"),
        ("one_bad_byte.csv", "encoding"),
        ("ragged.csv", "ragged_row"),
        ("width_grows.csv", "ragged_row"),
        ("one_pipe_one_extra_comma.csv", "ragged_row"),
        ("glob", "is_directory"),
        ("none.csv", "no_such_file"),
    ] {
        assert_eq!(refused(name).code(), code, "{name}");
    }
    for (text, code) in [
        ("\n \n\n", ""),
        ("\n\r\n\n", "empty_file"),
        ("\u{feff}", "empty_file"),
        ("[{\"a\": 1}]", "not_csv_json"),
        ("a,b\n1,\"x\n", "quote"),
        ("a,b\n1,\"x\"y\n", "quote"),
    ] {
        let found = try_read_text(text.as_bytes()).map_or_else(|error| error.code(), |_| "");
        assert_eq!(found, code, "{text:?}");
    }
}

#[test]
fn an_address_is_not_opened() {
    let error =
        try_read(&[Source::Path("https://example.invalid/a.csv".into())], &ReadOptions::default()).err().unwrap();
    assert_eq!(error.code(), "is_url");
}

#[test]
fn a_path_is_no_pattern() {
    let read = read("glob/sales[12].csv");
    assert_eq!(read.value("SELECT sum(v) FROM data"), "60");
    assert_eq!(read.value("SELECT sum(v) FROM sales_12"), "60");
    assert_eq!(read.dataset().alias.as_deref(), Some("sales_12"));
}

#[test]
fn line_ends_may_differ_and_stand_in_cells() {
    assert_eq!(read("mixed_eol.csv").value("SELECT sum(v) FROM data"), "210");
    let cells = read("multiline_cells.csv");
    assert_eq!(cells.value("SELECT sum(hours) FROM data"), "4.0");
    assert_eq!(
        cells.value("SELECT comment FROM data WHERE ticket = 101"),
        "first line\r\nsecond line, with comma\r\n\r\nafter a blank line"
    );
}

#[test]
fn a_header_is_told_from_data() {
    assert_eq!(read("year_headers.csv").value("SELECT sum(\"2023\") FROM data"), "37");
    let without = read("headerless.csv");
    assert_eq!((without.dataset().rows, without.dataset().reading.header), (4, false));
    let single = read("single_column_semicolon.csv");
    assert_eq!((single.names(), single.dataset().rows), (vec!["remark"], 6));
}

#[test]
fn short_rows_are_padded_and_told() {
    let read = read_text("a,b,c\n1,2,3\n4\n5,6\n7,8,9\n");
    assert_eq!(read.value("SELECT sum(a) FROM data"), "17");
    assert_eq!(read.value("SELECT sum(c) FROM data"), "12");
    assert_eq!(read.codes(), ["ragged_row"]);
    assert!(read.loaded.warnings[0].1.contains("lines 3, 4"), "{:?}", read.loaded.warnings);
}

#[test]
fn several_files_have_tables_of_their_own() {
    let files = [case("glob/sales1.csv"), case("glob/sales[12].csv"), case("namibia.csv")].map(Source::Path);
    let read = try_read(&files, &ReadOptions::default()).unwrap();
    let tables: Vec<(&str, Option<&str>)> =
        read.loaded.datasets.iter().map(|set| (set.table.as_str(), set.alias.as_deref())).collect();
    assert_eq!(tables, [("data", Some("sales1")), ("sales_12", None), ("namibia", None)]);
    assert_eq!(read.value("SELECT (SELECT sum(v) FROM sales1) + (SELECT sum(v) FROM sales_12)"), "15060");
}

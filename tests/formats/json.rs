//! JSON: NDJSON, arrays, and what hides in them.

use std::fmt::Write;

use csvchat::data::{ReadOptions, Source};

use super::{open_bytes, told};
use crate::reading::{Read, try_read};

fn json(text: &str) -> Read {
    open_bytes(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn numbers_that_json_has_no_word_for_are_read() {
    for (text, sum, missing) in [
        ("{\"a\":1,\"b\":NaN}\n{\"a\":2,\"b\":Infinity}\n{\"a\":3,\"b\":-Infinity}\n{\"a\":4,\"b\":2.5}\n", "2.5", "1"),
        ("[{\"b\": 2.5}, {\"b\": NaN, \"c\": [NaN, 1, -Infinity]}, {\"b\": null}, {\"b\": Infinity}]", "2.5", "2"),
        ("{\"rows\":[{\"b\":NaN},{\"b\":2.5}]}", "2.5", "1"),
    ] {
        let read = json(text);
        assert_eq!(read.column("b").kind, "DOUBLE", "{text}");
        assert_eq!(read.value("SELECT sum(b) FROM data WHERE isfinite(b)"), sum, "{text}");
        assert_eq!(read.value("SELECT count(*) FROM data WHERE b IS NULL"), missing, "{text}");
        let notes = read.dataset().reading.notes.join("\n");
        assert!(notes.contains("JSON has no such numbers: "), "{text}: {notes}");
        assert!(read.codes().is_empty(), "{text}: {:?}", read.codes());
    }
    let nested = json("[{\"c\": [NaN, 1, -Infinity], \"d\": \"a NaN\"}]");
    assert_eq!(nested.value("SELECT c || d FROM data"), "[null,1,\"-Infinity\"]a NaN");
    assert_eq!(json("[NaN, 1.5, 2]").value("SELECT sum(value) || ' ' || count(*) FROM data"), "3.5 3");
    let wide: Vec<u8> = "[{\"b\": NaN}, {\"b\": 1}]".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(open_bytes(wide).unwrap().value("SELECT sum(b) || ' ' || count(*) FROM data"), "1 2");
}

/// Code and words of what is said of a text that cannot be read.
fn refused(text: impl AsRef<[u8]>) -> (String, String) {
    let error = open_bytes(text).err().expect("it was read");
    (error.code().to_owned(), told(&error))
}

#[test]
fn rows_come_a_line_or_as_an_array() {
    for (text, format) in [
        ("{\"id\":1,\"v\":10}\n{\"id\":2,\"v\":50}\n", "ndjson"),
        ("{\"id\":1,\"v\":10}\r\n\r\n{\"id\":2,\"v\":50}", "ndjson"),
        ("\u{feff}{\"id\":1,\"v\":10}{\"id\":2,\n\"v\":50}", "ndjson"),
        ("[{\"id\":1,\"v\":10},{\"id\":2,\"v\":50}]", "json"),
        ("\u{feff} [ {\"id\" : 1, \"v\": 10} ,\n {\"id\":2,\"v\":50}\n]\n\n", "json"),
        ("{\"meta\":{\"n\":2},\"data\":[{\"id\":1,\"v\":10},{\"id\":2,\"v\":50}],\"next\":null}", "json"),
        ("[[\"id\",\"v\"],[1,10],[2,50]]", "json"),
        ("[\"id\",\"v\"]\n[1,10]\n[2,50]\n", "ndjson"),
        ("{\"columns\": \"x\", \"data\": [[\"id\",\"v\"],[1,10],[2,50]]}", "json"),
    ] {
        let read = json(text);
        assert_eq!(read.dataset().format, format, "{text}");
        assert_eq!(read.names(), ["id", "v"], "{text}");
        assert_eq!(read.types(), ["BIGINT", "BIGINT"], "{text}");
        assert_eq!(read.value("SELECT sum(v) FROM data"), "60", "{text}");
        assert_eq!(read.dataset().rows, 2, "{text}");
        assert_eq!(read.dataset().reading.delimiter, "", "{text}");
    }
}

#[test]
fn what_was_left_out_of_an_object_is_named() {
    let read = json("{\"meta\":{\"n\":[1]},\"items\" : [{\"id\":1}],\"next\":\"a\\\"]\"}");
    let notes = &read.dataset().reading.notes;
    assert_eq!(notes[0], "the rows are those of “items” in the JSON object");
    assert_eq!(notes[1], "what else the JSON object holds was left out: meta, next");
}

#[test]
fn objects_and_values_alone_are_rows() {
    let read = json("{\"name\": \"x\", \"sizes\": [1, 2], \"n\": 5}");
    assert_eq!((read.dataset().rows, read.value("SELECT sizes FROM data").as_str()), (1, "[1,2]"));
    let read = json("[3, 4, null, 5.5]");
    assert_eq!((read.names(), read.value("SELECT sum(value) FROM data")), (vec!["value"], "12.5".to_owned()));
    // Two arrays of rows: none is the table.
    let read = json("{\"a\": [{\"x\":1}], \"b\": [{\"y\":2}]}");
    assert_eq!((read.names(), read.dataset().rows), (vec!["a", "b"], 1));
}

#[test]
fn columns_are_all_names_in_order_of_appearance() {
    let mut text = String::new();
    for id in 0..3_000 {
        writeln!(text, "{{\"id\":{id},\"a\":1}}").unwrap();
    }
    text += "{\"late\":7,\"id\":3000}\n";
    let read = json(&text);
    assert_eq!(read.names(), ["id", "a", "late"]);
    assert_eq!(read.value("SELECT count(*) || ' ' || sum(late) || ' ' || count(a) FROM data"), "3001 7 3000");
    assert_eq!(read.codes(), Vec::<&str>::new());
}

#[test]
fn texts_stay_text_and_dates_become_dates() {
    let read = json(
        r#"[{"zip":"00501","code":"123","n":5,"day":"2024-01-31","at":"2024-01-31T10:00:00Z","mixed":1,"ok":true,"na":"NA"},
            {"zip":"10001","code":"456","n":6.50,"day":"2024-02-01","at":"2024-02-01T10:00:00Z","mixed":"2","ok":false,"na":7}]"#,
    );
    assert_eq!(read.types(), ["VARCHAR", "VARCHAR", "DOUBLE", "DATE", "TIMESTAMP", "VARCHAR", "BOOLEAN", "BIGINT"]);
    assert_eq!(read.value("SELECT zip || code || mixed FROM data WHERE n = 5"), "005011231");
    assert_eq!(read.value("SELECT count(na) FROM data"), "1");
}

#[test]
fn values_are_kept_as_they_are_written() {
    let read = json(
        r#"{"big":12345678901234567891,"small":0.1,"text":"a \"b\", c\nd\té \u00e9 \ud83d\ude00","nested":{ "k" : [1, {"x": "a  b"}] },"none":null,"empty":""}
           {"big":1,"small":2.5e-3,"text":" padded ","nested":[],"none":null,"empty":"x"}"#,
    );
    assert_eq!(read.value("SELECT big FROM data WHERE big > 1"), "12345678901234567891");
    assert_eq!(read.value("SELECT text FROM data WHERE big > 1"), "a \"b\", c\nd\té é 😀");
    assert_eq!(read.value("SELECT text FROM data WHERE big = 1"), " padded ");
    assert_eq!(read.value("SELECT nested FROM data WHERE big > 1"), "{\"k\":[1,{\"x\":\"a  b\"}]}");
    assert_eq!(read.value("SELECT small FROM data WHERE big = 1"), "0.0025");
    assert_eq!(read.value("SELECT count(none) || ' ' || count(empty) FROM data"), "0 1");
    let notes = &read.dataset().reading.notes;
    assert!(notes.contains(&"empty: 1 empty text was read as missing".to_owned()), "{notes:?}");
}

#[test]
fn what_is_lost_is_told() {
    let read = json("{\"a\":1,\"a\":2}\n{\"a\":3}\n");
    assert_eq!((read.value("SELECT sum(a) FROM data").as_str(), read.codes()), ("5", vec!["duplicate_keys"]));
    let read = json("{\"a\":\"x\\ud83d!\"}\n{\"a\":\"n\\u0000l\"}\n");
    assert_eq!(read.value("SELECT string_agg(a, ' ') FROM data"), "x\u{fffd}! n\u{fffd}l");
    assert_eq!(read.codes(), ["characters_replaced"]);
}

#[test]
fn names_may_be_anything() {
    let read = json(r#"[{"a,b":1,"":2,"say \"x\"":3,"A,B":4,"\n":5,"sep=;":6}]"#);
    assert_eq!(read.names(), ["a,b", "column2", "say \"x\"", "A,B_2", "column5", "sep=;"]);
    assert_eq!(read.value("SELECT \"sep=;\" + \"a,b\" FROM data"), "7");
    let read = json("[{\"sep=;\":\"\"},{\"sep=;\":\"x\"}]");
    assert_eq!((read.names(), read.dataset().rows), (vec!["sep=;"], 2));
    let read = json("[{},{\"\":1},{}]");
    assert_eq!((read.names(), read.dataset().rows), (vec!["column1"], 3));
}

#[test]
fn what_is_broken_is_named_by_line_and_column() {
    for (text, words) in [
        ("{\"a\":1}\n{\"a\":2,}\n{\"a\":3}\n", "line 2, column 8: "),
        ("{\"a\":1}\n{\"a\":\n{\"a\":3}\n", "line 4, column 0: EOF"),
        ("{\"a\":1}\n{\"a\":tru}\n", "line 2, column 9: "),
        ("{\"a\":1},\n{\"a\":2}\n", "line 1, column 8: “,” stands where a value should begin"),
        ("[{\"a\":1},\n {\"a\":2},]", "line 2, column 10: “]” stands where"),
        ("[{\"a\":1}\n {\"a\":2}]", "line 2, column 2: a comma or ] is missing"),
        ("[{\"a\":1},\n{\"a\":2}", "the file ends inside its array: it was cut off"),
        ("[{\"a\":1}] x", "text stands behind the end of the array"),
        ("{\"data\":[{\"a\":1},{\"a\":2}", "the file ends inside what is opened on line 1: it was cut off"),
        ("{\"a\":1}\n5\n", "line 2, column 1: a single value stands where the rows before are each an object"),
        ("[{\"a\":NaN},{\"a\":nan}]", "line 1, column 18: expected ident"),
    ] {
        let (code, told) = refused(text);
        assert_eq!(code, "bad_json", "{text}: {told}");
        assert!(told.contains(words), "{text}: {told}");
    }
    for (text, code) in [("[]", "empty_file"), ("[{},{}]", "empty_file")] {
        assert_eq!(refused(text).0, code, "{text}");
    }
    let foreign = open_bytes(b"{\"a\":\"x\xff\"}\n{\"a\":1}").unwrap();
    assert_eq!((foreign.names(), foreign.codes()), (vec!["a"], vec!["encoding"]));
    let wide: Vec<u8> = "[{\"a\": 1}]".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let read = open_bytes([&[0xff, 0xfe], wide.as_slice()].concat()).unwrap();
    assert_eq!((read.names(), read.value("SELECT a FROM data")), (vec!["a"], "1".to_owned()));
}

#[test]
fn hostile_files_end_soon() {
    let deep = format!("[{{\"a\":{}{}}}]", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(json(&deep).value("SELECT length(a) FROM data"), "200000");
    assert_eq!(refused("{\"a\":".repeat(100_000)).0, "bad_json");
    assert_eq!(refused(format!("{{\"a\":1}}\n{{\"a\":\"{}\"}}", "x".repeat(100_000_000))).0, "record_too_long");
    let wide: Vec<String> = (0..10_001).map(|number| format!("\"c{number}\":1")).collect();
    assert_eq!(refused(format!("[{{{}}}]", wide.join(","))).0, "too_many_columns");
    let wide = vec!["1"; 10_001].join(",");
    assert_eq!(refused(format!("[[{wide}]]")).0, "too_many_columns");
}

#[test]
fn reading_options_for_text_leave_json_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.json");
    std::fs::write(&path, "[{\"a\":1}]").unwrap();
    let options = ReadOptions { delimiter: Some(';'), header: Some(false), ..ReadOptions::default() };
    let read = try_read(&[Source::Path(path)], &options).unwrap();
    assert_eq!((read.names(), read.dataset().rows), (vec!["a"], 1));
}

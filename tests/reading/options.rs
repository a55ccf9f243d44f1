//! Options of reading: what they decide, what they bring back of what was decided otherwise, what a strict reading refuses.

use csvchat::data::{DataError, ReadOptions, Source};

use super::{Read, try_read};

fn read_with(text: &str, options: &ReadOptions) -> Result<Read, DataError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.csv");
    std::fs::write(&path, text).unwrap();
    try_read(&[Source::Path(path)], options)
}

fn typed(text: &str, column: &str, kind: &str) -> Result<Read, DataError> {
    let types = vec![(column.to_owned(), kind.to_owned())];
    read_with(text, &ReadOptions { types, ..ReadOptions::default() })
}

#[test]
fn whole_numbers_are_dates_and_times_and_truth_values_where_that_is_asked() {
    for (values, kind, name, first) in [
        ("20240131\n20240229\n\n", "date", "DATE", "2024-01-31"),
        ("1700000000\nNA\n1700000001\n", "timestamp", "TIMESTAMP", "2023-11-14 22:13:20"),
        ("1700000000123\n1700000000456\n", "timestamp", "TIMESTAMP", "2023-11-14 22:13:20.123"),
        ("1\n0\n1\n", "boolean", "BOOLEAN", "true"),
    ] {
        let rows = values.replace('\n', ",x\n");
        let read = typed(&format!("d,t\n{rows}"), "d", kind).unwrap();
        assert_eq!((read.types()[0], read.value("SELECT d FROM data LIMIT 1").as_str()), (name, first), "{kind}");
        let text = read.value("SELECT d FROM data_as_written LIMIT 1");
        assert_eq!(Some(text.as_str()), values.lines().next(), "{kind}");
        assert!(read.dataset().reading.notes.iter().any(|note| note.starts_with("d: ")), "{kind}");
    }
    for (values, kind) in [("20240131\n20240231\n", "date"), ("0\n2\n", "boolean"), ("0.5\n1\n", "timestamp")] {
        let error = typed(&format!("d\n{values}"), "d", kind).err().unwrap();
        assert_eq!(error.code(), "bad_option", "{kind}: {error}");
    }
}

#[test]
fn one_option_undoes_what_was_decided() {
    let skip = |lines| ReadOptions { skip: Some(lines), ..ReadOptions::default() };
    let delimiter = |character| ReadOptions { delimiter: Some(character), ..ReadOptions::default() };
    for (text, code, told, options, names, rows) in [
        ("a,b,c\n1,2,3\n4,5,6,7\n7,8,9\n", "ragged_row", "--skip 0", skip(0), vec!["a", "b", "c", "column4"], 3),
        ("id,x,n\n1,a,1\n2,b, c,2\n3,d,3\n", "ragged_row", "--skip 0", skip(0), vec!["id", "x", "n", "column4"], 3),
        (
            "T\n\nid,x,n\n1,a,1\n2,b, c,2\n3,d,3\n",
            "ragged_row",
            "--skip 2",
            skip(2),
            vec!["id", "x", "n", "column4"],
            3,
        ),
        ("k,v\na,1\nb,2\nSubtotal,3\nc,4\n", "lines_left_out", "--skip 0", skip(0), vec!["k", "v"], 4),
        ("id   v\n1    20\n22   3\n", "delimiter", "--delimiter", delimiter(','), vec!["id   v"], 2),
        ("\"a,b\"\n\"1,x\"\n\"2,y\"\n", "delimiter", "--delimiter", delimiter(';'), vec!["a,b"], 2),
        ("a,b\n1, x\n2, y\n", "delimiter", "--delimiter ','", delimiter(','), vec!["a", "b"], 2),
        ("x,y\n1,5,6\n2,7,8\n", "ragged_row", "--skip 0", skip(0), vec!["x", "y", "column3"], 2),
    ] {
        let plain = read_with(text, &ReadOptions::default()).unwrap();
        let warned = plain.loaded.warnings.iter().any(|(found, line)| found == code && line.contains(told));
        assert!(warned, "{text:?}: {:?}", plain.loaded.warnings);
        let read = read_with(text, &options).unwrap();
        assert_eq!((read.names(), read.dataset().rows), (names, rows), "{text:?}");
    }
    let kept = read_with("a,b\n1, x\n2, y\n", &delimiter(',')).unwrap();
    assert_eq!(kept.value("SELECT b FROM data WHERE a = 1"), " x");
    let number = typed("version,n\n3.1,1\n3.10,2\n", "version", "number").unwrap();
    assert_eq!(number.types(), ["DOUBLE", "BIGINT"]);
    let text = typed("size,n\n3.1,1\n3.10,2\n", "size", "text").unwrap();
    assert_eq!(text.value("SELECT count(DISTINCT size) FROM data"), "2");
}

#[test]
fn the_option_that_a_decision_names_undoes_it_and_nothing_else() {
    for (text, subject, option) in [
        ("t,v\n01/02/2024 10:00,1\n02/03/2024 11:00,2\n", "t", "--type 't=timestamp:mdy'"),
        ("t,v\n01/02/2024,1\n02/03/2024,2\n", "t", "--type 't=date:mdy'"),
        ("t,v\n13/04/2024,1\n02/03/2024,2\n", "t", "--type 't=text'"),
        ("t,v\n5 Jan 2024,1\n6 Feb 2024,2\n", "t", "--type 't=text'"),
        ("t,v\n2024-01-01T10:00:00+02:00,1\n2024-01-01T11:00:00+01:00,2\n", "t", "--type 't=text'"),
        ("t,v\nyes,1\nno,2\n", "t", "--type 't=text'"),
        ("t,v\nNA,1\n5,2\n", "t", "--type 't=text'"),
        ("t,v\n5-,1\n7,2\n8-,3\n", "t", "--type 't=number'"),
        ("t,v\n\" \",1\n5,2\n", "t", "--type 't=text'"),
        ("t,v\n2024-01-05,1\n2024-1-6,2\n", "t", "--type 't=text'"),
        ("t,v\n1E5,1\n2.5,2\n", "t", "--type 't=text'"),
        ("t,v\n1,'x'\n2,'y'\n3,'z'\n", "quote", "--quote '\"'"),
        ("t,v\n2024-01-05,1\n05.01.2024,2\n", "t", ""),
        ("t,v\n5 kg,1\n3 lb,2\n", "t", ""),
        ("t,v\n2024-01-01 10:00 CET,1\n2024-01-02 10:00 CET,2\n", "t", ""),
        ("t,v\n2024-02-30,1\n2024-01-02,2\n", "t", "--null '2024-02-30'"),
    ] {
        let plain = read_with(text, &ReadOptions::default()).unwrap();
        let decisions = &plain.dataset().certificate.decisions;
        let told = decisions.iter().find(|decision| decision.subject == subject).unwrap();
        assert_eq!(told.option, option, "{text:?}");
        let Some((column, kind)) =
            option.strip_prefix("--type '").and_then(|named| named.trim_end_matches('\'').split_once('='))
        else {
            continue;
        };
        let other = typed(text, column, kind).unwrap();
        let first = |read: &Read| read.value("SELECT t FROM data ORDER BY v LIMIT 1");
        assert!(other.types() != plain.types() || first(&other) != first(&plain), "{text:?}");
    }
    let text = "# c\nactive,price\nY,5\nY,6\nTotal,11\n";
    let told = read_with(text, &ReadOptions::default()).unwrap();
    let lines: Vec<&str> = told.loaded.warnings.iter().map(|(_, line)| line.as_str()).collect();
    assert!(lines.iter().any(|line| line.contains("totals") && line.contains("--skip 1 ")), "{lines:?}");
    let read = read_with(text, &ReadOptions { skip: Some(1), ..ReadOptions::default() }).unwrap();
    assert_eq!((read.names(), read.dataset().rows), (vec!["active", "price"], 3));
    let groups = read_with(",Sales,\nid,2023,2024\n1,5,6\n2,6,7\n", &ReadOptions::default()).unwrap();
    assert!(groups.dataset().reading.notes.iter().any(|note| note.contains("--skip 1 takes the lowest")));
}

#[test]
fn texts_that_are_other_than_their_values_are_told_and_kept() {
    for (text, how, kept) in [
        ("t,v\n\" \",1\n5,2\n", "nothing but spaces", " "),
        ("t,v\n 5,1\n7,2\n", "spaces around values", " 5"),
        ("t,v\n2024-1-5,1\n2024-01-06,2\n", "dates written otherwise", "2024-1-5"),
        ("t,v\n1E5,1\n2.5,2\n", "1E5 written out", "1E5"),
    ] {
        let read = read_with(text, &ReadOptions::default()).unwrap();
        let converted = &read.dataset().certificate.converted;
        assert!(matches!(converted.as_slice(), [one] if one.how.contains(how) && one.values == 1), "{converted:?}");
        assert_eq!(read.value("SELECT t FROM data_as_written ORDER BY v LIMIT 1"), kept);
    }
    let open = read_with("a,b,\n1,2,\n3,4,\n", &ReadOptions::default()).unwrap();
    assert!(open.dataset().reading.notes.iter().any(|note| note.starts_with("2 rows end with a delimiter")));
    let plain = read_with("a,b\n1, 2\n3, 4\n", &ReadOptions::default()).unwrap();
    assert!(plain.dataset().certificate.converted.is_empty());
    let zeros = typed("t,v\n00501,1\n12,2\n", "t", "integer").unwrap();
    assert_eq!(zeros.value("SELECT t FROM data_as_written LIMIT 1"), "00501");
    assert_eq!(zeros.dataset().certificate.converted.len(), 1);
    // Beyond the size up to which texts are kept for their own sake, those of all columns are where one's are.
    let rows = (0..900_000).map(|id| format!("{id},{id},{id}.5 kg\n")).collect::<Vec<_>>().concat();
    let large = read_with(&format!("id,v,w\n{rows}7,NA,8.5 kg\n"), &ReadOptions::default()).unwrap();
    let names: Vec<&str> = large.dataset().certificate.converted.iter().map(|one| one.column.as_str()).collect();
    assert_eq!(names, ["v", "w"]);
    assert_eq!(large.value("SELECT count(*) FROM data_as_written WHERE v = 'NA'"), "1");
}

#[test]
fn any_character_may_stand_between_fields_where_that_is_said() {
    let delimiter = |character| ReadOptions { delimiter: Some(character), ..ReadOptions::default() };
    for (text, character) in
        [("a¦b\n1¦2\n3¦4\n", '¦'), ("aþb\n1þ2\n3þ4\n", 'þ'), ("a\u{1}b\n1\u{1}2\n3\u{1}4\n", '\u{1}')]
    {
        let read = read_with(text, &delimiter(character)).unwrap();
        assert_eq!((read.names(), read.value("SELECT sum(a) FROM data").as_str()), (vec!["a", "b"], "4"), "{text:?}");
    }
    assert_eq!(read_with("a\n1\n", &delimiter('é')).err().unwrap().code(), "bad_option");
    for character in ['!', '/', '#', '=', ' '] {
        let text = format!("a{character}b\n1{character}2\n3{character}4\n");
        let told = read_with(&text, &ReadOptions::default()).unwrap();
        assert_eq!(told.codes(), ["delimiter"], "{text:?}");
        assert_eq!(read_with(&text, &delimiter(character)).unwrap().names(), ["a", "b"]);
    }
    for text in [
        "day\n1/2/2024\n2/2/2024\n",
        "mail\nann@x.org\nbob@x.org\n",
        "d/m/y\n1/2/2024\n3/4/2024\n",
        "a b\nMain 5\nHigh 7\n",
    ] {
        let read = read_with(text, &ReadOptions::default()).unwrap();
        assert!(!read.codes().contains(&"delimiter"), "{text:?}");
    }
}

#[test]
fn options_for_what_a_file_does_not_have_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.ndjson");
    std::fs::write(&path, b"{\"a\":\"Z\xfcrich\"}\n{\"a\":\"K\xf6ln\"}\n").unwrap();
    for (encoding, told) in
        [(None, vec!["option_unused", "encoding"]), (Some("latin1".to_owned()), vec!["option_unused"])]
    {
        let options = ReadOptions { encoding, delimiter: Some(';'), ..ReadOptions::default() };
        let read = try_read(&[Source::Path(path.clone())], &options).unwrap();
        assert_eq!((read.value("SELECT min(a) FROM data").as_str(), read.codes()), ("Köln", told));
        assert_eq!(read.dataset().reading.encoding, "windows-1252");
        assert_eq!(read.dataset().certificate.header_records, 0);
    }
    let object = folder.path().join("x.json");
    std::fs::write(&object, "{\"meta\":{\"n\":1},\"data\":[{\"a\":1},{\"a\":2}]}").unwrap();
    let read = try_read(&[Source::Path(object.clone())], &ReadOptions::default()).unwrap();
    let left: Vec<(&str, u64)> =
        read.dataset().certificate.left_out.iter().map(|left| (left.kind.as_str(), left.count)).collect();
    assert_eq!(left, [("members", 1)]);
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    assert_eq!(try_read(&[Source::Path(object)], &strict).err().unwrap().code(), "strict_read");
}

#[test]
fn files_that_make_one_table_have_a_hash_each() {
    let folder = tempfile::tempdir().unwrap();
    let sources: Vec<Source> = ["a.csv", "b.csv"].map(|name| Source::Path(folder.path().join(name))).to_vec();
    for (name, text) in [("a.csv", "v\n1\n"), ("b.csv", "v\n2\n3\n")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let read = try_read(&sources, &ReadOptions { union: true, ..ReadOptions::default() }).unwrap();
    let certificate = &read.dataset().certificate;
    let lengths: Vec<usize> = certificate.files.iter().map(|file| file.sha256.len()).collect();
    assert_eq!((certificate.sha256.len(), lengths), (64, vec![64, 64]));
    assert!(read_with("v\n1\n", &ReadOptions::default()).unwrap().dataset().certificate.files.is_empty());
}

#[test]
fn line_ends_of_three_kinds_are_read() {
    let read = read_with("a,b\r\n1,2\n3,4\r5,6\r\n", &ReadOptions::default()).unwrap();
    assert_eq!((read.dataset().rows, read.value("SELECT sum(b) FROM data").as_str()), (3, "12"));
}

#[test]
fn a_strict_reading_refuses_whatever_was_not_read_as_it_stands() {
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    for (text, said) in [
        ("a,b,c\n1,2,3\n1,2\n", "too few fields (line 3)"),
        ("id,x,n\n1,a,1\n2,b, c,2\n3,d,3\n", "were joined (line 3)"),
        ("a,b,c\n1,\"x,2\n3,y,4\n", "quotes that do not fit (line 2)"),
        ("k,v\na,1\nb,2\nSubtotal,3\nc,4\n", "totals among the rows (line 4)"),
        ("a,b\n1, x\n2, y\n", "spaces around the fields"),
        ("a,b\n1,x\0\n2,y\n", "replaced byte (line 2)"),
    ] {
        let error = read_with(text, &strict).err().unwrap();
        assert_eq!(error.code(), "strict_read", "{text:?}");
        assert!(error.to_string().contains(said), "{error}");
    }
    assert!(read_with("a,b\n1,x\n2,\n", &strict).is_ok());
    assert!(read_with("a||b\n1||x\n2||y\n", &strict).is_ok());
}

#[test]
fn what_a_named_type_loses_is_counted_and_found_again() {
    let text = "k,v,w,u\na,1,001,5\nb,x,002,+6\n\nc,3,010,7\n\"d\ne\",n/a,4, 8\ne,,5,9\nf, ,6,1E3\n";
    let types =
        [("v", "integer"), ("w", "integer"), ("u", "number")].map(|(name, kind)| (name.to_owned(), kind.to_owned()));
    let read = read_with(text, &ReadOptions { types: types.to_vec(), ..ReadOptions::default() }).unwrap();
    let converted: Vec<(&str, u64, &[u64])> = read
        .dataset()
        .certificate
        .converted
        .iter()
        .map(|one| (one.column.as_str(), one.values, one.lines.as_slice()))
        .collect();
    assert_eq!(converted, [("v", 3, [3, 6, 9].as_slice()), ("w", 3, &[2, 3, 5]), ("u", 3, &[3, 6, 9])]);
    assert_eq!(read.value("SELECT sum(v) || ' ' || sum(w) || ' ' || count(v) FROM data"), "4 28 2");
    // Nothing is named where nothing was asked for, and where nothing is lost.
    let plain = read_with("k,v\na,1\nb,n/a\nc,3\n", &ReadOptions::default()).unwrap();
    assert!(plain.dataset().certificate.converted.iter().all(|one| one.lines.is_empty()));
    let comma = ReadOptions { types: vec![("v".to_owned(), "number:,".to_owned())], ..ReadOptions::default() };
    let read = read_with("k;v\na;1.000,5\nb;x\nc;0,5\nd;7\n", &comma).unwrap();
    let one = &read.dataset().certificate.converted[0];
    assert_eq!((one.how.as_str(), one.values), ("numbers with decimal comma; x read as missing", 3));
    assert_eq!(one.lines, [2, 3, 4]);
}

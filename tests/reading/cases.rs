//! What a query finds is what stands in the file.

use super::{read, read_text, try_read};
use csvchat::data::{ReadOptions, Source};

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
fn yes_and_no_are_truth_values_where_nothing_else_is_there() {
    let read = read("booleans.csv");
    assert_eq!(read.types(), ["BIGINT", "BOOLEAN", "BOOLEAN", "BOOLEAN", "VARCHAR", "BIGINT"]);
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
    let beside_weekdays = read("dates_ambiguous.csv");
    assert!(beside_weekdays.codes().is_empty());
    assert_eq!(beside_weekdays.value("SELECT sum(guests) FROM data WHERE month(booked) = 1"), "6");
    let open = read_text("d,v\n01/02/2024,1\n03/04/2024,2\n");
    assert_eq!(open.codes(), ["date_order_ambiguous"]);
    assert_eq!(open.value("SELECT max(d) FROM data"), "2024-04-03");
}

#[test]
fn offsets_from_utc_are_honoured() {
    let read = read("timezones.csv");
    assert_eq!(read.types()[1], "TIMESTAMP");
    assert_eq!(read.value("SELECT count(DISTINCT \"at\") FROM data"), "2");
    assert_eq!(read.value("SELECT \"at\" FROM data WHERE event = 'a'"), "2024-03-31 00:30:00");
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

/// The error of a load that is interrupted once `when` says so of the bytes read.

#[test]
fn later_values_never_change() {
    let sample = |value: &str| format!("x,k\n{}", format!("{value},1\n").repeat(20_500));
    for (first, later, kind, stored) in [
        ("5", "00501", "VARCHAR", "00501"),
        ("5", "50000.75", "DOUBLE", "50000.75"),
        ("5", "99999999999999999999", "HUGEINT", "99999999999999999999"),
        ("5", "1_000", "VARCHAR", "1_000"),
        ("5", "0x1F", "VARCHAR", "0x1F"),
        ("1.5", "50000.7512345678901234", "DECIMAL(21,16)", "50000.7512345678901234"),
        ("2024-01-01", "2024-01-02 09:30", "TIMESTAMP", "2024-01-02 09:30:00"),
        ("2024-01-01 10:00:00", "2024-01-01 10:00:00+02:00", "VARCHAR", "2024-01-01 10:00:00+02:00"),
        ("true", "yes", "VARCHAR", "yes"),
        ("10:00:00", "24:00:00", "VARCHAR", "24:00:00"),
    ] {
        let read = read_text(&format!("{}{later},2\n", sample(first)));
        assert_eq!(read.types()[0], kind, "{later}");
        assert_eq!(
            read.value("SELECT CAST(x AS VARCHAR) FROM data WHERE k = 2").trim_end_matches('0'),
            stored.trim_end_matches('0'),
            "{later}"
        );
        assert_eq!(read.codes(), ["type_kept"], "{later}");
        assert_eq!(read.dataset().certificate.kept[0].example, later);
    }
}

#[test]
fn options_decide_what_is_not_detected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.csv");
    std::fs::write(&path, "1^'x^y'\n2^z\n").unwrap();
    let options =
        ReadOptions { delimiter: Some('^'), quote: Some('\''), header: Some(false), ..ReadOptions::default() };
    let read = try_read(&[Source::Path(path.clone())], &options).unwrap();
    assert_eq!((read.names(), read.dataset().rows), (vec!["column1", "column2"], 2));
    assert_eq!(read.value("SELECT column2 FROM data WHERE column1 = 1"), "x^y");
    let options = ReadOptions { header: Some(true), quote: Some('\0'), ..options };
    std::fs::write(&path, "1^\"x\n2^\"z\"\n").unwrap();
    let read = try_read(&[Source::Path(path.clone())], &options).unwrap();
    assert_eq!((read.names(), read.dataset().rows), (vec!["1", "\"x"], 1));
    let options = ReadOptions { delimiter: Some('é'), ..options };
    assert_eq!(try_read(&[Source::Path(path)], &options).err().unwrap().code(), "bad_option");
}

#[test]
fn categories_that_differ_only_in_case_or_spaces_are_told_and_kept_apart() {
    let read = read_text("id,city\n1,Lund\n2,lund\n3,Lund \n4,Ystad\n");
    assert_eq!(read.codes(), ["category_variants"]);
    assert_eq!(read.value("SELECT count(DISTINCT city) FROM data"), "4");
    assert!(read_text("id,city\n1,Lund\n2,Ystad\n").codes().is_empty());
}

#[test]
fn a_slip_that_makes_a_column_text_is_told() {
    let numbers: Vec<String> = (0..40).map(|number| format!("{number},x\n")).collect();
    let numbers = numbers.concat();
    let read = read_text(&format!("n,t\n{numbers}about 5,x\n1,x\n"));
    assert_eq!((read.types()[0], read.codes()), ("VARCHAR", vec!["almost_typed"]));
    assert!(read.loaded.warnings[0].1.contains("about 5"), "{:?}", read.loaded.warnings);
    let mixed: Vec<String> = (0..40).map(|number| format!("{number},x\nitem {number},x\n")).collect();
    let mixed = mixed.concat();
    assert!(read_text(&format!("n,t\n{mixed}")).codes().is_empty());
}

#[test]
fn very_long_cells_are_read() {
    let long = "x".repeat(5_000_000);
    let read = read_text(&format!("id,text\n1,{long}\n2,\"a\n{long}\"\n"));
    assert_eq!(read.value("SELECT sum(length(text)) FROM data"), "10000002");
    assert_eq!(read.column("text").text_length.unwrap().max, 5_000_002);
    assert!(read.column("text").top.iter().all(|top| top.value.to_string().chars().count() <= 81));
}

#[test]
fn numbers_in_other_styles_are_numbers_and_the_texts_stay() {
    for (text, kind, sum, how) in [
        ("a,b\nx,\"1,234\"\ny,\"98,765\"\nz,12\n", "BIGINT", "100011", "separators of thousands taken out"),
        ("a;b\nx;1.234,56\ny;45,04\n", "DOUBLE", "1279.6", "numbers with decimal comma"),
        ("a;b;c\nx;1.000;0,5\ny;250;1,25\n", "BIGINT", "1250", "numbers with decimal comma"),
        ("a,b\nx,($5.50)\ny,$7.25\nz,-$1\n", "DOUBLE", "0.75", "numbers with $ taken off"),
        ("a;b\nx;12,5 %\ny;8 %\n", "DOUBLE", "20.5", "numbers with % taken off, decimal comma"),
        ("a,b\nx,12 kg\ny,7 kg\n", "BIGINT", "19", "numbers with kg taken off"),
        ("a,b\nx,1 234\ny,\u{2212}1\u{a0}000\nz,3-\n", "BIGINT", "231", "separators of thousands taken out"),
        ("a,b\nx,\"12,34,567\"\ny,\"1,00,000\"\n", "BIGINT", "1334567", "separators of thousands taken out"),
        (
            "a,b\nx,\"1,234,567,890,123.25\"\ny,\"0.0625\"\n",
            "DECIMAL(17,4)",
            "1234567890123.3125",
            "separators of thousands taken out",
        ),
    ] {
        let read = read_text(text);
        assert_eq!(read.column("b").kind, kind, "{text}");
        assert_eq!(read.value("SELECT sum(b) FROM data"), sum, "{text}");
        let converted = &read.dataset().certificate.converted[0];
        assert_eq!((converted.column.as_str(), converted.how.as_str()), ("b", how), "{text}");
        let first = text.lines().nth(1).unwrap().split_once([',', ';']).unwrap().1.trim_matches('"');
        let first = first.split(';').next().unwrap();
        assert_eq!(read.value("SELECT first(b) FROM data_as_written"), first, "{text}");
        assert_eq!(read.value("SELECT first(a) FROM data_as_written"), "x", "{text}");
    }
}

#[test]
fn every_value_that_is_another_than_its_text_is_counted() {
    for (text, how, values, example) in [
        ("a;b\nx;12,5\ny;1.000\nz;7\nw;2.500\n", "numbers with decimal comma", 3, "12,5"),
        ("a,b\nx,12:30 AM\ny,12:30 PM\nz,1:05 PM\n", "AM and PM read as halves of the day", 3, "12:30 AM"),
    ] {
        let read = read_text(text);
        let converted = &read.dataset().certificate.converted[0];
        let told = (converted.how.as_str(), converted.values, converted.example.as_str());
        assert_eq!(told, (how, values, example), "{text}");
    }
}

#[test]
fn numbers_that_can_be_read_in_two_ways_are_told() {
    for (text, kind, sum) in [
        ("a;b\nx;1.000\ny;250\n", "DOUBLE", "251.0"),
        ("a,b\nx,3.500\ny,250\n", "DOUBLE", "253.5"),
        ("a;b\nx;1,234\ny;2,500\n", "DOUBLE", "3.734"),
        ("a,b\nx,$5\ny,€6\n", "VARCHAR", ""),
        ("a,b\nx,5 kg\ny,6 g\n", "VARCHAR", ""),
        ("a;b\nx;1,5\ny;1.5\n", "VARCHAR", ""),
    ] {
        let read = read_text(text);
        assert_eq!(read.column("b").kind, kind, "{text}");
        let told = read.loaded.warnings.iter().any(|(code, line)| code == "number_style" && line.starts_with("b: "));
        assert!(told, "{text}: {:?}", read.loaded.warnings);
        if !sum.is_empty() {
            assert_eq!(read.value("SELECT sum(b) FROM data"), sum, "{text}");
        }
    }
    for plain in
        ["a,b\nx,0.125\ny,12.500\n", "a,b\nx,1.5\ny,2.25\n", "a,b\nx,note 1\ny,1.234\n", "a;b\nx;1.25\ny;0.125\n"]
    {
        assert!(!read_text(plain).codes().contains(&"number_style"), "{plain}");
    }
}

#[test]
fn a_line_for_spreadsheets_is_no_data() {
    let read = read_text("sep=;\r\nname;value\r\nalpha;1.5\r\nbeta;2.25\r\n");
    assert_eq!((read.names(), read.dataset().rows), (vec!["name", "value"], 2));
    assert_eq!(read.value("SELECT sum(value) FROM data"), "3.75");
    assert!(read.dataset().reading.notes.iter().any(|note| note.contains("delimiter")));
}

#[test]
fn a_title_above_the_table_is_left_out_and_told() {
    for (text, lines) in [
        ("Monthly report,,,\nPeriod: May,,,\n,,,\ndate,shop,item,amount\n2024-04-02,Lund,tea,1\n", vec![1, 2, 3]),
        ("Report,\nname,note\nx,y\n", vec![1]),
    ] {
        let read = read_text(text);
        assert!(read.codes().contains(&"lines_left_out"), "{text}");
        let left = &read.dataset().certificate.left_out;
        assert_eq!((left[0].kind.as_str(), &left[0].lines), ("above_table", &lines), "{text}");
        assert_eq!(read.dataset().rows, 1, "{text}");
    }
    for (text, names) in
        [(",a\n0,5\n1,6\n", vec!["column1", "a"]), ("1,,x\n2,3,y\n", vec!["column1", "column2", "column3"])]
    {
        let read = read_text(text);
        assert_eq!(read.names(), names, "{text}");
        assert!(read.codes().is_empty(), "{text}: {:?}", read.codes());
    }
}

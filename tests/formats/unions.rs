//! Several files as one table.

use csvchat::data::{DataError, ReadOptions, Source};
use csvchat::event::FileLines;

use super::fixture;
use crate::reading::{Read, try_read};
use crate::support::program::{Folder, of};

/// Files of these contents as one table.
fn union(files: &[(&str, &str)]) -> Result<Read, DataError> {
    let folder = tempfile::tempdir().unwrap();
    let paths = files.iter().map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        Source::Path(path)
    });
    let paths: Vec<Source> = paths.collect();
    try_read(&paths, &ReadOptions { union: true, ..ReadOptions::default() })
}

#[test]
fn columns_are_matched_by_name() {
    let read = union(&[("jan.csv", "id,v\n1,10\n2,20\n"), ("feb.csv", "V,id,note\n30,3,x\n")]).unwrap();
    assert_eq!(read.loaded.datasets.len(), 1);
    let set = read.dataset();
    assert_eq!((set.table.as_str(), set.rows, set.name.as_str()), ("data", 3, "jan.csv and 1 more"));
    assert_eq!(read.names(), ["source_file", "id", "v", "note"]);
    assert_eq!(read.types(), ["VARCHAR", "BIGINT", "BIGINT", "VARCHAR"]);
    assert_eq!(
        read.value("SELECT string_agg(source_file || id || '=' || v, ' ' ORDER BY id) FROM data"),
        "jan.csv1=10 jan.csv2=20 feb.csv3=30"
    );
    assert_eq!((read.column("note").nulls, read.value("SELECT count(note) FROM data").as_str()), (2, "1"));
    assert_eq!(read.codes(), ["union_columns"]);
    assert_eq!(read.loaded.warnings[0].1, "note: missing in jan.csv, where there is no such column");
    let tables = "SELECT string_agg(table_name, ' ') FROM information_schema.tables";
    assert_eq!(read.value(tables), "data");
}

#[test]
fn types_keep_the_values_of_every_file() {
    let read = union(&[
        ("a.csv", "whole,mixed,day,none,code\n1,1.50,2024-01-31,,7\n2,2.25,2024-02-01,,8\n"),
        ("b.csv", "whole,mixed,day,none,code\n1.5,x,2024-01-31 10:00,5,07\n2,y,2024-02-01 11:30,6,08\n"),
    ])
    .unwrap();
    assert_eq!(read.types(), ["VARCHAR", "DOUBLE", "VARCHAR", "TIMESTAMP", "BIGINT", "VARCHAR"]);
    // A text is what stands in the file, not a number that was written again.
    assert_eq!(read.value("SELECT string_agg(mixed, ' ' ORDER BY mixed) FROM data"), "1.50 2.25 x y");
    assert_eq!(read.value("SELECT sum(whole) FROM data"), "6.5");
    assert_eq!(read.value("SELECT string_agg(code, ' ' ORDER BY code) FROM data"), "07 08 7 8");
    assert_eq!(read.codes(), ["union_types", "union_types"]);
}

#[test]
fn lines_are_those_of_the_file_in_which_they_stand() {
    let files = [
        ("a.csv", "k,v\n1,2\n\n3\n4,5,6\n7,8\nTotal,15\n"),
        ("b.csv", "k,v\n1,1\n2,2\n"),
        ("c.csv", "k,v\n\n\n4\n6,5\n"),
    ];
    let read = union(&files).unwrap();
    let certificate = &read.dataset().certificate;
    let told = |files: &[FileLines]| -> Vec<(String, u64, Vec<u64>)> {
        let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
        files.iter().map(|file| (name(&file.path), file.count, file.lines.clone())).collect()
    };
    let of = |name: &str, lines: &[u64]| (name.to_owned(), lines.len() as u64, lines.to_vec());
    assert_eq!((certificate.padded.count, certificate.padded.lines.len()), (2, 0));
    assert_eq!(told(&certificate.padded.files), [of("a.csv", &[4]), of("c.csv", &[4])]);
    assert_eq!(told(&certificate.cut.files), [of("a.csv", &[5])]);
    let left: Vec<_> =
        certificate.left_out.iter().map(|left| (left.kind.as_str(), left.count, told(&left.files))).collect();
    assert_eq!(
        left,
        [("blank", 3, vec![of("a.csv", &[3]), of("c.csv", &[2, 3])]), ("total", 1, vec![of("a.csv", &[7])])]
    );
    let decided = certificate.decisions.iter().find(|decision| decision.decided.contains("totals")).unwrap();
    assert!(decided.subject.ends_with("a.csv: lines left out"), "{}", decided.subject);
}

#[test]
fn large_whole_numbers_do_not_become_floats() {
    let read = union(&[("a.csv", "id\n9007199254740993\n"), ("b.csv", "id\n0.5\n")]).unwrap();
    assert_eq!(read.value("SELECT string_agg(id, ' ' ORDER BY id) FROM data"), "0.5 9007199254740993");
}

#[test]
fn files_of_one_name_are_told_apart_by_their_paths() {
    let read = union(&[("x/data.csv", "v\n1\n"), ("y/data.csv", "v\n2\n")]).unwrap();
    assert!(read.value("SELECT source_file FROM data WHERE v = 1").ends_with("x/data.csv"));
    assert!(read.value("SELECT source_file FROM data WHERE v = 2").ends_with("y/data.csv"));
}

#[test]
fn a_column_of_that_name_keeps_its_values() {
    let read = union(&[("a.csv", "source_file,v\nz,1\n"), ("b.csv", "source_file,v\nw,2\n")]).unwrap();
    assert_eq!(read.names(), ["source_file", "source_file_2", "v"]);
    assert_eq!(
        read.value("SELECT string_agg(source_file || source_file_2, ' ' ORDER BY v) FROM data"),
        "a.csvz b.csvw"
    );
}

#[test]
fn texts_of_converted_numbers_stay_in_reach() {
    let read = union(&[("a.csv", "p,n\n\"$1,200\",1\n$5,2\n"), ("b.csv", "p,n\n7,3\n8,4\n")]).unwrap();
    assert_eq!(read.value("SELECT sum(p) FROM data"), "1220");
    assert_eq!(read.value("SELECT string_agg(p, ' ' ORDER BY n) FROM data_as_written"), "$1,200 $5 7 8");
}

#[test]
fn numbers_of_different_units_stay_text() {
    for (first, second) in [("12%", "0.12"), ("5 kg", "600 g"), ("€5", "$6"), ("5 km", "7")] {
        let files = [("a.csv", format!("id,v\n1,{first}\n")), ("b.csv", format!("id,v\n2,{second}\n"))];
        let read = union(&[(files[0].0, &files[0].1), (files[1].0, &files[1].1)]).unwrap();
        assert_eq!((read.types()[2], read.codes()), ("VARCHAR", vec!["union_types"]), "{first} {second}");
        assert_eq!(read.value("SELECT string_agg(v, ' ' ORDER BY id) FROM data"), format!("{first} {second}"));
    }
    let read = union(&[("a.csv", "id,v\n1,12%\n"), ("b.csv", "id,v\n2,\n3,15%\n")]).unwrap();
    assert_eq!((read.types()[2], read.codes()), ("BIGINT", vec![]));
}

#[test]
fn formats_may_differ() {
    let files = ["sales.csv.zst", "groups.parquet"].map(|name| Source::Path(fixture(name)));
    let read = try_read(&files, &ReadOptions { union: true, ..ReadOptions::default() }).unwrap();
    assert_eq!(read.value("SELECT count(*) || ' ' || sum(v) FROM data"), "3003 4498560");
    assert_eq!(read.names(), ["source_file", "id", "city", "v", "s"]);
    let types =
        ReadOptions { union: true, types: vec![("nowhere".to_owned(), "text".to_owned())], ..ReadOptions::default() };
    assert_eq!(try_read(&files, &types).err().unwrap().code(), "bad_option");
}

#[test]
fn the_option_reaches_the_reader() {
    let folder = Folder::new().with("a.csv", "v\n1\n").with("b.csv", "v\n2\n");
    let query = "SQL: select source_file, v from data order by v";
    let ran = folder.run(&["ask", "a.csv", "b.csv", query, "--union", "-q", "-f", "ndjson"]).expect(0);
    let events = ran.events();
    assert_eq!(of(&events, "table")[0]["rows"], serde_json::json!([["a.csv", 1], ["b.csv", 2]]));
    assert!(of(&events, "run_started")[0]["command_line"].as_str().unwrap().contains("--union"));
    assert_eq!(of(&events, "dataset").len(), 1);
}

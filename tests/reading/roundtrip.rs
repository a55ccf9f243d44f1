//! Whatever stands in cells, written by the rules of RFC 4180, comes back.

use super::{Read, try_read};
use csvchat::data::{ReadOptions, Source};
use proptest::prelude::*;

/// A record as text; fields that need quotes get them, others only where `always` says so.
fn record(cells: &[String], always: bool) -> String {
    let fields: Vec<String> = cells
        .iter()
        .map(|cell| {
            if always || cell.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        })
        .collect();
    fields.join(",")
}

fn load(rows: &[Vec<String>], always: bool, end: &str, every: bool) -> Read {
    let header: Vec<String> = (0..rows[0].len()).map(|number| format!("c{number}")).collect();
    let mut text = record(&header, always) + end;
    for row in rows {
        text += &record(row, always);
        text += end;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.csv");
    std::fs::write(&path, text).unwrap();
    let skip = every.then_some(0);
    let options = ReadOptions { delimiter: Some(','), header: Some(true), skip, ..ReadOptions::default() };
    try_read(&[Source::Path(path)], &options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn texts_come_back(
        rows in (2_usize..5).prop_flat_map(|width| {
            proptest::collection::vec(proptest::collection::vec("[a-c0-9 ,;\"'\n\r\t|.é+-]{0,6}", width), 1..6)
        }),
        always in any::<bool>(),
        end in prop_oneof![Just("\n"), Just("\r\n")],
        every in any::<bool>(),
    ) {
        let read = load(&rows, always, end, every);
        let certificate = &read.dataset().certificate;
        let left: u64 = certificate.left_out.iter().map(|left| left.count).sum();
        prop_assert_eq!(certificate.records, rows.len() as u64 + 1, "{:?}", rows);
        prop_assert_eq!(read.dataset().rows + left, rows.len() as u64, "{:?}", rows);
        if left > 0 {
            // Random texts may look like a total or another table; never where every line is to be read.
            prop_assert!(!every, "{:?}", rows);
            return Ok(());
        }
        for (index, column) in read.dataset().columns.iter().enumerate() {
            if column.kind != "VARCHAR" {
                continue;
            }
            let sql = format!("SELECT \"{}\" FROM data", column.name);
            let mut statement = read.connection.prepare(&sql).unwrap();
            let found = statement.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
            let found: Vec<String> = found.map(|cell| cell.unwrap().unwrap_or_default()).collect();
            let written: Vec<String> = rows.iter().map(|row| row[index].clone()).collect();
            prop_assert_eq!(found, written, "{:?}", rows);
        }
    }
}

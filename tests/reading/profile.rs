//! What is told of a column.

use std::fmt::Write;

use super::{read, read_text};
use csvchat::data::{Progress, ReadOptions, Scratch, Source, load};
use csvchat::event::Dataset;
use csvchat::limits::{Interrupt, Limits};
use csvchat::table::Cell;

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
fn a_file_may_have_many_columns() {
    let read = read("wide_1200.csv");
    assert_eq!((read.names().len(), read.dataset().rows), (1_200, 12));
    assert_eq!(read.value("SELECT sum(m_1199) FROM data"), "596");
    assert!(read.dataset().columns.iter().all(|column| column.distinct.is_some()));
}

#[test]
fn the_profile_is_the_same_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.csv");
    let mut text = String::from("a,b,c,d\n");
    for row in 0_u32..300_000 {
        let mixed = row.wrapping_mul(2_654_435_761);
        let (whole, rest) = (mixed % 1_000, mixed % 97);
        writeln!(text, "{whole}.{rest},{mixed},name {},2024-01-{:02}", mixed % 60_000, mixed % 28 + 1).unwrap();
    }
    std::fs::write(&path, text).unwrap();
    let datasets: Vec<Vec<Dataset>> = [1, 2, 7]
        .into_iter()
        .map(|threads| {
            let scratch = Scratch::new().unwrap();
            let limits = Limits { threads: Some(threads), ..Limits::default() };
            let files = [Source::Path(path.clone())];
            let (interrupt, progress) = (Interrupt::new(), Progress::default());
            load(&files, &ReadOptions::default(), &limits, &scratch, &interrupt, &progress).unwrap().datasets
        })
        .collect();
    assert_eq!(datasets[0], datasets[1]);
    assert_eq!(datasets[0], datasets[2]);
}

#[test]
fn a_profile_holds_what_sql_computes() {
    let read = read_text("n,t,d\n1,a,2024-01-01\n2,a,2024-01-31\n3,bb,2024-01-11\n10,,\n,a,2024-01-11\n");
    let number = read.column("n");
    assert_eq!((number.nulls, number.distinct, number.mean), (1, Some(4), Some(4.0)));
    assert_eq!(number.sd, Some(4.082_482_904_64));
    let quantiles = number.quantiles.unwrap();
    assert_eq!((quantiles.p25, quantiles.p50, quantiles.p75), (1.75, 2.5, 4.75));
    assert_eq!((&number.min, &number.max), (&Cell::Int(1), &Cell::Int(10)));
    assert_eq!(number.histogram.len(), 20);
    assert_eq!(number.histogram.iter().map(|bin| bin.count).sum::<u64>(), 4);
    assert_eq!((number.histogram[0].count, number.histogram[19].count), (1, 1));
    let text = read.column("t");
    assert_eq!((text.top[0].value.as_text(), text.top[0].count), (Some("a"), 3));
    let length = text.text_length.unwrap();
    assert_eq!((length.min, length.mean, length.max), (1, 1.25, 2));
    let date = read.column("d");
    assert_eq!(date.histogram[0].from.as_text(), Some("2024-01-01"));
    assert_eq!(date.histogram.last().unwrap().to.as_text(), Some("2024-01-31"));
    assert_eq!(date.histogram.iter().map(|bin| bin.count).sum::<u64>(), 4);
    assert_eq!(date.distinct, Some(3));
}

#[test]
fn huge_numbers_have_no_moments_but_everything_else() {
    let read = read_text("x,y\n1e308,1\n-1e308,2\n1.7e308,3\n");
    assert_eq!(read.column("y").mean, Some(2.0));
    assert_eq!(read.column("x").sd, None);
    assert_eq!(read.column("x").max, Cell::Float(1.7e308));
}

#[test]
fn a_small_memory_limit_is_kept_or_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.csv");
    let mut text = String::from("id,text\n");
    for id in 0..400_000 {
        writeln!(text, "{id},some text that nothing can make any smaller {:x}", id * 7_919_u64).unwrap();
    }
    std::fs::write(&path, &text).unwrap();
    let scratch = Scratch::new().unwrap();
    let limits = Limits { memory_bytes: 60_000_000, threads: Some(2), ..Limits::default() };
    let (interrupt, progress) = (Interrupt::new(), Progress::default());
    let files = [Source::Path(path)];
    let loaded = load(&files, &ReadOptions::default(), &limits, &scratch, &interrupt, &progress).unwrap();
    let column = &loaded.datasets[0].columns[1];
    assert_eq!((column.distinct, column.distinct_approximate), (Some(400_000), false));
    assert_eq!(progress.counter().load(std::sync::atomic::Ordering::Relaxed), text.len() as u64);
    let limits = Limits { memory_bytes: 20_000_000, ..limits };
    let scratch = Scratch::new().unwrap();
    let error = load(&files, &ReadOptions::default(), &limits, &scratch, &interrupt, &progress).unwrap_err();
    assert_eq!(error.code(), "out_of_memory");
}

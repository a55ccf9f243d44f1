//! Files that are not what they seem, and readings that must stop.

use std::fmt::Write;
use std::path::Path;

use super::{case, read, read_text, refused, try_read, try_read_text};
use csvchat::data::{DataError, Progress, ReadOptions, Scratch, Source, load};
use csvchat::limits::{Interrupt, Limits};

#[test]
fn compressed_files_are_read_whole_or_not_at_all() {
    let read = read("plain.csv.gz");
    assert_eq!((read.value("SELECT sum(v) FROM data").as_str(), read.dataset().format.as_str()), ("60", "csv.gz"));
    assert_eq!(refused("truncated.csv.gz").code(), "corrupt_compressed");
}

#[test]
fn what_stands_behind_compressed_files_is_told() {
    let whole = std::fs::read(case("plain.csv.gz")).unwrap();
    let with = |more: &[u8]| try_read_text(&[&whole, more].concat()).unwrap();
    for (more, note) in
        [(&[0; 512][..], "512 zero bytes behind the end"), (&[0], "1 zero byte behind the end"), (&[], "")]
    {
        let read = with(more);
        assert_eq!((read.value("SELECT sum(v) FROM data").as_str(), read.codes()), ("60", vec![]));
        assert!(read.dataset().reading.notes.iter().any(|one| one.contains(note)) || note.is_empty());
    }
    for more in [b"odd".as_slice(), b"\0\0odd", b"\x1f"] {
        let read = with(more);
        assert_eq!((read.value("SELECT sum(v) FROM data").as_str(), read.codes()), ("60", vec!["trailing_bytes"]));
        let told = format!("{} byte", more.len());
        assert!(read.loaded.warnings[0].1.starts_with(&told), "{:?}", read.loaded.warnings);
    }
    // Another member, whole, cut, or with zeros behind it; and one member a row.
    assert_eq!(with(&whole).dataset().rows, 6);
    assert_eq!(with(&[whole.as_slice(), &[0; 7]].concat()).dataset().rows, 6);
    for length in [2, 12, whole.len() - 1] {
        let error = try_read_text(&[&whole, &whole[..length]].concat()).err().unwrap();
        assert_eq!(error.code(), "corrupt_compressed", "{length}");
    }
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.gz");
    std::fs::write(&path, [&whole, b"odd".as_slice()].concat()).unwrap();
    assert_eq!(try_read(&[Source::Path(path)], &strict).err().unwrap().code(), "strict_read");
}

#[test]
fn what_is_no_table_is_refused_by_its_reason() {
    for (name, code) in [
        ("empty.csv", "empty_file"),
        ("html_named.csv", "not_csv_html"),
        ("glob", "is_directory"),
        ("none.csv", "no_such_file"),
    ] {
        assert_eq!(refused(name).code(), code, "{name}");
    }
    for (text, code) in
        [("\n \n\n", "empty_file"), ("\n\r\n\n", "empty_file"), ("\u{feff}", "empty_file"), ("[{\"a\": 1}", "bad_json")]
    {
        let found = try_read_text(text.as_bytes()).map_or_else(|error| error.code(), |_| "");
        assert_eq!(found, code, "{text:?}");
    }
}

#[test]
fn an_address_is_not_opened() {
    let error = try_read(&[Source::Path("s3://example/a.csv".into())], &ReadOptions::default()).err().unwrap();
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

#[test]
fn a_pipe_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("in.csv");
    make_pipe(&pipe);
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, "id,v\n1,10\n2,50\n").unwrap()
    });
    let read = try_read(&[Source::Path(pipe)], &ReadOptions::default()).unwrap();
    writer.join().unwrap();
    assert_eq!(read.value("SELECT sum(v) FROM data"), "60");
}

#[test]
fn a_pipe_that_nobody_writes_can_be_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("in.csv");
    make_pipe(&pipe);
    assert!(matches!(interrupted(&pipe, |_| true), DataError::Interrupted));
}

#[test]
fn loading_stops_when_a_signal_comes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.csv");
    let mut text = String::from("id,text\n");
    for id in 0..400_000 {
        writeln!(text, "{id},some text that makes the file large {id}").unwrap();
    }
    std::fs::write(&path, &text).unwrap();
    let size = text.len() as u64;
    // Early while the file is surveyed, and late, when DuckDB has it.
    assert!(matches!(interrupted(&path, |bytes| bytes > 0), DataError::Interrupted));
    assert!(matches!(interrupted(&path, |bytes| bytes >= size), DataError::Interrupted));
}

fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

fn interrupted(path: &Path, when: impl Fn(u64) -> bool + Send + Sync) -> DataError {
    let scratch = Scratch::new().unwrap();
    let (interrupt, progress, limits) = (Interrupt::new(), Progress::default(), Limits::default());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !when(progress.counter().load(std::sync::atomic::Ordering::Relaxed)) {
                std::thread::yield_now();
            }
            interrupt.set(2);
        });
        let files = [Source::Path(path.to_owned())];
        load(&files, &ReadOptions::default(), &limits, &scratch, &interrupt, &progress).unwrap_err()
    })
}

#[test]
fn a_scratch_folder_may_have_any_name() {
    // The program's own folder is made below TMPDIR, which only a process of its own can have otherwise.
    let parent = tempfile::tempdir().unwrap();
    let odd = parent.path().join("a[b]c*=1 'x'");
    std::fs::create_dir(&odd).unwrap();
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "reading::cases::a_byte_order_mark_is_no_part_of_a_name"])
        .env("TMPDIR", &odd)
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
}

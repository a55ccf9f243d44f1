//! What must hold when pictures cannot be written, or the program ends while it writes them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use resvg::tiny_skia::Pixmap;
use serde_json::json;

use super::{CSV, QUESTION, names, one_chart, pictures, several_charts, target};
use crate::support::loudly;
use crate::support::program::{Folder, script};

#[test]
fn what_stands_in_the_place_of_the_folder_stays() {
    let folder = one_chart().with("file.md", "old").with("file_files", "mine").with("link.md", "old");
    fs::create_dir(folder.path("elsewhere")).unwrap();
    symlink("elsewhere", folder.path("link_files")).unwrap();
    symlink("nowhere", folder.path("lost_files")).unwrap();
    for (report, is) in [("file.md", "a file"), ("link.md", "a link"), ("lost.md", "a link")] {
        for arguments in [&["render", "run.ndjson"][..], &["ask", "a.csv", QUESTION, "-q"]] {
            let ran = folder.run(&[arguments, &["-o", report]].concat()).expect(2);
            let place = report.replace(".md", "_files");
            let told =
                format!("the pictures of {report} have no place: {place} is {is}, not a directory [output_pictures]");
            assert!(ran.stderr.contains(&told) && ran.stderr.contains("--plots inline"), "{}", ran.stderr);
        }
    }
    assert_eq!((folder.read("file.md"), folder.read("link.md")), ("old".to_owned(), "old".to_owned()));
    assert_eq!(folder.read("file_files"), "mine");
    assert!(names(&folder.path("elsewhere")).is_empty() && !folder.has("lost.md"));
    // Without files there is nothing in the way.
    for plots in ["none", "inline"] {
        folder.run(&["render", "run.ndjson", "-o", "file.md", "--plots", plots]).expect(0);
    }
    assert_eq!(folder.read("file_files"), "mine");
}

#[test]
fn a_name_that_is_taken_leaves_everything_as_it_was() {
    let (folder, _) = several_charts();
    fs::write(folder.path("r.md"), "old").unwrap();
    fs::create_dir_all(folder.path("r_files/plot-2.svg")).unwrap();
    fs::write(folder.path("r_files/plot-1.svg"), "old").unwrap();
    let ran = folder.run(&["render", "run.ndjson", "-o", "r.md"]).expect(1);
    assert!(ran.stderr.contains("r_files/plot-2.svg could not be written: "), "{}", ran.stderr);
    assert_eq!((folder.read("r.md"), folder.read("r_files/plot-1.svg")), ("old".to_owned(), "old".to_owned()));
    assert_eq!(names(&folder.path("r_files")), ["plot-1.svg", "plot-2.svg"]);
    assert_eq!(folder.names(), ["r.md", "r_files", "run.ndjson", "sales.csv"]);
}

/// A file system of so many KB at `disk`, for as long as the value lives.
struct Disk<'a>(&'a Folder);

impl<'a> Disk<'a> {
    fn mount(folder: &'a Folder, size: &str) -> Option<Self> {
        fs::create_dir(folder.path("disk")).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(folder.path("disk"));
        mount.output().is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        Command::new("umount").arg(self.0.path("disk")).status().unwrap();
    }
}

#[test]
fn a_full_disk_leaves_the_old_report_and_its_pictures() {
    let (folder, _) = several_charts();
    // Room for the report, not for all of its pictures.
    let Some(disk) = Disk::mount(&folder, "96k") else {
        loudly("a full disk, which takes the right to mount a file system");
        return;
    };
    fs::create_dir(folder.path("disk/r_files")).unwrap();
    fs::write(folder.path("disk/r.md"), "old").unwrap();
    fs::write(folder.path("disk/r_files/plot-1.png"), "old").unwrap();
    let ran = folder.run(&["render", "run.ndjson", "-o", "disk/r.md", "--plots", "png"]).expect(1);
    assert!(ran.stderr.contains("could not be written: no space left"), "{}", ran.stderr);
    assert_eq!(
        (folder.read("disk/r.md"), folder.read("disk/r_files/plot-1.png")),
        ("old".to_owned(), "old".to_owned())
    );
    assert_eq!(names(&folder.path("disk/r_files")), ["plot-1.png"]);
    // A folder that was made for them goes again.
    let ran = folder.run(&["render", "run.ndjson", "-o", "disk/new/", "--plots", "png"]).expect(1);
    assert!(ran.stderr.contains("disk/new/plot-"), "{}", ran.stderr);
    assert_eq!(names(&folder.path("disk")), ["r.md", "r_files"]);
    drop(disk);
}

#[test]
fn a_folder_that_may_not_be_written_is_known_before_any_work() {
    let folder = one_chart();
    let files = folder.path("r_files");
    fs::create_dir(&files).unwrap();
    fs::set_permissions(&files, fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(files.join("probe"), "").is_ok() {
        loudly("a folder without the right to write, which nothing is for root");
        return;
    }
    let ran = folder.run(&["render", "run.ndjson", "-o", "r.md"]).expect(2);
    assert!(ran.stderr.contains("r_files cannot be written"), "{}", ran.stderr);
    assert!(!folder.has("r.md"));
}

#[test]
fn a_failed_run_writes_what_it_found_with_its_pictures() {
    let folder = Folder::new().with("a.csv", CSV).with("r.md", "old");
    fs::create_dir(folder.path("r_files")).unwrap();
    fs::write(folder.path("r_files/plot-1.svg"), "old").unwrap();
    let spec = json!({
        "data": {"values": [{"region": "North", "amount": 40}, {"region": "South", "amount": 20}]},
        "mark": "bar",
        "encoding": {"y": {"field": "region", "type": "nominal"}, "x": {"field": "amount", "type": "quantitative"}}
    });
    let calls = vec![
        ("sql_query", json!({"query": "select region, sum(amount) amount from data group by 1", "description": "d"})),
        ("create_plot", json!({"title": "North leads", "vega_lite_spec": spec})),
    ];
    // The saved run ends before the model does.
    fs::write(folder.path("run.ndjson"), script(&[("", calls)])).unwrap();
    let ran = folder.run(&["ask", "a.csv", "?", "-m", "replay/run.ndjson", "-o", "r.md"]).expect(7);
    assert!(ran.stderr.contains("what was found is in r.partial.md"), "{}", ran.stderr);
    assert_eq!((folder.read("r.md"), folder.read("r_files/plot-1.svg")), ("old".to_owned(), "old".to_owned()));
    let shown = pictures(&folder.read("r.partial.md"));
    assert_eq!(shown.iter().map(|(address, _)| address.as_str()).collect::<Vec<_>>(), ["r.partial_files/plot-1.svg"]);
    assert!(target(&folder.path(""), &shown[0].0).is_file());
    assert_eq!(names(&folder.path("r_files")), ["plot-1.svg"]);
}

#[test]
fn a_killed_run_leaves_no_half_picture() {
    let (folder, charts) = several_charts();
    for wait in 0..10 {
        let mut child = folder
            .command(&["render", "run.ndjson", "-o", "r.md", "-o", "plots/", "--plots", "png"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait * wait * 25));
        let _ = child.kill();
        child.wait().unwrap();
        for place in ["r_files", "plots"].map(|name| folder.path(name)).iter().filter(|place| place.is_dir()) {
            for name in names(place).iter().filter(|name| name.starts_with("plot-")) {
                assert!(Pixmap::load_png(place.join(name)).is_ok(), "{name} after {wait}");
            }
        }
        if folder.has("r.md") {
            for (address, _) in pictures(&folder.read("r.md")) {
                assert!(target(&folder.path(""), &address).is_file(), "{address}");
            }
        }
    }
    folder.run(&["render", "run.ndjson", "-o", "r.md", "--plots", "png"]).expect(0);
    let whole = names(&folder.path("r_files")).iter().filter(|name| name.starts_with("plot-")).count();
    assert_eq!(whole, charts);
}

#[test]
fn a_signal_ends_rendering_in_order() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = one_chart().with("r.md", "old");
        let pipe = folder.path("pipe.ndjson");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut child =
            folder.command(&["render", "pipe.ndjson", "-o", "r.md"]).stderr(Stdio::piped()).spawn().unwrap();
        // Opens once the program reads; the run never comes.
        let writer = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(200));
        let run = folder.read("run.ndjson");
        let _ = std::io::Write::write_all(&mut &writer, run.as_bytes());
        drop(writer);
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(folder.read("r.md"), "old");
        assert_eq!(folder.names(), ["a.csv", "pipe.ndjson", "r.md", "run.ndjson"]);
    }
}

//! `render` into a folder: all charts of a run as pictures that stand alone.

use std::fs;
use std::os::unix::fs::symlink;

use super::{CSV, change, names, one_chart, several_charts};
use crate::support::program::Folder;

#[test]
fn all_charts_of_a_run_go_to_a_folder() {
    let (folder, charts) = several_charts();
    let ran = folder.run(&["render", "run.ndjson", "-o", "plots/"]).expect(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr), ("", format!("csvchat: {charts} pictures are in plots/\n")));
    let expected = |kind: &str| (1..=charts).map(|number| format!("plot-{number}.{kind}")).collect::<Vec<_>>();
    assert_eq!(names(&folder.path("plots")), expected("svg"));
    // What was there stays, but for pictures of the same names.
    fs::write(folder.path("plots/plot-99.svg"), "mine").unwrap();
    fs::write(folder.path("plots/plot-1.svg"), "old").unwrap();
    let ran = folder.run(&["render", "run.ndjson", "-o", "plots", "-o", "r.html", "-q"]).expect(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    assert_eq!(folder.read("plots/plot-99.svg"), "mine");
    assert!(folder.read("plots/plot-1.svg").starts_with("<svg") && folder.has("r.html"));
    symlink("pixels", folder.path("link")).unwrap();
    fs::create_dir(folder.path("pixels")).unwrap();
    folder.run(&["render", "run.ndjson", "-o", "link", "--plots", "png"]).expect(0);
    assert_eq!(names(&folder.path("pixels")), expected("png"));
}

#[test]
fn a_picture_alone_says_what_it_shows() {
    let folder = one_chart();
    change(&folder, |plot| {
        plot["title"] = "North & South, <2024>".into();
        plot["note"] = "Sum of amount.".into();
    });
    folder.run(&["render", "changed.ndjson", "-o", "plots/", "-o", "r.md"]).expect(0);
    let alone = folder.read("plots/plot-1.svg");
    assert!(
        alone.contains(">North &amp; South, &lt;2024&gt;</text>") && alone.contains(">Sum of amount.</text>"),
        "{alone}"
    );
    // In a report the heading says so.
    assert!(!folder.read("r_files/plot-1.svg").contains("&lt;2024&gt;</text>"));
    assert!(folder.read("r_files/plot-1.svg").contains("<title id=\"title\">North &amp; South, &lt;2024&gt;</title>"));
}

#[test]
fn folders_that_cannot_be_are_refused_before_any_work() {
    let folder = one_chart().with("file", "old");
    fs::create_dir(folder.path("dir")).unwrap();
    for (arguments, code, word) in [
        (&["render", "run.ndjson", "-o", "new/", "--plots", "none"][..], "output_plots", "--plots svg or png"),
        (&["render", "run.ndjson", "-o", "dir", "--plots", "inline"], "output_plots", "--plots inline"),
        (&["render", "run.ndjson", "-o", "none/new/"], "output_no_directory", "there is no directory none"),
        (&["render", "run.ndjson", "-o", "file/"], "output_unwritable", "file/"),
        (&["render", "run.ndjson", "-o", "dir", "-o", "./dir/"], "output_duplicate", "./dir/"),
        (&["analyze", "a.csv", "-o", "dir"], "output_is_directory", "csvchat render RUN.ndjson -o DIRECTORY/"),
        (&["ask", "a.csv", "?", "-o", "new/"], "output_is_directory", "csvchat render RUN.ndjson -o DIRECTORY/"),
        (&["replay", "run.ndjson", "-o", "new/"], "output_is_directory", "csvchat render RUN.ndjson -o DIRECTORY/"),
    ] {
        let ran = folder.run(arguments).expect(2);
        assert!(ran.stderr.contains(&format!("[{code}]")) && ran.stderr.contains(word), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    assert_eq!(folder.names(), ["a.csv", "dir", "file", "run.ndjson"]);
    assert!(names(&folder.path("dir")).is_empty());
}

#[test]
fn a_run_without_pictures_is_told() {
    let folder = one_chart();
    change(&folder, |plot| {
        plot.as_object_mut().unwrap().remove("svg");
    });
    let ran = folder.run(&["render", "changed.ndjson", "-o", "plots/"]).expect(3);
    assert!(ran.stderr.contains("the run holds no picture of chart 1 [no_pictures]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("csvchat replay"), "{}", ran.stderr);
    assert!(!folder.has("plots"));
    // A report shows the data instead, and says why.
    let ran = folder.run(&["render", "changed.ndjson", "-o", "r.md"]).expect(0);
    assert_eq!(ran.stderr, "csvchat: warning: the run holds no picture of chart 1\n");
    assert!(folder.read("r.md").contains("```vega-lite") && !folder.has("r_files"));
    let without = Folder::new().with("a.csv", CSV);
    without.run(&["ask", "a.csv", "SQL: select 1 one", "-o", "run.ndjson"]).expect(0);
    let ran = without.run(&["render", "run.ndjson", "-o", "plots/"]).expect(0);
    assert_eq!(ran.stderr, "csvchat: the run holds no chart; nothing was written to plots/\n");
    assert!(!without.has("plots"));
}

#[test]
fn an_input_or_another_output_is_never_replaced() {
    let folder = one_chart();
    fs::create_dir(folder.path("plots")).unwrap();
    fs::copy(folder.path("run.ndjson"), folder.path("plots/plot-1.svg")).unwrap();
    let ran = folder.run(&["render", "plots/plot-1.svg", "-o", "plots"]).expect(1);
    assert!(ran.stderr.contains("plots/plot-1.svg could not be written"), "{}", ran.stderr);
    assert_eq!(folder.read("plots/plot-1.svg"), folder.read("run.ndjson"));
    assert_eq!(names(&folder.path("plots")), ["plot-1.svg"]);
}

//! Reports with pictures: which files there are, and that every link leads to one.

use std::fs;
use std::os::unix::fs::symlink;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use csvchat::render::{Format, Plots, Surface, ndjson, render_to_string};

use crate::support::program::Folder;

use super::{names, one_chart, pictures, several_charts, target};

#[test]
fn every_link_leads_to_a_picture() {
    let (folder, charts) = several_charts();
    every_link_leads(&folder, charts, "report.md", "report_files");
    let folder = one_chart();
    for (report, files) in [
        ("my report (1) [x].md", "my report (1) [x]_files"),
        ("größe & 100%.md", "größe & 100%_files"),
        ("a:b'c\"<d>.md", "a:b'c\"<d>_files"),
        ("report.markdown", "report.markdown_files"),
        ("plain", "plain_files"),
    ] {
        every_link_leads(&folder, 1, report, files);
    }
}

fn every_link_leads(folder: &Folder, charts: usize, report: &str, files: &str) {
    for kind in ["svg", "png"] {
        folder.run(&["render", "run.ndjson", "-f", "md", "-o", report, "--plots", kind]).expect(0);
        let markdown = folder.read(report);
        let shown = pictures(&markdown);
        assert_eq!(shown.len(), charts, "{report}");
        for (number, (address, alternative)) in (1..).zip(&shown) {
            let file = target(&folder.path(""), address);
            assert_eq!(file, folder.path(files).join(format!("plot-{number}.{kind}")));
            assert!(file.is_file(), "{address}");
            assert!(alternative.split_whitespace().count() > 5, "{alternative}");
        }
        assert!(!markdown.contains("```vega-lite"), "a picture and its specification");
        // The pictures of the other kind are gone.
        assert_eq!(names(&folder.path(files)).len(), charts, "{report}");
    }
}

#[test]
fn the_run_and_its_rendering_give_the_same_pictures() {
    let folder = Folder::new().with_data("sales.csv");
    for kind in ["svg", "png"] {
        let report = format!("{kind}.md");
        folder
            .run(&["analyze", "sales.csv", "-m", "builtin", "-o", &report, "-o", "run.ndjson", "--plots", kind, "-q"])
            .expect(0);
        fs::create_dir(folder.path(&format!("{kind}-again"))).unwrap();
        folder.run(&["render", "run.ndjson", "-o", &format!("{kind}-again/{report}"), "--plots", kind]).expect(0);
        let files = names(&folder.path(&format!("{kind}_files")));
        assert!(files.len() > 2);
        assert_eq!(files, names(&folder.path(&format!("{kind}-again/{kind}_files"))));
        let same =
            |one: String, other: String| fs::read(folder.path(&one)).unwrap() == fs::read(folder.path(&other)).unwrap();
        assert!(same(report.clone(), format!("{kind}-again/{report}")), "{report}");
        for file in files {
            let name = format!("{kind}_files/{file}");
            assert!(same(name.clone(), format!("{kind}-again/{name}")), "{name}");
        }
    }
}

#[test]
fn pictures_of_an_earlier_run_go_and_files_of_the_user_stay() {
    let folder = one_chart();
    let files = folder.path("report_files");
    fs::create_dir(&files).unwrap();
    for name in ["plot-1.svg", "plot-7.svg", "plot-2.png", "notes.md", "plot-x.svg", "plot-03.svg", "my-plot-7.svg"] {
        fs::write(files.join(name), "old").unwrap();
    }
    fs::create_dir(files.join("plot-9.svg")).unwrap();
    symlink("notes.md", files.join("plot-8.svg")).unwrap();
    // The last report showed two of them; the user put the third there.
    fs::write(folder.path("report.md"), "![a](report_files/plot-1.svg) ![b](report_files/plot-7.svg)").unwrap();
    folder.run(&["render", "run.ndjson", "-o", "report.md"]).expect(0);
    let left = [
        "my-plot-7.svg",
        "notes.md",
        "plot-03.svg",
        "plot-1.svg",
        "plot-2.png",
        "plot-8.svg",
        "plot-9.svg",
        "plot-x.svg",
    ];
    assert_eq!(names(&files), left);
    assert_eq!(fs::read_to_string(files.join("notes.md")).unwrap(), "old");
    assert!(fs::read_to_string(files.join("plot-1.svg")).unwrap().starts_with("<svg"));
    // A run without charts leaves none, and a folder that was only for them goes too.
    let without = Folder::new().with("a.csv", super::CSV);
    fs::create_dir(without.path("r_files")).unwrap();
    fs::write(without.path("r_files/plot-1.svg"), "old").unwrap();
    fs::write(without.path("r.md"), "![a](r_files/plot-1.svg)").unwrap();
    without.run(&["ask", "a.csv", "SQL: select 1 one", "-o", "r.md"]).expect(0);
    assert_eq!(without.names(), ["a.csv", "r.md"]);
}

#[test]
fn reports_of_one_run_stand_side_by_side() {
    let folder = one_chart();
    folder
        .run(&["render", "run.ndjson", "-o", "a.md", "-o", "a.markdown", "-f", "md", "-o", "a", "-o", "a.html"])
        .expect(0);
    for report in ["a.md", "a.markdown", "a"] {
        let (address, _) = &pictures(&folder.read(report))[0];
        assert!(target(&folder.path(""), address).is_file(), "{address}");
    }
    assert_eq!(
        folder.names(),
        ["a", "a.csv", "a.html", "a.markdown", "a.markdown_files", "a.md", "a_files", "run.ndjson"]
    );
}

#[test]
fn through_a_link_pictures_stand_beside_the_file_itself() {
    let folder = one_chart();
    fs::create_dir(folder.path("real")).unwrap();
    symlink("real/target.md", folder.path("link.md")).unwrap();
    folder.run(&["render", "run.ndjson", "-o", "link.md"]).expect(0);
    assert!(folder.path("link.md").is_symlink());
    assert_eq!(names(&folder.path("real")), ["target.md", "target_files"]);
    let (address, _) = &pictures(&folder.read("link.md"))[0];
    assert!(target(&folder.path("real"), address).is_file(), "{address}");
}

#[test]
fn pictures_inside_are_those_beside() {
    let folder = one_chart();
    folder.run(&["render", "run.ndjson", "-o", "beside.md"]).expect(0);
    let ran = folder.run(&["render", "run.ndjson", "--plots", "inline"]).expect(0);
    folder.run(&["render", "run.ndjson", "--plots", "inline", "-o", "inside.md"]).expect(0);
    assert_eq!(folder.read("inside.md"), ran.stdout);
    assert!(!folder.has("inside_files"));
    let (address, _) = &pictures(&ran.stdout)[0];
    let picture = STANDARD.decode(address.strip_prefix("data:image/svg+xml;base64,").unwrap()).unwrap();
    assert_eq!(String::from_utf8(picture).unwrap(), folder.read("beside_files/plot-1.svg"));
}

#[test]
fn standard_output_has_data_and_specification() {
    let folder = one_chart();
    for kind in ["svg", "png"] {
        let ran = folder.run(&["render", "run.ndjson", "-f", "md", "--plots", kind]).expect(0);
        assert!(pictures(&ran.stdout).is_empty());
        assert!(ran.stdout.contains("```vega-lite") && ran.stdout.contains("| North |"), "{}", ran.stdout);
    }
    assert_eq!(folder.names(), ["a.csv", "run.ndjson"]);
}

#[test]
fn none_leaves_title_note_and_data_in_every_format() {
    let folder = one_chart();
    let run = ndjson::read_events(folder.read("run.ndjson").as_bytes(), "run").unwrap();
    let title = run
        .iter()
        .find_map(|envelope| match &envelope.event {
            csvchat::event::Event::Plot { title, .. } => Some(title.clone()),
            _ => None,
        })
        .unwrap();
    folder
        .run(&["render", "run.ndjson", "--plots", "none", "-o", "none.md", "-o", "none.html", "-o", "none.ndjson"])
        .expect(0);
    assert_eq!(folder.read("none.ndjson"), folder.read("run.ndjson"));
    assert!(!folder.has("none_files"));
    let terminal = Surface::Terminal { width: 100, colour: false };
    let shown = |plots| render_to_string(Format::Markdown, &run, terminal, plots).unwrap();
    assert!(shown(Plots::Svg).contains('█') && shown(Plots::Svg) == shown(Plots::Inline));
    for report in [folder.read("none.md"), folder.read("none.html"), shown(Plots::None)] {
        assert!(report.contains(&title), "{report}");
        assert!(report.contains("South") && !report.contains('█'));
        for picture in ["vega-lite", "![", "<figure", "data-chart"] {
            assert!(!report.contains(picture), "{picture}");
        }
    }
    let by_variable = folder.run_with(&["render", "run.ndjson"], |command| {
        command.env("CSVCHAT_PLOTS", "none");
    });
    assert_eq!(by_variable.stdout, folder.read("none.md"));
    let wrong = folder.run(&["render", "run.ndjson", "--plots", "jpeg"]).expect(2);
    assert!(wrong.stderr.contains("possible values: none, svg, png, inline"), "{}", wrong.stderr);
}

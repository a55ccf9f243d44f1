//! PNG pictures, read back: sharp, opaque, with text in them, and a word on signs that the font lacks.

use resvg::tiny_skia::Pixmap;
use serde_json::Value;

use super::{change, one_chart};
use crate::support::program::Folder;

fn pixels(folder: &Folder, name: &str) -> Pixmap {
    Pixmap::load_png(folder.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Pixels that differ from the first one, the ground.
fn inked(picture: &Pixmap) -> usize {
    let ground = picture.pixels()[0];
    picture.pixels().iter().filter(|pixel| **pixel != ground).count()
}

/// A picture without its texts.
fn without_text(svg: &str) -> String {
    let mut parts = svg.split("<text");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |out, part| out + part.split_once("</text>").unwrap().1)
}

#[test]
fn a_picture_is_sharp_opaque_and_has_its_text() {
    let folder = one_chart();
    let ran = folder.run(&["render", "run.ndjson", "-o", "r.md", "--plots", "png"]).expect(0);
    assert_eq!(ran.stderr, "");
    folder.run(&["render", "run.ndjson", "-o", "s.md"]).expect(0);
    let picture = pixels(&folder, "r_files/plot-1.png");
    let svg = folder.read("s_files/plot-1.svg");
    let side = |name: &str| -> u32 {
        svg.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0.parse().unwrap()
    };
    assert_eq!((picture.width(), picture.height()), (2 * side("width"), 2 * side("height")));
    assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == 255), "it is not opaque");
    assert!(inked(&picture) > 5_000, "{} pixels", inked(&picture));
    change(&folder, |plot| plot["svg"] = Value::from(without_text(plot["svg"].as_str().unwrap())));
    folder.run(&["render", "changed.ndjson", "-o", "t.md", "--plots", "png"]).expect(0);
    let silent = pixels(&folder, "t_files/plot-1.png");
    assert!(inked(&silent) > 1_000 && inked(&picture) > inked(&silent) + 500, "no text was drawn");
}

#[test]
fn greek_and_cyrillic_are_drawn_and_what_is_not_is_told_once() {
    let csv = |names: [&str; 3]| names.map(|name| format!("{name},{}\n", name.len())).concat();
    let known = Folder::new().with("a.csv", format!("region,amount\n{}", csv(["Größe", "Ωμέγα", "Москва"])));
    let ran = known
        .run(&["ask", "a.csv", super::QUESTION, "-o", "r.md", "-o", "run.ndjson", "--plots", "png", "-q"])
        .expect(0);
    assert_eq!(ran.stderr, "");
    assert!(!known.read("r.md").contains("lacks"));
    let folder = Folder::new().with("a.csv", format!("region,amount\n{}", csv(["東京", "大阪", "Москва"])));
    let arguments =
        ["ask", "a.csv", super::QUESTION, "-o", "r.md", "-o", "s.markdown", "-o", "run.ndjson", "--plots", "png"];
    let ran = folder.run(&[&arguments[..], &["-m", "builtin"]].concat()).expect(0);
    let told: Vec<&str> = ran.stderr.lines().filter(|line| line.contains("lacks")).collect();
    let [told] = told.as_slice() else { panic!("{}", ran.stderr) };
    for sign in ["“東”", "“京”", "“大”", "“阪”", "--plots svg"] {
        assert!(told.contains(sign), "{told}");
    }
    let report = folder.read("r.md");
    let note = report.lines().find(|line| line.contains("lacks")).unwrap();
    assert!(note.starts_with("The font of this picture lacks “") && note.contains("“阪”"), "{note}");
    // An SVG is shown with the fonts of whoever looks at it.
    let ran = folder.run(&["render", "run.ndjson", "-o", "t.md"]).expect(0);
    assert_eq!(ran.stderr, "");
    assert!(folder.read("t_files/plot-1.svg").contains(">東京</text>"));
}

//! Charts as the engine drew them, as they stand in the page, and as the browser draws them: the same.

use std::collections::BTreeMap;
use std::path::Path;

use csvchat::event::{Drawn, Event};
use roxmltree::{Document, Node};
use serde_json::{Value, json};

use super::browser::asked;
use super::{content, gallery, page};

/// The charts of the gallery: title, what was drawn, and the picture.
fn plots() -> Vec<(String, Drawn, String)> {
    gallery::run()
        .into_iter()
        .filter_map(|event| match event {
            Event::Plot { title, drawn, svg, .. } => Some((title, *drawn.unwrap(), svg.unwrap())),
            _ => None,
        })
        .collect()
}

/// The pictures that stand in a page.
fn pictures(page: &str) -> Vec<&str> {
    let starts = page.match_indices("<svg xmlns=").map(|(start, _)| &page[start..]);
    starts.map(|rest| rest.split_once("</svg>").unwrap().0).collect()
}

/// What says nothing of how a picture looks: names, what a pointer does, and what readers of screens are told.
const SILENT: [&str; 4] = ["class", "pointer-events", "display", "version"];

/// Whether two values of an attribute look the same: all but numbers alike, numbers within a thousandth of a pixel.
fn looks_alike(one: &str, other: &str) -> bool {
    let parts = |text: &str| -> (String, Vec<f64>) {
        let is_number = |ch: char| ch.is_ascii_digit() || ch == '.';
        let words = text.chars().map(|ch| if is_number(ch) { ' ' } else { ch }).collect::<String>();
        let words = words.replace('-', "").split_whitespace().collect();
        (words, text.split(|ch| !is_number(ch)).filter_map(|number| number.parse().ok()).collect())
    };
    let ((words, numbers), (other_words, other_numbers)) = (parts(one), parts(other));
    words == other_words
        && numbers.len() == other_numbers.len()
        && numbers.iter().zip(&other_numbers).all(|(one, other)| (one - other).abs() < 0.000_6)
}

/// The elements of a picture that show something, in their order.
fn shown<'a>(document: &'a Document<'a>) -> Vec<Node<'a, 'a>> {
    let nothing = |node: &Node<'_, '_>| {
        node.attribute("display") == Some("none") || matches!(node.attribute("d"), Some("" | "M0,0h0v0h0Z"))
    };
    document.descendants().filter(|node| node.is_element() && !nothing(node) && !node.has_tag_name("title")).collect()
}

#[test]
fn a_picture_in_the_page_looks_as_it_was_drawn() {
    let html = page(gallery::run());
    let cleaned = pictures(&html);
    assert!(html.len() <= 1_200_000, "a report with ten charts and more is light: {}", html.len());
    let plots = plots();
    assert!(plots.len() >= 10 && cleaned.len() == plots.len(), "{} of {}", cleaned.len(), plots.len());
    for ((title, _, drawn), cleaned) in plots.iter().zip(cleaned) {
        let cleaned = format!("{cleaned}</svg>");
        let (before, after) = (Document::parse(drawn).unwrap(), Document::parse(&cleaned).unwrap());
        let (before, after) = (shown(&before), shown(&after));
        assert_eq!(before.len(), after.len(), "{title}");
        for (before, after) in before.iter().zip(&after) {
            let name = after.tag_name().name().replace("circle", "path");
            assert_eq!(before.tag_name().name(), name, "{title}");
            if before.has_tag_name("text") {
                let text = |node: &Node<'_, '_>| {
                    node.children()
                        .filter(Node::is_text)
                        .filter_map(|text| text.text().map(str::to_owned))
                        .collect::<String>()
                };
                assert_eq!(text(before), text(after), "{title}");
            }
            for attribute in before.attributes().filter(|attribute| !SILENT.contains(&attribute.name())) {
                let (name, value) = (attribute.name(), attribute.value());
                if name.starts_with("aria") || name == "role" {
                    continue;
                }
                let group = || after.parent_element().and_then(|group| group.attribute(name));
                let of_circle = |part| after.attribute(part).unwrap_or_default();
                let plain = match name {
                    "d" if after.has_tag_name("circle") => {
                        let r = of_circle("r");
                        format!("M{r},0A{r},{r},0,1,1,-{r},0A{r},{r},0,1,1,{r},0")
                    }
                    "transform" if after.has_tag_name("circle") => {
                        format!("translate({},{})", of_circle("cx"), of_circle("cy"))
                    }
                    "opacity" => "1".to_owned(),
                    "stroke-width" => group().unwrap_or("1").to_owned(),
                    "transform" => "translate(0,0)".to_owned(),
                    "font-family" => {
                        after.ancestors().filter_map(|node| node.attribute(name)).last().unwrap().to_owned()
                    }
                    _ => group().unwrap_or_default().to_owned(),
                };
                let kept = after.attribute(name).unwrap_or(&plain).replace("chart-", "");
                let kept = kept.split_once("-gradient").map_or(kept.clone(), |(before, rest)| {
                    format!("{}gradient{rest}", before.trim_end_matches(|ch: char| ch.is_ascii_digit()))
                });
                assert!(
                    looks_alike(value, &kept),
                    "{title}: {name} of {}: {value} became {kept}",
                    before.tag_name().name()
                );
            }
        }
    }
}

/// What the browser found on the gallery's page, in its pictures too, which stay beside it for a person to look at.
fn found() -> Option<Value> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("report.html");
    std::fs::write(&path, page(gallery::run())).unwrap();
    asked("charts", &path, &[&folder])
}

/// Marks that the engine drew, by their shape.
fn marks(drawn: &Drawn) -> Value {
    let mut marks: BTreeMap<&str, usize> = BTreeMap::new();
    for mark in drawn.views.iter().flat_map(|view| &view.marks) {
        *marks.entry(&mark.shape).or_default() += mark.items;
    }
    json!(marks)
}

#[test]
fn the_browser_draws_what_the_engine_drew() {
    let Some(found) = found() else { return };
    let plots = plots();
    for (name, look) in found.as_object().unwrap() {
        for key in ["console", "errors", "requests"] {
            assert_eq!(look[key], json!([]), "{name}: {key}");
        }
        if name == "without-script" {
            assert_eq!(look["visible"], json!(plots.len()));
            continue;
        }
        assert_eq!(look["violations"], json!([]), "{name}");
        assert!(look["overflow"].as_i64().unwrap() <= 0, "{name}: {}", look["overflow"]);
        let (charts, pictures) = (look["charts"].as_array().unwrap(), look["pictures"].as_array().unwrap());
        assert_eq!((charts.len(), pictures.len()), (plots.len(), plots.len()), "{name}");
        for (((title, drawn, _), chart), picture) in plots.iter().zip(charts).zip(pictures) {
            assert_eq!(chart["marks"], marks(drawn), "{name}: {title}: drawn by the browser");
            assert_eq!(picture["marks"], marks(drawn), "{name}: {title}: as it stands in the page");
            assert_eq!(chart["colours"], picture["colours"], "{name}: {title}");
            assert!(chart["texts"].as_u64().unwrap() > 2, "{name}: {title}");
            assert!(chart["label"].as_str().unwrap().starts_with(title), "{name}: {title}");
            assert!(chart["several"] == true || chart["beyond"] == 0, "{name}: {title}: {}", chart["beyond"]);
        }
    }
}

#[test]
fn a_category_has_one_colour_in_all_charts() {
    let html = content(&page(gallery::run()));
    let plots = plots();
    let mut colours: BTreeMap<String, Vec<(String, &str)>> = BTreeMap::new();
    for ((title, drawn, _), picture) in plots.iter().zip(pictures(&html)) {
        let picture = format!("{picture}</svg>");
        let document = Document::parse(&picture).unwrap();
        let symbols = document
            .descendants()
            .find(|node| node.attribute("class").is_some_and(|class| class.contains("role-legend-symbol")));
        if let (Some(_), false) = (symbols, drawn.legend.is_empty()) {
            let symbols = document.descendants().filter(|node| {
                node.parent_element()
                    .and_then(|parent| parent.attribute("class"))
                    .is_some_and(|class| class.contains("role-legend-symbol"))
            });
            for (category, symbol) in drawn.legend.iter().zip(symbols) {
                let paint = |name| symbol.attribute(name).filter(|paint: &&str| paint.starts_with('#'));
                let colour = paint("fill").or_else(|| paint("stroke")).unwrap().to_owned();
                colours.entry(category.clone()).or_default().push((colour, title));
            }
        }
    }
    assert_eq!(colours.len(), 4, "{colours:?}");
    for (category, shown) in colours {
        assert!(shown.len() >= 4, "{category}: {shown:?}");
        assert!(shown.iter().all(|(colour, _)| *colour == shown[0].0), "{category}: {shown:?}");
    }
}

#[test]
fn a_label_that_is_cut_says_the_whole() {
    let html = page(gallery::run());
    assert!(html.contains("<title>Coffee beans, dark roast, 1 kg, fair trade and organic</title>"));
}

//! The page in headless Chromium, through `tests/tools/browser.mjs`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use csvchat::event::Event;
use serde_json::Value;

use super::{hostile, page};
use crate::support::{loudly, shop};

/// The browsers that may be there.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];

/// What the browser found on a page; `None` where there is no browser, which is said.
fn inspected(name: &str, events: Vec<Event>) -> Option<Value> {
    found("inspect", name, events)
}

/// What a command of the browser found on a page.
pub(super) fn found(command: &str, name: &str, events: Vec<Event>) -> Option<Value> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, page(events)).unwrap();
    asked(command, &path, &[])
}

/// What the browser says of a page; `None` where there is no browser, which is said.
pub(super) fn asked(command: &str, page: &Path, further: &[&Path]) -> Option<Value> {
    let required = std::env::var("CSVCHAT_REQUIRE_BROWSER").is_ok_and(|value| value == "1");
    let named = std::env::var_os("CSVCHAT_CHROMIUM").map(PathBuf::from);
    let browser = named.or_else(|| BROWSERS.iter().map(PathBuf::from).find(|path| path.exists()));
    let playwright = std::env::var_os("CSVCHAT_PLAYWRIGHT_DIR")
        .map(PathBuf::from)
        .filter(|folder| folder.join("index.mjs").exists());
    let (Some(browser), Some(playwright)) = (browser, playwright) else {
        assert!(!required, "CSVCHAT_REQUIRE_BROWSER is set, but Chromium or CSVCHAT_PLAYWRIGHT_DIR is missing");
        loudly("the page in a browser: there is no Chromium, or CSVCHAT_PLAYWRIGHT_DIR names no playwright-core");
        return None;
    };
    let output = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/browser.mjs"))
        .arg(command)
        .arg(page)
        .args(further)
        .env("CSVCHAT_PLAYWRIGHT_DIR", playwright)
        .env("CSVCHAT_CHROMIUM", browser)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// What was found on the page of an analysis, which several tests judge.
static ANALYSIS: LazyLock<Option<Value>> = LazyLock::new(|| inspected("analysis.html", shop::analysis()));

/// All looks at the page: each width and scheme, print, forced colours.
fn looks(found: &Value) -> impl Iterator<Item = &Value> {
    found["views"].as_array().unwrap().iter().chain([&found["print"], &found["forced"]])
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no {key}"))
}

/// What must hold for every page, whatever its content.
fn assert_sound(look: &Value) {
    let name = format!("{} {} {}", look["width"], look["scheme"], look["media"]);
    for key in ["console", "errors", "violations", "requests", "problems"] {
        assert!(list(look, key).is_empty(), "{name}: {key}: {}", look[key]);
    }
    assert!(look["overflow"].as_i64().unwrap() <= 0, "{name}: the page scrolls sideways by {}", look["overflow"]);
}

#[test]
fn an_analysis_is_drawn_at_every_width() {
    let Some(found) = &*ANALYSIS else { return };
    for look in looks(found) {
        assert_sound(look);
        let marks: Vec<u64> = list(look, "charts").iter().map(|chart| chart["marks"].as_u64().unwrap()).collect();
        assert_eq!(marks, [4, 4, 40, 400], "lines, bars, bins, points");
        for chart in list(look, "charts") {
            assert_eq!(chart["beyond"], 0, "{chart}");
            assert!(chart["label"].as_str().is_some_and(|label| label.len() > 20), "{chart}");
        }
        let words = look["charts"][0]["words"].to_string();
        assert!(words.contains("2023") && !words.contains("2022"), "west of Greenwich too: {words}");
        assert!(look["lowestContrast"].as_f64().unwrap() >= 4.5);
    }
    let grounds: Vec<&Value> = list(found, "views").iter().map(|look| &look["ground"]).collect();
    assert_ne!(grounds[0], grounds[1], "light and dark");
    assert_eq!(found["print"]["buttonsShown"].as_u64().unwrap(), print_buttons(&found["print"]));
}

/// Print shows no buttons but the headers of tables.
fn print_buttons(look: &Value) -> u64 {
    look["sortHeaders"].as_u64().unwrap()
}

#[test]
fn tables_fold_on_a_screen_and_open_in_print_and_without_script() {
    let Some(found) = &*ANALYSIS else { return };
    let shown = |look: &Value| -> Vec<u64> {
        list(look, "rowsShown").iter().map(|rows| rows.as_u64().unwrap()).filter(|rows| *rows > 0).collect()
    };
    assert_eq!(shown(&found["views"][4]), [4, 6, 5, 4, 5, 5], "a row with an untraced number stays");
    assert_eq!(shown(&found["print"]), [4, 8, 5, 4, 5, 5], "the columns are whole on paper");
    let bare = &found["withoutScript"];
    assert_eq!(bare["rows"], 4 + 8 + 96 + 4 + 40 + 13, "all rows can be read without script");
    assert_eq!((&bare["buttons"], &bare["sentences"]), (&Value::from(0), &Value::from(4)));
    for key in ["console", "errors", "requests"] {
        assert!(list(bare, key).is_empty(), "{}", bare[key]);
    }
}

#[test]
fn a_reader_can_sort_unfold_copy_follow_and_save() {
    let Some(found) = &*ANALYSIS else { return };
    let done = &found["use"];
    assert_eq!(done["before"]["rows"], 5);
    let first = |step: &str| {
        list(&done[step], "first").iter().map(|cell| cell.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut expected: Vec<String> = first("before");
    assert_eq!(expected.len(), 40);
    expected.sort();
    assert_eq!((first("sortedTwice"), done["sortedTwice"]["state"].as_str()), (expected.clone(), Some("ascending")));
    expected.reverse();
    assert_eq!((first("sortedOnce"), done["sortedOnce"]["state"].as_str()), (expected, Some("descending")));
    assert_eq!((&done["unfolded"]["rows"], &done["unfolded"]["expanded"]), (&Value::from(40), &Value::from("true")));
    assert_eq!((&done["long"]["grew"], &done["long"]["closed"]), (&Value::Bool(true), &Value::Bool(true)));
    assert_eq!(done["copied"]["words"], "Copied");
    assert_eq!(done["copied"]["clipboard"], done["copied"]["sql"]);
    assert_eq!(done["cited"]["hash"], "#q1");
    assert!((0..900).contains(&done["cited"]["top"].as_i64().unwrap()), "{}", done["cited"]);
    assert!(done["tip"].as_str().unwrap().contains("region North"), "{}", done["tip"]);
    assert_eq!(done["saved"], serde_json::json!(["chart-1.svg", "chart-1.png"]));
    let saved: Vec<&str> = list(done, "savedAs").iter().map(|file| file.as_str().unwrap()).collect();
    assert!(saved[0].starts_with("<svg") && saved[0].contains("fill=\"#fdfcfa\"") && saved[0].contains("North"));
    let pixels: u64 = saved[1].strip_prefix("png ").unwrap().parse().unwrap();
    assert!(pixels > 1_000, "twice as wide as on the page: {pixels}");
    for key in ["console", "errors", "requests", "violations"] {
        assert!(list(done, key).is_empty(), "{key}: {}", done[key]);
    }
}

#[test]
fn hostile_text_does_nothing() {
    let Some(found) = inspected("hostile.html", hostile::run()) else { return };
    for look in looks(&found) {
        for key in ["console", "errors", "violations", "requests"] {
            assert!(list(look, key).is_empty(), "{key}: {}", look[key]);
        }
        assert!(look["overflow"].as_i64().unwrap() <= 0, "{}: {}", look["width"], look["overflow"]);
        assert!(list(look, "charts")[0]["marks"].as_u64().unwrap() > 0);
    }
}

#[test]
fn an_answer_is_drawn() {
    let Some(found) = inspected("answer.html", shop::answer()) else { return };
    for look in looks(&found) {
        assert_sound(look);
        assert_eq!(look["headings"][0], "h1 Which regions sell most?");
    }
}

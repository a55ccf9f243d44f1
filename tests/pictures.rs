//! Pictures of charts outside the page: files beside Markdown, pictures in it, folders of them, and none.

mod faults;
mod files;
mod folders;
mod hostile;
mod pixels;

use std::path::{Path, PathBuf};

use pulldown_cmark::{Event as Part, Parser, Tag};
use serde_json::Value;

use crate::support::program::Folder;

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\n";
const QUESTION: &str = "sum of amount by region";

/// A folder with a run that holds one chart.
fn one_chart() -> Folder {
    let folder = Folder::new().with("a.csv", CSV);
    folder.run(&["ask", "a.csv", QUESTION, "-o", "run.ndjson", "-q"]).expect(0);
    folder
}

/// A folder with a run that holds several.
fn several_charts() -> (Folder, usize) {
    let folder = Folder::new().with_data("sales.csv");
    folder.run(&["analyze", "sales.csv", "-m", "builtin", "-o", "run.ndjson", "-q"]).expect(0);
    let charts = folder.read("run.ndjson").lines().filter(|line| line.contains("\"type\":\"plot\"")).count();
    assert!(charts > 2, "{charts}");
    (folder, charts)
}

/// Writes `changed.ndjson`: the run with its plots changed.
fn change(folder: &Folder, change: impl Fn(&mut Value)) {
    let changed: Vec<String> = folder
        .read("run.ndjson")
        .lines()
        .map(|line| {
            let mut event: Value = serde_json::from_str(line).unwrap();
            if event["type"] == "plot" {
                change(&mut event);
            }
            event.to_string() + "\n"
        })
        .collect();
    std::fs::write(folder.path("changed.ndjson"), changed.concat()).unwrap();
}

/// Addresses and alternative texts of the pictures in Markdown. Anything else that leads away is a fault.
fn pictures(markdown: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for part in Parser::new(markdown) {
        match part {
            Part::Start(Tag::Image { dest_url, .. }) => {
                inside = true;
                found.push((dest_url.to_string(), String::new()));
            }
            Part::End(pulldown_cmark::TagEnd::Image) => inside = false,
            Part::Text(text) | Part::Code(text) if inside => found.last_mut().unwrap().1.push_str(&text),
            Part::Start(Tag::Link { .. }) | Part::Html(_) | Part::InlineHtml(_) => panic!("{part:?}"),
            _ => {}
        }
    }
    found
}

/// The file to which an address leads, from a report in that folder.
fn target(folder: &Path, address: &str) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            assert!(byte.is_ascii_graphic() && !b"<>()[]\"'\\:?#".contains(&byte), "{address}");
            bytes.push(byte);
        }
    }
    folder.join(String::from_utf8(bytes).unwrap())
}

/// The names in a folder, sorted.
fn names(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

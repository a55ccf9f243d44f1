//! The HTML report in a real browser, with the network off.

use std::path::PathBuf;

use csvchat::event::{Envelope, Event};
use csvchat::render::{Report, html};

use crate::support::shop;

fn page(events: &[Envelope]) -> String {
    html(&Report::from_events(events)).unwrap()
}

/// Writes a page where the browser can open it.
fn written(name: &str, events: Vec<Event>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, page(&shop::run(events))).unwrap();
    path
}

#[test]
fn the_same_events_give_the_same_bytes() {
    let events = shop::run(shop::analysis());
    let saved: String = events.iter().map(|event| serde_json::to_string(event).unwrap() + "\n").collect();
    let read: Vec<Envelope> = saved.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(page(&events) == page(&read));
    written("analysis.html", shop::analysis());
    written("answer.html", shop::answer());
}

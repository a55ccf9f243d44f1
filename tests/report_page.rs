//! The HTML report: its structure, what hostile text does in it, and how it behaves in a real browser with the network
//! off. The browser's part is skipped, loudly, where there is no Chromium or no playwright-core.

mod browser;
mod drawn;
mod gallery;
mod hostile;
mod numbers;
mod structure;

use csvchat::event::Event;
use csvchat::render::{Report, html};

use crate::support::shop;

/// The page of a run.
fn page(events: Vec<Event>) -> String {
    html(&Report::from_events(&shop::run(events))).unwrap()
}

/// A page without its scripts and its style: what a run wrote into it.
fn content(page: &str) -> String {
    let mut rest = page;
    let mut out = String::new();
    while let Some(start) = rest.find("<script").into_iter().chain(rest.find("<style>")).min() {
        out.push_str(&rest[..start]);
        let close = if rest[start..].starts_with("<script") { "</script>" } else { "</style>" };
        rest = rest[start..].split_once(close).unwrap().1;
    }
    out + rest
}

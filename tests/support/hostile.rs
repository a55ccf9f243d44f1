//! Text that tries to be more than text, in every place of a run that takes text.

use csvchat::event::{Event, Role, Status};
use csvchat::table::Cell;
use serde_json::json;

use super::shop::{self, dataset, done, plot, query, started, with_claims};

/// What cells, headers and models may hold.
pub const TEXTS: [&str; 14] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(3))",
    "![i](http://evil.example/x.png)",
    "`code` | pipe | **bold**",
    "[q1]: http://evil.example",
    "\u{1b}[2J\u{1b}[1;1Hclean",
    "\u{1b}]0;owned\u{7}title",
    "abc\u{202e}def\u{202c}\u{9b}31m",
    "line\rover\r\nnext\n# heading",
    "</td></table><h1>own</h1>",
    "{{7*7}} ${7*7} <%= 7*7 %>",
    "```\n~~~\n</details>",
    "\u{85}\u{2028}---\n| a | b |\n|---|---|",
];

/// A run in which each text is hostile.
pub fn run(command: &str) -> Vec<Event> {
    let mut events = vec![started(command, Some(TEXTS[2])), Event::Dataset(Box::new(dataset()))];
    for (number, hostile) in (1..).zip(TEXTS) {
        events.extend(with(number, hostile));
    }
    events.push(done(Status::Partial, 6));
    events
}

fn with(number: usize, hostile: &str) -> Vec<Event> {
    let id = format!("q{number}");
    let own = || hostile.to_owned();
    let rows = vec![vec![Cell::Text(own()), Cell::Int(1)]];
    let markdown = format!("- {hostile}\n- b\n\n> {hostile}\n\n| a | {hostile} |\n|---|---|\n| {hostile} | x |");
    let spec = json!({
        "mark": "bar",
        "data": {"values": [{hostile: hostile, "n": 3}, {hostile: "b", "n": 2}]},
        "encoding": {
            "y": {"field": hostile, "type": "nominal", "title": hostile},
            "x": {"field": "n", "type": "quantitative"}
        }
    });
    let mut events = vec![query(&id, hostile, hostile, &[hostile, "n"], &["VARCHAR", "BIGINT"], rows.clone())];
    for role in [Role::Summary, Role::Finding, Role::Note, Role::Answer] {
        for words in [hostile, &markdown] {
            events.push(with_claims(shop::text(number, role, words), shop::hostile(words)));
        }
    }
    events.extend([
        Event::Table {
            id: format!("table{number}"),
            title: own(),
            headers: vec![own(), "n".to_owned()],
            rows,
            row_count: 3,
            source: Some(id),
            title_claims: shop::hostile(hostile),
            claims: shop::hostile_cells(hostile),
            replaces: None,
        },
        noted(plot(number, hostile, Some(hostile), spec, "q1"), hostile),
        Event::PlotRejected { title: own(), reason: own() },
        Event::Warning { code: "w".to_owned(), message: own() },
        Event::SessionUpdate { title: own(), claims: shop::hostile(hostile) },
        Event::Error { code: "e".to_owned(), message: own(), hint: Some(own()), retryable: false },
    ]);
    events
}

/// A chart with claims on its title and its note.
fn noted(plot: Event, hostile: &str) -> Event {
    let mut plot = with_claims(plot, shop::hostile(hostile));
    if let Event::Plot { note_claims, .. } = &mut plot {
        *note_claims = shop::hostile(hostile);
    }
    plot
}

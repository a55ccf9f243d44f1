//! The report at a terminal.

use csvchat::event::{Event, Status};
use csvchat::render::{Format, Plots, Surface, render_to_string};
use csvchat::table::Cell;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::support::{hostile, kinds, shop};

fn render(events: &[Event], width: usize, colour: bool) -> String {
    render_to_string(Format::Markdown, &shop::run(events.to_vec()), Surface::Terminal { width, colour }, Plots::Svg)
        .unwrap()
}

/// The analysis with its charts drawn.
fn analysis() -> Vec<Event> {
    kinds::drawn(shop::analysis())
}

pub(super) fn check(text: &str, width: usize) {
    for line in text.lines() {
        assert!(line.width() <= width, "{} of {width}: {line}", line.width());
    }
    let acts = |ch: char| (ch.is_control() && ch != '\n') || ('\u{202a}'..='\u{202e}').contains(&ch);
    assert!(!text.contains(acts), "a character that acts");
}

#[test]
fn an_analysis_fits_a_wide_terminal() {
    insta::assert_snapshot!(render(&analysis(), 100, false));
}

#[test]
fn an_analysis_fits_a_narrow_terminal() {
    insta::assert_snapshot!(render(&analysis(), 60, false));
}

#[test]
fn an_answer_is_quiet() {
    insta::assert_snapshot!(render(&kinds::drawn(shop::answer()), 80, false));
}

#[test]
fn no_line_is_wider_than_any_terminal() {
    let runs = [shop::analysis(), shop::answer(), hostile::run("analyze"), hostile::run("ask")].map(kinds::drawn);
    for width in (30..=120).step_by(3) {
        for events in &runs {
            check(&render(events, width, false), width);
        }
    }
}

#[test]
fn colour_adds_escape_sequences_and_nothing_else() {
    for events in [analysis(), kinds::drawn(hostile::run("analyze"))] {
        let coloured = render(&events, 80, true);
        assert!(coloured.contains("\u{1b}[1m"));
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            plain.push_str(before);
            let (codes, after) = after.split_once('m').unwrap();
            assert!(codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{codes}");
            rest = after;
        }
        plain.push_str(rest);
        let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
        let expected = render(&events, 80, false);
        assert_eq!(trimmed, expected.lines().collect::<Vec<&str>>());
    }
}

#[test]
fn charts_that_do_not_tell_what_was_drawn_are_shown_as_their_data() {
    let spec = json!({
        "mark": "arc",
        "data": {"values": [{"k": "North", "v": 81_204.5}, {"k": "South", "v": 9.25}]},
        "encoding": {"color": {"field": "k", "type": "nominal"}, "theta": {"field": "v", "type": "quantitative"}}
    });
    let chart = shop::plot(1, "T", Some("N"), spec, "q1");
    let text = render(&[shop::started("ask", Some("q")), chart, shop::done(Status::Complete, 0)], 60, false);
    assert!(text.contains("North  81,204.50\nSouth       9.25\n"), "{text}");
}

#[test]
fn a_table_says_how_many_rows_are_not_shown() {
    let table = Event::Table {
        id: "table1".to_owned(),
        title: "All".to_owned(),
        headers: vec!["n".to_owned(), "word".to_owned()],
        rows: (0..100).map(|n| vec![Cell::Int(n), Cell::Text("x".to_owned())]).collect(),
        row_count: 12_381,
        source: None,
        title_claims: Vec::new(),
        claims: Vec::new(),
        replaces: None,
    };
    let text = render(&[shop::started("ask", Some("q")), table], 60, false);
    assert!(text.contains("\nrows 1–40 of 12,381\n"), "{text}");
}

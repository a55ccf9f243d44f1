//! The report as Markdown, read back by a Markdown parser.

use std::collections::BTreeSet;

use csvchat::event::{Event, Status};
use csvchat::render::{Format, Plots, Surface, ndjson, render_to_string};
use pulldown_cmark::{CodeBlockKind, Event as Part, Options, Parser, Tag, TagEnd};

use crate::support::{hostile, shop};

fn render(events: &[Event]) -> String {
    render_to_string(Format::Markdown, &shop::run(events.to_vec()), Surface::Plain, Plots::Svg).unwrap()
}

/// Panics where a parser of GitHub's Markdown finds more in the report than text, code, lists and even tables.
fn check(markdown: &str) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM;
    let (mut columns, mut cells) = (0, 0);
    let (mut referred, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for event in Parser::new_ext(markdown, options) {
        match event {
            Part::FootnoteReference(name) => {
                referred.insert(name.to_string());
            }
            Part::Start(Tag::FootnoteDefinition(name)) => assert!(defined.insert(name.to_string()), "twice: {name}"),
            Part::Html(_)
            | Part::InlineHtml(_)
            | Part::TaskListMarker(_)
            | Part::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock) => panic!("{event:?}"),
            Part::Start(Tag::Table(sides)) => columns = sides.len(),
            Part::Start(Tag::TableRow | Tag::TableHead) => cells = 0,
            Part::End(TagEnd::TableCell) => cells += 1,
            Part::End(TagEnd::TableRow | TagEnd::TableHead) => assert_eq!(cells, columns),
            _ => {}
        }
    }
    assert!(referred.is_subset(&defined), "{referred:?} {defined:?}");
    assert!(!markdown.replace("[^q", "").contains("[^"), "a footnote of somebody else's");
    assert!(!markdown.chars().any(|ch| ch.is_control() && ch != '\n'), "a control character");
    assert!(!markdown.contains('\u{202e}'));
    for forbidden in ["<script>alert", "](javascript:", "](http", "<img src=x", "<h1>own"] {
        let found = markdown.lines().find(|line| line.contains(forbidden));
        // Statements are shown as they were run, inside fences.
        assert!(found.is_none_or(|line| line == forbidden || is_statement(line)), "{forbidden}: {found:?}");
    }
}

fn is_statement(line: &str) -> bool {
    hostile::TEXTS.contains(&line)
}

#[test]
fn an_analysis_reads_in_order() {
    let markdown = render(&shop::analysis());
    check(&markdown);
    insta::assert_snapshot!(markdown);
}

#[test]
fn an_answer_comes_first() {
    let markdown = render(&shop::answer());
    check(&markdown);
    insta::assert_snapshot!(markdown);
}

#[test]
fn charts_keep_their_specification() {
    let markdown = render(&shop::analysis());
    let mut specs: Vec<String> = Vec::new();
    let mut inside = false;
    for event in Parser::new(&markdown) {
        match event {
            Part::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) if &*language == "vega-lite" => {
                specs.push(String::new());
                inside = true;
            }
            Part::End(TagEnd::CodeBlock) => inside = false,
            Part::Text(text) if inside => specs.last_mut().unwrap().push_str(&text),
            _ => {}
        }
    }
    let specs: Vec<serde_json::Value> = specs.iter().map(|spec| serde_json::from_str(spec).unwrap()).collect();
    let given: Vec<serde_json::Value> = shop::analysis()
        .into_iter()
        .filter_map(|event| match event {
            Event::Plot { vega_lite_spec, .. } => Some(vega_lite_spec),
            _ => None,
        })
        .collect();
    assert_eq!(specs, given);
}

#[test]
fn hostile_text_only_shows() {
    for command in ["analyze", "ask"] {
        check(&render(&hostile::run(command)));
    }
}

#[test]
fn a_saved_run_gives_the_same_bytes() {
    for events in [shop::analysis(), shop::answer(), hostile::run("analyze")] {
        let saved = ndjson::render(&shop::run(events.clone()));
        let read = ndjson::read_events(saved.as_bytes(), "run").unwrap();
        for format in [Format::Markdown, Format::Html, Format::Ndjson] {
            let again = render_to_string(format, &read, Surface::Plain, Plots::Svg).unwrap();
            assert!(
                again == render_to_string(format, &shop::run(events.clone()), Surface::Plain, Plots::Svg).unwrap(),
                "{format:?}"
            );
        }
    }
}

#[test]
fn what_is_missing_stands_at_the_top() {
    let cut = render(&shop::analysis()[..5]);
    let third = cut.split("\n\n").nth(2).unwrap();
    assert_eq!(third, "> **Incomplete.** The run was cut off; this is what was found until then.");
    let failed = Event::Error {
        code: "max_turns".to_owned(),
        message: "25 turns were used without an answer".to_owned(),
        hint: Some("give more with --max-turns".to_owned()),
        retryable: false,
    };
    let limited = render(&[shop::started("ask", Some("why?")), failed, shop::done(Status::Partial, 6)]);
    assert!(limited.contains("> **Incomplete.** 25 turns were used without an answer. Give more with --max-turns."));
}

//! Charts of all kinds at a terminal.

use csvchat::chart::Engine;
use csvchat::event::{Envelope, Event, Status};
use csvchat::render::{Format, Plots, Surface, render_to_string};
use serde_json::{Value, json};

use super::terminal::check;
use crate::support::{kinds, shop};

fn run(charts: Vec<Event>) -> Vec<Envelope> {
    let mut events = vec![shop::started("ask", Some("Charts"))];
    events.extend(charts);
    events.push(shop::done(Status::Complete, 0));
    shop::run(events)
}

fn render(events: &[Envelope], width: usize) -> String {
    render_to_string(Format::Markdown, events, Surface::Terminal { width, colour: false }, Plots::Svg).unwrap()
}

fn chart(specification: &Value, width: usize) -> String {
    let text = render(&run(vec![kinds::plot(&Engine::default(), 1, "Title", specification)]), width);
    check(&text, width);
    text
}

#[test]
fn all_kinds_are_drawn_within_any_width() {
    let engine = Engine::default();
    let kinds = kinds::kinds();
    let plots = kinds.iter().enumerate().map(|(number, (name, chart))| kinds::plot(&engine, number + 1, name, chart));
    let events = run(plots.collect());
    for width in (30..=200).step_by(17) {
        check(&render(&events, width), width);
    }
    insta::assert_snapshot!("all_kinds_at_80", render(&events, 80));
    insta::assert_snapshot!("all_kinds_at_48", render(&events, 48));
}

#[test]
fn names_of_any_kind_do_no_harm() {
    let names = [
        "\u{1b}[31mred",
        "\u{202e}turned",
        "日本語のとても長い名前がここに",
        "a\nb\tc",
        "",
        "e\u{301}👍🏽",
        &"long ".repeat(40),
    ];
    let row = |name: &str, n: f64| json!({"k": name, "v": n, "w": n * 2.0, "s": name});
    let pair = |(name, n): (&&str, i32)| [row(name, f64::from(n)), row(name, f64::from(n) + 0.5)];
    let rows: Vec<Value> = names.iter().zip(1..).flat_map(pair).collect();
    let channel = |field: &str, kind: &str| json!({"field": field, "type": kind, "title": names[0]});
    for (mark, x, y, more) in [
        ("bar", ("v", "quantitative"), ("k", "nominal"), "opacity"),
        ("bar", ("k", "nominal"), ("v", "quantitative"), "color"),
        ("line", ("v", "quantitative"), ("w", "quantitative"), "color"),
        ("point", ("v", "quantitative"), ("w", "quantitative"), "color"),
        ("point", ("v", "quantitative"), ("k", "nominal"), "opacity"),
        ("bar", ("v", "quantitative"), ("w", "nominal"), "row"),
        ("rect", ("k", "nominal"), ("s", "nominal"), "opacity"),
        ("arc", ("v", "quantitative"), ("v", "quantitative"), "color"),
    ] {
        let mut encoding = json!({"x": channel(x.0, x.1), "y": channel(y.0, y.1)});
        if mark == "arc" {
            encoding = json!({"theta": channel("v", "quantitative")});
        }
        if mark == "rect" {
            encoding["color"] = channel("v", "quantitative");
        }
        encoding[more] = channel("s", "nominal");
        let specification = json!({"data": {"values": rows}, "mark": mark, "encoding": encoding});
        for width in [30, 41, 80, 120] {
            let text = chart(&specification, width);
            assert!(text.contains("日本") || mark == "point", "{mark}: {text}");
        }
    }
}

#[test]
fn many_bars_stand_and_more_are_counted() {
    let rows: Vec<Value> = (0..36).map(|n| json!({"k": format!("name {n:02}"), "v": n + 1})).collect();
    let bars = |x: &str, y: &str| {
        let channel =
            |field: &str| json!({"field": field, "type": if field == "k" { "nominal" } else { "quantitative" }});
        json!({"data": {"values": rows}, "mark": "bar", "encoding": {"x": channel(x), "y": channel(y)}})
    };
    let lying = chart(&bars("v", "k"), 60);
    assert!(lying.contains("name 23") && !lying.contains("name 24") && lying.contains("\n12 more\n"), "{lying}");
    let standing = chart(&bars("k", "v"), 60);
    assert!(standing.contains(" ┤") && !standing.contains("more"), "{standing}");
}

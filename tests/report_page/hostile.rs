//! Text from data, headers, file names, models and charts changes nothing on the page but its own words.

use csvchat::event::{Event, Role, Status, ValueCount};
use csvchat::table::Cell;
use serde_json::json;

use super::{content, page};
use crate::support::shop;

/// What a cell, a header, a title or a model's prose may hold.
pub const NASTY: [&str; 9] = [
    "<script>alert(1)</script>",
    "</script></style></title></textarea><script>alert(2)</script>",
    "<!-- <img src=x onerror=alert(3)> --!>",
    "\"><svg onload=alert(4)>' autofocus onfocus=alert(5) x='",
    "[go](javascript:alert(6)) ![x](https://example.org/x.png) <javascript:alert(7)>",
    "{{ 7 * 6 }} {% raw %} {# x #}",
    "a\u{202e}b\u{2066}c\u{200f}d\u{1b}[31m\u{0}\u{85}e",
    "=HYPERLINK(\"https://example.org\")\u{2028}\u{2029}",
    "&lt;script&gt; &#x3c;b&#x3e; &amp;",
];

/// A run that holds such texts wherever a run holds text.
pub fn run() -> Vec<Event> {
    let all = NASTY.join("\n\n");
    let mut dataset = shop::dataset();
    dataset.name = format!("{}.csv", NASTY[1]);
    NASTY[3].clone_into(&mut dataset.path);
    "<".clone_into(&mut dataset.reading.delimiter);
    dataset.reading.notes = NASTY.map(str::to_owned).to_vec();
    for (column, text) in dataset.columns.iter_mut().zip(NASTY) {
        text.clone_into(&mut column.name);
        text.clone_into(&mut column.kind);
        column.min = Cell::Text(text.to_owned());
        column.top = vec![ValueCount { value: Cell::Text(text.to_owned()), count: 2 }];
    }
    let mut events = vec![
        shop::started("analyze", Some(NASTY[1])),
        Event::Dataset(Box::new(dataset)),
        Event::Warning { code: NASTY[0].to_owned(), message: all.clone() },
        Event::PlotRejected { title: NASTY[1].to_owned(), reason: all.clone() },
        Event::Error { code: NASTY[0].to_owned(), message: all.clone(), hint: Some(all.clone()), retryable: false },
        Event::SessionUpdate { title: all.clone(), claims: shop::hostile(&all) },
    ];
    let rows: Vec<Vec<Cell>> =
        NASTY.iter().map(|text| vec![Cell::Text((*text).to_owned()), Cell::Text((*text).to_owned())]).collect();
    events.push(shop::query("q1", &all, &all, &[NASTY[0], NASTY[3]], &[NASTY[1], "VARCHAR"], rows.clone()));
    for (number, (text, role)) in
        NASTY.iter().zip([Role::Summary, Role::Finding, Role::Note, Role::Answer].into_iter().cycle()).enumerate()
    {
        let markdown = format!("{text}\n\n# {text}\n\n`{text}`\n\n| {text} |\n|---|\n| {text} |");
        events.push(shop::with_claims(shop::text(number, role, &markdown), shop::hostile(&markdown)));
    }
    events.push(Event::Table {
        id: NASTY[3].to_owned(),
        title: all.clone(),
        headers: vec![NASTY[0].to_owned(), NASTY[1].to_owned()],
        rows,
        row_count: 9,
        source: Some(NASTY[3].to_owned()),
        title_claims: shop::hostile(&all),
        claims: shop::hostile_cells(NASTY[0]),
        replaces: None,
    });
    let mut plot = shop::plot(1, &all, Some(&all), chart(), "q1");
    if let Event::Plot { svg, alt, warnings, title_claims, note_claims, .. } = &mut plot {
        *title_claims = shop::hostile(&all);
        *note_claims = shop::hostile(&all);
        *svg = Some(picture());
        *alt = Some(all.clone());
        *warnings = NASTY.map(str::to_owned).to_vec();
    }
    events.push(plot);
    events.push(shop::done(Status::Partial, 6));
    events
}

fn chart() -> serde_json::Value {
    let values: Vec<serde_json::Value> = NASTY.iter().map(|text| json!({"name": text, "n": 3, "<b>": 1})).collect();
    json!({
        "$schema": "https://example.org/</script>",
        "usermeta": {"embedOptions": {"actions": true, "loader": {"target": "_top"}, "patch": "https://example.org/p.json"}},
        "title": {"text": NASTY[1], "subtitle": NASTY[2]},
        "description": NASTY[1],
        "data": {"values": values},
        "layer": [
            {"mark": {"type": "bar", "href": "javascript:alert(8)"}, "encoding": {
                "y": {"field": "name", "type": "nominal", "title": NASTY[0]},
                "x": {"field": "n", "type": "quantitative"},
                "href": {"value": "javascript:alert(9)"},
                "tooltip": {"field": "name", "type": "nominal"}
            }},
            {"mark": {"type": "image", "url": "https://example.org/beacon.png", "width": 9, "height": 9}, "encoding": {
                "y": {"field": "name", "type": "nominal"}, "x": {"field": "n", "type": "quantitative"}
            }}
        ]
    })
}

/// A picture as a saved run may hold it.
fn picture() -> String {
    let words = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let texts = format!("<text>{}</text>", NASTY.map(words).join("</text><text>"));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 900 300\" \
         width=\"900\" height=\"300\" onload=\"alert(10)\" style=\"background:url(https://example.org/x)\"><script>alert(11)</script>\
         <style>@import url(https://example.org/x.css)</style><image xlink:href=\"https://example.org/x.png\"/>\
         <a xlink:href=\"javascript:alert(12)\"><path d=\"M0,0h9\"/></a><use href=\"https://example.org/x.svg#a\"/>\
         <foreignObject><img xmlns=\"http://www.w3.org/1999/xhtml\" src=\"x\" onerror=\"alert(13)\"/></foreignObject>\
         <g class=\"mark-rect role-mark lead\" id=\"main\" fill=\"url(https://example.org/x#y)\"><path d=\"M0,0h9v9Z\"/></g>{texts}</svg>"
    )
}

#[test]
fn nothing_becomes_a_tag() {
    let html = page(run());
    let shown = content(&html);
    for tag in ["<script", "<svg onload", "<img", "<!--", "<iframe", "<textarea"] {
        assert!(!shown.contains(tag), "{tag} in the content");
    }
    for (start, _) in shown.match_indices('<') {
        let rest = &shown[start + 1..];
        assert!(
            rest.starts_with(|ch: char| ch.is_ascii_lowercase() || ch == '/' || ch == '!'),
            "{}",
            &shown[start..start + 30]
        );
        let tag = &rest[..rest.find('>').unwrap()];
        let tag = without_quoted(tag);
        assert!(!tag.contains(" on") && !tag.contains("style") && !tag.contains("src"), "<{tag}>");
    }
    assert!(shown.contains("{{ 7 * 6 }} {% raw %} {# x #}"), "text of a template is text");
    let (_, picture) = shown.split_once("<svg xmlns").unwrap();
    let (picture, _) = picture.split_once("</svg>").unwrap();
    assert!(picture.contains("id=\"chart-1-main\"") && !picture.contains("<a"), "{picture}");
    for gone in ["alert(10)", "alert(11)", "alert(12)", "alert(13)", "x.css", "x#y", "x.svg"] {
        assert!(!picture.contains(gone), "{gone}");
    }
}

/// A tag without the values of its attributes.
fn without_quoted(tag: &str) -> String {
    tag.split('"').step_by(2).collect()
}

#[test]
fn every_link_stays_on_the_page() {
    let html = content(&page(run()));
    for (_, after) in html.match_indices(" href=\"").map(|(start, text)| (start, &html[start + text.len()..])) {
        assert!(after.starts_with('#'), "{}", &after[..40]);
    }
}

#[test]
fn what_would_act_on_text_is_shown() {
    let html = page(run());
    let shown = content(&html);
    for ch in shown.chars() {
        let code = u32::from(ch);
        assert!(
            !matches!(code, 0..=8 | 11..=31 | 127..=159 | 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069),
            "{code:x}"
        );
    }
    assert!(shown.contains("\\u{202e}b\\u{2066}c\\u{200f}d␛[31m␀\\u{85}e"));
}

#[test]
fn the_charts_stay_in_their_element() {
    let html = page(run());
    let (_, island) = html.split_once("id=\"charts\">").unwrap();
    let (island, _) = island.split_once("</script>").unwrap();
    let value: serde_json::Value = serde_json::from_str(island).unwrap();
    let spec = &value["charts"][0]["spec"];
    assert_eq!(spec["data"]["values"][1]["name"], json!(NASTY[1]));
    assert!(spec.get("usermeta").is_none() && spec.get("$schema").is_none());
    assert!(!island.contains(['<', '>', '&']));
}

//! What stands where on the page.

use csvchat::event::{Envelope, Event, Role, Status};
use csvchat::limits::REPORT_CELLS;
use csvchat::render::{Report, html};
use csvchat::table::Cell;

use super::{content, page};
use crate::support::shop;

/// The positions of texts, which have to be there.
fn positions(html: &str, texts: &[&str]) -> Vec<usize> {
    texts.iter().map(|text| html.find(text).unwrap_or_else(|| panic!("no {text}"))).collect()
}

#[test]
fn the_same_events_give_the_same_bytes() {
    let events = shop::run(shop::analysis());
    let saved: String = events.iter().map(|event| serde_json::to_string(event).unwrap() + "\n").collect();
    let read: Vec<Envelope> = saved.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let html_of = |events: &[Envelope]| html(&Report::from_events(events)).unwrap();
    assert!(html_of(&events) == html_of(&read), "a saved run renders differently");
}

#[test]
fn an_analysis_reads_from_the_summary_to_the_run() {
    let html = page(shop::analysis());
    let places = positions(
        &html,
        &[
            "<h1>North carries <a class=\"num derived\"",
            "<span>sales.csv</span>",
            "id=\"text1\"",
            "id=\"section-findings\"",
            "id=\"plot1\"",
            "id=\"section-columns\"",
            "id=\"section-quality\"",
            "id=\"section-queries\"",
            "id=\"q3\"",
            "id=\"section-run\"",
        ],
    );
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(html.matches("id=\"table2\"").count(), 1, "the column table stands among the columns only");
}

#[test]
fn an_answer_reads_from_the_question_to_the_run() {
    let html = page(shop::answer());
    let places = positions(
        &html,
        &[
            "<h1>Which regions sell most?</h1>",
            "<strong>North</strong> sells most",
            "id=\"table1\"",
            "id=\"plot1\"",
            "id=\"section-queries\"",
            "id=\"section-run\"",
        ],
    );
    assert!(places.is_sorted(), "{places:?}");
    assert!(!html.contains("section-columns"));
}

#[test]
fn a_page_without_charts_carries_no_chart_scripts() {
    let without = page(vec![shop::started("analyze", None), shop::done(Status::Complete, 0)]);
    assert!(without.len() < 40_000, "{}", without.len());
    assert!(!without.contains("vegaEmbed ="));
    assert!(page(shop::answer()).len() > 800_000);
}

#[test]
fn a_run_that_is_not_complete_says_so_at_the_top() {
    let fault = Event::Error {
        code: "max_turns".to_owned(),
        message: "the limit of 25 turns was reached".to_owned(),
        hint: Some("Give more with --max-turns.".to_owned()),
        retryable: false,
    };
    let mut events = shop::analysis();
    events.pop();
    events.push(fault);
    events.push(shop::done(Status::Partial, 6));
    let html = page(events.clone());
    let places = positions(
        &html,
        &["<h1>", "This report is not complete.", "limit of 25 turns", "Give more with --max-turns.", "id=\"text1\""],
    );
    assert!(places.is_sorted(), "{places:?}");
    events.truncate(3);
    assert!(page(events).contains("The record of this run breaks off."));
    assert!(!page(shop::analysis()).contains("role=\"note\""));
}

#[test]
fn failed_queries_are_kept_and_citations_lead_to_queries() {
    let html = content(&page(shop::analysis()));
    assert!(html.contains("<strong class=\"failed\">Failed</strong>"));
    assert!(html.contains("Did you mean: &quot;status&quot;?"));
    assert!(html.contains("<a class=\"cite\" href=\"#q1\" aria-label=\"query q1\">q1</a>"));
    assert!(html.contains("<a href=\"#plot1\">North grew while the others stood still</a>"));
}

#[test]
fn results_keep_within_the_pages_limit() {
    let rows: Vec<Vec<Cell>> = (0..2_000).map(|row| vec![Cell::Int(row); 60]).collect();
    let names: Vec<String> = (0..60).map(|column| format!("c{column}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut events = vec![shop::started("analyze", None)];
    for number in 1..=3 {
        let (id, types) = (format!("q{number}"), vec!["BIGINT"; 60]);
        events.push(shop::query(&id, "Wide", "select *", &names, &types, rows.clone()));
    }
    let html = page(events);
    let cells = html.matches("<td").count();
    assert!(cells <= REPORT_CELLS + 5 * 60, "{cells}");
    assert!(html.contains("The first 5 of 2,000 rows; the others were left out."));
}

#[test]
fn an_empty_run_still_gives_a_page() {
    let html = page(Vec::new());
    assert!(html.contains("<h1>csvchat</h1>"));
    let html = page(vec![shop::text(1, Role::Summary, "Alone.")]);
    assert!(html.contains("<p>Alone.</p>"));
}

#[test]
fn a_chart_has_its_picture_its_words_and_what_is_to_be_known_of_it() {
    let mut plot = shop::plot(1, "North sells most", Some("Revenue."), serde_json::json!({"mark": "bar"}), "q1");
    let figure = |plot: &Event| content(&page(vec![plot.clone()]));
    let bare = figure(&plot);
    assert!(bare.contains("role=\"img\" aria-label=\"North sells most. Revenue\"></div>"), "{bare}");
    assert!(bare.contains("class=\"undrawn\"") && !bare.contains("class=\"warnings\""));
    let Event::Plot { alt, svg, warnings, .. } = &mut plot else { panic!("a plot") };
    *alt = Some("Bars of 4 regions: North 9, \"East\" 5.".to_owned());
    *svg = Some("<svg viewBox=\"0 0 9 9\"><g id=\"a\"/><script>alert(1)</script></svg>".to_owned());
    *warnings = vec!["3 rows have <no> date".to_owned()];
    let whole = figure(&plot);
    assert!(whole.contains("aria-label=\"Bars of 4 regions: North 9, &quot;East&quot; 5.\"><svg "), "{whole}");
    assert!(whole.contains("<g id=\"chart-1-a\"/></svg></div>") && !whole.contains("class=\"undrawn\""), "{whole}");
    assert!(whole.contains("<li>3 rows have &lt;no&gt; date</li>"), "{whole}");
}

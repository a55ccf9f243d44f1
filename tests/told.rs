//! What charts show, told otherwise than as pictures: what was drawn, and what is said of it.

use std::fmt::Write as _;
use std::process::Command;

use csvchat::chart::{self, Engine};
use csvchat::event::{Drawn, DrawnPoint, DrawnView};
use serde_json::{Value, json};

use crate::support::kinds::{drawing, kind, kinds};

fn drawn(name: &str) -> Drawn {
    drawing(&Engine::default(), &kind(name)).drawn
}

fn labels(view: &DrawnView, axis: &str) -> Vec<String> {
    view.axes[axis].ticks.iter().map(|tick| tick.label.clone()).collect()
}

fn names(drawn: &Drawn) -> Vec<Option<&str>> {
    drawn.views.iter().map(|view| view.name.as_deref()).collect()
}

fn points<'a>(view: &'a DrawnView, mark: &str) -> Vec<&'a DrawnPoint> {
    view.marks.iter().filter(|one| one.mark == mark).flat_map(|mark| &mark.points).collect()
}

/// Horizontal, vertical and other values of each point.
fn told(view: &DrawnView, mark: &str) -> Value {
    points(view, mark).iter().map(|point| json!([point.x, point.x2, point.y, point.y2, point.series])).collect()
}

#[test]
fn everything_of_every_kind_is_told() {
    let engine = Engine::default();
    let mut words = String::new();
    for (name, specification) in kinds() {
        let drawn = drawing(&engine, &specification).drawn;
        let marks = || drawn.views.iter().flat_map(|view| &view.marks);
        let told: usize = marks().map(|mark| mark.points.len()).sum();
        assert_eq!(told, marks().map(|mark| mark.items).sum::<usize>(), "{name}");
        assert!(told > 0, "{name}");
        for point in marks().flat_map(|mark| &mark.points) {
            for place in [point.at_x, point.at_x2, point.at_y, point.at_y2].into_iter().flatten() {
                assert!((-0.001..=1.001).contains(&place), "{name}: {point:?}");
            }
        }
        let alt = chart::describe(&specification, &drawn, &name);
        assert!(alt.chars().count() <= 600 && !alt.contains("NaN") && !alt.contains("inf"), "{name}: {alt}");
        writeln!(words, "{name}: {alt}").unwrap();
    }
    insta::assert_snapshot!(words);
}

#[test]
fn bars_are_told_behind_sorting_and_sums() {
    let sorted = drawn("bar_horizontal_sorted");
    assert_eq!(labels(&sorted.views[0], "y"), ["West", "East", "South", "North"]);
    assert_eq!(sorted.views[0].axes["x"].title.as_deref(), Some("Sales, EUR"));
    assert_eq!(points(&sorted.views[0], "bar")[3].at_y, Some(0.875));
    assert_eq!(labels(&drawn("bar_sorted_by_other").views[0], "x"), ["West", "East", "South", "North"]);
    assert_eq!(
        told(&drawn("bar_aggregated").views[0], "bar"),
        json!([["Q1", null, 14, 0, null], ["Q2", null, 18, 0, null], ["Q3", null, 17, 0, null]])
    );
}

#[test]
fn pieces_of_bars_have_both_ends_and_their_series() {
    let stacked = drawn("bar_stacked_horizontal");
    assert_eq!(stacked.legend, ["Store", "Online"]);
    assert_eq!(stacked.legend_title.as_deref(), Some("shop"));
    let first = json!([[10, 0, "Q1", null, "Online"], [14, 10, "Q1", null, "Store"]]);
    assert_eq!(told(&stacked.views[0], "bar").as_array().unwrap()[..2], first.as_array().unwrap()[..]);
    let negative = drawn("stacked_negative");
    assert_eq!(told(&negative.views[0], "bar")[1], json!(["a", null, -3, 0, "out"]));
    let grouped = drawn("bar_grouped");
    let places: Vec<f64> = points(&grouped.views[0], "bar").iter().map(|point| point.at_x.unwrap()).collect();
    assert!(places[0] < places[1] && places[1] < places[2], "{places:?}");
    assert_eq!(told(&drawn("bar_offset_only").views[0], "bar")[1], json!(["Q1", null, 4, 0, "Store"]));
}

#[test]
fn bins_go_from_their_lower_end_to_their_upper() {
    let expected = json!([[0, 10, 3, 0, null], [10, 20, 8, 0, null], [20, 30, 2, 0, null]]);
    assert_eq!(told(&drawn("histogram_binned").views[0], "bar"), expected);
    assert_eq!(told(&drawn("histogram").views[0], "bar")[0], json!([0, 5, 8, 0, null]));
    // The middle of a bin is told as the bin.
    assert_eq!(told(&drawn("line_binned").views[0], "line")[1], json!([5, 10, 7, null, null]));
}

#[test]
fn moments_are_what_the_reader_sees() {
    let months = drawn("bar_time");
    assert_eq!(told(&months.views[0], "bar")[0], json!(["2024-01-01T00:00:00", "2024-02-01T00:00:00", 108, 0, null]));
    assert_eq!(labels(&months.views[0], "x")[0], "Jan 2024");
    // A date alone is that day, in every time zone.
    assert_eq!(told(&drawn("line_year_month").views[0], "line")[0][0], "2024-01-01T00:00:00");
    // Without a year, there is none.
    for name in ["bar_time_ordinal", "line_month"] {
        let view = &drawn(name).views[0];
        assert_eq!(view.marks[0].points[1].x, "Feb", "{name}");
        assert_eq!(labels(view, "x")[0], "Jan", "{name}");
    }
    let ordinal = drawn("bar_time_ordinal");
    assert_eq!(ordinal.views[0].axes["x"].domain.len(), 12);
    assert_eq!(labels(&ordinal.views[0], "x").len(), 12);
}

#[test]
fn gaps_and_missing_values_are_none() {
    let gap = drawn("line_gap");
    let points = points(&gap.views[0], "line");
    assert_eq!((&points[2].x, &points[2].y, points[2].at_y), (&json!(3), &Value::Null, None));
    let missing = drawn("bar_null");
    assert_eq!(missing.views[0].axes["x"].domain, [Value::Null, json!("a")]);
}

#[test]
fn layers_views_and_legends_keep_their_order() {
    let layered = drawn("layered_rule_text");
    let marks: Vec<(&str, usize)> =
        layered.views[0].marks.iter().map(|mark| (mark.mark.as_str(), mark.points.len())).collect();
    assert_eq!(marks, [("bar", 4), ("rule", 1), ("text", 4)]);
    assert_eq!(layered.views[0].marks[2].points[3].text.as_deref(), Some("413"));
    assert_eq!(names(&drawn("facet_wrap")), [Some("cat"), Some("dog"), Some("owl")]);
    assert_eq!(names(&drawn("facet_operator"))[..2], [Some("Q1, Online"), Some("Q1, Store")]);
    assert_eq!(names(&drawn("hconcat")), [Some("By region"), Some("All")]);
    assert_eq!(names(&drawn("vconcat")), [Some("Lines"), None]);
    let repeated = drawn("repeat");
    let titles: Vec<Option<&str>> = repeated.views.iter().map(|view| view.axes["x"].title.as_deref()).collect();
    assert_eq!(titles, [Some("weight (binned)"), Some("length (binned)")]);
    let boxes: Vec<String> = drawn("box").views[0].marks.iter().map(|mark| mark.mark.clone()).collect();
    let expected = ["boxplot-outliers", "boxplot-rule", "boxplot-rule", "boxplot-box", "boxplot-median"];
    assert_eq!(boxes, expected);
    let slices = drawn("donut_sorted");
    let order: Vec<&Value> = points(&slices.views[0], "arc").iter().map(|slice| &slice.series).collect();
    assert_eq!(order, ["West", "East", "South", "North"]);
}

#[test]
fn scatter_plots_tell_colours_and_sizes() {
    let all = drawn("scatter_all");
    assert_eq!(all.legend, ["cat", "dog", "owl"]);
    assert_eq!(all.size_title.as_deref(), Some("age"));
    let point = points(&all.views[0], "point")[1];
    assert_eq!((&point.x, &point.y, &point.series, &point.size), (&json!(9), &json!(15.5), &json!("dog"), &json!(2)));
    let logarithmic = drawn("scatter_log");
    assert_eq!(labels(&logarithmic.views[0], "x"), ["1", "10", "100", "1,000"]);
    assert_eq!(points(&logarithmic.views[0], "point")[0].at_x, Some(0.0));
}

#[test]
fn words_are_bounded_and_on_one_line() {
    let long = "x".repeat(5_000);
    let rows: Vec<Value> = (0..40).map(|n| json!({"k": format!("{n}\n\u{1b}[31m{long}"), "v": n})).collect();
    let specification = json!({"data": {"values": rows}, "mark": "bar", "encoding": {
        "x": {"field": "k", "type": "nominal", "title": long}, "y": {"field": "v", "type": "quantitative"}}});
    let alt = chart::describe(&specification, &drawing(&Engine::default(), &specification).drawn, "t");
    assert!(alt.chars().count() <= 600 && !alt.contains(char::is_control), "{alt}");
    assert!(alt.contains("with 39"), "{alt}");
}

/// Whether a chart is drawn over time; one of each that is the same for the engine would do.
fn has_moments(specification: &Value) -> bool {
    let text = specification.to_string();
    text.contains("temporal") || text.contains("timeUnit")
}

/// Where the child writes what it drew.
const CHILD: &str = "CSVCHAT_TEST_DRAWN";

#[test]
fn charts_are_the_same_in_every_time_zone() {
    let folder = tempfile::tempdir().unwrap();
    if let Some(target) = std::env::var_os(CHILD) {
        let engine = Engine::default();
        let mut all = String::new();
        for (name, specification) in kinds().into_iter().filter(|(_, specification)| has_moments(specification)) {
            let drawing = drawing(&engine, &specification);
            writeln!(all, "{name} {} {}", drawing.svg, serde_json::to_string(&drawing.drawn).unwrap()).unwrap();
        }
        std::fs::write(target, all).unwrap();
        return;
    }
    let drawn_in = |zone: &str| {
        let target = folder.path().join("drawn");
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "told::charts_are_the_same_in_every_time_zone"]);
        let output = child.env("TZ", zone).env(CHILD, &target).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        std::fs::read_to_string(target).unwrap()
    };
    let here = drawn_in("UTC");
    assert!(here.len() > 50_000, "{} bytes", here.len());
    for zone in ["America/New_York", "Asia/Kolkata"] {
        assert!(here == drawn_in(zone), "{zone}");
    }
}

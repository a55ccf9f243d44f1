//! A report with each kind of chart that a run is likely to hold, drawn by the engine as `create_plot` draws them.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use csvchat::chart::{self, Engine};
use csvchat::event::{Event, Role, Status};
use csvchat::templates::look::Palette;
use serde_json::{Value, json};

use crate::support::shop::{self, REGIONS};

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// A chart of the report.
struct Kind {
    /// What it shows.
    title: &'static str,
    /// In a sentence.
    note: &'static str,
    specification: Value,
}

/// The report's events; the engine draws its charts once for all tests.
pub fn run() -> Vec<Event> {
    RUN.clone()
}

static RUN: LazyLock<Vec<Event>> = LazyLock::new(|| {
    let engine = Engine::default();
    let mut palette = Palette::default();
    let mut events = vec![
        shop::started("analyze", None),
        shop::text(1, Role::Summary, "Every kind of chart that a report may hold, each drawn before it is shown."),
    ];
    for (number, Kind { title, note, specification }) in (1..).zip(kinds()) {
        let prepared = chart::prepare(&specification, &|id| Err(format!("there is no result \"{id}\""))).unwrap();
        let drawing = engine
            .draw_checked_among(&prepared.specification, &palette)
            .unwrap_or_else(|reasons| panic!("{title}: {reasons:?}"));
        palette.learn(&prepared.specification, &drawing.drawn.legend);
        events.push(Event::Plot {
            id: format!("plot{number}"),
            title: title.to_owned(),
            note: Some(note.to_owned()),
            vega_lite_spec: prepared.specification,
            source: None,
            title_claims: Vec::new(),
            note_claims: Vec::new(),
            warnings: drawing.warnings.into_iter().map(|warning| warning.text).collect(),
            alt: None,
            drawn: Some(Box::new(drawing.drawn)),
            svg: Some(drawing.svg),
        });
    }
    events.push(shop::done(Status::Complete, 0));
    events
});

/// A number between 0 and 1 that looks random and is not.
fn noise(seed: usize) -> f64 {
    let mixed = (seed as u64).wrapping_add(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 13;
    (mixed % 10_007) as f64 / 10_007.0
}

fn revenue(region: usize, month: usize) -> f64 {
    let base = [14_000.0, 11_500.0, 9_200.0, 6_900.0][region];
    let season = 1.0 + 0.16 * ((month as f64 - 2.0) * TAU / 12.0).sin();
    let trend = if region == 0 { 1.0 + month as f64 * 0.021 } else { 1.0 };
    (base * trend * season * (0.96 + 0.08 * noise(region * 24 + month)) * 100.0).round() / 100.0
}

/// Revenue of each region in each of two years' months.
fn monthly() -> Value {
    (0..24)
        .flat_map(|month| {
            let day = format!("{}-{:02}-01", 2023 + month / 12, month % 12 + 1);
            REGIONS
                .iter()
                .enumerate()
                .map(move |(region, name)| json!({"month": day, "region": name, "revenue": revenue(region, month)}))
        })
        .collect()
}

/// The same as one sum for each of the months given.
fn totals(months: std::ops::Range<usize>) -> Value {
    months
        .map(|month| {
            let sum: f64 = (0..4).map(|region| revenue(region, month)).sum();
            json!({"month": format!("{}-{:02}-01", 2023 + month / 12, month % 12 + 1), "revenue": sum.round()})
        })
        .collect()
}

fn products() -> Value {
    const NAMES: [&str; 9] = [
        "Coffee beans, dark roast, 1 kg, fair trade and organic",
        "Espresso machine with two boilers",
        "Filter paper",
        "Mug",
        "Cold brew bottle",
        "Grinder, conical burrs, forty settings, with a scale",
        "Milk jug",
        "Descaler",
        "Tamper, 58 mm, stainless steel",
    ];
    NAMES
        .iter()
        .zip(0..)
        .map(|(name, place)| json!({"product": name, "revenue": (98_000.0 * 0.72_f64.powi(place)).round()}))
        .collect()
}

/// Orders with those columns, as a chart by reference has no others.
fn orders(number: usize, columns: &[&str]) -> Value {
    (0..number)
        .map(|order| {
            let pieces = 1.0 + (noise(order * 3) * 11.0).floor();
            let value = ((1.6 + pieces * 0.22 + noise(order * 5 + 2) * 1.4).exp() * 100.0).round() / 100.0;
            let whole = json!({
                "pieces": pieces,
                "value": value,
                "discount": (pieces * 11.0 + noise(order * 7 + 1) * 60.0).round() / 10.0,
                "region": REGIONS[order % 4],
                "weekday": WEEKDAYS[order * 3 % 7],
                "hour": order * 5 % 12 + 8
            });
            columns.iter().map(|column| ((*column).to_owned(), whole[column].clone())).collect::<Value>()
        })
        .collect()
}

fn kinds() -> Vec<Kind> {
    let kind = |title, note, specification| Kind { title, note, specification };
    let mut kinds = bars();
    kinds.extend(curves());
    kinds.extend(distributions());
    kinds.extend(parts());
    kinds.push(kind(
        "The largest orders are a hundred times the smallest",
        "Orders by pieces and value, on a logarithmic scale.",
        json!({"data": {"values": orders(120, &["pieces", "value", "region"])}, "mark": "point", "encoding": {
            "x": {"field": "pieces", "type": "quantitative", "title": "Pieces"},
            "y": {"field": "value", "type": "quantitative", "title": "Value, EUR", "scale": {"type": "log"}},
            "color": {"field": "region", "type": "nominal", "title": null}}}),
    ));
    kinds
}

fn bars() -> Vec<Kind> {
    vec![
        Kind {
            title: "North sells most",
            note: "Revenue of both years.",
            specification: json!({"data": {"values": monthly()}, "mark": "bar", "encoding": {
                "x": {"field": "region", "type": "nominal", "sort": "-y", "title": null},
                "y": {"field": "revenue", "type": "quantitative", "aggregate": "sum", "title": "Revenue, EUR"}}}),
        },
        Kind {
            title: "Two products bring half of the revenue",
            note: "Revenue by product, from the largest to the smallest.",
            specification: json!({"data": {"values": products()}, "mark": "bar", "encoding": {
                "y": {"field": "product", "type": "nominal", "sort": "-x", "title": null},
                "x": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"}}}),
        },
        Kind {
            title: "All regions earn more in spring",
            note: "Revenue per quarter, stacked by region.",
            specification: json!({"data": {"values": monthly()}, "mark": "bar", "encoding": {
                "x": {"field": "month", "type": "temporal", "timeUnit": "yearquarter", "title": null},
                "y": {"field": "revenue", "type": "quantitative", "aggregate": "sum", "title": "Revenue, EUR"},
                "color": {"field": "region", "type": "nominal", "title": null}}}),
        },
        Kind {
            title: "East and West hardly change from year to year",
            note: "Revenue per year, side by side.",
            specification: json!({"data": {"values": monthly()},
                "transform": [{"filter": "datum.region == 'East' || datum.region == 'West'"}],
                "mark": "bar", "encoding": {
                "x": {"field": "month", "timeUnit": "year", "type": "ordinal", "title": null},
                "xOffset": {"field": "region"},
                "y": {"field": "revenue", "type": "quantitative", "aggregate": "sum", "title": "Revenue, EUR"},
                "color": {"field": "region", "type": "nominal", "title": "Region"}}}),
        },
    ]
}

fn curves() -> Vec<Kind> {
    vec![
        Kind {
            title: "North grew while the others stood still",
            note: "Revenue per month and region.",
            specification: json!({"data": {"values": monthly()}, "mark": "line", "encoding": {
                "x": {"field": "month", "type": "temporal", "title": null},
                "y": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"},
                "color": {"field": "region", "type": "nominal", "sort": REGIONS, "title": null}}}),
        },
        Kind {
            title: "Revenue rises towards each May",
            note: "Revenue of all regions per month.",
            specification: json!({"data": {"values": totals(0..24)}, "mark": "area", "encoding": {
                "x": {"field": "month", "type": "temporal", "title": null},
                "y": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"}}}),
        },
        Kind {
            title: "Four months of 2023 lie above the target",
            note: "Revenue per month; the line is the target of 45,000 EUR.",
            specification: json!({"data": {"values": totals(0..12)}, "layer": [
                {"mark": "bar", "encoding": {
                    "x": {"field": "month", "type": "temporal", "timeUnit": "yearmonth", "title": null},
                    "y": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"}}},
                {"mark": "rule", "encoding": {"y": {"datum": 45000}}},
                {"mark": {"type": "text", "align": "left", "dy": -6}, "encoding": {
                    "x": {"value": 4}, "y": {"datum": 45000}, "text": {"value": "Target"}}}]}),
        },
    ]
}

fn distributions() -> Vec<Kind> {
    vec![
        Kind {
            title: "Most orders are small",
            note: "Orders by value, in bins of 25 EUR.",
            specification: json!({"data": {"values": orders(400, &["value"])}, "mark": "bar", "encoding": {
                "x": {"field": "value", "type": "quantitative", "bin": {"step": 25}, "title": "Order value, EUR"},
                "y": {"aggregate": "count", "type": "quantitative", "title": "Orders"}}}),
        },
        Kind {
            title: "More pieces, more discount",
            note: "Each point is an order.",
            specification: json!({"data": {"values": orders(200, &["pieces", "discount"])}, "mark": "point", "encoding": {
                "x": {"field": "pieces", "type": "quantitative", "title": "Pieces"},
                "y": {"field": "discount", "type": "quantitative", "title": "Discount, %"},
                "tooltip": [{"field": "pieces"}, {"field": "discount"}]}}),
        },
        Kind {
            title: "Orders come evenly over the week",
            note: "Orders by weekday and hour.",
            specification: json!({"data": {"values": orders(400, &["weekday", "hour"])}, "mark": "rect", "encoding": {
                "x": {"field": "hour", "type": "ordinal", "title": "Hour"},
                "y": {"field": "weekday", "type": "ordinal", "title": null,
                      "sort": WEEKDAYS},
                "color": {"aggregate": "count", "type": "quantitative", "title": "Orders"}}}),
        },
        Kind {
            title: "Values spread alike in all regions",
            note: "Order values: median, quartiles, and what lies beyond them.",
            specification: json!({"data": {"values": orders(200, &["region", "value"])}, "mark": "boxplot", "encoding": {
                "x": {"field": "region", "type": "nominal", "title": null},
                "y": {"field": "value", "type": "quantitative", "title": "Order value, EUR"}}}),
        },
    ]
}

fn parts() -> Vec<Kind> {
    vec![
        Kind {
            title: "North brings a third",
            note: "Shares of the revenue.",
            specification: json!({"data": {"values": monthly()}, "mark": {"type": "arc", "innerRadius": 60}, "encoding": {
                "theta": {"field": "revenue", "type": "quantitative", "aggregate": "sum"},
                "color": {"field": "region", "type": "nominal", "title": null}}}),
        },
        Kind {
            title: "The season is the same everywhere",
            note: "Revenue per month, a panel for each region.",
            specification: json!({"data": {"values": monthly()}, "mark": "line", "encoding": {
                "facet": {"field": "region", "type": "nominal", "columns": 2, "title": null},
                "x": {"field": "month", "type": "temporal", "title": null},
                "y": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"}}}),
        },
        Kind {
            title: "Revenue and discount by region",
            note: "Left the revenue, right the discounts that were given.",
            specification: json!({"hconcat": [
                {"data": {"values": totals(0..12)}, "mark": "line", "encoding": {
                    "x": {"field": "month", "type": "temporal", "title": null},
                    "y": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"}}},
                {"data": {"values": orders(80, &["region", "discount"])}, "mark": "bar", "encoding": {
                    "x": {"field": "region", "type": "nominal", "title": null},
                    "y": {"field": "discount", "type": "quantitative", "aggregate": "mean", "title": "Discount, %"}}}]}),
        },
    ]
}

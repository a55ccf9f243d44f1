//! The charts of the shop's run.

use csvchat::table::Cell;
use serde_json::{Value, json};

use super::{REGIONS, monthly_rows, noise, region_rows};

fn objects(names: &[&str], rows: &[Vec<Cell>]) -> Value {
    rows.iter()
        .map(|row| names.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), json!(cell))).collect::<Value>())
        .collect()
}

pub fn regions() -> Value {
    json!({
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": objects(&["region", "revenue", "orders"], &region_rows())},
        "mark": "bar",
        "encoding": {
            "y": {"field": "region", "type": "nominal", "sort": "-x", "title": null},
            "x": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"}
        }
    })
}

pub fn monthly() -> Value {
    json!({
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": "North grew while the others stood still", "subtitle": "Revenue per month and region, EUR"},
        "data": {"values": objects(&["month", "region", "revenue"], &monthly_rows())},
        "mark": "line",
        "encoding": {
            "x": {"field": "month", "type": "temporal", "title": null},
            "y": {"field": "revenue", "type": "quantitative", "title": "Revenue, EUR"},
            "color": {"field": "region", "type": "nominal", "sort": REGIONS, "title": null}
        }
    })
}

pub fn sizes() -> Value {
    let rows: Vec<Vec<Cell>> = (0..40)
        .map(|bin: i64| {
            let count =
                (620.0 * (-((bin - 7) as f64 / 7.0).powi(2) / 2.0).exp()).round() + f64::from(u8::from(bin < 25)) * 9.0;
            vec![Cell::Int(bin * 10), Cell::Int(bin * 10 + 10), Cell::Float(count)]
        })
        .collect();
    json!({
        "data": {"values": objects(&["from", "to", "orders"], &rows)},
        "mark": "bar",
        "encoding": {
            "x": {"field": "from", "type": "quantitative", "bin": {"binned": true}, "title": "Order value, EUR"},
            "x2": {"field": "to"},
            "y": {"field": "orders", "type": "quantitative", "title": "Orders"}
        }
    })
}

pub fn relation() -> Value {
    let rows: Vec<Vec<Cell>> = (0..400)
        .map(|point| {
            let quantity = (1.0 + noise(point * 3) * 11.0).floor();
            let discount = quantity * 1.1 + noise(point * 7 + 1) * 6.0;
            vec![Cell::Float(quantity), Cell::Float((discount * 10.0).round() / 10.0)]
        })
        .collect();
    json!({
        "data": {"values": objects(&["quantity", "discount"], &rows)},
        "mark": "point",
        "encoding": {
            "x": {"field": "quantity", "type": "quantitative", "title": "Pieces in an order"},
            "y": {"field": "discount", "type": "quantitative", "title": "Discount, %"}
        }
    })
}

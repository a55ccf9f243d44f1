//! Labels of charts: categories lie flat where they fit, and legends get as many columns as their words leave room for.
//!
//! Uses the data of charts. Works with estimates of width: what a browser makes of a font is not known here.

use serde_json::{Map, Value, json};

use crate::render::chart_data::ChartData;

/// Pixels that a character of a label takes, about.
const CHARACTER: usize = 7;
/// Pixels of the narrowest plot: a phone less margins and axis.
const NARROWEST: usize = 270;
/// Channels that have a legend.
const COLOURS: &[&str] = &["color", "fill", "stroke", "shape"];

/// Lays the labels of a horizontal axis of categories flat where all of them fit beside each other on any screen.
pub(super) fn lay_flat(spec: &mut Map<String, Value>, data: &[ChartData]) {
    if let Some(Value::Object(x)) = spec.get_mut("encoding").and_then(|encoding| encoding.get_mut("x")) {
        lay_channel(x, data);
    }
    if let Some(Value::Array(layers)) = spec.get_mut("layer") {
        for layer in layers.iter_mut().filter_map(Value::as_object_mut) {
            lay_flat(layer, data);
        }
    }
}

fn lay_channel(channel: &mut Map<String, Value>, data: &[ChartData]) {
    let is_category =
        channel.get("type").and_then(Value::as_str).is_some_and(|kind| matches!(kind, "nominal" | "ordinal"));
    let is_plain = ["timeUnit", "bin"].iter().all(|key| !channel.contains_key(*key));
    let Some(field) = channel.get("field").and_then(Value::as_str).filter(|_| is_category && is_plain) else { return };
    let (longest, number) = extent(data, field);
    if number == 0 || number * (longest + 2) * CHARACTER > NARROWEST {
        return;
    }
    if let Value::Object(axis) = channel.entry("axis").or_insert_with(|| json!({})) {
        axis.entry("labelAngle").or_insert(json!(0));
    }
}

/// Characters of the longest label of a chart's legend of categories; 0 where there is none.
pub(super) fn legend_characters(spec: &Value, data: &[ChartData]) -> usize {
    let own = COLOURS.iter().filter_map(|channel| {
        let channel = spec.get("encoding")?.get(*channel)?;
        let field = channel.get("field")?.as_str()?;
        (channel.get("type")?.as_str()? != "quantitative").then(|| extent(data, field).0)
    });
    let layers = spec.get("layer").and_then(Value::as_array).into_iter().flatten();
    own.chain(layers.map(|layer| legend_characters(layer, data))).max().unwrap_or(0)
}

/// The length of a field's longest value in characters, and how many different values there are.
fn extent(data: &[ChartData], field: &str) -> (usize, usize) {
    let mut seen = std::collections::HashSet::new();
    for part in data {
        let Some(index) = part.column(field) else { continue };
        seen.extend(part.rows.iter().filter_map(|row| row.get(index)).map(ToString::to_string));
    }
    (seen.iter().map(|value| value.chars().count()).max().unwrap_or(0), seen.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(values: &[&str], channel: &Value) -> Value {
        let rows: Vec<Value> = values.iter().map(|value| json!({"name": value})).collect();
        let mut spec = json!({"data": {"values": rows}, "mark": "bar", "encoding": {"x": channel}});
        let data = ChartData::all(&spec);
        lay_flat(spec.as_object_mut().unwrap(), &data);
        spec["encoding"]["x"]["axis"]["labelAngle"].clone()
    }

    #[test]
    fn short_labels_lie_flat() {
        let channel = json!({"field": "name", "type": "nominal"});
        assert_eq!(flat(&["North", "East", "South", "West"], &channel), json!(0));
        assert_eq!(flat(&["Bread and pastry", "Coffee beans, roasted", "Tea"], &channel), json!(null));
    }

    #[test]
    fn what_is_said_stays() {
        let said = json!({"field": "name", "type": "nominal", "axis": {"labelAngle": 45}});
        assert_eq!(flat(&["a"], &said), json!(45));
        assert_eq!(flat(&["a"], &json!({"field": "name", "type": "nominal", "axis": null})), json!(null));
        assert_eq!(flat(&["a"], &json!({"field": "name", "type": "quantitative"})), json!(null));
    }

    #[test]
    fn legends_are_measured_by_their_longest_word() {
        let spec = json!({
            "data": {"values": [{"name": "abc", "n": 1}, {"name": "abcdef", "n": 2}]},
            "layer": [{"encoding": {"color": {"field": "name", "type": "nominal"}}}]
        });
        assert_eq!(legend_characters(&spec, &ChartData::all(&spec)), 6);
        let number = json!({"encoding": {"color": {"field": "n", "type": "quantitative"}}});
        assert_eq!(legend_characters(&number, &[]), 0);
    }
}

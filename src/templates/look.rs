//! How charts look, on the page and as pictures: one Vega-Lite configuration, and what a specification leaves open.
//!
//! What a specification sets is respected. Works with estimates of width: what a browser makes of a font is not known
//! here.

mod palette;

pub use palette::Palette;

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::limits::PICTURE_WIDTH;

/// How charts look where their specification does not say: a Vega-Lite configuration.
pub const CONFIG: &str = include_str!("../../templates/report/chart.json");

/// [`CONFIG`] for a place. A picture has no tooltips, and to write one for each of many points takes as long as to draw them.
#[must_use]
pub fn config(place: Place) -> Value {
    let mut config = serde_json::from_str(CONFIG).unwrap_or(Value::Null);
    if place == Place::Picture
        && let Some(tooltip) = config.pointer_mut("/mark/tooltip")
    {
        *tooltip = Value::Null;
    }
    config
}

/// Pixels that a character of a label takes, about.
const CHARACTER: usize = 7;
/// Pixels of the narrowest plot: a phone less margins and axis.
const NARROWEST: usize = 270;
/// Pixels of a part of a chart, as in the configuration.
const PART_WIDTH: u32 = 216;
/// Characters of a line of a title.
const LINE: usize = 36;
/// Characters of the label of a step, such as a month: longer ones are names.
const STEP_CHARACTERS: usize = 7;
/// Channels that have a legend.
const COLOURS: &[&str] = &["color", "fill", "stroke", "shape"];
/// Channels that split a chart into several.
const FACETS: &[&str] = &["facet", "row", "column"];

/// Where a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// On a page, as wide as that lets it be.
    Page,
    /// As a picture.
    Picture,
}

/// Sets what a specification leaves open: its width, and labels that lie flat. Takes out what the place brings itself:
/// the title, and the ground, on which the house's colours stand.
pub fn arrange(specification: &mut Value, place: Place) {
    let Value::Object(spec) = specification else { return };
    for key in ["title", "background"] {
        spec.remove(key);
    }
    arrange_parts(spec);
    if !follows_its_place(spec) {
        return;
    }
    match place {
        Place::Page => {
            spec.insert("width".to_owned(), json!("container"));
        }
        // No picture has a container.
        Place::Picture if spec.get("width").is_none_or(|width| !width.is_number()) => {
            spec.insert("width".to_owned(), json!(PICTURE_WIDTH));
        }
        Place::Picture => {}
    }
    let whole = Value::Object(spec.clone());
    lay_flat(spec, &whole);
    draw_constants_once(spec);
}

/// Wraps the titles of a chart's parts, and gives parts with a few categories side by side the width of those with an axis
/// of numbers, so that their labels lie flat.
fn arrange_parts(spec: &mut Map<String, Value>) {
    let whole = Value::Object(spec.clone());
    for key in ["hconcat", "vconcat", "concat"] {
        for part in spec.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            let Value::Object(part) = part else { continue };
            match part.get_mut("title") {
                Some(Value::Object(title)) => title.get_mut("text").map(wrap).unwrap_or_default(),
                Some(title) => wrap(title),
                None => {}
            }
            arrange_parts(part);
            if !follows_its_place(part) || part.contains_key("width") {
                continue;
            }
            lay_flat(part, &whole);
            let is_flat = part.get("encoding").and_then(|encoding| encoding.pointer("/x/axis/labelAngle")).is_some();
            if is_flat && part.get("encoding").is_none_or(|encoding| encoding.get("xOffset").is_none()) {
                part.insert("width".to_owned(), json!(PART_WIDTH));
            }
        }
    }
}

/// Breaks a title into lines of about [`LINE`] characters.
fn wrap(title: &mut Value) {
    let Some(text) = title.as_str().filter(|text| text.chars().count() > LINE) else { return };
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    *title = json!(lines);
}

/// Draws a layer of nothing but constants, such as a line at a target, once: Vega-Lite draws it for each row of the data,
/// one above the other, and letters grow bold.
fn draw_constants_once(spec: &mut Map<String, Value>) {
    let is_constant = |channel: &Value| channel.get("datum").is_some() || channel.get("value").is_some();
    if spec.get("encoding").and_then(Value::as_object).is_some_and(|encoding| !encoding.values().all(is_constant)) {
        return;
    }
    let layers = spec.get_mut("layer").and_then(Value::as_array_mut).into_iter().flatten();
    for layer in layers.filter_map(Value::as_object_mut) {
        let own = ["data", "transform", "layer", "params"].iter().any(|key| layer.contains_key(*key));
        let constant = layer
            .get("encoding")
            .and_then(Value::as_object)
            .is_some_and(|encoding| !encoding.is_empty() && encoding.values().all(is_constant));
        if constant && !own {
            layer.insert("data".to_owned(), json!({"values": [{}]}));
        }
    }
}

/// Whether a chart can be as wide as its place: one view, not split, whose width is not a multiple of its bars.
fn follows_its_place(spec: &Map<String, Value>) -> bool {
    let one_view = spec.contains_key("mark") || spec.contains_key("layer");
    let split = spec
        .get("encoding")
        .and_then(Value::as_object)
        .is_some_and(|encoding| FACETS.iter().any(|channel| encoding.contains_key(*channel)));
    one_view && !split && !spec.get("width").is_some_and(Value::is_object)
}

/// Lays the labels of a horizontal axis of categories flat where all of them fit beside each other on any screen.
fn lay_flat(spec: &mut Map<String, Value>, data: &Value) {
    if let Some(Value::Object(x)) = spec.get_mut("encoding").and_then(|encoding| encoding.get_mut("x")) {
        lay_channel(x, data);
    }
    if let Some(Value::Array(layers)) = spec.get_mut("layer") {
        for layer in layers.iter_mut().filter_map(Value::as_object_mut) {
            lay_flat(layer, data);
        }
    }
}

fn lay_channel(channel: &mut Map<String, Value>, data: &Value) {
    let is_category =
        channel.get("type").and_then(Value::as_str).is_some_and(|kind| matches!(kind, "nominal" | "ordinal"));
    let is_plain = ["timeUnit", "bin"].iter().all(|key| !channel.contains_key(*key));
    let Some(field) = channel.get("field").and_then(Value::as_str).filter(|_| is_category && is_plain) else { return };
    let (longest, number) = extent(data, field);
    let fits = number * (longest + 2) * CHARACTER <= NARROWEST;
    // Of steps in an order, some labels can be left out.
    let is_step = channel.get("type").and_then(Value::as_str) == Some("ordinal") && longest <= STEP_CHARACTERS;
    if number == 0 || !(fits || is_step) {
        return;
    }
    if let Value::Object(axis) = channel.entry("axis").or_insert_with(|| json!({})) {
        axis.entry("labelAngle").or_insert(json!(0));
    }
}

/// Characters of the longest label of a chart's legend of categories; 0 where there is none.
#[must_use]
pub fn legend_characters(spec: &Value, data: &Value) -> usize {
    let own = COLOURS.iter().filter_map(|channel| {
        let channel = spec.get("encoding")?.get(*channel)?;
        let field = channel.get("field")?.as_str()?;
        (channel.get("type")?.as_str()? != "quantitative").then(|| extent(data, field).0)
    });
    let layers = spec.get("layer").and_then(Value::as_array).into_iter().flatten();
    own.chain(layers.map(|layer| legend_characters(layer, data))).max().unwrap_or(0)
}

/// The length of a field's longest value in characters, and how many different values there are.
fn extent(data: &Value, field: &str) -> (usize, usize) {
    let mut seen = HashSet::new();
    collect(data, field, &mut seen);
    (seen.iter().map(|value| value.chars().count()).max().unwrap_or(0), seen.len())
}

/// The different values of a field in all data of a specification.
fn collect(value: &Value, field: &str, seen: &mut HashSet<String>) {
    match value {
        Value::Object(object) => {
            for row in object.get("data").and_then(|data| data.get("values")?.as_array()).into_iter().flatten() {
                seen.extend(
                    row.get(field).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
                );
            }
            object.iter().filter(|(key, _)| *key != "data").for_each(|(_, inner)| collect(inner, field, seen));
        }
        Value::Array(values) => values.iter().for_each(|inner| collect(inner, field, seen)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(values: &[&str], channel: &Value) -> Value {
        let rows: Vec<Value> = values.iter().map(|value| json!({"name": value})).collect();
        let mut spec = json!({"data": {"values": rows}, "mark": "bar", "encoding": {"x": channel}});
        let data = spec.clone();
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
    fn steps_lie_flat_however_many() {
        let months: Vec<String> = (1..=24).map(|month| format!("{}-{:02}", 2023 + month / 13, month)).collect();
        let months: Vec<&str> = months.iter().map(String::as_str).collect();
        assert_eq!(flat(&months, &json!({"field": "name", "type": "ordinal"})), json!(0));
        assert_eq!(flat(&months, &json!({"field": "name", "type": "nominal"})), json!(null));
    }

    #[test]
    fn parts_are_arranged_too() {
        let title = "Revenue of the first half year without what came back";
        let bars = json!({"mark": "bar", "encoding": {"x": {"field": "name", "type": "nominal"}}});
        let data = json!({"values": [{"name": "North"}, {"name": "East"}]});
        let mut spec = json!({"data": data, "hconcat": [bars, {"title": title, "mark": "line", "encoding": {}}]});
        arrange(&mut spec, Place::Page);
        assert_eq!(spec["hconcat"][0]["width"], json!(PART_WIDTH));
        assert_eq!(spec["hconcat"][1]["title"], json!(["Revenue of the first half year", "without what came back"]));
        assert_eq!(config(Place::Page)["view"]["continuousWidth"], json!(PART_WIDTH));
    }

    #[test]
    fn constants_are_drawn_once() {
        let once = |layer: Value, encoding: Value| {
            let mut spec = json!({"data": {"values": [{"a": 1}, {"a": 2}]}, "encoding": encoding, "layer": [layer]});
            arrange(&mut spec, Place::Picture);
            spec["layer"][0]["data"] == json!({"values": [{}]})
        };
        let rule = json!({"mark": "rule", "encoding": {"y": {"datum": 3}, "color": {"value": "red"}}});
        assert!(once(rule.clone(), json!({})));
        assert!(!once(rule, json!({"x": {"field": "a"}})), "a line for each row");
        assert!(!once(json!({"mark": "rule", "encoding": {"y": {"aggregate": "mean", "field": "a"}}}), json!({})));
        let own = json!({"data": {"values": [{"b": 1}]}, "mark": "rule", "encoding": {"y": {"datum": 3}}});
        assert!(!once(own, json!({})));
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
        assert_eq!(legend_characters(&spec, &spec), 6);
        let number = json!({"encoding": {"color": {"field": "n", "type": "quantitative"}}});
        assert_eq!(legend_characters(&number, &number), 0);
    }

    #[test]
    fn the_configuration_is_one() {
        assert!(config(Place::Page)["mark"]["tooltip"].as_bool().unwrap_or_default());
        assert!(config(Place::Picture)["mark"]["tooltip"].is_null());
    }

    #[test]
    fn charts_of_one_view_are_as_wide_as_their_place() {
        let width = |spec: Value, place| {
            let mut spec = spec;
            arrange(&mut spec, place);
            spec.get("width").cloned()
        };
        for (spec, page, picture) in [
            (json!({"mark": "bar"}), Some(json!("container")), Some(json!(PICTURE_WIDTH))),
            (json!({"mark": "bar", "width": 900}), Some(json!("container")), Some(json!(900))),
            (json!({"mark": "bar", "width": "container"}), Some(json!("container")), Some(json!(PICTURE_WIDTH))),
            (json!({"layer": [], "width": {"step": 12}}), Some(json!({"step": 12})), Some(json!({"step": 12}))),
            (json!({"hconcat": []}), None, None),
            (json!({"mark": "bar", "encoding": {"row": {"field": "a"}}}), None, None),
        ] {
            assert_eq!(width(spec.clone(), Place::Page), page, "{spec}");
            assert_eq!(width(spec.clone(), Place::Picture), picture, "{spec}");
        }
    }
}

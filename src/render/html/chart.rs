//! Charts: a specification made ready for the page, and its data as a table for those who cannot see it drawn.
//!
//! Uses `report` and the data of charts. What a specification sets is respected, but for what would break the page: options for the
//! embedding program, a width of its own where the chart can follow the page, and a title that the page shows itself.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::render::chart_data::ChartData;
use crate::render::report::Plot;
use crate::templates::look::{self, Palette, Place};

/// A chart as the page shows it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chart {
    /// What Vega-Lite draws.
    pub(super) spec: Value,
    /// What the specification's own title says beyond the chart's.
    pub(super) subtitle: Option<String>,
    /// The inlined data, one for each part of the chart that has its own.
    pub(super) data: Vec<ChartData>,
}

/// Makes a report's charts ready for the page, the same category in the same colour in all of them.
#[must_use]
pub(super) fn charts<'a>(plots: impl Iterator<Item = &'a Plot>) -> Vec<Chart> {
    let mut palette = Palette::default();
    plots
        .map(|plot| {
            let chart = chart(plot, &palette);
            palette.learn(&plot.spec, legend(plot));
            chart
        })
        .collect()
}

/// The categories that a chart showed when it was drawn.
fn legend(plot: &Plot) -> &[String] {
    plot.drawn.as_ref().map_or(&[], |drawn| &drawn.legend)
}

fn chart(plot: &Plot, palette: &Palette) -> Chart {
    let mut spec = plot.spec.clone();
    let data = ChartData::all(&spec);
    let mut subtitle = None;
    let fields = temporal_fields(&spec);
    palette.apply(&mut spec, legend(plot));
    mark_local_times(&mut spec, &fields);
    if let Value::Object(object) = &mut spec {
        for key in ["$schema", "usermeta"] {
            object.remove(key);
        }
        subtitle = object.get("title").and_then(|title| subtitle_of(title, &plot.title));
        object.entry("description").or_insert_with(|| json!(plot.title));
    }
    look::arrange(&mut spec, Place::Page);
    Chart { spec, subtitle, data }
}

/// What a specification's title says beyond the chart's own title: its subtitle, or the title itself where it differs.
fn subtitle_of(title: &Value, shown: &str) -> Option<String> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => Some(lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    };
    let (own, subtitle) = match title {
        Value::Object(parts) => (parts.get("text").and_then(text), parts.get("subtitle").and_then(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => (text(title), None),
    };
    let own = own.filter(|own| own.trim() != shown.trim() && !own.trim().is_empty());
    match (own, subtitle.filter(|subtitle| !subtitle.trim().is_empty())) {
        (Some(own), Some(subtitle)) => Some(format!("{own}. {subtitle}")),
        (own, subtitle) => own.or(subtitle),
    }
}

/// Fields that are read as moments.
fn temporal_fields(spec: &Value) -> HashSet<String> {
    let mut found = HashSet::new();
    visit(spec, &mut |object| {
        let temporal =
            object.get("type").and_then(Value::as_str) == Some("temporal") || object.contains_key("timeUnit");
        if let (true, Some(field)) = (temporal, object.get("field").and_then(Value::as_str)) {
            found.insert(field.to_owned());
        }
    });
    found
}

/// Calls for every object of a specification, those in its data left out.
fn visit(value: &Value, see: &mut impl FnMut(&Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            see(object);
            for (key, inner) in object {
                if key != "data" && key != "datasets" {
                    visit(inner, see);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|inner| visit(inner, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Writes dates of temporal fields so that every browser reads them as local time: a bare `2024-01-01` is midnight in
/// Greenwich, which is still December west of it.
fn mark_local_times(value: &mut Value, fields: &HashSet<String>) {
    if fields.is_empty() {
        return;
    }
    match value {
        Value::Object(object) => {
            for (key, inner) in object.iter_mut() {
                if let (true, Value::String(text)) = (fields.contains(key), &*inner) {
                    if let Some(local) = local_time(text) {
                        *inner = Value::String(local);
                    }
                } else {
                    mark_local_times(inner, fields);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|inner| mark_local_times(inner, fields)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A year, a month, a day or a moment without a zone as ISO 8601 local time.
fn local_time(text: &str) -> Option<String> {
    let shape: String = text.chars().map(|ch| if ch.is_ascii_digit() { 'd' } else { ch }).collect();
    match shape.as_str() {
        "dddd" => Some(format!("{text}-01-01T00:00:00")),
        "dddd-dd" => Some(format!("{text}-01T00:00:00")),
        "dddd-dd-dd" => Some(format!("{text}T00:00:00")),
        _ if shape.starts_with("dddd-dd-dd dd:dd") => {
            let zoneless = shape.get(16..).is_some_and(|rest| rest.chars().all(|ch| matches!(ch, 'd' | ':' | '.')));
            zoneless.then(|| text.replacen(' ', "T", 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    fn ready(spec: Value) -> Chart {
        let plot = Plot { id: "plot1".to_owned(), title: "North grew".to_owned(), spec, ..Plot::default() };
        chart(&plot, &Palette::default())
    }

    #[test]
    fn options_for_the_embedding_program_are_taken_out() {
        let spec =
            ready(json!({"$schema": "https://x", "usermeta": {"embedOptions": {"actions": true}}, "mark": "bar"})).spec;
        assert_eq!(spec, json!({"mark": "bar", "description": "North grew", "width": "container"}));
    }

    #[test]
    fn titles_are_shown_once() {
        assert_eq!(ready(json!({"title": "North grew"})).subtitle, None);
        assert_eq!(ready(json!({"title": "Revenue, EUR"})).subtitle.as_deref(), Some("Revenue, EUR"));
        let both = ready(json!({"title": {"text": "North grew", "subtitle": ["per month,", "EUR"]}}));
        assert_eq!(both.subtitle.as_deref(), Some("per month, EUR"));
    }

    #[test]
    fn dates_of_temporal_fields_are_local() {
        let chart = ready(json!({
            "data": {"values": [{"day": "2024-01-01", "name": "2024-01-01"}, {"day": "2024-01-02 03:04:05", "name": 1}]},
            "mark": "line",
            "encoding": {"x": {"field": "day", "type": "temporal"}, "y": {"field": "name", "type": "nominal"}}
        }));
        assert_eq!(
            chart.spec["data"]["values"],
            json!([{"day": "2024-01-01T00:00:00", "name": "2024-01-01"}, {"day": "2024-01-02T03:04:05", "name": 1}])
        );
        assert_eq!(chart.data[0].rows[0][0], Cell::Text("2024-01-01".to_owned()));
        for (text, local) in [
            ("2024", Some("2024-01-01T00:00:00")),
            ("2024-03", Some("2024-03-01T00:00:00")),
            ("2024-01-01 10:00:00+02", None),
            ("2024-01-01T00:00:00Z", None),
            ("spring", None),
        ] {
            assert_eq!(local_time(text).as_deref(), local, "{text}");
        }
    }

    #[test]
    fn what_is_no_object_does_no_harm() {
        assert_eq!(ready(json!("x")).spec, json!("x"));
    }
}

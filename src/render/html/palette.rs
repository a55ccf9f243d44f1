//! The same category has the same colour in every chart of a report.
//!
//! Uses `chart`, `table`. Touches only colours that a specification leaves to the look of the house, of a field that
//! colours more than one chart.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::chart::Chart;
use crate::render::chart_data::ChartData;
use crate::table::Cell;

/// Channels that colour.
const CHANNELS: &[&str] = &["color", "fill", "stroke"];

/// Gives each value of a field that colours several charts its own colour from the look's palette.
pub(super) fn same_colours(charts: &mut [Chart], look: &Value) {
    let palette = look.pointer("/range/category").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let shared = shared_fields(charts, palette.len());
    for Chart { spec, data, .. } in charts {
        change_channels(spec, &mut |channel| {
            let Some(field) = field_of(channel).filter(|field| shared.contains_key(*field)) else { return };
            let known = shared.get(field).map(Vec::as_slice).unwrap_or_default();
            let domain = in_order(values(data, field), channel.get("sort"));
            let range: Vec<&Value> = domain
                .iter()
                .filter_map(|value| known.iter().position(|other| other == value))
                .filter_map(|position| palette.get(position))
                .collect();
            if !domain.is_empty() && range.len() == domain.len() {
                let scale = json!({"domain": domain, "range": range});
                channel.insert("scale".to_owned(), scale);
            }
        });
    }
}

/// Fields that colour more than one chart, with their values, where there is a colour for each.
fn shared_fields(charts: &[Chart], colours: usize) -> HashMap<String, Vec<Cell>> {
    let mut known: HashMap<String, (usize, Vec<Cell>)> = HashMap::new();
    for chart in charts {
        let mut fields = Vec::new();
        // Reading goes the same way as changing, on a copy that is thrown away.
        change_channels(&mut chart.spec.clone(), &mut |channel| fields.extend(field_of(channel).map(str::to_owned)));
        fields.sort();
        fields.dedup();
        for field in fields {
            let own = values(&chart.data, &field);
            let (charts, all) = known.entry(field).or_default();
            *charts += 1;
            for value in own {
                if all.len() <= colours && !all.contains(&value) {
                    all.push(value);
                }
            }
        }
    }
    known
        .into_iter()
        .filter(|(_, (charts, values))| *charts > 1 && values.len() <= colours)
        .map(|(field, (_, values))| (field, values))
        .collect()
}

/// The field of a channel that shows categories, where it leaves their colours to the look.
fn field_of(channel: &Map<String, Value>) -> Option<&str> {
    let is_category = channel.get("type").and_then(Value::as_str) == Some("nominal");
    let is_plain = ["scale", "bin", "aggregate", "timeUnit", "condition"].iter().all(|key| !channel.contains_key(*key));
    let order_is_known = channel.get("sort").is_none_or(Value::is_array);
    if is_category && is_plain && order_is_known { channel.get("field")?.as_str() } else { None }
}

/// The values of a field, each once, in the order in which they occur.
fn values(data: &[ChartData], field: &str) -> Vec<Cell> {
    let mut found: Vec<Cell> = Vec::new();
    for part in data {
        let Some(index) = part.columns.iter().position(|column| column == field) else { continue };
        for cell in part.rows.iter().filter_map(|row| row.get(index)) {
            if !cell.is_null() && found.last() != Some(cell) && !found.contains(cell) {
                found.push(cell.clone());
            }
        }
    }
    found
}

/// Values in the order that the channel names, the others after them by their text, as Vega-Lite does.
fn in_order(mut values: Vec<Cell>, sort: Option<&Value>) -> Vec<Cell> {
    let named = sort.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let rank = |value: &Cell| named.iter().position(|other| *other == json!(value)).unwrap_or(named.len());
    values.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.to_string().cmp(&b.to_string())));
    values
}

/// Calls for every channel that colours, in a specification and its parts.
fn change_channels(spec: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match spec {
        Value::Array(parts) => {
            for part in parts {
                change_channels(part, change);
            }
        }
        Value::Object(object) => {
            for (key, inner) in object {
                match inner {
                    Value::Object(channel) if CHANNELS.contains(&key.as_str()) => change(channel),
                    Value::Object(_) | Value::Array(_) if key != "data" && key != "datasets" => {
                        change_channels(inner, change);
                    }
                    Value::Null
                    | Value::Bool(_)
                    | Value::Number(_)
                    | Value::String(_)
                    | Value::Object(_)
                    | Value::Array(_) => {}
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::html::chart::chart;
    use crate::render::report::Plot;

    fn coloured(values: &[&str], channel: &Value) -> Chart {
        let rows: Vec<Value> = values.iter().map(|value| json!({"region": value})).collect();
        chart(&Plot {
            id: String::new(),
            title: String::new(),
            note: None,
            spec: json!({"data": {"values": rows}, "mark": "bar", "encoding": {"color": channel}}),
            source: None,
            alt: None,
            drawn: None,
            svg: None,
        })
    }

    fn scale(chart: &Chart) -> &Value {
        &chart.spec["encoding"]["color"]["scale"]
    }

    fn look() -> Value {
        json!({"range": {"category": ["#1", "#2", "#3"]}})
    }

    #[test]
    fn a_category_keeps_its_colour() {
        let channel = json!({"field": "region", "type": "nominal"});
        let mut charts = [coloured(&["b", "a", "b", "c"], &channel), coloured(&["c", "a"], &channel)];
        same_colours(&mut charts, &look());
        assert_eq!(scale(&charts[0]), &json!({"domain": ["a", "b", "c"], "range": ["#2", "#1", "#3"]}));
        assert_eq!(scale(&charts[1]), &json!({"domain": ["a", "c"], "range": ["#2", "#3"]}));
    }

    #[test]
    fn what_a_chart_says_itself_stays() {
        let own = json!({"field": "region", "type": "nominal", "scale": {"scheme": "category10"}});
        let plain = json!({"field": "region", "type": "nominal", "sort": ["b", "a"]});
        let mut charts = [coloured(&["a"], &own), coloured(&["a", "b"], &plain), coloured(&["b"], &plain)];
        same_colours(&mut charts, &look());
        assert_eq!(scale(&charts[0]), &json!({"scheme": "category10"}));
        assert_eq!(scale(&charts[1])["domain"], json!(["b", "a"]));
    }

    #[test]
    fn one_chart_or_too_many_values_stay_as_they_are() {
        let channel = json!({"field": "region", "type": "nominal"});
        let mut one = [coloured(&["a"], &channel)];
        same_colours(&mut one, &look());
        assert!(scale(&one[0]).is_null());
        let mut many = [coloured(&["a", "b", "c", "d"], &channel), coloured(&["a"], &channel)];
        same_colours(&mut many, &look());
        assert!(scale(&many[1]).is_null());
    }
}

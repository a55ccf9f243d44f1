//! The data inside a Vega-Lite specification, as a table.
//!
//! Uses `table`. Reads values that are inlined, as they are: never computes what the chart would compute from them.

use serde_json::{Map, Value};

use crate::table::Cell;

/// Rows of a chart's data.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ChartData {
    /// Field names, in the order in which rows first show them.
    pub(super) columns: Vec<String>,
    /// As long as `columns` each; missing where a row lacks the field.
    pub(super) rows: Vec<Vec<Cell>>,
}

impl ChartData {
    /// The data of a specification: its own, else that of the first of its parts that has some.
    pub(super) fn of(spec: &Value) -> Option<Self> {
        inlined(spec).first().map(|values| Self::from_values(values))
    }

    /// The data of a specification and of each of its parts that has its own, each once, in order.
    pub(super) fn all(spec: &Value) -> Vec<Self> {
        let mut found = inlined(spec);
        let mut seen: Vec<&[Value]> = Vec::new();
        found.retain(|values| {
            !seen.contains(values) && {
                seen.push(values);
                true
            }
        });
        found.into_iter().map(Self::from_values).collect()
    }

    fn from_values(values: &[Value]) -> Self {
        let mut columns: Vec<String> = Vec::new();
        for value in values {
            match value {
                Value::Object(row) => {
                    for key in row.keys().filter(|key| !columns.contains(key)).cloned().collect::<Vec<_>>() {
                        columns.push(key);
                    }
                }
                // Vega-Lite calls the field of bare values so.
                _ if !columns.iter().any(|column| column == "data") => columns.push("data".to_owned()),
                _ => {}
            }
        }
        let rows = values
            .iter()
            .map(|value| {
                columns
                    .iter()
                    .map(|column| match value {
                        Value::Object(row) => row.get(column).map_or(Cell::Null, cell),
                        bare => cell(bare),
                    })
                    .collect()
            })
            .collect();
        Self { columns, rows }
    }
}

/// What is inlined in a specification and its parts, in order.
fn inlined(spec: &Value) -> Vec<&[Value]> {
    let mut found = Vec::new();
    collect(spec, spec.get("datasets").and_then(Value::as_object), &mut found);
    found
}

fn collect<'a>(spec: &'a Value, datasets: Option<&'a Map<String, Value>>, found: &mut Vec<&'a [Value]>) {
    let own = spec.get("data").and_then(|data| {
        data.get("values").or_else(|| datasets?.get(data.get("name")?.as_str()?))?.as_array().map(Vec::as_slice)
    });
    found.extend(own);
    let parts = ["layer", "hconcat", "vconcat", "concat"].iter().filter_map(|key| spec.get(key)?.as_array()).flatten();
    for part in parts.chain(spec.get("spec")) {
        collect(part, datasets, found);
    }
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(value) => Cell::Bool(*value),
        Value::Number(number) => number
            .as_i64()
            .map(Cell::Int)
            .or_else(|| number.as_f64().map(Cell::from_f64))
            .unwrap_or_else(|| Cell::Text(number.to_string())),
        Value::String(text) => Cell::Text(instant(text).unwrap_or_else(|| text.clone())),
        nested @ (Value::Array(_) | Value::Object(_)) => Cell::Text(nested.to_string()),
    }
}

/// An instant as a chart reads it, written as tables write it: `2024-01-31T00:00:00` is the day alone.
fn instant(text: &str) -> Option<String> {
    let (day, time) = text.split_once('T')?;
    let shape =
        |text: &str| text.chars().map(|each| if each.is_ascii_digit() { 'd' } else { each }).collect::<String>();
    let is_instant = shape(day) == "dddd-dd-dd" && shape(time).starts_with("dd:dd:dd");
    is_instant.then(|| if time == "00:00:00" { day.to_owned() } else { format!("{day} {time}") })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn instants_read_as_in_tables() {
        for (text, shown) in [
            ("2024-01-31T00:00:00", Some("2024-01-31")),
            ("2024-01-31T09:30:00", Some("2024-01-31 09:30:00")),
            ("Tuesday", None),
            ("2024-01-31", None),
        ] {
            assert_eq!(instant(text).as_deref(), shown);
        }
    }

    #[test]
    fn rows_have_all_fields() {
        let data = ChartData::of(&json!({"data": {"values": [{"a": 1}, {"b": "x", "a": null}]}})).unwrap();
        assert_eq!(data.columns, ["a", "b"]);
        assert_eq!(data.rows[0], [Cell::Int(1), Cell::Null]);
        assert_eq!(data.rows[1], [Cell::Null, Cell::Text("x".to_owned())]);
    }

    #[test]
    fn data_is_found_by_name_and_in_parts() {
        let bare = json!({"datasets": {"d": [1, 2]}, "hconcat": [{"layer": [{"data": {"name": "d"}}]}]});
        assert_eq!(ChartData::of(&bare).unwrap().rows, [[Cell::Int(1)], [Cell::Int(2)]]);
        assert_eq!(ChartData::of(&json!({"mark": "bar"})), None);
        assert_eq!(ChartData::of(&json!({"data": {"url": "x"}})), None);
    }

    #[test]
    fn data_of_all_parts_is_found_once() {
        let spec = json!({
            "data": {"values": [1, 2]},
            "layer": [{"data": {"values": [{"a": 1}, {"b": null, "a": {"c": 1}}]}}, {"data": {"values": [1, 2]}}]
        });
        let all = ChartData::all(&spec);
        assert_eq!(all.iter().map(|data| data.columns.join(",")).collect::<Vec<_>>(), ["data", "a,b"]);
        assert_eq!(all[1].rows[1], [Cell::Text("{\"c\":1}".to_owned()), Cell::Null]);
    }
}

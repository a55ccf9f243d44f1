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
        let datasets = spec.get("datasets").and_then(Value::as_object);
        values(spec, datasets).map(Self::from_values)
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

    /// The position of a field.
    pub(super) fn column(&self, field: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == field)
    }
}

fn values<'a>(spec: &'a Value, datasets: Option<&'a Map<String, Value>>) -> Option<&'a [Value]> {
    if let Some(data) = spec.get("data") {
        let inline = data.get("values").or_else(|| datasets?.get(data.get("name")?.as_str()?));
        return inline?.as_array().map(Vec::as_slice);
    }
    let parts = ["layer", "hconcat", "vconcat", "concat"].iter().filter_map(|key| spec.get(key)?.as_array()).flatten();
    parts.chain(spec.get("spec")).find_map(|part| values(part, datasets))
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
        Value::String(text) => Cell::Text(text.clone()),
        nested @ (Value::Array(_) | Value::Object(_)) => Cell::Text(nested.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
}

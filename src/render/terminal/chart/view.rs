//! What a simple specification draws: marks with a key, a value and a series.
//!
//! Computes the aggregates, bins and units of time that simple charts use, as Vega-Lite does. Gives nothing for whatever
//! it does not know, rather than a chart that shows something else.

mod channel;
mod scale;

use serde_json::Value;

use crate::render::chart_data::ChartData;
use crate::render::escape;
use channel::{Aggregate, Channel, Kind};
pub(super) use scale::position;

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Bar,
    /// Lines and areas.
    Line,
    Point,
}

/// One mark.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Datum {
    /// Along the dimension: a category, a moment, the lower end of a bin, a number.
    pub(super) key: String,
    /// Where the key lies on a continuous scale.
    pub(super) at: Option<f64>,
    pub(super) value: f64,
    /// The colour's category; empty where there is none.
    pub(super) series: String,
}

/// A chart, ready to be drawn; its texts are escaped, so that their width is what it will be.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct View {
    pub(super) mark: Mark,
    /// Whether the values stand on zero: those of bars and areas do.
    pub(super) from_zero: bool,
    pub(super) data: Vec<Datum>,
    /// What the keys are.
    pub(super) key_title: String,
    /// What the values are.
    pub(super) value_title: String,
    /// In the order of the chart.
    pub(super) series: Vec<String>,
}

impl View {
    /// The chart of a specification, where it is a simple one.
    pub(super) fn of(spec: &Value, data: &ChartData) -> Option<Self> {
        let (unit, outer) = unit(spec)?;
        let mark = mark(unit)?;
        let encoding = |name: &str| {
            let own = unit.get("encoding").and_then(|encoding| encoding.get(name));
            own.or_else(|| outer?.get("encoding")?.get(name))
        };
        if ["row", "column", "facet", "xOffset", "yOffset", "theta"].iter().any(|name| encoding(name).is_some()) {
            return None;
        }
        let until = |name: &str| data.column(encoding(name)?.get("field")?.as_str()?);
        let x = Channel { until: until("x2"), ..Channel::of(encoding("x")?, data)? };
        let y = Channel { until: until("y2"), ..Channel::of(encoding("y")?, data)? };
        let color = match encoding("color") {
            Some(color) if color.get("field").is_some() => Some(Channel::of(color, data)?),
            Some(_) | None => None,
        };
        // A colour on a continuous scale makes no series.
        let color = color.filter(|color| color.kind == Kind::Category);
        let (key, value) = if y.is_measure() { (x, y) } else { (y, x) };
        if !value.is_measure() || mark != Mark::Point && key.is_measure() && value.aggregate == Aggregate::None {
            return None;
        }
        let mut view = Self {
            mark,
            from_zero: mark == Mark::Bar || is_area(unit),
            data: scale::data(&key, &value, color.as_ref(), mark, data)?,
            key_title: escape::terminal(&key.title),
            value_title: escape::terminal(&value.title),
            series: Vec::new(),
        };
        scale::sort(&mut view.data, &key);
        for datum in &mut view.data {
            datum.key = escape::terminal(&datum.key);
            datum.series = escape::terminal(&datum.series);
            if !view.series.contains(&datum.series) {
                view.series.push(datum.series.clone());
            }
        }
        view.series.sort();
        (!view.data.is_empty()).then_some(view)
    }

    /// The different keys, in the order of the chart.
    pub(super) fn keys(&self) -> Vec<&str> {
        let mut keys: Vec<&str> = Vec::new();
        for datum in &self.data {
            if !keys.contains(&datum.key.as_str()) {
                keys.push(&datum.key);
            }
        }
        keys
    }

    /// Whether the keys lie on a scale rather than side by side.
    pub(super) fn is_continuous(&self) -> bool {
        self.data.iter().all(|datum| datum.at.is_some())
    }
}

/// The view itself or its first layer that has a known mark, and what is around the layer.
fn unit(spec: &Value) -> Option<(&Value, Option<&Value>)> {
    let transforms =
        |part: &Value| part.get("transform").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    let found = match spec.get("layer").and_then(Value::as_array) {
        Some(layers) => (layers.iter().find(|layer| mark(layer).is_some())?, Some(spec)),
        None => (spec, None),
    };
    (!transforms(found.0) && !transforms(spec)).then_some(found)
}

fn mark_name(unit: &Value) -> Option<&str> {
    let mark = unit.get("mark")?;
    mark.as_str().or_else(|| mark.get("type")?.as_str())
}

fn is_area(unit: &Value) -> bool {
    mark_name(unit) == Some("area")
}

fn mark(unit: &Value) -> Option<Mark> {
    match mark_name(unit)? {
        "bar" => Some(Mark::Bar),
        "line" | "area" | "trail" => Some(Mark::Line),
        "point" | "circle" | "square" => Some(Mark::Point),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn view(mark: &str, values: &Value, encoding: &Value) -> Option<View> {
        let spec = json!({"mark": mark, "data": {"values": values}, "encoding": encoding});
        View::of(&spec, &ChartData::of(&spec)?)
    }

    fn pairs(view: &View) -> Vec<(&str, f64)> {
        view.data.iter().map(|datum| (datum.key.as_str(), datum.value)).collect()
    }

    #[test]
    fn bars_are_summed_and_sorted_as_the_specification_says() {
        let values = json!([{"c": "b", "v": 1}, {"c": "a", "v": 2}, {"c": "b", "v": 4}, {"c": "c", "v": null}]);
        let encoding = |sort: Value| json!({"x": {"field": "c", "type": "nominal", "sort": sort}, "y": {"aggregate": "sum", "field": "v", "type": "quantitative"}});
        let sorted = |sort: Value| view("bar", &values, &encoding(sort)).unwrap();
        assert_eq!(pairs(&sorted(json!("ascending"))), [("a", 2.0), ("b", 5.0)]);
        assert_eq!(pairs(&sorted(json!("-y"))), [("b", 5.0), ("a", 2.0)]);
        assert_eq!(pairs(&sorted(json!(null))), [("b", 5.0), ("a", 2.0)]);
        assert_eq!(pairs(&sorted(json!(["b"]))), [("b", 5.0), ("a", 2.0)]);
    }

    #[test]
    fn bins_and_units_of_time_are_computed() {
        let values = json!([{"v": 1}, {"v": 12}, {"v": 15}, {"v": 99}]);
        let encoding = json!({"x": {"field": "v", "bin": true, "type": "quantitative"}, "y": {"aggregate": "count"}});
        let binned = view("bar", &values, &encoding).unwrap();
        assert_eq!(pairs(&binned), [("0–10", 1.0), ("10–20", 2.0), ("90–100", 1.0)]);
        let values = json!([{"a": 0, "b": 5, "n": 3}, {"a": 5, "b": 10, "n": 1}]);
        let encoding = json!({
            "x": {"field": "a", "bin": "binned", "type": "quantitative"}, "x2": {"field": "b"},
            "y": {"field": "n", "type": "quantitative"}
        });
        assert_eq!(pairs(&view("bar", &values, &encoding).unwrap()), [("0–5", 3.0), ("5–10", 1.0)]);
        let values = json!([{"d": "2024-01-05", "v": 2}, {"d": "2024-01-31", "v": 4}, {"d": "2024-02-01", "v": 1}]);
        let encoding = json!({
            "x": {"field": "d", "timeUnit": "yearmonth", "type": "temporal"},
            "y": {"field": "v", "aggregate": "mean", "type": "quantitative"}
        });
        assert_eq!(pairs(&view("line", &values, &encoding).unwrap()), [("2024-01", 3.0), ("2024-02", 1.0)]);
    }

    #[test]
    fn what_is_not_simple_is_not_drawn() {
        let values = json!([{"c": "b", "v": 1}]);
        let (x, y) = (json!({"field": "c", "type": "nominal"}), json!({"field": "v", "type": "quantitative"}));
        assert!(view("bar", &values, &json!({"x": x, "y": y})).is_some());
        assert!(view("boxplot", &values, &json!({"x": x, "y": y})).is_none());
        assert!(view("bar", &values, &json!({"x": x, "y": y, "column": x})).is_none());
        assert!(
            view("bar", &values, &json!({"x": x, "y": {"field": "v", "aggregate": "q3", "type": "quantitative"}}))
                .is_none()
        );
        assert!(view("bar", &values, &json!({"x": x, "y": {"field": "gone", "type": "quantitative"}})).is_none());
        let filtered = json!({"mark": "bar", "data": {"values": values}, "transform": [{"filter": "datum.v > 1"}], "encoding": {"x": x, "y": y}});
        assert!(View::of(&filtered, &ChartData::of(&filtered).unwrap()).is_none());
    }
}

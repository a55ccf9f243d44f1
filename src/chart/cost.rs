//! What drawing a specification may cost: a few numbers in it can keep a page busy for ever, or make it a mile long.

use serde_json::{Map, Value};

use super::Finding;
use crate::limits::{PLOT_BINS, PLOT_CHANNELS, PLOT_NUMBER, PLOT_ORDER, PLOT_TICKS, PLOT_VIEWS};

/// Keys whose numbers are values of the data, of any size.
const OF_DATA: [&str; 19] = [
    "domain",
    "domainMin",
    "domainMax",
    "domainMid",
    "datum",
    "equal",
    "lt",
    "lte",
    "gt",
    "gte",
    "range",
    "oneOf",
    "extent",
    "values",
    "impute",
    "filter",
    "calculate",
    "year",
    "tickMinStep",
];
/// Keys whose numbers say how many of something are made.
const COUNTS: [&str; 5] = ["tickCount", "maxbins", "steps", "minsteps", "maxsteps"];
/// Units of time in which ticks stay few on every axis.
const TICK_UNITS: [&str; 6] = ["day", "week", "month", "quarter", "year", "decade"];
/// Views that a specification holds.
const PARTS: [&str; 4] = ["layer", "hconcat", "vconcat", "concat"];

/// Refuses numbers that no chart needs, and more views than anybody looks at.
pub fn check(specification: &Map<String, Value>) -> Vec<Finding> {
    let mut found: Vec<String> =
        specification.iter().filter_map(|(key, value)| check_entry(key, value).err()).collect();
    let views = views(specification);
    if views > PLOT_VIEWS {
        found.push(format!(
            "the specification has {views} views, {PLOT_VIEWS} can be drawn; draw fewer, or facet by a column"
        ));
    }
    let channels = channels(specification, 0);
    if channels > PLOT_CHANNELS {
        found.push(format!(
            "the views of the specification encode {channels} channels, {PLOT_CHANNELS} can be drawn; draw fewer layers, or \
             fewer fields in tooltips"
        ));
    }
    found.into_iter().map(Finding::of_specification).collect()
}

/// Channels of all views, those that they take over and each entry of a list counted.
fn channels(view: &Map<String, Value>, around: usize) -> usize {
    let lengths = |channel: &Value| channel.as_array().map_or(1, Vec::len);
    let own = view.get("encoding").and_then(Value::as_object);
    let here = around.saturating_add(own.map_or(0, |own| own.values().map(lengths).sum()));
    let parts = PARTS.iter().filter_map(|key| view.get(*key)?.as_array()).flatten().chain(view.get("spec"));
    let inner = parts.filter_map(Value::as_object).map(|part| channels(part, here)).fold(0, usize::saturating_add);
    inner.max(here)
}

fn check_entry(key: &str, value: &Value) -> Result<(), String> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
        Value::Number(number) => check_number(key, number.as_f64().unwrap_or(f64::INFINITY)),
        Value::Array(items) => items.iter().try_for_each(|item| check_entry(key, item)),
        Value::Object(_) if key == "data" => Ok(()),
        Value::Object(object) => {
            check_generators(key, object)?;
            object
                .iter()
                .filter(|(inner, _)| {
                    !(OF_DATA.contains(&inner.as_str())
                        || object.contains_key("impute")
                        || (key == "bin" && inner.as_str() != "maxbins"))
                })
                .try_for_each(|(inner, value)| check_entry(inner, value))
        }
    }
}

fn check_number(key: &str, number: f64) -> Result<(), String> {
    let most = match key {
        "order" => PLOT_ORDER,
        _ if COUNTS.contains(&key) => PLOT_TICKS,
        _ if OF_DATA.contains(&key) => return Ok(()),
        _ => PLOT_NUMBER,
    };
    if matches!(key, "width" | "height") && number <= 0.0 {
        return Err(format!("\"{key}\" is {number}, and must be more than nothing; leave it out"));
    }
    if number.abs() > most {
        return Err(format!("\"{key}\" is {number:e}, {most} is the most; leave it out"));
    }
    Ok(())
}

/// Objects that make values by counting.
fn check_generators(key: &str, object: &Map<String, Value>) -> Result<(), String> {
    if key == "tickCount"
        && !object.get("interval").and_then(Value::as_str).is_some_and(|unit| TICK_UNITS.contains(&unit))
    {
        return Err("\"tickCount\" may count in day, week, month or year only; leave it out".to_owned());
    }
    if key == "bins" {
        return Err("\"bins\" of a scale must be a list; use \"bin\" in the encoding".to_owned());
    }
    if object.get("keyvals").is_some_and(Value::is_object) {
        return Err("\"keyvals\" must be a list; or fill gaps in the query".to_owned());
    }
    let step = object.get("step").and_then(Value::as_f64);
    if object.contains_key("quantile") && step.is_some_and(|step| step < 1.0 / PLOT_TICKS) {
        return Err(format!("\"step\" of a quantile must be at least {}", 1.0 / PLOT_TICKS));
    }
    Ok(())
}

/// How many views there are, those of a repeat counted.
fn views(view: &Map<String, Value>) -> usize {
    let lengths = |value: &Value| value.as_array().map_or(1, Vec::len);
    let times: usize = match view.get("repeat") {
        Some(Value::Object(object)) => object.values().map(lengths).fold(1, usize::saturating_mul),
        Some(other) => lengths(other),
        None => 1,
    };
    let parts = PARTS.iter().filter_map(|key| view.get(*key)?.as_array()).flatten().chain(view.get("spec"));
    let inner: usize = parts.filter_map(Value::as_object).map(views).fold(0, usize::saturating_add);
    times.saturating_mul(inner.max(1))
}

/// Refuses bins and facets of which the data would make too many. The data must be in the specification.
pub fn check_bins(specification: &Map<String, Value>) -> Vec<Finding> {
    let mut found = Vec::new();
    check_bins_of(specification, &[], &mut found);
    found
}

fn check_bins_of(view: &Map<String, Value>, around: &[Value], found: &mut Vec<Finding>) {
    let own = view.get("data").and_then(|data| data.get("values")).and_then(Value::as_array);
    let rows = own.map_or(around, Vec::as_slice);
    for (key, value) in view.iter().filter(|(key, _)| *key != "data") {
        check_bins_in(key, value, rows, found);
    }
}

fn check_bins_in(key: &str, value: &Value, rows: &[Value], found: &mut Vec<Finding>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| check_bins_in(key, item, rows, found)),
        Value::Object(object) => {
            found.extend(check_bin(object, rows));
            if matches!(key, "row" | "column" | "facet") {
                found.extend(check_facet(object, rows));
            }
            check_bins_of(object, rows, found);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A channel or a transform with a field and a width of its bins.
fn check_bin(object: &Map<String, Value>, rows: &[Value]) -> Option<Finding> {
    let bin = object.get("bin").and_then(Value::as_object)?;
    let steps = bin.get("step").into_iter().chain(bin.get("steps").and_then(Value::as_array).into_iter().flatten());
    let step = steps.filter_map(Value::as_f64).reduce(f64::min)?;
    let bounds = bin.get("extent").and_then(Value::as_array);
    let field = super::fields::root(object.get("field").and_then(Value::as_str).unwrap_or_default());
    let numbers = rows
        .iter()
        .filter_map(|row| row.get(&field)?.as_f64())
        .chain(bounds.into_iter().flatten().filter_map(Value::as_f64));
    let (least, most) =
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), number| (least.min(number), most.max(number)));
    let bins = if least < most { (most - least) / step } else { 1.0 };
    if step > 0.0 && bins <= PLOT_BINS {
        return None;
    }
    Some(Finding::of_specification(format!(
        "bins of {step} are too narrow: {PLOT_BINS} can be drawn; use \"maxbins\", or count in the query"
    )))
}

fn check_facet(channel: &Map<String, Value>, rows: &[Value]) -> Option<Finding> {
    let field = channel.get("field").and_then(Value::as_str)?;
    if ["bin", "timeUnit"].iter().any(|key| channel.contains_key(*key)) {
        return None;
    }
    let column = super::fields::root(field);
    let mut values: Vec<String> = rows.iter().filter_map(|row| row.get(&column)).map(Value::to_string).collect();
    values.sort_unstable();
    values.dedup();
    (values.len() > PLOT_VIEWS).then(|| {
        Finding::of_data(
            format!(
                "\"{field}\" has {} values, a small chart each: too many facets; {PLOT_VIEWS} can be drawn: choose some in \
                 the query",
                values.len()
            ),
            format!("\"{field}\" has too many values for facets; {PLOT_VIEWS} can be drawn: choose some in the query"),
        )
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tried(specification: &Value) -> Vec<Finding> {
        let object = specification.as_object().unwrap();
        check(object).into_iter().chain(check_bins(object)).collect()
    }

    #[test]
    fn numbers_of_the_data_may_be_of_any_size() {
        for fine in [
            json!({"encoding": {"x": {"field": "a", "scale": {"domain": [0, 1e12]}}}, "width": 800}),
            json!({"transform": [{"filter": {"field": "a", "gte": 1e9}}, {"impute": "a", "key": "b", "value": 1e7}]}),
            json!({"data": {"values": [{"a": 1e12}]}, "encoding": {"y": {"datum": 1e7}}}),
            json!({"data": {"values": [{"a": 0}, {"a": 1e6}]}, "encoding": {"x": {"field": "a", "bin": {"step": 1e5}}}}),
            json!({"encoding": {"x": {"axis": {"tickCount": {"interval": "month", "step": 3}}}}}),
            json!({"repeat": ["a", "b"], "spec": {"layer": [{"mark": "bar"}, {"mark": "line"}]}}),
        ] {
            assert_eq!(tried(&fine), [], "{fine}");
        }
    }

    #[test]
    fn what_keeps_a_page_busy_is_refused() {
        let wide: Vec<Value> = (0..=PLOT_VIEWS).map(|value| json!({"a": value})).collect();
        for wrong in [
            json!({"width": 1e9}),
            json!({"width": -5}),
            json!({"spec": {"height": 0}}),
            json!({"width": {"step": 1e7}}),
            json!({"mark": {"type": "point", "size": 1e9}}),
            json!({"config": {"axis": {"tickCount": 1e8}}}),
            json!({"encoding": {"x": {"axis": {"tickCount": {"interval": "millisecond"}}}}}),
            json!({"encoding": {"x": {"bin": {"maxbins": 1e9}}}}),
            json!({"encoding": {"x": {"scale": {"bins": {"step": 1e-9}}}}}),
            json!({"transform": [{"impute": "n", "key": "k", "keyvals": {"stop": 1e9}}]}),
            json!({"transform": [{"regression": "n", "on": "k", "order": 5000}]}),
            json!({"transform": [{"quantile": "n", "step": 1e-9}]}),
            json!({"transform": [{"density": "n", "steps": 1e8}]}),
            json!({"data": {"values": [{"n": 0}, {"n": 5}]}, "encoding": {"x": {"field": "n", "bin": {"step": 1e-9}}}}),
            json!({"data": {"values": [{"n": 0}]}, "encoding": {"x": {"field": "n", "bin": {"step": -1}}}}),
            json!({"repeat": {"row": vec!["n"; 100], "column": vec!["n"; 100]}, "spec": {"mark": "bar"}}),
            json!({"data": {"values": wide.clone()}, "encoding": {"row": {"field": "a"}}}),
            json!({"data": {"values": wide}, "facet": {"field": "a"}, "spec": {"mark": "bar"}}),
        ] {
            assert!(!tried(&wrong).is_empty(), "{wrong}");
        }
    }
}

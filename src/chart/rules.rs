//! Rules of our own on specifications that draw, but show nothing or nonsense. The data must be in the specification.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::limits::{CHART_CATEGORIES, CHART_FACETS};

/// What the rules say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// Why the chart cannot be shown.
    pub reasons: Vec<String>,
    /// What the model should know of it.
    pub warnings: Vec<String>,
}

/// Channels that place a mark.
const POSITIONS: [&str; 8] = ["x", "y", "theta", "radius", "longitude", "latitude", "xOffset", "yOffset"];

/// Applies all rules.
#[must_use]
pub fn judge(specification: &Map<String, Value>) -> Judged {
    let mut judged = Judged::default();
    view(specification, &Around { rows: &[], encoding: &Map::new(), made: &BTreeSet::new() }, &mut judged);
    judged.reasons.dedup();
    judged
}

/// Calls for each row of all data in the specification.
pub fn each_row(value: &Value, see: &mut impl FnMut(&Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            if let Some(rows) = object.get("data").and_then(|data| data.get("values")).and_then(Value::as_array) {
                rows.iter().filter_map(Value::as_object).for_each(&mut *see);
            }
            for (key, inner) in object {
                if key != "data" {
                    each_row(inner, see);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| each_row(item, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What a view takes over from those around it.
struct Around<'a> {
    rows: &'a [Value],
    encoding: &'a Map<String, Value>,
    /// Fields that transforms make: their values are not known here.
    made: &'a BTreeSet<String>,
}

fn view(view: &Map<String, Value>, around: &Around, judged: &mut Judged) {
    let own = view.get("data").and_then(|data| data.get("values")).and_then(Value::as_array);
    let rows = own.map_or(around.rows, Vec::as_slice);
    let mut made = around.made.clone();
    if let Some(transforms) = view.get("transform").and_then(Value::as_array) {
        made.extend(super::fields::of_transforms(transforms).unwrap_or_default());
    }
    let mut encoding = around.encoding.clone();
    if let Some(Value::Object(own)) = view.get("encoding") {
        encoding.extend(own.iter().map(|(channel, value)| (channel.clone(), value.clone())));
    }
    for key in ["layer", "hconcat", "vconcat", "concat"] {
        for part in view.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object) {
            self::view(part, &Around { rows, encoding: &encoding, made: &made }, judged);
        }
    }
    if let Some(Value::Object(inner)) = view.get("spec") {
        self::view(inner, &Around { rows, encoding: &encoding, made: &made }, judged);
    }
    let Some(mark) = view.get("mark").and_then(|mark| mark.as_str().or_else(|| mark.get("type")?.as_str())) else {
        return;
    };
    positions(mark, &encoding, judged);
    for (channel, definition) in &encoding {
        if let Some(definition) = definition.as_object() {
            channel_of(mark, channel, definition, rows, &made, judged);
        }
    }
}

/// Lines and areas need both axes.
fn positions(mark: &str, encoding: &Map<String, Value>, judged: &mut Judged) {
    if !matches!(mark, "line" | "area" | "trail") {
        return;
    }
    for axis in ["x", "y"] {
        if !encoding.contains_key(axis) {
            judged.reasons.push(format!("a {mark} needs {axis}: without it all points lie in one place"));
        }
    }
}

fn channel_of(
    mark: &str,
    channel: &str,
    definition: &Map<String, Value>,
    rows: &[Value],
    made: &BTreeSet<String>,
    judged: &mut Judged,
) {
    let word = |key: &str| definition.get(key).and_then(Value::as_str);
    let Some(field) = word("field").map(super::fields::root).filter(|field| !made.contains(field)) else { return };
    let values: Vec<&Value> = rows.iter().filter_map(|row| row.get(&field)).filter(|value| !value.is_null()).collect();
    if values.is_empty() {
        return;
    }
    let aggregate = word("aggregate");
    let counts = aggregate.is_some_and(|name| matches!(name, "count" | "distinct" | "valid" | "missing"));
    let kind = word("type");
    if kind == Some("quantitative") && !counts || aggregate.is_some_and(is_arithmetic) {
        if let Some(text) = not_numbers(&values) {
            let what = if aggregate.is_some_and(is_arithmetic) { "is aggregated" } else { "is drawn as quantitative" };
            judged.reasons.push(format!(
                "nothing can be drawn: \"{field}\" {what} but holds text such as {text}; cast it to a number in the query, \
                 or give it the type nominal"
            ));
        }
    }
    if kind == Some("temporal") && aggregate.is_none() {
        if let Some(text) = values.iter().find_map(|value| value.as_str().filter(|text| !is_moment(text))) {
            judged.reasons.push(format!(
                "the dates of \"{field}\" cannot be read, such as \"{text}\"; give them as 2024-01-31 by a query"
            ));
        }
    }
    let scale = definition.get("scale").and_then(|scale| scale.get("type")).and_then(Value::as_str);
    if scale == Some("log") && aggregate.is_none() {
        if let Some(number) = values.iter().find_map(|value| value.as_f64().filter(|number| *number <= 0.0)) {
            judged.reasons.push(format!(
                "\"{field}\" holds {number}, and a log scale shows nothing at zero or below; filter the query or use another scale"
            ));
        }
    }
    if mark == "arc" && channel == "theta" {
        if let Some(number) = values.iter().find_map(|value| value.as_f64().filter(|number| *number < 0.0)) {
            judged.reasons.push(format!("\"{field}\" holds {number}, and a slice cannot be negative; draw bars"));
        }
    }
    formats(definition, &field, judged);
    categories(mark, channel, definition, &field, &values, judged);
}

/// Too many categories or facets to read.
fn categories(
    mark: &str,
    channel: &str,
    definition: &Map<String, Value>,
    field: &str,
    values: &[&Value],
    judged: &mut Judged,
) {
    let kind = definition.get("type").and_then(Value::as_str);
    let binned = ["bin", "timeUnit"].iter().any(|key| definition.contains_key(*key));
    let is_discrete =
        matches!(kind, Some("nominal" | "ordinal")) || kind.is_none() && values.iter().all(|value| value.is_string());
    let is_facet = matches!(channel, "row" | "column" | "facet");
    if binned || !(is_discrete || is_facet) {
        return;
    }
    let distinct: BTreeSet<String> = values.iter().map(|value| value.to_string()).collect();
    let count = distinct.len();
    if is_facet && count > CHART_FACETS {
        judged.warnings.push(format!(
            "\"{field}\" has {count} values, a small chart each: too many facets to read; choose {CHART_FACETS} at most"
        ));
    }
    let is_axis = POSITIONS.contains(&channel) && matches!(mark, "bar" | "arc" | "rect" | "tick" | "boxplot");
    let is_legend = matches!(channel, "color" | "fill" | "stroke" | "shape");
    if (is_axis || is_legend) && count > CHART_CATEGORIES {
        judged.reasons.push(format!(
            "\"{field}\" has {count} categories, too many to read; show the {} largest, or a histogram",
            CHART_CATEGORIES / 5
        ));
    }
}

/// Number formats that d3 does not know.
fn formats(definition: &Map<String, Value>, field: &str, judged: &mut Judged) {
    let temporal =
        definition.get("type").and_then(Value::as_str) == Some("temporal") || definition.contains_key("timeUnit");
    for place in ["axis", "legend", "header"] {
        let Some(format) = definition.get(place).and_then(|place| place.get("format")).and_then(Value::as_str) else {
            continue;
        };
        if !temporal && !is_number_format(format) {
            judged.reasons.push(format!(
                "the format \"{format}\" of \"{field}\" is no number format; write one such as \",.0f\", \".1%\" or \"s\""
            ));
        }
    }
}

/// `[[fill]align][sign][symbol][0][width][,][.precision][~][type]`, as d3-format reads it.
fn is_number_format(format: &str) -> bool {
    let mut rest: Vec<char> = format.chars().collect();
    let mut take = |test: &dyn Fn(char) -> bool| {
        if rest.first().is_some_and(|first| test(*first)) {
            rest.remove(0);
            return true;
        }
        false
    };
    if format.chars().nth(1).is_some_and(|second| "<>=^".contains(second)) {
        take(&|_| true);
    }
    take(&|ch| "<>=^".contains(ch));
    take(&|ch| "+-( ".contains(ch));
    take(&|ch| "$#".contains(ch));
    while take(&|ch| ch.is_ascii_digit()) {}
    take(&|ch| ch == ',');
    if take(&|ch| ch == '.') && !take(&|ch| ch.is_ascii_digit()) {
        return false;
    }
    while take(&|ch| ch.is_ascii_digit()) {}
    take(&|ch| ch == '~');
    take(&|ch| "eEfFgGrRsSpP%bBoOdDxXcnN".contains(ch));
    rest.is_empty()
}

fn is_arithmetic(aggregate: &str) -> bool {
    matches!(
        aggregate,
        "sum"
            | "mean"
            | "average"
            | "median"
            | "stdev"
            | "stdevp"
            | "variance"
            | "variancep"
            | "stderr"
            | "q1"
            | "q3"
            | "ci0"
            | "ci1"
            | "product"
    )
}

/// A text among the values, where none of them is a number.
fn not_numbers<'a>(values: &[&'a Value]) -> Option<&'a Value> {
    let is_number = |value: &Value| {
        value.is_number() || value.is_boolean() || value.as_str().is_some_and(|text| text.trim().parse::<f64>().is_ok())
    };
    if values.iter().any(|value| is_number(value)) { None } else { values.first().copied() }
}

/// Whether a text is a moment that every browser reads alike: ISO 8601.
fn is_moment(text: &str) -> bool {
    let date = text.split(['T', ' ']).next().unwrap_or_default();
    let parts: Vec<&str> = date.split('-').collect();
    let digits = |part: &&str, length: usize| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    match parts.as_slice() {
        [year] => digits(year, 4),
        [year, month] => digits(year, 4) && digits(month, 2),
        [year, month, day] => digits(year, 4) && digits(month, 2) && digits(day, 2),
        _ => false,
    }
}

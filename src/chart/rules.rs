//! Rules of our own on specifications that draw, but show nothing or nonsense. The data must be in the specification.

mod formats;
mod values;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Finding, fields};
use crate::limits::{CHART_CATEGORIES, CHART_FACETS};
use values::Unfit;

/// What the rules say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// Why the chart cannot be shown.
    pub reasons: Vec<Finding>,
    /// What the model should know of it.
    pub warnings: Vec<Finding>,
}

/// Channels that place a mark.
const POSITIONS: [&str; 8] = ["x", "y", "theta", "radius", "longitude", "latitude", "xOffset", "yOffset"];
/// Transforms behind which rows may be fewer, or others.
const CHOOSING: [&str; 6] = ["filter", "aggregate", "sample", "density", "regression", "loess"];

/// Applies all rules.
#[must_use]
pub fn judge(specification: &Map<String, Value>) -> Judged {
    let mut judged = Judged::default();
    let made = fields::made(specification);
    let around = Around { rows: &[], encoding: &Map::new(), parsed: &BTreeSet::new(), are_chosen: made.is_none() };
    view(specification, &around, &made.unwrap_or_default(), &mut judged);
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
    /// Columns whose texts are read as the specification says.
    parsed: &'a BTreeSet<String>,
    /// Whether transforms leave rows out, so that no single value is known to be drawn.
    are_chosen: bool,
}

fn view(view: &Map<String, Value>, around: &Around, made: &BTreeSet<String>, judged: &mut Judged) {
    let data = view.get("data");
    let own = data.and_then(|data| data.get("values")).and_then(Value::as_array);
    let rows = own.map_or(around.rows, Vec::as_slice);
    // A plain "date" or "number" reads no more than what is read anyway.
    let own_parsed: Option<BTreeSet<String>> = data
        .and_then(|data| data.get("format")?.get("parse")?.as_object())
        .map(|parse| parse.iter().filter(|(_, how)| how.as_str().is_some_and(|how| how.contains(':'))))
        .map(|parse| parse.map(|(column, _)| column.clone()).collect());
    let parsed = own_parsed.as_ref().unwrap_or(around.parsed);
    let transforms = view.get("transform").and_then(Value::as_array);
    let chooses = |transform: &Value| CHOOSING.iter().any(|key| transform.get(*key).is_some());
    let are_chosen = around.are_chosen || transforms.is_some_and(|transforms| transforms.iter().any(chooses));
    let mut encoding = around.encoding.clone();
    if let Some(Value::Object(own)) = view.get("encoding") {
        encoding.extend(own.iter().map(|(channel, value)| (channel.clone(), value.clone())));
    }
    let inner = Around { rows, encoding: &encoding, parsed, are_chosen };
    for key in ["layer", "hconcat", "vconcat", "concat"] {
        for part in view.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object) {
            self::view(part, &inner, made, judged);
        }
    }
    if let Some(Value::Object(part)) = view.get("spec") {
        self::view(part, &inner, made, judged);
    }
    let Some(mark) = view.get("mark") else { return };
    let Some(kind) = mark.as_str().or_else(|| mark.get("type")?.as_str()) else { return };
    judged.reasons.extend(needed(kind, mark, &encoding));
    for (channel, definition) in &encoding {
        let parts = definition.as_array().map_or(std::slice::from_ref(definition), Vec::as_slice);
        for definition in parts.iter().filter_map(Value::as_object) {
            formats::check(definition, &mut judged.reasons);
            let name = definition.get("field").and_then(Value::as_str).map(fields::root);
            let Some(name) = name.filter(|name| !made.contains(name)) else { continue };
            Channel { mark: kind, place: channel, definition, name: &name, inner: &inner }.judge(judged);
        }
    }
}

/// Channels without which a mark shows nothing.
fn needed(mark: &str, definition: &Value, encoding: &Map<String, Value>) -> Vec<Finding> {
    let lacks = |channels: &[&str]| channels.iter().all(|channel| encoding.get(*channel).is_none_or(Value::is_null));
    let sentences: Vec<String> = match mark {
        "line" | "area" | "trail" => [["x", "longitude", "xOffset"], ["y", "latitude", "yOffset"]]
            .iter()
            .filter(|axis| lacks(*axis) && !(mark == "area" && lacks(&["x2", "y2"]) && !lacks(&["theta"])))
            .map(|[axis, ..]| format!("a {mark} needs {axis}: without it all points lie in one place"))
            .collect(),
        "arc" if lacks(&["theta", "radius"]) => {
            vec!["an arc needs theta: the number that says how large each slice is".to_owned()]
        }
        "text" if lacks(&["text"]) && definition.get("text").is_none() => {
            vec!["a text needs the channel text: the field that it writes".to_owned()]
        }
        _ => Vec::new(),
    };
    sentences.into_iter().map(Finding::of_specification).collect()
}

/// A channel that reads a column.
struct Channel<'a> {
    mark: &'a str,
    place: &'a str,
    definition: &'a Map<String, Value>,
    name: &'a str,
    inner: &'a Around<'a>,
}

impl Channel<'_> {
    fn word(&self, key: &str) -> Option<&str> {
        self.definition.get(key).and_then(Value::as_str)
    }

    fn judge(&self, judged: &mut Judged) {
        let name = self.name;
        let all: Vec<&Value> = self.inner.rows.iter().filter_map(|row| row.get(name)).collect();
        let values: Vec<&Value> = all.iter().copied().filter(|value| !value.is_null()).collect();
        if values.is_empty() {
            if !all.is_empty() && POSITIONS.contains(&self.place) {
                let text = format!("\"{name}\" holds nothing but missing values: there is nothing to draw");
                judged
                    .reasons
                    .push(Finding::of_data(text, format!("\"{name}\" cannot be drawn: its values do not fit")));
            }
            return;
        }
        let is_parsed = self.inner.parsed.contains(name);
        if !is_parsed {
            self.numbers(&values, judged);
            self.moments(&values, judged);
        }
        if !self.inner.are_chosen {
            self.signs(&values, judged);
            self.categories(&values, judged);
        }
    }

    /// Texts where numbers are drawn or computed with.
    fn numbers(&self, values: &[&Value], judged: &mut Judged) {
        let aggregate = self.word("aggregate");
        let is_temporal = self.word("type") == Some("temporal") || self.definition.contains_key("timeUnit");
        let computes =
            aggregate.is_some_and(|name| is_arithmetic(name) || !is_temporal && matches!(name, "min" | "max"));
        let is_drawn = self.word("type") == Some("quantitative") && aggregate.is_none_or(|name| !is_count(name));
        let Some(Unfit { example, count }) = values::not_numbers(values).filter(|_| computes || is_drawn) else {
            return;
        };
        let name = self.name;
        let what = if computes { "is aggregated" } else { "is drawn as quantitative" };
        let mend = "cast it to a number in the query, or give it the type nominal";
        if count == values.len() {
            judged.reasons.push(Finding::of_data(
                format!("nothing can be drawn: \"{name}\" {what} but holds text such as {example}; {mend}"),
                format!("nothing can be drawn: \"{name}\" {what} but holds text; {mend}"),
            ));
        } else if !self.inner.are_chosen {
            judged.warnings.push(Finding::of_data(
                format!(
                    "{count} of {} values of \"{name}\" are text such as {example}, and are not drawn; {mend}",
                    values.len()
                ),
                format!("some values of \"{name}\" are text, and are not drawn; {mend}"),
            ));
        }
    }

    /// Texts and numbers that a time axis does not read as the dates they are.
    fn moments(&self, values: &[&Value], judged: &mut Judged) {
        let aggregate = self.word("aggregate");
        let is_temporal = self.word("type") == Some("temporal")
            || self.definition.contains_key("timeUnit") && self.word("type") != Some("quantitative");
        // The order of a line is the same, whatever its dates are taken for.
        if !is_temporal || aggregate.is_some_and(is_count) || self.place == "order" {
            return;
        }
        let name = self.name;
        if let Some(number) = values::too_early(values) {
            judged.reasons.push(Finding::of_data(
                format!(
                    "\"{name}\" holds numbers such as {number}, which a time axis takes for milliseconds since 1970; give years \
                     the type ordinal, or make dates of them in the query: make_date({name}, 1, 1)"
                ),
                format!("\"{name}\" holds numbers, which are no dates; give years the type ordinal, or make dates of them"),
            ));
            return;
        }
        let Some(Unfit { example, count }) = values::not_moments(values) else { return };
        let mend = "give them as 2024-01-31 by a query, or give the field the type ordinal";
        if count * 2 > values.len() {
            judged.reasons.push(Finding::of_data(
                format!("the dates of \"{name}\" cannot be read, such as {example}; {mend}"),
                format!("the dates of \"{name}\" cannot be read; {mend}"),
            ));
        } else if !self.inner.are_chosen {
            judged.warnings.push(Finding::of_data(
                format!(
                    "{count} of {} dates of \"{name}\" cannot be read, such as {example}, and are not drawn; {mend}",
                    values.len()
                ),
                format!("some dates of \"{name}\" cannot be read, and are not drawn; {mend}"),
            ));
        }
    }

    /// Zero and negative numbers where there is no place for them.
    fn signs(&self, values: &[&Value], judged: &mut Judged) {
        if self.word("aggregate").is_some() {
            return;
        }
        let name = self.name;
        let scale = self.definition.get("scale").and_then(|scale| scale.get("type")).and_then(Value::as_str);
        let first =
            |test: &dyn Fn(f64) -> bool| values.iter().find_map(|value| value.as_f64().filter(|number| test(*number)));
        if let Some(number) = first(&|number| number <= 0.0).filter(|_| scale == Some("log") && self.place != "tooltip")
        {
            let mend = "a log scale shows nothing at zero or below; filter the query, or use the scale symlog";
            judged.reasons.push(Finding::of_data(
                format!("\"{name}\" holds {number}, and {mend}"),
                format!("\"{name}\" holds zero or negative values, and {mend}"),
            ));
        }
        if let Some(number) = first(&|number| number < 0.0).filter(|_| self.mark == "arc" && self.place == "theta") {
            judged.reasons.push(negative(name, number));
        }
    }

    /// Too many categories or facets to read.
    fn categories(&self, values: &[&Value], judged: &mut Judged) {
        let Self { mark, place: channel, definition, name, .. } = self;
        let kind = self.word("type");
        let binned = ["bin", "timeUnit"].iter().any(|key| definition.contains_key(*key));
        let is_discrete = matches!(kind, Some("nominal" | "ordinal"))
            || kind.is_none() && values.iter().all(|value| value.is_string());
        let is_facet = matches!(*channel, "row" | "column" | "facet");
        if binned || !(is_discrete || is_facet) {
            return;
        }
        let distinct: BTreeSet<String> = values.iter().map(ToString::to_string).collect();
        let count = distinct.len();
        if is_facet && count > CHART_FACETS {
            judged.warnings.push(Finding::of_data(
                format!(
                    "\"{name}\" has {count} values, a small chart each: too many facets to read; choose {CHART_FACETS} at most"
                ),
                format!("\"{name}\" gives too many facets to read; choose {CHART_FACETS} at most"),
            ));
        }
        let is_axis = POSITIONS.contains(channel) && matches!(*mark, "bar" | "arc" | "rect" | "tick" | "boxplot");
        let is_legend = matches!(*channel, "color" | "fill" | "stroke" | "shape");
        if (is_axis || is_legend) && count > CHART_CATEGORIES {
            judged.reasons.push(too_many(name, count));
        }
    }
}

/// That a field has too many categories to read.
pub fn too_many(name: &str, count: usize) -> Finding {
    let mend = format!("show the {} largest, or a histogram", CHART_CATEGORIES / 5);
    Finding::of_data(
        format!("\"{name}\" has {count} categories, too many to read; {mend}"),
        format!("\"{name}\" has too many categories to read; {mend}"),
    )
}

/// That a slice would be negative.
fn negative(name: &str, number: f64) -> Finding {
    Finding::of_data(
        format!("\"{name}\" holds {number}, and a slice cannot be negative; draw bars"),
        format!("\"{name}\" holds negative values, and a slice cannot be negative; draw bars"),
    )
}

fn is_count(aggregate: &str) -> bool {
    matches!(aggregate, "count" | "distinct" | "valid" | "missing")
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

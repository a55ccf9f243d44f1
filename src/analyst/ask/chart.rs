//! The chart of an answer, where one helps: bars for groups and bins, a line over time, points for a correlation.

use serde_json::{Value, json};

use super::aggregate::Unit;
use super::reading::{Group, Reading, Shape};
use crate::analyst::names::capitalized;
use crate::limits::{ASK_CHART_GROUPS, ASK_CHART_POINTS};
use crate::table::Table;

/// A chart and a sentence on what it shows.
pub struct Plot {
    /// Vega-Lite, with its data by reference.
    pub specification: Value,
    /// One sentence.
    pub note: String,
}

/// The chart of a result; none where it would show too little or too much.
pub fn of(reading: &Reading, query: &str, table: &Table) -> Option<Plot> {
    let rows = usize::try_from(table.row_count).ok()?;
    if !(2..=ASK_CHART_POINTS).contains(&rows) {
        return None;
    }
    let (specification, note) = match &reading.shape {
        Shape::Figures => grouped(reading, rows, &reading.measures.first()?.alias())?,
        Shape::Share { percent, .. } => grouped(reading, rows, if *percent { "percent" } else { "share" })?,
        Shape::Correlation { one, other, .. } => points(reading, &one.label, &other.label)?,
        Shape::Histogram { of, .. } => bins(&of.label),
        Shape::Rows { by: Some((operand, _)), .. } => {
            let label = table.columns.first().filter(|label| **label != operand.label && rows <= ASK_CHART_GROUPS)?;
            bars(label, &operand.label, None)?
        }
        Shape::MissingByColumn if rows <= ASK_CHART_GROUPS => bars("column", "missing", None)?,
        Shape::Rows { by: None, .. }
        | Shape::Values
        | Shape::CountGroups
        | Shape::OverGroups(_)
        | Shape::Pair { .. }
        | Shape::MissingByColumn
        | Shape::MissingTotal
        | Shape::ColumnCount
        | Shape::ColumnNames
        | Shape::Duplicates => return None,
    };
    let mut specification = specification;
    let object = specification.as_object_mut()?;
    object.insert("$schema".to_owned(), json!("https://vega.github.io/schema/vega-lite/v5.json"));
    object.insert("data".to_owned(), json!({ "name": query }));
    Some(Plot { specification, note })
}

/// A field whose name has no meaning for Vega-Lite; dots, brackets and quotes in names stand for paths there.
fn field(name: &str) -> Option<String> {
    let plain =
        !name.is_empty() && !name.contains(['.', '[', ']', '\\', '\'', '"', '`']) && !name.contains(char::is_control);
    plain.then(|| name.to_owned())
}

/// The title of an axis: a name without the underscores that databases need.
fn title(name: &str) -> String {
    capitalized(&name.replace('_', " "))
}

fn grouped(reading: &Reading, rows: usize, measure: &str) -> Option<(Value, String)> {
    match reading.groups.as_slice() {
        [group] if is_line(group) => line(group, measure, None),
        [group] if rows <= ASK_CHART_GROUPS * 2 => bars(&group.alias, measure, order_of(group)),
        [time, other] if is_line(time) && rows <= ASK_CHART_GROUPS * 20 => line(time, measure, Some(&other.alias)),
        [one, other] if rows <= ASK_CHART_GROUPS * 4 => {
            let (one, other, measure) = (field(&one.alias)?, field(&other.alias)?, field(measure)?);
            Some((
                json!({
                    "mark": "bar",
                    "encoding": {
                        "y": { "field": one, "type": "nominal", "title": title(&one) },
                        "yOffset": { "field": other, "type": "nominal" },
                        "x": { "field": measure, "type": "quantitative", "title": title(&measure) },
                        "color": { "field": other, "type": "nominal", "title": title(&other) },
                    },
                }),
                format!("{measure} by {one} and {other}."),
            ))
        }
        _ => None,
    }
}

fn is_line(group: &Group) -> bool {
    match group.unit {
        Some(Unit::Day | Unit::Week | Unit::Month | Unit::Quarter | Unit::Year | Unit::Decade) => true,
        Some(Unit::MonthOfYear | Unit::Weekday | Unit::Hour) | None => false,
    }
}

/// Weekdays, hours and months come in their own order; other groups by size.
fn order_of(group: &Group) -> Option<Value> {
    match group.unit {
        Some(Unit::Weekday) => {
            Some(json!(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]))
        }
        Some(Unit::MonthOfYear | Unit::Hour) => Some(json!("ascending")),
        Some(Unit::Day | Unit::Week | Unit::Month | Unit::Quarter | Unit::Year | Unit::Decade) | None => None,
    }
}

fn bars(label: &str, measure: &str, order: Option<Value>) -> Option<(Value, String)> {
    let (label, measure) = (field(label)?, field(measure)?);
    let order = order.unwrap_or(json!("-x"));
    Some((
        json!({
            "mark": "bar",
            "encoding": {
                "y": { "field": label, "type": "nominal", "sort": order, "title": title(&label) },
                "x": { "field": measure, "type": "quantitative", "title": title(&measure) },
            },
        }),
        format!("{measure} by {label}."),
    ))
}

fn line(group: &Group, measure: &str, color: Option<&str>) -> Option<(Value, String)> {
    let (label, measure) = (field(&group.alias)?, field(measure)?);
    let temporal = matches!(group.unit, Some(Unit::Day | Unit::Week | Unit::Month));
    let x = if temporal {
        json!({ "field": label, "type": "temporal", "title": title(&label) })
    } else {
        json!({ "field": label, "type": "ordinal", "title": title(&label) })
    };
    let mut encoding = json!({
        "x": x,
        "y": { "field": measure, "type": "quantitative", "title": title(&measure), "scale": { "zero": false } },
    });
    if let (Some(color), Some(object)) = (color.and_then(field), encoding.as_object_mut()) {
        object.insert("color".to_owned(), json!({ "field": color, "type": "nominal", "title": title(&color) }));
    }
    Some((
        json!({ "mark": { "type": "line", "point": true }, "encoding": encoding }),
        format!("{measure} over time, by {label}."),
    ))
}

fn points(reading: &Reading, one: &str, other: &str) -> Option<(Value, String)> {
    let (one, other) = (field(one)?, field(other)?);
    let mut encoding = json!({
        "x": { "field": one, "type": "quantitative", "title": title(&one), "scale": { "zero": false } },
        "y": { "field": other, "type": "quantitative", "title": title(&other), "scale": { "zero": false } },
    });
    if let (Some(group), Some(object)) =
        (reading.groups.first().and_then(|group| field(&group.alias)), encoding.as_object_mut())
    {
        object.insert("color".to_owned(), json!({ "field": group, "type": "nominal", "title": title(&group) }));
    }
    Some((
        json!({ "mark": { "type": "point", "opacity": 0.5 }, "encoding": encoding }),
        format!("Each point is a row with both {one} and {other}."),
    ))
}

fn bins(label: &str) -> (Value, String) {
    (
        json!({
            "mark": "bar",
            "encoding": {
                "x": { "field": "from", "type": "quantitative", "bin": { "binned": true }, "title": title(label) },
                "x2": { "field": "to" },
                "y": { "field": "count", "type": "quantitative", "title": "Count" },
            },
        }),
        format!("How many values of {label} lie in each bin."),
    )
}

//! What came out of the engine, in sentences: fields that were not there, what was logged, and marks without a place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::engine::{Mark, Outcome};
use super::{Finding, fields, rules};
use crate::event::DrawnView;
use crate::limits::CHART_CATEGORIES;

/// Characters of a message of Vega's that a sentence quotes.
const QUOTED: usize = 300;
/// What Vega warns of without anything to see: its own defaults, and pages that are not here.
const UNTOLD: [&str; 12] = [
    "Infinite extent",
    "Can not resolve event source",
    "encoding should be discrete",
    "Channel order is inappropriate",
    "should not be used with an unsorted discrete field",
    "Conflicting",
    "Specified orient",
    "is a selection parameter",
    "Loading failed",
    "Scale bindings are currently",
    "Cannot project a selection",
    "is required for \"binned\" bin",
];
/// Marks that are drawn as several, of which some may be empty.
const COMPOSITES: [&str; 3] = ["boxplot", "errorbar", "errorband"];

/// Fields that are read, but neither in the data nor made by a transform.
pub fn unread(outcome: &Outcome, specification: &Value) -> Vec<Finding> {
    let mut columns = BTreeSet::new();
    rules::each_row(specification, &mut |row| columns.extend(row.keys().cloned()));
    // Of bins that the data brings itself, Vega-Lite reads an end that there need not be.
    let ends = |field: &str| field.strip_suffix("_end").is_some_and(|start| columns.contains(start));
    let missing = outcome.reads.iter().filter(|field| {
        !(columns.contains(*field) || field.as_str() == "*" || fields::is_of_vega(field) || ends(field))
    });
    let made = specification.as_object().and_then(fields::made).unwrap_or_default();
    let known = columns.union(&made).cloned().collect();
    missing.map(|field| fields::missing(field, &known)).collect()
}

/// Why compiling or drawing stopped, and what was logged as an error.
pub fn said(outcome: &Outcome) -> Vec<Finding> {
    let stopped = outcome.error.iter().map(|error| sentence(error, &outcome.stage));
    let logged = outcome.errors.iter().map(|error| sentence(error, "draw"));
    stopped.chain(logged).collect()
}

fn sentence(error: &str, stage: &str) -> Finding {
    let quoted: String = error.chars().take(QUOTED).collect();
    // At its beginning only: further on, a message may quote a cell that reads like this one.
    let message = error.trim_start_matches("Error: ");
    for prefix in ["Unrecognized function: ", "Unrecognized signal name: ", "Illegal callee type: "] {
        if let Some(name) = message.strip_prefix(prefix) {
            return Finding::of_specification(format!("an expression uses {name}, which there is not"));
        }
    }
    if error.contains("Invalid specification") {
        return Finding::of_specification("a view has neither a mark nor a layer, facet, repeat or concat of views");
    }
    if error.contains("Duplicate scale or projection name") {
        return Finding::of_specification("a field stands twice in \"repeat\"; each may stand there once");
    }
    if error.contains("ILLEGAL") || error.contains("Unexpected") || error.contains("Expression parse error") {
        return Finding::of_data(
            format!("an expression cannot be read: {quoted}"),
            "an expression cannot be read: look for a bracket, a quote or an operator that is missing",
        );
    }
    match stage {
        "compile" => Finding::of_data(
            format!("Vega-Lite cannot read the specification: {quoted}"),
            "Vega-Lite cannot read the specification; write it simpler",
        ),
        _ if ["TypeError", "undefined", "null"].iter().any(|word| error.contains(word)) => Finding::of_data(
            format!("an expression fails on the data: {quoted}"),
            "an expression fails on the data: it reads a part of something that is not there",
        ),
        _ => Finding::of_data(format!("drawing failed: {quoted}"), "drawing failed; write the specification simpler"),
    }
}

/// Why a picture without a fault shows nothing, or a part of it.
pub fn blank(outcome: &Outcome) -> Option<Finding> {
    const MEND: &str = "look at filters, and whether fields hold the values that their types say";
    let items = total(&outcome.marks, |mark| mark.items);
    if items == 0 {
        return Some(Finding::of_specification(format!("nothing was drawn: no row reaches a mark; {MEND}")));
    }
    let gone = total(&outcome.marks, |mark| mark.astray.max(mark.undefined));
    if gone >= items {
        return Some(Finding::of_specification(format!("nothing was drawn: no item has a place on the axes; {MEND}")));
    }
    let mut parts: BTreeMap<&str, Vec<&Mark>> = BTreeMap::new();
    for mark in &outcome.marks {
        parts.entry(part_of(&mark.name)).or_default().push(mark);
    }
    let empty = parts.iter().find(|(_, marks)| {
        let items: usize = marks.iter().map(|mark| mark.items).sum();
        marks.iter().map(|mark| mark.astray.max(mark.undefined)).sum::<usize>() >= items
    });
    if let Some((part, _)) = empty.filter(|(part, _)| part.starts_with("concat")) {
        let number = part.trim_matches(|ch: char| !ch.is_ascii_digit()).parse().map_or(1, |index: usize| index + 1);
        return Some(Finding::of_specification(format!("nothing was drawn in view {number} of the chart; {MEND}")));
    }
    let unseen = outcome
        .marks
        .iter()
        .all(|mark| mark.items == 0 || is_line(mark) && mark.items - mark.undefined.min(mark.items) <= 1);
    unseen.then(|| {
        Finding::of_specification(
            "nothing can be seen: each line has a single point; draw bars or points, or let color name another field than x",
        )
    })
}

fn total(marks: &[Mark], count: impl Fn(&Mark) -> usize) -> usize {
    marks.iter().map(count).sum()
}

fn is_line(mark: &Mark) -> bool {
    matches!(mark.kind.as_str(), "line" | "area" | "trail")
}

/// The view that a mark belongs to, by its name: `concat_1_layer_0_marks` is in `concat_1_`.
fn part_of(name: &str) -> &str {
    let end = ["layer_", "marks", "pathgroup"].iter().filter_map(|word| name.find(word)).min();
    name.get(..end.unwrap_or(name.len())).unwrap_or(name)
}

/// Reasons that only what was drawn can give: behind transforms nothing else tells.
pub fn of_drawn(outcome: &Outcome) -> Vec<Finding> {
    let mut found = Vec::new();
    if outcome.has_opposite_slices {
        found.push(Finding::of_specification("some slices are negative, and a slice cannot be negative; draw bars"));
    }
    let Some(drawn) = &outcome.drawn else { return found };
    found.extend(drawn.views.iter().find_map(of_log_scale));
    let is_discrete = |scale: &str| matches!(scale, "band" | "ordinal");
    let axes = drawn.views.iter().flat_map(|view| &view.axes).filter(|(_, axis)| is_discrete(&axis.scale));
    found.extend(
        axes.filter(|(_, axis)| axis.domain.len() > CHART_CATEGORIES)
            .map(|(channel, axis)| rules::too_many(axis.title.as_ref().unwrap_or(channel), axis.domain.len())),
    );
    found.truncate(1);
    found
}

/// Zero and less on a log scale, where only drawing knows the numbers: behind aggregates and filters.
fn of_log_scale(view: &DrawnView) -> Option<Finding> {
    let (channel, axis) = view.axes.iter().find(|(_, axis)| axis.scale == "log")?;
    let points = view.marks.iter().flat_map(|mark| &mark.points);
    let numbers = points.filter_map(|point| if channel == "x" { point.x.as_f64() } else { point.y.as_f64() });
    let number = numbers.filter(|number| *number <= 0.0).reduce(f64::min)?;
    let name = axis.title.as_ref().unwrap_or(channel);
    Some(Finding::of_data(
        format!(
            "\"{name}\" has the value {number}, and a log scale shows nothing at zero or below; filter the query or use another scale"
        ),
        "a log scale shows nothing at zero or below; filter the query or use another scale",
    ))
}

/// What the model should know of a chart that stands.
pub fn warnings(outcome: &Outcome, specification: &Value) -> Vec<Finding> {
    let told = outcome.warnings.iter().filter(|warning| !UNTOLD.iter().any(|untold| warning.contains(untold)));
    let mut found: Vec<Finding> = told
        .map(|warning| {
            Finding::of_data(
                format!("Vega-Lite says: {warning}"),
                "Vega-Lite warns of it; look at scales, stacks and channels",
            )
        })
        .collect();
    let text = specification.to_string();
    // What a selection would fill is empty until something is picked.
    let may_be_empty = COMPOSITES.iter().chain(&["params"]).any(|word| text.contains(&format!("\"{word}\"")));
    if !may_be_empty {
        let mut layers: BTreeMap<&str, usize> = BTreeMap::new();
        for mark in outcome.marks.iter().filter(|mark| mark.name.contains("layer_")) {
            *layers.entry(mark.name.as_str()).or_default() += mark.items;
        }
        found.extend(layers.iter().filter(|(_, items)| **items == 0).map(|(name, _)| {
            let name = name.trim_end_matches("_marks").trim_end_matches("_pathgroup");
            Finding::of_specification(format!("{name} draws nothing: no row reaches its mark"))
        }));
    }
    // Where a line has no value, it has a gap.
    let astray = total(&outcome.marks, |mark| if is_line(mark) { 0 } else { mark.astray });
    let items = total(&outcome.marks, |mark| mark.items);
    if astray > 0 {
        found.push(Finding::of_data(
            format!("{astray} of {items} items have no place on the axes, and are not seen"),
            "some items have no place on the axes, and are not seen",
        ));
    }
    found
}

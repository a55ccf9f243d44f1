//! Points and boxes: how many, and over which ranges.

use serde_json::Value;

use super::phrase::{Said, counted, listed, name, named, notation, range};
use super::{Kind, Told};
use crate::event::{DrawnMark, DrawnPoint, Notation, Side};
use crate::limits::ALT_NAMES;

/// What is plotted over what.
fn axes(told: &Told<'_>, measure: Side) -> String {
    match (told.title(measure), told.title(measure.other())) {
        (Some(one), Some(other)) => {
            let word = if told.kind == Kind::Points { "over" } else { "by" };
            format!(" of {one} {word} {other}")
        }
        (Some(only), None) | (None, Some(only)) => format!(" of {only}"),
        (None, None) => String::new(),
    }
}

pub(super) fn points(told: &Told<'_>) -> Said {
    let points: Vec<&DrawnPoint> = told.marks().flat_map(|mark| &mark.points).collect();
    let (_, one, several, _) = told.kind.words();
    let numeric = |side: Side| points.iter().any(|point| side.value(point).is_number() || side.end(point).is_number());
    let measure = if numeric(Side::Y) { Side::Y } else { Side::X };
    let count = counted(points.len(), one, several);
    let ranges: Vec<String> = [Side::X, Side::Y].into_iter().filter_map(|side| range_of(told, side, &points)).collect();
    let mut more = Vec::new();
    if !ranges.is_empty() {
        more.push(format!("{}.", ranges.join("; ")));
    }
    let has = |name: &&String| points.iter().any(|point| point.series.as_str() == Some(name.as_str()));
    let names: Vec<String> = told.drawn.legend.iter().filter(has).map(|one| name(one)).collect();
    if names.len() > 1 {
        let title = told.drawn.legend_title.as_deref().map(|title| format!("{}: ", name(title))).unwrap_or_default();
        more.push(format!("Told apart by {title}{}.", listed(&names)));
    }
    for (title, value) in [
        (told.drawn.legend_title.as_deref().filter(|_| names.is_empty()), series as fn(&DrawnPoint) -> &Value),
        (told.drawn.size_title.as_deref(), size),
    ] {
        let notation = Notation::of(None, points.iter().map(|point| value(point)));
        let range = range(points.iter().filter_map(|point| value(point).as_f64()), |v| notation.number(v));
        more.extend(title.zip(range).map(|(title, range)| format!("{} from {range}.", name(title))));
    }
    Said { of: axes(told, measure), count, more }
}

fn series(point: &DrawnPoint) -> &Value {
    &point.series
}

fn size(point: &DrawnPoint) -> &Value {
    &point.size
}

/// The range of an axis with numbers or moments.
fn range_of(told: &Told<'_>, side: Side, points: &[&DrawnPoint]) -> Option<String> {
    let view = told.view()?;
    if side.is_discrete(view) {
        return None;
    }
    let title = told.title(side).unwrap_or_else(|| if side == Side::X { "Across" } else { "Up" }.to_owned());
    let values = points.iter().flat_map(|point| [side.value(point), side.end(point)]).filter(|value| !value.is_null());
    let notation = notation(told, side, values.clone());
    if values.clone().any(Value::is_string) {
        let moments: Vec<&str> = values.filter_map(Value::as_str).collect();
        let (first, last) = (moments.iter().min()?, moments.iter().max()?);
        let show = |text: &str| notation.show(&Value::from(text));
        return Some(format!("{title} from {} to {}", show(first), show(last)));
    }
    range(values.filter_map(Value::as_f64), |v| notation.number(v)).map(|range| format!("{title} from {range}"))
}

pub(super) fn boxes(told: &Told<'_>) -> Said {
    let all: Vec<&DrawnPoint> = told.marks().flat_map(|mark| &mark.points).collect();
    let side = if all.iter().any(|point| point.at_x2.is_some()) { Side::X } else { Side::Y };
    let mut words = Vec::new();
    for view in told.views {
        let marks: Vec<&DrawnMark> = view.marks.iter().collect();
        let own = view.marks.iter().filter(|mark| told.kind.has(view, mark)).flat_map(|mark| &mark.points);
        words.extend(own.map(|point| {
            let facet = view.name.as_deref().map(|title| format!("{}, ", name(title))).unwrap_or_default();
            format!("{facet}{}", one_box(told, &marks, point, side))
        }));
    }
    let left_out = words.len().saturating_sub(ALT_NAMES);
    words.truncate(ALT_NAMES);
    let rest = if left_out > 0 { format!("; {left_out} more") } else { String::new() };
    let count = counted(all.len(), "box", "boxes");
    Said { of: axes(told, side), count, more: vec![format!("{}{rest}.", words.join("; "))] }
}

fn one_box(told: &Told<'_>, marks: &[&DrawnMark], point: &DrawnPoint, side: Side) -> String {
    let across = side.other();
    let own = |part: &str| {
        let of_part = marks.iter().filter(|mark| mark.mark == part).flat_map(|mark| &mark.points);
        of_part.filter(|other| across.value(other) == across.value(point)).collect::<Vec<&DrawnPoint>>()
    };
    let ends = |points: &[&DrawnPoint]| {
        let values = points.iter().flat_map(|point| [side.value(point), side.end(point)]);
        values.filter_map(Value::as_f64).collect::<Vec<f64>>()
    };
    let (rules, median, outliers) = (own("boxplot-rule"), own("boxplot-median"), own("boxplot-outliers"));
    let values: Vec<Value> = ends(&[&rules[..], &median[..], &[point]].concat()).into_iter().map(Value::from).collect();
    let notation = notation(told, side, values.iter());
    let show = |value: f64| notation.number(value);
    let mut parts = Vec::new();
    parts.extend(
        median.first().and_then(|one| side.value(one).as_f64()).map(|median| format!("median {}", show(median))),
    );
    parts.extend(range(ends(&[point]).into_iter(), show).map(|range| format!("box {range}")));
    parts.extend(range(ends(&rules).into_iter(), show).map(|range| format!("whiskers {range}")));
    if !outliers.is_empty() {
        parts.push(counted(outliers.len(), "outlier", "outliers"));
    }
    let category = across.value(point);
    let named = if category.is_null() { String::new() } else { format!("{}: ", named(category)) };
    format!("{named}{}", parts.join(", "))
}

//! Lines and areas: where each begins and ends, and the range of all.

use serde_json::Value;

use super::phrase::{Said, counted, listed, name, named, notation, range};
use super::{Kind, Told};
use crate::event::{DrawnPoint, Side};
use crate::limits::ALT_NAMES;

/// One line: its name and its points from left to right.
struct Curve<'a> {
    name: String,
    points: Vec<&'a DrawnPoint>,
}

/// The value of a point: of what is stacked, its own.
fn own(told: &Told<'_>, point: &DrawnPoint) -> Option<f64> {
    let value = point.y.as_f64()?;
    Some(if told.kind == Kind::Areas { value - point.y2.as_f64().unwrap_or(0.0) } else { value })
}

fn all_curves<'a>(told: &Told<'a>) -> Vec<Curve<'a>> {
    let mut curves: Vec<Curve<'a>> = Vec::new();
    for view in told.views {
        let marks = view.marks.iter().filter(|mark| told.kind.has(view, mark));
        for point in marks.flat_map(|mark| &mark.points).filter(|point| !point.y.is_null()) {
            let series = if point.series.is_null() { String::new() } else { named(&point.series) };
            let words = [view.name.as_deref().map(name).unwrap_or_default(), series];
            let name = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<String>>().join(", ");
            match curves.iter_mut().find(|curve| curve.name == name) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name, points: vec![point] }),
            }
        }
    }
    let place = |curve: &Curve<'_>| told.drawn.legend.iter().position(|name| *name == curve.name).unwrap_or(usize::MAX);
    curves.sort_by_key(place);
    for curve in &mut curves {
        curve.points.sort_by(|one, other| one.at_x.unwrap_or(0.0).total_cmp(&other.at_x.unwrap_or(0.0)));
    }
    curves
}

pub(super) fn curves(told: &Told<'_>) -> Said {
    let curves = all_curves(told);
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let values: Vec<Value> = points().filter_map(|point| own(told, point)).map(Value::from).collect();
    let up = notation(told, Side::Y, values.iter());
    let across = notation(told, Side::X, points().map(|point| &point.x));
    let by_place =
        |one: &&DrawnPoint, other: &&DrawnPoint| one.at_x.unwrap_or(0.0).total_cmp(&other.at_x.unwrap_or(0.0));
    let span = points().min_by(by_place).zip(points().max_by(by_place));
    let span = span.map(|(first, last)| {
        // A point on a bin stands for all of it.
        let end = if last.x2.is_null() { &last.x } else { &last.x2 };
        format!(" from {} to {}", across.show(&first.x), across.show(end))
    });
    let axes = match (told.title(Side::Y), told.title(Side::X)) {
        (Some(y), Some(x)) => format!(" of {y} over {x}"),
        (Some(only), None) | (None, Some(only)) => format!(" of {only}"),
        (None, None) => String::new(),
    };
    let noun = if told.kind == Kind::Areas { ("area", "areas") } else { ("line", "lines") };
    let several =
        if curves.len() > 1 { format!("{} with ", counted(curves.len(), noun.0, noun.1)) } else { String::new() };
    let count = format!("{several}{}{}", counted(values.len(), "point", "points"), span.unwrap_or_default());
    let ways: Vec<String> = curves.iter().take(ALT_NAMES).filter_map(|curve| way(told, curve, &up)).collect();
    let left_out = curves.len().saturating_sub(ALT_NAMES);
    let mut more = Vec::new();
    if !ways.is_empty() {
        let rest = if left_out > 0 { format!("; {left_out} more") } else { String::new() };
        more.push(format!("{}{rest}.", ways.join("; ")));
    }
    if let [only] = curves.as_slice() {
        more.extend(peaks(told, only, &across, &up));
    } else {
        more.extend(
            range(values.iter().filter_map(Value::as_f64), |v| up.number(v))
                .map(|range| format!("All lie within {range}.")),
        );
    }
    Said { of: axes, count, more }
}

/// How one line goes from its first value to its last.
fn way(told: &Told<'_>, curve: &Curve<'_>, up: &crate::event::Notation) -> Option<String> {
    let first = own(told, curve.points.first()?)?;
    let last = own(told, curve.points.last()?)?;
    let (from, to) = (up.number(first), up.number(last));
    let way = if from == to {
        format!("begins and ends at {from}")
    } else if last > first {
        format!("rises from {from} to {to}")
    } else {
        format!("falls from {from} to {to}")
    };
    Some(if curve.name.is_empty() { format!("It {way}") } else { format!("{} {way}", curve.name) })
}

/// Where one line is highest and lowest.
fn peaks(
    told: &Told<'_>,
    curve: &Curve<'_>,
    across: &crate::event::Notation,
    up: &crate::event::Notation,
) -> Option<String> {
    let values: Vec<(f64, &DrawnPoint)> =
        curve.points.iter().filter_map(|point| Some((own(told, point)?, *point))).collect();
    let where_at = |value: f64| {
        let at = values.iter().filter(|(one, _)| one.total_cmp(&value).is_eq());
        let show = |point: &DrawnPoint| match &point.x2 {
            Value::Null => across.show(&point.x),
            end => format!("{} to {}", across.show(&point.x), across.show(end)),
        };
        listed(&at.map(|(_, point)| show(point)).collect::<Vec<String>>())
    };
    let high = values.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
    let low = values.iter().map(|(value, _)| *value).fold(f64::INFINITY, f64::min);
    (values.len() > 2 && high > low).then(|| {
        format!("Highest {} at {}, lowest {} at {}.", up.number(high), where_at(high), up.number(low), where_at(low))
    })
}

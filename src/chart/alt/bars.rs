//! Bars, bins, slices and cells: how many, the largest and the smallest.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Told;
use super::phrase::{Item, Said, counted, extremes, listed, named, notation};
use crate::event::{DrawnPoint, Notation, Side, categories};

/// The value of a bar: of a piece of one, the difference of its ends.
fn own(point: &DrawnPoint, side: Side) -> Option<f64> {
    let value = side.value(point).as_f64()?;
    Some(if is_from_zero(point, side) { value } else { value - side.end(point).as_f64().unwrap_or(0.0) })
}

/// The axis along which bars run. Where both have ends, it is that on which they begin at zero.
fn measure(points: &[&DrawnPoint]) -> Side {
    let ends = |side: Side| points.iter().filter(|point| side.end_at(point).is_some()).count();
    let zeros = |side: Side| points.iter().filter(|point| side.end(point).as_f64() == Some(0.0)).count();
    let (x, y) = ((ends(Side::X), zeros(Side::X)), (ends(Side::Y), zeros(Side::Y)));
    if x > y { Side::X } else { Side::Y }
}

/// Where a bar lies, in ten thousandths: pieces of one bar lie at the same place.
fn place(point: &DrawnPoint, side: Side) -> String {
    format!("{:?}{:.3}", side.value(point), side.at(point).unwrap_or(0.0))
}

pub(super) fn bars(told: &Told<'_>) -> Said {
    let all: Vec<(&DrawnPoint, &str)> = told
        .views
        .iter()
        .flat_map(|view| {
            let marks = view.marks.iter().filter(|mark| told.kind.has(view, mark));
            marks.flat_map(|mark| &mark.points).map(|point| (point, view.name.as_deref().unwrap_or_default()))
        })
        .collect();
    let points: Vec<&DrawnPoint> = all.iter().map(|(point, _)| *point).collect();
    let side = measure(&points);
    let across = side.other();
    let names: BTreeMap<String, String> = told
        .views
        .iter()
        .flat_map(|view| categories(across.axis(view)))
        .map(|(value, name)| (value.to_string(), name))
        .collect();
    let discrete = told.view().is_none_or(|view| across.is_discrete(view));
    let moments = notation(told, across, points.iter().map(|point| across.value(point)));
    let category = |point: &DrawnPoint| {
        let value = across.value(point);
        match names.get(&value.to_string()).filter(|_| discrete) {
            Some(name) => super::name(name),
            None if value.is_null() => named(value),
            None => moments.show(value),
        }
    };
    // Pieces of one bar are told by their sum.
    let mut whole: Vec<(String, Vec<&(&DrawnPoint, &str)>)> = Vec::new();
    for bar in &all {
        let key = format!("{} {}", bar.1, place(bar.0, across));
        match whole.iter_mut().find(|(one, _)| *one == key) {
            Some((_, pieces)) => pieces.push(bar),
            None => whole.push((key, vec![bar])),
        }
    }
    let stacked = whole.iter().any(|(_, pieces)| pieces.len() > 1);
    // Several bars of one category are told apart by their series.
    let several = discrete && !stacked && whole.len() > names.len().max(1) * told.views.len();
    let ranged = all.iter().any(|(point, _)| own(point, side).is_none() || !stacked && !is_from_zero(point, side));
    let items: Vec<Item> = whole
        .iter()
        .filter_map(|(_, pieces)| {
            let (first, view) = pieces.first()?;
            let sizes = pieces.iter().filter_map(|(point, _)| own(point, side));
            let mut words = vec![super::name(view), category(first)];
            if several {
                words.push(named(&first.series));
            }
            words.retain(|word| !word.is_empty() && word != "missing");
            Some(Item { name: words.join(", "), size: sizes.sum() })
        })
        .collect();
    let values: Vec<Value> = items.iter().map(|item| Value::from(item.size)).collect();
    let notation = notation(told, side, values.iter());
    let has = |name: &&String| points.iter().any(|point| point.series.as_str() == Some(name.as_str()));
    let series: Vec<String> = told.drawn.legend.iter().filter(has).map(|name| super::name(name)).collect();
    let split = match (series.len() > 1 && (stacked || several), told.drawn.legend_title.as_deref()) {
        (true, Some(title)) => {
            format!(", {} {} ({})", if stacked { "stacked by" } else { "with" }, super::name(title), listed(&series))
        }
        (true, None) => format!(", {} {}", if stacked { "stacked of" } else { "with" }, listed(&series)),
        (false, _) => String::new(),
    };
    let count = counted(whole.len(), "bar", "bars");
    let shares = stacked && items.iter().all(|item| (item.size - 1.0).abs() < 1e-9);
    let more = if ranged {
        spans(told, &all, side, category)
    } else if shares {
        None
    } else {
        extremes(&items, if stacked { "total " } else { "" }, |size| notation.number(size))
    };
    Said { of: format!("{}{split}", axes(told, side)), count, more: more.into_iter().collect() }
}

fn is_from_zero(point: &DrawnPoint, side: Side) -> bool {
    let end = side.end(point);
    end.is_null() || end.as_f64() == Some(0.0) || end.is_number() && side.end_at(point).is_some_and(|at| at < 0.000_2)
}

/// Bars from one value to another.
fn spans(
    told: &Told<'_>,
    all: &[(&DrawnPoint, &str)],
    side: Side,
    category: impl Fn(&DrawnPoint) -> String,
) -> Option<String> {
    let notation = notation(told, side, all.iter().flat_map(|(point, _)| [side.value(point), side.end(point)]));
    let span = |(point, _): &(&DrawnPoint, &str)| {
        let (one, other) = (side.value(point), side.end(point));
        let (from, to) = if side.at(point) <= side.end_at(point) { (one, other) } else { (other, one) };
        format!("{} from {} to {}", category(point), notation.show(from), notation.show(to)).trim_start().to_owned()
    };
    let spans: Vec<String> = all.iter().map(span).collect();
    (!spans.is_empty()).then(|| format!("{}.", listed(&spans)))
}

/// What is plotted by what.
fn axes(told: &Told<'_>, side: Side) -> String {
    match (told.title(side), told.title(side.other())) {
        (Some(measure), Some(category)) => format!(" of {measure} by {category}"),
        (Some(only), None) => format!(" of {only}"),
        (None, Some(category)) => format!(" by {category}"),
        (None, None) => String::new(),
    }
}

pub(super) fn bins(told: &Told<'_>) -> Said {
    let points: Vec<&DrawnPoint> = told.marks().flat_map(|mark| &mark.points).collect();
    let side = measure(&points);
    let across = side.other();
    let bounds = notation(told, across, points.iter().flat_map(|point| [across.value(point), across.end(point)]));
    let item = |point: &&DrawnPoint| {
        let name = format!("{} to {}", bounds.show(across.value(point)), bounds.show(across.end(point)));
        Some(Item { name, size: own(point, side)? })
    };
    let items: Vec<Item> = points.iter().filter_map(item).collect();
    let notation = notation(told, side, points.iter().map(|point| side.value(point)));
    let ordered = |point: &&&DrawnPoint| across.at(point).unwrap_or(0.0);
    let first = points.iter().min_by(|one, other| ordered(one).total_cmp(&ordered(other)));
    let last = points.iter().max_by(|one, other| ordered(one).total_cmp(&ordered(other)));
    let span = first.zip(last).map(|(first, last)| {
        format!(" from {} to {}", bounds.show(across.value(first)), bounds.show(across.end(last)))
    });
    let count = format!("{}{}", counted(items.len(), "bin", "bins"), span.unwrap_or_default());
    Said { of: axes(told, side), count, more: extremes(&items, "", |size| notation.number(size)).into_iter().collect() }
}

pub(super) fn slices(told: &Told<'_>) -> Said {
    let points: Vec<&DrawnPoint> = told.marks().flat_map(|mark| &mark.points).collect();
    let sum: f64 = points.iter().filter_map(|point| point.theta.as_f64()).sum();
    let notation = Notation::of(None, points.iter().map(|point| &point.theta));
    let item = |point: &&DrawnPoint| Some(Item { name: named(&point.series), size: point.theta.as_f64()? });
    let items: Vec<Item> = points.iter().filter_map(item).collect();
    let show = |size: f64| format!("{} ({:.1} %)", notation.number(size), size / sum.max(f64::MIN_POSITIVE) * 100.0);
    let of = match (super::field(told.specification, "theta"), told.drawn.legend_title.as_deref()) {
        (Some(theta), Some(title)) => format!(" of {} by {}", super::name(theta), super::name(title)),
        (Some(only), None) | (None, Some(only)) => format!(" of {}", super::name(only)),
        (None, None) => String::new(),
    };
    Said { of, count: counted(items.len(), "slice", "slices"), more: extremes(&items, "", show).into_iter().collect() }
}

pub(super) fn cells(told: &Told<'_>) -> Said {
    let points: Vec<&DrawnPoint> = told.marks().flat_map(|mark| &mark.points).collect();
    let notation = Notation::of(None, points.iter().map(|point| &point.series));
    let [across, down] = [Side::X, Side::Y].map(|side| notation_of_names(told, side, &points));
    let item = |point: &&DrawnPoint| {
        let name = format!("{}, {}", down.show(&point.y), across.show(&point.x));
        Some(Item { name: super::name(&name), size: point.series.as_f64()? })
    };
    let items: Vec<Item> = points.iter().filter_map(item).collect();
    let of = told.drawn.legend_title.as_deref().map(|title| format!(" of {}", super::name(title))).unwrap_or_default();
    let titles: Vec<String> = [told.title(Side::Y), told.title(Side::X)].into_iter().flatten().collect();
    let by = if titles.is_empty() { String::new() } else { format!(" by {}", titles.join(" and ")) };
    Said {
        of: format!("{of}{by}"),
        count: counted(items.len(), "cell", "cells"),
        more: extremes(&items, "", |size| notation.number(size)).into_iter().collect(),
    }
}

fn notation_of_names(told: &Told<'_>, side: Side, points: &[&DrawnPoint]) -> Notation {
    notation(told, side, points.iter().map(|point| side.value(point)))
}

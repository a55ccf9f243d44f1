//! Words, names and numbers of what is said of a chart.

use serde_json::Value;

use super::Told;
use crate::event::{Notation, Side};
use crate::limits::{ALT_NAME_CHARS, ALT_NAMES};
use crate::table::group_digits;

/// What is said of a chart behind its kind.
pub(super) struct Said {
    /// What is plotted over what.
    pub(super) of: String,
    /// How much of it.
    pub(super) count: String,
    /// Sentences that follow.
    pub(super) more: Vec<String>,
}

/// A name of the data on one line, cut where it is long.
pub(super) fn name(text: &str) -> String {
    let line = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    bounded(&line.collect::<Vec<&str>>().join(" "), ALT_NAME_CHARS)
}

/// A value that names something.
pub(super) fn named(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { "missing".to_owned() } else { value.to_string() }, name)
}

/// Text of so many characters, with an ellipsis where it was cut.
pub(super) fn bounded(text: &str, most: usize) -> String {
    match text.char_indices().nth(most.saturating_sub(1)) {
        Some((end, _)) if text.chars().count() > most => format!("{}…", text.get(..end).unwrap_or(text).trim_end()),
        Some(_) | None => text.to_owned(),
    }
}

pub(super) fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{} {}", group_digits(&number.to_string()), if number == 1 { one } else { several })
}

/// Names with commas and an "and"; of many the first ones.
pub(super) fn listed(names: &[String]) -> String {
    let shown = names.get(..ALT_NAMES.max(1)).unwrap_or(names);
    let left_out = names.len() - shown.len();
    match (shown, left_out) {
        ([], _) => String::new(),
        ([only], 0) => only.clone(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (shown, more) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// How values of an axis are written, given those that will be.
pub(super) fn notation<'a>(told: &Told<'_>, side: Side, values: impl Iterator<Item = &'a Value> + Clone) -> Notation {
    Notation::of(told.view().and_then(|view| side.axis(view)), values)
}

/// An item with its size.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) size: f64,
}

/// A sentence on the largest and the smallest of some items.
pub(super) fn extremes(items: &[Item], what: &str, show: impl Fn(f64) -> String) -> Option<String> {
    let sizes = || items.iter().map(|item| item.size);
    let (high, low) = (sizes().fold(f64::NEG_INFINITY, f64::max), sizes().fold(f64::INFINITY, f64::min));
    if items.len() < 2 {
        return items.first().map(|item| format!("{} {}.", item.name, show(item.size)).trim_start().to_owned());
    }
    let who = |size: f64| {
        let names: Vec<&str> =
            items.iter().filter(|item| item.size.total_cmp(&size).is_eq()).map(|item| item.name.as_str()).collect();
        match names.as_slice() {
            [] => String::new(),
            [only] => (*only).to_owned(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        }
    };
    if high.total_cmp(&low).is_eq() {
        return Some(format!("All of them are {}.", show(high)));
    }
    Some(format!("Largest {what}{} with {}, smallest {} with {}.", who(high), show(high), who(low), show(low)))
}

/// From the smallest to the largest of some numbers.
pub(super) fn range(values: impl Iterator<Item = f64>, show: impl Fn(f64) -> String) -> Option<String> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match (low.is_finite() && high.is_finite(), low.total_cmp(&high).is_eq()) {
        (false, _) => None,
        (true, true) => Some(show(low)),
        (true, false) => Some(format!("{} to {}", show(low), show(high))),
    }
}

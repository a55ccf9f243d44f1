//! Formats of numbers and dates: what d3 does not know, it throws at, or draws as it stands.

use serde_json::{Map, Value};

use super::Finding;

/// Digits of a width or a precision that a label can have.
const DIGITS: usize = 2;

/// The formats of a channel that its labels, its legend and its texts are written in.
pub fn check(definition: &Map<String, Value>, reasons: &mut Vec<Finding>) {
    let word = |key: &str| definition.get(key).and_then(Value::as_str);
    let field = word("field").or_else(|| word("aggregate")).unwrap_or("it");
    let is_date = word("type") == Some("temporal") || definition.contains_key("timeUnit");
    let own = Value::Object(definition.clone());
    for place in [Some(&own), definition.get("axis"), definition.get("legend"), definition.get("header")] {
        let Some(place) = place.and_then(Value::as_object) else { continue };
        let Some(format) = place.get("format").and_then(Value::as_str) else { continue };
        let kind = place.get("formatType").and_then(Value::as_str);
        let fault = match kind {
            Some("number") => fault_of_number(format),
            Some("time" | "utc") => fault_of_date(format),
            _ if is_date => fault_of_date(format),
            _ => fault_of_number(format),
        };
        if let Some(fault) = fault {
            reasons.push(Finding::of_specification(format!("the format \"{format}\" of \"{field}\" {fault}")));
        }
    }
}

fn fault_of_number(format: &str) -> Option<&'static str> {
    if is_number_format(format) {
        return None;
    }
    Some(if is_date_format(format) {
        "is one of dates, but this is no date; give it the type temporal, or write a number format such as \",.0f\", or \"d\" \
         for years"
    } else {
        "is no number format; write one such as \",.0f\", \".1%\" or \"s\""
    })
}

fn fault_of_date(format: &str) -> Option<&'static str> {
    (!is_date_format(format)).then_some("is no date format; write one such as \"%Y\", \"%b %Y\" or \"%d %b\"")
}

/// Whether a text has a part that d3-time-format replaces, and no other beginning with a percent sign.
fn is_date_format(format: &str) -> bool {
    let mut parts = format.split('%').skip(1).peekable();
    let has_parts = parts.peek().is_some();
    let mut escaped = false;
    has_parts
        && parts.all(|part| {
            let first = part.trim_start_matches(['-', '_', '0']).chars().next();
            let fine = match first {
                None => !escaped,
                Some(first) => escaped || "aAbBcdefgGHIjLmMpqQsSuUVwWxXyYZ".contains(first),
            };
            // Two percent signs stand for one.
            escaped = first.is_none() && !escaped;
            fine
        })
        && !escaped
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
    for _ in 0..DIGITS {
        take(&|ch| ch.is_ascii_digit());
    }
    take(&|ch| ch == ',');
    if take(&|ch| ch == '.') && !take(&|ch| ch == '0') {
        if !take(&|ch| ch.is_ascii_digit()) {
            return false;
        }
        take(&|ch| ch.is_ascii_digit());
    }
    take(&|ch| ch == '~');
    take(&|ch| "eEfFgGrRsSpP%bBoOdDxXcnN".contains(ch));
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_those_of_d3() {
        for fine in [",.0f", ".1%", "s", "~s", "$,.2f", "d", ".2r", "+,", "", ".3~f", "(,.0f", "*>10,.2f"] {
            assert!(is_number_format(fine), "{fine}");
        }
        for wrong in ["%Q!!zz", "%Y", "0.00", "#,##0", ",.f2", "1000000d", ".1000f", "{:.1f}"] {
            assert!(!is_number_format(wrong), "{wrong}");
        }
        for fine in ["%Y", "%b %Y", "%-d. %B", "Q%q %Y", "%d/%m", "100%% in %Y"] {
            assert!(is_date_format(fine), "{fine}");
        }
        for wrong in ["YYYY-MM", ",.0f", "", "%", "%E", "yyyy"] {
            assert!(!is_date_format(wrong), "{wrong}");
        }
    }
}

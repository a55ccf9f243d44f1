//! Numbers as they stand in prose: three significant digits, separators, units.
//!
//! Uses `table`. Counts are exact; measures are rounded, since a sentence is no table, but never so that a zero stands in
//! the place of a digit: from a thousand to a million they keep their whole part.

use crate::table::{float_text, round_significant};

/// Significant digits of a measure in prose.
const DIGITS: usize = 3;

/// Names of large numbers, largest first.
const LARGE: [(f64, &str); 3] = [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")];

/// A count, exact: `3,666`.
pub fn count(value: u64) -> String {
    grouped(&value.to_string())
}

/// A measure with three significant digits: `173,131`, `1.23 million`, `0.734`. What is not finite is named so.
pub fn figure(value: f64) -> String {
    if !value.is_finite() {
        return "not a finite number".to_owned();
    }
    if (1e3..1e6).contains(&value.abs().round()) {
        return grouped(&float_text(value.round()));
    }
    let rounded = round_significant(value, DIGITS);
    if rounded.abs() >= 1e15 {
        return format!("{rounded:e}");
    }
    for (size, name) in LARGE {
        if rounded.abs() >= size {
            return format!("{} {name}", float_text(round_significant(rounded / size, DIGITS)));
        }
    }
    float_text(rounded)
}

/// A measure with its unit: `5,080 g`, `40.1 %`.
pub fn measured(value: f64, unit: Option<&str>) -> String {
    unit.map_or_else(|| figure(value), |unit| format!("{} {unit}", figure(value)))
}

/// A share or a change in percent.
pub fn percent(value: f64) -> String {
    format!("{} %", figure(value))
}

/// A value as a table shows it: separators, and no digits that the data does not have.
pub fn exact(value: f64) -> String {
    let text = float_text(round_significant(value, 12));
    if text.contains('e') { text } else { grouped(&text) }
}

/// A number of things in words up to twelve: `three`, `41`.
pub fn spelled(value: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(value)
        .ok()
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| count(value), |word| (*word).to_owned())
}

/// Whether a text holds a word that says a number or a place in an order, such as `Third`.
pub fn holds_number_word(text: &str) -> bool {
    const NUMBERS: [&str; 23] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "none", "zero", "first",
        "second", "third", "fourth", "fifth", "sixth", "half", "quarter", "double", "single", "last",
    ];
    text.split_whitespace().any(|word| NUMBERS.contains(&word.to_lowercase().as_str()))
}

fn grouped(text: &str) -> String {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut digits = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            digits.push(',');
        }
        digits.push(digit);
    }
    fraction.map_or_else(|| format!("{sign}{digits}"), |fraction| format!("{sign}{digits}.{fraction}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_three_digits() {
        for (value, text) in [
            (173_130.95, "173,131"),
            (1_234_567.0, "1.23 million"),
            (999_999.0, "999,999"),
            (999_999.6, "1 million"),
            (999.7, "1,000"),
            (-1_593.33, "-1,593"),
            (-0.734_44, "-0.734"),
            (5.0, "5"),
            (0.0, "0"),
            (40.07, "40.1"),
            (7_795.2, "7,795"),
            (2.5e20, "2.5e20"),
            (f64::NAN, "not a finite number"),
        ] {
            assert_eq!(figure(value), text);
        }
    }

    #[test]
    fn counts_are_exact() {
        assert_eq!(count(3_666), "3,666");
        assert_eq!(count(1_000_000), "1,000,000");
        assert_eq!(count(7), "7");
        assert_eq!(spelled(3), "three");
        assert_eq!(spelled(13), "13");
    }

    #[test]
    fn tables_keep_digits() {
        assert_eq!(exact(-1_234.5), "-1,234.5");
        assert_eq!(exact(0.1 + 0.2), "0.3");
    }
}

//! How values look to a person: numbers with thousands separators, missing as a dash, durations, sizes, money.
//!
//! Uses `table`. Never escapes: what is text stays as it is, and each format escapes it for its own place. Never
//! shortens text. All of it is plain text of one line, without regard to locale, so that the same run gives the same
//! report everywhere.

mod column;
mod duration;

pub use column::{Align, ColumnFormat};
pub use duration::{day_of, duration, elapsed};

pub use crate::table::group_digits;
use crate::table::{float_text, round_significant};

/// What stands for a missing value.
pub const MISSING: &str = "–";

/// A count: `12,381`.
#[must_use]
pub fn count(number: u64) -> String {
    group_digits(&number.to_string())
}

/// A count with its noun: `1 row`, `12,381 rows`.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(number))
}

/// A number to three significant digits, whole digits kept: `1,233`, `0.123`, `12.3`.
#[must_use]
pub fn rough(value: f64) -> String {
    let rounded = if value.abs() >= 100.0 { value.round() } else { round_significant(value, 3) };
    group_digits(&float_text(rounded))
}

/// A part of a whole in percent: `12 %`, `0.4 %`, `< 0.1 %`; a dash where the whole is nothing.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a share is shown to two digits")]
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return MISSING.to_owned();
    }
    let percent = part as f64 / whole as f64 * 100.0;
    if part == 0 || part == whole {
        format!("{percent:.0} %")
    } else if percent < 0.1 {
        "< 0.1 %".to_owned()
    } else if percent > 99.9 {
        "> 99.9 %".to_owned()
    } else if (9.95..=99.0).contains(&percent) {
        format!("{percent:.0} %")
    } else {
        format!("{percent:.1} %")
    }
}

/// A size in decimal units: `512 B`, `251 kB`, `1.2 GB`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a size is shown to three digits")]
pub fn bytes(number: u64) -> String {
    if number < 1_000 {
        return format!("{number} B");
    }
    let mut value = number as f64;
    let mut unit = "B";
    for next in ["kB", "MB", "GB", "TB", "PB"] {
        if value < 999.5 {
            break;
        }
        value /= 1_000.0;
        unit = next;
    }
    if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// US dollars: `$0.0042`, `$1.27`.
fn dollars(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.095 { format!("${value:.4}") } else { format!("${value:.2}") }
}

/// What a run cost: an estimate, and by the prices of which day where that is known.
#[must_use]
pub fn cost(value: f64, prices_date: Option<&str>) -> String {
    let dated = prices_date.map(|day| format!(", by the prices of {day}")).unwrap_or_default();
    format!("about {}{dated}", dollars(value))
}

/// The word for a column type: what a reader calls it, not what DuckDB does.
#[must_use]
pub fn type_word(type_name: &str) -> &'static str {
    use crate::table::Kind;
    match Kind::of(type_name) {
        Kind::Boolean => "yes/no",
        Kind::Integer => "whole number",
        Kind::Number => "number",
        Kind::Text => "text",
        Kind::Date => "date",
        Kind::Time => "time",
        Kind::Timestamp => "date and time",
        Kind::Other => "nested",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_noun() {
        assert_eq!(counted(1, "row"), "1 row");
        assert_eq!(counted(0, "row"), "0 rows");
        assert_eq!(counted(12_381, "row"), "12,381 rows");
    }

    #[test]
    fn rough_numbers_keep_three_digits() {
        for (value, shown) in [(1_232.799, "1,233"), (0.123_456, "0.123"), (12.345, "12.3"), (0.0, "0"), (-5.0, "-5")] {
            assert_eq!(rough(value), shown);
        }
    }

    #[test]
    fn shares_never_round_to_all_or_nothing() {
        for (part, whole, shown) in [
            (0, 10, "0 %"),
            (10, 10, "100 %"),
            (1, 10_000, "< 0.1 %"),
            (9_999, 10_000, "> 99.9 %"),
            (1, 3, "33 %"),
            (1, 30, "3.3 %"),
            (995, 1_000, "99.5 %"),
            (1, 0, "–"),
        ] {
            assert_eq!(share(part, whole), shown, "{part} of {whole}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (number, shown) in [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.0 kB"),
            (251_420, "251 kB"),
            (999_999, "1.0 MB"),
            (12_000_000, "12 MB"),
        ] {
            assert_eq!(bytes(number), shown);
        }
    }

    #[test]
    fn small_costs_keep_their_digits() {
        assert_eq!(dollars(0.004_2), "$0.0042");
        assert_eq!(dollars(1.267), "$1.27");
        assert_eq!(dollars(0.0), "$0.00");
        assert_eq!(cost(1.0, Some("2026-01-02")), "about $1.00, by the prices of 2026-01-02");
        assert_eq!(cost(1.0, None), "about $1.00");
    }
}

//! One cell of a sheet as the text of a field.

use calamine::{CellErrorType, DataRef, ExcelDateTime, ExcelDateTimeType};
use jiff::civil::Date;

use super::super::written::Writer;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// Days from 1899-12-31, the day before the first one, to 1970-01-01.
const FROM_1900: i64 = 25_568;
/// Days from 1904-01-01 to 1970-01-01.
const FROM_1904: i64 = 24_107;
/// The day that the system of 1900 has although the calendar has not: 1900-02-29.
const LEAP: i64 = 60;
/// The last day of the year 9999 in the system of 1900.
const LAST: i64 = 2_958_465;
/// Whole numbers that a float holds exactly and that are written without an exponent.
const WHOLE: f64 = 9e15;
/// Whole numbers from which on a float does not hold all, as long as they are ids rather than quantities.
const LONG: f64 = 9_007_199_254_740_992.0;
const LONGEST: f64 = 1e21;

/// Cells that hold an error instead of a value, by kind.
#[derive(Debug, Default)]
pub(super) struct Errors {
    kinds: Vec<(String, u64)>,
    /// Whole numbers so long that a cell does not hold all of them, and one of them.
    long: (u64, f64),
}

impl Errors {
    fn add(&mut self, kind: &CellErrorType) {
        let name = kind.to_string();
        match self.kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => self.kinds.push((name, 1)),
        }
    }

    /// What is told of numbers that are longer than cells keep: code and message.
    pub(super) fn long(&self) -> Option<(String, String)> {
        let (count, example) = self.long;
        let numbers = if count == 1 { "1 whole number has".to_owned() } else { format!("{count} whole numbers have") };
        (count > 0).then(|| {
            let message = format!(
                "{numbers} more digits than a cell keeps, such as {example}; the last ones may not be those that were meant"
            );
            ("rounded".to_owned(), message)
        })
    }

    /// What the user must be told: code and message.
    pub(super) fn told(&self) -> Option<(String, String)> {
        let count: u64 = self.kinds.iter().map(|(_, count)| count).sum();
        let named: Vec<String> = self.kinds.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let (cells, were) = if count == 1 { ("cell holds", "was") } else { ("cells hold", "were") };
        (count > 0).then(|| {
            let message =
                format!("{count} {cells} an error instead of a value and {were} read as missing: {}", named.join(", "));
            ("error_cells".to_owned(), message)
        })
    }
}

/// Writes a cell that shows at least so many digits.
pub(super) fn write(value: &DataRef<'_>, digits: usize, to: &mut Writer<'_>, errors: &mut Errors) {
    match value {
        DataRef::Int(value) => to.value(&shown(value.to_string(), digits)),
        DataRef::Float(value) => {
            if value.fract() == 0.0 && (LONG..LONGEST).contains(&value.abs()) {
                errors.long = (errors.long.0 + 1, *value);
            }
            to.value(&shown(number(*value), digits));
        }
        DataRef::String(text) => to.text(text),
        DataRef::SharedString(text) => to.text(text),
        DataRef::Bool(value) => to.value(if *value { "true" } else { "false" }),
        DataRef::DateTime(value) => to.value(&moment(value)),
        DataRef::DateTimeIso(text) => to.value(text),
        DataRef::DurationIso(text) => to.value(&duration(text).unwrap_or_else(|| text.clone())),
        DataRef::Error(kind) => {
            errors.add(kind);
            to.missing();
        }
        DataRef::Empty => to.missing(),
    }
}

/// A whole number with the zeros before it that its cell shows.
fn shown(number: String, digits: usize) -> String {
    if number.len() < digits && number.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("{number:0>digits$}")
    } else {
        number
    }
}

/// A number in the fewest digits that give it back.
fn number(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "a whole number within the bounds of both types")]
    if value.fract() == 0.0 && value.abs() < WHOLE {
        return (value as i64).to_string();
    }
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or_else(|| text.replace(".0e", "e"), str::to_owned)
}

/// A date, a time, both, or a span of time. What no calendar holds stays the number that it is stored as.
fn moment(value: &ExcelDateTime) -> String {
    let serial = value.as_f64();
    #[expect(clippy::cast_precision_loss, reason = "days up to the year 9999")]
    let possible = (0.0..=LAST as f64 + 1.0).contains(&serial);
    if !possible {
        return number(serial);
    }
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "milliseconds up to the year 9999"
    )]
    let total = (serial * DAY as f64).round() as i64;
    let (day, clock) = (total.div_euclid(DAY), total.rem_euclid(DAY));
    if value.is_duration() {
        return time(total);
    }
    if is_1904(value) {
        return on_day(day - FROM_1904, clock, serial);
    }
    match day {
        // A time of no day.
        0 => time(clock),
        LEAP => format!("1900-02-29{}", behind_date(clock)),
        1..LEAP => on_day(day - FROM_1900, clock, serial),
        _ => on_day(day - FROM_1900 - 1, clock, serial),
    }
}

/// Which of the two systems a date is counted in. The value shows it only where it is compared.
fn is_1904(value: &ExcelDateTime) -> bool {
    *value == ExcelDateTime::new(value.as_f64(), ExcelDateTimeType::DateTime, true)
}

fn date(days: i64) -> Option<Date> {
    Date::constant(1970, 1, 1).checked_add(jiff::SignedDuration::from_hours(days.checked_mul(24)?)).ok()
}

fn on_day(days: i64, clock: i64, serial: f64) -> String {
    date(days).map_or_else(|| number(serial), |date| format!("{date}{}", behind_date(clock)))
}

/// The time behind a date; none at midnight.
fn behind_date(clock: i64) -> String {
    if clock == 0 { String::new() } else { format!(" {}", time(clock)) }
}

/// Milliseconds as `09:30:00`, with a fraction only where there is one.
fn time(milliseconds: i64) -> String {
    let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{:02}:{:02}:{:02}{fraction}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// `PT09H30M00S` as `09:30:00`.
fn duration(text: &str) -> Option<String> {
    let (hours, rest) = text.strip_prefix("PT")?.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?.replace(',', ".");
    let whole = |text: &str| text.parse::<u32>().ok();
    let (whole_seconds, fraction) = seconds.split_once('.').unwrap_or((&seconds, ""));
    let fraction = fraction.trim_end_matches('0');
    let fraction = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
    Some(format!("{:02}:{:02}:{:02}{fraction}", whole(hours)?, whole(minutes)?, whole(whole_seconds)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        for (value, text) in [
            (1.0, "1"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1234.5, "1234.5"),
            (1e300, "1e300"),
            (2.5e-7, "2.5e-7"),
            (9_007_199_254_740_993.0, "9007199254740992"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn serial_numbers_are_days() {
        let of = |serial, kind, is_1904| moment(&ExcelDateTime::new(serial, kind, is_1904));
        let date = ExcelDateTimeType::DateTime;
        for (serial, is_1904, text) in [
            (1.0, false, "1900-01-01"),
            (59.0, false, "1900-02-28"),
            (60.0, false, "1900-02-29"),
            (61.0, false, "1900-03-01"),
            (45_322.0, false, "2024-01-31"),
            (45_322.437_673_611_11, false, "2024-01-31 10:30:15"),
            (45_322.999_999_999_9, false, "2024-02-01"),
            (0.395_833_333_333_333_3, false, "09:30:00"),
            (43_860.0, true, "2024-01-31"),
            (43_860.5, true, "2024-01-31 12:00:00"),
            (0.0, true, "1904-01-01"),
            (-1.5, false, "-1.5"),
            (2_958_465.0, false, "9999-12-31"),
            (3_000_000.0, false, "3000000"),
        ] {
            assert_eq!(of(serial, date, is_1904), text, "{serial} {is_1904}");
        }
        assert_eq!(of(1.104_166_666_666_667, ExcelDateTimeType::TimeDelta, false), "26:30:00");
        assert_eq!(duration("PT26H30M00.500S").as_deref(), Some("26:30:00.5"));
    }
}

//! How values on a drawn axis are written: in the manner of its labels, but with their own digits.
//!
//! Uses `table`. Never escapes: what is text stays as it is.

use serde_json::Value;

use super::DrawnAxis;
use crate::table::{STABLE_DIGITS, float_text, group_digits, round_significant};

/// What stands for a missing value.
const MISSING: &str = "–";
/// Decimals that are written as they are; numbers with more are computed, and rounded.
const DECIMALS: usize = 4;
/// Significant digits that computed numbers keep at least.
const DIGITS: usize = 4;
/// Significant digits of a share.
const SHARE_DIGITS: usize = 3;
/// What moments end in and nobody needs to read where all of them do: midnight, the first of the month, of the year.
const ENDINGS: [&str; 4] = ["-01-01T00:00:00", "-01T00:00:00", "T00:00:00", ":00"];

/// How the values of one axis are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notation {
    prefix: String,
    suffix: String,
    percent: bool,
    grouped: bool,
    /// Decimals that all numbers get; none where each has its own.
    fixed: Option<usize>,
    /// What is cut from the end of all moments.
    ending: &'static str,
}

impl Notation {
    /// Looks at an axis' labels, and at the values to be written.
    #[must_use]
    pub fn of<'a>(axis: Option<&DrawnAxis>, values: impl Iterator<Item = &'a Value> + Clone) -> Self {
        let mut notation = Self {
            prefix: String::new(),
            suffix: String::new(),
            percent: false,
            grouped: true,
            fixed: fixed(values.clone().filter_map(Value::as_f64)),
            ending: ending(values.filter_map(Value::as_str)),
        };
        let ticks = axis.map(|axis| axis.ticks.as_slice()).unwrap_or_default();
        let read = ticks.iter().filter_map(|tick| Label::read(&tick.label, tick.value.as_f64().filter(|v| *v != 0.0)?));
        let labels: Vec<Label<'_>> = read.collect();
        if let Some(first) = labels.first()
            && labels.iter().all(|label| label.same(first))
        {
            first.prefix.clone_into(&mut notation.prefix);
            first.suffix.clone_into(&mut notation.suffix);
            notation.percent = first.percent;
            notation.grouped = !labels.iter().any(|label| label.runs_on);
        }
        notation
    }

    /// A value as it is written.
    #[must_use]
    pub fn show(&self, value: &Value) -> String {
        match value {
            Value::Null => MISSING.to_owned(),
            Value::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
            Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |value| self.number(value)),
            Value::String(text) => self.moment(text),
            nested @ (Value::Array(_) | Value::Object(_)) => nested.to_string(),
        }
    }

    /// A number as it is written.
    #[must_use]
    pub fn number(&self, value: f64) -> String {
        let size = value.abs();
        let digits = if self.percent {
            let short = round_significant(size * 100.0, SHARE_DIGITS);
            // A part is never written as the whole.
            let whole = short >= 100.0 && size < 1.0;
            float_text(if whole { round_significant(size * 100.0, SHARE_DIGITS + 2) } else { short })
        } else {
            let own = float_text(round_significant(size, STABLE_DIGITS));
            match self.fixed {
                Some(decimals) if (1e-5..1e15).contains(&size) => {
                    let text = format!("{size:.decimals$}");
                    let vanished = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
                    if vanished { float_text(round_significant(size, 2)) } else { text }
                }
                Some(_) | None => own,
            }
        };
        let digits = if self.grouped { group_digits(&digits) } else { digits };
        let sign = if value < 0.0 { "-" } else { "" };
        format!("{sign}{}{digits}{}", self.prefix, self.suffix)
    }

    fn moment(&self, text: &str) -> String {
        let short = text.strip_suffix(self.ending).unwrap_or(text);
        if is_moment(text) { short.replacen('T', " ", 1) } else { text.to_owned() }
    }
}

/// A label taken apart.
struct Label<'a> {
    prefix: &'a str,
    suffix: &'a str,
    percent: bool,
    /// Whether thousands are not separated.
    runs_on: bool,
}

impl<'a> Label<'a> {
    /// Reads the label of a number; nothing where it does not spell it out.
    fn read(label: &'a str, value: f64) -> Option<Self> {
        let label = label.trim_start_matches(['-', '−', '+']);
        let start = label.find(|c: char| c.is_ascii_digit())?;
        let (prefix, rest) = label.split_at(start);
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(rest.len());
        let (digits, suffix) = rest.split_at(end);
        let plain = digits.replace(',', "");
        let shown: f64 = plain.parse().ok()?;
        let decimals = plain.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let near = 0.5 * 10_f64.powi(-i32::try_from(decimals).ok()?) * 1.000_001;
        let size = value.abs();
        let percent = suffix.trim_start().starts_with('%') && (shown - size * 100.0).abs() <= near;
        let scaled = ["k", "M", "G", "B", "T", "m", "µ"].iter().any(|unit| suffix.starts_with(unit));
        if !percent && (shown - size).abs() > near {
            // A label such as 2M stands for the number written out; of any other, only the digits are taken.
            return Some(Self { prefix: if scaled { prefix } else { "" }, suffix: "", percent: false, runs_on: false });
        }
        Some(Self { prefix, suffix, percent, runs_on: size >= 1_000.0 && !percent && !digits.contains(',') })
    }

    fn same(&self, other: &Label<'_>) -> bool {
        (self.prefix, self.suffix, self.percent) == (other.prefix, other.suffix, other.percent)
    }
}

/// The decimals that all numbers get: two where some have two, as amounts have; fewer where they were computed.
fn fixed(values: impl Iterator<Item = f64>) -> Option<usize> {
    let (mut most, mut largest) = (0, 0.0_f64);
    for value in values {
        let text = float_text(round_significant(value, STABLE_DIGITS));
        most = most.max(text.split_once('.').map_or(0, |(_, decimals)| decimals.len()));
        largest = largest.max(value.abs());
    }
    match most {
        2 => Some(2),
        0..=DECIMALS => None,
        _ => {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the logarithm of a float at least 1 lies within 0 and 309"
            )]
            let whole_digits = largest.max(1.0).log10() as usize + 1;
            let small = if largest < 1.0 { DIGITS } else { 1 };
            Some(DIGITS.saturating_sub(whole_digits).max(small))
        }
    }
}

/// Whether text is a moment as `Drawn` writes it.
fn is_moment(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { 'd' } else { c }).take(19).collect();
    shape == "dddd-dd-ddTdd:dd:dd"
}

/// What all moments end in and nobody needs to read.
fn ending<'a>(values: impl Iterator<Item = &'a str> + Clone) -> &'static str {
    let mut moments = values.clone().filter(|text| is_moment(text)).peekable();
    if moments.peek().is_none() {
        return "";
    }
    let several = moments.clone().any(|one| moments.peek() != Some(&one));
    // One moment alone may be a day.
    let endings = if several { &ENDINGS[..] } else { ENDINGS.get(2..).unwrap_or_default() };
    endings.iter().copied().find(|ending| moments.clone().all(|text| text.ends_with(ending))).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::DrawnTick;
    use super::*;

    fn axis(ticks: &[(f64, &str)]) -> DrawnAxis {
        let tick =
            |(value, label): &(f64, &str)| DrawnTick { value: json!(value), label: (*label).to_owned(), at: 0.0 };
        DrawnAxis { ticks: ticks.iter().map(tick).collect(), ..DrawnAxis::default() }
    }

    fn shown(axis: &DrawnAxis, values: &[Value]) -> Vec<String> {
        let notation = Notation::of(Some(axis), values.iter());
        values.iter().map(|value| notation.show(value)).collect()
    }

    #[test]
    fn numbers_are_written_as_the_axis_does() {
        let plain = axis(&[(0.0, "0"), (1_000.0, "1,000")]);
        assert_eq!(shown(&plain, &[json!(1_234.5), json!(-80), json!(0)]), ["1,234.5", "-80", "0"]);
        assert_eq!(shown(&plain, &[json!(412_840.25), json!(5)]), ["412,840.25", "5.00"]);
        let dollars = axis(&[(-1_000.0, "−$1,000"), (1_000.0, "$1,000")]);
        assert_eq!(shown(&dollars, &[json!(-1_234_567)]), ["-$1,234,567"]);
        let percent = axis(&[(0.0, "0%"), (0.2, "20%")]);
        assert_eq!(shown(&percent, &[json!(0.285_714), json!(1), json!(0.999_6)]), ["28.6%", "100%", "99.96%"]);
        let years = axis(&[(2_020.0, "2020"), (2_030.0, "2030")]);
        assert_eq!(shown(&years, &[json!(2_024)]), ["2024"]);
        let short = axis(&[(1e6, "$1M"), (2e6, "$2M")]);
        assert_eq!(shown(&short, &[json!(1_500_000)]), ["$1,500,000"]);
        let warm = axis(&[(10.0, "10 °C"), (20.0, "20 °C")]);
        assert_eq!(shown(&warm, &[json!(13.5)]), ["13.5 °C"]);
    }

    #[test]
    fn computed_numbers_are_rounded() {
        let plain = axis(&[]);
        assert_eq!(shown(&plain, &[json!(12.499_999_999_999_996), json!(3)]), ["12.5", "3"]);
        assert_eq!(shown(&plain, &[json!(100.0 / 7.0), json!(3)]), ["14.29", "3.00"]);
        assert_eq!(shown(&plain, &[json!(1.0 / 7.0), json!(0.000_001_23)]), ["0.1429", "1.23e-6"]);
    }

    #[test]
    fn moments_lose_what_all_of_them_end_in() {
        let plain = axis(&[]);
        let months = [json!("2024-01-01T00:00:00"), json!("2024-02-01T00:00:00")];
        assert_eq!(shown(&plain, &months), ["2024-01", "2024-02"]);
        assert_eq!(shown(&plain, &months[..1]), ["2024-01-01"]);
        let years = [json!("2023-01-01T00:00:00"), json!("2024-01-01T00:00:00")];
        assert_eq!(shown(&plain, &years), ["2023", "2024"]);
        let hours = [json!("2024-01-01T06:00:00"), json!("2024-01-01T09:30:00")];
        assert_eq!(shown(&plain, &hours), ["2024-01-01 06:00", "2024-01-01 09:30"]);
        assert_eq!(shown(&plain, &[json!("Tuesday-01"), json!(null)]), ["Tuesday-01", "–"]);
    }
}

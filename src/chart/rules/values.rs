//! What the values of a column are: numbers, moments, or something that only reads like them.

use serde_json::Value;

/// Milliseconds since 1970 below which a number is none: four months.
const MOMENTS: f64 = 1e10;
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Values that cannot be drawn as what they are said to be.
pub struct Unfit<'a> {
    /// The first of them.
    pub example: &'a Value,
    /// How many there are.
    pub count: usize,
}

/// Values that are no numbers.
pub fn not_numbers<'a>(values: &[&'a Value]) -> Option<Unfit<'a>> {
    unfit(values, |value| match value {
        Value::String(text) => text.trim().parse::<f64>().is_ok(),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
        Value::Array(_) | Value::Object(_) => false,
    })
}

/// Values that not every browser reads as the same moment.
pub fn not_moments<'a>(values: &[&'a Value]) -> Option<Unfit<'a>> {
    unfit(values, |value| match value {
        Value::String(text) => is_moment(text),
        Value::Null | Value::Number(_) => true,
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    })
}

/// A number that a time axis would take for a moment in the first months of 1970, where all numbers are such.
pub fn too_early<'a>(values: &[&'a Value]) -> Option<&'a Value> {
    let early = |value: &&&Value| value.as_f64().is_some_and(|number| number.abs() < MOMENTS);
    if values.iter().all(|value| early(&value)) { values.first().copied() } else { None }
}

fn unfit<'a>(values: &[&'a Value], fits: impl Fn(&Value) -> bool) -> Option<Unfit<'a>> {
    let mut unfit = values.iter().filter(|value| !fits(value));
    let example = unfit.next().copied()?;
    Some(Unfit { example, count: 1 + unfit.count() })
}

/// Whether a text is a moment that every browser reads alike: ISO 8601, the year first, or the month by its name.
fn is_moment(text: &str) -> bool {
    let text = text.trim();
    let date = text.split(['T', ' ']).next().unwrap_or_default();
    let parts: Vec<&str> = date.split(['-', '/']).collect();
    let number = |part: &str, digits: usize, most: u32| {
        part.len() == digits && part.parse::<u32>().is_ok_and(|number| (1..=most).contains(&number))
    };
    match parts.as_slice() {
        [year] => number(year, 4, 9999) && text.len() == 4 || has_named_month(text),
        [year, month] => number(year, 4, 9999) && number(month, 2, 12),
        [year, month, day] => number(year, 4, 9999) && number(month, 2, 12) && number(day, 2, 31),
        _ => has_named_month(text),
    }
}

/// "Jan 31 2024", "31 January 2024 09:30", "Wed, 31 Jan 2024 09:30:00 GMT".
fn has_named_month(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_month = |word: &&&str| {
        let lower = word.to_lowercase();
        lower.chars().all(char::is_alphabetic) && MONTHS.iter().any(|month| lower.starts_with(month))
    };
    let is_number =
        |word: &str, digits: &[usize]| digits.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    words.iter().filter(is_month).count() == 1
        && words.iter().any(|word| is_number(word, &[4]))
        && words.iter().any(|word| is_number(word, &[1, 2]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn moments_are_those_that_every_browser_reads_alike() {
        for fine in [
            "2024",
            "2024-03",
            "2024-03-31",
            "2024/03/31",
            "2024-03-31T10:00:00Z",
            "2024-03-31 10:00",
            "Jan 1 2000",
            "31 January 2024",
            "Sun, 01 Jan 2012 23:00:00",
        ] {
            assert!(is_moment(fine), "{fine}");
        }
        for wrong in [
            "31/12/2023",
            "12/31/2023",
            "2024-Q1",
            "Jan 2024",
            "2024-13-01",
            "Q1",
            "January",
            "20240131",
            "24-01-31",
            "",
        ] {
            assert!(!is_moment(wrong), "{wrong}");
        }
    }

    #[test]
    fn years_and_seconds_are_no_milliseconds() {
        let (year, seconds, moment) = (json!(2024), json!(1_700_000_000), json!(1_700_000_000_000_u64));
        assert_eq!(too_early(&[&year]), Some(&year));
        assert_eq!(too_early(&[&seconds, &year]), Some(&seconds));
        assert_eq!(too_early(&[&moment, &year]), None);
    }
}

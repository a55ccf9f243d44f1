//! Numbers, names and values in the sentences of an answer: rounded for reading, and escaped for Markdown.
//!
//! Uses `table`. Never decides what is said.

use crate::analyst::numbers::holds_number_word;
use crate::table::Cell;

/// Characters of a value or name in a sentence; the rest is cut with an ellipsis.
const SHOWN_CHARS: usize = 60;

/// A number for reading: thousands separated by commas; whole numbers whole; others with two decimals, small ones with
/// three significant digits, or with the decimals asked for.
pub fn number(value: f64, decimals: Option<usize>) -> String {
    if !value.is_finite() {
        return "not a number".to_owned();
    }
    let size = value.abs();
    if decimals.is_none() && size >= 1e15 || size > 0.0 && size < 1e-6 && decimals.is_none() {
        return format!("{value:.3e}");
    }
    let places = match decimals {
        Some(decimals) => decimals,
        None if value.fract() == 0.0 => 0,
        None if size >= 1.0 => 2,
        None => significant_places(size),
    };
    let text = format!("{value:.places$}");
    // Trailing zeros stay where the number goes on behind them: 1.0016 is "1.00".
    let exact = text.parse() == Ok(value);
    let text = if decimals.is_none() && exact { trimmed(&text) } else { text };
    separated(&text)
}

/// Decimals that show three significant digits of a number below one.
fn significant_places(size: f64) -> usize {
    let mut places = 3;
    let mut rest = size;
    while rest < 0.1 && places < 9 {
        rest *= 10.0;
        places += 1;
    }
    places
}

fn trimmed(text: &str) -> String {
    if !text.contains('.') {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn separated(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if sign == "-" && !out.chars().chain(rest.chars()).any(|digit| ('1'..='9').contains(&digit)) {
        return format!("{out}{rest}");
    }
    format!("{sign}{out}{rest}")
}

/// A cell for reading. `is_number` says whether text spells a number, as large integers and decimals do.
pub fn cell(cell: &Cell, is_number: bool, decimals: Option<usize>) -> String {
    match cell {
        Cell::Null => "(missing)".to_owned(),
        Cell::Bool(value) => value.to_string(),
        Cell::Int(_) | Cell::Float(_) => {
            cell.as_f64().map_or_else(|| plain(&cell.to_string()), |value| number(value, decimals))
        }
        Cell::Text(text) => match cell.as_f64().filter(|_| is_number) {
            Some(value) if value.abs() < 1e15 => number(value, decimals),
            _ => plain(text),
        },
    }
}

/// Text that stands in a sentence as it is: one line, cut, without any meaning for Markdown.
pub fn plain(text: &str) -> String {
    sentence(&shortened(text))
}

/// As [`plain`], for words that are made of several names and values: not cut.
pub fn sentence(text: &str) -> String {
    let mut out = String::new();
    for character in one_line(text).chars() {
        if matches!(character, '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '!' | '#' | '$') {
            out.push('\\');
        }
        out.push(character);
    }
    // An underscore between letters is one; at the edge of a word it would begin an emphasis.
    out.split(' ')
        .map(
            |word| {
                if word.starts_with('_') || word.ends_with('_') { word.replace('_', "\\_") } else { word.to_owned() }
            },
        )
        .collect::<Vec<_>>()
        .join(" ")
}

/// A value by which rows or groups are called: as code where it is a number and no year, since it counts nothing.
pub fn label(text: &str, is_calendar: bool) -> String {
    let is_year = is_calendar && text.parse().is_ok_and(|year: i64| (1500..=2200).contains(&year));
    if !is_year && text.parse::<f64>().is_ok_and(f64::is_finite) { format!("`{}`", name(text)) } else { plain(text) }
}

/// A value that stands in a sentence; in quotes where it could be read as a number that the sentence gives.
pub fn quoted(value: &str) -> String {
    let reads_as_number = value.chars().any(|each| each.is_ascii_digit()) || holds_number_word(value);
    if reads_as_number { format!("“{value}”") } else { value.to_owned() }
}

/// A name that can stand between backticks.
pub fn name(text: &str) -> String {
    shortened(text).replace('`', "'")
}

fn shortened(text: &str) -> String {
    let line = one_line(text);
    if line.chars().count() <= SHOWN_CHARS {
        return line;
    }
    let cut: String = line.chars().take(SHOWN_CHARS - 1).collect();
    format!("{cut}…")
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c.is_whitespace() || is_invisible(c) { ' ' } else { c }).collect()
}

fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_for_reading() {
        for (value, text) in [
            (344.0, "344"),
            (1_234_567.0, "1,234,567"),
            (5_484.836_065, "5,484.84"),
            (-0.004_567_8, "-0.00457"),
            (0.5, "0.5"),
            (1_232.8, "1,232.8"),
            (-12.0, "-12"),
            (0.0, "0"),
            (1.001_562_5, "1.00"),
            (1e20, "1.000e20"),
        ] {
            assert_eq!(number(value, None), text);
        }
        assert_eq!(number(338.646_153, Some(2)), "338.65");
        assert_eq!(number(-0.001, Some(1)), "0.0");
    }

    #[test]
    fn values_have_no_meaning_for_markdown() {
        assert_eq!(plain("a*b [x](y) <i>\n_u_ c_d"), "a\\*b \\[x\\](y) \\<i\\> \\_u\\_ c_d");
        assert_eq!(name("a`b"), "a'b");
        assert_eq!(plain(&"x".repeat(100)).chars().count(), 60);
    }
}

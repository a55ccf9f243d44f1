//! Numbers that are not written as programs write them: grouped thousands, decimal commas, signs of per cent and money.
//!
//! Such texts stay what they are; that they are numbers for a reader is only noticed here, so that it can be told. Pure.

use super::column::excerpt;
use super::shape::{Shape, trim};

/// Bytes beyond which a text is no number in any style.
const LONGEST: usize = 60;

/// What was seen of a column.
#[derive(Debug, Clone, Default)]
pub(super) struct Styles {
    /// Texts that are numbers written otherwise.
    pub(super) otherwise: u64,
    /// Decimals with one to three digits before the point and three behind it.
    pub(super) thousands: u64,
    /// Those of them that end in a zero.
    pub(super) round: u64,
    /// The first text of any of these kinds.
    pub(super) example: Option<Box<str>>,
    decimal_commas: u64,
}

impl Styles {
    /// Notes one text.
    pub(super) fn add(&mut self, text: &[u8], shape: Shape) {
        let noticed = match shape {
            Shape::Text => match written_otherwise(trim(text)) {
                Some(comma) => {
                    self.otherwise += 1;
                    self.decimal_commas += u64::from(comma);
                    true
                }
                None => false,
            },
            Shape::Decimal if is_thousands(trim(text)) => {
                self.thousands += 1;
                self.round += u64::from(trim(text).ends_with(b"0"));
                true
            }
            _ => false,
        };
        if noticed && self.example.is_none() {
            self.example = Some(excerpt(text).into_boxed_str());
        }
    }

    /// Whether one of the numbers can only be read with a decimal comma.
    pub(super) fn has_decimal_comma(&self) -> bool {
        self.decimal_commas > 0
    }
}

/// `1.000`, `-12.500`: not `0.125`, which no thousand is.
fn is_thousands(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    matches!(digits, [first, .., b'.', _, _, _] if *first != b'0' && digits.len() <= 7 && *first != b'.')
}

/// Whether a text is a number written otherwise, and if so, whether only a decimal comma explains it.
fn written_otherwise(value: &[u8]) -> Option<bool> {
    const AFFIXES: [&str; 10] = ["%", "$", "€", "£", "¥", "EUR", "USD", "CHF", "-", "+"];
    // What separates thousands; the last two are the spaces that do not break.
    const SPACES: [&str; 4] = [" ", "'", "\u{a0}", "\u{202f}"];
    if value.len() > LONGEST || !value.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let mut text = std::str::from_utf8(value).ok()?;
    let mut bare = text;
    loop {
        for affix in AFFIXES {
            bare = bare.trim();
            bare = bare.strip_prefix(affix).or_else(|| bare.strip_suffix(affix)).unwrap_or(bare);
        }
        if bare.len() == text.len() {
            break;
        }
        text = bare;
    }
    let affixed = bare.len() != value.len();
    let spaced = SPACES.iter().fold(bare.to_owned(), |text, space| text.replace(space, " "));
    let marks: Vec<char> = spaced.chars().filter(|character| !character.is_ascii_digit()).collect();
    let groups: Vec<&str> = spaced.split(|character: char| !character.is_ascii_digit()).collect();
    if !marks.iter().all(|mark| matches!(mark, '.' | ',' | ' ')) || groups.iter().any(|group| group.is_empty()) {
        return None;
    }
    let grouped = |marks: &[char], groups: &[&str]| {
        marks.windows(2).all(|pair| matches!(pair, [one, next] if one == next))
            && groups.first().is_some_and(|first| first.len() <= 3 && (groups.len() == 1 || !first.starts_with('0')))
            && groups.iter().skip(1).all(|group| group.len() == 3)
    };
    match (marks.as_slice(), groups.as_slice()) {
        ([], _) => affixed.then_some(false),
        (all, groups) if grouped(all, groups) => Some(false),
        ([','], _) => Some(true),
        (['.'], _) => affixed.then_some(false),
        ([before @ .., last], [whole @ .., _])
            if *last != ' ' && before.first() != Some(last) && grouped(before, whole) =>
        {
            Some(*last == ',')
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_known_in_other_styles() {
        for (text, expected) in [
            ("1,234", Some(false)),
            ("1.234.567", Some(false)),
            ("1 234 567", Some(false)),
            ("1'234.50", Some(false)),
            ("1,234,567.8", Some(false)),
            ("1.234,56", Some(true)),
            ("-0,5", Some(true)),
            ("12345,6", Some(true)),
            ("12,5 %", Some(true)),
            ("45%", Some(false)),
            ("$ 12.50", Some(false)),
            ("1\u{202f}234,5 €", Some(true)),
            ("-$5", Some(false)),
            ("192.168.0.1", None),
            ("1.2.3", None),
            ("1,2,3", None),
            ("12:30", None),
            ("3 rooms", None),
            ("1.234.56", None),
            ("12,", None),
            ("%", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(written_otherwise(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn points_may_stand_between_thousands() {
        for (text, expected) in
            [("1.000", true), ("-12.345", true), ("0.125", false), ("1234.500", false), ("1.5", false), (".500", false)]
        {
            assert_eq!(is_thousands(text.as_bytes()), expected, "{text}");
        }
    }
}

//! What texts look like that are not, or not quite, what they seem: times that no day has, numbers that stand for thousands
//! of their digits, numbers that a spreadsheet has rounded, texts that were decoded wrong before.

use super::super::numeral;
use super::super::shape::{Seen, Shape, classify, detail, trim};
use super::excerpt;
use super::words::is_code_like;

/// Digits of a number whose end a spreadsheet has cut off.
const ROUNDED_DIGITS: usize = 6;
/// Powers of ten from which spreadsheets cut them off.
const ROUNDED_POWERS: std::ops::RangeInclusive<u32> = 11..=20;

/// How many texts look so, and one of each kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Looks {
    /// `90:15`
    pub(super) spans: Kind,
    /// `1.2M`
    pub(super) scaled: Kind,
    /// `<0.5`
    pub(super) bounds: Kind,
    /// `4.00638E+12`
    pub(super) rounded: Kind,
    /// `KÃ¶ln`
    pub(super) garbled: Kind,
    /// `2024-02-30`, `23:59:60`
    pub(super) impossible: Kind,
    /// `2024-01-05 10:00 CET`
    pub(super) zones: Kind,
    /// ` 5`, but not text that can be nothing else
    pub(super) padded: Kind,
    /// Nothing but spaces
    pub(super) blank: Kind,
    /// `2024-1-5`
    pub(super) loose: Kind,
    /// `1E5`
    pub(super) coded: Kind,
    /// `00501`
    pub(super) zero_led: Kind,
}

/// How many texts are of a kind, and the first of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Kind {
    pub(super) count: u64,
    pub(super) example: Option<Box<str>>,
}

impl Kind {
    fn add(&mut self, text: &[u8]) {
        self.count += 1;
        self.example.get_or_insert_with(|| excerpt(text).into_boxed_str());
    }
}

impl Looks {
    /// Looks at one text of a shape.
    pub(super) fn add(&mut self, text: &[u8], seen: Seen) {
        if seen.details & (detail::PADDED | detail::UNPADDED_DATE) != 0 {
            match seen.details & detail::PADDED {
                0 => self.loose.add(text),
                _ if matches!(seen.shape, Shape::Text | Shape::Word) => {}
                _ => self.padded.add(text),
            }
        }
        match seen.shape {
            Shape::Blank => self.blank.add(text),
            Shape::ZeroLed => self.zero_led.add(text),
            Shape::Exponent if is_rounded(trim(text)) => self.rounded.add(text),
            Shape::Exponent if is_code_like(trim(text)) => self.coded.add(text),
            Shape::Text if !text.is_ascii() && is_garbled(text) => self.garbled.add(text),
            Shape::Text if text.iter().any(u8::is_ascii_digit) => {
                if is_span(text) {
                    self.spans.add(text);
                } else if is_impossible(trim(text)) {
                    self.impossible.add(text);
                } else if is_in_zone(trim(text)) {
                    self.zones.add(text);
                } else if numeral::is_scaled(text) {
                    self.scaled.add(text);
                } else if numeral::is_bound(text) {
                    self.bounds.add(text);
                }
            }
            _ => {}
        }
    }
}

/// Whether a text is written like a date or a time of day, but no day or hour is so: `2024-02-30`, `23:59:60`.
fn is_impossible(text: &[u8]) -> bool {
    let pattern: Vec<u8> = text.iter().map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte }).collect();
    match pattern.as_slice() {
        b"00:00:00" => text.ends_with(b":60"),
        b"0000-00-00" | b"0000-00-00 00:00:00" | b"0000-00-00T00:00:00" | b"0000-00-00T00:00:00Z" => true,
        _ => false,
    }
}

/// Whether a text is a date and a time of day behind which a zone stands by its name.
fn is_in_zone(text: &[u8]) -> bool {
    let Some(space) = text.iter().rposition(|byte| *byte == b' ') else { return false };
    let (stamp, zone) = text.split_at(space);
    let named = zone.len() > 2
        && zone.get(1).is_some_and(u8::is_ascii_uppercase)
        && zone.iter().skip(2).all(|byte| byte.is_ascii_alphabetic() || b"/_".contains(byte));
    named && matches!(classify(stamp).shape, Shape::Stamp | Shape::DayMonthStamp)
}

/// Whether a text is hours or minutes beyond those of a day, then minutes or seconds: `90:15`, `26:10:00`.
fn is_span(text: &[u8]) -> bool {
    let text = trim(text);
    let whole = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (clock, fraction) = text.split_at(whole);
    let mut parts = clock.split(|byte| *byte == b':');
    let digits = |part: &[u8], most: usize| (1..=most).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let first = parts.next().is_some_and(|part| digits(part, 4));
    let sixties = |part: &[u8]| part.len() == 2 && digits(part, 2) && part < b"60".as_slice();
    let rest: Vec<&[u8]> = parts.collect();
    let fraction = fraction.is_empty() || fraction.get(1..).is_some_and(|part| digits(part, 9));
    first && (1..=2).contains(&rest.len()) && rest.into_iter().all(sixties) && fraction
}

/// Whether a number has so few digits and so high a power of ten as spreadsheets leave of long ones: `4.00638E+12`.
fn is_rounded(text: &[u8]) -> bool {
    let Some(at) = text.iter().position(|byte| *byte == b'E') else { return false };
    let (digits, power) = text.split_at(at);
    let power = power.strip_prefix(b"E+").and_then(|power| std::str::from_utf8(power).ok()?.parse().ok());
    let counted = digits.iter().filter(|byte| byte.is_ascii_digit()).count();
    power.is_some_and(|power| ROUNDED_POWERS.contains(&power)) && (3..=ROUNDED_DIGITS).contains(&counted)
}

/// Whether a text was UTF-8 once, was read as Windows-1252 and written as UTF-8 again: `KÃ¶ln`, `itâ€™s`.
fn is_garbled(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let mut characters = text.chars().peekable();
    std::iter::from_fn(|| characters.next().map(|one| (one, characters.peek().copied()))).any(|pair| match pair {
        ('Ã', Some(next)) => ('\u{80}'..='\u{bf}').contains(&next) || "ŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™".contains(next),
        ('Â', Some(next)) => ('\u{a0}'..='\u{bf}').contains(&next),
        ('â', Some(next)) => next == '€',
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_no_day_has_are_known() {
        for text in ["90:15", "26:10:00", "1:02.345", "0:59.1", " 100:00 "] {
            assert!(is_span(text.as_bytes()), "{text}");
        }
        for text in ["3:1", "a:10", "10:75", "2:1:1", "1:00:00:00", "5:30.", "::1", "10:"] {
            assert!(!is_span(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dates_that_no_calendar_has_and_zones_by_name_are_known() {
        for text in ["2024-02-30", "23:59:60", "2024-02-30 10:00:00"] {
            assert!(is_impossible(text.as_bytes()), "{text}");
        }
        for text in ["2024-2-30", "10:75", "1234-5678", "23:59:61"] {
            assert!(!is_impossible(text.as_bytes()), "{text}");
        }
        for text in ["2024-01-05 10:00 CET", "2024-01-05 10:00:00 Europe/Berlin", "05.01.2024 10:00 MEZ"] {
            assert!(is_in_zone(text.as_bytes()), "{text}");
        }
        for text in ["2024-01-05 10:00", "2024-01-05 Berlin", "10:00 CET", "2024-01-05 10:00 x"] {
            assert!(!is_in_zone(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn numbers_that_a_spreadsheet_has_rounded_are_known() {
        for text in ["4.00638E+12", "1.23E+11", "9.7802E+12"] {
            assert!(is_rounded(text.as_bytes()), "{text}");
        }
        for text in ["1E5", "1.5E+3", "6.02214076E+23", "1.6E-19", "4.0063813339E+12"] {
            assert!(!is_rounded(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn texts_that_were_decoded_wrong_are_known() {
        for text in ["KÃ¶ln", "SÃ£o Paulo", "itâ€™s", "5Â°C", "Ã‰cole"] {
            assert!(is_garbled(text.as_bytes()), "{text}");
        }
        for text in ["Köln", "São Paulo", "Ânia", "château", "AÇÃO", "5 €"] {
            assert!(!is_garbled(text.as_bytes()), "{text}");
        }
    }
}

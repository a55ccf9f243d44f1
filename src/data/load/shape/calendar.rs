//! The shape of a text that may be a date, a time of day, or both.

use super::{Seen, Shape, detail};
use crate::table::calendar::MONTHS;

/// Digits of a second that TIMESTAMP and TIME keep.
const MICROSECONDS: usize = 6;
/// Digits of a second that `TIMESTAMP_NS` keeps.
const NANOSECONDS: usize = 9;
/// Years that `TIMESTAMP_NS` holds in full.
const FINE_YEARS: std::ops::RangeInclusive<u32> = 1_678..=2_261;
/// Hours by which a zone is at most off.
const OFFSET_HOURS: u32 = 15;

/// Year, month, day, with or without a time of day.
pub(super) fn date(value: &[u8]) -> Option<Seen> {
    let mut rest = Rest(value);
    let year = rest.number(4, 4)?;
    let separator = rest.any(b"-/")?;
    let month = rest.number(1, 2)?;
    rest.exactly(separator)?;
    let day = rest.number(1, 2)?;
    if !is_day(year, month, day) {
        return None;
    }
    let whole = separator == b'-' && value.len() - rest.0.len() == "2024-01-05".len();
    let loose = if whole { 0 } else { detail::UNPADDED_DATE };
    if rest.0.is_empty() {
        return Some(Seen::with(Shape::Date, loose));
    }
    let clock = rest.clock_behind_date()?;
    if clock.details & (detail::HALF_DAY | detail::LOOSE_CLOCK) != 0 {
        // As those of other orders are read, of which this is none.
        let dashed = if separator == b'-' { detail::DASH } else { detail::SLASH };
        let order = dashed | detail::LONG_YEAR | detail::NOT_DAY_FIRST | detail::NOT_MONTH_FIRST;
        let whole = rest.0.is_empty() && clock.digits <= MICROSECONDS;
        return whole.then_some(Seen::with(Shape::DayMonthStamp, order | clock.details));
    }
    let zone = rest.zone()?;
    let shape = match (zone, clock.digits) {
        (0, 0..=MICROSECONDS) => Shape::Stamp,
        (0, 0..=NANOSECONDS) if FINE_YEARS.contains(&year) => Shape::FineStamp,
        (_, 0..=MICROSECONDS) => Shape::ZonedStamp,
        _ => return None,
    };
    Some(Seen::with(shape, clock.details | loose | (zone & !UTC)))
}

/// Day, month, year or month, day, year, with or without a time of day.
pub(super) fn day_month(value: &[u8]) -> Option<Seen> {
    let mut rest = Rest(value);
    let first = rest.number(1, 2)?;
    let separator = rest.any(b"/-.")?;
    let second = rest.number(1, 2)?;
    rest.exactly(separator)?;
    let (third, digits) = rest.year()?;
    let mut details = match separator {
        b'/' => detail::SLASH,
        b'-' => detail::DASH,
        _ => detail::DOT,
    } | digits;
    let year = if digits == detail::SHORT_YEAR { full_year(third) } else { third };
    if !is_day(year, second, first) {
        details |= detail::NOT_DAY_FIRST;
    }
    if !is_day(year, first, second) {
        details |= detail::NOT_MONTH_FIRST;
    }
    let two = value.get(1).is_some_and(u8::is_ascii_digit);
    if digits != detail::SHORT_YEAR || !two || !is_day(full_year(first), second, third) {
        details |= detail::NOT_YEAR_FIRST;
    }
    let none = detail::NOT_DAY_FIRST | detail::NOT_MONTH_FIRST | detail::NOT_YEAR_FIRST;
    if details & none == none {
        return None;
    }
    rest.end_of_date(details)
}

/// `5 Jan 2024`, `05-January-24`, `Jan 5, 2024`: a month by its English name.
pub(super) fn named_month(value: &[u8]) -> Option<Seen> {
    let mut rest = Rest(value);
    let (month, day, mut details) = if value.first()?.is_ascii_digit() {
        let day = rest.number(1, 2)?;
        let separator = rest.any(b" -/")?;
        let (month, name) = rest.month()?;
        rest.exactly(separator)?;
        let separated = match separator {
            b' ' => detail::SPACED,
            b'-' => detail::DASH,
            _ => detail::SLASH,
        };
        (month, day, name | separated | detail::NAME_SECOND)
    } else {
        let (month, name) = rest.month()?;
        rest.exactly(b' ')?;
        let day = rest.number(1, 2)?;
        let comma = if rest.exactly(b',').is_some() { detail::COMMA } else { detail::NO_COMMA };
        rest.exactly(b' ')?;
        (month, day, name | comma | detail::NAME_FIRST)
    };
    let (year, digits) = rest.year()?;
    details |= digits | detail::NOT_YEAR_FIRST;
    let year = if digits == detail::SHORT_YEAR { full_year(year) } else { year };
    is_day(year, month, day).then_some(())?;
    rest.end_of_date(details)
}

/// Whether a byte is the first of a month's name.
pub(super) fn begins_a_month(byte: u8) -> bool {
    matches!(byte.to_ascii_lowercase(), b'j' | b'f' | b'm' | b'a' | b's' | b'o' | b'n' | b'd')
}

/// The year that two digits stand for, as POSIX has it for `%y`.
pub(super) fn full_year(year: u32) -> u32 {
    if year < 69 { 2000 + year } else { 1900 + year }
}

/// A time of day.
pub(super) fn time(value: &[u8]) -> Option<Seen> {
    let mut rest = Rest(value);
    let clock = rest.clock()?;
    let plain = rest.0.is_empty() && clock.digits <= MICROSECONDS;
    plain.then_some(Seen::with(Shape::Time, clock.details))
}

/// What stands behind `AM` or `PM` at the start of a text, and whether that is written otherwise than ` AM`.
fn half_of_day(text: &[u8]) -> Option<(&[u8], u64)> {
    const SPACES: [&[u8]; 3] = [b" ", "\u{202f}".as_bytes(), "\u{a0}".as_bytes()];
    let bare = SPACES.iter().find_map(|space| text.strip_prefix(*space));
    match bare.unwrap_or(text) {
        [b'A' | b'P' | b'a' | b'p', b'.', b'M' | b'm', b'.', rest @ ..] => Some((rest, detail::LOOSE_CLOCK)),
        [b'A' | b'P' | b'a' | b'p', b'M' | b'm', rest @ ..] => {
            Some((rest, if text.starts_with(b" ") { 0 } else { detail::LOOSE_CLOCK }))
        }
        _ => None,
    }
}

pub(super) fn is_day(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    year >= 1 && (1..=last).contains(&day)
}

/// Marks a stamp that has `Z`; no detail that a column keeps.
const UTC: u64 = 1 << 63;

struct Clock {
    /// Digits of the fraction without trailing zeros.
    digits: usize,
    details: u64,
}

/// What is left of a text.
pub(super) struct Rest<'a>(pub(super) &'a [u8]);

impl Rest<'_> {
    fn number(&mut self, least: usize, most: usize) -> Option<u32> {
        let count = self.0.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        if count < least {
            return None;
        }
        let (digits, rest) = self.0.split_at(count);
        self.0 = rest;
        Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
    }

    fn any(&mut self, allowed: &[u8]) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = allowed.contains(&first).then_some(rest)?;
        Some(first)
    }

    fn exactly(&mut self, byte: u8) -> Option<()> {
        self.any(&[byte]).map(|_| ())
    }

    /// A year of two or four digits, and which.
    fn year(&mut self) -> Option<(u32, u64)> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match digits {
            4 => Some((self.number(4, 4)?, detail::LONG_YEAR)),
            2 => Some((self.number(2, 2)?, detail::SHORT_YEAR)),
            _ => None,
        }
    }

    /// A month by its English name, and how much of that there is.
    fn month(&mut self) -> Option<(u32, u64)> {
        let letters = self.0.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (name, rest) = self.0.split_at(letters);
        self.0 = rest;
        let name = std::str::from_utf8(name).ok()?;
        let is = |month: &&str| {
            name.eq_ignore_ascii_case(month)
                || (letters == 3 && month.get(..3).is_some_and(|brief| name.eq_ignore_ascii_case(brief)))
        };
        let number = MONTHS.iter().position(is)?;
        let length = if letters == 3 { detail::BRIEF_NAME } else { detail::WHOLE_NAME };
        // `May` is both.
        let length = if number == 4 { 0 } else { length };
        Some((u32::try_from(number).ok()? + 1, length))
    }

    /// The shape of a date with these details, with the time of day that may follow.
    pub(super) fn end_of_date(&mut self, details: u64) -> Option<Seen> {
        if self.0.is_empty() {
            return Some(Seen::with(Shape::DayMonth, details));
        }
        let clock = self.clock_behind_date()?;
        let whole = self.0.is_empty() && clock.digits <= MICROSECONDS;
        whole.then_some(Seen::with(Shape::DayMonthStamp, details | clock.details))
    }

    fn clock_behind_date(&mut self) -> Option<Clock> {
        let between = match self.any(b" T,")? {
            b'T' => detail::LETTER_T,
            b' ' => detail::SPACE,
            _ => {
                self.exactly(b' ')?;
                detail::SPACE | detail::LOOSE_CLOCK
            }
        };
        let mut clock = self.clock()?;
        clock.details |= between;
        Some(clock)
    }

    /// A time of day, with half of the day behind it where that is named.
    fn clock(&mut self) -> Option<Clock> {
        let before = self.0;
        let mut clock = self.digital()?;
        let half = half_of_day(self.0);
        let hour = Rest(before).number(1, 2)?;
        clock.details |= match half {
            Some((rest, loose)) if (1..=12).contains(&hour) => {
                self.0 = rest;
                detail::HALF_DAY | loose
            }
            _ => detail::WHOLE_DAY,
        };
        Some(clock)
    }

    fn digital(&mut self) -> Option<Clock> {
        let hour = self.number(1, 2)?;
        self.exactly(b':')?;
        let minute = self.number(2, 2)?;
        if hour > 23 || minute > 59 {
            return None;
        }
        if self.exactly(b':').is_none() {
            return Some(Clock { digits: 0, details: detail::MINUTES });
        }
        if self.number(2, 2)? > 59 {
            return None;
        }
        let count = self.0.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        // With a comma as logs have it, or ISO 8601.
        let loose = match self.0.first() {
            Some(b'.') => 0,
            Some(b',') if matches!(count, 3 | 6) => detail::LOOSE_CLOCK,
            _ => return Some(Clock { digits: 0, details: detail::SECONDS }),
        };
        self.any(b".,")?;
        let (fraction, rest) = self.0.split_at(count);
        self.0 = rest;
        let zeros = fraction.iter().rev().take_while(|&&digit| digit == b'0').count();
        (count > 0).then_some(Clock { digits: count - zeros, details: detail::FRACTION | loose })
    }

    /// The offset from UTC at the end; 0 for none.
    fn zone(&mut self) -> Option<u64> {
        if self.0.is_empty() {
            return Some(0);
        }
        if self.0 == b"Z" {
            return Some(UTC);
        }
        let name = self.0.strip_prefix(b" ").unwrap_or(self.0);
        if [&b"UTC"[..], b"GMT", b"Z"].contains(&name) {
            // Written as an offset before it is read, as one without a colon is.
            return Some(UTC | detail::OFFSET | detail::COMPACT_OFFSET);
        }
        self.any(b"+-")?;
        let hours = self.number(2, 2)?;
        let (compact, minutes) = match self.0.first() {
            None => (false, 0),
            Some(b':') => {
                self.exactly(b':')?;
                (false, self.number(2, 2)?)
            }
            Some(_) => (true, self.number(2, 2)?),
        };
        let whole = self.0.is_empty() && hours <= OFFSET_HOURS && minutes < 60;
        whole.then_some(UTC | detail::OFFSET | if compact { detail::COMPACT_OFFSET } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::super::classify;
    use super::*;

    #[test]
    fn dates_and_times_have_shapes() {
        for (text, shape) in [
            ("2024-02-29", Shape::Date),
            ("2023-02-29", Shape::Text),
            ("2024/3/1", Shape::Date),
            ("0000-01-01", Shape::Text),
            ("2024-13-01", Shape::Text),
            ("2024-03-31T01:30", Shape::Stamp),
            ("2024-03-31 01:30:00.123456", Shape::Stamp),
            ("2024-03-31 01:30:00.123456000", Shape::Stamp),
            ("2024-03-31 01:30:00.123456789", Shape::FineStamp),
            ("1500-03-31 01:30:00.123456789", Shape::Text),
            ("2024-03-31T01:30:00Z", Shape::ZonedStamp),
            ("2024-03-31T01:30:00+05:30", Shape::ZonedStamp),
            ("2024-03-31 01:30:00 UTC", Shape::ZonedStamp),
            ("2024-03-31 01:30 GMT", Shape::ZonedStamp),
            ("2024-03-31 01:30:00 CET", Shape::Text),
            ("2024-03-31T01:30:00.123456789Z", Shape::Text),
            ("2024-03-31T24:00:00", Shape::Text),
            ("2024-03-31T01:30:60", Shape::Text),
            ("2024-03-31T", Shape::Text),
            ("01/02/2024", Shape::DayMonth),
            ("1.2.2024", Shape::DayMonth),
            ("31/31/2024", Shape::Text),
            ("01/02/24", Shape::DayMonth),
            ("24-01-31", Shape::DayMonth),
            ("01/02/024", Shape::Text),
            ("5 Jan 2024", Shape::DayMonth),
            ("05-JAN-24", Shape::DayMonth),
            ("March 17, 2024", Shape::DayMonth),
            ("Mar 17 2024 09:30", Shape::DayMonthStamp),
            ("30 Feb 2024", Shape::Text),
            ("Marc 17, 2024", Shape::Text),
            ("March", Shape::Text),
            ("01/31/2024 11:05:00 PM", Shape::DayMonthStamp),
            ("01/31/2024 13:05 PM", Shape::Text),
            ("2024-01-31 11:05 PM", Shape::DayMonthStamp),
            ("2024-01-31, 11:05", Shape::DayMonthStamp),
            ("2024-01-31 11:05 PM Z", Shape::Text),
            ("01/02-2024", Shape::Text),
            ("25.12.2024 09:30", Shape::DayMonthStamp),
            ("9:30", Shape::Time),
            ("09:30:15.5", Shape::Time),
            ("24:00", Shape::Text),
            ("9:3", Shape::Text),
            ("12:30 PM", Shape::Time),
            ("12:30\u{202f}p.m.", Shape::Time),
            ("13:30 PM", Shape::Text),
            ("31/01/2024, 13:05", Shape::DayMonthStamp),
            ("31/01/2024,13:05", Shape::Text),
        ] {
            assert_eq!(classify(text.as_bytes()).shape, shape, "{text}");
        }
    }

    #[test]
    fn a_day_beyond_twelve_settles_the_order() {
        let order = detail::NOT_DAY_FIRST | detail::NOT_MONTH_FIRST;
        for (text, expected) in
            [("25/03/2024", detail::NOT_MONTH_FIRST), ("03/25/2024", detail::NOT_DAY_FIRST), ("03/04/2024", 0)]
        {
            assert_eq!(classify(text.as_bytes()).details & order, expected, "{text}");
        }
    }

    #[test]
    fn offsets_are_told_apart() {
        let offsets = detail::OFFSET | detail::COMPACT_OFFSET;
        for (text, expected) in [
            ("2024-03-31T01:30:00Z", 0),
            ("2024-03-31T01:30:00+01", detail::OFFSET),
            ("2024-03-31T01:30:00-04:00", detail::OFFSET),
            ("2024-03-31T01:30:00+0530", offsets),
        ] {
            assert_eq!(classify(text.as_bytes()).details & offsets, expected, "{text}");
        }
        for text in ["2024-03-31T01:30:00+1", "2024-03-31T01:30:00+01:", "2024-03-31T01:30:00+25:00"] {
            assert_eq!(classify(text.as_bytes()).shape, Shape::Text, "{text}");
        }
    }
}

//! The shape of one cell's text: what it can stand for without losing anything.
//!
//! A pure function over bytes. It is stricter than DuckDB's casts, which round `12.75` into a BIGINT, take `1_000` for a
//! number, drop the leading zeros of `00501` and the offset of a time stamp: a shape promises that DuckDB's cast to the
//! type of that shape keeps the number, the instant or the text.

mod calendar;
mod number;
mod spelled;

pub(super) use spelled::MONTHS;

/// What a text can stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// No bytes.
    Empty,
    /// Spaces and tabs only.
    Blank,
    /// A word for a missing value, such as `NA`.
    Word,
    /// A whole number that BIGINT holds.
    Integer,
    /// A whole number that HUGEINT holds.
    WideInteger,
    /// A whole number of more digits.
    LongInteger,
    /// Digits with leading zeros: a code.
    ZeroLed,
    /// A number with a decimal point that DOUBLE keeps.
    Decimal,
    /// A number with a decimal point that only DECIMAL keeps.
    FineDecimal,
    /// A number with a decimal point that no type keeps.
    LongDecimal,
    /// A number with an exponent that DOUBLE keeps.
    Exponent,
    /// A number with an exponent that no type keeps.
    FineExponent,
    /// `inf`, `NaN`.
    NotFinite,
    /// `true`, `false`, in any case.
    Boolean,
    /// Year, month, day.
    Date,
    /// Day, month, year or month, day, year.
    DayMonth,
    /// A date and a time of day.
    Stamp,
    /// A date and a time of day to the nanosecond.
    FineStamp,
    /// A date and a time of day with an offset from UTC.
    ZonedStamp,
    /// Day, month, year or month, day, year, and a time of day.
    DayMonthStamp,
    /// A time of day.
    Time,
    /// Anything else.
    Text,
}

impl Shape {
    /// All shapes, in the order of their numbers.
    pub(super) const ALL: [Self; 22] = [
        Self::Empty,
        Self::Blank,
        Self::Word,
        Self::Integer,
        Self::WideInteger,
        Self::LongInteger,
        Self::ZeroLed,
        Self::Decimal,
        Self::FineDecimal,
        Self::LongDecimal,
        Self::Exponent,
        Self::FineExponent,
        Self::NotFinite,
        Self::Boolean,
        Self::Date,
        Self::DayMonth,
        Self::Stamp,
        Self::FineStamp,
        Self::ZonedStamp,
        Self::DayMonthStamp,
        Self::Time,
        Self::Text,
    ];

    /// Whether the text is no value: empty, blank, or a word for that.
    pub(super) fn is_missing(self) -> bool {
        matches!(self, Self::Empty | Self::Blank | Self::Word)
    }
}

/// Details of a shape, as bits: a column collects those of all its cells.
pub(super) mod detail {
    /// Spaces or tabs around the value.
    pub(in super::super) const PADDED: u64 = 1;
    /// A whole number that DOUBLE does not hold exactly.
    pub(in super::super) const NOT_DOUBLE: u64 = 1 << 1;
    /// Not a date with the day first.
    pub(in super::super) const NOT_DAY_FIRST: u64 = 1 << 2;
    /// Not a date with the month first.
    pub(in super::super) const NOT_MONTH_FIRST: u64 = 1 << 3;
    /// `/` between day and month.
    pub(in super::super) const SLASH: u64 = 1 << 4;
    /// `-` between day and month.
    pub(in super::super) const DASH: u64 = 1 << 5;
    /// `.` between day and month.
    pub(in super::super) const DOT: u64 = 1 << 6;
    /// Hours and minutes only.
    pub(in super::super) const MINUTES: u64 = 1 << 7;
    /// Hours, minutes, seconds.
    pub(in super::super) const SECONDS: u64 = 1 << 8;
    /// Fractions of a second.
    pub(in super::super) const FRACTION: u64 = 1 << 9;
    /// `T` between date and time.
    pub(in super::super) const LETTER_T: u64 = 1 << 10;
    /// A space between date and time.
    pub(in super::super) const SPACE: u64 = 1 << 11;
    /// An offset other than `Z`.
    pub(in super::super) const OFFSET: u64 = 1 << 12;
    /// An offset without a colon.
    pub(in super::super) const COMPACT_OFFSET: u64 = 1 << 13;
    /// `AM` or `PM` behind the time of day.
    pub(in super::super) const HALF_DAY: u64 = 1 << 14;
    /// No half of the day is named.
    pub(in super::super) const WHOLE_DAY: u64 = 1 << 15;
    /// A year of two digits.
    pub(in super::super) const SHORT_YEAR: u64 = 1 << 16;
    /// A year of four digits.
    pub(in super::super) const LONG_YEAR: u64 = 1 << 17;
    /// Not a date with a short year first.
    pub(in super::super) const NOT_YEAR_FIRST: u64 = 1 << 18;
    /// A month by its name, behind the day.
    pub(in super::super) const NAME_SECOND: u64 = 1 << 19;
    /// A month by its name, before the day.
    pub(in super::super) const NAME_FIRST: u64 = 1 << 20;
    /// A comma behind the day.
    pub(in super::super) const COMMA: u64 = 1 << 21;
    /// No comma behind the day.
    pub(in super::super) const NO_COMMA: u64 = 1 << 22;
    /// Three letters of a month's name.
    pub(in super::super) const BRIEF_NAME: u64 = 1 << 23;
    /// All letters of a month's name.
    pub(in super::super) const WHOLE_NAME: u64 = 1 << 24;
    /// A space between day and month.
    pub(in super::super) const SPACED: u64 = 1 << 25;
    /// A plus sign before a number.
    pub(in super::super) const PLUS: u64 = 1 << 26;
    /// A minus sign before a number.
    pub(in super::super) const MINUS: u64 = 1 << 27;
    /// A whole number above zero without a sign.
    pub(in super::super) const BARE: u64 = 1 << 28;
    /// Two decimals or more, the last one a zero.
    pub(in super::super) const ZERO_ENDED: u64 = 1 << 29;
    /// One decimal.
    pub(in super::super) const ONE_DECIMAL: u64 = 1 << 30;
    /// A comma before the time of day or a fraction of its seconds, or half of the day written otherwise than ` AM`.
    pub(in super::super) const LOOSE_CLOCK: u64 = 1 << 31;
    /// A date that is written so that the engine does not read it as it is.
    pub(in super::super) const LOOSE_DATE: u64 = 1 << 32;
    /// A date with the year first that is not written as `2024-01-05`.
    pub(in super::super) const UNPADDED_DATE: u64 = 1 << 33;
}

/// A shape with what a column must know of it to choose a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    /// The shape.
    pub(super) shape: Shape,
    /// Bits of [`detail`].
    pub(super) details: u64,
    /// Digits before the decimal point, of numbers.
    pub(super) whole: u16,
    /// Digits behind the decimal point without trailing zeros, of numbers.
    pub(super) scale: u16,
}

impl Seen {
    /// A shape without more to know.
    pub(super) fn plain(shape: Shape) -> Self {
        Self { shape, details: 0, whole: 0, scale: 0 }
    }

    fn with(shape: Shape, details: u64) -> Self {
        Self { shape, details, whole: 0, scale: 0 }
    }
}

/// The longest text that can be anything but text: a HUGEINT, a decimal of 38 digits, a stamp, all with room to spare.
const LONGEST: usize = 400;

/// The shape of a cell's text.
pub(super) fn classify(bytes: &[u8]) -> Seen {
    if bytes.is_empty() {
        return Seen::plain(Shape::Empty);
    }
    let value = trim(bytes);
    let Some(&first) = value.first() else { return Seen::plain(Shape::Blank) };
    if value.len() > LONGEST {
        return Seen::plain(Shape::Text);
    }
    let mut seen = match first {
        b'0'..=b'9' => digits_first(value),
        b'+' | b'-' | b'.' => match number::parse(value) {
            Some(seen) => seen,
            None => word(value),
        },
        first if calendar::begins_a_month(first) => calendar::named_month(value).unwrap_or_else(|| word(value)),
        _ => word(value),
    };
    if seen.shape == Shape::Text
        && let Some(date) = spelled::date(value)
    {
        seen = date;
    }
    if value.len() != bytes.len() {
        seen.details |= detail::PADDED;
    }
    seen
}

/// Characters that stand around values without being part of them: spaces, tabs, spaces that do not break, and signs that
/// nobody sees.
pub(super) const PADDING: &str = " \t\u{a0}\u{202f}\u{200b}\u{feff}";
/// Those of them that are not ASCII.
const UNSEEN: [&[u8]; 4] = ["\u{a0}".as_bytes(), "\u{202f}".as_bytes(), "\u{200b}".as_bytes(), "\u{feff}".as_bytes()];

/// The text without spaces, tabs and what looks like them around it.
pub(super) fn trim(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        while let [b' ' | b'\t', inner @ ..] = rest {
            rest = inner;
        }
        while let [inner @ .., b' ' | b'\t'] = rest {
            rest = inner;
        }
        match rest {
            [0xc2 | 0xe2 | 0xef, ..] | [.., 0xa0 | 0xaf | 0x8b | 0xbf] => match without_unseen(rest) {
                Some(inner) => rest = inner,
                None => return rest,
            },
            _ => return rest,
        }
    }
}

/// The text without one of the signs that nobody sees before or behind it; none where there is none.
fn without_unseen(text: &[u8]) -> Option<&[u8]> {
    UNSEEN.iter().find_map(|sign| text.strip_prefix(*sign).or_else(|| text.strip_suffix(*sign)))
}

fn digits_first(value: &[u8]) -> Seen {
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let seen = match (digits, value.get(digits)) {
        (_, None | Some(b'e' | b'E')) => number::parse(value),
        (_, Some(b'.')) => number::parse(value).or_else(|| calendar::day_month(value)),
        (4, Some(b'-' | b'/')) => calendar::date(value),
        (1 | 2, Some(b'-' | b'/')) => calendar::day_month(value).or_else(|| calendar::named_month(value)),
        (1 | 2, Some(b' ')) => calendar::named_month(value),
        (1 | 2, Some(b':')) => calendar::time(value),
        _ => None,
    };
    seen.unwrap_or(Seen::plain(Shape::Text))
}

/// Words that mean something: missing, a truth value, a number that is not finite.
fn word(value: &[u8]) -> Seen {
    const MISSING: [&[u8]; 14] =
        [b"-", b"--", b"?", b".", b"na", b"n/a", b"n.a.", b"n.a", b"null", b"#n/a", b"#na", b"<na>", b"(null)", b"\\n"];
    let mut lower = [0_u8; 9];
    let Some(lower) = lower.get_mut(..value.len()) else { return Seen::plain(Shape::Text) };
    lower.copy_from_slice(value);
    lower.make_ascii_lowercase();
    let lower: &[u8] = lower;
    let shape = match lower {
        b"true" | b"false" => Shape::Boolean,
        b"inf" | b"+inf" | b"-inf" | b"infinity" | b"+infinity" | b"-infinity" | b"nan" => Shape::NotFinite,
        other if MISSING.contains(&other) => Shape::Word,
        _ => Shape::Text,
    };
    Seen::plain(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        classify(text.as_bytes()).shape
    }

    #[test]
    fn words_mean_missing_only_as_a_whole() {
        for text in ["NA", "n/a", "N.A.", "-", "?", ".", "NULL", "null", "#N/A", "<NA>", "\\N", " NA "] {
            assert_eq!(shape(text), Shape::Word, "{text}");
        }
        for text in ["Nan Goldin", "none", "None", "n a", "a-", "NAs", "?!", "unknown"] {
            assert_eq!(shape(text), Shape::Text, "{text}");
        }
        assert_eq!((shape(""), shape("  \t")), (Shape::Empty, Shape::Blank));
    }

    #[test]
    fn only_spelled_truth_values_are_booleans() {
        for text in ["true", "FALSE", "True"] {
            assert_eq!(shape(text), Shape::Boolean, "{text}");
        }
        for text in ["yes", "Y", "t", "on"] {
            assert_eq!(shape(text), Shape::Text, "{text}");
        }
        for text in ["inf", "-Infinity", "NaN"] {
            assert_eq!(shape(text), Shape::NotFinite, "{text}");
        }
    }

    #[test]
    fn shapes_are_numbered_in_order() {
        for (index, shape) in Shape::ALL.into_iter().enumerate() {
            assert_eq!(shape as usize, index);
        }
    }

    #[test]
    fn padding_is_noticed_and_no_part_of_the_value() {
        let seen = classify(b" 7\t");
        assert_eq!((seen.shape, seen.details), (Shape::Integer, detail::PADDED | detail::BARE));
        for text in ["\u{a0}7", "7\u{a0} ", "\u{feff}7\u{200b}", "\u{202f}7"] {
            assert_eq!(classify(text.as_bytes()).shape, Shape::Integer, "{text:?}");
        }
        assert_eq!(shape("\u{a0}"), Shape::Blank);
        assert_eq!((shape("a\u{a0}b"), trim("\u{a0}é".as_bytes())), (Shape::Text, "é".as_bytes()));
        assert!(PADDING.chars().skip(2).all(|sign| UNSEEN.contains(&sign.to_string().as_bytes())));
    }
}

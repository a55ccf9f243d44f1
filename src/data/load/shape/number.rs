//! The shape of a text that may be a number.

use super::{Seen, Shape, detail};

/// Decimal digits that every DOUBLE keeps.
const DOUBLE_DIGITS: usize = 15;
/// Decimal digits beyond which no DOUBLE can print a text back.
const PRINTED_DIGITS: usize = 17;
/// Digits of the widest DECIMAL.
const DECIMAL_DIGITS: usize = 38;
/// Whole digits from which a leading `+` is a telephone number's.
const PLUS_DIGITS: usize = 8;

/// The parts of a number's text.
struct Parts<'a> {
    plus: bool,
    whole: &'a [u8],
    point: bool,
    fraction: &'a [u8],
    exponent: bool,
}

/// The shape of a number; none where the text is not one.
pub(super) fn parse(value: &[u8]) -> Option<Seen> {
    let parts = split(value)?;
    let whole = u16::try_from(parts.whole.len()).ok()?;
    let needed = parts.fraction.len() - parts.fraction.iter().rev().take_while(|&&digit| digit == b'0').count();
    let scale = u16::try_from(needed).ok()?;
    let (shape, details) = if parts.whole.len() > 1 && parts.whole.first() == Some(&b'0') {
        (Shape::ZeroLed, 0)
    } else if parts.plus && parts.whole.len() >= PLUS_DIGITS {
        (Shape::Text, 0)
    } else if parts.exponent {
        (exponent(value, &parts), 0)
    } else if parts.point {
        (decimal(value, &parts, needed), 0)
    } else {
        integer(value, &parts)
    };
    Some(Seen { shape, details: details | spelling(value, &parts), whole, scale })
}

/// How a number is written that could be written otherwise.
fn spelling(value: &[u8], parts: &Parts<'_>) -> u64 {
    let sign = match value.first() {
        Some(b'+') => detail::PLUS,
        Some(b'-') => detail::MINUS,
        _ if !parts.point && parts.whole != b"0" => detail::BARE,
        _ => 0,
    };
    let places = match parts.fraction {
        [_] => detail::ONE_DECIMAL,
        [.., b'0'] => detail::ZERO_ENDED,
        [] | [..] => 0,
    };
    sign | places
}

fn split(value: &[u8]) -> Option<Parts<'_>> {
    let (plus, rest) = match value {
        [b'+', rest @ ..] => (true, rest),
        [b'-', rest @ ..] | rest => (false, rest),
    };
    let (whole, rest) = digits(rest);
    let (point, fraction, rest) = match rest {
        [b'.', rest @ ..] => {
            let (fraction, rest) = digits(rest);
            (true, fraction, rest)
        }
        rest => (false, [].as_slice(), rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (exponent, rest) = match rest {
        [b'e' | b'E', b'+' | b'-', rest @ ..] | [b'e' | b'E', rest @ ..] => {
            let (power, rest) = digits(rest);
            if power.is_empty() {
                return None;
            }
            (true, rest)
        }
        rest => (false, rest),
    };
    rest.is_empty().then_some(Parts { plus, whole, point, fraction, exponent })
}

fn digits(bytes: &[u8]) -> (&[u8], &[u8]) {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.split_at(count)
}

fn integer(value: &[u8], parts: &Parts<'_>) -> (Shape, u64) {
    if parts.whole.len() <= DOUBLE_DIGITS {
        return (Shape::Integer, 0);
    }
    let text = std::str::from_utf8(value).unwrap_or_default();
    let Ok(number) = text.parse::<i128>() else { return (Shape::LongInteger, 0) };
    if number == i128::MIN {
        return (Shape::LongInteger, 0);
    }
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "whether digits are lost is asked"
    )]
    let exact = (number as f64) as i128 == number;
    let details = if exact { 0 } else { detail::NOT_DOUBLE };
    if i64::try_from(number).is_ok() { (Shape::Integer, details) } else { (Shape::WideInteger, details) }
}

fn decimal(value: &[u8], parts: &Parts<'_>, needed: usize) -> Shape {
    let significant = significant(parts);
    if significant <= DOUBLE_DIGITS || prints_back(value, significant) {
        Shape::Decimal
    } else if parts.whole.len() + needed <= DECIMAL_DIGITS {
        Shape::FineDecimal
    } else {
        Shape::LongDecimal
    }
}

fn exponent(value: &[u8], parts: &Parts<'_>) -> Shape {
    let number = parse_float(value);
    let significant = significant(parts);
    let kept = match significant {
        0 => true,
        1..=DOUBLE_DIGITS if number.is_normal() => true,
        _ => number.is_finite() && prints_back(value, significant),
    };
    if kept { Shape::Exponent } else { Shape::FineExponent }
}

fn parse_float(value: &[u8]) -> f64 {
    std::str::from_utf8(value).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

/// Digits between the first and the last that are not zero.
fn significant(parts: &Parts<'_>) -> usize {
    let all = || parts.whole.iter().chain(parts.fraction);
    let leading = all().take_while(|&&digit| digit == b'0').count();
    let trailing = all().rev().take_while(|&&digit| digit == b'0').count();
    (parts.whole.len() + parts.fraction.len()).saturating_sub(leading + trailing)
}

/// Whether the nearest DOUBLE, printed with as many digits, gives the text's digits. Programs that print a DOUBLE in
/// full write 16 or 17 digits, and those come back.
fn prints_back(value: &[u8], significant: usize) -> bool {
    if significant == 0 {
        return true;
    }
    if significant > PRINTED_DIGITS {
        return false;
    }
    let number = parse_float(value).abs();
    if !number.is_finite() || number == 0.0 {
        return false;
    }
    let given = || {
        let digits = value.iter().copied().take_while(|byte| !matches!(byte, b'e' | b'E'));
        digits.filter(u8::is_ascii_digit).skip_while(|&digit| digit == b'0').take(significant)
    };
    // Programs print either the shortest text that gives the number back, or as many digits as they were told.
    [format!("{number:e}"), format!("{number:.*e}", significant - 1)]
        .iter()
        .any(|printed| printed.bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit).eq(given()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape(text: &str) -> Option<Shape> {
        parse(text.as_bytes()).map(|seen| seen.shape)
    }

    #[test]
    fn numbers_have_shapes() {
        for (text, expected) in [
            ("7", Shape::Integer),
            ("-0", Shape::Integer),
            ("+5", Shape::Integer),
            ("9223372036854775807", Shape::Integer),
            ("-9223372036854775808", Shape::Integer),
            ("9223372036854775808", Shape::WideInteger),
            ("170141183460469231731687303715884105727", Shape::WideInteger),
            ("170141183460469231731687303715884105728", Shape::LongInteger),
            ("00501", Shape::ZeroLed),
            ("-007.5", Shape::ZeroLed),
            ("+4930123456", Shape::Text),
            ("12.75", Shape::Decimal),
            (".5", Shape::Decimal),
            ("5.", Shape::Decimal),
            ("0.30000000000000004", Shape::Decimal),
            ("0.10000000000000001", Shape::Decimal),
            ("262904584879245.63", Shape::Decimal),
            ("1.100000000000000000000000", Shape::Decimal),
            ("50000.7512345678901", Shape::FineDecimal),
            ("0.1234567890123456789012345678901234567890", Shape::LongDecimal),
            ("1e5", Shape::Exponent),
            ("-1.5E-10", Shape::Exponent),
            ("1e400", Shape::FineExponent),
            ("1.2345e-320", Shape::FineExponent),
            ("1.2345678901234567891e3", Shape::FineExponent),
        ] {
            assert_eq!(shape(text), Some(expected), "{text}");
        }
        for text in ["", "-", ".", "1_000", "0x1F", "1e", "1.2.3", "1 2", "--1", "1,5", "1-2"] {
            assert_eq!(shape(text), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_know_whether_a_double_holds_them() {
        for (text, details) in
            [("9007199254740992", 0), ("9007199254740993", detail::NOT_DOUBLE), ("1000000000000000000000", 0)]
        {
            assert_eq!(parse(text.as_bytes()).map(|seen| seen.details & detail::NOT_DOUBLE), Some(details), "{text}");
        }
    }

    #[test]
    fn numbers_tell_how_they_are_written() {
        for (text, details) in [
            ("7", detail::BARE),
            ("0", 0),
            ("+7", detail::PLUS),
            ("-7", detail::MINUS),
            ("3.1", detail::ONE_DECIMAL),
            ("3.10", detail::ZERO_ENDED),
            ("3.15", 0),
            ("-3.0", detail::MINUS | detail::ONE_DECIMAL),
        ] {
            assert_eq!(parse(text.as_bytes()).map(|seen| seen.details), Some(details), "{text}");
        }
    }

    #[test]
    fn signs_are_no_digits() {
        let seen = parse(b"-12.50").unwrap();
        assert_eq!((seen.whole, seen.scale), (2, 1));
    }

    proptest! {
        #[test]
        fn what_a_program_prints_of_a_double_is_kept(value in any::<f64>().prop_filter("normal", |v| v.is_normal())) {
            for text in [format!("{value}"), format!("{value:e}"), format!("{value:.16e}")] {
                let shape = shape(&text);
                let kept = matches!(shape, Some(Shape::Integer | Shape::WideInteger | Shape::LongInteger
                    | Shape::Decimal | Shape::Exponent));
                prop_assert!(kept, "{} is {:?}", text, shape);
            }
        }
    }
}

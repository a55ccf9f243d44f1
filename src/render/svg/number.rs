//! Numbers of a picture, as short as an eye needs them.
//!
//! Uses nothing else of csvchat. A hundredth of a pixel is not seen; the fifteen digits that Vega writes fill a page.

use std::borrow::Cow;

/// Decimals that are kept.
const DECIMALS: usize = 3;

/// A text of numbers, commas and letters, with no number of more than [`DECIMALS`] decimals.
pub(super) fn rounded(text: Cow<'_, str>) -> Cow<'_, str> {
    if !is_long(&text) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(start) = rest.find(|ch: char| ch.is_ascii_digit() || ch == '.') {
        let (before, numbers) = rest.split_at(start);
        out.push_str(before);
        let end = end_of_number(numbers);
        let (number, after) = numbers.split_at(end);
        push(&mut out, number);
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether a number has more decimals than are kept.
fn is_long(text: &str) -> bool {
    text.split('.').skip(1).any(|decimals| decimals.bytes().take_while(u8::is_ascii_digit).count() > DECIMALS)
}

/// Bytes of the number that a text begins with, its exponent among them.
fn end_of_number(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(text);
    if text.get(end..).is_some_and(|rest| rest.starts_with('.')) {
        end += 1 + text.get(end + 1..).map_or(0, digits);
    }
    let exponent = text.get(end..).and_then(|rest| rest.strip_prefix(['e', 'E'])).map(|rest| {
        let signless = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        (1 + rest.len() - signless.len(), digits(signless))
    });
    match exponent {
        Some((sign, digits)) if digits > 0 => end + sign + digits,
        Some(_) | None => end,
    }
}

fn push(out: &mut String, number: &str) {
    match number.parse::<f64>() {
        Ok(value) if is_long(number) || number.contains(['e', 'E']) => {
            let fixed = format!("{value:.DECIMALS$}");
            out.push_str(fixed.trim_end_matches('0').trim_end_matches('.'));
        }
        Ok(_) | Err(_) => out.push_str(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_cut_where_no_eye_sees_them() {
        for (text, short) in [
            ("M0.5,-12.34567L1e-7,3", "M0.5,-12.346L0,3"),
            ("translate(12.000000001,7.99999)", "translate(12,8)"),
            ("0.5,0.25 10.125", "0.5,0.25 10.125"),
            ("A2.645751311064591,2.645751311064591,0,1,1,-2.645751311064591,0", "A2.646,2.646,0,1,1,-2.646,0"),
            ("M1.23456em", "M1.235em"),
            (".12345", "0.123"),
            ("", ""),
        ] {
            assert_eq!(rounded(Cow::Borrowed(text)), short);
        }
    }
}

//! Numbers written in words: `three`, `twenty-five`, `two hundred thousand`, `two and a half million`, `a dozen`.
//!
//! The words of single numbers are those of [`spelled`](super::super::spelled).

use super::numeral::{Found, Script, dress};
use super::separators::Written;
use super::tokens::{Kind, Tokens};

pub(super) use super::super::spelled::below_hundred as small;

/// A number below a thousand in words from a token, and its last token.
fn below_thousand(tokens: &Tokens, at: usize) -> Option<(u32, usize)> {
    let (mut value, mut last) = below_hundred(tokens, at)?;
    if tokens.text(last + 1) == "hundred" && (1..100).contains(&value) {
        value *= 100;
        last += 1;
        let next = if tokens.text(last + 1) == "and" { last + 2 } else { last + 1 };
        if let Some((rest, end)) = below_hundred(tokens, next)
            && rest > 0
        {
            value += rest;
            last = end;
        }
    }
    Some((value, last))
}

fn below_hundred(tokens: &Tokens, at: usize) -> Option<(u32, usize)> {
    let tens = small(tokens.text(at))?;
    if tens < 20 || tens % 10 != 0 {
        return Some((tens, at));
    }
    let hyphen = ["-", "‑"].contains(&tokens.text(at + 1)) && tokens.touches(at + 1) && tokens.touches(at + 2);
    let next = if hyphen { at + 2 } else { at + 1 };
    match small(tokens.text(next)) {
        Some(ones) if (1..10).contains(&ones) => Some((tens + ones, next)),
        _ => Some((tens, at)),
    }
}

/// The power of ten of a word that multiplies all before it.
fn large(word: &str) -> Option<i32> {
    match word {
        "thousand" => Some(3),
        "million" => Some(6),
        "billion" => Some(9),
        "trillion" => Some(12),
        _ => None,
    }
}

/// Reads a number in words from a token.
pub(super) fn spelled(text: &str, tokens: &Tokens, at: usize, floor: usize) -> Option<Found> {
    if tokens.kind(at) != Kind::Word {
        return None;
    }
    let (written, last) = cardinal(tokens, at)?;
    let mut found = Found { script: Script::Words, ..Found::new(at, last, vec![written]) };
    dress(text, tokens, &mut found, floor);
    Some(found)
}

/// The digits of a number in words from a token, and its last token; words that multiply may follow.
fn cardinal(tokens: &Tokens, at: usize) -> Option<(Written, usize)> {
    let whole = |value: u64| Written::whole(&value.to_string());
    let halves = |value: u32| Written { digits: format!("{value}.5"), places: 1, ..Written::whole("") };
    match tokens.text(at) {
        // `half a million`
        "half" if tokens.text(at + 1) == "a" && large(tokens.text(at + 2)).is_some() => {
            return Some((halves(0), at + 1));
        }
        "half" if tokens.are(at, &["half", "a", "dozen"]) => return Some((whole(6), at + 2)),
        "a" | "an" => {
            return match tokens.text(at + 1) {
                "dozen" => Some((whole(12), at + 1)),
                "hundred" => Some((whole(100), at + 1)),
                word if large(word).is_some() => Some((whole(1), at)),
                _ => None,
            };
        }
        _ => {}
    }
    let (value, last) = below_thousand(tokens, at)?;
    if tokens.text(last + 1) == "dozen" {
        return Some((whole(u64::from(value) * 12), last + 1));
    }
    if tokens.are(last + 1, &["and", "a", "half"]) {
        return Some((halves(value), last + 3));
    }
    // `two thousand three hundred` is written to its last place.
    if tokens.text(last + 1) == "thousand" {
        let next = if tokens.text(last + 2) == "and" { last + 3 } else { last + 2 };
        if let Some((rest, end)) = below_thousand(tokens, next)
            && rest > 0
        {
            return Some((whole(u64::from(value) * 1_000 + u64::from(rest)), end));
        }
    }
    Some((whole(u64::from(value)), last))
}

//! Numbers written in words: `three`, `twenty-five`, `two hundred thousand`, `two and a half million`, `a dozen`.
//!
//! English whole; of German, French and Spanish the words from two to twelve (but `once`, which is English too), which answers in those languages spell.

use super::numeral::{Found, Script, dress};
use super::separators::Written;
use super::tokens::{Kind, Tokens};

/// The value of one word below a hundred.
pub(super) fn small(word: &str) -> Option<u32> {
    let value = match word {
        "zero" => 0,
        "one" => 1,
        "two" | "zwei" | "deux" | "dos" => 2,
        "three" | "drei" | "trois" | "tres" => 3,
        "four" | "vier" | "quatre" | "cuatro" => 4,
        "five" | "fünf" | "cinq" | "cinco" => 5,
        "six" | "sechs" | "seis" => 6,
        "seven" | "sieben" | "sept" | "siete" => 7,
        "eight" | "acht" | "huit" | "ocho" => 8,
        "nine" | "neun" | "neuf" | "nueve" => 9,
        "ten" | "zehn" | "dix" | "diez" => 10,
        "eleven" | "elf" | "onze" => 11,
        "twelve" | "zwölf" | "douze" | "doce" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "seventy" => 70,
        "eighty" => 80,
        "ninety" => 90,
        _ => return None,
    };
    Some(value)
}

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

//! What stands at a number and says what it counts in: currency, scale, percent, points, times.
//!
//! Knows words and signs only; of a text it reads what directly follows or precedes a number.

use super::Form;
use super::tokens::{Gap, Kind, Tokens};

const CURRENCY_SIGNS: &[&str] = &["$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₫", "₴", "₪", "฿", "₦", "₱", "¢"];

const CURRENCY_CODES: &[&str] = &[
    "usd", "eur", "gbp", "chf", "jpy", "cny", "rmb", "inr", "aud", "cad", "nzd", "sek", "nok", "dkk", "pln", "czk",
    "huf", "ron", "brl", "mxn", "zar", "krw", "sgd", "hkd", "try", "rub", "ils", "aed", "thb", "us", "kr", "rs",
];

const CURRENCY_WORDS: &[&str] = &["euro", "euros", "dollar", "dollars", "pound", "pounds", "francs", "yen", "cents"];

/// Beginnings of words behind `mal` and `fois` that compare.
const COMPARATIVES: [&str; 9] =
    ["mehr", "höher", "größer", "länger", "teurer", "häufiger", "öfter", "supérieur", "inférieur"];

/// Endings that may touch a number and are no scale: units of measure, ordinals, multiples, points, decades.
const TOUCHING: &[&str] = &[
    "st", "nd", "rd", "th", "x", "s", "pp", "pps", "ppt", "bp", "bps", "pct", "pc", "pts", "km", "cm", "mm", "kg", "g",
    "mg", "lb", "lbs", "oz", "l", "ml", "ms", "sec", "secs", "min", "mins", "h", "hr", "hrs", "d", "w", "y", "yr",
    "yrs", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "kwh", "mwh", "gwh", "kw", "mw", "gw", "w", "v", "hz", "khz",
    "mhz", "ghz", "mi", "ft", "in", "c", "f", "am", "pm", "px", "nm", "ha", "p", "sd", "σ", "°c", "pt", "ish", "µm",
    "μm", "µs", "μs", "µg", "μg", "ω",
];

/// Whether letters that touch the end of digits leave them a number.
pub(super) fn is_suffix(letters: &str) -> bool {
    let lower = letters.to_lowercase();
    // `3d` are days, `3D` is a name.
    let named = letters.len() == 1 && letters != lower && !["X", "C", "F", "V", "W"].contains(&letters);
    !named && TOUCHING.contains(&lower.as_str())
        || scale(letters, &lower).is_some()
        || CURRENCY_CODES.contains(&lower.as_str())
}

/// Whether letters that touch the beginning of digits are a currency: `USD12`.
pub(super) fn is_currency_code(letters: &str) -> bool {
    CURRENCY_CODES.contains(&letters.to_lowercase().as_str()) && letters.chars().all(char::is_uppercase)
}

/// Whether a token is a currency's sign, code or, behind a number, its word.
pub(super) fn is_currency(tokens: &Tokens, at: usize) -> bool {
    let text = tokens.text(at);
    // Codes that are also words (`us`, `try`) count in capitals only.
    CURRENCY_SIGNS.contains(&text)
        || CURRENCY_CODES.contains(&text) && tokens.get(at).is_some_and(|token| token.capital)
}

/// A scale: its powers of ten, likeliest first. A single letter may be a unit as well (`5 m` are metres).
struct Scale {
    powers: &'static [i32],
}

/// The scale that a word is, as it stands and in lower case.
fn scale(word: &str, lower: &str) -> Option<Scale> {
    let powers: &'static [i32] = match lower {
        "k" | "teur" | "keur" | "thousand" | "thousands" | "tsd" | "tausend" | "mille" | "mil" => &[3],
        "mn" | "mln" | "mio" | "million" | "millions" | "millionen" | "millones" | "milhões" | "milioni" => &[6],
        "bn" | "bln" | "mrd" | "billion" | "billions" | "milliarde" | "milliarden" | "milliard" | "milliards" => &[9],
        "tn" | "trn" | "trillion" | "trillions" | "billionen" => &[12],
        "hundred" | "hundreds" => &[2],
        "lakh" | "lakhs" => &[5],
        "crore" | "crores" => &[7],
        "万" => &[4],
        "亿" | "億" => &[8],
        "m" | "b" | "t" | "mm" => match word {
            "M" | "MM" => &[6],
            "m" => &[6, 0],
            "B" | "b" => &[9, 0],
            "T" => &[12, 0],
            _ => return None,
        },
        _ => return None,
    };
    Some(Scale { powers })
}

/// The likeliest power of ten that a word is.
pub(super) fn scale_of(word: &str) -> Option<i32> {
    let scale = scale(word, &word.to_lowercase())?;
    scale.powers.first().copied()
}

/// Whether a word in lower case, or a sign, is a currency.
pub(super) fn is_money_word(lower: &str) -> bool {
    CURRENCY_SIGNS.contains(&lower) || CURRENCY_WORDS.contains(&lower) || CURRENCY_CODES.contains(&lower)
}

/// What follows a number.
#[derive(Debug, Clone)]
pub(super) struct Ending {
    /// The last token that belongs to the number.
    pub last: usize,
    /// Powers of ten to multiply with, likeliest first.
    pub powers: Vec<i32>,
    pub form: Form,
    pub scaled: bool,
    pub currency: bool,
}

/// Reads what follows the token `last` of a number. `money` is whether a currency stands before it.
pub(super) fn ending(text: &str, tokens: &Tokens, last: usize, money: bool) -> Ending {
    let mut end = Ending { last, powers: vec![0], form: Form::Number, scaled: false, currency: money };
    take_scale(text, tokens, &mut end);
    if let Some((last, form, power)) = percent(tokens, end.last) {
        end.last = last;
        end.form = form;
        end.powers.iter_mut().for_each(|own| *own += power);
        return end;
    }
    if let Some((last, form)) = times(tokens, end.last) {
        end.last = last;
        end.form = form;
        return end;
    }
    take_currency(text, tokens, &mut end);
    end
}

/// The token behind, past a hyphen that joins it: `12-percent`.
fn next_word(tokens: &Tokens, last: usize) -> usize {
    let next = last + 1;
    let joined = tokens.touches(next) && ["-", "‑"].contains(&tokens.text(next)) && tokens.touches(next + 1);
    if joined && tokens.kind(next + 1) == Kind::Word { next + 1 } else { next }
}

fn take_scale(text: &str, tokens: &Tokens, end: &mut Ending) {
    // `hundred thousand`, `thousand million`: two at most.
    for total in 0..2 {
        let at = next_word(tokens, end.last);
        let Some(token) = tokens.get(at) else { break };
        let word = text.get(token.range.clone()).unwrap_or("");
        // `k€`, `M€`, `Mio. €`
        let Some(found) = scale(word, &token.lower) else { break };
        let spaced = token.gap != Gap::None;
        let letter = word.chars().count() == 1;
        // `6 m/s`, `6 m²`
        let measured = ["/", "²", "³"].contains(&tokens.text(at + 1)) && tokens.touches(at + 1);
        if letter && measured {
            break;
        }
        if token.gap == Gap::Wide && letter || token.lower == "mil" && spaced {
            break;
        }
        let money = end.currency || is_currency(tokens, at + 1);
        let mut powers = found.powers.to_vec();
        if word == "T" && tokens.text(at + 1) == "€" && tokens.touches(at + 1) {
            // Thousands in German; trillions stand behind their sign.
            powers = vec![3];
        }
        if letter && word.is_ascii() {
            if money {
                powers.truncate(1);
            } else if spaced && word != "M" {
                // A letter that stands apart is a unit before it is a scale.
                powers = vec![0, powers.first().copied().unwrap_or(0)];
            }
        }
        if total == 0 {
            end.powers = powers;
        } else {
            end.powers = end.powers.iter().map(|own| own + powers.first().copied().unwrap_or(0)).collect();
        }
        end.last = at;
        end.scaled = true;
        let abbreviated = ["mio", "mrd", "tsd", "mn", "bn", "mln", "bln"].contains(&token.lower.as_str());
        let follows = tokens.kind(at + 2) == Kind::Word && tokens.get(at + 2).is_some_and(|token| !token.capital)
            || is_currency(tokens, at + 2);
        if abbreviated && tokens.text(at + 1) == "." && tokens.touches(at + 1) && follows {
            end.last = at + 1;
        }
        if letter {
            break;
        }
    }
}

fn take_currency(text: &str, tokens: &Tokens, end: &mut Ending) {
    let at = end.last + 1;
    let Some(token) = tokens.get(at) else { return };
    let before_number = tokens.kind(at + 1) == Kind::Digits && tokens.touches(at + 1);
    let word = text.get(token.range.clone()).unwrap_or("");
    let code = word.len() == 3 && word.chars().all(|c| c.is_ascii_uppercase());
    let sign = CURRENCY_SIGNS.contains(&word);
    if token.gap != Gap::Wide && is_currency(tokens, at) && (sign || code) && !before_number {
        end.last = at;
        end.currency = true;
    } else if CURRENCY_WORDS.contains(&token.lower.as_str()) {
        end.currency = true;
    }
}

/// The last token of `%`, `percent` and their kin behind a number, with its form and power of ten.
fn percent(tokens: &Tokens, last: usize) -> Option<(usize, Form, i32)> {
    let at = next_word(tokens, last);
    let point = |at: usize| {
        let at = if ["-", "‑"].contains(&tokens.text(at)) { at + 1 } else { at };
        let word = tokens.text(at);
        ["point", "points", "pts", "punkte", "punkten", "punkt", "pt"].contains(&word).then_some(at)
    };
    let form = |last: usize| match point(last + 1) {
        Some(last) => (last, Form::Points, 0),
        None => (last, Form::Percent, 0),
    };
    match tokens.text(at) {
        "%" | "percent" | "prozent" | "pct" | "procent" | "percentage" => {
            let found = form(at);
            // `5 percentage ...` is nothing without its points.
            (tokens.text(at) != "percentage" || found.1 == Form::Points).then_some(found)
        }
        "per" | "pour" if tokens.text(at + 1) == "cent" => Some(form(at + 1)),
        "por" if ["ciento", "cento"].contains(&tokens.text(at + 1)) => Some(form(at + 1)),
        "pp" | "pps" | "ppt" | "prozentpunkt" | "prozentpunkte" | "prozentpunkten" => Some((at, Form::Points, 0)),
        "p" if tokens.are(at, &["p", ".", "p", "."]) => Some((at + 3, Form::Points, 0)),
        "points" if tokens.are(at, &["points", "de", "pourcentage"]) => Some((at + 2, Form::Points, 0)),
        "bp" | "bps" => Some((at, Form::Points, -2)),
        "basis" if point(at + 1).is_some() => Some((at + 1, Form::Points, -2)),
        "‰" => Some((at, Form::Percent, -1)),
        _ => None,
    }
}

/// The last token of `x`, `×`, `times`, `fold` behind a number, and whether it multiplies or counts.
fn times(tokens: &Tokens, last: usize) -> Option<(usize, Form)> {
    let at = next_word(tokens, last);
    let touching = tokens.touches(last + 1);
    // `17-mal` counts how often, `48-mal so hoch` multiplies.
    if ["mal", "fois"].contains(&tokens.text(at)) {
        let next = tokens.text(at + 1);
        let compared =
            ["so", "plus", "moins", "le", "la", "les", "celle", "celui", "que", "des", "den", "der", "die", "das"];
        let multiplies = compared.contains(&next) || COMPARATIVES.iter().any(|word| next.starts_with(word));
        return Some((at, if multiplies { Form::Multiple } else { Form::Number }));
    }
    let multiple = match tokens.text(at) {
        "x" | "×" if tokens.kind(at + 1) != Kind::Digits && (touching || tokens.text(at) == "×") => Some(at),
        "x" if tokens.kind(at + 1) == Kind::Word && tokens.get(at + 1).is_some_and(|token| token.gap != Gap::None) => {
            Some(at)
        }
        "fold" | "fach" | "fache" | "fachen" => Some(at),
        // `1,204 times` counts how often; `3 times the mean` multiplies.
        "times" => {
            let next = tokens.text(at + 1);
            let compared = ["as", "the", "that", "those", "its", "their", "of", "what", "more", "less", "than", "this"];
            let grown = ["grew", "rose", "increased", "multiplied", "up", "grown"];
            let written = tokens.before(last, 1);
            let adverbs =
                ["after", "over", "per", "under", "later", "never", "other", "earlier", "altogether", "together"];
            let comparative = next.ends_with("er") && !adverbs.contains(&next);
            let named = tokens.get(at + 1).is_some_and(|token| token.capital && token.kind == Kind::Word);
            (named || compared.contains(&next) || comparative || grown.contains(&written)).then_some(at)
        }
        _ => None,
    };
    multiple.map(|last| (last, Form::Multiple))
}

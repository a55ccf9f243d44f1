//! What the words around a number make of it: about, over, under.
//!
//! Only words that stand directly at the number count, with its currency and sign between.

use super::Hedge;
use super::numeral::Found;
use super::tokens::Tokens;

/// Words before a number, and what they make of it; longer ones before those they end with.
const PHRASES: &[(&[&str], Hedge)] = &[
    (&["no", "more", "than"], Hedge::Under),
    (&["not", "more", "than"], Hedge::Under),
    (&["no", "less", "than"], Hedge::Over),
    (&["no", "fewer", "than"], Hedge::Over),
    (&["not", "less", "than"], Hedge::Over),
    (&["more", "or", "less"], Hedge::About),
    (&["in", "excess", "of"], Hedge::Over),
    (&["in", "the", "region", "of"], Hedge::About),
    (&["on", "the", "order", "of"], Hedge::About),
    (&["in", "the", "neighborhood", "of"], Hedge::About),
    (&["a", "maximum", "of"], Hedge::Under),
    (&["a", "minimum", "of"], Hedge::Over),
    (&["up", "to"], Hedge::Under),
    (&["close", "to"], Hedge::About),
    (&["upwards", "of"], Hedge::Over),
    (&["north", "of"], Hedge::Over),
    (&["more", "than"], Hedge::Over),
    (&["greater", "than"], Hedge::Over),
    (&["higher", "than"], Hedge::Over),
    (&["larger", "than"], Hedge::Over),
    (&["longer", "than"], Hedge::Over),
    (&["at", "least"], Hedge::Over),
    (&["less", "than"], Hedge::Under),
    (&["fewer", "than"], Hedge::Under),
    (&["lower", "than"], Hedge::Under),
    (&["smaller", "than"], Hedge::Under),
    (&["at", "most"], Hedge::Under),
    (&["shy", "of"], Hedge::Under),
    (&["short", "of"], Hedge::Under),
    (&["mehr", "als"], Hedge::Over),
    (&["weniger", "als"], Hedge::Under),
    (&["plus", "de"], Hedge::Over),
    (&["plus", "d", "'"], Hedge::Over),
    (&["moins", "de"], Hedge::Under),
    (&["au", "moins"], Hedge::Over),
    (&["au", "plus"], Hedge::Under),
    (&["près", "de"], Hedge::Under),
    (&[">", "="], Hedge::Over),
    (&["<", "="], Hedge::Under),
    (&[">"], Hedge::Over),
    (&["≥"], Hedge::Over),
    (&["<"], Hedge::Under),
    (&["≤"], Hedge::Under),
    (&["~"], Hedge::About),
    (&["≈"], Hedge::About),
    (&["∼"], Hedge::About),
    (&["±"], Hedge::About),
];

fn word(word: &str) -> Option<Hedge> {
    let hedge = match word {
        "about" | "roughly" | "around" | "approximately" | "approx" | "circa" | "ca" | "some" | "near" | "rund"
        | "etwa" | "ungefähr" | "zirka" | "environ" | "approximativement" | "aproximadamente" => Hedge::About,
        "over" | "above" | "exceeds" | "exceed" | "exceeded" | "exceeding" | "beyond" | "past" | "über"
        | "mindestens" | "surpasses" | "surpassed" | "topped" | "tops" | "topping" | "minimum" => Hedge::Over,
        "nearly" | "almost" | "under" | "below" | "fast" | "knapp" | "beinahe" | "unter" | "höchstens" | "presque"
        | "maximum" | "bis" => Hedge::Under,
        _ => return None,
    };
    Some(hedge)
}

/// What the words before and behind a number make of it.
pub(super) fn of(tokens: &Tokens, number: &Found) -> Hedge {
    match hedge(tokens, number.first).0 {
        Hedge::Exact => behind(tokens, number.last),
        hedge => hedge,
    }
}

/// `12+`, `12 or more`, `12 at most`
pub(super) fn behind(tokens: &Tokens, last: usize) -> Hedge {
    let at = last + 1;
    match (tokens.text(at), tokens.text(at + 1)) {
        ("+", _) if tokens.touches(at) && !tokens.touches(at + 1) => Hedge::Over,
        ("or", "more" | "above" | "higher" | "over" | "longer" | "older") | ("at", "least") => Hedge::Over,
        ("or", "less" | "fewer" | "below" | "lower" | "under" | "shorter" | "younger") | ("at", "most") => Hedge::Under,
        _ => Hedge::Exact,
    }
}

/// What stands before the token `first` of a number, and the first token of it.
pub(super) fn hedge(tokens: &Tokens, first: usize) -> (Hedge, usize) {
    let mut at = first;
    // `about the 1,200 orders` is not written; `about a third` is.
    if ["a", "an"].contains(&tokens.before(at, 1)) {
        at -= 1;
    }
    // `approx. 12`, `ca. 12`
    if tokens.before(at, 1) == "." && ["approx", "ca", "c"].contains(&tokens.before(at, 2)) {
        return (Hedge::About, at - 2);
    }
    if let Some((words, hedge)) = PHRASES.iter().find(|(words, _)| tokens.are_before(at, words)) {
        return (*hedge, at - words.len());
    }
    match word(tokens.before(at, 1)) {
        // `some 1,200`; `some three` is none either way.
        Some(hedge) => (hedge, at - 1),
        None => (Hedge::Exact, first),
    }
}

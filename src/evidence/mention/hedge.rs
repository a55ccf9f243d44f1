//! What the words around a number make of it: about, over, under.
//!
//! Only words that stand directly at the number count, with its currency and sign between.

use super::Hedge;
use super::numeral::Found;
use super::tokens::{Kind, Tokens};
use super::words;

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
    (&["shy", "of"], Hedge::JustUnder),
    (&["short", "of"], Hedge::JustUnder),
    (&["mehr", "als"], Hedge::Over),
    (&["weniger", "als"], Hedge::Under),
    (&["plus", "de"], Hedge::Over),
    (&["plus", "d", "'"], Hedge::Over),
    (&["moins", "de"], Hedge::Under),
    (&["au", "moins"], Hedge::Over),
    (&["au", "plus"], Hedge::Under),
    (&["près", "de"], Hedge::JustUnder),
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

/// Words before a bound that say that the value is close to it.
const CLOSE: [&str; 8] = ["just", "slightly", "barely", "bit", "little", "marginally", "narrowly", "knapp"];

fn word(word: &str) -> Option<Hedge> {
    let hedge = match word {
        "about" | "roughly" | "around" | "approximately" | "approx" | "circa" | "ca" | "some" | "near" | "rund"
        | "etwa" | "ungefähr" | "zirka" | "environ" | "approximativement" | "aproximadamente" => Hedge::About,
        "over" | "above" | "exceeds" | "exceed" | "exceeded" | "exceeding" | "beyond" | "past" | "über"
        | "mindestens" | "surpasses" | "surpassed" | "topped" | "tops" | "topping" | "passed" | "passes"
        | "passing" => Hedge::Over,
        "nearly" | "almost" | "fast" | "knapp" | "beinahe" | "presque" => Hedge::JustUnder,
        "under" | "below" | "unter" | "höchstens" | "bis" => Hedge::Under,
        _ => return None,
    };
    Some(hedge)
}

/// What the words before and behind a number make of it.
pub(super) fn of(tokens: &Tokens, number: &Found) -> Hedge {
    let (before, at) = hedge(tokens, number.first);
    match before {
        Hedge::Exact => behind(tokens, number.last),
        Hedge::Over if is_denied(tokens, at) => Hedge::NoneOver,
        Hedge::Under if is_denied(tokens, at) => Hedge::NoneUnder,
        hedge => hedge,
    }
}

/// Words that deny what follows.
const NEVER: [&str; 14] = [
    "never", "none", "no", "nowhere", "kein", "keine", "keiner", "keinem", "nie", "niemals", "nirgends", "aucun",
    "aucune", "jamais",
];
/// Words between a denial and the bound that nothing passes at most.
const NEVER_APART: usize = 8;
/// Words at which what is denied ends.
const ENDS: [&str; 10] = ["and", "but", "while", "whereas", "though", "und", "aber", "während", "et", "mais"];

/// Whether nothing is said to pass a bound, whose comparison begins at a token: `no month had fewer than 12`, `not one of them went
/// above 12`.
fn is_denied(tokens: &Tokens, at: usize) -> bool {
    for back in 1..=NEVER_APART {
        let Some(place) = at.checked_sub(back) else { return false };
        let text = tokens.text(place);
        match tokens.kind(place) {
            Kind::Word if NEVER.contains(&text) => return true,
            Kind::Word if text == "not" => return ["one", "a", "any", "ever"].contains(&tokens.text(place + 1)),
            Kind::Word if ENDS.contains(&text) => return false,
            Kind::Word | Kind::Mixed => {}
            Kind::Mark if ["'", "’"].contains(&text) => {}
            Kind::Digits | Kind::Mark | Kind::Break => return false,
        }
    }
    false
}

/// `12+`, `12 or more`, `12 at most`
pub(super) fn behind(tokens: &Tokens, last: usize) -> Hedge {
    let at = last + 1;
    // `five airports or more`
    let noun = tokens.kind(at) == Kind::Word && tokens.text(at) != "or" && tokens.text(at + 1) == "or";
    let (joint, word) = if noun { ("or", tokens.text(at + 2)) } else { (tokens.text(at), tokens.text(at + 1)) };
    match (joint, word) {
        ("+", _) if tokens.touches(at) && !tokens.touches(at + 1) => Hedge::Over,
        ("-" | "‑", "odd") if tokens.touches(at) && tokens.touches(at + 1) => Hedge::Over,
        ("-" | "‑", "ish") if tokens.touches(at) && tokens.touches(at + 1) => Hedge::About,
        ("ish", _) if tokens.touches(at) => Hedge::About,
        ("or", "more" | "above" | "higher" | "over" | "longer" | "older") | ("at", "least") => Hedge::Over,
        ("or", "less" | "fewer" | "below" | "lower" | "under" | "shorter" | "younger") | ("at", "most") => Hedge::Under,
        _ => Hedge::Exact,
    }
}

/// Whether what looks like a hedge is none: `add up to 12`, `turned over 12`, `CA 205`, `over 24 months`.
fn is_plain(tokens: &Tokens, at: usize) -> bool {
    let verb = tokens.before(at, 2);
    match tokens.before(at, 1) {
        "to" => {
            tokens.before(at, 2) == "up"
                && ["add", "adds", "added", "adding", "sum", "sums"].contains(&tokens.before(at, 3))
        }
        "ca" => at > 0 && tokens.get(at - 1).is_some_and(|token| token.capital),
        "over" if ["turned", "turn", "turns", "turning", "carried"].contains(&verb) => true,
        // A time that something went on for, unless it is the time that counts: `it took over 3 days`.
        "over" => {
            let times = ["days", "weeks", "months", "quarters", "years", "hours"];
            let lasting = ["for", "took", "takes", "take", "lasted", "lasts", "of", "is", "was", "at", "just", "well"];
            let behind = (at..at + 6).find(|at| tokens.kind(*at) == Kind::Word && !is_number_word(tokens.text(*at)));
            behind.is_some_and(|at| times.contains(&tokens.text(at))) && !lasting.contains(&verb)
        }
        _ => false,
    }
}

fn is_number_word(word: &str) -> bool {
    words::small(word).is_some() || ["hundred", "thousand", "million"].contains(&word)
}

/// What stands before the token `first` of a number, and the first token of it.
pub(super) fn hedge(tokens: &Tokens, first: usize) -> (Hedge, usize) {
    let mut at = first;
    // `about the 1,200 orders` is not written; `about a third` is.
    if ["a", "an"].contains(&tokens.before(at, 1))
        || ["die", "der"].contains(&tokens.before(at, 1)) && tokens.text(at) == "hälfte"
    {
        at -= 1;
    }
    // `approx. 12`, `ca. 12`
    if tokens.before(at, 1) == "." && ["approx", "ca", "c"].contains(&tokens.before(at, 2)) {
        return (Hedge::About, at - 2);
    }
    if is_plain(tokens, at) {
        return (Hedge::Exact, first);
    }
    if let Some((words, hedge)) = PHRASES.iter().find(|(words, _)| tokens.are_before(at, words)) {
        let at = at - words.len();
        return (close(tokens, *hedge, at), at);
    }
    match word(tokens.before(at, 1)) {
        // `some 1,200`; `some three` is none either way.
        Some(hedge) => (close(tokens, hedge, at - 1), at - 1),
        None => (Hedge::Exact, first),
    }
}

/// What the word before a hedge makes of it: `just over`, `slightly less than`.
fn close(tokens: &Tokens, hedge: Hedge, at: usize) -> Hedge {
    match hedge {
        Hedge::Over if CLOSE.contains(&tokens.before(at, 1)) => Hedge::JustOver,
        Hedge::Under if CLOSE.contains(&tokens.before(at, 1)) => Hedge::JustUnder,
        hedge => hedge,
    }
}

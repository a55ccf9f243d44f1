//! Places in an order, multiples and fractions in words: `3rd`, `third-largest`, `twice`, `two thirds of`, `one in four`.
//!
//! A fraction is a share in percent, written coarsely: two thirds are 66.7 %, give or take two and a half.

use super::digits;
use super::numeral::{Found, Scan, Script};
use super::separators::Written;
use super::tokens::{Gap, Kind, Tokens};
use super::words::small;
use super::{Exclusion, Form, Reading, hedge};
use crate::limits::FRACTION_UNIT;

/// Reads an ordinal, a multiple or a fraction from a token.
pub(super) fn scan(tokens: &Tokens, at: usize) -> Option<Scan> {
    fraction(tokens, at)
        .or_else(|| proportion(tokens, at))
        .or_else(|| one_in(tokens, at))
        .or_else(|| multiple(tokens, at))
        .map(|found| Scan::Numbers(vec![found]))
        .or_else(|| ordinal(tokens, at))
}

fn ordinal_word(word: &str) -> Option<u32> {
    let value = match word {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "eleventh" => 11,
        "twelfth" => 12,
        _ => return None,
    };
    Some(value)
}

pub(super) fn is_ordinal(word: &str) -> bool {
    ordinal_word(word).is_some()
}

/// Words that put things in an order.
pub(super) fn is_superlative(word: &str) -> bool {
    let plain = ["most", "least", "best", "worst", "top", "biggest", "leading"];
    let other = ["interest", "rest", "request", "west", "test", "forest", "latest", "est", "northwest", "southwest"];
    plain.contains(&word) || word.len() > 4 && word.ends_with("est") && !other.contains(&word)
}

const RANKING: &[&str] = &[
    "rank", "ranks", "ranked", "ranking", "comes", "came", "come", "places", "placed", "finishes", "finished",
    "stands", "stood", "sits", "a", "is", "are", "was", "were",
];

/// Whether a place in an order is said at `at`, with what follows from `next`.
fn is_rank(tokens: &Tokens, at: usize, next: usize) -> bool {
    let after = tokens.text(next);
    let joined = ["-", "‑"].contains(&after) && tokens.touches(next);
    let described = if joined { tokens.text(next + 1) } else { after };
    let placed = joined && ["placed", "ranked", "ranking", "largest", "placer"].contains(&described);
    if placed || is_superlative(described) || ["place", "position", "rank", "spot"].contains(&described) {
        return true;
    }
    // `a solid second`, `third by revenue`, `sixth of eight`, `second only to West`
    let compared = match after {
        "only" => tokens.text(next + 1) == "to",
        "by" => tokens.kind(next + 1) == Kind::Word && tokens.before(at, 1) == "only",
        "of" => tokens.kind(next + 1) == Kind::Digits || small(tokens.text(next + 1)).is_some_and(|whole| whole > 2),
        "among" => true,
        // `Redcastle third on 45`
        "with" | "on" | "at" => {
            tokens.kind(next + 1) != Kind::Word && at > 0 && tokens.get(at - 1).is_some_and(|token| token.capital)
        }
        _ => false,
    };
    if compared && !["the", "each", "every"].contains(&tokens.before(at, 1)) {
        return true;
    }
    let before = match tokens.before(at, 1) {
        "in" | "at" | "only" | "just" | "a" | "the" | "joint" | "still" | "nonetheless" | "now" => tokens.before(at, 2),
        before => before,
    };
    let distant = matches!(tokens.before(at, 1), "a");
    // `West is second, North third (412)`: the verb was said before.
    let listed = after == "(" || after == "," && tokens.text(next + 1) == "with";
    if listed
        && matches!(tokens.kind_before(at), Kind::Word | Kind::Digits | Kind::Mixed)
        && !["the", "a", "an", "and", "of"].contains(&tokens.before(at, 1))
    {
        return true;
    }
    // `a solid second`
    let linked = ["is", "was", "are", "were"].contains(&tokens.before(at, 3)) && tokens.kind(next) != Kind::Word;
    if tokens.before(at, 2) == "a" && linked {
        return true;
    }
    let verb = RANKING.contains(&before) && before != "a" && !(distant && before == "is");
    let linking = ["is", "are", "was", "were"].contains(&before);
    let ends = tokens.kind(next) != Kind::Word
        || ["with", "by", "behind", "at", "after", "in", "among", "and", "of", "for", "on", "overall", "out"]
            .contains(&after);
    verb && (!linking || ends)
}

/// `3rd`, `third-largest`, `ranks second`, `rank 3`
fn ordinal(tokens: &Tokens, at: usize) -> Option<Scan> {
    let (value, last) = match tokens.kind(at) {
        Kind::Word => (ordinal_word(tokens.text(at))?.to_string(), at),
        Kind::Digits if ["st", "nd", "rd", "th"].contains(&tokens.text(at + 1)) && tokens.touches(at + 1) => {
            (tokens.text(at).to_owned(), at + 1)
        }
        Kind::Digits if ranked(tokens, at) => (tokens.text(at).to_owned(), at),
        Kind::Digits | Kind::Mixed | Kind::Mark | Kind::Break => return None,
    };
    let word = last == at && tokens.kind(at) == Kind::Word;
    let next = last + 1;
    let hyphen = ["-", "‑"].contains(&tokens.text(next)) && tokens.touches(next);
    let noun = if hyphen { tokens.text(next + 1) } else { tokens.text(next) };
    if ["percentile", "percentiles", "quantile", "decile", "quartile"].contains(&noun) {
        return Some(Scan::Out(Exclusion::Method, last));
    }
    let period = [
        "quarter",
        "half",
        "month",
        "week",
        "day",
        "century",
        "year",
        "time",
        "party",
        "and",
        "hand",
        "class",
        "grade",
        "floor",
        "edition",
        "generation",
        "degree",
    ];
    let mut claim = if word { is_rank(tokens, at, next) } else { !period.contains(&noun) };
    // `the first and second largest`
    if word && tokens.text(next) == "and" && ordinal_word(tokens.text(next + 1)).is_some() {
        claim |= is_rank(tokens, next + 1, next + 2);
    }
    // `the first 10` is said of the ten.
    if word && (tokens.kind(next) == Kind::Digits || small(tokens.text(next)).is_some()) {
        return None;
    }
    if !claim {
        return Some(Scan::Out(Exclusion::Sequence, last));
    }
    let found = Found {
        form: Form::Ordinal,
        script: if word { Script::Words } else { Script::Digits },
        ..Found::new(at, last, vec![Written::whole(&value)])
    };
    Some(Scan::Numbers(vec![found]))
}

/// Whether plain digits are a rank: `rank 3`, `ranks #2`, `is number 4`.
fn ranked(tokens: &Tokens, at: usize) -> bool {
    let (before, marked) = match tokens.before(at, 1) {
        "#" | "number" | "no" => (tokens.before(at, 2), true),
        "." if tokens.before(at, 2) == "no" => (tokens.before(at, 3), true),
        before => (before, false),
    };
    let whole = tokens.kind(at + 1) != Kind::Mark || !tokens.touches(at + 1) || !tokens.touches(at + 2);
    let ranks = ["rank", "ranks", "ranked", "ranking"].contains(&before);
    let linked = marked && ["is", "are", "was", "were", "remains", "at", "as", "the"].contains(&before);
    whole && tokens.text(at).len() <= 4 && (ranks || linked)
}

/// The parts that a whole is cut into, and whether the word is a plural.
fn denominator(word: &str) -> Option<(u32, bool)> {
    let plural = word.strip_suffix('s').filter(|_| word != "s");
    let single = plural.unwrap_or(word);
    let parts = match single {
        "half" => 2,
        "quarter" => 4,
        "first" | "second" => return None,
        other => ordinal_word(other)?,
    };
    Some((parts, plural.is_some()))
}

fn share(first: usize, last: usize, parts: u32, whole: u32) -> Found {
    let (parts, whole) = (f64::from(parts), f64::from(whole));
    let unit = (20.0 / whole).min(FRACTION_UNIT);
    let reading = Reading { value: 100.0 * parts / whole, unit };
    Found { script: Script::Words, ..Found::fixed(first, last, Form::Percent, vec![reading]) }
}

/// `two thirds`, `a third of`, `half of`, `1/3 of`
fn fraction(tokens: &Tokens, at: usize) -> Option<Found> {
    if tokens.kind(at) == Kind::Digits {
        let (parts, whole) = (tokens.text(at).parse().ok()?, tokens.text(at + 2).parse().ok()?);
        let cut = tokens.text(at + 1) == "/" && tokens.touches(at + 1) && tokens.touches(at + 2);
        let fits = parts < whole && whole <= 20 && parts > 0;
        let of = ["of", "the"].contains(&tokens.text(at + 3));
        return (cut && fits && of).then(|| share(at, at + 2, parts, whole));
    }
    if let Some((parts, whole, _)) = digits::fraction(tokens.text(at)) {
        let joined = at > 0 && tokens.kind(at - 1) == Kind::Digits;
        let of = ["of", "the"].contains(&tokens.text(at + 1)) && !is_time(tokens, at + 2);
        return (of && !joined).then(|| share(at, at, parts, whole));
    }
    if tokens.text(at) == "half" {
        return half(tokens, at).then(|| share(at, at, 1, 2));
    }
    if let Some(found) = german(tokens, at) {
        return Some(found);
    }
    let parts = if tokens.text(at) == "a" { 1 } else { small(tokens.text(at)).filter(|parts| *parts > 0)? };
    let hyphen = ["-", "‑"].contains(&tokens.text(at + 1)) && tokens.touches(at + 1);
    let word = if hyphen { at + 2 } else { at + 1 };
    let (whole, plural) = denominator(tokens.text(word))?;
    if parts >= whole || plural != (parts > 1) {
        return None;
    }
    let next = tokens.text(word + 1);
    let of = next == "of" && !is_time(tokens, word + 2);
    let hedged = hedge::hedge(tokens, at).0 != super::Hedge::Exact;
    let by = hedged || ["by", "only", "just", "over"].contains(&tokens.before(at, 1));
    let closed =
        tokens.kind(word + 1) != Kind::Word || ["more", "less", "higher", "lower", "as", "are"].contains(&next);
    let claim = match whole {
        // Quarters are times too: `over three quarters`.
        4 => of || parts == 1 && by && closed,
        _ if parts > 1 => true,
        _ => of || closed && (by || tokens.text(at) == "one" || tokens.text(at) == "a"),
    };
    claim.then(|| share(at, word, parts, whole))
}

/// The same in German: `die Hälfte der`, `zwei Drittel aller`
fn german(tokens: &Tokens, at: usize) -> Option<Found> {
    let of = |at: usize| ["der", "des", "von", "vom", "aller", "davon", "dieser"].contains(&tokens.text(at));
    if tokens.text(at) == "hälfte" {
        let placed = ["erste", "ersten", "zweite", "zweiten", "andere", "anderen"].contains(&tokens.before(at, 1));
        return (of(at + 1) && !placed).then(|| share(at, at, 1, 2));
    }
    let parts = match tokens.text(at) {
        "ein" | "einem" => 1,
        word => small(word).filter(|parts| (2..10).contains(parts))?,
    };
    let whole = match tokens.text(at + 1) {
        "drittel" | "dritteln" => 3,
        "viertel" | "vierteln" => 4,
        "fünftel" | "fünfteln" => 5,
        "sechstel" => 6,
        "achtel" => 8,
        "zehntel" => 10,
        _ => return None,
    };
    (of(at + 2) && parts < whole).then(|| share(at, at + 1, parts, whole))
}

/// Whether a quarter of it would be a time: `of 2024`, `of the year`.
fn is_time(tokens: &Tokens, at: usize) -> bool {
    let digits = tokens.kind(at) == Kind::Digits && tokens.text(at).len() == 4;
    digits || tokens.are(at, &["the", "year"]) || tokens.text(at) == "fiscal"
}

/// Whether `half` is a share: not the first half, not half a year, not half as many.
fn half(tokens: &Tokens, at: usize) -> bool {
    let before = tokens.before(at, 1);
    let placed = ["first", "second", "last", "other", "each", "every", "this", "latter", "in"];
    if placed.contains(&before) || tokens.touches(at + 1) && ["-", "‑"].contains(&tokens.text(at + 1)) {
        return false;
    }
    if tokens.before(at, 1) == "a" && tokens.before(at, 2) == "and" || tokens.touches(at) && before == "-" {
        return false;
    }
    let next = tokens.text(at + 1);
    if ["a", "an", "as", "year", "way", "life", "hour"].contains(&next) {
        return false;
    }
    let of = ["of", "the", "all", "its", "their", "our", "these", "those"].contains(&next) && !is_time(tokens, at + 2);
    of || hedge::hedge(tokens, at).0 != super::Hedge::Exact || ["by", "only", "just"].contains(&before)
}

/// `3:1`, which is three times
fn proportion(tokens: &Tokens, at: usize) -> Option<Found> {
    let joined = tokens.text(at + 1) == ":" && tokens.touches(at + 1) && tokens.touches(at + 2);
    let free = !tokens.touches(at) || matches!(tokens.before(at, 1), "(" | "*");
    let ends = !(tokens.touches(at + 3) && tokens.touches(at + 4));
    if tokens.kind(at) != Kind::Digits || !joined || !free || !ends {
        return None;
    }
    let (one, two): (u32, u32) = (tokens.text(at).parse().ok()?, tokens.text(at + 2).parse().ok()?);
    let value = if two == 1 { one } else { two };
    let reading = Reading { value: f64::from(value), unit: 1.0 };
    (one == 1 || two == 1).then(|| Found::fixed(at, at + 2, Form::Multiple, vec![reading]))
}

/// `one in four customers`, `two in three`, `one day in ten`, `one in a hundred`
fn one_in(tokens: &Tokens, at: usize) -> Option<Found> {
    let value = |at: usize| match tokens.kind(at) {
        Kind::Digits if !tokens.touches(at) && tokens.text(at).len() <= 3 => tokens.text(at).parse().ok(),
        Kind::Digits | Kind::Mixed | Kind::Mark | Kind::Break => None,
        Kind::Word => small(tokens.text(at)),
    };
    let parts = value(at)?;
    let noun = tokens.text(at) == "one" && tokens.text(at + 2) == "in" && tokens.kind(at + 1) == Kind::Word;
    let out = tokens.text(at + 1) == "out" && tokens.text(at + 2) == "of";
    let inside = if noun || out { at + 2 } else { at + 1 };
    let every = if tokens.text(inside + 1) == "every" { inside + 2 } else { inside + 1 };
    let hundred = tokens.text(every) == "a" && tokens.text(every + 1) == "hundred";
    let every = if hundred { every + 1 } else { every };
    let whole = if hundred { 100 } else { value(every)? };
    let words =
        tokens.kind(at) == Kind::Word && tokens.kind(every) == Kind::Word && (!noun || tokens.text(every) != "one");
    // `nine out of ten incidents`, but `three out of the five`
    let fits = (tokens.text(inside) == "in" || out && whole == 10)
        && (1..whole).contains(&parts)
        && whole <= 100
        && (parts == 1 || words);
    // `1 in 5.5 %` goes on.
    let whole_ends = !tokens.touches(every + 1) || !tokens.touches(every + 2);
    let ranked = ["rank", "ranks", "ranked", "number", "q", "#"].contains(&tokens.before(at, 1));
    (fits && whole_ends && !ranked && tokens.text(every + 1) != "%").then(|| share(at, every, parts, whole))
}

/// `grew x3`, `x3 more`; by itself, `x3` is the name of a variable.
fn crossed(tokens: &Tokens, at: usize) -> Option<Found> {
    let times = tokens.text(at).strip_prefix('x').filter(|_| tokens.kind(at) == Kind::Mixed)?;
    let grown = ["grew", "rose", "up", "by", "increased", "multiplied", "jumped", "grown", "risen"];
    let compared = ["more", "higher", "larger", "bigger", "faster", "greater", "as"];
    let value: u16 = times.parse().ok()?;
    let said = grown.contains(&tokens.before(at, 1)) || compared.contains(&tokens.text(at + 1));
    said.then(|| Found::fixed(at, at, Form::Multiple, vec![Reading { value: f64::from(value), unit: 1.0 }]))
}

/// `twice`, `doubled`, `threefold`
fn multiple(tokens: &Tokens, at: usize) -> Option<Found> {
    if let Some(found) = crossed(tokens, at) {
        return Some(found);
    }
    if tokens.kind(at) != Kind::Word {
        return None;
    }
    let next = tokens.text(at + 1);
    let hyphen = tokens.touches(at + 1) && ["-", "‑"].contains(&next);
    let before = tokens.before(at, 1);
    let compared = ["the", "that", "those", "what", "its", "their", "as", "of"].contains(&next)
        || ["than", "nearly", "almost", "about", "roughly", "is", "are", "was", "over"].contains(&before)
            && tokens.kind(at + 1) != Kind::Word;
    let down = next == "down" || hyphen;
    let (value, unit) = match tokens.text(at) {
        "twice" if !hyphen => (2.0, 0.5),
        "thrice" => (3.0, 0.5),
        "double" if compared && !hyphen && next != "as" => (2.0, 0.5),
        "triple" if compared && !hyphen && next != "as" => (3.0, 0.5),
        "quadruple" if compared && !hyphen => (4.0, 0.5),
        "doubled" if !down => (2.0, 0.5),
        "tripled" if !down => (3.0, 0.5),
        "quadrupled" if !down => (4.0, 0.5),
        "halved" | "halbiert" | "halbierte" => (0.5, 0.1),
        "half" if next == "as" => (0.5, 0.1),
        "halb" if next == "so" => (0.5, 0.1),
        "doppelt" if next == "so" => (2.0, 0.5),
        "verdoppelt" | "verdoppelte" => (2.0, 0.5),
        word => {
            // `fünfmal so viele`
            let times = || word.strip_suffix("mal").filter(|_| next == "so");
            let front = word.strip_suffix("fold").or_else(times).and_then(small).filter(|value| *value > 1)?;
            (f64::from(front), 1.0)
        }
    };
    let spaced =
        tokens.get(at).is_some_and(|token| token.gap != Gap::None || at == 0) || tokens.kind_before(at) != Kind::Mark;
    let found = Found::fixed(at, at, Form::Multiple, vec![Reading { value, unit }]);
    spaced.then_some(Found { script: Script::Words, ..found })
}

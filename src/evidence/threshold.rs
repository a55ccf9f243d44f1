//! The bound that a sentence sets itself, as in `four regions lie above 1,000` or `ten airports or more`.
//!
//! Uses the mentions and passages of this room.

use std::ops::Range;

use super::mention::Mention;
use super::passage::Passage;
use super::spelled::dozen;
use crate::limits::EVIDENCE_BOUNDS;

const OVER: [&str; 29] = [
    "über ",
    "mehr als ",
    "mindestens ",
    "plus de ",
    "au moins ",
    "dépassent ",
    "dépasse ",
    "más de ",
    "superan ",
    "supera ",
    "überschreiten ",
    "passed ",
    "past ",
    "topped ",
    "reach ",
    "reached ",
    "crossed ",
    "above ",
    "over ",
    "more than ",
    "exceed ",
    "exceeds ",
    "exceeded ",
    "exceeding ",
    "at least ",
    "> ",
    "≥ ",
    "beyond ",
    "higher than ",
];
const UNDER: [&str; 18] = [
    "unter ",
    "weniger als ",
    "höchstens ",
    "moins de ",
    "menos de ",
    "debajo de ",
    "miss ",
    "missed ",
    "short of ",
    "below ",
    "under ",
    "less than ",
    "fewer than ",
    "at most ",
    "< ",
    "≤ ",
    "up to ",
    "lower than ",
];
const OR_MORE: [&str; 4] = [" or more", " and more", " or above", " or over"];
const OR_LESS: [&str; 4] = [" or less", " or fewer", " and less", " or below"];

/// Whether the last words of a text compare what stands behind them.
#[must_use]
pub fn compares(text: &str) -> bool {
    let lead = text.trim_end_matches(['$', '€', '£', '~', '*']).to_lowercase();
    OVER.iter().chain(&UNDER).any(|words| lead.ends_with(words))
}

/// Whether the last words of a text say that what stands behind them is passed, or that it is not reached.
#[must_use]
pub fn is_over(text: &str) -> Option<bool> {
    let lead = text.to_lowercase();
    let ends = |words: &[&str]| words.iter().filter(|words| lead.ends_with(**words)).map(|words| words.len()).max();
    match (ends(&OVER), ends(&UNDER)) {
        (Some(over), under) if under.is_none_or(|under| over > under) => Some(true),
        (_, Some(_)) => Some(false),
        (_, None) => None,
    }
}

/// The bound that a passage sets beside a mention, and whether what is counted lies above it.
#[must_use]
pub fn threshold(text: &str, passage: &Passage, mention: &Mention) -> Option<(f64, bool)> {
    thresholds(text, passage, mention).into_iter().find(|(bound, _)| *bound > 1.0)
}

/// The bounds that a passage sets: those behind a mention first, then those before it, each from the nearest on.
#[must_use]
pub fn thresholds(text: &str, passage: &Passage, mention: &Mention) -> Vec<(f64, bool)> {
    let part = |range: Range<usize>| text.get(range).unwrap_or_default();
    let mut behind = bounds(part(mention.range.start..passage.range.end));
    behind.retain(|(at, ..)| *at >= mention.range.len());
    let mut before = bounds(part(passage.range.start..mention.range.start));
    before.reverse();
    behind.append(&mut before);
    behind.into_iter().map(|(_, bound, is_over)| (bound, is_over)).take(EVIDENCE_BOUNDS).collect()
}

/// The bounds that a text sets anywhere, each once, and whether what is counted lies above it.
#[must_use]
pub fn all_bounds(text: &str) -> Vec<(f64, bool)> {
    let mut found: Vec<(f64, bool)> = Vec::new();
    for (_, bound, is_over) in bounds(text) {
        if found.len() < EVIDENCE_BOUNDS && !found.contains(&(bound, is_over)) {
            found.push((bound, is_over));
        }
    }
    found
}

/// The bounds that a part of a text sets, where they stand, in their order.
fn bounds(part: &str) -> Vec<(usize, f64, bool)> {
    let mut found = Vec::new();
    for (words, is_over) in [(&OVER[..], true), (&UNDER[..], false)] {
        for (at, word) in words.iter().flat_map(|word| part.match_indices(word)) {
            // `add up to 12` sets no bound, and `Hanover 12` none either.
            let before = part.get(..at).unwrap_or_default();
            let adds = word == "up to " && before.trim_end().ends_with(['d', 's', 'm']);
            let inside = before.ends_with(char::is_alphabetic);
            // `89 fewer than 2023` is how much less it was.
            let held = word.ends_with("than ") || word.ends_with("als ");
            let adds = adds || held && before.trim_end().ends_with(|last: char| last.is_ascii_digit());
            let bound = part.get(at + word.len()..).and_then(first_number);
            found.extend(bound.filter(|_| !adds && !inside).map(|bound| (at, bound, is_over)));
        }
    }
    for (words, is_over) in [(&OR_MORE[..], true), (&OR_LESS[..], false)] {
        for (at, _) in words.iter().flat_map(|word| part.match_indices(word)) {
            found.extend(part.get(..at).and_then(last_number).map(|bound| (at, bound, is_over)));
        }
    }
    found.sort_by_key(|(at, ..)| *at);
    found
}

/// The number that a text begins with, a currency sign or the like left out; or the one behind the name of what it is, such as
/// `the company average of 5.17`.
fn first_number(text: &str) -> Option<f64> {
    let bare = text.trim_start_matches(|character: char| !character.is_alphanumeric());
    let bare = bare.strip_prefix("the ").unwrap_or(bare);
    let mut words = bare.split_whitespace();
    let first = words.next()?;
    let scale = |next: Option<&str>| match next {
        Some("thousand") => 1e3,
        Some("million") => 1e6,
        Some("billion") => 1e9,
        Some(_) | None => 1.0,
    };
    if let Some(bound) = value(first) {
        return Some(bound * scale(words.next()));
    }
    let mut leading = bare.split_whitespace().take(NAMED_BOUND);
    leading.find(|word| MEANS.contains(word))?;
    let bound = leading.next().filter(|word| matches!(*word, "of" | "is" | "at"));
    bound.and(leading.next()).and_then(value)
}

/// Words between a comparison and the number that it is with, at most.
const NAMED_BOUND: usize = 6;
/// What a bound may be called.
const MEANS: [&str; 10] =
    ["average", "mean", "median", "total", "rate", "limit", "threshold", "target", "mark", "level"];

/// The last number of a text, at most three words from its end.
fn last_number(text: &str) -> Option<f64> {
    text.split_whitespace().rev().take(3).find_map(value)
}

/// A number in figures or as a word.
#[must_use]
pub fn value(word: &str) -> Option<f64> {
    let word = word.trim_matches(|character: char| !character.is_alphanumeric() && character != '.');
    if let Some(number) = dozen(&word.to_ascii_lowercase()) {
        return Some(f64::from(number));
    }
    let digits: String = word
        .chars()
        .take_while(|character| character.is_ascii_digit() || matches!(character, ',' | '.'))
        .filter(|character| *character != ',')
        .collect();
    let scale = match word
        .get(digits.len()..)
        .and_then(|rest| rest.chars().find(|next| !next.is_ascii_digit() && *next != ','))
    {
        Some('k' | 'K') => 1e3,
        Some('M') => 1e6,
        Some(_) | None => 1.0,
    };
    digits.trim_end_matches('.').parse::<f64>().ok().map(|number| number * scale)
}

#[cfg(test)]
mod tests {
    use super::super::mention::{Form, Hedge};
    use super::super::passage::passages;
    use super::*;

    #[test]
    fn bounds_stand_behind_or_before_what_is_counted() {
        for (text, expected) in [
            ("four regions lie above 1,000 EUR", Some((1000.0, true))),
            ("four cities have five airports or more", Some((5.0, true))),
            ("revenue was below $2.5 in four months", Some((2.5, false))),
            ("revenue exceeded $20K in four months", Some((20_000.0, true))),
            ("four regions are large", None),
        ] {
            let start = text.find("four").unwrap();
            let mention =
                Mention { range: start..start + 4, readings: Vec::new(), form: Form::Number, hedge: Hedge::Exact };
            let passage = passages(text).remove(0);
            assert_eq!(threshold(text, &passage, &mention), expected, "{text}");
        }
    }

    #[test]
    fn each_number_has_the_bounds_that_stand_nearest_to_it_first() {
        let of = |text: &str, written: &str| {
            let start = text.find(written).unwrap();
            let range = start..start + written.len();
            let mention = Mention { range, readings: Vec::new(), form: Form::Number, hedge: Hedge::Exact };
            thresholds(text, &passages(text).remove(0), &mention)
        };
        let text = "Three buildings have a correlation above 0.7; two are below 0.5.";
        assert_eq!(of(text, "Three"), [(0.7, true), (0.5, false)]);
        assert_eq!(of(text, "two"), [(0.5, false), (0.7, true)]);
        assert_eq!(of("Three exceed the company average of 5.17 years.", "Three"), [(5.17, true)]);
        assert_eq!(of("It passed the $100 million mark twice.", "twice"), [(1e8, true)]);
        assert_eq!(of("Three like Hanover 12.", "Three"), []);
        let many = format!("Three {}.", "over 5 and ".repeat(1_000));
        assert_eq!(of(&many, "Three").len(), EVIDENCE_BOUNDS);
    }
}

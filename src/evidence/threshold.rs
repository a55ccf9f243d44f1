//! The bound that a sentence sets itself, as in `four regions lie above 1,000` or `ten airports or more`.
//!
//! Uses the mentions and passages of this room.

use super::mention::Mention;
use super::passage::Passage;
use super::spelled::dozen;

const OVER: [&str; 12] = [
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
const UNDER: [&str; 9] =
    ["below ", "under ", "less than ", "fewer than ", "at most ", "< ", "≤ ", "up to ", "lower than "];
const OR_MORE: [&str; 4] = [" or more", " and more", " or above", " or over"];
const OR_LESS: [&str; 4] = [" or less", " or fewer", " and less", " or below"];

/// The bound that a passage sets beside a mention, and whether what is counted lies above it.
#[must_use]
pub fn threshold(text: &str, passage: &Passage, mention: &Mention) -> Option<(f64, bool)> {
    let set = |bound: f64| bound > 1.0;
    let outside = [passage.range.start..mention.range.start, mention.range.end..passage.range.end];
    for part in outside.into_iter().rev().filter_map(|range| text.get(range)) {
        for (words, is_over) in [(&OVER[..], true), (&UNDER[..], false)] {
            let found = |word: &&str| {
                let at = part.find(*word)?;
                // `add up to 12` sets no bound.
                let adds = *word == "up to "
                    && part.get(..at).is_some_and(|before| before.trim_end().ends_with(['d', 's', 'm']));
                (!adds).then_some(at + word.len())
            };
            let behind = words.iter().filter_map(found).min();
            if let Some(bound) = behind.and_then(|at| part.get(at..)).and_then(first_number).filter(|bound| set(*bound))
            {
                return Some((bound, is_over));
            }
        }
        for (words, is_over) in [(&OR_MORE[..], true), (&OR_LESS[..], false)] {
            let before = words.iter().filter_map(|word| part.find(word)).min();
            if let Some(bound) = before.and_then(|at| part.get(..at)).and_then(last_number).filter(|bound| set(*bound))
            {
                return Some((bound, is_over));
            }
        }
    }
    None
}

/// The number that a text begins with, a currency sign or the like left out.
fn first_number(text: &str) -> Option<f64> {
    let bare = text.trim_start_matches(|character: char| !character.is_alphanumeric());
    value(bare.split_whitespace().next()?)
}

/// The last number of a text, at most three words from its end.
fn last_number(text: &str) -> Option<f64> {
    text.split_whitespace().rev().take(3).find_map(value)
}

/// A number in figures or as a word.
fn value(word: &str) -> Option<f64> {
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
}

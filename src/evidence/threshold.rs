//! The bound that a sentence sets itself, as in `four regions lie above 1,000`.
//!
//! Uses the mentions and passages of this room.

use super::mention::Mention;
use super::passage::Passage;

/// The bound that a passage sets behind a mention, and whether what is counted lies above it.
#[must_use]
pub fn threshold(text: &str, passage: &Passage, mention: &Mention) -> Option<(f64, bool)> {
    const OVER: [&str; 10] =
        ["above ", "over ", "more than ", "exceed ", "exceeds ", "exceeded ", "at least ", "> ", "≥ ", "exceeding "];
    const UNDER: [&str; 8] = ["below ", "under ", "less than ", "fewer than ", "at most ", "< ", "≤ ", "up to "];
    let rest = text.get(mention.range.end..passage.range.end)?;
    let after = |words: &[&str]| {
        words.iter().filter_map(|word| rest.find(word).map(|at| at + word.len())).min().and_then(|at| rest.get(at..))
    };
    let number = |rest: &str| -> Option<f64> {
        let bare = rest.trim_start_matches(|character: char| {
            !character.is_ascii_digit() && character.len_utf8() < 4 && !character.is_alphabetic()
        });
        let digits: String = bare
            .chars()
            .take_while(|character| character.is_ascii_digit() || matches!(character, ',' | '.'))
            .filter(|character| *character != ',')
            .collect();
        digits.trim_end_matches('.').parse().ok()
    };
    let over = after(&OVER).and_then(number).map(|bound| (bound, true));
    over.or_else(|| after(&UNDER).and_then(number).map(|bound| (bound, false)))
}

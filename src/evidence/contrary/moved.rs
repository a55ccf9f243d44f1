//! Whether the words at a number say that it is how much something rose or fell, or how much more one thing is than another.
//!
//! Uses the scene of this room.

use super::super::directions::{FELL, ROSE};
use super::super::mention::Mention;
use super::super::scene::Scene;

/// Words behind a number that set it against another, as stems: more than that.
pub(super) const MORE: [&str; 25] = [
    "more",
    "higher",
    "larger",
    "greater",
    "above",
    "ahead",
    "longer",
    "heavier",
    "bigger",
    "older",
    "warmer",
    "over",
    "mehr",
    "höher",
    "größer",
    "länger",
    "teurer",
    "schwerer",
    "älter",
    "supérieur",
    "más",
    "mayor",
    "superior",
    "costlier",
    "über",
];
/// The same: less than that.
pub(super) const LESS: [&str; 26] = [
    "less",
    "fewer",
    "lower",
    "smaller",
    "below",
    "behind",
    "shorter",
    "lighter",
    "younger",
    "colder",
    "weniger",
    "niedriger",
    "geringer",
    "kleiner",
    "kürzer",
    "billiger",
    "günstiger",
    "leichter",
    "jünger",
    "moin",
    "inférieur",
    "meno",
    "menor",
    "inferior",
    "cheaper",
    "unter",
];
/// Words between a word of movement and its number at most.
const MOVED_BEFORE: usize = 5;
/// The same where the number is said to be by how much: `stieg er gegenüber dem Vorjahr um 11,44 €`.
const MOVED_BY: usize = 9;
/// The same behind the number.
pub(super) const BEHIND: usize = 2;
/// The same behind `um 18 % auf 238 anstieg`.
const BEHIND_BY: usize = 4;
/// Words between two figures of one movement at most: `an increase of 5.1 t/ha, or 10.5 %`.
const NAMELY_WORDS: usize = 3;
/// What is between them.
const NAMELY: [&str; 5] = ["or", "oder", "bzw.", "i.e.", "that is"];

/// Verbs whose particle stands at the end, and whether they say that something rose.
const PARTED: [(&str, &str, bool); 9] = [
    ("legte", "zu", true),
    ("legten", "zu", true),
    ("nahm", "zu", true),
    ("nahmen", "zu", true),
    ("nahm", "ab", false),
    ("nahmen", "ab", false),
    ("ging", "zurück", false),
    ("gingen", "zurück", false),
    ("brach", "ein", false),
];

/// Whether the words of the number's clause say that it is how much something rose, or fell.
#[must_use]
pub fn moved(scene: &Scene<'_>, mention: &Mention) -> Option<bool> {
    let clause = scene.clause(mention);
    let words: Vec<_> = scene
        .passage
        .words
        .iter()
        .filter(|word| clause.start <= word.range.start && word.range.end <= clause.end)
        .collect();
    let by = scene.is_by(mention);
    let most = if by { MOVED_BY } else { MOVED_BEFORE };
    let before = words.iter().rev().filter(|word| word.range.end <= mention.range.start).take(most);
    let most = if by { BEHIND_BY } else { BEHIND };
    let behind = words.iter().filter(|word| word.range.start >= mention.range.end).take(most);
    let behind: Vec<&str> = behind.map(|word| word.stem.as_str()).collect();
    let near: Vec<&str> = before.map(|word| word.stem.as_str()).chain(behind.iter().copied()).collect();
    let denied = near.iter().any(|word| ["not", "never", "no", "less", "more", "slower", "instead"].contains(word));
    // `ein Plus von 19,3 %`
    let noun = |sign: &str| {
        scene.text.get(..mention.range.start).is_some_and(|before| before.ends_with(&format!("{sign} von ")))
    };
    let parted = |up: bool| by && parted(&near, &behind) == Some(up);
    let rose = near.iter().any(|word| ROSE.contains(word)) || noun("Plus") || parted(true);
    let fell = near.iter().any(|word| FELL.contains(word)) || noun("Minus") || parted(false);
    // Elsewhere in the passage the other may be said, but not of this number.
    if rose || fell {
        return (rose != fell && !denied).then_some(rose);
    }
    let first = namely(scene, mention).filter(|_| !denied)?;
    moved(scene, first)
}

/// Which way a verb in two parts says that something went: `nahm um 185 € ab`.
fn parted(near: &[&str], behind: &[&str]) -> Option<bool> {
    let of = |last: &&str| PARTED.iter().find(|(verb, particle, _)| particle == last && near.contains(verb));
    // `nahm um 12 % zu Jahresende ab`
    behind.iter().rev().find_map(of).map(|(.., rose)| *rose)
}

/// The number that another one says again: `an increase of 5.1 t/ha, or 10.5 %`.
fn namely<'b>(scene: &'b Scene<'_>, mention: &Mention) -> Option<&'b Mention> {
    let before = scene.mentions.iter().rev().find(|other| other.range.end <= mention.range.start)?;
    let between = scene.text.get(before.range.end..mention.range.start)?.trim();
    let leads = NAMELY
        .iter()
        .any(|words| between.strip_suffix(words).is_some_and(|rest| rest.ends_with([' ', ','])) || between == *words);
    (leads && between.split_whitespace().count() <= NAMELY_WORDS && !between.contains(". ")).then_some(before)
}

/// Words of times that something went on for, as stems.
const TIMES: [&str; 10] = ["year", "month", "quarter", "week", "day", "decade", "period", "time", "hour", "season"];
/// Words behind `over` in which the time is told.
const TIME_WORDS: usize = 5;

/// Whether a word is the `over` of `fell by 1,507 hours over the same two years`.
pub(super) fn is_over_a_time(scene: &Scene<'_>, mention: &Mention, word: &str) -> bool {
    let behind = || scene.attached_behind(mention, BEHIND + TIME_WORDS).skip_while(|other| *other != word).skip(1);
    let is_set = || behind().next().is_some_and(|next| matches!(next, "the" | "those" | "these" | "that"));
    word == "over" && is_set() && behind().any(|next| TIMES.contains(&next))
}

/// Whether the words right behind a number say that it is how much more something is, or how much less.
pub(super) fn compared(scene: &Scene<'_>, mention: &Mention) -> Option<bool> {
    let near: Vec<&str> =
        scene.attached_behind(mention, BEHIND).filter(|word| !is_over_a_time(scene, mention, word)).collect();
    let (more, less) = (near.iter().any(|word| MORE.contains(word)), near.iter().any(|word| LESS.contains(word)));
    (more != less).then_some(more)
}

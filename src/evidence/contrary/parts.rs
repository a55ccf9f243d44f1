//! What the words beside a percentage or a fraction say that it is: how much something changed, or a part of something.
//!
//! Uses the scene of this room.

use super::super::directions::{DOWN, FELL, ROSE, UP};
use super::super::mention::{Form, Mention};
use super::super::scene::Scene;
use super::super::words::family;
use super::{LESS, MORE};

/// Other words of movement that a percentage follows, as stems.
const MOVED: [&str; 8] = ["cut", "reduced", "reduction", "gain", "dip", "loss", "shrink", "improved"];
/// Words that make a number a rough one, as stems.
const ROUGHLY: [&str; 14] = [
    "about",
    "around",
    "roughly",
    "nearly",
    "almost",
    "approximately",
    "some",
    "over",
    "just",
    "only",
    "another",
    "well",
    "a",
    "further",
];

/// What a percentage or a fraction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Percentage {
    /// By how much something changed, or is more than another: `a drop of 43 %`, `27 % heavier`.
    Change,
    /// How much one thing is of another: `57 % of the 2019 level`, `fell to 57 %`, `a quarter of all`.
    Part,
}

/// What the words right beside a percentage or a fraction say that it is.
pub(super) fn percentage(scene: &Scene<'_>, mention: &Mention) -> Option<Percentage> {
    if mention.form != Form::Percent {
        return None;
    }
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let leading = scene.passage.words.iter().rev().filter(|word| word.range.end <= mention.range.start);
    let mut leading = leading.map(|word| word.stem.as_str()).filter(|word| !ROUGHLY.contains(word));
    let (near, before) = (leading.next().unwrap_or_default(), leading.next().unwrap_or_default());
    let behind: Vec<&str> = scene.behind(mention, 3).collect();
    // `make up two thirds`
    let makes = near == "up" && (before.starts_with("ma") || before.starts_with("ta"));
    // `683 were dropped (21.3%)` of a column that counts what was dropped
    let opened = scene.text.get(..mention.range.start).is_some_and(|before| before.ends_with('('));
    let is_name = |word: &str| {
        let of = scene.sources.iter().filter(|of| opened && !of.is_file);
        of.flat_map(|of| &of.columns).any(|column| column.is_named_by(family(word)))
    };
    let says_move = |word: &str| !makes && ROSE.contains(&word) || FELL.contains(&word) || MOVED.contains(&word);
    let is_move = |word: &str| says_move(word) && !is_name(word);
    // `27 % heavier than`, `18 % more`; but `18 % took longer than 30 minutes`.
    let first = behind.first().copied().unwrap_or_default();
    let placed = ["over", "above", "below", "behind", "ahead"].contains(&first);
    // `10.2 % – less than a third of`
    let apart = scene.passage.words.iter().find(|word| word.range.start >= mention.range.end).is_some_and(|word| {
        let between = scene.text.get(mention.range.end..word.range.start).unwrap_or_default();
        between.contains([',', ';', '–', '—', '('])
    });
    let compared =
        !placed && !apart && (MORE.contains(&first) || LESS.contains(&first) || behind.get(1) == Some(&"than"));
    let moved = is_move(near) || matches!(near, "by" | "of") && is_move(before);
    let part = behind.first() == Some(&"of");
    match (compared || moved, part) {
        (true, false) => Some(Percentage::Change),
        (false, true) => Some(Percentage::Part),
        _ if near == "to" && is_move(before) => Some(Percentage::Part),
        // A fraction in words is a part where nothing moved.
        (false, false) if written.starts_with(|first: char| first.is_alphabetic()) && is_still(scene, mention) => {
            Some(Percentage::Part)
        }
        _ => None,
    }
}

/// Whether nothing in the clause of a mention says that something moved or is compared.
fn is_still(scene: &Scene<'_>, mention: &Mention) -> bool {
    let clause = scene.clause(mention);
    let mut inside =
        scene.passage.words.iter().filter(|word| clause.start <= word.range.start && word.range.end <= clause.end);
    let moves = |stem: &str| stem != "up" && (UP.contains(&stem) || DOWN.contains(&stem));
    !scene.says(mention, &["change"]) && !inside.any(|word| moves(&word.stem))
}

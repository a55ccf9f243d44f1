//! The names that figures stand behind: by turns, and of the label that a column belongs to.
//!
//! Uses the scene and sources of this room.

use super::super::column::Column;
use super::super::directions::RELATING;
use super::super::mention::Mention;
use super::super::naming::RowName;
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::stems;
use crate::limits::EVIDENCE_ORDERED;

/// The label column whose name a column's name begins with, and the words that remain.
pub(super) fn owner(of: &Source, own: &Column) -> Option<(usize, Vec<String>)> {
    let name = stems(&own.name);
    let labels = of.columns.iter().filter(|label| label.is_label && label.index != own.index);
    let owns = |label: &Column| {
        let words = stems(&label.name);
        (!words.is_empty() && words.len() < name.len() && name.starts_with(&words)).then_some(words.len())
    };
    let (label, size) = labels.filter_map(|label| Some((label.index, owns(label)?))).max_by_key(|(_, size)| *size)?;
    Some((label, name.get(size..)?.to_vec()))
}

/// The name that a number belongs to where names and figures come by turns, each named once: a name before as many figures for
/// each, or one right behind each figure.
pub(super) fn leading<'b>(scene: &Scene<'_>, mention: &Mention, names: &[&'b RowName]) -> Option<&'b RowName> {
    let figures: Vec<&Mention> = scene.mentions.iter().filter(|other| is_figure(other)).collect();
    let at = figures.iter().position(|figure| figure.range == mention.range)?;
    if !(1..=EVIDENCE_ORDERED).contains(&names.len()) || !figures.len().is_multiple_of(names.len()) {
        return None;
    }
    // `March, up 28.7 % on February to 53,859`
    let is_base = |name: &&'b RowName| {
        let before = scene.text.get(scene.passage.range.start..name.range.start).unwrap_or_default();
        before.ends_with("% on ") || before.ends_with("% over ")
    };
    let once = names.iter().enumerate().all(|(at, name)| {
        names.iter().skip(at + 1).all(|other| (other.column, &other.rows) != (name.column, &name.rows))
    });
    if names.iter().any(is_base) || !once {
        return None;
    }
    let each = figures.len() / names.len();
    let grouped = || names.iter().zip(figures.chunks(each));
    let leads = grouped().all(|(name, group)| group.first().is_some_and(|figure| name.range.end <= figure.range.start))
        && grouped()
            .zip(names.iter().skip(1))
            .all(|((_, group), next)| group.last().is_some_and(|figure| figure.range.end <= next.range.start));
    let follows = names.len() > 1
        && each == 1
        && grouped().all(|(name, group)| group.first().is_some_and(|figure| is_right_behind(scene, figure, name)));
    let several = || {
        let parted = grouped().any(|(_, group)| is_parted(scene, group));
        each <= MOST_EACH && !parted && !are_compared(scene) && scene.sentence(mention) == scene.passage.range
    };
    let groups = each == 1 || several();
    names.get(at / each).copied().filter(|_| leads && groups || follows)
}

/// Whether figures stand in brackets of their own, so that each may be another's: `France (148) et les Pays-Bas (98)`.
fn is_parted(scene: &Scene<'_>, group: &[&Mention]) -> bool {
    group.windows(2).any(|pair| {
        let [one, next] = pair else { return false };
        let between = scene.text.get(one.range.end..next.range.start).unwrap_or_default();
        between.trim_end().ends_with('(') && between.contains(')')
    })
}

/// Figures behind each of several names at most.
const MOST_EACH: usize = 2;

/// Whether a name is a plain word, as it is written unlike the others of its column: `15 % of the people` beside `Engineering`.
pub(super) fn is_a_plain_word(scene: &Scene<'_>, of: &Source, name: &RowName, names: &[RowName]) -> bool {
    let is_capital = |text: &str| text.starts_with(char::is_uppercase);
    let written = |name: &RowName| scene.text.get(name.range.clone()).unwrap_or_default();
    let called = name.rows.first().map(|row| of.cell(Place { column: name.column, row: *row }));
    called.is_some_and(|cell| is_capital(&cell.to_string()))
        && !is_capital(written(name))
        && names.iter().any(|other| other.column == name.column && is_capital(written(other)))
}

/// What leads from a figure to the name that it is of.
const OF: [&str; 9] = [" in", " im", " in the", " for", " as", " für", " als", " bei", " at"];
/// Words between the two at most.
const OF_WORDS: usize = 3;

/// Whether a name stands behind a figure that is its own: `105 in the first quarter`.
fn is_right_behind(scene: &Scene<'_>, figure: &Mention, name: &RowName) -> bool {
    let between = scene.text.get(figure.range.end..name.range.start).unwrap_or(",");
    OF.iter().any(|link| between.trim_end().ends_with(link))
        && between.split_whitespace().count() <= OF_WORDS
        && !between.contains([',', ';', '.', ':', '('])
}

/// Whether a passage sets one thing against another, so that not all figures behind a name are its own.
fn are_compared(scene: &Scene<'_>) -> bool {
    scene.passage.words.iter().any(|word| RELATING.contains(&word.stem.as_str()))
}

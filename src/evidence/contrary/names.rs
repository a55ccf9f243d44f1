//! The names that figures stand behind: by turns, and of the label that a column belongs to.
//!
//! Uses the scene and sources of this room.

use super::super::column::Column;
use super::super::mention::Mention;
use super::super::naming::RowName;
use super::super::scene::{Scene, is_figure};
use super::super::source::Source;
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

/// The name before a number where names and figures come by turns, a name first, and each is named once.
pub(super) fn leading<'b>(scene: &Scene<'_>, mention: &Mention, names: &[&'b RowName]) -> Option<&'b RowName> {
    let figures: Vec<&Mention> = scene.mentions.iter().filter(|other| is_figure(other)).collect();
    if figures.len() != names.len() || !(1..=EVIDENCE_ORDERED).contains(&names.len()) {
        return None;
    }
    // `March, up 28.7 % on February to 53,859`
    let is_base = |name: &&'b RowName| {
        let before = scene.text.get(scene.passage.range.start..name.range.start).unwrap_or_default();
        before.ends_with("% on ") || before.ends_with("% over ")
    };
    if names.iter().any(is_base) {
        return None;
    }
    let turns = names.iter().zip(&figures).all(|(name, figure)| name.range.end <= figure.range.start)
        && figures.iter().zip(names.iter().skip(1)).all(|(figure, name)| figure.range.end <= name.range.start);
    let once = names.iter().enumerate().all(|(at, name)| {
        names.iter().skip(at + 1).all(|other| (other.column, &other.rows) != (name.column, &name.rows))
    });
    let at = figures.iter().position(|figure| figure.range == mention.range)?;
    names.get(at).copied().filter(|_| turns && once)
}

//! Which names stand nearest to a number, and whether names and numbers come in one order.
//!
//! Uses what the signs use.

use super::super::held::Held;
use super::super::likely::Supposed;
use super::super::naming::{Naming, RowName};
use super::super::scene::is_figure;
use super::super::sign::Sign;
use super::super::source::Place;
use super::{Reader, holds};
use crate::event::Step;

impl Reader<'_> {
    /// The names before and behind the number.
    pub(super) fn beside<'b>(&self, naming: &'b Naming) -> (Option<&'b RowName>, Option<&'b RowName>) {
        let (start, end) = (self.mention.range.start, self.mention.range.end);
        let before = naming.rows.iter().filter(|name| name.range.end <= start).max_by_key(|name| name.range.end);
        let behind = naming.rows.iter().filter(|name| name.range.start >= end).min_by_key(|name| name.range.start);
        (before, behind)
    }

    /// Which names stand nearest to the number, and whether names and numbers come in one order.
    pub(super) fn order(&self, it: &mut Supposed, held: &Held<'_>, place: Place) {
        let (scene, mention, naming) = (self.scene, self.mention, held.naming);
        let (before, behind) = self.beside(naming);
        let own = |name: &RowName| holds(name, place.row);
        let distance = |name: &RowName| {
            if name.range.end <= mention.range.start {
                mention.range.start - name.range.end
            } else {
                name.range.start.saturating_sub(mention.range.end)
            }
        };
        let nearest = before.into_iter().chain(behind).min_by_key(|name| distance(name));
        it.mark(Sign::NearestName, nearest.is_some_and(own));
        it.mark(Sign::NameBefore, before.is_some_and(own));
        it.mark(Sign::NameBehind, behind.is_some_and(own));
        let figures: Vec<usize> =
            scene.mentions.iter().filter(|other| is_figure(other)).map(|other| other.range.start).collect();
        let at = figures.iter().position(|start| *start == mention.range.start).unwrap_or(0);
        let mut labels: Vec<usize> = naming.rows.iter().filter(|name| own(name)).map(|name| name.column).collect();
        labels.sort_unstable();
        labels.dedup();
        let aligned = labels.into_iter().any(|label| {
            let names: Vec<&RowName> = naming.rows.iter().filter(|name| name.column == label).collect();
            let each = figures.len() / names.len().max(1);
            let regular = names.len() >= 2 && each >= 1 && figures.len() == each * names.len();
            let is = |index: usize| names.get(index).is_some_and(|name| own(name));
            regular && (is(at / each.max(1)) || is(at % names.len().max(1)))
        });
        it.mark(Sign::Aligned, aligned);
        let index = scene.mentions.iter().position(|other| other.range == mention.range).unwrap_or(0);
        let beside = [index.checked_sub(1), Some(index + 1)];
        let mut beside = beside.into_iter().flatten().filter_map(|index| self.play.picked.get(index)?.as_ref());
        let follows = beside.any(|other| {
            let next = |cell: &Place| cell.column == place.column && cell.row.abs_diff(place.row) == 1;
            other.source == held.source
                && other.step == Step::Cell
                && matches!(other.cells.as_slice(), [cell] if next(cell))
        });
        it.mark(Sign::FollowsRow, follows);
    }

    /// Whether the row is one that was named last, and no other has been named since.
    pub(super) fn recent(&self, it: &mut Supposed, held: &Held<'_>, place: Place) {
        let leads = held.naming.rows.iter().any(|name| name.range.end <= self.mention.range.start);
        let recent = self.scene.recent.get(held.source).map_or(&[][..], Vec::as_slice);
        let is = |name: Option<&RowName>| !leads && name.is_some_and(|name| holds(name, place.row));
        it.mark(Sign::RecentFirst, is(recent.first()));
        it.mark(Sign::RecentLast, is(recent.last()));
    }
}

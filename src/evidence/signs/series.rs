//! Whether the items beside a number's own speak of the same column as a value, and of the row that its own item names.
//!
//! Uses what the signs use.

use super::super::likely::{Sign, Supposed};
use super::super::series::Leaning;
use super::Reader;
use crate::event::Step;

impl Reader<'_> {
    /// What the items beside the number's own say of where it is from.
    pub(super) fn series(&self, it: &mut Supposed) {
        let all = self.scene.series.of(self.mention.range.start);
        let place = match (it.candidate.step, it.candidate.cells.as_slice()) {
            (Step::Cell, [place]) => Some(*place),
            _ => None,
        };
        let is = |one: &&Leaning| {
            one.source == it.candidate.source
                && place.is_some_and(|place| one.column == place.column && one.rows.contains(&place.row))
        };
        let most = |shares: &mut dyn Iterator<Item = &Leaning>| shares.map(|one| one.share).fold(0.0, f64::max);
        let (own, any) = (most(&mut all.iter().filter(is)), most(&mut all.iter()));
        it.set(Sign::Series, own);
        it.set(Sign::SeriesElsewhere, any - own);
    }
}

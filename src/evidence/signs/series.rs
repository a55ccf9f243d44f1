//! Whether the items beside a number's own speak of the same column as a value, and of the row that its own item names.
//!
//! Uses what the signs use.

use super::super::likely::Supposed;
use super::super::sign::Sign;
use super::Reader;
use crate::event::Step;

impl Reader<'_> {
    /// What the items beside the number's own say of where it is from.
    pub(super) fn series(&self, it: &mut Supposed) {
        let series = self.scene.series;
        let own = match (it.candidate.step, it.candidate.cells.as_slice()) {
            (Step::Cell, [place]) => series.share(self.mention, it.candidate.source, *place),
            _ => 0.0,
        };
        let any = series.of(self.mention.range.start).iter().map(|one| one.share).fold(0.0, f64::max);
        it.set(Sign::Series, own);
        it.set(Sign::SeriesElsewhere, any - own);
    }
}

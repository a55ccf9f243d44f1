//! What the texts of a column lose as values, although the values are the same: signs, zeros, words for missing ones.

use super::super::shape::{Shape, detail};
use super::Column;

impl Column {
    /// Whether decimals stand there with zeros behind them and with one place, as of versions: `3.10` and `3.1`.
    pub(in super::super) fn mixes_places(&self) -> bool {
        self.details & detail::ZERO_ENDED != 0 && self.details & detail::ONE_DECIMAL != 0 && self.values() > 1
    }

    /// Whether plus signs stand before whole numbers, none of which is negative, and whether others lack the sign.
    pub(in super::super) fn plus_signs(&self) -> (bool, bool) {
        let plus = self.details & detail::PLUS != 0 && self.details & detail::MINUS == 0;
        (plus, plus && self.details & detail::BARE != 0)
    }

    /// Whether plus signs stand before numbers in a style of their own, and none is negative: `+41 44 123`.
    pub(in super::super) fn has_styled_plus(&self) -> bool {
        self.numerals.plus > 0 && self.numerals.negative == 0 && self.details & detail::MINUS == 0
    }

    /// Most digits before the decimals of its numbers.
    pub(in super::super) fn whole_digits(&self) -> u16 {
        self.whole
    }

    /// Whether times of day stand there without seconds.
    pub(in super::super) fn has_bare_minutes(&self) -> bool {
        self.details & detail::MINUTES != 0
    }

    /// Numbers with a plus sign or with zeros behind their decimals.
    pub(in super::super) fn respelled(&self) -> u64 {
        self.respelled
    }

    /// How many texts are words for missing values; dates whose day or month is first; and yes and no.
    pub(in super::super) fn others(&self) -> (u64, u64, u64) {
        let dates = self.has(Shape::DayMonth) + self.has(Shape::DayMonthStamp);
        (self.has(Shape::Word), dates, self.truths.count())
    }

    /// Numbers that are infinite or not a number.
    pub(in super::super) fn not_finite(&self) -> u64 {
        self.has(Shape::NotFinite)
    }

    /// One of the texts of a shape.
    pub(in super::super) fn example_of(&self, shapes: &[Shape]) -> &str {
        shapes.iter().find_map(|&shape| self.examples.get(shape as usize)?.as_deref()).unwrap_or_default()
    }
}

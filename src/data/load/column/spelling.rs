//! What the texts of a column lose as values, although the values are the same: signs, zeros, words for missing ones.

use super::super::shape::{Shape, detail};
use super::{Column, Type};

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

    /// How values of this type are written otherwise than they are stored, though their texts say nothing else: what is
    /// left out, of how many, and one of them.
    pub(in super::super) fn spellings(&self, kind: &Type) -> Vec<(&'static str, u64, &str)> {
        if *kind == Type::Text {
            return Vec::new();
        }
        // Where spaces stand around every value, that is how the file is written.
        let some = self.looks.padded.count < self.values();
        let numbers = kind.is_number();
        let kinds = [
            (some, &self.looks.padded, "spaces around values left out"),
            (true, &self.looks.blank, "nothing but spaces read as missing"),
            (
                matches!(kind, Type::Date | Type::Stamp),
                &self.looks.loose,
                "dates written otherwise than 2024-01-05 read",
            ),
            (numbers, &self.looks.coded, "numbers such as 1E5 written out"),
            (numbers, &self.looks.zero_led, "zeros before numbers left out"),
        ];
        let told = kinds.into_iter().filter(|(is_told, looks, _)| *is_told && looks.count > 0);
        told.map(|(_, looks, how)| (how, looks.count, looks.example.as_deref().unwrap_or_default())).collect()
    }

    /// One of its texts, where all are dates or times but for some that no calendar or clock has.
    pub(in super::super) fn impossible(&self) -> Option<&str> {
        let known: u64 =
            [Shape::Date, Shape::Stamp, Shape::ZonedStamp, Shape::Time].map(|shape| self.has(shape)).iter().sum();
        let all = known > 0 && known + self.looks.impossible.count == self.values();
        self.looks.impossible.example.as_deref().filter(|_| all)
    }

    /// One of its texts, where all are times in zones that stand there by their names.
    pub(in super::super) fn in_named_zones(&self) -> Option<&str> {
        let known: u64 =
            [Shape::Stamp, Shape::DayMonthStamp, Shape::ZonedStamp].map(|shape| self.has(shape)).iter().sum();
        let all = known + self.looks.zones.count == self.values();
        self.looks.zones.example.as_deref().filter(|_| all)
    }

    /// Times with an offset from UTC.
    pub(in super::super) fn zoned(&self) -> u64 {
        self.has(Shape::ZonedStamp)
    }

    /// One of these.
    pub(in super::super) fn zoned_example(&self) -> &str {
        self.examples.get(Shape::ZonedStamp as usize).and_then(Option::as_deref).unwrap_or_default()
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

//! Columns of lists of codes.

use super::super::shape::Shape;
use super::Column;

/// How many times likelier values are lists where so many of them are single codes as decimals hardly are whole numbers.
const SINGLES: f64 = 5.0;
/// One of so many, at least.
const SINGLES_SHARE: u64 = 4;

impl Column {
    /// How many times likelier its values are lists of codes than decimals, as they are by themselves; none where they are
    /// no lists. Without bounds where some can be nothing else.
    pub(in super::super) fn lists(&self) -> Option<f64> {
        let lists = &self.numerals.lists;
        let singles = self.has(Shape::Integer);
        let all = lists.pairs + lists.longer + singles == self.values() && lists.pairs == self.numerals.count;
        if !all || lists.pairs + lists.longer == 0 || self.whole > 2 {
            return None;
        }
        let many = singles > 1 && singles * SINGLES_SHARE >= self.values();
        let weight = if lists.longer > 0 { f64::INFINITY } else { lists.weight() };
        Some(if weight > 1.0 && many { weight * SINGLES } else { weight })
    }

    /// Whether some of its decimals can only be such, with a point before them.
    pub(in super::super) fn has_points(&self) -> bool {
        self.has(Shape::Decimal) > self.numerals.thousands && self.decide(None).is_number()
    }
}

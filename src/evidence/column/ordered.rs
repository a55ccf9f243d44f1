//! The numbers of a column in their order: which rows hold some, how many lie within bounds, which are the ends.

use super::{Column, Measure};

/// How far numbers that are one key may be apart.
const SAME: f64 = 1e-9;

/// How many rows hold a number within bounds, bounds included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    /// The smallest.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// How many rows.
    pub rows: usize,
}

impl Column {
    /// What lies beyond a bound that a text sets: without the bound itself, and with it. A fraction may be told in percent.
    #[must_use]
    pub fn beyond(&self, (bound, is_over): (f64, bool)) -> Vec<(f64, f64)> {
        let bounds = if self.measure == Measure::Fraction { vec![bound, bound / 100.0] } else { vec![bound] };
        let reach = |bound: f64| {
            if is_over {
                [(bound.next_up(), f64::INFINITY), (bound, f64::INFINITY)]
            } else {
                [(f64::NEG_INFINITY, bound.next_down()), (f64::NEG_INFINITY, bound)]
            }
        };
        bounds.into_iter().flat_map(reach).collect()
    }

    /// The rows whose numbers lie between two bounds, bounds included.
    pub fn between(&self, low: f64, high: f64) -> impl Iterator<Item = usize> {
        let start = self.sorted.partition_point(|(number, _)| *number < low);
        let known = self.sorted.iter().skip(start).take_while(move |(number, _)| *number <= high).map(|(_, row)| *row);
        let holds = move |number: &Option<f64>| number.is_some_and(|number| low <= number && number <= high);
        let late = self.numbers.iter().enumerate().skip(self.settled).filter(move |(_, number)| holds(number));
        known.chain(late.map(|(row, _)| row))
    }

    /// Whether any row that was kept holds a number.
    #[must_use]
    pub fn has_numbers(&self) -> bool {
        !self.sorted.is_empty()
    }

    /// The rows that hold a number, in their order.
    #[must_use]
    pub fn holding(&self, number: f64) -> Vec<usize> {
        let mut rows: Vec<usize> = self.between(number - SAME, number + SAME).collect();
        rows.sort_unstable();
        rows
    }

    /// Whether all rows hold the same number.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let first = self.numbers.first().copied().flatten();
        self.numbers.len() > 1 && first.is_some() && self.numbers.iter().all(|number| *number == first)
    }

    /// How many numbers lie within bounds, bounds included.
    #[must_use]
    pub fn count_between(&self, low: f64, high: f64) -> usize {
        let start = self.sorted.partition_point(|(number, _)| *number < low);
        let end = self.sorted.partition_point(|(number, _)| *number <= high);
        let late = self.numbers.iter().skip(self.settled).flatten();
        end.saturating_sub(start) + late.filter(|number| low <= **number && **number <= high).count()
    }

    /// How many rows of the whole result the database counted within bounds, bounds included; none where it was not asked.
    #[must_use]
    pub fn counted_between(&self, low: f64, high: f64) -> Option<usize> {
        let is = |known: &&Counted| known.low.total_cmp(&low).is_eq() && known.high.total_cmp(&high).is_eq();
        self.counted.iter().find(is).map(|known| known.rows)
    }

    /// The rows of the largest, the second largest and the smallest number.
    pub fn extremes(&self) -> impl Iterator<Item = usize> {
        self.sorted.iter().rev().take(2).chain(self.sorted.first()).map(|(_, row)| *row)
    }

    /// The position of a row among the numbers, the largest first or the smallest first, from 1; equal numbers share one.
    #[must_use]
    pub fn rank(&self, row: usize, smallest_first: bool) -> Option<usize> {
        let own = self.numbers.get(row).copied().flatten()?;
        let before = if smallest_first {
            self.sorted.partition_point(|(number, _)| *number < own)
        } else {
            self.sorted.len() - self.sorted.partition_point(|(number, _)| *number <= own)
        };
        Some(before + 1)
    }
}

//! As what else than its name says the numbers of a column may be written.
//!
//! Uses the columns and words of this room.

use super::super::words::{family, stems};
use super::{Column, Measure};

/// How figures are taken from others that keep their unit.
const KEEPING: [&str; 4] = ["average", "median", "maximum", "minimum"];
/// What is taken from ranks, or counts places, is no place in an order.
const OF_RANKS: [&str; 10] =
    ["average", "median", "count", "distinct", "deviation", "minimum", "maximum", "total", "share", "correlation"];

impl Column {
    /// Whether its numbers are places in an order: neither counts of places nor means of ranks.
    pub(super) fn rank_or_not(&self, behind: &str) -> bool {
        let name = stems(&self.name);
        let taken = name.iter().any(|word| OF_RANKS.contains(&family(word)));
        let computed = ["count(", "median(", "avg(", "mean(", "sum(", "stddev", "quantile"];
        let computed = computed.iter().any(|call| behind.trim_start().starts_with(call));
        // `row_number` counts nothing.
        let placed = ["row_number(", "rank("].iter().any(|call| behind.contains(call));
        let counts = self.measure == Measure::Count && !placed;
        self.is_whole && self.is_named_by("rank") && !counts && !taken && !computed
    }

    /// Whether a text may write its numbers as percentages, or as plain numbers, though its name says the other: the mean of
    /// `humidity_pct`, and a rate that is taken for one of percent by its name alone.
    pub(super) fn percent_or_not(&self, behind: &str) -> bool {
        let computed = behind.contains(['/', '*']);
        let says_percent = |text: &str| ["pct", "percent"].iter().any(|word| text.contains(word));
        match self.measure {
            Measure::Plain => says_percent(behind) && !computed && KEEPING.iter().any(|word| self.is_named_by(word)),
            Measure::Percent => {
                let is_rate = self.called.iter().any(|word| word == "share");
                is_rate && !computed && !says_percent(&self.name.to_lowercase())
            }
            Measure::Count | Measure::Fraction | Measure::None => false,
        }
    }

    /// Whether it holds money, by its name, or by that of what it is computed from.
    #[must_use]
    pub fn is_of_money(&self) -> bool {
        const NAMES: [&str; 22] = [
            "revenue", "sales", "cost", "price", "amount", "profit", "margin", "budget", "spend", "fare", "fee",
            "salary", "paid", "pay", "value", "aov", "income", "bill", "rent", "fine", "reserve", "actual",
        ];
        const CODES: [&str; 6] = ["eur", "usd", "gbp", "chf", "euro", "dollar"];
        let unit = self.unit.as_deref().is_some_and(|unit| CODES.contains(&unit));
        unit || self.words.iter().any(|word| NAMES.contains(&word.as_str()))
    }
}

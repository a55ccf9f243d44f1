//! What the numbers of a column are in the unit that a text tells them in: `38.3 MB` of a column in bytes.
//!
//! Uses the scene, the columns and the units of this room.

use std::rc::Rc;

use super::column::{Column, Measure};
use super::mention::{Form, Mention};
use super::rounding::{Window, digits, factor, windows};
use super::scene::{Scene, is_money};
use super::units::{MONEY, PERCENT, is_physical, ratio, told_unit, unit_word};

/// What stands between two numbers of which the second has the unit of both.
const RANGES: [&str; 8] = [" to ", " auf ", " bis ", " and ", " und ", "–", "-", " – "];
/// What the names of columns in cents hold.
const CENTS: [&str; 7] = ["ct", "cent", "cents", "pence", "rappen", "rp", "centimes"];
/// Codes of currencies in the names of columns.
const CURRENCIES: [&str; 8] = ["eur", "usd", "gbp", "chf", "jpy", "sek", "cad", "aud"];

/// What a number of a passage says of the values of a column.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// Where the number starts.
    pub start: usize,
    /// Its digits that say something.
    pub digits: u32,
    /// The values that it stands for.
    pub window: Window,
}

impl Scene<'_> {
    /// What the numbers of the passage that may speak of a column say of its values.
    #[must_use]
    pub fn told_of(&self, source: usize, column: usize) -> Rc<Vec<Written>> {
        let find = || {
            let own = self.sources.get(source).and_then(|of| of.columns.get(column));
            let told = self.mentions.iter().filter_map(|mention| Some((mention, self.factor(mention, own?)?)));
            let written = told.flat_map(|(mention, factor)| {
                let start = mention.range.start;
                windows(mention).map(move |(reading, window)| Written {
                    start,
                    digits: digits(reading),
                    window: window.over(factor),
                })
            });
            Rc::new(written.collect())
        };
        self.memo.windows.of((source, column), find)
    }

    /// The unit right behind a mention; what is written per another, `13 kWh/m²`, is none of those.
    #[must_use]
    pub fn unit_behind(&self, mention: &Mention) -> Option<&'static str> {
        self.unit_written(mention).0
    }

    fn find_unit_behind(&self, mention: &Mention) -> Option<&'static str> {
        let next = self.mentions.get(self.mentions.partition_point(|other| other.range.start < mention.range.end));
        let is_range = |next: &&Mention| {
            let between = self.text.get(mention.range.end..next.range.start).unwrap_or_default();
            mention.form == Form::Number && next.form == Form::Number && RANGES.contains(&between)
        };
        // `from 13.00 to 11.97 GWh`
        self.own_unit(mention).or_else(|| self.own_unit(next.filter(is_range)?))
    }

    fn own_unit(&self, mention: &Mention) -> Option<&'static str> {
        // `5,65 m` may be millions, too; `€2.07 m` are.
        let written = self.text.get(mention.range.clone()).unwrap_or_default();
        if (written.ends_with(" m") || written.ends_with("\u{a0}m")) && !is_money(self.text, mention) {
            return Some("m");
        }
        let word = self.words_behind(mention).first()?;
        let between = self.text.get(mention.range.end..word.range.start).unwrap_or_default();
        let per = between.contains('/') || self.text.get(word.range.end..).is_some_and(|rest| rest.starts_with('/'));
        told_unit(&word.stem).filter(|_| !per)
    }

    /// By what a price per unit is multiplied to be one per the unit that the mention says.
    fn per_unit(&self, mention: &Mention, column: &Column) -> Option<f64> {
        let mut behind = self.behind(mention, 3).skip_while(|word| !matches!(*word, "per" | "je" | "pro"));
        let said = behind.nth(1).and_then(unit_word)?;
        let own = column.name.to_lowercase();
        let (_, under) = own.split_once("per_")?;
        ratio(said, unit_word(under)?)
    }

    /// The unit right behind a mention, or money, where it is written as such; and whether it is written as money.
    fn unit_told(&self, mention: &Mention) -> (Option<&'static str>, bool) {
        let (unit, is_money) = self.unit_written(mention);
        (unit.or_else(|| is_money.then_some(MONEY)), is_money)
    }

    /// Whether a number is written as money.
    #[must_use]
    pub fn writes_money(&self, mention: &Mention) -> bool {
        self.unit_written(mention).1
    }

    fn unit_written(&self, mention: &Mention) -> (Option<&'static str>, bool) {
        let find = || (self.find_unit_behind(mention), is_money(self.text, mention));
        self.memo.units.of(mention.range.start, find)
    }

    /// What one of a column's numbers is in the unit that a mention is told in; none where it cannot be told so.
    fn in_unit(&self, mention: &Mention, column: &Column) -> Option<f64> {
        match (self.unit_told(mention).0, column.unit.as_deref()) {
            // Kilowatt hours are no money.
            (Some(MONEY), Some(unit)) if is_physical(unit) => None,
            // `revenue was 2.07 m` of a column in euros
            (Some(MONEY), Some(unit)) if unit != "ct" => Some(1.0),
            (Some("ct"), Some(unit)) if CURRENCIES.contains(&unit) => Some(1.0),
            // A single letter may be anything.
            (Some(written), Some(unit)) if unit.len() == 1 && ratio(unit, written).is_none() => Some(1.0),
            (Some("m"), Some(unit)) if ratio(unit, "m").is_none() => Some(1.0),
            (Some(written), Some(unit)) if written != unit => ratio(unit, written).map(|ratio| ratio * column.size),
            (Some(_), Some(_)) => Some(column.size),
            _ => Some(1.0),
        }
    }

    /// By what a column in hundredths of a percent, in millionths and the like is multiplied to be in percent.
    fn in_parts(column: &Column) -> Option<f64> {
        let unit = column.unit.as_deref()?;
        ratio(unit, PERCENT).map(|ratio| ratio * column.size)
    }

    /// By what the numbers of a column are multiplied when a mention speaks of them; none where it cannot.
    #[must_use]
    pub fn factor(&self, mention: &Mention, column: &Column) -> Option<f64> {
        // Columns are those of the results, which stay where they are as long as the scene is there.
        let key = (mention.range.start, mention.form, std::ptr::from_ref(column).addr());
        self.memo.factors.of(key, || self.find_factor(mention, column))
    }

    fn find_factor(&self, mention: &Mention, column: &Column) -> Option<f64> {
        if matches!(mention.form, Form::Percent | Form::Points)
            && let Some(parts) = Self::in_parts(column)
        {
            return Some(parts);
        }
        // `sum(quantity * price)` is money.
        let counted = column.measure == Measure::Count || column.is_named_by("quantity") && !column.is_of_money();
        let in_unit = self.in_unit(mention, column);
        // `82.3 per MWh` of a column `chf_per_kwh`
        let in_unit = in_unit.map(|factor| factor * self.per_unit(mention, column).unwrap_or(1.0));
        let is_rank = column.is_rank;
        // `22.5 cents` is 0.225 of a currency.
        let in_cents = mention.form == Form::Number
            && self.behind(mention, 1).any(|word| matches!(word, "cent" | "pence" | "centime" | "rappen" | "ct"))
            && matches!(column.measure, Measure::Plain | Measure::Fraction)
            && column.unit.as_deref() != Some("ct")
            && !column.name.to_lowercase().split('_').any(|part| CENTS.contains(&part));
        let factor = if in_cents {
            Some(100.0 * column.scale)
        } else if self.counts_points(mention) && column.measure.is_relative() && !column.is_named_by("point") {
            factor(Form::Points, column)
        } else {
            factor(mention.form, column)
        };
        let factor =
            factor.map(|factor| if self.is_in_scale(mention, column) { factor / column.scale } else { factor });
        factor
            .filter(|_| !(is_rank || counted && self.unit_told(mention).1))
            .zip(in_unit)
            .map(|(one, other)| one * other)
    }
}

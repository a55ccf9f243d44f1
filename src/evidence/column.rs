//! A column of a result as evidence: its numbers or periods, what it measures, and the words that name it.
//!
//! Uses `table`, and the words and periods of this room. What a column measures is read from its name, from the expression
//! behind it, and from its values; each is a guess, and decides only which numbers may stand for its cells.

mod calendar;
mod classes;
mod name;
mod named;
mod ordered;
mod quantity;
mod usage;

use super::akin::{groups, root};
use super::bins::Bin;
use super::codes::Codes;
use super::expression::Expression;
use super::period::Period;
use super::units::{PERCENT, ratio};
use super::words::{family, stems};
use crate::table::{Cell, Kind, Table};
use calendar::is_calendar;
use classes::class_width;
use name::{PARTS_OF_TIME, is_id, is_of_percent, is_times_hundred, names_money, scale_word, words_of};
use quantity::measured;

pub use name::{is_statistic, year_of};
pub use named::unit_of_name;
pub use ordered::Counted;

/// A column.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each says one thing of the column, and none excludes another")]
pub struct Column {
    /// Its name in the result.
    pub name: String,
    /// Its position.
    pub index: usize,
    /// The first word of its name, as a stem.
    pub first: String,
    /// Whether its name holds digits.
    pub has_digits: bool,
    /// Families of the words of its name alone, in their order.
    pub called: Vec<String>,
    /// Families of the words of its name and of the expression behind it.
    pub words: Vec<String>,
    /// The roots of the words that say what it is of.
    akin: Vec<String>,
    /// What its numbers are.
    pub measure: Measure,
    /// The year that its name holds.
    pub year: Option<i32>,
    /// The unit that its name ends in, such as `mm`.
    pub unit: Option<String>,
    /// How wide the classes are that its numbers begin.
    pub class_width: Option<f64>,
    /// How much of the unit one of its numbers is: 1,000 of `sum(dist_m) / 1000`.
    pub size: f64,
    /// What its numbers are multiples of, by its name: 1,000,000 for `revenue_m`.
    pub scale: f64,
    /// Whether it holds money by its name.
    pub is_called_money: bool,
    /// The word of its name that says so, as a stem: `musd`.
    pub scale_word: Option<String>,
    /// Whether its values say which row this is.
    pub is_label: bool,
    /// Whether its values are ranges, such as `15-29 min`.
    pub has_bins: bool,
    /// Whether its numbers are months of the year.
    pub is_month: bool,
    /// The codes of places that it holds.
    pub codes: Option<Codes>,
    /// Whether its values say yes or no.
    pub is_flag: bool,
    /// Whether its texts are months, quarters or days of the week, in their order.
    pub is_calendar: bool,
    /// Its numbers, by row.
    pub numbers: Vec<Option<f64>>,
    /// The same in ascending order, with their rows; those that came later are not among them.
    sorted: Vec<(f64, usize)>,
    /// Rows that were there when the column was made.
    settled: usize,
    /// Its periods, by row.
    pub periods: Vec<Option<Period>>,
    /// How many rows of the whole result hold a number within bounds, bounds included, where its rows were cut and the database was
    /// asked.
    pub counted: Vec<Counted>,
    /// How its cells stand for them.
    dating: Dating,
    /// Whether all its numbers are whole.
    pub is_whole: bool,
    /// Whether its numbers are written without decimals: they are whole, and not by chance.
    pub is_without_decimals: bool,
    /// Whether its numbers are places in an order.
    pub is_rank: bool,
    /// Whether its numbers are percentages as a text may write them too: rates without a sign, or means of percentages.
    pub may_be_percent: bool,
    /// Whether its numbers can be added up: amounts and counts, no means, rates, ranks or extremes.
    pub is_additive: bool,
    /// Sum over the whole result, where all of it is known.
    pub sum: Option<f64>,
    /// Mean over the whole result.
    pub mean: Option<f64>,
    /// Smallest and largest number of the whole result.
    pub ends: Option<(f64, f64)>,
    /// Different values of the whole result, missing ones left out.
    pub distinct: Option<u64>,
}

/// What the numbers of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// How many there are of something.
    Count,
    /// Percent, written as such: 11.87.
    Percent,
    /// Parts of one: 0.1187.
    Fraction,
    /// Anything else.
    Plain,
    /// No numbers.
    None,
}

/// How the cells of a column stand for periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dating {
    /// They do not.
    None,
    /// As the numbers of years.
    Years,
    /// As dates; days that begin so many months stand for all of them.
    Cells(Option<i64>),
}

impl Measure {
    /// Whether its numbers are shares or rates.
    #[must_use]
    pub fn is_relative(self) -> bool {
        matches!(self, Self::Percent | Self::Fraction)
    }
}

/// Whether all that is known of a column is yes or no, in one of the usual ways, and it is both.
fn is_flag(table: &Table, index: usize) -> bool {
    let values = || table.rows.iter().filter_map(|row| row.get(index));
    let known = || values().filter(|cell| **cell != Cell::Null);
    known().all(|cell| cell.as_flag().is_some())
        && [true, false].iter().all(|is| known().any(|cell| cell.as_flag() == Some(*is)))
}

/// Whether any value of a column is a range.
fn has_bins(table: &Table, index: usize) -> bool {
    let mut texts = table.rows.iter().filter_map(|row| row.get(index)?.as_text());
    texts.any(|text| Bin::of_label(text).is_some())
}

impl Column {
    /// The words of its name that say what it is of, as stems and as heads of their families.
    pub fn telling(&self) -> Vec<String> {
        let mut words: Vec<String> = stems(&self.name);
        words.retain(|word| self.words.iter().any(|own| own == family(word)));
        words.extend(self.words.iter().cloned());
        words.retain(|word| !name::is_generic(word));
        words.sort();
        words.dedup();
        words
    }

    /// Whether its numbers can be told in a unit.
    #[must_use]
    pub fn is_measured_in(&self, unit: &str) -> bool {
        self.unit.as_deref().is_some_and(|own| own == unit || ratio(own, unit).is_some())
    }

    /// A column of a table.
    #[must_use]
    pub fn new(table: &Table, index: usize, expressions: &[Expression]) -> Self {
        let name = table.columns.get(index).cloned().unwrap_or_default();
        let kind = table.kind(index);
        let expression = expressions.iter().find(|expression| expression.name.eq_ignore_ascii_case(&name));
        let behind = expression.map(|expression| expression.text.to_lowercase()).unwrap_or_default();
        let words = words_of(&name, &behind);
        let measured = measured(&name, &behind, expressions);
        let mut column = Self {
            first: stems(&name).into_iter().next().unwrap_or_default(),
            has_digits: name.bytes().any(|byte| byte.is_ascii_digit()),
            called: stems(&name).iter().map(|word| family(word).to_owned()).collect(),
            index,
            is_called_money: names_money(&words),
            words,
            akin: Vec::new(),
            measure: Measure::None,
            // `sales_2023`, `y2023`
            year: stems(&name).iter().find_map(|word| year_of(word.trim_start_matches(char::is_alphabetic))),
            unit: measured.unit,
            size: measured.size,
            class_width: class_width(&behind),
            scale: measured.scale,
            scale_word: scale_word(&name),
            is_label: false,
            has_bins: has_bins(table, index),
            is_month: false,
            codes: Codes::of(table, index),
            is_flag: is_flag(table, index),
            is_calendar: is_calendar(table, index),
            numbers: Vec::new(),
            sorted: Vec::new(),
            settled: table.rows.len(),
            counted: Vec::new(),
            periods: Vec::new(),
            dating: Dating::None,
            is_whole: false,
            is_without_decimals: false,
            may_be_percent: false,
            is_rank: false,
            is_additive: false,
            sum: None,
            mean: None,
            ends: None,
            distinct: None,
            name,
        };
        for row in &table.rows {
            column.push(row.get(index).unwrap_or(&Cell::Null));
        }
        column.settle(kind, &behind);
        column.akin = column.telling().iter().map(|word| root(word)).collect();
        if !table.truncated() {
            column.total(table, index);
        }
        column.sorted = column.numbers.iter().enumerate().filter_map(|(row, number)| Some(((*number)?, row))).collect();
        column.sorted.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        column
    }

    fn push(&mut self, cell: &Cell) {
        self.numbers.push(cell.as_f64());
        self.periods.push(Period::of_cell(cell));
    }

    /// Takes the cell of a row that was not kept. What the column is, such as a label or a percentage, stays as the rows
    /// that were kept say: those are by far the most, and what numbers were judged by must not depend on which rows were
    /// asked for. The new cell is read as they are; and numbers are whole no longer where it is not.
    pub fn push_late(&mut self, cell: &Cell) {
        let number = cell.as_f64();
        let period = match self.dating {
            Dating::None => None,
            Dating::Years => number.and_then(Period::of_year),
            Dating::Cells(months) => {
                Period::of_cell(cell).map(|period| months.map_or(period, |months| period.widened(months)))
            }
        };
        self.is_whole &= number.is_none_or(|number| number.fract() == 0.0);
        self.is_without_decimals &= self.is_whole;
        self.numbers.push(number);
        self.periods.push(period);
    }

    /// What its periods are called.
    #[must_use]
    pub fn period_noun(&self) -> Option<&'static str> {
        let period = self.periods.iter().flatten().next()?;
        Some(match period.last - period.first {
            0 => "day",
            1..=31 => "month",
            32..=200 => "quarter",
            _ => "year",
        })
    }

    /// Whether one of its words is this one.
    #[must_use]
    pub fn is_named_by(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }

    /// Whether a word is made from one that names it, or may say the same.
    #[must_use]
    pub fn is_akin_to(&self, word: &str) -> bool {
        let root = root(word);
        let own_groups = groups(&root);
        self.akin.iter().any(|own| *own == root || groups(own).iter().any(|group| own_groups.contains(group)))
    }

    /// Decides what the column is, once its values are there.
    fn settle(&mut self, kind: Kind, behind: &str) {
        let lower = self.name.to_lowercase();
        let known: Vec<f64> = self.numbers.iter().flatten().copied().collect();
        let whole = !known.is_empty() && known.iter().all(|number| number.fract() == 0.0);
        let has = |word: &str| self.words.iter().any(|own| own == word);
        self.is_whole = whole;
        let decimals = (1..=9).any(|places| behind.contains(&format!(", {places})")));
        self.is_without_decimals = whole && (kind == Kind::Integer || !decimals);
        self.is_month = whole
            && !behind.contains("count(")
            && (has("month") || ["m", "mo"].contains(&lower.as_str()) && behind.contains("month"))
            && known.iter().all(|number| (1.0..=12.0).contains(number));
        let years = whole && known.iter().all(|number| (1500.0..=2200.0).contains(number));
        // 2,139 rows are no year.
        let counts = has("count") || self.first == "row";
        if years && (has("year") || has("decade") || kind == Kind::Integer && !behind.contains('(') && !counts) {
            self.periods = self.numbers.iter().map(|number| number.and_then(Period::of_year)).collect();
            self.dating = Dating::Years;
        } else if kind.is_numeric() {
            self.periods.iter_mut().for_each(|period| *period = None);
        } else {
            self.dating = Dating::Cells(Period::widen(&mut self.periods, has("quarter")));
        }
        let dated = self.periods.iter().flatten().count() > 0;
        let counted = behind.contains("count(") || has("count");
        let computed = ["sum(", "avg(", "min(", "max(", "round(", "row_number", "rank(", "median("];
        let mut distinct: Vec<u64> = known.iter().map(|number| number.to_bits()).collect();
        distinct.sort_unstable();
        distinct.dedup();
        // `floor(age / 10) * 10` may be a double.
        let class = has("class") || has("band") || has("bucket") || behind.trim_start().starts_with("floor(");
        let whole_keys = whole && (kind == Kind::Integer || kind.is_numeric() && class);
        let missing = self.numbers.len() - known.len();
        let leads = self.index == 0 && distinct.len() == known.len() && missing <= 1 && known.len() > 1;
        let grouped = leads && !computed.iter().any(|call| behind.contains(call)) && !has("rank");
        let key = whole_keys && !counted && grouped
            || whole
                && (kind == Kind::Integer || kind == Kind::Text && self.is_month)
                && !counted
                && (is_id(&self.name) || self.is_month || has("class") || PARTS_OF_TIME.contains(&lower.as_str()));
        self.is_label =
            !kind.is_numeric() && !dated && kind != Kind::Boolean && known.len() * 2 <= self.numbers.len() || key;
        self.measure = if dated || key || (known.is_empty() && !kind.is_numeric()) {
            Measure::None
        } else if ["pp", "ppt"].iter().any(|end| lower.ends_with(&format!("_{end}"))) {
            Measure::Plain
        } else if ["pct", "percent", "%", "prozent"].iter().any(|word| lower.contains(word))
            || is_of_percent(behind)
            || self.unit.as_deref() == Some(PERCENT)
        {
            Measure::Percent
        } else if counted && whole && !behind.contains('/') {
            Measure::Count
        } else {
            // `100 * sum(cost) / sum(km)` as `cost_per_100km` is no percentage, and `avg_rate_eur` is a price.
            let per = lower
                .split(|character: char| !character.is_alphanumeric())
                .any(|word| matches!(word, "per" | "je" | "pro" | "par" | "por"));
            let priced = per || self.unit.is_some() || known.iter().any(|number| number.abs() > 100.0);
            // `100 * avg(case when late then 1 else 0 end)`
            let meant = !priced && ["avg(", "mean("].iter().any(|call| behind.contains(call));
            let divided = behind.contains('/') || has("share") && !priced || meant && is_times_hundred(behind);
            let is_amount = self.scale > 1.0 || self.unit.is_some();
            let small = !is_amount && !known.is_empty() && known.iter().all(|number| number.abs() <= 1.0 + 1e-9);
            match (divided, small, is_times_hundred(behind) && !per) {
                (true, _, true) => Measure::Percent,
                (_, true, false) if !whole || meant => Measure::Fraction,
                (true, true, false) => Measure::Fraction,
                (true, false, false) if has("share") && !priced => Measure::Percent,
                _ => Measure::Plain,
            }
        };
        self.is_rank = self.rank_or_not(behind);
        self.may_be_percent = self.percent_or_not(behind);
        let mixes = ["average", "maximum", "minimum", "median", "deviation", "share", "rank", "cumulative", "change"];
        // A pivot takes the largest of one value.
        let taken = ["min(", "max(", "any_value(", "first("].iter().find_map(|call| behind.trim().strip_prefix(call));
        // So does `max(floor_area) AS floor_area`.
        let pivot = taken.is_some_and(|rest| {
            rest.contains("filter") || rest.contains("case ") || rest.strip_suffix(')') == Some(lower.as_str())
        });
        let spoils = |word: &&str| self.words.iter().any(|own| own == word) && !(pivot && EXTREMES.contains(word));
        // `records` counts, though a record may be the most of something.
        let counts = behind.trim_start().starts_with("count(") && self.measure == Measure::Count;
        self.is_additive =
            matches!(self.measure, Measure::Count | Measure::Plain) && (counts || !mixes.iter().any(spoils));
    }

    /// Sum, mean and number of different values, where every row is known.
    fn total(&mut self, table: &Table, index: usize) {
        let known: Vec<f64> = self.numbers.iter().flatten().copied().collect();
        if !known.is_empty() && self.measure != Measure::None {
            let sum: f64 = known.iter().sum();
            self.sum = Some(sum);
            #[expect(clippy::cast_precision_loss, reason = "results hold some thousand rows")]
            let count = known.len() as f64;
            self.mean = Some(sum / count);
            let least = known.iter().copied().fold(f64::INFINITY, f64::min);
            self.ends = Some((least, known.iter().copied().fold(f64::NEG_INFINITY, f64::max)));
        }
        let mut different: Vec<String> = table
            .rows
            .iter()
            .filter_map(|row| row.get(index))
            .filter(|cell| !cell.is_null())
            .map(ToString::to_string)
            .collect();
        different.sort_unstable();
        different.dedup();
        self.distinct = Some(different.len() as u64);
    }
}

/// Families of what stands at an end.
const EXTREMES: [&str; 2] = ["maximum", "minimum"];

#[cfg(test)]
mod tests;

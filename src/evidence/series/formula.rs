//! Steps that parallel items share: `€93/m² for the pool, €38/m² for the library, €34/m² for the hall`, a column `Net` of hires
//! less leavers, `vs LED` of each less that of one row.
//!
//! Uses what a series uses. What a list or a column means is seldom said in words that are checked; but where the numbers of two
//! other items are the same step over the cells of their own rows, to enough digits together, the third should be, too. As of
//! columns, only what the other items hold counts for a number: one that is wrong is no such step.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::mention::{Form, Mention, Reading};
use super::super::rounding::{count, digits, factor, windows};
use super::super::source::{Place, Source};
use super::{OTHERS, is_alike};
use crate::event::Step;
use crate::limits::{EVIDENCE_FORMULA_COLUMNS, EVIDENCE_FORMULA_ROWS};

/// Part of the other items that has to agree: of three, one may be wrong.
pub(super) const MOST: f64 = 0.6;
/// Digits of the numbers that agree, together: a list of small ones is many steps.
const AGREED_DIGITS: u32 = 4;
/// The same of steps of which there are many.
const MANY_DIGITS: u32 = 5;
/// The same where a list alone says which column is meant, or by how many thousands it is told.
const TELLING_DIGITS: u32 = 6;
/// Of what an amount is divided by in steps of time: months, weeks and days of a year, days of a week, hours of a day.
const TIMES: [f64; 5] = [12.0, 52.0, 365.0, 7.0, 24.0];

/// A step over the cells of the rows that an item names.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Formula {
    /// What its rows add up to.
    Sum(usize),
    /// The same in so many: `(467.7), (433.6)` of downloads, where nobody says thousand.
    In(usize, f64),
    /// That in percent of the whole column.
    Share(usize),
    /// One column over another.
    Ratio(usize, usize),
    /// The same in percent, where the sign stands over the numbers.
    Percent(usize, usize),
    /// One less another.
    Difference(usize, usize),
    /// From one to another, in percent of the one.
    Change(usize, usize),
    /// One and another.
    Both(usize, usize),
    /// Less that of one row, which is the same for all.
    Less(usize, usize),
    /// More than that of one row, in percent of it.
    More(usize, usize),
    /// For each of so many parts of time.
    Per(usize, f64),
}

impl Formula {
    /// What it comes to for some rows: the step, its value, and the cells.
    fn of(self, source: &Source, rows: &[usize]) -> Option<(Step, f64, Vec<Place>)> {
        let places = |column: usize| rows.iter().map(move |row| Place { column, row: *row });
        let amount = |column: usize| -> Option<f64> {
            let own = source.columns.get(column).filter(|own| rows.len() == 1 || own.is_additive)?;
            rows.iter().map(|row| own.numbers.get(*row).copied().flatten()).sum()
        };
        let base = |column: usize, row: usize| source.number(Place { column, row }).filter(|base| *base != 0.0);
        let change = |from: f64, to: f64| (from != 0.0).then(|| (to - from) / from.abs() * 100.0);
        let both = |one: usize, other: usize| places(one).chain(places(other)).collect::<Vec<Place>>();
        let with = |column: usize, row: usize| places(column).chain([Place { column, row }]).collect::<Vec<Place>>();
        let (step, value, cells) = match self {
            Self::Sum(own) | Self::In(own, _) => {
                (if rows.len() > 1 { Step::Sum } else { Step::Cell }, amount(own)?, places(own).collect())
            }
            Self::Share(own) => {
                let all = source.columns.get(own)?.sum.filter(|sum| *sum != 0.0)?;
                (Step::Share, amount(own)? / all * 100.0, places(own).collect())
            }
            Self::Ratio(one, other) | Self::Percent(one, other) => {
                let under = amount(other).filter(|under| *under != 0.0)?;
                (Step::Ratio, amount(one)? / under, both(one, other))
            }
            Self::Difference(one, other) => (Step::Difference, amount(one)? - amount(other)?, both(one, other)),
            Self::Change(from, to) => (Step::Change, change(amount(from)?, amount(to)?)?, both(to, from)),
            Self::Both(one, other) => (Step::Sum, amount(one)? + amount(other)?, both(one, other)),
            Self::Less(own, row) => (Step::Difference, amount(own)? - base(own, row)?, with(own, row)),
            Self::More(own, row) => (Step::Change, change(base(own, row)?, amount(own)?)?, with(own, row)),
            Self::Per(own, parts) => (Step::Ratio, amount(own)? / parts, places(own).collect()),
        };
        Some((step, value, cells))
    }

    /// What it is taken over in words, where that is more than one cell or two.
    fn over(self, source: &Source, rows: &[usize]) -> Option<String> {
        let name = |column: usize| source.columns.get(column).map_or("", |own| own.name.as_str());
        let several = |words: String| (rows.len() > 1).then(|| format!("{words} in {} rows", rows.len()));
        match self {
            Self::Per(own, parts) => Some(format!("{} over {parts}", name(own))),
            Self::Ratio(one, other) | Self::Percent(one, other) => {
                several(format!("{} over {}", name(one), name(other)))
            }
            Self::Difference(one, other) => several(format!("{} less {}", name(one), name(other))),
            Self::Change(from, to) => several(format!("change from {} to {}", name(from), name(to))),
            Self::Both(one, other) => several(format!("{} and {}", name(one), name(other))),
            Self::Less(own, row) | Self::More(own, row) => {
                let base = source.row_name(row).unwrap_or_default();
                several(format!("{} against {base}", name(own)))
            }
            Self::Sum(_) | Self::In(..) | Self::Share(_) => None,
        }
    }

    /// By what a value is multiplied to be compared with a number as it is written; none where it is never written so.
    fn factor(self, source: &Source, form: Form) -> Option<f64> {
        let column = |index: usize| source.columns.get(index);
        match self {
            Self::Share(_) | Self::Change(..) | Self::More(..) => {
                matches!(form, Form::Percent | Form::Number).then_some(1.0)
            }
            Self::In(own, many) => column(own).and_then(|own| factor(form, own)).map(|factor| factor / many),
            // `Germination by family (%): 74.7, 74.4`
            Self::Sum(own) => column(own).and_then(|own| factor(form, own).or_else(|| bare(form, own))),
            Self::Ratio(..) => match form {
                Form::Percent => Some(100.0),
                Form::Number | Form::Multiple => Some(1.0),
                _ => None,
            },
            Self::Percent(..) => (form == Form::Number).then_some(100.0),
            Self::Difference(own, _) | Self::Less(own, _) => {
                let form = if form == Form::Points { Form::Percent } else { form };
                column(own).and_then(|own| factor(form, own))
            }
            Self::Both(own, _) | Self::Per(own, _) => column(own).and_then(|own| factor(form, own)),
        }
    }

    /// Whether the numbers of enough other items are the step.
    fn agree<'a>(self, others: impl Iterator<Item = Option<&'a Fit>>) -> bool {
        let others: Vec<Option<&Fit>> = others.collect();
        let agreeing = others.iter().flatten().count();
        let known: u32 = others.iter().flatten().map(|(reading, ..)| digits(*reading)).sum();
        let least = match self {
            Self::Sum(_) | Self::In(..) => TELLING_DIGITS,
            // There are as many as there are rows, or the words say nothing of them.
            Self::Less(..) | Self::More(..) | Self::Per(..) | Self::Percent(..) => MANY_DIGITS,
            _ => AGREED_DIGITS,
        };
        agreeing >= OTHERS && count(agreeing) >= MOST * count(others.len()) && known >= least
    }

    /// The reading of a number that the step gives for some rows, with the step.
    fn fits(self, source: &Source, rows: &[usize], mention: &Mention) -> Option<Fit> {
        let by = self.factor(source, mention.form)?;
        let (step, value, cells) = self.of(source, rows)?;
        // A loss may be told without its sign.
        let holds = |window: super::super::rounding::Window| {
            let window = window.over(by);
            window.holds(value) || value < 0.0 && window.turned().holds(value)
        };
        // Of thousands that nobody says only a number with a fraction is told, or one of a column that is kept in them.
        let is_told = |reading: &Reading| match self {
            Self::In(own, many) => {
                reading.unit < 1.0 || source.columns.get(own).is_some_and(|own| (own.scale - many).abs() < 1e-9)
            }
            _ => true,
        };
        let fits = |(reading, window): &(Reading, super::super::rounding::Window)| {
            digits(*reading) > 1 && is_told(reading) && holds(*window)
        };
        let (reading, _) = windows(mention).find(fits)?;
        Some((reading, step, value, cells))
    }
}

/// By what a column in percent is multiplied to be compared with a number that is written without its sign.
fn bare(form: Form, own: &Column) -> Option<f64> {
    (form == Form::Number).then(|| factor(Form::Percent, own)).flatten()
}

/// All steps that items of a result may share.
fn formulas(source: &Source) -> Vec<Formula> {
    let amounts: Vec<&Column> = source
        .columns
        .iter()
        .filter(|own| own.measure != Measure::None && !source.is_key(own.index))
        .take(EVIDENCE_FORMULA_COLUMNS)
        .collect();
    let alike = |one: &Column, other: &Column| {
        one.unit == other.unit && one.measure.is_relative() == other.measure.is_relative()
    };
    // Where the numbers are those of a column they are no steps.
    let mut all: Vec<Formula> = amounts.iter().map(|own| Formula::Sum(own.index)).collect();
    all.extend(amounts.iter().flat_map(|own| [Formula::In(own.index, 1e3), Formula::In(own.index, 1e6)]));
    for one in &amounts {
        let own = one.index;
        all.extend([Formula::Share(own)].into_iter().filter(|_| one.is_additive));
        all.extend(TIMES.map(|parts| Formula::Per(own, parts)).into_iter().filter(|_| one.is_additive));
        if source.rows.len() <= EVIDENCE_FORMULA_ROWS {
            all.extend((0..source.rows.len()).flat_map(|row| [Formula::Less(own, row), Formula::More(own, row)]));
        }
        for other in amounts.iter().filter(|other| other.index != own) {
            all.extend([Formula::Ratio(own, other.index), Formula::Percent(own, other.index)]);
            if alike(one, other) {
                all.extend([Formula::Difference(own, other.index), Formula::Change(own, other.index)]);
                all.extend([Formula::Both(own, other.index)].into_iter().filter(|_| own < other.index));
            }
        }
    }
    all
}

/// The number of one item in the place that is looked at, with the rows that it is of.
pub(super) type Held<'a> = (&'a [usize], &'a Mention);

/// The steps that the items beside a number share, for each number of one place in all items that is such a step, too; and for
/// those that stand there in what is said of all of them, `totals`.
pub(super) fn shared(held: &[Held<'_>], totals: &[&Mention], index: usize, source: &Source) -> Vec<(usize, Candidate)> {
    let mut found = Vec::new();
    let mut is_of_a_column = false;
    let mut all: Vec<usize> = held.iter().flat_map(|(rows, _)| rows.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    for formula in formulas(source) {
        let is_plain = matches!(formula, Formula::Sum(_) | Formula::In(..));
        if !is_plain && is_of_a_column {
            break;
        }
        let fits: Vec<Option<Fit>> = held.iter().map(|(rows, mention)| formula.fits(source, rows, mention)).collect();
        if fits.iter().flatten().count() <= OTHERS {
            continue;
        }
        let mut give = |mention: &Mention, rows: &[usize], fit: &Fit| {
            is_of_a_column |= is_plain;
            let (reading, step, value, cells) = fit.clone();
            let over = formula.over(source, rows);
            let step = Candidate { over, ..Candidate::of_step(index, step, value, cells, reading) };
            found.push((mention.range.start, step));
        };
        for (at, ((rows, mention), own)) in held.iter().zip(&fits).enumerate() {
            let Some(own) = own else { continue };
            let others = held.iter().zip(&fits).enumerate().filter(|(other, _)| *other != at);
            let alike = others.filter(|(_, ((_, one), _))| is_alike(one.form, mention.form));
            if formula.agree(alike.map(|(_, (_, fit))| fit.as_ref())) {
                give(mention, rows, own);
            }
        }
        for mention in totals {
            let alike = held.iter().zip(&fits).filter(|((_, one), _)| is_alike(one.form, mention.form));
            if !formula.agree(alike.map(|(_, fit)| fit.as_ref())) {
                continue;
            }
            // The mean of what is for each month is for each month of all years.
            let each = match formula {
                Formula::Per(own, parts) => Formula::Per(own, parts * count(all.len())),
                other => other,
            };
            let fit = formula.fits(source, &all, mention).or_else(|| each.fits(source, &all, mention));
            if let Some(fit) = fit {
                give(mention, &all, &fit);
            }
        }
    }
    found
}

/// A reading of a number that is a step, the step, its value and its cells.
type Fit = (Reading, Step, f64, Vec<Place>);

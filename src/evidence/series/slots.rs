//! Columns of a table of one's own that are a step over two others beside them: `Narrowboats per hire boat` of the two counts.
//!
//! Uses what a series uses. As of other steps, the numbers in the other rows of the table say which step is meant, and the number
//! of a row has to be that one over its own row, within what was rounded.

use std::collections::BTreeMap;

use super::super::mention::{Form, Mention, Reading};
use super::super::rounding::{count, digits};
use super::formula::MOST;
use super::{Item, OTHERS, is_alike};

/// Digits of the numbers that agree, together.
const AGREED_DIGITS: u32 = 4;
/// Columns of a table that are looked at.
const COLUMNS: usize = 10;

/// A step over the numbers of two other places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// The one over the other.
    Ratio,
    /// The one less the other.
    Difference,
    /// Both together.
    Sum,
    /// From the other to the one, in percent of the other.
    Change,
}

const OPERATIONS: [Operation; 4] = [Operation::Ratio, Operation::Difference, Operation::Sum, Operation::Change];

impl Operation {
    /// What it comes to, in percent where the number is: or where `in_percent` says that it is without its sign.
    #[must_use]
    pub fn of(self, one: f64, other: f64, in_percent: bool) -> Option<f64> {
        let times = if in_percent { 100.0 } else { 1.0 };
        match self {
            Self::Ratio => (other != 0.0).then(|| one / other * times),
            Self::Difference => Some(one - other),
            Self::Sum => Some(one + other),
            Self::Change => (other != 0.0).then(|| (one - other) / other.abs() * 100.0),
        }
    }
}

/// What a number in a table is: a step over two others of its row, which begin there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// The step.
    pub operation: Operation,
    /// Whether it is in percent.
    pub in_percent: bool,
    /// Where the first of the two begins.
    pub one: usize,
    /// Where the second begins.
    pub other: usize,
}

/// The steps over two others of their row that the numbers of a table are, by where they begin.
pub(super) fn beside(items: &[Item<'_>]) -> Vec<(usize, Beside)> {
    let rows: Vec<BTreeMap<usize, &Mention>> =
        items.iter().map(|item| item.numbers.iter().map(|number| (number.place, number.mention)).collect()).collect();
    let mut places: Vec<usize> = rows.iter().flat_map(|row| row.keys().copied()).collect();
    places.sort_unstable();
    places.dedup();
    places.truncate(COLUMNS);
    let mut found = Vec::new();
    for place in &places {
        for (one, other) in pairs(&places, *place) {
            for (operation, in_percent) in OPERATIONS.iter().flat_map(|step| [(*step, false), (*step, true)]) {
                let held: Vec<(&Mention, &Mention, &Mention, Option<u32>)> = rows
                    .iter()
                    .filter_map(|row| Some((*row.get(place)?, *row.get(&one)?, *row.get(&other)?)))
                    .map(|(own, one, other)| (own, one, other, fits(operation, in_percent, own, one, other)))
                    .collect();
                if held.iter().filter(|(.., fit)| fit.is_some()).count() <= OTHERS {
                    continue;
                }
                for (at, (own, one, other, fit)) in held.iter().enumerate() {
                    let others = held.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, held)| held);
                    let alike: Vec<Option<u32>> =
                        others.filter(|(beside, ..)| is_alike(beside.form, own.form)).map(|(.., fit)| *fit).collect();
                    let agreeing = alike.iter().flatten().count();
                    let known: u32 = alike.iter().flatten().sum();
                    let agreed = agreeing >= OTHERS && count(agreeing) >= MOST * count(alike.len());
                    if fit.is_some() && agreed && known >= AGREED_DIGITS {
                        let beside = Beside { operation, in_percent, one: one.range.start, other: other.range.start };
                        found.push((own.range.start, beside));
                    }
                }
            }
        }
    }
    found
}

/// Two other places, in both orders.
fn pairs(places: &[usize], own: usize) -> impl Iterator<Item = (usize, usize)> {
    places
        .iter()
        .flat_map(move |one| places.iter().map(move |other| (*one, *other)))
        .filter(move |(one, other)| one != other && *one != own && *other != own)
}

/// The digits of a number that is a step over two others as they are written, give or take what was rounded.
fn fits(operation: Operation, in_percent: bool, own: &Mention, one: &Mention, other: &Mention) -> Option<u32> {
    let is_part = operation == Operation::Ratio;
    // A ratio in percent is one with its sign, or without it in a column of percents; all else is in what it is in.
    let is_read_so = match own.form {
        Form::Percent => operation == Operation::Change || is_part && in_percent,
        Form::Number | Form::Multiple => !in_percent || is_part,
        Form::Points => operation == Operation::Difference && !in_percent,
        _ => false,
    };
    let plain = |mention: &Mention| matches!(mention.form, Form::Number | Form::Percent | Form::Points);
    if !is_read_so || !plain(one) || !plain(other) || operation != Operation::Ratio && !is_alike(one.form, other.form) {
        return None;
    }
    let reading = |mention: &Mention| mention.readings.first().copied();
    let (own, one, other) = (reading(own)?, reading(one)?, reading(other)?);
    let ends = |reading: Reading| [reading.value - reading.unit / 2.0, reading.value + reading.unit / 2.0];
    let mut least = f64::INFINITY;
    let mut most = f64::NEG_INFINITY;
    for first in ends(one) {
        for second in ends(other) {
            let value = operation.of(first, second, in_percent)?;
            (least, most) = (least.min(value), most.max(value));
        }
    }
    let [low, high] = ends(own);
    let narrow = most - least <= own.value.abs() * NARROW + own.unit * 4.0;
    (digits(own) > 1 && narrow && low <= most && least <= high).then(|| digits(own))
}

/// What a step over rounded numbers may be off by, of the number.
const NARROW: f64 = 0.05;

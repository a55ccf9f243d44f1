//! The numbers in a text that say something of the data.
//!
//! Works on text alone. [`read`] takes a text apart (`tokens`), reads what is written as a number in digits (`numeral`,
//! `units`), in words (`words`, `orders`) or as a date (`dates`), lets both ends of a range share their unit (`ranges`),
//! and leaves out what is no claim on the data: by where it stands (`zones`) and by what stands around it (`context`,
//! `threshold`), each for an [`Exclusion`]. Never compares a number with anything: that is for the evidence to do.

mod context;
mod dates;
mod days;
mod digits;
mod exclusion;
mod hedge;
mod idioms;
mod numeral;
mod orders;
mod ranges;
mod scaled;
mod separators;
mod threshold;
mod tokens;
mod units;
mod words;
mod zones;

pub use exclusion::Exclusion;

use std::collections::BTreeSet;
use std::ops::Range;

use numeral::{Found, Scan};
use tokens::{Tokens, tokens};
use zones::Zones;

/// A number as it stands in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// Where the number stands in the text: with its sign, currency, scale and percent sign.
    pub range: Range<usize>,
    /// What it may mean, likeliest first; never empty. `1.234` has two, by the separators of two countries, where
    /// nothing else in the text decides.
    pub readings: Vec<Reading>,
    /// How it is written.
    pub form: Form,
    /// What the words around it make of it.
    pub hedge: Hedge,
}

/// One meaning of a written number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Its value, scale included: 1,200,000 for `1.2M`; 12.4 for `12.4 %`; days since 1970-01-01 for a date, in
    /// [`OPEN_YEAR`] where no year is said. What is too large for an `f64` is its largest.
    pub value: f64,
    /// Worth of one in its last written place: 100,000 for `1.2M`, 0.1 for `12.4 %`, 1 for `3`.
    pub unit: f64,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A count, an amount, any plain number.
    Number,
    /// With a percent sign or word.
    Percent,
    /// Percentage points.
    Points,
    /// As a multiple: `3x`, `3 times`.
    Multiple,
    /// A place in an order: `3rd`, `third-largest`.
    Ordinal,
    /// A year as such.
    Year,
    /// A month of a year: its first day.
    Month,
    /// A quarter of a year: its first day.
    Quarter,
    /// A day, of a year or of any.
    Date,
}

/// What the words around a number make of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hedge {
    /// It is as written.
    Exact,
    /// `about`, `roughly`, `~`: zeros at its end are no digits.
    About,
    /// `more than`, `over`, `at least`: the true value is not below.
    Over,
    /// `just over`, `slightly more than`: and it is close.
    JustOver,
    /// `under`, `less than`, `at most`: the true value is not above.
    Under,
    /// `nearly`, `almost`, `just under`: and it is close.
    JustUnder,
    /// `none exceeds`: no true value is above.
    NoneOver,
    /// `none is below`: no true value is below.
    NoneUnder,
}

impl Hedge {
    /// Whether the true value is not below the number.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Over | Self::JustOver | Self::NoneUnder)
    }

    /// Whether the true value is not above the number.
    #[must_use]
    pub fn is_under(self) -> bool {
        matches!(self, Self::Under | Self::JustUnder | Self::NoneOver)
    }
}

/// A number that is no claim on the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it stands in the text.
    pub range: Range<usize>,
    /// Why it is left out.
    pub reason: Exclusion,
}

/// The year in which days without a year are counted: no text and no data that is read here is of it, and it has a 29th of
/// February.
pub const OPEN_YEAR: i64 = 0;

/// All numbers of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Numbers {
    /// The claims, in their order.
    pub mentions: Vec<Mention>,
    /// The others, in their order.
    pub left_out: Vec<LeftOut>,
    /// Of these the bounds that sentences set themselves.
    pub bounds: Vec<Mention>,
}

/// What a text names of the data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// Where names with digits stand, of columns, values and tables: a number inside one is part of it.
    pub numbered: Vec<Range<usize>>,
    /// Where names of rows without digits end: in `Hamburg Port 58` the number is no port's.
    pub ends: BTreeSet<usize>,
}

/// The numbers of a text that are claims on the data, in their order, where it is not known what the data holds.
#[must_use]
pub fn find(text: &str) -> Vec<Mention> {
    read(text, &Names::default(), None).mentions
}

/// The numbers of a text, claims and others.
#[must_use]
pub fn read(text: &str, names: &Names, question: Option<&str>) -> Numbers {
    let tokens = tokens(text);
    let (found, mut left_out) = scan(text, &tokens);
    let asked = question.map(asked).unwrap_or_default();
    let zones = zones::zones(text, &names.numbered);
    for number in &mut left_out {
        number.reason = zones.reason(number.range.clone()).unwrap_or(number.reason);
    }
    let mut reasons: Vec<Option<Exclusion>> =
        found.iter().map(|number| reason(&tokens, number, &zones, &asked, names)).collect();
    ranges::agree(&tokens, &found, &mut reasons);
    let hedges = ranges::hedges(&tokens, &found);
    let (mut mentions, mut bounds) = (Vec::new(), Vec::new());
    for ((number, reason), hedge) in found.iter().zip(reasons).zip(hedges) {
        let range = tokens.range(number.first, number.last);
        let form = context::form(&tokens, number);
        let mention = Mention { range: range.clone(), readings: separators::telling(number.readings()), form, hedge };
        match reason {
            None => mentions.push(mention),
            Some(reason) => {
                left_out.push(LeftOut { range, reason });
                bounds.extend((reason == Exclusion::Threshold).then_some(mention));
            }
        }
    }
    left_out.sort_by_key(|number| number.range.start);
    Numbers { mentions, left_out, bounds }
}

/// Why a number is no claim.
fn reason(tokens: &Tokens, number: &Found, zones: &Zones, asked: &Asked, names: &Names) -> Option<Exclusion> {
    let core = tokens.range(number.core.0, number.core.1);
    let before = number.first.checked_sub(1).and_then(|before| tokens.get(before));
    let is_behind_name = before.is_some_and(|before| names.ends.contains(&before.range.end));
    let is_label = |reason: &Exclusion| *reason == Exclusion::Label;
    zones
        .reason(core)
        .or_else(|| context::reason(tokens, number).filter(|reason| !(is_behind_name && is_label(reason))))
        .or_else(|| asked.contains(number).then_some(Exclusion::Question))
        .or_else(|| threshold::is_threshold(tokens, number).then_some(Exclusion::Threshold))
}

/// What is written as a number, and what only looks like one.
fn scan(text: &str, tokens: &Tokens) -> (Vec<Found>, Vec<LeftOut>) {
    let mut found: Vec<Found> = Vec::new();
    let mut left_out = Vec::new();
    let (mut at, mut floor) = (0, 0);
    while at < tokens.len() {
        let scanned = dates::scan(tokens, at)
            .or_else(|| orders::scan(tokens, at))
            .or_else(|| numeral::scan(text, tokens, at, floor))
            .or_else(|| words::spelled(text, tokens, at, floor).map(|number| Scan::Numbers(vec![number])));
        at = match scanned {
            Some(Scan::Numbers(numbers)) => {
                found.extend(numbers.into_iter().filter(|number| !number.readings().is_empty()));
                found.last().map_or(at, |number| number.last) + 1
            }
            Some(Scan::Out(reason, last)) => {
                left_out.push(LeftOut { range: tokens.range(at, last), reason });
                last + 1
            }
            None => {
                at += 1;
                continue;
            }
        };
        floor = at;
    }
    separators::settle(&mut found);
    ranges::share(tokens, &mut found);
    scaled::share(text, tokens, &mut found);
    (found, left_out)
}

/// The numbers of the question.
#[derive(Debug, Default)]
struct Asked(Vec<(Form, f64)>);

fn asked(question: &str) -> Asked {
    let (found, _) = scan(question, &tokens(question));
    Asked(found.iter().flat_map(|number| number.readings().into_iter().map(|r| (number.form, r.value))).collect())
}

impl Asked {
    /// Whether a number has a value and a form of the question's. A year is asked for as a plain number too.
    fn contains(&self, number: &Found) -> bool {
        let plain = |form: Form| if form == Form::Year { Form::Number } else { form };
        let Some(value) = number.value() else { return false };
        let is_same =
            |form: Form, own: f64| (own - value).abs() < f64::EPSILON || form == Form::Date && dates::fits(own, value);
        self.0.iter().any(|(form, own)| plain(*form) == plain(number.form) && is_same(*form, *own))
    }
}

#[cfg(test)]
mod tests;

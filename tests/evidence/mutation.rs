//! Changes of true numbers, each of one kind, made from the labels and the same every time.

use std::ops::Range;

use csvchat::event::Step;
use csvchat::table::Table;

use super::corpus::{Label, Sentence, Whole, cell, column, number, rounds};
use super::oracle::{Changed, Names, is_name};
use super::written::{self, Form, Reading};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Digit,
    Scale,
    Sign,
    Rows,
    Exchange,
    Columns,
    Stale,
    Rounding,
}

pub const KINDS: [Kind; 8] =
    [Kind::Digit, Kind::Scale, Kind::Sign, Kind::Rows, Kind::Exchange, Kind::Columns, Kind::Stale, Kind::Rounding];

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Digit => "digit",
            Self::Scale => "scale",
            Self::Sign => "sign",
            Self::Rows => "swapped rows",
            Self::Exchange => "exchanged rows",
            Self::Columns => "swapped columns",
            Self::Stale => "stale total",
            Self::Rounding => "off by rounding",
        }
    }
}

/// A sentence with one number changed, or two of one column exchanged.
pub struct Mutation {
    pub kind: Kind,
    /// Position of the label among the sentence's numbers.
    pub label: usize,
    pub number: String,
    pub text: String,
    /// Where the changed number stands.
    pub range: Range<usize>,
    /// Whether it is true again, so that it does not count.
    pub is_true: bool,
    /// Whether the sentence names the row of the cell, or it is no single cell.
    pub is_named: bool,
}

/// The same numbers for the same sentence, number and kind.
struct Chance(u64);

impl Chance {
    fn of(sentence: &str, label: usize, kind: Kind) -> Self {
        let seed = format!("{sentence}/{label}/{}", kind.name());
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(seed.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// A true number and what stands behind it.
struct Case<'a> {
    label: &'a Label,
    table: &'a Table,
    reading: Reading,
    value: f64,
}

impl<'a> Case<'a> {
    fn of(label: &'a Label, set: &str, whole: &'a Whole) -> Option<Self> {
        let origin = label.from.as_ref().filter(|_| label.is_true())?;
        let table = whole.get(&(set.to_owned(), origin.result.clone()))?;
        let value = label.value.as_ref().and_then(number)?;
        let fits = |reading: &Reading| {
            let (low, high) = reading.bounds(label.hedge);
            let signed = [value, -value, 100.0 * value, -100.0 * value];
            signed.iter().any(|value| (low..=high).contains(value))
        };
        let reading = written::readings(&label.text).into_iter().find(fits)?;
        Some(Self { label, table, reading, value })
    }

    fn step(&self) -> Step {
        self.label.from.as_ref().map_or(Step::Cell, |origin| origin.step)
    }

    /// Another value in the style of this number; whole ones of another column without decimals.
    fn like(&self, value: f64, same_column: bool) -> Option<String> {
        match self.reading.form {
            Form::Day => {
                let day = jiff::civil::date(1970, 1, 1).checked_add(jiff::Span::new().days(value as i64)).ok()?;
                return Some(written::day_like(&self.label.text, day));
            }
            Form::Word | Form::Ordinal if self.digits().is_none() => {
                let small = value.fract() == 0.0 && (0.0..=12.0).contains(&value);
                return if small { written::word_like(&self.label.text, value as usize) } else { None };
            }
            Form::Number | Form::Percent | Form::Points | Form::Multiple | Form::Ordinal | Form::Word => {}
        }
        let percent = written::percent_factor(self.label);
        let percent = if value.abs() <= 1.0 { percent } else { 1.0 };
        let shown = value * percent / self.reading.scale;
        let (before, digits, after) = self.digits()?;
        let whole = !same_column && shown.fract() == 0.0 && self.reading.form == Form::Number;
        let decimals = if whole { 0 } else { self.reading.decimals };
        let number = self.reading.digits(shown, decimals, self.reading.groups(digits));
        let minus = value < 0.0 && !before.contains(['-', '−']);
        Some(format!("{before}{}{number}{after}", if minus { "-" } else { "" }))
    }

    /// Whether the sentence names the row of the cell, or it is no single cell.
    fn is_named(&self, names: &Names) -> bool {
        let result = self.label.from.as_ref().map(|origin| names.in_result(&origin.result));
        let cell = result.zip(self.place());
        is_name(self.label, self.table) || cell.is_none_or(|(rows, (row, _))| rows.contains(&row))
    }

    fn digits(&self) -> Option<(&'a str, &'a str, &'a str)> {
        written::parts(&self.label.text)
    }

    fn digit(&self, chance: &mut Chance) -> Vec<String> {
        if self.reading.form == Form::Day {
            let shift = [1.0, -1.0, 10.0, 365.0, -31.0, 3653.0][chance.below(6)];
            return self.like(self.value + shift, true).into_iter().collect();
        }
        let Some((before, digits, after)) = self.digits() else {
            let other = self.reading.value + [1.0, 2.0, -1.0, 3.0][chance.below(4)];
            return self.like(other, true).into_iter().collect();
        };
        let places: Vec<usize> =
            digits.char_indices().filter(|(_, letter)| letter.is_ascii_digit()).map(|(at, _)| at).collect();
        let mut changed = Vec::new();
        for _ in 0..2 {
            let at = places[chance.below(places.len())];
            let old = usize::from(digits.as_bytes()[at] - b'0');
            let mut new = (old + 1 + chance.below(9)) % 10;
            if new == 0 && at == 0 && places.len() > 1 {
                new = if old == 9 { 8 } else { 9 };
            }
            changed.push(format!("{before}{}{new}{}{after}", &digits[..at], &digits[at + 1..]));
        }
        changed.dedup();
        changed
    }

    fn scale(&self, chance: &mut Chance) -> Vec<String> {
        let (Some((before, digits, after)), false) =
            (self.digits(), matches!(self.reading.form, Form::Day | Form::Ordinal))
        else {
            return Vec::new();
        };
        let mut choices: Vec<String> = Vec::new();
        for (from, to) in
            [("K", "M"), ("k", "m"), ("M", "K"), ("M", "B"), ("million", "billion"), ("billion", "million")]
        {
            if after.trim() == from {
                choices.push(format!("{before}{digits}{}", after.replace(from, to)));
            }
        }
        let shown = self.reading.value.abs() / self.reading.scale;
        let groups = self.reading.groups(digits);
        let mut by = |factor: f64, decimals: usize| {
            let decimals =
                if (shown * factor).fract().abs() < 1e-9 { decimals.min(self.reading.decimals) } else { decimals };
            choices.push(format!("{before}{}{after}", self.reading.digits(shown * factor, decimals, groups)));
        };
        let decimals = self.reading.decimals;
        by(10.0, decimals.saturating_sub(1));
        by(0.1, decimals + 1);
        if self.reading.form == Form::Percent {
            by(0.01, decimals + 2);
        } else {
            by(1000.0, decimals.saturating_sub(3));
        }
        let first = chance.below(choices.len());
        vec![choices.swap_remove(first)]
    }

    fn sign(&self) -> Vec<String> {
        let year = self.label.text.len() == 4 && self.reading.value >= 1000.0;
        let directed = matches!(self.step(), Step::Difference | Step::Change);
        let plain = matches!(self.reading.form, Form::Number | Form::Percent | Form::Points);
        let Some((before, digits, after)) =
            self.digits().filter(|_| plain && !year && !is_name(self.label, self.table))
        else {
            return Vec::new();
        };
        if let Some(sign) = before.find(['-', '−', '+']) {
            let mark = before[sign..].chars().next().map_or(0, char::len_utf8);
            let new = if before.contains('+') { "-" } else { "" };
            return vec![format!("{}{new}{}{digits}{after}", &before[..sign], &before[sign + mark..])];
        }
        if directed || self.value < 0.0 { Vec::new() } else { vec![format!("-{}", self.label.text)] }
    }

    fn rows(&self, chance: &mut Chance) -> Vec<String> {
        let Some((row, name)) = self.place() else { return Vec::new() };
        let next = if row < self.table.rows.len() { row + 1 } else { row.saturating_sub(1) };
        let other = 1 + chance.below(self.table.rows.len());
        let cells =
            [next, other].into_iter().filter(|other| *other != row).filter_map(|row| cell(self.table, row, name));
        let mut changed: Vec<String> = cells.filter_map(number).filter_map(|value| self.like(value, true)).collect();
        changed.dedup();
        changed
    }

    fn columns(&self, chance: &mut Chance) -> Vec<String> {
        let Some((row, own)) = self.place().filter(|_| !is_name(self.label, self.table)) else { return Vec::new() };
        let numeric = |name: &&String| {
            let kind = self.table.columns.iter().position(|column| column == *name).map(|at| self.table.kind(at));
            *name != own && kind.is_some_and(csvchat::table::Kind::is_numeric)
        };
        let others: Vec<&String> = self.table.columns.iter().filter(numeric).collect();
        let Some(other) = others.get(chance.below(others.len())) else { return Vec::new() };
        cell(self.table, row, other).and_then(number).and_then(|value| self.like(value, false)).into_iter().collect()
    }

    fn place(&self) -> Option<(usize, &'a String)> {
        let origin = self.label.from.as_ref().filter(|origin| origin.step == Step::Cell)?;
        origin.row.zip(origin.column.as_ref())
    }

    fn stale(&self, set: &str, whole: &Whole, chance: &mut Chance) -> Vec<String> {
        let total = match self.step() {
            Step::RowCount | Step::ColumnCount | Step::Distinct | Step::Sum | Step::Mean | Step::Count => true,
            Step::Cell => self.table.rows.len() == 1,
            Step::Rank | Step::Difference | Step::Ratio | Step::Change | Step::Share | Step::Condition => false,
        };
        if !total || self.reading.form == Form::Day {
            return Vec::new();
        }
        let own = self.label.from.as_ref().map(|origin| origin.result.as_str());
        let others = whole.iter().filter(|((of, id), _)| of == set && Some(id.as_str()) != own).map(|(_, table)| table);
        let mut totals: Vec<f64> = Vec::new();
        for table in others {
            totals.push(table.row_count as f64);
            let numeric = (0..table.columns.len()).filter(|index| table.kind(*index).is_numeric());
            totals.extend(numeric.map(|index| column(table, &table.columns[index]).iter().sum::<f64>()));
        }
        totals.retain(|total| *total > 0.0);
        let mut picked = || totals.get(chance.below(totals.len())).and_then(|total| self.like(*total, false));
        let mut changed: Vec<String> = [picked(), picked()].into_iter().flatten().collect();
        changed.dedup();
        changed
    }

    fn rounding(&self) -> Vec<String> {
        let plain = !matches!(self.reading.form, Form::Day | Form::Ordinal);
        let Some((before, digits, after)) = self.digits().filter(|_| plain && self.label.hedge.is_none()) else {
            return Vec::new();
        };
        let places = self.reading.decimals;
        let shown = self.reading.value.abs() / self.reading.scale;
        let grouped = self.reading.groups(digits);
        let one = 1.0 / 10_f64.powf(places as f64);
        let near = [shown + one, shown - one].into_iter().filter(|value| *value >= 0.0);
        near.map(|value| format!("{before}{}{after}", self.reading.digits(value, places, grouped))).collect()
    }

    fn all(&self, kind: Kind, set: &str, whole: &Whole, chance: &mut Chance) -> Vec<String> {
        match kind {
            Kind::Digit => self.digit(chance),
            Kind::Scale => self.scale(chance),
            Kind::Sign => self.sign(),
            Kind::Rows => self.rows(chance),
            Kind::Columns => self.columns(chance),
            Kind::Stale => self.stale(set, whole, chance),
            Kind::Rounding => self.rounding(),
            Kind::Exchange => Vec::new(),
        }
    }
}

fn replaced(text: &str, label: &Label, number: &str) -> String {
    format!("{}{number}{}", &text[..label.start], &text[label.end()..])
}

/// The decimal point of a sentence, by the numbers that show which.
fn point(sentence: &Sentence, whole: &Whole) -> char {
    let cases = sentence.numbers.iter().filter_map(|label| Case::of(label, &sentence.set, whole));
    cases.into_iter().find_map(|case| case.reading.shown_point()).unwrap_or('.')
}

/// The changes of one number.
fn changes(sentence: &Sentence, index: usize, whole: &Whole, names: &Names) -> Vec<Mutation> {
    let label = &sentence.numbers[index];
    let Some(mut case) = Case::of(label, &sentence.set, whole) else { return Vec::new() };
    let point = case.reading.shown_point().unwrap_or_else(|| point(sentence, whole));
    case.reading.point = point;
    let mut found = Vec::new();
    for kind in KINDS {
        let mut chance = Chance::of(&sentence.id, index, kind);
        for number in case.all(kind, &sentence.set, whole, &mut chance) {
            let is_nothing = written::readings(&number).iter().all(|reading| reading.value.abs() < 1e-9);
            if number == label.text || is_nothing {
                continue;
            }
            let text = replaced(&sentence.text, label, &number);
            let changed = Changed { label, number: &number, names, point, exchanged: false };
            let is_true = changed.is_true(&sentence.set, whole);
            let range = label.start..label.start + number.len();
            found.push(Mutation { kind, label: index, number, text, range, is_true, is_named: case.is_named(names) });
        }
    }
    found
}

/// Two numbers of one column that change places, where the sentence names the rows of both: a number for each.
fn exchanges(sentence: &Sentence, whole: &Whole, names: &Names) -> Vec<Mutation> {
    let cells: Vec<(usize, Case)> = sentence
        .numbers
        .iter()
        .enumerate()
        .filter_map(|(index, label)| Some((index, Case::of(label, &sentence.set, whole)?)))
        .filter(|(_, case)| case.place().is_some() && !is_name(case.label, case.table))
        .collect();
    let mut found = Vec::new();
    for pair in cells.windows(2) {
        let [(first, one), (second, other)] = pair else { continue };
        let column =
            |case: &Case| case.label.from.as_ref().map(|origin| (origin.result.clone(), origin.column.clone()));
        let same = one.value.to_bits() == other.value.to_bits()
            || rounds(&one.label.text, one.label.hedge, Step::Cell, other.value);
        if column(one) != column(other)
            || !one.is_named(names)
            || !other.is_named(names)
            || one.reading.form != other.reading.form
            || same
        {
            continue;
        }
        let text = replaced(&sentence.text, other.label, &one.label.text);
        let text = replaced(&text, one.label, &other.label.text);
        let shift = other.label.text.len().cast_signed() - one.label.text.len().cast_signed();
        for (index, case, number, start) in [
            (*first, one, &other.label.text, one.label.start),
            (*second, other, &one.label.text, other.label.start.wrapping_add_signed(shift)),
        ] {
            let changed = Changed { label: case.label, number, names, point: case.reading.point, exchanged: true };
            let is_true = changed.is_true(&sentence.set, whole);
            let range = start..start + number.len();
            found.push(Mutation {
                kind: Kind::Exchange,
                label: index,
                number: number.clone(),
                text: text.clone(),
                range,
                is_true,
                is_named: true,
            });
        }
    }
    found
}

/// All changes of a sentence.
pub fn of(sentence: &Sentence, whole: &Whole) -> Vec<Mutation> {
    let names = Names::of(sentence, whole);
    let single = (0..sentence.numbers.len()).flat_map(|index| changes(sentence, index, whole, &names));
    single.chain(exchanges(sentence, whole, &names)).collect()
}

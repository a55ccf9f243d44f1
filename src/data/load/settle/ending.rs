//! What the records at a table's end are: rows, totals and other figures, or notes.
//!
//! A word alone proves nothing: `N` is a no as well as a number of rows, and Max a person. The figures must be those of
//! the rows above, or the word must stand where only numbers or dates do.

use super::super::column::Type;
use super::super::decide::Decision;
use super::super::numeral;
use super::super::shape::{Shape, classify, trim};
use super::super::subtotal::{self, Agreement, Sum, Total, Word};
use super::super::summary::{self, Figure};
use super::super::survey::{Aside, Reason, Survey};

/// Share of a sum from which a number may be it: numbers that are rounded one by one do not quite add up.
const NEARLY: f64 = 0.95;

/// The first text of a record, and its column.
fn label(row: &Aside) -> Option<(usize, &[u8])> {
    row.texts.iter().map(|text| trim(text)).enumerate().find(|(_, text)| !text.is_empty())
}

/// The figure that a record begins with the name of.
pub(super) fn figure(row: &Aside) -> Option<Figure> {
    label(row).and_then(|(_, text)| summary::figure(text))
}

/// How plainly a record begins with a word for a total.
pub(super) fn total_word(row: &Aside) -> Option<Word> {
    label(row).and_then(|(_, text)| subtotal::word(text))
}

/// A record that is kept as a row, but told.
pub(super) fn likely(row: Aside) -> Aside {
    if row.total.is_some() {
        return row;
    }
    let column = label(&row).map_or(0, |(column, _)| column);
    Aside { total: Some(Total { word: Some(Word::Alone), column, adds_up: false }), ..row }
}

/// What is known of the rows above a record near the end.
pub(super) struct Above<'a> {
    /// The numbers of each column, where all rows are still there.
    numbers: Option<Vec<Vec<f64>>>,
    /// The line on which notes begin.
    pub(super) notes: u64,
    /// The rows that are still there.
    rows: &'a [Aside],
    tail: &'a [Aside],
}

impl<'a> Above<'a> {
    /// Of the rows up to `end`.
    pub(super) fn of(found: &Survey, types: &[Decision], rows: &'a [Aside], tail: &'a [Aside], end: usize) -> Self {
        let notes = super::notes(tail);
        let mut numbers = vec![Vec::new(); found.frame.width];
        let is_row = |row: &&Aside| !row.total.is_some_and(Total::is_certain);
        for row in rows.iter().chain(tail.iter().take(end)).filter(is_row) {
            for ((numbers, text), kind) in numbers.iter_mut().zip(&row.texts).zip(types) {
                numbers.extend(kind.number(text));
            }
        }
        Self { numbers: (found.records == 0).then_some(numbers), notes, rows, tail }
    }

    /// How many numbers of a record are this figure of those above; none where as many others are not.
    fn agreeing(&self, row: &Aside, types: &[Decision], figure: Figure) -> usize {
        let (mut agreed, mut other) = (0, 0);
        for ((text, kind), above) in row.texts.iter().zip(types).zip(self.numbers.iter().flatten()) {
            match kind.number(text) {
                Some(number) if figure.is_of(above, number, trim(text)) => agreed += 1,
                Some(_) => other += 1,
                None => {}
            }
        }
        if agreed > other { agreed } else { 0 }
    }

    /// Whether the numbers of a record are sums of those above; none where not all of these are there.
    fn adds_up(&self, row: &Aside, types: &[Decision]) -> Option<bool> {
        let numbers = self.numbers.as_ref()?;
        let mut agreement = Agreement::default();
        for ((text, kind), above) in row.texts.iter().zip(types).zip(numbers) {
            if let Some(number) = kind.number(text) {
                agreement.take(number, &Sum::of(above));
            }
        }
        Some(agreement.adds_up())
    }

    /// Whether a record that begins with a word for a figure is data all the same: other records begin so, too, or it has
    /// a text where numbers or dates are.
    fn is_data(&self, row: &Aside, types: &[Decision]) -> bool {
        let Some((column, text)) = label(row) else { return false };
        let same = |other: &&Aside| other.texts.get(column).is_some_and(|other| trim(other) == text);
        let number = |text: &[u8]| {
            numeral::is_numeral(text) || text.starts_with(b"#") || !matches!(classify(text).shape, Shape::Text)
        };
        let fields = row.texts.iter().zip(types).enumerate().filter(|(at, _)| *at != column);
        self.rows.iter().chain(self.tail).filter(same).count() > 1
            || fields.map(|(_, field)| field).any(|(text, kind)| !kind.fits(text) && !number(trim(text)))
    }

    /// Whether a record that is kept may be a line of figures, as nothing tells.
    pub(super) fn may_sum_up(&self, row: &Aside, types: &[Decision]) -> bool {
        let named = figure(row).is_some() || total_word(row) == Some(Word::Alone);
        named && !self.is_data(row, types)
    }

    /// Whether a record is the figure that it begins with the name of.
    fn proves(&self, row: &Aside, types: &[Decision], figure: Figure, after_gap: bool) -> bool {
        let Some((column, text)) = label(row) else { return false };
        let apart = types.get(column).is_some_and(|kind| kind.kind != Type::Text && !kind.fits(text));
        let agreed = self.agreeing(row, types, figure);
        if !summary::is_open(text) {
            return apart || agreed > 0;
        }
        let others = || self.tail.iter().filter_map(|row| Some(self.agreeing(row, types, super::figure(row)?)));
        match agreed {
            0 => apart && text.len() > 1 && self.numbers.is_none(),
            1 => apart || after_gap || others().filter(|agreed| *agreed > 0).count() > 1,
            _ => true,
        }
    }

    /// Whether a record is the total that it begins with a word for.
    fn totals(&self, row: &Aside, types: &[Decision], word: Word) -> bool {
        let misfits = label(row).is_some_and(|(column, text)| types.get(column).is_some_and(|kind| !kind.fits(text)));
        let plain = word > Word::Open && (misfits || row.filled() == 1 || self.lacks_names(row, types));
        self.adds_up(row, types) == Some(true) || (plain && (misfits || !self.is_contradicted(row, types)))
    }

    /// Whether a record has nothing where all others have a name or a date, as totals do. A number may be missing.
    fn lacks_names(&self, row: &Aside, types: &[Decision]) -> bool {
        let others = || self.rows.iter().chain(self.tail).filter(|other| other.line < row.line && other.filled() > 1);
        let others = || others().filter(|other| total_word(other).is_none() && figure(other).is_none());
        let is_filled = |row: &Aside, column: usize| row.texts.get(column).is_some_and(|text| !trim(text).is_empty());
        types.iter().enumerate().any(|(column, kind)| {
            !kind.kind.is_number() && !is_filled(row, column) && others().all(|other| is_filled(other, column))
        })
    }

    /// Whether no number of a record can be the sum or the mean of those above: each is less than that, and not between.
    /// More it may be where the table lists but the largest.
    fn is_contradicted(&self, row: &Aside, types: &[Decision]) -> bool {
        let numbers = row.texts.iter().zip(types).zip(self.numbers.iter().flatten());
        let mut given = numbers.filter_map(|((text, kind), above)| Some((kind.number(text)?, above))).peekable();
        let can_be = |(number, above): (f64, &Vec<f64>)| {
            let (least, greatest) = (above.iter().copied().reduce(f64::min), above.iter().copied().reduce(f64::max));
            let between = least.zip(greatest).is_none_or(|(least, greatest)| (least..=greatest).contains(&number));
            between || number.abs() >= NEARLY * above.iter().sum::<f64>().abs()
        };
        given.peek().is_some() && !given.any(can_be)
    }
}

/// Why a record below the table is no row; none if it is one.
pub(super) fn verdict(row: &Aside, types: &[Decision], above: &Above<'_>, before: &[Aside]) -> Option<Reason> {
    let filled = row.filled();
    if filled == 0 {
        return Some(Reason::Empty);
    }
    let misfits = row.texts.iter().zip(types).filter(|(text, kind)| !kind.fits(text)).count();
    if row.total.is_some_and(Total::is_certain) {
        return Some(Reason::Total);
    }
    let after_gap = before
        .iter()
        .rev()
        .find(|other| other.line < row.line)
        .is_some_and(|other| other.filled() == 0 || row.line > other.line + other.lines);
    if let Some(figure) = figure(row) {
        let told = !above.is_data(row, types) && above.proves(row, types, figure, after_gap);
        return told.then_some(Reason::Total);
    }
    if let Some(word) = total_word(row) {
        let told = !above.is_data(row, types) && above.totals(row, types, word);
        return told.then_some(Reason::Total);
    }
    let named = is_named_note(row) && misfits > 0 && (after_gap || !is_full(row));
    if named || (row.line >= above.notes && (misfits > 0 || filled == 1)) {
        return Some(Reason::Note);
    }
    if filled > 1 {
        return None;
    }
    let text = label(row).map(|(_, text)| text).unwrap_or_default();
    let others = before.iter().filter(|other| other.filled() > 1).count();
    let worded = text.iter().any(u8::is_ascii_alphabetic) || text.iter().any(|byte| *byte >= 0x80);
    let apart = (after_gap && worded) || is_sentence(text);
    ((row.short && misfits > 0) || (apart && (others > 0 || before.is_empty()))).then_some(Reason::Note)
}

/// Whether every field of a record holds a text, as those of rows do. A space behind a delimiter is that of a sentence.
fn is_full(row: &Aside) -> bool {
    let spaced = row.texts.iter().skip(1).any(|text| text.starts_with(b" "));
    row.filled() == row.texts.len() && row.filled() > 1 && !row.short && !spaced
}

/// Whether a record says of itself that it is a note.
pub(super) fn is_named_note(row: &Aside) -> bool {
    const NAMES: [&str; 10] = [
        "source:",
        "sources:",
        "note:",
        "notes:",
        "remark:",
        "quelle:",
        "quellen:",
        "hinweis:",
        "anmerkung:",
        "fuente:",
    ];
    let first = label(row).map(|(_, text)| String::from_utf8_lossy(text).to_lowercase()).unwrap_or_default();
    NAMES.iter().any(|name| first.starts_with(name))
}

/// Words such as `Source: the office` or `*** end ***`.
fn is_sentence(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let lower = text.to_lowercase();
    let begins = [
        "(",
        "source",
        "note",
        "generated",
        "exported",
        "printed",
        "end of",
        "quelle",
        "stand:",
        "hinweis",
        "©",
        "*",
        "--",
        "==",
    ];
    begins.iter().any(|word| lower.starts_with(word)) || text.split_whitespace().count() > 4
}

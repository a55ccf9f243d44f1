//! Marks: what each stretch of a question is - a column, a value, a number, a time, a cue, or nothing known.

use super::columns::{Fit, Names};
use super::date_columns::years_covered;
use super::date_columns::{DateColumn, date_columns};
use super::dates::When;
use super::lexicon::Cue;
use super::marker::Marker;
use super::nouns::{Noun, RowNouns};
use super::values::{Hit, Known};
use super::words::tokens;
use crate::analyst::seen::{Seen, SeenTable};

/// What a stretch of a question is.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A column, or several that fit alike.
    Column(Fit),
    /// A value of the data; the columns that the word may mean as well.
    Value(Vec<Hit>, Option<Fit>),
    /// A number.
    Number(f64),
    /// A time.
    Date(When),
    /// A phrase that says what is wanted.
    Cue(Cue),
    /// A noun for the rows; the columns that it may mean as well.
    Noun(Noun, Option<Fit>),
    /// Quoted text that is no known value.
    Quoted,
    /// The end of a sentence.
    Stop,
    /// Nothing known.
    Unknown,
}

/// A stretch of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What it is.
    pub item: Item,
    /// As written.
    pub text: String,
    /// Whether the reading has a part for it.
    pub used: bool,
}

/// A table as questions see it.
pub struct View<'a> {
    /// Its position.
    pub index: usize,
    /// The table.
    pub table: &'a SeenTable,
    /// The words of its column names.
    pub names: Names,
    /// Its values, as far as they are known.
    pub known: Known,
    /// Its columns that lie on the calendar.
    pub dates: Vec<DateColumn>,
    /// What a row is called.
    pub nouns: RowNouns,
}

impl<'a> View<'a> {
    /// Looks at a table.
    pub fn of(seen: &Seen, index: usize, table: &'a SeenTable) -> Self {
        let names = Names::of(table);
        let nouns = RowNouns::of(table, &names);
        Self { index, table, known: Known::of(table, seen), dates: date_columns(table), nouns, names }
    }

    /// Splits a question into marks.
    pub fn marks(&self, question: &str) -> Vec<Mark> {
        let names: Vec<String> = self.table.columns.iter().map(|column| column.name.clone()).collect();
        let tokens = tokens(question, &names);
        let mut marker = Marker { view: self, tokens: &tokens, marks: Vec::new(), at: 0 };
        while marker.step() {}
        marker.marks
    }

    /// Whether years from `year` on are covered by a column.
    pub fn covers(&self, year: i32) -> bool {
        self.dates.iter().any(|date| {
            let column = self.table.columns.get(date.column);
            let first = column.and_then(|column| column.min.as_ref()?.to_string().get(..4)?.parse::<i32>().ok());
            let count = column.and_then(years_covered);
            first.zip(count).is_none_or(|(first, count)| (first - 3..=first + count + 2).contains(&year))
        })
    }
}

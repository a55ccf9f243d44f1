//! Whether a changed number is true again, judged by the labels and the words of the sentence, not by the checker.

use std::collections::BTreeMap;

use csvchat::event::Step;
use csvchat::table::{Cell, Kind, Table};

use super::corpus::{Label, Origin, Sentence, Whole, cell, column, number, two};
use super::written;

/// More rows than this are no names that a sentence gives.
const NAMED_ROWS: usize = 40;

/// Parts of column names that say nothing of what is counted.
const UNITS: &[&str] = &["avg", "pct", "mm", "g", "eur", "n", "km2", "rate", "of"];

fn words(text: &str) -> Vec<String> {
    let letters = |letter: char| !letter.is_alphanumeric() && letter != '_';
    text.split(letters).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a word is a name, or bends it: `Gentoos`, `rainy`.
fn bends(word: &str, name: &str) -> bool {
    let longer = if name.len() < 3 { 0 } else { 3 };
    word.strip_prefix(name).is_some_and(|rest| rest.len() <= longer)
}

fn says(text: &[String], name: &str) -> bool {
    let name = words(name);
    let fits = |window: &[String]| window.iter().zip(&name).all(|(word, name)| bends(word, name));
    !name.is_empty() && text.windows(name.len()).any(fits)
}

/// Whether a sentence names a column: all words of its name stand in it, or begin alike.
pub fn names_column(text: &[String], name: &str) -> bool {
    let parts: Vec<String> = name.split('_').map(str::to_lowercase).collect();
    let telling: Vec<&String> = parts.iter().filter(|part| !UNITS.contains(&part.as_str())).collect();
    let alike = |part: &String| {
        let stem: String = part.chars().take(4).collect();
        text.iter().any(|word| if part.len() < 4 { word == part } else { word.starts_with(&stem) })
    };
    !telling.is_empty() && telling.iter().all(|part| alike(part))
}

/// Whether a column holds what rows are called by: a day, a year, the number of a month.
pub fn is_calendar(table: &Table, name: &str) -> bool {
    let kind = table.columns.iter().position(|column| column == name).map(|index| table.kind(index));
    kind == Some(Kind::Date) || ["year", "decade", "month"].contains(&name)
}

fn says_date(raw: &str, text: &[String], cell: &Cell) -> bool {
    let Some(day) = cell.as_text().and_then(|text| text.parse::<jiff::civil::Date>().ok()) else {
        let number = cell.to_string();
        let in_digits = text.iter().any(|word| bends(word, &number) && number.len() == 4);
        let month = cell.as_f64().filter(|month| (1.0..=12.0).contains(month)).map(|month| month as i8);
        return in_digits || month.is_some_and(|month| says_month(raw, month));
    };
    if !raw.contains(&day.year().to_string()) {
        return false;
    }
    let month = day.day() == 1 && raw.contains(&day.strftime("%Y-%m").to_string());
    let spelled = ["%B %Y", "%-d %B %Y", "%B %-d, %Y", "%d.%m.%Y", "%Y-%m-%d"];
    let whole = spelled.iter().any(|form| {
        let shown = day.strftime(form).to_string();
        (day.day() == 1 || *form != "%B %Y") && raw.contains(&shown)
    });
    whole || month || (day.day() == 1 && says_month(raw, day.month()))
}

fn says_month(raw: &str, month: i8) -> bool {
    let name = jiff::civil::date(2000, month, 1).strftime("%B").to_string();
    raw.contains(&name)
}

/// The rows of a result that a sentence names, from 1: by a cell that only this row has, or by all cells that are
/// names. The only row needs no name.
pub fn named_rows(raw: &str, table: &Table) -> Vec<usize> {
    let text = words(raw);
    let rows = 1..=table.rows.len();
    if table.rows.len() == 1 {
        return vec![1];
    }
    let is_name = |name: &&String| {
        let index = table.columns.iter().position(|column| column == *name).unwrap_or_default();
        table.kind(index) == Kind::Text || is_calendar(table, name)
    };
    let names: Vec<&String> = table.columns.iter().filter(is_name).collect();
    let said = |row: usize, name: &str| {
        cell(table, row, name).is_some_and(|cell| match cell {
            Cell::Null | Cell::Bool(_) => false,
            Cell::Text(value) if !is_calendar(table, name) => says(&text, value),
            Cell::Int(_) | Cell::Float(_) | Cell::Text(_) => says_date(raw, &text, cell),
        })
    };
    let single = |row: usize, name: &str| {
        rows.clone().filter(|other| cell(table, *other, name) == cell(table, row, name)).count() == 1
    };
    let is_named = |row: &usize| {
        let said: Vec<&&String> = names.iter().filter(|name| said(*row, name)).collect();
        said.iter().any(|name| single(*row, name)) || (!names.is_empty() && said.len() == names.len())
    };
    let mut found: Vec<usize> = rows.clone().filter(is_named).collect();
    found.truncate(NAMED_ROWS);
    found
}

/// What an unchanged sentence names.
pub struct Names {
    words: Vec<String>,
    /// Rows by the id of a result.
    rows: BTreeMap<String, Vec<usize>>,
}

impl Names {
    pub fn of(sentence: &Sentence, whole: &Whole) -> Self {
        let tables = whole.iter().filter(|((set, _), _)| *set == sentence.set);
        let rows = tables.map(|((_, id), table)| (id.clone(), named_rows(&sentence.text, table))).collect();
        Self { words: words(&sentence.text), rows }
    }

    pub fn in_result(&self, id: &str) -> &[usize] {
        self.rows.get(id).map_or(&[], Vec::as_slice)
    }
}

/// A changed number in its sentence.
pub struct Changed<'a> {
    pub label: &'a Label,
    /// The number as it is now.
    pub number: &'a str,
    pub names: &'a Names,
    /// The decimal point of the sentence's numbers.
    pub point: char,
    /// Whether two numbers of one column changed places: then each row is named, and yet neither number is its own.
    pub exchanged: bool,
}

impl Changed<'_> {
    /// Whether a value rounds to the number as it is now. A fraction that was written in percent is only true in
    /// percent: `0.1977 %` is not `19.77 %`.
    fn rounds(&self, step: Step, value: f64) -> bool {
        let factor = if value.abs() <= 1.0 { written::percent_factor(self.label) } else { 1.0 };
        let signed = |text: &str| text.contains(['-', '−', '+']);
        // Words such as `below` carry a sign only where they did so before.
        let in_words = value < 0.0 && !signed(&self.label.text);
        let either = !signed(self.number) && (in_words || matches!(step, Step::Difference | Step::Change));
        written::readings(self.number).iter().filter(|reading| reading.has_point(self.point)).any(|reading| {
            let (low, high) = reading.bounds(self.label.hedge);
            let shown = if reading.is_percent() { factor * value } else { value };
            (low..=high).contains(&shown) || (either && (low..=high).contains(&-shown))
        })
    }

    /// Whether the sentence is true again.
    pub fn is_true(&self, set: &str, whole: &Whole) -> bool {
        let Some(origin) = &self.label.from else { return false };
        let Some(table) = whole.get(&(set.to_owned(), origin.result.clone())) else { return false };
        let same = self.label.value.as_ref().and_then(number).is_some_and(|value| self.rounds(origin.step, value));
        if same {
            return true;
        }
        if origin.step != Step::Cell {
            return self.step_again(origin, table);
        }
        if is_name(self.label, table) {
            // Another year or day that is there is the name of another row, and true of it.
            let own = origin.column.as_deref().unwrap_or_default();
            return column(table, own).iter().any(|value| self.rounds(Step::Cell, *value));
        }
        self.beside(origin, table) || (!self.exchanged && self.elsewhere(origin, set, whole))
    }

    /// Another cell of the same row, under a column that the sentence names.
    fn beside(&self, origin: &Origin, table: &Table) -> bool {
        let own = origin.column.as_deref().unwrap_or_default();
        let row = origin.row.unwrap_or_default();
        let others = table.columns.iter().filter(|name| *name != own && names_column(&self.names.words, name));
        others.filter_map(|name| cell(table, row, name).and_then(number)).any(|value| self.rounds(Step::Cell, value))
    }

    /// The same column in a row that the sentence names, in this result or in another that has it.
    fn elsewhere(&self, origin: &Origin, set: &str, whole: &Whole) -> bool {
        let own = origin.column.as_deref().unwrap_or_default();
        let tables = whole.iter().filter(|((of, _), table)| of == set && table.columns.iter().any(|name| name == own));
        tables.into_iter().any(|((_, id), table)| {
            let values = self.names.in_result(id).iter().filter_map(|row| cell(table, *row, own).and_then(number));
            values.into_iter().any(|value| self.rounds(Step::Cell, value))
        })
    }

    /// The same step over cells that the sentence names, or that the label has.
    fn step_again(&self, origin: &Origin, table: &Table) -> bool {
        let mut rows = self.names.in_result(&origin.result).to_vec();
        rows.extend(origin.places().iter().map(|place| place.row));
        rows.sort_unstable();
        rows.dedup();
        let mut columns: Vec<String> = origin.column.iter().cloned().collect();
        columns.extend(origin.also.iter().map(|place| place.column.clone()));
        columns.dedup();
        columns.iter().any(|name| self.step_over(origin.step, table, &rows, name))
            || self.step_between(origin, table, &rows, &columns)
    }

    /// Steps over the cells of one column.
    fn step_over(&self, step: Step, table: &Table, rows: &[usize], name: &str) -> bool {
        let all = column(table, name);
        let total: f64 = all.iter().sum();
        let cells: Vec<f64> = rows.iter().filter_map(|row| cell(table, *row, name).and_then(number)).collect();
        let pairs =
            cells.iter().enumerate().flat_map(|(index, one)| cells[index + 1..].iter().map(move |other| one + other));
        let sums: Vec<f64> = cells.iter().copied().chain(pairs).chain([cells.iter().sum()]).collect();
        match step {
            Step::Share => sums.iter().any(|sum| self.rounds(step, 100.0 * sum / total)),
            Step::Sum => sums.iter().chain([&total]).any(|sum| self.rounds(step, *sum)),
            Step::Mean => self.rounds(step, total / all.len() as f64),
            Step::Rank => cells.iter().any(|own| {
                let above = all.iter().filter(|other| *other > own).count();
                let below = all.iter().filter(|other| *other < own).count();
                self.rounds(step, 1.0 + above as f64) || self.rounds(step, 1.0 + below as f64)
            }),
            Step::Distinct
            | Step::RowCount
            | Step::ColumnCount
            | Step::Count
            | Step::Cell
            | Step::Difference
            | Step::Ratio
            | Step::Change
            | Step::Condition => false,
        }
    }

    /// Steps between two cells. The labelled two have their direction: what rose did not fall.
    fn step_between(&self, origin: &Origin, table: &Table, rows: &[usize], columns: &[String]) -> bool {
        let places = rows.iter().flat_map(|row| columns.iter().map(move |name| (*row, name.as_str())));
        let places: Vec<(usize, &str)> = places.collect();
        let own = origin.places();
        let backwards = |first: &(usize, &str), second: &(usize, &str)| match own.as_slice() {
            [one, other, ..] => {
                (other.row, other.column.as_str()) == *first && (one.row, one.column.as_str()) == *second
            }
            _ => false,
        };
        let value = |place: &(usize, &str)| cell(table, place.0, place.1).and_then(number);
        let holds = |first: &(usize, &str), second: &(usize, &str)| {
            let cells = value(first).zip(value(second)).filter(|_| !backwards(first, second));
            let step = cells.and_then(|(first, second)| two(origin.step, first, second));
            step.is_some_and(|value| self.rounds(origin.step, value))
        };
        places.iter().any(|first| places.iter().any(|second| holds(first, second)))
    }
}

/// Whether a label is what its row is called by: a year, a day. Another one names another row, and is true of it.
pub fn is_name(label: &Label, table: &Table) -> bool {
    let column =
        label.from.as_ref().filter(|origin| origin.step == Step::Cell).and_then(|origin| origin.column.as_ref());
    column.is_some_and(|name| is_calendar(table, name)) || written::day(&label.text).is_some()
}

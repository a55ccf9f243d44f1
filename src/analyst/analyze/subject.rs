//! What an analysis is about: the table, and which of its columns are looked at closely.
//!
//! Uses `roles`, `names` and `seen`. Chooses by profile alone; runs no query.

use super::roles::{self, Column, Form, Role};
use crate::analyst::names;
use crate::analyst::seen::{Seen, SeenTable};
use crate::limits::{ANALYST_CATEGORIES, ANALYST_MEASURES};
use crate::sql;
use crate::table::Kind;

/// The table and its columns of interest, by position.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The table that is explored.
    pub table: &'a SeenTable,
    /// Further tables, which are only named.
    pub others: &'a [SeenTable],
    /// All columns, in order.
    pub columns: Vec<Column<'a>>,
    /// The table's name as SQL writes it.
    pub from: String,
    /// When rows happened, and how that is written.
    pub clock: Option<(usize, Form)>,
    /// Quantities, the most telling first.
    pub measures: Vec<usize>,
    /// Groups, the most telling first.
    pub categories: Vec<usize>,
    /// What a row is, where that is known: `order`.
    pub noun: Option<String>,
}

impl<'a> Subject<'a> {
    /// Looks at what was told; nothing where there is no table.
    pub fn of(seen: &'a Seen) -> Option<Self> {
        let (table, others) = seen.tables.split_first()?;
        let columns = roles::read(table);
        let clock = clock(table, &columns);
        let measures = measures(table, &columns);
        let categories = categories(table, &columns);
        let noun = noun(table, &columns, clock);
        Some(Self { table, others, columns, from: sql::name(&table.name), clock, measures, categories, noun })
    }

    /// A column by position.
    pub fn column(&self, position: usize) -> Option<&Column<'a>> {
        self.columns.get(position)
    }

    /// Rows as they are called: `3,666 orders`' second word.
    pub fn rows_noun(&self) -> String {
        self.noun.as_deref().map_or_else(|| "rows".to_owned(), names::plural)
    }

    /// The position of the first column with this part.
    pub fn find(&self, role: Role) -> Option<usize> {
        self.columns.iter().position(|column| column.role == role)
    }
}

fn clock(table: &SeenTable, columns: &[Column<'_>]) -> Option<(usize, Form)> {
    let mut choices: Vec<(u8, usize, Form)> = Vec::new();
    for (position, column) in columns.iter().enumerate() {
        let Role::Time(form) = column.role else { continue };
        if column.filled * 2 < table.rows || column.seen.distinct.unwrap_or(0) < 2 {
            continue;
        }
        let rank = match form {
            Form::Date | Form::Timestamp | Form::DayNumber if !column.name.is_later_date() => 0,
            Form::Year if !column.name.is_later_date() => 1,
            Form::Date | Form::Timestamp | Form::DayNumber | Form::Year => 2,
        };
        choices.push((rank, position, form));
    }
    choices.into_iter().min_by_key(|(rank, position, _)| (*rank, *position)).map(|(_, position, form)| (position, form))
}

fn measures(table: &SeenTable, columns: &[Column<'_>]) -> Vec<usize> {
    let mut choices: Vec<(u8, bool, usize)> = Vec::new();
    for (position, column) in columns.iter().enumerate() {
        let varies = column.seen.sd.is_some_and(|sd| sd.is_finite() && sd > 0.0);
        if column.role != Role::Measure || !varies || column.filled < 2 {
            continue;
        }
        let rank = if column.name.is_money() {
            0
        } else if column.name.is_additive() {
            1
        } else {
            2
        };
        choices.push((rank, column.filled * 2 < table.rows, position));
    }
    choices.sort_unstable();
    choices.into_iter().map(|(_, _, position)| position).take(ANALYST_MEASURES).collect()
}

fn categories(table: &SeenTable, columns: &[Column<'_>]) -> Vec<usize> {
    let mut choices: Vec<(u8, usize)> = Vec::new();
    for (position, column) in columns.iter().enumerate() {
        let distinct = column.seen.distinct.unwrap_or(0);
        if distinct < 2 || column.filled * 3 < table.rows {
            continue;
        }
        let rank = match column.role {
            Role::Category if distinct <= 12 => 0,
            Role::Category if distinct <= 60 => 1,
            Role::Flag => 2,
            Role::Category => 3,
            Role::Empty
            | Role::Constant
            | Role::Identifier
            | Role::Code
            | Role::Time(_)
            | Role::Measure
            | Role::Latitude
            | Role::Longitude
            | Role::Label
            | Role::Prose
            | Role::Other
            | Role::Unread => continue,
        };
        choices.push((rank, position));
    }
    choices.sort_unstable();
    choices.into_iter().map(|(_, position)| position).take(ANALYST_CATEGORIES).collect()
}

/// A key's name says it (`order_id`), then a first column of names that never repeat (`city`), then the file's name
/// where keys or a clock show that rows are things of their own.
fn noun(table: &SeenTable, columns: &[Column<'_>], clock: Option<(usize, Form)>) -> Option<String> {
    let key = columns.iter().find(|column| column.role == Role::Identifier && column.is_unique());
    if let Some(noun) = key.and_then(|column| column.name.row_noun()) {
        return Some(noun);
    }
    let first = columns.first()?;
    let words = first.name.words();
    let names_things = first.role == Role::Label
        && first.kind() == Kind::Text
        && first.is_unique()
        && first.name.is_plain()
        && !["name", "title", "label", "text", "note", "remark", "comment", "description"]
            .iter()
            .any(|vague| words.iter().any(|word| word == vague));
    if names_things {
        return Some(words.join(" "));
    }
    let is_daily = clock.and_then(|(position, _)| columns.get(position)).is_some_and(Column::is_unique);
    if is_daily { None } else { names::file_noun(&table.file) }
}

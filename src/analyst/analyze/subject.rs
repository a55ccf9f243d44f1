//! What an analysis is about: the table, and which of its columns are looked at closely.
//!
//! Uses `roles`, `names` and `seen`. Chooses by profile alone; runs no query.

use super::calendar::days_between;
use super::roles::{self, Column, Form, Role};
use crate::analyst::names;
use crate::analyst::seen::{Seen, SeenTable};
use crate::limits::{ANALYST_CATEGORIES, ANALYST_FLAGS, ANALYST_MEASURES};
use crate::sql;
use crate::table::{Cell, Kind};

/// One in so many pairs of a time and a thing may have no row where things are observed again and again.
const PAIRS_MISSING: u64 = 20;

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
    /// Yes or no as one or zero: their means are shares.
    pub flags: Vec<usize>,
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
        let flags = flags(table, &columns);
        let categories = categories(table, &columns);
        let noun = noun(table, &columns, clock);
        Some(Self { table, others, columns, from: sql::name(&table.name), clock, measures, flags, categories, noun })
    }

    /// A column by position.
    pub fn column(&self, position: usize) -> Option<&Column<'a>> {
        self.columns.get(position)
    }

    /// Rows as they are called: `3,666 orders`' second word.
    pub fn rows_noun(&self) -> String {
        // A noun with a capital may be German, whose plurals are others.
        let noun = self.noun.as_deref().filter(|noun| !noun.starts_with(char::is_uppercase));
        noun.map_or_else(|| "rows".to_owned(), names::plural)
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
            Form::Date | Form::Timestamp | Form::DayNumber | Form::Month if !column.name.is_later_date() => 0,
            Form::Year if !column.name.is_later_date() => 1,
            Form::Date | Form::Timestamp | Form::DayNumber | Form::Month | Form::Year => 2,
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

fn flags(table: &SeenTable, columns: &[Column<'_>]) -> Vec<usize> {
    let is_counted = |column: &Column<'_>| {
        let is_number = matches!(column.kind(), Kind::Integer | Kind::Boolean);
        column.role == Role::Flag && is_number && column.filled * 2 >= table.rows && column.seen.distinct == Some(2)
    };
    (0..columns.len()).filter(|position| columns.get(*position).is_some_and(is_counted)).take(ANALYST_FLAGS).collect()
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
/// where no column shows that such a thing has several rows.
fn noun(table: &SeenTable, columns: &[Column<'_>], clock: Option<(usize, Form)>) -> Option<String> {
    let key = columns.iter().find(|column| column.role == Role::Identifier && column.is_unique());
    if let Some(noun) = key.and_then(|column| column.name.row_noun()) {
        return Some(noun);
    }
    let first = columns.first()?;
    let names_things = first.role == Role::Label && first.kind() == Kind::Text && first.is_unique();
    if let Some(noun) = first.name.thing().filter(|_| names_things) {
        return Some(noun);
    }
    match clock
        .and_then(|(position, form)| Some((columns.get(position)?, form)))
        .filter(|(column, _)| column.is_unique())
    {
        Some((column, form)) => step(column, form).map(str::to_owned),
        None => names::file_noun(&table.file)
            .filter(|noun| !repeats(noun, columns) && !is_observed_again(table, columns, clock)),
    }
}

/// Whether a column holds these things and has one of them in several rows: `sensor` in `sensors.csv`.
fn repeats(noun: &str, columns: &[Column<'_>]) -> bool {
    columns.iter().any(|column| column.name.names(noun) && !column.is_unique())
}

/// Whether each value of some column comes once at every time, so that a row is a reading of a thing and not the thing:
/// as many rows as times and values make pairs, but for a few that are missing.
fn is_observed_again(table: &SeenTable, columns: &[Column<'_>], clock: Option<(usize, Form)>) -> bool {
    let distinct = |column: &Column<'_>| column.seen.distinct.filter(|distinct| *distinct > 1);
    let Some(times) = clock.and_then(|(position, _)| distinct(columns.get(position)?)) else { return false };
    let is_one_of_pair = |column: &Column<'_>| {
        let is_group = matches!(column.role, Role::Category | Role::Code | Role::Label);
        let pairs = distinct(column).map(|values| values.saturating_mul(times));
        is_group && pairs.is_some_and(|pairs| table.rows <= pairs && pairs - table.rows <= pairs / PAIRS_MISSING)
    };
    columns.iter().any(is_one_of_pair)
}

/// The step from one row to the next where each row has a moment of its own, evenly apart.
#[expect(clippy::cast_precision_loss, reason = "an average does not need the last digits of a count")]
fn step(column: &Column<'_>, form: Form) -> Option<&'static str> {
    let day = |cell: &Option<Cell>| -> Option<jiff::civil::Date> {
        let text = cell.as_ref()?.to_string();
        match form {
            Form::Date | Form::Timestamp => text.get(..10)?.parse().ok(),
            Form::DayNumber => jiff::civil::Date::strptime("%Y%m%d", &text).ok(),
            Form::Month => format!("{text}-01").parse().ok(),
            Form::Year => None,
        }
    };
    if form == Form::Year {
        return Some("year");
    }
    let span = days_between(day(&column.seen.min)?, day(&column.seen.max)?);
    let apart = span as f64 / column.filled.checked_sub(1).filter(|steps| *steps > 0)? as f64;
    [("day", 1.0, 1.1), ("week", 6.9, 7.2), ("month", 30.2, 30.7), ("year", 364.9, 365.6)]
        .into_iter()
        .find(|(_, from, to)| (*from..=*to).contains(&apart))
        .map(|(word, _, _)| word)
}

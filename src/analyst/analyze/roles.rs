//! What each column is: the part it can play in an analysis.
//!
//! Uses `names`, `seen` and `table`. Judges by name, type and profile alone; runs no query.

use crate::analyst::names::Name;
use crate::analyst::seen::{SeenColumn, SeenTable};
use crate::sql;
use crate::table::{Cell, Kind};

/// Different values up to which text is a category whatever the table's size, if values repeat.
const CATEGORY_VALUES: u64 = 1_000;
/// Different whole numbers up to which a column with a name for groups is a category.
const NUMBERED_GROUPS: u64 = 20;
/// Mean length in characters from which text is prose.
const PROSE_LENGTH: f64 = 50.0;
/// Share of different values from which a column tells rows apart, where its name says that it should.
const ALMOST_ALL: f64 = 0.95;

/// How a calendar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `DATE`
    Date,
    /// `TIMESTAMP` without a zone.
    Timestamp,
    /// A whole number like 20240131.
    DayNumber,
    /// A text like 2024-03.
    Month,
    /// A whole number like 2024.
    Year,
}

/// The part of a column in an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// No values at all.
    Empty,
    /// One value only.
    Constant,
    /// Tells rows apart.
    Identifier,
    /// Digits or letters that stand for something and are no quantity.
    Code,
    /// When.
    Time(Form),
    /// Yes or no.
    Flag,
    /// One of a few values that repeat.
    Category,
    /// A quantity.
    Measure,
    /// Degrees north.
    Latitude,
    /// Degrees east.
    Longitude,
    /// A short text that hardly repeats, such as a name.
    Label,
    /// Prose.
    Prose,
    /// Times of day, lists, places in an order, moments in several time zones, numbers that are all infinite.
    Other,
    /// A column whose profile was not told.
    Unread,
}

/// A column and its part.
#[derive(Debug, Clone)]
pub struct Column<'a> {
    /// Its profile.
    pub seen: &'a SeenColumn,
    /// Its name taken apart.
    pub name: Name,
    /// Its name as SQL writes it.
    pub sql: String,
    /// Its part.
    pub role: Role,
    /// Values that are not missing, as the profile says.
    pub filled: u64,
}

impl Column<'_> {
    /// What the values are.
    pub fn kind(&self) -> Kind {
        self.seen.kind()
    }

    /// Whether a sum of the values means something.
    pub fn is_additive(&self) -> bool {
        self.role == Role::Measure && self.name.is_additive()
    }

    /// Whether values are no more than a few whole numbers.
    pub fn is_stepped(&self, most: u64) -> bool {
        let bounds = (self.seen.min.as_ref().and_then(Cell::as_f64), self.seen.max.as_ref().and_then(Cell::as_f64));
        self.kind() == Kind::Integer
            && self.seen.distinct.is_some_and(|distinct| distinct <= most)
            && bounds.0.is_some()
    }

    /// Whether the values tell all rows apart, as far as the profile knows.
    pub fn is_unique(&self) -> bool {
        !self.seen.about && self.filled > 1 && self.seen.nulls == 0 && self.seen.distinct == Some(self.filled)
    }
}

/// The columns of a table, in order.
pub fn read(table: &SeenTable) -> Vec<Column<'_>> {
    table
        .columns
        .iter()
        .enumerate()
        .map(|(position, seen)| {
            let name = Name::of(&seen.name);
            let filled = table.rows.saturating_sub(seen.nulls);
            let role = role(seen, &name, filled, position == 0);
            Column { seen, sql: sql::name(&seen.name), name, role, filled }
        })
        .collect()
}

fn role(seen: &SeenColumn, name: &Name, filled: u64, is_first: bool) -> Role {
    if filled == 0 {
        return Role::Empty;
    }
    if seen.distinct.is_none() && seen.min.is_none() && seen.top.is_empty() && seen.length.is_none() {
        return Role::Unread;
    }
    if seen.distinct == Some(1) && filled > 1 {
        return Role::Constant;
    }
    match seen.kind() {
        Kind::Boolean => Role::Flag,
        Kind::Date => Role::Time(Form::Date),
        Kind::Timestamp if seen.kind_name.to_uppercase().contains("ZONE") => Role::Other,
        Kind::Timestamp => Role::Time(Form::Timestamp),
        Kind::Integer | Kind::Number => number_role(seen, name, filled, is_first),
        Kind::Text => text_role(seen, name, filled),
        Kind::Time | Kind::Other => Role::Other,
    }
}

fn number_role(seen: &SeenColumn, name: &Name, filled: u64, is_first: bool) -> Role {
    if seen.mean.is_none() {
        return if name.is_identifier() { Role::Identifier } else { Role::Other };
    }
    let low = seen.min.as_ref().and_then(Cell::as_f64).unwrap_or(f64::NEG_INFINITY);
    let high = seen.max.as_ref().and_then(Cell::as_f64).unwrap_or(f64::INFINITY);
    let whole = seen.kind() == Kind::Integer;
    if name.is_latitude() && low >= -90.0 && high <= 90.0 {
        return Role::Latitude;
    }
    if name.is_longitude() && low >= -180.0 && high <= 360.0 {
        return Role::Longitude;
    }
    if whole && name.is_year() && low >= 1_000.0 && high <= 2_999.0 {
        return Role::Time(Form::Year);
    }
    if tells_apart(seen, name, filled) || (is_first && whole && counts_rows(seen, filled, low, high)) {
        return Role::Identifier;
    }
    if name.is_rank() {
        return Role::Other;
    }
    if !whole {
        return if name.is_code() { Role::Code } else { Role::Measure };
    }
    if name.is_date() && is_day_number(low) && is_day_number(high) {
        return Role::Time(Form::DayNumber);
    }
    if name.is_code() || (name.is_identifier() && !name.is_additive()) {
        return Role::Code;
    }
    if seen.distinct == Some(2) && low.abs() < f64::EPSILON && (high - 1.0).abs() < f64::EPSILON {
        return Role::Flag;
    }
    if name.is_group() && seen.distinct.is_some_and(|distinct| distinct <= NUMBERED_GROUPS && distinct * 2 <= filled) {
        return Role::Category;
    }
    Role::Measure
}

fn text_role(seen: &SeenColumn, name: &Name, filled: u64) -> Role {
    if holds_months(seen) {
        return Role::Time(Form::Month);
    }
    let distinct = seen.distinct.unwrap_or(filled);
    if distinct == 2 && seen.top.len() == 2 && seen.top.iter().all(|(value, _)| is_yes_or_no(value)) {
        return Role::Flag;
    }
    if tells_apart(seen, name, filled) {
        return Role::Identifier;
    }
    if name.is_code() {
        return if distinct * 5 <= filled { Role::Category } else { Role::Code };
    }
    if seen.length.is_some_and(|(_, mean, _)| mean >= PROSE_LENGTH) {
        return Role::Prose;
    }
    if distinct <= CATEGORY_VALUES && distinct * 2 <= filled { Role::Category } else { Role::Label }
}

#[expect(clippy::cast_precision_loss, reason = "a share does not need the last digits of a count")]
fn tells_apart(seen: &SeenColumn, name: &Name, filled: u64) -> bool {
    name.is_identifier()
        && filled > 1
        && seen.distinct.is_some_and(|distinct| distinct as f64 >= ALMOST_ALL * filled as f64)
}

/// Whole numbers that differ in every row and leave no gap: a running number.
#[expect(clippy::cast_precision_loss, reason = "running numbers are far below 2^53")]
fn counts_rows(seen: &SeenColumn, filled: u64, low: f64, high: f64) -> bool {
    filled >= 5 && seen.distinct == Some(filled) && (high - low + 1.0 - filled as f64).abs() < 0.5
}

/// Whether the first and the last text, and those that are frequent, are months: `2024-03`.
fn holds_months(seen: &SeenColumn) -> bool {
    let is_month = |cell: &Cell| {
        let parts = cell.as_text().and_then(|text| text.split_once('-')).filter(|(year, month)| {
            (year.len(), month.len()) == (4, 2) && (1000..3000).contains(&year.parse::<u32>().unwrap_or_default())
        });
        parts.is_some_and(|(_, month)| month.parse().is_ok_and(|month: u32| (1..=12).contains(&month)))
    };
    [&seen.min, &seen.max].into_iter().all(|end| end.as_ref().is_some_and(is_month))
        && seen.top.iter().all(|(value, _)| is_month(value))
}

fn is_day_number(value: f64) -> bool {
    let month = (value / 100.0).floor() % 100.0;
    let day = value % 100.0;
    (17_000_101.0..=22_001_231.0).contains(&value) && (1.0..=12.0).contains(&month) && (1.0..=31.0).contains(&day)
}

fn is_yes_or_no(value: &Cell) -> bool {
    let words = ["y", "n", "yes", "no", "true", "false", "t", "f", "ja", "nein", "oui", "non", "si", "on", "off"];
    value.as_text().is_some_and(|text| words.contains(&text.trim().to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, kind: &str, distinct: u64, low: i64, high: i64) -> SeenColumn {
        SeenColumn {
            name: name.to_owned(),
            kind_name: kind.to_owned(),
            distinct: Some(distinct),
            min: Some(Cell::Int(low)),
            max: Some(Cell::Int(high)),
            mean: Some(1.0),
            ..SeenColumn::default()
        }
    }

    fn role_of(column: SeenColumn, rows: u64) -> Role {
        let table = SeenTable { rows, columns: vec![SeenColumn::default(), column], ..SeenTable::default() };
        read(&table)[1].role
    }

    #[test]
    fn numbers_play_their_parts() {
        for (column, part) in [
            (column("order_id", "BIGINT", 100, 1, 5_000), Role::Identifier),
            (column("customer_id", "BIGINT", 20, 1, 5_000), Role::Code),
            (column("year", "BIGINT", 3, 2007, 2009), Role::Time(Form::Year)),
            (column("date", "BIGINT", 100, 19_580_329, 20_011_229), Role::Time(Form::DayNumber)),
            (column("amount", "BIGINT", 100, 19_580_329, 20_011_229), Role::Measure),
            (column("paid", "BIGINT", 2, 0, 1), Role::Flag),
            (column("pclass", "BIGINT", 3, 1, 3), Role::Category),
            (column("rank", "BIGINT", 90, 1, 99), Role::Other),
            (column("latitude", "DOUBLE", 90, -14, 71), Role::Latitude),
            (column("quantity", "BIGINT", 9, -3, 9), Role::Measure),
            (column("constant", "BIGINT", 1, 4, 4), Role::Constant),
        ] {
            let name = column.name.clone();
            assert_eq!(role_of(column, 100), part, "{name}");
        }
    }

    #[test]
    fn texts_play_their_parts() {
        let text = |name: &str, distinct, length| SeenColumn {
            name: name.to_owned(),
            kind_name: "VARCHAR".to_owned(),
            distinct: Some(distinct),
            length: Some((1, length, 200)),
            ..SeenColumn::default()
        };
        assert_eq!(role_of(text("region", 4, 5.0), 100), Role::Category);
        assert_eq!(role_of(text("name", 98, 12.0), 100), Role::Label);
        let months = |low: &str, high: &str| {
            let end = |text: &str| Some(Cell::Text(text.to_owned()));
            SeenColumn { min: end(low), max: end(high), ..text("period", 12, 7.0) }
        };
        assert_eq!(role_of(months("2023-01", "2023-12"), 100), Role::Time(Form::Month));
        assert_eq!(role_of(months("2023-01", "2023-52"), 100), Role::Category);
        assert_eq!(role_of(text("comment", 98, 120.0), 100), Role::Prose);
        assert_eq!(role_of(text("iata", 100, 3.0), 100), Role::Identifier);
        assert_eq!(role_of(SeenColumn { nulls: 100, ..text("x", 0, 0.0) }, 100), Role::Empty);
        let unread = SeenColumn { kind_name: "VARCHAR".to_owned(), ..SeenColumn::default() };
        assert_eq!(role_of(unread, 100), Role::Unread);
    }
}

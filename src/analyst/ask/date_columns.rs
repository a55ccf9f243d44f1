//! The columns that lie on the calendar, whatever they are written as, and how a time meets them in SQL.

use jiff::ToSpan;
use jiff::civil::Date;

use super::aggregate::Unit;
use super::dates::{Day, When};
use super::words::name_words;
use crate::analyst::seen::{SeenColumn, SeenTable};
use crate::sql;
use crate::table::{Cell, Kind};

/// A column that lies on the calendar.
#[derive(Debug, Clone, PartialEq)]
pub struct DateColumn {
    /// By position.
    pub column: usize,
    /// An expression of type DATE or TIMESTAMP, or of a year's number.
    pub sql: String,
    /// Whether the column holds only the year.
    pub year_only: bool,
    /// How the column's text was taken, where that has to be said.
    pub note: Option<String>,
    /// Whether it holds a time of day.
    pub has_time: bool,
}

/// The columns of a table that lie on the calendar.
pub fn date_columns(table: &SeenTable) -> Vec<DateColumn> {
    table.columns.iter().enumerate().filter_map(|(at, column)| date_column(at, column)).collect()
}

fn date_column(at: usize, column: &SeenColumn) -> Option<DateColumn> {
    let name = sql::name(&column.name);
    let plain = |sql: String, has_time: bool, note: Option<String>| {
        Some(DateColumn { column: at, sql, year_only: false, note, has_time })
    };
    let compact = || Some(format!("`{}` was read as dates written YYYYMMDD", column.name));
    match column.kind() {
        Kind::Date => plain(name, false, None),
        Kind::Timestamp => plain(name, true, None),
        Kind::Integer => {
            let (min, max) = (column.min.as_ref()?.as_f64()?, column.max.as_ref()?.as_f64()?);
            let words = name_words(&column.name);
            let year = words.iter().any(|word| matches!(word.as_str(), "year" | "yr" | "jahr" | "années" | "année"));
            if year && min >= 1500.0 && max <= 2200.0 {
                return Some(DateColumn { column: at, sql: name, year_only: true, note: None, has_time: false });
            }
            let both = is_compact(&column.min.as_ref()?.to_string()) && is_compact(&column.max.as_ref()?.to_string());
            both.then(|| plain(compact_sql(&name), false, compact())).flatten()
        }
        Kind::Text => {
            let (min, max) = (column.min.as_ref()?.as_text()?, column.max.as_ref()?.as_text()?);
            let iso = |text: &str, length: usize| {
                text.len() == length
                    && text
                        .bytes()
                        .enumerate()
                        .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() })
            };
            let note = Some(format!("`{}` is text and was read as dates", column.name));
            if iso(min, 10) && iso(max, 10) {
                plain(format!("TRY_CAST({name} AS DATE)"), false, note)
            } else if iso(min, 7) && iso(max, 7) {
                let note = Some(format!("`{}` is text and was read as months", column.name));
                plain(format!("TRY_CAST({name} || '-01' AS DATE)"), false, note)
            } else if is_compact(min) && is_compact(max) {
                plain(compact_sql(&name), false, compact())
            } else if min.get(..10).is_some_and(|text| iso(text, 10)) && max.get(..10).is_some_and(|text| iso(text, 10))
            {
                plain(format!("TRY_CAST({name} AS TIMESTAMP)"), true, note)
            } else {
                None
            }
        }
        Kind::Number | Kind::Boolean | Kind::Time | Kind::Other => None,
    }
}

fn compact_sql(name: &str) -> String {
    format!("CAST(try_strptime(CAST({name} AS VARCHAR), '%Y%m%d') AS DATE)")
}

/// Whether a text is a date written YYYYMMDD.
fn is_compact(text: &str) -> bool {
    let part = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok());
    let within = |value: Option<u32>, low: u32, high: u32| value.is_some_and(|value| (low..=high).contains(&value));
    text.len() == 8 && within(part(0, 4), 1500, 2200) && within(part(4, 6), 1, 12) && within(part(6, 8), 1, 31)
}

impl DateColumn {
    /// Whether the column holds months as text, `2024-03`, which name themselves.
    pub fn is_month_text(&self) -> bool {
        self.sql.ends_with("|| '-01' AS DATE)")
    }

    /// The condition that a row lies in a time; none where the column is too coarse for it.
    pub fn within(&self, when: &When) -> Option<String> {
        let sql = &self.sql;
        match when {
            When::Span { from, to, .. } if self.year_only => {
                let whole = (from.1, from.2) == (1, 1) && (to.1, to.2) == (1, 1);
                let last = to.0 - 1;
                whole.then(|| {
                    if from.0 == last {
                        format!("{sql} = {last}")
                    } else {
                        format!("{sql} BETWEEN {} AND {last}", from.0)
                    }
                })
            }
            When::Span { from, to, .. } if to.0 == from.0 && to.1 == from.1 && to.2 == from.2 + 1 => {
                let day = literal(*from);
                Some(if self.has_time {
                    format!("{sql} >= {day} AND {sql} < {}", literal(*to))
                } else {
                    format!("{sql} = {day}")
                })
            }
            When::Span { from, to, .. } => Some(format!("{sql} >= {} AND {sql} < {}", literal(*from), literal(*to))),
            _ if self.year_only => None,
            When::Month(month) => Some(format!("month({sql}) = {month}")),
            When::Quarter(quarter) => Some(format!("quarter({sql}) = {quarter}")),
            When::Weekdays(days, _) => {
                let days: Vec<String> = days.iter().map(ToString::to_string).collect();
                Some(format!("isodow({sql}) IN ({})", days.join(", ")))
            }
        }
    }

    /// The condition that a row lies on or behind a time's begin (or end), or before it.
    pub fn bound(&self, day: Day, after: bool) -> Option<String> {
        let sign = if after { ">=" } else { "<" };
        if self.year_only {
            return ((day.1, day.2) == (1, 1)).then(|| format!("{} {sign} {}", self.sql, day.0));
        }
        Some(format!("{} {sign} {}", self.sql, literal(day)))
    }

    /// The expression that names the piece of the calendar a row lies in.
    pub fn bucket(&self, unit: Unit) -> Option<String> {
        let sql = &self.sql;
        if self.year_only {
            return match unit {
                Unit::Year => Some(sql.clone()),
                Unit::Decade => Some(format!("({sql} // 10) * 10")),
                Unit::Day
                | Unit::Week
                | Unit::Month
                | Unit::MonthOfYear
                | Unit::Quarter
                | Unit::Weekday
                | Unit::Hour => None,
            };
        }
        Some(match unit {
            Unit::Day if self.has_time => format!("CAST({sql} AS DATE)"),
            Unit::Day => sql.clone(),
            Unit::Week => format!("CAST(date_trunc('week', {sql}) AS DATE)"),
            Unit::Month => format!("strftime({sql}, '%Y-%m')"),
            Unit::MonthOfYear => format!("month({sql})"),
            Unit::Quarter => format!("year({sql}) || '-Q' || quarter({sql})"),
            Unit::Year => format!("year({sql})"),
            Unit::Decade => format!("(year({sql}) // 10) * 10"),
            Unit::Weekday => format!("dayname({sql})"),
            Unit::Hour => return self.has_time.then(|| format!("hour({sql})")),
        })
    }
}

/// A day as SQL writes it. The day after a month's last is the first of the next.
fn literal((year, month, day): Day) -> String {
    let first = format!("DATE '{year:04}-{month:02}-01'");
    let number = |value: u32| i8::try_from(value).ok();
    let begin = i16::try_from(year).ok().zip(number(month)).and_then(|(year, month)| Date::new(year, month, 1).ok());
    let found = begin.and_then(|begin| begin.checked_add((i64::from(day) - 1).days()).ok());
    found.map_or_else(|| format!("({first} + {})", day.saturating_sub(1)), |found| format!("DATE '{found}'"))
}

/// Years between the first and the last day that a column holds, where its profile tells.
pub fn years_covered(column: &SeenColumn) -> Option<i32> {
    let year = |cell: &Option<Cell>| cell.as_ref()?.to_string().get(..4)?.parse::<i32>().ok();
    Some(year(&column.max)? - year(&column.min)? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_dates_are_told_from_numbers() {
        assert!(is_compact("19580329"));
        assert!(!is_compact("19581329"));
        assert!(!is_compact("1958032"));
    }
}

//! The profile of every column of a loaded table, from a few statements that each cover a batch of columns.
//!
//! Results do not depend on the number of threads: what is estimated is estimated from a fixed sample, and computed
//! floats are rounded to [`STABLE_DIGITS`].

mod histogram;
mod moments;
mod strip;
mod values;

use super::column::{Column, Type};
use super::engine::{Engine, Reader};
use super::names::Name;
use crate::data::DataError;
use crate::event::ColumnProfile;
use crate::limits;
use crate::sql;
use crate::table::{Cell, EXACT_INTEGER, STABLE_DIGITS, round_significant};

/// A column as the statements of a profile need it.
struct Subject<'a> {
    /// The column's name, quoted.
    quoted: String,
    kind: &'a Type,
    /// Values that are not missing.
    values: u64,
    /// Values that are infinite or not a number.
    not_finite: u64,
}

/// Whom statements are put to.
enum Asked<'a> {
    /// The connection that the table was made by.
    Engine(&'a Engine),
    /// Another one, of a thread of its own.
    Reader(Reader),
}

impl Asked<'_> {
    /// Runs one query; every value as text, as DuckDB casts it.
    fn rows(&self, sql: &str) -> Result<Vec<Vec<Option<String>>>, DataError> {
        match self {
            Self::Engine(engine) => engine.rows(sql),
            Self::Reader(reader) => reader.rows(sql),
        }
    }
}

/// What is known of the table as a whole.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is decided by the table's size on its own")]
struct Facts {
    /// The table's name, quoted.
    table: String,
    rows: u64,
    /// Whether the table is small enough for exact figures throughout.
    exact: bool,
    /// Whether different values are counted where they are not taken one by one: else they are estimated.
    counted: bool,
    /// Whether rows can be told apart by DuckDB's own `rowid`.
    numbered: bool,
    /// Whether columns of one type are taken together.
    long: bool,
}

/// The table, and whom to ask about it.
struct Whole<'a> {
    asked: Asked<'a>,
    facts: Facts,
}

/// Some of the columns, described together.
type Batch<'a, 'b> = (&'b [Subject<'a>], &'b mut [ColumnProfile]);

/// Profiles the table's columns.
pub(super) fn profile(
    engine: &Engine,
    table: &str,
    rows: u64,
    names: &[Name],
    types: &[Type],
    nulls: &[u64],
    columns: &[Column],
) -> Result<Vec<ColumnProfile>, DataError> {
    let covered = names.len().min(limits::PROFILE_COLUMNS);
    let facts = Facts {
        table: sql::name(table),
        rows,
        exact: rows.saturating_mul(covered as u64) <= limits::EXACT_DISTINCT_ROWS,
        counted: rows <= limits::COUNTED_ROWS && engine.bytes() <= limits::COUNTED_BYTES,
        numbered: !names.iter().any(|name| name.name.eq_ignore_ascii_case("rowid")),
        long: rows <= limits::LONG_ROWS && covered > 1,
    };
    let mut profiles = Vec::with_capacity(names.len());
    let mut subjects = Vec::with_capacity(names.len());
    for (((name, kind), &nulls), column) in names.iter().zip(types).zip(nulls).zip(columns) {
        let unknown = ColumnProfile::unknown(&name.name, &kind.name());
        profiles.push(ColumnProfile { header: name.header.clone(), nulls, ..unknown });
        subjects.push(Subject {
            quoted: sql::name(&name.name),
            kind,
            values: rows.saturating_sub(nulls),
            not_finite: if *kind == Type::Number { column.not_finite() } else { 0 },
        });
    }
    let batch = if facts.long { limits::PROFILE_COLUMNS } else { limits::PROFILE_BATCH };
    let batches = subjects.chunks(batch).zip(profiles.chunks_mut(batch)).take(covered.div_ceil(batch)).collect();
    share(engine, &facts, batches)?;
    Ok(profiles)
}

/// Describes the columns. Where the engine reads the table with one thread, as it is short, other threads take their share
/// of a wide one.
fn share(engine: &Engine, facts: &Facts, mut batches: Vec<Batch<'_, '_>>) -> Result<(), DataError> {
    let threads = if facts.rows <= limits::ROW_GROUP { engine.threads().min(batches.len()) } else { 1 };
    let readers = (1..threads).map(|_| engine.reader()).collect::<Result<Vec<_>, _>>()?;
    let each = batches.len().div_ceil(threads.max(1));
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        for reader in readers {
            let theirs = batches.split_off(batches.len().saturating_sub(each));
            let facts = facts.clone();
            others.push(scope.spawn(move || describe(&mut Whole { asked: Asked::Reader(reader), facts }, theirs)));
        }
        let mine = describe(&mut Whole { asked: Asked::Engine(engine), facts: facts.clone() }, batches);
        let broke = |_| Err(DataError::Engine("a thread that describes columns broke".to_owned()));
        others.into_iter().fold(mine, |done, other| done.and(other.join().unwrap_or_else(broke)))
    })
}

fn describe(whole: &mut Whole<'_>, batches: Vec<Batch<'_, '_>>) -> Result<(), DataError> {
    for (subjects, profiles) in batches {
        let spans = match whole.asked {
            Asked::Engine(engine) if whole.facts.long && whole.facts.exact => {
                beside(engine, whole, subjects, profiles)?
            }
            Asked::Engine(_) | Asked::Reader(_) => {
                let spans = moments::fill(whole, subjects, profiles)?;
                let parts = values::parts(whole, subjects, profiles);
                values::take(strip::rows(whole, &parts)?, subjects, profiles);
                spans
            }
        };
        histogram::fill(whole, subjects, &spans, profiles)?;
    }
    Ok(())
}

/// Moments and values of a short table at the same time: to plan these statements takes longer than to run them.
fn beside(
    engine: &Engine,
    whole: &mut Whole<'_>,
    subjects: &[Subject<'_>],
    profiles: &mut [ColumnProfile],
) -> Result<Vec<moments::Span>, DataError> {
    let statement = strip::together(&values::parts(whole, subjects, profiles));
    let reader = engine.reader()?;
    if statement.is_empty() {
        return moments::fill(whole, subjects, profiles);
    }
    let asked = statement.clone();
    let values = std::thread::Builder::new().name("values".to_owned()).spawn(move || reader.rows(&asked));
    let spans = moments::fill(whole, subjects, profiles);
    let found = match values.map(std::thread::JoinHandle::join) {
        Ok(Ok(found)) => found?,
        // No thread could be had, or it broke.
        Ok(Err(_)) | Err(_) => whole.asked.rows(&statement)?,
    };
    values::take(strip::numbered(found), subjects, profiles);
    spans
}

/// A value that DuckDB cast to text, as a cell.
fn cell(kind: &Type, text: &str) -> Cell {
    let number = || text.parse::<f64>().map_or_else(|_| Cell::Text(text.to_owned()), Cell::from_f64);
    match kind {
        Type::Integer | Type::WideInteger => match text.parse::<i64>() {
            Ok(value) if value.unsigned_abs() <= EXACT_INTEGER.unsigned_abs() => Cell::Int(value),
            _ => Cell::Text(text.to_owned()),
        },
        Type::Number => number(),
        Type::Decimal { .. } if text.bytes().filter(u8::is_ascii_digit).count() <= 15 => number(),
        Type::Boolean => Cell::Bool(text == "true"),
        Type::Text => Cell::Text(cut(text)),
        Type::Decimal { .. }
        | Type::Date
        | Type::Stamp
        | Type::FineStamp
        | Type::ZonedStamp
        | Type::DayMonth { .. }
        | Type::Time => Cell::Text(text.to_owned()),
    }
}

/// A text of at most [`limits::PROFILE_VALUE_CHARS`] characters.
fn cut(text: &str) -> String {
    match text.char_indices().nth(limits::PROFILE_VALUE_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// An expression for a text that is cut soon: one character more than is kept shows that there was more.
fn brief(expression: &str) -> String {
    format!("substring({expression}, 1, {})", limits::PROFILE_VALUE_CHARS + 1)
}

/// A computed float without the digits that differ from run to run.
fn stable(text: Option<&str>) -> Option<f64> {
    let value: f64 = text?.parse().ok()?;
    value.is_finite().then(|| round_significant(value, STABLE_DIGITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_cells_of_their_type() {
        for (kind, text, expected) in [
            (Type::Integer, "-7", Cell::Int(-7)),
            (Type::Integer, "9007199254740993", Cell::Text("9007199254740993".to_owned())),
            (Type::WideInteger, "99999999999999999999", Cell::Text("99999999999999999999".to_owned())),
            (Type::Number, "1.5", Cell::Float(1.5)),
            (Type::Number, "-inf", Cell::Text("-Infinity".to_owned())),
            (Type::Decimal { digits: 20, scale: 2 }, "12.50", Cell::Float(12.5)),
            (
                Type::Decimal { digits: 20, scale: 2 },
                "123456789012345678.50",
                Cell::Text("123456789012345678.50".to_owned()),
            ),
            (Type::Boolean, "true", Cell::Bool(true)),
            (Type::Date, "2024-01-31", Cell::Text("2024-01-31".to_owned())),
        ] {
            assert_eq!(cell(&kind, text), expected, "{kind:?} {text}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "ü".repeat(limits::PROFILE_VALUE_CHARS + 1);
        assert_eq!(cut(&long), format!("{}…", "ü".repeat(limits::PROFILE_VALUE_CHARS)));
        assert_eq!(cut("short"), "short");
    }
}

//! Several files as one table (`--union`): columns matched by name, each of a type that keeps the values of every file,
//! and in front of them the file that a row comes from.
//!
//! Each file is read and proven as it is alone; only then are the tables put together. Where no common type keeps all
//! values, the column is text, as the files have it.

mod proof;

use std::collections::HashSet;

use super::column::Type;
use super::decide::Decision;
use super::engine::Engine;
use super::names::{self, Name};
use super::numeral::is_money;
use super::reading::Reading;
use super::source::Prepared;
use super::steps::Steps;
use super::{Progress, ReadOptions, parquet, profile};
use crate::data::DataError;
use crate::event::Dataset;
use crate::limits::{self, Interrupt};
use crate::sql;

/// The column that says which file a row comes from.
const SOURCE: &str = "source_file";
/// Digits of the widest BIGINT.
const BIGINT_DIGITS: u16 = 19;
/// Digits of the widest DECIMAL.
const DECIMAL_DIGITS: u16 = 38;

/// One file, read or about to be.
struct Part<'a> {
    prepared: &'a Prepared,
    /// What rows of it are called.
    source: String,
    /// Its own table, until the tables are put together.
    table: String,
    names: Vec<String>,
    kinds: Vec<Type>,
    /// Whether a column has values, and whether all of them are exact as floats.
    filled: Vec<bool>,
    exact: Vec<bool>,
    /// The sign or unit that was taken off the numbers of a column; none where it has no numbers or the user names its type.
    units: Vec<Option<String>>,
    reading: Option<Reading<'a>>,
    dataset: Option<Dataset>,
}

impl Part<'_> {
    fn find(&self, name: &str) -> Option<usize> {
        let lower = name.to_lowercase();
        self.names.iter().position(|one| one.to_lowercase() == lower)
    }
}

/// A column of all files together.
struct Joint {
    name: String,
    kind: Type,
    /// Units of its numbers, where those of one file are not those of another.
    units: Vec<String>,
}

/// Reads all files into the table `data`. Returns, besides, columns that the user gave a type and no file has.
pub(super) fn load(
    prepared: &[Prepared],
    options: &ReadOptions,
    engine: &Engine,
    steps: &Steps,
    (interrupt, progress): (&Interrupt, &Progress),
    warnings: &mut Vec<(String, String)>,
) -> Result<(Dataset, Vec<String>), DataError> {
    let mut parts = Vec::with_capacity(prepared.len());
    for (number, file) in prepared.iter().enumerate() {
        let table = format!("csvchat_part_{number}");
        let mut part = if file.is_parquet {
            of_parquet(file, options, engine, table).map_err(|error| file.explain(error))?
        } else {
            of_text(Reading::of(file, options, steps, interrupt, progress)?, table)
        };
        part.source = source(file, prepared);
        parts.push(part);
    }
    let joints = joints(&parts);
    for part in &mut parts {
        let Some(mut reading) = part.reading.take() else { continue };
        let mut turned = Vec::new();
        for (name, decision) in part.names.iter().zip(&mut reading.decisions) {
            let becomes_text = joints.iter().any(|joint| joint.kind == Type::Text && is_same(&joint.name, name));
            if becomes_text && decision.kind != Type::Text {
                *decision = Decision::of(Type::Text);
                turned.push(format!("{name}: "));
            }
        }
        let mut told = Vec::new();
        let dataset = reading.load(engine, part.table.clone(), None, &mut told);
        // Why they are text is told of all files together.
        told.retain(|(code, message)| code != "number_style" || !turned.iter().any(|name| message.starts_with(name)));
        warnings.extend(told.into_iter().map(|(code, message)| (code, format!("{}: {message}", part.source))));
        part.dataset = Some(dataset.map_err(|error| part.prepared.explain(error))?);
        part.prepared.discard();
        part.reading = Some(reading);
    }
    let unknown = options.types.iter().map(|(column, _)| column.clone());
    let unknown = unknown.filter(|column| parts.iter().all(|part| !part.names.contains(column))).collect();
    steps.time("union", || join(engine, &parts, &joints)).map_err(|error| match parts.first() {
        Some(part) => part.prepared.explain(error),
        None => error,
    })?;
    warnings.extend(told(&parts, &joints));
    Ok((merged(engine, &parts, &joints)?, unknown))
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// What rows of a file are called: its name, or its path where another file has the same name.
fn source(file: &Prepared, all: &[Prepared]) -> String {
    let name = |file: &Prepared| file.named.file_name().map(|name| name.to_string_lossy().into_owned());
    let own = name(file).unwrap_or_default();
    let same = all.iter().filter(|other| name(other).as_deref() == Some(own.as_str())).count();
    if same > 1 { file.path.clone() } else { own }
}

fn of_text(reading: Reading<'_>, table: String) -> Part<'_> {
    let columns = reading.decisions.iter().zip(&reading.survey.columns);
    let filled =
        columns.clone().map(|(decision, column)| column.missing(&decision.kind, &decision.missing) < reading.rows);
    Part {
        prepared: reading.prepared,
        source: String::new(),
        table,
        names: reading.names.iter().map(|name| name.name.clone()).collect(),
        kinds: reading.decisions.iter().map(|decision| decision.kind.clone()).collect(),
        filled: filled.collect(),
        exact: reading.survey.columns.iter().map(super::column::Column::is_exact_as_double).collect(),
        units: reading.decisions.iter().map(unit).collect(),
        reading: Some(reading),
        dataset: None,
    }
}

fn unit(decision: &Decision) -> Option<String> {
    let affix = || decision.style.as_ref().map_or(String::new(), |style| style.affix.clone());
    (decision.kind.is_number() && !decision.named).then(affix)
}

fn of_parquet<'a>(
    file: &'a Prepared,
    options: &ReadOptions,
    engine: &Engine,
    table: String,
) -> Result<Part<'a>, DataError> {
    let dataset = parquet::load(file, options, engine, table.clone(), None)?;
    let kinds: Vec<Type> = dataset.columns.iter().map(|column| parquet::kind(&column.kind)).collect();
    let mut exact = Vec::with_capacity(kinds.len());
    for (column, kind) in dataset.columns.iter().zip(&kinds) {
        exact.push(match kind {
            Type::Integer | Type::WideInteger => {
                let name = sql::name(&column.name);
                let lost = format!(
                    "SELECT count(*) FROM {} WHERE CAST(CAST({name} AS DOUBLE) AS HUGEINT) <> {name}",
                    sql::name(&table)
                );
                parquet::one(engine, &lost)? == 0
            }
            _ => false,
        });
    }
    file.discard();
    Ok(Part {
        prepared: file,
        source: String::new(),
        table,
        names: dataset.columns.iter().map(|column| column.name.clone()).collect(),
        filled: dataset.columns.iter().map(|column| column.nulls < dataset.rows).collect(),
        exact,
        units: kinds.iter().map(|kind| kind.is_number().then(String::new)).collect(),
        kinds,
        reading: None,
        dataset: Some(dataset),
    })
}

/// All columns, in order of first appearance, each of a type that keeps every value.
fn joints(parts: &[Part<'_>]) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut met: HashSet<String> = HashSet::new();
    for name in parts.iter().flat_map(|part| &part.names) {
        if !met.insert(name.to_lowercase()) {
            continue;
        }
        let held: Vec<(&Type, bool)> = parts
            .iter()
            .filter_map(|part| {
                let at = part.find(name)?;
                let exact = part.exact.get(at).copied().unwrap_or_default();
                part.kinds.get(at).filter(|_| part.filled.get(at) == Some(&true)).map(|kind| (kind, exact))
            })
            .collect();
        let exact = held.iter().all(|(kind, exact)| **kind == Type::Number || *exact);
        let mut kinds = held.into_iter().map(|(kind, _)| kind.clone());
        let first = kinds.next().unwrap_or(Type::Text);
        let kind = kinds.fold(first, |all, kind| common(&all, &kind, exact));
        let units = units(parts, name);
        let kind = if units.is_empty() { kind } else { Type::Text };
        joints.push(Joint { name: name.clone(), kind, units });
    }
    joints
}

/// The units of a column's numbers, where they differ from file to file so that the numbers mean something else. Money and
/// numbers without a sign go together, as they do within one file.
fn units(parts: &[Part<'_>], name: &str) -> Vec<String> {
    let mut units: Vec<String> = parts
        .iter()
        .filter_map(|part| {
            let at = part.find(name).filter(|at| part.filled.get(*at) == Some(&true))?;
            part.units.get(at)?.clone()
        })
        .collect();
    units.sort_unstable();
    units.dedup();
    match units.as_slice() {
        [] | [_] => Vec::new(),
        [bare, money] if bare.is_empty() && is_money(money) => Vec::new(),
        _ => units,
    }
}

/// The type that keeps the values of both; `exact` says whether whole numbers are the same as floats.
fn common(one: &Type, other: &Type, exact: bool) -> Type {
    let is_zoned = |kind: &Type| *kind == Type::ZonedStamp;
    if one.name() == other.name() {
        // Times in UTC and times of a place are no times of one kind.
        return if is_zoned(one) == is_zoned(other) { one.clone() } else { Type::Text };
    }
    let whole = |kind: &Type| match kind {
        Type::Integer => Some(BIGINT_DIGITS),
        Type::Decimal { digits, scale } => Some(digits - scale),
        _ => None,
    };
    let scale = |kind: &Type| if let Type::Decimal { scale, .. } = kind { *scale } else { 0 };
    let is_whole = |kind: &Type| matches!(kind, Type::Integer | Type::WideInteger);
    let is_day = |kind: &Type| kind.name() == "DATE";
    let is_stamp = |kind: &Type| kind.name() == "TIMESTAMP" && !is_zoned(kind);
    if is_whole(one) && is_whole(other) {
        return Type::WideInteger;
    }
    if (is_whole(one) && *other == Type::Number) || (is_whole(other) && *one == Type::Number) {
        return if exact { Type::Number } else { Type::Text };
    }
    if (is_day(one) && is_stamp(other)) || (is_day(other) && is_stamp(one)) {
        return Type::Stamp;
    }
    if let (Some(left), Some(right)) = (whole(one), whole(other)) {
        let scale = scale(one).max(scale(other));
        let digits = left.max(right) + scale;
        if digits <= DECIMAL_DIGITS {
            return Type::Decimal { digits, scale };
        }
    }
    Type::Text
}

/// Names of the joint table's columns.
fn columns(joints: &[Joint]) -> Vec<Name> {
    let headers: Vec<String> =
        std::iter::once(SOURCE.to_owned()).chain(joints.iter().map(|joint| joint.name.clone())).collect();
    names::from_headers(&headers, false)
}

fn has_texts(part: &Part<'_>) -> bool {
    part.reading.as_ref().is_some_and(|reading| {
        reading.decisions.iter().zip(&reading.survey.columns).any(|(decision, column)| decision.converts(column))
    })
}

/// Puts the tables together, and takes them away one by one.
fn join(engine: &Engine, parts: &[Part<'_>], joints: &[Joint]) -> Result<(), DataError> {
    let names = columns(joints);
    let selects = |as_written: bool| -> Vec<String> {
        parts.iter().map(|part| select(part, parts, joints, &names, as_written)).collect()
    };
    let create = |table: &str, selects: Vec<String>| {
        format!("CREATE TABLE {} AS {}", sql::name(table), selects.join(" UNION ALL "))
    };
    let mut statements = vec![create("data", selects(false))];
    if parts.iter().any(has_texts) {
        statements.push(create(&names::as_written("data"), selects(true)));
    }
    for part in parts {
        if has_texts(part) {
            let view = names::as_written(&part.table);
            statements.push(format!("DROP VIEW {}", sql::name(&view)));
            statements.push(format!("DROP TABLE {}", sql::name(&format!("{view}_texts"))));
        }
        statements.push(format!("DROP TABLE {}", sql::name(&part.table)));
    }
    engine.run_together(&statements)
}

/// The rows of one file, with the columns of all; `as_written` gives texts where any file's values were converted.
fn select(part: &Part<'_>, parts: &[Part<'_>], joints: &[Joint], names: &[Name], as_written: bool) -> String {
    let is_converted = |joint: &Joint| {
        parts.iter().filter_map(|part| part.dataset.as_ref()).any(|dataset| {
            dataset.certificate.converted.iter().any(|converted| is_same(&converted.column, &joint.name))
        })
    };
    let mut names = names.iter().map(|name| sql::name(&name.name));
    let mut selected = vec![format!("{} AS {}", sql::text(&part.source), names.next().unwrap_or_default())];
    for (joint, name) in joints.iter().zip(names) {
        let kind = if as_written && is_converted(joint) { "VARCHAR".to_owned() } else { joint.kind.name() };
        let value = match part.find(&joint.name).and_then(|at| part.names.get(at)) {
            Some(own) => sql::name(own),
            None => "NULL".to_owned(),
        };
        selected.push(format!("CAST({value} AS {kind}) AS {name}"));
    }
    let table = if as_written && has_texts(part) { names::as_written(&part.table) } else { part.table.clone() };
    format!("SELECT {} FROM {}", selected.join(", "), sql::name(&table))
}

/// What a user must know of the files' differences: code and message.
fn told(parts: &[Part<'_>], joints: &[Joint]) -> Vec<(String, String)> {
    let mut absent = Vec::new();
    let mut turned = Vec::new();
    for joint in joints {
        let without: Vec<&str> =
            parts.iter().filter(|part| part.find(&joint.name).is_none()).map(|part| part.source.as_str()).collect();
        if !without.is_empty() {
            let named = without.get(..limits::NAMED_LINES).unwrap_or(&without).join(", ");
            let more = without.len().saturating_sub(limits::NAMED_LINES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            absent.push(format!("{}: missing in {named}{more}, where there is no such column", joint.name));
        }
        let other = parts.iter().any(|part| {
            let at = part.find(&joint.name);
            let kind = at.and_then(|at| part.kinds.get(at));
            let filled = at.and_then(|at| part.filled.get(at)) == Some(&true);
            joint.kind == Type::Text && filled && kind.is_some_and(|kind| *kind != Type::Text)
        });
        if other && !joint.units.is_empty() {
            let units: Vec<&str> = joint.units.iter().map(|unit| if unit.is_empty() { "none" } else { unit }).collect();
            turned.push(format!(
                "{}: read as VARCHAR, because its numbers have other units in other files: {}",
                joint.name,
                units.join(", ")
            ));
        } else if other {
            turned
                .push(format!("{}: read as VARCHAR, because no other type keeps the values of all files", joint.name));
        }
    }
    let coded = |code: &str, lines: Vec<String>| -> Vec<(String, String)> {
        super::notes::bounded(lines).into_iter().map(|line| (code.to_owned(), line)).collect()
    };
    [coded("union_columns", absent), coded("union_types", turned)].concat()
}

/// The joint table as one data set.
fn merged(engine: &Engine, parts: &[Part<'_>], joints: &[Joint]) -> Result<Dataset, DataError> {
    let names = columns(joints);
    let kinds: Vec<Type> = std::iter::once(Type::Text).chain(joints.iter().map(|joint| joint.kind.clone())).collect();
    let sets = || parts.iter().filter_map(|part| Some((part, part.dataset.as_ref()?)));
    let rows: u64 = sets().map(|(_, set)| set.rows).sum();
    let found = parquet::one(engine, "SELECT count(*) FROM data")?;
    if found != rows {
        return Err(DataError::Engine(format!("{found} rows were put together instead of {rows}")));
    }
    let (nulls, counted) = parquet::count(engine, "data", rows, &names, &kinds)?;
    let columns = profile::profile(engine, "data", rows, &names, &kinds, &nulls, &counted)?;
    let first = sets().next().map(|(_, set)| set.clone());
    let Some(first) = first else { return Err(DataError::Engine("no file was given".to_owned())) };
    let paths: Vec<&str> = sets().map(|(_, set)| set.path.as_str()).collect();
    let mut formats: Vec<&str> = sets().map(|(_, set)| set.format.as_str()).collect();
    formats.dedup();
    let mut reading = first.reading.clone();
    reading.notes = sets()
        .flat_map(|(part, set)| set.reading.notes.iter().map(|note| format!("{}: {note}", part.source)))
        .collect();
    reading.missing_words = sets().flat_map(|(_, set)| set.reading.missing_words.clone()).collect();
    if sets().any(|(_, set)| set.reading.delimiter != reading.delimiter) {
        reading.delimiter = String::new();
    }
    Ok(Dataset {
        name: format!("{} and {} more", first.name, paths.len().saturating_sub(1)),
        table: "data".to_owned(),
        alias: None,
        path: paths.join(", "),
        format: formats.join(", "),
        bytes: sets().map(|(_, set)| set.bytes).sum(),
        rows,
        columns,
        reading,
        certificate: proof::certificate(&sets().map(|(_, set)| &set.certificate).collect::<Vec<_>>(), &paths),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_types_keep_the_values_of_both() {
        let decimal = |digits, scale| Type::Decimal { digits, scale };
        for (one, other, exact, name) in [
            (Type::Integer, Type::Integer, true, "BIGINT"),
            (Type::Integer, Type::WideInteger, true, "HUGEINT"),
            (Type::Integer, Type::Number, true, "DOUBLE"),
            (Type::Integer, Type::Number, false, "VARCHAR"),
            (Type::Integer, decimal(20, 4), false, "DECIMAL(23,4)"),
            (decimal(30, 10), decimal(30, 25), false, "VARCHAR"),
            (Type::Date, Type::Stamp, false, "TIMESTAMP"),
            (Type::Stamp, Type::ZonedStamp, false, "VARCHAR"),
            (Type::Boolean, Type::Integer, true, "VARCHAR"),
            (Type::Text, Type::Integer, true, "VARCHAR"),
        ] {
            assert_eq!(common(&one, &other, exact).name(), name, "{one:?} {other:?}");
            assert_eq!(common(&other, &one, exact).name(), name, "{other:?} {one:?}");
        }
    }
}

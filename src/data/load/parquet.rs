//! Parquet files: read by the engine itself, as they say what they hold.
//!
//! Types that csvchat knows stay; others become text, with a note. Nothing is guessed and nothing is installed: the reader
//! is part of the engine. Columns are taken by their place, never by their name.

use super::ReadOptions;
use super::column::{Column, Type};
use super::engine::Engine;
use super::names::{self, Name, path_literal};
use super::notes::bounded;
use super::profile;
use super::source::Prepared;
use crate::data::DataError;
use crate::event::{Certificate, Dataset, Reading};
use crate::limits;
use crate::sql;

/// A column of the file and what it becomes.
struct Field {
    kind: Type,
    /// The value, made from the column's place.
    expression: String,
    /// What is different from the file, for a person.
    note: Option<&'static str>,
}

/// Reads a Parquet file into a table and profiles it.
pub(super) fn load(
    prepared: &Prepared,
    options: &ReadOptions,
    engine: &Engine,
    table: String,
    alias: Option<String>,
) -> Result<Dataset, DataError> {
    let damaged = |error| damaged(prepared, error);
    let file = path_literal(&prepared.file.to_string_lossy());
    let reader = format!("read_parquet({file}, hive_partitioning = false, union_by_name = false)");
    // Times with a zone inside of nested values are written in UTC, where the engine knows zones at all.
    let _ = engine.run("SET TimeZone = 'UTC'");
    let described = engine.rows(&format!("DESCRIBE SELECT * FROM {reader}")).map_err(damaged)?;
    if described.len() > limits::COLUMNS {
        let reason = format!("has {} columns; csvchat reads up to {}", described.len(), limits::COLUMNS);
        return Err(prepared.error("too_many_columns", reason, "leave columns out, or turn rows and columns around"));
    }
    let mut headers = Vec::with_capacity(described.len());
    let mut fields = Vec::with_capacity(described.len());
    for (at, row) in described.into_iter().enumerate() {
        let mut row = row.into_iter().map(Option::unwrap_or_default);
        headers.push(row.next().unwrap_or_default());
        fields.push(field(&row.next().unwrap_or_default(), &format!("c{at}")));
    }
    let places: Vec<String> = (0..fields.len()).map(|at| format!("c{at}")).collect();
    let from = format!("{reader} AS t({})", places.join(", "));
    as_text(engine, &from, &mut fields).map_err(damaged)?;
    let names = names::from_headers(&headers, false);
    if let Some((column, _)) = options.types.iter().find(|(column, _)| names.iter().any(|name| name.name == *column)) {
        let reason = format!("--type {column}: a Parquet file has types of its own");
        return Err(prepared.error("bad_option", reason, "leave --type out, and cast the column in a query"));
    }
    fill(engine, &from, &table, alias.as_deref(), &names, &fields).map_err(damaged)?;
    prepared.still_the_same()?;

    let rows = one(engine, &format!("SELECT num_rows FROM parquet_file_metadata({file})")).map_err(damaged)?;
    let loaded = one(engine, &format!("SELECT count(*) FROM {}", sql::name(&table)))?;
    if rows != loaded {
        let reason = format!("could not be read without loss: the file has {rows} rows, {loaded} were loaded");
        return Err(prepared.error("read_mismatch", reason, ""));
    }
    let types: Vec<Type> = fields.iter().map(|field| field.kind.clone()).collect();
    let (nulls, counted) = count(engine, &table, rows, &names, &types)?;
    let columns = profile::profile(engine, &table, rows, &names, &types, &nulls, &counted)?;
    let name = prepared.named.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Dataset {
        name,
        table,
        alias,
        path: prepared.path.clone(),
        format: prepared.format.clone(),
        bytes: prepared.bytes,
        rows,
        columns,
        reading: reading(prepared, &names, &fields),
        certificate: Certificate {
            bytes: prepared.bytes,
            files: Vec::new(),
            sha256: prepared.digest.clone().unwrap_or_default(),
            records: rows,
            ..Certificate::default()
        },
    })
}

/// The type of that name.
pub(super) fn kind(name: &str) -> Type {
    field(name, "").kind
}

/// What the file's type becomes.
fn field(described: &str, place: &str) -> Field {
    let keep = |kind: Type| Field { kind, expression: place.to_owned(), note: None };
    let cast = |kind: Type, note| {
        let expression = format!("CAST({place} AS {})", kind.name());
        Field { kind, expression, note }
    };
    let text = |expression: String, note| Field { kind: Type::Text, expression, note: Some(note) };
    match described {
        "BOOLEAN" => keep(Type::Boolean),
        "BIGINT" => keep(Type::Integer),
        "TINYINT" | "SMALLINT" | "INTEGER" | "UTINYINT" | "USMALLINT" | "UINTEGER" => cast(Type::Integer, None),
        "HUGEINT" => keep(Type::WideInteger),
        "UBIGINT" => cast(Type::WideInteger, None),
        "DOUBLE" => keep(Type::Number),
        "FLOAT" => cast(Type::Number, Some("stored with single precision, about seven digits")),
        "DATE" => keep(Type::Date),
        "TIME" => keep(Type::Time),
        "TIMESTAMP" => keep(Type::Stamp),
        "TIMESTAMP_S" | "TIMESTAMP_MS" => cast(Type::Stamp, None),
        "TIMESTAMP_NS" => keep(Type::FineStamp),
        // By way of microseconds, as a cast between the two kinds of stamps depends on the machine's zone.
        "TIMESTAMP WITH TIME ZONE" => Field {
            kind: Type::ZonedStamp,
            expression: format!("make_timestamp(epoch_us({place}))"),
            note: Some("times in UTC"),
        },
        "VARCHAR" => keep(Type::Text),
        "UUID" | "JSON" => cast(Type::Text, None),
        "BLOB" => text(format!("hex({place})"), "bytes, shown as hexadecimal digits"),
        other => {
            if let Some((digits, scale)) = decimal(other) {
                return keep(Type::Decimal { digits, scale });
            }
            if other.starts_with("ENUM(") {
                return cast(Type::Text, None);
            }
            // What ends so is nested: a list, or a structure with names.
            if other.ends_with(']') || other.ends_with(')') && !other.starts_with("TIME") {
                return text(format!("CAST(to_json({place}) AS VARCHAR)"), "nested values, shown as JSON text");
            }
            text(format!("CAST({place} AS VARCHAR)"), "values of a type that csvchat does not know, shown as text")
        }
    }
}

fn decimal(described: &str) -> Option<(u16, u16)> {
    let (digits, scale) = described.strip_prefix("DECIMAL(")?.strip_suffix(')')?.split_once(',')?;
    Some((digits.trim().parse().ok()?, scale.trim().parse().ok()?))
}

/// Takes bytes for text where all of them are: older programs do not say that they write text.
fn as_text(engine: &Engine, from: &str, fields: &mut [Field]) -> Result<(), DataError> {
    for (at, field) in fields.iter_mut().enumerate().filter(|(_, field)| field.expression.starts_with("hex(")) {
        let text = format!("TRY(decode(c{at}))");
        let question = format!("SELECT count(c{at}) - count({text}) FROM {from}");
        if one(engine, &question)? == 0 {
            field.expression = format!("decode(c{at})");
            field.note = Some("bytes that are all text, read as text");
        }
    }
    Ok(())
}

fn fill(
    engine: &Engine,
    from: &str,
    table: &str,
    alias: Option<&str>,
    names: &[Name],
    fields: &[Field],
) -> Result<(), DataError> {
    let selected =
        names.iter().zip(fields).map(|(name, field)| format!("{} AS {}", field.expression, sql::name(&name.name)));
    let quoted = sql::name(table);
    let mut statements =
        vec![format!("CREATE TABLE {quoted} AS SELECT {} FROM {from}", selected.collect::<Vec<_>>().join(", "))];
    statements
        .extend(alias.map(|alias| format!("CREATE OR REPLACE VIEW {} AS SELECT * FROM {quoted}", sql::name(alias))));
    engine.run_together(&statements)
}

/// Missing values and numbers that are not finite, of each column.
pub(super) fn count(
    engine: &Engine,
    table: &str,
    rows: u64,
    names: &[Name],
    types: &[Type],
) -> Result<(Vec<u64>, Vec<Column>), DataError> {
    let mut nulls = Vec::with_capacity(names.len());
    let mut columns = Vec::with_capacity(names.len());
    let described: Vec<(&Name, &Type)> = names.iter().zip(types).collect();
    for batch in described.chunks(limits::PROFILE_BATCH) {
        let wanted = batch.iter().flat_map(|(name, kind)| {
            let quoted = sql::name(&name.name);
            let odd = match kind {
                Type::Number => format!("count(*) FILTER (NOT isfinite({quoted}))"),
                _ => "0".to_owned(),
            };
            [format!("CAST(count({quoted}) AS VARCHAR)"), format!("CAST({odd} AS VARCHAR)")]
        });
        let wanted: Vec<String> = wanted.collect();
        let found = engine.rows(&format!("SELECT {} FROM {}", wanted.join(", "), sql::name(table)))?;
        let mut counts = found.iter().flatten().map(|text| text.as_deref().and_then(|text| text.parse().ok()));
        for _ in batch {
            let values: u64 = counts.next().flatten().unwrap_or_default();
            let odd = counts.next().flatten().unwrap_or_default();
            nulls.push(rows.saturating_sub(values));
            columns.push(Column::counted(odd));
        }
    }
    Ok((nulls, columns))
}

/// The only number that a query gives.
pub(super) fn one(engine: &Engine, query: &str) -> Result<u64, DataError> {
    let rows = engine.rows(&format!("SELECT CAST(({query}) AS VARCHAR)"))?;
    Ok(rows.first().and_then(|row| row.first()?.as_deref()?.parse().ok()).unwrap_or_default())
}

fn reading(prepared: &Prepared, names: &[Name], fields: &[Field]) -> Reading {
    let changed = names.iter().zip(fields).filter_map(|(name, field)| {
        let note = field.note?;
        Some(format!("{}: {note}", name.name))
    });
    let mut notes = prepared.notes.clone();
    notes.extend(bounded(changed.collect()));
    Reading {
        delimiter: String::new(),
        quote: String::new(),
        escape: String::new(),
        encoding: "utf-8".to_owned(),
        header: true,
        missing_words: Vec::new(),
        notes,
    }
}

/// What the engine says of a file that it cannot read, without the name that the file has in the scratch folder.
fn damaged(prepared: &Prepared, error: DataError) -> DataError {
    let text = match prepared.explain(error) {
        DataError::Engine(text) => text,
        other @ (DataError::Missing { .. }
        | DataError::Unreadable { .. }
        | DataError::Scratch { .. }
        | DataError::Interrupted) => return other,
    };
    let text = text.replace(&*prepared.file.to_string_lossy(), "the file");
    let hint = "get the file again, and check that its export or download has come to its end";
    prepared.error("bad_parquet", format!("the Parquet file cannot be read: {text}"), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_kept_or_told() {
        for (described, name, noted) in [
            ("UINTEGER", "BIGINT", false),
            ("UBIGINT", "HUGEINT", false),
            ("DECIMAL(18,3)", "DECIMAL(18,3)", false),
            ("TIMESTAMP WITH TIME ZONE", "TIMESTAMP", true),
            ("ENUM('a', 'b')", "VARCHAR", false),
            ("STRUCT(a INTEGER, b VARCHAR[])", "VARCHAR", true),
            ("INTEGER[]", "VARCHAR", true),
            ("TIME WITH TIME ZONE", "VARCHAR", true),
            ("INTERVAL", "VARCHAR", true),
        ] {
            let field = field(described, "c0");
            assert_eq!((field.kind.name().as_str(), field.note.is_some()), (name, noted), "{described}");
        }
    }
}

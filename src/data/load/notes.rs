//! What is told about the reading of a file: the `reading` part of the event, the certificate, and warnings.

use super::Reading;
use super::column::{Column, Type};
use super::names::Name;
use crate::event::{self, KeptType};
use crate::limits;

/// Columns whose values would have changed under the type that the first rows suggest.
pub(super) fn kept(names: &[Name], types: &[Type], columns: &[Column]) -> Vec<KeptType> {
    let mut kept = Vec::new();
    for ((name, kind), column) in names.iter().zip(types).zip(columns) {
        let Some(change) = column.change() else { continue };
        kept.push(KeptType {
            column: name.name.clone(),
            suggested: change.suggested.to_owned(),
            kind: kind.name(),
            values: change.values,
            example: change.example,
        });
    }
    kept
}

/// How the file was read.
pub(super) fn reading(file: &Reading<'_>) -> event::Reading {
    // The text that csvchat wrote itself is nothing of the file's.
    let own = file.prepared.written.is_some();
    let character =
        |byte: Option<u8>| byte.filter(|_| !own).map(|byte| char::from(byte).to_string()).unwrap_or_default();
    let dialect = file.survey.dialect;
    let columns = || file.names.iter().zip(&file.types).zip(&file.survey.columns);
    let missing_words: Vec<(String, Vec<String>)> = columns()
        .filter(|((_, kind), column)| **kind != Type::Text && !column.words.is_empty())
        .map(|((name, _), column)| (name.name.clone(), column.words.clone()))
        .collect();
    let mut notes = Vec::new();
    let mut note = |lines: Vec<String>| notes.extend(bounded(lines));
    note(file.prepared.notes.clone());
    note(file.prepared.written.iter().flat_map(|written| written.notes.clone()).collect());
    note(columns().filter_map(|((name, kind), column)| column_note(&name.name, kind, column)).collect());
    note(file.names.iter().filter_map(renamed).collect());
    if file.survey.hinted {
        note(vec!["the first line says which delimiter is used and was read as that, not as data".to_owned()]);
    }
    if !file.header {
        note(vec!["the first line was read as data, not as column names".to_owned()]);
    }
    event::Reading {
        delimiter: character(Some(dialect.delimiter)),
        quote: character(dialect.quote),
        escape: character(dialect.escape),
        encoding: if file.prepared.mark > 0 { "utf-8 (BOM)" } else { "utf-8" }.to_owned(),
        header: file.header,
        missing_words,
        notes,
    }
}

fn column_note(name: &str, kind: &Type, column: &Column) -> Option<String> {
    let words = column.words.join(", ");
    let missing = (*kind != Type::Text && !words.is_empty()).then(|| format!("{words} read as missing"));
    let order = match kind {
        Type::DayMonth { day_first: true, .. } => Some("dates read with the day first".to_owned()),
        Type::DayMonth { day_first: false, .. } => Some("dates read with the month first".to_owned()),
        Type::ZonedStamp => Some("times converted to UTC".to_owned()),
        Type::Text
        | Type::Integer
        | Type::WideInteger
        | Type::Number
        | Type::Decimal { .. }
        | Type::Boolean
        | Type::Date
        | Type::Stamp
        | Type::FineStamp
        | Type::Time => None,
    };
    let parts: Vec<String> = order.into_iter().chain(missing).collect();
    (!parts.is_empty()).then(|| format!("{name}: {}", parts.join("; ")))
}

fn renamed(name: &Name) -> Option<String> {
    let header = name.header.as_ref()?;
    Some(if header.trim().is_empty() {
        format!("a column without a header is named {}", name.name)
    } else {
        format!("{}: named {} to be unique", header, name.name)
    })
}

/// What the user must be told: code and message.
pub(super) fn warnings(file: &Reading<'_>, kept: &[KeptType]) -> Vec<(String, String)> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, lines: Vec<String>| {
        warnings.extend(bounded(lines).into_iter().map(|line| (code.to_owned(), line)));
    };
    warn("type_kept", kept.iter().map(kept_line).collect());
    let open = file.names.iter().zip(&file.types).filter_map(|(name, kind)| match kind {
        Type::DayMonth { settled: false, .. } => {
            Some(format!("{}: nothing tells whether the day or the month is first; read with the day first", name.name))
        }
        Type::DayMonth { .. }
        | Type::Text
        | Type::Integer
        | Type::WideInteger
        | Type::Number
        | Type::Decimal { .. }
        | Type::Boolean
        | Type::Date
        | Type::Stamp
        | Type::FineStamp
        | Type::ZonedStamp
        | Type::Time => None,
    });
    warn("date_order_ambiguous", open.collect());
    warn(
        "number_style",
        columns(file).filter_map(|(name, kind, column)| style_line(file, name, kind, column)).collect(),
    );
    warn("no_header", title_line(file).into_iter().collect());
    let short = &file.survey.short;
    if short.count > 0 {
        let (rows, have) = if short.count == 1 { ("row", "has") } else { ("rows", "have") };
        let line = format!(
            "{} {rows} {have} fewer than {} fields ({}); the fields that are not there were read as missing",
            short.count,
            file.names.len(),
            short.named()
        );
        warn("ragged_row", vec![line]);
    }
    warnings
}

fn columns<'a>(file: &'a Reading<'_>) -> impl Iterator<Item = (&'a str, &'a Type, &'a Column)> {
    let names = file.names.iter().map(|name| name.name.as_str());
    names.zip(&file.types).zip(&file.survey.columns).map(|((name, kind), column)| (name, kind, column))
}

/// What a column of numbers lacks that are not written as programs write them, or may not be.
fn style_line(file: &Reading<'_>, name: &str, kind: &Type, column: &Column) -> Option<String> {
    let example = column.style_example();
    if *kind == Type::Text && column.is_written_otherwise() {
        return Some(format!(
            "{name}: kept as text, because numbers such as {example} are not written plainly, like 1234.56; it has no \
             total, and its values are compared and sorted as text"
        ));
    }
    if *kind == Type::Text && column.may_be_thousands() && column.decide(None) == Type::Number {
        return Some(format!(
            "{name}: kept as text, because {example} may be a decimal or thousands: other columns of the file have \
             decimal commas"
        ));
    }
    let doubtful = file.survey.dialect.delimiter == b';' || column.mixes_thousands();
    (*kind == Type::Number && doubtful && column.may_be_thousands()).then(|| {
        format!("{name}: numbers such as {example} were read as decimals; they may be thousands, written with a point")
    })
}

/// What is odd about a first line that names no columns although it does not look like data either.
fn title_line(file: &Reading<'_>) -> Option<String> {
    let filled: Vec<bool> = file.survey.first.iter().map(|text| !super::shape::trim(text).is_empty()).collect();
    let (width, named) = (filled.len(), filled.iter().filter(|filled| **filled).count());
    // A table's own first column often has no name; a title stands in the first one.
    let title = width > 1 && named == 1 && filled.first() == Some(&true);
    let gaps = !file.header && !file.header_given && width > named + 1;
    (title || gaps).then(|| {
        format!(
            "the first line has text in {named} of {width} fields and may be a title above the table, which was read as \
             part of it; remove the lines above the names of the columns"
        )
    })
}

fn kept_line(kept: &KeptType) -> String {
    let values = if kept.values == 1 { "1 value".to_owned() } else { format!("{} values", kept.values) };
    format!(
        "{}: read as {}, because {values} such as {} would not survive as {}, which the first rows suggest",
        kept.column, kept.kind, kept.example, kept.suggested
    )
}

/// The first few lines, and how many more there are.
pub(super) fn bounded(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(limits::SAME_WARNINGS);
    if more > 0 {
        lines.truncate(limits::SAME_WARNINGS);
        lines.push(format!("and {more} more columns likewise"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_are_counted() {
        let lines: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let short = bounded(lines);
        assert_eq!(short.len(), limits::SAME_WARNINGS + 1);
        assert_eq!(short.last().unwrap(), "and 12 more columns likewise");
    }
}

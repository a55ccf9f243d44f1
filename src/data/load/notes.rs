//! What is told about the reading of a file: the `reading` part of the event, and warnings.

mod doubts;
mod place;

pub(super) use doubts::doubts;

use super::certificate::{self, counted};
use super::column::{Column, Type};
use super::decide::Decision;
use super::names::Name;
use super::reading::Reading;
use super::recast::Recast;
use super::survey::Reason;
use crate::event::{self, ColumnProfile, KeptType};
use crate::limits;

/// Columns whose values would have changed under the type that the first rows suggest.
pub(super) fn kept(names: &[Name], decisions: &[Decision], columns: &[Column]) -> Vec<KeptType> {
    let mut kept = Vec::new();
    for ((name, decision), column) in names.iter().zip(decisions).zip(columns) {
        let Some(change) = column.change().filter(|_| decision.style.is_none() && !decision.named) else { continue };
        kept.push(KeptType {
            column: name.name.clone(),
            suggested: change.suggested.to_owned(),
            kind: decision.kind.name(),
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
    let survey = &file.survey;
    let dialect = survey.frame.dialect;
    let columns = || file.names.iter().zip(&file.decisions).zip(&survey.columns);
    let missing_words: Vec<(String, Vec<String>)> = columns()
        .filter(|((_, decision), _)| !decision.missing.is_empty())
        .map(|((name, decision), _)| (name.name.clone(), decision.missing.clone()))
        .collect();
    let mut notes = Vec::new();
    let mut note = |lines: Vec<String>| notes.extend(bounded(lines));
    note(file.prepared.notes.clone());
    note(file.prepared.written.iter().flat_map(|written| written.notes.clone()).collect());
    note(columns().filter_map(|((name, decision), column)| column_note(&name.name, decision, column)).collect());
    note(file.names.iter().filter_map(renamed).collect());
    note(units(file).into_iter().collect());
    if survey.frame.hint > 0 && !survey.frame.hint_fails {
        note(vec!["the first line says which delimiter is used and was read as that, not as data".to_owned()]);
    }
    if survey.frame.groups.is_some() && file.header {
        let line = "names are put together of several lines, those of groups and that of names below them";
        note(vec![format!("{line} ({} takes the lowest one alone)", certificate::below_names(survey))]);
    }
    if let Some((line, false)) = survey.frame.recast.as_ref().map(Recast::told) {
        note(vec![line]);
    }
    if survey.spaced.count > 0 {
        note(vec![format!("spaces behind closing quotes were left out ({})", survey.spaced.named())]);
    }
    if survey.feed_returns > 0 {
        let lines = if survey.feed_returns == 1 {
            "1 line ends".to_owned()
        } else {
            format!("{} lines end", survey.feed_returns)
        };
        note(vec![format!("{lines} with a feed and a return behind it (\\n\\r); both were read as the line end")]);
    }
    if survey.open_ended > 0 {
        let ended = survey.open_ended;
        let rows = if ended == 1 { "1 row ends".to_owned() } else { format!("{ended} rows end") };
        note(vec![format!("{rows} with a delimiter and nothing behind it; no column was made of that")]);
    }
    let quiet = [Reason::Blank, Reason::Rule, Reason::Empty, Reason::Padding, Reason::Skipped];
    note(
        quiet
            .iter()
            .filter_map(|&reason| Some(format!("left out: {}", counted(reason, survey.left(reason)?))))
            .collect(),
    );
    if !file.header {
        note(vec!["the first line was read as data, not as column names".to_owned()]);
    }
    event::Reading {
        delimiter: survey.delimiter().filter(|_| !own).unwrap_or_default(),
        quote: character(dialect.quote),
        escape: character(dialect.escape),
        encoding: file.prepared.encoded.as_ref().map_or_else(|| survey.coding.name(), |(name, _)| name.clone()),
        header: file.header,
        missing_words,
        notes,
    }
}

/// The units that stood below the names.
fn units(file: &Reading<'_>) -> Option<String> {
    let named = file.names.iter().zip(&file.survey.units).filter(|(_, unit)| !unit.is_empty());
    let list: Vec<String> = named.map(|(name, unit)| format!("{} in {unit}", name.name)).collect();
    (!list.is_empty()).then(|| format!("units, as the line below the names says: {}", bounded(list).join(", ")))
}

fn column_note(name: &str, decision: &Decision, column: &Column) -> Option<String> {
    if let Some(code) = decision.code.filter(|code| !code.is_doubtful()) {
        return Some(code.line(name));
    }
    let words = decision.missing.join(", ");
    let missing = (!words.is_empty()).then(|| format!("{words} read as missing"));
    let order = match &decision.kind {
        _ if decision.asked.is_some() => decision.asked.map(|asked| asked.how().to_owned()),
        // A month by its name says by itself where it stands.
        kind @ Type::DayMonth { .. } if kind.has_plain_order() => None,
        Type::DayMonth { day_first, formats, .. } => Some(certificate::order_of(*day_first, formats, decision.born)),
        Type::ZonedStamp => Some("times converted to UTC".to_owned()),
        Type::Time if column.has_half_days() => Some("AM and PM read as halves of the day".to_owned()),
        Type::Boolean if column.is_truth() => Some("yes and no read as truth values".to_owned()),
        Type::Text
        | Type::Integer
        | Type::WideInteger
        | Type::Number
        | Type::Decimal { .. }
        | Type::Boolean
        | Type::Date
        | Type::Stamp
        | Type::FineStamp
        | Type::Time => decision.style.as_ref().map(|_| {
            let example = column.style_example();
            format!("{}, as in {example}; the texts stand in the view data_as_written", certificate::how(decision))
        }),
    };
    let plain = decision.style.is_none() && decision.asked.is_none();
    let spelled: Vec<&str> = column.spellings(&decision.kind).into_iter().map(|(how, ..)| how).collect();
    let spelled = (plain && !spelled.is_empty()).then(|| spelled.join("; "));
    let kept = decision.keeps_texts && (order.is_some() || missing.is_some() || spelled.is_some());
    let kept = kept.then(|| "the texts stand in the view data_as_written".to_owned());
    let parts: Vec<String> = order.into_iter().chain(missing).chain(spelled).chain(kept).collect();
    (!parts.is_empty()).then(|| format!("{name}: {}", parts.join("; ")))
}

fn renamed(name: &Name) -> Option<String> {
    let header = name.header.as_ref()?;
    Some(if header.trim().is_empty() {
        format!("a column without a header is named {}", name.name)
    } else {
        format!("{}: named {}, which is unique and can be typed", header.escape_debug(), name.name)
    })
}

/// What the user must be told: code and message.
pub(super) fn warnings(file: &Reading<'_>, kept: &[KeptType]) -> Vec<(String, String)> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, lines: Vec<String>| {
        warnings.extend(bounded(lines).into_iter().map(|line| (code.to_owned(), line)));
    };
    warn("encoding", place::encoding_lines(file));
    warn("not_a_table", place::foreign_line(file).into_iter().collect());
    warn("delimiter", place::delimiter_lines(file));
    let codes = columns(file)
        .filter_map(|(name, decision, _)| Some(decision.code.filter(|code| code.is_doubtful())?.line(name)));
    warn("type_kept", kept.iter().map(kept_line).chain(codes).collect());
    warn(
        "same_numbers",
        columns(file).filter_map(|(name, decision, column)| same_line(name, decision, column)).collect(),
    );
    let open = columns(file).filter_map(|(name, decision, column)| {
        let Type::DayMonth { settled: false, formats, .. } = &decision.kind else { return None };
        let option = certificate::reordered(name, &decision.kind, column);
        if formats.iter().any(|format| format.starts_with("%y")) {
            return Some(format!(
                "{name}: nothing tells which part of its dates is the year; read with the year first ({option} reads it \
                 last)"
            ));
        }
        if column.tells_day_and_month() {
            return Some(format!(
                "{name}: nothing tells which part of its dates is the year; read with the year last ({option} keeps the \
                 texts)"
            ));
        }
        (!decision.named).then(|| {
            format!(
                "{name}: nothing tells whether the day or the month is first; read with the day first ({option} reads the \
                 month first)"
            )
        })
    });
    warn("date_order_ambiguous", open.collect());
    let style = columns(file).filter_map(|(name, decision, column)| {
        style_line(file, name, decision, column).or_else(|| doubts::cells(file, name, decision, column))
    });
    warn("number_style", style.collect());
    warn("almost_typed", almost_lines(file, kept));
    let said = |name: &str| kept.iter().any(|kept| kept.column == name);
    let texts = columns(file)
        .filter(|(_, decision, column)| decision.kind == Type::Text && !decision.named && column.mixes_dates());
    let mixed = texts.filter(|(name, ..)| !said(name)).map(|(name, ..)| {
        format!("{name}: kept as text, because its dates are not all written in one way, and some would be read wrong")
    });
    warn("dates_mixed", mixed.collect());
    let words = columns(file).filter(|(_, decision, _)| decision.by_evidence).map(|(name, decision, _)| {
        let words = decision.missing.join(", ");
        format!("{name}: {words} was read as missing among texts, as in other columns (--null '' reads it as text)")
    });
    let marks = columns(file).filter_map(|(name, decision, column)| doubts::marks(name, decision, column));
    warn("missing_words", words.chain(marks).collect());
    warn("side_by_side", place::side_by_side(file).into_iter().collect());
    warn("no_header", place::title_line(file).into_iter().collect());
    warn("lines_left_out", place::left_lines(file));
    warn("totals_among_rows", place::likely_totals(file).into_iter().collect());
    warn("ragged_row", place::ragged_lines(file));
    warn(
        "rounded",
        columns(file).filter_map(|(name, decision, column)| doubts::rounded(name, decision, column)).collect(),
    );
    warn("garbled_text", columns(file).filter_map(|(name, _, column)| doubts::garbled(name, column)).collect());
    let mended = &file.survey.mended;
    if mended.count > 0 {
        let line = format!(
            "quotes in {} are not closed or stand within quotes; they were read as text \
                 (--quote '' reads all quotes so)",
            mended.named()
        );
        warn("quote", vec![line]);
    }
    warnings
}

/// What is told of columns of texts that are almost of another kind, or of two.
fn almost_lines(file: &Reading<'_>, kept: &[KeptType]) -> Vec<String> {
    let texts = || {
        let is_open = |decision: &Decision| decision.kind == Type::Text && !decision.named && decision.code.is_none();
        let texts = columns(file).filter(move |(_, decision, _)| is_open(decision));
        texts.filter(|(name, ..)| !kept.iter().any(|kept| kept.column == *name))
    };
    let almost = texts().filter(|(_, _, column)| column.scaled().is_none()).filter_map(|(name, _, column)| {
        let (kind, odd, example) = column.almost()?;
        let are = if odd == 1 { "1 value is none".to_owned() } else { format!("{odd} values are none") };
        Some(format!(
            "{name}: kept as text, because {are} of the {kind} that all others are: {example} (--null reads it as missing)"
        ))
    });
    // Cells of workbooks say that they are durations.
    let is_text = file.prepared.written.is_none();
    let spans = texts().filter(|(_, _, column)| is_text && column.is_spans()).map(|(name, _, column)| {
        let example = column.example().unwrap_or_default();
        format!("{name}: kept as text, because some of its times are none of a day: {example}")
    });
    let kinds = texts().filter_map(|(name, _, column)| {
        let kinds = column.mixes_kinds()?.join(" and some ");
        Some(format!("{name}: kept as text, because some of its values are {kinds}"))
    });
    let none = texts().filter_map(|(name, _, column)| doubts::no_time(name, column));
    almost.chain(spans).chain(kinds).chain(none).collect()
}

fn columns<'a>(file: &'a Reading<'_>) -> impl Iterator<Item = (&'a str, &'a Decision, &'a Column)> {
    let names = file.names.iter().map(|name| name.name.as_str());
    names.zip(&file.decisions).zip(&file.survey.columns).map(|((name, decision), column)| (name, decision, column))
}

/// Values of a column that differ only in case or in the spaces around them: they are kept apart, and told.
pub(super) fn variants(columns: &[ColumnProfile]) -> Vec<(String, String)> {
    let lines = columns.iter().filter_map(|column| {
        let texts: Vec<&str> = column.top.iter().filter_map(|top| top.value.as_text()).collect();
        let like = |one: &str, other: &str| {
            one != other && !one.trim().is_empty() && one.trim().to_lowercase() == other.trim().to_lowercase()
        };
        let first = texts.iter().find(|text| texts.iter().any(|other| like(text, other)))?;
        let variants: Vec<String> =
            texts.iter().filter(|text| *text == first || like(text, first)).map(|text| format!("{text:?}")).collect();
        Some(format!(
            "{}: {} differ only in case or spaces, and are counted apart",
            column.name,
            variants.join(" and ")
        ))
    });
    bounded(lines.collect()).into_iter().map(|line| ("category_variants".to_owned(), line)).collect()
}

/// What a column of numbers lacks that are not written as programs write them, or may not be.
fn style_line(file: &Reading<'_>, name: &str, decision: &Decision, column: &Column) -> Option<String> {
    if decision.named || decision.code.is_some() {
        return None;
    }
    let example = column.style_example();
    match &decision.style {
        None if decision.kind == Type::Text && column.scaled().is_some() => {
            let example = column.scaled().unwrap_or_default();
            Some(format!(
                "{name}: kept as text, because numbers such as {example} do not say all of their digits; it has no total, \
                 and its values are compared and sorted as text"
            ))
        }
        None if decision.kind == Type::Text && column.bounds().is_some() => {
            let example = column.bounds().unwrap_or_default();
            Some(format!(
                "{name}: kept as text, because values such as {example} are bounds of numbers; it has no total, and its \
                 values are compared and sorted as text"
            ))
        }
        None if decision.kind == Type::Text && column.may_be_marks() => Some(format!(
            "{name}: kept as text, because a minus behind single digits, as in {example}, may be part of a mark and not a \
             sign; it has no total (--type '{name}=number' reads negative numbers)"
        )),
        None if decision.kind == Type::Text && column.is_written_otherwise() => Some(format!(
            "{name}: kept as text, because numbers such as {example} are written in several ways or in several units; it \
             has no total, and its values are compared and sorted as text"
        )),
        Some(_) if decision.may_be_lists => Some(format!(
            "{name}: values such as {example} were read as decimals; they may be lists of codes (--type '{name}=text' keeps \
             the texts)"
        )),
        Some(style) if !style.settled => {
            let (read, other) = if style.comma { ("decimals", "thousands") } else { ("thousands", "decimals") };
            Some(format!(
                "{name}: numbers such as {example} were read as {read}; they may be {other} (--type '{name}=number:{}')",
                if style.comma { '.' } else { ',' }
            ))
        }
        Some(_) => None,
        None => {
            let doubtful = file.survey.frame.dialect.delimiter == b';' || column.mixes_thousands();
            (decision.kind == Type::Number && doubtful && column.may_be_thousands()).then(|| {
                format!(
                    "{name}: numbers such as {example} were read as decimals; they may be thousands, written with a \
                     point (--type '{name}=number:,')"
                )
            })
        }
    }
}

/// What texts of a column of numbers lose that are the same as numbers.
fn same_line(name: &str, decision: &Decision, column: &Column) -> Option<String> {
    if decision.named || decision.style.is_some() || !decision.kind.is_number() {
        return None;
    }
    let (plus, _) = column.plus_signs();
    let what = match (column.mixes_places(), plus) {
        (true, _) => "some decimals end in zeros and others do not: 3.10 and 3.1 are the same as numbers",
        (false, true) => "its numbers have a plus sign, as codes have it, which is left out",
        (false, false) => return None,
    };
    Some(format!("{name}: {what} (--type '{name}=text' keeps the texts)"))
}

fn kept_line(kept: &KeptType) -> String {
    let values = if kept.values == 1 { "1 value".to_owned() } else { format!("{} values", kept.values) };
    let option = match kept.kind.as_str() {
        "VARCHAR" => String::new(),
        _ => format!(" (--type '{}=text' keeps the texts)", kept.column),
    };
    format!(
        "{}: read as {}, because {values} such as {} would not survive as {}, which the first rows suggest{option}",
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

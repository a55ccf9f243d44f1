//! What is told about the reading of a file: the `reading` part of the event, and warnings.

use super::certificate::{self, counted};
use super::column::{Column, Type};
use super::decide::Decision;
use super::encoding::Origin;
use super::names::Name;
use super::reading::Reading;
use super::recast::Recast;
use super::survey::Reason;
use crate::event::{self, ColumnProfile, KeptType};
use crate::{limits, sql};

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
        let line = "names are put together of two lines, that of groups and that of names below it";
        note(vec![format!("{line} ({} takes the upper one alone)", certificate::EVERY_LINE)]);
    }
    if let Some((line, false)) = survey.frame.recast.as_ref().map(Recast::told) {
        note(vec![line]);
    }
    if survey.spaced.count > 0 {
        note(vec![format!("spaces behind closing quotes were left out ({})", survey.spaced.named())]);
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
        encoding: survey.coding.name(),
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
    let words = decision.missing.join(", ");
    let missing = (!words.is_empty()).then(|| format!("{words} read as missing"));
    let order = match &decision.kind {
        _ if decision.asked.is_some() => decision.asked.map(|asked| asked.how().to_owned()),
        // A month by its name says by itself where it stands.
        kind @ Type::DayMonth { .. } if kind.has_plain_order() => None,
        Type::DayMonth { day_first, formats, .. } => Some(certificate::order_of(*day_first, formats)),
        Type::ZonedStamp => Some("times converted to UTC".to_owned()),
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
    let kept = decision.keeps_texts && (order.is_some() || missing.is_some());
    let kept = kept.then(|| "the texts stand in the view data_as_written".to_owned());
    let parts: Vec<String> = order.into_iter().chain(missing).chain(kept).collect();
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
    warn("encoding", encoding_lines(file));
    let foreign = file.survey.frame.likeness.map(|like| {
        format!("the file looks like {like} and not like a table; each line was read as one text (--delimiter CHAR splits them)")
    });
    warn("not_a_table", foreign.into_iter().collect());
    warn("delimiter", delimiter_lines(file));
    let codes = columns(file).filter_map(|(name, decision, _)| Some(decision.code?.line(name)));
    warn("type_kept", kept.iter().map(kept_line).chain(codes).collect());
    warn(
        "same_numbers",
        columns(file).filter_map(|(name, decision, column)| same_line(name, decision, column)).collect(),
    );
    let open = columns(file).filter_map(|(name, decision, _)| {
        let Type::DayMonth { settled: false, formats, .. } = &decision.kind else { return None };
        if formats.iter().any(|format| format.starts_with("%y")) {
            return Some(format!(
                "{name}: nothing tells which part of its dates is the year; read with the year first"
            ));
        }
        (!decision.named).then(|| {
            format!(
                "{name}: nothing tells whether the day or the month is first; read with the day first \
                 (--type '{name}=date:mdy' reads the month first)"
            )
        })
    });
    warn("date_order_ambiguous", open.collect());
    warn(
        "number_style",
        columns(file).filter_map(|(name, decision, column)| style_line(file, name, decision, column)).collect(),
    );
    let almost = columns(file).filter(|(_, decision, _)| decision.kind == Type::Text && !decision.named);
    let said = |name: &str| kept.iter().any(|kept| kept.column == name);
    let almost = almost.filter(|(name, ..)| !said(name)).filter_map(|(name, _, column)| {
        let (kind, odd, example) = column.almost()?;
        let are = if odd == 1 { "1 value is none".to_owned() } else { format!("{odd} values are none") };
        Some(format!("{name}: kept as text, because {are} of the {kind} that all others are: {example} (--null reads it as missing)"))
    });
    warn("almost_typed", almost.collect());
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
    warn("missing_words", words.collect());
    warn("no_header", title_line(file).into_iter().collect());
    warn("lines_left_out", left_lines(file));
    warn("totals_among_rows", likely_totals(file).into_iter().collect());
    warn("ragged_row", ragged_lines(file));
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

/// What is doubtful about the encoding.
fn encoding_lines(file: &Reading<'_>) -> Vec<String> {
    let survey = &file.survey;
    let mut lines = Vec::new();
    if survey.coding.origin == Origin::Guessed {
        lines.push(format!(
            "the text is not UTF-8 and was read as {}, which its bytes suggest (--encoding NAME says otherwise)",
            survey.coding.name()
        ));
    }
    if survey.replaced.count > 0 {
        let (bytes, were) = if survey.replaced.count == 1 { ("byte", "was") } else { ("bytes", "were") };
        let zeros = if survey.zeros == survey.replaced.count { "NUL" } else { "no text" };
        let is = if zeros == "NUL" {
            bytes.to_owned()
        } else {
            format!("{bytes} that {} {zeros}", if bytes == "byte" { "is" } else { "are" })
        };
        let kind = if zeros == "NUL" { format!("NUL {is}") } else { is };
        lines.push(format!(
            "{} {kind} {were} replaced by \u{fffd} ({})",
            survey.replaced.count,
            survey.replaced.named()
        ));
    }
    lines
}

/// What is doubtful about what stands between fields.
fn delimiter_lines(file: &Reading<'_>) -> Vec<String> {
    let frame = &file.survey.frame;
    let mut lines = Vec::new();
    if let Some((line, true)) = frame.recast.as_ref().map(Recast::told) {
        lines.push(line);
    }
    let delimiter = file.survey.delimiter().unwrap_or_default();
    if frame.hint_fails {
        lines.push(format!(
            "the first line names a delimiter that the lines below do not have; they were split at {delimiter:?}, on which \
             they agree (--delimiter CHAR says otherwise)"
        ));
    }
    if let Some((column, number)) = &frame.torn {
        let name = |at: usize| file.names.get(at).map(|name| name.name.as_str()).unwrap_or_default();
        lines.push(format!(
            "numbers such as {number} seem to be torn apart at the comma into {} and {}, in every row; write them between \
             quotes or without commas, or put another delimiter between fields",
            name(*column),
            name(column + 1)
        ));
    }
    if let Some(rival) = frame.rival {
        let rival = char::from(rival).to_string();
        lines.push(format!(
            "every line was split at {delimiter:?}, and could be split at {rival:?} as well (--delimiter {})",
            sql::text(&rival)
        ));
    }
    lines
}

/// Lines that are no rows, with the option that makes rows of them.
fn left_lines(file: &Reading<'_>) -> Vec<String> {
    let reasons = Reason::ALL.into_iter().filter(|reason| reason.is_loss());
    reasons
        .filter_map(|reason| {
            let lines = file.survey.left(reason)?;
            let option = match reason.option() {
                certificate::EVERY_LINE => format!(" ({} reads every line)", certificate::EVERY_LINE),
                _ => String::new(),
            };
            Some(format!("left out: {}{option}", counted(reason, lines)))
        })
        .collect()
}

/// Rows that look like totals of others, and the condition that leaves them out.
fn likely_totals(file: &Reading<'_>) -> Option<String> {
    let lines = &file.survey.likely_totals;
    let (column, text) = file.survey.likely_total.as_ref()?;
    let name = sql::name(&file.names.get(*column)?.name);
    let condition = match text.as_str() {
        "" => format!("{name} IS NOT NULL"),
        text => format!("{name} <> {}", sql::text(text)),
    };
    let (rows, are) = if lines.count == 1 { ("1 row", "is") } else { ("rows", "are") };
    let rows = if lines.count == 1 { rows.to_owned() } else { format!("{} {rows}", lines.count) };
    Some(format!(
        "{rows} may be totals of other rows ({}) and {are} counted as data, as nothing proves it; WHERE {condition} \
         leaves such rows out",
        lines.named()
    ))
}

fn ragged_lines(file: &Reading<'_>) -> Vec<String> {
    let survey = &file.survey;
    let width = file.names.len();
    let mut lines = Vec::new();
    // Below so many lines every record is a row, and the table as wide as the widest.
    let above = survey.lines_above - u64::from(survey.frame.hint > 0);
    let undo = format!("--skip {above}");
    let count = |count: u64| if count == 1 { "1 row has".to_owned() } else { format!("{count} rows have") };
    if survey.short.count > 0 {
        lines.push(format!(
            "{} fewer than {width} fields ({}); the fields that are not there were read as missing",
            count(survey.short.count),
            survey.short.named()
        ));
    }
    if survey.cut.count > 0 {
        lines.push(format!(
            "{} more than {width} fields ({}); the fields beyond were left out ({undo} gives them a column)",
            count(survey.cut.count),
            survey.cut.named()
        ));
    }
    if survey.joined.count > 0 {
        lines.push(format!(
            "{} a delimiter in a text without quotes ({}); the parts of the text were joined where the other fields fit \
             then ({undo} keeps them apart)",
            count(survey.joined.count),
            survey.joined.named()
        ));
    }
    if survey.frame.row_labels && file.header {
        lines.push(format!(
            "the header names one column fewer than the {width} of the rows, which begin with a number or a name of their \
             own; that column is named {} ({} takes the names from the left)",
            file.names.first().map(|name| name.name.as_str()).unwrap_or_default(),
            certificate::EVERY_LINE
        ));
    }
    if survey.short_header && file.header {
        lines.push(format!("the header names fewer than {width} columns; the others are numbered"));
    }
    lines
}

/// What a column of numbers lacks that are not written as programs write them, or may not be.
fn style_line(file: &Reading<'_>, name: &str, decision: &Decision, column: &Column) -> Option<String> {
    if decision.named {
        return None;
    }
    let example = column.style_example();
    match &decision.style {
        None if decision.kind == Type::Text && column.is_written_otherwise() => Some(format!(
            "{name}: kept as text, because numbers such as {example} are written in several ways or in several units; it \
             has no total, and its values are compared and sorted as text"
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

//! What is told of how a file is written and where its table stands: its encoding, what stands between fields, lines that
//! are no rows, rows of other widths.

use super::super::certificate::{self, counted};
use super::super::encoding::Origin;
use super::super::reading::Reading;
use super::super::recast::Recast;
use super::super::survey::Reason;
use crate::sql;

/// What the text looks like that was not read as a table.
pub(super) fn foreign_line(file: &Reading<'_>) -> Option<String> {
    let like = file.survey.frame.likeness?;
    Some(format!(
        "the file looks like {like} and not like a table; each line was read as one text (--delimiter CHAR splits them)"
    ))
}

/// What is doubtful about the encoding.
pub(super) fn encoding_lines(file: &Reading<'_>) -> Vec<String> {
    let survey = &file.survey;
    let mut lines = Vec::new();
    let recoded = file.prepared.encoded.as_ref().filter(|(_, why)| why.contains("most likely")).map(|(name, _)| name);
    let guessed = (survey.coding.origin == Origin::Guessed).then(|| survey.coding.name());
    if let Some(name) = recoded.cloned().or(guessed) {
        lines.push(format!(
            "the text is not UTF-8 and was read as {name}, which its bytes suggest (--encoding NAME says otherwise)"
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
pub(super) fn delimiter_lines(file: &Reading<'_>) -> Vec<String> {
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
    if let ([name], [decision], [column]) = (&*file.names, &*file.decisions, &*file.survey.columns)
        && file.survey.delimiter().is_none()
        && decision.style.as_ref().is_some_and(|style| style.comma && !style.grouped && style.affix.is_empty())
        && column.style_example().contains(',')
        && column.written_otherwise(true) == column.values()
    {
        lines.push(format!(
            "{}: every line was read as one number with a decimal comma, and could be split at \",\" as well \
             (--delimiter ',')",
            name.name
        ));
    }
    if let Some(rival) = frame.rival.filter(|_| !frame.split) {
        lines.push(format!(
            "every line was read as one field, and could be split at {rival:?} (--delimiter {})",
            sql::text(&char::from(rival).to_string()),
            rival = char::from(rival),
        ));
    }
    if let Some(rival) = frame.rival.filter(|_| frame.split) {
        let rival = char::from(rival).to_string();
        lines.push(format!(
            "every line was split at {delimiter:?}, and could be split at {rival:?} as well (--delimiter {})",
            sql::text(&rival)
        ));
    }
    lines
}

/// Columns without a name and without values among others, between which two tables may stand side by side.
pub(super) fn side_by_side(file: &Reading<'_>) -> Option<String> {
    let survey = &file.survey;
    let is_open = |at: usize| {
        let nameless = survey.first.get(at).is_some_and(Vec::is_empty);
        nameless && survey.columns.get(at).is_some_and(|column| column.values() == 0)
    };
    let width = survey.columns.len();
    let within = (1..width.saturating_sub(1)).find(|&at| is_open(at) && !is_open(at - 1) && !is_open(at + 1))?;
    let name = file.names.get(within).map(|name| name.name.as_str())?;
    (file.header && survey.frame.recast.is_none()).then(|| {
        format!("{name} has neither a name nor values; what stands on both sides of it may be two tables, which were read as one")
    })
}

/// Lines that are no rows, with the option that makes rows of them.
pub(super) fn left_lines(file: &Reading<'_>) -> Vec<String> {
    let reasons = Reason::ALL.into_iter().filter(|reason| reason.is_loss());
    reasons
        .filter_map(|reason| {
            let lines = file.survey.left(reason)?;
            let option = match certificate::undo(reason, &file.survey) {
                Some(option) if option == certificate::EVERY_LINE => format!(" ({option} reads every line)"),
                Some(option) => format!(" ({option} reads every line below)"),
                None => String::new(),
            };
            Some(format!("left out: {}{option}", counted(reason, lines)))
        })
        .collect()
}

/// Rows that look like totals of others, and the condition that leaves them out.
pub(super) fn likely_totals(file: &Reading<'_>) -> Option<String> {
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

pub(super) fn ragged_lines(file: &Reading<'_>) -> Vec<String> {
    let survey = &file.survey;
    let width = file.names.len();
    let mut lines = Vec::new();
    // Below so many lines every record is a row, and the table as wide as the widest.
    let undo = certificate::below_names(survey);
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

/// What is odd about a first line that names no columns although it does not look like data either.
pub(super) fn title_line(file: &Reading<'_>) -> Option<String> {
    let filled: Vec<bool> = file.survey.first.iter().map(|text| !super::super::shape::trim(text).is_empty()).collect();
    let (width, named) = (filled.len(), filled.iter().filter(|filled| **filled).count());
    // A table's own first column often has no name; a title stands in the first one.
    let title = width > 1 && named == 1 && filled.first() == Some(&true);
    let gaps = !file.header && !file.header_given && width > named + 1;
    // Groups above it name the others.
    let grouped = file.header && file.survey.frame.groups.is_some();
    ((title && !grouped) || gaps).then(|| {
        format!(
            "the first line has text in {named} of {width} fields and may be a title above the table, which was read as \
             part of it; remove the lines above the names of the columns"
        )
    })
}

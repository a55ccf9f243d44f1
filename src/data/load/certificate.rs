//! The certificate of a reading: what was proven of it, what was left out, what was decided and how to decide otherwise.

mod columns;

use super::codes::BORN_LAST;
use super::decide::Decision;
use super::encoding::Origin;
use super::lines::Lines;
use super::notes;
use super::reading::Reading;
use super::recast::Recast;
use super::source::Prepared;
use super::survey::{Reason, Survey};
use crate::data::DataError;
use crate::event::{Certificate, Converted, Counted, LeftOut, ReadingDecision};

pub(super) use columns::reordered;

/// The option with which every line below a number of lines is read as a row.
pub(super) const EVERY_LINE: &str = "--skip 0";

impl Reason {
    /// Its name in events.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Hint => "delimiter_line",
            Self::Above => "above_table",
            Self::Groups => "groups",
            Self::Skipped => "skipped",
            Self::Blank => "blank",
            Self::Rule => "rule",
            Self::Comment => "comment",
            Self::Units => "units",
            Self::Labels => "labels",
            Self::RepeatedHeader => "repeated_header",
            Self::Page => "page",
            Self::TooWide => "too_many_fields",
            Self::Subtotal => "subtotal",
            Self::Empty => "empty",
            Self::Padding => "padding",
            Self::Total => "total",
            Self::Note => "note",
            Self::Beyond => "other_table",
        }
    }

    /// What such a line is, for one and for several.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Hint => ["line that tells the delimiter", "lines that tell the delimiter"],
            Self::Above => ["line above the table", "lines above the table"],
            Self::Groups => ["line of groups above the names", "lines of groups above the names"],
            Self::Skipped => ["line that was to be skipped", "lines that were to be skipped"],
            Self::Blank => ["blank line", "blank lines"],
            Self::Rule => ["rule of dashes", "rules of dashes"],
            Self::Comment => ["comment", "comments"],
            Self::Units => ["line of units below the names", "lines of units below the names"],
            Self::Labels => ["line of words below the names", "lines of words below the names"],
            Self::RepeatedHeader => ["repeated header", "repeated headers"],
            Self::Page => ["line between pages", "lines between pages"],
            Self::TooWide => ["row with too many fields", "rows with too many fields"],
            Self::Subtotal => ["line of totals among the rows", "lines of totals among the rows"],
            Self::Empty => ["row without values at the end", "rows without values at the end"],
            Self::Padding => ["line of NUL bytes at the end", "lines of NUL bytes at the end"],
            Self::Total => ["line of totals at the end", "lines of totals at the end"],
            Self::Note => ["note below the table", "notes below the table"],
            Self::Beyond => ["line of another table below the first", "lines of another table below the first"],
        }
    }

    /// Whether what stands there is lost to the table, so that a strict reading must not go on.
    pub(super) fn is_loss(self) -> bool {
        match self {
            Self::Hint | Self::Groups | Self::Skipped | Self::Blank | Self::Rule | Self::Empty | Self::Padding => false,
            Self::Above
            | Self::Comment
            | Self::Units
            | Self::Labels
            | Self::RepeatedHeader
            | Self::Page
            | Self::TooWide
            | Self::Subtotal
            | Self::Total
            | Self::Note
            | Self::Beyond => true,
        }
    }

    /// The option that reads such lines as rows.
    pub(super) fn option(self) -> &'static str {
        match self {
            Self::Hint | Self::Groups | Self::Skipped | Self::Blank | Self::Rule | Self::Empty | Self::Padding => "",
            Self::TooWide
            | Self::Above
            | Self::Comment
            | Self::Units
            | Self::Labels
            | Self::RepeatedHeader
            | Self::Page
            | Self::Subtotal
            | Self::Total
            | Self::Note
            | Self::Beyond => EVERY_LINE,
        }
    }
}

/// `3 lines above the table (lines 1, 2, 3)`.
pub(super) fn counted(reason: Reason, lines: &Lines) -> String {
    let [one, several] = reason.words();
    format!("{} {} ({})", lines.count, if lines.count == 1 { one } else { several }, lines.named())
}

fn lines(lines: &Lines) -> Counted {
    Counted { count: lines.count, lines: lines.first.clone(), files: Vec::new() }
}

fn left(kind: &str, lines: &Lines) -> LeftOut {
    LeftOut { kind: kind.to_owned(), count: lines.count, lines: lines.first.clone(), files: Vec::new() }
}

/// The certificate of a file that was read.
pub(super) fn certificate(file: &Reading<'_>) -> Certificate {
    let survey = &file.survey;
    let mut left_out = Vec::new();
    for reason in Reason::ALL {
        if let Some(lines) = survey.left(reason) {
            left_out.push(left(reason.name(), lines));
        }
    }
    // Lines without text, which the text that csvchat wrote itself has not.
    if let Some(written) = file.prepared.written.as_ref().filter(|written| written.empty.count > 0) {
        left_out.push(left(Reason::Blank.name(), &written.empty));
    }
    // The names of JSON stand in every record.
    let header_records = u64::from(file.header && !file.prepared.is_json());
    if let Some(written) = file.prepared.written.as_ref().filter(|written| written.members > 0) {
        left_out.push(left("members", &Lines { count: written.members, ..Lines::default() }));
    }
    let all: u64 = left_out.iter().map(|left| left.count).sum();
    Certificate {
        bytes: if file.prepared.digest.is_some() { file.prepared.bytes } else { file.prepared.plain_bytes() },
        files: Vec::new(),
        sha256: file.prepared.digest.clone().unwrap_or_else(|| survey.digest.clone()),
        records: header_records + file.rows + all,
        header_records,
        left_out,
        replaced: Counted {
            count: survey.replaced.count + file.prepared.written.as_ref().map_or(0, |written| written.replaced),
            ..lines(&survey.replaced)
        },
        padded: lines(&survey.short),
        cut: lines(&survey.cut),
        joined: lines(&survey.joined),
        mended: lines(&survey.mended),
        checked: file.names.iter().map(|name| name.name.clone()).collect(),
        kept: notes::kept(&file.names, &file.decisions, &survey.columns),
        converted: converted(file),
        decisions: decisions(file),
    }
}

/// Fails where anything of the file was left out, replaced, filled up, joined or mended.
pub(super) fn demand_nothing_lost(prepared: &Prepared, survey: &Survey) -> Result<(), DataError> {
    let mut lost: Vec<String> = Reason::ALL
        .into_iter()
        .filter(|reason| reason.is_loss())
        .filter_map(|reason| Some(counted(reason, survey.left(reason)?)))
        .collect();
    let changed = [
        (&survey.replaced, ["replaced byte", "replaced bytes"]),
        (&survey.cut, ["row with fields left out", "rows with fields left out"]),
        (&survey.short, ["row with too few fields", "rows with too few fields"]),
        (&survey.joined, ["row with fields that were joined", "rows with fields that were joined"]),
        (&survey.mended, ["row with quotes that do not fit", "rows with quotes that do not fit"]),
    ];
    for (lines, [one, several]) in changed {
        let what = if lines.count == 1 { one } else { several };
        if lines.count > 0 {
            lost.push(format!("{} {what} ({})", lines.count, lines.named()));
        }
    }
    if matches!(survey.frame.recast, Some(Recast::Padded(_))) {
        lost.push("spaces around the fields of every row".to_owned());
    }
    if let Some(written) = prepared.written.as_ref().filter(|written| written.members > 0) {
        let what = if written.members == 1 { "member" } else { "members" };
        lost.push(format!("{} {what} of the JSON object beside its rows", written.members));
    }
    // What could not be taken over when the text was written.
    let written = prepared.written.iter().flat_map(|written| &written.warnings);
    lost.extend(prepared.warnings.iter().chain(written).map(|(_, message)| message.clone()));
    if lost.is_empty() {
        return Ok(());
    }
    let reason =
        format!("with --strict-read nothing may be left out, replaced, filled up or mended: {}", lost.join("; "));
    Err(prepared.error("strict_read", reason, "mend the file, or leave --strict-read out"))
}

/// Columns whose values are stored otherwise than they are written.
fn converted(file: &Reading<'_>) -> Vec<Converted> {
    let columns = file.names.iter().zip(&file.decisions).zip(&file.survey.columns);
    columns
        .enumerate()
        .filter(|(_, ((_, decision), column))| decision.converts(column) || decision.differs(column))
        .map(|(at, ((name, decision), column))| {
            let (how, values, example) = columns::conversion(decision, column);
            let lost = file.lost.get(at).filter(|lost| lost.count > 0);
            let (values, lines) = lost.map_or((values, Vec::new()), |lost| (lost.count, lost.first.clone()));
            Converted { column: name.name.clone(), how, values, example: example.to_owned(), lines, file: None }
        })
        .collect()
}

/// What was done to the texts of a column.
pub(super) fn how(decision: &Decision) -> String {
    let Some(style) = &decision.style else { return "times converted to UTC".to_owned() };
    let mut parts = Vec::new();
    if !style.affix.is_empty() {
        parts.push(format!("{} taken off", style.affix));
    }
    if style.comma {
        parts.push("decimal comma".to_owned());
    }
    match parts.is_empty() {
        true if style.negatives && !style.grouped => "brackets and the like read as minus signs".to_owned(),
        true => "separators of thousands taken out".to_owned(),
        false => format!("numbers with {}", parts.join(", ")),
    }
}

fn decisions(file: &Reading<'_>) -> Vec<ReadingDecision> {
    let mut decisions = Vec::new();
    let mut decide = |subject: &str, decided: String, because: &str, option: String| {
        decisions.push(ReadingDecision { subject: subject.to_owned(), decided, because: because.to_owned(), option });
    };
    let survey = &file.survey;
    let encoding = match survey.coding.origin {
        Origin::Assumed if survey.replaced.count > survey.zeros => {
            "its bytes are UTF-8, but for those that were replaced"
        }
        Origin::Assumed => "its bytes are UTF-8",
        Origin::Mark => "its byte order mark",
        Origin::Named => "the option",
        Origin::Zeros => "every second byte of its plain letters is zero",
        Origin::Guessed => "its bytes are not UTF-8, and are the letters of this encoding most likely",
    };
    let written = file.prepared.written.is_some();
    match &file.prepared.encoded {
        Some((name, why)) => decide("encoding", name.clone(), why, "--encoding NAME".to_owned()),
        None if file.prepared.is_workbook() => {}
        None => decide("encoding", survey.coding.name(), encoding, "--encoding NAME".to_owned()),
    }
    if let Some(delimiter) = survey.delimiter().filter(|_| !written) {
        let frame = &survey.frame;
        let why =
            if frame.hint > 0 && !frame.hint_fails { "its first line says so" } else { "its records agree on it" };
        let (decided, why) = match delimiter.as_str() {
            "" => ("none".to_owned(), "columns begin where their names or a rule below them say"),
            delimiter => (delimiter.escape_debug().to_string(), why),
        };
        decide("delimiter", decided, why, "--delimiter CHAR".to_owned());
    }
    if survey.delimiter().is_none() && !written {
        decide("delimiter", "none".to_owned(), "its records have one field each", "--delimiter CHAR".to_owned());
    }
    if file.prepared.written.is_none() && survey.frame.dialect.quote == Some(b'\'') {
        let why = "all texts stand between them, or records agree on their width only so";
        decide("quote", "'".to_owned(), why, "--quote '\"'".to_owned());
    }
    let (named, why, option) = match (file.header, file.header_given) {
        (header, true) => (if header { "yes" } else { "no" }, "the option", ""),
        (true, false) => ("yes", "the first record differs from those below", "--no-header"),
        (false, false) => ("no", "the first record is like those below", "--header"),
    };
    decide("header", named.to_owned(), why, option.to_owned());
    if survey.frame.groups.is_some() && file.header {
        let why = "a line of groups stands above that of names";
        decide("names", "put together of several lines".to_owned(), why, below_names(survey));
    }
    for reason in Reason::ALL.into_iter().filter(|reason| reason.is_loss()) {
        if let Some(lines) = survey.left(reason) {
            let because = because(reason);
            decide("lines left out", counted(reason, lines), because, undo(reason, survey).unwrap_or_default());
        }
    }
    let kept = notes::kept(&file.names, &file.decisions, &survey.columns);
    let mut kept = kept.iter().peekable();
    for ((name, decision), column) in file.names.iter().zip(&file.decisions).zip(&survey.columns) {
        let kept = kept.next_if(|kept| kept.column == name.name);
        if let Some((decided, because, option)) = columns::decided(&name.name, decision, column, kept) {
            decide(&name.name, decided, &because, option);
        }
    }
    decisions
}

/// The option that reads every line from that of the names on.
pub(super) fn below_names(survey: &Survey) -> String {
    format!("--skip {}", survey.lines_above - u64::from(survey.frame.hint > 0))
}

/// The option that reads lines of a kind as rows; what stands above the names stays there where the lines stand below.
pub(super) fn undo(reason: Reason, survey: &Survey) -> Option<String> {
    let first = survey.left(reason)?.first.first().copied().unwrap_or_default();
    match reason.option() {
        "" => None,
        option if first <= survey.last_above() => Some(option.to_owned()),
        _ => Some(below_names(survey)),
    }
}

fn because(reason: Reason) -> &'static str {
    match reason {
        Reason::Above => "they do not fill the fields that the rows below fill",
        Reason::Comment => "they begin with # and do not fit the rows",
        Reason::Units => "it holds short words above columns of numbers",
        Reason::Labels => "it holds words above columns of numbers and dates",
        Reason::RepeatedHeader => "they are the same as the names of the columns",
        Reason::Page => "they hold one text, the number of a page or a title above the same names",
        Reason::TooWide => "their fields fit the columns in no way",
        Reason::Subtotal => "a word says so, and their numbers are the sums of the rows above",
        Reason::Total => "they begin with a word for a total or another figure and stand at the end",
        Reason::Note => "they hold one text that fits no row and stand at the end",
        Reason::Beyond => "they follow a gap and other names",
        Reason::Hint
        | Reason::Groups
        | Reason::Skipped
        | Reason::Blank
        | Reason::Rule
        | Reason::Empty
        | Reason::Padding => "",
    }
}

/// How dates were read whose parts could stand in several orders.
pub(super) fn order_of(day_first: bool, formats: &[String], born: bool) -> String {
    let year_first = formats.iter().any(|format| format.starts_with("%y") || format.starts_with("%Y"));
    let first = match day_first {
        _ if year_first => "year",
        true => "day",
        false => "month",
    };
    // The engine's own rule, which is that of POSIX, but for days of birth.
    let short = formats.iter().any(|format| format.contains("%y"));
    let years = match (short, born) {
        (false, _) => String::new(),
        (true, false) => ", and years of two digits as 1969 to 2068".to_owned(),
        (true, true) => format!(", and years of two digits as {} to {BORN_LAST}", BORN_LAST - 99),
    };
    format!("dates read with the {first} first{years}")
}

//! The statement that reads a file into a table, with nothing left to DuckDB's guessing.

mod respell;

use super::asked::Asked;
use super::column::{Column, Type};
use super::decide::Decision;
use super::names::{Name, path_literal};
use super::numeral::Style;
use super::rewrite;
use super::shape::PADDING;
use super::split::Dialect;
use super::survey::Survey;
use crate::sql;

/// Bytes of a line that DuckDB's reader takes without being told.
const LINE_BYTES: usize = 2_000_000;
/// Bytes that DuckDB's reader holds at once by default.
const BUFFER_BYTES: usize = 32_000_000;

/// How careful the reader is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// All threads read.
    Parallel,
    /// One thread reads: slower, and without borders between threads at which a quoted line end can mislead.
    Single,
}

/// The file that DuckDB reads, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the reader")]
pub(super) struct Layout {
    pub(super) dialect: Dialect,
    /// Whether the first record names the columns.
    pub(super) header: bool,
    /// Lines above the first record.
    pub(super) skip: u64,
    /// Whether line ends differ.
    pub(super) mixed_ends: bool,
    /// Whether every line ends with `\n`: where a quoted field on the first line holds `\r`, DuckDB must be told.
    pub(super) feeds: bool,
    /// Whether rows have fewer or more fields than the table.
    pub(super) padded: bool,
    /// Whether a quoted field holds a line end.
    pub(super) lines_in_quotes: bool,
    /// Bytes of the longest record.
    pub(super) longest: usize,
}

impl Layout {
    /// The file as it was surveyed.
    pub(super) fn of(survey: &Survey, header: bool) -> Self {
        Self {
            dialect: survey.frame.dialect,
            header,
            skip: survey.lines_above,
            mixed_ends: survey.mixed_ends,
            feeds: false,
            padded: survey.short.count > 0 || survey.trailing > 0,
            lines_in_quotes: survey.lines_in_quotes,
            longest: survey.longest,
        }
    }

    /// The file's rows as they were written down anew, without names above them.
    pub(super) fn plain(survey: &Survey) -> Self {
        Self {
            dialect: rewrite::PLAIN,
            header: false,
            skip: 0,
            mixed_ends: false,
            feeds: true,
            padded: false,
            lines_in_quotes: survey.lines_in_quotes,
            // Decoding may make three bytes of one, quotes two.
            longest: survey.longest * 3 + 4 * survey.frame.width,
        }
    }

    fn options(&self, pace: Pace) -> String {
        let character =
            |byte: Option<u8>| sql::text(&byte.map(|byte| char::from(byte).to_string()).unwrap_or_default());
        let padded = self.padded;
        // With padding, DuckDB cannot read quoted line ends in parallel.
        let parallel = pace == Pace::Parallel && !(padded && self.lines_in_quotes);
        let mut options = vec![
            "auto_detect = false".to_owned(),
            format!("delim = {}", character(Some(self.dialect.delimiter))),
            format!("quote = {}", character(self.dialect.quote)),
            format!("escape = {}", character(self.dialect.escape)),
            format!("header = {}", self.header),
            format!("skip = {}", self.skip),
            "nullstr = ''".to_owned(),
            "hive_partitioning = false".to_owned(),
            "ignore_errors = false".to_owned(),
            // Mixed line ends are no fault, but DuckDB reads them only so. That it then also cuts long records and
            // texts behind quotes does not matter: the survey has found neither.
            format!("strict_mode = {}", !self.mixed_ends),
            format!("null_padding = {padded}"),
            format!("parallel = {parallel}"),
        ];
        if self.feeds {
            options.push("new_line = '\\n'".to_owned());
        }
        if self.longest > LINE_BYTES / 2 {
            let line = self.longest + LINE_BYTES;
            options.push(format!("max_line_size = {line}"));
            options.push(format!("buffer_size = {}", BUFFER_BYTES.max(2 * line)));
        }
        options.join(", ")
    }
}

/// Everything that decides how a file becomes a table.
pub(super) struct Plan<'a> {
    /// The file, in the scratch folder.
    pub(super) file: &'a str,
    /// The table's name.
    pub(super) table: &'a str,
    /// How it is read.
    pub(super) layout: &'a Layout,
    /// Names of the columns.
    pub(super) names: &'a [Name],
    /// What they are.
    pub(super) decisions: &'a [Decision],
    /// What they hold.
    pub(super) columns: &'a [Column],
}

impl Plan<'_> {
    /// The statement.
    pub(super) fn statement(&self, pace: Pace) -> String {
        let mut read = Vec::with_capacity(self.names.len());
        let mut selected = Vec::with_capacity(self.names.len());
        let mut converted = false;
        for ((name, decision), column) in self.names.iter().zip(self.decisions).zip(self.columns) {
            let quoted = sql::name(&name.name);
            let (kind, expression) = match conversion(&quoted, decision, column) {
                Some(expression) => {
                    converted = true;
                    ("VARCHAR".to_owned(), format!("{expression} AS {quoted}"))
                }
                None => (decision.kind.name(), quoted),
            };
            read.push(format!("{}: '{kind}'", sql::text(&name.name)));
            selected.push(expression);
        }
        let selected = if converted { selected.join(", ") } else { "*".to_owned() };
        self.create(self.table, &selected, &read, pace)
    }

    /// The statements that keep the texts of columns whose values are others, and show them in the place of the values.
    /// None where there is no such column.
    pub(super) fn as_written(&self, view: &str, pace: Pace) -> Option<[String; 2]> {
        let texts = format!("{view}_texts");
        let written: Vec<bool> =
            self.decisions.iter().zip(self.columns).map(|(decision, column)| decision.converts(column)).collect();
        let name = |name: &Name| sql::name(&name.name);
        let kept: Vec<String> =
            self.names.iter().zip(&written).filter(|(_, written)| **written).map(|(column, _)| name(column)).collect();
        if kept.is_empty() {
            return None;
        }
        let read: Vec<String> = self.names.iter().map(|name| format!("{}: 'VARCHAR'", sql::text(&name.name))).collect();
        let selected: Vec<String> = self
            .names
            .iter()
            .zip(&written)
            .map(|(column, written)| format!("{}.{}", if *written { "t" } else { "v" }, name(column)))
            .collect();
        Some([
            self.create(&texts, &kept.join(", "), &read, pace),
            format!(
                "CREATE OR REPLACE VIEW {} AS SELECT {} FROM {} AS v POSITIONAL JOIN {} AS t",
                sql::name(view),
                selected.join(", "),
                sql::name(self.table),
                sql::name(&texts)
            ),
        ])
    }

    fn create(&self, table: &str, selected: &str, read: &[String], pace: Pace) -> String {
        format!(
            "CREATE OR REPLACE TABLE {table} AS SELECT {selected} FROM read_csv({file}, columns = {{{columns}}}, {options})",
            table = sql::name(table),
            file = path_literal(self.file),
            columns = read.join(", "),
            options = self.layout.options(pace),
        )
    }
}

/// How a text becomes a value, where DuckDB's reader does not do that by itself.
fn conversion(quoted: &str, decision: &Decision, column: &Column) -> Option<String> {
    let (offset, compact) = column.offsets();
    let kind = &decision.kind;
    let native = match kind {
        Type::Text if decision.missing.is_empty() => return None,
        Type::Text => return Some(without(quoted, &decision.missing)),
        Type::FineStamp | Type::DayMonth { .. } => false,
        Type::ZonedStamp => !offset && !column.has_bare_minutes(),
        Type::Boolean => !column.is_truth(),
        Type::Integer | Type::WideInteger | Type::Number | Type::Decimal { .. } | Type::Date | Type::Stamp => {
            decision.style.is_none()
        }
        Type::Time => !column.has_half_days() && !column.has_loose_clocks(),
    };
    if native && decision.missing.is_empty() && !column.is_padded() && !decision.named {
        return None;
    }
    let mut value = quoted.to_owned();
    if column.is_padded() {
        value = format!("trim({value}, {})", sql::text(PADDING));
    }
    let mut missing = decision.missing.clone();
    missing.extend(column.is_padded().then(String::new));
    if !missing.is_empty() {
        value = without(&value, &missing);
    }
    if let Some(style) = &decision.style {
        value = plain_number(&value, style);
    }
    if column.has_loose_dates() {
        value = respell::plain_date(&value, column.names_months());
    }
    if column.has_loose_clocks() {
        value = respell::plain_clock(&value);
    }
    if let Some(Asked::Epoch { parts }) = decision.asked {
        return Some(format!("make_timestamp(CAST({value} AS BIGINT) * {})", Asked::microseconds(parts)));
    }
    if *kind == Type::ZonedStamp && column.has_bare_minutes() {
        // DuckDB wants seconds before a zone.
        value = format!("regexp_replace({value}, '([T ][0-9]{{1,2}}:[0-9]{{2}})( ?[A-Z+-])', '\\1:00\\2')");
    }
    Some(match kind {
        Type::ZonedStamp if offset => {
            if compact {
                value = format!("regexp_replace({value}, ' ?(UTC|GMT|Z)$', '+00:00')");
                value = format!("regexp_replace({value}, '([+-][0-9]{{2}})([0-9]{{2}})$', '\\1:\\2')");
            }
            // By way of microseconds, as a cast between the two kinds of stamps depends on the machine's zone.
            format!("make_timestamp(epoch_us(CAST({value} AS TIMESTAMP WITH TIME ZONE)))")
        }
        Type::DayMonth { formats, .. } if decision.born => respell::born(&parsed(&value, formats, kind), kind),
        Type::DayMonth { formats, .. } => parsed(&value, formats, kind),
        Type::Time if column.has_half_days() => parsed(&value, &column.half_day_formats(), kind),
        Type::Text
        | Type::Integer
        | Type::WideInteger
        | Type::Number
        | Type::Decimal { .. }
        | Type::Boolean
        | Type::Date
        | Type::Stamp
        | Type::FineStamp
        | Type::ZonedStamp
        | Type::Time => format!("CAST({value} AS {})", kind.name()),
    })
}

/// A text of one of these formats as a value.
fn parsed(value: &str, formats: &[String], kind: &Type) -> String {
    let formats: Vec<String> = formats.iter().map(|format| sql::text(format)).collect();
    format!("CAST(strptime({value}, [{}]) AS {})", formats.join(", "), kind.name())
}

/// The value, or none where it is one of these words.
fn without(value: &str, words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| sql::text(word)).collect();
    format!("CASE WHEN {value} IN ({}) THEN NULL ELSE {value} END", words.join(", "))
}

/// A number in a style as programs write it. The survey has proven that every text is one.
fn plain_number(value: &str, style: &Style) -> String {
    let bare = match style.affix.as_str() {
        "" => value.to_owned(),
        affix => format!("replace({value}, {}, '')", sql::text(affix)),
    };
    let (point, group) = if style.comma { (",", ".") } else { (".", ",") };
    let others = "+-()' \t\u{2212}\u{a0}\u{202f}\u{2009}\u{2019}";
    let digits = format!("translate({bare}, {}, '.')", sql::text(&format!("{point}{group}{others}")));
    format!("CASE WHEN regexp_matches({value}, '[-(\u{2212}]') THEN '-' || {digits} ELSE {digits} END")
}

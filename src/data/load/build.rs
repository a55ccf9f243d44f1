//! The statement that reads a file into a table, with nothing left to DuckDB's guessing.

use super::column::{Column, Type};
use super::names::{Name, path_literal};
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

/// Everything that decides how a file becomes a table.
pub(super) struct Plan<'a> {
    /// The file, in the scratch folder.
    pub(super) file: &'a str,
    /// The table's name.
    pub(super) table: &'a str,
    /// What was found in the file.
    pub(super) survey: &'a Survey,
    /// Names of the columns.
    pub(super) names: &'a [Name],
    /// Types of the columns.
    pub(super) types: &'a [Type],
    /// Whether the first record names the columns.
    pub(super) header: bool,
}

impl Plan<'_> {
    /// The statement.
    pub(super) fn statement(&self, pace: Pace) -> String {
        let mut columns = Vec::with_capacity(self.names.len());
        let mut selected = Vec::with_capacity(self.names.len());
        let mut converted = false;
        for ((name, kind), column) in self.names.iter().zip(self.types).zip(&self.survey.columns) {
            let quoted = sql::name(&name.name);
            let (read, expression) = match conversion(&quoted, kind, column) {
                Some(expression) => {
                    converted = true;
                    ("VARCHAR".to_owned(), format!("{expression} AS {quoted}"))
                }
                None => (kind.name(), quoted),
            };
            columns.push(format!("{}: '{read}'", sql::text(&name.name)));
            selected.push(expression);
        }
        let selected = if converted { selected.join(", ") } else { "*".to_owned() };
        format!(
            "CREATE TABLE {table} AS SELECT {selected} FROM read_csv({file}, columns = {{{columns}}}, {options})",
            table = sql::name(self.table),
            file = path_literal(self.file),
            columns = columns.join(", "),
            options = self.options(pace),
        )
    }

    fn options(&self, pace: Pace) -> String {
        let survey = self.survey;
        let character =
            |byte: Option<u8>| sql::text(&byte.map(|byte| char::from(byte).to_string()).unwrap_or_default());
        let padded = survey.short.count > 0 || survey.trailing > 0;
        // With padding, DuckDB cannot read quoted line ends in parallel.
        let parallel = pace == Pace::Parallel && !(padded && survey.lines_in_quotes);
        let mut options = vec![
            "auto_detect = false".to_owned(),
            format!("delim = {}", character(Some(survey.dialect.delimiter))),
            format!("quote = {}", character(survey.dialect.quote)),
            format!("escape = {}", character(survey.dialect.escape)),
            format!("header = {}", self.header),
            format!("skip = {}", survey.blank_lines),
            "nullstr = ''".to_owned(),
            "hive_partitioning = false".to_owned(),
            "ignore_errors = false".to_owned(),
            // Mixed line ends are no fault, but DuckDB reads them only so. That it then also cuts long records and
            // texts behind quotes does not matter: the survey has found neither.
            format!("strict_mode = {}", !survey.mixed_ends),
            format!("null_padding = {padded}"),
            format!("parallel = {parallel}"),
        ];
        if survey.longest > LINE_BYTES / 2 {
            let line = survey.longest + LINE_BYTES;
            options.push(format!("max_line_size = {line}"));
            options.push(format!("buffer_size = {}", BUFFER_BYTES.max(2 * line)));
        }
        options.join(", ")
    }
}

/// How a text becomes a value, where DuckDB's reader does not do that by itself.
fn conversion(quoted: &str, kind: &Type, column: &Column) -> Option<String> {
    let (offset, compact) = column.offsets();
    let native = match kind {
        Type::Text => return None,
        Type::FineStamp | Type::DayMonth { .. } => false,
        Type::ZonedStamp => !offset,
        Type::Integer
        | Type::WideInteger
        | Type::Number
        | Type::Decimal { .. }
        | Type::Boolean
        | Type::Date
        | Type::Stamp
        | Type::Time => true,
    };
    if native && column.words.is_empty() && !column.is_padded() {
        return None;
    }
    let mut value = quoted.to_owned();
    if column.is_padded() {
        value = format!("trim({value}, ' \t')");
    }
    let missing = column.words.iter().map(String::as_str).chain(column.is_padded().then_some(""));
    let missing: Vec<String> = missing.map(sql::text).collect();
    if !missing.is_empty() {
        value = format!("CASE WHEN {value} IN ({}) THEN NULL ELSE {value} END", missing.join(", "));
    }
    Some(match kind {
        Type::ZonedStamp if offset => {
            if compact {
                value = format!("regexp_replace({value}, '([+-][0-9]{{2}})([0-9]{{2}})$', '\\1:\\2')");
            }
            // By way of microseconds, as a cast between the two kinds of stamps depends on the machine's zone.
            format!("make_timestamp(epoch_us(CAST({value} AS TIMESTAMP WITH TIME ZONE)))")
        }
        Type::DayMonth { formats, .. } => {
            let formats: Vec<String> = formats.iter().map(|format| sql::text(format)).collect();
            format!("CAST(strptime({value}, [{}]) AS {})", formats.join(", "), kind.name())
        }
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

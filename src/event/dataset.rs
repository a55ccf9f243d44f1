//! The `dataset` event: one file, how it was read, and a profile of each column.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Cell;

/// One file as it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dataset {
    /// The file's name without its folder.
    pub name: String,
    /// The table that queries name: `data` for the first file.
    pub table: String,
    /// A further name of the same table, from the file's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// The path as the user gave it; `-` for standard input.
    pub path: String,
    /// What the file is, and behind it how it is wrapped: `csv`, `csv.gz`, `ndjson`, `json`, `parquet`, `xlsx`, `csv.zip`, ...
    pub format: String,
    /// Size of the file.
    pub bytes: u64,
    /// Rows of the table.
    pub rows: u64,
    /// In the file's order.
    pub columns: Vec<ColumnProfile>,
    /// How the file was read.
    pub reading: Reading,
    /// What was proven of the reading.
    pub certificate: Certificate,
}

/// How a file was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// What stands between fields, one character most often; empty where the file is no delimited text, as then are
    /// `quote` and `escape`, and where it has one column.
    pub delimiter: String,
    /// Around fields; empty for none.
    pub quote: String,
    /// Before a quote inside a field; empty for none.
    pub escape: String,
    /// `utf-8`, with `(BOM)` where the file has a byte order mark.
    pub encoding: String,
    /// Whether the first line names the columns.
    pub header: bool,
    /// Words that were read as missing, column by column name. Only columns that hold such words are listed.
    pub missing_words: Vec<(String, Vec<String>)>,
    /// Lines on what was decided, for a person. Empty where there was nothing to decide.
    pub notes: Vec<String>,
}

/// What was proven of the reading: `records` = `header_records` + rows of the table + all counts of `left_out`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    /// Bytes read: of the text, unpacked where the file is compressed; of the file itself where it is no delimited text.
    #[serde(default)]
    pub bytes: u64,
    /// SHA-256 of these bytes, in hexadecimal digits. Of several files that make one table, that of their hashes' digits, one
    /// behind the other.
    #[serde(default)]
    pub sha256: String,
    /// Of several files that make one table, each with its own hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileHash>,
    /// Records of the file: lines, but for line ends within quotes.
    #[serde(default)]
    pub records: u64,
    /// Those of them that name the columns.
    #[serde(default)]
    pub header_records: u64,
    /// Records that are no rows of the table.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// Bytes that are no text in the file's encoding, each read as the replacement character.
    #[serde(default)]
    pub replaced: Counted,
    /// Rows with fewer fields than the table; what is not there was read as missing.
    #[serde(default)]
    pub padded: Counted,
    /// Rows whose fields beyond the table's width were left out.
    #[serde(default)]
    pub cut: Counted,
    /// Rows with a delimiter in a text that is not quoted; the parts of the text were joined again.
    #[serde(default)]
    pub joined: Counted,
    /// Rows with quotes that are not closed or stand within a quoted field; they were read as text.
    #[serde(default)]
    pub mended: Counted,
    /// Columns whose values were compared with their text in the file, over all rows.
    pub checked: Vec<String>,
    /// Columns that were given a wider type than a sample suggested, so that no value changes.
    pub kept: Vec<KeptType>,
    /// Columns whose values are stored otherwise than they are written. The texts stand in the view `NAME_as_written`, but
    /// for files of more than 16 MB in which they differ in little, such as words for missing values.
    #[serde(default)]
    pub converted: Vec<Converted>,
    /// What was decided, why, and which option decides otherwise.
    #[serde(default)]
    pub decisions: Vec<ReadingDecision>,
}

/// One of several files that make one table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileHash {
    /// The file, as it was named.
    pub path: String,
    /// Bytes read of it.
    pub bytes: u64,
    /// SHA-256 of these bytes, in hexadecimal digits.
    pub sha256: String,
}

/// A number of lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    /// How many.
    pub count: u64,
    /// The first ten, from 1; of a workbook, rows of its sheet.
    pub lines: Vec<u64>,
    /// Of several files that make one table, in which of them they are; `lines` is empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileLines>,
}

/// Lines of one of several files that make one table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileLines {
    /// The file, as it was named.
    pub path: String,
    /// How many.
    pub count: u64,
    /// The first ten, from 1.
    pub lines: Vec<u64>,
}

/// Records that are no rows of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// What they are: `above_table`, `groups`, `blank`, `rule`, `comment`, `units`, `labels`, `repeated_header`, `too_many_fields`,
    /// `subtotal`, `empty`, `padding`, `total`, `note`, `other_table`, `skipped`, `delimiter_line`; `members` of a
    /// JSON object beside its rows.
    pub kind: String,
    /// How many.
    pub count: u64,
    /// On which lines the first ten start, from 1; of a workbook, rows of its sheet.
    pub lines: Vec<u64>,
    /// Of several files that make one table, in which of them they are; `lines` is empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileLines>,
}

/// A column whose values are stored otherwise than they are written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Converted {
    /// The column.
    pub column: String,
    /// What was done, in words.
    pub how: String,
    /// Values whose text differs from what was stored.
    pub values: u64,
    /// One of them, as in the file.
    pub example: String,
    /// Where the user named the type, the first ten lines on which such values stand, from 1; of a workbook, rows of its
    /// sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<u64>,
    /// Of several files that make one table, the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Something that the file did not say plainly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadingDecision {
    /// What was decided upon: `encoding`, `delimiter`, `header`, the name of a column. Of several files that
    /// make one table, behind the file's path.
    pub subject: String,
    /// What was decided.
    pub decided: String,
    /// What spoke for it.
    pub because: String,
    /// The option that decides otherwise.
    pub option: String,
}

/// A column that was given a type that keeps its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptType {
    /// The column.
    pub column: String,
    /// The type that a sample suggested.
    pub suggested: String,
    /// The type that it got.
    #[serde(rename = "type")]
    pub kind: String,
    /// How many values would have changed.
    pub values: u64,
    /// One of them, as in the file.
    pub example: String,
}

/// A column and its profile, from one pass over the loaded table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnProfile {
    /// The name that queries use.
    pub name: String,
    /// The header as in the file, where it differs from `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// DuckDB's name of the type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Missing values.
    pub nulls: u64,
    /// Different values, missing ones left out. Null where it was not counted.
    pub distinct: Option<u64>,
    /// Whether `distinct` is an estimate.
    pub distinct_approximate: bool,
    /// The smallest value; text by its bytes, and of numbers only those that are finite. Null where there is none.
    pub min: Cell,
    /// The largest value.
    pub max: Cell,
    /// Of numbers that are finite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// Sample standard deviation of numbers that are finite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// Of numbers that are finite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantiles: Option<Quantiles>,
    /// Values below zero, of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub negative: Option<u64>,
    /// Values of zero, of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero: Option<u64>,
    /// Values that are infinite or not a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_finite: Option<u64>,
    /// Length of texts in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_length: Option<TextLength>,
    /// Twenty bins of equal width from the smallest to the largest number, dates as days; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<Bin>,
    /// The most frequent values, most frequent first, then by value. Of numbers and dates only where few differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<ValueCount>,
}

impl ColumnProfile {
    /// A column of which nothing else is known.
    #[must_use]
    pub fn unknown(name: &str, kind: &str) -> Self {
        Self {
            name: name.to_owned(),
            header: None,
            kind: kind.to_owned(),
            nulls: 0,
            distinct: None,
            distinct_approximate: false,
            min: Cell::Null,
            max: Cell::Null,
            mean: None,
            sd: None,
            quantiles: None,
            negative: None,
            zero: None,
            not_finite: None,
            text_length: None,
            histogram: Vec::new(),
            top: Vec::new(),
        }
    }
}

/// Quantiles by linear interpolation (type 7 of Hyndman and Fan, 1996).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quantiles {
    /// 5 %
    pub p05: f64,
    /// 25 %
    pub p25: f64,
    /// The median.
    pub p50: f64,
    /// 75 %
    pub p75: f64,
    /// 95 %
    pub p95: f64,
    /// Whether the figures are estimates.
    pub approximate: bool,
}

/// Length of texts in characters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextLength {
    /// The shortest.
    pub min: u64,
    /// Their mean.
    pub mean: f64,
    /// The longest.
    pub max: u64,
}

/// One bin of a histogram; the last one holds its upper end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bin {
    /// Lower end.
    pub from: Cell,
    /// Upper end.
    pub to: Cell,
    /// Values within.
    pub count: u64,
}

/// A value and how often it occurs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueCount {
    /// Cut to 80 characters.
    pub value: Cell,
    /// Rows that hold it.
    pub count: u64,
}

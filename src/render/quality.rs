//! How the data was read, and what the reader should know of it, in words.
//!
//! Uses `event`, `report`, `format`. Plain text throughout: each format escapes it for its place.

use serde::Serialize;

use crate::event::{Converted, Dataset, KeptType};
use crate::render::format::{bytes, counted};
use crate::render::report::Report;

/// What is said of the data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quality {
    /// By file.
    pub files: Vec<File>,
    /// Of the run: warnings, charts that were left out.
    pub notes: Vec<String>,
}

/// What is said of one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct File {
    /// Without its folder.
    pub name: String,
    /// The name that queries use.
    pub table: String,
    /// How it was read, in one line.
    pub reading: String,
    /// What was proven, in one line.
    pub proof: String,
    /// What was decided.
    pub notes: Vec<String>,
}

/// Collects what there is to say. A warning that only repeats a file's note is said once.
#[must_use]
pub fn quality(report: &Report) -> Quality {
    let kept_is_said = report.warnings.iter().any(|warning| warning.code == "type_kept");
    let files: Vec<File> = report.datasets.iter().map(|dataset| file(dataset, kept_is_said)).collect();
    let mut notes: Vec<String> = Vec::new();
    for warning in &report.warnings {
        let said = files.iter().any(|file| file.notes.contains(&warning.message));
        if !said && !notes.contains(&warning.message) {
            notes.push(warning.message.clone());
        }
    }
    notes.extend(report.rejected.iter().map(|rejected| {
        format!("The chart “{}” was left out: {}", rejected.title, rejected.reason.trim_end_matches('.'))
    }));
    Quality { files, notes }
}

/// What is said of a file. Its notes say already which words were read as missing, and warnings which types were kept,
/// where the file was read by a version that writes them.
fn file(dataset: &Dataset, kept_is_said: bool) -> File {
    let mut notes = dataset.reading.notes.clone();
    if !notes.iter().any(|note| note.contains("read as missing")) {
        for (column, words) in &dataset.reading.missing_words {
            notes.push(format!("{column}: {} read as missing", words.join(", ")));
        }
    }
    if !kept_is_said {
        notes.extend(dataset.certificate.kept.iter().map(kept));
    }
    File {
        name: dataset.name.clone(),
        table: dataset.table.clone(),
        reading: reading(dataset),
        proof: format!("{}{}", proof(dataset), accounts(dataset)),
        notes,
    }
}

fn reading(dataset: &Dataset) -> String {
    let (rows, columns) = (counted(dataset.rows, "row"), counted(dataset.columns.len() as u64, "column"));
    if dataset.reading.delimiter.is_empty() {
        return format!("{} of {}: {rows} and {columns}.", dataset.format.to_uppercase(), bytes(dataset.bytes));
    }
    let separator = match dataset.reading.delimiter.as_str() {
        "," => "commas".to_owned(),
        ";" => "semicolons".to_owned(),
        "\t" => "tabs".to_owned(),
        "|" => "pipes".to_owned(),
        " " => "spaces".to_owned(),
        other => format!("“{other}”"),
    };
    let header = if dataset.reading.header { "with a header line" } else { "without a header line" };
    format!(
        "{} of {} in {}: {rows} and {columns}, separated by {separator}, {header}.",
        dataset.format.to_uppercase(),
        bytes(dataset.bytes),
        dataset.reading.encoding.to_uppercase(),
    )
}

/// The certificate in a line: how the file's records add up, what was stored otherwise than written, and the file's hash.
fn accounts(dataset: &Dataset) -> String {
    let certificate = &dataset.certificate;
    if certificate.sha256.is_empty() {
        return String::new();
    }
    let left: u64 = certificate.left_out.iter().map(|left| left.count).sum();
    let mut parts = Vec::new();
    if certificate.header_records > 0 {
        parts.push(format!("{} with the names of the columns", certificate.header_records));
    }
    parts.push(counted(dataset.rows, "row"));
    if left > 0 {
        parts.push(format!("{left} left out"));
    }
    let mut sentences = vec![format!("{}: {}.", counted(certificate.records, "record"), parts.join(", "))];
    sentences.extend(certificate.converted.iter().map(|converted| {
        let values = counted(converted.values, "value");
        let differ = if converted.values == 1 { "differs from its text" } else { "differ from their texts" };
        let lines = on_lines(converted);
        format!("{values} of {} {differ}: {}{lines}.", converted.column, converted.how)
    }));
    if certificate.replaced.count > 0 {
        sentences.push(format!("{} replaced.", counted(certificate.replaced.count, "byte")));
    }
    if certificate.files.is_empty() {
        sentences.push(format!("SHA-256: {}.", certificate.sha256));
    }
    sentences.extend(certificate.files.iter().map(|file| format!("SHA-256 of {}: {}.", file.path, file.sha256)));
    format!(" {}", sentences.join(" "))
}

/// On which lines values stand whose text is another, as far as they are known.
fn on_lines(converted: &Converted) -> String {
    let list: Vec<String> = converted.lines.iter().map(u64::to_string).collect();
    let word = match (list.len() as u64 == converted.values, list.len()) {
        (_, 0) => return String::new(),
        (true, 1) => "line",
        (true, _) => "lines",
        (false, _) => "first lines",
    };
    format!(" ({word} {})", list.join(", "))
}

fn proof(dataset: &Dataset) -> String {
    let checked = dataset.certificate.checked.len();
    let total = dataset.columns.len();
    if checked == 0 && dataset.format.starts_with("parquet") {
        "The engine read the types that the file itself names; the table has as many rows as its footer.".to_owned()
    } else if checked == 0 {
        "No column was of a type that could have changed a value.".to_owned()
    } else if checked == total && dataset.reading.delimiter.is_empty() {
        "Every value was compared with the table after it was taken out of the file; none has changed.".to_owned()
    } else if checked == total && !dataset.certificate.converted.is_empty() {
        "Every value was compared with its text in the file.".to_owned()
    } else if checked == total {
        "Every value was compared with its text in the file; none has changed.".to_owned()
    } else {
        format!(
            "The values of {checked} of {} were compared with their text in the file; none has changed.",
            counted(total as u64, "column")
        )
    }
}

fn kept(kept: &KeptType) -> String {
    format!(
        "{}: read as {}, because {} such as {} would not survive as {}",
        kept.column,
        kept.kind,
        counted(kept.values, "value"),
        kept.example,
        kept.suggested
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::report::columns::tests::{column, dataset};
    use crate::render::report::{Rejected, Warning};

    #[test]
    fn a_note_is_said_once() {
        let mut data = dataset(vec![column("price", "DECIMAL(18,3)")]);
        data.reading.notes.push("Two lines were longer.".to_owned());
        data.reading.missing_words.push(("price".to_owned(), vec!["NA".to_owned(), "-".to_owned()]));
        data.certificate.kept.push(KeptType {
            column: "price".to_owned(),
            suggested: "BIGINT".to_owned(),
            kind: "DECIMAL(18,3)".to_owned(),
            values: 1,
            example: "1.125".to_owned(),
        });
        let warning = |message: &str| Warning { code: "x".to_owned(), message: message.to_owned() };
        let report = Report {
            datasets: vec![data],
            warnings: vec![warning("Two lines were longer."), warning("Slow."), warning("Slow.")],
            rejected: vec![Rejected { title: "A".to_owned(), reason: "no data".to_owned() }],
            ..Report::default()
        };
        let said = quality(&report);
        assert_eq!(said.notes, ["Slow.", "The chart “A” was left out: no data"]);
        assert_eq!(
            said.files[0].notes,
            [
                "Two lines were longer.",
                "price: NA, - read as missing",
                "price: read as DECIMAL(18,3), because 1 value such as 1.125 would not survive as BIGINT",
            ]
        );
    }

    #[test]
    fn the_reading_is_one_line() {
        let mut data = dataset(vec![column("a", "BIGINT"), column("b", "VARCHAR")]);
        (data.bytes, data.rows) = (251_420, 4_212);
        assert_eq!(
            reading(&data),
            "CSV of 251 kB in UTF-8: 4,212 rows and 2 columns, separated by commas, with a header line."
        );
        data.certificate.checked.push("a".to_owned());
        assert!(proof(&data).starts_with("The values of 1 of 2 columns were compared"));
    }
}

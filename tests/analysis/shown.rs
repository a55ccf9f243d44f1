//! What an analysis showed, read from its events, and what must hold for each of them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::program::{Folder, of, standing};

pub const HEADERS: [&str; 7] =
    ["Column", "Type", "Non-Null Count", "Unique Count", "Description", "Typical Values", "Issues"];

/// An analysis.
pub struct Shown {
    pub events: Vec<Value>,
}

/// Runs the analysis of files in the folder.
pub fn analyze(folder: &Folder, files: &[&str]) -> Shown {
    let arguments = [&["analyze"], files, &["-m", "builtin", "-f", "ndjson"]].concat();
    Shown { events: folder.run(&arguments).expect(0).events() }
}

/// The rows of a statement that somebody else wrote.
pub fn rows(folder: &Folder, file: &str, sql: &str) -> Vec<Vec<Value>> {
    let events = folder.run(&["ask", file, &format!("SQL: {sql}"), "-f", "ndjson"]).expect(0).events();
    let results = of(&events, "query_result");
    serde_json::from_value(results[0]["rows"].clone()).unwrap()
}

/// The one number of a statement.
pub fn number(folder: &Folder, file: &str, sql: &str) -> f64 {
    let cell = rows(folder, file, sql)[0][0].clone();
    cell.as_f64().or_else(|| cell.as_str()?.parse().ok()).unwrap_or_else(|| panic!("{sql}: {cell}"))
}

/// The one count of a statement.
pub fn count(folder: &Folder, file: &str, sql: &str) -> i64 {
    rows(folder, file, sql)[0][0].as_i64().unwrap()
}

/// A number with three significant digits, as prose has it below a thousand.
pub fn three_digits(value: f64) -> String {
    let rounded: f64 = if value.abs() >= 1_000.0 { value } else { format!("{value:.2e}").parse().unwrap() };
    let text = format!("{rounded}");
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), String::new()), |(whole, part)| (whole, format!(".{part}")));
    if whole.trim_start_matches('-').len() > 3 {
        let (head, tail) = whole.split_at(whole.len() - 3);
        return format!("{head},{tail}{rest}");
    }
    text
}

/// A number as prose has it below a million: its whole part, or three significant digits.
pub fn figure(value: f64) -> String {
    three_digits(if value.abs() >= 1_000.0 { value.round() } else { value })
}

impl Shown {
    pub fn of(&self, kind: &str) -> Vec<&Value> {
        if ["text", "table"].contains(&kind) { standing(&self.events, kind) } else { of(&self.events, kind) }
    }

    pub fn texts(&self, role: &str) -> Vec<String> {
        let texts = self.of("text").into_iter().filter(|event| event["role"] == role);
        texts.map(|event| event["text"].as_str().unwrap().to_owned()).collect()
    }

    pub fn summary(&self) -> String {
        let texts = self.texts("summary");
        assert_eq!(texts.len(), 1, "one summary");
        texts[0].clone()
    }

    pub fn title(&self) -> String {
        self.of("session_update")[0]["title"].as_str().unwrap().to_owned()
    }

    pub fn titles(&self) -> Vec<String> {
        self.of("plot").into_iter().map(|event| event["title"].as_str().unwrap().to_owned()).collect()
    }

    /// The rows of the table of columns.
    pub fn columns(&self) -> Vec<Vec<Value>> {
        let tables = self.of("table");
        assert_eq!(tables[0]["title"], "Columns");
        assert_eq!(tables[0]["headers"], serde_json::json!(HEADERS));
        tables
            .iter()
            .flat_map(|table| serde_json::from_value::<Vec<Vec<Value>>>(table["rows"].clone()).unwrap())
            .collect()
    }

    /// A cell of the row of a column, as text.
    pub fn column(&self, name: &str, header: &str) -> String {
        let at = HEADERS.iter().position(|each| *each == header).unwrap();
        let row = self.columns().into_iter().find(|row| row[0] == name).unwrap();
        row[at].as_str().map_or_else(|| row[at].to_string(), str::to_owned)
    }

    /// Everything that is said.
    pub fn prose(&self) -> String {
        let mut all: Vec<String> = self.of("text").iter().map(|event| event["text"].to_string()).collect();
        for plot in self.of("plot") {
            all.push(plot["title"].to_string());
            all.push(plot["note"].to_string());
        }
        all.push(self.title());
        all.join("\n")
    }

    /// What holds for every analysis.
    pub fn check(&self, what: &str) {
        self.check_run(what);
        self.check_prose(what);
        self.check_columns(what);
        for plot in self.of("plot") {
            check_plot(plot, what);
        }
    }

    fn check_run(&self, what: &str) {
        let done = self.of("done")[0];
        assert_eq!(done["status"], "complete", "{what}: {done}");
        for result in self.of("query_result") {
            assert_eq!(result["is_error"], false, "{what}: {}\n{}", result["error"], result["query"]);
        }
        assert!(!self.of("query_result").is_empty(), "{what}: no query");
        for result in self.of("tool_result") {
            assert_eq!(result["is_error"], false, "{what}: {result}");
        }
        assert!(self.of("plot_rejected").is_empty(), "{what}");
        assert!(self.of("model_turn").len() <= 6, "{what}: {} turns", self.of("model_turn").len());
        assert!(self.of("plot").len() <= 5, "{what}");
        assert!(self.texts("finding").len() <= 2, "{what}");
        let words = self.title().split_whitespace().count();
        assert!((1..=8).contains(&words), "{what}: {}", self.title());
    }

    fn check_prose(&self, what: &str) {
        let summary = self.summary();
        let sentences = sentences(&summary);
        assert!((1..=5).contains(&sentences), "{what}: {sentences} sentences in {summary}");
        let prose = self.prose();
        let plain = without_code(&prose);
        let words: BTreeSet<String> = plain
            .split(|each: char| !each.is_alphanumeric())
            .map(str::to_owned)
            .filter(|word| ["NaN", "inf", "nan", "None", "Some"].contains(&word.as_str()))
            .collect();
        assert!(words.is_empty(), "{what}: {words:?} in {prose}");
        for wrong in ["Insight", "not a finite", "because", "due to", "  ", " .", "one rows", "[]"] {
            assert!(!plain.contains(wrong), "{what}: {wrong:?} in {prose}");
        }
        let ids: BTreeSet<&str> = self.of("query_result").iter().map(|result| result["id"].as_str().unwrap()).collect();
        for cited in summary.split("[q").skip(1) {
            let id = format!("q{}", cited.split(']').next().unwrap());
            assert!(ids.contains(id.as_str()), "{what}: {id} is no result");
        }
    }

    fn check_columns(&self, what: &str) {
        let dataset = self.of("dataset")[0];
        let told = dataset["columns"].as_array().unwrap();
        let rows = self.columns();
        assert_eq!(rows.len(), told.len(), "{what}");
        let is_mended = self.of("table").iter().any(|table| !table["replaces"].is_null());
        for (row, column) in rows.iter().zip(told) {
            // A name with digits that could be a figure is quoted.
            let (shown, name) = (row[0].as_str().unwrap(), column["name"].as_str().unwrap());
            let is_quoted = *shown == format!("`{}`", name.replace('`', "'"));
            assert!(shown == name || is_quoted, "{what}: {shown}");
            assert_eq!(row[1], column["type"], "{what}");
            let filled = dataset["rows"].as_u64().unwrap() - column["nulls"].as_u64().unwrap();
            // A count that could not be traced is said in words, and only in a table that stands for another.
            let of = |cell: &Value, count: u64, words: &[&str]| match cell.as_str() {
                Some(said) => is_mended && words.contains(&said),
                None => cell.as_u64() == Some(count),
            };
            let (all, distinct) = (dataset["rows"].as_u64().unwrap(), column["distinct"].as_u64().unwrap_or(u64::MAX));
            let portion = if filled == all {
                "all"
            } else if filled == 0 {
                "none"
            } else if filled > all / 2 {
                "most"
            } else {
                "some"
            };
            assert!(of(&row[2], filled, &[portion]), "{what}: {row:?}");
            let repeats = if distinct == filled { "all differ" } else { "some repeat" };
            let known = distinct != u64::MAX || row[3].is_null();
            assert!(known && (row[3].is_null() || of(&row[3], distinct, &[repeats, "none"])), "{what}: {row:?}");
            assert!(!row[4].as_str().unwrap().is_empty() && !row[6].as_str().unwrap().is_empty(), "{what}: {row:?}");
        }
    }
}

/// Sentences of a text: full stops outside of code that end it or stand before a space.
fn sentences(text: &str) -> usize {
    let plain = without_code(text);
    plain.match_indices('.').filter(|(at, _)| plain[at + 1..].is_empty() || plain[at + 1..].starts_with(' ')).count()
}

/// The text with one letter in place of each code span, whatever the span's fence.
fn without_code(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let fence = rest[start..].chars().take_while(|each| *each == '`').count();
        let inside = &rest[start + fence..];
        let mut end = 0;
        while let Some(at) = inside[end..].find('`') {
            let run = inside[end + at..].chars().take_while(|each| *each == '`').count();
            end += at + run;
            if run == fence {
                break;
            }
        }
        plain.push_str(&rest[..start]);
        plain.push('x');
        rest = if end == 0 { "" } else { &inside[end..] };
    }
    plain + rest
}

/// A chart draws fields that its data has, some of them not missing, and says what it shows.
fn check_plot(plot: &Value, what: &str) {
    let rows = plot["vega_lite_spec"]["data"]["values"].as_array().unwrap_or_else(|| panic!("{what}: {plot}"));
    assert!(rows.len() >= 2, "{what}: {} rows in {}", rows.len(), plot["title"]);
    let mut fields = Vec::new();
    encoded(&plot["vega_lite_spec"], &mut fields);
    assert!(fields.len() >= 2, "{what}: {fields:?}");
    for field in fields {
        assert!(rows.iter().any(|row| !row[&field].is_null()), "{what}: nothing in {field}: {}", plot["title"]);
    }
    let (title, note) = (plot["title"].as_str().unwrap(), plot["note"].as_str().unwrap());
    assert!(note.ends_with('.') && title.len() > 5 && !title.ends_with('.'), "{what}: {title} / {note}");
    assert!(!plot["vega_lite_spec"].to_string().contains("\"expr\""), "{what}");
}

fn encoded(part: &Value, fields: &mut Vec<String>) {
    match part {
        Value::Object(map) => {
            for (key, value) in map {
                if key == "encoding" {
                    let channels = value.as_object().unwrap().values();
                    fields.extend(channels.filter_map(|channel| channel["field"].as_str().map(str::to_owned)));
                }
                if key != "data" {
                    encoded(value, fields);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| encoded(item, fields)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

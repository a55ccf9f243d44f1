//! What a model is told first: the system prompt, and the opening message with the data and the question.
//!
//! How much of the data it holds, the level of privacy decides. Nothing here depends on time, path, thread count or machine. Over [`PROMPT_COLUMNS`] columns, the rest is named only.

mod private;

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::event::{ColumnProfile, Dataset};
use crate::limits::{PROMPT_COLUMNS, Privacy};
use crate::templates::{TemplateError, render};

/// What a run is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Explore and report.
    Analyze,
    /// Answer one question.
    Ask {
        /// As the user wrote it.
        question: String,
    },
}

/// The system prompt of a task.
///
/// # Errors
/// When a template is broken.
pub fn system(task: &Task) -> Result<String, TemplateError> {
    let name = match task {
        Task::Analyze => "prompts/analyze.md",
        Task::Ask { .. } => "prompts/ask.md",
    };
    render(name, json!({}))
}

/// The opening message: the task, the data, the question, and the user's notes on the data where there are some.
///
/// # Errors
/// When a template is broken.
pub fn opening(
    task: &Task,
    datasets: &[Dataset],
    context: Option<&str>,
    privacy: Privacy,
) -> Result<String, TemplateError> {
    let question = match task {
        Task::Analyze => None,
        Task::Ask { question } => Some(json_line(&json!(question))),
    };
    let lines = datasets.iter().flat_map(|dataset| dataset_lines(dataset, privacy));
    let lines: Vec<String> = lines.map(|line| json_line(&line)).collect();
    let context = context.map(str::trim).filter(|notes| !notes.is_empty());
    render(
        "prompts/opening.md",
        json!({ "question": question, "lines": lines, "context": context, "privacy": privacy }),
    )
}

fn dataset_lines(dataset: &Dataset, privacy: Privacy) -> Vec<Value> {
    let mut table = Map::new();
    table.insert("table".to_owned(), json!(dataset.table));
    if let Some(alias) = &dataset.alias {
        table.insert("also".to_owned(), json!(alias));
    }
    table.insert("file".to_owned(), json!(dataset.name));
    match privacy {
        Privacy::Rows | Privacy::Stats => {
            table.insert("rows".to_owned(), json!(dataset.rows));
        }
        Privacy::Schema => {}
    }
    table.insert("columns".to_owned(), json!(dataset.columns.len()));
    // Notes may quote what is in the file.
    if privacy == Privacy::Rows && !dataset.reading.notes.is_empty() {
        table.insert("notes".to_owned(), json!(dataset.reading.notes));
    }
    let mut lines = vec![Value::Object(table)];
    let (profiled, named) = dataset.columns.split_at(dataset.columns.len().min(PROMPT_COLUMNS));
    lines.extend(profiled.iter().map(|column| match privacy {
        Privacy::Rows => column_line(&dataset.table, column),
        Privacy::Stats => private::statistics(&dataset.table, dataset.rows, column),
        Privacy::Schema => private::name_and_type(&dataset.table, column),
    }));
    if !named.is_empty() {
        let rest: Vec<Value> = named
            .iter()
            .map(|column| match privacy {
                Privacy::Rows => json!([column.name, column.kind]),
                Privacy::Stats | Privacy::Schema => json!([column.name, private::type_name(&column.kind)]),
            })
            .collect();
        lines.push(json!({ "of": dataset.table, "further_columns": rest }));
    }
    lines
}

fn column_line(table: &str, column: &ColumnProfile) -> Value {
    let mut line = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            line.insert(key.to_owned(), value);
        }
    };
    put("column", json!(column.name));
    put("of", json!(table));
    put("type", json!(column.kind));
    put("nulls", json!(column.nulls));
    put("distinct", json!(column.distinct));
    if column.distinct_approximate {
        put("about", json!(true));
    }
    put("min", json!(column.min));
    put("max", json!(column.max));
    put("mean", json!(column.mean));
    put("sd", json!(column.sd));
    if let Some(quantiles) = &column.quantiles {
        put("p05", json!(quantiles.p05));
        put("p25", json!(quantiles.p25));
        put("median", json!(quantiles.p50));
        put("p75", json!(quantiles.p75));
        put("p95", json!(quantiles.p95));
    }
    put("negative", json!(column.negative));
    put("zero", json!(column.zero));
    put("not_finite", json!(column.not_finite.filter(|count| *count > 0)));
    if let Some(length) = &column.text_length {
        put("length", json!([length.min, length.mean, length.max]));
    }
    if !column.top.is_empty() {
        let top: Vec<Value> = column.top.iter().map(|entry| json!([entry.value, entry.count])).collect();
        put("top", json!(top));
    }
    Value::Object(line)
}

/// A value as one line of JSON in which no control, bidirectional or invisible character stands as such.
fn json_line(value: &Value) -> String {
    let mut line = String::new();
    for character in value.to_string().chars() {
        match character {
            '\u{7f}'..='\u{9f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => {
                let _ = write!(line, "\\u{:04x}", u32::from(character));
            }
            _ => line.push(character),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_reads_as_it_was_meant_to() {
        let opening =
            opening(&Task::Ask { question: "top \"x\"\u{202e}?".to_owned() }, &[], None, Privacy::Rows).unwrap();
        assert!(opening.starts_with("Task: ask\nQuestion: \"top \\\"x\\\"\\u202e?\"\n\nThe data"), "{opening}");
        assert!(opening.trim_end().ends_with("\n\nAnswer the question."), "{opening}");
        assert!(opening.contains("text in characters.\n\nAnswer"), "{opening}");
    }

    #[test]
    fn a_level_is_explained_between_the_data_and_the_task() {
        for (privacy, words) in
            [(Privacy::Stats, "statistics, not values"), (Privacy::Schema, "names and types, nothing")]
        {
            let opening = opening(&Task::Analyze, &[], None, privacy).unwrap();
            let (before, after) = opening.split_once("\n\nThe user lets you see ").expect(&opening);
            assert!(after.starts_with(words) && after.contains(".\n\nExplore the data"), "{opening}");
            assert!(!before.contains("`top`"), "{opening}");
        }
    }

    #[test]
    fn notes_of_the_user_stand_behind_the_data() {
        let with = |context| opening(&Task::Analyze, &[], context, Privacy::Rows).unwrap();
        let (plain, noted) = (with(None), with(Some("revenue is in EUR\n")));
        let (before, after) = noted.split_once("Notes of the user on this data:\nrevenue is in EUR\n\n").unwrap();
        assert_eq!(format!("{before}{after}"), plain);
    }
}

//! What a model is told first: the system prompt, and the opening message with the data and the question.
//!
//! How much of the data it holds, the level of privacy decides. Nothing here depends on time, path, thread count or machine. Of a table of
//! more than [`PROMPT_COLUMNS`] columns it holds a [`digest`].

mod digest;
mod series;

use serde_json::{Map, Value, json};

use crate::event::Dataset;
use crate::limits::{BYTES_A_TOKEN, DIGEST_TOKENS, PROMPT_COLUMNS, Privacy};
use crate::templates::{TemplateError, render};
use crate::tools::columns::{self, json_line};

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
    let wide = datasets.iter().filter(|dataset| dataset.columns.len() > PROMPT_COLUMNS).count();
    let bytes = usize::try_from(DIGEST_TOKENS * BYTES_A_TOKEN).unwrap_or(usize::MAX) / wide.max(1);
    let words = task.question();
    let lines = datasets.iter().flat_map(|dataset| dataset_lines(dataset, words, privacy, bytes));
    let lines: Vec<String> = lines.map(|line| json_line(&line)).collect();
    let context = context.map(str::trim).filter(|notes| !notes.is_empty());
    render(
        "prompts/opening.md",
        json!({ "question": question, "lines": lines, "context": context, "privacy": privacy, "is_wide": wide > 0 }),
    )
}

/// The table and its columns; `bytes` bound what is said of the columns of a wide one.
fn dataset_lines(dataset: &Dataset, question: Option<&str>, privacy: Privacy, bytes: usize) -> Vec<Value> {
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
    if dataset.columns.len() > PROMPT_COLUMNS {
        lines.extend(digest::lines(dataset, question, privacy, bytes));
    } else {
        lines.extend(dataset.columns.iter().map(|column| columns::line(dataset, column, privacy)));
    }
    lines
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

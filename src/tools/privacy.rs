//! What the model is told of a call: the one way from the tools to what leaves the machine.
//!
//! A tool gives [`Said`]: what it has to say, and what to say instead where values of the data must not be told. Only
//! [`told`] makes a [`Told`] of it, by the level, and only a `Told` goes into a request. Text without an alternative
//! must hold nothing but fixed words, ids, what the model wrote itself, and names of the data's tables and columns.
//! Uses `limits`, `table` and the data room's reviews. The events, which stay here, are not its business.

mod view;

use serde_json::{Value, json};

use crate::data::{QueryError, Review};
use crate::limits::{PRIVATE_GROUP_ROWS, Privacy};
use crate::table::Table;

/// What a model is told of its call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Whether the call failed.
    pub is_error: bool,
    /// For the model.
    pub content: String,
    /// One line, for the event.
    pub summary: String,
    /// Nothing but [`told`] can make one.
    sealed: Sealed,
}

/// Seen by nobody outside.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sealed;

/// What a tool has to say of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    is_error: bool,
    content: String,
    summary: String,
    /// Told in place of the content where values of the data must not be told; none where the content holds nothing of
    /// them.
    instead: Option<String>,
}

impl Said {
    /// That it went well.
    pub fn ok(content: impl Into<String>) -> Self {
        let content = content.into();
        Self { is_error: false, summary: first_line(&content), content, instead: None }
    }

    /// That it failed.
    pub fn error(content: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::ok(content) }
    }

    /// The same, but for another text where values of the data must not be told.
    pub fn or_instead(self, instead: impl Into<String>) -> Self {
        Self { instead: Some(instead.into()), ..self }
    }
}

/// What of it the model is told.
pub fn told(privacy: Privacy, said: Said) -> Told {
    let Said { is_error, content, summary, instead } = said;
    let content = match (privacy, instead) {
        (Privacy::Stats | Privacy::Schema, Some(instead)) => instead,
        (Privacy::Rows, _) | (Privacy::Stats | Privacy::Schema, None) => content,
    };
    Told { is_error, content, summary, sealed: Sealed }
}

/// What there is to say of a result.
pub fn of_result(privacy: Privacy, id: &str, table: &Table, review: &Review) -> Said {
    let said = Said {
        is_error: false,
        content: view::of_rows(id, table),
        summary: format!("{id}: {} rows, {} columns", table.row_count, table.columns.len()),
        instead: None,
    };
    match privacy {
        Privacy::Rows => said,
        Privacy::Stats => {
            let statistics = view::of_statistics(id, table, review);
            said.or_instead(statistics.unwrap_or_else(|why| shape(id, table, review, &why)))
        }
        Privacy::Schema => said.or_instead(
            json!({ "id": id, "columns": names(review), "told": "kept for the reader; nothing of its values is told" })
                .to_string(),
        ),
    }
}

/// The shape of a result that is not made of statistics. Few rows are no shape but a fact about them.
fn shape(id: &str, table: &Table, review: &Review, why: &str) -> String {
    let rows = if !review.counts_rows {
        json!("not told: the statement could compute it from a value")
    } else if table.row_count < PRIVATE_GROUP_ROWS {
        json!(format!("fewer than {PRIVATE_GROUP_ROWS}"))
    } else {
        json!(table.row_count)
    };
    let columns = names(review);
    let count = columns.as_array().map_or_else(|| columns.clone(), |names| json!(names.len()));
    json!({ "id": id, "columns": columns, "column_count": count, "row_count": rows, "withheld": why }).to_string()
}

/// Names of columns that do not come from values.
fn names(review: &Review) -> Value {
    if review.columns.is_empty() {
        return json!("not told: they could come from values");
    }
    review.columns.iter().map(|(name, _)| name.as_str()).collect()
}

/// What there is to say of a statement that failed.
pub fn of_failure(error: &QueryError, review: &Review) -> Said {
    let said = Said::error(error.to_string());
    match error {
        QueryError::Refused(_) | QueryError::TimedOut { .. } | QueryError::Interrupted | QueryError::Worker(_) => said,
        QueryError::Exhausted(_) => said.or_instead(
            "stopped: it needed more memory, rows or disk than it may; aggregate, filter, or build shorter texts and lists",
        ),
        QueryError::Failed(message) => said.or_instead(review.objection.clone().unwrap_or_else(|| {
            format!(
                "{} while the statement ran. The message is withheld, as it may quote values; mend the statement, for \
                 instance with TRY_CAST",
                class_of(message)
            )
        })),
    }
}

/// Kinds of errors as the engine names them.
const CLASSES: [&str; 12] = [
    "Conversion Error",
    "Out of Range Error",
    "Invalid Input Error",
    "Invalid Type Error",
    "Mismatch Type Error",
    "Divide by Zero Error",
    "Decimal Error",
    "Not implemented Error",
    "Constraint Error",
    "Binder Error",
    "Catalog Error",
    "INTERNAL Error",
];

fn class_of(message: &str) -> &'static str {
    CLASSES.into_iter().find(|class| message.starts_with(class)).unwrap_or("Error")
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}

//! Answering: what a question means, the query for it, and what to say of the result.
//!
//! A question is split into words (`words`), each stretch of which is a column, a value, a time or a cue (`marks`, with
//! `columns`, `values`, `dates`, `nouns`, `lexicon`, `synonyms`). Passes give each stretch its part in a reading
//! (`read`, `draft` and the passes beside them). The reading becomes SQL (`statement`), and its result an answer
//! (`answer`, `chart`). What is left without a part is a reason to decline, with questions that would work (`suggest`).

mod absent;
mod aggregate;
mod answer;
mod bounds;
mod chart;
mod codes;
mod columns;
mod compare;
mod contrasts;
mod counts;
mod date_columns;
mod dates;
mod draft;
mod figures;
mod flags;
mod formats;
mod groups;
mod leads;
mod lexicon;
mod literals;
mod marker;
mod marks;
mod measures;
mod missing;
mod named;
mod nouns;
mod pairs;
mod patterns;
mod phrases;
mod ranked;
mod rankings;
mod read;
mod reading;
mod shapes;
mod shares;
mod statement;
mod suggest;
mod synonyms;
mod times;
mod values;
mod wording;
mod words;

use super::calls::{Calls, decline};
use super::mend;
use super::seen::{Seen, Step};
use crate::limits::{ASK_LOOKUP_TERMS, QUESTION_BYTES};
use crate::model::Turn;
use answer::Answer;
use marks::View;
use reading::{Reading, Trouble};

/// The next turn of an answer.
pub fn turn(seen: &Seen) -> Turn {
    let Some(question) = seen.question.as_deref().filter(|_| seen.data().is_some()) else {
        return decline("There is no data to ask about.");
    };
    if question.len() > QUESTION_BYTES {
        return decline("The question is too long.");
    }
    if mend::has_shown(seen) {
        let mut calls = Calls::after(seen.turns);
        mend::mend(seen, &mut calls);
        calls.finalize(None);
        return calls.turn();
    }
    let views: Vec<View<'_>> =
        seen.tables.iter().enumerate().map(|(index, table)| View::of(seen, index, table)).collect();
    if let Some(query) = lookup(seen, &views, question) {
        let mut calls = Calls::after(seen.turns);
        calls.query(values::LOOKUP, &query);
        return calls.turn();
    }
    let outcomes: Vec<Result<Reading, Trouble>> = views.iter().map(|view| read::read(view, question)).collect();
    match outcomes.iter().find_map(|outcome| outcome.as_ref().ok()) {
        Some(reading) => answer(seen, &views, reading),
        None => refuse(&views, &outcomes),
    }
}

/// The query that looks unknown words up, unless it was made, or some table explains every word.
fn lookup(seen: &Seen, views: &[View<'_>], question: &str) -> Option<String> {
    if values::was_looked_up(seen) {
        return None;
    }
    let mut terms: Vec<String> = Vec::new();
    for view in views {
        let unknown = read::unknown_words(view, question);
        if unknown.is_empty() {
            return None;
        }
        terms.extend(unknown);
    }
    terms.dedup();
    terms.truncate(ASK_LOOKUP_TERMS);
    values::lookup_query(seen, &terms)
}

/// Text that stands in a sentence without any meaning for Markdown.
pub fn in_a_sentence(text: &str) -> String {
    wording::sentence(text)
}

/// Asks the data, or says what it answered.
fn answer(seen: &Seen, views: &[View<'_>], reading: &Reading) -> Turn {
    let Some(view) = views.get(reading.table) else { return decline("There is no data to ask about.") };
    let statement = statement::of(reading, view.table);
    let mut calls = Calls::after(seen.turns);
    let Some(step) = step_of(seen, &statement.main) else {
        calls.query("Answer the question", &statement.main);
        if let Some(chart) = &statement.chart {
            calls.query("Draw the chart of the answer", chart);
        }
        return calls.turn();
    };
    let Some(main) = step.result() else {
        return decline(&format!("The query for this question failed: {}", step.content));
    };
    let chart = statement.chart.as_ref().and_then(|query| step_of(seen, query)).and_then(Step::result);
    Answer { reading, statement: &statement, main, chart }.show(&mut calls);
    calls.turn()
}

fn step_of<'a>(seen: &'a Seen, query: &str) -> Option<&'a Step> {
    seen.steps.iter().find(|step| step.call.input.get("query").and_then(serde_json::Value::as_str) == Some(query))
}

/// Says what was not understood, and what would be.
fn refuse(views: &[View<'_>], outcomes: &[Result<Reading, Trouble>]) -> Turn {
    let trouble = outcomes.iter().find_map(|outcome| outcome.as_ref().err());
    let reason = trouble.map_or_else(String::new, reason);
    let mut text = format!("{reason} This built-in analyst answers only what it understands in full.");
    let questions = views.first().map(suggest::questions).unwrap_or_default();
    if !questions.is_empty() {
        text.push_str(" Questions about this file that it can answer:");
        for question in questions {
            text.push_str("\n- ");
            text.push_str(&question);
        }
    }
    decline(&text)
}

fn reason(trouble: &Trouble) -> String {
    let quoted =
        |words: &[String]| words.iter().map(|word| format!("“{}”", wording::name(word))).collect::<Vec<_>>().join(", ");
    match trouble {
        Trouble::Unknown(words) => {
            let be = if words.len() == 1 {
                "is neither a column, nor a value, nor a word"
            } else {
                "are neither columns, nor values, nor words"
            };
            format!("I did not understand the question: {} {be} that I know.", quoted(words))
        }
        Trouble::Unused(words) => {
            format!(
                "I did not understand the question: I could not tell what part {} play{} in it.",
                quoted(words),
                if words.len() == 1 { "s" } else { "" }
            )
        }
        Trouble::Ambiguous(word, columns) => {
            let columns: Vec<String> =
                columns.iter().take(8).map(|column| format!("`{}`", wording::name(column))).collect();
            format!("I did not understand the question: “{}” may mean {}.", wording::name(word), columns.join(" or "))
        }
        Trouble::Other(sentence) => format!("I did not understand the question. {sentence}"),
    }
}

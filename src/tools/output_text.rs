//! `output_text`: Markdown for the reader.

use schemars::JsonSchema;
use serde::Deserialize;

use super::privacy::Said;
use super::{Purpose, Tools, input};
use crate::event::{Call, Log, Role};
use crate::limits::TEXT_BYTES;

pub const DESCRIPTION: &str = "Shows text to the reader. Markdown without raw HTML, links or images. Cite the result \
    behind a figure by its id in brackets, such as [q3].";

/// The input of `output_text`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Markdown.
    text: String,
    /// What the text is. Left out, the first text is the summary of an analysis or the answer to a question.
    #[serde(default)]
    role: Option<Role>,
}

pub fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Said {
    let Input { text, role } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Said::error(message),
    };
    let text = text.trim();
    if text.is_empty() {
        return Said::error("the text is empty; write what the reader should see");
    }
    if text.len() > TEXT_BYTES {
        return Said::error(format!("the text has {} bytes; {TEXT_BYTES} are allowed: shorten it", text.len()));
    }
    for id in citations(text) {
        if let Err(message) = tools.results.get(id) {
            return Said::error(format!("{message}; cite only those, and send the text again"));
        }
    }
    let role = role.unwrap_or_else(|| self::role(tools));
    tools.show_text(text, role, log);
    Said::ok("shown")
}

/// What a text is that does not say.
pub fn role(tools: &Tools) -> Role {
    match (tools.texts, tools.purpose) {
        (0, Purpose::Analyze) => Role::Summary,
        (0, Purpose::Ask) => Role::Answer,
        (_, Purpose::Analyze | Purpose::Ask) => Role::Note,
    }
}

/// The ids cited in a text: `[q3]`, `[q3, q4]`.
fn citations(text: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    for part in text.split('[').skip(1) {
        let Some((inside, _)) = part.split_once(']') else { continue };
        let words: Vec<&str> = inside.split([',', ' ', ';']).filter(|word| !word.is_empty()).collect();
        let is_id = |word: &str| {
            word.strip_prefix('q').is_some_and(|number| {
                !number.is_empty() && number.len() < 6 && number.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        if words.iter().all(|word| is_id(word)) {
            ids.extend(words);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found() {
        assert_eq!(citations("a [q1] b [q2, q13] c [quite] [q] [x](q3) [q4"), ["q1", "q2", "q13"]);
    }
}

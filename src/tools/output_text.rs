//! `output_text`: Markdown for the reader.

use schemars::JsonSchema;
use serde::Deserialize;

use super::outputs::{Kind, Place, Wording};
use super::privacy::Said;
use super::trace::is_untraced;
use super::{Purpose, Tools, input, untraced};
use crate::event::{Call, Event, Log, Role};
use crate::evidence::citations;
use crate::limits::TEXT_BYTES;

pub const DESCRIPTION: &str = "Shows text to the reader. Markdown without raw HTML, links or images. Cite the result \
    behind each figure by its id in brackets, such as [q3]: its numbers are checked against the results. A text may be \
    mended once, by \"replaces\".";

/// The input of `output_text`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Markdown.
    text: String,
    /// What the text is. Left out, the first text is the summary of an analysis or the answer to a question.
    #[serde(default)]
    role: Option<Role>,
    /// To mend a text: the id of the shown text in whose place this one is shown, such as text1.
    #[serde(default)]
    replaces: Option<String>,
}

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Said {
    let Input { text, role, replaces } = match input::parse(&call.name, &call.input) {
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
    for id in citations(text).into_iter().flat_map(|(_, ids)| ids) {
        if let Err(message) = tools.results.get(&id) {
            return Said::error(format!("{message}; cite only those, and send the text again"));
        }
    }
    let claims = tools.trace_text(text, log).await;
    let wording = Wording::of([(text, untraced::ranges(&claims))]);
    let place = match tools.place(Kind::Text, replaces.as_deref(), role, &wording) {
        Ok(place) => place,
        Err(message) => return Said::error(message),
    };
    let untraced: Vec<_> = untraced::of_claims(&claims, "").collect();
    let unchecked = tools.unchecked();
    let said = untraced::said("shown", Kind::Text, &place, &untraced, unchecked.as_ref());
    let role = role.or(place.role).unwrap_or_else(|| self::role(tools));
    tools.outputs.note(Kind::Text, &place, Some(role), wording, !untraced.is_empty());
    let Place { id, replaces, .. } = place;
    log.emit(Event::Text { id, role, text: text.to_owned(), claims, replaces });
    said
}

/// Shows text that a model gave without calling the tool: it stands for no other.
pub async fn show(tools: &mut Tools, text: &str, role: Role, log: &mut Log) {
    let claims = tools.trace_text(text, log).await;
    let place = tools.outputs.next(Kind::Text);
    let wording = Wording::of([(text, untraced::ranges(&claims))]);
    tools.outputs.note(Kind::Text, &place, Some(role), wording, claims.iter().any(is_untraced));
    let Place { id, replaces, .. } = place;
    log.emit(Event::Text { id, role, text: text.to_owned(), claims, replaces });
}

/// What a text is that does not say.
pub fn role(tools: &Tools) -> Role {
    match (tools.outputs.first_texts(), tools.purpose) {
        (0, Purpose::Analyze) => Role::Summary,
        (0, Purpose::Ask) => Role::Answer,
        (_, Purpose::Analyze | Purpose::Ask) => Role::Note,
    }
}

/// A text without its citations.
pub fn without_citations(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (range, _) in citations(text) {
        kept.push_str(text.get(from..range.start).unwrap_or_default());
        from = range.end;
    }
    kept.push_str(text.get(from..).unwrap_or_default());
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found() {
        let text = "a [q1] b [q2, q13] c [quite] [q] [x](q3) [[q5] [] [q4";
        let cited: Vec<String> = citations(text).into_iter().flat_map(|(_, ids)| ids).collect();
        assert_eq!(cited, ["q1", "q2", "q13", "q5"]);
        assert_eq!(without_citations(text), "a  b  c [quite] [q] [x](q3) [ [] [q4");
    }
}

//! What the tools said of an output: which of its numbers could not be traced, and where they stand.
//!
//! Where that cannot be made out in full, every number of the output is held to be one of them.

use crate::analyst::numbers::holds_number_word;
use crate::analyst::seen::Step;
use crate::event::ToolName;

/// How the tools begin to list them.
const LIST: &str = " could not be traced: ";
/// Behind the list comes how to mend it.
const NEXT: &str = ". Query what is missing";

/// A number that could not be traced.
#[derive(Debug, PartialEq, Eq)]
pub struct Number {
    /// As written.
    pub text: String,
    /// Its row, from 0, and its header in a table; none where it stands in a text or a title.
    pub cell: Option<(usize, String)>,
}

/// The numbers of an output that could not be traced.
#[derive(Debug, PartialEq, Eq)]
pub struct Untraced {
    /// The id of the output; none of a chart, which is not shown yet.
    pub output: Option<String>,
    /// The numbers, as far as they were listed.
    pub numbers: Vec<Number>,
    /// Whether there are others, behind the last one.
    pub more: bool,
}

impl Untraced {
    /// What was said of a text or a table; nothing where all of its numbers were traced, or it was mended before.
    pub fn of(step: &Step) -> Option<Self> {
        let is = |tool: ToolName| step.call.name == tool.as_str();
        let is_plot = is(ToolName::CreatePlot);
        if step.is_error != is_plot || !is_plot && !is(ToolName::OutputText) && !is(ToolName::OutputTable) {
            return None;
        }
        let (_, rest) = step.content.split_once(LIST)?;
        let (list, next) = rest.rsplit_once(NEXT)?;
        let replaced = next.rsplit_once("\"replaces\": \"").and_then(|(_, id)| id.split('"').next());
        let output = replaced.map(str::to_owned);
        let (numbers, more) = listed(list, is(ToolName::OutputTable));
        Some(Self { output, numbers, more })
    }

    /// Numbers of a text.
    #[cfg(test)]
    pub fn of_text(output: &str, numbers: &[&str]) -> Self {
        let number = |text: &&str| Number { text: (*text).to_owned(), cell: None };
        Self { output: Some(output.to_owned()), numbers: numbers.iter().map(number).collect(), more: false }
    }

    /// Whether one of them may stand in this part of the text.
    pub fn is_in(&self, part: &str) -> bool {
        if self.more {
            return part.chars().any(char::is_numeric) || holds_number_word(part);
        }
        self.numbers.iter().any(|number| holds(part, &number.text))
    }
}

/// Whether a text holds a number as a whole: `5` neither in `1.5` nor in `b5`.
fn holds(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let mut behind = text.get(at + number.len()..).unwrap_or_default().chars();
        let (next, second) = (behind.next(), behind.next());
        let is_joined = |each: Option<char>| each.is_some_and(char::is_alphanumeric);
        let goes_on = next.is_some_and(|each| matches!(each, '.' | ',')) && second.is_some_and(char::is_numeric);
        let begins_before = before.is_some_and(|each| matches!(each, '.' | ','));
        !is_joined(before) && !begins_before && !is_joined(next) && !goes_on
    })
}

/// The numbers of a list, and whether there are others.
fn listed(list: &str, is_table: bool) -> (Vec<Number>, bool) {
    let mut numbers = Vec::new();
    let mut rest = list;
    loop {
        let end = ends(rest);
        let text = rest.get(..end).unwrap_or_default();
        rest = rest.get(end..).unwrap_or_default();
        let notes = parenthesis(rest);
        rest = rest.get(notes.len()..).unwrap_or_default();
        let is_number = text.chars().any(char::is_numeric) || holds_number_word(text);
        let place = place(notes);
        // A note that names no place where there should be one was not understood.
        if !is_number || is_table && place.is_none() && !notes.contains("(in the title") {
            return (numbers, true);
        }
        numbers.push(Number { text: text.to_owned(), cell: place });
        match rest.strip_prefix(", ") {
            Some(next) => rest = next,
            None => return (numbers, !rest.is_empty()),
        }
    }
}

/// Where a number of the list ends.
fn ends(rest: &str) -> usize {
    [" (", ", ", " and "].iter().filter_map(|mark| rest.find(mark)).min().unwrap_or(rest.len())
}

/// The notes at the beginning of a text, with their parentheses.
fn parenthesis(rest: &str) -> &str {
    if !rest.starts_with(" (") {
        return "";
    }
    let mut depth = 0_usize;
    for (at, each) in rest.char_indices() {
        match each {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return rest.get(..=at).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    rest
}

/// `(row 2, "Issues"; near is …`: the row from 0, and the header.
fn place(notes: &str) -> Option<(usize, String)> {
    let (row, rest) = notes.strip_prefix(" (row ")?.split_once(", \"")?;
    let (header, _) = rest.split_once('"')?;
    Some((row.parse::<usize>().ok()?.checked_sub(1)?, header.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_places_are_read() {
        let cell = |row: usize, header: &str| Some((row, header.to_owned()));
        let number = |text: &str, cell| Number { text: text.to_owned(), cell };
        assert_eq!(
            listed("12.4 % (near is q2: share of West (old), row 3: 11.87), 37, 9,999", false),
            (vec![number("12.4 %", None), number("37", None), number("9,999", None)], false)
        );
        assert_eq!(
            listed("1 (row 2, \"Unique Count\"; near is q1: n: 1), 5 (in the title)", true),
            (vec![number("1", cell(1, "Unique Count")), number("5", None)], false)
        );
        assert_eq!(listed("1 and 4 more", false), (vec![number("1", None)], true));
        assert!(listed("1 (near is q1: a) b (: 1), 2", false).1);
        assert!(listed("1 (near is q1: a", true).1);
    }

    #[test]
    fn a_number_is_found_as_a_whole() {
        for (text, is_in) in [("5 rows", true), ("is 5.", true), ("1.5", false), ("5.1", false), ("b5", false)] {
            assert_eq!(holds(text, "5"), is_in, "{text}");
        }
    }
}

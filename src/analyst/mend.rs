//! Mending what was shown: no number of the analyst's own stays that could not be traced.
//!
//! Uses `calls`, `seen` and what the tools said of the last turn's outputs. A sentence with such a number is cut down to
//! what it says without it, or left out in favour of the result that is shown; a cell says in words what its number said.
//! Never asks the data again, and never puts another number in the place of one.

mod cells;
mod told;

use serde_json::{Value, json};

use self::told::Untraced;
use super::calls::Calls;
use super::numbers::holds_number_word;
use super::prose::cited;
use super::seen::{Seen, Step};
use crate::event::ToolName;

/// What stands between the answer and what the question was read as.
pub const READ_AS: &str = "\n\nRead as: ";
/// Words that a sentence has at least, cut down.
const LEAST_WORDS: usize = 4;

/// Whether the last turn showed something.
pub fn has_shown(seen: &Seen) -> bool {
    seen.steps_of(seen.turns).any(|step| step.call.name == ToolName::OutputText.as_str())
}

/// Shows the outputs of the last turn again in which a number could not be traced, without it.
pub fn mend(seen: &Seen, calls: &mut Calls) {
    let title = seen.steps_of(seen.turns).find_map(|step| {
        let is_table = step.call.name == ToolName::OutputTable.as_str();
        step.call.input.get("title").and_then(Value::as_str).filter(|_| is_table)
    });
    for step in seen.steps_of(seen.turns) {
        if let Some(input) = mended(step, title, seen) {
            calls.again(&step.call.name, input);
        }
    }
}

/// The input of the call that mends an output; nothing where there is nothing to mend.
fn mended(step: &Step, title: Option<&str>, seen: &Seen) -> Option<Value> {
    let untraced = Untraced::of(step)?;
    let mut input = step.call.input.clone();
    let object = input.as_object_mut()?;
    if step.call.name == ToolName::OutputText.as_str() {
        let is_answer = object.get("role").and_then(Value::as_str) == Some("answer");
        let text = object.get("text").and_then(Value::as_str)?;
        let text = if is_answer { answer(text, &untraced, title) } else { shortened(text, &untraced) };
        object.insert("text".to_owned(), json!(text));
    } else if step.call.name == ToolName::CreatePlot.as_str() {
        let words = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
        let (title, note) = chart(words("title"), words("note"), &untraced);
        object.insert("title".to_owned(), json!(title));
        object.insert("note".to_owned(), json!(note));
        object.insert("only_traced".to_owned(), json!(false));
    } else {
        if untraced.numbers.iter().any(|number| number.cell.is_none()) {
            object.insert("title".to_owned(), json!("Result"));
        }
        if let Some(Value::Array(rows)) = object.get_mut("rows") {
            cells::mend(rows, &untraced, seen.data().map_or(0, |table| table.rows));
        }
    }
    if let Some(output) = untraced.output {
        object.insert("replaces".to_owned(), json!(output));
    }
    Some(input)
}

/// Title and note of a chart: the one says without its numbers what the other says.
fn chart(title: &str, note: &str, untraced: &Untraced) -> (String, String) {
    let plain = |text: &str| {
        let parts: Vec<&str> = text.split([',', ';', ':']).take_while(|part| !has_number(part)).collect();
        parts.first().map(|part| part.trim_end_matches('.').to_owned()).filter(|part| !part.is_empty())
    };
    let about = plain(note).or_else(|| plain(title)).unwrap_or_else(|| "What the result shows".to_owned());
    let title = if untraced.is_in(title) { about.clone() } else { title.to_owned() };
    let note = if untraced.is_in(note) { format!("{about}.") } else { note.to_owned() };
    (title, note)
}

/// An answer: the result is shown beside it, so its first sentence may point to that.
fn answer(text: &str, untraced: &Untraced, title: Option<&str>) -> String {
    let (lead, rest) = text.split_once(READ_AS).unwrap_or((text, ""));
    let mut mended = if untraced.is_in(lead) { pointer(lead, title) } else { lead.to_owned() };
    let kept: Vec<&str> = sentences(rest).into_iter().filter(|sentence| !untraced.is_in(sentence)).collect();
    if !kept.is_empty() {
        let read_as = if rest.starts_with(kept.first().copied().unwrap_or_default()) { READ_AS } else { "\n\n" };
        mended.push_str(read_as);
        mended.push_str(&kept.join(" "));
    }
    mended
}

/// What the table shows, without a number.
fn pointer(lead: &str, title: Option<&str>) -> String {
    let plain = title.filter(|title| !has_number(title)).map(super::ask::in_a_sentence);
    match (plain, title) {
        (Some(title), _) => format!("{title}: the table below shows the result{}.", citations(lead)),
        (None, Some(_)) => format!("The table below shows the result{}.", citations(lead)),
        (None, None) => format!("The result is given with its query{}.", citations(lead)),
    }
}

/// A text without its numbers that could not be traced: parts of sentences where these can stand alone.
fn shortened(text: &str, untraced: &Untraced) -> String {
    let kept: Vec<String> = sentences(text)
        .into_iter()
        .filter_map(
            |sentence| {
                if untraced.is_in(sentence) { without(sentence, untraced) } else { Some(sentence.to_owned()) }
            },
        )
        .collect();
    if kept.is_empty() {
        return format!("What was found is shown in the tables and charts{}.", citations(text));
    }
    kept.join(" ")
}

/// A sentence without the parts that hold such a number; nothing where too little is left.
fn without(sentence: &str, untraced: &Untraced) -> Option<String> {
    let ids = citations(sentence);
    let body = sentence.trim_end().trim_end_matches('.');
    let clauses: Vec<String> = body
        .split("; ")
        .filter_map(|clause| {
            if !untraced.is_in(clause) {
                return Some(clause.to_owned());
            }
            let kept = without_parentheses(clause, untraced);
            let open = without_citations(&kept);
            if !untraced.is_in(&open) {
                return Some(kept);
            }
            // What stands before the first part with such a number.
            let parts: Vec<&str> = open.split(", ").take_while(|part| !untraced.is_in(part)).collect();
            let head = parts.join(", ");
            let stands = head.split_whitespace().count() >= LEAST_WORDS && !is_opening(&head);
            stands.then(|| head + &citations(clause))
        })
        .collect();
    let text = clauses.join("; ");
    let ids = if text.contains("[q") { String::new() } else { ids };
    (!text.is_empty()).then(|| format!("{}{ids}.", super::names::capitalized(text.trim_end())))
}

/// Words that only say of what the rest of the clause speaks.
fn is_opening(head: &str) -> bool {
    let first = head.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["by", "beside", "from", "among"].contains(&first.as_str()) && !head.contains(", ")
}

fn without_parentheses(clause: &str, untraced: &Untraced) -> String {
    let mut kept = String::new();
    let mut rest = clause;
    while let Some((before, behind)) = rest.split_once(" (") {
        let Some((inside, after)) = behind.split_once(')') else { break };
        kept.push_str(before);
        if !untraced.is_in(inside) {
            kept.push_str(" (");
            kept.push_str(inside);
            kept.push(')');
        }
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// Sentences of the analyst's own text: a full stop inside of code ends none.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut in_code) = (0, false);
    let bytes = text.as_bytes();
    for (at, each) in bytes.iter().enumerate() {
        match each {
            b'`' => in_code = !in_code,
            b'.' if !in_code && bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace) => {
                found.extend(text.get(start..=at).map(str::trim));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(text.get(start..).map(str::trim));
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// The citations of a text, each once, as they stand behind a clause.
fn citations(text: &str) -> String {
    let ids: Vec<&str> = text.split("[q").skip(1).filter_map(|rest| rest.split_once(']')).map(|(id, _)| id).collect();
    let ids: Vec<String> = ids.into_iter().map(|id| format!("q{id}")).collect();
    cited(&ids.iter().map(String::as_str).collect::<Vec<_>>())
}

fn without_citations(text: &str) -> String {
    let mut parts = text.split("[q");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once(']').map_or("", |(_, rest)| rest));
    }
    kept.trim_end().to_owned()
}

fn has_number(text: &str) -> bool {
    text.chars().any(char::is_numeric) || holds_number_word(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn untraced(numbers: &[&str]) -> Untraced {
        Untraced::of_text("text1", numbers)
    }

    #[test]
    fn sentences_lose_what_could_not_be_traced() {
        for (text, number, mended) in [
            (
                "Seq and ms rise closely together, with a correlation of 0.955 over 65 pairs [q6].",
                "0.955",
                "Seq and ms rise closely together [q6].",
            ),
            (
                "The data has 9 rows [q1]. 64 values of `a. b` are missing (98.5 %) [q1]; 4 columns hold one value.",
                "98.5 %",
                "The data has 9 rows [q1]. 64 values of `a. b` are missing [q1]; 4 columns hold one value.",
            ),
            (
                "By region, North leads with 42 % of revenue [q1]. No value is missing [q1].",
                "42 %",
                "No value is missing [q1].",
            ),
            ("16 rows are the same as another [q2].", "16", "What was found is shown in the tables and charts [q2]."),
            ("Revenue was 1,160 in 2023 [q1]. It was 160 in 2024 [q1].", "160", "Revenue was 1,160 in 2023 [q1]."),
        ] {
            assert_eq!(shortened(text, &untraced(&[number])), mended);
        }
    }

    #[test]
    fn charts_lose_their_numbers() {
        let note = "Weekly number of rows, 15 whole weeks: 2024-01-01 to 2024-04-14.";
        assert_eq!(
            chart("Number of rows held steady", note, &untraced(&["2024-04-14"])),
            ("Number of rows held steady".to_owned(), "Weekly number of rows.".to_owned())
        );
        assert_eq!(
            chart("N is most often 0", "Number of dups by n, 20 rows in total.", &untraced(&["0"])),
            ("Number of dups by n".to_owned(), "Number of dups by n, 20 rows in total.".to_owned())
        );
        assert_eq!(chart("1", "2 by 3", &untraced(&["1"])).0, "What the result shows");
    }

    #[test]
    fn an_answer_points_to_its_table() {
        let text = "The mean of `a` is **61.75** [q1].\n\nRead as: mean of `a`. 30 are tied.";
        assert_eq!(
            answer(text, &untraced(&["61.75"]), Some("Mean of a")),
            "Mean of a: the table below shows the result [q1].\n\nRead as: mean of `a`. 30 are tied."
        );
        assert_eq!(
            answer(text, &untraced(&["30"]), Some("Mean of a")),
            "The mean of `a` is **61.75** [q1].\n\nRead as: mean of `a`."
        );
        assert_eq!(
            answer("**5** [q1].", &untraced(&["5"]), Some("Mean of 2021")),
            "The table below shows the result [q1]."
        );
    }
}

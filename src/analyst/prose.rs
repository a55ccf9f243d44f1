//! Words of others inside the analyst's own Markdown: the one way in for names and values; lists, months, citations.
//!
//! Uses `names`, and `table` for the months. Never lets a name or a value become markup.

use super::names::{Name, shortened};
use crate::table::calendar::MONTHS;

/// Characters of a value that is shown in prose.
const VALUE_CHARS: usize = 40;

/// The name of a column: its words where it has them, itself as code otherwise. So is one of a letter or two, which would
/// hardly be seen to be a name.
pub fn column(name: &Name) -> String {
    let text = name.text();
    if name.is_plain() && text.chars().count() > 2 { text } else { code(&text) }
}

/// A value or a file's name: as it is where it is made of words and digits, as code otherwise.
pub fn value(text: &str) -> String {
    let short = shortened(text, VALUE_CHARS);
    let plain = |each: char| each.is_alphanumeric() || " -,'’&/().:+".contains(each);
    let first = short.chars().next().is_some_and(char::is_alphanumeric);
    if first
        && short.chars().all(|each| plain(each) || each == '…')
        && !short.contains("://")
        && !ends_a_sentence(&short)
        && !is_dotted_number(&short)
    {
        short
    } else {
        code(&short)
    }
}

/// A dot before a space would read as the end of a sentence, `1. ` and `2) ` as a list.
fn ends_a_sentence(text: &str) -> bool {
    text.contains(". ") || text.contains(") ") || text.ends_with(['.', ')'])
}

/// `01.03.2024` and `3.10/4` name something; a sentence would seem to give them as figures.
fn is_dotted_number(text: &str) -> bool {
    let digits = text.chars().all(|each| each.is_ascii_digit() || "./: ".contains(each));
    digits && text.contains(['.', '/', ':']) && text.parse::<f64>().is_err()
}

/// Text as a code span, whatever it holds.
pub fn code(text: &str) -> String {
    if text.trim().is_empty() {
        return "(blank)".to_owned();
    }
    let mut longest = 0;
    let mut run = 0;
    for each in text.chars() {
        run = if each == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let room = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{room}{text}{room}{fence}")
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The name of a month, from 1.
pub fn month(number: i64) -> &'static str {
    usize::try_from(number - 1).ok().and_then(|index| MONTHS.get(index)).copied().unwrap_or("month")
}

/// The ids of results, as they are cited: `[q1][q2]`.
pub fn cited(ids: &[&str]) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for id in ids {
        if !id.is_empty() && !seen.contains(id) {
            seen.push(id);
        }
    }
    if seen.is_empty() { String::new() } else { format!(" [{}]", seen.join("][")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_never_become_markup() {
        for (text, shown) in [
            ("North", "North"),
            ("**bold**", "`**bold**`"),
            ("a`b", "``a`b``"),
            ("`a", "`` `a ``"),
            ("[x](javascript:1)", "`[x](javascript:1)`"),
            ("<b>", "`<b>`"),
            ("http://x", "`http://x`"),
            ("a\nb", "a b"),
            ("", "(blank)"),
            ("# x", "`# x`"),
            ("- x", "`- x`"),
            ("St. Ives", "`St. Ives`"),
            ("01.03.2024", "`01.03.2024`"),
            ("2024-03-01", "2024-03-01"),
        ] {
            assert_eq!(value(text), shown);
        }
    }

    #[test]
    fn lists_read_well() {
        let words = |list: &[&str]| listed(&list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(words(&["a"]), "a");
        assert_eq!(words(&["a", "b", "c"]), "a, b and c");
        assert_eq!(cited(&["q1", "", "q2", "q1"]), " [q1][q2]");
        assert_eq!(cited(&[]), "");
    }
}

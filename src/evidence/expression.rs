//! The expressions of a statement and the names that they were given.
//!
//! Uses `limits`. Read by their outside only, as words that tell what a column holds: no parser of SQL.

use crate::limits::{EVIDENCE_EXPRESSION_CHARS, EVIDENCE_EXPRESSIONS};

/// An expression of a statement and the name it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The name behind `AS`.
    pub name: String,
    /// The text before it.
    pub text: String,
}

/// The expressions of a statement that were given names with `AS`.
#[must_use]
pub fn described(query: &str) -> Vec<Expression> {
    let lower = query.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = lower.get(from..).and_then(|rest| rest.find(" as ")).map(|at| at + from) {
        from = at + 4;
        let name: String = match query.get(from..).and_then(|rest| rest.strip_prefix('"')) {
            Some(rest) => rest.split('"').next().unwrap_or_default().to_owned(),
            None => query
                .get(from..)
                .unwrap_or_default()
                .chars()
                .take_while(|character| character.is_alphanumeric() || *character == '_')
                .collect(),
        };
        let text = before(query.get(..at).unwrap_or_default());
        if !name.is_empty() {
            found.push(Expression { name, text: text.to_owned() });
        }
        if found.len() >= EVIDENCE_EXPRESSIONS {
            break;
        }
    }
    found.extend(unnamed_as(query).take(EVIDENCE_EXPRESSIONS.saturating_sub(found.len())));
    found
}

/// Expressions whose names stand right behind them, without the word: `count(*) n, sum(cost) total from ...`.
fn unnamed_as(query: &str) -> impl Iterator<Item = Expression> {
    query.match_indices(')').filter_map(|(at, _)| {
        let rest = query.get(at + 1..)?;
        let bare = rest.trim_start();
        let length = bare.find(|one: char| !(one.is_alphanumeric() || one == '_')).unwrap_or(bare.len());
        let (name, behind) = bare.split_at_checked(length)?;
        let ends = behind.trim_start();
        let ends = ends.starts_with(',') || ends.get(..5).is_some_and(|from| from.eq_ignore_ascii_case("from "));
        let is_name = bare.len() < rest.len() && !name.is_empty() && !KEYWORDS.contains(&name.to_lowercase().as_str());
        let text = before(query.get(..=at)?);
        (ends && is_name).then(|| Expression { name: name.to_owned(), text: text.to_owned() })
    })
}

/// Words behind a bracket that are no names.
const KEYWORDS: [&str; 12] =
    ["as", "from", "over", "filter", "end", "and", "or", "desc", "asc", "then", "else", "when"];

/// The expression that a text ends in: from the comma or keyword before it, outside of brackets.
fn before(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices().rev().take(EVIDENCE_EXPRESSION_CHARS) {
        match character {
            ')' => depth += 1,
            '(' | ',' if depth == 0 => return text.get(at + 1..).unwrap_or_default(),
            '(' => depth -= 1,
            't' | 'T' if depth == 0 => {
                let keyword = at.checked_sub(5).and_then(|start| text.get(start..=at));
                if keyword.is_some_and(|word| word.eq_ignore_ascii_case("select")) {
                    return text.get(at + 1..).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_stand_before_their_names() {
        let query =
            "SELECT region, round(sum(a, b), 2) AS total, count(*) AS \"Number of\", x AS y FROM (SELECT 1 AS z)";
        let found: Vec<(String, String)> = described(query)
            .into_iter()
            .map(|expression| (expression.name, expression.text.trim().to_owned()))
            .collect();
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(
            found,
            [pair("total", "round(sum(a, b), 2)"), pair("Number of", "count(*)"), pair("y", "x"), pair("z", "1")]
        );
    }

    #[test]
    fn names_may_stand_without_the_word() {
        let query =
            "select genre, count(*) plays, round(avg(done_pct), 1) avg_done, sum(a) over (order by b) from data";
        let found: Vec<(String, String)> =
            described(query).into_iter().map(|own| (own.name, own.text.trim().to_owned())).collect();
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(found, [pair("plays", "count(*)"), pair("avg_done", "round(avg(done_pct), 1)")]);
    }
}

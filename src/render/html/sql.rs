//! SQL as HTML: its words told apart by class, so that the style alone colours it.
//!
//! Uses `templates`. A highlighter, not a parser: what it does not know it leaves plain, and every character of the
//! statement stays.

use crate::templates::{Markup, escape_html};

/// Words that are set off, in capitals.
const KEYWORDS: &[&str] = &[
    "ALL",
    "AND",
    "ANTI",
    "ANY",
    "AS",
    "ASC",
    "ASOF",
    "BETWEEN",
    "BY",
    "CASE",
    "CAST",
    "COLUMNS",
    "CROSS",
    "CUBE",
    "CURRENT",
    "DESC",
    "DESCRIBE",
    "DISTINCT",
    "ELSE",
    "END",
    "EXCEPT",
    "EXCLUDE",
    "EXISTS",
    "EXPLAIN",
    "FALSE",
    "FILTER",
    "FIRST",
    "FOLLOWING",
    "FROM",
    "FULL",
    "GROUP",
    "GROUPING",
    "HAVING",
    "ILIKE",
    "IN",
    "INNER",
    "INTERSECT",
    "INTERVAL",
    "INTO",
    "IS",
    "JOIN",
    "LAST",
    "LATERAL",
    "LEFT",
    "LIKE",
    "LIMIT",
    "MATERIALIZED",
    "NATURAL",
    "NOT",
    "NULL",
    "NULLS",
    "OFFSET",
    "ON",
    "OR",
    "ORDER",
    "OUTER",
    "OVER",
    "PARTITION",
    "PIVOT",
    "POSITIONAL",
    "PRECEDING",
    "QUALIFY",
    "RANGE",
    "RECURSIVE",
    "REPLACE",
    "RIGHT",
    "ROLLUP",
    "ROW",
    "ROWS",
    "SELECT",
    "SEMI",
    "SETS",
    "SHOW",
    "SIMILAR",
    "SUMMARIZE",
    "TABLES",
    "TABLESAMPLE",
    "THEN",
    "TO",
    "TRUE",
    "TRY_CAST",
    "UNBOUNDED",
    "UNION",
    "UNPIVOT",
    "USING",
    "VALUES",
    "WHEN",
    "WHERE",
    "WINDOW",
    "WITH",
    "WITHIN",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Keyword,
    Function,
    Literal,
    Comment,
    Plain,
}

impl Token {
    fn class(self) -> Option<&'static str> {
        match self {
            Self::Keyword => Some("k"),
            Self::Function => Some("f"),
            Self::Literal => Some("s"),
            Self::Comment => Some("c"),
            Self::Plain => None,
        }
    }
}

/// A statement with its words in `<span class="...">`.
#[must_use]
pub fn highlight(sql: &str) -> Markup {
    let mut out = String::with_capacity(sql.len() * 2);
    let mut rest = sql;
    while !rest.is_empty() {
        let (token, length) = next(rest);
        let (text, after) = rest.split_at(length);
        match token.class() {
            Some(class) => {
                out.push_str("<span class=\"");
                out.push_str(class);
                out.push_str("\">");
                out.push_str(&escape_html(text));
                out.push_str("</span>");
            }
            None => out.push_str(&escape_html(text)),
        }
        rest = after;
    }
    Markup::trusted(out)
}

/// The kind and the length in bytes of what a statement that is not empty begins with.
fn next(sql: &str) -> (Token, usize) {
    if sql.starts_with("--") {
        return (Token::Comment, sql.find('\n').unwrap_or(sql.len()));
    }
    if sql.starts_with("/*") {
        return (Token::Comment, sql.find("*/").map_or(sql.len(), |end| end + 2));
    }
    let first = sql.chars().next().unwrap_or(' ');
    match first {
        '\'' => (Token::Literal, quoted(sql, '\'')),
        '"' => (Token::Plain, quoted(sql, '"')),
        _ if first.is_ascii_digit() => {
            (Token::Literal, run(sql, |ch| ch.is_ascii_alphanumeric() || matches!(ch, '.' | '_')))
        }
        _ if is_word(first) => {
            let length = run(sql, is_word);
            let (word, after) = sql.split_at(length);
            let token = if KEYWORDS.binary_search(&word.to_ascii_uppercase().as_str()).is_ok() {
                Token::Keyword
            } else if after.trim_start().starts_with('(') {
                Token::Function
            } else {
                Token::Plain
            };
            (token, length)
        }
        _ => (Token::Plain, first.len_utf8()),
    }
}

/// The length of a quoted text: to its closing quote, a doubled one being part of it, or to the end.
fn quoted(sql: &str, quote: char) -> usize {
    let mut chars = sql.char_indices().skip(1).peekable();
    while let Some((index, ch)) = chars.next() {
        if ch == quote && chars.next_if(|(_, next)| *next == quote).is_none() {
            return index + ch.len_utf8();
        }
    }
    sql.len()
}

fn run(sql: &str, belongs: impl Fn(char) -> bool) -> usize {
    sql.find(|ch| !belongs(ch)).unwrap_or(sql.len())
}

fn is_word(ch: char) -> bool {
    ch.is_alphanumeric() || ch == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keywords_are_sorted_for_the_search() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn words_are_told_apart() {
        assert_eq!(
            highlight("select sum(x) from \"from\" where a = 'it''s' -- <b>\n limit 5").as_str(),
            "<span class=\"k\">select</span> <span class=\"f\">sum</span>(x) <span class=\"k\">from</span> \
             &quot;from&quot; <span class=\"k\">where</span> a = <span class=\"s\">&#39;it&#39;&#39;s&#39;</span> \
             <span class=\"c\">-- &lt;b&gt;</span>\n <span class=\"k\">limit</span> <span class=\"s\">5</span>"
        );
    }

    #[test]
    fn what_is_not_closed_runs_to_the_end() {
        assert_eq!(highlight("'a<").as_str(), "<span class=\"s\">&#39;a&lt;</span>");
        assert_eq!(highlight("/* a").as_str(), "<span class=\"c\">/* a</span>");
        assert_eq!(highlight("").as_str(), "");
    }

    proptest! {
        #[test]
        fn every_character_stays(sql in "[a-z'\"/*\\-\n 0-9(ü<]*") {
            let html = highlight(&sql);
            let mut text = String::new();
            for (index, part) in html.as_str().split('<').enumerate() {
                text.push_str(if index == 0 { part } else { part.split_once('>').unwrap().1 });
            }
            prop_assert_eq!(text, escape_html(&sql));
        }
    }
}

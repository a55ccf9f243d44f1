//! Takes `EXPLAIN` off a statement, since the parser explains only what it would not show us.
//!
//! Uses the lexer. Never takes off a second one: what is explained has to be a reading statement itself.

use super::lexer::Token;

/// The words that may stand in parentheses behind `EXPLAIN`.
const OPTIONS: [&str; 9] = ["analyze", "format", "json", "text", "html", "graphviz", "yaml", "mermaid", "tree"];

/// The number of tokens that `EXPLAIN` and its options take at the beginning; zero where there is none.
///
/// # Errors
/// When options are not known.
pub(super) fn prefix(sql: &str, tokens: &[Token]) -> Result<usize, String> {
    let is_word = |index: usize, word: &str| tokens.get(index).is_some_and(|token: &Token| token.is_word(sql, word));
    let is_symbol = |index: usize, symbol| tokens.get(index).is_some_and(|token: &Token| token.is_symbol(sql, symbol));
    if !is_word(0, "explain") {
        return Ok(0);
    }
    let mut length = 1;
    if is_symbol(1, "(") && (is_word(2, "format") || is_word(2, "analyze")) {
        length = 2;
        while !is_symbol(length, ")") {
            let known = is_symbol(length, ",") || OPTIONS.iter().any(|option| is_word(length, option));
            if !known {
                return Err("EXPLAIN takes ANALYZE and FORMAT as options".to_owned());
            }
            length += 1;
        }
        length += 1;
    } else if is_word(1, "analyze") {
        length = 2;
    }
    if is_word(length, "explain") {
        return Err("EXPLAIN of an EXPLAIN: explain the statement itself".to_owned());
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::*;

    #[test]
    fn explain_is_taken_off_once() {
        for (sql, expected) in [
            ("SELECT 1", Ok(0)),
            ("EXPLAIN SELECT 1", Ok(1)),
            ("explain (SELECT 1)", Ok(1)),
            ("EXPLAIN ANALYZE FROM data", Ok(2)),
            ("EXPLAIN (ANALYZE, FORMAT json) SELECT 1", Ok(7)),
            ("EXPLAIN EXPLAIN SELECT 1", Err(())),
            ("EXPLAIN (FORMAT x) SELECT 1", Err(())),
            ("EXPLAIN (FORMAT", Err(())),
        ] {
            assert_eq!(prefix(sql, &tokens(sql).unwrap()).map_err(drop), expected, "{sql}");
        }
    }
}

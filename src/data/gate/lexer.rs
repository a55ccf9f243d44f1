//! Splits a statement into tokens, so that its end, its `EXPLAIN` and its `PIVOT` can be found outside of quotes and
//! comments, and refuses text on which lexers may disagree.
//!
//! Uses `limits`. Never decides what a statement does: that is the parser's and the walk's.

use std::ops::Range;

use crate::limits;

/// What a token is. Comments and spaces are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or a plain name.
    Word,
    /// A name in double quotes.
    Name,
    /// A string in single or dollar quotes.
    Text,
    /// Digits and what belongs to them.
    Number,
    /// Any other single character.
    Symbol,
}

/// A token and the bytes it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: Range<usize>,
}

impl Token {
    /// The token as it stands in the statement.
    pub(super) fn text<'sql>(&self, sql: &'sql str) -> &'sql str {
        sql.get(self.at.clone()).unwrap_or_default()
    }

    /// Whether it is this keyword, in any case.
    pub(super) fn is_word(&self, sql: &str, word: &str) -> bool {
        self.kind == Kind::Word && self.text(sql).eq_ignore_ascii_case(word)
    }

    /// Whether it is this character outside of quotes.
    pub(super) fn is_symbol(&self, sql: &str, symbol: &str) -> bool {
        self.kind == Kind::Symbol && self.text(sql) == symbol
    }
}

/// The tokens of a statement without the semicolons behind it.
///
/// # Errors
/// Says what to change in a text that is too long, holds characters that hide others, is left open, nests too deep, or
/// holds a second statement.
pub(super) fn tokens(sql: &str) -> Result<Vec<Token>, String> {
    check_characters(sql)?;
    let mut scanner = Scanner { sql, position: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next_token()? {
        tokens.push(token);
    }
    let open = tokens.iter().filter(|token| token.is_symbol(sql, "(")).count();
    if open > limits::SQL_PARENTHESES {
        return Err(format!(
            "the statement has {open} open parentheses and may have {}; name parts of it in a WITH clause, or ask in steps",
            limits::SQL_PARENTHESES
        ));
    }
    if let Some(end) = tokens.iter().position(|token| token.is_symbol(sql, ";")) {
        if tokens.iter().skip(end).any(|token| !token.is_symbol(sql, ";")) {
            return Err("more than one statement: send one at a time".to_owned());
        }
        tokens.truncate(end);
    }
    if tokens.is_empty() {
        return Err("the statement is empty; write one that reads, such as SELECT * FROM data LIMIT 5".to_owned());
    }
    Ok(tokens)
}

fn check_characters(sql: &str) -> Result<(), String> {
    if sql.len() > limits::SQL_BYTES {
        return Err(format!(
            "the statement has {} bytes and may have {}; ask for less at once",
            sql.len(),
            limits::SQL_BYTES
        ));
    }
    let hidden = |character: char| {
        (character.is_control() && !matches!(character, '\n' | '\r' | '\t'))
            || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    match sql.chars().find(|&character| hidden(character)) {
        Some(found) => Err(format!(
            "the character U+{:04X} is not allowed in a statement; use chr({}) where a value holds it",
            u32::from(found),
            u32::from(found)
        )),
        None => Ok(()),
    }
}

struct Scanner<'sql> {
    sql: &'sql str,
    position: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.sql.get(self.position..).unwrap_or_default()
    }

    fn next_token(&mut self) -> Result<Option<Token>, String> {
        self.skip_spaces_and_comments()?;
        let start = self.position;
        let Some(first) = self.rest().chars().next() else {
            return Ok(None);
        };
        let kind = match first {
            '\'' => {
                self.quoted('\'', false)?;
                Kind::Text
            }
            '"' => {
                self.quoted('"', false)?;
                Kind::Name
            }
            '$' if self.dollar_quoted()? => Kind::Text,
            '0'..='9' => {
                self.take_while(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '.'));
                Kind::Number
            }
            character if begins_word(character) => self.word()?,
            character => {
                self.position += character.len_utf8();
                Kind::Symbol
            }
        };
        Ok(Some(Token { kind, at: start..self.position }))
    }

    fn skip_spaces_and_comments(&mut self) -> Result<(), String> {
        loop {
            self.take_while(is_space);
            if self.rest().starts_with("--") {
                self.take_while(|character| !matches!(character, '\n' | '\r'));
            } else if self.rest().starts_with("/*") {
                let body = self.rest().get(2..).unwrap_or_default();
                let end = body.find("*/").ok_or("a comment is not closed")?;
                if body.get(..end).is_some_and(|comment| comment.contains("/*")) {
                    return Err("comments may not be nested; remove them".to_owned());
                }
                self.position += end + 4;
            } else {
                return Ok(());
            }
        }
    }

    /// A word, or the string that the word `E` opens, in which a backslash escapes.
    fn word(&mut self) -> Result<Kind, String> {
        let start = self.position;
        self.take_while(|character| begins_word(character) || character.is_ascii_digit() || character == '$');
        let word = self.sql.get(start..self.position).unwrap_or_default();
        if word.eq_ignore_ascii_case("e") && self.rest().starts_with('\'') {
            self.quoted('\'', true)?;
            return Ok(Kind::Text);
        }
        Ok(Kind::Word)
    }

    /// Takes a quoted token; a doubled quote stands for itself.
    fn quoted(&mut self, quote: char, escapes: bool) -> Result<(), String> {
        let mut characters = self.rest().char_indices().skip(1).peekable();
        let mut end = None;
        while let Some((index, character)) = characters.next() {
            if escapes && character == '\\' {
                characters.next();
            } else if character == quote && characters.next_if(|&(_, next)| next == quote).is_none() {
                end = Some(index + 1);
                break;
            }
        }
        let end = end.ok_or_else(|| format!("a quote {quote} is not closed"))?;
        self.position += end;
        Ok(())
    }

    /// Takes `$tag$ .. $tag$` where one begins here.
    fn dollar_quoted(&mut self) -> Result<bool, String> {
        let rest = self.rest();
        let tag =
            rest.char_indices().skip(1).find(|&(_, character)| !(begins_word(character) || character.is_ascii_digit()));
        let Some((length, '$')) = tag else {
            return Ok(false);
        };
        let tag = rest.get(..=length).unwrap_or_default();
        if tag.chars().nth(1).is_some_and(|character| character.is_ascii_digit()) {
            return Ok(false);
        }
        let body = rest.get(tag.len()..).unwrap_or_default();
        let end = body.find(tag).ok_or_else(|| format!("the quote {tag} is not closed"))?;
        self.position += tag.len() * 2 + end;
        Ok(true)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        let length = rest.find(|character| !wanted(character)).unwrap_or(rest.len());
        self.position += length;
    }
}

fn begins_word(character: char) -> bool {
    character == '_' || character.is_ascii_alphabetic() || (!character.is_ascii() && !is_space(character))
}

/// What DuckDB takes as a space: it replaces the spaces of Unicode before it parses.
fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}' || character == '\u{200b}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(sql: &str) -> Vec<&str> {
        tokens(sql).unwrap().iter().map(|token| token.text(sql)).collect()
    }

    #[test]
    fn quotes_and_comments_hide_what_they_hold() {
        assert_eq!(words("SELECT 'a;''b' -- ; x\n, \"c\"\";\" /* ; */;"), ["SELECT", "'a;''b'", ",", "\"c\"\";\""]);
        assert_eq!(words(r"SELECT E'a\'; b', 'a\'"), ["SELECT", r"E'a\'; b'", ",", r"'a\'"]);
        assert_eq!(
            words("SELECT $$ ; $$, $q$ $$ ; $q$, $1"),
            ["SELECT", "$$ ; $$", ",", "$q$ $$ ; $q$", ",", "$", "1"]
        );
        assert_eq!(words("SELECT a$b$"), ["SELECT", "a$b$"]);
    }

    #[test]
    fn text_on_which_lexers_disagree_is_refused() {
        for sql in [
            "",
            " ; ;",
            "-- nothing",
            "SELECT 1; SELECT 2",
            "SELECT 'a\\'; DROP TABLE data; --'",
            "SELECT 1 /* /* */ ; DROP TABLE data; -- */",
            "SELECT 1 /* open",
            "SELECT 'open",
            "SELECT $a$ open $b$",
            "SELECT 1\0",
            "SELECT '\u{202e}'",
            "SELECT \u{1}",
        ] {
            assert!(tokens(sql).is_err(), "{sql:?}");
        }
        assert!(tokens(&format!("SELECT {}1{}", "(".repeat(101), ")".repeat(101))).is_err());
        assert!(tokens(&format!("SELECT '{}'", "x".repeat(limits::SQL_BYTES))).is_err());
    }
}

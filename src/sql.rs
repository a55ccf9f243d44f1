//! How names and texts are written in SQL: the one way in for text that somebody else chose.
//!
//! Uses nothing else of csvchat.

/// A name in double quotes.
#[must_use]
pub fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text in single quotes. DuckDB knows no escapes in such a literal but the doubled quote.
#[must_use]
pub fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled() {
        assert_eq!(name("a\"b'c"), "\"a\"\"b'c\"");
        assert_eq!(text("a\"b'c\\"), "'a\"b''c\\'");
    }
}

//! How names, texts and settings are written in SQL: the one way in for text that somebody else chose.
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

/// The statement that gives the engine so many threads, or as many as the machine has.
#[must_use]
pub fn threads(number: Option<u32>) -> String {
    number.map_or_else(|| "RESET threads".to_owned(), |number| format!("SET threads = {number}"))
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

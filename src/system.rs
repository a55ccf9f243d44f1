//! What the system says of a failure, in words for people.
//!
//! Pure. Paths that only this program knows, and the numbers of errors, are no part of it.

pub mod tls;

use std::io;

/// The reason of an error without its number and without a path: `permission denied`, `no space left on device`.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    let text = text.split(" at path \"").next().unwrap_or_default();
    let mut characters = text.chars();
    match (characters.next(), characters.clone().next()) {
        // Anything but a word keeps its capitals.
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(characters).collect(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_words_alone() {
        let missing = std::fs::File::open("/nonexistent/file").unwrap_err();
        assert_eq!(reason(&missing), "no such file or directory");
        let named = tempfile::Builder::new().tempdir_in("/nonexistent").unwrap_err();
        assert_eq!(reason(&named), "no such file or directory");
        assert_eq!(reason(&io::Error::other("I/O went wrong")), "I/O went wrong");
        assert_eq!(reason(&io::Error::other("")), "");
    }
}

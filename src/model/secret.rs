//! Keys, in a type that cannot be printed.

use std::borrow::Cow;

use crate::limits::SECRET_BYTES;

/// A key, or another header's value that is nobody's business. It has neither `Debug`, `Display` nor `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// What stands where a key stood.
    pub(super) const HIDDEN: &'static str = "(key)";

    /// Keeps a key. Blanks around it, as a line break from a file, are not part of it.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key itself, for the one header that carries it.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// The text with every occurrence of the key made unreadable: servers repeat it in their errors.
    #[must_use]
    pub fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        // A few characters would be found everywhere, and give nothing away.
        if self.0.len() < SECRET_BYTES || !text.contains(&self.0) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.replace(&self.0, Self::HIDDEN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_hidden_wherever_it_stands() {
        let key = Secret::new(" sk-abcdef\n");
        assert_eq!(key.redact("bad key sk-abcdef, sk-abcdef"), "bad key (key), (key)");
        assert_eq!(key.redact("bad key"), "bad key");
        assert_eq!(Secret::new("").redact("x"), "x");
    }
}

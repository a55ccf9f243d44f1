//! Results of calls on wires that know neither errors nor ids of other servers.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::model::ToolReply;

/// A result as text. Where it is an error, it says so, as these wires have no other place for it.
#[must_use]
pub fn text(result: &ToolReply) -> Cow<'_, str> {
    if result.is_error { Cow::Owned(format!("error: {}", result.content)) } else { Cow::Borrowed(&result.content) }
}

/// An id for a call whose server gave none, or whose id another server gave: nine letters and digits, the only kind that
/// all servers take. The same parts give the same id.
#[must_use]
pub fn id(position: usize, parts: &[&str]) -> String {
    const DIGITS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut hash = Sha256::new();
    hash.update(position.to_le_bytes());
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize()
        .iter()
        .take(9)
        .filter_map(|byte| DIGITS.get(usize::from(byte % 36)))
        .map(|byte| char::from(*byte))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_nine_letters_and_digits_and_their_own() {
        let first = id(0, &["toolu_1"]);
        assert_eq!(first.len(), 9);
        assert!(first.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_eq!(first, id(0, &["toolu_1"]));
        for other in [id(1, &["toolu_1"]), id(0, &["toolu_2"]), id(0, &["toolu", "_1"])] {
            assert_ne!(first, other);
        }
    }
}

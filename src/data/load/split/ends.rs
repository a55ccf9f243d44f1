//! Where fields without quotes end, and line ends within a text, found many bytes at a time.
//!
//! Pure.

use memchr::{memchr2_iter, memchr3};

/// Bytes of a field that is looked through eight at a time: most end sooner than a search for longer ones gets going.
const SHORT: usize = 32;
/// A one in every byte.
const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The highest bit of every byte.
const HIGHS: u64 = ONES << 7;

/// Where a field without quotes ends: at the first delimiter or line end.
pub(super) fn field_end(rest: &[u8], delimiter: u8) -> Option<usize> {
    let sought = [delimiter, b'\n', b'\r'].map(|byte| ONES * u64::from(byte));
    let mut behind = rest;
    while rest.len() - behind.len() < SHORT
        && let Some((bytes, more)) = behind.split_first_chunk()
    {
        let bytes = u64::from_le_bytes(*bytes);
        // A byte is zero where it is the one sought. Above such a byte this may be wrong, below it never is.
        let zeros = |sought: &u64| (bytes ^ sought).wrapping_sub(ONES) & !(bytes ^ sought) & HIGHS;
        let found = sought.iter().fold(0, |found, sought| found | zeros(sought));
        if found != 0 {
            return Some(rest.len() - behind.len() + found.trailing_zeros() as usize / 8);
        }
        behind = more;
    }
    Some(rest.len() - behind.len() + memchr3(delimiter, b'\n', b'\r', behind)?)
}

/// Whether what follows a feed begins with a return that belongs to it. Where a feed comes behind that as well, it is the
/// return of the next line's end unless these go on so up to a return.
pub(in super::super) fn ends_feed(behind: &[u8]) -> bool {
    let pairs = behind.chunks_exact(2).take_while(|pair| *pair == b"\r\n").count();
    behind.get(2 * pairs) == Some(&b'\r')
}

/// Line ends in a text, of which `\r\n` is one.
pub(in super::super) fn line_ends(bytes: &[u8]) -> u64 {
    let is_own = |&at: &usize| bytes.get(at) == Some(&b'\r') || at == 0 || bytes.get(at - 1) != Some(&b'\r');
    memchr2_iter(b'\r', b'\n', bytes).filter(is_own).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_return_belongs_to_the_feed_before_it() {
        for (text, expected) in [
            ("\rb", true),
            ("\r", true),
            ("\r\n\rb", true),
            ("\r\nb", false),
            ("\r\n\r\n", false),
            ("b\r", false),
            ("", false),
        ] {
            assert_eq!(ends_feed(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn line_ends_are_counted_once() {
        for (text, count) in
            [("", 0), ("ab", 0), ("\n", 1), ("\r", 1), ("\r\n", 1), ("\n\r\r\n\n", 4), ("a\nb\n\nc\r\nd", 4)]
        {
            assert_eq!(line_ends(text.as_bytes()), count, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_field_ends_at_the_first_delimiter_or_line_end(
            bytes in prop::collection::vec(prop_oneof![9 => any::<u8>(), 1 => b'\n'..=b'-'], 0..90),
            delimiter in prop::sample::select(b",;\t|\x01\xfe".to_vec()),
        ) {
            let first = bytes.iter().position(|&byte| byte == delimiter || byte == b'\n' || byte == b'\r');
            prop_assert_eq!(field_end(&bytes, delimiter), first);
        }
    }
}

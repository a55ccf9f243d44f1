//! Words in a column that are values of another kind: missing ones, yes and no, numbers that could as well be codes.

use super::super::shape::{Shape, classify, trim};

/// A word for missing values.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) text: String,
    /// How often it stands alone, without spaces around it.
    pub(super) bare: u64,
}

/// How often the words stand that are truth values where nothing else is there.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Truths {
    yes: u64,
    no: u64,
    y: u64,
    n: u64,
}

impl Truths {
    pub(super) fn add(&mut self, text: &[u8]) -> bool {
        let text = trim(text);
        let place = match text.len() {
            3 if text.eq_ignore_ascii_case(b"yes") => &mut self.yes,
            2 if text.eq_ignore_ascii_case(b"no") => &mut self.no,
            1 if text.eq_ignore_ascii_case(b"y") => &mut self.y,
            1 if text.eq_ignore_ascii_case(b"n") => &mut self.n,
            _ => return false,
        };
        *place += 1;
        true
    }

    pub(super) fn count(self) -> u64 {
        self.yes + self.no + self.y + self.n
    }

    /// Whether these are both words of one pair.
    pub(super) fn is_pair(self) -> bool {
        (self.yes > 0 && self.no > 0 && self.y + self.n == 0) || (self.y > 0 && self.n > 0 && self.yes + self.no == 0)
    }
}

/// Whether a text is a word for a missing value, told without looking at most texts.
pub(super) fn is_word(text: &[u8]) -> bool {
    let value = trim(text);
    value.len() <= 9
        && value.first().is_some_and(|first| b"-?.nN#<(\\".contains(first))
        && classify(value).shape == Shape::Word
}

/// `1E5`, but not `1e-5` or `1.5E3`.
pub(super) fn is_code_like(value: &[u8]) -> bool {
    value.contains(&b'E') && value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'E')
}

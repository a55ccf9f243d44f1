//! The few short texts that a column of codes holds again and again: `+` and `-` for strands.

use super::super::shape::{Shape, trim};
use super::Column;

/// Different texts that are few.
const MOST: usize = 5;
/// Bytes of a code.
const BYTES: usize = 4;
/// How often each of two texts stands that are codes together.
const OFTEN: u64 = 2;

/// The different texts of a column, while they are few and short.
#[derive(Debug, Clone, Default)]
pub(super) struct Few {
    texts: Vec<(Box<[u8]>, u64)>,
    /// Whether there are others.
    many: bool,
}

impl Few {
    /// Takes one more text.
    pub(super) fn add(&mut self, text: &[u8]) {
        if self.many {
            return;
        }
        let text = trim(text);
        if let Some((_, count)) = self.texts.iter_mut().find(|(known, _)| **known == *text) {
            *count += 1;
        } else if self.texts.len() < MOST && text.len() <= BYTES {
            self.texts.push((Box::from(text), 1));
        } else {
            self.many = true;
            self.texts = Vec::new();
        }
    }

    /// Whether a sign is one of the codes: all others are signs as well, or it stands beside a single other text.
    pub(super) fn is_code(&self, sign: &[u8]) -> bool {
        let is_sign = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_punctuation);
        let others: Vec<&(Box<[u8]>, u64)> = self.texts.iter().filter(|(text, _)| **text != *sign).collect();
        let often = |text: &[u8]| self.texts.iter().any(|(known, count)| **known == *text && *count >= OFTEN);
        let pair = matches!(others.as_slice(), [(_, count)] if sign == b"-" && *count >= OFTEN && often(sign));
        !self.many && is_sign(sign) && !others.is_empty() && (pair || others.iter().all(|(text, _)| is_sign(text)))
    }
}

impl Column {
    /// Whether most values are short codes like this word, or all are signs like it: it is one of them then.
    pub(in super::super) fn is_code_list(&self, word: &str) -> bool {
        if self.few.is_code(word.as_bytes()) {
            return true;
        }
        let like = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        like && self.codes * 2 >= self.has(Shape::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_among_signs_are_codes() {
        for (texts, sign, expected) in [
            ("+ - + .", "-", true),
            ("+ - + .", ".", true),
            ("Y - Y -", "-", true),
            ("Y - Y", "-", false),
            ("Y N -", "-", false),
            ("Y ? Y ?", "?", false),
            ("red - red -", "-", true),
            ("green - green -", "-", false),
            ("- - -", "-", false),
            ("EU NA NA EU", "NA", false),
        ] {
            let mut few = Few::default();
            texts.split(' ').for_each(|text| few.add(text.as_bytes()));
            assert_eq!(few.is_code(sign.as_bytes()), expected, "{texts}");
        }
    }
}

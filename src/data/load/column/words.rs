//! Words in a column that are values of another kind: missing ones, yes and no, numbers that could as well be codes.

use super::super::shape::{Shape, classify, trim};
use super::Column;
use crate::limits;

/// Signs, errors of spreadsheets and short forms that stand for a missing value among numbers or dates, in lower case.
/// Among texts each may be a value of its own.
const SIGNS: [&str; 52] = [
    "..",
    "...",
    "....",
    "…",
    "–",
    "—",
    "---",
    "----",
    "*",
    "**",
    "***",
    ":",
    "x",
    "n/d",
    "nd",
    "n.d.",
    "n.d",
    "n/v",
    "n.v.",
    "nr",
    "n.r.",
    "n/k",
    "k.a.",
    "k. a.",
    "k.a",
    "s/d",
    "(na)",
    "(n/a)",
    "(d)",
    "(x)",
    "(s)",
    "(z)",
    "nat",
    "nil",
    "<null>",
    "[null]",
    "#div/0!",
    "#value!",
    "#ref!",
    "#name?",
    "#null!",
    "#num!",
    "#error!",
    "#n/a!",
    "#valeur!",
    "#wert!",
    "0000-00-00",
    "00/00/0000",
    "00.00.0000",
    "00-00-0000",
    "0000/00/00",
    "0000-00-00 00:00:00",
];
/// Words for the same.
const WORDS: [&str; 10] = [
    "none",
    "unknown",
    "missing",
    "tbd",
    "no data",
    "not available",
    "not applicable",
    "undefined",
    "keine angabe",
    "nothing",
];
/// Bytes of the longest of them.
const LONGEST: usize = 19;
/// Signs of currencies that spreadsheets put before a dash for nothing, or behind it.
const CURRENCIES: [char; 4] = ['$', '€', '£', '¥'];

/// What a text is that may stand for a missing value among numbers or dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand {
    Sign,
    Word,
}

/// Whether a text may stand for a missing value among numbers or dates.
pub(super) fn stand_in(text: &[u8]) -> Option<Stand> {
    let text = trim(text);
    // Most texts are none of them by their first byte.
    let may_be = |first: &u8| !first.is_ascii() || b".*:#-(<[xnkstuma$0".contains(&first.to_ascii_lowercase());
    if text.len() > LONGEST || !text.first().is_some_and(may_be) {
        return None;
    }
    if text.len() > 2 && text.iter().all(|byte| *byte == b'#') {
        return Some(Stand::Sign);
    }
    let lower = std::str::from_utf8(text).ok()?.to_ascii_lowercase();
    if SIGNS.contains(&lower.as_str()) {
        return Some(Stand::Sign);
    }
    let bare = lower.trim_matches(|sign: char| CURRENCIES.contains(&sign) || sign.is_whitespace());
    if bare.len() < lower.len() && ["-", "–", "—", "--"].contains(&bare) {
        return Some(Stand::Sign);
    }
    WORDS.contains(&lower.as_str()).then_some(Stand::Word)
}

/// Signs that stand for a missing value, but for marks of their own as well, in lower case.
const OPEN: [&str; 11] = ["*", "**", "***", "x", "nd", "nr", "n.r.", "(d)", "(x)", "(s)", "(z)"];

/// Whether a text that was read as missing among numbers or dates may be a mark or a word that means something there.
pub(in super::super) fn is_open(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    OPEN.contains(&lower.as_str()) || WORDS.contains(&lower.as_str())
}

/// Whether a text may stand for a missing value among numbers or dates.
pub(in super::super) fn is_stand_in(text: &[u8]) -> bool {
    stand_in(text).is_some()
}

/// Texts that may stand for missing values.
#[derive(Debug, Clone, Default)]
pub(super) struct StandIns {
    pub(super) list: Vec<Word>,
    /// How many texts are one of them.
    pub(super) count: u64,
    /// How many of these are words.
    pub(super) words: u64,
    /// Whether there are more than are told apart.
    pub(super) many: bool,
}

impl StandIns {
    /// Takes a text that may be one; whether it is.
    pub(super) fn add(&mut self, text: &[u8]) -> bool {
        let Some(stand) = stand_in(text) else { return false };
        self.count += 1;
        self.words += u64::from(stand == Stand::Word);
        self.many |= !add(&mut self.list, text);
        true
    }
}

/// Counts a word; whether it is one of those that are told apart.
pub(super) fn add(list: &mut Vec<Word>, text: &[u8]) -> bool {
    let word = String::from_utf8_lossy(trim(text));
    let bare = u64::from(word.len() == text.len());
    if let Some(known) = list.iter_mut().find(|known| known.text == word) {
        known.bare += bare;
    } else if list.len() < limits::MISSING_WORDS {
        list.push(Word { text: word.into_owned(), bare });
    } else {
        return false;
    }
    true
}

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
    t: u64,
    f: u64,
}

impl Truths {
    pub(super) fn add(&mut self, text: &[u8]) -> bool {
        let text = trim(text);
        let place = match text.len() {
            3 if text.eq_ignore_ascii_case(b"yes") => &mut self.yes,
            2 if text.eq_ignore_ascii_case(b"no") => &mut self.no,
            1 if text.eq_ignore_ascii_case(b"y") => &mut self.y,
            1 if text.eq_ignore_ascii_case(b"n") => &mut self.n,
            1 if text.eq_ignore_ascii_case(b"t") => &mut self.t,
            1 if text.eq_ignore_ascii_case(b"f") => &mut self.f,
            _ => return false,
        };
        *place += 1;
        true
    }

    pub(super) fn count(self) -> u64 {
        self.yes + self.no + self.y + self.n + self.t + self.f
    }

    /// Whether these are both words of one pair.
    pub(super) fn is_pair(self) -> bool {
        let pairs = [(self.yes, self.no), (self.y, self.n), (self.t, self.f)];
        pairs.iter().filter(|(yes, no)| yes + no > 0).count() == 1 && pairs.iter().any(|(yes, no)| *yes > 0 && *no > 0)
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

impl Column {
    /// Takes texts that may stand for missing values as such, where all others are numbers or dates: `..` in a column of
    /// rates. To be called before the type is decided, and again where texts came since.
    pub(in super::super) fn admit_stand_ins(&mut self) {
        let StandIns { count, words, many, .. } = self.stand_ins;
        let others = self.values().saturating_sub(count);
        let typed = self.has(Shape::Text) == count + self.numerals.count && self.truths.count() == 0;
        let enough = others > 0 && (words == 0 || (others > 1 && others >= words));
        if count == 0 || many || self.blind || self.named_missing.is_some() || !typed || !enough {
            return;
        }
        let taken = std::mem::take(&mut self.stand_ins);
        for (shape, change) in [(Shape::Text, -1), (Shape::Word, 1)] {
            if let Some(number) = self.counts.get_mut(shape as usize) {
                *number = number.saturating_add_signed(change * i64::try_from(taken.count).unwrap_or_default());
            }
        }
        let example = self.examples.get_mut(Shape::Text as usize).and_then(Option::take);
        if let Some(none @ None) = self.examples.get_mut(Shape::Word as usize) {
            *none = example;
        }
        for word in taken.list {
            match self.words.iter_mut().find(|known| known.text == word.text) {
                Some(known) => known.bare += word.bare,
                None => self.words.push(word),
            }
        }
        self.many_words |= self.words.len() > limits::MISSING_WORDS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(texts: &[&str]) -> Column {
        let mut column = Column::default();
        for text in texts {
            column.add(text.as_bytes());
        }
        column.end_sample();
        column.admit_stand_ins();
        column
    }

    #[test]
    fn what_stands_for_nothing_among_numbers_or_dates_is_missing() {
        let admitted = |texts: &[&str]| {
            let column = column(texts);
            (column.decide(None).name(), column.word_list().join(" "))
        };
        for (texts, name, words) in [
            (vec!["5.1", "..", "..", ".."], "DOUBLE", ".."),
            (vec!["1", "#DIV/0!", "NA", "2"], "BIGINT", "NA #DIV/0!"),
            (vec!["1.5", "$ -", "2", "- €"], "DOUBLE", "$ - - €"),
            (vec!["2024-01-05", "NaT"], "DATE", "NaT"),
            (vec!["1", "2", "None", " none "], "BIGINT", "None none"),
            (vec!["1,234", "—", "5,678"], "VARCHAR", "—"),
            // More words than values: they are what the column is about.
            (vec!["1", "none", "unknown"], "VARCHAR", ""),
            (vec!["a", "none", "1"], "VARCHAR", ""),
            (vec!["none", "x"], "VARCHAR", ""),
            (vec!["yes", "no", "x"], "VARCHAR", ""),
        ] {
            assert_eq!(admitted(&texts), (name.to_owned(), words.to_owned()), "{texts:?}");
        }
        let (kind, _) = column(&["1,234", "—", "5,678.50"]).styled(false, false).unwrap();
        assert_eq!(kind.name(), "DOUBLE");
        // What the user calls missing is missing, and nothing else.
        let mut named = Column::new(Some(&["-".to_owned()]));
        for text in ["1", "..", "-"] {
            named.add(text.as_bytes());
        }
        named.admit_stand_ins();
        assert_eq!(named.decide(None).name(), "VARCHAR");
    }
}

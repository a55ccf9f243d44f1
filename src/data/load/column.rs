//! What all texts of one column have in common, and the type that keeps every one of them.

mod clocks;
mod dates;
mod few;
mod formats;
mod lists;
mod looks;
mod spelling;
mod styled;
mod types;
mod words;

use std::sync::Arc;

use few::Few;
use looks::Looks;
use types::Guess;
pub(super) use types::Type;
use words::{StandIns, Truths, Word, is_code_like, is_word};
pub(super) use words::{is_open, is_stand_in};

use super::numeral::Numerals;
use super::shape::{Seen, Shape, classify, detail, trim};
use crate::limits;

const SHAPES: usize = Shape::ALL.len();
/// Digits of the widest DECIMAL.
const DECIMAL_DIGITS: u16 = 38;

/// What was seen of a column.
#[derive(Debug, Clone, Default)]
pub(super) struct Column {
    counts: [u64; SHAPES],
    examples: [Option<Box<str>>; SHAPES],
    details: u64,
    /// Dates whose month stands by its name.
    named_months: u64,
    /// Both ends of dates with years of two digits.
    ends: Option<dates::Ends>,
    /// Numbers with a plus sign or with zeros behind their decimals.
    respelled: u64,
    whole: u16,
    scale: u16,
    not_double: u64,
    numerals: Numerals,
    truths: Truths,
    /// What its texts look like that they are not quite.
    looks: Looks,
    /// The first text that is no number in any style.
    odd_text: Option<Box<str>>,
    /// Texts of two or three capital letters.
    codes: u64,
    /// Its different texts, while they are few.
    few: Few,
    /// Numbers with an exponent that could as well be codes: `1E5`.
    code_like: u64,
    /// Bytes of all texts.
    pub(super) bytes: u64,
    /// Words for missing values, without the spaces around them.
    words: Vec<Word>,
    /// Whether there are more such words than are told apart; the column is text then.
    many_words: bool,
    /// Texts that are missing values where all others are numbers or dates.
    stand_ins: StandIns,
    /// What the user calls missing; nothing else is then.
    named_missing: Option<Arc<[String]>>,
    /// What the first rows suggested, once they are over.
    suggested: Option<Guess>,
    /// Whether the first rows hold a text that can be nothing else: the rest need not be looked at.
    settled: bool,
    /// Whether texts were counted without being looked at.
    blind: bool,
}

/// Values that the type of the first rows would have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// The type of the first rows.
    pub(super) suggested: &'static str,
    /// How many.
    pub(super) values: u64,
    /// One of them.
    pub(super) example: String,
}

impl Column {
    /// A column of which only this is known, as its values came with their type.
    pub(super) fn counted(not_finite: u64) -> Self {
        let mut column = Self::default();
        if let Some(count) = column.counts.get_mut(Shape::NotFinite as usize) {
            *count = not_finite;
        }
        column
    }

    /// An empty column. What the user calls missing is missing in every column, and nothing else is.
    pub(super) fn new(named_missing: Option<&[String]>) -> Self {
        Self { named_missing: named_missing.map(Arc::from), ..Self::default() }
    }

    /// Takes one more text.
    pub(super) fn add(&mut self, text: &[u8]) {
        if text.is_empty() {
            self.count(Shape::Empty);
            return;
        }
        self.bytes += text.len() as u64;
        self.few.add(text);
        if let Some(named) = &self.named_missing {
            let seen = if named.iter().any(|word| word.as_bytes() == trim(text)) {
                Seen::plain(Shape::Word)
            } else {
                match classify(text) {
                    Seen { shape: Shape::Word, .. } => Seen::plain(Shape::Text),
                    seen => seen,
                }
            };
            self.add_seen(text, seen);
        } else if self.settled {
            if is_word(text) {
                self.add_seen(text, classify(text));
            } else {
                self.blind = true;
                self.count(Shape::Text);
                self.count_code(text);
            }
        } else {
            self.add_seen(text, classify(text));
        }
    }

    fn add_seen(&mut self, text: &[u8], seen: Seen) {
        self.count(seen.shape);
        self.details |= seen.details;
        self.named_months += u64::from(seen.details & (detail::NAME_FIRST | detail::NAME_SECOND) != 0);
        self.respelled += u64::from(seen.details & (detail::PLUS | detail::ZERO_ENDED) != 0);
        self.not_double += u64::from(seen.details & detail::NOT_DOUBLE != 0);
        self.whole = self.whole.max(seen.whole);
        self.scale = self.scale.max(seen.scale);
        if let Some(example @ None) = self.examples.get_mut(seen.shape as usize) {
            *example = Some(excerpt(text).into_boxed_str());
        }
        self.looks.add(text, seen);
        match seen.shape {
            Shape::Word => self.add_word(text),
            Shape::Text => {
                let known = self.stand_ins.add(text) || self.truths.add(text) || self.numerals.add(text, seen.shape);
                if !known && self.odd_text.is_none() {
                    self.odd_text = Some(excerpt(text).into_boxed_str());
                }
                self.count_code(text);
            }
            Shape::Decimal => {
                self.numerals.add(text, seen.shape);
            }
            Shape::DayMonth | Shape::DayMonthStamp if seen.details & detail::SHORT_YEAR != 0 => self.add_ends(text),
            Shape::Exponent => self.code_like += u64::from(is_code_like(trim(text))),
            _ => {}
        }
    }

    fn count_code(&mut self, text: &[u8]) {
        self.codes += u64::from(matches!(text.len(), 2 | 3) && text.iter().all(u8::is_ascii_uppercase));
    }

    fn add_word(&mut self, text: &[u8]) {
        self.many_words |= !words::add(&mut self.words, text);
    }

    fn count(&mut self, shape: Shape) {
        if let Some(count) = self.counts.get_mut(shape as usize) {
            *count += 1;
        }
    }

    /// How many texts have a shape.
    fn has(&self, shape: Shape) -> u64 {
        self.counts.get(shape as usize).copied().unwrap_or_default()
    }

    /// Notes what the rows so far suggest.
    pub(super) fn end_sample(&mut self) {
        if self.suggested.is_none() {
            self.suggested = Some(self.guess());
            let known = self.numerals.count + self.truths.count() + self.stand_ins.count;
            self.settled = self.has(Shape::Text) > known && !self.may_be_almost();
        }
    }

    /// What a reader would take the column for that casts without looking.
    fn guess(&self) -> Guess {
        let has = |shape| self.has(shape) > 0;
        let texts = has(Shape::Text) || has(Shape::ZeroLed);
        let fractions = [
            Shape::Decimal,
            Shape::FineDecimal,
            Shape::LongDecimal,
            Shape::Exponent,
            Shape::FineExponent,
            Shape::NotFinite,
            Shape::WideInteger,
            Shape::LongInteger,
        ];
        let number = fractions.into_iter().any(has);
        let stamp = has(Shape::Stamp) || has(Shape::FineStamp);
        let groups = [
            (number || has(Shape::Integer), if number { Guess::Number } else { Guess::Integer }),
            (has(Shape::Boolean), Guess::Boolean),
            (stamp || has(Shape::Date), if stamp { Guess::Stamp } else { Guess::Date }),
            (has(Shape::ZonedStamp), Guess::ZonedStamp),
            (
                has(Shape::DayMonth) || has(Shape::DayMonthStamp),
                if has(Shape::DayMonthStamp) { Guess::DayMonthStamp } else { Guess::DayMonth },
            ),
            (has(Shape::Time), Guess::Time),
        ];
        let mut present = groups.into_iter().filter(|(present, _)| *present).map(|(_, guess)| guess);
        match (present.next(), present.next()) {
            _ if texts => Guess::Text,
            (None, _) => Guess::Nothing,
            (Some(guess), None) => guess,
            (Some(_), Some(_)) => Guess::Text,
        }
    }

    /// The type that keeps every value. `day_first` says what other columns of the file have proven, for dates that
    /// could be read both ways.
    pub(super) fn decide(&self, day_first: Option<bool>) -> Type {
        let lost = [Shape::LongInteger, Shape::LongDecimal, Shape::FineExponent];
        if self.many_words || lost.into_iter().any(|shape| self.has(shape) > 0) {
            return Type::Text;
        }
        match self.guess() {
            Guess::Text if self.is_truth() => Type::Boolean,
            Guess::Nothing | Guess::Text => Type::Text,
            // `1E5` and `2E3` alone name parts of something.
            Guess::Number if self.is_code_like() => Type::Text,
            Guess::Integer => Type::Integer,
            Guess::Number => self.number(),
            Guess::Boolean => Type::Boolean,
            Guess::Date => Type::Date,
            Guess::Stamp if self.has(Shape::FineStamp) == 0 => Type::Stamp,
            // A date alone may lie outside the years that nanoseconds can hold.
            Guess::Stamp if self.has(Shape::Date) + self.has(Shape::Stamp) > 0 => Type::Text,
            Guess::Stamp => Type::FineStamp,
            Guess::ZonedStamp => Type::ZonedStamp,
            Guess::DayMonth | Guess::DayMonthStamp => self.day_month(day_first),
            // Nothing tells which half of the day 9:30 is in beside 9:30 PM.
            Guess::Time if self.mixes_halves() => Type::Text,
            Guess::Time => Type::Time,
        }
    }

    fn number(&self) -> Type {
        let has = |shape| self.has(shape) > 0;
        let fraction = has(Shape::Decimal) || has(Shape::FineDecimal);
        let floating = has(Shape::Exponent) || has(Shape::NotFinite);
        if !fraction && !floating {
            return Type::WideInteger;
        }
        if !has(Shape::FineDecimal) && self.not_double == 0 {
            return Type::Number;
        }
        let digits = (self.whole + self.scale).max(1);
        if floating || digits > DECIMAL_DIGITS {
            return Type::Text;
        }
        Type::Decimal { digits, scale: self.scale }
    }

    /// The values that the type of the first rows would have changed, if there are any.
    pub(super) fn change(&self) -> Option<Change> {
        let suggested = self.suggested.unwrap_or_else(|| self.guess());
        let misfits = || {
            Shape::ALL
                .into_iter()
                .filter(|&shape| !shape.is_missing() && self.has(shape) > 0 && !suggested.keeps(shape))
        };
        let mut values: u64 = misfits().map(|shape| self.has(shape)).sum();
        let mut example = misfits().find_map(|shape| self.examples.get(shape as usize)?.as_deref());
        if suggested == Guess::Number && values == 0 && self.decide(None) != Type::Number && self.not_double > 0 {
            values = self.not_double;
            example = self.examples.get(Shape::Integer as usize).and_then(Option::as_deref);
        }
        let example = example?.to_owned();
        Some(Change { suggested: suggested.type_name(), values, example })
    }

    /// Whether every value is one of a pair of words for yes and no.
    pub(super) fn is_truth(&self) -> bool {
        self.truths.is_pair() && self.truths.count() == self.values()
    }

    /// Whether its numbers could as well be codes: `1E5`.
    pub(super) fn is_code_like(&self) -> bool {
        self.code_like > 0 && self.code_like + self.has(Shape::Integer) == self.values()
    }

    /// Values that are not missing.
    pub(super) fn values(&self) -> u64 {
        Shape::ALL.into_iter().filter(|shape| !shape.is_missing()).map(|shape| self.has(shape)).sum()
    }

    /// Words for missing values, without the spaces around them.
    pub(super) fn word_list(&self) -> Vec<String> {
        self.words.iter().map(|word| word.text.clone()).collect()
    }

    /// Whether there are more such words than are told apart.
    pub(super) fn has_many_words(&self) -> bool {
        self.many_words
    }

    /// How often words stand alone, and the bytes that they take.
    pub(super) fn bare(&self, words: &[String]) -> (u64, u64) {
        let bare = self.words.iter().filter(|word| words.contains(&word.text));
        bare.fold((0, 0), |(count, bytes), word| (count + word.bare, bytes + word.bare * word.text.len() as u64))
    }

    /// Values that a column of this type leaves out as missing; in a column of texts these words as well.
    pub(super) fn missing(&self, kind: &Type, words: &[String]) -> u64 {
        match kind {
            Type::Text => self.has(Shape::Empty) + self.bare(words).0,
            _ => self.has(Shape::Empty) + self.has(Shape::Blank) + self.has(Shape::Word),
        }
    }

    /// Whether every whole number of it is the same as a float.
    pub(super) fn is_exact_as_double(&self) -> bool {
        self.not_double == 0
    }

    /// Whether spaces stand around values or alone.
    pub(super) fn is_padded(&self) -> bool {
        self.details & detail::PADDED != 0 || self.has(Shape::Blank) > 0
    }

    /// Whether stamps have an offset other than `Z`, and whether one is written without a colon.
    pub(super) fn offsets(&self) -> (bool, bool) {
        (self.details & detail::OFFSET != 0, self.details & detail::COMPACT_OFFSET != 0)
    }
}

/// The beginning of a text, for messages.
pub(super) fn excerpt(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut short: String = text.chars().take(limits::PROFILE_VALUE_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(sample: &[&str], later: &[&str]) -> Column {
        let mut column = Column::default();
        for text in sample {
            column.add(text.as_bytes());
        }
        column.end_sample();
        for text in later {
            column.add(text.as_bytes());
        }
        column
    }

    fn type_of(texts: &[&str]) -> String {
        column(texts, &[]).decide(None).name()
    }

    #[test]
    fn types_keep_every_value() {
        for (texts, name) in [
            (vec!["1", "-2", ""], "BIGINT"),
            (vec!["1", "12.75"], "DOUBLE"),
            (vec!["1", "9223372036854775808"], "HUGEINT"),
            (vec!["9007199254740993", "0.5"], "DECIMAL(17,1)"),
            (vec!["50000.7512345678901", "1"], "DECIMAL(18,13)"),
            (vec!["50000.7512345678901", "1e5"], "VARCHAR"),
            (vec!["1", "00501"], "VARCHAR"),
            (vec!["1", "NA", "n/a"], "BIGINT"),
            (vec!["NA", "NO"], "VARCHAR"),
            (vec!["NA", ""], "VARCHAR"),
            (vec!["true", "FALSE", "-"], "BOOLEAN"),
            (vec!["true", "1"], "VARCHAR"),
            (vec!["2024-01-01", "?"], "DATE"),
            (vec!["2024-01-01", "2024-01-01 10:00"], "TIMESTAMP"),
            (vec!["2024-01-01 10:00:00.123456789"], "TIMESTAMP_NS"),
            (vec!["2024-01-01T10:00:00Z"], "TIMESTAMP"),
            (vec!["2024-01-01T10:00:00Z", "2024-01-01T10:00:00"], "VARCHAR"),
            (vec!["25/12/2024"], "DATE"),
            (vec!["25/12/2024", "12/25/2024"], "VARCHAR"),
            (vec!["25/12/2024", "25.12.2024"], "VARCHAR"),
            (vec!["25/12/2024 10:00"], "TIMESTAMP"),
            (vec!["09:30", "10:00:01"], "TIME"),
            (vec!["2024-01-01", "5"], "VARCHAR"),
            (vec![""], "VARCHAR"),
        ] {
            assert_eq!(type_of(&texts), name, "{texts:?}");
        }
    }

    #[test]
    fn what_later_rows_would_have_lost_is_told() {
        let change = column(&["1", "2"], &["3", "12.75", "0.5"]).change().unwrap();
        assert_eq!((change.suggested, change.values, change.example.as_str()), ("BIGINT", 2, "12.75"));
        let change = column(&["1"], &["00501"]).change().unwrap();
        assert_eq!((change.suggested, change.example.as_str()), ("BIGINT", "00501"));
        let change = column(&["2024-01-01"], &["2024-01-01 09:30"]).change().unwrap();
        assert_eq!((change.suggested, change.example.as_str()), ("DATE", "2024-01-01 09:30"));
        assert_eq!(column(&["00501"], &["1"]).change(), None);
        assert_eq!(column(&["1.5"], &["2", "NA", ""]).change(), None);
    }

    #[test]
    fn the_order_of_day_and_month_comes_from_the_whole_column() {
        for (texts, expected) in [
            (["01/03/2024", "25/03/2024"], (true, true)),
            (["01/03/2024", "03/25/2024"], (false, true)),
            (["01/03/2024", "02/03/2024"], (true, false)),
            (["01.03.2024", "02.03.2024"], (true, true)),
            (["12/01/24", "31/01/24"], (true, true)),
            (["12/01/24", "01/31/24"], (false, true)),
            (["12/01/24", "11/01/24"], (true, false)),
            (["24/01/05", "24/02/28"], (true, false)),
            (["25/12/23", "31/01/24"], (true, true)),
        ] {
            let Type::DayMonth { day_first, settled, .. } = column(&texts, &[]).decide(None) else {
                panic!("{texts:?}")
            };
            assert_eq!((day_first, settled), expected, "{texts:?}");
        }
        let open = column(&["01/03/2024"], &[]).decide(Some(false));
        assert!(matches!(open, Type::DayMonth { day_first: false, settled: true, .. }));
    }
}

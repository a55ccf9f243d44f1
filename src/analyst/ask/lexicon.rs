//! The words and phrases that say what is asked for. Data only, and the way to look it up.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::aggregate::{Aggregate, Comparison, Unit};
use super::phrases::PHRASES;

/// What a word or phrase asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cue {
    /// How many, number of.
    HowMany,
    /// How much.
    HowMuch,
    /// Which, who.
    Which,
    /// What.
    What,
    /// When.
    When,
    /// Sum, mean, ...
    Aggregate(Aggregate),
    /// Most, highest (true), fewest, lowest (false).
    Extreme(bool),
    /// An adjective such as `heaviest`, `heavier`; its measure is looked up by the word.
    Adjective,
    /// Top, best (true), bottom, worst (false): with a number, or a plural.
    Top(bool),
    /// Earliest, first (false), latest, last (true), in time.
    Latest(bool),
    /// Second, third, ... of an order.
    Ordinal(usize),
    /// Above, at least, ...
    Compare(Comparison),
    /// Or more, or less, behind a number.
    CompareAfter(Comparison),
    /// Between.
    Between,
    /// Missing (true), not missing (false).
    Missing(bool),
    /// Any, some: at least one column.
    Any,
    /// Without, no.
    Without,
    /// Leave out, exclude.
    LeaveOut,
    /// Not.
    Not,
    /// Only one of a kind.
    Distinct,
    /// By, per, each.
    By,
    /// Each, every.
    Each,
    /// Days, months, years.
    Unit(Unit),
    /// Daily, monthly, yearly.
    Per(Unit),
    /// Percentage (true: times a hundred), fraction (false).
    Share(bool),
    /// Among, out of.
    Among,
    /// Correlation; of ranks where true.
    Correlation(bool),
    /// Distribution.
    Distribution,
    /// Trend, over time.
    Trend,
    /// Change, rise (true), fall (false).
    Change(bool),
    /// Difference.
    Difference,
    /// Ratio.
    Ratio,
    /// Compare, versus.
    Versus,
    /// And, comma.
    And,
    /// Or.
    Or,
    /// Counted as one.
    Together,
    /// Rows, records.
    Rows,
    /// Columns.
    Columns,
    /// The word "column": the next word is a column's name.
    Column,
    /// A noun that carries a column or value beside it: value, level, code.
    Carrier,
    /// Combination, pair.
    Combination,
    /// List, show: names are wanted.
    List,
    /// In order; descending (true), ascending (false).
    Sort(Option<bool>),
    /// Contains, starts with, ends with.
    Contains,
    /// Starts with.
    StartsWith,
    /// Ends with.
    EndsWith,
    /// Before a date.
    Before,
    /// After a date.
    After,
    /// Since a date: from its first day.
    Since,
    /// Until a date: to its last day.
    Until,
    /// From.
    From,
    /// To.
    To,
    /// In, on, at, during, for.
    In,
    /// Of.
    Of,
    /// With, having.
    With,
    /// Than.
    Than,
    /// More, higher (true), less, lower (false), between two things.
    More(bool),
    /// Is, are, come from.
    Verb,
    /// Decimals, decimal places.
    Decimals,
    /// A word of measuring: mm, degrees.
    Measure,
    /// Only: harmless before what is counted, not where values are asked for.
    Only,
    /// Rate: behind a column that says yes or no.
    Rate,
    /// Duplicates.
    Duplicates,
    /// Once, twice.
    Times(f64),
    /// Times, behind a number.
    TimesWord,
    /// The period covered.
    Period,
    /// Minus, plus, times, divided by, between two columns.
    Arithmetic(char),
    /// Words that do not change what is asked.
    Filler,
}

/// Phrases by their words, joined by one space.
fn table() -> &'static HashMap<&'static str, Cue> {
    static TABLE: OnceLock<HashMap<&'static str, Cue>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        for (cue, phrases) in PHRASES {
            for phrase in phrases.split('|') {
                table.entry(phrase).or_insert(*cue);
            }
        }
        table
    })
}

/// The longest phrase that this file knows, in words.
pub const LONGEST: usize = 7;

/// What a phrase asks for: words in lower case, joined by one space.
pub fn cue(phrase: &str) -> Option<Cue> {
    table().get(phrase).copied().or_else(|| super::synonyms::adjective(phrase).map(|_| Cue::Adjective))
}

const NUMBER_WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A number in words, up to twenty.
pub fn number_word(word: &str) -> Option<f64> {
    let position = NUMBER_WORDS.iter().position(|known| *known == word)?;
    u32::try_from(position).ok().map(f64::from)
}

/// Function words: short, frequent, and never meant as a value or column unless something says so.
pub fn is_function_word(word: &str) -> bool {
    matches!(
        cue(word),
        Some(
            Cue::Filler
                | Cue::Verb
                | Cue::In
                | Cue::Of
                | Cue::With
                | Cue::And
                | Cue::Or
                | Cue::By
                | Cue::To
                | Cue::From
                | Cue::Not
                | Cue::Without
                | Cue::Than
                | Cue::Which
                | Cue::What
                | Cue::Each
                | Cue::Between
                | Cue::Any
                | Cue::When
                | Cue::Before
                | Cue::After
                | Cue::Compare(_)
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found() {
        assert_eq!(cue("how many"), Some(Cue::HowMany));
        assert_eq!(cue("at least"), Some(Cue::Compare(Comparison::AtLeast)));
        assert_eq!(cue("heaviest"), Some(Cue::Adjective));
        assert_eq!(cue("unicorn"), None);
        assert_eq!(number_word("three"), Some(3.0));
    }

    #[test]
    fn no_phrase_is_longer_than_the_longest() {
        let longest = table().keys().map(|phrase| phrase.split(' ').count()).max().unwrap();
        assert!(longest <= LONGEST, "{longest}");
    }
}

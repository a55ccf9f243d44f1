//! Columns whose numbers are rather names of something: versions such as `3.1` and `3.10`, dialling codes such as `+1`;
//! and whose times of day are rather durations; and columns of days of birth.
//!
//! As numbers two of them would be the same. Where that is certain enough they stay text; where not, it is told.

use super::column::{Column, Type};
use super::decide::Decision;
use super::names::Name;

/// Words in the names of columns that hold versions and the like.
const VERSIONS: [&str; 9] =
    ["version", "ver", "release", "revision", "rev", "section", "chapter", "clause", "paragraph"];
/// Words in the names of columns that hold codes.
const CODES: [&str; 9] = ["code", "phone", "tel", "telephone", "dial", "dialling", "dialing", "prefix", "country"];

/// Words in the names of columns that hold how long something took.
const DURATIONS: [&str; 16] = [
    "duration",
    "elapsed",
    "length",
    "runtime",
    "pace",
    "split",
    "lap",
    "laps",
    "toi",
    "mins",
    "minutes",
    "dauer",
    "durée",
    "duración",
    "durata",
    "playtime",
];

/// Parts of the names of columns that hold days of birth.
const BIRTHS: [&str; 9] =
    ["birth", "geburt", "geboren", "naissance", "nacimiento", "nascita", "nascimento", "geboorte", "urodzenia"];
/// The last year of a birth whose year is told by two digits.
pub(super) const BORN_LAST: u32 = 2026;

/// Why numbers and times stay text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// Versions, by the name of their column.
    Version,
    /// Durations, by the name of their column.
    Duration,
    /// Lists of codes, as of several answers to one question: `1,3`. `sure` where nothing else is likely.
    Lists {
        /// Whether that needs no warning.
        sure: bool,
        /// Whether they could be read as decimals.
        decimals: bool,
    },
    /// Numbers with a plus sign beside others without one, or in a column of codes, and none is negative.
    Plus,
}

impl Code {
    /// What is told of a column.
    pub(super) fn line(self, name: &str) -> String {
        match self {
            Self::Version => format!(
                "{name}: kept as text, as of versions such as 1.10 and 1.1 two are the same as numbers \
                 (--type '{name}=number' reads numbers)"
            ),
            Self::Duration => format!(
                "{name}: kept as text, as 5:30 of a duration may be minutes and seconds or hours and minutes \
                 (--type '{name}=time' reads times of day)"
            ),
            Self::Lists { decimals, .. } => format!(
                "{name}: kept as text, as its values are lists of codes such as 1,3, and no decimals{}",
                if decimals { format!(" (--type '{name}=number:,' reads decimals)") } else { String::new() }
            ),
            Self::Plus => format!(
                "{name}: kept as text, as its numbers have a plus sign and none is negative, as codes have it \
                 (--type '{name}=integer' reads numbers)"
            ),
        }
    }

    /// Whether the user must be warned of it.
    pub(super) fn is_doubtful(self) -> bool {
        !matches!(self, Self::Lists { sure: true, .. })
    }

    /// The option that reads numbers.
    pub(super) fn option(self, name: &str) -> String {
        match self {
            Self::Version => format!("--type '{name}=number'"),
            Self::Duration => format!("--type '{name}=time'"),
            Self::Lists { decimals: true, .. } => format!("--type '{name}=number:,'"),
            Self::Lists { decimals: false, .. } => String::new(),
            Self::Plus => format!("--type '{name}=integer'"),
        }
    }
}

/// Keeps columns text whose numbers are codes, but for those whose type the user has named, and finds days of birth.
pub(super) fn settle(names: &[Name], columns: &[Column], decisions: &mut [Decision]) {
    for ((name, column), decision) in names.iter().zip(columns).zip(decisions) {
        if let Some(code) = code(&name.name, column, decision) {
            *decision = Decision { code: Some(code), ..Decision::of(Type::Text) };
        }
        decision.born = is_birth(&name.name)
            && matches!(&decision.kind, Type::DayMonth { formats, .. } if formats.iter().any(|format| format.contains("%y")));
    }
}

/// Whether a column holds days of birth, as its name says.
fn is_birth(name: &str) -> bool {
    let lower = name.to_lowercase();
    let says = |word: &str| lower.split(|character: char| !character.is_alphabetic()).any(|part| part == word);
    says("dob") || says("born") || BIRTHS.iter().any(|part| lower.contains(part))
}

fn code(name: &str, column: &Column, decision: &Decision) -> Option<Code> {
    if decision.named {
        return None;
    }
    let says = |words: &[&str]| {
        let lower = name.to_lowercase();
        lower.split(|character: char| !character.is_alphabetic()).any(|part| words.contains(&part))
    };
    if decision.style.is_some() {
        let plus = decision.kind == Type::Integer && column.has_styled_plus() && says(&CODES);
        return plus.then_some(Code::Plus);
    }
    match &decision.kind {
        Type::Number | Type::Decimal { .. } => (column.mixes_places() && says(&VERSIONS)).then_some(Code::Version),
        Type::Integer => {
            let (plus, others) = column.plus_signs();
            (plus && (others || says(&CODES))).then_some(Code::Plus)
        }
        Type::Text
        | Type::WideInteger
        | Type::Boolean
        | Type::Date
        | Type::Stamp
        | Type::FineStamp
        | Type::ZonedStamp
        | Type::DayMonth { .. } => None,
        Type::Time => (column.has_minutes_alone() && says(&DURATIONS)).then_some(Code::Duration),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, texts: &[&str]) -> Option<Code> {
        let mut column = Column::default();
        for text in texts {
            column.add(text.as_bytes());
        }
        let decision = super::super::decide::decide(std::slice::from_ref(&column), b',').pop().unwrap();
        code(name, &column, &decision)
    }

    #[test]
    fn numbers_that_name_something_stay_text() {
        for (name, texts, expected) in [
            ("version", vec!["3.1", "3.9", "3.10"], Some(Code::Version)),
            ("python_version", vec!["3.9", "3.10"], Some(Code::Version)),
            ("version", vec!["3.1", "3.9"], None),
            ("version", vec!["1.50", "2.25"], None),
            ("price", vec!["3.1", "3.10"], None),
            ("overall", vec!["3.1", "3.10"], None),
            ("x", vec!["+1", "44"], Some(Code::Plus)),
            ("country code", vec!["+1", "+44"], Some(Code::Plus)),
            ("change", vec!["+1", "+44"], None),
            ("change", vec!["+1", "0", "+44"], None),
            ("change", vec!["+1", "5", "-3"], None),
            ("phone", vec!["+1 555 123", "+1 555 456"], Some(Code::Plus)),
            ("change", vec!["+1 555", "+2 555"], None),
        ] {
            assert_eq!(told(name, &texts), expected, "{name} {texts:?}");
        }
    }
}

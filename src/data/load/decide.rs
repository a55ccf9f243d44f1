//! Decides what every column is, with a view to the other columns of its file: dates and decimal commas are settled by
//! one column for all, and so are words for missing values.

use super::asked::Asked;
use super::codes::Code;
use super::column::{Column, Type};
use super::numeral::{self, Style};
use super::shape::trim;

/// What a column is, and how its texts become values.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
pub(super) struct Decision {
    /// The type.
    pub(super) kind: Type,
    /// How its numbers are written, where not as programs write them.
    pub(super) style: Option<Style>,
    /// Words that are missing values, besides nothing at all. The spaces around them are left out.
    pub(super) missing: Vec<String>,
    /// Whether the words stand in a column of texts.
    pub(super) by_evidence: bool,
    /// Whether the user has named the type.
    pub(super) named: bool,
    /// How its whole numbers are read, where the user calls them something else.
    pub(super) asked: Option<Asked>,
    /// Why its numbers stay text.
    pub(super) code: Option<Code>,
    /// Whether its texts are kept beside its values, although these differ in little.
    pub(super) keeps_texts: bool,
    /// Whether its dates are days of birth, whose years of two digits lie in the past.
    pub(super) born: bool,
}

impl Decision {
    fn plain(kind: Type, column: &Column) -> Self {
        let missing = if kind == Type::Text { Vec::new() } else { column.word_list() };
        Self { missing, ..Self::of(kind) }
    }

    /// A type without more to say.
    pub(super) fn of(kind: Type) -> Self {
        Self {
            kind,
            style: None,
            missing: Vec::new(),
            by_evidence: false,
            named: false,
            asked: None,
            code: None,
            keeps_texts: false,
            born: false,
        }
    }

    /// Whether a text could stand in the column, a missing value included.
    pub(super) fn fits(&self, text: &[u8]) -> bool {
        let missing = || self.missing.iter().any(|word| word.as_bytes() == trim(text));
        self.kind.fits(text)
            || missing()
            || (self.kind.is_number() && self.style.is_some() && numeral::is_numeral(text))
    }

    /// The number that a text of the column stands for.
    pub(super) fn number(&self, text: &[u8]) -> Option<f64> {
        let comma = self.style.as_ref().is_some_and(|style| style.comma);
        (self.kind.is_number() && !trim(text).is_empty()).then(|| numeral::value(text, comma)).flatten()
    }

    /// Whether what is stored is another text than what stands in the file.
    pub(super) fn converts(&self, column: &Column) -> bool {
        self.style.is_some() || (self.kind == Type::ZonedStamp && column.offsets().0) || self.keeps_texts
    }

    /// Whether a text of the column is another than its value would be written: a word for a missing value, a date whose
    /// day or month is first, a yes, a number with a plus sign or with zeros behind it.
    pub(super) fn differs(&self, column: &Column) -> bool {
        let respelled = self.kind.is_number() && (column.plus_signs().0 || column.mixes_places());
        let truth = self.kind == Type::Boolean && column.is_truth();
        let (words, ..) = column.others();
        let missing = words > 0 && !self.missing.is_empty();
        let halves = self.kind == Type::Time && column.has_half_days();
        let spelled = !column.spellings(&self.kind).is_empty();
        let dated = matches!(self.kind, Type::DayMonth { .. });
        self.asked.is_some() || respelled || truth || missing || halves || dated || spelled
    }
}

/// Decides all columns of a file; `semicolons` says whether its fields are separated by them.
pub(super) fn decide(columns: &[Column], semicolons: bool) -> Vec<Decision> {
    let mut decisions: Vec<Decision> =
        columns.iter().map(|column| Decision::plain(column.decide(None), column)).collect();
    // One column that settles the order of day and month settles it for its file.
    let order = decisions.iter().find_map(|decision| match decision.kind {
        Type::DayMonth { day_first, settled: true, .. } => Some(day_first),
        _ => None,
    });
    for (decision, column) in decisions.iter_mut().zip(columns) {
        if matches!(decision.kind, Type::DayMonth { settled: false, .. }) {
            decision.kind = column.decide(order);
        }
    }
    // Where one column writes decimals with a comma, the points of another stand between thousands: `1.000` is no 1.
    let comma = columns.iter().any(Column::proves_decimal_comma);
    for (decision, column) in decisions.iter_mut().zip(columns) {
        if let Some((kind, style)) = column.styled(comma, semicolons) {
            *decision = Decision { style: Some(style), ..Decision::plain(kind, column) };
        }
    }
    find_missing(&mut decisions, columns);
    decisions
}

/// A word that is missing in a column of numbers or dates is missing in a column of texts as well, unless that is a list
/// of codes which holds it, as `NA` is Namibia among countries.
fn find_missing(decisions: &mut [Decision], columns: &[Column]) {
    let known: Vec<String> = decisions.iter().flat_map(|decision| decision.missing.iter().cloned()).collect();
    for (decision, column) in decisions.iter_mut().zip(columns) {
        if decision.kind == Type::Text && !column.has_many_words() {
            decision.missing = column
                .word_list()
                .into_iter()
                .filter(|word| known.contains(word) && !column.is_code_list(word))
                .collect();
            decision.by_evidence = !decision.missing.is_empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(columns: &[&[&str]]) -> Vec<Decision> {
        let columns: Vec<Column> = columns
            .iter()
            .map(|texts| {
                let mut column = Column::default();
                texts.iter().for_each(|text| column.add(text.as_bytes()));
                column.end_sample();
                column
            })
            .collect();
        decide(&columns, false)
    }

    fn names(columns: &[&[&str]]) -> Vec<String> {
        decided(columns).iter().map(|decision| decision.kind.name()).collect()
    }

    #[test]
    fn one_column_settles_the_style_of_another() {
        assert_eq!(names(&[&["1.000", "250"], &["0,5", "1,25"]]), ["BIGINT", "DOUBLE"]);
        assert_eq!(names(&[&["1.000", "250"], &["0.5", "1.25"]]), ["DOUBLE", "DOUBLE"]);
        assert_eq!(names(&[&["01/02/2024"], &["25/02/2024"]]), ["DATE", "DATE"]);
    }

    #[test]
    fn a_word_is_missing_among_texts_where_it_is_elsewhere() {
        let missing = |columns: &[&[&str]]| decided(columns).pop().unwrap().missing;
        assert_eq!(missing(&[&["1", "NA"], &["red", "NA", "blue"]]), ["NA"]);
        assert_eq!(missing(&[&["1", "NA"], &["DE", "NA", "ZA"]]), [""; 0]);
        assert_eq!(missing(&[&["1", "2"], &["red", "NA", "blue"]]), [""; 0]);
        assert_eq!(missing(&[&["1", "-"], &["red", "NA", "blue"]]), [""; 0]);
    }
}

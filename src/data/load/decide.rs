//! Decides what every column is, with a view to the other columns of its file: dates and decimal commas are settled by
//! one column for all, and so are words for missing values.

use super::asked::Asked;
use super::codes::Code;
use super::column::{Column, Type};
use super::numeral::{self, Style};
use super::shape::trim;

/// How many times likelier values must be lists of codes than decimals so that they are no numbers; so that this needs no
/// warning; so that numbers need one; and so that they say nothing of the commas in other columns.
const LISTS: f64 = 100.0;
const CERTAIN_LISTS: f64 = 100_000.0;
const DOUBTFUL_LISTS: f64 = 20.0;
const CODES: f64 = 10.0;

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
    /// Whether its decimals may be lists of codes.
    pub(super) may_be_lists: bool,
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
            may_be_lists: false,
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

/// Decides all columns of a file whose fields are separated so.
pub(super) fn decide(columns: &[Column], delimiter: u8) -> Vec<Decision> {
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
    let lists = lists(columns, delimiter);
    let comma = columns.iter().zip(&lists).any(|(column, code)| *code < LISTS && column.proves_decimal_comma());
    for ((decision, column), likely) in decisions.iter_mut().zip(columns).zip(lists) {
        if likely >= LISTS {
            let code = Code::Lists { sure: likely >= CERTAIN_LISTS, decimals: likely.is_finite() };
            *decision = Decision { code: Some(code), ..Decision::of(Type::Text) };
        } else if let Some((kind, style)) = column.styled(comma, delimiter == b';') {
            let may_be_lists = likely >= DOUBTFUL_LISTS;
            *decision = Decision { style: Some(style), may_be_lists, ..Decision::plain(kind, column) };
        }
    }
    find_missing(&mut decisions, columns);
    decisions
}

/// How many times likelier the values of each column are lists of codes such as `1,3` than decimals. Where others have
/// decimals behind a point, a comma stands before none; and where fields stand between commas, before few.
fn lists(columns: &[Column], delimiter: u8) -> Vec<f64> {
    let alone: Vec<f64> = columns.iter().map(|column| column.lists().unwrap_or_default()).collect();
    let proves = |column: &Column, alone: f64| alone < CODES && column.proves_decimal_comma();
    let proofs = columns.iter().zip(&alone).filter(|(column, alone)| proves(column, **alone)).count();
    let points = columns.iter().any(Column::has_points);
    let between = if delimiter == b',' { 10.0 } else { 0.1 };
    let weigh = |(alone, column): (f64, &Column)| {
        let others = proofs - usize::from(proves(column, alone));
        alone
            * between
            * if others > 0 {
                1.0 / 1000.0
            } else if points {
                100.0
            } else {
                1.0
            }
    };
    alone.into_iter().zip(columns).map(weigh).collect()
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

    fn column(texts: &[&str]) -> Column {
        let mut column = Column::default();
        for text in texts {
            column.add(text.as_bytes());
        }
        column.end_sample();
        column
    }

    fn decided(columns: &[&[&str]]) -> Vec<Decision> {
        let columns: Vec<Column> = columns.iter().map(|texts| column(texts)).collect();
        decide(&columns, b',')
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
    fn lists_of_codes_are_told_from_decimals() {
        let kinds = |columns: &[&[&str]], delimiter| -> Vec<(String, bool)> {
            let columns: Vec<Column> = columns.iter().map(|texts| column(texts)).collect();
            let told = |one: &Decision| (one.kind.name(), one.code.is_some() || one.may_be_lists);
            decide(&columns, delimiter).iter().map(told).collect()
        };
        let (text, number) = ("VARCHAR", "DOUBLE");
        for (columns, delimiter, kind, told) in [
            (vec![["1,3", "2,3", "1,4"].as_slice()], b',', text, true),
            (vec![&["1,3", "2,3", "1,4"]], b';', number, false),
            (vec![&["1,3", "2,3", "1,4", "2", "1", "3,4", "1,2"]], b';', text, true),
            (vec![&["1,3", "2", "1,2,3"]], b';', text, true),
            (vec![&["1,5", "2,7"], &["0.5", "1.25"]], b',', text, true),
            (vec![&["1,5", "2,7"], &["0,5", "1,25"]], b',', number, false),
            (vec![&["1,5", "2,7", "3,9"]], b',', number, true),
            (vec![&["1,3", "2,7", "0,5"]], b',', number, false),
            (vec![&["1,3", "2,7", "2,25"]], b',', number, false),
            (vec![&["1,3", "2,3", "1,4", "2.5"]], b',', text, false),
            (vec![&["1,3", "2,3", "1,4", "17", "300"]], b',', number, false),
        ] {
            assert_eq!(kinds(&columns, delimiter).swap_remove(0), (kind.to_owned(), told), "{columns:?}");
        }
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

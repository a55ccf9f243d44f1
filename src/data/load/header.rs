//! Whether a file's first record names the columns.

mod forms;

pub(super) use forms::Forms;

use super::column::Type;
use super::decide::Decision;
use super::shape::{Shape, classify, trim};

/// Years that stand as column names, as in `region,2021,2022,2023`.
const YEARS: std::ops::RangeInclusive<i64> = 1_800..=2_200;

/// Decides by comparing the first record with the types of the others, and in columns of texts with their forms.
pub(super) fn is_header(first: &[Vec<u8>], types: &[Decision], records: u64, forms: &Forms) -> bool {
    if records == 0 {
        return first.iter().all(|text| matches!(classify(text).shape, Shape::Text | Shape::ZeroLed | Shape::Empty));
    }
    let values: Vec<bool> = (0..first.len()).map(|column| forms.is_value(column)).collect();
    let all = || first.iter().zip(types).zip(&values);
    // A number with zeros before it, as long as those below it, is no name for them.
    if values.contains(&true)
        && !all().any(|((text, kind), value)| kind.kind != Type::Text && !kind.fits(text) && !value)
    {
        return false;
    }
    let mut telling = first.iter().zip(types).filter(|(_, kind)| kind.kind != Type::Text).peekable();
    if telling.peek().is_none() {
        // Nothing but text: a first record with values for every column is taken for names.
        return first.iter().filter(|text| trim(text).is_empty()).count() <= 1
            && !first.iter().any(|text| is_number(text));
    }
    telling.any(|(text, kind)| !kind.fits(text)) || are_years(first, types) || is_short(first, types)
}

/// Whether a text is the number of something, such as `#12`.
fn is_number(text: &[u8]) -> bool {
    matches!(trim(text), [b'#', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
}

/// Whether the first record holds words, each once, and nothing where others have values: a header that is too short.
fn is_short(first: &[Vec<u8>], types: &[Decision]) -> bool {
    let filled = first.iter().take_while(|text| !trim(text).is_empty()).count();
    let names: Vec<&[u8]> = first.iter().take(filled).map(|text| trim(text)).collect();
    let all = first.iter().skip(filled).all(|text| trim(text).is_empty());
    let valued = types.iter().skip(filled).any(|kind| kind.kind != Type::Text);
    let words = names.iter().all(|text| classify(text).shape == Shape::Text);
    let once = names.iter().enumerate().all(|(index, name)| !names.get(..index).unwrap_or_default().contains(name));
    filled > 1 && all && valued && words && once
}

/// Whether the first record has nothing but text and years that follow each other.
fn are_years(first: &[Vec<u8>], types: &[Decision]) -> bool {
    // Columns of texts may have years for names as well.
    let is_year = |text: &[u8]| trim(text).len() == 4 && trim(text).iter().all(u8::is_ascii_digit);
    let years: Option<Vec<i64>> = first
        .iter()
        .zip(types)
        .filter(|(text, kind)| kind.kind != Type::Text || is_year(text))
        .map(|(text, _)| std::str::from_utf8(trim(text)).ok()?.parse().ok())
        .collect();
    years.is_some_and(|years| {
        years.len() > 1
            && years.iter().all(|year| YEARS.contains(year))
            && years.windows(2).all(|pair| matches!(pair, [one, next] if one + 1 == *next))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(first: &[&str], types: &[Type], records: u64) -> bool {
        let first: Vec<Vec<u8>> = first.iter().map(|text| text.as_bytes().to_vec()).collect();
        let decided: Vec<Decision> = types.iter().map(|kind| Decision::of(kind.clone())).collect();
        is_header(&first, &decided, records, &Forms::default())
    }

    #[test]
    fn names_differ_from_what_stands_below_them() {
        let types = [Type::Integer, Type::Text];
        assert!(header(&["id", "name"], &types, 3));
        assert!(!header(&["1", "Ann"], &types, 3));
        assert!(header(&["name", "city", ""], &[Type::Text, Type::Text, Type::Integer], 8));
        assert!(!header(&["x", "x", ""], &[Type::Text, Type::Text, Type::Integer], 8));
        assert!(!header(&["#1", "Ann"], &[Type::Text, Type::Text], 3));
        assert!(header(&["", "name"], &[Type::Text, Type::Text], 3));
        assert!(!header(&["", "", "x"], &[Type::Text, Type::Text, Type::Text], 3));
        assert!(header(&["region", "2021", "2022"], &[Type::Text, Type::Integer, Type::Integer], 2));
        assert!(header(&["region", "2021", "2022 "], &[Type::Text, Type::Integer, Type::Text], 2));
        assert!(!header(&["region", "2021", "x"], &[Type::Text, Type::Integer, Type::Text], 2));
        assert!(!header(&["region", "2021", "2031"], &[Type::Text, Type::Integer, Type::Integer], 2));
    }

    #[test]
    fn a_single_record_of_words_names_columns() {
        let types = [Type::Text, Type::Text];
        assert!(header(&["id", "name"], &types, 0));
        assert!(!header(&["1", "name"], &types, 0));
    }
}

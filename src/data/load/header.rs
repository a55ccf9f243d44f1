//! Whether a file's first record names the columns.

mod forms;

pub(super) use forms::Forms;

use super::column::Type;
use super::decide::Decision;
use super::numeral;
use super::shape::{Shape, classify, trim};

/// Years that stand as column names, as in `region,2021,2022,2023`.
const YEARS: std::ops::RangeInclusive<f64> = 1_800.0..=2_200.0;

/// Numbers that count through the columns, at least.
const COUNTED: usize = 4;

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
    // A number of another kind than those below it is a number; with a unit it may be a name.
    let is_number = |text: &[u8], kind: &Decision| {
        let bare = trim(text).iter().all(|byte| byte.is_ascii_digit() || b"+-.,' eE".contains(byte));
        bare && kind.kind.is_number() && numeral::value(text, false).is_some()
    };
    telling.any(|(text, kind)| !kind.fits(text) && !is_number(text, kind))
        || are_years(first, types, forms)
        || are_counted(first, types)
        || is_short(first, types)
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

/// Numbers of the first record in all columns of numbers and dates; none where one of these texts is none. Columns of texts
/// count where the text is a year, as they may have years for names as well.
fn numbers(first: &[Vec<u8>], types: &[Decision]) -> Option<Vec<f64>> {
    let is_year = |text: &[u8]| trim(text).len() == 4 && trim(text).iter().all(u8::is_ascii_digit);
    let named = first.iter().zip(types).filter(|(text, kind)| kind.kind != Type::Text || is_year(text));
    named.map(|(text, _)| numeral::value(trim(text), false)).collect()
}

/// Whether the first record has nothing but text and years that follow each other.
fn are_years(first: &[Vec<u8>], types: &[Decision], forms: &Forms) -> bool {
    let Some(years) = numbers(first, types) else { return false };
    let all = years.iter().all(|year| YEARS.contains(year) && year.fract() == 0.0);
    let steps: Vec<f64> = years.iter().zip(years.iter().skip(1)).map(|(one, next)| next - one).collect();
    if !all || steps.is_empty() {
        return false;
    }
    // Years that rise or fall by more stand in rows as well: those of a birth and a death.
    let next = steps.iter().all(|step| (step - 1.0).abs() < 1e-9);
    let ordered = steps.iter().all(|step| *step > 0.0) || steps.iter().all(|step| *step < 0.0);
    next || (ordered && (steps.len() > 1 || steps == [-1.0]) && !forms.holds_years())
}

/// Whether the first record has texts and then numbers that count from 0 or 1 on to the last column, as days, hours and
/// weeks do that stand as column names: rows begin so by chance hardly ever. Or numbers that rise, some of which are none of
/// those below: shares such as `0.5` above counts.
fn are_counted(first: &[Vec<u8>], types: &[Decision]) -> bool {
    let texts = types.iter().take_while(|kind| kind.kind == Type::Text).count();
    let labelled = texts > 0 && first.iter().take(texts).all(|name| classify(name).shape == Shape::Text);
    let Some(numbers) = numbers(first.get(texts..).unwrap_or_default(), types.get(texts..).unwrap_or_default())
        .filter(|numbers| labelled && numbers.len() + texts == first.len())
    else {
        return false;
    };
    let counts = |least: f64| (0_u32..).zip(&numbers).all(|(at, number)| (least + f64::from(at) - number).abs() < 1e-9);
    let misfit = first.iter().zip(types).any(|(text, kind)| !kind.fits(text));
    let rises = || numbers.windows(2).all(|pair| matches!(pair, [one, next] if one < next));
    (numbers.len() >= COUNTED && (counts(0.0) || counts(1.0))) || (misfit && numbers.len() > 2 && rises())
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
        let five = [Type::Text, Type::Integer, Type::Integer, Type::Number, Type::Integer];
        assert!(header(&["station", "1", "2", "3", "4"], &five, 2));
        assert!(header(&["station", "0", "1", "2", "3"], &five, 2));
        assert!(!header(&["station", "1", "2", "3", "5"], &five, 2));
        assert!(!header(&["station", "2", "3", "4", "5"], &five, 2));
        assert!(!header(&["a", "1", "2", "3"], five.split_at(4).0, 2));
        assert!(header(&["region", "2022", "2021"], &[Type::Text, Type::Integer, Type::Integer], 2));
        assert!(header(
            &["region", "1990", "2000", "2010"],
            &[Type::Text, Type::Integer, Type::Integer, Type::Integer],
            2
        ));
        assert!(header(
            &["region", "0.1", "0.5", "0.9"],
            &[Type::Text, Type::Integer, Type::Integer, Type::Integer],
            2
        ));
        assert!(!header(&["0.1", "0.5", "0.9"], &[Type::Integer, Type::Integer, Type::Integer], 2));
        assert!(!header(&["Ann", "0.5", "3"], five.split_at(3).0, 2));
        assert!(!header(&["region", "2021", "2031"], &[Type::Text, Type::Integer, Type::Integer], 2));
    }

    #[test]
    fn a_single_record_of_words_names_columns() {
        let types = [Type::Text, Type::Text];
        assert!(header(&["id", "name"], &types, 0));
        assert!(!header(&["1", "name"], &types, 0));
    }
}

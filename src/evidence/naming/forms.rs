//! Labels in other forms than the result has them: `foggy` for `fog`, `meat and fish` for `Meat & fish`, `the first quarter` for
//! `Q1`.
//!
//! Uses the sources of this room.

use super::super::akin::root;
use super::super::people;
use super::super::source::{Place, Source, key};
use super::super::words::family;

/// The cells that a word names in another form: `foggy` for `fog`, `women` for `female`.
pub(super) fn variants<'a>(word: &str, source: &'a Source) -> &'a [Place] {
    let other = match word {
        "women" | "woman" | "girl" => "female",
        "men" | "man" | "boy" => "male",
        "mon" => "monday",
        "tue" | "tues" => "tuesday",
        "wed" => "wednesday",
        "thu" | "thur" | "thurs" => "thursday",
        "fri" => "friday",
        "sat" => "saturday",
        "sun" => "sunday",
        _ => match word.strip_suffix('y') {
            Some(root) if root.len() >= 3 => {
                let places = source.called(root);
                let mut letters = root.chars().rev();
                if !places.is_empty() || letters.next() != letters.next() {
                    return places;
                }
                root.get(..root.len() - 1).unwrap_or_default()
            }
            Some(_) | None => {
                let places = source.called(&people::label(word, source));
                return if places.is_empty() { source.called(&akin(word, source)) } else { places };
            }
        },
    };
    source.called(other)
}

/// The label of one word that a word is made from, where it is the only one and names no column: `rained` for `rain`.
fn akin(word: &str, source: &Source) -> String {
    if !source.columns_named(family(word)).is_empty() || word.chars().count() < 5 {
        return String::new();
    }
    let own = root(word);
    let mut like =
        source.labels_of_one_word().filter(|label| label.chars().all(char::is_alphabetic) && root(label) == own);
    match (like.next(), like.next()) {
        (Some(only), None) => only.to_owned(),
        (Some(_), Some(_)) | (None, _) => String::new(),
    }
}

/// The cells whose label joins by a sign what the words join: `meat and fish` for `Meat & fish`.
pub(super) fn joined<'a>(stems: &[&str], source: &'a Source) -> &'a [Place] {
    let inside = stems.get(1..stems.len() - 1).unwrap_or_default();
    if !inside.iter().any(|stem| JOINING.contains(stem)) {
        return &[];
    }
    let bare: Vec<&str> = stems.iter().copied().filter(|stem| !JOINING.contains(stem)).collect();
    let places = source.called(&key(&bare));
    let signs = |place: &Place| source.cell(*place).as_text().is_some_and(|label| label.contains(['&', '+', '/']));
    if places.first().is_some_and(signs) { places } else { &[] }
}

/// Words for `&`.
const JOINING: [&str; 5] = ["and", "und", "et", "y", "plus"];

/// The cells of a quarter by its place in the year: `the first quarter` for `Q1`.
pub(super) fn quarter<'a>(place: &str, source: &'a Source) -> &'a [Place] {
    let label = match place {
        "first" | "1st" => "q1",
        "second" | "2nd" => "q2",
        "third" | "3rd" => "q3",
        "fourth" | "4th" | "last" | "final" => "q4",
        _ => return &[],
    };
    source.called(label)
}

/// The cells that a part of their label names: `Labour` for `Labour Party`. A word that names a column, or is written as no name
/// is, names no row.
pub(super) fn partly<'a>(written: &str, stem: &str, source: &'a Source) -> &'a [Place] {
    let is_name = written.chars().next().is_some_and(char::is_uppercase);
    if !is_name || !source.columns_named(family(stem)).is_empty() {
        return &[];
    }
    source.called_partly(stem)
}

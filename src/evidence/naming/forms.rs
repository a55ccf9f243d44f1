//! Labels in other forms than the result has them: `foggy` for `fog`, `meat and fish` for `Meat & fish`, `the first quarter` for
//! `Q1`.
//!
//! Uses the sources of this room.

use std::ops::Range;

use super::super::passage::Passage;
use super::super::people;
use super::super::source::{Place, Source, key};
use super::super::spelled::below_hundred;
use super::super::words::{Word, family};

/// The cells that a word names in another form: `foggy` for `fog`, `women` for `female`.
pub(super) fn variants<'a>(passage: &Passage, index: usize, source: &'a Source) -> &'a [Place] {
    let word = passage.words.get(index).map_or("", |word| word.stem.as_str());
    let other = match word {
        "women" | "woman" | "girl" => "female",
        "men" | "man" | "boy" => "male",
        "mon" | "montag" | "lundi" | "lunes" => "monday",
        "tue" | "tues" | "dienstag" | "mardi" | "martes" => "tuesday",
        "wed" | "mittwoch" | "mercredi" | "miércoles" => "wednesday",
        "thu" | "thur" | "thurs" | "donnerstag" | "jeudi" | "jueves" => "thursday",
        "fri" | "freitag" | "vendredi" | "viernes" => "friday",
        "sat" | "samstag" | "samedi" | "sábado" => "saturday",
        "sun" | "sonntag" | "dimanche" | "domingo" => "sunday",
        _ => match word.strip_suffix('y') {
            Some(bare) if bare.len() >= 3 => {
                let places = source.called(bare);
                let mut letters = bare.chars().rev();
                if !places.is_empty() || letters.next() != letters.next() {
                    return places;
                }
                bare.get(..bare.len() - 1).unwrap_or_default()
            }
            Some(_) | None => {
                let people = source.called(&people::label(word, source));
                let places = if people.is_empty() { singular(passage, index, source) } else { people };
                let root = || passage.roots.get(index).map_or("", String::as_str);
                return if places.is_empty() { akin(word, root(), source) } else { places };
            }
        },
    };
    let places = source.called(other);
    if places.is_empty() { short_day(word, source) } else { places }
}

/// So many days of the week make the two letters of one a day.
const DAYS_TOLD: usize = 3;

/// The cells of a day of the week by its short name in German: `Donnerstag` for `Do`.
fn short_day<'a>(word: &str, source: &'a Source) -> &'a [Place] {
    const DAYS: [&str; 7] = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"];
    let of = |day: &&str| word == *day || word.strip_suffix('s') == Some(day);
    let short = DAYS.iter().find(|day| of(day)).and_then(|day| day.get(..2));
    // `FR` may be a country.
    let days = DAYS.iter().filter(|day| day.get(..2).is_some_and(|short| !source.called(short).is_empty())).count();
    short.filter(|_| days >= DAYS_TOLD).map_or(&[], |short| source.called(short))
}

/// The cells that a German plural names: `Hallenbäder` for `Hallenbad`, `Gymnasien` for `Gymnasium`.
fn singular<'a>(passage: &Passage, index: usize, source: &'a Source) -> &'a [Place] {
    let forms = passage.looks.get(index).map_or(&[][..], |look| look.singulars.as_slice());
    let mut places = forms.iter().map(|form| source.called(form)).filter(|places| !places.is_empty());
    places.next().unwrap_or_default()
}

/// The singulars that a word may be a German plural of; a short one only where it is written as a noun is: `Rehe`.
#[must_use]
pub fn singulars(word: &str, is_noun: bool) -> Vec<String> {
    const ENDINGS: [(&str, &str); 6] = [("ien", "ium"), ("er", ""), ("en", ""), ("e", ""), ("n", ""), ("", "")];
    let letters = word.chars().count();
    if letters < PLURAL_LETTERS || letters < AKIN_LETTERS && !is_noun {
        return Vec::new();
    }
    let plain = word.replace('ä', "a").replace('ö', "o").replace('ü', "u");
    let forms = ENDINGS.iter().flat_map(|(plural, singular)| {
        // `farmers` are no farms.
        let is_plural = *plural != "er" || is_noun;
        let long = |bare: &&str| bare.chars().count() >= BARE_LETTERS && is_plural;
        let bare = |word: &str| word.strip_suffix(plural).filter(long).map(|bare| format!("{bare}{singular}"));
        [bare(word), bare(&plain)]
    });
    // A stem may have lost what makes the plural.
    let mut found: Vec<String> = forms.flatten().filter(|form| form != word).collect();
    found.dedup();
    found
}

/// The cells of the only label of one word that a word is made from, where it names no column: `rained` for `rain`.
fn akin<'a>(word: &str, root: &str, source: &'a Source) -> &'a [Place] {
    if !source.columns_named(family(word)).is_empty() || word.chars().count() < AKIN_LETTERS {
        return &[];
    }
    source.label_akin(root).map_or(&[], |label| source.called(label))
}

/// Letters of a German singular at least.
const BARE_LETTERS: usize = 3;
/// Letters of a German plural at least.
const PLURAL_LETTERS: usize = 4;

/// Letters of a word at least that is made from a label.
const AKIN_LETTERS: usize = 5;

/// The cells whose label joins by a sign what the words join: `meat and fish` for `Meat & fish`.
pub(super) fn joined<'a>(window: &[Word], source: &'a Source) -> &'a [Place] {
    let inside = window.get(1..window.len().saturating_sub(1)).unwrap_or_default();
    if !inside.iter().any(|word| JOINING.contains(&word.stem.as_str())) {
        return &[];
    }
    let stems = window.iter().map(|word| word.stem.as_str());
    let bare: Vec<&str> = stems.filter(|stem| !JOINING.contains(stem)).collect();
    let places = source.called(&key(&bare));
    let signs = |place: &Place| source.cell(*place).as_text().is_some_and(|label| label.contains(['&', '+', '/', '_']));
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

/// The cells of a label with a sign, and where it stands: `A-`, `+5C`, `16+`.
pub(super) fn signed<'a>(text: &str, range: &Range<usize>, source: &'a Source) -> Option<(Range<usize>, &'a [Place])> {
    let before = text.get(..range.start)?.chars().next_back().filter(|sign| SIGNS.contains(sign));
    let behind = text.get(range.end..)?.chars().next().filter(|sign| SIGNS.contains(sign));
    let start = range.start - before.map_or(0, char::len_utf8);
    let end = range.end + behind.map_or(0, char::len_utf8);
    let is_word = |one: Option<char>| one.is_some_and(char::is_alphanumeric);
    let open = !is_word(text.get(..start)?.chars().next_back());
    let closed = !is_word(text.get(end..)?.chars().next());
    let spans = [
        (before.is_some() && open).then_some(start..range.end),
        (behind.is_some() && closed).then_some(range.start..end),
    ];
    spans.into_iter().flatten().find_map(|span| {
        let label = text.get(span.clone())?.replace(['−', '‑', '–'], "-");
        let places = source.spelled(&label);
        (!places.is_empty()).then_some((span, places))
    })
}

/// Signs that a label may begin or end with.
const SIGNS: [char; 7] = ['+', '-', '−', '‑', '–', '<', '>'];

/// The cells of as many labels as a number says, which are those that begin or end with a word: `the two Kestry routes`, `both AB
/// groups`.
pub(super) fn grouped<'a>(text: &str, many: &Word, word: &Word, source: &'a Source) -> &'a [Place] {
    let said = if many.stem == "both" { Some(2) } else { below_hundred(&many.stem) };
    let beside = text.get(many.range.end..word.range.start) == Some(" ");
    let is_named = source.columns_named(&word.family).is_empty();
    said.filter(|said| *said > 1 && beside && is_named).map_or(&[], |said| source.called_by_some(&word.stem, said))
}

/// Letters of a word at least that names a row by a part of its label without being written as a name.
const LED_LETTERS: usize = 4;

/// The cells that a part of their label names: `Labour` for `Labour Party`. A word that names a column, or is written as no name
/// is, names no row. `is_led` is whether an article leads to it.
pub(super) fn partly<'a>(written: &str, stem: &str, source: &'a Source, is_led: bool) -> &'a [Place] {
    let is_name = written.chars().next().is_some_and(char::is_uppercase) || is_led && stem.len() >= LED_LETTERS;
    if !is_name || !source.columns_named(family(stem)).is_empty() {
        return &[];
    }
    source.called_partly(stem)
}

//! What the only name of a sentence rules out: the figures of another row, a share of more rows than the one that is named, a
//! part of what nobody names.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::directions::{DOWN, RELATING, RELATIVE, UP};
use super::super::mention::{Form, Mention};
use super::super::naming::RowName;
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::Word;
use crate::event::Step;

/// Words between a name and a number that is not its own, as stems.
const TURNS: [&str; 42] = [
    "than", "while", "whereas", "but", "from", "to", "behind", "ahead", "above", "below", "after", "before", "against",
    "over", "between", "compared", "versus", "vs", "other", "others", "next", "second", "runner", "leader", "average",
    "mean", "median", "total", "all", "sum", "each", "every", "they", "range", "another", "though", "where", "that",
    "which", "only", "by", "rest",
];
/// Words of a share of more than the row that is named, as stems.
const TOGETHER: [&str; 31] = [
    "together",
    "combined",
    "combin",
    "other",
    "others",
    "rest",
    "remain",
    "remaining",
    "without",
    "except",
    "outside",
    "beyond",
    "top",
    "first",
    "two",
    "three",
    "four",
    "five",
    "led",
    "next",
    "both",
    "apart",
    "but",
    "not",
    "non",
    "else",
    "leading",
    "largest",
    "cumulative",
    "cumulatively",
    "and",
];
/// Words between `of` and the noun of a whole, as stems.
const WHOLE: [&str; 7] = ["all", "the", "its", "our", "total", "overall", "their"];
/// What stands between the name of what is outdone and `by`, and its number.
const BY: [&str; 8] = ["a factor of", "about", "roughly", "nearly", "almost", "around", "over", "some"];

/// What leads to the group that a sentence is about, at its beginning.
const GROUPED: [&str; 11] = ["", "the", "in", "in the", "for", "for the", "among", "im", "in der", "bei", "dans"];
/// Bytes between the noun of a whole and the name that it is of.
const LINK_BYTES: usize = 8;

/// The only row that the passage names of a result whose rows follow no time.
fn only<'b>(scene: &'b Scene<'_>, source: usize, of: &Source) -> Option<&'b RowName> {
    let names = &scene.naming.get(source)?.rows;
    let first = names.first().filter(|first| first.rows.len() == 1 && !of.is_dated())?;
    let same = names.iter().all(|name| name.column == first.column && name.rows == first.rows);
    (same && of.is_key_alone(first.column) && scene.passage.cells.is_empty()).then_some(first)
}

/// The words between two places.
fn between<'b>(scene: &'b Scene<'_>, start: usize, end: usize) -> impl Iterator<Item = &'b Word> {
    scene.passage.words.iter().filter(move |word| start <= word.range.start && word.range.end <= end)
}

/// Whether the only name of a sentence begins it and leads to the number, and the cell is of another row: `East comes last with
/// 201 orders`, which are South's.
pub(super) fn is_of_another(scene: &Scene<'_>, mention: &Mention, source: usize, place: Place) -> bool {
    let Some(of) = scene.sources.get(source) else { return false };
    let Some(name) = only(scene, source, of).filter(|name| !name.rows.contains(&place.row)) else { return false };
    let before = scene.text.get(scene.passage.range.start..name.range.start).unwrap_or("?");
    let begins = before.trim_matches(['*', '_', '-', '`', ' ', '\n']).to_lowercase();
    let Some(link) = scene.text.get(name.range.end..mention.range.start) else { return false };
    // `West leads, the smallest has 8.3`
    let last = link.rfind(',').map_or(0, |at| at + 1);
    let turned = link.get(last..).is_some_and(|rest| last > 0 && rest.trim_start().starts_with("the "));
    matches!(begins.as_str(), "" | "the" | "in" | "in the")
        && !turned
        && !link.contains([';', ':', '(', '–', '—', '\n'])
        && !link.contains(". ")
        && !between(scene, name.range.end, mention.range.start).any(|word| {
            // `has the lowest average delay` of a column of averages
            let is_own = of.columns.get(place.column).is_some_and(|own| own.is_named_by(&word.family));
            TURNS.contains(&word.stem.as_str()) && !is_own
        })
}

/// What leads to the name that a sentence gives as its answer, at its end.
const ANSWERS: [&str; 10] = [" in", " is", " was", " im", " ist", " war", " for", " to", " in der", " in the"];
/// What stands between such a name and its figure.
const FIGURES: [&str; 10] = [",", ":", "with", ", with", "at", ", at", "mit", ", mit", "–", "—"];

/// Whether a sentence gives the only name in it as its answer, and the cell beside it is of another row: `the largest revenue is in
/// South, 198,591`, which is North's.
pub(super) fn is_of_another_answer(scene: &Scene<'_>, mention: &Mention, source: usize, place: Place) -> bool {
    let Some(of) = scene.sources.get(source) else { return false };
    let Some(name) = only(scene, source, of).filter(|name| !name.rows.contains(&place.row)) else { return false };
    let lead = scene.text.get(scene.passage.range.start..name.range.start).unwrap_or_default();
    let lead = lead.trim_end().trim_end_matches(['*', '_', '`', ' ']);
    let link = scene.text.get(name.range.end..mention.range.start).unwrap_or("?");
    let link = link.trim_matches(['*', '_', '`', ' ', '$', '€', '£']);
    ANSWERS.iter().any(|words| lead.ends_with(words)) && FIGURES.contains(&link)
}

/// Whether a sentence begins with the only group that it names of a result of several keys, and the cell is of another: `in the
/// South, monitors bring 189 and keyboards 38`, which is so in the West.
pub(super) fn is_of_another_group(scene: &Scene<'_>, mention: &Mention, source: usize, place: Place) -> bool {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return false };
    if !scene.passage.cells.is_empty() {
        return false;
    }
    let keys = of.columns.iter().filter(|own| own.is_label && of.is_key(own.index) && !of.is_key_alone(own.index));
    let is_another = |key: &Column| {
        let mut names = naming.rows.iter().filter(|name| name.column == key.index);
        let Some(first) = names.next() else { return false };
        let before = scene.text.get(scene.passage.range.start..first.range.start).unwrap_or("?");
        let begins = before.trim_matches(['*', '_', '-', '`', ' ', '\n']).to_lowercase();
        GROUPED.contains(&begins.as_str())
            && first.range.end <= mention.range.start
            && names.all(|name| name.rows == first.rows)
            && !first.rows.contains(&place.row)
            && !between(scene, first.range.end, mention.range.start).any(|word| TURNS.contains(&word.stem.as_str()))
    };
    keys.into_iter().any(is_another)
}

/// Whether a difference between two rows would be the figure of the only one that is named, where nothing is said to differ.
pub(super) fn is_less_another(scene: &Scene<'_>, candidate: &Candidate, of: &Source, one: Place, other: Place) -> bool {
    let Some(name) = only(scene, candidate.source, of) else { return false };
    let says = |words: &[&str]| scene.passage.words.iter().any(|word| words.contains(&word.stem.as_str()));
    candidate.step == Step::Difference
        && one.row != other.row
        && name.rows.contains(&one.row) != name.rows.contains(&other.row)
        && !(says(&UP) || says(&DOWN) || says(&RELATING) || says(&RELATIVE))
        && !scene.passage.says(&scene.passage.range, &["change"])
}

/// Whether a share is of more rows than the only one that is named: `87 % comes from East` of three others.
pub(super) fn is_of_more_rows(scene: &Scene<'_>, candidate: &Candidate, of: &Source) -> bool {
    let Some(name) = only(scene, candidate.source, of) else { return false };
    let range = &scene.passage.range;
    candidate.cells.len() > 1
        && !candidate.cells.iter().all(|cell| name.rows.contains(&cell.row))
        && !between(scene, range.start, range.end).any(|word| TOGETHER.contains(&word.stem.as_str()))
}

/// Whether a percentage is said to be of all that a column holds, or counts, and it would be of the cell of a row that nobody
/// names: `41 % of the employees` of those who are not so.
pub(super) fn is_of_an_unnamed_whole(
    scene: &Scene<'_>,
    mention: &Mention,
    candidate: &Candidate,
    one: Place,
    other: Place,
) -> bool {
    let (Some(of), Some(naming)) = (scene.sources.get(candidate.source), scene.naming.get(candidate.source)) else {
        return false;
    };
    if mention.form != Form::Percent || one.column != other.column || one.row == other.row || of.is_dated() {
        return false;
    }
    let mut behind = scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end);
    let leads = behind.next().is_some_and(|word| word.stem == "of");
    let is_number = |word: &&Word| word.stem.starts_with(|first: char| first.is_ascii_digit());
    let mut rest = behind.skip_while(|word| WHOLE.contains(&word.stem.as_str()) || is_number(word));
    let (Some(noun), next) = (rest.next().filter(|_| leads), rest.next()) else { return false };
    let written = scene.text.get(noun.range.clone()).unwrap_or_default();
    let mut measured = of.columns.iter().filter(|own| own.measure != Measure::None);
    let counts = of.columns.get(one.column).is_some_and(|own| own.measure == Measure::Count);
    let is_whole =
        measured.any(|own| own.is_named_by(&noun.family)) || counts && (written.ends_with('s') || written == "people");
    // `51 % of the revenue in North`
    let is_named = naming.rows.iter().filter(|name| name.rows.contains(&other.row)).any(|name| {
        let link = scene.text.get(noun.range.end..name.range.start).unwrap_or("from");
        link.len() <= LINK_BYTES && !link.contains("from") && !link.contains(',')
    });
    // `half of the revenue of the leader`
    is_whole && !is_named && next.is_none_or(|next| next.stem != "of")
}

/// Whether two rows are held against each other, and neither is the one that stands right before `by` and the number: `North
/// outsold East by a factor of 1.4` of North and West.
pub(super) fn is_by_another(scene: &Scene<'_>, mention: &Mention, source: usize, one: Place, other: Place) -> bool {
    if one.row == other.row || one.column != other.column {
        return false;
    }
    let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default().trim_end();
    let before = BY.iter().find_map(|words| before.strip_suffix(words)).unwrap_or(before).trim_end();
    let Some(end) = before.strip_suffix(" by").map(|rest| scene.passage.range.start + rest.len()) else { return false };
    let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    let mut against = names.iter().filter(|name| name.range.end == end).peekable();
    against.peek().is_some() && !against.any(|name| name.rows.contains(&one.row) || name.rows.contains(&other.row))
}

/// Whether the first words behind a number say of a flag what the row is not: `170 employees work remotely and 70 do not`.
pub(super) fn is_of_another_flag(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate, of: &Source) -> bool {
    let Some(naming) = scene.naming.get(candidate.source).filter(|_| scene.passage.cells.is_empty()) else {
        return false;
    };
    let figures = || scene.mentions.iter().filter(|other| is_figure(other));
    let next = figures().map(|other| other.range.start).filter(|at| *at >= mention.range.end).min();
    let end = next.unwrap_or(scene.passage.range.end);
    let Some(place) = candidate.cells.first() else { return false };
    let differs = |column: usize| {
        let own = || naming.rows.iter().filter(move |name| name.column == column);
        // `non-members pay 3.79 and members 0.95`
        let first = figures().map(|other| other.range.start).min().unwrap_or(0);
        let leads = own().any(|name| name.range.end <= first);
        let name = own().find(|name| name.range.start >= mention.range.end && name.range.end <= end);
        name.filter(|_| !leads).is_some_and(|name| {
            let link = scene.text.get(mention.range.end..name.range.start).unwrap_or(",");
            !link.contains([',', ';', '(', '.']) && !name.rows.contains(&place.row)
        })
    };
    of.columns.iter().filter(|own| own.is_flag && of.is_key_alone(own.index)).any(|own| differs(own.index))
}

/// Whether a share of all is said to be of one row: `a third of North's revenue`.
pub(super) fn is_share_of_a_name(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let names = scene.naming.get(candidate.source).map_or(&[][..], |naming| naming.rows.as_slice());
    let owns_share = |name: &RowName| {
        let link = scene.text.get(mention.range.end..name.range.start).unwrap_or("?").trim();
        let owns =
            scene.text.get(name.range.end..).is_some_and(|rest| rest.starts_with("'s") || rest.starts_with("’s"));
        owns && matches!(link, "of" | "of the")
    };
    candidate.step == Step::Share && mention.form == Form::Percent && names.iter().any(owns_share)
}

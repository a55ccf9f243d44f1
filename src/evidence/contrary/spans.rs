//! What the periods that a sentence names rule out of changes: `from 2022 to 2024` is none of 2022 and 2023, `4.0 % in 2023` none
//! of 2023 and 2024.
//!
//! Uses the scene and sources of this room.

use super::super::directions::RELATING;
use super::super::mention::Mention;
use super::super::naming::RowName;
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::timed::in_time;
use crate::event::Step;

/// Words of a span between two periods, as they lead from the one to the other.
const SPANS: [(&str, &str); 6] =
    [("from", "to"), ("between", "and"), ("von", "auf"), ("von", "bis"), ("zwischen", "und"), ("since", "")];
/// What leads to a period that the other is held against.
const AGAINST: [&str; 9] =
    ["than", "compared with", "compared to", "versus", "vs", "vs.", "against", "als", "gegenüber"];
/// What may stand between.
const LINKS: [&str; 4] = [" in", " the", " of", " im Jahr"];
/// Words of steps within a span, as stems.
const WITHIN: [&str; 16] = [
    "each",
    "every",
    "per",
    "annual",
    "annually",
    "yearly",
    "then",
    "another",
    "first",
    "followed",
    "successive",
    "monthly",
    "single",
    "further",
    "mostly",
    "alone",
];

/// Whether a step over two rows that follow one another in time is of other periods than the sentence says.
pub(super) fn is_of_other_periods(
    scene: &Scene<'_>,
    mention: &Mention,
    (step, source): (Step, usize),
    of: &Source,
    one: Place,
    other: Place,
) -> bool {
    let Some((_, later)) = in_time(of, one, other).filter(|_| one.row != other.row) else { return false };
    let Some(naming) = scene.naming.get(source).filter(|_| scene.passage.cells.is_empty()) else { return false };
    let sentence = scene.sentence(mention);
    let is_inside = |name: &&RowName| sentence.start <= name.range.start && name.range.end <= sentence.end;
    let mut names: Vec<&RowName> = naming.rows.iter().filter(is_inside).collect();
    // The rows between two names of a range are named where the first of them stands.
    names.dedup_by_key(|name| name.range.start);
    names.retain(|name| name.rows.len() == 1);
    let behind = names.iter().find(|name| {
        let link = scene.text.get(mention.range.end..name.range.start).unwrap_or("?");
        matches!(link.trim_matches(['*', '_', ' ']), "in" | "during" | "im Jahr")
    });
    let words: Vec<&str> = scene
        .passage
        .words
        .iter()
        .filter(|word| is_within(&sentence, &word.range))
        .map(|word| word.stem.as_str())
        .collect();
    let is_against = names.iter().any(|name| is_held_against(scene, name));
    if let Some(name) = behind.filter(|_| !is_against) {
        return step != Step::Ratio && !name.rows.contains(&later.row);
    }
    let mut rows: Vec<usize> = names.iter().flat_map(|name| name.rows.iter().copied()).collect();
    rows.sort_unstable();
    rows.dedup();
    let [first, last] = rows.as_slice() else { return false };
    let spans = names.iter().zip(names.iter().skip(1)).any(|(one, other)| is_span(scene, one, other));
    let steps =
        words.iter().any(|word| WITHIN.contains(word)) || scene.says(mention, &["average", "maximum", "minimum"]);
    let is_said = |row: usize| row == *first || row == *last;
    is_figure(mention) && (spans || is_against) && !steps && !(is_said(one.row) && is_said(other.row))
}

/// Whether a cell is said to be what something was at the start or at the end of a span, and is of another period: `rose from 3,374
/// to 3,788 between 2022 and 2024` of 2023.
pub(super) fn is_another_end(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> bool {
    let Some(naming) = scene.naming.get(source).filter(|_| scene.passage.cells.is_empty() && of.is_dated()) else {
        return false;
    };
    let sentence = scene.sentence(mention);
    let is_inside = |name: &&RowName| is_within(&sentence, &name.range);
    let mut names: Vec<&RowName> = naming.rows.iter().filter(is_inside).collect();
    names.dedup_by_key(|name| name.range.start);
    let [one, other] = names.as_slice() else { return false };
    let is_row = |name: &RowName| name.rows.len() == 1 && of.is_key_alone(name.column);
    if !is_row(one) || !is_row(other) || !is_span(scene, one, other) {
        return false;
    }
    let figures: Vec<&Mention> = scene.mentions.iter().filter(|other| is_figure(other)).collect();
    let ends = figures.windows(2).find(|pair| {
        let [start, end] = pair else { return false };
        let lead = scene.text.get(scene.passage.range.start..start.range.start).unwrap_or_default();
        let link = scene.text.get(start.range.end..end.range.start).unwrap_or_default();
        let is_own = start.range == mention.range || end.range == mention.range;
        is_own && is_led(lead) && matches!(link.trim_matches(['*', '_']), " to " | " auf ")
    });
    let is_start = ends.and_then(|pair| pair.first()).is_some_and(|start| start.range == mention.range);
    let said = if is_start { one } else { other };
    ends.is_some() && !said.rows.contains(&place.row)
}

/// Words that lead to another period than the one that is named, as stems.
const OTHER_PERIOD: [&str; 18] = [
    "before",
    "earlier",
    "previous",
    "prior",
    "last",
    "since",
    "ago",
    "later",
    "next",
    "following",
    "then",
    "average",
    "vorjahr",
    "zuvor",
    "seit",
    "than",
    "from",
    "von",
];

/// Whether a share, or a ratio of two figures of one row, is of another period than the only one that the sentence names: `17.7 % of
/// intakes in 2023`, which is so of 2021.
pub(super) fn is_of_another_period(
    scene: &Scene<'_>,
    mention: &Mention,
    source: usize,
    of: &Source,
    place: Place,
) -> bool {
    let Some(naming) = scene.naming.get(source).filter(|_| scene.passage.cells.is_empty() && of.is_dated()) else {
        return false;
    };
    let sentence = scene.sentence(mention);
    let mut names = naming.rows.iter().filter(|name| is_within(&sentence, &name.range));
    let Some(first) = names.next().filter(|name| name.rows.len() == 1 && of.is_key_alone(name.column)) else {
        return false;
    };
    let words: Vec<&str> = scene
        .passage
        .words
        .iter()
        .filter(|word| is_within(&sentence, &word.range))
        .map(|word| word.stem.as_str())
        .collect();
    // `animals other than cats`
    let leads = |(at, word): (usize, &&str)| {
        OTHER_PERIOD.contains(word) && !(*word == "than" && at > 0 && words.get(at - 1) == Some(&"other"))
    };
    // `it was 20.4 %, against 18.0 % in 2021`
    let apart = mention.range.end..first.range.start.max(mention.range.end);
    let is_held = scene.passage.words.iter().any(|word| {
        apart.contains(&word.range.start)
            && (RELATING.contains(&word.stem.as_str())
                || matches!(word.stem.as_str(), "against" | "but" | "while" | "whereas"))
    });
    !first.rows.contains(&place.row)
        && !is_held
        && names.all(|name| name.rows == first.rows)
        && !words.iter().enumerate().any(leads)
}

/// Whether `from` stands at the end of a text.
fn is_led(text: &str) -> bool {
    let text = text.trim_end_matches(['*', '_', ' ', '$', '€', '£']);
    text.ends_with(" from") || text.ends_with(" von")
}

/// Whether two periods are named as the ends of a span: `from 2022 to 2024`, `from 86 in 2022 to 90 in 2024`, but not `in 2022,
/// from 86 to 190, and in 2023`.
fn is_span(scene: &Scene<'_>, one: &RowName, other: &RowName) -> bool {
    SPANS.iter().any(|(lead, link)| follows(scene, one, lead) && (link.is_empty() || follows(scene, other, link)))
}

/// Whether a word stands right before a period or the number that is said of it.
fn follows(scene: &Scene<'_>, name: &RowName, word: &str) -> bool {
    let start = scene.passage.range.start;
    let before = leading(scene.text.get(start..name.range.start).unwrap_or_default());
    let figure = scene.mentions.iter().find(|figure| figure.range.end == start + before.len());
    let of_figure = figure.and_then(|figure| scene.text.get(start..figure.range.start));
    [Some(before), of_figure].into_iter().flatten().any(|before| before.trim_end().to_lowercase().ends_with(word))
}

/// What stands before a period without the words that lead to it alone.
fn leading(before: &str) -> &str {
    let before = before.trim_end();
    LINKS.iter().find_map(|link| before.strip_suffix(link)).unwrap_or(before).trim_end()
}

/// Whether another period is held against one: `higher than in 2023`.
fn is_held_against(scene: &Scene<'_>, name: &RowName) -> bool {
    AGAINST.iter().any(|words| follows(scene, name, words))
}

fn is_within(outer: &std::ops::Range<usize>, inner: &std::ops::Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

//! What the words around a number say of how it was taken: as a median and no average, of one year and no other, as a correlation.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::column::{Column, year_of};
use super::super::mention::{Form, Mention};
use super::super::parts::RangeEnd;
use super::super::rounding::windows;
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::{Word, stems};
use super::{LESS, MORE};
use crate::event::Step;

/// Families of words that say how a figure was taken.
const TAKEN: [&str; 2] = ["average", "median"];
/// The same of the largest and the smallest.
const EXTREMES: [&str; 2] = ["maximum", "minimum"];
/// Bytes behind a number in which its year is said: ` kWh in 2023`.
const YEAR_BYTES: usize = 24;

/// Whether the words say otherwise of how the figures of a column were taken.
pub(super) fn is_taken_otherwise(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let Some(own) = of.columns.get(place.column) else { return false };
    if !scene.passage.cells.is_empty() {
        return false;
    }
    is_more_than(scene, mention, own)
        || is_other_year(scene, mention, of, own)
        || is_no_correlation(scene, mention, of, place)
}

/// Words behind a number that are nothing it counts, as stems.
const NO_NOUNS: [&str; 15] =
    ["is", "was", "are", "were", "to", "and", "or", "but", "with", "no", "not", "which", "ist", "sind", "war"];

/// Whether a number is how much more something is than another: `7 more than Westfield`, `19 more goals than`.
fn is_more_than(scene: &Scene<'_>, mention: &Mention, own: &Column) -> bool {
    let behind: Vec<&str> = scene.attached_behind(mention, 4).collect();
    // `475K is more than three times that of`, `from 89,000 to more than 125,000`
    if behind.first().is_some_and(|first| NO_NOUNS.contains(first)) {
        return false;
    }
    let more = behind.iter().take(2).position(|word| MORE.contains(word) || LESS.contains(word));
    let than = behind.iter().position(|word| *word == "than");
    let told = more.zip(than).is_some_and(|(more, than)| more < than);
    mention.form == Form::Number
        && told
        && !["change", "variance", "deviation"].iter().any(|word| own.is_named_by(word))
}

/// Whether the word nearest before a number says `median` where the column is an average, or the other way round, and the other
/// is there.
pub(super) fn is_other_statistic(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let Some(own) = of.columns.get(place.column).filter(|_| scene.passage.cells.is_empty()) else { return false };
    let Some(taken) = TAKEN.iter().find(|taken| own.is_named_by(taken)) else { return false };
    let figures = scene.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
    let start = figures.map(|other| other.range.end).max().unwrap_or(scene.passage.range.start);
    let words = scene.passage.words.iter();
    let before = words.filter(|word| start <= word.range.start && word.range.end <= mention.range.start);
    // `mean vs. median: 72.98 / 73.2`
    let side_by_side = before.clone().zip(before.clone().skip(1)).any(|(one, other)| {
        let link = scene.text.get(one.range.end..other.range.start).unwrap_or_default();
        let is_pair = |next: &Word| TAKEN.contains(&next.family.as_str()) && next.family != one.family;
        TAKEN.contains(&one.family.as_str())
            && (is_pair(other) && link.len() < 5
                || before.clone().find(|next| next.range.start > other.range.start).is_some_and(|next| {
                    is_pair(next) && matches!(other.stem.as_str(), "vs" | "and" | "versus" | "or" | "und" | "et" | "y")
                }))
    });
    if side_by_side {
        return false;
    }
    let said = |taken: &[&str; 2]| {
        let word =
            before.clone().rfind(|word| taken.contains(&word.family.as_str()) && !word.stem.starts_with("typical"));
        word.map(|word| word.family.as_str())
    };
    let rest = |column: &Column, taken: &str| {
        let mut rest = stems(&column.name);
        rest.retain(|word| super::super::words::family(word) != taken);
        rest
    };
    let is_said = |taken: &str| scene.passage.words.iter().any(|word| word.family == taken);
    // `bei Hasen lag der höchste bei 700`, but `children stay longest with 4.6`
    let naming = scene.sources.iter().zip(&scene.naming).find(|(source, _)| std::ptr::eq(*source, of));
    let is_single = || {
        let at = scene
            .passage
            .words
            .iter()
            .rposition(|word| word.range.end <= mention.range.start && EXTREMES.contains(&word.family.as_str()));
        let word = at.and_then(|at| scene.passage.words.get(at));
        word.is_some_and(|word| {
            let lead = scene.text.get(start..word.range.start).unwrap_or_default().trim_end().to_lowercase();
            let has_name = naming.is_some_and(|(_, naming)| {
                naming.rows.iter().any(|name| start <= name.range.start && name.range.end <= word.range.start)
            });
            has_name && [" the", " der", " die", " das", " its"].iter().any(|article| lead.ends_with(article))
        })
    };
    let end = said(&EXTREMES).filter(|_| is_single() && !is_said(taken));
    let said = said(&TAKEN).or(end).or_else(|| of_all(scene, mention)).filter(|said| said != taken);
    said.is_some_and(|said| {
        let mut others = of.columns.iter().filter(|other| other.is_named_by(said));
        others.any(|other| rest(other, said) == rest(own, taken))
    })
}

/// The only statistic that the sentence of a number says, before it: `the median is 2.8 days for P1, 6.0 for P2 and 22.7 for P3`.
fn of_all<'b>(scene: &'b Scene<'_>, mention: &Mention) -> Option<&'b str> {
    let sentence = scene.sentence(mention);
    let inside =
        scene.passage.words.iter().filter(|word| sentence.start <= word.range.start && word.range.end <= sentence.end);
    let mut said = inside.filter(|word| TAKEN.contains(&word.family.as_str()));
    let first =
        said.next().filter(|first| first.range.end <= mention.range.start && !first.stem.starts_with("typical"))?;
    said.next().is_none().then_some(first.family.as_str())
}

/// Whether the year right behind a number is that of another column.
fn is_other_year(scene: &Scene<'_>, mention: &Mention, of: &Source, own: &Column) -> bool {
    let Some(year) = own.year else { return false };
    let behind = scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end);
    let said = behind.take_while(|word| word.range.start <= mention.range.end + YEAR_BYTES).find_map(|word| {
        let between = scene.text.get(mention.range.end..word.range.start)?;
        let leads = between.ends_with(" in ") || between == " (";
        let plain =
            !between.contains(|mark: char| mark.is_ascii_digit() || matches!(mark, ',' | ';' | '.' | '–' | '→'));
        year_of(&word.stem).filter(|_| leads && plain)
    });
    said.is_some_and(|said| said != year && of.columns.iter().any(|column| column.year == Some(said)))
}

/// What leads to what a figure is held against, at its end.
const HELD: [&str; 15] = [
    "from",
    "after",
    "against",
    "versus",
    "vs",
    "vs.",
    "than",
    "of",
    "with",
    "to",
    "von",
    "nach",
    "gegenüber",
    "statt",
    "contre",
];
/// Words that lead to another year than the one that is said, as stems.
const OTHER_YEAR: [&str; 18] = [
    "before",
    "earlier",
    "previous",
    "prior",
    "last",
    "since",
    "ago",
    "year",
    "vorjahr",
    "jahr",
    "next",
    "later",
    "following",
    "another",
    "an",
    "année",
    "tôt",
    "año",
];

/// Whether the sentence says one year, and a cell or a column is that of another.
pub(super) fn is_of_another_year(scene: &Scene<'_>, mention: &Mention, of: &Source, candidate: &Candidate) -> bool {
    let column = match (candidate.step, candidate.cells.as_slice()) {
        (Step::Cell | Step::Share, [place]) => Some(place.column),
        (Step::Sum | Step::Mean, _) => candidate.column,
        _ => None,
    };
    let Some(year) = column.and_then(|column| of.columns.get(column)?.year) else { return false };
    let sentence = scene.sentence(mention);
    let before = scene.text.get(sentence.start..mention.range.start).unwrap_or_default().trim_end();
    let held = HELD
        .iter()
        .any(|word| before.strip_suffix(word).is_some_and(|rest| rest.ends_with([' ', '(']) || rest.is_empty()));
    if held || !scene.passage.cells.is_empty() {
        return false;
    }
    let mut said: Option<i32> = None;
    let words = scene.passage.words.iter();
    for word in words.filter(|word| sentence.start <= word.range.start && word.range.end <= sentence.end) {
        if OTHER_YEAR.contains(&word.stem.as_str()) {
            return false;
        }
        if let Some(own) = year_of(&word.stem) {
            if said.is_some_and(|said| said != own) {
                return false;
            }
            said = Some(own);
        }
    }
    said.is_some_and(|said| said != year && of.columns.iter().any(|column| column.year == Some(said)))
}

/// Whether the passage says from which year to which, and two cells are of columns of others: `between 2021 and 2024` of 2022 and 2024.
pub(super) fn is_of_other_years(scene: &Scene<'_>, of: &Source, one: Place, other: Place) -> bool {
    let year = |place: Place| of.columns.get(place.column).and_then(|column| column.year);
    let (Some(own), Some(base)) = (year(one), year(other)) else { return false };
    let has = |year: i32| of.columns.iter().any(|column| column.year == Some(year));
    let words = &scene.passage.words;
    let span = words.iter().zip(words.iter().skip(1)).zip(words.iter().skip(2)).find_map(|((lead, first), link)| {
        let last = words.iter().find(|word| word.range.start >= link.range.end)?;
        let leads = ["between", "from", "von", "zwischen"].contains(&lead.stem.as_str());
        let links = ["and", "to", "bis", "und"].contains(&link.stem.as_str());
        Some((year_of(&first.stem)?, year_of(&last.stem)?))
            .filter(|(first, last)| leads && links && has(*first) && has(*last))
    });
    let is_said = |year: i32| span.is_none_or(|(first, last)| year == first || year == last);
    own != base && !(is_said(own) && is_said(base))
}

/// Whether a number is said to be how much something rose, or fell, and the column says the other: `fell by 3.8 %` of +3.8.
pub(super) fn is_of_other_way(
    scene: &Scene<'_>,
    mention: &Mention,
    of: &Source,
    place: Place,
    rose: Option<bool>,
) -> bool {
    let Some(own) = of.columns.get(place.column).filter(|own| own.is_named_by("change")) else { return false };
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default();
    let is_plain = written.starts_with(|first: char| first.is_ascii_digit()) && before.ends_with(" by ");
    let value = own.numbers.get(place.row).copied().flatten().unwrap_or(0.0);
    is_plain && rose.is_some_and(|rose| rose != (value > 0.0)) && value != 0.0
}

/// Words of a range that is not of all, as stems.
const OF_SOME: [&str; 15] = [
    "most",
    "other",
    "rest",
    "remain",
    "typical",
    "typically",
    "mostly",
    "these",
    "those",
    "half",
    "middle",
    "many",
    "except",
    "usually",
    "largely",
];

/// Whether a number is an end of a range that all figures of a column are said to lie in, and is not the column's:
/// `between 3.98 and 4.05 everywhere`.
pub(super) fn is_no_end(
    scene: &Scene<'_>,
    mention: &Mention,
    candidate: &Candidate,
    of: &Source,
    place: Place,
) -> bool {
    let Some(end) = scene.range_end(mention) else { return false };
    let Some((least, most)) = of.columns.get(place.column).and_then(|own| own.ends).filter(|_| !of.is_limited) else {
        return false;
    };
    let names = scene.naming.get(candidate.source).is_some_and(|naming| !naming.rows.is_empty());
    let all = ["everywhere", "all", "overall", "every", "überall"];
    let says = |words: &[&str]| scene.passage.words.iter().any(|word| words.contains(&word.stem.as_str()));
    let value = of.number(place).unwrap_or_default();
    let is_end = match end {
        RangeEnd::Low => value <= least,
        RangeEnd::High => value >= most,
    };
    let within =
        windows(mention).any(|(_, window)| window.holds(if matches!(end, RangeEnd::Low) { least } else { most }));
    !names && says(&all) && !says(&OF_SOME) && !is_end && !within
}

/// Whether a number is said to be a correlation that the cell cannot be.
fn is_no_correlation(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let is = |column: &Column| column.is_named_by("correlation");
    let said = || {
        let lead = scene.lead(mention);
        let clause = scene.clause(mention);
        let start = clause.start.min(lead.start);
        let words = scene
            .passage
            .words
            .iter()
            .filter(|word| start <= word.range.start && word.range.end <= mention.range.start);
        words.into_iter().any(|word| {
            word.stem.starts_with("correl") || word.stem.starts_with("korrel") || word.stem.starts_with("corr")
        })
    };
    let is_named = || {
        let naming = scene.sources.iter().position(|source| source.id == of.id).and_then(|at| scene.naming.get(at));
        naming.is_some_and(|naming| naming.score(place.column, &scene.passage.range) > 0.0)
    };
    // `a correlation of -0.72 over 3,660 days`
    let may_be = mention.readings.first().is_some_and(|reading| reading.value.abs() <= 1.0);
    may_be
        && said()
        && of.columns.iter().any(is)
        && !is_named()
        && !of.columns.get(place.column).is_some_and(is)
        && of.number(place).is_some_and(|value| value.abs() > 1.0)
        && scene.behind(mention, 1).next().is_none_or(|next| !of.columns.iter().any(|column| column.is_named_by(next)))
}

//! What the words beside a number rule out of steps: rows that are not those named, columns that are not alike.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::mention::{Form, Mention};
use super::super::naming::{Naming, RowName};
use super::super::rounding::{whole_number, windows};
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::sums::THROUGH;
use super::super::units::{is_physical, unit_word};
use super::super::wording::REST;
use super::super::words::{Word, stems};
use crate::event::Step;

/// Whether a share is said to be of all that another column holds: `18.2 % of all delay minutes` is none of incidents.
pub(super) fn is_of_other_amounts(scene: &Scene<'_>, mention: &Mention, of: &Source, candidate: &Candidate) -> bool {
    let Some(column) = candidate.cells.first().map(|cell| cell.column).or(candidate.column) else { return false };
    let behind: Vec<&Word> =
        scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end).take(5).collect();
    let [first, second, rest @ ..] = behind.as_slice() else { return false };
    let leads = first.stem == "of" && matches!(second.stem.as_str(), "all" | "the" | "total");
    let noun: Vec<&str> = rest.iter().take(2).map(|word| word.family.as_str()).collect();
    let holds = |own: &Column| noun.len() == 2 && noun.iter().all(|word| own.is_named_by(word));
    let own = of.columns.get(column).is_some_and(|own| noun.iter().any(|word| own.is_named_by(word)));
    leads && !own && of.columns.iter().any(|other| other.index != column && other.is_additive && holds(other))
}

/// What is said of the rows that are shown.
const SHOWN: [&str; 11] = [
    "of the top",
    "of the listed",
    "of the ten",
    "of the five",
    "of these",
    "of those",
    "of them",
    "shown",
    "listed",
    "of their total",
    "of the list",
];
/// What stands between names whose figures are added up.
const LINKS: [&str; 6] = [",", "and", "or", "&", ", and", "und"];

/// How much of the other a number is at most that is next to nothing beside it.
const LITTLE: f64 = 0.005;

/// Bytes at most between a number and the name that it is set against: `1.6 times that of 2019`.
const AGAINST_BYTES: usize = 24;

/// Whether a share would be one of the rows that a statement's limit left, where nothing is said of those.
pub(super) fn is_of_more(scene: &Scene<'_>, of: &Source) -> bool {
    let said = scene.text.get(scene.passage.range.clone()).unwrap_or_default().to_lowercase();
    of.is_limited && !SHOWN.iter().any(|words| said.contains(words))
}

/// Whether one cell over another of its column is said to be a part of all: `a quarter of the total`.
pub(super) fn is_of_the_total(scene: &Scene<'_>, mention: &Mention, one: Place, other: Place) -> bool {
    let behind: Vec<&str> = scene.attached_behind(mention, 3).collect();
    let of_all = match behind.as_slice() {
        ["of", rest @ ..] => rest.iter().any(|word| matches!(*word, "total" | "all" | "overall")),
        _ => false,
    };
    of_all && one.column == other.column && one.row != other.row
}

/// Bytes of `as many stops as` behind a number at most.
const AS_MUCH_BYTES: usize = 32;
/// Words in the names of columns of what is no part of a whole: families.
const STATISTICS: [&str; 5] = ["maximum", "minimum", "average", "median", "deviation"];

/// Whether a ratio is of columns that are not set against each other: a rate over a count; or, where it says how many times as
/// much one row has as another, of two columns of one row that are not both named.
pub(super) fn is_of_unlike(
    scene: &Scene<'_>,
    mention: &Mention,
    candidate: &Candidate,
    part: Place,
    whole: Place,
) -> bool {
    let Some(of) = scene.sources.get(candidate.source) else { return false };
    let (Some(one), Some(other)) = (of.columns.get(part.column), of.columns.get(whole.column)) else { return false };
    if part.column == whole.column {
        return false;
    }
    let relative = one.measure.is_relative() != other.measure.is_relative();
    // Money over kilograms, and one part over another where a part of all is said.
    let units = [one, other].iter().any(|own| own.unit.as_deref().is_some_and(is_physical)) && one.unit != other.unit;
    let name = |own: &Column| stems(&own.name);
    let (own, base) = (name(one), name(other));
    let siblings =
        own.len() > 1 && own.len() == base.len() && own.first() == base.first() && one.is_whole && other.is_whole;
    let shared = scene.says(mention, &["share"]) && siblings && own.last() != base.last() && one.year == other.year;
    let named = |place: Place| {
        scene.naming.get(candidate.source).is_some_and(|naming| naming.score(place.column, &scene.passage.range) > 0.0)
    };
    let rows = || scene.naming.get(candidate.source).into_iter().flat_map(|naming| &naming.rows);
    let held = rows().any(|name| rows().any(|other| other.column == name.column && other.rows != name.rows));
    let counts = |own: &Column| own.measure == Measure::Count;
    // A number of records is none of them.
    let statistic = |own: &Column| STATISTICS.iter().any(|word| own.is_named_by(word)) && !counts(own);
    let taken = statistic(one) && counts(other) || counts(one) && statistic(other);
    // `three times as long as sensor stops`, where those are a row
    let is_as_much = || {
        let told = scene.naming.get(candidate.source).map_or(&[][..], |naming| naming.rows.as_slice());
        told.iter().filter(|name| name.range.start >= mention.range.end).any(|name| {
            let between = scene.text.get(mention.range.end..name.range.start).unwrap_or_default();
            let leads = between.starts_with(" as ") || between.starts_with(" so ");
            leads && (between.ends_with(" as ") || between.ends_with(" wie ")) && between.len() <= AS_MUCH_BYTES
        })
    };
    mention.form == Form::Percent && (relative || units || shared || taken)
        || mention.form == Form::Multiple && relative
        || mention.form == Form::Multiple
            && part.row == whole.row
            && held
            && (!(named(part) && named(whole)) || is_as_much())
}

/// Whether a number in a table stands below the name of another row.
pub(super) fn is_below_another(scene: &Scene<'_>, mention: &Mention, source: usize, place: Place) -> bool {
    let cell = scene.passage.cells.iter().map(|(range, _)| range).find(|range| range.contains(&mention.range.start));
    let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    cell.is_some_and(|cell| names.iter().any(|name| name.range == *cell && !name.rows.contains(&place.row)))
}

/// Whether a number says how many times one row has what another has, or how much more, several rows are named, and one of those
/// that it would be of is not.
pub(super) fn is_of_unnamed(
    scene: &Scene<'_>,
    mention: &Mention,
    candidate: &Candidate,
    one: Place,
    other: Place,
) -> bool {
    let (Some(of), Some(naming)) = (scene.sources.get(candidate.source), scene.naming.get(candidate.source)) else {
        return false;
    };
    if one.column != other.column || mention.form != Form::Multiple || of.is_dated() {
        return false;
    }
    let mut named: Vec<usize> =
        naming.rows.iter().filter(|name| name.rows.len() == 1).flat_map(|name| name.rows.clone()).collect();
    named.sort_unstable();
    named.dedup();
    let is_named = |place: Place| named.binary_search(&place.row).is_ok();
    // `The web brought in 478,410, over three times the phone's total and 142,005 more than the room's`
    let is_subject = |name: &RowName| name.range.end <= mention.range.start && !scene.is_behind_than(name);
    let has_subject = naming.rows.iter().filter(|name| name.rows.len() == 1).any(is_subject);
    named.len() == 2
        && is_named(one) != is_named(other)
        && has_subject
        && !(is_named(other) && is_of_a_pronoun(scene, mention, naming))
}

/// Words that stand for what the sentence before names, as they are written.
const PRONOUNS: [&str; 15] =
    ["it", "its", "that", "this", "they", "their", "these", "those", "he", "his", "she", "her", "das", "sie", "er"];

/// Whether a sentence speaks of what the one before names, and of its own rows only behind that: `That is twice the rate of Sports`.
fn is_of_a_pronoun(scene: &Scene<'_>, mention: &Mention, naming: &Naming) -> bool {
    let start = scene.sentence(mention).start;
    let first = naming.rows.iter().map(|name| name.range.start).filter(|at| *at >= start).min();
    let mut words = scene.passage.words.iter().filter(|word| word.range.start >= start);
    let pronoun = words.find(|word| {
        let written = scene.text.get(word.range.clone()).unwrap_or_default().to_lowercase();
        PRONOUNS.contains(&written.as_str())
    });
    pronoun.is_some_and(|word| word.range.end <= mention.range.start && first.is_none_or(|at| word.range.end <= at))
}

/// Whether a percentage is a fraction in words: `half`.
fn is_in_words(mention: &Mention, written: &str) -> bool {
    mention.form == Form::Percent && written.starts_with(|first: char| first.is_alphabetic())
}

/// Whether a fraction in words would be a sum or a mean of averages or medians: `half the number` of losses that add up to 49.
pub(super) fn is_no_fraction(scene: &Scene<'_>, mention: &Mention, of: &Source, candidate: &Candidate) -> bool {
    let column = candidate.cells.first().map(|cell| cell.column).or(candidate.column);
    let is_mean = |own: &Column| ["average", "median"].iter().any(|word| own.is_named_by(word));
    is_in_words(mention, scene.text.get(mention.range.clone()).unwrap_or_default())
        && column.and_then(|column| of.columns.get(column)).is_some_and(is_mean)
}

/// Whether a mean is one of medians or of extremes, where the result has averages.
pub(super) fn is_of_statistics(of: &Source, candidate: &Candidate) -> bool {
    let column = candidate.cells.first().map(|cell| cell.column).or(candidate.column);
    let is = |own: &Column| ["median", "maximum", "minimum"].iter().any(|word| own.is_named_by(word));
    column.and_then(|column| of.columns.get(column)).is_some_and(is)
        && of.columns.iter().any(|own| own.is_named_by("average"))
}

/// Whether a coarse fraction in words would be of rows none of which is named, where others are.
pub(super) fn is_of_others(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let in_words = is_in_words(mention, written);
    let names = scene.naming.get(candidate.source).map_or(&[][..], |naming| naming.rows.as_slice());
    let is_told = |place: &Place| names.iter().any(|name| name.rows.contains(&place.row));
    in_words && !candidate.cells.is_empty() && !names.is_empty() && !candidate.cells.iter().any(is_told)
}

/// Whether a difference is one to nothing, or of two columns of a row of which one is next to nothing beside the other, and not both are named: 3,673
/// units less the third rank are no 3,670.
pub(super) fn is_of_little(scene: &Scene<'_>, source: usize, of: &Source, one: Place, other: Place) -> bool {
    let (Some(value), Some(base)) = (of.number(one), of.number(other)) else { return false };
    let named = |place: Place| {
        scene.naming.get(source).is_some_and(|naming| naming.score(place.column, &scene.passage.range) > 0.0)
    };
    let (less, more) = (value.abs().min(base.abs()), value.abs().max(base.abs()));
    // What is left where nothing is taken away is the cell itself.
    less == 0.0 || one.column != other.column && less < LITTLE * more && !(named(one) && named(other))
}

/// Whether two rows are held against each other, and neither is the one that stands right behind `than`, or behind `times`.
pub(super) fn is_against_another(
    scene: &Scene<'_>,
    mention: &Mention,
    source: usize,
    one: Place,
    other: Place,
) -> bool {
    if one.row == other.row || one.column != other.column {
        return false;
    }
    let Some(naming) = scene.naming.get(source) else { return false };
    let behind = |name: &&RowName| {
        let between = scene.text.get(mention.range.end..name.range.start);
        // `East by a factor of 3.1 and West by 1.4`: the next number has the next name.
        let is_next = |between: &str| between.trim() == "and";
        between.is_some_and(|between| {
            between.len() <= AGAINST_BYTES && !between.contains(['.', ',', ';', '(', '[']) && !is_next(between)
        })
    };
    let against = |name: &&RowName| {
        let before = scene.text.get(mention.range.end..name.range.start).unwrap_or_default().trim_end();
        let than = before.trim_end_matches(" the").trim_end_matches(" in").ends_with("than");
        than || mention.form == Form::Multiple
    };
    let mut names = naming.rows.iter().filter(behind).filter(against).peekable();
    let holds = |name: &RowName| name.rows.contains(&one.row) || name.rows.contains(&other.row);
    names.peek().is_some() && !names.any(holds)
}

/// Whether a sum of some rows would be the figure of the names that stand right behind it: `124 Chinstrap`, but `276 Adelie and
/// Gentoo`.
pub(super) fn is_of_a_name(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let Some(naming) = scene.naming.get(candidate.source) else { return false };
    let mut named: Vec<&RowName> = Vec::new();
    let mut end = mention.range.end;
    for name in naming.rows.iter().filter(|name| name.range.start >= mention.range.end) {
        let between = scene.text.get(end..name.range.start).unwrap_or("?").trim();
        let follows = named.last().is_some_and(|last| last.range.start == name.range.start);
        let linked =
            if named.is_empty() { between.is_empty() } else { LINKS.contains(&between) || THROUGH.contains(&between) };
        if !follows && !linked {
            break;
        }
        named.push(name);
        end = name.range.end;
    }
    let is_told = |cell: &Place| named.iter().any(|name| name.rows.contains(&cell.row));
    candidate.step == Step::Sum
        && candidate.cells.len() > 1
        && !named.is_empty()
        && !candidate.cells.iter().all(is_told)
}

/// Words that say that a sum is of all rows.
const ALL: [&str; 9] = ["all", "total", "overall", "altogether", "insgesamt", "alle", "aller", "gesamt", "tous"];
/// Words that say that it is of some: stems.
const SOME: [&str; 22] = [
    "other", "rest", "remain", "without", "except", "exclud", "top", "first", "last", "larg", "small", "together",
    "combin", "half", "most", "few", "both", "these", "those", "two", "three", "left",
];

/// Whether a sum of some rows would be that of all: `all 1,085 outlets`, `4,628 loans in total`.
pub(super) fn is_of_all(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let clause = scene.clause(mention);
    let inside =
        scene.passage.words.iter().filter(|word| clause.start <= word.range.start && word.range.end <= clause.end);
    let some = inside.into_iter().any(|word| SOME.iter().any(|some| word.stem.starts_with(some)));
    let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default().to_lowercase();
    let leads = ["all ", "all of the ", "alle ", "insgesamt ", "a total of ", "in total "];
    let behind = scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end).take(4);
    let is_near = |end: usize| !scene.text.get(mention.range.end..end).unwrap_or("?").contains(['.', ';', ',', ':']);
    let total = behind.into_iter().any(|word| ALL.contains(&word.stem.as_str()) && is_near(word.range.start));
    let said = leads.iter().any(|words| before.ends_with(words)) || total;
    // `Laptops went out 353 times in total`
    let of = scene.sources.get(candidate.source);
    let is_label = |name: &RowName| of.and_then(|of| of.columns.get(name.column)).is_some_and(|own| own.is_label);
    let is_told = |name: &RowName| {
        is_label(name)
            && name.rows.len() == candidate.cells.len()
            && candidate.cells.iter().all(|cell| name.rows.contains(&cell.row))
    };
    let names = scene.naming.get(candidate.source).map_or(&[][..], |naming| naming.rows.as_slice());
    // `From January to March there were 150 a month, 450 in all`; `the other three share what is left, 2,665,276 in all`
    let sentence = scene.sentence(mention);
    let is_inside = |range: &std::ops::Range<usize>| sentence.start <= range.start && range.end <= mention.range.start;
    let mut meant: Vec<usize> = names
        .iter()
        .filter(|name| is_inside(&name.range) && of.is_some_and(|of| of.is_key(name.column)))
        .flat_map(|name| name.rows.iter().copied())
        .collect();
    meant.sort_unstable();
    meant.dedup();
    let mut rows: Vec<usize> = candidate.cells.iter().map(|cell| cell.row).collect();
    rows.sort_unstable();
    rows.dedup();
    let others = scene.passage.words.iter().any(|word| is_inside(&word.range) && REST.contains(&word.stem.as_str()));
    if meant == rows || others {
        return false;
    }
    // `Together, the five regions carried 512,447`
    let whole = of_all_things(scene, mention, candidate);
    candidate.cells.len() > 1
        && (said && !some || whole)
        && !names.iter().any(is_told)
        && !is_list(scene, mention, candidate)
}

/// Whether the subject of a sum is all the things there are: `the five regions`, where the result has five rows.
fn of_all_things(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let rows = scene.sources.get(candidate.source).map_or(0, |of| of.row_count);
    let is_all = |other: &&Mention| {
        let lead = scene.text.get(scene.passage.range.start..other.range.start).unwrap_or_default().to_lowercase();
        let apart = scene.text.get(other.range.end..mention.range.start).unwrap_or(".");
        let whole = other.readings.first().is_some_and(|reading| (reading.value - whole_number(rows)).abs() < 0.5);
        whole
            && (lead.ends_with("the ") || lead.ends_with("all "))
            && apart.len() < 40
            && !apart.contains(['.', ';', ','])
    };
    rows > 2 && scene.mentions.iter().filter(|other| other.range.end <= mention.range.start).any(|other| is_all(&other))
}

/// Whether the other figures of the passage are the cells that are added up: `96 + 62 + 30, 188 in all`.
fn is_list(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let of = scene.sources.get(candidate.source);
    let gives = |other: &Mention, cell: &Place| {
        let value = of.and_then(|of| of.number(*cell));
        value.is_some_and(|value| windows(other).any(|(_, window)| window.holds(value)))
    };
    let others = scene.mentions.iter().filter(|other| is_figure(other) && other.range != mention.range);
    let listed = others.filter(|other| candidate.cells.iter().any(|cell| gives(other, cell))).count();
    // `30 from the 2020s`
    let is_key = |other: &Mention| {
        let keys =
            of.map_or(&[][..], |of| of.columns.as_slice()).iter().filter(|own| own.is_label || own.year.is_none());
        keys.into_iter().any(|own| {
            of.is_some_and(|of| of.is_key(own.index))
                && candidate.cells.iter().any(|cell| gives(other, &Place { column: own.index, row: cell.row }))
        })
    };
    let figures = scene
        .mentions
        .iter()
        .filter(|other| other.form == mention.form && other.range != mention.range && !is_key(other))
        .count();
    listed == candidate.cells.len() && figures == listed
}

/// Whether a row that is added up or averaged is named behind the number only, past the end of its clause: `81.0 %, the least;
/// Portugal leads`.
pub(super) fn is_named_later(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let names = scene.naming.get(candidate.source).map_or(&[][..], |naming| naming.rows.as_slice());
    let later = |place: &Place| {
        let mut told = names.iter().filter(|name| name.rows.contains(&place.row)).peekable();
        let past = |name: &RowName| {
            scene
                .text
                .get(mention.range.end..name.range.start)
                .is_some_and(|between| between.contains(';') || between.contains(". "))
        };
        told.peek().is_some() && told.all(past)
    };
    candidate.cells.len() > 1 && candidate.cells.iter().any(later)
}

/// Whether a number is said to be per something that another column is, and this one is not: `431 people per km²` is no
/// population where there is a `per_km2`.
pub(super) fn is_per(scene: &Scene<'_>, mention: &Mention, of: &Source, column: usize) -> bool {
    let behind: Vec<&str> = scene.behind(mention, 3).collect();
    let Some(at) = behind.iter().position(|word| *word == "per") else { return false };
    let Some(base) = scene.behind(mention, at + 2).nth(at + 1) else { return false };
    // `€205,500 (€2,078 per m²)`
    if behind.iter().take(at).any(|word| word.starts_with(|first: char| first.is_ascii_digit())) {
        return false;
    }
    let base = base.replace('²', "2");
    let is_per = |name: &str| {
        let lower = name.to_lowercase();
        lower.split_once("per_").is_some_and(|(_, rest)| rest.starts_with(base.as_str()))
    };
    // An average may be one per something, but none per square metre.
    let is_unit = unit_word(&base).is_some() || base.starts_with(|first: char| first.is_ascii_digit());
    let is_mean = |own: &Column| own.measure.is_relative() || own.is_named_by("average") || own.is_named_by("median");
    let own = of.columns.get(column).is_some_and(|own| is_per(&own.name) || !is_unit && is_mean(own));
    !own && of.columns.iter().any(|other| is_per(&other.name))
}

//! What the words around a small whole number that counts things rule out: that it is no count.
//!
//! Uses the scene, candidates and sources of this room. Small numbers fit a lot by chance: `four months` is no difference of
//! sunshine, `two exceed 1 million` no number of different values.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::mention::{Form, Mention};
use super::super::scene::{Scene, is_figure, is_money, nouns};
use super::super::source::Source;
use super::super::units::unit_word;
use super::super::words::family;
use super::{LESS, MORE};
use crate::event::Step;
use std::ops::Range;

/// Counts that are hardly met by chance are not looked at.
const SMALL: f64 = 100.0;
/// Rows of which some amount fits a whole number by chance.
const MANY: usize = 100;
/// What stands before the number of all there are, at its end.
const ALL: [&str; 9] = ["of", "the", "of the", "all", "these", "its", "von", "der", "allen"];
/// Words behind a span of time that lies between two, as stems.
const APART: [&str; 6] = ["later", "earlier", "before", "after", "ago", "apart"];
/// Families of nouns that are units of time as well.
const TIMES: [&str; 7] = ["day", "year", "month", "week", "hour", "minute", "second"];
/// Words that count things of one sort, as stems.
const KINDS: [&str; 5] = ["kind", "type", "sort", "class", "form"];
/// What stands between a part and the number of all of them.
const OF: [&str; 9] = ["of", "of the", "of its", "of our", "of all", "out of", "der", "von", "von den"];

/// What the words around a small whole number say that it counts: worked out once for a number.
pub(super) struct Counting<'a> {
    /// Whether it is a part of as many as follow: `seven of the nine`.
    is_part: bool,
    /// The bound beyond which things are counted.
    bound: Option<f64>,
    /// Whether it is a span of time between two: `two days later`.
    is_apart: bool,
    /// The family of the noun behind it.
    noun: &'a str,
    /// By result whether the noun names its rows.
    counted: Vec<bool>,
}

impl<'a> Counting<'a> {
    /// What is said of a number; none where it is no small whole number of a text.
    pub(super) fn new(scene: &'a Scene<'a>, mention: &'a Mention) -> Option<Self> {
        let is_small = mention
            .readings
            .first()
            .is_some_and(|own| own.value < SMALL && own.value.fract() == 0.0 && own.unit >= 1.0);
        if mention.form != Form::Number || !is_small || !scene.passage.cells.is_empty() {
            return None;
        }
        // `five of the eight stores passed 1 million`, `over the 24 months`: all of them.
        let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default().trim_end();
        let ends = |word: &&str| {
            let start = before.len().checked_sub(word.len()).filter(|start| before.is_char_boundary(*start));
            let (lead, last) = start.map_or(("", ""), |start| before.split_at(start));
            last.eq_ignore_ascii_case(word) && (lead.is_empty() || lead.ends_with(' '))
        };
        let is_all = ALL.iter().any(ends);
        let bound = scene.threshold(mention).filter(|_| !is_all && counts(scene, mention)).map(|(bound, _)| bound);
        // `two days more than`, but `seven months saw more than 230`
        let is_more =
            bound.is_none() && scene.behind(mention, 3).any(|word| MORE.contains(&word) || LESS.contains(&word));
        let is_apart = is_more || scene.behind(mention, 3).any(|word| APART.contains(&word));
        // `four of the five districts`: what stands behind the whole.
        let whole = whole(scene, mention);
        let start = whole.as_ref().map_or(mention.range.end, |whole| whole.end);
        let mut behind = scene.passage.words.iter().filter(|word| word.range.start >= start);
        let first = behind.next();
        // `five kinds of weather`
        let of = behind.next().filter(|_| first.is_some_and(|word| KINDS.contains(&word.stem.as_str())));
        let word = of.filter(|of| of.stem == "of").and_then(|_| behind.next()).or(first);
        let noun = word.map_or("", |word| family(&word.stem));
        let nouns = word.map(|word| nouns(scene.text, word)).unwrap_or_default();
        let counted = (0..scene.sources.len()).map(|source| scene.counts_rows_called(&nouns, source)).collect();
        Some(Self { is_part: whole.is_some(), bound, is_apart, noun, counted })
    }

    /// Whether a candidate is no count where one is said.
    pub(super) fn rules_out(&self, of: &Source, candidate: &Candidate) -> bool {
        // `seven of the nine` are not as many as there are.
        if self.is_part && matches!(candidate.step, Step::RowCount | Step::Distinct) {
            return true;
        }
        if let Some(bound) = self.bound {
            let asked = || of.query.contains(&bound.to_string());
            let other =
                matches!(candidate.step, Step::Difference | Step::Ratio | Step::Mean | Step::Distinct | Step::Rank);
            if other || candidate.step == Step::RowCount && !asked() {
                return true;
            }
        }
        let counts_others = |source: usize| !self.counted.get(source).copied().unwrap_or(true);
        if candidate.step == Step::Count && self.counted.contains(&true) && counts_others(candidate.source) {
            return true;
        }
        if self.is_apart || !self.counted.contains(&true) {
            return false;
        }
        // A stay of five days is no count of the days of another result.
        let cells = !TIMES.contains(&self.noun) && self.counted.get(candidate.source).copied().unwrap_or(false);
        let own = candidate.cells.first().and_then(|place| of.columns.get(place.column));
        let fits =
            |own: &Column| own.is_named_by(self.noun) || own.measure == Measure::Count || own.is_named_by("count");
        match candidate.step {
            Step::Difference | Step::Ratio | Step::Mean => !own.is_some_and(|own| own.is_named_by(self.noun)),
            // `seven months` is none of the seventh.
            Step::Cell if candidate.cells.first().is_some_and(|place| of.is_key(place.column)) => true,
            Step::Cell => cells && !own.is_some_and(fits),
            // `four products` of a result of four regions
            Step::RowCount => !TIMES.contains(&self.noun) && counts_others(candidate.source),
            _ => false,
        }
    }
}

/// What the rows are said to be as many as, before their number.
const THERE: [&str; 14] = [
    "there are",
    "there were",
    "spans",
    "spanning",
    "covers",
    "covering",
    "cover",
    "contains",
    "across",
    "over",
    "over the",
    "across the",
    "span",
    "es gibt",
];

/// Whether a number of periods that are there would be a figure of one of them: `there are 24 months`, which is one month's
/// orders; or how many there are on average in each.
pub(super) fn is_of_one_period(scene: &Scene<'_>, mention: &Mention, of: &Source, candidate: &Candidate) -> bool {
    let Some(own) = candidate.cells.first().and_then(|place| of.columns.get(place.column)) else { return false };
    let periods = || of.columns.iter().filter(|key| of.is_key(key.index)).filter_map(Column::period_noun);
    if mention.form != Form::Number || of.row_count < 2 || !scene.passage.cells.is_empty() {
        return false;
    }
    let behind: Vec<&str> = scene.attached_behind(mention, 6).collect();
    let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default().to_lowercase();
    let before = before.trim_end_matches(['*', '_', ' ']);
    let leads = THERE.iter().any(|words| before.ends_with(words));
    let is_period = |word: Option<&&str>| word.is_some_and(|word| periods().any(|period| *word == period));
    let per = behind.iter().position(|word| matches!(*word, "per" | "a" | "each"));
    let each = per.is_some_and(|at| is_period(behind.get(at + 1)));
    let is_mean = own.is_named_by("average") || own.measure.is_relative();
    let named = behind.first().is_some_and(|noun| own.is_named_by(noun));
    leads && is_period(behind.first()) && !named || each && scene.says(mention, &["average"]) && !is_mean
}

/// Verbs behind what is counted, as they are written.
const COUNTED: [&str; 26] = [
    "are", "were", "have", "had", "cost", "exceed", "exceeded", "fall", "fell", "lie", "reach", "reached", "earn",
    "earned", "sold", "work", "need", "show", "remain", "take", "took", "come", "sell", "received", "scored", "with",
];

/// Whether things are counted, and the cell is an amount with decimals: `650 transactions are above 900`.
pub(super) fn is_an_amount(scene: &Scene<'_>, mention: &Mention, of: &Source, candidate: &Candidate) -> bool {
    let Some(own) = candidate.cells.first().and_then(|place| of.columns.get(place.column)) else { return false };
    let whole = mention.readings.first().is_some_and(|own| own.unit >= 1.0 && own.value.fract() == 0.0);
    let is_mean = ["average", "median", "per", "count"].iter().any(|word| own.is_named_by(word));
    if mention.form != Form::Number || !whole || own.is_whole || is_mean || is_money(scene.text, mention) {
        return false;
    }
    let mut behind = scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end);
    let written = |word: &super::super::words::Word| scene.text.get(word.range.clone()).unwrap_or_default();
    let (Some(noun), Some(verb)) = (behind.next(), behind.next()) else { return false };
    let plural = written(noun).ends_with('s') && written(noun).chars().all(char::is_alphabetic);
    let apart = scene.text.get(mention.range.end..verb.range.start).unwrap_or(",").contains([',', ';', '.', '(', ':']);
    // `12 weeks are lost`
    let is_unit = unit_word(&noun.stem).is_some() || TIMES.contains(&noun.family.as_str());
    let counts = COUNTED.contains(&written(verb)) || matches!(written(verb), "of" | "in") && of.rows.len() > MANY;
    plural && counts && !apart && !is_unit && !own.is_named_by(&noun.family)
}

/// The number of how many there are, behind one of a part of them: `seven of the nine`.
fn whole(scene: &Scene<'_>, mention: &Mention) -> Option<Range<usize>> {
    let numbers = scene.mentions.iter().filter(|other| is_figure(other)).map(|other| &other.range);
    let behind =
        numbers.chain(scene.left_out).filter(|range| range.start >= mention.range.end).min_by_key(|range| range.start);
    let between = |whole: &&Range<usize>| scene.text.get(mention.range.end..whole.start).unwrap_or_default();
    behind.filter(|whole| OF.contains(&between(whole).trim().to_lowercase().as_str())).cloned()
}

/// Whether what stands behind a number is counted: a plural, or nothing but the verb that compares.
fn counts(scene: &Scene<'_>, mention: &Mention) -> bool {
    let behind = scene.text.get(mention.range.end..scene.passage.range.end).unwrap_or_default();
    behind.starts_with(' ') && behind.trim_start().starts_with(char::is_alphabetic)
}

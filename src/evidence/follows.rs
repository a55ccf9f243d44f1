//! Numbers that follow from others of their passage that are traced: `79 of 4,200, i.e. 1.9 %`, `20.9 minutes, 1.8 times the
//! average of 11.91`, `139 points, 4 more than Westfield`.
//!
//! Uses the scene, candidates and contrary words of this room. What is taken for the other numbers may come from several results;
//! how they stand to each other in the sentence decides whether a step is taken over them, so that few are tried.

mod again;
mod arithmetic;
mod beside;
mod contradicted;
mod ends;
mod left;
mod listed;
mod moves;
mod parts;
mod places;
mod rows;
mod spanned;
mod totals;

pub use contradicted::contradicted;

use super::candidate::Candidate;
use super::column::Measure;
use super::contrary::Contrary;
use super::mention::{Form, Mention, Reading};
use super::rounding::{Window, digits, windows};
use super::scene::{Scene, is_figure};
use super::story::Told;
use super::sums::of_range;
use crate::event::Step;
use crate::limits::{EVIDENCE_FOLLOWS_BYTES, EVIDENCE_FOLLOWS_FIGURES, EVIDENCE_PROOF_APART};

/// Digits of a number at least that nothing but its place in the sentence holds to two others.
const TELLING: u32 = 2;
/// What leads from what became of something back to its base, or to what it is held against.
const BACK: [&str; 14] = [
    "after",
    "from",
    "against",
    "versus",
    "vs",
    "vs.",
    "compared with",
    "compared to",
    "compared with the",
    "up from",
    "down from",
    "nach",
    "contre",
    "gegenüber",
];
/// What leads from a base to what became of it.
const ONWARDS: [&str; 8] = ["to", "auf", "à", "a", "→", "->", "bis", "to the"];

/// A number of the passage that is traced, and what it stands for, as it is written.
#[derive(Debug, Clone, Copy)]
struct Traced<'a> {
    index: usize,
    mention: &'a Mention,
    candidate: &'a Candidate,
    /// Its value, in the scale in which it is written.
    value: f64,
    is_percent: bool,
}

/// What follows for the numbers that are not traced.
#[must_use]
pub fn follows(scene: &Scene<'_>, found: &[Option<Candidate>]) -> Vec<(usize, Candidate)> {
    if scene.mentions.len() > EVIDENCE_FOLLOWS_FIGURES {
        return Vec::new();
    }
    let traced: Vec<Traced<'_>> = scene.mentions.iter().zip(found).enumerate().filter_map(traced).collect();
    let open = scene.mentions.iter().zip(found).enumerate().filter(|(_, (_, found))| found.is_none());
    let ratios: Vec<Traced<'_>> = scene.mentions.iter().zip(found).enumerate().filter_map(of_percentage).collect();
    let follow = |(index, (mention, _)): (usize, (&Mention, &Option<Candidate>))| {
        let found = Follower { scene, mention, index, traced: &traced, ratios: &ratios }.find()?;
        Some((index, found))
    };
    open.filter_map(follow).collect()
}

/// A percentage that is traced, as what it is, if to a step over others.
fn of_percentage<'a>((index, (mention, found)): (usize, (&'a Mention, &'a Option<Candidate>))) -> Option<Traced<'a>> {
    let candidate = found.as_ref().filter(|_| mention.form == Form::Percent)?;
    let value = candidate.reading.value;
    Some(Traced { index, mention, candidate, value, is_percent: true })
}

/// The numbers of a passage that are no step over others, for the sentence behind it.
#[must_use]
pub fn told(scene: &Scene<'_>, found: &[Option<Candidate>]) -> Vec<Told> {
    let told = |one: Traced<'_>| {
        let written = scene.text.get(one.mention.range.clone()).unwrap_or_default().to_owned();
        let (source, place) = (one.candidate.source, one.candidate.cells.first().copied());
        Told { source, place, value: one.value, is_percent: one.is_percent, written }
    };
    scene.mentions.iter().zip(found).enumerate().filter_map(traced).map(told).collect()
}

fn traced<'a>((index, (mention, found)): (usize, (&'a Mention, &'a Option<Candidate>))) -> Option<Traced<'a>> {
    // What was itself held against others would hold them in turn.
    let is_given = |found: &&Candidate| {
        matches!(found.step, Step::Cell | Step::Sum | Step::Mean | Step::Count | Step::RowCount | Step::Distinct)
    };
    let candidate = found.as_ref().filter(|_| is_figure(mention)).filter(is_given)?;
    let (written, value) = (candidate.reading.value.abs(), candidate.value.abs());
    if written == 0.0 || value == 0.0 {
        return None;
    }
    // `124.5 million` of 124,493,230 in a column, `78.4 %` of 0.7844.
    let scale = 10.0_f64.powf((written / value).log10().round());
    let is_percent = matches!(mention.form, Form::Percent | Form::Points);
    Some(Traced { index, mention, candidate, value: candidate.value * scale, is_percent })
}

struct Follower<'a> {
    scene: &'a Scene<'a>,
    mention: &'a Mention,
    index: usize,
    traced: &'a [Traced<'a>],
    /// The percentages, those that are steps too.
    ratios: &'a [Traced<'a>],
}

impl Follower<'_> {
    /// What a plain number may follow from, in the order in which it is tried.
    fn of_number(&self) -> Option<Candidate> {
        let rules: &[fn(&Self) -> Option<Candidate>] = &[
            Self::converted,
            Self::held_against,
            Self::than_behind,
            Self::moved,
            Self::difference,
            Self::sum,
            |of| of_range(of.scene, of.mention),
            Self::whole,
            Self::paired,
            Self::spread,
            Self::base,
            Self::both,
            Self::over_years,
            Self::bound,
            Self::beyond,
            Self::listed,
            Self::beyond_that,
            Self::spanned,
            Self::again,
            Self::end,
            Self::left,
            Self::left_of_several,
            Self::each_of,
            Self::of_totals,
            Self::of_known,
            Self::of_columns,
            Self::added,
            Self::arithmetic,
        ];
        rules.iter().find_map(|rule| rule(self))
    }

    fn find(&self) -> Option<Candidate> {
        if !self.scene.passage.cells.is_empty() {
            return self.of_row();
        }
        let rules: &[fn(&Self) -> Option<Candidate>] = match self.mention.form {
            Form::Percent => &[
                Self::part,
                Self::change,
                Self::held_against,
                Self::than_behind,
                Self::moved,
                Self::share,
                Self::quantile,
                Self::part_below,
                Self::of_sums,
                Self::again,
                Self::end,
                Self::left,
                Self::of_totals,
                |of| of_range(of.scene, of.mention),
                Self::spanned,
                Self::arithmetic,
            ],
            Form::Multiple => &[Self::multiple, Self::held_against, Self::again, Self::arithmetic],
            Form::Points => {
                &[Self::difference, Self::spread, Self::points, Self::again, Self::spanned, Self::arithmetic]
            }
            Form::Number => &[Self::of_number],
            Form::Ordinal => &[Self::rank],
            Form::Year | Form::Month | Form::Quarter | Form::Date => &[],
        };
        rules.iter().find_map(|rule| rule(self))
    }

    fn between(&self, one: usize, other: usize) -> Option<&str> {
        self.scene.text.get(one..other).filter(|between| between.len() <= EVIDENCE_FOLLOWS_BYTES)
    }

    /// The numbers nearest to this one, the nearer first.
    fn near(&self) -> Vec<&Traced<'_>> {
        let mut near: Vec<&Traced<'_>> =
            self.traced.iter().filter(|one| one.index.abs_diff(self.index) <= EVIDENCE_PROOF_APART).collect();
        near.sort_by_key(|one| one.index.abs_diff(self.index));
        near
    }

    /// The reading of the number that a value fits, with so many digits.
    fn reads(&self, value: f64, least: u32) -> Option<Reading> {
        let holds = |(reading, window): &(Reading, Window)| {
            // `fell by 44` of -44; but what is written with a minus is less than nothing.
            let is = window.holds(value) || value < 0.0 && reading.value > 0.0 && window.turned().holds(value);
            is && digits(*reading) >= least
        };
        windows(self.mention).find(holds).map(|(reading, _)| reading)
    }

    fn says(&self, stems: &[&str]) -> bool {
        let clause = self.scene.clause(self.mention);
        let lead = self.scene.lead(self.mention);
        let (start, end) = (clause.start.min(lead.start), clause.end.max(lead.end));
        let words = self.scene.passage.words.iter();
        words
            .filter(|word| start <= word.range.start && word.range.end <= end)
            .any(|word| stems.contains(&word.stem.as_str()))
    }

    fn is_signed(&self) -> bool {
        let written = self.scene.text.get(self.mention.range.clone()).unwrap_or_default();
        written.starts_with(['+', '-', '−'])
    }

    /// A step over two numbers; `word` is what stands between them where it is said.
    fn step(
        &self,
        step: Step,
        value: f64,
        one: &Traced<'_>,
        other: &Traced<'_>,
        reading: Reading,
        word: &str,
    ) -> Option<Candidate> {
        let cells = |traced: &Traced<'_>| match (traced.candidate.step, traced.candidate.cells.as_slice()) {
            (Step::Cell, [place]) => Some(*place),
            _ => None,
        };
        let source = one.candidate.source;
        let found = match (cells(one), cells(other)) {
            (Some(own), Some(base)) if other.candidate.source == source => {
                let found = Candidate::of_step(source, step, value, vec![own, base], reading);
                if Contrary::new(self.scene, self.mention).rules_out(&found) {
                    return None;
                }
                found
            }
            (Some(own), Some(base)) => {
                let beside = Some((other.candidate.source, base));
                Candidate { beside, ..Candidate::of_step(source, step, value, vec![own], reading) }
            }
            _ => {
                let written = |one: &Traced<'_>| self.scene.text.get(one.mention.range.clone()).unwrap_or_default();
                let over = Some(format!("{} {word} {}", written(one), written(other)));
                Candidate { over, ..Candidate::of_step(source, step, value, one.candidate.cells.clone(), reading) }
            }
        };
        Some(found)
    }
}

fn ends_with(between: &str, words: &[&str]) -> bool {
    let between = between.trim().to_lowercase();
    let between = between.trim_end_matches(['*', '_', ' ']);
    words
        .iter()
        .any(|word| between == *word || between.strip_suffix(word).is_some_and(|rest| rest.ends_with([' ', '('])))
}

/// Whether two numbers measure the same: both amounts, both counts, or both of one column.
fn are_alike(scene: &Scene<'_>, one: &Traced<'_>, other: &Traced<'_>) -> bool {
    let column = |traced: &Traced<'_>| {
        let of = scene.sources.get(traced.candidate.source)?;
        let index = traced.candidate.column.or_else(|| Some(traced.candidate.cells.first()?.column))?;
        of.columns.get(index)
    };
    match (column(one), column(other)) {
        (Some(own), Some(base)) => {
            own.measure == base.measure && (own.unit == base.unit || own.measure != Measure::None)
        }
        _ => one.is_percent == other.is_percent,
    }
}

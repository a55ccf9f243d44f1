//! Numbers in what the reader reads, traced to the results of queries.
//!
//! Uses `limits`, `table` and `event`; sees no database, no model and no report. One text takes this way:
//!
//! 1. [`Ledger::about`] was told of the question and of the files, [`Ledger::record`] of each result when its query ran; what
//!    their cells and columns are called was indexed then ([`source`]).
//! 2. [`Ledger::check`] takes the text apart into [`passage`]s, which know what they cite. Names of rows and columns that hold
//!    digits are found first ([`naming`]); [`mention`] then finds the numbers that say something of the data, and leaves out
//!    those that do not, each for a reason.
//! 3. Passage by passage, the [`story`] tells what was named before and what the question names; a [`scene`] holds the passage
//!    with its numbers against all results.
//! 4. [`plain`] lists the cells, properties and [`steps`] that the sentence points to by its words and that are specific
//!    enough, of what is cited before what is not. The best graded is chosen; then the numbers of the passage are held
//!    against one another by the [`order`] in which rows are named.
//! 5. [`judge`] takes what is certain by that, such as a number of a table with what its header and its first cell say, or a
//!    number of rows, a quotient by its usual name ([`usual`]) or per something ([`per`]), and what numbers prove of one another
//!    ([`proof`], [`couple`]). What the words around a number rule out ([`contrary`]) is never taken. For any other figure [`supposed`] lists all cells and steps that fit, of what is cited or, where nothing
//!    is, of all results; each has [`signs`] that speak for it or against it, and fitted [`weights`] say how much. One of them is
//!    how much the words point to a cell that does not fit ([`rivals`]). The likeliest one is the
//!    [`Evidence`](crate::event::Evidence) where it is likely enough; else the number is unverified, and what came near it is kept.
//!    Dates are looked for as days of the data or of the statement ([`dated`]).
//! 6. Of results whose rows were cut, [`Ledger::wanted`] says what to ask the database, and [`Ledger::answer`] takes the
//!    answer ([`whole`]); then the text is checked again.
//!
//! The cells of a table that was taken from no result are numbers like others ([`Ledger::check_cells`]): what names them are
//! the headers over them and the cells beside them.

mod across;
mod ago;
mod akin;
mod bins;
mod bounds;
mod candidate;
mod codes;
mod coherent;
mod column;
mod conditions;
mod contrary;
mod couple;
mod dated;
mod directions;
mod disputed;
#[cfg(test)]
mod example;
mod expression;
mod files;
mod flags;
mod follows;
mod held;
mod judge;
mod keys;
#[cfg(test)]
mod kinds;
mod likely;
mod look;
mod memo;
pub mod mention;
mod naming;
mod one_cell;
mod operands;
mod order;
mod pairs;
mod parts;
mod passage;
mod people;
mod per;
mod period;
mod plain;
mod pointing;
mod proof;
mod properties;
mod ranked;
mod rivals;
mod rounding;
mod said;
mod saying;
mod scene;
mod scoring;
mod series;
mod sign;
mod signs;
mod source;
mod spelled;
mod steps;
mod story;
mod sums;
mod supposed;
mod tabular;
mod threshold;
mod timed;
mod together;
mod told;
mod units;
mod usual;
mod weighed;
mod weights;
mod whole;
mod wording;
mod words;

use std::ops::Range;
use std::sync::Arc;

use crate::event::{CellClaim, Claim, ClaimStatus, Dataset, Evidence};
use crate::limits::{EVIDENCE_BOUNDS, EVIDENCE_PASSAGE_NUMBERS, EVIDENCE_TABLE_ROWS, EVIDENCE_TEXT_NUMBERS};
use crate::table::{Cell, Table};
use mention::{Form, Mention};
use naming::days::days;
use naming::{Labels, Naming};
use passage::{Passage, passages};
use scene::{Scene, periods};
use series::Series;
use source::Source;
use story::{Rested, Story};

pub use passage::citations;
pub use weighed::{Spoken, SpokenCell, ValueSigns, Weighed, sign_names};
pub use whole::Wanted;

/// The results of a run so far, as evidence.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    question: Option<String>,
    sources: Vec<Source>,
    asked: Vec<Wanted>,
}

/// The numbers of a passage.
struct Owned {
    /// Those that are traced.
    traced: Vec<Mention>,
    /// Those that are too many for it.
    rest: Vec<Mention>,
    /// The bounds that it sets itself.
    bounds: Vec<Mention>,
}

/// What is done with each passage: it gets one with its numbers; it gives what the numbers rest on.
type EachPassage<'a> = dyn FnMut(&Scene<'_>, &Owned) -> Rested + 'a;

/// A number with what it rests on; its value is that of its first reading.
fn claim(text: &str, mention: &Mention, evidence: Option<Evidence>, near: Option<Evidence>) -> Claim {
    Claim {
        text: text.get(mention.range.clone()).unwrap_or_default().to_owned(),
        start: mention.range.start,
        end: mention.range.end,
        value: mention.readings.first().map_or(0.0, |reading| reading.value),
        status: evidence.as_ref().map_or(ClaimStatus::Unverified, |evidence| evidence.step.status()),
        evidence,
        near,
    }
}

/// A number of a table below a header that says percent is one; below one that says count it is no year.
fn below_header(passage: &Passage, mention: Mention) -> Mention {
    let over = passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start));
    let says = |own: &str| over.is_some_and(|(_, header)| header.iter().any(|word| word == own));
    let scale = [(1e6, ["mio", "million", "millionen", "mn"]), (1e3, ["k", "keur", "thousand", "tsd"])];
    let scale = scale.iter().find(|(_, words)| words.iter().any(|word| says(word))).map(|(scale, _)| *scale);
    if let (Form::Number, Some(scale)) = (mention.form, scale) {
        let scaled = mention
            .readings
            .iter()
            .map(|reading| mention::Reading { value: reading.value * scale, unit: reading.unit * scale });
        let readings = mention.readings.iter().copied().chain(scaled).collect();
        return Mention { readings, ..mention };
    }
    match mention.form {
        Form::Number if says("%") => Mention { form: Form::Percent, ..mention },
        Form::Year if says("count") => Mention { form: Form::Number, ..mention },
        Form::Number
        | Form::Year
        | Form::Percent
        | Form::Points
        | Form::Multiple
        | Form::Ordinal
        | Form::Date
        | Form::Month
        | Form::Quarter => mention,
    }
}

impl Ledger {
    /// What the run is about: the question as it was asked, and the files as they were read.
    pub fn about(&mut self, question: Option<&str>, datasets: &[Dataset]) {
        self.question = question.map(str::to_owned);
        self.sources.retain(|source| !source.is_file);
        self.sources.extend(datasets.iter().map(files::source));
    }

    /// Takes the result of a query.
    pub fn record(&mut self, id: &str, query: &str, table: Arc<Table>) {
        self.sources.push(Source::new(id, "", query, table));
    }

    /// What knows the question only: it traces no number.
    #[must_use]
    pub fn without_results(&self) -> Self {
        Self { question: self.question.clone(), ..Self::default() }
    }

    /// The numbers of a Markdown text, in their order.
    #[must_use]
    pub fn check(&self, text: &str) -> Vec<Claim> {
        self.check_passages(text, &passages(text))
    }

    /// The numbers of a title or a note, plain text. `cited` are the results that what it stands over was taken from.
    #[must_use]
    pub fn check_title(&self, title: &str, cited: &[String]) -> Vec<Claim> {
        let mut passages = passages(title);
        for passage in &mut passages {
            if passage.citations.is_empty() {
                passage.leaning = cited.to_vec();
            }
        }
        self.check_passages(title, &passages)
    }

    /// The numbers in the cells of a table that was taken from no result. What names them are the headers and the cells
    /// beside them.
    #[must_use]
    pub fn check_cells(&self, headers: &[String], rows: &[Vec<Cell>]) -> Vec<CellClaim> {
        let header: Vec<String> = headers.iter().map(|header| one_cell::in_one_cell(header)).collect();
        let head = format!("|{}|\n", header.join("|"));
        let mut claims = Vec::new();
        // The rows of a long table, or of a wide one, are each traced alone.
        let is_short = rows.len() <= EVIDENCE_TABLE_ROWS && rows.len() * headers.len() <= EVIDENCE_TEXT_NUMBERS;
        let most = if is_short { EVIDENCE_TABLE_ROWS } else { 1 };
        for (part, rows) in rows.chunks(most).enumerate() {
            let mut text = head.clone();
            // Where each cell begins, with its row, its column and its text.
            let mut cells: Vec<(usize, usize, usize, String)> = Vec::new();
            for (row, own) in rows.iter().enumerate() {
                text.push('|');
                for (column, cell) in own.iter().map(Cell::to_string).enumerate() {
                    let start = text.len();
                    text.push_str(&one_cell::in_one_cell(&cell));
                    text.push('|');
                    cells.push((start, part * most + row, column, cell));
                }
                text.push('\n');
            }
            let passages = passages(&text);
            for mut claim in self.check_passages(&text, passages.get(1..).unwrap_or_default()) {
                let at = cells.partition_point(|(start, ..)| *start <= claim.start);
                let Some((start, row, column, cell)) = at.checked_sub(1).and_then(|at| cells.get(at)) else { continue };
                claim.start = one_cell::place_in_cell(cell, claim.start - start);
                claim.end = one_cell::place_in_cell(cell, claim.end.saturating_sub(*start));
                cell.get(claim.start..claim.end).unwrap_or_default().clone_into(&mut claim.text);
                claims.push(CellClaim { row: *row, column: *column, claim });
            }
        }
        claims
    }

    /// What may stand behind each number of a text, with the signs that speak for it. `pointing` is what each sign weighs of how
    /// much the words point to a cell.
    #[must_use]
    pub fn weighed(&self, text: &str, pointing: &[f64]) -> Vec<Weighed> {
        let mut found = Vec::new();
        self.each_passage(text, &passages(text), &mut |scene, _| {
            let (claims, rested) = self.claims(scene);
            let numbers = claims.iter().zip(judge::signs(scene, pointing));
            found.extend(numbers.map(|(claim, (is_certain, signs))| Weighed {
                start: claim.start,
                end: claim.end,
                is_traced: claim.status != ClaimStatus::Unverified,
                is_certain,
                values: signs.iter().map(ValueSigns::from).collect(),
            }));
            rested
        });
        found
    }

    /// The cells that each number of a text may speak of, whether they fit or not, with their signs.
    #[must_use]
    pub fn spoken(&self, text: &str) -> Vec<Spoken> {
        let mut found = Vec::new();
        self.each_passage(text, &passages(text), &mut |scene, _| {
            found.extend(scene.mentions.iter().zip(judge::spoken(scene)).map(|(mention, cells)| Spoken {
                start: mention.range.start,
                end: mention.range.end,
                cells: cells.iter().filter_map(|cell| weighed::spoken(&self.sources, cell)).collect(),
            }));
            self.claims(scene).1
        });
        found
    }

    fn check_passages(&self, text: &str, passages: &[Passage]) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        self.each_passage(text, passages, &mut |scene, owned| {
            let (found, rested) = self.claims(scene);
            claims.extend(found);
            claims.extend(owned.rest.iter().map(|mention| claim(text, mention, None, None)));
            claims.extend(owned.bounds.iter().filter_map(|bound| {
                let cell = bounds::broken(scene, bound, &rested.cells)?;
                Some(claim(text, bound, None, saying::evidence(&self.sources, &cell)))
            }));
            rested
        });
        claims.sort_by_key(|claim| claim.start);
        claims
    }

    /// Goes through the passages of a text, as each tells what is known to the next.
    fn each_passage(&self, text: &str, passages: &[Passage], each: &mut EachPassage<'_>) {
        let labels = |passage: &Passage| -> Vec<Labels<'_>> {
            self.sources.iter().map(|source| Labels::new(text, passage, source)).collect()
        };
        let labels: Vec<Vec<Labels<'_>>> = passages.iter().map(labels).collect();
        let (owned, left_out) = self.numbers(text, passages, &labels);
        let mut story = Story::new(self.question.as_deref(), &self.sources);
        let named = |passage: &Passage, labels: &[Labels<'_>], own: &[Mention]| -> Vec<Naming> {
            let periods = periods(own);
            let of = |(source, labels): (&Source, &Labels<'_>)| {
                let days = days(text, passage, source, &periods, &story.question);
                Naming::of(labels, text, passage, source, &periods).with_days(days)
            };
            self.sources.iter().zip(labels).map(of).collect()
        };
        let each_named = passages.iter().zip(&labels).zip(&owned);
        let naming: Vec<Vec<Naming>> =
            each_named.map(|((passage, labels), own)| named(passage, labels, &own.traced)).collect();
        let told = passages
            .iter()
            .zip(&owned)
            .zip(&naming)
            .map(|((passage, own), naming)| (passage, &own.traced[..], &naming[..]));
        story.series = Series::new(text, &told.collect::<Vec<_>>(), &self.sources);
        for ((passage, own), naming) in passages.iter().zip(&owned).zip(naming) {
            story.begin(passage);
            if own.traced.is_empty() && !passage.cells.is_empty() {
                continue;
            }
            let scene = Scene::new((text, passage, naming), (&own.traced, &left_out), &self.sources, &story);
            let rested = each(&scene, own);
            let naming = scene.naming;
            story.end(naming, rested);
        }
    }

    /// The numbers of each passage, those that are traced and those that are too many for it, and where numbers stand that are no
    /// claims.
    fn numbers(&self, text: &str, passages: &[Passage], labels: &[Vec<Labels<'_>>]) -> (Vec<Owned>, Vec<Range<usize>>) {
        let with_digits = passages.iter().zip(labels).flat_map(|(passage, labels)| {
            let own = labels.iter().zip(&self.sources);
            own.flat_map(move |(labels, source)| labels.names_with_digits(text, passage, source))
        });
        let mut numbered: Vec<Range<usize>> = with_digits.collect();
        numbered.sort_by_key(|range| (range.start, range.end));
        numbered.dedup();
        let ends = labels.iter().flatten().flat_map(|labels| labels.ends(text)).collect();
        let names = mention::Names { numbered, ends };
        let mention::Numbers { mentions, left_out, bounds } = mention::read(text, &names, self.question.as_deref());
        let mut read = 0;
        let owned = passages.iter().map(|passage| {
            let inside = |all: &[Mention]| -> Vec<Mention> {
                all.iter()
                    .filter(|own| passage.range.start <= own.range.start && own.range.end <= passage.range.end)
                    .cloned()
                    .map(|mention| below_header(passage, mention))
                    .filter(|mention| !conditions::restates(text, passage, mention, &self.sources))
                    .collect()
            };
            let (mut traced, mut bounds) = (inside(&mentions), inside(&bounds));
            bounds.truncate(EVIDENCE_BOUNDS);
            // What stands behind so many numbers that nobody reads them is not traced.
            let most = EVIDENCE_PASSAGE_NUMBERS.min(EVIDENCE_TEXT_NUMBERS.saturating_sub(read));
            read += traced.len();
            let rest = traced.split_off(traced.len().min(most));
            Owned { traced, rest, bounds }
        });
        (owned.collect(), left_out.into_iter().map(|number| number.range).collect())
    }

    /// The numbers of one passage, and what they rest on.
    fn claims(&self, scene: &Scene<'_>) -> (Vec<Claim>, Rested) {
        let judged = judge::judge(scene);
        let cells = judged
            .iter()
            .flatten()
            .flat_map(|candidate| candidate.cells.iter().map(|place| (candidate.source, *place)));
        let rested = Rested { cells: cells.collect(), told: follows::told(scene, &judged) };
        let found = scene.mentions.iter().zip(judged).map(|(mention, judged)| {
            let is_date = matches!(mention.form, Form::Year | Form::Month | Form::Quarter | Form::Date);
            let as_date = dated::dated(scene, mention);
            let candidate = if is_date { as_date.or(judged) } else { judged.or(as_date) };
            let near = if candidate.is_none() && !is_date { judge::nearest(scene, mention) } else { None };
            let said = |candidate: &candidate::Candidate| saying::evidence(&self.sources, candidate);
            let evidence = candidate.as_ref().and_then(said);
            let reading = candidate.as_ref().map(|candidate| candidate.reading);
            let mention = Mention {
                readings: reading.map_or(mention.readings.clone(), |reading| vec![reading]),
                ..mention.clone()
            };
            claim(scene.text, &mention, evidence, near.as_ref().and_then(said))
        });
        (found.collect(), rested)
    }
}

#[cfg(test)]
mod tests;

//! Numbers in what the reader reads, traced to the results of queries.
//!
//! Uses `limits`, `table` and `event`; sees no database, no model and no report. One text takes this way:
//!
//! 1. [`Ledger::record`] was told of each result when its query ran, and indexed what its cells and columns are called.
//! 2. [`Ledger::check`] takes the text apart into [`passage`]s, finds what each names ([`naming`]) and cites; [`mention`]
//!    finds the numbers that say something of the data, and leaves out those that do not, each for a reason.
//! 3. For each number the cells, properties and [`steps`] that may stand behind it are listed and weighed ([`candidate`]):
//!    what is cited before what is not, what the sentence names before what it does not. The best one is its
//!    [`Evidence`](crate::event::Evidence); where none is specific enough the number is unverified, and what came near it
//!    is kept.
//! 4. Of results whose rows were cut, [`Ledger::wanted`] says what to ask the database, and [`Ledger::answer`] takes the
//!    answer; then the text is checked again.

mod candidate;
mod column;
mod dated;
mod expression;
mod files;
mod judge;
pub mod mention;
mod naming;
mod order;
mod pairs;
mod passage;
mod period;
mod pointing;
mod rounding;
mod saying;
mod scene;
mod scoring;
mod source;
mod spelled;
mod steps;
mod threshold;
mod whole;
mod words;

use std::ops::Range;
use std::sync::Arc;

use crate::event::{CellClaim, Claim, ClaimStatus, Dataset, Evidence};
use crate::limits::{EVIDENCE_NAMES, EVIDENCE_PASSAGE_NUMBERS, EVIDENCE_TEXT_NUMBERS};
use crate::table::{Cell, Table};
use mention::{Form, Mention};
use naming::RowName;
use passage::{Passage, passages};
use scene::Scene;
use source::Source;

pub use passage::citations;
pub use whole::Wanted;

/// The results of a run so far, as evidence.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    question: Option<String>,
    sources: Vec<Source>,
    asked: Vec<Wanted>,
}

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

/// A number of a table below a header that says percent is one.
fn below_percent(passage: &Passage, mention: Mention) -> Mention {
    let over = passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start));
    let percent = over.is_some_and(|(_, header)| header.iter().any(|word| word == "%"));
    if percent && mention.form == Form::Number { Mention { form: Form::Percent, ..mention } } else { mention }
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
        let header: Vec<String> = headers.iter().map(|header| passage::in_one_cell(header)).collect();
        let head = format!("|{}|\n", header.join("|"));
        let mut claims = Vec::new();
        for (row, cells) in rows.iter().enumerate() {
            let mut text = format!("{head}|");
            let mut starts = Vec::new();
            let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
            for cell in &cells {
                starts.push(text.len());
                text.push_str(&passage::in_one_cell(cell));
                text.push('|');
            }
            let passages = passages(&text);
            let Some(passage) = passages.last() else { continue };
            for mut claim in self.check_passages(&text, std::slice::from_ref(passage)) {
                let Some(column) = starts.iter().rposition(|start| *start <= claim.start) else { continue };
                let (start, cell) = (starts.get(column).copied().unwrap_or_default(), cells.get(column));
                let cell = cell.map_or("", String::as_str);
                claim.start = passage::place_in_cell(cell, claim.start - start);
                claim.end = passage::place_in_cell(cell, claim.end.saturating_sub(start));
                cell.get(claim.start..claim.end).unwrap_or_default().clone_into(&mut claim.text);
                claims.push(CellClaim { row, column, claim });
            }
        }
        claims
    }

    fn check_passages(&self, text: &str, passages: &[Passage]) -> Vec<Claim> {
        let mut names: Vec<Range<usize>> = passages
            .iter()
            .flat_map(|passage| {
                self.sources.iter().flat_map(move |source| naming::names_with_digits(text, passage, source))
            })
            .collect();
        names.sort_by_key(|range| (range.start, range.end));
        names.dedup();
        let mention::Numbers { mut mentions, left_out } = mention::read(text, &names, self.question.as_deref());
        let left_out: Vec<Range<usize>> = left_out.into_iter().map(|number| number.range).collect();
        for mention in &mut mentions {
            // `881,000` is no 881 with three decimals: nobody writes zeros that say nothing.
            if mention.readings.len() > 1 {
                let plain = |reading: &mention::Reading| {
                    reading.unit >= 1.0 || {
                        let tens = reading.value / (reading.unit * 10.0);
                        (tens - tens.round()).abs() > 1e-6
                    }
                };
                let kept: Vec<mention::Reading> = mention.readings.iter().copied().filter(plain).collect();
                if !kept.is_empty() {
                    mention.readings = kept;
                }
            }
            // `adds up to 12` is no bound.
            let before =
                text.get(..mention.range.start).unwrap_or_default().trim_end().trim_end_matches(['$', '€', '£', '*']);
            if ["add up to", "adds up to", "added up to", "sum up to", "sums up to", "turned over"]
                .iter()
                .any(|words| before.ends_with(words))
            {
                mention.hedge = mention::Hedge::Exact;
            }
        }
        let mut claims: Vec<Claim> = Vec::new();
        let mut before: Vec<Vec<RowName>> = Vec::new();
        let mut paragraph = None;
        for passage in passages {
            if paragraph != Some(passage.paragraph) {
                before = vec![Vec::new(); self.sources.len()];
                paragraph = Some(passage.paragraph);
            }
            let mut own: Vec<Mention> = mentions
                .iter()
                .filter(|mention| passage.range.start <= mention.range.start && mention.range.end <= passage.range.end)
                .cloned()
                .map(|mention| below_percent(passage, mention))
                .collect();
            // What stands behind so many numbers that nobody reads them is not traced.
            let most = EVIDENCE_PASSAGE_NUMBERS.min(EVIDENCE_TEXT_NUMBERS.saturating_sub(claims.len()));
            let rest = own.split_off(own.len().min(most));
            if own.is_empty() && !passage.cells.is_empty() {
                continue;
            }
            let scene = Scene::new(text, passage, (&own, &left_out), &self.sources, &before);
            claims.extend(self.claims(&scene));
            claims.extend(rest.iter().map(|mention| claim(text, mention, None, None)));
            let naming = scene.naming;
            for (known, named) in before.iter_mut().zip(naming) {
                if !named.rows.is_empty() {
                    *known = named.rows.into_iter().take(EVIDENCE_NAMES).collect();
                }
            }
        }
        claims
    }

    /// The numbers of one passage.
    fn claims(&self, scene: &Scene<'_>) -> Vec<Claim> {
        let judged = judge::judge(scene);
        let found = scene.mentions.iter().zip(judged).map(|(mention, judged)| {
            let is_date = matches!(mention.form, Form::Year | Form::Month | Form::Quarter | Form::Date);
            let as_date = dated::dated(scene, mention);
            let candidate = if is_date { as_date.or(judged) } else { judged.or(as_date) };
            let near = if candidate.is_none() && !is_date { judge::nearest(scene, mention) } else { None };
            let said = |candidate: &candidate::Candidate| {
                self.sources.get(candidate.source).map(|source| saying::evidence(source, candidate))
            };
            let evidence = candidate.as_ref().and_then(said);
            let reading = candidate.as_ref().map(|candidate| candidate.reading);
            let mention = Mention {
                readings: reading.map_or(mention.readings.clone(), |reading| vec![reading]),
                ..mention.clone()
            };
            claim(scene.text, &mention, evidence, near.as_ref().and_then(said))
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_of_cells_stand_where_their_numbers_do() {
        let text = |cell: &str| Cell::Text(cell.to_owned());
        let headers = ["a|b".to_owned(), "n\n%".to_owned()];
        let rows = [
            vec![text("12|345 and -7"), text("é|9\n8")],
            vec![text("x\\"), text("5\r\n%")],
            vec![Cell::Int(41), text("(6)|-3")],
        ];
        let claims = Ledger::default().check_cells(&headers, &rows);
        let found: Vec<(usize, usize, &str)> =
            claims.iter().map(|cell| (cell.row, cell.column, cell.claim.text.as_str())).collect();
        assert_eq!(
            found,
            [
                (0, 0, "12"),
                (0, 0, "345"),
                (0, 0, "-7"),
                (0, 1, "9"),
                (0, 1, "8"),
                (1, 1, "5\r\n%"),
                (2, 0, "41"),
                (2, 1, "6"),
                (2, 1, "-3"),
            ]
        );
        for CellClaim { row, column, claim } in &claims {
            let cell = rows[*row][*column].to_string();
            assert_eq!(cell[claim.start..claim.end], claim.text, "{cell:?}");
        }
    }

    #[test]
    fn a_cell_with_an_escaped_border_is_one() {
        let text = "| name | share % |\n|---|---|\n| a \\| b 3 | 12 |";
        let claims = Ledger::default().check(text);
        let found: Vec<&str> = claims.iter().map(|claim| &text[claim.start..claim.end]).collect();
        assert_eq!(found, ["3", "12"]);
        assert_eq!(below_percents(text), ["12"]);
    }

    /// The numbers that stand below a header that says percent.
    fn below_percents(text: &str) -> Vec<&str> {
        let passages = passages(text);
        let mentions = mention::find(text, &[], None);
        let percent = |mention: &Mention| {
            let passage = passages.iter().find(|passage| passage.range.contains(&mention.range.start)).unwrap();
            below_percent(passage, mention.clone()).form == Form::Percent
        };
        mentions.iter().filter(|mention| percent(mention)).map(|mention| &text[mention.range.clone()]).collect()
    }
}

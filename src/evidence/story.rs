//! What a text has said before a passage, and the question that it answers.
//!
//! Uses the passages, sources and naming of this room. `It rose to 12.4` speaks of what was named last; an answer does not
//! repeat what was asked.

use super::mention;
use super::naming::{Naming, RowName};
use super::passage::{Passage, passages};
use super::scene::periods;
use super::series::Series;
use super::source::{Place, Source};
use crate::limits::{EVIDENCE_EARLIER, EVIDENCE_NAMES};

/// A number of the passage before that a sentence may go on from, as it is written.
#[derive(Debug, Clone)]
pub struct Told {
    /// The result that it is from.
    pub source: usize,
    /// The first of its cells.
    pub place: Option<Place>,
    /// Its value, in the scale in which it is written.
    pub value: f64,
    /// Whether it is a percentage.
    pub is_percent: bool,
    /// How it is written.
    pub written: String,
}

/// What the numbers of a passage rest on.
#[derive(Debug, Default)]
pub struct Rested {
    /// Their cells, with their results.
    pub cells: Vec<(usize, Place)>,
    /// Those that are no step over others.
    pub told: Vec<Told>,
}

/// What was said so far. What is of each result stands in their order.
#[derive(Debug)]
pub struct Story {
    /// The question.
    pub question: Vec<Passage>,
    /// What the question names of each result.
    pub asked: Vec<Naming>,
    /// What the passages before in the same paragraph name of each result.
    pub before: Vec<Vec<RowName>>,
    /// What the last passage that named any row named of each result, wherever it stands; at first, the question.
    pub recent: Vec<Vec<RowName>>,
    /// Cells that numbers before rest on, with their results.
    pub earlier: Vec<(usize, Place)>,
    /// The numbers of the last passage.
    pub told: Vec<Told>,
    /// What parallel items of the whole text say of its numbers.
    pub series: Series,
    /// How well the last passage that is no item of a list names each column of each result.
    pub led: Vec<Vec<f64>>,
    is_item: bool,
    paragraph: Option<usize>,
}

impl Story {
    /// The beginning of a text that answers a question.
    #[must_use]
    pub fn new(question: Option<&str>, sources: &[Source]) -> Self {
        let text = question.unwrap_or_default();
        let question = passages(text);
        let dates = periods(&mention::find(text));
        let named = |source: &Source| {
            let parts = question.iter().map(|passage| Naming::new(text, passage, source, &dates));
            parts.reduce(Naming::with).unwrap_or_default()
        };
        let asked: Vec<Naming> = sources.iter().map(named).collect();
        let recent = asked.iter().map(|asked| asked.rows.clone()).collect();
        let before = vec![Vec::new(); sources.len()];
        Self {
            question,
            asked,
            before,
            recent,
            earlier: Vec::new(),
            told: Vec::new(),
            series: Series::default(),
            led: Vec::new(),
            is_item: false,
            paragraph: None,
        }
    }

    /// A passage begins.
    pub fn begin(&mut self, passage: &Passage) {
        self.is_item = passage.is_item;
        if self.paragraph != Some(passage.paragraph) {
            self.before.iter_mut().for_each(Vec::clear);
            self.paragraph = Some(passage.paragraph);
        }
    }

    /// A passage is over: what it named of each result, and what its numbers rest on.
    pub fn end(&mut self, naming: Vec<Naming>, rested: Rested) {
        self.earlier.extend(rested.cells);
        self.told = rested.told;
        let forgotten = self.earlier.len().saturating_sub(EVIDENCE_EARLIER);
        self.earlier.drain(..forgotten);
        if !self.is_item {
            let said = |hits: &Vec<(usize, f64)>| hits.iter().map(|(_, weight)| weight).sum();
            self.led = naming.iter().map(|named| named.columns.iter().map(said).collect()).collect();
        }
        for ((before, recent), named) in self.before.iter_mut().zip(&mut self.recent).zip(naming) {
            if !named.rows.is_empty() {
                *before = named.rows.into_iter().take(EVIDENCE_NAMES).collect();
                recent.clone_from(before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{regions, source};
    use super::*;

    fn rows(names: &[Vec<RowName>]) -> Vec<usize> {
        names.iter().flatten().flat_map(|name| name.rows.clone()).collect()
    }

    fn named(text: &str, sources: &[Source]) -> (Passage, Vec<Naming>) {
        let passage = passages(text).remove(0);
        let naming = sources.iter().map(|source| Naming::new(text, &passage, source, &[])).collect();
        (passage, naming)
    }

    #[test]
    fn what_the_question_names_is_known_to_the_first_sentence() {
        let story = Story::new(Some("How much did West earn?"), &[source(regions())]);
        assert_eq!((rows(&story.recent), rows(&story.before)), (vec![0], vec![]));
        assert!(story.asked[0].names(0, 0) && !story.asked[0].names(1, 0));
        assert!(rows(&Story::new(None, &[source(regions())]).recent).is_empty());
    }

    #[test]
    fn a_new_paragraph_forgets_what_was_before_and_keeps_what_was_last_named() {
        let sources = [source(regions())];
        let mut story = Story::new(Some("How much did West earn?"), &sources);
        let (passage, naming) = named("East is second.", &sources);
        story.begin(&passage);
        story.end(naming, Rested { cells: Vec::new(), ..Rested::default() });
        story.begin(&passage);
        assert_eq!((rows(&story.before), rows(&story.recent)), (vec![1], vec![1]));
        story.end(named("It is large.", &sources).1, Rested::default());
        assert_eq!((rows(&story.before), rows(&story.recent)), (vec![1], vec![1]), "what names no row changes nothing");
        story.begin(&Passage { paragraph: 1, ..passage });
        assert_eq!((rows(&story.before), rows(&story.recent)), (vec![], vec![1]));
    }

    #[test]
    fn only_the_last_cells_are_kept() {
        let mut story = Story::new(None, &[source(regions())]);
        for row in 0..=EVIDENCE_EARLIER {
            let cells = vec![(0, Place { column: 1, row })];
            story.end(Vec::new(), Rested { cells, ..Rested::default() });
        }
        assert_eq!(story.earlier.len(), EVIDENCE_EARLIER);
        assert_eq!(story.earlier.last(), Some(&(0, Place { column: 1, row: EVIDENCE_EARLIER })));
    }
}

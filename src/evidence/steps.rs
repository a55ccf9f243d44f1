//! The steps that derive a number from cells of a result: share, sum, mean and count here, those over two cells in
//! [`pairs`](super::pairs).
//!
//! Uses the scene, candidates and sources of this room. A step counts only where the sentence says it in words and points to
//! what it is taken over; two cells of thousands always have some ratio that fits.

use super::candidate::{Candidate, DIGITS_MOST, RowTie, row_tie, sign_fits};
use super::column::{Column, Measure};
use super::mention::{Form, Mention, Reading};
use super::pairs::pairs;
use super::rounding::{count, digits, windows};
use super::said::Said;
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_OPERANDS};

/// By how much another column may score more and leave a column named.
const NAMED_BESIDE: f64 = 0.3;

/// By how much another column must score more to keep steps from a column.
const BLOCKING: f64 = 0.7;

/// The candidates of a mention by a step over one result.
#[must_use]
pub fn steps(scene: &Scene<'_>, mention: &Mention, source: usize, said: &Said) -> Vec<Candidate> {
    let Some(of) = scene.sources.get(source) else { return Vec::new() };
    let cited = scene.cited(mention, of);
    if cited == Cited::Other || of.is_file {
        return Vec::new();
    }
    let finder = Finder { scene, mention, source, of, cited, said };
    let mut found = Vec::new();
    finder.whole_columns(&mut found);
    finder.shares(&mut found);
    finder.counts(&mut found);
    pairs(&finder, &mut found);
    found
}

/// One number against one result.
pub struct Finder<'a> {
    /// The passage.
    pub scene: &'a Scene<'a>,
    /// The number.
    pub mention: &'a Mention,
    /// Position of the result.
    pub source: usize,
    /// The result.
    pub of: &'a Source,
    /// How near a citation of it is.
    pub cited: Cited,
    /// What the words around the number say of steps.
    pub said: &'a Said,
}

impl Finder<'_> {
    /// Adds a value, where the number may stand for it. `factor` is by what the text multiplies it.
    pub fn add(&self, found: &mut Vec<Candidate>, step: Step, value: f64, factor: f64, cells: Vec<Place>, tie: u32) {
        for (reading, window) in windows(self.mention) {
            let turned = reading.value > 0.0 && window.turned().over(factor).holds(value);
            if value.is_finite() && (window.over(factor).holds(value) || turned) && self.fits_sign(step, value, reading)
            {
                let near = match self.cited {
                    Cited::Nearest => 380,
                    Cited::Passage => 280,
                    Cited::Paragraph => 180,
                    Cited::Nothing => 80,
                    Cited::Other => 0,
                };
                let grade = Some(near + tie + digits(reading).min(DIGITS_MOST));
                found.push(Candidate { grade, ..Candidate::of_step(self.source, step, value, cells, reading) });
                return;
            }
        }
    }

    /// Adds a value that comes from the whole of a column, where the number may stand for it.
    fn add_whole(&self, found: &mut Vec<Candidate>, step: Step, value: f64, factor: f64, column: usize, tie: u32) {
        let known = found.len();
        self.add(found, step, value, factor, Vec::new(), tie);
        found.iter_mut().skip(known).for_each(|candidate| candidate.column = Some(column));
    }

    fn fits_sign(&self, step: Step, value: f64, reading: Reading) -> bool {
        match step {
            // Unsigned, the words say which way; the order of two cells in a sentence does not. A minus sign needs a
            // value below zero and no word that says it went up.
            Step::Difference | Step::Change => {
                let (up, down) = (self.said.up, self.said.down);
                let written = self.scene.text.get(self.mention.range.clone()).unwrap_or_default();
                if reading.value < 0.0 {
                    value < 0.0 && (!up || down)
                } else if written.starts_with('+') {
                    value > 0.0
                } else {
                    value == 0.0 || !(up && !down && value < 0.0 || !up && down && value > 0.0)
                }
            }
            Step::Cell
            | Step::RowCount
            | Step::ColumnCount
            | Step::Distinct
            | Step::Rank
            | Step::Condition
            | Step::Ratio
            | Step::Share
            | Step::Sum
            | Step::Mean
            | Step::Count => sign_fits(self.scene, self.mention, value, reading),
        }
    }

    /// By what the text multiplies the numbers of a column, none where it cannot mean them.
    #[must_use]
    pub fn factor(&self, column: usize) -> Option<f64> {
        self.of.columns.get(column).and_then(|column| self.scene.factor(self.mention, column))
    }

    /// The number of a cell.
    #[must_use]
    pub fn number(&self, place: Place) -> Option<f64> {
        self.of.number(place)
    }

    /// Whether the words point to a column rather than to another one.
    #[must_use]
    pub fn names_column(&self, column: usize) -> bool {
        let own = self.scene.column_score(self.mention, self.source, column);
        let best = self.scene.best_other(self.mention, self.source, column);
        own + NAMED_BESIDE >= best && (own > 0.0 || best < 0.0)
    }

    /// Whether the words point to another column that the number may speak of.
    #[must_use]
    pub fn is_blocked(&self, column: usize) -> bool {
        let own = self.scene.column_score(self.mention, self.source, column);
        self.scene.best_other(self.mention, self.source, column) > own + BLOCKING
    }

    /// Rows that the passage names, by all columns that name any. Empty where a name stands for so many rows that it says
    /// little of each.
    #[must_use]
    pub fn named(&self) -> Vec<usize> {
        let Some(naming) = self.scene.naming.get(self.source) else { return Vec::new() };
        let mut rows: Vec<usize> = naming.rows.iter().flat_map(|name| name.rows.clone()).collect();
        rows.sort_unstable();
        rows.dedup();
        let by: Vec<usize> = (0..self.of.columns.len()).filter(|column| naming.names_by(*column)).collect();
        rows.retain(|row| by.iter().all(|column| naming.names(*row, *column)));
        if rows.len() > EVIDENCE_OPERANDS || rows.len() > 2 * naming.rows.len() { Vec::new() } else { rows }
    }

    /// Sums and means of a column, or of the rows that are named.
    fn whole_columns(&self, found: &mut Vec<Candidate>) {
        let of_mean = self.said.mean;
        let rowless = self.scene.naming.get(self.source).is_some_and(|naming| naming.rows.is_empty());
        let of_all = self.said.all || rowless && self.said.all_of_no_row;
        for (column, own) in self.of.columns.iter().enumerate() {
            let Some(factor) = self.factor(column) else { continue };
            let named = self.names_column(column);
            if !named && self.cited < Cited::Paragraph {
                continue;
            }
            let tie = if named { 40 } else { 0 };
            let telling = windows(self.mention).any(|(reading, _)| digits(reading) >= 2);
            // A column that is named in full, such as an island of a cross table, is meant as a whole.
            let in_noun = self.scene.column_score(self.mention, self.source, column) >= 3.0;
            let in_full = (self.names_no_row_nearby() && named && (telling || in_noun) || self.is_whole_of(own))
                && self.of.row_count > 1;
            if self.is_blocked(column) {
                continue;
            }
            if let Some(sum) = own.sum.filter(|_| own.is_additive || own.measure == Measure::Percent)
                && !of_mean
                && !self.scene.counts_rows(self.mention, self.source)
                && (of_all && (telling || named) || in_full && own.is_additive)
            {
                self.add_whole(found, Step::Sum, sum, factor, column, tie);
            }
            if let Some(mean) = own.mean
                && of_mean
                && (telling || named)
            {
                self.add_whole(found, Step::Mean, mean, factor, column, tie);
            }
            if of_all || of_mean || own.is_additive && named && telling {
                self.named_rows(found, column, factor, of_mean);
            }
        }
    }

    /// Whether neither the clause nor the words that lead to the number name a row.
    fn names_no_row_nearby(&self) -> bool {
        let near = [self.scene.clause(self.mention), self.scene.lead(self.mention)];
        let inside = |range: &std::ops::Range<usize>, name: &super::naming::RowName| {
            range.start <= name.range.start && name.range.end <= range.end
        };
        self.scene
            .naming
            .get(self.source)
            .is_some_and(|naming| !naming.rows.iter().any(|name| near.iter().any(|range| inside(range, name))))
    }

    /// Whether the number is the whole of which another, a cell of this column, is a part: `56 of 124`.
    fn is_whole_of(&self, column: &Column) -> bool {
        self.scene.mentions.iter().filter(|part| self.scene.is_part_of(part, self.mention)).any(|part| {
            self.scene.factor(part, column).is_some_and(|factor| {
                windows(part).any(|(_, window)| {
                    let window = window.over(factor);
                    column.between(window.low, window.high).next().is_some()
                })
            })
        })
    }

    /// Sum and mean of the rows that the passage names.
    fn named_rows(&self, found: &mut Vec<Candidate>, column: usize, factor: f64, mean: bool) {
        let places: Vec<Place> = self.named().into_iter().map(|row| Place { column, row }).collect();
        let values: Vec<f64> = places.iter().filter_map(|place| self.number(*place)).collect();
        // Rows that are only named one after the other are not added up.
        let clause = self.scene.clause(self.mention);
        let lead = self.scene.lead(self.mention);
        let beside = self.scene.naming.get(self.source).map_or(0, |naming| {
            let near = |name: &&super::naming::RowName| {
                [&clause, &lead].iter().any(|range| range.start <= name.range.start && name.range.end <= range.end)
            };
            naming.rows.iter().filter(near).count()
        });
        if values.len() < 2 || values.len() != places.len() || !self.said.together && !mean && beside < 2 {
            return;
        }
        let sum: f64 = values.iter().sum();
        let additive =
            self.of.columns.get(column).is_some_and(|column| column.is_additive || column.measure.is_relative());
        if additive {
            self.add(found, Step::Sum, sum, factor, places.clone(), 30);
        }
        if mean {
            self.add(found, Step::Mean, sum / count(values.len()), factor, places, 50);
        }
    }

    /// Whether the passage names this column somewhere, and no other that can be added up.
    fn is_only_said(&self, column: usize) -> bool {
        let said = |column: usize| {
            self.scene
                .naming
                .get(self.source)
                .and_then(|naming| naming.columns.get(column))
                .is_some_and(|hits| !hits.is_empty())
        };
        let mut others = self.of.columns.iter().enumerate().filter(|(other, of)| *other != column && of.is_additive);
        said(column) && !others.any(|(other, _)| said(other))
    }

    /// A cell, or the cells of the rows that are named, over the sum of the column.
    fn shares(&self, found: &mut Vec<Candidate>) {
        // What changed is no share, unless the sentence says so.
        if self.mention.form != Form::Percent || self.said.signed || self.said.moves && !self.said.share {
            return;
        }
        let measured = self.of.columns.iter().filter(|column| column.measure != Measure::None).count();
        for (column, own) in self.of.columns.iter().enumerate() {
            let Some(sum) = own.sum.filter(|sum| *sum != 0.0 && own.is_additive) else { continue };
            if own.numbers.iter().flatten().any(|number| *number < 0.0) || own.numbers.len() < 2 {
                continue;
            }
            let named = self.names_column(column) || self.is_only_said(column);
            if !named && own.measure != Measure::Count && measured > 1 {
                continue;
            }
            if self.is_blocked(column) || self.scene.is_of_another(self.mention, self.source, column) {
                continue;
            }
            let tie = if named { 15 } else { 0 };
            let together: Vec<Place> = self.named().into_iter().map(|row| Place { column, row }).collect();
            let values: Vec<f64> = together.iter().filter_map(|place| self.number(*place)).collect();
            if values.len() >= 2 && values.len() < own.numbers.len() && named {
                let share = values.iter().sum::<f64>() / sum * 100.0;
                self.add(found, Step::Share, share, 1.0, together, 45);
            }
            let within = windows(self.mention).flat_map(|(_, window)| {
                let window = window.over(100.0 / sum);
                own.between(window.low, window.high).take(EVIDENCE_CELLS).collect::<Vec<_>>()
            });
            for row in within {
                let place = Place { column, row };
                let Some(share) = self.number(place).map(|value| value / sum * 100.0) else { continue };
                let row = row_tie(self.scene, self.mention, place, self.source);
                if row >= RowTie::Before {
                    self.add(found, Step::Share, share, 1.0, vec![place], 20 * row as u32 + tie);
                }
            }
        }
    }

    /// How many rows are as the passage says.
    fn counts(&self, found: &mut Vec<Candidate>) {
        let whole = self.mention.readings.first().is_some_and(|reading| reading.unit >= 1.0);
        if self.mention.form != Form::Number || !whole || self.of.row_count < 2 || self.of.is_cut() {
            return;
        }
        let Some(naming) = self.scene.naming.get(self.source) else { return };
        let is_key = |column: usize| self.of.is_key(column);
        let noun_is_key = (0..self.of.columns.len()).filter(|column| is_key(*column)).any(|column| {
            self.of.columns.get(column).is_some_and(|of| {
                self.scene.is_followed_by(self.mention, &|word| match of.period_noun() {
                    Some(noun) => word == noun,
                    None => of.is_named_by(word),
                })
            })
        });
        for name in naming.rows.iter().filter(|name| name.rows.len() > 1 && noun_is_key) {
            self.add_whole(found, Step::Count, count(name.rows.len()), 1.0, name.column, 20);
        }
        // `seven came through Email`: as many rows as have that label.
        let clause = self.scene.clause(self.mention);
        for name in naming.rows.iter().filter(|name| name.rows.len() > 1 && self.cited >= Cited::Paragraph) {
            if self.mention.range.end <= name.range.start && name.range.end <= clause.end && self.of.row_count >= 3 {
                self.add_whole(found, Step::Count, count(name.rows.len()), 1.0, name.column, 20);
            }
        }
        let bound = self.scene.threshold(self.mention);
        for (column, own) in self.of.columns.iter().enumerate().filter(|(_, own)| own.measure != Measure::None) {
            let named = self.names_column(column);
            if let Some(bound) = bound
                && named
            {
                self.beyond(found, own, bound);
            }
            self.by_sign(found, own, named, noun_is_key);
        }
    }

    /// How many rows lie beyond a bound that the passage sets.
    fn beyond(&self, found: &mut Vec<Candidate>, own: &Column, (bound, is_over): (f64, bool)) {
        let bounds = if own.measure == Measure::Fraction { vec![bound, bound / 100.0] } else { vec![bound] };
        for bound in bounds {
            let strictly = holding(own, &|number| if is_over { number > bound } else { number < bound });
            let at_least = holding(own, &|number| if is_over { number >= bound } else { number <= bound });
            self.add_whole(found, Step::Count, strictly, 1.0, own.index, 30);
            self.add_whole(found, Step::Count, at_least, 1.0, own.index, 30);
        }
    }

    /// How many rows are below, above, or not zero.
    fn by_sign(&self, found: &mut Vec<Candidate>, own: &Column, named: bool, noun_is_key: bool) {
        let any = ["have", "has", "with", "any", "missing", "contain", "had"];
        if named && noun_is_key && self.scene.says_stem(&any) && holding(own, &|number| number == 0.0) > 0.0 {
            self.add_whole(found, Step::Count, holding(own, &|number| number > 0.0), 1.0, own.index, 20);
        }
        if !noun_is_key || holding(own, &|number| number < 0.0) == 0.0 {
            return;
        }
        if self.scene.falls() {
            self.add_whole(found, Step::Count, holding(own, &|number| number < 0.0), 1.0, own.index, 10);
        }
        if self.scene.rises() {
            self.add_whole(found, Step::Count, holding(own, &|number| number > 0.0), 1.0, own.index, 10);
        }
    }
}

/// How many numbers of a column are so.
fn holding(column: &Column, fits: &dyn Fn(f64) -> bool) -> f64 {
    count(column.numbers.iter().flatten().filter(|number| fits(**number)).count())
}

#[cfg(test)]
mod tests {
    use super::super::example::{last_scene, ledger, number, regions, scene, table};
    use super::*;

    fn found(scene: &Scene<'_>, written: &str) -> Vec<Candidate> {
        let mention = number(scene, written);
        steps(scene, mention, 0, &Said::new(scene, mention))
    }

    fn said(text: &str, written: &str) -> Vec<Step> {
        let found = scene(regions(), text, &|scene| found(scene, written));
        found.into_iter().map(|candidate| candidate.step).collect()
    }

    #[test]
    fn a_step_counts_only_where_words_say_it() {
        assert_eq!(said("All regions together have a revenue of 32.6 [q1].", "32.6"), [Step::Sum]);
        assert_eq!(said("West has a revenue of 32.6 [q1].", "32.6"), []);
        assert_eq!(said("The average revenue is 10.87 [q1].", "10.87"), [Step::Mean]);
        assert_eq!(said("The highest revenue is 10.87 [q1].", "10.87"), []);
        assert_eq!(said("West and East together have a revenue of 24.3 [q1].", "24.3"), [Step::Sum]);
    }

    #[test]
    fn a_share_is_that_of_the_row_that_is_named() {
        assert_eq!(said("West has 38 % of revenue [q1].", "38 %"), [Step::Share]);
        assert_eq!(said("North has 38 % of revenue [q1].", "38 %"), []);
        assert_eq!(said("West rose by 38 % in revenue [q1].", "38 %"), []);
    }

    #[test]
    fn rows_beyond_a_bound_are_counted() {
        assert_eq!(said("2 regions have a revenue above 10 [q1].", "2").first(), Some(&Step::Count));
        assert_eq!(said("3 regions have a revenue above 10 [q1].", "3"), []);
    }

    #[test]
    fn what_is_not_cited_gives_no_step() {
        let both = ledger(vec![regions(), table("town|visits", &["Aix|7", "Brno|8"])]);
        let text = "All regions together have a revenue of 32.6 [q2].";
        assert_eq!(last_scene(&both, text, &|scene| found(scene, "32.6")), []);
    }
}

//! The steps that derive a number from cells of a result: difference, ratio, change, share, sum, mean, count.
//!
//! Uses the scene, candidates and sources of this room. A step counts only where the sentence says it in words and points to
//! what it is taken over; two cells of thousands always have some ratio that fits.

use super::candidate::{Candidate, ColumnTie, RowTie, column_tie, row_tie, sign_fits};
use super::mention::{Form, Mention, Reading};
use super::rounding::{digits, windows};
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use crate::event::Step;
use crate::limits::{EVIDENCE_OPERANDS, EVIDENCE_PAIR_COLUMNS};

/// The candidates of a mention by a step over one result.
#[must_use]
pub fn steps(scene: &Scene<'_>, mention: &Mention, source: usize) -> Vec<Candidate> {
    let Some(of) = scene.sources.get(source) else { return Vec::new() };
    let cited = scene.cited(mention, of);
    if cited == Cited::Other || of.is_file {
        return Vec::new();
    }
    let finder = Finder { scene, mention, source, of, cited };
    let mut found = Vec::new();
    finder.whole_columns(&mut found);
    finder.shares(&mut found);
    finder.counts(&mut found);
    finder.pairs(&mut found);
    found
}

/// One number against one result.
struct Finder<'a> {
    scene: &'a Scene<'a>,
    mention: &'a Mention,
    source: usize,
    of: &'a Source,
    cited: Cited,
}

impl Finder<'_> {
    /// Adds a value, where the number may stand for it. `factor` is by what the text multiplies it.
    fn add(&self, found: &mut Vec<Candidate>, step: Step, value: f64, factor: f64, cells: Vec<Place>, tie: u32) {
        for (reading, window) in windows(self.mention) {
            let holds =
                window.over(factor).holds(value) || reading.value > 0.0 && window.turned().over(factor).holds(value);
            if value.is_finite() && holds && self.fits_sign(step, value, reading) {
                let near = match self.cited {
                    Cited::Nearest => 380,
                    Cited::Passage => 280,
                    Cited::Paragraph => 180,
                    Cited::Nothing => 80,
                    Cited::Other => 0,
                };
                let grade = Some(near + tie + digits(reading).min(6));
                found.push(Candidate { source: self.source, step, value, cells, reading, grade });
                return;
            }
        }
    }

    fn fits_sign(&self, step: Step, value: f64, reading: Reading) -> bool {
        match step {
            // The words say which way, and the order of two cells in a sentence does not.
            Step::Difference | Step::Change => reading.value >= 0.0 || value <= 0.0,
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
    fn factor(&self, column: usize) -> Option<f64> {
        self.of.columns.get(column).and_then(|column| self.scene.factor(self.mention, column))
    }

    fn tie(&self, place: Place) -> (RowTie, ColumnTie) {
        let row = row_tie(self.scene, self.mention, place, self.source);
        (row, column_tie(self.scene, self.mention, place, self.source))
    }

    /// Whether the words point to a whole column.
    fn names_column(&self, column: usize) -> bool {
        let own = self.scene.column_score(self.mention, self.source, column);
        let others = (0..self.of.columns.len()).filter(|other| *other != column && self.factor(*other).is_some());
        let best = others.map(|other| self.scene.column_score(self.mention, self.source, other)).fold(-1.0, f64::max);
        own + 0.3 >= best && (own > 0.0 || best < 0.0)
    }

    /// Sums and means of a column, or of the rows that are named.
    fn whole_columns(&self, found: &mut Vec<Candidate>) {
        let of_mean = self.scene.says(self.mention, &["average"]);
        let rowless = self.scene.naming.get(self.source).is_some_and(|naming| naming.rows.is_empty());
        let of_all = self.scene.says(self.mention, &["total"])
            || self.scene.says_stem(&["all", "entire", "whole", "across", "add", "up", "over", "between"])
            || rowless && !of_mean && self.of.row_count > 1;
        if !of_all && !of_mean {
            return;
        }
        for column in 0..self.of.columns.len() {
            let Some(factor) = self.factor(column) else { continue };
            if !self.names_column(column) && self.cited < Cited::Paragraph {
                continue;
            }
            let tie = if self.names_column(column) { 40 } else { 0 };
            let Some(own) = self.of.columns.get(column) else { continue };
            let whole = windows(self.mention).any(|(reading, _)| digits(reading) >= 2 || tie > 0);
            if let Some(sum) = own.sum
                && of_all
                && whole
            {
                self.add(found, Step::Sum, sum, factor, Vec::new(), tie);
            }
            if let Some(mean) = own.mean
                && of_mean
                && whole
            {
                self.add(found, Step::Mean, mean, factor, Vec::new(), tie);
            }
            self.named_rows(found, column, factor, (of_all, of_mean));
        }
    }

    /// Sum and mean of the rows that the passage names.
    fn named_rows(&self, found: &mut Vec<Candidate>, column: usize, factor: f64, (sums, means): (bool, bool)) {
        let rows = self.named();
        let places: Vec<Place> = rows.iter().map(|row| Place { column, row: *row }).collect();
        let values: Vec<f64> = places.iter().filter_map(|place| self.number(*place)).collect();
        if values.len() < 2 || values.len() != rows.len() {
            return;
        }
        let sum: f64 = values.iter().sum();
        if sums {
            self.add(found, Step::Sum, sum, factor, places.clone(), 50);
        }
        #[expect(clippy::cast_precision_loss, reason = "rows are few")]
        let count = values.len() as f64;
        if means {
            self.add(found, Step::Mean, sum / count, factor, places, 50);
        }
    }

    fn number(&self, place: Place) -> Option<f64> {
        self.of.columns.get(place.column)?.numbers.get(place.row).copied().flatten()
    }

    /// Rows that the passage names, by all columns that name any; at most so many that pairs stay few.
    fn named(&self) -> Vec<usize> {
        let Some(naming) = self.scene.naming.get(self.source) else { return Vec::new() };
        let mut rows: Vec<usize> = naming.rows.iter().flat_map(|name| name.rows.clone()).collect();
        rows.sort_unstable();
        rows.dedup();
        let by: Vec<usize> = (0..self.of.columns.len()).filter(|column| naming.names_by(*column)).collect();
        rows.retain(|row| by.iter().all(|column| naming.names(*row, *column)));
        rows.truncate(EVIDENCE_OPERANDS);
        rows
    }

    /// A cell over the sum of its column.
    fn shares(&self, found: &mut Vec<Candidate>) {
        if !matches!(self.mention.form, Form::Percent) {
            return;
        }
        for (column, own) in self.of.columns.iter().enumerate() {
            let Some(sum) = own.sum.filter(|sum| *sum != 0.0 && !own.measure.is_relative()) else { continue };
            if own.numbers.iter().flatten().any(|number| *number < 0.0) || own.numbers.len() < 2 {
                continue;
            }
            let together = self.named();
            let values: Vec<f64> = together.iter().filter_map(|row| self.number(Place { column, row: *row })).collect();
            if (2..own.numbers.len()).contains(&values.len()) && self.names_column(column) {
                let places = together.iter().map(|row| Place { column, row: *row }).collect();
                self.add(found, Step::Share, values.iter().sum::<f64>() / sum * 100.0, 1.0, places, 45);
            }
            for row in 0..own.numbers.len() {
                let place = Place { column, row };
                let Some(value) = self.number(place) else { continue };
                let share = value / sum * 100.0;
                if !windows(self.mention).any(|(_, window)| window.holds(share)) {
                    continue;
                }
                let (row, tie) = (row_tie(self.scene, self.mention, place, self.source), self.names_column(column));
                let count = own.measure == super::column::Measure::Count || tie;
                let few =
                    self.of.columns.iter().filter(|column| column.measure != super::column::Measure::None).count() == 1;
                if row >= RowTie::Before && (count || few) {
                    self.add(found, Step::Share, share, 1.0, vec![place], 20 * row as u32 + if tie { 15 } else { 0 });
                }
            }
        }
    }

    /// How many rows are as the passage says.
    fn counts(&self, found: &mut Vec<Candidate>) {
        if self.mention.form != Form::Number || self.cited < Cited::Paragraph && self.of.row_count < 2 {
            return;
        }
        let Some(naming) = self.scene.naming.get(self.source) else { return };
        let rows = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        for name in naming.rows.iter().filter(|name| name.rows.len() > 1 && !self.of.is_cut()) {
            self.add(found, Step::Count, rows(name.rows.len()), 1.0, Vec::new(), 20);
        }
        let down = self.scene.says_stem(&super::candidate::DOWN);
        let up = self.scene.says_stem(&[
            "positive",
            "grew",
            "rose",
            "gain",
            "gained",
            "increased",
            "profitable",
            "increase",
        ]);
        let threshold = super::threshold::threshold(self.scene.text, self.scene.passage, self.mention);
        for (column, own) in self.of.columns.iter().enumerate() {
            if own.measure == super::column::Measure::None || self.of.is_cut() {
                continue;
            }
            let named = self.names_column(column);
            let holding =
                |fits: &dyn Fn(f64) -> bool| own.numbers.iter().flatten().filter(|number| fits(**number)).count();
            if let Some((bound, is_over)) = threshold
                && named
            {
                let over = |number: f64| if is_over { number > bound } else { number < bound };
                self.add(found, Step::Count, rows(holding(&over)), 1.0, Vec::new(), 30);
                let at_least = |number: f64| if is_over { number >= bound } else { number <= bound };
                self.add(found, Step::Count, rows(holding(&at_least)), 1.0, Vec::new(), 30);
            }
            let any = self.scene.says_stem(&["have", "has", "with", "any", "missing", "contain", "had"]);
            if any && named && own.numbers.iter().flatten().any(|number| *number == 0.0) {
                self.add(found, Step::Count, rows(holding(&|number| number > 0.0)), 1.0, Vec::new(), 20);
            }
            if down && own.numbers.iter().flatten().any(|number| *number < 0.0) {
                self.add(found, Step::Count, rows(holding(&|number| number < 0.0)), 1.0, Vec::new(), 10);
            }
            if up && own.numbers.iter().flatten().any(|number| *number < 0.0) {
                self.add(found, Step::Count, rows(holding(&|number| number > 0.0)), 1.0, Vec::new(), 10);
            }
        }
    }

    /// Differences, ratios and changes of two cells.
    fn pairs(&self, found: &mut Vec<Candidate>) {
        let kinds = self.kinds();
        if kinds.is_empty() {
            return;
        }
        let operands = self.operands();
        for column in (0..self.of.columns.len()).filter(|column| self.is_measured(*column)).take(EVIDENCE_PAIR_COLUMNS)
        {
            let tie = if self.scene.column_score(self.mention, self.source, column) > 0.0 { 25 } else { 10 };
            for (one, first) in operands.iter().enumerate() {
                for second in operands.iter().skip(one + 1) {
                    let pair = [Place { column, row: *first }, Place { column, row: *second }];
                    self.pair(found, &kinds, pair, tie);
                }
            }
        }
        self.across(found, &kinds);
    }

    fn is_measured(&self, column: usize) -> bool {
        self.of.columns.get(column).is_some_and(|column| column.measure != super::column::Measure::None)
    }

    /// Two columns of one row that are both named.
    fn across(&self, found: &mut Vec<Candidate>, kinds: &[Step]) {
        let named: Vec<usize> = (0..self.of.columns.len())
            .filter(|column| self.is_measured(*column))
            .filter(|column| {
                self.scene
                    .naming
                    .get(self.source)
                    .is_some_and(|naming| naming.score(*column, &self.scene.passage.range) > 0.0)
                    || self.of.columns.len() <= 3
            })
            .take(EVIDENCE_PAIR_COLUMNS)
            .collect();
        let rows = if self.of.row_count == 1 { vec![0] } else { self.named() };
        for row in rows {
            for (index, first) in named.iter().enumerate() {
                for second in named.iter().skip(index + 1) {
                    let pair = [Place { column: *first, row }, Place { column: *second, row }];
                    if self.tie(pair[0]).0 >= RowTie::Before {
                        self.pair(found, kinds, pair, 20);
                    }
                }
            }
        }
    }

    /// The steps over two cells that the form and the words allow.
    fn kinds(&self) -> Vec<Step> {
        let scene = self.scene;
        let compares = scene.says_stem(&COMPARING)
            || scene.says_stem(&super::candidate::DOWN)
            || scene.says(self.mention, &["change"]);
        match self.mention.form {
            Form::Multiple => vec![Step::Ratio],
            Form::Percent => {
                let mut kinds = Vec::new();
                if compares {
                    kinds.push(Step::Change);
                }
                if scene.says(self.mention, &["share"]) || scene.behind(self.mention, 2).any(|word| word == "of") {
                    kinds.push(Step::Ratio);
                }
                kinds
            }
            Form::Points if compares || scene.says_stem(&["point"]) => vec![Step::Difference],
            Form::Number if compares => vec![Step::Difference],
            Form::Number if scene.says(self.mention, &["share"]) || scene.says_stem(&["per", "factor", "time"]) => {
                vec![Step::Ratio]
            }
            Form::Number | Form::Points | Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => {
                Vec::new()
            }
        }
    }

    /// Rows that two-cell steps may be taken over: those that are named or meant, whose cells other numbers give, and where
    /// the passage speaks of a course, the first and the last.
    fn operands(&self) -> Vec<usize> {
        let mut rows = self.named();
        let all = self.of.rows.len();
        let extreme = self.scene.says(self.mention, &["maximum"]) || self.scene.says(self.mention, &["minimum"]);
        for (column, own) in self.of.columns.iter().enumerate().filter(|(column, _)| self.is_measured(*column)) {
            let given = |row: usize| {
                self.number(Place { column, row }).is_some_and(|value| {
                    self.scene.mentions.iter().filter(|other| other.range != self.mention.range).any(|other| {
                        self.scene.factor(other, own).is_some_and(|factor| {
                            windows(other)
                                .any(|(reading, window)| digits(reading) >= 2 && window.over(factor).holds(value))
                        })
                    })
                })
            };
            if all <= crate::limits::EVIDENCE_STATED_ROWS {
                rows.extend((0..all).filter(|row| given(*row)));
            }
            if extreme && all > 1 {
                let by = |one: &usize, other: &usize| {
                    let number = |row: usize| self.number(Place { column, row }).unwrap_or(f64::NAN);
                    number(*one).total_cmp(&number(*other))
                };
                rows.extend((0..all).filter(|row| self.number(Place { column, row: *row }).is_some()).max_by(by));
                rows.extend((0..all).filter(|row| self.number(Place { column, row: *row }).is_some()).min_by(by));
            }
        }
        let dated = self.of.columns.iter().any(|column| column.periods.iter().flatten().count() > 1);
        if dated || all <= 3 {
            if rows.len() == 1
                && let Some(row) = rows.first().copied()
            {
                rows.extend([row.wrapping_sub(1), row + 1].into_iter().filter(|row| *row < all));
            }
            if rows.is_empty() && all > 1 {
                rows.extend([0, all - 1]);
            }
        }
        rows.sort_unstable();
        rows.dedup();
        rows.truncate(EVIDENCE_OPERANDS);
        rows
    }

    fn pair(&self, found: &mut Vec<Candidate>, kinds: &[Step], [first, second]: [Place; 2], tie: u32) {
        let (Some(one), Some(other)) = (self.number(first), self.number(second)) else { return };
        let scale = |place: Place| self.factor(place.column);
        for kind in kinds {
            for (place, base, from) in [(first, second, (one, other)), (second, first, (other, one))] {
                let (value, under) = from;
                let cells = vec![place, base];
                match kind {
                    Step::Difference => {
                        if let (Some(factor), Some(second)) = (scale(place), scale(base))
                            && (factor - second).abs() < f64::EPSILON
                        {
                            self.add(found, Step::Difference, value - under, factor, cells, tie);
                        }
                    }
                    Step::Ratio if under != 0.0 => {
                        let factor = if self.mention.form == Form::Percent { 100.0 } else { 1.0 };
                        self.add(found, Step::Ratio, value / under, factor, cells, tie);
                    }
                    Step::Change if under != 0.0 => {
                        self.add(found, Step::Change, (value - under) / under.abs() * 100.0, 1.0, cells, tie);
                    }
                    Step::Ratio
                    | Step::Change
                    | Step::Cell
                    | Step::RowCount
                    | Step::ColumnCount
                    | Step::Distinct
                    | Step::Rank
                    | Step::Condition
                    | Step::Share
                    | Step::Sum
                    | Step::Mean
                    | Step::Count => {}
                }
            }
        }
    }
}

/// Words that compare.
const COMPARING: [&str; 52] = [
    "more",
    "higher",
    "above",
    "ahead",
    "lead",
    "leads",
    "than",
    "difference",
    "gap",
    "between",
    "increase",
    "increased",
    "increasing",
    "rose",
    "rise",
    "risen",
    "grew",
    "grow",
    "grown",
    "growth",
    "gain",
    "gained",
    "up",
    "by",
    "spread",
    "range",
    "margin",
    "compared",
    "versus",
    "vs",
    "against",
    "change",
    "changed",
    "climbed",
    "jumped",
    "longer",
    "heavier",
    "larger",
    "bigger",
    "warmer",
    "exceed",
    "from",
    "surged",
    "expanded",
    "apart",
    "distance",
    "extra",
    "additional",
    "outpace",
    "outsold",
    "beat",
    "differ",
];

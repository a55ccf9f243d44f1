//! How well the words around a number name the columns of a result.
//!
//! Uses the scene, names and columns of this room. Worked out once for each number and result: wide results have thousands
//! of columns.

use std::ops::Range;
use std::rc::Rc;

use super::candidate::MUCH_BETTER;
use super::column::{Column, Measure, year_of};
use super::mention::Mention;
use super::naming::Naming;
use super::parts::RangeEnd;
use super::rounding::{count, digits, windows};
use super::scene::{Scene, is_figure};
use super::source::Source;
use super::units::{MONEY, unit_word};
use crate::limits::EVIDENCE_CELLS;

/// What a word of the noun says of the number that it stands behind, and of one below it in a table.
pub const OF_NOUN: f64 = 4.0;
/// What a word says that leads to the number.
const OF_LEAD: f64 = 2.0;
/// What a word of its clause says.
const OF_CLAUSE: f64 = 0.75;
/// The unit behind the number is one that the column can be told in: `675,200 kWh` of a column in megawatt hours.
const OF_KIND: f64 = 1.0;
/// What its unit says.
const OF_UNIT: f64 = 0.5;
/// What any word of the passage says.
const OF_PASSAGE: f64 = 0.25;
/// What it says of the smallest or the largest that a number begins or ends a range.
const OF_END: f64 = 2.0;

impl Scene<'_> {
    /// How well the words around a mention name a column: its noun most, the words that lead to it, its clause, and those of
    /// the passage least. In a table only what stands over the cell counts.
    #[must_use]
    pub fn column_score(&self, mention: &Mention, source: usize, column: usize) -> f64 {
        self.column_scores(mention, source).get(column).copied().unwrap_or(0.0)
    }

    /// The same for all columns of a result.
    #[must_use]
    pub fn column_scores(&self, mention: &Mention, source: usize) -> Rc<Vec<f64>> {
        self.memo.scores.of((mention.range.start, source), || Rc::new(self.scores_of(mention, source)))
    }

    fn scores_of(&self, mention: &Mention, source: usize) -> Vec<f64> {
        let (Some(of), Some(naming)) = (self.sources.get(source), self.naming.get(source)) else { return Vec::new() };
        let cell = self.passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start));
        if let Some((range, header)) = cell {
            return self.scores_in_table(mention, of, naming, (range, header));
        }
        let share = self.share_of_words(mention);
        let (ends, other) = match self.range_end(mention) {
            Some(RangeEnd::Low) => ("minimum", "maximum"),
            Some(RangeEnd::High) => ("maximum", "minimum"),
            None => ("", ""),
        };
        let has_other = of.columns.iter().any(|of| of.is_named_by(other));
        let years: Vec<i32> = self.passage.words.iter().filter_map(|word| year_of(&word.stem)).collect();
        let given = self.given_by_parts(mention, of);
        let turn = self.turn(mention);
        // `31 days of frost` are counted.
        let unit = self.unit_behind(mention).filter(|unit| ![MONEY, "d", "week"].contains(unit));
        let score = |(index, column): (usize, &Column)| {
            if is_of_another_year(column, of, &years, turn) || given.contains(&index) {
                return 0.0;
            }
            let of_kind = if unit.is_some_and(|unit| column.is_measured_in(unit)) { OF_KIND } else { 0.0 };
            let hits = naming.columns.get(index).map_or(&[][..], Vec::as_slice);
            let is_end = has_other && column.is_named_by(ends);
            let said: f64 = hits.iter().map(|(at, weight)| share(*at) * weight).sum();
            said + of_kind + if is_end { OF_END } else { 0.0 }
        };
        of.columns.iter().enumerate().map(score).collect()
    }

    /// Whether a number is what something turned from or into.
    fn turn(&self, mention: &Mention) -> Option<Turn> {
        let bare =
            |text: Option<&str>| text.unwrap_or_default().trim_matches([' ', '$', '€', '£', '*', '~']).to_lowercase();
        let opens = |own: &Mention| {
            let before = bare(self.text.get(self.passage.range.start..own.range.start));
            ["from", "von"].iter().any(|word| before == *word || before.ends_with(&format!(" {word}")))
        };
        let arrow = |text: &str| ["→", "->", "⟶"].iter().any(|mark| text.ends_with(mark));
        let before = self.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
        let turned = before.max_by_key(|other| other.range.end).is_some_and(|other| {
            let between = bare(self.text.get(other.range.end..mention.range.start));
            arrow(&between)
                || opens(other) && between.split(' ').next_back().is_some_and(|word| ["to", "auf"].contains(&word))
        });
        let behind = self.text.get(mention.range.end..self.passage.range.end).unwrap_or_default().trim_start();
        let starts = opens(mention) || behind.starts_with("→") || behind.starts_with("->");
        match (turned, starts) {
            (true, _) => Some(Turn::End),
            (false, true) => Some(Turn::Start),
            (false, false) => None,
        }
    }

    /// The columns that a part of a number gives in a row where another column gives the number: in `106 of 245 failed` those
    /// that failed are the 106.
    fn given_by_parts(&self, whole: &Mention, of: &Source) -> Vec<usize> {
        let rows_of = |mention: &Mention, column: &Column| -> Vec<usize> {
            let factor = self.factor(mention, column).filter(|_| column.measure != Measure::None);
            let telling = windows(mention).filter(|(reading, _)| digits(*reading) >= 2);
            let inside = factor.map(|factor| telling.map(move |(_, window)| window.over(factor)));
            let found = inside.into_iter().flatten().flat_map(|inside| column.between(inside.low, inside.high));
            found.take(EVIDENCE_CELLS).collect()
        };
        let mut given = Vec::new();
        for part in self.mentions.iter().filter(|part| self.is_part_of(part, whole)) {
            for (index, column) in of.columns.iter().enumerate() {
                let rows = rows_of(part, column);
                let others = of.columns.iter().filter(|other| other.index != index && !rows.is_empty());
                if others.flat_map(|other| rows_of(whole, other)).any(|row| rows.contains(&row)) {
                    given.push(index);
                }
            }
        }
        given
    }

    /// The scores for a cell of a table: what stands over it, in it before the number, and in the first cell of its row.
    fn scores_in_table(
        &self,
        mention: &Mention,
        of: &Source,
        naming: &Naming,
        (range, header): (&Range<usize>, &[String]),
    ) -> Vec<f64> {
        let lead = self.lead(mention);
        // In a table with the figures below one another the first cell says what the row gives.
        let first = self.passage.cells.first().map(|(range, _)| range).filter(|first| *first != range);
        let share = |at: usize| {
            let inside = if lead.contains(&at) && range.contains(&at) { OF_NOUN } else { 0.0 };
            inside + if first.is_some_and(|first| first.contains(&at)) { OF_LEAD } else { 0.0 }
        };
        let score = |(index, column): (usize, &Column)| {
            let hits = naming.columns.get(index).map_or(&[][..], Vec::as_slice);
            below(header, column, of) + hits.iter().map(|(at, weight)| share(*at) * weight).sum::<f64>()
        };
        of.columns.iter().enumerate().map(score).collect()
    }

    /// How much a word says of a number, by its place.
    fn share_of_words(&self, mention: &Mention) -> impl Fn(usize) -> f64 {
        // A noun that belongs to another number says nothing of this one.
        let own = self.noun(mention);
        let others = self.mentions.iter().filter(|other| other.range != mention.range && is_figure(other));
        let taken: Vec<Range<usize>> = others
            .map(|other| self.noun(other))
            .filter(|noun| !(noun.start >= own.start && noun.end <= own.end))
            .collect();
        let (lead, clause) = (self.lead(mention), self.clause(mention));
        // `371.5 ppm` gives a unit, whatever else is called so.
        let unit = self.passage.words.iter().find(|word| word.range.start >= mention.range.end);
        let unit = unit.filter(|word| unit_word(&word.stem).is_some()).map(|word| word.range.start);
        move |at: usize| match () {
            () if Some(at) == unit => OF_UNIT,
            () if own.contains(&at) => OF_NOUN,
            () if taken.iter().any(|noun| noun.contains(&at)) => 0.0,
            () if lead.contains(&at) => OF_LEAD,
            () if clause.contains(&at) => OF_CLAUSE,
            () => OF_PASSAGE,
        }
    }

    /// Whether a percentage is said to be of another amount that can be added up than a column: `38 % of revenue`.
    #[must_use]
    pub fn is_of_another(&self, mention: &Mention, source: usize, column: usize) -> bool {
        let scores = self.column_scores(mention, source);
        let score = |column: usize| scores.get(column).copied().unwrap_or(0.0);
        let columns = self.sources.get(source).into_iter().flat_map(|of| of.columns.iter().enumerate());
        let mut others =
            columns.filter(|(other, of)| *other != column && of.is_additive && of.measure != Measure::None);
        // The header over a number says the step, not of what it is.
        self.passage.cells.is_empty() && others.any(|(other, _)| score(other) > score(column) + MUCH_BETTER)
    }

    /// The largest score among the other columns that a mention may speak of; below zero where there is none.
    #[must_use]
    pub fn best_other(&self, mention: &Mention, source: usize, column: usize) -> f64 {
        let find = || self.two_best(mention, self.sources.get(source), &self.column_scores(mention, source));
        let [first, second] = self.memo.best.of((mention.range.start, source), find);
        if first.0 == column { second.1 } else { first.1 }
    }

    fn two_best(&self, mention: &Mention, source: Option<&Source>, scores: &[f64]) -> [(usize, f64); 2] {
        let mut best = [(usize::MAX, -1.0), (usize::MAX, -1.0)];
        for (index, column) in source.iter().flat_map(|source| source.columns.iter().enumerate()) {
            let score = scores.get(index).copied().unwrap_or(0.0);
            if score > best[1].1 && self.factor(mention, column).is_some() {
                best[1] = (index, score);
                if best[1].1 > best[0].1 {
                    best.swap(0, 1);
                }
            }
        }
        best
    }
}

/// Letters of a short form at most.
const SHORT_LETTERS: usize = 4;

/// How well the header over a cell names a column: by its words, or as a short form of it alone.
fn below(header: &[String], column: &Column, of: &Source) -> f64 {
    if let [short] = header
        && is_short_for(short, column)
        && of.columns.iter().filter(|other| !other.is_label && is_short_for(short, other)).count() == 1
    {
        return OF_NOUN;
    }
    let hits = header.iter().filter(|word| column.is_named_by(word)).count();
    OF_NOUN * count(hits) / count(column.words.len().max(1)).sqrt()
}

/// Whether a header is a short form of a column's name: the first letters of its words, `GF` for `goals_for`, or letters of its
/// only word from the first one on, `W` for `won` and `pts` for `points`.
#[must_use]
pub fn is_short_for(short: &str, column: &Column) -> bool {
    let letters = |text: &str| text.chars().all(char::is_alphabetic);
    let name = column.name.to_lowercase();
    let words: Vec<&str> = name.split(['_', ' ', '-']).filter(|word| !word.is_empty()).collect();
    if !letters(short) || short.is_empty() || short.chars().count() > SHORT_LETTERS {
        return false;
    }
    match words.as_slice() {
        [word] => {
            let mut rest = word.chars();
            word.len() > short.len()
                && word.chars().next() == short.chars().next()
                && short.chars().all(|letter| rest.any(|own| own == letter))
        }
        words => words.iter().filter_map(|word| word.chars().next()).eq(short.chars()),
    }
}

/// Whether a column is of a year, such as `visits_2023`, and another is meant: the one that the passage speaks of; where it
/// speaks of none, the latest; and of two figures from one to the other, the earlier and the later one.
fn is_of_another_year(column: &Column, of: &Source, years: &[i32], turn: Option<Turn>) -> bool {
    let Some(own) = column.year else { return false };
    let known = || of.columns.iter().filter_map(|column| column.year);
    let (earliest, latest) = (known().min(), known().max());
    let said = || years.iter().copied().filter(|year| known().any(|own| own == *year));
    let meant = match turn {
        Some(Turn::Start) => said().min().filter(|year| Some(*year) != latest).or(earliest),
        Some(Turn::End) => said().max().filter(|year| Some(*year) != earliest).or(latest),
        None if years.is_empty() => latest,
        None => return !years.contains(&own),
    };
    meant.is_some_and(|meant| meant != own)
}

/// Which of two figures a number is where one turns into the other: `from 48.9 to 69.2`, `48.9 → 69.2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Start,
    End,
}

#[cfg(test)]
mod tests {
    use super::super::example::{number, regions, scene, table};

    #[test]
    fn the_noun_says_more_than_the_words_before() {
        let scores = |text: &str, written: &str| {
            let scores = scene(regions(), text, &|scene| scene.column_scores(number(scene, written), 0));
            (scores[1], scores[2])
        };
        let (revenue, orders) = scores("Of the revenue West had 45 orders [q1].", "45");
        assert!(orders > revenue && revenue > 0.0);
        let (revenue, orders) = scores("West has a revenue of 12.4 and 45 orders [q1].", "12.4");
        assert!(revenue > 0.0 && orders == 0.0, "a noun belongs to its own number");
        assert_eq!(scores("West has 12.4 [q1].", "12.4"), (0.0, 0.0));
    }

    #[test]
    fn in_a_table_what_stands_over_the_cell_counts() {
        let text = "| name | orders | revenue |\n|---|---|---|\n| revenue of West | 45 | 12.4 |";
        let scores = |written: &str| {
            let scores = scene(regions(), text, &|scene| scene.column_scores(number(scene, written), 0));
            (scores[1], scores[2])
        };
        let ((revenue, orders), (revenue_below, orders_below)) = (scores("45"), scores("12.4"));
        assert!(orders > revenue && revenue_below > revenue && orders_below == 0.0);
    }

    #[test]
    fn a_column_of_another_year_is_not_named() {
        let years = || table("shop|visits_2023|visits_2024", &["Aix|80|92", "Brno|70|60"]);
        let scores = |text: &str| {
            let scores = scene(years(), text, &|scene| scene.column_scores(number(scene, "80"), 0));
            (scores[1] > 0.0, scores[2] > 0.0)
        };
        assert_eq!(scores("Aix had 80 visits in 2023 [q1]."), (true, false));
        assert_eq!(scores("Aix had 80 visits [q1]."), (false, true), "the latest is meant");
        assert_eq!(scores("In Aix visits rose from 80 to 92 [q1]."), (true, false));
        assert_eq!(scores("In Aix visits since 2023 rose from 80 to 92 [q1]."), (true, false));
        assert_eq!(scores("In Aix visits went 92 → 80 [q1]."), (false, true));
    }

    #[test]
    fn the_best_of_the_others_is_known() {
        let text = "West took 45 orders [q1].";
        let best = |column: usize| scene(regions(), text, &|scene| scene.best_other(number(scene, "45"), 0, column));
        assert!(best(1) > 0.0);
        assert!(best(2) < best(1));
        let alone = table("region|orders", &["West|45", "East|38"]);
        assert!(scene(alone, text, &|scene| scene.best_other(number(scene, "45"), 0, 1)) < 0.0, "there is none");
    }
}

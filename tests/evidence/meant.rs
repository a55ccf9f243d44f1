//! Fits how much each sign says which cell the words around a number mean, whatever the number is.
//!
//! Of the true numbers that give a cell it is known which one. All cells that the number may speak of are held against one
//! another (a softmax over the sums of their weights); the weights are those that make the labelled ones likeliest.

use std::collections::BTreeMap;
use std::sync::Arc;

use csvchat::event::Step;
use csvchat::evidence::{Ledger, Spoken, SpokenCell};

use super::corpus::{Corpus, Label, Sentence};
use super::regression::{FLOOR, Row, descend, solve, sum};

/// The signs that do not depend on what the number is, but on how it is written and on the words.
pub const POINTING: [&str; 60] = [
    "Series",
    "SeriesElsewhere",
    "Attached",
    "Elsewhere",
    "InClause",
    "Named",
    "Before",
    "Asked",
    "NoneNamed",
    "OthersNamed",
    "Extreme",
    "Single",
    "NameWidth",
    "Own",
    "OwnNamed",
    "Other",
    "OtherBetter",
    "OtherMuchBetter",
    "AskedColumn",
    "AskedOther",
    "InPlay",
    "OtherInPlay",
    "OnlyColumn",
    "Counted",
    "Money",
    "CitedNear",
    "CitedNearest",
    "CitedNothing",
    "Given",
    "MainColumn",
    "RowInPlay",
    "NearestName",
    "NameBefore",
    "NameBehind",
    "Aligned",
    "FollowsRow",
    "ColumnsInPlay",
    "Below",
    "Key",
    "KeyNoun",
    "RecentFirst",
    "RecentLast",
    "OwnWords",
    "OtherWords",
    "RowAnother",
    "RowFree",
    "RowBefore",
    "RowMeant",
    "RowNamed",
    "ColumnAnother",
    "ColumnFree",
    "ColumnOnly",
    "ColumnNamed",
    "Operand",
    "MoneyColumn",
    "MoneyElsewhere",
    "MoneyUnsaid",
    "Rounded",
    "PreviousColumn",
    "PreviousRow",
];

/// What the square of a weight costs.
const RIDGE: f64 = 1.0;

/// The cells that a number may speak of, and which of them is meant.
pub struct Choice {
    cells: Vec<Row>,
    meant: usize,
}

impl Choice {
    fn of(spoken: &[Spoken], label: &Label, places: &[usize]) -> Option<Self> {
        let from = label.from.as_ref().filter(|from| label.is_true() && from.step == Step::Cell)?;
        let own = spoken.iter().find(|number| number.start < label.end() && label.start < number.end)?;
        let is = |cell: &SpokenCell| {
            cell.result == from.result
                && Some(&cell.column) == from.column.as_ref()
                && Some(cell.row) == from.row.map(|row| row as u64)
        };
        let row = |cell: &SpokenCell| {
            let of = |(index, place): (usize, &usize)| {
                Some((index, cell.signs.get(*place).copied().filter(|sign| *sign != 0.0)?))
            };
            places.iter().enumerate().filter_map(of).collect()
        };
        Some(Self { meant: own.cells.iter().position(is)?, cells: own.cells.iter().map(row).collect() })
    }

    /// How likely each cell is, with the logarithm of the sum of all that they are likely by.
    fn likely(&self, weights: &[f64]) -> (Vec<f64>, f64) {
        let sums: Vec<f64> = self.cells.iter().map(|cell| sum(cell, weights)).collect();
        let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let all: f64 = sums.iter().map(|sum| (sum - largest).exp()).sum();
        (sums.iter().map(|sum| (sum - largest).exp() / all).collect(), largest + all.ln())
    }
}

/// The choices of the sentences of a corpus.
pub fn choices(corpus: &Corpus, names: &[String]) -> Vec<Choice> {
    let places: Vec<usize> = POINTING.iter().map(|sign| names.iter().position(|name| name == sign).unwrap()).collect();
    let mut found = Vec::new();
    for_each_ledger(corpus, &mut |sentence, ledger| {
        let spoken = ledger.spoken(&sentence.text);
        found.extend(sentence.numbers.iter().filter_map(|label| Choice::of(&spoken, label, &places)));
    });
    found
}

/// Goes through the sentences of a corpus, each with what is known when it is read.
pub fn for_each_ledger(corpus: &Corpus, each: &mut dyn FnMut(&Sentence, &Ledger)) {
    let mut ledgers: BTreeMap<(&str, Option<&str>), Ledger> = BTreeMap::new();
    for sentence in &corpus.sentences {
        let question = sentence.question.as_deref();
        let ledger = ledgers.entry((&sentence.set, question)).or_insert_with(|| {
            let mut ledger = Ledger::default();
            ledger.about(question, &[]);
            for stored in corpus.of(&sentence.set) {
                ledger.record(&stored.id, &stored.query, Arc::new(stored.table.clone()));
            }
            ledger
        });
        each(sentence, ledger);
    }
}

fn cost_of(choices: &[Choice], weights: &[f64]) -> f64 {
    let of = |choice: &Choice| choice.likely(weights).1 - sum(&choice.cells[choice.meant], weights);
    choices.iter().map(of).sum::<f64>() + 0.5 * RIDGE * weights.iter().map(|weight| weight * weight).sum::<f64>()
}

fn newton(choices: &[Choice], weights: &[f64]) -> Option<Vec<f64>> {
    let size = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
    let mut curve = vec![vec![0.0; size]; size];
    for (index, row) in curve.iter_mut().enumerate() {
        row[index] = RIDGE + FLOOR;
    }
    for choice in choices {
        let mut mean = vec![0.0; size];
        for (cell, likely) in choice.cells.iter().zip(choice.likely(weights).0) {
            for (place, (feature, value)) in cell.iter().enumerate() {
                mean[*feature] += likely * value;
                for (other, with) in &cell[..=place] {
                    curve[*feature][*other] += likely * value * with;
                }
            }
        }
        for (feature, value) in &choice.cells[choice.meant] {
            gradient[*feature] -= value;
        }
        for feature in 0..size {
            gradient[feature] += mean[feature];
            for other in 0..=feature {
                curve[feature][other] -= mean[feature] * mean[other];
            }
        }
    }
    solve(curve, gradient)
}

/// The weights that make the cells that are meant likeliest, in the order of [`POINTING`].
pub fn fit(choices: &[Choice]) -> Vec<f64> {
    descend(vec![0.0; POINTING.len()], |weights| cost_of(choices, weights), |weights| newton(choices, weights))
}

/// In how many choices the likeliest cell is the one that is meant, in percent.
pub fn right(choices: &[Choice], weights: &[f64]) -> f64 {
    let is_right = |choice: &&Choice| {
        let likely = choice.likely(weights).0;
        likely.iter().all(|one| *one <= likely[choice.meant])
    };
    100.0 * choices.iter().filter(is_right).count() as f64 / choices.len().max(1) as f64
}

#[test]
fn what_points_to_the_cell_that_is_meant_weighs_more_than_what_does_not() {
    // The first sign marks what is meant three times of four, the second every cell, the third what is never meant.
    let cells = || vec![vec![(0, 1.0), (1, 1.0)], vec![(1, 1.0)], vec![(1, 1.0), (2, 1.0)]];
    let choices: Vec<Choice> =
        (0..400).map(|index| Choice { cells: cells(), meant: usize::from(index % 4 == 0) }).collect();
    let weights = fit(&choices);
    assert!(weights[0] > 0.9 && weights[0] < 1.2, "{weights:?}");
    assert!(weights[1].abs() < 1e-6 && weights[2] < -1.0, "{weights:?}");
    assert!((right(&choices, &weights) - 75.0).abs() < 1e-9);
}

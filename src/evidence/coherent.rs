//! Rows that the numbers of a passage name by themselves: where no row is named, and one alone holds several of the numbers,
//! `Munich rose from 133 to 152` speaks of it, whatever it is called in the result.
//!
//! Uses the scene and sources of this room.

use std::collections::BTreeMap;

use super::mention::Mention;
use super::naming::RowName;
use super::proof::given;
use super::rounding::digits;
use super::scene::{Scene, is_figure};
use super::source::Place;
use crate::limits::EVIDENCE_PROOF_FIGURES;

/// Digits of the numbers that are held by one row, together, at least.
const TOGETHER: u32 = 5;
/// Digits of each of them at least.
const EACH: u32 = 2;

/// The names of rows that the numbers of a passage amount to, with their results.
#[must_use]
pub fn coherent(scene: &Scene<'_>) -> Vec<(usize, RowName)> {
    let figures: Vec<&Mention> = scene.mentions.iter().filter(|mention| is_figure(mention)).collect();
    let is_free = |source: usize| scene.naming.get(source).is_some_and(|naming| naming.rows.is_empty());
    let any_free = (0..scene.sources.len()).any(is_free);
    if figures.len() < 2 || figures.len() > EVIDENCE_PROOF_FIGURES || !any_free || !scene.passage.cells.is_empty() {
        return Vec::new();
    }
    // By result and row: the number of each column that it holds.
    let mut held: BTreeMap<(usize, usize), BTreeMap<usize, (usize, u32)>> = BTreeMap::new();
    for (index, mention) in figures.iter().enumerate() {
        for own in given(scene, mention).iter() {
            let Place { column, row } = own.place;
            if digits(own.reading) >= EACH && is_free(own.source) {
                held.entry((own.source, row)).or_default().entry(column).or_insert((index, digits(own.reading)));
            }
        }
    }
    let told = |columns: &BTreeMap<usize, (usize, u32)>| {
        let by_figure: BTreeMap<usize, u32> = columns.values().copied().collect();
        (by_figure.len(), by_figure.values().sum::<u32>())
    };
    let mut best: BTreeMap<usize, Vec<(usize, usize, u32)>> = BTreeMap::new();
    for ((source, row), columns) in &held {
        let (figures, digits) = told(columns);
        if figures >= 2 && digits >= TOGETHER {
            best.entry(*source).or_default().push((figures, *row, digits));
        }
    }
    let named = |(source, mut rows): (usize, Vec<(usize, usize, u32)>)| {
        rows.sort_unstable_by(|one, other| other.cmp(one));
        let of = scene.sources.get(source).filter(|of| of.row_count > 1)?;
        let (most, row, _) = *rows.first()?;
        let is_alone = rows.get(1).is_none_or(|next| next.0 < most);
        let label = of.columns.iter().find(|column| of.is_key(column.index))?;
        let start = scene.passage.range.start;
        is_alone.then(|| (source, RowName { range: start..start, column: label.index, rows: vec![row] }))
    };
    best.into_iter().filter_map(named).collect()
}

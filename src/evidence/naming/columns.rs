//! Where a passage names the columns of a result, and how much each word says.
//!
//! Uses the passages, sources and words of this room.

use super::super::column::{Column, year_of};
use super::super::passage::Passage;
use super::super::rounding::count;
use super::super::source::Source;
use super::super::words::{is_empty, stem};

/// How much a word says of the one column that it names, and one that is akin to it.
const NAMED: f64 = 1.5;
const AKIN: f64 = 0.75;

/// Where each column is named. A word that many columns share says little of each.
pub(super) fn columns(passage: &Passage, source: &Source) -> Vec<Vec<(usize, f64)>> {
    let count = |number: usize| count(number.max(1));
    let mut hits = vec![Vec::new(); source.columns.len()];
    let mut note = |place: usize, holders: &[usize], weight: f64| {
        for index in holders {
            // A name of one word that is said is meant rather than one of which a part is said.
            let size = source.columns.get(*index).map_or(1, |column| column.words.len());
            if let Some(hits) = hits.get_mut(*index) {
                hits.push((place, weight / count(holders.len()) / count(size).sqrt()));
            }
        }
    };
    for word in passage.words.iter().filter(|word| !is_empty(&word.stem)) {
        let named = source.columns_named(&word.family);
        note(word.range.start, named, NAMED);
        // `y2023`
        if let Some(year) = year_of(&word.stem).filter(|_| named.is_empty()) {
            let of_year = |own: &&Column| own.year == Some(year);
            note(
                word.range.start,
                &source.columns.iter().filter(of_year).map(|own| own.index).collect::<Vec<_>>(),
                NAMED,
            );
        }
    }
    // What is akin says something of a column that nothing names.
    let akin: Vec<(usize, Vec<usize>)> = passage
        .words
        .iter()
        .zip(&passage.roots)
        .filter(|(word, _)| !is_empty(&word.stem) && source.columns_named(&word.family).is_empty())
        .map(|(word, root)| (word.range.start, source.columns_akin(root)))
        .collect();
    // `sign-ups` is `signups`.
    for (first, second) in passage.words.iter().zip(passage.words.iter().skip(1)) {
        if second.range.start == first.range.end + 1 {
            let joined = stem(&format!("{}{}", first.stem, second.stem));
            note(first.range.start, source.columns_named(&joined), NAMED);
        }
    }
    for (place, columns) in akin {
        note(place, &columns, AKIN);
    }
    hits
}

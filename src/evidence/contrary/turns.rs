//! Columns that are called alike, by turns with their figures: `the temperature is missing in 38 rows and the weather in 42` of
//! `missing_temp` and `missing_weather`.
//!
//! Uses the scene and sources of this room.

use super::super::column::{Column, Measure};
use super::super::directions::RELATING;
use super::super::mention::Mention;
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::{Word, stems};

/// Whether a cell is of a column whose turn it is not.
pub(super) fn is_of_another_turn(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let Some(own) = of.columns.get(place.column).filter(|_| scene.passage.cells.is_empty()) else { return false };
    let sentence = scene.sentence(mention);
    let inside = |at: usize| sentence.contains(&at);
    let figures: Vec<usize> = scene
        .mentions
        .iter()
        .filter(|one| is_figure(one))
        .map(|one| one.range.start)
        .filter(|at| inside(*at))
        .collect();
    let [first, second] = figures.as_slice() else { return false };
    // `unlike the temperature, 42 rows lack the weather`
    let compared =
        |word: &Word| inside(word.range.start) && RELATING.contains(&word.stem.as_str()) || word.stem == "unlike";
    if scene.passage.words.iter().any(compared) {
        return false;
    }
    // The only place in the sentence of what one column is called and the other is not.
    let told = |column: &Column, other: &Column| {
        let alone: Vec<String> =
            stems(&column.name).into_iter().filter(|word| !stems(&other.name).contains(word)).collect();
        let own = |word: &&Word| {
            let said = |name: &String| word.stem == *name || name.len() > 2 && word.stem.starts_with(name.as_str());
            inside(word.range.start) && alone.iter().any(said)
        };
        let mut words = scene.passage.words.iter().filter(own);
        let at = words.next()?.range.start;
        words.next().is_none().then_some(at)
    };
    let is_rival = |other: &&Column| {
        let alike = stems(&own.name).iter().any(|word| stems(&other.name).contains(word));
        other.index != own.index
            && other.measure != Measure::None
            && other.measure == own.measure
            && (own.year, other.year) == (None, None)
            && alike
    };
    let noun = scene.noun(mention);
    let is_other = |other: &Column| {
        let (Some(own), Some(other)) = (told(own, other), told(other, own)) else { return false };
        // `orders contain 1.86 items`
        if noun.contains(&own) {
            return false;
        }
        let by_turns = |one: usize, next: usize| {
            one < *first && *first < next && next < *second || *first < one && one < *second && *second < next
        };
        if mention.range.start == *first { by_turns(other, own) } else { by_turns(own, other) }
    };
    of.columns.iter().filter(is_rival).any(is_other)
}

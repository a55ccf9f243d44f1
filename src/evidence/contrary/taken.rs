//! What the words around a number say of how it was taken: as a median and no average, of one year and no other, as a correlation.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::column::{Column, year_of};
use super::super::mention::{Form, Mention};
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::stems;
use super::{LESS, MORE};

/// Families of words that say how a figure was taken.
const TAKEN: [&str; 2] = ["average", "median"];
/// Bytes behind a number in which its year is said: ` kWh in 2023`.
const YEAR_BYTES: usize = 24;

/// Whether the words say otherwise of how the figures of a column were taken.
pub(super) fn is_taken_otherwise(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let Some(own) = of.columns.get(place.column) else { return false };
    if !scene.passage.cells.is_empty() {
        return false;
    }
    is_more_than(scene, mention, own)
        || is_other_statistic(scene, mention, of, own)
        || is_other_year(scene, mention, of, own)
        || is_no_correlation(scene, mention, of, place)
}

/// Whether a number is how much more something is than another: `7 more than Westfield`, `19 more goals than`.
fn is_more_than(scene: &Scene<'_>, mention: &Mention, own: &Column) -> bool {
    let behind: Vec<&str> = scene.behind(mention, 4).collect();
    let more = behind.iter().take(2).position(|word| MORE.contains(word) || LESS.contains(word));
    let than = behind.iter().position(|word| *word == "than");
    let told = more.zip(than).is_some_and(|(more, than)| more < than);
    mention.form == Form::Number
        && told
        && !["change", "variance", "deviation"].iter().any(|word| own.is_named_by(word))
}

/// Whether the word nearest before a number says `median` where the column is an average, or the other way round, and the other
/// is there.
fn is_other_statistic(scene: &Scene<'_>, mention: &Mention, of: &Source, own: &Column) -> bool {
    let Some(taken) = TAKEN.iter().find(|taken| own.is_named_by(taken)) else { return false };
    let figures = scene.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
    let start = figures.map(|other| other.range.end).max().unwrap_or(scene.passage.range.start);
    let words = scene.passage.words.iter();
    let mut before = words.filter(|word| start <= word.range.start && word.range.end <= mention.range.start);
    let said = before
        .rfind(|word| TAKEN.contains(&word.family.as_str()) && !word.stem.starts_with("typical"))
        .map(|word| word.family.as_str());
    let rest = |column: &Column, taken: &str| {
        let mut rest = stems(&column.name);
        rest.retain(|word| super::super::words::family(word) != taken);
        rest
    };
    said.filter(|said| said != taken).is_some_and(|said| {
        let mut others = of.columns.iter().filter(|other| other.is_named_by(said));
        others.any(|other| rest(other, said) == rest(own, taken))
    })
}

/// Whether the year right behind a number is that of another column.
fn is_other_year(scene: &Scene<'_>, mention: &Mention, of: &Source, own: &Column) -> bool {
    let Some(year) = own.year else { return false };
    let behind = scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end);
    let said = behind.take_while(|word| word.range.start <= mention.range.end + YEAR_BYTES).find_map(|word| {
        let between = scene.text.get(mention.range.end..word.range.start)?;
        let leads = between.ends_with(" in ") || between == " (";
        let plain =
            !between.contains(|mark: char| mark.is_ascii_digit() || matches!(mark, ',' | ';' | '.' | '–' | '→'));
        year_of(&word.stem).filter(|_| leads && plain)
    });
    said.is_some_and(|said| said != year && of.columns.iter().any(|column| column.year == Some(said)))
}

/// Whether a number is said to be a correlation that the cell cannot be.
fn is_no_correlation(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let is = |column: &Column| column.is_named_by("correlation");
    let said = || {
        let lead = scene.lead(mention);
        let clause = scene.clause(mention);
        let start = clause.start.min(lead.start);
        let words = scene
            .passage
            .words
            .iter()
            .filter(|word| start <= word.range.start && word.range.end <= mention.range.start);
        words.into_iter().any(|word| {
            word.stem.starts_with("correl") || word.stem.starts_with("korrel") || word.stem.starts_with("corr")
        })
    };
    let is_named = || {
        let naming = scene.sources.iter().position(|source| source.id == of.id).and_then(|at| scene.naming.get(at));
        naming.is_some_and(|naming| naming.score(place.column, &scene.passage.range) > 0.0)
    };
    said()
        && of.columns.iter().any(is)
        && !is_named()
        && !of.columns.get(place.column).is_some_and(is)
        && of.number(place).is_some_and(|value| value.abs() > 1.0)
        && scene.behind(mention, 1).next().is_none_or(|next| !of.columns.iter().any(|column| column.is_named_by(next)))
}

//! The least and the most of some rows: `46.8 to 48.7 km in these two districts, 32.8 to 38.4 in the other four`.
//!
//! Uses what [`follows`](super) holds together. Both ends have to be those of the same rows.

use super::super::candidate::Candidate;
use super::super::column::Measure;
use super::super::mention::Mention;
use super::super::naming::RowName;
use super::super::rounding::{digits, windows};
use super::super::scene::Cited;
use super::super::source::Place;
use super::{Follower, TELLING};
use crate::limits::EVIDENCE_PAIR_COLUMNS;

/// What joins the ends of a range.
const JOINED: [&str; 7] = ["to", "bis", "à", "-", "–", "up to", "bis zu"];
/// The same where what leads to them opens a range.
const OPENED: [(&str, &str); 3] = [("between", "and"), ("zwischen", "und"), ("entre", "et")];
/// Words for the rows that are not named, as stems.
const OTHERS: [&str; 17] = [
    "else",
    "other",
    "others",
    "rest",
    "remaining",
    "elsewhere",
    "remainder",
    "anderen",
    "andere",
    "ander",
    "übrigen",
    "übrig",
    "restlichen",
    "restlich",
    "autre",
    "autres",
    "otros",
];

impl Follower<'_> {
    /// A number as the least or the most of the rows that are named, or of all others, where the other end is theirs, too.
    pub(super) fn end(&self) -> Option<Candidate> {
        let next = |index: usize| self.scene.mentions.get(index);
        let joins = |one: &Mention, other: &Mention| {
            let Some(between) = self.between(one.range.end, other.range.start) else { return false };
            let between = between.trim().trim_matches(['€', '$', '£']).trim();
            let before = self.scene.text.get(self.scene.passage.range.start..one.range.start).unwrap_or_default();
            let opened = |(open, joint): &(&str, &str)| *joint == between && before.trim_end().ends_with(open);
            JOINED.contains(&between) || OPENED.iter().any(opened)
        };
        let behind = next(self.index + 1).filter(|behind| joins(self.mention, behind));
        let before = self.index.checked_sub(1).and_then(next).filter(|before| joins(before, self.mention));
        let (low, high) = match (behind, before) {
            (Some(behind), _) => (self.mention, behind),
            (None, Some(before)) => (before, self.mention),
            (None, None) => return None,
        };
        let telling = |mention: &Mention| mention.readings.first().is_some_and(|reading| digits(*reading) >= TELLING);
        if !telling(low) || !telling(high) {
            return None;
        }
        let cited = self.scene.sources.iter().enumerate();
        let cited = cited.filter(|(_, of)| !of.is_file && self.scene.cited(self.mention, of) >= Cited::Nothing);
        cited.map(|(source, _)| source).find_map(|source| self.end_of(source, low, high))
    }

    fn end_of(&self, source: usize, low: &Mention, high: &Mention) -> Option<Candidate> {
        let of = self.scene.sources.get(source)?;
        let rows = |names: &[RowName]| -> Vec<usize> {
            let mut rows: Vec<usize> = names.iter().flat_map(|name| name.rows.iter().copied()).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        let said = self.scene.says_stem(&OTHERS);
        let told = self.scene.naming.get(source).map(|naming| rows(&naming.rows)).unwrap_or_default();
        let recent = self.scene.recent.get(source).map(|names| rows(names)).unwrap_or_default();
        let sets = [told, recent].into_iter().filter(|set| !set.is_empty()).flat_map(|set| {
            let others = (0..of.rows.len()).filter(|row| set.binary_search(row).is_err()).collect();
            if said { vec![others, set] } else { vec![set] }
        });
        let columns = of.columns.iter().filter(|own| own.measure != Measure::None).take(EVIDENCE_PAIR_COLUMNS);
        // Where the clause names columns, it is of one of those.
        let clause = self.scene.clause(self.mention);
        let naming = self.scene.naming.get(source)?;
        let (named, unnamed): (Vec<_>, Vec<_>) = columns.partition(|own| naming.score(own.index, &clause) > 0.0);
        let columns = if named.is_empty() { unnamed } else { named };
        sets.filter(|set: &Vec<usize>| set.len() > 1).find_map(|set| {
            columns.iter().find_map(|own| {
                let factor = self.scene.factor(self.mention, own)?;
                let values =
                    set.iter().filter_map(|row| Some((*row, of.number(Place { column: own.index, row: *row })?)));
                let values: Vec<(usize, f64)> = values.collect();
                let least = values.iter().min_by(|one, other| one.1.total_cmp(&other.1))?;
                let most = values.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
                let fits = |mention: &Mention, value: f64| {
                    windows(mention).find(|(_, window)| window.over(factor).holds(value)).map(|(reading, _)| reading)
                };
                let (under, over) = (fits(low, least.1)?, fits(high, most.1)?);
                let (reading, (row, value)) =
                    if std::ptr::eq(low, self.mention) { (under, *least) } else { (over, *most) };
                let place = Place { column: own.index, row };
                Some(Candidate::of_cell(source, place, value, reading, None))
            })
        })
    }
}

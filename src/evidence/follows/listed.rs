//! How many rows a sentence names: `the six months from October to March`, `the four hours beginning at 11, 12, 13 and 14`, `the two
//! months` of which the sentence before speaks; and how many lie beyond what it gave before, `seven months were above that`.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::mention::Hedge;
use super::super::naming::RowName;
use super::super::rounding::count;
use super::super::scene::nouns;
use super::super::sums::{THROUGH, run_of};
use super::super::words::Word;
use super::Follower;
use crate::event::Step;

/// As many rows as a sentence lists at most.
const MOST: f64 = 31.0;
/// Bytes at most between what is counted and the first name.
const LEAD_BYTES: usize = 24;
/// What stands between names that are listed.
const LISTED: [&str; 8] = [",", "and", ", and", "und", "&", "et", "y", "or"];
/// What leads to as many as were named before, at its end.
const THESE: [&str; 10] = ["the", "these", "those", "both", "all", "die", "diese", "diesen", "den", "beide"];
/// What sets what was given before as a bound, and whether what is counted lies above it.
const THAT: [(&str, bool); 8] = [
    (" above that", true),
    (" over that", true),
    (" more than that", true),
    (" above it", true),
    (" darüber", true),
    (" below that", false),
    (" under that", false),
    (" darunter", false),
];

impl Follower<'_> {
    /// As many rows as are named.
    pub(super) fn listed(&self) -> Option<Candidate> {
        let reading = *self.mention.readings.first()?;
        let whole = reading.value.fract() == 0.0 && (2.0..=MOST).contains(&reading.value) && reading.unit >= 1.0;
        let noun = self.scene.passage.words.iter().find(|word| word.range.start >= self.mention.range.end)?;
        if !whole || self.mention.hedge != Hedge::Exact {
            return None;
        }
        let nouns = nouns(self.scene.text, noun);
        self.scene.sources.iter().enumerate().filter(|(_, of)| !of.is_file).find_map(|(source, of)| {
            if !self.scene.counts_rows_called(&nouns, source) {
                return None;
            }
            let (rows, column) = self.named_behind(noun, source).or_else(|| self.named_before(source))?;
            let is = (count(rows) - reading.value).abs() < f64::EPSILON && rows < of.rows.len();
            let found = Candidate::of_step(source, Step::Count, count(rows), Vec::new(), reading);
            is.then_some(Candidate { column: Some(column), ..found })
        })
    }

    /// How many rows are listed right behind a noun, and the column that they are named by.
    fn named_behind(&self, noun: &Word, source: usize) -> Option<(usize, usize)> {
        let names = &self.scene.naming.get(source)?.rows;
        let mut names: Vec<&RowName> = names.iter().filter(|name| name.range.start >= noun.range.end).collect();
        let first = *names.first()?;
        let lead = self.scene.text.get(noun.range.end..first.range.start)?;
        if lead.len() > LEAD_BYTES || lead.contains([';', '.', '\n']) {
            return None;
        }
        names.retain(|name| name.column == first.column);
        names.dedup_by_key(|name| name.range.start);
        Some((self.rows_of(&names, source)?, first.column))
    }

    /// How many rows the sentence before names, where the words before the number speak of those.
    fn named_before(&self, source: usize) -> Option<(usize, usize)> {
        let lead = self.scene.text.get(self.scene.passage.range.start..self.mention.range.start)?;
        let last = lead.trim_end().rsplit([' ', '*']).next()?.to_lowercase();
        let named = self.scene.recent.get(source).filter(|_| THESE.contains(&last.as_str()))?;
        let column = named.first()?.column;
        let own = named.iter().filter(|name| name.column == column);
        let mut rows: Vec<usize> = own.flat_map(|name| name.rows.clone()).collect();
        rows.sort_unstable();
        rows.dedup();
        Some((rows.len(), column))
    }

    /// How many rows the first of some names begins to list.
    fn rows_of(&self, names: &[&RowName], source: usize) -> Option<usize> {
        let of = self.scene.sources.get(source)?;
        let link = |one: &RowName, other: &RowName| {
            self.scene.text.get(one.range.end..other.range.start).unwrap_or("?").trim().to_lowercase()
        };
        let [first, second, ..] = names else { return None };
        let joint = link(first, second);
        if THROUGH.contains(&joint.as_str()) && !LISTED.contains(&joint.as_str()) {
            return run_of(of, first, second).map(|rows| rows.len());
        }
        let linked = names.windows(2).take_while(|pair| {
            let [one, other] = pair else { return false };
            LISTED.contains(&link(one, other).as_str())
        });
        let listed = names.iter().take(linked.count() + 1).flat_map(|name| name.rows.iter().copied());
        let mut rows: Vec<usize> = listed.collect();
        rows.sort_unstable();
        rows.dedup();
        Some(rows.len())
    }

    /// As many rows as lie beyond the figure before: `285 on average, and seven months were above that`.
    pub(super) fn beyond_that(&self) -> Option<Candidate> {
        let reading = *self.mention.readings.first()?;
        let whole = reading.value.fract() == 0.0 && reading.unit >= 1.0 && self.mention.hedge == Hedge::Exact;
        let clause = self.scene.clause(self.mention);
        let behind = self.scene.text.get(self.mention.range.end..clause.end)?.to_lowercase();
        let ends = |words: &str| {
            let (_, rest) = behind.split_once(words)?;
            let next = rest.trim_start().chars().next();
            next.is_none_or(|next| matches!(next, '.' | ',' | ';' | ')' | '[')).then_some(())
        };
        let (_, is_over) = THAT.iter().find(|(words, _)| ends(words).is_some()).filter(|_| whole)?;
        let before = self.traced.iter().rev().find(|one| one.index < self.index)?;
        if !matches!(before.candidate.step, Step::Cell | Step::Mean) {
            return None;
        }
        let column = before.candidate.column.or(before.candidate.cells.first().map(|cell| cell.column))?;
        let of = self.scene.sources.get(before.candidate.source).filter(|of| !of.is_cut())?;
        let value = before.candidate.value;
        let is = |own: &&f64| if *is_over { **own > value } else { **own < value };
        let rows = of.columns.get(column)?.numbers.iter().flatten().filter(is).count();
        let found = Candidate::of_step(before.candidate.source, Step::Count, count(rows), Vec::new(), reading);
        ((count(rows) - reading.value).abs() < f64::EPSILON).then_some(Candidate { column: Some(column), ..found })
    }
}

//! Parts and wholes: `79 of 4,200, i.e. 1.9 %`, `494 (12.9 %)`, `17 of 53`, `81 and 35, together 116`, a column of a table that is worked
//! out from the others.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::contrary::Contrary;
use super::super::mention::Form;
use super::super::sums::of_parts;
use super::super::units::ratio;
use super::{Follower, TELLING, Traced, are_alike, ends_with};
use crate::event::Step;
/// What stands between a part and its whole, at its end.
const OF: [&str; 14] = [
    "of",
    "of the",
    "of all",
    "of its",
    "of their",
    "out of",
    "out of the",
    "von",
    "von insgesamt",
    "der",
    "sur",
    "de",
    "de los",
    "des",
];
/// What says that a number is another at its end.
pub(super) const NAMELY: [&str; 12] = [
    "or", "i.e.", "that is", "which is", "meaning", "das sind", "also", "d.h.", "soit", "es decir", "about", "roughly",
];
/// Words that add up, as stems.
const ADDED: [&str; 9] =
    ["together", "total", "combined", "sum", "both", "zusammen", "insgesamt", "altogether", "ensemble"];
/// Families and words of headers over what is worked out from the cells beside.
const COMPUTED: [&str; 16] = [
    "change",
    "variance",
    "gap",
    "share",
    "ratio",
    "+",
    "Δ",
    "δ",
    "versus",
    "vs",
    "times",
    "unterschied",
    "differenz",
    "part",
    "%",
    "churn",
];

impl Follower<'_> {
    /// `79 of 4,200, i.e. 1.9 %`, `51 scores, 15.7 % of its 324 reviews`
    pub(super) fn part(&self) -> Option<Candidate> {
        let near = self.near();
        let is_of = |part: &Traced<'_>, whole: &Traced<'_>| {
            let between = self.between(part.mention.range.end, whole.mention.range.start);
            let directly = between.is_some_and(|between| ends_with(between, &OF) && !between.contains(['.', ';', '(']));
            let own = self.between(self.mention.range.end, whole.mention.range.start);
            let through = part.mention.range.end <= self.mention.range.start
                && part.index + 1 == self.index
                && own.is_some_and(|own| ends_with(own, &OF) && !own.contains(['.', ';', '(', ',']));
            directly || through
        };
        near.iter().find_map(|part| {
            near.iter().filter(|whole| whole.index != part.index && whole.value > part.value).find_map(|whole| {
                if part.value < 0.0 || part.is_percent || whole.is_percent || !is_of(part, whole) {
                    return None;
                }
                let value = part.value / whole.value * 100.0;
                self.step(Step::Ratio, value / 100.0, part, whole, self.reads(value, TELLING)?, "over")
            })
        })
    }

    /// `With 628 cases they make up 46.5 % of all`, `494 (12.9 %)`: a cell beside, of the sum of its column.
    pub(super) fn share(&self) -> Option<Candidate> {
        self.traced.iter().filter(|one| one.index.abs_diff(self.index) == 1 && !one.is_percent).find_map(|one| {
            let [place] = one.candidate.cells.as_slice() else { return None };
            let of = self.scene.sources.get(one.candidate.source).filter(|of| !of.is_cut() && !of.is_limited)?;
            let own = of.columns.get(place.column).filter(|own| own.is_additive)?;
            let (first, last) = if one.index < self.index {
                (one.mention.range.end, self.mention.range.start)
            } else {
                (self.mention.range.end, one.mention.range.start)
            };
            let between = self.between(first, last)?;
            let opened = between.trim_end().ends_with(['(', ',']) || ends_with(between, &NAMELY);
            let said = opened || self.scene.behind(self.mention, 2).any(|word| matches!(word, "of" | "all" | "total"));
            if one.candidate.step != Step::Cell || !said || between.contains(['.', ';']) {
                return None;
            }
            let value = of.number(*place)? / own.sum.filter(|sum| *sum > 0.0)? * 100.0;
            let reading = self.reads(value, TELLING)?;
            let found = Candidate::of_step(one.candidate.source, Step::Share, value, vec![*place], reading);
            (!Contrary::new(self.scene, self.mention).rules_out(&found)).then_some(found)
        })
    }

    /// `10,163 minutes, or about 169 hours`: the number beside in another unit.
    pub(super) fn converted(&self) -> Option<Candidate> {
        let unit = self.scene.unit_behind(self.mention)?;
        self.traced.iter().filter(|one| one.index.abs_diff(self.index) == 1).find_map(|one| {
            let own = self.scene.unit_behind(one.mention).filter(|own| *own != unit)?;
            let value = one.value * ratio(own, unit)?;
            let reading = self.reads(value, 1)?;
            Some(Candidate { reading, ..one.candidate.clone() })
        })
    }

    /// `17 of 53`, where the 53 are of two columns.
    pub(super) fn whole(&self) -> Option<Candidate> {
        let before = self.traced.iter().rev().find(|one| one.index + 1 == self.index)?;
        let between = self.between(before.mention.range.end, self.mention.range.start)?;
        let is_of = ends_with(between, &OF) && !between.contains(['.', ';', ',']);
        is_of.then(|| of_parts(self.scene, self.mention, before.candidate)).flatten()
    }

    /// `81 and 35, together 116`
    pub(super) fn sum(&self) -> Option<Candidate> {
        if !self.says(&ADDED) {
            return None;
        }
        let mut before: Vec<&Traced<'_>> = self.traced.iter().rev().filter(|one| one.index < self.index).collect();
        let first = *before.first()?;
        before.retain(|one| are_alike(self.scene, first, one));
        (2..=before.len()).find_map(|most| {
            let terms = before.get(..most)?;
            let value: f64 = terms.iter().map(|one| one.value).sum();
            let reading = self.reads(value, TELLING)?;
            let written: Vec<&str> =
                terms.iter().rev().filter_map(|one| self.scene.text.get(one.mention.range.clone())).collect();
            let cells = terms.iter().flat_map(|one| one.candidate.cells.iter().copied()).collect();
            let over = Some(written.join(" and "));
            let found = Candidate::of_step(first.candidate.source, Step::Sum, value, cells, reading);
            Some(Candidate { over, ..found })
        })
    }

    /// A cell of a table that is a step over two others of its row, under a header that says so.
    pub(super) fn of_row(&self) -> Option<Candidate> {
        let (_, header) =
            self.scene.passage.cells.iter().find(|(range, _)| range.contains(&self.mention.range.start))?;
        if !header.iter().any(|word| COMPUTED.contains(&word.as_str())) {
            return None;
        }
        let pairs = self.traced.iter().flat_map(|one| self.traced.iter().map(move |other| (one, other)));
        let apart = pairs.filter(|(one, other)| one.index != other.index && one.is_percent == other.is_percent);
        apart.into_iter().filter(|(one, other)| are_alike(self.scene, one, other)).find_map(|(one, other)| {
            let (value, base) = (one.value, other.value);
            match self.mention.form {
                Form::Percent if !one.is_percent && value > 0.0 && base > 0.0 => {
                    let change = (value - base) / base * 100.0;
                    let changed = self.reads(change, TELLING).map(|reading| (Step::Change, change, reading, "after"));
                    let share = (value < base).then(|| self.reads(value / base * 100.0, TELLING)).flatten();
                    let share = share.map(|reading| (Step::Ratio, value / base, reading, "over"));
                    let (step, value, reading, word) = changed.or(share)?;
                    self.step(step, value, one, other, reading, word)
                }
                // `| 29.0 % | 24.1 % | -4.9 |`: the one behind less the one before.
                Form::Number | Form::Points => {
                    let signed = self.is_signed();
                    let plus = self.scene.text.get(self.mention.range.clone())?.starts_with('+');
                    let fits = if signed { one.index > other.index && !(plus && value < base) } else { value > base };
                    let reading = self.reads(value - base, TELLING).filter(|_| fits)?;
                    self.step(Step::Difference, value - base, one, other, reading, "less")
                }
                Form::Multiple if value > base && base > 0.0 => {
                    self.step(Step::Ratio, value / base, one, other, self.reads(value / base, TELLING)?, "over")
                }
                _ => None,
            }
        })
    }
}

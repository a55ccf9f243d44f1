//! What rows say of a number: all columns of a row, rows beyond a bound.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::mention::{Form, Hedge, Mention};
use super::super::rounding::{count, digits};
use super::super::scene::Cited;
use super::super::source::Place;
use super::{Follower, TELLING, Traced};
use crate::event::Step;
use crate::limits::EVIDENCE_PAIR_COLUMNS;

/// Words for all columns of a row together.
const ALTOGETHER: [&str; 10] =
    ["total", "together", "altogether", "combined", "year", "all", "jahr", "insgesamt", "zusammen", "overall"];

impl Follower<'_> {
    /// `Over the three years Arts comes to 792`: all columns of years of the row that is named.
    pub(super) fn over_years(&self) -> Option<Candidate> {
        if !self.scene.says_stem(&ALTOGETHER) {
            return None;
        }
        self.scene.sources.iter().enumerate().filter(|(_, of)| !of.is_file).find_map(|(source, of)| {
            let years: Vec<&Column> = of.columns.iter().filter(|own| own.year.is_some() && own.is_additive).collect();
            let names = self.scene.naming.get(source)?.rows.iter().filter(|name| name.rows.len() == 1);
            let row = *names.rev().find(|name| name.range.end <= self.mention.range.start)?.rows.first()?;
            let places: Vec<Place> = years.iter().map(|own| Place { column: own.index, row }).collect();
            let values: Option<Vec<f64>> = places.iter().map(|place| of.number(*place)).collect();
            let value: f64 = values.filter(|values| values.len() > 1)?.iter().sum();
            let factor = self.scene.factor(self.mention, years.first()?)?;
            let reading = self.reads(value * factor, TELLING)?;
            Some(Candidate::of_step(source, Step::Sum, value, places, reading))
        })
    }

    /// `four took in over 400`, `between 30 and 60 hours at eight`: bounds that a count of the rows beyond them shows to be meant.
    pub(super) fn bound(&self) -> Option<Candidate> {
        let counted = self.mentions().filter(|(index, _)| index.abs_diff(self.index) <= 3);
        counted.into_iter().find_map(|(_, number)| self.counted(number, self.mention))
    }

    /// How many rows lie beyond a bound that stands near.
    pub(super) fn beyond(&self) -> Option<Candidate> {
        let bounds = self.mentions().filter(|(index, _)| index.abs_diff(self.index) <= 3);
        bounds.into_iter().find_map(|(_, bound)| self.counted(self.mention, bound))
    }

    fn mentions(&self) -> impl Iterator<Item = (usize, &Mention)> {
        self.scene
            .mentions
            .iter()
            .enumerate()
            .filter(|(index, other)| *index != self.index && other.form == Form::Number)
    }

    /// A count of the rows of a column beyond a bound, or between two, that is what a small number says.
    fn counted(&self, number: &Mention, bound: &Mention) -> Option<Candidate> {
        let mine = number.readings.first()?;
        let small = (1.0..=100.0).contains(&mine.value) && mine.value.fract() == 0.0 && number.hedge == Hedge::Exact;
        let (start, end) = (number.range.start.min(bound.range.start), number.range.end.max(bound.range.end));
        let apart =
            self.scene.text.get(start..end).filter(|apart| apart.len() <= 80 && !apart.contains([';', '\n']))?;
        // Bounds are round numbers, and how many things there are is no count of some of them.
        let round = digits(*bound.readings.first()?) <= TELLING;
        let lead = self.scene.text.get(self.scene.passage.range.start..number.range.start)?;
        let is_whole = ["of ", "of the ", "der ", "all ", "all the ", "the "].iter().any(|word| lead.ends_with(word));
        let bounds = self.bounds(bound).filter(|_| small && round && !is_whole && !apart.contains(". "))?;
        self.scene.sources.iter().enumerate().find_map(|(source, of)| {
            let whole =
                !of.is_file && !of.is_cut() && self.scene.cited(self.mention, of) > Cited::Other && of.row_count > 2;
            if !whole {
                return None;
            }
            let score = |own: &Column| {
                self.scene.naming.get(source).map_or(0.0, |naming| naming.score(own.index, &self.scene.passage.range))
            };
            let mut columns: Vec<&Column> = of.columns.iter().filter(|own| own.measure != Measure::None).collect();
            columns.retain(|own| score(own) > 0.0);
            columns.into_iter().take(EVIDENCE_PAIR_COLUMNS).find_map(|own| {
                let factor = self.scene.factor(bound, own)?;
                let inside = own.numbers.iter().flatten().filter(|value| bounds(**value * factor)).count();
                let reading = *self.mention.readings.first()?;
                ((count(inside) - mine.value).abs() < f64::EPSILON)
                    .then(|| Candidate::of_step(source, Step::Count, count(inside), Vec::new(), reading))
            })
        })
    }

    /// What the words at a number bound: `over 400`, `between 30 and 60`.
    fn bounds(&self, bound: &Mention) -> Option<impl Fn(f64) -> bool + use<>> {
        let value = bound.readings.first()?.value;
        let before = self.scene.text.get(self.scene.passage.range.start..bound.range.start)?.to_lowercase();
        let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
        let (low, high) = if bound.hedge.is_over()
            || ends(&["over ", "more than ", "above ", "exceeded ", "exceed ", "über ", "mehr als "])
        {
            (value, f64::INFINITY)
        } else if bound.hedge.is_under()
            || ends(&["under ", "less than ", "below ", "fewer than ", "unter ", "weniger als "])
        {
            (f64::NEG_INFINITY, value)
        } else {
            let index = self.scene.mentions.iter().position(|other| other.range == bound.range)?;
            let beside =
                |other: Option<&Mention>| other.and_then(|other| other.readings.first()).map(|reading| reading.value);
            let link = |first: &Mention, last: &Mention| {
                let between = self.scene.text.get(first.range.end..last.range.start).unwrap_or_default();
                let lead = self.scene.text.get(self.scene.passage.range.start..first.range.start).unwrap_or_default();
                matches!(between, " and " | " und ") && (lead.ends_with("between ") || lead.ends_with("zwischen "))
            };
            let next = self.scene.mentions.get(index + 1).filter(|next| link(bound, next));
            let last = index.checked_sub(1).and_then(|at| self.scene.mentions.get(at)).filter(|last| link(last, bound));
            match (beside(next), beside(last)) {
                (Some(high), _) => (value, high),
                (_, Some(low)) => (low, value),
                _ => return None,
            }
        };
        let is_open = low.is_infinite() || high.is_infinite();
        Some(move |own: f64| if is_open { low < own && own < high } else { low <= own && own <= high })
    }

    /// `634 members have churned, about 26 % of the base`: a sum before, of that of another column.
    pub(super) fn of_sums(&self) -> Option<Candidate> {
        let one: &Traced<'_> = self.traced.iter().find(|one| one.index + 1 == self.index)?;
        let between = self.between(one.mention.range.end, self.mention.range.start)?;
        let behind: Vec<&str> = self.scene.behind(self.mention, 3).collect();
        let is_whole = behind.first() == Some(&"of") || between.trim_end().ends_with('(');
        let (column, Step::Sum, []) = (one.candidate.column?, one.candidate.step, one.candidate.cells.as_slice())
        else {
            return None;
        };
        let of = self.scene.sources.get(one.candidate.source).filter(|_| is_whole && !between.contains([';', '.']))?;
        let part = of.columns.get(column)?;
        let wholes =
            of.columns.iter().filter(|own| own.index != column && own.measure == Measure::Count && own.is_additive);
        wholes.take(EVIDENCE_PAIR_COLUMNS).find_map(|own| {
            let (part, whole) = (part.sum?, own.sum.filter(|whole| *whole > 0.0)?);
            let value = part / whole * 100.0;
            let reading = self.reads(value, TELLING).filter(|_| part < whole)?;
            let over = Some(format!("sum of {} over sum of {}", of.columns.get(column)?.name, own.name));
            Some(Candidate {
                over,
                ..Candidate::of_step(one.candidate.source, Step::Ratio, value / 100.0, Vec::new(), reading)
            })
        })
    }
}

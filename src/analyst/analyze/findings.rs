//! All that the results say, gathered: what the report then chooses from.
//!
//! Uses the rooms of single subjects beside it. Worked out anew whenever it is needed: it holds no state.

use super::calendar::Calendar;
use super::evidence::Evidence;
use super::explore::How;
use super::grain::Grain;
use super::groups::{Gap, Lead, gaps, leads};
use super::quality::{Borders, MissingWord, missing_words, repeated_rows};
use super::relation::{Relations, relations};
use super::subject::Subject;
use super::survey::{Count, read_counts};
use super::trend::{Break, Change, Main, Point, Season, changes, clearest_break, explained_by_time, season, series};
use super::typical::{self, Typical};
use super::wording::tells_percent;

/// A change in percent of a mean that is worth a word.
const WORTH: f64 = 5.0;
/// Part of a series' variance that a line has to explain to call it a trend.
const LINE: f64 = 0.2;
/// Periods that a short series needs to have a trend.
const SHORT: usize = 8;

/// What was found.
#[derive(Debug)]
pub struct Findings {
    /// How much of each column is there.
    pub counts: Vec<Count>,
    /// Between which values the numbers of each column lie, by position.
    pub typical: Vec<Option<Typical>>,
    /// What the analysis follows.
    pub main: Main,
    /// The time covered.
    pub calendar: Option<Calendar>,
    /// The main figure over time.
    pub points: Vec<Point>,
    /// Changes between stretches of time.
    pub changes: Vec<Change>,
    /// The season of the main figure.
    pub season: Option<Season>,
    /// A period that breaks the pattern.
    pub broken: Option<Break>,
    /// Largest groups.
    pub leads: Vec<Lead>,
    /// Measures that differ between groups.
    pub gaps: Vec<Gap>,
    /// Measures that belong together.
    pub relations: Relations,
    /// Values that cannot be right.
    pub borders: Borders,
    /// Words that stand for missing values.
    pub missing_words: Vec<MissingWord>,
    /// Rows that are the same as another.
    pub repeated: Option<u64>,
}

impl Findings {
    /// Gathers what the results so far say.
    pub fn of(subject: &Subject<'_>, evidence: &Evidence) -> Self {
        let main = Main::of(subject, evidence);
        let calendar = Calendar::of(subject, evidence);
        let points = series(subject, evidence, main);
        let breaks = main.how == How::Sum && calendar.as_ref().is_some_and(|calendar| calendar.grain() != Grain::Year);
        Self {
            counts: read_counts(subject, evidence),
            typical: typical::read(subject, evidence),
            main,
            changes: calendar.as_ref().map(|calendar| changes(evidence, calendar)).unwrap_or_default(),
            season: season(subject, evidence, main),
            broken: if breaks { clearest_break(&points) } else { None },
            calendar,
            points,
            leads: leads(subject, evidence),
            gaps: gaps(subject, evidence),
            relations: relations(subject, evidence),
            borders: Borders::of(subject, evidence),
            missing_words: missing_words(subject),
            repeated: repeated_rows(evidence),
        }
    }

    /// Between which values the numbers of a column lie.
    pub fn typical_of(&self, position: usize) -> Option<&Typical> {
        self.typical.get(position)?.as_ref()
    }

    /// The grain of the series.
    pub fn grain(&self) -> Grain {
        self.calendar.as_ref().map_or(Grain::Month, Calendar::grain)
    }

    /// Whether the change of the main figure is more than chance and worth a word.
    pub fn tells_change(&self, subject: &Subject<'_>) -> bool {
        let (Some(found), Some(calendar)) = (self.changes.first(), self.calendar.as_ref()) else { return false };
        let line = explained_by_time(&self.points);
        if calendar.stretches().is_none() {
            return line >= LINE && self.points.len() >= SHORT;
        }
        match self.main.how {
            How::Sum => true,
            How::Mean if !tells_percent(subject, self) => line >= LINE || self.season.is_some(),
            How::Mean => found.percent.is_some_and(|percent| percent.abs() >= WORTH),
        }
    }

    /// Where the main measure, or the measure that differs most, differs between groups.
    pub fn main_gap(&self) -> Option<&Gap> {
        if self.main.how == How::Sum {
            return self.gaps.first();
        }
        let of_main = self.gaps.iter().find(|gap| Some(gap.measure) == self.main.measure);
        of_main.or_else(|| self.gaps.first())
    }
}

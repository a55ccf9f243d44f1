//! What the words around a number rule out, however well a value fits it: a rise where they say fall, the less where they say
//! more, the figures of another name, another column than the one that leads to a list.
//!
//! Uses the scene, candidates and sources of this room. Only what is said of the very number counts; where words may be read in
//! two ways they rule out nothing.

mod against;
mod beside;
mod best;
mod called;
mod counts;
mod extremes;
mod moved;
mod names;
mod never;
mod parts;
mod spans;
mod steps;
mod subject;
mod taken;
mod turns;
mod two;
mod wholes;

use std::cell::OnceCell;

use super::ago::{Ago, ago, is_another_time};
use super::candidate::{Candidate, is_written_so};
use super::column::{Column, Measure};
use super::mention::{Form, Mention, Reading};
use super::naming::RowName;
use super::scene::{Scene, is_figure};
use super::series::ALIKE;
use super::source::{Place, Source};
use super::timed::in_time;
use super::usual::is_another_rate;
use crate::event::Step;
use counts::Counting;
use moved::{BEHIND, LESS, MORE, compared, is_over_a_time};
use names::{is_a_plain_word, leading, owner};
use parts::{Percentage, percentage};

pub use extremes::is_no_peak;
pub use moved::moved;
pub use never::denied;

/// What stands between two names whose figures follow together.
const PAIRED: [&str; 9] = ["–", "-", "—", "vs", "vs.", "v", "and", "&", "/"];
/// How well the column that leads to a list must be named there.
const LED: f64 = 0.7;

/// Labels by which names and figures come by turns, each with the rows of the name before a number.
type Bound = Vec<(usize, Vec<usize>)>;

/// What the words around one number rule out.
pub struct Contrary<'a> {
    scene: &'a Scene<'a>,
    mention: &'a Mention,
    /// Whether the number is written with a plus sign.
    plus: bool,
    /// Whether the words say that it is how much something rose, or fell.
    rose: Option<bool>,
    /// Whether they say that it is how much one thing is more than another, or less.
    more: Option<bool>,
    /// The same where the very word behind it says so of a number without a sign: `35 % more`, and not `-1.3 % over two years`.
    is_more: Option<bool>,
    /// Whether different values are counted.
    different: bool,
    /// Whether the words say that a percentage is how much something changed, or how much one thing is of another.
    percentage: Option<Percentage>,
    /// How long before the period that is named it is said to be.
    ago: Option<Ago>,
    /// By result and label the rows whose name alone leads to the number.
    bound: Vec<OnceCell<Bound>>,
    /// What it counts.
    counting: OnceCell<Option<Counting<'a>>>,
}

impl<'a> Contrary<'a> {
    /// What the words around a number rule out.
    #[must_use]
    pub fn new(scene: &'a Scene<'a>, mention: &'a Mention) -> Self {
        let written = scene.text.get(mention.range.clone()).unwrap_or_default();
        Self {
            scene,
            mention,
            plus: written.starts_with('+'),
            rose: moved(scene, mention),
            more: compared(scene, mention),
            is_more: {
                let first = scene.attached_behind(mention, 1).next().unwrap_or_default();
                // `30 % over its estimate`
                let object = scene.behind(mention, 2).nth(1).unwrap_or_default();
                let is_set = ["the", "its", "their", "that", "those", "his", "her"].contains(&object);
                let is_word = is_set || !["over", "above", "ahead", "below", "behind"].contains(&first);
                let in_time = is_over_a_time(scene, mention, first);
                let plain = written.starts_with(|one: char| one.is_ascii_digit()) && is_word && !in_time;
                let is = |words: &[&str]| plain && words.contains(&first);
                is(&MORE).then_some(true).or(is(&LESS).then_some(false))
            },
            different: {
                let mut behind = scene.passage.words.iter().filter(|word| word.range.start >= mention.range.end);
                behind.by_ref().take(BEHIND).any(|word| word.family == "distinct")
            },
            percentage: percentage(scene, mention),
            ago: ago(scene, mention),
            bound: scene.sources.iter().map(|_| OnceCell::new()).collect(),
            counting: OnceCell::new(),
        }
    }

    /// Whether they rule out a value.
    #[must_use]
    pub fn rules_out(&self, candidate: &Candidate) -> bool {
        let Some(of) = self.scene.sources.get(candidate.source).filter(|of| !of.is_file) else { return false };
        if wholes::is_of_all(self.scene, self.mention, candidate, of) {
            return true;
        }
        let signed = matches!(candidate.step, Step::Cell | Step::Difference | Step::Change);
        let counting = || self.counting.get_or_init(|| Counting::new(self.scene, self.mention)).as_ref();
        if signed && self.plus && candidate.value < 0.0
            || counting().is_some_and(|counting| counting.rules_out(of, candidate))
        {
            return true;
        }
        if taken::is_of_another_year(self.scene, self.mention, of, candidate)
            || called::is_measured(self.scene, self.mention, candidate)
        {
            return true;
        }
        // What nothing passes is a figure, or a share.
        if denied(self.mention).is_some() && !matches!(candidate.step, Step::Cell | Step::Share) {
            return true;
        }
        match (candidate.step, candidate.cells.as_slice()) {
            (Step::Cell | Step::Share, [place]) => {
                let when = self.ago.is_some_and(|ago| is_another_time(self.scene, candidate.source, place.row, ago));
                let others = when || !of.is_key(place.column) && self.is_of_another_name(candidate.source, *place);
                // What the other items of a list hold says more of its column than the words that lead to it.
                let alike = || self.scene.series.share(self.mention, candidate.source, *place) >= ALIKE;
                let cell = candidate.step == Step::Cell;
                let way = || taken::is_of_other_way(self.scene, self.mention, of, *place, self.rose);
                // No list makes averages of medians.
                let statistic = || taken::is_other_statistic(self.scene, self.mention, of, *place);
                if cell && (way() || statistic() || taken::is_no_end(self.scene, self.mention, candidate, of, *place))
                    || self.is_other_row(of, candidate, *place)
                {
                    return true;
                }
                let another = cell && self.is_other_column(candidate.source, of, *place, candidate.reading);
                let below = cell && steps::is_below_another(self.scene, self.mention, candidate.source, *place);
                others || below || another && !alike() || !cell && self.is_other_share(of, candidate)
            }
            (Step::Share, _) => self.is_other_share(of, candidate),
            (Step::Sum | Step::Mean, _) => {
                // `Q1 fell by 14.6 %` is no sum of percentages.
                self.is_by_percent()
                    || steps::is_no_fraction(self.scene, self.mention, of, candidate)
                    || candidate.step == Step::Mean && steps::is_of_statistics(of, candidate)
                    || steps::is_of_a_name(self.scene, self.mention, candidate)
                    || candidate.step == Step::Sum && steps::is_of_all(self.scene, self.mention, candidate)
                    || steps::is_named_later(self.scene, self.mention, candidate)
            }
            (Step::Ratio | Step::Difference | Step::Change, [one, other]) => {
                self.is_other_pair(candidate, of, *one, *other)
            }
            _ => false,
        }
    }

    /// Whether the words say that a cell, or its share, is of another row, or no figure of a row at all.
    fn is_other_row(&self, of: &Source, candidate: &Candidate, place: Place) -> bool {
        let (scene, mention, source) = (self.scene, self.mention, candidate.source);
        let cell = candidate.step == Step::Cell;
        !of.is_key(place.column) && subject::is_of_another(scene, mention, source, place)
            || !of.is_key(place.column) && subject::is_of_another_group(scene, mention, source, place)
            || cell && !of.is_key(place.column) && subject::is_of_another_answer(scene, mention, source, place)
            || subject::is_of_another_flag(scene, mention, candidate, of)
            || cell && extremes::is_no_extreme(scene, mention, source, of, place)
            || cell && best::is_not_the_end(scene, mention, source, of, place)
            || !cell && spans::is_of_another_period(scene, mention, source, of, place)
            || !of.is_key(place.column) && beside::is_of_another_name(scene, mention, candidate)
            || cell && !of.is_key(place.column) && beside::is_of_several(scene, mention, source)
            || cell && !of.is_key(place.column) && beside::is_so_of_another(scene, mention, source, place)
            || cell && against::is_less_than_said(scene, mention, (source, of), place)
            || cell && never::is_passed(scene, mention, source, of, place)
            || cell && against::went_the_other_way(scene, mention, (source, of), place, self.rose)
            || cell && spans::is_another_end(scene, mention, source, of, place)
            || cell && counts::is_of_one_period(scene, mention, of, candidate)
            || cell && counts::is_an_amount(scene, mention, of, candidate)
    }

    /// Whether a share is none of all, or the words say that it is a change.
    fn is_other_share(&self, of: &Source, candidate: &Candidate) -> bool {
        self.percentage == Some(Percentage::Change)
            || steps::is_of_other_amounts(self.scene, self.mention, of, candidate)
            || steps::is_of_more(self.scene, of)
            || subject::is_of_more_rows(self.scene, candidate, of)
            || subject::is_share_of_a_name(self.scene, self.mention, candidate)
            || steps::is_of_others(self.scene, self.mention, candidate)
    }

    /// Whether a step over two cells is another than the words say, or over others.
    fn is_other_pair(&self, candidate: &Candidate, of: &Source, one: Place, other: Place) -> bool {
        let (scene, mention) = (self.scene, self.mention);
        if taken::is_of_other_years(scene, of, one, other)
            || one.row == other.row && self.is_of_another_name(candidate.source, one)
            || one.row == other.row && spans::is_another_end(scene, mention, candidate.source, of, one)
            || one.row == other.row && spans::is_of_another_period(scene, mention, candidate.source, of, one)
            || beside::is_of_another_name(scene, mention, candidate)
            || candidate.step == Step::Ratio && beside::is_in_a_unit(scene, mention, one, other)
            || one.row != other.row && self.is_of_other_names(candidate.source, one, other)
        {
            return true;
        }
        let step = match candidate.step {
            Step::Ratio => {
                self.percentage == Some(Percentage::Change)
                    || self.is_by_percent()
                    || is_another_rate(scene, mention, of, one, other)
                    || steps::is_of_unlike(scene, mention, candidate, one, other)
                    || steps::is_of_the_total(scene, mention, one, other)
                    || best::is_not_the_best_ratio(scene, mention, candidate.source, of, [one, other])
                    || subject::is_of_an_unnamed_whole(scene, mention, candidate, one, other)
            }
            Step::Change => {
                self.percentage == Some(Percentage::Part)
                    // What is less is so much less than the larger one.
                    || self.is_more.is_some_and(|more| more == (candidate.value < 0.0)) && candidate.value != 0.0
                    || self.goes_the_other_way(candidate.source, of, one, other)
                    || self.is_turned(of, candidate, one, other)
                    || self.goes_back(of, one, other)
                    || self.has_another_base(candidate.source, one, other)
            }
            _ => {
                self.goes_the_other_way(candidate.source, of, one, other)
                    || steps::is_of_little(scene, candidate.source, of, one, other)
                    || subject::is_less_another(scene, candidate, of, one, other)
            }
        };
        step || steps::is_of_others(scene, mention, candidate)
            || steps::is_of_unnamed(scene, mention, candidate, one, other)
            || steps::is_against_another(scene, mention, candidate.source, one, other)
            || subject::is_by_another(scene, mention, candidate.source, one, other)
            || against::is_of_another_base(scene, mention, candidate.source, one, other)
            || self.rose.is_some() && against::is_of_one_time(scene, mention, of, [one, other])
            || two::is_of_other_rows(scene, mention, candidate, of, [one, other])
            || two::is_of_unsaid_rows(scene, candidate, of, [one, other])
            || two::is_of_another_result(scene, mention, candidate)
            || two::is_an_unsaid_change(scene, mention, candidate)
            || spans::is_of_other_periods(scene, mention, (candidate.step, candidate.source), of, one, other)
    }

    /// Whether the words say by how many percent something rose, or fell.
    fn is_by_percent(&self) -> bool {
        self.rose.is_some() && self.mention.form == Form::Percent && self.scene.is_by(self.mention)
    }

    /// Whether a change between two cells that no time orders is one of less where the words say more, or of more where they say
    /// less: `an increase of 38.5 %` of -38.5 %.
    fn is_turned(&self, of: &Source, candidate: &Candidate, one: Place, other: Place) -> bool {
        let said = self.rose.filter(|_| self.more.is_none() && in_time(of, one, other).is_none());
        said.is_some_and(|up| candidate.value != 0.0 && up == (candidate.value < 0.0))
    }

    /// Whether two cells moved, or are held against each other, the other way than the words say.
    fn goes_the_other_way(&self, source: usize, of: &Source, one: Place, other: Place) -> bool {
        let less = |first: Place, second: Place| Some(of.number(second)? - of.number(first)?);
        let is = |said: Option<bool>, change: Option<f64>| match (said, change) {
            (Some(up), Some(change)) => {
                if up {
                    change < 0.0
                } else {
                    change > 0.0
                }
            }
            _ => false,
        };
        let rose = self.rose.filter(|_| self.more.is_none());
        let moved = rose.and_then(|_| in_time(of, one, other)).and_then(|(earlier, later)| less(earlier, later));
        let held = self.more.and_then(|_| {
            let (subject, object) = self.compared_rows(source, one, other)?;
            less(object, subject)
        });
        is(rose, moved) || is(self.more, held)
    }

    /// Whether a change would be in percent of what came later.
    fn goes_back(&self, of: &Source, one: Place, other: Place) -> bool {
        self.rose.is_some()
            && self.more.is_none()
            && in_time(of, one, other).is_some_and(|(earlier, later)| earlier == one && later == other)
    }

    /// Whether a change is in percent of another cell than that of what stands behind `than`.
    fn has_another_base(&self, source: usize, one: Place, other: Place) -> bool {
        self.more.is_some() && self.compared_rows(source, one, other).is_some_and(|(_, object)| object != other)
    }

    /// The cell of what is compared, and that of what stands behind `than`.
    fn compared_rows(&self, source: usize, one: Place, other: Place) -> Option<(Place, Place)> {
        if one.column != other.column || one.row == other.row {
            return None;
        }
        let names = &self.scene.naming.get(source)?.rows;
        // `than males` of the rows of each species and sex is that of the two which is one of males.
        let holds = |name: &RowName, place: Place| {
            name.rows.contains(&place.row) && (name.rows.contains(&one.row) != name.rows.contains(&other.row))
        };
        let than =
            names.iter().find(|name| name.range.start >= self.mention.range.end && self.scene.is_behind_than(name))?;
        let told = |place: Place| names.iter().any(|name| name.column == than.column && holds(name, place));
        match (holds(than, one), holds(than, other)) {
            (true, false) if told(other) => Some((other, one)),
            (false, true) if told(one) => Some((one, other)),
            _ => None,
        }
    }

    /// Whether names and figures come by turns, `West ... 12.4, East ... 11.9`, and the row is not that of the name before.
    fn is_of_another_name(&self, source: usize, place: Place) -> bool {
        let Some(bound) = self.bound.get(source) else { return false };
        let bound = bound.get_or_init(|| self.by_turns(source));
        bound.iter().any(|(_, rows)| !rows.contains(&place.row))
    }

    /// The same of a step within one name, `West's rose by 18 %` of North from 2022 to 2024.
    fn is_of_other_names(&self, source: usize, one: Place, other: Place) -> bool {
        let Some(bound) = self.bound.get(source) else { return false };
        let bound = bound.get_or_init(|| self.by_turns(source));
        let names = self.scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
        let holds = |name: &RowName| name.rows.contains(&one.row) && name.rows.contains(&other.row);
        let is_within = |label: usize| names.iter().any(|name| name.column == label && holds(name));
        let is_another = |rows: &[usize]| !rows.contains(&one.row) && !rows.contains(&other.row);
        bound.iter().any(|(label, rows)| is_another(rows) && is_within(*label))
    }

    /// For each label by which names and figures come by turns, the rows of the name that leads to the number.
    fn by_turns(&self, source: usize) -> Bound {
        let (scene, mention) = (self.scene, self.mention);
        let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return Vec::new() };
        if !scene.passage.cells.is_empty() {
            return Vec::new();
        }
        let label = |column: usize| {
            let mut names: Vec<&RowName> = naming.rows.iter().filter(|name| name.column == column).collect();
            names.dedup_by_key(|name| name.range.start);
            names.retain(|name| !is_a_plain_word(scene, of, name, &naming.rows));
            // `unlike West, the smallest has 8.3`; but of members and others there are no third.
            if names.len() == 1 && !of.columns.get(column).is_some_and(|own| own.is_flag) {
                return None;
            }
            leading(scene, mention, &names).map(|name| (column, name.rows.clone()))
        };
        (0..of.columns.len()).filter(|column| naming.names_by(*column)).filter_map(label).collect()
    }

    /// Whether the words say that the number is of another column.
    fn is_other_column(&self, source: usize, of: &Source, place: Place, reading: Reading) -> bool {
        let Some(own) = of.columns.get(place.column) else { return false };
        self.counts_different(own)
            || called::is_called_otherwise(self.scene, self.mention, of, place, reading)
            || taken::is_taken_otherwise(self.scene, self.mention, of, place)
            || turns::is_of_another_turn(self.scene, self.mention, of, place)
            || steps::is_per(self.scene, self.mention, of, place.column)
            || self.is_of_another_owner(source, of, own)
            || self.leads_to_another(source, of, own)
    }

    /// `18 different values` is no minimum.
    fn counts_different(&self, own: &Column) -> bool {
        self.different
            && own.measure != Measure::Count
            && ["minimum", "maximum", "average", "median", "total", "deviation"]
                .iter()
                .any(|word| own.is_named_by(word))
    }

    /// Whether the number belongs to the name of another label than its column does: of `winner`, `winner_votes`, `runner_up` and
    /// `runner_up_votes` the last is that of the one who came second.
    fn is_of_another_owner(&self, source: usize, of: &Source, own: &Column) -> bool {
        if of.columns.iter().filter(|column| column.is_label).nth(1).is_none() {
            return false;
        }
        let Some((owner, rest)) = owner(of, own) else { return false };
        let Some(naming) = self.scene.naming.get(source) else { return false };
        let rival = |label: usize| {
            let mut others = of.columns.iter().filter(|other| other.index != own.index);
            label != owner && others.any(|other| self::owner(of, other) == Some((label, rest.clone())))
        };
        let rivals: Vec<usize> = (0..of.columns.len()).filter(|label| rival(*label)).collect();
        let mut names: Vec<&RowName> =
            naming.rows.iter().filter(|name| name.column == owner || rivals.contains(&name.column)).collect();
        names.dedup_by_key(|name| name.range.start);
        let attached = |label: usize| self.scene.attached(self.mention, source, label);
        let other_attached =
            rivals.iter().filter_map(|label| attached(*label)).any(|name| !self.is_paired(&names, name));
        let own_attached = attached(owner).is_some();
        let turn = leading(self.scene, self.mention, &names).is_some_and(|name| name.column != owner);
        let alone = self.scene.mentions.iter().filter(|other| is_figure(other)).count() == 1;
        let only = alone && !names.is_empty() && names.iter().all(|name| name.column != owner);
        turn || other_attached && !own_attached || only
    }

    /// Whether a name stands right behind another: `Dunmore–Holt 2:5` gives one figure for each.
    fn is_paired(&self, names: &[&RowName], name: &RowName) -> bool {
        let between = |other: &&RowName| self.scene.text.get(other.range.end..name.range.start).unwrap_or("?");
        names.iter().map(between).any(|between| PAIRED.contains(&between.trim()))
    }

    /// Whether the number is an item of a list that words lead to which name another column, and the item names none.
    fn leads_to_another(&self, source: usize, of: &Source, own: &Column) -> bool {
        let scene = self.scene;
        let Some(led) = scene.led.get(source).filter(|_| scene.passage.is_item) else { return false };
        let figures = scene.mentions.iter().filter(|other| is_figure(other)).count();
        let said = |column: &Column| {
            scene.naming.get(source).is_some_and(|naming| naming.score(column.index, &scene.passage.range) > 0.0)
        };
        let measured = || of.columns.iter().filter(|column| column.measure != Measure::None);
        if figures != 1 || measured().any(said) {
            return false;
        }
        let score = |column: &Column| led.get(column.index).copied().unwrap_or(0.0);
        let may_be =
            |column: &&Column| scene.factor(self.mention, column).is_some() && is_written_so(self.mention, column);
        score(own) == 0.0 && measured().filter(may_be).any(|other| score(other) > LED)
    }
}

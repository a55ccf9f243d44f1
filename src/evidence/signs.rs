//! The signs of a value that may stand behind a number: of its step, its row and the words around it here, of its column in
//! `columns`.
//!
//! Uses the scene, candidates and sources of this room; what the signs weigh stands in [`likely`](super::likely).

mod columns;
mod groups;
mod order;
mod series;
mod ties;

use std::cell::OnceCell;

use hashbrown::HashSet;

use super::candidate::{Candidate, DIGITS_MOST, RowTie, column_tie, row_tie};
use super::held::Held;
use super::likely::{Play, Supposed};
use super::mention::{Hedge, Mention};
use super::naming::RowName;
use super::rounding::{count, digits_of};
use super::scene::{Cited, Scene, is_figure};
use super::sign::Sign;
use super::source::Place;
use crate::event::Step;

/// How a value was found: how many of its kind were tried, how many of them fit, and whether the words go with it.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// Values of its kind that were tried.
    pub tried: usize,
    /// Of these, how many fit.
    pub fitting: usize,
    /// Whether the words go with the step.
    pub words: bool,
}

/// A number and what is around it.
pub struct Reader<'a> {
    /// The passage.
    pub scene: &'a Scene<'a>,
    /// The number.
    pub mention: &'a Mention,
    /// What other numbers rest on.
    pub play: &'a Play<'a>,
    /// Words of the passage and of the question, and the heads of their families.
    words: HashSet<&'a str>,
    /// Whether the number is the only figure of the passage.
    alone: bool,
    held: Vec<OnceCell<Option<Held<'a>>>>,
}

fn holds(name: &RowName, row: usize) -> bool {
    name.rows.contains(&row)
}

impl<'a> Reader<'a> {
    /// A number of a passage.
    #[must_use]
    pub fn new(scene: &'a Scene<'a>, mention: &'a Mention, play: &'a Play<'a>) -> Self {
        let asked = scene.question.iter().flat_map(|passage| &passage.words);
        let words =
            asked.chain(&scene.passage.words).flat_map(|word| [word.family.as_str(), word.stem.as_str()]).collect();
        let alone = scene.mentions.iter().filter(|other| is_figure(other)).count() == 1;
        Self { scene, mention, play, words, alone, held: scene.sources.iter().map(|_| OnceCell::new()).collect() }
    }

    /// What is worked out once of a result.
    pub(super) fn hold(&self, source: usize) -> Option<&Held<'a>> {
        let hold = || Held::new(self.scene, self.mention, self.play, &self.words, source);
        self.held.get(source)?.get_or_init(hold).as_ref()
    }

    /// A value with its signs.
    #[must_use]
    pub fn read(&self, candidate: Candidate, found: Found) -> Supposed {
        let source = candidate.source;
        let mut it = Supposed::new(candidate);
        let Some(held) = self.hold(source) else { return it };
        let of = held.of;
        step(&mut it);
        self.digits(&mut it, held, found);
        self.written(&mut it, found.words);
        self.header(&mut it);
        let cited = self.scene.cited(self.mention, of);
        it.mark(Sign::CitedNear, cited >= Cited::Passage);
        it.mark(Sign::CitedNearest, cited == Cited::Nearest);
        it.mark(Sign::CitedNothing, cited == Cited::Nothing);
        it.mark(Sign::CitedOther, cited == Cited::Other);
        self.series(&mut it);
        let cells = it.candidate.cells.clone();
        if let [place] = cells.as_slice() {
            self.row(&mut it, held, *place);
            self.ties(&mut it, held, *place);
        } else {
            self.operands(&mut it, held, &cells);
        }
        if let Some(column) = it.candidate.column.or(cells.first().map(|place| place.column)) {
            self.column(&mut it, held, column);
            held.other_columns(&mut it, column);
            self.written_like(&mut it, held, column);
        }
        it
    }

    /// Adds what the sentence points to plainly to what may stand behind the number, and marks it. `chosen` is the plainest;
    /// it is doubtful where it breaks the order of names and numbers.
    pub fn mark_plain(&self, all: &mut Vec<Supposed>, plain: &[Candidate], chosen: Option<&Candidate>, doubtful: bool) {
        for candidate in plain.iter().filter(|candidate| candidate.grade.is_some()).chain(chosen) {
            if !all.iter().any(|one| is_same(&one.candidate, candidate)) {
                all.push(self.read(candidate.clone(), Found { tried: 1, fitting: 1, words: true }));
            }
            for one in all.iter_mut().filter(|one| is_same(&one.candidate, candidate)) {
                one.mark(Sign::Plain, true);
                one.mark(Sign::Doubtful, doubtful);
                if let ([place], Step::Cell) = (candidate.cells.as_slice(), candidate.step) {
                    let row = row_tie(self.scene, self.mention, *place, candidate.source);
                    let column = column_tie(self.scene, self.mention, *place, candidate.source);
                    one.set(Sign::PlainRow, f64::from(row as u32));
                    one.set(Sign::PlainColumn, f64::from(column as u32));
                }
            }
        }
        for one in all.iter_mut().filter(|one| chosen.is_some_and(|chosen| is_same(&one.candidate, chosen))) {
            one.mark(Sign::Chosen, true);
        }
    }

    fn digits(&self, it: &mut Supposed, held: &Held<'_>, found: Found) {
        let candidate = &it.candidate;
        let over = candidate.column.or(candidate.cells.first().map(|place| place.column));
        let factor = over.and_then(|column| self.scene.factor(self.mention, held.of.columns.get(column)?));
        let value = candidate.value * factor.unwrap_or(1.0);
        let digits = f64::from(digits_of(candidate.reading, self.mention.hedge, value).min(DIGITS_MOST));
        it.set(Sign::Digits, digits);
        it.set(Sign::StepDigits, if it.is_cell() { 0.0 } else { digits });
        it.mark(Sign::OneDigit, digits < 2.0);
        it.set(Sign::Members, count(found.tried.max(1)).ln());
        it.set(Sign::Matches, count(found.fitting.max(1)).ln());
    }

    /// How the number is written, and what the words say of the step.
    fn written(&self, it: &mut Supposed, words: bool) {
        let (scene, mention, step, value) = (self.scene, self.mention, it.candidate.step, it.candidate.value);
        it.mark(Sign::Words, words);
        it.mark(Sign::StepWithoutWords, !words && step != Step::Cell);
        let written = scene.text.get(mention.range.clone()).unwrap_or_default();
        let signed = written.starts_with(['+', '-', '−', '–']);
        let agrees = signed && (written.starts_with('+') == (value > 0.0));
        it.mark(Sign::Signed, signed);
        it.mark(Sign::SignedChange, agrees && step == Step::Change);
        it.mark(Sign::SignedDifference, agrees && step == Step::Difference);
        it.mark(Sign::AskedWords, scene.asked_for(step));
        let before = scene.text.get(..mention.range.start).unwrap_or_default().trim_end_matches(['*', '_', ' ']);
        it.mark(Sign::Bracketed, before.ends_with('(') && step != Step::Cell);
        it.mark(Sign::Spelled, !written.bytes().any(|byte| byte.is_ascii_digit()));
        it.mark(Sign::Hedged, mention.hedge != Hedge::Exact);
        it.mark(Sign::Money, scene.writes_money(mention));
        let turned = value != 0.0 && (value < 0.0) != (it.candidate.reading.value < 0.0);
        let (falls, rises) = (scene.falls(), scene.rises());
        it.mark(Sign::Turned, turned && !falls);
        let directed = matches!(step, Step::Change | Step::Difference);
        it.mark(Sign::Against, !turned && value > 0.0 && directed && falls && !rises);
    }

    /// What the header over a number of a table says of the step.
    fn header(&self, it: &mut Supposed) {
        let mut cells = self.scene.passage.cells.iter();
        let header = cells.find(|(range, _)| range.contains(&self.mention.range.start)).map(|(_, header)| header);
        let said =
            |words: &[&str]| header.is_some_and(|header| header.iter().any(|word| words.contains(&word.as_str())));
        let over = match it.candidate.step {
            Step::Share => said(&["share", "%"]),
            Step::Change => said(&["change", "%"]),
            Step::Difference => said(&["change", "variance"]),
            Step::Ratio => said(&["ratio", "share", "%"]),
            Step::Sum => said(&["total"]),
            Step::Mean => said(&["average"]),
            Step::Cell
            | Step::Count
            | Step::Rank
            | Step::RowCount
            | Step::Distinct
            | Step::ColumnCount
            | Step::Condition => false,
        };
        it.mark(Sign::HeaderWords, over);
        it.mark(Sign::Below, header.is_some());
    }

    /// Where the row of one cell is named.
    fn row(&self, it: &mut Supposed, held: &Held<'_>, place: Place) {
        let Held { source, of, naming, asked, .. } = held;
        if of.row_count == 1 {
            it.mark(Sign::Single, true);
            return;
        }
        let (scene, mention) = (self.scene, self.mention);
        let clause = scene.clause(mention);
        let mut attached = None;
        let (mut named, mut inside, mut others, mut width) = (false, false, false, usize::MAX);
        for label in (0..of.columns.len()).filter(|label| naming.names_by(*label)) {
            if let Some(name) = scene.attached(mention, *source, label) {
                attached = Some(attached.unwrap_or(false) || holds(name, place.row));
            }
            let mut own = naming.rows.iter().filter(|name| name.column == label && holds(name, place.row)).peekable();
            others |= own.peek().is_none();
            for name in own {
                named = true;
                width = width.min(name.rows.len());
                inside |= clause.start <= name.range.start && name.range.end <= clause.end;
            }
        }
        let before = scene.before.get(*source).map_or(&[][..], Vec::as_slice);
        let before = before.iter().any(|name| holds(name, place.row));
        let asked = asked.rows.iter().any(|name| holds(name, place.row));
        it.mark(Sign::Attached, attached == Some(true));
        it.mark(Sign::Elsewhere, attached == Some(false));
        it.mark(Sign::InClause, inside);
        it.mark(Sign::Named, named);
        it.mark(Sign::Before, before && !named);
        it.mark(Sign::Asked, asked && !named);
        it.mark(Sign::NoneNamed, naming.rows.is_empty() && !before && !asked);
        it.mark(Sign::OthersNamed, others && !named);
        it.mark(Sign::Extreme, row_tie(scene, mention, place, *source) == RowTie::Meant);
        it.set(Sign::NameWidth, if named { count(width).ln() } else { 0.0 });
        it.mark(Sign::Given, self.play.states(*source, place));
        let beside =
            |(from, cell): (usize, Place)| from == *source && cell.row == place.row && cell.column != place.column;
        it.mark(Sign::RowInPlay, self.play.cells().any(beside));
        self.order(it, held, place);
        self.recent(it, held, place);
    }

    /// Where the cells that a step is taken over come from.
    fn operands(&self, it: &mut Supposed, held: &Held<'_>, cells: &[Place]) {
        let Held { source, of, naming, asked, .. } = held;
        it.mark(Sign::Single, of.row_count == 1);
        if cells.is_empty() {
            it.mark(Sign::NoneNamed, naming.rows.is_empty());
            return;
        }
        let share =
            |fits: &dyn Fn(Place) -> bool| count(cells.iter().filter(|cell| fits(**cell)).count()) / count(cells.len());
        let before = self.scene.before.get(*source).map_or(&[][..], Vec::as_slice);
        let names = |cell: Place| naming.rows.iter().any(|name| holds(name, cell.row));
        let known = |cell: Place| !names(cell) && before.iter().chain(&asked.rows).any(|name| holds(name, cell.row));
        let end = |cell: Place| {
            let Some(column) = of.columns.get(cell.column) else { return false };
            let own = column.numbers.get(cell.row).copied().flatten();
            own.is_some() && column.ends.is_some_and(|(least, most)| own == Some(least) || own == Some(most))
        };
        let states = |cell: Place| self.play.states(*source, cell) || self.play.earlier.contains(&(*source, cell));
        it.set(Sign::Stated, share(&states));
        it.set(Sign::NamedOperands, share(&names));
        it.set(Sign::KnownOperands, share(&known));
        it.set(Sign::Ends, share(&end));
        self.told(it, held, cells);
        if let [one, other] = cells {
            it.mark(Sign::Following, of.is_dated() && one.row.abs_diff(other.row) == 1);
        }
        let own = |name: &RowName| cells.iter().any(|cell| holds(name, cell.row));
        let (mut attached, mut elsewhere) = (false, false);
        for label in (0..of.columns.len()).filter(|label| naming.names_by(*label)) {
            if let Some(name) = self.scene.attached(self.mention, *source, label) {
                attached |= own(name);
                elsewhere |= !own(name);
            }
        }
        it.mark(Sign::PairAttached, attached);
        it.mark(Sign::PairElsewhere, elsewhere);
        let (before, behind) = self.beside(naming);
        it.mark(Sign::PairNearest, before.into_iter().chain(behind).any(own));
        if cells.len() >= 2 && !matches!(it.candidate.step, Step::Difference | Step::Change | Step::Ratio) {
            self.together(it, held, cells);
        }
        it.mark(Sign::Leading, cells.len() >= 2 && cells.iter().enumerate().all(|(index, cell)| cell.row == index));
    }
}

/// Which step it is.
fn step(it: &mut Supposed) {
    let cells = it.candidate.cells.clone();
    let some = cells.len() >= 2;
    let sign = match it.candidate.step {
        Step::Sum if some => Sign::SomeSum,
        Step::Sum => Sign::Sum,
        Step::Share if some => Sign::SomeShare,
        Step::Share => Sign::Share,
        Step::Mean => Sign::Mean,
        Step::Difference => Sign::Difference,
        Step::Change => Sign::Change,
        Step::Ratio => Sign::Ratio,
        Step::Count | Step::Rank => Sign::Count,
        Step::RowCount | Step::Distinct | Step::ColumnCount | Step::Condition => Sign::Rows,
        Step::Cell => return,
    };
    it.mark(sign, true);
    let is_pair = matches!(it.candidate.step, Step::Difference | Step::Change | Step::Ratio);
    let row = |place: Option<&Place>| place.map(|place| place.row);
    it.mark(Sign::Across, is_pair && row(cells.first()) == row(cells.last()));
}

/// Whether two values are the same cells, or the same step over them.
fn is_same(one: &Candidate, other: &Candidate) -> bool {
    let close = (one.value - other.value).abs() <= 1e-9 * one.value.abs().max(1.0);
    let places = one.cells == other.cells && one.column == other.column;
    one.source == other.source && one.step == other.step && places && close
}

#[cfg(test)]
mod tests {
    use super::super::example::{number, regions, scene, table};
    use super::*;
    use crate::table::Table;

    /// The signs of some cells behind a number.
    fn read(table: Table, text: &str, written: &str, step: Step, cells: &[(usize, usize)], signs: &[Sign]) -> Vec<f64> {
        scene(table, text, &|scene| {
            let mention = number(scene, written);
            let cells: Vec<Place> = cells.iter().map(|(column, row)| Place { column: *column, row: *row }).collect();
            let candidate = Candidate::of_step(0, step, 12.4, cells, mention.readings[0]);
            let play = Play { picked: &[], earlier: &[] };
            let reader = Reader::new(scene, mention, &play);
            let supposed = reader.read(candidate, Found { tried: 1, fitting: 1, words: false });
            signs.iter().map(|sign| supposed.signs[*sign as usize]).collect()
        })
    }

    #[test]
    fn a_row_has_the_signs_of_where_it_is_named() {
        let text = "It was 12.4 for West and 11.9 for East [q1].";
        let signs = [Sign::Attached, Sign::Elsewhere, Sign::Named, Sign::OthersNamed];
        let row = |row: usize| read(regions(), text, "12.4", Step::Cell, &[(1, row)], &signs);
        assert_eq!(row(0), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(row(1), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(row(2), [0.0, 1.0, 0.0, 1.0]);
        let single = read(table("revenue", &["12.4"]), "It was 12.4.", "12.4", Step::Cell, &[(0, 0)], &[Sign::Single]);
        assert_eq!(single, [1.0]);
    }

    #[test]
    fn a_column_has_the_signs_of_its_words_and_of_others() {
        let text = "West took 12 orders [q1].";
        let signs = [Sign::OwnNamed, Sign::OtherBetter, Sign::OnlyColumn];
        let column = |column: usize| read(regions(), text, "12", Step::Cell, &[(column, 0)], &signs);
        assert_eq!(column(2), [1.0, 0.0, 0.0]);
        assert_eq!(column(1), [1.0, 1.0, 0.0]);
    }

    #[test]
    fn a_step_has_its_own_sign_and_those_of_its_cells() {
        let text = "West has 12.4 % more than East [q1].";
        let signs = [Sign::Change, Sign::Across, Sign::NamedOperands, Sign::Words];
        assert_eq!(read(regions(), text, "12.4 %", Step::Change, &[(1, 0), (1, 1)], &signs), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(read(regions(), text, "12.4 %", Step::Change, &[(1, 0), (1, 2)], &signs), [1.0, 0.0, 0.5, 0.0]);
        assert_eq!(read(regions(), text, "12.4 %", Step::Ratio, &[(1, 0), (2, 0)], &signs), [0.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn what_is_plain_is_added_once_and_marked() {
        let text = "West has 12.4 [q1].";
        scene(regions(), text, &|scene| {
            let mention = number(scene, "12.4");
            let cells = vec![Place { column: 1, row: 0 }];
            let reading = mention.readings[0];
            let plain = Candidate { grade: Some(1), ..Candidate::of_step(0, Step::Cell, 12.4, cells, reading) };
            let play = Play { picked: &[], earlier: &[] };
            let mut all = Vec::new();
            Reader::new(scene, mention, &play).mark_plain(&mut all, std::slice::from_ref(&plain), Some(&plain), true);
            let marks = [Sign::Plain, Sign::Chosen, Sign::Doubtful].map(|sign| all[0].signs[sign as usize]);
            assert_eq!((all.len(), marks), (1, [1.0, 1.0, 1.0]));
            Reader::new(scene, mention, &play).mark_plain(&mut all, &[], None, false);
            assert_eq!(all.len(), 1);
        });
    }
}

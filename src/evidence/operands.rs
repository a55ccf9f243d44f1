//! The cells that a step may be taken over: rows that belong together, and pairs of cells that are in play.
//!
//! Uses the lists of [`supposed`](super::supposed). In play is what is named here, before, or in the question, what other
//! numbers give, the largest and the smallest, and in time the one before.

use std::ops::RangeInclusive;

use hashbrown::HashSet;

use super::column::Measure;

use super::mention::Form;
use super::naming::RowName;
use super::ranked::ranked;
use super::scene::Cited;
use super::source::Place;
use super::supposed::{List, Lister, Over};
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_OPERANDS, EVIDENCE_PAIR_COLUMNS};

/// Rows that a result begins with that may belong together.
const LEADING: RangeInclusive<usize> = 2..=5;
/// Figures that were given last that may.
const LAST_GIVEN: RangeInclusive<usize> = 2..=6;
/// What stands between names that are listed.
const LISTED: [&str; 15] = [
    ", ",
    " and ",
    ", and ",
    " & ",
    " und ",
    " et ",
    " y ",
    " plus ",
    " or ",
    "/",
    " as well as ",
    " sowie ",
    " + ",
    " and the ",
    ", the ",
];
/// Rows that a name may stand for to be an operand.
const NARROW: usize = 4;

impl Lister<'_> {
    /// What is named here, before, and in the question.
    fn names(&self) -> [&[RowName]; 3] {
        let named = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        let before = self.scene.before.get(self.source).map_or(&[][..], Vec::as_slice);
        let asked = self.scene.asked.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        [named, asked, before]
    }

    /// Rows whose cells of a column numbers give: all of the passage, all before it.
    fn stated(&self, column: usize) -> [Vec<usize>; 2] {
        let here = |(source, place): &(usize, Place)| *source == self.source && place.column == column;
        let all: Vec<usize> = self.play.given().filter(here).map(|(_, place)| place.row).collect();
        let earlier = self.play.earlier.iter().filter(|cell| here(cell)).count();
        let (before, own) = all.split_at(earlier.min(all.len()));
        [own.to_vec(), before.to_vec()]
    }

    /// Cells of a column whose rows belong together.
    pub fn groups(&self, column: usize) -> Vec<Vec<Place>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for names in self.names() {
            for label in 0..self.of.columns.len() {
                let own = names.iter().filter(|name| name.column == label);
                groups.push(own.flat_map(|name| name.rows.clone()).collect());
            }
        }
        groups.extend(self.named_together());
        groups.extend(ranked(self.scene, self.mention, self.of, column));
        // Those that the result begins with, and the last figures before this one.
        groups.extend(LEADING.map(|size| (0..size).collect()));
        let [own, before] = self.stated(column);
        let given: Vec<usize> = before.iter().chain(&own).copied().collect();
        let last =
            |size: usize| given.len().checked_sub(size).and_then(|start| given.get(start..)).map(<[usize]>::to_vec);
        groups.extend(LAST_GIVEN.filter_map(last));
        groups.extend([own, before]);
        for group in &mut groups {
            group.sort_unstable();
            group.dedup();
        }
        groups.extend(self.rests(&groups));
        let some = |group: &Vec<usize>| {
            (2..=EVIDENCE_CELLS).contains(&group.len()) && (group.len() as u64) < self.of.row_count
        };
        groups.retain(some);
        groups.sort();
        groups.dedup();
        let places = |rows: Vec<usize>| rows.into_iter().map(|row| Place { column, row }).collect();
        groups.into_iter().map(places).collect()
    }

    /// Rows that one name stands for, such as all mammals, and those that the clause names; none of more rows than a step is
    /// taken over.
    fn named_together(&self) -> Vec<Vec<usize>> {
        let few = |name: &RowName| name.rows.len() <= EVIDENCE_CELLS;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for names in self.names() {
            let some = names.iter().filter(|name| name.rows.len() > 1 && few(name));
            groups.extend(some.map(|name| name.rows.clone()));
        }
        let clause = self.scene.clause(self.mention);
        let named = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        for label in 0..self.of.columns.len() {
            let inside = |name: &&RowName| {
                name.column == label && clause.start <= name.range.start && name.range.end <= clause.end
            };
            let meant = named.iter().filter(inside);
            if meant.clone().all(few) {
                groups.push(meant.flat_map(|name| name.rows.iter().copied()).collect());
            }
            groups.extend(self.enumerated(label));
        }
        groups
    }

    /// Rows whose names are listed: `June, July and August`.
    fn enumerated(&self, label: usize) -> Vec<Vec<usize>> {
        let named = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        let mut lists: Vec<Vec<usize>> = Vec::new();
        let mut end: Option<usize> = None;
        for name in named.iter().filter(|name| name.column == label && name.rows.len() <= EVIDENCE_CELLS) {
            let linked = end.and_then(|end| self.scene.text.get(end..name.range.start));
            match lists.last_mut().filter(|_| linked.is_some_and(|between| LISTED.contains(&between))) {
                Some(list) => list.extend(&name.rows),
                None => lists.push(name.rows.clone()),
            }
            end = Some(name.range.end);
        }
        lists
    }

    /// All other rows than those of a group, where the passage speaks of the others and they are few enough.
    fn rests(&self, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
        if !self.words.rest || self.of.is_cut() {
            return Vec::new();
        }
        let rows = self.of.rows.len();
        let left = |group: &Vec<usize>| rows.saturating_sub(group.len()) <= EVIDENCE_CELLS;
        let told = groups.iter().filter(|group| !group.is_empty() && group.len() < EVIDENCE_CELLS && left(group));
        told.map(|group| (0..rows).filter(|row| group.binary_search(row).is_err()).collect()).collect()
    }

    /// Rows that a step over two cells may be taken over; of one column, its largest and smallest are among them.
    fn operands(&self, column: Option<usize>) -> Vec<usize> {
        let mut rows: Vec<usize> = Vec::new();
        for names in self.names() {
            let narrow = names.iter().filter(|name| name.rows.len() <= NARROW);
            rows.extend(narrow.flat_map(|name| name.rows.clone()).take(EVIDENCE_OPERANDS));
        }
        let own = self.play.given().skip(self.play.earlier.len()).chain(self.play.earlier.iter().copied());
        rows.extend(own.filter(|(source, _)| *source == self.source).map(|(_, place)| place.row));
        if let Some(own) = column.and_then(|column| self.of.columns.get(column)) {
            rows.extend(own.extremes());
        }
        if self.of.is_dated() {
            let previous: Vec<usize> = rows.iter().filter_map(|row| row.checked_sub(1)).collect();
            rows.extend(previous);
            rows.extend([0, self.of.rows.len().saturating_sub(1)]);
        }
        let mut seen = HashSet::new();
        rows.retain(|row| *row < self.of.rows.len() && seen.insert(*row));
        rows.truncate(EVIDENCE_OPERANDS);
        rows
    }

    /// Differences, changes and ratios of two cells of a column, and of two columns of a row.
    pub fn pairs(&self) -> List {
        let mut list = List::default();
        // Of what is not cited, only what is in play: two cells of thousands always have some ratio that fits.
        let in_play = self.names().iter().any(|names| !names.is_empty())
            || self.play.cells().any(|(source, _)| source == self.source);
        if self.scene.cited(self.mention, self.of) == Cited::Nothing && !in_play && self.of.row_count > 1 {
            return list;
        }
        let columns: Vec<usize> = self.measured().map(|(column, _)| column).take(EVIDENCE_PAIR_COLUMNS).collect();
        for column in columns.iter().copied() {
            let rows = self.operands(Some(column));
            for row in rows.iter().copied() {
                for other in rows.iter().copied().filter(|other| *other != row) {
                    self.pair(&mut list, Place { column, row }, Place { column, row: other });
                }
            }
        }
        let rows = if self.of.row_count == 1 { vec![0] } else { self.operands(None) };
        for row in rows {
            for column in columns.iter().copied() {
                for other in columns.iter().copied().filter(|other| *other != column) {
                    self.pair(&mut list, Place { column, row }, Place { column: other, row });
                }
            }
        }
        list
    }

    fn pair(&self, list: &mut List, place: Place, base: Place) {
        let (Some(value), Some(under)) = (self.number(place), self.number(base)) else { return };
        let of = &self.of.columns;
        let (Some(one), Some(other)) = (of.get(place.column), of.get(base.column)) else { return };
        let cells = || Over::Cells(vec![place, base]);
        let across = place.column != base.column;
        let words = self.words;
        // One count less another is meant where the words say so: `40 of its requests were not merged`.
        let counted = one.measure != Measure::Count || words.without;
        let same = one.measure == other.measure && one.unit == other.unit && counted;
        let alike = !across || same;
        match self.mention.form {
            Form::Number | Form::Points => {
                if let Some(factor) = self.factor(place.column).filter(|_| alike) {
                    let related = words.moves || words.relates;
                    self.add(list, Step::Difference, value - under, factor, cells, related);
                }
                if under != 0.0 && self.mention.form == Form::Number && (across || words.times) {
                    self.add(list, Step::Ratio, value / under, 1.0, cells, !across || words.each);
                }
            }
            Form::Percent if under != 0.0 => {
                if alike {
                    self.add(list, Step::Change, (value - under) / under.abs() * 100.0, 1.0, cells, words.moves);
                }
                if value.abs() <= under.abs() || alike {
                    // `2.4 % were cancelled`: so many of all that were counted.
                    let named = || self.scene.column_score(self.mention, self.source, place.column) > 0.0;
                    let part = across && other.measure == Measure::Count && one.is_whole && value >= 0.0 && named();
                    self.add(list, Step::Ratio, value / under, 100.0, cells, words.of || part);
                }
            }
            Form::Multiple if under != 0.0 => self.add(list, Step::Ratio, value / under, 1.0, cells, true),
            Form::Percent | Form::Multiple | Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{months, number, regions, scene, table};
    use super::super::likely::Play;
    use super::super::scene::Scene;
    use super::*;
    use crate::table::Table;

    fn lister<T>(scene: &Scene<'_>, written: &str, read: &dyn Fn(&Lister<'_>) -> T) -> T {
        let play = Play { picked: &[], earlier: &[] };
        let (mention, of) = (number(scene, written), &scene.sources[0]);
        read(&Lister::new(scene, mention, &play, 0, of, &super::super::wording::Words::new(scene, mention)))
    }

    /// The rows of the pairs of cells whose step gives a number.
    fn pairs(table: Table, text: &str, written: &str) -> Vec<(Step, Vec<usize>)> {
        scene(table, text, &|scene| {
            let fitting = lister(scene, written, &|lister| lister.pairs().fitting);
            let rows = |cells: &[Place]| cells.iter().map(|place| place.row).collect();
            fitting.iter().map(|(candidate, _)| (candidate.step, rows(&candidate.cells))).collect()
        })
    }

    /// What [`months`] holds, of towns.
    fn towns() -> Table {
        table("town|revenue", &["Aix|100", "Brno|150", "Cork|120", "Dijon|132", "Essen|200", "Ghent|95"])
    }

    #[test]
    fn in_time_the_one_before_is_in_play() {
        let text = "In April 2024 it rose by 10 % [q1].";
        assert_eq!(pairs(months(), text, "10 %"), [(Step::Change, vec![3, 2])]);
        assert_eq!(pairs(towns(), "In Dijon it rose by 10 % [q1].", "10 %"), []);
        assert_eq!(pairs(towns(), "Dijon is 10 % ahead of Cork [q1].", "10 %"), [(Step::Change, vec![3, 2])]);
    }

    #[test]
    fn the_largest_and_the_smallest_are_in_play() {
        let either = [(Step::Difference, vec![4, 5]), (Step::Difference, vec![5, 4])];
        assert_eq!(pairs(towns(), "They lie 105 apart [q1].", "105"), either);
        assert_eq!(pairs(towns(), "They lie 12 apart [q1].", "12"), []);
    }

    #[test]
    fn one_row_is_held_against_itself_under_two_columns() {
        let budget = table("region|planned|spent", &["West|80|92", "East|70|60"]);
        assert_eq!(pairs(budget, "West spent 15 % more than planned [q1].", "15 %"), [(Step::Change, vec![0, 0])]);
    }

    #[test]
    fn rows_that_are_named_belong_together_and_all_rows_do_not() {
        let groups = |text: &str| {
            scene(regions(), text, &|scene| {
                let groups = lister(scene, "9", &|lister| lister.groups(1));
                groups
                    .into_iter()
                    .map(|group| group.iter().map(|place| place.row).collect())
                    .collect::<Vec<Vec<usize>>>()
            })
        };
        assert_eq!(groups("They have 9 [q1]."), [vec![0, 1]], "those that the result begins with");
        assert_eq!(groups("West and North have 9 [q1]."), [vec![0, 1], vec![0, 2]]);
        assert_eq!(groups("West, East and North have 9 [q1]."), [vec![0, 1]]);
    }

    #[test]
    fn the_others_belong_together_where_the_passage_speaks_of_them() {
        let others = |text: &str| {
            let rest: Vec<Place> = [0, 2, 3, 4, 5].map(|row| Place { column: 1, row }).to_vec();
            scene(towns(), text, &|scene| lister(scene, "9", &|lister| lister.groups(1)).contains(&rest))
        };
        assert!(others("Brno is small, the others have 9 [q1]."));
        assert!(!others("Brno is small, it has 9 [q1]."));
    }

    #[test]
    fn one_name_may_stand_for_rows_that_belong_together() {
        let animals = || table("kind|seen", &["mammal|4", "bird|6", "mammal|5", "bird|7", "frog|8"]);
        let groups = scene(animals(), "Of mammals 9 were seen, more than frogs [q1].", &|scene| {
            lister(scene, "9", &|lister| lister.groups(1))
        });
        assert!(groups.contains(&[0, 2].map(|row| Place { column: 1, row }).to_vec()), "{groups:?}");
    }
}

//! Whether the rows that a step is taken over belong together by their names.
//!
//! Uses what the signs use.

use super::super::held::Held;
use super::super::likely::Supposed;
use super::super::naming::RowName;
use super::super::ranked::ranked;
use super::super::sign::Sign;
use super::super::source::Place;
use super::super::timed::in_time;
use super::super::wording::REST;
use super::{Reader, holds};
use crate::event::Step;

impl Reader<'_> {
    /// Whether the rows that a step is taken over belong together by how they are named, or by how they are not.
    pub(super) fn together(&self, it: &mut Supposed, held: &Held<'_>, cells: &[Place]) {
        let naming = held.naming;
        let has = |row: usize| cells.iter().any(|cell| cell.row == row);
        let clause = self.scene.clause(self.mention);
        let inside = |name: &&RowName| clause.start <= name.range.start && name.range.end <= clause.end;
        // Names cover the cells where each cell is of one of them, and each row of theirs is a cell.
        let cover = |names: &[&RowName]| {
            !names.is_empty()
                && names.iter().all(|name| name.rows.iter().all(|row| has(*row)))
                && cells.iter().all(|cell| names.iter().any(|name| holds(name, cell.row)))
        };
        let alone = naming.rows.iter().any(|name| name.rows.len() > 1 && cover(&[name]));
        let clause = |label: usize| -> Vec<&RowName> {
            naming.rows.iter().filter(|name| name.column == label).filter(inside).collect()
        };
        let together = alone || (0..held.of.columns.len()).any(|label| cover(&clause(label)));
        let ranked = self.is_ranked(held, cells);
        let together = together || ranked;
        it.mark(Sign::Together, together);
        if ranked {
            // `the top three` says what is taken together.
            it.mark(Sign::Words, true);
            it.mark(Sign::StepWithoutWords, false);
        }
        let rest = || {
            cells.len() > held.of.rows.len() / 2
                && !naming.rows.iter().any(|name| name.rows.iter().any(|row| has(*row)))
        };
        it.mark(Sign::Rest, !together && self.scene.says_stem(&REST) && rest());
    }

    /// Whether other numbers of the passage give both cells that a step is taken over, and it does not run against time.
    pub(super) fn told(&self, it: &mut Supposed, held: &Held<'_>, cells: &[Place]) {
        let &[one, other] = cells else { return };
        let moves = matches!(it.candidate.step, Step::Difference | Step::Change);
        let backwards = moves && in_time(held.of, one, other).is_some_and(|(first, _)| first == one);
        let is_pair = (moves || it.candidate.step == Step::Ratio) && !backwards;
        it.mark(Sign::Told, is_pair && cells.iter().all(|cell| self.play.states(held.source, *cell)));
    }

    /// Whether the rows are those that the passage means by their place, such as the top three.
    fn is_ranked(&self, held: &Held<'_>, cells: &[Place]) -> bool {
        let Some(column) = cells.first().map(|cell| cell.column) else { return false };
        let mut rows: Vec<usize> = cells.iter().map(|cell| cell.row).collect();
        rows.sort_unstable();
        rows.len() > 1
            && cells.iter().all(|cell| cell.column == column)
            && ranked(self.scene, self.mention, held.of, column).contains(&rows)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::candidate::Candidate;
    use super::super::super::example::{number, scene, table};
    use super::super::super::likely::Play;
    use super::super::Found;
    use super::*;

    #[test]
    fn rows_belong_together_where_names_cover_them_or_all_others() {
        let has = |text: &str, rows: &[usize]| {
            let animals =
                || table("kind|animal|seen", &["mammal|vole|4", "mammal|mouse|5", "bird|owl|6", "bird|wren|7"]);
            scene(animals(), text, &|scene| {
                let mention = number(scene, "9");
                let cells = rows.iter().map(|row| Place { column: 2, row: *row }).collect();
                let place = Place { column: 2, row: 0 };
                let candidate = Candidate::of_cell(0, place, 9.0, mention.readings[0], None);
                let sum = Candidate { step: Step::Sum, cells, ..candidate };
                let play = Play { picked: &[], earlier: &[] };
                let read = Reader::new(scene, mention, &play).read(sum, Found { tried: 1, fitting: 1, words: false });
                [Sign::Together, Sign::Rest].map(|sign| read.signs[sign as usize] > 0.0)
            })
        };
        assert_eq!(has("Of mammals 9 were seen [q1].", &[0, 1]), [true, false], "one name stands for both");
        assert_eq!(has("Of mammals 9 were seen [q1].", &[0, 2]), [false, false]);
        assert_eq!(has("The vole and the mouse make 9 [q1].", &[0, 1]), [false, false], "the clause names one");
        assert_eq!(has("The vole is rare, the other animals make 9 [q1].", &[1, 2, 3]), [false, true]);
        assert_eq!(has("The vole is rare, all animals make 9 [q1].", &[1, 2, 3]), [false, false]);
    }
}

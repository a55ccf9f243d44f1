//! How the sentence is tied to a cell, and whether the number is written as those of its column are.
//!
//! Uses what the signs use.

use super::super::candidate::{ColumnTie, RowTie, column_tie, row_tie};
use super::super::column::Measure;
use super::super::held::Held;
use super::super::likely::Supposed;
use super::super::mention::Form;
use super::super::sign::Sign;
use super::super::source::Place;
use super::Reader;
use crate::event::Step;

impl Reader<'_> {
    /// How the sentence points to the row and to the column of a cell, and whether numbers beside it rest on them.
    pub(super) fn ties(&self, it: &mut Supposed, held: &Held<'_>, place: Place) {
        let row = match row_tie(self.scene, self.mention, place, held.source) {
            RowTie::Another => Sign::RowAnother,
            RowTie::Free => Sign::RowFree,
            RowTie::Before => Sign::RowBefore,
            RowTie::Meant => Sign::RowMeant,
            RowTie::Named => Sign::RowNamed,
        };
        let column = match column_tie(self.scene, self.mention, place, held.source) {
            ColumnTie::Another => Sign::ColumnAnother,
            ColumnTie::Free => Sign::ColumnFree,
            ColumnTie::Only => Sign::ColumnOnly,
            ColumnTie::Named => Sign::ColumnNamed,
        };
        it.mark(row, true);
        it.mark(column, true);
        it.mark(Sign::Operand, self.play.rests(held.source, place));
        let index = self.scene.mentions.iter().position(|other| other.range == self.mention.range);
        let before = self.play.picked.iter().take(index.unwrap_or(0)).rev().flatten().next();
        let cells = before.filter(|other| other.source == held.source).map_or(&[][..], |other| other.cells.as_slice());
        it.mark(Sign::PreviousColumn, cells.iter().any(|cell| cell.column == place.column));
        it.mark(Sign::PreviousRow, cells.iter().any(|cell| cell.row == place.row));
    }

    /// Whether the number is written as those of a column are: as money, and with decimals.
    pub(super) fn written_like(&self, it: &mut Supposed, held: &Held<'_>, column: usize) {
        let Some(own) = held.of.columns.get(column) else { return };
        let money = self.scene.writes_money(self.mention);
        let plain = matches!(it.candidate.step, Step::Cell | Step::Sum | Step::Mean | Step::Difference);
        let elsewhere = || {
            let others = held.of.columns.iter().zip(&held.may_be);
            others.into_iter().any(|(other, may_be)| *may_be && other.is_called_money)
        };
        let of_money = own.is_called_money;
        it.mark(Sign::MoneyColumn, plain && money && of_money);
        it.mark(Sign::MoneyElsewhere, plain && money && !of_money && elsewhere());
        it.mark(
            Sign::MoneyUnsaid,
            plain && !money && of_money && self.mention.form == Form::Number && self.scene.tells_money(),
        );
        let whole = self.mention.readings.iter().all(|reading| reading.unit >= 1.0);
        it.mark(Sign::Rounded, whole && !own.is_whole && own.measure != Measure::None);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::candidate::Candidate;
    use super::super::super::example::{number, regions, scene, table};
    use super::super::super::likely::Play;
    use super::super::Found;
    use super::*;
    use crate::table::Table;

    /// Which of some signs a cell behind a number has, where another number was found in some cells by a step.
    fn has(table: Table, (text, written): (&str, &str), (column, row): (usize, usize), signs: &[Sign]) -> Vec<bool> {
        scene(table, text, &|scene| {
            let mention = number(scene, written);
            let place = Place { column, row };
            let candidate = Candidate::of_cell(0, place, 12.4, mention.readings[0], None);
            let cells = vec![Place { column: 1, row: 0 }, Place { column: 1, row: 1 }];
            let step = Candidate { step: Step::Sum, cells, ..candidate.clone() };
            let picked = [Some(step)];
            let play = Play { picked: &picked, earlier: &[] };
            let reader = Reader::new(scene, mention, &play);
            let supposed = reader.read(candidate, Found { tried: 1, fitting: 1, words: false });
            signs.iter().map(|sign| supposed.signs[*sign as usize] > 0.0).collect()
        })
    }

    #[test]
    fn a_cell_is_tied_by_its_row_and_its_column_and_by_steps_over_it() {
        let text = "West and East have 24.3 together, West a revenue of 12.4 [q1].";
        let signs = [Sign::RowNamed, Sign::RowAnother, Sign::ColumnNamed, Sign::Operand, Sign::PreviousColumn];
        assert_eq!(has(regions(), (text, "12.4"), (1, 0), &signs), [true, false, true, true, true]);
        assert_eq!(has(regions(), (text, "12.4"), (1, 2), &signs), [false, true, true, false, true]);
    }

    #[test]
    fn money_stands_under_money_and_decimals_under_decimals() {
        let shops = || table("shop|price|rating", &["Aix|12.4|9", "Brno|11.9|8"]);
        let signs = [Sign::MoneyColumn, Sign::MoneyElsewhere, Sign::MoneyUnsaid, Sign::Rounded];
        let text = "Aix takes $12.4 [q1].";
        assert_eq!(has(shops(), (text, "$12.4"), (1, 0), &signs), [true, false, false, false]);
        let text = "Aix takes $9 [q1].";
        assert_eq!(has(shops(), (text, "$9"), (2, 0), &signs), [false, true, false, false]);
        let text = "Aix has 12 and takes $12.4 [q1].";
        assert_eq!(has(shops(), (text, "12"), (1, 0), &signs), [false, false, true, true]);
    }
}

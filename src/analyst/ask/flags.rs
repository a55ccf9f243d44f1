//! Conditions that a column makes by being named: "passengers who survived", "days with precipitation".

use super::absent;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind};
use crate::table::{Cell, Kind};

impl Draft<'_> {
    /// Reads truth values that are named by their column, and columns that are only said to be there.
    pub fn read_flags(&mut self) {
        let counts = self.has(|cue| matches!(cue, Cue::HowMany | Cue::Share(_)));
        for at in 0..self.marks.len() {
            let Some(column) = self.plain_column(at).filter(|_| self.is_free(at)) else { continue };
            let before = at.checked_sub(1).and_then(|place| self.cue(place));
            let asked = matches!(
                before,
                Some(Cue::By | Cue::Each | Cue::Which | Cue::Distinct | Cue::HowMany | Cue::Aggregate(_))
            );
            if asked {
                continue;
            }
            if counts && self.is_flag(column) {
                self.put_flag(at, column);
            } else if (before == Some(Cue::With) || counts && self.is_had(at)) && !self.continues(at) {
                self.put_presence(at, column);
            }
        }
    }

    /// Whether a column says yes or no: truth values, or whole numbers of which there are only 0 and 1.
    fn is_flag(&self, column: usize) -> bool {
        let Some(profile) = self.profile(column) else { return false };
        match profile.kind() {
            Kind::Boolean => true,
            Kind::Integer => {
                profile.min == Some(Cell::Int(0)) && profile.max == Some(Cell::Int(1)) && !self.is_additive(column)
            }
            Kind::Number | Kind::Text | Kind::Date | Kind::Time | Kind::Timestamp | Kind::Other => false,
        }
    }

    /// "days that had precipitation"
    fn is_had(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|place| matches!(self.text(place).as_str(), "have" | "has" | "had"))
    }

    fn put_flag(&mut self, at: usize, column: usize) {
        self.take(at);
        let negation = self
            .back(at, |cue| cue == Cue::Verb)
            .filter(|place| matches!(self.cue(*place), Some(Cue::Not | Cue::Without)) && self.is_free(*place));
        if let Some(place) = negation {
            self.take(place);
        }
        let yes = negation.is_none();
        let value = match self.kind(column) {
            Kind::Boolean => yes.to_string(),
            _ => i32::from(yes).to_string(),
        };
        let condition = Condition {
            sql: format!("{} = {value}", self.sql(column)),
            words: format!("{} is {value}", self.name(column)),
            at,
            columns: vec![column],
            kind: ConditionKind::Value,
        };
        let condition = if self.is_left_out(at) { self.left_out(condition) } else { condition };
        self.add_condition(condition);
    }

    /// Whether something behind a column says more of it.
    fn continues(&self, at: usize) -> bool {
        let next = self.skip(at + 1, |cue| matches!(cue, Cue::Verb | Cue::Of | Cue::In | Cue::Carrier));
        matches!(
            self.item(next),
            Some(
                Item::Number(_)
                    | Item::Value(..)
                    | Item::Quoted
                    | Item::Cue(Cue::Compare(_) | Cue::Between | Cue::Arithmetic(_) | Cue::Missing(_) | Cue::Not)
            )
        ) && next > at
    }

    fn put_presence(&mut self, at: usize, column: usize) {
        let Some(profile) = self.profile(column) else { return };
        let name = self.name(column);
        let (sql, words) = if profile.nulls > 0 || absent::is_listed(profile) {
            self.say_absent(column);
            (absent::present(profile), format!("{name} is not missing"))
        } else if profile.zero.is_some_and(|zero| zero > 0) {
            (format!("{} > 0", self.sql(column)), format!("{name} is above 0"))
        } else {
            return;
        };
        self.take(at);
        self.add_condition(Condition { sql, words, at, columns: vec![column], kind: ConditionKind::Missing });
    }
}

//! Conditions that a column makes by being named: "passengers who survived", "days with precipitation".

use super::absent;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind};
use super::wording;
use crate::sql;
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
            let rated = self.cue(at + 1) == Some(Cue::Rate);
            let derived = matches!(self.item(at), Some(Item::Column(fit)) if !fit.exact);
            if rated && self.flag_value(column, true).is_some() {
                if let Some(mark) = self.marks.get_mut(at + 1) {
                    mark.item = Item::Cue(Cue::Share(true));
                }
                self.put_flag(at, column);
            } else if !asked
                && (counts || derived || before == Some(Cue::Verb))
                && self.flag_value(column, true).is_some()
            {
                self.put_flag(at, column);
            } else if !asked && (before == Some(Cue::With) || counts && self.is_had(at)) && !self.continues(at) {
                self.put_presence(at, column);
            }
        }
    }

    /// The value for yes (or no) of a column that says yes or no, in SQL: truth values, whole numbers of which there are
    /// only 0 and 1, and texts such as `yes` and `no`.
    fn flag_value(&self, column: usize, yes: bool) -> Option<String> {
        const WORDS: [(&str, &str); 4] = [("yes", "no"), ("y", "n"), ("true", "false"), ("t", "f")];
        let profile = self.profile(column)?;
        match profile.kind() {
            Kind::Boolean => Some(yes.to_string()),
            Kind::Integer => {
                let binary = profile.min == Some(Cell::Int(0)) && profile.max == Some(Cell::Int(1));
                (binary && !self.is_additive(column)).then(|| i32::from(yes).to_string())
            }
            Kind::Text => {
                let texts: Vec<&str> = profile.top.iter().filter_map(|(cell, _)| cell.as_text()).collect();
                let [one, other] = texts.as_slice() else { return None };
                let (first, second) = (one.to_lowercase(), other.to_lowercase());
                WORDS.iter().find_map(|(affirm, deny)| {
                    let wanted = if yes { *affirm } else { *deny };
                    let pair = first == *affirm && second == *deny || first == *deny && second == *affirm;
                    pair.then(|| sql::text(if first == wanted { one } else { other }))
                })
            }
            Kind::Number | Kind::Date | Kind::Time | Kind::Timestamp | Kind::Other => None,
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
        let Some(value) = self.flag_value(column, negation.is_none()) else { return };
        let condition = Condition {
            sql: format!("{} = {value}", self.sql(column)),
            words: format!("{} is {}", self.name(column), wording::quoted(&value)),
            at,
            columns: vec![column],
            kind: ConditionKind::Flag,
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

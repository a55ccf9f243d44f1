//! Conditions on parts of a text: "contains", "starts with", "with 'X' in the name".

use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Trouble};
use crate::sql;
use crate::table::Kind;

impl Draft<'_> {
    /// Reads conditions on parts of a text.
    ///
    /// # Errors
    /// When no column or more than one can be meant.
    pub fn read_patterns(&mut self) -> Result<(), Trouble> {
        for at in self.places(|cue| matches!(cue, Cue::Contains | Cue::StartsWith | Cue::EndsWith)) {
            self.read_pattern(at)?;
        }
        for at in 0..self.marks.len() {
            let cued = at.checked_sub(1).is_some_and(|place| {
                matches!(self.cue(place), Some(Cue::With | Cue::Carrier))
                    || matches!(self.text(place).as_str(), "have" | "has" | "had")
            });
            let text = matches!(self.item(at), Some(Item::Quoted | Item::Value(..) | Item::Unknown));
            let within = self.cue(at + 1) == Some(Cue::In);
            let column = self.name_column(at + 2);
            if cued && text && within && self.is_free(at) && column.is_some_and(|at| self.kind(at) == Kind::Text) {
                self.put_pattern(Cue::Contains, at, at, at + 2);
            }
        }
        Ok(())
    }

    /// A column at a place, also where it is called by a word that carries others: "in the name".
    fn name_column(&self, at: usize) -> Option<usize> {
        self.plain_column(at).or_else(|| {
            let carrier = self.cue(at) == Some(Cue::Carrier);
            carrier.then(|| self.view.names.named(&self.text(at), self.view.table)).flatten()
        })
    }

    fn read_pattern(&mut self, at: usize) -> Result<(), Trouble> {
        let Some(cue) = self.cue(at).filter(|_| self.is_free(at)) else { return Ok(()) };
        let needle = self.skip(at + 1, |cue| matches!(cue, Cue::Of));
        let text = match self.item(needle) {
            Some(Item::Quoted | Item::Unknown | Item::Value(..)) => true,
            Some(Item::Cue(own)) => cue != Cue::Contains && !matches!(own, Cue::And | Cue::In),
            Some(Item::Number(_)) => cue != Cue::Contains,
            Some(Item::Column(_) | Item::Date(_) | Item::Noun(..) | Item::Stop) | None => false,
        };
        if !text {
            // "How many columns does the file contain?", "What period does the data include?"
            if matches!(self.text(at).as_str(), "contain" | "contains" | "includes" | "containing" | "including") {
                self.take(at);
            }
            return Ok(());
        }
        let before =
            self.back(at, |cue| matches!(cue, Cue::Verb | Cue::Carrier | Cue::Column | Cue::With | Cue::Which));
        let own = (0..at).rev().take(2).find(|place| self.name_column(*place).is_some());
        let after = (self.cue(needle + 1) == Some(Cue::In)).then_some(needle + 2);
        let column = [after, own, before]
            .into_iter()
            .flatten()
            .find(|place| self.name_column(*place).is_some_and(|column| self.kind(column) == Kind::Text));
        let column = column.or_else(|| {
            (0..at).rev().find(|place| {
                self.is_free(*place) && self.plain_column(*place).is_some_and(|column| self.kind(column) == Kind::Text)
            })
        });
        if let Some(place) = column {
            self.put_pattern(cue, at, needle, place);
            return Ok(());
        }
        let named = self.view.names.named("name", self.view.table);
        let texts: Vec<usize> = (0..self.view.table.columns.len()).filter(|at| self.kind(*at) == Kind::Text).collect();
        let only = named.or(match texts.as_slice() {
            [only] => Some(*only),
            _ => None,
        });
        let Some(column) = only else { return Err(self.ambiguous(&self.text(at), &texts)) };
        self.reading.note(format!("The text was looked for in `{}`.", self.name(column)));
        self.add_pattern(cue, at, needle, column);
        Ok(())
    }

    fn put_pattern(&mut self, cue: Cue, at: usize, needle: usize, place: usize) {
        if let Some(column) = self.name_column(place) {
            self.take(place);
            self.add_pattern(cue, at, needle, column);
        }
    }

    fn add_pattern(&mut self, cue: Cue, at: usize, needle: usize, column: usize) {
        self.take(at);
        self.take(needle);
        let raw = self.marks.get(needle).map(|mark| mark.text.clone()).unwrap_or_default();
        let quoted = self.item(needle) == Some(&Item::Quoted);
        let name = self.sql(column);
        let (left, right) =
            if quoted { (name, sql::text(&raw)) } else { (format!("lower({name})"), sql::text(&raw.to_lowercase())) };
        let (function, say) = match cue {
            Cue::StartsWith => ("starts_with", "starts with"),
            Cue::EndsWith => ("ends_with", "ends with"),
            _ => ("contains", "contains"),
        };
        let negation = self.back(at, |cue| cue == Cue::Verb).filter(|place| self.cue(*place) == Some(Cue::Not));
        let mut condition = Condition {
            sql: format!("{function}({left}, {right})"),
            words: format!("{} {say} “{raw}”{}", self.name(column), if quoted { "" } else { " (in any case)" }),
            at,
            columns: vec![column],
            kind: ConditionKind::Pattern,
        };
        if let Some(place) = negation {
            self.take(place);
            condition.sql = format!("NOT {}", condition.sql);
            condition.words = format!("not ({})", condition.words);
        } else if self.is_left_out(at) {
            condition = self.left_out(condition);
        }
        self.add_condition(condition);
    }
}

//! Conditions on missing values: "sex is missing", "without a sex", "leave out rows without a body mass".

use super::absent;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Shape, Trouble};

fn is_between(cue: Cue) -> bool {
    matches!(cue, Cue::Carrier | Cue::In | Cue::Of | Cue::With | Cue::Column | Cue::Any | Cue::Rows | Cue::Verb)
}

impl Draft<'_> {
    /// Reads conditions on missing values.
    ///
    /// # Errors
    /// When a column is ambiguous.
    pub fn read_missing(&mut self) -> Result<(), Trouble> {
        for at in self.places(|cue| matches!(cue, Cue::Missing(_))) {
            if let Some(Cue::Missing(missing)) = self.cue(at).filter(|_| self.is_free(at)) {
                self.read_missing_word(at, missing)?;
            }
        }
        for at in self.places(|cue| cue == Cue::Without) {
            if self.is_free(at) {
                self.read_without(at)?;
            }
        }
        Ok(())
    }

    fn read_missing_word(&mut self, at: usize, missing: bool) -> Result<(), Trouble> {
        let negation = self.back(at, |cue| matches!(cue, Cue::Verb | Cue::Any));
        let negation = negation.filter(|place| matches!(self.cue(*place), Some(Cue::Not | Cue::Without)));
        let mut missing = missing;
        if let Some(place) = negation {
            missing = !missing;
            self.take(place);
        }
        self.take(at);
        let columns = self.missing_targets(at)?;
        if !columns.is_empty() {
            let condition = self.missing_condition(at, &columns, missing);
            self.put_missing(at, condition);
            return Ok(());
        }
        let complete = !missing;
        let counted = self
            .back(at, |cue| matches!(cue, Cue::Verb | Cue::With | Cue::Any | Cue::Not | Cue::Without | Cue::Contains));
        let rows = |draft: &Self, place: usize| {
            matches!(draft.item(place), Some(Item::Noun(..) | Item::Cue(Cue::Rows | Cue::Unit(_))))
        };
        let of_rows = counted.is_some_and(|place| rows(self, place)) || complete && rows(self, at + 1);
        if of_rows {
            let all: Vec<usize> = (0..self.view.table.columns.len()).collect();
            let condition = self.missing_condition(at, &all, missing);
            let words = if missing { "any value is missing" } else { "no value is missing" };
            let left_out = self.is_left_out(at);
            self.put_missing(at, if left_out { condition } else { Condition { words: words.to_owned(), ..condition } });
            return Ok(());
        }
        if self.is_left_out(at) || complete {
            for place in self.places(|cue| cue == Cue::LeaveOut) {
                self.take(place);
            }
            self.ignore_missing = true;
            return Ok(());
        }
        self.missing_of_table(at);
        Ok(())
    }

    /// Missing values of every column, or of the table as a whole.
    fn missing_of_table(&mut self, at: usize) {
        let by_column = self.has(|cue| matches!(cue, Cue::Columns)) || self.has(|cue| cue == Cue::Column);
        for place in self.places(|cue| matches!(cue, Cue::Columns | Cue::Column | Cue::By | Cue::Each | Cue::Any)) {
            self.take(place);
        }
        let _ = at;
        for column in 0..self.view.table.columns.len() {
            self.say_absent(column);
        }
        self.reading.shape = if by_column { Shape::MissingByColumn } else { Shape::MissingTotal };
    }

    /// The columns that a word for missing speaks of: those behind it, or the one before.
    fn missing_targets(&mut self, at: usize) -> Result<Vec<usize>, Trouble> {
        let before = self.back(at, |cue| matches!(cue, Cue::Carrier | Cue::Verb | Cue::Not | Cue::Any | Cue::Rows));
        let linked = at.checked_sub(1).is_some_and(|place| matches!(self.cue(place), Some(Cue::Verb | Cue::Not)));
        let after = self.skip(at + 1, is_between);
        let has_after = matches!(self.item(after), Some(Item::Column(_))) && self.is_free(after);
        if let Some(place) = before.filter(|_| linked || !has_after)
            && let Some(column) = self.column(place)?
            && self.is_free(place)
        {
            self.take(place);
            let mut columns = vec![column];
            let mut place = place;
            while let Some(previous) = place.checked_sub(2)
                && matches!(self.cue(place - 1), Some(Cue::And | Cue::Or))
                && let Some(column) = self.column(previous)?
                && self.is_free(previous)
            {
                self.take(previous);
                self.take(place - 1);
                columns.push(column);
                place = previous;
            }
            return Ok(columns);
        }
        self.listed_columns(after)
    }

    /// Columns from a place on, joined by "and", "or" or commas.
    pub fn listed_columns(&mut self, from: usize) -> Result<Vec<usize>, Trouble> {
        let mut columns = Vec::new();
        let mut place = from;
        while self.is_free(place)
            && let Some(column) = self.column(place)?
        {
            columns.push(column);
            self.take(place);
            let joined = self.skip(place + 1, |cue| cue == Cue::Carrier);
            if !matches!(self.cue(joined), Some(Cue::And | Cue::Or)) {
                break;
            }
            let next = self.skip(joined, |cue| {
                matches!(cue, Cue::And | Cue::Or | Cue::Any | Cue::Without | Cue::Missing(true) | Cue::With)
            });
            if !matches!(self.item(next), Some(Item::Column(_))) {
                break;
            }
            for between in joined..next {
                self.take(between);
            }
            place = next;
        }
        Ok(columns)
    }

    fn missing_condition(&self, at: usize, columns: &[usize], missing: bool) -> Condition {
        let (joint, say) = if missing { (" OR ", "is missing") } else { (" AND ", "is not missing") };
        let test = if missing { absent::missing } else { absent::present };
        let tests: Vec<String> = columns.iter().filter_map(|column| self.profile(*column)).map(test).collect();
        let words: Vec<String> = columns.iter().map(|column| format!("{} {say}", self.name(*column))).collect();
        let sql = if tests.len() > 1 { format!("({})", tests.join(joint)) } else { tests.concat() };
        let words = words.join(if missing { " or " } else { " and " });
        Condition { sql, words, at, columns: columns.to_vec(), kind: ConditionKind::Missing }
    }

    fn put_missing(&mut self, at: usize, condition: Condition) {
        for column in &condition.columns {
            self.say_absent(*column);
        }
        if self.is_left_out(at) {
            for place in self.places(|cue| cue == Cue::LeaveOut).into_iter().filter(|place| *place < at) {
                self.take(place);
            }
            for place in self.sentence(at).0..at {
                if matches!(self.item(place), Some(Item::Noun(..) | Item::Cue(Cue::Rows | Cue::Unit(_)))) {
                    self.take(place);
                }
            }
            let missing = condition.words.ends_with("is missing");
            let turned = self.missing_condition(at, &condition.columns, !missing);
            self.add_condition(Condition { kind: ConditionKind::LeftOut, ..turned });
        } else {
            self.add_condition(condition);
        }
    }

    /// "without a sex", "no recorded sex", "no precipitation".
    fn read_without(&mut self, at: usize) -> Result<(), Trouble> {
        let next =
            self.skip(at + 1, |cue| matches!(cue, Cue::Missing(false) | Cue::Verb | Cue::Any | Cue::Carrier | Cue::Of));
        if !matches!(self.item(next), Some(Item::Column(_))) {
            return self.read_without_value(at, next);
        }
        for place in at..next {
            self.take(place);
        }
        let columns = self.listed_columns(next)?;
        let zero =
            |column: &usize| self.profile(*column).is_some_and(|c| c.nulls == 0 && c.zero.is_some_and(|zero| zero > 0));
        if let [column] = columns.as_slice()
            && zero(column)
            && !self.is_left_out(at)
        {
            self.reading.note(format!("“{} {}” was read as “0”.", self.text(at), self.text(next)));
            self.add_condition(Condition {
                sql: format!("{} = 0", self.sql(*column)),
                words: format!("{} is “0”", self.name(*column)),
                at,
                columns: columns.clone(),
                kind: ConditionKind::Number,
            });
            return Ok(());
        }
        let condition = self.missing_condition(at, &columns, true);
        self.put_missing(at, condition);
        Ok(())
    }

    /// "no rain" where rain is a value: its opposite. The value itself is read later; here it is marked as denied.
    fn read_without_value(&mut self, at: usize, next: usize) -> Result<(), Trouble> {
        let Some(Item::Value(_, alternative)) = self.item(next).cloned() else { return Ok(()) };
        let additive = alternative.filter(|fit| fit.columns.len() == 1 && self.kind_is_zeroed(&fit.columns));
        if let Some(fit) = additive
            && let [column] = fit.columns.as_slice()
        {
            let names = [self.text(next), self.name(*column)];
            return Err(Trouble::Ambiguous(self.text(next), names.to_vec()));
        }
        if let Some(mark) = self.marks.get_mut(at) {
            mark.item = Item::Cue(Cue::Not);
        }
        Ok(())
    }

    fn kind_is_zeroed(&self, columns: &[usize]) -> bool {
        columns.iter().all(|column| self.profile(*column).is_some_and(|c| c.zero.is_some_and(|zero| zero > 0)))
    }
}

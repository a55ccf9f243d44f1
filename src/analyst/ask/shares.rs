//! Shares: which part of the rows, or of a sum, meets some conditions.

use super::aggregate::Aggregate;
use super::draft::Draft;
use super::lexicon::Cue;
use super::reading::{Condition, ConditionKind, Measure, Order, Shape, Trouble};

impl Draft<'_> {
    pub fn shape_share(&mut self) -> Result<bool, Trouble> {
        let place = self.places(|cue| matches!(cue, Cue::Share(_))).first().copied();
        let Some(Cue::Share(percent)) = place.and_then(|at| self.cue(at)) else { return Ok(false) };
        if self.has(|cue| matches!(cue, Cue::Change(_))) {
            return Ok(false);
        }
        let Some(at) = place else { return Ok(false) };
        // "How many share the name": a verb.
        let counted = self.places(|cue| cue == Cue::HowMany).first().is_some_and(|own| *own < at);
        if counted && self.text(at) == "share" && self.cue(at + 1) != Some(Cue::Of) {
            self.take(at);
            return Ok(false);
        }
        self.take_cues(|cue| matches!(cue, Cue::Share(_) | Cue::Among | Cue::HowMuch));
        for choices in std::mem::take(&mut self.choices) {
            self.unite(&choices.1);
        }
        self.spread_choices()?;
        let part = self.part_of_share(at);
        self.group_by_subjects();
        for (_, column) in std::mem::take(&mut self.labels) {
            let group = self.group(column);
            self.add_group(group);
        }
        self.reading.measures.retain(|measure| measure.aggregate == Aggregate::Sum);
        if let [(_, operand)] = self.bare.as_slice()
            && self.reading.measures.is_empty()
        {
            let additive = operand.columns.iter().all(|column| self.is_additive(*column));
            if !additive {
                return Err(Trouble::Other(format!("I cannot tell what share of `{}` is asked for.", operand.label)));
            }
            let measure = self.measure(Aggregate::Sum, operand.clone())?;
            self.add_measure(measure);
            self.bare.clear();
        }
        if !self.bare.is_empty() || self.reading.measures.len() > 1 {
            return Err(Trouble::Other("A share needs one measure, or a count of rows.".to_owned()));
        }
        if self.reading.measures.is_empty() {
            self.add_measure(Measure::rows());
        }
        if part.is_empty() && self.reading.groups.len() > 1 {
            return Err(Trouble::Other(
                "A share by two groups may be of each group or of all; ask for one of them.".to_owned(),
            ));
        }
        if part.is_empty() && self.reading.groups.is_empty() {
            return Err(Trouble::Other("The question asks for a share but does not say of which part.".to_owned()));
        }
        self.reading.shape = Shape::Share { part, percent };
        let timed = self.reading.groups.iter().any(|group| group.unit.is_some());
        self.order_groups_by_ranking(if timed { Order::Groups } else { Order::Measure(true) });
        Ok(true)
    }

    /// The conditions of the part: those behind the verb, or all where none stands there.
    pub fn part_of_share(&mut self, share: usize) -> Vec<Condition> {
        let verb = self.places(|cue| cue == Cue::Verb).into_iter().find(|at| *at > share);
        let among = self.places(|cue| cue == Cue::Among).into_iter().find(|at| *at > share);
        let conditions = std::mem::take(&mut self.reading.conditions);
        let free = |own: &Condition| !matches!(own.kind, ConditionKind::Date | ConditionKind::LeftOut);
        let in_part = |own: &Condition| own.at > share && among.is_none_or(|among| own.at < among);
        let behind = |own: &Condition| in_part(own) && verb.is_none_or(|verb| own.at > verb);
        let strict = verb.is_some() && conditions.iter().any(|own| free(own) && behind(own));
        let loose = conditions.iter().any(|own| free(own) && in_part(own));
        let dated = conditions.iter().any(|own| own.kind == ConditionKind::Date && in_part(own));
        // "What share of women survived?": the flag is the verb.
        let flagged = conditions.iter().any(|own| own.kind == ConditionKind::Flag) && !strict;
        let (part, rest): (Vec<Condition>, Vec<Condition>) = conditions.into_iter().partition(|own| {
            if flagged {
                own.kind == ConditionKind::Flag
            } else if strict {
                free(own) && behind(own)
            } else if loose {
                free(own) && in_part(own)
            } else {
                dated && own.kind == ConditionKind::Date && in_part(own)
            }
        });
        self.reading.conditions = rest;
        part
    }

    /// Values named side by side as one condition.
    pub fn unite(&mut self, conditions: &[Condition]) {
        let sql = conditions.iter().map(|own| own.sql.clone()).collect::<Vec<_>>().join(" OR ");
        let words = conditions.iter().map(|own| own.words.clone()).collect::<Vec<_>>().join(" or ");
        if let Some(first) = conditions.first().cloned() {
            self.add_condition(Condition { sql: format!("({sql})"), words, ..first });
        }
    }
}

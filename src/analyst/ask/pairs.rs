//! Two parts of the data against each other, and values or times that were named side by side.

use super::aggregate::Aggregate;
use super::draft::Draft;
use super::lexicon::Cue;
use super::reading::{Condition, PairOf, Shape, Trouble};
use super::synonyms::adjective;

impl Draft<'_> {
    pub fn shape_pair(&mut self) -> Result<bool, Trouble> {
        let change = self.places(|cue| matches!(cue, Cue::Change(_))).first().and_then(|at| self.cue(*at));
        let difference = self.has(|cue| cue == Cue::Difference);
        let ratio = self.has(|cue| cue == Cue::Ratio);
        let comparative = self
            .places(|cue| matches!(cue, Cue::More(_) | Cue::Adjective | Cue::Compare(_)))
            .into_iter()
            .find(|at| self.is_free(*at) && self.has(|cue| matches!(cue, Cue::HowMuch | Cue::HowMany)));
        let percent = self.has(|cue| matches!(cue, Cue::Share(_)));
        if change.is_none() && !difference && !ratio && comparative.is_none() {
            return Ok(false);
        }
        let Some((first, second)) = self.two_parts() else { return Ok(false) };
        let shares = self.places(|cue| matches!(cue, Cue::Share(_)));
        if shares.iter().any(|at| self.cue(at + 1) == Some(Cue::Of)) {
            return Err(Trouble::Other(
                "I do not compare shares of two parts; ask for the share of each part.".to_owned(),
            ));
        }
        let times = (0..self.marks.len()).any(|at| self.text(at) == "how many times");
        let of_time = self.choices.is_empty();
        let of = match change {
            _ if ratio || times => PairOf::Ratio,
            Some(_) if percent => PairOf::ChangePercent,
            Some(Cue::Change(false)) if of_time => PairOf::Fall,
            Some(_) if of_time => PairOf::Change,
            _ => PairOf::Difference,
        };
        if let Some(at) = comparative {
            self.operand_of_comparative(at)?;
        }
        self.times.clear();
        self.choices.clear();
        self.take_cues(|cue| {
            matches!(
                cue,
                Cue::Change(_)
                    | Cue::Difference
                    | Cue::Ratio
                    | Cue::Between
                    | Cue::From
                    | Cue::Versus
                    | Cue::Share(_)
                    | Cue::HowMuch
                    | Cue::Than
                    | Cue::Among
            )
        });
        self.default_measure()?;
        if self.reading.measures.len() != 1 || !self.rankings.is_empty() {
            return Err(Trouble::Other("A comparison of two parts needs one figure.".to_owned()));
        }
        self.reading.shape = Shape::Pair { of, first, second };
        Ok(true)
    }

    /// The two times, or the two values of one column, that stand side by side.
    fn two_parts(&self) -> Option<(Condition, Condition)> {
        match (self.times.as_slice(), self.choices.as_slice()) {
            ([(first, _), (second, _)], []) => Some((first.clone(), second.clone())),
            ([], [(_, each)]) => match each.as_slice() {
                [first, second] => Some((first.clone(), second.clone())),
                _ => None,
            },
            _ => None,
        }
    }

    /// "how much heavier": the measure is the adjective's.
    pub fn operand_of_comparative(&mut self, at: usize) -> Result<(), Trouble> {
        self.take(at);
        let word = self.text(at);
        if let Some((measures, _)) = adjective(&word)
            && self.bare.is_empty()
            && self.reading.measures.iter().all(|measure| measure.operand.sql.is_empty())
        {
            let column = self.column_for(&word, measures, at)?;
            let operand = self.operand(column);
            let aggregates: Vec<Aggregate> = self.reading.measures.drain(..).map(|own| own.aggregate).collect();
            let aggregate = aggregates.into_iter().find(|own| *own != Aggregate::Count).unwrap_or(Aggregate::Mean);
            let measure = self.measure(aggregate, operand)?;
            self.add_measure(measure);
        }
        Ok(())
    }

    /// Values and times named side by side become groups.
    pub fn spread_choices(&mut self) -> Result<(), Trouble> {
        for (column, each) in std::mem::take(&mut self.choices) {
            self.unite(&each);
            let group = self.group(column);
            self.add_group(group);
        }
        if self.times.is_empty() {
            return Ok(());
        }
        let times = std::mem::take(&mut self.times);
        let unit = times.first().and_then(|(_, unit)| *unit);
        let Some(unit) = unit.filter(|_| times.iter().all(|(_, own)| *own == unit)) else {
            return Err(Trouble::Other(
                "The times in the question are not of one kind; ask for one at a time.".to_owned(),
            ));
        };
        let each: Vec<Condition> = times.into_iter().map(|(own, _)| own).collect();
        if each.len() > 1 {
            self.unite(&each);
            let group = self.time_group(unit)?;
            self.add_group(group);
        } else {
            for own in each {
                self.add_condition(own);
            }
        }
        Ok(())
    }
}

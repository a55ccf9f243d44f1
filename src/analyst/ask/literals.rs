//! Numbers, quantiles, times and units as they stand in a question.

use super::aggregate::Aggregate;
use super::dates::When;
use super::lexicon::{Cue, number_word};
use super::marker::Marker;
use super::marks::{Item, Mark};
use super::synonyms::units;
use super::words::{Kind, Token};

impl Marker<'_> {
    /// `90th percentile`, `10th and 90th percentiles`, `0.9 quantile`, `p95`.
    pub fn quantile(&self) -> Option<(Item, usize)> {
        let is_name = |word: &str| matches!(word, "percentile" | "percentiles" | "quantile" | "quantiles");
        let found = |value: f64, length: usize| {
            let share = if value > 1.0 { value / 100.0 } else { value };
            Some((Item::Cue(Cue::Aggregate(Aggregate::Quantile(share))), length))
        };
        let word = self.word(0);
        let token = self.tokens.get(self.at)?;
        if let Some(digits) = word.strip_prefix('p').filter(|_| word.len() == 3) {
            return digits.parse().ok().and_then(|value: f64| found(value, 1));
        }
        if is_name(word) {
            let Some(Kind::Number(value)) = self.tokens.get(self.at + 1).map(|next| next.kind.clone()) else {
                let before = self.last_cue().is_some_and(|cue| matches!(cue, Cue::Aggregate(Aggregate::Quantile(_))));
                return before.then_some((Item::Cue(Cue::Filler), 1));
            };
            return found(value, 2);
        }
        let value = match token.kind {
            Kind::Number(value) => value,
            _ => word.trim_end_matches(['t', 'h', 's', 'n', 'd', 'r']).parse().ok().filter(|_| word.len() > 2)?,
        };
        let mut ahead = 1;
        while matches!(self.word(ahead), "and" | "," | "%" | "percent" | "the")
            || self.word(ahead).ends_with("th") && self.word(ahead).starts_with(|c: char| c.is_ascii_digit())
        {
            ahead += 1;
        }
        let near = matches!(self.word(1), "%" | "percent") && is_name(self.word(2));
        if !is_name(self.word(ahead)) {
            return None;
        }
        found(value, if near { 2 } else { 1 })
    }

    pub fn when(&self) -> Option<(When, usize)> {
        let (when, length) = When::read(self.tokens.get(self.at..)?)?;
        if self.view.dates.is_empty() {
            return None;
        }
        let number = matches!(self.tokens.get(self.at)?.kind, Kind::Number(_)) && length == 1;
        let Some(year) = when.as_year().filter(|_| number) else { return Some((when, length)) };
        let compared = matches!(self.last_cue(), Some(Cue::Compare(_) | Cue::Top(_)));
        let cued = matches!(
            self.last_cue(),
            Some(
                Cue::In
                    | Cue::Of
                    | Cue::From
                    | Cue::To
                    | Cue::Since
                    | Cue::Until
                    | Cue::Before
                    | Cue::After
                    | Cue::By
                    | Cue::Unit(_)
                    | Cue::Between
                    | Cue::And
                    | Cue::Versus
            )
        );
        let covered = self.view.covers(year);
        let measured =
            self.tokens.get(self.at + 1).is_some_and(|next| !units(&next.lower).is_empty() && next.lower != "in");
        let keep = !measured && if compared { self.year_column_before() } else { covered || cued };
        keep.then_some((when, length))
    }

    pub fn year_column_before(&self) -> bool {
        let column = |mark: &Mark| match &mark.item {
            Item::Column(fit) => fit.columns.first().copied(),
            _ => None,
        };
        let before = self.marks.iter().rev().find_map(column);
        before.is_some_and(|column| self.view.dates.iter().any(|date| date.column == column && !date.year_only))
    }

    pub fn number(&self, token: &Token) -> Option<(Item, usize)> {
        let value = match token.kind {
            Kind::Number(value) => value,
            _ if token.lower == "one" => {
                let counted = matches!(self.last_cue(), Some(Cue::Compare(_) | Cue::Top(_)))
                    || matches!(self.word(1), "decimal" | "or");
                counted.then_some(1.0)?
            }
            Kind::Word => number_word(&token.lower)?,
            Kind::Date(..) | Kind::Quoted | Kind::Name(_) | Kind::Symbol | Kind::Stop => return None,
        };
        let factor = match self.word(1) {
            "hundred" => 100.0,
            "thousand" => 1e3,
            "million" => 1e6,
            "billion" => 1e9,
            _ => return Some((Item::Number(value), 1)),
        };
        Some((Item::Number(value * factor), 2))
    }

    /// Units count as such behind a number, behind "in" and behind "how many" of a difference.
    pub fn is_measure_word(&self, token: &Token, is_column: bool) -> bool {
        if units(&token.lower).is_empty() || matches!(token.lower.as_str(), "in" | "min") {
            return false;
        }
        let bracketed = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).is_some_and(|own| own.text == "(");
        if bracketed {
            return true;
        }
        let previous = self.marks.iter().rev().find(|mark| mark.item != Item::Cue(Cue::Filler));
        match previous.map(|mark| &mark.item) {
            Some(Item::Number(_) | Item::Cue(Cue::Measure)) => true,
            Some(Item::Cue(Cue::In)) => token.lower.chars().count() > 1,
            Some(Item::Cue(Cue::HowMany)) => token.lower.chars().count() > 1 && !is_column,
            _ => false,
        }
    }
}

//! What a question says of its own answer and of the file: decimals, how dates are written, remarks.

use super::aggregate::Aggregate;
use super::columns::Fit;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;

impl Draft<'_> {
    /// Reads what only concerns the form of the answer.
    pub fn read_formats(&mut self) {
        self.read_decimals();
        self.read_date_format();
        self.read_remarks();
        self.read_explanations();
        self.read_siblings();
    }

    /// "min and max temperature", where there is a column for each.
    fn read_siblings(&mut self) {
        for at in 0..self.marks.len() {
            let word = match self.cue(at) {
                Some(Cue::Aggregate(Aggregate::Min)) => "minimum",
                Some(Cue::Aggregate(Aggregate::Max)) => "maximum",
                _ => continue,
            };
            let (Some(Cue::And), Some(other)) = (self.cue(at + 1), self.plain_column(at + 2)) else { continue };
            let rest: Vec<&String> = self.view.names.core(other).iter().filter(|own| !is_extreme(own)).collect();
            let own = self.view.names.core(other);
            if rest.len() == own.len() || own.iter().any(|own| own == word) {
                continue;
            }
            let sibling = (0..self.view.table.columns.len()).find(|column| {
                let core = self.view.names.core(*column);
                let others: Vec<&String> = core.iter().filter(|own| !is_extreme(own)).collect();
                core.iter().any(|own| own == word) && others == rest
            });
            if let (Some(column), Some(mark)) = (sibling, self.marks.get_mut(at)) {
                mark.item = Item::Column(Fit::named(column));
                mark.text.push_str(" value");
            }
        }
    }

    /// "the temperature range (temp_max - temp_min)": the expression says what the words before it mean.
    fn read_explanations(&mut self) {
        for at in self.places(|cue| matches!(cue, Cue::Arithmetic(_)) || cue == Cue::To) {
            let (Some(before), after) = (at.checked_sub(1), at + 1) else { continue };
            let (Some(one), Some(other)) = (self.plain_column(before), self.plain_column(after)) else { continue };
            if self.cue(at) == Some(Cue::To) && self.text(at) != "-" {
                continue;
            }
            let Some(place) = (0..before).rev().find(|place| matches!(self.item(*place), Some(Item::Column(_)))) else {
                continue;
            };
            let explained = matches!(self.item(place), Some(Item::Column(fit))
                if fit.columns.len() > 1 && fit.columns.iter().all(|own| [one, other].contains(own)));
            if explained {
                (place..before)
                    .filter(|place| {
                        matches!(self.cue(*place), Some(Cue::Aggregate(Aggregate::Range) | Cue::Difference) | None)
                    })
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|place| self.take(place));
            }
        }
    }

    fn read_decimals(&mut self) {
        for at in self.places(|cue| cue == Cue::Decimals) {
            let Some(before) = at.checked_sub(1) else { continue };
            if let Some(Item::Number(decimals)) = self.item(before).cloned()
                && (0.0..=15.0).contains(&decimals)
            {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 15")]
                let decimals = decimals as usize;
                self.reading.decimals = Some(decimals);
                self.take(before);
                self.take(at);
            }
        }
    }

    /// "The date column is written YYYYMMDD."
    fn read_date_format(&mut self) {
        for at in 0..self.marks.len() {
            if !is_date_format(&self.text(at)) {
                continue;
            }
            self.take(at);
            let (from, to) = self.sentence(at);
            let question =
                |cue| matches!(cue, Cue::What | Cue::Which | Cue::HowMany | Cue::Aggregate(_) | Cue::Extreme(_));
            let asks = (from..to).any(|place| self.cue(place).is_some_and(question));
            for place in from..to {
                let says_how = matches!(
                    self.text(place).as_str(),
                    "written" | "format" | "formatted" | "encoded" | "coded" | "integer" | "text" | "style" | "form"
                );
                let date =
                    self.plain_column(place).is_some_and(|at| self.view.dates.iter().any(|date| date.column == at));
                if says_how || !asks && (date || matches!(self.item(place), Some(Item::Cue(_)))) {
                    self.take(place);
                }
            }
        }
    }

    /// "Note the weekday column.": a sentence that asks for nothing and excludes nothing.
    fn read_remarks(&mut self) {
        let starts: Vec<usize> = (0..self.marks.len())
            .filter(|at| matches!(self.text(*at).as_str(), "note" | "hint" | "remark" | "mind" | "remember" | "beware"))
            .filter(|at| self.sentence(*at).0 == *at)
            .collect();
        for start in starts {
            let (from, to) = self.sentence(start);
            let harmless = (from + 1..to).all(|place| match self.item(place) {
                Some(Item::Column(_) | Item::Noun(..)) => true,
                Some(Item::Cue(cue)) => {
                    matches!(cue, Cue::Column | Cue::Columns | Cue::Verb | Cue::Of | Cue::In | Cue::And | Cue::Unit(_))
                }
                _ => false,
            });
            if harmless {
                let said: Vec<String> =
                    (from..to).filter_map(|at| self.marks.get(at)).map(|m| m.text.clone()).collect();
                self.reading.note(format!("I did not use the remark “{}”.", said.join(" ")));
                for place in from..to {
                    self.take(place);
                }
            }
        }
    }
}

fn is_extreme(word: &str) -> bool {
    matches!(word, "minimum" | "maximum")
}

fn is_date_format(text: &str) -> bool {
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    letters.len() >= 6
        && letters.starts_with(['y', 'd', 'm'])
        && letters.contains("yy")
        && letters.chars().all(|letter| matches!(letter, 'y' | 'm' | 'd' | 'h' | 's'))
}

//! From a question to a reading: the passes in their order, and the check that nothing was passed over.

use super::absent;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::{Item, Mark, View};
use super::nouns::{Noun, plural};
use super::reading::{Condition, ConditionKind, Reading, Shape, Trouble};
use super::values::How;

/// Reads a question about a table.
///
/// # Errors
/// When a word is not known, may mean several things, or has no part in what was read.
pub fn read(view: &View<'_>, question: &str) -> Result<Reading, Trouble> {
    let mut draft = Draft::new(view, question);
    draft.read_formats();
    draft.read_patterns()?;
    draft.know_all()?;
    draft.read_missing()?;
    draft.read_comparisons()?;
    draft.read_values()?;
    draft.read_times()?;
    draft.read_flags();
    draft.read_groups()?;
    draft.read_rankings()?;
    draft.read_measures()?;
    draft.shape()?;
    draft.leave_missing_out();
    draft.call_rows();
    draft.check()?;
    Ok(draft.reading)
}

/// The words of a question that are neither a column nor a value nor known; runs of words as one, with the words beside
/// them that begin with a capital.
pub fn unknown_words(view: &View<'_>, question: &str) -> Vec<String> {
    let draft = {
        let mut draft = Draft::new(view, question);
        draft.read_formats();
        draft
    };
    let coded = |at: usize| match draft.item(at) {
        Some(Item::Value(hits, _)) => hits.iter().any(|hit| hit.how == How::Code),
        _ => false,
    };
    let open =
        |at: usize| matches!(draft.item(at), Some(Item::Unknown | Item::Quoted)) && draft.is_free(at) || coded(at);
    let capital = |at: usize| {
        draft.marks.get(at).is_some_and(|mark| at > 0 && mark.text.chars().next().is_some_and(char::is_uppercase))
    };
    let mut terms: Vec<String> = Vec::new();
    for start in 0..draft.marks.len() {
        for end in start + 1..=(start + 5).min(draft.marks.len()) {
            let any = (start..end).any(open);
            let all = (start..end).all(|at| open(at) || capital(at));
            if any && all {
                let words: Vec<&str> =
                    draft.marks.get(start..end).unwrap_or_default().iter().map(|mark| mark.text.as_str()).collect();
                terms.push(words.join(" "));
            }
        }
    }
    terms
}

impl Draft<'_> {
    /// Every word must be known before a part is looked for.
    fn know_all(&self) -> Result<(), Trouble> {
        let unknown = self.marks.iter().filter(|mark| mark.item == Item::Unknown && !mark.used);
        let unknown: Vec<String> = unknown.map(|mark| mark.text.clone()).collect();
        if unknown.is_empty() { Ok(()) } else { Err(Trouble::Unknown(unknown)) }
    }

    /// "ignoring missing values": rows that miss a measure or a group.
    fn leave_missing_out(&mut self) {
        if !self.ignore_missing {
            return;
        }
        let measures = self.reading.measures.iter().flat_map(|measure| measure.operand.columns.clone());
        let groups = self.reading.groups.iter().map(|group| group.column);
        let mut columns: Vec<usize> = measures.chain(groups).collect();
        if let Shape::Correlation { one, other, .. } = &self.reading.shape {
            columns.extend(one.columns.iter().chain(&other.columns));
        }
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            if let Some(profile) = self.profile(column).filter(|own| own.nulls > 0 || absent::is_listed(own)) {
                self.say_absent(column);
                self.add_condition(Condition {
                    sql: absent::present(profile),
                    words: format!("{} is not missing", self.name(column)),
                    at: 0,
                    columns: vec![column],
                    kind: ConditionKind::LeftOut,
                });
            }
        }
    }

    /// The words that say something and have no part yet.
    pub fn unused(&self) -> Vec<String> {
        let silent = |mark: &&Mark| match &mark.item {
            Item::Cue(Cue::Unit(unit)) if self.is_grain(*unit) => true,
            Item::Stop | Item::Noun(..) => true,
            // "Which species lives only on Dream" asks for more than "on Dream".
            Item::Cue(Cue::Only) => {
                self.reading.shape != Shape::Values && !self.has(|cue| matches!(cue, Cue::Which | Cue::List))
            }
            Item::Cue(cue) => is_silent(*cue),
            Item::Column(_) | Item::Value(..) | Item::Number(_) | Item::Date(_) | Item::Quoted | Item::Unknown => false,
        };
        self.marks.iter().filter(|mark| !mark.used && !silent(mark)).map(|mark| mark.text.clone()).collect()
    }

    /// Rows are called as the question calls them.
    fn call_rows(&mut self) {
        let noun = self.marks.iter().find_map(|mark| match &mark.item {
            Item::Noun(Noun::File | Noun::Key | Noun::Class, _) => Some(plural(&mark.text.to_lowercase())),
            Item::Cue(Cue::Unit(unit)) if mark.used && self.is_grain(*unit) => Some(plural(unit.words())),
            _ => None,
        });
        if let Some(noun) = noun {
            self.reading.rows = noun;
        }
    }

    /// Whatever says something must have a part in the reading.
    fn check(&mut self) -> Result<(), Trouble> {
        let unused = self.unused();
        if !unused.is_empty() {
            return Err(Trouble::Unused(unused));
        }
        let labels: Vec<String> = self
            .marks
            .iter()
            .filter(|mark| !mark.used && matches!(mark.item, Item::Noun(Noun::Label, _)))
            .map(|mark| mark.text.clone())
            .collect();
        for label in labels {
            self.reading.note(format!("“{label}” stands in the file's name and was not used."));
        }
        if self.reading.measures.is_empty() && self.reading.shape == Shape::Figures {
            return Err(Trouble::Other("I could not find out what the question asks for.".to_owned()));
        }
        Ok(())
    }
}

/// Words that only join others.
fn is_silent(cue: Cue) -> bool {
    matches!(
        cue,
        Cue::Verb
            | Cue::In
            | Cue::Of
            | Cue::With
            | Cue::And
            | Cue::Than
            | Cue::What
            | Cue::Which
            | Cue::To
            | Cue::From
            | Cue::Column
            | Cue::HowMuch
            | Cue::List
            | Cue::Carrier
            | Cue::Rows
            | Cue::Any
            | Cue::Among
            | Cue::Filler
            | Cue::Together
            | Cue::Sort(_)
            | Cue::Combination
            | Cue::By
            | Cue::When
    )
}

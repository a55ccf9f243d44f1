//! Which column a few words of a question mean.
//!
//! Uses the words of names only, never the values.

use super::synonyms::{canonical, near, unit_suffix, units};
use super::words::{Token, name_words};
use crate::analyst::seen::SeenTable;

/// How well words fit a column.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The columns that fit best; more than one where they fit alike.
    pub columns: Vec<usize>,
    /// Whether every word of the name was said.
    pub full: bool,
    /// Whether the words are the name's own, not synonyms.
    pub exact: bool,
    /// Whether the last word of the name was said, which says what the column is.
    pub head: bool,
}

impl Fit {
    /// A column that was named as it is.
    pub fn named(column: usize) -> Self {
        Self { columns: vec![column], full: true, exact: true, head: true }
    }
}

/// The words of each column of a table.
#[derive(Debug, Clone, Default)]
pub struct Names {
    names: Vec<Name>,
}

#[derive(Debug, Clone)]
struct Name {
    lower: String,
    core: Vec<String>,
    unit: Option<&'static str>,
}

/// Words in between that do not count: `length of the bill`.
const BETWEEN: [&str; 4] = ["of", "the", "in", "s"];
/// The most words that a column's name is looked for in.
pub const LONGEST: usize = 8;

impl Names {
    /// Reads a table's column names.
    pub fn of(table: &SeenTable) -> Self {
        let names = table.columns.iter().map(|column| {
            let mut words = name_words(&column.name);
            let unit = unit_suffix(&words);
            if unit.is_some() {
                words.pop();
            }
            let core = words.iter().map(|word| canonical(word)).collect();
            Name { lower: column.name.to_lowercase(), core, unit }
        });
        Self { names: names.collect() }
    }

    /// The unit that a column's name ends with.
    pub fn unit(&self, column: usize) -> Option<&'static str> {
        self.names.get(column).and_then(|name| name.unit)
    }

    /// The column whose name is this text, whatever its case; by exact case first, where names differ by case only.
    pub fn named(&self, text: &str, table: &SeenTable) -> Option<usize> {
        let exact = table.columns.iter().position(|column| column.name == text);
        let lower = text.to_lowercase();
        exact.or_else(|| self.names.iter().position(|name| name.lower == lower))
    }

    /// The columns that these words mean, if any.
    pub fn fit(&self, tokens: &[Token]) -> Option<Fit> {
        let first = tokens.first()?;
        let last = tokens.last()?;
        if BETWEEN.contains(&first.lower.as_str()) && tokens.len() > 1 || BETWEEN.contains(&last.lower.as_str()) {
            return None;
        }
        let between = |word: &str| tokens.len() > 2 && BETWEEN.contains(&word);
        let words: Vec<&str> = tokens.iter().map(|token| token.lower.as_str()).filter(|word| !between(word)).collect();
        let said: Vec<String> = words.iter().map(|word| canonical(word)).collect();
        let joined = words.join("_");
        let each = self.names.iter().map(|name| name.score(&words, &said, &joined));
        let scored: Vec<(usize, Score)> = each.enumerate().filter_map(|(at, score)| Some((at, score?))).collect();
        let best = scored.iter().map(|(_, score)| score.points).max()?;
        let columns: Vec<usize> = scored.iter().filter(|(_, s)| s.points == best).map(|(at, _)| *at).collect();
        let of_best = |test: fn(&Score) -> bool| scored.iter().filter(|(_, s)| s.points == best).all(|(_, s)| test(s));
        Some(Fit {
            columns,
            full: of_best(|score| score.full),
            exact: of_best(|score| score.exact),
            head: of_best(|score| score.head),
        })
    }

    /// The column that a measure of this name means, such as `mass` or `temperature maximum`.
    pub fn measure(&self, words: &str) -> Vec<usize> {
        let wanted: Vec<String> = words.split(' ').map(canonical).collect();
        let holds = |name: &Name| wanted.iter().all(|word| name.core.contains(word));
        self.names.iter().enumerate().filter(|(_, name)| holds(name)).map(|(at, _)| at).collect()
    }

    /// The words of a column's name in their usual form, unit left out.
    pub fn core(&self, column: usize) -> &[String] {
        self.names.get(column).map_or(&[], |name| &name.core)
    }
}

struct Score {
    points: usize,
    full: bool,
    exact: bool,
    head: bool,
}

impl Name {
    fn score(&self, words: &[&str], said: &[String], joined: &str) -> Option<Score> {
        if self.lower == joined || words.len() == 1 && words.first().is_some_and(|word| *word == self.lower) {
            return Some(Score { points: 1000, full: true, exact: true, head: true });
        }
        let mut taken = vec![false; self.core.len()];
        let mut quality = 0;
        let mut matched = 0;
        let mut unit_said = false;
        for (word, raw) in said.iter().zip(words) {
            let best = self.core.iter().enumerate().filter(|(at, _)| taken.get(*at) == Some(&false));
            let best = best.filter_map(|(at, own)| Some((likeness(word, own)?, at)));
            if let Some((points, at)) = best.max_by_key(|(points, at)| (*points, usize::MAX - at)) {
                if let Some(place) = taken.get_mut(at) {
                    *place = true;
                }
                quality += points;
                matched += 1;
            } else if !unit_said && self.unit.is_some_and(|unit| units(raw).contains(&unit)) && words.len() > 1 {
                unit_said = true;
            } else {
                return None;
            }
        }
        if matched == 0 {
            return None;
        }
        let full = matched == self.core.len();
        // "unit" is less than half of `unit_price`: the last word of a name says what it is.
        let head = full || taken.last() == Some(&true);
        let exact = quality == matched * 10;
        let coverage = 100 * matched / self.core.len().max(1);
        let worth = if head { 40 } else { 20 };
        Some(Score { points: quality * worth / matched + coverage, full, exact, head })
    }
}

/// How alike a word said and a word of a name are, of ten.
fn likeness(said: &str, own: &str) -> Option<usize> {
    if said == own {
        return Some(10);
    }
    let begins = |long: &str, short: &str, least: usize| {
        short.chars().count() >= least && long.starts_with(short) && long.len() - short.len() <= 5
    };
    if begins(own, said, 5) || begins(said, own, 5) {
        return Some(8);
    }
    near(said, own).then_some(6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyst::ask::words::tokens;
    use crate::analyst::seen::SeenColumn;

    fn fit(names: &[&str], words: &str) -> Option<(Vec<usize>, bool)> {
        let columns = names.iter().map(|name| SeenColumn { name: (*name).to_owned(), ..SeenColumn::default() });
        let table = SeenTable { columns: columns.collect(), ..SeenTable::default() };
        Names::of(&table).fit(&tokens(words, &[])).map(|fit| (fit.columns, fit.full))
    }

    #[test]
    fn words_find_columns() {
        let penguins = ["species", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "sex"];
        assert_eq!(fit(&penguins, "body mass"), Some((vec![4], true)));
        assert_eq!(fit(&penguins, "length of the bill"), Some((vec![1], true)));
        assert_eq!(fit(&penguins, "beak depth"), Some((vec![2], true)));
        assert_eq!(fit(&penguins, "flipper"), Some((vec![3], false)));
        assert_eq!(fit(&penguins, "length"), Some((vec![1, 3], false)));
        assert_eq!(fit(&penguins, "gender"), Some((vec![5], true)));
        assert_eq!(fit(&penguins, "wing"), None);
        assert_eq!(fit(&["temp_max", "temp_min"], "maximum temperature"), Some((vec![0], true)));
        assert_eq!(fit(&["unit_price", "quantity"], "prices"), Some((vec![0], false)));
        assert_eq!(fit(&["m_1199", "m_1198"], "m_1199"), Some((vec![0], true)));
    }
}

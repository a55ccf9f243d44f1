//! One passage with its numbers, held against all results: what it cites and names of each.
//!
//! Uses the passages, mentions, sources and naming of this room.

use std::ops::Range;

use super::column::{Column, Measure};
use super::mention::{Form, Mention};
use super::naming::{Naming, RowName};
use super::passage::Passage;
use super::period::Period;
use super::candidate::unit_word;
use super::rounding::factor;
use super::source::Source;
use super::column::year_of;
use super::words::{family, words};

/// One passage and what stands around it.
pub struct Scene<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The passage.
    pub passage: &'a Passage,
    /// Its numbers.
    pub mentions: &'a [Mention],
    /// The results.
    pub sources: &'a [Source],
    /// What the passage names of each result.
    pub naming: Vec<Naming>,
    /// What the passages before it in its paragraph name of each result.
    pub before: &'a [Vec<RowName>],
}

/// How near a citation of a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cited {
    /// The passage cites others.
    Other,
    /// Nothing is cited.
    Nothing,
    /// The paragraph cites it.
    Paragraph,
    /// The passage cites it.
    Passage,
    /// The nearest citation is of it.
    Nearest,
}

/// An end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeEnd {
    /// The smaller number.
    Low,
    /// The larger number.
    High,
}

/// Whether a sentence speaks of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// It does.
    Here,
    /// A name that the number is attached to says another.
    Elsewhere,
    /// It names others.
    Unclear,
}

impl<'a> Scene<'a> {
    /// A passage held against the results.
    #[must_use]
    pub fn new(
        text: &'a str,
        passage: &'a Passage,
        mentions: &'a [Mention],
        sources: &'a [Source],
        before: &'a [Vec<RowName>],
    ) -> Self {
        let periods: Vec<(Range<usize>, Period)> = mentions
            .iter()
            .flat_map(|mention| periods(mention).into_iter().map(|period| (mention.range.clone(), period)))
            .collect();
        let naming = sources.iter().map(|source| Naming::new(text, passage, source, &periods)).collect();
        Self { text, passage, mentions, sources, naming, before }
    }

    /// How near a citation of a result is to a mention.
    #[must_use]
    pub fn cited(&self, mention: &Mention, source: &Source) -> Cited {
        let is = |ids: &[String]| ids.contains(&source.id);
        if is(self.passage.cited_at(mention.range.end)) {
            Cited::Nearest
        } else if self.passage.cites(&source.id) {
            Cited::Passage
        } else if is(&self.passage.leaning) {
            Cited::Paragraph
        } else if self.passage.citations.is_empty() && self.passage.leaning.is_empty() {
            Cited::Nothing
        } else {
            Cited::Other
        }
    }

    /// The words before a mention that belong to it: from the number before, its own noun left out.
    #[must_use]
    pub fn lead(&self, mention: &Mention) -> Range<usize> {
        let before =
            self.mentions.iter().filter(|other| other.range.end <= mention.range.start && is_figure(other)).map(|other| other.range.end);
        let Some(end) = before.max().filter(|end| *end > self.passage.range.start) else {
            return self.passage.range.start..mention.range.start;
        };
        let between = self.text.get(end..mention.range.start).unwrap_or_default();
        let noun = NOUN_ENDS.iter().filter_map(|mark| between.find(mark)).min().unwrap_or(0);
        end + noun..mention.range.start
    }

    /// The noun behind a mention: up to the next number, preposition or end of the clause.
    #[must_use]
    pub fn noun(&self, mention: &Mention) -> Range<usize> {
        let next =
            self.mentions.iter().map(|other| other.range.start).filter(|start| *start >= mention.range.end).min();
        let end = next.unwrap_or(self.passage.range.end).max(mention.range.end);
        let behind = self.text.get(mention.range.end..end).unwrap_or_default();
        let two = words(behind).get(1).map_or(behind.len(), |word| word.range.end);
        let behind = behind.get(..two).unwrap_or(behind);
        let length = NOUN_ENDS.iter().filter_map(|mark| behind.find(mark)).min().unwrap_or(behind.len());
        mention.range.end..mention.range.end + length
    }

    /// Whether the first number is said to be so many of the second.
    #[must_use]
    pub fn is_part_of(&self, part: &Mention, whole: &Mention) -> bool {
        let between = self.text.get(part.range.end..whole.range.start).unwrap_or_default().trim();
        matches!(between, "of" | "of the" | "out of" | "of all" | "von" | "de" | "/")
    }

    /// Whether a mention begins or ends a range: `from 3.2 to 5.4`, `3.2–5.4`.
    #[must_use]
    pub fn range_end(&self, mention: &Mention) -> Option<RangeEnd> {
        let joins = |first: &Mention, second: &Mention| {
            let between = self.text.get(first.range.end..second.range.start).unwrap_or_default();
            let words = between.split_whitespace().collect::<Vec<_>>();
            let before = self.text.get(self.passage.range.start..first.range.start).unwrap_or_default().trim_end();
            let opened = |word: &str| before.ends_with(word);
            match words.as_slice() {
                [.., "to"] if words.len() <= 3 => opened("(") || opened("from") || opened("ranged") || opened("range") || opened("runs"),
                [.., "and"] if words.len() <= 3 => opened("between"),
                ["–" | "-"] => true,
                _ => matches!(between, "–" | "-"),
            }
        };
        let same = |other: &&Mention| other.form == mention.form;
        let next = self.mentions.iter().filter(|other| other.range.start >= mention.range.end).min_by_key(|other| other.range.start);
        let last = self.mentions.iter().filter(|other| other.range.end <= mention.range.start).max_by_key(|other| other.range.end);
        if next.filter(same).is_some_and(|next| joins(mention, next)) {
            Some(RangeEnd::Low)
        } else if last.filter(same).is_some_and(|last| joins(last, mention)) {
            Some(RangeEnd::High)
        } else {
            None
        }
    }

    /// The clause of the passage in which a mention stands.
    #[must_use]
    pub fn clause(&self, mention: &Mention) -> Range<usize> {
        let before = self.text.get(self.passage.range.start..mention.range.start).unwrap_or_default();
        let behind = self.text.get(mention.range.end..self.passage.range.end).unwrap_or_default();
        // What is in brackets belongs to the words before them.
        let opens = BREAKS.iter().filter(|mark| !mark.contains('('));
        let start = opens.filter_map(|mark| before.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
        let end = BREAKS.iter().filter_map(|mark| behind.find(mark)).min().unwrap_or(behind.len());
        self.passage.range.start + start..mention.range.end + end
    }

    /// How well the words around a mention name a column: those of its clause most, those of the passage least. In a
    /// table only what stands over the cell counts.
    #[must_use]
    pub fn column_score(&self, mention: &Mention, source: usize, column: usize) -> f64 {
        let cell = self.passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start));
        if let Some((_, header)) = cell {
            let Some(of) = self.sources.get(source).and_then(|source| source.columns.get(column)) else { return 0.0 };
            let hits = header.iter().filter(|word| of.is_named_by(word)).count();
            let size = of.words.len().max(1);
            return f64::from(u32::try_from(hits * 4).unwrap_or(u32::MAX))
                / f64::from(u32::try_from(size).unwrap_or(u32::MAX)).sqrt();
        }
        let Some(naming) = self.naming.get(source) else { return 0.0 };
        if self.is_of_another_year(source, column) {
            return 0.0;
        }
        let hits = naming.columns.get(column).map_or(&[][..], Vec::as_slice);
        // A noun that belongs to another number says nothing of this one.
        let own = self.noun(mention);
        let taken: Vec<Range<usize>> = self
            .mentions
            .iter()
            .filter(|other| other.range != mention.range && is_figure(other))
            .map(|other| self.noun(other))
            .filter(|noun| !(noun.start >= own.start && noun.end <= own.end))
            .collect();
        let (lead, clause) = (self.lead(mention), self.clause(mention));
        // `371.5 ppm` gives a unit, whatever else is called so.
        let unit = self.passage.words.iter().find(|word| word.range.start >= mention.range.end);
        let unit = unit.filter(|word| unit_word(&word.stem).is_some()).map(|word| word.range.start);
        let weigh = |(at, weight): &(usize, f64)| {
            if Some(*at) == unit {
                return 0.5 * weight;
            }
            let inside = |range: &Range<usize>| range.contains(at);
            if inside(&own) {
                4.0 * weight
            } else if taken.iter().any(inside) {
                0.0
            } else if inside(&lead) {
                2.0 * weight
            } else if inside(&clause) {
                0.75 * weight
            } else {
                0.25 * weight
            }
        };
        let (ends, other) = match self.range_end(mention) {
            Some(RangeEnd::Low) => ("minimum", "maximum"),
            Some(RangeEnd::High) => ("maximum", "minimum"),
            None => ("", ""),
        };
        let of = self.sources.get(source).map_or(&[][..], |source| source.columns.as_slice());
        let is_end = of.get(column).is_some_and(|of| of.is_named_by(ends)) && of.iter().any(|of| of.is_named_by(other));
        hits.iter().map(weigh).sum::<f64>() + if is_end { 2.0 } else { 0.0 }
    }

    /// Whether a column is of a year, such as `visits_2023`, and the passage speaks of another one; or of none, and the
    /// result has the same of a later year.
    #[must_use]
    pub fn is_of_another_year(&self, source: usize, column: usize) -> bool {
        let Some(of) = self.sources.get(source) else { return false };
        let Some(own) = of.columns.get(column).and_then(|column| column.year) else { return false };
        let years: Vec<i32> = self.passage.words.iter().filter_map(|word| year_of(&word.stem)).collect();
        if years.is_empty() {
            return of.columns.iter().filter_map(|column| column.year).any(|other| other > own);
        }
        !years.contains(&own)
    }

    /// The words next to a mention: at most so many before and behind it.
    #[must_use]
    pub fn has_beside(&self, mention: &Mention, stems: &[&str], before: usize, behind: usize) -> bool {
        let leading = self.passage.words.iter().rev().filter(|word| word.range.end <= mention.range.start).take(before);
        let following = self.passage.words.iter().filter(|word| word.range.start >= mention.range.end).take(behind);
        leading.chain(following).any(|word| stems.contains(&word.stem.as_str()))
    }

    /// Whether the clause of a mention, or the words that lead to it, hold one of these families of words.
    #[must_use]
    pub fn says(&self, mention: &Mention, families: &[&str]) -> bool {
        self.passage.says(&self.clause(mention), families) || self.passage.says(&self.lead(mention), families)
    }

    /// Whether the passage holds one of these stems.
    #[must_use]
    pub fn says_stem(&self, stems: &[&str]) -> bool {
        self.passage.words.iter().any(|word| stems.contains(&word.stem.as_str()))
    }

    /// The words right behind a mention, at most so many.
    pub fn behind(&self, mention: &Mention, most: usize) -> impl Iterator<Item = &str> {
        let end = mention.range.end;
        self.passage.words.iter().filter(move |word| word.range.start >= end).take(most).map(|word| word.stem.as_str())
    }

    /// Whether a mention says among how many something ranks: `the smallest of eight`, `10th of 12`.
    #[must_use]
    pub fn is_rank_among(&self, mention: &Mention) -> bool {
        let before = self.text.get(self.passage.range.start..mention.range.start).unwrap_or_default().trim_end();
        let of =
            [" of", " of the", " of all", " among", " among the", " all"].iter().any(|word| before.ends_with(word));
        let ranks = self.mentions.iter().any(|other| other.form == Form::Ordinal);
        of && (ranks || self.passage.says(&self.passage.range, &["maximum", "minimum", "rank"]))
    }

    /// Whether the noun behind a mention is called so.
    #[must_use]
    pub fn is_followed_by(&self, mention: &Mention, named: &dyn Fn(&str) -> bool) -> bool {
        let next = self.mentions.iter().map(|other| other.range.start).find(|start| *start >= mention.range.end);
        self.passage
            .words
            .iter()
            .filter(|word| word.range.start >= mention.range.end && next.is_none_or(|next| word.range.start < next))
            .take(4)
            .any(|word| named(family(&word.stem)) || named(&word.stem))
    }

    /// By what the numbers of a column are multiplied when a mention speaks of them; none where it cannot.
    #[must_use]
    pub fn factor(&self, mention: &Mention, column: &Column) -> Option<f64> {
        let counted = column.measure == Measure::Count || column.is_named_by("quantity");
        let other_unit = match (self.behind(mention, 1).next().and_then(unit_word), column.unit.as_deref()) {
            (Some(written), Some(unit)) => written != unit,
            (Some(_), None) | (None, _) => false,
        };
        let is_rank = column.is_named_by("rank") && column.is_whole;
        factor(mention.form, column).filter(|_| !other_unit && !is_rank && !(counted && is_money(self.text, mention)))
    }

    /// Whether a mention speaks of a row, as far as the names by one column say.
    #[must_use]
    pub fn points_to(&self, mention: &Mention, source: usize, column: usize, row: usize) -> Pointing {
        let Some(naming) = self.naming.get(source) else { return Pointing::Unclear };
        if let Some(name) = self.attached(mention, source, column) {
            return if name.rows.contains(&row) { Pointing::Here } else { Pointing::Elsewhere };
        }
        let clause = self.clause(mention);
        let mut inside: Vec<&RowName> = naming
            .rows
            .iter()
            .filter(|name| name.column == column && clause.start <= name.range.start && name.range.end <= clause.end)
            .collect();
        inside.dedup_by_key(|name| name.rows.clone());
        if let [only] = inside.as_slice()
            && !self.is_compared(only)
            && !self.is_listed(only, source)
        {
            return if only.rows.contains(&row) { Pointing::Here } else { Pointing::Unclear };
        }
        if inside.is_empty()
            && let Some(subject) = self.subject(naming, column, clause.start)
            && !self.is_compared(subject)
            && !self.is_listed(subject, source)
        {
            let here = subject.rows.contains(&row) || self.beside(naming, column, row);
            return if here { Pointing::Here } else { Pointing::Unclear };
        }
        if self.beside(naming, column, row) {
            return Pointing::Here;
        }
        if naming.names(row, column) { Pointing::Here } else { Pointing::Unclear }
    }

    /// The only name of the nearest clause before a place that names any.
    fn subject<'b>(&self, naming: &'b Naming, column: usize, place: usize) -> Option<&'b RowName> {
        let mut end = place;
        while end > self.passage.range.start {
            let before = self.text.get(self.passage.range.start..end)?;
            if before.trim_end().ends_with(';') {
                return None;
            }
            let trimmed = BREAKS.iter().find_map(|mark| before.strip_suffix(mark)).unwrap_or(before);
            let start = BREAKS.iter().filter_map(|mark| trimmed.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
            let range = self.passage.range.start + start..self.passage.range.start + trimmed.len();
            let mut inside = naming.rows.iter().filter(|name| name.column == column && range.contains(&name.range.start));
            match (inside.next(), inside.next()) {
                (Some(only), None) => return Some(only),
                (Some(_), Some(_)) => return None,
                (None, _) => end = range.start,
            }
        }
        None
    }

    /// Whether a name is only what another is compared with: `heavier than Adelies`.
    fn is_compared(&self, name: &RowName) -> bool {
        let before = self.text.get(self.passage.range.start..name.range.start).unwrap_or_default().trim_end();
        let before = before.trim_end_matches(" the");
        [
            "than", "as", "of", "over", "above", "below", "behind", "versus", "vs", "vs.", "against", "to", "from", "beats",
            "and", "on",
        ]
        .iter()
        .any(|word| before.ends_with(word))
    }

    /// Whether a name stands behind `than` or its like.
    #[must_use]
    pub fn is_behind_than(&self, name: &RowName) -> bool {
        let before = self.text.get(self.passage.range.start..name.range.start).unwrap_or_default().trim_end();
        let before = before.trim_end_matches(" the");
        ["than", "above", "below", "behind", "ahead of", "over", "versus", "vs", "vs."].iter().any(|word| before.ends_with(word))
    }

    /// Whether a name is the last of several: `West and East have ...`.
    fn is_listed(&self, name: &RowName, source: usize) -> bool {
        let Some(naming) = self.naming.get(source) else { return false };
        naming.rows.iter().filter(|other| other.column == name.column && other.range.end <= name.range.start).any(|other| {
            let between = self.text.get(other.range.end..name.range.start).unwrap_or_default().trim();
            matches!(between, "," | "and" | ", and" | "or" | "&" | "and the" | "und" | "et" | "y" | "with")
        })
    }

    /// Whether a row is the one before or behind the only one that is named, and the passage says so.
    fn beside(&self, naming: &Naming, column: usize, row: usize) -> bool {
        let mut named = naming.rows.iter().filter(|name| name.column == column);
        let (Some(name), None) = (named.next(), named.next()) else { return false };
        let [only] = name.rows.as_slice() else { return false };
        let before = row + 1 == *only && self.says_stem(&["before", "previous", "prior", "earlier", "after", "from"]);
        let behind = row == *only + 1 && self.says_stem(&["later", "next", "following", "then", "afterwards"]);
        before || behind
    }

    /// The name that a mention is attached to, such as `West` in `West (12.4)` and `12.4 for West`, of a column.
    #[must_use]
    pub fn attached(&self, mention: &Mention, source: usize, column: usize) -> Option<&RowName> {
        let names = self.naming.get(source)?.rows.iter().filter(|name| name.column == column);
        let mut before: Option<&RowName> = None;
        for name in names {
            if name.range.end <= mention.range.start {
                before = Some(name);
            } else if name.range.start >= mention.range.end {
                let unit = self.passage.words.iter().find(|word| word.range.start >= mention.range.end);
                let unit = unit.filter(|word| unit_word(&word.stem).is_some());
                let end = unit.map_or(mention.range.end, |word| word.range.end);
                let between = self.text.get(end..name.range.start).unwrap_or_default();
                if LINKS_BEHIND.contains(&between.trim_matches(['*', '_', ' ']).to_lowercase().as_str()) {
                    return Some(name);
                }
                break;
            }
        }
        let name = before?;
        let between = self.text.get(name.range.end..mention.range.start).unwrap_or_default();
        let crossed = self
            .mentions
            .iter()
            .any(|other| other.range.start >= name.range.end && other.range.end <= mention.range.start);
        let link = between.trim_matches(['*', '_', ' ']).to_lowercase();
        let compared = matches!(link.as_str(), ":" | "–" | "-" | "—") && self.is_compared(name);
        let attached = LINKS_BEFORE.contains(&link.as_str()) && !crossed && !compared && !self.is_listed(name, source);
        attached.then_some(name)
    }
}

/// Whether a mention is a figure, which has a noun of its own, and no date or rank.
fn is_figure(mention: &Mention) -> bool {
    match mention.form {
        Form::Number | Form::Percent | Form::Points | Form::Multiple => true,
        Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => false,
    }
}

/// Whether a mention is written as money.
#[must_use]
pub fn is_money(text: &str, mention: &Mention) -> bool {
    const CODES: [&str; 7] = ["EUR", "USD", "GBP", "CHF", "JPY", "Euro", "dollar"];
    let written = text.get(mention.range.clone()).unwrap_or_default();
    written.contains(['$', '€', '£', '¥']) || CODES.iter().any(|code| written.contains(code))
}

/// What ends a clause.
const BREAKS: [&str; 13] =
    [", ", "; ", ": ", " and ", " but ", " while ", " whereas ", " – ", " — ", " (", ") ", " und ", " against "];

/// What ends the noun behind a number.
const NOUN_ENDS: [&str; 21] = [
    " worth ",
    " for ",
    " with ",
    " on ",
    " at ",
    " in ",
    " from ",
    " to ",
    " by ",
    ", ",
    "; ",
    ": ",
    ". ",
    " and ",
    " but ",
    " while ",
    " (",
    ")",
    " against ",
    " than ",
    " | ",
];

/// What attaches a number to the name behind it.
const LINKS_BEHIND: [&str; 16] = ["", "for", "in", "from", "at", "(", "for the", "in the", "of", "were", "are", "für", "pour", "para", "are from", "is"];

/// What attaches a number to the name before it.
const LINKS_BEFORE: [&str; 21] = [
    "",
    "(",
    ":",
    "=",
    "'s",
    "’s",
    "has",
    "had",
    "have",
    "is",
    "was",
    "are",
    "were",
    "is at",
    "at",
    "|",
    "–",
    "-",
    "—",
    "stands at",
    "with",
];

/// The periods that a date stands for.
#[must_use]
pub fn periods(mention: &Mention) -> Vec<Period> {
    mention
        .readings
        .iter()
        .filter_map(|reading| {
            #[expect(clippy::cast_possible_truncation, reason = "days fit")]
            let day = reading.value as i64;
            match mention.form {
                Form::Year => Period::of_year(reading.value),
                Form::Month => Period::starting(day, 1),
                Form::Quarter => Period::starting(day, 3),
                Form::Date => Some(Period { first: day, last: day }),
                // `from 2007 to 2009 counts grew` reads like a count.
                Form::Number if reading.unit == 1.0 && (1800.0..=2100.0).contains(&reading.value) => {
                    Period::of_year(reading.value).filter(|_| mention.range.len() == 4)
                }
                Form::Number | Form::Percent | Form::Points | Form::Multiple | Form::Ordinal => None,
            }
        })
        .collect()
}

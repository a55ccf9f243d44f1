//! The parts of a passage that belong to a number: the words that lead to it, its noun, its clause, and the range it ends.
//!
//! Uses the scene and words of this room. Each is worked out once for a number: they are asked for again and again.

use std::ops::Range;

use super::column::Column;
use super::mention::Mention;
use super::scene::{Scene, is_figure};
use super::words::{Word, words};

/// Words of what a number is a part of at most: `of 229 refunds, 145`.
const OF_WORDS: usize = 3;

/// A part of a passage that belongs to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The words that lead to it.
    Lead,
    /// The noun behind it.
    Noun,
    /// Its clause.
    Clause,
    /// Its sentence.
    Sentence,
}

/// An end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeEnd {
    /// The smaller number.
    Low,
    /// The larger number.
    High,
}

/// What the words around a number say of ends.
#[derive(Debug, Clone, Copy)]
pub struct Extremes {
    /// The end of a range that it is.
    pub range: Option<RangeEnd>,
    /// Whether they say `largest`, `smallest`, `latest` and `earliest`.
    pub says: [bool; 4],
}

impl Scene<'_> {
    /// What the words around a mention say of ends: worked out once, as it is asked for with each cell that fits.
    #[must_use]
    pub fn extremes(&self, mention: &Mention) -> Extremes {
        self.memo.extremes.of(mention.range.start, || self.find_extremes(mention))
    }

    fn find_extremes(&self, mention: &Mention) -> Extremes {
        let mut says = ["maximum", "minimum", "latest", "earliest"].map(|family| self.says(mention, &[family]));
        // What nothing passes is the largest.
        match super::contrary::denied(mention) {
            Some(true) => says[0] = true,
            Some(false) => says[1] = true,
            None => {}
        }
        Extremes { range: self.range_end(mention), says }
    }

    /// A part that belongs to a mention, worked out where it is not known yet.
    fn part(&self, mention: &Mention, part: Part) -> Range<usize> {
        self.memo.parts.of((mention.range.start, part), || match part {
            Part::Lead => self.find_lead(mention),
            Part::Noun => self.find_noun(mention),
            Part::Clause => self.find_clause(mention),
            Part::Sentence => self.find_sentence(mention),
        })
    }

    /// All words behind a mention. They stand in their order, and a passage may have thousands.
    #[must_use]
    pub fn words_behind(&self, mention: &Mention) -> &[Word] {
        let words = &self.passage.words;
        let first = words.partition_point(|word| word.range.start < mention.range.end);
        // What stands in the next cell of a table is none of them.
        let mut cells = self.passage.cells.iter().map(|(range, _)| range);
        let cell = cells.find(|range| range.contains(&mention.range.start));
        let end = cell.map_or(words.len(), |cell| words.partition_point(|word| word.range.start < cell.end));
        words.get(first..end).unwrap_or_default()
    }

    /// Whether a passage names a column by the word that says what its numbers are multiples of, and a number is written as they
    /// are: `Budget musd fell from 1,485 to 897`.
    #[must_use]
    pub fn is_in_scale(&self, mention: &Mention, column: &Column) -> bool {
        let Some(word) = &column.scale_word else { return false };
        let bare = mention.readings.first().is_some_and(|reading| reading.unit < column.scale);
        let is_apart = |place: &Range<usize>| !self.mentions.iter().any(|own| own.range.contains(&place.start));
        bare && self.passage.words.iter().any(|own| own.stem == *word && is_apart(&own.range))
    }

    /// The words before a mention that belong to it: from the number before, its own noun left out.
    #[must_use]
    pub fn lead(&self, mention: &Mention) -> Range<usize> {
        self.part(mention, Part::Lead)
    }

    fn find_lead(&self, mention: &Mention) -> Range<usize> {
        let before = self
            .mentions
            .iter()
            .filter(|other| other.range.end <= mention.range.start && is_figure(other))
            .map(|other| other.range.end);
        let others = self.left_out.iter().map(|range| range.end).filter(|end| *end <= mention.range.start);
        let Some(end) = before.chain(others).max().filter(|end| *end > self.passage.range.start) else {
            return self.passage.range.start..mention.range.start;
        };
        let between = self.text.get(end..mention.range.start).unwrap_or_default();
        let noun = NOUN_ENDS.iter().filter_map(|mark| between.find(mark)).min().unwrap_or(0);
        let start = end + noun;
        (start + self.year_behind(start)).min(mention.range.start)..mention.range.start
    }

    /// The noun behind a mention: up to the next number, preposition or end of the clause.
    #[must_use]
    pub fn noun(&self, mention: &Mention) -> Range<usize> {
        self.part(mention, Part::Noun)
    }

    fn find_noun(&self, mention: &Mention) -> Range<usize> {
        let behind = self.mentions.iter().filter(|other| other.range.start >= mention.range.end);
        let following = behind.min_by_key(|other| other.range.start);
        // `8 of 9 survived`: what is counted is what both are of.
        if let Some(whole) = following
            && self.is_part_of(mention, whole)
        {
            return mention.range.end..self.noun(whole).end;
        }
        // `of 229 refunds, 145 came back`
        if let Some(whole) = self.whole_before(mention) {
            return self.noun(whole);
        }
        let next = following.map(|other| other.range.start);
        let end = next.unwrap_or(self.passage.range.end).max(mention.range.end);
        let behind = self.text.get(mention.range.end..end).unwrap_or_default();
        // `eight of whom survived`
        let whom = [" of whom", " of which", " of them"].iter().any(|words| behind.starts_with(words));
        let following = words(behind);
        // `156 loans are late`
        let is_said = following.get(1).is_some_and(|word| ["are", "were", "is", "was"].contains(&word.stem.as_str()));
        let most = if whom || is_said { 2 } else { 1 };
        let two = following.get(most).map_or(behind.len(), |word| word.range.end);
        let behind = behind.get(..two).unwrap_or(behind);
        let length = NOUN_ENDS.iter().filter_map(|mark| behind.find(mark)).min().unwrap_or(behind.len());
        let end = mention.range.end + length;
        mention.range.end..end + self.year_behind(end)
    }

    /// The number that a mention is said to be a part of, where it stands before it.
    fn whole_before(&self, mention: &Mention) -> Option<&Mention> {
        let before = self.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
        let whole = before.max_by_key(|other| other.range.end)?;
        let lead = self.text.get(self.passage.range.start..whole.range.start)?.trim_end().to_lowercase();
        let lead = lead.strip_suffix(" the").unwrap_or(&lead);
        let between = self.text.get(whole.range.end..mention.range.start)?;
        let noun = between.trim_end().strip_suffix(',')?;
        let lead = lead.trim_start_matches(['*', '-', '_', ' ']);
        let opened = lead == "of" || [", of", "; of", ": of"].iter().any(|of| lead.ends_with(of));
        (opened && (1..=OF_WORDS).contains(&words(noun).len()) && !noun.contains([',', ';', '('])).then_some(whole)
    }

    /// Bytes of ` in 2024` at a place, which belongs to the number before.
    fn year_behind(&self, place: usize) -> usize {
        let rest = self.text.get(place..self.passage.range.end).unwrap_or_default();
        let year = rest.strip_prefix(" in ").and_then(|rest| rest.get(..4));
        if year.is_some_and(|year| year.bytes().all(|byte| byte.is_ascii_digit())) { 8 } else { 0 }
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
                [.., "to" | "bis" | "à"] if words.len() <= 3 => {
                    ["(", "from", "ranged", "range", "runs", "von", "de"].iter().any(|word| opened(word))
                }
                [.., "and" | "und" | "et"] if words.len() <= 3 => {
                    ["between", "zwischen", "entre"].iter().any(|word| opened(word))
                }
                ["–" | "-"] => true,
                _ => matches!(between, "–" | "-"),
            }
        };
        let same = |other: &&Mention| other.form == mention.form;
        let next = self
            .mentions
            .iter()
            .filter(|other| other.range.start >= mention.range.end)
            .min_by_key(|other| other.range.start);
        let last = self
            .mentions
            .iter()
            .filter(|other| other.range.end <= mention.range.start)
            .max_by_key(|other| other.range.end);
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
        self.part(mention, Part::Clause)
    }

    /// The sentence of the passage in which a mention stands.
    #[must_use]
    pub fn sentence(&self, mention: &Mention) -> Range<usize> {
        self.part(mention, Part::Sentence)
    }

    fn find_sentence(&self, mention: &Mention) -> Range<usize> {
        let whole = &self.passage.range;
        let before = self.text.get(whole.start..mention.range.start).unwrap_or_default();
        let behind = self.text.get(mention.range.end..whole.end).unwrap_or_default();
        let ends = [". ", "\n", "; "].iter().filter_map(|end| before.rfind(end).map(|at| (at, at + end.len())));
        // `2024 vs. 2023: Team 53,760`
        let start = ends.filter(|(at, _)| !before.get(..*at).is_some_and(|until| until.ends_with("vs")));
        let start = start.map(|(_, start)| start).max().unwrap_or(0);
        let end = [". ", "\n", "; "].iter().filter_map(|end| behind.find(end)).min().unwrap_or(behind.len());
        whole.start + start..mention.range.end + end
    }

    fn find_clause(&self, mention: &Mention) -> Range<usize> {
        let before = self.text.get(self.passage.range.start..mention.range.start).unwrap_or_default();
        let behind = self.text.get(mention.range.end..self.passage.range.end).unwrap_or_default();
        // What is in brackets belongs to the words before them.
        let opens = BREAKS.iter().filter(|mark| !mark.contains('('));
        let start = opens.filter_map(|mark| before.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
        let end = BREAKS.iter().filter_map(|mark| behind.find(mark)).min().unwrap_or(behind.len());
        self.passage.range.start + start..mention.range.end + end
    }
}

/// What ends a clause.
pub const BREAKS: [&str; 13] =
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

#[cfg(test)]
mod tests {
    use super::super::example::{number, regions, scene};
    use super::*;

    /// A part of a text that belongs to a number.
    fn part(text: &str, written: &str, find: &dyn Fn(&Scene<'_>, &Mention) -> Range<usize>) -> String {
        scene(regions(), text, &|scene| scene.text[find(scene, number(scene, written))].to_owned())
    }

    #[test]
    fn a_number_has_words_before_it_and_a_noun_behind_it() {
        let text = "West took 45 orders, and East took 38 orders [q1].";
        assert_eq!(part(text, "45", &|scene, mention| scene.lead(mention)), "West took ");
        assert_eq!(part(text, "45", &|scene, mention| scene.noun(mention)), " orders");
        assert_eq!(part(text, "38", &|scene, mention| scene.lead(mention)), ", and East took ");
        assert_eq!(
            part("45 of 100 orders, or 38, came [q1].", "45", &|scene, mention| scene.noun(mention)),
            " of 100 orders"
        );
        assert_eq!(part("45 in 2024, and 38 [q1].", "45", &|scene, mention| scene.noun(mention)), " in 2024");
        let of = |text: &str| part(text, "38", &|scene, mention| scene.noun(mention));
        assert_eq!(of("Of 45 orders, 38 came [q1]."), " orders");
        assert_eq!(of("It had 45 orders, 38 came then [q1]."), " came then");
    }

    #[test]
    fn a_clause_ends_at_its_marks_and_keeps_its_brackets() {
        let text = "East is small, but West leads (45 orders) while North trails [q1].";
        assert_eq!(part(text, "45", &|scene, mention| scene.clause(mention)), "West leads (45 orders");
    }

    #[test]
    fn both_ends_of_a_range_are_known() {
        let ends =
            |text: &str| scene(regions(), text, &|scene| [0, 1].map(|index| scene.range_end(&scene.mentions[index])));
        assert_eq!(ends("It ranged from 8.3 to 12.4 [q1]."), [Some(RangeEnd::Low), Some(RangeEnd::High)]);
        assert_eq!(ends("It lies between 8.3 and 12.4 [q1]."), [Some(RangeEnd::Low), Some(RangeEnd::High)]);
        assert_eq!(ends("They have 8.3 and 12.4 [q1]."), [None, None]);
    }
}

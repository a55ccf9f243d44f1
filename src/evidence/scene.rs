//! One passage with its numbers, held against all results: what it cites and names of each.
//!
//! Uses the passages, mentions, sources and naming of this room.

use std::ops::Range;
use std::rc::Rc;

use super::coherent::coherent;
use super::directions::{DOWN, UP};
use super::memo::Memo;
use super::mention::{Form, Mention};
use super::naming::{Naming, RowName, singulars};
use super::passage::Passage;
use super::period::Period;
use super::series::Series;
use super::source::{Place, Source};
use super::story::{Story, Told};
use super::threshold::threshold;
use super::words::{Word, family};
use crate::event::Step;

/// One passage and what stands around it.
pub struct Scene<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The passage.
    pub passage: &'a Passage,
    /// Its numbers.
    pub mentions: &'a [Mention],
    /// Where numbers stand that are no claims.
    pub left_out: &'a [Range<usize>],
    /// The results.
    pub sources: &'a [Source],
    /// What the passage names of each result.
    pub naming: Vec<Naming>,
    /// What the passages before it in its paragraph name of each result.
    pub before: &'a [Vec<RowName>],
    /// The question.
    pub question: &'a [Passage],
    /// What the question names of each result.
    pub asked: &'a [Naming],
    /// What the last passage that named any row named of each result, wherever it stands.
    pub recent: &'a [Vec<RowName>],
    /// How well what leads to a list names each column of each result.
    pub led: &'a [Vec<f64>],
    /// Cells that numbers before the passage rest on, with their results.
    pub earlier: &'a [(usize, Place)],
    /// The numbers of the passage before.
    pub told: &'a [Told],
    /// What parallel items of the text say of its numbers.
    pub series: &'a Series,
    /// What was worked out of it.
    pub memo: Memo,
}

/// How near a citation of a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cited {
    /// The passage cites others.
    Other,
    /// The passage cites nothing.
    Nothing,
    /// The paragraph cites it.
    Paragraph,
    /// The passage cites it.
    Passage,
    /// The nearest citation is of it.
    Nearest,
}

impl<'a> Scene<'a> {
    /// A passage, with what it names of each result, held against the results.
    #[must_use]
    pub fn new(
        (text, passage, naming): (&'a str, &'a Passage, Vec<Naming>),
        (mentions, left_out): (&'a [Mention], &'a [Range<usize>]),
        sources: &'a [Source],
        story: &'a Story,
    ) -> Self {
        let mut scene = Self {
            text,
            passage,
            mentions,
            left_out,
            sources,
            naming,
            question: &story.question,
            asked: &story.asked,
            before: &story.before,
            recent: &story.recent,
            led: &story.led,
            earlier: &story.earlier,
            told: &story.told,
            series: &story.series,
            memo: Memo::default(),
        };
        for (source, name) in coherent(&scene) {
            if let Some(naming) = scene.naming.get_mut(source) {
                naming.rows.push(name);
            }
        }
        scene
    }

    /// Whether the question asks for what a step gives.
    #[must_use]
    pub fn asked_for(&self, step: Step) -> bool {
        let says = |families: &[&str], stems: &[&str]| {
            self.question
                .iter()
                .flat_map(|passage| &passage.words)
                .any(|word| families.contains(&word.family.as_str()) || stems.contains(&word.stem.as_str()))
        };
        match step {
            Step::Share | Step::Ratio => {
                says(&["share", "ratio"], &["part", "time", "multiple", "compared", "much", "of"])
            }
            Step::Change => says(&["change"], &["develop", "evolve", "trend", "change", "changed"]),
            Step::Difference => {
                says(&["change"], &["gap", "difference", "than", "between", "compare", "compared", "vs"])
            }
            Step::Sum => says(&["total"], &["all", "together", "much", "many"]),
            Step::Mean => says(&["average"], &[]),
            Step::Count | Step::Distinct | Step::RowCount => says(&["count"], &["many", "which"]),
            Step::Cell | Step::Rank | Step::ColumnCount | Step::Condition => false,
        }
    }

    /// How near a citation of a result is to a mention.
    #[must_use]
    pub fn cited(&self, mention: &Mention, source: &Source) -> Cited {
        let is = |ids: &[String]| ids.iter().any(|id| source.is_result(id));
        if is(self.passage.cited_at(mention.range.end)) {
            Cited::Nearest
        } else if !source.is_file && self.passage.cites(&source.id) {
            Cited::Passage
        } else if is(&self.passage.leaning) {
            Cited::Paragraph
        } else if self.passage.citations.is_empty() {
            Cited::Nothing
        } else {
            Cited::Other
        }
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

    /// Whether the passage says that something rises.
    #[must_use]
    pub fn rises(&self) -> bool {
        self.directions().0
    }

    /// Whether the passage says that something falls.
    #[must_use]
    pub fn falls(&self) -> bool {
        self.directions().1
    }

    /// Whether any number of the passage is written as money.
    #[must_use]
    pub fn tells_money(&self) -> bool {
        *self.memo.tells_money.get_or_init(|| self.mentions.iter().any(|mention| is_money(self.text, mention)))
    }

    fn directions(&self) -> (bool, bool) {
        *self.memo.directions.get_or_init(|| (self.says_stem(&UP), self.says_stem(&DOWN)))
    }

    /// Whether the word right behind a mention names what the rows of a result are, such as `cities` behind `126`.
    #[must_use]
    pub fn counts_rows(&self, mention: &Mention, source: usize) -> bool {
        let find =
            || Rc::new(self.words_behind(mention).first().map(|word| nouns(self.text, word)).unwrap_or_default());
        let nouns = self.memo.nouns.of(mention.range.start, find);
        self.counts_rows_called(&nouns, source)
    }

    /// Whether a noun names what the rows of a result are; `nouns` is what it may be, as [`nouns`] has it.
    #[must_use]
    pub fn counts_rows_called(&self, nouns: &[String], source: usize) -> bool {
        let Some(of) = self.sources.get(source) else { return false };
        of.row_count > 1
            && of.columns.iter().enumerate().filter(|(index, _)| of.is_key(*index)).any(|(_, column)| {
                if let Some(period) = column.period_noun() {
                    return nouns.iter().any(|noun| noun == period);
                }
                let named = nouns.iter().find(|noun| column.is_named_by(noun));
                named.is_some_and(|noun| !column.has_numbers() || PARTS_OF_TIME.contains(&noun.as_str()))
            })
    }

    /// The text of the passage before a mention, without marks and signs of currencies at its end.
    #[must_use]
    pub fn lead_text(&self, mention: &Mention) -> &str {
        let before = self.text.get(self.passage.range.start..mention.range.start).unwrap_or_default();
        before.trim_end_matches(['*', '_', '`', '$', '€', '£', ' '])
    }

    /// Whether the words say that a mention is by how much something moved: `fell by 12`.
    #[must_use]
    pub fn is_by(&self, mention: &Mention) -> bool {
        let lead = self.lead_text(mention);
        lead.ends_with(" by") || lead.ends_with(" um")
    }

    /// The words right behind a mention, at most so many.
    pub fn behind(&self, mention: &Mention, most: usize) -> impl Iterator<Item = &str> {
        self.words_behind(mention).iter().take(most).map(|word| word.stem.as_str())
    }

    /// The words behind a mention up to the next comma, as stems: `€2.07M, more than any other` is how much it is.
    pub fn attached_behind(&self, mention: &Mention, most: usize) -> impl Iterator<Item = &str> {
        let start = mention.range.end;
        let is_attached =
            move |end: usize| !self.text.get(start..end).unwrap_or(",").contains([',', ';', '(', ')', '\n']);
        let words = self.words_behind(mention).iter().take(most);
        words.take_while(move |word| is_attached(word.range.start)).map(|word| word.stem.as_str())
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

    /// Whether a number is one of points, which may be those of a percentage: `5.4 points ahead`, `34.0 % and 20.8 % (+13.2)`.
    #[must_use]
    pub fn counts_points(&self, mention: &Mention) -> bool {
        let written = self.text.get(mention.range.clone()).unwrap_or_default();
        let is_signed = || {
            written.starts_with(['+', '-', '−', '±'])
                && self.mentions.iter().filter(|other| other.form == Form::Percent).count() > 1
        };
        let behind = || self.behind(mention, 1).any(|word| matches!(word, "point" | "punkt" | "punto"));
        mention.form == Form::Number && (behind() || is_signed())
    }

    /// The bound that the passage sets beside a mention, and whether what is counted lies above it.
    #[must_use]
    pub fn threshold(&self, mention: &Mention) -> Option<(f64, bool)> {
        self.memo.bounds.of(mention.range.start, || threshold(self.text, self.passage, mention))
    }
}

/// Families of the names of parts of time by which rows are told apart.
const PARTS_OF_TIME: [&str; 4] = ["year", "quarter", "month", "week"];

/// The families that a noun may be of: of the word as it is, and of what it may be a German plural of, `Landkreise`.
#[must_use]
pub fn nouns(text: &str, noun: &Word) -> Vec<String> {
    let singulars = singulars(&noun.stem, is_noun(text, noun));
    let all = singulars.iter().map(String::as_str).chain([noun.stem.as_str()]);
    all.map(|noun| family(noun).to_owned()).collect()
}

/// Whether a word is written as German nouns are.
#[must_use]
pub fn is_noun(text: &str, word: &Word) -> bool {
    text.get(word.range.clone()).is_some_and(|written| written.starts_with(char::is_uppercase))
}

/// Whether a mention is a figure, which has a noun of its own, and no date or rank.
#[must_use]
pub fn is_figure(mention: &Mention) -> bool {
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

/// The periods that dates among numbers stand for, with where they stand.
#[must_use]
pub fn periods(mentions: &[Mention]) -> Vec<(Range<usize>, Period)> {
    let own =
        |mention: &Mention| periods_of(mention).into_iter().map(|period| (mention.range.clone(), period)).collect();
    mentions.iter().flat_map::<Vec<(Range<usize>, Period)>, _>(own).collect()
}

/// The periods that a date stands for.
#[must_use]
pub fn periods_of(mention: &Mention) -> Vec<Period> {
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
                Form::Number if (reading.unit - 1.0).abs() < 1e-9 && (1800.0..=2100.0).contains(&reading.value) => {
                    Period::of_year(reading.value).filter(|_| mention.range.len() == 4)
                }
                Form::Number | Form::Percent | Form::Points | Form::Multiple | Form::Ordinal => None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::example::{last_scene, ledger, number, regions, scene, table};
    use super::*;

    #[test]
    fn the_nearest_citation_counts_most() {
        let both = ledger(vec![regions(), regions()]);
        let cited = |text: &str| {
            last_scene(&both, text, &|scene| {
                [0, 1].map(|source| scene.cited(number(scene, "12.4"), &scene.sources[source]))
            })
        };
        assert_eq!(cited("West 12.4 [q1], East 11.9 [q2]."), [Cited::Nearest, Cited::Passage]);
        assert_eq!(cited("It is large [q2]. West has 12.4."), [Cited::Nothing, Cited::Paragraph]);
        assert_eq!(cited("West has 12.4."), [Cited::Nothing, Cited::Nothing]);
    }

    #[test]
    fn a_question_asks_for_a_step() {
        let asks = |question: &str, step: Step| {
            let mut ledger = ledger(vec![regions()]);
            ledger.about(Some(question), &[]);
            last_scene(&ledger, "It is 12.4 [q1].", &|scene| scene.asked_for(step))
        };
        assert!(asks("What is the average revenue?", Step::Mean) && !asks("What is the revenue?", Step::Mean));
        assert!(asks("How many regions are there?", Step::Count) && !asks("How many regions?", Step::Change));
    }

    #[test]
    fn the_noun_says_what_rows_are_counted() {
        let counts = |text: &str| scene(regions(), text, &|scene| scene.counts_rows(number(scene, "3"), 0));
        assert!(counts("There are 3 regions [q1].") && !counts("There are 3 orders [q1]."));
        let ranks = |text: &str| scene(regions(), text, &|scene| scene.is_rank_among(number(scene, "3")));
        assert!(ranks("North is the smallest of 3 [q1].") && !ranks("North is one with 3 [q1]."));
    }

    #[test]
    fn numbers_are_multiplied_as_their_units_say() {
        let factor = |header: &str, text: &str, written: &str| {
            let table = table(header, &["West|0.225", "East|0.5"]);
            scene(table, text, &|scene| scene.factor(number(scene, written), &scene.sources[0].columns[1]))
        };
        assert_eq!(factor("region|price", "West costs 22.5 cents [q1].", "22.5"), Some(100.0));
        assert_eq!(factor("region|share", "West has 22.5 % [q1].", "22.5 %"), Some(100.0));
        assert_eq!(factor("region|length_mm", "West has 22.5 kg [q1].", "22.5"), None);
    }

    #[test]
    fn dates_stand_for_periods() {
        let of = |text: &str| scene(regions(), text, &|scene| periods_of(&scene.mentions[0]));
        assert_eq!(
            of("In March 2024 it was 12.4 [q1]."),
            Period::of_months(2024, 3, 1).into_iter().collect::<Vec<_>>()
        );
        assert_eq!(of("In Q2 2024 it was 12.4 [q1]."), Period::of_months(2024, 4, 3).into_iter().collect::<Vec<_>>());
        assert_eq!(of("It was 12.4 [q1]."), []);
    }
}

//! Figures of which the words say which one is more: `fell from 39 to 48`, `twice as many orders (164 against 342)`.
//!
//! Uses the scene and candidates of this room. What is read is what is written. Where the words and two traced figures are against
//! one another neither stands, as nothing says which of them is wrong.

use std::cmp::Ordering;

use super::super::candidate::Candidate;
use super::super::directions::{FELL, ROSE};
use super::super::mention::Mention;
use super::super::scene::Scene;
use super::super::words::Word;
use super::{AGAINST, AND, TO, ends_with, leads_to, measures};
use crate::event::Step;

/// Words that say that what comes first is more, as stems.
const MORE: [&str; 32] = [
    "more",
    "higher",
    "larger",
    "bigger",
    "greater",
    "longer",
    "older",
    "heavier",
    "denser",
    "taller",
    "warmer",
    "hotter",
    "wider",
    "ahead",
    "above",
    "exceed",
    "exceeded",
    "outnumber",
    "outsell",
    "beat",
    "twice",
    "double",
    "triple",
    "costlier",
    "mehr",
    "höher",
    "größer",
    "länger",
    "älter",
    "schwerer",
    "teurer",
    "doppelt",
];
/// Words that say that it is less, as stems.
const LESS: [&str; 20] = [
    "less",
    "fewer",
    "lower",
    "smaller",
    "shorter",
    "younger",
    "lighter",
    "colder",
    "behind",
    "below",
    "cheaper",
    "half",
    "weniger",
    "niedriger",
    "geringer",
    "kleiner",
    "kürzer",
    "jünger",
    "leichter",
    "billiger",
];
/// Words that turn what is said into its contrary, or make it unsure.
const NOT: [&str; 11] = ["not", "no", "nor", "never", "neither", "without", "nicht", "kein", "keine", "hardly", "if"];
/// Words behind which something else is said, as stems.
const TURNS: [&str; 9] = ["but", "while", "wherea", "whereas", "although", "though", "aber", "jedoch", "während"];
/// Parts of a whole.
const PARTS: [&str; 3] = ["half", "third", "quarter"];
/// Articles before what something was: `a rise`.
const ARTICLES: [&str; 6] = ["a", "an", "ein", "eine", "une", "un"];
/// Words of movement that may be what is spoken of instead: `the decline slowed from 5 to 3`. They say where it went right before
/// the start only.
const NOUNS: [&str; 26] = [
    "up",
    "down",
    "growth",
    "increase",
    "rise",
    "jump",
    "gained",
    "decline",
    "decrease",
    "drop",
    "fall",
    "contraction",
    "wachstum",
    "zuwach",
    "zunahme",
    "anstieg",
    "abnahme",
    "rückgang",
    "baisse",
    "recul",
    "hausse",
    "augmentation",
    "croissance",
    "crecimiento",
    "descenso",
    "caída",
];
/// Words before a figure that may say how it stands to the next.
const WORDS_BEFORE: usize = 9;
/// Words between two figures that are held against each other at most.
const WORDS_BETWEEN: usize = 12;
/// Bytes between a start and its end at most.
const NEAR: usize = 60;

/// The places of traced numbers that are against the words. `figures` are the places of all numbers that are figures.
pub(super) fn against_words(scene: &Scene<'_>, found: &[Option<Candidate>], figures: &[usize]) -> Vec<usize> {
    let mut all = Vec::new();
    for (at, first) in figures.iter().enumerate() {
        for (apart, second) in figures.iter().skip(at + 1).take(2).enumerate() {
            let (Some(Some(one)), Some(Some(other))) = (found.get(*first), found.get(*second)) else { continue };
            let [Some(own), Some(rival)] = [first, second].map(|index| scene.mentions.get(*index)) else { continue };
            let pair = Pair { scene, first: own, second: rival, cells: [one, other], is_next: apart == 0 };
            if pair.is_against() {
                all.extend([*first, *second]);
            }
        }
    }
    all
}

/// Two figures of a passage, the second behind the first.
struct Pair<'a> {
    scene: &'a Scene<'a>,
    first: &'a Mention,
    second: &'a Mention,
    cells: [&'a Candidate; 2],
    /// Whether no other figure stands between them.
    is_next: bool,
}

impl Pair<'_> {
    fn is_against(&self) -> bool {
        let value = |mention: &Mention| mention.readings.first().map(|reading| reading.value);
        let [Some(one), Some(other)] = [self.first, self.second].map(value) else { return false };
        let is_plain = one >= 0.0 && other >= 0.0 && self.first.form == self.second.form;
        let order = one.total_cmp(&other);
        is_plain && order != Ordering::Equal && self.said().is_some_and(|said| said != order)
    }

    /// How the first stands to the second, by the words.
    fn said(&self) -> Option<Ordering> {
        // `342 vs. 164` is one sentence.
        let is_parted = self.scene.sentence(self.first) != self.scene.sentence(self.second);
        if is_parted && !ends_with(self.between(), &AGAINST) {
            return self.extremes();
        }
        let next = || self.start_to_end().or_else(|| self.up_from()).or_else(|| self.range());
        let alike = || self.against().or_else(|| self.than()).or_else(|| self.extremes()).or_else(|| self.followed());
        let said = if self.is_next { next() } else { None };
        said.or_else(|| if self.is_alike() { alike() } else { None })
    }

    fn lead(&self) -> &str {
        self.scene.text.get(self.scene.sentence(self.first).start..self.first.range.start).unwrap_or_default()
    }

    fn between(&self) -> &str {
        self.scene.text.get(self.first.range.end..self.second.range.start).unwrap_or_default()
    }

    fn words(&self, from: usize, to: usize) -> Vec<&Word> {
        let words = &self.scene.passage.words;
        words.iter().filter(|word| word.range.start >= from && word.range.end <= to).collect()
    }

    fn is_denied(&self, words: &[&Word]) -> bool {
        let written = |word: &&Word| self.scene.text.get(word.range.clone()).unwrap_or_default().to_lowercase();
        words.iter().any(|word| NOT.contains(&written(word).as_str()))
    }

    /// `fell from 39 to 48`
    fn start_to_end(&self) -> Option<Ordering> {
        let between = self.between();
        if !leads_to(self.lead(), between) || between.len() > NEAR {
            return None;
        }
        let words = self.words(self.scene.sentence(self.first).start, self.first.range.start);
        let near: Vec<&Word> = words.into_iter().rev().take(WORDS_BEFORE).collect();
        // `with every step up the ladder: from 34 to 21`, `growth slowed from 18.8 % to 4.0 %`
        let is_apart = |at: usize, word: &Word| at > 1 && NOUNS.contains(&word.stem.as_str());
        let before = || {
            let mut moves = near.iter().enumerate().filter(|(at, word)| !is_apart(*at, word));
            moves.find_map(|(_, word)| moved(word))
        };
        // `from 219 to 213, a rise of 2.6 %`
        let behind = || {
            let words = self.words(self.second.range.end, self.scene.sentence(self.second).end);
            let article = words.iter().take(4).position(|word| ARTICLES.contains(&word.stem.as_str()))?;
            words.iter().skip(article + 1).take(2).find_map(|word| moved(word))
        };
        if self.is_denied(&near) { None } else { before().or_else(behind) }
    }

    /// `3,175 in fines, up from 3,655`
    fn up_from(&self) -> Option<Ordering> {
        let between = self.between();
        let behind = self.scene.text.get(self.second.range.end..).unwrap_or_default();
        let is_led = behind.split_whitespace().take(5).any(|word| TO.contains(&word));
        if ends_with(self.lead(), &["of", "von"]) || is_led || between.len() > NEAR {
            return None;
        }
        let order = |words: &str| ends_with(between, &[words]);
        if order("up from") { Some(Ordering::Greater) } else { order("down from").then_some(Ordering::Less) }
    }

    /// `between 3.99 and 3.89`
    fn range(&self) -> Option<Ordering> {
        let opens = ends_with(self.lead(), &["between", "zwischen", "entre"]);
        let joins = ends_with(self.between(), &AND) && self.between().split_whitespace().count() <= 3;
        (opens && joins).then_some(Ordering::Less)
    }

    /// Whether both are figures of one column.
    fn is_alike(&self) -> bool {
        let [one, other] = self.cells;
        let ([own], [rival]) = (one.cells.as_slice(), other.cells.as_slice()) else { return false };
        let both = one.step == Step::Cell && other.step == Step::Cell && one.source == other.source;
        both && own.column == rival.column && own.row != rival.row && measures(self.scene, one)
    }

    /// `twice as many orders (164 against 342)`
    fn against(&self) -> Option<Ordering> {
        let between = self.between();
        if !self.is_next || !ends_with(between, &AGAINST) || between.split_whitespace().count() > 4 {
            return None;
        }
        let others = self.scene.mentions.iter().filter(|other| other.range.end <= self.first.range.start);
        let start = others.map(|other| other.range.end).max().unwrap_or(0);
        let words = self.words(start.max(self.scene.sentence(self.first).start), self.first.range.start);
        let near: Vec<&Word> = words.into_iter().rev().take(WORDS_BEFORE).collect();
        let turns = near.iter().any(|word| TURNS.contains(&word.stem.as_str()));
        let is_unsure = turns || self.is_denied(&near);
        near.into_iter().filter(|_| !is_unsure).find_map(compared)
    }

    /// `4.8 minutes, more than twice the 10.5`
    fn than(&self) -> Option<Ordering> {
        let words = self.words(self.first.range.end, self.second.range.start);
        let has = |own: &[&str]| words.iter().any(|word| own.contains(&word.stem.as_str()));
        let between = self.between();
        let says = |all: &[&str]| all.iter().any(|own| between.contains(own));
        // `more than 125,000` is a bound, and `between 152 and 175, half as many on Sunday (71)` is of two.
        let is_bound = ends_with(between, &["than", "al", "als", "que"]) && !between.trim_end().ends_with("the");
        let is_other = is_bound || says(&["than one", ". "]) || ends_with(self.lead(), &AND);
        if is_other || has(&TURNS) || has(&AND) || words.len() > WORDS_BETWEEN || self.is_denied(&words) {
            return None;
        }
        if has(&PARTS) && says(&["half of", "half the", "half as"]) {
            return Some(Ordering::Less);
        }
        if has(&["twice", "double", "triple"]) || says(&["x as ", "times the ", "times as ", "times a "]) {
            return Some(Ordering::Greater);
        }
        let is_compared = self.is_next && has(&["than", "al", "que"]) && !has(&PARTS);
        words.into_iter().filter(|_| is_compared).find_map(compared)
    }

    /// `the hottest day 22.0 °C and the coolest 27.2 °C`
    fn extremes(&self) -> Option<Ordering> {
        let clause = |mention: &Mention| self.scene.text.get(self.scene.clause(mention)).unwrap_or_default();
        let odd = [" most", " least", "never", "exceed", "none", "no "];
        let is_odd = |mention: &Mention| odd.iter().any(|odd| clause(mention).to_lowercase().contains(odd));
        if !self.is_alike() || is_odd(self.first) || is_odd(self.second) {
            return None;
        }
        match [self.first, self.second].map(|mention| self.scene.extremes(mention).says) {
            [[true, false, ..], [false, true, ..]] => Some(Ordering::Greater),
            [[false, true, ..], [true, false, ..]] => Some(Ordering::Less),
            _ => None,
        }
    }

    /// `France is largest with 31, followed by Spain with 49`
    fn followed(&self) -> Option<Ordering> {
        let is_followed = ["followed by", "gefolgt von"].iter().any(|words| self.between().contains(words));
        let [most, least, ..] = self.scene.extremes(self.first).says;
        let ordered = if most { Ordering::Greater } else { Ordering::Less };
        (self.is_next && is_followed && most != least).then_some(ordered)
    }
}

/// How what was before stands to what is, by a word of movement.
fn moved(word: &Word) -> Option<Ordering> {
    if ROSE.contains(&word.stem.as_str()) {
        Some(Ordering::Less)
    } else {
        FELL.contains(&word.stem.as_str()).then_some(Ordering::Greater)
    }
}

/// How the first of two stands to the second, by a word that compares them.
fn compared(word: &Word) -> Option<Ordering> {
    if MORE.contains(&word.stem.as_str()) {
        Some(Ordering::Greater)
    } else {
        LESS.contains(&word.stem.as_str()).then_some(Ordering::Less)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{regions, scene};
    use super::super::super::source::Place;
    use super::*;

    /// Whether two numbers of a text, of one column, are against its words.
    fn is_against(text: &str) -> bool {
        scene(regions(), text, &|scene| {
            let of = |(row, mention): (usize, &Mention)| {
                Some(Candidate::of_cell(0, Place { column: 1, row }, 12.4, *mention.readings.first()?, None))
            };
            let found: Vec<Option<Candidate>> = scene.mentions.iter().enumerate().map(of).collect();
            !against_words(scene, &found, &(0..found.len()).collect::<Vec<usize>>()).is_empty()
        })
    }

    fn check(consistent: &str, contrary: &str) {
        assert_eq!((is_against(consistent), is_against(contrary)), (false, true), "{consistent} {contrary}");
    }

    #[test]
    fn what_rose_was_less_before() {
        check("It fell from 48 to 39.", "It fell from 39 to 48.");
        check("It went from 213 to 219, a rise of 6.", "It went from 219 to 213, a rise of 6.");
        check("It has 3,655 in fines, up from 3,175.", "It has 3,175 in fines, up from 3,655.");
        assert!(!is_against("It did not rise from 48 to 39."));
        assert!(!is_against("It falls with every step up the ladder: from 34 to 21."));
        assert!(!is_against("Growth slowed from 18.8 % in 2023 to 4.0 % in 2024."));
        assert!(!is_against("It fell from 12, a 15 year high."));
        assert!(!is_against("There were 239 more, up from 292 to 531."));
    }

    #[test]
    fn what_is_more_than_another_is_more() {
        check("West has more orders (342 against 164).", "West has more orders (164 against 342).");
        check("East has fewer orders (164 vs. 342).", "East has fewer orders (342 vs. 164).");
        check("West needs 10.5, more than twice the 4.8 of East.", "West needs 4.8, more than twice the 10.5 of East.");
        check("West has 12, less than East with 15.", "West has 15, less than East with 12.");
        assert!(!is_against("West rose to 12, to more than 15."), "a bound");
        assert!(!is_against("West has more shops, but it earns less: 12 against 15."), "something else");
    }

    #[test]
    fn a_range_and_an_order_are_kept() {
        check("All are between 3.89 and 3.99.", "All are between 3.99 and 3.89.");
        check("The highest is 27.2, the lowest 22.0.", "The highest is 22.0, the lowest 27.2.");
        check(
            "West has the highest revenue, 49, followed by East with 31.",
            "West has the highest revenue, 31, followed by East with 49.",
        );
    }
}

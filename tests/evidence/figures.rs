//! What the checker says of a corpus and of its changes, counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use csvchat::event::{Claim, ClaimStatus};
use csvchat::evidence::Ledger;
use std::sync::Arc;

use super::corpus::{Corpus, Label, Sentence, Whole};
use super::engine::Engine;
use super::mutation::{self, KINDS, Kind, Mutation};

/// So many, out of so many.
#[derive(Debug, Default, Clone, Copy)]
pub struct Part {
    pub some: usize,
    pub all: usize,
}

impl Part {
    pub fn add(&mut self, counts: bool) {
        self.all += 1;
        self.some += usize::from(counts);
    }

    pub fn share(self) -> f64 {
        100.0 * self.some as f64 / self.all.max(1) as f64
    }
}

/// What the checker comes to.
#[derive(Debug, Default)]
pub struct Figures {
    pub flagged: BTreeMap<Kind, Part>,
    /// Changes where the sentence names the row.
    pub named: Part,
    /// Changes that are true again, and those of them that are flagged: they decide nothing.
    pub true_again: Part,
    pub true_flagged: Part,
    /// Of true numbers, those whose origin is labelled: one cell, property or step of a result.
    pub origin_flagged: Part,
    pub true_missed: Part,
    pub false_flagged: Part,
    pub taken: Part,
    pub taken_flagged: Part,
    pub unlabelled: usize,
    /// Of true numbers that were traced: to the labelled result, and to the labelled row and column.
    pub result_named: Part,
    pub cell_named: Part,
    /// What went wrong, a line each.
    pub report: String,
}

fn over<'a>(claims: &'a [Claim], range: &'a Range<usize>) -> impl Iterator<Item = &'a Claim> {
    claims.iter().filter(move |claim| claim.start < range.end && range.start < claim.end)
}

fn is_flagged(claims: &[Claim], range: &Range<usize>) -> bool {
    over(claims, range).any(|claim| claim.status == ClaimStatus::Unverified)
}

fn words(claims: &[Claim], range: &Range<usize>) -> String {
    let said = |claim: &Claim| match (&claim.evidence, &claim.near) {
        (Some(evidence), _) => format!("{:?} {} {}", evidence.step, evidence.origin.name(), evidence.words),
        (None, Some(near)) => format!("nothing; near: {} {}", near.origin.name(), near.words),
        (None, None) => "nothing".to_owned(),
    };
    let said: Vec<String> = over(claims, range).map(said).collect();
    if said.is_empty() { "not found".to_owned() } else { said.join(" / ") }
}

fn origin(label: &Label) -> String {
    label.from.as_ref().map_or_else(String::new, |from| {
        let place = |place: &super::corpus::Place| format!("{} of row {}", place.column, place.row);
        let places: Vec<String> = from.places().iter().map(place).collect();
        let whole = from.column.clone().unwrap_or_default();
        format!("{} {:?} {}", from.result, from.step, if places.is_empty() { whole } else { places.join(", ") })
    })
}

impl Figures {
    fn say(&mut self, what: &str, sentence: &Sentence, number: &str, label: &Label, given: &str, text: &str) {
        let text = text.replace('\n', "⏎");
        let labelled = origin(label);
        let _ =
            writeln!(self.report, "{what}\t{}\t{number}\tgiven: {given}\tlabelled: {labelled}\t{text}", sentence.id);
    }

    /// Counts what is said of the numbers of an unchanged sentence.
    fn read(&mut self, sentence: &Sentence, claims: &[Claim]) {
        for label in &sentence.numbers {
            let range = label.start..label.end();
            let (found, flagged) = (over(claims, &range).next().is_some(), is_flagged(claims, &range));
            let given = words(claims, &range);
            let mut say = |what: &str| self.say(what, sentence, &label.text, label, &given, &sentence.text);
            match (label.claim, label.is_true()) {
                (false, _) if found => say(&format!("TAKEN ({})", label.why.as_deref().unwrap_or_default())),
                (true, _) if !found => say("NOT FOUND"),
                (true, true) if flagged => say("TRUE FLAGGED"),
                (true, false) if !flagged => say("FALSE PASSED"),
                _ => {}
            }
            if !label.claim {
                self.taken.add(found);
                self.taken_flagged.add(flagged);
            } else if label.is_true() {
                self.true_missed.add(!found);
                self.true_flagged.add(flagged);
                if label.from.is_some() {
                    self.origin_flagged.add(flagged);
                }
                self.compare(label, claims, &range);
            } else {
                self.false_flagged.add(flagged);
            }
        }
        let labelled =
            |claim: &&Claim| sentence.numbers.iter().any(|label| claim.start < label.end() && label.start < claim.end);
        self.unlabelled += claims.iter().filter(|claim| !labelled(claim)).count();
    }

    /// Whether the evidence is the labelled one.
    fn compare(&mut self, label: &Label, claims: &[Claim], range: &Range<usize>) {
        let (Some(from), Some(evidence)) = (&label.from, over(claims, range).find_map(|claim| claim.evidence.as_ref()))
        else {
            return;
        };
        self.result_named.add(evidence.origin.name() == from.result);
        if let (Some(row), Some(column)) = (from.row, &from.column) {
            let same = evidence.cells.iter().any(|cell| cell.row == row as u64 && cell.column == *column);
            self.cell_named.add(evidence.origin.name() == from.result && same);
        }
    }

    fn changed(&mut self, sentence: &Sentence, mutation: &Mutation, claims: &[Claim]) {
        let flagged = is_flagged(claims, &mutation.range);
        if mutation.is_true {
            self.true_again.add(flagged);
            return;
        }
        self.flagged.entry(mutation.kind).or_default().add(flagged);
        if mutation.is_named {
            self.named.add(flagged);
        }
        if !flagged {
            let label = &sentence.numbers[mutation.label];
            let number = format!("{} -> {}", label.text, mutation.number);
            let row = if mutation.is_named { "" } else { ", row not named" };
            let what = format!("CHANGED PASSED ({}{row})", mutation.kind.name());
            self.say(&what, sentence, &number, label, &words(claims, &mutation.range), &mutation.text);
        }
    }

    pub fn all_flagged(&self) -> Part {
        let add = |sum: Part, part: &Part| Part { some: sum.some + part.some, all: sum.all + part.all };
        self.flagged.values().fold(Part::default(), add)
    }

    /// By kind of change, and by what the numbers are.
    pub fn tables(&self) -> String {
        let mut text = String::from("| kind of change | counted | flagged | share |\n| --- | ---: | ---: | ---: |\n");
        for kind in KINDS {
            let part = self.flagged.get(&kind).copied().unwrap_or_default();
            let _ = writeln!(text, "| {} | {} | {} | {:.1} % |", kind.name(), part.all, part.some, part.share());
        }
        let all = self.all_flagged();
        let _ = writeln!(text, "| **all** | {} | {} | **{:.1} %** |", all.all, all.some, all.share());
        let named = self.named;
        let _ = writeln!(
            text,
            "| of these, where the row is named | {} | {} | {:.1} % |\n",
            named.all,
            named.some,
            named.share()
        );
        text.push_str("| numbers as they were written | all | of these | share |\n| --- | ---: | ---: | ---: |\n");
        for (name, part) in [
            ("true, wrongly flagged", self.true_flagged),
            ("true, its origin labelled, wrongly flagged", self.origin_flagged),
            ("true, not found in the text", self.true_missed),
            ("true, traced to the labelled result", self.result_named),
            ("true, traced to the labelled row and column", self.cell_named),
            ("false, flagged", self.false_flagged),
            ("no claim, taken for one", self.taken),
            ("no claim, flagged", self.taken_flagged),
        ] {
            let _ = writeln!(text, "| {name} | {} | {} | {:.1} % |", part.all, part.some, part.share());
        }
        let _ = writeln!(
            text,
            "\nNumbers found that have no label: {}. Changes that are true again, of which nothing is held: {}.",
            self.unlabelled, self.true_again.all
        );
        text
    }
}

/// Has the checker read the corpus and all its changes.
pub async fn measure(corpus: &Corpus, whole: &Whole) -> Figures {
    let mut figures = Figures::default();
    for set in corpus.sets() {
        if !corpus.sentences.iter().any(|sentence| sentence.set == set) {
            continue;
        }
        let results: Vec<_> = corpus.of(set).collect();
        let mut engine = Engine::start(&results[0].file).await;
        let mut ledgers: BTreeMap<Option<String>, Ledger> = BTreeMap::new();
        for sentence in corpus.sentences.iter().filter(|sentence| sentence.set == set) {
            let ledger = ledgers.entry(sentence.question.clone()).or_insert_with(|| {
                let mut ledger = Ledger::default();
                ledger.about(sentence.question.as_deref(), &[]);
                for stored in &results {
                    ledger.record(&stored.id, &stored.query, Arc::new(stored.table.clone()));
                }
                ledger
            });
            let claims = engine.check(ledger, &sentence.text).await;
            figures.read(sentence, &claims);
            for mutation in mutation::of(sentence, whole) {
                let claims = engine.check(ledger, &mutation.text).await;
                figures.changed(sentence, &mutation, &claims);
            }
        }
    }
    figures
}

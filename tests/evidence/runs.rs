//! Answers as a model writes them in a run, honest ones and ones with wrong numbers slipped in: `tests/data/evidence/runs`. Each
//! batch was written when the rules that those before it led to were there.
//!
//! `«»` marks what is wrong; `‹›` what may be read either way, and is not counted. All other numbers are true. No origins are
//! labelled, so that nothing is changed in them: they say what comes of the errors that models make.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use csvchat::event::{Claim, ClaimStatus};
use csvchat::evidence::Ledger;
use serde::Deserialize;

use super::corpus::{Stored, folder, lines};
use super::engine::Engine;
use super::figures::Part;

/// An answer over the results of a set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    id: String,
    set: String,
    question: Option<String>,
    text: String,
}

/// The head of the table of the batches.
pub const HEAD: &str = "\
| batch | true numbers | wrongly flagged | share | false numbers | flagged | share |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
";

/// What came of them.
#[derive(Debug, Default)]
pub struct Outcome {
    true_flagged: Part,
    false_flagged: Part,
    /// What was judged wrongly, a line each.
    pub report: String,
}

/// A text without its marks, and where they stood: what is wrong, and what is not counted.
fn unmarked(marked: &str) -> (String, Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut text, mut wrong, mut open, mut start) = (String::new(), Vec::new(), Vec::new(), 0);
    for character in marked.chars() {
        match character {
            '«' | '‹' => start = text.len(),
            '»' => wrong.push(start..text.len()),
            '›' => open.push(start..text.len()),
            other => text.push(other),
        }
    }
    (text, wrong, open)
}

fn meets(claim: &Claim, range: &Range<usize>) -> bool {
    claim.start < range.end && range.start < claim.end
}

impl Outcome {
    /// How many numbers were judged, and what share was flagged: a line of the table that [`HEAD`] heads.
    pub fn line(&self, batch: &str) -> String {
        let mut line = format!("| {batch} |");
        for part in [self.true_flagged, self.false_flagged] {
            let _ = write!(line, " {} | {} | {:.1} % |", part.all, part.some, part.share());
        }
        line + "\n"
    }

    fn add(&mut self, answer: &Answer, claims: &[Claim]) {
        let (text, wrong, open) = unmarked(&answer.text);
        let mut say = |what: &str, number: &str, claim: Option<&Claim>| {
            let words = claim.and_then(|claim| claim.evidence.as_ref()).map_or(String::new(), |own| own.words.clone());
            let text = text.replace('\n', "⏎");
            let _ = writeln!(self.report, "{what}\t{}\t{number}\t{words}\t{text}", answer.id);
        };
        for claim in claims {
            if wrong.iter().chain(&open).any(|range| meets(claim, range)) {
                continue;
            }
            let flagged = claim.status == ClaimStatus::Unverified;
            self.true_flagged.add(flagged);
            if flagged {
                say("TRUE FLAGGED", &claim.text, Some(claim));
            }
        }
        for range in &wrong {
            let over = || claims.iter().filter(|claim| meets(claim, range));
            let flagged = over().any(|claim| claim.status == ClaimStatus::Unverified);
            self.false_flagged.add(flagged);
            if !flagged {
                let number = text.get(range.clone()).unwrap_or_default();
                say("FALSE PASSED", number, over().next());
            }
        }
    }
}

/// The batches that the weights are fitted to.
pub const FITTED: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "eighth", "ninth", "tenth", "eleventh", "twelfth"];

/// The batches, in the order in which they were written. Nothing was made with the sixth and the seventeenth.
pub const BATCHES: [&str; 28] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twentyfirst",
    "twentysecond",
    "twentythird",
    "twentyfourth",
    "twentyfifth",
    "twentysixth",
    "twentyseventh",
    "twentyeighth",
];

/// Is given a ledger with the results of an answer, the answer's text, and where it is wrong or left open.
pub type EachAnswer<'a> = dyn FnMut(&Ledger, &str, &[Range<usize>], &[Range<usize>]) + 'a;

/// Goes through the answers of a batch.
pub fn for_each_answer(batch: &str, each: &mut EachAnswer<'_>) {
    let folder = folder().join("runs").join(batch);
    let results: Vec<Stored> = lines(&folder.join("results.jsonl"));
    let answers: Vec<Answer> = lines(&folder.join("texts.jsonl"));
    for answer in &answers {
        let mut ledger = Ledger::default();
        ledger.about(answer.question.as_deref(), &[]);
        for stored in results.iter().filter(|stored| stored.set == answer.set) {
            ledger.record(&stored.id, &stored.query, Arc::new(stored.table.clone()));
        }
        let (text, wrong, open) = unmarked(&answer.text);
        each(&ledger, &text, &wrong, &open);
    }
}

/// What the checker makes of the answers of a batch.
pub async fn measure(batch: &str) -> Outcome {
    let folder = folder().join("runs").join(batch);
    let (results, answers): (Vec<Stored>, Vec<Answer>) =
        (lines(&folder.join("results.jsonl")), lines(&folder.join("texts.jsonl")));
    let mut outcome = Outcome::default();
    let mut sets: BTreeMap<&str, Vec<&Stored>> = BTreeMap::new();
    for stored in &results {
        sets.entry(&stored.set).or_default().push(stored);
    }
    for (set, results) in sets {
        let mut engine = Engine::start(&results[0].file).await;
        for answer in answers.iter().filter(|answer| answer.set == set) {
            let mut ledger = Ledger::default();
            ledger.about(answer.question.as_deref(), engine.datasets());
            for stored in &results {
                ledger.record(&stored.id, &stored.query, Arc::new(stored.table.clone()));
            }
            let claims = engine.check(&mut ledger, &unmarked(&answer.text).0).await;
            outcome.add(answer, &claims);
        }
    }
    outcome
}

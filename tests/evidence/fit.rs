//! Fits the weights of the signs anew: `make evidence-weights` writes `src/evidence/weights.rs`.
//!
//! First it is fitted which cell the words around a number mean, whatever the number is ([`meant`](super::meant)).
//! Then a number of a text is an example, with all the values that may stand behind it. It is true as it was labelled; a false one
//! and a changed one are not. The likeliest value stands for the number, so the weights that choose it are fitted in turns:
//! choose, fit, and choose anew. Cells and what is computed have weights of their own. Then pairs of signs are added that
//! explain most of what is still wrong.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use csvchat::evidence::{Ledger, ValueSigns, Weighed, sign_names};

use super::corpus::{Corpus, FITTED, Sentence, Whole};
use super::meant::{self, for_each_ledger};
use super::mutation;
use super::regression::{Observed, Row, fit, probability, sum};
use super::runs;
use super::shown::say;

/// What the square of a weight costs.
const RIDGE: f64 = 3.0;
/// How many times a true number counts.
const TRUE_COUNTS: f64 = 3.0;
/// Turns of choosing and fitting, and those after pairs of signs were added.
const TURNS: usize = 6;
const FURTHER_TURNS: usize = 2;
/// Pairs of signs are added in batches until there are so many.
const PAIRS: usize = 14;
const BATCH: usize = 4;
/// So many of the pairs that explain most are looked through for a batch without a sign twice.
const LOOKED_THROUGH: usize = 60;

/// Of the changes only every so many are examples, so that it takes minutes and no hour.
const CHANGES: usize = 3;

/// What the first choice is made with.
const START: &[(&str, f64)] = &[
    ("Bias", -4.0),
    ("Digits", 0.5),
    ("Attached", 1.0),
    ("Named", 0.5),
    ("Own", 0.3),
    ("Words", 0.5),
    ("Other", -0.3),
    ("InPlay", 0.5),
    ("CitedNear", 0.5),
    ("Plain", 1.0),
    ("Chosen", 1.0),
];

/// A number, with the signs of each value that may stand behind it: those of cells first, then those of what is computed.
struct Example {
    is_true: bool,
    is_changed: bool,
    values: Vec<Row>,
}

fn row(value: &ValueSigns) -> Row {
    let first = if value.is_cell { 0 } else { value.signs.len() };
    let signs = value.signs.iter().enumerate().filter(|(_, sign)| **sign != 0.0);
    signs.map(|(index, sign)| (first + index, *sign)).collect()
}

fn example(weighed: &[Weighed], range: &std::ops::Range<usize>, is_true: bool, is_changed: bool) -> Option<Example> {
    let own = weighed.iter().find(|number| number.start < range.end && range.start < number.end)?;
    // What needs no weighing says nothing of weights.
    if own.is_certain {
        return None;
    }
    let values: Vec<Row> = own.values.iter().map(row).collect();
    (!values.is_empty()).then_some(Example { is_true, is_changed, values })
}

/// The numbers of a sentence as they are labelled, and its changes.
fn of_sentence(sentence: &Sentence, whole: &Whole, ledger: &Ledger, pointing: &[f64]) -> Vec<Example> {
    let weighed = ledger.weighed(&sentence.text, pointing);
    let claims = sentence.numbers.iter().filter(|label| label.claim);
    let written = claims.filter_map(|label| example(&weighed, &(label.start..label.end()), label.is_true(), false));
    let changes = mutation::of(sentence, whole).into_iter().step_by(CHANGES).filter(|change| !change.is_true);
    let false_now =
        changes.filter_map(|change| example(&ledger.weighed(&change.text, pointing), &change.range, false, true));
    written.chain(false_now).collect()
}

fn examples(corpus: &Corpus, whole: &Whole, pointing: &[f64]) -> Vec<Example> {
    let mut found = Vec::new();
    for_each_ledger(corpus, &mut |sentence, ledger| found.extend(of_sentence(sentence, whole, ledger, pointing)));
    let (changed, written): (Vec<&Example>, Vec<&Example>) = found.iter().partition(|example| example.is_changed);
    say(&format!("{}: {} numbers and {} changes with values\n", corpus.name, written.len(), changed.len()));
    found
}

/// The numbers of the answers of a batch, true ones and wrong ones.
fn of_answers(batch: &str, pointing: &[f64]) -> Vec<Example> {
    let mut found = Vec::new();
    runs::for_each_answer(batch, &mut |ledger, text, wrong, open| {
        for own in ledger.weighed(text, pointing) {
            let meets = |range: &std::ops::Range<usize>| own.start < range.end && range.start < own.end;
            let values: Vec<Row> = own.values.iter().map(row).collect();
            if own.is_certain || values.is_empty() || open.iter().any(meets) {
                continue;
            }
            found.push(Example { is_true: !wrong.iter().any(meets), is_changed: false, values });
        }
    });
    say(&format!("answers {batch}: {} numbers with values\n", found.len()));
    found
}

/// Two signs of cells, or of what is computed.
type Pair = (usize, usize);

/// A row with the products of the pairs behind its own features.
fn crossed(row: &Row, pairs: &[Pair], first: usize) -> Row {
    let of = |feature: usize| row.iter().find(|(own, _)| *own == feature).map(|(_, value)| *value);
    let products = pairs.iter().enumerate().filter_map(|(index, (one, other))| {
        let product = of(*one)? * of(*other)?;
        Some((first + index, product))
    });
    row.iter().copied().chain(products).collect()
}

/// The weights of all signs, of cells and of what is computed, and those of pairs; and what each sign says of which cell is
/// meant.
struct Fitted {
    signs: usize,
    pointing: Vec<f64>,
    pairs: Vec<Pair>,
    weights: Vec<f64>,
}

impl Fitted {
    fn start(names: &[String], pointing: Vec<f64>) -> Self {
        let weight = |name: &String| START.iter().find(|(own, _)| own == name).map_or(0.0, |(_, weight)| *weight);
        let weights: Vec<f64> = names.iter().map(weight).collect();
        Self { signs: names.len(), pointing, pairs: Vec::new(), weights: [weights.clone(), weights].concat() }
    }

    /// What the square of each weight costs: that of a bias nothing.
    fn ridge(&self) -> Vec<f64> {
        (0..self.weights.len()).map(|index| if index == 0 || index == self.signs { 0.0 } else { RIDGE }).collect()
    }

    /// The likeliest value of each number; the first of equals.
    fn chosen(&self, examples: &[Example]) -> Vec<Row> {
        let likeliest = |example: &Example| {
            let rows = example.values.iter().map(|row| crossed(row, &self.pairs, 2 * self.signs));
            rows.rev().max_by(|one, other| sum(one, &self.weights).total_cmp(&sum(other, &self.weights)))
        };
        examples.iter().map(|example| likeliest(example).unwrap_or_default()).collect()
    }

    fn turns(&mut self, examples: &[Example], turns: usize) {
        for _ in 0..turns {
            let rows = self.chosen(examples);
            let observed: Vec<Observed> =
                rows.iter().zip(examples).map(|(row, example)| observed(row, example)).collect();
            self.weights = fit(&observed, self.weights.clone(), &self.ridge());
        }
    }

    /// Adds the pairs that would explain most: the square of what is left wrong where both signs are, over its spread.
    fn cross(&mut self, examples: &[Example]) {
        let mut left: BTreeMap<Pair, (f64, f64)> = BTreeMap::new();
        for (row, example) in self.chosen(examples).iter().zip(examples) {
            let likely = probability(sum(row, &self.weights));
            let one = observed(row, example);
            let wrong = one.counts * (likely - f64::from(u8::from(example.is_true)));
            let steep = one.counts * likely * (1.0 - likely);
            let signs = row.iter().filter(|(index, _)| *index < 2 * self.signs && !index.is_multiple_of(self.signs));
            let signs: Vec<(usize, f64)> = signs.copied().collect();
            for (place, (one, value)) in signs.iter().enumerate() {
                for (other, with) in &signs[place + 1..] {
                    let slot = left.entry((*one, *other)).or_default();
                    slot.0 += wrong * value * with;
                    slot.1 += steep * (value * with).powi(2);
                }
            }
        }
        let score = |(wrong, steep): (f64, f64)| wrong * wrong / (steep + RIDGE);
        let mut ranked: Vec<(f64, Pair)> = left.into_iter().map(|(pair, left)| (score(left), pair)).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut batch: Vec<Pair> = Vec::new();
        for (_, (one, other)) in ranked.into_iter().take(LOOKED_THROUGH) {
            let is_new = !self.pairs.contains(&(one, other));
            let is_apart = batch.iter().all(|pair| ![pair.0, pair.1].iter().any(|sign| [one, other].contains(sign)));
            if is_new && is_apart && batch.len() < BATCH {
                batch.push((one, other));
            }
        }
        self.weights.extend(batch.iter().map(|_| 0.0));
        self.pairs.extend(batch);
    }

    /// How many true numbers and changes come to more than enough, in percent.
    fn say(&self, examples: &[Example], enough: f64) {
        let rows = self.chosen(examples);
        let share = |fits: &dyn Fn(&Example) -> bool| {
            let own: Vec<bool> = rows
                .iter()
                .zip(examples)
                .filter(|(_, example)| fits(example))
                .map(|(row, _)| sum(row, &self.weights) > enough)
                .collect();
            100.0 * own.iter().filter(|above| **above).count() as f64 / own.len().max(1) as f64
        };
        let (kept, passed) = (share(&|example| example.is_true), share(&|example| example.is_changed));
        let pairs = self.pairs.len();
        say(&format!("{pairs} pairs: {kept:.1} % of true numbers kept, {passed:.1} % of changes with values pass\n"));
    }

    /// The file of the weights.
    fn file(&self, names: &[String], enough: f64) -> String {
        let mut text = String::from(HEAD);
        let _ = write!(text, "{ENOUGH}{enough:?};\n\n{WEIGHTS}");
        let (cells, rest) = self.weights.split_at(self.signs);
        for ((name, points), (cell, step)) in names.iter().zip(&self.pointing).zip(cells.iter().zip(rest)) {
            let _ = writeln!(text, "    (Sign::{name}, {}, {}, {}),", shown(*cell), shown(*step), shown(*points));
        }
        let _ = write!(text, "];\n\n{CROSSED}{}] = [\n", self.pairs.len());
        for ((one, other), weight) in self.pairs.iter().zip(&self.weights[2 * self.signs..]) {
            let (is_cell, one, other) = (*one < self.signs, &names[one % self.signs], &names[other % self.signs]);
            let weight = shown(*weight);
            let _ = writeln!(
                text,
                "    Crossed {{ is_cell: {is_cell}, one: Sign::{one}, other: Sign::{other}, weight: {weight} }},"
            );
        }
        text.push_str("];\n");
        text
    }
}

fn observed<'a>(row: &'a Row, example: &Example) -> Observed<'a> {
    let counts = if example.is_true { TRUE_COUNTS } else { 1.0 };
    Observed { row, is_true: example.is_true, counts }
}

/// A weight with two decimals; nothing has no sign.
fn shown(weight: f64) -> String {
    let text = format!("{weight:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

const HEAD: &str = "\
//! What the signs of a value weigh. Fitted, not written: `make evidence-weights` fits them anew to the corpora.

use super::likely::Crossed;
use super::sign::{SIGNS, Sign};

/// The sum of weights above which a value is taken.
";
const ENOUGH: &str = "pub const ENOUGH: f64 = ";
const WEIGHTS: &str = "\
/// What each sign weighs, in the order in which they are declared: of a cell, of what is computed, and of how much the words
/// point to a cell.
pub const WEIGHTS: [(Sign, f64, f64, f64); SIGNS] = [
";
const CROSSED: &str = "\
/// What two signs weigh together, beyond what each of them does.
pub const CROSSED: [Crossed; ";

/// The bound that the file gives now. It is set by hand, as it says which fault is the worse one, and is kept.
fn enough(file: &str) -> f64 {
    let line = file.lines().find_map(|line| line.strip_prefix(ENOUGH)).unwrap();
    line.trim_end_matches(';').parse().unwrap()
}

/// What each sign says of which cell is meant, in the order of all signs; with the decimals that are written down.
fn pointing(names: &[String]) -> Vec<f64> {
    let choices = super::at_once(&FITTED, async |name| meant::choices(&Corpus::load(name), names));
    let choices: Vec<meant::Choice> = choices.into_iter().flatten().collect();
    let weights = meant::fit(&choices);
    say(&format!("{} cells, {:.1} % of them the likeliest\n", choices.len(), meant::right(&choices, &weights)));
    let weight =
        |name: &String| meant::POINTING.iter().position(|sign| sign == name).map_or(0.0, |place| weights[place]);
    names.iter().map(weight).map(|weight| (weight * 100.0).round() / 100.0).collect()
}

#[test]
#[ignore = "takes many minutes and writes a source file; `make evidence-weights` runs it"]
fn weights_are_fitted_anew() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/evidence/weights.rs");
    let (names, enough) = (sign_names(), enough(&std::fs::read_to_string(&path).unwrap()));
    let pointing = pointing(&names);
    let of_corpora = super::at_once(&FITTED, async |name| {
        let corpus = Corpus::load(name);
        examples(&corpus, &super::whole(&corpus).await, &pointing)
    });
    let of_runs = runs::FITTED.iter().flat_map(|batch| of_answers(batch, &pointing));
    let examples: Vec<Example> = of_corpora.into_iter().flatten().chain(of_runs).collect();
    let mut fitted = Fitted::start(&names, pointing);
    fitted.turns(&examples, TURNS);
    fitted.say(&examples, enough);
    while fitted.pairs.len() < PAIRS {
        fitted.cross(&examples);
        fitted.turns(&examples, FURTHER_TURNS);
        fitted.say(&examples, enough);
    }
    std::fs::write(path, fitted.file(&names, enough)).unwrap();
}

#[test]
fn two_signs_that_decide_only_together_are_crossed() {
    let names = ["Bias", "Plain", "Own"].map(str::to_owned);
    // True with both signs or with neither: no weights of single signs say so.
    let made = [(true, true), (true, false), (false, true), (false, false)].map(|(plain, own)| {
        let signs = [(0, true), (1, plain), (2, own)].into_iter().filter(|(_, is)| *is);
        let values = vec![signs.map(|(sign, _)| (sign, 1.0)).collect()];
        Example { is_true: plain == own, is_changed: plain != own, values }
    });
    let repeat = |example: &Example| Example { values: example.values.clone(), ..*example };
    let examples: Vec<Example> = (0..50).flat_map(|_| made.iter().map(repeat)).collect();
    let mut fitted = Fitted::start(&names, vec![0.0; 3]);
    fitted.turns(&examples, TURNS);
    fitted.cross(&examples);
    assert_eq!(fitted.pairs, [(1, 2)]);
    fitted.turns(&examples, FURTHER_TURNS);
    let chosen = fitted.chosen(&made);
    let right = chosen.iter().zip(&made).all(|(row, example)| (sum(row, &fitted.weights) > 0.0) == example.is_true);
    assert!(right, "{:?}", fitted.weights);
    let file = fitted.file(&names, -0.2);
    assert_eq!(enough(&file).to_bits(), (-0.2_f64).to_bits());
    assert!(file.contains("\n    (Sign::Plain, -") && file.contains(", 0.00, 0.00),\n];\n\n"), "{file}");
    assert!(
        file.contains("; 1] = [\n    Crossed { is_cell: true, one: Sign::Plain, other: Sign::Own, weight: "),
        "{file}"
    );
}

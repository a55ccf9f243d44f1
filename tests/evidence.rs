//! Numbers traced, measured with a labelled corpus that was written and frozen before the checker: `tests/data/evidence`.

mod corpus;
mod engine;
mod figures;
mod mutation;
mod naive;
mod oracle;
mod written;

use corpus::{Corpus, Label, Whole, number, rounds};
use engine::Engine;

/// The least share of changed numbers that is flagged, in percent.
const FLAGGED: f64 = 95.0;
/// The largest share of true numbers that is flagged, in percent.
const WRONGLY_FLAGGED: f64 = 3.0;
/// Fewer changes than this say little.
const CHANGES: usize = 1_200;

/// Runs the queries anew: all rows of each result.
async fn whole(corpus: &Corpus) -> Whole {
    let mut whole = Whole::new();
    for set in corpus.sets() {
        let mut engine = Engine::start(&corpus.of(set).next().unwrap().file).await;
        for stored in corpus.of(set) {
            whole.insert((set.to_owned(), stored.id.clone()), engine.query(&stored.query).await);
        }
    }
    whole
}

fn labels(corpus: &Corpus) -> impl Iterator<Item = (&str, &str, &Label)> {
    corpus
        .sentences
        .iter()
        .flat_map(|sentence| sentence.numbers.iter().map(|label| (sentence.id.as_str(), sentence.set.as_str(), label)))
}

#[tokio::test]
async fn stored_results_are_what_the_queries_give() {
    let corpus = Corpus::load();
    let whole = whole(&corpus).await;
    for stored in &corpus.results {
        let table = &whole[&(stored.set.clone(), stored.id.clone())];
        let name = format!("{} {}", stored.set, stored.id);
        assert_eq!((&table.columns, &table.types), (&stored.table.columns, &stored.table.types), "{name}");
        assert_eq!(table.row_count, stored.table.row_count, "{name}");
        assert_eq!(table.rows[..stored.table.rows.len()], stored.table.rows, "{name}");
    }
    assert!(corpus.results.iter().filter(|stored| stored.table.truncated()).count() >= 2);
}

#[test]
fn labels_stand_where_their_numbers_do_and_leave_none_out() {
    let corpus = Corpus::load();
    for sentence in &corpus.sentences {
        let mut rest = sentence.text.clone();
        let mut end = 0;
        for label in &sentence.numbers {
            assert!(label.start >= end, "{}: {} is out of order", sentence.id, label.text);
            assert_eq!(&sentence.text[label.start..label.end()], label.text, "{}", sentence.id);
            assert_eq!(label.claim, label.why.is_none() && label.holds.is_some(), "{}: {}", sentence.id, label.text);
            assert_eq!(label.fault.is_some(), label.holds == Some(false), "{}: {}", sentence.id, label.text);
            rest.replace_range(label.start..label.end(), &" ".repeat(label.text.len()));
            end = label.end();
        }
        assert!(
            !rest.contains(|letter: char| letter.is_ascii_digit()),
            "{}: no label for a digit: {rest}",
            sentence.id
        );
    }
}

#[tokio::test]
async fn true_labels_are_true_and_false_ones_are_not() {
    let corpus = Corpus::load();
    let whole = whole(&corpus).await;
    for (id, set, label) in labels(&corpus).filter(|(.., label)| label.claim) {
        let name = format!("{id} {}", label.text);
        assert!(!written::readings(&label.text).is_empty(), "{name} is not read");
        let Some(origin) = &label.from else {
            assert!(!label.is_true(), "{name} has no origin");
            continue;
        };
        let table = &whole[&(set.to_owned(), origin.result.clone())];
        let value = origin.value(table).unwrap_or_else(|| panic!("{name} comes from nothing"));
        let stored = label.value.as_ref().and_then(number).unwrap();
        assert!((value - stored).abs() <= 1e-9 * value.abs().max(1.0), "{name}: {value} and not {stored}");
        // A wrong unit or sign stands in the words, not in the digits.
        let in_words = label.fault.as_deref().is_some_and(|fault| fault.contains("unit") || fault.contains("sign"));
        if !in_words {
            assert_eq!(rounds(&label.text, label.hedge, origin.step, value), label.is_true(), "{name}: {value}");
        }
    }
}

#[tokio::test]
async fn the_corpus_is_as_large_and_as_hard_as_its_readme_says() {
    let corpus = Corpus::load();
    let whole = whole(&corpus).await;
    let counted =
        mutation::all(&corpus, &whole).iter().flat_map(|(_, all)| all).filter(|change| !change.is_true).count();
    assert!(counted >= CHANGES, "{counted}");
    figures::hold("corpus", &figures::sizes(&corpus, &whole));
}

#[tokio::test]
async fn a_change_is_true_again_where_the_sentence_says_so() {
    let corpus = Corpus::load();
    let whole = whole(&corpus).await;
    for (id, written, number, expected) in [
        // The value itself, at another precision.
        ("s004", "40.07 %", "40.1 %", true),
        ("s004", "40.07 %", "40.2 %", false),
        // South's share: South is not named; its revenue would be, and is no percentage.
        ("s004", "40.07 %", "25.47 %", false),
        // East's value, and East is named.
        ("s010", "753", "542", true),
        ("s012", "$126.2K", "$198.6K", false),
        // A fraction in percent is no fraction of a percent.
        ("s082", "44.2 %", "0.4419 %", false),
        // What rose did not fall; a magnitude has no direction.
        ("s026", "+27.8 %", "-27.8 %", false),
        ("s030", "13,602", "13,601.8", true),
        // Another year that is there, and one that is not.
        ("s111", "2009", "2008", true),
        ("s111", "2009", "2010", false),
        // A minus that was lost, and one that words carry.
        ("s131", "-7.1", "7.1", false),
        ("s244", "131,570", "-131,570", true),
    ] {
        let sentence = corpus.sentences.iter().find(|sentence| sentence.id == id).unwrap();
        let label = sentence.numbers.iter().find(|label| label.text == written).unwrap();
        let names = oracle::Names::of(sentence, &whole);
        let changed = oracle::Changed { label, number, names: &names, point: '.', exchanged: false };
        assert_eq!(changed.is_true(&sentence.set, &whole), expected, "{id}: {written} -> {number}");
    }
}

#[tokio::test]
async fn changed_numbers_are_flagged_and_true_ones_are_not() {
    let corpus = Corpus::load();
    let whole = whole(&corpus).await;
    let figures = figures::measure(&corpus, &whole).await;
    let (flagged, wrongly) = (figures.all_flagged().share(), figures.true_flagged.share());
    if let Some(path) = std::env::var_os("CSVCHAT_EVIDENCE_REPORT") {
        std::fs::write(path, &figures.report).unwrap();
    } else if flagged < FLAGGED || wrongly > WRONGLY_FLAGGED {
        eprintln!("{}", figures.report);
    }
    assert!(flagged >= FLAGGED, "only {flagged:.1} % of changed numbers are flagged\n{}", figures.block());
    assert!(wrongly <= WRONGLY_FLAGGED, "{wrongly:.1} % of true numbers are flagged\n{}", figures.block());
    figures::hold("checker", &figures.block());
}

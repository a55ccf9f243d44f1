//! The blocks of the corpora's README: how large they are, what naive checkers make of them, and what the checker does.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use super::corpus::{Corpus, Label, Whole, folder};
use super::figures::{Figures, Part};
use super::mutation::{self, KINDS, Kind};
use super::naive::Naive;

/// What the checker comes to in each corpus, a line each.
pub fn lines(all: &[(&str, Figures)]) -> String {
    let mut text = String::from(
        "| corpus | true numbers | wrongly flagged | share | changes | flagged | share | false numbers | flagged | share |\n",
    );
    text.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (name, figures) in all {
        let _ = write!(text, "| {name} |");
        for part in [figures.true_flagged, figures.all_flagged(), figures.false_flagged] {
            let _ = write!(text, " {} | {} | {:.1} % |", part.all, part.some, part.share());
        }
        text.push('\n');
    }
    text
}

/// The size of a corpus, a line of the table that [`SIZES`] heads.
pub fn size(corpus: &Corpus, counted: usize) -> String {
    let labels: Vec<&Label> = corpus.sentences.iter().flat_map(|sentence| &sentence.numbers).collect();
    let count = |fits: &dyn Fn(&&&Label) -> bool| labels.iter().filter(|label| fits(label)).count();
    let numbers = [
        corpus.results.len(),
        corpus.results.iter().filter(|stored| stored.table.truncated()).count(),
        corpus.sentences.len(),
        corpus.sentences.iter().filter(|sentence| sentence.text.contains("[q")).count(),
        labels.len(),
        count(&|label| label.is_true()),
        count(&|label| label.is_true() && label.from.is_none()),
        count(&|label| label.claim && !label.is_true()),
        count(&|label| !label.claim),
        counted,
    ];
    let cells: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("| {} | {} |\n", corpus.name, cells.join(" | "))
}

/// The head of the table of sizes.
pub const SIZES: &str = "\
| corpus | results | of these, rows cut | sentences | that cite | numbers | true | of these, origin not labelled | false | no claim | changes that count |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

/// The changes of a corpus, and what two naive checkers make of them.
pub fn baseline(corpus: &Corpus, whole: &Whole) -> String {
    let mut text = String::from(
        "| kind of change | made | counted | flagged by any cell or property | by any one step over any cells |\n",
    );
    text.push_str("| --- | ---: | ---: | ---: | ---: |\n");
    let naive = naive(corpus, whole);
    let mut sums = [Part::default(); 3];
    for kind in KINDS {
        let parts = naive.changes.get(&kind).copied().unwrap_or_default();
        line(&mut text, kind.name(), parts);
        for (sum, part) in sums.iter_mut().zip(parts) {
            *sum = Part { some: sum.some + part.some, all: sum.all + part.all };
        }
    }
    line(&mut text, "**all**", sums);
    let [cells, steps] = naive.traced;
    let _ = writeln!(
        text,
        "\nOf the true numbers, any cell or property traces {:.1} %, any one step over any cells {:.1} %.",
        cells.share(),
        steps.share()
    );
    text
}

fn line(text: &mut String, name: &str, [counted, cells, steps]: [Part; 3]) {
    let (made, counted) = (counted.all, counted.some);
    let _ = writeln!(text, "| {name} | {made} | {counted} | {:.1} % | {:.1} % |", cells.share(), steps.share());
}

struct Baseline {
    /// Counted out of made; flagged by cells, and by steps, out of counted.
    changes: BTreeMap<Kind, [Part; 3]>,
    traced: [Part; 2],
}

fn naive(corpus: &Corpus, whole: &Whole) -> Baseline {
    let mut baseline = Baseline { changes: BTreeMap::new(), traced: [Part::default(); 2] };
    for set in corpus.sets() {
        let (cells, steps) = (Naive::cells(corpus, set), Naive::steps(corpus, set));
        for sentence in corpus.sentences.iter().filter(|sentence| sentence.set == set) {
            for label in sentence.numbers.iter().filter(|label| label.is_true()) {
                baseline.traced[0].add(cells.traces(&label.text, label.hedge));
                baseline.traced[1].add(steps.traces(&label.text, label.hedge));
            }
            for mutation in mutation::of(sentence, whole) {
                let hedge = sentence.numbers[mutation.label].hedge;
                let [counted, by_cells, by_steps] = baseline.changes.entry(mutation.kind).or_default();
                counted.add(!mutation.is_true);
                if !mutation.is_true {
                    by_cells.add(!cells.traces(&mutation.number, hedge));
                    by_steps.add(!steps.traces(&mutation.number, hedge));
                }
            }
        }
    }
    baseline
}

/// Says how far it is, whatever is kept of what tests say.
pub fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Holds a block of the README to what was computed; `CSVCHAT_UPDATE=1` writes it.
pub fn hold(block: &str, computed: &str) {
    let path = folder().join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (open, close) = (format!("<!-- {block} -->\n"), format!("<!-- end of {block} -->"));
    let start = readme.find(&open).unwrap() + open.len();
    let end = readme.find(&close).unwrap();
    let now = format!("{}\n{}\n{}", &readme[..start], computed.trim(), &readme[end..]);
    let now = now.replace(&format!("\n{close}"), &format!("\n\n{close}")).replace("\n\n\n", "\n\n");
    if std::env::var_os("CSVCHAT_UPDATE").is_some() {
        std::fs::write(path, now).unwrap();
    } else {
        let is_new = |line: &&str| !readme[start..end].contains(*line);
        let news: Vec<&str> = now[start..].lines().take_while(|line| *line != close).filter(is_new).collect();
        assert!(
            readme == now,
            "the corpora's README shows other figures (`make evidence` writes them anew): {news:#?}"
        );
    }
}

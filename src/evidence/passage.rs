//! A text taken apart into what belongs together: sentences, items of lists, rows of tables; and what each of them cites.
//!
//! Uses `event` and the words of this room. A citation behind the full stop belongs to the sentence before it; a sentence that cites
//! nothing leans on the next one of its paragraph that does, else on the one before.

use std::ops::Range;

use hashbrown::HashSet;

use super::akin::root;
use super::look::{Look, looks};
use super::words::{Word, words};
use crate::event::{self, Citation};
use crate::limits::EVIDENCE_CITED;

/// A sentence, or what stands for one.
#[derive(Debug, Clone)]
pub struct Passage {
    /// Where it stands in the text.
    pub range: Range<usize>,
    /// Its words, at their places in the text.
    pub words: Vec<Word>,
    /// Their roots.
    pub roots: Vec<String>,
    /// For each word what is looked for in every result.
    pub looks: Vec<Look>,
    /// Its citations: the place and the ids.
    pub citations: Vec<(Range<usize>, Vec<String>)>,
    /// Ids that its paragraph cites beside.
    pub leaning: Vec<String>,
    /// Whether these are only what the paragraph before or behind the list or table cites, of which the passage is a part.
    pub is_listed: bool,
    /// Whether it is an item of a list or a row of a table.
    pub is_item: bool,
    /// Which paragraph it is part of.
    pub paragraph: usize,
    /// Where the cells of a table's row stand, and the words over each; empty for what is no row of a table.
    pub cells: Vec<(Range<usize>, Vec<String>)>,
}

impl Passage {
    /// Whether the passage, or a part of it, holds one of these families of words.
    #[must_use]
    pub fn says(&self, within: &Range<usize>, families: &[&str]) -> bool {
        self.words
            .iter()
            .filter(|word| within.start <= word.range.start && word.range.end <= within.end)
            .any(|word| families.contains(&word.family.as_str()))
    }

    /// The ids that stand nearest behind a place of the passage, else before it.
    #[must_use]
    pub fn cited_at(&self, place: usize) -> &[String] {
        let behind = self.citations.iter().find(|(range, _)| range.start >= place);
        behind.or(self.citations.last()).map_or(&[], |(_, ids)| ids.as_slice())
    }

    /// Whether the passage cites a result anywhere.
    #[must_use]
    pub fn cites(&self, id: &str) -> bool {
        self.citations.iter().any(|(_, ids)| ids.iter().any(|cited| cited == id))
    }
}

/// The passages of a Markdown text.
#[must_use]
pub fn passages(text: &str) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut header: Vec<Vec<String>> = Vec::new();
    for (paragraph, block) in blocks(text).into_iter().enumerate() {
        let content = text.get(block.clone()).unwrap_or_default();
        if content.trim_start().starts_with('|') {
            let cells = cells(text, &block);
            if header.is_empty() {
                header = cells.iter().map(|cell| stems_of(text, cell)).collect();
            }
            let over = |index: usize| header.get(index).cloned().unwrap_or_default();
            let cells = cells.into_iter().enumerate().map(|(index, range)| (range, over(index))).collect();
            passages.push(passage(text, block, paragraph, cells));
            continue;
        }
        header.clear();
        for sentence in sentences(text, &block) {
            passages.push(passage(text, sentence, paragraph, Vec::new()));
        }
    }
    lean(&mut passages);
    lean_out(text, &mut passages);
    passages
}

/// What items of lists and rows of tables lean on where nothing of their own cites: the paragraph that leads to them, else the
/// one behind them.
fn lean_out(text: &str, passages: &mut [Passage]) {
    let is_item = |passage: &Passage| {
        let bare = text.get(passage.range.clone()).unwrap_or_default().trim_start();
        !passage.cells.is_empty() || bare.starts_with(['-', '*', '+', '|']) && !bare.starts_with("**")
    };
    let items: Vec<bool> = passages.iter().map(is_item).collect();
    for (passage, is) in passages.iter_mut().zip(&items) {
        passage.is_item = *is || is_numbered(text, passage);
    }
    for index in 1..passages.len() {
        let before = passages.get(index - 1).filter(|before| before.is_item).map(|before| before.paragraph);
        if let Some(own) = passages.get_mut(index).filter(|own| Some(own.paragraph) == before) {
            own.is_item = true;
        }
    }
    let cited: Vec<Vec<String>> = passages
        .iter()
        .map(|passage| passage.citations.last().map(|(_, ids)| ids.clone()).unwrap_or_default())
        .collect();
    // What stands in one paragraph with an item is part of the list.
    let lists = passages.iter().zip(&items).filter(|(_, is)| **is).map(|(passage, _)| passage.paragraph);
    let lists: HashSet<usize> = lists.collect();
    let parts: Vec<bool> = passages.iter().map(|passage| lists.contains(&passage.paragraph)).collect();
    let told = |index: usize| parts.get(index) == Some(&false);
    for index in 0..passages.len() {
        if told(index) || passages.get(index).is_none_or(|own| !own.citations.is_empty() || !own.leaning.is_empty()) {
            continue;
        }
        let before = (0..index).rev().find(|other| told(*other)).and_then(|at| cited.get(at));
        let behind = (index..passages.len()).find(|other| told(*other)).and_then(|at| cited.get(at));
        let ids = before.filter(|ids| !ids.is_empty()).or(behind.filter(|ids| !ids.is_empty()));
        if let (Some(ids), Some(own)) = (ids, passages.get_mut(index)) {
            own.leaning.clone_from(ids);
            own.is_listed = true;
        }
    }
}

/// Whether a passage begins with the number of an item.
fn is_numbered(text: &str, passage: &Passage) -> bool {
    let bare = text.get(passage.range.clone()).unwrap_or_default().trim_start();
    let rest = bare.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.len() < bare.len() && (rest.trim_end() == "." || rest.starts_with(". ") || rest.starts_with(") "))
}

fn stems_of(text: &str, range: &Range<usize>) -> Vec<String> {
    let words = words(text.get(range.clone()).unwrap_or_default());
    let mut stems: Vec<String> = words.into_iter().map(|word| word.family).collect();
    if text.get(range.clone()).is_some_and(|header| header.contains('%')) {
        stems.push("%".to_owned());
    }
    stems
}

fn passage(text: &str, range: Range<usize>, paragraph: usize, cells: Vec<(Range<usize>, Vec<String>)>) -> Passage {
    let content = text.get(range.clone()).unwrap_or_default();
    let citations: Vec<(Range<usize>, Vec<String>)> = side_by_side(content, citations(content))
        .into_iter()
        .map(|(inside, ids)| (inside.start + range.start..inside.end + range.start, ids))
        .collect();
    let words: Vec<Word> = words(content)
        .into_iter()
        .map(|word| Word { range: word.range.start + range.start..word.range.end + range.start, ..word })
        .filter(|word| !citations.iter().any(|(cited, _)| cited.contains(&word.range.start)))
        .collect();
    let roots = words.iter().map(|word| root(&word.stem)).collect();
    let looks = looks(text, &words);
    Passage {
        range,
        words,
        roots,
        looks,
        citations,
        leaning: Vec::new(),
        is_listed: false,
        is_item: false,
        paragraph,
        cells,
    }
}

/// Citations of which only blanks stand between are one: `[q1] [q2]` is `[q1, q2]`.
fn side_by_side(content: &str, mut citations: Vec<(Range<usize>, Vec<String>)>) -> Vec<(Range<usize>, Vec<String>)> {
    let touch = |one: &Range<usize>, next: &Range<usize>| {
        content.get(one.end..next.start).is_some_and(|between| between.trim().is_empty())
    };
    let mut start = 0;
    while start < citations.len() {
        let next =
            |at: &usize| citations.get(*at).zip(citations.get(at + 1)).is_some_and(|(one, two)| touch(&one.0, &two.0));
        let end = (start..citations.len()).find(|at| !next(at)).unwrap_or(start) + 1;
        if let Some(group) = citations.get_mut(start..end).filter(|group| group.len() > 1) {
            let mut all: Vec<String> = Vec::new();
            for id in group.iter().flat_map(|(_, ids)| ids) {
                if all.len() < EVIDENCE_CITED && !all.contains(id) {
                    all.push(id.clone());
                }
            }
            for (_, ids) in group {
                ids.clone_from(&all);
            }
        }
        start = end;
    }
    citations
}

/// What a passage without a citation leans on.
fn lean(passages: &mut [Passage]) {
    let cited: Vec<(usize, Vec<String>)> = passages
        .iter()
        .map(|passage| (passage.paragraph, passage.citations.iter().flat_map(|(_, ids)| ids.clone()).collect()))
        .collect();
    let last: Vec<Vec<String>> = passages
        .iter()
        .map(|passage| passage.citations.last().map(|(_, ids)| ids.clone()).unwrap_or_default())
        .collect();
    for (index, passage) in passages.iter_mut().enumerate() {
        let in_paragraph =
            |(paragraph, ids): &&(usize, Vec<String>)| *paragraph == passage.paragraph && !ids.is_empty();
        let behind = cited.iter().skip(index + 1).find(in_paragraph);
        let before = cited.iter().take(index).rposition(|own| in_paragraph(&own)).and_then(|at| last.get(at));
        // `West leads [q1]. East follows with 11.9. Of all, 40 % ... [q2].` may go on with either.
        let mut ids: Vec<String> = behind.map(|(_, ids)| ids).into_iter().chain(before).flatten().cloned().collect();
        ids.sort_unstable();
        ids.dedup();
        passage.leaning = ids;
    }
}

/// Whether a line is the first of an item, or another that stands for itself.
#[must_use]
pub fn begins_item(line: &str) -> bool {
    let bare = line.trim_start();
    let bullet = bare.starts_with(['-', '*', '+', '|', '#', '>']) && !bare.starts_with("**");
    let numbered = bare.trim_start_matches(|character: char| character.is_ascii_digit());
    bullet && bare.chars().nth(1).is_none_or(|next| !next.is_ascii_digit())
        || numbered.len() < bare.len()
            && (numbered.starts_with(". ") || numbered.starts_with(") ") || numbered.trim_end() == ".")
}

/// Lines that belong together: paragraphs, items, rows of tables.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.trim_end().len();
        at += line.len();
        let bare = line.trim_start();
        let item = begins_item(bare);
        if range.is_empty() {
            open = false;
        } else if open
            && !item
            && let Some(last) = blocks.last_mut()
        {
            last.end = range.end;
        } else {
            blocks.push(range);
            open = !bare.starts_with(['|', '#']);
        }
    }
    blocks
}

/// The cells of a row of a table.
fn cells(text: &str, row: &Range<usize>) -> Vec<Range<usize>> {
    let content = text.get(row.clone()).unwrap_or_default();
    let mut cells = Vec::new();
    let mut start = None;
    for (at, _) in content.match_indices('|') {
        let before = content.get(..at).unwrap_or_default();
        // `\|` is part of the cell.
        if (before.len() - before.trim_end_matches('\\').len()) % 2 == 1 {
            continue;
        }
        if let Some(begin) = start {
            cells.push(row.start + begin..row.start + at);
        }
        start = Some(at + 1);
    }
    cells
}

/// The sentences of a block.
fn sentences(text: &str, block: &Range<usize>) -> Vec<Range<usize>> {
    let content = text.get(block.clone()).unwrap_or_default();
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, mark) in content.char_indices() {
        if mark == ';' && at > start && is_cited_apart(content, at) {
            sentences.push(block.start + start..block.start + at + 1);
            start = at + 1;
        }
        if !matches!(mark, '.' | '!' | '?') || at < start {
            continue;
        }
        let rest = content.get(at + 1..).unwrap_or_default();
        let rest = rest.trim_start_matches(['*', '_', '"', ')', '”', '’']);
        let begins = rest.starts_with(char::is_whitespace)
            && rest
                .trim_start()
                .starts_with(|next: char| next.is_uppercase() || next.is_ascii_digit() || "[*_\"“'(".contains(next));
        if !begins || abbreviates(content.get(..at).unwrap_or_default()) {
            continue;
        }
        let end = cited_behind(content, content.len() - rest.len());
        sentences.push(block.start + start..block.start + end);
        start = end;
    }
    if content.get(start..).is_some_and(|rest| !rest.trim().is_empty()) {
        sentences.push(block.start + start..block.end);
    }
    sentences
}

/// Whether what stands on either side of a semicolon cites for itself: `West leads with 12.4 [q1]; by month, it rose to 9 [q2].`
fn is_cited_apart(content: &str, at: usize) -> bool {
    let (before, behind) = content.split_at(at);
    let own = behind.trim_start_matches(';');
    let own = own.get(..own.find([';', '\n']).unwrap_or(own.len())).unwrap_or_default();
    let own = own.find(". ").and_then(|end| own.get(..=end)).unwrap_or(own);
    let last = before.rfind('[').and_then(|open| before.get(open..)).unwrap_or_default();
    citations(last).first().is_some_and(|(range, _)| range.end == last.len()) && !citations(own).is_empty()
}

/// The end of the citations that follow a full stop directly.
fn cited_behind(content: &str, end: usize) -> usize {
    let mut end = end;
    while let Some(rest) = content.get(end..) {
        let bare = rest.trim_start();
        let Some(inside) = bare.strip_prefix('[').and_then(|inside| inside.split(']').next()) else { break };
        if event::cited(inside).is_none() {
            break;
        }
        end += rest.len() - bare.len() + inside.len() + 2;
    }
    end.min(content.len())
}

/// Whether a full stop behind this text only ends an abbreviation.
fn abbreviates(before: &str) -> bool {
    const SHORT: [&str; 20] = [
        "e.g", "i.e", "vs", "approx", "ca", "mio", "mrd", "no", "nr", "bzw", "z.b", "d.h", "inkl", "ggf", "fig", "cf",
        "etc", "mr", "st", "avg",
    ];
    let word =
        before.rsplit(|character: char| character.is_whitespace() || character == '(').next().unwrap_or_default();
    let lower = word.to_lowercase();
    SHORT.contains(&lower.as_str()) || (lower.len() == 1 && lower.chars().all(char::is_alphabetic))
}

/// The citations of a text, `[q3]` or `[q3, q4]`: where they stand and what they cite.
#[must_use]
pub fn citations(text: &str) -> Vec<(Range<usize>, Vec<String>)> {
    let owned = |citation: Citation<'_>| (citation.range, citation.queries.into_iter().map(str::to_owned).collect());
    event::citations(text).map(owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        passages(text).into_iter().map(|passage| text[passage.range].trim()).collect()
    }

    #[test]
    fn texts_fall_into_sentences_items_and_rows() {
        let text = "One is 1.5 m, e.g. here. Two vs. three. [q1] Four\nfive [q2].\n\n- item one\n- item 2. More\n1. first\n\n| a | b |\n|---|---|\n| x | 1 |";
        assert_eq!(
            split(text),
            [
                "One is 1.5 m, e.g. here.",
                "Two vs. three. [q1]",
                "Four\nfive [q2].",
                "- item one",
                "- item 2.",
                "More",
                "1. first",
                "| a | b |",
                "|---|---|",
                "| x | 1 |"
            ]
        );
    }

    #[test]
    fn clauses_that_cite_for_themselves_stand_alone() {
        assert_eq!(
            split("A leads with 1 [q1]; by b, 2 [q2]. C [q3]; d."),
            ["A leads with 1 [q1];", "by b, 2 [q2].", "C [q3]; d."]
        );
        assert_eq!(split("A 1; b 2 [q2].").len(), 1);
    }

    #[test]
    fn an_escaped_border_is_part_of_a_cell() {
        let text = r"| a \| b | c\\ | 3 |";
        let found: Vec<&str> = cells(text, &(0..text.len())).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [r" a \| b ", r" c\\ ", " 3 "]);
    }

    #[test]
    fn what_is_cited_is_near() {
        let text = "A 1 [q1], B 2 [q2, q3] and C 3. It is. E 4 [q9].";
        let passages = passages(text);
        let at = |number: &str| passages[0].cited_at(text.find(number).unwrap());
        assert_eq!(
            (at("1"), at("2 ["), at("3.")),
            (&["q1".to_owned()][..], &["q2", "q3"].map(str::to_owned)[..], &["q2", "q3"].map(str::to_owned)[..])
        );
        assert_eq!(passages[1].leaning, ["q2", "q3", "q9"]);
        assert!(passages[1].citations.is_empty() && passages[2].cites("q9"));
    }

    #[test]
    fn lists_and_tables_lean_on_the_paragraph_that_leads_to_them_or_follows() {
        let leaning = |text: &str| -> Vec<(Vec<String>, bool)> {
            passages(text).into_iter().map(|passage| (passage.leaning, passage.is_listed)).collect()
        };
        let (none, q2) = ((Vec::new(), false), (vec!["q2".to_owned()], true));
        let text = "Before [q1]. By month [q2]:\n\n- June: 4. And more\n- July: 3";
        assert_eq!(leaning(text)[2..], [q2.clone(), q2.clone(), q2.clone()]);
        let text = "| a | b |\n|---|---|\n| x | 1 |\n\nAs it stands [q2].";
        assert_eq!(leaning(text)[2], q2);
        assert_eq!(leaning("By month:\n\n- June: 4\n- July: 3 [q3]\n\nNothing.")[1], none);
    }

    #[test]
    fn only_ids_are_cited() {
        let found: Vec<Vec<String>> =
            citations("a [q1] b [q2, q13] [quite] [q] [x](q3) [] [q4").into_iter().map(|(_, ids)| ids).collect();
        assert_eq!(found, [vec!["q1".to_owned()], vec!["q2".to_owned(), "q13".to_owned()]]);
    }
}

//! Parts of a text in which no number is a claim: code, quoted values, links, addresses, names of files, footnote marks.
//!
//! Reads the raw text in one pass for each kind; what it looks for ahead is bounded.

use std::ops::Range;

use super::Exclusion;
use crate::limits::{CODE_RUNS, LINK_BYTES, QUOTED_VALUE};

/// What each byte of a text belongs to.
#[derive(Debug)]
pub(super) struct Zones(Vec<Option<Exclusion>>);

impl Zones {
    /// Why a number in these bytes is no claim.
    pub(super) fn reason(&self, range: Range<usize>) -> Option<Exclusion> {
        self.0.get(range).and_then(|bytes| bytes.iter().find_map(|reason| *reason))
    }

    fn paint(&mut self, range: Range<usize>, reason: Exclusion) {
        if let Some(bytes) = self.0.get_mut(range) {
            for byte in bytes {
                *byte = byte.or(Some(reason));
            }
        }
    }
}

/// Finds them all; `names` are what the caller knows to be names.
pub(super) fn zones(text: &str, names: &[Range<usize>]) -> Zones {
    let mut zones = Zones(vec![None; text.len()]);
    for name in names {
        zones.paint(name.clone(), Exclusion::Name);
    }
    fences(text, &mut zones);
    code_spans(text, &mut zones);
    links_and_tags(text, &mut zones);
    chunks(text, &mut zones);
    quotes(text, &mut zones);
    zones
}

/// Blocks between lines of three backticks or tildes.
fn fences(text: &str, zones: &mut Zones) {
    let mut open: Option<(usize, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        match open {
            None => open = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence)).map(|fence| (at, fence)),
            Some((start, fence)) if trimmed.starts_with(fence) => {
                zones.paint(start..at + line.len(), Exclusion::Code);
                open = None;
            }
            Some(_) => {}
        }
        at += line.len();
    }
    if let Some((start, _)) = open {
        zones.paint(start..text.len(), Exclusion::Code);
    }
}

/// Between two runs of backticks of one length.
fn code_spans(text: &str, zones: &mut Zones) {
    let bytes = text.as_bytes();
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'`' {
            match runs.last_mut() {
                Some(run) if run.end == at => run.end = at + 1,
                _ => runs.push(at..at + 1),
            }
        }
    }
    let mut next = 0;
    while let Some(open) = runs.get(next) {
        let close = runs.iter().enumerate().skip(next + 1).take(CODE_RUNS).find(|(_, run)| run.len() == open.len());
        next += 1;
        if let Some((place, close)) = close
            && let Some(code) = text.get(open.clone().end..close.start)
            && !code.contains("\n\n")
        {
            next = place + 1;
            if !is_figure(code) {
                zones.paint(open.start..close.end, Exclusion::Code);
            }
        }
    }
}

/// The bytes from `at` up to the first of `end`, where it comes soon and before the end of the line.
fn up_to(text: &str, at: usize, end: u8) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    let found = rest.iter().take(LINK_BYTES).position(|byte| *byte == end || *byte == b'\n')?;
    (rest.get(found) == Some(&end)).then_some(at + found + 1)
}

/// Destinations of links, HTML's tags and entities, marks of footnotes.
fn links_and_tags(text: &str, zones: &mut Zones) {
    let mut skip = 0;
    for (at, byte) in text.bytes().enumerate() {
        if at < skip {
            continue;
        }
        let rest = text.as_bytes().get(at + 1..).unwrap_or(&[]);
        let next = rest.first().copied().unwrap_or(0);
        let found = match byte {
            b']' if next == b'(' => up_to(text, at, b')').map(|end| (end, Exclusion::Address)),
            b'<' if next.is_ascii_alphabetic() || next == b'/' || next == b'!' => {
                up_to(text, at, b'>').map(|end| (end, Exclusion::Markup))
            }
            b'[' if next == b'^' => up_to(text, at, b']').map(|end| (end, Exclusion::Footnote)),
            b'[' if next.is_ascii_digit() => up_to(text, at, b']')
                .filter(|end| {
                    let inside = text.get(at + 1..end - 1).unwrap_or("");
                    inside.len() <= 3 && inside.bytes().all(|byte| byte.is_ascii_digit())
                })
                .map(|end| (end, Exclusion::Footnote)),
            b'&' if next == b'#' => {
                rest.iter().take(10).position(|byte| *byte == b';').map(|end| (at + end + 2, Exclusion::Markup))
            }
            _ => None,
        };
        if let Some((end, reason)) = found {
            zones.paint(at..end, reason);
            skip = end;
        }
    }
}

const FILE_ENDINGS: &[&str] = &[
    "csv", "tsv", "parquet", "json", "ndjson", "jsonl", "xlsx", "xls", "ods", "txt", "md", "html", "htm", "py", "sql",
    "db", "duckdb", "sqlite", "pdf", "png", "svg", "jpg", "zip", "gz", "zst", "log", "yaml", "yml", "toml", "xml",
];

/// Web and mail addresses and names of files: what stands between two spaces.
fn chunks(text: &str, zones: &mut Zones) {
    let mut at = 0;
    for piece in text.split(|c: char| c.is_whitespace() || "|()[]<>\"`".contains(c)) {
        let start = at;
        at += piece.len() + text.get(at + piece.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let edges = |c: char| !c.is_alphanumeric() && c != '/' && c != '.';
        let inner = piece.trim_start_matches(edges).trim_end_matches(|c: char| !c.is_alphanumeric() && c != '/');
        let lower = inner.to_ascii_lowercase();
        let mail = lower.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
        let ending = lower.rsplit_once('.').map_or("", |(_, ending)| ending);
        let reason = if lower.contains("://") || lower.starts_with("www.") || mail {
            Exclusion::Address
        } else if FILE_ENDINGS.contains(&ending) || inner.starts_with('/') && inner.len() > 1 {
            Exclusion::FileName
        } else {
            continue;
        };
        zones.paint(start..start + piece.len(), reason);
    }
}

/// Values in quotes: short, and no sentence. A whole sentence in quotes is read like any other.
fn quotes(text: &str, zones: &mut Zones) {
    let mut skip = 0;
    let mut before = ' ';
    for (at, open) in text.char_indices() {
        let opens = !before.is_alphanumeric();
        before = open;
        if at < skip {
            continue;
        }
        let closing: &[char] = match open {
            '"' if opens => &['"'],
            '\'' if opens => &['\''],
            '“' => &['”'],
            '„' => &['“', '”'],
            '‚' => &['‘', '’'],
            '‘' if opens => &['’'],
            '«' => &['»'],
            '»' => &['«'],
            '‹' => &['›'],
            _ => continue,
        };
        let start = at + open.len_utf8();
        let Some(rest) = text.get(start..) else { continue };
        let mut inside = rest.char_indices().take(QUOTED_VALUE + 1).peekable();
        let mut end = None;
        while let Some((place, mark)) = inside.next() {
            let next = inside.peek().map_or(' ', |(_, next)| *next);
            if mark == '\n' || ".!?".contains(mark) && next.is_whitespace() {
                break;
            }
            // An apostrophe inside a word closes nothing.
            if closing.contains(&mark) && !next.is_alphanumeric() {
                end = Some(start + place + mark.len_utf8());
                break;
            }
        }
        if let Some(end) = end
            && !rest.starts_with(char::is_whitespace)
            && let Some(value) = text.get(start..end)
            && !is_sentence(value)
        {
            skip = end;
            if !is_figure(value.trim_end_matches(closing)) {
                zones.paint(at..end, Exclusion::Quoted);
            }
        }
    }
}

/// Whether what stands between marks is a figure as authors write it, and no value as a file holds it: `` `$1,421,091` ``.
fn is_figure(value: &str) -> bool {
    let value = value.trim_matches(['*', '_', ' ']);
    let is_sign = |one: char| "$€£¥%‰".contains(one);
    let digits = value.trim_matches(|one: char| is_sign(one) || "+-−–~≈ \u{a0}KkMBbnm".contains(one));
    let is_number = digits.starts_with(|one: char| one.is_ascii_digit())
        && digits.chars().all(|one| one.is_ascii_digit() || ".,'’ \u{a0}\u{202f}".contains(one));
    let mut groups = digits.split([',', '.', '\'', '’', ' ', '\u{a0}', '\u{202f}']).skip(1).peekable();
    let is_grouped = groups.peek().is_some() && groups.all(|group| group.len() == 3);
    is_number && (is_grouped || value.contains(is_sign))
}

/// Whether what is quoted ends like a sentence and is longer than a value.
fn is_sentence(value: &str) -> bool {
    let value = value.trim_end_matches(|c: char| !c.is_alphanumeric() && !".!?".contains(c));
    value.ends_with(['.', '!', '?']) && value.split_whitespace().count() > 4
}

//! A number on the page: a quiet mark, what it rests on, and the way to it.
//!
//! Uses `event`, `limits`, `report`, `format`, `templates`. Each number is a link to the section of the query that it rests
//! on; its `title` says on what, a line each, which the page's script shows as a card. One that could not be traced says
//! so in words beside it, and has an anchor that the top of the page leads to.

use std::cell::RefCell;
use std::fmt::Write;
use std::ops::Range;

use crate::event::{CellPlace, Claim, ClaimStatus, Dataset, Evidence, Origin, Step};
use crate::limits::EVIDENCE_CHARS;
use crate::render::claims::{SIGN, clipped};
use crate::render::format::group_digits;
use crate::render::report::{Query, Report};
use crate::table::{Cell, STABLE_DIGITS, float_text, round_significant};
use crate::templates::{Markup, escape_html};

/// Whole numbers below this size are shown without separators: they may be years.
const SEPARATED: i64 = 10_000;

/// Marks the numbers of one page, in the order in which they stand there.
#[derive(Debug)]
pub struct Marker<'a> {
    report: &'a Report,
    untraced: Vec<&'a Claim>,
    /// Positions in `untraced` of those that are marked.
    placed: RefCell<Vec<usize>>,
}

impl<'a> Marker<'a> {
    /// For the page of a report.
    #[must_use]
    pub fn of(report: &'a Report) -> Self {
        Self { report, untraced: report.untraced(), placed: RefCell::default() }
    }

    /// Plain text with its numbers marked.
    #[must_use]
    pub fn text<'c>(&self, text: &str, claims: impl IntoIterator<Item = &'c Claim>) -> Markup {
        let ranges = claims.into_iter().map(|claim| (claim.start..claim.end, claim));
        let mut out = String::with_capacity(text.len());
        let mut written = 0;
        for (range, claim) in ordered(ranges) {
            let (Some(before), Some(number)) = (text.get(written..range.start), text.get(range.clone())) else {
                continue;
            };
            out.push_str(&escape_html(before));
            self.push(&mut out, number, claim);
            written = range.end;
        }
        out.push_str(&escape_html(text.get(written..).unwrap_or_default()));
        Markup::trusted(out)
    }

    /// Writes a number.
    pub fn push(&self, out: &mut String, number: &str, claim: &Claim) {
        let class = match claim.status {
            ClaimStatus::Verified => "num",
            ClaimStatus::Derived => "num derived",
            ClaimStatus::Unverified => "num untraced",
        };
        let _ = write!(out, "<a class=\"{class}\"");
        if let Some(position) = self.position(claim) {
            let _ = write!(out, " id=\"{}\"", anchor(position));
            self.placed.borrow_mut().push(position);
        }
        let shown = claim.evidence.as_ref().or(claim.near.as_ref());
        let query = shown.and_then(|evidence| self.query(evidence));
        let target = shown.map_or_else(|| self.queries(), |evidence| self.target(evidence));
        let _ = write!(out, " href=\"#{}\"", escape_html(&target));
        if let Some(places) = shown.zip(query).and_then(|(evidence, query)| places(evidence, query)) {
            let _ = write!(out, " data-at=\"{places}\"");
        }
        let lines = self.lines(claim).join("\n");
        let number = escape_html(number);
        let _ = write!(out, " title=\"{}\">", escape_html(&lines));
        let _ = match claim.status {
            ClaimStatus::Verified | ClaimStatus::Derived => write!(out, "{number}</a>"),
            // No line breaks between the number and what is said of it.
            ClaimStatus::Unverified => {
                write!(out, "<span>{number}</span>&NoBreak;<small>{SIGN}&nbsp;untraced</small></a>")
            }
        };
    }

    /// The anchor of the first number on the page that could not be traced.
    #[must_use]
    pub fn first(&self) -> Option<String> {
        self.placed.borrow().first().map(|position| anchor(*position))
    }

    /// The numbers that could not be traced, as written, each with its anchor where it stands on the page.
    #[must_use]
    pub fn untraced(&self) -> Vec<(String, Option<String>)> {
        let placed = self.placed.borrow();
        let mut order: Vec<usize> = placed.clone();
        order.extend((0..self.untraced.len()).filter(|position| !placed.contains(position)));
        let number = |position: usize| {
            let claim = self.untraced.get(position)?;
            Some((claim.text.clone(), placed.contains(&position).then(|| anchor(position))))
        };
        order.into_iter().filter_map(number).collect()
    }

    fn position(&self, claim: &Claim) -> Option<usize> {
        if claim.status != ClaimStatus::Unverified {
            return None;
        }
        let position = self.untraced.iter().position(|untraced| std::ptr::eq(*untraced, claim))?;
        (!self.placed.borrow().contains(&position)).then_some(position)
    }

    /// The id of the section that shows where a value comes from.
    fn target(&self, evidence: &Evidence) -> String {
        if let Some(query) = self.query(evidence) {
            return query.id.clone();
        }
        match (self.file(evidence).is_some(), self.report.is_answer()) {
            (true, false) => "section-columns".to_owned(),
            (true, true) => "section-quality".to_owned(),
            (false, _) => self.queries(),
        }
    }

    /// The id of the section with all queries.
    fn queries(&self) -> String {
        if self.report.queries.is_empty() { "section-run" } else { "section-queries" }.to_owned()
    }

    /// What a number rests on, a line each.
    fn lines(&self, claim: &Claim) -> Vec<String> {
        let mut lines = Vec::new();
        let verb = match claim.status {
            ClaimStatus::Verified => "Traced to",
            ClaimStatus::Derived => "Derived from",
            ClaimStatus::Unverified if claim.is_held() => "Found in",
            ClaimStatus::Unverified => "Near it, in",
        };
        if claim.status == ClaimStatus::Unverified {
            lines.push("Untraced: no result gives this number as it is said here".to_owned());
        }
        let shown = claim.evidence.as_ref().filter(|_| claim.status != ClaimStatus::Unverified).or(claim.near.as_ref());
        if let Some(evidence) = shown {
            lines.push(format!("{verb} {}{}", self.source(evidence), value(evidence)));
            lines.extend(Some(evidence.words.clone()).filter(|words| !words.trim().is_empty()));
            lines.extend(evidence.cells.iter().filter(|place| !names(&evidence.words, place)).map(place_words));
            lines.extend(evidence.column.iter().map(|column| format!("column “{column}”")));
        } else if claim.status != ClaimStatus::Unverified {
            lines.push(format!("{verb} a result"));
        }
        lines.iter().map(|line| clipped(line, EVIDENCE_CHARS)).collect()
    }

    /// What a value was taken from, as a reader calls it.
    fn source(&self, evidence: &Evidence) -> String {
        self.file(evidence).map_or_else(|| evidence.origin.name().to_owned(), |dataset| dataset.name.clone())
    }

    /// The query that a value comes from, where it does and the report has it.
    fn query(&self, evidence: &Evidence) -> Option<&'a Query> {
        evidence.query().and_then(|id| self.report.query(id))
    }

    /// The file that a value is known of, where it is and the report has it.
    fn file(&self, evidence: &Evidence) -> Option<&'a Dataset> {
        match &evidence.origin {
            Origin::Table(table) => self.report.datasets.iter().find(|dataset| dataset.table == *table),
            Origin::Query(_) => None,
        }
    }
}

/// Ranges from left to right.
pub fn ordered<'c>(ranges: impl Iterator<Item = (Range<usize>, &'c Claim)>) -> Vec<(Range<usize>, &'c Claim)> {
    let mut ranges: Vec<(Range<usize>, &Claim)> = ranges.filter(|(range, _)| !range.is_empty()).collect();
    ranges.sort_by_key(|(range, _)| (range.start, range.end));
    ranges
}

fn anchor(position: usize) -> String {
    format!("untraced-{}", position + 1)
}

/// The value before it was rounded.
fn value(evidence: &Evidence) -> String {
    let text = match &evidence.value {
        Cell::Null => return String::new(),
        Cell::Float(value) => group_digits(&float_text(round_significant(*value, STABLE_DIGITS))),
        Cell::Int(_) | Cell::Bool(_) | Cell::Text(_) => shown(&evidence.value),
    };
    let unit = if matches!(evidence.step, Step::Share | Step::Change) { " %" } else { "" };
    format!(": {text}{unit}")
}

/// Whether words say already where a cell stands.
fn names(words: &str, place: &CellPlace) -> bool {
    words.contains(&format!("row {}", place.row)) && words.contains(&place.column)
}

fn place_words(place: &CellPlace) -> String {
    format!("row {}, column “{}”: {}", group_digits(&place.row.to_string()), place.column, shown(&place.value))
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Int(value) if value.abs() < SEPARATED => value.to_string(),
        Cell::Int(_) | Cell::Float(_) => group_digits(&cell.to_string()),
        Cell::Null | Cell::Bool(_) | Cell::Text(_) => cell.to_string(),
    }
}

/// Cells for the page's script: `3.2` is the second cell of the third row, `*.2` the whole second column.
fn places(evidence: &Evidence, query: &Query) -> Option<String> {
    let position = |name: &String| query.columns.iter().position(|column| column == name).map(|index| index + 1);
    let place = |cell: &CellPlace| Some(format!("{}.{}", cell.row, position(&cell.column)?));
    let whole = evidence.column.as_ref().and_then(position).map(|column| format!("*.{column}"));
    let places: Vec<String> = evidence.cells.iter().filter_map(place).chain(whole).collect();
    (!places.is_empty()).then(|| places.join(" "))
}

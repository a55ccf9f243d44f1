//! What a report says of its numbers: how many were traced, which were not, and the sign behind those.
//!
//! Uses `event`, `limits` and the report. All that it gives is text as it came from models: each format escapes it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Report;
use super::format::count;
use super::outline::sentence;
use crate::event::{CellClaim, Claim, ClaimCounts, ClaimStatus, Envelope, Event, shown_claims};
use crate::limits::{NUMBER_CHARS, UNTRACED_NAMED, UNTRACED_TOLD};
use crate::table::Cell;

/// Stands behind every number that could not be traced, in all formats.
pub(super) const SIGN: &str = "⚠";

/// The exit code of `--strict` where a number could not be traced.
pub(super) const UNTRACED_EXIT: u8 = 8;

/// `27 of 28 numbers traced`, or `all 28 numbers traced`; none where there are no numbers.
pub(super) fn traced(counts: ClaimCounts) -> Option<String> {
    let all = counts.all();
    let noun = if all == 1 { "number" } else { "numbers" };
    match (all, counts.unverified) {
        (0, _) => None,
        (2.., 0) => Some(format!("all {} {noun} traced", count(all))),
        _ => Some(format!("{} of {} {noun} traced", count(counts.traced()), count(all))),
    }
}

/// The line that closes a report: `27 of 28 numbers traced; not traced: Eleven.`
pub(super) fn closing(report: &Report) -> Option<String> {
    let traced = traced(report.numbers)?;
    let untraced = report.untraced();
    Some(if untraced.is_empty() {
        sentence(&traced)
    } else {
        format!("{traced}; not traced: {}.", named(untraced.into_iter(), UNTRACED_NAMED))
    })
}

/// The sentence at the top of a report whose exit code says that numbers could not be traced.
pub(super) fn unsupported(report: &Report) -> String {
    let numbers = named(report.untraced().into_iter(), UNTRACED_NAMED);
    format!("{}: {numbers}.", fault(report.numbers))
}

/// What a run says on standard error where numbers could not be traced: `1 of 28 numbers could not be traced to a result:
/// Eleven`.
#[must_use]
pub fn untraced(events: &[Envelope]) -> Option<String> {
    let counts = ClaimCounts::of(events);
    let claims = shown_claims(events).into_iter().filter(|claim| claim.status == ClaimStatus::Unverified);
    let is_unchecked =
        |event: &Envelope| matches!(&event.event, Event::Warning { code, .. } if code == "numbers_unchecked");
    let unchecked = if events.iter().any(is_unchecked) { ", as not all could be checked" } else { "" };
    (counts.unverified > 0).then(|| format!("{}{unchecked}: {}", fault(counts), named(claims, UNTRACED_TOLD)))
}

fn fault(counts: ClaimCounts) -> String {
    let noun = if counts.all() == 1 { "number" } else { "numbers" };
    format!("{} of {} {noun} could not be traced to a result", count(counts.unverified), count(counts.all()))
}

/// Numbers as they are written, each once, and how many more there are.
fn named<'a>(claims: impl Iterator<Item = &'a Claim>, most: usize) -> String {
    let mut numbers: Vec<String> = Vec::new();
    for claim in claims {
        let number = clipped(&claim.text, NUMBER_CHARS);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    let more = numbers.len().saturating_sub(most);
    numbers.truncate(most);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", numbers.join(", "))
}

/// Text on one line, cut to so many characters.
pub(super) fn clipped(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(&line).trim_end()),
        None => line,
    }
}

/// A text, Markdown or plain, with the sign directly behind each number of it that could not be traced. Offsets that do
/// not fit the text do no harm.
pub(super) fn signed<'a>(text: &'a str, claims: &[Claim]) -> Cow<'a, str> {
    signed_by(text, &claims.iter().collect::<Vec<&Claim>>())
}

fn signed_by<'a>(text: &'a str, claims: &[&Claim]) -> Cow<'a, str> {
    let mut ends: Vec<usize> = claims
        .iter()
        .filter(|claim| claim.status == ClaimStatus::Unverified && text.get(claim.start..claim.end).is_some())
        .map(|claim| claim.end)
        .collect();
    if ends.is_empty() {
        return Cow::Borrowed(text);
    }
    ends.sort_unstable();
    ends.dedup();
    let mut out = String::with_capacity(text.len() + ends.len() * SIGN.len());
    let mut written = 0;
    for end in ends {
        out.push_str(text.get(written..end).unwrap_or_default());
        out.push_str(SIGN);
        written = end;
    }
    out.push_str(text.get(written..).unwrap_or_default());
    Cow::Owned(out)
}

/// The numbers in the cells of a table, by row and column.
#[derive(Debug, Default)]
pub(super) struct CellClaims<'a> {
    cells: BTreeMap<(usize, usize), Vec<&'a Claim>>,
}

impl<'a> CellClaims<'a> {
    pub(super) fn of(claims: &'a [CellClaim]) -> Self {
        let mut cells: BTreeMap<(usize, usize), Vec<&'a Claim>> = BTreeMap::new();
        for claim in claims {
            cells.entry((claim.row, claim.column)).or_default().push(&claim.claim);
        }
        Self { cells }
    }

    /// Those of one cell.
    pub(super) fn at(&self, row: usize, column: usize) -> &[&'a Claim] {
        self.cells.get(&(row, column)).map_or(&[], Vec::as_slice)
    }

    /// What a table shows of a cell, with its signs. Offsets are into the cell's own text: where something else is shown,
    /// the sign stands behind all of it.
    pub(super) fn signed(&self, row: usize, column: usize, cell: &Cell, shown: String) -> String {
        let claims = self.at(row, column);
        match cell {
            Cell::Text(text) if *text == shown => signed_by(text, claims).into_owned(),
            _ if claims.iter().any(|claim| claim.status == ClaimStatus::Unverified) => shown + SIGN,
            _ => shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(start: usize, end: usize, status: ClaimStatus) -> Claim {
        Claim { text: format!("{start}"), start, end, value: 0.0, status, evidence: None, near: None }
    }

    #[test]
    fn how_many_were_traced_is_said_in_words() {
        let counts = |verified, derived, unverified| ClaimCounts { verified, derived, unverified };
        for (counts, said) in [
            (counts(0, 0, 0), None),
            (counts(1, 0, 0), Some("1 of 1 number traced")),
            (counts(0, 0, 1), Some("0 of 1 number traced")),
            (counts(20, 8, 0), Some("all 28 numbers traced")),
            (counts(20, 7, 1), Some("27 of 28 numbers traced")),
            (counts(2_000, 7, 1), Some("2,007 of 2,008 numbers traced")),
        ] {
            assert_eq!(traced(counts).as_deref(), said);
        }
    }

    #[test]
    fn numbers_are_named_once_and_counted() {
        let claims: Vec<Claim> = [1, 2, 2, 3, 4].map(|start| claim(start, 9, ClaimStatus::Unverified)).into();
        assert_eq!(named(claims.iter(), 9), "1, 2, 3, 4");
        assert_eq!(named(claims.iter(), 2), "1, 2 and 2 more");
        assert_eq!(clipped("a\n b\tc", 9), "a b c");
        assert_eq!(clipped("äöü", 2), "äö…");
    }

    #[test]
    fn signs_stand_behind_numbers_and_nowhere_else() {
        let text = "**ü 12 %** of 7";
        let unverified = ClaimStatus::Unverified;
        assert_eq!(signed(text, &[claim(5, 9, unverified), claim(15, 16, ClaimStatus::Verified)]), "**ü 12 %⚠** of 7");
        assert_eq!(signed(text, &[claim(15, 16, unverified), claim(5, 9, unverified)]), "**ü 12 %⚠** of 7⚠");
        let wrong =
            [claim(900, 3, unverified), claim(3, 2, unverified), claim(2, 3, unverified), claim(0, 99, unverified)];
        assert_eq!(signed(text, &wrong), text);
    }

    #[test]
    fn cells_have_their_signs() {
        let at = |row, column, claim| CellClaim { row, column, claim };
        let claims = [at(0, 0, claim(0, 4, ClaimStatus::Unverified)), at(0, 1, claim(5, 6, ClaimStatus::Unverified))];
        let claims = CellClaims::of(&claims);
        let signed = |column, cell: Cell, shown: &str| claims.signed(0, column, &cell, shown.to_owned());
        assert_eq!(signed(0, Cell::Int(1234), "1,234"), "1,234⚠");
        assert_eq!(signed(1, Cell::Text("1 to 9.".to_owned()), "1 to 9."), "1 to 9⚠.");
        assert_eq!(signed(2, Cell::Int(5), "5"), "5");
    }
}

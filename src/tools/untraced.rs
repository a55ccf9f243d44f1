//! What a model is told of numbers that could not be traced: which, what was near, and how to mend them.
//!
//! Uses `event` and `limits`. Which numbers could be traced depends on values of the data, so none of this is told where
//! those must not be: [`said`] gives another text for that.

use std::fmt::Write;

use super::outputs::{Kind, Place};
use super::privacy::Said;
use super::trace::{Cut, is_untraced};
use crate::event::{CellClaim, Claim};
use crate::limits::{TOLD_NEAR_CHARS, TOLD_NUMBERS};

/// A number that could not be traced, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untraced {
    /// As written.
    text: String,
    /// Where it stands, in words; empty for a text.
    place: String,
    /// What came near it.
    near: Option<String>,
}

impl Untraced {
    fn of(claim: &Claim, place: String) -> Self {
        let near = claim.near.as_ref().map(|near| {
            // The words of a step hold its value; those of a cell may hold any text of the data.
            let words = near.words.split_whitespace().collect::<Vec<_>>().join(" ");
            let kept: String = words.chars().take(TOLD_NEAR_CHARS).collect();
            let cut = if kept.len() < words.len() { "…" } else { "" };
            let against = if claim.is_held() { ", but the words around it do not say so" } else { "" };
            format!("{}: {kept}{cut}{against}", near.origin.name())
        });
        Self { text: claim.text.clone(), place, near }
    }
}

/// The numbers of a text, a title or a note that could not be traced.
pub fn of_claims<'a>(claims: &'a [Claim], place: &'a str) -> impl Iterator<Item = Untraced> + 'a {
    claims.iter().filter(|claim| is_untraced(claim)).map(move |claim| Untraced::of(claim, place.to_owned()))
}

/// The numbers in cells that could not be traced.
pub fn of_cells<'a>(claims: &'a [CellClaim], headers: &'a [String]) -> impl Iterator<Item = Untraced> + 'a {
    claims.iter().filter(|cell| is_untraced(&cell.claim)).map(|cell| {
        let header = headers.get(cell.column).map(String::as_str).unwrap_or_default();
        Untraced::of(&cell.claim, format!("row {}, \"{header}\"", cell.row + 1))
    })
}

/// Where the numbers of a text stand that could not be traced.
pub fn ranges(claims: &[Claim]) -> Vec<(usize, usize)> {
    claims.iter().filter(|claim| is_untraced(claim)).map(|claim| (claim.start, claim.end)).collect()
}

/// What is told of an output that is shown: `shown` and, where not all of its numbers could be traced, which not; or that there
/// was no time to check them.
pub fn said(shown: &str, kind: Kind, place: &Place, untraced: &[Untraced], unchecked: Option<&Cut>) -> Said {
    let instead = place.replaces.as_ref().map_or(String::new(), |replaced| format!(" in the place of {replaced}"));
    let shown = shown.replacen("shown", &format!("shown{instead}"), 1);
    if untraced.is_empty() {
        return Said::ok(shown).or_instead("shown");
    }
    if let Some(cut) = unchecked {
        return Said::ok(format!("{shown}. {}", left_unchecked(untraced, cut))).or_instead("shown");
    }
    let next = match (&place.replaces, kind) {
        (Some(_), Kind::Text | Kind::Table) => format!("This was its one mend: {} marked", they_stay(untraced)),
        (None, Kind::Text) => format!(
            "Query what is missing, then send the whole text once more, [qN] behind each figure, with \"replaces\": \
             \"{}\"; or leave such numbers out of it",
            place.id
        ),
        (None, Kind::Table) => format!(
            "Query what is missing, then show the table once more, its rows from the result by \"query\" where they can \
             be, with \"replaces\": \"{}\"",
            place.id
        ),
    };
    Said::ok(format!("{shown}. {}. {next}.", listed(untraced))).or_instead("shown")
}

/// What is told of a chart, which is not mended.
pub fn of_chart(untraced: &[Untraced], unchecked: Option<&Cut>) -> Option<String> {
    let told = || match unchecked {
        Some(cut) => left_unchecked(untraced, cut),
        None => format!("{}; {} marked", listed(untraced), they_stay(untraced)),
    };
    (!untraced.is_empty()).then(told)
}

/// There is nothing to mend in a number of which nobody knows whether it can be traced.
fn left_unchecked(untraced: &[Untraced], cut: &Cut) -> String {
    format!("{}; {} marked", cut.message(untraced.len(), None), they_stay(untraced))
}

/// What is told of a chart that is not shown for them.
pub fn instead_of_chart(untraced: &[Untraced]) -> String {
    format!("not shown: {}. Query what is missing, or leave such numbers out of title and note", listed(untraced))
}

fn they_stay(untraced: &[Untraced]) -> &'static str {
    if untraced.len() == 1 { "it stays" } else { "they stay" }
}

/// `2 numbers could not be traced: 12.4 % (q2: share of West, row 3: 11.87), 37`.
fn listed(untraced: &[Untraced]) -> String {
    let mut list = match untraced.len() {
        1 => "1 number could not be traced: ".to_owned(),
        count => format!("{count} numbers could not be traced: "),
    };
    for (index, number) in untraced.iter().take(TOLD_NUMBERS).enumerate() {
        if index > 0 {
            list.push_str(", ");
        }
        list.push_str(&number.text);
        let near = number.near.as_ref().map(|near| format!("near is {near}"));
        let notes: Vec<&str> = [Some(number.place.as_str()), near.as_deref()].into_iter().flatten().collect();
        let notes: Vec<&str> = notes.into_iter().filter(|note| !note.is_empty()).collect();
        if !notes.is_empty() {
            let _ = write!(list, " ({})", notes.join("; "));
        }
    }
    if let Some(more) = untraced.len().checked_sub(TOLD_NUMBERS).filter(|more| *more > 0) {
        let _ = write!(list, " and {more} more");
    }
    list
}

#[cfg(test)]
mod tests {
    use super::super::outputs::Outputs;
    use super::super::privacy::{Told, told};
    use super::*;
    use crate::event::{ClaimStatus, Evidence, Origin, Step};
    use crate::limits::Privacy;
    use crate::table::Cell;

    fn claim(text: &str, status: ClaimStatus, near: Option<&str>) -> Claim {
        let near = near.map(|words| Evidence {
            origin: Origin::Query("q2".to_owned()),
            step: Step::Share,
            value: Cell::Float(11.87),
            cells: Vec::new(),
            column: None,
            words: words.to_owned(),
        });
        Claim { text: text.to_owned(), start: 0, end: text.len(), value: 0.0, status, evidence: None, near }
    }

    fn content(privacy: Privacy, said: Said) -> String {
        let Told { content, .. } = told(privacy, said);
        content
    }

    #[test]
    fn a_number_that_a_result_holds_is_told_to_lack_its_words() {
        let held = Claim { value: 11.87, ..claim("11.87", ClaimStatus::Unverified, Some("share of West: 11.87")) };
        let near = |claim: &Claim| of_claims(std::slice::from_ref(claim), "").next().and_then(|untraced| untraced.near);
        let words = "q2: share of West: 11.87, but the words around it do not say so";
        assert_eq!(near(&held).as_deref(), Some(words));
        let other = Claim { value: 12.4, ..held };
        assert_eq!(near(&other).as_deref(), Some("q2: share of West: 11.87"));
    }

    #[test]
    fn the_model_is_told_which_numbers_what_is_near_and_what_to_do() {
        let claims = [
            claim("12.4 %", ClaimStatus::Unverified, Some("share of West, row 3: 11.87")),
            claim("60", ClaimStatus::Verified, None),
            claim("37", ClaimStatus::Unverified, None),
        ];
        let untraced: Vec<_> = of_claims(&claims, "").collect();
        let mut outputs = Outputs::default();
        let first = outputs.next(Kind::Text);
        let words = content(Privacy::Rows, said("shown", Kind::Text, &first, &untraced, None));
        assert_eq!(
            words,
            "shown. 2 numbers could not be traced: 12.4 % (near is q2: share of West, row 3: 11.87), 37. Query what is \
             missing, then send the whole text once more, [qN] behind each figure, with \"replaces\": \"text1\"; or leave \
             such numbers out of it."
        );
        outputs.note(Kind::Text, &first, None, super::super::outputs::Wording::default(), true);
        let second = outputs.instead_of(Kind::Text, "text1").unwrap();
        let words = content(Privacy::Rows, said("shown", Kind::Text, &second, untraced.get(1..).unwrap(), None));
        assert_eq!(
            words,
            "shown in the place of text1. 1 number could not be traced: 37. This was its one mend: it stays marked."
        );
        let cut = Cut::RunTime;
        let words = content(Privacy::Rows, said("shown", Kind::Text, &first, &untraced, Some(&cut)));
        assert_eq!(
            words,
            "shown. 2 numbers could not be checked: half of the run's time that was left was used up; they stay marked",
            "they are no fault of the text"
        );
        for privacy in [Privacy::Stats, Privacy::Schema] {
            assert_eq!(content(privacy, said("shown", Kind::Text, &second, &untraced, None)), "shown");
        }
    }

    #[test]
    fn cells_are_told_by_row_and_column_and_long_lists_are_cut() {
        let headers = ["region".to_owned(), "share".to_owned()];
        let long = format!("\n{}", "x".repeat(1_000));
        let cells: Vec<CellClaim> = (0..20)
            .map(|row| CellClaim { row, column: 1, claim: claim("7", ClaimStatus::Unverified, Some(&long)) })
            .collect();
        let untraced: Vec<_> = of_cells(&cells, &headers).collect();
        let words =
            content(Privacy::Rows, said("shown", Kind::Table, &Outputs::default().next(Kind::Table), &untraced, None));
        assert!(
            words.starts_with("shown. 20 numbers could not be traced: 7 (row 1, \"share\"; near is q2: xxx"),
            "{words}"
        );
        assert!(words.contains("7 (row 8, ") && !words.contains("7 (row 9, "), "{words}");
        assert!(words.contains(" and 12 more. ") && words.contains("\"replaces\": \"table1\""), "{words}");
        assert!(words.chars().count() < TOLD_NUMBERS * (TOLD_NEAR_CHARS + 40) + 300, "{words}");
        assert_eq!(of_chart(&[], None), None);
    }
}

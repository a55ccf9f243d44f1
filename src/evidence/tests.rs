//! What holds for any text, whatever a model writes: claims stand in it, in order, and nothing panics.

use std::ops::Range;
use std::sync::Arc;

use proptest::prelude::*;

use super::example;
use super::mention::{self, Form, Mention};
use super::passage::passages;
use super::{Ledger, below_header};
use crate::event::{CellClaim, Claim};
use crate::table::{Cell, Table};

/// What texts on results are made of, and what takes them apart: marks of Markdown, citations, names, numbers.
const PIECES: &[&str] = &[
    "West",
    "North",
    "Ünder 3",
    "q1",
    "region",
    "revenue",
    "orders",
    "month",
    "share",
    "2024-01",
    "2024",
    "January",
    "May",
    "one",
    "three",
    "thirteen",
    "45",
    "1,234",
    "1.234",
    "12.5 %",
    "-3",
    "−3",
    "+7",
    "$",
    "€",
    "K",
    "bn",
    "1st",
    "½",
    "𝟜",
    "数",
    "é",
    "🙂",
    "\u{301}",
    "\u{200d}",
    "\u{202e}",
    "[q1]",
    "[q2, q1]",
    "[q99999]",
    "[q1",
    "[q]",
    "[",
    "]",
    "](",
    "[^q1]",
    "|",
    "|---|",
    "\n|",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    " ",
    " ",
    " ",
    ". ",
    ".",
    "! ",
    "? ",
    "e.g. ",
    ", ",
    "; ",
    ": ",
    "(",
    ")",
    "**",
    "*",
    "_",
    "`",
    "```\n",
    "\"",
    "“",
    "”",
    "'",
    "# ",
    "- ",
    "1. ",
    "2) ",
    "> ",
    "---\n",
    "<b>",
    "</b>",
    "&amp;",
    "&#49;",
    "\\",
    "~",
    "%",
    " of ",
    " and ",
    " to ",
    " between ",
    " above ",
    " up to ",
    " adds up to ",
    " less than ",
    " the highest ",
    " average ",
    " total ",
    " share ",
    " fell by ",
    " grew ",
    " than ",
];

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// Two results, of one of which rows are missing.
fn ledger() -> Ledger {
    let mut ledger = Ledger::default();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let regions = Table {
        columns: names(&["region", "revenue", "orders", "share"]),
        types: names(&["VARCHAR", "DOUBLE", "BIGINT", "DOUBLE"]),
        rows: [("West", 1234.5, 45), ("North", -3.0, 12), ("Ünder 3", 45.0, 1), ("a|b\n", 0.0, 7)]
            .map(|(name, revenue, orders)| {
                vec![text(name), Cell::Float(revenue), Cell::Int(orders), Cell::Float(0.125)]
            })
            .to_vec(),
        row_count: 4,
    };
    let months = Table {
        columns: names(&["month", "revenue"]),
        types: names(&["DATE", "DOUBLE"]),
        rows: [("2024-01-01", 45.0), ("2024-02-01", 1.234)]
            .map(|(day, sum)| vec![text(day), Cell::Float(sum)])
            .to_vec(),
        row_count: 9,
    };
    ledger.record("q1", "select region, sum(x) revenue, count(*) orders from data order by 2 desc", Arc::new(regions));
    ledger.record("q2", "select month, sum(x) revenue from data", Arc::new(months));
    ledger
}

/// Ranges within a text, on its characters, none empty, one behind the other.
fn in_order(text: &str, ranges: impl Iterator<Item = Range<usize>>) -> Result<(), TestCaseError> {
    let mut end = 0;
    for range in ranges {
        prop_assert!(range.start >= end && range.start < range.end, "{:?} in {:?}", range, text);
        prop_assert!(text.get(range.clone()).is_some(), "{:?} in {:?}", range, text);
        end = range.end;
    }
    Ok(())
}

fn taken_apart(text: &str) -> Result<(), TestCaseError> {
    let passages = passages(text);
    in_order(text, passages.iter().map(|passage| passage.range.clone()))?;
    for passage in &passages {
        in_order(text, passage.words.iter().map(|word| word.range.clone()))?;
        in_order(text, passage.citations.iter().map(|(range, _)| range.clone()))?;
        in_order(text, passage.cells.iter().map(|(range, _)| range.clone()).filter(|range| !range.is_empty()))?;
        let words = passage.words.iter().map(|word| &word.range);
        let cells = passage.cells.iter().map(|(range, _)| range);
        for range in words.chain(passage.citations.iter().map(|(range, _)| range)).chain(cells) {
            prop_assert!(passage.range.start <= range.start && range.end <= passage.range.end, "{:?}", text);
        }
    }
    Ok(())
}

fn claimed(text: &str, claims: &[Claim]) -> Result<(), TestCaseError> {
    in_order(text, claims.iter().map(|claim| claim.start..claim.end))?;
    for claim in claims {
        prop_assert_eq!(text.get(claim.start..claim.end), Some(claim.text.as_str()));
        prop_assert!(claim.value.is_finite(), "{:?} in {:?}", claim, text);
        prop_assert_eq!(claim.evidence.is_none(), claim.status == crate::event::ClaimStatus::Unverified);
    }
    Ok(())
}

fn checked(text: &str) -> Result<(), TestCaseError> {
    taken_apart(text)?;
    let ledger = ledger();
    claimed(text, &ledger.check(text))?;
    claimed(text, &ledger.check_title(text, &["q1".to_owned()]))?;
    let rows = [vec![Cell::Text(text.to_owned()), Cell::Float(45.0)], vec![Cell::Null, Cell::Text(text.to_owned())]];
    for found in ledger.check_cells(&[text.to_owned(), "revenue".to_owned()], &rows) {
        let shown = rows[found.row][found.column].to_string();
        prop_assert!(shown.get(found.claim.start..found.claim.end).is_some(), "{:?} in {:?}", found, shown);
    }
    for wanted in ledger.wanted(text, &ledger.check(text)) {
        prop_assert!(wanted.id == "q2", "only of the result that was cut: {:?}", wanted);
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_checked(text in "\\PC{0,160}") {
        checked(&text)?;
    }

    #[test]
    fn any_text_of_what_reports_are_made_of_is_checked(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60),
    ) {
        checked(&pieces.concat())?;
    }
}

#[test]
fn a_long_text_without_an_end_is_checked() {
    for piece in
        ["[q1", "[q1] ", "West 45 ", "| 45 ", "|\n", "one. ", "**45", "West and North, ", "45. A ", "- 45\n", "# "]
    {
        let text = piece.repeat(1_200 / piece.len());
        checked(&text).unwrap_or_else(|fault| panic!("{piece:?}: {fault}"));
    }
}

#[test]
fn claims_of_cells_stand_where_their_numbers_do() {
    let text = |cell: &str| Cell::Text(cell.to_owned());
    let headers = ["a|b".to_owned(), "n\n%".to_owned()];
    let rows = [
        vec![text("12|345 and -7"), text("é|9\n8")],
        vec![text("x\\"), text("5\r\n%")],
        vec![Cell::Int(41), text("(6)|-3")],
    ];
    let claims = Ledger::default().check_cells(&headers, &rows);
    let found: Vec<(usize, usize, &str)> =
        claims.iter().map(|cell| (cell.row, cell.column, cell.claim.text.as_str())).collect();
    assert_eq!(
        found,
        [
            (0, 0, "12"),
            (0, 0, "345"),
            (0, 0, "-7"),
            (0, 1, "9"),
            (0, 1, "8"),
            (1, 1, "5\r\n%"),
            (2, 0, "41"),
            (2, 1, "6"),
            (2, 1, "-3"),
        ]
    );
    for CellClaim { row, column, claim } in &claims {
        let cell = rows[*row][*column].to_string();
        assert_eq!(cell[claim.start..claim.end], claim.text, "{cell:?}");
    }
}

#[test]
fn a_cell_with_an_escaped_border_is_one() {
    let text = "| name | share % |\n|---|---|\n| a \\| b 3 | 12 |";
    let claims = Ledger::default().check(text);
    let found: Vec<&str> = claims.iter().map(|claim| &text[claim.start..claim.end]).collect();
    assert_eq!(found, ["3", "12"]);
    assert_eq!(below_headers(text), ["12"]);
}

/// The numbers that stand below a header that says percent.
fn below_headers(text: &str) -> Vec<&str> {
    let passages = passages(text);
    let mentions = mention::find(text);
    let percent = |mention: &Mention| {
        let passage = passages.iter().find(|passage| passage.range.contains(&mention.range.start)).unwrap();
        below_header(passage, mention.clone()).form == Form::Percent
    };
    mentions.iter().filter(|mention| percent(mention)).map(|mention| &text[mention.range.clone()]).collect()
}

#[test]
fn a_number_below_a_count_is_no_year() {
    let result = example::table("column|non_null_count", &["due date|930269", "taxi company|2065"]);
    let ledger = example::ledger(vec![result]);
    let headers = ["Column", "Non-Null Count"].map(str::to_owned);
    let rows = [("Due Date", 930_269), ("Taxi Company", 2065), ("Taxi Company", 2066)];
    let rows = rows.map(|(name, count)| vec![Cell::Text(name.to_owned()), Cell::Int(count)]);
    let traced: Vec<bool> =
        ledger.check_cells(&headers, &rows).iter().map(|found| found.claim.evidence.is_some()).collect();
    assert_eq!(traced, [true, true, false]);
}

/// How the first number of a text was judged, against a result.
fn first_of(header: &str, rows: &[&str], text: &str) -> bool {
    let ledger = super::example::ledger(vec![super::example::table(header, rows)]);
    ledger.check(text).first().is_some_and(|claim| claim.evidence.is_some())
}

#[test]
fn what_is_said_in_other_words_than_the_result_has_is_traced() {
    let emissions = ("year|total_mt", &["2022|4535.4", "2023|4570.2"][..]);
    let seats = ("party|votes", &["Labour Alliance|553949", "Civic Union|476711"][..]);
    let groups = ("fuel|revenue", &["Oil & gas|388557", "Coal|120094"][..]);
    let films = ("film|budget_musd", &["Dune|104.5", "Tron|77.9"][..]);
    for ((header, rows), text, wrong) in [
        (emissions, "The total was 4.57 Gt in 2023 [q1].", "The total was 4.75 Gt in 2023 [q1]."),
        (seats, "Labour has 553,949 votes [q1].", "Labour has 476,711 votes [q1]."),
        (groups, "Oil and gas has 388,557 [q1].", "Oil and gas has 120,094 [q1]."),
        (films, "Dune had a budget of $104.5 million [q1].", "Dune had a budget of $104.5 billion [q1]."),
    ] {
        assert!(first_of(header, rows, text), "{text}");
        assert!(!first_of(header, rows, wrong), "{wrong}");
    }
}

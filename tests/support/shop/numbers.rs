//! What the numbers of the shop's run rest on.

use csvchat::event::{CellClaim, CellPlace, Claim, ClaimStatus, Evidence, Origin, Step};
use csvchat::table::Cell;

/// The summary of the analysis.
pub const SUMMARY: &str = "The file holds **4,212 orders** of two years, from January 2023 to December 2024 [q1]. \
     North carries 39 % of the revenue and is the only region that grew: by 48 % from the first half year \
     to the last, while the other three stood still [q1, q2]. In April 2024 revenue fell by a third in all \
     regions at once, which no other month comes near. The number of pieces explains most of the discount. \
     Eleven orders carry a negative price and should be looked at.";

/// A number of a text, where it stands there first, and what it rests on.
pub fn claim(text: &str, number: &str, status: ClaimStatus, evidence: Option<Evidence>) -> Claim {
    let start = text.find(number).unwrap_or_else(|| panic!("no {number}"));
    let (evidence, near) = if status == ClaimStatus::Unverified { (None, evidence) } else { (evidence, None) };
    Claim { text: number.to_owned(), start, end: start + number.len(), value: 0.0, status, evidence, near }
}

/// A value and the cells it comes from: of a query, or of the shop's file, whose table is `data`.
pub fn evidence(name: &str, step: Step, value: Cell, words: &str, cells: &[(u64, &str, Cell)]) -> Evidence {
    let place = |(row, column, value): &(u64, &str, Cell)| CellPlace {
        row: *row,
        column: (*column).to_owned(),
        value: value.clone(),
    };
    let origin = if name == "data" { Origin::Table(name.to_owned()) } else { Origin::Query(name.to_owned()) };
    Evidence { origin, step, value, cells: cells.iter().map(place).collect(), column: None, words: words.to_owned() }
}

/// Claims on a text that fit it, and claims that do not: outside of it, in the middle of a character, over each other, from
/// end to start. What they rest on holds the text itself wherever it holds text.
pub fn hostile(text: &str) -> Vec<Claim> {
    let ends = [0, 1, 2, 3, text.len() / 2, text.len().saturating_sub(1), text.len(), text.len() + 1, usize::MAX];
    let status = [ClaimStatus::Unverified, ClaimStatus::Verified, ClaimStatus::Derived];
    let mut claims = Vec::new();
    for (number, start) in ends.into_iter().enumerate() {
        for (other, end) in ends.into_iter().enumerate() {
            let query = [text, "q1", "q2", "data"][(number + other) % 4];
            let place = (u64::MAX, text, Cell::Text(text.to_owned()));
            let mut found = evidence(query, Step::Share, Cell::Text(text.to_owned()), text, &[place]);
            if start == end {
                found.origin = Origin::Table(text.to_owned());
            }
            let (evidence, near) = if other % 2 == 0 { (Some(found), None) } else { (None, Some(found)) };
            let status = status[(number + other) % 3];
            claims.push(Claim { text: text.to_owned(), start, end, value: f64::MAX, status, evidence, near });
        }
    }
    claims
}

/// Such claims on the cells of a table, of which some are not there.
pub fn hostile_cells(text: &str) -> Vec<CellClaim> {
    let places = [(0, 0), (0, 1), (0, 0), (9, 9), (usize::MAX, usize::MAX)];
    let claims = hostile(text);
    claims.into_iter().zip(places.into_iter().cycle()).map(|(claim, (row, column))| cell(row, column, claim)).collect()
}

/// A number in a cell.
fn cell(row: usize, column: usize, claim: Claim) -> CellClaim {
    CellClaim { row, column, claim }
}

/// Those of the summary.
pub fn of_summary() -> Vec<Claim> {
    let claim = |number, status, evidence| claim(SUMMARY, number, status, evidence);
    let (verified, derived) = (ClaimStatus::Verified, ClaimStatus::Derived);
    let north = Cell::Float(409_748.42);
    vec![
        claim("4,212", verified, Some(evidence("data", Step::RowCount, Cell::Int(4_212), "rows of sales.csv", &[]))),
        claim(
            "January 2023",
            verified,
            Some(evidence(
                "q1",
                Step::Cell,
                Cell::Text("2023-01-01".to_owned()),
                "",
                &[(1, "month", Cell::Text("2023-01-01".to_owned()))],
            )),
        ),
        claim(
            "39 %",
            derived,
            Some(evidence(
                "q2",
                Step::Share,
                Cell::Float(38.621_640_8),
                "North’s part of all revenue",
                &[(1, "revenue", north)],
            )),
        ),
        claim(
            "48 %",
            derived,
            Some(evidence(
                "q1",
                Step::Change,
                Cell::Float(47.930_211),
                "sum of July to December 2024 over January to June 2023",
                &[],
            )),
        ),
        claim("three", verified, Some(evidence("q2", Step::RowCount, Cell::Int(3), "rows of q2 beside North", &[]))),
        claim(
            "Eleven",
            ClaimStatus::Unverified,
            Some(evidence("q4", Step::Cell, Cell::Int(12), "", &[(12, "order_id", Cell::Int(100_056))])),
        ),
    ]
}

/// That of the title.
pub fn of_title(title: &str) -> Vec<Claim> {
    let words = "years from January 2023 to December 2024";
    let years =
        Evidence { column: Some("month".to_owned()), ..evidence("q1", Step::Distinct, Cell::Int(2), words, &[]) };
    vec![claim(title, "two", ClaimStatus::Derived, Some(years))]
}

/// That of a chart's title.
pub fn of_chart(title: &str) -> Vec<Claim> {
    let cells = [(1, "revenue", Cell::Float(409_748.42)), (2, "revenue", Cell::Float(271_021.05))];
    let words = "revenue of North and East over all revenue";
    let found = evidence("q2", Step::Share, Cell::Float(64.166_302), words, &cells);
    vec![claim(title, "two thirds", ClaimStatus::Derived, Some(found))]
}

/// Those of the table of columns: counts of values, and what the file's own profile says of them.
pub fn of_columns(rows: &[Vec<Cell>]) -> Vec<CellClaim> {
    let mut claims = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        let Some(Cell::Text(name)) = cells.first() else { continue };
        for (column, what) in [(2, "values of"), (3, "different values of")] {
            let text = cells[column].to_string();
            let found = evidence("data", Step::Distinct, cells[column].clone(), &format!("{what} {name}"), &[]);
            claims.push(cell(row, column, claim(&text, &text, ClaimStatus::Verified, Some(found))));
        }
    }
    let issues = rows[5][6].to_string();
    let near = evidence("data", Step::Share, Cell::Float(7.288), "missing values of discount", &[]);
    claims.push(cell(5, 6, claim(&issues, "7.3 %", ClaimStatus::Derived, Some(near))));
    let notes = rows[7][6].to_string();
    claims.push(cell(7, 6, claim(&notes, "90 %", ClaimStatus::Unverified, None)));
    claims
}

//! Which numbers of a run the reader is shown.
//!
//! Uses the events alone. Whoever counts numbers counts them here: the exit code, `done` and the line under the title of a
//! report say the same.

use super::{Claim, ClaimCounts, Envelope, Event};

impl ClaimCounts {
    /// The numbers of what a run shows.
    #[must_use]
    pub fn of(events: &[Envelope]) -> Self {
        let mut counts = Self::default();
        for claim in shown_claims(events) {
            counts.add(claim.status);
        }
        counts
    }
}

/// The numbers of the title, then those of each text, table and chart. What another one stands in the place of is not
/// shown, and neither is a title after which another came.
#[must_use]
pub fn shown_claims(events: &[Envelope]) -> Vec<&Claim> {
    let mut title: &[Claim] = &[];
    let mut given: Vec<(&str, Vec<&Claim>)> = Vec::new();
    for envelope in events {
        let (id, claims, replaces) = match &envelope.event {
            Event::SessionUpdate { claims, .. } => {
                title = claims;
                continue;
            }
            Event::Text { id, claims, replaces, .. } => (id, claims.iter().collect(), replaces.as_deref()),
            Event::Table { id, title_claims, claims, replaces, .. } => {
                let cells = claims.iter().map(|cell| &cell.claim);
                (id, title_claims.iter().chain(cells).collect(), replaces.as_deref())
            }
            Event::Plot { id, title_claims, note_claims, .. } => {
                (id, title_claims.iter().chain(note_claims).collect(), None)
            }
            Event::RunStarted { .. }
            | Event::Dataset(_)
            | Event::Status { .. }
            | Event::TextDelta { .. }
            | Event::Reasoning { .. }
            | Event::ModelTurn { .. }
            | Event::ToolCall { .. }
            | Event::QueryResult { .. }
            | Event::PlotRejected { .. }
            | Event::ToolResult { .. }
            | Event::Retry { .. }
            | Event::Usage(_)
            | Event::Warning { .. }
            | Event::Error { .. }
            | Event::Done { .. } => continue,
        };
        match given.iter_mut().find(|(given, _)| replaces == Some(*given)) {
            Some(place) => *place = (id, claims),
            None => given.push((id, claims)),
        }
    }
    title.iter().chain(given.into_iter().flat_map(|(_, claims)| claims)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{CellClaim, ClaimStatus, Role, VERSION};
    use crate::table::Cell;

    fn claim(text: &str, status: ClaimStatus) -> Claim {
        Claim { text: text.to_owned(), start: 0, end: text.len(), value: 1.0, status, evidence: None, near: None }
    }

    fn text(id: &str, claims: Vec<Claim>, replaces: Option<&str>) -> Event {
        let (role, replaces) = (Role::Summary, replaces.map(str::to_owned));
        Event::Text { id: id.to_owned(), role, text: "1".to_owned(), claims, replaces }
    }

    fn run(events: Vec<Event>) -> Vec<Envelope> {
        events.into_iter().zip(0..).map(|(event, seq)| Envelope { v: VERSION, seq, ms: 0, event }).collect()
    }

    #[test]
    fn all_numbers_that_are_shown_count() {
        let (verified, derived) = (ClaimStatus::Verified, ClaimStatus::Derived);
        let events = run(vec![
            text("text1", vec![claim("1", verified), claim("2", ClaimStatus::Unverified)], None),
            Event::Table {
                id: "table1".to_owned(),
                title: "3".to_owned(),
                headers: vec!["n".to_owned()],
                rows: vec![vec![Cell::Int(4)]],
                row_count: 1,
                source: None,
                title_claims: vec![claim("3", derived)],
                claims: vec![CellClaim { row: 0, column: 0, claim: claim("4", verified) }],
                replaces: None,
            },
            Event::Plot {
                id: "plot1".to_owned(),
                title: "5".to_owned(),
                note: Some("6".to_owned()),
                vega_lite_spec: serde_json::Value::Null,
                source: None,
                title_claims: vec![claim("5", derived)],
                note_claims: vec![claim("6", ClaimStatus::Unverified)],
                warnings: Vec::new(),
                alt: None,
                drawn: None,
                svg: None,
            },
            Event::SessionUpdate { title: "7".to_owned(), claims: vec![claim("7", derived)] },
        ]);
        assert_eq!(ClaimCounts::of(&events), ClaimCounts { verified: 2, derived: 3, unverified: 2 });
        let order: Vec<&str> = shown_claims(&events).iter().map(|claim| claim.text.as_str()).collect();
        assert_eq!(order, ["7", "1", "2", "3", "4", "5", "6"]);
    }

    #[test]
    fn what_was_mended_counts_as_mended() {
        let (verified, unverified) = (ClaimStatus::Verified, ClaimStatus::Unverified);
        let events = run(vec![
            text("text1", vec![claim("1", unverified)], None),
            text("text2", vec![claim("2", verified)], None),
            text("text3", vec![claim("3", verified)], Some("text1")),
            text("text4", vec![claim("4", unverified)], Some("text9")),
            Event::SessionUpdate { title: "5".to_owned(), claims: vec![claim("5", unverified)] },
            Event::SessionUpdate { title: "x".to_owned(), claims: Vec::new() },
        ]);
        let order: Vec<&str> = shown_claims(&events).iter().map(|claim| claim.text.as_str()).collect();
        assert_eq!(order, ["3", "2", "4"]);
        assert_eq!(ClaimCounts::of(&events), ClaimCounts { verified: 2, derived: 0, unverified: 1 });
    }
}

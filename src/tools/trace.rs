//! Tracing the numbers of what is shown, also into rows of results that were not kept: those the database is asked for.
//!
//! Uses the ledger, the worker and `limits`. What is asked so is no query of the model: it gets no id and no event, only
//! a span; it goes through the same gate, and whatever becomes of it, the output is shown and the run goes on.

use std::time::{Duration, Instant};

use super::Tools;
use crate::event::{CellClaim, Claim, ClaimStatus, Log, SpanKind};
use crate::evidence::Ledger;
use crate::limits::{TRACE_STATEMENTS, TRACE_TIME};
use crate::table::Cell;

/// Text with its claims, as the ledger takes them to say what to ask.
type Asked = (String, Vec<Claim>);

impl Tools {
    /// The run's deadline: what is asked of the database to trace numbers takes no more than half of the time until then.
    pub fn bound(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The numbers of a Markdown text.
    pub(super) async fn trace_text(&mut self, text: &str, log: &mut Log) -> Vec<Claim> {
        let check = |ledger: &Ledger| ledger.check(text);
        self.trace(check, |claims| vec![(text.to_owned(), claims.clone())], log).await
    }

    /// The numbers of a title or a note over what was taken from these results.
    pub(super) async fn trace_title(&mut self, title: &str, cited: &[String], log: &mut Log) -> Vec<Claim> {
        let check = |ledger: &Ledger| ledger.check_title(title, cited);
        self.trace(check, |claims| vec![(title.to_owned(), claims.clone())], log).await
    }

    /// The numbers in the cells of a table that was taken from no result.
    pub(super) async fn trace_cells(
        &mut self,
        headers: &[String],
        rows: &[Vec<Cell>],
        log: &mut Log,
    ) -> Vec<CellClaim> {
        let check = |ledger: &Ledger| ledger.check_cells(headers, rows);
        self.trace(check, |claims| lines(headers, rows, claims), log).await
    }

    /// Checks; asks the database what the ledger wants to know before it calls a number unverified; checks again.
    async fn trace<T>(&mut self, check: impl Fn(&Ledger) -> T, texts: impl Fn(&T) -> Vec<Asked>, log: &mut Log) -> T {
        let mut claims = check(&self.ledger);
        let started = log.elapsed_ms();
        let until = Instant::now() + self.trace_time();
        let mut asked = 0;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if asked == TRACE_STATEMENTS || left.is_zero() {
                break;
            }
            let all = texts(&claims).into_iter().filter(|(_, claims)| claims.iter().any(is_untraced));
            let wanted = all.flat_map(|(text, claims)| self.ledger.wanted(&text, &claims)).next();
            let Some(wanted) = wanted else { break };
            // One that fails or takes too long is not asked again; the run goes on without it.
            let answer = self.worker.query_within(&wanted.statement, left, &self.interrupt).await.ok();
            self.ledger.answer(&wanted, answer);
            asked += 1;
            claims = check(&self.ledger);
        }
        if asked > 0 {
            log.span(SpanKind::Tool, "check numbers", started);
        }
        claims
    }

    /// Time for tracing one output.
    fn trace_time(&self) -> Duration {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / 2);
        left.map_or(TRACE_TIME, |left| left.min(TRACE_TIME))
    }
}

/// Whether a number could not be traced.
pub fn is_untraced(claim: &Claim) -> bool {
    match claim.status {
        ClaimStatus::Unverified => true,
        ClaimStatus::Verified | ClaimStatus::Derived => false,
    }
}

/// Each row with a number that could not be traced, as a text: its cells behind their headers, which name them.
fn lines(headers: &[String], rows: &[Vec<Cell>], claims: &[CellClaim]) -> Vec<Asked> {
    let of_rows = claims.chunk_by(|one, next| one.row == next.row);
    let untraced = of_rows.filter(|claims| claims.iter().any(|cell| is_untraced(&cell.claim)));
    untraced.filter_map(|claims| Some(line(headers, rows.get(claims.first()?.row)?, claims))).collect()
}

fn line(headers: &[String], row: &[Cell], claims: &[CellClaim]) -> Asked {
    let (mut text, mut moved) = (String::new(), Vec::new());
    for (column, (header, cell)) in headers.iter().zip(row).enumerate() {
        if column > 0 {
            text.push_str(", ");
        }
        text.push_str(header);
        text.push_str(": ");
        moved.extend(claims.iter().filter(|cell| cell.column == column).map(|cell| Claim {
            start: cell.claim.start + text.len(),
            end: cell.claim.end + text.len(),
            ..cell.claim.clone()
        }));
        text.push_str(&cell.to_string());
    }
    (text, moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(text: &str, start: usize, status: ClaimStatus) -> Claim {
        Claim { text: text.to_owned(), start, end: start + text.len(), value: 0.0, status, evidence: None, near: None }
    }

    #[test]
    fn a_row_is_asked_for_with_its_headers_and_its_numbers_in_their_places() {
        let headers = ["region".to_owned(), "share".to_owned()];
        let rows = [("North", "40"), ("West", "about 12.4 %")]
            .map(|(name, share)| vec![Cell::Text(name.to_owned()), Cell::Text(share.to_owned())]);
        let claims = [
            CellClaim { row: 0, column: 1, claim: claim("40", 0, ClaimStatus::Verified) },
            CellClaim { row: 1, column: 1, claim: claim("12.4 %", 6, ClaimStatus::Unverified) },
        ];
        let lines = lines(&headers, &rows, &claims);
        let [(text, moved)] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!(text, "region: West, share: about 12.4 %");
        let [moved] = moved.as_slice() else { panic!("{moved:?}") };
        assert_eq!(&text[moved.start..moved.end], "12.4 %");
    }
}

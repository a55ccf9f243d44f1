//! Tracing the numbers of what is shown, also into rows of results that were not kept: those the database is asked for.
//!
//! Uses the ledger, the worker and `limits`. Numbers are checked on a thread of their own, so that signals are heard
//! meanwhile. What is asked of the database is no query of the model: it gets no id and no event, only a span; it goes
//! through the same gate. Whatever becomes of it, the output is shown, and a warning says what was not checked.

mod cut;

use std::sync::Arc;
use std::time::Instant;

use super::{Outcome, Tools};
use crate::data::QueryError;
use crate::event::{CellClaim, Claim, ClaimStatus, Event, Log, SpanKind};
use crate::evidence::{Ledger, Wanted};
use crate::limits::{EVIDENCE_ASKED_ROWS, TRACE_CELLS, TRACE_STATEMENTS, TRACE_TIME, until};
use crate::table::Cell;
pub use cut::Cut;

/// Text with its claims, as the ledger takes them to say what to ask.
type Asked = (String, Vec<Claim>);

/// What ends the run while numbers are traced. What they stand in is shown all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// A signal came.
    Interrupted,
    /// Something broke that the model cannot mend.
    Broken(String),
}

impl<T> From<Halt> for Outcome<T> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Interrupted => Self::Interrupted,
            Halt::Broken(reason) => Self::Broken(reason),
        }
    }
}

/// What was asked of the database for one output.
#[derive(Default)]
struct Asking {
    /// The text and the statement that was asked for it last, and what is not known of the answer.
    asked: Vec<(String, Wanted, Option<Cut>)>,
    statements: usize,
    cells: u64,
}

impl Tools {
    /// The run's deadline: tracing the numbers of an output takes no more than half of the time until then.
    pub fn bound(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// What came while the numbers of the last output were traced and ends the run.
    pub fn halted(&mut self) -> Option<Halt> {
        self.halt.take()
    }

    /// The numbers of a Markdown text.
    pub(super) async fn trace_text(&mut self, text: &str, log: &mut Log) -> Vec<Claim> {
        let own = text.to_owned();
        let check = move |ledger: &Ledger| ledger.check(&own);
        self.trace(check, |claims| vec![(text.to_owned(), claims.clone())], log).await
    }

    /// The numbers of a title or a note over what was taken from these results.
    pub(super) async fn trace_title(&mut self, title: &str, cited: &[String], log: &mut Log) -> Vec<Claim> {
        let (own, cited) = (title.to_owned(), cited.to_vec());
        let check = move |ledger: &Ledger| ledger.check_title(&own, &cited);
        self.trace(check, |claims| vec![(title.to_owned(), claims.clone())], log).await
    }

    /// The numbers in the cells of a table that was taken from no result.
    pub(super) async fn trace_cells(
        &mut self,
        headers: &[String],
        rows: &[Vec<Cell>],
        log: &mut Log,
    ) -> Vec<CellClaim> {
        let (own_headers, own_rows) = (headers.to_vec(), rows.to_vec());
        let check = move |ledger: &Ledger| ledger.check_cells(&own_headers, &own_rows);
        self.trace(check, |claims| lines(headers, rows, claims), log).await
    }

    /// Checks; asks the database what the ledger wants to know before it calls a number unverified; checks again.
    async fn trace<T, C>(&mut self, check: C, texts: impl Fn(&T) -> Vec<Asked>, log: &mut Log) -> T
    where
        T: Send + 'static,
        C: Fn(&Ledger) -> T + Send + Sync + 'static,
    {
        let check = Arc::new(check);
        let end = self.half_time();
        let mut claims = match self.checked(&check, end).await {
            Ok(claims) => claims,
            Err(cut) => {
                let claims = check(&self.ledger.without_results());
                self.tell(&texts(&claims), None, &cut, log);
                return claims;
            }
        };
        let started = log.elapsed_ms();
        let mut asking = Asking::default();
        let mut stopped = None;
        let last_resort = Instant::now() + TRACE_TIME;
        let end_of_asking = end.map_or(last_resort, |end| end.min(last_resort));
        while let Some((text, wanted)) = self.next_wanted(texts(&claims), &asking) {
            let cut = self.ask(&wanted, end_of_asking, &mut asking).await;
            let goes_on = !cut.as_ref().is_some_and(Cut::ends_asking);
            asking.note(text, wanted, cut);
            if !goes_on {
                break;
            }
            match self.checked(&check, end).await {
                Ok(checked) => claims = checked,
                Err(cut) => {
                    stopped = Some((None, cut));
                    break;
                }
            }
        }
        if asking.statements > 0 {
            log.span(SpanKind::Tool, "check numbers", started);
        }
        let unread = || asking.cut().or_else(|| self.unanswered.first().cloned()).map(|(id, cut)| (Some(id), cut));
        if let Some((id, cut)) = stopped.or_else(unread) {
            self.tell(&texts(&claims), id.as_deref(), &cut, log);
        }
        claims
    }

    /// Checks on a thread of its own. Where that is given up, the thread works for nobody until it is done.
    async fn checked<T, C>(&self, check: &Arc<C>, end: Option<Instant>) -> Result<T, Cut>
    where
        T: Send + 'static,
        C: Fn(&Ledger) -> T + Send + Sync + 'static,
    {
        if end.is_some_and(|end| end <= Instant::now()) {
            return Err(Cut::RunTime);
        }
        let (check, ledger) = (Arc::clone(check), Arc::clone(&self.ledger));
        let checking = tokio::task::spawn_blocking(move || check(&ledger));
        tokio::select! {
            biased;
            () = self.interrupt.wait() => Err(Cut::Interrupted),
            () = until(end) => Err(Cut::RunTime),
            checked = checking => checked.map_err(|error| Cut::Broken(format!("checking numbers: {error}"))),
        }
    }

    /// What to ask next, with the text it is asked for: first what has not been asked for that text in any way.
    fn next_wanted(&self, texts: Vec<Asked>, asking: &Asking) -> Option<(String, Wanted)> {
        let mut again = None;
        let is_open = |text: &str, claims: &[Claim]| claims.iter().any(|own| self.ledger.is_open(text, own));
        for (text, claims) in texts.into_iter().filter(|(text, claims)| is_open(text, claims)) {
            for wanted in self.ledger.wanted(&text, &claims) {
                if !asking.has_asked(&text, &wanted) {
                    return Some((text, wanted));
                }
                again.get_or_insert_with(|| (text.clone(), wanted));
            }
        }
        // The numbers that are still open may fit fewer rows than all of them did.
        again.filter(|_| asking.statements < TRACE_STATEMENTS)
    }

    /// Asks one thing; what is not known of the answer.
    async fn ask(&mut self, wanted: &Wanted, end: Instant, asking: &mut Asking) -> Option<Cut> {
        if asking.statements == TRACE_STATEMENTS {
            return Some(Cut::Statements);
        }
        let cells = self.results.get(&wanted.id).map_or(0, |table| table.row_count * table.columns.len() as u64);
        if asking.cells.saturating_add(cells) > TRACE_CELLS {
            self.leave_unanswered(wanted, &Cut::Cells);
            return Some(Cut::Cells);
        }
        asking.statements += 1;
        asking.cells += cells;
        let left = end.saturating_duration_since(Instant::now());
        let answer = if left.is_zero() {
            Err(QueryError::TimedOut { after_ms: 0 })
        } else {
            self.worker.query_within(&wanted.statement, left, &self.interrupt).await
        };
        match answer {
            Ok(table) => {
                let is_whole = table.rows.len() < EVIDENCE_ASKED_ROWS && table.row_count == table.rows.len() as u64;
                Arc::make_mut(&mut self.ledger).answer(wanted, Some(table));
                (!is_whole).then_some(Cut::Rows)
            }
            Err(error) => {
                let cut = Cut::of(&error);
                self.leave_unanswered(wanted, &cut);
                Some(cut)
            }
        }
    }

    /// What has no answer once is not asked again in this run.
    fn leave_unanswered(&mut self, wanted: &Wanted, cut: &Cut) {
        Arc::make_mut(&mut self.ledger).answer(wanted, None);
        if cut.halt().is_none() {
            self.unanswered.push((wanted.id.clone(), cut.clone()));
        }
    }

    /// What cut the tracing of the last output short before its numbers were checked.
    pub(super) fn unchecked(&mut self) -> Option<Cut> {
        self.unchecked.take()
    }

    /// Says which numbers were not checked, where there are any, and notes what ends the run.
    fn tell(&mut self, texts: &[Asked], id: Option<&str>, cut: &Cut, log: &mut Log) {
        let open = texts.iter().flat_map(|(_, claims)| claims).filter(|claim| is_untraced(claim)).count();
        if open > 0 {
            log.emit(Event::Warning { code: "numbers_unchecked".to_owned(), message: cut.message(open, id) });
            if cut.leaves_unchecked() {
                self.unchecked = Some(cut.clone());
            }
        }
        if self.halt.is_none() {
            self.halt = cut.halt();
        }
    }

    /// When tracing one output must end: at half of the run's time that is left.
    fn half_time(&self) -> Option<Instant> {
        let now = Instant::now();
        self.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2)
    }
}

impl Asking {
    fn note(&mut self, text: String, wanted: Wanted, cut: Option<Cut>) {
        self.asked.retain(|(for_text, before, _)| !(*for_text == text && before.is_like(&wanted)));
        self.asked.push((text, wanted, cut));
    }

    fn has_asked(&self, text: &str, wanted: &Wanted) -> bool {
        self.asked.iter().any(|(for_text, asked, _)| for_text == text && asked.is_like(wanted))
    }

    /// The first result of which not all is known, and why; what ends the run before all else.
    fn cut(&self) -> Option<(String, Cut)> {
        let cuts = || self.asked.iter().filter_map(|(_, wanted, cut)| Some((wanted.id.clone(), cut.clone()?)));
        cuts().find(|(_, cut)| cut.halt().is_some()).or_else(|| cuts().next())
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
    use crate::data::{Review, Worker};
    use crate::limits::{Interrupt, Limits};
    use crate::table::Table;
    use crate::tools::Purpose;

    fn claim(text: &str, start: usize, status: ClaimStatus) -> Claim {
        Claim { text: text.to_owned(), start, end: start + text.len(), value: 0.0, status, evidence: None, near: None }
    }

    /// Tools on a worker that has no database, with a result of which two rows of five were kept.
    fn tools() -> Tools {
        let program = std::env::current_exe().unwrap();
        let worker = Worker::start_program(&program, &Limits::default()).unwrap();
        let mut tools = Tools::new(worker, Limits::default(), Interrupt::new(), Purpose::Ask);
        let table = Arc::new(Table {
            columns: vec!["region".to_owned(), "amount".to_owned()],
            types: vec!["VARCHAR".to_owned(), "BIGINT".to_owned()],
            rows: vec![
                vec![Cell::Text("North".to_owned()), Cell::Int(10)],
                vec![Cell::Text("West".to_owned()), Cell::Int(20)],
            ],
            row_count: 5,
        });
        let id = tools.results.next_id();
        Arc::make_mut(&mut tools.ledger).record(&id, "select region, amount from data", Arc::clone(&table));
        tools.results.keep(table, &Review::default());
        tools
    }

    #[tokio::test]
    async fn a_worker_that_broke_ends_the_run_and_is_no_answer() {
        let (mut tools, mut log) = (tools(), Log::default());
        let claims = tools.trace_text("North has 10, South 99 [q1].", &mut log).await;
        let standing: Vec<ClaimStatus> = claims.iter().map(|claim| claim.status).collect();
        assert_eq!(standing, [ClaimStatus::Verified, ClaimStatus::Unverified]);
        let halt = tools.halted();
        assert!(
            matches!(&halt, Some(Halt::Broken(reason)) if reason.starts_with("the process that runs the queries: ")),
            "{halt:?}"
        );
        let Some(Event::Warning { code, message }) = log.events().first().map(|event| &event.event) else {
            panic!("{:?}", log.events())
        };
        assert_eq!(code, "numbers_unchecked");
        let begins = "1 number could not be checked against the rows of q1 that were not kept: the process that runs the queries: ";
        assert!(message.starts_with(begins), "{message}");
        // Where nothing is open, nothing is asked.
        tools.trace_text("North has 10 [q1].", &mut log).await;
        assert_eq!((tools.halted(), log.events().len()), (None, 1));
        // A row that is not known may be meant where the text names none.
        let claims = tools.trace_text("The largest has 10 [q1].", &mut log).await;
        assert!(claims.iter().all(|claim| !is_untraced(claim)), "{claims:?}");
        assert!(matches!(tools.halted(), Some(Halt::Broken(_))), "the database was not asked");
    }

    #[tokio::test]
    async fn a_signal_leaves_the_numbers_unchecked_and_in_their_places() {
        let (mut tools, mut log) = (tools(), Log::default());
        tools.interrupt.set(2);
        let claims = tools.trace_text("North has 10, South 99 [q1].", &mut log).await;
        let standing: Vec<(&str, ClaimStatus)> =
            claims.iter().map(|claim| (claim.text.as_str(), claim.status)).collect();
        assert_eq!(standing, [("10", ClaimStatus::Unverified), ("99", ClaimStatus::Unverified)]);
        assert_eq!(tools.halted(), Some(Halt::Interrupted));
    }

    #[tokio::test]
    async fn the_time_of_a_run_leaves_the_numbers_unchecked_and_goes_on() {
        let (mut tools, mut log) = (tools(), Log::default());
        tools.bound(Some(Instant::now()));
        let claims = tools.trace_title("North has 10", &["q1".to_owned()], &mut log).await;
        assert!(claims.len() == 1 && claims.iter().all(is_untraced), "{claims:?}");
        assert_eq!((tools.halted(), log.events().len()), (None, 1));
        assert_eq!((tools.unchecked(), tools.unchecked()), (Some(Cut::RunTime), None), "it is of the last output only");
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

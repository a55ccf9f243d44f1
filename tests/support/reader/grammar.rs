//! The grammar of a run: which event may come when, and what an event may refer to.

use super::events::{Cell, Claim, Counts, Done, Event, Line, Plot, QueryResult, Row, Span, Standing, Status, Table};

type Verdict = Result<(), String>;

/// What a run has said so far.
#[derive(Default)]
struct Run {
    turns: u64,
    /// Calls of the model's replies, by id and name.
    replied: Vec<(String, String)>,
    /// Tool calls that no result has closed, and those that one has.
    open: Vec<(String, String)>,
    closed: Vec<String>,
    /// Tables of the data.
    tables: Vec<String>,
    /// Results of queries that went well.
    results: Vec<String>,
    /// Ids of results, texts, tables and plots.
    ids: Vec<String>,
    errors: usize,
    /// Numbers of what is shown, by its id; the title's have an empty one.
    claims: Vec<(String, Counts)>,
}

/// The first fault of a run.
pub fn check(lines: &[Line]) -> Verdict {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return Err("no events".to_owned());
    };
    require(matches!(first.event, Event::RunStarted(_)), "the first event is not run_started")?;
    require(matches!(last.event, Event::Done(_)), "the last event is not done")?;
    let mut run = Run::default();
    let mut ms = 0;
    for (at, line) in lines.iter().enumerate() {
        let fault = |fault: String| format!("line {}: {fault}", at + 1);
        require(line.v == 1, "not version 1").map_err(fault)?;
        require(line.seq == at as u64, format!("seq is {} instead of {at}", line.seq)).map_err(fault)?;
        require(line.ms >= ms, "time runs backwards").map_err(fault)?;
        ms = line.ms;
        let is_end = at == 0 || at + 1 == lines.len();
        let is_bracket = matches!(line.event, Event::RunStarted(_) | Event::Done(_));
        require(is_end == is_bracket || lines.len() == 1, "run_started or done within the run").map_err(fault)?;
        run.take(&line.event).map_err(fault)?;
    }
    Ok(())
}

fn require(holds: bool, fault: impl Into<String>) -> Verdict {
    if holds { Ok(()) } else { Err(fault.into()) }
}

impl Run {
    fn take(&mut self, event: &Event) -> Verdict {
        match event {
            Event::ModelTurn { turn, reply, .. } => {
                self.turns += 1;
                require(*turn == self.turns, format!("turn {turn} instead of {}", self.turns))?;
                self.replied.extend(reply.calls.iter().map(|call| (call.id.clone(), call.name.clone())));
                Ok(())
            }
            Event::Dataset(dataset) => {
                self.tables.push(dataset.table.clone());
                Ok(())
            }
            Event::ToolCall { id, name, .. } => self.called(id, name),
            Event::ToolResult { id, name, .. } => {
                let at = self.open.iter().position(|call| call.0 == *id && call.1 == *name);
                let at = at.ok_or_else(|| format!("tool_result {id}: no such call is open"))?;
                self.closed.push(self.open.remove(at).0);
                Ok(())
            }
            Event::QueryResult(result) => self.queried(result),
            Event::Text { id, text, claims, replaces, .. } => {
                let claims: Vec<&Claim> = claims.iter().collect();
                self.claimed(id, replaces.as_deref(), &[(text, &claims)])?;
                self.shown(id, None)
            }
            Event::Table(table) => self.tabulated(table),
            Event::Plot(Plot { id, title, note, source, title_claims, note_claims, .. }) => {
                let note = note.as_deref().unwrap_or_default();
                let [title_claims, note_claims] = [title_claims, note_claims].map(|claims| claims.iter().collect());
                self.claimed(id, None, &[(title, &title_claims), (note, &note_claims)])?;
                self.shown(id, source.as_deref())
            }
            Event::SessionUpdate { title, claims } => {
                let claims: Vec<&Claim> = claims.iter().collect();
                self.claims.retain(|(id, _)| !id.is_empty());
                self.claimed("", None, &[(title, &claims)])
            }
            Event::Error { .. } => {
                self.errors += 1;
                Ok(())
            }
            Event::Done(done) => self.ended(done),
            Event::RunStarted(_)
            | Event::Status { .. }
            | Event::TextDelta { .. }
            | Event::Reasoning { .. }
            | Event::PlotRejected { .. }
            | Event::Retry { .. }
            | Event::Usage(_)
            | Event::Warning { .. } => Ok(()),
        }
    }

    fn called(&mut self, id: &str, name: &str) -> Verdict {
        let known = self.open.iter().any(|call| call.0 == id) || self.closed.iter().any(|call| call == id);
        require(!known, format!("tool_call {id}: the id is taken"))?;
        // A statement of the user's own runs without a model.
        let asked = self.turns == 0 || self.replied.iter().any(|call| call.0 == id && call.1 == name);
        require(asked, format!("tool_call {id}: no reply holds it"))?;
        self.open.push((id.to_owned(), name.to_owned()));
        Ok(())
    }

    fn queried(&mut self, result: &QueryResult) -> Verdict {
        let id = &result.id;
        require(self.open.iter().any(|call| call.0 == result.call_id), format!("{id}: its call is not open"))?;
        require(result.columns.len() == result.types.len(), format!("{id}: a column has no type"))?;
        rectangular(id, result.columns.len(), &result.rows)?;
        let kept = result.rows.len() as u64;
        require(kept <= result.row_count, format!("{id}: more rows than there are"))?;
        require(result.truncated == (kept < result.row_count), format!("{id}: truncated is wrong"))?;
        require(
            result.is_error == result.error.is_some(),
            format!("{id}: is_error without error, or error without it"),
        )?;
        if !result.is_error {
            self.results.push(id.clone());
        }
        self.shown(id, None)
    }

    fn tabulated(&mut self, table: &Table) -> Verdict {
        let Table { id, title, headers, rows, row_count, source, title_claims, claims, replaces } = table;
        rectangular(id, headers.len(), rows)?;
        require(rows.len() as u64 <= *row_count, format!("{id}: more rows than there are"))?;
        let mut texts: Vec<(&str, Vec<&Claim>)> = vec![(title, title_claims.iter().collect())];
        for cell in claims {
            let place = rows.get(cell.row).and_then(|row| row.get(cell.column));
            match place {
                Some(Cell::Text(text)) => texts.push((text, vec![&cell.claim])),
                Some(Cell::Number(_) | Cell::Bool(_)) => texts.push((&cell.claim.text, vec![&cell.claim])),
                Some(Cell::Null(())) | None => return Err(format!("{id}: a claim on a cell that is not there")),
            }
        }
        let texts: Vec<(&str, &Vec<&Claim>)> = texts.iter().map(|(text, claims)| (*text, claims)).collect();
        self.claimed(id, replaces.as_deref(), &texts)?;
        self.shown(id, source.as_deref())
    }

    /// Numbers of what is shown, which stand in its texts; what it replaces is shown no more.
    fn claimed(&mut self, id: &str, replaces: Option<&str>, texts: &[(&str, &Vec<&Claim>)]) -> Verdict {
        let mut counts = Counts::default();
        for (text, claim) in texts.iter().flat_map(|(text, claims)| claims.iter().map(move |claim| (text, claim))) {
            let there = text.get(claim.start..claim.end) == Some(claim.text.as_str());
            require(there, format!("{id}: no claim {:?} at {}..{}", claim.text, claim.start, claim.end))?;
            match claim.status {
                Standing::Verified => counts.verified += 1,
                Standing::Derived => counts.derived += 1,
                Standing::Unverified => counts.unverified += 1,
            }
            let traced = claim.status != Standing::Unverified;
            require(traced == claim.evidence.is_some(), format!("{id}: {:?} without its evidence", claim.text))?;
            for evidence in claim.evidence.iter().chain(&claim.near) {
                let known = match (&evidence.query, &evidence.table) {
                    (Some(query), None) => self.results.contains(query),
                    (None, Some(table)) => self.tables.contains(table),
                    (Some(_), Some(_)) | (None, None) => false,
                };
                let source = evidence.query.as_ref().or(evidence.table.as_ref());
                require(known, format!("{id}: no result {source:?} for {:?}", claim.text))?;
            }
        }
        if let Some(replaced) = replaces {
            let known = self.claims.iter().any(|(id, _)| id == replaced);
            require(known, format!("{id}: no {replaced} to stand in the place of"))?;
            self.claims.retain(|(id, _)| id != replaced);
        }
        self.claims.push((id.to_owned(), counts));
        Ok(())
    }

    /// An id that is given, and the result that it refers to.
    fn shown(&mut self, id: &str, source: Option<&str>) -> Verdict {
        require(!self.ids.iter().any(|known| known == id), format!("{id}: the id is taken"))?;
        self.ids.push(id.to_owned());
        let known = source.is_none_or(|source| self.results.iter().any(|result| result == source));
        require(known, format!("{id}: no result {}", source.unwrap_or_default()))
    }

    fn ended(&self, done: &Done) -> Verdict {
        if let Some((id, _)) = self.open.first() {
            return Err(format!("tool_call {id} is not closed"));
        }
        let status = match done.exit_code {
            0 | 8 => Status::Complete,
            6 => Status::Partial,
            130 | 143 => Status::Interrupted,
            _ => Status::Failed,
        };
        require(done.status == status, format!("status {:?} with exit code {}", done.status, done.exit_code))?;
        let told = (self.errors > 0) == (done.exit_code != 0);
        require(told, format!("{} error events with exit code {}", self.errors, done.exit_code))?;
        let mut shown = Counts::default();
        for (_, counts) in &self.claims {
            shown.verified += counts.verified;
            shown.derived += counts.derived;
            shown.unverified += counts.unverified;
        }
        require(done.claims == shown, format!("{:?}, the texts have {shown:?}", done.claims))?;
        require(done.exit_code != 8 || shown.unverified > 0, "exit code 8, and all numbers are traced")?;
        let ordered = |span: &Span| span.start_ms <= span.end_ms && span.end_ms <= done.elapsed_ms;
        require(done.spans.iter().all(ordered), "a span ends before it starts, or after the run")
    }
}

fn rectangular(id: &str, width: usize, rows: &[Row]) -> Verdict {
    require(rows.iter().all(|row| row.len() == width), format!("{id}: a row is not {width} cells wide"))
}

//! What each event adds to a report.

use super::{Done, Fault, Item, Plot, Query, Rejected, Report, Retry, Run, Table, Text, Warning};
use crate::event::Event;

impl Report {
    /// Adds what one event says.
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::RunStarted { .. } => self.run = run_of(event),
            Event::Dataset(dataset) => self.datasets.push((**dataset).clone()),
            Event::ModelTurn { usage, .. } => {
                self.turns += 1;
                self.usage.add(usage);
            }
            Event::QueryResult { .. } => self.queries.extend(query_of(event)),
            Event::Text { .. } | Event::Table { .. } | Event::Plot { .. } => self.place(event),
            Event::PlotRejected { title, reason } => {
                self.rejected.push(Rejected { title: title.clone(), reason: reason.clone() });
            }
            Event::SessionUpdate { title, claims } => {
                self.title = Some(title.clone());
                self.title_claims.clone_from(claims);
            }
            Event::Retry { attempt, reason, after_ms } => {
                self.retries.push(Retry { attempt: *attempt, reason: reason.clone(), after_ms: *after_ms });
            }
            Event::Usage(usage) => self.usage = *usage,
            Event::Warning { code, message } => {
                self.warnings.push(Warning { code: code.clone(), message: message.clone() });
            }
            Event::Error { code, message, hint, retryable } => {
                self.error = Some(Fault {
                    code: code.clone(),
                    message: message.clone(),
                    hint: hint.clone(),
                    retryable: *retryable,
                });
            }
            Event::Done { status, exit_code, elapsed_ms, spans, usage, claims } => {
                self.usage = *usage;
                self.done = Some(Done {
                    status: *status,
                    exit_code: *exit_code,
                    elapsed_ms: *elapsed_ms,
                    spans: spans.clone(),
                    claims: *claims,
                });
            }
            Event::Status { .. }
            | Event::TextDelta { .. }
            | Event::Reasoning { .. }
            | Event::ToolCall { .. }
            | Event::ToolResult { .. } => {}
        }
    }

    /// Adds an item; one that another was mended to stands in the place of the other.
    fn place(&mut self, event: &Event) {
        let Some(item) = item_of(event) else { return };
        match self.items.iter_mut().find(|given| replaced_by(event) == Some(given.id())) {
            Some(given) => *given = item,
            None => self.items.push(item),
        }
    }
}

/// The id of the item that an event stands in the place of.
fn replaced_by(event: &Event) -> Option<&str> {
    if let Event::Text { replaces, .. } | Event::Table { replaces, .. } = event { replaces.as_deref() } else { None }
}

fn run_of(event: &Event) -> Option<Run> {
    let Event::RunStarted {
        run_id,
        started_at,
        version,
        command,
        question,
        model,
        limits,
        privacy,
        prices_date,
        command_line,
    } = event
    else {
        return None;
    };
    Some(Run {
        id: run_id.clone(),
        started_at: started_at.clone(),
        version: version.clone(),
        command: command.clone(),
        question: question.clone(),
        model: model.clone(),
        limits: limits.clone(),
        privacy: *privacy,
        prices_date: prices_date.clone(),
        command_line: command_line.clone(),
    })
}

fn query_of(event: &Event) -> Option<Query> {
    let Event::QueryResult {
        id,
        call_id: _,
        description,
        query,
        columns,
        types,
        rows,
        row_count,
        truncated,
        elapsed_ms,
        is_error,
        error,
    } = event
    else {
        return None;
    };
    Some(Query {
        id: id.clone(),
        description: description.clone(),
        sql: query.clone(),
        columns: columns.clone(),
        types: types.clone(),
        rows: rows.clone(),
        row_count: *row_count,
        truncated: *truncated,
        elapsed_ms: *elapsed_ms,
        error: is_error.then(|| error.clone().unwrap_or_else(|| "The query failed.".to_owned())),
        cited_by: Vec::new(),
    })
}

fn item_of(event: &Event) -> Option<Item> {
    let text = || text_of(event).map(Item::Text);
    let table = || table_of(event).map(Item::Table);
    text().or_else(table).or_else(|| plot_of(event).map(Item::Plot))
}

fn text_of(event: &Event) -> Option<Text> {
    let Event::Text { id, role, text, claims, replaces: _ } = event else { return None };
    Some(Text { id: id.clone(), role: *role, text: text.clone(), claims: claims.clone() })
}

fn table_of(event: &Event) -> Option<Table> {
    let Event::Table { id, title, headers, rows, row_count, source, title_claims, claims, replaces: _ } = event else {
        return None;
    };
    Some(Table {
        id: id.clone(),
        title: title.clone(),
        title_claims: title_claims.clone(),
        note: None,
        note_claims: Vec::new(),
        headers: headers.clone(),
        types: Vec::new(),
        rows: rows.clone(),
        row_count: *row_count,
        source: source.clone(),
        claims: claims.clone(),
    })
}

fn plot_of(event: &Event) -> Option<Plot> {
    let Event::Plot { id, title, note, vega_lite_spec, source, title_claims, note_claims, warnings, alt, drawn, svg } =
        event
    else {
        return None;
    };
    Some(Plot {
        id: id.clone(),
        title: title.clone(),
        title_claims: title_claims.clone(),
        note: note.clone(),
        note_claims: note_claims.clone(),
        spec: vega_lite_spec.clone(),
        source: source.clone(),
        warnings: warnings.clone(),
        alt: alt.clone(),
        drawn: drawn.as_deref().cloned(),
        svg: svg.clone(),
    })
}

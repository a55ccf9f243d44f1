//! The report as Markdown for files and pipes: plain, valid GitHub-flavoured Markdown.
//!
//! Uses the report and what decides how values look. No escape sequence, no HTML and no link but those to pictures that
//! it is given ever comes out, whatever the data and the model hold; the same report gives the same bytes.

mod footnotes;
mod json;
mod prose;
mod table;

use super::album::Shown;
use super::chart_data::ChartData;
use super::claims::{closing, signed};
use super::escape::{self, markdown};
use super::format::{MISSING, count, counted, duration, share, type_word};
use super::outline;
use super::report::{ColumnTable, Item, Plot, Query, Report, Table, column_tables};
use crate::event::{ColumnProfile, Dataset};
use crate::limits::{CHART_TABLE_ROWS, RESULT_ROWS};
use crate::table::Cell;
use footnotes::Footnotes;
use prose::prose;
use table::{cell, table, table_of_lines};

/// The report as Markdown. `pictures` are those of its charts, in order; a chart without one is shown as its data and
/// its specification.
#[must_use]
pub fn render(report: &Report, pictures: &[Option<Shown>]) -> String {
    let mut page = Page { text: String::new(), notes: Footnotes::of(report) };
    // Findings may be put in another order, in which charts stay among each other as they were.
    let mut pictures = pictures.iter();
    page.block(&format!("# {}", markdown(&signed(report.heading(), report.heading_claims()))));
    page.block(&markdown(&outline::facts(report).join(" · ")));
    if let Some(banner) = outline::banner(report) {
        page.block(&format!("> **{}.** {}", banner.word, markdown(&banner.message)));
    }
    for text in outline::opening(report) {
        page.block(&prose(text, page.notes));
    }
    let findings = outline::findings(report);
    if !report.is_answer() && !findings.is_empty() {
        page.block("## Findings");
    }
    for item in findings {
        match item {
            Item::Text(text) => page.block(&prose(text, page.notes)),
            Item::Table(table) => page.given(table),
            Item::Plot(plot) => page.plot(plot, pictures.next().and_then(Option::as_ref)),
        }
    }
    if !report.is_answer() {
        page.columns(report);
    }
    page.notes(report);
    page.queries(report);
    page.run(report);
    page.block(&markdown(&closing(report).unwrap_or_default()));
    page.block(&page.notes.definitions(&page.text));
    page.text
}

/// Blocks with an empty line between them.
#[derive(Debug)]
struct Page<'a> {
    text: String,
    notes: Footnotes<'a>,
}

impl Page<'_> {
    fn block(&mut self, block: &str) {
        let block = block.trim_end();
        if block.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block);
        self.text.push('\n');
    }

    fn given(&mut self, given: &Table) {
        self.block(&format!("### {}", markdown(&signed(&given.title, &given.title_claims))));
        self.block(&markdown(&signed(given.note.as_deref().unwrap_or_default(), &given.note_claims)));
        self.table(given);
    }

    fn table(&mut self, shown: &Table) {
        self.block(&table(&shown.headers, &shown.types, &shown.rows, shown.rows.len(), &shown.claims));
        self.caption(shown.rows.len(), shown.row_count, shown.source.as_deref());
    }

    fn plot(&mut self, plot: &Plot, picture: Option<&Shown>) {
        self.block(&format!("### {}", markdown(&signed(&plot.title, &plot.title_claims))));
        if let Some(picture) = picture {
            self.block(&format!("![{}]({})", markdown(&picture.alternative), picture.destination));
        }
        self.block(&markdown(&signed(plot.note.as_deref().unwrap_or_default(), &plot.note_claims)));
        self.block(&markdown(picture.and_then(|picture| picture.note.as_deref()).unwrap_or_default()));
        if let Some(data) = ChartData::of(&plot.spec) {
            let shown = data.rows.len().min(CHART_TABLE_ROWS);
            self.block(&table(&data.columns, &[], &data.rows, shown, &[]));
            self.caption(shown, data.rows.len() as u64, plot.source.as_deref());
        }
        if picture.is_some() {
            return;
        }
        let spec = escape::json_in_markdown(&json::pretty(&plot.spec));
        self.block(&escape::markdown_fence("vega-lite", &spec));
    }

    /// The line under a table: which of its rows are shown, and where they come from. Nothing where neither is to be said.
    fn caption(&mut self, shown: usize, all: u64, source: Option<&str>) {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(rows_of(shown, all));
        parts.extend(source.map(|source| format!("from {source}")));
        if !parts.is_empty() {
            let reference = source.map(|source| self.notes.reference(source)).unwrap_or_default();
            self.block(&format!("{}{reference}", markdown(&outline::sentence(&parts.join(", ")))));
        }
    }

    fn columns(&mut self, report: &Report) {
        let tables = column_tables(report);
        if tables.is_empty() {
            return;
        }
        self.block("## Columns");
        for columns in tables {
            match columns {
                ColumnTable::Given { table, .. } => self.table(table),
                ColumnTable::Profile(dataset) => {
                    if report.datasets.len() > 1 {
                        self.block(&format!("### {}", markdown(&dataset.name)));
                    }
                    self.block(&profile(dataset));
                }
            }
        }
    }

    fn notes(&mut self, report: &Report) {
        let notes = outline::notes(report);
        if notes.is_empty() && (report.datasets.is_empty() || report.is_answer()) {
            return;
        }
        self.block(if report.is_answer() { "## Notes" } else { "## Data quality" });
        if !report.is_answer() {
            for line in outline::readings(report) {
                self.block(&markdown(&line));
            }
        }
        let lines: Vec<String> = notes.iter().map(|note| format!("- {}", markdown(note))).collect();
        self.block(&lines.join("\n"));
    }

    fn queries(&mut self, report: &Report) {
        if report.queries.is_empty() {
            return;
        }
        self.block("## How this was found");
        for query in &report.queries {
            self.query(query);
        }
    }

    fn query(&mut self, query: &Query) {
        let failed = if query.error.is_some() { " (failed)" } else { "" };
        self.block(&format!("### {}: {}{failed}", markdown(&query.id), markdown(&query.description)));
        self.block(&escape::markdown_fence("sql", &query.sql));
        if let Some(error) = &query.error {
            self.block(&escape::markdown_fence("text", error));
            return;
        }
        let shown = query.rows.len().min(RESULT_ROWS);
        self.block(&table(&query.columns, &query.types, &query.rows, shown, &[]));
        let rows = rows_of(shown, query.row_count).unwrap_or_else(|| counted(query.row_count, "row"));
        self.block(&outline::sentence(&format!("{rows}, {}", duration(query.elapsed_ms))));
    }

    fn run(&mut self, report: &Report) {
        let facts = outline::run_facts(report);
        if facts.is_empty() {
            return;
        }
        self.block("## Run");
        let lines: Vec<String> = facts.iter().map(|(name, value)| format!("- {name}: {}", markdown(value))).collect();
        self.block(&lines.join("\n"));
        if let Some(run) = &report.run {
            self.block("The command that makes it again:");
            self.block(&escape::markdown_fence("sh", &run.command_line));
        }
    }
}

/// Which rows are shown, where there are more.
fn rows_of(shown: usize, all: u64) -> Option<String> {
    (all > shown as u64).then(|| match shown {
        0 => format!("none of {} shown", counted(all, "row")),
        _ => format!("rows 1–{} of {}", count(shown as u64), count(all)),
    })
}

/// A row for each column, from the profile alone.
fn profile(dataset: &Dataset) -> String {
    let header = ["Column", "Type", "Missing", "Different values", "Smallest", "Largest", "Most frequent"];
    let header: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
    let right = [false, false, true, true, false, false, false];
    let rows: Vec<Vec<String>> = dataset.columns.iter().map(|column| profile_row(column, dataset.rows)).collect();
    table_of_lines(&header, &right, &rows)
}

fn profile_row(column: &ColumnProfile, rows: u64) -> Vec<String> {
    let value = |value: &Cell| if value.is_null() { MISSING.to_owned() } else { cell(&value.to_string()) };
    let approximate = if column.distinct_approximate { "about " } else { "" };
    let frequent: Vec<String> =
        column.top.iter().take(3).map(|top| format!("{} ({})", top.value, count(top.count))).collect();
    vec![
        cell(&column.name),
        type_word(&column.kind).to_owned(),
        if column.nulls == 0 {
            "0".to_owned()
        } else {
            markdown(&format!("{} ({})", count(column.nulls), share(column.nulls, rows)))
        },
        column.distinct.map_or(MISSING.to_owned(), |distinct| format!("{approximate}{}", count(distinct))),
        value(&column.min),
        value(&column.max),
        if frequent.is_empty() { MISSING.to_owned() } else { cell(&frequent.join(", ")) },
    ]
}

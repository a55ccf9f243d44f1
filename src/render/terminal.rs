//! The report laid out for reading at a terminal: wrapped prose, tables fitted to the width, charts drawn as text.
//!
//! Uses the report and what decides how values look. Escape sequences are written by `ink` alone, and only where colour
//! was asked for; text of data and models enters through the escaping for terminals. No line is wider than the terminal.

mod chart;
mod ink;
mod prose;
mod table;

use super::claims::{self, CellClaims, SIGN, signed};
use super::format::{duration, type_word};
use super::outline;
use super::report::{ColumnTable, Item, Plot, Query, Report, Table, Text, column_tables};
use crate::event::{Claim, Dataset};
use crate::limits::{PROSE_WIDTH, TERMINAL_QUERIES};
use crate::table::Cell;
use ink::{Line, Span, Style, cut, paint, signs, wrap};

/// The report for a terminal of so many columns.
#[must_use]
pub fn render(report: &Report, width: usize, colour: bool) -> String {
    let mut screen = Screen { width, lines: Vec::new() };
    screen.sentence(&signed(report.heading(), report.heading_claims()), Style::BOLD);
    if !report.is_answer() {
        screen.lines.extend(wrap(&[Span::new(&outline::facts(report).join(" · "), Style::DIM)], screen.prose_width()));
    }
    if let Some(banner) = outline::banner(report) {
        let spans = [Span::new(&format!("{}. ", banner.word), Style::BOLD), Span::plain(&banner.message)];
        screen.block(wrap(&spans, screen.prose_width()));
    }
    for text in outline::opening(report) {
        screen.prose(text);
    }
    for item in outline::findings(report) {
        match item {
            Item::Text(text) => screen.prose(text),
            Item::Table(table) => screen.table(table),
            Item::Plot(plot) => screen.plot(plot),
        }
    }
    if !report.is_answer() {
        screen.columns(report);
    }
    screen.notes(report);
    screen.queries(&report.queries);
    screen.run(report);
    screen.closing(report);
    let mut text = screen.lines.iter().map(|line| paint(line, colour)).collect::<Vec<String>>().join("\n");
    text.push('\n');
    text
}

/// Lines from top to bottom.
struct Screen {
    width: usize,
    lines: Vec<Line>,
}

impl Screen {
    fn prose_width(&self) -> usize {
        self.width.min(PROSE_WIDTH)
    }

    /// Adds lines after an empty one.
    fn block(&mut self, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        if !self.lines.is_empty() {
            self.lines.push(Line::new());
        }
        self.lines.extend(lines);
    }

    fn prose(&mut self, text: &Text) {
        self.block(prose::prose(&signed(&text.text, &text.claims), self.prose_width()));
    }

    fn sentence(&mut self, text: &str, style: Style) {
        self.block(wrap(&signs(text, style), self.prose_width()));
    }

    fn table(&mut self, shown: &Table) {
        self.sentence(&signed(&shown.title, &shown.title_claims), Style::BOLD);
        self.note(shown.note.as_deref(), &shown.note_claims);
        let claims = CellClaims::of(&shown.claims);
        self.lines.extend(table::table(
            &shown.headers,
            &shown.types,
            &shown.rows,
            shown.row_count,
            &claims,
            self.width,
        ));
    }

    fn plot(&mut self, plot: &Plot) {
        self.sentence(&signed(&plot.title, &plot.title_claims), Style::BOLD);
        self.lines.extend(chart::draw(plot, self.width));
        self.note(plot.note.as_deref(), &plot.note_claims);
    }

    fn note(&mut self, note: Option<&str>, claims: &[Claim]) {
        if let Some(note) = note {
            self.lines.extend(wrap(&signs(&signed(note, claims), Style::DIM), self.prose_width()));
        }
    }

    fn columns(&mut self, report: &Report) {
        for columns in column_tables(report) {
            match columns {
                ColumnTable::Given { table, .. } => self.table(table),
                ColumnTable::Profile(dataset) => {
                    let title = if report.datasets.len() > 1 { dataset.name.as_str() } else { "Columns" };
                    self.sentence(title, Style::BOLD);
                    self.lines.extend(profile(dataset, self.width));
                }
            }
        }
    }

    fn notes(&mut self, report: &Report) {
        let notes = outline::notes(report);
        if notes.is_empty() {
            return;
        }
        self.sentence(if report.is_answer() { "Notes" } else { "Data quality" }, Style::BOLD);
        for note in notes {
            for (index, mut line) in wrap(&[Span::plain(&note)], self.prose_width() - 2).into_iter().enumerate() {
                line.insert(0, Span::plain(if index == 0 { "• " } else { "  " }));
                self.lines.push(line);
            }
        }
    }

    /// One quiet line for each query, which its citations lead to: enough to see what was asked; the whole is in the other
    /// formats. Of many queries, some that nothing rests on have none.
    fn queries(&mut self, queries: &[Query]) {
        let quiet = |text: &str| vec![Span::new(text, Style::DIM)];
        let is_cited = |query: &&Query| !query.cited_by.is_empty();
        let mut room = TERMINAL_QUERIES.saturating_sub(queries.iter().filter(is_cited).count());
        let mut lines: Vec<Line> = queries
            .iter()
            .filter(|query| {
                let fits = is_cited(query) || room > 0;
                room -= usize::from(fits && !is_cited(query));
                fits
            })
            .map(|query| {
                let sql = query.sql.split_whitespace().collect::<Vec<&str>>().join(" ");
                let failed = if query.error.is_some() { "(failed) " } else { "" };
                let line =
                    super::escape::terminal(&format!("[{}] {failed}{}: {sql}", query.id, query.description.trim()));
                quiet(&cut(&line, self.width))
            })
            .collect();
        let left_out = queries.len() - lines.len();
        if left_out > 0 {
            let noun = if left_out == 1 { "query" } else { "queries" };
            lines.push(quiet(&format!("{left_out} more {noun}")));
        }
        self.block(lines);
    }

    /// How many numbers were traced, and which were not.
    fn closing(&mut self, report: &Report) {
        let Some(line) = claims::closing(report) else { return };
        let style = if report.numbers.unverified == 0 { Style::DIM } else { Style::default() };
        let sign = if report.numbers.unverified == 0 { String::new() } else { format!("{SIGN} ") };
        self.block(wrap(&signs(&format!("{sign}{line}"), style), self.prose_width()));
    }

    fn run(&mut self, report: &Report) {
        let Some(run) = &report.run else { return };
        if report.is_answer() {
            return;
        }
        let mut facts = vec![outline::model_name(&run.model)];
        facts.extend(report.done.as_ref().map(|done| duration(done.elapsed_ms)));
        let line = super::escape::terminal(&facts.join(", "));
        self.lines.push(vec![Span::new(&cut(&line, self.width), Style::DIM)]);
    }
}

/// A row for each column, from the profile alone.
fn profile(dataset: &Dataset, width: usize) -> Vec<Line> {
    let header = ["Column", "Type", "Missing", "Different", "Smallest", "Largest"].map(str::to_owned).to_vec();
    let number = |number: u64| i64::try_from(number).map_or_else(|_| Cell::Text(number.to_string()), Cell::Int);
    let rows: Vec<Vec<Cell>> = dataset
        .columns
        .iter()
        .map(|column| {
            vec![
                Cell::Text(column.name.clone()),
                Cell::Text(type_word(&column.kind).to_owned()),
                number(column.nulls),
                column.distinct.map_or(Cell::Null, number),
                Cell::Text(column.min.to_string()),
                Cell::Text(column.max.to_string()),
            ]
        })
        .collect();
    table::table(&header, &[], &rows, rows.len() as u64, &CellClaims::default(), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines for 15 queries of which those in `cited` are cited.
    fn lines(cited: &[usize]) -> Vec<String> {
        let query = |number: usize| Query {
            id: format!("q{number}"),
            cited_by: cited.iter().filter(|cited| **cited == number).map(|_| "text1".to_owned()).collect(),
            ..Query::default()
        };
        let report = Report { queries: (1..=15).map(query).collect(), ..Report::default() };
        let shown = render(&report, 80, false);
        let is_query = |line: &&str| line.starts_with("[q") || line.contains("more quer");
        shown
            .lines()
            .filter(is_query)
            .map(|line| line.split(':').next().unwrap_or_default().trim().to_owned())
            .collect()
    }

    #[test]
    fn every_citation_has_its_query() {
        let all: Vec<usize> = (1..=15).collect();
        let ids = |numbers: &[usize]| numbers.iter().map(|number| format!("[q{number}]")).collect::<Vec<String>>();
        assert_eq!(lines(&all), ids(&all));
        let mut expected = ids(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15]);
        expected.push("3 more queries".to_owned());
        assert_eq!(lines(&[14, 15]), expected);
        expected = ids(&all[1..]);
        expected.push("1 more query".to_owned());
        assert_eq!(lines(&all[1..]), expected);
        expected = ids(&all[..12]);
        expected.push("3 more queries".to_owned());
        assert_eq!(lines(&[]), expected);
    }
}

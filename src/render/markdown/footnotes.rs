//! Citations of queries as footnotes of GitHub's Markdown, which lead from a sentence to its query and back.

use crate::event::citations;
use crate::limits::FOOTNOTE_CHARS;
use crate::render::claims::clipped;
use crate::render::escape;
use crate::render::report::{Query, Report};

/// The queries that can be cited.
#[derive(Debug, Clone, Copy)]
pub(super) struct Footnotes<'a> {
    report: &'a Report,
}

impl<'a> Footnotes<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        Self { report }
    }

    /// Markdown that is escaped already, in which citations such as `[q3]` become references such as `[^q3]`, directly
    /// behind what they support. A citation of a query that is not there stays as it is.
    pub(super) fn refer(self, markdown: &str) -> String {
        let mut out = String::with_capacity(markdown.len() + 8);
        let mut written = 0;
        for citation in citations(markdown) {
            if citation.queries.iter().any(|id| self.report.query(id).is_none()) {
                continue;
            }
            let before = markdown.get(written..citation.range.start).unwrap_or_default();
            out.push_str(before.trim_end_matches(' '));
            out.extend(citation.queries.into_iter().map(reference));
            written = citation.range.end;
        }
        out.push_str(markdown.get(written..).unwrap_or_default());
        out
    }

    /// The reference to one query; empty where it is not there.
    pub(super) fn reference(self, id: &str) -> String {
        self.report.query(id).map(|query| reference(&query.id)).unwrap_or_default()
    }

    /// The footnotes that a page refers to, a line each.
    pub(super) fn definitions(self, page: &str) -> String {
        let cited = self.report.queries.iter().filter(|query| page.contains(&reference(&query.id)));
        cited.map(definition).collect::<Vec<String>>().join("\n")
    }
}

fn reference(id: &str) -> String {
    format!("[^{id}]")
}

fn definition(query: &Query) -> String {
    let description = escape::markdown(query.description.trim());
    let statement = escape::markdown_code(&clipped(&query.sql, FOOTNOTE_CHARS));
    format!("{}: {}: {description} — {statement}", reference(&query.id), query.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let query = |id: &str| Query { id: id.to_owned(), ..Query::default() };
        Report { queries: vec![query("q1"), query("q2")], ..Report::default() }
    }

    #[test]
    fn citations_of_queries_become_references() {
        let report = report();
        let refer = |text| Footnotes::of(&report).refer(text);
        assert_eq!(refer("Up [q1], down [q1, q2]."), "Up[^q1], down[^q1][^q2].");
        assert_eq!(refer("Up [q7] and \\[q1\\]."), "Up [q7] and \\[q1\\].");
        assert_eq!(refer("[q2] has all"), "[^q2] has all");
    }
}

//! Prose of a model as HTML.
//!
//! Uses `event`, `report`, `templates`, pulldown-cmark. Tags in the prose are text, links and images are their words, and
//! headings are paragraphs, so that the page's own outline stays whole. Nothing that a model writes becomes a link but a
//! citation such as `[q3]`, which leads to that query on the same page.

use std::fmt::Write;
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};

use crate::event::{Claim, ClaimStatus};
use crate::render::report::{Report, Text, citations};
use crate::templates::{Markup, escape_html};

/// A text of the report as HTML.
#[must_use]
pub fn prose(text: &Text, report: &Report) -> Markup {
    let mut writer = Writer { report, text, alignments: Vec::new(), cell: 0 };
    let events = Parser::new_ext(&text.text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).into_offset_iter();
    let events = TextMergeWithOffset::new(events).filter_map(|(event, range)| writer.map(event, range));
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    Markup::trusted(html)
}

struct Writer<'a> {
    report: &'a Report,
    text: &'a Text,
    /// Of the columns of the table being written.
    alignments: Vec<Alignment>,
    /// The position of the cell being written in its row.
    cell: usize,
}

impl<'a> Writer<'a> {
    /// What is written for an event; `None` for nothing.
    fn map(&mut self, event: Event<'a>, range: Range<usize>) -> Option<Event<'a>> {
        match event {
            Event::Text(words) => Some(html(self.words(&words, range))),
            Event::Html(words) | Event::InlineHtml(words) => Some(html(escape_html(&words).into_owned())),
            Event::Code(words) => Some(html(format!("<code>{}</code>", escape_html(&words)))),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => end(tag),
            Event::SoftBreak | Event::HardBreak | Event::Rule => Some(event),
            Event::InlineMath(words) | Event::DisplayMath(words) | Event::FootnoteReference(words) => {
                Some(html(escape_html(&words).into_owned()))
            }
            Event::TaskListMarker(_) => None,
        }
    }

    fn start(&mut self, tag: Tag<'a>) -> Option<Event<'a>> {
        match tag {
            Tag::Paragraph | Tag::BlockQuote(_) | Tag::List(_) | Tag::Item | Tag::Emphasis | Tag::Strong => {
                Some(Event::Start(tag))
            }
            Tag::Strikethrough => Some(Event::Start(tag)),
            Tag::Heading { .. } => Some(html("<p class=\"heading\">".to_owned())),
            Tag::CodeBlock(_) => Some(Event::Start(Tag::CodeBlock(CodeBlockKind::Indented))),
            Tag::HtmlBlock => Some(Event::Start(Tag::Paragraph)),
            Tag::Table(alignments) => {
                self.alignments = alignments;
                Some(html(
                    "<div class=\"scroll\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>".to_owned(),
                ))
            }
            Tag::TableHead => {
                self.cell = 0;
                Some(html("<thead><tr>".to_owned()))
            }
            Tag::TableRow => {
                self.cell = 0;
                Some(html("<tr>".to_owned()))
            }
            Tag::TableCell => {
                let right = self.alignments.get(self.cell) == Some(&Alignment::Right);
                self.cell += 1;
                Some(html(if right { "<td class=\"n\">" } else { "<td>" }.to_owned()))
            }
            Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::MetadataBlock(_) => None,
        }
    }

    /// Words with their citations linked and their numbers marked. `range` is where they stand in the source, which
    /// differs from the words where an escape or an entity was resolved; then claims cannot be placed.
    fn words(&self, words: &str, range: Range<usize>) -> String {
        let start = range.start;
        let is_source = self.text.text.get(range) == Some(words);
        let mut marks: Vec<(Range<usize>, String)> = citations(words)
            .filter(|citation| citation.queries.iter().all(|id| self.report.query(id).is_some()))
            .map(|citation| (citation.range, links(&citation.queries)))
            .collect();
        if is_source {
            marks.extend(self.text.claims.iter().filter_map(|claim| {
                let inside = claim.start.checked_sub(start)?..claim.end.checked_sub(start)?;
                let number = words.get(inside.clone()).filter(|number| !number.is_empty())?;
                Some((inside, marked(number, claim)))
            }));
        }
        marks.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = String::with_capacity(words.len());
        let mut written = 0;
        for (range, mark) in marks {
            let Some(before) = words.get(written..range.start) else { continue };
            out.push_str(&escape_html(if mark.starts_with("<a") { before.trim_end_matches(' ') } else { before }));
            out.push_str(&mark);
            written = range.end;
        }
        out.push_str(&escape_html(words.get(written..).unwrap_or_default()));
        out
    }
}

/// What is written where something ends.
fn end(tag: TagEnd) -> Option<Event<'static>> {
    match tag {
        TagEnd::Paragraph
        | TagEnd::BlockQuote(_)
        | TagEnd::List(_)
        | TagEnd::Item
        | TagEnd::Emphasis
        | TagEnd::Strong
        | TagEnd::Strikethrough
        | TagEnd::CodeBlock => Some(Event::End(tag)),
        TagEnd::Heading(_) => Some(html("</p>\n".to_owned())),
        TagEnd::HtmlBlock => Some(Event::End(TagEnd::Paragraph)),
        TagEnd::Table => Some(html("</tbody></table></div>\n".to_owned())),
        TagEnd::TableHead => Some(html("</tr></thead><tbody>".to_owned())),
        TagEnd::TableRow => Some(html("</tr>".to_owned())),
        TagEnd::TableCell => Some(html("</td>".to_owned())),
        TagEnd::FootnoteDefinition
        | TagEnd::DefinitionList
        | TagEnd::DefinitionListTitle
        | TagEnd::DefinitionListDefinition
        | TagEnd::Superscript
        | TagEnd::Subscript
        | TagEnd::Link
        | TagEnd::Image
        | TagEnd::MetadataBlock(_) => None,
    }
}

fn html(markup: String) -> Event<'static> {
    Event::InlineHtml(markup.into())
}

/// Links to queries of this page.
fn links(queries: &[&str]) -> String {
    let mut out = String::new();
    for id in queries {
        let id = escape_html(id);
        let _ = write!(out, "<a class=\"cite\" href=\"#{id}\" aria-label=\"query {id}\">{id}</a>");
    }
    out
}

/// A number with what it rests on.
fn marked(number: &str, claim: &Claim) -> String {
    let (class, words) = match claim.status {
        ClaimStatus::Verified => ("verified", "found in a result"),
        ClaimStatus::Derived => ("derived", "computed from results"),
        ClaimStatus::Unverified => ("unverified", "not traced to a result"),
    };
    let evidence = claim.evidence.as_ref().map(|evidence| format!(": {}", evidence.words)).unwrap_or_default();
    let mut out = String::new();
    let _ = write!(
        out,
        "<span class=\"claim {class}\" title=\"{words}{}\">{}</span>",
        escape_html(&evidence),
        escape_html(number)
    );
    if claim.status == ClaimStatus::Unverified {
        out.push_str("<small class=\"untraced\">untraced</small>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Evidence, Role, Step};
    use crate::render::report::Query;
    use crate::table::Cell;

    fn shown_with(text: &str, claims: Vec<Claim>) -> String {
        let query = Query {
            id: "q1".to_owned(),
            description: String::new(),
            sql: String::new(),
            columns: Vec::new(),
            types: Vec::new(),
            rows: Vec::new(),
            row_count: 0,
            truncated: false,
            elapsed_ms: 0,
            error: None,
            cited_by: Vec::new(),
        };
        let report = Report { queries: vec![query], ..Report::default() };
        let text = Text { id: "text1".to_owned(), role: Role::Summary, text: text.to_owned(), claims };
        prose(&text, &report).as_str().to_owned()
    }

    fn shown(text: &str) -> String {
        shown_with(text, Vec::new())
    }

    #[test]
    fn tags_are_text() {
        assert_eq!(shown("a <b onclick=x>c</b>"), "<p>a &lt;b onclick=x&gt;c&lt;/b&gt;</p>\n");
        let block = shown("<script>alert(1)</script>\n\nafter <!-- x");
        assert!(block.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{block}");
        assert!(!block.contains("<script") && !block.contains("<!--"), "{block}");
    }

    #[test]
    fn links_and_images_are_their_words() {
        for text in [
            "[words](javascript:alert(1))",
            "[words](https://example.org 'title')",
            "![words](https://example.org/a.png)",
            "[words][ref]\n\n[ref]: https://example.org",
        ] {
            assert_eq!(shown(text), "<p>words</p>\n", "{text}");
        }
        assert_eq!(shown("<https://example.org>"), "<p>https://example.org</p>\n");
    }

    #[test]
    fn citations_lead_to_queries_that_are_there() {
        assert_eq!(
            shown("Up by 3 [q1]. Down [q1, q7]."),
            "<p>Up by 3<a class=\"cite\" href=\"#q1\" aria-label=\"query q1\">q1</a>. Down [q1, q7].</p>\n"
        );
        assert_eq!(shown("[q1]\n\n[q1]: javascript:x"), "<p>q1</p>\n");
    }

    #[test]
    fn headings_are_paragraphs_and_code_is_escaped() {
        assert_eq!(shown("# A & b"), "<p class=\"heading\">A &amp; b</p>\n");
        assert_eq!(shown("`<x>`"), "<p><code>&lt;x&gt;</code></p>\n");
        assert_eq!(shown("```\"><x\n<y>\n```"), "<pre><code>&lt;y&gt;\n</code></pre>\n");
    }

    #[test]
    fn tables_have_no_inline_style() {
        let html = shown("| a | n |\n|---|--:|\n| <i> | 1 |\n");
        assert!(html.contains("<td>&lt;i&gt;</td><td class=\"n\">1</td>"), "{html}");
        assert!(!html.contains("style="), "{html}");
    }

    #[test]
    fn numbers_show_what_they_rest_on() {
        let text = "A **total** of 12 & 13";
        let evidence = |words: &str| Evidence {
            query: "q1".to_owned(),
            step: Step::Cell,
            value: Cell::Int(12),
            cells: Vec::new(),
            words: words.to_owned(),
        };
        let claim = |number: &str, status, words: Option<&str>| {
            let start = text.find(number).unwrap();
            Claim {
                text: number.to_owned(),
                start,
                end: start + number.len(),
                value: 0.0,
                status,
                evidence: words.map(evidence),
                near: None,
            }
        };
        let html = shown_with(
            text,
            vec![claim("12", ClaimStatus::Verified, Some("q1 \"n\"")), claim("13", ClaimStatus::Unverified, None)],
        );
        assert!(
            html.contains(
                "<span class=\"claim verified\" title=\"found in a result: q1 &quot;n&quot;\">12</span> &amp; "
            ),
            "{html}"
        );
        assert!(html.contains(">13</span><small class=\"untraced\">untraced</small>"), "{html}");
    }

    #[test]
    fn offsets_outside_of_the_text_do_no_harm() {
        let claim = Claim {
            text: "x".to_owned(),
            start: 900,
            end: 3,
            value: 0.0,
            status: ClaimStatus::Derived,
            evidence: None,
            near: None,
        };
        assert_eq!(shown_with("ü 1", vec![claim]), "<p>ü 1</p>\n");
    }
}

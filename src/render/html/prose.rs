//! Prose of a model as HTML.
//!
//! Uses `event`, `report`, `templates`, pulldown-cmark. Tags in the prose are text, links and images are their words, and
//! headings are paragraphs, so that the page's own outline stays whole. Nothing that a model writes becomes a link but a
//! citation such as `[q3]` and a number, which lead to that query on the same page.

use std::fmt::Write;
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Tag, TagEnd};

use super::number::{Marker, ordered};
use super::words::{Part, Words, parts};
use crate::event::{Claim, citations};
use crate::render::report::{Report, Text};
use crate::templates::{Markup, escape_html};

/// A text of the report as HTML.
#[must_use]
pub fn prose(text: &Text, report: &Report, marker: &Marker<'_>) -> Markup {
    let unmarked = vec![true; text.claims.len()];
    let mut writer = Writer { report, marker, text, unmarked, alignments: Vec::new(), cell: 0 };
    let events = parts(&text.text).into_iter().filter_map(|part| match part {
        Part::Words(words) => Some(html(writer.words(&words))),
        Part::Other(event, range) => writer.map(event, range),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    Markup::trusted(html)
}

struct Writer<'a> {
    report: &'a Report,
    marker: &'a Marker<'a>,
    text: &'a Text,
    /// Which of the text's numbers are not marked yet.
    unmarked: Vec<bool>,
    /// Of the columns of the table being written.
    alignments: Vec<Alignment>,
    /// The position of the cell being written in its row.
    cell: usize,
}

impl<'a> Writer<'a> {
    /// What is written for an event; `None` for nothing.
    fn map(&mut self, event: Event<'a>, range: Range<usize>) -> Option<Event<'a>> {
        match event {
            Event::Text(words) | Event::Html(words) | Event::InlineHtml(words) => {
                Some(html(self.words(&Words::at(&words, range))))
            }
            Event::Code(words) => {
                let numbers = self.numbers(&code(&words, range));
                Some(html(format!("<code>{}</code>", self.marked(&words, numbers, &[]))))
            }
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

    /// Words with their citations linked and their numbers marked.
    fn words(&mut self, words: &Words) -> String {
        let numbers = self.numbers(words);
        let links: Vec<(Range<usize>, String)> = citations(&words.text)
            .filter(|citation| citation.queries.iter().all(|id| self.report.query(id).is_some()))
            .map(|citation| (citation.range, links(&citation.queries)))
            .collect();
        self.marked(&words.text, numbers, &links)
    }

    /// The numbers of the text that these words hold, where they stand in them. A number that is written across tags, such
    /// as `**12** %`, is marked where its digits are.
    fn numbers(&mut self, words: &Words) -> Vec<(Range<usize>, &'a Claim)> {
        let mut numbers = Vec::new();
        for (claim, unmarked) in self.text.claims.iter().zip(&mut self.unmarked) {
            let range = words.of_source(&(claim.start..claim.end)).filter(|_| *unmarked);
            let Some(range) = range else { continue };
            let holds_digits = words.text.get(range.clone()).is_some_and(|text| text.contains(char::is_alphanumeric));
            if holds_digits {
                *unmarked = false;
                numbers.push((range, claim));
            }
        }
        ordered(numbers.into_iter())
    }

    /// Text with its numbers marked and links in place of its citations; of parts that overlap, the first one counts.
    fn marked(&self, text: &str, numbers: Vec<(Range<usize>, &'a Claim)>, links: &[(Range<usize>, String)]) -> String {
        let mut out = String::with_capacity(text.len());
        let mut written = 0;
        let mut links = links.iter().peekable();
        let mut push_link = |out: &mut String, written: &mut usize, before: usize| {
            while let Some((range, link)) = links.next_if(|(range, _)| range.start < before) {
                let Some(words) = text.get(*written..range.start) else { continue };
                out.push_str(&escape_html(words.trim_end_matches(' ')));
                out.push_str(link);
                *written = range.end;
            }
        };
        for (range, claim) in numbers {
            push_link(&mut out, &mut written, range.start);
            let (Some(before), Some(number)) = (text.get(written..range.start), text.get(range.clone())) else {
                continue;
            };
            out.push_str(&escape_html(before));
            self.marker.push(&mut out, number, claim);
            written = range.end;
        }
        push_link(&mut out, &mut written, usize::MAX);
        out.push_str(&escape_html(text.get(written..).unwrap_or_default()));
        out
    }
}

/// The words of a code span, without the backticks around them.
fn code(words: &str, range: Range<usize>) -> Words {
    let around = range.len().saturating_sub(words.len()) / 2;
    Words::at(words, range.start + around..range.end.saturating_sub(around))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{CellPlace, ClaimStatus, Evidence, Origin, Role, Step};
    use crate::render::report::{Item, Query};
    use crate::table::Cell;

    fn shown_with(text: &str, claims: Vec<Claim>) -> String {
        let query = Query { id: "q1".to_owned(), columns: vec!["n".to_owned()], ..Query::default() };
        let text = Text { id: "text1".to_owned(), role: Role::Summary, text: text.to_owned(), claims };
        let report = Report { queries: vec![query], items: vec![Item::Text(text)], ..Report::default() };
        let text = report.texts(Role::Summary).next().unwrap();
        prose(text, &report, &Marker::of(&report)).as_str().to_owned()
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

    /// A claim on the first place where the number stands.
    fn claim(text: &str, number: &str, status: ClaimStatus) -> Claim {
        let start = text.find(number).unwrap();
        let evidence = Evidence {
            origin: Origin::Query("q1".to_owned()),
            step: Step::Cell,
            value: Cell::Float(12.25),
            cells: vec![CellPlace { row: 3, column: "n".to_owned(), value: Cell::Float(12.25) }],
            column: None,
            words: "the \"n\" of <West>".to_owned(),
        };
        let evidence = Some(evidence);
        let (evidence, near) = if status == ClaimStatus::Unverified { (None, evidence) } else { (evidence, None) };
        let text = number.to_owned();
        Claim { end: start + number.len(), text, start, value: 0.0, status, evidence, near }
    }

    #[test]
    fn numbers_lead_to_what_they_rest_on() {
        let text = "A **total** of 12 & 13";
        let claims = vec![claim(text, "12", ClaimStatus::Derived), claim(text, "13", ClaimStatus::Unverified)];
        assert_eq!(
            shown_with(text, claims),
            "<p>A <strong>total</strong> of <a class=\"num derived\" href=\"#q1\" data-at=\"3.1\" title=\"Derived from q1: \
             12.25\nthe &quot;n&quot; of &lt;West&gt;\nrow 3, column “n”: 12.25\">12</a> &amp; <a class=\"num untraced\" \
             id=\"untraced-1\" href=\"#q1\" data-at=\"3.1\" title=\"Untraced: no result gives this number as it is said here\nNear it, in q1: \
             12.25\nthe &quot;n&quot; of &lt;West&gt;\nrow 3, column “n”: 12.25\"><span>13</span>&NoBreak;<small>⚠&nbsp;untraced</small></a></p>\n"
        );
    }

    #[test]
    fn numbers_are_marked_wherever_markdown_puts_them() {
        for (text, number, marked) in [
            ("1\\. at \\* 12 \\%", "12 \\%", ">12 %</a>"),
            ("**12** %", "12** %", ">12</a></strong> %"),
            ("a &amp; 12 [q1]", "12", "amp; <a class=\"num\""),
            ("`12`", "12", "<code><a class=\"num\""),
            ("<b>12</b>", "12", "&lt;b&gt;<a class=\"num\""),
            ("| a |\n|---|\n| 12 |", "12", "<td><a class=\"num\""),
            ("# x 12", "12", ">12</a></p>"),
            ("- [12](https://example.org)", "12", ">12</a></li>"),
        ] {
            let html = shown_with(text, vec![claim(text, number, ClaimStatus::Verified)]);
            assert!(html.contains(marked) && html.matches("class=\"num\"").count() == 1, "{text}: {html}");
        }
    }

    #[test]
    fn offsets_that_do_not_fit_do_no_harm() {
        let at = |start, end| Claim { start, end, ..claim("x", "x", ClaimStatus::Derived) };
        for claims in [vec![at(900, 3)], vec![at(3, 900)], vec![at(1, 2)], vec![at(0, 1)], vec![at(2, 2)]] {
            let html = shown_with("ü 1", claims.clone());
            let text: String = html.split(['<', '>']).step_by(2).collect();
            assert_eq!(text.trim(), "ü 1", "{claims:?}: {html}");
        }
        let html = shown_with("ü 12", vec![at(3, 5), at(3, 4), at(4, 5), at(0, 5)]);
        assert_eq!(html.matches("<a ").count(), 1, "{html}");
    }
}

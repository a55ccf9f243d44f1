//! A model's prose, written as Markdown again: only what the tree of [`Block`]s can hold comes out.

use super::footnotes::Footnotes;
use super::table::table_of_lines;
use crate::render::claims::signed;
use crate::render::escape;
use crate::render::prose::{Block, Inline, parse, plain};
use crate::render::report::Text;

/// A model's Markdown as Markdown that only shows, with the sign behind numbers that could not be traced, and its
/// citations as footnotes.
pub(super) fn prose(text: &Text, notes: Footnotes<'_>) -> String {
    let mut out = Writer { notes }.blocks(&parse(&signed(&text.text, &text.claims)));
    out.push('\n');
    out
}

#[derive(Debug, Clone, Copy)]
struct Writer<'a> {
    notes: Footnotes<'a>,
}

impl Writer<'_> {
    /// Blocks with empty lines between them, without a line break at the end.
    fn blocks(self, blocks: &[Block]) -> String {
        let mut out = String::new();
        // Two lists in a row would become one; another mark keeps them apart.
        let mut other_mark = false;
        let mut before: Option<&Block> = None;
        for block in blocks {
            other_mark = matches!((before, block), (Some(Block::List { .. }), Block::List { .. })) && !other_mark;
            before = Some(block);
            let text = self.one(block, other_mark);
            if text.is_empty() {
                continue;
            }
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            out.push_str(&text);
        }
        out
    }

    fn one(self, block: &Block, other_mark: bool) -> String {
        match block {
            Block::Paragraph(inlines) => self.line(inlines),
            // The report's own headings end at the third level.
            Block::Heading(inlines) => format!("#### {}", self.line(inlines)),
            Block::Quote(inner) => indent(&self.blocks(inner), "> ", "> "),
            Block::Code(code) => escape::markdown_fence("", code).trim_end().to_owned(),
            Block::Rule => "* * *".to_owned(),
            Block::List { start, items } => self.list(*start, items, other_mark),
            Block::Table { right, header, rows } => {
                let cells = |row: &[Vec<Inline>]| row.iter().map(|cell| self.line(cell).replace('\n', " ")).collect();
                let rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row)).collect();
                table_of_lines(&cells(header), right, &rows).trim_end().to_owned()
            }
        }
    }

    fn list(self, start: Option<u64>, items: &[Vec<Block>], other_mark: bool) -> String {
        let is_tight =
            |item: &Vec<Block>| item.iter().filter(|block| !matches!(block, Block::List { .. })).count() <= 1;
        let tight = items.iter().all(is_tight);
        let mut lines = Vec::new();
        for (number, item) in (start.unwrap_or(0)..).zip(items) {
            let mark = match (start, other_mark) {
                (Some(_), false) => format!("{number}. "),
                (Some(_), true) => format!("{number}) "),
                (None, false) => "- ".to_owned(),
                (None, true) => "* ".to_owned(),
            };
            let body = self.blocks(item);
            let body = if tight { body.replace("\n\n", "\n") } else { body };
            lines.push(indent(&body, &mark, &" ".repeat(mark.len())));
        }
        lines.join(if tight { "\n" } else { "\n\n" })
    }

    /// Parts of a line. Where their emphasis would not read back as it was meant, they come without it.
    fn line(self, inlines: &[Inline]) -> String {
        let styled = self.write(inlines, true, Style::default(), true);
        let seen = match parse(&styled).as_slice() {
            [Block::Paragraph(read)] => plain(read),
            _ => String::new(),
        };
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let meant = self.notes.refer(&escape::terminal(&plain(inlines)));
        if squeezed(&seen) == squeezed(&meant) { styled } else { self.write(inlines, false, Style::default(), true) }
    }

    /// Parts of a line as Markdown, with or without `marks` of emphasis; `opens` says whether a block begins with them.
    fn write(self, inlines: &[Inline], marks: bool, style: Style, opens: bool) -> String {
        let mut out = String::new();
        for inline in inlines {
            let opens = opens && out.is_empty();
            let (mark, inner, style) = match inline {
                Inline::Text(text) => {
                    out.push_str(&self.notes.refer(&escape::markdown_part(text, opens)));
                    continue;
                }
                Inline::Code(code) => {
                    out.push_str(&escape::markdown_code(code));
                    continue;
                }
                Inline::Break => {
                    out.push_str("\\\n");
                    continue;
                }
                Inline::Emphasis(inner) if style.emphasis => ("", inner, style),
                Inline::Emphasis(inner) => ("*", inner, Style { emphasis: true, ..style }),
                Inline::Strong(inner) if style.strong => ("", inner, style),
                Inline::Strong(inner) => ("**", inner, Style { strong: true, ..style }),
                Inline::Strike(inner) if style.strike => ("", inner, style),
                Inline::Strike(inner) => ("~~", inner, Style { strike: true, ..style }),
            };
            let mark = if marks { mark } else { "" };
            out.push_str(mark);
            out.push_str(&self.write(inner, marks, style, opens && mark.is_empty()));
            out.push_str(mark);
        }
        out
    }
}

/// Which spans are open.
#[derive(Debug, Clone, Copy, Default)]
struct Style {
    emphasis: bool,
    strong: bool,
    strike: bool,
}

/// Puts `first` before the first line and `rest` before the others; empty lines stay without spaces at their end.
fn indent(text: &str, first: &str, rest: &str) -> String {
    let mut margin = first;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        lines.push(format!("{margin}{line}").trim_end().to_owned());
        margin = rest;
    }
    lines.join("\n")
}

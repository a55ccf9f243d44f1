//! A model's Markdown as a tree of the few constructs that reports show: safe because nothing else has a place in it.
//!
//! Uses `limits`. Raw HTML becomes text, a link its text and its address as code, an image its description: no tree
//! holds anything that a reader could click or that would fetch something. Never renders.

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TextMergeStream};

use crate::limits::PROSE_DEPTH;

/// A block of prose.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    Heading(Vec<Inline>),
    Quote(Vec<Block>),
    Code(String),
    List {
        /// The first number of a numbered list.
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Table {
        /// One for each column: whether it stands on the right.
        right: Vec<bool>,
        header: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    Rule,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Inline {
    Text(String),
    Code(String),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Strike(Vec<Inline>),
    Break,
}

/// Reads Markdown.
pub(super) fn parse(markdown: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    Reader { events: TextMergeStream::new(Parser::new_ext(markdown, options)) }.blocks(0)
}

/// What a reader sees of a line, without its markup.
pub(super) fn plain(inlines: &[Inline]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text(text) | Inline::Code(text) => text.clone(),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) => plain(inner),
            Inline::Break => " ".to_owned(),
        })
        .collect()
}

/// Reads events as a tree. Nesting deeper than [`PROSE_DEPTH`] is flattened, so that no later walk can go deeper.
struct Reader<'a> {
    events: TextMergeStream<'a, Parser<'a>>,
}

impl<'a> Reader<'a> {
    /// Blocks up to the end of the container that they are in.
    fn blocks(&mut self, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        // Text that stands in a list item without a paragraph of its own.
        let mut loose = Vec::new();
        // Containers that were opened and are not kept.
        let mut flattened = 0_usize;
        while let Some(event) = self.events.next() {
            let Some(event) = self.inline(event, depth, &mut loose) else { continue };
            flush(&mut loose, &mut blocks);
            match event {
                Event::End(_) if flattened == 0 => return blocks,
                Event::End(_) => flattened -= 1,
                Event::Rule => blocks.push(Block::Rule),
                Event::Start(Tag::Paragraph) => blocks.push(Block::Paragraph(self.inlines(depth + 1))),
                Event::Start(Tag::Heading { .. }) => blocks.push(Block::Heading(self.inlines(depth + 1))),
                Event::Start(Tag::CodeBlock(_)) => blocks.push(Block::Code(self.text())),
                Event::Start(Tag::HtmlBlock) => {
                    let text = self.text();
                    blocks.push(Block::Paragraph(vec![Inline::Text(
                        text.split_whitespace().collect::<Vec<_>>().join(" "),
                    )]));
                }
                Event::Start(Tag::BlockQuote(_)) if depth < PROSE_DEPTH => {
                    blocks.push(Block::Quote(self.blocks(depth + 1)));
                }
                Event::Start(Tag::List(start)) if depth < PROSE_DEPTH => {
                    blocks.push(Block::List { start, items: self.items(depth + 1) });
                }
                Event::Start(Tag::Table(columns)) => blocks.push(self.table(&columns, depth + 1)),
                Event::Start(_) => flattened += 1,
                _ => {}
            }
        }
        flush(&mut loose, &mut blocks);
        blocks
    }

    /// The items of a list.
    fn items(&mut self, depth: usize) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        while let Some(Event::Start(_)) = self.events.next() {
            items.push(self.blocks(depth));
        }
        items
    }

    /// The rows of a table.
    fn table(&mut self, columns: &[Alignment], depth: usize) -> Block {
        let mut rows = Vec::new();
        while let Some(Event::Start(_)) = self.events.next() {
            let mut row = Vec::new();
            while let Some(Event::Start(_)) = self.events.next() {
                row.push(self.inlines(depth));
            }
            rows.push(row);
        }
        let mut rows = rows.into_iter();
        Block::Table {
            right: columns.iter().map(|column| *column == Alignment::Right).collect(),
            header: rows.next().unwrap_or_default(),
            rows: rows.collect(),
        }
    }

    /// The text of a block that holds nothing else.
    fn text(&mut self) -> String {
        let mut text = String::new();
        for event in self.events.by_ref() {
            match event {
                Event::Text(part) | Event::Html(part) => text.push_str(&part),
                Event::End(_) => break,
                _ => {}
            }
        }
        text
    }

    /// Parts of a line up to the end of what they are in.
    fn inlines(&mut self, depth: usize) -> Vec<Inline> {
        let mut inlines = Vec::new();
        let mut flattened = 0_usize;
        while let Some(event) = self.events.next() {
            match self.inline(event, depth, &mut inlines) {
                Some(Event::End(_)) if flattened == 0 => break,
                Some(Event::End(_)) => flattened -= 1,
                Some(Event::Start(_)) => flattened += 1,
                Some(_) | None => {}
            }
        }
        inlines
    }

    /// Adds an event that is part of a line; gives back any other.
    fn inline(&mut self, event: Event<'a>, depth: usize, out: &mut Vec<Inline>) -> Option<Event<'a>> {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => push_text(out, &text),
            Event::Code(code) => out.push(Inline::Code(code.into_string())),
            Event::SoftBreak => push_text(out, " "),
            Event::HardBreak => out.push(Inline::Break),
            Event::Start(tag) => return self.span(tag, depth, out).map(Event::Start),
            other => return Some(other),
        }
        None
    }

    /// Adds a span; gives back any other tag, and any that is nested too deep to be kept.
    fn span(&mut self, tag: Tag<'a>, depth: usize, out: &mut Vec<Inline>) -> Option<Tag<'a>> {
        if depth > 2 * PROSE_DEPTH {
            return Some(tag);
        }
        let wrap: fn(Vec<Inline>) -> Inline = match tag {
            Tag::Emphasis => Inline::Emphasis,
            Tag::Strong => Inline::Strong,
            Tag::Strikethrough => Inline::Strike,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                let inner = self.inlines(depth + 1);
                push_link(out, inner, &dest_url);
                return None;
            }
            other => return Some(other),
        };
        let inner = self.inlines(depth + 1);
        out.push(wrap(inner));
        None
    }
}

fn flush(loose: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
    if !loose.is_empty() {
        blocks.push(Block::Paragraph(std::mem::take(loose)));
    }
}

/// Adds text to the text before it, so that what belongs together is escaped together.
fn push_text(out: &mut Vec<Inline>, text: &str) {
    if let Some(Inline::Text(before)) = out.last_mut() {
        before.push_str(text);
    } else {
        out.push(Inline::Text(text.to_owned()));
    }
}

/// A link as its text, and its address as code where the text is another.
fn push_link(out: &mut Vec<Inline>, inner: Vec<Inline>, address: &str) {
    let text = plain(&inner);
    let address = address.trim();
    if text.trim().is_empty() || text == address {
        out.push(Inline::Code(address.to_owned()));
        return;
    }
    for inline in inner {
        match inline {
            Inline::Text(text) => push_text(out, &text),
            other => out.push(other),
        }
    }
    if !address.is_empty() {
        push_text(out, " (");
        out.push(Inline::Code(address.to_owned()));
        push_text(out, ")");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    #[test]
    fn html_is_text_and_links_are_named() {
        assert_eq!(parse("a <b>b</b>"), [Block::Paragraph(vec![text("a <b>b</b>")])]);
        assert_eq!(
            parse("<script>\nalert(1)\n</script>"),
            [Block::Paragraph(vec![text("<script> alert(1) </script>")])]
        );
        let link = vec![
            text("see "),
            Inline::Strong(vec![text("it")]),
            text(" ("),
            Inline::Code("javascript:x".to_owned()),
            text(")."),
        ];
        assert_eq!(parse("see [**it**](javascript:x)."), [Block::Paragraph(link)]);
        assert_eq!(parse("<http://a.example>"), [Block::Paragraph(vec![Inline::Code("http://a.example".to_owned())])]);
        let image = vec![text("chart ("), Inline::Code("http://a.example/x.png".to_owned()), text(")")];
        assert_eq!(parse("![chart](http://a.example/x.png)"), [Block::Paragraph(image)]);
    }

    #[test]
    fn tight_items_hold_paragraphs() {
        let item = |word: &str| Block::Paragraph(vec![text(word)]);
        let nested = Block::List { start: Some(1), items: vec![vec![item("c")]] };
        let list = Block::List { start: None, items: vec![vec![item("a")], vec![item("b"), nested]] };
        assert_eq!(parse("- a\n- b\n  1. c"), [list]);
    }

    #[test]
    fn tables_have_headers_and_sides() {
        let cell = |word: &str| vec![text(word)];
        let table = Block::Table {
            right: vec![false, true],
            header: vec![cell("a"), cell("b")],
            rows: vec![vec![cell("x"), cell("1")]],
        };
        assert_eq!(parse("| a | b |\n|---|--:|\n| x | 1 |"), [table]);
    }

    fn depth(blocks: &[Block]) -> usize {
        blocks
            .iter()
            .map(|block| match block {
                Block::Quote(inner) => 1 + depth(inner),
                Block::List { items, .. } => 1 + items.iter().map(|item| depth(item)).max().unwrap_or(0),
                Block::Paragraph(_) | Block::Heading(_) | Block::Code(_) | Block::Table { .. } | Block::Rule => 0,
            })
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn nesting_is_bounded_and_keeps_the_text() {
        for mark in ["> ", "- ", "1. "] {
            let blocks = parse(&format!("{}deep\n\nafter", mark.repeat(5_000)));
            assert_eq!(depth(&blocks), PROSE_DEPTH, "{mark}");
            assert!(format!("{blocks:?}").contains("deep"));
            assert_eq!(blocks.last(), Some(&Block::Paragraph(vec![text("after")])));
        }
        let emphasis = format!("{}deep{}", "*a **b ".repeat(20_000), "** *".repeat(20_000));
        assert!(format!("{:?}", parse(&emphasis)).contains("deep"));
    }
}

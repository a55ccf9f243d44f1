//! A model's prose laid out for a terminal.

use super::ink::{Line, Span, Style, Weight, signs, wrap};
use super::table::Grid;
use crate::render::escape;
use crate::render::prose::{Block, Inline, parse, plain};

/// Prose as lines of at most `width` columns, with empty lines between blocks.
pub(super) fn prose(markdown: &str, width: usize) -> Vec<Line> {
    blocks(&parse(markdown), width)
}

fn blocks(blocks: &[Block], width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for block in blocks {
        let block = one(block, width);
        if !lines.is_empty() && !block.is_empty() {
            lines.push(Line::new());
        }
        lines.extend(block);
    }
    lines
}

fn one(block: &Block, width: usize) -> Vec<Line> {
    match block {
        Block::Paragraph(inlines) => paragraph(inlines, Style::default(), width),
        Block::Heading(inlines) => paragraph(inlines, Style::BOLD, width),
        Block::Quote(inner) => indent(blocks(inner, narrower(width, 2)), &Span::new("│ ", Style::DIM), "│ "),
        Block::Code(code) => {
            let lines = escape::lines(code).into_iter();
            lines.flat_map(|line| indent(chop(&line, narrower(width, 2)), &Span::plain("  "), "  ")).collect()
        }
        Block::Rule => vec![vec![Span::new(&"─".repeat(width.min(20)), Style::DIM)]],
        Block::List { start, items } => list(*start, items, width),
        Block::Table { right, header, rows } => {
            let cells = |row: &[Vec<Inline>]| row.iter().map(|cell| plain(cell)).collect::<Vec<String>>();
            let rows = rows.iter().map(|row| cells(row)).collect();
            Grid { header: cells(header), right: right.clone(), rows }.lines(width)
        }
    }
}

/// A line of code, its spaces kept, on as many lines as it needs.
fn chop(line: &str, width: usize) -> Vec<Line> {
    let mut lines = vec![String::new()];
    for ch in line.chars() {
        if let Some(last) = lines.last_mut() {
            last.push(ch);
            if super::ink::width(last) > width && last.chars().nth(1).is_some() {
                last.pop();
                lines.push(ch.to_string());
            }
        }
    }
    lines.iter().map(|line| vec![Span::plain(line)]).collect()
}

fn list(start: Option<u64>, items: &[Vec<Block>], width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (number, item) in (start.unwrap_or(0)..).zip(items) {
        let mark = if start.is_some() { format!("{number}. ") } else { "• ".to_owned() };
        let columns = super::ink::width(&mark);
        let margin = " ".repeat(columns);
        let mut body = blocks(item, narrower(width, columns));
        body.retain(|line| !line.is_empty());
        lines.extend(indent(body, &Span::plain(&mark), &margin));
    }
    lines
}

fn narrower(width: usize, by: usize) -> usize {
    width.saturating_sub(by).max(1)
}

/// Puts `first` before the first line and `rest` before the others.
fn indent(lines: Vec<Line>, first: &Span, rest: &str) -> Vec<Line> {
    let indented = lines.into_iter().enumerate().map(|(index, line)| {
        let mark = if index == 0 { first.clone() } else { Span::new(rest, Style::DIM) };
        let mut marked = vec![mark];
        marked.extend(line);
        marked
    });
    indented.collect()
}

fn paragraph(inlines: &[Inline], style: Style, width: usize) -> Vec<Line> {
    let lines = inlines.split(|inline| *inline == Inline::Break);
    lines
        .flat_map(|line| {
            let mut spans = Vec::new();
            add(&mut spans, line, style);
            wrap(&spans, width)
        })
        .collect()
}

fn add(spans: &mut Vec<Span>, inlines: &[Inline], style: Style) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => spans.extend(signs(text, style)),
            Inline::Code(code) => spans.push(Span::new(code, Style { weight: Weight::Bold, ..style })),
            Inline::Emphasis(inner) => add(spans, inner, Style { italic: true, ..style }),
            Inline::Strong(inner) => add(spans, inner, Style { weight: Weight::Bold, ..style }),
            Inline::Strike(inner) => add(spans, inner, Style { strike: true, ..style }),
            Inline::Break => spans.push(Span::plain(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::paint;
    use super::*;

    fn shown(markdown: &str, width: usize) -> Vec<String> {
        prose(markdown, width).iter().map(|line| paint(line, false)).collect()
    }

    #[test]
    fn blocks_are_laid_out() {
        let lines = shown(
            "One two three four.\n\n- alpha beta gamma\n  1. x\n- b\n\n> quoted words here\n\n```\nx  y\n```",
            14,
        );
        let expected = [
            "One two three",
            "four.",
            "",
            "• alpha beta",
            "  gamma",
            "  1. x",
            "• b",
            "",
            "│ quoted words",
            "│ here",
            "",
            "  x  y",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn long_code_is_broken_within_the_width() {
        assert_eq!(shown("    abcdef  gh", 6), ["  abcd", "  ef", "  gh"]);
    }
}

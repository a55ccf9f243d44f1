//! Words of Markdown between two tags, put together again, and where each piece of them stands in the source.
//!
//! Uses pulldown-cmark, which gives words in pieces: at every bracket, escape and entity. Citations and numbers may span
//! several.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

/// A part of a text.
#[derive(Debug)]
pub enum Part<'a> {
    /// Words.
    Words(Words),
    /// Anything else, and where it stands.
    Other(Event<'a>, Range<usize>),
}

/// Words as a reader sees them.
#[derive(Debug, Default)]
pub struct Words {
    /// All of them.
    pub text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug)]
struct Piece {
    /// Where it stands in the words.
    words: Range<usize>,
    /// Where it stands in the source.
    source: Range<usize>,
}

impl Words {
    fn push(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(Piece { words: start..self.text.len(), source });
    }

    /// Words that stand in the source as they are.
    pub fn at(text: &str, source: Range<usize>) -> Self {
        let mut words = Self::default();
        words.push(text, source);
        words
    }

    /// Which of the words a range of the source gave; nothing where it gave none of them.
    pub fn of_source(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let parts = self.pieces.iter().filter_map(|piece| piece.part(range));
        parts.reduce(|all, part| all.start.min(part.start)..all.end.max(part.end))
    }
}

impl Piece {
    /// What of the piece a range of the source gave: all of it where it reads otherwise than it is written.
    fn part(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let start = range.start.max(self.source.start);
        let end = range.end.min(self.source.end);
        if start >= end {
            return None;
        }
        let shift = |at: usize| self.words.start + (at - self.source.start);
        Some(if self.words.len() == self.source.len() { shift(start)..shift(end) } else { self.words.clone() })
    }
}

/// The parts of a text.
pub fn parts(markdown: &str) -> Vec<Part<'_>> {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (event, range) in parser.into_offset_iter() {
        let Event::Text(text) = &event else {
            parts.push(Part::Other(event, range));
            continue;
        };
        match parts.last_mut() {
            Some(Part::Words(words)) => words.push(text, range),
            Some(Part::Other(..)) | None => parts.push(Part::Words(Words::at(text, range))),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_came_from() {
        let source = "A \\* 12 &amp; [q1] 1,3\\. x";
        let all = parts(source);
        let words = all.iter().find_map(|part| match part {
            Part::Words(words) => Some(words),
            Part::Other(..) => None,
        });
        let words = words.unwrap();
        assert_eq!(words.text, "A * 12 & [q1] 1,3. x");
        for number in ["12", "1,3", "x"] {
            let start = source.find(number).unwrap();
            let range = words.of_source(&(start..start + number.len())).unwrap();
            assert_eq!(&words.text[range], number);
        }
        let entity = source.find("amp").unwrap();
        assert_eq!(&words.text[words.of_source(&(entity..entity + 1)).unwrap()], "&");
        assert_eq!(words.of_source(&(900..901)), None);
    }
}

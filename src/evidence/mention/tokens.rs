//! A text as words, digits and marks, with the marks of Markdown taken out.
//!
//! Emphasis (`**1,234**`) and escapes (`1\.5`) are no tokens: what stands on both sides of one touches. A cell border and
//! the end of a block are [`Kind::Break`]: no number and no sentence reaches across. Works on text alone, in one pass.

use std::ops::Range;

use super::digits::{ascii, is_digit, plain_mark, raised};
use super::units::{is_currency_code, is_suffix};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters.
    Word,
    /// Digits of one number or of a group of them: of any script, and `1_000`.
    Digits,
    /// Letters and digits in one, and no number with a known ending: `A4`, `p95`, `col_1`.
    Mixed,
    /// One other character.
    Mark,
    /// A border: of a table cell, a paragraph, a list item, a heading.
    Break,
}

/// What stands between a token and the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing that is read.
    None,
    /// One space of any width.
    Space,
    /// More than one space, or the end of a line.
    Wide,
}

/// A piece of the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
    /// The text, in lower case and with plain digits and marks.
    pub lower: String,
    /// Whether it begins with a capital.
    pub capital: bool,
    pub gap: Gap,
    /// Whether it is the first of a block: a list number may stand here.
    pub first: bool,
    /// Whether it stands in a heading.
    pub heading: bool,
}

/// All tokens of a text.
#[derive(Debug)]
pub(super) struct Tokens {
    found: Vec<Token>,
    enumerates: bool,
    counts_off: bool,
    /// The numbers that blocks begin with, in their order.
    beginnings: Vec<u32>,
}

impl Tokens {
    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.found.get(at)
    }

    /// Whether the text numbers items so: `1) ... 2) ...`.
    pub(super) fn counts_off(&self) -> bool {
        self.counts_off
    }

    /// Whether the text numbers items in brackets: `(1) ..., (2) ...`.
    pub(super) fn enumerates(&self) -> bool {
        self.enumerates
    }

    /// Whether another block begins with the number before the one at `at`, or with the one after it, as in a list.
    pub(super) fn is_of_list(&self, at: usize) -> bool {
        let Ok(number) = self.text(at).parse::<u32>() else { return false };
        let begins = |number: Option<u32>| number.is_some_and(|number| self.beginnings.binary_search(&number).is_ok());
        begins(number.checked_sub(1)) || begins(number.checked_add(1))
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The text of a token in lower case; nothing where there is none, or a border.
    pub(super) fn text(&self, at: usize) -> &str {
        self.get(at).map_or("", |token| token.lower.as_str())
    }

    /// The text of the token `back` places before another.
    pub(super) fn before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back).map_or("", |at| self.text(at))
    }

    pub(super) fn kind(&self, at: usize) -> Kind {
        self.get(at).map_or(Kind::Break, |token| token.kind)
    }

    pub(super) fn kind_before(&self, at: usize) -> Kind {
        at.checked_sub(1).map_or(Kind::Break, |at| self.kind(at))
    }

    /// Whether a token touches the one before.
    pub(super) fn touches(&self, at: usize) -> bool {
        at > 0 && self.get(at).is_some_and(|token| token.gap == Gap::None) && self.kind(at - 1) != Kind::Break
    }

    /// Whether the tokens from here are these words.
    pub(super) fn are(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(place, word)| self.text(at + place) == *word)
    }

    /// Whether the tokens before this one are these words.
    pub(super) fn are_before(&self, at: usize, words: &[&str]) -> bool {
        at.checked_sub(words.len()).is_some_and(|from| self.are(from, words))
    }

    /// The bytes from one token to another, both included.
    pub(super) fn range(&self, first: usize, last: usize) -> Range<usize> {
        let start = self.get(first).map_or(0, |token| token.range.start);
        let end = self.get(last).map_or(start, |token| token.range.end);
        start..end
    }
}

/// Takes a text apart.
pub(super) fn tokens(text: &str) -> Tokens {
    let mut reader = Reader { text, found: Vec::new(), at: 0, gap: Gap::None, first: true, heading: false };
    while reader.at < text.len() {
        reader.step();
    }
    let enumerates = text.contains("(1)") && text.contains("(2)");
    let counts_off = text.contains("1)") && text.contains("2)");
    let begins = reader.found.iter().filter(|token| token.first && token.kind == Kind::Digits);
    let mut beginnings: Vec<u32> = begins.filter_map(|token| token.lower.parse().ok()).collect();
    beginnings.sort_unstable();
    Tokens { found: reader.found, enumerates, counts_off, beginnings }
}

struct Reader<'t> {
    text: &'t str,
    found: Vec<Token>,
    at: usize,
    gap: Gap,
    first: bool,
    heading: bool,
}

/// Letters of scripts that write no spaces stand apart from digits.
fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() && letter < '\u{2E80}' || letter == '_' || ('\u{300}'..'\u{370}').contains(&letter)
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn behind(&self, length: usize) -> Option<char> {
        self.text.get(self.at + length..).and_then(|rest| rest.chars().next())
    }

    fn before(&self) -> Option<char> {
        self.text.get(..self.at).and_then(|before| before.chars().next_back())
    }

    fn step(&mut self) {
        let Some(next) = self.rest().chars().next() else {
            self.at = self.text.len();
            return;
        };
        let length = next.len_utf8();
        if next == '\n' {
            self.line_end();
        } else if next.is_whitespace() {
            self.gap = if self.gap == Gap::None { Gap::Space } else { Gap::Wide };
            self.at += length;
        } else if self.is_markup(next) {
            self.heading |= next == '#' && self.first;
            self.at += length;
        } else if next == '|' && self.before() != Some('\\') {
            self.push(Kind::Break, length);
            self.first = true;
        } else if is_digit(next) || is_letter(next) {
            let length = self.rest().find(|c: char| !(is_digit(c) || is_letter(c)));
            let length = length.unwrap_or(self.rest().len());
            self.run(length);
        } else if next.is_alphabetic() {
            self.push(Kind::Word, length);
        } else {
            self.push(Kind::Mark, length);
        }
    }

    /// Whether a character is Markdown's own and not read: an escape, emphasis, a line through, a mark at a line's start.
    fn is_markup(&self, mark: char) -> bool {
        let behind = self.behind(mark.len_utf8());
        let before = self.before();
        let digit = |c: Option<char>| c.is_some_and(is_digit);
        match mark {
            '\\' => behind.is_some_and(|c| c.is_ascii_punctuation()),
            '*' => before != Some('\\') && !(digit(before) && digit(behind)),
            '~' => behind == Some('~') || before == Some('~'),
            '#' | '>' => self.first && (behind == Some(mark) || behind.is_none_or(char::is_whitespace)),
            '-' | '+' | '•' => self.first && behind.is_none_or(char::is_whitespace),
            // Inside a word it is part of a name; here it stands at the edge of one.
            '_' => !before.is_some_and(char::is_alphanumeric),
            _ => false,
        }
    }

    /// The end of a line is a border where the next line begins something new.
    fn line_end(&mut self) {
        let line_start = self.text.get(..self.at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let heading = self.text.get(line_start..self.at).is_some_and(|line| line.trim_start().starts_with('#'));
        let next = self.text.get(self.at + 1..).unwrap_or("");
        let next = next.lines().next().unwrap_or("").trim_start();
        if heading || next.is_empty() || begins_block(next) {
            self.push(Kind::Break, 1);
            self.first = true;
            self.heading = false;
        } else {
            self.at += 1;
            self.gap = Gap::Wide;
        }
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let range = self.at..self.at + length;
        self.at = range.end;
        let text = self.text.get(range.clone()).unwrap_or("");
        let lower = match kind {
            Kind::Break => String::new(),
            Kind::Digits => text.chars().filter_map(ascii).collect(),
            Kind::Word | Kind::Mixed | Kind::Mark => {
                text.to_lowercase().chars().map(|c| ascii(c).unwrap_or_else(|| plain_mark(c))).collect()
            }
        };
        let capital = text.chars().next().is_some_and(char::is_uppercase);
        self.found.push(Token { kind, range, lower, capital, gap: self.gap, first: self.first, heading: self.heading });
        self.gap = Gap::None;
        self.first = false;
    }

    /// Letters and digits that stand together: a word, a number, a number with an ending, or a name.
    fn run(&mut self, length: usize) {
        let run = self.rest().get(..length).unwrap_or("").to_owned();
        // A closing `_` of emphasis is none of the word.
        let word = run.trim_end_matches('_');
        if word.is_empty() {
            self.at += length;
            return;
        }
        let after = self.behind(length);
        for (kind, length) in pieces(word, after) {
            self.push(kind, length);
        }
        self.at += run.len() - word.len();
    }
}

fn begins_block(line: &str) -> bool {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0 && line.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']));
    let mut signs = line.chars();
    let bullet = signs.next().is_some_and(|c| "-*+•".contains(c)) && signs.next().is_none_or(char::is_whitespace);
    numbered || bullet || line.starts_with(['#', '|', '>']) || line.starts_with("```")
}

/// Letters of a word, at least, that may be glued to a number and are no part of a name.
const GLUED: usize = 3;

/// Whether a run is one number whose thousands are set off as in a program: `1_000_000`.
fn is_grouped(run: &str) -> bool {
    let mut groups = run.split('_');
    let head = groups.next().unwrap_or("");
    let mut rest = groups.peekable();
    (1..=3).contains(&head.len())
        && rest.peek().is_some()
        && head.bytes().all(|byte| byte.is_ascii_digit())
        && rest.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The tokens of a run of letters and digits, by their lengths. `after` is the character behind the run.
fn pieces(run: &str, after: Option<char>) -> Vec<(Kind, usize)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(is_digit).len();
    let front = digits(run);
    if front == run.len() {
        return vec![(Kind::Digits, front)];
    }
    if is_grouped(run) {
        return vec![(Kind::Digits, run.len())];
    }
    let Some(rest) = run.get(front..) else { return vec![(Kind::Mixed, run.len())] };
    let letters = rest.find(is_digit).unwrap_or(rest.len());
    let (word, tail) = rest.split_at_checked(letters).unwrap_or((rest, ""));
    let tail_digits = !tail.is_empty() && digits(tail) == tail.len();
    if front == 0 && tail.is_empty() {
        return vec![(Kind::Word, run.len())];
    }
    if front > 0 && tail.is_empty() {
        let exponent = word.eq_ignore_ascii_case("e") && after.is_some_and(|c| "+-−".contains(c));
        let zulu = word == "Z" && front == 2;
        // Whatever word an author glues to a number, `40rows`, leaves it one; `7z`, `5e` and `4Runner` are names.
        let glued = word.chars().count() >= GLUED && word.chars().all(char::is_lowercase);
        if exponent || zulu || glued || is_suffix(word) {
            return vec![(Kind::Digits, front), (Kind::Word, word.len())];
        }
    }
    // `3x10^5`
    let power = word.eq_ignore_ascii_case("x") && tail == "10";
    let power = power && after.is_some_and(|c| matches!(c, '^' | '⁻') || raised(&c.to_string()).is_some());
    if front > 0 && power {
        return vec![(Kind::Digits, front), (Kind::Word, word.len()), (Kind::Digits, tail.len())];
    }
    if front > 0 && tail_digits && (word.eq_ignore_ascii_case("e") || word == "T" && front == 2) {
        return vec![(Kind::Digits, front), (Kind::Word, word.len()), (Kind::Digits, tail.len())];
    }
    if front == 0 && is_currency_code(word) {
        let tail_front = digits(tail);
        let ending = tail.get(tail_front..).unwrap_or("");
        if ending.is_empty() {
            return vec![(Kind::Word, word.len()), (Kind::Digits, tail.len())];
        }
        if is_suffix(ending) {
            return vec![(Kind::Word, word.len()), (Kind::Digits, tail_front), (Kind::Word, ending.len())];
        }
    }
    vec![(Kind::Mixed, run.len())]
}

//! Makes untrusted text harmless: one function for each place that it may land in.
//!
//! Cells, headers, file names, prose and titles of a model enter Markdown, a terminal or NDJSON through here only. (HTML
//! is escaped by its template engine.) Uses nothing else of csvchat. Never changes what a reader sees of ordinary text:
//! line breaks become spaces, and characters that would act instead of being seen are shown by a stand-in.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// Whether a character would reorder the text around it: the Unicode property `Bidi_Control`.
pub(super) fn is_bidi_control(ch: char) -> bool {
    matches!(ch, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character ends a line for some reader of text.
fn is_line_break(ch: char) -> bool {
    matches!(ch, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Appends a character, or a stand-in that can be seen where the character would act: a picture of a C0 control (`␛`),
/// the code point of any other (`\u{9b}`).
fn push_visible(out: &mut String, ch: char) {
    match u32::from(ch) {
        code @ 0..=0x1f => out.push(char::from_u32(0x2400 + code).unwrap_or('\u{fffd}')),
        0x7f => out.push('\u{2421}'),
        0x80..=0x9f => out.extend(ch.escape_unicode()),
        _ if is_bidi_control(ch) => out.extend(ch.escape_unicode()),
        _ => out.push(ch),
    }
}

/// Text on one line, with nothing in it that acts: line breaks and tabs are spaces, controls are shown. A carriage
/// return inside a line is shown too, as it would hide what stands before it.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        match ch {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' => push_visible(&mut out, ch),
            '\t' => out.push(' '),
            _ if is_line_break(ch) => out.push(' '),
            _ => push_visible(&mut out, ch),
        }
    }
    out
}

/// Text for one line of a terminal: nothing in it moves the cursor, rings, colours or reorders.
#[must_use]
pub fn terminal(text: &str) -> String {
    one_line(text)
}

/// Text that keeps its lines, such as SQL, for a terminal or a fenced block; tabs are four spaces.
#[must_use]
pub fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\t', "    ");
    text.trim_end().split('\n').map(one_line).collect()
}

/// Text for Markdown, wherever inline text may stand: a paragraph, a heading, a list item, a cell of a table.
///
/// Whatever the text holds, a reader of GitHub-flavoured Markdown shows it as plain text: no markup, no HTML, no link,
/// no cell or row of its own. Only `[q1]` and `[q1, q2]`, by which prose names queries, keep their brackets.
#[must_use]
pub fn markdown(text: &str) -> String {
    markdown_part(one_line(text).trim(), true)
}

/// A part of a block of Markdown, between other parts: outer spaces stay. `opens` says whether the block begins with it.
pub(super) fn markdown_part(text: &str, opens: bool) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = if opens { markdown_block_start(text.trim_start(), &mut out) } else { &text };
    while let Some((start, end)) = mail_address(rest) {
        push_text(&mut out, rest.get(..start).unwrap_or_default());
        out.push('`');
        out.push_str(rest.get(start..end).unwrap_or_default());
        out.push('`');
        rest = rest.get(end..).unwrap_or_default();
    }
    push_text(&mut out, rest);
    out
}

/// Where the first word lies that readers of GFM would make a mail address of. A code span is all that keeps them from
/// it.
fn mail_address(text: &str) -> Option<(usize, usize)> {
    text.match_indices('@').find_map(|(at, _)| {
        let of_address = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '.' | '-' | '_' | '+' | '@' | '%');
        let before = text.get(..at)?;
        let start = before.trim_end_matches(of_address).len();
        let after = text.get(at..)?;
        let end = at + after.len() - after.trim_start_matches(of_address).len();
        let whole = text.get(start..end)?.trim_end_matches(['.', '-']);
        (start < at && whole.len() > at - start + 1).then_some((start, start + whole.len()))
    })
}

/// Plain text.
fn push_text(out: &mut String, text: &str) {
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        if ch == '['
            && let Some(query) = query_reference(&chars)
        {
            out.push('[');
            out.push_str(&query);
            out.push(']');
            chars.nth(query.len());
            before = Some(']');
            continue;
        }
        if ch == '_' {
            push_underscores(out, before, &mut chars);
        } else {
            push_markdown(out, before, ch, &mut chars);
        }
        before = Some(ch);
    }
}

/// Escapes what would make a heading, a list, a quote, a rule or a fence of the line, and returns the rest.
fn markdown_block_start<'a>(text: &'a str, out: &mut String) -> &'a str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let Some(mark) = rest.chars().next() else { return text };
    let after = rest.chars().nth(1);
    let alone = after.is_none_or(char::is_whitespace);
    let acts = match mark {
        '.' | ')' => digits > 0 && alone,
        '+' => digits == 0 && alone,
        '-' => digits == 0 && (alone || after == Some('-')),
        '#' => digits == 0 && (alone || after == Some('#')),
        '>' | '=' | ':' => digits == 0,
        _ => false,
    };
    if !acts {
        return text;
    }
    out.push_str(number);
    out.push('\\');
    out.push(mark);
    rest.get(mark.len_utf8()..).unwrap_or_default()
}

/// The `q1, q12` of `[q1, q12]`, given what follows the bracket; nothing where a link or a definition might come of it.
fn query_reference(chars: &Peekable<Chars<'_>>) -> Option<String> {
    let inside: String = chars.clone().take_while(|ch| matches!(ch, 'q' | ',' | ' ' | '0'..='9')).collect();
    let mut after = chars.clone().skip(inside.len());
    let closed = after.next() == Some(']') && !matches!(after.next(), Some('(' | ':'));
    let is_query = |part: &str| {
        part.trim()
            .strip_prefix('q')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    (closed && inside.split(',').all(is_query)).then_some(inside)
}

/// A run of underscores inside a word is plain text; anywhere else it may be emphasis.
fn push_underscores(out: &mut String, before: Option<char>, chars: &mut Peekable<Chars<'_>>) {
    let mut run = 1;
    while chars.next_if_eq(&'_').is_some() {
        run += 1;
    }
    let inside = before.is_some_and(char::is_alphanumeric) && chars.peek().is_some_and(|next| next.is_alphanumeric());
    out.push_str(&(if inside { "_" } else { "\\_" }).repeat(run));
}

/// One character of Markdown, given its neighbours.
fn push_markdown(out: &mut String, before: Option<char>, ch: char, chars: &mut Peekable<Chars<'_>>) {
    let next = chars.peek().copied();
    match ch {
        // An entity, since some readers take `\<` for the start of a tag.
        '<' if next.is_none_or(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')) => {
            out.push_str("&lt;");
        }
        '&' if starts_entity(chars) => out.push_str("&amp;"),
        '\\' | '`' | '*' | '[' | ']' | '|' | '~' => out.extend(['\\', ch]),
        '(' | ':' if before == Some(']') => out.extend(['\\', ch]),
        // Readers of GFM make links of bare addresses.
        ':' if next == Some('/') => out.push_str("\\:"),
        '.' if ends_with_www(out) => out.push_str("\\."),
        _ => out.push(ch),
    }
}

/// Whether what follows an ampersand makes it a character reference, such as `amp;` or `#60;`.
fn starts_entity(chars: &Peekable<Chars<'_>>) -> bool {
    let mut ahead = chars.clone().skip_while(|ch| *ch == '#' || ch.is_ascii_alphanumeric());
    ahead.next() == Some(';')
}

fn ends_with_www(out: &str) -> bool {
    out.len().checked_sub(3).and_then(|start| out.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// Text as a code span of Markdown; as plain text where a code span could not hold it in a cell of a table.
#[must_use]
pub fn markdown_code(text: &str) -> String {
    let line = one_line(text);
    let line = line.trim();
    let awkward = line.is_empty() || line.contains(['`', '|', '\\', '<']) || line.contains("](");
    if awkward { markdown(text) } else { format!("`{line}`") }
}

/// A fenced block of Markdown: the fence is longer than any run of backticks within. `language` is ours, never a
/// model's.
#[must_use]
pub fn markdown_fence(language: &str, text: &str) -> String {
    let body = lines(text).join("\n");
    let fence = "`".repeat(longest_run(&body, '`').max(2) + 1);
    format!("{fence}{language}\n{body}\n{fence}\n")
}

fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for ch in text.chars() {
        run = if ch == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// JSON with its invisible and reordering characters as `\uXXXX`: the same value, without a raw control in it.
///
/// `json` is valid JSON, in which such characters stand inside strings only.
#[must_use]
pub fn json(json: &str) -> Cow<'_, str> {
    escape_json(json, is_hidden_in_json)
}

fn is_hidden_in_json(ch: char) -> bool {
    matches!(ch, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}') || is_bidi_control(ch)
}

/// JSON inside a `<script>`: besides what [`json`] escapes, what could end the element or begin a comment.
#[must_use]
pub fn json_in_script(json: &str) -> Cow<'_, str> {
    escape_json(json, |ch| matches!(ch, '<' | '>' | '&') || is_hidden_in_json(ch))
}

/// JSON inside a fenced block of Markdown: besides what [`json`] escapes, what careless readers take for a tag or a link.
/// Both forms stand inside strings only.
#[must_use]
pub fn json_in_markdown(text: &str) -> String {
    let text = json(text).replace("](", "]\\u0028");
    escape_json(&text, |ch| ch == '<').into_owned()
}

fn escape_json(json: &str, acts: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !json.contains(&acts) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for ch in json.chars() {
        if acts(ch) {
            out.extend(format!("\\u{:04x}", u32::from(ch)).chars());
        } else {
            out.push(ch);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::*;

    const GITHUB: Options = Options::ENABLE_TABLES
        .union(Options::ENABLE_FOOTNOTES)
        .union(Options::ENABLE_STRIKETHROUGH)
        .union(Options::ENABLE_TASKLISTS)
        .union(Options::ENABLE_GFM);

    /// Cells of the table that a row of Markdown makes, as a reader sees them; panics where anything but text came.
    fn cells(row: &[String]) -> Vec<Vec<String>> {
        let bar = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let mut text = bar(row.iter().map(|_| "h").collect());
        text.push_str(&bar(row.iter().map(|_| "---").collect()));
        text.push_str(&bar(row.iter().map(String::as_str).collect()));
        let mut rows = Vec::new();
        let mut cell = String::new();
        for event in Parser::new_ext(&text, GITHUB) {
            match event {
                Event::Start(Tag::TableRow) => rows.push(Vec::new()),
                Event::Text(part) | Event::Code(part) => cell.push_str(&part),
                Event::End(TagEnd::TableCell) => {
                    let done = std::mem::take(&mut cell);
                    if let Some(row) = rows.last_mut() {
                        row.push(done);
                    }
                }
                Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableCell)
                | Event::End(TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow) => {}
                other => panic!("{other:?} from {text}"),
            }
        }
        rows
    }

    /// What a reader sees of a paragraph; panics where anything but text came.
    fn paragraph(markdown: &str) -> String {
        let mut seen = String::new();
        for event in Parser::new_ext(markdown, GITHUB) {
            match event {
                Event::Text(part) | Event::Code(part) => seen.push_str(&part),
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                other => panic!("{other:?} from {markdown}"),
            }
        }
        seen
    }

    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            3 => "[-\\[\\]()|`*_~<>&#+=!:;/\\\\.$@{}^\"' \t\r\n0-9a-c]{0,6}",
            1 => prop::sample::select(vec![
                "http://x.example", "www.a.example", "](javascript:", "<b>", "<!--", "&amp;", "&#60;", "[q1]", "[q1]:", "[q1, q2]", "a_b@c.de", "`x@y`",
                "![", "\u{1b}[2J", "\u{202e}", "\u{9b}", "\u{2028}", "---", "1. ", "# ", "    ", "~~~", "```", "a_b",
            ]).prop_map(str::to_owned),
            1 => any::<String>(),
        ];
        prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_cells_make_one_row_of_as_many_cells(texts in prop::collection::vec(hostile(), 1..5)) {
            let row: Vec<String> = texts.iter().map(|text| markdown(text)).collect();
            let expected: Vec<String> = texts.iter().map(|text| one_line(text).trim().to_owned()).collect();
            prop_assert_eq!(cells(&row), vec![expected]);
        }

        #[test]
        fn any_text_is_one_plain_paragraph(text in hostile()) {
            let expected = one_line(&text);
            prop_assert_eq!(paragraph(&markdown(&text)), expected.trim());
        }

        #[test]
        fn a_terminal_gets_nothing_that_acts(text in hostile()) {
            let shown = terminal(&text);
            prop_assert!(!shown.chars().any(|ch| ch.is_control() || is_bidi_control(ch)), "{shown:?}");
        }

        #[test]
        fn a_fence_holds_any_text(text in hostile()) {
            let fenced = markdown_fence("sql", &text);
            let mut events = Parser::new(&fenced);
            prop_assert!(matches!(events.next(), Some(Event::Start(Tag::CodeBlock(_)))));
            let mut body = String::new();
            for event in events.by_ref() {
                match event {
                    Event::Text(part) => body.push_str(&part),
                    Event::End(TagEnd::CodeBlock) => break,
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            prop_assert_eq!(events.next(), None);
            prop_assert_eq!(body, lines(&text).join("\n") + "\n");
        }

        #[test]
        fn json_keeps_its_value(text in hostile()) {
            let plain = serde_json::to_string(&text).unwrap();
            for escaped in [json(&plain).into_owned(), json_in_markdown(&plain)] {
                prop_assert!(!escaped.chars().any(|ch| ch.is_control() || is_bidi_control(ch)), "{escaped:?}");
                prop_assert_eq!(&serde_json::from_str::<String>(&escaped).unwrap(), &text);
            }
        }
    }

    #[test]
    fn ordinary_text_stays_readable() {
        for text in [
            "unit_price",
            "a < 5 & b > 3",
            "-12.5",
            "Köln, 3.5 %",
            "R&D (2024)",
            "[q3]",
            "[q1, q30]",
            "$1,200",
            "10:30",
        ] {
            assert_eq!(markdown(text), text, "{text}");
        }
    }

    #[test]
    fn links_and_tags_lose_their_form() {
        assert_eq!(markdown("[click](javascript:alert(3))"), r"\[click\]\(javascript:alert(3))");
        assert_eq!(markdown("<script>alert(1)</script>"), "&lt;script>alert(1)&lt;/script>");
        assert_eq!(markdown("see http://evil.example"), r"see http\://evil.example");
        assert_eq!(markdown("(ann_b@shop.example)."), "(`ann_b@shop.example`).");
        assert_eq!(markdown("www.evil.example"), r"www\.evil.example");
        assert_eq!(markdown("[q1]: http://evil.example"), r"\[q1\]\: http\://evil.example");
        assert_eq!(markdown_code("a|b"), r"a\|b");
        assert_eq!(markdown_code("unit price"), "`unit price`");
    }

    #[test]
    fn controls_are_shown() {
        assert_eq!(terminal("a\u{1b}[2Jb\u{7}\u{7f}\u{9b}\u{202e}c\rd\r\ne"), "a␛[2Jb␇␡\\u{9b}\\u{202e}c␍d e");
        assert_eq!(json("\"\u{9b}\u{202e}\u{7f}é\""), r#""\u009b\u202e\u007fé""#);
    }
}

//! Styled text for a terminal: spans, lines, wrapping, and the only place that writes escape sequences.
//!
//! Uses the escaping for terminals: text becomes a span only through it. Never writes an escape sequence without colour.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::render::claims::SIGN;
use crate::render::escape;

/// How strongly a span speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Weight {
    #[default]
    Normal,
    Bold,
    Dim,
}

/// How a span looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) weight: Weight,
    pub(super) italic: bool,
    pub(super) strike: bool,
    /// One of [`HUES`] colours, for what belongs together in a chart.
    pub(super) hue: Option<usize>,
}

/// Colours of charts.
pub(super) const HUES: usize = 6;

/// Codes of colours that can be told apart on light and dark grounds: blue, yellow, green, magenta, cyan, red.
const HUE_CODES: [&str; HUES] = ["34", "33", "32", "35", "36", "31"];

impl Style {
    pub(super) const BOLD: Self = Self { weight: Weight::Bold, italic: false, strike: false, hue: None };
    pub(super) const DIM: Self = Self { weight: Weight::Dim, italic: false, strike: false, hue: None };

    /// Of the sign behind a number that could not be traced.
    const ALERT: Self = Self { weight: Weight::Bold, italic: false, strike: false, hue: Some(1) };

    pub(super) fn hue(hue: usize) -> Self {
        Self { hue: Some(hue % HUES), ..Self::default() }
    }

    /// The codes that switch it on; empty for plain text.
    fn codes(self) -> String {
        let weight = match self.weight {
            Weight::Normal => None,
            Weight::Bold => Some("1"),
            Weight::Dim => Some("2"),
        };
        let flags = [(self.italic, "3"), (self.strike, "9")];
        let mut codes: Vec<&str> = weight.into_iter().collect();
        codes.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, code)| code));
        codes.extend(self.hue.and_then(|hue| HUE_CODES.get(hue)));
        codes.join(";")
    }
}

/// Text of one style, on one line, with nothing in it that acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    text: String,
    style: Style,
}

impl Span {
    pub(super) fn new(text: &str, style: Style) -> Self {
        Self { text: escape::terminal(text), style }
    }

    pub(super) fn plain(text: &str) -> Self {
        Self::new(text, Style::default())
    }
}

/// Text as spans in which the sign behind numbers that could not be traced stands out.
pub(super) fn signs(text: &str, style: Style) -> Vec<Span> {
    let mut spans = Vec::new();
    for (index, part) in text.split(SIGN).enumerate() {
        spans.extend((index > 0).then(|| Span::new(SIGN, Style::ALERT)));
        spans.extend((!part.is_empty()).then(|| Span::new(part, style)));
    }
    spans
}

/// One line.
pub(super) type Line = Vec<Span>;

/// Columns that text takes.
pub(super) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Text cut to a width, with an ellipsis where something was cut.
pub(super) fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for ch in text.chars() {
        kept.push(ch);
        if width(&kept) + 1 > most {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// Text cut or filled to a width.
pub(super) fn fit(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    let missing = columns.saturating_sub(width(&text));
    text + &" ".repeat(missing)
}

/// A line as the terminal gets it, without spaces at its end.
pub(super) fn paint(line: &Line, colour: bool) -> String {
    let mut out = String::new();
    for span in line {
        let codes = if colour { span.style.codes() } else { String::new() };
        if codes.is_empty() || span.text.is_empty() {
            out.push_str(&span.text);
        } else {
            out.push_str("\u{1b}[");
            out.push_str(&codes);
            out.push('m');
            out.push_str(&span.text);
            out.push_str("\u{1b}[0m");
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// Breaks spans at spaces into lines of at most `most` columns; words that are longer are broken within.
pub(super) fn wrap(spans: &[Span], most: usize) -> Vec<Line> {
    let most = most.max(1);
    let mut lines: Vec<Line> = vec![Line::new()];
    let mut used = 0;
    for word in words(spans) {
        let columns = width(&word.iter().map(|(ch, _)| *ch).collect::<String>());
        if used > 0 && used + 1 + columns > most {
            lines.push(Vec::new());
            used = 0;
        } else if used > 0 {
            // A space belongs to a style only where both its neighbours do.
            let next = word.first().map(|(_, style)| *style).unwrap_or_default();
            let shared = lines.last().and_then(|line| line.last()).is_some_and(|span| span.style == next);
            put(&mut lines, ' ', if shared { next } else { Style::default() });
            used += 1;
        }
        if columns <= most {
            for (ch, style) in word {
                put(&mut lines, ch, style);
            }
            used += columns;
            continue;
        }
        for (ch, style) in word {
            let columns = ch.width().unwrap_or(0);
            if used + columns > most {
                lines.push(Vec::new());
                used = 0;
            }
            put(&mut lines, ch, style);
            used += columns;
        }
    }
    lines
}

/// Words, each with the style of its characters.
fn words(spans: &[Span]) -> Vec<Vec<(char, Style)>> {
    let mut words = Vec::new();
    let mut word = Vec::new();
    for (ch, style) in spans.iter().flat_map(|span| span.text.chars().map(|ch| (ch, span.style))) {
        if ch == ' ' {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        } else {
            word.push((ch, style));
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

fn put(lines: &mut [Line], ch: char, style: Style) {
    let Some(line) = lines.last_mut() else { return };
    match line.last_mut() {
        Some(span) if span.style == style => span.text.push(ch),
        Some(_) | None => line.push(Span { text: ch.to_string(), style }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_of_several_styles_stay_together() {
        let spans = [Span::plain("one t"), Span::new("wo", Style::BOLD), Span::plain(" three")];
        let lines: Vec<String> = wrap(&spans, 7).iter().map(|line| paint(line, false)).collect();
        assert_eq!(lines, ["one two", "three"]);
        assert_eq!(paint(&wrap(&spans, 7)[0], true), "one t\u{1b}[1mwo\u{1b}[0m");
    }

    #[test]
    fn cutting_counts_columns() {
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("plain", 5), "plain");
        assert_eq!(fit("日", 4), "日  ");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_line_is_too_long_and_no_letter_is_lost(text in "[a-z日\u{1b} ]{0,60}", most in 2..20_usize) {
            let lines: Vec<String> = wrap(&[Span::plain(&text)], most).iter().map(|line| paint(line, false)).collect();
            for line in &lines {
                prop_assert!(width(line) <= most, "{line:?}");
            }
            let letters = |text: &str| text.chars().filter(|ch| *ch != ' ').collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&escape::terminal(&text)));
        }
    }
}

//! The title and the note in a picture that stands alone.
//!
//! Works with estimates of width: whose font will show the text is not known here.

use std::sync::LazyLock;

use serde_json::Value;
use unicode_width::UnicodeWidthChar;

use super::scheme::SCHEME;
use super::text;
use crate::limits::PICTURE_TITLE_LINES;
use crate::render::escape;
use crate::templates::look::CONFIG;

/// The fonts of charts.
static FONTS: LazyLock<String> = LazyLock::new(|| {
    let look: Value = serde_json::from_str(CONFIG).unwrap_or_default();
    look.get("font").and_then(Value::as_str).unwrap_or("sans-serif").to_owned()
});

/// Pixels between the words and the chart.
const GAP: f64 = 12.0;

/// How a line is set.
struct Style {
    size: f64,
    /// From one line to the next.
    leading: f64,
    weight: &'static str,
    colour: &'static str,
    /// Width of a common letter, as a part of the size.
    letter: f64,
}

/// Lines above a chart.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Header {
    pub(super) markup: String,
    pub(super) height: f64,
}

/// Title and note, from `x` and `y` on, within a width.
pub(super) fn header(title: &str, note: Option<&str>, x: f64, y: f64, width: f64) -> Header {
    let ink = Style { size: 16.0, leading: 21.0, weight: "600", colour: &SCHEME.ink, letter: 0.58 };
    let soft = Style { size: 12.0, leading: 17.0, weight: "normal", colour: &SCHEME.soft, letter: 0.54 };
    let mut out = Header::default();
    for (words, style) in [(title, ink), (note.unwrap_or_default(), soft)] {
        for line in lines(words, &style, width) {
            out.height += style.leading;
            // The baseline lies above the end of a line by what hangs below it.
            let baseline = y + out.height - style.size * 0.3;
            out.markup.push_str(&format_line(&line, x, baseline, &style));
        }
    }
    if out.height > 0.0 {
        out.height += GAP;
    }
    out
}

fn format_line(line: &str, x: f64, y: f64, style: &Style) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y:.1}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"{}\" fill=\"{}\">{}</text>",
        text(&FONTS),
        style.size,
        style.weight,
        style.colour,
        text(line),
    )
}

/// Words on lines that fit; the last line that there may be ends in an ellipsis where there are more.
fn lines(words: &str, style: &Style, width: f64) -> Vec<String> {
    let wide = |text: &str| -> f64 {
        let columns: usize = text.chars().map(|ch| ch.width().unwrap_or(0)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a line is no longer than a report")]
        let columns = columns as f64;
        columns * style.size * style.letter
    };
    let mut lines: Vec<String> = Vec::new();
    for word in escape::terminal(words).split_whitespace() {
        let is_full = lines.len() == PICTURE_TITLE_LINES;
        match lines.last_mut() {
            Some(line) if wide(line) + wide(word) + style.size * style.letter <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if is_full => {
                line.push('…');
                break;
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    for line in lines.iter_mut().filter(|line| wide(line) > width) {
        while wide(line) > width && line.pop().is_some() {}
        line.push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(words: &str, width: f64) -> Vec<String> {
        lines(words, &Style { size: 10.0, leading: 12.0, weight: "normal", colour: "#000", letter: 0.5 }, width)
    }

    #[test]
    fn words_stay_within_the_width() {
        assert_eq!(set("one two three", 50.0), ["one two", "three"]);
        assert_eq!(set("a\nb\tc", 50.0), ["a b c"]);
        assert_eq!(set("日本語", 30.0), ["日本語"]);
        assert_eq!(set("日本語の", 30.0), ["日本語…"]);
        assert_eq!(set("", 30.0), [""; 0]);
        let many = set(&"word ".repeat(100), 50.0);
        assert_eq!(many.len(), PICTURE_TITLE_LINES);
        assert!(many.last().unwrap().ends_with('…'));
    }

    #[test]
    fn there_is_no_room_for_nothing() {
        assert_eq!(header("", None, 0.0, 0.0, 100.0), Header::default());
        assert!(header("a", Some("b"), 0.0, 0.0, 100.0).height > header("a", None, 0.0, 0.0, 100.0).height);
    }
}

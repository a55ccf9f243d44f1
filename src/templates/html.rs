//! HTML: the one function that escapes for it, and the type of text that needs no escaping.

use std::borrow::Cow;
use std::fmt;

use minijinja::{AutoEscape, Error, Output, State, Value};
use serde::{Serialize, Serializer};

/// HTML that may enter a page as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Markup(String);

impl Markup {
    /// HTML that was put together from fixed tags and escaped text.
    #[must_use]
    pub fn trusted(html: String) -> Self {
        Self(html)
    }

    /// Untrusted text.
    #[must_use]
    pub fn escaped(text: &str) -> Self {
        Self(escape_html(text).into_owned())
    }

    /// The HTML.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Markup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from_safe_string(self.0.clone()).serialize(serializer)
    }
}

/// Text for the content of an element or a quoted attribute: nothing in it is a tag, ends a quote or reorders what
/// stands around it. Control characters and those that change the direction of text are shown by a stand-in; line breaks
/// and tabs stay.
#[must_use]
pub fn escape_html(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for ch in text.chars() {
        push(&mut out, ch);
    }
    Cow::Owned(out)
}

fn acts(ch: char) -> bool {
    matches!(ch, '<' | '>' | '&' | '"' | '\'' | '`') || is_control(ch) || is_bidi_control(ch)
}

fn is_control(ch: char) -> bool {
    ch.is_control() && !matches!(ch, '\n' | '\t')
}

/// Whether a character would reorder the text around it: the Unicode property `Bidi_Control`.
fn is_bidi_control(ch: char) -> bool {
    matches!(ch, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn push(out: &mut String, ch: char) {
    match ch {
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '&' => out.push_str("&amp;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '`' => out.push_str("&#96;"),
        '\u{7f}' => out.push('\u{2421}'),
        _ if ch < ' ' && is_control(ch) => {
            out.push(char::from_u32(0x2400 + u32::from(ch)).unwrap_or('\u{fffd}'));
        }
        _ if is_control(ch) || is_bidi_control(ch) => out.extend(ch.escape_unicode()),
        _ => out.push(ch),
    }
}

/// How templates write a value.
pub(super) fn format(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    if !matches!(state.auto_escape(), AutoEscape::Html) || value.is_safe() {
        return minijinja::escape_formatter(out, state, value);
    }
    if value.is_undefined() {
        return minijinja::escape_formatter(out, state, value);
    }
    let written = match value.as_str() {
        Some(text) => out.write_str(&escape_html(text)),
        None => out.write_str(&escape_html(&value.to_string())),
    };
    written.map_err(Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_acts_is_shown() {
        assert_eq!(escape_html("<a href=\"x\" b='`'>&"), "&lt;a href=&quot;x&quot; b=&#39;&#96;&#39;&gt;&amp;");
        assert_eq!(escape_html("a\u{1b}[31m\u{0}\r\u{7f}\u{9b}\u{202e}b\nc\td"), "a␛[31m␀␍␡\\u{9b}\\u{202e}b\nc\td");
        assert!(matches!(escape_html("plain – text, ü"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn nothing_that_acts_is_left(text in ".*") {
            let html = escape_html(&text);
            prop_assert!(!html.contains(['<', '>', '"', '\'', '`']));
            prop_assert!(!html.contains(is_bidi_control) && !html.contains(is_control));
        }
    }
}

//! What a report is written as, and what it is shown on.
//!
//! Asks the terminal for its size and the environment for its taste in colours. Never writes.

use std::env;
use std::io::{IsTerminal, stdout};
use std::path::Path;

use rustix::termios::tcgetwinsize;

use crate::limits::{TERMINAL_WIDTH, TERMINAL_WIDTH_LEAST};

/// What a report is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// GitHub-flavoured Markdown; laid out for reading where it goes to a terminal.
    Markdown,
    /// One page that needs nothing else.
    Html,
    /// The events themselves.
    Ndjson,
}

impl Format {
    /// All formats, by the name that `-f` takes.
    pub const NAMES: [(&'static str, Self); 3] =
        [("md", Self::Markdown), ("html", Self::Html), ("ndjson", Self::Ndjson)];

    /// The format of a name: `md`, `html`, `ndjson`, or an extension of files.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "html" | "htm" => Some(Self::Html),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            _ => None,
        }
    }

    /// The format that a file's extension names.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        Self::parse(path.extension()?.to_str()?)
    }
}

/// When `--color` asks for colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal that shows them, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// On every terminal.
    Always,
    /// Nowhere.
    Never,
}

/// How charts are shown in Markdown and on terminals, where `--plots` says it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plots {
    /// As their data alone, in every format.
    None,
    /// As SVG files beside a Markdown file.
    #[default]
    Svg,
    /// As PNG files beside it.
    Png,
    /// As SVG inside it.
    Inline,
}

/// What a report is shown on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// A file or a pipe: no escape sequence goes there, whatever was asked for.
    Plain,
    /// A person at a terminal.
    Terminal {
        /// Columns.
        width: usize,
        /// Whether to use bold, dim and colours.
        colour: bool,
    },
}

impl Surface {
    /// What standard output is.
    #[must_use]
    pub fn of_stdout(colour: Colour) -> Self {
        if !stdout().is_terminal() {
            return Self::Plain;
        }
        let columns = tcgetwinsize(stdout()).map_or(0, |size| usize::from(size.ws_col));
        let width = if columns == 0 { TERMINAL_WIDTH } else { columns.max(TERMINAL_WIDTH_LEAST) };
        Self::Terminal { width, colour: colours(colour, |name| env::var(name).ok()) }
    }
}

/// Whether a terminal gets colours, given the variables of the environment.
fn colours(asked: Colour, variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).is_some_and(|value| !value.is_empty());
    match asked {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if set("NO_COLOR") => false,
        Colour::Auto if variable("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0") => true,
        Colour::Auto => variable("TERM").as_deref() != Some("dumb") && variable("CLICOLOR").as_deref() != Some("0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_name_formats() {
        for (path, format) in [
            ("a.md", Some(Format::Markdown)),
            ("a.b/c.MARKDOWN", Some(Format::Markdown)),
            ("a.htm", Some(Format::Html)),
            ("a.jsonl", Some(Format::Ndjson)),
            ("a.ndjson.txt", None),
            ("md", None),
            (".html", None),
        ] {
            assert_eq!(Format::from_path(Path::new(path)), format, "{path}");
        }
        for (name, format) in Format::NAMES {
            assert_eq!(Format::parse(name), Some(format));
        }
    }

    #[test]
    fn the_environment_has_a_say_where_the_user_has_none() {
        let with =
            |name: &'static str, value: &'static str| move |asked: &str| (asked == name).then(|| value.to_owned());
        assert!(colours(Colour::Auto, |_| None));
        assert!(!colours(Colour::Auto, with("NO_COLOR", "1")));
        assert!(colours(Colour::Auto, with("NO_COLOR", "")));
        assert!(!colours(Colour::Auto, with("TERM", "dumb")));
        assert!(!colours(Colour::Auto, with("CLICOLOR", "0")));
        assert!(colours(Colour::Always, with("NO_COLOR", "1")));
        assert!(!colours(Colour::Never, with("CLICOLOR_FORCE", "1")));
    }
}

//! Pictures of charts as files: what an event holds, made harmless, on a ground of its own and with room around it.
//!
//! Uses the report, the house's look and [`svg::clean`]. A picture stands for itself: it needs no page, follows a dark
//! screen, and may carry its title. The same chart gives the same bytes. Never draws a chart.

mod header;
mod png;
mod scheme;

use std::fmt::Write;

use super::report::Plot;
use super::{escape, svg};
use crate::limits::{PICTURE_SIDE, PICTURE_TITLE_WIDTH};
use crate::templates::escape_html;
use scheme::{RULES, SCHEME};

/// Pixels around a chart.
const PADDING: f64 = 16.0;

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Lines and text, of any size.
    Svg,
    /// Pixels.
    Png,
}

impl Kind {
    /// The extension of its files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// Where a picture stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// In a report, which says above it what it shows.
    Report,
    /// Alone: its title and its note stand in it.
    Alone,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    /// The file.
    pub(super) bytes: Vec<u8>,
    /// Signs that the font of PNG pictures lacks, each once, in the order of drawing. Always empty for an SVG, whose
    /// fonts are those of whoever looks at it.
    pub(super) missing: Vec<char>,
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoPicture {
    /// The run holds none.
    Absent,
    /// What the run holds is not what csvchat draws.
    Foreign,
    /// It takes too much time or memory as pixels.
    Bounds,
}

/// The picture of a chart.
pub(super) fn picture(plot: &Plot, kind: Kind, setting: Setting) -> Result<Picture, NoPicture> {
    let given = plot.svg.as_deref().ok_or(NoPicture::Absent)?;
    let cleaned = svg::clean(given, "chart").ok_or(NoPicture::Foreign)?;
    let inner = Inner::of(&cleaned).ok_or(NoPicture::Foreign)?;
    let whole = frame(plot, &inner, kind, setting);
    match kind {
        Kind::Svg => Ok(Picture { bytes: whole.into_bytes(), missing: Vec::new() }),
        Kind::Png => png::draw(whole),
    }
}

/// What a chart shows, in words: what the event says, else its title and its note.
pub(super) fn alternative(plot: &Plot) -> String {
    let said = plot.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty());
    said.map_or_else(|| format!("{}. {}", plot.title, plot.note.as_deref().unwrap_or_default()), str::to_owned)
        .trim()
        .trim_end_matches("..")
        .to_owned()
}

/// A cleaned picture without its outermost tag.
struct Inner<'a> {
    width: f64,
    height: f64,
    view_box: &'a str,
    content: &'a str,
}

impl<'a> Inner<'a> {
    fn of(cleaned: &'a str) -> Option<Self> {
        let (tag, rest) = cleaned.split_once('>')?;
        let content = if tag.ends_with('/') { "" } else { rest.strip_suffix("</svg>")? };
        let view_box = tag.split_once(" viewBox=\"")?.1.split_once('"')?.0;
        let numbers: Vec<f64> =
            view_box.split([' ', ',']).filter(|part| !part.is_empty()).map_while(|part| part.parse().ok()).collect();
        let &[_, _, width, height] = numbers.as_slice() else { return None };
        let is_side = |side: f64| side > 0.0 && side <= PICTURE_SIDE;
        (numbers.iter().all(|number| number.is_finite()) && is_side(width) && is_side(height)).then_some(Self {
            width,
            height,
            view_box,
            content,
        })
    }
}

/// The whole picture.
fn frame(plot: &Plot, inner: &Inner<'_>, kind: Kind, setting: Setting) -> String {
    let (width, head) = match setting {
        Setting::Report => (inner.width, header::Header::default()),
        Setting::Alone => {
            let width = inner.width.max(PICTURE_TITLE_WIDTH);
            (width, header::header(&plot.title, plot.note.as_deref(), PADDING, PADDING, width))
        }
    };
    let (wide, high) = (width + 2.0 * PADDING, inner.height + head.height + 2.0 * PADDING);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         role=\"img\" aria-labelledby=\"title alternative\"><title id=\"title\">{}</title><desc \
         id=\"alternative\">{}</desc>",
        text(&plot.title),
        text(&alternative(plot)),
    );
    // As pixels there is one ground, and a style sheet would only be one more thing to read.
    if kind == Kind::Svg {
        let _ = write!(out, "<style>@media (prefers-color-scheme:dark){{{}}}</style>", *RULES);
    }
    let _ = write!(
        out,
        "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>{}<svg x=\"{PADDING}\" y=\"{}\" width=\"{}\" \
         height=\"{}\" viewBox=\"{}\">{}</svg></svg>",
        SCHEME.paper,
        head.markup,
        PADDING + head.height,
        inner.width,
        inner.height,
        inner.view_box,
        inner.content,
    );
    if kind == Kind::Svg {
        out.push('\n');
    }
    out
}

/// Untrusted text as the text of an element: on one line, and with nothing that XML cannot hold.
fn text(text: &str) -> String {
    escape_html(&escape::terminal(text)).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plot(svg: Option<&str>) -> Plot {
        Plot {
            id: "plot1".to_owned(),
            title: "North & <South>".to_owned(),
            note: Some("Revenue in EUR.".to_owned()),
            spec: json!({}),
            svg: svg.map(str::to_owned),
            ..Plot::default()
        }
    }

    fn svg_of(svg: &str, setting: Setting) -> Result<String, NoPicture> {
        picture(&plot(Some(svg)), Kind::Svg, setting).map(|picture| String::from_utf8(picture.bytes).unwrap())
    }

    const CHART: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"100\" \
                         viewBox=\"0 0 200 100\"><rect width=\"9\" height=\"9\" fill=\"#2a6f9e\"/></svg>";

    #[test]
    fn a_picture_has_ground_room_and_words() {
        let report = svg_of(CHART, Setting::Report).unwrap();
        assert!(
            report.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"232\" height=\"132\""),
            "{report}"
        );
        assert!(report.contains("<title id=\"title\">North &amp; &lt;South&gt;</title>"), "{report}");
        assert!(
            report.contains("<desc id=\"alternative\">North &amp; &lt;South&gt;. Revenue in EUR.</desc>"),
            "{report}"
        );
        assert!(report.contains("<rect width=\"9\" height=\"9\" fill=\"#2a6f9e\"/></svg></svg>"), "{report}");
        assert!(report.contains("[fill=\"#2a6f9e\"]{fill:#5fa8d3}"), "{report}");
        assert!(!report.contains("<text"), "{report}");
        assert_eq!(svg::clean(&report, "x").map(|_| ()), Some(()), "it is XML");
    }

    #[test]
    fn a_picture_alone_carries_its_title() {
        let alone = svg_of(CHART, Setting::Alone).unwrap();
        assert!(
            alone.contains(">North &amp; &lt;South&gt;</text>") && alone.contains(">Revenue in EUR.</text>"),
            "{alone}"
        );
        assert!(alone.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"392\""), "{alone}");
    }

    #[test]
    fn what_is_no_picture_is_told() {
        assert_eq!(picture(&plot(None), Kind::Svg, Setting::Report), Err(NoPicture::Absent));
        for svg in [
            "<p>x</p>",
            "<svg viewBox=\"0 0 1\"/>",
            "<svg viewBox=\"0 0 1 NaN\"/>",
            "<svg viewBox=\"0 0 0 9\"/>",
            "<svg viewBox=\"0 0 9 -9\"/>",
            "<svg viewBox=\"0 0 1e9 9\"/>",
            "<svg viewBox=\"inf 0 9 9\"/>",
        ] {
            assert_eq!(svg_of(svg, Setting::Report), Err(NoPicture::Foreign), "{svg}");
        }
        assert!(svg_of("<svg viewBox=\"0 0 9 9\"/>", Setting::Report).is_ok());
    }

    #[test]
    fn words_are_those_of_the_event_where_it_has_some() {
        let mut plot = plot(None);
        assert_eq!(alternative(&plot), "North & <South>. Revenue in EUR.");
        plot.note = None;
        assert_eq!(alternative(&plot), "North & <South>.");
        plot.alt = Some("Bar chart.".to_owned());
        assert_eq!(alternative(&plot), "Bar chart.");
    }
}

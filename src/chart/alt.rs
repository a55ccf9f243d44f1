//! What a chart shows, in words, for those who cannot see it.
//!
//! A pure function of the specification and of what was drawn: what is plotted over what, how much of it, the range, the
//! largest and the smallest. Numbers are those of the chart, written as its axes do. Never claims a cause or a quality.
//! Names are of the data: each format escapes them.

mod bars;
mod curves;
mod phrase;
mod spread;

use serde_json::Value;

use crate::event::{Drawn, DrawnMark, DrawnPoint, DrawnView, Side};
use crate::limits::ALT_CHARS;
use phrase::{Said, bounded, counted, listed, name};

/// One to three sentences on a chart; its title alone where nothing of it can be told.
#[must_use]
pub fn describe(specification: &Value, drawn: &Drawn, title: &str) -> String {
    let views: Vec<&DrawnView> = drawn.views.iter().filter(|view| kind(view).is_some()).collect();
    let text = match views.as_slice() {
        [] => format!("{}.", title.trim_end_matches('.')),
        [view] => sentences(&Told { specification, drawn, views: &[view], kind: kind(view).unwrap_or(Kind::Text) }),
        [first, rest @ ..] if rest.iter().all(|view| kind(view) == kind(first) && same_axes(view, first)) => {
            together(specification, drawn, &views)
        }
        several => apart(specification, drawn, several),
    };
    bounded(&text, ALT_CHARS)
}

/// What a view is in the first place; other marks of it are layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Boxes,
    Errors,
    Slices,
    Bars,
    Bins,
    Areas,
    Lines,
    Cells,
    Points,
    Strip,
    Text,
}

impl Kind {
    /// One of it, what its items are called, one and several of them, and several of it.
    fn words(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Boxes => ("Box plot", "box", "boxes", "box plots"),
            Self::Errors => ("Chart of error bars", "bar", "bars", "charts of error bars"),
            Self::Slices => ("Pie chart", "slice", "slices", "pie charts"),
            Self::Bars => ("Bar chart", "bar", "bars", "bar charts"),
            Self::Bins => ("Histogram", "bin", "bins", "histograms"),
            Self::Areas => ("Area chart", "point", "points", "area charts"),
            Self::Lines => ("Line chart", "point", "points", "line charts"),
            Self::Cells => ("Heat map", "cell", "cells", "heat maps"),
            Self::Points => ("Scatter plot", "point", "points", "scatter plots"),
            Self::Strip => ("Strip plot", "mark", "marks", "strip plots"),
            Self::Text => ("Chart of texts", "text", "texts", "charts of texts"),
        }
    }

    fn has(self, view: &DrawnView, mark: &DrawnMark) -> bool {
        let ends = |point: &DrawnPoint| (point.at_x2.is_some(), point.at_y2.is_some());
        let any = |wanted: fn((bool, bool)) -> bool| mark.points.iter().any(|point| wanted(ends(point)));
        let discrete = |side: Side| side.axis(view).is_none() || side.is_discrete(view);
        match self {
            Self::Boxes => mark.mark == "boxplot-box",
            Self::Errors => mark.mark == "errorbar-rule",
            Self::Slices => mark.shape == "arc",
            Self::Bars => {
                let ranged = mark.mark == "bar" || mark.mark == "rule" && (discrete(Side::X) != discrete(Side::Y));
                ranged && any(|(x, y)| x || y)
            }
            // Bars over time are on spans of it, but no histogram.
            Self::Bins => {
                let numbers =
                    |point: &DrawnPoint| [&point.x, &point.x2, &point.y, &point.y2].iter().all(|v| v.is_number());
                mark.mark == "bar" && any(|(x, y)| x && y) && mark.points.iter().all(numbers)
            }
            Self::Areas => mark.shape == "area",
            Self::Lines => matches!(mark.shape.as_str(), "line" | "trail"),
            Self::Cells => {
                mark.shape == "rect" && mark.points.iter().any(|point| point.series.is_number()) && mark.mark != "bar"
            }
            Self::Points => mark.shape == "symbol",
            Self::Strip => mark.shape == "rect" || mark.shape == "rule",
            Self::Text => mark.shape == "text",
        }
    }
}

const KINDS: [Kind; 11] = [
    Kind::Boxes,
    Kind::Errors,
    Kind::Slices,
    Kind::Bins,
    Kind::Bars,
    Kind::Areas,
    Kind::Lines,
    Kind::Cells,
    Kind::Points,
    Kind::Strip,
    Kind::Text,
];

fn kind(view: &DrawnView) -> Option<Kind> {
    let has = |kind: &Kind| view.marks.iter().any(|mark| !mark.points.is_empty() && kind.has(view, mark));
    KINDS.into_iter().find(has)
}

/// What is told of: views of one kind, whose items are one set.
struct Told<'a> {
    specification: &'a Value,
    drawn: &'a Drawn,
    views: &'a [&'a DrawnView],
    kind: Kind,
}

impl<'a> Told<'a> {
    /// The marks that its kind is about.
    fn marks(&self) -> impl Iterator<Item = &'a DrawnMark> {
        let views = self.views.iter().copied();
        views.flat_map(|view| view.marks.iter().filter(|mark| self.kind.has(view, mark)))
    }

    /// The title of an axis, else the name of its field.
    fn title(&self, side: Side) -> Option<String> {
        let title = self.views.iter().find_map(|view| side.axis(view)?.title.as_deref());
        let channel = match side {
            Side::X => "x",
            Side::Y => "y",
        };
        title.or_else(|| field(self.specification, channel)).map(name)
    }

    /// The first view, whose axes are those of all.
    fn view(&self) -> Option<&'a DrawnView> {
        self.views.first().copied()
    }
}

/// The field of a channel in the specification or its parts.
fn field<'a>(specification: &'a Value, channel: &str) -> Option<&'a str> {
    let own = specification.get("encoding").and_then(|encoding| encoding.get(channel)?.get("field")?.as_str());
    own.or_else(|| {
        let layers = specification.get("layer").and_then(Value::as_array).into_iter().flatten();
        layers.chain(specification.get("spec")).find_map(|part| field(part, channel))
    })
}

fn same_axes(one: &DrawnView, other: &DrawnView) -> bool {
    let titles = |view: &DrawnView| view.axes.values().map(|axis| axis.title.clone()).collect::<Vec<_>>();
    titles(one) == titles(other)
}

/// The sentences on views that are told as one.
fn sentences(told: &Told<'_>) -> String {
    let Said { of, count, more } = said(told);
    let lines = references(told);
    let rest = more.into_iter().chain(lines).map(|sentence| format!(" {sentence}")).collect::<String>();
    format!("{}{of}: {count}.{rest}", told.kind.words().0)
}

fn said(told: &Told<'_>) -> Said {
    match told.kind {
        Kind::Bars => bars::bars(told),
        Kind::Bins => bars::bins(told),
        Kind::Slices => bars::slices(told),
        Kind::Cells => bars::cells(told),
        Kind::Lines | Kind::Areas => curves::curves(told),
        Kind::Boxes => spread::boxes(told),
        Kind::Points | Kind::Strip | Kind::Errors | Kind::Text => spread::points(told),
    }
}

/// Lines that cross a view, and curves over bars.
fn references(told: &Told<'_>) -> Option<String> {
    let view = told.view().filter(|_| told.views.len() == 1)?;
    if told.kind != Kind::Lines && view.marks.iter().any(|mark| Kind::Lines.has(view, mark)) && told.kind == Kind::Bars
    {
        let views = [view];
        let line = Told { kind: Kind::Lines, views: &views, ..*told };
        return curves::curves(&line).more.into_iter().next().map(|sentence| format!("A line over them: {sentence}"));
    }
    let crossing = view.marks.iter().filter(|mark| mark.mark == "rule").find_map(|mark| match mark.points.as_slice() {
        [only] if only.x.is_null() != only.y.is_null() => {
            Some(if only.x.is_null() { Side::Y } else { Side::X }).zip(Some(only))
        }
        _ => None,
    });
    let (side, point) = crossing?;
    Some(format!(
        "A line marks {}.",
        phrase::notation(told, side, [side.value(point)].into_iter()).show(side.value(point))
    ))
}

/// Facets: one sentence on what they are, the others on all of them.
fn together(specification: &Value, drawn: &Drawn, views: &[&DrawnView]) -> String {
    let Some(kind) = views.first().and_then(|view| kind(view)) else { return String::new() };
    let told = Told { specification, drawn, views, kind };
    // Names of rows and columns have a comma between them.
    let named = |view: &&DrawnView| view.name.as_deref().map(|title| name(title).replace(", ", "/"));
    let names: Vec<String> = views.iter().filter_map(named).collect();
    let which = if names.len() == views.len() { format!(", one each for {}", listed(&names)) } else { String::new() };
    let Said { of, count, more } = said(&told);
    let rest: String = more.into_iter().map(|sentence| format!(" {sentence}")).collect();
    format!("{} {}{of}{which}: {count}.{rest}", views.len(), kind.words().3)
}

/// Views of different kinds: a short word on each.
fn apart(specification: &Value, drawn: &Drawn, views: &[&DrawnView]) -> String {
    let word = |view: &&DrawnView| {
        let kind = kind(view).unwrap_or(Kind::Text);
        let told = Told { specification, drawn, views: &[*view], kind };
        let Said { of, count, more: _ } = said(&told);
        let word = kind.words().0;
        match view.name.as_deref() {
            Some(title) => format!("{}: {}{of}, {count}.", name(title), lower_first(word)),
            None => format!("{word}{of}, {count}."),
        }
    };
    let most = crate::limits::ALT_NAMES;
    let words: Vec<String> = views.iter().take(most).map(word).collect();
    let left_out = views.len().saturating_sub(most);
    let more = if left_out > 0 { format!(" {} more.", counted(left_out, "chart", "charts")) } else { String::new() };
    format!("{} charts. {}{more}", views.len(), words.join(" "))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

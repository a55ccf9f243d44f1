//! Bars that lie: one a line, with its name before it and its value behind it, from a common zero. Whether they stood or
//! lay in the picture, their order is the picture's.

use serde_json::Value;

use super::layout::{Layout, Piece, Row};
use super::sides::{Series, Side, categories, points};
use super::signs;
use crate::event::{Drawn, DrawnMark, DrawnPoint, DrawnView, Notation};
use crate::limits::TERMINAL_BARS;
use crate::render::escape;
use crate::render::format::{count, share};
use crate::render::terminal::ink::{Line, Span, Style, cut};

/// Distance at which two places are the same.
const NEAR: f64 = 0.000_2;
/// Pieces of a bar whose values are written beside its sum.
const SPELT: usize = 4;

/// The bars of one view.
pub(super) struct Bars {
    rows: Vec<Row>,
    /// Where lines cross all bars, and at which value.
    references: Vec<(f64, String)>,
    /// What their length stands for.
    title: Option<String>,
    /// What each of them is.
    category: Option<String>,
    /// Series that are pieces of one bar, or several of different colours.
    legend: Vec<String>,
    hidden: usize,
}

impl Bars {
    /// The bars of a view; nothing where it has others marks that bars alone would not show.
    pub(super) fn of(view: &DrawnView, drawn: &Drawn) -> Option<Self> {
        let bars: Vec<&DrawnMark> = view.marks.iter().filter(|mark| is_bar(mark)).collect();
        let side = measure(view, &points(&bars))?;
        let others = view.marks.iter().filter(|mark| !is_bar(mark));
        let (mut texts, mut lines) = (Vec::new(), Vec::new());
        for mark in others {
            let crosses = |point: &DrawnPoint| side.other().value(point).is_null() && side.at(point).is_some();
            match mark.shape.as_str() {
                "text" => texts.extend(&mark.points),
                "rule" | "rect" if mark.points.iter().all(crosses) => lines.extend(&mark.points),
                "symbol" if ends_of(&bars, mark, side) => {}
                _ => return None,
            }
        }
        let drawn_points = points(&bars);
        let values = drawn_points.iter().flat_map(|point| [side.value(point), side.end(point)]);
        let owns: Vec<Value> =
            values.cloned().chain(drawn_points.iter().filter_map(|p| Some(own(p, side)?.into()))).collect();
        let notation = Notation::of(side.axis(view), owns.iter());
        let series = Series::of(&drawn.legend, &drawn_points);
        let reading = Reading { side, notation: &notation, series: &series, texts: &texts };
        let thin = bars.iter().all(|mark| mark.shape == "rule");
        let mut rows = reading.rows(view, &drawn_points, thin);
        let stacked = rows.iter().any(|row| row.pieces.len() > 1);
        let coloured = drawn_points.iter().any(|point| !point.series.is_null() && series.names().len() > 1);
        let told = rows.iter().any(|row| !row.sub.is_empty());
        let hidden = rows.len().saturating_sub(TERMINAL_BARS.max(if told { TERMINAL_BARS * 2 } else { 0 }));
        rows.truncate(rows.len() - hidden);
        Some(Self {
            rows,
            references: lines.iter().filter_map(|p| Some((side.at(p)?, notation.show(side.value(p))))).collect(),
            title: side.axis(view).and_then(|axis| axis.title.clone()),
            category: side.other().axis(view).and_then(|axis| axis.title.clone()),
            legend: if stacked || coloured && !told { series.names().to_vec() } else { Vec::new() },
            hidden,
        })
    }

    /// The slices of a pie, as bars with their shares.
    pub(super) fn of_slices(view: &DrawnView, drawn: &Drawn) -> Option<Self> {
        let arcs: Vec<&DrawnMark> = view.marks.iter().filter(|mark| mark.shape == "arc").collect();
        let slices: Vec<&DrawnPoint> = points(&arcs).into_iter().filter(|slice| slice.theta.is_number()).collect();
        if slices.is_empty() || view.marks.iter().any(|mark| !matches!(mark.shape.as_str(), "arc" | "text")) {
            return None;
        }
        let size = |slice: &DrawnPoint| slice.theta.as_f64().unwrap_or(0.0);
        let sum: f64 = slices.iter().map(|slice| size(slice)).sum();
        let most = slices.iter().map(|slice| size(slice)).fold(0.0, f64::max);
        let notation = Notation::of(None, slices.iter().map(|slice| &slice.theta));
        let series = Series::of(&drawn.legend, &slices);
        let row = |slice: &&DrawnPoint| {
            let place = series.place(slice);
            let name = series.names().get(place).cloned().unwrap_or_default();
            let value = notation.show(&slice.theta);
            let piece =
                Piece { from: 0.0, to: size(slice) / most.max(f64::MIN_POSITIVE), series: place, filled: false };
            let part = percent(size(slice), sum);
            Row { name, sub: String::new(), pieces: vec![piece], label: format!("{part}  {value}"), thin: false }
        };
        let mut rows: Vec<Row> = slices.iter().map(row).collect();
        let hidden = rows.len().saturating_sub(TERMINAL_BARS);
        rows.truncate(TERMINAL_BARS);
        let category = drawn.legend_title.clone();
        Some(Self { rows, references: Vec::new(), title: None, category, legend: Vec::new(), hidden })
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn category(&self) -> Option<&str> {
        self.category.as_deref()
    }

    pub(super) fn marked(&self) -> impl Iterator<Item = f64> {
        self.references.iter().map(|(at, _)| *at)
    }

    /// The view as lines.
    pub(super) fn draw(&self, layout: &Layout, most: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        lines.extend(layout.heading(self.category.as_deref(), self.title.as_deref(), most));
        lines.extend(signs::legend(&self.legend, signs::fill, most));
        let marks: Vec<f64> = self.marked().collect();
        lines.extend(self.rows.iter().map(|row| layout.line(row, &marks)));
        for (_, value) in &self.references {
            lines.push(vec![Span::new(&cut(&escape::terminal(&format!("┊ {value}")), most), Style::DIM)]);
        }
        if self.hidden > 0 {
            lines.push(vec![Span::new(&format!("{} more", count(self.hidden as u64)), Style::DIM)]);
        }
        lines
    }
}

/// A part of a whole as pies tell it.
fn percent(part: f64, whole: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a million")]
    let millionths = if whole > 0.0 { (part / whole * 1e6).round() as u64 } else { 0 };
    share(millionths, 1_000_000)
}

fn is_bar(mark: &DrawnMark) -> bool {
    let ranged = |point: &DrawnPoint| point.at_x2.is_some() != point.at_y2.is_some();
    let bar = mark.mark == "bar" && mark.shape == "rect" || mark.mark == "rule";
    bar && !mark.points.is_empty() && mark.points.iter().all(ranged)
}

/// The axis along which bars run: the other one holds categories.
fn measure(view: &DrawnView, bars: &[&DrawnPoint]) -> Option<Side> {
    let first = bars.first()?;
    let side = if first.at_x2.is_some() { Side::X } else { Side::Y };
    let runs = bars.iter().all(|point| side.at(point).is_some() && side.end_at(point).is_some());
    (runs && side.other().is_discrete(view)).then_some(side)
}

/// Whether symbols stand at the ends of bars, as in lollipops.
fn ends_of(bars: &[&DrawnMark], mark: &DrawnMark, side: Side) -> bool {
    let ends = points(bars);
    mark.points.iter().all(|point| {
        ends.iter().any(|end| {
            side.other().value(end) == side.other().value(point)
                && (side.value(end) == side.value(point) || side.end(end) == side.value(point))
        })
    })
}

/// A bar's own value: the difference of its ends where it is a piece of several.
fn own(point: &DrawnPoint, side: Side) -> Option<f64> {
    let (to, from) = (side.value(point).as_f64()?, side.end(point).as_f64()?);
    Some(to - from)
}

/// What is needed to read the bars of one view.
struct Reading<'a> {
    side: Side,
    notation: &'a Notation,
    series: &'a Series,
    texts: &'a [&'a DrawnPoint],
}

impl Reading<'_> {
    fn rows(&self, view: &DrawnView, bars: &[&DrawnPoint], thin: bool) -> Vec<Row> {
        let across = self.side.other();
        let mut rows = Vec::new();
        for (category, name) in categories(across.axis(view)) {
            let mut own: Vec<&DrawnPoint> = bars
                .iter()
                .filter(|bar| *across.value(bar) == category || across.axis(view).is_none())
                .copied()
                .collect();
            let place = |bar: &DrawnPoint| across.at(bar).map_or(0.0, |at| if across == Side::Y { -at } else { at });
            own.sort_by(|one, other| place(one).total_cmp(&place(other)));
            let groups: Vec<&[&DrawnPoint]> =
                own.chunk_by(|one, other| (place(one) - place(other)).abs() < NEAR).collect();
            let several = groups.len() > 1;
            let mut first = true;
            for group in groups.into_iter().flat_map(|group| self.apart(group)) {
                let named = if first { name.clone() } else { String::new() };
                rows.push(self.row(named, &group, several, thin));
                first = false;
            }
        }
        rows
    }

    /// Bars of one place: one where each begins where another ends, else each for itself.
    fn apart<'a>(&self, group: &[&'a DrawnPoint]) -> Vec<Vec<&'a DrawnPoint>> {
        let span = |bar: &DrawnPoint| {
            let (at, end) = (self.side.at(bar).unwrap_or(0.0), self.side.end_at(bar).unwrap_or(0.0));
            (at.min(end), at.max(end))
        };
        let mut sorted = group.to_vec();
        sorted.sort_by(|one, other| span(one).0.total_cmp(&span(other).0));
        let overlaps = sorted.windows(2).any(|pair| match pair {
            [one, other] => span(one).1 > span(other).0 + NEAR,
            _ => false,
        });
        if overlaps { group.iter().map(|bar| vec![*bar]).collect() } else { vec![sorted] }
    }

    fn row(&self, name: String, bars: &[&DrawnPoint], several: bool, thin: bool) -> Row {
        let stacked = bars.len() > 1;
        let piece = |bar: &&DrawnPoint| {
            let (from, to) = (self.side.end_at(bar)?, self.side.at(bar)?);
            // What begins at no zero has no direction.
            let (from, to) = if stacked || self.from_zero(bar) { (from, to) } else { (from.min(to), from.max(to)) };
            Some(Piece { from, to, series: self.series.place(bar), filled: stacked })
        };
        let pieces: Vec<Piece> = bars.iter().filter_map(piece).collect();
        let sub = bars
            .first()
            .filter(|bar| several && !bar.series.is_null())
            .and_then(|bar| self.series.names().get(self.series.place(bar)).cloned());
        Row { name, sub: sub.unwrap_or_default(), label: self.label(bars), pieces, thin }
    }

    fn label(&self, bars: &[&DrawnPoint]) -> String {
        let [bar] = bars else { return self.sum(bars) };
        let across = self.side.other();
        let beside = self.texts.iter().filter(|text| across.value(text) == across.value(bar));
        let texts: Vec<&str> = beside.filter_map(|text| text.text.as_deref()).filter(|text| !text.is_empty()).collect();
        if let [text] = texts.as_slice() {
            return (*text).to_owned();
        }
        let (value, end) = (self.side.value(bar), self.side.end(bar));
        if self.from_zero(bar) {
            return self.notation.show(value);
        }
        let (from, to) = if self.side.at(bar) < self.side.end_at(bar) { (value, end) } else { (end, value) };
        format!("{} to {}", self.notation.show(from), self.notation.show(to))
    }

    /// Whether a bar begins at zero, or at the edge of its axis: on a logarithmic one there is no zero.
    fn from_zero(&self, bar: &DrawnPoint) -> bool {
        let end = self.side.end(bar);
        let edge = end.is_number() && self.side.end_at(bar).is_some_and(|at| at < NEAR);
        end.is_null() || end.as_f64() == Some(0.0) || edge
    }

    /// The sum of a stacked bar and its pieces; shares of a whole have no sum worth telling.
    fn sum(&self, bars: &[&DrawnPoint]) -> String {
        let owns: Vec<f64> = bars.iter().filter_map(|bar| own(bar, self.side)).collect();
        let sum: f64 = owns.iter().sum();
        let spelt: Vec<String> = owns.iter().map(|own| self.notation.number(*own)).collect();
        let positive = owns.iter().all(|own| *own >= 0.0);
        let whole = (sum - 1.0).abs() < 1e-9 && self.notation.number(1.0).ends_with('%');
        match (whole, positive && owns.len() <= SPELT) {
            (true, true) => spelt.join(" + "),
            (true, false) => String::new(),
            (false, true) => format!("{} = {}", self.notation.number(sum), spelt.join(" + ")),
            (false, false) => self.notation.number(sum),
        }
    }
}

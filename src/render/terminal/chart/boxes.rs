//! Box plots and error bars: a line for each category, with whiskers, box, median and outliers.

use serde_json::Value;

use super::canvas::{ACROSS, Canvas};
use super::frame::Frame;
use super::sides::{Side, categories};
use crate::event::{DrawnAxis, DrawnMark, DrawnView};
use crate::render::terminal::ink::{Line, Style};

/// Columns below which there is no room, and at most.
const NARROWEST: usize = 20;
const WIDEST: usize = 70;
/// Categories at most.
const ROWS: usize = 30;

/// The view as lines; nothing where it holds no such marks, or others.
pub(super) fn draw(view: &DrawnView, most: usize) -> Option<Vec<Line>> {
    let parts = |name: &str| view.marks.iter().any(|mark| mark.mark.starts_with(name));
    let known = |mark: &DrawnMark| {
        mark.mark.starts_with("boxplot-") || mark.mark.starts_with("errorbar-") || mark.shape == "symbol"
    };
    if !(parts("boxplot-box") || parts("errorbar-rule")) || !view.marks.iter().all(known) {
        return None;
    }
    let side = view
        .marks
        .iter()
        .flat_map(|mark| &mark.points)
        .find_map(|point| if point.at_x2.is_some() { Some(Side::X) } else { point.at_y2.map(|_| Side::Y) })?;
    let names = categories(side.other().axis(view));
    if !side.other().is_discrete(view) || names.is_empty() || names.len() > ROWS {
        return None;
    }
    let lying = lying(view, side);
    let frame = Frame::of(&lying, most);
    let columns = most.checked_sub(frame.columns()).filter(|room| *room >= NARROWEST)?.min(WIDEST);
    let mut canvas = Canvas::new(columns, names.len());
    for (row, (name, _)) in names.iter().enumerate() {
        // Boxes hide whiskers, and medians boxes.
        for layer in ["rule", "box", "median", ""] {
            for mark in view.marks.iter().filter(|mark| layer_of(mark) == layer) {
                put(&mut canvas, row, mark, layer, side, name);
            }
        }
    }
    Some(frame.lines(&canvas, most, |_| None))
}

fn layer_of(mark: &DrawnMark) -> &'static str {
    ["rule", "box", "median"]
        .into_iter()
        .find(|layer| mark.mark.ends_with(layer) && mark.mark.contains('-'))
        .unwrap_or("")
}

fn put(canvas: &mut Canvas, row: usize, mark: &DrawnMark, layer: &str, side: Side, name: &Value) {
    let across = side.other();
    for point in mark.points.iter().filter(|point| across.value(point) == name) {
        let column = |at: f64| canvas.dot_at(at, 0.0).0 / ACROSS;
        let Some(at) = side.at(point).map(column) else { continue };
        let end = side.end_at(point).map_or(at, column);
        let (low, high) = (at.min(end), at.max(end));
        match layer {
            "rule" => {
                (low..=high).for_each(|column| canvas.sign(column, row, '─', Style::default()));
                // Both whiskers of a box end away from it, which hides their other ends.
                canvas.sign(low, row, '├', Style::default());
                canvas.sign(high, row, '┤', Style::default());
            }
            "box" => (low..=high).for_each(|column| canvas.sign(column, row, '▒', Style::hue(0))),
            "median" => canvas.sign(at, row, '█', Style::default()),
            _ => canvas.sign(at, row, '•', Style::hue(0)),
        }
    }
}

/// The axes of a view that lies, whichever way it stood.
fn lying(view: &DrawnView, side: Side) -> DrawnView {
    let unplaced = |axis: &DrawnAxis| DrawnAxis { ticks: Vec::new(), ..axis.clone() };
    let mut axes = std::collections::BTreeMap::new();
    if let Some(axis) = side.axis(view) {
        axes.insert("x".to_owned(), axis.clone());
    }
    if let Some(axis) = side.other().axis(view) {
        // Places of labels that stood at the foot are none at the left.
        axes.insert("y".to_owned(), if side == Side::X { axis.clone() } else { unplaced(axis) });
    }
    DrawnView { axes, ..DrawnView::default() }
}

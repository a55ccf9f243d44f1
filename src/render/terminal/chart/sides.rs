//! One axis of a view, whichever it is: values, places and categories of what was drawn.

use serde_json::Value;

use crate::event::{DrawnAxis, DrawnMark, DrawnPoint, DrawnView, Notation};

/// An axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    X,
    Y,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }

    pub(super) fn axis(self, view: &DrawnView) -> Option<&DrawnAxis> {
        view.axes.get(match self {
            Self::X => "x",
            Self::Y => "y",
        })
    }

    /// Whether the axis holds categories; what has no axis is one.
    pub(super) fn is_discrete(self, view: &DrawnView) -> bool {
        self.axis(view).is_none_or(|axis| matches!(axis.scale.as_str(), "band" | "point" | "ordinal"))
    }

    pub(super) fn value(self, point: &DrawnPoint) -> &Value {
        match self {
            Self::X => &point.x,
            Self::Y => &point.y,
        }
    }

    /// The value of the other end.
    pub(super) fn end(self, point: &DrawnPoint) -> &Value {
        match self {
            Self::X => &point.x2,
            Self::Y => &point.y2,
        }
    }

    pub(super) fn at(self, point: &DrawnPoint) -> Option<f64> {
        match self {
            Self::X => point.at_x,
            Self::Y => point.at_y,
        }
    }

    /// The place of the other end.
    pub(super) fn end_at(self, point: &DrawnPoint) -> Option<f64> {
        match self {
            Self::X => point.at_x2,
            Self::Y => point.at_y2,
        }
    }
}

/// All points of some marks.
pub(super) fn points<'a>(marks: &[&'a DrawnMark]) -> Vec<&'a DrawnPoint> {
    marks.iter().flat_map(|mark| &mark.points).collect()
}

/// Categories of an axis from the left or the top, as they are written.
pub(super) fn categories(axis: Option<&DrawnAxis>) -> Vec<(Value, String)> {
    let Some(axis) = axis else { return vec![(Value::Null, String::new())] };
    let notation = Notation::of(None, axis.domain.iter());
    let name = |value: &Value| {
        let label = axis.ticks.iter().find(|tick| tick.value == *value).map(|tick| tick.label.clone());
        label.filter(|label| !label.is_empty()).unwrap_or_else(|| match value {
            // A number that is a category is a name.
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                notation.show(value)
            }
        })
    };
    axis.domain.iter().map(|value| (value.clone(), name(value))).collect()
}

/// Where a series stands in the legend; those that are not in it follow.
pub(super) struct Series {
    names: Vec<String>,
}

impl Series {
    /// The series of these points: those of the legend that they have, in its order.
    pub(super) fn of(legend: &[String], points: &[&DrawnPoint]) -> Self {
        let mut own: Vec<String> = Vec::new();
        for point in points.iter().filter(|point| !point.series.is_null() && !point.series.is_number()) {
            let name = text(&point.series);
            if !own.contains(&name) {
                own.push(name);
            }
        }
        let mut names: Vec<String> = legend.to_vec();
        names.extend(own.iter().filter(|name| !legend.contains(name)).cloned());
        Self { names }
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of a point's series; 0 where it has none.
    pub(super) fn place(&self, point: &DrawnPoint) -> usize {
        let name = text(&point.series);
        self.names.iter().position(|one| *one == name).unwrap_or(0)
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

//! One axis of a view, whichever it is: values, places and categories of what was drawn.

use serde_json::Value;

use super::{DrawnAxis, DrawnPoint, DrawnView, Notation};

/// An axis: the horizontal or the vertical one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Horizontal.
    X,
    /// Vertical.
    Y,
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }

    /// The axis of a view.
    #[must_use]
    pub fn axis(self, view: &DrawnView) -> Option<&DrawnAxis> {
        view.axes.get(match self {
            Self::X => "x",
            Self::Y => "y",
        })
    }

    /// Whether the axis holds categories; what has no axis is one.
    #[must_use]
    pub fn is_discrete(self, view: &DrawnView) -> bool {
        self.axis(view).is_none_or(|axis| matches!(axis.scale.as_str(), "band" | "point" | "ordinal"))
    }

    /// The value of a point on it.
    #[must_use]
    pub fn value(self, point: &DrawnPoint) -> &Value {
        match self {
            Self::X => &point.x,
            Self::Y => &point.y,
        }
    }

    /// The value of the other end.
    #[must_use]
    pub fn end(self, point: &DrawnPoint) -> &Value {
        match self {
            Self::X => &point.x2,
            Self::Y => &point.y2,
        }
    }

    /// The place of a point on it.
    #[must_use]
    pub fn at(self, point: &DrawnPoint) -> Option<f64> {
        match self {
            Self::X => point.at_x,
            Self::Y => point.at_y,
        }
    }

    /// The place of the other end.
    #[must_use]
    pub fn end_at(self, point: &DrawnPoint) -> Option<f64> {
        match self {
            Self::X => point.at_x2,
            Self::Y => point.at_y2,
        }
    }
}

/// Categories of an axis from the left or the top, as they are written.
#[must_use]
pub fn categories(axis: Option<&DrawnAxis>) -> Vec<(Value, String)> {
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

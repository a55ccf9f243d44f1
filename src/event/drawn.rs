//! What a chart shows, as it was drawn: behind filters, aggregates, bins and sorting, in the order of the axes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A chart as it was drawn.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drawn {
    /// Its views: one, or one for each part and facet, in reading order.
    #[serde(default)]
    pub views: Vec<DrawnView>,
    /// Values that have a colour or a shape of their own, in the order of the legend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<String>,
    /// What colours or shapes stand for, as the legend says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legend_title: Option<String>,
    /// What sizes stand for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_title: Option<String>,
}

/// One view of a chart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawnView {
    /// The values of its facet, or its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its axes, by channel: `x`, `y`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub axes: BTreeMap<String, DrawnAxis>,
    /// Its marks that stand for data, from the lowest layer up.
    #[serde(default)]
    pub marks: Vec<DrawnMark>,
}

/// An axis.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawnAxis {
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Kind of the scale, as Vega names it: `band`, `point`, `linear`, `log`, `time`, ...
    pub scale: String,
    /// All categories in their order, or the first and the last value.
    #[serde(default)]
    pub domain: Vec<Value>,
    /// Labels: of categories all of them, of others those that are shown.
    #[serde(default)]
    pub ticks: Vec<DrawnTick>,
}

/// A label of an axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawnTick {
    /// The value that it stands at.
    pub value: Value,
    /// As it is written.
    pub label: String,
    /// How far from the left or from the bottom it stands, from 0 to 1.
    pub at: f64,
}

/// The items of one mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawnMark {
    /// As Vega-Lite calls it: `bar`, `line`, `point`, ...; `boxplot` and the like are told by their parts.
    pub mark: String,
    /// As Vega draws it: `rect`, `line`, `symbol`, ...
    pub shape: String,
    /// Items that were drawn.
    pub items: usize,
    /// Each item, in the order of drawing; the first ones where there are too many to tell.
    #[serde(default)]
    pub points: Vec<DrawnPoint>,
}

/// One item of a mark. Dates are ISO 8601 without a zone; on an axis of categories they are its labels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawnPoint {
    /// Where it stands on the horizontal axis: the end of a bar, the lower end of a bin.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub x: Value,
    /// Its other end, where it is not a point: where a bar begins, the upper end of a bin.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub x2: Value,
    /// Where it stands on the vertical axis: the end of a bar, the lower end of a bin. Of what is stacked, its own value
    /// is the difference of both ends.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub y: Value,
    /// Its other end, where it is not a point.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub y2: Value,
    /// The value of a slice.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub theta: Value,
    /// The value that its colour or shape stands for, else what its line or its place in a group does.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub series: Value,
    /// The value that its size stands for.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub size: Value,
    /// What a text says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How far from the left `x` stands, from 0 to 1; on categories the middle of what was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_x: Option<f64>,
    /// The same for `x2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_x2: Option<f64>,
    /// How far from the bottom `y` stands, from 0 to 1; on categories the middle of what was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_y: Option<f64>,
    /// The same for `y2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_y2: Option<f64>,
}

//! Points and series of what was drawn.

use serde_json::Value;

use crate::event::{DrawnMark, DrawnPoint};
pub(super) use crate::event::{Side, categories};

/// All points of some marks.
pub(super) fn points<'a>(marks: &[&'a DrawnMark]) -> Vec<&'a DrawnPoint> {
    marks.iter().flat_map(|mark| &mark.points).collect()
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

//! Draws a chart and looks at what came out: Vega-Lite is lenient, and draws a blank picture for a mistake.
//!
//! A specification that [`super::prepare`] let pass is held against rules of our own ([`rules`]), compiled and drawn
//! ([`super::engine`]); then it is looked at which fields were read, what was logged and which marks came out ([`scene`]).

use serde_json::{Map, Value};

use super::engine::{Engine, EngineError, Outcome};
use super::{Finding, rules, scene};
use crate::event::Drawn;
use crate::templates::look::{self, Palette, Place};

/// A chart that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The picture.
    pub svg: String,
    /// What it shows.
    pub drawn: Drawn,
    /// What the model should know of it; the chart stands.
    pub warnings: Vec<Finding>,
}

impl Engine {
    /// Checks and draws a specification whose data is inlined, in the house's look.
    ///
    /// # Errors
    /// The reasons why it cannot be shown, the most telling one first; never none.
    pub fn draw_checked(&self, specification: &Value) -> Result<Drawing, Vec<Finding>> {
        self.draw_checked_among(specification, &Palette::default())
    }

    /// The same for a chart among others of a report, whose categories keep their colours.
    ///
    /// # Errors
    /// As of [`Self::draw_checked`].
    pub fn draw_checked_among(&self, specification: &Value, palette: &Palette) -> Result<Drawing, Vec<Finding>> {
        match specification {
            Value::Object(object) => draw(object, self, palette),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(vec![Finding::of_specification("the specification is not an object")])
            }
        }
    }
}

fn draw(specification: &Map<String, Value>, engine: &Engine, palette: &Palette) -> Result<Drawing, Vec<Finding>> {
    let whole = Value::Object(specification.clone());
    let judged = rules::judge(specification);
    // Known before drawing, and what drawing would say of it says less.
    if !judged.reasons.is_empty() {
        return Err(judged.reasons);
    }
    let outcome =
        in_colours(&whole, engine, palette).map_err(|bound| vec![Finding::of_specification(bound.to_string())])?;
    let mut reasons = scene::unread(&outcome, &whole);
    reasons.extend(scene::said(&outcome));
    if reasons.is_empty() {
        reasons.extend(scene::of_drawn(&outcome));
    }
    // What is empty for a reason that is told needs no other.
    if reasons.is_empty() {
        reasons.extend(scene::blank(&outcome));
    }
    let mut warnings = judged.warnings;
    warnings.extend(scene::warnings(&outcome, &whole));
    match outcome.svg {
        Some(svg) if reasons.is_empty() => Ok(Drawing { svg, drawn: outcome.drawn.unwrap_or_default(), warnings }),
        Some(_) | None => {
            if reasons.is_empty() {
                reasons.push(Finding::of_specification("nothing was drawn"));
            }
            Err(reasons)
        }
    }
}

/// Draws a chart in the house's look and the colours of its report.
fn in_colours(specification: &Value, engine: &Engine, palette: &Palette) -> Result<Outcome, EngineError> {
    let draw = |legend: &[String]| {
        let mut arranged = specification.clone();
        palette.apply(&mut arranged, legend);
        look::arrange(&mut arranged, Place::Picture);
        engine.draw(&arranged, &look::config(Place::Picture))
    };
    let outcome = draw(&[])?;
    match &outcome.drawn {
        Some(drawn) if palette.asks_for_legend(specification) && !drawn.legend.is_empty() => draw(&drawn.legend),
        Some(_) | None => Ok(outcome),
    }
}

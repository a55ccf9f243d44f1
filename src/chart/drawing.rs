//! Draws a chart and looks at what came out: Vega-Lite is lenient, and draws a blank picture for a mistake.
//!
//! A specification whose data is inlined takes this way: the schema ([`schema`]), the engine ([`engine`]), the fields
//! that the compiled specification reads, the marks that were drawn, what Vega logged, and rules of our own ([`rules`]).
//! All reasons are collected, the most telling one first.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::engine::{Engine, EngineError, Outcome};
use super::{fields, nearest, rules, schema};
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
    pub warnings: Vec<String>,
}

impl Engine {
    /// Checks and draws a specification whose data is inlined, in the house's look.
    ///
    /// # Errors
    /// The reasons why it cannot be shown, the most telling one first; never none.
    pub fn draw_checked(&self, specification: &Value) -> Result<Drawing, Vec<String>> {
        self.draw_checked_among(specification, &Palette::default())
    }

    /// The same for a chart among others of a report, whose categories keep their colours.
    ///
    /// # Errors
    /// As of [`Self::draw_checked`].
    pub fn draw_checked_among(&self, specification: &Value, palette: &Palette) -> Result<Drawing, Vec<String>> {
        match specification {
            Value::Object(object) => draw(object, self, palette),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(vec!["the specification is not an object".to_owned()])
            }
        }
    }
}

fn draw(specification: &Map<String, Value>, engine: &Engine, palette: &Palette) -> Result<Drawing, Vec<String>> {
    let whole = Value::Object(specification.clone());
    let (mut reasons, mut warnings) = (Vec::new(), Vec::new());
    // Where null stands for nothing, Vega-Lite draws all the same.
    reasons
        .extend(schema::faults(&whole).iter().filter(|fault| !fault.is_null_in(&whole)).map(schema::Fault::sentence));
    let judged = rules::judge(specification);
    reasons.extend(judged.reasons);
    warnings.extend(judged.warnings);
    let outcome = match in_colours(&whole, engine, palette) {
        Ok(outcome) => outcome,
        Err(error @ (EngineError::Time | EngineError::Memory | EngineError::Size | EngineError::Engine(_))) => {
            reasons.push(error.to_string());
            return Err(reasons);
        }
    };
    reasons.extend(unread(&outcome, &whole));
    reasons.extend(said(&outcome));
    if reasons.is_empty() {
        reasons.extend(blank(&outcome));
    }
    warnings.extend(outcome.warnings.iter().filter(|warning| is_telling(warning)).cloned());
    match outcome.svg {
        Some(svg) if reasons.is_empty() => Ok(Drawing { svg, drawn: outcome.drawn.unwrap_or_default(), warnings }),
        Some(_) | None => {
            if reasons.is_empty() {
                reasons.push("nothing was drawn".to_owned());
            }
            reasons.dedup();
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
        engine.draw(&arranged, &look::config())
    };
    let outcome = draw(&[])?;
    match &outcome.drawn {
        Some(drawn) if palette.asks_for_legend(specification) && !drawn.legend.is_empty() => draw(&drawn.legend),
        Some(_) | None => Ok(outcome),
    }
}

/// Fields that are read, but neither in the data nor made by a transform.
fn unread(outcome: &Outcome, specification: &Value) -> Vec<String> {
    let mut columns = BTreeSet::new();
    rules::each_row(specification, &mut |row| columns.extend(row.keys().cloned()));
    if columns.is_empty() {
        return Vec::new();
    }
    // Of bins that the data brings itself, Vega-Lite reads an end that there need not be.
    let ends = |field: &str| field.strip_suffix("_end").is_some_and(|start| columns.contains(start));
    let missing =
        outcome.reads.iter().filter(|field| !columns.contains(*field) && !fields::is_of_vega(field) && !ends(field));
    missing
        .map(|field| {
            let listed: Vec<String> = columns.iter().take(30).map(|name| format!("\"{name}\"")).collect();
            match nearest(field, columns.iter().map(String::as_str)) {
                Some(near) => format!("the data has no field \"{field}\"; did you mean \"{near}\"?"),
                None => format!("the data has no field \"{field}\"; its fields are {}", listed.join(", ")),
            }
        })
        .collect()
}

/// Why compiling or drawing stopped, and what was logged as an error, in sentences.
fn said(outcome: &Outcome) -> Vec<String> {
    let of_expression = |text: &str| {
        let name =
            text.strip_prefix("Unrecognized function: ").or_else(|| text.strip_prefix("Unrecognized signal name: "))?;
        Some(format!("an expression uses {name}, which there is not"))
    };
    let mut sentences = Vec::new();
    if let Some(error) = &outcome.error {
        sentences.push(of_expression(error).unwrap_or_else(|| match outcome.stage.as_str() {
            "compile" => format!("Vega-Lite cannot read the specification: {error}"),
            _ => format!("drawing failed: {error}"),
        }));
    }
    sentences.extend(outcome.errors.iter().map(|error| {
        of_expression(error).unwrap_or_else(|| {
            if error.contains("TypeError") || error.contains("undefined") || error.contains("null") {
                format!("an expression fails on the data: {error}")
            } else {
                format!("drawing failed: {error}")
            }
        })
    }));
    sentences
}

/// Why a picture without a fault shows nothing.
fn blank(outcome: &Outcome) -> Option<String> {
    let items: usize = outcome.marks.iter().map(|mark| mark.items).sum();
    if items == 0 {
        return Some(
            "nothing was drawn: no row reaches a mark; look at filters, and whether fields hold the values that their \
             types say"
                .to_owned(),
        );
    }
    let gone: usize = outcome.marks.iter().map(|mark| mark.astray.max(mark.undefined)).sum();
    (gone >= items).then(|| {
        "nothing was drawn: no item has a place on the axes; look at whether fields hold the values that their types say"
            .to_owned()
    })
}

/// Whether a warning tells of something that the reader would see.
fn is_telling(warning: &str) -> bool {
    // Said of correct box plots too.
    !warning.contains("Infinite extent")
}

//! What speaks for each value that may stand behind the numbers of a text, for whoever fits the weights.

use serde::{Deserialize, Serialize};

use super::likely::Supposed;
use super::weights::WEIGHTS;

/// A number of a text with all that may stand behind it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// First byte of the number.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// The values.
    pub values: Vec<ValueSigns>,
}

/// The signs of one value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ValueSigns {
    /// Whether it is a cell, and nothing that was computed.
    pub is_cell: bool,
    /// How much it has of each sign, in the order of [`sign_names`].
    pub signs: Vec<f64>,
}

impl From<&Supposed> for ValueSigns {
    fn from(supposed: &Supposed) -> Self {
        Self { is_cell: supposed.is_cell(), signs: supposed.signs.to_vec() }
    }
}

/// The names of the signs.
#[must_use]
pub fn sign_names() -> Vec<String> {
    WEIGHTS.iter().map(|(sign, _, _)| format!("{sign:?}")).collect()
}

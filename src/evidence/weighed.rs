//! What speaks for each value that may stand behind the numbers of a text, for whoever fits the weights.

use serde::{Deserialize, Serialize};

use super::likely::Supposed;
use super::source::Source;
use super::weights::WEIGHTS;

/// A number of a text with all that may stand behind it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// First byte of the number.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// Whether it is traced, by the weights as they are.
    pub is_traced: bool,
    /// Whether it is traced without that anything is weighed.
    pub is_certain: bool,
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

/// A number of a text with all cells that it may speak of, whether they fit or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spoken {
    /// First byte of the number.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// The cells.
    pub cells: Vec<SpokenCell>,
}

/// The signs of one cell that a number may speak of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpokenCell {
    /// Id of the result.
    pub result: String,
    /// Number of the row, from 1.
    pub row: u64,
    /// Name of the column.
    pub column: String,
    /// How much it has of each sign, in the order of [`sign_names`].
    pub signs: Vec<f64>,
}

impl From<&Supposed> for ValueSigns {
    fn from(supposed: &Supposed) -> Self {
        Self { is_cell: supposed.is_cell(), signs: supposed.signs.to_vec() }
    }
}

/// A cell by its names.
#[must_use]
pub fn spoken(sources: &[Source], supposed: &Supposed) -> Option<SpokenCell> {
    let of = sources.get(supposed.candidate.source)?;
    let place = supposed.candidate.cells.first()?;
    Some(SpokenCell {
        result: of.id.clone(),
        row: *of.rows.get(place.row)?,
        column: of.columns.get(place.column)?.name.clone(),
        signs: supposed.signs.to_vec(),
    })
}

/// The names of the signs.
#[must_use]
pub fn sign_names() -> Vec<String> {
    WEIGHTS.iter().map(|(sign, ..)| format!("{sign:?}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::example::{ledger, regions};
    use super::*;

    #[test]
    fn every_value_has_as_many_signs_as_there_are_names() {
        let text = "In 2023 West had a revenue of 12.4 [q1].";
        let weighed = ledger(vec![regions()]).weighed(text, &[]);
        assert_eq!(weighed.iter().map(|number| &text[number.start..number.end]).collect::<Vec<_>>(), ["2023", "12.4"]);
        assert!(weighed[0].values.is_empty() && !weighed[1].values.is_empty());
        let names = sign_names();
        assert_eq!((names.first().map(String::as_str), names.len()), (Some("Bias"), WEIGHTS.len()));
        for value in &weighed[1].values {
            assert_eq!((value.signs.len(), value.signs[0]), (names.len(), 1.0));
        }
        assert!(weighed[1].values.iter().any(|value| value.is_cell));
    }
}

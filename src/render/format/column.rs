//! How the cells of one column look: aligned, grouped and cut to the same number of decimals.

use super::{MISSING, group_digits};
use crate::table::{Cell, Kind, float_text, round_significant};

/// Decimals that a column of computed numbers keeps at most.
const DECIMALS: usize = 4;
/// Significant digits that a column of computed numbers keeps at least.
const DIGITS: i32 = 4;
/// Whole numbers of these sizes are years where the column's name says so.
const YEARS: std::ops::RangeInclusive<i64> = 1_000..=2_999;

/// Which side a column's cells stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Text, dates.
    Left,
    /// Numbers.
    Right,
}

/// How the cells of one column look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnFormat {
    /// Which side they stand on.
    pub align: Align,
    /// Whether thousands are separated: not in years and identifiers.
    grouped: bool,
    /// Decimals of each number that has a fraction.
    decimals: usize,
}

impl ColumnFormat {
    /// Looks at a column: its name, DuckDB's name of its type (empty where it is not known) and its cells.
    pub fn of<'a>(name: &str, type_name: &str, cells: impl Iterator<Item = &'a Cell> + Clone) -> Self {
        let numeric = if type_name.is_empty() { all_numbers(cells.clone()) } else { Kind::of(type_name).is_numeric() };
        if !numeric {
            return Self { align: Align::Left, grouped: false, decimals: 0 };
        }
        Self { align: Align::Right, grouped: !is_label(name, cells.clone()), decimals: decimals(type_name, cells) }
    }

    /// The formats of all columns of a table.
    #[must_use]
    pub fn all(columns: &[String], types: &[String], rows: &[Vec<Cell>]) -> Vec<Self> {
        columns
            .iter()
            .enumerate()
            .map(|(index, name)| {
                let type_name = types.get(index).map_or("", String::as_str);
                Self::of(name, type_name, rows.iter().filter_map(|row| row.get(index)))
            })
            .collect()
    }

    /// A cell as a person reads it. Text is as it was: it still has to be escaped for where it goes.
    #[must_use]
    pub fn show(&self, cell: &Cell) -> String {
        let text = match cell {
            Cell::Null => return MISSING.to_owned(),
            Cell::Bool(value) => return if *value { "yes" } else { "no" }.to_owned(),
            Cell::Int(value) => value.to_string(),
            Cell::Float(value) => self.show_float(*value),
            Cell::Text(text) => text.clone(),
        };
        if self.grouped { group_digits(&text) } else { text }
    }

    /// Whether what `show` gives has fewer digits than the cell.
    #[must_use]
    pub fn is_rounded(&self, cell: &Cell) -> bool {
        match cell {
            Cell::Float(value) => self.show_float(*value).parse() != Ok(*value),
            Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Text(_) => false,
        }
    }

    fn show_float(&self, value: f64) -> String {
        if self.align == Align::Left || !((1e-5..1e15).contains(&value.abs()) || value == 0.0) {
            return float_text(value);
        }
        let decimals = self.decimals;
        let text = format!("{value:.decimals$}");
        let vanished = value != 0.0 && text.bytes().all(|byte| matches!(byte, b'0' | b'.' | b'-'));
        if vanished { float_text(round_significant(value, 2)) } else { text }
    }
}

fn all_numbers<'a>(mut cells: impl Iterator<Item = &'a Cell> + Clone) -> bool {
    let holds_some = cells.clone().any(|cell| !cell.is_null());
    holds_some && cells.all(|cell| matches!(cell, Cell::Null | Cell::Int(_) | Cell::Float(_)))
}

/// Whether whole numbers name something rather than count: years and identifiers.
fn is_label<'a>(name: &str, mut cells: impl Iterator<Item = &'a Cell>) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    if words.clone().any(|word| matches!(word, "id" | "zip" | "postcode" | "plz")) {
        return true;
    }
    words.any(|word| matches!(word, "year" | "jahr" | "yr"))
        && cells.all(|cell| match cell {
            Cell::Null => true,
            Cell::Int(value) => YEARS.contains(value),
            Cell::Float(value) => value.fract() == 0.0 && (1_000.0..3_000.0).contains(value),
            Cell::Bool(_) | Cell::Text(_) => false,
        })
}

/// The decimals of a column: those that its values have, where they are few; as many as four significant digits of its
/// largest value need, where they are computed. A decimal type's own where it is known.
fn decimals<'a>(type_name: &str, cells: impl Iterator<Item = &'a Cell>) -> usize {
    let (mut most, mut largest) = (0, 0.0_f64);
    for cell in cells {
        if let Cell::Float(value) = cell {
            let text = float_text(*value);
            most = most.max(text.split_once('.').map_or(0, |(_, decimals)| decimals.len()));
            largest = largest.max(value.abs());
        }
    }
    if let Some(scale) = decimal_scale(type_name).filter(|scale| *scale <= DECIMALS) {
        return scale.max(most.min(DECIMALS));
    }
    if most <= DECIMALS {
        return most;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the logarithm of a float lies within -324 and 309")]
    let whole_digits = if largest > 0.0 { largest.log10().floor() as i32 + 1 } else { 1 };
    usize::try_from(DIGITS - whole_digits).unwrap_or(0).clamp(2, 8)
}

/// The scale of `DECIMAL(18,2)`.
fn decimal_scale(type_name: &str) -> Option<usize> {
    let inside = type_name.strip_prefix("DECIMAL(")?.strip_suffix(')')?;
    inside.split_once(',')?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, type_name: &str, cells: &[Cell]) -> Vec<String> {
        let format = ColumnFormat::of(name, type_name, cells.iter());
        cells.iter().map(|cell| format.show(cell)).collect()
    }

    #[test]
    fn numbers_share_their_decimals() {
        let cells = [Cell::Float(1_234.5), Cell::Float(2.0), Cell::Float(0.25), Cell::Null];
        assert_eq!(shown("price", "DOUBLE", &cells), ["1,234.50", "2.00", "0.25", "–"]);
        assert_eq!(shown("price", "DECIMAL(18,2)", &[Cell::Float(3.0), Cell::Int(4)]), ["3.00", "4"]);
    }

    #[test]
    fn computed_numbers_are_cut() {
        let cells = [Cell::Float(1_232.799_999_999_9), Cell::Float(0.001_234_567)];
        assert_eq!(shown("mean", "DOUBLE", &cells), ["1,232.80", "0.0012"]);
        assert_eq!(shown("r", "DOUBLE", &[Cell::Float(0.876_543_21)]), ["0.8765"]);
        let format = ColumnFormat::of("mean", "DOUBLE", cells.iter());
        assert!(format.is_rounded(&cells[0]));
        assert!(!format.is_rounded(&Cell::Float(2.5)));
    }

    #[test]
    fn years_and_identifiers_are_not_grouped() {
        assert_eq!(shown("order_year", "BIGINT", &[Cell::Int(2024)]), ["2024"]);
        assert_eq!(shown("year", "BIGINT", &[Cell::Int(2024), Cell::Int(12_000)]), ["2,024", "12,000"]);
        assert_eq!(shown("customer_id", "BIGINT", &[Cell::Int(10_045)]), ["10045"]);
        assert_eq!(shown("orders", "BIGINT", &[Cell::Int(2024)]), ["2,024"]);
    }

    #[test]
    fn large_numbers_that_travel_as_text_are_grouped() {
        let cells = [Cell::Text("12345678901234567890".to_owned())];
        assert_eq!(shown("total", "HUGEINT", &cells), ["12,345,678,901,234,567,890"]);
    }

    #[test]
    fn without_a_type_the_cells_decide() {
        assert_eq!(ColumnFormat::of("n", "", [Cell::Int(1), Cell::Null].iter()).align, Align::Right);
        assert_eq!(ColumnFormat::of("n", "", [Cell::Null].iter()).align, Align::Left);
        assert_eq!(shown("code", "", &[Cell::Text("01234".to_owned())]), ["01234"]);
    }

    #[test]
    fn extreme_floats_keep_their_exponent() {
        assert_eq!(shown("x", "DOUBLE", &[Cell::Float(1e300), Cell::Float(1e-9)]), ["1e300", "1e-9"]);
    }
}

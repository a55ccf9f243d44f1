//! The types that a column can get, and those that a sample suggests.

use super::super::shape::{Shape, classify};
use super::words::Truths;

/// The type that a sample suggests to a reader that does not look further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::data::load) enum Guess {
    Nothing,
    Text,
    Integer,
    Number,
    Boolean,
    Date,
    Stamp,
    ZonedStamp,
    DayMonth,
    DayMonthStamp,
    Time,
}

impl Guess {
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Nothing | Self::Text => "VARCHAR",
            Self::Integer => "BIGINT",
            Self::Number => "DOUBLE",
            Self::Boolean => "BOOLEAN",
            Self::Date | Self::DayMonth => "DATE",
            Self::Stamp | Self::DayMonthStamp => "TIMESTAMP",
            Self::ZonedStamp => "TIMESTAMP WITH TIME ZONE",
            Self::Time => "TIME",
        }
    }

    /// Shapes that such a type keeps.
    pub(super) fn keeps(self, shape: Shape) -> bool {
        match self {
            Self::Nothing | Self::Text => true,
            Self::Integer => shape == Shape::Integer,
            Self::Number => {
                matches!(shape, Shape::Integer | Shape::Decimal | Shape::Exponent | Shape::NotFinite)
            }
            Self::Boolean => shape == Shape::Boolean,
            Self::Date => shape == Shape::Date,
            Self::Stamp => matches!(shape, Shape::Date | Shape::Stamp),
            Self::ZonedStamp => shape == Shape::ZonedStamp,
            Self::DayMonth => shape == Shape::DayMonth,
            Self::DayMonthStamp => matches!(shape, Shape::DayMonth | Shape::DayMonthStamp),
            Self::Time => shape == Shape::Time,
        }
    }
}

/// A column's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::data::load) enum Type {
    /// `VARCHAR`
    Text,
    /// `BIGINT`
    Integer,
    /// `HUGEINT`
    WideInteger,
    /// `DOUBLE`
    Number,
    /// `DECIMAL`
    Decimal {
        /// All digits.
        digits: u16,
        /// Those behind the point.
        scale: u16,
    },
    /// `BOOLEAN`
    Boolean,
    /// `DATE`
    Date,
    /// `TIMESTAMP`
    Stamp,
    /// `TIMESTAMP_NS`
    FineStamp,
    /// `TIMESTAMP` in UTC, from stamps with an offset.
    ZonedStamp,
    /// `DATE` or `TIMESTAMP`, from day and month before the year.
    DayMonth {
        /// Formats of the texts, as `strptime` takes them.
        formats: Vec<String>,
        /// Whether times are among them.
        stamp: bool,
        /// Whether the day is first.
        day_first: bool,
        /// Whether that is certain, and not only assumed.
        settled: bool,
    },
    /// `TIME`
    Time,
}

impl Type {
    /// Whether a text could stand in a column of the type, a missing value included.
    pub(in crate::data::load) fn fits(&self, text: &[u8]) -> bool {
        fits(self, classify(text).shape) || (*self == Self::Boolean && Truths::default().add(text))
    }

    /// Whether its values are numbers.
    pub(in crate::data::load) fn is_number(&self) -> bool {
        match self {
            Self::Integer | Self::WideInteger | Self::Number | Self::Decimal { .. } => true,
            Self::Text
            | Self::Boolean
            | Self::Date
            | Self::Stamp
            | Self::FineStamp
            | Self::ZonedStamp
            | Self::DayMonth { .. }
            | Self::Time => false,
        }
    }

    /// Whether its values are dates of which nobody asks what is first: months stand by their names, or the year of four
    /// digits is first.
    pub(in crate::data::load) fn has_plain_order(&self) -> bool {
        match self {
            Self::DayMonth { formats, .. } => {
                formats.iter().all(|format| ["%b", "%B", "%Y%m", "%d %m"].iter().any(|part| format.contains(part)))
            }
            Self::Text
            | Self::Integer
            | Self::WideInteger
            | Self::Number
            | Self::Decimal { .. }
            | Self::Boolean
            | Self::Date
            | Self::Stamp
            | Self::FineStamp
            | Self::ZonedStamp
            | Self::Time => false,
        }
    }

    /// DuckDB's name of the type.
    pub(in crate::data::load) fn name(&self) -> String {
        match self {
            Self::Text => "VARCHAR".to_owned(),
            Self::Integer => "BIGINT".to_owned(),
            Self::WideInteger => "HUGEINT".to_owned(),
            Self::Number => "DOUBLE".to_owned(),
            Self::Decimal { digits, scale } => format!("DECIMAL({digits},{scale})"),
            Self::Boolean => "BOOLEAN".to_owned(),
            Self::Date | Self::DayMonth { stamp: false, .. } => "DATE".to_owned(),
            Self::Stamp | Self::ZonedStamp | Self::DayMonth { stamp: true, .. } => "TIMESTAMP".to_owned(),
            Self::FineStamp => "TIMESTAMP_NS".to_owned(),
            Self::Time => "TIME".to_owned(),
        }
    }
}

/// Whether a shape could stand in a column of a type, a missing value included.
fn fits(kind: &Type, shape: Shape) -> bool {
    shape.is_missing()
        || match kind {
            Type::Text => true,
            Type::Integer => shape == Shape::Integer,
            Type::WideInteger => matches!(shape, Shape::Integer | Shape::WideInteger),
            Type::Number | Type::Decimal { .. } => matches!(
                shape,
                Shape::Integer | Shape::Decimal | Shape::FineDecimal | Shape::Exponent | Shape::NotFinite
            ),
            Type::Boolean => shape == Shape::Boolean,
            Type::Date | Type::Stamp | Type::FineStamp => {
                matches!(shape, Shape::Date | Shape::Stamp | Shape::FineStamp)
            }
            Type::ZonedStamp => shape == Shape::ZonedStamp,
            Type::DayMonth { .. } => matches!(shape, Shape::DayMonth | Shape::DayMonthStamp),
            Type::Time => shape == Shape::Time,
        }
}

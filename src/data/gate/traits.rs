//! What a checked statement does that makes its result depend on the order in which threads finish.
//!
//! Uses nothing. The walk fills it in; the runner reads it.

/// Found anywhere in the statement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are found one by one and do not exclude each other")]
pub(in crate::data) struct Traits {
    /// Aggregates or window functions: the last digits of float results depend on the order of rows.
    pub(in crate::data) aggregates: bool,
    /// Aggregates that compute with values, or groups: floats among the results depend on the order of rows. What is
    /// computed from counts or from values that were picked does not, float or not.
    pub(in crate::data) inexact: bool,
    /// Groups, joins, distinct rows, set operations, windows: rows come in no order of their own.
    pub(in crate::data) unordered: bool,
    /// Lists, first and last rows, ranks among equals, samples: the values themselves depend on the order of rows.
    pub(in crate::data) delicate: bool,
    /// The clock, chance, samples: the result is another one the next time.
    pub(in crate::data) volatile: bool,
    /// `SUMMARIZE`: its means are floats written as text.
    pub(in crate::data) summarizes: bool,
}

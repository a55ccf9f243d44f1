//! What bounds the built-in analyst's exploring.

/// Measures that the built-in analyst compares over time, groups and with each other.
pub const ANALYST_MEASURES: usize = 6;
/// Columns of yes or no whose shares the built-in analyst compares between groups.
pub const ANALYST_FLAGS: usize = 2;
/// Categories whose groups the built-in analyst compares.
pub const ANALYST_CATEGORIES: usize = 4;
/// Groups of a category that the built-in analyst is told of, and steps of a measure that count as few.
pub const ANALYST_GROUPS: usize = 50;
/// Periods of a series that the built-in analyst reads; below [`MODEL_ROWS`](super::MODEL_ROWS), so that all of them are told.
pub const ANALYST_PERIODS: u64 = 96;
/// Years that the built-in analyst is told of.
pub const ANALYST_YEARS: usize = 99;
/// Rows of a scatter plot by the built-in analyst: as many as can be told apart at the size it is shown.
pub const ANALYST_POINTS: u64 = 1_000;
/// Bars of a chart by the built-in analyst.
pub const ANALYST_BARS: usize = 12;
/// Columns of one of the built-in analyst's counting queries: two open parentheses each, of [`SQL_PARENTHESES`](super::SQL_PARENTHESES).
pub const ANALYST_COUNTED: usize = 45;
/// Columns of one of its queries on columns that were only named: four figures each, within [`MODEL_BYTES`](super::MODEL_BYTES).
pub const ANALYST_NAMED: usize = 80;
/// Bytes of column names in one of its statements, of [`SQL_BYTES`](super::SQL_BYTES).
pub const ANALYST_NAME_BYTES: usize = 4_000;
/// Columns of its query on values out of range: seventeen open parentheses each.
pub const ANALYST_EXTREMES: usize = 5;
/// Columns of each of its queries on words that read like missing values, and on values that are no numbers.
pub const ANALYST_DEFECTS: usize = 20;
/// Columns of its query on the range of their values: five open parentheses each.
pub const ANALYST_TYPICAL: usize = 17;
/// Cells up to which it asks for quantiles, for which the engine keeps all values in memory.
pub const ANALYST_QUANTILE_CELLS: u64 = 50_000_000;
/// Cells up to which it counts different values by a query whatever the profile says of them.
pub const ANALYST_COUNTED_CELLS: u64 = 5_000_000;
/// Different values of a column up to which it counts them by a query in larger tables, too.
pub const ANALYST_COUNTED_VALUES: u64 = 1_000;
/// Rows up to which it counts different values by a query where the profile has estimates.
pub const ANALYST_EXACT_ROWS: u64 = 1_000_000;
/// Rows over which it looks for measures that follow from two others by arithmetic: the first ones will do.
pub const ANALYST_ARITHMETIC_ROWS: usize = 100_000;
/// Cells up to which it looks for rows that occur twice.
pub const ANALYST_REPEAT_CELLS: u64 = 5_000_000;

//! What bounds the reports that are text, and what each says of its numbers.

/// Depth to which quotes and lists of a text may be nested; deeper ones are shown at this depth.
pub const PROSE_DEPTH: usize = 8;
/// Notes on the data that a report shows.
pub const REPORT_NOTES: usize = 50;
/// Numbers that could not be traced which a report names in one place, and which are named on standard error.
pub const UNTRACED_NAMED: usize = 20;
/// See [`UNTRACED_NAMED`].
pub const UNTRACED_TOLD: usize = 5;
/// Characters of a number where it is named.
pub const NUMBER_CHARS: usize = 40;
/// Characters of each line of what a number rests on.
pub const EVIDENCE_CHARS: usize = 160;
/// Characters of a statement in a footnote.
pub const FOOTNOTE_CHARS: usize = 240;
/// Rows of a query's result that a report shows where it tells how something was found.
pub const RESULT_ROWS: usize = 5;
/// Rows of a chart's data that a report shows as a table.
pub const CHART_TABLE_ROWS: usize = 20;
/// Characters of a cell that a table of text shows.
pub const CELL_CHARS: usize = 300;
/// Rows of a table that a terminal shows.
pub const TERMINAL_ROWS: usize = 40;
/// Lines that one cell takes of a terminal at most.
pub const TERMINAL_CELL_LINES: usize = 6;
/// Columns of prose on a terminal, however wide it is.
pub const PROSE_WIDTH: usize = 80;
/// Bars of one chart that a terminal shows.
pub const TERMINAL_BARS: usize = 24;
/// Views of one chart that a terminal shows.
pub const TERMINAL_VIEWS: usize = 12;
/// Lines of a chart with axes on a terminal.
pub const TERMINAL_CHART_LINES: usize = 12;
/// Queries that a terminal names, where no more are cited: those all have their line.
pub const TERMINAL_QUERIES: usize = 12;

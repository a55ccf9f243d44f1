//! What bounds the tracing of numbers.

/// Named expressions of one statement that are read.
pub const EVIDENCE_EXPRESSIONS: usize = 200;
/// Characters of an expression that are read.
pub const EVIDENCE_EXPRESSION_CHARS: usize = 400;
/// Rows that a step may be taken over.
pub const EVIDENCE_OPERANDS: usize = 12;
/// Bounds of one sentence that rows are counted against, the nearest ones.
pub const EVIDENCE_BOUNDS: usize = 12;
/// Values that are weighed for one number where the sentence does not point to one plainly.
pub const EVIDENCE_SUPPOSED: usize = 200;
/// Rows of a result up to which all of them may be meant by the words around a number, and as many of a longer one.
pub const EVIDENCE_RIVAL_ROWS: usize = 64;
/// Results that may be meant up to which the cells of all of them are held against one another.
pub const EVIDENCE_RIVAL_RESULTS: usize = 8;
/// Cells that are held against one another for one number, by how much the words point to them.
pub const EVIDENCE_RIVALS: usize = 1_500;
/// Cells of the passages before that the next ones know.
pub const EVIDENCE_EARLIER: usize = 24;
/// Columns of a result that steps over two cells are tried in.
pub const EVIDENCE_PAIR_COLUMNS: usize = 12;
/// Rows of a result up to which cells that other numbers of a sentence give are steps' operands.
pub const EVIDENCE_STATED_ROWS: usize = 200;
/// Cells of one column that are weighed for one number.
pub const EVIDENCE_CELLS: usize = 40;
/// Numbers and names of one passage whose order is looked at.
pub const EVIDENCE_ORDERED: usize = 60;
/// Named rows of a result that are looked at for what came near a number.
pub const EVIDENCE_NEAR_ROWS: usize = 20;
/// Columns of a result that are looked at for what came near a number.
pub const EVIDENCE_NEAR_COLUMNS: usize = 60;
/// Names of one passage that the next ones of its paragraph know.
pub const EVIDENCE_NAMES: usize = 60;
/// Results that citations side by side name at most; what else they name says nothing of where a number is from.
pub const EVIDENCE_CITED: usize = 100;
/// Bytes of a label that stands in brackets for itself.
pub const EVIDENCE_BRACKET_BYTES: usize = 400;
/// Characters of a cell's text in evidence.
pub const EVIDENCE_CELL_CHARS: usize = 60;
/// Numbers of a text that the database is asked for.
pub const EVIDENCE_ASKED_NUMBERS: usize = 20;
/// Rows that the database is asked for at a time.
pub const EVIDENCE_ASKED_ROWS: usize = 200;
/// Characters of a text that the database is asked to look for names in.
pub const EVIDENCE_ASKED_TEXT_CHARS: usize = 4_000;
/// Characters of a value in quotes; what is longer is read like any other text.
pub const QUOTED_VALUE: usize = 60;
/// Bytes behind its beginning within which the end of a link or a tag in prose is looked for.
pub const LINK_BYTES: usize = 2_048;
/// Runs of backticks behind one that opens code among which the one that closes it is looked for.
pub const CODE_RUNS: usize = 16;
/// Groups of three digits that spaces may join to one number.
pub const SPACED_GROUPS: usize = 6;
/// Worth of one in the last place of a fraction in words, in percent, at most: `two thirds` are 66.7 give or take 2.5.
pub const FRACTION_UNIT: f64 = 5.0;
/// Columns of a result up to which parallel items are held against each of them.
pub const EVIDENCE_SERIES_COLUMNS: usize = 60;
/// Columns of a result, in their order, whose steps parallel items are held against.
pub const EVIDENCE_FORMULA_COLUMNS: usize = 10;
/// Rows of a result up to which parallel items are held against the steps from each of them.
pub const EVIDENCE_FORMULA_ROWS: usize = 40;
/// Rows of a table of texts up to which they are held against one another when their numbers are traced.
pub const EVIDENCE_TABLE_ROWS: usize = 50;
/// Cells of a result that are weighed for one number.
pub const EVIDENCE_CANDIDATES: usize = 400;
/// Cells of a result that are looked at for one number, in all columns.
pub const EVIDENCE_WEIGHED: usize = 4_000;
/// Numbers of one passage that are traced; those behind them are unverified.
pub const EVIDENCE_PASSAGE_NUMBERS: usize = 120;
/// Numbers of one text that are traced; those behind them are unverified.
pub const EVIDENCE_TEXT_NUMBERS: usize = 2_000;
/// Bytes of a citation in brackets.
pub const CITATION_BYTES: usize = 400;
/// Digits of a query's number in a citation.
pub const QUERY_ID_DIGITS: usize = 5;
/// Cells that a number may give where it proves another, at most: what fits more proves nothing.
pub const EVIDENCE_PROOF_CELLS: usize = 12;
/// Figures of a passage that are held against one another at most.
pub const EVIDENCE_PROOF_FIGURES: usize = 24;
/// Figures between two that prove each other at most.
pub const EVIDENCE_PROOF_APART: usize = 4;
/// Pairs of cells that are held against a third number of a passage at most.
pub const EVIDENCE_PROOF_PAIRS: usize = 20_000;
/// Bytes at most between a key and the cell of its row that proves it.
pub const EVIDENCE_PROOF_BYTES: usize = 40;
/// Numbers of a passage at most of which some may follow from others.
pub const EVIDENCE_FOLLOWS_FIGURES: usize = 24;
/// Bytes at most between two numbers of which one follows from the other.
pub const EVIDENCE_FOLLOWS_BYTES: usize = 80;

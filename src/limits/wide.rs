//! What bounds what a model is told of tables with many columns, and the tools that tell it the rest.

/// Columns up to which a table is told to the model column by column; beyond, most of the columns of a table that are told in
/// full.
pub const PROMPT_COLUMNS: usize = 60;
/// Tokens of what is said of the columns of all tables with more of them, at [`BYTES_A_TOKEN`](super::BYTES_A_TOKEN).
pub const DIGEST_TOKENS: u64 = 7_000;
/// The part of that, as a fraction, that names of columns may take.
pub const DIGEST_NAMES: (usize, usize) = (1, 2);
/// Columns, at least, that are told together as a series.
pub const SERIES_COLUMNS: usize = 4;
/// Beginnings of names by which columns are counted that are not named.
pub const DIGEST_BEGINNINGS: usize = 20;
/// Columns that `describe_columns` describes in full at once, and names it lists beside them.
pub const DESCRIBED_COLUMNS: usize = 40;
/// Columns that it only names.
pub const NAMED_COLUMNS: usize = 400;
/// Names or words that it looks for at once.
pub const DESCRIBED_WORDS: usize = 50;
/// Columns in which one statement of `find_values` looks for a value, and bytes of it.
pub const FIND_COLUMNS: usize = 250;
/// Bytes of names in such a statement, each of which stands in it three times.
pub const FIND_NAME_BYTES: usize = 5_000;
/// Such statements for one value.
pub const FIND_STATEMENTS: usize = 8;
/// Values that one statement of `find_values` gives.
pub const FIND_ROWS: usize = 50;
/// Characters of a value that is looked for.
pub const FIND_CHARS: usize = 200;

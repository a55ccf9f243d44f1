//! Every number that bounds something, by name; the run's limits; and the one flag that ends a run early.
//!
//! Uses nothing else of csvchat. Never reads the clock for anything but a deadline.

mod analyst;
mod cache;
mod evidence;
mod formats;
mod interrupt;
mod report;
mod wide;

pub use analyst::*;
pub use cache::*;
pub use evidence::*;
pub use formats::*;
pub use interrupt::Interrupt;
pub use report::*;
pub use wide::*;

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Turns of a run unless `--max-turns` says otherwise.
pub const MAX_TURNS: u32 = 25;
/// Time of one query unless `--query-timeout` says otherwise.
pub const QUERY_TIMEOUT: Duration = Duration::from_secs(30);
/// A query that does not stop at its timeout is killed with its worker this much later, so that a fresh worker is there
/// within a second of the timeout.
pub const KILL_AFTER: Duration = Duration::from_millis(700);
/// Time that a worker may take to open the database.
pub const WORKER_OPEN: Duration = Duration::from_secs(20);
/// Rows up to which the engine scans a table with one thread, whatever it may use: one row group.
pub const ROW_GROUP: u64 = 122_880;
/// Rows up to which queries run in one thread, as handing work over takes longer than the work.
pub const THREADED_ROWS: u64 = 8_192;
/// Bytes of one message between the program and its worker: a result in which every byte had to be escaped fits.
pub const FRAME_BYTES: u32 = 128 * 1024 * 1024;
/// Heaps among which the worker's threads share, where the C library takes the wish: each reserves address space.
pub const WORKER_ARENAS: &str = "4";
/// Rows of a result kept in the run's events unless `--max-rows` says otherwise.
pub const MAX_ROWS: usize = 2_000;
/// Rows of a result that a plot by reference may draw; the worker materialises this many.
pub const PLOT_ROWS: usize = 5_000;
/// Rows that a plot may carry inline.
pub const INLINE_PLOT_ROWS: usize = 100;
/// Cells of one table shown to the user, and of one result kept.
pub const TABLE_CELLS: usize = 200_000;
/// Cells of all query results that an HTML report shows together; beyond, a result shows its first few rows.
pub const REPORT_CELLS: usize = 200_000;
/// Rows of a result that go to the model.
pub const MODEL_ROWS: usize = 100;
/// Bytes of a result that go to the model.
pub const MODEL_BYTES: usize = 16 * 1024;
/// Bytes of one cell that are kept of a result; the rest is cut with an ellipsis.
pub const CELL_BYTES: usize = 4_096;
/// Bytes of one cell that go to the model.
pub const MODEL_CELL_BYTES: usize = 400;
/// Bytes of all cells of one kept result.
pub const RESULT_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of a statement.
pub const SQL_BYTES: usize = 20 * 1024;
/// Open parentheses of a statement.
pub const SQL_PARENTHESES: usize = 100;
/// Depth of a statement's syntax tree.
pub const SQL_DEPTH: usize = 160;
/// The literal count that `repeat`, `lpad` and `rpad` may be given.
pub const SQL_REPEAT: i64 = 10_000;
/// Columns of one file.
pub const COLUMNS: usize = 10_000;
/// Columns of one file that are profiled in full; of the others, type and name are known.
pub const PROFILE_COLUMNS: usize = 2_000;
/// Cells of a table up to which its profile is exact throughout, and holds the most frequent values of all columns.
pub const EXACT_DISTINCT_ROWS: u64 = 5_000_000;
/// Rows of a table up to which different values are counted, whatever its cells; beyond, they are estimated where there
/// are many.
pub const COUNTED_ROWS: u64 = 1_000_000;
/// Bytes of text of all files up to which they are: all values of a column have to be kept for that.
pub const COUNTED_BYTES: u64 = 1024 * 1024 * 1024;
/// Distinct values of a column up to which the most frequent ones are taken in a table of more cells than that.
pub const EXACT_GROUPS: u64 = 50_000;
/// Rows, at least, of the sample that stands for a table too large for exact quantiles.
pub const QUANTILE_ROWS: u64 = 100_000;
/// Columns that one statement of a profile covers, of a tall table.
pub const PROFILE_BATCH: usize = 50;
/// Rows up to which the columns of a table are profiled as one long column: statements that name a thousand columns
/// take longer to plan than to run.
pub const LONG_ROWS: u64 = 5_000;
/// Distinct values of numbers and dates up to which the most frequent ones are kept.
pub const FEW_VALUES: u64 = 50;
/// Rows from which DuckDB guesses types; a column whose later values differ is reported.
pub const SAMPLE_ROWS: u64 = 20_480;
/// How often a wait looks whether a signal has come.
pub const WATCH_EVERY: Duration = Duration::from_millis(50);
/// Bytes read at once from a file.
pub const READ_BYTES: usize = 1024 * 1024;
/// Blocks of a file that may wait to be split into records, and as many to be hashed.
pub const BLOCKS_AHEAD: usize = 4;
/// Bytes of one record of a file.
pub const RECORD_BYTES: usize = 16 * 1024 * 1024;
/// The name of the data's catalogue, wherever its file lies.
pub const CATALOG: &str = "scratch";
/// Bytes of all files up to which a better plan takes longer to find than it saves; a bad one compares all rows with all.
pub const UNPLANNED_BYTES: u64 = 4 * 1024;
/// Bytes of all files up to which they are loaded in one thread.
pub const THREADED_BYTES: u64 = 512 * 1024;
/// Bytes of all files up to which the database is made of small blocks, which are written sooner.
pub const SMALL_FILES: u64 = 16 * 1024 * 1024;
/// Bytes of such a block.
pub const SMALL_BLOCK: u32 = 16 * 1024;
/// Bytes at a file's start from which its delimiter is told.
pub const DIALECT_BYTES: usize = 256 * 1024;
/// Records at a file's start from which its delimiter is told.
pub const DIALECT_RECORDS: usize = 1_000;
/// Bytes of each further sample of a long file.
pub const SAMPLE_BYTES: usize = 64 * 1024;
/// Lines of a sample that a quote may hold before it counts as one that is never closed.
pub const QUOTED_LINES: usize = 500;
/// Bytes at a file's end whose records are looked at before they count as rows: totals and notes stand there.
pub const TAIL_BYTES: usize = 64 * 1024;
/// Records at a table's end that may be totals, notes or empty.
pub const TAIL_RECORDS: usize = 24;
/// Records that do not fit the others and are kept until the types are known.
pub const DOUBTFUL_RECORDS: usize = 10_000;
/// Rows whose weekdays tell which part of a date is the day.
pub const WEEKDAY_ROWS: usize = 1_000;
/// Lines of each kind that a certificate names.
pub const CERTIFIED_LINES: usize = 10;
/// Bytes that a compressed file may hold.
pub const INFLATED_BYTES: u64 = 64 * 1024 * 1024 * 1024;
/// Bytes of a file up to which the texts of values are kept that differ from them in little, such as words for missing
/// ones, if nothing else asks for that: a file is read twice then.
pub const WRITTEN_BYTES: u64 = 16 * 1024 * 1024;
/// Characters of a column name; longer headers are cut.
pub const NAME_CHARS: usize = 500;
/// Different words for missing values that are told apart in one column.
pub const MISSING_WORDS: usize = 16;
/// Warnings of one kind that are spelled out for one file; the rest is counted.
pub const SAME_WARNINGS: usize = 8;
/// Lines of a file that one message names.
pub const NAMED_LINES: usize = 5;
/// Most frequent values kept of a column.
pub const TOP_VALUES: usize = 10;
/// Bins of a column's histogram.
pub const HISTOGRAM_BINS: usize = 20;
/// Characters of a value in a profile.
pub const PROFILE_VALUE_CHARS: usize = 80;
/// Bytes of one text given to the user by a model.
pub const TEXT_BYTES: usize = 64 * 1024;
/// Characters of a title.
pub const TITLE_CHARS: usize = 200;
/// Bytes of one chart specification, before its data is put in.
pub const SPEC_BYTES: usize = 256 * 1024;
/// How deep objects and lists of a chart specification may be nested.
pub const SPEC_DEPTH: usize = 64;
/// Comparisons of a chart specification with the forms of Vega-Lite's schema.
pub const SCHEMA_STEPS: usize = 200_000;
/// Bytes of the rows that a chart carries, as JSON.
pub const PLOT_DATA_BYTES: usize = 4 * 1024 * 1024;
/// Channels of one chart, in all its views.
pub const PLOT_CHANNELS: usize = 300;
/// Views of one chart, those of facets and repeats counted.
pub const PLOT_VIEWS: usize = 60;
/// Bins that the data of a chart may be put into.
pub const PLOT_BINS: f64 = 2_000.0;
/// Ticks, bins or steps that a chart may ask for.
pub const PLOT_TICKS: f64 = 1_000.0;
/// The highest order of a polynomial in a chart.
pub const PLOT_ORDER: f64 = 10.0;
/// The largest number in a chart that is no value of the data: a length, a size, an angle.
pub const PLOT_NUMBER: f64 = 10_000.0;
/// Items of one chart of which its event tells what they stand for.
pub const DRAWN_POINTS: u32 = 5_000;
/// Characters of what is said of a chart for those who cannot see it.
pub const ALT_CHARS: usize = 600;
/// Characters of one name in it.
pub const ALT_NAME_CHARS: usize = 40;
/// Series, groups or views that it names.
pub const ALT_NAMES: usize = 4;
/// Bytes of memory that drawing one chart may take.
pub const CHART_MEMORY: usize = 256 * 1024 * 1024;
/// Bytes that a chart may leave behind before they are collected: collecting often costs more than it gives back.
pub const CHART_GARBAGE: usize = 24 * 1024 * 1024;
/// Bytes of stack that it may take.
pub const CHART_STACK: usize = 4 * 1024 * 1024;
/// Time that it may take.
pub const CHART_TIME: Duration = Duration::from_secs(5);
/// Bytes of its picture.
pub const CHART_SVG_BYTES: usize = 8 * 1024 * 1024;
/// Pixels that a picture is wide where its specification does not say, axes and legends left out.
pub const PICTURE_WIDTH: u32 = 480;
/// Elements, attributes left out, that a picture may be made of.
pub const PICTURE_NODES: u32 = 200_000;
/// Elements of a picture within each other.
pub const PICTURE_DEPTH: usize = 60;
/// Pixels of a picture for each of a screen's, so that it is sharp on a fine one and in print.
pub const PICTURE_SCALE: f32 = 2.0;
/// Pixels of a picture in all; larger ones are drawn smaller.
pub const PICTURE_PIXELS: f32 = 8e6;
/// Pixels on each side of a picture before it is scaled, beyond which it is none.
pub const PICTURE_SIDE: f64 = 100_000.0;
/// Bytes of memory that turning a picture into pixels may take.
pub const PICTURE_MEMORY: f32 = 256e6;
/// Bytes of stack that it may take.
pub const PICTURE_STACK: usize = 8 * 1024 * 1024;
/// Time that it may take.
pub const PICTURE_TIME: Duration = Duration::from_secs(10);
/// Signs that the font of pictures lacks, of which a note tells.
pub const PICTURE_SIGNS: usize = 8;
/// Lines of a title in a picture.
pub const PICTURE_TITLE_LINES: usize = 4;
/// Pixels that a picture with a title in it is wide at least.
pub const PICTURE_TITLE_WIDTH: f64 = 360.0;
/// Categories on an axis or in a legend that a reader can tell apart.
pub const CHART_CATEGORIES: usize = 100;
/// Facets of one chart that a reader can take in.
pub const CHART_FACETS: usize = 24;
/// Bytes of a question.
pub const QUESTION_BYTES: usize = 16 * 1024;
/// Text columns of a table in which the built-in analyst looks up words of a question.
pub const ASK_LOOKUP_COLUMNS: usize = 40;
/// Values that such a look-up gives at most.
pub const ASK_LOOKUP_ROWS: usize = 60;
/// Terms that such a look-up asks for at most.
pub const ASK_LOOKUP_TERMS: usize = 40;
/// Groups that the chart of an answer shows.
pub const ASK_CHART_GROUPS: usize = 30;
/// Points that the chart of an answer shows.
pub const ASK_CHART_POINTS: usize = 2_000;
/// Rows that an answer lists where the question gives no number.
pub const ASK_ROWS: usize = 50;
/// Statements by which the database is asked for the numbers of one output that rest on rows which were not kept.
pub const TRACE_STATEMENTS: usize = 6;
/// Cells of the results that all of them together read again.
pub const TRACE_CELLS: u64 = 200_000_000;
/// Time that all of them together may take where a machine is so slow that this is not bound enough.
pub const TRACE_TIME: Duration = Duration::from_secs(30);
/// Numbers of one output of which the model is told that they could not be traced; the rest is counted.
pub const TOLD_NUMBERS: usize = 8;
/// Characters of what was near such a number that it is told.
pub const TOLD_NEAR_CHARS: usize = 120;
/// Part of its words, as a fraction, that an output shares at least with one that it mends without saying so.
pub const MEND_SHARE: (usize, usize) = (3, 5);
/// Words, at least, that it shares with it.
pub const MEND_WORDS: usize = 2;
/// The same failing call this often in a row ends the run.
pub const SAME_FAILURES: usize = 3;
/// Temporary disk that queries may use, as DuckDB writes sizes.
pub const TEMP_DISK: &str = "20GB";
/// Address space of the worker beyond the memory limit: the program, its heaps, and what lies between their pieces.
pub const WORKER_HEADROOM: u64 = 1024 * 1024 * 1024;
/// Address space of the worker beyond that for each thread of the engine.
pub const WORKER_THREAD_HEADROOM: u64 = 16 * 1024 * 1024;
/// The memory limit where none is given, in bytes.
pub const MEMORY: u64 = 2 * 1024 * 1024 * 1024;
/// Scratch folders of killed runs older than this are swept although their owner cannot be asked.
pub const SCRATCH_AGE: Duration = Duration::from_hours(24);
/// Time that reports which are being written are given to be whole once a signal has come.
pub const INTERRUPT_GRACE: Duration = Duration::from_secs(2);
/// Time within which a signal that comes again is the same one.
pub const SAME_SIGNAL: Duration = Duration::from_millis(300);
/// Age from which an unfinished report that no run holds was left by a killed one.
pub const UNFINISHED_AGE: Duration = Duration::from_secs(5);
/// Bytes of one line of a saved run.
pub const RUN_LINE_BYTES: usize = 64 * 1024 * 1024;
/// Depth to which values of a saved run may be nested.
pub const RUN_DEPTH: usize = 256;
/// Characters of a step that the progress line shows.
pub const PROGRESS_CHARS: usize = 120;
/// Time between two drawings of the progress line.
pub const PROGRESS_TICK: Duration = Duration::from_millis(120);
/// Symbolic links that are followed to where an output goes.
pub const SYMLINKS: usize = 40;
/// Columns of a terminal that does not say.
pub const TERMINAL_WIDTH: usize = 80;
/// Columns to which a report is laid out at least; narrower terminals wrap it.
pub const TERMINAL_WIDTH_LEAST: usize = 30;

/// Tokens of a whole run, read and written, unless `--max-tokens` says otherwise.
pub const MAX_TOKENS: u64 = 400_000;
/// Tokens that a model may write in one turn unless its provider's entry says otherwise.
pub const OUTPUT_TOKENS: u64 = 16_000;
/// Fewest tokens with which a turn is worth asking for.
pub const LEAST_OUTPUT_TOKENS: u64 = 500;
/// Bytes of a request that make a token, where a server has not told: fewer than the usual four, since figures and
/// JSON take more tokens than prose.
pub const BYTES_A_TOKEN: u64 = 3;
/// Tokens above which a server's count of one request is not believed, but estimated instead: no context holds as many.
pub const COUNTED_TOKENS: u64 = 1_000_000_000;
/// The same where an estimate must rather be too small than too large.
pub const BYTES_A_TOKEN_MOST: u64 = 4;
/// Characters of a tool's name that every protocol takes.
pub const TOOL_NAME_CHARS: usize = 64;
/// Tokens of context of a local server that does not say.
pub const LOCAL_CONTEXT: u64 = 8_192;
/// Time that a server may take to accept a connection.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time that a provider may take until the first byte of its reply: models that think are silent for long.
pub const FIRST_BYTE_TIMEOUT: Duration = Duration::from_mins(5);
/// The same for a local server, which reads the prompt first, on whatever machine there is.
pub const LOCAL_FIRST_BYTE_TIMEOUT: Duration = Duration::from_hours(1);
/// Time between two bytes of a reply: between two of its parts, a model may think as long as before the first.
pub const IDLE_TIMEOUT: Duration = Duration::from_mins(5);
/// The same for a local server, which may hold a whole call back until it is written.
pub const LOCAL_IDLE_TIMEOUT: Duration = Duration::from_mins(15);
/// Times that a failed request is sent again.
pub const RETRIES: usize = 2;
/// The first wait before a request is sent again; doubled each time.
pub const RETRY_WAIT: Duration = Duration::from_millis(500);
/// The longest such wait that csvchat chooses.
pub const RETRY_WAIT_MOST: Duration = Duration::from_secs(8);
/// The longest wait that a server may ask for; beyond, the request has failed.
pub const RETRY_AFTER_MOST: Duration = Duration::from_mins(2);
/// Bytes of one reply of a server.
pub const REPLY_BYTES: usize = 64 * 1024 * 1024;
/// Bytes of a server's error that are read, and characters of it that are shown.
pub const ERROR_BYTES: usize = 64 * 1024;
/// Characters of a server's message that are shown.
pub const ERROR_CHARS: usize = 400;
/// Opening braces of a reply in words at which a call is looked for.
pub const REPLY_BRACES: usize = 64;
/// Characters of a request's id that are shown.
pub const REQUEST_ID_CHARS: usize = 80;
/// Times that a request is sent again to a server that still loads its model.
pub const LOADING_RETRIES: usize = 12;
/// Time that a reply may go on without an event, however many comments keep its connection alive.
pub const EVENT_TIMEOUT: Duration = Duration::from_mins(30);
/// Time to wait for the end of a connection after a reply's last event, so that it serves the next request too.
pub const DRAIN_TIMEOUT: Duration = Duration::from_millis(20);
/// Time that a server may take to say what it has and can, beside the requests that matter.
pub const PROBE_TIMEOUT: Duration = Duration::from_secs(3);
/// Known models or providers with names like an unknown one that are told.
pub const NEAR_NAMES: usize = 3;
/// Tokens that a local server is to keep room for beside the prompt, where a turn may write more: room takes memory.
pub const LOCAL_OUTPUT_ROOM: u64 = 8_192;
/// Fewest tokens of a prompt from which it is told whether a server cut it.
pub const CUT_PROMPT_TOKENS: u64 = 1_000;
/// Bytes of the file of `--context`.
pub const CONTEXT_BYTES: usize = 64 * 1024;
/// Bytes of a configuration file.
pub const CONFIG_BYTES: u64 = 1024 * 1024;
/// Bytes of the shortest key that is made unreadable in messages: a shorter text would be found everywhere.
pub const SECRET_BYTES: usize = 6;
/// The same in the turns of a model, where short texts are words.
pub const REPLY_SECRET_BYTES: usize = 8;
/// The longest duration that a limit may name: a year. Longer ones are slips.
pub const LONGEST_DURATION: Duration = Duration::from_hours(366 * 24);
/// The shortest.
pub const SHORTEST_DURATION: Duration = Duration::from_millis(1);
/// The most rows that `--max-rows` may keep of a result.
pub const MOST_ROWS: usize = 100_000;
/// The most tokens that a limit may name.
pub const MOST_TOKENS: u64 = 1_000_000_000;
/// The most threads that `--threads` may name.
pub const MOST_THREADS: u32 = 1024;
/// The most US dollars that a limit or a price may name.
pub const MOST_DOLLARS: f64 = 1_000_000.0;
/// The least memory with which the database engine works.
pub const LEAST_MEMORY: u64 = 64 * 1024 * 1024;
/// More memory than any machine has, in bytes.
pub const MOST_MEMORY: f64 = 1e15;
/// Characters of the name of a model.
pub const MODEL_NAME_CHARS: usize = 200;
/// Rows, at least, of a group of which statistics go to the model under `--privacy stats`.
pub const PRIVATE_GROUP_ROWS: u64 = 5;
/// Different values, at least, from which such a statistic is computed; of just so many, each must occur twice.
pub const PRIVATE_VALUES: u64 = 2;
/// The part of the sum of their sizes that one value may make up: beyond, figures tell it more closely than
/// [`PRIVATE_DIGITS`] would.
pub const PRIVATE_SHARE: f64 = 0.95;
/// Significant digits of smallest and largest values that go to the model then.
pub const PRIVATE_DIGITS: usize = 2;

/// What may go to the model, from the most to the least.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Privacy {
    /// Row values in query results.
    #[default]
    Rows,
    /// Statistics over groups of rows.
    Stats,
    /// Names and types.
    Schema,
}

/// What bounds one run; part of `run_started`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Requests to the model.
    pub max_turns: u32,
    /// Tokens read and written by the model in the whole run.
    pub max_tokens: u64,
    /// US dollars of the whole run; null for none.
    pub max_cost_usd: Option<f64>,
    /// Milliseconds of the whole run; null for none.
    pub timeout_ms: Option<u64>,
    /// Milliseconds of one query.
    pub query_timeout_ms: u64,
    /// Rows kept and shown of a result.
    pub max_rows: usize,
    /// Bytes handed to DuckDB.
    pub memory_bytes: u64,
    /// Threads handed to DuckDB; null leaves the choice to it.
    pub threads: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_turns: MAX_TURNS,
            max_tokens: MAX_TOKENS,
            max_cost_usd: None,
            timeout_ms: None,
            query_timeout_ms: u64::try_from(QUERY_TIMEOUT.as_millis()).unwrap_or(u64::MAX),
            max_rows: MAX_ROWS,
            memory_bytes: MEMORY,
            threads: None,
        }
    }
}

impl Limits {
    /// The query timeout as a duration.
    #[must_use]
    pub fn query_timeout(&self) -> Duration {
        Duration::from_millis(self.query_timeout_ms)
    }

    /// The run's deadline when it starts now.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let wait = Duration::from_millis(self.timeout_ms?);
        Instant::now().checked_add(wait)
    }
}

/// Returns at the deadline, or never where there is none.
pub async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

//! The command line: what may be typed, and what was meant by it. The only home of `clap`.
//!
//! What was typed are the types here; what it means is an [`Order`]. Everything that can be wrong about the command line
//! itself is found here.

mod characters;
mod meaning;
mod usage;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::app::Order;
use crate::error::Failure;
use crate::settings::values;

/// Analyses data files with a language model, and shows the query behind every number.
#[derive(Debug, Parser)]
#[command(name = "csvchat", version, propagate_version = true, disable_help_subcommand = true)]
#[command(after_help = "Without a model of your own, the built-in analyst answers, offline.\n\
    Exit codes: 0 answered, 1 own fault, 2 usage, 3 input, 4 configuration or key, 5 provider failed, 6 limit reached, \
    7 no answer, 8 a number could not be traced (--strict).")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Explore files and write a report
    Analyze(Analyze),
    /// Answer one question about files
    Ask(Ask),
    /// Render a saved run again, without data or model
    Render(Render),
    /// Play the model turns of a saved run against real data
    Replay(Replay),
    /// List the providers that are configured, and the model that would be picked
    Models(Models),
    /// List, clear or find the loaded copies of files that are kept
    Cache(Cache),
}

#[derive(Debug, Args)]
struct Analyze {
    /// Data files; `-` is standard input
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Debug, Args)]
#[command(override_usage = "csvchat ask [OPTIONS] <FILE>... <QUESTION>")]
struct Ask {
    /// Data files, then the question; `-` as a file is standard input, a question that begins with `SQL:` is run as it is
    #[arg(required = true, num_args = 1.., value_names = ["FILE", "QUESTION"], value_hint = ValueHint::FilePath)]
    words: Vec<PathBuf>,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Debug, Args)]
struct Render {
    /// A saved run
    #[arg(value_hint = ValueHint::FilePath)]
    run: PathBuf,
    #[command(flatten)]
    outputs: OutputOptions,
}

#[derive(Debug, Args)]
struct Replay {
    /// A saved run
    #[arg(value_hint = ValueHint::FilePath)]
    run: PathBuf,
    /// Data files; those of the run where none is given
    #[arg(value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// What the recorded turns may be told of the data; as in the saved run unless given
    #[arg(long, value_name = "LEVEL", env = "CSVCHAT_PRIVACY", hide_env_values = true, help_heading = "Model")]
    privacy: Option<PrivacyName>,
    /// File with the notes on the data that the saved run was given
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Model")]
    context: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Configured in ~/.config/csvchat/csvchat.toml (your own), in csvchat.toml of this folder (the project's), \
    and by variables such as OPENAI_API_KEY; CSVCHAT_CONFIG names another file of your own."
)]
struct Models {
    #[command(flatten)]
    server: ServerOptions,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A copy is kept of files of a megabyte or more, and used as long as they are unchanged: the twenty used \
    last, up to 10 GB. --no-cache, CSVCHAT_NO_CACHE=1 or no-cache = true in csvchat.toml keep and use none."
)]
struct Cache {
    /// What to do [default: list]
    #[arg(value_enum)]
    action: Option<CacheAction>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CacheAction {
    /// Say what is kept, the one used last first
    List,
    /// Remove all of it
    Clear,
    /// Print the folder
    Path,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Model")]
struct ServerOptions {
    /// Model that answers: anthropic/..., openai/..., gemini/..., ollama/..., openai-compatible/..., an entry of
    /// csvchat.toml, builtin, or replay/PATH for the turns of a saved run
    #[arg(short, long, value_name = "PROVIDER/MODEL", env = "CSVCHAT_MODEL", hide_env_values = true)]
    model: Option<String>,
    /// Another address of the model's server
    #[arg(long, value_name = "URL", env = "CSVCHAT_BASE_URL", hide_env_values = true, value_hint = ValueHint::Url)]
    base_url: Option<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Model")]
struct ModelOptions {
    #[command(flatten)]
    server: ServerOptions,
    /// File with notes on the data, a glossary or units, for the model
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    context: Option<PathBuf>,
    /// What of the data may leave this machine [default: rows]
    #[arg(long, value_name = "LEVEL", env = "CSVCHAT_PRIVACY", hide_env_values = true)]
    privacy: Option<PrivacyName>,
    /// Print the first request as it would be sent, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Give text as it is written, as events of type text_delta
    #[arg(long)]
    stream: bool,
}

#[derive(Debug, Args)]
struct Shared {
    #[command(flatten)]
    outputs: OutputOptions,
    /// End with exit code 8 where a number of the report could not be traced to a result
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        env = "CSVCHAT_STRICT", hide_env_values = true, value_parser = values::switch, help_heading = "Output")]
    strict: Option<bool>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Keep no loaded copy of the files, and use none
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        env = "CSVCHAT_NO_CACHE", hide_env_values = true, value_parser = values::switch, help_heading = "Reading")]
    no_cache: Option<bool>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct OutputOptions {
    /// File to write, `-` for standard output; .md, .html and .ndjson name the format; may be repeated
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    output: Vec<PathBuf>,
    /// Format of standard output, and of files whose name does not say
    #[arg(short, long, value_name = "FORMAT", env = "CSVCHAT_FORMAT", hide_env_values = true)]
    format: Option<FormatName>,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", env = "CSVCHAT_COLOR", hide_env_values = true)]
    color: ColourName,
    /// How to show charts in Markdown: as files beside it, inside it, or as their data alone
    #[arg(long, value_name = "HOW", default_value = "svg", env = "CSVCHAT_PLOTS", hide_env_values = true)]
    plots: PlotsName,
    /// Say errors only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Say each step
    #[arg(short, long, action = ArgAction::SetTrue)]
    verbose: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct LimitOptions {
    /// Requests to the model [default: 25]
    #[arg(long, value_name = "N", env = "CSVCHAT_MAX_TURNS", hide_env_values = true, value_parser = values::turns)]
    max_turns: Option<u32>,
    /// Tokens that the model reads and writes in the whole run [default: 400000]
    #[arg(long, value_name = "N", env = "CSVCHAT_MAX_TOKENS", hide_env_values = true, value_parser = values::tokens)]
    max_tokens: Option<u64>,
    /// US dollars of the whole run, as an estimate; none unless given
    #[arg(long, value_name = "USD", env = "CSVCHAT_MAX_COST", hide_env_values = true, value_parser = values::dollars)]
    max_cost: Option<f64>,
    /// Time of the whole run, such as 90s or 5m; none unless given
    #[arg(long, value_name = "DURATION", env = "CSVCHAT_TIMEOUT", hide_env_values = true, value_parser = values::duration)]
    timeout: Option<std::time::Duration>,
    /// Time of one query [default: 30s]
    #[arg(long, value_name = "DURATION", env = "CSVCHAT_QUERY_TIMEOUT", hide_env_values = true, value_parser = values::duration)]
    query_timeout: Option<std::time::Duration>,
    /// Memory for data and queries, such as 500MB or 4GB; more is spilled to disk [default: 2GiB]
    #[arg(long, value_name = "SIZE", env = "CSVCHAT_MEMORY_LIMIT", hide_env_values = true, value_parser = values::size)]
    memory_limit: Option<u64>,
    /// Threads for data and queries; all cores unless given
    #[arg(long, value_name = "N", env = "CSVCHAT_THREADS", hide_env_values = true, value_parser = values::threads)]
    threads: Option<u32>,
    /// Rows kept and shown of a result [default: 2000]
    #[arg(long, value_name = "N", env = "CSVCHAT_MAX_ROWS", hide_env_values = true, value_parser = values::rows)]
    max_rows: Option<usize>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct ReadingOptions {
    /// Character between fields; `\t` is a tab
    ///
    /// `\x1f` is the character of this number; `¦`, `§` and some others that are not ASCII may stand there, too.
    #[arg(long, value_name = "CHAR", value_parser = characters::delimiter)]
    delimiter: Option<char>,
    /// Character around fields; '' for none
    #[arg(long, value_name = "CHAR", value_parser = characters::character_or_none)]
    quote: Option<char>,
    /// Character before a quote inside a field; '' for none
    #[arg(long, value_name = "CHAR", value_parser = characters::character_or_none)]
    escape: Option<char>,
    /// The first line names the columns
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// The first line is data
    #[arg(long)]
    no_header: bool,
    /// Leave out so many lines, and take every line below them for the table: no comment, total or note is told apart
    #[arg(long, value_name = "N")]
    skip: Option<usize>,
    /// Encoding of the text, by its name on the web: windows-1252, utf-16le, gbk, ...
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// What stands for a missing value, in every column; repeatable; '' for nothing but empty fields
    #[arg(long, value_name = "STRING", allow_negative_numbers = true)]
    null: Vec<String>,
    /// Type of a column: text, integer, number, boolean, date, timestamp, time; repeatable
    ///
    /// `number:,` and `number:.` say what stands before decimals; `date:dmy`, `date:mdy`, `timestamp:dmy` and
    /// `timestamp:mdy` say whether the day or the month is first. Whole numbers can be dates (20240131), timestamps
    /// (seconds or milliseconds since 1970) and booleans (0 and 1). A type that would change a value is
    /// refused; zeros before whole numbers may go, and words for missing values stay missing: both are told.
    #[arg(long = "type", value_name = "COL=TYPE", value_parser = characters::assignment)]
    types: Vec<(String, String)>,
    /// Exit with 3 if anything of a file was left out, replaced, filled up, joined or mended
    #[arg(long)]
    strict_read: bool,
    /// Read all files into one table, with a column source_file in front
    #[arg(long)]
    union: bool,
    /// Sheet of a workbook, by name or by number from 1; the first one that holds values unless given
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// Markdown
    Md,
    /// One page that needs nothing else
    Html,
    /// Events, one JSON object a line
    Ndjson,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ColourName {
    /// On a terminal that shows them
    Auto,
    /// On every terminal
    Always,
    /// Nowhere
    Never,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PlotsName {
    /// Their data alone, in every format
    None,
    /// SVG files beside a Markdown file
    Svg,
    /// PNG files beside a Markdown file
    Png,
    /// SVG inside Markdown
    Inline,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PrivacyName {
    /// Rows of query results
    Rows,
    /// Statistics over groups of rows
    Stats,
    /// Names and types of columns
    Schema,
}

/// The definition of the command line, for completions and man pages.
#[must_use]
pub fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// What was meant by the arguments; the first is the program's name.
///
/// # Errors
/// When they are wrong. Help and the version were asked for, not wrong, but come the same way.
pub fn parse(arguments: impl Iterator<Item = std::ffi::OsString>) -> Result<Order, CliError> {
    let command = command().mut_subcommands(|command| command.mut_args(without_empty_variable));
    let mut matches = command.try_get_matches_from(arguments)?;
    let cli = <Cli as clap::FromArgMatches>::from_arg_matches_mut(&mut matches)?;
    Ok(meaning::of(cli)?)
}

/// An option whose variable is set to nothing has none: an empty variable counts as unset.
fn without_empty_variable(option: clap::Arg) -> clap::Arg {
    let is_empty = option.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    if is_empty { option.env(None::<&str>) } else { option }
}

/// Why a command line is no order.
#[derive(Debug)]
pub enum CliError {
    /// Help or a version, as `clap` prints it.
    Clap(clap::Error),
    /// What is wrong.
    Meaning(Failure),
}

impl From<clap::Error> for CliError {
    fn from(error: clap::Error) -> Self {
        usage::told(error)
    }
}

impl From<Failure> for CliError {
    fn from(failure: Failure) -> Self {
        Self::Meaning(failure)
    }
}

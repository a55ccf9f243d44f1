//! From what was typed to what was meant.

use std::path::PathBuf;

use super::{
    Analyze, Ask, Cache, CacheAction, Cli, ColourName, Command, FormatName, LimitOptions, ModelOptions, Models,
    OutputOptions, PlotsName, PrivacyName, ReadingOptions, Render, Replay, ServerOptions, Shared,
};
use crate::app::{CacheOrder, Job, Order, OutputOrder, RenderOrder, ReplayOrder, RunOrder};
use crate::data::ReadOptions;
use crate::error::{Exit, Failure};
use crate::limits::{Privacy, QUESTION_BYTES};
use crate::render::stderr::Verbosity;
use crate::render::{Colour, Format, Plots};
use crate::settings::{Asked, Bounds};

/// What was meant.
///
/// # Errors
/// When the words are valid each on its own, but not together.
pub fn of(cli: Cli) -> Result<Order, Failure> {
    match cli.command {
        Command::Analyze(Analyze { files, model, shared }) => {
            Ok(Order::Run(Box::new(run(Job::Analyze, files, model, shared)?)))
        }
        Command::Ask(Ask { words: files, model, shared }) => {
            let (job, files) = question(files)?;
            Ok(Order::Run(Box::new(run(job, files, model, shared)?)))
        }
        Command::Render(Render { run, outputs }) => {
            let verbosity = verbosity(&outputs);
            Ok(Order::Render(RenderOrder { run, outputs: output_order(outputs), verbosity }))
        }
        Command::Replay(Replay { run: saved, files, privacy, context, shared }) => {
            // The job and, where none is named, the files are those of the saved run.
            let server = ServerOptions { model: None, base_url: None };
            let model = ModelOptions { server, context, privacy, dry_run: false, stream: false };
            let run = run(Job::Analyze, files, model, shared)?;
            let saved = saved.into_os_string().into_string().map_err(|path| {
                Failure::new(Exit::Usage, "path", format!("{}: the path is not UTF-8", path.to_string_lossy()))
            })?;
            Ok(Order::Replay(Box::new(ReplayOrder { saved, run })))
        }
        Command::Models(Models { server }) => {
            let asked = Asked { model: server.model, base_url: server.base_url, ..Asked::default() };
            Ok(Order::Models(Box::new(asked)))
        }
        Command::Cache(Cache { action }) => Ok(Order::Cache(match action {
            None | Some(CacheAction::List) => CacheOrder::List,
            Some(CacheAction::Clear) => CacheOrder::Clear,
            Some(CacheAction::Path) => CacheOrder::Path,
        })),
    }
}

fn run(job: Job, files: Vec<PathBuf>, model: ModelOptions, shared: Shared) -> Result<RunOrder, Failure> {
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::new(Exit::Usage, "stdin_twice", "standard input can be read only once"));
    }
    let Shared { outputs, strict, limits, reading, no_cache } = shared;
    let ModelOptions { server: ServerOptions { model, base_url }, context, privacy, dry_run, stream } = model;
    let verbosity = verbosity(&outputs);
    Ok(RunOrder {
        job,
        files,
        reading: read_options(&reading)?,
        asked: Asked { model, base_url, privacy: privacy.map(privacy_of), strict, no_cache, bounds: bounds(&limits) },
        replay: None,
        context,
        dry_run,
        stream,
        outputs: output_order(outputs),
        verbosity,
        words: reading_words(&reading),
    })
}

/// The last positional is the question, those before it are files.
fn question(mut words: Vec<PathBuf>) -> Result<(Job, Vec<PathBuf>), Failure> {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() {
        return Err(Failure::new(Exit::Usage, "usage", "ask needs a file, and then a question")
            .hint("csvchat ask FILE \"how many rows?\""));
    }
    let text = last.into_os_string().into_string().map_err(|_| {
        Failure::new(Exit::Usage, "question", "the question is not UTF-8").hint("type it in a UTF-8 terminal")
    })?;
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::new(Exit::Usage, "question", "the question is empty")
            .hint("ask one behind the files: csvchat ask FILE \"how many rows?\""));
    }
    if text.len() > QUESTION_BYTES {
        let message = format!("the question has {} bytes; {QUESTION_BYTES} are allowed", text.len());
        return Err(Failure::new(Exit::Usage, "question", message).hint("shorten it"));
    }
    let job = match text.get(..4) {
        Some(prefix) if prefix.eq_ignore_ascii_case("sql:") => {
            Job::Sql { statement: text.get(4..).unwrap_or_default().trim().to_owned() }
        }
        Some(_) | None => Job::Ask { question: text.to_owned() },
    };
    Ok((job, words))
}

fn verbosity(options: &OutputOptions) -> Verbosity {
    match (options.quiet, options.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, true) => Verbosity::Verbose,
        (false, false) => Verbosity::Normal,
    }
}

fn output_order(options: OutputOptions) -> OutputOrder {
    OutputOrder {
        paths: options.output,
        format: options.format.map(|format| match format {
            FormatName::Md => Format::Markdown,
            FormatName::Html => Format::Html,
            FormatName::Ndjson => Format::Ndjson,
        }),
        colour: match options.color {
            ColourName::Auto => Colour::Auto,
            ColourName::Always => Colour::Always,
            ColourName::Never => Colour::Never,
        },
        plots: match options.plots {
            PlotsName::None => Plots::None,
            PlotsName::Svg => Plots::Svg,
            PlotsName::Png => Plots::Png,
            PlotsName::Inline => Plots::Inline,
        },
    }
}

fn bounds(options: &LimitOptions) -> Bounds {
    Bounds {
        max_turns: options.max_turns,
        max_tokens: options.max_tokens,
        max_cost: options.max_cost,
        timeout: options.timeout,
        query_timeout: options.query_timeout,
        max_rows: options.max_rows,
        memory_limit: options.memory_limit,
        threads: options.threads,
    }
}

fn privacy_of(name: PrivacyName) -> Privacy {
    match name {
        PrivacyName::Rows => Privacy::Rows,
        PrivacyName::Stats => Privacy::Stats,
        PrivacyName::Schema => Privacy::Schema,
    }
}

fn read_options(options: &ReadingOptions) -> Result<ReadOptions, Failure> {
    if options.delimiter.is_some() && options.delimiter == options.quote {
        return Err(Failure::new(Exit::Usage, "delimiter_is_quote", "--delimiter and --quote are the same character"));
    }
    Ok(ReadOptions {
        delimiter: options.delimiter,
        quote: options.quote,
        escape: options.escape,
        header: match (options.header, options.no_header) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        },
        skip: options.skip,
        encoding: options.encoding.clone(),
        null: (!options.null.is_empty()).then(|| options.null.clone()),
        types: options.types.clone(),
        strict: options.strict_read,
        union: options.union,
        sheet: options.sheet.clone(),
    })
}

fn reading_words(options: &ReadingOptions) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in [("--delimiter", options.delimiter), ("--quote", options.quote), ("--escape", options.escape)]
    {
        if let Some(value) = value {
            let shown = match value {
                '\t' => "\\t".to_owned(),
                '\0' => String::new(),
                control if control.is_ascii_control() => format!("\\x{:02x}", u32::from(control)),
                value => value.to_string(),
            };
            words.extend([name.to_owned(), shown]);
        }
    }
    if options.header {
        words.push("--header".to_owned());
    }
    if options.no_header {
        words.push("--no-header".to_owned());
    }
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(skip) = options.skip {
        option("--skip", skip.to_string());
    }
    if let Some(encoding) = &options.encoding {
        option("--encoding", encoding.clone());
    }
    if let Some(sheet) = &options.sheet {
        option("--sheet", sheet.clone());
    }
    options.null.iter().for_each(|word| option("--null", word.clone()));
    options.types.iter().for_each(|(column, kind)| option("--type", format!("{column}={kind}")));
    if options.union {
        words.push("--union".to_owned());
    }
    if options.strict_read {
        words.push("--strict-read".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::{CliError, parse};
    use super::*;

    fn order(words: &[&str]) -> Result<Order, CliError> {
        parse(["csvchat"].iter().chain(words).map(|word| (*word).into()))
    }

    fn run_order(words: &[&str]) -> RunOrder {
        match order(words) {
            Ok(Order::Run(order)) => *order,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_last_word_is_the_question() {
        let order = run_order(&["ask", "a.csv", "b.csv", "top regions?"]);
        assert_eq!(order.job, Job::Ask { question: "top regions?".to_owned() });
        assert_eq!(order.files, [PathBuf::from("a.csv"), PathBuf::from("b.csv")]);
    }

    #[test]
    fn a_header_is_there_or_not() {
        assert!(order(&["analyze", "a.csv", "--header", "--no-header"]).is_err());
        assert!(order(&["analyze", "a.csv", "--no-header"]).is_ok());
    }

    #[test]
    fn sql_is_run_as_it_is() {
        let order = run_order(&["ask", "a.csv", "sql: select 1"]);
        assert_eq!(order.job, Job::Sql { statement: "select 1".to_owned() });
    }

    #[test]
    fn limits_have_the_defaults_that_the_help_names() {
        let order = run_order(&["analyze", "a.csv"]);
        assert_eq!(order.asked.bounds, Bounds::default());
        let mut help = super::super::command();
        let help = help.find_subcommand_mut("analyze").unwrap().render_long_help().to_string();
        let limits = Bounds::default().limits();
        for default in [
            format!("[default: {}]", limits.max_turns),
            format!("[default: {}]", limits.max_tokens),
            format!("[default: {}s]", limits.query_timeout_ms / 1000),
            format!("[default: {}GiB]", limits.memory_bytes >> 30),
            format!("[default: {}]", limits.max_rows),
            "[default: rows]".to_owned(),
        ] {
            assert!(help.contains(&default), "{default}: {help}");
        }
    }

    #[test]
    fn strictness_is_a_switch() {
        let strict = |words: &[&str]| run_order(words).asked.strict;
        assert_eq!(strict(&["ask", "a.csv", "--strict", "top?"]), Some(true));
        assert_eq!(strict(&["analyze", "--strict=false", "a.csv"]), Some(false));
        assert_eq!(strict(&["analyze", "a.csv"]), None);
        assert!(order(&["analyze", "a.csv", "--strict=maybe"]).is_err());
        assert!(order(&["render", "a.ndjson", "--strict"]).is_err());
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for words in [
            &["ask", "a.csv"][..],
            &["analyze"],
            &["ask", "a.csv", "  "],
            &["analyze", "-", "-"],
            &["analyze", "a.csv", "--max-cost", "0"],
            &["analyze", "a.csv", "--max-tokens", "0"],
            &["analyze", "a.csv", "--privacy", "none"],
            &["replay", "a.ndjson", "-m", "builtin"],
            &["analyze", "a.csv", "--delimiter", ";", "--quote", ";"],
            &["analyze", "a.csv", "-q", "-v"],
            &["help"],
        ] {
            assert!(order(words).is_err(), "{words:?}");
        }
    }
}

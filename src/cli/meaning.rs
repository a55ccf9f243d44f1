//! From what was typed to what was meant.

use std::path::PathBuf;

use super::{
    Analyze, Ask, Cli, ColourName, Command, FormatName, LimitOptions, OutputOptions, ReadingOptions, Render, Replay,
    Shared,
};
use crate::app::{Job, ModelChoice, Order, OutputOrder, RenderOrder, ReplayOrder, RunOrder};
use crate::data::ReadOptions;
use crate::error::{Exit, Failure};
use crate::limits::{Limits, QUESTION_BYTES};
use crate::render::stderr::Verbosity;
use crate::render::{Colour, Format};

/// What was meant.
///
/// # Errors
/// When the words are valid each on its own, but not together.
pub fn of(cli: Cli) -> Result<Order, Failure> {
    match cli.command {
        Command::Analyze(Analyze { files, model, shared }) => {
            let choice = choice(model.model.as_deref())?;
            let words = model_words(model.model);
            Ok(Order::Run(Box::new(run(Job::Analyze, files, choice, shared, words)?)))
        }
        Command::Ask(Ask { words: files, model, shared }) => {
            let (job, files) = question(files)?;
            let choice = choice(model.model.as_deref())?;
            let words = model_words(model.model);
            Ok(Order::Run(Box::new(run(job, files, choice, shared, words)?)))
        }
        Command::Render(Render { run, outputs }) => {
            let verbosity = verbosity(&outputs);
            Ok(Order::Render(RenderOrder { run, outputs: output_order(outputs), verbosity }))
        }
        Command::Replay(Replay { run: saved, files, shared }) => {
            // The job and, where none is named, the files are those of the saved run.
            let run = run(Job::Analyze, files, ModelChoice::Unset, shared, Vec::new())?;
            let saved = saved.into_os_string().into_string().map_err(|path| {
                Failure::new(Exit::Usage, "path", format!("{}: the path is not UTF-8", path.to_string_lossy()))
            })?;
            Ok(Order::Replay(Box::new(ReplayOrder { saved, run })))
        }
    }
}

fn run(
    job: Job,
    files: Vec<PathBuf>,
    model: ModelChoice,
    shared: Shared,
    mut words: Vec<String>,
) -> Result<RunOrder, Failure> {
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::new(Exit::Usage, "stdin_twice", "standard input can be read only once"));
    }
    let Shared { outputs, limits, reading } = shared;
    words.extend(reading_words(&reading));
    words.extend(limit_words(&limits));
    let verbosity = verbosity(&outputs);
    Ok(RunOrder {
        job,
        files,
        reading: read_options(&reading)?,
        model,
        limits: run_limits(&limits),
        outputs: output_order(outputs),
        verbosity,
        words,
    })
}

/// The last positional is the question, those before it are files.
fn question(mut words: Vec<PathBuf>) -> Result<(Job, Vec<PathBuf>), Failure> {
    let last = words.pop().unwrap_or_default();
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

fn choice(name: Option<&str>) -> Result<ModelChoice, Failure> {
    match name.map(str::trim) {
        None | Some("") => Ok(ModelChoice::Unset),
        Some("builtin") => Ok(ModelChoice::Builtin),
        Some(name) => match name.strip_prefix("replay/") {
            Some(path) if !path.is_empty() => Ok(ModelChoice::Replay(path.to_owned())),
            Some(_) | None => {
                Err(Failure::new(Exit::Configuration, "unknown_model", format!("there is no model \"{name}\""))
                    .hint("this version has builtin and replay/PATH"))
            }
        },
    }
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
    }
}

fn run_limits(options: &LimitOptions) -> Limits {
    let milliseconds = |duration: std::time::Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    Limits {
        max_tokens: crate::limits::MAX_TOKENS,
        max_cost_usd: None,
        max_turns: options.max_turns,
        timeout_ms: options.timeout.map(milliseconds),
        query_timeout_ms: milliseconds(options.query_timeout),
        max_rows: options.max_rows,
        memory_bytes: options.memory_limit,
        threads: options.threads,
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
    })
}

fn model_words(model: Option<String>) -> Vec<String> {
    model.filter(|name| !name.trim().is_empty()).map(|name| vec!["-m".to_owned(), name]).unwrap_or_default()
}

fn reading_words(options: &ReadingOptions) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in [("--delimiter", options.delimiter), ("--quote", options.quote), ("--escape", options.escape)]
    {
        if let Some(value) = value {
            let shown = match value {
                '\t' => "\\t".to_owned(),
                '\0' => String::new(),
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
    words
}

/// Limits that were changed, so that the run can be made again.
fn limit_words(options: &LimitOptions) -> Vec<String> {
    let (given, usual) = (run_limits(options), Limits::default());
    let mut words = Vec::new();
    let mut put = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if given.max_turns != usual.max_turns {
        put("--max-turns", given.max_turns.to_string());
    }
    if let Some(timeout) = given.timeout_ms {
        put("--timeout", format!("{timeout}ms"));
    }
    if given.query_timeout_ms != usual.query_timeout_ms {
        put("--query-timeout", format!("{}ms", given.query_timeout_ms));
    }
    if given.max_rows != usual.max_rows {
        put("--max-rows", given.max_rows.to_string());
    }
    if given.memory_bytes != usual.memory_bytes {
        put("--memory-limit", given.memory_bytes.to_string());
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
        assert_eq!(order.command_line(), "csvchat ask a.csv b.csv 'top regions?'");
    }

    #[test]
    fn sql_is_run_as_it_is() {
        let order = run_order(&["ask", "a.csv", "sql: select 1"]);
        assert_eq!(order.job, Job::Sql { statement: "select 1".to_owned() });
    }

    #[test]
    fn the_command_line_that_makes_the_run_again_leaves_outputs_out() {
        let order = run_order(&["analyze", "my file.csv", "-o", "x.md", "--max-turns", "3", "--delimiter", "\\t"]);
        assert_eq!(order.command_line(), "csvchat analyze 'my file.csv' --delimiter '\\t' --max-turns 3");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for words in [
            &["ask", "a.csv"][..],
            &["analyze"],
            &["ask", "a.csv", "  "],
            &["analyze", "-", "-"],
            &["analyze", "a.csv", "-m", "gpt"],
            &["analyze", "a.csv", "-m", "replay/"],
            &["analyze", "a.csv", "--max-cost", "1"],
            &["analyze", "a.csv", "--delimiter", ";", "--quote", ";"],
            &["analyze", "a.csv", "-q", "-v"],
            &["help"],
        ] {
            assert!(order(words).is_err(), "{words:?}");
        }
    }
}

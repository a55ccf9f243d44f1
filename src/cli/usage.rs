//! A command line that `clap` does not take, as the one line in which every error of csvchat is told.

use clap::error::{ContextKind, ErrorKind};

use super::CliError;
use crate::error::{Exit, Failure};

/// What is wrong. Help and versions stay as they are: they were asked for.
pub fn told(error: clap::Error) -> CliError {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            CliError::Clap(error)
        }
        _ => CliError::Meaning(in_a_line(&error)),
    }
}

/// The paragraphs of clap: what is wrong, tips, the usage, a pointer to the help.
fn in_a_line(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n").map(|paragraph| paragraph.lines().map(str::trim).collect::<Vec<_>>());
    let mut first = paragraphs.next().unwrap_or_default();
    let mut hints = Vec::new();
    first.retain(|line| {
        let values = line.strip_prefix("[possible values: ").and_then(|rest| rest.strip_suffix(']'));
        hints.extend(values.map(|values| format!("possible values: {values}")));
        values.is_none()
    });
    for line in paragraphs.flatten() {
        let is_usage = error.kind() == ErrorKind::MissingRequiredArgument && line.starts_with("Usage: ");
        let usage = is_usage.then(|| line.replacen("Usage", "usage", 1));
        hints.extend(line.strip_prefix("tip: ").map(str::to_owned).or(usage));
    }
    hints.push("--help lists what there is".to_owned());
    let message = first.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    Failure::new(Exit::Usage, "usage", named(error, message)).hint(hints.join("; "))
}

/// The message with the variable in place of the option where it was the variable that held the value.
fn named(error: &clap::Error, message: &str) -> String {
    let context = |kind| error.get(kind).map(ToString::to_string);
    let (Some(option), Some(value)) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue)) else {
        return message.to_owned();
    };
    let name = option.trim_start_matches('-').split([' ', '[']).next().unwrap_or_default();
    let variable = format!("CSVCHAT_{}", name.replace('-', "_").to_uppercase());
    let is_set = std::env::var(&variable).is_ok_and(|set| set == value);
    let is_typed = std::env::args_os().any(|word| word.to_string_lossy().ends_with(&value));
    if is_set && !is_typed { message.replace(&format!("'{option}'"), &variable) } else { message.to_owned() }
}

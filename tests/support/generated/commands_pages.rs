//! Man pages of the program and of each command, from the definition of the command line.

use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Generated;

/// csvchat(1), and a page for each command.
pub fn pages() -> Vec<Generated> {
    let mut program = csvchat::cli::command();
    program.build();
    let names: Vec<String> = program.get_subcommands().map(page_name).collect();
    let commands: Vec<clap::Command> = program.get_subcommands().cloned().collect();
    std::iter::once(page(&program, &names))
        .chain(commands.iter().map(|command| page(command, &["csvchat".to_owned()])))
        .collect()
}

fn page_name(command: &clap::Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

/// One page. `see_also` are pages of section 1; csvchat-events(5) is added.
fn page(command: &clap::Command, see_also: &[String]) -> Generated {
    let man = Man::new(command.clone()).source(concat!("csvchat ", env!("CARGO_PKG_VERSION"))).manual("csvchat manual");
    let mut text = Vec::new();
    man.render_title(&mut text).unwrap();
    man.render_name_section(&mut text).unwrap();
    synopsis(command).to_writer(&mut text).unwrap();
    man.render_description_section(&mut text).unwrap();
    man.render_options_section(&mut text).unwrap();
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text).unwrap();
    }
    let mut rest = Roff::new();
    if let Some(notes) = command.get_after_help() {
        rest.control("SH", ["NOTES"]);
        for line in notes.to_string().lines() {
            rest.control("PP", []);
            rest.text([roman(line)]);
        }
    }
    rest.control("SH", ["SEE ALSO"]);
    let mut inlines: Vec<_> = see_also.iter().flat_map(|name| [bold(name), roman("(1), ")]).collect();
    inlines.extend([bold("csvchat-events"), roman("(5)")]);
    rest.text(inlines);
    rest.to_writer(&mut text).unwrap();
    Generated { path: format!("man/{}", man.get_filename()), text: String::from_utf8(text).unwrap() }
}

/// The usage line of `--help`; the options have a section of their own.
fn synopsis(command: &clap::Command) -> Roff {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.text([bold(name), roman(usage.strip_prefix(name).unwrap_or(usage))]);
    roff
}

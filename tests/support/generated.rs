//! The files that are made from the program's definitions and committed: completions, man pages, the events' schema.
//!
//! Shared by the example `generate`, which writes them, and the test that compares them. Nothing here depends on time,
//! environment or machine.

#[path = "generated/commands_pages.rs"]
mod commands_pages;
#[path = "generated/events_page.rs"]
mod events_page;

use clap_complete::Shell;
use csvchat::event::Envelope;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// One committed file.
pub struct Generated {
    /// Its path from the repository's root.
    pub path: String,
    /// What it must hold.
    pub text: String,
}

/// All of them.
pub fn files() -> Vec<Generated> {
    let schema = schema();
    let mut files = completions();
    files.extend(commands_pages::pages());
    files.push(Generated {
        path: "man/events.schema.json".to_owned(),
        text: serde_json::to_string_pretty(&schema).unwrap() + "\n",
    });
    files.push(Generated { path: "man/csvchat-events.5".to_owned(), text: events_page::page(&schema) });
    files
}

/// The JSON Schema of one line of NDJSON, as it is written.
fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.into_root_schema_for::<Envelope>().to_value()
}

fn completions() -> Vec<Generated> {
    [
        (Shell::Bash, "csvchat.bash"),
        (Shell::Zsh, "_csvchat"),
        (Shell::Fish, "csvchat.fish"),
        (Shell::PowerShell, "_csvchat.ps1"),
    ]
    .into_iter()
    .map(|(shell, name)| {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut csvchat::cli::command(), "csvchat", &mut text);
        Generated { path: format!("completions/{name}"), text: String::from_utf8(text).unwrap() }
    })
    .collect()
}

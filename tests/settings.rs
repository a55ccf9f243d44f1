//! Settings: flags, variables, files; the model that is picked; the request as it would be sent.

mod files;
mod keys;
mod requests;

use assert_cmd::Command;

use crate::support::program::{Folder, Ran};

const DATA: &str = "region,revenue\nNorth,10\nSouth,20\n";

/// A folder with data.
fn folder() -> Folder {
    Folder::new().with("data.csv", DATA)
}

/// Runs the program with variables.
fn run(folder: &Folder, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    folder.run_with(arguments, |command: &mut Command| {
        command.envs(variables.iter().copied());
    })
}

/// The line of `csvchat models` that says what would be picked.
fn picked(folder: &Folder, variables: &[(&str, &str)]) -> String {
    let ran = run(folder, variables, &["models"]).expect(0);
    ran.stdout.lines().last().unwrap().to_owned()
}

#[test]
fn without_a_name_a_key_that_is_set_picks_the_model() {
    let folder = folder();
    let (openai, anthropic) = (("OPENAI_API_KEY", "sk-a"), ("ANTHROPIC_API_KEY", "sk-b"));
    assert!(picked(&folder, &[]).starts_with("builtin would be picked: no model is named and no key is set"));
    for (variables, expected) in [
        (&[openai, anthropic][..], "openai/gpt-6.1-sol would be picked: OPENAI_API_KEY is set"),
        (
            &[anthropic, ("GEMINI_API_KEY", "k")],
            "anthropic/claude-sonnet-5-5 would be picked: ANTHROPIC_API_KEY is set",
        ),
        (
            &[("OPENAI_API_KEY", ""), ("GEMINI_API_KEY", "k")],
            "gemini/gemini-3.8-flash would be picked: GEMINI_API_KEY is set",
        ),
        (&[("ANTHROPIC_AUTH_TOKEN", "t")], "anthropic/claude-sonnet-5-5 would be picked: ANTHROPIC_AUTH_TOKEN is set"),
        (&[openai, ("CSVCHAT_MODEL", "ollama/a/b:c")], "ollama/a/b:c would be picked: CSVCHAT_MODEL names it"),
        (&[openai, ("CSVCHAT_MODEL", "")], "openai/gpt-6.1-sol would be picked: OPENAI_API_KEY is set"),
        (
            &[("CSVCHAT_MODEL", "groq/x")],
            "groq/x would be picked: CSVCHAT_MODEL names it; but it needs a key: set GROQ_API_KEY",
        ),
    ] {
        assert_eq!(picked(&folder, variables), expected, "{variables:?}");
    }
}

#[test]
fn a_name_that_says_nothing_is_a_fault_of_the_configuration() {
    let folder = folder();
    for (model, said) in [
        ("antropic/x", "there is no provider \"antropic\" [unknown_provider]; did you mean anthropic?"),
        ("gpt-6.1-sol", "write -m openai/gpt-6.1-sol"),
        ("nonsense", "there are anthropic, openai, gemini"),
        ("ollama", "ollama: no model is named [no_model]; write -m ollama/MODEL"),
        (
            "openai-compatible/m",
            "openai-compatible: no address is known [no_base_url]; give one: --base-url URL, or CSVCHAT_BASE_URL",
        ),
        ("azure/m", "or AZURE_OPENAI_ENDPOINT"),
        ("openai/a b", "this cannot be the name of a model"),
        ("replay/", "write -m replay/PATH"),
        ("anthropic/claude-sonnet-5-5", "ANTHROPIC_API_KEY"),
    ] {
        // The data is not there: what is wrong about the model is found before it is looked for.
        let ran = folder.run(&["ask", "nowhere.csv", "how many?", "-m", model]).expect(4);
        assert!(ran.stderr.contains(said) && ran.stdout.is_empty(), "{model}: {}", ran.stderr);
    }
    let ran = folder.run(&["ask", "data.csv", "how many?", "--base-url", "http://me:secret@h"]).expect(4);
    assert!(!ran.stderr.contains("secret"), "{}", ran.stderr);
    folder.run(&["ask", "data.csv", "how many?", "--base-url", "http://127.0.0.1:9"]).expect(4);
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let folder = folder();
    let names =
        ["MODEL", "BASE_URL", "PRIVACY", "MAX_TURNS", "MAX_TOKENS", "MAX_COST", "TIMEOUT", "FORMAT", "COLOR", "CONFIG"];
    let names: Vec<String> = names.iter().map(|name| format!("CSVCHAT_{name}")).collect();
    let variables: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    run(&folder, &variables, &["ask", "data.csv", "how many rows are there?"]).expect(0);
}

#[test]
fn what_is_said_of_the_data_is_written_down() {
    let folder = folder();
    let started = |arguments: &[&str], variables: &[(&str, &str)]| {
        let all = [&["ask", "data.csv", "SQL: select 1", "-f", "ndjson"], arguments].concat();
        run(&folder, variables, &all).expect(0).events()[0].clone()
    };
    let event = started(&["--privacy", "stats", "--max-cost", "0.5", "--max-tokens", "1,000"], &[]);
    assert_eq!((&event["privacy"], &event["limits"]["max_cost_usd"]), (&"stats".into(), &0.5.into()), "{event}");
    let again = event["command_line"].as_str().unwrap();
    assert!(again.ends_with("--privacy stats --max-tokens 1000 --max-cost 0.5"), "{again}");
    let event = started(&["--max-rows", "3"], &[("CSVCHAT_PRIVACY", "schema"), ("CSVCHAT_MAX_ROWS", "4")]);
    assert_eq!((&event["privacy"], &event["limits"]["max_rows"]), (&"schema".into(), &3.into()), "{event}");
}

#[test]
fn a_bounded_cost_needs_a_price() {
    let folder = folder();
    let ask = [
        "ask",
        "data.csv",
        "how many?",
        "-m",
        "ollama/qwen3",
        "--base-url",
        "https://ollama.example",
        "--max-cost",
        "1",
        "--dry-run",
    ];
    let ran = folder.run(&ask).expect(4);
    assert!(ran.stderr.contains("the price of ollama/qwen3 is not known [unknown_price]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("[prices.\"qwen3\"] with input = 1.0 and output = 2.0"), "{}", ran.stderr);
    let folder = folder.with("csvchat.toml", "[prices.\"qwen3\"]\ninput = 1.0\noutput = 2.0\n");
    folder.run(&ask).expect(0);
}

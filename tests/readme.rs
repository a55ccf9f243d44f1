//! The README's commands: each `$ ` line of a console block gives exactly the lines below it.
//!
//! `CSVCHAT_UPDATE=1` writes what they give into the README.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::support::loudly;

fn given(line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_csvchat")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    // Nothing of the developer's own: no model, no key, no file.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CSVCHAT_") || name.ends_with("_API_KEY") || name.ends_with("_AUTH_TOKEN") {
            shell.env_remove(name.as_ref());
        }
    }
    let output = shell
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env("CSVCHAT_CONFIG", "/dev/null")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The README with what its commands give now.
fn anew(readme: &str) -> String {
    let mut text = String::new();
    let mut in_console = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        }
        if !in_console || line == "```console" {
            let _ = writeln!(text, "{line}");
        } else if let Some(command) = line.strip_prefix("$ ") {
            let _ = write!(text, "{line}\n{}", given(command));
        }
    }
    text
}

#[test]
fn commands_give_what_the_readme_shows() {
    if Command::new("jq").arg("--version").output().is_err() {
        return loudly("the README's commands, as there is no jq");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let now = anew(&readme);
    if std::env::var_os("CSVCHAT_UPDATE").is_some() {
        std::fs::write(path, now).unwrap();
    } else {
        assert_eq!(readme, now, "the README shows something else; CSVCHAT_UPDATE=1 writes it anew");
        assert!(readme.matches("\n$ ").count() >= 4);
    }
}

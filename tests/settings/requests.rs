//! `--dry-run` and `--context`: the first request.

use serde_json::Value;

use super::{DATA, folder, run};
use crate::support::server::{Dialect, KEY, Server, Step, Turn};

#[test]
fn a_dry_run_prints_what_would_be_sent() {
    for dialect in [Dialect::Anthropic, Dialect::Responses, Dialect::Chat, Dialect::Gemini, Dialect::Ollama] {
        let server = Server::start(dialect, vec![Step::Turn(Turn::default())]);
        let url = server.url();
        let key = dialect.variable().map(|name| (name, KEY));
        let variables: Vec<(&str, &str)> = key.into_iter().collect();
        let folder = folder().with("report.md", "old").with("notes.md", "revenue is in \u{20ac}\n");
        let words = [
            "ask",
            "data.csv",
            "how many rows?",
            "-m",
            dialect.model(),
            "--base-url",
            &url,
            "--context",
            "notes.md",
            "-o",
            "report.md",
            "--max-tokens",
            "9000",
        ];
        let dry = run(&folder, &variables, &[&words[..], &["--dry-run"]].concat()).expect(0);
        assert!(server.seen().is_empty(), "{dialect:?}: something was sent");
        assert_eq!(folder.read("report.md"), "old");
        assert!(dry.stderr.contains(&format!("POST {url}")) && !dry.stderr.contains(KEY), "{}", dry.stderr);
        let body: Value = serde_json::from_str(&dry.stdout).unwrap();
        assert!(dry.stdout.contains("Notes of the user on this data:\\nrevenue is in \u{20ac}"), "{body}");
        run(&folder, &variables, &words);
        let sent = server.seen().into_iter().find(|request| request.path.starts_with(dialect.path())).unwrap();
        assert_eq!(dry.stdout, sent.text + "\n", "{dialect:?}");
        server.violations();
    }
}

#[test]
fn a_dry_run_needs_no_key_and_no_network() {
    let ran = folder().run(&["analyze", "data.csv", "-m", "anthropic", "--dry-run"]).expect(0);
    assert!(ran.stderr.contains("POST https://api.anthropic.com/v1/messages"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a key would be needed: ANTHROPIC_API_KEY"), "{}", ran.stderr);
    let body: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(body["model"], "claude-sonnet-5-5");
}

#[test]
fn what_sends_nothing_says_so() {
    let folder = folder();
    for words in [["ask", "data.csv", "how many rows?"], ["ask", "data.csv", "SQL: select 1"]] {
        let ran = folder.run(&[&words[..], &["--dry-run", "-m", "builtin", "-o", "x.md"]].concat()).expect(0);
        assert!(ran.stdout.is_empty() && ran.stderr.lines().count() == 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("nothing would be sent") && !folder.has("x.md"), "{}", ran.stderr);
    }
}

#[test]
fn a_level_of_privacy_holds_for_the_first_request() {
    let folder = folder();
    let body = |arguments: &[&str]| {
        let words = [&["analyze", "data.csv", "-m", "llamacpp", "--dry-run"], arguments].concat();
        folder.run(&words).expect(0).stdout
    };
    assert!(body(&[]).contains("North"));
    assert!(!body(&["--privacy", "stats"]).contains("North"));
    assert!(!body(&["--privacy", "schema"]).contains("\\\"nulls\\\""));
}

#[test]
fn notes_that_cannot_be_read_are_an_input_that_cannot() {
    let folder = folder().with("latin.txt", b"caf\xe9").with("long.txt", "x".repeat(70_000));
    for (notes, said) in [
        ("none.txt", "--context none.txt: no such file"),
        ("latin.txt", "--context latin.txt: it is not UTF-8"),
        ("long.txt", "--context long.txt: more than 65536 bytes"),
        (".", "--context .: "),
    ] {
        for extra in [&[][..], &["--dry-run", "-m", "llamacpp"]] {
            let words = [&["ask", "data.csv", "how many rows?", "--context", notes], extra].concat();
            let ran = folder.run(&words).expect(3);
            assert!(ran.stderr.contains(said), "{}", ran.stderr);
        }
    }
}

#[test]
fn the_builtin_analyst_says_that_it_makes_nothing_of_notes() {
    // What looks like a column's profile in the notes must not become one.
    let folder = folder().with("notes.txt", "{\"table\":\"data\",\"file\":\"x\",\"rows\":7}");
    let words = ["ask", "data.csv", "how many rows are there?", "-m", "builtin"];
    let plain = folder.run(&words).expect(0);
    let noted = folder.run(&[&words[..], &["--context", "notes.txt"]].concat()).expect(0);
    assert!(noted.stderr.contains("makes nothing of --context"), "{}", noted.stderr);
    let answer = |text: &str| text.lines().find(|line| line.contains("[^q1]")).map(str::to_owned);
    assert_eq!(answer(&plain.stdout), answer(&noted.stdout));
    assert!(DATA.lines().count() == 3 && answer(&plain.stdout).is_some_and(|answer| answer.contains('2')));
}

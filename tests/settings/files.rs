//! Configuration files, the user's and the project's.

use super::{folder, picked, run};
use crate::support::program::{Folder, of};

/// With the user's own file where it is looked for.
fn with_user_file(folder: Folder, text: &str) -> Folder {
    std::fs::create_dir_all(folder.path("tmp/.config/csvchat")).unwrap();
    folder.with("tmp/.config/csvchat/csvchat.toml", text)
}

#[test]
fn limits_come_from_flag_variable_project_user_default() {
    let folder = with_user_file(folder(), "max-turns = 2\nmax-rows = 2\nmax-tokens = 2000\ntimeout = \"2m\"\n")
        .with("csvchat.toml", "max-turns = 3\nmax-rows = 3\nmax-tokens = 3000\n");
    let variables = [("CSVCHAT_MAX_TURNS", "4"), ("CSVCHAT_MAX_ROWS", "4")];
    let ran = run(&folder, &variables, &["ask", "data.csv", "SQL: select 1", "-f", "ndjson", "--max-turns", "5"]);
    let limits = ran.expect(0).events()[0]["limits"].clone();
    let found =
        ["max_turns", "max_rows", "max_tokens", "timeout_ms", "query_timeout_ms"].map(|name| limits[name].clone());
    assert_eq!(found, [5, 4, 3_000, 120_000, 30_000].map(serde_json::Value::from));
}

#[test]
fn the_users_file_lies_where_a_variable_says() {
    let folder = folder().with("mine.toml", "model = \"llamacpp\"\n");
    let expected = "llamacpp/default would be picked: mine.toml names it";
    assert_eq!(picked(&folder, &[("CSVCHAT_CONFIG", "mine.toml")]), expected);
    std::fs::create_dir_all(folder.path("x/csvchat")).unwrap();
    let folder = folder.with("x/csvchat/csvchat.toml", "model = \"vllm/m\"\n");
    let place = folder.path("x");
    assert!(picked(&folder, &[("XDG_CONFIG_HOME", place.to_str().unwrap())]).starts_with("vllm/m would be picked"));
    let ran = run(&folder, &[("CSVCHAT_CONFIG", "none.toml")], &["ask", "data.csv", "how many rows?"]).expect(4);
    assert!(
        ran.stderr.contains("none.toml: no such file or directory [config]; CSVCHAT_CONFIG names it"),
        "{}",
        ran.stderr
    );
    run(&folder, &[("CSVCHAT_CONFIG", "/dev/null")], &["ask", "data.csv", "how many rows?"]).expect(0);
}

#[test]
fn the_readmes_files_are_understood() {
    let readme = include_str!("../../README.md");
    let blocks: Vec<&str> = readme.split("```toml\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    assert_eq!(blocks.len(), 2);
    let folder = with_user_file(folder(), &blocks.concat());
    let expected = "work/large would be picked: ~/.config/csvchat/csvchat.toml names it";
    assert_eq!(picked(&folder, &[("WORK_KEY", "w-key-1")]), expected);
}

#[test]
fn one_file_in_both_places_is_the_users() {
    let folder = folder().with("csvchat.toml", "[allow]\nhosts = [\"https://h.example\"]\n");
    let own = folder.path("csvchat.toml");
    run(&folder, &[("CSVCHAT_CONFIG", own.to_str().unwrap())], &["models"]).expect(0);
    run(&folder, &[], &["models"]).expect(4);
}

#[test]
fn what_is_wrong_about_a_file_is_told_by_every_run() {
    for (text, said) in [
        ("\nmodle = \"x\"\n", "csvchat.toml, line 2: there is no key `modle` [config]; did you mean `model`?"),
        ("[providers.x]\nurl = \"x\"\n", "csvchat.toml, line 2: there is no key `url` in [providers.x] [config]"),
        ("model =\n", "csvchat.toml, line 1: "),
    ] {
        let folder = folder().with("csvchat.toml", text);
        for words in [
            &["ask", "data.csv", "how many rows?", "-m", "builtin"][..],
            &["analyze", "data.csv", "-m", "ollama/x", "--dry-run"],
        ] {
            let ran = folder.run(words).expect(4);
            assert!(ran.stderr.contains(said) && ran.stdout.is_empty(), "{}", ran.stderr);
        }
    }
}

#[test]
fn a_pipe_in_place_of_a_file_is_not_waited_for() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo").arg(folder.path("csvchat.toml")).status();
    assert!(made.unwrap().success());
    let ran = folder.run(&["ask", "data.csv", "how many rows?"]).expect(4);
    assert!(ran.stderr.contains("csvchat.toml: is no file"), "{}", ran.stderr);
    let folder = Folder::new().with("csvchat.toml", vec![b'#'; 1_100_000]);
    assert!(folder.run(&["models"]).expect(4).stderr.contains("more than 1048576 bytes"));
}

#[test]
fn models_lists_what_is_configured_and_what_is_wrong_about_it() {
    let folder = with_user_file(
        folder(),
        "[providers.work]\nprotocol = \"chat\"\nbase-url = \"https://ai.work.example\"\nkey-variable = \"WORK_KEY\"\nmodel = \"large\"\n",
    )
    .with("csvchat.toml", "[providers.evil]\nprotocol = \"chat\"\nbase-url = \"https://evil.example\"\n[providers.odd]\nprotocl = \"chat\"\n");
    let ran = run(&folder, &[("ANTHROPIC_API_KEY", "sk-a")], &["models", "-m", "work"]).expect(0);
    let lines: Vec<Vec<&str>> = ran
        .stdout
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert_eq!(lines[0], ["PROVIDER", "PROTOCOL", "BASE URL", "KEY", "DEFAULT MODEL", "SOURCE"]);
    assert_eq!(
        lines[1],
        [
            "anthropic",
            "anthropic",
            "https://api.anthropic.com",
            "ANTHROPIC_API_KEY, set",
            "claude-sonnet-5-5",
            "built-in"
        ]
    );
    let row = |name: &str| lines.iter().find(|cells| cells.first() == Some(&name)).unwrap();
    assert_eq!(
        row("work")[1..],
        ["chat", "https://ai.work.example/v1", "WORK_KEY, not set", "large", "~/.config/csvchat/csvchat.toml"]
    );
    assert_eq!(row("evil")[5], "csvchat.toml, not usable");
    let said = "\nevil is not usable: csvchat.toml, line 1: evil would send your data to";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    // What keeps any model from being picked is said once.
    let said = "csvchat.toml, line 5: there is no key `protocl` in [providers.odd] [config]";
    assert!(row("odd")[5].ends_with(", not usable") && ran.stdout.matches(said).count() == 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("\nalso known: openai, gemini, ollama,"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("did you mean `protocol`?\n"), "nothing can be picked: {}", ran.stdout);
    // A file that cannot be read is said at the end; the rest is listed all the same.
    let folder = folder.with("csvchat.toml", "[providers");
    let ran = run(&folder, &[("WORK_KEY", "w-key-9")], &["models"]).expect(4);
    assert!(ran.stdout.contains("WORK_KEY, set") && ran.stderr.contains("csvchat.toml, line 1: "), "{}", ran.stderr);
}

#[test]
fn a_replay_is_told_what_the_recording_was_told() {
    let folder = folder();
    folder.run(&["ask", "data.csv", "how many rows?", "-m", "builtin", "-o", "run.ndjson", "-q"]).expect(0);
    let recorded = folder.read("run.ndjson").replacen("\"privacy\":\"rows\"", "\"privacy\":\"schema\"", 1);
    let folder = folder.with("run.ndjson", recorded).with("csvchat.toml", "privacy = \"stats\"\n");
    let level = |arguments: &[&str]| {
        let words = [&["replay", "run.ndjson", "-f", "ndjson", "-q"], arguments].concat();
        of(&folder.run(&words).expect(0).events(), "run_started")[0]["privacy"].clone()
    };
    assert_eq!(level(&[]), "schema");
    assert_eq!(level(&["--privacy", "rows"]), "rows");
}

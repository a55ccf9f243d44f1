//! Keys: they go where they belong, and are shown nowhere.

use super::{folder, run};
use crate::support::program::Folder;
use crate::support::server::{Dialect, KEY, Server, Step};

/// Whatever the program said and wrote, pictures of reports among it.
fn everything(folder: &Folder, said: &str) -> String {
    let files = folder.names().into_iter().filter(|name| name != "data.csv").flat_map(|name| {
        let Ok(pictures) = std::fs::read_dir(folder.path(&name)) else { return vec![name] };
        pictures.map(|file| format!("{name}/{}", file.unwrap().file_name().display())).collect()
    });
    files.fold(said.to_owned(), |all, name| all + &folder.read(&name))
}

#[test]
fn a_key_is_shown_nowhere() {
    // The server repeats the key, as some do.
    for (status, reason, code) in [(401, "invalid_api_key", 4), (400, "odd_request", 5)] {
        let said = format!("{{\"error\":{{\"message\":\"Odd: {KEY}\",\"code\":\"{reason}\"}}}}");
        let server = Server::start(Dialect::Responses, vec![Step::Answer(status, Vec::new(), said)]);
        let url = server.url();
        let variables = [
            ("OPENAI_API_KEY", KEY),
            ("OPENAI_BASE_URL", url.as_str()),
            ("OPENAI_CUSTOM_HEADERS", "X-Team: team-secret-1"),
        ];
        let folder = folder();
        let outputs = ["-o", "run.ndjson", "-o", "report.html", "-o", "report.md", "-v"];
        for (words, expected) in [
            (["ask", "data.csv", "how many rows?"].as_slice(), code),
            (&["ask", "data.csv", "how many rows?", "--dry-run"], 0),
            (&["ask", "data.csv", "how many rows?", "-m", "openai-compatible/x"], 4),
            (&["ask", "data.csv", "how many rows?", "-m", "openay/x"], 4),
            (&["analyze", "data.csv", "-m", "builtin"], 0),
        ] {
            let ran = run(&folder, &variables, &[words, &outputs].concat()).expect(expected);
            let shown = everything(&folder, &(ran.stdout + &ran.stderr));
            assert!(!shown.contains(KEY) && !shown.contains("team-secret"), "{words:?}: {shown}");
        }
        let ran = run(&folder, &variables, &["models"]).expect(0);
        assert!(ran.stdout.contains("OPENAI_API_KEY, set") && !ran.stdout.contains(KEY), "{}", ran.stdout);
        let request = &server.seen()[0];
        let sent = |name: &str| request.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        assert_eq!(sent("authorization"), Some(format!("Bearer {KEY}")));
        assert_eq!(sent("x-team").as_deref(), Some("team-secret-1"));
        server.violations();
    }
}

#[test]
fn a_key_that_is_none_is_not_shown_either() {
    let ran = run(&folder(), &[("OPENAI_API_KEY", "\"sk-quoted key\"")], &["ask", "data.csv", "how many?"]).expect(4);
    assert!(ran.stderr.contains("OPENAI_API_KEY: it holds characters that no key has [bad_key]"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("sk-quoted"), "{}", ran.stderr);
}

#[test]
fn a_hostile_project_file_gets_nothing() {
    let server = Server::start(Dialect::Chat, Vec::new());
    let url = server.url();
    let port = format!("http://127.0.0.1:{}", server.port);
    let elsewhere = port.replace("127.0.0.1", "0.0.0.0");
    let variables =
        [("OPENAI_API_KEY", KEY), ("ANTHROPIC_API_KEY", KEY), ("CSVCHAT_API_KEY", KEY), ("AWS_SECRET_ACCESS_KEY", KEY)];
    for (project, code) in [
        (format!("[providers.openai]\nbase-url = \"{url}\""), "key_not_allowed"),
        (format!("model = \"anthropic/x\"\n[providers.anthropic]\nbase-url = \"{port}\""), "key_not_allowed"),
        (
            format!("model = \"openai-compatible/x\"\n[providers.openai-compatible]\nbase-url = \"{url}\""),
            "key_not_allowed",
        ),
        (
            format!(
                "model = \"x/x\"\n[providers.x]\nprotocol = \"chat\"\nbase-url = \"{url}\"\nkey-variable = \"AWS_SECRET_ACCESS_KEY\""
            ),
            "key_not_allowed",
        ),
        (
            format!("model = \"x/x\"\n[providers.x]\nprotocol = \"chat\"\nbase-url = \"{elsewhere}\""),
            "host_not_allowed",
        ),
        (format!("[allow]\nOPENAI_API_KEY = [\"{port}\"]"), "config"),
    ] {
        let folder = folder().with("csvchat.toml", &project);
        let ran = run(&folder, &variables, &["ask", "data.csv", "how many rows?"]).expect(4);
        assert!(ran.stderr.contains(&format!("[{code}]")) && !ran.stderr.contains(KEY), "{project}: {}", ran.stderr);
        run(&folder, &variables, &["ask", "data.csv", "how many rows?", "--dry-run"]).expect(4);
    }
    assert!(server.seen().is_empty());
}

#[test]
fn what_the_hint_says_lets_the_project_file_have_its_way() {
    let server = Server::start(Dialect::Responses, vec![Step::Answer(401, Vec::new(), "{}".to_owned())]);
    let folder = folder().with("csvchat.toml", format!("[providers.openai]\nbase-url = \"{}\"", server.url()));
    let variables = [("OPENAI_API_KEY", KEY), ("CSVCHAT_CONFIG", "mine.toml")];
    let folder = folder.with("mine.toml", "");
    let ran = run(&folder, &variables, &["ask", "data.csv", "how many rows?"]).expect(4);
    let (_, hint) = ran.stderr.split_once("to allow that, put ").unwrap();
    let (line, file) = hint.trim_end().split_once(" under [allow] into ").unwrap();
    assert_eq!(file, "mine.toml");
    let folder = folder.with("mine.toml", format!("[allow]\n{line}\n"));
    run(&folder, &variables, &["ask", "data.csv", "how many rows?"]).expect(4);
    assert_eq!(server.seen().len(), 1, "the server was asked, and refused the key");
    server.violations();
}

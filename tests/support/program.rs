//! The program as a user starts it: in a folder of its own, with an environment that holds nothing of the developer's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;

use super::reader::assert_valid_run;
use super::server::KEY;

/// The folder of caches in it.
const CACHE: &str = "cache";

/// A folder with files, to run the program in.
pub struct Folder {
    folder: tempfile::TempDir,
}

/// What a run gave.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The place of a file that the repository's tests read.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

impl Folder {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        Self { folder }
    }

    /// With a file.
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), content).unwrap();
        self
    }

    /// With a copy of one of the repository's test files, under its own name.
    pub fn with_data(self, name: &str) -> Self {
        let source = data(name);
        let target = self.path(source.file_name().unwrap().to_str().unwrap());
        fs::copy(&source, target).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of all files but the temporary folder and that of caches, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "tmp" && name != CACHE)
            .collect();
        names.sort();
        names
    }

    /// What is left in the temporary folder.
    pub fn scratch(&self) -> Vec<String> {
        fs::read_dir(self.path("tmp")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Fails where a file holds the key that tests give to the program, in this folder or below.
    pub fn assert_no_key(&self) {
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap();
                    let holds = bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes());
                    assert!(!holds, "the key stands in {}", path.display());
                }
            }
        }
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, |_| {})
    }

    /// Runs the program to its end, changed as the closure says.
    pub fn run_with(&self, arguments: &[&str], change: impl FnOnce(&mut Command)) -> Ran {
        let mut command = Command::from_std(self.command(arguments));
        change(&mut command);
        let output = command.timeout(Duration::from_mins(2)).output().unwrap();
        let ran = Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        };
        for said in [&ran.stdout, &ran.stderr] {
            assert!(!said.contains(KEY), "the key is shown: {said}");
        }
        ran
    }

    /// The program, not yet started.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_csvchat"));
        command.env_clear().current_dir(self.folder.path()).args(arguments);
        for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("TMPDIR", self.path("tmp")).env("HOME", self.path("tmp")).env("LANG", "C.UTF-8");
        command.env("XDG_CACHE_HOME", self.path(CACHE));
        command.stdin(Stdio::null());
        command
    }
}

impl Ran {
    /// The events on stdout, which must be a valid run.
    pub fn events(&self) -> Vec<Value> {
        assert_valid_run(&self.stdout);
        events(&self.stdout)
    }

    /// Fails unless the program ended with this code.
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }
}

/// The events of a saved run, each held to the schema, all of them to the grammar.
pub fn events(text: &str) -> Vec<Value> {
    super::reader::assert_valid_run(text);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// The events of one type.
pub fn of<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

/// The outputs of a kind that no other stands in the place of.
pub fn standing<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let all = of(events, kind);
    let mended: Vec<&Value> = all.iter().map(|event| &event["replaces"]).collect();
    all.iter().copied().filter(|event| !mended.contains(&&event["id"])).collect()
}

/// Waits until something is so, for half a minute at most.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(30), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A saved run as a person writes it: each turn is text and calls of the form `(tool, input)`.
pub fn script(turns: &[(&str, Vec<(&str, Value)>)]) -> String {
    let mut lines = vec![serde_json::json!({"type": "run_started"}).to_string()];
    for (text, calls) in turns {
        let calls: Vec<Value> =
            calls.iter().map(|(name, input)| serde_json::json!({"name": name, "input": input})).collect();
        lines.push(serde_json::json!({"type": "model_turn", "reply": {"text": text, "calls": calls}}).to_string());
    }
    lines.join("\n")
}

//! What must happen when the input, the outputs or the world around the program are not as they should be.

use std::fs;
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::program::{Folder, events, of, script, until};

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\n";
const ENDLESS: &str = "select count(*) from range(1000000) a, range(1000000) b, range(1000000) c";

#[test]
fn input_that_cannot_be_read_is_one_line_and_exit_3() {
    let folder = Folder::new()
        .with("empty.csv", "")
        .with("blank.csv", "\n\n")
        .with("page.csv", "<!DOCTYPE html><html><body>x</body></html>")
        .with("binary.csv", [0x7f, b'E', b'L', b'F', 0, 0, 0, 1])
        .with("cut.csv.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b])
        .with("out.md", "old");
    fs::create_dir(folder.path("dir.csv")).unwrap();
    for (file, code) in [
        ("none.csv", "no_such_file"),
        ("dir.csv", "is_directory"),
        ("empty.csv", "empty_file"),
        ("blank.csv", "empty_file"),
        ("page.csv", "not_csv_html"),
        ("binary.csv", "not_csv_binary"),
        ("cut.csv.gz", "corrupt_compressed"),
        ("s3://bucket/a.csv", "is_url"),
    ] {
        let ran = folder.run(&["analyze", file, "-o", "out.md", "-m", "builtin"]).expect(3);
        assert_eq!(ran.stdout, "", "{file}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(&format!("[{code}]")) && ran.stderr.contains(file), "{file}: {}", ran.stderr);
        assert_eq!(folder.read("out.md"), "old");
        let streamed = folder.run(&["analyze", file, "-f", "ndjson", "-q"]).expect(3).events();
        assert_eq!(of(&streamed, "error")[0]["code"], code);
        assert_eq!(streamed.last().unwrap()["exit_code"], 3);
    }
    assert_eq!(folder.scratch(), Vec::<String>::new());
}

#[test]
fn a_header_alone_is_a_report_that_says_so() {
    let folder = Folder::new().with("a.csv", "id,name,amount\n");
    let ran = folder.run(&["analyze", "a.csv", "-m", "builtin"]).expect(0);
    assert!(ran.stdout.contains("no rows"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("NaN"), "{}", ran.stdout);
}

#[test]
fn outputs_that_cannot_be_written_are_found_before_any_work() {
    let folder = Folder::new().with("a.csv", CSV).with("x.md", CSV);
    fs::create_dir(folder.path("dir")).unwrap();
    fs::hard_link(folder.path("x.md"), folder.path("y.md")).unwrap();
    for (arguments, word) in [
        (&["analyze", "a.csv", "-o", "none/out.md"][..], "none"),
        (&["analyze", "a.csv", "-o", "dir"], "dir"),
        (&["analyze", "a.csv", "-o", "out.xyz"], "format"),
        (&["analyze", "a.csv", "-o", "out.md", "-o", "./out.md"], "out.md"),
        (&["analyze", "x.md", "-o", "x.md"], "x.md"),
        (&["analyze", "x.md", "-o", "y.md"], "y.md"),
        (&["analyze", "a.csv", "--nope"], "--nope"),
    ] {
        let ran = folder.run(arguments).expect(2);
        assert!(ran.stderr.contains(word), "{}", ran.stderr);
    }
    assert_eq!(folder.read("x.md"), CSV);
    assert_eq!(folder.names(), ["a.csv", "dir", "x.md", "y.md"]);
}

#[test]
fn a_wrong_command_line_is_told_in_one_line() {
    let folder = Folder::new().with("a.csv", CSV);
    let told = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let ran = folder.run_with(arguments, |command| {
            command.envs(variable);
        });
        let ran = ran.expect(2);
        assert!(ran.stdout.is_empty(), "{}", ran.stdout);
        ran.stderr
    };
    for (arguments, line) in [
        (
            &["ask", "a.csv", "x", "--privacy", "stat"][..],
            "invalid value 'stat' for '--privacy <LEVEL>' [usage]; possible values: rows, stats, schema; a similar value \
             exists: 'stats'; --help lists what there is",
        ),
        (
            &["analyze", "a.csv", "--max-cost", "x"],
            "invalid value 'x' for '--max-cost <USD>': must be US dollars above 0, such as 0.50, up to 1000000 [usage]; \
             --help lists what there is",
        ),
        (
            &["analyze", "a.csv", "--modle", "x"],
            "unexpected argument '--modle' found [usage]; a similar argument exists: '--model'; --help lists what there is",
        ),
        (
            &["render"],
            "the following required arguments were not provided: <RUN> [usage]; usage: csvchat render <RUN>; --help lists \
             what there is",
        ),
    ] {
        assert_eq!(told(arguments, None), format!("csvchat: error: {line}\n"));
    }
    let by_variable = told(&["ask", "a.csv", "x"], Some(("CSVCHAT_MAX_TURNS", "many")));
    assert!(by_variable.starts_with("csvchat: error: invalid value 'many' for CSVCHAT_MAX_TURNS: "), "{by_variable}");
    let by_option = told(&["ask", "a.csv", "x", "--max-turns=many"], Some(("CSVCHAT_MAX_TURNS", "many")));
    assert!(by_option.starts_with("csvchat: error: invalid value 'many' for '--max-turns <N>': "), "{by_option}");
}

/// A run whose model has found something and then asks for what never ends.
fn hanging(folder: &Folder, more: &[&str]) -> Child {
    let turns = [
        (
            "",
            vec![
                ("sql_query", json!({"query": "select 60 s", "description": "d"})),
                ("output_text", json!({"text": "61 so far"})),
            ],
        ),
        ("", vec![("sql_query", json!({"query": ENDLESS, "description": "endless"})), ("finalize", json!({}))]),
    ];
    fs::write(folder.path("run.ndjson"), script(&turns)).unwrap();
    let mut arguments = vec!["ask", "a.csv", "?", "-m", "replay/run.ndjson"];
    arguments.extend(more);
    folder.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    assert!(std::process::Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Reads the child's stdout until the endless query has been announced.
fn announced(child: &mut Child) -> String {
    let mut read = String::new();
    let mut stdout = child.stdout.take().unwrap();
    let mut buffer = [0; 4096];
    while !read.contains("endless") || !read.ends_with('\n') {
        let count = stdout.read(&mut buffer).unwrap();
        assert!(count > 0, "{read}");
        read.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    child.stdout = Some(stdout);
    read
}

/// Under `nohup` the tests, and the programs that they start, ignore a hang-up.
fn ignores_hang_up() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 != 0)
}

#[test]
fn a_signal_ends_a_run_in_order() {
    for (name, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 143)] {
        if name == "-HUP" && ignores_hang_up() {
            crate::support::loudly("the end by a hang-up, as whoever started the tests had it ignored");
            continue;
        }
        let folder = Folder::new().with("a.csv", CSV).with("out.md", "old");
        let mut child = hanging(&folder, &["-o", "-", "-o", "out.md", "-f", "ndjson"]);
        let mut stdout = announced(&mut child);
        let start = Instant::now();
        signal(&child, name);
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert!(start.elapsed() < Duration::from_secs(20));
        let all = events(&stdout);
        assert_eq!(all.last().unwrap()["type"], "done");
        assert_eq!(all.last().unwrap()["status"], "interrupted");
        assert_eq!(of(&all, "tool_call").len(), of(&all, "tool_result").len());
        assert_eq!(folder.read("out.md"), "old");
        let partial = folder.read("out.partial.md");
        assert!(partial.contains("61⚠ so far"), "{:?}: {partial}", folder.names());
        assert_eq!(folder.scratch(), Vec::<String>::new());
    }
}

#[test]
fn a_killed_run_leaves_no_worker_and_its_folder_is_swept_by_the_next() {
    let folder = Folder::new().with("a.csv", CSV);
    let mut child = hanging(&folder, &["-f", "ndjson"]);
    announced(&mut child);
    assert_eq!(folder.scratch().len(), 1);
    // While it lives, another run leaves its folder alone.
    folder.run(&["ask", "a.csv", "SQL: select 1", "-q"]).expect(0);
    assert_eq!(folder.scratch().len(), 1);
    let worker = std::process::Command::new("pgrep").args(["-P", &child.id().to_string()]).output().unwrap();
    let worker = String::from_utf8(worker.stdout).unwrap().trim().to_owned();
    assert_ne!(worker, "");
    signal(&child, "-KILL");
    child.wait().unwrap();
    until("the worker is gone", || !std::path::Path::new("/proc").join(&worker).exists());
    folder.run(&["ask", "a.csv", "SQL: select 1", "-q"]).expect(0);
    assert_eq!(folder.scratch(), Vec::<String>::new());
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let folder = Folder::new().with("a.csv", CSV);
    let mut child = folder
        .command(&["ask", "a.csv", "SQL: select * from range(2000)", "-o", "-", "-o", "out.md", "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{stderr}");
    assert_eq!(stderr, "");
    assert!(folder.read("out.md").contains("1,999"));
}

#[test]
fn a_full_device_is_a_fault_that_is_named() {
    let folder = Folder::new().with("a.csv", CSV);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = folder.command(&["ask", "a.csv", "SQL: select 1"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("space"), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn two_runs_at_once_do_not_disturb_each_other() {
    let folder = Folder::new().with("a.csv", CSV).with("b.csv", "region,amount\nEast,1\n");
    let run = |file: &str| {
        folder
            .command(&["ask", file, "SQL: select sum(amount) s from data", "-f", "ndjson"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let children: Vec<(Child, i32)> =
        (0..6).map(|i| if i % 2 == 0 { (run("a.csv"), 60) } else { (run("b.csv"), 1) }).collect();
    for (child, sum) in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let all = events(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(of(&all, "table")[0]["rows"], json!([[sum]]));
    }
    assert_eq!(folder.scratch(), Vec::<String>::new());
}

#[test]
fn the_users_own_statement_is_held_to_the_same_gate() {
    let folder = Folder::new().with("a.csv", CSV);
    for (statement, code) in [
        ("SQL: drop table data", "query_refused"),
        ("SQL: select * from read_text('/etc/hostname')", "query_refused"),
        ("SQL: select nope from data", "query_failed"),
    ] {
        let ran = folder.run(&["ask", "a.csv", statement]).expect(7);
        assert!(ran.stderr.contains(&format!("[{code}]")), "{}", ran.stderr);
    }
}

#[test]
fn standard_input_is_read_only_where_asked() {
    let folder = Folder::new().with("a.csv", CSV);
    let ran = folder.run_with(&["ask", "-", "SQL: select sum(amount) s from data"], |command| {
        command.write_stdin(CSV);
    });
    assert!(ran.expect(0).stdout.contains("60"));
}

#[test]
fn the_same_run_twice_is_equal_but_for_its_times() {
    let folder = Folder::new().with_data("sales.csv");
    let run = || {
        let mut events = folder.run(&["analyze", "sales.csv", "-m", "builtin", "-f", "ndjson"]).expect(0).events();
        for event in &mut events {
            let event = event.as_object_mut().unwrap();
            for time in ["ms", "elapsed_ms", "run_id", "started_at", "spans"] {
                event.remove(time);
            }
        }
        events
    };
    let (one, other) = (run(), run());
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other);
    }
}

/// The program under a shell that does something first, such as ignoring a signal or setting a limit.
fn under_shell(folder: &Folder, first: &str, arguments: &[&str]) -> std::process::Command {
    let program = folder.command(arguments);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("{first}; exec \"$0\" \"$@\"")]).arg(program.get_program()).args(program.get_args());
    command.current_dir(program.get_current_dir().unwrap());
    command.env_clear().envs(program.get_envs().filter_map(|(key, value)| Some((key, value?))));
    command
}

#[test]
fn a_signal_that_comes_twice_at_once_still_ends_the_run_in_order() {
    let folder = Folder::new().with("a.csv", CSV);
    let mut child = hanging(&folder, &["-o", "-", "-f", "ndjson"]);
    let mut stdout = announced(&mut child);
    let twice = format!("kill -INT {0}; kill -INT {0}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &twice]).status().unwrap().success());
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(events(&stdout).last().unwrap()["type"], "done");
    assert_eq!(folder.scratch(), Vec::<String>::new());
}

#[test]
fn a_hang_up_that_is_ignored_stays_so() {
    let folder = Folder::new().with("a.csv", CSV);
    let script = script(&[(
        "",
        vec![
            ("sql_query", json!({"query": "select 7 s", "description": "d"})),
            ("output_text", json!({"text": "seven"})),
            ("finalize", json!({})),
        ],
    )]);
    fs::write(folder.path("run.ndjson"), script).unwrap();
    let arguments = ["ask", "a.csv", "?", "-m", "replay/run.ndjson", "-f", "ndjson"];
    let output =
        under_shell(&folder, "trap '' HUP; (sleep 0.05; kill -HUP $$; sleep 0.1; kill -HUP $$) & true", &arguments)
            .output()
            .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("seven"));
}

#[test]
fn a_file_that_may_not_grow_is_an_error_of_writing() {
    let folder = Folder::new().with("a.csv", CSV).with("out.ndjson", "old");
    let large = "SQL: select repeat('x', 4000) from range(2000)";
    // Shells count in 512 or 1,024 bytes; the saved run is larger than either makes it.
    let output =
        under_shell(&folder, "ulimit -f 3000", &["ask", "a.csv", large, "-q", "-o", "out.ndjson"]).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("file too large"), "{stderr}");
    assert_eq!(folder.read("out.ndjson"), "old");
    assert_eq!(folder.names(), ["a.csv", "out.ndjson"]);
    assert_eq!(folder.scratch(), Vec::<String>::new());
}

#[test]
fn data_that_may_not_grow_is_said_or_whole() {
    let rows: Vec<String> = (0..3000).map(|row| format!("{row},item {row},{}\n", row % 7)).collect();
    let text = format!("id,item,n\n{}", rows.concat());
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let folder = Folder::new().with("a.csv", text).with("wide.csv", wide);
    // Loaded as it is, written down anew first, and copied from a pipe first; from where nothing can be written to where
    // all of it can, in steps that meet the last write as well.
    for (file, step) in [("a.csv", 20), ("wide.csv", 60), ("-", 60)] {
        let sum = "SQL: select count(*) || ' ' || sum(n) || ' ' || count(distinct item) s from data";
        let mut codes = Vec::new();
        for blocks in (40..=700).step_by(step) {
            let limit = format!("ulimit -f {blocks}; exec < a.csv");
            let output = under_shell(&folder, &limit, &["ask", file, sum, "-q"]).output().unwrap();
            let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            let code = output.status.code();
            match code {
                Some(0) => assert!(stdout.contains("3000 8994 3000"), "{file} {blocks}: {stdout}"),
                Some(3) => assert!(stderr.contains("[out_of_disk]; set TMPDIR"), "{file} {blocks}: {stderr}"),
                _ => panic!("{file} {blocks}: {code:?} {stderr}"),
            }
            codes.push(code);
        }
        assert!(codes.contains(&Some(0)) && codes.contains(&Some(3)), "{file}: {codes:?}");
    }
}

#[test]
fn errors_are_one_line_in_words_and_say_what_to_do() {
    let folder = Folder::new().with("a.csv", CSV).with("empty.csv", "").with("bad.ndjson", "x\n");
    for arguments in [
        &["analyze", "none.csv"][..],
        &["analyze", "empty.csv"],
        &["analyze", "a.csv/b.csv"],
        &["analyze", "a.csv", "-o", "a.csv/out.md"],
        &["render", "none.ndjson"],
        &["render", "."],
        &["render", "bad.ndjson"],
        &["replay", "none.ndjson"],
        &["replay", "bad.ndjson"],
        &["ask", "a.csv", "?", "-m", "replay/bad.ndjson"],
        &["ask", "a.csv", " "],
    ] {
        let ran = folder.run(&[arguments, &["-q"]].concat());
        let line = ran.stderr.trim_end();
        assert!(line.starts_with("csvchat: error: ") && !line.contains('\n'), "{line}");
        assert!(line.contains("]; "), "what to do: {line}");
        for word in ["os error", "at path", ".csvchat", "Some(", "line 1 column"] {
            assert!(!line.contains(word), "{word}: {line}");
        }
    }
}

//! The cache of loaded files: what is answered from it, what never is, and that nothing of it makes a run fail.

use std::fmt::Write as _;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use csvchat::data::{Cache, Progress, ReadOptions, Scratch, Source, Worker};
use csvchat::limits::{CacheBounds, Interrupt, Limits};
use serde_json::Value;

use crate::support::loudly;
use crate::support::program::{Folder, Ran, until};

const SUM: &str = "SQL: select sum(amount) s, count(*) n from data";

/// A table of more than a megabyte whose last row is short, which is told as a warning.
fn csv() -> String {
    let mut text = "id,region,amount,comment\n".to_owned();
    for row in 0..40_000 {
        let _ = writeln!(text, "{row},{},{},it went as expected", ["North", "South"][row % 2], 100 + row % 900);
    }
    text + "40000,North,7\n"
}

fn folder() -> Folder {
    let folder = Folder::new().with("a.csv", csv());
    assert!(fs::metadata(folder.path("a.csv")).unwrap().len() > 1_000_000);
    folder
}

fn ask(folder: &Folder, file: &str, options: &[&str]) -> Ran {
    folder.run(&[&["ask", file, SUM, "-f", "ndjson", "-v"], options].concat()).expect(0)
}

/// Whether a run says that it read the files, found them, or keeps them.
fn is_cached(ran: &Ran) -> bool {
    ran.stderr.contains("read from the cache")
}

fn is_kept(ran: &Ran) -> bool {
    ran.stderr.contains("kept in the cache")
}

/// Sum and count of a run.
fn answer(ran: &Ran) -> (i64, i64) {
    let events = ran.events();
    let row = &events.iter().find(|event| event["type"] == "query_result").unwrap()["rows"][0];
    (row[0].as_i64().unwrap(), row[1].as_i64().unwrap())
}

/// Events without what differs between any two runs.
fn lasting(ran: &Ran) -> Vec<String> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["ms", "elapsed_ms", "run_id", "started_at", "spans"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut events = ran.events();
    events.iter_mut().for_each(strip);
    events.iter().map(Value::to_string).collect()
}

fn cache_of(folder: &Folder) -> PathBuf {
    folder.path("cache/csvchat")
}

/// Files of the cache with this extension.
fn files(folder: &Folder, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache_of(folder)) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == extension)).collect()
}

fn only(folder: &Folder, extension: &str) -> PathBuf {
    let files = files(folder, extension);
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

/// Writes bytes into the file at this place, and sets its time of modification back.
fn overwrite(path: &std::path::Path, at: usize, bytes: &[u8]) {
    use std::os::unix::fs::FileExt;
    let file = File::options().read(true).write(true).open(path).unwrap();
    let time = file.metadata().unwrap().modified().unwrap();
    file.write_all_at(bytes, at as u64).unwrap();
    file.set_modified(time).unwrap();
}

#[test]
fn the_second_run_says_the_same_and_reads_nothing() {
    let folder = folder();
    let first = ask(&folder, "a.csv", &[]);
    assert!(is_kept(&first) && first.stderr.contains("fewer than 4 fields"), "{}", first.stderr);
    let second = ask(&folder, "a.csv", &[]);
    assert!(is_cached(&second), "{}", second.stderr);
    assert_eq!(lasting(&second), lasting(&first));
    let without = ask(&folder, "a.csv", &["--no-cache"]);
    assert!(!is_cached(&without) && !is_kept(&without));
    assert_eq!(lasting(&without), lasting(&first));
    assert_eq!(folder.scratch(), Vec::<String>::new());

    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut left = Vec::new();
    for entry in fs::read_dir(cache_of(&folder)).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        left.push(path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default());
    }
    left.sort();
    assert_eq!(left, ["", "TAG", "duckdb", "json"]);
    assert_eq!(mode(&cache_of(&folder)), 0o700);
}

#[test]
fn analyses_are_the_same_from_the_cache() {
    let folder = folder();
    let analyze = || folder.run(&["analyze", "a.csv", "-m", "builtin", "-f", "ndjson", "-v"]).expect(0);
    let (first, second) = (analyze(), analyze());
    assert!(is_kept(&first) && is_cached(&second));
    assert_eq!(lasting(&second), lasting(&first));
}

#[test]
fn a_changed_file_is_read_anew() {
    let folder = folder();
    let path = folder.path("a.csv");
    let text = csv();
    let mut expected = answer(&ask(&folder, "a.csv", &[]));
    // Of the same length, and with the time of modification set back: near the start, in a block that is compared, in
    // one that is not, and near the end.
    for row in [1, 9_000, 20_001, 39_998] {
        let line = format!("\n{row},");
        let start = text.find(&line).unwrap() + line.len();
        let at = start + text[start..].find(',').unwrap() + 1;
        overwrite(&path, at, b"999");
        expected.0 += 999 - (100 + row % 900);
        let ran = ask(&folder, "a.csv", &[]);
        assert!(!is_cached(&ran), "{row}");
        assert_eq!(answer(&ran), expected, "{row}");
        assert!(is_cached(&ask(&folder, "a.csv", &[])));
    }

    // Longer, with the same times as far as they can be set.
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let longer = fs::read_to_string(&path).unwrap() + "40001,South,3,more\n";
    fs::write(&path, longer).unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    expected = (expected.0 + 3, expected.1 + 1);
    assert_eq!(answer(&ask(&folder, "a.csv", &[])), expected);

    // Another file in its place.
    let other = fs::read_to_string(&path).unwrap().replacen("South,3,", "South,4,", 1);
    fs::write(folder.path("b.csv"), other).unwrap();
    File::options().write(true).open(folder.path("b.csv")).unwrap().set_modified(time).unwrap();
    fs::rename(folder.path("b.csv"), &path).unwrap();
    expected.0 += 1;
    assert_eq!(answer(&ask(&folder, "a.csv", &[])), expected);

    // Only touched: nobody knows that nothing was written.
    assert!(is_cached(&ask(&folder, "a.csv", &[])));
    File::options().write(true).open(&path).unwrap().set_modified(SystemTime::now()).unwrap();
    let ran = ask(&folder, "a.csv", &[]);
    assert!(!is_cached(&ran) && answer(&ran) == expected);
    assert_eq!(files(&folder, "json").len(), 1, "a changed file takes the place of what it was");
    assert_eq!(files(&folder, "duckdb").len(), 1);
}

#[test]
fn each_way_of_reading_is_kept_by_itself() {
    let folder = folder();
    let rows = |options: &[&str]| {
        let ran =
            folder.run(&[&["ask", "a.csv", "SQL: select count(*) n from data", "-v"], options].concat()).expect(0);
        let count = ["40,001", "40,002"].into_iter().find(|count| ran.stdout.contains(count)).unwrap();
        (is_cached(&ran), count)
    };
    assert_eq!(rows(&[]), (false, "40,001"));
    assert_eq!(rows(&["--no-header"]), (false, "40,002"));
    assert_eq!(rows(&["--no-header"]), (true, "40,002"));
    assert_eq!(rows(&[]), (true, "40,001"));
    // What bounds a run changes nothing about its data.
    assert_eq!(rows(&["--threads", "1", "--memory-limit", "500MB", "--max-rows", "5"]), (true, "40,001"));
    assert_eq!(files(&folder, "json").len(), 2);
}

#[test]
fn files_that_are_small_or_pass_by_are_not_kept() {
    let folder = folder().with("small.csv", "id,amount\n1,2\n");
    ask(&folder, "small.csv", &[]);
    let piped = folder
        .run_with(&["ask", "-", SUM, "-f", "ndjson", "-v"], |command| {
            command.write_stdin(csv());
        })
        .expect(0);
    assert!(!is_kept(&piped));
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || fs::write(pipe, csv()));
    let ran = ask(&folder, "pipe", &[]);
    writer.join().unwrap().unwrap();
    assert!(!is_kept(&ran) && answer(&ran) == answer(&piped));
    assert!(!cache_of(&folder).exists());
}

#[test]
fn whoever_wants_no_copy_has_none() {
    let folder = folder();
    let variable = |value: &str| {
        folder
            .run_with(&["ask", "a.csv", SUM, "-v"], |command| {
                command.env("CSVCHAT_NO_CACHE", value);
            })
            .expect(0)
    };
    ask(&folder, "a.csv", &["--no-cache"]);
    variable("1");
    fs::write(folder.path("csvchat.toml"), "no-cache = true\n").unwrap();
    ask(&folder, "a.csv", &[]);
    assert!(!cache_of(&folder).exists());
    assert!(is_kept(&ask(&folder, "a.csv", &["--no-cache=false"])));
    assert!(!is_cached(&ask(&folder, "a.csv", &[])));
    assert!(is_cached(&variable("0")));
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let folder = folder();
    let expected = answer(&ask(&folder, "a.csv", &["--no-cache"]));
    let running: Vec<_> = (0..4)
        .map(|_| {
            let mut command = folder.command(&["ask", "a.csv", SUM, "-f", "ndjson", "-v"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for run in running {
        let output = run.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let ran = Ran { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) };
        assert_eq!(answer(&ran.expect(0)), expected);
    }
    only(&folder, "json");
    only(&folder, "duckdb");
    assert!(is_cached(&ask(&folder, "a.csv", &[])));
}

#[test]
fn what_a_killed_run_leaves_is_never_read() {
    let folder = folder();
    let expected = answer(&ask(&folder, "a.csv", &["--no-cache"]));
    // At different moments of reading and keeping.
    for wait in [0, 40, 80, 120, 160, 200, 240, 280] {
        let mut run = folder.command(&["ask", "a.csv", SUM, "-q"]).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        run.kill().unwrap();
        run.wait().unwrap();
        let ran = ask(&folder, "a.csv", &[]);
        assert_eq!(answer(&ran), expected);
        folder.run(&["cache", "clear"]).expect(0);
        let left: Vec<_> = fs::read_dir(cache_of(&folder)).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.iter().all(|name| name == "lock" || name == "CACHEDIR.TAG"), "{left:?}");
    }
}

#[test]
fn damaged_entries_are_read_anew_and_replaced() {
    let folder = folder();
    let expected = answer(&ask(&folder, "a.csv", &[]));
    type Damage = (&'static str, fn(&Folder));
    let damages: [Damage; 8] = [
        ("cut database", |folder| {
            let path = only(folder, "duckdb");
            let bytes = fs::read(&path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("no database", |folder| fs::remove_file(only(folder, "duckdb")).unwrap()),
        ("database with another header", |folder| overwrite(&only(folder, "duckdb"), 0, &[7; 64])),
        ("flipped byte", |folder| overwrite(&only(folder, "json"), 300, b"\x01")),
        ("empty entry", |folder| fs::write(only(folder, "json"), "").unwrap()),
        ("entry that others may read", |folder| {
            fs::set_permissions(only(folder, "json"), Permissions::from_mode(0o644)).unwrap();
        }),
        ("database that others may write", |folder| {
            fs::set_permissions(only(folder, "duckdb"), Permissions::from_mode(0o666)).unwrap();
        }),
        ("planted link", |folder| {
            let path = only(folder, "json");
            fs::rename(&path, folder.path("planted")).unwrap();
            symlink(folder.path("planted"), path).unwrap();
        }),
    ];
    for (what, damage) in damages {
        assert!(is_cached(&ask(&folder, "a.csv", &[])), "before {what}");
        damage(&folder);
        let ran = ask(&folder, "a.csv", &[]);
        assert_eq!(answer(&ran), expected, "{what}");
        assert!(is_kept(&ran), "{what}: {}", ran.stderr);
        only(&folder, "duckdb");
    }
    assert!(is_cached(&ask(&folder, "a.csv", &[])));
}

#[test]
fn a_cache_that_cannot_be_used_is_no_fault() {
    let folder = folder();
    let with = |name: &str, value: Option<&str>| {
        let ran = folder
            .run_with(&["ask", "a.csv", SUM, "-f", "ndjson", "-v"], |command| {
                match value {
                    Some(value) => command.env(name, value),
                    None => command.env_remove("XDG_CACHE_HOME").env_remove("HOME"),
                };
            })
            .expect(0);
        assert!(!is_kept(&ran) && !is_cached(&ran));
        ran
    };
    fs::write(folder.path("file"), "").unwrap();
    let ran = with("XDG_CACHE_HOME", folder.path("file").to_str());
    assert!(ran.stderr.contains("is not used: "), "{}", ran.stderr);
    with("XDG_CACHE_HOME", Some("/proc/nothing"));
    with("", None);
    fs::create_dir_all(cache_of(&folder)).unwrap();
    fs::set_permissions(cache_of(&folder), Permissions::from_mode(0o777)).unwrap();
    let ran = ask(&folder, "a.csv", &[]);
    assert!(ran.stderr.contains("can be written by other users") && !is_kept(&ran), "{}", ran.stderr);
    // Without -v nobody is told of what changes nothing.
    assert!(!folder.run(&["ask", "a.csv", SUM]).expect(0).stderr.contains("cache"));
}

#[test]
fn a_full_disk_leaves_nothing_and_is_no_fault() {
    let folder = folder();
    fs::create_dir(folder.path("cache")).unwrap();
    let mount =
        "mount -t tmpfs -o size=200k,mode=700 tmpfs cache && \"$@\" && find cache -name '*.json' -o -name '*.duckdb'";
    let run = |script: &str| {
        let inner = folder.command(&["ask", "a.csv", SUM, "-v"]);
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script, "sh"]).arg(inner.get_program()).args(inner.get_args());
        command.env_clear().envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.current_dir(folder.path("")).output()
    };
    if !run("mount -t tmpfs -o size=200k tmpfs cache").is_ok_and(|output| output.status.success()) {
        return loudly("a full disk, as no file system can be mounted here");
    }
    let output = run(mount).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("is not used: no space left on device"), "{stderr}");
    assert!(!String::from_utf8(output.stdout).unwrap().contains("cache/"));
}

#[test]
fn what_is_kept_is_listed_and_cleared() {
    let folder = folder();
    let place = cache_of(&folder).canonicalize().unwrap_or_else(|_| cache_of(&folder)).display().to_string();
    assert_eq!(folder.run(&["cache"]).expect(0).stdout, format!("nothing is kept in {place}\n"));
    assert_eq!(folder.run(&["cache", "path"]).expect(0).stdout, format!("{place}\n"));
    assert!(!cache_of(&folder).exists());
    fs::copy(folder.path("a.csv"), folder.path("b c.csv")).unwrap();
    ask(&folder, "a.csv", &[]);
    ask(&folder, "b c.csv", &[]);
    let listed = folder.run(&["cache", "list"]).expect(0).stdout;
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with("SIZE") && lines[0].ends_with("FILES"), "{listed}");
    assert!(lines[1].ends_with("/b c.csv") && lines[2].ends_with("/a.csv"), "{listed}");
    assert!(lines[4].starts_with("2 entries, ") && lines[4].ends_with(&place), "{listed}");
    // The order is that of use.
    ask(&folder, "a.csv", &[]);
    assert!(folder.run(&["cache"]).expect(0).stdout.lines().nth(1).unwrap().ends_with("/a.csv"));
    let cleared = folder.run(&["cache", "clear"]).expect(0).stdout;
    assert!(cleared.starts_with("removed 2 entries, ") && cleared.ends_with(&format!(" from {place}\n")), "{cleared}");
    assert!(folder.run(&["cache", "clear"]).expect(0).stdout.starts_with("removed nothing"));
    assert!(!is_cached(&ask(&folder, "a.csv", &[])));
    folder.run(&["cache", "remove"]).expect(2);
    let homeless = folder.run_with(&["cache"], |command| {
        command.env_remove("XDG_CACHE_HOME").env_remove("HOME");
    });
    assert!(homeless.expect(4).stderr.contains("[no_cache_folder]"));
}

/// A cache without bounds below, in a folder.
fn cache(folder: &Folder, entries: usize) -> Cache {
    Cache::at(cache_of(folder), CacheBounds { entries, least: 0, ..CacheBounds::default() })
}

fn load(cache: &Cache, file: PathBuf, scratch: &Scratch) -> csvchat::data::Reached {
    let (options, limits) = (ReadOptions::default(), Limits::default());
    cache
        .load((&[Source::Path(file)], &options), &limits, scratch, &Interrupt::new(), &Progress::default(), false)
        .unwrap()
}

#[test]
fn what_was_used_longest_ago_makes_room() {
    let folder = Folder::new();
    let cache = cache(&folder, 2);
    let names = || -> Vec<String> {
        let name = |file: &String| file.rsplit('/').next().unwrap().to_owned();
        cache.list().unwrap().iter().map(|kept| name(&kept.files[0])).collect()
    };
    let used = |file: &str| {
        let path = folder.path(file);
        if !path.exists() {
            fs::write(&path, "id,amount\n1,2\n").unwrap();
        }
        load(&cache, path, &Scratch::new().unwrap()).held.is_some()
    };
    assert!(!used("a.csv") && !used("b.csv") && used("a.csv"));
    assert_eq!(names(), ["a.csv", "b.csv"]);
    assert!(!used("c.csv"));
    assert_eq!(names(), ["c.csv", "a.csv"]);
    assert!(used("a.csv") && !used("b.csv"));
    assert_eq!(names(), ["b.csv", "a.csv"]);
}

#[tokio::test]
async fn a_database_in_use_outlasts_its_removal() {
    let folder = folder();
    let cache = cache(&folder, 20);
    let path = folder.path("a.csv");
    load(&cache, path.clone(), &Scratch::new().unwrap());
    let scratch = Scratch::new().unwrap();
    let reached = load(&cache, path, &scratch);
    assert!(reached.held.is_some());
    assert_eq!(cache.clear().unwrap().0, 1);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_csvchat"));
    let mut worker = Worker::start_program(program, &Limits::default()).unwrap();
    worker.open_beside(&reached.loaded.database, scratch.path()).await.unwrap();
    let sql = "select count(*) from data";
    worker.query(sql, &Interrupt::new()).await.unwrap();
    // A worker that is killed is started again on the same database.
    let id = worker.id().unwrap();
    assert!(Command::new("kill").args(["-9", &id.to_string()]).status().unwrap().success());
    until("the worker is gone", || worker.id() != Some(id) || !PathBuf::from(format!("/proc/{id}/exe")).exists());
    let table = worker.query(sql, &Interrupt::new()).await.unwrap();
    assert_eq!(table.rows[0][0], csvchat::table::Cell::Int(40_001));
    drop(worker);
    drop(reached);
    let left = fs::read_dir(cache_of(&folder)).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(left, 0);
}

//! Runs at the same time, killed runs, damaged entries, folders and disks that cannot be used.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{SUM, answer, ask, cache_of, folder, is_cached, is_kept, only, overwrite};
use crate::support::loudly;
use crate::support::program::{Folder, Ran};

/// What is done to a cache, and how.
type Damage = (&'static str, fn(&Folder));

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
    let damages: [Damage; 9] = [
        ("cut database", |folder| {
            let path = only(folder, "duckdb");
            let bytes = fs::read(&path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("no database", |folder| fs::remove_file(only(folder, "duckdb")).unwrap()),
        ("database with another header", |folder| overwrite(&only(folder, "duckdb"), 0, &[7; 64])),
        ("flipped byte", |folder| overwrite(&only(folder, "json"), 300, b"\x01")),
        ("flipped byte of the database", |folder| {
            let path = only(folder, "duckdb");
            let middle = fs::metadata(&path).unwrap().len() / 2;
            overwrite(&path, usize::try_from(middle).unwrap(), b"\xa5\x5a\xa5");
        }),
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

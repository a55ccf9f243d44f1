//! What is kept: `csvchat cache`, how much of it there may be, and that it outlasts its removal where it is in use.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use csvchat::data::{Cache, Progress, ReadOptions, Scratch, Source, Worker};
use csvchat::limits::{CacheBounds, Interrupt, Limits};

use super::{ask, cache_of, folder, is_cached};
use crate::support::program::{Folder, until};

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

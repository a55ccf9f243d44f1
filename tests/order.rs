//! The order of the rooms of src/, and the rules of the house that a reader of text can hold.
//!
//! A room is a module at the root of the crate with all that lies below it. It may use the rooms that [`ORDER`] grants
//! it, each of which stands above it; so no circle can come about. `cargo` knows nothing of this: only this test does.

mod homes;
mod paths;
mod tokens;

use std::path::{Path, PathBuf};

/// Below what every room that does work stands.
const GROUND: &[&str] = &["limits", "sql", "system", "table", "event"];

/// The rooms in dependency order: what each may use beside [`GROUND`] and itself.
const ORDER: &[(&str, &[&str])] = &[
    ("limits", &[]),
    ("sql", &[]),
    ("system", &[]),
    ("table", &[]),
    ("event", &[]),
    ("templates", &[]),
    ("data", &[]),
    ("model", &[]),
    ("chart", &["templates"]),
    ("evidence", &[]),
    ("render", &["templates"]),
    ("tools", &["templates", "data", "model", "chart", "evidence"]),
    ("analyst", &["model"]),
    ("agent", &["templates", "data", "model", "tools"]),
    ("settings", &["model"]),
    ("error", &["templates", "data", "model", "chart", "evidence", "render", "tools", "analyst", "agent", "settings"]),
    (
        "app",
        &[
            "templates",
            "data",
            "model",
            "chart",
            "evidence",
            "render",
            "tools",
            "analyst",
            "agent",
            "settings",
            "error",
        ],
    ),
    ("cli", &["data", "model", "render", "settings", "error", "app"]),
    ("main", &["data", "render", "error", "app", "cli"]),
];

/// The room of a file of src/.
fn room_of(path: &Path) -> String {
    let first = path.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

fn position(room: &str) -> Option<usize> {
    ORDER.iter().position(|(name, _)| *name == room)
}

/// What is wrong with the paths of one file; `path` is from src/.
fn faults(path: &Path, source: &str) -> Vec<String> {
    let room = room_of(path);
    let Some(place) = position(&room) else {
        return vec![format!("src/{}: give `{room}` a place in tests/order.rs", path.display())];
    };
    let granted = ORDER[place].1;
    let mut faults = Vec::new();
    for used in paths::rooms(path, source) {
        let ground = GROUND.contains(&used.as_str()) && position(&used) < Some(place);
        if used != room && !ground && !granted.contains(&used.as_str()) {
            faults.push(format!("src/{}: `{room}` may not use `{used}`", path.display()));
        }
    }
    faults
}

/// Files below a folder of the repository that end so, by their paths from that folder.
fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    walk(&root, ending, &mut found);
    found.sort();
    found
        .into_iter()
        .map(|path| {
            let source = std::fs::read_to_string(&path).unwrap();
            (path.strip_prefix(&root).unwrap().to_owned(), source)
        })
        .collect()
}

fn sources() -> Vec<(PathBuf, String)> {
    files("src", ".rs").into_iter().filter(|(path, _)| path != Path::new("lib.rs")).collect()
}

#[test]
fn dependencies_point_one_way() {
    let faults: Vec<String> = sources().iter().flat_map(|(path, source)| faults(path, source)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_a_room_may_use_stands_above_it() {
    for (place, (room, granted)) in ORDER.iter().enumerate() {
        for other in *granted {
            assert!(position(other).is_some_and(|above| above < place), "{room} may use {other}");
        }
    }
}

#[test]
fn every_room_of_the_order_is_there() {
    let rooms: Vec<String> = sources().iter().map(|(path, _)| room_of(path)).collect();
    for (room, _) in ORDER {
        assert!(rooms.contains(&(*room).to_owned()), "no src/{room}.rs: take it out of the order");
    }
}

#[test]
fn a_use_against_the_order_is_found() {
    let found = |path: &str, source: &str| faults(Path::new(path), source);
    assert_eq!(
        found("render/html.rs", "use crate::data::Worker;"),
        ["src/render/html.rs: `render` may not use `data`"]
    );
    for (path, source) in [
        ("data/load.rs", "use crate::{event::Dataset, model::{Model, Turn}};"),
        ("table.rs", "pub(crate) fn f() { crate::event::Log::default(); }"),
        ("chart.rs", "mod tests { use super::*; use super::super::render::Format; }"),
        ("chart/views.rs", "use super::super::data::Worker;"),
        ("model/replay.rs", "use super::super::{limits, tools::Tools};"),
        ("tools/finalize.rs", "fn f() { let x = \"/*\"; } use crate::render::Format; /* \" */"),
        ("limits.rs", "use crate::table;"),
        ("agent.rs", "use crate::*;"),
        ("analyst.rs", "type T = Vec<crate::data::Loaded>;"),
        ("settings/pick.rs", "use crate::{model::Endpoint, agent::Task};"),
        ("model/endpoint.rs", "fn f(settings: &crate::settings::Settings) {}"),
        ("novel.rs", "fn alone() {}"),
    ] {
        assert_eq!(found(path, source).len(), 1, "{path}: {source}: {:?}", found(path, source));
    }
    for (path, source) in [
        ("render/html.rs", "use crate::event::Event; use super::report; use crate::render::Format;"),
        ("render/html.rs", "// use crate::data::Worker;\n/* crate::data */ const S: &str = r#\"crate::data::\"#;"),
        ("chart.rs", "mod tests { use super::*; use super::super::table; fn f<'a>(c: char) -> bool { c == '\"' } }"),
        ("chart/views.rs", "use super::{fields, rows}; mod inner { use super::super::rows; }"),
        ("settings/file.rs", "use super::Bounds; use crate::model::BaseUrl; use crate::system::reason;"),
        ("app.rs", "pub(crate) use crate::{render::{self, data}, agent};"),
    ] {
        assert_eq!(found(path, source), [""; 0], "{path}: {source}");
    }
}

//! Completions, man pages and the events' schema are those of the code, and `man` has no complaint about them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::generated::files;
use crate::support::loudly;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn committed_files_are_those_of_the_code() {
    let stale: Vec<String> = files()
        .into_iter()
        .filter(|file| std::fs::read_to_string(root().join(&file.path)).ok().as_ref() != Some(&file.text))
        .map(|file| file.path)
        .collect();
    assert!(stale.is_empty(), "not what the code says: {}; `make generate` writes them anew", stale.join(", "));
}

#[test]
fn no_file_is_left_of_a_command_that_is_gone() {
    let made: Vec<PathBuf> = files().iter().map(|file| root().join(&file.path)).collect();
    for folder in ["completions", "man"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            assert!(made.contains(&path), "nothing makes {}: delete it", path.display());
        }
    }
}

#[test]
fn man_pages_have_no_faults() {
    let pages: Vec<PathBuf> =
        files().iter().filter(|file| file.path.ends_with(['1', '5'])).map(|file| root().join(&file.path)).collect();
    assert!(pages.len() > 2, "{pages:?}");
    let warnings = |page: &Path| Command::new("groff").args(["-wall", "-man", "-Tutf8", "-z"]).arg(page).output();
    if warnings(&pages[0]).is_err() {
        loudly("man pages are not checked: groff is not installed");
        return;
    }
    for page in pages {
        let output = warnings(&page).unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.trim().is_empty(), "{}: {said}", page.display());
    }
}

#[test]
fn every_event_and_field_is_described() {
    let schema: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(root().join("man/events.schema.json")).unwrap()).unwrap();
    let objects = schema["oneOf"].as_array().unwrap().iter().chain(schema["$defs"].as_object().unwrap().values());
    for object in objects {
        assert!(object["description"].is_string(), "an object is not described: {object}");
        for (name, field) in object["properties"].as_object().into_iter().flatten() {
            assert!(
                field.get("const").is_some() || field["description"].is_string(),
                "{name} is not described: {object}"
            );
        }
    }
}

//! Brings scripts, a schema and a font into the build, and tells the linker where a prebuilt DuckDB library lies.
//!
//! They come from npm as `templates/report/packages.txt` names them, or from the folder that `CSVCHAT_VEGA_DIR`
//! names; either way their SHA-256 sums must be the committed ones. Where they cannot be had, the build stops with one
//! line that says what to do.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest, Sha256};

const LIST: &str = "templates/report/packages.txt";

struct Script {
    package: String,
    version: String,
    archive_sum: String,
    inside: String,
    file_sum: String,
}

impl Script {
    fn is_schema(&self) -> bool {
        has_ending(&self.inside, &["json"])
    }

    fn is_font(&self) -> bool {
        has_ending(&self.inside, &["ttf"])
    }

    fn file_name(&self) -> &str {
        self.inside.rsplit('/').next().unwrap_or(&self.inside)
    }
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    Path::new(path).extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).map_err(|error| error.to_string())?;
    packed.finish().map_err(|error| error.to_string())
}

/// A JSON Schema without what only people read, compressed.
fn without_descriptions(schema: &[u8]) -> Result<Vec<u8>, String> {
    fn strip(value: &mut Value, are_names: bool) {
        match value {
            Value::Object(object) => {
                if !are_names {
                    object.retain(|key, _| !matches!(key.as_str(), "description" | "default" | "$schema" | "format"));
                }
                for (key, inner) in object.iter_mut() {
                    strip(inner, !are_names && (key == "properties" || key == "definitions"));
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|inner| strip(inner, false)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut schema: Value = serde_json::from_slice(schema).map_err(|error| error.to_string())?;
    strip(&mut schema, false);
    packed(schema.to_string().as_bytes())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={LIST}");
    println!("cargo::rerun-if-env-changed=CSVCHAT_VEGA_DIR");
    println!("cargo::rerun-if-env-changed=DUCKDB_LIB_DIR");
    if let (Ok(folder), Err(_)) = (std::env::var("DUCKDB_LIB_DIR"), std::env::var("CARGO_FEATURE_BUNDLED")) {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    if let Err(reason) = bring_scripts() {
        println!("cargo::error={reason}");
    }
}

fn bring_scripts() -> Result<(), String> {
    let out = PathBuf::from(std::env::var("OUT_DIR").map_err(|error| error.to_string())?).join("scripts");
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let list = fs::read_to_string(LIST).map_err(|error| format!("{LIST}: {error}"))?;
    for script in scripts(&list) {
        let target = out.join(script.file_name());
        let reduced = out.join(format!("{}.gz", script.file_name()));
        let is_reduced = script.is_schema() || script.is_font();
        let before = fs::read(&target).ok().filter(|bytes| sum(bytes) == script.file_sum);
        if before.is_some() && (!is_reduced || reduced.exists()) {
            continue;
        }
        let bytes = match (before, std::env::var("CSVCHAT_VEGA_DIR")) {
            (Some(bytes), _) => bytes,
            (None, Ok(folder)) => from_folder(&script, Path::new(&folder))?,
            (None, Err(_)) => from_npm(&script, &out)?,
        };
        if is_reduced {
            let small = if script.is_schema() { without_descriptions(&bytes) } else { packed(&bytes) };
            let small = small.map_err(|error| format!("{}: {error}", target.display()))?;
            fs::write(&reduced, small).map_err(|error| format!("{}: {error}", reduced.display()))?;
        }
        fs::write(&target, bytes).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(())
}

/// The lines of the list that name a script.
fn scripts(list: &str) -> Vec<Script> {
    list.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace().map(str::to_owned);
            Some(Script {
                package: words.next()?,
                version: words.next()?,
                archive_sum: words.next()?,
                inside: words.next()?,
                file_sum: words.next()?,
            })
        })
        .filter(|script| has_ending(&script.inside, &["js", "json", "ttf"]))
        .collect()
}

fn from_folder(script: &Script, folder: &Path) -> Result<Vec<u8>, String> {
    let path = folder.join(script.file_name());
    let bytes = fs::read(&path).map_err(|error| {
        format!(
            "CSVCHAT_VEGA_DIR must hold {} of {} {}: {}: {error}",
            script.file_name(),
            script.package,
            script.version,
            path.display()
        )
    })?;
    if sum(&bytes) == script.file_sum {
        Ok(bytes)
    } else {
        Err(format!(
            "{} is not the file of {} {}: its SHA-256 sum differs from the one in {LIST}",
            path.display(),
            script.package,
            script.version
        ))
    }
}

fn from_npm(script: &Script, out: &Path) -> Result<Vec<u8>, String> {
    let wanted = format!("{}@{}", script.package, script.version);
    let mend = format!(
        "install npm and let it reach its registry, or set CSVCHAT_VEGA_DIR to a folder that holds {}",
        script.file_name()
    );
    let packed = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
        .args(["pack", "--silent", "--pack-destination"])
        .arg(out)
        .arg(&wanted)
        .output()
        .map_err(|error| format!("npm pack {wanted} could not be started ({error}): {mend}"))?;
    if !packed.status.success() {
        let why = String::from_utf8_lossy(&packed.stderr);
        let why = why.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given").trim().to_owned();
        return Err(format!("npm pack {wanted} failed ({why}): {mend}"));
    }
    let archive = out.join(format!("{}-{}.tgz", script.package, script.version));
    let bytes = fs::read(&archive).map_err(|error| format!("{}: {error}: {mend}", archive.display()))?;
    if sum(&bytes) != script.archive_sum {
        return Err(format!(
            "npm gave another {wanted} than the one in {LIST}: its SHA-256 sum differs; nothing was built"
        ));
    }
    let _ = fs::remove_file(&archive);
    unpack(&bytes, &script.inside).ok_or_else(|| format!("{wanted} holds no {}", script.inside)).and_then(|bytes| {
        if sum(&bytes) == script.file_sum {
            Ok(bytes)
        } else {
            Err(format!("{} of {wanted} differs from the sum in {LIST}", script.inside))
        }
    })
}

/// One file of an npm archive.
fn unpack(archive: &[u8], inside: &str) -> Option<Vec<u8>> {
    let mut archive = tar::Archive::new(GzDecoder::new(archive));
    for entry in archive.entries().ok()? {
        let mut entry = entry.ok()?;
        let path = entry.path().ok()?.into_owned();
        if path.strip_prefix("package").is_ok_and(|path| path == Path::new(inside)) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).ok()?;
            return Some(bytes);
        }
    }
    None
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

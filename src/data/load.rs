//! Reading files into the scratch database.
//!
//! A file takes this way: [`source`] makes it a plain file under a safe name; [`encoding`] and [`frame`] tell from samples
//! how its bytes become text and where its table stands; [`survey`] walks through all of it, tells rows from what stands
//! beside them, and gathers what the texts of each column have in common; [`decide`] chooses the types that keep every
//! one of them; [`rewrite`] writes the rows down plainly where DuckDB could not be told all that; [`build`] has DuckDB
//! read them with exactly these decisions; [`verify`] compares the table with what was seen; [`profile`] describes it;
//! [`certificate`] says what was proven, and what was left out.

mod asked;
mod build;
mod certificate;
mod codes;
mod column;
mod decide;
mod dialect;
mod encoding;
mod engine;
mod extent;
mod foreign;
mod frame;
mod header;
mod heading;
mod labels;
mod lines;
mod lost;
mod magic;
mod names;
mod notes;
mod numeral;
mod pages;
mod parquet;
mod preamble;
mod profile;
mod reading;
mod recast;
mod rewrite;
mod sample;
mod scan;
mod settle;
mod shape;
mod source;
mod split;
mod steps;
mod subtotal;
mod summary;
mod survey;
mod types;
mod union;
mod verify;
mod walk;
mod weekday;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Engine, Starting};
use names::Tables;
use reading::Reading;
use serde::Serialize;
use source::Prepared;
pub use source::without_keys;
use steps::Steps;

pub use steps::Step;

use super::{DataError, Scratch};
use crate::event::Dataset;
use crate::limits::{Interrupt, Limits};

/// What the user named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A literal path.
    Path(PathBuf),
    /// Standard input.
    Stdin,
}

/// Reading overrides; what is `None` is detected. The cache tells readings apart by these as they are serialised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReadOptions {
    /// `--delimiter`: one ASCII character.
    pub delimiter: Option<char>,
    /// `--quote`: one ASCII character; `\0` for none.
    pub quote: Option<char>,
    /// `--escape`: one ASCII character; `\0` for none.
    pub escape: Option<char>,
    /// `--header`, `--no-header`
    pub header: Option<bool>,
    /// `--skip`: lines above the table.
    pub skip: Option<usize>,
    /// `--encoding`: a name as the web has it.
    pub encoding: Option<String>,
    /// `--null`: what is missing, besides nothing at all.
    pub null: Option<Vec<String>>,
    /// `--type`: types of columns, by name.
    pub types: Vec<(String, String)>,
    /// `--strict-read`: whether what is left out or replaced is an error.
    pub strict: bool,
    /// `--union`: whether all files make one table.
    pub union: bool,
    /// `--sheet`: of a workbook, a name or a number from 1.
    pub sheet: Option<String>,
}

/// How far reading has come, for a progress bar in another thread.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    bytes: Arc<AtomicU64>,
}

impl Progress {
    /// Bytes read so far, of all files; more than their sizes where files are unpacked or copied first.
    #[must_use]
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.bytes)
    }

    fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// Files that were read.
#[derive(Debug)]
pub struct Loaded {
    /// One for each file, in order; the first one's table is `data`.
    pub datasets: Vec<Dataset>,
    /// What the user must be told: code and message.
    pub warnings: Vec<(String, String)>,
    /// The database file, closed, inside the scratch folder.
    pub database: PathBuf,
    /// What took how long.
    pub steps: Vec<Step>,
}

/// What was lost before files were read as text; of several, each says of which.
fn on_the_way(files: &[Prepared]) -> Vec<(String, String)> {
    let named = |file: &Prepared, message: &str| match files {
        [_] => message.to_owned(),
        _ => format!("{}: {message}", file.shown),
    };
    let all = files.iter().flat_map(|file| file.warnings.iter().map(move |warning| (file, warning)));
    all.map(|(file, (code, message))| (code.clone(), named(file, message))).collect()
}

/// Reads the files into a database in the scratch folder, verifies and profiles them. Blocks; stops soon after the
/// interrupt is set.
///
/// # Errors
/// When a file cannot be read without loss or at all.
pub fn load(
    files: &[Source],
    options: &ReadOptions,
    limits: &Limits,
    scratch: &Scratch,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Loaded, DataError> {
    let steps = Steps::begin();
    let starting = Starting::begin(limits);
    let prepared: Vec<Prepared> = steps.time("preparing files", || {
        files
            .iter()
            .enumerate()
            .map(|(number, source)| source::prepare(source, number, options, scratch, interrupt, progress))
            .collect::<Result<_, _>>()
    })?;
    if let (Some(_), Some(file)) = (&options.sheet, prepared.first())
        && !prepared.iter().any(Prepared::is_workbook)
    {
        let hint = "leave --sheet out";
        return Err(file.error("bad_option", format!("is {}, which has no sheets to choose from", file.format), hint));
    }
    let unused = asked::unused(&prepared, options);
    let bytes = prepared.iter().map(Prepared::plain_bytes).sum();
    let explain = |error| match prepared.first() {
        Some(file) => file.explain(error),
        None => error,
    };
    let engine = steps
        .time("making the database", || Engine::create(starting, scratch, bytes, limits, interrupt))
        .map_err(explain)?;
    let mut tables = Tables::default();
    let mut datasets = Vec::with_capacity(files.len());
    let mut warnings = unused;
    warnings.extend(on_the_way(&prepared));
    let mut unknown: Option<Vec<String>> = None;
    let apart = if options.union && prepared.len() > 1 {
        let watched = (interrupt, progress);
        let (dataset, strange) = union::load(&prepared, options, &engine, &steps, watched, &mut warnings)?;
        datasets.push(dataset);
        unknown = Some(strange);
        &[]
    } else {
        prepared.as_slice()
    };
    for prepared in apart {
        let (table, alias) = tables.claim(&prepared.named);
        let (dataset, strange) = if prepared.is_parquet {
            let strange = options.types.iter().map(|(column, _)| column.clone()).collect();
            (steps.time("reading Parquet", || parquet::load(prepared, options, &engine, table, alias)), strange)
        } else {
            let file = Reading::of(prepared, options, &steps, interrupt, progress)?;
            (file.load(&engine, table, alias, &mut warnings), file.unknown)
        };
        unknown = Some(match unknown {
            Some(all) => all.into_iter().filter(|column| strange.contains(column)).collect(),
            None => strange,
        });
        datasets.push(dataset.map_err(|error| prepared.explain(error))?);
        prepared.discard();
    }
    if let (Some(column), Some(file)) = (unknown.into_iter().flatten().next(), prepared.first()) {
        return Err(types::no_such_column(file, &column, &datasets));
    }
    let database = steps.time("closing the database", || engine.close()).map_err(explain)?;
    Ok(Loaded { datasets, warnings, database, steps: steps.into_list() })
}

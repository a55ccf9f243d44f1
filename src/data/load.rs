//! Reading files into the scratch database.
//!
//! A file takes this way: [`source`] makes it a plain file under a safe name; [`encoding`] and [`frame`] tell from samples
//! how its bytes become text and where its table stands; [`survey`] walks through all of it, tells rows from what stands
//! beside them, and gathers what the texts of each column have in common; [`decide`] chooses the types that keep every
//! one of them; [`rewrite`] writes the rows down plainly where DuckDB could not be told all that; [`build`] has DuckDB
//! read them with exactly these decisions; [`verify`] compares the table with what was seen; [`profile`] describes it;
//! [`certificate`] says what was proven, and what was left out.

mod build;
mod certificate;
mod column;
mod decide;
mod dialect;
mod encoding;
mod engine;
mod frame;
mod header;
mod lines;
mod magic;
mod names;
mod notes;
mod numeral;
mod parquet;
mod profile;
mod rewrite;
mod sample;
mod scan;
mod settle;
mod shape;
mod source;
mod split;
mod survey;
mod types;
mod verify;
mod walk;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use build::{Layout, Pace, Plan};
use column::Type;
use decide::Decision;
use engine::Engine;
use names::{Name, Tables};
use source::Prepared;
use survey::Survey;

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

/// Reading overrides; what is `None` is detected.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    let prepared: Vec<Prepared> = files
        .iter()
        .enumerate()
        .map(|(number, source)| source::prepare(source, number, options, scratch, interrupt, progress))
        .collect::<Result<_, _>>()?;
    if let (Some(_), Some(file)) = (&options.sheet, prepared.first())
        && !prepared.iter().any(Prepared::is_workbook)
    {
        let hint = "leave --sheet out";
        return Err(file.error("bad_option", format!("is {}, which has no sheets to choose from", file.format), hint));
    }
    let bytes = prepared.iter().map(Prepared::plain_bytes).sum();
    let explain = |error| match prepared.first() {
        Some(file) => file.explain(error),
        None => error,
    };
    let engine = Engine::create(scratch, bytes, limits, interrupt).map_err(explain)?;
    let mut tables = Tables::default();
    let mut datasets = Vec::with_capacity(files.len());
    let mut warnings = Vec::new();
    let mut unknown: Option<Vec<String>> = None;
    for prepared in &prepared {
        let (table, alias) = tables.claim(&prepared.named);
        let (dataset, strange) = if prepared.is_parquet {
            let strange = options.types.iter().map(|(column, _)| column.clone()).collect();
            (parquet::load(prepared, options, &engine, table, alias), strange)
        } else {
            let file = Reading::of(prepared, options, interrupt, progress)?;
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
    let database = engine.close()?;
    Ok(Loaded { datasets, warnings, database })
}

/// One file and what was decided about it.
struct Reading<'a> {
    prepared: &'a Prepared,
    survey: Survey,
    header: bool,
    /// Whether the user said so.
    header_given: bool,
    names: Vec<Name>,
    decisions: Vec<Decision>,
    /// Columns that the user has given a type and the file does not have.
    unknown: Vec<String>,
    rows: u64,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
}

impl<'a> Reading<'a> {
    fn of(
        prepared: &'a Prepared,
        options: &ReadOptions,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
    ) -> Result<Self, DataError> {
        check(prepared, options)?;
        let options = &prepared.options(options);
        let plain = options.header == Some(false);
        let mut survey = survey::survey(prepared, options, plain, interrupt, progress)?;
        let mut decisions = survey.decide();
        let header = options.header.unwrap_or_else(|| header::is_header(&survey.first, &decisions, survey.records));
        if !header && !plain && survey.took_names_for_granted() {
            survey = survey::survey(prepared, options, true, interrupt, progress)?;
            decisions = survey.decide();
        }
        prepared.keep_texts(&mut decisions, header);
        let mut rows = survey.records;
        let names = if header {
            let headers: Vec<String> =
                survey.first.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
            names::from_headers(&headers)
        } else {
            for (column, text) in survey.columns.iter_mut().zip(&survey.first) {
                column.add(text);
            }
            rows += 1;
            decisions = survey.decide();
            prepared.keep_texts(&mut decisions, false);
            names::numbered(survey.first.len())
        };
        let unknown = types::name(prepared, options, &names, &survey.columns, &mut decisions)?;
        if options.strict {
            certificate::demand_nothing_lost(prepared, &survey)?;
        }
        let header_given = options.header.is_some();
        Ok(Self { prepared, survey, header, header_given, names, decisions, unknown, rows, interrupt, progress })
    }

    fn load(
        &self,
        engine: &Engine,
        table: String,
        alias: Option<String>,
        warnings: &mut Vec<(String, String)>,
    ) -> Result<Dataset, DataError> {
        self.fill(engine, &table, alias.as_deref())?;
        self.prepared.still_the_same()?;
        let types: Vec<Type> = self.decisions.iter().map(|decision| decision.kind.clone()).collect();
        let nulls: Vec<u64> = self
            .decisions
            .iter()
            .zip(&self.survey.columns)
            .map(|(decision, column)| column.missing(&decision.kind, &decision.missing))
            .collect();
        let columns = profile::profile(engine, &table, self.rows, &self.names, &types, &nulls, &self.survey.columns)?;
        let certificate = certificate::certificate(self);
        warnings.extend(notes::warnings(self, &certificate.kept));
        warnings.extend(self.prepared.written.iter().flat_map(|written| written.warnings.clone()));
        let name = self.prepared.named.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Dataset {
            name,
            table,
            alias,
            path: self.prepared.path.clone(),
            format: self.prepared.format.clone(),
            bytes: self.prepared.bytes,
            rows: self.rows,
            columns,
            reading: notes::reading(self),
            certificate,
        })
    }

    /// Has DuckDB read the file, and a second time with one thread where the first reading is not the file's.
    fn fill(&self, engine: &Engine, table: &str, alias: Option<&str>) -> Result<(), DataError> {
        let rewritten = self.survey.must_be_rewritten();
        let (file, layout) = if rewritten {
            let file = rewrite::rewrite(self.prepared, &self.survey, !self.header, self.interrupt, self.progress)?;
            (file, Layout::plain(&self.survey))
        } else {
            (self.prepared.file.clone(), Layout::of(&self.survey, self.header))
        };
        let filled = self.fill_from(engine, table, alias, &file.to_string_lossy(), &layout);
        if rewritten {
            let _ = std::fs::remove_file(&file);
        }
        filled
    }

    fn fill_from(
        &self,
        engine: &Engine,
        table: &str,
        alias: Option<&str>,
        file: &str,
        layout: &Layout,
    ) -> Result<(), DataError> {
        let columns = &self.survey.columns;
        let plan = Plan { file, table, layout, names: &self.names, decisions: &self.decisions, columns };
        let quoted = crate::sql::name(table);
        let view =
            alias.map(|alias| format!("CREATE OR REPLACE VIEW {} AS SELECT * FROM {quoted}", crate::sql::name(alias)));
        let mut reason = String::new();
        for pace in [Pace::Parallel, Pace::Single] {
            let statements: Vec<String> = std::iter::once(plan.statement(pace))
                .chain(view.clone())
                .chain(plan.as_written(&names::as_written(table), pace).into_iter().flatten())
                .collect();
            let difference = match engine.run_together(&statements) {
                Ok(()) => verify::difference(engine, table, self.rows, &self.names, &self.decisions, columns)?,
                Err(DataError::Engine(text)) if engine::is_about_the_data(&text) => Some(text),
                Err(other) => return Err(other),
            };
            match difference {
                None => return Ok(()),
                Some(text) => reason = text,
            }
        }
        self.prepared.still_the_same()?;
        Err(self.prepared.error("read_mismatch", format!("could not be read without loss: {reason}"), ""))
    }
}

/// Options that name no single ASCII character cannot be honoured.
fn check(prepared: &Prepared, options: &ReadOptions) -> Result<(), DataError> {
    for (name, character) in [("delimiter", options.delimiter), ("quote", options.quote), ("escape", options.escape)] {
        if character.is_some_and(|character| !character.is_ascii() || matches!(character, '\n' | '\r')) {
            return Err(prepared.error("bad_option", format!("--{name} must be one ASCII character"), ""));
        }
    }
    Ok(())
}

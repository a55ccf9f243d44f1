//! Reading files into the scratch database.
//!
//! A file takes this way: [`source`] makes it a plain file under a safe name; [`survey`] reads it once, proves that it
//! is rectangular UTF-8, and gathers what the texts of each column have in common; [`column`] chooses the type that
//! keeps every one of them; [`build`] has DuckDB read the file with exactly these decisions; [`verify`] compares the
//! table with what was seen; [`profile`] describes it.

mod build;
mod column;
mod dialect;
mod engine;
mod header;
mod magic;
mod names;
mod notes;
mod parquet;
mod profile;
mod shape;
mod source;
mod split;
mod style;
mod survey;
mod verify;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use build::{Pace, Plan};
use column::{Column, Type};
use engine::Engine;
use names::{Name, Tables};
use source::Prepared;
use survey::Survey;

use super::{DataError, Scratch};
use crate::event::{Certificate, Dataset};
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
    for prepared in &prepared {
        let (table, alias) = tables.claim(&prepared.named);
        let dataset = if prepared.is_parquet {
            parquet::load(prepared, &engine, table, alias)
        } else {
            let file = Reading::of(prepared, options, interrupt, progress)?;
            file.load(&engine, table, alias, &mut warnings)
        };
        datasets.push(dataset.map_err(|error| prepared.explain(error))?);
        prepared.discard();
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
    types: Vec<Type>,
    rows: u64,
}

impl<'a> Reading<'a> {
    fn of(
        prepared: &'a Prepared,
        options: &ReadOptions,
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> Result<Self, DataError> {
        check(prepared, options)?;
        let options = &prepared.options(options);
        let mut survey = survey::survey(prepared, options, interrupt, progress)?;
        let mut types = decide(&survey.columns);
        prepared.keep_texts(&mut types, true);
        let header = options.header.unwrap_or_else(|| header::is_header(&survey.first, &types, survey.records));
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
            types = decide(&survey.columns);
            prepared.keep_texts(&mut types, false);
            names::numbered(survey.first.len())
        };
        Ok(Self { prepared, survey, header, header_given: options.header.is_some(), names, types, rows })
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
        let columns = profile::profile(engine, &table, self.rows, &self.names, &self.types, &self.survey.columns)?;
        let kept = notes::kept(&self.names, &self.types, &self.survey.columns);
        warnings.extend(notes::warnings(self, &kept));
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
            certificate: Certificate { checked: self.names.iter().map(|name| name.name.clone()).collect(), kept },
        })
    }

    /// Has DuckDB read the file, and a second time with one thread where the first reading is not the file's.
    fn fill(&self, engine: &Engine, table: &str, alias: Option<&str>) -> Result<(), DataError> {
        let file = self.prepared.file.to_string_lossy();
        let plan = Plan {
            file: &file,
            table,
            survey: &self.survey,
            names: &self.names,
            types: &self.types,
            header: self.header,
        };
        let quoted = crate::sql::name(table);
        let view =
            alias.map(|alias| format!("CREATE OR REPLACE VIEW {} AS SELECT * FROM {quoted}", crate::sql::name(alias)));
        let mut reason = String::new();
        for pace in [Pace::Parallel, Pace::Single] {
            let statements: Vec<String> = [format!("DROP TABLE IF EXISTS {quoted}"), plan.statement(pace)]
                .into_iter()
                .chain(view.clone())
                .collect();
            let difference = match engine.run_together(&statements) {
                Ok(()) => verify::difference(engine, table, self.rows, &self.names, &self.types, &self.survey.columns)?,
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

fn decide(columns: &[Column]) -> Vec<Type> {
    let mut types: Vec<Type> = columns.iter().map(|column| column.decide(None)).collect();
    // One column that settles the order of day and month settles it for its file.
    let order = types.iter().find_map(|kind| match kind {
        Type::DayMonth { day_first, settled: true, .. } => Some(*day_first),
        _ => None,
    });
    for (kind, column) in types.iter_mut().zip(columns) {
        if matches!(kind, Type::DayMonth { settled: false, .. }) {
            *kind = column.decide(order);
        }
    }
    // Where one column writes decimals with a comma, the points of another may stand between thousands: `1.000` would
    // be read as 1.
    if columns.iter().any(Column::has_decimal_comma) {
        for (kind, column) in types.iter_mut().zip(columns) {
            if *kind == Type::Number && column.may_be_thousands() {
                *kind = Type::Text;
            }
        }
    }
    types
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

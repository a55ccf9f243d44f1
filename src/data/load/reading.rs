//! One file on its way: what its survey found, what was decided about it, and the table that DuckDB makes of it.

use super::build::{Layout, Pace, Plan};
use super::column::Type;
use super::decide::Decision;
use super::engine::{self, Engine};
use super::lines::Lines;
use super::names::{self, Name};
use super::recast::Recast;
use super::source::Prepared;
use super::steps::Steps;
use super::survey::{self, Survey};
use super::{
    Progress, ReadOptions, asked, certificate, codes, header, heading, lost, notes, profile, recast, rewrite, types,
    verify, weekday,
};
use crate::data::DataError;
use crate::event::Dataset;
use crate::limits::{self, Interrupt};

/// One file and what was decided about it.
pub(super) struct Reading<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) survey: Survey,
    /// Whether the first record names the columns.
    pub(super) header: bool,
    /// Whether the user said so.
    pub(super) header_given: bool,
    pub(super) names: Vec<Name>,
    pub(super) decisions: Vec<Decision>,
    /// Columns that the user has given a type and the file does not have.
    pub(super) unknown: Vec<String>,
    pub(super) rows: u64,
    /// Lines of values whose text is lost under a named type, column by column.
    pub(super) lost: Vec<Lines>,
    /// How the file is called in the list of steps.
    name: String,
    steps: &'a Steps,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
}

impl<'a> Reading<'a> {
    /// Walks through the file and decides what it is.
    pub(super) fn of(
        prepared: &'a Prepared,
        options: &ReadOptions,
        steps: &'a Steps,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
    ) -> Result<Self, DataError> {
        check(prepared, options)?;
        let options = &prepared.options(options);
        let plain = options.header == Some(false);
        let name = prepared.named.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let walk = |plain| {
            steps.time(format!("{name}: survey"), || survey::survey(prepared, options, plain, interrupt, progress))
        };
        let mut survey = walk(plain)?;
        let mut decisions = survey.decide();
        let header = options.header.unwrap_or_else(|| {
            let is_table = survey.frame.likeness.is_none();
            let grouped = survey.frame.groups.is_some() && survey.records > 0;
            let named = survey.frame.recast.as_ref().is_some_and(Recast::has_names);
            is_table
                && (grouped || named || header::is_header(&survey.first, &decisions, survey.records, &survey.forms))
                && !survey.first_recurs_among_texts(&decisions)
        });
        if !header && !plain && survey.took_names_for_granted() {
            survey = walk(true)?;
            decisions = survey.decide();
        }
        prepared.keep_texts(&mut decisions, header);
        let mut rows = survey.records;
        let names = if header {
            let headers: Vec<String> =
                survey.first.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
            let groups = survey.frame.groups.as_deref().unwrap_or_default();
            let marked = headers.len() > 1 && headers.first().is_some_and(|first| first.starts_with("# "));
            let in_comment = survey.frame.named_in_comment || (marked && prepared.written.is_none());
            names::from_headers(&heading::joined(groups, &headers), in_comment)
        } else {
            for (column, text) in survey.columns.iter_mut().zip(&survey.first) {
                column.add(text);
            }
            rows += 1;
            decisions = survey.decide();
            prepared.keep_texts(&mut decisions, false);
            names::numbered(survey.first.len())
        };
        weekday::settle(prepared, &survey, &mut decisions, interrupt, progress)?;
        let unknown = types::name(prepared, options, &names, &survey.columns, &mut decisions)?;
        for (column, (name, decision)) in names.iter().zip(&decisions).enumerate() {
            let Some(asked) = decision.asked else { continue };
            let found = asked::misfit(prepared, &survey, header, (column, asked), (interrupt, progress))?;
            if let Some(example) = found {
                return Err(types::does_not_fit(prepared, &name.name, &decision.kind.name(), &example));
            }
        }
        codes::settle(&names, &survey.columns, &mut decisions);
        // Where the texts of one column are kept, the view shows those of all.
        let pairs = || decisions.iter().zip(&survey.columns);
        let kept = prepared.plain_bytes() <= limits::WRITTEN_BYTES || pairs().any(|(one, column)| one.converts(column));
        for (decision, column) in decisions.iter_mut().zip(&survey.columns) {
            decision.keeps_texts = kept && decision.differs(column);
        }
        let mut lost = lost::lines(prepared, &survey, header, &decisions, (interrupt, progress))?;
        if let Some(rows) = prepared.written.as_ref().and_then(|written| written.rows.as_ref()) {
            survey.count_in_rows(rows);
            for lines in &mut lost {
                lines.in_rows(rows);
            }
        }
        if options.strict {
            certificate::demand_nothing_lost(prepared, &survey)?;
        }
        let header_given = options.header.is_some();
        Ok(Self {
            prepared,
            survey,
            header,
            header_given,
            names,
            decisions,
            unknown,
            rows,
            lost,
            name,
            steps,
            interrupt,
            progress,
        })
    }

    /// Has DuckDB read the file into a table, and describes that.
    pub(super) fn load(
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
        let columns = self.time("profile", || {
            profile::profile(engine, &table, self.rows, &self.names, &types, &nulls, &self.survey.columns)
        })?;
        let certificate = certificate::certificate(self);
        warnings.extend(notes::warnings(self, &certificate.kept));
        warnings.extend(notes::variants(&columns));
        let quoted = crate::sql::name(&table);
        warnings.extend(notes::doubts(&columns, |condition| {
            super::parquet::one(engine, &format!("SELECT count(*) FROM {quoted} WHERE {condition}")).ok()
        }));
        warnings.extend(self.prepared.written.iter().flat_map(|written| written.warnings.clone()));
        Ok(Dataset {
            name: self.name.clone(),
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

    /// Has DuckDB read the file. Where what it read is not what the file holds, the rows are written down plainly for it.
    fn fill(&self, engine: &Engine, table: &str, alias: Option<&str>) -> Result<(), DataError> {
        let mut reason = None;
        if !self.survey.must_be_rewritten() {
            let layout = Layout::of(&self.survey, self.header);
            reason = self.fill_from(engine, table, alias, &self.prepared.file.to_string_lossy(), &layout)?;
            if reason.is_none() {
                return Ok(());
            }
            self.prepared.still_the_same()?;
        }
        let file = self.time("rows written down", || {
            rewrite::rewrite(self.prepared, &self.survey, !self.header, self.interrupt, self.progress)
        })?;
        let filled = self.fill_from(engine, table, alias, &file.to_string_lossy(), &Layout::plain(&self.survey));
        let _ = std::fs::remove_file(&file);
        let Some(again) = filled? else { return Ok(()) };
        self.prepared.still_the_same()?;
        let reason = reason.unwrap_or(again);
        Err(self.prepared.error("read_mismatch", format!("could not be read without loss: {reason}"), ""))
    }

    fn time<T>(&self, step: &str, act: impl FnOnce() -> T) -> T {
        self.steps.time(format!("{}: {step}", self.name), act)
    }

    /// Has DuckDB read a file, and a second time with one thread where the first reading is not the file's; how the last
    /// one is not, if so.
    fn fill_from(
        &self,
        engine: &Engine,
        table: &str,
        alias: Option<&str>,
        file: &str,
        layout: &Layout,
    ) -> Result<Option<String>, DataError> {
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
            let difference = match self.time("table", || engine.run_together(&statements)) {
                Ok(()) => self.time("certificate", || {
                    verify::difference(engine, table, self.rows, &self.names, &self.decisions, columns)
                })?,
                Err(DataError::Engine(text)) if engine::is_about_the_data(&text) => Some(text),
                Err(other) => return Err(other),
            };
            match difference {
                None => return Ok(None),
                Some(text) => reason = text,
            }
        }
        Ok(Some(reason))
    }
}

/// Options that name no single ASCII character cannot be honoured, but for some that stand between fields.
fn check(prepared: &Prepared, options: &ReadOptions) -> Result<(), DataError> {
    for (name, character) in [("delimiter", options.delimiter), ("quote", options.quote), ("escape", options.escape)] {
        let known = |character| name == "delimiter" && recast::named(character).is_some();
        let is_single = |character: char| character.is_ascii() && !matches!(character, '\n' | '\r');
        if character.is_some_and(|character| !(is_single(character) || known(character))) {
            let hint = if name == "delimiter" { "or one of ¬ § ¦ þ ÷ → • · │ and their like" } else { "" };
            return Err(prepared.error("bad_option", format!("--{name} must be one ASCII character"), hint));
        }
    }
    Ok(())
}

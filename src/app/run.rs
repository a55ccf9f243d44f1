//! `analyze` and `ask`, from the files to the reports.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::picked::{self, Picked};
use super::{Job, RunOrder, cache, context, direct, rerun, settings, signals};
use crate::agent::{Agent, Conditions};
use crate::data::{
    Answers, Cache, DataError, Held, Loaded, Progress, Reached, Scratch, Source, Step, Worker, load, without_keys,
};
use crate::error::{Exit, Failure, of_ending};
use crate::event::{ClaimCounts, Dataset, Event, Log, SpanKind, Usage};
use crate::limits::{Interrupt, Limits, Privacy, until};
use crate::model::{Model, Origin};
use crate::render::output::{Ending, Outputs, Wanted};
use crate::render::stderr::Notices;
use crate::render::{Surface, claims};
use crate::system::reason;
use crate::tools::Tools;

/// One run.
pub(super) struct Run {
    order: RunOrder,
    limits: Limits,
    interrupt: Interrupt,
    deadline: Option<Instant>,
    /// Whether a number that cannot be traced makes the exit code 8.
    strict: bool,
    pub(super) log: Log,
    notices: Notices,
    /// The user's, on the data.
    pub(super) notes: Option<String>,
    /// Keeps what was loaded.
    pub(super) cache: Option<Cache>,
    usage: Usage,
}

/// What a run needs before it can answer.
struct Ready {
    datasets: Vec<Dataset>,
    worker: Worker,
    /// Go away with the run.
    _held: (Option<Held>, Scratch),
    /// What statements gave, to be kept for the next run.
    answers: Option<Answers>,
}

/// Carries out a run. `origin` is the saved run that it plays again, if it does.
///
/// # Errors
/// When it could not begin: the command line, an output or the model is at fault.
pub async fn carry_out(order: RunOrder, origin: Option<Origin>) -> anyhow::Result<Exit> {
    let outputs = Outputs::open(&Wanted {
        paths: &order.outputs.paths,
        format: order.outputs.format,
        inputs: &order.files,
        surface: Surface::of_stdout(order.outputs.colour),
        plots: order.outputs.plots,
        folders: false,
    })
    .map_err(Failure::from)?;
    let settings = settings();
    settings.check().map_err(Failure::from)?;
    let picked = picked::pick(&order, &settings)?;
    let limits = settings.limits(&order.asked.bounds);
    let notes = order.context.as_deref().map(context::read).transpose()?;
    let notices = Notices::new(order.verbosity);
    let log = Log::new(vec![outputs.listener(), notices.listener()]);
    let (strict, no_cache) = (settings.strict(order.asked.strict), order.asked.no_cache);
    let mut run = Run::new(order, limits, log, notices)?;
    run.strict = strict;
    run.cache = cache::of(&settings, no_cache);
    run.notes = notes.filter(|_| picked.reads_notes);
    let failure = run.reach_the_end(picked, origin.as_ref()).await.err();
    let exit = run.close(failure);
    let finished = outputs.finish(run.log.events(), Ending::of(exit.code(), run.log.events()));
    for written in finished.written.iter().filter(|written| written.partial) {
        run.notices.notice(&format!("what was found is in {}", written.path.display()));
    }
    for warning in &finished.warnings {
        run.notices.warning(warning);
    }
    let mut last = exit;
    for error in finished.errors {
        run.notices.error(&Failure::from(error).to_string(), None);
        last = Exit::Fault;
    }
    Ok(last)
}

impl Run {
    /// A run that has not begun; from now on its deadline counts, and signals end it in order.
    ///
    /// # Errors
    /// When signals cannot be heard.
    pub(super) fn new(order: RunOrder, limits: Limits, log: Log, notices: Notices) -> anyhow::Result<Self> {
        let interrupt = Interrupt::new();
        signals::watch(&interrupt)?;
        let deadline = limits.deadline();
        let usage = Usage::default();
        Ok(Self { order, limits, interrupt, deadline, strict: false, log, notices, notes: None, cache: None, usage })
    }

    /// Everything between `run_started` and `done`.
    async fn reach_the_end(&mut self, picked: Picked, origin: Option<&Origin>) -> Result<(), Failure> {
        self.log.emit(self.started(&picked));
        let Picked { mut model, notices, privacy, .. } = picked;
        let Ready { datasets, worker, _held, answers } = self.ready().await?;
        // Said only now: a file that cannot be read is the one thing to say then.
        for notice in notices {
            self.notices.notice(notice);
        }
        let answered = self.answer(model.as_mut(), privacy, &datasets, worker).await;
        if let Some(Err(error)) = answers.map(|answers| answers.keep()) {
            self.notices.detail(&format!("what queries gave is not kept in the cache: {}", reason(&error)));
        }
        answered?;
        if let Some(origin) = origin {
            for message in rerun::differences(origin, self.log.events()) {
                self.log.emit(Event::Warning { code: "replay_differs".to_owned(), message });
            }
        }
        Ok(())
    }

    fn started(&self, picked: &Picked) -> Event {
        let Picked { model, word, privacy, .. } = picked;
        let (name, told) = match self.order.job {
            // Nobody is told anything.
            Job::Sql { .. } => ("none", *privacy),
            Job::Analyze | Job::Ask { .. } => (model.name(), model.privacy(*privacy)),
        };
        Event::RunStarted {
            run_id: uuid::Uuid::now_v7().to_string(),
            started_at: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: self.order.command().to_owned(),
            question: self.order.question(),
            model: name.to_owned(),
            limits: self.limits.clone(),
            privacy: told,
            prices_date: model.prices().and_then(|prices| prices.dated).map(str::to_owned),
            command_line: self.order.command_line(word.as_deref(), &self.limits, *privacy, self.strict),
        }
    }

    /// Reads the files while the worker starts, and opens the data in it.
    async fn ready(&mut self) -> Result<Ready, Failure> {
        let scratch = Scratch::new()?;
        let mut worker = Worker::start(&self.limits)?;
        let started = self.log.elapsed_ms();
        let (mut reached, mut scratch) = self.load(scratch, false).await?;
        if let Err(error) = worker.open_beside(&reached.loaded.database, scratch.path()).await {
            if reached.held.take().is_none() {
                return Err(error.into());
            }
            // What was kept is of no use, whatever the reason: what counts are the files.
            (reached, scratch) = self.load(scratch, true).await?;
            worker.open_beside(&reached.loaded.database, scratch.path()).await?;
        }
        let Reached { loaded: Loaded { datasets, warnings, steps, .. }, held, answers, .. } = reached;
        if let Some(answers) = &answers {
            worker.remember(answers.clone());
        }
        for dataset in &datasets {
            self.log.span(SpanKind::Load, dataset.name.clone(), started);
            self.log.emit(Event::Dataset(Box::new(dataset.clone())));
        }
        // Told to the user alone: a run from the cache has the same events.
        for Step { name, start, end } in steps {
            self.notices.detail(&format!("{name}: {} ms", end.saturating_sub(start).as_millis()));
        }
        for (code, message) in warnings {
            self.log.emit(Event::Warning { code, message });
        }
        Ok(Ready { datasets, worker, _held: (held, scratch), answers })
    }

    /// Reads the files, or finds them in the cache unless this is to be a `fresh` reading, on a thread of their own, so
    /// that signals and the deadline are heard meanwhile.
    pub(super) async fn load(&self, scratch: Scratch, fresh: bool) -> Result<(Reached, Scratch), Failure> {
        let files: Vec<Source> = self.order.files.iter().map(|file| source(file)).collect();
        let (reading, limits, cache) = (self.order.reading.clone(), self.limits.clone(), self.cache.clone());
        let progress = Progress::default();
        self.notices.loading(&self.names(), self.sizes(), progress.counter());
        // The reader has a flag of its own, which the deadline sets too.
        let stop = Interrupt::new();
        let heard = stop.clone();
        let reader = tokio::task::spawn_blocking(move || {
            let reached = match cache {
                Some(cache) => cache.load((&files, &reading), &limits, &scratch, &heard, &progress, fresh),
                None => load(&files, &reading, &limits, &scratch, &heard, &progress).map(Reached::by_reading),
            };
            (reached, scratch)
        });
        tokio::pin!(reader);
        let out_of_time = tokio::select! {
            read = &mut reader => return self.read(read),
            () = self.interrupt.wait() => false,
            () = until(self.deadline) => true,
        };
        stop.set(1);
        let read = self.read(reader.await);
        match read {
            Err(failure) if out_of_time && failure.exit == Exit::Fault => {
                Err(Failure::new(Exit::Limit, "timeout", "stopped at the time limit while reading")
                    .hint("--timeout allows more"))
            }
            _ if self.interrupt.is_set() => Err(self.signalled()),
            read => read,
        }
    }

    fn read(
        &self,
        read: Result<(Result<Reached, DataError>, Scratch), tokio::task::JoinError>,
    ) -> Result<(Reached, Scratch), Failure> {
        let (reached, scratch) =
            read.map_err(|error| Failure::new(Exit::Fault, "internal", format!("reading failed: {error}")))?;
        let reached = reached?;
        if let Some(remark) = &reached.remark {
            self.notices.detail(&format!("{}: {remark}", self.names()));
        }
        Ok((reached, scratch))
    }

    fn names(&self) -> String {
        let name = |file: &PathBuf| {
            let shown = without_keys(&file.to_string_lossy()).into_owned();
            Path::new(&shown).file_name().map_or_else(|| shown.clone(), |name| name.to_string_lossy().into_owned())
        };
        self.order.files.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Bytes of all files, as far as they are known before reading.
    fn sizes(&self) -> u64 {
        self.order.files.iter().filter_map(|file| std::fs::metadata(file).ok()).map(|file| file.len()).sum()
    }

    fn signalled(&self) -> Failure {
        Failure::signal(self.interrupt.signal().unwrap_or(2))
    }

    async fn answer(
        &mut self,
        model: &mut dyn Model,
        privacy: Privacy,
        datasets: &[Dataset],
        worker: Worker,
    ) -> Result<(), Failure> {
        let limits = self.limits.clone();
        let task = match self.order.job.task() {
            Ok(task) => task,
            Err(statement) => {
                return direct::run(worker, statement, &limits, &self.interrupt, self.deadline, &mut self.log).await;
            }
        };
        let tools = Tools::new(worker, limits, self.interrupt.clone(), task.purpose());
        let conditions = self.conditions(privacy);
        let mut agent = Agent::new(model, tools, &mut self.log, conditions);
        let ending = agent.run(&task, datasets).await;
        self.usage = agent.usage;
        of_ending(ending, self.interrupt.signal()).map_or(Ok(()), Err)
    }

    /// What the loop is bound to.
    pub(super) fn conditions(&self, privacy: Privacy) -> Conditions {
        Conditions {
            limits: self.limits.clone(),
            deadline: self.deadline,
            interrupt: self.interrupt.clone(),
            privacy,
            stream: self.order.stream,
            context: self.notes.clone(),
        }
    }

    /// Emits `done`, and says on stderr why the run was not complete, and which numbers could not be traced.
    fn close(&mut self, failure: Option<Failure>) -> Exit {
        let untraced = claims::untraced(self.log.events());
        let failure = match &untraced {
            Some(message) if self.strict => failure.or_else(|| Some(Failure::untraced(message))),
            Some(_) | None => failure,
        };
        let is_told = failure.as_ref().is_some_and(|failure| failure.exit == Exit::Untraced);
        if let Some(message) = untraced.filter(|_| !is_told) {
            self.notices.warning(&format!("{message}; with --strict that is exit code 8"));
        }
        let exit = failure.as_ref().map_or(Exit::Answered, |failure| failure.exit);
        if let Some(failure) = failure {
            self.notices.error(&failure.to_string(), None);
            self.log.emit(Event::Error {
                code: failure.code,
                message: failure.message,
                hint: failure.hint,
                retryable: failure.retryable,
            });
        }
        self.log.emit(Event::Done {
            status: exit.status(),
            exit_code: exit.code(),
            elapsed_ms: self.log.elapsed_ms(),
            spans: self.log.spans().to_vec(),
            usage: self.usage,
            claims: ClaimCounts::of(self.log.events()),
        });
        exit
    }
}

fn source(path: &Path) -> Source {
    if path.as_os_str() == "-" { Source::Stdin } else { Source::Path(path.to_path_buf()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::OutputOrder;
    use crate::data::ReadOptions;
    use crate::event::{Claim, ClaimStatus, Envelope, Role, Status};
    use crate::render::stderr::Verbosity;
    use crate::settings::Asked;

    /// How a run ends whose text has a number of that standing, and its last events.
    fn ended(strict: bool, standing: ClaimStatus, failure: Option<Failure>) -> (Exit, Vec<Envelope>) {
        let order = RunOrder {
            job: Job::Analyze,
            files: Vec::new(),
            reading: ReadOptions::default(),
            asked: Asked::default(),
            replay: None,
            context: None,
            dry_run: false,
            stream: false,
            outputs: OutputOrder::default(),
            verbosity: Verbosity::Quiet,
            words: Vec::new(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(tokio::task::LocalSet::new().run_until(async {
            let notices = Notices::new(order.verbosity);
            let mut run = Run::new(order, Limits::default(), Log::default(), notices).unwrap();
            run.strict = strict;
            run.log.emit(Event::Text {
                id: "text1".to_owned(),
                role: Role::Summary,
                text: "12".to_owned(),
                claims: vec![Claim {
                    text: "12".to_owned(),
                    start: 0,
                    end: 2,
                    value: 12.0,
                    status: standing,
                    evidence: None,
                    near: None,
                }],
                replaces: None,
            });
            (run.close(failure), run.log.events().to_vec())
        }))
    }

    #[test]
    fn strict_runs_with_untraced_numbers_have_a_code_of_their_own() {
        let limit = || Some(Failure::new(Exit::Limit, "max_turns", "stopped"));
        let (verified, unverified) = (ClaimStatus::Verified, ClaimStatus::Unverified);
        for (strict, standing, failure, exit, errors) in [
            (true, unverified, None, Exit::Untraced, &["untraced"][..]),
            (false, unverified, None, Exit::Answered, &[]),
            (true, verified, None, Exit::Answered, &[]),
            (true, unverified, limit(), Exit::Limit, &["max_turns"]),
        ] {
            let (ended, events) = ended(strict, standing, failure);
            assert_eq!(ended, exit);
            let code = |envelope: &Envelope| match &envelope.event {
                Event::Error { code, .. } => Some(code.clone()),
                _ => None,
            };
            assert_eq!(events.iter().filter_map(code).collect::<Vec<_>>(), errors);
            let Some(Event::Done { status, exit_code, claims, .. }) = events.last().map(|last| &last.event) else {
                panic!("{events:?}")
            };
            assert_eq!((*exit_code, claims.all()), (exit.code(), 1));
            assert_eq!(*status == Status::Complete, exit != Exit::Limit);
        }
    }
}

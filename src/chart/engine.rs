//! Draws a chart without a browser: Vega and Vega-Lite in a JavaScript engine of their own.
//!
//! The engine starts at the first chart, or before where one is expected, on a thread with a stack that fits it, and lives
//! on until the last handle is gone. It is bounded in memory, stack and time; it can load nothing, has no network, no files and no clock to wait on,
//! and once the scripts are in, no text becomes a program: Vega's expressions go through its interpreter. A chart that
//! hits a bound is an error, and the next one gets a fresh engine.
//!
//! What comes back is an [`Outcome`]: the picture, and what a check needs to know of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rquickjs::{CatchResultExt, Context, Function, Object, Runtime};
use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;
use serde_json::Value;

use crate::event::Drawn;
use crate::limits::{CHART_GARBAGE, CHART_MEMORY, CHART_STACK, CHART_SVG_BYTES, CHART_TIME, DRAWN_POINTS};
use crate::templates::scripts::{VEGA, VEGA_LITE};

const HOST: &str = include_str!("engine/host.js");
const DRAWN: &str = include_str!("engine/drawn.js");
const CHART: &str = include_str!("engine/chart.js");
const INTERPRETER: &str = include_str!(concat!(env!("OUT_DIR"), "/scripts/vega-interpreter.min.js"));

/// What became of a chart.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Outcome {
    /// How far it came: `compile`, `parse`, `draw` or `done`.
    pub stage: String,
    /// Why it came no further.
    pub error: Option<String>,
    /// What Vega and Vega-Lite warned of.
    pub warnings: Vec<String>,
    /// What they logged as errors.
    pub errors: Vec<String>,
    /// Fields that the compiled specification reads and no transform names: once drawn, those that no row held.
    pub reads: Vec<String>,
    /// Each mark that stands for data.
    pub marks: Vec<Mark>,
    /// What the chart shows.
    pub drawn: Option<Drawn>,
    /// Whether slices go round both ways, as positive and negative ones do.
    pub has_opposite_slices: bool,
    /// The picture.
    pub svg: Option<String>,
}

/// A mark as it was drawn.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Mark {
    /// `rect`, `symbol`, `line`, ...
    #[serde(rename = "type")]
    pub kind: String,
    /// The view that it belongs to, as Vega-Lite names it.
    pub name: String,
    /// Items drawn.
    pub items: usize,
    /// Items whose place is not finite.
    pub astray: usize,
    /// Points of lines and areas that have no value.
    pub undefined: usize,
}

/// Why the engine gave no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// Drawing took too long.
    #[error("drawing took more than {} seconds; draw fewer rows or aggregate them in the query", CHART_TIME.as_secs())]
    Time,
    /// Drawing took too much memory.
    #[error("drawing took more than {} MB of memory; draw fewer rows or aggregate them in the query", CHART_MEMORY / 1_000_000)]
    Memory,
    /// The picture is too large.
    #[error("the picture has more than {} MB; draw fewer marks or aggregate the rows in the query", CHART_SVG_BYTES / 1_000_000)]
    Size,
    /// The run ended meanwhile.
    #[error("drawing was stopped")]
    Stopped,
    /// The engine itself is at fault.
    #[error("the chart engine failed: {0}")]
    Engine(String),
}

/// A request to the engine's thread.
struct Job {
    specification: String,
    look: String,
    answer: Sender<Result<Outcome, EngineError>>,
}

/// A handle on the engine.
#[derive(Debug, Clone, Default)]
pub struct Engine {
    jobs: Arc<OnceLock<Sender<Job>>>,
    stopped: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the engine beside what goes on, so that the first chart need not wait for it.
    pub fn warm(&self) {
        self.jobs();
    }

    fn jobs(&self) -> &Sender<Job> {
        self.jobs.get_or_init(|| start(Arc::clone(&self.stopped)))
    }

    /// Draws a specification whose data is inlined. `look` is a Vega-Lite configuration.
    ///
    /// # Errors
    /// When a bound is reached or the engine fails; a chart at fault is an outcome.
    pub fn draw(&self, specification: &Value, look: &Value) -> Result<Outcome, EngineError> {
        let jobs = self.jobs();
        let (answer, outcome) = channel();
        let job = Job { specification: specification.to_string(), look: look.to_string(), answer };
        let gone = |_| EngineError::Engine("its thread has ended".to_owned());
        jobs.send(job).map_err(|_| EngineError::Engine("its thread has ended".to_owned()))?;
        outcome.recv().map_err(gone)?
    }

    /// Ends what is being drawn, and whatever would be drawn from now on.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }
}

/// Starts the thread. Where it cannot be started, every job finds its channel closed.
fn start(stopped: Arc<AtomicBool>) -> Sender<Job> {
    let (jobs, waiting) = channel();
    // The engine's own limit lies well below, so that it is what a deep specification meets.
    let thread = std::thread::Builder::new().name("charts".to_owned()).stack_size(CHART_STACK * 4);
    let _ = thread.spawn(move || serve(&waiting, &stopped));
    jobs
}

fn serve(jobs: &Receiver<Job>, stopped: &Arc<AtomicBool>) {
    // Where it cannot be made now, the first job says why.
    let mut machine = Machine::new(Arc::clone(stopped)).ok();
    while let Ok(Job { specification, look, answer }) = jobs.recv() {
        let made = match machine.take() {
            Some(machine) => Ok(machine),
            None => Machine::new(Arc::clone(stopped)),
        };
        let outcome = made.and_then(|made| {
            let outcome = made.draw(&specification, &look);
            // After a fault its state is unknown.
            if outcome.is_ok() {
                machine = Some(made);
            }
            outcome
        });
        // Whatever ended because the run did, ended for that reason.
        let outcome = if stopped.load(Ordering::SeqCst) { Err(EngineError::Stopped) } else { outcome };
        let _ = answer.send(outcome);
    }
}

/// One JavaScript engine with the scripts in it.
struct Machine {
    runtime: Runtime,
    context: Context,
    deadline: Arc<Deadline>,
}

/// Until when the engine may run, in time that its thread has worked: a busy machine must not decide which charts stand.
struct Deadline {
    until_ms: std::sync::atomic::AtomicU64,
    passed: AtomicBool,
    stopped: Arc<AtomicBool>,
}

/// Time that this thread has worked.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

impl Deadline {
    fn set(&self, time: Duration) {
        let until = worked() + time;
        self.until_ms.store(u64::try_from(until.as_millis()).unwrap_or(u64::MAX), Ordering::SeqCst);
        self.passed.store(false, Ordering::SeqCst);
    }

    fn has_passed(&self) -> bool {
        let now = u64::try_from(worked().as_millis()).unwrap_or(u64::MAX);
        let passed = now > self.until_ms.load(Ordering::SeqCst) || self.stopped.load(Ordering::SeqCst);
        if passed {
            self.passed.store(true, Ordering::SeqCst);
        }
        passed
    }
}

impl Machine {
    fn new(stopped: Arc<AtomicBool>) -> Result<Self, EngineError> {
        let fault = |error: rquickjs::Error| EngineError::Engine(error.to_string());
        let runtime = Runtime::new().map_err(fault)?;
        runtime.set_memory_limit(CHART_MEMORY);
        runtime.set_max_stack_size(CHART_STACK);
        runtime.set_gc_threshold(CHART_GARBAGE);
        let deadline = Arc::new(Deadline {
            until_ms: std::sync::atomic::AtomicU64::new(u64::MAX),
            passed: AtomicBool::new(false),
            stopped,
        });
        let watched = Arc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || watched.has_passed())));
        let context = Context::full(&runtime).map_err(fault)?;
        context.with(|js| {
            js.globals().set("POINTS", DRAWN_POINTS).map_err(fault)?;
            for script in [HOST, VEGA, VEGA_LITE, INTERPRETER, DRAWN, CHART, "seal()"] {
                js.eval::<(), _>(script).catch(&js).map_err(|error| EngineError::Engine(error.to_string()))?;
            }
            Ok(())
        })?;
        Ok(Self { runtime, context, deadline })
    }

    fn draw(&self, specification: &str, look: &str) -> Result<Outcome, EngineError> {
        self.deadline.set(CHART_TIME);
        let finished = self.run(specification, look);
        if self.deadline.passed.load(Ordering::SeqCst) {
            return Err(EngineError::Time);
        }
        let finished = finished?;
        if !self.is_intact()? {
            return Err(EngineError::Engine("the chart changed what draws it".to_owned()));
        }
        let outcome: Outcome =
            serde_json::from_str(&finished).map_err(|error| EngineError::Engine(error.to_string()))?;
        // Faults within Vega's dataflow are only logged.
        if outcome.errors.iter().chain(&outcome.error).any(|error| error.contains("out of memory")) {
            return Err(EngineError::Memory);
        }
        match outcome.error.as_deref() {
            Some(_) | None if outcome.svg.as_ref().is_some_and(|svg| svg.len() > CHART_SVG_BYTES) => {
                Err(EngineError::Size)
            }
            Some(_) | None => Ok(outcome),
        }
    }

    /// Whether what all charts share is as it was: a chart must not change how a later one is drawn.
    fn is_intact(&self) -> Result<bool, EngineError> {
        self.context.with(|js| {
            let intact: Function = js.globals().get("intact").map_err(broken)?;
            intact.call::<_, bool>(()).catch(&js).map_err(|error| named(&error.to_string()))
        })
    }

    /// Runs the chart to its end; the outcome as JSON.
    fn run(&self, specification: &str, look: &str) -> Result<String, EngineError> {
        self.context.with(|js| {
            let begin: Function = js.globals().get("begin").map_err(broken)?;
            js.globals().set("finished", rquickjs::Undefined).map_err(broken)?;
            begin.call::<_, ()>((specification, look)).catch(&js).map_err(|error| named(&error.to_string()))
        })?;
        loop {
            while self.runtime.execute_pending_job().map_err(|error| named(&error.to_string()))? {
                if self.deadline.has_passed() {
                    return Err(EngineError::Time);
                }
            }
            let (finished, went_on) = self.context.with(|js| {
                let globals: Object = js.globals();
                let finished: Option<String> = globals.get("finished").map_err(broken)?;
                let pump: Function = globals.get("pump").map_err(broken)?;
                let went_on = finished.is_none()
                    && pump.call::<_, bool>(()).catch(&js).map_err(|error| named(&error.to_string()))?;
                Ok((finished, went_on))
            })?;
            match finished {
                Some(finished) => return Ok(finished),
                None if went_on => {}
                None => return Err(EngineError::Engine("the chart never came to its end".to_owned())),
            }
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
fn broken(error: rquickjs::Error) -> EngineError {
    named(&error.to_string())
}

fn named(error: &str) -> EngineError {
    if error.contains("out of memory") { EngineError::Memory } else { EngineError::Engine(error.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bars() -> Value {
        json!({"data": {"values": [{"a": "x", "b": 1}, {"a": "y", "b": 2}]}, "mark": "bar", "encoding": {
            "x": {"field": "a", "type": "nominal"}, "y": {"field": "b", "type": "quantitative", "aggregate": "sum"}}})
    }

    #[test]
    fn a_chart_is_drawn_and_told_of() {
        let outcome = Engine::default().draw(&bars(), &json!({})).unwrap();
        assert_eq!(outcome.error, None);
        assert!(outcome.svg.as_ref().unwrap().starts_with("<svg"), "{:?}", outcome.svg);
        assert_eq!(outcome.marks.len(), 1);
        assert_eq!((outcome.marks[0].kind.as_str(), outcome.marks[0].items), ("rect", 2));
        assert_eq!(outcome.reads, Vec::<String>::new());
        let mut misspelt = bars();
        misspelt["encoding"]["x"]["field"] = json!("z");
        assert_eq!(Engine::default().draw(&misspelt, &json!({})).unwrap().reads, ["z"]);
    }

    #[test]
    fn a_stopped_engine_ends_what_it_draws() {
        let engine = Engine::default();
        let stopper = engine.clone();
        let mut endless = bars();
        endless["transform"] =
            json!([{"calculate": "test(/^(a+)+$/, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')", "as": "c"}]);
        let drawing = std::thread::spawn(move || engine.draw(&endless, &json!({})));
        std::thread::sleep(Duration::from_millis(300));
        stopper.stop();
        assert_eq!(drawing.join().unwrap().unwrap_err(), EngineError::Stopped);
    }

    #[test]
    fn the_engine_goes_on_after_a_chart_that_hit_a_bound() {
        let engine = Engine::default();
        let mut endless = bars();
        endless["transform"] =
            json!([{"calculate": "test(/^(a+)+$/, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')", "as": "c"}]);
        assert_eq!(engine.draw(&endless, &json!({})).unwrap_err(), EngineError::Time);
        let huge = json!({"data": {"sequence": {"start": 0, "stop": 1e9}}, "mark": "bar", "encoding": {"x": {"field": "data"}}});
        let bound = engine.draw(&huge, &json!({})).unwrap_err();
        assert!(matches!(bound, EngineError::Memory | EngineError::Time), "{bound}");
        assert!(engine.draw(&bars(), &json!({})).unwrap().svg.is_some());
    }

    #[test]
    fn no_text_becomes_a_program() {
        let engine = Engine::default();
        for escape in [
            "datum.constructor.constructor('return 1')()",
            "[].constructor.constructor('return 1')()",
            "eval('1')",
            "(function(){return 1})()",
        ] {
            let mut chart = bars();
            chart["transform"] = json!([{"calculate": escape, "as": "c"}]);
            let outcome = engine.draw(&chart, &json!({})).unwrap();
            assert!(outcome.error.is_some(), "{escape}: {outcome:?}");
        }
    }
}

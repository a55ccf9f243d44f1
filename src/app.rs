//! The edge where the parts meet: opens the outputs, reads the files, picks the model, runs the loop, writes the reports.
//!
//! Uses everything above it. Each order returns the exit code; what went wrong has been said on stderr by then.

mod cache;
mod context;
mod direct;
mod dry;
mod models;
mod order;
mod picked;
mod rerun;
mod run;
mod saved;
mod signals;

pub use order::{CacheOrder, Job, OutputOrder, RenderOrder, ReplayOrder, RunOrder};

use crate::error::{Exit, Failure};
use crate::render::stderr::{Notices, Verbosity};
use crate::settings::{Asked, Environment, Settings};

/// What the user wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Order {
    /// `analyze`, `ask`
    Run(Box<RunOrder>),
    /// `render`
    Render(RenderOrder),
    /// `replay`
    Replay(Box<ReplayOrder>),
    /// `models`
    Models(Box<Asked>),
    /// `cache`
    Cache(CacheOrder),
}

impl Order {
    fn verbosity(&self) -> Verbosity {
        match self {
            Self::Run(order) => order.verbosity,
            Self::Render(order) => order.verbosity,
            Self::Replay(order) => order.run.verbosity,
            Self::Models(_) | Self::Cache(_) => Verbosity::Normal,
        }
    }
}

/// Carries out an order and returns the exit code.
#[must_use]
pub fn carry_out(order: Order) -> u8 {
    let notices = Notices::new(order.verbosity());
    let done = match order {
        Order::Run(order) if order.dry_run => in_runtime(dry::carry_out(*order)),
        Order::Run(order) => in_runtime(run::carry_out(*order, None)),
        Order::Replay(order) => {
            rerun::prepare(*order).and_then(|(order, origin)| in_runtime(run::carry_out(order, Some(origin))))
        }
        Order::Render(order) => in_runtime(saved::carry_out(order)),
        Order::Models(asked) => models::list(&asked),
        Order::Cache(order) => cache::carry_out(order),
    };
    match done {
        Ok(exit) => exit.code(),
        Err(error) => {
            let failure = error
                .downcast::<Failure>()
                .unwrap_or_else(|error| Failure::new(Exit::Fault, "internal", format!("{error:#}")));
            notices.error(&failure.to_string(), None);
            failure.exit.code()
        }
    }
}

/// The settings of this environment and folder.
fn settings() -> Settings {
    Settings::read(Environment::of_process(), std::path::Path::new("."))
}

fn in_runtime(work: impl Future<Output = anyhow::Result<Exit>>) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let exit = tokio::task::LocalSet::new().block_on(&runtime, work);
    // A thread that still reads a file must not keep the program from ending.
    runtime.shutdown_background();
    exit
}

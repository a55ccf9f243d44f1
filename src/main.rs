//! The program: a worker where it was started as one, otherwise what the command line says.

use std::process::ExitCode;

use csvchat::app;
use csvchat::cli::{self, CliError};
use csvchat::data;
use csvchat::render::stderr::{Notices, Verbosity};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    if arguments.nth(1).is_some_and(|word| word == data::WORKER_FLAG) {
        return data::serve();
    }
    match cli::parse(std::env::args_os()) {
        Ok(order) => app::carry_out(order).into(),
        Err(CliError::Clap(error)) => {
            // A closed pipe while printing help is no fault.
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2).into()
        }
        Err(CliError::Meaning(failure)) => {
            Notices::new(Verbosity::Quiet).error(&failure.to_string(), None);
            failure.exit.code().into()
        }
    }
}

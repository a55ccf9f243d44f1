//! The program.

use std::process::ExitCode;

use csvchat::data;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == data::WORKER_FLAG) {
        return data::serve();
    }
    ExitCode::SUCCESS
}

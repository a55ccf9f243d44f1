//! A signal ends whatever is waited for, and the run is told to its end.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::{CSV, SQL, answer, arguments, asked, query, with_key_of};
use crate::support::program::{Folder, events, of, until};
use crate::support::server::{Delivery, Dialect, Server, Step};

/// Runs until the server has got so many requests, then sends a signal; the events, and the exit code.
fn interrupted(server: &Server, requests: usize, signal: rustix::process::Signal) -> (Vec<Value>, Option<i32>) {
    let folder = Folder::new().with("a.csv", CSV);
    let arguments = arguments(server, &[]);
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = folder.command(&words);
    command.envs(with_key_of(server));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    until("the requests have come", || server.seen().len() == requests);
    // So that what came of the stream has been read; no less is tested where it has not.
    std::thread::sleep(Duration::from_millis(50));
    let pid = i32::try_from(child.id()).unwrap();
    rustix::process::kill_process(rustix::process::Pid::from_raw(pid).unwrap(), signal).unwrap();
    let mut ended = None;
    until("the program has ended", || {
        ended = child.try_wait().unwrap();
        ended.is_some()
    });
    let lines: Vec<String> = output.lines().map(Result::unwrap).collect();
    folder.assert_no_key();
    assert_eq!(folder.scratch(), Vec::<String>::new());
    (events(&(lines.join("\n") + "\n")), ended.unwrap().code())
}

fn stalled(bytes: usize) -> Step {
    Step::Delivered(query("b", SQL), Delivery { stall: Some(bytes), ..Delivery::default() })
}

#[test]
fn a_signal_ends_a_wait_of_any_kind() {
    let later = vec![("retry-after".to_owned(), "100".to_owned())];
    std::thread::scope(|scope| {
        for dialect in Dialect::ALL {
            let later = later.clone();
            scope.spawn(move || {
                for step in [Step::Silent, stalled(0), stalled(60), Step::Answer(529, later, String::new())] {
                    let server = Server::start(dialect, vec![Step::Turn(query("a", SQL)), step.clone()]);
                    let (events, code) = interrupted(&server, 2, rustix::process::Signal::INT);
                    assert_eq!(code, Some(130), "{dialect:?} {step:?}");
                    assert_eq!(of(&events, "done")[0]["status"], "interrupted");
                    assert_eq!(of(&events, "done")[0]["exit_code"], 130);
                    assert_eq!(of(&events, "query_result").len(), 1, "what was found stays");
                    assert_eq!(of(&events, "tool_call").len(), of(&events, "tool_result").len());
                }
            });
        }
    });
    let server = Server::start(Dialect::Chat, vec![Step::Silent]);
    assert_eq!(interrupted(&server, 1, rustix::process::Signal::TERM).1, Some(143));
}

#[test]
fn time_that_is_up_ends_a_stalled_stream() {
    for dialect in Dialect::ALL {
        let server = Server::start(dialect, vec![Step::Turn(query("a", SQL)), stalled(60)]);
        let ran = asked(&server, &["--timeout", "3s"]).expect(6);
        let events = ran.events();
        assert_eq!(of(&events, "error")[0]["code"], "timeout", "{dialect:?}");
        assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}");
    }
}

#[test]
fn silence_is_a_fault_that_may_pass() {
    let config = |idle: &str| format!("[providers.{}]\nidle-timeout = \"{idle}\"\n", "PROVIDER");
    for dialect in Dialect::ALL {
        let provider = dialect.model().split('/').next().unwrap();
        let steps = vec![stalled(60), Step::Turn(query("b", SQL)), Step::Turn(answer("60 [q1]"))];
        let server = Server::start(dialect, steps);
        let folder = Folder::new().with("a.csv", CSV).with("csvchat.toml", config("1s").replace("PROVIDER", provider));
        let events = super::asked_in(&folder, &server, &[]).expect(0).events();
        assert_eq!(of(&events, "retry").len(), 1, "{dialect:?}");
    }
    let server = Server::start(Dialect::Chat, vec![Step::Silent; 3]);
    let folder =
        Folder::new().with("a.csv", CSV).with("csvchat.toml", config("1s").replace("PROVIDER", "openai-compatible"));
    let ran = super::asked_in(&folder, &server, &[]).expect(5);
    assert_eq!(of(&ran.events(), "error")[0]["code"], "provider_timeout");
}

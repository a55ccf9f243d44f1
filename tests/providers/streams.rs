//! However a stream is cut, split or decorated, it gives the whole turn or a failure that is tried again.

use serde_json::Value;

use super::{SQL, answer, asked, comparable, delivered, query, usual};
use crate::support::program::of;
use crate::support::server::{Delivery, Dialect, End, Server, Step, Turn};

#[test]
fn a_stream_may_come_in_any_pieces() {
    for dialect in Dialect::ALL {
        let plain = asked(&Server::start(dialect, usual()), &[]).expect(0).events();
        let usually = Delivery::default();
        for delivery in [
            Delivery { pieces: Some(1), ..usually },
            Delivery { pieces: Some(5), crlf: true, ..usually },
            Delivery { comments: true, end: End::Connection, ..usually },
            Delivery { pieces: Some(3), comments: true, crlf: true, loose: true, end: End::Connection, ..usually },
        ] {
            let server = Server::start(dialect, delivered(usual(), delivery));
            let events = asked(&server, &[]).expect(0).events();
            assert_eq!(comparable(&events), comparable(&plain), "{dialect:?} {delivery:?}");
        }
    }
}

/// A turn whose stream is cut in these tests.
fn spoken() -> Turn {
    Turn { text: "Ich schaue: ü 試 🦆.".to_owned(), reasoning: "Sum?".to_owned(), ..query("a", SQL) }
}

/// Where the event begins that ends a turn, and where it is whole.
fn terminal(dialect: Dialect, stream: &str) -> (usize, usize) {
    let mark = match dialect {
        Dialect::Anthropic => "event: message_stop",
        Dialect::Responses => "event: response.completed",
        Dialect::Chat => "\"finish_reason\":\"tool_calls\"",
        Dialect::Gemini => "\"finishReason\"",
        Dialect::Ollama => "\"done\":true",
    };
    let begins = stream.find(mark).unwrap();
    (begins, begins + stream[begins..].find(dialect.separator()).unwrap() + dialect.separator().len())
}

/// A run whose first turn comes twice before it comes whole, and whose second one, too.
fn cut_at(dialect: Dialect, cuts: &[usize], delivery: Delivery, plain: &[Value]) {
    let (_, whole) = terminal(dialect, &dialect.play(&spoken(), 1, false).stream);
    let mut steps = Vec::new();
    let mut expected = 0;
    for cuts in cuts.chunks(2) {
        // What is whole is not asked for again: it stands alone.
        let short: Vec<usize> = cuts.iter().copied().filter(|cut| *cut < whole).collect();
        expected += short.len();
        steps.extend(short.iter().map(|cut| Step::Delivered(spoken(), Delivery { cut: Some(*cut), ..delivery })));
        steps.push(Step::Turn(spoken()));
    }
    steps.push(Step::Turn(answer("60 [q1]")));
    let server = Server::start(dialect, steps);
    let events = asked(&server, &[]).expect(0).events();
    assert_eq!(of(&events, "retry").len(), expected, "{dialect:?} cut at {cuts:?} of {whole}");
    assert_eq!(of(&events, "query_result").len(), cuts.len().div_ceil(2), "{dialect:?} cut at {cuts:?}");
    let turns = |events: &[Value]| -> Vec<Value> {
        comparable(events)
            .iter()
            .filter(|event| event["type"] == "model_turn")
            .map(|turn| turn["reply"].clone())
            .collect()
    };
    let (turns, whole) = (turns(&events), turns(plain));
    assert!(turns.iter().all(|turn| whole.contains(turn)), "{dialect:?} cut at {cuts:?}: {turns:?}");
}

#[test]
fn a_stream_that_is_cut_anywhere_is_asked_for_again() {
    // Each try waits for half a second before the next: they wait side by side.
    std::thread::scope(|scope| {
        for dialect in Dialect::ALL {
            scope.spawn(move || {
                let stream = dialect.play(&spoken(), 1, false).stream;
                let steps = vec![Step::Turn(spoken()), Step::Turn(spoken()), Step::Turn(answer("60 [q1]"))];
                let plain = asked(&Server::start(dialect, steps), &[]).expect(0).events();
                let (last, _) = terminal(dialect, &stream);
                // Everywhere, with an odd step that splits characters, and all around the end.
                let step = stream.len() / 17;
                let mut cuts: Vec<usize> = (0..last).step_by(step).chain([last, last + 9]).collect();
                cuts.extend(stream.find('試').map(|at| at + 1));
                for (number, four) in cuts.chunks(4).enumerate() {
                    let end = if number % 2 == 0 { End::Chunks } else { End::Connection };
                    cut_at(dialect, four, Delivery { end, reset: number % 4 == 3, ..Delivery::default() }, &plain);
                }
            });
        }
    });
}

#[test]
fn a_turn_that_is_whole_needs_no_clean_end() {
    for dialect in Dialect::ALL {
        let (_, whole) = terminal(dialect, &dialect.play(&spoken(), 1, false).stream);
        for delivery in [
            Delivery { end: End::Longer, ..Delivery::default() },
            Delivery { end: End::NoLastChunk, ..Delivery::default() },
            Delivery { end: End::Longer, cut: Some(whole), ..Delivery::default() },
        ] {
            let steps = vec![Step::Delivered(spoken(), delivery), Step::Turn(answer("60 [q1]"))];
            let server = Server::start(dialect, steps);
            let events = asked(&server, &[]).expect(0).events();
            assert!(of(&events, "retry").is_empty(), "{dialect:?} {delivery:?}");
            // A turn that is cut behind its end is none that fails, as the server takes it for.
            if delivery.cut.is_some() {
                server.violations();
            }
        }
    }
}

#[test]
fn a_stream_that_is_always_cut_is_the_providers_failure() {
    for (dialect, end) in
        Dialect::ALL.into_iter().flat_map(|dialect| [(dialect, End::Chunks), (dialect, End::Connection)])
    {
        let cut = Delivery { cut: Some(40), end, ..Delivery::default() };
        let steps = vec![Step::Delivered(query("a", SQL), cut); 3];
        let server = Server::start(dialect, steps);
        let ran = asked(&server, &[]).expect(5);
        let events = ran.events();
        assert_eq!(of(&events, "error")[0]["code"], "stream_cut", "{dialect:?}");
        assert_eq!(of(&events, "error")[0]["retryable"], true);
        assert_eq!(of(&events, "retry").len(), 2);
        assert!(ran.stderr.contains("127.0.0.1") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    }
}

#[test]
fn a_stream_of_nothing_is_no_turn() {
    for dialect in Dialect::ALL {
        for empty in [String::new(), dialect.separator().to_owned(), ": only a comment\n\n".to_owned()] {
            if dialect == Dialect::Ollama && empty.starts_with(':') {
                continue;
            }
            let steps = vec![Step::Stream(empty.clone()), Step::Turn(query("a", SQL)), Step::Turn(answer("60 [q1]"))];
            let server = Server::start(dialect, steps);
            let events = asked(&server, &[]).expect(0).events();
            assert_eq!(of(&events, "retry").len(), 1, "{dialect:?} {empty:?}");
        }
    }
}

//! However a stream is cut, split or decorated, it gives the whole turn or a failure that is tried again.

use super::{SQL, answer, asked, query, usual};
use crate::support::program::of;
use crate::support::server::{Delivery, Dialect, End, Server, Step};

#[test]
fn a_stream_may_come_in_any_pieces() {
    for dialect in Dialect::ALL {
        let plain = asked(&Server::start(dialect, usual()), &[]).expect(0).events();
        for delivery in [
            Delivery { pieces: Some(1), ..Delivery::default() },
            Delivery { pieces: Some(5), crlf: true, ..Delivery::default() },
            Delivery { comments: true, ..Delivery::default() },
        ] {
            let steps = usual().into_iter().map(|step| match step {
                Step::Turn(turn) => Step::Delivered(turn, delivery),
                other => other,
            });
            let server = Server::start(dialect, steps.collect());
            let events = asked(&server, &[]).expect(0).events();
            assert_eq!(super::comparable(&events), super::comparable(&plain), "{dialect:?} {delivery:?}");
        }
    }
}

#[test]
fn a_stream_that_is_cut_anywhere_is_asked_for_again() {
    // Each try waits for half a second before the next: they wait side by side.
    std::thread::scope(|scope| {
        for dialect in Dialect::ALL {
            scope.spawn(move || (0..8).for_each(|part| cut_in_part(dialect, part)));
        }
    });
}

/// Cuts the first stream of a run behind so many tenths of it.
fn cut_in_part(dialect: Dialect, part: usize) {
    let whole = dialect.play(&query("a", SQL), 1, false).stream.len();
    let cut = Delivery { cut: Some(whole * part / 10), ..Delivery::default() };
    let steps = vec![Step::Delivered(query("a", SQL), cut), Step::Turn(query("a", SQL)), Step::Turn(answer("60 [q1]"))];
    let server = Server::start(dialect, steps);
    let events = asked(&server, &[]).expect(0).events();
    assert_eq!(of(&events, "retry").len(), 1, "{dialect:?} cut at {:?} of {whole}", cut.cut);
    assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}");
    assert_eq!(of(&events, "model_turn").len(), 2, "{dialect:?}");
}

#[test]
fn a_body_shorter_than_it_was_told_to_be_is_a_cut_unless_the_turn_is_whole() {
    for dialect in Dialect::ALL {
        let short = Delivery { end: End::Longer, ..Delivery::default() };
        let steps = vec![Step::Delivered(query("a", SQL), short), Step::Turn(answer("60 [q1]"))];
        let server = Server::start(dialect, steps);
        asked(&server, &[]).expect(0);
        assert_eq!(server.seen().len(), 2, "{dialect:?}");
    }
}

#[test]
fn a_stream_that_is_always_cut_is_the_providers_failure() {
    for dialect in Dialect::ALL {
        let cut = Delivery { cut: Some(40), ..Delivery::default() };
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

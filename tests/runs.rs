//! Saved runs: rendered again, replayed strictly, replayed on other data.

use crate::support::program::{Folder, of};

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\n";

/// A folder with a recorded run of the built-in analyst, and its reports.
fn recorded() -> Folder {
    let folder = Folder::new().with("a.csv", CSV);
    folder.run(&["ask", "a.csv", "sum of amount by region", "-o", "a.md", "-o", "a.html", "-o", "a.ndjson"]).expect(0);
    folder
}

#[test]
fn rendering_a_saved_run_gives_the_same_bytes() {
    let folder = recorded();
    std::fs::create_dir(folder.path("again")).unwrap();
    folder.run(&["render", "a.ndjson", "-o", "again/a.md", "-o", "again/a.html", "-o", "again/a.ndjson"]).expect(0);
    for name in ["a.md", "a.html", "a.ndjson", "a_files/plot-1.svg"] {
        assert!(folder.read(name) == folder.read(&format!("again/{name}")), "{name} differs");
    }
}

#[test]
fn a_strict_replay_of_the_same_question_gives_the_same_answer() {
    let folder = recorded();
    let events = folder
        .run(&["ask", "a.csv", "sum of amount by region", "-m", "replay/a.ndjson", "-f", "ndjson"])
        .expect(0)
        .events();
    let before = crate::support::program::events(&folder.read("a.ndjson"));
    for kind in ["query_result", "text", "table"] {
        let part = |events: &[serde_json::Value]| {
            let mut parts: Vec<serde_json::Value> = of(events, kind).into_iter().cloned().collect();
            for part in &mut parts {
                for time in ["ms", "elapsed_ms", "seq"] {
                    part.as_object_mut().unwrap().remove(time);
                }
            }
            parts
        };
        assert_eq!(part(&events), part(&before));
    }
}

#[test]
fn a_strict_replay_stops_where_the_request_differs() {
    let folder = recorded().with("a.csv", "region,amount\nNorth,11\n");
    let ran = folder.run(&["ask", "a.csv", "sum of amount by region", "-m", "replay/a.ndjson"]).expect(7);
    assert!(ran.stderr.contains("turn 1: the request differs"), "{}", ran.stderr);
}

#[test]
fn a_replay_on_newer_data_goes_on_and_says_what_differs() {
    let folder = recorded().with("b.csv", format!("{CSV}South,5\n"));
    let events = folder.run(&["replay", "a.ndjson", "b.csv", "-f", "ndjson"]).expect(0).events();
    let messages: Vec<&str> = of(&events, "warning").iter().map(|event| event["message"].as_str().unwrap()).collect();
    assert!(messages.iter().any(|message| message.contains("b.csv: 4 rows, the recorded run had 3")), "{messages:?}");
    assert!(messages.iter().any(|message| message.starts_with("q1")), "{messages:?}");
    let same = folder.run(&["replay", "a.ndjson", "-f", "ndjson"]).expect(0).events();
    assert!(of(&same, "warning").is_empty());
}

#[test]
fn what_is_no_run_is_refused() {
    let folder = Folder::new().with("a.csv", CSV).with("bad.ndjson", "{\"type\":\"run_started\"}\nnope\n");
    for arguments in [
        &["render", "bad.ndjson", "-o", "x.md"][..],
        &["replay", "bad.ndjson", "a.csv"],
        &["ask", "a.csv", "?", "-m", "replay/none.ndjson"],
        &["render", "none.ndjson"],
    ] {
        let ran = folder.run(arguments).expect(3);
        assert!(ran.stderr.contains("ndjson"), "{}", ran.stderr);
    }
    assert!(!folder.has("x.md"));
}

//! A run that ends while a chart is drawn ends at once: the drawing does not keep the program alive.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::program::{Folder, events, of, script};

/// How long what the engine would take for longer may be noticed.
const SOON: Duration = Duration::from_secs(3);

const COLUMNS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const NUMBERS: &str = "SELECT range AS a, range * 7 % 101 AS b, range * 3 % 71 AS c, -range AS d, range % 9 AS e, range % 5 AS f \
    FROM range(4500)";

/// A folder with a recording that draws a chart which takes the engine until its limit.
fn folder() -> Folder {
    let folder = Folder::new().with("a.csv", "n\n1\n2\n");
    let endless = json!({"data": {"name": "q1"}, "repeat": {"row": COLUMNS, "column": COLUMNS}, "spec": {
        "mark": "point", "encoding": {"x": {"field": {"repeat": "column"}, "type": "quantitative"},
            "y": {"field": {"repeat": "row"}, "type": "quantitative"}}}});
    let turns = [
        ("", vec![("sql_query", json!({"query": NUMBERS, "description": "numbers"}))]),
        ("", vec![("create_plot", json!({"title": "endless", "vega_lite_spec": endless}))]),
        ("", vec![("output_text", json!({"text": "done"})), ("finalize", json!({}))]),
    ];
    std::fs::write(folder.path("run.ndjson"), script(&turns)).unwrap();
    folder
}

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["ask", "a.csv", "?", "-m", "replay/run.ndjson", "-f", "ndjson"];
    arguments.extend(more);
    arguments
}

#[test]
fn a_signal_ends_a_drawing_at_once() {
    let folder = folder();
    let mut child = folder.command(&arguments(&[])).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (mut read, mut buffer) = (String::new(), [0; 4096]);
    while !read.contains("\"name\":\"create_plot\",\"input\"") {
        let count = stdout.read(&mut buffer).unwrap();
        assert!(count > 0, "{read}");
        read.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    // The scripts are being read, or the chart is being drawn.
    std::thread::sleep(Duration::from_millis(1_500));
    let start = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    stdout.read_to_string(&mut read).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let all = events(&read);
    assert_eq!(all.last().unwrap()["status"], "interrupted");
    assert_eq!(of(&all, "tool_call").len(), of(&all, "tool_result").len());
    assert_eq!(of(&all, "plot_rejected").len() + of(&all, "plot").len(), 0, "the drawing had ended before the signal");
}

#[test]
fn the_time_of_a_run_ends_a_drawing_too() {
    let folder = folder();
    let start = Instant::now();
    let ran = folder.run(&arguments(&["--timeout", "4s"])).expect(6);
    assert!(start.elapsed() < Duration::from_secs(4) + SOON, "{:?}", start.elapsed());
    let all = ran.events();
    assert_eq!(of(&all, "plot_rejected").len() + of(&all, "plot").len(), 0);
    assert_eq!(of(&all, "tool_call").len(), of(&all, "tool_result").len());
}

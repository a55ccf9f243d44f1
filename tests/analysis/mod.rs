//! The built-in analysis, on real files and on strange ones.

mod engine;

use std::path::PathBuf;

use engine::Engine;

/// Prints what an analysis of the files named in `ANALYZE` shows: for reading it aloud.
#[test]
fn it_can_be_read_aloud() {
    let Ok(files) = std::env::var("ANALYZE") else { return };
    for file in files.split(':') {
        let engine = Engine::open(&PathBuf::from(file));
        let analysis = engine.analyze();
        println!("=== {file}\n{}", analysis.shown());
        for failure in &analysis.failures {
            println!("FAILED {failure}");
        }
    }
}

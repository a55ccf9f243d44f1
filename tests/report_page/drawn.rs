//! The charts of a report as the engine drew them, as they stand in the page, and as the browser draws them: the same.

use std::path::Path;

use csvchat::event::Event;

use super::{gallery, page};

#[test]
fn gallery_is_written() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery.html");
    let events: Vec<Event> = gallery::run();
    std::fs::write(&path, page(events)).unwrap();
}

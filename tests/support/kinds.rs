//! Charts of many kinds, as specifications with their data.

use csvchat::chart::{Drawing, Engine};
use csvchat::event::Event;
use serde_json::Value;

use super::program::data;
use super::shop;

/// All kinds: each one's name and specification.
pub fn kinds() -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(data("kinds.jsonl")).unwrap();
    let read = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        (line["name"].as_str().unwrap().to_owned(), line["spec"].clone())
    };
    text.lines().map(read).collect()
}

/// The specification of one kind.
pub fn kind(name: &str) -> Value {
    kinds().into_iter().find(|(one, _)| one == name).unwrap().1
}

/// A chart as the program draws it.
pub fn drawing(engine: &Engine, specification: &Value) -> Drawing {
    engine.draw_checked(specification).unwrap_or_else(|reasons| panic!("{specification}: {reasons:?}"))
}

/// The event of a chart that was drawn.
pub fn plot(engine: &Engine, number: usize, title: &str, specification: &Value) -> Event {
    let drawing = drawing(engine, specification);
    let mut event = shop::plot(number, title, None, specification.clone(), "q1");
    if let Event::Plot { drawn, .. } = &mut event {
        *drawn = Some(Box::new(drawing.drawn));
    }
    event
}

/// Events whose charts tell what was drawn, where they can be.
pub fn drawn(mut events: Vec<Event>) -> Vec<Event> {
    let engine = Engine::default();
    for event in &mut events {
        if let Event::Plot { vega_lite_spec, drawn, .. } = event {
            *drawn = engine.draw_checked(vega_lite_spec).ok().map(|drawing| Box::new(drawing.drawn));
        }
    }
    events
}

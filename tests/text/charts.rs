//! Charts of all kinds at a terminal.

use csvchat::chart::Engine;
use csvchat::event::Status;
use csvchat::render::{Format, Plots, Surface, render_to_string};

use crate::support::{kinds, shop};

fn gallery(width: usize) -> String {
    let engine = Engine::default();
    let mut events = vec![shop::started("ask", Some("Charts"))];
    for (number, (name, specification)) in kinds::kinds().into_iter().enumerate() {
        events.push(kinds::plot(&engine, number + 1, &name, &specification));
    }
    events.push(shop::done(Status::Complete, 0));
    render_to_string(Format::Markdown, &shop::run(events), Surface::Terminal { width, colour: false }, Plots::Svg)
        .unwrap()
}

#[test]
fn all_kinds_are_drawn_within_eighty_columns() {
    insta::assert_snapshot!(gallery(80));
}

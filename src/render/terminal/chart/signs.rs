//! What tells series apart, with colours and without: signs, fillings, and the legend of either.

use crate::render::escape;
use crate::render::terminal::ink::{Line, Span, Style, cut, width};

/// Signs of points, in the order of the legend.
const SIGNS: [char; 10] = ['●', '▲', '■', '◆', '○', '△', '□', '◇', '+', '×'];
/// Fillings of bars.
const FILLS: [char; 5] = ['█', '▒', '░', '▓', '▞'];
/// Columns of a name in a legend.
const NAME_WIDTH: usize = 24;

pub(super) fn sign(series: usize) -> char {
    SIGNS.get(series % SIGNS.len()).copied().unwrap_or('●')
}

pub(super) fn fill(series: usize) -> char {
    FILLS.get(series % FILLS.len()).copied().unwrap_or('█')
}

/// A legend over several lines where one is too narrow.
pub(super) fn legend(names: &[String], glyph: impl Fn(usize) -> char, most: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut used = most;
    for (series, name) in names.iter().enumerate() {
        let text =
            format!("{} {}", glyph(series), cut(&escape::terminal(name), NAME_WIDTH.min(most.saturating_sub(2))));
        if used + 3 + width(&text) > most {
            lines.push(Line::new());
            used = 0;
        }
        let Some(line) = lines.last_mut() else { continue };
        if used > 0 {
            line.push(Span::plain("   "));
            used += 3;
        }
        used += width(&text);
        line.push(Span::new(&text, Style::hue(series)));
    }
    lines
}

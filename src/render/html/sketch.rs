//! Small drawings of distributions: a histogram of numbers and dates, bars of the most frequent values.
//!
//! Uses `event`, `format`, `templates`. Draws only what a profile holds, and says it in words for those who cannot see it.

use std::fmt::Write;

use crate::event::{Bin, ColumnProfile, ValueCount};
use crate::render::format::{group_digits, share};
use crate::table::{Cell, round_significant};
use crate::templates::{Markup, escape_html};

/// Width and height of a drawing in CSS pixels.
const SIZE: (u64, u64) = (104, 24);
/// Bars of most frequent values.
const BARS: usize = 10;

/// A column's distribution; `None` where there is nothing to draw.
#[must_use]
pub fn sketch(column: &ColumnProfile, rows: u64) -> Option<Markup> {
    let values = rows.saturating_sub(column.nulls);
    if column.histogram.len() > 1 {
        let counts: Vec<u64> = column.histogram.iter().map(|bin| bin.count).collect();
        Some(drawing(&counts, "bins", &histogram_words(&column.histogram)))
    } else if column.top.iter().any(|value| value.count > 1) {
        let top = column.top.get(..BARS).unwrap_or(&column.top);
        let counts: Vec<u64> = top.iter().map(|value| value.count).collect();
        Some(drawing(&counts, "bars", &top_words(top, values)))
    } else {
        None
    }
}

/// Bars as high as the counts, over the whole width. A count that is not zero can be seen.
fn drawing(counts: &[u64], class: &str, words: &str) -> Markup {
    let (width, height) = SIZE;
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let number = counts.len().max(1) as u64;
    let gap = u64::from(class == "bars") + 1;
    let step = (width / number).max(1);
    let mut path = String::new();
    for (index, count) in (0_u64..).zip(counts) {
        if *count == 0 {
            continue;
        }
        let bar = u64::try_from(u128::from(*count) * u128::from(height) / u128::from(most)).unwrap_or(height).max(1);
        let _ = write!(path, "M{} {height}v-{bar}h{}v{bar}z", index * step, step.saturating_sub(gap).max(1));
    }
    let words = escape_html(words);
    Markup::trusted(format!(
        "<svg class=\"sketch\" role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\
         <title>{words}</title><path class=\"ground\" d=\"M0 {height}h{width}\"/><path d=\"{path}\"/></svg>"
    ))
}

fn histogram_words(bins: &[Bin]) -> String {
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return String::new() };
    let fullest = bins.iter().rev().max_by_key(|bin| bin.count).unwrap_or(first);
    let total: u64 = bins.iter().map(|bin| bin.count).sum();
    format!(
        "From {} to {}; {} of the values lie between {} and {}",
        end(&first.from),
        end(&last.to),
        share(fullest.count, total),
        end(&fullest.from),
        end(&fullest.to)
    )
}

/// The end of a bin, which is computed: four digits are enough.
fn end(cell: &Cell) -> String {
    match cell {
        Cell::Float(value) => group_digits(&Cell::Float(round_significant(*value, 4)).to_string()),
        Cell::Int(value) => group_digits(&value.to_string()),
        Cell::Null | Cell::Bool(_) | Cell::Text(_) => cell.to_string(),
    }
}

fn top_words(top: &[ValueCount], values: u64) -> String {
    let parts: Vec<String> =
        top.iter().take(4).map(|value| format!("{} {}", value.value, share(value.count, values))).collect();
    format!("Most frequent: {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::report::columns::tests::column;

    #[test]
    fn a_histogram_is_drawn_and_said() {
        let mut price = column("price", "DOUBLE");
        price.histogram = [(0.0, 10.0, 30), (10.0, 20.0, 0), (20.0, 30.000_01, 10)]
            .map(|(from, to, count)| Bin { from: Cell::Float(from), to: Cell::Float(to), count })
            .to_vec();
        let svg = sketch(&price, 40).unwrap();
        assert!(svg.as_str().contains("<title>From 0 to 30; 75 % of the values lie between 0 and 10</title>"), "{svg}");
        assert!(svg.as_str().contains("d=\"M0 24v-24h33v24zM68 24v-8h33v8z\""), "{svg}");
    }

    #[test]
    fn frequent_values_are_said_and_escaped() {
        let mut region = column("region", "VARCHAR");
        region.nulls = 2;
        region.top = vec![
            ValueCount { value: Cell::Text("<North>".to_owned()), count: 6 },
            ValueCount { value: Cell::Text("South".to_owned()), count: 2 },
        ];
        let svg = sketch(&region, 10).unwrap();
        assert!(svg.as_str().contains("Most frequent: &lt;North&gt; 75 %, South 25 %"), "{svg}");
    }

    #[test]
    fn values_that_all_differ_are_not_drawn() {
        let mut id = column("id", "VARCHAR");
        id.top = vec![ValueCount { value: Cell::Text("a".to_owned()), count: 1 }];
        assert_eq!(sketch(&id, 1), None);
        assert_eq!(sketch(&column("x", "BIGINT"), 1), None);
    }
}

//! Bins of equal width for numbers and dates.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime};

use super::moments::Span;
use super::strip::{self, Strip, strips};
use super::{Subject, Whole};
use crate::data::DataError;
use crate::event::{Bin, ColumnProfile};
use crate::limits;
use crate::table::{Cell, STABLE_DIGITS, round_significant};

/// How one column is cut into bins.
struct Cuts {
    /// The lowest value, the width of a bin (numbers) or of all bins (times), and the number of bins, as SQL.
    figures: [String; 3],
    /// One more than there are bins.
    edges: Vec<Cell>,
}

/// Fills in the histograms.
pub(super) fn fill(
    whole: &Whole<'_>,
    subjects: &[Subject<'_>],
    spans: &[Span],
    profiles: &mut [ColumnProfile],
) -> Result<(), DataError> {
    let mut cuts: Vec<Option<Cuts>> = subjects
        .iter()
        .zip(spans)
        .map(|(subject, span)| span.as_ref().and_then(|(low, high)| cuts(subject, low, high)))
        .collect();
    let strips = strips(whole, subjects, "", |index, _| matches!(cuts.get(index), Some(Some(_))));
    let parts: Vec<String> = strips.iter().map(|strip| part(strip, &cuts)).collect();
    for (profile, cuts) in profiles.iter_mut().zip(&mut cuts) {
        let Some(cuts) = cuts.take() else { continue };
        let ends = cuts.edges.iter().zip(cuts.edges.iter().skip(1));
        profile.histogram = ends.map(|(from, to)| Bin { from: from.clone(), to: to.clone(), count: 0 }).collect();
    }
    for (index, row) in strip::rows(whole, &parts)? {
        let mut numbers = row.iter().map(|text| text.as_deref()?.parse::<u64>().ok());
        let (Some(Some(bin)), Some(Some(count))) = (numbers.next(), numbers.next()) else { continue };
        let bin = usize::try_from(bin).unwrap_or(usize::MAX);
        if let Some(bin) = profiles.get_mut(index).and_then(|profile| profile.histogram.get_mut(bin)) {
            bin.count = count;
        }
    }
    Ok(())
}

/// Counts of each bin of each column.
fn part(strip: &Strip<'_>, cuts: &[Option<Cuts>]) -> String {
    // All years that a column can hold leave room for the product in a BIGINT.
    let bin = if strip.is_date() {
        "least(bins - 1, ((CAST(x AS DATE) - DATE '1970-01-01') - low) * bins // width)"
    } else if strip.is_temporal() {
        "least(bins - 1, (epoch_us(x) - low) * bins // width)"
    } else {
        "CAST(greatest(0, least(bins - 1, floor((CAST(x AS DOUBLE) - low) / width))) AS INTEGER)"
    };
    let finite = if strip.finite() == "x" { "" } else { " WHERE isfinite(x)" };
    let from = strip.from();
    let figures = |index: &usize| cuts.get(*index)?.as_ref().map(|cuts| &cuts.figures);
    if let [index] = strip.members.as_slice() {
        let [low, width, bins] = figures(index).cloned().unwrap_or_default();
        format!(
            "(SELECT '{index}', CAST(bin AS VARCHAR), CAST(count(*) AS VARCHAR) FROM (SELECT {bin} AS bin FROM \
             (SELECT x, {low} AS low, {width} AS width, {bins} AS bins FROM {from}{finite})) GROUP BY bin)"
        )
    } else {
        let figures =
            strip.members.iter().filter_map(|index| Some(format!("('{index}', {})", figures(index)?.join(", "))));
        let figures: Vec<String> = figures.collect();
        format!(
            "(SELECT k, CAST(bin AS VARCHAR), CAST(count(*) AS VARCHAR) FROM (SELECT k, {bin} AS bin FROM {from} JOIN \
             (VALUES {}) AS f(k, low, width, bins) USING (k){finite}) GROUP BY k, bin)",
            figures.join(", ")
        )
    }
}

fn cuts(subject: &Subject<'_>, low: &str, high: &str) -> Option<Cuts> {
    if strip::is_number(subject.kind) { of_numbers(low, high) } else { of_times(subject, low, high) }
}

#[expect(clippy::cast_precision_loss, reason = "a handful of bins")]
fn of_numbers(low: &str, high: &str) -> Option<Cuts> {
    let (low, high): (f64, f64) = (low.parse().ok()?, high.parse().ok()?);
    let bins = if low < high { limits::HISTOGRAM_BINS } else { 1 };
    let width = (high - low) / bins as f64;
    if !width.is_finite() || (bins > 1 && width <= 0.0) {
        return None;
    }
    let edge = |number: usize| match number {
        0 => low,
        _ if number == bins => high,
        _ => round_significant(width.mul_add(number as f64, low), STABLE_DIGITS),
    };
    // One bin is as wide as you like.
    let width = if bins == 1 { 1.0 } else { width };
    Some(Cuts {
        figures: [format!("CAST({low:e} AS DOUBLE)"), format!("CAST({width:e} AS DOUBLE)"), bins.to_string()],
        edges: (0..=bins).map(|number| Cell::from_f64(edge(number))).collect(),
    })
}

/// Bins whose edges are whole days or microseconds, so that a value on an edge belongs to one bin without doubt.
fn of_times(subject: &Subject<'_>, low: &str, high: &str) -> Option<Cuts> {
    let (low, high): (i64, i64) = (low.parse().ok()?, high.parse().ok()?);
    let range = high.checked_sub(low)?;
    let bins = range.clamp(1, i64::try_from(limits::HISTOGRAM_BINS).ok()?);
    range.checked_mul(bins)?;
    // The first point of bin b is the smallest x with x * bins / range at least b.
    let edge = |number: i64| {
        let offset = i128::from(number) * i128::from(range);
        let offset = (offset + i128::from(bins) - 1) / i128::from(bins);
        i64::try_from(i128::from(low) + offset).ok()
    };
    let whole_days = subject.kind.name() == "DATE";
    let name = |point: i64| if whole_days { day(point) } else { moment(point) };
    let edges: Option<Vec<Cell>> = (0..=bins).map(|number| Some(Cell::Text(name(edge(number)?)?))).collect();
    let figures = [format!("CAST({low} AS BIGINT)"), format!("CAST({} AS BIGINT)", range.max(1)), bins.to_string()];
    Some(Cuts { figures, edges: edges? })
}

/// The date that many days after 1970-01-01.
fn day(days: i64) -> Option<String> {
    let hours = days.checked_mul(24)?;
    let date = Date::constant(1970, 1, 1).checked_add(SignedDuration::from_hours(hours)).ok()?;
    Some(date.to_string())
}

/// The moment that many microseconds after 1970-01-01, as DuckDB writes it.
fn moment(microseconds: i64) -> Option<String> {
    let start: DateTime = Date::constant(1970, 1, 1).at(0, 0, 0, 0);
    let moment = start.checked_add(SignedDuration::from_micros(microseconds)).ok()?;
    Some(moment.to_string().replace('T', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_time_have_names() {
        assert_eq!(day(19_753).as_deref(), Some("2024-01-31"));
        assert_eq!(day(-1).as_deref(), Some("1969-12-31"));
        assert_eq!(moment(1_500_000).as_deref(), Some("1970-01-01 00:00:01.5"));
        assert_eq!(moment(0).as_deref(), Some("1970-01-01 00:00:00"));
    }
}

//! Bins of equal width for numbers and dates.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime};

use super::moments::Span;
use super::{Subject, Whole};
use crate::data::DataError;
use crate::event::{Bin, ColumnProfile};
use crate::limits;
use crate::table::{Cell, STABLE_DIGITS, round_significant};

/// How one column is cut into bins.
struct Cuts {
    /// The bin of a value `x`, from 0, as an expression.
    bin: String,
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
    let mut parts = Vec::new();
    for (index, ((subject, span), profile)) in subjects.iter().zip(spans).zip(profiles.iter_mut()).enumerate() {
        let Some(cuts) = span.as_ref().and_then(|(low, high)| cuts(subject, low, high)) else { continue };
        // The column gets a name of its own first: any other could be that of another column.
        parts.push(format!(
            "(SELECT '{index}', CAST(bin AS VARCHAR), CAST(count(*) AS VARCHAR) FROM (SELECT {} AS bin FROM (SELECT {} \
             AS x FROM {}) WHERE x IS NOT NULL) GROUP BY bin)",
            cuts.bin,
            subject.finite(),
            whole.table
        ));
        let ends = cuts.edges.iter().zip(cuts.edges.iter().skip(1));
        profile.histogram = ends.map(|(from, to)| Bin { from: from.clone(), to: to.clone(), count: 0 }).collect();
    }
    if parts.is_empty() {
        return Ok(());
    }
    for row in whole.engine.rows(&parts.join(" UNION ALL "))? {
        let mut numbers = row.iter().map(|text| text.as_deref()?.parse::<usize>().ok());
        let (Some(Some(index)), Some(Some(bin)), Some(Some(count))) = (numbers.next(), numbers.next(), numbers.next())
        else {
            continue;
        };
        if let Some(bin) = profiles.get_mut(index).and_then(|profile| profile.histogram.get_mut(bin)) {
            bin.count = count as u64;
        }
    }
    Ok(())
}

fn cuts(subject: &Subject<'_>, low: &str, high: &str) -> Option<Cuts> {
    if subject.is_number() { of_numbers(low, high) } else { of_times(subject, low, high) }
}

#[expect(clippy::cast_precision_loss, reason = "a handful of bins")]
fn of_numbers(low: &str, high: &str) -> Option<Cuts> {
    let (low, high): (f64, f64) = (low.parse().ok()?, high.parse().ok()?);
    let bins = if low < high { limits::HISTOGRAM_BINS } else { 1 };
    let width = (high - low) / bins as f64;
    if !width.is_finite() || (bins > 1 && width <= 0.0) {
        return None;
    }
    let bin = if bins == 1 {
        "0".to_owned()
    } else {
        let value = format!("(CAST(x AS DOUBLE) - ({low:e}::DOUBLE)) / ({width:e}::DOUBLE)");
        format!("CAST(greatest(0, least({}, floor({value}))) AS INTEGER)", bins - 1)
    };
    let edge = |number: usize| match number {
        0 => low,
        _ if number == bins => high,
        _ => round_significant(width.mul_add(number as f64, low), STABLE_DIGITS),
    };
    Some(Cuts { bin, edges: (0..=bins).map(|number| Cell::from_f64(edge(number))).collect() })
}

/// Bins whose edges are whole days or microseconds, so that a value on an edge belongs to one bin without doubt.
fn of_times(subject: &Subject<'_>, low: &str, high: &str) -> Option<Cuts> {
    let (low, high): (i64, i64) = (low.parse().ok()?, high.parse().ok()?);
    let range = high.checked_sub(low)?;
    let bins = range.clamp(1, i64::try_from(limits::HISTOGRAM_BINS).ok()?);
    let bin = if range == 0 {
        "0".to_owned()
    } else {
        let value = if subject.is_date() { "datediff('day', DATE '1970-01-01', x)" } else { "epoch_us(x)" };
        format!("least({}, (CAST({value} AS HUGEINT) - ({low})) * {bins} // {range})", bins - 1)
    };
    // The first point of bin b is the smallest x with x * bins / range at least b.
    let edge = |number: i64| {
        let offset = i128::from(number) * i128::from(range);
        let offset = (offset + i128::from(bins) - 1) / i128::from(bins);
        i64::try_from(i128::from(low) + offset).ok()
    };
    let name = |point: i64| if subject.is_date() { day(point) } else { moment(point) };
    let edges: Option<Vec<Cell>> = (0..=bins).map(|number| Some(Cell::Text(name(edge(number)?)?))).collect();
    Some(Cuts { bin, edges: edges? })
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

//! From rows to marks: keys, bins, aggregates, order, and where a moment lies in time.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::channel::{Aggregate, Channel, Kind, Order, Pieces};
use super::{Datum, Mark};
use crate::render::chart_data::ChartData;
use crate::render::format::rough;
use crate::table::Cell;

/// The marks of a chart, in the order of the data; nothing where a value is not what the channel says.
pub(super) fn data(
    key: &Channel,
    value: &Channel,
    color: Option<&Channel>,
    mark: Mark,
    data: &ChartData,
) -> Option<Vec<Datum>> {
    let cell = |channel: &Channel, row: &'_ [Cell]| channel.column.and_then(|column| row.get(column).cloned());
    let bins = Bins::of(key, data)?;
    let mut groups: Vec<(Datum, Vec<f64>)> = Vec::new();
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    for row in &data.rows {
        let Some(key_cell) = cell(key, row).filter(|cell| !cell.is_null()) else { continue };
        let number = match (value.aggregate, cell(value, row)) {
            (Aggregate::Count, None) => 1.0,
            (Aggregate::Count, Some(cell)) => f64::from(u8::from(!cell.is_null())),
            (_, None | Some(Cell::Null)) => continue,
            (_, Some(cell)) => cell.as_f64()?,
        };
        let (text, at) = match (&bins, key.pieces) {
            (Some(bins), _) => bins.name(key_cell.as_f64()?),
            (None, Pieces::Prefix(length)) => {
                let text = key_cell.to_string();
                let text = text.get(..length).unwrap_or(&text).to_owned();
                let at = position(&text)?;
                (text, Some(at))
            }
            (None, Pieces::Binned) => {
                let from = key_cell.as_f64()?;
                let until = key.until.and_then(|column| row.get(column)).and_then(Cell::as_f64);
                (until.map_or_else(|| rough(from), |until| bin_name(from, until)), Some(from))
            }
            (None, Pieces::Whole | Pieces::Bins(_)) => {
                let at = match key.kind {
                    Kind::Number => Some(key_cell.as_f64()?),
                    Kind::Time => Some(position(&key_cell.to_string())?),
                    Kind::Category => None,
                };
                (key_cell.to_string(), at)
            }
        };
        let series = color.and_then(|color| cell(color, row)).map(|cell| cell.to_string()).unwrap_or_default();
        let alone = value.aggregate == Aggregate::None && mark != Mark::Bar;
        let place = places.get(&(text.clone(), series.clone())).filter(|_| !alone);
        if let Some((_, numbers)) = place.and_then(|place| groups.get_mut(*place)) {
            numbers.push(number);
        } else {
            places.insert((text.clone(), series.clone()), groups.len());
            groups.push((Datum { key: text, at, value: 0.0, series }, vec![number]));
        }
    }
    let marks =
        groups.into_iter().map(|(datum, numbers)| Datum { value: aggregate(value.aggregate, numbers), ..datum });
    Some(marks.collect())
}

/// One number of those of a group. Bars of one key that are not aggregated are stacked.
fn aggregate(aggregate: Aggregate, mut numbers: Vec<f64>) -> f64 {
    let sum: f64 = numbers.iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "charts hold few values")]
    let count = numbers.len() as f64;
    match aggregate {
        Aggregate::None | Aggregate::Count | Aggregate::Sum => sum,
        Aggregate::Mean => sum / count,
        Aggregate::Min => numbers.into_iter().fold(f64::INFINITY, f64::min),
        Aggregate::Max => numbers.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Aggregate::Median => {
            numbers.sort_by(f64::total_cmp);
            let middle = numbers.len() / 2;
            let at = |index: usize| numbers.get(index).copied().unwrap_or_default();
            if numbers.len() % 2 == 1 { at(middle) } else { f64::midpoint(at(middle.saturating_sub(1)), at(middle)) }
        }
    }
}

fn bin_name(from: f64, until: f64) -> String {
    format!("{}–{}", rough(from), rough(until))
}

/// Bins of equal width whose ends are round numbers.
struct Bins {
    step: f64,
}

impl Bins {
    /// The outer option is none where a value is no number.
    #[expect(clippy::option_option, reason = "no bins and no chart are two things")]
    fn of(key: &Channel, data: &ChartData) -> Option<Option<Self>> {
        let Pieces::Bins(most) = key.pieces else { return Some(None) };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for cell in data.rows.iter().filter_map(|row| row.get(key.column?)).filter(|cell| !cell.is_null()) {
            let number = cell.as_f64()?;
            low = low.min(number);
            high = high.max(number);
        }
        let span = high - low;
        if !span.is_finite() {
            return None;
        }
        let span = if span > 0.0 { span } else { 1.0 };
        // As Vega does: a power of ten, made finer as long as there are not too many bins.
        let mut step = 10_f64.powf((span / most).log10().ceil());
        for divisor in [5.0, 2.0] {
            if span / (step / divisor) <= most {
                step /= divisor;
            }
        }
        Some(Some(Self { step }))
    }

    fn name(&self, number: f64) -> (String, Option<f64>) {
        let from = (number / self.step).floor() * self.step;
        (bin_name(from, from + self.step), Some(from))
    }
}

/// Puts the marks in the chart's order.
pub(super) fn sort(data: &mut [Datum], key: &Channel) {
    let by_key = |one: &Datum, other: &Datum| match (one.at, other.at) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        (Some(_) | None, _) => match (one.key.parse::<f64>(), other.key.parse::<f64>()) {
            (Ok(one), Ok(other)) => one.total_cmp(&other),
            (Ok(_) | Err(_), _) => one.key.cmp(&other.key),
        },
    };
    let turn = |order: Ordering, descending: bool| if descending { order.reverse() } else { order };
    if data.iter().all(|datum| datum.at.is_some()) {
        data.sort_by(by_key);
        return;
    }
    match &key.order {
        Order::Data => {}
        Order::Key { descending } => data.sort_by(|one, other| turn(by_key(one, other), *descending)),
        Order::Value { descending } => {
            data.sort_by(|one, other| turn(one.value.total_cmp(&other.value), *descending));
        }
        Order::Listed(keys) => {
            let place = |datum: &Datum| keys.iter().position(|key| *key == datum.key).unwrap_or(keys.len());
            data.sort_by_key(place);
        }
    }
}

/// Where a moment lies, in days: of a year, a month, a day or a time of a day in ISO form, or a number as it is.
pub(in crate::render::terminal::chart) fn position(text: &str) -> Option<f64> {
    let text = text.trim();
    let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, ""));
    let mut parts = day.splitn(3, '-');
    let year = parts.next()?;
    if year.len() != 4 {
        return text.parse().ok().filter(|number: &f64| number.is_finite());
    }
    let year: i32 = year.parse().ok()?;
    let month: u32 = parts.next().map_or(Some(1), |month| month.parse().ok())?;
    let day: u32 = parts.next().map_or(Some(1), |day| day.parse().ok())?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut clock = time.trim_end_matches('Z').splitn(3, ':').map(|part| part.parse::<f64>().ok());
    let mut next = || clock.next().flatten().unwrap_or(0.0);
    let seconds = next() * 3_600.0 + next() * 60.0 + next();
    Some(days(year, month, day) + seconds / 86_400.0)
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms").
fn days(year: i32, month: u32, day: u32) -> f64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = i32::try_from((153 * ((month + 9) % 12) + 2) / 5 + day - 1).unwrap_or(0);
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    f64::from(era * 146_097 + day_of_era - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_places() {
        for (text, days) in [
            ("1970-01-01", Some(0.0)),
            ("2000-03-01", Some(11_017.0)),
            ("2024-02-29 12:00:00", Some(19_782.5)),
            ("2024-01-01T06:00:00Z", Some(19_723.25)),
            ("1969", Some(-365.0)),
            ("2024-13-01", None),
            ("soon", None),
            ("12", Some(12.0)),
        ] {
            assert_eq!(position(text), days, "{text}");
        }
    }

    #[test]
    fn groups_become_one_number() {
        let numbers = || vec![4.0, 1.0, 10.0, 1.0];
        for (kind, expected) in [
            (Aggregate::Sum, 16.0),
            (Aggregate::Mean, 4.0),
            (Aggregate::Median, 2.5),
            (Aggregate::Min, 1.0),
            (Aggregate::Max, 10.0),
        ] {
            assert!((aggregate(kind, numbers()) - expected).abs() < 1e-12, "{kind:?}");
        }
    }
}

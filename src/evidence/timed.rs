//! Which of two cells came first.
//!
//! Uses the sources and columns of this room.

use super::column::Column;
use super::source::{Place, Source};

/// How a key orders two rows.
enum Order {
    /// Years, days and other periods.
    Periods(f64),
    /// Months or quarters, which come again each year: the way from one to the other, of so many in a year.
    Parts(f64, f64),
}

/// Two cells in the order of time: rows of periods, alone or within one name, or columns of years.
#[must_use]
pub fn in_time(of: &Source, one: Place, other: Place) -> Option<(Place, Place)> {
    if one.row == other.row {
        let year = |place: Place| of.columns.get(place.column).and_then(|column| column.year);
        let (first, second) = (year(one)?, year(other)?);
        return (first != second).then_some(if first < second { (one, other) } else { (other, one) });
    }
    if one.column != other.column {
        return None;
    }
    let cell = |column: usize, row: usize| of.cell(Place { column, row });
    let keys = of.columns.iter().filter(|column| of.is_key(column.index));
    let differing = keys.filter(|key| cell(key.index, one.row) != cell(key.index, other.row));
    // Rows that differ in more than time are not ordered by it.
    let orders: Vec<Order> = differing.map(|key| order(key, one.row, other.row)).collect::<Option<_>>()?;
    let periods = orders.iter().find_map(|order| if let Order::Periods(way) = order { Some(*way) } else { None });
    let way = match (periods, orders.as_slice()) {
        (Some(way), _) => way,
        // From December to January it is not eleven months back.
        (None, [Order::Parts(way, all)]) if way.abs() * 2.0 <= *all => *way,
        (None, _) => return None,
    };
    (way != 0.0).then_some(if way > 0.0 { (one, other) } else { (other, one) })
}

/// The way in time from the one row to the other; none of a key that is no time.
fn order(key: &Column, one: usize, other: usize) -> Option<Order> {
    let period = |row: usize| key.periods.get(row).copied().flatten().map(|period| period.first);
    if let (Some(first), Some(second)) = (period(one), period(other)) {
        #[expect(clippy::cast_precision_loss, reason = "days")]
        return Some(Order::Periods((second - first) as f64));
    }
    if key.is_calendar {
        #[expect(clippy::cast_precision_loss, reason = "at most so many as a year has days")]
        return Some(Order::Parts(other as f64 - one as f64, f64::INFINITY));
    }
    let number = |row: usize| key.numbers.get(row).copied().flatten();
    let all = if key.is_month {
        12.0
    } else if key.is_quarter() {
        4.0
    } else {
        return None;
    };
    Some(Order::Parts(number(other)? - number(one)?, all))
}

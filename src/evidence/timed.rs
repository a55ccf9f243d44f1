//! Which of two cells came first.
//!
//! Uses the sources and columns of this room.

use super::column::Column;
use super::rounding::count;
use super::source::{Place, Source};

/// How a key orders two rows.
enum Order {
    /// Years, days and other periods.
    Periods(f64),
    /// Months, quarters or days of the week, which come again: the way from one to the other, and after how many they do.
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
    let keys = || of.columns.iter().filter(|column| of.is_key(column.index));
    let is_same = |key: &&Column| cell(key.index, one.row) == cell(key.index, other.row);
    // Rows that differ in more than time are not ordered by it.
    let orders = keys().filter(|key| !is_same(key)).map(|key| order(key, one.row, other.row));
    let orders: Vec<Order> = orders.collect::<Option<_>>()?;
    let periods = orders.iter().find_map(|order| if let Order::Periods(way) = order { Some(*way) } else { None });
    // Within one year January comes before August.
    let within = keys().filter(is_same).any(|key| key.periods.get(one.row).copied().flatten().is_some());
    let way = match (periods, orders.as_slice()) {
        (Some(way), _) => way,
        // From December to January it is not eleven months back.
        (None, [Order::Parts(way, all)]) if within || way.abs() * 2.0 < *all => *way,
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
    let number = |row: usize| key.numbers.get(row).copied().flatten();
    let (all, way) = if key.is_month {
        (12.0, number(other)? - number(one)?)
    } else if key.is_quarter() {
        (4.0, number(other)? - number(one)?)
    } else if key.is_calendar {
        // The texts of a calendar stand in their order.
        (count(key.periods.len()), count(other) - count(one))
    } else {
        return None;
    };
    Some(Order::Parts(way, all))
}

#[cfg(test)]
mod tests {
    use super::super::example::{source, table};
    use super::*;

    /// The first of two rows of the last column.
    fn first(header: &str, rows: &[&str], one: usize, other: usize) -> Option<usize> {
        let of = source(table(header, rows));
        let column = of.columns.len() - 1;
        in_time(&of, Place { column, row: one }, Place { column, row: other }).map(|(first, _)| first.row)
    }

    #[test]
    fn rows_follow_one_another_by_years_and_parts_of_years() {
        let months = ["1|5", "2|6", "7|8", "12|9"];
        assert_eq!((first("month|n", &months, 1, 0), first("month|n", &months, 0, 1)), (Some(0), Some(0)));
        assert_eq!(first("month|n", &months, 3, 0), None, "from December to January");
        assert_eq!(first("month|n", &months, 0, 2), None, "half a year either way");
        let quarters = ["2023|1|5", "2023|3|6", "2024|1|7", "2024|3|8"];
        assert_eq!(first("year|quarter|n", &quarters, 1, 0), Some(0), "of one year");
        assert_eq!(first("year|quarter|n", &quarters, 2, 1), Some(1));
        let sites = ["Ede|2020|4", "Ede|2021|5", "Goes|2021|6"];
        assert_eq!((first("site|year|n", &sites, 1, 0), first("site|year|n", &sites, 2, 0)), (Some(0), None));
        let days = ["Mon|1", "Tue|2", "Wed|3", "Thu|4", "Fri|5", "Sat|6", "Sun|7"];
        assert_eq!((first("day|n", &days, 2, 1), first("day|n", &days, 0, 6)), (Some(1), None));
    }
}

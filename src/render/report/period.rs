//! The period that a file covers, from the range of its first column of dates.
//!
//! Uses `event` and `table`. Never parses dates: they are ISO text, whose first ten characters are the day.

use crate::event::Dataset;
use crate::table::{Cell, Kind};

/// From when to when a file's rows are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The column that says so.
    pub column: String,
    /// The first day, `2023-01-01`; a moment where all rows are of one day.
    pub from: String,
    /// The last day; equal to `from` where there is one moment only.
    pub to: String,
}

/// The period of a file: the range of the first column, in the file's order, that holds dates or timestamps.
#[must_use]
pub fn period(dataset: &Dataset) -> Option<Period> {
    dataset.columns.iter().filter(|column| Kind::of(&column.kind).is_temporal()).find_map(|column| {
        let (Cell::Text(min), Cell::Text(max)) = (&column.min, &column.max) else { return None };
        let (from, to) = (day(min), day(max));
        let whole = if from == to { (min.as_str(), max.as_str()) } else { (from, to) };
        Some(Period { column: column.name.clone(), from: whole.0.to_owned(), to: whole.1.to_owned() })
    })
}

fn day(moment: &str) -> &str {
    moment.split_once([' ', 'T']).map_or(moment, |(day, _)| day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::report::columns::tests::{column, dataset};

    #[test]
    fn the_first_column_of_dates_counts() {
        let mut at = column("at", "TIMESTAMP");
        at.min = Cell::Text("2023-01-01 08:00:00".to_owned());
        at.max = Cell::Text("2024-12-31 19:30:00".to_owned());
        let found = period(&dataset(vec![column("n", "BIGINT"), column("empty", "DATE"), at])).unwrap();
        assert_eq!((found.column.as_str(), found.from.as_str(), found.to.as_str()), ("at", "2023-01-01", "2024-12-31"));
    }

    #[test]
    fn one_day_shows_its_hours() {
        let mut at = column("at", "TIMESTAMP");
        at.min = Cell::Text("2023-01-01 08:00:00".to_owned());
        at.max = Cell::Text("2023-01-01 09:00:00".to_owned());
        let found = period(&dataset(vec![at])).unwrap();
        assert_eq!((found.from.as_str(), found.to.as_str()), ("2023-01-01 08:00:00", "2023-01-01 09:00:00"));
    }

    #[test]
    fn without_dates_there_is_no_period() {
        assert_eq!(period(&dataset(vec![column("n", "BIGINT")])), None);
    }
}

//! Columns whose texts or numbers are parts of the calendar.
//!
//! Uses `table` and the names of months of this room.

use super::super::spelled::month_in_any_language;
use super::Column;
use crate::table::{Cell, Table};

/// Whether the texts of a column are months, quarters or days of the week, in their order.
pub(super) fn is_calendar(table: &Table, index: usize) -> bool {
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const QUARTERS: [&str; 4] = ["q1", "q2", "q3", "q4"];
    let place = |row: &Vec<Cell>| {
        let label = row.get(index)?.as_text()?.to_lowercase();
        let day = DAYS.iter().position(|day| label.starts_with(day));
        let part = day.or_else(|| QUARTERS.iter().position(|quarter| *quarter == label));
        month_in_any_language(&label).or(part.and_then(|at| i64::try_from(at).ok()))
    };
    let places: Option<Vec<i64>> = table.rows.iter().map(place).collect();
    places.is_some_and(|places| places.len() > 2 && places.is_sorted() && !table.truncated())
}

impl Column {
    /// Whether its numbers are years.
    #[must_use]
    pub fn is_year(&self) -> bool {
        const NAMES: [&str; 7] = ["y", "yr", "jahr", "an", "annee", "année", "año"];
        let named = self.is_named_by("year") || NAMES.contains(&self.name.to_lowercase().as_str());
        named && self.numbers.iter().flatten().all(|number| (1500.0..=2200.0).contains(number))
    }

    /// Whether its numbers are quarters of the year.
    #[must_use]
    pub fn is_quarter(&self) -> bool {
        self.is_label
            && (self.is_named_by("quarter")
                || ["q", "quartal", "trimestre"].contains(&self.name.to_lowercase().as_str()))
            && self.numbers.iter().flatten().all(|number| (1.0..=4.0).contains(number))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::table;
    use super::*;

    #[test]
    fn months_quarters_and_days_follow_one_another() {
        let is = |labels: &[&str]| is_calendar(&table("part", labels), 0);
        assert!(is(&["January", "February", "March"]) && is(&["Q1", "Q2", "Q4"]) && is(&["Mon", "Tue", "Sunday"]));
        assert!(!is(&["March", "February", "January"]), "ordered by something else");
        assert!(!is(&["January", "February", "all"]) && !is(&["January", "February"]));
        let cut = Table { row_count: 9, ..table("part", &["Q1", "Q2", "Q3"]) };
        assert!(!is_calendar(&cut, 0));
    }
}

//! Days, months, quarters and years: what a date in a text or in a cell stands for.
//!
//! Uses `table` and the year that mentions leave open. A period is the days from its first to its last; days are counted from 1970-01-01.

use super::mention::OPEN_YEAR;
use crate::table::Cell;
use crate::table::calendar::{civil, days};

/// The days from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Period {
    /// First day.
    pub first: i64,
    /// Last day.
    pub last: i64,
}

impl Period {
    /// One day.
    #[must_use]
    pub fn of_day(year: i64, month: i64, day: i64) -> Option<Self> {
        let first = days(year, month, day)?;
        Some(Self { first, last: first })
    }

    /// Months from the first of one of them.
    #[must_use]
    pub fn of_months(year: i64, month: i64, count: i64) -> Option<Self> {
        let (next_year, next_month) =
            (year + (month - 1 + count).div_euclid(12), (month - 1 + count).rem_euclid(12) + 1);
        Some(Self { first: days(year, month, 1)?, last: days(next_year, next_month, 1)? - 1 })
    }

    /// The period that begins on a day and has this many months.
    #[must_use]
    pub fn starting(first: i64, months: i64) -> Option<Self> {
        let (year, month, day) = civil(first);
        if day == 1 { Self::of_months(year, month, months) } else { None }
    }

    /// A year that a number spells.
    #[must_use]
    pub fn of_year(number: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "years are small")]
        let year = (number.fract() == 0.0 && (1000.0..=2500.0).contains(&number)).then_some(number as i64)?;
        Self::of_months(year, 1, 12)
    }

    /// Whether this is a day of any year.
    #[must_use]
    pub fn is_open(self) -> bool {
        civil(self.first).0 == OPEN_YEAR
    }

    /// Whether this is a day of any year, and another period begins on it.
    #[must_use]
    pub fn fits(self, other: Self) -> bool {
        let ((year, month, day), (_, other_month, other_day)) = (civil(self.first), civil(other.first));
        year == OPEN_YEAR && (month, day) == (other_month, other_day)
    }

    /// Whether all days of another period lie in this one.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// What a cell stands for, where it holds a date, a month, a quarter or a year as text.
    #[must_use]
    pub fn of_cell(cell: &Cell) -> Option<Self> {
        let text = cell.as_text()?;
        if text.len() < 6 || text.len() > 30 {
            return None;
        }
        let number = |range: std::ops::Range<usize>| -> Option<i64> {
            let digits = text.get(range)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        let year = number(0..4)?;
        if !matches!(text.get(4..5), Some("-" | "/" | " ")) {
            return None;
        }
        if let Some(quarter) = text.get(5..).and_then(|rest| rest.strip_prefix(['Q', 'q']))
            && let Ok(quarter @ 1..=4) = quarter.parse::<i64>()
        {
            return Self::of_months(year, quarter * 3 - 2, 3);
        }
        let month = number(5..7).filter(|month| (1..=12).contains(month))?;
        match text.len() {
            7 => Self::of_months(year, month, 1),
            _ if matches!(text.get(7..8), Some("-" | "/")) => {
                let rest = text.get(10..11);
                if rest.is_some_and(|next| next != " " && next != "T") {
                    return None;
                }
                Self::of_day(year, month, number(8..10)?)
            }
            _ => None,
        }
    }

    /// Days of a column that are all the first of a month, a quarter or a year stand for the whole of it: so many months.
    pub fn widen(periods: &mut [Option<Self>], quarters: bool) -> Option<i64> {
        let known: Vec<Self> = periods.iter().flatten().copied().collect();
        let is_first = |months: &[i64]| {
            known.iter().all(|period| {
                let (_, month, day) = civil(period.first);
                period.first == period.last && day == 1 && months.contains(&month)
            })
        };
        let months = match known.len() {
            0 => return None,
            1 if !quarters => return None,
            _ if is_first(&[1]) && known.len() > 1 => 12,
            _ if quarters && is_first(&[1, 4, 7, 10]) => 3,
            _ if is_first(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) => 1,
            _ => return None,
        };
        for period in periods.iter_mut().flatten() {
            *period = Self::starting(period.first, months).unwrap_or(*period);
        }
        Some(months)
    }

    /// A day that may stand for the months that it begins, counted from a year's first; any other period is itself.
    #[must_use]
    pub fn widened(self, months: i64) -> Self {
        let (_, month, _) = civil(self.first);
        let begins = self.first == self.last && (month - 1) % months.max(1) == 0;
        if begins { Self::starting(self.first, months).unwrap_or(self) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<Period> {
        Period::of_cell(&Cell::Text(text.to_owned()))
    }

    #[test]
    fn cells_stand_for_periods() {
        assert_eq!(text("2024-03"), Period::of_months(2024, 3, 1));
        assert_eq!(text("2024-Q2"), Period::of_months(2024, 4, 3));
        assert_eq!(text("2024-03-05"), Period::of_day(2024, 3, 5));
        assert_eq!(text("2024-03-05 10:00:00"), Period::of_day(2024, 3, 5));
        for other in ["2024", "2024-13", "20240305", "2024-03-05x", "West", "2024-1-1", "1234-56-78"] {
            assert_eq!(text(other), None, "{other}");
        }
    }

    #[test]
    fn a_day_of_any_year_fits_that_day_only() {
        let open = Period::of_day(0, 2, 29).unwrap();
        let fits = |text: &str| open.fits(Period::of_cell(&Cell::Text(text.to_owned())).unwrap());
        assert!(open.is_open() && fits("2024-02-29") && fits("1996-02-29 10:00:00"));
        assert!(!fits("2024-02-28") && !fits("2024-02"));
        assert!(!Period::of_day(2024, 2, 29).unwrap().fits(Period::of_day(2020, 2, 29).unwrap()));
    }

    #[test]
    fn first_days_stand_for_what_they_begin() {
        let mut months = vec![text("2024-01-01"), None, text("2024-02-01")];
        Period::widen(&mut months, false);
        assert_eq!(months, [Period::of_months(2024, 1, 1), None, Period::of_months(2024, 2, 1)]);
        let mut years = vec![text("2023-01-01"), text("2024-01-01")];
        Period::widen(&mut years, false);
        assert_eq!(years, [Period::of_year(2023.0), Period::of_year(2024.0)]);
        let mut days = vec![text("2024-01-01"), text("2024-02-02")];
        let before = days.clone();
        Period::widen(&mut days, false);
        assert_eq!(days, before);
    }
}

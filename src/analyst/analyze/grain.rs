//! The length of the periods that a series has.
//!
//! Uses `jiff` for calendar arithmetic.

use jiff::ToSpan;
use jiff::civil::Date;

/// The length of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// A day.
    Day,
    /// Seven days from a Monday.
    Week,
    /// A calendar month.
    Month,
    /// Three calendar months.
    Quarter,
    /// A calendar year.
    Year,
}

impl Grain {
    /// As DuckDB's `date_trunc` and `INTERVAL` name it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
        }
    }

    /// As adverb: a series by this grain.
    pub fn each(self) -> &'static str {
        match self {
            Self::Day => "daily",
            Self::Week => "weekly",
            Self::Month => "monthly",
            Self::Quarter => "quarterly",
            Self::Year => "yearly",
        }
    }

    /// The step from one period to the next, as SQL.
    pub fn interval(self) -> &'static str {
        match self {
            Self::Day => "INTERVAL 1 DAY",
            Self::Week => "INTERVAL 7 DAY",
            Self::Month => "INTERVAL 1 MONTH",
            Self::Quarter => "INTERVAL 3 MONTH",
            Self::Year => "INTERVAL 1 YEAR",
        }
    }

    /// About how many days it has.
    pub fn days(self) -> i64 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 91,
            Self::Year => 365,
        }
    }

    /// The first day of the period that a day lies in.
    pub fn floor(self, day: Date) -> Option<Date> {
        match self {
            Self::Day => Some(day),
            Self::Week => day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).ok(),
            Self::Month => Some(day.first_of_month()),
            Self::Quarter => Date::new(day.year(), (day.month() - 1) / 3 * 3 + 1, 1).ok(),
            Self::Year => Some(day.first_of_year()),
        }
    }

    /// The first day of the period before the one that starts on this day.
    pub fn previous(self, start: Date) -> Option<Date> {
        self.floor(start.yesterday().ok()?)
    }

    /// The first day of the period that follows.
    pub fn next(self, start: Date) -> Option<Date> {
        match self {
            Self::Day => start.checked_add(1.day()).ok(),
            Self::Week => start.checked_add(7.days()).ok(),
            Self::Month => start.checked_add(1.month()).ok(),
            Self::Quarter => start.checked_add(3.months()).ok(),
            Self::Year => start.checked_add(1.year()).ok(),
        }
    }
}

//! Columns of dates that are not written year first: which part is the day, and the formats that read all of them.

use super::super::shape::{Shape, detail};
use super::{Column, Type, formats};

impl Column {
    /// The type of dates with day and month before the year. `elsewhere` says what other columns have proven.
    pub(super) fn day_month(&self, elsewhere: Option<bool>) -> Type {
        let seen = |bits: u32| self.details & bits != 0;
        let stamp = self.has(Shape::DayMonthStamp) > 0;
        // `%Y` reads two digits as well, so years of both kinds cannot be told apart.
        if seen(detail::SHORT_YEAR) && seen(detail::LONG_YEAR) {
            return Type::Text;
        }
        let year = if seen(detail::SHORT_YEAR) { "%y" } else { "%Y" };
        if seen(detail::NAME_FIRST | detail::NAME_SECOND) {
            let formats = self.with_clocks(&formats::named(self.details, year), stamp);
            // Months by name in some texts and by number in others.
            let all = self.named_months == self.has(Shape::DayMonth) + self.has(Shape::DayMonthStamp);
            return if all { Type::DayMonth { formats, stamp, day_first: true, settled: true } } else { Type::Text };
        }
        let separator = match self.details & (detail::SLASH | detail::DASH | detail::DOT) {
            detail::SLASH => '/',
            detail::DASH => '-',
            detail::DOT => '.',
            _ => return Type::Text,
        };
        let open = [detail::NOT_DAY_FIRST, detail::NOT_MONTH_FIRST, detail::NOT_YEAR_FIRST].map(|bit| !seen(bit));
        let date = |parts: [&str; 3]| parts.join(&separator.to_string());
        // Where one of the parts can only be the day, nobody but those who write dashes has put the year before it.
        let open = match open {
            [day, month, true] if day != month && separator != '-' => [day, month, false],
            open => open,
        };
        let (day_first, settled, date) = match open {
            [false, false, false] => return Type::Text,
            [false, false, true] => (true, true, date([year, "%m", "%d"])),
            // Parts between dashes stand in the order of ISO 8601 more often than in any other.
            [_, _, true] if separator == '-' => (true, false, date([year, "%m", "%d"])),
            [true, false, year_open] => (true, !year_open, date(["%d", "%m", year])),
            [false, true, year_open] => (false, !year_open, date(["%m", "%d", year])),
            [true, true, year_open] => {
                let day_first = elsewhere.unwrap_or(true);
                let settled = !year_open && (elsewhere.is_some() || separator == '.');
                (day_first, settled, date(if day_first { ["%d", "%m", year] } else { ["%m", "%d", year] }))
            }
        };
        Type::DayMonth { formats: self.with_clocks(&[date], stamp), stamp, day_first, settled }
    }

    /// Formats of dates, and of these dates with the times of day that were seen.
    fn with_clocks(&self, dates: &[String], stamp: bool) -> Vec<String> {
        let mut formats = Vec::new();
        for date in dates {
            if self.has(Shape::DayMonth) > 0 {
                formats.push(date.clone());
            }
            if stamp {
                formats.extend(formats::clocks(self.details).into_iter().map(|clock| format!("{date}{clock}")));
            }
        }
        formats
    }
}

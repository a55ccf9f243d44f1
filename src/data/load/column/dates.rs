//! Columns of dates that are not written year first: which part is the day, and the formats that read all of them.

use super::super::shape::{Shape, detail, trim};
use super::{Column, Type, formats};

/// Days that one end of dates must span to be told from years at the other.
const SPREAD: u8 = 6;

/// The numbers at both ends of dates with years of two digits: those of years lie closer together than those of days.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    first: (u8, u8),
    last: (u8, u8),
}

impl Ends {
    /// Those of one date; none where there are no such numbers.
    fn of(text: &[u8]) -> Option<Self> {
        let date = trim(text).split(|byte| byte.is_ascii_whitespace() || *byte == b'T').next()?;
        let mut parts =
            date.split(|byte| !byte.is_ascii_digit()).map(|part| std::str::from_utf8(part).ok()?.parse().ok());
        let (first, last) = (parts.next()??, parts.next_back()??);
        Some(Self { first: (first, first), last: (last, last) })
    }

    fn with(self, other: Self) -> Self {
        let both = |one: (u8, u8), two: (u8, u8)| (one.0.min(two.0), one.1.max(two.1));
        Self { first: both(self.first, other.first), last: both(self.last, other.last) }
    }

    /// Which end the years stand at, as far as their spread tells: at the first one, or perhaps there.
    fn year_is_first(self) -> (bool, bool) {
        let span = |(least, most): (u8, u8)| most - least;
        let (first, last) = (span(self.first), span(self.last));
        (last >= SPREAD && first * 2 <= last, last > first)
    }
}

impl Column {
    /// Notes the ends of a date with a year of two digits.
    pub(super) fn add_ends(&mut self, text: &[u8]) {
        let ends = Ends::of(text);
        self.ends = match (self.ends, ends) {
            (Some(so_far), Some(ends)) => Some(so_far.with(ends)),
            (so_far, ends) => so_far.or(ends),
        };
    }

    /// Whether one of the parts of its dates can only be the day, or only the month.
    pub(in super::super) fn tells_day_and_month(&self) -> bool {
        let seen = |bit: u64| self.details & bit != 0;
        seen(detail::NOT_DAY_FIRST) != seen(detail::NOT_MONTH_FIRST)
    }

    /// The type of dates with day and month before the year. `elsewhere` says what other columns have proven.
    pub(super) fn day_month(&self, elsewhere: Option<bool>) -> Type {
        self.day_month_year(elsewhere, true)
    }

    /// The type with this order, which the user names: the year is last then.
    pub(in super::super) fn ordered(&self, day_first: bool) -> Type {
        match self.decide(Some(day_first)) {
            Type::DayMonth { .. } => self.day_month_year(Some(day_first), false),
            other => other,
        }
    }

    fn day_month_year(&self, elsewhere: Option<bool>, may_begin: bool) -> Type {
        let seen = |bits: u64| self.details & bits != 0;
        let stamp = self.has(Shape::DayMonthStamp) > 0;
        // `%Y` reads two digits as well, so years of both kinds cannot be told apart.
        if seen(detail::SHORT_YEAR) && seen(detail::LONG_YEAR) {
            return Type::Text;
        }
        let year = if seen(detail::SHORT_YEAR) { "%y" } else { "%Y" };
        if seen(detail::NAME_FIRST | detail::NAME_SECOND) {
            // Loose ones are written as numbers before they are read.
            let loose = seen(detail::LOOSE_DATE);
            let dates = if loose { vec![format!("%d %m {year}")] } else { formats::named(self.details, year) };
            let formats = self.with_clocks(&dates, stamp);
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
        let open = if may_begin { open } else { [open[0], open[1], false] };
        let date = |parts: [&str; 3]| parts.join(&separator.to_string());
        let (year_first, doubtful) = self.ends.map_or((false, false), Ends::year_is_first);
        let (day_first, settled, date) = match open {
            [false, false, false] => return Type::Text,
            [false, false, true] => (true, true, date([year, "%m", "%d"])),
            // Where one of the parts can only be the day, few but those who write dashes have put the year before it.
            [day, month, true] if day != month && separator != '-' => match (day, year_first && separator == '/') {
                (_, true) => (true, false, date([year, "%m", "%d"])),
                (true, false) => (true, separator == '.' || !doubtful, date(["%d", "%m", year])),
                (false, false) => (false, separator == '.' || !doubtful, date(["%m", "%d", year])),
            },
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

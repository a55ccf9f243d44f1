//! The time that the data covers: years, slips far from the rest, whole periods, and which ones compare like with like.
//!
//! Uses `subject`, `evidence` and `jiff` for calendar arithmetic. Never reads the clock of the machine: what lies in the
//! future is judged by the gap to the other rows.

use jiff::civil::Date;
use jiff::{ToSpan, Unit};

use super::evidence::{Evidence, Topic};
use super::grain::Grain;
use super::roles::Form;
use super::subject::Subject;
use crate::limits::ANALYST_PERIODS;

/// Years without a row between the rest and a slip.
const LONELY_YEARS: i64 = 1;
/// Months that have to come twice to compare them.
const SAME_MONTHS: i32 = 3;
/// Share of rows up to which lonely years are slips, in one of so many rows.
const SLIPS_ONE_IN: u64 = 200;

/// Dates far from the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slips {
    /// How many.
    pub count: u64,
    /// The one farthest away.
    pub farthest: Date,
    /// Whether it lies after the rest.
    pub after: bool,
}

/// Two stretches of time that compare like with like, each from a day up to the day before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretches {
    /// The earlier one.
    pub before: (Date, Date),
    /// The later one.
    pub after: (Date, Date),
}

/// The time that the data covers.
#[derive(Debug, Clone, PartialEq)]
pub struct Calendar {
    /// The column.
    pub position: usize,
    /// How it is written.
    pub form: Form,
    /// The first day, slips left out.
    pub first: Date,
    /// The last day, slips left out.
    pub last: Date,
    /// Different days.
    pub days: u64,
    /// Rows on these days.
    pub rows: u64,
    /// Dates far from the rest.
    pub slips: Option<Slips>,
    /// Years that are covered from their start to their end, in order.
    pub full_years: Vec<i16>,
    /// The result that says so.
    pub id: String,
}

struct Year {
    number: i64,
    rows: u64,
    first: Date,
    last: Date,
    days: u64,
}

impl Calendar {
    /// Reads the calendar; nothing where there is no clock or no row with a date.
    pub fn of(subject: &Subject<'_>, evidence: &Evidence) -> Option<Self> {
        let (position, form) = subject.clock?;
        let answer = evidence.get(Topic::Calendar)?;
        let mut years: Vec<Year> = Vec::new();
        for row in 0..answer.len() {
            years.push(Year {
                #[expect(clippy::cast_possible_truncation, reason = "calendar years are small")]
                number: answer.number(row, 0)? as i64,
                rows: answer.count(row, 1)?,
                first: day(&answer.text(row, 2)?)?,
                last: day(&answer.text(row, 3)?)?,
                days: answer.count(row, 5)?,
            });
        }
        let (main, slips) = without_slips(years);
        let (first, last) = (main.first()?.first, main.last()?.last);
        let mut calendar = Self {
            position,
            form,
            first,
            last,
            days: main.iter().map(|year| year.days).sum(),
            rows: main.iter().map(|year| year.rows).sum(),
            slips,
            full_years: Vec::new(),
            id: answer.id.clone(),
        };
        calendar.full_years = main
            .iter()
            .filter(|year| calendar.covers(year))
            .filter_map(|year| i16::try_from(year.number).ok())
            .collect();
        Some(calendar)
    }

    fn covers(&self, year: &Year) -> bool {
        let Some(start) = i16::try_from(year.number).ok().and_then(|number| Date::new(number, 1, 1).ok()) else {
            return false;
        };
        let Some(end) = Grain::Year.next(start) else { return false };
        self.form == Form::Year || (self.begins(start) && self.ends(end))
    }

    /// Days between one day with rows and the next, on average, rounded up.
    fn spacing(&self) -> i64 {
        let span = days_between(self.first, self.last);
        let steps = i64::try_from(self.days.saturating_sub(1)).unwrap_or(i64::MAX).max(1);
        span.div_euclid(steps) + i64::from(span.rem_euclid(steps) > 0)
    }

    /// Whether the data begins at or before a day, but for a few usual gaps.
    fn begins(&self, start: Date) -> bool {
        days_between(start, self.first) <= self.slack()
    }

    /// Whether the data goes up to the day before another, but for a few usual gaps.
    fn ends(&self, end: Date) -> bool {
        days_between(self.last, end) - 1 <= self.slack()
    }

    fn slack(&self) -> i64 {
        if self.spacing() <= 1 { 2 } else { (2 * self.spacing()).clamp(3, 31) }
    }

    /// The longest day of all: from the first to the last, both counted.
    pub fn span_days(&self) -> i64 {
        days_between(self.first, self.last) + 1
    }

    /// The period length that gives a readable series.
    pub fn grain(&self) -> Grain {
        let span = self.span_days();
        if self.form == Form::Year {
            return Grain::Year;
        }
        let most = i64::try_from(ANALYST_PERIODS).unwrap_or(i64::MAX);
        let usual = match span {
            ..=62 => Grain::Day,
            63..=200 => Grain::Week,
            _ if span / 30 < most => Grain::Month,
            _ if span / 91 < most => Grain::Quarter,
            _ => Grain::Year,
        };
        let coarse_enough = |grain: &Grain| grain.days() * 2 > self.spacing();
        [usual, Grain::Month, Grain::Quarter, Grain::Year]
            .into_iter()
            .skip_while(|grain| grain.days() < usual.days())
            .find(coarse_enough)
            .unwrap_or(Grain::Year)
    }

    /// The first day of the first whole period and of the last one.
    pub fn whole(&self, grain: Grain) -> Option<(Date, Date)> {
        let mut start = grain.floor(self.first)?;
        if self.form != Form::Year && !self.begins(start) {
            start = grain.next(start)?;
        }
        let mut last = grain.floor(self.last)?;
        if self.form != Form::Year && !self.ends(grain.next(last)?) {
            last = grain.floor(last.yesterday().ok()?)?;
        }
        (start < last).then_some((start, last))
    }

    /// Stretches that compare like with like: whole years; the last twelve months and those before; halves.
    pub fn stretches(&self) -> Option<Stretches> {
        if let (Some(first), Some(last)) = (self.full_years.first(), self.full_years.last())
            && first < last
        {
            return Some(Stretches { before: year(*first)?, after: year(*last)? });
        }
        if self.form == Form::Year {
            return None;
        }
        let (first, last) = self.whole(Grain::Month)?;
        let end = Grain::Month.next(last)?;
        let middle = end.checked_sub(12.months()).ok()?;
        let start = middle.checked_sub(12.months()).ok()?;
        if start >= first {
            return Some(Stretches { before: (start, middle), after: (middle, end) });
        }
        let enough = first.checked_add(SAME_MONTHS.months()).ok()?;
        (middle >= enough)
            .then_some(Stretches { before: (first, middle), after: (first.checked_add(12.months()).ok()?, end) })
    }

    /// The last, unfinished year against the same months of the year before, where that year is whole.
    pub fn same_months(&self) -> Option<Stretches> {
        let (_, last) = self.whole(Grain::Month)?;
        let end = Grain::Month.next(last)?;
        let this = last.first_of_year();
        if self.full_years.contains(&this.year())
            || !self.full_years.contains(&(this.year() - 1))
            || i32::from(last.month()) < SAME_MONTHS
        {
            return None;
        }
        let back = |day: Date| day.checked_sub(1.year()).ok();
        Some(Stretches { before: (back(this)?, back(end)?), after: (this, end) })
    }

    /// Two halves of a short time, in whole periods of a grain.
    pub fn halves(&self, grain: Grain) -> Option<Stretches> {
        let (first, last) = self.whole(grain)?;
        let mut starts = vec![first];
        while let Some(next) = starts.last().and_then(|start| grain.next(*start)).filter(|next| *next <= last) {
            starts.push(next);
        }
        let half = starts.len() / 2;
        let middle = *starts.get(half)?;
        let later = *starts.get(starts.len() - half)?;
        (half >= 2).then_some(Stretches { before: (first, middle), after: (later, grain.next(last)?) })
    }
}

/// Parts the years from those few that lie apart.
fn without_slips(years: Vec<Year>) -> (Vec<Year>, Option<Slips>) {
    let total: u64 = years.iter().map(|year| year.rows).sum();
    let mut groups: Vec<Vec<Year>> = Vec::new();
    for year in years {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| year.number - last.number <= LONELY_YEARS + 1) => {
                group.push(year);
            }
            Some(_) | None => groups.push(vec![year]),
        }
    }
    let rows = |group: &[Year]| group.iter().map(|year| year.rows).sum::<u64>();
    let Some(largest) = (0..groups.len()).max_by_key(|index| groups.get(*index).map_or(0, |group| rows(group))) else {
        return (Vec::new(), None);
    };
    let apart = total - groups.get(largest).map_or(0, |group| rows(group));
    if groups.len() < 2 || apart.saturating_mul(SLIPS_ONE_IN) > total {
        return (groups.into_iter().flatten().collect(), None);
    }
    let after = groups.len() > largest + 1;
    let farthest = if after {
        groups.last().and_then(|group| group.last()).map(|year| year.last)
    } else {
        groups.first().and_then(|group| group.first()).map(|year| year.first)
    };
    let main = groups.swap_remove(largest);
    let slips = farthest.map(|farthest| Slips { count: apart, farthest, after });
    (main, slips)
}

/// The day of a date or timestamp as DuckDB writes it.
pub fn day(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

/// A year from its first day up to the day after its last.
fn year(number: i16) -> Option<(Date, Date)> {
    Some((Date::new(number, 1, 1).ok()?, Date::new(number.checked_add(1)?, 1, 1).ok()?))
}

/// Days from one day to another, negative where the other is earlier.
pub fn days_between(from: Date, to: Date) -> i64 {
    from.until((Unit::Day, to)).map_or(0, |span| i64::from(span.get_days()))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn calendar(first: Date, last: Date, days: u64, full_years: Vec<i16>) -> Calendar {
        let id = String::new();
        Calendar { position: 0, form: Form::Date, first, last, days, rows: days, slips: None, full_years, id }
    }

    #[test]
    fn lonely_years_are_slips_only_where_they_are_few() {
        let year = |number: i16, rows| Year {
            number: i64::from(number),
            rows,
            first: date(number, 1, 1),
            last: date(number, 12, 31),
            days: 300,
        };
        let (main, slips) = without_slips(vec![year(2022, 900), year(2023, 900), year(2032, 1), year(2033, 1)]);
        assert_eq!(main.len(), 2);
        assert_eq!(slips, Some(Slips { count: 2, farthest: date(2033, 12, 31), after: true }));
        let (main, slips) = without_slips(vec![year(1990, 90), year(2023, 900)]);
        assert_eq!((main.len(), slips), (2, None));
    }

    #[test]
    fn unfinished_periods_are_left_out() {
        let data = calendar(date(2022, 1, 2), date(2024, 6, 12), 880, vec![2022, 2023]);
        assert_eq!(data.grain(), Grain::Month);
        assert_eq!(data.whole(Grain::Month), Some((date(2022, 1, 1), date(2024, 5, 1))));
        let both = data.stretches().unwrap();
        assert_eq!(both.before, (date(2022, 1, 1), date(2023, 1, 1)));
        assert_eq!(both.after, (date(2023, 1, 1), date(2024, 1, 1)));
        let same = data.same_months().unwrap();
        assert_eq!(same.before, (date(2023, 1, 1), date(2023, 6, 1)));
        assert_eq!(same.after, (date(2024, 1, 1), date(2024, 6, 1)));
    }

    #[test]
    fn a_year_and_a_half_compares_the_same_months() {
        let data = calendar(date(2022, 7, 1), date(2023, 12, 31), 540, vec![2023]);
        let both = data.stretches().unwrap();
        assert_eq!(both.before, (date(2022, 7, 1), date(2023, 1, 1)));
        assert_eq!(both.after, (date(2023, 7, 1), date(2024, 1, 1)));
    }

    #[test]
    fn a_short_time_has_halves() {
        let data = calendar(date(2024, 1, 1), date(2024, 1, 10), 10, Vec::new());
        assert_eq!(data.stretches(), None);
        let halves = data.halves(Grain::Day).unwrap();
        assert_eq!(halves.before, (date(2024, 1, 1), date(2024, 1, 6)));
        assert_eq!(halves.after, (date(2024, 1, 6), date(2024, 1, 11)));
    }
}

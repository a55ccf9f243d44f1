//! Days since 1970-01-01 and the days of the calendar they are, in the proleptic Gregorian calendar.
//!
//! Uses nothing. Both ways are Howard Hinnant's (<https://howardhinnant.github.io/date_algorithms.html>). They reach as far
//! as DuckDB's dates and timestamps do, which is further than calendar crates go.

/// Days from the first of March of the year 0, on which the eras below begin, to 1970-01-01.
const EPOCH: i64 = 719_468;
/// Days of 400 years, after which the calendar repeats itself.
const ERA_DAYS: i64 = 146_097;
/// Years that are counted, before and after the year 0.
const YEARS: i64 = 9_999;

/// The months' English names, in full; three letters are short for each.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Days from 1970-01-01 to a day of the years -9999 to 9999, months and days counted from 1; none where there is no such
/// day. The year before 1 is 0.
#[must_use]
pub fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !(-YEARS..=YEARS).contains(&year) {
        return None;
    }
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * ERA_DAYS + day_of_era - EPOCH;
    (civil(days) == (year, month, day)).then_some(days)
}

/// Year, month and day of a count of days since 1970-01-01, months and days counted from 1; the year before 1 is 0. The
/// count may be as far from 0 as a timestamp's seconds are.
#[must_use]
pub fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(EPOCH);
    let era = shifted.div_euclid(ERA_DAYS);
    let day_of_era = shifted.rem_euclid(ERA_DAYS);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let part = (5 * day_of_year + 2) / 153;
    let month = if part < 10 { part + 3 } else { part - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day_of_year - (153 * part + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use jiff::civil::Date;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn days_of_the_calendar_are_counted_from_1970() {
        assert_eq!(days(1970, 1, 1), Some(0));
        assert_eq!(days(2000, 3, 1), Some(11_017));
        assert_eq!(days(2024, 2, 29).map(civil), Some((2024, 2, 29)));
        assert_eq!(days(0, 1, 1), Some(-719_528));
        for (year, month, day) in
            [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0)]
        {
            assert_eq!(days(year, month, day), None, "{year}-{month}-{day}");
        }
        assert_eq!((days(10_000, 1, 1), days(i64::MIN, 1, 1)), (None, None));
    }

    proptest! {
        #[test]
        fn days_are_those_of_a_calendar_crate(year in -9_999i16..=9_999, month in 0i8..=13, day in 0i8..=32) {
            let theirs = Date::new(year, month, day).ok();
            let since = theirs.map(|date| i64::from(date.since(Date::constant(1970, 1, 1)).unwrap().get_days()));
            prop_assert_eq!(days(year.into(), month.into(), day.into()), since);
            if let Some(since) = since {
                prop_assert_eq!(civil(since), (year.into(), month.into(), day.into()));
            }
        }

        #[test]
        fn each_day_follows_the_one_before_it(count in -200_000_000_000_000i64..200_000_000_000_000) {
            let (year, month, day) = civil(count);
            let (next_year, next_month, next_day) = civil(count + 1);
            prop_assert!((1..=12).contains(&month) && (1..=31).contains(&day));
            let follows = (next_year, next_month, next_day) == (year, month, day + 1)
                || next_day == 1 && (next_year, next_month) == (year, month + 1)
                || (next_month, next_day) == (1, 1) && (next_year, month, day) == (year + 1, 12, 31);
            prop_assert!(follows, "{:?} {:?}", civil(count), civil(count + 1));
            if (-3_000_000..2_900_000).contains(&count) {
                prop_assert_eq!(days(year, month, day), Some(count));
            }
        }

        #[test]
        fn any_count_has_a_day(count in any::<i64>()) {
            let (_, month, day) = civil(count);
            prop_assert!((1..=12).contains(&month) && (1..=31).contains(&day));
        }
    }
}

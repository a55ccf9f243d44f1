//! Dates, times and timestamps as DuckDB writes them.
//!
//! Uses nothing. Covers every value that DuckDB can hold, also far outside of what calendars are used for.

use std::fmt::Write as _;

const MICROS_A_SECOND: i64 = 1_000_000;
const NANOS_A_SECOND: i64 = 1_000_000_000;
const SECONDS_A_DAY: i64 = 86_400;

/// A count of days since 1970-01-01, such as `2024-01-31`.
pub(super) fn date(days: i32) -> String {
    match days {
        i32::MAX => "infinity".to_owned(),
        days if days == -i32::MAX => "-infinity".to_owned(),
        days => {
            let (year, rest) = civil(i64::from(days));
            if year > 0 { format!("{year:04}-{rest}") } else { format!("{:04}-{rest} (BC)", 1 - year) }
        }
    }
}

/// A time of day, such as `09:30:00` or `09:30:00.25`.
pub(super) fn time(micros: i64) -> String {
    clock(micros.div_euclid(MICROS_A_SECOND), micros.rem_euclid(MICROS_A_SECOND) * 1_000)
}

/// Units of a timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Second,
    Milli,
    Micro,
    Nano,
}

impl Unit {
    fn a_second(self) -> i64 {
        match self {
            Self::Second => 1,
            Self::Milli => 1_000,
            Self::Micro => MICROS_A_SECOND,
            Self::Nano => NANOS_A_SECOND,
        }
    }
}

/// A count of units since 1970-01-01, such as `2024-01-31 09:30:00`.
pub(super) fn timestamp(count: i64, unit: Unit) -> String {
    match count {
        i64::MAX => return "infinity".to_owned(),
        count if count == -i64::MAX => return "-infinity".to_owned(),
        _ => {}
    }
    let a_second = unit.a_second();
    let seconds = count.div_euclid(a_second);
    let nanos = count.rem_euclid(a_second) * (NANOS_A_SECOND / a_second);
    let (year, rest) = civil(seconds.div_euclid(SECONDS_A_DAY));
    let time = clock(seconds.rem_euclid(SECONDS_A_DAY), nanos);
    if year > 0 { format!("{year:04}-{rest} {time}") } else { format!("{:04}-{rest} (BC) {time}", 1 - year) }
}

/// Hours, minutes and seconds, with as many digits behind the point as there are.
fn clock(seconds: i64, nanos: i64) -> String {
    let mut text = format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if nanos != 0 {
        let _ = write!(text, ".{}", format!("{nanos:09}").trim_end_matches('0'));
    }
    text
}

/// Year and `MM-DD` of a count of days since 1970-01-01, in the proleptic Gregorian calendar. Howard Hinnant's
/// `civil_from_days` (<https://howardhinnant.github.io/date_algorithms.html>).
fn civil(days: i64) -> (i64, String) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, format!("{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_written_in_iso() {
        for (days, text) in
            [(0, "1970-01-01"), (19_753, "2024-01-31"), (19_782, "2024-02-29"), (-719_528, "0001-01-01 (BC)")]
        {
            assert_eq!(date(days), text);
        }
        assert_eq!(timestamp(1_706_693_400, Unit::Second), "2024-01-31 09:30:00");
        assert_eq!(timestamp(-1, Unit::Nano), "1969-12-31 23:59:59.999999999");
        assert_eq!(timestamp(1_706_693_400_250, Unit::Milli), "2024-01-31 09:30:00.25");
        assert_eq!(time(34_200_000_000), "09:30:00");
    }
}

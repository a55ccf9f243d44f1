//! Dates, times and timestamps as DuckDB writes them.
//!
//! Uses `table`. Covers every value that DuckDB can hold, also far outside of what calendars are used for.

use std::fmt::Write as _;

use crate::table::calendar::civil;

const MICROS_A_SECOND: i64 = 1_000_000;
const NANOS_A_SECOND: i64 = 1_000_000_000;
const SECONDS_A_DAY: i64 = 86_400;

/// A count of days since 1970-01-01, such as `2024-01-31`.
pub(super) fn date(days: i32) -> String {
    match days {
        i32::MAX => "infinity".to_owned(),
        days if days == -i32::MAX => "-infinity".to_owned(),
        days => {
            let (year, rest) = written(i64::from(days));
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
    let (year, rest) = written(seconds.div_euclid(SECONDS_A_DAY));
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

/// The year of a day, and `MM-DD`.
fn written(days: i64) -> (i64, String) {
    let (year, month, day) = civil(days);
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

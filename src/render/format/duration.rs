//! Durations and moments of the run, for a person.

/// A duration in milliseconds: `8 ms`, `3.2 s`, `2 min 5 s`, `1 h 12 min`.
#[must_use]
pub fn duration(ms: u64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    let seconds = ms.saturating_add(500) / 1_000;
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..9_950 => format!("{}.{} s", tenths / 10, tenths % 10),
        9_950..59_500 => format!("{seconds} s"),
        59_500..3_599_500 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => {
            let minutes = seconds / 60;
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

/// What lies between two moments of a run, both in milliseconds since its start.
#[must_use]
pub fn elapsed(start_ms: u64, end_ms: u64) -> String {
    duration(end_ms.saturating_sub(start_ms))
}

/// The day of an RFC 3339 moment: `2026-11-27`.
#[must_use]
pub fn day_of(moment: &str) -> &str {
    moment.split_once(['T', ' ']).map_or(moment, |(day, _)| day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_keep_two_units_at_most() {
        for (ms, shown) in [
            (0, "0 ms"),
            (999, "999 ms"),
            (1_000, "1.0 s"),
            (9_949, "9.9 s"),
            (9_950, "10 s"),
            (59_499, "59 s"),
            (59_500, "1 min 0 s"),
            (125_000, "2 min 5 s"),
            (4_320_000, "1 h 12 min"),
            (u64::MAX, "5124095576030 h 25 min"),
        ] {
            assert_eq!(duration(ms), shown);
        }
        assert_eq!(elapsed(5, 3), "0 ms");
    }

    #[test]
    fn a_moment_has_a_day() {
        assert_eq!(day_of("2026-11-27T14:03:00Z"), "2026-11-27");
        assert_eq!(day_of(""), "");
    }
}

//! Formats of dates and times of day, as DuckDB's `strptime` takes them, from the details that a column's texts show.

use super::super::shape::detail;

/// Formats of dates with a month by its name.
pub(super) fn named(details: u64, year: &str) -> Vec<String> {
    let seen = |bit: u64| details & bit != 0;
    // A column of nothing but May shows neither kind.
    let brief = seen(detail::BRIEF_NAME) || !seen(detail::WHOLE_NAME);
    let mut months = Vec::new();
    months.extend(brief.then_some("%b"));
    months.extend(seen(detail::WHOLE_NAME).then_some("%B"));
    let mut formats = Vec::new();
    for month in months {
        for (bit, separator) in [(detail::SPACED, ' '), (detail::DASH, '-'), (detail::SLASH, '/')] {
            if seen(detail::NAME_SECOND) && seen(bit) {
                formats.push(format!("%d{separator}{month}{separator}{year}"));
            }
        }
        for (bit, comma) in [(detail::COMMA, ","), (detail::NO_COMMA, "")] {
            if seen(detail::NAME_FIRST) && seen(bit) {
                formats.push(format!("{month} %d{comma} {year}"));
            }
        }
    }
    formats
}

/// What may stand behind a date: the times of day that were seen.
pub(super) fn clocks(details: u64) -> Vec<String> {
    let seen = |bit: u64| details & bit != 0;
    let mut clocks = Vec::new();
    for (between, there) in [(' ', detail::SPACE), ('T', detail::LETTER_T)] {
        for (minutes, precise) in
            [(":%M", detail::MINUTES), (":%M:%S", detail::SECONDS), (":%M:%S.%f", detail::FRACTION)]
        {
            if !(seen(there) && seen(precise)) {
                continue;
            }
            clocks.extend(seen(detail::WHOLE_DAY).then(|| format!("{between}%H{minutes}")));
            clocks.extend(seen(detail::HALF_DAY).then(|| format!("{between}%I{minutes} %p")));
        }
    }
    clocks
}

/// Formats of times of day that name the half of it.
pub(super) fn halves(details: u64) -> Vec<String> {
    let precise = [(":%M", detail::MINUTES), (":%M:%S", detail::SECONDS), (":%M:%S.%f", detail::FRACTION)];
    precise.into_iter().filter(|(_, bit)| details & bit != 0).map(|(minutes, _)| format!("%I{minutes} %p")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_follow_what_was_seen() {
        let details = detail::NAME_SECOND | detail::SPACED | detail::BRIEF_NAME | detail::WHOLE_NAME;
        assert_eq!(named(details, "%Y"), ["%d %b %Y", "%d %B %Y"]);
        assert_eq!(named(detail::NAME_FIRST | detail::COMMA | detail::WHOLE_NAME, "%y"), ["%B %d, %y"]);
        assert_eq!(clocks(detail::SPACE | detail::SECONDS | detail::HALF_DAY), [" %I:%M:%S %p"]);
        assert_eq!(clocks(detail::LETTER_T | detail::MINUTES | detail::WHOLE_DAY), ["T%H:%M"]);
    }
}

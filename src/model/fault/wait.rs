//! What a server says of trying again: whether, and after which time.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::HeaderMap;

use super::body::ServerError;

/// What a server says of trying again.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Again {
    /// Whether the request may be sent again; none where it does not say.
    pub told: Option<bool>,
    /// The time to wait first, where it says one.
    pub after: Option<Duration>,
}

impl Again {
    /// Reads an answer: `x-should-retry`, `retry-after-ms`, `retry-after` in seconds or as a date, and Gemini's
    /// `RetryInfo` and `QuotaFailure`.
    #[must_use]
    pub fn read(headers: &HeaderMap, error: &ServerError) -> Self {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let milliseconds = || seconds(header("retry-after-ms")?, 1e-3);
        let after = || {
            let text = header("retry-after")?;
            seconds(text, 1.0).or_else(|| until(text, header("date")))
        };
        let after = milliseconds().or_else(after).or_else(|| delay(error));
        let told = match header("x-should-retry") {
            Some("true") => Some(true),
            Some("false") => Some(false),
            // A day's quota does not come back within a run; and a server that names a time to wait for credit means it.
            Some(_) | None if is_daily(error) => Some(false),
            Some(_) | None => (error.effective_status() == Some(402) && after.is_some()).then_some(true),
        };
        Self { told, after }
    }
}

fn seconds(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok()
}

/// The time until a date of HTTP, by the server's own clock where it tells it.
fn until(text: &str, date: Option<&str>) -> Option<Duration> {
    let parser = rfc2822::DateTimeParser::new();
    let then = parser.parse_timestamp(text).ok()?;
    let now = date.and_then(|date| parser.parse_timestamp(date).ok()).unwrap_or_else(Timestamp::now);
    Some(Duration::try_from(then.duration_since(now)).unwrap_or_default())
}

/// Gemini's `RetryInfo.retryDelay`: `27s`, `0.5s`.
fn delay(error: &ServerError) -> Option<Duration> {
    error.details().find_map(|detail| seconds(detail.get("retryDelay")?.as_str()?.strip_suffix('s')?, 1.0))
}

/// Whether one of Gemini's quotas that are used up is that of a day.
fn is_daily(error: &ServerError) -> bool {
    let violations = error.details().filter_map(|detail| detail.get("violations")?.as_array()).flatten();
    violations.filter_map(|violation| violation.get("quotaId")?.as_str()).any(|id| id.contains("PerDay"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(status: u16, headers: &[(&'static str, &'static str)], body: &str) -> Again {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        Again::read(&headers, &ServerError::read(status, body.as_bytes()))
    }

    #[test]
    fn every_way_to_name_a_wait_is_read() {
        let after = |headers: &[(&'static str, &'static str)], body| read(429, headers, body).after;
        let ms = |ms| Some(Duration::from_millis(ms));
        assert_eq!(
            after(&[("retry-after-ms", "1500.5"), ("retry-after", "9")], ""),
            Some(Duration::from_micros(1_500_500))
        );
        assert_eq!(after(&[("retry-after", "2.5")], ""), ms(2_500));
        let date = ("date", "Wed, 21 Oct 2026 07:28:00 GMT");
        assert_eq!(after(&[date, ("retry-after", "Wed, 21 Oct 2026 07:28:30 GMT")], ""), ms(30_000));
        assert_eq!(after(&[date, ("retry-after", "Wed, 21 Oct 2026 07:27:00 GMT")], ""), ms(0));
        assert_eq!(after(&[("retry-after", "soon")], ""), None);
        assert_eq!(after(&[("retry-after", "-1")], ""), None);
        assert_eq!(after(&[("retry-after", "inf")], ""), None);
        assert_eq!(after(&[], r#"{"error":{"details":[{"@type":"x.RetryInfo","retryDelay":"27s"}]}}"#), ms(27_000));
        assert_eq!(after(&[], ""), None);
    }

    #[test]
    fn a_server_says_whether_to_try_again() {
        assert_eq!(read(400, &[("x-should-retry", "true")], "").told, Some(true));
        assert_eq!(read(529, &[("x-should-retry", "false")], "").told, Some(false));
        assert_eq!(read(529, &[], "").told, None);
        let daily = r#"{"error":{"details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject"}]},{"retryDelay":"9s"}]}}"#;
        assert_eq!(read(429, &[], daily).told, Some(false));
        assert_eq!(read(429, &[], &daily.replace("PerDay", "PerMinute")).told, None);
        assert_eq!(read(402, &[("retry-after", "3")], "").told, Some(true));
        assert_eq!(read(402, &[], "").told, None);
    }
}

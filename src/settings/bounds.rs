//! The limits of a run as flags, variables and files give them: each may be missing.

use std::time::Duration;

use super::SettingsError;
use super::section::Section;
use super::values;
use crate::limits::Limits;

/// The limits that somebody gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bounds {
    /// `--max-turns`
    pub max_turns: Option<u32>,
    /// `--max-tokens`
    pub max_tokens: Option<u64>,
    /// `--max-cost`, in US dollars.
    pub max_cost: Option<f64>,
    /// `--timeout`
    pub timeout: Option<Duration>,
    /// `--query-timeout`
    pub query_timeout: Option<Duration>,
    /// `--max-rows`
    pub max_rows: Option<usize>,
    /// `--memory-limit`, in bytes.
    pub memory_limit: Option<u64>,
    /// `--threads`
    pub threads: Option<u32>,
}

impl Bounds {
    /// The keys of files: the flags without their dashes.
    pub(super) const KEYS: [&'static str; 8] =
        ["max-turns", "max-tokens", "max-cost", "timeout", "query-timeout", "max-rows", "memory-limit", "threads"];

    /// What a file gives.
    pub(super) fn of(section: &Section) -> Result<Self, SettingsError> {
        Ok(Self {
            max_turns: section.parsed("max-turns", values::turns)?,
            max_tokens: section.parsed("max-tokens", values::tokens)?,
            max_cost: section.parsed("max-cost", values::dollars)?,
            timeout: section.parsed("timeout", values::duration)?,
            query_timeout: section.parsed("query-timeout", values::duration)?,
            max_rows: section.parsed("max-rows", values::rows)?,
            memory_limit: section.parsed("memory-limit", values::size)?,
            threads: section.parsed("threads", values::threads)?,
        })
    }

    /// These, and where one is missing, that of the others.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        Self {
            max_turns: self.max_turns.or(others.max_turns),
            max_tokens: self.max_tokens.or(others.max_tokens),
            max_cost: self.max_cost.or(others.max_cost),
            timeout: self.timeout.or(others.timeout),
            query_timeout: self.query_timeout.or(others.query_timeout),
            max_rows: self.max_rows.or(others.max_rows),
            memory_limit: self.memory_limit.or(others.memory_limit),
            threads: self.threads.or(others.threads),
        }
    }

    /// The limits that hold: these, and the usual ones where one is missing.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let milliseconds = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let usual = Limits::default();
        Limits {
            max_turns: self.max_turns.unwrap_or(usual.max_turns),
            max_tokens: self.max_tokens.unwrap_or(usual.max_tokens),
            max_cost_usd: self.max_cost.or(usual.max_cost_usd),
            timeout_ms: self.timeout.map(milliseconds).or(usual.timeout_ms),
            query_timeout_ms: self.query_timeout.map_or(usual.query_timeout_ms, milliseconds),
            max_rows: self.max_rows.unwrap_or(usual.max_rows),
            memory_bytes: self.memory_limit.unwrap_or(usual.memory_bytes),
            threads: self.threads.or(usual.threads),
        }
    }

    /// The limits that are not the usual ones, as words of a command line. Threads change no result.
    #[must_use]
    pub fn words(limits: &Limits) -> Vec<String> {
        let usual = Limits::default();
        let mut words = Vec::new();
        let mut put = |name: &str, changed: bool, value: String| {
            if changed {
                words.extend([name.to_owned(), value]);
            }
        };
        put("--max-turns", limits.max_turns != usual.max_turns, limits.max_turns.to_string());
        put("--max-tokens", limits.max_tokens != usual.max_tokens, limits.max_tokens.to_string());
        let dollars = limits.max_cost_usd.unwrap_or_default();
        put("--max-cost", limits.max_cost_usd.is_some(), dollars.to_string());
        let timeout = limits.timeout_ms.unwrap_or_default();
        put("--timeout", limits.timeout_ms.is_some(), format!("{timeout}ms"));
        let query_timeout = limits.query_timeout_ms;
        put("--query-timeout", query_timeout != usual.query_timeout_ms, format!("{query_timeout}ms"));
        put("--max-rows", limits.max_rows != usual.max_rows, limits.max_rows.to_string());
        put("--memory-limit", limits.memory_bytes != usual.memory_bytes, limits.memory_bytes.to_string());
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_gave_is_as_usual() {
        assert_eq!(Bounds::default().limits(), Limits::default());
        assert!(Bounds::words(&Limits::default()).is_empty());
    }

    #[test]
    fn limits_come_back_as_words() {
        let first = Bounds { max_cost: Some(0.5), max_rows: Some(7), ..Bounds::default() };
        let second = Bounds { max_rows: Some(9), timeout: Some(Duration::from_secs(2)), ..Bounds::default() };
        let words = Bounds::words(&first.or(&second).limits());
        assert_eq!(words, ["--max-cost", "0.5", "--timeout", "2000ms", "--max-rows", "7"]);
    }
}

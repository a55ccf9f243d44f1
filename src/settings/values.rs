//! Limits as they are typed, on the command line and in files: durations, sizes, counts, money.
//!
//! What is wrong is told as the end of a sentence about the option.

use std::time::Duration;

use crate::limits::{
    LEAST_MEMORY, LONGEST_DURATION, MOST_DOLLARS, MOST_MEMORY, MOST_ROWS, MOST_THREADS, MOST_TOKENS, SHORTEST_DURATION,
};

/// `500ms`, `30s`, `5m`, `2h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("\"{unit}\" is no unit of time; write 500ms, 30s, 5m or 2h")),
    };
    if !(SHORTEST_DURATION.as_secs_f64()..=LONGEST_DURATION.as_secs_f64()).contains(&seconds) {
        return Err("must lie between 1ms and a year".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// `500MB`, `4GB`, `2GiB`; a bare number is bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("\"{unit}\" is no unit of size; write 500MB, 4GB or 2GiB")),
    };
    let bytes = number * factor;
    if bytes > MOST_MEMORY {
        return Err("is more than any machine has".to_owned());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to lie between 0 and 1e15")]
    let bytes = bytes as u64;
    if bytes < LEAST_MEMORY {
        return Err("must be at least 64MiB".to_owned());
    }
    Ok(bytes)
}

/// Rows kept of a result.
pub fn rows(text: &str) -> Result<usize, String> {
    whole(text, 1, MOST_ROWS)
}

/// Requests to the model.
pub fn turns(text: &str) -> Result<u32, String> {
    whole(text, 1, u32::MAX)
}

/// Tokens of a run, of a turn or of a context.
pub fn tokens(text: &str) -> Result<u64, String> {
    whole(text, 1, MOST_TOKENS)
}

/// Threads for data and queries.
pub fn threads(text: &str) -> Result<u32, String> {
    whole(text, 1, MOST_THREADS)
}

/// Whether something holds: `true`, `yes`, `on`, `1`, or their opposites.
pub fn switch(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("must be true or false".to_owned()),
    }
}

/// US dollars, above nothing.
pub fn dollars(text: &str) -> Result<f64, String> {
    match text.trim().trim_start_matches('$').parse::<f64>() {
        Ok(dollars) if dollars > 0.0 && dollars <= MOST_DOLLARS => Ok(dollars),
        Ok(_) | Err(_) => Err(format!("must be US dollars above 0, such as 0.50, up to {MOST_DOLLARS}")),
    }
}

/// US dollars for a million tokens; nothing is a price too.
pub fn price(text: &str) -> Result<f64, String> {
    match text.trim().replace('_', "").parse::<f64>() {
        Ok(dollars) if (0.0..=MOST_DOLLARS).contains(&dollars) => Ok(dollars),
        Ok(_) | Err(_) => Err(format!("must be US dollars for a million tokens, from 0 to {MOST_DOLLARS}")),
    }
}

/// A whole number, `,` and `_` between its digits left out.
fn whole<N>(text: &str, least: N, most: N) -> Result<N, String>
where
    N: std::str::FromStr + PartialOrd + std::fmt::Display + Copy,
{
    match text.trim().replace(['_', ','], "").parse::<N>() {
        Ok(number) if number >= least && number <= most => Ok(number),
        Ok(_) | Err(_) => Err(format!("must be a whole number from {least} to {most}")),
    }
}

/// A number that is finite and not negative, and the unit behind it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|character: char| !(character.is_ascii_digit() || character == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().map_err(|_| "must begin with a number".to_owned())?;
    Ok((number, unit.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, milliseconds) in [("30s", 30_000), ("1.5m", 90_000), ("250ms", 250), ("2", 2_000), ("1h", 3_600_000)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for wrong in ["", "s", "0s", "-1s", "3 weeks", "1e99h", "nan"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("500 MB"), Ok(500_000_000));
        for wrong in ["1kb", "5 parsecs", "99999TB", ""] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn rows_are_counted() {
        assert_eq!(rows("2,000"), Ok(2_000));
        assert_eq!(tokens("400_000"), Ok(400_000));
        assert_eq!(dollars("0.50"), Ok(0.5));
        assert!(rows("0").is_err() && rows("x").is_err() && rows("1000000").is_err());
        assert!(tokens("0").is_err() && threads("0").is_err() && turns("1.5").is_err());
        for wrong in ["0", "-1", "nan", "inf", "1e9", "free"] {
            assert!(dollars(wrong).is_err(), "{wrong}");
        }
    }
}

//! Values of options as they are typed: durations, sizes, characters, counts.

use std::time::Duration;

/// Stands for no character in reading options.
const NO_CHARACTER: char = '\0';
/// The longest duration: a year. Longer ones are slips.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;
/// The most rows that `--max-rows` may keep of a result.
const MOST_ROWS: usize = 100_000;
/// The least memory with which the database engine works.
const LEAST_MEMORY: u64 = 64 * 1024 * 1024;

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
    if !(0.001..=LONGEST).contains(&seconds) {
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
    if bytes > 1e15 {
        return Err("is more than any machine has".to_owned());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to lie between 0 and 1e15")]
    let bytes = bytes as u64;
    if bytes < LEAST_MEMORY {
        return Err("must be at least 64MiB".to_owned());
    }
    Ok(bytes)
}

/// One character; `\t` is a tab.
pub fn character(text: &str) -> Result<char, String> {
    if matches!(text, "\\t" | "tab") {
        return Ok('\t');
    }
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('\r' | '\n' | '\0'), None) => Err("cannot be a line break or NUL".to_owned()),
        (Some(character), None) if character.is_ascii() => Ok(character),
        (Some(_), None) => Err("must be an ASCII character".to_owned()),
        (None, _) | (Some(_), Some(_)) => Err("must be one character, such as ; or \\t".to_owned()),
    }
}

/// One character, or nothing at all for none.
pub fn character_or_none(text: &str) -> Result<char, String> {
    if text.is_empty() { Ok(NO_CHARACTER) } else { character(text) }
}

/// Rows kept of a result.
pub fn rows(text: &str) -> Result<usize, String> {
    match text.replace(['_', ','], "").parse() {
        Ok(rows) if (1..=MOST_ROWS).contains(&rows) => Ok(rows),
        Ok(_) | Err(_) => Err(format!("must be a whole number from 1 to {MOST_ROWS}")),
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
    fn characters_are_single() {
        assert_eq!(character("\\t"), Ok('\t'));
        assert_eq!(character(";"), Ok(';'));
        for wrong in ["", "ab", "\n", "é"] {
            assert!(character(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rows_are_counted() {
        assert_eq!(rows("2,000"), Ok(2_000));
        assert!(rows("0").is_err() && rows("x").is_err() && rows("1000000").is_err());
    }
}

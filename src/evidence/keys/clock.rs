//! Hours that are written as times: `17:00`, `11 a.m.`, `5pm`, `noon`.
//!
//! Uses passages of this room.

use std::ops::Range;

use super::super::passage::Passage;
use super::super::words::Word;

/// The hours of the day that a passage gives, from 0, and where they stand.
#[must_use]
pub fn hours(text: &str, passage: &Passage) -> Vec<(Range<usize>, f64)> {
    let words = &passage.words;
    let mut found: Vec<(Range<usize>, f64)> = Vec::new();
    for at in 0..words.len() {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or("", |word| word.stem.as_str());
        let Some(named) = words.get(at..).and_then(|words| hour(text, words).or_else(|| placed(text, before, words)))
        else {
            continue;
        };
        // `from 0 to 4 o'clock`, `at 7, 8 and 9 a.m.`
        let mut last = at;
        while let Some(first) = earlier(text, words, last, last != at) {
            last = first;
            let Some(word) = words.get(first) else { break };
            let hour = word.stem.parse::<u8>().ok().filter(|hour| *hour <= 24);
            let Some(hour) = hour.filter(|_| !found.iter().any(|(range, _)| range.start == word.range.start)) else {
                break;
            };
            found.push((word.range.clone(), f64::from(hour % 24)));
        }
        found.push(named);
    }
    found
}

/// The hour before another that it is listed with, or leads to it; by a comma only where a conjunction ends the list.
fn earlier(text: &str, words: &[Word], at: usize, is_list: bool) -> Option<usize> {
    let (before, word) = (at.checked_sub(1)?, words.get(at)?);
    let joint = words.get(before)?;
    if matches!(joint.stem.as_str(), "to" | "and" | "bis" | "und" | "a" | "y" | "à" | "et" | "until") {
        return before.checked_sub(1);
    }
    (is_list && text.get(joint.range.end..word.range.start) == Some(", ")).then_some(before)
}

/// `at 7 in the morning`, `a las 17 h`
fn placed(text: &str, before: &str, words: &[Word]) -> Option<(Range<usize>, f64)> {
    let first = words.first()?;
    let hour: u8 = first.stem.parse().ok().filter(|hour| *hour <= 24)?;
    let leads = matches!(before, "at" | "las" | "à" | "um" | "vers" | "y" | "a" | "bis" | "von");
    let next = words.get(1).map_or("", |word| word.stem.as_str());
    let third = words.get(2).map_or("", |word| word.stem.as_str());
    let part = words.get(3).map_or("", |word| word.stem.as_str());
    let morning = next == "in" && third == "the" && leads;
    let hour = if morning && hour < 12 && matches!(part, "evening" | "afternoon") { hour + 12 } else { hour };
    let close = words
        .get(1)
        .is_some_and(|next| text.get(first.range.end..next.range.start).is_some_and(|gap| gap.trim().is_empty()));
    (morning || leads && close && matches!(next, "h" | "hora" | "heure"))
        .then(|| (first.range.clone(), f64::from(hour % 24)))
}

/// The hour that words begin with.
fn hour(text: &str, words: &[Word]) -> Option<(Range<usize>, f64)> {
    let first = words.first()?;
    let joint = |one: &Word, next: &Word| text.get(one.range.end..next.range.start).unwrap_or_default().to_owned();
    match first.stem.as_str() {
        "noon" | "midday" => return Some((first.range.clone(), 12.0)),
        "midnight" => return Some((first.range.clone(), 0.0)),
        _ => {}
    }
    let digits = first.stem.trim_end_matches(|character: char| !character.is_ascii_digit());
    let hour: u8 = digits.parse().ok().filter(|hour| *hour <= 24)?;
    let half = |word: &str| match word {
        "am" => Some(hour % 12),
        "pm" => Some(hour % 12 + 12),
        _ => None,
    };
    // `5pm`
    if let Some(hour) = first.stem.get(digits.len()..).and_then(half) {
        return Some((first.range.clone(), f64::from(hour)));
    }
    let second = words.get(1).filter(|_| digits.len() == first.stem.len())?;
    let minutes = joint(first, second) == ":" && matches!(second.stem.as_str(), "00" | "59");
    let next = if minutes { words.get(2) } else { Some(second) };
    let before = if minutes { second } else { first };
    if let Some(next) = next.filter(|next| joint(before, next).trim().is_empty()) {
        // `5 pm`
        if let Some(hour) = half(&next.stem) {
            return Some((first.range.start..next.range.end, f64::from(hour)));
        }
        // `10 o'clock`
        if let "o" | "uhr" = next.stem.as_str() {
            return Some((first.range.clone(), f64::from(hour % 24)));
        }
        // `11 a.m.`
        let behind =
            words.get(if minutes { 3 } else { 2 }).filter(|behind| joint(next, behind) == "." && behind.stem == "m");
        if let Some(hour) = behind.and(half(&format!("{}m", next.stem))) {
            return Some((first.range.start..behind?.range.end, f64::from(hour)));
        }
    }
    minutes.then(|| (first.range.start..second.range.end, f64::from(hour % 24)))
}

#[cfg(test)]
mod tests {
    use super::super::super::passage::passages;
    use super::*;

    #[test]
    fn times_are_hours() {
        let read = |text: &str| {
            let found = hours(text, &passages(text)[0]);
            found.into_iter().map(|(range, hour)| (text[range].to_owned(), hour)).collect::<Vec<_>>()
        };
        let of = |text: &str, hour: f64| (text.to_owned(), hour);
        assert_eq!(read("At 17:00 it was 7, at 11 a.m. it was 9."), [of("17:00", 17.0), of("11 a.m", 11.0)]);
        assert_eq!(
            read("From 12 pm to 5pm, and at midnight."),
            [of("12 pm", 12.0), of("5pm", 17.0), of("midnight", 0.0)]
        );
        assert_eq!(read("At 17:30 it was 7, 11 at most."), []);
    }
}

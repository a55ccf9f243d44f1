//! Numbers that are said to be those of a period before: `up from 5.498 a year earlier`, `the month before it was 120`.
//!
//! Uses the scene, periods and sources of this room.

use super::column::Column;
use super::mention::Mention;
use super::scene::Scene;
use super::source::Source;
use crate::table::calendar::civil;

/// Words behind a number that may say when it was, at most.
const BEHIND: usize = 4;
/// Words before it that may.
const BEFORE: usize = 3;

/// Days from the first to the last of a month, at least.
const MONTH: i64 = 27;

/// How long before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ago {
    /// The same time of the year before.
    Year,
    /// The month or the quarter before.
    Period,
    /// So many days before.
    Days(i64),
}

/// Whether a number is said to be that of one year, or of one period, before.
#[must_use]
pub fn ago(scene: &Scene<'_>, mention: &Mention) -> Option<Ago> {
    let words = &scene.passage.words;
    let start = words.iter().position(|word| word.range.start >= mention.range.end).unwrap_or(words.len());
    let clause = scene.clause(mention);
    let inside = |at: &usize| {
        words.get(*at).is_some_and(|word| clause.start <= word.range.start && word.range.end <= clause.end)
    };
    let behind: Vec<&str> = (start..words.len())
        .take(BEHIND)
        .take_while(inside)
        .filter_map(|at| words.get(at))
        .map(|word| word.stem.as_str())
        .collect();
    let before: Vec<&str> = words
        .iter()
        .rev()
        .filter(|word| word.range.end <= mention.range.start)
        .take(BEFORE)
        .map(|word| word.stem.as_str())
        .collect();
    let period = |word: &str| match word {
        "year" => Some(Ago::Year),
        "month" | "quarter" => Some(Ago::Period),
        "week" => Some(Ago::Days(7)),
        "day" => Some(Ago::Days(1)),
        _ => None,
    };
    // `a year earlier`, `the month before`, `in the previous year`
    let follows = behind.windows(3).chain(behind.windows(2)).find_map(|words| match words {
        ["a" | "one" | "the", unit, "earlier" | "before" | "ago"] | ["previous" | "prior" | "preceding", unit] => {
            period(unit)
        }
        _ => None,
    });
    // `(previous year: 5.25)`
    let leads = before.windows(2).find_map(|words| match words {
        [unit, "previous" | "prior" | "preceding"] => period(unit),
        _ => None,
    });
    // `fewer than in the previous year (617 after 623)`
    let opened = scene.text.get(..mention.range.start).is_some_and(|before| before.trim_end().ends_with('('));
    let leads = leads.filter(|_| !opened);
    follows.or(leads)
}

/// Whether a row is not the one that is so long before the only period that the passage names.
#[must_use]
pub fn is_another_time(scene: &Scene<'_>, source: usize, row: usize, ago: Ago) -> bool {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return false };
    let Some(key) = only_key(of) else { return false };
    let mut named =
        naming.rows.iter().filter(|name| name.column == key.index).flat_map(|name| name.rows.iter().copied());
    let Some(now) = named.next().filter(|now| named.all(|other| other == *now)) else { return false };
    let period = |row: usize| key.periods.get(row).copied().flatten();
    let (Some(now), Some(then)) = (period(now), period(row)) else { return false };
    match ago {
        Ago::Year => {
            let ((year, month, _), (before, same, _)) = (civil(now.first), civil(then.first));
            before + 1 != year || month != same
        }
        // Of days the month before holds many.
        Ago::Period => now.last - now.first >= MONTH && then.last + 1 != now.first,
        Ago::Days(days) => then.first + days != now.first,
    }
}

/// The only column that says which row it is.
fn only_key(of: &Source) -> Option<&Column> {
    let mut keys = of.columns.iter().filter(|column| of.is_key(column.index));
    keys.next().filter(|_| keys.next().is_none())
}

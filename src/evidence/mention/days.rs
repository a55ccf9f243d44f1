//! Days without a year: `3 March`, `March 3rd`, `January 5–12`.
//!
//! Such a day is one of [`OPEN_YEAR`], and fits that day of any year. What follows a month may be counted instead, as in
//! `March 12 orders came in`: then it is a number, and no day.

use super::dates::{OF_A_YEAR, counted_later, day, days, month_at, year_behind};
use super::numeral::{Found, Scan};
use super::tokens::{Kind, Tokens};
use super::{Form, OPEN_YEAR, orders};

const DASHES: [&str; 4] = ["-", "–", "‑", "—"];

fn of(named: i8, day: i8, year: i16, first: usize, last: usize) -> Option<Found> {
    Some(Found::fixed(first, last, Form::Date, vec![days(year, named, day)?]))
}

fn open_year() -> i16 {
    i16::try_from(OPEN_YEAR).unwrap_or_default()
}

/// The last token of `rd` behind a day, else the day's own.
fn ordinal_end(tokens: &Tokens, day: usize) -> usize {
    let ordinal = ["st", "nd", "rd", "th"].contains(&tokens.text(day + 1)) && tokens.touches(day + 1);
    if ordinal { day + 1 } else { day }
}

/// The token of a second day, as in `5–12` and `5 to 12`.
fn second_day(tokens: &Tokens, first_end: usize) -> Option<usize> {
    let joins = DASHES.contains(&tokens.text(first_end + 1))
        || ["to", "and", "through", "bis", "&"].contains(&tokens.text(first_end + 1));
    day(tokens, first_end + 2).filter(|_| joins).map(|_| first_end + 2)
}

/// `3 March`, `3rd of May`, `5–12 January`, of whose second day the month and the year are the first one's too.
pub(super) fn before_month(tokens: &Tokens, at: usize) -> Option<Scan> {
    let first = day(tokens, at)?;
    let first_end = ordinal_end(tokens, at);
    if let Some(second) = second_day(tokens, first_end)
        && let Some((named, place)) = month_at(tokens, second)
        && (year_behind(tokens, place + 1).is_some() || is_day(tokens, at, place))
    {
        let year = year_behind(tokens, place + 1).map_or(open_year(), |(year, _)| year);
        return of(named, first, year, at, first_end).map(|found| Scan::Numbers(vec![found]));
    }
    let (named, place) = month_at(tokens, at)?;
    if let Some((year, last)) = year_behind(tokens, place + 1) {
        return of(named, first, year, at, last).map(|found| Scan::Numbers(vec![found]));
    }
    let said = first_end > at || is_day(tokens, at, place);
    let found = said.then(|| of(named, first, open_year(), at, place)).flatten()?;
    Some(Scan::Numbers(vec![found]))
}

/// `March 3`, `March 3rd`, `January 5–12`; with a year, `January 5–12, 2024`.
pub(super) fn behind_month(tokens: &Tokens, at: usize, named: i8, place: usize) -> Option<Scan> {
    let first = day(tokens, place)?;
    let first_end = ordinal_end(tokens, place);
    if let Some(second) = second_day(tokens, first_end)
        && let Some(last_day) = day(tokens, second)
    {
        let second_end = ordinal_end(tokens, second);
        let year = year_behind(tokens, second_end + 1);
        let ends = month_at(tokens, second).is_none() && is_day(tokens, at, second_end);
        if year.is_some() || ends {
            let (year, last) = year.unwrap_or((open_year(), second_end));
            let both = [of(named, first, year, at, first_end), of(named, last_day, year, second, last)];
            return both.into_iter().collect::<Option<Vec<_>>>().map(Scan::Numbers);
        }
    }
    let ordinal = first_end > place;
    // `In March 12 orders came`: a month that `in` stands before has no day.
    let before = tokens.before(at, 1);
    let counted = ["in", "during"].contains(&before)
        || before == "since" && tokens.kind(first_end + 1) == Kind::Word && !is_verb(tokens, first_end + 1);
    let ranked = ["place", "position", "rank", "spot"].contains(&tokens.text(first_end + 1))
        || orders::is_superlative(tokens.text(first_end + 1));
    let said = if ordinal { !ranked } else { !counted && is_day(tokens, at, first_end) };
    let found = said.then(|| of(named, first, open_year(), at, first_end)).flatten()?;
    Some(Scan::Numbers(vec![found]))
}

/// Whether a verb or a word that ends a phrase stands here, as none does behind what is counted.
fn is_verb(tokens: &Tokens, at: usize) -> bool {
    let word = tokens.text(at);
    OF_A_YEAR.contains(&word)
        || ["and", "to", "the", "it", "there", "we", "with", "at", "by", "in", "when", "were", "had", "saw", "until"]
            .contains(&word)
}

/// Whether the tokens from `first` to `last` are a day, and not a month and what is counted.
fn is_day(tokens: &Tokens, first: usize, last: usize) -> bool {
    let (next, at) = (tokens.text(last + 1), last + 1);
    // `March 12.5`, `March 12,000`, `March 12k`, `March 12-day`: the number goes on.
    let mark = [".", ",", ":", "-", "‑", "/"].contains(&next) && tokens.touches(at) && tokens.touches(at + 1);
    let touches = tokens.touches(at) && matches!(tokens.kind(at), Kind::Word | Kind::Mixed | Kind::Digits);
    let digits = tokens.kind(last) == Kind::Digits;
    let scale = ["%", "percent", "million", "billion", "thousand", "hundred", "pp", "points", "times", "x", "×"];
    let unit = ["eur", "usd", "euros", "dollars", "€", "$", "£", "m", "k", "bn", "mio", "mrd"];
    if digits && (mark || touches || scale.contains(&next) || unit.contains(&next)) {
        return false;
    }
    let dated = ["on", "by", "until", "till", "before", "after", "through", "am", "between", "ab", "vom", "zum"];
    if dated.contains(&tokens.before(first, 1)) {
        return true;
    }
    let plural = next.len() > 3 && next.ends_with('s') && !next.ends_with("ss") && !OF_A_YEAR.contains(&next);
    let counted = tokens.kind(at) == Kind::Word
        && (plural || ["people", "rows"].contains(&next) || counted_later(tokens, at) || next == "of");
    !counted
}

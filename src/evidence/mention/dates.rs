//! Dates, months, quarters and years.
//!
//! A quarter without a year and a time of day are left out: there is no one date to compare them with. A decade
//! (`1990s`) is its first year. Days behind or before the name of a month are read by `days`.

use jiff::civil::Date;

use super::super::spelled::month_in_any_language;
use super::days;
use super::numeral::{Found, Scan};
use super::tokens::{Gap, Kind, Tokens};
use super::{Exclusion, Form, OPEN_YEAR, Reading};

/// The month that a token names, from 1. Names that are words too (`may`, `march`) count with a capital only.
pub(super) fn month(tokens: &Tokens, at: usize) -> Option<i8> {
    let token = tokens.get(at)?;
    let named = month_in_any_language(&token.lower)?;
    let word = ["may", "march", "mar", "mars", "mai", "sept", "jun", "dec", "nov"].contains(&token.lower.as_str());
    if word && !token.capital { None } else { i8::try_from(named).ok() }
}

/// Days since 1970-01-01.
pub(super) fn days(year: i16, month: i8, day: i8) -> Option<Reading> {
    let date = Date::new(year, month, day).ok()?;
    let days = date.since(Date::constant(1970, 1, 1)).ok()?.get_days();
    Some(Reading { value: f64::from(days), unit: 1.0 })
}

/// Whether a day, in days since 1970-01-01, is one of an open year that another day fits.
pub(super) fn fits(asked: f64, open: f64) -> bool {
    let date = |days: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "days are small")]
        let span = jiff::Span::new().try_days(days as i64).ok()?;
        Date::constant(1970, 1, 1).checked_add(span).ok()
    };
    let same = |asked: Date, open: Date| {
        i64::from(open.year()) == OPEN_YEAR && (open.month(), open.day()) == (asked.month(), asked.day())
    };
    date(asked).zip(date(open)).is_some_and(|(asked, open)| same(asked, open))
}

fn year(tokens: &Tokens, at: usize) -> Option<i16> {
    let text = tokens.text(at);
    let digits = tokens.kind(at) == Kind::Digits && text.len() == 4;
    digits.then(|| text.parse().ok()).flatten().filter(|year| (1500..=2100).contains(year))
}

/// Whether a token is written as a year.
pub(super) fn is_four_digits(tokens: &Tokens, at: usize) -> bool {
    year(tokens, at).is_some()
}

/// A number of one or two digits.
fn short(tokens: &Tokens, at: usize) -> Option<i8> {
    let text = tokens.text(at);
    (tokens.kind(at) == Kind::Digits && text.len() <= 2).then(|| text.parse().ok()).flatten()
}

pub(super) fn day(tokens: &Tokens, at: usize) -> Option<i8> {
    short(tokens, at).filter(|day| (1..=31).contains(day))
}

/// Whether tokens up to `last` touch from the one behind `first`.
fn touch(tokens: &Tokens, first: usize, last: usize) -> bool {
    (first + 1..=last).all(|at| tokens.touches(at))
}

fn one(form: Form, first: usize, last: usize, readings: Vec<Reading>) -> Option<Scan> {
    (!readings.is_empty()).then(|| Scan::Numbers(vec![Found::fixed(first, last, form, readings)]))
}

/// Reads what is a date or only half of one from a token.
pub(super) fn scan(tokens: &Tokens, at: usize) -> Option<Scan> {
    match tokens.kind(at) {
        Kind::Digits => year_first(tokens, at)
            .or_else(|| day_first(tokens, at))
            .or_else(|| days::before_month(tokens, at))
            .or_else(|| clock(tokens, at))
            .or_else(|| no_date(tokens, at)),
        Kind::Word => month_first(tokens, at).or_else(|| quarter_in_words(tokens, at)),
        Kind::Mixed => quarter(tokens, at),
        Kind::Mark | Kind::Break => None,
    }
}

/// `2024-01-31`, `2024/01/31`, `2024-01`, `2024-Q1`, `2024 Q1`, `1990s`
fn year_first(tokens: &Tokens, at: usize) -> Option<Scan> {
    let year = year(tokens, at)?;
    if tokens.touches(at + 1) && tokens.text(at + 1) == "s" {
        // A decade is called by its first year.
        return one(Form::Year, at, at + 1, vec![Reading { value: f64::from(year), unit: 1.0 }]);
    }
    if tokens.kind(at + 2) == Kind::Mixed && touch(tokens, at, at + 2) && tokens.text(at + 2).starts_with('w') {
        return Some(Scan::Out(Exclusion::PartialDate, at + 2));
    }
    let quarter_at = if ["-", "/", "‑"].contains(&tokens.text(at + 1)) { at + 2 } else { at + 1 };
    if let Some(quarter) = quarter_of(tokens.text(quarter_at)) {
        return one(Form::Quarter, at, quarter_at, days(year, quarter * 3 - 2, 1).into_iter().collect());
    }
    let mark = tokens.text(at + 1);
    if !["-", "/", "‑", "."].contains(&mark) || !touch(tokens, at, at + 2) || tokens.text(at + 2).len() != 2 {
        return None;
    }
    let month = short(tokens, at + 2)?;
    if tokens.text(at + 3) == mark && touch(tokens, at + 2, at + 4) {
        let date = days(year, month, day(tokens, at + 4)?)?;
        return one(Form::Date, at, time_of_day(tokens, at + 4), vec![date]);
    }
    match days(year, month, 1) {
        Some(first) if mark != "." => one(Form::Month, at, at + 2, vec![first]),
        // `2023/24` is the year that begins in 2023.
        None if mark != "." && i16::from(month) == (year + 1) % 100 => {
            let found = Found::fixed(at, at + 2, Form::Year, vec![Reading { value: f64::from(year), unit: 1.0 }]);
            Some(Scan::Numbers(vec![found]))
        }
        Some(_) | None => None,
    }
}

/// The last token of a time of day behind a date: `T10:00:00Z`, ` 10:00`; the date's own where none stands there.
fn time_of_day(tokens: &Tokens, date: usize) -> usize {
    let at = if tokens.text(date + 1) == "t" && tokens.touches(date + 1) { date + 2 } else { date + 1 };
    let Some(mut last) = clock_end(tokens, at) else { return date };
    if tokens.text(last + 1) == "z" && tokens.touches(last + 1) {
        last += 1;
    }
    last
}

/// The last token of `14:30` or `14:30:05.123`.
fn clock_end(tokens: &Tokens, at: usize) -> Option<usize> {
    let minutes = |at: usize| tokens.text(at) == ":" && touch(tokens, at - 1, at + 1) && tokens.text(at + 1).len() == 2;
    short(tokens, at).filter(|hour| (0..=24).contains(hour))?;
    if !minutes(at + 1) {
        return None;
    }
    short(tokens, at + 2)?;
    let mut last = at + 2;
    if minutes(last + 1) && short(tokens, last + 2).is_some() {
        last += 2;
        if tokens.text(last + 1) == "." && touch(tokens, last, last + 2) && tokens.kind(last + 2) == Kind::Digits {
            last += 2;
        }
    }
    Some(last)
}

/// `14:30`, `3 pm`, `3pm`
fn clock(tokens: &Tokens, at: usize) -> Option<Scan> {
    let half = |at: usize| ["am", "pm", "uhr"].contains(&tokens.text(at));
    let last = clock_end(tokens, at);
    let end = last.unwrap_or(at);
    if last.is_none() && short(tokens, at).is_none_or(|hour| hour > 24) {
        return None;
    }
    if half(end + 1) {
        return Some(Scan::Out(Exclusion::PartialDate, end + 1));
    }
    last.map(|last| Scan::Out(Exclusion::PartialDate, last))
}

/// `31.01.2024`, `01/31/2024`, `31-01-2024`, `01/2024`
fn day_first(tokens: &Tokens, at: usize) -> Option<Scan> {
    let mark = tokens.text(at + 1);
    if let (Some(named), Some(year)) = (short(tokens, at), year(tokens, at + 2))
        && mark == "/"
        && touch(tokens, at, at + 2)
        && !(tokens.text(at + 3) == mark && tokens.touches(at + 3))
    {
        return one(Form::Month, at, at + 2, days(year, named, 1).into_iter().collect());
    }
    let same = tokens.text(at + 3) == mark && touch(tokens, at, at + 4);
    if !same || ![".", "/", "-"].contains(&mark) || tokens.text(at + 5) == mark && touch(tokens, at + 4, at + 6) {
        return None;
    }
    let (one_part, two) = (short(tokens, at)?, short(tokens, at + 2)?);
    let whole = tokens.text(at).len() == 2 && tokens.text(at + 2).len() == 2;
    let year = year(tokens, at + 4).or_else(|| {
        let short = short(tokens, at + 4).filter(|_| whole && tokens.text(at + 4).len() == 2)?;
        Some(i16::from(short) + if short < 70 { 2000 } else { 1900 })
    })?;
    let mut readings = Vec::new();
    if mark == "/" {
        readings.extend(days(year, one_part, two));
    }
    readings.extend(days(year, two, one_part));
    readings.dedup();
    one(Form::Date, at, time_of_day(tokens, at + 4), readings)
}

/// Three groups of digits that are no date: `555-123-4567`, `2024-13-01`.
fn no_date(tokens: &Tokens, at: usize) -> Option<Scan> {
    let mark = tokens.text(at + 1);
    let three = ["-", "/"].contains(&mark) && tokens.text(at + 3) == mark && touch(tokens, at, at + 4);
    let digits = tokens.kind(at + 2) == Kind::Digits && tokens.kind(at + 4) == Kind::Digits;
    (three && digits).then_some(Scan::Out(Exclusion::Identifier, at + 4))
}

/// The year behind a month, with `,` or `of` between, and the token it is.
pub(super) fn year_behind(tokens: &Tokens, at: usize) -> Option<(i16, usize)> {
    // `March '24`
    if tokens.text(at) == "'" && tokens.touches(at + 1) && tokens.text(at + 1).len() == 2 {
        return short(tokens, at + 1).map(|year| (2000 + i16::from(year), at + 1));
    }
    let joined = ["-", "/", "‑"].contains(&tokens.text(at)) && tokens.touches(at) && tokens.touches(at + 1);
    let at = if [",", "of", ".", "de"].contains(&tokens.text(at)) || joined { at + 1 } else { at };
    year(tokens, at).map(|year| (year, at))
}

/// The month behind a day, and its token.
pub(super) fn month_at(tokens: &Tokens, day: usize) -> Option<(i8, usize)> {
    let mut at = day + 1;
    if ["st", "nd", "rd", "th"].contains(&tokens.text(at)) && tokens.touches(at) || tokens.text(at) == "." {
        at += 1;
    }
    if ["of", "de"].contains(&tokens.text(at)) {
        at += 1;
    }
    month(tokens, at).map(|month| (month, at))
}

/// `January 31, 2024`, `Jan 2024`, `March 31`
fn month_first(tokens: &Tokens, at: usize) -> Option<Scan> {
    let named = month(tokens, at)?;
    // `January had 16 and December 11`
    let turn = |back: usize| at.checked_sub(back).is_some_and(|other| month(tokens, other).is_some());
    let had = ["had", "with", "saw", "has", "recorded", "counted", ":"];
    let listed =
        ["and", ","].contains(&tokens.before(at, 1)) && (4..=5).any(turn) && had.contains(&tokens.before(at, 3));
    if listed && tokens.kind(at + 1) == Kind::Digits {
        return None;
    }
    let next = if tokens.text(at + 1) == "." && tokens.touches(at + 1) { at + 2 } else { at + 1 };
    if let Some((year, last)) = year_behind(tokens, next) {
        // A new sentence may begin with a year: `It peaked in May. 2024 was weak.`
        let ends = tokens.text(at + 1) == "." && tokens.text(at).len() > 4;
        return (!ends).then(|| one(Form::Month, at, last, days(year, named, 1).into_iter().collect())).flatten();
    }
    let last = if ["st", "nd", "rd", "th"].contains(&tokens.text(next + 1)) && tokens.touches(next + 1) {
        next + 1
    } else {
        next
    };
    match (day(tokens, next), year_behind(tokens, last + 1)) {
        (Some(first), Some((year, last))) => one(Form::Date, at, last, days(year, named, first).into_iter().collect()),
        (Some(_) | None, _) => days::behind_month(tokens, at, named, next),
    }
}

fn quarter_of(text: &str) -> Option<i8> {
    match text {
        "q1" => Some(1),
        "q2" => Some(2),
        "q3" => Some(3),
        "q4" => Some(4),
        _ => None,
    }
}

/// `Q1 2024`, `Q1/2024`, `2024Q1`, `FY2024`
fn quarter(tokens: &Tokens, at: usize) -> Option<Scan> {
    let text = tokens.text(at);
    if let Some(quarter) = quarter_of(text) {
        let between = ["/", "-", "'", ",", "of", "in"].contains(&tokens.text(at + 1));
        let last = if between { at + 2 } else { at + 1 };
        let year = year(tokens, last).filter(|_| tokens.get(last).is_some_and(|token| token.gap != Gap::Wide))?;
        return one(Form::Quarter, at, last, days(year, quarter * 3 - 2, 1).into_iter().collect());
    }
    let (front, back) = text.split_at_checked(4)?;
    if let (Ok(year), Some(quarter)) = (front.parse(), quarter_of(back)) {
        return one(Form::Quarter, at, at, days(year, quarter * 3 - 2, 1).into_iter().collect());
    }
    let year: i16 = text.strip_prefix("fy").filter(|year| year.len() == 4)?.parse().ok()?;
    one(Form::Year, at, at, vec![Reading { value: f64::from(year), unit: 1.0 }])
}

/// `the third quarter of 2023`
fn quarter_in_words(tokens: &Tokens, at: usize) -> Option<Scan> {
    let quarter = match tokens.text(at) {
        "first" | "erste" | "ersten" | "premier" | "primer" => 1,
        "second" | "zweite" | "zweiten" | "deuxième" | "segundo" => 2,
        "third" | "dritte" | "dritten" | "troisième" | "tercer" => 3,
        "fourth" | "last" | "final" | "vierte" | "vierten" | "quatrième" | "cuarto" => 4,
        _ => return None,
    };
    let between = ["of", "in", ",", "de"].contains(&tokens.text(at + 2));
    let last = if between { at + 3 } else { at + 2 };
    if !["quarter", "quartal", "trimestre"].contains(&tokens.text(at + 1)) {
        return None;
    }
    one(Form::Quarter, at, last, days(year(tokens, last)?, quarter * 3 - 2, 1).into_iter().collect())
}

/// Words behind four digits that make them a year for all that: they follow a year as its name.
pub(super) const OF_A_YEAR: &[&str] = &[
    "sales", "results", "figures", "numbers", "earnings", "totals", "levels", "prices", "revenues", "profits", "was",
    "is", "has", "shows", "sees", "leads", "accounts", "stands", "brings", "remains", "follows", "ranks", "does",
    "marks", "falls", "rises", "starts", "ends", "as", "vs", "versus", "contains", "holds", "averages", "comes",
    "this", "its", "less", "plus", "minus", "exceeds", "beats", "lags", "looks", "gains", "loses", "gets", "makes",
    "takes",
];

/// Whether what is written as a year is one: nothing makes it an amount.
pub(super) fn is_year(tokens: &Tokens, found: &Found) -> bool {
    let dated = [
        "in", "since", "from", "until", "till", "during", "by", "year", "years", "of", "for", "through", "before",
        "after", "early", "late", "mid", "fiscal", "calendar", "im", "jahr", "seit", "en", "the", "to", "vs", "fy",
        "than", "against", "spring", "summer", "autumn", "fall", "winter", "h1", "h2",
    ];
    let next = tokens.text(found.last + 1);
    let counted = next.len() > 3 && next.ends_with('s') && !next.ends_with("ss") && !OF_A_YEAR.contains(&next);
    let counted = counted || ["people", "data"].contains(&next) || next == "rows";
    let before = tokens.before(found.first, 1);
    if ["in", "since", "during", "year", "im", "fy"].contains(&before) {
        return true;
    }
    let described = tokens.kind(found.last + 1) == Kind::Word
        && !dated.contains(&before)
        && tokens.get(found.last + 1).is_some_and(|token| token.gap != Gap::None)
        && counted_later(tokens, found.last + 1);
    !counted && !described
}

/// Whether an adjective and a plural follow: `2023 distinct customers`.
pub(super) fn counted_later(tokens: &Tokens, at: usize) -> bool {
    let adjectives = ["distinct", "unique", "different", "missing", "total", "valid", "new", "more", "individual"];
    adjectives.contains(&tokens.text(at)) && tokens.text(at + 1).ends_with('s')
}

//! Dates: those that a question names, those that a column holds, and how both meet in SQL.

use super::aggregate::Unit;
use super::words::{Kind as TokenKind, Token};

/// A day of the calendar: year, month, day. The month may be 13 and the day 32: the day after the last.
pub type Day = (i32, u32, u32);

/// A time that a question names.
#[derive(Debug, Clone, PartialEq)]
pub enum When {
    /// From a day to before another.
    Span {
        /// First day.
        from: Day,
        /// Day after the last.
        to: Day,
        /// As said.
        words: String,
    },
    /// A month of any year.
    Month(u32),
    /// A quarter of any year.
    Quarter(u32),
    /// Days of the week, Monday being 1.
    Weekdays(Vec<u32>, String),
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The English name of a month, from 1.
pub fn month_name(month: u32) -> Option<String> {
    let name = MONTHS.get(usize::try_from(month.checked_sub(1)?).ok()?)?;
    let (first, rest) = name.split_at_checked(1)?;
    Some(format!("{}{rest}", first.to_uppercase()))
}

impl When {
    fn span(from: Day, to: Day, words: String) -> Self {
        Self::Span { from, to, words }
    }

    fn year(year: i32) -> Self {
        Self::span((year, 1, 1), (year + 1, 1, 1), year.to_string())
    }

    fn month(year: i32, month: u32) -> Self {
        let words = format!("{} {year}", month_name(month).unwrap_or_default());
        Self::span((year, month, 1), next_month(year, month), words)
    }

    fn day(year: i32, month: u32, day: u32) -> Self {
        Self::span((year, month, day), (year, month, day + 1), format!("{year:04}-{month:02}-{day:02}"))
    }

    /// The time that the tokens begin with, and how many tokens say it.
    pub fn read(tokens: &[Token]) -> Option<(Self, usize)> {
        let first = tokens.first()?;
        match first.kind {
            TokenKind::Date(year, month, 0) => return Some((Self::month(year, month), 1)),
            TokenKind::Date(year, month, day) => return Some((Self::day(year, month, day), 1)),
            TokenKind::Number(_) | TokenKind::Word => {}
            TokenKind::Quoted | TokenKind::Name(_) | TokenKind::Symbol | TokenKind::Stop => return None,
        }
        read_quarter(tokens)
            .or_else(|| read_half(tokens))
            .or_else(|| read_month(tokens))
            .or_else(|| read_year(tokens))
            .or_else(|| read_weekday(first))
    }

    /// The year, where a whole year is meant.
    pub fn as_year(&self) -> Option<i32> {
        match self {
            Self::Span { from: (year, 1, 1), to: (next, 1, 1), .. } if *next == year + 1 => Some(*year),
            Self::Span { .. } | Self::Month(_) | Self::Quarter(_) | Self::Weekdays(..) => None,
        }
    }

    /// The piece of the calendar that it is one of.
    pub fn unit(&self) -> Option<Unit> {
        match self {
            Self::Span { from: (y, m, d), to, .. } => {
                if *to == (y + 1, 1, 1) && (*m, *d) == (1, 1) {
                    Some(Unit::Year)
                } else if *to == (y + 10, 1, 1) && (*m, *d) == (1, 1) && y % 10 == 0 {
                    Some(Unit::Decade)
                } else if *d == 1 && *to == next_month(*y, *m) {
                    Some(Unit::Month)
                } else if *to == (*y, *m, d + 1) {
                    Some(Unit::Day)
                } else if *d == 1 && *to == quarter_end(*y, *m) {
                    Some(Unit::Quarter)
                } else {
                    None
                }
            }
            Self::Month(_) => Some(Unit::MonthOfYear),
            Self::Weekdays(days, _) if days.len() == 1 => Some(Unit::Weekday),
            Self::Quarter(_) | Self::Weekdays(..) => None,
        }
    }

    /// As said in an answer.
    pub fn words(&self) -> String {
        match self {
            Self::Span { words, .. } | Self::Weekdays(_, words) => words.clone(),
            Self::Month(month) => month_name(*month).unwrap_or_default(),
            Self::Quarter(quarter) => format!("quarter {quarter}"),
        }
    }
}

fn next_month(year: i32, month: u32) -> Day {
    if month == 12 { (year + 1, 1, 1) } else { (year, month + 1, 1) }
}

fn quarter_end(year: i32, month: u32) -> Day {
    if month >= 10 { (year + 1, 1, 1) } else { (year, month + 3, 1) }
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.lower.as_str())
}

/// Four figures that can be a year.
fn year_of(token: Option<&Token>) -> Option<i32> {
    let token = token?;
    let four = token.text.len() == 4 && token.text.bytes().all(|byte| byte.is_ascii_digit());
    token.text.parse().ok().filter(|year| four && (1500..=2200).contains(year))
}

fn after_of(tokens: &[Token], at: usize) -> usize {
    at + tokens.get(at..).map_or(0, |rest| {
        rest.iter().take_while(|token| matches!(token.lower.as_str(), "of" | "in" | "the" | "year" | ",")).count()
    })
}

fn month_number(tokens: &[Token], at: usize) -> Option<u32> {
    let token = tokens.get(at)?;
    let name = token.lower.trim_end_matches('.');
    let full = MONTHS.iter().position(|month| *month == name);
    let short =
        MONTHS.iter().position(|month| name.len() == 3 && month.starts_with(name)).or((name == "sept").then_some(8));
    let doubtful = name.len() < 4 || name == "march";
    let figure = tokens.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::Number(_)));
    let position = full.or(short).filter(|_| !doubtful || token.is_capital() || figure)?;
    u32::try_from(position + 1).ok()
}

fn day_number(token: Option<&Token>) -> Option<u32> {
    let token = token?;
    let digits = token.lower.trim_end_matches(['t', 'h', 's', 'n', 'd', 'r']);
    digits.parse().ok().filter(|day| (1..=31).contains(day) && token.text.len() <= 4)
}

fn read_month(tokens: &[Token]) -> Option<(When, usize)> {
    if let Some(month) = month_number(tokens, 0) {
        let day = day_number(tokens.get(1));
        let year_at = after_of(tokens, if day.is_some() { 2 } else { 1 });
        return match (day, year_of(tokens.get(year_at))) {
            (Some(day), Some(year)) => Some((When::day(year, month, day), year_at + 1)),
            (None, Some(year)) => Some((When::month(year, month), year_at + 1)),
            (_, None) => Some((When::Month(month), 1)),
        };
    }
    let day = day_number(tokens.first())?;
    let month_at = after_of(tokens, 1);
    let month = month_number(tokens, month_at)?;
    let year_at = after_of(tokens, month_at + 1);
    let year = year_of(tokens.get(year_at))?;
    Some((When::day(year, month, day), year_at + 1))
}

fn read_year(tokens: &[Token]) -> Option<(When, usize)> {
    if let Some(year) = year_of(tokens.first()) {
        if let Some(quarter) = quarter_code(word(tokens, 1)) {
            return Some((quarter_of(year, quarter), 2));
        }
        return Some((When::year(year), 1));
    }
    let first = tokens.first()?;
    let decade: i32 = first.lower.strip_suffix('s').filter(|text| text.len() == 4)?.parse().ok()?;
    let ends = decade % 10 == 0 && (1500..=2200).contains(&decade);
    ends.then(|| (When::span((decade, 1, 1), (decade + 10, 1, 1), format!("the {decade}s")), 1))
}

fn quarter_code(word: &str) -> Option<u32> {
    let digit = word.strip_prefix('q').filter(|rest| rest.len() == 1)?;
    digit.parse().ok().filter(|quarter| (1..=4).contains(quarter))
}

fn quarter_of(year: i32, quarter: u32) -> When {
    let month = quarter * 3 - 2;
    When::span((year, month, 1), quarter_end(year, month), format!("Q{quarter} {year}"))
}

fn ordinal(word: &str) -> Option<u32> {
    match word {
        "first" | "1st" => Some(1),
        "second" | "2nd" => Some(2),
        "third" | "3rd" => Some(3),
        "fourth" | "4th" | "last" => Some(4),
        _ => None,
    }
}

fn read_quarter(tokens: &[Token]) -> Option<(When, usize)> {
    let (quarter, length) = match quarter_code(word(tokens, 0)) {
        Some(quarter) => (quarter, 1),
        None if word(tokens, 1) == "quarter" => (ordinal(word(tokens, 0))?, 2),
        None => return None,
    };
    let at = after_of(tokens, length);
    match year_of(tokens.get(at)) {
        Some(year) => Some((quarter_of(year, quarter), at + 1)),
        None => Some((When::Quarter(quarter), length)),
    }
}

fn read_half(tokens: &[Token]) -> Option<(When, usize)> {
    let half = ordinal(word(tokens, 0)).filter(|half| *half <= 2 && word(tokens, 1) == "half")?;
    let at = after_of(tokens, 2);
    let year = year_of(tokens.get(at))?;
    let (from, to) = if half == 1 { ((year, 1, 1), (year, 7, 1)) } else { ((year, 7, 1), (year + 1, 1, 1)) };
    let words = if half == 1 { "the first half of" } else { "the second half of" };
    Some((When::span(from, to, format!("{words} {year}")), at + 1))
}

fn read_weekday(token: &Token) -> Option<(When, usize)> {
    let name = token.lower.strip_suffix('s').unwrap_or(&token.lower);
    if name == "weekend" {
        return Some((When::Weekdays(vec![6, 7], "weekends".to_owned()), 1));
    }
    let position = WEEKDAYS.iter().position(|day| *day == name)?;
    let day = u32::try_from(position + 1).ok()?;
    Some((When::Weekdays(vec![day], format!("{}s", capital(name))), 1))
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at_checked(1).unwrap_or(("", word));
    format!("{}{rest}", first.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyst::ask::words::tokens;

    fn read(text: &str) -> Option<(String, usize)> {
        When::read(&tokens(text, &[])).map(|(when, length)| (when.words(), length))
    }

    #[test]
    fn times_are_read() {
        for (text, words, length) in [
            ("1980", "1980", 1),
            ("July 2014", "July 2014", 2),
            ("March 5, 2012", "2012-03-05", 4),
            ("5 March 2012", "2012-03-05", 3),
            ("5th of March 2012", "2012-03-05", 4),
            ("2012-03-05", "2012-03-05", 1),
            ("2012-03", "March 2012", 1),
            ("Q3 2014", "Q3 2014", 2),
            ("third quarter of 2014", "Q3 2014", 4),
            ("first half of 2013", "the first half of 2013", 4),
            ("1990s", "the 1990s", 1),
            ("Mondays", "Mondays", 1),
            ("May", "May", 1),
        ] {
            assert_eq!(read(text), Some((words.to_owned(), length)), "{text}");
        }
        assert_eq!(read("may"), None);
        assert_eq!(read("30"), None);
        assert_eq!(read("sun"), None);
    }
}

//! Dates that only people write: months by their names in other languages or with a point behind them, days with letters
//! behind them, a weekday in front; years in front with points or characters behind each part.
//!
//! Pure. What is told here `build` writes as the engine reads it.

use super::calendar::{Rest, full_year, is_day};
use super::{Seen, detail};

/// Names of months in lower case, as written in full or cut short: English, German, French, Spanish, Italian, Portuguese,
/// Dutch, those of Scandinavia, and Russian. No name is that of two months.
pub(in super::super) const MONTHS: [&[&str]; 12] = [
    &[
        "january",
        "jan",
        "januar",
        "jänner",
        "jän",
        "janvier",
        "janv",
        "enero",
        "ene",
        "gennaio",
        "gen",
        "janeiro",
        "januari",
        "января",
        "янв",
    ],
    &[
        "february",
        "feb",
        "februar",
        "feber",
        "février",
        "fevrier",
        "févr",
        "fevr",
        "fév",
        "fev",
        "febrero",
        "febbraio",
        "febb",
        "fevereiro",
        "februari",
        "февраля",
        "фев",
    ],
    &[
        "march",
        "mar",
        "märz",
        "maerz",
        "mär",
        "mrz",
        "mars",
        "marzo",
        "março",
        "marco",
        "maart",
        "mrt",
        "marts",
        "марта",
        "мар",
    ],
    &["april", "apr", "avril", "avr", "abril", "abr", "aprile", "апреля", "апр"],
    &["may", "mai", "mayo", "maggio", "mag", "maio", "mei", "maj", "мая"],
    &["june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho", "июня", "июн"],
    &["july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho", "июля", "июл"],
    &["august", "aug", "août", "aout", "agosto", "ago", "augustus", "augusti", "августа", "авг"],
    &[
        "september",
        "sept",
        "sep",
        "septembre",
        "septiembre",
        "setiembre",
        "settembre",
        "setembro",
        "set",
        "сентября",
        "сен",
    ],
    &["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out", "октября", "окт"],
    &["november", "nov", "novembre", "noviembre", "novembro", "ноября", "ноя"],
    &[
        "december",
        "dec",
        "dezember",
        "dez",
        "décembre",
        "decembre",
        "déc",
        "diciembre",
        "dic",
        "dicembre",
        "dezembro",
        "desember",
        "des",
        "декабря",
        "дек",
    ],
];
/// Days of the week that stand before a date, as far as they are told from months.
const WEEKDAYS: [&str; 42] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "mo",
    "di",
    "mi",
    "do",
    "fr",
    "sa",
    "so",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "lunes",
    "martes",
    "miércoles",
    "jueves",
    "viernes",
    "sábado",
    "domingo",
];
/// Bytes of the shortest and the longest text that is looked at.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=48;

/// A date as only people write it.
pub(super) fn date(value: &[u8]) -> Option<Seen> {
    match value {
        [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', ..] => year_first(value),
        [b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z', ..] => spelled(value),
        _ => None,
    }
}

/// A date with a month by its name.
fn spelled(value: &[u8]) -> Option<Seen> {
    // Most texts end otherwise than years and times of day do, or hold no three digits.
    let ends = value.last().is_some_and(|last| last.is_ascii_digit() || b"mM.".contains(last));
    let digits = || value.iter().filter(|byte| byte.is_ascii_digit()).count();
    if !LENGTHS.contains(&value.len()) || !ends || !(3..=18).contains(&digits()) {
        return None;
    }
    let text = std::str::from_utf8(value).ok()?.to_lowercase();
    let mut words = Words(&text);
    if words.letters().is_some_and(|word| WEEKDAYS.contains(&word)) {
        words.gap(".,")?;
    } else {
        words = Words(&text);
    }
    let (day, month) = words.day_first().or_else(|| words.month_first())?;
    words.gap(".,-/")?;
    words.link();
    let count = words.0.bytes().take_while(u8::is_ascii_digit).count();
    let year = words.number(4)?;
    let (year, length) = match count {
        2 => (full_year(year), detail::SHORT_YEAR),
        4 => (year, detail::LONG_YEAR),
        _ => return None,
    };
    // Times of day are told by the text itself, whose letters may be capitals.
    let rest = value.get(value.len() - words.0.len()..).filter(|rest| rest.is_ascii())?;
    is_day(year, month, day).then_some(())?;
    Rest(rest).end_of_date(length | detail::NAME_SECOND | detail::NOT_YEAR_FIRST | detail::LOOSE_DATE)
}

/// Year, month and day with points between them, or with the characters that name them: `2024.01.31`, `2024年1月31日`.
fn year_first(value: &[u8]) -> Option<Seen> {
    let text = std::str::from_utf8(value).ok()?;
    let mut words = Words(text);
    let year = words.number(4)?;
    let signs = ['.', '年'].into_iter().find(|sign| words.0.starts_with(*sign))?;
    let named = signs == '年';
    let (second, third) = if named { ('月', '日') } else { ('.', '.') };
    words.sign(signs)?;
    // Versions have such numbers as well, but seldom two digits in all of them, or spaces between them.
    let spaced = words.0.starts_with(' ');
    let least = if named || spaced { 1 } else { 2 };
    let mut part = |ended: bool, sign: char| {
        words.0 = words.0.trim_start_matches(' ');
        let digits = words.0.bytes().take_while(u8::is_ascii_digit).count();
        let number = words.number(2).filter(|_| digits >= least)?;
        let closed = words.sign(sign).is_some();
        (closed || !ended).then_some(number)
    };
    let (month, day) = (part(true, second)?, part(named, third)?);
    (year > 999 && is_day(year, month, day)).then_some(())?;
    let order = detail::DASH | detail::LONG_YEAR | detail::NOT_DAY_FIRST | detail::NOT_MONTH_FIRST;
    let rest = value.get(value.len() - words.0.len()..)?;
    Rest(rest).end_of_date(order | detail::LOOSE_DATE)
}

/// What is left of a text in lower case.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn letters(&mut self) -> Option<&'a str> {
        let end = self.0.find(|sign: char| !sign.is_alphabetic()).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at_checked(end).filter(|(word, _)| !word.is_empty())?;
        self.0 = rest;
        Some(word)
    }

    fn number(&mut self, most: usize) -> Option<u32> {
        let count = self.0.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        digits.parse().ok()
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        self.0 = self.0.strip_prefix(sign)?;
        Some(())
    }

    /// One of these signs or a space, or both.
    fn gap(&mut self, signs: &str) -> Option<()> {
        let bare = self.0.strip_prefix(|sign| signs.contains(sign)).unwrap_or(self.0);
        let rest = bare.strip_prefix([' ', '\u{a0}', '\u{202f}']).unwrap_or(bare);
        (rest.len() < self.0.len()).then(|| self.0 = rest)
    }

    /// A word that says whose day, or of which year.
    fn link(&mut self) {
        self.0 = ["de ", "del ", "of "].iter().find_map(|word| self.0.strip_prefix(*word)).unwrap_or(self.0);
    }

    /// A day and the month behind it.
    fn day_first(&mut self) -> Option<(u32, u32)> {
        let mut words = Words(self.0);
        let day = words.number(2)?;
        let signed = words.ordinal(&["st", "nd", "rd", "th", "er", "º", "ª", "."]);
        if words.gap("-/").is_none() && !signed {
            return None;
        }
        words.link();
        let month = words.month()?;
        self.0 = words.0;
        Some((day, month))
    }

    /// The same of a month and the day behind it.
    fn month_first(&mut self) -> Option<(u32, u32)> {
        let month = self.month()?;
        self.gap(".")?;
        let day = self.number(2)?;
        self.ordinal(&["st", "nd", "rd", "th"]);
        Some((day, month))
    }

    /// Takes what makes an ordinal of the number before it, if that is there.
    fn ordinal(&mut self, signs: &[&str]) -> bool {
        let rest = signs.iter().find_map(|sign| self.0.strip_prefix(*sign));
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// The number of a month by its name.
    fn month(&mut self) -> Option<u32> {
        let word = self.letters()?;
        let number = MONTHS.iter().position(|names| names.contains(&word))?;
        u32::try_from(number + 1).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shape, classify};
    use super::*;

    #[test]
    fn dates_as_people_write_them_have_the_shape_of_others() {
        for (text, shape) in [
            ("5 mars 2024", Shape::DayMonth),
            ("12 janv. 2024", Shape::DayMonth),
            ("1er avril 2024", Shape::DayMonth),
            ("14 AOÛT 2023", Shape::DayMonth),
            ("3. Mai 2024", Shape::DayMonth),
            ("03.Dez.23", Shape::DayMonth),
            ("1. März 2024 09:30", Shape::DayMonthStamp),
            ("5 de marzo de 2024", Shape::DayMonth),
            ("5 de marzo del 2024", Shape::DayMonth),
            ("12-okt-2023", Shape::DayMonth),
            ("5 января 2024", Shape::DayMonth),
            ("31st January 2024", Shape::DayMonth),
            ("Sept. 5, 2024", Shape::DayMonth),
            ("Jan. 5, 2024 1:05 PM", Shape::DayMonthStamp),
            ("January 31st, 2024", Shape::DayMonth),
            ("Wednesday, January 31, 2024", Shape::DayMonth),
            ("Mittwoch, 31. Januar 2024", Shape::DayMonth),
            ("2024.01.31", Shape::DayMonth),
            ("2024.01.31 13:05", Shape::DayMonthStamp),
            ("2024. 1. 31.", Shape::DayMonth),
            ("2024年1月31日", Shape::DayMonth),
            ("31. Februar 2024", Shape::Text),
            ("5 mars", Shape::Text),
            ("mars 2024", Shape::Text),
            ("5 pages 2024", Shape::Text),
            ("12 rue de mars 2024", Shape::Text),
            ("2024.1.2", Shape::Text),
            ("2024.13.01", Shape::Text),
            ("10.01.31", Shape::DayMonth),
            ("5mars2024", Shape::Text),
        ] {
            assert_eq!(classify(text.as_bytes()).shape, shape, "{text}");
        }
    }

    #[test]
    fn no_name_is_that_of_two_months() {
        let mut names: Vec<&str> = MONTHS.into_iter().flatten().copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(!WEEKDAYS.iter().any(|day| names.contains(day)));
    }
}

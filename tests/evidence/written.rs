//! Numbers as they are written, read and written anew: by the tests alone, so that the checker is held to another
//! reading than its own.

use jiff::civil::{Date, date};

use super::corpus::{self, Hedge, Label};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Number,
    Percent,
    Points,
    Multiple,
    Ordinal,
    Word,
    Day,
}

/// One meaning of a written number.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Scale included; days since 1970-01-01 for a date.
    pub value: f64,
    /// Worth of one in the last written place.
    pub unit: f64,
    pub form: Form,
    /// What the scale word or letter stands for.
    pub scale: f64,
    pub decimals: usize,
    pub point: char,
    group: Option<char>,
}

const WORDS: &[(&str, f64)] = &[
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("twice", 2.0),
    ("drei", 3.0),
    ("quatre", 4.0),
    ("cuatro", 4.0),
];

/// Shares in words, in percent. They are read with some latitude: half of what stands behind each.
const SHARES: &[(&str, f64, f64)] =
    &[("half", 50.0, 2.5), ("a third", 100.0 / 3.0, 1.67), ("three quarters", 75.0, 3.75), ("one in five", 20.0, 1.0)];

const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

const MONTHS: &[[&str; 12]] = &[
    [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
];

const SCALES: &[(&str, f64)] = &[
    ("k", 1e3),
    ("m", 1e6),
    ("b", 1e9),
    ("bn", 1e9),
    ("million", 1e6),
    ("billion", 1e9),
    ("millionen", 1e6),
    ("millones", 1e6),
];

/// Days since 1970-01-01.
pub fn days(day: Date) -> f64 {
    f64::from((day - date(1970, 1, 1)).get_days())
}

fn plain(value: f64, unit: f64, form: Form) -> Reading {
    Reading { value, unit, form, scale: 1.0, decimals: 0, point: '.', group: None }
}

/// The number of a month's name, and its language.
fn month(word: &str) -> Option<(i8, usize)> {
    let names = |names: &[&str; 12]| names.iter().position(|name| name.eq_ignore_ascii_case(word));
    MONTHS.iter().enumerate().find_map(|(language, list)| names(list).map(|index| (index as i8 + 1, language)))
}

/// The date that is written; a month is its first day.
pub fn day(text: &str) -> Option<Date> {
    let dashes: Vec<&str> = text.split('-').collect();
    let dots: Vec<&str> = text.split('.').collect();
    if let ([year, rest @ ..], 4) = (dashes.as_slice(), dashes[0].len()) {
        let of = |index: usize| rest.get(index).map_or(Some(1), |part| part.parse().ok());
        return if rest.is_empty() { None } else { Date::new(year.parse().ok()?, of(0)?, of(1)?).ok() };
    }
    if let [day, month, year] = dots.as_slice()
        && year.len() == 4
    {
        return Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok();
    }
    let tokens: Vec<&str> = text.split([' ', ',']).filter(|token| !token.is_empty()).collect();
    let name = tokens.iter().find_map(|token| month(token))?.0;
    let year = tokens.iter().filter(|token| token.len() == 4).find_map(|token| token.parse().ok())?;
    let day = tokens.iter().filter(|token| token.len() <= 2).find_map(|token| token.parse().ok()).unwrap_or(1);
    Date::new(year, name, day).ok()
}

/// A date in the style of another.
pub fn day_like(text: &str, new: Date) -> String {
    if text.contains('-') {
        let whole = new.to_string();
        return whole[..text.len()].to_owned();
    }
    if text.contains('.') {
        return format!("{:02}.{:02}.{}", new.day(), new.month(), new.year());
    }
    let token = |token: &str| {
        let bare = token.trim_end_matches(',');
        let tail = &token[bare.len()..];
        let index = usize::from(new.month().unsigned_abs()) - 1;
        let shown = match (month(bare), bare.len()) {
            (Some((_, language)), _) => MONTHS[language][index].to_owned(),
            (None, 4) => new.year().to_string(),
            (None, _) => new.day().to_string(),
        };
        format!("{shown}{tail}")
    };
    text.split(' ').map(token).collect::<Vec<_>>().join(" ")
}

/// What stands before the digits, the digits with their separators, and what stands behind them.
pub fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find(|letter: char| letter.is_ascii_digit())?;
    let tail = &text[start..];
    let mut end = 0;
    let mut letters = tail.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        let joins =
            ",.'’\u{202f}\u{a0} ".contains(letter) && letters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        if !letter.is_ascii_digit() && !joins {
            break;
        }
        end = index + letter.len_utf8();
    }
    Some((&text[..start], &tail[..end], &tail[end..]))
}

fn suffix(after: &str) -> Option<(Form, f64)> {
    let mut word = after.trim().to_lowercase();
    for currency in ["eur", "usd", "€", "$", "£"] {
        word = word.replace(currency, "");
    }
    match word.trim() {
        "" | "s" => Some((Form::Number, 1.0)),
        "%" | "percent" => Some((Form::Percent, 1.0)),
        "pp" | "percentage points" => Some((Form::Points, 1.0)),
        "x" | "times" => Some((Form::Multiple, 1.0)),
        "st" | "nd" | "rd" | "th" => Some((Form::Ordinal, 1.0)),
        scale => SCALES.iter().find(|(name, _)| *name == scale).map(|(_, worth)| (Form::Number, *worth)),
    }
}

/// Reads digits by one convention: groups of three, and a point.
fn digits(text: &str, group: char, point: char) -> Option<(f64, usize, bool)> {
    let (whole, decimals) = text.split_once(point).map_or((text, ""), |(whole, decimals)| (whole, decimals));
    let groups: Vec<&str> = whole.split(group).collect();
    let fits = groups.len() == 1 || (groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !fits || !groups.iter().all(|group| !group.is_empty() && all_digits(group)) || !all_digits(decimals) {
        return None;
    }
    let value = format!("{}.{decimals}0", groups.concat()).parse().ok()?;
    Some((value, decimals.len(), groups.len() > 1))
}

/// All that a written number may mean.
pub fn readings(text: &str) -> Vec<Reading> {
    let lower = text.to_lowercase();
    if let Some(day) = day(text) {
        return vec![plain(days(day), 1.0, Form::Day)];
    }
    if let Some((_, value, latitude)) = SHARES.iter().find(|(words, ..)| *words == lower) {
        return vec![plain(*value, *latitude, Form::Percent)];
    }
    let first = lower.split([' ', '-']).next().unwrap_or_default();
    if let Some((_, value)) = WORDS.iter().find(|(word, _)| *word == first) {
        let form = if first == "twice" || lower.ends_with("times") { Form::Multiple } else { Form::Word };
        return vec![plain(*value, 1.0, form)];
    }
    if let Some(index) = ORDINALS.iter().position(|word| *word == first) {
        return vec![plain(index as f64 + 1.0, 1.0, Form::Ordinal)];
    }
    let Some((before, number, after)) = parts(text) else { return Vec::new() };
    let Some((form, scale)) = suffix(after) else { return Vec::new() };
    let sign = if before.contains(['-', '−']) { -1.0 } else { 1.0 };
    let mut found: Vec<Reading> = Vec::new();
    for (group, point) in [(',', '.'), ('.', ','), ('\'', '.'), ('\u{202f}', ','), ('\u{202f}', '.'), (' ', ',')] {
        let Some((value, decimals, grouped)) = digits(number, group, point) else { continue };
        let unit = scale / 10_f64.powf(decimals as f64);
        let group = grouped.then_some(group);
        let reading = Reading { value: sign * value * scale, unit, form, scale, decimals, point, group };
        let known = |other: &Reading| other.value.to_bits() == reading.value.to_bits() && other.decimals == decimals;
        if !found.iter().any(known) {
            found.push(reading);
        }
    }
    found
}

/// By what the value behind a label is multiplied where it is written in percent: a fraction by a hundred.
pub fn percent_factor(label: &Label) -> f64 {
    let value = label.value.as_ref().and_then(corpus::number).unwrap_or_default().abs();
    let as_it_is = |reading: &Reading| {
        let (low, high) = reading.bounds(label.hedge);
        (low..=high).contains(&value) || (low..=high).contains(&-value)
    };
    let percent: Vec<Reading> = readings(&label.text).into_iter().filter(Reading::is_percent).collect();
    if percent.is_empty() || percent.iter().any(as_it_is) { 1.0 } else { 100.0 }
}

impl Reading {
    /// Whether the number is read with this decimal point, or says nothing of it.
    pub fn has_point(&self, point: char) -> bool {
        self.point == point || (self.decimals == 0 && self.group.is_none())
    }

    /// The decimal point, where the number shows which.
    pub fn shown_point(&self) -> Option<char> {
        (self.decimals > 0 || self.group.is_some()).then_some(self.point)
    }

    pub fn is_percent(&self) -> bool {
        matches!(self.form, Form::Percent | Form::Points)
    }

    /// Worth of the last digit that is not a zero at the end.
    fn significant(&self) -> f64 {
        let mut unit = self.unit;
        while unit * 10.0 <= self.value.abs() && (self.value / (unit * 10.0)).fract().abs() < 1e-9 {
            unit *= 10.0;
        }
        unit
    }

    /// Between which values the true one lies.
    pub fn bounds(&self, hedge: Option<Hedge>) -> (f64, f64) {
        let (value, slack) = (self.value, self.value.abs() * 1e-12 + self.unit * 1e-9);
        let (below, above) = match hedge {
            None => (self.unit / 2.0, self.unit / 2.0),
            Some(Hedge::About) => (self.significant() / 2.0, self.significant() / 2.0),
            Some(Hedge::Over) => (self.unit / 2.0, self.significant()),
            Some(Hedge::Under) => (self.significant(), self.unit / 2.0),
        };
        (value - below - slack, value + above + slack)
    }

    /// Writes digits in this style. `value` is without scale.
    pub fn digits(&self, value: f64, decimals: usize, grouped: bool) -> String {
        let shown = format!("{:.decimals$}", value.abs());
        let (whole, rest) = shown.split_once('.').unwrap_or((&shown, ""));
        let separator = self.group.unwrap_or(if self.point == ',' { '.' } else { ',' });
        let mut text = String::new();
        for (index, digit) in whole.chars().enumerate() {
            if grouped && index > 0 && (whole.len() - index).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        if !rest.is_empty() {
            text.push(self.point);
            text.push_str(rest);
        }
        text
    }

    /// Whether four digits and more are grouped where this style is kept.
    pub fn groups(&self, number: &str) -> bool {
        self.group.is_some() || number.split(self.point).next().is_some_and(|whole| whole.len() < 4)
    }
}

/// A small number in words, in the style of another.
pub fn word_like(text: &str, value: usize) -> Option<String> {
    let first = text.split([' ', '-']).next()?;
    let lower = first.to_lowercase();
    let ordinal = ORDINALS.contains(&lower.as_str());
    let new = if ordinal { *ORDINALS.get(value.checked_sub(1)?)? } else { WORDS[..13].get(value)?.0 };
    let capital = first.chars().next().is_some_and(char::is_uppercase);
    let new = if capital { format!("{}{}", new[..1].to_uppercase(), &new[1..]) } else { new.to_owned() };
    Some(format!("{new}{}", &text[first.len()..]))
}

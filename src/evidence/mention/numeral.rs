//! Numbers written in digits: where one begins and ends, its sign, its power of ten, what stands at it.
//!
//! What its separators mean is told by `separators`, what stands behind it by `units`.

use super::digits::{fraction, raised};
use super::separators::{Style, Written, groups, interpret, places};
use super::tokens::{Gap, Kind, Tokens};
use super::units::{self, is_currency};
use super::{Exclusion, Form, Reading};

/// What a number is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Digits,
    Words,
}

/// A number as it was found, before its surroundings were looked at.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// First token, with sign and currency.
    pub first: usize,
    /// Last token, with scale, percent and currency.
    pub last: usize,
    /// First and last token of the numeral itself.
    pub core: (usize, usize),
    pub written: Vec<Written>,
    /// Powers of ten, likeliest first.
    pub powers: Vec<i32>,
    /// What the words give where no digits do: a fraction, a date.
    pub fixed: Vec<Reading>,
    pub form: Form,
    pub negative: bool,
    pub scaled: bool,
    pub currency: bool,
    pub script: Script,
}

impl Found {
    pub(super) fn new(first: usize, last: usize, written: Vec<Written>) -> Self {
        Self {
            first,
            last,
            core: (first, last),
            written,
            powers: vec![0],
            fixed: Vec::new(),
            form: Form::Number,
            negative: false,
            scaled: false,
            currency: false,
            script: Script::Digits,
        }
    }

    /// A number whose value no digits give.
    pub(super) fn fixed(first: usize, last: usize, form: Form, readings: Vec<Reading>) -> Self {
        Self { fixed: readings, form, ..Self::new(first, last, Vec::new()) }
    }

    /// What it may mean, likeliest first. None of them is infinite: what is too large to be held is as large as can be,
    /// so that it is still a number, which no value of the data will be.
    pub(super) fn readings(&self) -> Vec<Reading> {
        let mut found = self.fixed.clone();
        for power in &self.powers {
            for written in &self.written {
                // The decimal digits are parsed with their power at once: 1.1 times a million is no 1,100,000.
                let value = format!("{}e{power}", written.digits).parse::<f64>();
                let unit = format!("1e{}", power - written.places).parse::<f64>();
                if let (Ok(value), Ok(unit)) = (value, unit) {
                    let value = value.min(f64::MAX);
                    let value = if self.negative && value != 0.0 { -value } else { value };
                    let reading = Reading { value, unit: unit.clamp(f64::MIN_POSITIVE, f64::MAX) };
                    if !found.contains(&reading) {
                        found.push(reading);
                    }
                }
            }
        }
        found
    }

    pub(super) fn is_spelled(&self) -> bool {
        self.script == Script::Words
    }

    /// The first reading's value.
    pub(super) fn value(&self) -> Option<f64> {
        self.readings().first().map(|reading| reading.value)
    }

    /// Whether it is a whole number in digits with nothing at it: `3`, `2024`.
    pub(super) fn is_bare(&self) -> bool {
        self.form == Form::Number && !self.scaled && !self.currency && self.fixed.is_empty()
    }

    /// Whether it is written as a year: four digits from 1500 to 2100 and nothing at them.
    pub(super) fn is_yearly(&self) -> bool {
        let four = self.written.first().is_some_and(|written| {
            written.digits.len() == 4 && written.digits.parse::<u16>().is_ok_and(|year| (1500..=2100).contains(&year))
        });
        four && self.is_bare() && !self.negative && self.core.0 == self.core.1 && !self.is_spelled()
    }
}

/// What begins at a token.
#[derive(Debug)]
pub(super) enum Scan {
    /// Numbers.
    Numbers(Vec<Found>),
    /// Digits that are no number, and the last token of them.
    Out(Exclusion, usize),
}

/// Reads what begins with digits at a token. `floor` is the first token that belongs to nothing read before.
pub(super) fn scan(text: &str, tokens: &Tokens, at: usize, floor: usize) -> Option<Scan> {
    let pointed = tokens.text(at) == "." && tokens.kind(at + 1) == Kind::Digits && tokens.touches(at + 1);
    let free = !tokens.touches(at) || tokens.kind_before(at) == Kind::Mark;
    if pointed && free && tokens.before(at, 1) != "." {
        let digits = tokens.text(at + 1);
        let written = Written { style: Style::Point, digits: format!("0.{digits}"), places: places(digits) };
        return Some(finish(text, tokens, (at, at + 1), vec![written], floor));
    }
    if let Some((_, _, decimals)) = fraction(tokens.text(at)).filter(|_| free) {
        let written = Written { style: Style::Either, digits: format!("0.{decimals}"), places: places(decimals) };
        return Some(finish(text, tokens, (at, at), vec![written], floor));
    }
    if tokens.kind(at) != Kind::Digits {
        return None;
    }
    if let Some(reason) = belongs_to_name(tokens, at, floor) {
        return Some(Scan::Out(reason, name_end(tokens, at)));
    }
    if let Some((last, power)) = exponent_of_ten(tokens, at) {
        let mut found = Found::new(at, last, vec![Written::whole("1")]);
        dress(text, tokens, &mut found, floor);
        found.powers.iter_mut().for_each(|own| *own += power);
        return Some(Scan::Numbers(vec![found]));
    }
    let (groups, marks, last) = groups(tokens, at);
    if let Some((part, end)) = part(tokens, last)
        && groups.len() == 1
    {
        let written =
            Written { style: Style::Either, digits: format!("{}.{part}", groups.concat()), places: places(part) };
        return Some(finish(text, tokens, (at, end), vec![written], floor));
    }
    let apart = |mark: &str| marks.iter().all(|own| own == mark);
    if let Some(written) = interpret(&groups, &marks) {
        return Some(finish(text, tokens, (at, last), written, floor));
    }
    if groups.len() > 1 && apart(",") {
        // A list without spaces: `1,2,3`.
        let numbers = (0..groups.len()).map(|place| (at + 2 * place, groups.get(place)));
        let numbers = numbers.filter_map(|(at, digits)| Some(Found::new(at, at, vec![Written::whole(digits?)])));
        return Some(Scan::Numbers(numbers.collect()));
    }
    let reason = if groups.len() > 1 { Exclusion::Version } else { Exclusion::Identifier };
    Some(Scan::Out(reason, last))
}

/// The decimals of a fraction behind a numeral, and its last token: `2½`, `2 ½`, `2 1/2`.
fn part(tokens: &Tokens, last: usize) -> Option<(&'static str, usize)> {
    let at = last + 1;
    let near = |wanted: Gap| tokens.get(at).is_some_and(|token| token.gap == wanted);
    if let Some((_, _, decimals)) = fraction(tokens.text(at)).filter(|_| near(Gap::None) || near(Gap::Space)) {
        return Some((decimals, at));
    }
    let cut = near(Gap::Space) && tokens.text(at + 1) == "/" && tokens.touches(at + 1) && tokens.touches(at + 2);
    let decimals = match (tokens.text(at), tokens.text(at + 2)) {
        ("1", "2") => "5",
        ("1", "4") => "25",
        ("3", "4") => "75",
        _ => return None,
    };
    let ends = !tokens.touches(at + 3) && tokens.text(at + 3) != "of";
    (cut && ends).then_some((decimals, at + 2))
}

/// Digits at the end of a name: `COVID-19`, `#5`, `a/2024`.
fn belongs_to_name(tokens: &Tokens, at: usize, floor: usize) -> Option<Exclusion> {
    if at <= floor || !tokens.touches(at) {
        return None;
    }
    let mark = tokens.before(at, 1);
    let name = at >= 2 && at - 1 > floor && tokens.touches(at - 1);
    let name = name && matches!(tokens.kind(at - 2), Kind::Word | Kind::Mixed) && !is_currency(tokens, at - 2);
    let prefixes = ["mid", "pre", "post", "early", "late", "sub", "under", "over", "near", "non", "top", "bottom"];
    // `ca.300`
    let shortened = mark == "." && name && ["ca", "approx", "circa", "abt", "no", "nr"].contains(&tokens.before(at, 2));
    match mark {
        _ if shortened => None,
        "#" => Some(Exclusion::Label),
        "-" | "‑" if name && !prefixes.contains(&tokens.text(at - 2)) => Some(Exclusion::Identifier),
        "/" | "." | "_" | "@" if name => Some(Exclusion::Identifier),
        _ if tokens.kind_before(at) == Kind::Mixed => Some(Exclusion::Identifier),
        _ => None,
    }
}

/// The last token of a name that goes on behind its digits: `v1.2.3-beta`.
fn name_end(tokens: &Tokens, at: usize) -> usize {
    let mut last = at;
    while [".", "-", "_", "/", ":"].contains(&tokens.text(last + 1))
        && tokens.touches(last + 1)
        && tokens.touches(last + 2)
        && matches!(tokens.kind(last + 2), Kind::Digits | Kind::Word | Kind::Mixed)
    {
        last += 2;
    }
    last
}

/// Puts power, scale, percent, sign and currency to a numeral.
fn finish(text: &str, tokens: &Tokens, core: (usize, usize), written: Vec<Written>, floor: usize) -> Scan {
    let mut found = Found::new(core.0, core.1, written);
    let power = power_of_ten(tokens, core.1);
    if let Some((last, _)) = power {
        found.last = last;
        found.core.1 = last;
    }
    dress(text, tokens, &mut found, floor);
    if let Some((_, power)) = power {
        found.powers.iter_mut().for_each(|own| *own += power);
    }
    // `×3`
    let first = found.first;
    let crossed = first > floor && tokens.before(first, 1) == "×" && tokens.touches(first);
    if crossed && found.is_bare() && tokens.kind_before(first - 1) != Kind::Digits {
        found.form = Form::Multiple;
        found.first -= 1;
    }
    if found.readings().is_empty() { Scan::Out(Exclusion::Identifier, found.last) } else { Scan::Numbers(vec![found]) }
}

/// `a factor of 2.5`, `by a factor of 3`
fn is_factor(tokens: &Tokens, first: usize) -> bool {
    let of = tokens.before(first, 1) == "of"
        || ["about", "roughly", "nearly", "almost", "over"].contains(&tokens.before(first, 1));
    let back = if tokens.before(first, 1) == "of" { 2 } else { 3 };
    of && tokens.before(first, back) == "factor"
}

/// Puts what stands before and behind a numeral to it.
pub(super) fn dress(text: &str, tokens: &Tokens, found: &mut Found, floor: usize) {
    before(tokens, found, floor);
    let end = units::ending(text, tokens, found.last, found.currency);
    found.last = end.last;
    found.powers = end.powers;
    found.form = if is_factor(tokens, found.first) && end.form == Form::Number { Form::Multiple } else { end.form };
    found.scaled = end.scaled;
    found.currency = end.currency;
}

/// The last token and the exponent of `e6`, `×10^6`, `× 10⁶` behind a numeral.
fn power_of_ten(tokens: &Tokens, last: usize) -> Option<(usize, i32)> {
    let next = last + 1;
    if tokens.text(next) == "e" && tokens.touches(next) {
        return exponent(tokens, next + 1);
    }
    let times = ["×", "x", "·", "*", "⋅"].contains(&tokens.text(next));
    if times { exponent_of_ten(tokens, next + 1) } else { None }
}

/// The last token and the exponent of a ten that is raised: `10^6`, `10^{6}`, `10⁶`.
fn exponent_of_ten(tokens: &Tokens, ten: usize) -> Option<(usize, i32)> {
    let at = ten + 1;
    if tokens.text(ten) != "10" || tokens.kind(ten) != Kind::Digits || !tokens.touches(at) {
        return None;
    }
    if tokens.text(at) == "^" {
        let braced = tokens.text(at + 1) == "{";
        let (last, power) = exponent(tokens, if braced { at + 2 } else { at + 1 })?;
        return Some((if braced && tokens.text(last + 1) == "}" { last + 1 } else { last }, power));
    }
    let digit = |at: usize| raised(tokens.text(at)).filter(|_| tokens.touches(at));
    let minus = tokens.text(at) == "⁻";
    let mut last = if minus { at + 1 } else { at };
    let mut power = digit(last)?;
    while let Some(next) = digit(last + 1) {
        power = (power * 10 + next).min(MOST_POWER);
        last += 1;
    }
    Some((last, if minus { -power } else { power }))
}

/// What is too large an exponent is too large for a number as well.
const MOST_POWER: i32 = 9_999;

/// The last token and the value of an exponent in digits, with its sign.
fn exponent(tokens: &Tokens, at: usize) -> Option<(usize, i32)> {
    let signed = ["+", "-", "−"].contains(&tokens.text(at));
    let digits = if signed { at + 1 } else { at };
    if tokens.kind(digits) != Kind::Digits || !tokens.touches(digits) {
        return None;
    }
    let power: i32 = tokens.text(digits).parse().unwrap_or(MOST_POWER).min(MOST_POWER);
    Some((digits, if signed && tokens.text(at) != "+" { -power } else { power }))
}

/// Takes the currency and the sign before a numeral to it.
fn before(tokens: &Tokens, found: &mut Found, floor: usize) {
    let mut first = found.first;
    let near = |at: usize| tokens.get(at).is_some_and(|token| token.gap != Gap::Wide);
    let inner = sign(tokens, first, floor, true);
    let at = if inner.is_some() { first.saturating_sub(1) } else { first };
    if at > floor && near(at) && is_currency(tokens, at - 1) {
        found.currency = true;
        first = at - 1;
        found.negative |= inner == Some(true);
        let area = first > floor && tokens.touches(first) && tokens.kind(first - 1) == Kind::Word;
        let short = first > 0 && tokens.text(first - 1).len() <= 2 && tokens.get(first - 1).is_some_and(|t| t.capital);
        if area && short && tokens.text(first) == "$" {
            first -= 1;
        }
    }
    if let Some(negative) = sign(tokens, first, floor, false) {
        found.negative |= negative;
        first -= 1;
    } else if first > floor && ["minus", "negative"].contains(&tokens.before(first, 1)) {
        found.negative = true;
        first -= 1;
    }
    found.first = first;
    accounting(tokens, found);
}

/// A number in brackets that stands alone in its cell is negative: `| (1,234) |`.
fn accounting(tokens: &Tokens, found: &mut Found) {
    let (first, last) = (found.first, found.last);
    let alone = |at: Option<usize>| at.is_none_or(|at| tokens.kind(at) == Kind::Break);
    let opens = first > 0 && tokens.text(first - 1) == "(" && tokens.touches(first);
    let after = if tokens.text(last + 1) == "%" { last + 2 } else { last + 1 };
    if opens && tokens.text(after) == ")" && alone(first.checked_sub(2)) && alone(Some(after + 1)) {
        found.negative = true;
    }
}

/// Whether the token before touches as a sign, and which: true for minus. A dash between two numbers is none. `inner` is
/// whether a currency may touch the sign from the other side.
fn sign(tokens: &Tokens, first: usize, floor: usize, inner: bool) -> Option<bool> {
    if first <= floor || !tokens.touches(first) {
        return None;
    }
    let at = first - 1;
    let negative = match tokens.text(at) {
        "-" | "−" | "–" | "‑" => true,
        "+" => false,
        _ => return None,
    };
    let before = tokens.before(at, 1);
    let opens = ["(", "[", "\"", "“", "„", "'", "=", ":", "~", "≈", ">", "<", "≥", "≤", "/"].contains(&before);
    let currency = inner && at > floor && is_currency(tokens, at - 1);
    (at <= floor && !tokens.touches(at) || !tokens.touches(at) || opens || currency).then_some(negative)
}

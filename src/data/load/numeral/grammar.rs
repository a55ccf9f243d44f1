//! The grammar of numbers as people write them: one text, and how it may be read. Pure.

use super::super::shape::trim;
use super::scale::is_scale;

/// Bytes beyond which a text is no number in any style.
const LONGEST: usize = 60;
/// Letters of a unit.
const UNIT_CHARS: usize = 12;
/// Codes of money, as ISO 4217 has them. Three letters alone would make a number of `ORD-5`.
pub(super) const CODES: [&str; 44] = [
    "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "RMB", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY",
    "RUB", "UAH", "INR", "BRL", "MXN", "CAD", "AUD", "NZD", "ZAR", "SGD", "HKD", "KRW", "TWD", "THB", "IDR", "MYR",
    "PHP", "VND", "ILS", "AED", "SAR", "EGP", "NGN", "KES", "ARS", "CLP", "COP", "PEN",
];
/// Units of capital letters that may stand right behind a digit, where others make a code: `5GB`, but `12AB`.
const CAPITALS: [&str; 9] = ["GB", "MB", "KB", "TB", "KG", "KM", "MW", "KW", "GW"];
/// What stands for money, besides codes.
pub(super) const MONEY: [&str; 18] =
    ["US$", "R$", "C$", "A$", "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "zł", "kr", "Kč", "Fr.", "Rs.", "Rs"];
/// Digits from which whole numbers with a plus sign are those of telephones: `+49 170 123 456`.
const PHONE_DIGITS: u16 = 8;
/// Minus signs, the typographic one last.
const MINUS: [char; 2] = ['-', '\u{2212}'];

/// What separates thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Comma,
    Point,
    /// Spaces, those that do not break included.
    Space,
    Apostrophe,
}

impl Mark {
    fn of(character: char) -> Option<Self> {
        Some(match character {
            ',' => Self::Comma,
            '.' => Self::Point,
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => Self::Space,
            '\'' | '\u{2019}' => Self::Apostrophe,
            _ => return None,
        })
    }
}

/// A number in some style.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Numeral {
    /// What stands before or behind the number.
    pub(super) affix: String,
    /// Between thousands, where that is certain.
    pub(super) group: Option<Mark>,
    /// Before decimals, where that is certain.
    pub(super) decimal: Option<Mark>,
    /// A single comma or point with three digits behind it.
    pub(super) open: Option<Mark>,
    /// Whether it is negative in another way than by a leading `-`.
    pub(super) odd_negative: bool,
    /// Whether a plus sign stands before it.
    pub(super) plus: bool,
    /// Whether it is negative.
    pub(super) negative: bool,
    /// Whether its minus stands behind it.
    pub(super) minus_behind: bool,
    /// Digits.
    pub(super) digits: u16,
    /// Digits behind the last mark, if it is a comma or a point.
    pub(super) behind: u16,
}

/// Whether a text is a number in some style.
pub(in super::super) fn is_numeral(text: &[u8]) -> bool {
    parse(text).is_some()
}

/// The value of a number in some style, or as programs write it.
pub(in super::super) fn value(text: &[u8], comma: bool) -> Option<f64> {
    let plain = std::str::from_utf8(trim(text)).ok()?;
    let decimal = if comma { Mark::Comma } else { Mark::Point };
    let Some(numeral) = parse(text) else {
        let thousands = comma && is_thousands(trim(text));
        return if thousands { plain.replace('.', "").parse().ok() } else { plain.parse().ok() };
    };
    let behind = if numeral.decimal.or(numeral.open) == Some(decimal) { usize::from(numeral.behind) } else { 0 };
    let unit = plain.find(|character: char| character.is_alphabetic() && !numeral.affix.is_empty());
    let digits: String = match unit {
        Some(start) if start > 0 => plain.get(..start)?.chars().filter(char::is_ascii_digit).collect(),
        _ => plain.chars().filter(char::is_ascii_digit).collect(),
    };
    let (whole, fraction) = digits.split_at_checked(digits.len().checked_sub(behind)?)?;
    let value: f64 = format!("{whole}.{fraction}0").parse().ok()?;
    Some(if plain.contains(['-', '(', '\u{2212}']) { -value } else { value })
}

/// Whether a sign or a code is that of a currency.
pub(in super::super) fn is_money(affix: &str) -> bool {
    MONEY.contains(&affix) || CODES.contains(&affix)
}

/// `1.000`, `-12.500`: not `0.125`, which no thousand is.
pub(super) fn is_thousands(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    matches!(digits, [first, .., b'.', _, _, _] if *first != b'0' && digits.len() <= 7 && *first != b'.')
}

pub(super) fn parse(text: &[u8]) -> Option<Numeral> {
    if text.len() > LONGEST || !text.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?.trim();
    let (text, mut odd_negative) = within_brackets(text);
    let mut negatives = usize::from(odd_negative);
    let mut rest = text;
    let mut affix = String::new();
    // Signs and money may stand before the number in either order.
    loop {
        let before = rest;
        if let Some(inner) = rest.strip_prefix(['-', '\u{2212}', '+']) {
            negatives += 1;
            odd_negative |= rest.starts_with('\u{2212}');
            rest = inner.trim_start();
        }
        let money = leading_money(rest);
        if !money.is_empty() && affix.is_empty() {
            money.clone_into(&mut affix);
            rest = rest.get(money.len()..)?.trim_start();
        }
        if let (inner, true) = within_brackets(rest) {
            negatives += 1;
            odd_negative = true;
            rest = inner;
        }
        if rest == before {
            break;
        }
    }
    let end = rest.rfind(|character: char| character.is_ascii_digit())? + 1;
    let (body, behind) = rest.split_at_checked(end)?;
    // A unit such as `m2` ends in a digit.
    let (body, behind) = match body.find(|character: char| character.is_alphabetic() || character == '°') {
        Some(start) => rest.split_at_checked(start)?,
        None => (body, behind),
    };
    let (body, spaced) =
        (body.trim_end(), body.ends_with(char::is_whitespace) || behind.starts_with(char::is_whitespace));
    let mut behind = behind.trim();
    let mut minus_behind = false;
    if let Some(inner) = behind.strip_suffix(MINUS) {
        negatives += 1;
        odd_negative = true;
        minus_behind = true;
        behind = inner.trim_end();
    }
    if !behind.is_empty() {
        if !affix.is_empty() || !is_unit(behind, spaced) {
            return None;
        }
        behind.clone_into(&mut affix);
    }
    if negatives > 1 {
        return None;
    }
    let plus = text.starts_with('+');
    let numeral =
        Numeral { minus_behind, plus, negative: negatives > usize::from(plus), ..digits(body, affix, odd_negative)? };
    if plus && numeral.affix.is_empty() && numeral.decimal.is_none() && numeral.digits >= PHONE_DIGITS {
        return None;
    }
    // What programs write themselves is no other style.
    let plain = numeral.group.is_none() && numeral.open != Some(Mark::Comma) && numeral.decimal != Some(Mark::Comma);
    (!plain || !numeral.affix.is_empty() || numeral.odd_negative).then_some(numeral)
}

/// A text up to its last digit, and what stands behind that.
pub(super) fn trailing(text: &[u8]) -> Option<(&str, &str)> {
    let end = text.iter().rposition(u8::is_ascii_digit)? + 1;
    let (number, behind) = std::str::from_utf8(text).ok()?.split_at_checked(end)?;
    Some((number, behind.trim()))
}

/// `(12)` stands for a negative number in accounts.
fn within_brackets(text: &str) -> (&str, bool) {
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => (inner.trim(), true),
        None => (text, false),
    }
}

fn leading_money(text: &str) -> &str {
    let named = MONEY.iter().find(|money| text.starts_with(**money)).map(|money| money.len());
    let code = text.get(..3).filter(|code| CODES.contains(code)).map(str::len);
    // A minus stands before the code, or behind a space.
    let code =
        code.filter(|&length| text.as_bytes().get(length).is_some_and(|next| *next == b' ' || next.is_ascii_digit()));
    text.get(..named.or(code).unwrap_or(0)).unwrap_or_default()
}

/// Per cent, money, or a unit of measurement. A single capital letter behind a digit makes a code, as in `12A`; so do
/// the ends of ordinals and times of day.
fn is_unit(text: &str, spaced: bool) -> bool {
    const NO_UNITS: [&str; 10] = ["st", "nd", "rd", "th", "am", "pm", "a.m.", "p.m.", "bis", "ter"];
    if matches!(text, "%" | "‰") || is_money(text) {
        return true;
    }
    if is_scale(text) {
        return false;
    }
    let mut characters = text.chars();
    let starts = characters.next().is_some_and(|first| first.is_alphabetic() || matches!(first, '°' | 'µ'));
    let capitals = text.bytes().all(|byte| byte.is_ascii_uppercase());
    let code = !spaced && capitals && !CAPITALS.contains(&text);
    starts
        && !code
        && text.chars().count() <= UNIT_CHARS
        && !NO_UNITS.contains(&text.to_lowercase().as_str())
        && characters
            .all(|other| other.is_alphabetic() || matches!(other, '/' | '²' | '³' | '2' | '3' | '°' | '·' | '$' | '€'))
        && text.chars().filter(char::is_ascii_digit).count() <= 1
        && !text.starts_with(['e', 'E']) | spaced
}

/// The digits of a number and the marks between them.
fn digits(body: &str, affix: String, odd_negative: bool) -> Option<Numeral> {
    let mut marks = Vec::new();
    let mut groups = vec![0_u16];
    for character in body.chars() {
        if character.is_ascii_digit() {
            *groups.last_mut()? += 1;
        } else {
            marks.push(Mark::of(character)?);
            groups.push(0);
        }
    }
    let zero_led = body.starts_with('0') && groups.first().is_some_and(|&first| first > 1);
    if groups.contains(&0) || zero_led {
        return None;
    }
    let digits = groups.iter().sum();
    let last = groups.last().copied()?;
    let mut numeral = Numeral {
        affix,
        group: None,
        decimal: None,
        open: None,
        odd_negative,
        plus: false,
        negative: false,
        minus_behind: false,
        digits,
        behind: 0,
    };
    match marks.as_slice() {
        [] => {}
        [mark @ (Mark::Comma | Mark::Point)] => {
            numeral.behind = last;
            let could_group = last == 3 && groups.first().is_some_and(|&first| first <= 3) && !body.starts_with('0');
            let place = if could_group { &mut numeral.open } else { &mut numeral.decimal };
            *place = Some(*mark);
        }
        [before @ .., decimal @ (Mark::Comma | Mark::Point)] if before.first().is_some_and(|mark| mark != decimal) => {
            numeral.group = grouped(before, groups.get(..groups.len() - 1)?, body);
            numeral.group?;
            numeral.decimal = Some(*decimal);
            numeral.behind = last;
        }
        all => {
            numeral.group = grouped(all, &groups, body);
            numeral.group?;
        }
    }
    Some(numeral)
}

/// The one mark between groups of three digits, or of two and at last three, as in `12,34,567`.
fn grouped(marks: &[Mark], groups: &[u16], body: &str) -> Option<Mark> {
    let mark = *marks.first()?;
    let (first, rest) = groups.split_first()?;
    let (last, between) = rest.split_last()?;
    let alike = marks.iter().all(|other| *other == mark);
    let threes = *first <= 3 && between.iter().all(|&group| group == 3);
    let twos = mark == Mark::Comma && *first <= 2 && !between.is_empty() && between.iter().all(|&group| group == 2);
    (alike && *last == 3 && (threes || twos) && !body.starts_with('0')).then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What decides how a text is read: affix, certain decimal, open mark, odd negative.
    fn read(text: &str) -> Option<(String, Option<Mark>, Option<Mark>, bool)> {
        parse(text.as_bytes()).map(|found| (found.affix, found.decimal, found.open, found.odd_negative))
    }

    #[test]
    fn numbers_are_known_in_other_styles() {
        let (comma, point) = (Some(Mark::Comma), Some(Mark::Point));
        for (text, affix, decimal, open, odd) in [
            ("1,234", "", None, comma, false),
            ("1,234,567", "", None, None, false),
            ("12,34,567", "", None, None, false),
            ("1.234.567", "", None, None, false),
            ("1 234 567", "", None, None, false),
            ("1\u{202f}234,5 €", "€", comma, None, false),
            ("1'234.50", "", point, None, false),
            ("1,234,567.8", "", point, None, false),
            ("1.234,56", "", comma, None, false),
            ("-0,5", "", comma, None, false),
            ("0,125", "", comma, None, false),
            ("12345,6", "", comma, None, false),
            ("12,5 %", "%", comma, None, false),
            ("45%", "%", None, None, false),
            ("$ 12.50", "$", point, None, false),
            ("-$5", "$", None, None, false),
            ("$-5", "$", None, None, false),
            ("($1,234.50)", "$", point, None, true),
            ("(12)", "", None, None, true),
            ("12-", "", None, None, true),
            ("\u{2212}3", "", None, None, true),
            ("EUR 7", "EUR", None, None, false),
            ("7 USD", "USD", None, None, false),
            ("12 kg", "kg", None, None, false),
            ("12.5kg", "kg", point, None, false),
            ("30 m2", "m2", None, None, false),
            ("5 µg/m3", "µg/m3", None, None, false),
            ("21,5 °C", "°C", comma, None, false),
            ("3 rooms", "rooms", None, None, false),
        ] {
            assert_eq!(read(text), Some((affix.to_owned(), decimal, open, odd)), "{text}");
        }
        for text in [
            "192.168.0.1",
            "1.2.3",
            "1,2,3",
            "12:30",
            "1.234.56",
            "12,",
            "%",
            "",
            "x",
            "12A",
            "1st",
            "10 pm",
            "3-4",
            "1_000",
            "007,5",
            "2020Q1",
            "A12",
            "--5",
            "(-5)",
            "12 kg 5",
            "1E5",
            "5e",
            "+49 30 1234",
            "$5 EUR",
            "ORD-15",
            "SO-15",
            "EUR-5",
            "12AB",
            "5k",
            "5 million",
            "5 bn",
            "5 B",
            "50 k€",
            "5 Mio",
            "5MM",
            "2XL",
            "1,,000",
            "12",
            "-3.5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn values_follow_the_style() {
        for (text, comma, expected) in [
            ("1.234,56", true, Some(1234.56)),
            ("1.000", true, Some(1000.0)),
            ("1.000", false, Some(1.0)),
            ("1,234", false, Some(1234.0)),
            ("1,234", true, Some(1.234)),
            ("($5.50)", false, Some(-5.5)),
            ("12 m2", false, Some(12.0)),
            ("EUR 7", false, Some(7.0)),
            ("7", true, Some(7.0)),
            ("x", true, None),
        ] {
            assert_eq!(value(text.as_bytes(), comma), expected, "{text}");
        }
    }

    #[test]
    fn points_may_stand_between_thousands() {
        for (text, expected) in
            [("1.000", true), ("-12.345", true), ("0.125", false), ("1234.500", false), ("1.5", false), (".500", false)]
        {
            assert_eq!(is_thousands(text.as_bytes()), expected, "{text}");
        }
    }
}

//! Words and letters behind a number that say how many thousands or dozens it counts. They are no units: without them
//! a number would be smaller than what was written. Pure.

use super::grammar::{CODES, MONEY, is_numeral, trailing};
use crate::data::load::shape::{Shape, classify, trim};

/// Bytes of the longest text behind a number that is looked at.
const LONGEST: usize = 40;
/// Letters that scale alone, in this case: `m` is a metre and `t` a ton, where no money stands with them.
const LETTERS: [&str; 7] = ["k", "K", "M", "B", "T", "MM", "KK"];
/// The same beside money.
const BESIDE_MONEY: [&str; 6] = ["k", "m", "b", "t", "md", "mm"];
/// Words, in lower case.
const WORDS: [&str; 102] = [
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
    "trillion",
    "trillions",
    "dozen",
    "dozens",
    "doz",
    "dz",
    "gross",
    "lakh",
    "lakhs",
    "lac",
    "lacs",
    "crore",
    "crores",
    "cr",
    "mn",
    "mln",
    "mil",
    "mill",
    "mio",
    "bn",
    "bln",
    "bil",
    "bio",
    "tn",
    "trn",
    "tln",
    "thsd",
    "thou",
    "ths",
    "tsd",
    "mrd",
    "mia",
    "mlrd",
    "mld",
    "mds",
    "mdr",
    "hundert",
    "tausend",
    "millionen",
    "milliarde",
    "milliarden",
    "billionen",
    "dutzend",
    "mille",
    "millier",
    "milliers",
    "milliard",
    "milliards",
    "douzaine",
    "douzaines",
    "millón",
    "millon",
    "millones",
    "billón",
    "billones",
    "docena",
    "docenas",
    "milhar",
    "milhares",
    "milhão",
    "milhões",
    "milhoes",
    "bilhão",
    "bilhões",
    "bilhoes",
    "mila",
    "migliaia",
    "milione",
    "milioni",
    "miliardo",
    "miliardi",
    "dozzina",
    "duizend",
    "miljoen",
    "miljard",
    "tusen",
    "miljon",
    "miljoner",
    "miljarder",
    "millioner",
    "tusind",
    "tys",
    "tis",
    "milyon",
    "milyar",
    "тыс",
    "млн",
    "млрд",
    "千",
    "百",
    "万",
    "萬",
    "亿",
    "億",
];

/// Whether what stands behind a number scales it: `million`, `k`, `bn`, `Mio.`, `k€`, `TEUR`, `million EUR`, `k/year`.
pub(super) fn is_scale(text: &str) -> bool {
    text.split(|sign: char| sign.is_whitespace() || sign == '/').any(|word| {
        let word = word.trim_end_matches('.');
        let bare = without_money(word);
        scales(word) || bare.is_some_and(|bare| scales(bare) || BESIDE_MONEY.contains(&bare.to_lowercase().as_str()))
    })
}

fn scales(word: &str) -> bool {
    LETTERS.contains(&word) || WORDS.contains(&word.to_lowercase().as_str())
}

/// A word without the money before or behind it, where it holds both.
fn without_money(word: &str) -> Option<&str> {
    // Most units are lower letters alone, and hold no money.
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) && !word.ends_with("kr") {
        return None;
    }
    let mut signs = MONEY.iter().chain(&CODES);
    let bare = signs.find_map(|money| word.strip_suffix(money).or_else(|| word.strip_prefix(money)))?;
    (!bare.is_empty()).then_some(bare)
}

/// Whether a text is a number with such words behind it, or with a plus: `1.2k`, `€3M`, `5 million`, `500+`.
pub(in super::super) fn is_scaled(text: &[u8]) -> bool {
    let Some((number, behind)) = trailing(trim(text)) else { return false };
    if behind.len() > LONGEST || !(behind == "+" || is_scale(behind)) {
        return false;
    }
    match classify(number.as_bytes()).shape {
        Shape::Integer | Shape::Decimal => true,
        Shape::Text => is_numeral(number.as_bytes()),
        _ => false,
    }
}

/// Whether a text is a number with a sign before it that says that the number meant is smaller, larger or near: `<0.5`.
pub(in super::super) fn is_bound(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(trim(text)) else { return false };
    let behind = text.strip_prefix(['<', '>', '≤', '≥', '~', '≈']).map(|rest| rest.strip_prefix('=').unwrap_or(rest));
    behind.is_some_and(|number| {
        let number = trim(number.as_bytes());
        matches!(classify(number).shape, Shape::Integer | Shape::Decimal) || is_numeral(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_letters_that_scale_are_known() {
        for text in [
            "k",
            "K",
            "M",
            "B",
            "bn",
            "Mio",
            "Mio.",
            "million",
            "Millions",
            "Mrd",
            "k€",
            "T€",
            "TEUR",
            "MEUR",
            "€m",
            "m$",
            "million EUR",
            "Mio. €",
            "lakh",
            "crore",
            "dozen",
            "milliards",
            "mkr",
            "k/year",
            "万",
        ] {
            assert!(is_scale(text), "{text}");
        }
        for text in [
            "m", "t", "km", "kg", "mm", "kr", "€", "EUR", "%", "kW", "MB", "g", "l", "min", "miles", "b", "kr/kg", "°C",
        ] {
            assert!(!is_scale(text), "{text}");
        }
    }

    #[test]
    fn numbers_that_stand_for_more_than_they_say_are_known() {
        for text in ["1.2K", "3M", "€110.5M", "10,000+", "$5B", "1.2k", "5 million", "5 Mio. EUR", "50 k€", "3 dozen"]
        {
            assert!(is_scaled(text.as_bytes()), "{text}");
        }
        for text in ["12A", "k", "M3", "5", "5 m", "a+", "1-2M", "5 kg", "12 km"] {
            assert!(!is_scaled(text.as_bytes()), "{text}");
        }
    }
}

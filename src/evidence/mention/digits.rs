//! Digits of any script, and signs that are fractions, as the plain digits that they stand for.
//!
//! Knows characters only.

/// First digits of the scripts whose digits are used in numbers, from the Unicode Character Database (category Nd).
const ZEROS: [u32; 28] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6,
    0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810, 0x1946, 0x1B50, 0xFF10, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC,
    0x1D7F6,
];

/// The ASCII digit that a character stands for.
pub(super) fn ascii(character: char) -> Option<char> {
    if character.is_ascii() {
        return Some(character).filter(char::is_ascii_digit);
    }
    let code = u32::from(character);
    let value = ZEROS.iter().filter_map(|zero| code.checked_sub(*zero)).find(|value| *value < 10)?;
    char::from_digit(value, 10)
}

pub(super) fn is_digit(character: char) -> bool {
    ascii(character).is_some()
}

/// The mark that one of another script or width is written for.
pub(super) fn plain_mark(mark: char) -> char {
    match mark {
        '’' | '´' | 'ʼ' | '＇' | '˙' => '\'',
        '٬' => ',',
        '٫' | '．' => '.',
        '％' | '٪' | '﹪' => '%',
        '＄' | '﹩' => '$',
        '￥' => '¥',
        '￡' => '£',
        '＋' => '+',
        '－' => '-',
        '／' => '/',
        '＃' => '#',
        '～' => '~',
        other => other,
    }
}

/// Parts, whole and decimals of a sign that is a fraction.
pub(super) fn fraction(sign: &str) -> Option<(u32, u32, &'static str)> {
    let fraction = match sign {
        "½" => (1, 2, "5"),
        "⅓" => (1, 3, "33"),
        "⅔" => (2, 3, "67"),
        "¼" => (1, 4, "25"),
        "¾" => (3, 4, "75"),
        "⅕" => (1, 5, "2"),
        "⅖" => (2, 5, "4"),
        "⅗" => (3, 5, "6"),
        "⅘" => (4, 5, "8"),
        "⅙" => (1, 6, "17"),
        "⅚" => (5, 6, "83"),
        "⅐" => (1, 7, "14"),
        "⅛" => (1, 8, "125"),
        "⅜" => (3, 8, "375"),
        "⅝" => (5, 8, "625"),
        "⅞" => (7, 8, "875"),
        "⅑" => (1, 9, "11"),
        "⅒" => (1, 10, "1"),
        _ => return None,
    };
    Some(fraction)
}

/// The digit that a raised character stands for.
pub(super) fn raised(sign: &str) -> Option<i32> {
    let mut characters = sign.chars();
    let digit = characters.next().filter(|_| characters.next().is_none())?;
    let place = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|raised| raised == digit)?;
    i32::try_from(place).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_any_script_are_plain_ones() {
        let plain = |text: &str| text.chars().map(|character| ascii(character).unwrap_or('?')).collect::<String>();
        assert_eq!(plain("0５９٠٩۳९𝟘𝟿𝟎"), "0590939090");
        assert_eq!(plain("a½²Ⅻ①零"), "??????");
    }

    #[test]
    fn decimals_of_a_fraction_are_its_value() {
        for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒".chars() {
            let (parts, whole, decimals) = fraction(&sign.to_string()).unwrap();
            let value = f64::from(parts) / f64::from(whole);
            assert_eq!(format!("{value:.*}", decimals.len()), format!("0.{decimals}"), "{sign}");
        }
        assert_eq!((raised("²"), raised("⁹"), raised("2")), (Some(2), Some(9), None));
    }
}

//! What holds for any number in any style, and for any text.

use proptest::prelude::*;

use super::super::{Names, Numbers, find, read};

/// Puts a separator between groups of three.
fn grouped(digits: &str, separator: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

/// Decimal mark and separator of thousands.
const STYLES: &[(&str, &str)] =
    &[(".", ""), (".", ","), (",", "."), (",", " "), (",", "\u{a0}"), (",", "\u{202f}"), (".", "'"), (".", "’")];

/// What may stand before and behind a number, and the power of ten it is.
const DRESSES: &[(&str, &str, i32)] = &[
    ("", "", 0),
    ("$", "", 0),
    ("EUR ", "", 0),
    ("", " €", 0),
    ("", " %", 0),
    ("", "%", 0),
    ("", " pp", 0),
    ("", "K", 3),
    ("", " million", 6),
    ("$", "bn", 9),
    ("$", "M", 6),
    ("", " Mio. €", 6),
    ("", "x", 0),
    ("**", "**", 0),
];

proptest! {
    #[test]
    fn what_was_written_is_read_back(
        number in 0u64..10_000_000_000,
        places in 0usize..5,
        style in 0..STYLES.len(),
        dress in 0..DRESSES.len(),
        negative in any::<bool>(),
    ) {
        let (point, separator) = STYLES[style];
        let (front, back, power) = DRESSES[dress];
        let digits = format!("{number:0width$}", width = places + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places);
        // `881,000` alone is read as thousands.
        prop_assume!(places != 3 || whole.len() > 3 || !decimals.ends_with('0'));
        let mut numeral = grouped(whole, separator);
        if places > 0 {
            numeral = format!("{numeral}{point}{decimals}");
        }
        let sign = if negative && front != "**" { "-" } else { "" };
        let text = format!("The value is {sign}{front}{numeral}{back} there.");
        let found = find(&text);
        prop_assert_eq!(found.len(), 1, "{}", text);
        let mention = &found[0];
        let value: f64 = format!("{sign}{whole}.{decimals}e{power}").replace(".e", "e").parse().unwrap();
        let unit: f64 = format!("1e{}", power - i32::try_from(places).unwrap()).parse().unwrap();
        let read = mention.readings.iter().any(|reading| {
            (reading.value - value).abs() <= f64::EPSILON * value.abs() && (reading.unit - unit).abs() <= f64::EPSILON * unit
        });
        prop_assert!(read, "{} is read as {:?}, not {} by {}", text, mention.readings, value, unit);
        let wanted = format!("{sign}{front}{numeral}{back}");
        prop_assert_eq!(&text[mention.range.clone()], wanted.trim_matches('*'));
    }

    #[test]
    fn a_rounded_number_is_within_half_its_unit(value in -1e6f64..1e6, places in 0usize..6) {
        let text = format!("It is {value:.places$}.");
        let found = find(&text);
        prop_assert_eq!(found.len(), 1, "{}", &text);
        let near = found[0].readings.iter().any(|reading| (reading.value - value).abs() <= reading.unit * 0.500_001);
        prop_assert!(near, "{} is read as {:?}", text, found[0].readings);
    }

    #[test]
    fn any_text_gives_ranges_in_order(text in "\\PC{0,200}", question in "\\PC{0,40}") {
        in_order(&text, &read(&text, &Names::default(), Some(&question)))?;
    }

    #[test]
    fn any_text_of_the_marks_that_matter_gives_ranges_in_order(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60),
        name in 0usize..50,
    ) {
        let text = pieces.concat();
        let name = name..name + 5;
        in_order(&text, &read(&text, &Names { numbered: vec![name.clone()], ..Names::default() }, None))?;
    }
}

const PIECES: &[&str] = &[
    "1",
    "23",
    "456",
    "2024",
    "0",
    ".",
    ",",
    "'",
    "’",
    " ",
    "\u{a0}",
    "-",
    "–",
    "−",
    "+",
    "%",
    "$",
    "€",
    "EUR ",
    "e",
    "E",
    "x",
    "×",
    "10^",
    "⁶",
    "K",
    "M",
    "m",
    " million",
    "three",
    "twenty",
    " and ",
    " a ",
    "half",
    " to ",
    " between ",
    "q3",
    "[q3]",
    "**",
    "*",
    "_",
    "`",
    "```",
    "\"",
    "“",
    "”",
    "'",
    "|",
    "\n",
    "\n\n",
    "# ",
    "- ",
    "> ",
    "(",
    ")",
    "[",
    "](",
    "<",
    ">",
    "&#",
    ";",
    ":",
    "/",
    "\\",
    "~",
    "January",
    "Q1",
    "first",
    "third",
    "quarter",
    " of ",
    "per",
    " cent",
    "minus ",
    "one",
    "in",
    "hundred",
    "thousand",
    "dozen",
    "th",
    "st",
    "s",
    "T",
    "Z",
    "é",
    "数",
    "𝟜",
    "½",
    "@",
    "#",
    "www.",
    "://",
    ".csv",
];

/// Ranges within the text, on its characters, one behind the other, and readings that are numbers.
fn in_order(text: &str, numbers: &Numbers) -> Result<(), TestCaseError> {
    let mut end = 0;
    for mention in &numbers.mentions {
        prop_assert!(mention.range.start >= end && mention.range.start < mention.range.end, "{:?}", text);
        prop_assert!(text.get(mention.range.clone()).is_some(), "{:?}", text);
        prop_assert!(!mention.readings.is_empty());
        for reading in &mention.readings {
            prop_assert!(reading.value.is_finite() && reading.unit.is_finite() && reading.unit > 0.0);
        }
        end = mention.range.end;
    }
    for number in &numbers.left_out {
        prop_assert!(text.get(number.range.clone()).is_some_and(|text| !text.is_empty()), "{:?}", text);
    }
    Ok(())
}

#[test]
fn a_long_text_without_an_end_is_read() {
    // Each of these opens something again and again that nothing closes.
    for piece in [
        "1,",
        "1 234 ",
        "\"1 ",
        "`1 ``",
        "](",
        "<a ",
        "one hundred and ",
        "5, 7 and 9 % ",
        "1-",
        "- 1\n",
        "a@",
        "1.1.1.",
        "111 ",
    ] {
        let text = piece.repeat(20_000 / piece.len());
        let found = read(&text, &Names::default(), Some("the 5"));
        in_order(&text, &found).unwrap_or_else(|fault| panic!("{piece:?}: {fault}"));
        assert_eq!(
            found.mentions.is_empty() && found.left_out.is_empty(),
            !piece.contains(['1', '5', 'o']),
            "{piece:?}"
        );
    }
}

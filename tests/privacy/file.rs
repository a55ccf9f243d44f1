//! A file in which everything that must not leave the machine can be told from everything else: canaries.
//!
//! A text canary begins with `kanari`. A number canary has four leading digits of its own, which are looked for however
//! the number is rounded, scaled by ten or grouped.

use std::fmt::Write as _;

/// How texts that must not be told begin.
const TEXT: &str = "kanari";

/// Leading digits of numbers, dates and times that must not be told.
const DIGITS: [&str; 14] =
    ["7359", "6148", "8263", "4917", "5936", "9471", "3852", "6729", "2971", "3167", "8542", "7693", "4381", "5274"];

/// Teams of ten rows each, one of four and one of one.
pub const TEAMS: [(&str, i64); 6] = [
    ("kanarired", 10),
    ("kanariblue", 10),
    ("kanarigrey", 10),
    ("kanarigold", 10),
    ("kanarifew", 4),
    ("kanarisolo", 1),
];

pub fn csv() -> String {
    let mut text = String::from(
        "id,name,team,salary,bonus,rate,hired,seen,active,rare,fixed,mostly_zero,spoiled,code,score,peak\n",
    );
    let mut id = 0_i64;
    for (number, (team, rows)) in (0_i64..).zip(TEAMS) {
        for row in 0..rows {
            id += 1;
            // The extremes, and whatever stands alone, are canaries; the rest is ordinary.
            let is_lone = rows < 5;
            let salary = match (number, row) {
                (0, 0) => 735_913,
                (1, 0) => -614_829,
                (4 | 5, _) => 826_317 + row,
                _ => 50_000 + 137 * id,
            };
            let bonus = if is_lone { "4917.25".to_owned() } else { format!("{}.50", 100 + id) };
            let part = if is_lone { "0.005936".to_owned() } else { format!("0.{}", 11 + id) };
            let hired = if is_lone { "2971-07-23".to_owned() } else { format!("2019-02-{:02}", 1 + id % 28) };
            let visited =
                if is_lone { "3167-05-06 07:08:09".to_owned() } else { format!("2020-01-{:02} 10:00:00", 1 + id % 28) };
            let lone = if (number, row) == (2, 3) { "947133" } else { "" };
            let fixed = if number == 1 { 385_244 } else { 10 + id };
            let zero = if (number, row) == (3, 3) { 672_955 } else { 0 };
            let spoiled = if id == 17 { "kanarispoiled854291".to_owned() } else { id.to_string() };
            let code = if row == 0 { 769_311 } else { 438_122 + number };
            let score = 1 + (id * 7) % 9;
            let peak = if (number, row) == (3, 5) { 527_499_011 } else { 1 + id % 7 };
            let active = id % 2 == 0;
            let _ = writeln!(
                text,
                "{id},kanariname{id},{team},{salary},{bonus},{part},{hired},{visited},{active},{lone},{fixed},{zero},{spoiled},{code},{score},{peak}"
            );
        }
    }
    text
}

/// A second table with what a CSV file cannot hold.
pub const NESTED: &str = "CREATE TABLE nested AS SELECT i AS id, ['kanarilist', 'kanaritag' || i] AS tags, \
    {'place': 'kanariplace', 'far': 826355 + i} AS spot, MAP {'kanarikey': 735922} AS pairs, \
    '{\"kanarijson\": 614855}' AS body, 4917.5::DECIMAL(18, 3) AS exact, 'kanari' || i AS word FROM range(20) t(i)";

/// The canaries that a text holds.
pub fn canaries(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lower = text.to_lowercase();
    found.extend(lower.match_indices(TEXT).map(|(at, _)| lower[at..].chars().take(24).collect()));
    for number in numbers(text) {
        let significant = number.trim_start_matches('0');
        found.extend(DIGITS.iter().filter(|digits| significant.contains(*digits)).map(|_| number.clone()));
    }
    found
}

/// The numbers in a text, without what stands between their digits.
fn numbers(text: &str) -> Vec<String> {
    let mut numbers = vec![String::new()];
    let characters: Vec<char> = text.chars().collect();
    for (at, character) in characters.iter().enumerate() {
        let is_digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
        if character.is_ascii_digit() {
            numbers.last_mut().unwrap().push(*character);
        } else if !(matches!(character, '.' | ',' | '_' | '-' | ':' | '\'' | ' ')
            && at > 0
            && is_digit(at - 1)
            && is_digit(at + 1))
        {
            numbers.push(String::new());
        }
    }
    numbers
}

#[test]
fn canaries_are_found_in_any_form() {
    for text in [
        "735913",
        "7359",
        "735.9k",
        "735,913",
        "7,359.13",
        "0.007359",
        "7_359_000",
        "x KANARIred",
        "2971-07",
        "[1, 7359]",
    ] {
        assert!(!canaries(text).is_empty(), "{text}");
    }
    assert!(canaries("740000 [73, 590] 2020-01-02 canary").is_empty());
}

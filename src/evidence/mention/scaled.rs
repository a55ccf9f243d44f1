//! Scales that are told once for many numbers: `Revenue in thousand euros: North 12.5, South 9.1`, a table or a list below
//! `Cost (k€)`.
//!
//! They are one more way to read the numbers behind them: whoever tells a scale in a title may still write a number out.

use std::ops::Range;

use super::Form;
use super::numeral::{Found, Script};
use super::tokens::Tokens;
use super::units::{is_money_word, scale_of};
use crate::evidence::passage::begins_item;

/// Words that stand in what tells a scale and are neither scale nor currency.
const FILLERS: [&str; 14] =
    ["in", "of", "the", "all", "figures", "amounts", "values", "angaben", "en", "de", "von", "us", "each", "alle"];

/// Bytes that tell a scale at most.
const SCALE_BYTES: usize = 40;

/// Gives the numbers of a text the scale that is told for them.
pub(super) fn share(text: &str, tokens: &Tokens, found: &mut [Found]) {
    let told = told(text);
    if told.is_empty() {
        return;
    }
    for number in found {
        let open = number.form == Form::Number && number.fixed.is_empty() && !number.scaled;
        if !open || number.script == Script::Words || number.is_yearly() {
            continue;
        }
        let place = tokens.range(number.core.0, number.core.1).start;
        let next = told.partition_point(|(reach, _)| reach.start <= place);
        let reach = next.checked_sub(1).and_then(|at| told.get(at)).filter(|(reach, _)| reach.contains(&place));
        if let Some((_, power)) = reach {
            // What is counted below such a title is written as it is.
            number.powers = vec![0, *power];
        }
    }
}

/// Where numbers are told in which power of ten, in the order of the text.
fn told(text: &str) -> Vec<(Range<usize>, i32)> {
    let mut told = Vec::new();
    // What a line that says nothing more than a title tells of the list or the table below it.
    let mut title: Option<i32> = None;
    let mut within = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let bare = line.trim_start();
        if bare.is_empty() {
            if within {
                title = None;
            }
            continue;
        }
        within = bare.starts_with('|') || begins_item(bare);
        if within {
            told.extend(title.map(|power| (range, power)));
            continue;
        }
        title = None;
        if let Some((end, power)) = of_line(line) {
            let closes = line.get(end..).unwrap_or_default();
            title = (!closes.contains(|c: char| c.is_ascii_digit())).then_some(power);
            told.push((range.start + end..range.end, power));
        }
    }
    told
}

/// The scale that a line tells, and where that ends: in brackets, or behind `in` before a colon or the line's end.
fn of_line(line: &str) -> Option<(usize, i32)> {
    for (open, _) in line.match_indices('(') {
        let Some(close) = near(line, open).find(')').map(|close| open + close) else { continue };
        if let Some(power) = line.get(open + 1..close).and_then(power) {
            return Some((close + 1, power));
        }
    }
    for (at, word) in ["in ", "In ", "en "].iter().flat_map(|word| line.match_indices(word)) {
        if line.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric)) {
            continue;
        }
        let from = at + word.len();
        let rest = near(line, from);
        let end = rest.find([':', ')', ',', '\n', '*', '–', '—']).unwrap_or(rest.len());
        // A comma goes on with the sentence: `in millions, sales are flat`.
        let closes =
            line.get(from + end..).is_none_or(|mark| mark.is_empty() || mark.starts_with([':', ')', '\n', '*']));
        if let Some(power) = rest.get(..end).filter(|_| closes).and_then(power) {
            return Some((from + end, power));
        }
    }
    None
}

/// The beginning of what stands behind a place of a line, as far as a scale is told there.
fn near(line: &str, from: usize) -> &str {
    let end = (from..=line.len().min(from + SCALE_BYTES)).rev().find(|end| line.is_char_boundary(*end));
    end.and_then(|end| line.get(from..end)).unwrap_or_default()
}

/// The power of ten that words tell which say nothing else: `thousand €`, `USD k`, `in Mio. Euro`, `£'000`. A letter is one only
/// at a currency: `(m)` may be metres.
fn power(words: &str) -> Option<i32> {
    let (mut found, mut letters, mut money) = (None, false, false);
    for word in words.split([' ', ';', ',']).map(|word| word.trim_matches(['.', '’', '\'', '*', '_', '~'])) {
        let lower = word.to_lowercase();
        let signless = word.trim_matches(|c: char| is_money_word(&c.to_string()));
        let own = match signless.trim_matches('\'') {
            "000" | "000s" | "T" => Some(3),
            _ => scale_of(signless),
        };
        money |= signless.len() < word.len() || is_money_word(&lower);
        match own {
            Some(power) if found.is_none() && !signless.is_empty() => {
                letters = signless.chars().count() < 3 && signless.to_lowercase() != "mn";
                found = Some(power);
            }
            None if word.is_empty() || signless.is_empty() || is_money_word(&lower) => {}
            None if FILLERS.contains(&lower.as_str()) => {}
            _ => return None,
        }
    }
    found.filter(|_| !letters || money)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_is_told_in_brackets_or_before_a_colon() {
        let power = |line: &str| of_line(line).map(|(_, power)| power);
        for line in [
            "Cost (thousand €)",
            "Sales (USD k): Jan 11.5",
            "Price in thousand euros: Lisbon 527.0",
            "Cost (in T€)",
            "Cost (£'000)",
        ] {
            assert_eq!(power(line), Some(3), "{line}");
        }
        for line in ["Umsatz in Mio. Euro:", "Sales (in $ millions)", "Sales ($m)", "Ventas (millones de euros)"] {
            assert_eq!(power(line), Some(6), "{line}");
        }
        for line in
            ["Length (m)", "in thousands of cases", "sales in May: 12", "(in 2024)", "a million: 5", "Sales (k)"]
        {
            assert_eq!(power(line), None, "{line}");
        }
    }

    #[test]
    fn it_reaches_to_the_end_of_its_line_or_over_the_list_or_table_below() {
        let reached = |text: &str| -> Vec<String> {
            told(text).into_iter().filter_map(|(range, _)| text.get(range)).map(|s| s.trim().to_owned()).collect()
        };
        assert_eq!(reached("Cost (k€)\n\n| a | 2021 |\n| x | 366 |\n\n| b | 5 |"), ["", "| a | 2021 |", "| x | 366 |"]);
        assert_eq!(reached("In thousand euros:\n- a 5\n- b 6\n\nThen 7."), [":", "- a 5", "- b 6"]);
        assert_eq!(reached("Cost (k€)\n\nThere are 12 regions."), [""]);
        assert_eq!(reached("(a in thousand euros: 5"), [": 5"], "a bracket that is not closed");
    }
}

//! Scales that are told once for many numbers: `Revenue in thousand euros: North 12.5, South 9.1`, a table below `Cost
//! (k€)`, a column `Revenue ($ millions)`.
//!
//! They are one more way to read the numbers behind them: whoever tells a scale in a title may still write a number out.

use std::ops::Range;

use super::Form;
use super::numeral::{Found, Script};
use super::tokens::Tokens;
use super::units::{is_money_word, scale_of};

/// Words that stand in what tells a scale and are neither scale nor currency.
const FILLERS: [&str; 14] =
    ["in", "of", "the", "all", "figures", "amounts", "values", "angaben", "en", "de", "von", "us", "each", "alle"];

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
        if let Some((_, power)) = told.iter().find(|(reach, _)| reach.contains(&place)) {
            number.powers = vec![*power, 0];
            number.scaled = true;
        }
    }
}

/// Where numbers are told in which power of ten, the nearest first.
fn told(text: &str) -> Vec<(Range<usize>, i32)> {
    let mut told = Vec::new();
    // What a line that says nothing more than a title tells of the block below it.
    let mut title: Option<i32> = None;
    let mut columns: Option<Vec<Option<i32>>> = None;
    let mut within = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        if line.trim().is_empty() {
            if within {
                (title, within) = (None, false);
            }
            columns = None;
            continue;
        }
        within = true;
        if line.trim_start().starts_with('|') {
            let cells = cells(line);
            let Some(columns) = &columns else {
                columns = Some(cells.iter().map(|cell| line.get(cell.clone()).and_then(of_title)).collect());
                continue;
            };
            for (index, cell) in cells.into_iter().enumerate() {
                let own = columns.get(index).copied().flatten();
                if let Some(power) = own.or(title.filter(|_| index > 0)) {
                    told.push((range.start + cell.start..range.start + cell.end, power));
                }
            }
            continue;
        }
        columns = None;
        match of_line(line) {
            Some((end, power)) => {
                told.push((range.start + end..range.end, power));
                let closes = line.get(end..).unwrap_or_default();
                if !closes.contains(|c: char| c.is_ascii_digit()) {
                    (title, within) = (Some(power), false);
                }
            }
            None => told.extend(title.map(|power| (range, power))),
        }
    }
    told
}

/// The cells of a table's row, as places in it.
fn cells(line: &str) -> Vec<Range<usize>> {
    let bars: Vec<usize> = line.match_indices('|').map(|(at, _)| at).collect();
    bars.iter().zip(bars.iter().skip(1)).map(|(one, next)| one + 1..*next).collect()
}

/// The scale that the head of a column tells: `Revenue (k€)`, `Revenue, $m`, `in thousands`.
fn of_title(head: &str) -> Option<i32> {
    let head = head.trim();
    let last = head.rsplit([',', '/']).next().filter(|last| last.len() < head.len());
    of_line(head).map(|(_, power)| power).or_else(|| last.and_then(power))
}

/// The scale that a line tells, and where that ends: in brackets, or behind `in` before a colon or the line's end.
fn of_line(line: &str) -> Option<(usize, i32)> {
    for (open, _) in line.match_indices('(') {
        let close = open + line.get(open..)?.find(')')?;
        if let Some(power) = power(line.get(open + 1..close)?) {
            return Some((close + 1, power));
        }
    }
    for (at, word) in ["in ", "In ", "en "].iter().flat_map(|word| line.match_indices(word)) {
        if line.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric)) {
            continue;
        }
        let from = at + word.len();
        let rest = line.get(from..)?;
        let end = rest.find([':', ')', ',', '\n', '*', '–', '—']).unwrap_or(rest.len());
        // A comma goes on with the sentence: `in millions, sales are flat`.
        let closes = rest.get(end..).is_none_or(|mark| !mark.starts_with([',', '–', '—']));
        if let Some(power) = rest.get(..end).filter(|_| closes).and_then(power) {
            return Some((from + end, power));
        }
    }
    None
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
            "£'000",
        ] {
            let told = power(line).or_else(|| of_title(&format!("x, {line}")));
            assert_eq!(told, Some(3), "{line}");
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
    fn it_reaches_to_the_end_of_its_line_or_over_the_table_below() {
        let reached = |text: &str| -> Vec<String> {
            told(text).into_iter().filter_map(|(range, _)| text.get(range)).map(|s| s.trim().to_owned()).collect()
        };
        assert_eq!(reached("Cost (k€)\n\n| a | 2021 |\n|---|---|\n| x | 366 |\n\nThen 5."), ["", "---", "366"]);
        assert_eq!(reached("| a | Cost (k€) | n |\n|---|---|---|\n| x | 366 | 7 |"), ["---", "366"]);
        assert_eq!(reached("In thousand euros:\n- a 5\n- b 6\n\nThen 7."), [":", "- a 5", "- b 6"]);
    }
}

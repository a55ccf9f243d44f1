//! What the separators of a numeral mean.
//!
//! A separator means one thing in London and another in Berlin: each reading is kept with the country's style, and
//! [`settle`] lets the numerals of a text that can be read in one way only decide for those that can be read in two.

use super::Reading;
use super::context::KINDS;
use super::numeral::Found;
use super::tokens::{Gap, Kind, Tokens};
use crate::limits::SPACED_GROUPS;

/// Which mark stands before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// No separator says anything.
    Either,
    /// `1,234.5`
    Point,
    /// `1.234,5`
    Comma,
}

/// One way to read the digits.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub style: Style,
    /// Digits with a point before the decimals.
    pub digits: String,
    /// Number of decimals.
    pub places: i32,
}

impl Written {
    pub(super) fn whole(digits: &str) -> Self {
        Self { style: Style::Either, digits: digits.to_owned(), places: 0 }
    }
}

pub(super) fn places(digits: &str) -> i32 {
    i32::try_from(digits.len()).unwrap_or(i32::MAX)
}

/// The groups of digits that separators join, the separators, and the last token.
pub(super) fn groups(tokens: &Tokens, at: usize) -> (Vec<String>, Vec<String>, usize) {
    let mut groups = vec![tokens.text(at).to_owned()];
    let mut marks: Vec<String> = Vec::new();
    let mut last = at;
    let spaced = spaced_groups(tokens, at);
    for _ in 0..spaced {
        last += 1;
        groups.push(tokens.text(last).to_owned());
        marks.push(" ".to_owned());
    }
    loop {
        let mark = tokens.text(last + 1);
        let joins = [".", ",", "'"].contains(&mark) && tokens.touches(last + 1) && tokens.touches(last + 2);
        if !joins || tokens.kind(last + 2) != Kind::Digits {
            return (groups, marks, last);
        }
        marks.push(mark.to_owned());
        groups.push(tokens.text(last + 2).to_owned());
        last += 2;
    }
}

/// How many groups of three a space joins to the one at a token. Of a list (`3 120 45`) none.
fn spaced_groups(tokens: &Tokens, at: usize) -> usize {
    let head = tokens.text(at);
    // `in week 12 345 orders came`: the first number is the week's.
    if head.len() > 3 || head.starts_with('0') || KINDS.contains(&tokens.before(at, 1)) {
        return 0;
    }
    let follows =
        |at: usize| tokens.kind(at) == Kind::Digits && tokens.get(at).is_some_and(|token| token.gap == Gap::Space);
    let mut count = 0;
    while count <= SPACED_GROUPS && follows(at + count + 1) && tokens.text(at + count + 1).len() == 3 {
        count += 1;
    }
    if count > SPACED_GROUPS || follows(at + count + 1) { 0 } else { count }
}

/// What groups of digits and the marks between them may mean; none where they are no one number.
pub(super) fn interpret(groups: &[String], marks: &[String]) -> Option<Vec<Written>> {
    let head = groups.first()?;
    let all = groups.concat();
    let Some(mark) = marks.first() else {
        let named = head.len() > 1 && head.starts_with('0');
        return (!named).then(|| vec![Written::whole(head)]);
    };
    let last = marks.last()?;
    let tail = groups.last()?;
    let decimal = |style: Style| {
        let whole = groups.get(..groups.len() - 1).unwrap_or(&[]).concat();
        Written { style, digits: format!("{whole}.{tail}"), places: places(tail) }
    };
    let thousands = |style: Style| Written { style, ..Written::whole(&all) };
    let decimal_style = |mark: &str| if mark == "," { Style::Comma } else { Style::Point };
    let thousand_style = |mark: &str| match mark {
        "," => Style::Point,
        "." => Style::Comma,
        _ => Style::Either,
    };
    if marks.iter().all(|own| own == mark) {
        let grouped = are_thousands(groups, mark);
        if marks.len() > 1 || mark == "'" || mark == " " {
            return grouped.then(|| vec![thousands(thousand_style(mark))]);
        }
        if head.len() > 1 && head.starts_with('0') {
            return None;
        }
        if !grouped {
            return Some(vec![decimal(decimal_style(mark))]);
        }
        // The English reading first.
        return Some(if mark == "," {
            vec![thousands(Style::Point), decimal(Style::Comma)]
        } else {
            vec![decimal(Style::Point), thousands(Style::Comma)]
        });
    }
    let front = groups.get(..groups.len() - 1)?;
    let same = marks.get(..marks.len() - 1)?.iter().all(|own| own == mark);
    let ends = (last == "." || last == ",") && last != mark;
    (same && ends && are_thousands(front, mark)).then(|| vec![decimal(decimal_style(last))])
}

/// Whether groups are of three digits behind a first of one to three, or Indian: twos, and three at the end.
fn are_thousands(groups: &[String], mark: &str) -> bool {
    let Some((head, rest)) = groups.split_first() else { return false };
    if head.starts_with('0') {
        return false;
    }
    let threes = head.len() <= 3 && rest.iter().all(|group| group.len() == 3);
    let indian = mark == ","
        && head.len() <= 2
        && rest.len() > 1
        && rest.split_last().is_some_and(|(last, front)| last.len() == 3 && front.iter().all(|group| group.len() == 2));
    threes || indian
}

/// Lets the numerals that can be read in one way decide for those that can be read in two.
pub(super) fn settle(found: &mut [Found]) {
    let says = |style: Style| {
        found.iter().any(|number| {
            number.written.len() == 1 && number.written.first().is_some_and(|written| written.style == style)
        })
    };
    let (point, comma) = (says(Style::Point), says(Style::Comma));
    if point == comma {
        return;
    }
    let wanted = if point { Style::Point } else { Style::Comma };
    for number in found {
        if number.written.len() > 1 {
            number.written.retain(|written| written.style == wanted);
        }
    }
}

/// Of several readings those whose last decimal says something, where there are any: `881,000` is no 881 with three
/// decimals, as nobody writes zeros that say nothing.
pub(super) fn telling(readings: Vec<Reading>) -> Vec<Reading> {
    let tells = |reading: &Reading| {
        let tens = reading.value / (reading.unit * 10.0);
        reading.unit >= 1.0 || (tens - tens.round()).abs() > 1e-6
    };
    let kept: Vec<Reading> = readings.iter().copied().filter(tells).collect();
    if kept.is_empty() { readings } else { kept }
}

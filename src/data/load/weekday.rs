//! Whether the day or the month is first, told by a column of weekdays beside the dates.
//!
//! Asked only where nothing else tells. Walks through the first rows once more; uses the calendar of `table`.

use super::Progress;
use super::column::Type;
use super::decide::Decision;
use super::shape::trim;
use super::source::Prepared;
use super::survey::Survey;
use super::walk::{Part, Walk};
use crate::data::DataError;
use crate::limits::{self, Interrupt};
use crate::table::calendar;

/// The days of the week from Monday on, in lower case, in some languages.
const WEEKDAYS: [[&str; 7]; 6] = [
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
    ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
    ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
];
/// Letters from which a weekday's name may be cut short.
const BRIEF: usize = 2;

/// How often each order gives the weekday that stands beside a date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Votes {
    day_first: u64,
    month_first: u64,
    /// Rows with a date and a weekday.
    rows: u64,
}

impl Votes {
    /// Whether the day is first; none where the weekdays do not tell.
    fn verdict(self) -> Option<bool> {
        match (self.day_first == self.rows, self.month_first == self.rows) {
            (true, false) if self.rows > 0 => Some(true),
            (false, true) if self.rows > 0 => Some(false),
            _ => None,
        }
    }
}

/// Settles dates that could be read both ways by a weekday that stands beside each.
pub(super) fn settle(
    prepared: &Prepared,
    survey: &Survey,
    decisions: &mut [Decision],
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<(), DataError> {
    let open: Vec<usize> = positions(decisions, |kind| matches!(kind, Type::DayMonth { settled: false, .. }));
    let texts: Vec<usize> = positions(decisions, |kind| *kind == Type::Text);
    if open.is_empty() || texts.is_empty() {
        return Ok(());
    }
    let rows = first_rows(prepared, survey, interrupt, progress)?;
    let weekdays = texts.into_iter().filter(|&column| is_weekdays(&rows, column));
    let mut verdicts: Vec<bool> = weekdays
        .flat_map(|beside| open.iter().map(move |&column| (column, beside)))
        .filter_map(|(column, beside)| votes(&rows, column, beside).verdict())
        .collect();
    verdicts.dedup();
    // What one column tells holds for the whole file.
    let [day_first] = verdicts.as_slice() else { return Ok(()) };
    for column in open {
        if let (Some(decision), Some(seen)) = (decisions.get_mut(column), survey.columns.get(column)) {
            decision.kind = seen.decide(Some(*day_first));
        }
    }
    Ok(())
}

fn positions(decisions: &[Decision], wanted: impl Fn(&Type) -> bool) -> Vec<usize> {
    decisions.iter().enumerate().filter(|(_, decision)| wanted(&decision.kind)).map(|(index, _)| index).collect()
}

/// The texts of the first rows.
fn first_rows(
    prepared: &Prepared,
    survey: &Survey,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Vec<Vec<String>>, DataError> {
    let mut walk = Walk::open(prepared, survey.coding, &survey.frame, interrupt, progress)?;
    let mut rows = Vec::new();
    while let Some(part) = walk.next()? {
        if part == Part::Table && !survey.omitted.contains(&walk.line()) {
            rows.push(walk.texts().map(|text| String::from_utf8_lossy(trim(text)).into_owned()).collect());
        }
        if rows.len() > limits::WEEKDAY_ROWS {
            break;
        }
    }
    Ok(rows)
}

fn is_weekdays(rows: &[Vec<String>], column: usize) -> bool {
    // The first row may hold the names.
    let mut texts = rows.iter().skip(1).filter_map(|row| row.get(column)).filter(|text| !text.is_empty()).peekable();
    texts.peek().is_some() && texts.all(|text| !weekdays(text).is_empty())
}

/// Days that a name may stand for, Monday being 0: short names are not the same in all languages.
fn weekdays(text: &str) -> Vec<i64> {
    let name = text.trim_end_matches('.').to_lowercase();
    let is = |day: &str| {
        day == name || (name.chars().count() >= BRIEF && name.chars().count() <= 3 && day.starts_with(&name))
    };
    (0..7)
        .zip(0_i64..)
        .filter(|(index, _)| WEEKDAYS.iter().any(|days| days.get(*index).is_some_and(|day| is(day))))
        .map(|(_, day)| day)
        .collect()
}

fn votes(rows: &[Vec<String>], column: usize, beside: usize) -> Votes {
    let mut votes = Votes::default();
    for row in rows {
        let (Some(date), Some(name)) = (row.get(column), row.get(beside)) else { continue };
        let (Some([first, second, year]), days) = (parts(date), weekdays(name)) else { continue };
        if days.is_empty() {
            continue;
        }
        // The first day of 1970 was a Thursday.
        let weekday = |month, day| calendar::days(year, month, day).map(|count| (count + 3).rem_euclid(7));
        let agrees = |month, day| weekday(month, day).is_some_and(|day| days.contains(&day));
        votes.rows += 1;
        votes.day_first += u64::from(agrees(second, first));
        votes.month_first += u64::from(agrees(first, second));
    }
    votes
}

/// The three numbers of a date, its year in full.
fn parts(date: &str) -> Option<[i64; 3]> {
    let date = date.split([' ', 'T']).next()?;
    let mut numbers = date.split(['/', '-', '.']).map(|part| part.parse::<i64>().ok());
    let (first, second, year) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let year = match year {
        0..69 => 2000 + year,
        69..100 => 1900 + year,
        _ => year,
    };
    Some([first, second, year])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(rows: &[[&str; 2]]) -> Option<bool> {
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        if !is_weekdays(&rows, 1) {
            return None;
        }
        votes(&rows, 0, 1).verdict()
    }

    #[test]
    fn weekdays_tell_which_part_is_the_day() {
        for (rows, expected) in [
            ([["date", "day"], ["02/01/2024", "Tuesday"], ["05/02/2024", "Mon"]], Some(true)),
            ([["date", "day"], ["03/01/2024", "Fri"], ["04/01/2024", "Monday"]], Some(false)),
            ([["date", "day"], ["02.01.24", "Di"], ["05.02.24", "Mo."]], Some(true)),
            ([["date", "day"], ["02/01/2024", "Tuesday"], ["04/01/2024", "Monday"]], None),
            ([["date", "day"], ["01/01/2024", "Monday"], ["02/02/2024", "Friday"]], None),
            ([["date", "day"], ["02/01/2024", "Tuesday"], ["05/02/2024", "early"]], None),
        ] {
            assert_eq!(verdict(&rows), expected, "{rows:?}");
        }
    }
}

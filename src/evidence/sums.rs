//! Sums of rows that the words bound: those from one key to another (`the hours from 16 to 18 brought 1,306`), and of cells of a
//! row that are parts of one thing (`17 of 53`, where the 53 are women and men).
//!
//! Uses the scene, candidates and sources of this room.

use super::candidate::Candidate;
use super::column::{Column, Measure};
use super::contrary::Contrary;
use super::mention::{Form, Mention, Reading};
use super::naming::RowName;
use super::proof::columns_fit;
use super::rounding::{Window, count, digits, windows};
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_FOLLOWS_BYTES, EVIDENCE_PAIR_COLUMNS};

/// What stands between the first and the last of several keys.
pub const THROUGH: [&str; 17] = [
    "to",
    "–",
    "-",
    "‑",
    "through",
    "until",
    "till",
    "and",
    "bis",
    "bis zum",
    "und",
    "a",
    "y",
    "à",
    "et",
    "to the",
    "through to",
];
/// Of these what joins two as well, and makes a range of them only behind `between`.
const AND: [&str; 4] = ["and", "und", "et", "y"];

/// Whether `between` stands before a name.
#[must_use]
pub fn is_behind_between(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().trim_end();
    let before = before.strip_suffix(" the").unwrap_or(before);
    let last = before.rsplit(|one: char| !one.is_alphanumeric()).next().unwrap_or_default();
    ["between", "zwischen", "entre"].iter().any(|word| last.eq_ignore_ascii_case(word))
}

/// Bytes of it at most.
const LINK_BYTES: usize = 12;
/// Digits of such a sum at least.
const TELLING: u32 = 2;

/// The sum of the rows from one key that a passage names to another.
#[must_use]
pub fn of_range(scene: &Scene<'_>, mention: &Mention) -> Option<Candidate> {
    let is_share = mention.form == Form::Percent;
    let is_mean = scene.says(mention, &["average"]);
    let of_all = || {
        scene.behind(mention, 1).any(|word| word == "of")
            || scene.says(mention, &["share"])
            || is_namely(scene, mention)
    };
    if !(mention.form == Form::Number || is_share && of_all()) || !scene.passage.cells.is_empty() {
        return None;
    }
    scene.sources.iter().enumerate().find_map(|(source, of)| {
        if of.is_file || of.is_cut() || scene.cited(mention, of) < Cited::Nothing {
            return None;
        }
        let rows = run(scene, mention, source, of)?;
        let columns = || of.columns.iter().filter(|own| own.is_additive && own.measure != Measure::None);
        ends(scene, of, &rows).into_iter().find_map(|rows| {
            columns().take(EVIDENCE_PAIR_COLUMNS).find_map(|own| {
                let places: Vec<Place> = rows.iter().map(|row| Place { column: own.index, row: *row }).collect();
                let values: Option<Vec<f64>> = places.iter().map(|place| of.number(*place)).collect();
                let sum: f64 = values?.iter().sum();
                let mean = (Step::Mean, sum / count(rows.len()));
                let (step, value) = match (is_share, own.sum) {
                    (true, Some(all)) if all > 0.0 => (Step::Share, sum / all * 100.0),
                    (true, _) => return None,
                    (false, _) if is_mean && reads(scene, mention, own, mean.1).is_some() => mean,
                    (false, _) => (Step::Sum, sum),
                };
                let reading = if is_share {
                    windows(mention).find(|(_, window)| window.holds(value)).map(|(reading, _)| reading)
                } else {
                    reads(scene, mention, own, value)
                };
                let reading = reading.filter(|_| columns_fit(scene, mention, source, own.index))?;
                let found = Candidate::of_step(source, step, value, places, reading);
                (!Contrary::new(scene, mention).rules_out(&found)).then_some(found)
            })
        })
    })
}

/// Whether a percentage is said of the number before it: `225 Einsätze, das sind 9 %`.
fn is_namely(scene: &Scene<'_>, mention: &Mention) -> bool {
    let before = scene.mentions.iter().rev().find(|other| other.range.end <= mention.range.start);
    let link = before.and_then(|before| scene.text.get(before.range.end..mention.range.start)).unwrap_or("?.");
    link.len() <= EVIDENCE_FOLLOWS_BYTES && !link.contains('.') && NAMELY.iter().any(|words| link.contains(words))
}

/// What leads from a number to its share.
const NAMELY: [&str; 5] = [", or ", "das sind", "das entspricht", "that is", "which is"];

/// The rows of a range: of hours also those up to the last, as `between 5 pm and 9 pm` ends when that hour begins.
fn ends<'b>(scene: &Scene<'_>, of: &Source, rows: &'b [usize]) -> Vec<&'b [usize]> {
    let between = scene.passage.words.iter().any(|word| matches!(word.stem.as_str(), "between" | "zwischen" | "entre"));
    let is_of_hours = between && of.columns.iter().any(|own| of.is_key(own.index) && own.is_named_by("hour"));
    let open = rows.split_last().map(|(_, rest)| rest).filter(|rest| is_of_hours && rest.len() > 1);
    std::iter::once(rows).chain(open).collect()
}

fn reads(scene: &Scene<'_>, mention: &Mention, own: &Column, value: f64) -> Option<Reading> {
    let factor = scene.factor(mention, own)?;
    let holds = |(reading, window): &(Reading, Window)| digits(*reading) >= TELLING && window.over(factor).holds(value);
    windows(mention).find(holds).map(|(reading, _)| reading)
}

/// The rows from one key to another, nearest to a number, in the order of the result.
fn run(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source) -> Option<Vec<usize>> {
    let names = &scene.naming.get(source)?.rows;
    let is_pair = |(first, last): &(&RowName, &RowName)| {
        let between = scene.text.get(first.range.end..last.range.start).unwrap_or("?").trim().to_lowercase();
        let joins = AND.contains(&between.as_str());
        first.column == last.column
            && THROUGH.contains(&between.as_str())
            && (!joins || is_behind_between(scene.text, first.range.start))
    };
    // Names stand in their order: what is linked to one begins right behind it.
    let pairs = names.iter().enumerate().flat_map(|(at, first)| {
        let behind = names.iter().skip(at + 1);
        behind.take_while(|last| last.range.start <= first.range.end + LINK_BYTES).map(move |last| (first, last))
    });
    let near = |(first, last): &(&RowName, &RowName)| {
        let apart = if last.range.end <= mention.range.start {
            scene.text.get(last.range.end..mention.range.start)
        } else {
            scene.text.get(mention.range.end..first.range.start)
        };
        apart.filter(|apart| apart.len() <= EVIDENCE_FOLLOWS_BYTES).map(str::len)
    };
    let (first, last) = pairs.filter(is_pair).filter(|pair| near(pair).is_some()).min_by_key(|pair| near(pair))?;
    run_of(of, first, last).filter(|rows| rows.len() < of.rows.len())
}

/// Rows of a year by month, of a week, and of a day by hour.
const ROUNDS: [usize; 3] = [12, 7, 24];
/// Families of the names of columns whose rows go round.
const TIMES: [&str; 4] = ["month", "weekday", "day", "hour"];

/// The rows from one that is named to another; past the end of the year, the week or the day where the first comes later.
#[must_use]
pub fn run_of(of: &Source, first: &RowName, last: &RowName) -> Option<Vec<usize>> {
    let ([from], [to]) = (first.rows.as_slice(), last.rows.as_slice()) else { return None };
    let own = of.columns.get(first.column).filter(|own| own.is_calendar || is_ordered(own))?;
    let is_ascending = own.is_calendar || own.numbers.iter().flatten().is_sorted();
    let is_time = own.is_calendar || TIMES.iter().any(|time| own.is_named_by(time));
    let goes_round =
        is_time && ROUNDS.contains(&of.rows.len()) && own.periods.iter().all(Option::is_none) && is_ascending;
    let rows: Vec<usize> = if from > to && goes_round {
        (*from..of.rows.len()).chain(0..=*to).collect()
    } else {
        (*from.min(to)..=*from.max(to)).collect()
    };
    (from != to && rows.len() <= EVIDENCE_CELLS).then_some(rows)
}

/// Whether the rows stand in the order of a key.
fn is_ordered(own: &Column) -> bool {
    let periods: Option<Vec<f64>> =
        own.periods.iter().map(|period| period.map(|period| super::rounding::whole_day(period.first))).collect();
    let numbers: Option<Vec<f64>> = own.numbers.iter().copied().collect();
    [periods, numbers].into_iter().flatten().any(|keys| {
        keys.len() > 1 && (keys.is_sorted() || keys.iter().rev().is_sorted()) && keys.first() != keys.last()
    })
}

/// The whole that a traced part is said to be of: all of its kind in its row, such as women and men, or in all rows.
#[must_use]
pub fn of_parts(scene: &Scene<'_>, mention: &Mention, part: &Candidate) -> Option<Candidate> {
    let of = scene.sources.get(part.source).filter(|of| !of.is_file && !of.is_cut())?;
    let cell = match (part.step, part.cells.as_slice(), part.column) {
        (Step::Cell, [place], _) => Some(*place),
        (Step::Sum, [], Some(_)) => None,
        _ => return None,
    };
    let column = cell.map(|place| place.column).or(part.column)?;
    let own = of.columns.get(column).filter(|own| own.is_whole && own.measure != Measure::None)?;
    let others = of.columns.iter().filter(|other| {
        other.index != column
            && other.is_whole
            && !other.is_label
            && other.measure == own.measure
            && other.year == own.year
    });
    let beside = |other: &Column| -> Option<Candidate> {
        let (value, cells) = match cell {
            Some(place) => {
                let base = Place { column: other.index, row: place.row };
                (of.number(place)? + of.number(base)?, vec![place, base])
            }
            None => (own.sum? + other.sum?, Vec::new()),
        };
        let reading = reads(scene, mention, own, value)?;
        let over = cells.is_empty().then(|| format!("sums of {} and {}", own.name, other.name));
        Some(Candidate { over, ..Candidate::of_step(part.source, Step::Sum, value, cells, reading) })
    };
    let one = others.clone().take(EVIDENCE_PAIR_COLUMNS).find_map(beside);
    // `104 of 311 payments`: by card, by app and in cash.
    one.or_else(|| {
        let place = cell?;
        let columns: Vec<&Column> = others.chain([own]).take(EVIDENCE_PAIR_COLUMNS).collect();
        let cells: Vec<Place> = columns.iter().map(|column| Place { column: column.index, row: place.row }).collect();
        let value = cells.iter().map(|place| of.number(*place)).sum::<Option<f64>>()?;
        let reading = reads(scene, mention, own, value).filter(|_| cells.len() > 2)?;
        Some(Candidate::of_step(part.source, Step::Sum, value, cells, reading))
    })
}

//! Rows that a passage means by their place: `the top three`, `the two smallest`, `the three least busy`, `the last two months`.
//!
//! Uses the scene, sources and number words of this room.

use super::column::Column;
use super::mention::Mention;
use super::scene::Scene;
use super::source::Source;
use super::spelled::dozen;
use super::words::Word;

/// Rows that are meant together at most.
const MOST: usize = 12;

/// From which end rows are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Largest,
    Smallest,
    First,
    Last,
}

/// The rows that the words nearest to a number mean, by the figures of a column or by those that the result is ordered by. None
/// of a result that was cut, or where a row beyond them holds the same.
#[must_use]
pub fn ranked(scene: &Scene<'_>, mention: &Mention, of: &Source, column: usize) -> Vec<Vec<usize>> {
    if of.is_cut() {
        return Vec::new();
    }
    let said = scene.passage.words.windows(2).filter_map(|pair| said(pair).map(|said| (distance(pair, mention), said)));
    let Some((_, (count, end))) = said.min_by_key(|(distance, _)| *distance) else { return Vec::new() };
    let rows = of.rows.len();
    if count >= rows {
        return Vec::new();
    }
    match end {
        End::First if of.is_dated() => vec![(0..count).collect()],
        End::Last if of.is_dated() => vec![(rows - count..rows).collect()],
        End::First => vec![(0..count).collect()],
        End::Last => Vec::new(),
        End::Largest | End::Smallest => {
            let mut by: Vec<usize> = of.main_column().into_iter().chain([column]).collect();
            by.dedup();
            let own = by.into_iter().filter_map(|column| of.columns.get(column));
            own.filter_map(|own| at_end(own, count, end == End::Smallest)).collect()
        }
    }
}

/// The rows of the largest or smallest numbers of a column.
fn at_end(column: &Column, count: usize, smallest: bool) -> Option<Vec<usize>> {
    let mut known: Vec<(f64, usize)> =
        column.numbers.iter().enumerate().filter_map(|(row, number)| Some(((*number)?, row))).collect();
    known.sort_by(|one, other| if smallest { one.0.total_cmp(&other.0) } else { other.0.total_cmp(&one.0) });
    let (last, next) = (known.get(count.checked_sub(1)?)?, known.get(count)?);
    let mut rows: Vec<usize> = known.iter().take(count).map(|(_, row)| *row).collect();
    rows.sort_unstable();
    last.0.total_cmp(&next.0).is_ne().then_some(rows)
}

/// How many rows two words mean, and from which end.
fn said(pair: &[Word]) -> Option<(usize, End)> {
    let [first, second] = pair else { return None };
    let (counted, end) = end(second).map(|end| (first, end)).or_else(|| Some((second, end(first)?)))?;
    let count = number(counted)?;
    (2..=MOST).contains(&count).then_some((count, end))
}

fn number(word: &Word) -> Option<usize> {
    word.stem.parse().ok().or_else(|| usize::try_from(dozen(&word.stem)?).ok())
}

fn end(word: &Word) -> Option<End> {
    match (word.family.as_str(), word.stem.as_str()) {
        ("maximum", _) | (_, "leading" | "best") => Some(End::Largest),
        ("minimum", _) | (_, "bottom" | "worst" | "weakest") => Some(End::Smallest),
        ("earliest", _) => Some(End::First),
        ("latest", _) | (_, "final") => Some(End::Last),
        // `the three busiest`
        (_, stem) if stem.len() > 5 && stem.ends_with("est") && !NO_SUPERLATIVES.contains(&stem) => Some(End::Largest),
        _ => None,
    }
}

/// Words that only end like superlatives.
const NO_SUPERLATIVES: [&str; 8] =
    ["request", "interest", "contest", "forest", "harvest", "suggest", "budapest", "invest"];

/// How far two words stand from a number.
fn distance(pair: &[Word], mention: &Mention) -> usize {
    let (Some(first), Some(last)) = (pair.first(), pair.last()) else { return usize::MAX };
    if last.range.end <= mention.range.start {
        mention.range.start - last.range.end
    } else {
        first.range.start.saturating_sub(mention.range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{number, scene, table};
    use super::*;

    fn meant(text: &str) -> Vec<Vec<usize>> {
        let agents = table("agent|tickets", &["Ann|40", "Bo|30", "Cy|20", "Dee|10", "Eve|10"]);
        scene(agents, text, &|scene| ranked(scene, number(scene, "99"), &scene.sources[0], 1))
    }

    #[test]
    fn rows_are_meant_by_their_place() {
        assert_eq!(meant("The top two took 99 [q1]."), [[0, 1]]);
        assert_eq!(meant("The three busiest took 99 [q1]."), [[0, 1, 2]]);
        assert_eq!(meant("The three least busy took 99 [q1]."), [[2, 3, 4]]);
        assert_eq!(meant("The bottom two took 99, the top three more [q1]."), [[3, 4]], "the nearest");
        assert_eq!(meant("The four largest took 99 [q1]."), [[0; 0]; 0], "the fifth is as large");
        assert_eq!(meant("Two took 99 [q1]."), [[0; 0]; 0]);
    }
}

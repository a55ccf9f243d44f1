//! Columns of fixed widths between which there may be no space: a rule whose runs change their sign tells the widths, or the
//! names above them.

use super::super::shape::{Shape, classify};
use super::Recast;

/// Signs of which the runs of a rule are made.
const SIGNS: &str = "-=+_*~#^";
/// Rows that names need below them to tell the widths.
const ROWS: usize = 2;

/// The fields of a line, cut where columns begin.
pub(super) fn cut(line: &[u8], starts: &[usize]) -> Vec<Vec<u8>> {
    let characters: Vec<char> = String::from_utf8_lossy(line).chars().collect();
    let begins = std::iter::once(0).chain(starts.iter().copied());
    let ends = starts.iter().copied().chain([characters.len()]);
    let field = |(from, to): (usize, usize)| {
        let to = to.min(characters.len());
        let field: String = characters.get(from..to.max(from)).unwrap_or_default().iter().collect();
        field.trim().as_bytes().to_vec()
    };
    begins.zip(ends).map(field).collect()
}

/// Where the columns of a file begin that a rule tells.
pub(super) fn ruled(lines: &[&[u8]]) -> Option<Recast> {
    let (at, starts) = lines.iter().enumerate().take(2).find_map(|(at, line)| Some((at, runs(line)?)))?;
    let width = lines.get(at)?.trim_ascii_end().len();
    let last = starts.last().copied()?;
    let rows: Vec<usize> = lines.iter().skip(at + 1).map(|line| length(line)).collect();
    let reaching = rows.iter().filter(|length| **length > last).count();
    let within = rows.iter().all(|length| *length <= width) && !lines.iter().any(|line| line.contains(&b'\t'));
    (within && reaching > 0 && reaching * 2 >= rows.len()).then_some(Recast::Fixed(starts))
}

/// Where runs of signs begin behind the first one, with nothing between them; none for other lines.
pub(super) fn runs(line: &[u8]) -> Option<Vec<usize>> {
    let rule = std::str::from_utf8(line.trim_ascii_end()).ok()?.as_bytes();
    let starts: Vec<usize> =
        (1..rule.len()).filter(|&at| rule.get(at) != at.checked_sub(1).and_then(|before| rule.get(before))).collect();
    let signs = rule.iter().all(|byte| SIGNS.contains(char::from(*byte)));
    // Where single signs stand between runs, they cross a rule.
    let bounds: Vec<usize> = std::iter::once(0).chain(starts.iter().copied()).chain([rule.len()]).collect();
    let singles = || bounds.windows(2).filter(|pair| matches!(pair, [from, to] if to - from == 1));
    let crossed = singles().any(|pair| pair.first().and_then(|at| rule.get(*at)) == Some(&b'+'));
    (signs && !starts.is_empty() && rule.len() > 4 && !crossed && singles().count() * 2 < bounds.len() - 1)
        .then_some(starts)
}

/// Where the columns of a file begin as its names do: all rows reach into the last one, every field begins or ends where
/// its column does, one column has values alone, somewhere a field begins right behind another, and no name stands where
/// words or all numbers would be torn.
pub(super) fn named(lines: &[&[u8]]) -> Option<Recast> {
    let (names, rows) = lines.split_first()?;
    let names = std::str::from_utf8(names).ok()?;
    if rows.len() < ROWS || names.starts_with(' ') || lines.iter().any(|line| line.contains(&b'\t')) {
        return None;
    }
    let characters: Vec<char> = names.chars().collect();
    let begins = |at: &usize| characters.get(*at) != Some(&' ') && characters.get(at - 1) == Some(&' ');
    let starts: Vec<usize> = (1..characters.len()).filter(begins).collect();
    let last = starts.last().copied()?;
    let rows: Vec<Vec<char>> =
        rows.iter().map(|row| String::from_utf8_lossy(row).trim_end().chars().collect()).collect();
    let is_open = |row: &[char], at: usize| row.get(at).is_none_or(|character| *character == ' ');
    let adjoin = |row: &Vec<char>| starts.iter().any(|&at| !is_open(row, at - 1) && !is_open(row, at));
    let parted = |&at: &usize| {
        let edges = || rows.iter().filter_map(|row| Some((*row.get(at - 1)?, *row.get(at)?)));
        edges().any(|(before, behind)| is_edge(before, behind))
            && !edges().any(|(before, behind)| before.is_lowercase() && behind.is_lowercase())
    };
    let bounds: Vec<usize> = std::iter::once(0).chain(starts.iter().copied()).collect();
    let aligned = |column: usize| {
        let (from, to) = (bounds.get(column).copied().unwrap_or_default(), bounds.get(column + 1).copied());
        let left = rows.iter().all(|row| !is_open(row, from));
        let right = to.is_some_and(|to| rows.iter().all(|row| !is_open(row, to - 1)));
        // The last column ends where all rows do.
        let flush = to.is_none() && rows.iter().all(|row| rows.first().is_some_and(|first| first.len() == row.len()));
        left || right || flush
    };
    let cells: Vec<Vec<Vec<u8>>> =
        rows.iter().map(|row| cut(row.iter().collect::<String>().as_bytes(), &starts)).collect();
    let is_value = |text: &Vec<u8>| !matches!(classify(text).shape, Shape::Text | Shape::Empty | Shape::Blank);
    let valued = |column: usize| cells.iter().all(|row| row.get(column).is_some_and(is_value));
    let words = cut(names.as_bytes(), &starts).iter().all(|name| classify(name).shape == Shape::Text);
    let fits = words && starts.iter().all(parted) && rows.iter().all(|row| row.len() > last) && rows.iter().any(adjoin);
    let columns = 0..bounds.len();
    (fits && columns.clone().all(aligned) && columns.clone().any(valued)).then_some(Recast::Fixed(starts))
}

/// Whether one field seems to end and another to begin between two characters.
fn is_edge(before: char, behind: char) -> bool {
    let kind = |character: char| (character.is_ascii_digit(), character.is_alphabetic());
    let begins = before == ' ' && behind != ' ';
    let changes = kind(before) != kind(behind) && (before.is_alphanumeric() && behind.is_alphanumeric());
    begins || changes || (before.is_lowercase() && behind.is_uppercase())
}

fn length(line: &[u8]) -> usize {
    String::from_utf8_lossy(line).trim_end().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(tell: fn(&[&[u8]]) -> Option<Recast>, text: &str) -> Option<Vec<usize>> {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        match tell(&lines) {
            Some(Recast::Fixed(starts)) => Some(starts),
            _ => None,
        }
    }

    #[test]
    fn a_rule_tells_widths() {
        let rows = "0001Alice SmitLondon\n0002Bob Jones Paris\n";
        assert_eq!(told(ruled, &format!("ID  NAME      CITY\n====----------======\n{rows}")), Some(vec![4, 14]));
        assert_eq!(told(ruled, &format!("----++++++++++------\n{rows}")), Some(vec![4, 14]));
        for text in [
            "a b\n-------\n1 2\n".to_owned(),
            "a|b\n---+---\n1  |2\n".to_owned(),
            format!("===---===\n{rows}"),
            "-=-=-=-=-=\nsome text\n".to_owned(),
        ] {
            assert_eq!(told(ruled, &text), None, "{text}");
        }
    }

    #[test]
    fn names_tell_widths() {
        for (text, expected) in [
            ("ID  NAME      CITY  AMT\n0001Alice SmitLondon 12\n0002Bob Jones Paris 100\n", Some(vec![4, 14, 20])),
            ("ID  N   AMOUNT\n1000x    12.50\n1001y   999.00\n1002zzz10000.0\n", Some(vec![4, 8])),
            // Names that stand where numbers or words would be torn.
            ("ID   DATE    N\n1000520240105x\n1000620240106y\n", None),
            ("ID NAME AMT\n0001Alice 12\n0002Bob   13\n", None),
            ("ID  NAME AMT\n0001christine  12\n0002bob alice  13\n", None),
            // Nothing but texts, no two fields side by side, rows of other lengths, prose.
            ("CODE NAME\nab1cdAlice\nab2cdBob\n", None),
            ("ID   NAME\n1000 Alice\n1001 Bob\n", None),
            ("ID   NAME\n10005\n10006Alice\n", None),
            ("It is a report on sales\nwritten by all of us in 2024\nfor the people of this town\n", None),
        ] {
            assert_eq!(told(named, text), expected, "{text}");
        }
    }
}

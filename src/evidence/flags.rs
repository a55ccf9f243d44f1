//! Rows that are named by whether something is so: `members` and `non-members` of a column `member` that is true or false.
//!
//! Uses the passages, sources and words of this room.

use super::akin::root;
use super::naming::RowName;
use super::passage::Passage;
use super::source::{Place, Source};
use super::words::Word;

/// Words that deny the one behind them.
const DENYING: [&str; 6] = ["no", "not", "non", "without", "never", "neither"];

/// What a word that denies another begins with.
const PREFIXES: [&str; 4] = ["un", "non", "in", "dis"];

/// Words for those of which it is not so, where there are no others.
const OTHERS: [&str; 6] = ["other", "rest", "casual", "ordinary", "regular", "remaining"];

/// Words before `not` that stand for what was said before, as stems.
const STANDING: [&str; 13] =
    ["do", "doe", "does", "did", "are", "is", "were", "don", "doesn", "didn", "aren", "isn", "weren"];

/// Whether a word denies what was said before: the `not` of `70 work remotely and 170 do not`, the `t` of `don't`.
fn is_denied(words: &[Word], at: usize) -> bool {
    let Some(word) = words.get(at).filter(|word| matches!(word.stem.as_str(), "not" | "t")) else { return false };
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    // A mark stands behind it, or nothing.
    let ends = words.get(at + 1).is_none_or(|next| next.range.start > word.range.end + 1);
    ends && before.is_some_and(|before| STANDING.contains(&before.stem.as_str()))
}

/// Rows where a flag is set, or is not, as the words say. A word that is made from the flag's name says that it is.
#[must_use]
pub fn flags(passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    for column in source.columns.iter().filter(|column| column.is_flag && source.is_key(column.index)) {
        let roots: Vec<String> = column.telling().iter().map(|word| root(word)).collect();
        let is_said = |stem: &str| roots.contains(&root(stem));
        let is_named = passage.words.iter().any(|word| is_said(&word.stem));
        let mut before = None;
        for (at, word) in passage.words.iter().enumerate() {
            let denies = before.replace(word).filter(|before| DENYING.contains(&before.stem.as_str()));
            let negates = || PREFIXES.iter().filter_map(|prefix| word.stem.strip_prefix(prefix)).any(is_said);
            let paired = is_named && source.row_count == 2;
            let other = || paired && (OTHERS.contains(&word.stem.as_str()) || is_denied(&passage.words, at));
            let (range, is) = match (is_said(&word.stem), denies) {
                (true, None) => (word.range.clone(), true),
                (true, Some(denies)) => (denies.range.start..word.range.end, false),
                (false, _) if negates() || other() => (word.range.clone(), false),
                (false, _) => continue,
            };
            let holds = |row: &usize| source.cell(Place { column: column.index, row: *row }).as_flag() == Some(is);
            let rows: Vec<usize> = (0..source.rows.len()).filter(holds).collect();
            if !rows.is_empty() {
                found.push(RowName { range, column: column.index, rows });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::example::source;
    use super::super::passage::passages;
    use super::*;
    use crate::table::{Cell, Table};

    #[test]
    fn what_is_so_and_what_is_not_are_rows() {
        let row = |is: bool, trips: i64| vec![Cell::Bool(is), Cell::Int(trips)];
        let table = Table {
            columns: vec!["member".to_owned(), "trips".to_owned()],
            types: vec!["BOOLEAN".to_owned(), "BIGINT".to_owned()],
            rows: vec![row(true, 3445), row(false, 1555)],
            row_count: 2,
        };
        let source = source(table);
        let named = |text: &str| {
            let found = flags(&passages(text)[0], &source);
            found.into_iter().map(|name| (text[name.range].to_owned(), name.rows)).collect::<Vec<_>>()
        };
        let one = |text: &str, row: usize| (text.to_owned(), vec![row]);
        assert_eq!(named("Members make 3,445 trips, non-members 1,555."), [one("Members", 0), one("non-members", 1)]);
        assert_eq!(named("Members make 3,445, casual riders 1,555."), [one("Members", 0), one("casual", 1)]);
        assert_eq!(named("Casual trips are many."), []);
        assert_eq!(named("3,445 are by members and 1,555 are not."), [one("members", 0), one("not", 1)]);
        assert_eq!(named("3,445 are by members, 1,555 aren't."), [one("members", 0), one("t", 1)]);
    }
}

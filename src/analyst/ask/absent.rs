//! Which texts stand for a missing value: `NA`, `N/A`, `NULL` and the like in columns of words.
//!
//! In columns of numbers and dates such words are missing values already when a file is read. In columns of text they
//! stay as they are, and a question about missing values means them too; unless the column holds codes, of which `NA`
//! may be one.

use crate::analyst::seen::SeenColumn;
use crate::sql;
use crate::table::Kind;

const WORDS: [&str; 9] = ["NA", "N/A", "n/a", "NULL", "null", "NaN", "nan", "-", "?"];

/// The texts of a column that stand for a missing value. Where the profile does not list all values, all that could be.
pub fn words(column: &SeenColumn) -> Vec<&'static str> {
    if column.kind() != Kind::Text || is_coded(column) {
        return Vec::new();
    }
    let listed = |word: &&str| column.top.iter().any(|(cell, _)| cell.as_text() == Some(word));
    let complete = !column.about && column.distinct == Some(column.top.len() as u64);
    WORDS.iter().copied().filter(|word| !complete || listed(word)).collect()
}

/// Whether the profile lists such a text.
pub fn is_listed(column: &SeenColumn) -> bool {
    let own = words(column);
    column.top.iter().any(|(cell, _)| cell.as_text().is_some_and(|text| own.contains(&text)))
}

/// Codes are short and in capitals.
fn is_coded(column: &SeenColumn) -> bool {
    let texts: Vec<&str> =
        column.top.iter().filter_map(|(cell, _)| cell.as_text()).filter(|own| !WORDS.contains(own)).collect();
    let code = |text: &&str| text.len() <= 3 && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    texts.len() > 1 && texts.iter().all(code)
}

/// The condition that a value is missing.
pub fn missing(column: &SeenColumn) -> String {
    let name = sql::name(&column.name);
    match list(column) {
        Some(list) => format!("({name} IS NULL OR {name} IN ({list}))"),
        None => format!("{name} IS NULL"),
    }
}

/// The condition that a value is not missing.
pub fn present(column: &SeenColumn) -> String {
    let name = sql::name(&column.name);
    match list(column) {
        Some(list) => format!("({name} IS NOT NULL AND {name} NOT IN ({list}))"),
        None => format!("{name} IS NOT NULL"),
    }
}

fn list(column: &SeenColumn) -> Option<String> {
    let words: Vec<String> = words(column).into_iter().map(sql::text).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    fn column(values: &[&str]) -> SeenColumn {
        SeenColumn {
            name: "c".to_owned(),
            kind_name: "VARCHAR".to_owned(),
            distinct: Some(values.len() as u64),
            top: values.iter().map(|value| (Cell::Text((*value).to_owned()), 1)).collect(),
            ..SeenColumn::default()
        }
    }

    #[test]
    fn words_count_as_missing_among_words_only() {
        assert_eq!(words(&column(&["male", "NA", "female"])), ["NA"]);
        assert_eq!(words(&column(&["NO", "NA", "DE"])), [""; 0]);
        assert_eq!(words(&column(&["male", "female"])), [""; 0]);
        assert_eq!(missing(&column(&["a"])), "\"c\" IS NULL");
        assert_eq!(present(&column(&["male", "NA"])), "(\"c\" IS NOT NULL AND \"c\" NOT IN ('NA'))");
    }
}

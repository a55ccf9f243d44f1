//! What a row of a table is called: from the file's name, and from nouns whose kind of table is plain from its columns.

use super::columns::Names;
use super::words::{name_words, singular};
use crate::analyst::seen::SeenTable;

/// File names that say nothing of the rows.
const GENERIC: [&str; 16] = [
    "data", "dataset", "report", "export", "test", "file", "table", "output", "input", "sample", "csv", "sheet",
    "book", "download", "stdin", "copy",
];

/// Nouns for a row, and the words of columns that such a table has.
const CLASSES: &[(&[&str], &[&str])] = &[
    (
        &[
            "person",
            "individual",
            "passenger",
            "employee",
            "student",
            "patient",
            "user",
            "member",
            "customer",
            "respondent",
            "participant",
            "worker",
            "client",
            "subject",
            "player",
        ],
        &["age", "sex", "gender", "salary", "name", "height", "grade"],
    ),
    (
        &[
            "order",
            "sale",
            "transaction",
            "purchase",
            "booking",
            "payment",
            "invoice",
            "deal",
            "reservation",
            "receipt",
        ],
        &["amount", "revenue", "price", "quantity", "total", "product", "item", "guest", "cost", "unit"],
    ),
    (&["animal", "bird", "specimen", "plant", "flower", "tree"], &["species", "breed", "petal", "sepal"]),
    (&["car", "vehicle", "automobile"], &["horsepower", "cylinder", "mpg", "make", "model"]),
    (&["movie", "film"], &["director", "genre", "gross", "title"]),
    (&["flight"], &["airline", "carrier", "delay", "origin", "destination"]),
    (&["trip", "ride", "journey"], &["distance", "duration", "fare"]),
    (&["event", "incident", "accident"], &["date", "type", "severity", "location", "event"]),
    (&["house", "home", "property", "listing"], &["price", "bedroom", "bathroom", "sqft"]),
];

/// The names of a row.
#[derive(Debug, Clone, Default)]
pub struct RowNouns {
    /// The noun of the file's name.
    stem: Option<String>,
    /// The other words of the file's name.
    others: Vec<String>,
    /// Nouns whose kind of table this is.
    classes: Vec<&'static str>,
    /// Nouns of the columns that tell rows apart: order of `order_id`.
    keys: Vec<String>,
}

/// How a word names the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noun {
    /// As the file does.
    File,
    /// As a column does that tells rows apart.
    Key,
    /// As such tables do; to be said.
    Class,
    /// It is in the file's name, but is no noun for a row.
    Label,
}

impl RowNouns {
    /// The names of a table's rows.
    pub fn of(table: &SeenTable, names: &Names) -> Self {
        let stem = table.file.split('.').next().unwrap_or_default();
        let mut words: Vec<String> = name_words(stem)
            .iter()
            .map(|word| singular(word.trim_end_matches(|character: char| character.is_ascii_digit())))
            .filter(|word| word.chars().count() > 2)
            .collect();
        let is_column = |word: &str| (0..table.columns.len()).any(|at| names.core(at) == [word.to_owned()]);
        let stem = words.pop().filter(|word| !GENERIC.contains(&word.as_str()) && !is_column(word));
        let has = |hint: &&str| (0..table.columns.len()).any(|at| names.core(at).iter().any(|word| word == hint));
        let fits = CLASSES.iter().filter(|(_, hints)| hints.iter().any(&has));
        let classes = fits.flat_map(|(nouns, _)| nouns.iter().copied()).collect();
        words.retain(|word| !is_column(word));
        let keys = table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| !column.about && table.rows > 0 && column.distinct == Some(table.rows));
        let keys = keys.filter_map(|(at, _)| match names.core(at) {
            [noun, last] if matches!(last.as_str(), "identifier" | "number") => Some(noun.clone()),
            _ => None,
        });
        Self { stem, others: words, classes, keys: keys.collect() }
    }

    /// Whether a word names the rows, and how.
    pub fn names(&self, word: &str) -> Option<Noun> {
        let one = singular(word);
        if self.stem.as_ref() == Some(&one) {
            Some(Noun::File)
        } else if self.keys.contains(&one) {
            Some(Noun::Key)
        } else if self.classes.contains(&one.as_str()) {
            Some(Noun::Class)
        } else if self.others.contains(&one) {
            Some(Noun::Label)
        } else {
            None
        }
    }
}

/// The plural of a noun.
pub fn plural(word: &str) -> String {
    if singular(word) != word || word.ends_with('s') {
        return word.to_owned();
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if word == "person" => "people".to_owned(),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyst::seen::SeenColumn;

    #[test]
    fn rows_are_called_by_the_file_or_by_their_kind() {
        let columns = ["species", "sex"].map(|name| SeenColumn { name: name.to_owned(), ..SeenColumn::default() });
        let table = SeenTable { file: "penguins.csv".to_owned(), columns: columns.to_vec(), ..SeenTable::default() };
        let nouns = RowNouns::of(&table, &Names::of(&table));
        assert_eq!(nouns.names("penguin"), Some(Noun::File));
        assert_eq!(nouns.names("birds"), Some(Noun::Class));
        assert_eq!(nouns.names("flights"), None);
        assert_eq!(plural("penguin"), "penguins");
        assert_eq!(plural("city"), "cities");
    }
}

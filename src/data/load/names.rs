//! Names: unique column names from headers, table names from paths, and the one way into SQL for either.
//!
//! Headers are data: they keep every character that can be seen. Only what cannot be a column's name is changed: an empty
//! header, one that another column already has (case does not count), one that is longer than [`limits::NAME_CHARS`];
//! and what nobody can type: spaces around it, and characters that are not shown.

use std::collections::HashSet;
use std::path::Path;

use super::heading;
use crate::limits;
use crate::sql;

/// The literal of a path that DuckDB takes for this very file: characters that would make it a pattern are bracketed.
pub(super) fn path_literal(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    for character in path.chars() {
        match character {
            '[' | '*' | '?' => plain.extend(['[', character, ']']),
            other => plain.push(other),
        }
    }
    sql::text(&plain)
}

/// A column's name and, where it differs, its header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// Unique in its file without regard to case.
    pub(super) name: String,
    /// As in the file, where `name` is another.
    pub(super) header: Option<String>,
}

/// Names for the columns of a file with a header, which may stand `in_comment`.
pub(super) fn from_headers(headers: &[String], in_comment: bool) -> Vec<Name> {
    // A header that occurs as such keeps its name, so that no made-up name can take it from a later column.
    let given: HashSet<String> = headers.iter().map(|header| visible(header).to_lowercase()).collect();
    let mut taken = HashSet::with_capacity(headers.len());
    let mut names = Vec::with_capacity(headers.len());
    for (index, header) in headers.iter().enumerate() {
        let shown = visible(header);
        // The names may stand in a line that is marked as a comment.
        let shown = String::from_utf8_lossy(heading::bare(shown.as_bytes(), index == 0 && in_comment)).into_owned();
        let base = if shown.is_empty() {
            format!("column{}", index + 1)
        } else {
            shown.chars().take(limits::NAME_CHARS).collect()
        };
        let mut name = base.clone();
        let mut number = 1;
        while taken.contains(&name.to_lowercase()) || (name != shown && given.contains(&name.to_lowercase())) {
            number += 1;
            name = format!("{base}_{number}");
        }
        taken.insert(name.to_lowercase());
        let header = (name != *header).then(|| header.chars().take(limits::NAME_CHARS).collect());
        names.push(Name { name, header });
    }
    names
}

/// A header without the spaces around it and without characters that are not shown.
fn visible(header: &str) -> String {
    let hidden = |character: char| matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    header.chars().filter(|&character| !hidden(character)).collect::<String>().trim().to_owned()
}

/// Names for the columns of a file without a header.
pub(super) fn numbered(width: usize) -> Vec<Name> {
    (1..=width).map(|number| Name { name: format!("column{number}"), header: None }).collect()
}

/// What names of wrapped files end with.
const WRAPPINGS: [&str; 7] = ["gz", "gzip", "zst", "zstd", "bz2", "xz", "zip"];
/// What names of tables end with inside a wrapping.
const KINDS: [&str; 15] = [
    "csv", "tsv", "tab", "psv", "txt", "dat", "json", "jsonl", "ndjson", "parquet", "pq", "xlsx", "xlsb", "xls", "ods",
];

/// A file's name without what tells its kind: `sales.2024` of `sales.2024.csv.zst`.
fn without_extensions(name: &str) -> &str {
    let split = |name: &'_ str, known: &[&str]| -> Option<usize> {
        let (stem, extension) = name.rsplit_once('.')?;
        known.iter().any(|one| one.eq_ignore_ascii_case(extension)).then_some(stem.len())
    };
    let mut inner = name;
    while let Some(end) = split(inner, &WRAPPINGS) {
        inner = inner.get(..end).unwrap_or_default();
    }
    if let Some(end) = split(inner, &KINDS) {
        return inner.get(..end).unwrap_or_default();
    }
    // Whatever else a plain file's name ends with tells its kind too.
    let stem = if inner == name { Path::new(name).file_stem().and_then(|stem| stem.to_str()) } else { None };
    stem.unwrap_or(inner)
}

/// The view that shows a table's texts as they stand in the file.
pub(super) fn as_written(table: &str) -> String {
    format!("{table}_as_written")
}

/// A table's name from a file's: its stem, with everything but letters, digits and `_` replaced.
pub(super) fn stem(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = without_extensions(&name);
    let mut clean = String::with_capacity(stem.len());
    for character in stem.chars().take(limits::NAME_CHARS) {
        if character.is_alphanumeric() || character == '_' {
            clean.extend(character.to_lowercase());
        } else if !clean.ends_with('_') {
            clean.push('_');
        }
    }
    let clean = clean.trim_matches('_');
    match clean.chars().next() {
        None => "file".to_owned(),
        Some(first) if first.is_numeric() => format!("file_{clean}"),
        Some(_) => clean.to_owned(),
    }
}

/// The names that a file's table gets, in order of the files.
#[derive(Debug, Default)]
pub(super) struct Tables {
    taken: HashSet<String>,
}

impl Tables {
    /// The table of a file and, for the first one, its further name.
    pub(super) fn claim(&mut self, path: &Path) -> (String, Option<String>) {
        let first = self.taken.insert("data".to_owned());
        self.taken.insert(as_written("data"));
        let base = stem(path);
        if first && base == "data" {
            return (base, None);
        }
        let mut name = base.clone();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        // The views that show texts as they are written have names of their own.
        self.taken.insert(as_written(&name));
        if first { ("data".to_owned(), Some(name)) } else { (name, None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(headers: &[&str]) -> Vec<String> {
        let headers: Vec<String> = headers.iter().map(|&header| header.to_owned()).collect();
        from_headers(&headers, false).into_iter().map(|name| name.name).collect()
    }

    #[test]
    fn names_are_unique_without_case_and_keep_what_is_given() {
        assert_eq!(
            names(&["id", "name", "Name", "NAME", "value", "value", "value_1"]),
            ["id", "name", "Name_2", "NAME_3", "value", "value_2", "value_1"]
        );
        assert_eq!(names(&["a", "A", "a_2"]), ["a", "A_3", "a_2"]);
        assert_eq!(names(&["", " ", "column1"]), ["column1_2", "column2", "column1"]);
        assert_eq!(names(&["rowid", "*", "it's", "two  words"]), ["rowid", "*", "it's", "two  words"]);
    }

    #[test]
    fn what_nobody_can_type_is_no_part_of_a_name() {
        assert_eq!(
            names(&[" padded ", "\u{feff}id", "a\u{200b}b\u{a0}", "\u{200b}"]),
            ["padded", "id", "ab", "column4"]
        );
        assert_eq!(names(&["id", "id "]), ["id", "id_2"]);
        assert_eq!(names(&["# id", "#v"]), ["# id", "#v"]);
        assert_eq!(from_headers(&["#tag".to_owned()], true)[0].name, "tag");
    }

    #[test]
    fn a_changed_name_tells_its_header() {
        let found = from_headers(&["x".to_owned(), "X".to_owned()], false);
        assert_eq!(found[0].header, None);
        assert_eq!(found[1], Name { name: "X_2".to_owned(), header: Some("X".to_owned()) });
    }

    #[test]
    fn tables_are_named_after_files() {
        for (path, table) in [
            ("in/Sales 2024.csv", "sales_2024"),
            ("sales[12].csv", "sales_12"),
            ("a.b.csv.gz", "a_b"),
            ("x.csv.zst", "x"),
            ("x.NDJSON.bz2", "x"),
            ("sales.2024.zip", "sales_2024"),
            ("x.csv.gz.zip", "x"),
            ("x.log", "x"),
            ("x.parquet", "x"),
            ("2024.csv", "file_2024"),
            ("---.csv", "file"),
            ("données.tsv", "données"),
        ] {
            assert_eq!(stem(Path::new(path)), table, "{path}");
        }
        let mut tables = Tables::default();
        assert_eq!(tables.claim(Path::new("sales.csv")), ("data".to_owned(), Some("sales".to_owned())));
        assert_eq!(tables.claim(Path::new("x/sales.csv")), ("sales_2".to_owned(), None));
        assert_eq!(tables.claim(Path::new("data.csv")), ("data_2".to_owned(), None));
        assert_eq!(tables.claim(Path::new("data_as_written.csv")), ("data_as_written_2".to_owned(), None));
        assert_eq!(Tables::default().claim(Path::new("data.csv")), ("data".to_owned(), None));
    }

    proptest! {
        #[test]
        fn names_never_collide(headers in proptest::collection::vec("[aAbB_12 ]{0,3}", 1..12)) {
            let found = from_headers(&headers, false);
            let distinct: HashSet<String> = found.iter().map(|name| name.name.to_lowercase()).collect();
            prop_assert_eq!(distinct.len(), headers.len());
        }

        #[test]
        fn quoted_text_comes_back_whole(text in any::<String>().prop_filter("no NUL", |text| !text.contains('\0'))) {
            thread_local! {
                static ENGINE: duckdb::Connection = duckdb::Connection::open_in_memory().unwrap();
            }
            let connection = ENGINE.with(|engine| engine.try_clone().unwrap());
            let sql = format!("SELECT {} AS {}", sql::text(&text), sql::name(&format!("c{text}")));
            let mut statement = connection.prepare(&sql).unwrap();
            let back: String = statement.query_row([], |row| row.get(0)).unwrap();
            prop_assert_eq!(&back, &text);
            prop_assert_eq!(statement.column_name(0).unwrap(), &format!("c{text}"));
        }
    }
}

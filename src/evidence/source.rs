//! A result as evidence: what its columns are, what its rows are called, and which periods they stand for.
//!
//! Uses `table`, `event` and the words of this room. Built once when a result is recorded; texts are then held against it.

mod names;

use std::sync::Arc;

use hashbrown::HashMap;

use super::akin::{groups, root};
use super::column::{Column, Measure, is_statistic};
use super::expression::described;
use super::units::is_physical;
use super::words::{is_empty, stems};
use crate::event::Origin;
use crate::table::{Cell, Table};

/// A result.
#[derive(Debug, Clone)]
pub struct Source {
    /// `q3`, or the name of a table for what is known of a file.
    pub id: String,
    /// The statement, or nothing for what is known of a file.
    pub query: String,
    /// Words of what the query was for, of its statement and of its columns.
    pub subject: Vec<String>,
    /// Rows of the whole result.
    pub row_count: u64,
    /// Columns of the whole result, or of the file.
    pub column_count: u64,
    /// In the result's order.
    pub columns: Vec<Column>,
    /// Number of each row that is known, from 1: first those that were kept, then those that were asked for.
    pub rows: Vec<u64>,
    /// Whether its statement ends with a limit that it reached: there may be more rows of its kind.
    pub is_limited: bool,
    /// Whether this is what is known of a file, not the result of a query.
    pub is_file: bool,
    labels: HashMap<String, Vec<Place>>,
    exact: HashMap<String, Vec<Place>>,
    partly: HashMap<String, Vec<Place>>,
    named: HashMap<String, Vec<usize>>,
    roots: HashMap<String, Vec<usize>>,
    akin: HashMap<usize, Vec<usize>>,
    akin_labels: HashMap<String, Option<String>>,
    main: Option<usize>,
    keys: Vec<bool>,
    is_dated: bool,
    widest: usize,
    kept: Arc<Table>,
    more: Vec<Vec<Cell>>,
}

/// A cell by the positions of its row among the known ones and of its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Position of the column.
    pub column: usize,
    /// Position of the row.
    pub row: usize,
}

/// Bytes of a label that may be too faint to be found by its words.
const FAINT_LABEL_BYTES: usize = 16;

/// Words of a label; longer texts are no names.
const LABEL_WORDS: usize = 10;

/// Words of a label at most that is called by one of them.
const PARTLY_WORDS: usize = 4;

/// Letters of such a word at least.
const PARTLY_LETTERS: usize = 4;

/// Whether a statement ends with a limit and gave as many rows, or passed some over.
fn is_limited(query: &str, row_count: u64) -> bool {
    let lower = query.to_lowercase();
    let Some((_, behind)) = lower.rsplit_once("limit") else { return false };
    let words: Vec<&str> = behind.trim().trim_end_matches(';').split_whitespace().collect();
    match words.as_slice() {
        [most] => most.parse() == Ok(row_count),
        [_, "offset", passed] => *passed != "0",
        _ => false,
    }
}

/// Gives columns that only say how a figure was taken, such as `p95` beside `avg_ms`, the one unit of the others.
fn share_unit(columns: &mut [Column]) {
    // Beside an `avg_max` an `avg_min` is no average of minutes.
    let has = |name: &str| columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    let is_least = |column: &Column| {
        column.name.to_lowercase().strip_suffix("_min").is_some_and(|taken| has(&format!("{taken}_max")))
    };
    let least: Vec<usize> = columns.iter().filter(|column| is_least(column)).map(|column| column.index).collect();
    for column in columns.iter_mut().filter(|column| least.contains(&column.index)) {
        column.unit = None;
    }
    let measured = columns.iter().filter(|column| {
        let lower = column.name.to_lowercase();
        let taken =
            column.unit.as_deref().and_then(|unit| lower.strip_suffix(unit)).map(|taken| taken.trim_end_matches('_'));
        taken.is_some_and(is_statistic)
    });
    let mut units: Vec<String> =
        measured.filter_map(|column| column.unit.clone()).filter(|unit| is_physical(unit)).collect();
    units.sort();
    units.dedup();
    if let [unit] = units.as_slice() {
        for column in
            columns.iter_mut().filter(|column| column.unit.is_none() && is_statistic(&column.name.to_lowercase()))
        {
            column.unit = Some(unit.clone());
        }
    }
}

/// Adds a column that is not there yet.
fn add(columns: &mut Vec<usize>, index: usize) {
    if !columns.contains(&index) {
        columns.push(index);
    }
}

impl Source {
    /// A result with the rows that were kept of it.
    #[must_use]
    pub fn new(id: &str, description: &str, query: &str, table: Arc<Table>) -> Self {
        let expressions = described(query);
        let mut columns: Vec<Column> =
            (0..table.columns.len()).map(|index| Column::new(&table, index, &expressions)).collect();
        share_unit(&mut columns);
        let mut subject: Vec<String> = stems(description);
        subject.extend(stems(query));
        subject.retain(|word| !is_empty(word));
        let mut named: HashMap<String, Vec<usize>> = HashMap::new();
        let (mut roots, mut akin) = (HashMap::<String, Vec<usize>>::new(), HashMap::<usize, Vec<usize>>::new());
        for (index, column) in columns.iter().enumerate() {
            for word in &column.words {
                named.entry(word.clone()).or_default().push(index);
            }
            for word in &column.telling() {
                let root = root(word);
                for group in groups(&root) {
                    add(akin.entry(*group).or_default(), index);
                }
                add(roots.entry(root).or_default(), index);
            }
        }
        let mut source = Self {
            id: id.to_owned(),
            query: query.to_owned(),
            subject,
            row_count: table.row_count,
            column_count: table.columns.len() as u64,
            rows: (1..=table.rows.len() as u64).collect(),
            columns,
            is_limited: is_limited(query, table.row_count),
            is_file: false,
            labels: HashMap::new(),
            exact: HashMap::new(),
            partly: HashMap::new(),
            named,
            roots,
            akin,
            akin_labels: HashMap::new(),
            main: None,
            keys: Vec::new(),
            is_dated: false,
            widest: 0,
            kept: table,
            more: Vec::new(),
        };
        source.main = source.find_main_column();
        source.keys = (0..source.columns.len()).map(|column| source.find_key(column)).collect();
        source.is_dated = source.find_dated();
        for row in 0..source.rows.len() {
            source.name_row(row);
        }
        source
    }

    /// Where what it holds comes from.
    #[must_use]
    pub fn origin(&self) -> Origin {
        if self.is_file { Origin::Table(self.id.clone()) } else { Origin::Query(self.id.clone()) }
    }

    /// Whether it is the result of that id. What is known of a file is none, whatever its table is called.
    #[must_use]
    pub fn is_result(&self, id: &str) -> bool {
        !self.is_file && self.id == id
    }

    /// Takes a row that was not kept; `number` is its place in the result.
    pub fn add_row(&mut self, number: u64, cells: Vec<Cell>) {
        if self.rows.contains(&number) || cells.len() != self.columns.len() {
            return;
        }
        for (column, cell) in self.columns.iter_mut().zip(&cells) {
            column.push_late(cell);
        }
        self.rows.push(number);
        self.more.push(cells);
        self.name_row(self.rows.len() - 1);
    }

    /// Whether rows of the result are not known.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.row_count > self.kept.rows.len() as u64
    }

    /// How many rows of the whole result hold a number of a column within bounds, bounds included; none where that is not known.
    #[must_use]
    pub fn count_between(&self, own: &Column, low: f64, high: f64) -> Option<usize> {
        if self.is_cut() { own.counted_between(low, high) } else { Some(own.count_between(low, high)) }
    }

    /// Rows that were kept.
    #[must_use]
    pub fn kept_rows(&self) -> usize {
        self.kept.rows.len()
    }

    /// Whether a column says which row this is: a label, or a period that stands before all figures or alone.
    #[must_use]
    pub fn is_key(&self, column: usize) -> bool {
        self.keys.get(column).copied().unwrap_or(false)
    }

    fn find_key(&self, column: usize) -> bool {
        let is_dated = |column: &Column| column.periods.iter().flatten().count() > 0;
        let Some(own) = self.columns.get(column) else { return false };
        if own.is_label {
            return true;
        }
        let leads =
            self.columns.iter().take(column).all(|before| before.is_label || is_dated(before) || before.is_flag);
        if own.is_flag && leads {
            return true;
        }
        is_dated(own) && (leads || !self.columns.iter().any(|other| other.is_label))
    }

    /// Whether a column is the only key, so that each row is one of its values.
    #[must_use]
    pub fn is_key_alone(&self, column: usize) -> bool {
        (0..self.columns.len()).filter(|other| self.is_key(*other)).eq([column])
    }

    /// The column that the result is ordered by, else its first figures.
    #[must_use]
    pub fn main_column(&self) -> Option<usize> {
        self.main
    }

    fn find_main_column(&self) -> Option<usize> {
        let measured = |column: &Column| column.measure != Measure::None && !column.is_named_by("rank");
        let lower = self.query.to_lowercase();
        let ordered = lower.rmatch_indices("order by").find_map(|(at, _)| {
            let by: Vec<String> = stems(lower.get(at + 8..)?.split(['\n', ',', ')']).next()?);
            let named = |column: &Column| measured(column) && stems(&column.name).iter().all(|word| by.contains(word));
            let number = by.first().and_then(|word| word.parse::<usize>().ok()?.checked_sub(1));
            self.columns
                .iter()
                .position(named)
                .or(number.filter(|index| self.columns.get(*index).is_some_and(measured)))
        });
        ordered.or_else(|| self.columns.iter().position(measured))
    }

    /// Whether rows follow one another in time.
    #[must_use]
    pub fn is_dated(&self) -> bool {
        self.is_dated
    }

    fn find_dated(&self) -> bool {
        self.columns.iter().any(|column| {
            let periods = || column.periods.iter().flatten().count();
            self.is_key(column.index) && (column.is_month || column.is_calendar || periods() > 1)
        })
    }

    /// The number of a cell; none where it holds no number.
    #[must_use]
    pub fn number(&self, place: Place) -> Option<f64> {
        self.columns.get(place.column)?.numbers.get(place.row).copied().flatten()
    }

    /// What a cell holds.
    #[must_use]
    pub fn cell(&self, place: Place) -> &Cell {
        let row = match place.row.checked_sub(self.kept.rows.len()) {
            None => self.kept.rows.get(place.row),
            Some(row) => self.more.get(row),
        };
        row.and_then(|row| row.get(place.column)).unwrap_or(&Cell::Null)
    }

    /// The cells that are called so. `key` is made by [`key`].
    #[must_use]
    pub fn called(&self, key: &str) -> &[Place] {
        self.labels.get(key).map_or(&[], Vec::as_slice)
    }

    /// The cells of a label of which a word is the first or the last, where no other label has it there: `Labour` of `Labour
    /// Party`.
    #[must_use]
    pub fn called_partly(&self, word: &str) -> &[Place] {
        let places = self.partly.get(word).map_or(&[][..], Vec::as_slice);
        let label = |place: &Place| self.cell(*place).as_text();
        let first = places.first().and_then(label);
        if places.iter().all(|place| label(place) == first) { places } else { &[] }
    }

    /// Positions of the columns that a word names; `word` is the head of its family.
    #[must_use]
    pub fn columns_named(&self, word: &str) -> &[usize] {
        self.named.get(word).map_or(&[], Vec::as_slice)
    }

    /// Positions of the columns whose name holds a word of this root, else one that may say the same.
    #[must_use]
    pub fn columns_akin(&self, root: &str) -> Vec<usize> {
        if let Some(columns) = self.roots.get(root) {
            return columns.clone();
        }
        let mut columns = Vec::new();
        for index in groups(root).iter().filter_map(|group| self.akin.get(group)).flatten() {
            add(&mut columns, *index);
        }
        columns
    }

    /// The only label of one word that is of this root.
    #[must_use]
    pub fn label_akin(&self, root: &str) -> Option<&str> {
        self.akin_labels.get(root)?.as_deref()
    }

    /// Labels that are one word, in no order.
    pub fn labels_of_one_word(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(String::as_str).filter(|label| !label.contains(' '))
    }

    /// Words of the longest label.
    #[must_use]
    pub fn widest(&self) -> usize {
        self.widest
    }

    /// What a row is called: its labels, joined.
    #[must_use]
    pub fn row_name(&self, row: usize) -> Option<String> {
        let names: Vec<String> = self
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.is_label)
            .map(|(column, _)| self.cell(Place { column, row }).to_string())
            .filter(|name| !name.is_empty())
            .take(3)
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The cells whose text is just this; of a letter or two also in capitals, such as `ID`.
    #[must_use]
    pub fn written(&self, label: &str) -> &[Place] {
        let alike = || {
            let all = self.exact.iter().filter(|(own, _)| label.len() <= 2 && own.eq_ignore_ascii_case(label));
            all.min_by_key(|(own, _)| own.as_str()).map(|(_, places)| places)
        };
        self.exact.get(label).or_else(alike).map_or(&[], Vec::as_slice)
    }
}

/// The key under which a label is kept: its stems.
#[must_use]
pub fn key(stems: &[&str]) -> String {
    stems.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::example::{months, regions, source, table};
    use super::*;

    #[test]
    fn keys_say_which_row_it_is() {
        let source = source(table("region|founded|revenue", &["West|2001-02-03|7", "East|1999-04-05|8"]));
        assert_eq!([0, 1, 2].map(|column| source.is_key(column)), [true, true, false]);
        let behind =
            super::super::example::source(table("region|revenue|founded", &["West|7|2001-02-03", "East|8|1999-04-05"]));
        assert_eq!([0, 1, 2].map(|column| behind.is_key(column)), [true, false, false]);
        assert!(behind.is_key_alone(0) && !source.is_key_alone(0));
        assert!(source.is_dated() && !behind.is_dated());
    }

    #[test]
    fn a_limit_that_was_reached_leaves_rows_out() {
        for (query, is) in [
            ("select region from data order by 1 limit 3", true),
            ("select region from data LIMIT 3;", true),
            ("select region from data limit 10", false),
            ("select region from data limit 10 offset 5", true),
            ("select region from data order by credit_limit", false),
            ("select region from data", false),
        ] {
            assert_eq!(is_limited(query, 3), is, "{query}");
        }
    }

    #[test]
    fn the_main_column_is_the_one_it_is_ordered_by() {
        let main = |query: &str| Source::new("q1", "", query, Arc::new(regions())).main_column();
        assert_eq!(main("select * from data"), Some(1));
        assert_eq!(main("select * from data order by orders desc"), Some(2));
        assert_eq!(main("select * from data ORDER BY 3"), Some(2));
        assert_eq!(main("select * from data order by region"), Some(1), "labels are no figures");
    }

    #[test]
    fn cells_are_called_by_their_words() {
        let measures = source(table("measure|mean", &["bill_depth_mm|17.2", "Body mass|4201.8"]));
        let rows = |name: &str| measures.called(name).iter().map(|place| place.row).collect::<Vec<usize>>();
        assert_eq!(
            (rows("body mass"), rows("bill depth mm"), rows("bill depth"), rows("mass")),
            (vec![1], vec![0], vec![0], vec![])
        );
        assert_eq!(measures.row_name(1).as_deref(), Some("Body mass"));
        assert_eq!(measures.widest(), 3);
    }

    #[test]
    fn rows_that_come_late_are_known_by_their_number() {
        let mut cut = months();
        cut.row_count = 9;
        let mut source = source(cut);
        assert!(source.is_cut());
        source.add_row(9, vec![Cell::Text("2024-09-01".to_owned()), Cell::Int(77)]);
        source.add_row(9, vec![Cell::Text("2024-09-01".to_owned()), Cell::Int(78)]);
        source.add_row(8, vec![Cell::Int(77)]);
        assert_eq!((source.rows.len(), source.rows.last(), source.kept_rows()), (7, Some(&9), 6));
        assert_eq!(source.cell(Place { column: 1, row: 6 }), &Cell::Int(77));
        assert_eq!(source.columns[1].numbers[6], Some(77.0));
    }
}

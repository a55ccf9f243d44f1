//! What the rows of a result are called: by their labels, the names of months, quarters and places, and parts of these.
//!
//! Uses `table`, and the words of this room.

use super::super::akin::root;
use super::super::column::Column;
use super::super::spelled::month_names;
use super::super::words::{is_empty, stems};
use super::{FAINT_LABEL_BYTES, LABEL_WORDS, PARTLY_LETTERS, PARTLY_WORDS, Place, Source};
use crate::limits::EVIDENCE_CELLS;
use crate::table::Cell;

impl Source {
    /// Takes in what a row is called.
    pub(super) fn name_row(&mut self, row: usize) {
        for column in 0..self.columns.len() {
            let place = Place { column, row };
            // What is called by a few characters is called so only where it is written just so.
            if let Cell::Text(text) = self.cell(place)
                && text.len() <= FAINT_LABEL_BYTES
            {
                let label = text.trim().to_owned();
                self.exact.entry(label).or_default().push(place);
            }
        }
        for column in 0..self.columns.len() {
            if !self.columns.get(column).is_some_and(|column| column.is_label) {
                continue;
            }
            let place = Place { column, row };
            let names = match self.cell(place) {
                Cell::Null => ["missing", "unknown", "blank", "unspecified"].map(str::to_owned).to_vec(),
                Cell::Text(month) if self.columns.get(column).is_some_and(|column| column.is_month) => {
                    let month = month.trim().parse().unwrap_or_default();
                    month_names(month).iter().map(|name| (*name).to_owned()).collect()
                }
                Cell::Text(text) => {
                    let code = self.columns.get(column).and_then(|column| column.codes?.name(text));
                    [text.clone()].into_iter().chain(code.map(str::to_owned)).collect()
                }
                Cell::Int(month) if self.columns.get(column).is_some_and(|column| column.is_month) => {
                    month_names(*month).iter().map(|name| (*name).to_owned()).collect()
                }
                Cell::Int(quarter) if self.columns.get(column).is_some_and(Column::is_quarter) => {
                    vec![format!("Q{quarter}")]
                }
                Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) => Vec::new(),
            };
            for name in names {
                self.name(&name, place);
            }
        }
    }

    /// The cells whose text is just this, in the same letters.
    #[must_use]
    pub fn spelled(&self, label: &str) -> &[Place] {
        self.exact.get(label).map_or(&[], Vec::as_slice)
    }

    /// The cells of just so many labels of one column that begin or end with a word.
    #[must_use]
    pub fn called_by_some(&self, word: &str, many: u32) -> &[Place] {
        let places = self.partly.get(word).map_or(&[][..], Vec::as_slice);
        if places.len() > EVIDENCE_CELLS {
            return &[];
        }
        let mut labels: Vec<Option<&str>> = places.iter().map(|place| self.cell(*place).as_text()).collect();
        labels.sort_unstable();
        labels.dedup();
        let is_one_column = places.iter().all(|place| Some(place.column) == places.first().map(|first| first.column));
        if is_one_column && u32::try_from(labels.len()) == Ok(many) { places } else { &[] }
    }

    fn name(&mut self, name: &str, place: Place) {
        let parts = stems(name);
        if parts.is_empty() || parts.len() > LABEL_WORDS {
            return;
        }
        self.widest = self.widest.max(parts.len());
        if let [first, .., last] = parts.as_slice()
            && parts.len() <= PARTLY_WORDS
        {
            for word in
                [first, last].into_iter().filter(|word| word.chars().count() >= PARTLY_LETTERS && !is_empty(word))
            {
                self.partly.entry(word.clone()).or_default().push(place);
            }
        }
        // `bill_depth_mm` is called `bill depth`, too.
        if let [first @ .., last] = parts.as_slice()
            && first.len() >= 2
            && last.chars().count() <= 3
        {
            self.labels.entry(first.join(" ")).or_default().push(place);
        }
        if let [label] = parts.as_slice()
            && label.len() <= FAINT_LABEL_BYTES
            && !self.labels.contains_key(label)
            && label.chars().all(char::is_alphabetic)
        {
            // Of several none is meant.
            let other = self.akin_labels.contains_key(&root(label));
            self.akin_labels.insert(root(label), Some(label.clone()).filter(|_| !other));
        }
        let places = self.labels.entry(parts.join(" ")).or_default();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{source, table};

    #[test]
    fn as_many_labels_as_are_said_are_a_group() {
        let rows = ["Kestry-Lune|1", "Kestry-Holm|2", "Ardvik-Lune|3", "Kestry-Lune|4"];
        let routes = source(table("route|passengers", &rows));
        let named = |word: &str, many: u32| -> Vec<usize> {
            routes.called_by_some(word, many).iter().map(|place| place.row).collect()
        };
        assert_eq!(named("kestry", 2), [0, 1, 3], "two labels, of which one stands in two rows");
        assert!(named("kestry", 3).is_empty() && named("ardvik", 2).is_empty());
    }
}

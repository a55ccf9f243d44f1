//! For scale: two checkers that ask for nothing specific, over the same results.

use csvchat::event::Step;
use csvchat::table::Table;

use super::corpus::{Corpus, Hedge, cell, column, distinct, number, two};
use super::written;

/// All values that something in a set comes to, sorted.
#[derive(Default)]
pub struct Naive {
    values: Vec<f64>,
}

impl Naive {
    /// Any cell, row count, column count or number of distinct values of any result.
    pub fn cells(corpus: &Corpus, set: &str) -> Self {
        let mut values = Vec::new();
        for stored in corpus.of(set) {
            let table = &stored.table;
            values.extend([table.row_count as f64, table.columns.len() as f64]);
            for name in &table.columns {
                values.extend(column(table, name));
                values.push(distinct(table, name) as f64);
            }
        }
        Self::sorted(values)
    }

    /// These, and any one step over any cells: between two cells of a column or of a row, and over a whole column.
    pub fn steps(corpus: &Corpus, set: &str) -> Self {
        let mut values = Self::cells(corpus, set).values;
        for stored in corpus.of(set) {
            let table = &stored.table;
            let numeric: Vec<&String> = numeric(table);
            for name in &numeric {
                let all = column(table, name);
                let total: f64 = all.iter().sum();
                values.extend([total, total / all.len() as f64]);
                values.extend(all.iter().map(|value| 100.0 * value / total));
                between(&all, &mut values);
            }
            for row in 1..=table.rows.len() {
                let cells: Vec<f64> =
                    numeric.iter().filter_map(|name| cell(table, row, name).and_then(number)).collect();
                between(&cells, &mut values);
            }
        }
        Self::sorted(values)
    }

    fn sorted(mut values: Vec<f64>) -> Self {
        values.retain(|value| value.is_finite());
        values.sort_unstable_by(f64::total_cmp);
        Self { values }
    }

    fn holds(&self, low: f64, high: f64) -> bool {
        let at = self.values.partition_point(|value| *value < low);
        self.values.get(at).is_some_and(|value| *value <= high)
    }

    /// Whether anything rounds to this number.
    pub fn traces(&self, text: &str, hedge: Option<Hedge>) -> bool {
        let signed = text.contains(['-', '−', '+']);
        written::readings(text).iter().any(|reading| {
            let (low, high) = reading.bounds(hedge);
            let either = self.holds(low, high) || (!signed && self.holds(-high, -low));
            either || (reading.is_percent() && self.holds(low / 100.0, high / 100.0))
        })
    }
}

fn numeric(table: &Table) -> Vec<&String> {
    table
        .columns
        .iter()
        .enumerate()
        .filter(|(index, _)| table.kind(*index).is_numeric())
        .map(|(_, name)| name)
        .collect()
}

fn between(cells: &[f64], values: &mut Vec<f64>) {
    for (at, first) in cells.iter().enumerate() {
        for (other, second) in cells.iter().enumerate() {
            if at != other {
                let steps = [Step::Difference, Step::Ratio, Step::Change];
                values.extend(steps.iter().filter_map(|step| two(*step, *first, *second)));
            }
        }
    }
}

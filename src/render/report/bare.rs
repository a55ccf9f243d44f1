//! A report without pictures: each chart as a table of its data.

use super::{Item, Plot, Report, Table};
use crate::render::chart_data::ChartData;

impl Report {
    /// The report with each chart as a table of its data, of which at most so many rows are kept.
    #[must_use]
    pub fn without_pictures(mut self, rows: usize) -> Self {
        for item in &mut self.items {
            if let Item::Plot(plot) = item {
                *item = Item::Table(table_of(plot, rows));
            }
        }
        self.type_tables();
        self
    }
}

fn table_of(plot: &Plot, most: usize) -> Table {
    let ChartData { columns, mut rows } = ChartData::of(&plot.spec).unwrap_or_default();
    let row_count = rows.len() as u64;
    rows.truncate(most);
    Table {
        id: plot.id.clone(),
        title: plot.title.clone(),
        title_claims: plot.title_claims.clone(),
        note: plot.note.clone(),
        note_claims: plot.note_claims.clone(),
        headers: columns,
        types: Vec::new(),
        rows,
        row_count,
        source: plot.source.clone(),
        claims: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::Cell;

    #[test]
    fn a_chart_is_its_data() {
        let plot = |spec| {
            Item::Plot(Plot {
                id: "plot1".to_owned(),
                title: "North leads".to_owned(),
                note: Some("EUR.".to_owned()),
                spec,
                source: Some("q1".to_owned()),
                ..Plot::default()
            })
        };
        let values = json!({"data": {"values": [{"n": 1}, {"n": 2}, {"n": 3}]}});
        let report = Report { items: vec![plot(values), plot(json!({"mark": "bar"}))], ..Report::default() };
        let report = report.without_pictures(2);
        assert_eq!(report.plots().count(), 0);
        let tables: Vec<&Table> = report.tables().collect();
        assert_eq!((tables[0].title.as_str(), tables[0].note.as_deref()), ("North leads", Some("EUR.")));
        assert_eq!(
            (tables[0].rows.as_slice(), tables[0].row_count),
            (&[vec![Cell::Int(1)], vec![Cell::Int(2)]][..], 3)
        );
        assert!(tables[1].headers.is_empty() && tables[1].rows.is_empty());
    }
}

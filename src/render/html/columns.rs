//! The table with a row for every column of the data, each with a small drawing of its distribution.
//!
//! Uses `report`, `format`, `templates`. Shows what the run said of each column beside what the profile knows; invents no
//! description of its own.

use std::fmt::Write;

use super::number::Marker;
use super::sketch::sketch;
use super::table::{Head, frame, push_claimed, push_missing};
use crate::event::{ColumnProfile, Dataset};
use crate::render::claims::CellClaims;
use crate::render::format::{Align, ColumnFormat, MISSING, count, group_digits, share, type_word};
use crate::render::report::{ColumnTable, Table};
use crate::table::{Cell, Kind, round_significant};
use crate::templates::{Markup, escape_html};

/// Headers whose cells are prose: they wrap instead of being cut.
const PROSE: &[&str] = &["description", "typical values", "issues"];

/// One per-column table. `several` says whether a caption has to name the file.
#[must_use]
pub fn columns(table: &ColumnTable<'_>, datasets: &[Dataset], several: bool, marker: &Marker<'_>) -> Markup {
    match table {
        ColumnTable::Given { table, profiles } => given(table, profiles, datasets, marker),
        ColumnTable::Profile(dataset) => {
            let caption = if several { format!("Columns of {}", dataset.name) } else { "Columns".to_owned() };
            profile(dataset, &caption)
        }
    }
}

fn given(table: &Table, profiles: &[Option<&ColumnProfile>], datasets: &[Dataset], marker: &Marker<'_>) -> Markup {
    let claims = CellClaims::of(&table.claims);
    let formats = ColumnFormat::all(&table.headers, &table.types, &table.rows);
    let is_prose: Vec<bool> =
        table.headers.iter().map(|header| PROSE.contains(&header.trim().to_lowercase().as_str())).collect();
    let drawn_after = table.headers.iter().position(|header| header.trim().eq_ignore_ascii_case("type")).unwrap_or(0);
    let mut heads = Vec::new();
    for (index, (header, format)) in table.headers.iter().zip(&formats).enumerate() {
        heads.push(Head { name: header, right: format.align == Align::Right, sortable: true });
        if index == drawn_after {
            heads.push(Head { name: "Distribution", right: false, sortable: false });
        }
    }
    let mut body = String::new();
    for (at, (row, profile)) in table.rows.iter().zip(profiles).enumerate() {
        body.push_str("<tr>");
        for (index, (cell, format)) in row.iter().zip(&formats).enumerate() {
            let claims = claims.at(at, index);
            match cell {
                Cell::Text(text) if index == 0 => push_name(&mut body, &marker.text(text, claims.iter().copied())),
                Cell::Text(text) if is_prose.get(index).is_some_and(|prose| *prose) => {
                    push_prose(&mut body, text, &marker.text(text, claims.iter().copied()));
                }
                Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) | Cell::Text(_) => {
                    push_claimed(&mut body, cell, format, marker, claims);
                }
            }
            if index == drawn_after {
                push_sketch(&mut body, profile.and_then(|profile| sketch(profile, rows_of(profile, datasets))));
            }
        }
        body.push_str("</tr>\n");
    }
    frame(&table.title, &heads, &body, table.rows.len(), table.row_count, true)
}

/// Rows of the file that holds a column.
fn rows_of(profile: &ColumnProfile, datasets: &[Dataset]) -> u64 {
    datasets
        .iter()
        .find(|dataset| dataset.columns.iter().any(|column| std::ptr::eq(column, profile)))
        .map_or(0, |dataset| dataset.rows)
}

fn profile(dataset: &Dataset, caption: &str) -> Markup {
    let heads: Vec<Head<'_>> = [
        ("Column", false, true),
        ("Type", false, true),
        ("Distribution", false, false),
        ("Missing", true, true),
        ("Different values", true, true),
        ("Smallest", false, false),
        ("Largest", false, false),
    ]
    .map(|(name, right, sortable)| Head { name, right, sortable })
    .to_vec();
    let mut body = String::new();
    for column in &dataset.columns {
        body.push_str("<tr>");
        push_name(&mut body, &Markup::escaped(&column.name));
        let _ = write!(body, "<td>{}</td>", type_word(&column.kind));
        push_sketch(&mut body, sketch(column, dataset.rows));
        push_nulls(&mut body, column.nulls, dataset.rows);
        push_distinct(&mut body, column);
        for end in [&column.min, &column.max] {
            push_end(&mut body, end, &column.kind);
        }
        body.push_str("</tr>\n");
    }
    frame(caption, &heads, &body, dataset.columns.len(), dataset.columns.len() as u64, true)
}

fn push_name(out: &mut String, name: &Markup) {
    let _ = write!(out, "<th scope=\"row\">{name}</th>");
}

fn push_prose(out: &mut String, text: &str, marked: &Markup) {
    let class = if text.trim().eq_ignore_ascii_case("none") { "prose quiet" } else { "prose" };
    let _ = write!(out, "<td class=\"{class}\">{marked}</td>");
}

fn push_sketch(out: &mut String, drawing: Option<Markup>) {
    match drawing {
        Some(svg) => {
            let _ = write!(out, "<td class=\"drawn\">{svg}</td>");
        }
        None => push_missing(out, false),
    }
}

fn push_nulls(out: &mut String, nulls: u64, rows: u64) {
    if nulls == 0 {
        out.push_str("<td class=\"n quiet\" data-v=\"0\">none</td>");
    } else {
        let _ = write!(
            out,
            "<td class=\"n\" data-v=\"{nulls}\">{} ({})</td>",
            count(nulls),
            escape_html(&share(nulls, rows))
        );
    }
}

fn push_distinct(out: &mut String, column: &ColumnProfile) {
    match column.distinct {
        Some(distinct) => {
            let about = if column.distinct_approximate { "about " } else { "" };
            let _ = write!(out, "<td class=\"n\" data-v=\"{distinct}\">{about}{}</td>", count(distinct));
        }
        None => {
            let _ = write!(out, "<td class=\"n na\" title=\"not counted\">{MISSING}</td>");
        }
    }
}

fn push_end(out: &mut String, end: &Cell, kind: &str) {
    let text = match end {
        Cell::Null => return push_missing(out, false),
        Cell::Float(value) => group_digits(&Cell::Float(round_significant(*value, 6)).to_string()),
        Cell::Int(_) | Cell::Bool(_) => end.to_string(),
        Cell::Text(text) => text.clone(),
    };
    let text = if Kind::of(kind) == Kind::Integer { group_digits(&text) } else { text };
    let _ = write!(out, "<td class=\"prose\">{}</td>", escape_html(&text));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::report::Report;
    use crate::render::report::columns::tests::{column, dataset};

    #[test]
    fn a_given_table_gains_drawings() {
        let mut region = column("region", "VARCHAR");
        region.top = vec![crate::event::ValueCount { value: Cell::Text("North".to_owned()), count: 3 }];
        let data = dataset(vec![region]);
        let table = Table {
            id: "table1".to_owned(),
            title: "Columns".to_owned(),
            headers: ["Column", "Type", "Issues"].map(str::to_owned).to_vec(),
            rows: vec![
                vec![Cell::Text("region".into()), Cell::Text("text".into()), Cell::Text("None".into())],
                vec![Cell::Text("<gone>".into()), Cell::Text("text".into()), Cell::Text("constant".into())],
            ],
            row_count: 2,
            ..Table::default()
        };
        let profiles = vec![data.columns.first(), None];
        let given = ColumnTable::Given { table: &table, profiles };
        let report = Report::default();
        let html = columns(&given, std::slice::from_ref(&data), false, &Marker::of(&report));
        let html = html.as_str();
        assert!(html.contains("<th scope=\"row\">region</th><td>text</td><td class=\"drawn\"><svg"), "{html}");
        assert!(html.contains("<td class=\"prose quiet\">None</td>"), "{html}");
        assert!(html.contains("<th scope=\"row\">&lt;gone&gt;</th><td>text</td><td class=\"na\">"), "{html}");
    }

    #[test]
    fn a_profile_says_what_it_knows() {
        let mut amount = column("amount", "BIGINT");
        (amount.nulls, amount.distinct, amount.distinct_approximate) = (5, Some(12_000), true);
        amount.max = Cell::Int(1_000_000);
        let mut data = dataset(vec![amount]);
        data.rows = 20_000;
        let report = Report::default();
        let html = columns(&ColumnTable::Profile(&data), &[], false, &Marker::of(&report));
        let html = html.as_str();
        assert!(html.contains("data-v=\"5\">5 (&lt; 0.1 %)"), "{html}");
        assert!(html.contains("about 12,000") && html.contains("1,000,000"), "{html}");
    }
}

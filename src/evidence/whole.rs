//! Results of which not all rows were kept: what to ask the database before a number is called unverified.
//!
//! Uses the sources of this room. Three statements at most for each text and result: one for the sums, means and numbers of
//! different values of its columns, asked once; one for the rows that the text names or whose numbers it gives; and one for how
//! many rows lie beyond the bounds that it sets. All read from the statement itself, as a subquery, so that they see just what it
//! saw.

use super::Ledger;
use super::column::{Counted, Measure};
use super::source::Source;
use super::threshold::all_bounds;
use crate::event::{Claim, ClaimStatus, Evidence, Step};
use crate::limits::{EVIDENCE_ASKED_NUMBERS, EVIDENCE_ASKED_ROWS, EVIDENCE_ASKED_TEXT_CHARS, EVIDENCE_PAIR_COLUMNS};
use crate::sql;
use crate::table::Table;
use crate::table::calendar::civil;

/// A statement on a result whose rows were cut.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The result.
    pub id: String,
    /// One reading statement.
    pub statement: String,
    /// What the answer is.
    kind: Kind,
    /// What is counted.
    within: Vec<Within>,
}

impl Wanted {
    /// Whether another statement asks the same kind of thing of the same result.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.id == other.id && self.kind == other.kind
    }
}

/// What an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One row: for each column its sum, mean, smallest, largest, and number of different values.
    Totals,
    /// Rows of the result behind their number.
    Rows,
    /// One row: how many rows lie within each range.
    Counts,
}

/// Numbers of a column between two bounds, bounds included.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Within {
    column: usize,
    low: f64,
    high: f64,
}

impl Ledger {
    /// What to ask the database before a number may be called unverified: statements on results of which not all rows
    /// were kept, the cited ones first. Empty where there is nothing to ask or all was asked.
    #[must_use]
    pub fn wanted(&self, text: &str, claims: &[Claim]) -> Vec<Wanted> {
        let open: Vec<&Claim> = claims.iter().filter(|claim| self.is_open(text, claim)).collect();
        if open.is_empty() {
            return Vec::new();
        }
        let mut cut: Vec<&Source> = self.sources.iter().filter(|source| !source.is_file && source.is_cut()).collect();
        let cited: Vec<String> = super::passage::citations(text).into_iter().flat_map(|(_, ids)| ids).collect();
        cut.sort_by_key(|source| !cited.contains(&source.id));
        let statements =
            cut.into_iter().flat_map(|source| [totals(source), rows(source, text, &open), counts(source, text, &open)]);
        statements.flatten().filter(|wanted| !self.asked.contains(wanted)).collect()
    }

    /// Whether the rows that are not known may say otherwise of a number: it is not traced, or to a cell among those that are
    /// though the text does not name its row.
    #[must_use]
    pub fn is_open(&self, text: &str, claim: &Claim) -> bool {
        let by_chance = |evidence: &Evidence| {
            let cut = self.sources.iter().find(|source| source.is_result(evidence.origin.name()) && source.is_cut());
            let name = cut.zip(evidence.cells.first()).and_then(|(source, cell)| {
                let row = source.rows.iter().position(|row| *row == cell.row)?;
                source.row_name(row)
            });
            let lower = text.to_lowercase();
            let is_named = |name: String| name.to_lowercase().split(", ").any(|label| lower.contains(label));
            evidence.step == Step::Cell && cut.is_some() && !name.is_some_and(is_named)
        };
        claim.status == ClaimStatus::Unverified || claim.evidence.as_ref().is_some_and(by_chance)
    }

    /// Takes what the database answered; none where the statement failed, so that it is not asked again.
    pub fn answer(&mut self, wanted: &Wanted, table: Option<Table>) {
        self.asked.push(wanted.clone());
        let Some(source) = self.sources.iter_mut().find(|source| source.is_result(&wanted.id)) else { return };
        let Some(table) = table else { return };
        match wanted.kind {
            Kind::Totals => take_totals(source, &table),
            Kind::Counts => take_counts(source, &wanted.within, &table),
            Kind::Rows => {
                for row in table.rows {
                    let mut cells = row.into_iter();
                    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of rows")]
                    let number = cells.next().and_then(|cell| cell.as_f64()).map(|number| number as u64);
                    if let Some(number) = number {
                        source.add_row(number, cells.collect());
                    }
                }
            }
        }
    }
}

/// The statement without what ends it.
fn bare(query: &str) -> &str {
    let mut bare = query.trim();
    // A comment may stand behind the semicolon.
    while let Some((before, comment)) = bare.rsplit_once("--")
        && !comment.contains(['\n', '\''])
        && before.trim_end().ends_with(';')
    {
        bare = before.trim_end();
    }
    bare.trim_end_matches(';').trim_end()
}

/// The statement for sums, means and numbers of different values.
fn totals(source: &Source) -> Option<Wanted> {
    let mut figures = Vec::new();
    for column in &source.columns {
        let name = sql::name(&column.name);
        let (sum, mean) = match column.measure {
            Measure::None => ("NULL".to_owned(), "NULL, NULL, NULL".to_owned()),
            Measure::Count | Measure::Percent | Measure::Fraction | Measure::Plain => {
                (format!("sum({name})"), format!("avg({name}), min({name}), max({name})"))
            }
        };
        figures.push(format!("{sum}, {mean}, count(DISTINCT {name})"));
    }
    (has_distinct_names(source) && !figures.is_empty()).then(|| Wanted {
        id: source.id.clone(),
        statement: format!("SELECT {} FROM ({}\n) AS whole_result", figures.join(", "), bare(&source.query)),
        kind: Kind::Totals,
        within: Vec::new(),
    })
}

/// Whether a name says which column is meant.
fn has_distinct_names(source: &Source) -> bool {
    source.columns.iter().enumerate().all(|(index, column)| {
        source.columns.iter().skip(index + 1).all(|other| !other.name.eq_ignore_ascii_case(&column.name))
    })
}

/// Figures that are asked for of each column.
const FIGURES: usize = 5;

fn take_totals(source: &mut Source, table: &Table) {
    let Some(row) = table.rows.first() else { return };
    for (column, figures) in source.columns.iter_mut().zip(row.chunks(FIGURES)) {
        let figure = |index: usize| figures.get(index).and_then(crate::table::Cell::as_f64);
        column.sum = figure(0);
        column.mean = figure(1);
        column.ends = figure(2).zip(figure(3));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let distinct = figure(4).map(|count| count as u64);
        column.distinct = distinct;
    }
}

/// The statement for the rows that a text names, or whose numbers it gives.
fn rows(source: &Source, text: &str, open: &[&Claim]) -> Option<Wanted> {
    let asked = sql::text(&text.chars().take(EVIDENCE_ASKED_TEXT_CHARS).collect::<String>().to_lowercase());
    let mut conditions = Vec::new();
    for column in &source.columns {
        let name = sql::name(&column.name);
        if column.is_label {
            conditions.push(format!("(length({name}::VARCHAR) > 2 AND contains({asked}, lower({name}::VARCHAR)))"));
        } else if column.periods.iter().any(Option::is_some) {
            // What may be a date counts its days.
            for claim in open.iter().filter(|claim| claim.value.fract() == 0.0).take(EVIDENCE_ASKED_NUMBERS) {
                let days = claim.value.clamp(-720_000.0, 2_900_000.0);
                #[expect(clippy::cast_possible_truncation, reason = "clamped")]
                let (year, month, day) = civil(days as i64);
                conditions.push(if year == super::mention::OPEN_YEAR {
                    format!("strftime(TRY_CAST({name} AS DATE), '%m-%d') = '{month:02}-{day:02}'")
                } else {
                    format!("TRY_CAST({name} AS DATE) = DATE '1970-01-01' + {days}")
                });
            }
        } else if column.measure != Measure::None {
            // What no column can hold is not asked for.
            let held = open.iter().filter(|claim| claim.value.abs() < 1e300);
            for claim in held.take(EVIDENCE_ASKED_NUMBERS) {
                let value = claim.value / if column.measure == Measure::Fraction { 100.0 } else { column.scale };
                let (low, high) = (value - value.abs() * 0.005 - 0.5, value + value.abs() * 0.005 + 0.5);
                conditions.push(format!("{name} BETWEEN {low} AND {high}"));
            }
        }
    }
    let kept = source.kept_rows();
    // The rows of which most is said come first.
    let met: Vec<String> = conditions.iter().map(|one| format!("coalesce(({one})::INTEGER, 0)")).collect();
    (!conditions.is_empty()).then(|| Wanted {
        id: source.id.clone(),
        statement: format!(
            "SELECT * FROM (SELECT row_number() OVER () AS row_of_result, * FROM ({}\n) AS whole_result) AS numbered WHERE \
             row_of_result > {kept} AND ({}) ORDER BY {} DESC, row_of_result LIMIT {EVIDENCE_ASKED_ROWS}",
            bare(&source.query),
            conditions.join(" OR "),
            met.join(" + ")
        ),
        kind: Kind::Rows,
        within: Vec::new(),
    })
}

/// The statement for how many rows lie beyond the bounds of a text, where one of its numbers may count them.
fn counts(source: &Source, text: &str, open: &[&Claim]) -> Option<Wanted> {
    let is_count = |claim: &&Claim| claim.value >= 0.0 && claim.value.fract() == 0.0;
    if !open.iter().any(is_count) || !has_distinct_names(source) {
        return None;
    }
    let bounds = all_bounds(text);
    let measured = source.columns.iter().filter(|own| own.measure != Measure::None && !own.is_label);
    let mut within: Vec<Within> = Vec::new();
    for own in measured.take(EVIDENCE_PAIR_COLUMNS) {
        let reach = bounds.iter().flat_map(|bound| own.beyond(*bound));
        let is_new = |own: &Within| !within.contains(own);
        let new: Vec<Within> =
            reach.map(|(low, high)| Within { column: own.index, low, high }).filter(is_new).collect();
        within.extend(new);
    }
    // Neither what is infinite nor what is no number is counted, as it is none of the rows that are known either.
    let filter = |own: &Within| {
        let name = sql::name(&source.columns.get(own.column)?.name);
        let (low, high) = (own.low.max(f64::MIN), own.high.min(f64::MAX));
        Some(format!("count(*) FILTER (WHERE TRY_CAST({name} AS DOUBLE) BETWEEN {low:e}::DOUBLE AND {high:e}::DOUBLE)"))
    };
    let figures: Vec<String> = within.iter().filter_map(filter).collect();
    (!figures.is_empty()).then(|| Wanted {
        id: source.id.clone(),
        statement: format!(
            "SELECT {} FROM ({}
) AS whole_result",
            figures.join(", "),
            bare(&source.query)
        ),
        kind: Kind::Counts,
        within,
    })
}

fn take_counts(source: &mut Source, within: &[Within], table: &Table) {
    let Some(row) = table.rows.first() else { return };
    for (own, cell) in within.iter().zip(row) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let rows = cell.as_f64().map(|rows| rows as usize);
        if let (Some(rows), Some(column)) = (rows, source.columns.get_mut(own.column)) {
            column.counted.push(Counted { low: own.low, high: own.high, rows });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{regions, table};
    use super::*;
    use crate::table::Cell;

    /// The regions, of which seven rows were not kept.
    fn cut(query: &str) -> Ledger {
        let mut ledger = Ledger::default();
        ledger.record("q1", query, std::sync::Arc::new(Table { row_count: 10, ..regions() }));
        ledger
    }

    #[test]
    fn a_statement_is_asked_for_without_what_ends_it() {
        assert_eq!(bare(" select 1 ; "), "select 1");
        assert_eq!(bare("select 1; -- done"), "select 1");
        assert_eq!(bare("select '; -- x'"), "select '; -- x'");
        assert_eq!(bare("select 1 -- one"), "select 1 -- one");
    }

    #[test]
    fn only_results_that_were_cut_are_asked_for_and_once() {
        let text = "South has a revenue of 77.5 [q1].";
        let mut ledger = cut("select * from data;");
        let wanted = ledger.wanted(text, &ledger.check(text));
        assert_eq!(wanted.len(), 2);
        assert!(
            wanted[0].statement.contains("sum(\"revenue\")")
                && wanted[0].statement.contains("FROM (select * from data\n)")
        );
        assert!(
            wanted[1].statement.contains("row_of_result > 3") && wanted[1].statement.contains("south has a revenue")
        );
        let ordered =
            wanted[1].statement.split_once(" ORDER BY coalesce((").expect("what is said of most comes first").1;
        assert!(ordered.contains(")::INTEGER, 0) + coalesce((") && ordered.ends_with("LIMIT 200"), "{ordered}");
        for one in &wanted {
            ledger.answer(one, None);
        }
        assert_eq!(ledger.wanted(text, &ledger.check(text)), []);
        let whole = super::super::example::ledger(vec![regions()]);
        assert_eq!(whole.wanted(text, &whole.check(text)), []);
        let true_text = "West has a revenue of 12.4 [q1].";
        let ledger = cut("select * from data");
        assert_eq!(ledger.wanted(true_text, &ledger.check(true_text)), [], "nothing is open");
        let by_chance = "The largest revenue is 12.4 [q1].";
        let claims = ledger.check(by_chance);
        assert!(claims.iter().all(|claim| claim.evidence.is_some()), "{claims:?}");
        assert_eq!(ledger.wanted(by_chance, &claims).len(), 2, "a row that is not known may have it");
    }

    #[test]
    fn answers_are_taken() {
        let text = "South has a revenue of 77.5 [q1].";
        let mut ledger = cut("select * from data");
        let wanted = ledger.wanted(text, &ledger.check(text));
        let totals = [Cell::Null, Cell::Null, Cell::Null, Cell::Null, Cell::Int(10)];
        let revenue = [Cell::Float(300.5), Cell::Float(30.05), Cell::Float(1.5), Cell::Float(77.5), Cell::Int(9)];
        let row: Vec<Cell> = totals.iter().chain(&revenue).chain(&totals).cloned().collect();
        let answer = Table { rows: vec![row], ..Table::default() };
        ledger.answer(&wanted[0], Some(answer));
        ledger.answer(&wanted[1], Some(table("row_of_result|region|revenue|orders", &["7|South|77.5|3"])));
        let column = &ledger.sources[0].columns[1];
        assert_eq!((column.sum, column.ends, column.distinct), (Some(300.5), Some((1.5, 77.5)), Some(9)));
        let claims = ledger.check(text);
        let evidence = claims[0].evidence.as_ref().unwrap();
        assert_eq!((evidence.cells[0].row, &evidence.value), (7, &Cell::Float(77.5)));
    }

    #[test]
    fn rows_beyond_a_bound_are_counted_by_the_database() {
        let text = "6 of 10 regions have a revenue above 10 [q1].";
        let mut ledger = cut("select * from data");
        let wanted = ledger.wanted(text, &ledger.check(text));
        let counts = wanted.iter().find(|one| one.kind == Kind::Counts).unwrap();
        let above = "count(*) FILTER (WHERE TRY_CAST(\"revenue\" AS DOUBLE) BETWEEN";
        let most = "AND 1.7976931348623157e308::DOUBLE)";
        assert!(counts.statement.starts_with(&format!("SELECT {above} 1.0000000000000002e1::DOUBLE {most}, ")));
        assert!(counts.statement.contains(&format!("{above} 1e1::DOUBLE {most}")), "{}", counts.statement);
        let row = counts.within.iter().map(|own| Cell::Int(if own.column == 1 { 6 } else { 0 })).collect();
        ledger.answer(counts, Some(Table { rows: vec![row], ..Table::default() }));
        let evidence = |text: &str| ledger.check(text)[0].evidence.as_ref().map(|own| (own.step, own.value.clone()));
        assert_eq!(evidence(text), Some((Step::Count, Cell::Int(6))));
        assert_eq!(evidence("5 of 10 regions have a revenue above 10 [q1]."), None);
        assert_eq!(evidence("6 of 10 regions have a revenue above 9 [q1]."), None, "that was not asked for");
        let named = "West has a revenue of 12.5 [q1], and none is above 10.";
        assert!(
            ledger.wanted(named, &ledger.check(named)).iter().all(|one| one.kind != Kind::Counts),
            "nothing is counted"
        );
    }
}

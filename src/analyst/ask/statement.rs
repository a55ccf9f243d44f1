//! The SQL of a reading: one statement whose result holds the answer, and one for the chart where it shows more.
//!
//! Every name and text goes through `sql`.

use super::aggregate::{Aggregate, Unit};
use super::reading::{Group, Measure, Operand, Order, Reading, Shape};
use crate::analyst::seen::SeenTable;
use crate::limits::{ASK_CHART_GROUPS, ASK_ROWS};
use crate::sql;

/// What a reading asks the data.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The query of the answer.
    pub main: String,
    /// The columns of its result that answer; others only help to word the answer.
    pub shown: Vec<String>,
    /// The query of the chart, where it is another one.
    pub chart: Option<String>,
}

/// The result's column that counts the rows or groups of the same value.
pub const TIES: &str = "tied";
/// The result's columns that a share is made of.
pub const PART: &str = "part";
/// See [`PART`].
pub const WHOLE: &str = "whole";
/// How many of those that share the first place are listed.
const TIED: usize = 20;
/// Columns up to which each is counted for missing values; of more, only those that the profile knows to miss some.
pub const COUNTED_COLUMNS: usize = 100;

/// Writes the statement of a reading.
pub fn of(reading: &Reading, table: &SeenTable) -> Statement {
    let from = sql::name(&table.name);
    let writer = Writer { reading, table, from };
    match &reading.shape {
        Shape::Figures => writer.figures(),
        Shape::Rows { columns, by } => writer.rows(columns, by.as_ref()),
        Shape::Values => writer.values(),
        Shape::CountGroups => writer.count_groups(),
        Shape::OverGroups(outer) => writer.over_groups(*outer),
        Shape::Share { part, percent } => {
            let part: Vec<String> = part.iter().map(|own| own.sql.clone()).collect();
            writer.share(&part.join(" AND "), *percent)
        }
        Shape::Pair { of, first, second } => writer.pair(*of, &first.sql, &second.sql),
        Shape::Correlation { one, other, ranks } => writer.correlation(one, other, *ranks),
        Shape::Histogram { of, bins } => writer.histogram(of, *bins),
        Shape::MissingByColumn => writer.missing_by_column(),
        Shape::MissingTotal => writer.missing_total(),
        Shape::ColumnCount => {
            single(format!("SELECT count(*) AS \"columns\" FROM (DESCRIBE {})", writer.from), "columns")
        }
        Shape::ColumnNames => Statement {
            main: format!("SELECT column_name AS \"column\", column_type AS \"type\" FROM (DESCRIBE {})", writer.from),
            shown: vec!["column".to_owned(), "type".to_owned()],
            chart: None,
        },
        Shape::Duplicates => single(
            format!(
                "SELECT (SELECT count(*) FROM {0}) - (SELECT count(*) FROM (SELECT DISTINCT * FROM {0})) AS \"duplicates\"",
                writer.from
            ),
            "duplicates",
        ),
    }
}

/// A statement whose result is one column, or one cell.
pub fn single(main: String, shown: &str) -> Statement {
    Statement { main, shown: vec![shown.to_owned()], chart: None }
}

/// A figure in SQL, over the rows that meet a filter.
pub fn figure(measure: &Measure, filter: Option<&str>) -> String {
    let x = &measure.operand.sql;
    let finite = measure.operand.not_finite.then(|| format!("isfinite({x})"));
    let counted = measure.operand.present.clone().filter(|_| measure.aggregate == Aggregate::CountDistinct);
    let filters: Vec<String> = finite.into_iter().chain(counted).chain(filter.map(str::to_owned)).collect();
    let filter = if filters.is_empty() { String::new() } else { format!(" FILTER (WHERE {})", filters.join(" AND ")) };
    match measure.aggregate {
        Aggregate::Count => format!("count(*){filter}"),
        Aggregate::CountDistinct => format!("count(DISTINCT {x}){filter}"),
        Aggregate::Sum => format!("sum({x}){filter}"),
        Aggregate::Mean => format!("avg({x}){filter}"),
        Aggregate::Median => format!("median({x}){filter}"),
        Aggregate::Mode => format!("mode({x}){filter}"),
        Aggregate::Min => format!("min({x}){filter}"),
        Aggregate::Max => format!("max({x}){filter}"),
        Aggregate::Deviation => format!("stddev_samp({x}){filter}"),
        Aggregate::PopulationDeviation => format!("stddev_pop({x}){filter}"),
        Aggregate::Variance => format!("var_samp({x}){filter}"),
        Aggregate::Range => format!("max({x}){filter} - min({x}){filter}"),
        Aggregate::QuartileRange => format!("quantile_cont({x}, 0.75){filter} - quantile_cont({x}, 0.25){filter}"),
        Aggregate::Quantile(quantile) => format!("quantile_cont({x}, {quantile}){filter}"),
        Aggregate::At(latest) => {
            let function = if latest { "arg_max" } else { "arg_min" };
            let date = measure.operand.date.as_deref().unwrap_or("NULL");
            format!("{function}({x}, {date}){filter}")
        }
    }
}

/// Writes the statements of a reading.
pub struct Writer<'a> {
    /// What is asked.
    pub reading: &'a Reading,
    /// Of which table.
    pub table: &'a SeenTable,
    /// The table's name in SQL.
    pub from: String,
}

impl Writer<'_> {
    /// `FROM ... WHERE ...`
    pub fn source(&self, further: &[String]) -> String {
        let conditions = self.reading.conditions.iter().map(|own| own.sql.clone());
        let conditions: Vec<String> = conditions.chain(further.iter().cloned()).collect();
        if conditions.is_empty() {
            return format!("FROM {}", self.from);
        }
        format!("FROM {} WHERE {}", self.from, conditions.join(" AND "))
    }

    pub fn groups(&self) -> &[Group] {
        &self.reading.groups
    }

    /// The groups' expressions with their names, and a comma where something follows.
    pub fn group_list(&self) -> String {
        let groups = self.groups().iter().map(|group| format!("{} AS {}, ", group.sql, sql::name(&group.alias)));
        groups.collect::<Vec<_>>().concat()
    }

    pub fn group_names(&self) -> Vec<String> {
        self.groups().iter().map(|group| group.alias.clone()).collect()
    }

    /// `GROUP BY 1, 2`
    pub fn group_by(&self) -> String {
        let positions: Vec<String> = (1..=self.groups().len()).map(|at| at.to_string()).collect();
        if positions.is_empty() { String::new() } else { format!(" GROUP BY {}", positions.join(", ")) }
    }

    pub fn having(&self) -> String {
        let bounds = self.reading.having.iter().map(|(measure, comparison, bound)| {
            format!("{} {} {}", figure(measure, None), comparison.sql(), crate::table::float_text(*bound))
        });
        let bounds: Vec<String> = bounds.collect();
        if bounds.is_empty() { String::new() } else { format!(" HAVING {}", bounds.join(" AND ")) }
    }

    /// Groups in their own order; days of the week from Monday.
    pub fn group_order(&self) -> String {
        let positions = self.groups().iter().enumerate().map(|(at, group)| match group.unit {
            Some(Unit::Weekday) => format!("min({})", group.sql.replacen("dayname(", "isodow(", 1)),
            _ => (at + 1).to_string(),
        });
        let positions: Vec<String> = positions.collect();
        if positions.is_empty() { String::new() } else { format!(" ORDER BY {}", positions.join(", ")) }
    }

    /// Conditions that keep rows without a group out of a ranking.
    pub fn with_groups(&self) -> Vec<String> {
        self.groups().iter().filter_map(|group| group.present.clone()).collect()
    }

    pub fn figures(&self) -> Statement {
        let measures: Vec<String> = self
            .reading
            .measures
            .iter()
            .map(|own| format!("{} AS {}", figure(own, None), sql::name(&own.alias())))
            .collect();
        let names = self.reading.measures.iter().map(Measure::alias);
        let shown: Vec<String> = self.group_names().into_iter().chain(names).collect();
        let list = format!("{}{}", self.group_list(), measures.join(", "));
        let ranked = match self.reading.order {
            Order::Groups | Order::FirstGroup | Order::LastGroup => false,
            Order::Measure(_) | Order::Ends => !self.groups().is_empty(),
        };
        if !ranked {
            let order = match self.reading.order {
                Order::FirstGroup => " ORDER BY 1 ASC LIMIT 1".to_owned(),
                Order::LastGroup => " ORDER BY 1 DESC LIMIT 1".to_owned(),
                Order::Groups | Order::Measure(_) | Order::Ends => self.group_order(),
            };
            let main = format!("SELECT {list} {}{}{}{order}", self.source(&[]), self.group_by(), self.having());
            return Statement { main, shown, chart: None };
        }
        let limited = self.reading.limit.is_some() || self.reading.order == Order::Ends;
        let kept = if limited { self.with_groups() } else { Vec::new() };
        let inner = format!("SELECT {list} {}{}{}", self.source(&kept), self.group_by(), self.having());
        let by = self.reading.measures.first().map(Measure::alias).unwrap_or_default();
        let main = self.ranked(&inner, &by, &self.group_names());
        let single = format!(
            "{inner} ORDER BY {} {}, {} LIMIT {ASK_CHART_GROUPS}",
            sql::name(&by),
            self.direction(),
            names_list(&self.group_names())
        );
        Statement { main, shown, chart: limited.then_some(single) }
    }

    pub fn direction(&self) -> &'static str {
        if self.reading.order == Order::Measure(false) { "ASC NULLS LAST" } else { "DESC NULLS LAST" }
    }

    /// The first of an inner query by one of its columns, with the number of those that share a value.
    pub fn ranked(&self, inner: &str, by: &str, names: &[String]) -> String {
        let name = sql::name(by);
        let direction = self.direction();
        let order = if names.is_empty() { String::new() } else { format!(", {}", names_list(names)) };
        let ties = format!("count(*) OVER (PARTITION BY {name}) AS \"{TIES}\"");
        let present = format!("WHERE {name} IS NOT NULL");
        match (self.reading.order, self.reading.limit) {
            (Order::Ends, _) => format!(
                "SELECT *, {ties} FROM ({inner}) {present} \
                 QUALIFY rank() OVER (ORDER BY {name} DESC) = 1 OR rank() OVER (ORDER BY {name} ASC) = 1 \
                 ORDER BY {name} DESC{order} LIMIT {TIED}"
            ),
            (Order::Measure(_) | Order::Groups | Order::FirstGroup | Order::LastGroup, Some(1)) => format!(
                "SELECT *, {ties} FROM ({inner}) {present} \
                 QUALIFY dense_rank() OVER (ORDER BY {name} {direction}) = {} ORDER BY {name} {direction}{order} LIMIT {TIED}",
                self.reading.offset + 1
            ),
            (Order::Measure(_) | Order::Groups | Order::FirstGroup | Order::LastGroup, Some(limit)) => format!(
                "SELECT *, {ties} FROM ({inner}) {present} ORDER BY {name} {direction}{order} LIMIT {limit} OFFSET {}",
                self.reading.offset
            ),
            (Order::Measure(_) | Order::Groups | Order::FirstGroup | Order::LastGroup, None) => {
                format!("SELECT * FROM ({inner}) ORDER BY {name} {direction}{order}")
            }
        }
    }

    pub fn rows(&self, columns: &[usize], by: Option<&(Operand, bool)>) -> Statement {
        let names: Vec<String> =
            columns.iter().filter_map(|at| self.table.columns.get(*at)).map(|column| column.name.clone()).collect();
        let Some((operand, _)) = by else {
            let limit = self.reading.limit.unwrap_or(ASK_ROWS);
            let main = format!("SELECT {} {} ORDER BY ALL LIMIT {limit}", names_list(&names), self.source(&[]));
            return Statement { main, shown: names, chart: None };
        };
        let mut kept = vec![format!("{} IS NOT NULL", operand.sql)];
        if operand.not_finite {
            kept.push(format!("isfinite({})", operand.sql));
        }
        let list = if names.is_empty() { String::new() } else { format!("{}, ", names_list(&names)) };
        let distinct = if names.is_empty() && self.reading.offset > 0 { "DISTINCT " } else { "" };
        let inner =
            format!("SELECT {distinct}{list}{} AS {} {}", operand.sql, sql::name(&operand.label), self.source(&kept));
        let main = self.ranked(&inner, &operand.label, &names);
        let shown: Vec<String> = names.into_iter().chain([operand.label.clone()]).collect();
        Statement { main, shown, chart: None }
    }

    pub fn values(&self) -> Statement {
        let list = self.group_list();
        let list = list.trim_end_matches(", ");
        let main = format!("SELECT DISTINCT {list} {} ORDER BY ALL", self.source(&self.with_groups()));
        Statement { main, shown: self.group_names(), chart: None }
    }

    pub fn count_groups(&self) -> Statement {
        let list = self.group_list();
        let list = list.trim_end_matches(", ");
        let kept = if self.groups().len() == 1 { self.with_groups() } else { Vec::new() };
        let inner = format!("SELECT {list} {}{}{}", self.source(&kept), self.group_by(), self.having());
        single(format!("SELECT count(*) AS \"count\" FROM ({inner})"), "count")
    }

    pub fn over_groups(&self, outer: Aggregate) -> Statement {
        let inner_measure = self.reading.measures.first().cloned().unwrap_or_else(Measure::rows);
        let inner = format!(
            "SELECT {}{} AS \"value\" {}{}",
            self.group_list(),
            figure(&inner_measure, None),
            self.source(&self.with_groups()),
            self.group_by()
        );
        let value =
            Operand { sql: "\"value\"".to_owned(), label: inner_measure.alias(), numeric: true, ..Operand::default() };
        let measure = Measure { aggregate: outer, operand: value };
        let alias = measure.alias();
        single(format!("SELECT {} AS {} FROM ({inner})", figure(&measure, None), sql::name(&alias)), &alias)
    }
}

/// Names in SQL, joined by commas.
pub fn names_list(names: &[String]) -> String {
    names.iter().map(|name| sql::name(name)).collect::<Vec<_>>().join(", ")
}

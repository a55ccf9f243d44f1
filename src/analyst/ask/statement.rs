//! The SQL of a reading: one statement whose result holds the answer, and one for the chart where it shows more.
//!
//! Every name and text goes through `sql`.

use super::absent;
use super::reading::{Aggregate, Group, Measure, Operand, Order, PairOf, Reading, Shape, Unit};
use crate::analyst::seen::{SeenColumn, SeenTable};
use crate::limits::{ASK_CHART_GROUPS, ASK_CHART_POINTS, ASK_ROWS};
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
pub const TIES: &str = "ties";
/// The result's columns that a share is made of.
pub const PART: &str = "part";
/// See [`PART`].
pub const WHOLE: &str = "whole";
/// How many of those that share the first place are listed.
const TIED: usize = 20;
/// Columns up to which each is counted for missing values; of more, only those that the profile knows to miss some.
const COUNTED_COLUMNS: usize = 100;

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

fn single(main: String, shown: &str) -> Statement {
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

struct Writer<'a> {
    reading: &'a Reading,
    table: &'a SeenTable,
    from: String,
}

impl Writer<'_> {
    /// `FROM ... WHERE ...`
    fn source(&self, further: &[String]) -> String {
        let conditions = self.reading.conditions.iter().map(|own| own.sql.clone());
        let conditions: Vec<String> = conditions.chain(further.iter().cloned()).collect();
        if conditions.is_empty() {
            return format!("FROM {}", self.from);
        }
        format!("FROM {} WHERE {}", self.from, conditions.join(" AND "))
    }

    fn groups(&self) -> &[Group] {
        &self.reading.groups
    }

    /// The groups' expressions with their names, and a comma where something follows.
    fn group_list(&self) -> String {
        self.groups().iter().map(|group| format!("{} AS {}, ", group.sql, sql::name(&group.alias))).collect()
    }

    fn group_names(&self) -> Vec<String> {
        self.groups().iter().map(|group| group.alias.clone()).collect()
    }

    /// `GROUP BY 1, 2`
    fn group_by(&self) -> String {
        let positions: Vec<String> = (1..=self.groups().len()).map(|at| at.to_string()).collect();
        if positions.is_empty() { String::new() } else { format!(" GROUP BY {}", positions.join(", ")) }
    }

    fn having(&self) -> String {
        let bounds = self.reading.having.iter().map(|(measure, comparison, bound)| {
            format!("{} {} {}", figure(measure, None), comparison.sql(), crate::table::float_text(*bound))
        });
        let bounds: Vec<String> = bounds.collect();
        if bounds.is_empty() { String::new() } else { format!(" HAVING {}", bounds.join(" AND ")) }
    }

    /// Groups in their own order; days of the week from Monday.
    fn group_order(&self) -> String {
        let positions = self.groups().iter().enumerate().map(|(at, group)| match group.unit {
            Some(Unit::Weekday) => format!("min({})", group.sql.replacen("dayname(", "isodow(", 1)),
            _ => (at + 1).to_string(),
        });
        let positions: Vec<String> = positions.collect();
        if positions.is_empty() { String::new() } else { format!(" ORDER BY {}", positions.join(", ")) }
    }

    /// Conditions that keep rows without a group out of a ranking.
    fn with_groups(&self) -> Vec<String> {
        self.groups().iter().filter_map(|group| group.present.clone()).collect()
    }

    fn figures(&self) -> Statement {
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

    fn direction(&self) -> &'static str {
        if self.reading.order == Order::Measure(false) { "ASC NULLS LAST" } else { "DESC NULLS LAST" }
    }

    /// The first of an inner query by one of its columns, with the number of those that share a value.
    fn ranked(&self, inner: &str, by: &str, names: &[String]) -> String {
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

    fn rows(&self, columns: &[usize], by: Option<&(Operand, bool)>) -> Statement {
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
        let list: String = names.iter().map(|name| format!("{}, ", sql::name(name))).collect();
        let distinct = if names.is_empty() && self.reading.offset > 0 { "DISTINCT " } else { "" };
        let inner =
            format!("SELECT {distinct}{list}{} AS {} {}", operand.sql, sql::name(&operand.label), self.source(&kept));
        let main = self.ranked(&inner, &operand.label, &names);
        let shown: Vec<String> = names.into_iter().chain([operand.label.clone()]).collect();
        Statement { main, shown, chart: None }
    }

    fn values(&self) -> Statement {
        let list = self.group_list();
        let list = list.trim_end_matches(", ");
        let main = format!("SELECT DISTINCT {list} {} ORDER BY ALL", self.source(&self.with_groups()));
        Statement { main, shown: self.group_names(), chart: None }
    }

    fn count_groups(&self) -> Statement {
        let list = self.group_list();
        let list = list.trim_end_matches(", ");
        let kept = if self.groups().len() == 1 { self.with_groups() } else { Vec::new() };
        let inner = format!("SELECT {list} {}{}{}", self.source(&kept), self.group_by(), self.having());
        single(format!("SELECT count(*) AS \"count\" FROM ({inner})"), "count")
    }

    fn over_groups(&self, outer: Aggregate) -> Statement {
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

    fn share(&self, part: &str, percent: bool) -> Statement {
        let measure = self.reading.measures.first().cloned().unwrap_or_else(Measure::rows);
        let factor = if percent { "100.0 * " } else { "1.0 * " };
        let alias = if percent { "percent" } else { "share" };
        let whole = figure(&measure, None);
        let inner = if part.is_empty() {
            let grouped =
                format!("SELECT {}{whole} AS \"{PART}\" {}{}", self.group_list(), self.source(&[]), self.group_by());
            format!(
                "SELECT *, sum(\"{PART}\") OVER () AS \"{WHOLE}\", \
                 {factor}\"{PART}\" / nullif(sum(\"{PART}\") OVER (), 0) AS \"{alias}\" FROM ({grouped})"
            )
        } else {
            let some = figure(&measure, Some(part));
            format!(
                "SELECT {}{some} AS \"{PART}\", {whole} AS \"{WHOLE}\", {factor}{some} / nullif({whole}, 0) AS \"{alias}\" {}{}",
                self.group_list(),
                self.source(&if self.reading.limit.is_some() { self.with_groups() } else { Vec::new() }),
                self.group_by()
            )
        };
        let names = self.group_names();
        let shown: Vec<String> = names.iter().cloned().chain([alias.to_owned()]).collect();
        let main = if names.is_empty() { inner } else { self.ranked(&inner, alias, &names) };
        Statement { main, shown, chart: None }
    }

    fn pair(&self, of: PairOf, first: &str, second: &str) -> Statement {
        let measure = self.reading.measures.first().cloned().unwrap_or_else(Measure::rows);
        let (expression, alias) = match of {
            PairOf::Change => ("\"second\" - \"first\"", "change"),
            PairOf::Fall => ("\"first\" - \"second\"", "fall"),
            PairOf::ChangePercent => ("100.0 * (\"second\" - \"first\") / nullif(\"first\", 0)", "change_percent"),
            PairOf::Difference => ("abs(\"first\" - \"second\")", "difference"),
            PairOf::Ratio => ("1.0 * \"first\" / nullif(\"second\", 0)", "ratio"),
        };
        let inner = format!(
            "SELECT {}{} AS \"first\", {} AS \"second\" {}{}",
            self.group_list(),
            figure(&measure, Some(first)),
            figure(&measure, Some(second)),
            self.source(&[]),
            self.group_by()
        );
        let order = if self.groups().is_empty() { "" } else { " ORDER BY ALL" };
        let shown = self.group_names().into_iter().chain([alias.to_owned()]).collect();
        Statement { main: format!("SELECT *, {expression} AS \"{alias}\" FROM ({inner}){order}"), shown, chart: None }
    }

    fn correlation(&self, one: &Operand, other: &Operand, ranks: bool) -> Statement {
        let mut kept = vec![format!("{} IS NOT NULL", one.sql), format!("{} IS NOT NULL", other.sql)];
        for operand in [one, other].into_iter().filter(|operand| operand.not_finite) {
            kept.push(format!("isfinite({})", operand.sql));
        }
        let source = self.source(&kept);
        let groups = self.group_list();
        let partition = names_list(&self.group_names());
        let inner = if ranks {
            let within = if partition.is_empty() { String::new() } else { format!("PARTITION BY {partition} ") };
            let also = if partition.is_empty() { String::new() } else { format!("{partition}, ") };
            let rank = |name: &str| {
                format!(
                    "rank() OVER ({within}ORDER BY \"{name}\") + \
                     (count(*) OVER (PARTITION BY {also}\"{name}\") - 1) / 2.0 AS \"rank_{name}\""
                )
            };
            format!(
                "SELECT {also}{}, {} FROM (SELECT {groups}{} AS \"x\", {} AS \"y\" {source})",
                rank("x"),
                rank("y"),
                one.sql,
                other.sql
            )
        } else {
            format!("SELECT {groups}{} AS \"rank_x\", {} AS \"rank_y\" {source}", one.sql, other.sql)
        };
        let list = if partition.is_empty() { String::new() } else { format!("{partition}, ") };
        let main = format!(
            "SELECT {list}corr(\"rank_x\", \"rank_y\") AS \"correlation\", count(*) AS \"{WHOLE}\" FROM ({inner}){}{}",
            self.group_by(),
            if partition.is_empty() { "" } else { " ORDER BY ALL" }
        );
        let shown = self.group_names().into_iter().chain(["correlation".to_owned()]).collect();
        let step = self.table.rows.div_ceil(ASK_CHART_POINTS as u64).max(1);
        let color = self
            .groups()
            .first()
            .map_or(String::new(), |group| format!(", {} AS {}", group.sql, sql::name(&group.alias)));
        let chart = format!(
            "SELECT {0} AS {1}, {2} AS {3}{color} {source} QUALIFY row_number() OVER (ORDER BY {0}, {2}) % {step} = 0 \
             ORDER BY ALL LIMIT {ASK_CHART_POINTS}",
            one.sql,
            sql::name(&one.label),
            other.sql,
            sql::name(&other.label),
        );
        Statement { main, shown, chart: Some(chart) }
    }

    fn histogram(&self, of: &Operand, (start, step, count): (f64, f64, usize)) -> Statement {
        let mut kept = vec![format!("{} IS NOT NULL", of.sql)];
        if of.not_finite {
            kept.push(format!("isfinite({})", of.sql));
        }
        let bin = format!("CAST(floor(({} - {start}) / {step} + 1e-9) AS BIGINT)", of.sql);
        let main = format!(
            "SELECT round({start} + {step} * bins.bin, 9) AS \"from\", round({start} + {step} * (bins.bin + 1), 9) AS \"to\", \
             count(held.bin) AS \"count\" FROM range({count}) AS bins(bin) \
             LEFT JOIN (SELECT {bin} AS bin {}) AS held ON held.bin = bins.bin GROUP BY bins.bin ORDER BY bins.bin",
            self.source(&kept)
        );
        Statement { main, shown: ["from", "to", "count"].map(str::to_owned).to_vec(), chart: None }
    }

    /// The columns that can miss a value: all of a narrow table, of a wide one those whose profile says so.
    fn counted(&self) -> Vec<&SeenColumn> {
        let wide = self.table.columns.len() > COUNTED_COLUMNS;
        let columns = self.table.columns.iter().filter(|column| !wide || column.nulls > 0);
        columns.take(COUNTED_COLUMNS).collect()
    }

    fn missing_by_column(&self) -> Statement {
        let source = self.source(&[]);
        let parts = self.counted().into_iter().enumerate().map(|(at, column)| {
            format!(
                "SELECT {at} AS \"position\", {} AS \"column\", count(*) FILTER (WHERE {}) AS \"missing\" {source}",
                sql::text(&column.name),
                absent::missing(column)
            )
        });
        let parts: Vec<String> = parts.collect();
        let all = parts.join(" UNION ALL ");
        let inner = format!("SELECT \"column\", \"missing\" FROM ({all})");
        let main = match self.reading.order {
            Order::Groups if !self.reading.having.is_empty() => {
                format!("SELECT \"column\", \"missing\" FROM ({all}) WHERE \"missing\" > 0 ORDER BY \"position\"")
            }
            Order::Groups => format!("SELECT \"column\", \"missing\" FROM ({all}) ORDER BY \"position\""),
            Order::Measure(_) | Order::Ends | Order::FirstGroup | Order::LastGroup => {
                self.ranked(&inner, "missing", &["column".to_owned()])
            }
        };
        Statement { main, shown: vec!["column".to_owned(), "missing".to_owned()], chart: None }
    }

    fn missing_total(&self) -> Statement {
        let parts: Vec<String> = self
            .counted()
            .into_iter()
            .map(|column| format!("count(*) FILTER (WHERE {})", absent::missing(column)))
            .collect();
        let sum = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
        single(format!("SELECT {sum} AS \"missing\" {}", self.source(&[])), "missing")
    }
}

fn names_list(names: &[String]) -> String {
    names.iter().map(|name| sql::name(name)).collect::<Vec<_>>().join(", ")
}

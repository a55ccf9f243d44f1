//! The SQL of shares, pairs, correlations, distributions and missing values.

use super::absent;
use super::reading::{Measure, Operand, Order, PairOf};
use super::statement::{COUNTED_COLUMNS, single};
use super::statement::{PART, Statement, WHOLE, Writer, figure, names_list};
use crate::analyst::seen::SeenColumn;
use crate::limits::ASK_CHART_POINTS;
use crate::sql;

impl Writer<'_> {
    pub fn share(&self, part: &str, percent: bool) -> Statement {
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
        let main = match self.reading.order {
            _ if names.is_empty() => inner,
            Order::Groups => format!("SELECT * FROM ({inner}) ORDER BY {}", names_list(&names)),
            Order::Measure(_) | Order::Ends | Order::FirstGroup | Order::LastGroup => {
                self.ranked(&inner, alias, &names)
            }
        };
        Statement { main, shown, chart: None }
    }

    pub fn pair(&self, of: PairOf, first: &str, second: &str) -> Statement {
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

    pub fn correlation(&self, one: &Operand, other: &Operand, ranks: bool) -> Statement {
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

    pub fn histogram(&self, of: &Operand, (start, step, count): (f64, f64, usize)) -> Statement {
        let mut kept = vec![format!("{} IS NOT NULL", of.sql)];
        if of.not_finite {
            kept.push(format!("isfinite({})", of.sql));
        }
        let bin = format!("CAST(floor(({} - {start}) / {step} + 1e-9) AS BIGINT)", of.sql);
        // Each bin has a name, too: a sentence can call it so.
        let main = format!(
            "SELECT format('{{:.10g}} to {{:.10g}}', \"from\"::DOUBLE, \"to\"::DOUBLE) AS \"bin\", \"from\", \"to\", \"count\" FROM (\
             SELECT round({start} + {step} * bins.bin, 9) AS \"from\", round({start} + {step} * (bins.bin + 1), 9) AS \"to\", \
             count(held.bin) AS \"count\" FROM range({count}) AS bins(bin) \
             LEFT JOIN (SELECT {bin} AS bin {}) AS held ON held.bin = bins.bin GROUP BY bins.bin) ORDER BY \"from\"",
            self.source(&kept)
        );
        Statement { main, shown: ["from", "to", "count"].map(str::to_owned).to_vec(), chart: None }
    }

    /// The columns that can miss a value: all of a narrow table, of a wide one those whose profile says so.
    pub fn counted(&self) -> Vec<&SeenColumn> {
        let wide = self.table.columns.len() > COUNTED_COLUMNS;
        let columns = self.table.columns.iter().filter(|column| !wide || column.nulls > 0);
        columns.take(COUNTED_COLUMNS).collect()
    }

    pub fn missing_by_column(&self) -> Statement {
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

    pub fn missing_total(&self) -> Statement {
        let parts: Vec<String> = self
            .counted()
            .into_iter()
            .map(|column| format!("count(*) FILTER (WHERE {})", absent::missing(column)))
            .collect();
        let sum = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
        single(format!("SELECT {sum} AS \"missing\" {}", self.source(&[])), "missing")
    }
}

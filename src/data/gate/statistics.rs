//! Whether a statement's result is made of statistics over groups, and the statement that tests how large they are.
//!
//! A result may be told as statistics where it comes from one `SELECT` over one table, grouped or aggregated as a whole,
//! whose every output column is computed from the group's names or from aggregates that [`expression`] knows. That the
//! groups are large enough is seen from the data alone: [`plan`] writes a statement that counts those that are not. Uses
//! DuckDB's syntax tree of a statement that has passed the walk. Never runs anything.

mod expression;

use duckdb::Connection;
use serde_json::{Value, json};

use super::order::forget_places;
use super::parse;
use crate::data::review::Figure;
use crate::limits::{PRIVATE_GROUP_ROWS, PRIVATE_SHARE, PRIVATE_VALUES};
use expression::{Argument, Expressions, Kind, Need, class, field};

/// How a result of statistics is to be told, and tested.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::data) struct Plan {
    /// What each output column is.
    pub(in crate::data) figures: Vec<Figure>,
    /// A statement of one row and one column: how many groups of the result are too small.
    pub(in crate::data) test: String,
}

/// Stands in a condition where the argument of an aggregate comes.
const PLACE: &str = "csvchat argument";

/// Functions that make several rows of one.
const FAN_OUT: [&str; 3] = ["unnest", "regexp_split_to_table", "generate_subscripts"];

/// How the statement is to be tested, where its result is made of statistics.
///
/// # Errors
/// Why it is not, and how to mend it.
pub(super) fn plan(parser: &Connection, tree: &Value) -> Result<Plan, &'static str> {
    let node = tree.get("node").filter(|node| field(node, "type") == "SELECT_NODE").ok_or(ONE_SELECT)?;
    check_source(node)?;
    let items = node.get("select_list").and_then(Value::as_array).ok_or(ONE_SELECT)?;
    let mut expressions = Expressions::default();
    let figures = items
        .iter()
        .map(|item| match expressions.output(item) {
            Some(Kind::Row) => Ok(Figure::Group),
            Some(Kind::Statistic) => Ok(Figure::Statistic),
            Some(Kind::Extreme) => Ok(Figure::Extreme),
            Some(Kind::Constant) | None => Err(COLUMNS),
        })
        .collect::<Result<Vec<Figure>, _>>()?;
    check_groups(node, &mut expressions)?;
    check_modifiers(node, &mut expressions)?;
    let test = test(parser, tree, items.len(), &expressions.arguments).ok_or(NOT_TESTED)?;
    Ok(Plan { figures, test })
}

const ONE_SELECT: &str = "only a single SELECT from one table of the data can be told, without subqueries, WITH, joins, \
    UNION or PIVOT: aggregate in the outermost SELECT";
const COLUMNS: &str = "every output column must be a group column or a plain count, sum, avg, stddev, min or max of a column, \
    or a quotient of such: put conditions into WHERE or GROUP BY instead of CASE, FILTER or other functions";
const NOT_GROUPED: &str = "rows themselves are not told: ask for counts, sums, means or deviations over groups of at least 5 \
    rows";
const CONDITIONS: &str = "WHERE, GROUP BY, HAVING and ORDER BY may hold plain conditions on columns, counts, sums, means and \
    deviations only: write the statement in a simpler way";
const NOT_TESTED: &str = "the size of its groups could not be tested: write the statement in a shorter way";

/// The rows must be those of one table, each once.
fn check_source(node: &Value) -> Result<(), &'static str> {
    let from = node.get("from_table").ok_or(ONE_SELECT)?;
    let is_plain_table = field(from, "type") == "BASE_TABLE"
        && matches!(field(from, "schema_name").to_ascii_lowercase().as_str(), "" | "main")
        && field(from, "catalog_name").is_empty()
        && is_absent(from, "sample")
        && is_absent(from, "at_clause")
        && is_empty(from.get("column_name_alias"));
    let is_plain_select = ["sample", "qualify"].iter().all(|key| is_absent(node, key))
        && is_empty(node.pointer("/cte_map/map"))
        && node.get("group_sets").and_then(Value::as_array).is_some_and(|sets| sets.len() <= 1);
    if is_plain_table && is_plain_select { Ok(()) } else { Err(ONE_SELECT) }
}

fn check_groups(node: &Value, expressions: &mut Expressions) -> Result<(), &'static str> {
    let groups = node.get("group_expressions").and_then(Value::as_array).ok_or(ONE_SELECT)?;
    let is_by_all = field(node, "aggregate_handling") == "FORCE_AGGREGATES";
    if !expressions.aggregates && groups.is_empty() && !is_by_all {
        return Err(NOT_GROUPED);
    }
    let mut row_alone = Expressions::default();
    let where_clause = node.get("where_clause").filter(|clause| !clause.is_null());
    let are_plain = groups.iter().chain(where_clause).all(|expression| row_alone.is_of_a_row(expression));
    let having = node.get("having").filter(|having| !having.is_null());
    if are_plain && having.is_none_or(|having| expressions.is_condition(having)) { Ok(()) } else { Err(CONDITIONS) }
}

fn check_modifiers(node: &Value, expressions: &mut Expressions) -> Result<(), &'static str> {
    let is_constant =
        |limit: &Value, key: &str| limit.get(key).is_none_or(|limit| limit.is_null() || class(limit) == "CONSTANT");
    let modifiers = node.get("modifiers").and_then(Value::as_array).ok_or(ONE_SELECT)?;
    let are_plain = modifiers.iter().all(|modifier| match field(modifier, "type") {
        "LIMIT_MODIFIER" => is_constant(modifier, "limit") && is_constant(modifier, "offset"),
        "ORDER_MODIFIER" => modifier.get("orders").and_then(Value::as_array).is_some_and(|orders| {
            let by = orders.iter().map(|order| order.get("expression").unwrap_or(&Value::Null));
            by.into_iter().all(|by| is_all(by) || expressions.is_known(by))
        }),
        _ => false,
    });
    if are_plain { Ok(()) } else { Err(CONDITIONS) }
}

/// `ORDER BY ALL`
fn is_all(expression: &Value) -> bool {
    class(expression) == "STAR" && is_absent(expression, "expr") && is_empty(expression.get("replace_list"))
}

/// The statement that counts groups which are too small: the statement's own groups, each with what is asked of it.
fn test(parser: &Connection, tree: &Value, columns: usize, arguments: &[Argument]) -> Option<String> {
    let mut edited = tree.clone();
    let node = edited.get_mut("node")?;
    *node.get_mut("modifiers")? = json!([]);
    let list = node.get_mut("select_list")?.as_array_mut()?;
    list.push(condition(parser, &format!("count(*) >= {PRIVATE_GROUP_ROWS}"), &Value::Null)?);
    for Argument { expression, need } in arguments {
        list.push(condition(parser, &asked(*need), expression)?);
    }
    let text = same_text(parser, edited)?;
    let names = |from: usize, to: usize| (from..to).map(|index| format!("c{index}")).collect::<Vec<_>>();
    let all = columns + 1 + arguments.len();
    // By place: whatever the statement calls its columns, they are not mistaken for these.
    Some(format!(
        "SELECT count(*) FROM ({text}\n) AS result({}) WHERE ({}) IS DISTINCT FROM true",
        names(0, all).join(", "),
        names(columns, all).join(" AND ")
    ))
}

/// What a group has to have. Of two values, each must occur twice: else all rows but one hold the same, and a figure
/// of them would give that one away; so would the sum of one large value and a few small ones.
fn asked(need: Need) -> String {
    let counted = format!("count(\"{PLACE}\") >= {PRIVATE_GROUP_ROWS}");
    let mixed = format!(
        "{counted} AND (count(DISTINCT \"{PLACE}\") > {PRIVATE_VALUES} OR (count(DISTINCT \"{PLACE}\") = \
         {PRIVATE_VALUES} AND list_extract(min(\"{PLACE}\", 2), 2) = min(\"{PLACE}\") AND \
         list_extract(max(\"{PLACE}\", 2), 2) = max(\"{PLACE}\")))"
    );
    let size = format!("abs(CAST(\"{PLACE}\" AS DOUBLE))");
    match need {
        Need::Counted => counted,
        Need::Mixed => mixed,
        Need::Balanced => format!("{mixed} AND max({size}) <= CAST({PRIVATE_SHARE} AS DOUBLE) * sum({size})"),
    }
}

/// The tree of a condition, with an expression in its place.
fn condition(parser: &Connection, text: &str, expression: &Value) -> Option<Value> {
    let mut tree = parse::statement(parser, &format!("SELECT {text}")).ok()?;
    let mut condition = tree.pointer_mut("/node/select_list/0")?.take();
    put_in_place(&mut condition, expression);
    Some(condition)
}

fn put_in_place(value: &mut Value, expression: &Value) {
    if value.get("column_names").is_some_and(|names| *names == json!([PLACE])) {
        *value = expression.clone();
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| put_in_place(item, expression)),
        Value::Object(object) => object.values_mut().for_each(|item| put_in_place(item, expression)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The text of a tree, where it parses to exactly that tree.
fn same_text(parser: &Connection, mut tree: Value) -> Option<String> {
    // The engine writes no text for a place that it does not know.
    let text = parse::text(parser, &tree)?;
    let mut parsed = parse::statement(parser, &text).ok()?;
    forget_places(&mut parsed);
    forget_places(&mut tree);
    (parsed == tree).then_some(text)
}

/// Whether the number of a result's rows counts rows or groups of the data, and cannot have been made from a value: it
/// can where one row makes several, or where rows are compared with each other.
pub(super) fn counts_rows(tree: &Value) -> bool {
    match tree {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
        Value::Array(items) => items.iter().all(counts_rows),
        Value::Object(object) => {
            let kind = object.get("type").and_then(Value::as_str).unwrap_or_default();
            let compares = matches!(class(tree), "SUBQUERY" | "WINDOW")
                || matches!(kind, "JOIN" | "TABLE_FUNCTION" | "PIVOT" | "RECURSIVE_CTE_NODE");
            let makes_rows = FAN_OUT.contains(&field(tree, "function_name").to_ascii_lowercase().as_str());
            let is_computed = kind.starts_with("LIMIT")
                && ["limit", "offset"]
                    .iter()
                    .any(|key| object.get(*key).is_some_and(|limit| !limit.is_null() && class(limit) != "CONSTANT"));
            !compares && !makes_rows && !is_computed && object.values().all(counts_rows)
        }
    }
}

fn is_absent(value: &Value, key: &str) -> bool {
    value.get(key).is_none_or(Value::is_null)
}

fn is_empty(list: Option<&Value>) -> bool {
    list.and_then(Value::as_array).is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(sql: &str) -> (Connection, Value) {
        let parser = Connection::open_in_memory().unwrap();
        let tree = parse::statement(&parser, sql).unwrap();
        (parser, tree)
    }

    fn planned(sql: &str) -> Result<Plan, &'static str> {
        let (parser, tree) = tree(sql);
        plan(&parser, &tree)
    }

    #[test]
    fn statistics_over_groups_are_known() {
        use Figure::{Extreme, Group, Statistic};
        for (sql, figures) in [
            ("SELECT count(*) FROM data", vec![Statistic]),
            ("SELECT region, sum(x) AS s FROM data GROUP BY region ORDER BY s DESC LIMIT 3", vec![Group, Statistic]),
            (
                "SELECT date_trunc('month', day), avg(x::DOUBLE), count(DISTINCT y) FROM data WHERE y IN ('a', 'b') AND x \
              BETWEEN 1 AND 2 GROUP BY 1 HAVING count(*) >= 5 AND sum(x) > 3 ORDER BY ALL",
                vec![Group, Statistic, Statistic],
            ),
            (
                "SELECT region, round(100.0 * sum(x) / nullif(count(*), 0), 1), round(max(x), 2) FROM data GROUP BY ALL",
                vec![Group, Statistic, Extreme],
            ),
            (
                "SELECT CASE WHEN x > 3 THEN 'high' ELSE 'low' END AS band, stddev(x) FROM main.data AS d GROUP BY band \
              ORDER BY count(*) DESC",
                vec![Group, Statistic],
            ),
            ("SELECT region FROM data GROUP BY region", vec![Group]),
        ] {
            assert_eq!(planned(sql).map(|plan| plan.figures), Ok(figures), "{sql}");
        }
    }

    #[test]
    fn what_could_carry_a_value_is_no_statistic() {
        for sql in [
            "SELECT x FROM data",
            "SELECT DISTINCT region FROM data",
            "SELECT DISTINCT region, count(*) FROM data GROUP BY region",
            "SELECT *, 1 FROM data",
            "SELECT sum(CASE WHEN id = 7 THEN x END) FROM data",
            "SELECT sum(x * (id = 7)::INT) FROM data",
            "SELECT sum(x) FILTER (id = 7) FROM data",
            "SELECT sum(DISTINCT x) FROM data",
            "SELECT avg(x ORDER BY y) FROM data",
            "SELECT x + 0 * count(*) FROM data GROUP BY x",
            "SELECT max(x) * 1.0 FROM data",
            "SELECT max(x) / min(x) FROM data",
            "SELECT max(x) - count(*) FROM data",
            "SELECT min(x, 3) FROM data",
            "SELECT max_by(x, y), median(x), mode(x), first(x), list(x), string_agg(x, ',') FROM data",
            "SELECT any_value(x) FROM data",
            "SELECT quantile_cont(x, 0.5) FROM data",
            "SELECT bit_xor(x) FROM data",
            "SELECT sum(x) OVER () FROM data",
            "SELECT (SELECT max(x) FROM data), count(*) FROM data",
            "SELECT count(*) FROM data WHERE x = (SELECT max(x) FROM data)",
            "SELECT count(*) FROM data WHERE x IN (SELECT x FROM data)",
            "SELECT count(*) FROM data GROUP BY region HAVING max(x) > 7",
            "SELECT count(*) FROM data HAVING sum(CASE WHEN id = 7 THEN x END) > 7",
            "SELECT count(*) FROM data ORDER BY (SELECT 1)",
            "SELECT count(*) FROM data LIMIT (SELECT 1)",
            "SELECT count(*) FROM data GROUP BY ROLLUP (region)",
            "SELECT count(*) FROM data, data AS other",
            "SELECT count(*) FROM data JOIN data AS other USING (id)",
            "SELECT count(*) FROM (SELECT x FROM data LIMIT 5)",
            "WITH few AS (SELECT x FROM data) SELECT count(*) FROM few",
            "WITH data AS (SELECT 1 AS x) SELECT count(*) FROM data",
            "SELECT count(*) FROM data UNION ALL SELECT sum(x) FROM data",
            "SELECT count(*) FROM data TABLESAMPLE 5 ROWS",
            "SELECT count(*) FROM data USING SAMPLE 5 ROWS",
            "SELECT count(*) FROM data QUALIFY row_number() OVER () = 1",
            "SELECT unnest([1, 2, 3, 4, 5]), count(*) FROM data GROUP BY 1",
            "SELECT count(*) FROM data GROUP BY unnest(range(x))",
            "SELECT count(*) FROM range(5)",
            "SELECT count(*) FROM information_schema.columns",
            "SELECT sum(a) FROM data AS d(a)",
            "SELECT x.sum() FROM data",
            "SELECT sum(COLUMNS(*)) FROM data",
            "SELECT sum(#1) FROM data",
            "SELECT 7, count(*) FROM data",
            "SELECT max(x::VARCHAR), sum(x::VARCHAR) FROM data",
            "FROM data",
            "SUMMARIZE data",
            "DESCRIBE data",
            "VALUES (1)",
        ] {
            assert!(planned(sql).is_err(), "{sql}");
        }
    }

    #[test]
    fn the_test_keeps_the_groups_and_leaves_out_what_is_shown_of_them() {
        let plan =
            planned("SELECT region AS c2, sum(x::INT) FROM data WHERE y > 1 GROUP BY 1 HAVING count(*) > 2 LIMIT 1");
        let test = plan.unwrap().test;
        assert!(test.contains("GROUP BY 1 HAVING (count_star() > 2)"), "{test}");
        assert!(test.contains("(c0, c1, c2, c3) WHERE (c2 AND c3) IS DISTINCT FROM true"), "{test}");
        assert!(test.contains("count(DISTINCT CAST(x AS INTEGER))") && !test.contains("LIMIT"), "{test}");
    }

    #[test]
    fn a_number_of_rows_that_could_be_a_value_is_known() {
        for (sql, counts) in [
            ("SELECT * FROM data WHERE x > 3 LIMIT 10", true),
            ("WITH few AS (SELECT DISTINCT region FROM data) SELECT * FROM few UNION ALL SELECT 'all'", true),
            ("SELECT unnest(range(salary)) FROM data WHERE id = 7", false),
            ("SELECT generate_subscripts(range(salary), 1) FROM data", false),
            ("FROM range((SELECT salary FROM data LIMIT 1))", false),
            ("SELECT 1 FROM data LIMIT (SELECT salary FROM data LIMIT 1)", false),
            ("SELECT 1 FROM data LIMIT 10 OFFSET (3 + 4)", false),
            ("SELECT 1 FROM data WHERE id <= (SELECT max(salary) FROM data)", false),
            ("SELECT 1 FROM data AS a JOIN data AS b ON a.id <= b.salary", false),
            ("SELECT 1 FROM data QUALIFY row_number() OVER () <= 7", false),
            ("PIVOT data ON region IN ('a') USING count(*)", false),
        ] {
            assert_eq!(counts_rows(&tree(sql).1), counts, "{sql}");
        }
    }
}

//! Gives a checked statement an order where it has none, so that the same question has the same answer.
//!
//! Groups, joins and distinct rows come as threads finish, and `ORDER BY` leaves ties to them: `LIMIT` then takes other
//! rows each time. So the syntax tree gets `ORDER BY ALL`, or the rest of the columns behind an `ORDER BY`. The text for the
//! new tree is the engine's; it is used only where it parses to exactly that tree. Uses the parser; never changes what a
//! statement reads.

use duckdb::Connection;
use serde_json::{Value, json};

use super::parse;

/// The text of the statement with an order; none where it needs none or cannot be given one.
pub(super) fn ordered(parser: &Connection, tree: &Value, is_unordered: bool) -> Option<String> {
    let mut edited = tree.clone();
    let mut named = Vec::new();
    collect_named(tree, &mut named);
    let top = edited.get_mut("node")?;
    let mut changed = settle(top, is_unordered);
    for (_, part) in top.as_object_mut()?.iter_mut() {
        changed |= settle_parts(part, is_unordered, &named);
    }
    if !changed {
        return None;
    }
    let text = parse::text(parser, &edited)?;
    let mut parsed = parse::statement(parser, &text).ok()?;
    forget_places(&mut parsed);
    forget_places(&mut edited);
    (parsed == edited).then_some(text)
}

/// Whether a statement's own rows are sorted, by itself or by the query that it takes them from.
pub(super) fn is_sorted(tree: &Value) -> bool {
    tree.get("node").is_some_and(|node| {
        modifiers(node).is_some_and(|modifiers| position(modifiers, "ORDER_MODIFIER").is_some())
            || inherits_order(node, &[])
    })
}

/// Gives every query an order whose `LIMIT` takes some of its rows, and breaks the ties of every one that is sorted: the
/// query around it may take its rows as they come. `named` are the names of all `WITH` clauses.
fn settle_parts(value: &mut Value, is_unordered: bool, named: &[String]) -> bool {
    let mut changed = false;
    let matters = modifiers(value).is_some_and(|modifiers| {
        let has = |kind| position(modifiers, kind).is_some();
        has("ORDER_MODIFIER") || has("LIMIT_MODIFIER") || has("LIMIT_PERCENT_MODIFIER")
    });
    let is_query = value.get("select_list").or_else(|| value.get("left")).is_some();
    if is_query && matters && !takes_first_rows(value, named) {
        changed |= settle(value, is_unordered);
    }
    match value {
        Value::Array(items) => {
            for item in items {
                changed |= settle_parts(item, is_unordered, named);
            }
        }
        Value::Object(object) => {
            for (_, part) in object.iter_mut() {
                changed |= settle_parts(part, is_unordered, named);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    changed
}

/// Gives one query an order, or breaks the ties of the one it has.
fn settle(node: &mut Value, is_unordered: bool) -> bool {
    let breakers = tie_breakers(node);
    let keeps_order = keeps_order(node);
    let inherits = inherits_order(node, &[]);
    let Some(modifiers) = node.get_mut("modifiers").and_then(Value::as_array_mut) else {
        return false;
    };
    if let Some(index) = position(modifiers, "ORDER_MODIFIER") {
        let orders =
            modifiers.get_mut(index).and_then(|modifier| modifier.get_mut("orders")).and_then(Value::as_array_mut);
        let Some(orders) = orders.filter(|orders| !orders.iter().any(is_by_all)) else {
            return false;
        };
        orders.extend(breakers);
        true
    } else if is_unordered && keeps_order {
        // The parts stay one behind the other: a line of totals stays last.
        let mut changed = false;
        for part in ["left", "right"] {
            changed |= node.get_mut(part).is_some_and(|part| settle(part, is_unordered));
        }
        changed
    } else if is_unordered && !inherits {
        let index = position(modifiers, "LIMIT_MODIFIER").or_else(|| position(modifiers, "LIMIT_PERCENT_MODIFIER"));
        modifiers.insert(index.unwrap_or(modifiers.len()), json!({ "type": "ORDER_MODIFIER", "orders": [by(&all())] }));
        true
    } else {
        false
    }
}

/// The names that `WITH` clauses give, wherever they stand, in small letters.
fn collect_named(value: &Value, named: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_named(item, named)),
        Value::Object(object) => {
            let entries = object.get("cte_map").and_then(|map| map.get("map")).and_then(Value::as_array);
            let keys = entries.into_iter().flatten().filter_map(|entry| entry.get("key").and_then(Value::as_str));
            named.extend(keys.map(str::to_lowercase));
            object.values().for_each(|item| collect_named(item, named));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a query without an order takes the rows of one table as they lie in it: its `LIMIT` takes the first of them,
/// each time the same, as the engine keeps the order of what it scans (`preserve_insertion_order`).
fn takes_first_rows(node: &Value, named: &[String]) -> bool {
    let is_absent = |key: &str| match node.get(key) {
        None | Some(Value::Null) => true,
        Some(Value::Array(items)) => items.is_empty(),
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => false,
    };
    let is_plain = node.get("select_list").is_some()
        && ["group_expressions", "group_sets", "sample", "having", "qualify"].iter().all(|key| is_absent(key))
        && node.get("aggregate_handling").and_then(Value::as_str) != Some("FORCE_AGGREGATES")
        && modifiers(node)
            .is_some_and(|modifiers| modifiers.iter().all(|one| one.get("type") == Some(&json!("LIMIT_MODIFIER"))));
    // Windows sort, and a query within an expression becomes a join.
    let is_row_by_row = ["select_list", "where_clause"]
        .iter()
        .all(|key| node.get(*key).is_none_or(|part| !holds_class(part, "WINDOW") && !holds_class(part, "SUBQUERY")));
    let Some(from) = node.get("from_table") else { return false };
    let is_in_order = match from.get("type").and_then(Value::as_str) {
        Some("BASE_TABLE") => {
            let name = from.get("table_name").and_then(Value::as_str).unwrap_or_default().to_lowercase();
            from.get("sample").is_none_or(Value::is_null) && !named.contains(&name)
        }
        Some("SUBQUERY") => {
            let source = from.pointer("/subquery/node");
            from.get("sample").is_none_or(Value::is_null) && source.is_some_and(|node| takes_first_rows(node, named))
        }
        Some(_) | None => false,
    };
    is_plain && is_row_by_row && is_in_order
}

/// Whether a query is `UNION ALL` and nothing else: it gives the rows of its parts one after the other.
fn keeps_order(node: &Value) -> bool {
    node.get("setop_type").and_then(Value::as_str) == Some("UNION")
        && node.get("setop_all").and_then(Value::as_bool) == Some(true)
        && modifiers(node).is_some_and(Vec::is_empty)
}

/// Whether a query takes its rows as they come from a sorted query in its `FROM`: the engine keeps their order then, and
/// whoever wrote `FROM (... ORDER BY n DESC)` counts on it.
fn inherits_order(node: &Value, around: &[(String, &Value)]) -> bool {
    let is_plain = ["group_expressions", "group_sets"]
        .iter()
        .all(|key| node.get(*key).and_then(Value::as_array).is_none_or(Vec::is_empty));
    let is_distinct = modifiers(node).is_some_and(|modifiers| position(modifiers, "DISTINCT_MODIFIER").is_some());
    let has_window = node.get("select_list").is_some_and(|list| holds_class(list, "WINDOW"));
    if !is_plain || is_distinct || has_window {
        return false;
    }
    let mut known = around.to_vec();
    for entry in node.pointer("/cte_map/map").and_then(Value::as_array).into_iter().flatten() {
        if let (Some(key), Some(query)) = (entry.get("key").and_then(Value::as_str), entry.pointer("/value/query/node"))
        {
            known.push((key.to_lowercase(), query));
        }
    }
    let Some(from) = node.get("from_table") else { return false };
    let source = match from.get("type").and_then(Value::as_str) {
        Some("SUBQUERY") => from.pointer("/subquery/node"),
        Some("BASE_TABLE") => {
            let name = from.get("table_name").and_then(Value::as_str).unwrap_or_default().to_lowercase();
            known.iter().rev().find(|(key, _)| *key == name).map(|(_, query)| *query)
        }
        Some(_) | None => None,
    };
    source.is_some_and(|source| {
        modifiers(source).is_some_and(|modifiers| position(modifiers, "ORDER_MODIFIER").is_some())
            || inherits_order(source, &known)
    })
}

fn holds_class(value: &Value, class: &str) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| holds_class(item, class)),
        Value::Object(object) => {
            object.get("class").and_then(Value::as_str) == Some(class)
                || object.values().any(|item| holds_class(item, class))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn modifiers(node: &Value) -> Option<&Vec<Value>> {
    node.get("modifiers").and_then(Value::as_array)
}

fn position(modifiers: &[Value], kind: &str) -> Option<usize> {
    modifiers.iter().position(|modifier| modifier.get("type").and_then(Value::as_str) == Some(kind))
}

fn is_by_all(order: &Value) -> bool {
    order.pointer("/expression/class").and_then(Value::as_str) == Some("STAR")
}

/// The columns of a query, by position; all of them where a star hides how many there are.
fn tie_breakers(node: &Value) -> Vec<Value> {
    let mut first = node;
    while let Some(left) = first.get("left") {
        first = left;
    }
    let selected = first.get("select_list").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if !selected.iter().any(has_star) {
        return (1..=selected.len()).map(|index| by(&constant(index))).collect();
    }
    if std::ptr::eq(first, node) { vec![by(&all())] } else { vec![by(&constant(1))] }
}

fn has_star(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_star),
        Value::Object(object) => {
            let class = object.get("class").and_then(Value::as_str);
            class == Some("STAR") || (class != Some("SUBQUERY") && object.values().any(has_star))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn by(expression: &Value) -> Value {
    json!({ "type": "ORDER_DEFAULT", "null_order": "ORDER_DEFAULT", "expression": expression })
}

fn constant(index: usize) -> Value {
    json!({
        "class": "CONSTANT", "type": "VALUE_CONSTANT", "alias": "", "query_location": 0,
        "value": { "type": { "id": "INTEGER", "type_info": null }, "is_null": false, "value": index },
    })
}

fn all() -> Value {
    json!({
        "class": "STAR", "type": "STAR", "alias": "", "query_location": 0, "relation_name": "", "exclude_list": [],
        "replace_list": [], "columns": true, "expr": null, "qualified_exclude_list": [], "rename_list": [],
    })
}

/// Takes out where in the text things stood.
pub(super) fn forget_places(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(forget_places),
        Value::Object(object) => {
            object.remove("query_location");
            object.values_mut().for_each(forget_places);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(sql: &str, is_unordered: bool) -> Option<String> {
        let parser = Connection::open_in_memory().unwrap();
        let tree = parse::statement(&parser, sql).unwrap();
        ordered(&parser, &tree, is_unordered)
    }

    #[test]
    fn ties_and_chance_get_an_order() {
        for (sql, is_unordered, expected) in [
            (
                "SELECT a, count(*) AS n FROM data GROUP BY a ORDER BY n DESC LIMIT 3",
                true,
                Some("SELECT a, count_star() AS n FROM \"data\" GROUP BY a ORDER BY n DESC, 1, 2 LIMIT 3"),
            ),
            (
                "SELECT a, count(*) FROM data GROUP BY a LIMIT 3",
                true,
                Some("SELECT a, count_star() FROM \"data\" GROUP BY a ORDER BY COLUMNS(*) LIMIT 3"),
            ),
            (
                "SELECT DISTINCT a FROM data UNION ALL SELECT 'Total'",
                true,
                Some(
                    "(SELECT DISTINCT a FROM \"data\" ORDER BY COLUMNS(*)) UNION ALL (SELECT 'Total' ORDER BY COLUMNS(*))",
                ),
            ),
            ("FROM data ORDER BY a", false, Some("SELECT * FROM \"data\" ORDER BY a, COLUMNS(*)")),
            ("SELECT a FROM data LIMIT 3", false, None),
            // The inner order gets its ties broken; the outer query takes the rows as they come.
            (
                "SELECT a FROM (SELECT a, count(*) AS n FROM data GROUP BY a ORDER BY n DESC LIMIT 3)",
                true,
                Some(
                    "SELECT a FROM (SELECT a, count_star() AS n FROM \"data\" GROUP BY a ORDER BY n DESC, 1, 2 LIMIT 3)",
                ),
            ),
            (
                "WITH t AS (SELECT a, count(*) AS n FROM data GROUP BY a ORDER BY n DESC) SELECT a FROM t WHERE n > 1",
                true,
                Some(
                    "WITH t AS (SELECT a, count_star() AS n FROM \"data\" GROUP BY a ORDER BY n DESC, 1, 2)SELECT a FROM t WHERE (n > 1)",
                ),
            ),
            // The first rows of a table are those that lie first in it, also within a query that groups.
            (
                "SELECT avg(a) FROM (SELECT a FROM data WHERE a > 1 LIMIT 3)",
                true,
                Some("SELECT avg(a) FROM (SELECT a FROM \"data\" WHERE (a > 1) LIMIT 3) ORDER BY COLUMNS(*)"),
            ),
            (
                "WITH data AS (SELECT DISTINCT a FROM d) SELECT avg(a) FROM (SELECT a FROM data LIMIT 3)",
                true,
                Some(
                    "WITH \"data\" AS (SELECT DISTINCT a FROM d)SELECT avg(a) FROM (SELECT a FROM \"data\" ORDER BY COLUMNS(*) LIMIT 3) ORDER BY COLUMNS(*)",
                ),
            ),
            ("FROM data ORDER BY ALL", true, None),
            ("DESCRIBE data", false, None),
        ] {
            assert_eq!(given(sql, is_unordered).map(|text| text.trim().to_owned()).as_deref(), expected, "{sql}");
        }
    }

    #[test]
    fn a_text_that_would_not_mean_the_same_is_not_used() {
        // The engine writes VALUES as a subquery.
        assert_eq!(given("VALUES (2), (1) ORDER BY 1", false), None);
    }
}

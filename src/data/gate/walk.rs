//! The allow-list walk over a statement's syntax tree: what is not known here is refused.
//!
//! Uses the function list and the names of the data's tables. The shape of the tree belongs to the pinned DuckDB: another
//! one needs this file to be read again. Never executes anything.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::calls;
use super::functions;
use super::traits::Traits;
use crate::limits;

pub(super) type Object = Map<String, Value>;
pub(super) type Walked = Result<(), String>;

/// Kinds of expressions that hold nothing to look at but their parts.
const EXPRESSIONS: [&str; 13] = [
    "CASE",
    "CAST",
    "COMPARISON",
    "CONJUNCTION",
    "CONSTANT",
    "OPERATOR",
    "STAR",
    "SUBQUERY",
    "BETWEEN",
    "LAMBDA",
    "LAMBDA_REF",
    "COLLATE",
    "POSITIONAL_REFERENCE",
];

/// References, modifiers, orders and descriptions of types that hold nothing to look at but their parts.
const PLAIN: [&str; 18] = [
    "SUBQUERY",
    "EXPRESSION_LIST",
    "EMPTY",
    "ORDER_MODIFIER",
    "LIMIT_MODIFIER",
    "LIMIT_PERCENT_MODIFIER",
    "ORDER_DEFAULT",
    "ASCENDING",
    "DESCENDING",
    "ARRAY_TYPE_INFO",
    "DECIMAL_TYPE_INFO",
    "STRING_TYPE_INFO",
    "LIST_TYPE_INFO",
    "STRUCT_TYPE_INFO",
    "ENUM_TYPE_INFO",
    "GENERIC_TYPE_INFO",
    "INTEGER_LITERAL_TYPE_INFO",
    "ANY_TYPE_INFO",
];

/// The keys of the objects that have neither a class nor a type.
const UNNAMED: [&[&str]; 13] = [
    &["upper", "lower"],
    &["map"],
    &["key", "value"],
    &["when_expr", "then_expr"],
    &["first", "second"],
    &["values", "star_expr", "alias"],
    &["catalog", "schema", "table", "column"],
    &["node", "named_param_map"],
    &["pivot_expressions", "unpivot_names", "entries", "pivot_enum"],
    &["sample_size", "is_percentage", "method", "seed"],
    &["aliases", "query", "materialized", "key_targets"],
    &["children"],
    &["id", "type_info"],
];

/// A constant: its type is an object, unlike that of every node.
const CONSTANT: [&str; 3] = ["type", "is_null", "value"];

/// Views of the catalogue that show names and types of the data alone.
const INFORMATION_SCHEMA: [&str; 2] = ["columns", "tables"];

/// Walks one statement.
pub(super) struct Walk<'gate> {
    /// The catalogue's name and the tables of the data, in lower case.
    catalog: &'gate str,
    tables: &'gate HashSet<String>,
    /// Names of common table expressions that can be seen here, the innermost last.
    scope: Vec<String>,
    /// Recursive ones, which may also be asked for as `recurring.NAME`.
    recurring: Vec<String>,
    depth: usize,
    pub(super) traits: Traits,
}

impl<'gate> Walk<'gate> {
    pub(super) fn new(catalog: &'gate str, tables: &'gate HashSet<String>) -> Self {
        Self { catalog, tables, scope: Vec::new(), recurring: Vec::new(), depth: 0, traits: Traits::default() }
    }

    /// Walks a value and all that it holds.
    ///
    /// # Errors
    /// Says what is not allowed and what to use instead.
    pub(super) fn value(&mut self, value: &Value) -> Walked {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
            Value::Array(items) => items.iter().try_for_each(|item| self.value(item)),
            Value::Object(object) => {
                self.depth += 1;
                if self.depth > limits::SQL_DEPTH {
                    return Err("the statement is nested too deep; name parts of it in a WITH clause, or ask in steps"
                        .to_owned());
                }
                let walked = self.object(object);
                self.depth -= 1;
                walked
            }
        }
    }

    fn object(&mut self, object: &Object) -> Walked {
        if object.get("at_clause").is_some_and(|clause| !clause.is_null()) {
            return Err("AT is not allowed: the data has one version".to_owned());
        }
        self.traits.volatile |= has(object, "sample");
        if let Some(class) = object.get("class") {
            return match class.as_str().unwrap_or_default() {
                "COLUMN_REF" => {
                    // Some functions of the clock are called without brackets.
                    let names = object.get("column_names").and_then(Value::as_array);
                    let name = names.and_then(|names| names.last()?.as_str()).unwrap_or_default();
                    self.traits.volatile |= functions::is_volatile(&name.to_ascii_lowercase());
                    self.parts(object)
                }
                "FUNCTION" => self.call(object),
                "WINDOW" => {
                    self.traits.aggregates = true;
                    self.traits.delicate = true;
                    self.traits.unordered = true;
                    self.call(object)
                }
                "PARAMETER" => Err("parameters ($1, ?) are not allowed: write the value".to_owned()),
                "SUBQUERY" => {
                    self.traits.unordered = true;
                    self.parts(object)
                }
                class if EXPRESSIONS.contains(&class) => self.parts(object),
                class => Err(format!("{class} expressions are not allowed")),
            };
        }
        match object.get("type") {
            Some(Value::String(kind)) => self.typed(kind, object),
            Some(Value::Object(_)) if object.keys().all(|key| CONSTANT.contains(&key.as_str())) => self.parts(object),
            None if has_known_keys(object) => self.parts(object),
            _ => Err("the statement holds something that csvchat does not know; write it in a simpler way".to_owned()),
        }
    }

    fn typed(&mut self, kind: &str, object: &Object) -> Walked {
        match kind {
            "SELECT_NODE" => {
                self.traits.delicate |= has(object, "sample");
                let by_all = text(object, "aggregate_handling") == "FORCE_AGGREGATES";
                let groups = by_all || !is_empty(object, "group_expressions");
                self.traits.inexact |= groups;
                self.traits.unordered |= groups || has(object, "sample");
                self.node(object)
            }
            "SET_OPERATION_NODE" => {
                let keeps_order = text(object, "setop_type") == "UNION"
                    && object.get("setop_all").and_then(Value::as_bool) == Some(true);
                self.traits.unordered |= !keeps_order;
                self.node(object)
            }
            "RECURSIVE_CTE_NODE" => {
                self.traits.unordered = true;
                self.node(object)
            }
            "DISTINCT_MODIFIER" | "JOIN" => {
                self.traits.unordered = true;
                self.parts(object)
            }
            "BASE_TABLE" => {
                self.table(object)?;
                self.parts(object)
            }
            "TABLE_FUNCTION" => self.table_function(object),
            "PIVOT" => self.pivot(object),
            "SHOW_REF" => self.show(object),
            "UNBOUND_TYPE_INFO" => {
                if text(object, "catalog").is_empty() && text(object, "schema").is_empty() {
                    self.parts(object)
                } else {
                    Err("types are named without a schema".to_owned())
                }
            }
            kind if PLAIN.contains(&kind) => self.parts(object),
            kind => Err(format!("{kind} is not allowed; write the statement in a simpler way")),
        }
    }

    pub(super) fn parts(&mut self, object: &Object) -> Walked {
        object.values().try_for_each(|part| self.value(part))
    }

    /// A query node: its common table expressions first, each of which sees those before it and not itself.
    fn node(&mut self, object: &Object) -> Walked {
        let outer = self.scope.len();
        if let Some(Value::Array(entries)) = object.get("cte_map").and_then(|map| map.get("map")) {
            for entry in entries {
                self.value(entry.get("value").unwrap_or(&Value::Null))?;
                self.scope.push(entry.get("key").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase());
            }
        }
        object.iter().filter(|(key, _)| *key != "cte_map").try_for_each(|(key, part)| {
            match text(object, "cte_name") {
                name if key == "right" && !name.is_empty() => self.recursion(name, part),
                _ => self.value(part),
            }
        })?;
        self.scope.truncate(outer);
        Ok(())
    }

    /// The right side of a recursive node, which sees the node itself, also as `recurring.NAME`.
    fn recursion(&mut self, name: &str, right: &Value) -> Walked {
        self.scope.push(name.to_ascii_lowercase());
        self.recurring.push(name.to_ascii_lowercase());
        self.value(right)?;
        self.scope.pop();
        self.recurring.pop();
        Ok(())
    }

    fn table(&self, object: &Object) -> Walked {
        let name = text(object, "table_name");
        let schema = text(object, "schema_name");
        let catalog = text(object, "catalog_name");
        let key = name.to_ascii_lowercase();
        let allowed = match (catalog.to_ascii_lowercase().as_str(), schema.to_ascii_lowercase().as_str()) {
            ("", "") => self.scope.contains(&key) || self.tables.contains(&key),
            ("", "recurring") => self.recurring.contains(&key),
            ("", "information_schema") => INFORMATION_SCHEMA.contains(&key.as_str()),
            ("", "main") => self.tables.contains(&key),
            ("", schema) if schema == self.catalog => self.tables.contains(&key),
            (catalog, "main" | "") if catalog == self.catalog => self.tables.contains(&key),
            _ => false,
        };
        if allowed { Ok(()) } else { Err(self.no_such_table(catalog, schema, name)) }
    }

    fn no_such_table(&self, catalog: &str, schema: &str, name: &str) -> String {
        let full: Vec<&str> = [catalog, schema, name].into_iter().filter(|part| !part.is_empty()).collect();
        let mut tables: Vec<&str> =
            self.tables.iter().map(String::as_str).chain(self.scope.iter().map(String::as_str)).collect();
        tables.sort_by_key(|table| (strsim::damerau_levenshtein(table, &name.to_ascii_lowercase()), *table));
        tables.truncate(calls::SUGGESTIONS);
        let why = if name.contains(['/', '.', '\\', ':']) || !schema.is_empty() {
            "files and other schemas cannot be read; "
        } else {
            ""
        };
        format!("there is no table {}; {why}tables: {}", full.join("."), tables.join(", "))
    }

    fn table_function(&mut self, object: &Object) -> Walked {
        let function = object.get("function").and_then(Value::as_object);
        let function = function.ok_or("a table function without a name is not allowed")?;
        calls::check_table(function)?;
        for (key, part) in object {
            if key == "function" {
                function.iter().try_for_each(|(_, part)| self.value(part))?;
            } else {
                self.value(part)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, object: &Object) -> Walked {
        let aggregates = calls::check(object)?;
        let name = text(object, "function_name").to_ascii_lowercase();
        self.traits.aggregates |= aggregates;
        self.traits.inexact |= aggregates && !functions::is_exact(&name);
        self.traits.delicate |= functions::is_delicate(&name);
        self.traits.volatile |= functions::is_volatile(&name);
        self.traits.unordered |= self.traits.aggregates;
        self.parts(object)
    }

    fn pivot(&mut self, object: &Object) -> Walked {
        let aggregates = !is_empty(object, "aggregates");
        self.traits.aggregates |= aggregates;
        self.traits.inexact |= aggregates;
        self.traits.unordered |= aggregates;
        let pivots = object.get("pivots").and_then(Value::as_array);
        let by_type =
            |pivot: &Value| pivot.get("pivot_enum").and_then(Value::as_str).is_some_and(|name| !name.is_empty());
        if pivots.is_some_and(|pivots| pivots.iter().any(by_type)) {
            return Err("PIVOT takes its values from a list: ON column IN ('a', 'b')".to_owned());
        }
        self.parts(object)
    }

    fn show(&mut self, object: &Object) -> Walked {
        let named = text(object, "table_name").trim_matches('"').to_ascii_lowercase();
        let is_tables = matches!(named.as_str(), "tables" | "__show_tables_expanded");
        let is_list = is_tables && text(object, "schema_name").is_empty();
        if !has(object, "query") && !is_list {
            let what = named.trim_start_matches('_').to_uppercase();
            return Err(format!("SHOW {what} is not allowed: use SHOW TABLES or DESCRIBE data"));
        }
        if text(object, "show_type") == "SUMMARY" {
            self.traits.aggregates = true;
            self.traits.delicate = true;
            self.traits.summarizes = true;
        }
        self.value(object.get("query").unwrap_or(&Value::Null))
    }
}

pub(super) fn text<'tree>(object: &'tree Object, key: &str) -> &'tree str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn has(object: &Object, key: &str) -> bool {
    object.get(key).is_some_and(|value| !value.is_null())
}

pub(super) fn is_empty(object: &Object, key: &str) -> bool {
    object.get(key).and_then(Value::as_array).is_none_or(Vec::is_empty)
}

fn has_known_keys(object: &Object) -> bool {
    UNNAMED.iter().any(|keys| object.keys().all(|key| keys.contains(&key.as_str())))
}

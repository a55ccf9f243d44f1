//! The functions that a statement may call.
//!
//! Uses the committed list beside this file. Never asks the engine: a newer one adds nothing quietly.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Names in lower case; true for those that aggregate.
static LIST: LazyLock<HashMap<&'static str, bool>> = LazyLock::new(|| {
    include_str!("functions.txt")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| line.strip_suffix(" aggregate").map_or((line, false), |name| (name, true)))
        .collect()
});

/// Functions that stand in `FROM`.
const TABLE_FUNCTIONS: [&str; 5] = ["range", "generate_series", "unnest", "json_each", "json_tree"];

/// Aggregates whose value depends on the order in which they meet the rows, beyond the last digits of a float.
const DELICATE: [&str; 15] = [
    "list",
    "array_agg",
    "string_agg",
    "group_concat",
    "listagg",
    "first",
    "last",
    "any_value",
    "arbitrary",
    "max_by",
    "min_by",
    "mode",
    "approx_quantile",
    "approx_top_k",
    "reservoir_quantile",
];

/// Aggregates that count or pick one of the values: the same in whatever order and by however many threads.
const EXACT: [&str; 10] = [
    "count",
    "count_star",
    "count_if",
    "countif",
    "max",
    "median",
    "min",
    "quantile",
    "quantile_cont",
    "quantile_disc",
];

/// Functions whose value is another one the next time, by the clock or by chance; some are called without brackets.
const VOLATILE: [&str; 17] = [
    "age",
    "current_date",
    "current_time",
    "current_timestamp",
    "gen_random_uuid",
    "get_current_time",
    "get_current_timestamp",
    "localtime",
    "localtimestamp",
    "now",
    "random",
    "setseed",
    "today",
    "transaction_timestamp",
    "uuid",
    "uuidv4",
    "uuidv7",
];

/// Functions that build a text as long as a number says.
const REPEATING: [&str; 3] = ["lpad", "rpad", "repeat"];

/// Functions whose first text may name a width.
const FORMATTING: [&str; 2] = ["printf", "format"];

/// Whether a function may be called in an expression.
pub(super) fn is_allowed(name: &str) -> bool {
    LIST.contains_key(name)
}

/// All names that may be called.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    LIST.keys().copied()
}

/// Whether a function aggregates, so that its result may depend on the order of rows.
pub(super) fn aggregates(name: &str) -> bool {
    LIST.get(name).copied().unwrap_or(false)
}

/// Whether a function's value depends on the order in which it meets the rows.
pub(super) fn is_delicate(name: &str) -> bool {
    DELICATE.contains(&name) || ["arg_m", "argm", "json_group_"].iter().any(|start| name.starts_with(start))
}

/// Whether a function's value is another one the next time.
pub(super) fn is_volatile(name: &str) -> bool {
    VOLATILE.contains(&name)
}

/// Whether an aggregate is the same to its last digit in whatever order it meets the rows.
pub(super) fn is_exact(name: &str) -> bool {
    EXACT.contains(&name)
}

/// Whether a function may stand in `FROM`.
pub(super) fn is_allowed_table(name: &str) -> bool {
    TABLE_FUNCTIONS.contains(&name)
}

/// Whether the second argument of a function has to be a small literal.
pub(super) fn repeats(name: &str) -> bool {
    REPEATING.contains(&name)
}

/// Whether the texts given to a function may hold widths.
pub(super) fn formats(name: &str) -> bool {
    FORMATTING.contains(&name)
}

/// What to use instead of a function that is not allowed.
pub(super) fn instead(name: &str) -> String {
    let closest = LIST
        .keys()
        .filter(|known| known.len() > 2)
        .map(|known| (strsim::damerau_levenshtein(known, name), *known))
        .min()
        .filter(|(distance, _)| *distance <= 2);
    match closest {
        Some((_, known)) => format!("; did you mean {known}?"),
        None if name.starts_with("read_") || name.ends_with("_scan") || name.starts_with("parquet_") => {
            "; files cannot be read: the data is in the table data".to_owned()
        }
        None if name.starts_with("duckdb_") || name.starts_with("pragma_") => {
            "; use DESCRIBE data, SHOW TABLES or information_schema.columns".to_owned()
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_computes_is_allowed_and_what_reads_the_machine_is_not() {
        for name in
            ["sum", "date_trunc", "regexp_matches", "+", "~~", "list_transform", "quantile_cont", "json_extract"]
        {
            assert!(is_allowed(name), "{name}");
        }
        for name in ["getenv", "read_text", "query", "current_setting", "nextval", "sleep_ms", "#", "", "icu_sort_key"]
        {
            assert!(!is_allowed(name), "{name}");
        }
        assert!(aggregates("sum") && !aggregates("upper"));
    }
}

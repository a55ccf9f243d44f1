//! Calls of functions: which may be made, and with how large a literal.
//!
//! Uses the function list. Never looks at what a call's arguments hold beyond their size: the walk does.

use serde_json::Value;

use super::functions;
use super::walk::{Object, text};
use crate::limits;

/// Names that are offered in place of one that is not there.
pub(super) const SUGGESTIONS: usize = 5;

/// Digits of a width in a format string.
const WIDTH_DIGITS: usize = 5;

/// Checks a call in an expression; true where it aggregates. The name alone decides: what looks like a schema is mostly a
/// column in front of a method (`name.upper()`), and nobody can have made functions of their own.
///
/// # Errors
/// Says which function is not allowed, and what to use.
pub(super) fn check(call: &Object) -> Result<bool, String> {
    let name = text(call, "function_name").to_ascii_lowercase();
    if !functions::is_allowed(&name) {
        return Err(format!("the function {name} is not allowed{}", functions::instead(&name)));
    }
    if call.get("export_state").and_then(Value::as_bool) == Some(true) {
        return Err("EXPORT_STATE is not allowed".to_owned());
    }
    let arguments = call.get("children").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    // `name.repeat(9)` comes as the function `repeat` of a schema `name`: its arguments are not where they seem.
    let is_method = !text(call, "schema").is_empty();
    if functions::repeats(&name) && (is_method || !arguments.get(1).is_some_and(is_small_count)) {
        return Err(format!("{name} needs a written count of at most {}", limits::SQL_REPEAT));
    }
    if functions::formats(&name) && arguments.iter().any(has_large_width) {
        return Err(format!("{name}: a width may have {WIDTH_DIGITS} digits at most"));
    }
    Ok(functions::aggregates(&name))
}

/// Checks a call in `FROM`.
///
/// # Errors
/// Says which function is not allowed, and what to use.
pub(super) fn check_table(call: &Object) -> Result<(), String> {
    let name = text(call, "function_name").to_ascii_lowercase();
    let is_of_the_engine = matches!(
        (text(call, "catalog").to_ascii_lowercase().as_str(), text(call, "schema").to_ascii_lowercase().as_str()),
        ("" | "system", "" | "main")
    );
    if is_of_the_engine && functions::is_allowed_table(&name) {
        Ok(())
    } else {
        Err(format!("the table function {name} is not allowed{}", functions::instead(&name)))
    }
}

fn constant(argument: &Value) -> Option<&Value> {
    (argument.get("class").and_then(Value::as_str) == Some("CONSTANT"))
        .then(|| argument.get("value")?.get("value"))
        .flatten()
}

fn is_small_count(argument: &Value) -> bool {
    constant(argument).and_then(Value::as_i64).is_some_and(|count| count <= limits::SQL_REPEAT)
}

fn has_large_width(argument: &Value) -> bool {
    let digits = |text: &str| {
        text.split(|character: char| !character.is_ascii_digit()).any(|digits| digits.len() > WIDTH_DIGITS)
    };
    constant(argument).and_then(Value::as_str).is_some_and(digits)
}

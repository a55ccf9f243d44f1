//! Numbers, lengths and counts that the schema bounds.

use serde_json::Value;

/// Which bound of the schema a value breaks, in a sentence.
pub fn out_of_bounds(schema: &Value, value: &Value) -> Option<String> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    if let Some(number) = value.as_f64() {
        if let Some(least) = bound("minimum").filter(|least| number < *least) {
            return Some(format!("{number} is too small; the least is {least}"));
        }
        if let Some(most) = bound("maximum").filter(|most| number > *most) {
            return Some(format!("{number} is too large; the most is {most}"));
        }
    }
    let count = |name: &str| schema.get(name).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let (length, least, most, what) = match value {
        Value::Array(items) => (items.len(), count("minItems"), count("maxItems"), "entries"),
        Value::Object(object) => (object.len(), count("minProperties"), None, "properties"),
        Value::String(text) => (text.chars().count(), count("minLength"), count("maxLength"), "characters"),
        Value::Null | Value::Bool(_) | Value::Number(_) => return None,
    };
    if let Some(least) = least.filter(|least| length < *least) {
        return Some(format!("it has {length} {what}; {least} are needed"));
    }
    most.filter(|most| length > *most).map(|most| format!("it has {length} {what}; {most} are allowed"))
}

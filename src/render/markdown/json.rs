//! JSON laid out for reading: what fits stands on one line, so that a chart's data is a row a line.

use serde_json::Value;

/// Columns up to which a value stays on one line.
const LINE: usize = 100;
/// Spaces of one level.
const INDENT: usize = 2;

/// JSON with line breaks only where a value does not fit on its line.
pub(super) fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, 0);
    out
}

fn write(out: &mut String, value: &Value, level: usize) {
    let line = value.to_string();
    let fits = line.len() + level * INDENT <= LINE;
    match value {
        Value::Object(fields) if !fits && !fields.is_empty() => {
            let fields = fields.iter().map(|(name, value)| (Some(name.as_str()), value));
            write_all(out, ('{', '}'), fields, level);
        }
        Value::Array(values) if !fits && !values.is_empty() => {
            write_all(out, ('[', ']'), values.iter().map(|value| (None, value)), level);
        }
        Value::Object(_) | Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            out.push_str(&line);
        }
    }
}

fn write_all<'a>(
    out: &mut String,
    (open, close): (char, char),
    entries: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
    level: usize,
) {
    let margin = |level: usize| " ".repeat(level * INDENT);
    out.push(open);
    for (index, (name, value)) in entries.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&margin(level + 1));
        if let Some(name) = name {
            out.push_str(&Value::from(name).to_string());
            out.push_str(": ");
        }
        write(out, value, level + 1);
    }
    out.push('\n');
    out.push_str(&margin(level));
    out.push(close);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_values_stay_on_their_line() {
        let rows: Vec<Value> = (0..4).map(|n| json!({"month": format!("2024-0{n}"), "revenue": n})).collect();
        let value = json!({"mark": "line", "data": {"values": rows}, "empty": []});
        let text = pretty(&value);
        assert!(text.contains("\n  \"mark\": \"line\",\n"), "{text}");
        assert!(text.contains("\n      {\"month\":\"2024-00\",\"revenue\":0},\n"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}

//! Tools and calls as Chat Completions writes them, and Ollama after it.

use serde_json::{Value, json};

use crate::model::ToolSpec;

/// A tool.
pub fn tool(tool: &ToolSpec) -> Value {
    json!({"type": "function", "function": {
        "name": tool.name, "description": tool.description, "parameters": tool.input_schema}})
}

/// The calls of a message.
pub fn calls(message: &Value) -> &[Value] {
    message.get("tool_calls").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

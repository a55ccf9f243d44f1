//! Turns of the analyst: tool calls with ids that follow from the turn.

use serde_json::{Value, json};

use crate::event::{Call, Reply, Role, Stop, ToolName};
use crate::model::Turn;

/// The calls of one turn, in order.
#[derive(Debug)]
pub struct Calls {
    turn: usize,
    calls: Vec<Call>,
}

impl Calls {
    /// No calls yet; `turns` were given before.
    pub fn after(turns: usize) -> Self {
        Self { turn: turns + 1, calls: Vec::new() }
    }

    /// Runs a query.
    pub fn query(&mut self, description: &str, query: &str) {
        self.push(ToolName::SqlQuery, json!({ "query": query, "description": description }));
    }

    /// Asks for what is known of columns, by names or words.
    pub fn describe(&mut self, words: &[String]) {
        self.push(ToolName::DescribeColumns, json!({ "columns": words }));
    }

    /// Asks for the names of a table's columns, from one on.
    pub fn list(&mut self, table: &str, from: usize) {
        self.push(ToolName::DescribeColumns, json!({ "table": table, "from": from }));
    }

    /// Shows text.
    pub fn text(&mut self, role: Role, text: &str) {
        self.push(ToolName::OutputText, json!({ "text": text, "role": role }));
    }

    /// Shows the result of a query, or some of its columns.
    pub fn table_of(&mut self, title: &str, query: &str, columns: Option<&[String]>) {
        let mut input = json!({ "title": title, "query": query });
        if let (Some(columns), Some(object)) = (columns, input.as_object_mut()) {
            object.insert("columns".to_owned(), json!(columns));
        }
        self.push(ToolName::OutputTable, input);
    }

    /// Shows a table that is no query's result.
    pub fn table(&mut self, title: &str, headers: &[&str], rows: &[Vec<Value>]) {
        self.push(ToolName::OutputTable, json!({ "title": title, "headers": headers, "rows": rows }));
    }

    /// Shows a chart, unless a number of its title or note cannot be traced.
    pub fn plot(&mut self, title: &str, note: &str, specification: &Value) {
        let input = json!({ "title": title, "vega_lite_spec": specification, "note": note, "only_traced": true });
        self.push(ToolName::CreatePlot, input);
    }

    /// Shows an output once more, in the place that its input names.
    pub fn again(&mut self, tool: &str, input: Value) {
        self.put(tool, input);
    }

    /// Ends the run.
    pub fn finalize(&mut self, title: Option<&str>) {
        self.push(ToolName::Finalize, json!({ "session_title": title }));
    }

    /// The turn.
    pub fn turn(self) -> Turn {
        Turn { reply: Reply { calls: self.calls, stop: Stop::ToolUse, ..Reply::default() }, ..Turn::default() }
    }

    fn push(&mut self, tool: ToolName, input: Value) {
        self.put(tool.as_str(), input);
    }

    fn put(&mut self, tool: &str, input: Value) {
        let id = format!("call_{}_{}", self.turn, self.calls.len() + 1);
        self.calls.push(Call { id, name: tool.to_owned(), input });
    }
}

/// A turn that declines, saying why and what can be asked instead; the run then ends without an answer.
pub fn decline(reason: &str) -> Turn {
    Turn { reply: Reply { text: reason.to_owned(), stop: Stop::Refusal, ..Reply::default() }, ..Turn::default() }
}

//! The parts of events that tell of the run itself: replies, usage, spans.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A reply of the model in its neutral form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// Text beside the calls; empty for none.
    #[serde(default)]
    pub text: String,
    /// Reasoning that the model let be seen; empty for none.
    #[serde(default)]
    pub reasoning: String,
    /// Tool calls, in order.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// Why the model stopped.
    #[serde(default)]
    pub stop: Stop,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// Unique within the run.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// An object, or whatever the model wrote instead.
    pub input: Value,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It said what it wanted to say.
    #[default]
    End,
    /// It waits for tool results.
    ToolUse,
    /// It reached its token limit.
    MaxTokens,
    /// It declined.
    Refusal,
    /// The provider's filter stopped it.
    ContentFilter,
    /// It rests, and goes on when it is sent the conversation again.
    Pause,
    /// The conversation no longer fits its context.
    ContextOverflow,
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Responses.
    Responses,
    /// OpenAI Chat Completions, which many other servers speak.
    Chat,
    /// Gemini `generateContent`.
    Gemini,
    /// Ollama's own `/api/chat`.
    Ollama,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 5] = [Self::Anthropic, Self::Responses, Self::Chat, Self::Gemini, Self::Ollama];

    /// The name in configuration files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::Responses => "responses",
            Self::Chat => "chat",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }
}

/// Who made a turn's items. What of them belongs to the provider goes back to none other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Maker {
    /// How it was spoken to.
    pub protocol: Protocol,
    /// The server.
    pub base_url: String,
    /// The model, as the server names it.
    pub model: String,
}

/// What requests took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Usage {
    /// Requests sent.
    pub requests: u64,
    /// Tokens read by the model, those of the cache left out.
    pub input_tokens: u64,
    /// Tokens written by the model.
    pub output_tokens: u64,
    /// Tokens that the provider took from its cache.
    pub cache_read_tokens: u64,
    /// Tokens that the provider put into its cache.
    pub cache_write_tokens: u64,
    /// US dollars, as an estimate; null where a price is unknown.
    pub cost_usd: Option<f64>,
}

/// No request, which costs nothing.
impl Default for Usage {
    fn default() -> Self {
        Self {
            requests: 0,
            input_tokens: 0,
            output_tokens: 0,
            cache_read_tokens: 0,
            cache_write_tokens: 0,
            cost_usd: Some(0.0),
        }
    }
}

impl Usage {
    /// Adds what another request took. The cost stays known only where both are.
    pub fn add(&mut self, other: &Self) {
        self.cost_usd = self.cost_usd.zip(other.cost_usd).map(|(mine, theirs)| mine + theirs);
        let sums = [
            (&mut self.requests, other.requests),
            (&mut self.input_tokens, other.input_tokens),
            (&mut self.output_tokens, other.output_tokens),
            (&mut self.cache_read_tokens, other.cache_read_tokens),
            (&mut self.cache_write_tokens, other.cache_write_tokens),
        ];
        for (mine, theirs) in sums {
            *mine = mine.saturating_add(theirs);
        }
    }

    /// Tokens read in all, from the cache and into it too.
    #[must_use]
    pub fn read_tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.cache_read_tokens).saturating_add(self.cache_write_tokens)
    }

    /// Tokens read and written.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.read_tokens().saturating_add(self.output_tokens)
    }
}

/// What a text is in the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The summary of an analysis.
    Summary,
    /// Something that was found.
    Finding,
    /// An aside.
    Note,
    /// The answer to the question.
    Answer,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// As it should.
    Complete,
    /// With part of what was asked.
    Partial,
    /// Without an answer.
    Failed,
    /// By a signal.
    Interrupted,
}

/// Something that took time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// What it was.
    pub name: String,
    /// Its kind.
    pub kind: SpanKind,
    /// Milliseconds since the run's start.
    pub start_ms: u64,
    /// Milliseconds since the run's start.
    pub end_ms: u64,
}

/// Kinds of spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// The model thinking.
    Model,
    /// A tool at work.
    Tool,
    /// A file being read.
    Load,
}

/// The tools by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolName {
    /// `sql_query`
    SqlQuery,
    /// `describe_columns`
    DescribeColumns,
    /// `find_values`
    FindValues,
    /// `output_text`
    OutputText,
    /// `output_table`
    OutputTable,
    /// `create_plot`
    CreatePlot,
    /// `finalize`
    Finalize,
}

impl ToolName {
    /// All tools, in the order in which models see them.
    pub const ALL: [Self; 7] = [
        Self::SqlQuery,
        Self::DescribeColumns,
        Self::FindValues,
        Self::OutputText,
        Self::OutputTable,
        Self::CreatePlot,
        Self::Finalize,
    ];

    /// The name that models use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SqlQuery => "sql_query",
            Self::DescribeColumns => "describe_columns",
            Self::FindValues => "find_values",
            Self::OutputText => "output_text",
            Self::OutputTable => "output_table",
            Self::CreatePlot => "create_plot",
            Self::Finalize => "finalize",
        }
    }

    /// The tool of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.as_str() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_too_large_to_be_summed_stay_the_largest() {
        let much = Usage { input_tokens: u64::MAX, cache_read_tokens: u64::MAX, output_tokens: 1, ..Usage::default() };
        let mut total = much;
        total.add(&much);
        assert_eq!((total.input_tokens, total.output_tokens), (u64::MAX, 2));
        assert_eq!((total.read_tokens(), total.tokens()), (u64::MAX, u64::MAX));
    }

    #[test]
    fn a_cost_is_known_only_where_every_part_is() {
        let priced = Usage { requests: 1, cost_usd: Some(0.5), ..Usage::default() };
        let unknown = Usage { requests: 1, cost_usd: None, ..Usage::default() };
        let mut total = Usage::default();
        total.add(&priced);
        total.add(&priced);
        assert_eq!(total.cost_usd, Some(1.0));
        total.add(&unknown);
        assert_eq!(total.cost_usd, None);
        total.add(&priced);
        assert_eq!((total.cost_usd, total.requests), (None, 4));
    }
}

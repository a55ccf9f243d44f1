//! The loop: prompt, model turn, tool calls in order, results, next turn; until `finalize`, a limit, or a signal.
pub mod prompt;

//! Reports as text: Markdown and terminals.

mod charts;
mod markdown;
mod terminal;

//! Reports as text: Markdown and terminals.

mod markdown;
mod terminal;

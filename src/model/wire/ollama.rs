//! Ollama's own `/api/chat`: the only one of its endpoints that can be told how much context the model shall have. Over
//! the others it cuts a long prompt without a word.
//!
//! Items are messages, as for Chat; arguments are objects, and calls need no ids.

mod request;
mod stream;
#[cfg(test)]
mod tests;

pub use request::body;
pub use stream::Stream;

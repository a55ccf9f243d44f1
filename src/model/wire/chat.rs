//! OpenAI's Chat Completions, and the many servers that speak it more or less so.
//!
//! Items are messages: the one that the server streamed, put together, with all keys that it sent. Nothing is sent that
//! a server may not know: some answer an unknown key with an error.

mod calls;
mod content;
mod request;
mod stream;
#[cfg(test)]
mod tests;
mod usage;

pub use request::body;
pub use stream::Stream;

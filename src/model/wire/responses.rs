//! OpenAI's Responses, without state at the server: what it must know of earlier turns is in the items that go back.
//!
//! Items are those of `input`: the output items of a turn exactly as they came, reasoning included.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod turn;

pub use request::body;
pub use stream::Stream;

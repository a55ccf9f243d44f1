//! Anthropic's Messages: `POST /v1/messages`, content blocks, server-sent events.
//!
//! Nothing is asked for that some model refuses: no sampling, no kind of thinking, no forced tool. What is sent is the
//! same for version 2023-06-01 of the interface, which other servers know, and for 2026-10-21.

mod block;
#[cfg(test)]
mod properties;
mod request;
mod stop;
mod stream;
#[cfg(test)]
mod tests;

pub use request::body;
pub use stream::Stream;

//! Google Gemini's `generateContent`: parts, server-sent events, each a whole response.
//!
//! Nothing is asked for that some model refuses: no sampling, and no thoughts, of which models that do not think know
//! nothing.

#[cfg(test)]
mod properties;
mod request;
mod stop;
mod stream;
#[cfg(test)]
mod tests;

pub use request::{body, path};
pub use stream::Stream;

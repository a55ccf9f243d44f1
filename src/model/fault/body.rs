//! What servers say in their errors, of all protocols, and what kind of fault that is.

use serde_json::Value;

/// An error as a server told it: in the body of an answer, or in the middle of a stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerError {
    /// HTTP's status; none in the middle of a stream.
    pub status: Option<u16>,
    /// Its own words; empty for none.
    pub message: String,
    /// The whole of its JSON; null where it is none.
    pub body: Value,
}

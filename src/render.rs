//! Reports and streams: whatever a person or a program gets to see of a run.
//!
//! Uses `limits`, `table`, `event` and `templates`; sees nothing of its siblings. Renderers read events and nothing
//! else, so that a saved run renders to the same bytes as the run itself.

pub mod escape;
pub mod ndjson;

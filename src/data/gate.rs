//! The read-only gate.

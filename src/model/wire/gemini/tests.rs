//! Streams as Gemini and others send them.

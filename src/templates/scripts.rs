//! Vega's scripts, which the page carries and which draw pictures. They come from npm at build time; see `build.rs`.
//!
//! They are statics, so that the program holds each once.

/// Draws what Vega-Lite compiles.
pub static VEGA: &str = include_str!(concat!(env!("OUT_DIR"), "/scripts/vega.min.js"));
/// Compiles specifications.
pub static VEGA_LITE: &str = include_str!(concat!(env!("OUT_DIR"), "/scripts/vega-lite.min.js"));
/// Puts charts into a page.
pub static VEGA_EMBED: &str = include_str!(concat!(env!("OUT_DIR"), "/scripts/vega-embed.min.js"));

//! csvchat analyses data files with a language model, and shows the query behind every number.
//!
//! The rooms, in dependency order (each may use those above it; siblings do not see each other):
//!
//! ```text
//! limits  sql  system  table  event  templates
//!   data  model  chart  evidence  render        siblings
//! tools  analyst  agent
//! settings  error  app  cli  main     the edge
//! ```
//!
//! One question takes this way: `cli` turns arguments into an order; `app` opens the outputs, loads the files (`data`),
//! picks a model (`settings`, `model`, `analyst`) and hands both to the `agent`, which loops: request -> turn -> tool calls
//! (`tools`) -> results. Every step is an [`event::Event`] in the run's [`event::Log`]. `render` folds the events into
//! a report and writes it.

pub mod agent;
pub mod analyst;
pub mod app;
pub mod chart;
pub mod cli;
pub mod data;
pub mod error;
pub mod event;
pub mod evidence;
pub mod limits;
pub mod model;
pub mod render;
pub mod settings;
pub mod sql;
pub mod system;
pub mod table;
pub mod templates;
pub mod tools;

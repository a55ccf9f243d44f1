//! What tests of several subjects share.

pub mod hostile;
pub mod shop;

//! What tests of several subjects share.

pub mod shop;

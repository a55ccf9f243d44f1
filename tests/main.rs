//! The one integration binary.

mod support;
mod text;

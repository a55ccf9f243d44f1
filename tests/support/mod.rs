//! What tests share.

pub mod program;
pub mod sales_run;

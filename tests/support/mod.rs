//! What tests share.

pub mod sales_run;

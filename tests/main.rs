//! The one integration binary: each module tests one thing that users rely on.

mod analysis;

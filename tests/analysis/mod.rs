//! The built-in analysis through the program: what it finds in data that is known, and what it does with strange data.

mod facts;
mod first;
mod random;
mod shapes;
mod shown;

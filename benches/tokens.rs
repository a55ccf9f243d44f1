//! Counts the tokens of what comes on standard input, as models of OpenAI do (o200k_base), and prints the number.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::io::Read as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    println!("{}", tiktoken_rs::o200k_base()?.encode_ordinary(&text).len());
    Ok(())
}

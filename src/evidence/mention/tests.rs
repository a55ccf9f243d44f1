//! What is found in a text and what is left out, rule by rule, each with examples and counter-examples.

mod disguised;
mod left_out;
mod properties;
mod styles;
mod words;

use super::{Form, Hedge, Mention, Names, Numbers, read};

/// A mention as a line: `1.2M = 1200000 by 100000`, its form and hedge where they say something, further readings
/// behind `or`.
fn shown(text: &str, mention: &Mention) -> String {
    let form = match mention.form {
        Form::Number => String::new(),
        other => format!(" {other:?}"),
    };
    let hedge = match mention.hedge {
        Hedge::Exact => String::new(),
        other => format!(" {other:?}"),
    };
    let readings: Vec<String> =
        mention.readings.iter().map(|reading| format!("{} by {}", reading.value, reading.unit)).collect();
    format!("{} = {}{form}{hedge}", &text[mention.range.clone()], readings.join(" or "))
}

fn numbers(text: &str) -> Numbers {
    read(text, &Names::default(), None)
}

/// Holds the claims of a text, all of them, as [`shown`] shows them.
#[track_caller]
fn claims(text: &str, wanted: &[&str]) {
    let found: Vec<String> = numbers(text).mentions.iter().map(|mention| shown(text, mention)).collect();
    assert_eq!(found, wanted, "in {text:?}");
}

/// Holds what of a text is claimed, as written.
#[track_caller]
fn written(text: &str, wanted: &[&str]) {
    let found: Vec<&str> = numbers(text).mentions.iter().map(|mention| &text[mention.range.clone()]).collect();
    assert_eq!(found, wanted, "in {text:?}");
}

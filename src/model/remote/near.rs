//! Known models with names like one that is not known.

use super::probe;
use crate::limits::NEAR_NAMES;
use crate::model::transport::Transport;
use crate::model::{Endpoint, price};

/// How alike two names must be, from 0 to 1.
const ALIKE: f64 = 0.5;

/// The nearest names that the server has, else those of the price table.
pub async fn models(transport: &Transport, endpoint: &Endpoint) -> Vec<String> {
    let known = probe::models(transport, endpoint).await;
    let known = if known.is_empty() { price::models().map(str::to_owned).collect() } else { known };
    nearest(&endpoint.model, known).into_iter().map(|name| endpoint.redact(&name)).collect()
}

fn nearest(wanted: &str, known: Vec<String>) -> Vec<String> {
    let small = wanted.to_lowercase();
    let alike = |name: &str| {
        let name = name.to_lowercase();
        // `llama3.2` means `llama3.2:3b`, and `sonnet` means `claude-sonnet-5-5`.
        let part = if name.contains(&small) { 0.5 } else { 0.0 };
        strsim::normalized_damerau_levenshtein(&small, &name) + part
    };
    let mut rated: Vec<(f64, String)> = known.into_iter().map(|name| (alike(&name), name)).collect();
    rated.retain(|(rate, name)| *rate >= ALIKE && name != wanted && name.chars().all(|c| c.is_ascii_graphic()));
    rated.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    rated.dedup_by(|one, other| one.1 == other.1);
    rated.into_iter().map(|(_, name)| name).take(NEAR_NAMES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first() {
        let known = || price::models().map(str::to_owned).collect();
        assert_eq!(nearest("claude-sonet-5-5", known())[0], "claude-sonnet-5-5");
        assert_eq!(nearest("gpt-6.1-SOL", known())[0], "gpt-6.1-sol");
        assert_eq!(nearest("haiku", known()), ["claude-haiku-4-5", "claude-haiku-5-5"]);
        assert_eq!(nearest("zzz", known()), [""; 0]);
        assert_eq!(nearest("llama3.2", vec!["qwen3:4b".to_owned(), "llama3.2:3b".to_owned()]), ["llama3.2:3b"]);
    }
}

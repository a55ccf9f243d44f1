//! What a chunk says that a request took.
//!
//! Servers differ in where they put it and in what they count; the neutral form counts the cache apart.

use serde_json::{Map, Value};

use crate::event::Usage;
use crate::model::wire::shape::{count, count_within};

/// The counts of a chunk: in `usage`, in `x_groq.usage`, or in the choice.
pub fn of(chunk: &Map<String, Value>) -> Option<Usage> {
    let nested = |key: &str| chunk.get(key).and_then(|part| part.get("usage"));
    let choice = chunk.get("choices").and_then(|choices| choices.get(0)).and_then(|choice| choice.get("usage"));
    [chunk.get("usage"), nested("x_groq"), choice].into_iter().flatten().find_map(Value::as_object).map(read)
}

fn read(usage: &Map<String, Value>) -> Usage {
    let detail = |key: &str| count_within(usage, "prompt_tokens_details", key);
    let prompt = count(usage, "prompt_tokens").unwrap_or(0);
    let total = count(usage, "total_tokens").unwrap_or(0);
    let cache_read = detail("cached_tokens").or_else(|| count(usage, "prompt_cache_hit_tokens")).unwrap_or(0);
    let cache_write = detail("cache_write_tokens").unwrap_or(0);
    Usage {
        requests: 1,
        input_tokens: prompt.saturating_sub(cache_read).saturating_sub(cache_write),
        // Some servers count reasoning in the total only.
        output_tokens: count(usage, "completion_tokens").unwrap_or(0).max(total.saturating_sub(prompt)),
        cache_read_tokens: cache_read,
        cache_write_tokens: cache_write,
        cost_usd: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_counts_are_found_wherever_servers_put_them() {
        let openai = json!({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
            "prompt_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 10}});
        let deepseek = json!({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
            "prompt_cache_hit_tokens": 60, "prompt_cache_miss_tokens": 40});
        let thinking = json!({"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 120});
        for (chunk, expected) in [
            (json!({"choices": [], "usage": openai}), (30, 20, 60, 10)),
            (json!({"choices": [], "usage": null, "x_groq": {"usage": openai}}), (30, 20, 60, 10)),
            (json!({"choices": [{"usage": openai}]}), (30, 20, 60, 10)),
            (json!({"choices": [], "usage": deepseek}), (40, 20, 60, 0)),
            (json!({"choices": [], "usage": thinking}), (100, 20, 0, 0)),
            (json!({"usage": {"prompt_tokens": 1, "prompt_tokens_details": {"cached_tokens": 5}}}), (0, 0, 5, 0)),
        ] {
            let usage = of(chunk.as_object().unwrap()).unwrap();
            let Usage { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, .. } = usage;
            assert_eq!((input_tokens, output_tokens, cache_read_tokens, cache_write_tokens), expected, "{chunk}");
            assert_eq!((usage.requests, usage.cost_usd), (1, None));
        }
        assert_eq!(of(json!({"usage": null, "choices": [1]}).as_object().unwrap()), None);
    }
}

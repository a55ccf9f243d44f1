//! How many tokens a prompt takes, before a server has counted them; and whether one was cut.

use crate::event::Usage;
use crate::limits::{
    BYTES_A_TOKEN, BYTES_A_TOKEN_MOST, CUT_PROMPT_TOKENS, LEAST_OUTPUT_TOKENS, LOCAL_CONTEXT, LOCAL_OUTPUT_ROOM,
};
use crate::model::Request;

/// Tokens that a body takes at least.
pub fn tokens(body: &str) -> u64 {
    body.len() as u64 / BYTES_A_TOKEN_MOST
}

/// Whether a body clearly does not fit a context.
pub fn overflows(body: &str, window: u64) -> bool {
    tokens(body) + LEAST_OUTPUT_TOKENS > window
}

/// Tokens of context to ask a server for: enough for the prompt and a turn, a power of two, so that they stay the same
/// from one request to the next; never fewer than before.
pub fn context(before: u64, prompt: u64, output: u64, window: Option<u64>) -> u64 {
    let needed = prompt.saturating_add(output.min(LOCAL_OUTPUT_ROOM));
    let step = needed.max(LOCAL_CONTEXT).checked_next_power_of_two().unwrap_or(needed);
    step.max(before).min(window.unwrap_or(u64::MAX))
}

/// What the user should know where a server has read far less than it was sent, or exactly as much as fits its context.
///
/// Cautious: tokens of four bytes are counted, and servers that leave out what they had in their cache are believed.
pub fn cut_warning(request: &Request, usage: &Usage, window: Option<u64>) -> Option<(String, String)> {
    let counted = usage.read_tokens();
    let sent = request.tokens() * BYTES_A_TOKEN / BYTES_A_TOKEN_MOST;
    let far_less = counted * 5 < sent * 2;
    let at_the_window = window.is_some_and(|window| counted + 1 >= window) && sent > counted;
    (counted >= CUT_PROMPT_TOKENS && (far_less || at_the_window)).then(|| {
        let message = format!(
            "the server read {counted} tokens of a prompt of about {sent}: it seems to have cut it. Give the server a larger \
             context, or name fewer files"
        );
        ("prompt_cut".to_owned(), message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::wire::samples;

    #[test]
    fn the_context_stays_the_same_between_requests() {
        assert_eq!(context(0, 1_000, 2_000, None), LOCAL_CONTEXT);
        let first = context(0, 5_000, 16_000, None);
        assert_eq!(first, 16_384);
        assert_eq!(context(first, 8_000, 16_000, None), first);
        let grown = context(first, 9_000, 16_000, None);
        assert_eq!(grown, 32_768);
        assert_eq!(context(grown, 1_000, 100, None), grown);
        assert_eq!(context(0, 50_000, 16_000, Some(10_000)), 10_000);
        assert_eq!(context(0, u64::MAX, 1, None), u64::MAX);
    }

    #[test]
    fn a_prompt_that_was_cut_is_told() {
        let mut request = samples::request([]);
        request.system = "x".repeat(40_000);
        let warns = |counted, window| {
            let usage = Usage { input_tokens: counted, ..Usage::default() };
            cut_warning(&request, &usage, window).is_some()
        };
        assert!(warns(2_048, None));
        assert!(warns(4_096, Some(4_096)));
        assert!(!warns(8_000, Some(8_192)));
        assert!(!warns(9_000, None));
        // A server that counts nothing, or only what it has not kept.
        assert!(!warns(0, None));
        assert!(!warns(35, None));
    }
}

//! Whether and when a request is sent again. Nothing here is left to chance: the same request waits as long every time.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use sha2::{Digest, Sha256};

use crate::limits::{LOADING_RETRIES, RETRIES, RETRY_AFTER_MOST, RETRY_WAIT, RETRY_WAIT_MOST};
use crate::model::fault::{FaultKind, Trouble};

/// The retries of one request.
pub struct Retries {
    waits: ExponentialBackoff,
    digest: String,
    is_local: bool,
    count: u32,
}

impl Retries {
    /// None so far. `digest` is the request's.
    pub fn new(digest: &str, is_local: bool) -> Self {
        let waits = ExponentialBuilder::default()
            .with_factor(2.0)
            .with_min_delay(RETRY_WAIT)
            .with_max_delay(RETRY_WAIT_MOST)
            .without_max_times()
            .build();
        Self { waits, digest: digest.to_owned(), is_local, count: 0 }
    }

    /// How many there were.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How long to wait before the request is sent again; nothing where it is not.
    pub fn next(&mut self, trouble: &Trouble) -> Option<Duration> {
        let is_loading = self.is_local
            && trouble.kind == FaultKind::Overloaded
            && trouble.said.to_lowercase().contains("loading model");
        let most = if is_loading { LOADING_RETRIES } else { RETRIES };
        if !trouble.may_retry() || self.count as usize >= most || is_too_long(trouble) {
            return None;
        }
        self.count += 1;
        let own = self.waits.next()?.mul_f64(1.0 - 0.25 * self.share());
        Some(trouble.again.after.unwrap_or(own))
    }

    /// A number from 0 up to 1 that looks like chance, so that many runs at a time do not all come back at once.
    fn share(&self) -> f64 {
        let digest = Sha256::new().chain_update(&self.digest).chain_update(self.count.to_be_bytes()).finalize();
        let number = digest.iter().take(2).fold(0_u32, |number, byte| number * 256 + u32::from(*byte));
        f64::from(number) / 65_536.0
    }
}

fn is_too_long(trouble: &Trouble) -> bool {
    trouble.again.after.is_some_and(|after| after > RETRY_AFTER_MOST)
}

/// Why a request is sent again, in a few words.
pub fn reason(trouble: &Trouble) -> String {
    let words = trouble.kind.words();
    trouble
        .status
        .filter(|status| *status >= 300)
        .map_or_else(|| words.to_owned(), |status| format!("{words} ({status})"))
}

/// The trouble, with the wait that was too long for it named.
pub fn explained(mut trouble: Trouble) -> Trouble {
    if let Some(after) = trouble.again.after.filter(|_| is_too_long(&trouble)) {
        let said = trouble.said.trim_end_matches('.');
        let stop = if said.is_empty() { "" } else { "; " };
        trouble.said = format!("{said}{stop}it asks to wait {} s", after.as_secs());
    }
    trouble
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fault::{Again, ServerError};

    fn overloaded() -> Trouble {
        Trouble::told(&ServerError::read(529, b""), Again::default())
    }

    fn waits(trouble: &Trouble, digest: &str, is_local: bool) -> Vec<u128> {
        let mut retries = Retries::new(digest, is_local);
        std::iter::from_fn(|| retries.next(trouble)).map(|wait| wait.as_millis()).collect()
    }

    #[test]
    fn waits_double_and_are_the_same_every_time() {
        let first = waits(&overloaded(), "a", false);
        assert!(matches!(first[..], [375..=500, 750..=1000]), "{first:?}");
        assert_eq!(first, waits(&overloaded(), "a", false));
        assert_ne!(first, waits(&overloaded(), "b", false));
    }

    #[test]
    fn a_server_that_loads_its_model_is_given_time() {
        let loading = Trouble { said: "Loading model".to_owned(), ..overloaded() };
        let local = waits(&loading, "a", true);
        assert_eq!(local.len(), LOADING_RETRIES);
        assert!(matches!(local.last(), Some(6_000..=8_000)), "{local:?}");
        assert_eq!(waits(&loading, "a", false).len(), RETRIES);
    }

    #[test]
    fn the_servers_own_wait_counts_unless_it_is_too_long() {
        let asks = |after| Trouble { again: Again { told: None, after: Some(after) }, ..overloaded() };
        assert_eq!(waits(&asks(Duration::from_millis(7)), "a", false), [7, 7]);
        let long = asks(RETRY_AFTER_MOST + Duration::from_secs(1));
        assert_eq!(waits(&long, "a", false), [0_u128; 0]);
        assert_eq!(explained(long).said, "it asks to wait 121 s");
        assert_eq!(explained(overloaded()).said, "");
    }

    #[test]
    fn what_cannot_help_is_not_tried() {
        let final_one = Trouble::told(
            &ServerError::read(429, br#"{"error":{"code":"insufficient_quota"}}"#),
            Again { told: None, after: Some(Duration::ZERO) },
        );
        assert_eq!(waits(&final_one, "a", false), [0_u128; 0]);
    }

    #[test]
    fn a_reason_holds_no_word_of_the_server() {
        let trouble = Trouble { said: "sk-secret".to_owned(), ..overloaded() };
        assert_eq!(reason(&trouble), "the server is overloaded or not ready (529)");
    }
}

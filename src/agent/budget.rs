//! What a run may still take: looked at before each request.
//!
//! At a limit, one last turn without tools closes the answer, where the limit leaves room for it: it is the last request
//! that fits, not one more. The first request is never the last one, as nothing has been found before it.

use std::time::{Duration, Instant};

use super::{Conditions, Limit};
use crate::event::Usage;
use crate::limits::{BYTES_A_TOKEN, LEAST_OUTPUT_TOKENS, Limits};
use crate::model::{Model, Prices, Request, Turn};

/// What the limits leave for the next request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Room {
    /// More than one turn.
    Open {
        /// Tokens that it may write, where that is fewer than the model may.
        output_tokens: Option<u64>,
    },
    /// One turn.
    Closing {
        /// Tokens that it may write, where that is fewer than the model may.
        output_tokens: Option<u64>,
        /// What leaves no room for more.
        limit: Limit,
    },
    /// None.
    None {
        /// What leaves no room.
        limit: Limit,
    },
}

/// Limits, and what the last turn has shown of how much one takes.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    deadline: Option<Instant>,
    prices: Option<Prices>,
    is_metered: bool,
    most_output: u64,
    began: Option<Instant>,
    last: Option<Last>,
    /// An estimate of what servers did not count.
    uncounted: Usage,
}

/// The last turn.
#[derive(Debug, Clone, Copy)]
struct Last {
    took: Duration,
    /// Of its prompt, as estimated from bytes.
    estimated: u64,
    /// Of its prompt, as the server counted; none where it did not.
    counted: Option<u64>,
    written: u64,
}

impl Budget {
    pub fn new(conditions: &Conditions, model: &dyn Model) -> Self {
        let Conditions { limits, deadline, .. } = conditions;
        Self {
            limits: limits.clone(),
            deadline: *deadline,
            prices: model.prices(),
            is_metered: model.is_metered(),
            most_output: model.output_tokens(),
            began: None,
            last: None,
            uncounted: Usage::default(),
        }
    }

    /// What is left for the request of a turn, counted from 1.
    pub fn room(&mut self, turn: u32, request: &Request, usage: &Usage) -> Room {
        self.began = Some(Instant::now());
        self.judge(turn, request, usage)
    }

    /// The same for a request that is sent again.
    pub fn judge(&self, turn: u32, request: &Request, usage: &Usage) -> Room {
        let usage = &sum(usage, &self.uncounted);
        let prompt = self.prompt(request);
        let written = self.last.map_or(0, |last| last.written).max(LEAST_OUTPUT_TOKENS);
        let after = Usage { input_tokens: prompt, output_tokens: written, ..Usage::default() };
        let mut output_tokens = self.most_output;
        let mut closing = None;
        let fits = [
            (self.tokens_left(usage, prompt), self.tokens_left(&sum(usage, &after), prompt + written)),
            (self.money_left(usage, 0.0, prompt), self.money_left(usage, self.cost(&after), prompt + written)),
        ];
        for ((limit, left), (_, left_after)) in fits.into_iter().filter_map(|(now, after)| now.zip(after)) {
            if left < LEAST_OUTPUT_TOKENS {
                return Room::None { limit };
            }
            if left_after < LEAST_OUTPUT_TOKENS {
                closing = closing.or(Some(limit));
            }
            output_tokens = output_tokens.min(left);
        }
        if turn > self.limits.max_turns {
            return Room::None { limit: Limit::Turns(self.limits.max_turns) };
        }
        if turn == self.limits.max_turns {
            closing = Some(Limit::Turns(self.limits.max_turns));
        }
        if self.time_is_short() {
            closing = closing.or(Some(Limit::Time));
        }
        let output_tokens = (output_tokens < self.most_output).then_some(output_tokens);
        match closing {
            Some(limit) if turn > 1 => Room::Closing { output_tokens, limit },
            Some(_) | None => Room::Open { output_tokens },
        }
    }

    /// Notes what a turn took.
    pub fn note(&mut self, request: &Request, turn: &Turn) {
        let usage = &turn.usage;
        let counted = usage.read_tokens();
        if self.is_metered && (counted == 0 || usage.output_tokens == 0) {
            let written = serde_json::to_vec(&turn.reply).map_or(0, |bytes| bytes.len() as u64) / BYTES_A_TOKEN;
            let guess = Usage {
                input_tokens: if counted == 0 { request.tokens() } else { 0 },
                output_tokens: if usage.output_tokens == 0 { written } else { 0 },
                ..Usage::default()
            };
            self.count(&guess);
        }
        self.last = Some(Last {
            took: self.began.map_or(Duration::ZERO, |began| began.elapsed()),
            estimated: request.tokens(),
            counted: (counted > 0).then_some(counted),
            written: usage.output_tokens,
        });
    }

    /// Counts an estimate of what a server has not counted.
    pub fn count(&mut self, guess: &Usage) {
        self.uncounted.add(&Usage { cost_usd: Some(self.cost(guess)), ..*guess });
    }

    /// Tokens of the prompt: what the server counted of the last one, and an estimate of what came since.
    fn prompt(&self, request: &Request) -> u64 {
        let estimated = request.tokens();
        match self.last {
            Some(Last { estimated: before, counted: Some(counted), .. }) => counted + estimated.saturating_sub(before),
            Some(Last { counted: None, .. }) | None => estimated,
        }
    }

    /// Tokens that a request of this many may still write by `--max-tokens`.
    fn tokens_left(&self, usage: &Usage, prompt: u64) -> Option<(Limit, u64)> {
        // What takes no tokens, as the built-in analyst, is not bound by them.
        self.is_metered.then(|| {
            let used = usage.tokens();
            (Limit::Tokens(self.limits.max_tokens), self.limits.max_tokens.saturating_sub(used).saturating_sub(prompt))
        })
    }

    /// The same by `--max-cost`.
    fn money_left(&self, usage: &Usage, more: f64, prompt: u64) -> Option<(Limit, u64)> {
        let most = self.limits.max_cost_usd?;
        let prompt = Usage { input_tokens: prompt, ..Usage::default() };
        // Where a server did not count one of the turns, the cost is not known: that of all tokens stands for it.
        let spent = usage.cost_usd.unwrap_or_else(|| self.cost(usage));
        let left = most - spent - more - self.cost(&prompt);
        let one = self.cost(&Usage { output_tokens: 1_000_000, input_tokens: prompt.input_tokens, ..Usage::default() })
            - self.cost(&prompt);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not below 0; beyond 2^64 it saturates"
        )]
        let tokens = if one > 0.0 { (left.max(0.0) / one * 1e6) as u64 } else { u64::MAX };
        Some((Limit::Cost(most), tokens))
    }

    fn cost(&self, usage: &Usage) -> f64 {
        self.prices.as_ref().map_or(0.0, |prices| prices.cost(usage))
    }

    /// Whether the time left would not do for two turns as long as the last one.
    fn time_is_short(&self) -> bool {
        let Some((deadline, last)) = self.deadline.zip(self.last) else { return false };
        deadline.saturating_duration_since(Instant::now()) < last.took * 2
    }
}

fn sum(usage: &Usage, more: &Usage) -> Usage {
    let mut sum = *usage;
    sum.add(more);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Reply;
    use crate::model::{Listener, Message, Tier, TurnFuture};

    /// A model that costs a dollar for each token written, and a hundredth of that for each read.
    struct Dear;

    impl Model for Dear {
        fn name(&self) -> &'static str {
            "dear"
        }

        fn prices(&self) -> Option<Prices> {
            let tiers = vec![Tier { input: 1e4, output: 1e6, ..Tier::default() }];
            Some(Prices { tiers, ..Prices::default() })
        }

        fn is_metered(&self) -> bool {
            true
        }

        fn turn<'a>(&'a mut self, _request: &'a Request, _listener: Listener<'a>) -> TurnFuture<'a> {
            Box::pin(std::future::ready(Ok(Turn { reply: Reply::default(), ..Turn::default() })))
        }
    }

    /// A request that is estimated at about so many tokens.
    fn request(tokens: usize) -> Request {
        let text = "x".repeat(tokens * 3);
        let messages = vec![Message::User { text }];
        Request { system: String::new(), tools: Vec::new(), messages, closing: false, output_tokens: None }
    }

    fn budget(limits: Limits) -> Budget {
        Budget::new(&Conditions { limits, ..Conditions::default() }, &Dear)
    }

    fn used(input_tokens: u64, output_tokens: u64) -> Usage {
        let usage = Usage { requests: 1, input_tokens, output_tokens, ..Usage::default() };
        Usage { cost_usd: Dear.prices().map(|prices| prices.cost(&usage)), ..usage }
    }

    fn took(input_tokens: u64, output_tokens: u64) -> Turn {
        Turn { usage: used(input_tokens, output_tokens), ..Turn::default() }
    }

    #[test]
    fn what_a_server_does_not_count_is_estimated() {
        let mut budget = budget(Limits { max_tokens: 10_000, ..Limits::default() });
        let limit = Limit::Tokens(10_000);
        budget.note(&request(4_500), &took(0, 0));
        assert!(matches!(budget.room(2, &request(4_500), &Usage::default()), Room::Closing { .. }));
        budget.note(&request(4_500), &took(0, 0));
        assert_eq!(budget.room(3, &request(4_500), &Usage::default()), Room::None { limit });
    }

    #[test]
    fn what_a_broken_reply_took_is_estimated() {
        let mut budget = budget(Limits { max_tokens: 10_000, ..Limits::default() });
        assert!(matches!(budget.judge(2, &request(3_000), &Usage::default()), Room::Open { .. }));
        budget.count(&Usage { input_tokens: 3_000, output_tokens: 4_500, ..Usage::default() });
        let limit = Limit::Tokens(10_000);
        assert_eq!(budget.judge(2, &request(3_000), &Usage::default()), Room::None { limit });
    }

    #[test]
    fn the_last_turn_that_fits_closes() {
        let mut budget = budget(Limits { max_turns: 3, ..Limits::default() });
        let request = request(10);
        let usage = Usage::default();
        assert_eq!(budget.room(2, &request, &usage), Room::Open { output_tokens: None });
        let limit = Limit::Turns(3);
        assert_eq!(budget.room(3, &request, &usage), Room::Closing { output_tokens: None, limit });
        assert_eq!(budget.room(4, &request, &usage), Room::None { limit });
    }

    #[test]
    fn a_single_turn_has_its_tools() {
        let mut budget = budget(Limits { max_turns: 1, ..Limits::default() });
        assert_eq!(budget.room(1, &request(10), &Usage::default()), Room::Open { output_tokens: None });
    }

    #[test]
    fn tokens_are_bounded_before_they_are_used() {
        let mut budget = budget(Limits { max_tokens: 10_000, ..Limits::default() });
        let limit = Limit::Tokens(10_000);
        // Of 10,000, the prompt takes about 1,000: the rest may be written.
        let Room::Open { output_tokens: Some(left) } = budget.room(1, &request(1_000), &Usage::default()) else {
            panic!("no room");
        };
        assert!((8_900..9_001).contains(&left), "{left}");
        assert_eq!(budget.room(1, &request(10_000), &Usage::default()), Room::None { limit });

        budget.note(&request(1_000), &took(3_000, 1_000));
        // The server counted three times the estimate: the next prompt takes 3,000 at least, and leaves 3,000.
        let room = budget.room(2, &request(1_000), &used(3_000, 1_000));
        assert_eq!(room, Room::Closing { output_tokens: Some(3_000), limit });
        let room = budget.room(2, &request(4_000), &used(3_000, 1_000));
        assert_eq!(room, Room::None { limit });
    }

    #[test]
    fn money_is_bounded_before_it_is_spent() {
        let mut budget = budget(Limits { max_cost_usd: Some(2_000.0), ..Limits::default() });
        let limit = Limit::Cost(2_000.0);
        let Room::Open { output_tokens: Some(left) } = budget.room(1, &request(1_000), &Usage::default()) else {
            panic!("no room");
        };
        assert!((1_989..=1_991).contains(&left), "{left}");
        budget.note(&request(1_000), &took(1_000, 500));
        let Room::Closing { output_tokens: Some(left), limit: reached } =
            budget.room(2, &request(1_000), &used(1_000, 990))
        else {
            panic!("not closing");
        };
        assert_eq!((left, reached), (990, limit));
        assert_eq!(budget.room(2, &request(1_000), &used(1_000, 1_600)), Room::None { limit });
    }

    #[test]
    fn what_takes_no_tokens_is_not_bound_by_them() {
        let conditions = Conditions { limits: Limits { max_tokens: 10, ..Limits::default() }, ..Conditions::default() };
        let mut budget = Budget::new(&conditions, &crate::model::Scripted::default());
        assert_eq!(budget.room(1, &request(1_000), &Usage::default()), Room::Open { output_tokens: None });
    }
}

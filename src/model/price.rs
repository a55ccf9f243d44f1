//! What tokens cost: one dated table, `price/prices.csv`, and the arithmetic. Always an estimate.

use crate::event::Usage;

/// The day of the table.
const PRICES_DATE: &str = "2026-10-30";

/// US dollars for a million tokens by model and, from some length of the prompt on, anew.
///
/// What is read and written stands in the providers' lists. The rest follows from their rules: reading from a cache
/// costs a tenth of the input; writing into it costs 1.25 times the input at Anthropic, whose cache of five minutes is
/// asked for, and nothing beside the input elsewhere; OpenAI's long prompts cost twice as much.
const TABLE: &str = include_str!("price/prices.csv");

/// What a model's tokens cost.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prices {
    /// The day of csvchat's own table; none where the prices are the user's.
    pub dated: Option<&'static str>,
    /// By the prompt's length, shortest first; none where tokens are free.
    pub tiers: Vec<Tier>,
}

/// US dollars for a million tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tier {
    /// For requests of more prompt tokens than this.
    pub above: u64,
    /// Read, not from the cache.
    pub input: f64,
    /// Written.
    pub output: f64,
    /// Read from the cache.
    pub cache_read: f64,
    /// Put into the cache.
    pub cache_write: f64,
}

impl Prices {
    /// US dollars for what one request took, or would take.
    #[must_use]
    pub fn cost(&self, usage: &Usage) -> f64 {
        let prompt = usage.read_tokens();
        let Some(tier) = self.tiers.iter().rev().find(|tier| prompt > tier.above || tier.above == 0) else {
            return 0.0;
        };
        let parts = [
            (usage.input_tokens, tier.input),
            (usage.output_tokens, tier.output),
            (usage.cache_read_tokens, tier.cache_read),
            (usage.cache_write_tokens, tier.cache_write),
        ];
        #[expect(clippy::cast_precision_loss, reason = "tokens of a run are far below 2^52")]
        parts.into_iter().map(|(tokens, price)| tokens as f64 * price / 1e6).sum()
    }
}

/// The prices of a model by its name, also where a date stands behind it: `claude-haiku-4-5-20251001`.
#[must_use]
pub fn prices_of(model: &str) -> Option<Prices> {
    let dated = |name: &str| {
        let rest = model.strip_prefix(name)?;
        let digits = rest.strip_prefix(['-', '@'])?;
        (digits.len() >= 8 && digits.chars().all(|character| character.is_ascii_digit() || character == '-'))
            .then_some(())
    };
    let mut tiers = Vec::new();
    for line in TABLE.lines().skip(1) {
        let mut cells = line.split(',');
        let name = cells.next()?;
        if name != model && dated(name).is_none() {
            continue;
        }
        let above = cells.next()?.parse().ok()?;
        let mut price = || cells.next()?.parse::<f64>().ok();
        tiers.push(Tier { above, input: price()?, output: price()?, cache_read: price()?, cache_write: price()? });
    }
    (!tiers.is_empty()).then_some(Prices { dated: Some(PRICES_DATE), tiers })
}

/// The names of the table's models, each once.
pub(super) fn models() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    let names = TABLE.lines().skip(1).filter_map(|line| line.split(',').next());
    names.filter(move |name| std::mem::replace(&mut last, name) != *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        for line in TABLE.lines().skip(1) {
            let name = line.split(',').next().unwrap();
            let prices = prices_of(name).unwrap();
            assert_eq!(prices.tiers[0].above, 0, "{name}");
            assert!(prices.tiers.iter().all(|tier| tier.output > tier.input && tier.input > tier.cache_read), "{name}");
            assert!(prices.tiers.is_sorted_by_key(|tier| tier.above), "{name}");
        }
    }

    #[test]
    fn long_prompts_cost_what_their_tier_says() {
        let prices = prices_of("claude-haiku-5-5").unwrap();
        let usage = |input_tokens| Usage { requests: 1, input_tokens, output_tokens: 1_000, ..Usage::default() };
        assert!((prices.cost(&usage(100_000)) - 0.0105).abs() < 1e-12);
        assert!((prices.cost(&usage(200_000)) - 0.1025).abs() < 1e-12);
        assert!(Prices::default().cost(&usage(200_000)) == 0.0);
    }

    #[test]
    fn a_name_with_its_date_is_the_same_model() {
        assert_eq!(prices_of("claude-haiku-4-5-20251001"), prices_of("claude-haiku-4-5"));
        assert_eq!(prices_of("gpt-6.1-sol-2026-10-01"), prices_of("gpt-6.1-sol"));
        for unknown in ["claude", "gpt-6.1-solar", "gpt-6.1-sol-mini", "llama3.2"] {
            assert_eq!(prices_of(unknown), None, "{unknown}");
        }
    }
}

//! Words that say which way something went, and words that set two things against each other.
//!
//! Uses nothing. As stems, the way the words of a passage are compared.

/// Words that say that something became or is less.
pub const DOWN: [&str; 59] = [
    "unspent",
    "saved",
    "leaving",
    "remaining",
    "save",
    "moin",
    "weniger",
    "meno",
    "slowed",
    "fell",
    "fall",
    "falling",
    "fallen",
    "drop",
    "dropped",
    "decline",
    "declined",
    "declining",
    "decrease",
    "decreased",
    "decreasing",
    "down",
    "lost",
    "lose",
    "loss",
    "shrank",
    "shrink",
    "shrunk",
    "less",
    "fewer",
    "lower",
    "below",
    "behind",
    "deficit",
    "negative",
    "minus",
    "reduced",
    "reduction",
    "cut",
    "slipped",
    "slid",
    "worse",
    "short",
    "shortfall",
    "under",
    "contracted",
    "contraction",
    "tumbled",
    "plunged",
    "sank",
    "dipped",
    "dip",
    "colder",
    "smaller",
    "shorter",
    "lighter",
    "trail",
    "lag",
    "missed",
];

/// Words that say that something became or is more.
pub const UP: [&str; 37] = [
    "overspent",
    "overran",
    "exceeded",
    "positive",
    "plus",
    "more",
    "higher",
    "above",
    "increase",
    "increased",
    "increasing",
    "rose",
    "rise",
    "risen",
    "grew",
    "grow",
    "grown",
    "growth",
    "gain",
    "gained",
    "up",
    "climbed",
    "jumped",
    "jump",
    "longer",
    "heavier",
    "larger",
    "bigger",
    "warmer",
    "surged",
    "expanded",
    "extra",
    "additional",
    "ahead",
    "outpace",
    "older",
    "doubled",
];

/// Words that set two things against each other.
pub const RELATING: [&str; 34] = [
    "outsell",
    "than",
    "between",
    "difference",
    "gap",
    "ahead",
    "behind",
    "above",
    "below",
    "against",
    "versus",
    "vs",
    "lead",
    "outweigh",
    "exceed",
    "exceeded",
    "apart",
    "compared",
    "trail",
    "margin",
    "spread",
    "range",
    "ranged",
    "outsold",
    "beat",
    "differ",
    "runner",
    "distance",
    "factor",
    "ratio",
    "span",
    "time",
    "over",
    "younger",
];

/// Words beside a number that make it a distance between two.
pub const RELATIVE: [&str; 30] = [
    "difference",
    "gap",
    "ahead",
    "behind",
    "lead",
    "margin",
    "spread",
    "range",
    "span",
    "apart",
    "distance",
    "jump",
    "change",
    "changed",
    "overrun",
    "leaving",
    "point",
    "longer",
    "shorter",
    "heavier",
    "lighter",
    "younger",
    "older",
    "between",
    "than",
    "outweigh",
    "over",
    "saved",
    "variance",
    "swing",
];

#[cfg(test)]
mod tests {
    use super::super::words::stem;
    use super::*;

    #[test]
    fn words_are_stems_and_stand_once() {
        for list in [&DOWN[..], &UP, &RELATING, &RELATIVE] {
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), list.len());
            for word in list {
                assert_eq!(*word, stem(word), "no word of a passage is ever this");
            }
        }
        assert!(!UP.iter().any(|word| DOWN.contains(word)), "nothing goes both ways");
    }
}

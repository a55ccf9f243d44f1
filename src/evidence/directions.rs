//! Words that say which way something went, and words that set two things against each other.
//!
//! Uses nothing. As stems, the way the words of a passage are compared.

/// Words of movement: something was more before.
pub const FELL: [&str; 45] = [
    "fell",
    "fall",
    "falling",
    "fallen",
    "drop",
    "dropped",
    "dropping",
    "decline",
    "declined",
    "declining",
    "decrease",
    "decreased",
    "decreasing",
    "shrank",
    "shrunk",
    "slipped",
    "slid",
    "tumbled",
    "plunged",
    "sank",
    "dipped",
    "contracted",
    "contraction",
    "down",
    "gesunken",
    "sinkt",
    "fiel",
    "fielen",
    "sanken",
    "gefallen",
    "rückgang",
    "zurückging",
    "abnahm",
    "einbrach",
    "abnahme",
    "baisse",
    "baissé",
    "diminué",
    "recul",
    "reculé",
    "cayó",
    "bajó",
    "descenso",
    "caída",
    "disminuyó",
];

/// Words of movement: something was less before.
pub const ROSE: [&str; 46] = [
    "rose",
    "recovered",
    "recover",
    "rebounded",
    "rise",
    "rising",
    "risen",
    "increase",
    "increased",
    "increasing",
    "grew",
    "grow",
    "growing",
    "grown",
    "growth",
    "gained",
    "climbed",
    "jumped",
    "jump",
    "surged",
    "expanded",
    "up",
    "soared",
    "stieg",
    "stiegen",
    "anstiegen",
    "gestiegen",
    "steigt",
    "anstieg",
    "zunahme",
    "zunahm",
    "zulegte",
    "wuch",
    "gewachsen",
    "wachstum",
    "zuwach",
    "hausse",
    "augmenté",
    "augmentation",
    "progressé",
    "croissance",
    "subió",
    "creció",
    "aumentó",
    "aumento",
    "crecimiento",
];

/// Other words that say that something is less.
const LESS: [&str; 47] = [
    "unspent",
    "saved",
    "leaving",
    "remaining",
    "save",
    "moin",
    "weniger",
    "meno",
    "slowed",
    "lost",
    "lose",
    "loss",
    "shrink",
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
    "worse",
    "short",
    "shortfall",
    "under",
    "dip",
    "colder",
    "smaller",
    "shorter",
    "lighter",
    "trail",
    "lag",
    "missed",
    "niedriger",
    "geringer",
    "kleiner",
    "kürzer",
    "billiger",
    "günstiger",
    "leichter",
    "seltener",
    "inférieur",
    "inferior",
    "cheaper",
];

/// Other words that say that something is more.
const MORE: [&str; 37] = [
    "added",
    "overspent",
    "overran",
    "exceeded",
    "positive",
    "plus",
    "more",
    "higher",
    "above",
    "gain",
    "longer",
    "heavier",
    "larger",
    "bigger",
    "warmer",
    "extra",
    "additional",
    "ahead",
    "outpace",
    "older",
    "doubled",
    "mehr",
    "höher",
    "größer",
    "länger",
    "teurer",
    "schwerer",
    "älter",
    "häufiger",
    "öfter",
    "supérieur",
    "más",
    "mayor",
    "superior",
    "premium",
    "surplus",
    "costlier",
];

/// Words that say that something became or is less.
pub const DOWN: [&str; 92] = joined(FELL, LESS);
/// Words that say that something became or is more.
pub const UP: [&str; 83] = joined(ROSE, MORE);

/// Two lists as one.
const fn joined<const ONE: usize, const OTHER: usize, const ALL: usize>(
    one: [&'static str; ONE],
    other: [&'static str; OTHER],
) -> [&'static str; ALL] {
    assert!(ONE + OTHER == ALL, "as many words as both lists hold");
    let mut all = [""; ALL];
    let (first, second) = all.split_at_mut(ONE);
    first.copy_from_slice(&one);
    second.copy_from_slice(&other);
    all
}

/// Words that set two things against each other.
pub const RELATING: [&str; 44] = [
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
    "als",
    "über",
    "unter",
    "zwischen",
    "unterschied",
    "abstand",
    "differenz",
    "gegenüber",
    "écart",
    "diferencia",
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

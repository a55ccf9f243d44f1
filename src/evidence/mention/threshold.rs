//! Numbers that a sentence sets itself, to say what it speaks of: `top 5`, `orders above 1,000 EUR`, `the last 30 days`.
//!
//! A comparison behind a noun restricts it (`orders above 1,000 EUR`); one that heads a quantity claims it (`more than
//! 1,200 orders were returned`, `revenue rose by over 10 %`). What stands before the comparison decides.

use super::numeral::Found;
use super::tokens::{Kind, Tokens};
use super::{Form, Hedge, hedge};

/// Whether the sentence sets the number itself.
pub(super) fn is_threshold(tokens: &Tokens, found: &Found) -> bool {
    let counted = found.form == Form::Number || found.form == Form::Percent;
    counted && (picks(tokens, found) || windows(tokens, found) || parameter(tokens, found) || restricts(tokens, found))
}

/// `top 5`, `the 3 largest`, `first 10`
fn picks(tokens: &Tokens, found: &Found) -> bool {
    let before = tokens.before(found.first, 1);
    let before = if before == "-" && tokens.touches(found.first) { tokens.before(found.first, 2) } else { before };
    if ["top", "bottom", "every", "each", "alle", "jede", "nearest"].contains(&before) {
        return true;
    }
    if ["first", "last", "past", "previous", "next", "final", "ersten", "letzten", "derniers", "initial", "prior"]
        .contains(&before)
    {
        return tokens.kind(found.last + 1) != Kind::Mark || tokens.text(found.last + 1) != "-";
    }
    // `first and last 10`
    if !found.is_bare() {
        return false;
    }
    let next = tokens.text(found.last + 1);
    let superlative = |word: &str| {
        let plain = ["most", "least", "best", "worst", "top", "biggest", "leading", "bottom"];
        plain.contains(&word) || word.len() > 5 && word.ends_with("est") && !["latest", "interest"].contains(&word)
    };
    let chosen = ["the", "its", "their", "our", "these", "with", "and", "are", "by"].contains(&before)
        || tokens.kind_before(found.first) != Kind::Word;
    chosen && superlative(next)
}

/// `within 7 days`, `30-day`, `a window of 7`
fn windows(tokens: &Tokens, found: &Found) -> bool {
    let before = tokens.before(found.first, 1);
    before == "within" || before == "innerhalb"
}

/// Nouns whose `of` sets a parameter.
const PARAMETERS: &[&str] = &[
    "threshold",
    "thresholds",
    "cutoff",
    "cut-off",
    "off",
    "limit",
    "bins",
    "bin",
    "buckets",
    "bucket",
    "window",
    "windows",
    "chunks",
    "batches",
    "steps",
    "intervals",
    "increments",
    "tolerance",
    "cap",
    "floor",
    "width",
    "widths",
    "sample",
    "minimum",
    "lag",
    "factor",
];

/// `a threshold of 5`, `bins of 10`, `threshold: 5`
fn parameter(tokens: &Tokens, found: &Found) -> bool {
    let before = tokens.before(found.first, 1);
    let noun = match before {
        "of" | ":" | "=" | "at" | "is" => tokens.before(found.first, 2),
        word => word,
    };
    let sets = ["threshold", "cutoff", "limit", "off"].contains(&noun) || before == "of" && PARAMETERS.contains(&noun);
    sets && !["factor", "sample"].contains(&noun)
}

/// Verbs in the third person and adverbs that look like plurals.
const VERBS: &[&str] = &[
    "is",
    "was",
    "has",
    "does",
    "leads",
    "ranks",
    "comes",
    "stands",
    "shows",
    "follows",
    "accounts",
    "sells",
    "totals",
    "reaches",
    "makes",
    "exceeds",
    "averages",
    "earns",
    "brings",
    "rises",
    "falls",
    "grows",
    "sits",
    "remains",
    "stays",
    "climbs",
    "drops",
    "declines",
    "increases",
    "decreases",
    "contains",
    "holds",
    "represents",
    "covers",
    "spans",
    "contributes",
    "generates",
    "includes",
    "sees",
    "runs",
    "costs",
    "takes",
    "lasts",
    "gains",
    "loses",
    "equals",
    "amounts",
    "adds",
    "sums",
    "counts",
    "yields",
    "records",
    "tops",
    "outsells",
    "always",
    "thus",
    "perhaps",
    "this",
    "its",
    "across",
    "as",
    "less",
    "plus",
    "minus",
    "versus",
    "vs",
    "us",
    "hits",
    "moves",
    "goes",
    "gets",
    "lies",
];

/// Plurals of which `of more than` claims an amount.
const AMOUNTS: &[&str] = &[
    "sales",
    "revenues",
    "totals",
    "gains",
    "losses",
    "increases",
    "decreases",
    "drops",
    "shares",
    "profits",
    "earnings",
    "rises",
    "averages",
    "means",
    "medians",
    "numbers",
    "margins",
    "rates",
    "proceeds",
];

/// Whether a word is a noun that a comparison behind it restricts.
fn is_restricted(word: &str) -> bool {
    let open = [
        "anything",
        "everything",
        "those",
        "ones",
        "anyone",
        "any",
        "all",
        "people",
        "value",
        "something",
        "customer",
        "order",
        "row",
        "only",
        "amount",
    ];
    let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !VERBS.contains(&word);
    plural || open.contains(&word)
}

/// Words that open a condition.
const CONDITIONS: &[&str] = &[
    "where",
    "if",
    "when",
    "whenever",
    "filter",
    "filtered",
    "filtering",
    "excluding",
    "exclude",
    "excludes",
    "restricted",
    "limited",
    "requiring",
    "require",
    "requires",
    "assuming",
    "provided",
    "keep",
    "keeping",
    "flag",
    "flagged",
    "defined",
    "unless",
    "aged",
    "ages",
    "falls",
    "whose",
];

/// Whether a comparison before the number restricts a noun, or a condition stands before it.
fn restricts(tokens: &Tokens, found: &Found) -> bool {
    let (hedge, at) = hedge::hedge(tokens, found.first);
    let before = tokens.before(at, 1);
    // `aged 18 to 25`, `ages 18–25`
    let start = other_end(tokens, found).unwrap_or(found.first);
    if ["aged", "ages", "age"].contains(&tokens.before(start, 1))
        && (start != found.first || is_open_range(tokens, found))
    {
        return true;
    }
    if !matches!(hedge, Hedge::Over | Hedge::Under) {
        let between = tokens.before(start, 1) == "between" && is_restricted(tokens.before(start, 2));
        return between && !AMOUNTS.contains(&tokens.before(start, 2));
    }
    let operator = [">", "<", "≥", "≤", "="].contains(&tokens.before(found.first, 1));
    if operator {
        let verbs =
            ["is", "was", "by", "of", "to", "are", "has", "with", "rose", "fell", "were", "and", "in", "at", "from"];
        return !before.is_empty() && tokens.kind_before(at) != Kind::Mark && !verbs.contains(&before)
            || [")", "`"].contains(&before);
    }
    // `at least 5 rows per group`
    let per = (found.last + 1..found.last + 5).take_while(|at| tokens.kind(*at) == Kind::Word);
    let least = ["least", "most", "minimum", "maximum"].contains(&tokens.before(found.first, 1));
    if least && per.into_iter().any(|at| ["per", "each"].contains(&tokens.text(at))) {
        return true;
    }
    let condition = (1..=8)
        .map_while(|back| at.checked_sub(back).filter(|at| tokens.kind(*at) == Kind::Word))
        .any(|at| CONDITIONS.contains(&tokens.text(at)));
    if condition {
        return true;
    }
    let comparison = tokens.before(found.first, 1);
    let exceeded = ["exceeds", "exceed", "exceeded", "topped", "tops", "topping", "surpasses", "surpassed", "past"];
    if exceeded.contains(&comparison) {
        return before == "that" || before == "which";
    }
    match before {
        "with" | "having" | "worth" | "costing" | "containing" | "placing" | "spending" => {
            is_restricted(tokens.before(at, 2)) || follows_each(tokens, at)
        }
        "of" => is_restricted(tokens.before(at, 2)) && !AMOUNTS.contains(&tokens.before(at, 2)),
        "have" | "has" | "had" | "are" | "is" | "were" | "was" | "spent" | "placed" => {
            ["that", "who", "which"].contains(&tokens.before(at, 2))
        }
        word => is_restricted(word) && tokens.kind_before(at) == Kind::Word && heads_none(tokens, at, comparison),
    }
}

/// `any region with more than 10 orders`
fn follows_each(tokens: &Tokens, at: usize) -> bool {
    ["each", "every", "any", "no", "a", "per"].contains(&tokens.before(at, 3))
}

/// Whether a comparison directly behind a plural compares it: `orders above 1,000`. `sales nearly 1,200` does not.
fn heads_none(tokens: &Tokens, at: usize, comparison: &str) -> bool {
    let compares =
        ["above", "over", "under", "below", "exceeding", "than", "beyond", "über", "unter"].contains(&comparison);
    // `totals 3 regions and sales over 1,200`: what comes before a verb is not looked at.
    compares && at > 0 && !AMOUNTS.contains(&tokens.before(at, 1))
}

/// The first token of the number that this one ends a range with: `18` in `18 to 25`.
fn other_end(tokens: &Tokens, found: &Found) -> Option<usize> {
    let joined = ["to", "-", "–", "and", "bis"].contains(&tokens.before(found.first, 1));
    let at = found.first.checked_sub(2)?;
    (joined && tokens.kind(at) == Kind::Digits).then_some(at)
}

fn is_open_range(tokens: &Tokens, found: &Found) -> bool {
    let joins = ["to", "-", "–", "and", "bis", "or", "+"].contains(&tokens.text(found.last + 1));
    joins || ["aged", "ages"].contains(&tokens.before(found.first, 1))
}

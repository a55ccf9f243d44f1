//! Numbers that a sentence sets itself, to say what it speaks of: `top 5`, `orders above 1,000 EUR`, `the last 30 days`.
//!
//! A comparison behind a noun restricts it (`orders above 1,000 EUR`); one that heads a quantity claims it (`more than
//! 1,200 orders were returned`, `revenue rose by over 10 %`). What stands before the comparison decides.

use super::numeral::Found;
use super::tokens::{Kind, Tokens};
use super::{Form, Hedge, Reading, dates, hedge, orders, words};

/// A number with as many digits, the zeros at its end left out, is nothing that a sentence sets itself; nor is one of a digit
/// less that ends in no five, or that has decimals.
const PRECISE: f64 = 1_000.0;
const FAIRLY_PRECISE: f64 = 100.0;

/// Whether the sentence sets the number itself.
pub(super) fn is_threshold(tokens: &Tokens, found: &Found) -> bool {
    // `above 2022's 31 %`, `more than 2022`: a year that is compared with is named, not set.
    let year = found.is_yearly()
        && (["'", "levels", "level"].contains(&tokens.text(found.last + 1)) || tokens.before(found.first, 1) == "than");
    match found.form {
        Form::Number | Form::Percent if !year => {
            let sets = || picks(tokens, found) || windows(tokens, found) || parameter(tokens, found);
            !is_precise(found) && (restricts(tokens, found) || sets())
        }
        // `customers who ordered at least twice`; `over five times as likely` is found.
        Form::Multiple => {
            let compared = ["as", "that", "the", "those", "what", "its"].contains(&tokens.text(found.last + 1));
            !compared && restricts(tokens, found)
        }
        Form::Number
        | Form::Percent
        | Form::Points
        | Form::Ordinal
        | Form::Year
        | Form::Month
        | Form::Quarter
        | Form::Date => false,
    }
}

/// A bound that a sentence sets is round; `half of all homes cost more than $452,700` gives a figure, as does `95 % were
/// answered within 746 ms`.
fn is_precise(found: &Found) -> bool {
    let digits = |reading: &Reading| {
        let mut whole = (reading.value.abs() / reading.unit).round();
        while whole >= 10.0 && whole % 10.0 == 0.0 {
            whole /= 10.0;
        }
        whole
    };
    let decimals = found.written.first().is_some_and(|written| written.places > 0);
    found.readings().first().map(digits).is_some_and(|digits| {
        let is_odd = digits % 5.0 != 0.0;
        digits >= PRECISE || is_odd && (digits >= FAIRLY_PRECISE || decimals && digits >= 10.0)
    })
}

/// `top 5`, `the 3 largest`, `first 10`
fn picks(tokens: &Tokens, found: &Found) -> bool {
    if found.written.first().is_some_and(|written| written.places > 0) {
        return false;
    }
    let before = tokens.before(found.first, 1);
    let before = if before == "-" && tokens.touches(found.first) { tokens.before(found.first, 2) } else { before };
    // `one every five matches`, `one for every three cars` give a ratio.
    let each = ["one", "once", "about", "roughly", "around", "nearly", "almost", "for"];
    if before == "every" && each.contains(&tokens.before(found.first, 2)) && !tokens.before(found.first, 3).is_empty() {
        return tokens.before(found.first, 2) == "for" && tokens.before(found.first, 3) != "one";
    }
    if ["top", "bottom", "every", "each", "alle", "jede", "nearest"].contains(&before) {
        return true;
    }
    if ["first", "last", "past", "previous", "next", "final", "ersten", "letzten", "derniers", "initial", "prior"]
        .contains(&before)
    {
        return tokens.kind(found.last + 1) != Kind::Mark || tokens.text(found.last + 1) != "-";
    }
    if !found.is_bare() {
        return false;
    }
    // `the worst 5`
    let few = !found.negative && found.value().is_some_and(|value| value <= 20.0 && value.fract() == 0.0);
    if few && orders::is_superlative(before) && ["the", "its", "their", "our"].contains(&tokens.before(found.first, 2))
    {
        return true;
    }
    let next = tokens.text(found.last + 1);
    let chosen = ["the", "its", "their", "our", "these", "with", "and", "are", "by", "die", "der", "den", "les"]
        .contains(&before)
        || tokens.kind_before(found.first) != Kind::Word;
    chosen && orders::is_superlative(next)
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

/// `a threshold of 5`, `bins of 10`, `threshold: 5`, `the 200 mark`
fn parameter(tokens: &Tokens, found: &Found) -> bool {
    let before = tokens.before(found.first, 1);
    let noun = match before {
        "of" | ":" | "=" | "at" | "is" => tokens.before(found.first, 2),
        word => word,
    };
    let sets = ["threshold", "cutoff", "limit", "off"].contains(&noun) || before == "of" && PARAMETERS.contains(&noun);
    let mark = tokens.text(found.last + 1) == "mark" && tokens.before(found.first, 1) == "the";
    mark || sets && !["factor", "sample"].contains(&noun)
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
    "ranges",
    "varies",
    "fluctuates",
    "differs",
    "alternates",
    "were",
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
    if !hedge.is_over() && !hedge.is_under() {
        return is_class(tokens, found);
    }
    let before = tokens.before(at, 1);
    let comparison = tokens.before(found.first, 1);
    // `the airline filled almost 80 % of its seats`: nobody sets a bound that is nearly reached.
    if ["nearly", "almost", "fast", "beinahe", "presque", "knapp"].contains(&comparison) {
        return false;
    }
    if [">", "<", "≥", "≤", "="].contains(&comparison) {
        // `<b>1,999</b>` compares nothing.
        if comparison == ">" && ["<", "/"].contains(&tokens.before(at, 2)) {
            return false;
        }
        let verbs = [
            "is", "was", "by", "of", "to", "are", "has", "with", "rose", "fell", "were", "and", "in", "at", "from",
            "had", "have", "made", "earned", "sold", "received", "brought", "took", "saw", "reached", "averaged",
            "recorded", "counted", "spent", "got", "gets", "makes",
        ];
        return !before.is_empty() && tokens.kind_before(at) != Kind::Mark && !verbs.contains(&before)
            || [")", "`"].contains(&before);
    }
    if per_group(tokens, found)
        || in_condition(tokens, at)
        || counts_those(tokens, at)
        || counts_places(tokens, found, at)
    {
        return true;
    }
    match before {
        "with" | "having" | "worth" | "costing" | "containing" | "placing" | "spending" => {
            is_restricted(tokens.before(at, 2)) || follows_each(tokens, at)
        }
        "of" => is_restricted(tokens.before(at, 2)) && !AMOUNTS.contains(&tokens.before(at, 2)),
        word => is_restricted(word) && tokens.kind_before(at) == Kind::Word && compares(tokens, at, comparison),
    }
}

/// Whether the number is the edge of a class: `aged 18 to 25`, `orders between 5 and 10 EUR`, `customers with 10 or more
/// orders`, `(2+ orders)`, `those with 1 order`. The other end of a range goes with this one.
fn is_class(tokens: &Tokens, found: &Found) -> bool {
    let directly = tokens.before(found.first, 1);
    let noun = tokens.before(found.first, 2);
    let open = hedge::behind(tokens, found.last) != Hedge::Exact;
    match directly {
        "have" | "has" | "had" | "with" if open && counts_those(tokens, found.first) => true,
        "with" | "having" | "worth" if open => is_restricted(noun) || follows_each(tokens, found.first),
        "with" => noun == "those",
        "(" => open && tokens.text(found.last + 1) == "+",
        "aged" | "ages" | "age" => is_open_range(tokens, found),
        "between" => is_restricted(noun) && !["amount", "value", "amounts"].contains(&noun) && !AMOUNTS.contains(&noun),
        _ => false,
    }
}

/// Whether what comes before a comparison opens a condition: `where revenue exceeds`, `customers who spent more than`.
fn in_condition(tokens: &Tokens, at: usize) -> bool {
    let words = (1..=8).map_while(|back| at.checked_sub(back).filter(|at| tokens.kind(*at) == Kind::Word));
    for (steps, place) in words.enumerate() {
        let word = tokens.text(place);
        // `shows that revenue exceeded` restricts nothing; `West, which sold more than` neither.
        let relative = ["who", "that", "which"].contains(&word) && steps < 4;
        let described = tokens.kind_before(place) == Kind::Word && is_restricted(tokens.before(place, 1));
        if CONDITIONS.contains(&word) || relative && described {
            return true;
        }
    }
    false
}

/// Verbs that compare.
const VERBS_OF_PASSING: &[&str] =
    &["exceeds", "exceed", "exceeded", "topped", "tops", "passed", "surpassed", "surpass"];

/// Whether the places where it holds are counted: `revenue exceeded 20,000 in five months`, `in five months it exceeded`.
fn counts_places(tokens: &Tokens, found: &Found, at: usize) -> bool {
    let number = |at: usize| {
        words::small(tokens.text(at)).is_some() || tokens.kind(at) == Kind::Digits && !dates::is_four_digits(tokens, at)
    };
    let end = found.last + 1;
    let place = if tokens.text(end) == "in" { end + 1 } else { end + 2 };
    let behind = tokens.text(place - 1) == "in" && number(place) && tokens.text(place + 1).ends_with('s');
    let opening = (3..=8).find_map(|back| {
        let first = at.checked_sub(back)?;
        let opens = tokens.kind_before(first) != Kind::Word && tokens.text(first) == "in";
        (opens && number(first + 1) && tokens.text(first + 2).ends_with('s')).then_some(())
    });
    (behind || opening.is_some()) && tokens.before(at, 1) != "by"
}

/// `at least 5 rows per group`; `at most 20 orders per day` is found, not set.
fn per_group(tokens: &Tokens, found: &Found) -> bool {
    let least = ["least", "most", "minimum", "maximum"].contains(&tokens.before(found.first, 1));
    let counted = ["rows", "records", "observations", "values", "samples", "entries", "cases", "items", "members"];
    let each = ["per", "each", "in"].contains(&tokens.text(found.last + 2));
    least && counted.contains(&tokens.text(found.last + 1)) && each
}

/// Whether what is compared was just counted: `only two exceeded 1 million`, `no region fell below 100`, `75 % of values
/// lie below 30`. Then the number says which are counted.
fn counts_those(tokens: &Tokens, at: usize) -> bool {
    let skip = usize::from(["just", "well", "slightly", "far"].contains(&tokens.before(at, 1)));
    let directly = tokens.before(at, 1 + skip);
    // `a correlation of 0.4 over 342 days` compares nothing; `and nearly 70`, `in just under 2,700` count themselves.
    let counts_itself = ["in", "on", "to", "and", "by", "at", "from", "or", "apart"].contains(&directly);
    let measured = tokens.kind(at.saturating_sub(2)) == Kind::Digits && !directly.ends_with('s');
    if tokens.kind_before(at) != Kind::Word || counts_itself || measured && !VERBS_OF_PASSING.contains(&tokens.text(at))
    {
        return false;
    }
    let quantifiers = ["no", "none", "all", "each", "every", "most", "few", "many", "several", "half", "any", "both"];
    let placing = ["in", "by", "with", "from", "to", "since", "during", "for", "the", "top", "bottom", "first", "last"];
    let own = ["its", "their", "our", "his", "s"];
    for back in 1..=7 {
        let Some(place) = at.checked_sub(back) else { return false };
        let (kind, word) = (tokens.kind(place), tokens.text(place));
        let counted = match kind {
            Kind::Word => quantifiers.contains(&word) || words::small(word).is_some() && word != "one",
            Kind::Digits => !dates::is_four_digits(tokens, place),
            Kind::Mark if word == "%" => false,
            Kind::Mixed | Kind::Mark | Kind::Break => return false,
        };
        let placed = tokens.before(place, 1);
        if counted && !placing.contains(&placed) {
            return !own.contains(&placed);
        }
    }
    false
}

/// `any region with more than 10 orders`
fn follows_each(tokens: &Tokens, at: usize) -> bool {
    ["each", "every", "any", "no", "a", "per"].contains(&tokens.before(at, 3))
}

/// Whether a comparison directly behind a plural compares it: `orders above 1,000`. `sales nearly 1,200` does not.
fn compares(tokens: &Tokens, at: usize, comparison: &str) -> bool {
    let comparing =
        ["above", "over", "under", "below", "exceeding", "than", "beyond", "über", "unter"].contains(&comparison);
    comparing && at > 0 && !AMOUNTS.contains(&tokens.before(at, 1))
}

/// Whether a range begins with the number, or an age is set.
fn is_open_range(tokens: &Tokens, found: &Found) -> bool {
    let joins = ["to", "-", "–", "and", "bis", "or", "+"].contains(&tokens.text(found.last + 1));
    joins || ["aged", "ages"].contains(&tokens.before(found.first, 1))
}

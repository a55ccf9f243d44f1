//! Number words that count nothing, or nothing of the data: `one another`, `these two`, `three points`.

use super::context::ADJECTIVES;
use super::numeral::Found;
use super::tokens::{Kind, Tokens};
use super::{Exclusion, Form, orders, words};

/// Nouns that count what the text itself lists.
const OF_THE_TEXT: &[&str] = &[
    "things",
    "points",
    "caveats",
    "notes",
    "findings",
    "reasons",
    "observations",
    "ways",
    "steps",
    "questions",
    "takeaways",
    "insights",
    "facts",
    "aspects",
    "remarks",
    "caveat",
    "messages",
    "conclusions",
    "sentences",
    "explanations",
    "lessons",
    "recommendations",
    "options",
    "hypotheses",
    "assumptions",
    "considerations",
    "queries",
];

/// Those of them that data hardly counts, so that digits are no claim either.
const FINDINGS: &[&str] = &["things", "findings", "takeaways", "insights", "caveats", "observations", "conclusions"];

/// `these two`, `three points`
pub(super) fn reference(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    if !found.is_bare() {
        return None;
    }
    let before = tokens.before(found.first, 1);
    let next = tokens.text(found.last + 1);
    // `Only 50 rows are shown`
    let shown = |at: usize| ["shown", "displayed", "listed"].contains(&tokens.text(at));
    if next == "rows" && (shown(found.last + 2) || tokens.text(found.last + 2) == "are" && shown(found.last + 3)) {
        return Some(Exclusion::Reference);
    }
    let key = ["key", "main", "important", "notable", "other"].contains(&next);
    let listed = if key { tokens.text(found.last + 2) } else { next };
    let list = if found.is_spelled() { OF_THE_TEXT } else { FINDINGS };
    // `five points separated them`, `two points better off`
    let behind = tokens.text(found.last + 2);
    let scored = listed == "points"
        && [
            "more",
            "fewer",
            "better",
            "worse",
            "ahead",
            "behind",
            "clear",
            "above",
            "below",
            "less",
            "higher",
            "lower",
            "separated",
            "separate",
            "than",
            "apart",
            "from",
        ]
        .contains(&behind);
    if list.contains(&listed) && !scored && found.value().is_some_and(|value| value < 20.0) {
        return Some(Exclusion::Reference);
    }
    let people = ["women", "men", "people", "children"].contains(&next);
    let plural = next.ends_with('s') && !["is", "has", "was", "as"].contains(&next);
    let compound = ["-", "‑"].contains(&tokens.text(found.last + 2)) && tokens.touches(found.last + 2);
    let noun = tokens.kind(found.last + 1) == Kind::Word && (plural || people || compound);
    let pointing = ["these", "those", "diese", "ces"].contains(&before);
    let bare = before == "the"
        && !noun
        && !orders::is_superlative(next)
        && found.is_spelled()
        && !tokens.text(found.last + 1).starts_with('-');
    let adjective = tokens.text(found.last + 2).ends_with('s') && tokens.kind(found.last + 1) == Kind::Word;
    let linking = ["are", "is", "have", "together", "differ", "were", "in", "and", "with", "combined", "do"];
    let bare = bare && (tokens.kind(found.last + 1) != Kind::Word || linking.contains(&next) || !adjective);
    // `three of the four` counts them all; `the larger of the two` points back.
    let whole = tokens.before(found.first, 2) == "of" && found.value() != Some(2.0);
    (pointing || bare && !whole).then_some(Exclusion::Reference)
}

/// Words in which nothing is counted.
pub(super) fn idiom(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let (first, last) = found.core;
    let (before, next) = (tokens.before(found.first, 1), tokens.text(last + 1));
    if tokens.text(first) == "24" && next == "/" && tokens.text(last + 2) == "7"
        || tokens.text(first) == "7" && before == "/" && tokens.before(first, 2) == "24"
    {
        return Some(Exclusion::Idiom);
    }
    if !found.is_spelled() || !found.fixed.is_empty() {
        return None;
    }
    let hyphen = |at: usize| ["-", "‑"].contains(&tokens.text(at)) && tokens.touches(at);
    // `non-zero`, `number-one`; `one-time`, `two-thirds` was read before.
    let joined = first > 0 && hyphen(first - 1) && tokens.touches(first);
    let joins = hyphen(found.last + 1) && tokens.touches(found.last + 2) && first == last;
    let idle = match tokens.text(first) {
        "one" if first == last => !is_counted_one(tokens, found),
        "zero" => {
            ["in", "based", "point", "sum", "inflated", "baseline", "line"].contains(&next)
                || ["from", "at", "above", "below", "non", "ground", "than", "absolute"].contains(&before)
        }
        "a" => ["such", "what", "not"].contains(&before),
        // German `sept`, `dix` and French `elf` are no words of the other; `acht` and `elf` are rare elsewhere.
        _ => false,
    };
    let pair = ["by", "or"].contains(&next) && words::small(tokens.text(last + 2)).is_some()
        || ["by", "or"].contains(&before) && words::small(tokens.before(first, 2)).is_some();
    (idle
        || joined
        || joins && tokens.text(found.last + 2) != "region" && ADJECTIVES.contains(&tokens.text(found.last + 2))
        || pair)
        .then_some(Exclusion::Idiom)
}

/// Whether `one` counts: `only one region`, `there is one row`. Elsewhere it is a pronoun or an article.
fn is_counted_one(tokens: &Tokens, found: &Found) -> bool {
    let (before, next) = (tokens.before(found.first, 1), tokens.text(found.last + 1));
    let pronoun = ["of", "another", "can", "could", "might", "would", "should", "may", "that", "who", "which", "in"];
    let noun = tokens.kind(found.last + 1) == Kind::Word && !pronoun.contains(&next);
    let counting = ["only", "just", "exactly", "least", "precisely"];
    let holding = ["hold", "holds", "has", "have", "contains", "had", "leaves", "remains"];
    let there = ["is", "was"].contains(&before) && tokens.before(found.first, 2) == "there";
    // `each row is one city` says what a row is; `one value is missing` counts.
    let of_a_table = ["value", "row", "record", "column", "cell", "entry", "observation", "duplicate", "null"];
    let idle = ["is", "was", "are", "of", "each", "every", "per", "in", "any", "this", "that", "the", "no"];
    let listed = before == "and" && matches!(tokens.kind(found.first.saturating_sub(3)), Kind::Digits);
    if found.form != Form::Number || found.scaled {
        return true;
    }
    // `more than one airport` says several.
    if before == "than" {
        return false;
    }
    if ["-", "‑"].contains(&next) && tokens.touches(found.last + 1)
        || ["point", "time", "day", "way", "thing"].contains(&next)
    {
        return false;
    }
    counting.contains(&before) && (noun || next == "of" || tokens.kind(found.last + 1) != Kind::Word)
        || (holding.contains(&before) || there || listed) && noun && next != "more"
        || of_a_table.contains(&next) && !idle.contains(&before)
}

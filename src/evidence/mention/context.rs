//! Numbers that the words around them make no claim: labels, list numbers, methods, scales, idioms, references.
//!
//! Looks a few tokens to each side of a number, never further.

use super::numeral::Found;
use super::tokens::{Gap, Kind, Tokens};
use super::{Exclusion, Form, dates};

/// Words that number a part of the text.
const PARTS: &[&str] = &[
    "section",
    "sections",
    "table",
    "tables",
    "figure",
    "figures",
    "fig",
    "step",
    "steps",
    "chapter",
    "appendix",
    "page",
    "pages",
    "chart",
    "charts",
    "plot",
    "panel",
    "note",
    "footnote",
    "question",
    "query",
    "queries",
    "part",
    "abschnitt",
    "tabelle",
    "abbildung",
    "kapitel",
    "schritt",
    "seite",
    "étape",
    "tableau",
    "equation",
    "paragraph",
];

/// Words behind which a number tells one thing from others of its kind, in the singular.
const KINDS: &[&str] = &[
    "store",
    "region",
    "customer",
    "product",
    "id",
    "cluster",
    "group",
    "segment",
    "week",
    "day",
    "level",
    "tier",
    "type",
    "room",
    "zone",
    "class",
    "row",
    "column",
    "line",
    "version",
    "release",
    "category",
    "bin",
    "bucket",
    "item",
    "sku",
    "model",
    "batch",
    "lot",
    "station",
    "sensor",
    "machine",
    "unit",
    "team",
    "site",
    "branch",
    "line",
    "user",
    "account",
    "invoice",
    "ticket",
    "case",
    "patient",
    "route",
    "flight",
    "gate",
    "phase",
    "round",
    "option",
    "scenario",
    "experiment",
    "trial",
    "run",
    "code",
    "error",
    "status",
    "port",
    "iso",
    "rfc",
    "http",
    "python",
    "windows",
    "order",
    "transaction",
    "shop",
    "filiale",
    "kunde",
    "kw",
    "client",
    "record",
    "index",
    "entry",
    "employee",
    "vendor",
    "supplier",
    "warehouse",
    "district",
    "sector",
    "block",
    "floor",
    "building",
    "season",
    "episode",
    "game",
    "match",
    "year-week",
    "article",
    "artikel",
    "produkt",
    "woche",
    "zeile",
    "spalte",
    "grade",
    "stage",
    "no",
    "nr",
    "nos",
    "number",
];

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
];

/// Units of time and of form that a hyphen makes an adjective of: `30-day`, `5-star`, `two-sided`.
const ADJECTIVES: &[&str] = &[
    "day",
    "days",
    "week",
    "month",
    "quarter",
    "year",
    "hour",
    "minute",
    "second",
    "star",
    "digit",
    "letter",
    "character",
    "way",
    "sided",
    "side",
    "dimensional",
    "tailed",
    "step",
    "part",
    "off",
    "time",
    "on",
    "bit",
    "size",
    "sample",
    "stage",
    "term",
    "inch",
    "based",
    "indexed",
    "value",
    "column",
    "sigma",
    "hot",
    "shot",
    "to",
    "page",
];

/// Why the words around a number make it no claim.
pub(super) fn reason(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    if found.form == Form::Ordinal || matches!(found.form, Form::Date | Form::Month | Form::Quarter) {
        return None;
    }
    list_number(tokens, found)
        .or_else(|| label(tokens, found))
        .or_else(|| method(tokens, found))
        .or_else(|| scale(tokens, found))
        .or_else(|| reference(tokens, found))
        .or_else(|| idiom(tokens, found))
}

fn is_digits(found: &Found) -> bool {
    !found.spelled && found.is_bare()
}

/// `1. ...`, `2) ...`, `(1) ...`, `## 2.1 Title`
fn list_number(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let (first, last) = found.core;
    let next = last + 1;
    let begins = tokens.get(found.first).is_some_and(|token| token.first) && is_digits(found);
    let digits = tokens.text(first).len();
    let spaced = tokens.get(next + 1).is_none_or(|token| token.gap != Gap::None);
    if begins && found.first == first {
        let marked = [".", ")", ":"].contains(&tokens.text(next)) && tokens.touches(next) && spaced;
        if marked && digits <= 3 && tokens.kind(next + 1) != Kind::Break && first == last {
            return Some(Exclusion::ListNumber);
        }
        // A number with points before a title: `2.1 Regions`.
        let heading = tokens.get(first).is_some_and(|token| token.heading);
        let title = tokens.get(next).is_some_and(|token| token.capital) || marked;
        if heading && title {
            return Some(Exclusion::Section);
        }
    }
    let bracketed = tokens.before(first, 1) == "(" && tokens.touches(first) && tokens.text(next) == ")";
    let items = bracketed && is_digits(found) && first == last && digits <= 2 && tokens.enumerates();
    items.then_some(Exclusion::ListNumber)
}

/// `Table 1`, `store 12`
fn label(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    if !found.is_bare() || found.negative {
        return None;
    }
    let before = match tokens.before(found.first, 1) {
        "." | "#" | ":" => tokens.before(found.first, 2),
        before => before,
    };
    if tokens.get(found.first).is_some_and(|token| token.gap == Gap::Wide) {
        return None;
    }
    // `two tables`, `Tables 1 and 2`
    let joined = ["and", ",", "to", "–", "-", "&"].contains(&before) && !found.spelled;
    let earlier = tokens.before(found.first, 3);
    let colon = tokens.before(found.first, 1) == ":";
    if PARTS.contains(&before) && !colon
        || joined && PARTS.contains(&earlier) && tokens.kind_before(found.first) != Kind::Break
    {
        return Some(Exclusion::Section);
    }
    let whole = found.written.first().is_some_and(|written| written.places == 0) && found.core.0 == found.core.1;
    let sum_up = ["total", "per", "of", "orders", "rows"];
    let kind = KINDS.contains(&before) && whole && !found.spelled && !colon && !sum_up.contains(&before);
    // `region 5 orders`: what is counted follows a label as well; a year is none.
    (kind && !(found.is_yearly() && before != "id")).then_some(Exclusion::Label)
}

/// `2 decimals`, `95 % confidence`, `1.5 IQR`
fn method(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let mut at = found.last + 1;
    if ["-", "×", "*", "x", "·", "‑"].contains(&tokens.text(at)) {
        at += 1;
    }
    let (next, after) = (tokens.text(at), tokens.text(at + 1));
    let named = match next {
        "decimal" | "decimals" | "iqr" | "iqrs" | "sigma" | "sigmas" | "σ" | "confidence" | "ci" | "significance"
        | "percentile" | "quantile" | "dp" | "nachkommastellen" => true,
        "significant" => ["digit", "digits", "figure", "figures"].contains(&after),
        "the" => ["iqr", "interquartile"].contains(&after),
        "interquartile" => true,
        "prediction" | "credible" => ["interval", "intervals"].contains(&after),
        "level" => found.form == Form::Percent,
        "standard" => {
            let beyond = ["than", "within", "beyond", "over", "±", "least", ">", "exceeds", "of", "by"];
            let whole = found.written.first().is_some_and(|written| written.places == 0);
            after.starts_with("deviation") && (whole || beyond.contains(&tokens.before(found.first, 1)))
        }
        _ => false,
    };
    let rounded = ["rounded", "accurate", "precise"]
        .iter()
        .any(|word| tokens.before(found.first, 2) == *word || tokens.before(found.first, 4) == *word);
    let rounded = rounded && ["to", "nearest"].contains(&tokens.before(found.first, 1));
    let adjective = ["-", "‑"].contains(&tokens.text(found.last + 1))
        && tokens.touches(found.last + 1)
        && tokens.touches(found.last + 2)
        && ADJECTIVES.contains(&tokens.text(found.last + 2))
        && found.form == Form::Number;
    let base = tokens.before(found.first, 1) == "log";
    (named || rounded || adjective || base).then_some(Exclusion::Method)
}

/// `on a scale of 1 to 5`, `per 1,000 inhabitants`, `4.2/5`, `sum to 100 %`
fn scale(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let before = tokens.before(found.first, 1);
    let far = |words: &[&str]| (2..=6).any(|back| words.contains(&tokens.before(found.first, back)));
    let whole = found.value().is_some_and(|value| (value - 100.0).abs() < f64::EPSILON);
    let hundred = found.form == Form::Percent && whole;
    let sums = ["sum", "sums", "add", "adds", "adding", "total", "totals", "summing", "up"];
    let per = before == "per" || before == "je" || before == "pro";
    let ends = ["of", "from", "to", "and", "between", "–", "-"].contains(&before);
    let stars =
        matches!(before, "of") && tokens.before(found.first, 2) == "out" && tokens.text(found.last + 1) == "stars";
    let over = before == "/" && tokens.touches(found.first) && tokens.kind_before(found.first - 1) == Kind::Digits;
    let slash = over && found.value().is_some_and(|value| [5.0, 10.0, 100.0].contains(&value));
    let to_hundred = hundred && before == "to" && sums.contains(&tokens.before(found.first, 2));
    (per || ends && far(&["scale", "scaled"]) || stars || slash || to_hundred).then_some(Exclusion::Scale)
}

/// `these two`, `three points`
fn reference(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    if !found.is_bare() {
        return None;
    }
    let before = tokens.before(found.first, 1);
    let next = tokens.text(found.last + 1);
    if OF_THE_TEXT.contains(&next) && found.value().is_some_and(|value| value < 20.0) {
        return Some(Exclusion::Reference);
    }
    let noun =
        tokens.kind(found.last + 1) == Kind::Word && next.ends_with('s') && !["is", "has", "was", "as"].contains(&next);
    let pointing = ["these", "those", "diese", "ces"].contains(&before);
    let bare = before == "the" && !noun && found.spelled && !tokens.text(found.last + 1).starts_with('-');
    let adjective = tokens.text(found.last + 2).ends_with('s') && tokens.kind(found.last + 1) == Kind::Word;
    let linking = ["are", "is", "have", "together", "differ", "were", "in", "and", "with", "combined", "do"];
    let bare = bare && (tokens.kind(found.last + 1) != Kind::Word || linking.contains(&next) || !adjective);
    (pointing || bare).then_some(Exclusion::Reference)
}

/// Words in which nothing is counted.
fn idiom(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let (first, last) = found.core;
    let (before, next) = (tokens.before(found.first, 1), tokens.text(last + 1));
    if tokens.text(first) == "24" && next == "/" && tokens.text(last + 2) == "7"
        || tokens.text(first) == "7" && before == "/" && tokens.before(first, 2) == "24"
    {
        return Some(Exclusion::Idiom);
    }
    if !found.spelled || !found.fixed.is_empty() {
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
        "ten" | "nine" => {
            next == "out" && tokens.text(last + 3) == "ten" || before == "of" && tokens.before(first, 3) == "nine"
        }
        // German `sept`, `dix` and French `elf` are no words of the other; `acht` and `elf` are rare elsewhere.
        _ => false,
    };
    let pair = ["by", "or"].contains(&next) && super::words::small(tokens.text(last + 2)).is_some()
        || ["by", "or"].contains(&before) && super::words::small(tokens.before(first, 2)).is_some();
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
    let counting = ["only", "just", "exactly", "least", "than", "precisely"];
    let there = ["is", "was", "has", "have", "contains", "had", "with", "leaves", "remains"];
    if found.form != Form::Number || found.scaled {
        return true;
    }
    if ["-", "‑"].contains(&next) && tokens.touches(found.last + 1)
        || ["point", "time", "day", "way", "thing"].contains(&next)
    {
        return false;
    }
    counting.contains(&before) && (noun || next == "of" || tokens.kind(found.last + 1) != Kind::Word)
        || there.contains(&before) && noun && !["more"].contains(&next)
}

/// Whether a number written as a year is one; the form it then has.
pub(super) fn form(tokens: &Tokens, found: &Found) -> Form {
    if found.is_yearly() && dates::is_year(tokens, found) { Form::Year } else { found.form }
}

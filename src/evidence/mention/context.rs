//! Numbers that the words around them make no claim: labels, list numbers, methods, scales.
//!
//! Looks a few tokens to each side of a number, never further.

use super::numeral::Found;
use super::tokens::{Gap, Kind, Tokens};
use super::{Exclusion, Form, dates, idioms, orders};

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
pub(super) const KINDS: &[&str] = &[
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
    "zip",
    "plz",
    "postcode",
    "phone",
    "tel",
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

/// Units of time and of form that a hyphen makes an adjective of: `30-day`, `5-star`, `two-sided`.
pub(super) const ADJECTIVES: &[&str] = &[
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
        .or_else(|| data_type(tokens, found))
        .or_else(|| idioms::reference(tokens, found))
        .or_else(|| idioms::idiom(tokens, found))
}

fn is_digits(found: &Found) -> bool {
    !found.is_spelled() && found.is_bare()
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
        // A number before a title: `2.1 Regions`, `3. Regions`.
        let heading = tokens.get(first).is_some_and(|token| token.heading);
        let title = first != last && tokens.get(next).is_some_and(|token| token.capital) || marked;
        if heading && title {
            return Some(Exclusion::Section);
        }
        // `229: 196 of the one and 33 of the other` answers with a number.
        let counted = digits <= 1 || tokens.is_of_list(first);
        if marked && digits <= 3 && tokens.kind(next + 1) != Kind::Break && first == last && counted {
            return Some(Exclusion::ListNumber);
        }
    }
    // `1) North; 2) South` in one line
    let behind = matches!(tokens.before(first, 1), ";" | "," | ":" | ".") || tokens.kind_before(first) == Kind::Break;
    let inline = tokens.text(next) == ")" && tokens.touches(next) && spaced && behind && digits <= 2;
    if inline && first == last && is_digits(found) && tokens.counts_off() {
        return Some(Exclusion::ListNumber);
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
    let joined = ["and", ",", "to", "–", "-", "&"].contains(&before) && !found.is_spelled();
    let earlier = tokens.before(found.first, 3);
    let colon = tokens.before(found.first, 1) == ":";
    // `Table 12` numbers a table; of `Side table 429` are counted.
    let capital = tokens.get(found.first.saturating_sub(1)).is_some_and(|token| token.capital);
    let most = if capital { 1_000.0 } else { 100.0 };
    let numbers = found.value().is_some_and(|value| value < most);
    let part = PARTS.contains(&before) && !colon;
    let part = part || joined && PARTS.contains(&earlier) && tokens.kind_before(found.first) != Kind::Break;
    if part && numbers {
        return Some(Exclusion::Section);
    }
    let whole = found.written.first().is_some_and(|written| written.places == 0) && found.core.0 == found.core.1;
    let sum_up = ["total", "per", "of", "orders", "rows"];
    // `stores 3 and 7`: several labels behind one plural.
    let single = |word: &str| KINDS.contains(&word.strip_suffix('s').unwrap_or(word));
    let followed = ["and", ",", "to", "–", "-", "&"].contains(&tokens.text(found.last + 1))
        && tokens.kind(found.last + 2) == Kind::Digits;
    let several = followed && single(before)
        || joined && single(earlier) && found.first > 1 && tokens.kind(found.first - 2) == Kind::Digits;
    if several && whole && !found.is_spelled() && !colon && !found.is_yearly() {
        return Some(Exclusion::Label);
    }
    if ["version", "release"].contains(&before) && !found.is_spelled() && !colon {
        return Some(Exclusion::Version);
    }
    // `in first class 3 of 4 survived`
    let placed = orders::is_ordinal(tokens.before(found.first, 2));
    let kind =
        KINDS.contains(&before) && !placed && whole && !found.is_spelled() && !colon && !sum_up.contains(&before);
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
        | "percentile" | "quantile" | "dp" | "nachkommastellen" | "interquartile" | "cross" => true,
        "significant" => ["digit", "digits", "figure", "figures"].contains(&after),
        "the" => ["iqr", "interquartile"].contains(&after),
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
    let base = tokens.before(found.first, 1) == "log"
        || ["α", "alpha"].contains(&tokens.before(found.first, 2)) && tokens.before(found.first, 1) == "=";
    (named || rounded || adjective || base).then_some(Exclusion::Method)
}

/// Types whose names a database puts numbers behind, in brackets.
const TYPES: [&str; 16] = [
    "decimal",
    "numeric",
    "dec",
    "number",
    "varchar",
    "varchar2",
    "nvarchar",
    "char",
    "nchar",
    "character",
    "bpchar",
    "binary",
    "varbinary",
    "float",
    "timestamp",
    "bit",
];

/// `DECIMAL(17,1)`, `varchar(20)`, `numeric(10, 2)`
fn data_type(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let opens = |first: usize| {
        first >= 2
            && tokens.before(first, 1) == "("
            && tokens.touches(first - 1)
            && TYPES.contains(&tokens.before(first, 2))
    };
    let second = tokens.before(found.first, 1) == "," && tokens.kind_before(found.first - 1) == Kind::Digits;
    let is = opens(found.first) || second && found.first >= 4 && opens(found.first - 2);
    is.then_some(Exclusion::Identifier)
}

/// `on a scale of 1 to 5`, `per 1,000 inhabitants`, `4.2/5`, `sum to 100 %`
fn scale(tokens: &Tokens, found: &Found) -> Option<Exclusion> {
    let before = tokens.before(found.first, 1);
    // `a scale of 1 to 5`, `scaled from 0 to 100`
    let scaled = (2..=6).any(|back| {
        let named = ["scale", "scaled"].contains(&tokens.before(found.first, back));
        named && ["of", "from", "to", "between", "("].contains(&tokens.before(found.first, back - 1))
    });
    let whole = found.value().is_some_and(|value| (value - 100.0).abs() < f64::EPSILON);
    let hundred = found.form == Form::Percent && whole;
    let sums = ["sum", "sums", "add", "adds", "adding", "total", "totals", "summing", "up"];
    let per = before == "per" || before == "je" || before == "pro";
    let ends = ["of", "from", "to", "and", "between", "–", "-"].contains(&before);
    let stars =
        matches!(before, "of") && tokens.before(found.first, 2) == "out" && tokens.text(found.last + 1) == "stars";
    let over = before == "/" && tokens.touches(found.first) && tokens.kind_before(found.first - 1) == Kind::Digits;
    let slash = over && found.value().is_some_and(|value| [5.0, 10.0, 100.0].contains(&value));
    // `4.2 out of 5`
    let rated = before == "of"
        && tokens.before(found.first, 2) == "out"
        && tokens.before(found.first, 4) == "."
        && found.value().is_some_and(|value| [5.0, 10.0, 100.0].contains(&value));
    let to_hundred = hundred && before == "to" && sums.contains(&tokens.before(found.first, 2));
    (per || rated || ends && scaled || stars || slash || to_hundred).then_some(Exclusion::Scale)
}

/// Whether a number written as a year is one; the form it then has.
pub(super) fn form(tokens: &Tokens, found: &Found) -> Form {
    let german = ["platz", "rang", "stelle"];
    let ranked = ["platz", "rang"].contains(&tokens.before(found.first, 1))
        || tokens.text(found.last + 1) == "."
            && tokens.touches(found.last + 1)
            && german.contains(&tokens.text(found.last + 2));
    if found.is_yearly() && dates::is_year(tokens, found) {
        Form::Year
    } else if ranked
        && is_digits(found)
        && found.form == Form::Number
        && found.value().is_some_and(|value| value <= 100.0)
    {
        Form::Ordinal
    } else {
        found.form
    }
}

//! What the name of a column says of it: the words that name it, its unit, what its numbers are multiples of.
//!
//! Uses the words of this room. An abbreviation that is not known here names nothing.

use super::super::units::is_physical;
use super::super::words::{family, is_empty, stems};

/// Words in the name of a column of money.
const MONEY: [&str; 30] = [
    "price", "revenue", "cost", "salary", "amount", "budget", "spend", "spending", "income", "turnover", "profit",
    "pay", "wage", "fee", "bill", "usd", "eur", "gbp", "chf", "dollar", "euro", "fare", "rent", "mrr", "arr", "aov",
    "variance", "overrun", "actual", "volume",
];

/// Whether the words of a name say that a column holds money.
pub(super) fn names_money(words: &[String]) -> bool {
    words.iter().any(|word| MONEY.contains(&word.as_str()))
}

/// What names a column: the words of its name, and those of the expression behind it as far as the name says nothing of
/// its own, such as `n` and `total`.
pub(super) fn words_of(name: &str, behind: &str) -> Vec<String> {
    let families = |text: &str| -> Vec<String> {
        let mut words = stems(text);
        let whole: Vec<String> =
            words.iter().flat_map(|word| written_out(word)).map(|word| (*word).to_owned()).collect();
        words.extend(whole);
        // A number in an expression names nothing: else every number of a text would be one of the column's keys.
        let says = |word: &str| word.chars().any(char::is_alphabetic);
        words.retain(|word| says(word) && !is_empty(word) && !NOISE.contains(&word.as_str()));
        words.iter().map(|word| family(word).to_owned()).collect()
    };
    let mut words = families(name);
    // A column `records` counts them.
    if name.to_lowercase().ends_with("records") {
        words.retain(|word| word != "maximum");
        words.extend(["record".to_owned(), "count".to_owned()]);
    }
    if is_in_minutes(name) {
        words.retain(|word| word != "minimum");
        words.push("minute".to_owned());
    }
    let is_plain = |word: &String| GENERIC.contains(&word.as_str()) || word.chars().count() < 2;
    let says_nothing = words.iter().all(is_plain);
    if says_nothing {
        words.extend(families(behind));
    }
    words.extend(families(&functions(behind)).into_iter().filter(|word| GENERIC.contains(&word.as_str())));
    words.sort();
    words.dedup();
    words
}

/// Whether a name ends in `min` for minutes: `avg_min`, `wait_min`, and no minimum.
fn is_in_minutes(name: &str) -> bool {
    let lower = name.to_lowercase();
    let Some(rest) = lower.strip_suffix("_min") else { return false };
    let last = rest.rsplit('_').next().unwrap_or_default();
    IN_MINUTES.contains(&last) || last.ends_with("time")
}

/// Words before `min` for minutes.
const IN_MINUTES: [&str; 18] = [
    "avg", "mean", "average", "median", "med", "max", "total", "sum", "duration", "time", "wait", "delay", "stay",
    "length", "handling", "response", "travel", "ride",
];

/// The functions that an expression calls, such as `regr_slope`. A sum over cases is a count of them.
fn functions(expression: &str) -> String {
    let mut names: Vec<&str> = expression
        .match_indices('(')
        .filter_map(|(at, _)| {
            let before = expression.get(..at)?;
            let start = before.rfind(|character: char| !(character.is_alphanumeric() || character == '_'));
            before.get(start.map_or(0, |start| start + 1)..)
        })
        .collect();
    if expression.contains("case ") {
        names.retain(|name| *name != "sum");
    }
    names.join(" ")
}

/// What the usual abbreviations of figures stand for.
fn written_out(word: &str) -> &'static [&'static str] {
    match word {
        "pp" | "ppt" => &["percentage", "point"],
        "aov" => &["average", "order"],
        "yoy" | "mom" | "qoq" | "wow" => &["change"],
        "cum" => &["cumulative"],
        "mon" => &["month"],
        "gndr" => &["gender"],
        "med" => &["median"],
        "mrr" | "arr" | "rev" => &["revenue"],
        "rnk" => &["rank"],
        "p90" | "p95" | "p99" | "p10" | "p25" | "p75" => &["percentile"],
        "corr" | "r" => &["correlation"],
        "m2" | "sqm" | "qm" => &["square", "metre"],
        "canc" => &["cancelled"],
        "dest" => &["destination"],
        "pax" => &["passenger"],
        "att" => &["attendance"],
        "dept" => &["department"],
        "dmg" => &["damage"],
        "inj" => &["injured"],
        "pts" => &["point"],
        "gf" => &["goal", "scored"],
        "ga" => &["goal", "conceded"],
        "gd" => &["goal", "difference"],
        "acct" | "accts" => &["account"],
        "resp" => &["response"],
        "adr" => &["rate", "night"],
        "req" | "reqs" => &["request"],
        "err" => &["error"],
        "svc" => &["service"],
        "cust" => &["customer"],
        "prod" => &["product"],
        "los" => &["length", "stay"],
        "readm" => &["readmitted"],
        "emp" | "emps" => &["employee"],
        "sal" => &["salary"],
        "hi" => &["maximum"],
        "lo" => &["minimum"],
        _ => &[],
    }
}

/// Families that say how a figure was taken, not of what.
const GENERIC: [&str; 11] = [
    "average",
    "count",
    "total",
    "maximum",
    "minimum",
    "median",
    "deviation",
    "share",
    "distinct",
    "correlation",
    "slope",
];

/// Whether a word says how a figure was taken, not of what.
pub(super) fn is_generic(stem: &str) -> bool {
    GENERIC.contains(&family(stem))
}

/// Words of statements that name no column.
const NOISE: [&str; 22] = [
    "cast",
    "double",
    "integer",
    "bigint",
    "varchar",
    "decimal",
    "round",
    "coalesce",
    "filter",
    "where",
    "partition",
    "nullif",
    "try",
    "end",
    "when",
    "else",
    "select",
    "date",
    "trunc",
    "part",
    "strftime",
    "1",
];

/// The year that a word spells.
#[must_use]
pub fn year_of(word: &str) -> Option<i32> {
    let year = word.parse().ok().filter(|year| (1800..=2100).contains(year))?;
    (word.len() == 4).then_some(year)
}

/// The last two parts of a name.
fn ends(lower: &str) -> (Option<&str>, Option<&str>) {
    let mut parts = lower.split(['_', ' ', '(', '[']).map(|part| part.trim_end_matches([')', ']'])).rev();
    (parts.next(), parts.next())
}

/// The unit of the columns that an expression adds up or averages: `round(sum(demand_gwh), 1)` is in gigawatt hours. None where
/// it is not that of all of them, or where they are multiplied or divided.
pub(super) fn unit_behind(expression: &str) -> Option<String> {
    if expression.contains(['/', '*']) || expression.contains("count(") {
        return None;
    }
    let names = expression.split(|character: char| !(character.is_alphanumeric() || character == '_'));
    // `price_eur_kwh` is in a currency.
    let priced = |name: &str| {
        name.split('_').any(|part| CURRENCIES.contains(&part) || ["price", "cost", "per", "rate"].contains(&part))
    };
    let mut units = names.filter(|name| !priced(name)).filter_map(unit).filter(|unit| is_physical(unit));
    let first = units.next()?;
    units.all(|other| other == first).then_some(first)
}

/// The unit that a name ends in. That behind `per` is no unit of its numbers.
pub(super) fn unit(name: &str) -> Option<String> {
    const UNITS: [&str; 44] = [
        "mm", "cm", "m", "km", "km2", "m2", "mm2", "g", "kg", "t", "kt", "mt", "gt", "mg", "l", "ml", "s", "sec", "ms",
        "h", "c", "f", "eur", "usd", "gbp", "chf", "ppm", "mph", "kmh", "ft", "mi", "wh", "kwh", "mwh", "gwh", "twh",
        "kw", "mw", "gw", "kwp", "mwp", "kb", "mb", "gb",
    ];
    let lower = name.to_lowercase();
    let (last, before) = ends(&lower);
    if last == Some("bytes") && before != Some("per") {
        return Some("byte".to_owned());
    }
    if is_in_minutes(name) {
        return Some("min".to_owned());
    }
    // `m` may be anything, `mwh` is nothing else.
    let is_alone =
        |last: &str| lower.len() == last.len() && !["kwh", "mwh", "gwh", "twh", "kwp", "mwp"].contains(&last);
    // `summer_eur_kg` is a price.
    let is_price = before.is_some_and(|before| before == "per" || CURRENCIES.contains(&before));
    last.filter(|last| UNITS.contains(last) && !is_price && !is_alone(last)).map(str::to_owned)
}

/// What a column's numbers are multiples of, by its name or by that of the only column that it is taken from:
/// `median(cells_tsd) AS cells`.
pub(super) fn scale_of(name: &str, expression: &str) -> f64 {
    let own = scale(name);
    if (own - 1.0).abs() > 1e-9 || expression.contains(['/', '*']) || expression.contains("count(") {
        return own;
    }
    let names = expression.split(|character: char| !(character.is_alphanumeric() || character == '_'));
    let mut scales = names.filter(|name| name.contains('_')).map(scale).filter(|scale| (scale - 1.0).abs() > 1e-9);
    match (scales.next(), scales.next()) {
        (Some(only), None) => only,
        _ => own,
    }
}

/// What a column's numbers are multiples of, by its name: `revenue_k`, `gdp_bn_usd`, `budget_musd`.
fn scale(name: &str) -> f64 {
    let lower = name.to_lowercase();
    let (last, before) = ends(&lower);
    let (last, before) = (last.unwrap_or_default(), before.unwrap_or_default());
    let money = CURRENCIES.iter().find_map(|code| last.strip_suffix(code));
    match (before, money) {
        ("per", _) => 1.0,
        (_, Some("")) => multiple(before).unwrap_or(1.0),
        // `teur` are thousands of euros.
        (_, Some("t")) => 1e3,
        (_, Some(prefix)) => multiple(prefix).or((prefix == "m").then_some(1e6)).unwrap_or(1.0),
        (_, None) if last == "m" => {
            let is_amount = ["revenue", "sales", "profit", "cost", "budget", "amount", "gdp", "population"]
                .iter()
                .chain(&CURRENCIES)
                .any(|word| lower.contains(word));
            if is_amount { 1e6 } else { 1.0 }
        }
        (_, None) if last == "mm" || last == "b" => 1.0,
        (_, None) => multiple(last).unwrap_or(1.0),
    }
}

/// The word of a name that alone says what its numbers are multiples of: `musd`, `teur`.
pub(super) fn scale_word(name: &str) -> Option<String> {
    stems(name).into_iter().rev().find(|word| word.len() > 2 && (scale(word) - 1.0).abs() > 1e-9)
}

/// What a word or a letter in a name multiplies by.
fn multiple(word: &str) -> Option<f64> {
    Some(match word {
        "k" | "thousand" | "thousands" | "tsd" => 1e3,
        "million" | "millions" | "mio" | "mn" | "mm" => 1e6,
        "b" | "bn" | "billion" | "billions" | "mrd" => 1e9,
        "tn" | "trillion" | "trillions" => 1e12,
        _ => return None,
    })
}

/// Codes of currencies.
const CURRENCIES: [&str; 8] = ["usd", "eur", "gbp", "chf", "jpy", "sek", "cad", "aud"];

/// Whether an expression takes the mean, the middle or an end of a column of percentages: `round(avg(completionPct), 1)`.
pub(super) fn is_of_percent(expression: &str) -> bool {
    let lower = expression.to_lowercase();
    let taken = ["avg(", "median(", "min(", "max("].iter().any(|call| lower.contains(call));
    let named = |word: &str| word.ends_with("pct") || word.ends_with("percent");
    taken && !lower.contains(['/', '*']) && lower.split(|one: char| !(one.is_alphanumeric() || one == '_')).any(named)
}

/// Whether an expression multiplies by a hundred; `1000 * a / b` is so many for each thousand, and `mites_per_100` is a name.
pub(super) fn is_times_hundred(expression: &str) -> bool {
    let joins = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.');
    expression.match_indices("100").any(|(at, found)| {
        let before = expression.get(..at).unwrap_or_default();
        let behind = expression.get(at + found.len()..).unwrap_or_default();
        let behind = behind.strip_prefix('.').map_or(behind, |decimals| decimals.trim_start_matches('0'));
        let is_alone = !before.ends_with(joins) && !behind.starts_with(joins);
        is_alone && (before.trim_end().ends_with('*') || behind.trim_start().starts_with('*'))
    })
}

/// Names of columns that hold a part of a date or a time.
pub(super) const PARTS_OF_TIME: [&str; 19] = [
    "quarter",
    "qtr",
    "q",
    "quartal",
    "trimestre",
    "month",
    "mth",
    "monat",
    "mes",
    "mois",
    "week",
    "weekday",
    "day_of_week",
    "dow",
    "day",
    "hour",
    "hr",
    "stunde",
    "hour_of_day",
];

/// Whether a name in lower case says of a figure how it was taken, and nothing else: `p95`, `median`.
#[must_use]
pub fn is_statistic(lower: &str) -> bool {
    let is = |part: &str| {
        let percentile = part.strip_prefix('p').is_some_and(|rest| rest.len() == 2 && rest.parse::<u8>().is_ok());
        percentile || ["med", "median", "max", "min", "avg", "mean"].contains(&part)
    };
    lower.split('_').all(is)
}

/// Whether a name is that of an identifier: `id`, `trip_id`, `accountId`, `userid`; `paid` and `valid` are none.
pub(super) fn is_id(name: &str) -> bool {
    const OWNERS: [&str; 12] = [
        "user", "order", "customer", "product", "client", "account", "trip", "item", "session", "student", "store",
        "row",
    ];
    let Some(rest) = name.strip_suffix(['d', 'D']).and_then(|rest| rest.strip_suffix(['i', 'I'])) else { return false };
    let joint = rest.chars().next_back().is_none_or(|last| !last.is_alphabetic());
    joint || name.ends_with("ID") || name.ends_with("Id") || OWNERS.contains(&rest.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_expression_name_nothing() {
        assert_eq!(words_of("no", "unnest([1, 2, 30])"), ["unnest"]);
    }

    #[test]
    fn units_and_scales_stand_at_the_end_of_a_name() {
        assert_eq!(unit("bill_length_mm").as_deref(), Some("mm"));
        assert_eq!(unit("Mass (g)").as_deref(), Some("g"));
        assert_eq!((unit("m"), unit("team"), unit("price_min")), (None, None, None));
        assert_eq!(unit("avg_min").as_deref(), Some("min"));
        assert_eq!((unit("t_per_h"), unit("share_mm").is_some()), (None, true));
        let scales = |names: &[&str]| names.iter().map(|name| scale(name)).collect::<Vec<_>>();
        assert_eq!(scales(&["kosten_teur", "umsatz_keur"]), [1e3, 1e3]);
        assert_eq!(scales(&["revenue_m", "budget_musd", "m_usd", "gdp_mn_eur"]), [1e6, 1e6, 1.0, 1e6]);
        assert_eq!(scales(&["gdp_busd", "gdp_bn_usd", "sales (kEUR)", "cost_tn"]), [1e9, 1e9, 1e3, 1e12]);
        assert_eq!(scales(&["length_m", "t_per_musd", "length_mm", "price_usd"]), [1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn identifiers_end_in_id_and_other_words_do_too() {
        for name in ["id", "trip_id", "accountId", "WohnungID", "userid"] {
            assert!(is_id(name), "{name}");
        }
        for name in ["paid", "void", "bid", "valid", "hybrid"] {
            assert!(!is_id(name), "{name}");
        }
        assert!(is_statistic("p95") && is_statistic("avg") && !is_statistic("avg_ms"));
    }
}

//! What the name of a column says that its numbers measure: `kWh_import`, `EUR/m²`, `Kosten TEUR`, `N_mg_kg`.
//!
//! Uses the units of this room.

use super::super::units::{is_alone, unit_of};

/// A unit, what it is divided by, and how much of it one is.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Short form of the unit.
    pub unit: &'static str,
    /// That under the line.
    pub under: Option<&'static str>,
    /// How much of the unit one is: 1,000 of `Kosten TEUR`.
    pub multiple: f64,
}

/// What is counted in thousands or millions, whatever it is: `mkt_val_mln`.
pub const NUMBER: &str = "number";

/// Codes of currencies.
const CURRENCIES: [&str; 12] = ["usd", "eur", "gbp", "chf", "jpy", "sek", "nok", "dkk", "cad", "aud", "pln", "euro"];
/// Hundredths of a currency.
const CENTS: [&str; 7] = ["ct", "cent", "cents", "pence", "rappen", "centimes", "centavos"];

/// What has a smallest value, and no minutes: `temp_min`.
const QUANTITIES: [&str; 40] = [
    "temp",
    "temperature",
    "temperatur",
    "tmp",
    "t",
    "price",
    "cost",
    "value",
    "val",
    "score",
    "rating",
    "revenue",
    "sales",
    "amount",
    "qty",
    "quantity",
    "age",
    "salary",
    "pay",
    "level",
    "pressure",
    "humidity",
    "wind",
    "speed",
    "weight",
    "height",
    "width",
    "depth",
    "size",
    "area",
    "distance",
    "dist",
    "count",
    "n",
    "x",
    "y",
    "lat",
    "lon",
    "load",
    "year",
];

/// Whether what a word names is no time, so that a minimum of it is meant.
fn is_quantity(word: &str) -> bool {
    QUANTITIES.contains(&word) || word.ends_with("temp") || word.ends_with("price")
}

/// What a word beside a currency multiplies by.
fn multiple(word: &str) -> Option<f64> {
    Some(match word {
        "k" | "t" | "tsd" | "thousand" | "thousands" | "miles" => 1e3,
        "m" | "mn" | "mio" | "mln" | "million" | "millions" | "millones" => 1e6,
        "b" | "bn" | "bln" | "mrd" | "billion" | "billions" => 1e9,
        _ => return None,
    })
}

/// What a name says; none where it says nothing.
#[must_use]
pub fn named(name: &str) -> Option<Named> {
    let lower = name.to_lowercase().replace('²', "2").replace('³', "3").replace(['µ', 'μ'], "u");
    let parts: Vec<&str> = lower
        .split(|one: char| !one.is_alphanumeric() && !matches!(one, '/' | '%'))
        .flat_map(|part| {
            part.split_inclusive('/').flat_map(|part| part.strip_suffix('/').map_or([part, ""], |own| [own, "/"]))
        })
        .filter(|part| !part.is_empty())
        .collect();
    money(&parts).or_else(|| relative(&parts)).or_else(|| measured(&parts)).or_else(|| number(&parts))
}

/// The unit that a name says.
#[must_use]
pub fn unit_of_name(name: &str) -> Option<&'static str> {
    named(name).map(|found| found.unit)
}

/// The unit under the line, right behind a part or behind `per`.
fn under(parts: &[&str], at: usize) -> Option<&'static str> {
    match parts.get(at + 1).copied()? {
        "per" | "pro" | "je" | "/" => parts.get(at + 2).and_then(|unit| unit_of(unit)),
        next => unit_of(next),
    }
}

fn money(parts: &[&str]) -> Option<Named> {
    let is_over = |at: &usize| {
        at.checked_sub(1)
            .and_then(|before| parts.get(before))
            .is_none_or(|before| !["per", "pro", "je", "/"].contains(before))
    };
    let cents = (0..parts.len()).filter(is_over).find(|at| parts.get(*at).is_some_and(|part| CENTS.contains(part)));
    if let Some(at) = cents.filter(|_| parts.len() > 1) {
        return Some(Named { unit: "ct", under: under(parts, at), multiple: 1.0 });
    }
    (0..parts.len()).filter(is_over).find_map(|at| {
        let part = parts.get(at)?;
        let (code, prefix) = CURRENCIES.iter().find_map(|code| Some((*code, part.strip_suffix(code)?)))?;
        let beside = |at: Option<usize>| at.and_then(|at| parts.get(at)).and_then(|word| multiple(word));
        let multiple = match prefix {
            "" => beside(at.checked_sub(1)).or_else(|| beside(Some(at + 1))).unwrap_or(1.0),
            "t" | "k" | "m" | "b" => multiple(prefix)?,
            _ => return None,
        };
        Some(Named { unit: if code == "euro" { "eur" } else { code }, under: under(parts, at), multiple })
    })
}

fn relative(parts: &[&str]) -> Option<Named> {
    const PARTS: [(&str, &str); 9] = [
        ("%", "pct"),
        ("pct", "pct"),
        ("percent", "pct"),
        ("prozent", "pct"),
        ("bp", "bp"),
        ("bps", "bp"),
        ("ppm", "ppm"),
        ("ppb", "ppb"),
        ("promille", "permille"),
    ];
    let found = parts.iter().find_map(|part| {
        let own = part.trim_start_matches(|one: char| one != '%');
        PARTS.iter().find(|(word, _)| word == part || *word == own || part.starts_with(word) && *word == "%")
    });
    found.filter(|_| parts.len() > 1).map(|(_, unit)| Named { unit, under: None, multiple: 1.0 })
}

fn measured(parts: &[&str]) -> Option<Named> {
    let over = |unit: &'static str, under: Option<&'static str>| Some(Named { unit, under, multiple: 1.0 });
    if let Some(per) = parts.iter().position(|part| ["per", "pro", "je", "/"].contains(part)) {
        let unit = per.checked_sub(1).and_then(|before| parts.get(before)).and_then(|unit| unit_of(unit))?;
        return over(unit, parts.get(per + 1).and_then(|unit| unit_of(unit)));
    }
    if let [.., before, last] = parts
        && let Some(unit) = unit_of(last).filter(|_| *last != "min" || !is_quantity(before))
    {
        return match unit_of(before).filter(|_| parts.len() > 2 || is_alone(before)) {
            Some(first) => over(first, Some(unit)),
            None => over(unit, None),
        };
    }
    // `m` may be anything, `kWh` is nothing else.
    let first = parts.first().filter(|first| is_alone(first)).and_then(|first| unit_of(first))?;
    over(first, None)
}

fn number(parts: &[&str]) -> Option<Named> {
    let [_, .., last] = parts else { return None };
    let multiple = multiple(last).filter(|_| last.len() > 1 && *last != "miles" || *last == "k")?;
    Some(Named { unit: NUMBER, under: None, multiple })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_units_and_what_they_are_divided_by() {
        let of = |name: &str| named(name).map(|found| (found.unit, found.under, found.multiple));
        assert_eq!(of("kWh_import"), Some(("kwh", None, 1.0)));
        assert_eq!(of("Weight (g)"), Some(("g", None, 1.0)));
        assert_eq!((of("repair_min"), of("temp_min")), (Some(("min", None, 1.0)), None));
        assert_eq!(of("load_mins"), Some(("min", None, 1.0)));
        assert_eq!(of("EUR/m²"), Some(("eur", Some("m2"), 1.0)));
        assert_eq!(of("alq_eur_m2"), Some(("eur", Some("m2"), 1.0)));
        assert_eq!(of("Kosten TEUR"), Some(("eur", None, 1e3)));
        assert_eq!(of("ventas_miles_eur"), Some(("eur", None, 1e3)));
        assert_eq!(of("wage_eur_k_wk"), Some(("eur", None, 1e3)));
        assert_eq!(of("N_mg_kg"), Some(("mg", Some("kg"), 1.0)));
        assert_eq!(of("crp_mg_l"), Some(("mg", Some("l"), 1.0)));
        assert_eq!(of("bill_ct"), Some(("ct", None, 1.0)));
        assert_eq!(of("Corg_%"), Some(("pct", None, 1.0)));
        assert_eq!(of("fee_bp"), Some(("bp", None, 1.0)));
        assert_eq!(of("m_per_km"), Some(("m", Some("km"), 1.0)));
        assert_eq!(of("insol_min"), Some(("min", None, 1.0)));
        for name in ["m", "price", "team", "rank", "g", "t_per_x_y", "ct", "per_kg"] {
            assert!(of(name).is_none() || name == "t_per_x_y", "{name}: {:?}", of(name));
        }
    }
}

//! Units: how they are written, and which are multiples of one another.
//!
//! Uses nothing.

/// By what a number in one unit is multiplied to be one in another; none where they do not measure the same. Units are the short
/// forms that names of columns end in.
#[must_use]
pub fn ratio(from: &str, to: &str) -> Option<f64> {
    KINDS.iter().find_map(|kind| {
        let size = |unit: &str| kind.iter().find(|(own, _)| *own == unit).map(|(_, size)| *size);
        Some(size(from)? / size(to)?)
    })
}

/// Whether a unit at the end of a name is surely no currency and no multiple: `m` and `mm` may be millions.
#[must_use]
pub fn is_physical(unit: &str) -> bool {
    [
        "kwh", "mwh", "gwh", "twh", "wh", "kw", "mw", "gw", "kwp", "mwp", "kg", "mg", "kt", "km", "cm", "ml", "km2",
        "m2", "ms", "sec", "ppm", "mph", "kmh", "gb", "kb",
    ]
    .contains(&unit)
}

/// Whether there is a larger unit of what a unit measures.
#[must_use]
pub fn is_multiplied(unit: &str) -> bool {
    KINDS.iter().any(|kind| {
        let own = kind.iter().find(|(own, _)| *own == unit);
        own.is_some_and(|(_, size)| kind.iter().any(|(_, other)| other > size))
    })
}

/// Units of one kind, each with its size.
const KINDS: [&[(&str, f64)]; 12] = [
    &[("ug", 1e-9), ("mg", 1e-6), ("g", 1e-3), ("kg", 1.0), ("t", 1e3), ("kt", 1e6), ("mt", 1e9), ("gt", 1e12)],
    &[("mm", 1e-3), ("cm", 1e-2), ("m", 1.0), ("km", 1e3)],
    &[("m2", 1.0), ("ha", 1e4), ("km2", 1e6)],
    &[("wh", 1.0), ("kwh", 1e3), ("mwh", 1e6), ("gwh", 1e9), ("twh", 1e12)],
    &[("w", 1.0), ("kw", 1e3), ("mw", 1e6), ("gw", 1e9), ("kwp", 1e3), ("mwp", 1e6)],
    &[("byte", 1e-3), ("kb", 1.0), ("mb", 1e3), ("gb", 1e6), ("tb", 1e9)],
    &[
        ("us", 1e-6),
        ("ms", 1e-3),
        ("s", 1.0),
        ("sec", 1.0),
        ("min", 60.0),
        ("h", 3600.0),
        ("d", 86_400.0),
        ("week", 604_800.0),
    ],
    &[("ml", 1.0), ("cl", 10.0), ("dl", 100.0), ("l", 1e3), ("hl", 1e5), ("m3", 1e6)],
    &[("kcal", 1.0), ("mcal", 1e3)],
    &[("pa", 1.0), ("hpa", 1e2), ("mbar", 1e2), ("kpa", 1e3), ("bar", 1e5)],
    &[("ct", 0.01), (MONEY, 1.0)],
    &[("ppb", 1e-9), ("ppm", 1e-6), ("bp", 1e-4), ("permille", 1e-3), (PERCENT, 1e-2)],
];

/// Any currency, as hundredths of one are told in it.
pub const MONEY: &str = "money";
/// Hundredths of a whole.
pub const PERCENT: &str = "pct";

/// The short form of a unit in the name of a column.
#[must_use]
pub fn unit_of(part: &str) -> Option<&'static str> {
    const OTHERS: [(&str, &str); 14] = [
        ("bytes", "byte"),
        ("secs", "s"),
        ("mins", "min"),
        ("hr", "h"),
        ("hrs", "h"),
        ("hours", "h"),
        ("std", "h"),
        ("tage", "d"),
        ("days", "d"),
        ("weeks", "week"),
        ("c", "c"),
        ("f", "f"),
        ("ft", "ft"),
        ("mi", "mi"),
    ];
    let known = KINDS.iter().take(10).flat_map(|kind| kind.iter()).map(|(unit, _)| *unit);
    let own = known.chain(["kmh", "mph"]).find(|unit| *unit == part);
    own.or_else(|| OTHERS.iter().find(|(name, _)| *name == part).map(|(_, unit)| *unit))
}

/// Whether a word is the short form of a unit and of nothing else: `kwh`, but not `m`.
#[must_use]
pub fn is_alone(part: &str) -> bool {
    ["kwh", "mwh", "gwh", "twh", "wh", "kw", "kwp", "mwp", "kcal", "km", "kg", "km2", "m2"].contains(&part)
}

/// The short form of a unit that a text writes behind a number; `word` is a stem. Words for money and for long times are no units
/// where columns are named, but they are here.
#[must_use]
pub fn told_unit(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &[&str]); 27] = [
        ("ct", &["ct", "cent", "pence", "rappen", "centime", "centavo", "céntimo"]),
        (MONEY, &["euro", "eur", "dollar", "usd", "chf", "gbp", "franken", "krone", "kr"]),
        ("d", &["day", "tag", "tage", "tagen", "jour", "día"]),
        ("week", &["week", "woche", "wochen", "semaine", "semana"]),
        ("h", &["stunde", "stunden", "std", "heure", "hora"]),
        ("min", &["minuten", "minuto", "mn"]),
        ("s", &["sekunde", "sekunden", "seconde", "segundo"]),
        ("ms", &["millisekunden", "milliseconde"]),
        ("us", &["us", "µs", "μs", "microsecond", "mikrosekunden"]),
        ("t", &["tonnen", "tonelada"]),
        ("kg", &["kilogramm", "kilogramme", "kilogramo"]),
        ("g", &["gramm", "gramme", "gramo"]),
        ("ug", &["µg", "μg", "ug", "microgram"]),
        ("km", &["kilomètre", "kilómetro"]),
        ("m", &["mètre", "metro"]),
        ("cm", &["zentimeter", "centimètre", "centímetro"]),
        ("m2", &["quadratmeter"]),
        ("ha", &["ha", "hectare", "hektar", "hectárea"]),
        ("l", &["litro"]),
        ("hl", &["hl", "hectolitre", "hektoliter"]),
        ("m3", &["m³", "m3", "kubikmeter"]),
        ("w", &["w", "watt"]),
        ("kcal", &["kcal"]),
        ("bar", &["bar"]),
        ("mbar", &["mbar"]),
        ("hpa", &["hpa"]),
        ("kpa", &["kpa"]),
    ];
    let other = || WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(unit, _)| *unit);
    unit_word(word).or_else(other)
}

/// The short form of a unit that is written out.
#[must_use]
pub fn unit_word(word: &str) -> Option<&'static str> {
    const UNITS: [(&str, &[&str]); 38] = [
        ("mm", &["mm", "millimetre", "millimeter"]),
        ("km2", &["km²", "km2", "sqkm"]),
        ("m2", &["m²", "m2", "sqm"]),
        ("cm", &["cm", "centimetre", "centimeter"]),
        ("km", &["km", "kilometre", "kilometer"]),
        ("m", &["m", "metre", "meter"]),
        ("g", &["g", "gram"]),
        ("kg", &["kg", "kilogram", "kilo"]),
        ("t", &["t", "ton", "tonne"]),
        ("l", &["l", "litre", "liter"]),
        ("s", &["s", "sec", "second"]),
        ("ms", &["ms", "millisecond"]),
        ("min", &["min", "minute"]),
        ("h", &["h", "hour", "hr"]),
        ("c", &["c", "celsius"]),
        ("f", &["f", "fahrenheit"]),
        ("ppm", &["ppm"]),
        ("ft", &["ft", "feet", "foot"]),
        ("mi", &["mi", "mile"]),
        ("mg", &["mg", "milligram"]),
        ("kt", &["kt", "kilotonne"]),
        ("mt", &["mt", "megatonne"]),
        ("gt", &["gt", "gigatonne"]),
        ("kwh", &["kwh"]),
        ("mwh", &["mwh"]),
        ("gwh", &["gwh"]),
        ("twh", &["twh"]),
        ("wh", &["wh"]),
        ("kw", &["kw", "kilowatt"]),
        ("mw", &["mw", "megawatt"]),
        ("gw", &["gw", "gigawatt"]),
        ("kwp", &["kwp", "kwc"]),
        ("mwp", &["mwp", "mwc"]),
        ("byte", &["byte", "bytes"]),
        ("tb", &["tb", "terabyte"]),
        ("kb", &["kb", "kilobyte"]),
        ("mb", &["mb", "megabyte"]),
        ("gb", &["gb", "gigabyte"]),
    ];
    UNITS.iter().find(|(_, words)| words.contains(&word)).map(|(unit, _)| *unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_short_forms_and_those_of_one_kind_are_multiples() {
        assert_eq!(
            (ratio("mt", "gt"), ratio("kwh", "mwh"), ratio("min", "h")),
            (Some(1e-3), Some(1e-3), Some(60.0 / 3600.0))
        );
        assert_eq!((unit_word("gram"), unit_word("kilometre"), unit_word("order")), (Some("g"), Some("km"), None));
        assert_eq!((ratio("kg", "km"), ratio("eur", "usd")), (None, None));
    }
}

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
const KINDS: [&[(&str, f64)]; 7] = [
    &[("mg", 1e-6), ("g", 1e-3), ("kg", 1.0), ("t", 1e3), ("kt", 1e6), ("mt", 1e9), ("gt", 1e12)],
    &[("mm", 1e-3), ("cm", 1e-2), ("m", 1.0), ("km", 1e3)],
    &[("wh", 1.0), ("kwh", 1e3), ("mwh", 1e6), ("gwh", 1e9), ("twh", 1e12)],
    &[("kw", 1e3), ("mw", 1e6), ("gw", 1e9), ("kwp", 1e3), ("mwp", 1e6)],
    &[("byte", 1e-3), ("kb", 1.0), ("mb", 1e3), ("gb", 1e6), ("tb", 1e9)],
    &[("ms", 1e-3), ("s", 1.0), ("sec", 1.0), ("min", 60.0), ("h", 3600.0)],
    &[("ml", 1.0), ("l", 1e3)],
];

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

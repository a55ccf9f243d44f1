//! What column names mean: spelling variants, near synonyms, units, measures that add up, and the measures that
//! adjectives speak of. Data only, and the ways to look it up.

use super::words::singular;

/// Abbreviations and variants of one word, the first being the usual one.
const VARIANTS: &[&[&str]] = &[
    &["temperature", "temp", "tmp"],
    &["maximum", "max", "maximal"],
    &["minimum", "min", "minimal"],
    &["average", "avg", "mean"],
    &["quantity", "qty"],
    &["number", "num", "no", "nr", "nbr"],
    &["amount", "amt"],
    &["latitude", "lat"],
    &["longitude", "lon", "lng", "long"],
    &["department", "dept", "dep"],
    &["customer", "cust"],
    &["product", "prod"],
    &["category", "cat"],
    &["description", "desc", "descr"],
    &["address", "addr"],
    &["population", "pop"],
    &["percent", "pct", "percentage", "perc"],
    &["precipitation", "precip", "prcp"],
    &["year", "yr"],
    &["month", "mon"],
    &["identifier", "id", "ids"],
    &["height", "hgt", "ht"],
    &["weight", "wt", "wgt"],
    &["count", "cnt"],
    &["total", "tot"],
    &["price", "prc"],
    &["displacement", "disp"],
    &["horsepower", "hp"],
    &["mpg", "miles"],
    &["colour", "color"],
    &["organisation", "organization", "org"],
    &["centre", "center"],
    &["postcode", "postal", "zip", "zipcode"],
    &["elevation", "elev"],
    &["manufacturer", "mfr"],
    &["velocity", "vel"],
    &["standard", "std"],
    &["previous", "prev"],
    &["transaction", "txn"],
    &["reference", "ref"],
    &["telephone", "tel", "phone"],
];

/// Words that people use for one another.
const NEAR: &[&[&str]] = &[
    &["revenue", "sale", "turnover", "amount", "proceeds", "takings", "income"],
    &["price", "cost", "fee"],
    &["quantity", "unit", "piece"],
    &["gender", "sex"],
    &["mass", "weight"],
    &["country", "nation"],
    &["city", "town", "municipality", "commune"],
    &["state", "province"],
    &["product", "item", "article"],
    &["customer", "client", "buyer"],
    &["employee", "worker", "staff"],
    &["category", "type", "kind", "class"],
    &["salary", "wage", "pay"],
    &["shop", "store", "branch", "outlet"],
    &["precipitation", "rain", "rainfall"],
    &["bill", "beak", "culmen"],
    &["name", "title"],
    &["score", "rating", "point", "mark"],
    &["identifier", "code"],
    &["date", "day", "time", "datetime", "timestamp"],
    &["department", "division"],
    &["discount", "rebate"],
    &["altitude", "elevation"],
    &["area", "surface"],
    &["yield", "rendement"],
];

/// Units by the suffix that names carry, each with the words for it.
const UNITS: &[&[&str]] = &[
    &["mm", "millimetre", "millimeter"],
    &["cm", "centimetre", "centimeter"],
    &["m", "metre", "meter"],
    &["km", "kilometre", "kilometer"],
    &["inches", "inch"],
    &["ft", "foot", "feet"],
    &["mi", "mile"],
    &["mg", "milligram", "milligramme"],
    &["g", "gram", "gramme"],
    &["kg", "kilogram", "kilo", "kilogramme"],
    &["lb", "lbs", "pound"],
    &["t", "tonne", "ton"],
    &["ms", "millisecond"],
    &["s", "sec", "second"],
    &["minutes", "minute"],
    &["h", "hr", "hour"],
    &["c", "celsius", "centigrade", "degree", "°c", "°"],
    &["f", "fahrenheit", "degree", "°f", "°"],
    &["usd", "dollar", "$"],
    &["eur", "euro", "€"],
    &["gbp", "£"],
    &["ha", "hectare"],
    &["ppm"],
    &["pct", "percent", "%"],
    &["kmh", "kph"],
    &["mph"],
    &["l", "litre", "liter"],
    &["ml", "millilitre", "milliliter"],
    &["kwh"],
    &["mb"],
    &["gb"],
];

/// Words of measures whose sum means something.
const ADDITIVE: &[&str] = &[
    "revenue",
    "sale",
    "amount",
    "turnover",
    "quantity",
    "unit",
    "count",
    "visit",
    "visitor",
    "guest",
    "precipitation",
    "rain",
    "rainfall",
    "snow",
    "profit",
    "cost",
    "order",
    "hour",
    "passenger",
    "population",
    "death",
    "birth",
    "case",
    "budget",
    "income",
    "spend",
    "spending",
    "stock",
    "sold",
    "ticket",
    "click",
    "view",
    "download",
    "vote",
    "surface",
    "area",
    "gross",
    "point",
    "trip",
    "ride",
    "sales",
    "umsatz",
    "menge",
    "expense",
    "payment",
    "loss",
    "gain",
    "item",
    "hit",
    "session",
    "page",
    "goal",
    "production",
    "emission",
    "export",
    "import",
    "volume",
    "donation",
    "debit",
    "credit",
    "total",
    "minute",
    "people",
    "person",
    "value",
    "user",
    "booking",
    "night",
    "arrival",
    "departure",
    "n",
    "subtotal",
    "tax",
    "tip",
    "impression",
    "conversion",
    "install",
    "signup",
    "piece",
    "fare",
];

/// Words of measures whose sum means nothing, even beside a word of the list above.
const INTENSIVE: &[&str] = &[
    "average",
    "mean",
    "median",
    "rate",
    "ratio",
    "percent",
    "price",
    "temperature",
    "per",
    "unit",
    "share",
    "score",
    "rating",
    "index",
    "age",
    "maximum",
    "minimum",
    "rank",
    "year",
    "identifier",
    "latitude",
    "longitude",
    "density",
];

/// Adjectives, the measures that they speak of (best first), and whether they ask for the largest value.
const ADJECTIVES: &[(&[&str], &[&str], bool)] = &[
    (&["heavy", "heavier", "heaviest"], &["mass", "weight"], true),
    (&["light", "lighter", "lightest"], &["mass", "weight"], false),
    (&["long", "longer", "longest"], &["length", "duration", "distance", "runtime", "time"], true),
    (&["short", "shorter", "shortest"], &["length", "duration", "height", "distance", "runtime"], false),
    (&["tall", "taller", "tallest"], &["height"], true),
    (&["deep", "deeper", "deepest"], &["depth"], true),
    (&["shallow", "shallower", "shallowest"], &["depth"], false),
    (&["wide", "wider", "widest"], &["width"], true),
    (&["narrow", "narrower", "narrowest"], &["width"], false),
    (&["old", "older", "oldest"], &["age"], true),
    (&["young", "younger", "youngest"], &["age"], false),
    (&["cheap", "cheaper", "cheapest"], &["price", "cost", "fare", "fee"], false),
    (&["expensive", "priciest", "pricier", "costliest", "dearest"], &["price", "cost", "fare", "fee"], true),
    (&["hot", "hotter", "hottest", "warm", "warmer", "warmest"], &["temperature maximum", "temperature"], true),
    (&["cold", "colder", "coldest", "cool", "cooler", "coolest"], &["temperature minimum", "temperature"], false),
    (&["wet", "wetter", "wettest", "rainiest"], &["precipitation", "rain", "rainfall"], true),
    (&["dry", "drier", "driest", "dryest"], &["precipitation", "rain", "rainfall"], false),
    (&["windy", "windier", "windiest"], &["wind"], true),
    (&["fast", "faster", "fastest"], &["speed", "velocity"], true),
    (&["slow", "slower", "slowest"], &["speed", "velocity"], false),
    (&["northern", "northernmost"], &["latitude"], true),
    (&["southern", "southernmost"], &["latitude"], false),
    (&["eastern", "easternmost"], &["longitude"], true),
    (&["western", "westernmost"], &["longitude"], false),
    (&["populous"], &["population"], true),
    (&["profitable"], &["profit"], true),
    (&["rich", "richer", "richest"], &["income", "wealth", "gdp"], true),
    (&["poor", "poorer", "poorest"], &["income", "wealth", "gdp"], false),
];

/// The usual form of a word of a name: singular, spelled out.
pub fn canonical(word: &str) -> String {
    let one = singular(word);
    let group = VARIANTS.iter().find(|group| group.contains(&one.as_str()) || group.contains(&word));
    group.and_then(|group| group.first()).map_or(one, |usual| (*usual).to_owned())
}

/// Whether two canonical words are used for one another.
pub fn near(one: &str, other: &str) -> bool {
    NEAR.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// The unit that a word names, as name suffixes spell it; of `degree`, both.
pub fn units(word: &str) -> Vec<&'static str> {
    let one = singular(word);
    let fits = |group: &&&[&str]| group.contains(&word) || group.contains(&one.as_str());
    UNITS.iter().filter(fits).filter_map(|group| group.first().copied()).collect()
}

/// The unit that a column's name ends with.
pub fn unit_suffix(words: &[String]) -> Option<&'static str> {
    let last = words.last().filter(|_| words.len() > 1)?;
    UNITS.iter().filter_map(|group| group.first().copied()).find(|unit| unit == last)
}

/// Whether a measure of this name adds up.
pub fn is_additive(words: &[String]) -> bool {
    let canonical: Vec<String> = words.iter().map(|word| canonical(word)).collect();
    let any = |list: &[&str]| canonical.iter().any(|word| list.contains(&word.as_str()));
    let raw = words.iter().any(|word| ADDITIVE.contains(&word.as_str()));
    let alone = canonical.len() == 1;
    (any(ADDITIVE) || raw) && (alone || !any(INTENSIVE))
}

/// What an adjective speaks of: measures, best first, and whether it asks for the largest value.
pub fn adjective(word: &str) -> Option<(&'static [&'static str], bool)> {
    ADJECTIVES.iter().find(|(words, _, _)| words.contains(&word)).map(|(_, measures, largest)| (*measures, *largest))
}

/// Whether an adjective is a superlative by itself.
pub fn is_superlative(word: &str) -> bool {
    word.ends_with("est") || word.ends_with("most")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyst::ask::words::name_words;

    #[test]
    fn variants_share_one_form() {
        assert_eq!(canonical("temp"), canonical("temperatures"));
        assert_eq!(canonical("max"), canonical("maximum"));
        assert_ne!(canonical("mean"), canonical("median"));
    }

    #[test]
    fn units_are_read_off_names() {
        assert_eq!(unit_suffix(&name_words("bill_length_mm")), Some("mm"));
        assert_eq!(unit_suffix(&name_words("mm")), None);
        assert_eq!(units("grams"), ["g"]);
        assert_eq!(units("degrees"), ["c", "f"]);
    }

    #[test]
    fn prices_do_not_add_up() {
        assert!(is_additive(&name_words("revenue")));
        assert!(is_additive(&name_words("total_amount")));
        assert!(!is_additive(&name_words("unit_price")));
        assert!(!is_additive(&name_words("body_mass_g")));
        assert!(!is_additive(&name_words("average_cost")));
    }
}

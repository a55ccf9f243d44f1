//! Words of texts, of column names and of statements, brought to one form so that they can be compared.
//!
//! Uses nothing else of csvchat. The form is crude on purpose: lower case, no accents of plurals, a few families of words
//! that say the same of a column. A pair that is missed costs a number its evidence; one too many lets a wrong one pass.

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashMap;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Where it stands.
    pub range: Range<usize>,
    /// Its stem.
    pub stem: String,
    /// The head of the stem's family.
    pub family: String,
}

/// The words of a text, in their order: runs of letters and digits.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let mut previous = ' ';
    for (at, character) in text.char_indices() {
        let inside = character.is_alphanumeric();
        // `orderDate` is two words, and so is `2024total`; an ordinal such as `3rd` stays one.
        let breaks = inside && previous.is_lowercase() && character.is_uppercase();
        // `kWh` is one.
        let breaks = breaks
            && !(character == 'W'
                && text.get(..at).is_some_and(|before| before.ends_with('k'))
                && start == at.checked_sub(1));
        if let Some(begin) = start
            && (!inside || breaks)
        {
            push(&mut words, text, begin..at);
            start = None;
        }
        if inside && start.is_none() {
            start = Some(at);
        }
        previous = character;
    }
    if let Some(begin) = start {
        push(&mut words, text, begin..text.len());
    }
    words
}

fn push(words: &mut Vec<Word>, text: &str, range: Range<usize>) {
    if let Some(word) = text.get(range.clone()) {
        let stem = stem(word);
        words.push(Word { range, family: family(&stem).to_owned(), stem });
    }
}

/// The stems of a name such as `avg_body_mass_g`.
#[must_use]
pub fn stems(name: &str) -> Vec<String> {
    words(name).into_iter().map(|word| word.stem).collect()
}

/// One form for a word and its plural.
#[must_use]
pub fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    let long = lower.chars().count();
    if long < 4 || lower.bytes().any(|byte| byte.is_ascii_digit()) {
        return lower;
    }
    if let Some(root) = lower.strip_suffix("ies")
        && long > 4
        && !matches!(lower.as_str(), "species" | "series")
    {
        return format!("{root}y");
    }
    for ending in ["sses", "xes", "ches", "shes"] {
        if lower.ends_with(ending) {
            return lower.strip_suffix("es").unwrap_or(&lower).to_owned();
        }
    }
    // `Adelies` may come from `Adelie` or `Adely`: both ends count as one.
    if let Some(root) = lower.strip_suffix("ie") {
        return format!("{root}y");
    }
    match lower.strip_suffix('s') {
        Some(root) if !root.ends_with(['s', 'u', 'i']) => root.to_owned(),
        Some(_) | None => lower,
    }
}

/// Words that say nothing of which column or row is meant.
const EMPTY: [&str; 74] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "for", "from", "had", "has", "have", "in", "into",
    "is", "it", "its", "no", "not", "of", "on", "or", "out", "over", "per", "than", "that", "the", "their", "then",
    "there", "these", "they", "this", "those", "to", "under", "up", "was", "we", "were", "which", "while", "who",
    "with", "all", "each", "only", "also", "both", "data", "value", "file", "row", "column", "result", "table", "der",
    "die", "das", "und", "von", "le", "la", "les", "de", "et", "el", "los", "y", "case",
];

/// Whether a word says nothing of which column or row is meant.
#[must_use]
pub fn is_empty(stem: &str) -> bool {
    EMPTY.contains(&stem)
}

/// Families of words that stand for one another where columns are named. The first of a family stands for all.
const FAMILIES: [&[&str]; 44] = [
    &[
        "average",
        "avg",
        "mean",
        "typical",
        "typically",
        "averaged",
        "averaging",
        "durchschnitt",
        "durchschnittlich",
        "moyenne",
        "media",
        "promedio",
        "mittelwert",
    ],
    &[
        "count",
        "n",
        "cnt",
        "num",
        "number",
        "many",
        "anzahl",
        "nombre",
        "numero",
        "tally",
        "freq",
        "frequency",
        "occurrence",
    ],
    &["total", "sum", "overall", "altogether", "combined", "together", "add", "summe", "gesamt", "insgesamt", "totale"],
    &[
        "maximum",
        "max",
        "highest",
        "largest",
        "biggest",
        "peak",
        "peaked",
        "top",
        "longest",
        "heaviest",
        "most",
        "greatest",
        "hottest",
        "warmest",
        "maximal",
        "record",
        "höchste",
        "höchster",
        "größte",
        "größter",
        "längste",
    ],
    &[
        "minimum",
        "min",
        "lowest",
        "smallest",
        "shortest",
        "lightest",
        "least",
        "fewest",
        "coldest",
        "minimal",
        "cheapest",
        "niedrigste",
        "kleinste",
        "kürzeste",
        "geringste",
    ],
    &["latest", "last", "newest"],
    &["earliest", "first", "oldest"],
    &["median", "p50", "middle", "mediana", "médiane", "medianwert"],
    &["deviation", "stddev", "std", "sd", "stdev", "spread"],
    &[
        "share",
        "pct",
        "percent",
        "percentage",
        "proportion",
        "fraction",
        "rate",
        "portion",
        "account",
        "anteil",
        "quote",
        "prozent",
    ],
    &["mass", "weight", "weigh", "heavy", "heavier", "kg", "gewicht", "wiegen"],
    &["length", "long", "longer", "len"],
    &["depth", "deep", "deeper"],
    &["width", "wide", "wider"],
    &["height", "tall", "taller", "elevation", "altitude"],
    &[
        "revenue", "sale", "turnover", "umsatz", "sold", "sell", "venta", "vente", "earn", "earned", "worth", "income",
        "took",
    ],
    &["price", "cost", "expensive", "cheap", "preis", "priced"],
    &["profit", "earning", "gain", "gewinn", "margin"],
    &["amount", "volume", "betrag", "montant"],
    &["quantity", "qty", "unit", "piece", "menge"],
    &["temperature", "temp", "warm", "cold", "hot", "warmer", "colder"],
    &["rain", "precipitation", "rainfall", "wet", "wetter"],
    &["year", "annual", "yearly", "jahr", "annee", "ano", "yr"],
    &["month", "monthly", "monat", "mois", "mes", "mth"],
    &["hour", "hr", "stunde", "heure", "hora"],
    &["quarter", "qtr", "quartal", "trimestre"],
    &["weekday", "dow", "wochentag"],
    &["missing", "null", "nan", "blank", "absent", "unknown", "lacking"],
    &["distinct", "unique", "different", "approx"],
    &["order", "purchase", "bestellung", "pedido", "commande"],
    &["customer", "client", "buyer", "kunde"],
    &[
        "change",
        "growth",
        "increase",
        "decrease",
        "grew",
        "grow",
        "rise",
        "rose",
        "fell",
        "fall",
        "drop",
        "dropped",
        "delta",
        "diff",
        "difference",
        "decline",
        "declined",
        "increased",
        "decreased",
    ],
    &["speed", "fast", "velocity"],
    &["duration", "lasted", "elapsed"],
    &["age", "aged"],
    &["distance", "far"],
    &["score", "rating", "grade", "star", "rated"],
    &["cumulative", "running"],
    &["variance", "overrun", "overspend", "overspent"],
    &["week", "weekly"],
    &["population", "inhabitant", "people", "resident"],
    &["spent", "spend", "spending", "expense", "outlay"],
    &["planned", "plan", "budgeted"],
    &["rank", "ranking", "position", "place"],
];

/// What a word stands for among those that name columns.
#[must_use]
pub fn family(stem: &str) -> &str {
    static HEADS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let head = |family: &&[&'static str]| family.first().copied().unwrap_or_default();
        FAMILIES.iter().flat_map(|family| family.iter().map(move |word| (*word, head(family)))).collect()
    });
    HEADS.get(stem).copied().unwrap_or(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_at_their_joints() {
        assert_eq!(stems("avg_bodyMass.g"), ["avg", "body", "mass", "g"]);
        assert_eq!(stems("Umsätze 2024, 3rd"), ["umsätze", "2024", "3rd"]);
        assert_eq!(stems(""), [""; 0]);
    }

    #[test]
    fn plurals_share_a_stem() {
        for (one, many) in [
            ("category", "categories"),
            ("box", "boxes"),
            ("class", "classes"),
            ("region", "regions"),
            ("movie", "movies"),
            ("species", "species"),
            ("status", "status"),
            ("bus", "bus"),
        ] {
            assert_eq!(stem(one), stem(many));
        }
    }

    #[test]
    fn words_of_one_family_stand_for_one_another() {
        assert_eq!(family("avg"), family("mean"));
        assert_eq!(family("weigh"), family("mass"));
        assert_eq!(family("penguin"), "penguin");
    }

    #[test]
    fn no_word_belongs_to_two_families() {
        let mut all: Vec<&str> = FAMILIES.concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        for word in all {
            assert!(word == stem(word) || word.len() < 4, "{word} is no stem: {}", stem(word));
        }
    }
}

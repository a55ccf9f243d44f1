//! Words that are akin: other words of one root (`admitted` and `admissions`), and words that may say the same of a column
//! (`passengers` and `ridership`).
//!
//! Uses the words of this room. Weaker than a family, whose words stand for one another: what is akin points to a column only
//! as far as nothing else does, and says less of it. A word may be akin to several others that are not akin to one another.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::words;

/// Groups of words that may say the same, a line each.
const THESAURUS: &str = include_str!("akin/thesaurus.txt");

/// Endings of verbs, adjectives and adverbs, longest first, and the letters that are left at least.
const FORMS: (&[&str], usize) = (&["ings", "ing", "ied", "ers", "ed", "er", "ly"], 4);

/// Letters at the end of a word that its forms may lack, and the letters that are left at least: `plane` is no plan.
const LETTERS: (&[&str], usize) = (&["y", "e"], 5);

/// Endings of words made from verbs, longest first: so short a rest as `stat` of `station` is no root.
const DERIVED: (&[&str], usize) = (
    &[
        "ations", "ation", "ating", "ments", "ables", "ment", "able", "ance", "ence", "ness", "ated", "ator", "ions",
        "ion", "ate", "ure", "ous", "ity", "ive", "al", "or",
    ],
    5,
);

/// Words that are made from none though they end so.
const KEPT: [&str; 10] = [
    "county",
    "party",
    "department",
    "apartment",
    "general",
    "number",
    "customer",
    "product",
    "statement",
    "information",
];

/// The root of a stem: the same for words that are made from one another.
#[must_use]
pub fn root(stem: &str) -> String {
    let plain = without_marks(stem);
    let mut root = plain.as_str();
    if KEPT.contains(&root) {
        return root.to_owned();
    }
    for _ in 0..2 {
        let cut = [DERIVED, FORMS, LETTERS].into_iter().find_map(|(endings, least)| {
            let rest = endings.iter().find_map(|ending| root.strip_suffix(ending))?;
            (rest.chars().count() >= least).then_some(rest)
        });
        root = cut.unwrap_or(root);
    }
    let mut root = root.to_owned();
    // `admission` of `admit`, `production` of `produce`, `cancelled` of `cancel`.
    for (ending, other) in [("miss", "mit"), ("duct", "duc"), ("tt", "t"), ("ll", "l"), ("nn", "n"), ("pp", "p")] {
        if let Some(start) = root.strip_suffix(ending)
            && !start.is_empty()
        {
            root = format!("{start}{other}");
        }
    }
    root
}

/// A word as it is written where there are no umlauts and accents: `auftraege`, `duree`.
fn without_marks(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for character in word.chars() {
        match character {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'ß' => plain.push_str("ss"),
            'á' | 'à' | 'â' => plain.push('a'),
            'é' | 'è' | 'ê' => plain.push('e'),
            'í' | 'î' => plain.push('i'),
            'ó' | 'ô' => plain.push('o'),
            'ú' | 'û' | 'ù' => plain.push('u'),
            'ñ' => plain.push('n'),
            'ç' => plain.push('c'),
            other => plain.push(other),
        }
    }
    plain
}

/// The groups of words that those of a root belong to, by their places in the thesaurus.
#[must_use]
pub fn groups(root: &str) -> &'static [usize] {
    static GROUPS: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
        let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, line) in THESAURUS.lines().enumerate() {
            for word in line.split(' ') {
                let of = groups.entry(self::root(&words::stem(word))).or_default();
                if !of.contains(&place) {
                    of.push(place);
                }
            }
        }
        groups
    });
    GROUPS.get(root).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_made_from_one_another_share_a_root() {
        for (one, other) in [
            ("admission", "admitted"),
            ("delivery", "delivered"),
            ("arrival", "arrive"),
            ("cancellation", "cancelled"),
            ("emission", "emit"),
            ("production", "produced"),
            ("inspection", "inspector"),
        ] {
            assert_eq!(root(one), root(other), "{one} and {other}");
        }
        for (one, other) in [("plan", "plane"), ("story", "store"), ("county", "count"), ("customer", "custom")] {
            assert_ne!(root(one), root(other), "{one} and {other}");
        }
    }

    #[test]
    fn words_of_one_sense_share_a_group() {
        let share =
            |one: &str, other: &str| groups(&root(one)).iter().any(|group| groups(&root(other)).contains(group));
        assert!(share("ridership", "passenger") && share("admitted", "patient") == share("patient", "admission"));
        assert!(!share("ridership", "revenue"));
    }

    #[test]
    fn every_line_of_the_thesaurus_joins_words() {
        assert!(THESAURUS.lines().all(|line| line.split(' ').count() > 1 && line == line.trim()));
    }
}

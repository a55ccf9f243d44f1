//! Names that are like one that is not known.

use crate::limits::NEAR_NAMES;

/// How alike they are at least, from 0 to 1.
const ALIKE: f64 = 0.75;

/// The names most like this one, the most alike first.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let mut alike: Vec<(f64, &str)> = names
        .map(|other| (strsim::jaro_winkler(&name, &other.to_lowercase()), other))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    alike.into_iter().map(|(_, other)| other).take(NEAR_NAMES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near() {
        let names = ["anthropic", "openai", "openrouter", "ollama"];
        assert_eq!(nearest("antropic", names.into_iter()), ["anthropic"]);
        assert_eq!(nearest("OpenAI", names.into_iter())[0], "openai");
        assert!(nearest("xyz", names.into_iter()).is_empty());
    }
}

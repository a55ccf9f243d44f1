//! What is said of a chart: a reason why it cannot be shown, or a warning about one that stands.
//!
//! Each is a sentence that a model can act on. Where it quotes values of the data, or was found by looking at them, it
//! brings the same without them along: which of the two is told is not decided here.

/// A reason or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The sentence; it may quote values of the data and count them.
    pub text: String,
    /// The sentence without any value, count, or name of the data that the specification itself does not hold.
    pub discreet: String,
}

impl Finding {
    /// Found in the specification alone: nothing of the data is in it.
    pub fn of_specification(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { discreet: text.clone(), text }
    }

    /// Found in the data.
    pub fn of_data(text: impl Into<String>, discreet: impl Into<String>) -> Self {
        Self { text: text.into(), discreet: discreet.into() }
    }

    /// The same, said of a place in the specification.
    #[must_use]
    pub fn at(self, path: &[String]) -> Self {
        if path.is_empty() {
            return self;
        }
        let place = path.join(".");
        Self { text: format!("at {place}: {}", self.text), discreet: format!("at {place}: {}", self.discreet) }
    }
}

/// Reasons in one text: the first as a sentence, each further one on a line of its own, none twice.
#[must_use]
pub fn listed<'a>(sentences: impl Iterator<Item = &'a str>) -> String {
    let mut said: Vec<&str> = Vec::new();
    for sentence in sentences {
        if !said.contains(&sentence) {
            said.push(sentence);
        }
    }
    said.join("\nalso: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_listed_once_each() {
        assert_eq!(listed(["no mark", "no data", "no mark"].into_iter()), "no mark\nalso: no data");
        assert_eq!(listed(std::iter::empty()), "");
    }

    #[test]
    fn a_place_stands_before_both_sentences() {
        let finding =
            Finding::of_data("\"a\" holds 3", "\"a\" holds something").at(&["layer".to_owned(), "0".to_owned()]);
        assert_eq!(finding.text, "at layer.0: \"a\" holds 3");
        assert_eq!(finding.discreet, "at layer.0: \"a\" holds something");
    }
}

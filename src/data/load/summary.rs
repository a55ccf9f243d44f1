//! Lines of figures below a table that are no sums: its average, its least and greatest value, how many there are.
//!
//! Pure.

use super::shape::trim;

/// By how much of it a figure may be off beside what its last digit leaves open.
const SLACK: f64 = 1e-9;

/// What a line of figures says of the rows above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Figure {
    Mean,
    Median,
    Least,
    Greatest,
    Count,
    Deviation,
}

/// Words for figures, in lower case.
const WORDS: [(&str, Figure); 24] = [
    ("average", Figure::Mean),
    ("avg", Figure::Mean),
    ("mean", Figure::Mean),
    ("mittelwert", Figure::Mean),
    ("durchschnitt", Figure::Mean),
    ("moyenne", Figure::Mean),
    ("promedio", Figure::Mean),
    ("median", Figure::Median),
    ("min", Figure::Least),
    ("minimum", Figure::Least),
    ("lowest", Figure::Least),
    ("max", Figure::Greatest),
    ("maximum", Figure::Greatest),
    ("highest", Figure::Greatest),
    ("count", Figure::Count),
    ("anzahl", Figure::Count),
    ("n", Figure::Count),
    ("sd", Figure::Deviation),
    ("std", Figure::Deviation),
    ("stdev", Figure::Deviation),
    ("std dev", Figure::Deviation),
    ("std. dev", Figure::Deviation),
    ("standard deviation", Figure::Deviation),
    ("standardabweichung", Figure::Deviation),
];

/// The figure that a text names.
pub(super) fn figure(text: &[u8]) -> Option<Figure> {
    let text = bare(text);
    WORDS.iter().find(|(word, _)| *word == text).map(|(_, figure)| *figure)
}

/// Words that name other things as well: persons, minutes, a no, a state.
const OPEN: [&str; 9] = ["n", "min", "max", "sd", "std", "count", "anzahl", "lowest", "highest"];

/// Whether a text that names a figure may as well name something else.
pub(super) fn is_open(text: &[u8]) -> bool {
    let text = bare(text);
    OPEN.contains(&text.as_str())
}

fn bare(text: &[u8]) -> String {
    String::from_utf8_lossy(trim(text)).trim_end_matches([':', '.']).trim().to_lowercase()
}

impl Figure {
    /// Whether a number, written as this text, is the figure of these values.
    pub(super) fn is_of(self, values: &[f64], number: f64, text: &[u8]) -> bool {
        let places = text.iter().rposition(|byte| b".,".contains(byte)).map_or(0, |point| text.len() - point - 1);
        let open = 0.5 * 10_f64.powi(-i32::try_from(places).unwrap_or(0));
        self.values(values).iter().any(|value| (value - number).abs() <= open * (1.0 + SLACK) + SLACK * value.abs())
    }

    /// What the figure can be: a deviation is that of a sample or of all.
    fn values(self, values: &[f64]) -> Vec<f64> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        #[expect(clippy::cast_precision_loss, reason = "rows near a file's end")]
        let count = sorted.len() as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let middle = |at: usize| sorted.get(at).copied();
        match self {
            _ if sorted.is_empty() => Vec::new(),
            Self::Mean => vec![mean],
            Self::Median => {
                let pair = (middle((sorted.len() - 1) / 2), middle(sorted.len() / 2));
                pair.0.zip(pair.1).map(|(one, other)| f64::midpoint(one, other)).into_iter().collect()
            }
            Self::Least => sorted.first().copied().into_iter().collect(),
            Self::Greatest => sorted.last().copied().into_iter().collect(),
            Self::Count => vec![count],
            Self::Deviation => {
                let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
                [count - 1.0, count].iter().filter(|by| **by > 0.0).map(|by| (squares / by).sqrt()).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_values() {
        for (word, text, expected) in [
            ("Average:", "6.17", true),
            ("Average", "6.2", true),
            ("mean", "6.19", false),
            ("Median", "6", true),
            ("MIN", "5", true),
            ("Max.", "7.5", true),
            ("Maximum", "9", false),
            ("Count", "3", true),
            ("SD", "1.26", true),
            ("std", "1.03", true),
        ] {
            let found = figure(word.as_bytes()).unwrap();
            let number = text.parse().unwrap();
            assert_eq!(found.is_of(&[5.0, 7.5, 6.0], number, text.as_bytes()), expected, "{word} {text}");
        }
        assert_eq!(figure(b"Maxim"), None);
        assert!(!Figure::Mean.is_of(&[], 0.0, b"0"));
    }
}

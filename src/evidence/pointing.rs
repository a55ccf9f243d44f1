//! Whether a sentence speaks of a row of a result, by where it names it.
//!
//! Uses the scene and names of this room. A name that the number is attached to decides; else the only name of its clause,
//! or of the clause before; else any name of the sentence will do.

use super::mention::Mention;
use super::naming::{Naming, RowName};
use super::parts::BREAKS;
use super::scene::Scene;
use super::units::unit_word;

/// Whether a sentence speaks of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// It does.
    Here,
    /// A name that the number is attached to says another.
    Elsewhere,
    /// It names others.
    Unclear,
}

/// Which of the names by one column says of which row a mention speaks, by its place among the names of the passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// The one that the number is attached to.
    Attached(usize),
    /// The only one of the clause.
    Only(usize),
    /// The only one of the clause before.
    Subject(usize),
    /// Whichever names a row.
    Any,
}

impl Scene<'_> {
    /// Whether a mention speaks of a row, as far as the names by one column say.
    #[must_use]
    pub fn points_to(&self, mention: &Mention, source: usize, column: usize, row: usize) -> Pointing {
        let Some(naming) = self.naming.get(source) else { return Pointing::Unclear };
        let key = (mention.range.start, source, column);
        let pointer = self.memo.pointers.of(key, || self.pointer(mention, source, column));
        let names = |index: usize| naming.rows.get(index).is_some_and(|name| name.rows.contains(&row));
        match pointer {
            Pointer::Attached(index) | Pointer::Only(index) | Pointer::Subject(index) if names(index) => Pointing::Here,
            Pointer::Any if naming.names(row, column) => Pointing::Here,
            Pointer::Subject(_) | Pointer::Any if self.beside(naming, column, row) => Pointing::Here,
            Pointer::Attached(_) => Pointing::Elsewhere,
            Pointer::Only(_) | Pointer::Subject(_) | Pointer::Any => Pointing::Unclear,
        }
    }

    /// Which of the names by one column says of which row a mention speaks.
    fn pointer(&self, mention: &Mention, source: usize, column: usize) -> Pointer {
        let Some(naming) = self.naming.get(source) else { return Pointer::Any };
        let place = |name: &RowName| naming.rows.iter().position(|own| std::ptr::eq(own, name));
        if let Some(index) = self.attached(mention, source, column).and_then(place) {
            return Pointer::Attached(index);
        }
        let clause = self.clause(mention);
        let mut inside: Vec<&RowName> = naming
            .rows
            .iter()
            .filter(|name| name.column == column && clause.start <= name.range.start && name.range.end <= clause.end)
            .collect();
        inside.dedup_by_key(|name| name.rows.clone());
        let is_told = |name: &&RowName| !self.is_compared(name) && !self.is_listed(name, source);
        if let [only] = inside.as_slice()
            && let Some(index) = Some(*only).filter(is_told).and_then(place)
        {
            return Pointer::Only(index);
        }
        let subject = || self.subject(naming, column, clause.start).filter(is_told).and_then(place);
        if inside.is_empty()
            && let Some(index) = subject()
        {
            Pointer::Subject(index)
        } else {
            Pointer::Any
        }
    }

    /// The only name of the nearest clause before a place that names any.
    fn subject<'b>(&self, naming: &'b Naming, column: usize, place: usize) -> Option<&'b RowName> {
        let mut end = place;
        while end > self.passage.range.start {
            let before = self.text.get(self.passage.range.start..end)?;
            if before.trim_end().ends_with(';') {
                return None;
            }
            let trimmed = BREAKS.iter().find_map(|mark| before.strip_suffix(mark)).unwrap_or(before);
            let start =
                BREAKS.iter().filter_map(|mark| trimmed.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
            let range = self.passage.range.start + start..self.passage.range.start + trimmed.len();
            let mut inside =
                naming.rows.iter().filter(|name| name.column == column && range.contains(&name.range.start));
            match (inside.next(), inside.next()) {
                (Some(only), None) => return Some(only),
                (Some(_), Some(_)) => return None,
                (None, _) => end = range.start,
            }
        }
        None
    }

    /// Whether a name is only what another is compared with: `heavier than Adelies`.
    fn is_compared(&self, name: &RowName) -> bool {
        let before = self.text.get(self.passage.range.start..name.range.start).unwrap_or_default().trim_end();
        let before = before.trim_end_matches(" the");
        [
            "than", "as", "of", "over", "above", "below", "behind", "versus", "vs", "vs.", "against", "to", "from",
            "beats", "and", "on",
        ]
        .iter()
        .any(|word| before.ends_with(word))
    }

    /// Whether a name stands behind `than` or its like.
    #[must_use]
    pub fn is_behind_than(&self, name: &RowName) -> bool {
        let before = self.text.get(self.passage.range.start..name.range.start).unwrap_or_default().trim_end();
        let before = before.trim_end_matches(" the");
        ["than", "above", "below", "behind", "ahead of", "over", "versus", "vs", "vs."]
            .iter()
            .any(|word| before.ends_with(word))
    }

    /// Whether a name is the last of several: `West and East have ...`.
    fn is_listed(&self, name: &RowName, source: usize) -> bool {
        let Some(naming) = self.naming.get(source) else { return false };
        naming.rows.iter().filter(|other| other.column == name.column && other.range.end <= name.range.start).any(
            |other| {
                let between = self.text.get(other.range.end..name.range.start).unwrap_or_default().trim();
                matches!(between, "," | "and" | ", and" | "or" | "&" | "and the" | "und" | "et" | "y" | "with")
            },
        )
    }

    /// Whether a row is the one before or behind the only one that is named, and the passage says so.
    fn beside(&self, naming: &Naming, column: usize, row: usize) -> bool {
        let mut named = naming.rows.iter().filter(|name| name.column == column);
        let (Some(name), None) = (named.next(), named.next()) else { return false };
        let [only] = name.rows.as_slice() else { return false };
        let before = row + 1 == *only && self.says_stem(&["before", "previous", "prior", "earlier", "after", "from"]);
        let behind = row == *only + 1 && self.says_stem(&["later", "next", "following", "then", "afterwards"]);
        before || behind
    }

    /// The name that a mention is attached to, such as `West` in `West (12.4)` and `12.4 for West`, of a column.
    #[must_use]
    pub fn attached(&self, mention: &Mention, source: usize, column: usize) -> Option<&RowName> {
        let key = (mention.range.start, source, column);
        let index = self.memo.attached.of(key, || self.find_attached(mention, source, column));
        self.naming.get(source)?.rows.get(index?)
    }

    fn find_attached(&self, mention: &Mention, source: usize, column: usize) -> Option<usize> {
        let names = self.naming.get(source)?.rows.iter().enumerate().filter(|(_, name)| name.column == column);
        let over = |(_, name): &(usize, &RowName)| {
            name.range.start <= mention.range.start
                && mention.range.end <= name.range.end
                && name.range != mention.range
        };
        if let Some((index, _)) = names.clone().find(over).filter(|_| !self.passage.cells.is_empty()) {
            return Some(index);
        }
        let mut before: Option<(usize, &RowName)> = None;
        for (index, name) in names {
            if name.range.end <= mention.range.start {
                before = Some((index, name));
            } else if name.range.start >= mention.range.end {
                let unit = self.passage.words.iter().find(|word| word.range.start >= mention.range.end);
                // A name may read like a unit: `NY: 97; MI: 94`.
                let unit = unit.filter(|word| unit_word(&word.stem).is_some() && word.range.end <= name.range.start);
                let end = unit.map_or(mention.range.end, |word| word.range.end);
                let between = self.text.get(end..name.range.start).unwrap_or_default();
                if LINKS_BEHIND.contains(&between.trim_matches(['*', '_', ' ']).to_lowercase().as_str()) {
                    return Some(index);
                }
                break;
            }
        }
        let (index, name) = before?;
        let between = self.text.get(name.range.end..mention.range.start).unwrap_or_default();
        let crossed = self
            .mentions
            .iter()
            .any(|other| other.range.start >= name.range.end && other.range.end <= mention.range.start);
        let link = between.trim_matches(['*', '_', ' ']).to_lowercase();
        let compared = matches!(link.as_str(), ":" | "–" | "-" | "—") && self.is_compared(name);
        let attached = LINKS_BEFORE.contains(&link.as_str()) && !crossed && !compared && !self.is_listed(name, source);
        attached.then_some(index)
    }
}

/// What attaches a number to the name behind it.
const LINKS_BEHIND: [&str; 16] = [
    "", "for", "in", "from", "at", "(", "for the", "in the", "of", "were", "are", "für", "pour", "para", "are from",
    "is",
];

/// What attaches a number to the name before it.
const LINKS_BEFORE: [&str; 21] = [
    "",
    "(",
    ":",
    "=",
    "'s",
    "’s",
    "has",
    "had",
    "have",
    "is",
    "was",
    "are",
    "were",
    "is at",
    "at",
    "|",
    "–",
    "-",
    "—",
    "stands at",
    "with",
];

#[cfg(test)]
mod tests {
    use super::super::example::{months, number, regions, scene, table};
    use super::*;

    /// The first row that a number is attached to by its name.
    fn attached(text: &str, written: &str) -> Option<usize> {
        scene(regions(), text, &|scene| scene.attached(number(scene, written), 0, 0)?.rows.first().copied())
    }

    #[test]
    fn a_number_is_attached_to_the_name_beside_it() {
        let text = "It was 12.4 for West and 11.9 for East [q1].";
        assert_eq!((attached(text, "12.4"), attached(text, "11.9")), (Some(0), Some(1)));
        assert_eq!(attached("West (12.4) leads.", "12.4"), Some(0));
        assert_eq!(attached("West leads the others by 0.5.", "0.5"), None);
        assert_eq!(attached("West and East have 12.4 and 11.9.", "12.4"), None, "both are meant");
        let states = table("state|airports", &["NY|97", "MI|94"]);
        let text = "NY: 97; MI: 94 [q1].";
        let first = scene(states, text, &|scene| scene.attached(number(scene, "97"), 0, 0)?.rows.first().copied());
        assert_eq!(first, Some(0), "MI is a name here, and no mile");
    }

    #[test]
    fn an_attached_name_decides_before_others_of_the_sentence() {
        let points = |text: &str, written: &str, row: usize| {
            scene(regions(), text, &|scene| scene.points_to(number(scene, written), 0, 0, row))
        };
        let text = "It was 12.4 for West and 11.9 for East [q1].";
        assert_eq!((points(text, "12.4", 0), points(text, "12.4", 1)), (Pointing::Here, Pointing::Elsewhere));
        let text = "In West people spent little, and revenue was 12.4 [q1].";
        assert_eq!((points(text, "12.4", 0), points(text, "12.4", 1)), (Pointing::Here, Pointing::Unclear));
    }

    #[test]
    fn the_row_before_is_meant_where_the_sentence_says_so() {
        let points =
            |text: &str, row: usize| scene(months(), text, &|scene| scene.points_to(number(scene, "120"), 0, 0, row));
        let text = "April 2024 was good, but the month before had 120 [q1].";
        assert_eq!((points(text, 2), points(text, 1)), (Pointing::Here, Pointing::Unclear));
        let text = "April 2024 was good, but it had 120 [q1].";
        assert_eq!((points(text, 3), points(text, 2)), (Pointing::Here, Pointing::Unclear));
    }

    #[test]
    fn what_stands_behind_than_is_only_compared_with() {
        let behind = |name: usize| {
            scene(regions(), "West sold 0.5 more than East [q1].", &|scene| {
                scene.is_behind_than(&scene.naming[0].rows[name])
            })
        };
        assert_eq!((behind(0), behind(1)), (false, true));
    }
}

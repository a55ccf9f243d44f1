//! What the reader has been shown, and which output stands in the place of which: each may be mended once.
//!
//! Uses `event`. A model mends an output by showing it again with `replaces`, or simply by showing it again: what
//! counts as the same output, [`Wording`] alone decides. Never looks at results, and never tells a model anything.

use std::collections::{HashMap, HashSet};

use super::Tools;
use super::output_text::without_citations;
use super::trace::is_untraced;
use crate::event::{CellClaim, Role};
use crate::limits::{MEND_SHARE, MEND_WORDS, Privacy};
use crate::table::Cell;

/// What kind of output it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Of `output_text`.
    Text,
    /// Of `output_table`.
    Table,
}

/// An output that the reader has been shown.
#[derive(Debug)]
struct Shown {
    /// What the text is in the report; none for a table.
    role: Option<Role>,
    wording: Wording,
    /// Whether a number of it could not be traced.
    is_untraced: bool,
    /// The output that it stands for, counted from 1.
    mends: Option<usize>,
    /// The output that stands for it, counted from 1.
    mended_by: Option<usize>,
}

/// The outputs of one run by kind, in the order in which they were shown.
#[derive(Debug, Default)]
pub struct Outputs {
    texts: Vec<Shown>,
    tables: Vec<Shown>,
}

/// An output that is about to be shown.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// Its own id.
    pub id: String,
    /// The id of the output that it stands for.
    pub replaces: Option<String>,
    /// What a text that it stands for was in the report.
    pub role: Option<Role>,
    mends: Option<usize>,
}

/// The words of an output, as far as they tell which output it is: numbers that could not be traced and citations are
/// left out, since a mend changes them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    words: HashMap<String, usize>,
    /// Numbers left out.
    left_out: usize,
}

impl Kind {
    /// The tool that shows it.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Text => "output_text",
            Self::Table => "output_table",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Table => "table",
        }
    }
}

impl Wording {
    /// The words of texts, from each of which these byte ranges are left out.
    pub fn of<'a>(texts: impl IntoIterator<Item = (&'a str, Vec<(usize, usize)>)>) -> Self {
        let mut wording = Self::default();
        for (text, mut ranges) in texts {
            ranges.sort_unstable();
            let mut kept = String::new();
            let mut from = 0;
            for (start, end) in ranges {
                kept.push_str(text.get(from..start).unwrap_or_default());
                kept.push(' ');
                from = end.max(from);
                wording.left_out += 1;
            }
            kept.push_str(text.get(from..).unwrap_or_default());
            for word in without_citations(&kept).split_whitespace() {
                let word = word.trim_matches(|each: char| !each.is_alphanumeric()).to_lowercase();
                if !word.is_empty() {
                    *wording.words.entry(word).or_default() += 1;
                }
            }
        }
        wording
    }

    /// Whether another wording says the same but for the numbers that this one leaves out. It may say more or less, but
    /// then nothing else: an output in which one word stands in the place of another is about something else. Numbers
    /// that were traced are words: the same sentence on another year is another finding.
    fn is_mended_by(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.count(), other.count());
        let shared: usize =
            self.words.iter().map(|(word, times)| other.words.get(word).map_or(0, |o| *o.min(times))).sum();
        let says_more = shared == mine && is_most(mine + self.left_out, theirs);
        let says_less = shared == theirs && is_most(theirs, mine);
        shared >= MEND_WORDS && (says_more || says_less)
    }

    fn count(&self) -> usize {
        self.words.values().sum()
    }
}

fn is_most(part: usize, whole: usize) -> bool {
    part * MEND_SHARE.1 >= whole * MEND_SHARE.0
}

/// The words of a table: of its title, from which the ranges are left out, of its headers, and of the cells that are
/// words.
pub fn table_wording(
    title: (&str, Vec<(usize, usize)>),
    headers: &[String],
    rows: &[Vec<Cell>],
    claims: &[CellClaim],
) -> Wording {
    let untraced = claims.iter().filter(|cell| is_untraced(&cell.claim)).map(|cell| (cell.row, cell.column));
    let untraced: HashSet<(usize, usize)> = untraced.collect();
    let headers = headers.iter().map(|header| (header.as_str(), Vec::new()));
    let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
        let cells = cells.iter().enumerate().filter_map(|(column, cell)| Some((column, cell.as_text()?)));
        cells.map(move |(column, text)| (row, column, text))
    });
    let words = cells.filter(|(_, _, text)| text.chars().any(char::is_alphabetic));
    let words =
        words.filter(|(row, column, _)| !untraced.contains(&(*row, *column))).map(|(_, _, text)| (text, Vec::new()));
    Wording::of(std::iter::once(title).chain(headers).chain(words))
}

impl Outputs {
    /// Whether the reader has been shown a text or a table.
    pub fn any(&self) -> bool {
        !self.texts.is_empty() || !self.tables.is_empty()
    }

    /// Texts that stand for no other.
    pub fn first_texts(&self) -> usize {
        self.texts.iter().filter(|text| text.mends.is_none()).count()
    }

    fn of(&self, kind: Kind) -> &[Shown] {
        match kind {
            Kind::Text => &self.texts,
            Kind::Table => &self.tables,
        }
    }

    fn of_mut(&mut self, kind: Kind) -> &mut Vec<Shown> {
        match kind {
            Kind::Text => &mut self.texts,
            Kind::Table => &mut self.tables,
        }
    }

    /// The place of the next output, which stands for no other.
    pub fn next(&self, kind: Kind) -> Place {
        let id = id(kind, self.of(kind).len() + 1);
        Place { id, replaces: None, role: None, mends: None }
    }

    /// The place of the next output, in the stead of the one of that id.
    ///
    /// # Errors
    /// A sentence that says why it cannot stand there.
    pub fn instead_of(&self, kind: Kind, replaced: &str) -> Result<Place, String> {
        let shown = self.of(kind);
        let number = (1..=shown.len()).find(|number| id(kind, *number) == replaced);
        let Some((number, old)) = number.and_then(|number| Some((number, shown.get(number - 1)?))) else {
            return Err(self.unknown(kind, replaced));
        };
        let why = match (old.mends, old.mended_by) {
            (Some(first), _) => format!("{replaced} is already the mended {}", id(kind, first)),
            (None, Some(second)) => format!("{replaced} was already mended, by {}", id(kind, second)),
            (None, None) => {
                return Ok(Place {
                    replaces: Some(replaced.to_owned()),
                    role: old.role,
                    mends: Some(number),
                    ..self.next(kind)
                });
            }
        };
        Err(format!(
            "{why}, and each output is mended once: it stays as it is. Show something new without \"replaces\""
        ))
    }

    /// The place of the next output where the model does not say that it stands for another: the last one's, where
    /// numbers of that could not be traced and this says the same.
    fn next_of(&self, kind: Kind, role: Option<Role>, wording: &Wording) -> Place {
        let shown = self.of(kind);
        match shown.last() {
            Some(last)
                if last.is_untraced
                    && last.mends.is_none()
                    && last.mended_by.is_none()
                    && (role.is_none() || role == last.role)
                    && last.wording.is_mended_by(wording) =>
            {
                let replaces = Some(id(kind, shown.len()));
                Place { replaces, role: last.role, mends: Some(shown.len()), ..self.next(kind) }
            }
            Some(_) | None => self.next(kind),
        }
    }

    fn unknown(&self, kind: Kind, replaced: &str) -> String {
        let (word, count) = (kind.word(), self.of(kind).len());
        let known = match count {
            0 => format!("no {word} has been shown yet"),
            1 => format!("the only {word} is {}", id(kind, 1)),
            _ => format!("the {word}s are {} to {}", id(kind, 1), id(kind, count)),
        };
        format!("\"replaces\" of {} takes the id of a {word}, and \"{replaced}\" is none: {known}", kind.tool())
    }

    /// Notes that an output is shown in its place.
    pub fn note(&mut self, kind: Kind, place: &Place, role: Option<Role>, wording: Wording, is_untraced: bool) {
        let shown = self.of_mut(kind);
        let number = shown.len() + 1;
        if let Some(old) = place.mends.and_then(|mends| shown.get_mut(mends - 1)) {
            old.mended_by = Some(number);
        }
        shown.push(Shown { role, wording, is_untraced, mends: place.mends, mended_by: None });
    }
}

impl Tools {
    /// The place of an output: in the stead of the one that the model names, or of the last one where it is shown
    /// again. Which numbers could be traced depends on values, and so does what is taken for being shown again: where
    /// values must not be told, only what the model names counts.
    ///
    /// # Errors
    /// A sentence for the model that says why it cannot stand there.
    pub(super) fn place(
        &self,
        kind: Kind,
        replaces: Option<&str>,
        role: Option<Role>,
        wording: &Wording,
    ) -> Result<Place, String> {
        match (replaces.map(str::trim).filter(|id| !id.is_empty()), self.privacy) {
            (Some(old), Privacy::Rows | Privacy::Stats | Privacy::Schema) => self.outputs.instead_of(kind, old),
            (None, Privacy::Rows) => Ok(self.outputs.next_of(kind, role, wording)),
            (None, Privacy::Stats | Privacy::Schema) => Ok(self.outputs.next(kind)),
        }
    }
}

fn id(kind: Kind, number: usize) -> String {
    format!("{}{number}", kind.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wording of a text in which numbers that could not be traced stand in braces.
    fn wording(text: &str) -> Wording {
        let (mut plain, mut ranges) = (String::new(), Vec::new());
        for (index, piece) in text.split(['{', '}']).enumerate() {
            if index % 2 == 1 {
                ranges.push((plain.len(), plain.len() + piece.len()));
            }
            plain.push_str(piece);
        }
        Wording::of([(plain.as_str(), ranges)])
    }

    #[test]
    fn a_mend_says_the_same_but_for_numbers_that_could_not_be_traced() {
        for (first, second) in [
            ("The sum is {37} [q1].", "The sum is 60 [q1]."),
            ("The sum is {37} [q1].", "The sum is {61} [q2]."),
            ("The sum is {37} [q1].", "**The sum** is 60."),
            ("West has {12.4 %} of 4,000 EUR [q2].", "West has 11.9 % of 4,000 EUR [q2], as the table shows [q3]."),
            ("West leads with 40 units in all [q2]. It has {12.4 %} of it.", "West leads with 40 units in all [q2]."),
            ("{37} rows, {4} regions", "40 rows, 3 regions"),
        ] {
            assert!(wording(first).is_mended_by(&wording(second)), "{first} / {second}");
        }
    }

    #[test]
    fn another_finding_is_no_mend() {
        for (first, second) in [
            // Another subject in the same sentence.
            ("North sold {37} units in all [q1].", "South sold 20 units in all [q1]."),
            ("adelie penguins weigh {3,700} g on average", "gentoo penguins weigh 5,076 g on average"),
            // Another year, other traced numbers.
            ("Revenue rose by {12 %} in 2024 in all regions", "Revenue rose by 8 % in 2023 in all regions"),
            ("Of 40 orders, {12 %} came late", "Of 50 orders, 10 % came late"),
            // Much more, or much less.
            ("The sum is {37}.", "The sum is 60, and the mean of all orders of the year is 12, the most in the north."),
            ("The sum is {37}, and the mean of all orders of the year is 12, the most in the north.", "The sum is 12."),
            // Nothing in common but numbers.
            ("{37}", "60"),
            ("{37}", "North"),
            ("", ""),
        ] {
            assert!(!wording(first).is_mended_by(&wording(second)), "{first} / {second}");
        }
    }

    #[test]
    fn a_table_is_known_by_its_title_headers_and_words() {
        let of = |title: &str, headers: [&str; 2], names: [&str; 2]| {
            let headers = headers.map(str::to_owned);
            let rows = names.map(|name| vec![Cell::Text(name.to_owned()), Cell::Float(1.5)]);
            table_wording((title, Vec::new()), &headers, &rows, &[])
        };
        let first = of("Shares", ["region", "share"], ["North", "South"]);
        assert!(first.is_mended_by(&of("Shares", ["region", "share"], ["North", "South"])));
        assert!(!first.is_mended_by(&of("Shares", ["region", "share"], ["East", "West"])));
        assert!(!first.is_mended_by(&of("Shares", ["region", "revenue"], ["North", "South"])));
        assert!(!first.is_mended_by(&of("Sums", ["region", "share"], ["North", "South"])));
    }

    fn show(outputs: &mut Outputs, place: &Place, text: &str) {
        let wording = wording(text);
        let is_untraced = wording.left_out > 0;
        outputs.note(Kind::Text, place, place.role.or(Some(Role::Finding)), wording, is_untraced);
    }

    #[test]
    fn an_output_is_mended_once_by_its_id() {
        let mut outputs = Outputs::default();
        let first = outputs.next(Kind::Text);
        show(&mut outputs, &first, "The sum is {37}.");
        let second = outputs.instead_of(Kind::Text, "text1").unwrap();
        assert_eq!((second.id.as_str(), second.replaces.as_deref()), ("text2", Some("text1")));
        assert_eq!(second.role, Some(Role::Finding));
        show(&mut outputs, &second, "The sum is {61}.");
        for (replaced, words) in [
            ("text1", "text1 was already mended, by text2"),
            ("text2", "text2 is already the mended text1"),
            ("text3", "the texts are text1 to text2"),
            ("text0", "\"text0\" is none"),
            ("text01", "\"text01\" is none"),
            ("table1", "takes the id of a text"),
        ] {
            let error = outputs.instead_of(Kind::Text, replaced).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
        assert!(outputs.instead_of(Kind::Table, "table1").unwrap_err().contains("no table has been shown yet"));
        assert_eq!(outputs.first_texts(), 1);
    }

    #[test]
    fn an_output_is_mended_once_by_its_words() {
        let mut outputs = Outputs::default();
        let next = |outputs: &Outputs, role, text: &str| outputs.next_of(Kind::Text, role, &wording(text));
        let first = next(&outputs, None, "The sum is {37}.");
        assert_eq!(first.replaces, None);
        show(&mut outputs, &first, "The sum is {37}.");
        // A note is no finding; what has nothing to mend is shown twice.
        assert_eq!(next(&outputs, Some(Role::Note), "The sum is 60.").replaces, None);
        let second = next(&outputs, Some(Role::Finding), "The sum is {61}.");
        assert_eq!(second.replaces.as_deref(), Some("text1"));
        show(&mut outputs, &second, "The sum is {61}.");
        let third = next(&outputs, None, "The sum is 60.");
        assert_eq!(third.replaces, None);
        show(&mut outputs, &third, "The sum is 60.");
        assert_eq!(next(&outputs, None, "The sum is 60.").replaces, None);
    }
}

//! What the words of a passage are looked for as in every result, made once.
//!
//! Uses the words, keys and forms of names of this room.

use std::borrow::Cow;

use super::keys::small;
use super::naming::singulars;
use super::passage::Passage;
use super::scene::is_noun;
use super::source::key;
use super::words::Word;

/// What a word is looked for as, made once for all results.
#[derive(Debug, Clone)]
pub struct Look {
    /// The stems of the word and the next one, and of the word and the next two, as [`key`] joins them; fewer at the end.
    joined: Vec<String>,
    /// Singulars that it may be a German plural of.
    pub singulars: Vec<String>,
    /// The number that it is, where it may be a key.
    pub number: Option<f64>,
}

/// What each of the words of a text is looked for as.
#[must_use]
pub fn looks(text: &str, words: &[Word]) -> Vec<Look> {
    let look = |(index, word): (usize, &Word)| Look {
        joined: (2..=3).filter_map(|width| join(words, index, width)).collect(),
        singulars: singulars(&word.stem, is_noun(text, word)),
        number: small(&word.stem),
    };
    words.iter().enumerate().map(look).collect()
}

impl Passage {
    /// The key of so many words from one on.
    #[must_use]
    pub fn key(&self, index: usize, width: usize) -> Cow<'_, str> {
        let known = width.checked_sub(2).and_then(|at| self.looks.get(index)?.joined.get(at));
        match (width, known) {
            (1, _) => Cow::Borrowed(self.words.get(index).map_or("", |word| word.stem.as_str())),
            (_, Some(known)) => Cow::Borrowed(known),
            (_, None) => Cow::Owned(join(&self.words, index, width).unwrap_or_default()),
        }
    }
}

/// The key of so many words from one on; none where there are fewer.
fn join(words: &[Word], index: usize, width: usize) -> Option<String> {
    let window = words.get(index..index + width)?;
    Some(key(&window.iter().map(|word| word.stem.as_str()).collect::<Vec<&str>>()))
}

//! Reasoning that a model writes into its text, `<think>...</think>` at the beginning, told apart from what it says.
//!
//! Open models do so where their server does not take it out. Only the neutral form is split: what goes back to the
//! server stays as it came.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Where in a text we are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// At its beginning, where reasoning may open.
    #[default]
    Start,
    /// Within reasoning.
    Thinking,
    /// Behind it, in the blanks before what is said.
    Behind,
    /// In what is said.
    Text,
}

/// Splits a text that comes in pieces.
#[derive(Debug, Default)]
pub struct Splitter {
    stage: Stage,
    /// What may be the beginning of a mark.
    held: String,
    reasoning: String,
    text: String,
}

impl Splitter {
    /// Takes a piece; `tell` hears what of it is text.
    pub fn take(&mut self, piece: &str, tell: &mut dyn FnMut(&str)) {
        if self.stage == Stage::Text {
            return self.say(piece, tell);
        }
        self.held.push_str(piece);
        while self.step() {}
        if self.stage == Stage::Text {
            let held = std::mem::take(&mut self.held);
            self.say(&held, tell);
        }
    }

    /// The text and the reasoning. Reasoning that was not closed is reasoning to the end.
    #[must_use]
    pub fn finish(mut self) -> (String, String) {
        match self.stage {
            Stage::Thinking => self.reasoning.push_str(&self.held),
            Stage::Start | Stage::Behind | Stage::Text => self.text.push_str(&self.held),
        }
        (self.text, self.reasoning.trim().to_owned())
    }

    fn say(&mut self, piece: &str, tell: &mut dyn FnMut(&str)) {
        if !piece.is_empty() {
            self.text.push_str(piece);
            tell(piece);
        }
    }

    /// Goes one stage on, where what is held decides it.
    fn step(&mut self) -> bool {
        match self.stage {
            Stage::Start => {
                let begun = self.held.trim_start();
                if let Some(rest) = begun.strip_prefix(OPEN) {
                    self.held = rest.to_owned();
                    self.stage = Stage::Thinking;
                    return true;
                }
                if !OPEN.starts_with(begun) {
                    self.stage = Stage::Text;
                }
                false
            }
            Stage::Thinking => {
                if let Some((before, behind)) = self.held.split_once(CLOSE) {
                    self.reasoning.push_str(before);
                    self.held = behind.to_owned();
                    self.stage = Stage::Behind;
                    return true;
                }
                let kept = (1..CLOSE.len())
                    .rev()
                    .find(|length| CLOSE.get(..*length).is_some_and(|beginning| self.held.ends_with(beginning)));
                let rest = self.held.split_off(self.held.len() - kept.unwrap_or(0));
                self.reasoning.push_str(&self.held);
                self.held = rest;
                false
            }
            Stage::Behind => {
                self.held = self.held.trim_start().to_owned();
                if !self.held.is_empty() {
                    self.stage = Stage::Text;
                }
                false
            }
            Stage::Text => false,
        }
    }
}

/// The text and the reasoning of a whole text. Some templates open the reasoning themselves: then only its end is seen.
#[must_use]
pub fn split(text: &str) -> (String, String) {
    let mut splitter = Splitter::default();
    splitter.take(text, &mut |_| {});
    let (said, reasoning) = splitter.finish();
    match said.rsplit_once(CLOSE) {
        Some((before, behind)) if reasoning.is_empty() && !before.contains(OPEN) => {
            (behind.trim_start().to_owned(), before.trim().to_owned())
        }
        Some(_) | None => (said, reasoning),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(pieces: &[&str]) -> (String, String, String) {
        let mut told = String::new();
        let mut splitter = Splitter::default();
        for piece in pieces {
            splitter.take(piece, &mut |text| told.push_str(text));
        }
        let (text, reasoning) = splitter.finish();
        (text, reasoning, told)
    }

    #[test]
    fn reasoning_at_the_beginning_is_no_text() {
        for (whole, text, reasoning) in [
            ("<think>\nhm\n</think>\n\nyes", "yes", "hm"),
            ("\n <think></think>yes", "yes", ""),
            ("<think>never closed", "", "never closed"),
            ("yes <think>no</think>", "yes <think>no</think>", ""),
            ("<thin ice", "<thin ice", ""),
            ("<thi", "<thi", ""),
            ("", "", ""),
        ] {
            assert_eq!(split(whole), (text.to_owned(), reasoning.to_owned()), "{whole}");
        }
        assert_eq!(split("so it is\n</think>\nyes"), ("yes".to_owned(), "so it is".to_owned()));
    }

    #[test]
    fn what_is_no_mark_is_told_at_once() {
        let mut told = Vec::new();
        let mut splitter = Splitter::default();
        for piece in ["<", "b", ">x"] {
            splitter.take(piece, &mut |text| told.push(text.to_owned()));
        }
        assert_eq!(told, ["<b", ">x"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_pieces_do_not_matter(
            whole in "( |<think>|</think>|<|th|ink>|/|é|x){0,12}",
            cuts in proptest::collection::vec(0_usize..60, 0..6),
        ) {
            let mut bounds: Vec<usize> =
                cuts.into_iter().filter(|cut| whole.is_char_boundary(*cut)).chain([0, whole.len()]).collect();
            bounds.sort_unstable();
            let parts: Vec<&str> = bounds.windows(2).map(|pair| &whole[pair[0]..pair[1]]).collect();
            let (text, reasoning, told) = pieces(&parts);
            let (once, thought, _) = pieces(&[&whole]);
            prop_assert_eq!((&text, &reasoning), (&once, &thought));
            prop_assert!(text.starts_with(&told));
        }
    }
}

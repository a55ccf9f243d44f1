//! Text of a reply that comes in pieces, and may come in several parts.
//!
//! Knows no protocol. What was told, put together, is the text: nothing is added later.

/// Text that grows. Parts between which something else stood have an empty line between them.
#[derive(Debug, Default)]
pub struct Prose {
    text: String,
    parted: bool,
}

impl Prose {
    /// Takes a piece; `tell` hears what is added to the text.
    pub fn add(&mut self, piece: &str, tell: &mut dyn FnMut(&str)) {
        if piece.is_empty() {
            return;
        }
        let apart = std::mem::take(&mut self.parted)
            && !self.text.is_empty()
            && !self.text.ends_with('\n')
            && !piece.starts_with('\n');
        if apart {
            self.text.push_str("\n\n");
            tell("\n\n");
        }
        self.text.push_str(piece);
        tell(piece);
    }

    /// Notes that something else stands between the text so far and what comes.
    pub fn part(&mut self) {
        self.parted = true;
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_apart_and_pieces_do_not() {
        let mut told = String::new();
        let mut prose = Prose::default();
        prose.part();
        for piece in ["Let me ", "", "look."] {
            prose.add(piece, &mut |text| told.push_str(text));
        }
        prose.part();
        prose.part();
        prose.add("Found ", &mut |text| told.push_str(text));
        prose.add("it.\n", &mut |text| told.push_str(text));
        prose.part();
        prose.add("Done.", &mut |text| told.push_str(text));
        assert_eq!(told, "Let me look.\n\nFound it.\nDone.");
        assert_eq!(prose.into_text(), told);
    }
}

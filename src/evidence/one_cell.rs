//! Texts of cells as they may stand in a row of a table.
//!
//! Uses nothing.

/// What would end a cell.
const ENDS: [char; 3] = ['|', '\n', '\r'];

/// The text of a cell as it may stand in a row of a table: two blanks stand for what would end it, over which no number
/// reaches.
#[must_use]
pub fn in_one_cell(text: &str) -> String {
    let mut plain = text.replace(ENDS, "  ");
    // The border behind it is not escaped.
    if plain.ends_with('\\') {
        plain.push(' ');
    }
    plain
}

/// The place in the text of a cell of a place in what [`in_one_cell`] made of it.
#[must_use]
pub fn place_in_cell(text: &str, place: usize) -> usize {
    let mut made = 0;
    for (at, character) in text.char_indices() {
        if made >= place {
            return at;
        }
        made += if ENDS.contains(&character) { 2 } else { character.len_utf8() };
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_a_cell_are_those_of_its_text() {
        for text in ["a|é\n12\r\n|3", "", "|", "plain 12", "ends\\"] {
            let made = in_one_cell(text);
            assert!(!made.contains(ENDS) && !made.ends_with('\\'));
            for (at, character) in text.char_indices().filter(|(_, character)| !ENDS.contains(character)) {
                let place = in_one_cell(&text[..at]).len() - usize::from(text[..at].ends_with('\\'));
                assert!(made[place..].starts_with(character));
                assert_eq!(place_in_cell(text, place), at, "{text:?}");
            }
        }
    }
}

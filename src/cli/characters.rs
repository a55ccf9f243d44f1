//! Reading options as they are typed: characters, and types of columns.

/// Stands for no character in reading options.
const NO_CHARACTER: char = '\0';

/// One character; `\t` is a tab.
pub fn character(text: &str) -> Result<char, String> {
    if matches!(text, "\\t" | "tab") {
        return Ok('\t');
    }
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('\r' | '\n' | '\0'), None) => Err("cannot be a line break or NUL".to_owned()),
        (Some(character), None) if character.is_ascii() => Ok(character),
        (Some(_), None) => Err("must be an ASCII character".to_owned()),
        (None, _) | (Some(_), Some(_)) => Err("must be one character, such as ; or \\t".to_owned()),
    }
}

/// One character, or nothing at all for none.
pub fn character_or_none(text: &str) -> Result<char, String> {
    if text.is_empty() { Ok(NO_CHARACTER) } else { character(text) }
}

/// A column and its type; the name may hold `=` itself.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((column, kind)) if !column.is_empty() && !kind.is_empty() => Ok((column.to_owned(), kind.to_owned())),
        Some(_) | None => Err("must be COLUMN=TYPE, such as zip=text".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_belongs_to_a_column() {
        assert_eq!(assignment("a=b=date:mdy"), Ok(("a=b".to_owned(), "date:mdy".to_owned())));
        for wrong in ["zip", "=text", "zip="] {
            assert!(assignment(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn characters_are_single() {
        assert_eq!(character("\\t"), Ok('\t'));
        assert_eq!(character(";"), Ok(';'));
        for wrong in ["", "ab", "\n", "é"] {
            assert!(character(wrong).is_err(), "{wrong:?}");
        }
    }
}

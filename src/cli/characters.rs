//! Reading options as they are typed: characters, and types of columns.

/// Stands for no character in reading options.
const NO_CHARACTER: char = '\0';

/// One character between fields: an ASCII character, or another that files have there, as the reading knows it.
pub fn delimiter(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if !one.is_ascii() => Ok(one),
        _ => character(text),
    }
}

/// One character; `\t` is a tab, `\x1f` the one of this number.
pub fn character(text: &str) -> Result<char, String> {
    if matches!(text, "\\t" | "tab") {
        return Ok('\t');
    }
    if let Some(digits) = text.strip_prefix("\\x").filter(|digits| digits.len() == 2) {
        let number =
            u8::from_str_radix(digits, 16).ok().filter(|number| !b"\0\r\n".contains(number) && number.is_ascii());
        return number
            .map(char::from)
            .ok_or_else(|| "must be the number of an ASCII character, such as \\x1f".to_owned());
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
        assert_eq!((character("\\x01"), delimiter("\\x1F"), delimiter("¦")), (Ok('\u{1}'), Ok('\u{1f}'), Ok('¦')));
        assert!(character("\\x0a").is_err() && character("\\xff").is_err() && delimiter("ab").is_err());
        for wrong in ["", "ab", "\n", "é"] {
            assert!(character(wrong).is_err(), "{wrong:?}");
        }
    }
}

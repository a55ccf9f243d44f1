//! Rust's text as words and signs, without comments, texts and characters: enough to find paths in it.

/// A word (a name or a number), or one sign; `::` is one sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Word(String),
    Sign(&'static str),
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        match self {
            Self::Word(word) => word == text,
            Self::Sign(sign) => *sign == text,
        }
    }
}

/// The tokens of a source. Signs that no path needs become `?`.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (token, length) = next(rest, first);
        tokens.extend(token);
        rest = &rest[length..];
    }
    tokens
}

fn next(rest: &str, first: char) -> (Option<Token>, usize) {
    if rest.starts_with("//") {
        return (None, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (None, block_comment(rest));
    }
    if let Some(length) = text(rest).or_else(|| character(rest)) {
        return (Some(Token::Sign("?")), length);
    }
    if first.is_alphanumeric() || first == '_' {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        return (Some(Token::Word(rest[..length].to_owned())), length);
    }
    if first.is_whitespace() {
        return (None, first.len_utf8());
    }
    for sign in ["::", "{", "}", "(", ")", ",", ";", "!", ".", "*", "#"] {
        if rest.starts_with(sign) {
            return (Some(Token::Sign(sign)), sign.len());
        }
    }
    (Some(Token::Sign("?")), first.len_utf8())
}

/// The length of a comment, which may hold others.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a string literal of any kind that stands here.
fn text(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        rest.strip_prefix(prefix).is_some_and(|behind| behind.trim_start_matches('#').starts_with('"'))
    })?;
    let behind = &rest[prefix.len()..];
    let marks = behind.len() - behind.trim_start_matches('#').len();
    if prefix.ends_with('r') {
        let end = format!("\"{}", "#".repeat(marks));
        let inside = prefix.len() + marks + 1;
        return Some(rest[inside..].find(&end).map_or(rest.len(), |at| inside + at + end.len()));
    }
    if marks > 0 {
        return None;
    }
    let inside = prefix.len() + 1;
    let mut escaped = false;
    for (at, c) in rest[inside..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(inside + at + 1),
            _ => {}
        }
    }
    Some(rest.len())
}

/// The length of a character literal that stands here; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let mut chars = inside.chars();
    if chars.next()? == '\\' {
        let end = inside[2..].find('\'')?;
        return Some(1 + 2 + end + 1);
    }
    (chars.next()? == '\'').then(|| inside.len() - chars.as_str().len() + 1)
}

#[test]
fn comments_texts_and_characters_hold_no_words() {
    let words = |source: &str| -> Vec<String> {
        tokens(source)
            .into_iter()
            .filter_map(|token| match token {
                Token::Word(word) => Some(word),
                Token::Sign(_) => None,
            })
            .collect()
    };
    assert_eq!(words("a // b\nc /* d /* e */ f */ g"), ["a", "c", "g"]);
    assert_eq!(words(r###"a "b \" c" d r#"e " f"# g b"h" i br##"j "# k"## l"###), ["a", "d", "g", "i", "l"]);
    assert_eq!(words(r"a '\'' b '\u{41}' c '/' d '\\' 'ä' e"), ["a", "b", "c", "d", "e"]);
    assert_eq!(words("fn f<'a>(x: &'a str) -> char { '\"' } g"), ["fn", "f", "a", "x", "a", "str", "char", "g"]);
}

//! The paths of a source, and which room each leads to.

use std::path::Path;

use super::tokens::{Token, tokens};

/// The rooms that a file of src/ names, once each, in order of their first use.
pub fn rooms(path: &Path, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let mut rooms = Vec::new();
    for (at, module) in words(path, &tokens) {
        if !begins_a_path(&tokens, at) {
            continue;
        }
        for room in leads_to(&tokens, at, &module) {
            if !rooms.contains(&room) {
                rooms.push(room);
            }
        }
    }
    rooms
}

/// Each word, with the module it stands in.
pub fn words(path: &Path, tokens: &[Token]) -> Vec<(usize, Vec<String>)> {
    let mut module: Vec<String> =
        path.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let mut open = Vec::new();
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign("{") => {
                depth += 1;
                if let [.., Token::Word(keyword), Token::Word(name)] = &tokens[..at]
                    && keyword == "mod"
                {
                    module.push(name.clone());
                    open.push(depth);
                }
            }
            Token::Sign("}") => {
                if open.last() == Some(&depth) {
                    open.pop();
                    module.pop();
                }
                depth -= 1;
            }
            Token::Word(_) => found.push((at, module.clone())),
            Token::Sign(_) => {}
        }
    }
    found
}

/// Whether a word is the first of its path; `::name` names a crate.
pub fn begins_a_path(tokens: &[Token], at: usize) -> bool {
    !matches!(tokens[..at], [.., Token::Word(_), Token::Sign("::")])
}

/// The rooms that the path beginning at a token leads to: none where it stays in the module's own room, several where it
/// ends in a group at the crate's root.
fn leads_to(tokens: &[Token], at: usize, module: &[String]) -> Vec<String> {
    let mut at = at;
    let mut left = module.len();
    if tokens[at].is("crate") || tokens[at].is("csvchat") {
        left = 0;
        at += 1;
    } else {
        while tokens[at].is("super") && left > 0 {
            left -= 1;
            at += 1;
            if tokens.get(at).is_some_and(|token| token.is("::"))
                && tokens.get(at + 1).is_some_and(|token| token.is("super"))
            {
                at += 1;
            }
        }
    }
    if left > 0 || !tokens.get(at).is_some_and(|token| token.is("::")) {
        return Vec::new();
    }
    heads(&tokens[at + 1..])
}

/// The first names of what stands behind `::`: one name, a star, or a group.
fn heads(tokens: &[Token]) -> Vec<String> {
    match tokens.first() {
        Some(Token::Word(name)) => vec![name.clone()],
        Some(Token::Sign("{")) => {
            let mut names = Vec::new();
            let (mut depth, mut fresh) = (0, false);
            for token in tokens {
                match token {
                    Token::Sign("{") => depth += 1,
                    Token::Sign("}") => depth -= 1,
                    Token::Word(name) if depth == 1 && fresh => names.push(name.clone()),
                    Token::Word(_) | Token::Sign(_) => {}
                }
                if depth == 0 {
                    break;
                }
                fresh = depth == 1 && (token.is("{") || token.is(","));
            }
            names
        }
        Some(Token::Sign(sign)) => vec![(*sign).to_owned()],
        None => Vec::new(),
    }
}

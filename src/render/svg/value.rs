//! Attributes of a picture: which there may be, and what each may hold.
//!
//! Uses nothing else of csvchat. Each kind of value is a small alphabet, in which neither an address nor an escape of CSS
//! can be written; what does not fit is left out, not mended.

use std::borrow::Cow;

use super::number::rounded;

/// What an attribute holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A length, a share, a factor, or several of them.
    Number,
    /// The outline of a path.
    Path,
    /// Where a part is moved to.
    Transform,
    /// A colour, or a gradient of this picture.
    Paint,
    /// A part of this picture.
    Reference,
    /// Names of fonts.
    Fonts,
    /// One of CSS's own words, or a number.
    Word,
    /// The name of a part.
    Id,
    /// What the part is, as Vega names it.
    Class,
}

fn kind(attribute: &str) -> Option<Kind> {
    Some(match attribute {
        "x" | "y" | "x1" | "x2" | "y1" | "y2" | "dx" | "dy" | "cx" | "cy" | "r" | "rx" | "ry" | "fx" | "fy" | "fr"
        | "width" | "height" | "viewBox" | "offset" | "opacity" | "fill-opacity" | "stroke-opacity"
        | "stop-opacity" | "stroke-width" | "stroke-dasharray" | "stroke-dashoffset" | "stroke-miterlimit"
        | "font-size" => Kind::Number,
        "d" => Kind::Path,
        "transform" | "gradientTransform" => Kind::Transform,
        "fill" | "stroke" | "stop-color" => Kind::Paint,
        "clip-path" => Kind::Reference,
        "font-family" => Kind::Fonts,
        "font-weight"
        | "font-style"
        | "font-variant"
        | "text-anchor"
        | "dominant-baseline"
        | "stroke-linecap"
        | "stroke-linejoin"
        | "display"
        | "preserveAspectRatio"
        | "gradientUnits"
        | "patternUnits" => Kind::Word,
        "id" => Kind::Id,
        "class" => Kind::Class,
        _ => return None,
    })
}

/// The names of one picture's parts.
#[derive(Debug)]
pub(super) struct Names {
    /// What stands before each of them.
    prefix: String,
}

impl Names {
    pub(super) fn new(prefix: &str) -> Self {
        Self { prefix: prefix.chars().filter(|ch| is_of_name(*ch)).collect() }
    }

    /// The value of an attribute as the picture may have it.
    pub(super) fn kept<'a>(&self, attribute: &str, value: &'a str) -> Option<Cow<'a, str>> {
        let only = |of: fn(char) -> bool| value.chars().all(of).then_some(Cow::Borrowed(value));
        match kind(attribute)? {
            Kind::Number | Kind::Path => only(|ch| ch.is_ascii_alphanumeric() || is_of_number(ch)).map(rounded),
            Kind::Transform => {
                only(|ch| ch.is_ascii_alphanumeric() || is_of_number(ch) || matches!(ch, '(' | ')')).map(rounded)
            }
            Kind::Paint if value.starts_with("url(") => self.reference(value),
            Kind::Paint => is_colour(value).then_some(Cow::Borrowed(value)),
            Kind::Reference => self.reference(value),
            Kind::Fonts => only(|ch| ch.is_alphanumeric() || matches!(ch, ' ' | ',' | '-' | '_' | '.' | '\'' | '"')),
            Kind::Word => only(|ch| ch.is_ascii_alphanumeric() || matches!(ch, '-' | ' ')),
            Kind::Id => self.own(value).map(Cow::Owned),
            Kind::Class => roles(value).map(Cow::Owned),
        }
    }

    /// `url(#name)`, of this picture.
    fn reference(&self, value: &str) -> Option<Cow<'static, str>> {
        let name = value.strip_prefix("url(#")?.strip_suffix(')')?;
        Some(Cow::Owned(format!("url(#{})", self.own(name)?)))
    }

    fn own(&self, name: &str) -> Option<String> {
        (!name.is_empty() && name.chars().all(is_of_name)).then(|| format!("{}-{name}", self.prefix))
    }
}

fn is_of_name(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || matches!(ch, '-' | '_')
}

fn is_of_number(ch: char) -> bool {
    matches!(ch, ' ' | ',' | '.' | '+' | '-' | '%')
}

/// Whether that is a colour: a name, `#rgb`, or one of the functions that take numbers only.
fn is_colour(value: &str) -> bool {
    let (function, rest) = value.split_once('(').unwrap_or((value, ""));
    let word = function.strip_prefix('#').unwrap_or(function);
    let is_word = word.chars().all(|ch| ch.is_ascii_alphanumeric());
    if !value.contains('(') {
        return is_word;
    }
    matches!(function, "rgb" | "rgba" | "hsl" | "hsla" | "hwb" | "lab" | "lch" | "oklab" | "oklch")
        && rest.strip_suffix(')').is_some_and(|numbers| {
            numbers.chars().all(|ch| ch.is_ascii_alphanumeric() || is_of_number(ch) || ch == '/')
        })
}

/// The classes that say what kind of mark a group holds; names that a specification gave are left out.
fn roles(value: &str) -> Option<String> {
    let is_role = |word: &&str| {
        word.strip_prefix("mark-")
            .or_else(|| word.strip_prefix("role-"))
            .is_some_and(|rest| rest.chars().all(|ch| ch.is_ascii_lowercase() || ch == '-'))
    };
    let kept: Vec<&str> = value.split_ascii_whitespace().filter(is_role).collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

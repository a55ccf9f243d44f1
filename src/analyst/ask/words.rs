//! Words of a question: tokens in order, and the forms under which words are compared.
//!
//! Knows nothing of tables or of what a word means.

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Letters, digits and underscores.
    Word,
    /// A number as written in figures.
    Number(f64),
    /// Year, month and day as `2012-03-05`; a day of 0 stands for the whole month.
    Date(i32, u32, u32),
    /// Text in quotes.
    Quoted,
    /// A column's name that is no plain word, as the table spells it: its position.
    Name(usize),
    /// A sign.
    Symbol,
    /// The end of a sentence.
    Stop,
}

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// As written, quotes left out.
    pub text: String,
    /// In lower case.
    pub lower: String,
    /// What it is.
    pub kind: Kind,
}

impl Token {
    fn new(text: &str, kind: Kind) -> Self {
        Self { text: text.to_owned(), lower: text.to_lowercase(), kind }
    }

    /// Whether it begins with a capital letter.
    pub fn is_capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

/// Splits a question. `names` are column names that are to be found as they are, whatever signs they hold.
pub fn tokens(question: &str, names: &[String]) -> Vec<Token> {
    let mut reader = Reader { rest: question, before: ' ', tokens: Vec::new(), names };
    while reader.step() {}
    reader.tokens
}

struct Reader<'a> {
    rest: &'a str,
    before: char,
    tokens: Vec<Token>,
    names: &'a [String],
}

impl Reader<'_> {
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if first.is_whitespace() {
            self.advance(first.len_utf8());
        } else if let Some((index, length)) = self.verbatim_name() {
            self.push(length, Kind::Name(index));
        } else if let Some((open, length)) = self.quoted(first) {
            let text = self.rest.get(open..open + length).unwrap_or_default().to_owned();
            self.tokens.push(Token::new(&text, Kind::Quoted));
            self.advance(open * 2 + length);
        } else if first.is_ascii_digit() || self.negative_number(first) {
            self.number();
        } else if is_word(first) {
            self.word();
        } else {
            self.sign(first);
        }
        true
    }

    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.before = passed.chars().last().unwrap_or(self.before);
        self.rest = rest;
    }

    fn push(&mut self, bytes: usize, kind: Kind) {
        let text = self.rest.get(..bytes).unwrap_or_default();
        self.tokens.push(Token::new(text, kind));
        self.advance(bytes);
    }

    /// Column names that hold signs or spaces stand in a question as they are.
    fn verbatim_name(&self) -> Option<(usize, usize)> {
        if is_word(self.before) {
            return None;
        }
        let named = self.tokens.last().is_some_and(|token| token.lower == "column" || token.lower == "named");
        let fits = |name: &&String| {
            let plain = name.chars().all(is_word);
            let after = self.rest.get(name.len()..).and_then(|rest| rest.chars().next());
            let ends = name.chars().last().is_some_and(|last| !is_word(last)) || !after.is_some_and(is_word);
            !plain && (named || name.chars().count() > 2) && self.rest.starts_with(name.as_str()) && ends
        };
        let best = self.names.iter().filter(fits).max_by_key(|name| name.len())?;
        let index = self.names.iter().position(|name| name == best)?;
        Some((index, best.len()))
    }

    /// Bytes of the opening quote and of the text behind it.
    fn quoted(&self, first: char) -> Option<(usize, usize)> {
        let close = match first {
            '"' | '`' => first,
            '\'' if !is_word(self.before) => first,
            '“' => '”',
            '‘' => '’',
            '«' => '»',
            _ => return None,
        };
        let open = first.len_utf8();
        let inner = self.rest.get(open..)?;
        let end = inner.char_indices().find(|(at, character)| {
            let after = inner.get(at + character.len_utf8()..).and_then(|rest| rest.chars().next());
            *character == close && (close != '\'' || !after.is_some_and(is_word))
        });
        end.filter(|(at, _)| *at > 0 && close.len_utf8() == open).map(|(at, _)| (open, at))
    }

    fn negative_number(&self, first: char) -> bool {
        let digit = self.rest.chars().nth(1).is_some_and(|second| second.is_ascii_digit());
        first == '-' && digit && (self.before.is_whitespace() || matches!(self.before, '(' | '=' | '<' | '>'))
    }

    fn number(&mut self) {
        let run = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        if let Some((date, length)) = iso_date(self.rest) {
            return self.push(length, date);
        }
        let sign = usize::from(self.rest.starts_with('-'));
        let mut length = sign + run(self.rest.get(sign..).unwrap_or_default());
        while let Some(group) = self.rest.get(length..).and_then(|rest| rest.strip_prefix(',')) {
            if run(group) != 3 || length > sign + 3 && !self.rest.get(..length).is_some_and(|text| text.contains(',')) {
                break;
            }
            length += 4;
        }
        let point = self.rest.get(length..).and_then(|rest| rest.strip_prefix('.')).map_or(0, run);
        if point > 0 {
            length += 1 + point;
        }
        let tail: String = self.rest.get(length..).unwrap_or_default().chars().take_while(|c| is_word(*c)).collect();
        let factor = match tail.as_str() {
            "" => 1.0,
            "k" | "K" => 1e3,
            "M" => 1e6,
            _ => return self.push(length + tail.len(), Kind::Word),
        };
        let digits = self.rest.get(..length).unwrap_or_default().replace(',', "");
        let value = digits.parse::<f64>().unwrap_or_default() * factor;
        self.push(length + tail.len(), Kind::Number(value));
    }

    /// A code such as `A-1003`: capitals or digits around hyphens.
    fn code(&self) -> Option<usize> {
        let run: String = self.rest.chars().take_while(|c| is_word(*c) || *c == '-').collect();
        let run = run.trim_end_matches('-');
        let hard = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        };
        let digits = run.contains(|c: char| c.is_ascii_digit()) && run.contains(|c: char| c.is_ascii_uppercase());
        (run.contains('-') && digits && run.split('-').all(hard)).then_some(run.len())
    }

    fn word(&mut self) {
        if let Some(length) = self.code() {
            return self.push(length, Kind::Word);
        }
        let length: usize = self.rest.chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum();
        let word = self.rest.get(..length).unwrap_or_default().to_lowercase();
        let after = self.rest.get(length..).unwrap_or_default();
        let apostrophe = after.chars().next().filter(|c| matches!(c, '\'' | '’'));
        let Some(apostrophe) = apostrophe else { return self.push(length, Kind::Word) };
        let ending: String = after.chars().skip(1).take_while(|c| is_word(*c)).collect();
        if ending == "t" && word.ends_with('n') {
            self.push(length - 1, Kind::Word);
            self.tokens.push(Token::new("not", Kind::Word));
            self.advance(1);
        } else {
            self.push(length, Kind::Word);
        }
        self.advance(apostrophe.len_utf8() + ending.len());
    }

    fn sign(&mut self, first: char) {
        let two = self.rest.get(..2).unwrap_or_default();
        let length = first.len_utf8();
        let next = self.rest.get(length..).and_then(|rest| rest.chars().next());
        if matches!(two, "<=" | ">=" | "!=" | "<>" | "==") {
            self.push(2, Kind::Symbol);
        } else if matches!(first, '?' | '!' | ';' | ':' | '\u{2026}')
            || first == '.' && next.is_none_or(char::is_whitespace)
        {
            self.push(length, Kind::Stop);
        } else if matches!(first, '.' | '"' | '\'' | '’' | '”' | '“')
            || first == '-' && is_word(self.before) && next.is_some_and(is_word) && !self.between_names()
        {
            self.advance(length);
        } else {
            self.push(length, Kind::Symbol);
        }
    }

    /// A hyphen without spaces is a minus where a name in snake case stands beside it.
    fn between_names(&self) -> bool {
        let next: String = self.rest.chars().skip(1).take_while(|c| is_word(*c)).collect();
        next.contains('_') || self.tokens.last().is_some_and(|token| token.text.contains('_'))
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// `2012-03-05` or `2012-03`.
fn iso_date(text: &str) -> Option<(Kind, usize)> {
    let part = |from: usize, to: usize| {
        text.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?.parse::<u32>().ok()
    };
    let dash = |at: usize| text.as_bytes().get(at) == Some(&b'-');
    let (year, month) = (part(0, 4)?, part(5, 7)?);
    let free = |at: usize| !text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_word);
    if !dash(4) || !(1..=12).contains(&month) {
        return None;
    }
    let year = i32::try_from(year).ok()?;
    match part(8, 10).filter(|day| dash(7) && (1..=31).contains(day) && free(10)) {
        Some(day) => Some((Kind::Date(year, month, day), 10)),
        None if free(7) && !dash(7) => Some((Kind::Date(year, month, 0), 7)),
        None => None,
    }
}

/// The singular of a plural noun; other words as they are.
pub fn singular(word: &str) -> String {
    const SAME: [&str; 12] =
        ["species", "series", "news", "less", "gas", "bus", "us", "is", "was", "has", "status", "texas"];
    const IRREGULAR: [(&str, &str); 8] = [
        ("people", "person"),
        ("children", "child"),
        ("men", "man"),
        ("women", "woman"),
        ("feet", "foot"),
        ("mice", "mouse"),
        ("movies", "movie"),
        ("cookies", "cookie"),
    ];
    if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == word) {
        return (*one).to_owned();
    }
    if SAME.contains(&word) || word.chars().count() < 4 {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("es")
        && ["s", "x", "z", "ch", "sh"].iter().any(|end| stem.ends_with(end))
        && ![
            "cours", "hous", "caus", "purchas", "expens", "diseas", "siz", "priz", "cas", "bas", "phas", "hors", "nurs",
        ]
        .iter()
        .any(|end| stem.ends_with(end))
    {
        return stem.to_owned();
    }
    match word.strip_suffix('s') {
        Some(stem) if !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Other forms under which a value may be meant: `females` for female, `rainy` for rain, `sunny` for sun.
pub fn value_forms(word: &str) -> Vec<String> {
    let mut forms = vec![word.to_owned()];
    let one = singular(word);
    if one != word {
        forms.push(one);
    }
    if let Some(stem) = word.strip_suffix('y').filter(|stem| stem.chars().count() >= 3) {
        forms.push(stem.to_owned());
        let mut letters: Vec<char> = stem.chars().collect();
        let last = letters.pop();
        if last.is_some() && letters.last().copied() == last {
            forms.push(letters.iter().collect());
        }
        forms.push(format!("{stem}e"));
    }
    forms
}

/// The words of a name: `bill_length_mm`, `billLength`, `Bill length`.
pub fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for character in name.chars() {
        let hump = character.is_uppercase() && previous.is_lowercase();
        if !character.is_alphanumeric() {
            previous = ' ';
            continue;
        }
        if previous == ' ' || hump {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
        previous = character;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(question: &str) -> Vec<String> {
        tokens(question, &["it's".to_owned(), "x;y -- z".to_owned()]).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn questions_are_split() {
        assert_eq!(texts("What's n = 3?"), ["What", "n", "=", "3", "?"]);
        assert_eq!(texts("the remark 'all fine'?"), ["the", "remark", "all fine", "?"]);
        assert_eq!(
            texts("the column named it's, or x;y -- z"),
            ["the", "column", "named", "it's", ",", "or", "x;y -- z"]
        );
        assert_eq!(texts("isn't top-5 at -3.5 of 1,234.5"), ["is", "not", "top", "5", "at", "-3.5", "of", "1,234.5"]);
        assert_eq!(texts("order A-1003 of CO2-level"), ["order", "A-1003", "of", "CO2", "level"]);
        assert_eq!(texts("temp_max - temp_min"), ["temp_max", "-", "temp_min"]);
    }

    #[test]
    fn numbers_and_dates_have_values() {
        let kinds: Vec<Kind> =
            tokens("5k 1,234 00501 90th 2012-03-05 2012-03", &[]).into_iter().map(|token| token.kind).collect();
        assert_eq!(
            kinds,
            [
                Kind::Number(5000.0),
                Kind::Number(1234.0),
                Kind::Number(501.0),
                Kind::Word,
                Kind::Date(2012, 3, 5),
                Kind::Date(2012, 3, 0)
            ]
        );
    }

    #[test]
    fn plurals_have_singulars() {
        for (many, one) in [
            ("penguins", "penguin"),
            ("cities", "city"),
            ("species", "species"),
            ("masses", "mass"),
            ("purchases", "purchase"),
            ("boxes", "box"),
            ("status", "status"),
            ("days", "day"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn names_have_words() {
        assert_eq!(name_words("bill_length_mm"), ["bill", "length", "mm"]);
        assert_eq!(name_words("unitPrice (EUR)"), ["unit", "price", "eur"]);
        assert_eq!(name_words("iso2"), ["iso2"]);
    }
}

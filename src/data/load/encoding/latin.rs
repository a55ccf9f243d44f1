//! Which encoding of Latin letters a short text is in: that in which all its letters are those of one language.
//!
//! What is guessed from frequencies needs more text than most files have beside their numbers. Pure.

use encoding_rs::{
    Encoding, ISO_8859_2, ISO_8859_15, MACINTOSH, WINDOWS_1250, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257,
};

use super::page::{PAGES, Page};

/// Letters beside those of ASCII of languages that Western encodings hold.
const WESTERN: [&str; 9] = [
    "àâæçéèêëîïôœùûüÿ",
    "äöüßé",
    "áéíñóúüàçï",
    "áâãàçéêíóôõúü",
    "àèéìíîòóùú",
    "åäöæøéü",
    "áéëïóöüèê",
    "äöõüšž",
    "áéíóúàèìòù",
];
const ICELANDIC: [&str; 1] = ["áæéíðóöúýþ"];
const TURKISH: [&str; 1] = ["çğıöşüâîûi̇"];
const CENTRAL: [&str; 5] = ["ąćęłńóśźż", "áčďéěíňóřšťúůýžäĺľŕô", "áéíóöőúüű", "čćđšž", "ăâîşţ"];
const BALTIC: [&str; 3] = ["ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"];
/// What stands beside letters in texts of all of them.
const SIGNS: &str = "\u{a0}¡¢£¥§©ª«®°±²³µ¶·¹º»¼½¾¿×÷€•…†‡‰™‹›";
/// What may stand between letters.
const JOINTS: &str = "’´–—·\u{ad}";
/// What stands before a word, and not behind a letter.
const OPENING: &str = "‘‚“„«‹¡¿";
/// What stands behind one.
const CLOSING: &str = "”";
/// Letters that differ from those of Western Europe, at least, in a text of another part of it.
const TELLING: usize = 3;

/// An encoding that is considered.
#[derive(Clone, Copy)]
pub(super) enum Latin {
    Web(&'static Encoding),
    Page(&'static Page),
}

impl Latin {
    fn character(self, byte: u8) -> char {
        match self {
            Self::Web(encoding) => {
                let (text, _) = encoding.decode_without_bom_handling(std::slice::from_ref(&byte));
                text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            Self::Page(page) => page.character(byte),
        }
    }
}

/// How often a byte stands where.
#[derive(Debug, Default, Clone, Copy)]
struct Places {
    count: usize,
    /// Between two letters of ASCII.
    inside: usize,
    /// Behind one, beside a small one: no capital letter stands there.
    within: usize,
    /// Behind one.
    behind: usize,
}

/// The bytes of a text that are not ASCII, and where they stand.
struct Bytes(Vec<(u8, Places)>);

impl Bytes {
    fn of(text: &[u8]) -> Self {
        let mut places = vec![Places::default(); 256];
        for (at, &byte) in text.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| text.get(at));
            let behind = before.is_some_and(u8::is_ascii_alphabetic);
            if let Some(place) = places.get_mut(usize::from(byte)).filter(|_| !byte.is_ascii()) {
                place.count += 1;
                place.behind += usize::from(behind);
                let next = text.get(at + 1);
                let small = [before, next].into_iter().flatten().any(u8::is_ascii_lowercase);
                place.within += usize::from(behind && small);
                place.inside += usize::from(behind && next.is_some_and(u8::is_ascii_alphabetic));
            }
        }
        let all = (0_u8..=255).zip(places);
        Self(all.filter(|(_, places)| places.count > 0).collect())
    }

    /// Bytes that do not fit a text of the language with these letters, in an encoding.
    fn misfits(&self, latin: Latin, letters: &str) -> usize {
        self.0.iter().map(|&(byte, places)| misfits(latin.character(byte), places, letters)).sum()
    }

    /// The same of the language that fits best.
    fn least(&self, latin: Latin, languages: &[&str]) -> usize {
        languages.iter().map(|letters| self.misfits(latin, letters)).min().unwrap_or(usize::MAX)
    }

    /// Different letters that are others in Western Europe's encoding.
    fn telling(&self, latin: Latin) -> usize {
        let western = Latin::Web(WINDOWS_1252);
        let differs =
            |byte: u8| latin.character(byte) != western.character(byte) && latin.character(byte).is_alphabetic();
        self.0.iter().filter(|(byte, _)| differs(*byte)).count()
    }
}

fn misfits(character: char, places: Places, letters: &str) -> usize {
    if character.is_alphabetic() && !"ªº".contains(character) {
        let small: String = character.to_lowercase().collect();
        return match letters.contains(&small) {
            true if character.is_uppercase() => places.within,
            true => 0,
            false => places.count,
        };
    }
    match character {
        _ if JOINTS.contains(character) => 0,
        _ if OPENING.contains(character) => places.behind,
        _ if CLOSING.contains(character) || SIGNS.contains(character) => places.inside,
        _ => places.count,
    }
}

/// The encoding of a text in Latin letters; `guess` is what frequencies tell of it, none where they are too few.
pub(super) fn choose(text: &[u8], guess: Option<&'static Encoding>) -> Option<Latin> {
    let bytes = Bytes::of(text);
    let western = Latin::Web(WINDOWS_1252);
    let fits = |latin: Latin, languages: &[&str]| bytes.least(latin, languages) == 0;
    if let Some(guess) = guess {
        let all = [&WESTERN[..], &TURKISH, &ICELANDIC, &CENTRAL, &BALTIC];
        if all.iter().any(|languages| fits(Latin::Web(guess), languages)) {
            return Some(Latin::Web(guess));
        }
    }
    if fits(western, &WESTERN) {
        return Some(western);
    }
    // The sign of the euro, which has another place there.
    let euro = Latin::Web(ISO_8859_15);
    if text.contains(&0xa4) && fits(euro, &WESTERN) {
        return Some(euro);
    }
    if fits(Latin::Web(WINDOWS_1254), &TURKISH) {
        return Some(Latin::Web(WINDOWS_1254));
    }
    if fits(western, &ICELANDIC) {
        return Some(western);
    }
    let others = [
        (Latin::Web(WINDOWS_1250), &CENTRAL[..]),
        (Latin::Web(ISO_8859_2), &CENTRAL),
        (Latin::Web(WINDOWS_1257), &BALTIC),
    ];
    if let Some((latin, _)) =
        others.into_iter().find(|&(latin, languages)| bytes.telling(latin) >= TELLING && fits(latin, languages))
    {
        return Some(latin);
    }
    let union = WESTERN.concat();
    let old = [Latin::Web(MACINTOSH)].into_iter().chain(PAGES.iter().map(Latin::Page));
    let best = old.min_by_key(|&latin| (bytes.misfits(latin, &union), bytes.least(latin, &WESTERN)))?;
    let (here, there) = (bytes.misfits(western, &union), bytes.misfits(best, &union));
    (here > 1 && there * 4 < here).then_some(best)
}

/// Whether a text is drawn with the lines and corners of DOS.
pub(super) fn is_drawn(text: &[u8]) -> bool {
    const LINES: &[u8] = b"\xc4\xb3\xda\xbf\xc0\xd9\xc3\xb4\xc2\xc1\xc5\xcd\xba\xc9\xbb\xc8\xbc\xcc\xb9\xcb\xca\xce";
    let foreign = text.iter().filter(|byte| !byte.is_ascii()).count();
    let drawn = text.iter().filter(|byte| LINES.contains(byte)).count();
    let ruled = text.windows(3).any(|three| three == [0xc4; 3] || three == [0xcd; 3]);
    ruled && drawn * 2 > foreign
}

/// Whether a short text is Japanese in Shift-JIS: whole of pairs that are its characters, none behind a letter of ASCII.
pub(super) fn is_shift_jis(text: &[u8]) -> bool {
    let (decoded, broken) = encoding_rs::SHIFT_JIS.decode_without_bom_handling(text);
    let japanese = |character: char| matches!(character, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff5e}');
    let mut before = '\n';
    let mut all = true;
    let mut count = 0;
    for character in decoded.chars() {
        if !character.is_ascii() {
            all &= japanese(character) && !before.is_ascii_alphabetic();
            count += 1;
        }
        before = character;
    }
    !broken && all && count >= TELLING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &[u8]) -> &'static str {
        match choose(text, None) {
            Some(Latin::Web(encoding)) => encoding.name(),
            Some(Latin::Page(page)) => page.name,
            None => "",
        }
    }

    fn paged(label: &str, text: &str) -> Vec<u8> {
        let page = Page::named(label).unwrap();
        text.chars().map(|character| (0..=255).find(|&byte| page.character(byte) == character).unwrap()).collect()
    }

    #[test]
    fn the_letters_of_a_language_tell_the_encoding() {
        for (encoding, text, expected) in [
            (WINDOWS_1252, "René;Nîmes\nZoë;Orléans\n", "windows-1252"),
            (WINDOWS_1252, "Jürgen;Köln\nStraße “so” – it’s 5 €\n", "windows-1252"),
            (WINDOWS_1252, "Søren;Malmö\nÅsa;José\n", "windows-1252"),
            (WINDOWS_1252, "Søren\nGarcía\n", ""),
            (WINDOWS_1252, "Þór;Ísafjörður\nguðrún\n", "windows-1252"),
            (ISO_8859_15, "nom;prix\ncafé;5 €\n", "ISO-8859-15"),
            (WINDOWS_1254, "şehir\nİstanbul\nIğdır\nMuğla\n", "windows-1254"),
            (WINDOWS_1250, "město\nPlzeň\nTřebíč\n", "windows-1250"),
            (WINDOWS_1250, "Łódź\nGdańsk\nżory\n", "windows-1250"),
            (ISO_8859_2, "miasto\nświęto\nŁódź\nżółw\nPoznań\n", "ISO-8859-2"),
            (WINDOWS_1257, "Šiauliai\nPanevėžys\nKėdainiai\nbūti ąžuolų\n", "windows-1257"),
        ] {
            let (bytes, _, lossy) = encoding.encode(text);
            assert!(!lossy, "{text}");
            assert_eq!(chosen(&bytes), expected, "{text}");
        }
        assert_eq!(chosen(b"nom,ville\nRen\x8e,N\x94mes\nZo\x91,Orl\x8eans\nFran\x8dois,Besan\x8don\n"), "macintosh");
        assert_eq!(chosen(&paged("437", "Jürgen;Köln\nBjörn;Malmö\n")), "cp437");
        assert_eq!(chosen(&paged("850", "nom\nRené;Nîmes\nJoão;São Paulo\nÅsa\n")), "cp850");
    }

    #[test]
    fn lines_of_dos_are_told_from_letters() {
        assert!(is_drawn(&paged("437", "┌──┬──┐\n│id│ n│\n├──┼──┤\n│ 1│ü │\n└──┴──┘\n│───│\n")));
        assert!(!is_drawn(b"\xc4\xc4 Stra\xdfe \xd6l\n"));
    }

    #[test]
    fn short_japanese_is_told_from_quotes_and_letters() {
        let (japanese, ..) = encoding_rs::SHIFT_JIS.encode("id,名前\n1,田中\n2,鈴木\n");
        assert!(is_shift_jis(&japanese));
        for text in ["it’s “fine”\ndon’t – no\nwe’re\n", "Café\nNaïve\nÉté\n", "€5\n€6\n€7\n"] {
            assert!(!is_shift_jis(&WINDOWS_1252.encode(text).0), "{text}");
        }
    }
}

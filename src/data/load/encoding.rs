//! Which encoding a text is in: by its byte order mark, by zeros between its letters, by what its bytes spell.
//!
//! A text counts as UTF-8 until it proves otherwise. Once a byte does not fit, the whole file is polled: a file that
//! spells many characters in UTF-8 and breaks a few is UTF-8 with broken bytes; any other is in an encoding of its own,
//! which `chardetng` tells from the bytes that are not ASCII. Reads the file; changes nothing.

mod latin;
mod page;

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    Encoding, ISO_2022_JP, ISO_8859_2, ISO_8859_4, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252,
    WINDOWS_1254, WINDOWS_1257,
};

use super::source::{Prepared, unreadable};
use crate::data::DataError;
use crate::limits::{self, Interrupt};
use latin::Latin;
pub(super) use page::Page;

/// Bytes that are not ASCII from which an encoding is guessed, at most.
const TELLING_BYTES: usize = 512 * 1024;
/// So many characters must be spelled well in UTF-8 for each byte that is not, in a file that counts as UTF-8.
const WELL_SPELLED: u64 = 3;

/// Where so many characters are spelled well or not, as many as are not are enough.
const EVEN_SPELLED: u64 = 4;
/// Encodings of Latin letters, among which a guess is looked at again.
const LATIN: [&Encoding; 6] = [WINDOWS_1252, WINDOWS_1250, WINDOWS_1254, WINDOWS_1257, ISO_8859_2, ISO_8859_4];

/// Bytes that are not ASCII, at most, in a text that tells too little of its encoding.
const SPARSE_BYTES: usize = 8;

/// Escapes with which Japanese letters begin in ISO-2022-JP.
const JAPANESE: [&[u8; 3]; 2] = [b"\x1b$B", b"\x1b$@"];

/// How the encoding is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nothing speaks against UTF-8.
    Assumed,
    /// By the byte order mark.
    Mark,
    /// By an option.
    Named,
    /// By the zeros between letters.
    Zeros,
    /// By its bytes; it may be wrong.
    Guessed,
}

/// How the bytes of a file become text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Coding {
    /// The encoding.
    pub(super) encoding: &'static Encoding,
    /// The code page of DOS that it is instead.
    pub(super) page: Option<&'static Page>,
    /// Bytes of a byte order mark at the start.
    pub(super) mark: usize,
    /// How it is known.
    pub(super) origin: Origin,
}

impl Coding {
    /// As events and messages name it: `utf-8`, `utf-8 (BOM)`, `windows-1252`.
    pub(super) fn name(&self) -> String {
        let name = self.page.map_or(self.encoding.name(), |page| page.name).to_ascii_lowercase();
        if self.mark > 0 { format!("{name} (BOM)") } else { name }
    }

    pub(super) fn is_utf8(&self) -> bool {
        self.encoding == UTF_8 && self.page.is_none()
    }

    /// A text of which nothing is to follow.
    pub(super) fn decode<'a>(&self, raw: &'a [u8]) -> Cow<'a, str> {
        match self.page {
            Some(page) => page.decode(raw).into(),
            None => self.encoding.decode_without_bom_handling(raw).0,
        }
    }

    fn plain(encoding: &'static Encoding, mark: usize, origin: Origin) -> Self {
        Self { encoding, page: None, mark, origin }
    }

    fn guessed(latin: Latin) -> Self {
        match latin {
            Latin::Web(encoding) => Self::plain(encoding, 0, Origin::Guessed),
            Latin::Page(page) => Self { page: Some(page), ..Self::plain(WINDOWS_1252, 0, Origin::Guessed) },
        }
    }
}

/// The encoding that a file's start and the option tell.
pub(super) fn choose(prepared: &Prepared, head: &[u8], named: Option<&str>) -> Result<Coding, DataError> {
    let (marked, mark) = Encoding::for_bom(head).map_or((None, 0), |(encoding, mark)| (Some(encoding), mark));
    if let Some(label) = named {
        if let Some(page) = Page::named(label) {
            return Ok(Coding { page: Some(page), ..Coding::plain(WINDOWS_1252, 0, Origin::Named) });
        }
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            return Err(prepared.error(
                "bad_option",
                format!("--encoding {label}: no encoding has this name"),
                "names are those of the web, such as utf-8, windows-1252, iso-8859-2, utf-16le, gbk, shift_jis, macintosh, cp850",
            ));
        };
        // A mark of another encoding is no mark in this one.
        let mark = if marked == Some(encoding) { mark } else { 0 };
        return Ok(Coding::plain(encoding, mark, Origin::Named));
    }
    if head.starts_with(&[0, 0, 0xfe, 0xff]) || head.starts_with(&[0xff, 0xfe, 0, 0]) {
        return Err(prepared.error(
            "encoding",
            "the file is encoded in UTF-32",
            "convert it first: iconv -f UTF-32 -t UTF-8",
        ));
    }
    // Japanese mail's encoding is plain letters between escapes.
    if marked.is_none()
        && head.is_ascii()
        && JAPANESE.iter().any(|escape| head.windows(3).any(|three| three == *escape))
    {
        return Ok(Coding::plain(ISO_2022_JP, 0, Origin::Guessed));
    }
    Ok(match (marked, by_zeros(head)) {
        (Some(encoding), _) => Coding::plain(encoding, mark, Origin::Mark),
        (None, Some(encoding)) => Coding::plain(encoding, 0, Origin::Zeros),
        (None, None) => Coding::plain(UTF_8, 0, Origin::Assumed),
    })
}

/// UTF-16 without a mark: line ends, delimiters and digits leave a zero in every second byte, always on the same side.
pub(super) fn by_zeros(head: &[u8]) -> Option<&'static Encoding> {
    let (mut even, mut odd, mut pairs) = (0_usize, 0_usize, 0_usize);
    for pair in head.chunks_exact(2) {
        if let [first, second] = pair {
            pairs += 1;
            even += usize::from(*first == 0);
            odd += usize::from(*second == 0);
        }
    }
    // Of Latin letters every second byte is zero; among other letters few are, and most bytes are no plain text.
    let foreign = head.iter().filter(|&&byte| byte >= 0x80 || (byte < 0x20 && !b"\0\t\n\r".contains(&byte))).count();
    let enough = |zeros: usize| zeros > 1 && (zeros * 3 > pairs || (zeros * 20 > pairs && foreign * 10 > head.len()));
    match (even, odd) {
        (0, zeros) if enough(zeros) => Some(UTF_16LE),
        (zeros, 0) if enough(zeros) => Some(UTF_16BE),
        _ => None,
    }
}

/// Polls a whole file that is not plain UTF-8; `shown` is its name in messages.
pub(super) fn poll(file: &Path, shown: &str, interrupt: &Interrupt) -> Result<Coding, DataError> {
    let failed = |error: std::io::Error| unreadable(shown, &error);
    let mut file = File::open(file).map_err(failed)?;
    let mut poll = Poll::default();
    let mut chunk = Vec::new();
    loop {
        if interrupt.is_set() {
            return Err(DataError::Interrupted);
        }
        let held = chunk.len();
        let read = (&mut file).take(limits::READ_BYTES as u64).read_to_end(&mut chunk).map_err(failed)?;
        let ended = read < limits::READ_BYTES;
        let used = poll.count(&chunk, ended);
        chunk.drain(..used);
        if ended || (chunk.len() > held && read == 0) {
            break;
        }
    }
    Ok(poll.verdict())
}

/// What a file's bytes spell.
#[derive(Default)]
struct Poll {
    /// Characters of more than one byte.
    well: u64,
    /// Bytes that are no part of a character.
    broken: u64,
    /// Lines' parts that are not ASCII, for the guess.
    telling: Vec<u8>,
}

impl Poll {
    /// Counts what is in the chunk and returns how much of it was looked at: a character may be cut at its end.
    fn count(&mut self, chunk: &[u8], ended: bool) -> usize {
        let mut at = 0;
        loop {
            let rest = chunk.get(at..).unwrap_or_default();
            let (valid, broken) = match std::str::from_utf8(rest) {
                Ok(_) => (rest.len(), 0),
                Err(error) => (error.valid_up_to(), error.error_len().unwrap_or(0)),
            };
            let spelled = rest.get(..valid).unwrap_or_default();
            self.well += spelled.iter().filter(|&&byte| byte >= 0xc0).count() as u64;
            at += valid;
            // Halves of a pair, as CESU-8 has them, are good UTF-8 but for what they mean.
            if broken > 0 && matches!(chunk.get(at..at + 3), Some([0xed, 0xa0..=0xbf, 0x80..=0xbf])) {
                self.well += 1;
                at += 3;
                continue;
            }
            let cut = broken == 0 && at < chunk.len();
            if at == chunk.len() || (cut && !ended) {
                break;
            }
            let broken = if cut { chunk.len() - at } else { broken };
            self.broken += broken as u64;
            at += broken;
        }
        let seen = chunk.get(..at).unwrap_or_default();
        for line in seen.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
            if self.telling.len() + line.len() < TELLING_BYTES {
                self.telling.extend_from_slice(line);
                self.telling.push(b'\n');
            }
        }
        at
    }

    /// Whether there are but a few bytes that are not ASCII, and no two beside each other.
    fn is_sparse(&self) -> bool {
        let foreign = |byte: &u8| !byte.is_ascii();
        let count = self.telling.iter().filter(|byte| foreign(byte)).count();
        count <= SPARSE_BYTES && !self.telling.windows(2).any(|pair| pair.iter().all(foreign))
    }

    /// Whether so many characters are spelled well that the others are broken ones.
    fn is_utf8(&self) -> bool {
        let even = self.well >= self.broken && self.well + self.broken >= EVEN_SPELLED;
        self.broken == 0 || even || self.well >= WELL_SPELLED * self.broken
    }

    fn verdict(&self) -> Coding {
        if self.is_utf8() {
            return Coding::plain(UTF_8, 0, Origin::Assumed);
        }
        if latin::is_drawn(&self.telling) {
            return Page::named("cp437")
                .map_or(Coding::plain(UTF_8, 0, Origin::Assumed), |page| Coding::guessed(Latin::Page(page)));
        }
        let sparse = self.is_sparse();
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&self.telling, true);
        let guess = detector.guess(None, Utf8Detection::Deny);
        // A few letters between plain ones are too few to guess from, and most often those of Western Europe.
        if !sparse && !LATIN.contains(&guess) {
            return Coding::plain(guess, 0, Origin::Guessed);
        }
        if latin::is_shift_jis(&self.telling) {
            return Coding::plain(SHIFT_JIS, 0, Origin::Guessed);
        }
        let fallback = if sparse { WINDOWS_1252 } else { guess };
        let chosen = latin::choose(&self.telling, Some(guess).filter(|_| !sparse));
        Coding::guessed(chosen.unwrap_or(Latin::Web(fallback)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polled(bytes: &[u8]) -> &'static str {
        let mut poll = Poll::default();
        assert_eq!(poll.count(bytes, true), bytes.len());
        poll.verdict().encoding.name()
    }

    #[test]
    fn broken_bytes_in_good_text_are_no_other_encoding() {
        let good = "name\nZoë Québec\n".repeat(20);
        let mut bytes = good.into_bytes();
        bytes.extend_from_slice(b"Zo\xeb\n");
        assert_eq!(polled(&bytes), "UTF-8");
    }

    #[test]
    fn halves_of_pairs_are_no_other_encoding() {
        assert_eq!(polled(b"id,name\n1,a\xed\xa0\xbd\xed\xb8\x80\n2,b\n"), "UTF-8");
    }

    #[test]
    fn good_and_broken_characters_side_by_side_are_utf_8() {
        assert_eq!(
            polled(
                "Zoë\nRené\n"
                    .as_bytes()
                    .iter()
                    .chain(b"J\xfcrgen\nM\xfcller\n")
                    .copied()
                    .collect::<Vec<_>>()
                    .as_slice()
            ),
            "UTF-8"
        );
    }

    #[test]
    fn encodings_are_told_from_their_bytes() {
        let (gbk, _, _) =
            encoding_rs::GBK.encode("城市,人口\n北京,21893095\n上海,24870895\n广州,18676605\n深圳,17494398\n");
        assert_eq!(polled(&gbk), "GBK");
        let (japanese, _, _) =
            encoding_rs::SHIFT_JIS.encode("都市,人口\n東京,13960000\nおおさか,2750000\nなごや,2320000\n");
        assert_eq!(polled(&japanese), "Shift_JIS");
        assert_eq!(polled(b"commune,ann\xe9e\nN\xeemes,2020\nOrl\xe9ans,2021\n"), "windows-1252");
        let (russian, _, _) = encoding_rs::WINDOWS_1251.encode("город;население\nМосква;13010112\nКазань;1308660\n");
        assert_eq!(polled(&russian), "windows-1251");
    }

    #[test]
    fn zeros_between_letters_tell_of_utf_16() {
        let little: Vec<u8> = "a,b\n1,Ł\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "a,b\n1,Ł\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(by_zeros(&little), Some(UTF_16LE));
        assert_eq!(by_zeros(&big), Some(UTF_16BE));
        assert_eq!(by_zeros(b"1,al\0pha,5\n2,be\0ta,5\n"), None);
        let chinese: Vec<u8> = "城市,人口\n北京,2\n上海,3\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(by_zeros(&chinese), Some(UTF_16LE));
        for plain in [b"a,b\n1,2\n".as_slice(), b"id,name\n1,al\0pha\n", b"a,b\n1,\0\n2,x\n3,y\n"] {
            assert_eq!(by_zeros(plain), None);
        }
    }

    #[test]
    fn a_character_may_be_cut_between_chunks() {
        let text = "ž".repeat(10);
        let mut poll = Poll::default();
        let (first, rest) = text.as_bytes().split_at(7);
        let used = poll.count(first, false);
        assert_eq!(used, 6);
        let rest = [first.get(used..).unwrap(), rest].concat();
        assert_eq!(poll.count(&rest, true), rest.len());
        assert_eq!((poll.well, poll.broken), (10, 0));
    }
}

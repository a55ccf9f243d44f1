//! Splits bytes into records and fields, the way DuckDB's reader does with the same dialect.
//!
//! A quote opens a quoted field only at the field's start (spaces may stand before it); elsewhere it is an ordinary
//! character. Where DuckDB would read on past a fault (text behind a closing quote, a quote that is never closed), the
//! fault is told instead. Pure: knows nothing of files.

mod ends;

pub(super) use ends::{ends_feed, line_ends};

use ends::field_end;
use memchr::{memchr, memchr2};

/// What separates and quotes fields. All are ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Between fields.
    pub(super) delimiter: u8,
    /// Around fields.
    pub(super) quote: Option<u8>,
    /// Before a quote inside a quoted field; often the quote itself.
    pub(super) escape: Option<u8>,
}

/// Where a field lies.
#[derive(Debug, Clone, Copy)]
struct Field {
    start: usize,
    end: usize,
    /// Whether it lies among the record's unescaped bytes, not in the input.
    unescaped: bool,
}

/// What is wrong with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Text between a closing quote and the next delimiter.
    BehindQuote,
    /// A quote that is never closed.
    Unclosed,
}

/// How a record ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// `\n`
    Feed,
    /// `\r\n`
    ReturnFeed,
    /// `\r`
    Return,
    /// The file's end.
    File,
}

/// One record; used again and again, so that its buffers are.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Record {
    fields: Vec<Field>,
    unescaped: Vec<u8>,
    /// Line ends within the record and behind it.
    pub(super) lines: u64,
    /// The first fault in it.
    pub(super) fault: Option<Fault>,
    /// How it ended.
    pub(super) ending: Ending,
    /// Whether it has no bytes at all.
    pub(super) blank: bool,
    /// Whether one of its fields is quoted.
    pub(super) quoted: bool,
    /// Whether its quotes did not fit and were read otherwise.
    pub(super) mended: bool,
    /// Whether spaces or tabs stand between a closing quote and what ends the field.
    pub(super) spaced: bool,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            fields: Vec::new(),
            unescaped: Vec::new(),
            lines: 0,
            fault: None,
            ending: Ending::File,
            blank: false,
            quoted: false,
            mended: false,
            spaced: false,
        }
    }
}

impl Record {
    /// Fields of the record.
    pub(super) fn width(&self) -> usize {
        self.fields.len()
    }

    /// The fields' texts, without quotes and escapes; `input` is what was given to [`Record::read`].
    pub(super) fn texts<'a>(&'a self, input: &'a [u8]) -> impl Iterator<Item = &'a [u8]> + Clone {
        self.fields.iter().map(move |field| {
            let bytes = if field.unescaped { &self.unescaped } else { input };
            bytes.get(field.start..field.end).unwrap_or_default()
        })
    }

    /// Reads the record at the input's start and returns the number of bytes it takes, its line end included. None
    /// where the input ends within the record although more is to come (`last` is false), or is empty.
    pub(super) fn read(&mut self, input: &[u8], last: bool, dialect: Dialect) -> Option<usize> {
        self.fields.clear();
        self.unescaped.clear();
        self.lines = 0;
        self.fault = None;
        self.quoted = false;
        self.mended = false;
        self.spaced = false;
        let mut at = 0;
        if input.is_empty() {
            return None;
        }
        loop {
            let opened = match dialect.quote {
                Some(quote) => opening(input, at, quote, dialect.delimiter),
                None => None,
            };
            at = match opened {
                Some(inside) => self.quoted_field(input, inside, last, dialect)?,
                None => self.plain_field(input, at, last, dialect.delimiter)?,
            };
            match input.get(at) {
                Some(&byte) if byte == dialect.delimiter => at += 1,
                found => {
                    let (ending, length) = match (found, input.get(at + 1)) {
                        (Some(b'\r'), Some(b'\n')) => (Ending::ReturnFeed, 2),
                        (Some(b'\r'), None) if !last => return None,
                        (Some(b'\r'), _) => (Ending::Return, 1),
                        (Some(_), _) => (Ending::Feed, 1),
                        (None, _) => (Ending::File, 0),
                    };
                    self.ending = ending;
                    self.lines += 1;
                    self.blank = at == 0;
                    return Some(at + length);
                }
            }
        }
    }

    /// Reads the record at the input's start as [`Record::read`] does, and mends it where its quotes do not fit: then it
    /// ends with its line, a quote closes only before a delimiter or the line's end, and where the record does not get
    /// the `width` that the others have, quotes are text.
    pub(super) fn read_mended(
        &mut self,
        input: &[u8],
        last: bool,
        dialect: Dialect,
        width: Option<usize>,
    ) -> Option<usize> {
        let length = self.read(input, last, dialect)?;
        if self.fault.is_none() {
            return Some(length);
        }
        Some(self.read_line(input, dialect, width))
    }

    /// Reads one line as a record, whatever its quotes.
    pub(super) fn read_line(&mut self, input: &[u8], dialect: Dialect, width: Option<usize>) -> usize {
        let end = input.iter().position(|&byte| byte == b'\n' || byte == b'\r').unwrap_or(input.len());
        let line = input.get(..end).unwrap_or_default();
        let plain = Dialect { quote: None, escape: None, ..dialect };
        if !self.read_lenient(line, dialect) || width.is_some_and(|width| width != self.width()) {
            self.read(line, true, plain);
        }
        let (ending, behind) = match (input.get(end), input.get(end + 1)) {
            (None, _) => (Ending::File, 0),
            (Some(b'\r'), Some(b'\n')) => (Ending::ReturnFeed, 2),
            (Some(b'\r'), _) => (Ending::Return, 1),
            (Some(_), _) => (Ending::Feed, 1),
        };
        self.ending = ending;
        self.blank = end == 0;
        self.lines = 1;
        self.mended = true;
        end + behind
    }

    /// Reads the line at the input's start as a record of so many fields, in which a return alone ends nothing, and returns
    /// the number of bytes it takes. None where it has another width, where quotes are in it, or where it is not whole.
    pub(super) fn read_across(&mut self, input: &[u8], last: bool, dialect: Dialect, width: usize) -> Option<usize> {
        let feed = input.iter().position(|&byte| byte == b'\n');
        let end = feed.or_else(|| last.then_some(input.len()))?;
        let line = input.get(..end)?;
        let ended = line.strip_suffix(b"\r").filter(|_| feed.is_some());
        let bare = ended.unwrap_or(line);
        if dialect.quote.is_some_and(|quote| bare.contains(&quote)) {
            return None;
        }
        self.fields.clear();
        self.unescaped.clear();
        let mut start = 0;
        for field in bare.split(|&byte| byte == dialect.delimiter) {
            self.fields.push(Field { start, end: start + field.len(), unescaped: false });
            start += field.len() + 1;
        }
        self.lines = 1;
        self.fault = None;
        (self.blank, self.quoted, self.mended, self.spaced) = (false, false, false, false);
        self.ending = match (feed, ended) {
            (None, _) => Ending::File,
            (Some(_), Some(_)) => Ending::ReturnFeed,
            (Some(_), None) => Ending::Feed,
        };
        (self.width() == width).then_some(end + usize::from(feed.is_some()))
    }

    /// Splits a line in which quotes also stand inside quoted fields; whether every opened quote is closed.
    fn read_lenient(&mut self, line: &[u8], dialect: Dialect) -> bool {
        let Some(quote) = dialect.quote else { return false };
        self.fields.clear();
        self.unescaped.clear();
        let mut at = 0;
        loop {
            let end = if let Some(inside) = opening(line, at, quote, dialect.delimiter) {
                let rest = line.get(inside..).unwrap_or_default();
                let closing = (0..rest.len()).find(|&index| {
                    rest.get(index) == Some(&quote) && rest.get(index + 1).is_none_or(|&next| next == dialect.delimiter)
                });
                let Some(closing) = closing else { return false };
                self.fields.push(Field { start: inside, end: inside + closing, unescaped: false });
                inside + closing + 1
            } else {
                let rest = line.get(at..).unwrap_or_default();
                let length = rest.iter().position(|&byte| byte == dialect.delimiter).unwrap_or(rest.len());
                self.fields.push(Field { start: at, end: at + length, unescaped: false });
                at + length
            };
            if end >= line.len() {
                return true;
            }
            at = end + 1;
        }
    }

    /// A field without quotes from `start`; the position of the byte behind it.
    fn plain_field(&mut self, input: &[u8], start: usize, last: bool, delimiter: u8) -> Option<usize> {
        let rest = input.get(start..).unwrap_or_default();
        let end = match field_end(rest, delimiter) {
            Some(length) => start + length,
            None if last => input.len(),
            None => return None,
        };
        self.fields.push(Field { start, end, unescaped: false });
        Some(end)
    }

    /// A quoted field whose text starts at `start`; the position of the byte behind it.
    fn quoted_field(&mut self, input: &[u8], start: usize, last: bool, dialect: Dialect) -> Option<usize> {
        self.quoted = true;
        let quote = dialect.quote?;
        let escape = dialect.escape.unwrap_or(quote);
        let copied = self.unescaped.len();
        let mut from = start;
        let mut at = start;
        let end = loop {
            let rest = input.get(at..)?;
            let found = if escape == quote { memchr(quote, rest) } else { memchr2(quote, escape, rest) };
            let Some(offset) = found else {
                if !last {
                    return None;
                }
                self.fault.get_or_insert(Fault::Unclosed);
                break input.len();
            };
            let found = at + offset;
            let next = input.get(found + 1).copied();
            if next.is_none() && !last {
                return None;
            }
            let escaping = input.get(found) == Some(&escape) && (escape != quote || next == Some(quote));
            if !escaping {
                break found;
            }
            // The escape is left out, the character behind it stays, whatever it is.
            self.unescaped.extend_from_slice(input.get(from..found)?);
            from = found + 1;
            at = (found + 2).min(input.len());
        };
        self.lines += line_ends(input.get(start..end)?);
        if from == start {
            self.fields.push(Field { start, end, unescaped: false });
        } else {
            self.unescaped.extend_from_slice(input.get(from..end)?);
            self.fields.push(Field { start: copied, end: self.unescaped.len(), unescaped: true });
        }
        self.behind_quote(input, (end + 1).min(input.len()), last, dialect.delimiter)
    }

    /// Passes what stands between a closing quote and the next delimiter or line end: spaces or tabs, if all is well.
    fn behind_quote(&mut self, input: &[u8], start: usize, last: bool, delimiter: u8) -> Option<usize> {
        let rest = input.get(start..)?;
        let length = rest.iter().position(|&byte| byte == delimiter || byte == b'\n' || byte == b'\r');
        let length = match length {
            Some(length) => length,
            None if last => rest.len(),
            None => return None,
        };
        if rest.iter().take(length).any(|byte| !b" \t".contains(byte)) {
            self.fault.get_or_insert(Fault::BehindQuote);
        }
        self.spaced |= length > 0;
        Some(start + length)
    }
}

/// The position behind the quote that opens the field at `start`.
fn opening(input: &[u8], start: usize, quote: u8, delimiter: u8) -> Option<usize> {
    let mut at = start;
    while delimiter != b' ' && input.get(at) == Some(&b' ') {
        at += 1;
    }
    (input.get(at) == Some(&quote)).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const COMMA: Dialect = Dialect { delimiter: b',', quote: Some(b'"'), escape: Some(b'"') };

    fn split(input: &str, dialect: Dialect) -> Vec<Vec<String>> {
        let mut rest = input.as_bytes();
        let mut record = Record::default();
        let mut found = Vec::new();
        while let Some(length) = record.read(rest, true, dialect) {
            found.push(record.texts(rest).map(|text| String::from_utf8(text.to_vec()).unwrap()).collect());
            rest = &rest[length..];
        }
        found
    }

    fn fault(input: &str) -> Option<Fault> {
        let mut record = Record::default();
        record.read(input.as_bytes(), true, COMMA).unwrap();
        record.fault
    }

    #[test]
    fn fields_are_split() {
        for (input, fields) in [
            ("a,b\n", vec!["a", "b"]),
            ("a,\r\n", vec!["a", ""]),
            (",", vec!["", ""]),
            ("\"a,b\",\"c\"\"d\"\n", vec!["a,b", "c\"d"]),
            ("\"a\nb\", \"c\" ,d\n", vec!["a\nb", "c", "d"]),
            ("24\" wide,x\"y\"z\n", vec!["24\" wide", "x\"y\"z"]),
            ("\"\",\"\"\"\"\n", vec!["", "\""]),
            (" a , b \n", vec![" a ", " b "]),
        ] {
            assert_eq!(split(input, COMMA), [fields], "{input:?}");
        }
        let backslash = Dialect { escape: Some(b'\\'), ..COMMA };
        assert_eq!(split("1,\"x\\\"y\"\n", backslash), [["1", "x\"y"]]);
        assert_eq!(split("1,\"a\\\\b\\c\"\n", backslash), [["1", "a\\bc"]]);
        assert_eq!(split("1,\"x\n", Dialect { quote: None, escape: None, ..COMMA }), [["1", "\"x"]]);
    }

    #[test]
    fn every_line_end_ends_a_record() {
        assert_eq!(split("a\r\nb\nc\rd", COMMA), [["a"], ["b"], ["c"], ["d"]]);
    }

    #[test]
    fn faults_are_told() {
        assert_eq!(fault("\"x\"y,z\n"), Some(Fault::BehindQuote));
        assert_eq!(fault("a,\"x\nb\n"), Some(Fault::Unclosed));
        assert_eq!(fault("a,\"x\" \n"), None);
        assert_eq!(fault("a,\"x\"\t \n"), None);
    }

    #[test]
    fn spaces_behind_a_closing_quote_are_told() {
        for (input, spaced) in
            [("\"a\" ,b\n", true), ("\"a\"\t,b\n", true), ("\"a\",b\n", false), ("a ,\"b \"\n", false)]
        {
            let mut record = Record::default();
            record.read(input.as_bytes(), true, COMMA).unwrap();
            assert_eq!((record.spaced, record.fault), (spaced, None), "{input:?}");
        }
    }

    #[test]
    fn quotes_that_do_not_fit_are_mended_line_by_line() {
        let mended = |input: &str, width: usize| {
            let mut record = Record::default();
            let length = record.read_mended(input.as_bytes(), true, COMMA, Some(width)).unwrap();
            let texts: Vec<String> =
                record.texts(input.as_bytes()).map(|text| String::from_utf8(text.to_vec()).unwrap()).collect();
            (texts, length, record.mended)
        };
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert_eq!(mended("1,\"a,b\",2\n", 3), (texts(&["1", "a,b", "2"]), 10, false));
        let inner = "1,\"a \"b\" c, d\",2\nx";
        assert_eq!(mended(inner, 3), (texts(&["1", "a \"b\" c, d", "2"]), inner.len() - 1, true));
        assert_eq!(mended("1,\"x,2\r\n3,\"y\",4\n", 3), (texts(&["1", "\"x", "2"]), 8, true));
        assert_eq!(mended("1,\"x\"y,2\n", 3), (texts(&["1", "\"x\"y", "2"]), 9, true));
        assert_eq!(mended("1,\"x", 2), (texts(&["1", "\"x"]), 4, true));
    }

    #[test]
    fn lines_are_counted_inside_quotes() {
        let mut record = Record::default();
        record.read(b"\"a\r\nb\nc\",d\n", true, COMMA).unwrap();
        assert_eq!((record.lines, record.ending), (3, Ending::Feed));
    }

    proptest! {
        #[test]
        fn a_record_cut_short_waits_for_more(input in "[a\", \r\n]{0,12}", tail in "[a\",\n]{0,4}") {
            let whole = format!("{input}{tail}\n");
            let mut record = Record::default();
            let Some(taken) = record.read(whole.as_bytes(), true, COMMA) else { return Ok(()) };
            let texts: Vec<Vec<u8>> = record.texts(whole.as_bytes()).map(<[u8]>::to_vec).collect();
            if let Some(early) = record.read(input.as_bytes(), false, COMMA) {
                prop_assert_eq!(early, taken);
                let again: Vec<Vec<u8>> = record.texts(input.as_bytes()).map(<[u8]>::to_vec).collect();
                prop_assert_eq!(again, texts);
            }
        }
    }
}

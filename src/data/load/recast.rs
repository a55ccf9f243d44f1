//! Lines that no single character splits into fields, written as lines that one does: several characters between fields,
//! columns between spaces, tables drawn with bars and dashes, lines wholly in quotes, names between another delimiter.
//!
//! Each line becomes one line, so that line numbers stay those of the file. Told from samples; only where these do not
//! read as plain delimited text. Pure.

mod escaped;
mod evidence;
mod fixed;
mod logged;
mod wrapped;

use super::dialect;
use super::split::{Dialect, Record};

pub(super) use evidence::{named, tell};

/// Between fields of a line that was written anew: no text holds it.
const UNIT: u8 = 0x1f;
/// How lines are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Recast {
    /// These characters stand between fields.
    Between(&'static str),
    /// So many spaces or more stand between fields, and where columns are aligned, these are the characters at which
    /// each but the first one begins.
    Spaced(usize, Vec<usize>),
    /// Columns begin at these characters, with nothing between them.
    Fixed(Vec<usize>),
    /// Runs of spaces and tabs stand between fields, some of which are in quotes.
    Runs,
    /// Bars stand between fields and around them, and rules of dashes between lines.
    Drawn,
    /// Lines are quoted as a whole, and what is in the quotes is split by this.
    Quoted(Dialect),
    /// Spaces stand around fields between this delimiter.
    Padded(Dialect),
    /// The first line has the first of these between its fields, all others have the second.
    Named(u8, u8),
    /// A backslash stands before this delimiter and before line ends within fields, and `\N` for a missing value.
    Escaped(u8),
    /// This stands between the fields of a server's log, of which a remark names the columns.
    Logged(u8),
    /// Other signs than quotes stand around fields between this delimiter.
    Wrapped(wrapped::Wrap, u8),
}

impl Recast {
    /// What splits the lines that were written anew.
    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Self::Between(_) | Self::Runs | Self::Logged(_) => {
                Dialect { delimiter: UNIT, quote: Some(b'"'), escape: Some(b'"') }
            }
            Self::Spaced(..) | Self::Fixed(_) | Self::Drawn => Dialect { delimiter: UNIT, quote: None, escape: None },
            Self::Quoted(dialect) | Self::Padded(dialect) => *dialect,
            Self::Named(_, delimiter) | Self::Escaped(delimiter) | Self::Wrapped(_, delimiter) => {
                Dialect { delimiter: *delimiter, quote: Some(b'"'), escape: Some(b'"') }
            }
        }
    }

    /// What stands between fields in the file.
    pub(super) fn delimiter(&self) -> String {
        match self {
            Self::Between(characters) => (*characters).to_owned(),
            Self::Spaced(least, _) => " ".repeat(*least),
            Self::Runs => " ".to_owned(),
            Self::Fixed(_) => String::new(),
            Self::Drawn => "|".to_owned(),
            Self::Quoted(Dialect { delimiter, .. })
            | Self::Padded(Dialect { delimiter, .. })
            | Self::Escaped(delimiter)
            | Self::Wrapped(_, delimiter)
            | Self::Logged(delimiter)
            | Self::Named(_, delimiter) => char::from(*delimiter).to_string(),
        }
    }

    /// Whether a line of nothing but spaces was a rule of dashes.
    pub(super) fn has_rules(&self) -> bool {
        match self {
            Self::Spaced(..) | Self::Fixed(_) | Self::Drawn => true,
            Self::Between(_)
            | Self::Runs
            | Self::Quoted(_)
            | Self::Padded(_)
            | Self::Named(..)
            | Self::Escaped(_)
            | Self::Logged(_)
            | Self::Wrapped(..) => false,
        }
    }

    /// Whether the first record names the columns, whatever it looks like.
    pub(super) fn has_names(&self) -> bool {
        matches!(self, Self::Logged(_))
    }

    /// What is told of it, and whether it is doubtful enough for a warning.
    pub(super) fn told(&self) -> (String, bool) {
        let undo = "(--delimiter CHAR splits lines as they are)";
        match self {
            Self::Between(characters) => (format!("{characters} stands between fields {undo}"), false),
            Self::Spaced(..) | Self::Runs => {
                (format!("columns are told apart by the spaces between them {undo}"), true)
            }
            Self::Fixed(_) => (format!("columns were cut where their names or the rule below them tell {undo}"), true),
            Self::Drawn => {
                (format!("the table is drawn with bars and dashes, which are no part of its values {undo}"), false)
            }
            Self::Quoted(_) => {
                (format!("lines are quoted as a whole, and were read as what stands in the quotes {undo}"), true)
            }
            Self::Padded(Dialect { delimiter, .. }) => {
                let delimiter = char::from(*delimiter);
                let undo = format!("(--delimiter {} keeps them)", crate::sql::text(&delimiter.to_string()));
                (format!("spaces stand around the fields of every row, and were left out of texts {undo}"), true)
            }
            Self::Logged(_) => {
                (format!("the line #Fields: names the columns, and - was read as missing {undo}"), false)
            }
            Self::Escaped(delimiter) => (
                format!(
                    "a backslash stands before {:?} and line ends within fields and was left out, and \\N was read as \
                     missing {undo}",
                    char::from(*delimiter)
                ),
                false,
            ),
            Self::Wrapped(wrap, delimiter) => {
                let delimiter = crate::sql::text(&char::from(*delimiter).to_string());
                (format!("{} (--delimiter {delimiter} keeps it)", wrap.told()), true)
            }
            Self::Named(first, others) => (
                format!(
                    "the names of the columns stand between {:?}, the values between {:?}; both were read {undo}",
                    char::from(*first),
                    char::from(*others)
                ),
                true,
            ),
        }
    }
}

/// Writes lines anew, one after the other.
#[derive(Debug)]
pub(super) struct Recaster {
    recast: Recast,
    /// Whether a quoted field goes on in the next line.
    open: bool,
    /// Whether a line with text has come.
    begun: bool,
    /// The columns of a server's log.
    columns: logged::Columns,
}

impl Recaster {
    pub(super) fn new(recast: Recast) -> Self {
        Self { recast, open: false, begun: false, columns: logged::Columns::default() }
    }

    /// Writes whole lines of a text anew: up to the last line end, and to its end where it is the `last` part. Returns
    /// what was written, and how many bytes at the end are left.
    pub(super) fn lines(&mut self, text: &[u8], last: bool) -> (Vec<u8>, usize) {
        let whole = if last { text.len() } else { text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1) };
        let mut written = Vec::with_capacity(whole);
        for line in text.get(..whole).unwrap_or_default().split_inclusive(|&byte| byte == b'\n') {
            let end = line.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
            let (bare, ending) = line.split_at(end);
            self.line(bare, &mut written);
            written.extend_from_slice(ending);
        }
        (written, text.len() - whole)
    }

    fn line(&mut self, line: &[u8], out: &mut Vec<u8>) {
        if line.is_empty() {
            return;
        }
        let first = !std::mem::replace(&mut self.begun, true);
        match &self.recast {
            Recast::Between(characters) => self.open = between(line, characters.as_bytes(), self.open, out),
            Recast::Escaped(delimiter) => self.open = escaped::anew(line, *delimiter, self.open, out),
            Recast::Wrapped(wrap, delimiter) => self.open = wrapped::anew(line, *wrap, *delimiter, self.open, out),
            Recast::Padded(dialect) => self.open = trimmed(line, *dialect, self.open, out),
            Recast::Spaced(..) | Recast::Drawn if is_rule(line) => out.push(b' '),
            Recast::Fixed(_) if is_rule(line) || fixed::runs(line).is_some() => out.push(b' '),
            Recast::Fixed(starts) => join(&fixed::cut(line, starts), out),
            Recast::Spaced(least, starts) => join(&spaced(line, *least, starts), out),
            Recast::Logged(delimiter) => join(&self.columns.fields(line, *delimiter), out),
            Recast::Runs => join(&parted(line), out),
            Recast::Drawn => join(&drawn(line), out),
            Recast::Quoted(_) => out.extend_from_slice(&unquoted(line).unwrap_or_else(|| line.to_vec())),
            Recast::Named(before, delimiter) if first => {
                out.extend(line.iter().map(|byte| if byte == before { *delimiter } else { *byte }));
            }
            Recast::Named(..) => out.extend_from_slice(line),
        }
    }
}

fn join<T: AsRef<[u8]>>(fields: &[T], out: &mut Vec<u8>) {
    let fields: Vec<&[u8]> = fields.iter().map(AsRef::as_ref).collect();
    out.extend(fields.join(&UNIT));
}

/// A line with other characters between its fields; whether a quoted field is open at its end.
fn between(line: &[u8], characters: &[u8], mut open: bool, out: &mut Vec<u8>) -> bool {
    let mut rest = line;
    let mut begins = true;
    while let Some((&byte, behind)) = rest.split_first() {
        if !open && rest.starts_with(characters) {
            out.push(UNIT);
            rest = rest.get(characters.len()..).unwrap_or_default();
            begins = true;
            continue;
        }
        open = if open { byte != b'"' } else { begins && byte == b'"' };
        begins = false;
        out.push(byte);
        rest = behind;
    }
    open
}

/// A line without the spaces around its fields; whether a quoted field is open at its end.
fn trimmed(line: &[u8], dialect: Dialect, mut open: bool, out: &mut Vec<u8>) -> bool {
    let mut bytes = line.iter().copied();
    let (mut begins, mut quoted) = (!open, open);
    let mut from = out.len();
    let trim_end = |out: &mut Vec<u8>, from: usize, quoted: bool| {
        while !quoted && out.len() > from && out.last() == Some(&b' ') {
            out.pop();
        }
    };
    while let Some(byte) = bytes.next() {
        if open {
            out.push(byte);
            if Some(byte) == dialect.escape && dialect.escape != dialect.quote {
                out.extend(bytes.next());
            }
            open = Some(byte) != dialect.quote;
        } else if byte == dialect.delimiter {
            trim_end(out, from, quoted);
            out.push(byte);
            (begins, quoted, from) = (true, false, out.len());
        } else if !(begins && byte == b' ') {
            open = Some(byte) == dialect.quote && (begins || quoted);
            quoted |= open;
            begins = false;
            out.push(byte);
        }
    }
    if !open {
        trim_end(out, from, quoted);
    }
    open
}

/// Whether a line holds nothing but dashes and what crosses them.
fn is_rule(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let dashes = text.chars().filter(|character| "-=─━═".contains(*character)).count();
    dashes > 2 && text.chars().all(|character| "-=+|: \t─━═│┃║┼╋╬├┤┌┐└┘┬┴╞╡╪╔╗╚╝╠╣╦╩╤╧╟╢┠┨┯┷┿".contains(character))
}

/// The fields of a line between bars.
fn drawn(line: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(line).replace(['│', '┃', '║'], "|");
    let text = text.trim();
    let inner = text.strip_prefix('|').unwrap_or(text);
    let inner = inner.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(inner);
    let mut fields = vec![String::new()];
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek(), fields.last_mut()) {
            ('\\', Some('|'), Some(field)) => field.extend(characters.next()),
            ('|', ..) => fields.push(String::new()),
            (other, _, Some(field)) => field.push(other),
            (_, _, None) => {}
        }
    }
    fields.into_iter().map(|field| field.trim().as_bytes().to_vec()).collect()
}

/// The fields of a line between spaces: cut where columns begin, if nothing but spaces stands before each of them.
fn spaced(line: &[u8], least: usize, starts: &[usize]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(line).replace('\t', "    ");
    let characters: Vec<char> = text.chars().collect();
    let is_cut = |start: &usize| characters.get(start - 1).is_none_or(|character| *character == ' ');
    if !starts.is_empty() && starts.iter().all(is_cut) {
        let ends = starts.iter().copied().chain([characters.len()]);
        let begins = std::iter::once(0).chain(starts.iter().copied());
        let cut = |(from, to): (usize, usize)| {
            let field = characters.get(from..to.min(characters.len()).max(from)).unwrap_or_default();
            field.iter().collect::<String>().trim().as_bytes().to_vec()
        };
        return begins.zip(ends).map(cut).collect();
    }
    let gap = " ".repeat(least);
    let parts = text.trim().split(gap.as_str()).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.as_bytes().to_vec()).collect()
}

/// The fields of a line between runs of spaces and tabs, quotes and all.
fn parted(line: &[u8]) -> Vec<&[u8]> {
    let mut open = false;
    let between = |byte: &u8| {
        open ^= *byte == b'"';
        !open && b" \t".contains(byte)
    };
    line.split(between).filter(|part| !part.is_empty()).collect()
}

/// What stands in the quotes of a line that is one quoted field.
fn unquoted(line: &[u8]) -> Option<Vec<u8>> {
    let mut record = Record::default();
    let plain = Dialect { delimiter: dialect::NONE, quote: Some(b'"'), escape: Some(b'"') };
    let length = record.read(line, true, plain)?;
    let is_one = length == line.len() && record.quoted && record.fault.is_none() && line.first() == Some(&b'"');
    is_one.then(|| record.texts(line).next().unwrap_or_default().to_vec())
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use super::*;
    use crate::data::load::ReadOptions;

    fn told(text: &str) -> Option<Recast> {
        let sample = Sample::of_text(text);
        tell(&sample, &dialect::detect(&sample, &ReadOptions::default()))
    }

    fn anew(text: &str) -> String {
        let Some(recast) = told(text) else { return text.to_owned() };
        let delimiter = char::from(recast.dialect().delimiter);
        let (written, left) = Recaster::new(recast).lines(text.as_bytes(), true);
        assert_eq!(left, 0);
        String::from_utf8(written).unwrap().replace(delimiter, ",")
    }

    #[test]
    fn lines_become_lines_that_one_character_splits() {
        for (text, expected) in [
            ("a||b\n1||x\n2||\"y||z\"\n", "a,b\n1,x\n2,\"y||z\"\n"),
            ("a::b\r\n1::x\r\n", "a,b\r\n1,x\r\n"),
            ("a~|~b\n1~|~x\n", "a,b\n1,x\n"),
            ("名，数\n一，1\n二，2\n", "名,数\n一,1\n二,2\n"),
            ("id   name      v\n1    ann lee   10\n22             200\n", "id,name,v\n1,ann lee,10\n22,,200\n"),
            ("name  v\n----  --\nann    1\nbob   22\n", "name,v\n \nann,1\nbob,22\n"),
            (
                "id          name\n----------- ----\n          1 ann\n         22 bob\n(2 rows)\n",
                "id,name\n \n1,ann\n22,bob\n(2 rows),\n",
            ),
            ("x  y\n1    2\n333  4\n5  66\n", "x,y\n1,2\n333,4\n5,66\n"),
            ("   id n v\n   1 ann 5\n  22 bob 6\n", "id,n,v\n1,ann,5\n22,bob,6\n"),
            (
                "id name      amt\n1  ann lee   100\n2  bob ray    20\n3  cy       1234\n",
                "id,name,amt\n1,ann lee,100\n2,bob ray,20\n3,cy,1234\n",
            ),
            (
                "18.0  8   70\t\"chevrolet x\"\n15.0  8  165\t\"buick\"\n9.5   4  200\t\"fiat 1\"\n",
                "18.0,8,70,\"chevrolet x\"\n15.0,8,165,\"buick\"\n9.5,4,200,\"fiat 1\"\n",
            ),
            ("| a | b |\n|---|:-:|\n| 1 | x\\|y |\n", "a,b\n \n1,x|y\n"),
            ("+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n+---+---+\n", " \na,b\n \n1,x\n \n"),
            ("| a | b |\n| 1 | x |\n", "a,b\n1,x\n"),
            (" a | b \n---+---\n 1 | x\n(1 row)\n", "a,b\n \n1,x\n(1 row)\n"),
            ("│ a │ b │\n├───┼───┤\n│ 1 │ x │\n", "a,b\n \n1,x\n"),
            ("\"a,b\"\n\"1,x\"\n\"2,\"\"y,z\"\"\"\n", "a,b\n1,x\n2,\"y,z\"\n"),
            ("a,b\n\"1,\"\"x\"\"\"\n\"2,y\"\n", "a,b\n1,\"x\"\n2,y\n"),
            ("a,b\n1;x\n2;y\n", "a,b\n1,x\n2,y\n"),
            ("a, b\n1, x \n2, \" y, z \" \n3, \n4, w\n", "a,b\n1,x\n2,\" y, z \" \n3,\n4,w\n"),
            ("a\tb\n1\tx\\\ty\n2\tz\\\nu\n3\t\\N\n4\tC:\\\\d\n", "a,b\n1,\"x,y\"\n2,\"z\nu\"\n3,\n4,C:\\d\n"),
            ("a,b\n1,=\"007\"\n2,=\"0,8\"\n", "a,b\n1,\"007\"\n2,\"0,8\"\n"),
            ("a,b\n\"=\"\"1\"\"\",\"x, y\"\n\"=\"\"2\"\"\",z\n", "a,b\n\"1\",\"x, y\"\n\"2\",z\n"),
            ("a,b\n1,“x, y”\n2,“z”\n3,w\n", "a,b\n1,\"x, y\"\n2,\"z\"\n3,w\n"),
            ("`a`,`b`\n1,`x, y`\n2,`z`\n", "\"a\",\"b\"\n1,\"x, y\"\n2,\"z\"\n"),
            ("a  ,b   ,c\n1  ,x   ,2\n22 ,y z ,3\n", "a,b,c\n1,x,2\n22,y z,3\n"),
        ] {
            assert_eq!(anew(text), expected, "{text:?}");
        }
    }

    #[test]
    fn plain_lines_stay_as_they_are() {
        for text in [
            "a,b\n1,2\n",
            "a|b||c\n1|2||3\n4|5|6|7\n",
            "id,ip\n1,::1\n2,::2\n",
            "name\nAnn Lee\nBob  Ray\n",
            "remark\nOne.  Two\nThree.  Four\n",
            "name\nAnn Lee   5\nBob Ray   6\nCy Fox    7\n",
            "\"name\"\n\"Smith, Ann\"\n\"Jones, Bob\"\n",
            "\"Name, first\"\n\"Smith, Ann\"\n\"Jones, Bob\"\n",
            "title\na;b\n1;2\n3;4\n",
            "a b c\n1 2 3\n4 5 6\n",
            "a,b\n---,---\n1,2\n",
            "x\n1,5\n2,5\n",
            "a,b\n1, x\n2,y\n",
            "a,b\n1, 2\n3, 4\n",
            "a,b\n1,x \n2,y\n",
            "a\tb\n1\tC:\\d\\\n2\tC:\\e\\\n",
            "a,b\n1,\\N\n2,x\n",
            "a,b\n1,“x”\n2,“y”\n",
            "a,b\n1,=\"x\"\n2,y\n3,z\n4,w\n",
            "a,b\n1,`x` or y\n2,`z`\n",
        ] {
            assert_eq!(told(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_line_may_be_cut_between_parts() {
        let mut recaster = Recaster::new(Recast::Between("||"));
        let (written, left) = recaster.lines(b"a||b\n1||\"x", false);
        assert_eq!((written.as_slice(), left), (b"a\x1fb\n".as_slice(), 5));
        let (written, left) = recaster.lines(b"1||\"x\ny||z\"||", true);
        assert_eq!((written.as_slice(), left), (b"1\x1f\"x\ny||z\"\x1f".as_slice(), 0));
    }
}

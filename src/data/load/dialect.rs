//! Tells a file's delimiter, quote and escape from samples of it.
//!
//! Every candidate splits the samples, and the one under which the records agree wins; where several do, the one whose
//! fields are numbers, dates and the like. DuckDB's own sniffer is not asked: it skips a header as a preamble where rows
//! grow wider, takes a lone `;` in a text for a delimiter, and gives up on mixed line ends.

mod apostrophes;
mod fit;

use super::ReadOptions;
use super::sample::Sample;
use super::split::Dialect;
pub(super) use fit::unclosed;
use fit::{Fit, fit, is_uniform, rank};

/// Delimiters that files have, the usual ones first.
pub(super) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Delimiters that files rarely have: taken only where every record agrees.
const RARE: [u8; 9] = [b'^', b'~', 0x1f, 0x01, b'!', b'@', b'#', b':', b' '];
/// What separates the fields of a file that has but one: no text holds it.
pub(super) const NONE: u8 = 0x1e;

/// The dialect under which samples read best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// The dialect.
    pub(super) dialect: Dialect,
    /// Whether records have more than one field.
    pub(super) split: bool,
    /// How well it splits them: 3 where most are alike, and the first as well; 0 where they are not split.
    pub(super) class: u8,
    /// Fields of most records.
    pub(super) width: usize,
    /// Whether all records have these, and no fault.
    pub(super) is_uniform: bool,
    /// Whether many of the fields are numbers, dates and the like.
    pub(super) is_typed: bool,
    /// Another usual delimiter that splits all records alike; a rare one where none was taken.
    pub(super) rival: Option<u8>,
}

impl Found {
    /// That of a file each line of which is one text, whatever is in it.
    pub(super) fn lines() -> Self {
        let dialect = Dialect { delimiter: NONE, quote: None, escape: None };
        Self { dialect, split: false, class: 0, width: 1, is_uniform: false, is_typed: false, rival: None }
    }
}

/// The dialect under which the samples read best. What the options name is taken as it is.
pub(super) fn detect(sample: &Sample, options: &ReadOptions) -> Found {
    let quotes = match options.quote {
        None => vec![Some(b'"'), Some(b'\'')],
        given => vec![byte(given)],
    };
    let mut best: Option<(Dialect, Fit)> = None;
    let mut uniform = Vec::new();
    for (round, delimiters) in candidates(options).into_iter().enumerate() {
        let torn = best.is_some_and(|(_, fit)| rank(fit).0 == 1);
        for &delimiter in delimiters.iter().filter(|delimiter| **delimiter != b':' || !are_addresses(sample)) {
            let mut doubled = None;
            for &quote in &quotes {
                for escape in escapes(sample, quote, options) {
                    let dialect = Dialect { delimiter, quote, escape };
                    let fit = fit(sample, dialect);
                    doubled = doubled.or(Some(fit).filter(|_| quote == Some(b'"')));
                    if !(is_plausible(fit, doubled, quote, options) && (round == 0 || is_certain(fit, delimiter, torn)))
                    {
                        continue;
                    }
                    if is_uniform(fit) && rank(fit).0 > 2 && round == 0 {
                        uniform.push(delimiter);
                    }
                    if best.is_none_or(|(_, so_far)| rank(fit) > rank(so_far)) {
                        best = Some((dialect, fit));
                    }
                }
            }
        }
        // Where the first record has another width, a rare delimiter may split that as well.
        if best.is_some_and(|(_, fit)| rank(fit).0 > 1) {
            break;
        }
    }
    let quote = quotes.first().copied().flatten();
    let single = Dialect { delimiter: NONE, quote, escape: quote };
    let (dialect, split) = match best {
        Some((dialect, fit)) if options.delimiter.is_some() || rank(fit).0 > 0 => (dialect, true),
        // One field a record: whatever does not occur separates them.
        Some((dialect, _)) => (Dialect { delimiter: NONE, ..dialect }, false),
        None => (single, false),
    };
    let fit = best.map(|(_, fit)| fit);
    let dialect =
        fit.and_then(|fit| apostrophes::tell(sample, options, dialect, fit).filter(|_| split)).unwrap_or(dialect);
    Found {
        dialect,
        split,
        class: fit.map_or(0, |fit| rank(fit).0),
        width: fit.map_or(1, |fit| fit.width),
        is_uniform: fit.is_some_and(is_uniform),
        is_typed: fit.is_some_and(|fit| fit.typed > 0.3),
        rival: if split {
            uniform.into_iter().find(|&other| other != dialect.delimiter)
        } else {
            fit::unused(sample, dialect)
        },
    }
}

/// Whether the samples' records have several fields between this delimiter, most of them as many as the first one.
pub(super) fn splits(sample: &Sample, delimiter: u8) -> bool {
    let dialect = Dialect { delimiter, quote: Some(b'"'), escape: Some(b'"') };
    rank(fit(sample, dialect)).0 > 1
}

/// Whether the colons of the samples are mostly those of addresses such as `https://example.org`.
fn are_addresses(sample: &Sample) -> bool {
    let colons = sample.parts().flat_map(|(part, _)| part.windows(3)).filter(|three| three.starts_with(b":"));
    let (all, slashed) = colons.fold((0, 0), |(all, slashed), three| (all + 1, slashed + usize::from(three == b"://")));
    slashed * 2 > all
}

fn candidates(options: &ReadOptions) -> Vec<Vec<u8>> {
    match byte(options.delimiter) {
        Some(delimiter) => vec![vec![delimiter]],
        None => vec![DELIMITERS.to_vec(), RARE.to_vec()],
    }
}

/// An escape of its own is tried where the samples hold it before a quote.
fn escapes(sample: &Sample, quote: Option<u8>, options: &ReadOptions) -> Vec<Option<u8>> {
    let escaped = |quote| sample.parts().any(|(part, _)| part.windows(2).any(|pair| pair == [b'\\', quote]));
    match options.escape {
        given @ Some(_) => vec![byte(given)],
        None if quote.is_some_and(escaped) => vec![quote, Some(b'\\')],
        None => vec![quote],
    }
}

/// Apostrophes stand in texts; they count as quotes only where fields are wrapped in them throughout, or where records
/// agree only so.
fn is_plausible(fit: Fit, doubled: Option<Fit>, quote: Option<u8>, options: &ReadOptions) -> bool {
    let wrapped = || fit.quoted * 2 > fit.records || apostrophes::are_needed(fit, doubled);
    quote != Some(b'\'') || options.quote.is_some() || (fit.faults == 0 && wrapped())
}

/// A rare delimiter must be that of every record (`torn` says that a usual one splits all but the first), and of fields that are more than words of a sentence or parts of a
/// time of day.
fn is_certain(fit: Fit, delimiter: u8, torn: bool) -> bool {
    // Names in quotes may leave out the one of the rows' labels.
    let fewer = fit.names_fewer && fit.quoted == fit.records && fit.faults == 0;
    let speaking = match delimiter {
        b' ' if fit.quoted == fit.records && fit.faults == 0 => true,
        b' ' if fit.quoted > 0 && fit.faults == 0 => (fit.width > 2 && fit.typed > 0.3) || (torn && fit.values_below),
        b' ' => (fit.width > 2 && fit.typed > 0.5) || (torn && fit.values_below),
        b':' => fit.typed < 0.9,
        // Addresses and tags hold one of these.
        b'!' | b'@' | b'#' => fit.width > 2,
        _ => true,
    };
    (fewer || (fit.first && fit.agreeing > 0.99 && fit.records > 1)) && speaking
}

/// The line `sep=;` with which spreadsheets tell the delimiter of a file: the delimiter, and the bytes of the line.
pub(super) fn hint(sample: &[u8]) -> Option<(u8, usize)> {
    let end = sample.iter().position(|&byte| byte == b'\n')? + 1;
    let line = sample.get(..end)?.trim_ascii_end();
    // A tab at the end is no space there.
    let line = if line.len() == 4 { sample.get(..5)? } else { line };
    let bare = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match bare.split_at_checked(4)? {
        (word, [delimiter]) if word.eq_ignore_ascii_case(b"sep=") && DELIMITERS.contains(delimiter) => {
            Some((*delimiter, end))
        }
        _ => None,
    }
}

/// The byte of an option; none where it says that there is no such character.
fn byte(character: Option<char>) -> Option<u8> {
    character
        .filter(|&character| character != '\0' && character.is_ascii())
        .and_then(|character| u8::try_from(character).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, options: &ReadOptions) -> (Dialect, bool) {
        let found = detect(&Sample::of_text(text), options);
        (found.dialect, found.split)
    }

    fn delimiter(text: &str) -> char {
        char::from(read(text, &ReadOptions::default()).0.delimiter)
    }

    #[test]
    fn the_delimiter_is_the_one_that_records_agree_on() {
        for (sample, expected) in [
            ("a,b\n1,2\n", ','),
            ("a;b\n1,5;2,5\n1,5;3,5\n", ';'),
            ("a\tb\nx, y\tz\n", '\t'),
            ("a|b\n1|2\n", '|'),
            ("a;\"b,c,d\"\n1;2\n", ';'),
            ("id,name,label\n1,x,y\n2,x|z,y\n3,x,y,z\n", ','),
            ("title\na;b\n1;2\n3;4\n", ';'),
            ("1,5;2,5\n3,5;4,5\n", ';'),
            ("a;b;\"c,3,3\"\n", ';'),
            ("a^b\n1^2\n", '^'),
            ("a:b:c\nx:y:z\n", ':'),
            ("x y z\n1 2 3\n4 5 6\n", ' '),
            ("\"x\" \"y\"\n\"a b\" 1\n\"c d\" 3\n", ' '),
            ("\"x\" \"y\"\n\"a b\" 1 2\n\"c d\" 3 4\n", ' '),
            ("a b c\n1 \"x y\" 3\n4 \"z\" 6\n", ' '),
            ("#1,x\n#2,y\n", ','),
            ("x@y@z\na@b@c\n", '@'),
            ("a,b,c,d\n1\n1,2\n1,2,3\n1,2,3,4\n", ','),
            ("# made by a tool, v1.2\na,b,c\n1,2,3\n4,5,6\n", ','),
        ] {
            assert_eq!(delimiter(sample), expected, "{sample:?}");
        }
    }

    #[test]
    fn a_single_column_is_not_torn_apart() {
        for text in [
            "remark\nfine\nlate; call back\nfine\n",
            "remark\nfine\nlate, call back\nfine\n",
            "x\n1\n",
            "10:30:00\n11:45:10\n12:00:00\n",
            "ann@x.org\nbob@y.org\n",
            "name\nAnn Lee\nBob Ray\n",
            "remark\nall fine, thanks\nlate, as usual\nok, next\n",
            "x\n1,5\n2,5\n3,75\n",
        ] {
            assert_eq!(
                read(text, &ReadOptions::default()),
                (Dialect { delimiter: NONE, quote: Some(b'"'), escape: Some(b'"') }, false),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_backslash_escapes_where_that_mends_faults() {
        let escape = |text: &str| read(text, &ReadOptions::default()).0.escape;
        assert_eq!(escape("a,b\n\"x\\\"y, z\",1\n"), Some(b'\\'));
        assert_eq!(escape("a,b\n\"C:\\\",1\n"), Some(b'"'));
        assert_eq!(escape("a,b\n1,2\n"), Some(b'"'));
    }

    #[test]
    fn apostrophes_quote_where_fields_are_wrapped_in_them() {
        let quote = |text: &str| read(text, &ReadOptions::default()).0.quote;
        assert_eq!(quote("a,b\n'x, y',1\n'z',2\n'u',3\n"), Some(b'\''));
        assert_eq!(quote("a,b\nit's,1\n'tis,2\n"), Some(b'"'));
    }

    #[test]
    fn another_delimiter_that_fits_as_well_is_a_rival() {
        let rival = |text: &str| detect(&Sample::of_text(text), &ReadOptions::default()).rival;
        assert_eq!(rival("a,b;c\n1,2;3\n4,5;6\n"), Some(b','));
        assert_eq!(rival("a;c\n1,2;3\n4,5;6\n"), None);
        assert_eq!(rival("a,b\nx;y,1\nz,2\n"), None);
    }

    #[test]
    fn a_first_line_may_tell_the_delimiter() {
        for (sample, expected) in [
            ("sep=;\r\na;b\n", Some((b';', 7))),
            ("SEP=,\na,b\n", Some((b',', 6))),
            ("\"sep=|\"\na|b\n", Some((b'|', 8))),
            ("sep=\t\na\tb\n", Some((b'\t', 6))),
            ("sep=;", None),
            ("sep=\na\n", None),
            ("sep=x\na\n", None),
            ("sep=;b\n1;2\n", None),
            ("separator\n", None),
        ] {
            assert_eq!(hint(sample.as_bytes()), expected, "{sample:?}");
        }
    }

    #[test]
    fn options_decide() {
        let options = ReadOptions { delimiter: Some('|'), quote: Some('\''), ..ReadOptions::default() };
        let (dialect, split) = read("a,b\n1,2\n", &options);
        assert!(split);
        assert_eq!(dialect, Dialect { delimiter: b'|', quote: Some(b'\''), escape: Some(b'\'') });
    }
}

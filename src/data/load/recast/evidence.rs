//! What of a file's samples speaks for lines that no single character splits.

use super::super::ReadOptions;
use super::super::dialect;
use super::super::sample::Sample;
use super::super::shape::{Shape, classify, trim};
use super::super::split::{Dialect, Record};
use super::{Recast, UNIT, between, drawn, escaped, fixed, is_rule, logged, parted, spaced, unquoted, wrapped};
use crate::limits;

/// Characters between fields that are no single byte, or not one byte alone.
const SEQUENCES: [&str; 28] = [
    "~|~", "|~|", "^|^", "|^|", "@|@", "|@|", "#|#", "|#|", "*|*", "|;|", "<|>", "<>", "||", "::", "~~", "^^", "##",
    "@@", "$$", ";;", "%%", "¬", "§", "¦", "，", "；", "、", "｜",
];
/// Further characters that a user may name.
const NAMED: [&str; 12] = ["þ", "÷", "→", "•", "·", "¤", "†", "‡", "║", "│", "¶", "×"];
/// Records of a sample that are enough to tell columns between spaces.
const ENOUGH: usize = 3;

/// The lines between whose fields a character stands that is no single byte, as the user says; none for one that is not
/// known.
pub(in super::super) fn named(delimiter: char) -> Option<Recast> {
    let is_it = |known: &&&str| known.chars().eq([delimiter]);
    let mut known = SEQUENCES.iter().chain(&NAMED).filter(|_| !delimiter.is_ascii());
    known.find(is_it).map(|known| Recast::Between(known))
}

/// How the lines of a file are written whose samples read as `found` where each is split as it is; none where that is
/// all there is to it.
pub(in super::super) fn tell(sample: &Sample, found: &dialect::Found) -> Option<Recast> {
    let lines: Vec<&[u8]> = lines(sample);
    if let Some(log) = logged::tell(&lines) {
        return Some(log);
    }
    if lines.len() < 2 {
        return None;
    }
    let clear = found.class > 1;
    let plain = found.split.then_some(found.dialect.delimiter);
    drawn_table(&lines)
        .or_else(|| escaped::tell(sample))
        .or_else(|| wrapped::tell(sample, found))
        .or_else(|| sequence(&lines, clear.then_some(plain).flatten()))
        .or_else(|| runs(&lines, found))
        .or_else(|| if clear { None } else { fixed::ruled(&lines) })
        .or_else(|| if clear && plain != Some(b' ') { None } else { columns(&lines, plain) })
        .or_else(|| if clear { None } else { fixed::named(&lines) })
        .or_else(|| if clear { None } else { quoted_lines(sample, &lines) })
        .or_else(|| if found.class > 2 { None } else { named_otherwise(sample, &lines) })
        .or_else(|| if clear { padded(sample, found.dialect) } else { None })
}

/// Lines of the file's head that hold text, without what ends them.
fn lines(sample: &Sample) -> Vec<&[u8]> {
    let head = sample.head();
    let end = if sample.is_whole() { head.len() } else { head.iter().rposition(|&byte| byte == b'\n').unwrap_or(0) };
    let lines = head.get(..end).unwrap_or_default().split(|&byte| byte == b'\n');
    let bare = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    bare.filter(|line| !trim(line).is_empty()).take(limits::DIALECT_RECORDS).collect()
}

/// A table between bars: its names stand above a rule, and most lines have as many bars as they have.
fn drawn_table(lines: &[&[u8]]) -> Option<Recast> {
    // Bars around all lines need no rule.
    let barred = |line: &&[u8]| trim(line).starts_with(b"|") && trim(line).ends_with(b"|") && drawn(line).len() > 1;
    if lines
        .iter()
        .all(|line| barred(line) && lines.first().is_some_and(|first| drawn(first).len() == drawn(line).len()))
    {
        return Some(Recast::Drawn);
    }
    let rule = lines.iter().skip(1).take(limits::NAMED_LINES * 2).position(|line| is_rule(line))? + 1;
    let names = lines.get(..rule)?.iter().rfind(|line| !is_rule(line))?;
    let width = drawn(names).len();
    let crossed = lines.get(rule)?.iter().any(|byte| b"|+".contains(byte) || *byte >= 0x80);
    let others = || lines.iter().skip(rule).filter(|line| !is_rule(line));
    let alike = others().filter(|line| drawn(line).len() == width).count();
    (width > 1 && crossed && alike > 0 && alike * 2 >= others().count()).then_some(Recast::Drawn)
}

/// Where columns begin, as a rule below the names tells that has a run of dashes for each: all lines but notes are cut there.
fn ruled(lines: &[&[u8]]) -> Option<Vec<usize>> {
    let at = lines.iter().take(limits::NAMED_LINES * 2).position(|line| is_rule(line)).filter(|at| *at > 0)?;
    let rule = lines.get(at)?.trim_ascii_end();
    let plain = rule.iter().all(|byte| b"-= ".contains(byte)) && !rule.windows(3).any(|three| three == b"   ");
    let begins = |place: &usize| rule.get(*place) != Some(&b' ') && rule.get(place.wrapping_sub(1)) == Some(&b' ');
    let indent = rule.iter().take_while(|byte| **byte == b' ').count();
    let starts: Vec<usize> = (indent + 1..rule.len()).filter(begins).collect();
    let cut = |line: &&&[u8]| {
        let text = String::from_utf8_lossy(line);
        let open = |start: &usize| text.chars().nth(start - 1).is_none_or(|character| character == ' ');
        text.chars().count() > starts.first().copied().unwrap_or_default() && starts.iter().all(open)
    };
    let rows: Vec<&&[u8]> = lines.iter().skip(at + 1).filter(|line| !is_rule(line)).collect();
    let names = lines.get(at - 1).filter(|names| cut(names))?;
    let fitting = rows.iter().copied().filter(cut).count();
    let full = spaced(names, 2, &starts).iter().all(|name| !name.is_empty());
    (plain && full && !starts.is_empty() && fitting > 0 && fitting * 2 >= rows.len()).then_some(starts)
}

/// Characters that all lines have equally often between their fields. Where a single one splits the lines already, it
/// must be one of them, and where it is the only one, stand nowhere alone.
fn sequence(lines: &[&[u8]], plain: Option<u8>) -> Option<Recast> {
    let found = SEQUENCES.into_iter().find(|characters| {
        let bytes = characters.as_bytes();
        if plain.is_some_and(|plain| !bytes.contains(&plain)) {
            return false;
        }
        // Fields of each record, which takes several lines where a quoted field does; none where one stands alone.
        let mut counts: Vec<Option<usize>> = Vec::new();
        let (mut open, mut out) = (false, Vec::new());
        let only = |plain: &u8| bytes.iter().all(|byte| byte == plain);
        for line in lines {
            open = between(line, bytes, open, &mut out);
            if !open {
                let alone = plain.filter(only).is_some_and(|plain| out.contains(&plain) && !out.contains(&b'"'));
                counts.push((!alone).then(|| out.split(|&byte| byte == UNIT).count() - 1));
                out.clear();
            }
        }
        let first = counts.first().copied().flatten().unwrap_or_default();
        let alike = counts.iter().filter(|count| **count == Some(first)).count();
        first > 0 && counts.len() > 1 && alike * 20 >= counts.len() * 19
    });
    found.map(Recast::Between)
}

/// Columns between two spaces or more, or between one where lines begin with spaces as well.
fn columns(lines: &[&[u8]], plain: Option<u8>) -> Option<Recast> {
    if let Some(starts) = ruled(lines) {
        return Some(Recast::Spaced(2, starts));
    }
    let lines: Vec<&[u8]> = lines.iter().copied().filter(|line| !is_rule(line)).collect();
    let first = lines.first()?;
    let alike = |least: usize| {
        let width = spaced(first, least, &[]).len();
        let alike = lines.iter().filter(|line| spaced(line, least, &[]).len() == width).count();
        (width, alike == lines.len())
    };
    let gap = |line: &&[u8]| trim(line).windows(2).any(|two| two == b"  ");
    if lines.len() < ENOUGH || !(lines.iter().any(gap) || lines.iter().all(|line| line.starts_with(b" "))) {
        return None;
    }
    if let Some(starts) = narrow_gutters(&lines) {
        return Some(Recast::Spaced(2, starts));
    }
    let starts = gutters(&lines, 2);
    let cut = lines.iter().all(|line| spaced(line, 2, &starts).len() == starts.len() + 1);
    let (width, all) = alike(2);
    if width > 1 && starts.len() + 1 == width && cut {
        return Some(Recast::Spaced(2, starts));
    }
    if width > 1 && all && plain.is_none_or(|plain| plain == b' ') {
        return Some(Recast::Spaced(2, Vec::new()));
    }
    let (width, all) = alike(1);
    let valued = |line: &&&[u8]| spaced(line, 1, &[]).iter().filter(|text| classify(text).shape != Shape::Text).count();
    let typed = lines.iter().skip(1).filter(|line| valued(line) * 2 > width).count() * 2 > lines.len();
    (width > 2 && all && typed).then_some(Recast::Spaced(1, Vec::new()))
}

/// Runs of spaces and tabs between fields, some of them in quotes: as many in each line, most of them values.
fn runs(lines: &[&[u8]], found: &dialect::Found) -> Option<Recast> {
    let tabbed = found.dialect.delimiter == b'\t' && found.width == 2;
    if found.split && found.class > 1 && !tabbed {
        return None;
    }
    let rows: Vec<Vec<&[u8]>> = lines.iter().map(|line| parted(line)).collect();
    let width = rows.first()?.len();
    let quoted = |row: &Vec<&[u8]>| row.iter().any(|text| text.starts_with(b"\""));
    let values = |row: &Vec<&[u8]>| row.iter().filter(|text| classify(text).shape != Shape::Text).count();
    let alike = rows.iter().all(|row| row.len() == width && quoted(row) && values(row) * 2 > width);
    (width > 2 && lines.len() >= ENOUGH && alike).then_some(Recast::Runs)
}

/// Where columns begin between which there may be a single space: each has one word in the first line, and one of them has
/// values below it. None where columns that stand further apart tell as much.
fn narrow_gutters(lines: &[&[u8]]) -> Option<Vec<usize>> {
    let starts = gutters(lines, 1);
    let cells = |line: &[u8]| spaced(line, 2, &starts);
    let names = cells(lines.first()?);
    let complete = names.len() == starts.len() + 1
        && names.iter().all(|name| !name.is_empty() && !name.contains(&b' ') && classify(name).shape == Shape::Text);
    let rows: Vec<Vec<Vec<u8>>> = lines.iter().skip(1).map(|line| cells(line)).collect();
    let valued = |column: usize| {
        rows.iter()
            .all(|row| row.get(column).is_some_and(|text| !text.is_empty() && classify(text).shape != Shape::Text))
    };
    let alike = rows.iter().all(|row| row.len() == names.len());
    let wider = starts.len() > gutters(lines, 2).len();
    (complete && alike && wider && (0..names.len()).any(valued)).then_some(starts)
}

/// Where columns begin: behind so many characters or more that are spaces in every line.
fn gutters(lines: &[&[u8]], least: usize) -> Vec<usize> {
    let texts: Vec<Vec<char>> =
        lines.iter().map(|line| String::from_utf8_lossy(line).replace('\t', "    ").chars().collect()).collect();
    let longest = texts.iter().map(Vec::len).max().unwrap_or_default();
    let open = |at: usize| texts.iter().all(|text| text.get(at).is_none_or(|character| *character == ' '));
    let begins = (0..longest).find(|&at| !open(at)).unwrap_or_default();
    (begins + least..longest).filter(|&at| !open(at) && (1..=least).all(|back| open(at - back))).collect()
}

/// Lines that are quoted as a whole, at least half of them, and what splits the text in the quotes: all alike.
fn quoted_lines(sample: &Sample, lines: &[&[u8]]) -> Option<Recast> {
    let whole = lines.iter().filter(|line| unquoted(line).is_some()).count();
    if whole * 2 < lines.len() {
        return None;
    }
    let plain = Dialect { delimiter: b',', quote: Some(b'"'), escape: Some(b'"') };
    let inner = dialect::detect(&sample.recast(Recast::Quoted(plain)), &ReadOptions::default());
    let spaced = [inner.dialect.delimiter, b' '];
    let in_sentences = lines.iter().filter(|line| line.windows(2).any(|two| two == spaced)).count();
    (inner.split && inner.class > 2 && inner.is_uniform && in_sentences * 2 < lines.len())
        .then_some(Recast::Quoted(inner.dialect))
}

/// Spaces around the fields of every row: behind each delimiter, or up to the same width in all rows.
fn padded(sample: &Sample, dialect: Dialect) -> Option<Recast> {
    if !dialect::DELIMITERS.contains(&dialect.delimiter) || dialect.delimiter == b'\t' {
        return None;
    }
    let mut record = Record::default();
    let mut rows = 0;
    let (mut behind, mut texts) = (true, false);
    let mut widths: Option<Vec<usize>> = None;
    let (mut aligned, mut spare) = (true, false);
    for (part, whole) in sample.parts() {
        let mut rest = part;
        let mut first = true;
        while let Some(length) = record.read(rest, whole, dialect) {
            let row = rest.get(..length).unwrap_or_default();
            let is_row = !record.blank && record.width() > 1 && row.first() != Some(&b'#');
            if is_row && !std::mem::take(&mut first) && !record.quoted {
                rows += 1;
                let fields = || record.texts(rest);
                behind &= fields().skip(1).all(|text| text.is_empty() || text.starts_with(b" "));
                texts |= fields().any(|text| trim(text).len() < text.len() && classify(text).shape == Shape::Text);
                let found: Vec<usize> = fields().take(record.width() - 1).map(<[u8]>::len).collect();
                spare |= fields().take(record.width() - 1).all(|text| text.ends_with(b" "));
                aligned &= *widths.get_or_insert_with(|| found.clone()) == found;
                if !behind && !aligned {
                    return None;
                }
            }
            rest = rest.get(length..).unwrap_or_default();
        }
    }
    (rows > 1 && texts && (behind || (aligned && spare))).then_some(Recast::Padded(dialect))
}

/// Names that stand between another delimiter than the values below them.
fn named_otherwise(sample: &Sample, lines: &[&[u8]]) -> Option<Recast> {
    let (first, _) = lines.split_first()?;
    let mut below = sample.clone();
    let end = sample.head().iter().position(|&byte| byte == b'\n')?;
    if trim(sample.head().get(..end)?).is_empty() {
        return None;
    }
    below.pass(end + 1);
    let found = dialect::detect(&below, &ReadOptions::default());
    let delimiter = found.dialect.delimiter;
    let words = |other: u8| {
        let names: Vec<&[u8]> = first.split(|&byte| byte == other).collect();
        names.len() == found.width && names.iter().all(|name| classify(name).shape == Shape::Text)
    };
    let other = dialect::DELIMITERS.into_iter().find(|&other| other != delimiter && words(other))?;
    let usual = dialect::DELIMITERS.contains(&delimiter) && !first.contains(&delimiter) && !first.contains(&b'"');
    (found.split && found.class > 2 && found.width > 1 && usual).then_some(Recast::Named(other, delimiter))
}

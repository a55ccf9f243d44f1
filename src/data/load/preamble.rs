//! What stands above a table: titles, keys and what they are set to, sections, remarks.
//!
//! Told from the head of a file. Pure.

use super::ReadOptions;
use super::dialect::{self, Found};
use super::frame::{Row, is_word, is_year};
use super::labels;
use super::sample::Sample;
use super::shape::{Shape, classify, trim};

/// Lines of titles above a table, at most.
const TITLE_LINES: usize = 12;
/// Lines of keys and values above a table, at most.
const KEY_LINES: usize = 40;
/// Rows below the names that are looked at.
const ROWS: usize = 20;
/// With what the first line of a measuring station's file begins: its description, above the names.
const STATION: &[u8] = b"TOA5";
/// With what remarks above a table begin.
const MARKS: [&[u8]; 5] = [b"//", b"--", b"!", b"; ", b"%"];

/// Where a table begins below a gap or in a section: words above values there, and before it nothing but titles, or keys
/// and what they are set to.
pub(super) fn table_below(head: &[Row], comments: bool) -> Option<usize> {
    let is_aside = |row: &Row| row.blank || (comments && row.marked);
    let first = head.iter().position(|row| !is_aside(row))?;
    if head.first().is_some_and(|row| row.quoted && row.texts.first().is_some_and(|text| text == STATION)) {
        return Some(1);
    }
    if head.get(first).is_some_and(is_section) {
        return in_section(head);
    }
    let starts = (first + 1..head.len()).filter(|&at| {
        head.get(at).is_some_and(|row| !is_aside(row))
            && at.checked_sub(1).and_then(|at| head.get(at)).is_some_and(is_aside)
    });
    let mut best: Option<(usize, usize)> = None;
    for (gap, start) in starts.enumerate() {
        let before = head.get(..start).unwrap_or_default();
        let above = before.iter().filter(|row| !is_aside(row)).count();
        if above > KEY_LINES {
            break;
        }
        let (Some(names), Some(values)) = (head.get(start), head.get(start + 1)) else { break };
        let is_table =
            names.is_words() && names.filled() > 1 && values.has_value() && values.texts.len() == names.texts.len();
        let rest = head.get(start..).unwrap_or_default();
        let wider = best.is_none_or(|(_, width)| names.filled() > width);
        let told = (gap == 0 && are_titles(before, rest.len(), comments)) || are_keys(before, rest, comments);
        if is_table && wider && told {
            best = Some((start, names.filled()));
        }
    }
    best.map(|(start, _)| start).or_else(|| below_keys(head, first, comments))
}

/// Where names stand right below keys and what they are set to: the first words as wide as the values below them, of
/// which one column has nothing but values, or the first one where the keys are as wide.
fn below_keys(head: &[Row], first: usize, comments: bool) -> Option<usize> {
    let is_aside = |row: &Row| row.blank || (comments && row.marked);
    (first + 1..=first + TITLE_LINES).take_while(|&at| head.get(at).is_some_and(|row| !is_aside(row))).find(|&at| {
        let (Some(names), Some(keys)) = (head.get(at), head.get(first..at)) else { return false };
        let rows: Vec<&Row> = head.iter().skip(at + 1).take_while(|row| !is_aside(row)).take(ROWS).collect();
        let width = names.texts.len();
        let valued = |column: usize| {
            rows.iter().all(|row| row.texts.get(column).is_some_and(|text| !trim(text).is_empty() && !is_word(text)))
        };
        let complete = width > 1 && names.is_words() && names.filled() == width && names.reach() == width;
        // Rows may end with delimiters beyond the names.
        let alike = rows.len() > 1 && rows.iter().all(|row| row.texts.len() >= width && row.reach() <= width);
        let set = |row: &Row| {
            let value = row.texts.get(1).map(Vec::as_slice).unwrap_or_default();
            first_text(row).ends_with(b":") || !(trim(value).is_empty() || is_word(value))
        };
        let keyed = keys.len() < 3 || is_keyed(keys, false, width > 2 && rows.len() >= keys.len());
        let apart = if width > 2 { (0..width).any(valued) } else { rows.len() > 2 && valued(0) && valued(1) };
        let narrow = keys.iter().all(|row| row.filled() < 3 && row.reach() < 3 && is_word(&first_text(row)));
        complete && alike && apart && narrow && keyed && keys.iter().any(set)
    })
}

/// Whether lines are a few titles, or names and what they are set to.
fn are_titles(before: &[Row], rest: usize, comments: bool) -> bool {
    let before: Vec<&Row> = before.iter().filter(|row| !(row.blank || (comments && row.marked))).collect();
    let dated = before.iter().flat_map(|row| &row.texts).filter(|text| !is_word(text)).count();
    let titles = dated < 2 && before.iter().all(|row| row.texts.iter().all(|text| is_word(text) || is_year(text)));
    let set = |row: &&Row| row.filled() < 3 && first_text(row).ends_with(b":");
    before.len() <= TITLE_LINES && rest > before.len() && (titles || before.iter().all(set))
}

/// Whether all blocks of lines are keys and what they are set to, above a table that is wider or longer.
fn are_keys(before: &[Row], rest: &[Row], comments: bool) -> bool {
    let is_aside = |row: &Row| row.blank || (comments && row.marked);
    let blocks: Vec<&[Row]> = before.split(is_aside).filter(|block| !block.is_empty()).collect();
    let above: usize = blocks.iter().map(|block| block.len()).sum();
    let below = rest.iter().take_while(|row| !is_aside(row)).count();
    let wide = rest.first().is_some_and(|names| names.filled() > 2);
    let outdone = below > above || (wide && above <= TITLE_LINES);
    outdone && blocks.iter().enumerate().all(|(at, block)| is_keyed(block, at > 0, wide && below >= above))
}

/// Whether a block of lines is no table: a key in each line, and what it is set to. `outdone` says that the table below
/// is wider and as long, so that words alone are no table.
fn is_keyed(block: &[Row], follows: bool, outdone: bool) -> bool {
    let keys: Vec<Vec<u8>> = block.iter().map(first_text).collect();
    let once = keys.iter().enumerate().all(|(at, key)| !keys.get(..at).unwrap_or_default().contains(key));
    let narrow = block.iter().all(|row| row.filled() < 3 && row.reach() < 3);
    if !once || !narrow || !keys.iter().all(|key| !key.is_empty() && is_word(key)) {
        return false;
    }
    let kinds: Vec<Shape> = block
        .iter()
        .filter(|row| row.reach() > 1)
        .map(|row| classify(row.texts.get(1).map(Vec::as_slice).unwrap_or_default()).shape)
        .collect();
    let headless = kinds.first().is_some_and(|kind| !matches!(kind, Shape::Text | Shape::Empty));
    let mixed = kinds.iter().skip(1).any(|kind| Some(kind) != kinds.get(1));
    let wordy = kinds.iter().all(|kind| *kind == Shape::Text);
    let colons = keys.iter().all(|key| key.ends_with(b":"));
    block.len() == 1 || colons || mixed || (wordy && outdone) || (headless && (follows || block.len() < 4))
}

fn first_text(row: &Row) -> Vec<u8> {
    row.texts.first().map(|text| trim(text).to_vec()).unwrap_or_default()
}

/// Whether a line is the name of a section: `[Data]`.
fn is_section(row: &Row) -> bool {
    let name = first_text(row);
    row.filled() == 1 && row.reach() == 1 && name.len() > 2 && name.starts_with(b"[") && name.ends_with(b"]")
}

/// Where the largest table of a file begins that is made of sections: that with the most fields, and more than two of
/// them in each line.
fn in_section(head: &[Row]) -> Option<usize> {
    let names: Vec<usize> = head.iter().enumerate().filter(|(_, row)| is_section(row)).map(|(at, _)| at).collect();
    let tables = names.iter().enumerate().filter_map(|(number, &at)| {
        let end = names.get(number + 1).copied().unwrap_or(head.len());
        let section = head.get(at + 1..end)?;
        let start = at + 1 + section.iter().position(|row| !row.blank && row.filled() > 0)?;
        let rows: Vec<&Row> = head.get(start..end)?.iter().filter(|row| row.filled() > 0).collect();
        let width = rows.first()?.reach();
        let alike = rows.iter().filter(|row| row.filled() > 2 || row.filled() == width).count();
        let is_table = rows.len() > 1 && width > 1 && rows.first()?.is_words() && alike * 2 > rows.len();
        is_table.then_some((start, (width > 2, width * rows.len())))
    });
    tables
        .fold(None, |best: Option<(usize, (bool, usize))>, table| match best {
            Some(best) if best.1 >= table.1 => Some(best),
            _ => Some(table),
        })
        .map(|(start, _)| start)
}

/// Titles that hold the delimiter above names: a space behind it, which no line below has, and values below the names.
pub(super) fn titles(head: &[Row], width: usize) -> usize {
    let is_title = |at: usize| {
        let (Some(title), Some(names)) = (head.get(at), head.get(at + 1)) else { return false };
        let rows: Vec<&Row> = head.iter().skip(at + 2).take_while(|row| !row.blank).take(ROWS).collect();
        let spaced = |row: &Row| row.texts.iter().skip(1).any(|text| text.starts_with(b" "));
        let wordy = |text: &Vec<u8>| classify(text).shape == Shape::Text;
        let sentence = title.texts.first().is_some_and(|text| trim(text).contains(&b' '))
            || title.texts.iter().any(|text| !wordy(text));
        let whole = names.texts.len() == width && names.texts.iter().all(wordy);
        let units = names.texts.iter().all(|text| labels::is_unit(&String::from_utf8_lossy(text)));
        let typed = |column: usize| {
            rows.iter().all(|row| row.texts.get(column).is_some_and(|text| !trim(text).is_empty() && !is_word(text)))
        };
        let plain =
            !title.quoted && !title.marked && spaced(title) && !spaced(names) && !rows.iter().any(|row| spaced(row));
        plain && sentence && whole && !units && rows.len() > 1 && (0..width).any(typed)
    };
    (0..TITLE_LINES).take_while(|&at| is_title(at)).count()
}

/// Remarks at the head of a file that begin all with the same mark, as no line below does, or few that are remarks too.
pub(super) fn remarks(sample: &Sample, options: &ReadOptions) -> Option<Remarks> {
    let head = sample.head();
    let mark = MARKS.into_iter().find(|mark| head.starts_with(mark))?;
    let is_remark = |line: &[u8]| line.starts_with(mark) || (mark == b"; " && line.trim_ascii() == b";");
    let lines = || head.split_inclusive(|&byte| byte == b'\n');
    let bytes = lines().take_while(|line| is_remark(line)).map(<[u8]>::len).sum();
    let others = || lines().skip_while(|line| is_remark(line)).filter(|line| !line.trim_ascii().is_empty());
    let within = others().filter(|line| is_remark(line)).count();
    let rows = others().count() - within;
    // Where many lines begin so, they are rows.
    if rows < 2 || within * 3 > rows {
        return None;
    }
    let mut below = sample.clone();
    below.pass(bytes);
    let mark = (within > 0).then_some(mark);
    let below = mark.map_or_else(|| below.clone(), |mark| below.without(mark));
    let found = dialect::detect(&below, options);
    (found.split && found.class > 2).then_some(Remarks { bytes, found, mark })
}

/// Remarks above a table.
pub(super) struct Remarks {
    /// The bytes that they take.
    pub(super) bytes: usize,
    /// The dialect of the table below them.
    pub(super) found: Found,
    /// With what further remarks among its rows begin, if there are any.
    pub(super) mark: Option<&'static [u8]>,
}

/// Whether names and values stand below remarks.
pub(super) fn is_named(below: &[Row]) -> bool {
    let mut rows = below.iter().filter(|row| !row.blank);
    let names = rows.next();
    names.is_some_and(|names| names.filled() > 1 && names.is_words()) && rows.take(ROWS).any(Row::has_value)
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::super::frame;
    use super::super::sample::Sample;

    /// Records above the table, and its width.
    fn told(text: &str) -> (usize, usize) {
        let frame = frame::frame(Sample::of_text(text), &ReadOptions::default(), true);
        (frame.above, frame.width)
    }

    #[test]
    fn keys_and_values_stand_above_a_table() {
        let table = "date,shop,v\n2024-01-01,a,5\n2024-01-02,b,6\n2024-01-03,c,7\n";
        for (above, expected) in [
            ("Report,Sales\nRegion,North\nManager,Ann\nMade,2024-01-05\nVersion,3\n\n", 6),
            ("Report,Sales\nRegion,North\nManager,Ann\nOwner,Bob\n\n", 5),
            ("Account,DE12\n\nFrom,01.01.2024\nTo,31.01.2024\n\n", 5),
            ("Account:,DE12\n\nFrom:,01.01.2024\nTo:,31.01.2024\nBalance:,5006.20\n\n", 6),
            ("Station,Zurich\nLat,47.4\n", 2),
            ("Report:,Sales\nMade:,2024-01-05\n", 2),
            // Tables of their own.
            ("name,n\nx,1\ny,2\nz,3\n\n", 0),
            ("id,n\n1,x\n2,5\n\n", 0),
        ] {
            assert_eq!(told(&format!("{above}{table}")).0, expected, "{above:?}");
        }
        assert_eq!(told("Report,Sales\nMade,2024-01-05\nBy,Ann\nVersion,3\n\nid,v\n1,5\n2,6\n"), (0, 2));
        assert_eq!(told("Report,Sales\nMade,2024-01-05\nVersion,3\n\nid,v\n1,5\n2,6\n3,7\n"), (4, 2));
    }

    #[test]
    fn the_table_of_a_file_of_sections_is_the_widest_one() {
        for (text, expected) in [
            ("[Header]\nVersion,4\nDate,1/31/2024\n\n[Data]\nid,name,i\nS1,ann,AT\nS2,bob,TC\nS3,cy,CG\n", (5, 3)),
            ("[Header],,\nVersion,4,\n\n[Reads],,\n151,,\n[Data],,\nid,name,n\nS1,ann,1\nS2,bob,2\n", (6, 3)),
            ("[Data]\nid,name,n\nS1,ann,1\nS2,bob,2\n", (1, 3)),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn titles_hold_delimiters() {
        for (text, expected) in [
            ("Sales by shop, 2024\nshop,v\na,5\nb,6\n", (1, 2)),
            ("Sales by shop, region, 2024\nshop,region,v\na,n,5\nb,s,6\n", (1, 3)),
            ("Sales, costs, 2024\nshop,v,w\na,5,6\nb,6,7\n", (1, 3)),
            // Names above units, or above words like theirs.
            ("Elapsed time, Wind speed\ns,m/s\n1,2\n3,4\n", (0, 2)),
            ("Last name, First name\nLee,Ann\nRay,Bob\n", (0, 2)),
            ("full name, v\nx, 1\ny, 2\nz, 3\n", (0, 2)),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn remarks_begin_all_with_the_same_mark() {
        for (text, expected) in [
            ("// generated, do not edit\nid,v\n1,5\n2,6\n", (1, 2)),
            ("-- exported 2024, by x\nid,v\n1,5\n2,6\n", (1, 2)),
            ("! unit, volt\nid,v\n1,5\n2,6\n", (1, 2)),
            ("; log\n; serial 123\ntime,volt\n0.1,5.5\n", (2, 2)),
            ("% a\n% b, c, d\n\nid,v\n1,5\n2,6\n", (3, 2)),
            ("% a\nid,v\n1,5\n2,6\n% b, c\n3,7\n", (1, 2)),
            ("; a\nid,v\n1,5\n; b\n2,6\n3,7\n", (1, 2)),
            // Rows of their own.
            ("!a,v\n!b,5\nc,6\n!d,7\n", (0, 2)),
            // Names and values of their own.
            ("% change,% share\n1.5,2\n2,3\n", (0, 2)),
            (";a;b\n1;5;6\n2;7;8\n", (0, 3)),
            ("!id,v\n!1,5\n!2,6\n", (0, 2)),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }
}

//! Where in a file its table stands: the dialect, the lines above the table, its width, and whether lines are comments.
//!
//! Told from samples. What the rest of the file shows is looked at again in `survey`.

use super::ReadOptions;
use super::dialect::{self, Found};
use super::extent::{self, above, first_table};
use super::foreign;
use super::heading;
use super::numeral;
use super::pages;
use super::preamble;
use super::recast::{self, Recast};
use super::sample::Sample;
use super::shape::{Shape, classify, trim};
use super::split::{Dialect, Record};
use super::subtotal;
use crate::limits;

/// Gaps behind which a first table may end, titles of its own between them.
const GAPS: usize = 4;

/// What is known of a file before it is read through.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
pub(super) struct Frame {
    /// What separates and quotes fields.
    pub(super) dialect: Dialect,
    /// Whether records have more than one field.
    pub(super) split: bool,
    /// Bytes of a first line such as `sep=;`.
    pub(super) hint: usize,
    /// Records above the table, blank lines among them, behind the hint.
    pub(super) above: usize,
    /// Fields of the table's records.
    pub(super) width: usize,
    /// Whether lines that begin with `#` are comments.
    pub(super) comments: bool,
    /// With what lines begin that are comments instead, where lines above the table begin so.
    pub(super) remark: Option<&'static [u8]>,
    /// Whether the records do not have the delimiter that this line tells.
    pub(super) hint_fails: bool,
    /// How lines are written that no single character splits.
    pub(super) recast: Option<Recast>,
    /// Another delimiter that splits all records as well.
    pub(super) rival: Option<u8>,
    /// Whether every record below those above is a row.
    pub(super) every: bool,
    /// Groups of columns that a line above the names tells, by column.
    pub(super) groups: Option<Vec<String>>,
    /// Lines that tell them.
    pub(super) group_lines: usize,
    /// Whether the names stand in a comment.
    pub(super) named_in_comment: bool,
    /// Whether the names leave out that of the first column, which labels the rows.
    pub(super) row_labels: bool,
    /// Whether a record of the samples may be a line of totals among rows.
    pub(super) totals: bool,
    /// The first of two columns into which numbers seem to be torn at a comma, and one of the numbers.
    pub(super) torn: Option<(usize, String)>,
    /// Whether numbers of pages stand among the records of the samples.
    pub(super) pages: bool,
    /// Whether fields beyond those of the names are parts of texts that hold delimiters without quotes.
    pub(super) loose: bool,
    /// What the text looks like rather than a table.
    pub(super) likeness: Option<&'static str>,
}

/// One record of a sample, as it is looked at before a file is read through.
pub(super) struct Row {
    pub(super) texts: Vec<Vec<u8>>,
    /// Whether it has nothing but spaces.
    pub(super) blank: bool,
    /// Whether it begins with `#`.
    pub(super) marked: bool,
    /// Whether it begins with a quote.
    pub(super) quoted: bool,
    /// Where it begins in the sample.
    at: usize,
}

impl Row {
    /// Fields with a value. The names of a table may leave out the first one, that of its rows' labels.
    pub(super) fn filled(&self) -> usize {
        let filled = self.texts.iter().filter(|text| !trim(text).is_empty()).count();
        let nameless = filled > 0 && filled + 1 == self.texts.len() && self.texts.first().is_some_and(Vec::is_empty);
        filled + usize::from(nameless)
    }

    /// Fields up to the last one with a value.
    pub(super) fn reach(&self) -> usize {
        self.texts.iter().rposition(|text| !trim(text).is_empty()).map_or(0, |last| last + 1)
    }

    /// Whether a field has a value: what is no word, or a number however it is written.
    pub(super) fn has_value(&self) -> bool {
        self.texts.iter().any(|text| !is_word(text) || numeral::is_numeral(text))
    }

    pub(super) fn is_words(&self) -> bool {
        self.texts.iter().all(|text| is_word(text))
    }
}

/// Tells a file's frame; `hinted` says whether its first line may be one that tells the delimiter.
pub(super) fn frame(mut sample: Sample, options: &ReadOptions, hinted: bool) -> Frame {
    let mut options = options.clone();
    let (hint, hint_fails) = if hinted { take_hint(&mut sample, &mut options) } else { (0, false) };
    let is_free = options.delimiter.is_none() && options.quote.is_none() && options.escape.is_none() && hint == 0;
    let remarks = if options.skip.is_none() { remarks(&sample, &options) } else { None };
    let plain = remarks.as_ref().map_or_else(|| detect(&sample, &options), |(_, remarks)| remarks.found);
    let named = options.delimiter.and_then(recast::named);
    let recast = named.or_else(|| if is_free { recast::tell(&sample, &plain) } else { None });
    let padded = recast.as_ref().is_none_or(|recast| matches!(recast, Recast::Padded(_)));
    let likeness = if is_free && hinted && padded { foreign::likeness(&sample, &plain) } else { None };
    let recast = recast.filter(|_| likeness.is_none());
    let plain = if likeness.is_some() { Found::lines() } else { plain };
    if let Some(recast) = &recast {
        sample = sample.recast(recast.clone());
    }
    let (dialect, split) = recast.as_ref().map_or((plain.dialect, plain.split), |recast| (recast.dialect(), true));
    let rival = plain.rival.filter(|_| recast.is_none());
    let skipped = options.skip.unwrap_or(0);
    let every = options.skip.is_some();
    let remark = remarks.as_ref().filter(|_| split && recast.is_none()).and_then(|(_, remarks)| remarks.mark);
    let rows: Vec<Vec<Row>> =
        sample.parts().map(|(part, whole)| rows(part, whole, dialect, remark.unwrap_or(b"#"))).collect();
    let head = rows.first().map(Vec::as_slice).unwrap_or_default();
    let base = Frame {
        dialect,
        split,
        hint,
        above: 0,
        width: 1,
        comments: remark.is_some(),
        remark,
        hint_fails,
        recast,
        rival,
        every,
        groups: None,
        group_lines: 0,
        named_in_comment: false,
        row_labels: false,
        totals: false,
        torn: None,
        pages: false,
        loose: false,
        likeness,
    };
    if split {
        return placed(base, &sample, &rows, &options, remarks.map_or(0, |(records, _)| records));
    }
    let blank = head.iter().skip(skipped).take_while(|row| row.blank).count();
    let marked = options.skip.is_none() && likeness.is_none() && is_marked_preamble(head);
    let above = if marked { head.iter().take_while(|row| row.blank || row.marked).count() } else { skipped + blank };
    Frame { above, ..base }
}

/// Tells where the table stands whose records are split into fields, below so many records of remarks.
fn placed(base: Frame, sample: &Sample, rows: &[Vec<Row>], options: &ReadOptions, passed: usize) -> Frame {
    let (every, skipped, dialect) = (base.every, options.skip.unwrap_or(0), base.dialect);
    let head = rows.first().map(Vec::as_slice).unwrap_or_default();
    let comments = base.comments || !every && has_comments(head.get(skipped..).unwrap_or_default(), rows);
    let below = head.get(passed..).unwrap_or_default();
    // Where a table begins below other blocks, those say nothing of its width.
    let start = if every { None } else { preamble::table_below(below, comments) };
    let begun = below.get(start.unwrap_or(0)..).unwrap_or_default();
    let begun = begun.get(..first_table(begun)).unwrap_or_default();
    let others = rows.iter().skip(1).flatten();
    let told = || begun.iter().chain(others.clone()).filter(|row| !(row.blank || comments && row.marked));
    let loose = if every { None } else { extent::loose(&told().collect::<Vec<_>>()) };
    let width = loose.unwrap_or_else(|| width(&told().map(Row::reach).collect::<Vec<_>>()));
    let above = if options.skip.is_some() {
        skipped + head.iter().skip(skipped).take_while(|row| row.blank).count()
    } else {
        passed + start.unwrap_or_else(|| above(below, width, comments))
    };
    let named = if every { None } else { heading::in_comment(head, above, width) };
    let above = named.unwrap_or(above);
    let is_free = !every && named.is_none() && options.header != Some(false);
    // Remarks are no groups.
    let groups = heading::groups(head, above, width, passed).filter(|_| is_free);
    let group_lines = groups.as_ref().map_or(0, |groups| groups.lines);
    let (above, groups) = groups.map_or((above, None), |found| (found.names, Some(found.labels)));
    let above = above + usize::from(is_free && groups.is_none() && pages::is_titled(head, above));
    let titles =
        if is_free && groups.is_none() { preamble::titles(head.get(above..).unwrap_or_default(), width) } else { 0 };
    let above = above + titles;
    let row_labels = is_free && groups.is_none() && heading::leaves_out_labels(head, above, width);
    // A header may name columns that hold nothing.
    let first = head.iter().skip(above).find(|row| named.is_some() || !(comments && row.marked));
    let width = width.max(first.map_or(1, Row::reach)).max(1);
    let is_comma = is_free && !row_labels && dialect.delimiter == b',';
    let torn = if is_comma { heading::torn(head, above, width) } else { None };
    let pages = !every && rows.iter().any(|rows| pages::has_numbers(rows));
    let totals = !every && has_totals(sample, dialect, above);
    Frame {
        above,
        width,
        comments,
        groups,
        group_lines,
        named_in_comment: named.is_some(),
        row_labels,
        totals,
        torn,
        pages,
        loose: loose == Some(width),
        ..base
    }
}

/// Passes a first line that tells the delimiter, and takes it over; the line's bytes, and whether the records below it say
/// otherwise.
fn take_hint(sample: &mut Sample, options: &mut ReadOptions) -> (usize, bool) {
    let Some((delimiter, length)) = dialect::hint(sample.head()) else { return (0, false) };
    sample.pass(length);
    // The records below are better evidence than what is said of them.
    let fails = options.delimiter.is_none()
        && !dialect::splits(sample, delimiter)
        && dialect::detect(sample, options).class > 2;
    options.delimiter = options.delimiter.or((!fails).then_some(char::from(delimiter)));
    (length, fails)
}

/// Whether a record of a sample, below those above the table and the first of it, may be a line of totals.
fn has_totals(sample: &Sample, dialect: Dialect, above: usize) -> bool {
    let mut record = Record::default();
    let mut skipped = above + 1;
    for part in sample.all() {
        let mut rest = part;
        while let Some(length) =
            record.read_mended(rest, true, dialect, None).or_else(|| dialect::unclosed(&mut record, rest, dialect))
        {
            if skipped == 0 && subtotal::may_be(&record.texts(rest)) {
                return true;
            }
            skipped = skipped.saturating_sub(1);
            rest = rest.get(length..).unwrap_or_default();
        }
        skipped = 0;
    }
    false
}

/// Records at the file's head that are remarks above names and values, and what is known of these.
fn remarks(sample: &Sample, options: &ReadOptions) -> Option<(usize, preamble::Remarks)> {
    let remarks = preamble::remarks(sample, options)?;
    let head = rows(sample.head(), sample.is_whole(), remarks.found.dialect, remarks.mark.unwrap_or(b"#"));
    let records = head.iter().position(|row| row.at == remarks.bytes)?;
    preamble::is_named(head.get(records..)?).then_some((records, remarks))
}

/// The dialect under which the samples read best; where no one splits all of them, that of a table which others follow.
fn detect(sample: &Sample, options: &ReadOptions) -> Found {
    let found = dialect::detect(sample, options);
    if found.class > 0 || options.delimiter.is_some() {
        return found;
    }
    if let Some(section) = sample.sections().map(|section| dialect::detect(&section, options)).find(is_clear) {
        return section;
    }
    let tables = (1..=GAPS).map_while(|gap| sample.until_gap(gap)).map(|table| dialect::detect(&table, options));
    let mut clear = tables.filter(|table| table.split && (table.class == 1 || (table.class > 2 && table.is_typed)));
    let below = || {
        let behind = |gap| {
            let mut below = sample.clone();
            below.pass(sample.until_gap(gap)?.head().len());
            Some(dialect::detect(&below, options))
        };
        (1..=GAPS).map_while(behind).find(is_clear)
    };
    clear.next().or_else(below).unwrap_or(found)
}

/// Whether a section is one table, and has more columns than names and what they are set to.
fn is_clear(found: &Found) -> bool {
    found.split && found.class > 2 && found.is_uniform && found.width > 2
}

fn rows(part: &[u8], whole: bool, dialect: Dialect, mark: &[u8]) -> Vec<Row> {
    let mut record = Record::default();
    let mut rest = part;
    let mut rows = Vec::new();
    while rows.len() < limits::DIALECT_RECORDS {
        let read = record.read_mended(rest, whole, dialect, None);
        let Some(length) = read.or_else(|| dialect::unclosed(&mut record, rest, dialect)) else { break };
        let texts: Vec<Vec<u8>> = record.texts(rest).map(<[u8]>::to_vec).collect();
        let blank =
            record.blank || (!record.quoted && texts.iter().all(|text| trim(text).is_empty()) && texts.len() == 1);
        let quoted = rest.first().is_some_and(|&first| Some(first) == dialect.quote);
        let at = part.len() - rest.len();
        rows.push(Row { texts, blank, marked: rest.starts_with(mark), quoted, at });
        rest = rest.get(length..).unwrap_or_default();
    }
    rows
}

/// The widest that enough records are: a field that only one record has is that record's fault.
fn width(reaches: &[usize]) -> usize {
    let enough = |width: usize| {
        let wide = reaches.iter().filter(|&&reach| reach >= width).count();
        let behind = reaches.len().saturating_sub(1);
        wide * 10 >= reaches.len() && (wide > 1 && (wide * 4 >= reaches.len() || reaches.len() >= 20) || wide == behind)
    };
    let widest = reaches.iter().copied().max().unwrap_or(1);
    (1..=widest).rev().find(|&width| enough(width)).unwrap_or(widest)
}

/// Whether lines that begin with `#` are comments: some do that do not fit the others.
fn has_comments(head: &[Row], all: &[Vec<Row>]) -> bool {
    let plain: Vec<usize> = all.iter().flatten().filter(|row| !row.marked && !row.blank).map(Row::reach).collect();
    // Where all lines begin so, it is no comment.
    if plain.is_empty() {
        return false;
    }
    let width = width(&plain);
    let texts: Vec<&Row> = head.iter().filter(|row| !row.blank).collect();
    let from = texts.iter().take_while(|row| row.marked).count();
    // Names below a comment that has as many commas, and values below the names.
    let below = texts.get(from).is_some_and(|row| row.is_words() && row.reach() == width);
    if from > 0 && below && texts.iter().skip(from + 1).any(|row| !row.marked && !row.is_words()) {
        return true;
    }
    head.iter().find(|row| !row.blank).is_some_and(|first| first.marked && first.reach() != width)
        || head.iter().any(|row| row.marked && row.reach() != width && row.texts.len() != width)
}

/// Whether a file of one field a record begins with lines that are marked as comments, and goes on with others.
fn is_marked_preamble(head: &[Row]) -> bool {
    let marked = head.iter().take_while(|row| row.blank || row.marked).filter(|row| row.marked).count();
    marked > 0 && head.iter().filter(|row| row.marked).count() == marked && head.len() > marked
}

pub(super) fn is_word(text: &[u8]) -> bool {
    matches!(classify(text).shape, Shape::Text | Shape::Empty | Shape::ZeroLed)
}

/// A year or a date, as titles have them.
pub(super) fn is_year(text: &[u8]) -> bool {
    match classify(text).shape {
        Shape::Integer => {
            trim(text).len() == 4 && [b"19", b"20"].iter().any(|century| trim(text).starts_with(*century))
        }
        shape => matches!(shape, Shape::Date | Shape::DayMonth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> (usize, usize, bool) {
        let frame = frame(Sample::of_text(text), &ReadOptions::default(), true);
        (frame.above, frame.width, frame.comments)
    }

    #[test]
    fn a_table_may_stand_below_titles() {
        for (text, expected) in [
            ("a,b\n1,2\n", (0, 2, false)),
            ("\n\na,b\n1,2\n", (2, 2, false)),
            ("Sales,,,\nPeriod: May,,,\n,,,\nd,s,i,a\n1,x,y,2\n2,x,y,3\n", (3, 4, false)),
            ("Sales report\n\na,b,c\n1,x,2\n2,y,3\n", (2, 3, false)),
            ("Report,Sales\nMade,2024-05-01\n\na,b,c,d\n1,x,2,3\n2,y,3,4\n", (3, 4, false)),
            ("# made, by x\n# units: kg\na,b,c\n# go\n1,#4,2\n2,y,3\n", (2, 3, true)),
            (",a,b\nx,1,2\n", (0, 3, false)),
            ("a,b\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2,3\n1,2,3\n1,2,3,4\n1,2,3,4\n1,2,3,4\n", (0, 4, false)),
            ("Balance\nAs of Dec 31, 2023\n\nid,a,b\nx,\"1,000.00\",\ny,,\"1,000.00\"\n", (3, 3, false)),
            ("1,\n2,x\n3,y\n", (0, 2, false)),
            ("2024,\nid,v\n3,y\n4,z\n", (1, 2, false)),
            ("Station:,Zurich\nPeriod:,2024\n\ndate,rain,temp\n2024-01-01,1.5,3\n2024-01-02,2,4\n", (3, 3, false)),
            ("Title,Rain\nStation,Zurich\n\ndate,rain\n2024-01-01,0.5\n2024-01-02,1\n", (3, 2, false)),
            ("Report, all, 2024\nBy X, Y, Z\n\nid,name,v\n0,ann,0\n1,bob,1\n", (3, 3, false)),
            ("id,qty\n1,5\n2,6\n\nname,n\nx,1\ny,2\n", (0, 2, false)),
            ("id,v\n1,5\n2,6\nname,city,n\nann,rome,5\nbob,bern,6\n", (0, 2, false)),
            ("Table 1\nid,v\n1,2\n3,4\n\nTable 2\nx,y,z\n1,2,3\n4,5,6\n", (1, 2, false)),
            ("Table 1\n\nid,v\n1,2\n3,4\n\nTable 2\n\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", (2, 2, false)),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_width_is_that_of_enough_records() {
        assert_eq!(told("id,name,score\n1,Ana,10\n2,Ben\n3,Cai,30,extra\n4,Dea,40\n5\n6,Eli,60\n").1, 3);
        let grows = format!("day,n\n{}{}", "1,2\n".repeat(100), "1,2,3\n".repeat(300));
        assert_eq!((told(&grows).0, told(&grows).1), (0, 3));
        assert_eq!(told("a,b,c,d,e\n1,2,3,4\n1,2,3,4\n").1, 5);
        assert_eq!(told("a,b\n1,2,\n3,4,\n").1, 2);
        assert_eq!(told("a,b\n1,2,3\n").1, 3);
    }
}

//! What names the columns beside one plain line of names: groups above the names, names in a comment, names that leave
//! out the one of the rows' labels.
//!
//! Told from the head of a file. Pure.

use super::frame::{Row, is_word, is_year};
use super::shape::{Shape, classify, trim};

/// Rows below the names that are looked at.
const ROWS: usize = 100;
/// Names of columns of labels or numbers of rows: a line of names that begins so leaves out none.
const LABELS: [&str; 12] = ["id", "no", "no.", "nr", "nr.", "number", "index", "idx", "key", "row", "line", "seq"];
/// Names of columns that hold texts.
const TEXTS: [&str; 10] =
    ["name", "title", "city", "country", "region", "label", "category", "description", "type", "status"];

/// Groups of columns that lines above the names tell.
pub(super) struct Groups {
    /// The record of the names.
    pub(super) names: usize,
    /// Lines of groups above it.
    pub(super) lines: usize,
    /// The groups, by column.
    pub(super) labels: Vec<String>,
}

/// The groups of columns; `above` is the first record of the table so far, and remarks end before `from`.
pub(super) fn groups(head: &[Row], above: usize, width: usize, from: usize) -> Option<Groups> {
    let starts = [above.checked_sub(2), above.checked_sub(1), Some(above)];
    starts.into_iter().flatten().filter(|at| *at >= from).find_map(|at| {
        let head = head.get(at..)?;
        let levels = || levels(head, width).map(|labels| Groups { names: at + 2, lines: 2, labels });
        let three = || triple(head, width).map(|labels| Groups { names: at + 2, lines: 2, labels });
        let two = || pair(head, width).map(|labels| Groups { names: at + 1, lines: 1, labels });
        levels().or_else(three).or_else(|| if at + 2 > above { two() } else { None })
    })
}

/// The groups that the first two of three lines name, if the third one names columns again and again, and values follow.
fn triple(head: &[Row], width: usize) -> Option<Vec<String>> {
    let [first, second, names, values] = head.get(..4)? else { return None };
    let text = |text: &Vec<u8>| String::from_utf8_lossy(trim(text)).into_owned();
    let [upper, lower, names] = [first, second, names].map(|row| (row, row.texts.iter().map(text).collect::<Vec<_>>()));
    let wordy = |row: &Row| !row.blank && !row.marked && row.texts.iter().all(|text| is_word(text) || is_year(text));
    let lines = [upper.0, lower.0, names.0];
    let alike = lines.iter().all(|row| wordy(row) && row.texts.len() == width) && values.texts.len() == width;
    if width < 3 || !alike || !values.has_value() {
        return None;
    }
    // One text above all columns is a title.
    let labels: Vec<&String> = upper.1.iter().filter(|label| !label.is_empty()).collect();
    let several = labels.iter().any(|label| Some(label) != labels.first());
    let (upper, lower, names) = (filled_up(&upper.1), filled_up(&lower.1), names.1);
    let again = |texts: &[String]| {
        texts.iter().enumerate().skip(1).any(|(at, text)| texts.iter().skip(at + 1).any(|other| other == text))
    };
    let groups: Vec<String> = (0..width)
        .map(|at| {
            let part = |texts: &[String]| texts.get(at).cloned().unwrap_or_default();
            // The first column is named once, whatever the lines say that its names stand for.
            if at == 0 && names.first().is_some_and(|name| !name.is_empty()) {
                String::new()
            } else {
                join(&part(&upper), &part(&lower))
            }
        })
        .collect();
    let joined = joined(&groups, &names);
    let once = joined.iter().enumerate().all(|(at, name)| !joined.get(..at).unwrap_or_default().contains(name));
    let complete = names.iter().skip(1).all(|name| !name.is_empty());
    // Groups that stand for several columns leave the one of the labels out, and a line that has none is no group.
    let sparse = |row: &Row| row.filled() < width && row.texts.first().is_some_and(|text| !trim(text).is_empty());
    let open = sparse(first) || sparse(second) || second.reach() < 2;
    (complete && !open && several && again(&upper) && (again(&names) || again(&lower)) && once).then_some(groups)
}

/// The names of columns that two lines tell together, level by level, where the third one names the rows alone, as frames
/// with several levels of columns are written: `Price,Close,Close`, `Ticker,A,B`, `Date,,`.
fn levels(head: &[Row], width: usize) -> Option<Vec<String>> {
    let [first, second, names, values] = head.get(..4)? else { return None };
    let text = |text: &Vec<u8>| String::from_utf8_lossy(trim(text)).into_owned();
    let [upper, lower] = [first, second].map(|row| row.texts.iter().skip(1).map(text).collect::<Vec<_>>());
    let wordy = |row: &Row| row.texts.iter().all(|text| is_word(text) || is_year(text));
    let lines = [first, second, names, values];
    let alike = lines.iter().all(|row| !row.blank && !row.marked && row.texts.len() == width);
    let alone = names.reach() == 1 && names.is_words() && values.has_value();
    if width < 3 || !alike || !alone || !wordy(first) || !wordy(second) {
        return None;
    }
    let full = |labels: &[String]| labels.iter().all(|label| !label.is_empty());
    let twice = |labels: &[String]| labels.windows(2).any(|two| matches!(two, [one, next] if one == next));
    let joined: Vec<String> = upper.iter().zip(&lower).map(|(group, name)| join(group, name)).collect();
    let once = joined.iter().enumerate().all(|(at, name)| !joined.get(..at).unwrap_or_default().contains(name));
    (full(&upper) && full(&lower) && (twice(&upper) || twice(&lower)) && once)
        .then(|| std::iter::once(String::new()).chain(joined).collect())
}

/// Labels with those that stand for the columns behind them as well.
fn filled_up(labels: &[String]) -> Vec<String> {
    let mut group = String::new();
    let filled = labels.iter().map(|label| {
        if !label.is_empty() {
            group.clone_from(label);
        }
        group.clone()
    });
    filled.collect()
}

fn join(group: &str, name: &str) -> String {
    match (group.trim(), name.trim()) {
        ("", name) => name.to_owned(),
        (group, "") => group.to_owned(),
        (group, name) => format!("{group} {name}"),
    }
}

/// The groups that the first of two lines names, if the second one names columns and values follow.
fn pair(head: &[Row], width: usize) -> Option<Vec<String>> {
    let (first, second, below) = (head.first()?, head.get(1)?, head.get(2)?);
    // The name of the rows' labels may stand on a line of its own.
    let nameless = [first, second].iter().all(|row| row.texts.first().is_some_and(Vec::is_empty));
    let labelled = nameless && below.reach() == 1 && below.is_words();
    let values = if labelled { head.get(3)? } else { below };
    let text = |text: &Vec<u8>| String::from_utf8_lossy(trim(text)).into_owned();
    let labels: Vec<String> = first.texts.iter().map(text).collect();
    let names: Vec<String> = second.texts.iter().map(text).collect();
    let wordy = |row: &Row| !row.blank && row.texts.iter().all(|text| is_word(text) || is_year(text));
    let alike = [first, second, values].iter().all(|row| row.texts.len() == width && !row.marked);
    if width < 2 || !alike || !wordy(first) || !wordy(second) || !values.has_value() {
        return None;
    }
    let is_open = |at: usize| labels.get(at).is_none_or(String::is_empty);
    let is_full = !(0..width).any(is_open);
    let filled = (0..width).filter(|&at| !is_open(at)).count();
    // Every column but the first, which may label the rows, has a name in one of the lines.
    let complete = names.iter().enumerate().all(|(at, name)| at == 0 || !name.is_empty() || !is_open(at));
    let lacking = names.iter().filter(|name| name.is_empty()).count();
    let twice =
        |texts: &[String]| texts.windows(2).any(|two| matches!(two, [one, next] if !one.is_empty() && one == next));
    let again = names.iter().enumerate().any(|(at, name)| names.iter().skip(at + 1).any(|other| other == name));
    let title = filled == 1 && !is_open(0);
    let spread = !title && filled > 0 && !is_full && (again || is_open(0));
    if !complete || lacking * 2 > width || !(spread || twice(&labels)) {
        return None;
    }
    Some(if is_full || twice(&labels) { labels } else { filled_up(&labels) })
}

/// The names of columns below groups.
pub(super) fn joined(groups: &[String], names: &[String]) -> Vec<String> {
    let join = |(at, name): (usize, &String)| match groups.get(at).map_or("", String::as_str) {
        "" => name.clone(),
        group if name.trim().is_empty() => group.to_owned(),
        group => format!("{group} {}", name.trim()),
    };
    names.iter().enumerate().map(join).collect()
}

/// The last comment above a table, if it names its columns: as many words as there are columns, above a record that
/// names none.
pub(super) fn in_comment(head: &[Row], above: usize, width: usize) -> Option<usize> {
    let at = above.checked_sub(1)?;
    let (row, next) = (head.get(at)?, head.get(above)?);
    let names: Vec<&[u8]> = row.texts.iter().enumerate().map(|(at, text)| bare(text, at == 0)).collect();
    let words = names.iter().all(|name| matches!(classify(name).shape, Shape::Text | Shape::ZeroLed));
    let once = names.iter().enumerate().all(|(at, name)| !names.get(..at).unwrap_or_default().contains(name));
    let is_one = row.marked && !next.marked && width > 1 && row.texts.len() == width && words && once;
    // Among words alone a comment is no sentence, and the record below it no names that the next ones do not share.
    let plain = || names.iter().all(|name| !name.contains(&b' '));
    let below = head.iter().skip(above + 1).take(ROWS).any(|row| !row.blank && !row.marked && row.has_value());
    (is_one && (!next.is_words() || (plain() && !below))).then_some(at)
}

/// A name without the sign of a comment before it.
pub(super) fn bare(name: &[u8], first: bool) -> &[u8] {
    let text = trim(name);
    match text.strip_prefix(b"#") {
        Some(rest) if first && !trim(rest).is_empty() && !trim(rest).starts_with(b"of ") => trim(rest),
        _ => text,
    }
}

/// Numbers that are torn apart at a comma before thousands, where names are too few: the column of what stands before it
/// in every row, and one of the numbers.
pub(super) fn torn(head: &[Row], above: usize, width: usize) -> Option<(usize, String)> {
    let names = head.get(above).filter(|names| names.reach() < width)?;
    let rows =
        || head.iter().skip(above + 1).filter(|row| !row.blank && !row.marked && row.reach() == width).take(ROWS);
    let text = |row: &Row, at: usize| row.texts.get(at).map(|text| trim(text).to_vec()).unwrap_or_default();
    let is_lead = |text: &[u8]| {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        (1..4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) && digits.first() != Some(&b'0')
    };
    let is_thousands = |text: &[u8]| text.len() == 3 && text.iter().all(u8::is_ascii_digit);
    let parts = |at: usize| rows().all(|row| is_lead(&text(row, at)) && is_thousands(&text(row, at + 1)));
    let at = (0..names.reach()).find(|&at| rows().count() > 1 && parts(at))?;
    let row = rows().next()?;
    let number = [text(row, at), text(row, at + 1)].join(&b',');
    Some((at, String::from_utf8_lossy(&number).into_owned()))
}

/// Whether names leave out the first one: as many as the rows' fields but one, above rows that begin with their number
/// or, in quotes, with their own name.
pub(super) fn leaves_out_labels(head: &[Row], above: usize, width: usize) -> bool {
    let Some(names) = head.get(above) else { return false };
    let rows: Vec<&Row> = head.iter().skip(above + 1).filter(|row| !row.blank && !row.marked).take(ROWS).collect();
    let fits = width > 1 && names.texts.len() + 1 == width && names.reach() + 1 == width && names.is_words();
    if !fits || rows.len() < 2 || rows.iter().any(|row| row.texts.len() != width) {
        return false;
    }
    let column = |at: usize| rows.iter().map(move |row| row.texts.get(at).map(|text| trim(text)).unwrap_or_default());
    let counted = column(0).enumerate().all(|(at, text)| text == (at + 1).to_string().as_bytes());
    let labels: Vec<&[u8]> = column(0).collect();
    let once = labels.iter().enumerate().all(|(at, label)| !labels.get(..at).unwrap_or_default().contains(label));
    let quoted = names.quoted && rows.iter().all(|row| row.quoted) && once;
    let is_in = |at: usize, list: &[&str]| {
        let name = names.texts.get(at).map(|text| String::from_utf8_lossy(trim(text)).to_lowercase());
        name.is_some_and(|name| list.contains(&name.as_str()))
    };
    let wordy = |at: usize| column(at).all(|text| classify(text).shape == Shape::Text);
    // What is called a name holds texts.
    let shifted = (1..names.texts.len()).any(|at| is_in(at, &TEXTS) && !wordy(at) && wordy(at + 1));
    (counted || quoted) && (shifted || !is_in(0, &LABELS))
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::super::frame;
    use super::super::sample::Sample;

    fn told(text: &str) -> frame::Frame {
        frame::frame(Sample::of_text(text), &ReadOptions::default(), true)
    }

    #[test]
    fn groups_stand_above_names() {
        for (text, expected) in [
            (
                ",2023,,2024,\nRegion,Sales,Cost,Sales,Cost\nN,1,2,3,4\n",
                Some((1, vec!["", "2023", "2023", "2024", "2024"])),
            ),
            (",a,a,b\n,x,y,z\nidx,,,\nr,1,2,3\n", Some((2, vec!["", "a x", "a y", "b z"]))),
            ("p,c,h\nt,x,x\nday,,\n2024-01-02,1,2\n", Some((2, vec!["", "c x", "h x"]))),
            ("name,city,n\nann,rome,few\ngroup,,\nbob,bern,2\n", None),
            (
                "Year,2023,2023,2024\nQuarter,Q1,Q2,Q1\nRegion,v,v,v\nN,1,2,3\n",
                Some((2, vec!["", "2023 Q1", "2023 Q2", "2024 Q1"])),
            ),
            (",2023,,2024\n,Q1,,Q1\nid,a,b,a\n1,2,3,4\n", Some((2, vec!["", "2023 Q1", "2023 Q1", "2024 Q1"]))),
            (
                ",2023,,2024,\n,Q1,,Q1,\nid,a,b,a,b\n1,2,3,4,5\n",
                Some((2, vec!["", "2023 Q1", "2023 Q1", "2024 Q1", "2024 Q1"])),
            ),
            ("From 1,To 2,,\n,,,\nday,shop,item,v\n1,x,y,2\n", None),
            ("a,b,c\nd,e,f\ng,h,i\n1,2,3\n", None),
            ("2023,,2024,\nQ1,Q2,Q1,Q2\n1,2,3,4\n", Some((1, vec!["2023", "2023", "2024", "2024"]))),
            ("name,score,score\n,math,art\nann,5,6\n", Some((1, vec!["name", "score", "score"]))),
            ("Sales,Sales,Costs\nNorth,South,North\n1,2,3\n", Some((1, vec!["Sales", "Sales", "Costs"]))),
            ("Report,,\n,2023,2024\n,Q,Q\nN,1,2\n", Some((2, vec!["", "2023", "2024"]))),
            ("Report,,\nregion,a,b\nN,1,2\n", None),
            ("a,b,c\nx,y,z\n1,2,3\n", None),
            ("a,,c\nx,y,1\nz,w,3\n", None),
            ("a,a\nx,y\nz,w\n", None),
        ] {
            let frame = told(text);
            let groups = frame.groups.map(|groups| (frame.above, groups));
            let expected = expected.map(|(at, groups)| (at, groups.iter().map(|&group| group.to_owned()).collect()));
            assert_eq!(groups, expected, "{text:?}");
        }
    }

    #[test]
    fn groups_stand_before_names_in_the_names() {
        let text = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let joined = super::joined(&text(&["", "2023", "name"]), &text(&["Region", " Sales", ""]));
        assert_eq!(joined, ["Region", "2023 Sales", "name"]);
    }

    #[test]
    fn names_may_stand_in_a_comment() {
        for (text, expected) in [
            ("# made by x\n# id,name\n1,ann\n2,bob\n", 1),
            ("##format=1\n##source=x\n#CHROM\tPOS\n1\t100\n", 2),
            ("# made, by x\nid,name\n1,ann\n2,bob\n", 1),
            ("# a\n# name,city\nann,rome\nbob,bern\n", 1),
            ("# a\n# read, me too\nname,city\nbob,bern\n", 2),
            ("#1,ann\n#2,bob\n", 0),
        ] {
            assert_eq!(told(text).above, expected, "{text:?}");
        }
        assert_eq!(super::bare(b"# id", true), b"id");
        assert_eq!(super::bare(b"# of items", true), b"# of items");
        assert_eq!(super::bare(b"#id", false), b"#id");
    }

    #[test]
    fn thousands_are_torn_where_names_are_too_few() {
        for (text, expected) in [
            ("city,pop\nA,1,234\nB,5,678\nC,12,345\n", Some((1, "1,234".to_owned()))),
            ("a,b,city\n1,234,5,x\n1,500,6,y\n", Some((0, "1,234".to_owned()))),
            ("city,pop\nA,1,23\nB,5,678\n", None),
            ("city,pop,n\nA,1,234\nB,5,678\n", None),
            ("city;pop\nA;1;234\nB;5;678\n", None),
        ] {
            assert_eq!(told(text).torn, expected, "{text:?}");
        }
    }

    #[test]
    fn names_may_leave_out_that_of_the_rows_labels() {
        for (text, expected) in [
            ("x,y\n1,5,6\n2,7,8\n", true),
            ("id,name\n1,5,ann\n2,6,bob\n", true),
            ("\"x\",\"y\"\n\"Mazda\",5,6\n\"Fiat\",7,8\n", true),
            ("id,name\n1,ann,5\n2,bob,6\n", false),
            ("a,b\n1,2,3\n4,5,6\n", false),
            ("name,city\nann,rome,5\nbob,bern,6\n", false),
        ] {
            assert_eq!(told(text).row_labels, expected, "{text:?}");
        }
    }
}

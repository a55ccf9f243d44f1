//! Texts that are no tables: dumps of databases, markup, mail, logs, settings, source code, prose.
//!
//! What is plain is refused by its first lines; what only looks so is read line by line and told. Pure.

use super::dialect::{self, Found};
use super::sample::Sample;
use super::source::refusal;
use crate::data::DataError;

/// Lines that are looked at.
const LINES: usize = 200;
/// Words of a line that make it a sentence.
const SENTENCE_WORDS: usize = 5;

/// With what texts begin that are no tables, and what they are.
const BEGINNINGS: [(&str, &str); 10] = [
    ("%!PS", "a PostScript document"),
    ("-----BEGIN ", "a key or a certificate"),
    ("BEGIN:VCARD", "an address book (vCard)"),
    ("BEGIN:VCALENDAR", "a calendar (iCalendar)"),
    ("@relation ", "an ARFF file"),
    ("\\documentclass", "a LaTeX document"),
    ("<?php", "a PHP script"),
    ("#!/", "a script"),
    ("diff --git ", "a patch"),
    ("MIME-Version:", "a mail"),
];

/// With what the first statement of a dump of SQL begins.
const STATEMENTS: [&str; 9] = [
    "create table ",
    "create database ",
    "create schema ",
    "drop table ",
    "insert into ",
    "pragma foreign_keys",
    "begin transaction;",
    "lock tables ",
    "alter table ",
];

/// With what lines of source code begin.
const KEYWORDS: [&str; 22] = [
    "import ",
    "from ",
    "def ",
    "class ",
    "return ",
    "return;",
    "function ",
    "const ",
    "let ",
    "var ",
    "public ",
    "private ",
    "static ",
    "#include",
    "using ",
    "package ",
    "fn ",
    "use ",
    "if (",
    "for (",
    "while (",
    "module.exports",
];

/// Refuses what is plainly no table by the first lines of a file.
pub(super) fn judge(head: &[u8], shown: &str) -> Result<(), DataError> {
    if is_ebcdic(head) {
        let hint = "convert it first: iconv -f IBM037 -t UTF-8";
        return Err(refusal(shown, "encoding", "the text is encoded in EBCDIC, as mainframes have it", hint));
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}');
    let undo = "(--delimiter CHAR reads its lines as they are)";
    if is_markup(text) {
        let reason = "is a web page or other markup, not delimited text";
        return Err(refusal(shown, "not_csv_html", reason, &format!("export its table as CSV {undo}")));
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().find(|line| !line.starts_with("% ")).unwrap_or_default().to_lowercase();
    if let Some((_, name)) = BEGINNINGS.iter().find(|(begins, _)| first.starts_with(&begins.to_lowercase())) {
        let hint = format!("export its data as CSV {undo}");
        return Err(refusal(shown, "not_csv_text", format!("is {name}, not a table"), &hint));
    }
    let is_comment = |line: &&str| ["--", "/*", "*"].iter().any(|mark| line.starts_with(mark));
    let statement = lines.find(|line| !is_comment(line)).unwrap_or_default().to_lowercase();
    let sets = statement.starts_with("set ") && statement.ends_with(';');
    if sets || STATEMENTS.iter().any(|begins| statement.starts_with(begins)) {
        let hint = format!("load it into its database and export the table as CSV {undo}");
        return Err(refusal(shown, "not_csv_sql", "is a dump of SQL statements, not a table", &hint));
    }
    Ok(())
}

/// Whether the bytes are those of letters, digits, spaces and line ends in EBCDIC, hardly any of which are letters elsewhere.
fn is_ebcdic(head: &[u8]) -> bool {
    let known = |byte: &&u8| {
        let (high, low) = (**byte >> 4, **byte & 15);
        let letter = (matches!(high, 8 | 9 | 0xc | 0xd) && (1..10).contains(&low))
            || (matches!(high, 0xa | 0xe) && (2..10).contains(&low));
        letter || (high == 0xf && low < 10) || [0x40, 0x4b, 0x4d, 0x5d, 0x6b, 0x6d, 0x15, 0x25, 0x0d].contains(*byte)
    };
    let digits = head.iter().any(|byte| (0xf0..0xfa).contains(byte));
    head.len() > 8 && digits && head.iter().filter(known).count() * 20 >= head.len() * 19
}

/// Whether most lines begin with a tag, the first one with one that it ends with as well.
fn is_markup(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES).collect();
    let is_tag = |line: &str| {
        let inner = line.strip_prefix('<').map(|rest| rest.trim_start_matches(['/', '!', '?']));
        inner.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    let tags = lines.iter().filter(|line| is_tag(line)).count();
    let first = lines.first().is_some_and(|line| is_tag(line) && line.ends_with('>'));
    first && tags * 2 > lines.len() && (text.contains("</") || text.contains("/>"))
}

/// What a text looks like that is read better line by line than as the table `found`; none where it is a table.
pub(super) fn likeness(sample: &Sample, found: &Found) -> Option<&'static str> {
    let text = String::from_utf8_lossy(sample.head());
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(LINES).collect();
    let usual = found.split && dialect::DELIMITERS.contains(&found.dialect.delimiter);
    let clear = usual && found.class > 2 && found.is_uniform;
    let most = |is: &dyn Fn(&str) -> bool, tenths: usize| {
        lines.len() > 1 && lines.iter().filter(|line| is(line)).count() * 10 >= lines.len() * tenths
    };
    // A mark at each line's end splits off nothing.
    let coded = !clear || (found.width == 2 && most(&begins_code, 5));
    if coded && most(&is_code, 6) && lines.iter().filter(|line| begins_code(line)).count() > 1 {
        return Some("source code");
    }
    let stamped = |line: &str| behind_stamp(line).is_some_and(|rest| !clear || is_fraction(rest));
    if (!usual || clear) && most(&stamped, 8) {
        return Some("a log");
    }
    let first = lines.first()?;
    let ended = |line: &str| {
        let bare = line.trim_end().strip_suffix(',').filter(|bare| !bare.contains(','));
        bare.is_some() || line.trim_end().ends_with(['.', ':', '!', '?'])
    };
    if is_sentence(first) && !clear && !found.is_typed && most(&is_sentence, 5) && (!usual || most(&ended, 5)) {
        return Some("prose");
    }
    if usual && found.class > 1 {
        return None;
    }
    let headed = first.starts_with("# ") || first.starts_with("## ");
    if headed && lines.iter().skip(1).any(|line| ["- ", "* ", "```", "## "].iter().any(|mark| line.starts_with(mark))) {
        return Some("Markdown");
    }
    let nested = lines.iter().any(|line| line.starts_with("  ") || line.starts_with("- "));
    if most(&is_key, 6) && (nested || lines.len() > 2) {
        return Some("settings or YAML");
    }
    if most(&is_setting, 5) && lines.iter().any(|line| line.starts_with('[') && line.trim_end().ends_with(']')) {
        return Some("settings");
    }
    None
}

fn begins_code(line: &str) -> bool {
    KEYWORDS.iter().any(|word| line.trim_start().starts_with(word))
}

fn is_code(line: &str) -> bool {
    let line = line.trim();
    begins_code(line)
        || ["{", "}", ";", "):", "(", ")", "},", ");"].iter().any(|end| line.ends_with(end))
        || line.starts_with("//")
}

/// `key: value`, `key:` or `- key: value`, not more of them in a line.
fn is_key(line: &str) -> bool {
    let line = line.trim();
    let item = line.trim_start_matches("- ");
    let Some((key, value)) = item.split_once(':') else { return line.starts_with("- ") };
    let named = key.starts_with(|first: char| first.is_alphabetic() || first == '_') && key.chars().count() < 40;
    let plain = key.chars().all(|character| character.is_alphanumeric() || "_-. /".contains(character));
    named && plain && (value.is_empty() || value.starts_with(' '))
}

/// `key = value`, or the name of a section.
fn is_setting(line: &str) -> bool {
    let line = line.trim();
    let key = line.split_once('=').map(|(key, _)| key.trim());
    let named = key.is_some_and(|key| {
        !key.is_empty() && key.chars().all(|character| character.is_alphanumeric() || "_-.".contains(character))
    });
    named || (line.starts_with('[') && line.ends_with(']'))
}

/// Whether a line is one of a text, and none of quoted fields.
fn is_sentence(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with('"') && line.contains("\",") {
        return false;
    }
    let ends = line.ends_with(['.', ':', ',', '!', '?']);
    let words = line.split_whitespace().count();
    words >= SENTENCE_WORDS || (ends && words > 1)
}

/// What stands behind the time with which a line of a log begins, or behind the address in front of it.
fn behind_stamp(line: &str) -> Option<&str> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let digits = |text: &str, pattern: &str| {
        text.len() >= pattern.len()
            && text.bytes().zip(pattern.bytes()).all(|(byte, kind)| match kind {
                b'0' => byte.is_ascii_digit(),
                b'?' => byte.is_ascii_digit() || byte == b' ',
                b'T' => byte == b'T' || byte == b' ',
                b'/' => byte == b'/' || byte == b'-',
                other => byte == other,
            })
    };
    let bare = line.strip_prefix('[').unwrap_or(line);
    if digits(bare, "0000/00/00T00:00:00") {
        return bare.get(19..).filter(|rest| !rest.is_empty());
    }
    let named = bare.get(..3).is_some_and(|month| MONTHS.contains(&month.to_lowercase().as_str()));
    if named && bare.get(3..).is_some_and(|rest| digits(rest, " ?0 00:00:00 ")) {
        return bare.get(15..);
    }
    // `127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] ...`
    let (address, rest) = line.split_once(" - ")?;
    let plain = address.chars().all(|character| character.is_ascii_hexdigit() || ".:".contains(character));
    (plain && rest.contains(" [")).then_some(rest)
}

/// Whether thousandths of a second and a text follow a time: `,123 INFO`.
fn is_fraction(rest: &str) -> bool {
    let Some((fraction, text)) = rest.strip_prefix([',', '.']).and_then(|rest| rest.split_once(' ')) else {
        return false;
    };
    fraction.len() == 3 && fraction.bytes().all(|byte| byte.is_ascii_digit()) && !text.contains(',')
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::*;

    fn code(text: &str) -> &'static str {
        match judge(text.as_bytes(), "x.csv") {
            Ok(()) => "",
            Err(DataError::Unreadable { code, .. }) => code,
            Err(other) => panic!("{other}"),
        }
    }

    fn like(text: &str) -> Option<&'static str> {
        let sample = Sample::of_text(text);
        likeness(&sample, &dialect::detect(&sample, &ReadOptions::default()))
    }

    #[test]
    fn what_is_plainly_no_table_is_refused() {
        for (text, expected) in [
            ("-- MySQL dump 10.13\n--\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `a`;\n", "not_csv_sql"),
            ("--\n-- dump\n--\n\nSET statement_timeout = 0;\n", "not_csv_sql"),
            ("INSERT INTO t (id, name) VALUES (1, 'Ann');\n", "not_csv_sql"),
            ("<table>\n<tr><td>1</td></tr>\n</table>\n", "not_csv_html"),
            ("<data>\n <row id=\"1\"/>\n</data>\n", "not_csv_html"),
            ("% made by x\n@RELATION weather\n", "not_csv_text"),
            ("BEGIN:VCARD\nVERSION:3.0\n", "not_csv_text"),
            ("\u{feff}#!/bin/sh\necho\n", "not_csv_text"),
            ("-- exported 2024, by x\nid,v\n1,2\n", ""),
            ("<b>x</b>,y\n<b>z</b>,w\n", ""),
            ("set,n\na,1\n", ""),
            ("insert,n\na,1\n", ""),
            ("id,html\n1,<b>x</b>\n", ""),
        ] {
            assert_eq!(code(text), expected, "{text:?}");
        }
    }

    #[test]
    fn ebcdic_is_told_from_other_bytes() {
        assert!(is_ebcdic(b"\x89\x84k\x95\x81\x94\x85%\xf1k\xc1\xd3\xd7\xc8\xc1%\xf2k\xc2\xc5\xe3\xc1%"));
        assert!(!is_ebcdic(b"id,name\n1,Caf\xe9\n"));
        let (gbk, ..) = encoding_rs::GBK.encode("城市,人口\n北京,21893095\n上海,24870895\n");
        assert!(!is_ebcdic(&gbk));
    }

    #[test]
    fn what_only_looks_like_no_table_is_told() {
        for (text, expected) in [
            ("2024-01-05 10:00:00 INFO Start\n2024-01-05 10:00:01 WARN Slow, took 5s\n", Some("a log")),
            ("2024-01-05 10:00:00,123 INFO a\n2024-01-05 10:00:01,456 WARN b\n", Some("a log")),
            ("Jan  5 10:00:00 host a[1]: x\nJan  5 10:00:01 host b: y\n", Some("a log")),
            (
                "1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] \"GET /\" 200\n1.2.3.5 - - [10/Oct/2000:13:55:37 -0700] \"GET /x\" 404\n",
                Some("a log"),
            ),
            ("name: test\nitems:\n  - a\n  - b\n", Some("settings or YAML")),
            ("- id: 1\n  name: Ann\n- id: 2\n  name: Bob\n", Some("settings or YAML")),
            ("[core]\na=1\nb=2\n[user]\nname=Ann\n", Some("settings")),
            ("import os, sys\n\ndef main(a, b):\n    return a\n\nmain(1)\n", Some("source code")),
            ("This is the report of the year.\nIt has lines, some with commas, others without.\n", Some("prose")),
            ("# Title\n\nSome text.\n\n- item one\n- item two\n", Some("Markdown")),
            ("Dear all,\n\nPlease find the numbers attached.\n\nBest,\nAnn\n", Some("prose")),
        ] {
            assert_eq!(like(text), expected, "{text:?}");
        }
        for table in [
            "at,n\n2024-01-05 10:00:00,1\n2024-01-05 10:00:01,2\n",
            "2024-01-05 10:00:00,123,5\n2024-01-05 10:00:01,124,6\n",
            "remark\nall is fine today, thanks\nlate as usual, sorry\n",
            "name;n\nAnn;1\nBob;2\n",
            "root:x:0:0\nann:x:1:1\n",
            "name\nAnn Lee\nBob Ray\n",
            "x\n1\n2\n",
            "\"Data Source\",\"Indicators of the world\",\n\n\"Country Name\",\"Code of it\",\"1960\",\n\"A\",\"B\",\"5\",\n",
            "class;n;\nclass A;1;\nclass B;2;\n",
            "question, answer\nWhat is the name of this?, a text\nHow old are you today?, a number\n",
        ] {
            assert_eq!(like(table), None, "{table:?}");
        }
    }
}

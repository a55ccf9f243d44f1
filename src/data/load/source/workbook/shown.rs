//! What the cells of a sheet show beside what they store: zeros before numbers, as of post codes (`00501` is stored as 501
//! and the format `00000`), and currencies. `calamine` does not tell formats; this reads them from the workbook's parts.
//!
//! What is not understood shows nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use crate::limits;

/// Most digits of such a format.
const DIGITS: usize = 18;

/// What columns show beside their numbers, by column from 0.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Digits that all numbers of a column show at least.
    pub(super) zeros: BTreeMap<u32, usize>,
    /// Currencies that its numbers show.
    currencies: BTreeMap<u32, BTreeSet<String>>,
}

/// What the format of a style shows.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Style {
    Zeros(usize),
    Currency(String),
}

impl Shown {
    /// What is told of columns whose numbers are shown in several currencies: code and message.
    pub(super) fn mixed(&self) -> Vec<(String, String)> {
        let mixed = self.currencies.iter().filter(|(_, currencies)| currencies.len() > 1);
        let lines = mixed.take(limits::SAME_WARNINGS).map(|(column, currencies)| {
            let currencies: Vec<&str> = currencies.iter().map(String::as_str).collect();
            format!(
                "column {} of the sheet shows its numbers in several currencies ({}), which are no part of the values: a \
                 total adds what does not add up",
                letters(*column),
                currencies.join(", ")
            )
        });
        lines.map(|line| ("mixed_currencies".to_owned(), line)).collect()
    }
}

/// The letters that name a column.
fn letters(column: u32) -> String {
    let mut rest = column + 1;
    let mut letters = String::new();
    while rest > 0 {
        letters.insert(0, char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or_default()));
        rest = (rest - 1) / 26;
    }
    letters
}

/// What the columns of a sheet show.
pub(super) fn of(path: &Path, sheet: &str) -> Shown {
    told(path, sheet).unwrap_or_default()
}

fn told(path: &Path, sheet: &str) -> Option<Shown> {
    let mut archive = ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let styles = styles(&text(&mut archive, "xl/styles.xml")?);
    if styles.iter().all(Option::is_none) {
        return None;
    }
    let book = text(&mut archive, "xl/workbook.xml")?;
    let named = |tag: &&str| attribute(tag, "name").is_some_and(|name| unescaped(name) == sheet);
    let id = tags(&book, "sheet").find(named).and_then(|tag| attribute(tag, "r:id"))?.to_owned();
    let relations = text(&mut archive, "xl/_rels/workbook.xml.rels")?;
    let target = tags(&relations, "Relationship").find(|tag| attribute(tag, "Id") == Some(&id))?;
    let target = attribute(target, "Target")?.trim_start_matches('/');
    let part = if target.starts_with("xl/") { target.to_owned() } else { format!("xl/{target}") };
    columns(&mut BufReader::new(archive.by_name(&part).ok()?), &styles)
}

/// A part of a workbook as text.
fn text(archive: &mut ZipArchive<BufReader<File>>, name: &str) -> Option<String> {
    let mut text = String::new();
    archive.by_name(name).ok()?.take(limits::WORKBOOK_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

/// The tags of a name, without what ends them.
fn tags<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    xml.split('<').filter_map(move |part| {
        let rest = part.strip_prefix(name)?;
        rest.starts_with([' ', '\n', '\r', '\t']).then(|| rest.split('>').next()).flatten()
    })
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    while let Some((key, behind)) = rest.split_once('=') {
        let quote = behind.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, behind) = behind.get(1..)?.split_once(quote)?;
        if key.trim() == name {
            return Some(value);
        }
        rest = behind;
    }
    None
}

fn unescaped(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    plain.replace("&amp;", "&")
}

/// What cells show, by the number of their style.
fn styles(xml: &str) -> Vec<Option<Style>> {
    let is_zeros = |code: &str| (2..=DIGITS).contains(&code.len()) && code.bytes().all(|byte| byte == b'0');
    let formats: BTreeMap<&str, Style> = tags(xml, "numFmt")
        .filter_map(|tag| Some((attribute(tag, "numFmtId")?, attribute(tag, "formatCode")?)))
        .filter_map(|(id, code)| {
            let bare = code.strip_suffix(";@").unwrap_or(code);
            let zeros = is_zeros(bare).then_some(Style::Zeros(bare.len()));
            Some((id, zeros.or_else(|| currency(&unescaped(code)).map(Style::Currency))?))
        })
        .collect();
    let cells = xml.split_once("<cellXfs").and_then(|(_, rest)| rest.split_once("</cellXfs>"));
    let cells = cells.map_or("", |(cells, _)| cells);
    tags(cells, "xf").map(|tag| formats.get(attribute(tag, "numFmtId")?).cloned()).collect()
}

/// The currency that a format shows: `[$€-407]`, `"USD"`, `$`.
fn currency(code: &str) -> Option<String> {
    let named = code.split_once("[$").and_then(|(_, rest)| rest.split([']', '-']).next());
    if let Some(named) = named.filter(|named| !named.trim().is_empty()) {
        return Some(named.trim().to_owned());
    }
    let known = ["USD", "EUR", "GBP", "CHF", "JPY", "$", "€", "£", "¥"];
    known.into_iter().find(|sign| code.contains(*sign) && !code.contains("[$")).map(str::to_owned)
}

/// What the numbers of each column show: as many digits where all do, and every currency.
fn columns(sheet: &mut dyn BufRead, styles: &[Option<Style>]) -> Option<Shown> {
    let mut found: BTreeMap<u32, Option<usize>> = BTreeMap::new();
    let mut currencies: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    let mut tag = Vec::new();
    loop {
        tag.clear();
        if sheet.read_until(b'<', &mut tag).ok()? == 0 {
            break;
        }
        let Some(cell) = tag.strip_prefix(b"c ") else { continue };
        let cell = std::str::from_utf8(cell).ok()?.split('>').next()?;
        // A cell without a value, or with one that is no number.
        if cell.ends_with('/') || attribute(cell, "t").is_some_and(|kind| kind != "n") {
            continue;
        }
        let style = attribute(cell, "s").and_then(|style| style.parse::<usize>().ok()).unwrap_or(0);
        let style = styles.get(style).and_then(Option::as_ref);
        let column = column(attribute(cell, "r")?)?;
        let width = match style {
            Some(Style::Zeros(width)) => Some(*width),
            Some(Style::Currency(currency)) => {
                let known = currencies.entry(column).or_default();
                if !known.contains(currency) {
                    known.insert(currency.clone());
                }
                None
            }
            None => None,
        };
        let so_far = found.entry(column).or_insert(width);
        if *so_far != width {
            *so_far = None;
        }
    }
    let zeros = found.into_iter().filter_map(|(column, width)| Some((column, width?))).collect();
    Some(Shown { zeros, currencies })
}

/// The column of a place such as `AB12`, from 0.
fn column(place: &str) -> Option<u32> {
    let letters = place.bytes().take_while(u8::is_ascii_uppercase);
    let number =
        letters.fold(0_u32, |number, letter| number.saturating_mul(26).saturating_add(u32::from(letter - b'A') + 1));
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_zeros_are_known_by_style() {
        let xml = "<numFmts><numFmt numFmtId=\"164\" formatCode=\"00000\"/><numFmt formatCode='0.00' numFmtId='165'/>\
                   <numFmt numFmtId=\"166\" formatCode=\"000;@\"/></numFmts><cellStyleXfs><xf numFmtId=\"164\"/></cellStyleXfs>\
                   <cellXfs count=\"4\"><xf numFmtId=\"0\"/><xf numFmtId=\"164\" applyNumberFormat=\"1\"><a/></xf>\
                   <xf numFmtId=\"165\"/><xf numFmtId=\"166\"/></cellXfs>";
        assert_eq!(styles(xml), [None, Some(Style::Zeros(5)), None, Some(Style::Zeros(3))]);
    }

    #[test]
    fn all_numbers_of_a_column_must_be_shown_so() {
        let sheet = "<row><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"1\"><v>5</v></c></row>\
                     <row><c r=\"A2\" s=\"1\"><v>501</v></c><c r=\"B2\" s=\"0\"><v>7</v></c><c r=\"AB2\" s=\"1\"/></row>\
                     <row><c r=\"A3\" s=\"1\"><v>90210</v></c></row>";
        let found = columns(&mut sheet.as_bytes(), &[None, Some(Style::Zeros(5))]).unwrap();
        assert_eq!(found.zeros.into_iter().collect::<Vec<_>>(), [(0, 5)]);
        assert_eq!((column("A1"), column("AB12"), column("7")), (Some(0), Some(27), None));
    }

    #[test]
    fn currencies_are_known_by_their_formats() {
        for (code, expected) in [
            ("[$€-407]#,##0.00", Some("€")),
            ("#,##0.00 [$USD]", Some("USD")),
            ("\"$\"#,##0", Some("$")),
            ("_($* #,##0.00_)", Some("$")),
            ("[$-409]d/m/yyyy", None),
            ("0.00", None),
        ] {
            assert_eq!(currency(code).as_deref(), expected, "{code}");
        }
        assert_eq!((letters(0), letters(25), letters(27)), ("A".to_owned(), "Z".to_owned(), "AB".to_owned()));
    }
}

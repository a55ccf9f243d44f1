//! One row of a JSON file: its cells by column, as they are written, and how a cell becomes the text of a field.

use std::collections::HashMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::super::written::Writer;
use super::finite::INFINITE;
use crate::limits;

/// The columns that were met so far, in that order.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Their names; empty where rows are arrays.
    pub(super) names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// How many.
    pub(super) width: usize,
    /// Members whose name another of the same object has.
    pub(super) repeated: u64,
}

impl Columns {
    /// The number of a column. `expected` is where it would stand in a row like the one before.
    fn number(&mut self, name: &str, expected: usize) -> Option<usize> {
        if self.names.get(expected).is_some_and(|one| one == name) {
            return Some(expected);
        }
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        if self.width >= limits::COLUMNS {
            return None;
        }
        let number = self.width;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        self.width += 1;
        Some(number)
    }
}

/// What the parser says of a row that has more columns than csvchat reads.
pub(super) const TOO_WIDE: &str = "too many columns";

/// Cells of a row as they are written, by column.
pub(super) type Cells<'a> = Vec<Option<&'a str>>;

/// The cells of one row; columns that are met for the first time are added.
///
/// # Errors
/// When the row is no JSON, or neither an object nor an array.
pub(super) fn cells<'a>(row: &'a [u8], columns: &mut Columns) -> serde_json::Result<Cells<'a>> {
    let mut parser = serde_json::Deserializer::from_slice(row);
    let cells = Row { columns }.deserialize(&mut parser)?;
    parser.end()?;
    Ok(cells)
}

/// What is wrong with the start of a value.
pub(super) fn fault(value: &[u8]) -> Option<serde_json::Error> {
    serde_json::from_slice::<&RawValue>(value).err()
}

struct Row<'c> {
    columns: &'c mut Columns,
}

impl<'a> DeserializeSeed<'a> for Row<'_> {
    type Value = Cells<'a>;

    fn deserialize<D: Deserializer<'a>>(self, parser: D) -> Result<Self::Value, D::Error> {
        parser.deserialize_any(self)
    }
}

impl<'a> Visitor<'a> for Row<'_> {
    type Value = Cells<'a>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut cells: Cells<'a> = vec![None; self.columns.width];
        let mut expected = 0;
        while let Some(number) = map.next_key_seed(Name { columns: self.columns, expected })? {
            let value: &'a RawValue = map.next_value()?;
            let number = number.ok_or_else(|| A::Error::custom(TOO_WIDE))?;
            if cells.len() <= number {
                cells.resize(number + 1, None);
            }
            if let Some(cell) = cells.get_mut(number) {
                self.columns.repeated += u64::from(cell.is_some());
                *cell = Some(value.get());
            }
            expected = number + 1;
        }
        Ok(cells)
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut cells: Cells<'a> = Vec::with_capacity(self.columns.width);
        while let Some(value) = seq.next_element::<&'a RawValue>()? {
            cells.push(Some(value.get()));
            if cells.len() > limits::COLUMNS {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                return Err(A::Error::custom(TOO_WIDE));
            }
        }
        self.columns.width = self.columns.width.max(cells.len());
        Ok(cells)
    }
}

/// A name, looked up without a copy.
struct Name<'c> {
    columns: &'c mut Columns,
    expected: usize,
}

impl<'a> DeserializeSeed<'a> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'a>>(self, parser: D) -> Result<Self::Value, D::Error> {
        parser.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.columns.number(name, self.expected))
    }
}

/// Writes one cell. Numbers, true and false stay as they are written; nested values become compact JSON.
pub(super) fn write(cell: Option<&str>, to: &mut Writer<'_>) {
    match cell.map(|cell| (cell, cell.as_bytes().first())) {
        None | Some(("null", _)) => to.missing(),
        Some((cell, Some(b'"'))) => text(cell, to),
        Some((cell, Some(b'{' | b'['))) => to.text(&compact(cell)),
        Some((cell, _)) => to.value(INFINITE.iter().find(|(number, _)| *number == cell).map_or(cell, |(_, name)| name)),
    }
}

/// Writes a string without its quotes and escapes.
fn text(cell: &str, to: &mut Writer<'_>) {
    if !cell.contains('\\') {
        return to.text(cell.get(1..cell.len().saturating_sub(1)).unwrap_or_default());
    }
    if let Ok(text) = serde_json::from_str::<String>(cell) {
        return to.text(&text);
    }
    // Half of a surrogate pair, which other programs let pass.
    let (mended, replaced) = without_halves(cell);
    to.add_replaced(replaced);
    to.text(&serde_json::from_str::<String>(&mended).unwrap_or(mended));
}

/// A string in which halves of surrogate pairs are replaced, and how many were.
fn without_halves(cell: &str) -> (String, u64) {
    let mut mended = String::with_capacity(cell.len());
    let mut replaced = 0;
    let mut rest = cell;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        mended.push_str(before);
        let unit = |text: &str| text.strip_prefix("\\u").and_then(|hex| u16::from_str_radix(hex.get(..4)?, 16).ok());
        let pair = (unit(escape), escape.get(6..).and_then(unit));
        let length = match pair {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                mended.push('\u{fffd}');
                replaced += 1;
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        let (kept, behind) = escape.split_at_checked(length).unwrap_or((escape, ""));
        mended.push_str(kept);
        rest = behind;
    }
    mended.push_str(rest);
    (mended, replaced)
}

/// JSON without the spaces between its signs.
fn compact(value: &str) -> String {
    let mut short = String::with_capacity(value.len());
    let mut quoted = false;
    let mut escaped = false;
    for character in value.chars() {
        if quoted || !character.is_ascii_whitespace() {
            short.push(character);
        }
        if escaped {
            escaped = false;
        } else if character == '"' {
            quoted = !quoted;
        } else {
            escaped = quoted && character == '\\';
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_in_order_of_first_appearance() {
        let mut columns = Columns::default();
        assert_eq!(cells(b"{\"b\": 1, \"a\": \"x\"}", &mut columns).unwrap(), [Some("1"), Some("\"x\"")]);
        assert_eq!(cells(b"{\"a\": 2, \"c\": null}", &mut columns).unwrap(), [None, Some("2"), Some("null")]);
        assert_eq!(columns.names, ["b", "a", "c"]);
        assert_eq!(cells(b"{\"a\": 2, \"\\u0061\": 3}", &mut columns).unwrap(), [None, Some("3"), None]);
        assert_eq!(columns.repeated, 1);
    }

    #[test]
    fn rows_are_objects_or_arrays() {
        let mut columns = Columns::default();
        for text in ["1", "{\"a\":}", "{\"a\":1}}", "[1,]", "{a:1}", "{\"a\":01}", "\"x\""] {
            assert!(cells(text.as_bytes(), &mut columns).is_err(), "{text}");
        }
    }

    #[test]
    fn nested_values_lose_spaces_only() {
        assert_eq!(compact("{ \"a b\" : [ 1 , \"x \\\" y\" ] }"), "{\"a b\":[1,\"x \\\" y\"]}");
    }

    #[test]
    fn halves_of_pairs_are_replaced_alone() {
        let (mended, replaced) = without_halves("\"\\ud83d\\ude00 \\ud83d x \\n\\\\ud83d\"");
        assert_eq!((mended.as_str(), replaced), ("\"\\ud83d\\ude00 \u{fffd} x \\n\\\\ud83d\"", 1));
    }
}

//! What stands between the pages of a printed table: numbers of pages, titles that come again, rules of dashes.
//!
//! Pure.

use super::frame::Row;
use super::shape::trim;

/// What pages are called, in lower case.
const WORDS: [&str; 6] = ["page", "seite", "página", "pagina", "strona", "sida"];

/// Whether a field holds nothing but dashes, as below the names of a printed table.
pub(super) fn is_rule(text: &[u8]) -> bool {
    let dashes = trim(text).strip_prefix(b":").unwrap_or(trim(text));
    let dashes = dashes.strip_suffix(b":").unwrap_or(dashes);
    let first = dashes.first();
    dashes.len() > 2
        && first.is_some_and(|first| b"-=_".contains(first))
        && dashes.iter().all(|byte| Some(byte) == first)
}

/// Whether a line's fields are rules of dashes, as wide as their columns: one of them is plain enough.
pub(super) fn are_rules<'a>(texts: &(impl Iterator<Item = &'a [u8]> + Clone)) -> bool {
    let dashes = |text: &'a [u8]| !trim(text).is_empty() && trim(text).iter().all(|byte| *byte == b'-');
    texts.clone().all(is_rule) || (texts.clone().any(is_rule) && texts.clone().all(dashes))
}

/// Whether a text is the number of a page, such as `Page 2 of 3`.
pub(super) fn is_page_number(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text).to_lowercase();
    let text = text.trim_matches(|character: char| character.is_whitespace() || "-\u{c}".contains(character));
    let number = WORDS.iter().find_map(|word| text.strip_prefix(word)).map(str::trim_start);
    number.is_some_and(|rest| {
        rest.starts_with(|character: char| character.is_ascii_digit()) && rest.split_whitespace().count() < 4
    })
}

/// A line above a table as it is known again on other pages: their numbers are left out where it counts pages.
pub(super) fn title<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut title: Vec<u8> = Vec::new();
    for text in texts {
        title.extend_from_slice(trim(text));
        title.push(b'\n');
    }
    let counts = String::from_utf8_lossy(&title).to_lowercase();
    if WORDS.iter().any(|word| counts.contains(word)) {
        title.retain(|byte| !byte.is_ascii_digit());
    }
    title.trim_ascii_end().to_vec()
}

/// Whether a record of the samples is the number of a page and nothing else.
pub(super) fn has_numbers(rows: &[Row]) -> bool {
    let only = |row: &Row| row.reach() == 1 && row.texts.first().is_some_and(|text| is_page_number(text));
    rows.iter().any(only)
}

/// Whether the first record of a table is a title that stands above its names on each page: both come again.
pub(super) fn is_titled(head: &[Row], above: usize) -> bool {
    let (Some(first), Some(names)) = (head.get(above), head.get(above + 1)) else { return false };
    let of = |row: &Row| title(row.texts.iter().map(Vec::as_slice));
    let again = head
        .windows(2)
        .skip(above + 1)
        .filter(|two| matches!(two, [one, next] if next.texts == names.texts && of(one) == of(first)));
    names.is_words() && names.filled() > 1 && first.texts != names.texts && again.count() > 0
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::super::frame;
    use super::super::sample::Sample;
    use super::*;

    #[test]
    fn rules_and_numbers_of_pages_are_told_from_texts() {
        for (text, expected) in
            [("---", true), (" ==== ", true), (":--:", false), (":---:", true), ("--", false), ("-=-", false)]
        {
            assert_eq!(is_rule(text.as_bytes()), expected, "{text}");
        }
        for (text, expected) in
            [("Page 1 of 3", true), ("- Seite 2 -", true), ("Page", false), ("Page one", false), ("Pages 4", false)]
        {
            assert_eq!(is_page_number(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn titles_are_known_again_by_all_but_their_numbers() {
        let of = |texts: &[&str]| title(texts.iter().map(|text| text.as_bytes()));
        assert_eq!(of(&["Report", "Page 1 of 12", ""]), of(&["Report", "Page 10 of 12"]));
        assert_ne!(of(&["Report", "a"]), of(&["Report", "b"]));
        assert_ne!(of(&["Table 1"]), of(&["Table 2"]));
    }

    #[test]
    fn a_first_record_that_comes_again_above_the_second_is_a_title() {
        let above = |text: &str| frame::frame(Sample::of_text(text), &ReadOptions::default(), true).above;
        assert_eq!(above("Report,Sales,Page 1\nid,name,v\n1,a,5\nReport,Sales,Page 2\nid,name,v\n2,b,6\n"), 1);
        assert_eq!(above("id,name,v\n1,a,5\n2,b,6\nid,name,v\n1,a,5\n"), 0);
        assert_eq!(above("a,b,c\nx,y,z\n1,2,3\nx,y,z\n"), 0);
    }
}

//! Cells of the table of columns whose numbers could not be traced: what they said, in words.

use serde_json::{Value, json};

use super::told::Untraced;

/// Puts words in the place of the numbers of such cells.
pub fn mend(rows: &mut [Value], untraced: &Untraced, all: u64) {
    let last = untraced.numbers.iter().filter_map(|number| number.cell.as_ref()).next_back();
    let from = if untraced.more { Some(last.map_or(0, |(row, _)| *row)) } else { None };
    for (at, row) in rows.iter_mut().enumerate() {
        let Value::Array(cells) = row else { continue };
        let is_named = |header: &str| {
            let mut places = untraced.numbers.iter().filter_map(|number| number.cell.as_ref());
            from.is_some_and(|from| at >= from) || places.any(|(row, own)| *row == at && own == header)
        };
        let headers = crate::analyst::analyze::HEADERS;
        let counts = (cells.get(2).and_then(Value::as_u64), cells.get(3).and_then(Value::as_u64));
        for (header, cell) in headers.iter().zip(cells.iter_mut()).filter(|(header, _)| is_named(header)) {
            *cell = json!(in_words(header, cell, counts, all));
        }
    }
}

/// What a cell says without a number.
fn in_words(header: &str, cell: &Value, (filled, different): (Option<u64>, Option<u64>), all: u64) -> String {
    let text = cell.as_str().unwrap_or_default();
    match header {
        "Column" => format!("`{}`", text.replace('`', "'")),
        "Type" => text.to_owned(),
        "Non-Null Count" => match filled {
            Some(filled) if filled == all => "all",
            Some(0) => "none",
            Some(filled) if filled > all / 2 => "most",
            Some(_) | None => "some",
        }
        .to_owned(),
        "Unique Count" if different == filled && different > Some(0) => "all differ".to_owned(),
        "Unique Count" if different == Some(0) => "none".to_owned(),
        "Unique Count" => "some repeat".to_owned(),
        "Description" => {
            let kind = text.rsplit(", ").next().unwrap_or_default();
            if kind.chars().any(char::is_numeric) { String::new() } else { super::super::names::capitalized(kind) }
        }
        "Issues" => {
            let named = text.split("; ").filter_map(|issue| issue.split([':', ',']).next());
            let kept: Vec<&str> = named.filter(|issue| !issue.chars().any(char::is_numeric)).collect();
            if kept.is_empty() { "Some values are unusual".to_owned() } else { kept.join("; ") }
        }
        // Two values of the data, or one: in quotes they are what they are. A rounded figure is none.
        _ if text.contains(", ") || text.contains('"') => String::new(),
        _ if text.is_empty() => String::new(),
        _ => text.split(" to ").map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(" to "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyst::mend::told::Number;

    #[test]
    fn cells_say_in_words_what_their_numbers_said() {
        let row = || json!(["v", "DECIMAL(17,1)", 9, 9, "V, number", "1 to 2", "Suspicious outliers: 5 in 1 row"]);
        let mut rows = [row(), row(), row()];
        let number = |row, header: &str| Number { text: "1".to_owned(), cell: Some((row, header.to_owned())) };
        let numbers = vec![number(0, "Type"), number(1, "Unique Count"), number(1, "Issues")];
        let mut untraced = Untraced { output: Some("table1".to_owned()), numbers, more: false };
        mend(&mut rows, &untraced, 10);
        assert_eq!(rows[0][1], "DECIMAL(17,1)", "a type claims nothing");
        assert_eq!(
            (&rows[1][2], &rows[1][3], &rows[1][6]),
            (&json!(9), &json!("all differ"), &json!("Suspicious outliers"))
        );
        assert_eq!(rows[2], row());
        untraced.more = true;
        mend(&mut rows, &untraced, 10);
        let plain =
            json!(["`v`", "DECIMAL(17,1)", "most", "all differ", "Number", "\"1\" to \"2\"", "Suspicious outliers"]);
        assert_eq!((&rows[2], &rows[0][2]), (&plain, &json!(9)));
    }
}

//! What is printed beside reports: a list for people and for `grep`, and a request as it would be sent.
//!
//! A closed pipe is no fault: whoever read it has what they wanted.

use std::io::{self, ErrorKind, Write};

use unicode_width::UnicodeWidthStr;

use super::escape;

/// Prints lines, each escaped for terminals.
///
/// # Errors
/// When standard output cannot be written to.
pub fn print(lines: &[String]) -> io::Result<()> {
    let text: String = lines.iter().map(|line| escape::terminal(line).trim_end().to_owned() + "\n").collect();
    print_as_is(text.trim_end_matches('\n'))
}

/// Prints a text that is JSON, and so has nothing in it that acts on a terminal, and a line break.
///
/// # Errors
/// When standard output cannot be written to.
pub fn print_json(text: &str) -> io::Result<()> {
    print_as_is(&escape::json(text))
}

fn print_as_is(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Lines of a table whose columns are two blanks apart.
#[must_use]
pub fn table(headers: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    let headers: Vec<String> = headers.iter().map(|header| (*header).to_owned()).collect();
    let cell = |row: &[String], column: usize| row.get(column).map(|cell| escape::terminal(cell)).unwrap_or_default();
    let all: Vec<&[String]> = std::iter::once(headers.as_slice()).chain(rows.iter().map(Vec::as_slice)).collect();
    let width = |column| all.iter().map(|row| cell(row, column).width()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..headers.len()).map(width).collect();
    all.iter()
        .map(|row| {
            let cells = widths.iter().enumerate().map(|(column, width)| {
                let text = cell(row, column);
                let blanks = " ".repeat(width - text.width());
                text + &blanks
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let rows = [vec!["é\u{1b}".to_owned(), "1".to_owned()], vec!["longer".to_owned(), String::new()]];
        assert_eq!(table(&["A", "B"], &rows), ["A       B", "é␛      1", "longer"]);
    }
}

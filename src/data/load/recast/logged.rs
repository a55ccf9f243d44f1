//! Logs of servers in the extended format of the W3C: a line `#Fields:` names the columns, a dash stands for what is missing.
//!
//! A server that starts anew writes such a line again. Where that names other columns, the rows below are put in the order of
//! the first; what these have not stands behind them.
//! <https://www.w3.org/TR/WD-logfile.html>

use super::Recast;

/// With what the line begins that names the columns.
const FIELDS: &[u8] = b"#Fields:";

/// The columns as the last line of names has them.
#[derive(Debug, Default)]
pub(super) struct Columns {
    first: Vec<Vec<u8>>,
    /// Where each field of a row belongs; empty as long as all names were the same.
    places: Vec<usize>,
}

impl Columns {
    /// The fields of a line: names, those of a row, or a remark alone.
    pub(super) fn fields(&mut self, line: &[u8], delimiter: u8) -> Vec<Vec<u8>> {
        if let Some(names) = names(line) {
            if self.first.is_empty() {
                self.first.clone_from(&names);
            }
            self.places = if self.first == names { Vec::new() } else { self.placed(&names) };
            return if self.places.is_empty() { names } else { vec![line.to_vec()] };
        }
        if line.starts_with(b"#") {
            return vec![line.to_vec()];
        }
        let row: Vec<Vec<u8>> = split(line, delimiter).into_iter().map(value).collect();
        if self.places.is_empty() || row.len() != self.places.len() {
            return row;
        }
        let mut placed = vec![Vec::new(); self.first.len()];
        for (text, &at) in row.into_iter().zip(&self.places) {
            if at >= placed.len() {
                placed.resize(at + 1, Vec::new());
            }
            if let Some(field) = placed.get_mut(at) {
                *field = text;
            }
        }
        placed
    }

    fn placed(&self, names: &[Vec<u8>]) -> Vec<usize> {
        let mut beyond = self.first.len();
        let place = |name: &Vec<u8>| {
            self.first.iter().position(|known| known == name).unwrap_or_else(|| {
                beyond += 1;
                beyond - 1
            })
        };
        names.iter().map(place).collect()
    }
}

/// The names that a line gives to the columns.
fn names(line: &[u8]) -> Option<Vec<Vec<u8>>> {
    let rest = line.strip_prefix(FIELDS)?;
    let names = rest.split(|byte| b" \t".contains(byte)).filter(|name| !name.is_empty());
    Some(names.map(<[u8]>::to_vec).collect())
}

/// The fields of a row; some between spaces stand in quotes.
fn split(line: &[u8], delimiter: u8) -> Vec<&[u8]> {
    if delimiter == b'\t' { line.split(|byte| *byte == delimiter).collect() } else { super::parted(line) }
}

/// A field as it is read: nothing for a dash.
fn value(text: &[u8]) -> Vec<u8> {
    if text == b"-" { Vec::new() } else { text.to_vec() }
}

/// Whether a file is such a log: nothing but remarks above the names, and as many fields as names in most rows.
pub(super) fn tell(lines: &[&[u8]]) -> Option<Recast> {
    let above = lines.iter().take_while(|line| line.starts_with(b"#") && names(line).is_none()).count();
    let names = names(lines.get(above)?)?;
    let rows = || lines.iter().skip(above + 1).filter(|line| !line.starts_with(b"#"));
    let fits = |delimiter: u8| rows().filter(|line| split(line, delimiter).len() == names.len()).count();
    let delimiter = [b'\t', b' '].into_iter().max_by_key(|delimiter| fits(*delimiter))?;
    (names.len() > 1 && fits(delimiter) * 2 >= rows().count()).then_some(Recast::Logged(delimiter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anew(text: &str) -> Vec<String> {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let Some(Recast::Logged(delimiter)) = tell(&lines) else { return Vec::new() };
        let mut columns = Columns::default();
        let fields = |line: &&[u8]| String::from_utf8(columns.fields(line, delimiter).join(&b',')).unwrap();
        lines.iter().map(fields).collect()
    }

    #[test]
    fn a_line_of_names_splits_all_others() {
        assert_eq!(
            anew("#Version: 1.0\n#Fields: date cs(Referer) sc-status\n2024-01-05 - 200\n2024-01-06 \"a b\" 404\n"),
            ["#Version: 1.0", "date,cs(Referer),sc-status", "2024-01-05,,200", "2024-01-06,\"a b\",404"]
        );
        assert_eq!(anew("#Fields: a b\n1\tx y\n2\t-\n"), ["a,b", "1,x y", "2,"]);
        assert_eq!(
            anew("#Fields: a b c\n1 2 3\n#Fields: a b c\n4 5 6\n#Fields: c d a\n7 8 9\n#Fields: a b c\n1 1 1\n"),
            ["a,b,c", "1,2,3", "a,b,c", "4,5,6", "#Fields: c d a", "9,,7,8", "a,b,c", "1,1,1"]
        );
        for text in ["#Fields: a b\n1 2 3\n1 2 3\n", "x\n#Fields: a b\n1 2\n", "#Fields: a\n1\n2\n", "#fields\n1 2\n"] {
            assert!(anew(text).is_empty(), "{text}");
        }
    }
}

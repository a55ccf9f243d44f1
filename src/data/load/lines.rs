//! Numbers of lines, or of a sheet's rows, for messages and the certificate.

use crate::limits;

/// A number of lines, and the first of them.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Lines {
    /// How many.
    pub(super) count: u64,
    /// The first ones, from 1.
    pub(super) first: Vec<u64>,
    /// Whether they are rows of a sheet.
    pub(super) are_rows: bool,
}

/// On which rows of a sheet the lines of a text stand that was written from it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct SheetRows {
    /// Lines at which records start, and their rows, wherever the difference between both changes.
    turns: Vec<(u64, u64)>,
}

impl SheetRows {
    /// Notes that the record of a row starts on this line, behind those that were noted before.
    pub(super) fn add(&mut self, line: u64, row: u64) {
        if self.row(line) != row {
            self.turns.push((line, row));
        }
    }

    /// The row of the record that starts on a line.
    pub(super) fn row(&self, line: u64) -> u64 {
        let before = self.turns.partition_point(|(turn, _)| *turn <= line);
        match before.checked_sub(1).and_then(|at| self.turns.get(at)) {
            Some((turn, row)) => row + (line - turn),
            None => line,
        }
    }
}

impl Lines {
    /// Counts one more.
    pub(super) fn add(&mut self, line: u64) {
        self.add_many(line, 1);
    }

    /// Counts so many, of which the first is on this line.
    pub(super) fn add_many(&mut self, line: u64, count: u64) {
        self.count += count;
        if self.first.len() < limits::CERTIFIED_LINES && self.first.last() != Some(&line) {
            self.first.push(line);
        }
    }

    /// Counts all lines from one up to another.
    pub(super) fn add_run(&mut self, from: u64, to: u64) {
        let known = (from..=to).take(limits::CERTIFIED_LINES);
        known.clone().for_each(|line| self.add(line));
        self.count += (to + 1).saturating_sub(from).saturating_sub(known.count() as u64);
    }

    /// The same records by the rows of the sheet on which they stand.
    pub(super) fn in_rows(&mut self, rows: &SheetRows) {
        self.first.iter_mut().for_each(|line| *line = rows.row(*line));
        self.are_rows = true;
    }

    /// Counts those of a part that follows.
    pub(super) fn append(&mut self, more: &Self) {
        self.count += more.count;
        let behind = more.first.iter().filter(|&line| self.first.last() != Some(line));
        let new: Vec<u64> = behind.copied().take(limits::CERTIFIED_LINES.saturating_sub(self.first.len())).collect();
        self.first.extend(new);
    }

    /// `line 4`, `lines 4, 5, 9 and 12 more`.
    pub(super) fn named(&self) -> String {
        let list: Vec<String> = self.first.iter().take(limits::NAMED_LINES).map(u64::to_string).collect();
        // Several may stand on one line; as long as there are few lines, all of them are known.
        let known = self.first.len() as u64;
        let all = if self.first.len() < limits::CERTIFIED_LINES { known } else { self.count };
        let more = all.saturating_sub(list.len() as u64);
        let word = match (self.are_rows, all == 1) {
            (false, true) => "line",
            (false, false) => "lines",
            (true, true) => "row",
            (true, false) => "rows",
        };
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{word} {}{more}", list.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named_up_to_a_few() {
        let mut lines = Lines::default();
        lines.add(4);
        assert_eq!(lines.named(), "line 4");
        for line in [5, 7, 8, 9, 11, 12] {
            lines.add(line);
        }
        assert_eq!(lines.named(), "lines 4, 5, 7, 8, 9 and 2 more");
        assert_eq!(lines.first.len(), 7);
        let mut twice = Lines::default();
        twice.add_many(4, 2);
        assert_eq!((twice.named(), twice.count), ("line 4".to_owned(), 2));
        let mut run = Lines { are_rows: true, ..Lines::default() };
        run.add_run(3, 40);
        assert_eq!((run.named(), run.count), ("rows 3, 4, 5, 6, 7 and 33 more".to_owned(), 38));
        run.add_run(9, 8);
        assert_eq!(run.count, 38);
    }

    #[test]
    fn lines_are_found_again_in_a_sheet() {
        let mut rows = SheetRows::default();
        // Two rows above, a cell of three lines, a gap.
        for (line, row) in [(1, 3), (2, 4), (5, 5), (6, 6), (7, 9)] {
            rows.add(line, row);
        }
        assert_eq!(rows.turns, [(1, 3), (5, 5), (7, 9)]);
        assert_eq!([1, 2, 5, 6, 7, 8].map(|line| rows.row(line)), [3, 4, 5, 6, 9, 10]);
        assert_eq!(rows.row(0), 0);
    }
}

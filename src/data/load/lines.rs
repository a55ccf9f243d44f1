//! Numbers of lines, for messages and the certificate.

use crate::limits;

/// A number of lines, and the first of them.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Lines {
    /// How many.
    pub(super) count: u64,
    /// The first ones, from 1.
    pub(super) first: Vec<u64>,
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
        let word = if all == 1 { "line" } else { "lines" };
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
    }
}

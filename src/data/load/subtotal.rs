//! Lines of totals among the rows of a table: `Subtotal` below each group, which would be counted twice.
//!
//! A word alone proves nothing, as a product may be called `Total`: the numbers must be the sums of the rows above. These
//! are added up while a file is walked through, but only where its samples hold such words or such gaps. Pure.

use super::numeral;
use super::shape::{Shape, classify, trim};

/// Words with which a line of totals begins or ends, in lower case.
const TOTALS: [&str; 30] = [
    "total",
    "totals",
    "grand total",
    "subtotal",
    "sub-total",
    "sub total",
    "total general",
    "totale",
    "totaal",
    "totalt",
    "summe",
    "zwischensumme",
    "gesamt",
    "gesamtsumme",
    "gesamtergebnis",
    "insgesamt",
    "zusammen",
    "razem",
    "suma",
    "celkem",
    "toplam",
    "итого",
    "всего",
    "合計",
    "总计",
    "合计",
    "総計",
    "计",
    "jumlah",
    "összesen",
];
/// Words that are one only where it adds up, as they name other things as well.
const SUMS: [&str; 21] = [
    "sum",
    "all",
    "somme",
    "soma",
    "som",
    "小计",
    "小計",
    "average",
    "mean",
    "overall",
    "combined",
    "altogether",
    "world",
    "all ages",
    "all regions",
    "all countries",
    "both sexes",
    "ensemble",
    "alle",
    "tous",
    "todos",
];
/// Characters of a text that may be such a word with a name beside it.
const WORD_CHARS: usize = 60;
/// Fields with a value that are looked at for such a word: what names a group stands before its numbers.
const LABELS: usize = 3;
/// Groups within groups whose totals are told apart; the last one is the whole table.
const LEVELS: usize = 3;
/// Below that a single number without a name is a sum by chance: three of one and two.
const CHANCE: f64 = 10.0;
/// By how much of it a sum of floating numbers may be off.
const SLACK: f64 = 1e-6;

/// How plainly a text says that it names a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Word {
    /// A word that names other things as well.
    Open,
    /// A word for a total beside a name: `Total North`.
    Beside,
    /// A word for a total alone.
    Alone,
}

/// How plainly a text says that it names a total; none where it does not.
pub(super) fn word(text: &[u8]) -> Option<Word> {
    let text = trim(text);
    if text.is_empty() || text.len() > WORD_CHARS || !may_be_word(text) {
        return None;
    }
    let word = String::from_utf8_lossy(text).trim_end_matches([':', '.']).trim().to_lowercase();
    if TOTALS.contains(&word.as_str()) {
        return Some(Word::Alone);
    }
    let before = |total: &str| word.strip_prefix(total).is_some_and(|rest| rest.starts_with([' ', ':', '-', '(']));
    let behind = |total: &str| word.strip_suffix(total).is_some_and(|rest| rest.ends_with([' ', ':', '-']));
    if TOTALS.iter().any(|total| before(total) || behind(total)) {
        return Some(Word::Beside);
    }
    SUMS.contains(&word.as_str()).then_some(Word::Open)
}

/// Whether a text may be one of the words, told without comparing it with each.
fn may_be_word(text: &[u8]) -> bool {
    const STARTS: [&[u8; 3]; 12] =
        [b"tot", b"gra", b"sub", b"sum", b"zwi", b"ges", b"ins", b"zus", b"raz", b"cel", b"top", b"jum"];
    let open = SUMS.iter().any(|sum| {
        text.len() < sum.len() + 3
            && text
                .get(..2)
                .is_some_and(|start| sum.as_bytes().get(..2).is_some_and(|two| two.eq_ignore_ascii_case(start)))
    });
    open || !text.is_ascii()
        || text.get(..3).is_some_and(|start| STARTS.iter().any(|known| known.eq_ignore_ascii_case(start)))
        || text.windows(5).any(|five| five.eq_ignore_ascii_case(b"total"))
}

/// A record that may be a line of totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Total {
    /// What says so; none where the record has numbers alone, and no name where others have one.
    pub(super) word: Option<Word>,
    /// The field that says so.
    pub(super) column: usize,
    /// Whether its numbers are sums of the rows above.
    pub(super) adds_up: bool,
}

impl Total {
    /// Whether it is certain enough to leave the record out.
    pub(super) fn is_certain(self) -> bool {
        self.word.is_some() && self.adds_up
    }

    /// Whether it is likely enough to be told.
    pub(super) fn is_likely(self) -> bool {
        self.word == Some(Word::Alone) || self.adds_up
    }
}

/// Whether a record may be a line of totals, and by what.
fn candidate<'a>(texts: &(impl Iterator<Item = &'a [u8]> + Clone)) -> Option<(Option<Word>, usize)> {
    let filled = || texts.clone().enumerate().filter(|(_, text)| !trim(text).is_empty());
    let labels = filled().take(LABELS).filter_map(|(column, text)| Some((word(text)?, column)));
    if let Some((word, column)) = labels.max_by_key(|(word, _)| *word) {
        // A total without numbers is a word.
        let numbers = filled().filter(|(at, _)| *at != column).any(|(_, text)| is_number(text));
        return numbers.then_some((Some(word), column));
    }
    let nameless = texts.clone().next().is_some_and(|first| trim(first).is_empty());
    let bare = nameless && filled().all(|(_, text)| is_number(text)) && filled().next().is_some();
    bare.then_some((None, 0))
}

fn is_number(text: &[u8]) -> bool {
    match classify(text).shape {
        Shape::Integer | Shape::WideInteger | Shape::Decimal | Shape::FineDecimal => true,
        Shape::Text => numeral::is_numeral(text),
        _ => false,
    }
}

/// Whether a record of a sample may be a line of totals.
pub(super) fn may_be<'a>(texts: &(impl Iterator<Item = &'a [u8]> + Clone)) -> bool {
    candidate(texts).is_some()
}

/// The number that a text is with a point and with a comma before decimals.
type Both = [Option<f64>; 2];

fn both(text: &[u8]) -> Both {
    match classify(text).shape {
        Shape::Empty | Shape::Blank | Shape::Word | Shape::Date | Shape::Stamp | Shape::ZeroLed => [None; 2],
        _ => {
            [numeral::value(text, false), numeral::value(text, true)].map(|number| number.filter(|one| one.is_finite()))
        }
    }
}

/// What is known of the numbers of a column: their sum, and what tells whether another number can be that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    total: f64,
    least: f64,
    greatest: f64,
    /// Numbers other than zero.
    parts: u64,
}

impl Default for Sum {
    fn default() -> Self {
        Self { total: 0.0, least: f64::INFINITY, greatest: f64::NEG_INFINITY, parts: 0 }
    }
}

impl Sum {
    /// Of these numbers.
    pub(super) fn of(numbers: &[f64]) -> Self {
        let mut sum = Self::default();
        for number in numbers {
            sum.add(*number);
        }
        sum
    }

    fn add(&mut self, number: f64) {
        self.total += number;
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
        self.parts += u64::from(number != 0.0);
    }
}

/// How many of a record's numbers are the sums of those above, and how many are not.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Agreement {
    /// The sum of several numbers.
    several: usize,
    /// The only number of its column, zeros aside.
    single: usize,
    /// Another number, which lies between those above: a mean, a rate, a year.
    between: usize,
    /// Another number.
    other: usize,
    /// Whether a sum is too large to be one by chance.
    is_large: bool,
}

impl Agreement {
    /// Takes a number of the record and what stands above it.
    pub(super) fn take(&mut self, number: f64, sum: &Sum) {
        let place = if (number - sum.total).abs() <= SLACK * sum.total.abs() {
            self.is_large |= number.abs() >= CHANCE;
            match sum.parts {
                _ if number == 0.0 => return,
                1 => &mut self.single,
                _ => &mut self.several,
            }
        } else if number == 0.0 {
            return;
        } else if (sum.least..=sum.greatest).contains(&number) {
            &mut self.between
        } else {
            &mut self.other
        };
        *place += 1;
    }

    /// Whether all numbers are sums, and at least one is.
    fn is_complete(self) -> bool {
        self.several + self.single > 0 && self.between + self.other == 0
    }

    /// Whether sums without a name are more than chance: several, or a large one.
    fn is_telling(self) -> bool {
        self.is_large || self.several + self.single > 1
    }

    /// Whether the record adds up: no number speaks against it, and more than chance for it. In a column with but one
    /// number the next may well be the same.
    pub(super) fn adds_up(self) -> bool {
        let agreed = self.several + self.single;
        let enough = self.several > 0 || (self.single > 1 && self.between == 0);
        enough && self.other == 0 && self.between <= agreed
    }
}

/// Rows and their sums since a line of totals.
#[derive(Debug, Clone, Default)]
struct Level {
    rows: u64,
    sums: Vec<[Sum; 2]>,
}

/// Rows of a table and their sums, from one line of totals to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Sums {
    /// Rows and sums since the last total of each level, the last one of all.
    levels: [Level; LEVELS],
    /// Whether a word has stood before sums of several rows: another such word may stand below a group of one row then.
    proven: bool,
}

impl Sums {
    /// Takes a record of the table; what it is where it may be a line of totals.
    pub(super) fn take<'a>(&mut self, texts: &(impl Iterator<Item = &'a [u8]> + Clone)) -> Option<Total> {
        let numbers: Vec<Both> = texts.clone().map(both).collect();
        let Some((word, column)) = candidate(texts) else {
            self.add(&numbers);
            return None;
        };
        let level = (0..LEVELS).find(|&level| self.is_sum(&numbers, level, word.is_some()));
        let total = Total { word, column, adds_up: level.is_some() };
        match level {
            Some(level) => {
                self.proven |= word.is_some();
                self.begin(level);
            }
            // The word alone does not tell what it is the total of.
            None if word == Some(Word::Alone) => self.begin(0),
            None => self.add(&numbers),
        }
        (word.is_some() || total.adds_up).then_some(total)
    }

    fn add(&mut self, numbers: &[Both]) {
        for level in &mut self.levels {
            level.rows += 1;
            level.sums.resize(numbers.len(), [Sum::default(); 2]);
            for (sum, number) in level.sums.iter_mut().zip(numbers) {
                for (sum, number) in sum.iter_mut().zip(number) {
                    if let Some(number) = number {
                        sum.add(*number);
                    }
                }
            }
        }
    }

    /// Begins groups anew, up to a level; the last one is the whole table, and goes on.
    fn begin(&mut self, level: usize) {
        self.levels.iter_mut().take((level + 1).min(LEVELS - 1)).for_each(|level| *level = Level::default());
    }

    /// Whether numbers are the sums of a level: without a word, all of them; of a single row, where others were before.
    fn is_sum(&self, numbers: &[Both], level: usize, named: bool) -> bool {
        let Some(Level { rows, sums }) = self.levels.get(level) else { return false };
        (0..2).any(|style| {
            let mut agreement = Agreement::default();
            for (number, sum) in numbers.iter().zip(sums) {
                if let (Some(Some(number)), Some(sum)) = (number.get(style), sum.get(style)) {
                    agreement.take(*number, sum);
                }
            }
            match rows {
                0 => false,
                1 => named && self.proven && agreement.is_complete(),
                _ if named => agreement.adds_up() || (self.proven && agreement.is_complete()),
                _ => agreement.is_complete() && agreement.is_telling(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each record of a table is: `+` certain, `?` likely, `.` a row.
    fn told(text: &str) -> String {
        let mut sums = Sums::default();
        let records = text.lines().map(|line| line.split(',').map(str::as_bytes).collect::<Vec<_>>());
        records
            .map(|texts| match sums.take(&texts.iter().copied()) {
                Some(total) if total.is_certain() => '+',
                Some(total) if total.is_likely() => '?',
                _ => '.',
            })
            .collect()
    }

    #[test]
    fn totals_are_the_sums_of_the_rows_above() {
        for (text, expected) in [
            ("n,1\nn,2\nSubtotal,3\ns,4\ns,5\nSubtotal,9\nTotal,12", "..+..++"),
            ("n,1\nn,2\nn Total,3\ns,4\nTotal s,4", "..+.+"),
            ("n,x,1\nn,y,2\n,Total,3\ns,x,4", "..+."),
            (
                "a,1\nb,2\nSubtotal,3\nc,3\nSubtotal,3\nRegion total,6\na,1\nSubtotal,1\nRegion total,1\nGrand total,7",
                "..+.++.+++",
            ),
            ("n,1.50\nn,2.25\nSum,3.75\ns,1", "..+."),
            ("Total Raisin,1\nBran,2\nTotal Corn,5\nx,4", "...."),
            ("Total Raisin,1\nBran,2\nTotal,5\nx,4", "..?."),
            ("sum,1\nall,2\nmean,9", "..."),
            ("n,1,5\nn,2,6\n,3,11\ns,1,2", "..?."),
            ("n,1,5\nn,2,6\n,3,12\ns,1,2", "...."),
            ("n,3\n,3", ".."),
            ("n,1\nn,2\n,3\ns,4", "...."),
            ("a,0\nSubtotal,0\nb,1", ".?."),
            // A name that is a word, beside numbers that are sums by chance.
            ("BP,1.59,40\nTotal,1.59,22\nShell,1.62,31", ".?."),
            ("BP,2020,40\nAral,2020,60\nTotal,2020,100\nShell,2020,7", "..+."),
            ("BP,5,40,1\nAral,6,60,2\nTotal,11,900,9", "..?"),
            ("BP,0,40\nAral,6,60\nTotal,6,50", "..?"),
            ("n,5\nTotal,5\ns,1\ns,2\nTotal,3\nw,4\nTotal,4", ".?..+.+"),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
    }

    #[test]
    fn words_for_totals_stand_alone_or_beside_a_name() {
        for (text, expected) in [
            ("Total", Some(Word::Alone)),
            (" SUBTOTAL: ", Some(Word::Alone)),
            ("Total North", Some(Word::Beside)),
            ("North total", Some(Word::Beside)),
            ("Sum", Some(Word::Open)),
            ("Overall", Some(Word::Open)),
            ("Totally", None),
            ("Summer", None),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(word(text.as_bytes()), expected, "{text}");
        }
    }
}

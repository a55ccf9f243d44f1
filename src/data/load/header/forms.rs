//! Whether the first record has the form of the values below it, in columns of texts: codes, numbers of telephones,
//! addresses. Such a record names nothing. Pure.

use super::super::shape::{Shape, classify, trim};

/// Records that are compared with the first one.
const RECORDS: u32 = 200;
/// Digits from which a text is a code rather than the name of one column of several.
const DIGITS: usize = 2;
/// Digits from which one other text of the form is enough.
const CERTAIN: usize = 4;
/// Bytes of the longest text that is compared.
const LONGEST: usize = 80;

/// How many of the records below the first one have its form, by column.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Forms {
    /// The forms of the first record; none where a text could be a name.
    first: Vec<Option<Form>>,
    /// Values and those among them that have its form.
    seen: Vec<(u32, u32)>,
    records: u32,
    /// Whole numbers that may be years, and all others.
    years: (u32, u32),
}

/// What makes a text a value by its looks.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// `ann@example.org`
    Mail,
    /// `https://example.org/a`
    Address,
    /// `550e8400-e29b-41d4-a716-446655440000`
    Identifier,
    /// A key and what it is set to: `level=info`.
    Setting(Vec<u8>),
    /// Digits in their places among letters and signs: `A001`, `555-1234`; and the same without how many there are.
    Digits(Vec<u8>, Vec<u8>),
}

impl Forms {
    /// Takes one more record below the first.
    pub(in super::super) fn take<'a>(&mut self, first: &[Vec<u8>], texts: impl Iterator<Item = &'a [u8]>) {
        if self.records >= RECORDS {
            return;
        }
        if self.records == 0 {
            self.first = first.iter().map(|text| form(trim(text), true)).collect();
            drop_numbered(&mut self.first, first);
            self.seen = vec![(0, 0); first.len()];
        }
        self.records += 1;
        let years = &mut self.years;
        let texts = texts.inspect(|text| match trim(text) {
            [b'1', b'8' | b'9', b'0'..=b'9', b'0'..=b'9'] | [b'2', b'0' | b'1', b'0'..=b'9', b'0'..=b'9'] => {
                years.0 += 1;
            }
            text => years.1 += u32::from(classify(text).shape == Shape::Integer),
        });
        for ((form_of_first, seen), text) in self.first.iter().zip(&mut self.seen).zip(texts) {
            let (Some(wanted), false) = (form_of_first, trim(text).is_empty()) else { continue };
            seen.0 += 1;
            seen.1 += u32::from(form(trim(text), false).is_some_and(|found| wanted.is_like(&found)));
        }
    }

    /// Whether the whole numbers of the records below may be years for the most part.
    pub(super) fn holds_years(&self) -> bool {
        self.years.0 > self.years.1
    }

    /// Whether the first record's text in a column looks as nearly all below it do, which no name would.
    pub(super) fn is_value(&self, column: usize) -> bool {
        let of = |list: &[(u32, u32)]| list.get(column).copied().unwrap_or_default();
        let (values, alike) = of(&self.seen);
        // Two short codes may look alike by chance, two addresses do not.
        let least = match self.first.get(column) {
            Some(Some(Form::Digits(exact, _))) if digits(exact) < CERTAIN => 2,
            _ => 1,
        };
        alike >= least && alike * 10 >= values * 9
    }
}

impl Form {
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Digits(exact, brief), Self::Digits(other_exact, other_brief)) => {
                // `2019-2020` is no 5-6.
                let as_long = digits(other_exact) * 3 >= digits(exact);
                let signs = !brief.iter().any(u8::is_ascii_alphabetic);
                exact == other_exact || (brief == other_brief && signs && as_long)
            }
            _ => self == other,
        }
    }
}

/// The form of a text that makes it a value; `first` says that it may be a name.
fn form(text: &[u8], first: bool) -> Option<Form> {
    if text.len() > LONGEST && !is_address(text) {
        return None;
    }
    if is_address(text) {
        return Some(Form::Address);
    }
    if is_mail(text) {
        return Some(Form::Mail);
    }
    if is_identifier(text) {
        return Some(Form::Identifier);
    }
    if let Some(at) = text.iter().position(|byte| *byte == b'=').filter(|at| *at > 0) {
        let key = text.get(..at)?;
        let word = key.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte));
        return word.then(|| Form::Setting(key.to_vec()));
    }
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    // Years and other numbers name columns.
    let coded = !first || matches!(classify(text).shape, Shape::Text | Shape::ZeroLed);
    (coded && digits >= DIGITS).then(|| Form::Digits(pattern(text, false), pattern(text, true)))
}

fn is_address(text: &[u8]) -> bool {
    let scheme = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    scheme > 1 && text.get(scheme..).is_some_and(|rest| rest.starts_with(b"://")) && !text.contains(&b' ')
}

fn is_mail(text: &[u8]) -> bool {
    let mut parts = text.split(|byte| *byte == b'@');
    let (Some(name), Some(host), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    let plain = |part: &[u8]| !part.is_empty() && !part.iter().any(u8::is_ascii_whitespace);
    plain(name) && plain(host) && host.contains(&b'.') && !host.ends_with(b".")
}

fn is_identifier(text: &[u8]) -> bool {
    let mut parts = text.split(|byte| *byte == b'-');
    let lengths = [8, 4, 4, 4, 12];
    let fits = |length: usize| move |part: &[u8]| part.len() == length && part.iter().all(u8::is_ascii_hexdigit);
    lengths.into_iter().all(|length| parts.next().is_some_and(fits(length))) && parts.next().is_none()
}

/// A text with `9` for digits and `a` for runs of letters; `brief` makes one of a run of digits as well.
fn pattern(text: &[u8], brief: bool) -> Vec<u8> {
    let mut pattern = Vec::new();
    for byte in text {
        let sign = match byte {
            b'0'..=b'9' => b'9',
            b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => b'a',
            other => *other,
        };
        let run = sign == b'a' || (brief && sign == b'9');
        if !run || pattern.last() != Some(&sign) {
            pattern.push(sign);
        }
    }
    pattern
}

/// Digits of a pattern.
fn digits(pattern: &[u8]) -> usize {
    pattern.iter().map(|sign| usize::from(*sign == b'9')).sum()
}

/// Takes away the forms of texts that are numbered through from column to column, as names are: `Q01`, `Q02`.
fn drop_numbered(forms: &mut [Option<Form>], first: &[Vec<u8>]) {
    let stem = |text: &[u8]| text.iter().filter(|byte| !byte.is_ascii_digit()).copied().collect::<Vec<u8>>();
    let number = |text: &[u8]| {
        let last = text.split(|byte| !byte.is_ascii_digit()).rfind(|run| !run.is_empty())?;
        std::str::from_utf8(last).ok()?.parse::<u64>().ok()
    };
    let follows = |one: &[u8], next: &[u8]| {
        let (Some(one_number), Some(next_number)) = (number(one), number(next)) else { return false };
        one != next && stem(one) == stem(next) && one_number.abs_diff(next_number) <= 10
    };
    for column in 1..first.len() {
        let [Some(one), Some(next)] = [first.get(column - 1), first.get(column)] else { continue };
        if follows(trim(one), trim(next)) {
            for at in [column - 1, column] {
                if let Some(form) = forms.get_mut(at) {
                    *form = None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(rows: &[&[&str]]) -> bool {
        let (first, others) = rows.split_first().unwrap();
        let first: Vec<Vec<u8>> = first.iter().map(|text| text.as_bytes().to_vec()).collect();
        let mut forms = Forms::default();
        for row in others {
            forms.take(&first, row.iter().map(|text| text.as_bytes()));
        }
        (0..first.len()).any(|column| forms.is_value(column))
    }

    #[test]
    fn a_first_record_that_looks_like_the_others_is_one_of_them() {
        for rows in [
            [&["A001", "X1"][..], &["A002", "X2"], &["A003", "X3"]],
            [&["ann", "555-1234"], &["bob", "555-9876"], &["cy", "555-0000"]],
            [&["a@x.org", "ann"], &["b@x.org", "bob"], &["", "cy"]],
            [&["http://a.org/1"], &["https://b.org"], &["ftp://c.org"]],
            [&["10.0.0.1", "a"], &["192.168.1.1", "b"], &["10.0.0.3", "c"]],
            [&["id=1", "name=ann"], &["id=2", "name=bob"], &["id=3", "name=cy"]],
            [&["02134", "Boston"], &["10001", "New York"], &["90210", "Beverly Hills"]],
        ] {
            assert!(told(&rows), "{rows:?}");
        }
        for rows in [
            [&["Q1", "Q2"][..], &["A1", "B2"], &["C3", "D4"]],
            [&["Q01", "Q02"], &["A11", "B22"], &["C33", "D44"]],
            [&["name", "city"], &["ann", "rome"], &["bob", "bern"]],
            [&["pm10", "so2"], &["1.5 b", "2 b"], &["2.5 b", "3 b"]],
            [&["2020", "2021"], &["low 10", "x"], &["low 20", "y"]],
            [&["code", "A001"], &["A002", "A003"], &["B004", "C005 old"]],
            [&["01", "02"], &["10", "11"], &["12", "13"]],
            [&["2019-2020", "2020-2021"], &["5-6", "7-8"], &["8-9", "9-1"]],
            [&["2019-2020", "x"], &["5-6", "a"], &["8-9", "b"]],
        ] {
            assert!(!told(&rows), "{rows:?}");
        }
    }
}

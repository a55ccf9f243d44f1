//! Lists of codes that look like numbers with a decimal comma, as of the answers to a question that allows several: `1,3`,
//! `2,3`, `1,2,4`. Pure.

use super::super::shape::trim;

/// The highest code of a list of two.
const HIGHEST: usize = 20;
/// The highest code of a longer list, which is no number however it is read.
const HIGHEST_OF_MANY: u32 = 99;
/// Marks of German schools between whole ones: `1,3` and `1,7`.
const MARKS: u32 = 1 << 3 | 1 << 7;

/// What was seen of lists in a column.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Lists {
    /// Lists of two codes, the second above the first.
    pub(in super::super) pairs: u64,
    /// Lists of more codes, all different.
    pub(in super::super) longer: u64,
    /// The second codes, bit by bit, by the first one.
    seconds: [u32; HIGHEST + 1],
}

impl Lists {
    /// Notes a text that could be read as a number.
    pub(super) fn add_pair(&mut self, text: &[u8]) {
        let Some((first, second)) = pair(trim(text)) else { return };
        if let Some(seconds) = self.seconds.get_mut(first) {
            *seconds |= 1 << second;
            self.pairs += 1;
        }
    }

    /// Notes a text that is no number.
    pub(super) fn add_longer(&mut self, text: &[u8]) {
        let codes: Option<Vec<u32>> = trim(text).split(|&byte| byte == b',').map(code).collect();
        let Some(mut codes) = codes.filter(|codes| codes.len() > 2) else { return };
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        self.longer += u64::from(codes.len() == count);
    }

    /// How many times likelier the pairs are as lists than as decimals, whose digits behind the comma are above those before
    /// it by chance alone. Decimals in steps of one half or of a third, or between two whole numbers, are likely.
    pub(in super::super) fn weight(&self) -> f64 {
        let rows = || self.seconds.iter().enumerate().filter(|(_, seconds)| **seconds != 0);
        let seconds = rows().fold(0, |all, (_, seconds)| all | seconds);
        if seconds.count_ones() < 2 || seconds & !MARKS == 0 || rows().count() < 2 {
            return 1.0;
        }
        let highest = (u32::BITS - 1 - seconds.leading_zeros()).min(9);
        let all = u32::BITS - 1 - seconds.leading_zeros();
        rows().fold(1.0, |weight, (first, seconds)| {
            let first = u32::try_from(first).unwrap_or(u32::MAX);
            let short = (seconds & 0x3ff).count_ones();
            let long = seconds.count_ones() - short;
            let of_short = 10.0 / f64::from(highest.saturating_sub(first).max(1));
            let of_long = 100.0 / f64::from(all.saturating_sub(first.max(9)).max(1));
            weight * of_short.powi(short.cast_signed()) * of_long.powi(long.cast_signed())
        })
    }
}

/// Two codes, the second above the first.
fn pair(text: &[u8]) -> Option<(usize, usize)> {
    let comma = text.iter().position(|&byte| byte == b',')?;
    let (first, second) = (code(text.get(..comma)?)?, code(text.get(comma + 1..)?)?);
    let (first, second) = (usize::try_from(first).ok()?, usize::try_from(second).ok()?);
    (first < second && second <= HIGHEST).then_some((first, second))
}

/// A whole number above zero without zeros before it.
fn code(text: &[u8]) -> Option<u32> {
    let plain =
        text.len() < 3 && text.iter().all(u8::is_ascii_digit) && text.first().is_some_and(|first| *first != b'0');
    let code = std::str::from_utf8(text).ok().filter(|_| plain)?.parse().ok()?;
    (code <= HIGHEST_OF_MANY).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(texts: &str) -> f64 {
        let mut lists = Lists::default();
        texts.split(' ').for_each(|text| lists.add_pair(text.as_bytes()));
        assert_eq!(lists.pairs, texts.split(' ').count() as u64, "{texts}");
        lists.weight()
    }

    #[test]
    fn pairs_of_few_codes_are_unlikely_decimals() {
        for texts in ["1,3 2,3 1,4 3,4 1,2", "1,2 2,5 3,4 4,5 1,5", "1,11 2,12 10,12 3,4"] {
            assert!(weight(texts) > 500.0, "{texts}: {}", weight(texts));
        }
        for texts in ["1,5 2,5 3,5 4,5", "1,3 1,7 2,3 2,7", "1,2 1,3 1,4 1,5", "1,2", "1,5 2,7 3,8", "1,8 2,9 1,6 2,7"]
        {
            assert!(weight(texts) < 10.0, "{texts}: {}", weight(texts));
        }
    }

    #[test]
    fn only_rising_codes_make_a_list() {
        for text in ["0,5", "2,1", "2,2", "1,25", "1,03", "-1,3", "1,3 %", "1,2,3", "1", ",3"] {
            assert_eq!(pair(text.as_bytes()), None, "{text}");
        }
        let mut lists = Lists::default();
        for text in ["1,2,3", "4,2,7,9", "1,234,567", "1,1,2", "1,2", "0,1,2", "a,b,c"] {
            lists.add_longer(text.as_bytes());
        }
        assert_eq!(lists.longer, 2);
    }
}

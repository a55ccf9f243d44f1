//! Numbers that are not written as programs write them: grouped thousands, decimal commas, signs of money and per cent,
//! units, accounting's negatives.
//!
//! One text may be read in two ways: `1,234` is a thousand and more, or one and a bit. A column of such texts is read in
//! the one way that fits all of them; what tells the two apart may stand in another column. Pure.

mod grammar;
mod lists;
mod scale;

use super::column::excerpt;
use super::shape::{Shape, trim};
use grammar::{Mark, Numeral, is_thousands, parse};
use lists::Lists;

pub(super) use grammar::{is_money, is_numeral, value};
pub(super) use scale::{is_bound, is_scaled};

/// Different signs around the numbers of one column that are told apart.
const AFFIXES: usize = 4;
/// Digits from which numbers that are all as long, in groups between spaces, are those of a register.
const REGISTER_DIGITS: u16 = 9;

/// What was seen of a column.
#[derive(Debug, Clone, Default)]
pub(super) struct Numerals {
    /// Texts that are numbers in some style.
    pub(super) count: u64,
    /// The first of them.
    pub(super) example: Option<Box<str>>,
    /// Decimals as programs write them that may be thousands: `1.000`.
    pub(super) thousands: u64,
    /// Those of them that end in a zero.
    round: u64,
    affixes: Vec<(String, u64)>,
    many_affixes: bool,
    comma: Facts,
    point: Facts,
    /// Negative numbers that are told otherwise than by a leading minus.
    odd_negatives: u64,
    /// Numbers with a plus sign, and negative ones.
    pub(super) plus: u64,
    pub(super) negative: u64,
    /// Numbers whose minus stands behind them.
    minus_behind: u64,
    /// Whether thousands are set apart in one of them for certain, and may be by a comma and by a point.
    grouped: bool,
    open: [bool; 2],
    /// What may be lists of codes.
    pub(super) lists: Lists,
    /// Fewest and most digits of numbers whose thousands are set apart by spaces.
    spaced: Option<(u16, u16)>,
}

/// What speaks for one character before decimals, and the digits that the numbers have then.
#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    /// Texts that can only be read so.
    certain: u64,
    /// Most digits before the decimals.
    whole: u16,
    /// Most digits of the decimals.
    scale: u16,
}

impl Facts {
    fn add(&mut self, whole: u16, scale: u16) {
        self.whole = self.whole.max(whole);
        self.scale = self.scale.max(scale);
    }
}

/// How the numbers of a column are written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Style {
    /// Whether a comma stands before decimals.
    pub(super) comma: bool,
    /// What stands before or behind each number; empty for nothing.
    pub(super) affix: String,
    /// Most digits before the decimals.
    pub(super) whole: u16,
    /// Most decimals.
    pub(super) scale: u16,
    /// Whether the reading is the only one that fits.
    pub(super) settled: bool,
    /// Whether thousands are set apart.
    pub(super) grouped: bool,
    /// Whether negative numbers are told otherwise than by a leading minus.
    pub(super) negatives: bool,
}

impl Numerals {
    /// Notes one text of a shape; whether it is a number in some style.
    pub(super) fn add(&mut self, text: &[u8], shape: Shape) -> bool {
        match shape {
            Shape::Text => {
                let Some(numeral) = parse(text) else {
                    self.lists.add_longer(text);
                    return false;
                };
                self.take(&numeral);
                self.lists.add_pair(text);
                self.example.get_or_insert_with(|| excerpt(text).into_boxed_str());
                true
            }
            Shape::Decimal => {
                if is_thousands(trim(text)) {
                    self.thousands += 1;
                    self.round += u64::from(trim(text).ends_with(b"0"));
                    self.example.get_or_insert_with(|| excerpt(text).into_boxed_str());
                    self.comma.add(6, 0);
                } else {
                    self.point.certain += 1;
                }
                false
            }
            _ => false,
        }
    }

    fn take(&mut self, numeral: &Numeral) {
        self.count += 1;
        if let Some((_, count)) = self.affixes.iter_mut().find(|(affix, _)| *affix == numeral.affix) {
            *count += 1;
        } else if self.affixes.len() < AFFIXES {
            self.affixes.push((numeral.affix.clone(), 1));
        } else {
            self.many_affixes = true;
        }
        let (digits, behind) = (numeral.digits, numeral.behind);
        self.odd_negatives += u64::from(numeral.odd_negative);
        self.plus += u64::from(numeral.plus);
        self.negative += u64::from(numeral.negative);
        self.minus_behind += u64::from(numeral.minus_behind);
        self.grouped |= numeral.group.is_some();
        let [comma, point] = &mut self.open;
        *comma |= numeral.open == Some(Mark::Comma);
        *point |= numeral.open == Some(Mark::Point);
        if numeral.group == Some(Mark::Space) {
            let (least, most) = self.spaced.unwrap_or((digits, digits));
            self.spaced = Some((least.min(digits), most.max(digits)));
        }
        match (numeral.decimal, numeral.group, numeral.open) {
            (Some(Mark::Comma), ..) => {
                self.comma.certain += 1;
                self.comma.add(digits - behind, behind);
            }
            (Some(_), ..) => {
                self.point.certain += 1;
                self.point.add(digits - behind, behind);
            }
            (None, _, Some(Mark::Comma)) => {
                self.comma.add(digits - behind, behind);
                self.point.add(digits, 0);
            }
            (None, _, Some(_)) => {
                self.point.add(digits - behind, behind);
                self.comma.add(digits, 0);
            }
            (None, Some(Mark::Comma), None) => {
                self.point.certain += 1;
                self.point.add(digits, 0);
            }
            (None, Some(Mark::Point), None) => {
                self.comma.certain += 1;
                self.comma.add(digits, 0);
            }
            (None, Some(Mark::Space | Mark::Apostrophe) | None, None) => {
                self.comma.add(digits, 0);
                self.point.add(digits, 0);
            }
        }
    }

    /// Whether one of the numbers can only be read with a decimal comma.
    pub(super) fn proves_comma(&self) -> bool {
        self.comma.certain > 0 && self.point.certain == 0
    }

    /// The style of a column that holds these texts and so many plain numbers, and nothing else. `elsewhere` says whether
    /// another column has proven decimal commas, `semicolons` whether fields are separated by them.
    pub(super) fn style(&self, plain: u64, elsewhere: bool, semicolons: bool) -> Option<Style> {
        let (comma, settled) = match (self.comma.certain > 0, self.point.certain > 0) {
            (true, true) => return None,
            (true, false) => (true, true),
            (false, true) => (false, true),
            (false, false) if elsewhere => (true, true),
            // `1,234` between semicolons is more often one and a bit; between commas it stands in quotes for a thousand.
            (false, false) => (semicolons && self.comma.scale > 0, !semicolons || self.comma.scale == 0),
        };
        let style = self.style_as(comma, plain)?;
        Some(Style { settled, ..style })
    }

    /// The style under a comma or a point before decimals, where all can be read so.
    pub(super) fn style_as(&self, comma: bool, plain: u64) -> Option<Style> {
        let (facts, other) = if comma { (self.comma, self.point) } else { (self.point, self.comma) };
        // `552 100 554` and the like, all as long, are numbers of a register, not amounts.
        let register = plain == 0 && self.spaced.is_some_and(|(least, most)| least == most && least >= REGISTER_DIGITS);
        // Numbers of which all stand in brackets are counted so, and none is negative.
        let bracketed = plain == 0 && self.odd_negatives == self.count && self.count > 1;
        let affix = self.affix(plain).filter(|_| other.certain == 0 && !register && !bracketed)?;
        let [comma_open, point_open] = self.open;
        let grouped = self.grouped || if comma { point_open || self.thousands > 0 } else { comma_open };
        let negatives = self.odd_negatives > 0;
        Some(Style { comma, affix, whole: facts.whole, scale: facts.scale, settled: true, grouped, negatives })
    }

    /// The one sign that stands around numbers. Beside numbers without any, per cent and units would mean something
    /// else; money does not.
    fn affix(&self, plain: u64) -> Option<String> {
        if self.many_affixes {
            return None;
        }
        let bare: u64 =
            plain + self.affixes.iter().filter(|(affix, _)| affix.is_empty()).map(|(_, count)| count).sum::<u64>();
        let mut signs = self.affixes.iter().filter(|(affix, _)| !affix.is_empty());
        match (signs.next(), signs.next()) {
            (None, _) => Some(String::new()),
            (Some((affix, _)), None) if bare == 0 || is_money(affix) => Some(affix.clone()),
            _ => None,
        }
    }

    /// Whether some have a minus behind them that a style does not show to be accounting's: those of single digits, as
    /// schools write marks.
    pub(super) fn may_be_marks(&self, style: &Style) -> bool {
        self.minus_behind > 0 && style.whole <= 1 && style.scale == 0 && !is_money(&style.affix)
    }

    /// Whether whole numbers would stand among the thousands, and decimals that a program would have written shorter.
    pub(super) fn mixes_thousands(&self, integers: u64) -> bool {
        self.thousands > 0 && integers > 0 && self.round > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(texts: &[&str], elsewhere: bool, semicolons: bool) -> Option<(bool, String, bool)> {
        let mut numerals = Numerals::default();
        let mut plain = 0;
        for text in texts {
            let shape = super::super::shape::classify(text.as_bytes()).shape;
            plain += u64::from(!numerals.add(text.as_bytes(), shape));
        }
        numerals.style(plain, elsewhere, semicolons).map(|style| (style.comma, style.affix, style.settled))
    }

    #[test]
    fn a_column_is_read_in_the_one_way_that_fits_all() {
        let none = String::new;
        assert_eq!(style(&["1,234", "98,765"], false, false), Some((false, none(), true)));
        assert_eq!(style(&["1,234", "0,5"], false, false), Some((true, none(), true)));
        assert_eq!(style(&["1,234", "0.5"], false, false), Some((false, none(), true)));
        assert_eq!(style(&["1,234"], true, true), Some((true, none(), true)));
        assert_eq!(style(&["1,234"], false, true), Some((true, none(), false)));
        assert_eq!(style(&["1.000", "250"], true, true), Some((true, none(), true)));
        assert_eq!(style(&["1,5", "1.5"], false, false), None);
        assert_eq!(style(&["$5", "€6"], false, false), None);
        assert_eq!(style(&["$5", "7"], false, false), Some((false, "$".to_owned(), true)));
        assert_eq!(style(&["5%", "7"], false, false), None);
        assert_eq!(style(&["5 kg", "7 kg"], false, false), Some((false, "kg".to_owned(), true)));
        assert_eq!(style(&["5 kg", "7 g"], false, false), None);
        assert_eq!(style(&["(1)", "(2)"], false, false), None);
        assert_eq!(style(&["552 100 554", "732 829 320"], false, false), None);
        assert_eq!(style(&["552 100 554", "1 234"], false, false), Some((false, none(), true)));
    }
}

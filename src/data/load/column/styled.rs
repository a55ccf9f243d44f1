//! Columns of numbers that are not written as programs write them.

use super::super::numeral::Style;
use super::super::shape::Shape;
use super::{Column, DECIMAL_DIGITS, Type};

/// One of so many values may differ in a column that is almost of one kind, and one in a shorter column of three.
const ALMOST_SHARE: u64 = 4;
const ALMOST_VALUES: u64 = 3;

const DATES: [Shape; 6] =
    [Shape::Date, Shape::Stamp, Shape::FineStamp, Shape::DayMonth, Shape::DayMonthStamp, Shape::ZonedStamp];

impl Column {
    /// Whether its numbers can only be read with a decimal comma.
    pub(in super::super) fn proves_decimal_comma(&self) -> bool {
        self.is_written_otherwise() && self.numerals.proves_comma()
    }

    /// Whether its texts are numbers, but not written as programs write them: `1.234,56`, `1,000`, `12 %`.
    pub(in super::super) fn is_written_otherwise(&self) -> bool {
        self.numerals.count > 0 && self.numerals.count + self.plain_numbers() == self.values()
    }

    /// Whether its texts are numbers of which some stand for thousands or for more than they say, and one of them.
    pub(in super::super) fn scaled(&self) -> Option<&str> {
        let known = self.looks.scaled.count + self.numerals.count + self.plain_numbers();
        self.looks.scaled.example.as_deref().filter(|_| known == self.values())
    }

    /// One of its bounds, such as `<0.5`, where all others are numbers and too many are bounds to be slips.
    pub(in super::super) fn bounds(&self) -> Option<&str> {
        let known = self.looks.bounds.count + self.numerals.count + self.plain_numbers();
        self.looks.bounds.example.as_deref().filter(|_| known == self.values() && self.almost().is_none())
    }

    /// Whether its texts are single digits, and the minus behind some of them is none of accounting's: `2-`.
    pub(in super::super) fn may_be_marks(&self) -> bool {
        let marked = self.is_written_otherwise() && self.whole <= 1 && self.scale == 0;
        let style = self.numerals.style(self.plain_numbers(), false, false).filter(|_| marked);
        style.is_some_and(|style| self.numerals.may_be_marks(&style))
    }

    /// One of its numbers, where all with an exponent look as if a spreadsheet had rounded them.
    pub(in super::super) fn rounded(&self) -> Option<&str> {
        let all = self.looks.rounded.count == self.has(Shape::Exponent);
        self.looks.rounded.example.as_deref().filter(|_| all)
    }

    /// One of its texts that look as if they had been decoded wrong before.
    pub(in super::super) fn garbled(&self) -> Option<&str> {
        self.looks.garbled.example.as_deref()
    }

    fn plain_numbers(&self) -> u64 {
        self.has(Shape::Integer) + self.has(Shape::Decimal)
    }

    /// The type and the style of numbers that are not written as programs write them. `elsewhere` says whether another
    /// column has proven decimal commas.
    pub(in super::super) fn styled(&self, elsewhere: bool, semicolons: bool) -> Option<(Type, Style)> {
        if self.many_words || !(self.is_written_otherwise() || (elsewhere && self.may_be_thousands())) {
            return None;
        }
        let mut style = self.numerals.style(self.plain_numbers(), elsewhere, semicolons)?;
        if self.has(Shape::Integer) + self.has(Shape::Decimal) > 0 {
            style.whole = style.whole.max(self.whole);
            style.scale = style.scale.max(if style.comma { 0 } else { self.scale });
        }
        if self.numerals.may_be_marks(&style) {
            return None;
        }
        Some((style.kind()?, style))
    }

    /// The type and the style of its numbers under a comma or a point before decimals, where all can be read so.
    pub(in super::super) fn styled_as(&self, comma: bool) -> Option<(Type, Style)> {
        if self.values() != self.numerals.count + self.plain_numbers() {
            return None;
        }
        let mut style = self.numerals.style_as(comma, self.plain_numbers())?;
        style.whole = style.whole.max(self.whole);
        style.scale = style.scale.max(if comma { 0 } else { self.scale });
        Some((style.kind()?, style))
    }

    /// What most values of a column of texts are, how many are not, and one of these. None where all texts were not
    /// looked at, or where too many differ to be slips.
    pub(in super::super) fn almost(&self) -> Option<(&'static str, u64, &str)> {
        let count = |shapes: &[Shape]| shapes.iter().map(|&shape| self.has(shape)).sum::<u64>();
        let odd = self.has(Shape::Text).checked_sub(self.numerals.count)?;
        if self.blind || odd == 0 || !self.may_be_almost() {
            return None;
        }
        let values = self.values();
        let numbers = self.numerals.count
            + count(&[Shape::Integer, Shape::WideInteger, Shape::Decimal, Shape::FineDecimal, Shape::Exponent]);
        let dates = count(&DATES);
        let kind = match values - odd {
            rest if rest == numbers => "numbers",
            rest if rest == dates => "dates",
            rest if rest == count(&[Shape::Time]) => "times",
            _ => return None,
        };
        let stand_in = || Some(self.stand_ins.list.first()?.text.as_str());
        let text = || self.examples.get(Shape::Text as usize)?.as_deref();
        let example = self.odd_text.as_deref().or_else(stand_in).or_else(text)?;
        Some((kind, odd, example))
    }

    /// What its values are where they are of two kinds or more and none of them is a text: numbers and dates.
    pub(in super::super) fn mixes_kinds(&self) -> Option<Vec<&'static str>> {
        let count = |shapes: &[Shape]| shapes.iter().map(|&shape| self.has(shape)).sum::<u64>();
        let numbers = [
            Shape::Integer,
            Shape::WideInteger,
            Shape::LongInteger,
            Shape::Decimal,
            Shape::FineDecimal,
            Shape::LongDecimal,
            Shape::Exponent,
            Shape::FineExponent,
            Shape::NotFinite,
        ];
        let kinds = [
            ("numbers", self.numerals.count + count(&numbers)),
            ("dates", count(&DATES)),
            ("times of day", self.has(Shape::Time)),
            ("truth values", self.has(Shape::Boolean)),
        ];
        let known: u64 = kinds.iter().map(|(_, count)| count).sum();
        let there: Vec<&str> = kinds.iter().filter(|(_, count)| *count > 0).map(|(kind, _)| *kind).collect();
        (there.len() > 1 && known == self.values()).then_some(there)
    }

    /// Whether so few of its values differ from all others as slips do.
    pub(super) fn may_be_almost(&self) -> bool {
        let odd = self.has(Shape::Text).saturating_sub(self.numerals.count);
        self.values() >= ALMOST_VALUES && (odd <= 1 || odd * ALMOST_SHARE <= self.values())
    }

    /// Whether all values of a column of texts are dates, but not all written in one way.
    pub(in super::super) fn mixes_dates(&self) -> bool {
        let dates: u64 = DATES.iter().map(|&shape| self.has(shape)).sum();
        dates > 1 && dates == self.values()
    }

    /// Whether its values are whole numbers, some with zeros before them.
    pub(in super::super) fn is_zero_led(&self) -> bool {
        self.has(Shape::ZeroLed) > 0
            && self.has(Shape::ZeroLed) + self.has(Shape::Integer) == self.values()
            && self.whole <= 18
    }

    /// One of its values, a text if there is one.
    pub(in super::super) fn example(&self) -> Option<&str> {
        let mut shapes = Shape::ALL.into_iter().rev().filter(|shape| !shape.is_missing());
        shapes.find_map(|shape| self.examples.get(shape as usize)?.as_deref())
    }

    /// Whether every decimal of its numbers may as well be a point between thousands: `1.000` and `2.500`.
    pub(in super::super) fn may_be_thousands(&self) -> bool {
        self.numerals.thousands > 0
            && self.numerals.thousands == self.has(Shape::Decimal)
            && [Shape::FineDecimal, Shape::Exponent, Shape::NotFinite].into_iter().all(|shape| self.has(shape) == 0)
    }

    /// Whether whole numbers stand among such decimals, and decimals that a program would have written shorter.
    pub(in super::super) fn mixes_thousands(&self) -> bool {
        self.may_be_thousands() && self.numerals.mixes_thousands(self.has(Shape::Integer))
    }

    /// One of the numbers that are written otherwise, or that may be thousands.
    pub(in super::super) fn style_example(&self) -> &str {
        self.numerals.example.as_deref().unwrap_or_default()
    }

    /// Numbers that are written otherwise; with a comma before decimals, those with a point between thousands as well.
    pub(in super::super) fn written_otherwise(&self, comma: bool) -> u64 {
        let thousands = comma || self.numerals.count == 0;
        self.numerals.count + if thousands { self.numerals.thousands } else { 0 }
    }
}

impl Style {
    /// The type that keeps numbers of so many digits.
    fn kind(&self) -> Option<Type> {
        Some(match (self.whole, self.scale) {
            (whole, 0) if whole <= 18 => Type::Integer,
            (whole, scale) if whole + scale <= 15 => Type::Number,
            (whole, scale) if whole + scale <= DECIMAL_DIGITS => Type::Decimal { digits: whole + scale, scale },
            _ => return None,
        })
    }
}

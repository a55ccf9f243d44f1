//! Whether a value rounds to a number at the precision at which it is written.
//!
//! Uses the mentions and columns of this room. A number stands for every value within half a unit of its last place. What
//! is hedged stands for more on one side or both: `about 1,200` for 1,150 to 1,250, `more than 2,000` for 2,000 to 3,000.

use super::column::{Column, Measure};
use super::mention::{Form, Hedge, Mention, Reading};

/// How much of a number a value is away at most that it is nearly, or just over.
const NEAR: f64 = 0.15;
/// How much of it a value is away at most that it is about.
const FAR: f64 = 0.25;
/// How much of what a coarse number may be off its other side may be: more than a third is not less than one.
const SIDE: f64 = 0.2;
/// How much of a fraction in words a value is away at most that it is about.
const NEAR_HALF: f64 = 0.075;

/// The values that a written number stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Smallest.
    pub low: f64,
    /// Largest.
    pub high: f64,
}

impl Window {
    /// Of one meaning of a mention.
    #[must_use]
    pub fn new(reading: Reading, hedge: Hedge) -> Self {
        let Reading { value, unit } = reading;
        let slack = unit.abs() / 2.0 + value.abs() * 1e-11 + 1e-12;
        let part = |part: f64| value.abs() * part;
        // What is said coarsely, such as a half, has no zeros at its end.
        let (side, wide, near, half) = if is_coarse(unit) {
            (slack * SIDE, part(FAR).max(unit), 1.1 * unit, part(NEAR_HALF).clamp(slack, unit.max(slack)))
        } else {
            let wide = round_unit(value, unit);
            (slack, wide, wide.min(part(NEAR)).max(slack), (wide / 2.0).min(part(FAR)).max(slack))
        };
        match hedge {
            Hedge::Exact => Self { low: value - slack, high: value + slack },
            Hedge::About => Self { low: value - half, high: value + half },
            Hedge::Over | Hedge::NoneUnder => Self { low: value - side, high: value + wide },
            Hedge::JustOver => Self { low: value - side, high: value + near },
            Hedge::Under | Hedge::NoneOver => Self { low: value - wide, high: value + side },
            Hedge::JustUnder => Self { low: value - near, high: value + side },
        }
    }

    /// Whether a value is among them.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The same for values that are this many times smaller.
    #[must_use]
    pub fn over(self, factor: f64) -> Self {
        let (one, other) = (self.low / factor, self.high / factor);
        Self { low: one.min(other), high: one.max(other) }
    }

    /// The same with the sign turned.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Whether a number is written in no unit of digits: fractions in words, multiples such as `twice`.
fn is_coarse(unit: f64) -> bool {
    let power = unit.abs().log10();
    power.is_finite() && (power - power.round()).abs() > 1e-6
}

/// Worth of the last digit that is no zero.
fn round_unit(value: f64, unit: f64) -> f64 {
    let mut wide = unit.abs();
    if value == 0.0 || wide == 0.0 {
        return wide;
    }
    for _ in 0..18 {
        let next = wide * 10.0;
        let quotient = value / next;
        if (quotient - quotient.round()).abs() > 1e-6 {
            break;
        }
        wide = next;
    }
    wide
}

/// By what the numbers of a column are multiplied when a text of this form speaks of them; none where it cannot speak of
/// them so.
#[must_use]
pub fn factor(form: Form, column: &Column) -> Option<f64> {
    let one = Some(1.0);
    match form {
        // A year may be an attribute among others, such as the one in which a town was founded.
        Form::Year => one.filter(|_| column.measure == Measure::Plain),
        Form::Ordinal | Form::Month | Form::Quarter | Form::Date => None,
        Form::Percent | Form::Points => match column.measure {
            Measure::Percent => one,
            Measure::Fraction => Some(100.0),
            // `4.7 points ahead` may be points of a game or a test.
            Measure::Count | Measure::Plain if form == Form::Points => one,
            Measure::Plain => {
                let named = ["share", "change"].iter().any(|word| column.is_named_by(word));
                one.filter(|_| named || column.may_be_percent)
            }
            Measure::Count | Measure::None => None,
        },
        Form::Number | Form::Multiple => match column.measure {
            Measure::Count if form == Form::Number => Some(column.scale),
            Measure::Plain | Measure::Fraction => Some(column.scale),
            // `the rate was 4.9`
            Measure::Percent if form == Form::Number && column.may_be_percent => one,
            // Percent is written as such.
            Measure::Count | Measure::Percent | Measure::None => None,
        },
    }
}

/// Digits of a number that say something: `1,200` has two, `3` one, `12.40` four.
#[must_use]
pub fn digits(reading: Reading) -> u32 {
    let Reading { value, unit } = reading;
    if value == 0.0 || unit <= 0.0 {
        return 1;
    }
    let unit = if unit < 1.0 { unit } else { round_unit(value, unit) };
    let places = ((value.abs() / unit) + 0.5).log10().floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some hundred digits")]
    let digits = places.clamp(0.0, 30.0) as u32 + 1;
    digits
}

/// Digits of a number that stands for a value: where the value is just what is written, the zeros at its end say something.
#[must_use]
pub fn digits_of(reading: Reading, hedge: Hedge, value: f64) -> u32 {
    let exact =
        hedge == Hedge::Exact && reading.unit >= 1.0 && (value.abs() - reading.value.abs()).abs() < reading.unit * 1e-6;
    if !exact || reading.value == 0.0 {
        return digits(reading);
    }
    digits(Reading { value: reading.value.abs() + reading.unit / 4.0, unit: reading.unit / 4.0 })
        .saturating_sub(1)
        .max(digits(reading))
}

/// The readings of a mention as the values they stand for.
pub fn windows(mention: &Mention) -> impl Iterator<Item = (Reading, Window)> {
    mention.readings.iter().map(|reading| (*reading, Window::new(*reading, mention.hedge)))
}

/// A count of things that are listed, as a number.
#[must_use]
pub fn count(things: usize) -> f64 {
    f64::from(u32::try_from(things).unwrap_or(u32::MAX))
}

/// Days since 1970-01-01 as a number.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "days of years that are written")]
pub fn whole_day(day: i64) -> f64 {
    day as f64
}

/// A count of rows as a number.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
pub fn whole_number(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn window(value: f64, unit: f64, hedge: Hedge) -> Window {
        Window::new(Reading { value, unit }, hedge)
    }

    #[test]
    fn a_number_stands_for_what_rounds_to_it() {
        let exact = window(12.4, 0.1, Hedge::Exact);
        assert!(exact.holds(12.35) && exact.holds(12.449) && !exact.holds(12.46) && !exact.holds(12.3));
        let whole = window(1200.0, 1.0, Hedge::Exact);
        assert!(whole.holds(1199.6) && !whole.holds(1198.0));
        let scaled = window(1_200_000.0, 100_000.0, Hedge::Exact);
        assert!(scaled.holds(1_249_000.0) && !scaled.holds(1_260_000.0));
    }

    #[test]
    fn hedges_let_more_pass_on_their_side() {
        let about = window(1200.0, 1.0, Hedge::About);
        assert!(about.holds(1151.0) && about.holds(1249.0) && !about.holds(1260.0));
        let over = window(2000.0, 1.0, Hedge::Over);
        assert!(over.holds(2345.0) && !over.holds(1990.0) && !over.holds(3100.0));
        let under = window(12.0, 1.0, Hedge::Under);
        assert!(under.holds(11.3) && !under.holds(12.7));
    }

    #[test]
    fn what_is_nearly_reached_is_close() {
        let nearly = window(1e6, 1e6, Hedge::JustUnder);
        assert!(nearly.holds(886_311.4) && !nearly.holds(397_915.5));
        let over = window(500.0, 1.0, Hedge::JustOver);
        assert!(over.holds(550.0) && !over.holds(590.0));
        let half = |hedge| window(50.0, 5.0, hedge);
        assert!(half(Hedge::JustUnder).holds(46.0) && !half(Hedge::JustUnder).holds(39.3));
        assert!(half(Hedge::About).holds(53.0) && !half(Hedge::About).holds(28.5));
        assert!(half(Hedge::Over).holds(60.0) && !half(Hedge::Over).holds(67.4));
        assert!(half(Hedge::Over).holds(49.7) && !half(Hedge::Over).holds(48.7));
        assert!(window(1.0, 1.0, Hedge::Under).holds(0.3), "less than 1 %");
    }

    #[test]
    fn zeros_at_the_end_of_a_whole_number_are_no_digits() {
        let digits = |value, unit| super::digits(Reading { value, unit });
        assert_eq!((digits(1200.0, 1.0), digits(3.0, 1.0), digits(12.4, 0.1), digits(12.0, 0.1)), (2, 1, 3, 3));
        assert_eq!((digits(0.0, 1.0), digits(1_234_000.0, 1000.0), digits(0.12, 0.01)), (1, 4, 2));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_rounded_is_found_again(value in -1e6_f64..1e6, places in 0_i32..4) {
            let scale = 10_f64.powi(places);
            let rounded = (value * scale).round() / scale;
            prop_assert!(window(rounded, 1.0 / scale, Hedge::Exact).holds(value));
            prop_assert!(!window(rounded + 1.0 / scale, 1.0 / scale, Hedge::Exact).holds(rounded - 0.01 / scale));
            prop_assert!(!window(rounded - 1.0 / scale, 1.0 / scale, Hedge::Exact).holds(rounded + 0.01 / scale));
        }
    }
}

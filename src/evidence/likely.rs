//! How likely a value stands behind a number: the signs that speak for it and against it, and what each of them weighs.
//!
//! Uses the candidates of this room. Whether the row and the column of a value are named here, before, or in the question,
//! how many digits fit, whether the words go with the step, how many other values would have fitted: none of this decides
//! alone. The weights were fitted to numbers of which it is known whether they are true (logistic regression, see
//! [`weights`](super::weights)), so that a sum above zero means: of numbers with such signs more are true than not.

use super::candidate::Candidate;
use super::sign::{SIGNS, Sign};
use super::source::Place;
use super::weights::{CROSSED, WEIGHTS};
use crate::event::Step;

/// Digits that have to fit where the row is not named.
const SURE_DIGITS: f64 = 3.0;

/// A value with its signs.
#[derive(Debug, Clone)]
pub struct Supposed {
    /// The value.
    pub candidate: Candidate,
    /// How much of each sign it has.
    pub signs: [f64; SIGNS],
}

impl Supposed {
    /// A value without signs.
    #[must_use]
    pub fn new(candidate: Candidate) -> Self {
        let mut supposed = Self { candidate, signs: [0.0; SIGNS] };
        supposed.set(Sign::Bias, 1.0);
        supposed
    }

    /// Whether the value is a cell, whose signs weigh otherwise than those of what is computed.
    #[must_use]
    pub fn is_cell(&self) -> bool {
        self.candidate.step == Step::Cell
    }

    /// Sets how much of a sign it has.
    pub fn set(&mut self, sign: Sign, value: f64) {
        if let Some(slot) = self.signs.get_mut(sign as usize) {
            *slot = value;
        }
    }

    /// Sets whether it has a sign.
    pub fn mark(&mut self, sign: Sign, is: bool) {
        self.set(sign, if is { 1.0 } else { 0.0 });
    }

    /// How much the words point to it, whatever the number is, by what each sign weighs for that.
    #[must_use]
    pub fn pointed(&self, weights: &[f64]) -> f64 {
        self.signs.iter().zip(weights).map(|(sign, weight)| sign * weight).sum()
    }

    fn of(&self, sign: Sign) -> f64 {
        self.signs.get(sign as usize).copied().unwrap_or(0.0)
    }

    /// Whether both numbers that a step is taken over stand beside its own, which has the sign of the step: `from 1,473.4 to 1,081.2 (-392.2)`.
    fn is_told(&self) -> bool {
        let has = |sign: Sign| self.of(sign) > 0.0;
        let signed = has(Sign::SignedChange) || has(Sign::SignedDifference);
        has(Sign::Told) && signed && !has(Sign::CitedOther) && self.of(Sign::Digits) >= SURE_DIGITS
    }

    /// Whether the sentence says so plainly that it is this cell that nothing need be weighed: of what is cited, it names the row
    /// beside the number or in its clause and no other column, or all its words mean one row. Then it does not depend on how the
    /// weights were fitted whether `GA: 97` is traced.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        let has = |sign: Sign| self.of(sign) > 0.0;
        let plainest = self.is_cell() && has(Sign::Chosen) && !has(Sign::Doubtful) && !has(Sign::CitedNothing);
        let listed = has(Sign::Attached) && has(Sign::OnlyColumn);
        let column = has(Sign::ColumnNamed) && !has(Sign::Other);
        let named = has(Sign::InClause) && has(Sign::RowNamed);
        let meant = has(Sign::RowMeant) && self.of(Sign::Digits) >= SURE_DIGITS;
        // The only figure of a result that is cited right there.
        let digits = self.of(Sign::OneDigit) == 0.0;
        let only = has(Sign::Single) && has(Sign::OnlyColumn) && has(Sign::CitedNearest) && digits;
        plainest && (listed || only || column && (named || meant)) || self.is_told()
    }

    /// The sum of the weights of its signs.
    #[must_use]
    pub fn weight(&self) -> f64 {
        let is_cell = self.is_cell();
        let weigh =
            |(sign, weights): (&f64, &(Sign, f64, f64, f64))| sign * if is_cell { weights.1 } else { weights.2 };
        let single: f64 = self.signs.iter().zip(&WEIGHTS).map(weigh).sum();
        let crossed = CROSSED.iter().filter(|cross| cross.is_cell == is_cell);
        single + crossed.map(|cross| self.of(cross.one) * self.of(cross.other) * cross.weight).sum::<f64>()
    }
}

/// Two signs that say more together than each for itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossed {
    /// Whether this holds for cells, or for what is computed.
    pub is_cell: bool,
    /// The one.
    pub one: Sign,
    /// The other.
    pub other: Sign,
    /// What their product weighs.
    pub weight: f64,
}

/// What the other numbers of the passage, and the numbers before it, were found in.
pub struct Play<'a> {
    /// What was found of each number of the passage so far.
    pub picked: &'a [Option<Candidate>],
    /// Cells that numbers before the passage rest on, with their results.
    pub earlier: &'a [(usize, Place)],
}

impl Play<'_> {
    /// All cells that numbers rest on, the earlier ones first.
    pub fn cells(&self) -> impl Iterator<Item = (usize, Place)> {
        let own = self.picked.iter().flatten();
        let own = own.flat_map(|candidate| candidate.cells.iter().map(|cell| (candidate.source, *cell)));
        self.earlier.iter().copied().chain(own)
    }

    /// The cells that numbers give as they are, the earlier ones first.
    pub fn given(&self) -> impl Iterator<Item = (usize, Place)> {
        let own = self.picked.iter().flatten().filter(|candidate| candidate.step == Step::Cell);
        let own = own.flat_map(|candidate| candidate.cells.iter().map(|cell| (candidate.source, *cell)));
        self.earlier.iter().copied().chain(own)
    }

    /// Whether another number of the passage is a step over a cell.
    #[must_use]
    pub fn rests(&self, source: usize, place: Place) -> bool {
        let mut steps = self.picked.iter().flatten().filter(|other| other.step != Step::Cell && other.source == source);
        steps.any(|other| other.cells.contains(&place))
    }

    /// Whether another number of the passage gives a cell.
    #[must_use]
    pub fn states(&self, source: usize, place: Place) -> bool {
        let mut cells = self.picked.iter().flatten().filter(|other| other.step == Step::Cell && other.source == source);
        cells.any(|other| other.cells == [place])
    }
}

#[cfg(test)]
mod tests {
    use super::super::mention::Reading;
    use super::*;

    fn supposed(step: Step) -> Supposed {
        let reading = Reading { value: 3.0, unit: 1.0 };
        Supposed::new(Candidate::of_step(0, step, 3.0, Vec::new(), reading))
    }

    #[test]
    fn the_weights_stand_in_the_order_of_the_signs() {
        for (place, (sign, ..)) in WEIGHTS.iter().enumerate() {
            assert_eq!(*sign as usize, place);
        }
        assert!(WEIGHTS.iter().all(|(_, cell, step, points)| [cell, step, points].iter().all(|one| one.is_finite())));
    }

    #[test]
    fn cells_and_steps_weigh_by_their_own_columns_and_by_their_crosses() {
        let bias = WEIGHTS[0];
        let (mut cell, step) = (supposed(Step::Cell), supposed(Step::Sum));
        assert_eq!((cell.weight(), step.weight()), (bias.1, bias.2));
        let cross = CROSSED.iter().find(|cross| cross.is_cell).unwrap();
        let before = cell.weight();
        cell.mark(cross.one, true);
        let one = cell.weight() - before;
        cell.mark(cross.other, true);
        let both = WEIGHTS[cross.other as usize].1 + cross.weight;
        assert!((cell.weight() - before - one - both).abs() < 1e-9);
    }

    #[test]
    fn what_is_said_plainly_is_sure() {
        let with = |signs: &[(Sign, f64)]| {
            let mut cell = supposed(Step::Cell);
            for (sign, value) in signs {
                cell.set(*sign, *value);
            }
            cell.is_sure()
        };
        let (chosen, named) = ((Sign::Chosen, 1.0), (Sign::ColumnNamed, 1.0));
        assert!(with(&[chosen, (Sign::Attached, 1.0), (Sign::OnlyColumn, 1.0)]));
        assert!(!with(&[chosen, (Sign::Attached, 1.0), (Sign::OnlyColumn, 1.0), (Sign::CitedNothing, 1.0)]));
        assert!(!with(&[(Sign::Attached, 1.0), (Sign::OnlyColumn, 1.0)]), "another is plainer");
        assert!(with(&[chosen, named, (Sign::InClause, 1.0), (Sign::RowNamed, 1.0)]));
        assert!(!with(&[chosen, named, (Sign::InClause, 1.0), (Sign::RowNamed, 1.0), (Sign::Other, 1.0)]));
        assert!(with(&[chosen, named, (Sign::RowMeant, 1.0), (Sign::Digits, 3.0)]));
        assert!(!with(&[chosen, named, (Sign::RowMeant, 1.0), (Sign::Digits, 2.0)]));
    }

    #[test]
    fn cells_are_given_by_cells_alone() {
        let place = Place { column: 1, row: 2 };
        let mut sum = supposed(Step::Sum).candidate;
        sum.cells = vec![place, Place { column: 1, row: 3 }];
        let picked = [Some(sum), None];
        let play = Play { picked: &picked, earlier: &[(4, place)] };
        assert_eq!(play.cells().count(), 3);
        assert_eq!(play.given().collect::<Vec<_>>(), [(4, place)]);
        assert!(!play.states(0, place));
    }
}

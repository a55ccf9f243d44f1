//! How likely a value stands behind a number: the signs that speak for it and against it, and what each of them weighs.
//!
//! Uses the candidates of this room. Whether the row and the column of a value are named here, before, or in the question,
//! how many digits fit, whether the words go with the step, how many other values would have fitted: none of this decides
//! alone. The weights were fitted to numbers of which it is known whether they are true (logistic regression, see
//! [`weights`](super::weights)), so that a sum above zero means: of numbers with such signs more are true than not.

use super::candidate::Candidate;
use super::source::Place;
use super::weights::{CROSSED, WEIGHTS};
use crate::event::Step;

/// What speaks for a value or against it. A sign is 1 where it holds and 0 where it does not, unless it says how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Sign {
    /// Always 1.
    Bias,
    /// A sum of a whole column.
    Sum,
    /// A sum of some rows.
    SomeSum,
    /// A mean.
    Mean,
    /// A share of a column's total.
    Share,
    /// The share of some rows together.
    SomeShare,
    /// A difference.
    Difference,
    /// A change in percent.
    Change,
    /// A ratio.
    Ratio,
    /// A step over two columns of one row.
    Across,
    /// A count of rows, or a rank.
    Count,
    /// A number of rows, columns or different values.
    Rows,
    /// How many digits fit, at most 6.
    Digits,
    /// The same, of a step.
    StepDigits,
    /// Less than two digits fit.
    OneDigit,
    /// Logarithm of how many values of this kind were tried.
    Members,
    /// Logarithm of how many of them fit.
    Matches,
    /// The number is attached to the row's name.
    Attached,
    /// The number is attached to the name of another row.
    Elsewhere,
    /// The clause names the row.
    InClause,
    /// The passage names the row.
    Named,
    /// The passages before name the row, and this one does not.
    Before,
    /// The question names the row, and the passage does not.
    Asked,
    /// No row is named anywhere.
    NoneNamed,
    /// The passage names other rows only.
    OthersNamed,
    /// The row is meant by a word such as `highest`.
    Extreme,
    /// The result has one row.
    Single,
    /// Logarithm of how many rows the name stands for.
    NameWidth,
    /// How well the column is named, at most 4.
    Own,
    /// The column is named.
    OwnNamed,
    /// How well another column is named that the number may speak of, at most 4.
    Other,
    /// Another column is named better.
    OtherBetter,
    /// Another column is named much better.
    OtherMuchBetter,
    /// The question names the column.
    AskedColumn,
    /// The question names another column.
    AskedOther,
    /// Other numbers rest on the column.
    InPlay,
    /// Other numbers rest on other columns only.
    OtherInPlay,
    /// No other column could be meant.
    OnlyColumn,
    /// The column is the only count of the result.
    Counted,
    /// The number is written as money.
    Money,
    /// The words go with the step.
    Words,
    /// The words say that something fell, and the value is above zero.
    Against,
    /// The number is written with a sign.
    Signed,
    /// The number is a step in brackets.
    Bracketed,
    /// Part of the cells of a step that other numbers give.
    Stated,
    /// Part of the cells of a step whose rows are named.
    NamedOperands,
    /// Part of the cells of a step whose rows were named before or in the question.
    KnownOperands,
    /// Part of the cells of a step that are the largest or smallest of their column.
    Ends,
    /// The cells of a step follow one another in time.
    Following,
    /// The passage cites the result.
    CitedNear,
    /// The nearest citation is of the result.
    CitedNearest,
    /// Nothing is cited.
    CitedNothing,
    /// The passage cites other results.
    CitedOther,
    /// The value has the other sign, and no word says so.
    Turned,
    /// Another number of the passage gives the cell.
    Given,
    /// The number is spelled.
    Spelled,
    /// The number is hedged.
    Hedged,
    /// The result is ordered by the column.
    MainColumn,
    /// Other numbers rest on other columns of the row.
    RowInPlay,
    /// The value is one that the sentence points to plainly.
    Plain,
    /// How plainly it points to the row.
    PlainRow,
    /// How plainly it points to the column.
    PlainColumn,
    /// The value is the plainest.
    Chosen,
    /// The plainest breaks the order of names and numbers.
    Doubtful,
    /// The name nearest to the number is the row's.
    NearestName,
    /// The last name before the number is the row's.
    NameBefore,
    /// The first name behind the number is the row's.
    NameBehind,
    /// Names and numbers stand in one order.
    Aligned,
    /// The number before or behind gives the cell above or below.
    FollowsRow,
    /// How many numbers of the passage rest on the column, at most 4.
    ColumnsInPlay,
    /// A step with no word that goes with it.
    StepWithoutWords,
    /// The number stands in a table.
    Below,
    /// The value is a key, such as a year or a code.
    Key,
    /// The key's column is named.
    KeyNoun,
    /// The number is attached to the name of one of a step's rows.
    PairAttached,
    /// The number is attached to the name of another row than a step's.
    PairElsewhere,
    /// The name before or behind the number is one of a step's rows.
    PairNearest,
    /// A step over the rows that the result begins with.
    Leading,
    /// A step over all rows that one name stands for, or that the clause names.
    Together,
    /// A step over all rows but those that are named, where the passage speaks of the others.
    Rest,
    /// The number is the only figure of the passage.
    Alone,
    /// The row is the first that was named before, and none is named before the number here.
    RecentFirst,
    /// The row is the last that was named before, and none is named before the number here.
    RecentLast,
    /// A change whose sign is as written.
    SignedChange,
    /// A difference whose sign is as written.
    SignedDifference,
    /// The question asks for such a step.
    AskedWords,
    /// The header over the number says the step.
    HeaderWords,
    /// Part of the column's words that the passage or the question says.
    OwnWords,
    /// More of another column's words are said.
    OtherWords,
    /// The sentence names another row.
    RowAnother,
    /// It names no row.
    RowFree,
    /// The sentence before names the row.
    RowBefore,
    /// A word such as `highest` means the row, or it is the only one.
    RowMeant,
    /// The sentence names the row.
    RowNamed,
    /// The sentence names another column.
    ColumnAnother,
    /// It names no column.
    ColumnFree,
    /// No other column could be meant.
    ColumnOnly,
    /// The sentence names the column.
    ColumnNamed,
    /// Another number of the passage is a step over the cell.
    Operand,
    /// The number is money, and so is the column by its name.
    MoneyColumn,
    /// The number is money, and by its name another column is, and not this one.
    MoneyElsewhere,
    /// The number is not written as money, others are, and the column is money.
    MoneyUnsaid,
    /// The number is whole, and those of the column are not.
    Rounded,
    /// The number before rests on the column.
    PreviousColumn,
    /// The number before rests on the row.
    PreviousRow,
    /// Logarithm of how likely the words mean this cell, whatever the number, at least -10.
    Pointed,
    /// The same as a probability.
    Likeliest,
    /// By how much more the words point to the cell than to any that does not fit, from -8 to 8.
    Ahead,
    /// How much the words point to a cell that does not fit, where a step does.
    Rival,
    /// The part of the items beside that speak of the column, where the number's own names the row.
    Series,
    /// By how much more of them speak of another column, or of another row of it.
    SeriesElsewhere,
}

/// How many signs there are.
pub const SIGNS: usize = Sign::SeriesElsewhere as usize + 1;

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
        plainest && (listed || only || column && (named || meant))
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
        Supposed::new(Candidate {
            source: 0,
            step,
            value: 3.0,
            cells: Vec::new(),
            column: None,
            beside: None,
            reading,
            grade: None,
        })
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

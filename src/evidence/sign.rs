//! The signs of a value that may stand behind a number; what they weigh stands in [`weights`](super::weights).

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
    /// Other numbers of the passage give both cells that a step is taken over.
    Told,
}

/// How many signs there are.
pub const SIGNS: usize = Sign::Told as usize + 1;

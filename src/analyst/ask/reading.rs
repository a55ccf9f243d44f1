//! What a question was read as: measures, conditions, groups, order and shape. The SQL, the words of the answer and the
//! chart all follow from it.

use super::aggregate::{Aggregate, Comparison, Unit};

/// What a figure is of: a column, or arithmetic over columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Operand {
    /// The expression.
    pub sql: String,
    /// As said in an answer.
    pub label: String,
    /// Its columns by position.
    pub columns: Vec<usize>,
    /// Whether it holds values that are infinite or not a number, which figures leave out.
    pub not_finite: bool,
    /// Whether it is a number.
    pub numeric: bool,
    /// The condition that a row has it, where words of the column stand for a missing value.
    pub present: Option<String>,
    /// Whether it is a day or year written as a number.
    pub calendar: bool,
    /// The expression of the date that `first` and `last` go by.
    pub date: Option<String>,
}

/// A figure of an operand.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// Which figure.
    pub aggregate: Aggregate,
    /// Of what; empty for a count of rows.
    pub operand: Operand,
}

impl Measure {
    /// A count of rows.
    pub fn rows() -> Self {
        Self { aggregate: Aggregate::Count, operand: Operand::default() }
    }

    /// The name of the result's column.
    pub fn alias(&self) -> String {
        if self.operand.sql.is_empty() {
            return self.aggregate.alias();
        }
        format!("{}_{}", self.aggregate.alias(), self.operand.label)
    }

    /// As said in an answer.
    pub fn words(&self) -> String {
        match self.aggregate {
            Aggregate::Count => "number of rows".to_owned(),
            Aggregate::CountDistinct => format!("number of different values of {}", self.operand.label),
            aggregate => format!("{} of {}", aggregate.words(), self.operand.label),
        }
    }
}

/// A condition on rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// In SQL.
    pub sql: String,
    /// As said in an answer.
    pub words: String,
    /// The place in the question.
    pub at: usize,
    /// Its columns by position.
    pub columns: Vec<usize>,
    /// What kind of condition it is.
    pub kind: ConditionKind,
}

/// What kind of condition it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionKind {
    /// A column holds one of some values.
    Value,
    /// A stretch of time.
    Date,
    /// A comparison with a number.
    Number,
    /// A value is missing, or is not.
    Missing,
    /// A truth value, named by its column.
    Flag,
    /// A text holds another.
    Pattern,
    /// Rows that were to be left out.
    LeftOut,
}

/// What rows are grouped by.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The expression.
    pub sql: String,
    /// The name of the result's column.
    pub alias: String,
    /// As said in an answer.
    pub label: String,
    /// The column by position.
    pub column: usize,
    /// The piece of the calendar, where it is one.
    pub unit: Option<Unit>,
    /// The condition that a row has it, where rows may lack it.
    pub present: Option<String>,
}

/// What kind of answer is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Measures, by group where there are groups.
    Figures,
    /// Rows themselves, by an operand where they are ordered: largest first where true.
    Rows {
        /// Columns shown.
        columns: Vec<usize>,
        /// What they are ordered by.
        by: Option<(Operand, bool)>,
    },
    /// The different values, or combinations, of the groups.
    Values,
    /// How many different combinations the groups have.
    CountGroups,
    /// A figure of a measure's values over the groups: the mean number of orders per customer.
    OverGroups(Aggregate),
    /// What part of the rows, or of the sum of a measure, meets the conditions.
    Share {
        /// The conditions of the part.
        part: Vec<Condition>,
        /// Times a hundred.
        percent: bool,
    },
    /// Two parts of the data against each other.
    Pair {
        /// What is made of the two figures.
        of: PairOf,
        /// The first part.
        first: Condition,
        /// The second part.
        second: Condition,
    },
    /// Correlation of two operands; of ranks where true.
    Correlation {
        /// One.
        one: Operand,
        /// The other.
        other: Operand,
        /// Ranks instead of values.
        ranks: bool,
    },
    /// A histogram.
    Histogram {
        /// Of what.
        of: Operand,
        /// Where the first bin begins, the width of a bin, and how many there are.
        bins: (f64, f64, usize),
    },
    /// Missing values of each column.
    MissingByColumn,
    /// Missing values of the whole table.
    MissingTotal,
    /// Columns: their number.
    ColumnCount,
    /// Columns: their names and types.
    ColumnNames,
    /// Rows that repeat another.
    Duplicates,
}

/// What is made of two figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairOf {
    /// Second less first: from one to another.
    Change,
    /// First less second: a fall, counted as positive.
    Fall,
    /// Change in percent of the first.
    ChangePercent,
    /// The larger less the smaller.
    Difference,
    /// First by second.
    Ratio,
}

/// In which order groups come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By the groups themselves.
    Groups,
    /// By the first measure, largest first where true.
    Measure(bool),
    /// Only the first and the last by the first measure.
    Ends,
    /// Only the first group.
    FirstGroup,
    /// Only the last group.
    LastGroup,
}

/// What a question was read as.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The table by position.
    pub table: usize,
    /// Which rows count; all must hold.
    pub conditions: Vec<Condition>,
    /// The figures.
    pub measures: Vec<Measure>,
    /// What rows are grouped by.
    pub groups: Vec<Group>,
    /// Which groups are shown: a bound on a measure.
    pub having: Vec<(Measure, Comparison, f64)>,
    /// In which order.
    pub order: Order,
    /// How many groups or rows are shown.
    pub limit: Option<usize>,
    /// How many are passed over before.
    pub offset: usize,
    /// What kind of answer is wanted.
    pub shape: Shape,
    /// What a row is called, in the plural.
    pub rows: String,
    /// Decimals asked for.
    pub decimals: Option<usize>,
    /// Columns of the result whose numbers are names: years, codes.
    pub named: Vec<String>,
    /// Assumptions, for the reader.
    pub notes: Vec<String>,
}

impl Reading {
    /// A reading that asks for nothing yet.
    pub fn new(table: usize) -> Self {
        Self {
            table,
            conditions: Vec::new(),
            measures: Vec::new(),
            groups: Vec::new(),
            having: Vec::new(),
            order: Order::Groups,
            limit: None,
            offset: 0,
            shape: Shape::Figures,
            rows: "rows".to_owned(),
            decimals: None,
            named: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a note, once.
    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Why a question has no reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Words that are neither a column, nor a value, nor something this analyst knows.
    Unknown(Vec<String>),
    /// A word that may mean several columns.
    Ambiguous(String, Vec<String>),
    /// Words that are known but could not be given a part.
    Unused(Vec<String>),
    /// Something else, as a sentence.
    Other(String),
}

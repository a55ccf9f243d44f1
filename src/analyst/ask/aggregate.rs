//! Figures over rows, comparisons, and pieces of the calendar: their names in SQL and in answers.

/// A figure over rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aggregate {
    /// Rows.
    Count,
    /// Different values.
    CountDistinct,
    /// Sum.
    Sum,
    /// Arithmetic mean.
    Mean,
    /// Median.
    Median,
    /// The most frequent value.
    Mode,
    /// Smallest.
    Min,
    /// Largest.
    Max,
    /// Sample standard deviation.
    Deviation,
    /// Population standard deviation.
    PopulationDeviation,
    /// Sample variance.
    Variance,
    /// Largest less smallest.
    Range,
    /// Third less first quartile.
    QuartileRange,
    /// Quantile by linear interpolation, from 0 to 1.
    Quantile(f64),
    /// The value at the earliest date (false) or the latest (true).
    At(bool),
}

impl Aggregate {
    /// As said in an answer, before "of".
    pub fn words(self) -> String {
        let fixed = match self {
            Self::Count => "number of rows",
            Self::CountDistinct => "number of different values",
            Self::Sum => "total",
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Mode => "most frequent value",
            Self::Min => "smallest value",
            Self::Max => "largest value",
            Self::Deviation => "standard deviation (sample)",
            Self::PopulationDeviation => "standard deviation (population)",
            Self::Variance => "variance (sample)",
            Self::Range => "range (largest less smallest)",
            Self::QuartileRange => "interquartile range",
            Self::At(false) => "first value",
            Self::At(true) => "last value",
            Self::Quantile(quantile) => return format!("{}th percentile", percent(quantile)),
        };
        fixed.to_owned()
    }

    /// As the name of a result's column, before the operand's.
    pub fn alias(self) -> String {
        let fixed = match self {
            Self::Count => "count",
            Self::CountDistinct => "distinct",
            Self::Sum => "total",
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Mode => "most_frequent",
            Self::Min => "min",
            Self::Max => "max",
            Self::Deviation => "sd",
            Self::PopulationDeviation => "population_sd",
            Self::Variance => "variance",
            Self::Range => "range",
            Self::QuartileRange => "iqr",
            Self::At(false) => "first",
            Self::At(true) => "last",
            Self::Quantile(quantile) => return format!("p{}", percent(quantile)),
        };
        fixed.to_owned()
    }

    /// Whether text and dates have this figure too.
    pub fn takes_any(self) -> bool {
        matches!(
            self,
            Self::Count | Self::CountDistinct | Self::Mode | Self::Min | Self::Max | Self::Range | Self::At(_)
        )
    }
}

fn percent(quantile: f64) -> String {
    crate::table::float_text(crate::table::round_significant(quantile * 100.0, 6))
}

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Greater than.
    Greater,
    /// Greater than or equal to.
    AtLeast,
    /// Less than.
    Less,
    /// Less than or equal to.
    AtMost,
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
}

impl Comparison {
    /// The operator in SQL.
    pub fn sql(self) -> &'static str {
        match self {
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::NotEqual => "<>",
        }
    }

    /// As said in an answer.
    pub fn words(self) -> &'static str {
        match self {
            Self::Greater => "above",
            Self::AtLeast => "at least",
            Self::Less => "below",
            Self::AtMost => "at most",
            Self::Equal => "equal to",
            Self::NotEqual => "not equal to",
        }
    }
}

/// A piece of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A date.
    Day,
    /// A week, named by its Monday.
    Week,
    /// A month of a year.
    Month,
    /// A month whatever the year, 1 to 12.
    MonthOfYear,
    /// A quarter of a year.
    Quarter,
    /// A year.
    Year,
    /// Ten years.
    Decade,
    /// Monday to Sunday.
    Weekday,
    /// 0 to 23.
    Hour,
}

impl Unit {
    /// The name of a result's column.
    pub fn alias(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::MonthOfYear => "month_of_year",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Decade => "decade",
            Self::Weekday => "weekday",
            Self::Hour => "hour",
        }
    }

    /// As said in an answer.
    pub fn words(self) -> &'static str {
        match self {
            Self::MonthOfYear => "month of the year",
            Self::Day
            | Self::Week
            | Self::Month
            | Self::Quarter
            | Self::Year
            | Self::Decade
            | Self::Weekday
            | Self::Hour => self.alias(),
        }
    }
}

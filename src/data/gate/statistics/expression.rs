//! What an expression of a statement of statistics is made of: constants, columns, aggregates.
//!
//! An allow-list: what is not known here is no statistic. Uses DuckDB's syntax tree. Never looks at the data.

use serde_json::Value;

use super::super::order::forget_places;
use super::super::walk::text;

/// What the value of an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Written in the statement.
    Constant,
    /// Computed from one row, so that it may be a value of the data.
    Row,
    /// Computed from aggregates over a group, whose smallest and largest values are not among them.
    Statistic,
    /// The smallest or largest value of a group, at most rounded.
    Extreme,
}

/// What a group has to have so that an aggregate over it may be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// Enough values.
    Counted,
    /// Enough values, of which not all but one are the same.
    Mixed,
    /// The same, and none of them makes up nearly all of their sum.
    Balanced,
}

/// An aggregate's argument, and what it needs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Argument {
    pub(super) expression: Value,
    pub(super) need: Need,
}

/// Aggregates of numbers that tell no single value of a group that is large enough.
const STATISTICS: [&str; 14] = [
    "sum",
    "fsum",
    "kahan_sum",
    "sumkahan",
    "avg",
    "mean",
    "favg",
    "stddev",
    "stddev_samp",
    "stddev_pop",
    "variance",
    "var_samp",
    "var_pop",
    "sem",
];

/// The smallest and largest values.
const EXTREMES: [&str; 2] = ["min", "max"];

/// Functions whose value follows from one row alone and is one value.
const OF_A_ROW: [&str; 91] = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "^",
    "||",
    "~~",
    "!~~",
    "~~*",
    "!~~*",
    "~~~",
    "abs",
    "ceil",
    "ceiling",
    "century",
    "concat",
    "contains",
    "date_add",
    "date_diff",
    "date_part",
    "date_sub",
    "date_trunc",
    "datediff",
    "datepart",
    "datesub",
    "datetrunc",
    "day",
    "dayname",
    "dayofmonth",
    "dayofweek",
    "dayofyear",
    "decade",
    "ends_with",
    "epoch",
    "exp",
    "floor",
    "greatest",
    "hour",
    "isfinite",
    "isinf",
    "isnan",
    "isodow",
    "last_day",
    "lcase",
    "least",
    "left",
    "len",
    "length",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "ltrim",
    "make_date",
    "minute",
    "mod",
    "month",
    "monthname",
    "nullif",
    "pow",
    "power",
    "prefix",
    "quarter",
    "regexp_matches",
    "replace",
    "right",
    "round",
    "rtrim",
    "second",
    "sign",
    "split_part",
    "sqrt",
    "starts_with",
    "strftime",
    "substr",
    "substring",
    "suffix",
    "to_days",
    "to_hours",
    "to_months",
    "to_years",
    "trim",
    "trunc",
    "ucase",
    "upper",
    "week",
    "year",
];

/// Functions of statistics that are statistics.
const OF_STATISTICS: [&str; 15] =
    ["+", "-", "*", "/", "//", "%", "abs", "ceil", "ceiling", "floor", "greatest", "least", "nullif", "round", "sqrt"];

/// Functions that leave a smallest or largest value what it is, but for digits.
const OF_EXTREMES: [&str; 4] = ["round", "ceil", "ceiling", "floor"];

/// Operators that give one value.
const OPERATORS: [&str; 7] = [
    "OPERATOR_NOT",
    "OPERATOR_IS_NULL",
    "OPERATOR_IS_NOT_NULL",
    "OPERATOR_COALESCE",
    "OPERATOR_NULLIF",
    "COMPARE_IN",
    "COMPARE_NOT_IN",
];

/// Types of numbers, to which a figure may be cast.
const NUMBERS: [&str; 13] = [
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "HUGEINT",
    "UTINYINT",
    "USMALLINT",
    "UINTEGER",
    "UBIGINT",
    "UHUGEINT",
    "FLOAT",
    "DOUBLE",
    "DECIMAL",
];

/// Reads expressions, and gathers what the aggregates in them need.
#[derive(Debug, Default)]
pub(super) struct Expressions {
    pub(super) arguments: Vec<Argument>,
    /// Whether there was an aggregate at all.
    pub(super) aggregates: bool,
}

impl Expressions {
    /// The kind of an output column; none where it is neither of a group nor a statistic.
    pub(super) fn output(&mut self, expression: &Value) -> Option<Kind> {
        let kind = self.kind(expression)?;
        (kind != Kind::Constant).then_some(kind)
    }

    /// Whether an expression is computed from one row.
    pub(super) fn is_of_a_row(&mut self, expression: &Value) -> bool {
        matches!(self.kind(expression), Some(Kind::Constant | Kind::Row))
    }

    /// Whether a condition on groups is made of rows' values and statistics.
    pub(super) fn is_condition(&mut self, expression: &Value) -> bool {
        match class(expression) {
            "CONJUNCTION" | "COMPARISON" | "BETWEEN" | "OPERATOR" => {
                is_known_operator(expression) && parts(expression).into_iter().all(|part| self.is_condition(part))
            }
            _ => matches!(self.kind(expression), Some(Kind::Constant | Kind::Row | Kind::Statistic)),
        }
    }

    /// Whether an expression is one of those that are known here, whatever its kind.
    pub(super) fn is_known(&mut self, expression: &Value) -> bool {
        self.kind(expression).is_some()
    }

    fn kind(&mut self, expression: &Value) -> Option<Kind> {
        match class(expression) {
            "CONSTANT" => Some(Kind::Constant),
            "COLUMN_REF" => Some(Kind::Row),
            "CASE" | "COMPARISON" | "CONJUNCTION" | "BETWEEN" => self.row(expression),
            "OPERATOR" if is_known_operator(expression) => match self.parts_kind(expression)? {
                kind @ (Kind::Constant | Kind::Row) => Some(kind),
                Kind::Statistic if field(expression, "type") == "OPERATOR_COALESCE" => Some(Kind::Statistic),
                Kind::Statistic | Kind::Extreme => None,
            },
            "CAST" => match self.kind(expression.get("child")?)? {
                kind @ (Kind::Constant | Kind::Row) => Some(kind),
                kind @ (Kind::Statistic | Kind::Extreme) => is_cast_to_number(expression).then_some(kind),
            },
            "FUNCTION" => self.call(expression),
            _ => None,
        }
    }

    /// An expression that is allowed only where it is computed from one row.
    fn row(&mut self, expression: &Value) -> Option<Kind> {
        match self.parts_kind(expression)? {
            kind @ (Kind::Constant | Kind::Row) => Some(kind),
            Kind::Statistic | Kind::Extreme => None,
        }
    }

    fn call(&mut self, call: &Value) -> Option<Kind> {
        let is_of_the_engine = matches!(field(call, "schema"), "" | "main") && field(call, "catalog").is_empty();
        let is_plain = call.get("filter").is_some_and(Value::is_null)
            && call.pointer("/order_bys/orders").and_then(Value::as_array).is_some_and(Vec::is_empty)
            && call.get("export_state").and_then(Value::as_bool) == Some(false);
        if !is_of_the_engine || !is_plain {
            return None;
        }
        let name = field(call, "function_name").to_ascii_lowercase();
        let is_distinct = call.get("distinct").and_then(Value::as_bool)?;
        let arguments = call.get("children")?.as_array()?;
        match name.as_str() {
            "count_star" | "count" => self.count(arguments, is_distinct),
            name if EXTREMES.contains(&name) && !is_distinct => self.aggregate(arguments, Kind::Extreme),
            name if STATISTICS.contains(&name) && !is_distinct => self.aggregate(arguments, Kind::Statistic),
            name if OF_A_ROW.contains(&name) && !is_distinct => match self.parts_kind(call)? {
                kind @ (Kind::Constant | Kind::Row) => Some(kind),
                Kind::Statistic => OF_STATISTICS.contains(&name).then_some(Kind::Statistic),
                Kind::Extreme => OF_EXTREMES.contains(&name).then_some(Kind::Extreme),
            },
            _ => None,
        }
    }

    fn count(&mut self, arguments: &[Value], is_distinct: bool) -> Option<Kind> {
        self.aggregates = true;
        match arguments {
            [] => Some(Kind::Statistic),
            [constant] if class(constant) == "CONSTANT" && !is_distinct => Some(Kind::Statistic),
            [column] => self.need(column, Need::Counted).then_some(Kind::Statistic),
            _ => None,
        }
    }

    fn aggregate(&mut self, arguments: &[Value], kind: Kind) -> Option<Kind> {
        self.aggregates = true;
        let need = if kind == Kind::Extreme { Need::Mixed } else { Need::Balanced };
        match arguments {
            [column] => self.need(column, need).then_some(kind),
            _ => None,
        }
    }

    /// Notes what an argument needs; it has to be a column, at most cast to a number.
    fn need(&mut self, argument: &Value, need: Need) -> bool {
        let mut inner = argument;
        while class(inner) == "CAST" && is_cast_to_number(inner) {
            inner = inner.get("child").unwrap_or(&Value::Null);
        }
        if class(inner) != "COLUMN_REF" {
            return false;
        }
        let mut expression = argument.clone();
        forget_places(&mut expression);
        match self.arguments.iter_mut().find(|known| known.expression == expression) {
            Some(known) => known.need = known.need.max(need),
            None => self.arguments.push(Argument { expression, need }),
        }
        true
    }

    /// What the parts of an expression are together. A value of one row must not be hidden in a statistic, nor an
    /// extreme in anything.
    fn parts_kind(&mut self, expression: &Value) -> Option<Kind> {
        let mut together = Kind::Constant;
        for part in parts(expression) {
            together = match (together, self.kind(part)?) {
                (Kind::Constant, kind) | (kind, Kind::Constant) => kind,
                (Kind::Row, Kind::Row) => Kind::Row,
                (Kind::Statistic, Kind::Statistic) => Kind::Statistic,
                (Kind::Row | Kind::Statistic | Kind::Extreme, Kind::Row | Kind::Statistic | Kind::Extreme) => {
                    return None;
                }
            };
        }
        Some(together)
    }
}

/// The expressions that an expression is made of.
fn parts(expression: &Value) -> Vec<&Value> {
    let listed = expression.get("children").and_then(Value::as_array).into_iter().flatten();
    let checks = expression.get("case_checks").and_then(Value::as_array).into_iter().flatten();
    let checks = checks.flat_map(|check| [check.get("when_expr"), check.get("then_expr")]).flatten();
    let named = ["left", "right", "input", "lower", "upper", "else_expr"].into_iter();
    listed.chain(checks).chain(named.filter_map(|name| expression.get(name))).collect()
}

fn is_known_operator(expression: &Value) -> bool {
    class(expression) != "OPERATOR" || OPERATORS.contains(&field(expression, "type"))
}

fn is_cast_to_number(expression: &Value) -> bool {
    let target = expression.pointer("/cast_type/id").and_then(Value::as_str).unwrap_or_default();
    NUMBERS.contains(&target)
}

pub(super) fn class(expression: &Value) -> &str {
    field(expression, "class")
}

pub(super) fn field<'value>(value: &'value Value, name: &str) -> &'value str {
    value.as_object().map_or("", |object| text(object, name))
}

//! One channel of an encoding: which field it shows, and what is computed of it.

use serde_json::Value;

use crate::render::chart_data::ChartData;

/// What is computed of the values of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aggregate {
    None,
    Count,
    Sum,
    Mean,
    Median,
    Min,
    Max,
}

/// What kind of scale a channel has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Time,
    Category,
}

/// Into which pieces numbers or moments are put.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Pieces {
    /// None.
    Whole,
    /// At most so many bins.
    Bins(f64),
    /// Bins that the data holds already.
    Binned,
    /// The first characters of ISO text: a year is 4, a month 7, a day 10.
    Prefix(usize),
}

/// The order of the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// By key.
    Key { descending: bool },
    /// By value.
    Value { descending: bool },
    /// As in the data.
    Data,
    /// Those first, in this order.
    Listed(Vec<String>),
}

/// One channel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Channel {
    /// Position of the field in the data; none where rows are counted.
    pub(super) column: Option<usize>,
    /// Position of the upper ends of bins that the data holds.
    pub(super) until: Option<usize>,
    pub(super) kind: Kind,
    pub(super) aggregate: Aggregate,
    pub(super) pieces: Pieces,
    pub(super) order: Order,
    /// Empty where the chart has none.
    pub(super) title: String,
}

/// Bins where the specification does not say how many, as Vega-Lite has it for positions.
const BINS: f64 = 10.0;

impl Channel {
    /// Reads a channel; nothing where it holds what is not known here, or a field that is not in the data.
    pub(super) fn of(channel: &Value, data: &ChartData) -> Option<Self> {
        let text = |key: &str| channel.get(key).and_then(Value::as_str);
        let aggregate = match channel.get("aggregate").map(Value::as_str) {
            None => Aggregate::None,
            Some(Some("count")) => Aggregate::Count,
            Some(Some("sum")) => Aggregate::Sum,
            Some(Some("mean" | "average")) => Aggregate::Mean,
            Some(Some("median")) => Aggregate::Median,
            Some(Some("min")) => Aggregate::Min,
            Some(Some("max")) => Aggregate::Max,
            Some(_) => return None,
        };
        let field = text("field").map(|field| field.replace("\\.", ".").replace("\\[", "[").replace("\\]", "]"));
        let column = match &field {
            Some(field) => Some(data.column(field)?),
            None if aggregate == Aggregate::Count => None,
            None => return None,
        };
        let pieces = pieces(channel)?;
        let kind = match text("type") {
            Some("quantitative") => Kind::Number,
            Some("temporal") => Kind::Time,
            Some("nominal" | "ordinal") => Kind::Category,
            Some(_) => return None,
            None => match pieces {
                Pieces::Prefix(_) => Kind::Time,
                Pieces::Bins(_) | Pieces::Binned => Kind::Number,
                Pieces::Whole if aggregate != Aggregate::None => Kind::Number,
                Pieces::Whole => Kind::Category,
            },
        };
        Some(Self {
            column,
            until: None,
            kind,
            aggregate,
            pieces,
            order: order(channel),
            title: title(channel, aggregate, field),
        })
    }

    /// Whether the channel shows values rather than what they are values of.
    pub(super) fn is_measure(&self) -> bool {
        self.aggregate != Aggregate::None || self.kind == Kind::Number && self.pieces == Pieces::Whole
    }
}

fn pieces(channel: &Value) -> Option<Pieces> {
    match channel.get("bin") {
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(Value::Bool(true)) => return Some(Pieces::Bins(BINS)),
        Some(Value::String(word)) if word == "binned" => return Some(Pieces::Binned),
        Some(Value::Object(bin)) if bin.get("binned") == Some(&Value::Bool(true)) => return Some(Pieces::Binned),
        Some(Value::Object(bin)) if bin.keys().all(|key| key == "maxbins") => {
            return Some(Pieces::Bins(bin.get("maxbins").map_or(Some(BINS), Value::as_f64)?.clamp(1.0, 100.0)));
        }
        Some(_) => return None,
    }
    match channel.get("timeUnit").map(Value::as_str) {
        None => Some(Pieces::Whole),
        Some(Some("year")) => Some(Pieces::Prefix(4)),
        Some(Some("yearmonth")) => Some(Pieces::Prefix(7)),
        Some(Some("yearmonthdate")) => Some(Pieces::Prefix(10)),
        Some(_) => None,
    }
}

fn order(channel: &Value) -> Order {
    let descending = |sort: &Value| sort.get("order").and_then(Value::as_str) == Some("descending");
    match channel.get("sort") {
        Some(Value::Null) => Order::Data,
        Some(Value::String(sort)) => match sort.as_str() {
            "descending" => Order::Key { descending: true },
            "x" | "y" => Order::Value { descending: false },
            "-x" | "-y" => Order::Value { descending: true },
            _ => Order::Key { descending: false },
        },
        Some(Value::Array(keys)) => {
            Order::Listed(keys.iter().map(|key| key.as_str().map_or_else(|| key.to_string(), str::to_owned)).collect())
        }
        Some(sort @ Value::Object(_)) => Order::Value { descending: descending(sort) },
        Some(Value::Bool(_) | Value::Number(_)) | None => Order::Key { descending: false },
    }
}

fn title(channel: &Value, aggregate: Aggregate, field: Option<String>) -> String {
    let given = channel.get("title").or_else(|| channel.get("axis")?.get("title"));
    match given {
        Some(Value::String(title)) => title.clone(),
        Some(_) => String::new(),
        None => {
            let field = field.unwrap_or_default();
            let word = match aggregate {
                Aggregate::None => return field,
                Aggregate::Count => return "count".to_owned(),
                Aggregate::Sum => "sum",
                Aggregate::Mean => "mean",
                Aggregate::Median => "median",
                Aggregate::Min => "smallest",
                Aggregate::Max => "largest",
            };
            format!("{word} of {field}")
        }
    }
}

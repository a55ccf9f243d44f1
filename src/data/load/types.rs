//! Types that the user names: `--type COL=TYPE`.
//!
//! A named type is taken only where it keeps every value; the column that does not fit is named with one of its values.

use super::column::{Column, Type};
use super::decide::Decision;
use super::names::Name;
use super::source::Prepared;
use super::{ReadOptions, asked};
use crate::data::DataError;
use crate::event::Dataset;

/// Types as they may be named.
const NAMES: &str = "text, integer, number, boolean, date, timestamp, time; number:, and number:. say what stands before \
                     decimals, date:dmy and date:mdy what is first, and so do timestamp:dmy and timestamp:mdy";

/// What a user can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Text,
    Integer,
    /// With a comma before decimals, where that was said.
    Number(Option<bool>),
    Boolean,
    /// With the day first, where that was said.
    Date(Option<bool>),
    Stamp(Option<bool>),
    Time,
}

impl Named {
    fn parse(text: &str) -> Option<Self> {
        Some(match text.to_ascii_lowercase().as_str() {
            "text" | "varchar" | "string" => Self::Text,
            "integer" | "bigint" | "int" => Self::Integer,
            "number" | "double" | "float" | "decimal" => Self::Number(None),
            "number:," => Self::Number(Some(true)),
            "number:." => Self::Number(Some(false)),
            "boolean" | "bool" => Self::Boolean,
            "date" => Self::Date(None),
            "date:dmy" => Self::Date(Some(true)),
            "date:mdy" => Self::Date(Some(false)),
            "timestamp" | "datetime" => Self::Stamp(None),
            "timestamp:dmy" => Self::Stamp(Some(true)),
            "timestamp:mdy" => Self::Stamp(Some(false)),
            "time" => Self::Time,
            _ => return None,
        })
    }
}

/// Gives columns the types that the user names. Returns the names that no column has.
pub(super) fn name(
    prepared: &Prepared,
    options: &ReadOptions,
    names: &[Name],
    columns: &[Column],
    decisions: &mut [Decision],
) -> Result<Vec<String>, DataError> {
    let mut unknown = Vec::new();
    for (wanted, text) in &options.types {
        let shown = format!("--type {wanted}={text}");
        let Some(asked) = Named::parse(text) else {
            return Err(prepared.error("bad_option", format!("{shown}: there is no such type"), NAMES));
        };
        let found = |name: &&(&Name, (&Column, &mut Decision))| name.0.name == *wanted;
        let mut described = names.iter().zip(columns.iter().zip(decisions.iter_mut()));
        let Some((_, (column, decision))) = described.find(|one| found(&one)) else {
            unknown.push(wanted.clone());
            continue;
        };
        if let Some(kept) = decided(asked, column, decision) {
            *decision = Decision { named: true, ..kept };
        } else {
            let example = column.example().unwrap_or("its values");
            return Err(does_not_fit(prepared, wanted, text, example));
        }
    }
    Ok(unknown)
}

/// The error that a column has a value that is none of its named type.
pub(super) fn does_not_fit(prepared: &Prepared, column: &str, named: &str, example: &str) -> DataError {
    let reason = format!("--type {column}={}: not every value is one, such as {example}", named.to_lowercase());
    prepared.error("bad_option", reason, &format!("--type {column}=text keeps all of them"))
}

/// The error that no file has a column.
pub(super) fn no_such_column(prepared: &Prepared, column: &str, datasets: &[Dataset]) -> DataError {
    let names = datasets.iter().flat_map(|dataset| &dataset.columns).map(|column| column.name.as_str());
    let near =
        names.clone().min_by_key(|name| strsim::damerau_levenshtein(&name.to_lowercase(), &column.to_lowercase()));
    let hint = near.map(|near| format!("did you mean {near}?")).unwrap_or_default();
    prepared.error("bad_option", format!("--type {column}=...: there is no such column"), &hint)
}

/// What a column is under a named type; none where that would change a value.
fn decided(named: Named, column: &Column, so_far: &Decision) -> Option<Decision> {
    let with = |kind: Type| Some(Decision { kind, ..so_far.clone() });
    let kind = &so_far.kind;
    match named {
        Named::Text => Some(Decision { missing: Vec::new(), ..Decision::of(Type::Text) }),
        Named::Integer => matches!(kind, Type::Integer | Type::WideInteger).then(|| so_far.clone()).or_else(|| {
            let zero_led = column.is_zero_led().then_some(Type::Integer);
            let kept = zero_led.map(|kind| Decision { missing: column.word_list(), ..Decision::of(kind) });
            kept.or_else(|| as_numbers(column).filter(|kept| kept.kind == Type::Integer))
        }),
        Named::Number(None) if kind.is_number() => Some(so_far.clone()),
        Named::Number(None) if column.is_zero_led() => {
            Some(Decision { missing: column.word_list(), ..Decision::of(Type::Integer) })
        }
        Named::Number(None) if column.is_code_like() => {
            Some(Decision { missing: column.word_list(), ..Decision::of(Type::Number) })
        }
        Named::Number(None) if column.may_be_marks() => {
            let (kind, style) = column.styled_as(false)?;
            Some(Decision { style: Some(style), missing: column.word_list(), ..Decision::of(kind) })
        }
        Named::Number(None) => as_numbers(column).filter(|kept| kept.kind.is_number()),
        Named::Number(Some(comma)) => {
            let (kind, style) = column.styled_as(comma)?;
            Some(Decision { style: Some(style), missing: column.word_list(), ..Decision::of(kind) })
        }
        Named::Boolean if *kind == Type::Boolean => Some(so_far.clone()),
        Named::Boolean => asked::decided(&Type::Boolean, column, so_far),
        Named::Date(None) if matches!(kind, Type::Date | Type::DayMonth { stamp: false, .. }) => Some(so_far.clone()),
        Named::Date(None) => asked::decided(&Type::Date, column, so_far),
        Named::Stamp(None) => match kind {
            Type::Stamp | Type::FineStamp | Type::ZonedStamp | Type::DayMonth { stamp: true, .. } => {
                Some(so_far.clone())
            }
            Type::Date => with(Type::Stamp),
            _ => asked::decided(&Type::Stamp, column, so_far),
        },
        Named::Date(Some(day_first)) | Named::Stamp(Some(day_first)) => match column.ordered(day_first) {
            kind @ Type::DayMonth { day_first: found, stamp, .. } if found == day_first => {
                (stamp == matches!(named, Named::Stamp(_))).then(|| Decision { kind, ..so_far.clone() })
            }
            _ => None,
        },
        Named::Time => (*kind == Type::Time).then(|| so_far.clone()),
    }
}

/// What the values are by their looks, where cells say that they are texts.
fn as_numbers(column: &Column) -> Option<Decision> {
    let kind = column.decide(None);
    kind.is_number().then(|| Decision { missing: column.word_list(), ..Decision::of(kind) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under(text: &str, values: &[&str]) -> Option<String> {
        let mut column = Column::default();
        for value in values {
            column.add(value.as_bytes());
        }
        let decision = super::super::decide::decide(std::slice::from_ref(&column), b',').pop().unwrap();
        decided(Named::parse(text).unwrap(), &column, &decision).map(|decision| decision.kind.name())
    }

    #[test]
    fn a_named_type_must_keep_every_value() {
        for (named, values, expected) in [
            ("text", vec!["1", "2"], Some("VARCHAR")),
            ("integer", vec!["1", "2"], Some("BIGINT")),
            ("integer", vec!["1.5"], None),
            ("integer", vec!["007", "12"], Some("BIGINT")),
            ("number", vec!["1E5", "2E3"], Some("DOUBLE")),
            ("number", vec!["x"], None),
            ("number", vec!["5-", "7", "8-"], Some("BIGINT")),
            ("number", vec!["1,5", "2,25"], Some("DOUBLE")),
            ("number:,", vec!["1.000", "2.500"], Some("BIGINT")),
            ("number:.", vec!["1,234"], Some("BIGINT")),
            ("number:,", vec!["1.5"], None),
            ("date:mdy", vec!["01/02/2024"], Some("DATE")),
            ("date:dmy", vec!["01/25/2024"], None),
            ("date:dmy", vec!["24/03/31", "23/12/25"], Some("DATE")),
            ("date:mdy", vec!["24/03/31", "23/12/25"], None),
            ("timestamp", vec!["2024-01-02"], Some("TIMESTAMP")),
            ("boolean", vec!["yes", "no"], Some("BOOLEAN")),
            ("boolean", vec!["0", "1"], Some("BOOLEAN")),
            ("date", vec!["20240131"], Some("DATE")),
            ("timestamp", vec!["1700000000"], Some("TIMESTAMP")),
        ] {
            assert_eq!(under(named, &values).as_deref(), expected, "{named} {values:?}");
        }
        assert_eq!(Named::parse("money"), None);
    }
}

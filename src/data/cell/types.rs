//! The type of a column: its name as `DESCRIBE` says it, and what its values are made of.
//!
//! Uses DuckDB's type handles, and Arrow's types for the one thing that those do not say.

use duckdb::arrow::datatypes::DataType;
use duckdb::core::{LogicalTypeHandle, LogicalTypeId};

/// A type with its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// A type without parts.
    Simple(LogicalTypeId),
    /// A type that goes by a name of its own, such as `JSON`, over another.
    Alias(String, Box<Shape>),
    /// Width and scale.
    Decimal(u8, u8),
    List(Box<Shape>),
    /// Elements, and how many.
    Array(Box<Shape>, i32),
    Struct(Vec<(String, Shape)>),
    /// Keys and values.
    Map(Box<Shape>, Box<Shape>),
    Union(Vec<(String, Shape)>),
}

impl Shape {
    /// The shape of a type; Arrow's own type, where it is known, says how long arrays are.
    pub(super) fn of(logical: &LogicalTypeHandle, arrow: Option<&DataType>) -> Self {
        let fields = |arrow: Option<&DataType>| -> Vec<(String, Self)> {
            (0..logical.num_children())
                .map(|index| {
                    let inner = match arrow {
                        Some(DataType::Struct(fields)) => fields.get(index).map(|field| field.data_type()),
                        _ => None,
                    };
                    (logical.try_child_name(index).unwrap_or_default(), Self::of(&logical.child(index), inner))
                })
                .collect()
        };
        let element = match arrow {
            Some(
                DataType::List(field)
                | DataType::LargeList(field)
                | DataType::FixedSizeList(field, _)
                | DataType::Map(field, _),
            ) => Some(field.data_type()),
            _ => None,
        };
        let shape = match logical.id() {
            LogicalTypeId::Decimal => Self::Decimal(logical.decimal_width(), logical.decimal_scale()),
            LogicalTypeId::List => Self::List(Box::new(Self::of(&logical.child(0), element))),
            LogicalTypeId::Array => {
                let length = if let Some(DataType::FixedSizeList(_, length)) = arrow { *length } else { 0 };
                Self::Array(Box::new(Self::of(&logical.child(0), element)), length)
            }
            LogicalTypeId::Struct => Self::Struct(fields(arrow)),
            LogicalTypeId::Map => {
                let inner = |index: usize| match element {
                    Some(DataType::Struct(fields)) => fields.get(index).map(|field| field.data_type()),
                    _ => None,
                };
                let part = |index| Box::new(Self::of(&logical.child(index), inner(index)));
                Self::Map(part(0), part(1))
            }
            LogicalTypeId::Union => Self::Union(fields(None)),
            id => Self::Simple(id),
        };
        match logical.get_alias() {
            Some(alias) if !alias.is_empty() => Self::Alias(alias, Box::new(shape)),
            _ => shape,
        }
    }

    /// Whether Arrow does not carry all values of the type, so that DuckDB itself has to write them.
    pub(super) fn needs_text(&self) -> bool {
        match self {
            Self::Simple(id) => matches!(
                id,
                LogicalTypeId::Bit
                    | LogicalTypeId::TimeTZ
                    | LogicalTypeId::TimeNs
                    | LogicalTypeId::Bignum
                    | LogicalTypeId::UHugeint
                    | LogicalTypeId::Uuid
                    | LogicalTypeId::Variant
                    | LogicalTypeId::Geometry
                    | LogicalTypeId::Any
                    | LogicalTypeId::Interval
                    | LogicalTypeId::Unsupported
            ),
            Self::Union(_) => true,
            Self::Alias(_, inner) | Self::List(inner) | Self::Array(inner, _) => inner.needs_text(),
            Self::Decimal(..) => false,
            Self::Struct(fields) => fields.iter().any(|(_, field)| field.needs_text()),
            Self::Map(key, value) => key.needs_text() || value.needs_text(),
        }
    }

    /// Whether its values are floats or hold some.
    pub(super) fn holds_floats(&self) -> bool {
        match self {
            Self::Simple(id) => matches!(id, LogicalTypeId::Float | LogicalTypeId::Double | LogicalTypeId::Variant),
            Self::Alias(_, inner) | Self::List(inner) | Self::Array(inner, _) => inner.holds_floats(),
            Self::Decimal(..) => false,
            Self::Struct(fields) | Self::Union(fields) => fields.iter().any(|(_, field)| field.holds_floats()),
            Self::Map(key, value) => key.holds_floats() || value.holds_floats(),
        }
    }

    /// Whether its values are whole numbers, also where they come as text.
    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Self::Simple(LogicalTypeId::UHugeint | LogicalTypeId::Bignum))
    }

    /// The type as `DESCRIBE` names it, but for the values of an enumeration.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Simple(id) => simple(*id).to_owned(),
            Self::Alias(name, _) => name.clone(),
            Self::Decimal(width, scale) => format!("DECIMAL({width},{scale})"),
            Self::List(inner) => format!("{}[]", inner.name()),
            Self::Array(inner, length) => format!("{}[{length}]", inner.name()),
            Self::Struct(fields) => format!("STRUCT({})", named(fields)),
            Self::Map(key, value) => format!("MAP({}, {})", key.name(), value.name()),
            Self::Union(fields) => format!("UNION({})", named(fields)),
        }
    }
}

fn named(fields: &[(String, Shape)]) -> String {
    let field = |(name, shape): &(String, Shape)| {
        let plain = name.chars().enumerate().all(|(index, character)| {
            matches!(character, 'a'..='z' | '_') || (index > 0 && character.is_ascii_digit())
        });
        match (name.is_empty(), plain) {
            (true, _) => shape.name(),
            (false, true) => format!("{name} {}", shape.name()),
            (false, false) => format!("\"{}\" {}", name.replace('"', "\"\""), shape.name()),
        }
    };
    fields.iter().map(field).collect::<Vec<_>>().join(", ")
}

fn simple(id: LogicalTypeId) -> &'static str {
    match id {
        LogicalTypeId::Boolean => "BOOLEAN",
        LogicalTypeId::Tinyint => "TINYINT",
        LogicalTypeId::Smallint => "SMALLINT",
        LogicalTypeId::Integer => "INTEGER",
        LogicalTypeId::Bigint => "BIGINT",
        LogicalTypeId::UTinyint => "UTINYINT",
        LogicalTypeId::USmallint => "USMALLINT",
        LogicalTypeId::UInteger => "UINTEGER",
        LogicalTypeId::UBigint => "UBIGINT",
        LogicalTypeId::Float => "FLOAT",
        LogicalTypeId::Double => "DOUBLE",
        LogicalTypeId::Timestamp => "TIMESTAMP",
        LogicalTypeId::Date => "DATE",
        LogicalTypeId::Time => "TIME",
        LogicalTypeId::Interval => "INTERVAL",
        LogicalTypeId::Hugeint => "HUGEINT",
        LogicalTypeId::UHugeint => "UHUGEINT",
        LogicalTypeId::Varchar | LogicalTypeId::StringLiteral => "VARCHAR",
        LogicalTypeId::Blob => "BLOB",
        LogicalTypeId::TimestampS => "TIMESTAMP_S",
        LogicalTypeId::TimestampMs => "TIMESTAMP_MS",
        LogicalTypeId::TimestampNs => "TIMESTAMP_NS",
        LogicalTypeId::Enum => "ENUM",
        LogicalTypeId::Uuid => "UUID",
        LogicalTypeId::Bit => "BIT",
        LogicalTypeId::TimeTZ => "TIME WITH TIME ZONE",
        LogicalTypeId::TimestampTZ => "TIMESTAMP WITH TIME ZONE",
        LogicalTypeId::Bignum => "BIGNUM",
        LogicalTypeId::SqlNull => "NULL",
        LogicalTypeId::TimeNs => "TIME_NS",
        LogicalTypeId::Geometry => "GEOMETRY",
        LogicalTypeId::Variant => "VARIANT",
        LogicalTypeId::IntegerLiteral => "INTEGER_LITERAL",
        _ => "UNKNOWN",
    }
}

//! What was decided about columns, and done to their texts, with the option that undoes it.

use super::super::asked::Asked;
use super::super::codes::Code;
use super::super::column::{Column, Type};
use super::super::decide::Decision;
use super::super::shape::Shape;
use crate::event::KeptType;

/// The option that keeps the texts of a column.
fn as_text(name: &str) -> String {
    format!("--type '{name}=text'")
}

/// The option that reads dates in another order, where nothing tells in which.
pub(in super::super) fn reordered(name: &str, kind: &Type, column: &Column) -> String {
    let Type::DayMonth { stamp, day_first, formats, .. } = kind else { return as_text(name) };
    let year_first = formats.iter().any(|format| format.starts_with("%y"));
    if !year_first && column.tells_day_and_month() {
        return as_text(name);
    }
    let named = if *stamp { "timestamp" } else { "date" };
    let order = if *day_first && !year_first { "mdy" } else { "dmy" };
    format!("--type '{name}={named}:{order}'")
}

/// What was decided about a column that its texts do not say plainly: what, why, and the option that undoes it.
pub(super) fn decided(
    name: &str,
    decision: &Decision,
    column: &Column,
    kept: Option<&KeptType>,
) -> Option<(String, String, String)> {
    let told = |decided: String, because: &str, option: String| Some((decided, because.to_owned(), option));
    if decision.named {
        return told(decision.kind.name(), "the option", String::new());
    }
    if let Type::DayMonth { day_first, settled, formats, .. } = &decision.kind {
        if decision.kind.has_plain_order() {
            return told("names of months read".to_owned(), "all its values are such dates", as_text(name));
        }
        let order = super::order_of(*day_first, formats, decision.born);
        let order = order.strip_prefix("dates read with ").unwrap_or(&order).to_owned();
        return match settled {
            true => told(order, "other values or columns allow nothing else", as_text(name)),
            false => told(order, "nothing in the file tells", reordered(name, &decision.kind, column)),
        };
    }
    if decision.style.is_some() {
        return told(super::how(decision), "all its values are such numbers", as_text(name));
    }
    if let Some(code) = decision.code {
        let because = match code {
            Code::Lists { .. } => "its values are lists of codes, hardly decimals",
            Code::Version | Code::Duration | Code::Plus => "its numbers name something",
        };
        return told("text".to_owned(), because, code.option(name));
    }
    if decision.by_evidence {
        let words = decision.missing.join(", ");
        return told(format!("{words} read as missing"), "it is missing in other columns", "--null ''".to_owned());
    }
    if let Some(kept) = kept {
        let option = match decision.kind {
            Type::Text if column.is_zero_led() => format!("--type '{name}=integer'"),
            Type::Text => String::new(),
            _ => as_text(name),
        };
        let because = format!("values such as {} would not survive as {}", kept.example, kept.suggested);
        return told(kept.kind.clone(), &because, option);
    }
    if decision.kind == Type::Text {
        return of_text(name, column);
    }
    let (how, values, _) = conversion(decision, column);
    let because = match decision.kind {
        Type::ZonedStamp => "its values have an offset or a zone",
        Type::Boolean if column.is_truth() => "nothing else stands there",
        _ => "all other values are of this type",
    };
    (values > 0 && (decision.converts(column) || decision.differs(column) || decision.kind == Type::ZonedStamp))
        .then(|| (how, because.to_owned(), as_text(name)))
}

/// Why a column of numbers or dates stayed text.
fn of_text(name: &str, column: &Column) -> Option<(String, String, String)> {
    let told = |because: &str, option: String| Some(("text".to_owned(), because.to_owned(), option));
    if column.mixes_dates() {
        return told("its dates are not all written in one way", String::new());
    }
    if let Some(example) = column.impossible() {
        return told("some of its dates or times are none", format!("--null '{example}'"));
    }
    if column.in_named_zones().is_some() {
        return told("its times stand in zones that are told by names", String::new());
    }
    if column.may_be_marks() {
        return told("a minus behind single digits may be part of a mark", format!("--type '{name}=number'"));
    }
    let mixed = column.is_written_otherwise() || column.scaled().is_some();
    if mixed { told("its numbers are written in several ways or units", String::new()) } else { None }
}

/// What was done to the texts of a column, to how many, and one of them.
pub(super) fn conversion<'a>(decision: &'a Decision, column: &'a Column) -> (String, u64, &'a str) {
    let (words, dates, truths) = column.others();
    match &decision.kind {
        _ if decision.asked.is_some() => {
            let how = decision.asked.map(Asked::how).unwrap_or_default();
            (how.to_owned(), column.values(), column.example_of(&[Shape::Integer]))
        }
        _ if decision.style.is_some() => {
            let comma = decision.style.as_ref().is_some_and(|style| style.comma);
            let (how, values) = (super::how(decision), column.written_otherwise(comma));
            match decision.missing.join(", ") {
                missing if words > 0 && !missing.is_empty() => {
                    let styled = Some(column.style_example()).filter(|example| !example.is_empty());
                    let example = styled.unwrap_or_else(|| column.example_of(&[Shape::Word]));
                    (format!("{how}; {missing} read as missing"), values + words, example)
                }
                _ => (how, values, column.style_example()),
            }
        }
        Type::ZonedStamp => (super::how(decision), column.zoned(), column.zoned_example()),
        kind @ Type::DayMonth { day_first, formats, .. } => {
            let order = if kind.has_plain_order() {
                "names of months read".to_owned()
            } else {
                super::order_of(*day_first, formats, decision.born)
            };
            (order, dates, column.example_of(&[Shape::DayMonth, Shape::DayMonthStamp]))
        }
        Type::Boolean if column.is_truth() => {
            ("yes and no read as truth values".to_owned(), truths, column.example_of(&[Shape::Text]))
        }
        Type::Time if column.has_half_days() => {
            let times = column.values();
            ("AM and PM read as halves of the day".to_owned(), times, column.example_of(&[Shape::Time]))
        }
        kind if kind.is_number() && (column.plus_signs().0 || column.mixes_places()) => {
            let how = "plus signs and zeros behind decimals left out".to_owned();
            (how, column.respelled(), column.example_of(&[Shape::Decimal, Shape::Integer]))
        }
        kind => {
            let missing = (words > 0 && !decision.missing.is_empty()).then(|| {
                (format!("{} read as missing", decision.missing.join(", ")), words, column.example_of(&[Shape::Word]))
            });
            let spellings = column.spellings(kind).into_iter();
            let told: Vec<(String, u64, &str)> =
                missing.into_iter().chain(spellings.map(|(how, count, one)| (how.to_owned(), count, one))).collect();
            let how: Vec<&str> = told.iter().map(|(how, ..)| how.as_str()).collect();
            let count = told.iter().map(|(_, count, _)| count).sum();
            (how.join("; "), count, told.first().map_or("", |(.., example)| example))
        }
    }
}

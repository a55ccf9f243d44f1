//! What may be told of a statement without its values.
//!
//! Uses the gate, the tables without a row, and the data for the sizes of groups alone.

use std::time::Duration;

use duckdb::Connection;

use super::child::Open;
use super::run;
use crate::data::Review;
use crate::data::gate::{Checked, Refusal};
use crate::data::review::Figure;
use crate::limits::{Limits, PRIVATE_GROUP_ROWS};
use crate::table::Cell;

/// Reviews a statement. `timeout` is given where it is to be found out whether its result is made of statistics.
pub(super) fn review(
    open: &Open,
    parser: &Connection,
    sql: &str,
    timeout: Option<Duration>,
    limits: &Limits,
) -> Review {
    let checked = match open.gate.check(parser, sql) {
        Ok(checked) => checked,
        Err(Refusal::Denied(message) | Refusal::Syntax(message)) => {
            return Review { objection: Some(message), ..Review::default() };
        }
    };
    let mut review = Review { counts_rows: checked.counts_rows(), ..Review::default() };
    match open.outline().map(|outline| outline.columns(&checked.sql)) {
        Some(Ok(columns)) => review.columns = columns,
        Some(Err(raw)) => {
            review.objection = Some(open.message(&raw));
            return review;
        }
        None => return review,
    }
    if let Some(timeout) = timeout {
        review.statistics = statistics(open, parser, &checked, timeout, limits);
    }
    review
}

fn statistics(
    open: &Open,
    parser: &Connection,
    checked: &Checked,
    timeout: Duration,
    limits: &Limits,
) -> Result<Vec<Figure>, String> {
    let plan = checked.statistics(parser).map_err(str::to_owned)?;
    // The test is a statement like any other: nothing passes but through the gate.
    let test = open
        .gate
        .check(parser, &plan.test)
        .map_err(|_| "the size of its groups could not be tested: write the statement in a shorter way".to_owned())?;
    let counted = run::run(&open.engines, parser, &test, timeout, limits);
    match counted.as_ref().map(|table| table.rows.as_slice()) {
        Ok([row]) if row.as_slice() == [Cell::Int(0)] => Ok(plan.figures),
        Ok(_) => Err(format!(
            "a group has fewer than {PRIVATE_GROUP_ROWS} rows, or fewer than {PRIVATE_GROUP_ROWS} values of a column, or \
             values of which all but one are the same or very small: leave out small groups with HAVING count(*) >= \
             {PRIVATE_GROUP_ROWS} AND count(column) >= {PRIVATE_GROUP_ROWS}, or group more coarsely"
        )),
        Err(run::Stopped::Failed(_)) => {
            Err("its groups could not be tested: sums, means, deviations, min and max are told of numbers only"
                .to_owned())
        }
        Err(run::Stopped::TimedOut | run::Stopped::Exhausted(_)) => {
            Err("the size of its groups could not be tested in time: ask for less at once".to_owned())
        }
    }
}

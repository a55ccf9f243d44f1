//! Exploring: which queries to run, what to say of their results.
//!
//! Three rounds of queries, each planned from the results of the rounds before: `survey` (what is there), `explore`
//! (over time, by group, measures with each other), `focus` (what the findings need to be shown). Then `report` shows
//! what was found, and one more turn mends it where a number could not be traced, and ends the run. A round that has
//! nothing to ask is left out.
//!
//! Nothing is kept between turns: roles, results and findings are worked out anew from the request.

mod calendar;
mod charts;
mod columns;
mod defects;
mod evidence;
mod explore;
mod findings;
mod focus;
mod grain;
mod groups;
mod quality;
mod relation;
mod report;
mod roles;
mod subject;
mod summary;
mod survey;
mod trend;
mod typical;
mod wording;

pub use self::columns::HEADERS;
use self::evidence::{Evidence, Query};
use self::subject::Subject;
use super::calls::{Calls, decline};
use super::seen::Seen;
use super::{describe, mend};
use crate::model::Turn;

type Plan = fn(&Subject<'_>, &Evidence) -> Vec<Query>;

/// The next turn of an analysis.
pub fn turn(seen: &Seen) -> Turn {
    let Some(subject) = Subject::of(seen) else { return decline("there is no data") };
    let mut calls = Calls::after(seen.turns);
    let mut evidence = Evidence::default();
    let rounds: [Plan; 3] = [|subject, _| survey::plan(subject), explore::plan, focus::plan];
    // Columns may have been asked for before.
    let mut turn = describe::turns(seen);
    let mut asked = 0;
    for plan in rounds {
        let queries = plan(&subject, &evidence);
        if queries.is_empty() {
            continue;
        }
        turn += 1;
        if turn > seen.turns {
            for query in &queries {
                calls.query(&query.description, &query.sql);
            }
            return calls.turn();
        }
        asked += queries.len();
        evidence.add(queries, seen.steps_of(turn));
    }
    // The profile alone is no analysis: a report would look as if there were nothing to find.
    if asked > 0 && evidence.all().next().is_none() {
        return decline("No query gave a result, so there is nothing to report.");
    }
    if turn == seen.turns {
        report::show(&subject, &evidence, &mut calls);
    } else {
        mend::mend(seen, &mut calls);
        calls.finalize(Some(&report::title(&subject, &evidence)));
    }
    calls.turn()
}

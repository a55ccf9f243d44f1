//! Ids of calls, unique within a run: servers give them anew in each turn, twice, or not at all.

use std::collections::HashSet;

use crate::event::Call;
use crate::model::{Message, Request};

/// Gives each call an id of its own where the server did not.
pub fn name_each(calls: &mut [Call], request: &Request) {
    let earlier = request.messages.iter().filter_map(|message| match message {
        Message::Assistant { reply, .. } => Some(&reply.calls),
        Message::User { .. } | Message::Results { .. } => None,
    });
    let mut taken: HashSet<String> = earlier.clone().flatten().map(|call| call.id.clone()).collect();
    let turn = earlier.count() + 1;
    for (index, call) in calls.iter_mut().enumerate() {
        if call.id.trim().is_empty() || taken.contains(&call.id) {
            let first = format!("call_{turn}_{}", index + 1);
            let later = (2..).map(|number| format!("{first}_{number}"));
            let free = std::iter::once(first.clone()).chain(later).find(|id| !taken.contains(id));
            call.id = free.unwrap_or(first);
        }
        taken.insert(call.id.clone());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::model::wire::samples;

    #[test]
    fn ids_that_are_missing_or_taken_are_made() {
        let call = |id| samples::call(id, Value::Null);
        let request = samples::request([samples::foreign("", vec![call("a"), call("call_2_4")])]);
        let mut calls = vec![call("b"), call(""), call("a"), call("b"), call(" ")];
        name_each(&mut calls, &request);
        let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["b", "call_2_2", "call_2_3", "call_2_4_2", "call_2_5"]);
    }
}

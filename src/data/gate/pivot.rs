//! `PIVOT` without `IN`: the parser shows its tree only where every column of `ON` has a list, so one is put in for the
//! check alone.
//!
//! Uses the lexer. Never changes the text that runs.

use super::lexer::{Kind, Token};

/// The statement with ` IN (0)` behind each column of each `PIVOT` that has no list; none where there is no `PIVOT`.
pub(super) fn with_lists(sql: &str, tokens: &[Token]) -> Option<String> {
    let mut places = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.is_word(sql, "pivot") || token.is_word(sql, "pivot_wider") {
            places.extend(places_of(sql, tokens.get(index + 1..).unwrap_or_default()));
        }
    }
    if places.is_empty() {
        return None;
    }
    places.sort_unstable();
    places.dedup();
    let mut checked = String::with_capacity(sql.len() + places.len() * 8);
    let mut from = 0;
    for place in places {
        checked.push_str(sql.get(from..place).unwrap_or_default());
        checked.push_str(" IN (0) ");
        from = place;
    }
    checked.push_str(sql.get(from..).unwrap_or_default());
    Some(checked)
}

/// Where the columns end that the `ON` of this `PIVOT` names without a list.
fn places_of(sql: &str, tokens: &[Token]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut depth = 0_usize;
    let mut inside = false;
    let mut has_list = false;
    let mut end = None;
    for token in tokens {
        let symbol = (token.kind == Kind::Symbol).then(|| token.text(sql));
        let closes = depth == 0 && symbol == Some(")");
        let ends = closes
            || (depth == 0
                && ["using", "group", "order", "limit", "offset", "union", "except", "intersect"]
                    .iter()
                    .any(|word| token.is_word(sql, word)));
        if !inside && depth == 0 && token.is_word(sql, "on") {
            inside = true;
            continue;
        }
        if ends || (inside && depth == 0 && symbol == Some(",")) {
            places.extend(end.take().filter(|_| !has_list));
            has_list = false;
            if ends {
                return places;
            }
            continue;
        }
        match symbol {
            Some("(" | "[" | "{") => depth += 1,
            Some(")" | "]" | "}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if inside {
            has_list |= depth == 0 && token.is_word(sql, "in");
            end = Some(token.at.end);
        }
    }
    places.extend(end.filter(|_| !has_list));
    places
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::*;

    fn listed(sql: &str) -> Option<String> {
        with_lists(sql, &tokens(sql).unwrap())
    }

    #[test]
    fn each_column_without_a_list_gets_one() {
        for (sql, expected) in [
            ("PIVOT data ON name USING sum(amount)", Some("PIVOT data ON name IN (0)  USING sum(amount)")),
            (
                "PIVOT data ON a, b IN (1, 2), c || 'x,'",
                Some("PIVOT data ON a IN (0) , b IN (1, 2), c || 'x,' IN (0) "),
            ),
            (
                "FROM (PIVOT (FROM a JOIN b ON a.x = b.x) ON year(day) GROUP BY g) t",
                Some("FROM (PIVOT (FROM a JOIN b ON a.x = b.x) ON year(day) IN (0)  GROUP BY g) t"),
            ),
            ("PIVOT data ON name IN ('a')", None),
            ("SELECT 'PIVOT data ON name'", None),
            ("SELECT 1", None),
        ] {
            assert_eq!(listed(sql).as_deref(), expected, "{sql}");
        }
    }
}

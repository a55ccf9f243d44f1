//! Citations of queries in prose: `[q3]`, `[q1, q3]`.
//!
//! Uses `limits`. What cites a query is one thing for those who trace numbers and for those who show them.

use std::ops::Range;

use crate::limits::{CITATION_BYTES, QUERY_ID_DIGITS};

/// One pair of brackets that names queries and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation<'a> {
    /// Where it stands in the text, brackets included, in bytes.
    pub range: Range<usize>,
    /// The queries, at least one.
    pub queries: Vec<&'a str>,
}

/// The citations of a text, in order.
pub fn citations(text: &str) -> impl Iterator<Item = Citation<'_>> {
    text.match_indices('[').filter_map(|(open, _)| {
        let rest = text.get(open + 1..)?;
        let length = rest.bytes().take(CITATION_BYTES).position(|byte| byte == b']')?;
        let queries = cited(rest.get(..length)?)?;
        Some(Citation { range: open..open + length + 2, queries })
    })
}

/// The queries that the inside of brackets names; none where it holds anything else.
#[must_use]
pub fn cited(inside: &str) -> Option<Vec<&str>> {
    let queries: Vec<&str> = inside.split([',', ' ', ';']).filter(|word| !word.is_empty()).collect();
    (!queries.is_empty() && queries.iter().all(|query| is_query_id(query))).then_some(queries)
}

fn is_query_id(text: &str) -> bool {
    text.strip_prefix('q').is_some_and(|digits| {
        (1..=QUERY_ID_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_hold_only_queries_are_citations() {
        let text = "a [q1], b [q2,  q30] [q4 [q5] [x] [q6 or so] [] [q123456] [q7; q8] [q] [q9](x) [q1";
        let found: Vec<(&str, Vec<&str>)> =
            citations(text).map(|citation| (&text[citation.range.clone()], citation.queries)).collect();
        assert_eq!(
            found,
            [
                ("[q1]", vec!["q1"]),
                ("[q2,  q30]", vec!["q2", "q30"]),
                ("[q5]", vec!["q5"]),
                ("[q7; q8]", vec!["q7", "q8"]),
                ("[q9]", vec!["q9"])
            ]
        );
    }
}

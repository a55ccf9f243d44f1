//! Citations of queries in prose: `[q3]`, `[q1, q3]`.

use std::ops::Range;

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
        let inside = text.get(open + 1..)?.split_once(']')?.0;
        let queries: Vec<&str> = inside.split(',').map(str::trim).collect();
        let all_queries = queries.iter().all(|query| is_query_id(query));
        all_queries.then(|| Citation { range: open..open + inside.len() + 2, queries })
    })
}

fn is_query_id(text: &str) -> bool {
    text.strip_prefix('q').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_hold_only_queries_are_citations() {
        let text = "a [q1], b [q2,  q30] [q4 [q5] [x] [q6 or so] []";
        let found: Vec<(&str, Vec<&str>)> =
            citations(text).map(|citation| (&text[citation.range.clone()], citation.queries)).collect();
        assert_eq!(found, [("[q1]", vec!["q1"]), ("[q2,  q30]", vec!["q2", "q30"]), ("[q5]", vec!["q5"])]);
    }
}

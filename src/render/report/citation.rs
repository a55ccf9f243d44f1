//! Citations of queries in prose: `[q3]`, `[q1, q3]`.

/// The citations of a text: `[q3]`, and each of `[q1, q3]`, with the byte offset of each id.
pub fn citations(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('[').flat_map(|(open, _)| {
        let inside = text.get(open + 1..).and_then(|rest| rest.split_once(']')).map_or("", |(inside, _)| inside);
        let mut offset = open + 1;
        let mut found = Vec::new();
        for part in inside.split(',') {
            let id = part.trim();
            let start = offset + (part.len() - part.trim_start().len());
            if !is_query_id(id) {
                return Vec::new();
            }
            found.push((start, id));
            offset += part.len() + 1;
        }
        found
    })
}

fn is_query_id(text: &str) -> bool {
    text.strip_prefix('q').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_have_offsets() {
        let text = "a [q1], b [q2,  q30] [q4";
        let found: Vec<(usize, &str)> = citations(text).collect();
        assert_eq!(found, [(3, "q1"), (11, "q2"), (16, "q30")]);
        for (start, id) in found {
            assert!(text[start..].starts_with(id));
        }
    }
}

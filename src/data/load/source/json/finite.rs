//! Numbers that JSON has no word for, as Python and others write them: `NaN`, `Infinity`, `-Infinity`. Pure.

/// What stands for infinity in a row that was mended, as only a number can; row::write gives it its name.
pub(super) const INFINITE: [(&str, &str); 2] = [("9e99999", "Infinity"), ("-9e99999", "-Infinity")];
/// The words, and what stands for them among the cells of a row and deeper within them.
const WORDS: [(&[u8], &str, &str); 3] = [
    (b"NaN", "null", "null"),
    (b"Infinity", INFINITE[0].0, "\"Infinity\""),
    (b"-Infinity", INFINITE[1].0, "\"-Infinity\""),
];

/// How many of them were met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::data::load) struct Found {
    pub(super) missing: u64,
    pub(super) infinite: u64,
}

impl Found {
    /// What is told of them.
    pub(super) fn told(self) -> Option<String> {
        let of = |count: u64, word: &str, how: &str| {
            let were = if count == 1 { "was" } else { "were" };
            (count > 0).then(|| format!("{count} {word} {were} {how}"))
        };
        let parts: Vec<String> = of(self.missing, "NaN", "read as missing")
            .into_iter()
            .chain(of(self.infinite, "Infinity", "kept as such"))
            .collect();
        (!parts.is_empty()).then(|| format!("JSON has no such numbers: {}", parts.join(", ")))
    }
}

/// The row with words that JSON has in their place; none where it holds none of them.
pub(in crate::data::load) fn mended(row: &[u8]) -> Option<(Vec<u8>, Found)> {
    let mut found = Found::default();
    let mut text = Vec::with_capacity(row.len());
    let (mut depth, mut quoted, mut at) = (0_usize, false, 0);
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_+-.".contains(byte));
    while let Some(&byte) = row.get(at) {
        let rest = row.get(at..).unwrap_or_default();
        if quoted && byte == b'\\' {
            text.extend_from_slice(rest.get(..2).unwrap_or(rest));
            at += 2;
            continue;
        }
        let begins = !quoted && !at.checked_sub(1).is_some_and(|before| is_word(row.get(before)));
        let word = WORDS.iter().find(|(word, ..)| begins && rest.starts_with(word) && !is_word(rest.get(word.len())));
        if let Some((word, outer, inner)) = word {
            found.missing += u64::from(*word == b"NaN");
            found.infinite += u64::from(*word != b"NaN");
            text.extend_from_slice(if depth > 1 { inner } else { outer }.as_bytes());
            at += word.len();
            continue;
        }
        match byte {
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        text.push(byte);
        at += 1;
    }
    (found != Found::default()).then_some((text, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_what_json_has() {
        for (row, expected) in [
            ("{\"a\": NaN, \"b\":Infinity}", Some("{\"a\": null, \"b\":9e99999}")),
            ("[-Infinity,NaN]", Some("[-9e99999,null]")),
            ("NaN", Some("null")),
            ("{\"a\":[NaN,{\"b\":-Infinity}]}", Some("{\"a\":[null,{\"b\":\"-Infinity\"}]}")),
            ("{\"NaN\":\"Infinity \\\" NaN\",\"a\":1}", None),
            ("{\"a\":NaNa,\"b\":xInfinity,\"c\":+Infinity}", None),
            ("{\"a\":\"x\\\\\",\"b\":NaN}", Some("{\"a\":\"x\\\\\",\"b\":null}")),
        ] {
            let text = mended(row.as_bytes()).map(|(text, _)| String::from_utf8(text).unwrap());
            assert_eq!(text.as_deref(), expected, "{row}");
        }
        let (_, found) = mended(b"[NaN,NaN,Infinity]").unwrap();
        assert_eq!(
            found.told().unwrap(),
            "JSON has no such numbers: 2 NaN were read as missing, 1 Infinity was kept as such"
        );
    }
}

//! Which expressions a specification may hold.
//!
//! The page evaluates them by walking their tree, never as code; but Vega's own functions reach the page, change data
//! that is drawn, or run without end. So functions are allowed by name, and nothing else can be called.

/// Words that no expression may hold, not even in quotes: the way from a value to code.
const NEVER: [&str; 3] = ["constructor", "__proto__", "prototype"];

/// Names of the page's surroundings. As a column's name they are harmless: `datum.location`, `datum['event']`.
const SURROUNDINGS: [&str; 13] = [
    "window",
    "document",
    "globalThis",
    "self",
    "fetch",
    "import",
    "eval",
    "Function",
    "require",
    "XMLHttpRequest",
    "WebSocket",
    "location",
    "event",
];

/// Functions that compute a value from their arguments alone, in a time that these bound. `pad`, `repeat`, `sequence`,
/// `regexp` and `test` can take for ever; `now` and `random` differ each time.
const FUNCTIONS: &str = " isArray isBoolean isDate isDefined isFinite isNaN isNumber isObject isString isValid toBoolean \
    toDate toNumber toString if abs acos asin atan atan2 ceil clamp cos exp floor hypot log max min pow round sign sin \
    sqrt tan trunc cumulativeNormal cumulativeLogNormal cumulativeUniform densityNormal densityLogNormal densityUniform \
    quantileNormal quantileLogNormal quantileUniform datetime date day dayofyear year quarter month week hours minutes \
    seconds milliseconds time timezoneoffset timeOffset utc utcdate utcday utcdayofyear utcyear utcquarter utcmonth \
    utcweek utchours utcminutes utcseconds utcmilliseconds utcOffset dayFormat dayAbbrevFormat format monthFormat \
    monthAbbrevFormat timeFormat timeParse timeUnitSpecifier utcFormat utcParse extent indexof inrange join lastindexof \
    length lerp peek pluck reverse slice sort span lower upper parseFloat parseInt replace split substring trim \
    truncate btoa atob rgb hsl hcl lab luminance contrast merge ";

/// Refuses an expression that could do more than compute a value from the data.
pub fn check(text: &str) -> Result<(), String> {
    let refuse = |what: &str| Err(format!("the expression `{text}` uses {what}, which is not allowed"));
    if let Some(word) = NEVER.iter().find(|word| text.contains(**word)) {
        return refuse(&format!("\"{word}\""));
    }
    // An escape could spell any of these words.
    if text.contains('\\') {
        return refuse("a backslash");
    }
    let mut before = ' ';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            '_' | '$' => word_length(rest),
            _ if first.is_alphanumeric() => word_length(rest),
            // Only behind a value can it divide; elsewhere it opens a regular expression.
            '/' if !before.is_alphanumeric() && !")]_$\"'".contains(before) => return refuse("a regular expression"),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if first.is_alphabetic() || matches!(first, '_' | '$') {
            let called = behind.trim_start().starts_with('(');
            let member = before == '.';
            let known = !member && FUNCTIONS.split_whitespace().any(|function| function == token);
            if called && token == "random" {
                return Err(format!(
                    "the expression `{text}` uses \"random\", which differs each time; compute an offset in the query, or with \
                     sin(datum.x * 9999)"
                ));
            }
            if (called && !known) || (!member && SURROUNDINGS.contains(&token)) {
                return refuse(&format!("\"{token}\""));
            }
        } else if first == '(' && matches!(before, ']' | ')') {
            return refuse("a call of something computed");
        }
        before = token.chars().rfind(|character| !character.is_whitespace()).unwrap_or(before);
        rest = behind;
    }
    Ok(())
}

/// Bytes of the word at the start.
fn word_length(text: &str) -> usize {
    text.find(|character: char| !(character.is_alphanumeric() || matches!(character, '_' | '$'))).unwrap_or(text.len())
}

/// Bytes of the quoted text at the start; there are no escapes.
fn quoted(text: &str, quote: char) -> usize {
    text.get(1..).and_then(|inside| inside.find(quote)).map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_may_read_columns_of_any_name_and_compute() {
        for fine in [
            "datum.location == 'window'",
            "datum['event'] > 3 && year(datum.day) == 2024",
            "1 + 2",
            "datum.a / datum.b / (2 / 3)",
            "datum['a'] / 2",
            "if (datum.kind == 'North (test)', round(datum.x * 100) / 100, null)",
            "format(datum.value, ',.0f') + ' %'",
            "datum.test > 1 ? 'a/b' : \"it's\"",
            "{a: 1}.a",
        ] {
            assert_eq!(check(fine), Ok(()), "{fine}");
        }
    }

    #[test]
    fn expressions_reach_nothing_and_end() {
        for wrong in [
            "window.open(1)",
            "1 + eval('x')",
            "datum.constructor('x')()",
            "a['__proto__']",
            "a['\\x5f_proto__']",
            "self",
            "test(/(a+)+$/, datum.x)",
            "replace(datum.x, /(a+)+$/, '')",
            "sequence(0, 1e9)",
            "pad('x', 1e9)",
            "modify('source_0', [1])",
            "data('source_0')",
            "warn('x')",
            "datum.x.repeat(9)",
            "datum['x'] (9)",
            "(sequence)(9)",
            "now ()",
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }
}

//! How wide the classes are that an expression sorts numbers into: `floor(price / 50) * 50` are classes of 50.

/// The width of the classes; none where the expression makes none.
#[must_use]
pub(super) fn class_width(expression: &str) -> Option<f64> {
    let plain = expression.trim();
    let plain = ["cast(", "try_cast(", "round("].iter().find_map(|call| plain.strip_prefix(call)).unwrap_or(plain);
    let call = ["floor(", "trunc("].iter().find_map(|call| plain.find(call).map(|at| (at, at + call.len())))?;
    let factor = plain.get(..call.0)?.trim_end();
    let mut depth = 1_usize;
    let close = plain.get(call.1..)?.char_indices().find_map(|(at, one)| {
        depth = match one {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        (depth == 0).then_some(call.1 + at)
    })?;
    let number = |text: &str| -> Option<f64> {
        let text = text.trim_start();
        let end = text.find(|one: char| !(one.is_ascii_digit() || one == '.')).unwrap_or(text.len());
        text.get(..end)?.parse().ok().filter(|number| *number > 0.0)
    };
    let rest = plain.get(close + 1..)?.trim_start();
    // `floor(x)::int * 10`
    let rest = rest.strip_prefix("::").map_or(rest, |cast| cast.trim_start_matches(char::is_alphanumeric).trim_start());
    match (rest.chars().next(), factor.strip_suffix('*')) {
        (Some('*'), _) => number(rest.get(1..)?),
        (Some('/'), _) => number(rest.get(1..)?).map(|parts| 1.0 / parts),
        (_, Some(factor)) => factor.trim().parse().ok().filter(|width| *width > 0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_as_wide_as_what_they_are_multiplied_by() {
        assert_eq!(class_width("floor(dist_km/200)*200"), Some(200.0));
        assert_eq!(class_width("floor(ph*2)/2"), Some(0.5));
        assert_eq!(class_width("cast(floor((age - 1) / 10)::int * 10 as int)"), Some(10.0));
        assert_eq!(class_width("5 * floor(temp / 5)"), Some(5.0));
        assert_eq!(class_width("floor(x)"), None);
        assert_eq!(class_width("sum(price) * 2"), None);
    }
}

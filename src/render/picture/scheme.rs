//! The colours of pictures on light and on dark screens, read from the page's style sheet, so that a chart looks the same
//! in a page and beside a Markdown file.
//!
//! Uses the style sheet: its names of colours, and its rules for what is drawn in a chart.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::render::html::STYLE;

/// Colours on a light ground.
#[derive(Debug)]
pub(super) struct Scheme {
    /// The ground.
    pub(super) paper: String,
    /// Text.
    pub(super) ink: String,
    /// Text that stands back.
    pub(super) soft: String,
}

pub(super) static SCHEME: LazyLock<Scheme> = LazyLock::new(|| {
    let names = names(STYLE);
    let colour = |name: &str, otherwise: &str| names.get(name).copied().unwrap_or(otherwise).to_owned();
    Scheme { paper: colour("--paper", "white"), ink: colour("--ink", "black"), soft: colour("--soft", "dimgray") }
});

/// The rules by which a chart that is drawn for a light ground is seen on a dark one.
pub(super) static RULES: LazyLock<String> = LazyLock::new(|| {
    let dark = STYLE.split_once("(prefers-color-scheme: dark)").map(|(_, rest)| names(rest)).unwrap_or_default();
    rules(STYLE, &dark)
});

/// The names that the first block of `:root` gives to colours.
fn names(style: &str) -> HashMap<&str, &str> {
    let block = style.split_once(":root").and_then(|(_, rest)| rest.split_once('{')?.1.split_once('}'));
    let lines = block.map(|(block, _)| block.split(';')).into_iter().flatten();
    lines
        .filter_map(|line| {
            let (name, value) = line.trim().split_once(':')?;
            Some((name.trim(), value.trim()))
        })
        .filter(|(name, value)| name.starts_with("--") && value.starts_with('#'))
        .collect()
}

/// The rules of the style sheet for parts of charts by their colour, with values in place of names.
fn rules(style: &str, names: &HashMap<&str, &str>) -> String {
    let rule = |text: &str| {
        let (selectors, body) = text.rsplit_once('{')?;
        let selectors = selectors.rsplit("*/").next()?.trim();
        let (property, value) = body.trim().trim_end_matches(';').split_once(':')?;
        let name = value.trim().strip_prefix("var(")?.strip_suffix(')')?;
        let is_of_charts = |selector: &str| {
            let selector = selector.trim();
            selector.starts_with(".chart ") && (selector.contains("[fill=") || selector.contains("[stroke="))
        };
        let is_rule = matches!(property, "fill" | "stroke") && selectors.split(',').all(is_of_charts);
        let colour = names.get(name).filter(|_| is_rule)?;
        Some(format!("{}{{{property}:{colour}}}", selectors.replace(".chart ", "").replace(", ", ",")))
    };
    style.split('}').filter_map(rule).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::templates::look::CONFIG;

    #[test]
    fn the_colours_are_those_of_the_page() {
        assert_eq!(
            (SCHEME.paper.as_str(), SCHEME.ink.as_str(), SCHEME.soft.as_str()),
            ("#fdfcfa", "#26231f", "#67625b")
        );
    }

    #[test]
    fn every_colour_of_the_look_has_a_dark_one() {
        let look: Value = serde_json::from_str(CONFIG).unwrap();
        let palette = look.pointer("/range/category").and_then(Value::as_array).unwrap();
        let own = [&SCHEME.paper, &SCHEME.ink, &SCHEME.soft].map(String::as_str);
        for colour in palette.iter().filter_map(Value::as_str).chain(own) {
            assert!(RULES.contains(&format!("[fill=\"{colour}\"]{{fill:#")), "{colour}: {}", *RULES);
        }
        assert!(RULES.contains("[fill=\"#fdfcfa\"]{fill:#171614}"), "{}", *RULES);
        assert!(!RULES.contains("var(") && !RULES.contains(".chart"), "{}", *RULES);
    }

    #[test]
    fn other_rules_are_left_where_they_are() {
        let names = HashMap::from([("--ink", "#eee")]);
        let style = "/* x */ .chart [fill=\"#000\"], .chart [fill=\"black\"] { fill: var(--ink); } p { fill: var(--ink); } \
                     .chart [fill=\"#111\"] { fill: var(--none) } .chart [fill=\"#222\"] { opacity: .5 }";
        assert_eq!(rules(style, &names), "[fill=\"#000\"],[fill=\"black\"]{fill:#eee}");
    }
}

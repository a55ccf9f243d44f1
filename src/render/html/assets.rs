//! What the page carries: its style, its own script, and Vega.
//!
use crate::templates::scripts;

/// The style of the page.
pub const STYLE: &str = include_str!("../../../templates/report/style.css");

/// Says before anything is drawn that scripts run, so that long tables are folded from the start.
pub const EARLY: &str = "document.documentElement.classList.add('js')";

/// The page's own script.
pub const BOOT: &str = include_str!("../../../templates/report/boot.js");

/// Vega, Vega-Lite and vega-embed, in the order in which they have to run.
#[must_use]
pub fn vega() -> [&'static str; 3] {
    [scripts::VEGA, scripts::VEGA_LITE, scripts::VEGA_EMBED]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates::look::CONFIG;
    use serde_json::Value;

    #[test]
    fn nothing_that_is_inlined_ends_its_element_early() {
        for text in vega().iter().chain([&BOOT, &EARLY, &STYLE]) {
            let lower = text.to_lowercase();
            assert!(!lower.contains("</script") && !lower.contains("</style") && !lower.contains("<!--"));
            assert!(!text.contains(['\r', '\0']), "an HTML reader changes these, and the sum would differ");
        }
    }

    #[test]
    fn every_colour_of_charts_follows_the_scheme() {
        fn colours<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
            match value {
                Value::String(text) if text.starts_with('#') => found.push(text),
                Value::Array(values) => values.iter().for_each(|value| colours(value, found)),
                Value::Object(object) => {
                    for (key, value) in object {
                        // Scales between two colours are computed, and are made to be read on both grounds.
                        if !matches!(key.as_str(), "ramp" | "heatmap" | "diverging" | "ordinal") {
                            colours(value, found);
                        }
                    }
                }
                _ => {}
            }
        }
        let look: Value = serde_json::from_str(CONFIG).unwrap();
        let mut found = Vec::new();
        colours(&look, &mut found);
        assert!(found.len() > 8);
        for colour in found {
            for attribute in ["fill", "stroke"] {
                assert!(STYLE.contains(&format!("[{attribute}=\"{colour}\"]")), "no rule for {attribute} {colour}");
            }
        }
    }
}

//! What keeps a page from doing anything but being shown: its Content-Security-Policy, and JSON that stays data.
//!
//! Uses `templates`. Scripts and the style are allowed by their SHA-256 sums, so that the same report has the same bytes;
//! nothing else is allowed to run, and nothing to be fetched.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::render::escape;
use crate::templates::Markup;

/// The policy of a page that holds these scripts and this style.
#[must_use]
pub fn policy(scripts: &[&str], style: &str) -> String {
    let scripts: Vec<String> = scripts.iter().map(|script| source(script)).collect();
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data: blob:; base-uri 'none'; form-action 'none'",
        scripts.join(" "),
        source(style)
    )
}

/// The sum of an inline text as a policy names it.
fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// JSON for the inside of a `<script>`: no character of it can end the element or begin a comment.
#[must_use]
pub fn json_in_script(value: &Value) -> Markup {
    Markup::trusted(escape::json_in_script(&value.to_string()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_policy_allows_what_is_named_and_nothing_else() {
        assert_eq!(
            policy(&["", "alert(1)"], ""),
            "default-src 'none'; script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' \
             'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; \
             style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src data: blob:; base-uri 'none'; \
             form-action 'none'"
        );
    }

    #[test]
    fn json_stays_inside_its_element() {
        let value = json!({"</script><!--": "a & b > c \u{2028}\u{2029} \"d\" \\u003c"});
        let markup = json_in_script(&value);
        assert!(!markup.as_str().contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
        assert_eq!(serde_json::from_str::<Value>(markup.as_str()).unwrap(), value);
    }
}
